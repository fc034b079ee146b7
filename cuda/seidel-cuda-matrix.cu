/* Matrix products of the CUDA engine.
 *
 * Assumptions on the matrix: CSR with sorted rows, no duplicates. A row is shared by 1, 2, 4 … 32
 * neighbouring lanes of a warp, as many as its mean length suggests; they add up by shuffles,
 * always in the same order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>

#include "seidel-cuda-private.h"

/* The product of a row and x on its lanes; every lane gets the sum. All lanes of the warp take
 * part. */
template <typename Real, int LANES>
static __device__ Real
row_product (const int64_t *row_offsets,
             const int32_t *column_indices,
             const Real *values,
             int64_t row,
             int64_t rows,
             const Real *x)
{
  int lane = threadIdx.x % LANES;
  Real sum = 0;

  if (row < rows)
    for (int64_t k = row_offsets[row] + lane; k < row_offsets[row + 1]; k += LANES)
      sum += values[k] * x[column_indices[k]];
  for (int half = LANES / 2; half > 0; half /= 2)
    sum += __shfl_xor_sync (0xffffffffu, sum, half);
  return sum;
}

template <typename Real, int LANES>
static __global__ void
multiply_kernel (SeidelSystem A, const Real *x, Real *y)
{
  int64_t row = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  Real sum = row_product<Real, LANES> (A.row_offsets, A.column_indices, (const Real *) A.values,
                                       row, A.rows, x);

  if (row < A.rows && threadIdx.x % LANES == 0)
    y[row] = sum;
}

template <typename Real, int LANES>
static __global__ void
residual_kernel (SeidelSystem A, const Real *b, const Real *x, Real *r)
{
  int64_t row = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  Real sum = row_product<Real, LANES> (A.row_offsets, A.column_indices, (const Real *) A.values,
                                       row, A.rows, x);

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
    y[row] = x[row] + y[row] / ((const Real *) A.values)[A.diagonal[row]];
}

static __global__ void
find_diagonal_kernel (SeidelSystem A, unsigned long long *first_bad, bool single)
{
  int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  int64_t low, high, end;
  bool bad;

  if (row >= A.rows)
    return;
  low = A.row_offsets[row];
  end = high = A.row_offsets[row + 1];
  while (low < high)
    {
      int64_t middle = low + (high - low) / 2;

      if (A.column_indices[middle] < row)
        low = middle + 1;
      else
        high = middle;
    }
  bad =
    low == end || A.column_indices[low] != row
    || (single ? ((const float *) A.values)[low] == 0.0f : ((const double *) A.values)[low] == 0.0);
  A.diagonal[row] = low;
  if (bad)
    atomicMin (first_bad, (unsigned long long) row);
}

bool
seidel_cuda_ensure_diagonal (SeidelContext *context, SeidelSystem *system)
{
  unsigned long long none = ~0ull;
  unsigned long long first_bad = none;
  unsigned long long *device_bad;
  char message[120];

  if (!seidel_cuda_ready (context) || system->diagonal != NULL || system->rows == 0)
    return seidel_cuda_ready (context);
  system->diagonal =
    (int64_t *) seidel_cuda_malloc (context, (size_t) system->rows * sizeof (int64_t));
  /* The last scalar slot serves as the flag: it is 8 bytes and nobody's while this runs. */
  device_bad = (unsigned long long *) (context->scalars + SEIDEL_SCALARS);
  if (system->diagonal == NULL
      || !seidel_cuda_check (context,
                             cudaMemcpyAsync (device_bad, &none, sizeof none,
                                              cudaMemcpyHostToDevice, context->stream),
                             "looking for the diagonal"))
    return false;
  find_diagonal_kernel<<<seidel_cuda_grid (system->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    *system, device_bad, seidel_cuda_is_single (context));
  if (!seidel_cuda_check (context, cudaGetLastError (), "looking for the diagonal")
      || !seidel_cuda_check (context,
                             cudaMemcpyAsync (&first_bad, device_bad, sizeof first_bad,
                                              cudaMemcpyDeviceToHost, context->stream),
                             "looking for the diagonal")
      || !seidel_cuda_check (context, cudaStreamSynchronize (context->stream),
                             "looking for the diagonal"))
    return false;
  if (first_bad == none)
    return true;
  snprintf (message, sizeof message,
            "row %llu has no diagonal entry, or one that is zero in this precision", first_bad + 1);
  seidel_cuda_fail (context, SEIDEL_STATUS_ZERO_DIAGONAL, (int64_t) first_bad, message);
  return false;
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
