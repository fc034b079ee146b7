/* The interface between methods and engines (CPU, CUDA).
 *
 * Plain C without GLib, so that a CUDA module can include it. An engine is a constant table of
 * functions; methods call them through the wrappers of engine/seidel-engine-use.h and are
 * independent of the engine they run on.
 *
 * Errors are sticky: the context keeps the first failure, every later operation returns without
 * effect, and a method checks once per iteration (seidel_session_failed ()). Methods stay as short
 * as their formulas, and an asynchronous engine may report a failure late.
 *
 * Scalars are stored in numbered slots of the context, so that an iteration can compute
 * α = ρ / (p·q) and use it without synchronising with the host. Only reading a slot waits.
 *
 * A context must be used by one thread at a time.
 *
 * Strategies of a sweep, by the members of SeidelStrategy:
 *
 *   strategy                      order of rows  stored as  waits by        x is in
 *   serial                        natural        CSR        nothing         memory
 *   levels (CPU)                  level          runs       barrier         memory
 *   levels (CUDA)                 level          CSR        launch          memory
 *   point-to-point                level          runs       flags           memory
 *   level-wait                    level          slices     flags           memory
 *   wait                          natural        CSR        flags           memory
 *   one-block                     level          slices     block barrier   shared memory
 *   strips                        strip, level   slices     flags           shared memory
 *   passes, ready-do, …           natural        CSR        repetition      memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>

#include "engine/seidel-engine-types.h"

#ifdef __cplusplus
extern "C"
{
#endif

/* Incremented whenever this header or that of its types changes; a module built against another
 * version is rejected. */
#define SEIDEL_ENGINE_ABI 30

  /* Multigrid's levels, where an engine makes them: engine/seidel-coarsening.h. */
  typedef struct SeidelCoarseningOperations SeidelCoarseningOperations;
  /* Sparse factors by a library that an engine opens: engine/seidel-sparse-operations.h. */
  typedef struct SeidelSparseOperations SeidelSparseOperations;

  /* Work in single precision within a run in double: engine/seidel-narrowing.h. */
  typedef struct SeidelNarrowingOperations SeidelNarrowingOperations;

  /* Several operations in one pass over memory. A member may be NULL: the wrapper of the same name
   * in engine/seidel-engine-use.h then composes it of operations of the engine. */
  typedef struct
  {
    /* y ← A x, out ← x · y */
    void (*multiply_dot) (SeidelContext *context,
                          SeidelOperator *A,
                          const SeidelVector *x,
                          SeidelVector *y,
                          SeidelScalar out);
    /* y ← A x, out ← z · y, out + 1 ← y · y; z may be x. */
    void (*multiply_dots) (SeidelContext *context,
                           SeidelOperator *A,
                           const SeidelVector *x,
                           SeidelVector *y,
                           const SeidelVector *z,
                           SeidelScalar out);
    /* y ← y + A x; x, y and room, which may be used, differ. */
    void (*multiply_add) (SeidelContext *context,
                          SeidelOperator *A,
                          const SeidelVector *x,
                          SeidelVector *y,
                          SeidelVector *room);
    /* r ← b − A x; r may be b, but not x. */
    void (*difference) (SeidelContext *context,
                        SeidelOperator *A,
                        const SeidelVector *b,
                        const SeidelVector *x,
                        SeidelVector *r);
    /* x ← x + factor D⁻¹ (b − A x), or, from_zero, factor D⁻¹ b, whatever x contains; b, x and
     * room differ. */
    void (*jacobi_step) (SeidelContext *context,
                         SeidelOperator *A,
                         const SeidelVector *b,
                         SeidelVector *x,
                         SeidelScalar factor,
                         bool from_zero,
                         SeidelVector *room);
    /* y ← D⁻¹ x, out ← x · y */
    void (*divide_diagonal_dot) (SeidelContext *context,
                                 SeidelOperator *A,
                                 const SeidelVector *x,
                                 SeidelVector *y,
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
    /* The same, and out ← y · y */
    void (*axpys_dot) (SeidelContext *context,
                       SeidelVector *y,
                       int sign,
                       SeidelScalar first,
                       int n,
                       const SeidelVector *const *x,
                       SeidelScalar out);
    /* x ← x + alpha p, r ← r − alpha q, out ← r · r */
    void (*cg_update) (SeidelContext *context,
                       SeidelVector *x,
                       SeidelVector *r,
                       SeidelScalar alpha,
                       const SeidelVector *p,
                       const SeidelVector *q,
                       SeidelScalar out);
    /* alpha ← rho / pq as scalars.divide_positive, then the same */
    void (*cg_step) (SeidelContext *context,
                     SeidelVector *x,
                     SeidelVector *r,
                     SeidelScalar alpha,
                     SeidelScalar rho,
                     SeidelScalar pq,
                     const SeidelVector *p,
                     const SeidelVector *q,
                     SeidelScalar out);
    /* beta ← a / b, y ← x + beta y */
    void (*divide_xpby) (SeidelContext *context,
                         SeidelVector *y,
                         const SeidelVector *x,
                         SeidelScalar beta,
                         SeidelScalar a,
                         SeidelScalar b);
    /* p ← r + beta (p − omega v) */
    void (*bicgstab_direction) (SeidelContext *context,
                                SeidelVector *p,
                                const SeidelVector *r,
                                SeidelScalar beta,
                                SeidelScalar omega,
                                const SeidelVector *v);
    /* x ← x + alpha p + omega s, r ← r − omega t, out ← r · r, out + 1 ← shadow · r; s may be
     * r. */
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
    /* x ← (D/ω + L)⁻¹ b, L being the entries that a row depends on in the direction of the
     * sweep: a sweep from x = 0 that does not read the other triangle. b must not be x. Reports as
     * a sweep does. */
    void (*solve_triangle) (SeidelContext *context,
                            SeidelSweep *sweep,
                            const SeidelVector *b,
                            SeidelVector *x,
                            double omega,
                            SeidelSweepReportFunc report,
                            void *report_data);
    /* z ← (D/ω + U)⁻¹ D (D/ω + L)⁻¹ r, by a sweep of each direction: that of U and that of L, both
     * with the diagonal D, which is that of A. room takes what is between; r, room and z differ.
     * reports: by direction, each as a sweep's. */
    void (*solve_triangles) (SeidelContext *context,
                             SeidelOperator *A,
                             SeidelSweep *const sweeps[2],
                             double omega,
                             const SeidelVector *r,
                             SeidelVector *room,
                             SeidelVector *z,
                             const SeidelSweepReportFunc reports[2],
                             void *report_data);
    /* x_i ← b_i / a_ii − Σ a_ij x_j, over the same entries: solves with a triangle whose rows were
     * divided by their diagonal entries, which stand undivided. No division waits for the row
     * before. b must not be x; CSR only. Reports as a sweep does. */
    void (*solve_scaled_triangle) (SeidelContext *context,
                                   SeidelSweep *sweep,
                                   const SeidelVector *b,
                                   SeidelVector *x,
                                   SeidelSweepReportFunc report,
                                   void *report_data);
  } SeidelFusedOperations;

  /* The table of an engine. What it may leave NULL is grouped: device, ahead, relaxations,
   * factors, incomplete, library and lent as a whole (all members or none), coarsening, sparse and
   * narrowing. Everything else is required, but for expect () and explain_sweep ().
   *
   * Functions that create an object return NULL on failure and set the status of the context. */
  typedef struct
  {
    uint32_t abi;         /* SEIDEL_ENGINE_ABI */
    const char *id;       /* "cpu" */
    const char *name;     /* "CPU" */
    const char *sentence; /* one line for users */

    const SeidelStrategy *strategies; /* of sweeps; the first is the default of all storages */
    int n_strategies;
    uint32_t storages;      /* bit s: supports SeidelStorage s; CSR always */
    uint32_t arithmetics;   /* supported SeidelArithmetic flags */
    int max_shape_threads;  /* limit of rows × threads of a SeidelShape; 0: no shapes */
    bool uses_threads;      /* uses the host threads of the settings */
    bool chooses_by_levels; /* choose_strategy () uses levels: worth computing them for it */

    /* False when the engine cannot be used on this machine; why then receives a sentence. */
    bool (*available) (char *why, size_t size);

    /* The strategy expected to be fastest: an index into strategies, never a demonstration. why
     * receives the reason, a clause. levels and forecast may be NULL; threads as in the settings.
     */
    int (*choose_strategy) (const SeidelCsrView *matrix,
                            const SeidelLevelsView *levels,
                            int threads,
                            char *why,
                            size_t size,
                            SeidelSweepForecast *forecast);

    /* What the parts of a run are expected to take on this device; levels: of a sweep, 0 if they
     * are not known or there is none. Thread-safe; does not wake a device that sleeps. Optional. */
    void (*expect) (const SeidelEngineDemand *demand,
                    int threads,
                    int32_t levels,
                    SeidelEngineCosts *costs);

    /* What a sweep has found out by timing its first runs, from which it goes on: a clause. False
     * while it has found nothing. Optional: for engines that do so. */
    bool (*explain_sweep) (const SeidelSweep *sweep, char *why, size_t size);

    /* An estimate of the peak memory in bytes: device memory, or host memory in addition to the
     * caller's matrix. Thread-safe; allocates nothing. */
    double (*needed_bytes) (const SeidelEngineDemand *demand);

    /* An engine with memory and a clock of its own. Optional: NULL where operations run
     * synchronously in host memory. */
    struct
    {
      /* How many there are; they are numbered from 0. Thread-safe. */
      int (*count) (void);
      /* False, and both 0, when the sizes are unknown. Thread-safe. The first call may take as
       * long as creating a context. */
      bool (*memory) (int device, int64_t *free_bytes, int64_t *total_bytes);
      /* For asynchronous engines, where host timers are meaningless. mark () records the start or
       * the end of an interval without waiting; measure () waits for the end and fills all of
       * times; after a failure it returns what was known before. */
      void (*mark) (SeidelContext *context, bool end);
      void (*measure) (SeidelContext *context, SeidelEngineTimes *times);
      /* The profile since the context was created, in the order of the first calls: fills at most
       * so many rows and returns their number, 0 without the setting. Waits. */
      int (*kernels) (SeidelContext *context, SeidelKernelTimes *kernels, int most);
      /* False, and both 0, when it is unknown. Thread-safe; as memory (). */
      bool (*capacity) (int device, SeidelDeviceCapacity *capacity);
      /* The part of the last moments in which it was at work for any program, 0 … 1; NaN when it is
       * not known. Thread-safe; does not wake it. */
      double (*load) (int device);
      /* Whether there was a context in this process: the next one takes no time to start.
       * Thread-safe. */
      bool (*awake) (void);
    } device;

    struct
    {
      SeidelContext *(*create) (const SeidelContextSettings *settings, SeidelStatus *status);
      void (*free) (SeidelContext *context);
      const SeidelStatus *(*status) (SeidelContext *context); /* the sticky failure, or OK */
      void (*synchronize) (SeidelContext *context);           /* waits for all pending work */
      /* Those of the context's precision; the table is valid as long as the engine. */
      const SeidelFusedOperations *(*fused) (SeidelContext *context);
    } contexts;

    struct
    {
      /* Storages other than CSR support products, and sweeps by the first strategy only. */
      SeidelOperator *(*create) (SeidelContext *context,
                                 const SeidelCsrView *matrix,
                                 SeidelStorage storage);
      void (*free) (SeidelContext *context, SeidelOperator *A);
    } operators;

    /* Slots of the context; out may equal an argument. */
    struct
    {
      void (*set) (SeidelContext *context, SeidelScalar out, double value);
      void (*divide) (SeidelContext *context, SeidelScalar out, SeidelScalar a, SeidelScalar b);
      /* The same, but 0 where a or b is zero or negative: a step by it leaves everything as it is,
       * so that the host need not look at them first. */
      void (*divide_positive) (SeidelContext *context,
                               SeidelScalar out,
                               SeidelScalar a,
                               SeidelScalar b);
      void (*multiply) (SeidelContext *context, SeidelScalar out, SeidelScalar a, SeidelScalar b);
      void (*sqrt) (SeidelContext *context, SeidelScalar out, SeidelScalar a);
      /* Reads n slots from first on; waits for them. */
      void (*get) (SeidelContext *context, SeidelScalar first, int n, double *values);
    } scalars;

    /* Reading slots in two steps, for engines that work while the host goes on: note () leaves a
     * mark behind the work so far, and fetch () waits for that mark only, not for what came later,
     * which must not write to the slots that count. Optional. */
    struct
    {
      void (*note) (SeidelContext *context);
      void (*fetch) (SeidelContext *context, SeidelScalar first, int n, double *values);
    } ahead;

    /* Reductions are deterministic: the same bits for any number of threads. */
    struct
    {
      SeidelVector *(*create) (SeidelContext *context, int64_t n); /* all zero */
      void (*free) (SeidelContext *context, SeidelVector *vector);
      void (*upload) (SeidelContext *context, SeidelVector *to, const double *from);
      void (*download) (SeidelContext *context, double *to, const SeidelVector *from);
      void (*copy) (SeidelContext *context, SeidelVector *to, const SeidelVector *from);
      void (*fill) (SeidelContext *context, SeidelVector *y, double value);
      /* y ← alpha y */
      void (*scale) (SeidelContext *context, SeidelVector *y, SeidelScalar alpha);
      /* y ← y + sign · alpha x, sign = ±1 */
      void (*axpy) (SeidelContext *context,
                    SeidelVector *y,
                    int sign,
                    SeidelScalar alpha,
                    const SeidelVector *x);
      /* y ← x + beta y */
      void (*xpby) (SeidelContext *context,
                    SeidelVector *y,
                    const SeidelVector *x,
                    SeidelScalar beta);
      /* out ← x · y, accumulated in double */
      void (*dot) (SeidelContext *context,
                   SeidelScalar out,
                   const SeidelVector *x,
                   const SeidelVector *y);
    } vectors;

    struct
    {
      /* y ← A x */
      void (*multiply) (SeidelContext *context,
                        SeidelOperator *A,
                        const SeidelVector *x,
                        SeidelVector *y);
      /* y ← Aᵀ x; the first call may build the transpose. */
      void (*multiply_transposed) (SeidelContext *context,
                                   SeidelOperator *A,
                                   const SeidelVector *x,
                                   SeidelVector *y);
      /* y ← D x (power 1) or D⁻¹ x (power −1), D being the diagonal of A; y may be x. */
      void (*multiply_diagonal) (SeidelContext *context,
                                 SeidelOperator *A,
                                 int power,
                                 const SeidelVector *x,
                                 SeidelVector *y);
      /* r ← b − A x, out ← r · r */
      void (*residual) (SeidelContext *context,
                        SeidelOperator *A,
                        const SeidelVector *b,
                        const SeidelVector *x,
                        SeidelVector *r,
                        SeidelScalar out);
      /* y ← x + D⁻¹ (b − A x), the Jacobi step; out ← ‖b − A x‖² of the incoming x */
      void (*jacobi) (SeidelContext *context,
                      SeidelOperator *A,
                      const SeidelVector *b,
                      const SeidelVector *x,
                      SeidelVector *y,
                      SeidelScalar out);
    } products;

    /* Gauss-Seidel and SOR sweeps */
    struct
    {
      /* Plans sweeps of one direction. strategy indexes strategies. levels may be NULL unless the
       * strategy needs_levels; it is used during the call only. */
      SeidelSweep *(*create) (SeidelContext *context,
                              SeidelOperator *A,
                              int strategy,
                              SeidelDirection direction,
                              const SeidelLevelsView *levels);
      void (*free) (SeidelContext *context, SeidelSweep *sweep);
      /* What this sweep can measure: what its strategy measures, or nothing where the plan turned
       * out to be another one. */
      SeidelMeasures (*measures) (const SeidelSweep *sweep);
      /* One sweep over x in the row order of the direction: for each row i,
       * x_i ← (1 − ω) x_i + ω (b_i − Σ_{j≠i} a_ij x_j) / a_ii; ω = 1 is Gauss-Seidel, other ω are
       * SOR. If report is not NULL and the sweep measures something, it is called once. */
      void (*run) (SeidelContext *context,
                   SeidelSweep *sweep,
                   const SeidelVector *b,
                   SeidelVector *x,
                   double omega,
                   SeidelSweepReportFunc report,
                   void *report_data);
    } sweeps;

    /* Repeated sweeps on the same b and x that reuse the row sums of the previous sweep: each entry
     * is read once for every two sweeps of a symmetric step, and the residual costs no pass of its
     * own. Optional; the fallback is products.residual followed by sweeps.run. */
    struct
    {
      /* A step is the forward sweep, then the backward one, of those that are not NULL; both are
       * borrowed. Between steps nobody else may write to b or x. NULL without a failure when the
       * strategy of the sweeps does not support it. */
      SeidelRelaxation *(*create) (SeidelContext *context,
                                   SeidelOperator *A,
                                   SeidelSweep *forward,
                                   SeidelSweep *backward,
                                   double omega);
      void (*free) (SeidelContext *context, SeidelRelaxation *relaxation);
      /* One step, and out ← ‖b − A x‖² of the incoming x. */
      void (*step) (SeidelContext *context,
                    SeidelRelaxation *relaxation,
                    const SeidelVector *b,
                    SeidelVector *x,
                    SeidelScalar out,
                    SeidelSweepReportFunc report,
                    void *report_data);
      /* The next step is a first one again: b or x are others. */
      void (*restart) (SeidelContext *context, SeidelRelaxation *relaxation);
    } relaxations;

    /* Dense factorisations. Optional: without them the direct methods run on the host. */
    struct
    {
      uint32_t kinds; /* bit k: supports SeidelFactorsKind k */
      /* Factors a copy of the matrix in the context's precision. *nanoseconds receives the time
       * without the transfer. NULL on failure, or when the matrix is singular: *singular is then
       * the column without a pivot, otherwise −1. */
      SeidelFactors *(*create) (SeidelContext *context,
                                const SeidelCsrView *matrix,
                                SeidelFactorsKind kind,
                                int64_t *singular,
                                int64_t *nanoseconds);
      void (*free) (SeidelContext *context, SeidelFactors *factors);
      /* x ← A⁻¹ x */
      void (*solve) (SeidelContext *context, SeidelFactors *factors, SeidelVector *x);
    } factors;

    /* Incomplete factorisations. Optional: without them the host factorises. */
    struct
    {
      /* A matrix in rows with the pattern of A that holds L, D and U: its sweeps solve with both
       * triangles. Computed in double, each row by the operations of the host and in their order,
       * so that a context in double holds the host's bits. Every row of A has its diagonal entry.
       * SEIDEL_INCOMPLETE_CHOLESKY reads the lower triangle of a matrix of symmetric pattern and
       * factorises A + shift · diag (A); shift is 0 otherwise. levels are those of the forward
       * sweep, or NULL. NULL after a failure. Free it like any operator, before A. The engine may
       * still be at work on it when this returns: until finish () nothing can be done with it but
       * planning its sweeps, which is done meanwhile. */
      SeidelOperator *(*create) (SeidelContext *context,
                                 SeidelOperator *A,
                                 SeidelIncompleteKind kind,
                                 double shift,
                                 const SeidelLevelsView *levels);
      /* Waits until the factors are complete; false after a failure, or when a pivot is bad: they
       * are of no use then. bad->row is −1 where none is. */
      bool (*finish) (SeidelContext *context, SeidelOperator *factors, SeidelBadPivot *bad);
    } incomplete;

    /* NULL: levels of multigrid are made on the host. */
    const SeidelCoarseningOperations *coarsening;

    /* NULL: it makes no sparse factors. */
    const SeidelSparseOperations *sparse;

    /* NULL: a run has one precision. */
    const SeidelNarrowingOperations *narrowing;

    /* Preconditioners and direct solvers of the library that the engine is made with: the rows of
     * the tables of methods and preconditioners that name it. Optional. */
    struct
    {
      /* Prepares that of a row, by its id. NULL after a failure, or when the library cannot do it
       * for this matrix: why then receives a clause. */
      SeidelLibrarySolver *(*create) (SeidelContext *context,
                                      SeidelOperator *A,
                                      const char *id,
                                      char *why,
                                      size_t size);
      void (*free) (SeidelContext *context, SeidelLibrarySolver *solver);
      /* z ← M⁻¹ r, or M⁻ᵀ r; of a direct solver M is A. r must not be z. */
      void (*apply) (SeidelContext *context,
                     SeidelLibrarySolver *solver,
                     bool transposed,
                     const SeidelVector *r,
                     SeidelVector *z);
    } library;

    /* Memory of the caller that is where the engine's is, such as arrays on a device. Optional: an
     * engine that has none of its own needs no such thing. */
    struct
    {
      /* Copies from there to the host, behind what the caller's stream has to do so far. False
       * with a sentence where it is no memory of the device. From now on the thread works with the
       * device of that memory. */
      bool (
        *fetch) (void *to, const void *from, size_t bytes, void *stream, char *why, size_t size);
      /* As operators.create in rows, but columns and values, if they are of the context's
       * precision, are read where they are; host is the same matrix. */
      SeidelOperator *(*create_operator) (SeidelContext *context,
                                          const SeidelCsrView *host,
                                          const SeidelLentArrays *arrays);
      /* A vector without elements, for vectors.free. */
      SeidelVector *(*create_vector) (SeidelContext *context, int64_t n);
      /* Has it stand for n numbers of the context's precision, until it is settled: only then are
       * results sure to be there. swept: it is the x of sweeps of one operator, and of nothing
       * else. */
      void (*lend) (SeidelContext *context, SeidelVector *vector, void *elements, bool swept);
      void (*settle) (SeidelContext *context, SeidelVector *vector);
      /* Between the two everything happens as if it were in that stream. */
      void (*enter) (SeidelContext *context, void *stream);
      void (*leave) (SeidelContext *context);
    } lent;
  } SeidelEngine;

/* The one symbol that a loadable engine exports: returns its table, or NULL when abi differs from
 * its own. The translator, or NULL, is that of the process (base/seidel-translatable.h). */
#define SEIDEL_ENGINE_ENTRY_POINT "seidel_engine_entry"
  typedef const SeidelEngine *(*SeidelEngineEntry) (uint32_t abi, SeidelTranslator translator);

#ifdef __cplusplus
}
#endif
