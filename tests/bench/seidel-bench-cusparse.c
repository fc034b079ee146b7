/* cuSPARSE's SpMV and SpSV on the arrays of a CSR matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-bench-cusparse.h"

#include "seidel-bench-table.h"

#ifdef HAVE_CUSPARSE

#include <cuda_runtime_api.h>
#include <cusparse.h>
#include <gmodule.h>
#include <math.h>

#define N_ANALYSES 5

/* The functions that are used, found by name. */
typedef struct
{
  typeof (cusparseCreate) *create;
  typeof (cusparseDestroy) *destroy;
  typeof (cusparseCreateCsr) *create_csr;
  typeof (cusparseDestroySpMat) *destroy_matrix;
  typeof (cusparseSpMatSetAttribute) *set_attribute;
  typeof (cusparseCreateDnVec) *create_vector;
  typeof (cusparseDestroyDnVec) *destroy_vector;
  typeof (cusparseSpMV_bufferSize) *product_size;
  typeof (cusparseSpMV) *product;
  typeof (cusparseSpSV_createDescr) *create_solve;
  typeof (cusparseSpSV_destroyDescr) *destroy_solve;
  typeof (cusparseSpSV_bufferSize) *solve_size;
  typeof (cusparseSpSV_analysis) *analysis;
  typeof (cusparseSpSV_solve) *solve;
  cudaError_t (*allocate) (void **memory, size_t bytes);
  typeof (cudaFree) *release;
  typeof (cudaMemcpy) *copy;
  typeof (cudaDeviceSynchronize) *wait;
} Functions;

/* A triangle on the device. */
typedef struct
{
  int64_t nonzeros;
  void *row_offsets;
  void *column_indices;
  void *values;
  cusparseSpMatDescr_t matrix;
} Triangle;

struct SeidelBenchCusparse
{
  Functions call;
  int64_t rows;
  size_t real_size;
  cudaDataType_t type;
  cusparseHandle_t handle;
  Triangle lower, upper; /* the lower one with the diagonal */
  void *b, *x, *t;
  cusparseDnVecDescr_t x_vector, t_vector;
  cusparseSpSVDescr_t solve;
  void *solve_room, *product_room;
  double analysis_ms;
};

static GModule *
open_library (const char *name, int version)
{
  g_autofree char *path = g_strdup_printf ("lib%s.so.%d", name, version);

  return g_module_open (path, G_MODULE_BIND_LAZY);
}

static bool
find_functions (Functions *call)
{
  GModule *cusparse = open_library ("cusparse", CUSPARSE_VER_MAJOR);
  GModule *cudart = open_library ("cudart", CUDART_VERSION / 1000);
  const struct
  {
    GModule *library;
    const char *name;
    void *place;
  } wanted[] = {
    { cusparse, "cusparseCreate", &call->create },
    { cusparse, "cusparseDestroy", &call->destroy },
    { cusparse, "cusparseCreateCsr", &call->create_csr },
    { cusparse, "cusparseDestroySpMat", &call->destroy_matrix },
    { cusparse, "cusparseSpMatSetAttribute", &call->set_attribute },
    { cusparse, "cusparseCreateDnVec", &call->create_vector },
    { cusparse, "cusparseDestroyDnVec", &call->destroy_vector },
    { cusparse, "cusparseSpMV_bufferSize", &call->product_size },
    { cusparse, "cusparseSpMV", &call->product },
    { cusparse, "cusparseSpSV_createDescr", &call->create_solve },
    { cusparse, "cusparseSpSV_destroyDescr", &call->destroy_solve },
    { cusparse, "cusparseSpSV_bufferSize", &call->solve_size },
    { cusparse, "cusparseSpSV_analysis", &call->analysis },
    { cusparse, "cusparseSpSV_solve", &call->solve },
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
upload (SeidelBenchCusparse *cusparse, const void *from, size_t bytes)
{
  void *to = NULL;

  if (cusparse->call.allocate (&to, MAX (bytes, 1)) != cudaSuccess)
    return NULL;
  if (from != NULL && cusparse->call.copy (to, from, bytes, cudaMemcpyHostToDevice) != cudaSuccess)
    g_error ("seidel-bench: a transfer to the device failed");
  return to;
}

/* Numbers in the precision that is compared. */
static void *
upload_reals (SeidelBenchCusparse *cusparse, const double *from, int64_t n)
{
  g_autofree float *narrowed = NULL;

  if (cusparse->real_size == sizeof (double))
    return upload (cusparse, from, (size_t) n * sizeof *from);
  narrowed = g_new (float, n + 1);
  for (int64_t i = 0; i < n; i++)
    narrowed[i] = (float) from[i];
  return upload (cusparse, narrowed, (size_t) n * sizeof *narrowed);
}

static bool
upload_triangle (SeidelBenchCusparse *cusparse,
                 const SeidelCsr *csr,
                 bool lower,
                 Triangle *triangle)
{
  const int64_t n = csr->rows;
  g_autofree int32_t *row_offsets = g_new (int32_t, n + 1);
  g_autofree int32_t *column_indices = g_new (int32_t, seidel_csr_nonzeros (csr) + 1);
  g_autofree double *values = g_new (double, seidel_csr_nonzeros (csr) + 1);
  int32_t k_to = 0;

  for (int64_t i = 0; i < n; i++)
    {
      row_offsets[i] = k_to;
      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        if ((csr->column_indices[k] <= i) == lower)
          {
            column_indices[k_to] = csr->column_indices[k];
            values[k_to++] = csr->values[k];
          }
    }
  row_offsets[n] = k_to;
  triangle->nonzeros = k_to;
  triangle->row_offsets = upload (cusparse, row_offsets, (size_t) (n + 1) * sizeof (int32_t));
  triangle->column_indices = upload (cusparse, column_indices, (size_t) k_to * sizeof (int32_t));
  triangle->values = upload_reals (cusparse, values, k_to);
  return triangle->row_offsets != NULL && triangle->column_indices != NULL
         && triangle->values != NULL
         && cusparse->call.create_csr (&triangle->matrix, n, n, k_to, triangle->row_offsets,
                                       triangle->column_indices, triangle->values,
                                       CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                       CUSPARSE_INDEX_BASE_ZERO, cusparse->type)
              == CUSPARSE_STATUS_SUCCESS;
}

static const double one = 1.0;
static const double minus_one = -1.0;
static const float one_single = 1.0f;
static const float minus_one_single = -1.0f;

static bool
prepare_product (SeidelBenchCusparse *cusparse)
{
  const bool single = cusparse->real_size == sizeof (float);
  size_t bytes = 0;

  if (cusparse->upper.nonzeros == 0)
    return true;
  if (cusparse->call.product_size (cusparse->handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                   single ? (const void *) &minus_one_single : &minus_one,
                                   cusparse->upper.matrix, cusparse->x_vector,
                                   single ? (const void *) &one_single : &one, cusparse->t_vector,
                                   cusparse->type, CUSPARSE_SPMV_ALG_DEFAULT, &bytes)
      != CUSPARSE_STATUS_SUCCESS)
    return false;
  cusparse->product_room = upload (cusparse, NULL, bytes);
  return cusparse->product_room != NULL;
}

static double
analysis_time (SeidelBenchCusparse *cusparse)
{
  const Functions *call = &cusparse->call;
  const void *factor =
    cusparse->real_size == sizeof (float) ? (const void *) &one_single : (const void *) &one;
  size_t bytes = 0;
  double begin;

  if (cusparse->solve != NULL)
    call->destroy_solve (cusparse->solve);
  cusparse->solve = NULL;
  if (call->create_solve (&cusparse->solve) != CUSPARSE_STATUS_SUCCESS
      || call->solve_size (cusparse->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, factor,
                           cusparse->lower.matrix, cusparse->t_vector, cusparse->x_vector,
                           cusparse->type, CUSPARSE_SPSV_ALG_DEFAULT, cusparse->solve, &bytes)
           != CUSPARSE_STATUS_SUCCESS)
    return NAN;
  if (cusparse->solve_room == NULL)
    cusparse->solve_room = upload (cusparse, NULL, bytes);
  call->wait ();
  begin = seidel_bench_now ();
  if (cusparse->solve_room == NULL
      || call->analysis (cusparse->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, factor,
                         cusparse->lower.matrix, cusparse->t_vector, cusparse->x_vector,
                         cusparse->type, CUSPARSE_SPSV_ALG_DEFAULT, cusparse->solve,
                         cusparse->solve_room)
           != CUSPARSE_STATUS_SUCCESS)
    return NAN;
  call->wait ();
  return seidel_bench_now () - begin;
}

/* The analysis is timed more than once: the first one loads what it needs of the library. */
static bool
prepare_solve (SeidelBenchCusparse *cusparse)
{
  cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
  double times[N_ANALYSES];

  if (cusparse->call.set_attribute (cusparse->lower.matrix, CUSPARSE_SPMAT_FILL_MODE, &fill,
                                    sizeof fill)
        != CUSPARSE_STATUS_SUCCESS
      || cusparse->call.set_attribute (cusparse->lower.matrix, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal,
                                       sizeof diagonal)
           != CUSPARSE_STATUS_SUCCESS)
    return false;
  for (int i = 0; i < N_ANALYSES; i++)
    {
      times[i] = analysis_time (cusparse);
      if (isnan (times[i]))
        return false;
    }
  cusparse->analysis_ms = seidel_bench_median (times, N_ANALYSES);
  return true;
}

SeidelBenchCusparse *
seidel_bench_cusparse_new (const SeidelCsr *csr,
                           bool single,
                           const double *b,
                           const double *x,
                           const char **why)
{
  SeidelBenchCusparse *cusparse = g_new0 (SeidelBenchCusparse, 1);
  const Functions *call = &cusparse->call;

  cusparse->rows = csr->rows;
  cusparse->real_size = single ? sizeof (float) : sizeof (double);
  cusparse->type = single ? CUDA_R_32F : CUDA_R_64F;
  if (seidel_csr_nonzeros (csr) > G_MAXINT32)
    *why = "the matrix has more entries than 32 bits count";
  else if (!find_functions (&cusparse->call))
    *why = "cuSPARSE cannot be opened here";
  else if (call->create (&cusparse->handle) != CUSPARSE_STATUS_SUCCESS)
    *why = "cuSPARSE could not be started";
  else
    {
      *why = "cuSPARSE did not take the matrix";
      cusparse->b = upload_reals (cusparse, b, csr->rows);
      cusparse->x = upload_reals (cusparse, x, csr->rows);
      cusparse->t = upload_reals (cusparse, b, csr->rows);
      if (cusparse->b != NULL && cusparse->x != NULL && cusparse->t != NULL
          && upload_triangle (cusparse, csr, true, &cusparse->lower)
          && upload_triangle (cusparse, csr, false, &cusparse->upper)
          && call->create_vector (&cusparse->x_vector, csr->rows, cusparse->x, cusparse->type)
               == CUSPARSE_STATUS_SUCCESS
          && call->create_vector (&cusparse->t_vector, csr->rows, cusparse->t, cusparse->type)
               == CUSPARSE_STATUS_SUCCESS
          && prepare_product (cusparse) && prepare_solve (cusparse))
        return cusparse;
    }
  seidel_bench_cusparse_free (cusparse);
  return NULL;
}

static void
triangle_clear (SeidelBenchCusparse *cusparse, Triangle *triangle)
{
  if (triangle->matrix != NULL)
    cusparse->call.destroy_matrix (triangle->matrix);
  cusparse->call.release (triangle->row_offsets);
  cusparse->call.release (triangle->column_indices);
  cusparse->call.release (triangle->values);
}

void
seidel_bench_cusparse_free (SeidelBenchCusparse *cusparse)
{
  const Functions *call = &cusparse->call;

  if (cusparse->handle != NULL)
    {
      if (cusparse->solve != NULL)
        call->destroy_solve (cusparse->solve);
      if (cusparse->x_vector != NULL)
        call->destroy_vector (cusparse->x_vector);
      if (cusparse->t_vector != NULL)
        call->destroy_vector (cusparse->t_vector);
      triangle_clear (cusparse, &cusparse->lower);
      triangle_clear (cusparse, &cusparse->upper);
      call->release (cusparse->b);
      call->release (cusparse->x);
      call->release (cusparse->t);
      call->release (cusparse->solve_room);
      call->release (cusparse->product_room);
      call->destroy (cusparse->handle);
    }
  g_free (cusparse);
}

double
seidel_bench_cusparse_analysis_ms (const SeidelBenchCusparse *cusparse)
{
  return cusparse->analysis_ms;
}

void
seidel_bench_cusparse_sweep (void *data)
{
  SeidelBenchCusparse *cusparse = data;
  const Functions *call = &cusparse->call;
  const bool single = cusparse->real_size == sizeof (float);
  const void *plus = single ? (const void *) &one_single : (const void *) &one;
  const void *minus = single ? (const void *) &minus_one_single : (const void *) &minus_one;
  bool done = true;

  /* Without an upper triangle, t is b as it was uploaded. */
  if (cusparse->upper.nonzeros > 0)
    done = call->copy (cusparse->t, cusparse->b, (size_t) cusparse->rows * cusparse->real_size,
                       cudaMemcpyDeviceToDevice)
             == cudaSuccess
           && call->product (cusparse->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, minus,
                             cusparse->upper.matrix, cusparse->x_vector, plus, cusparse->t_vector,
                             cusparse->type, CUSPARSE_SPMV_ALG_DEFAULT, cusparse->product_room)
                == CUSPARSE_STATUS_SUCCESS;
  if (!done
      || call->solve (cusparse->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, plus,
                      cusparse->lower.matrix, cusparse->t_vector, cusparse->x_vector,
                      cusparse->type, CUSPARSE_SPSV_ALG_DEFAULT, cusparse->solve)
           != CUSPARSE_STATUS_SUCCESS
      || call->wait () != cudaSuccess)
    g_error ("seidel-bench: cuSPARSE failed");
}

double *
seidel_bench_cusparse_x (SeidelBenchCusparse *cusparse)
{
  const int64_t n = cusparse->rows;
  const size_t bytes = (size_t) n * cusparse->real_size;
  double *x = g_new (double, n + 1);
  g_autofree void *read = g_malloc (bytes + 1);

  if (cusparse->call.copy (read, cusparse->x, bytes, cudaMemcpyDeviceToHost) != cudaSuccess)
    g_error ("seidel-bench: a transfer from the device failed");
  for (int64_t i = 0; i < n; i++)
    x[i] = cusparse->real_size == sizeof (float) ? (double) ((const float *) read)[i]
                                                 : ((const double *) read)[i];
  return x;
}

#else

struct SeidelBenchCusparse
{
  char unused;
};

SeidelBenchCusparse *
seidel_bench_cusparse_new (const SeidelCsr *csr,
                           bool single,
                           const double *b,
                           const double *x,
                           const char **why)
{
  *why = "built without the headers of cuSPARSE";
  return NULL;
}

void
seidel_bench_cusparse_free (SeidelBenchCusparse *cusparse)
{
  g_assert_not_reached ();
}

double
seidel_bench_cusparse_analysis_ms (const SeidelBenchCusparse *cusparse)
{
  g_assert_not_reached ();
}

void
seidel_bench_cusparse_sweep (void *data)
{
  g_assert_not_reached ();
}

double *
seidel_bench_cusparse_x (SeidelBenchCusparse *cusparse)
{
  g_assert_not_reached ();
}

#endif
