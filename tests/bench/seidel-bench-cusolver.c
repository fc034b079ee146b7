/* cuBLAS's gemv, cuSOLVER's getrf and getrs on a dense matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench-cusolver.h"

#include <math.h>

#include "seidel-bench-table.h"

#ifdef HAVE_CUSOLVER

#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <cusolverDn.h>
#include <gmodule.h>

/* The functions that are used, found by name. */
typedef struct
{
  typeof (cublasCreate_v2) *blas_create;
  typeof (cublasDestroy_v2) *blas_destroy;
  typeof (cublasDgemv_v2) *gemv;
  typeof (cusolverDnCreate) *create;
  typeof (cusolverDnDestroy) *destroy;
  typeof (cusolverDnDgetrf_bufferSize) *getrf_size;
  typeof (cusolverDnDgetrf) *getrf;
  typeof (cusolverDnDgetrs) *getrs;
  cudaError_t (*allocate) (void **memory, size_t bytes);
  typeof (cudaFree) *release;
  typeof (cudaMemcpy) *copy;
  typeof (cudaDeviceSynchronize) *wait;
} Functions;

struct SeidelBenchCusolver
{
  Functions call;
  int n;
  cublasHandle_t blas;
  cusolverDnHandle_t handle;
  double *matrix; /* as it came */
  double *factors;
  double *identity; /* on the host */
  double *inverse;
  double *x, *y;
  double *room;
  int *pivots;
  int *info;
};

static bool
find_functions (Functions *call)
{
  GModule *cudart = NULL;
  GModule *cublas = NULL;
  GModule *cusolver = NULL;
  g_autofree char *cudart_name = g_strdup_printf ("libcudart.so.%d", CUDART_VERSION / 1000);
  g_autofree char *cublas_name = g_strdup_printf ("libcublas.so.%d", CUBLAS_VER_MAJOR);
  g_autofree char *cusolver_name = g_strdup_printf ("libcusolver.so.%d", CUSOLVER_VER_MAJOR);

  cudart = g_module_open (cudart_name, G_MODULE_BIND_LAZY);
  cublas = g_module_open (cublas_name, G_MODULE_BIND_LAZY);
  cusolver = g_module_open (cusolver_name, G_MODULE_BIND_LAZY);

  const struct
  {
    GModule *library;
    const char *name;
    void *place;
  } wanted[] = {
    { cublas, "cublasCreate_v2", &call->blas_create },
    { cublas, "cublasDestroy_v2", &call->blas_destroy },
    { cublas, "cublasDgemv_v2", &call->gemv },
    { cusolver, "cusolverDnCreate", &call->create },
    { cusolver, "cusolverDnDestroy", &call->destroy },
    { cusolver, "cusolverDnDgetrf_bufferSize", &call->getrf_size },
    { cusolver, "cusolverDnDgetrf", &call->getrf },
    { cusolver, "cusolverDnDgetrs", &call->getrs },
    { cudart, "cudaMalloc", &call->allocate },
    { cudart, "cudaFree", &call->release },
    { cudart, "cudaMemcpy", &call->copy },
    { cudart, "cudaDeviceSynchronize", &call->wait },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (wanted); i++)
    if (wanted[i].library == NULL
        || !g_module_symbol (wanted[i].library, wanted[i].name, wanted[i].place))
      return false;
  return true;
}

static void *
reserve (SeidelBenchCusolver *cusolver, size_t bytes)
{
  void *memory = NULL;

  return cusolver->call.allocate (&memory, bytes) == cudaSuccess ? memory : NULL;
}

static bool
prepare (SeidelBenchCusolver *cusolver, const double *values)
{
  const size_t n = (size_t) cusolver->n;
  int size = 0;

  cusolver->matrix = reserve (cusolver, n * n * sizeof (double));
  cusolver->factors = reserve (cusolver, n * n * sizeof (double));
  cusolver->x = reserve (cusolver, n * sizeof (double));
  cusolver->y = reserve (cusolver, n * sizeof (double));
  cusolver->pivots = reserve (cusolver, n * sizeof (int));
  cusolver->info = reserve (cusolver, sizeof (int));
  if (cusolver->matrix == NULL || cusolver->factors == NULL || cusolver->x == NULL
      || cusolver->y == NULL || cusolver->pivots == NULL || cusolver->info == NULL
      || cusolver->call.create (&cusolver->handle) != CUSOLVER_STATUS_SUCCESS
      || cusolver->call.blas_create (&cusolver->blas) != CUBLAS_STATUS_SUCCESS
      || cusolver->call.getrf_size (cusolver->handle, cusolver->n, cusolver->n, cusolver->factors,
                                    cusolver->n, &size)
           != CUSOLVER_STATUS_SUCCESS)
    return false;
  cusolver->room = reserve (cusolver, (size_t) size * sizeof (double) + sizeof (double));
  return cusolver->room != NULL
         && cusolver->call.copy (cusolver->matrix, values, n * n * sizeof (double),
                                 cudaMemcpyHostToDevice)
              == cudaSuccess
         && cusolver->call.copy (cusolver->x, values, n * sizeof (double), cudaMemcpyHostToDevice)
              == cudaSuccess;
}

SeidelBenchCusolver *
seidel_bench_cusolver_new (int64_t n, const double *values, const char **why)
{
  SeidelBenchCusolver *cusolver = g_new0 (SeidelBenchCusolver, 1);

  cusolver->n = (int) n;
  if (!find_functions (&cusolver->call))
    {
      *why = "cuBLAS and cuSOLVER cannot be opened";
      g_free (cusolver);
      return NULL;
    }
  if (prepare (cusolver, values))
    return cusolver;
  *why = "cuSOLVER could not be prepared";
  seidel_bench_cusolver_free (cusolver);
  return NULL;
}

void
seidel_bench_cusolver_free (SeidelBenchCusolver *cusolver)
{
  const Functions *call = &cusolver->call;

  if (cusolver->handle != NULL)
    call->destroy (cusolver->handle);
  if (cusolver->blas != NULL)
    call->blas_destroy (cusolver->blas);
  call->release (cusolver->matrix);
  call->release (cusolver->factors);
  call->release (cusolver->inverse);
  call->release (cusolver->x);
  call->release (cusolver->y);
  call->release (cusolver->room);
  call->release (cusolver->pivots);
  call->release (cusolver->info);
  g_free (cusolver->identity);
  g_free (cusolver);
}

static bool
factor (SeidelBenchCusolver *cusolver)
{
  return cusolver->call.getrf (cusolver->handle, cusolver->n, cusolver->n, cusolver->factors,
                               cusolver->n, cusolver->room, cusolver->pivots, cusolver->info)
         == CUSOLVER_STATUS_SUCCESS;
}

/* A fresh copy of the matrix. */
static bool
restore (SeidelBenchCusolver *cusolver)
{
  const size_t n = (size_t) cusolver->n;

  return cusolver->call.copy (cusolver->factors, cusolver->matrix, n * n * sizeof (double),
                              cudaMemcpyDeviceToDevice)
           == cudaSuccess
         && cusolver->call.wait () == cudaSuccess;
}

double
seidel_bench_cusolver_lu (SeidelBenchCusolver *cusolver)
{
  double begin;

  if (!restore (cusolver))
    return NAN;
  begin = seidel_bench_now ();
  return factor (cusolver) && cusolver->call.wait () == cudaSuccess ? seidel_bench_now () - begin
                                                                    : NAN;
}

double
seidel_bench_cusolver_inverse (SeidelBenchCusolver *cusolver)
{
  const size_t n = (size_t) cusolver->n;
  double begin;

  if (cusolver->identity == NULL)
    {
      cusolver->identity = g_new0 (double, n *n);
      for (size_t i = 0; i < n; i++)
        cusolver->identity[i * n + i] = 1.0;
      cusolver->inverse = reserve (cusolver, n * n * sizeof (double));
    }
  if (cusolver->inverse == NULL
      || cusolver->call.copy (cusolver->inverse, cusolver->identity, n * n * sizeof (double),
                              cudaMemcpyHostToDevice)
           != cudaSuccess
      || !restore (cusolver))
    return NAN;
  begin = seidel_bench_now ();
  return factor (cusolver)
             && cusolver->call.getrs (cusolver->handle, CUBLAS_OP_N, cusolver->n, cusolver->n,
                                      cusolver->factors, cusolver->n, cusolver->pivots,
                                      cusolver->inverse, cusolver->n, cusolver->info)
                  == CUSOLVER_STATUS_SUCCESS
             && cusolver->call.wait () == cudaSuccess
           ? seidel_bench_now () - begin
           : NAN;
}

double
seidel_bench_cusolver_product (SeidelBenchCusolver *cusolver, bool transposed, int repeats)
{
  const double one = 1.0;
  const double zero = 0.0;
  double begin;
  bool good = cusolver->call.wait () == cudaSuccess;

  begin = seidel_bench_now ();
  /* The matrix is stored row after row, which cuBLAS calls its transpose. */
  for (int i = 0; i < repeats && good; i++)
    good = cusolver->call.gemv (cusolver->blas, transposed ? CUBLAS_OP_N : CUBLAS_OP_T, cusolver->n,
                                cusolver->n, &one, cusolver->matrix, cusolver->n, cusolver->x, 1,
                                &zero, cusolver->y, 1)
           == CUBLAS_STATUS_SUCCESS;
  return good && cusolver->call.wait () == cudaSuccess ? (seidel_bench_now () - begin) / repeats
                                                       : NAN;
}

double
seidel_bench_cuda_context_ms (void)
{
  g_autofree char *name = g_strdup_printf ("libcudart.so.%d", CUDART_VERSION / 1000);
  GModule *cudart = g_module_open (name, G_MODULE_BIND_LAZY);
  typeof (cudaFree) *release = NULL;
  double begin;

  if (cudart == NULL || !g_module_symbol (cudart, "cudaFree", (void *) &release))
    return NAN;
  begin = seidel_bench_now ();
  return release (NULL) == cudaSuccess ? seidel_bench_now () - begin : NAN;
}

#else

SeidelBenchCusolver *
seidel_bench_cusolver_new (int64_t n, const double *values, const char **why)
{
  *why = "built without cuSOLVER's headers";
  return NULL;
}

void
seidel_bench_cusolver_free (SeidelBenchCusolver *cusolver)
{
}

double
seidel_bench_cusolver_lu (SeidelBenchCusolver *cusolver)
{
  return NAN;
}

double
seidel_bench_cusolver_inverse (SeidelBenchCusolver *cusolver)
{
  return NAN;
}

double
seidel_bench_cusolver_product (SeidelBenchCusolver *cusolver, bool transposed, int repeats)
{
  return NAN;
}

double
seidel_bench_cuda_context_ms (void)
{
  return NAN;
}

#endif
