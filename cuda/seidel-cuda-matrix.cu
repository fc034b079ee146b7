/* Matrix products of the CUDA engine.
 *
 * Assumptions on the matrix: CSR with sorted rows, no duplicates. A row is shared by 1, 2, 4 … 32
 * neighbouring lanes of a warp, as many as its mean length suggests; they add up by shuffles,
 * always in the same order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-device.cuh"

/* The product of a row and x on its lanes; every lane gets the sum. All lanes of the warp take
 * part. */
template <typename Real, int LANES>
static __device__ Real
row_product (const SeidelSystem &A, int64_t row, const Real *x)
{
  const Real *values = (const Real *) A.values;
  int64_t begin = row < A.rows ? row_start (A, row) : 0;
  int64_t end = row < A.rows ? row_start (A, row + 1) : 0;

  if constexpr (LANES == 1)
    return interval_product (A.fused, A.column_indices, values, begin, end, x);
  else
    {
      Real sum = 0;

      for (int64_t k = begin + threadIdx.x % LANES; k < end; k += LANES)
        sum = multiply_add (A.fused, values[k], x[A.column_indices[k]], sum);
      for (int half = LANES / 2; half > 0; half /= 2)
        sum += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, sum, half);
      return sum;
    }
}

template <typename Real, int LANES>
static __global__ void
multiply_kernel (SeidelSystem A, const Real *x, Real *y)
{
  int64_t row = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  Real sum = row_product<Real, LANES> (A, row, x);

  if (row < A.rows && threadIdx.x % LANES == 0)
    y[row] = sum;
}

template <typename Real, int LANES>
static __global__ void
residual_kernel (SeidelSystem A, const Real *b, const Real *x, Real *r)
{
  int64_t row = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  Real sum = row_product<Real, LANES> (A, row, x);

  if (row < A.rows && threadIdx.x % LANES == 0)
    r[row] = b[row] - sum;
}

/* y holds the residual on entry, and x + D⁻¹ r afterwards. */
template <typename Real>
static __global__ void
jacobi_kernel (SeidelSystem A, const Real *x, Real *y)
{
  int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row < A.rows)
    y[row] = x[row] + y[row] / ((const Real *) A.values)[row_start (A, row) + A.diagonal[row]];
}

/* y may be x. */
template <typename Real>
static __global__ void
diagonal_kernel (SeidelSystem A, bool divides, const Real *x, Real *y)
{
  int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  Real diagonal;

  if (row >= A.rows)
    return;
  diagonal = ((const Real *) A.values)[row_start (A, row) + A.diagonal[row]];
  y[row] = divides ? x[row] / diagonal : x[row] * diagonal;
}

/* KERNEL<Real, LANES> for the precision and the lanes of a system. */
#define LAUNCH_TYPED(KERNEL, REAL, LANES, ...)                                          \
  KERNEL<REAL, LANES>                                                                   \
    <<<seidel_cuda_grid (A->rows *LANES), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*A, \
                                                                                    __VA_ARGS__)
#define LAUNCH(KERNEL, REAL, ...)                   \
  switch (A->lanes)                                 \
    {                                               \
    case 1:                                         \
      LAUNCH_TYPED (KERNEL, REAL, 1, __VA_ARGS__);  \
      break;                                        \
    case 2:                                         \
      LAUNCH_TYPED (KERNEL, REAL, 2, __VA_ARGS__);  \
      break;                                        \
    case 4:                                         \
      LAUNCH_TYPED (KERNEL, REAL, 4, __VA_ARGS__);  \
      break;                                        \
    case 8:                                         \
      LAUNCH_TYPED (KERNEL, REAL, 8, __VA_ARGS__);  \
      break;                                        \
    case 16:                                        \
      LAUNCH_TYPED (KERNEL, REAL, 16, __VA_ARGS__); \
      break;                                        \
    default:                                        \
      LAUNCH_TYPED (KERNEL, REAL, 32, __VA_ARGS__); \
    }

void
seidel_cuda_multiply (SeidelContext *context,
                      SeidelSystem *A,
                      const SeidelVector *x,
                      SeidelVector *y)
{
  if (!seidel_cuda_ready (context) || seidel_cuda_stopped (context) || A->rows == 0)
    return;
  if (seidel_cuda_is_single (context))
    LAUNCH (multiply_kernel, float, (const float *) x->elements, (float *) y->elements)
  else
    LAUNCH (multiply_kernel, double, (const double *) x->elements, (double *) y->elements)
  seidel_cuda_check (context, cudaGetLastError (), "a matrix product");
}

void
seidel_cuda_residual (SeidelContext *context,
                      SeidelSystem *A,
                      const SeidelVector *b,
                      const SeidelVector *x,
                      SeidelVector *r,
                      SeidelScalar out)
{
  if (!seidel_cuda_ready (context) || seidel_cuda_stopped (context))
    return;
  if (A->rows > 0 && seidel_cuda_is_single (context))
    LAUNCH (residual_kernel, float, (const float *) b->elements, (const float *) x->elements,
            (float *) r->elements)
  else if (A->rows > 0)
    LAUNCH (residual_kernel, double, (const double *) b->elements, (const double *) x->elements,
            (double *) r->elements)
  if (seidel_cuda_check (context, cudaGetLastError (), "a residual"))
    seidel_cuda_dot (context, out, r, r);
}

void
seidel_cuda_jacobi (SeidelContext *context,
                    SeidelSystem *A,
                    const SeidelVector *b,
                    const SeidelVector *x,
                    SeidelVector *y,
                    SeidelScalar out)
{
  if (!seidel_cuda_ensure_diagonal (context, A))
    return;
  seidel_cuda_residual (context, A, b, x, y, out);
  if (!seidel_cuda_ready (context) || A->rows == 0)
    return;
  if (seidel_cuda_is_single (context))
    jacobi_kernel<<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      *A, (const float *) x->elements, (float *) y->elements);
  else
    jacobi_kernel<<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      *A, (const double *) x->elements, (double *) y->elements);
  seidel_cuda_check (context, cudaGetLastError (), "a Jacobi step");
}

void
seidel_cuda_multiply_diagonal (SeidelContext *context,
                               SeidelSystem *A,
                               int power,
                               const SeidelVector *x,
                               SeidelVector *y)
{
  if (!seidel_cuda_ensure_diagonal (context, A) || A->rows == 0)
    return;
  if (seidel_cuda_is_single (context))
    diagonal_kernel<<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      *A, power < 0, (const float *) x->elements, (float *) y->elements);
  else
    diagonal_kernel<<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      *A, power < 0, (const double *) x->elements, (double *) y->elements);
  seidel_cuda_check (context, cudaGetLastError (), "a product with the diagonal");
}

/* --- the transpose ------------------------------------------------------------------------------
 */

/* Rows between two polls while the host turns the matrix over. */
#define ROWS_PER_POLL 65536

/* Fills the arrays of the transpose: a counting sort, which leaves its rows sorted. False when the
 * run was stopped. */
static bool
transpose_into (SeidelContext *context,
                const SeidelCsrView *A,
                int64_t *row_offsets,
                int32_t *column_indices,
                double *values)
{
  const int64_t nonzeros = A->row_offsets[A->rows];

  for (int64_t k = 0; k < nonzeros; k++)
    row_offsets[A->column_indices[k] + 1]++;
  for (int64_t column = 0; column < A->columns; column++)
    row_offsets[column + 1] += row_offsets[column];
  for (int64_t row = 0; row < A->rows; row++)
    {
      if (row % ROWS_PER_POLL == 0 && seidel_cuda_stopped (context))
        return false;
      for (int64_t k = A->row_offsets[row]; k < A->row_offsets[row + 1]; k++)
        {
          int64_t place = row_offsets[A->column_indices[k]]++;

          column_indices[place] = (int32_t) row;
          values[place] = A->values[k];
        }
    }
  /* Each offset has moved to the end of its row, the start of the next. */
  for (int64_t column = A->columns; column > 0; column--)
    row_offsets[column] = row_offsets[column - 1];
  row_offsets[0] = 0;
  return true;
}

static bool
ensure_transpose (SeidelContext *context, SeidelSystem *A)
{
  const size_t nonzeros = (size_t) A->nonzeros;
  int64_t *row_offsets;
  int32_t *column_indices;
  double *values;

  if (!seidel_cuda_ready (context) || A->transpose != NULL)
    return seidel_cuda_ready (context);
  row_offsets = (int64_t *) calloc ((size_t) A->columns + 1, sizeof *row_offsets);
  column_indices = (int32_t *) malloc ((nonzeros + 1) * sizeof *column_indices);
  values = (double *) malloc ((nonzeros + 1) * sizeof *values);
  if (row_offsets == NULL || column_indices == NULL || values == NULL)
    seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                      "the transpose did not fit into memory");
  else if (transpose_into (context, &A->host, row_offsets, column_indices, values))
    {
      const SeidelCsrView transpose = { A->columns, A->rows, row_offsets, column_indices, values };

      A->transpose = seidel_cuda_system_new (context, &transpose, SEIDEL_STORAGE_CSR);
      if (A->transpose != NULL)
        A->transpose->host = {};
    }
  free (row_offsets);
  free (column_indices);
  free (values);
  return A->transpose != NULL;
}

void
seidel_cuda_multiply_transposed (SeidelContext *context,
                                 SeidelSystem *A,
                                 const SeidelVector *x,
                                 SeidelVector *y)
{
  if (ensure_transpose (context, A))
    seidel_cuda_multiply (context, A->transpose, x, y);
}
