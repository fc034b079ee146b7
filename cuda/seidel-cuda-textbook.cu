/* Gauss-Jordan elimination and Crout's LU as in Kucia, Linear Algebra Toolkit: some kernels for
 * each column, a thread for each element. For demonstration: every step goes through memory as a
 * whole.
 *
 * The kernels are those of its chapter 6: jj looks for a row to add where a pivot is zero,
 * normalise divides a row, reduce takes it from all others; update U and update L work out a column
 * and what is below its diagonal. As in the CPU engine's twin, rows to be added are looked for
 * below the diagonal, and Crout's pivot is tested after the products are subtracted.
 *
 * Source: A. Kucia, Linear Algebra Toolkit, chapters 2 and 6.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-device.cuh"
#include "seidel-cuda-textbook.h"

/* Whether it is time to wait for the work so far, and to poll. */
static bool
is_due (int64_t n, int64_t j)
{
  return n > 1000 || j % 64 == 0;
}

/* The first row from j on with something in column j is added to row j, where that has nothing
 * there; n numbers of each of up to two tables. One block. */
template <typename Real>
static __global__ void
jj_kernel (Real *a, Real *other, int64_t stride, int64_t n, int64_t j, int *added, int *singular)
{
  __shared__ int found;

  if (threadIdx.x == 0)
    found = (int) n;
  __syncthreads ();
  for (int64_t row = j + threadIdx.x; row < n; row += blockDim.x)
    if (a[row * stride + j] != (Real) 0)
      {
        atomicMin (&found, (int) row);
        break;
      }
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      if (found == n)
        atomicMin (singular, (int) j);
      if (added != NULL)
        added[j] = found != j && found < n ? found : -1;
    }
  if (found == j || found == n)
    return;
  for (int64_t i = threadIdx.x; i < n; i += blockDim.x)
    {
      a[j * stride + i] += a[found * stride + i];
      if (other != NULL)
        other[j * stride + i] += other[found * stride + i];
    }
}

template <typename Real>
static __global__ void
identity_kernel (Real *to, int64_t stride, int64_t n)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    to[i * stride + i] = 1;
}

/* Row j of both tables over its pivot, which stays for the threads that come later. */
template <typename Real>
static __global__ void
normalize_row_kernel (Real *a, Real *inverse, int64_t stride, int64_t n, int64_t j)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const Real divisor = a[j * stride + j];

  if (i >= n)
    return;
  inverse[j * stride + i] /= divisor;
  if (i > j)
    a[j * stride + i] /= divisor;
}

/* Row j from all other rows of both tables; of A, what is right of the column, which is not read
 * again. */
template <typename Real>
static __global__ void
reduce_rows_kernel (Real *a, Real *inverse, int64_t stride, int64_t n, int64_t j)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t row = (int64_t) blockIdx.y * blockDim.y + threadIdx.y;

  if (i >= n || row >= n || row == j)
    return;
  const Real factor = a[row * stride + j];

  inverse[row * stride + i] -= factor * inverse[j * stride + i];
  if (i > j)
    a[row * stride + i] -= factor * a[j * stride + i];
}

template <typename Real>
static bool
invert (SeidelContext *context, SeidelCudaPanels *panels, Real *inverse)
{
  const int64_t n = panels->n;
  const int64_t stride = panels->stride;
  const unsigned int blocks = seidel_cuda_grid (n);
  const dim3 block (32, 8);
  const dim3 grid ((unsigned int) ((n + 31) / 32), (unsigned int) ((n + 7) / 8));
  Real *a = (Real *) panels->values;

  identity_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (inverse, stride, n);
  for (int64_t j = 0; j < n; j++)
    {
      if (is_due (n, j) && !seidel_cuda_wait (context, "Gauss-Jordan elimination"))
        return false;
      jj_kernel<<<1, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (a, inverse, stride, n, j, NULL,
                                                               panels->singular);
      normalize_row_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (a, inverse, stride,
                                                                               n, j);
      reduce_rows_kernel<<<grid, block, 0, context->stream>>> (a, inverse, stride, n, j);
    }
  return seidel_cuda_check (context, cudaGetLastError (), "Gauss-Jordan elimination")
         && seidel_cuda_wait (context, "Gauss-Jordan elimination");
}

bool
seidel_cuda_textbook_invert (SeidelContext *context, SeidelCudaPanels *panels)
{
  const size_t bytes = (size_t) (panels->n * panels->stride) * seidel_cuda_real_size (context);
  void *inverse = seidel_cuda_malloc (context, bytes);
  bool good = inverse != NULL
              && seidel_cuda_check (context, cudaMemsetAsync (inverse, 0, bytes, context->stream),
                                    "clearing a matrix");

  good = good
         && (seidel_cuda_is_single (context) ? invert (context, panels, (float *) inverse)
                                             : invert (context, panels, (double *) inverse));
  /* The matrix is the identity by now. */
  if (good)
    {
      void *identity = panels->values;

      panels->values = inverse;
      inverse = identity;
    }
  cudaFree (inverse);
  return good;
}

/* Row i of column j takes its products with what is above: for rows above the diagonal, which
 * need each other, one launch for each would be due. So the column is solved by one block, row
 * after row, the threads sharing the rows below. */
template <typename Real>
static __global__ void
update_u_kernel (Real *a, int64_t stride, int64_t j)
{
  for (int64_t k = 0; k < j; k++)
    {
      const Real known = a[k * stride + j];

      for (int64_t row = k + 1 + threadIdx.x; row < j; row += blockDim.x)
        a[row * stride + j] -= a[row * stride + k] * known;
      __syncthreads ();
    }
}

/* Column j from its diagonal down, a warp for each row. */
template <typename Real>
static __global__ void
update_l_kernel (Real *a, int64_t stride, int64_t n, int64_t j)
{
  const int64_t row = j + ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / 32;
  Real sum = 0;

  if (row >= n)
    return;
  for (int64_t k = threadIdx.x % 32; k < j; k += 32)
    sum += a[row * stride + k] * a[k * stride + j];
  for (int half = 16; half > 0; half /= 2)
    sum += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, sum, half);
  if (threadIdx.x % 32 == 0)
    a[row * stride + j] -= sum;
}

template <typename Real>
static __global__ void
divide_column_kernel (Real *a, int64_t stride, int64_t n, int64_t j)
{
  const int64_t row = j + 1 + (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row < n)
    a[row * stride + j] /= a[j * stride + j];
}

template <typename Real>
static bool
decompose (SeidelContext *context, SeidelCudaPanels *panels, int *added)
{
  const int64_t n = panels->n;
  const int64_t stride = panels->stride;
  Real *a = (Real *) panels->values;

  for (int64_t j = 0; j < n; j++)
    {
      if (is_due (n, j) && !seidel_cuda_wait (context, "LU by Crout"))
        return false;
      if (j > 0)
        {
          update_u_kernel<<<1, 1024, 0, context->stream>>> (a, stride, j);
          update_l_kernel<<<seidel_cuda_grid ((n - j) * 32), SEIDEL_CUDA_BLOCK, 0,
                            context->stream>>> (a, stride, n, j);
        }
      jj_kernel<<<1, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (a, (Real *) NULL, stride, n, j,
                                                               added, panels->singular);
      if (j + 1 < n)
        divide_column_kernel<<<seidel_cuda_grid (n - j - 1), SEIDEL_CUDA_BLOCK, 0,
                               context->stream>>> (a, stride, n, j);
    }
  return seidel_cuda_check (context, cudaGetLastError (), "LU by Crout")
         && seidel_cuda_wait (context, "LU by Crout");
}

bool
seidel_cuda_textbook_lu (SeidelContext *context, SeidelCudaPanels *panels, int *added)
{
  return seidel_cuda_is_single (context) ? decompose<float> (context, panels, added)
                                         : decompose<double> (context, panels, added);
}

/* What was added to rows, then both triangles; one block, column after column. */
template <typename Real>
static __global__ void
solve_kernel (const Real *a, int64_t stride, int64_t n, const int *added, Real *x)
{
  if (threadIdx.x == 0)
    for (int64_t row = 0; row < n; row++)
      if (added[row] >= 0)
        x[row] += x[added[row]];
  __syncthreads ();
  for (int64_t k = 0; k < n; k++)
    {
      const Real known = x[k];

      for (int64_t row = k + 1 + threadIdx.x; row < n; row += blockDim.x)
        x[row] -= a[row * stride + k] * known;
      __syncthreads ();
    }
  for (int64_t k = n - 1; k >= 0; k--)
    {
      if (threadIdx.x == 0)
        x[k] /= a[k * stride + k];
      __syncthreads ();

      const Real known = x[k];

      for (int64_t row = threadIdx.x; row < k; row += blockDim.x)
        x[row] -= a[row * stride + k] * known;
      __syncthreads ();
    }
}

void
seidel_cuda_textbook_solve (SeidelContext *context,
                            const SeidelCudaPanels *panels,
                            const int *added,
                            void *x)
{
  if (seidel_cuda_is_single (context))
    solve_kernel<<<1, 1024, 0, context->stream>>> ((const float *) panels->values, panels->stride,
                                                   panels->n, added, (float *) x);
  else
    solve_kernel<<<1, 1024, 0, context->stream>>> ((const double *) panels->values, panels->stride,
                                                   panels->n, added, (double *) x);
  seidel_cuda_check (context, cudaGetLastError (), "solving with two triangles");
}
