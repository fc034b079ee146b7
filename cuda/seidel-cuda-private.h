/* What the parts of the CUDA engine share. C++17 kept C-like; no GLib, no GTK.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cuda_runtime.h>

#include "engine/seidel-engine.h"

/* Threads of a block, wherever nothing speaks for another number. */
#define SEIDEL_CUDA_BLOCK 256

/* Blocks of a reduction. A fixed number, each thread striding over the vector: the order of the
 * additions, and so the bits, depend on the length alone. */
#define SEIDEL_CUDA_REDUCE_BLOCKS 1024

/* Vectors that one launch of a fused operation takes; more are taken in groups. */
#define SEIDEL_CUDA_GROUP 8

/* How kernels that wait learn that the run should stop: the host sets asked, which a thread that
 * waits reads now and then; it then sets seen, which all of them read more often. */
typedef struct
{
  const int *asked; /* the host's memory, mapped */
  int *seen;        /* on the device */
} SeidelCudaHalt;

struct SeidelContext
{
  SeidelContextSettings settings;
  SeidelStatus status;
  cudaStream_t stream;
  int multiprocessors;
  double *scalars;      /* SEIDEL_SCALARS on the device, and one of the engine's own */
  double *host_scalars; /* pinned, for reading them */
  double *partials;     /* SEIDEL_CUDA_GROUP × SEIDEL_CUDA_REDUCE_BLOCKS on the device */
  void *staging;        /* device room for transfers that are converted on the way */
  size_t staging_bytes;
  int *stop; /* pinned and mapped: see SeidelCudaHalt */
  SeidelCudaHalt halt;
};

struct SeidelVector
{
  int64_t n;
  void *elements; /* on the device, float or double */
};

/* Passed to kernels by value; every pointer but those into host is on the device. */
struct SeidelSystem
{
  int64_t rows;
  int64_t columns;
  int64_t nonzeros;
  /* Where the rows start: one of the two, the narrow one where 32 bits suffice. */
  int32_t *narrow_offsets;
  int64_t *wide_offsets;
  int32_t *column_indices;
  void *values;            /* float or double */
  int32_t *diagonal;       /* where it stands within each row; NULL until a kernel needs it */
  int lanes;               /* threads that share a row in products, a power of two up to 32 */
  bool fused;              /* SEIDEL_ARITHMETIC_FUSED was asked for */
  SeidelCsrView host;      /* the borrowed original */
  SeidelSystem *transpose; /* NULL until a product needs it */
  /* As many numbers as rows: sweeps that do not work in place write here, and x takes it over. */
  void *spare;
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

/* Asks poll (), and makes the answer stick; kernels at work are told, too. Called between launches.
 */
bool seidel_cuda_stopped (SeidelContext *context);

/* Waits for all work, polling meanwhile. False after any failure, and when the run was stopped. */
bool seidel_cuda_wait (SeidelContext *context, const char *what);

/* Device memory, or NULL and the sticky status naming what was asked for and what is free. */
void *seidel_cuda_malloc (SeidelContext *context, size_t bytes);

/* Room for transfers that are converted on the way. */
bool seidel_cuda_reserve_staging (SeidelContext *context, size_t bytes);

/* Host doubles into device numbers of the context's precision. */
bool seidel_cuda_upload (SeidelContext *context, void *to, const double *from, int64_t n);

/* Elements of one transfer: small enough to poll between two of them. */
#define SEIDEL_CUDA_PIECE ((int64_t) 1 << 22)

/* A copy on the device of anything, or NULL. */
void *seidel_cuda_upload_bytes (SeidelContext *context, const void *from, size_t bytes);

/* The diagonal of the system, found once; a missing or zero one is the sticky failure. */
bool seidel_cuda_ensure_diagonal (SeidelContext *context, SeidelSystem *system);

/* The array that a sweep writes instead of x, made once. */
bool seidel_cuda_ensure_spare (SeidelContext *context, SeidelSystem *system);

SeidelSystem *
seidel_cuda_system_new (SeidelContext *context, const SeidelCsrView *matrix, SeidelStorage storage);
void seidel_cuda_system_free (SeidelContext *context, SeidelSystem *system);

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

/* Adds the partial sums of n reductions in order, into n scalar slots. */
void seidel_cuda_finish_sums (SeidelContext *context, SeidelScalar first, int n);

/* The operations of the table, by file: seidel-cuda-vector.cu … */
void seidel_cuda_scalar_set (SeidelContext *, SeidelScalar, double);
void seidel_cuda_scalar_divide (SeidelContext *, SeidelScalar, SeidelScalar, SeidelScalar);
void seidel_cuda_scalar_multiply (SeidelContext *, SeidelScalar, SeidelScalar, SeidelScalar);
void seidel_cuda_scalar_sqrt (SeidelContext *, SeidelScalar, SeidelScalar);
void seidel_cuda_convert (SeidelContext *, void *to, const double *from, int64_t n);
void seidel_cuda_widen (SeidelContext *, double *to, const void *from, int64_t n);
void seidel_cuda_narrow (SeidelContext *, int32_t *to, const int64_t *from, int64_t n);
void seidel_cuda_fill (SeidelContext *, SeidelVector *, double);
void seidel_cuda_scale (SeidelContext *, SeidelVector *, SeidelScalar);
void seidel_cuda_axpy (SeidelContext *, SeidelVector *, int, SeidelScalar, const SeidelVector *);
void seidel_cuda_xpby (SeidelContext *, SeidelVector *, const SeidelVector *, SeidelScalar);
void seidel_cuda_dot (SeidelContext *, SeidelScalar, const SeidelVector *, const SeidelVector *);
void seidel_cuda_dots (SeidelContext *,
                       SeidelScalar first,
                       int n,
                       const SeidelVector *const *x,
                       const SeidelVector *y);
void seidel_cuda_axpys (SeidelContext *,
                        SeidelVector *y,
                        int sign,
                        SeidelScalar first,
                        int n,
                        const SeidelVector *const *x);
void seidel_cuda_cg_update (SeidelContext *,
                            SeidelVector *x,
                            SeidelVector *r,
                            SeidelScalar alpha,
                            const SeidelVector *p,
                            const SeidelVector *q,
                            SeidelScalar out);

/* … seidel-cuda-matrix.cu … */
void seidel_cuda_multiply (SeidelContext *, SeidelSystem *, const SeidelVector *, SeidelVector *);
void seidel_cuda_multiply_transposed (SeidelContext *,
                                      SeidelSystem *,
                                      const SeidelVector *,
                                      SeidelVector *);
void seidel_cuda_multiply_diagonal (SeidelContext *,
                                    SeidelSystem *,
                                    int power,
                                    const SeidelVector *,
                                    SeidelVector *);
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
const SeidelStrategy *seidel_cuda_strategies (int *n_strategies);
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
void seidel_cuda_solve_triangle (SeidelContext *,
                                 SeidelSweep *,
                                 const SeidelVector *b,
                                 SeidelVector *x,
                                 double omega);
