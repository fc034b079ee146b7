/* What the parts of the CPU engine share: its objects. How matrices are stored is in
 * seidel-cpu-storage.h, the kernels made for each precision are in seidel-cpu-kernels.h, and what
 * concerns sweeps alone is in seidel-cpu-sweep-private.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "base/seidel-clock.h"
#include "engine/seidel-cpu-kernels.h"
#include "engine/seidel-cpu-storage.h"

/* Work between two polls: some 0.1 ms of a sweep. */
#define SEIDEL_CPU_CHUNK_NONZEROS 65536
#define SEIDEL_CPU_CHUNK_ROWS     16384

/* Elements of one block of a sum over a vector. Blocks depend on the length alone, so that the bits
 * of a sum do not depend on the number of threads. */
#define SEIDEL_CPU_BLOCK 8192

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
