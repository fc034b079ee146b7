/* What the parts of the CPU engine share: its objects and the kernels made for each precision.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>

#include "engine/seidel-engine.h"

/* Work between two polls: some 0.1 ms of a sweep. */
#define SEIDEL_CPU_CHUNK_NONZEROS 65536
#define SEIDEL_CPU_CHUNK_ROWS     16384

/* Elements of one block of a sum over a vector. Blocks depend on the length alone, so that the bits
 * of a sum do not depend on the number of threads. */
#define SEIDEL_CPU_BLOCK 8192

struct SeidelContext
{
  SeidelContextSettings settings;
  SeidelStatus status;
  atomic_bool stopped; /* poll () said so; seen by all threads of a parallel region */
  double scalars[SEIDEL_SCALARS];
  double *partials; /* room for one sum per block or chunk */
  int64_t n_partials;
};

struct SeidelVector
{
  int64_t n;
  void *elements; /* float or double */
};

/* Rows as a sweep reads them: those of the system, or a copy of them in level order. */
typedef struct
{
  const int64_t *offsets;
  const int32_t *columns;
  const void *values;      /* of the context's precision */
  const int32_t *diagonal; /* where the diagonal entry stands within its row */
} SeidelCpuRows;

struct SeidelSystem
{
  SeidelCsrView matrix;
  const void *values; /* of the context's precision; the matrix's own in double */
  void *own_values;   /* the same when they had to be converted, or NULL */
  /* Rows cut so that each chunk has about SEIDEL_CPU_CHUNK_NONZEROS entries. */
  int64_t n_chunks;
  int64_t *chunk_rows; /* n_chunks + 1 */
  /* Where the diagonal entry stands within its row; NULL until a kernel needs it. */
  int32_t *diagonal;
};

/* Neighbouring levels that are run without a barrier in between. */
typedef struct
{
  int32_t first_level;
  int32_t end_level;
  bool parallel; /* one wide level for all threads; otherwise thin ones for the first */
} SeidelCpuSegment;

struct SeidelSweep
{
  SeidelSystem *system;
  SeidelDirection direction;
  /* Nothing below is set by the serial strategy. */
  int32_t n_levels;
  int32_t *rows; /* all rows by level, ascending within one */
  /* The entries copied into that order, so that each thread reads memory from front to back. Where
   * there is no room for it, stored points to the system's and the rows are looked up in it. */
  SeidelCpuRows stored;
  bool permuted;          /* stored is the sweep's own */
  int64_t *level_offsets; /* n_levels + 1, into rows */
  int32_t n_segments;
  SeidelCpuSegment *segments;
  void *old;            /* the incoming x where levels may not work in place, or NULL */
  int64_t *nanoseconds; /* n_levels, of the sweep that is measured */
};

/* The operations that touch numbers, once for float and once for double: see
 * seidel-cpu-kernels.inc.c and seidel-cpu-sweep.inc.c. Sums are returned in double. */
typedef struct
{
  void (*convert) (const double *from, void *to, int64_t n);
  void (*widen) (const void *from, double *to, int64_t n);
  void (*axpy) (SeidelContext *context, void *y, double alpha, const void *x, int64_t n);
  void (*xpby) (SeidelContext *context, void *y, const void *x, double beta, int64_t n);
  double (*dot) (SeidelContext *context, const void *x, const void *y, int64_t n);
  double (*cg_update) (SeidelContext *context,
                       void *x,
                       void *r,
                       double alpha,
                       const void *p,
                       const void *q,
                       int64_t n);
  void (*multiply) (SeidelContext *context, const SeidelSystem *A, const void *x, void *y);
  double (*multiply_dot) (SeidelContext *context, const SeidelSystem *A, const void *x, void *y);
  double (*residual) (SeidelContext *context,
                      const SeidelSystem *A,
                      const void *b,
                      const void *x,
                      void *r);
  double (
    *jacobi) (SeidelContext *context, const SeidelSystem *A, const void *b, const void *x, void *y);
  void (*permute) (SeidelContext *context,
                   const SeidelCpuRows *from,
                   const int32_t *order,
                   int64_t n_rows,
                   const int64_t *offsets,
                   int32_t *columns,
                   void *values,
                   int32_t *diagonal);
  void (*sweep_serial) (SeidelContext *context, SeidelSweep *sweep, const void *b, void *x);
  void (*sweep_levels) (SeidelContext *context,
                        SeidelSweep *sweep,
                        const void *b,
                        void *x,
                        int64_t *nanoseconds);
} SeidelCpuKernels;

extern const SeidelCpuKernels seidel_cpu_kernels_float;
extern const SeidelCpuKernels seidel_cpu_kernels_double;

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

/* Adds the first n partial sums, in order. */
double seidel_cpu_sum_partials (const SeidelContext *context, int64_t n);

/* A barrier for threads that meet some thousand times in a sweep: they spin, and give way only
 * when it takes long, because the cores may have been lent to somebody else. */
typedef struct
{
  int threads;
  atomic_int waiting;
  atomic_uint round;
} SeidelCpuBarrier;

void seidel_cpu_barrier_wait (SeidelCpuBarrier *barrier);
int64_t seidel_cpu_clock (void); /* nanoseconds, monotonic */
