/* What the parts of the CPU engine share: its objects and the kernels made for each precision. What
 * concerns sweeps alone is in seidel-cpu-sweep-private.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "base/seidel-clock.h"
#include "cost/seidel-sweep-limits.h"
#include "engine/seidel-engine.h"

/* Work between two polls: some 0.1 ms of a sweep. */
#define SEIDEL_CPU_CHUNK_NONZEROS 65536
#define SEIDEL_CPU_CHUNK_ROWS     16384

/* Elements of one block of a sum over a vector. Blocks depend on the length alone, so that the bits
 * of a sum do not depend on the number of threads. */
#define SEIDEL_CPU_BLOCK 8192

/* Most rows of a block of a matrix by diagonals, or of a dense one: their sums stay in the first
 * cache. */
#define SEIDEL_CPU_ARRAY_ROWS 1024

/* How the rows of a run are stored. Values by slices: of SEIDEL_CPU_SLICE rows the first values,
 * then the second ones and so on, so that a slice is computed at once. The rows left over stand one
 * after the other. */
typedef enum
{
  SEIDEL_CPU_LOOSE, /* one row after the other */
  /* On a grid, the rows of a level mostly follow each other in every column too: where one has
   * column c, the next has c + 1. They have one list of columns, that of the first, and values by
   * slices. */
  SEIDEL_CPU_SHARED,
  /* Rows with as many entries before the diagonal and as many behind it: columns and values by
   * slices. */
  SEIDEL_CPU_SLICED,
} SeidelCpuRunKind;

/* Neighbouring rows. */
typedef struct
{
  int64_t columns; /* where its first column is stored */
  int64_t values;  /* where its first value is stored */
  int32_t first;   /* row */
  int16_t n_rows;
  uint8_t kind; /* SeidelCpuRunKind */
  /* Of each of its rows, unless they are loose: so that no other array needs to be looked into. */
  int32_t length;
  int32_t diagonal;
} SeidelCpuRun;

/* Rows as the kernels read them. */
typedef struct
{
  int64_t n_rows;
  int64_t *offsets; /* n_rows + 1: the entries before each row */
  int32_t *columns;
  void *values;      /* of the context's precision */
  int32_t *diagonal; /* its place within each row; NULL until it is needed */
  int64_t n_runs;
  SeidelCpuRun *runs;
} SeidelCpuRows;

/* The last place in columns. There is at least one run. */
static inline int64_t
seidel_cpu_last_column (const SeidelCpuRows *rows)
{
  const SeidelCpuRun *run = &rows->runs[rows->n_runs - 1];
  int64_t n = run->kind == SEIDEL_CPU_SHARED
                ? run->length
                : rows->offsets[rows->n_rows] - rows->offsets[run->first];

  return run->columns + n - 1;
}

/* Where the k-th entry of the row-th row of a run is among its values, and among its columns unless
 * they are shared. offsets are those of the run. */
static inline int64_t
seidel_cpu_place_in_run (const SeidelCpuRun *run, const int64_t *offsets, int row, int64_t k)
{
  int in_slice = row % SEIDEL_CPU_SLICE;

  if (run->kind == SEIDEL_CPU_LOOSE || row - in_slice + SEIDEL_CPU_SLICE > run->n_rows)
    return offsets[row] - offsets[0] + k;
  return offsets[row - in_slice] - offsets[0] + k * SEIDEL_CPU_SLICE + in_slice;
}

/* A matrix as an array of its diagonals, from the left to the right, or of its rows. Entry (i, j)
 * is number i of the diagonal j − i; number j of the row i. */
typedef struct
{
  void *values;     /* of the context's precision */
  int64_t count;    /* diagonals or rows */
  int64_t stride;   /* from one to the next */
  int64_t entries;  /* room for them, in numbers */
  int64_t *offsets; /* of the diagonals: column − row, ascending */
  int64_t n_below;  /* diagonals below the main one */
  /* Rows of a block of a product; columns of one with the transpose. */
  int64_t block_rows;
  int64_t block_columns;
} SeidelCpuArray;

/* The order in which the vectors of a context are stored once a sweep by levels was planned: rows
 * of one level next to each other, so that a sweep reads memory from front to back. It holds for
 * all vectors of n elements and for all systems of the context that have as many rows or columns:
 * factors follow the levels of each other and of their matrix. */
typedef struct
{
  int64_t n;
  int32_t *rows;             /* the row that is at each place: by level, within one
                                ascending or as seidel-cpu-order.c says */
  int32_t *places;           /* the place of each row */
  SeidelDirection direction; /* of the levels */
  int32_t n_levels;
  int64_t *level_offsets; /* n_levels + 1, into rows */
} SeidelCpuOrder;

typedef struct SeidelCpuKernels SeidelCpuKernels;

/* The variants of a kernel: for an arithmetic, and for processors. */
typedef enum
{
  SEIDEL_CPU_BASE, /* plain, for every processor */
  SEIDEL_CPU_WIDE, /* plain, for those with AVX2; likewise the compensated one */
  SEIDEL_CPU_COMPENSATED,
  SEIDEL_CPU_FUSED, /* for those that fuse a product and an addition */
  SEIDEL_CPU_FUSED_COMPENSATED,
  SEIDEL_CPU_ANY, /* for every arithmetic, as an argument, and every processor: slow */
  SEIDEL_CPU_N_VARIANTS
} SeidelCpuVariant;

/* What a team of threads does, see seidel-cpu-team.c. */
typedef enum
{
  SEIDEL_CPU_TEAM_ALL,
  SEIDEL_CPU_TEAM_TRIES_ONE,
  SEIDEL_CPU_TEAM_ONE,
  SEIDEL_CPU_TEAM_TRIES_ALL,
} SeidelCpuTeamState;

typedef struct
{
  SeidelCpuTeamState state;
  int threads;   /* that work; 0 before the first look */
  int64_t began; /* the period that is looked at, by seidel_clock_now () */
  int64_t until;
  int64_t pause;         /* until the next trial, the last time; 0: there was none */
  double work;           /* numbers touched in this period */
  int64_t interruptions; /* of the process, when it began */
  double seconds;        /* likewise, of processors */
  double of_all;         /* work in a nanosecond */
  double of_one;
} SeidelCpuTeam;

struct SeidelContext
{
  SeidelContextSettings settings;
  const SeidelCpuKernels *kernels; /* of its precision */
  SeidelCpuVariant variant;        /* of each kernel: the same bits, the best for this processor */
  SeidelStatus status;
  SeidelCpuTeam team;
  atomic_bool stopped; /* poll () said so; seen by all threads of a parallel region */
  double scalars[SEIDEL_SCALARS];
  double *room; /* of a narrow context, see seidel-cpu-narrowing.c; NULL until it is needed */
  int64_t n_room;
  double *partials; /* room for one sum per block or chunk */
  int64_t n_partials;
  SeidelVector *vectors;   /* all of them */
  SeidelOperator *systems; /* all but transposes */
  bool order_settled;      /* a sweep by levels was planned: the order stays as it is
                            */
  SeidelCpuOrder *order;   /* NULL: the natural one */
};

struct SeidelVector
{
  int64_t n;
  void *elements; /* float or double, in the order of the context */
  SeidelVector *previous;
  SeidelVector *next;
};

struct SeidelOperator
{
  SeidelCsrView matrix;
  SeidelStorage storage;
  SeidelCpuArray array; /* where it is not stored in rows: nothing below but its diagonal is then */
  /* In the order of the matrix: offsets and columns are borrowed from it, and so are the values in
   * double. */
  SeidelCpuRows natural;
  /* A copy in the order of the context, where it has one. */
  SeidelCpuRows placed;
  int64_t *level_runs; /* of a square one: the places of the levels of the order in its runs */
  const SeidelCpuRows *rows; /* that of the two which the vectors of the context go with */
  /* Made when they are first needed, in the order of the context. */
  SeidelOperator *transposed;  /* the system itself where it is its own transpose */
  void *diagonal;              /* the values on the diagonal */
  struct SeidelBlocks *blocks; /* products go by these; NULL: by what it is stored in. Borrowed */
  /* Runs cut so that each chunk has about SEIDEL_CPU_CHUNK_NONZEROS entries. */
  int64_t n_chunks;
  int64_t *chunk_runs; /* n_chunks + 1 */
  SeidelOperator *previous_system;
  SeidelOperator *next_system;
};

/* Neighbouring levels that are run without a barrier in between. */
typedef struct
{
  int32_t first_level;
  int32_t end_level;
  bool parallel; /* one wide level for all threads; otherwise thin ones for the
                    first */
} SeidelCpuSegment;

/* How many segments a part is done with, on a cache line of its own. */
typedef struct
{
  _Alignas(64) atomic_int count;
} SeidelCpuProgress;

/* Before a task may begin, a part must have been done with its segments up to a count of them. */
typedef struct
{
  int32_t part;
  int32_t count; /* in the order of the sweep */
} SeidelCpuWait;

/* How the threads of a sweep by levels keep to the order of the levels: always with the same
 * bits. */
typedef enum
{
  SEIDEL_CPU_WAITS, /* each for the tasks that its own depend on */
  SEIDEL_CPU_MEETS, /* all for each other after each level */
  SEIDEL_CPU_ALONE, /* one does everything */
  SEIDEL_CPU_N_WAYS,
} SeidelCpuWay;

/* Levels here are those of the plan; see descending. */
struct SeidelSweep
{
  SeidelOperator *system;
  SeidelDirection direction;
  int strategy; /* the one asked for */
  int threads;  /* it is planned for */
  SeidelCpuWay way;
  /* The first sweeps try the ways one after the other: see seidel-cpu-trial.c. */
  bool tries;
  bool settled;    /* on the quickest */
  bool recalled;   /* found by an earlier run */
  int64_t count;   /* sweeps by this way; once it is settled, since it was found */
  int recent;      /* of them, by this sweep, up to a few */
  int64_t fastest; /* nanoseconds of these */
  int mode;        /* of those that are compared, SeidelCpuSweepMode */
  SeidelPrecision precision;
  uint64_t pattern;                 /* of the system, by which trials are remembered */
  int64_t least[SEIDEL_CPU_N_WAYS]; /* nanoseconds; 0: not tried */
  bool by_levels;
  /* The sweep works in the order of the matrix, whichever the context has. */
  bool natural;
  const SeidelCpuRows *stored; /* the system's rows in one of its orders, or own */
  const SeidelCpuRun *runs;
  /* Nothing below is set by the serial strategy. */
  SeidelCpuRows own; /* a copy of the rows by level, or nothing */
  /* Where x is not stored by level: which element each stored row updates, or NULL. */
  int32_t *targets;
  bool look_up; /* stored is in the order of x: its rows, too, are found through
                   targets */
  SeidelCpuRun *looked_up_runs;
  int64_t *own_level_runs;
  const int64_t *level_runs; /* n_levels + 1, into runs */
  int32_t n_levels;
  /* The levels of the plan are those of the other direction, to be taken from the last to the
   * first. */
  bool descending;
  int32_t n_segments;
  SeidelCpuSegment *segments;
  int64_t *parts; /* for each segment, threads + 1 places in runs between which
                     they work */
  /* What the tasks wait for instead of barriers: NULL where there are barriers. Part p of the s-th
   * segment in the order of the sweep is task s · threads + p. */
  SeidelCpuWait *waits;
  int64_t *first_wait; /* of each task, and their number */
  SeidelCpuProgress *progress;
  void *old;            /* the incoming x where levels may not work in place, or NULL */
  int64_t *nanoseconds; /* n_levels or n_passes, of the sweep that is measured, in the caller's
                           order */
  /* With waits, of the same sweep: when the last row of each level of the plan was updated. */
  _Atomic (int64_t) *done;
  /* Passes only, of the latest sweep. */
  atomic_int *pass_of_row; /* in which each row was updated, counted from 1; 0: not yet */
  int64_t *pass_rows;      /* how many each updated */
  int32_t n_passes;
  int32_t max_passes; /* that there is room for */
};

/* What a sweep over the rows does besides updating them. "Own" entries are those that a row depends
 * on, which this sweep has updated before it; the others are those that it finds as they were. */
typedef enum
{
  SEIDEL_CPU_PLAIN,           /* nothing */
  SEIDEL_CPU_TRIANGLE,        /* as from x = 0: neither the other entries nor the old x are read */
  SEIDEL_CPU_SCALED_TRIANGLE, /* the same, of rows that were divided by their diagonal entries */
  /* Like a plain one. known is the other entries and the diagonal times the x before the last
   * sweep, and becomes the same of the incoming one: the difference of the two is the
   * residual of the incoming x, whose squares are added up. */
  SEIDEL_CPU_TRACKED,
  SEIDEL_CPU_FIRST, /* like a plain one; known becomes the sums of the own entries */
  /* known holds the sums of the other entries, which are not read, and becomes those of the own
   * ones: a sweep of the other direction left it, and continues from here. */
  SEIDEL_CPU_HALF,
  /* The same, adding up the squares of the residual of the incoming x. before keeps that x, as far
   * as the sweep has overwritten it. */
  SEIDEL_CPU_HALF_TRACKED,
  SEIDEL_CPU_N_MODES,
} SeidelCpuSweepMode;

/* One sweep to be done: vectors of the context's precision, in its order unless the sweep works in
 * that of the matrix. */
typedef struct
{
  SeidelCpuSweepMode mode;
  double omega;
  const void *b;
  void *x;
  void *known;     /* see the modes; NULL where they do not name it */
  void *before;    /* likewise */
  double *squares; /* one for each run of the sweep; NULL where they are not added up */
} SeidelCpuSweepJob;

/* Products with the matrix. */
typedef enum
{
  SEIDEL_CPU_MULTIPLY,
  SEIDEL_CPU_MULTIPLY_TRANSPOSED,
  SEIDEL_CPU_MULTIPLY_DOT,
  SEIDEL_CPU_MULTIPLY_DOTS,
  SEIDEL_CPU_RESIDUAL,
  SEIDEL_CPU_JACOBI,
} SeidelCpuProduct;

/* The operations that touch numbers, once for float and once for double: solvers/engine/kernels.
 * Vectors are arrays of the context's precision; sums are returned in double. */
typedef struct
{
  /* With rows, element i of to is element rows[i] of from. */
  void (
    *upload) (SeidelContext *context, const double *from, void *to, int64_t n, const int32_t *rows);
  void (*download) (SeidelContext *context,
                    const void *from,
                    double *to,
                    int64_t n,
                    const int32_t *places);
  void (
    *reorder) (SeidelContext *context, const void *from, void *to, int64_t n, const int32_t *rows);
  void (*fill) (SeidelContext *context, void *y, double value, int64_t n);
  void (*scale) (SeidelContext *context, void *y, double alpha, int64_t n);
  void (*axpy) (SeidelContext *context, void *y, double alpha, const void *x, int64_t n);
  void (*xpby) (SeidelContext *context, void *y, const void *x, double beta, int64_t n);
  double (*dot) (SeidelContext *context, const void *x, const void *y, int64_t n);
  /* y ← D x, or D⁻¹ x where divides */
  void (*multiply_diagonal) (SeidelContext *context,
                             const void *diagonal,
                             bool divides,
                             const void *x,
                             void *y,
                             int64_t n);
} SeidelCpuVectorKernels;

typedef struct
{
  /* sums receives those that the product asks for: one, or two for MULTIPLY_DOTS, whose z is b. */
  void (*product) (SeidelContext *context,
                   const SeidelOperator *A,
                   SeidelCpuProduct product,
                   const void *b,
                   const void *x,
                   void *y,
                   double sums[2]);
  /* Fills the values of to by its runs: those of its row i begin at places[i] of values. */
  void (*arrange) (SeidelContext *context,
                   const void *values,
                   const int64_t *places,
                   const SeidelCpuRows *to);
  /* Copies the values on the diagonal, whose places are known. */
  void (*extract_diagonal) (SeidelContext *context, const SeidelCpuRows *rows, void *diagonal);
  /* Copies the value of each entry of from to its place in the transpose: next holds the first
   * place of each row of that, and is moved on. */
  void (*transpose) (SeidelContext *context,
                     const SeidelCpuRows *from,
                     int64_t *next,
                     const SeidelCpuRows *to);
  /* Whether the values are those of the transpose; reads the pattern as transpose () does. */
  bool (*is_symmetric) (SeidelContext *context, const SeidelCpuRows *rows, int64_t *next);
} SeidelCpuRowKernels;

/* For a matrix that is not stored by rows; the runs of a sweep are its blocks. */
typedef struct
{
  /* Not MULTIPLY_DOTS. Returns the sum that the product asks for. */
  double (*product) (SeidelContext *context,
                     const SeidelOperator *A,
                     SeidelCpuProduct product,
                     const void *b,
                     const void *x,
                     void *y);
  void (*sweep) (SeidelContext *context, const SeidelSweep *sweep, const SeidelCpuSweepJob *job);
  /* Copies the values from the matrix; places as in seidel-cpu-array.c. */
  void (*fill) (SeidelContext *context, const SeidelOperator *A, const int32_t *places);
  /* Copies the diagonal; returns the first row where it is zero or missing, or INT64_MAX. */
  int64_t (*diagonal) (const SeidelOperator *A, void *diagonal);
} SeidelCpuArrayKernels;

typedef struct
{
  void (*serial) (SeidelContext *context, SeidelSweep *sweep, const SeidelCpuSweepJob *job);
  void (*levels) (SeidelContext *context,
                  SeidelSweep *sweep,
                  const SeidelCpuSweepJob *job,
                  int64_t *nanoseconds);
  void (*point_to_point) (SeidelContext *context,
                          SeidelSweep *sweep,
                          const SeidelCpuSweepJob *job,
                          int64_t *nanoseconds);
  void (*passes) (SeidelContext *context, SeidelSweep *sweep, const SeidelCpuSweepJob *job);
} SeidelCpuSweepKernels;

struct SeidelCpuKernels
{
  const SeidelCpuVectorKernels *vectors;
  const SeidelCpuRowKernels *rows;
  const SeidelCpuArrayKernels *arrays;
  const SeidelCpuSweepKernels *sweeps;
  const SeidelFusedOperations *fused;
};

/* The variant for an arithmetic and this processor or, where portable, for every one. */
SeidelCpuVariant seidel_cpu_choose_variant (int arithmetic, bool portable);

static inline const SeidelCpuKernels *
seidel_cpu_kernels (const SeidelContext *context)
{
  return context->kernels;
}

static inline size_t
seidel_cpu_real_size (const SeidelContext *context)
{
  return context->settings.precision == SEIDEL_PRECISION_SINGLE ? sizeof (float) : sizeof (double);
}

/* The order in which vectors of n elements are stored, or NULL. */
static inline const SeidelCpuOrder *
seidel_cpu_order_for (const SeidelContext *context, int64_t n)
{
  return context->order != NULL && context->order->n == n ? context->order : NULL;
}

static inline const SeidelCpuOrder *
seidel_cpu_order_of (const SeidelContext *context, const SeidelVector *vector)
{
  return seidel_cpu_order_for (context, vector->n);
}

/* Threads for an operation of a team that touches so many numbers, of several. */
int seidel_cpu_choose_team (SeidelContext *context, int64_t work);

/* Threads for an operation that touches so many numbers. */
static inline int
seidel_cpu_team (SeidelContext *context, int64_t work)
{
  return work < SEIDEL_CPU_WORTH_SHARING || context->settings.threads == 1
           ? 1
           : seidel_cpu_choose_team (context, work);
}

/* The same of what is set up once, by all threads that will work on it later. */
static inline int
seidel_cpu_whole_team (const SeidelContext *context, int64_t work)
{
  return work < SEIDEL_CPU_WORTH_SHARING ? 1 : context->settings.threads;
}

static inline int
seidel_cpu_team_for (SeidelContext *context, const SeidelOperator *A)
{
  return seidel_cpu_team (context, A->rows->offsets[A->rows->n_rows]);
}

/* Whether to stop now; any thread may ask. */
static inline bool
seidel_cpu_stopped (SeidelContext *context)
{
  if (atomic_load_explicit (&context->stopped, memory_order_relaxed))
    return true;
  if (context->settings.poll == NULL || !context->settings.poll (context->settings.poll_data))
    return false;
  atomic_store_explicit (&context->stopped, true, memory_order_relaxed);
  return true;
}

/* The same in a loop: polls every so many rounds. */
static inline bool
seidel_cpu_stopped_at (SeidelContext *context, int64_t i, int64_t every)
{
  return i % every == 0 ? seidel_cpu_stopped (context)
                        : atomic_load_explicit (&context->stopped, memory_order_relaxed);
}

/* The same before work on n neighbouring runs: polls only when enough has come together. */
static inline bool
seidel_cpu_stopped_before (SeidelContext *context,
                           int64_t *unpolled,
                           const SeidelCpuRows *rows,
                           const SeidelCpuRun *run,
                           int64_t n)
{
  int64_t n_rows = run[n - 1].first + run[n - 1].n_rows - run->first;

  *unpolled += rows->offsets[run->first + n_rows] - rows->offsets[run->first] + n_rows;
  if (*unpolled < SEIDEL_CPU_CHUNK_NONZEROS / 2)
    return atomic_load_explicit (&context->stopped, memory_order_relaxed);
  *unpolled = 0;
  return seidel_cpu_stopped (context);
}

/* Whether an operation is to be done at all. */
static inline bool
seidel_cpu_ready (const SeidelContext *context)
{
  return context->status.code == SEIDEL_STATUS_OK;
}

/* Keeps the first failure. */
void
seidel_cpu_fail (SeidelContext *context, SeidelStatusCode code, int64_t row, const char *message);
/* Called after every operation that polls. */
void seidel_cpu_note_stop (SeidelContext *context);
/* Memory for n elements, or the sticky status. */
void *seidel_cpu_allocate (SeidelContext *context, int64_t n, size_t size);
/* The same, all zero. Polls: pages that nobody has touched yet can take long to come. */
void *seidel_cpu_allocate_zeroed (SeidelContext *context, int64_t n, size_t size);
bool seidel_cpu_reserve_partials (SeidelContext *context, int64_t n);
/* Adds the first n partial sums, in order. */
double seidel_cpu_sum_partials (const SeidelContext *context, int64_t n);
/* The same of pairs that are next to each other. */
void seidel_cpu_sum_pairs (const SeidelContext *context, int64_t n, double sums[2]);
/* The same of every stride-th of n · stride numbers. */
double
seidel_cpu_sum_every (const SeidelContext *context, const double *partials, int64_t n, int stride);
/* The sticky failure for a row whose diagonal is missing or zero. */
void seidel_cpu_fail_diagonal (SeidelContext *context, int64_t row);
SeidelVector *seidel_cpu_vector_new (SeidelContext *context, int64_t n); /* all zero */
void seidel_cpu_vector_free (SeidelContext *context, SeidelVector *vector);

/* seidel-cpu-rows.c: storing rows in another order */

/* How a copy of rows is to stand. */
typedef struct
{
  const int32_t *list;          /* the row of the original that comes first, second, …;
                                   NULL: as they are */
  const int32_t *places;        /* the new number of each column; NULL: its own */
  int32_t n_levels;             /* runs do not reach across levels */
  const int64_t *level_offsets; /* n_levels + 1 */
  /* Let rows share columns where they can and, of a square matrix by level with short rows, let
   * those of one shape be sliced. */
  bool share;
} SeidelCpuLayout;

/* False where there is no room or the run was stopped; that is not a failure yet. */
bool seidel_cpu_rows_copy (SeidelContext *context,
                           const SeidelCpuRows *from,
                           const SeidelCpuLayout *layout,
                           SeidelCpuRows *to,
                           int64_t *level_runs);
void seidel_cpu_rows_clear (SeidelCpuRows *rows);

/* Cuts the rows of each level into runs, by what each has in common with the row before it (NULL:
 * nothing). level_runs receives n_levels + 1 places in runs. Returns their number; runs and
 * level_runs may be NULL, to count. */
int64_t seidel_cpu_cut_runs (const SeidelCpuRows *rows,
                             const SeidelCpuLayout *layout,
                             const uint8_t *likeness,
                             SeidelCpuRun *runs,
                             int64_t *level_runs);

/* seidel-cpu-operator.c */

SeidelOperator *seidel_cpu_operator_new (SeidelContext *context,
                                         const SeidelCsrView *matrix,
                                         SeidelStorage storage);
void seidel_cpu_operator_free (SeidelContext *context, SeidelOperator *system);
/* Finds all diagonal entries once. A missing or zero one is the sticky failure, naming the row. */
bool seidel_cpu_ensure_diagonal (SeidelContext *context, SeidelOperator *A);
/* Gives a new system rows in the order of the matrix, to be stored in that of the context. They are
 * taken over. False where there is no room or the run was stopped; what is left is the caller's to
 * clear in both. */
bool seidel_cpu_operator_take (SeidelContext *context, SeidelOperator *system, SeidelCpuRows *rows);
/* Puts the context, with all that it holds, into the order of these levels of a system where it
 * can; it is a matter of speed alone. */
void seidel_cpu_settle_order (SeidelContext *context,
                              const SeidelOperator *A,
                              SeidelDirection direction,
                              const SeidelLevelsView *levels);

/* seidel-cpu-order.c */

/* The order of these levels of a square system whose diagonal is known, forward or backward; NULL
 * where there is no room. Incomplete when the run was stopped. */
SeidelCpuOrder *seidel_cpu_order_new (SeidelContext *context,
                                      const SeidelOperator *A,
                                      SeidelDirection direction,
                                      const SeidelLevelsView *levels);
void seidel_cpu_order_free (SeidelCpuOrder *order);
/* Sorts the rows by level, a counting sort that keeps their order within a level. Incomplete when
 * the run was stopped. */
void seidel_cpu_order_rows (SeidelContext *context,
                            const SeidelLevelsView *levels,
                            int64_t n_rows,
                            int32_t *rows,
                            int64_t *level_offsets);

/* Frees a transpose that seidel_cpu_operator_take () was called for. */
void seidel_cpu_transposed_free (SeidelOperator *transposed);

/* seidel-cpu-array.c */

/* Stores a system by its storage, which is not CSR. False where there is no room or the run was
 * stopped. */
bool seidel_cpu_array_new (SeidelContext *context, SeidelOperator *system);
void seidel_cpu_array_clear (SeidelCpuArray *array);
/* As seidel_cpu_ensure_diagonal (), which calls it. */
bool seidel_cpu_array_ensure_diagonal (SeidelContext *context, SeidelOperator *A);

/* seidel-cpu-memory.c */

double seidel_cpu_needed_bytes (const SeidelEngineDemand *demand);

/* seidel-cpu-products.c */

/* The values on the diagonal, in the order of the context; NULL with the sticky status. */
const void *seidel_cpu_diagonal (SeidelContext *context, SeidelOperator *A);

/* A product with a matrix of whichever storage, after everything that it needs was made; b may be
 * NULL where the product has none. Returns the sum that it asks for. */
double seidel_cpu_product (SeidelContext *context,
                           const SeidelOperator *A,
                           SeidelCpuProduct product,
                           const void *b,
                           const void *x,
                           void *y);

/* Operations of the engine. */
void seidel_cpu_multiply (SeidelContext *context,
                          SeidelOperator *A,
                          const SeidelVector *x,
                          SeidelVector *y);
void seidel_cpu_multiply_dot (SeidelContext *context,
                              SeidelOperator *A,
                              const SeidelVector *x,
                              SeidelVector *y,
                              SeidelScalar out);
void seidel_cpu_multiply_dots (SeidelContext *context,
                               SeidelOperator *A,
                               const SeidelVector *x,
                               SeidelVector *y,
                               const SeidelVector *z,
                               SeidelScalar out);
void seidel_cpu_multiply_transposed (SeidelContext *context,
                                     SeidelOperator *A,
                                     const SeidelVector *x,
                                     SeidelVector *y);
void seidel_cpu_multiply_diagonal (SeidelContext *context,
                                   SeidelOperator *A,
                                   int power,
                                   const SeidelVector *x,
                                   SeidelVector *y);
void seidel_cpu_residual (SeidelContext *context,
                          SeidelOperator *A,
                          const SeidelVector *b,
                          const SeidelVector *x,
                          SeidelVector *r,
                          SeidelScalar out);
void seidel_cpu_jacobi (SeidelContext *context,
                        SeidelOperator *A,
                        const SeidelVector *b,
                        const SeidelVector *x,
                        SeidelVector *y,
                        SeidelScalar out);

/* Processors whose features can be queried when the program runs. */
#if defined(__x86_64__) && defined(__GNUC__)
#define SEIDEL_CPU_X86
#endif
