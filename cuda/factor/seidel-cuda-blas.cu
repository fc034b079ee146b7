/* What dense factors have cuBLAS do.
 *
 * cuBLAS stores matrices column after column: a matrix stored row after row is its transpose there,
 * so that factors change places, and so do left and right, lower and upper.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>

#include "seidel-cuda-blas-library.h"
#include "seidel-cuda-blas.h"

struct SeidelCudaBlas
{
  const SeidelCudaBlasLibrary *library;
  void *handles[2];
};

static bool
check (SeidelContext *context, int status, const char *what)
{
  char message[120];

  if (status == 0)
    return true;
  snprintf (message, sizeof message, "cuBLAS failed in %s (status %d)", what, status);
  seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1, message);
  return false;
}

SeidelCudaBlas *
seidel_cuda_blas_new (SeidelContext *context, const cudaStream_t streams[2])
{
  SeidelCudaBlas *blas = (SeidelCudaBlas *) calloc (1, sizeof *blas);
  bool good;

  if (blas == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, "there is no memory left");
      return NULL;
    }
  blas->library = seidel_cuda_blas_loaded (context);
  good = blas->library != NULL;
  for (int i = 0; i < 2 && good; i++)
    good = check (context, blas->library->create (&blas->handles[i]), "starting")
           && check (context, blas->library->set_stream (blas->handles[i], streams[i]),
                     "setting a stream");
  if (good)
    return blas;
  seidel_cuda_blas_free (blas);
  return NULL;
}

void
seidel_cuda_blas_free (SeidelCudaBlas *blas)
{
  if (blas == NULL)
    return;
  for (int i = 0; i < 2; i++)
    if (blas->handles[i] != NULL)
      blas->library->destroy (blas->handles[i]);
  free (blas);
}

template <typename Real>
static bool
multiply (SeidelContext *context,
          const SeidelCudaBlasFunctions<Real> *functions,
          void *handle,
          bool subtracts,
          const SeidelCudaTable &A,
          const SeidelCudaTable &B,
          const SeidelCudaTable &C)
{
  const Real alpha = subtracts ? -1 : 1;
  const Real beta = subtracts ? 1 : 0;

  return check (context,
                functions->gemm (handle, SEIDEL_CUDA_OP_N, SEIDEL_CUDA_OP_N, (int) C.columns,
                                 (int) C.rows, (int) A.columns, &alpha, (const Real *) B.values,
                                 (int) B.stride, (const Real *) A.values, (int) A.stride, &beta,
                                 (Real *) C.values, (int) C.stride),
                "a product of matrices");
}

bool
seidel_cuda_blas_multiply (SeidelContext *context,
                           SeidelCudaBlas *blas,
                           int stream,
                           bool subtracts,
                           const SeidelCudaTable &A,
                           const SeidelCudaTable &B,
                           const SeidelCudaTable &C)
{
  void *handle = blas->handles[stream];

  if (!seidel_cuda_ready (context) || C.rows <= 0 || C.columns <= 0 || A.columns <= 0)
    return seidel_cuda_ready (context);
  if (seidel_cuda_is_single (context))
    return multiply (context, &blas->library->single, handle, subtracts, A, B, C);
  return multiply (context, &blas->library->twice, handle, subtracts, A, B, C);
}

template <typename Real>
static bool
solve (SeidelContext *context,
       const SeidelCudaBlasFunctions<Real> *functions,
       void *handle,
       bool lower,
       const SeidelCudaTable &triangle,
       const SeidelCudaTable &X)
{
  const Real one = 1;

  return check (context,
                functions->trsm (handle, SEIDEL_CUDA_SIDE_RIGHT,
                                 lower ? SEIDEL_CUDA_FILL_UPPER : SEIDEL_CUDA_FILL_LOWER,
                                 SEIDEL_CUDA_OP_N,
                                 lower ? SEIDEL_CUDA_DIAG_UNIT : SEIDEL_CUDA_DIAG_NON_UNIT,
                                 (int) X.columns, (int) X.rows, &one,
                                 (const Real *) triangle.values, (int) triangle.stride,
                                 (Real *) X.values, (int) X.stride),
                "solving with a triangle");
}

bool
seidel_cuda_blas_solve (SeidelContext *context,
                        SeidelCudaBlas *blas,
                        int stream,
                        bool lower,
                        const SeidelCudaTable &triangle,
                        const SeidelCudaTable &X)
{
  void *handle = blas->handles[stream];

  if (!seidel_cuda_ready (context) || X.rows <= 0 || X.columns <= 0)
    return seidel_cuda_ready (context);
  if (seidel_cuda_is_single (context))
    return solve (context, &blas->library->single, handle, lower, triangle, X);
  return solve (context, &blas->library->twice, handle, lower, triangle, X);
}

template <typename Real>
static int
solve_vector (const SeidelCudaBlasFunctions<Real> *functions,
              void *handle,
              bool lower,
              const SeidelCudaTable &triangle,
              void *x)
{
  return functions->trsv (handle, lower ? SEIDEL_CUDA_FILL_UPPER : SEIDEL_CUDA_FILL_LOWER,
                          SEIDEL_CUDA_OP_T,
                          lower ? SEIDEL_CUDA_DIAG_UNIT : SEIDEL_CUDA_DIAG_NON_UNIT,
                          (int) triangle.rows, (const Real *) triangle.values,
                          (int) triangle.stride, (Real *) x, 1);
}

bool
seidel_cuda_blas_solve_vector (SeidelContext *context,
                               SeidelCudaBlas *blas,
                               int stream,
                               bool lower,
                               const SeidelCudaTable &triangle,
                               void *x)
{
  void *handle = blas->handles[stream];

  return seidel_cuda_ready (context)
         && check (context,
                   seidel_cuda_is_single (context)
                     ? solve_vector (&blas->library->single, handle, lower, triangle, x)
                     : solve_vector (&blas->library->twice, handle, lower, triangle, x),
                   "solving with a triangle");
}
