/* What an engine must offer: the one border between methods and machines.
 *
 * Plain C, without GLib, so that a CUDA module can include it. An engine is a table of functions. A
 * method calls them through the wrappers of engine/seidel-session.h, never directly, and never
 * learns which engine it runs on.
 *
 * Errors are sticky: the first failure is kept in the context, every later operation does nothing,
 * and the method asks once an iteration (seidel_session_failed ()). This keeps a method as readable
 * as its formula, and lets an asynchronous engine report late.
 *
 * Scalars live in numbered slots inside the engine, so that an iteration can compute α = ρ / (p·q)
 * and use it without the host ever waiting. Reading a slot is what waits.
 *
 * A context belongs to one thread at a time. The engine table itself is constant.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-types.h"

#ifdef __cplusplus
extern "C"
{
#endif

/* Raised whenever this header changes: a module built against another number is refused. */
#define SEIDEL_ENGINE_ABI 8

  typedef enum
  {
    SEIDEL_STATUS_OK,
    SEIDEL_STATUS_STOPPED, /* poll () asked for it */
    SEIDEL_STATUS_OUT_OF_MEMORY,
    SEIDEL_STATUS_ZERO_DIAGONAL, /* status.row says where: missing or zero */
    SEIDEL_STATUS_DEVICE_LOST,
    SEIDEL_STATUS_FAILED,
  } SeidelStatusCode;

  typedef struct
  {
    SeidelStatusCode code;
    int64_t row;       /* 0-based, or −1 */
    char message[240]; /* a sentence, or empty */
  } SeidelStatus;

  /* A borrowed CSR matrix with sorted rows and no duplicates; it outlives the context. */
  typedef struct
  {
    int64_t rows;
    int64_t columns;
    const int64_t *row_offsets;
    const int32_t *column_indices;
    const double *values;
  } SeidelCsrView;

  /* Borrowed dependency levels, as analysis/seidel-schedule.h defines them. */
  typedef struct
  {
    int32_t count;
    const int32_t *level_of_row; /* 1 … count */
    const int64_t *level_rows;   /* rows of each level */
    int in_place_safe;           /* see SeidelSchedule */
  } SeidelLevelsView;

  typedef struct
  {
    SeidelPrecision precision;
    int arithmetic; /* of SeidelArithmetic */
    int threads;    /* host threads, at least 1; an engine that uses none ignores it */
    /* Non-zero when the run should stop now. Polled inside long operations, often enough that none
     * lasts 100 ms after it turned; must be cheap and callable from any thread. May be NULL. */
    int (*poll) (void *data);
    void *poll_data;
    SeidelShape shape; /* an engine without shapes ignores it */
  } SeidelContextSettings;

  /* What a strategy can tell about a sweep beside the time it took. */
  typedef enum
  {
    SEIDEL_MEASURES_NOTHING,
    SEIDEL_MEASURES_LEVELS, /* the time of each level */
    SEIDEL_MEASURES_PASSES, /* the time and the rows of each pass over the matrix */
  } SeidelMeasures;

  /* A way to carry out a sweep. Every one of them keeps the row order's result. */
  typedef struct
  {
    const char *id;       /* "levels" */
    const char *name;     /* "Level sets" */
    const char *sentence; /* what it does and when it pays */
    int needs_levels;     /* the caller passes a SeidelLevelsView for each direction it will use */
    SeidelMeasures measures;
    int for_show; /* never picked by choose_strategy (): there to be looked at */
    /* The levels may be any groups of rows that do not depend on each other, and their order need
     * not be that of the rows: colours. */
    int any_levels;
    uint32_t arithmetics; /* the SeidelArithmetic flags that it heeds, of those of the engine */
  } SeidelStrategy;

  typedef struct SeidelContext
    SeidelContext;                          /* one engine at work: a device, a precision, threads */
  typedef struct SeidelSystem SeidelSystem; /* a matrix as the engine holds it */
  typedef struct SeidelVector SeidelVector; /* n numbers of the context's precision */
  typedef struct SeidelSweep SeidelSweep;   /* a planned sweep: matrix, strategy, direction */
  typedef struct SeidelChain SeidelChain;   /* sweeps after each other, see chain_new () */
  typedef struct SeidelFactors SeidelFactors; /* what a direct method made of a matrix */

  /* What direct methods can have an engine make of a square matrix with all its entries. */
  typedef enum
  {
    SEIDEL_FACTORS_LU,               /* L and U, with partial pivoting */
    SEIDEL_FACTORS_INVERSE,          /* its inverse by Gauss-Jordan, with partial pivoting */
    SEIDEL_FACTORS_TEXTBOOK_LU,      /* by Crout; a zero pivot has another row added to its own */
    SEIDEL_FACTORS_TEXTBOOK_INVERSE, /* the inverse in the same way */
  } SeidelFactorsKind;

  /* What a run is going to ask of an engine, as far as its memory depends on it. */
  typedef struct
  {
    int64_t rows;
    int64_t columns;
    int64_t nonzeros;
    int64_t diagonals;         /* different values of column − row among the entries */
    int symmetric;             /* equal to its transpose */
    SeidelPrecision precision; /* of the context: single or double */
    SeidelStorage storage;
    int vectors;       /* of as many numbers as rows, all together */
    int transposed;    /* whether there are products with the transpose */
    int diagonal;      /* whether the diagonal is multiplied or divided by */
    int strategy;      /* of the sweeps below; −1: there are none */
    int matrix_sweeps; /* sweeps of the matrix that are planned: directions */
    int triangles;     /* factors that are swept: systems of half the entries, a plan each */
    uint32_t factors;  /* bit k: SeidelFactorsKind k is made of it; 0: none */
  } SeidelEngineDemand;

  /* What an engine did by its own clock since it was last asked. Times that go on side by side
   * count once for each. */
  typedef struct
  {
    int64_t to_bytes; /* brought to its memory, as they lay in the host's */
    int64_t to_nanoseconds;
    int64_t from_bytes; /* brought back */
    int64_t from_nanoseconds;
    int64_t work_nanoseconds;   /* with anything else to do, or about to be given it */
    int64_t marked_nanoseconds; /* between the latest two marks; 0 where there were none */
  } SeidelEngineTimes;

/* Scalar slots of a context. A method numbers its own, from 0. Their values are doubles. */
#define SEIDEL_SCALARS 1024
  typedef int SeidelScalar;

  /* What a sweep measured, if it was asked to. The arrays are valid during the call only. */
  typedef struct
  {
    SeidelDirection direction;
    int32_t count;              /* levels or passes, as the strategy measures */
    const int64_t *nanoseconds; /* count: of each, the first one first */
    const int64_t *rows;        /* count: the rows that each renewed; NULL: those of the levels */
  } SeidelSweepReport;

  typedef void (*SeidelSweepReportFunc) (const SeidelSweepReport *report, void *data);

  typedef struct
  {
    uint32_t abi;                     /* SEIDEL_ENGINE_ABI */
    const char *id;                   /* "cpu" */
    const char *name;                 /* "CPU" */
    const char *sentence;             /* one line for people */
    int uses_threads;                 /* whether the host threads of the settings matter to it */
    const SeidelStrategy *strategies; /* sweep strategies; the first is the plain one */
    int n_strategies;
    uint32_t storages;    /* bit s: it can hold a matrix as SeidelStorage s; CSR always */
    uint32_t arithmetics; /* the SeidelArithmetic flags that it heeds */
    uint32_t factors;     /* bit k: it can make SeidelFactorsKind k; 0: direct methods do so */
    int most_threads;     /* of a SeidelShape: rows times threads, at most; 0: it has no shapes */
    /* Whether choose_strategy () chooses by the levels, so that it pays to find them for it. */
    int chooses_by_levels;

    /* The strategy expected to be fastest on this matrix: an index into strategies; why receives a
     * sentence. levels may be NULL when they are not known; threads as in the settings. */
    int (*choose_strategy) (const SeidelCsrView *matrix,
                            const SeidelLevelsView *levels,
                            int threads,
                            char *why,
                            size_t size);

    /* Whether it can be used here; when not, why receives a sentence (at most size bytes). */
    int (*available) (char *why, size_t size);

    /* --- memory and time ------------------------------------------------------------------- */
    /* Bytes that meeting a demand takes at its highest, about: of the engine's own memory, or
     * beside the matrix of the caller's where it has none. Any thread; allocates nothing. */
    double (*needed_bytes) (const SeidelEngineDemand *demand);
    /* Bytes of the engine's own memory; NULL where it takes the host's. 0 when they cannot be told.
     * Any thread. The first call may take as long as making a context. */
    int (*memory) (int64_t *free_bytes, int64_t *total_bytes);
    /* For an engine that goes on by itself while the host does other things, whose clock therefore
     * tells nothing; otherwise both are NULL. mark () notes the beginning of what is to be measured
     * (end being 0), then its end, without waiting. measure () waits until what was marked is over,
     * and fills all of times; after a failure it tells what was known before. */
    void (*mark) (SeidelContext *context, int end);
    void (*measure) (SeidelContext *context, SeidelEngineTimes *times);

    /* --- contexts ------------------------------------------------------------------------- */
    SeidelContext *(*context_new) (const SeidelContextSettings *settings, SeidelStatus *status);
    void (*context_free) (SeidelContext *context);
    const SeidelStatus *(*status) (SeidelContext *context); /* the sticky failure, or OK */
    void (*synchronize) (SeidelContext *context);           /* waits until all work is done */

    /* --- matrix and vectors; NULL (and the sticky status) on failure ------------------------ */
    /* Storage other than CSR offers products, and sweeps by the plain strategy alone. */
    SeidelSystem *(*system_new) (SeidelContext *context,
                                 const SeidelCsrView *matrix,
                                 SeidelStorage storage);
    void (*system_free) (SeidelContext *context, SeidelSystem *system);
    SeidelVector *(*vector_new) (SeidelContext *context, int64_t n); /* all zero */
    void (*vector_free) (SeidelContext *context, SeidelVector *vector);
    void (*vector_upload) (SeidelContext *context, SeidelVector *to, const double *from);
    void (*vector_download) (SeidelContext *context, double *to, const SeidelVector *from);

    /* --- scalars --------------------------------------------------------------------------- */
    void (*scalar_set) (SeidelContext *context, SeidelScalar out, double value);
    void (*scalar_divide) (SeidelContext *context,
                           SeidelScalar out,
                           SeidelScalar a,
                           SeidelScalar b);
    void (*scalar_multiply) (SeidelContext *context,
                             SeidelScalar out,
                             SeidelScalar a,
                             SeidelScalar b);
    void (*scalar_sqrt) (SeidelContext *context, SeidelScalar out, SeidelScalar a);
    void (*scalars_get) (SeidelContext *context,
                         SeidelScalar first,
                         int n,
                         double *values); /* waits */

    /* --- vectors: reductions are deterministic ----------------------------------------------- */
    void (*copy) (SeidelContext *context, SeidelVector *to, const SeidelVector *from);
    void (*fill) (SeidelContext *context, SeidelVector *y, double value);
    /* y ← alpha · y */
    void (*scale) (SeidelContext *context, SeidelVector *y, SeidelScalar alpha);
    /* y ← y + sign · alpha · x, sign being +1 or −1 */
    void (*axpy) (SeidelContext *context,
                  SeidelVector *y,
                  int sign,
                  SeidelScalar alpha,
                  const SeidelVector *x);
    /* y ← x + beta · y */
    void (*xpby) (SeidelContext *context,
                  SeidelVector *y,
                  const SeidelVector *x,
                  SeidelScalar beta);
    /* out ← x · y, summed in double */
    void (*dot) (SeidelContext *context,
                 SeidelScalar out,
                 const SeidelVector *x,
                 const SeidelVector *y);

    /* --- matrix products --------------------------------------------------------------------- */
    void (*multiply) (SeidelContext *context,
                      SeidelSystem *A,
                      const SeidelVector *x,
                      SeidelVector *y);
    /* y ← Aᵀ x. The first call may prepare the transpose. */
    void (*multiply_transposed) (SeidelContext *context,
                                 SeidelSystem *A,
                                 const SeidelVector *x,
                                 SeidelVector *y);
    /* y ← D x (power 1) or D⁻¹ x (power −1), D being the diagonal; y may be x. */
    void (*multiply_diagonal) (SeidelContext *context,
                               SeidelSystem *A,
                               int power,
                               const SeidelVector *x,
                               SeidelVector *y);
    /* y ← D⁻¹ x, out ← x · y; NULL where the engine does not fuse them. */
    void (*divide_diagonal_dot) (SeidelContext *context,
                                 SeidelSystem *A,
                                 const SeidelVector *x,
                                 SeidelVector *y,
                                 SeidelScalar out);
    /* r ← b − A x and out ← r · r */
    void (*residual) (SeidelContext *context,
                      SeidelSystem *A,
                      const SeidelVector *b,
                      const SeidelVector *x,
                      SeidelVector *r,
                      SeidelScalar out);
    /* y ← x + D⁻¹ (b − A x), the Jacobi step, and out ← ‖b − A x‖² of the incoming x */
    void (*jacobi) (SeidelContext *context,
                    SeidelSystem *A,
                    const SeidelVector *b,
                    const SeidelVector *x,
                    SeidelVector *y,
                    SeidelScalar out);

    /* --- fused forms; NULL where the engine has none: the wrapper then composes them -----------
     */
    /* y ← A x and out ← x · y */
    void (*multiply_dot) (SeidelContext *context,
                          SeidelSystem *A,
                          const SeidelVector *x,
                          SeidelVector *y,
                          SeidelScalar out);
    /* x ← x + alpha p, r ← r − alpha q, out ← r · r */
    void (*cg_update) (SeidelContext *context,
                       SeidelVector *x,
                       SeidelVector *r,
                       SeidelScalar alpha,
                       const SeidelVector *p,
                       const SeidelVector *q,
                       SeidelScalar out);
    /* Slots first … first + n − 1 ← x_k · y */
    void (*dots) (SeidelContext *context,
                  SeidelScalar first,
                  int n,
                  const SeidelVector *const *x,
                  const SeidelVector *y);
    /* y ← y + sign · Σ_k alpha_k x_k, alpha being the slots first … first + n − 1 */
    void (*axpys) (SeidelContext *context,
                   SeidelVector *y,
                   int sign,
                   SeidelScalar first,
                   int n,
                   const SeidelVector *const *x);

    /* The same, and out ← y · y. */
    void (*axpys_dot) (SeidelContext *context,
                       SeidelVector *y,
                       int sign,
                       SeidelScalar first,
                       int n,
                       const SeidelVector *const *x,
                       SeidelScalar out);
    /* y ← A x, out ← z · y, out + 1 ← y · y; z may be x. */
    void (*multiply_dots) (SeidelContext *context,
                           SeidelSystem *A,
                           const SeidelVector *x,
                           SeidelVector *y,
                           const SeidelVector *z,
                           SeidelScalar out);
    /* p ← r + beta (p − omega v) */
    void (*bicgstab_turn) (SeidelContext *context,
                           SeidelVector *p,
                           const SeidelVector *r,
                           SeidelScalar beta,
                           SeidelScalar omega,
                           const SeidelVector *v);
    /* x ← x + alpha p + omega s, r ← r − omega t, out ← r · r, out + 1 ← shadow · r; s may be r. */
    void (*bicgstab_update) (SeidelContext *context,
                             SeidelVector *x,
                             SeidelVector *r,
                             SeidelScalar alpha,
                             const SeidelVector *p,
                             SeidelScalar omega,
                             const SeidelVector *s,
                             const SeidelVector *t,
                             const SeidelVector *shadow,
                             SeidelScalar out);

    /* --- Gauss-Seidel sweeps --------------------------------------------------------------- */
    /* Plans sweeps of one direction. strategy indexes strategies; levels may be NULL unless that
     * strategy needs them, and is used during the call only. */
    SeidelSweep *(*sweep_new) (SeidelContext *context,
                               SeidelSystem *A,
                               int strategy,
                               SeidelDirection direction,
                               const SeidelLevelsView *levels);
    void (*sweep_free) (SeidelContext *context, SeidelSweep *sweep);
    /* x ← one exact sweep from x, in the row order of the direction: for each row i,
     * x_i ← (1 − ω) x_i + ω (b_i − Σ_{j≠i} a_ij x_j) / a_ii, which for ω = 1 is the sweep of
     * Gauss-Seidel and otherwise that of SOR. When report is not NULL and the strategy measures
     * something, it is called after the sweep. */
    void (*sweep) (SeidelContext *context,
                   SeidelSweep *sweep,
                   const SeidelVector *b,
                   SeidelVector *x,
                   double omega,
                   SeidelSweepReportFunc report,
                   void *report_data);

    /* --- fused sweeps; NULL where the engine has none: the wrappers compose them ---------------
     */
    /* x ← (D/ω + L)⁻¹ b, L being the entries that a row depends on in the order of the sweep: the
     * sweep above from x = 0, without reading the other triangle. b must not be x. */
    void (*solve_triangle) (SeidelContext *context,
                            SeidelSweep *sweep,
                            const SeidelVector *b,
                            SeidelVector *x,
                            double omega);
    /* Sweeps of one system after each other on the same b and the same x: a step is the forward
     * sweep, then the backward one, of those that are not NULL. Between the steps of a chain nobody
     * else writes to b and x, so that what one sweep learnt serves the next: each entry is read
     * once for every two sweeps of a symmetric step, and the residual costs no pass of its own. The
     * sweeps are borrowed. NULL, without a failure, where the engine has no chain of such ones. */
    SeidelChain *(*chain_new) (SeidelContext *context,
                               SeidelSystem *A,
                               SeidelSweep *forward,
                               SeidelSweep *backward,
                               double omega);
    void (*chain_free) (SeidelContext *context, SeidelChain *chain);
    /* One step, and out ← ‖b − A x‖² of the incoming x. */
    void (*chain_step) (SeidelContext *context,
                        SeidelChain *chain,
                        const SeidelVector *b,
                        SeidelVector *x,
                        SeidelScalar out,
                        SeidelSweepReportFunc report,
                        void *report_data);

    /* --- dense factors; NULL where the engine makes none ---------------------------------------
     */
    /* Factors a copy of the matrix in the context's precision; *nanoseconds without the time that
     * it took to bring it there. NULL where a column is left without a pivot, which *singular then
     * tells (otherwise −1), or on failure. */
    SeidelFactors *(*factors_new) (SeidelContext *context,
                                   const SeidelCsrView *matrix,
                                   SeidelFactorsKind kind,
                                   int64_t *singular,
                                   int64_t *nanoseconds);
    void (*factors_free) (SeidelContext *context, SeidelFactors *factors);
    /* x ← A⁻¹ x */
    void (*factors_solve) (SeidelContext *context, SeidelFactors *factors, SeidelVector *x);
  } SeidelEngine;

/* The one symbol a loadable engine exports: returns its table, or NULL when abi is not its own. */
#define SEIDEL_ENGINE_ENTRY_POINT "seidel_engine_entry"
  typedef const SeidelEngine *(*SeidelEngineEntry) (uint32_t abi);

#ifdef __cplusplus
}
#endif
