/* cuBLAS as it is opened: the few functions that dense factors need, found by name.
 *
 * In a process's first run, loading the library and its kernels takes up to half a second, in calls
 * that cannot be interrupted. A separate thread does it; a wait for it can be stopped, and
 * what a stopped run leaves on its way is there for the next.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "device/seidel-cuda-context.h"

/* As in cuBLAS's header, which need not be installed. */
enum
{
  SEIDEL_CUDA_OP_N = 0,
  SEIDEL_CUDA_OP_T = 1,
  SEIDEL_CUDA_FILL_LOWER = 0,
  SEIDEL_CUDA_FILL_UPPER = 1,
  SEIDEL_CUDA_DIAG_NON_UNIT = 0,
  SEIDEL_CUDA_DIAG_UNIT = 1,
  SEIDEL_CUDA_SIDE_RIGHT = 1,
};

template <typename Real> struct SeidelCudaBlasFunctions
{
  int (*gemm) (void *handle,
               int transpose_a,
               int transpose_b,
               int m,
               int n,
               int k,
               const Real *alpha,
               const Real *a,
               int lda,
               const Real *b,
               int ldb,
               const Real *beta,
               Real *c,
               int ldc);
  int (*trsm) (void *handle,
               int side,
               int fill,
               int transpose,
               int diagonal,
               int m,
               int n,
               const Real *alpha,
               const Real *a,
               int lda,
               Real *b,
               int ldb);
  int (*trsv) (void *handle,
               int fill,
               int transpose,
               int diagonal,
               int n,
               const Real *a,
               int lda,
               Real *x,
               int step);
};

/* Never closed: another solve is likely, and closing it would have it load again. */
typedef struct
{
  int (*create) (void **handle);
  int (*destroy) (void *handle);
  int (*set_stream) (void *handle, cudaStream_t stream);
  SeidelCudaBlasFunctions<float> single;
  SeidelCudaBlasFunctions<double> twice;
} SeidelCudaBlasLibrary;

/* Begins to load it for the precision of the context, unless that was done; returns at once. */
void seidel_cuda_blas_begin_loading (SeidelContext *context);

/* Waits until it is loaded. NULL and the sticky status when the run was stopped, or else which
 * says why. */
const SeidelCudaBlasLibrary *seidel_cuda_blas_loaded (SeidelContext *context);
