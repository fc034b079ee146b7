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
          int64_t rows,
          int64_t columns,
          int64_t inner,
          double alpha,
          const void *a,
          int64_t a_stride,
          const void *b,
          int64_t b_stride,
          double beta,
          void *c,
          int64_t c_stride)
{
  const Real alpha_real = (Real) alpha;
  const Real beta_real = (Real) beta;

  return check (context,
                functions->gemm (handle, SEIDEL_CUDA_OP_N, SEIDEL_CUDA_OP_N, (int) columns,
                                 (int) rows, (int) inner, &alpha_real, (const Real *) b,
                                 (int) b_stride, (const Real *) a, (int) a_stride, &beta_real,
                                 (Real *) c, (int) c_stride),
                "a product of matrices");
}

bool
seidel_cuda_blas_multiply (SeidelContext *context,
                           SeidelCudaBlas *blas,
                           int stream,
                           int64_t rows,
                           int64_t columns,
                           int64_t inner,
                           double alpha,
                           const void *a,
                           int64_t a_stride,
                           const void *b,
                           int64_t b_stride,
                           double beta,
                           void *c,
                           int64_t c_stride)
{
  if (!seidel_cuda_ready (context) || rows <= 0 || columns <= 0 || inner <= 0)
    return seidel_cuda_ready (context);
  if (seidel_cuda_is_single (context))
    return multiply (context, &blas->library->single, blas->handles[stream], rows, columns, inner,
                     alpha, a, a_stride, b, b_stride, beta, c, c_stride);
  return multiply (context, &blas->library->twice, blas->handles[stream], rows, columns, inner,
                   alpha, a, a_stride, b, b_stride, beta, c, c_stride);
}

template <typename Real>
static bool
solve (SeidelContext *context,
       const SeidelCudaBlasFunctions<Real> *functions,
       void *handle,
       bool lower,
       int64_t rows,
       int64_t columns,
       const void *triangle,
       int64_t stride,
       void *x,
       int64_t x_stride)
{
  const Real one = 1;

  return check (context,
                functions->trsm (handle, SEIDEL_CUDA_SIDE_RIGHT,
                                 lower ? SEIDEL_CUDA_FILL_UPPER : SEIDEL_CUDA_FILL_LOWER,
                                 SEIDEL_CUDA_OP_N,
                                 lower ? SEIDEL_CUDA_DIAG_UNIT : SEIDEL_CUDA_DIAG_NON_UNIT,
                                 (int) columns, (int) rows, &one, (const Real *) triangle,
                                 (int) stride, (Real *) x, (int) x_stride),
                "solving with a triangle");
}

bool
seidel_cuda_blas_solve (SeidelContext *context,
                        SeidelCudaBlas *blas,
                        int stream,
                        bool lower,
                        int64_t rows,
                        int64_t columns,
                        const void *triangle,
                        int64_t stride,
                        void *x,
                        int64_t x_stride)
{
  if (!seidel_cuda_ready (context) || rows <= 0 || columns <= 0)
    return seidel_cuda_ready (context);
  if (seidel_cuda_is_single (context))
    return solve (context, &blas->library->single, blas->handles[stream], lower, rows, columns,
                  triangle, stride, x, x_stride);
  return solve (context, &blas->library->twice, blas->handles[stream], lower, rows, columns,
                triangle, stride, x, x_stride);
}

bool
seidel_cuda_blas_solve_vector (SeidelContext *context,
                               SeidelCudaBlas *blas,
                               int stream,
                               bool lower,
                               int64_t rows,
                               const void *triangle,
                               int64_t stride,
                               void *x)
{
  const int fill = lower ? SEIDEL_CUDA_FILL_UPPER : SEIDEL_CUDA_FILL_LOWER;
  const int diagonal = lower ? SEIDEL_CUDA_DIAG_UNIT : SEIDEL_CUDA_DIAG_NON_UNIT;
  int status;

  if (!seidel_cuda_ready (context))
    return false;
  if (seidel_cuda_is_single (context))
    status = blas->library->single.trsv (blas->handles[stream], fill, SEIDEL_CUDA_OP_T, diagonal,
                                         (int) rows, (const float *) triangle, (int) stride,
                                         (float *) x, 1);
  else
    status = blas->library->twice.trsv (blas->handles[stream], fill, SEIDEL_CUDA_OP_T, diagonal,
                                        (int) rows, (const double *) triangle, (int) stride,
                                        (double *) x, 1);
  return check (context, status, "solving with a triangle");
}
