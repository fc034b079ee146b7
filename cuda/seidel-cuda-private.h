/* What the parts of the CUDA engine share. C++17 kept C-like; no GLib, no GTK.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cuda_runtime.h>

#include "engine/seidel-engine.h"

/* Threads of a block, everywhere. */
#define SEIDEL_CUDA_BLOCK 256

/* Blocks of a reduction. A fixed number, each thread striding over the vector: the order of the
 * additions, and so the bits, depend on the length alone. */
#define SEIDEL_CUDA_REDUCE_BLOCKS 1024

struct SeidelContext
{
  SeidelContextSettings settings;
  SeidelStatus status;
  cudaStream_t stream;
  double *scalars;      /* SEIDEL_SCALARS on the device */
  double *host_scalars; /* pinned, for reading them */
  double *partials;     /* SEIDEL_CUDA_REDUCE_BLOCKS on the device */
  void *staging;        /* device room for converting transfers to single precision */
  size_t staging_bytes;
};

struct SeidelVector
{
  int64_t n;
  void *elements; /* on the device, float or double */
};

struct SeidelSystem
{
  int64_t rows;
  int64_t columns;
  int64_t nonzeros;
  int64_t *row_offsets; /* all on the device */
  int32_t *column_indices;
  void *values;       /* float or double */
  int64_t *diagonal;  /* index of each row's diagonal entry; NULL until a kernel needs it */
  SeidelCsrView host; /* the borrowed original */
  int lanes;          /* threads that share a row, a power of two up to 32 */
};

/* Keeps the first failure. Returns whether the call succeeded. */
bool seidel_cuda_check (SeidelContext *context, cudaError_t error, const char *what);
void
seidel_cuda_fail (SeidelContext *context, SeidelStatusCode code, int64_t row, const char *message);

static inline bool
seidel_cuda_ready (const SeidelContext *context)
{
  return context->status.code == SEIDEL_STATUS_OK;
}

/* Asks poll (), and makes the answer stick. Called between launches. */
bool seidel_cuda_stopped (SeidelContext *context);

/* Device memory, or NULL and the sticky status naming what was asked for and what is free. */
void *seidel_cuda_malloc (SeidelContext *context, size_t bytes);

/* The diagonal of the system, found once; a missing or zero one is the sticky failure. */
bool seidel_cuda_ensure_diagonal (SeidelContext *context, SeidelSystem *system);

static inline bool
seidel_cuda_is_single (const SeidelContext *context)
{
  return context->settings.precision == SEIDEL_PRECISION_SINGLE;
}

static inline size_t
seidel_cuda_real_size (const SeidelContext *context)
{
  return seidel_cuda_is_single (context) ? sizeof (float) : sizeof (double);
}

/* Blocks for n threads of work. */
static inline unsigned int
seidel_cuda_grid (int64_t n)
{
  return (unsigned int) ((n + SEIDEL_CUDA_BLOCK - 1) / SEIDEL_CUDA_BLOCK);
}

/* Adds the partial sums of a reduction in order, into a scalar slot. */
void seidel_cuda_finish_sum (SeidelContext *context, SeidelScalar out);

/* The operations of the table, by file: seidel-cuda-vector.cu … */
void seidel_cuda_scalar_set (SeidelContext *, SeidelScalar, double);
void seidel_cuda_scalar_divide (SeidelContext *, SeidelScalar, SeidelScalar, SeidelScalar);
void seidel_cuda_convert (SeidelContext *, void *to, const double *from, int64_t n);
void seidel_cuda_widen (SeidelContext *, double *to, const void *from, int64_t n);
void seidel_cuda_axpy (SeidelContext *, SeidelVector *, int, SeidelScalar, const SeidelVector *);
void seidel_cuda_xpby (SeidelContext *, SeidelVector *, const SeidelVector *, SeidelScalar);
void seidel_cuda_dot (SeidelContext *, SeidelScalar, const SeidelVector *, const SeidelVector *);
void seidel_cuda_cg_update (SeidelContext *,
                            SeidelVector *x,
                            SeidelVector *r,
                            SeidelScalar alpha,
                            const SeidelVector *p,
                            const SeidelVector *q,
                            SeidelScalar out);

/* … seidel-cuda-matrix.cu … */
void seidel_cuda_multiply (SeidelContext *, SeidelSystem *, const SeidelVector *, SeidelVector *);
void seidel_cuda_residual (SeidelContext *,
                           SeidelSystem *,
                           const SeidelVector *b,
                           const SeidelVector *x,
                           SeidelVector *r,
                           SeidelScalar out);
void seidel_cuda_jacobi (SeidelContext *,
                         SeidelSystem *,
                         const SeidelVector *b,
                         const SeidelVector *x,
                         SeidelVector *y,
                         SeidelScalar out);

/* … and seidel-cuda-sweep.cu. */
extern const SeidelStrategy seidel_cuda_strategies[];
extern const int seidel_cuda_n_strategies;
int
seidel_cuda_choose_strategy (const SeidelCsrView *, const SeidelLevelsView *, int, char *, size_t);
SeidelSweep *seidel_cuda_sweep_new (SeidelContext *,
                                    SeidelSystem *,
                                    int strategy,
                                    SeidelDirection,
                                    const SeidelLevelsView *);
void seidel_cuda_sweep_free (SeidelContext *, SeidelSweep *);
void seidel_cuda_sweep (SeidelContext *,
                        SeidelSweep *,
                        const SeidelVector *b,
                        SeidelVector *x,
                        double omega,
                        SeidelSweepReportFunc report,
                        void *report_data);
