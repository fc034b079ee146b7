/* The few functions of cuBLAS that dense factors need, found by name.
 *
 * cuBLAS stores matrices column after column: a matrix stored row after row is its transpose there,
 * so that factors change places, and so do left and right, lower and upper.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include "seidel-cuda-blas.h"

/* As in its header, which need not be installed. */
enum
{
  OP_N = 0,
  OP_T = 1,
  FILL_LOWER = 0,
  FILL_UPPER = 1,
  DIAG_NON_UNIT = 0,
  DIAG_UNIT = 1,
  SIDE_RIGHT = 1,
};

template <typename Real> struct Functions
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

struct SeidelCudaBlas
{
  void *library;
  int (*create) (void **handle);
  int (*destroy) (void *handle);
  int (*set_stream) (void *handle, cudaStream_t stream);
  Functions<float> single;
  Functions<double> twice;
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

static bool
find_functions (SeidelContext *context, SeidelCudaBlas *blas)
{
  const struct
  {
    const char *name;
    void *place;
  } wanted[] = {
    { "cublasCreate_v2", &blas->create },        { "cublasDestroy_v2", &blas->destroy },
    { "cublasSetStream_v2", &blas->set_stream }, { "cublasSgemm_v2", &blas->single.gemm },
    { "cublasStrsm_v2", &blas->single.trsm },    { "cublasStrsv_v2", &blas->single.trsv },
    { "cublasDgemm_v2", &blas->twice.gemm },     { "cublasDtrsm_v2", &blas->twice.trsm },
    { "cublasDtrsv_v2", &blas->twice.trsv },
  };
  char message[200];

  snprintf (message, sizeof message, "libcublas.so.%d", CUDART_VERSION / 1000);
  blas->library = dlopen (message, RTLD_NOW | RTLD_LOCAL);
  if (blas->library == NULL)
    {
      snprintf (message, sizeof message, "dense factors need cuBLAS, which could not be opened: %s",
                dlerror ());
      seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1, message);
      return false;
    }
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
    {
      *(void **) wanted[i].place = dlsym (blas->library, wanted[i].name);
      if (*(void **) wanted[i].place != NULL)
        continue;
      snprintf (message, sizeof message, "cuBLAS has no %s", wanted[i].name);
      seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1, message);
      return false;
    }
  return true;
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
  good = find_functions (context, blas);
  for (int i = 0; i < 2 && good; i++)
    good = check (context, blas->create (&blas->handles[i]), "starting")
           && check (context, blas->set_stream (blas->handles[i], streams[i]), "setting a stream");
  if (good)
    return blas;
  seidel_cuda_blas_free (blas);
  return NULL;
}

/* The library stays open: another solve is likely, and closing it would have it load again. */
void
seidel_cuda_blas_free (SeidelCudaBlas *blas)
{
  if (blas == NULL)
    return;
  for (int i = 0; i < 2; i++)
    if (blas->handles[i] != NULL)
      blas->destroy (blas->handles[i]);
  free (blas);
}

template <typename Real>
static bool
multiply (SeidelContext *context,
          const Functions<Real> *functions,
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
                functions->gemm (handle, OP_N, OP_N, (int) columns, (int) rows, (int) inner,
                                 &alpha_real, (const Real *) b, (int) b_stride, (const Real *) a,
                                 (int) a_stride, &beta_real, (Real *) c, (int) c_stride),
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
    return multiply (context, &blas->single, blas->handles[stream], rows, columns, inner, alpha, a,
                     a_stride, b, b_stride, beta, c, c_stride);
  return multiply (context, &blas->twice, blas->handles[stream], rows, columns, inner, alpha, a,
                   a_stride, b, b_stride, beta, c, c_stride);
}

template <typename Real>
static bool
solve (SeidelContext *context,
       const Functions<Real> *functions,
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
                functions->trsm (handle, SIDE_RIGHT, lower ? FILL_UPPER : FILL_LOWER, OP_N,
                                 lower ? DIAG_UNIT : DIAG_NON_UNIT, (int) columns, (int) rows, &one,
                                 (const Real *) triangle, (int) stride, (Real *) x, (int) x_stride),
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
    return solve (context, &blas->single, blas->handles[stream], lower, rows, columns, triangle,
                  stride, x, x_stride);
  return solve (context, &blas->twice, blas->handles[stream], lower, rows, columns, triangle,
                stride, x, x_stride);
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
  const int fill = lower ? FILL_UPPER : FILL_LOWER;
  const int diagonal = lower ? DIAG_UNIT : DIAG_NON_UNIT;
  int status;

  if (!seidel_cuda_ready (context))
    return false;
  if (seidel_cuda_is_single (context))
    status = blas->single.trsv (blas->handles[stream], fill, OP_T, diagonal, (int) rows,
                                (const float *) triangle, (int) stride, (float *) x, 1);
  else
    status = blas->twice.trsv (blas->handles[stream], fill, OP_T, diagonal, (int) rows,
                               (const double *) triangle, (int) stride, (double *) x, 1);
  return check (context, status, "solving with a triangle");
}
