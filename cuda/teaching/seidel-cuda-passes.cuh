/* The kernels of sweeps in passes: rows that are ready are updated, listed or flagged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "device/seidel-cuda-sums.cuh"
#include "matrix/seidel-cuda-entries.cuh"

/* The arguments of the sweep kernels. */
template <typename Real> struct Work
{
  SeidelOperator A;
  bool forward;
  Real omega;
  const Real *b;
  const Real *x;
  Real *y;
  int *done;
  int32_t *list;
  int *updated;
};

/* The interval of the entries that a row depends on, and the row's diagonal. */
typedef struct
{
  int64_t begin, end, diagonal;
  int64_t own_begin, own_end;
} Row;

template <typename Real>
static __device__ inline Row
row_at (const Work<Real> &work, int64_t row)
{
  Row found;

  found.begin = row_start (work.A, row);
  found.end = row_start (work.A, row + 1);
  found.diagonal = found.begin + work.A.diagonal[row];
  found.own_begin = work.forward ? found.begin : found.diagonal + 1;
  found.own_end = work.forward ? found.diagonal : found.end;
  return found;
}

/* Each entry in its order into one compensated sum. */
template <typename Real>
static __device__ inline Real
compensated_row (const Work<Real> &work, const Row &at, int64_t row)
{
  const Real *values = (const Real *) work.A.values;
  Sum<Real, true> sum = { work.b[row], 0 };

  for (int64_t k = at.begin; k < at.end; k++)
    {
      const Real *from = k >= at.own_begin && k < at.own_end ? work.y : work.x;

      if (k != at.diagonal)
        sum.add_product (work.A.fused, -values[k], from[work.A.column_indices[k]]);
    }
  return relaxed_step (work.omega != (Real) 1 ? work.x[row] : (Real) 0,
                       sum.value / values[at.diagonal], work.omega);
}

template <typename Real>
static __device__ inline Real
updated_row (const Work<Real> &work, const Row &at, int64_t row)
{
  const bool fused = work.A.fused;
  const int32_t *column_indices = work.A.column_indices;
  const Real *values = (const Real *) work.A.values;
  Real sum = work.b[row];

  sum -= work.forward
           ? interval_product (fused, column_indices, values, at.diagonal + 1, at.end, work.x)
           : interval_product (fused, column_indices, values, at.begin, at.diagonal, work.x);
  if (work.forward)
    for (int64_t k = at.own_begin; k < at.own_end; k++)
      sum = multiply_add (fused, -values[k], work.y[column_indices[k]], sum);
  else
    for (int64_t k = at.own_end - 1; k >= at.own_begin; k--)
      sum = multiply_add (fused, -values[k], work.y[column_indices[k]], sum);
  return relaxed_step (work.omega != (Real) 1 ? work.x[row] : (Real) 0, sum / values[at.diagonal],
                       work.omega);
}

/* Adds up what the threads of the block did. */
static __device__ inline void
count (int *total, bool updated)
{
  int n = __syncthreads_count (updated);

  if (threadIdx.x == 0 && n > 0)
    atomicAdd (total, n);
}

template <typename Real>
static __global__ void
passes_kernel (Work<Real> work)
{
  int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  bool wanted = row < work.A.rows && work.done[row] == 0;
  bool ready = wanted;

  if (wanted)
    {
      const Row at = row_at (work, row);

      for (int64_t k = at.own_begin; k < at.own_end && ready; k++)
        ready = load_acquire (work.done + work.A.column_indices[k]) != 0;
      if (ready)
        {
          work.y[row] =
            work.A.compensated ? compensated_row (work, at, row) : updated_row (work, at, row);
          store_release (work.done + row, 1);
        }
    }
  count (work.updated, ready);
}

/* Listing 3 as it was printed, but for the right-hand side and omega; fused, as its compiler has it
 * by default. */
template <typename Real>
static __global__ void
passes_unordered_kernel (Work<Real> work)
{
  int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int32_t *col_ind = work.A.column_indices;
  const Real *values = (const Real *) work.A.values;
  int *modified = work.done;
  bool wanted = row < work.A.rows && modified[row] == 0;
  bool done = wanted;

  if (wanted)
    {
      const Row at = row_at (work, row);
      Real diagonal = values[at.diagonal];
      Real tmp = work.b[row];

      for (int64_t col = at.begin; col < at.end && done; col++)
        {
          if (work.forward ? col_ind[col] >= row : col_ind[col] <= row)
            tmp = multiply_add (work.A.fused, -values[col], work.x[col_ind[col]], tmp);
          else if (modified[col_ind[col]] == 1)
            tmp = multiply_add (work.A.fused, -values[col], work.y[col_ind[col]], tmp);
          else
            done = false;
        }
      if (done)
        {
          tmp = multiply_add (work.A.fused, work.x[row], diagonal, tmp);
          work.y[row] = relaxed_step (work.x[row], tmp / diagonal, work.omega);
          modified[row] = 1;
        }
    }
  count (work.updated, done);
}

/* Lists the rows that may be done; flags change in the other kernel only. */
template <typename Real>
static __global__ void
ready_kernel (Work<Real> work)
{
  int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  bool ready = row < work.A.rows && work.done[row] == 0;

  if (ready)
    {
      const Row at = row_at (work, row);

      for (int64_t k = at.own_begin; k < at.own_end && ready; k++)
        ready = work.done[work.A.column_indices[k]] != 0;
    }
  if (ready)
    work.list[atomicAdd (work.updated, 1)] = (int32_t) row;
}

template <typename Real, int LANES, bool COMPENSATED>
static __global__ void
do_kernel (Work<Real> work, int n)
{
  int64_t i = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  int64_t row = i < n ? work.list[i] : 0;
  const Real *values = (const Real *) work.A.values;
  Row at = row_at (work, row);
  Sum<Real, COMPENSATED> sum = {};

  if (i < n)
    for (int64_t k = at.begin + threadIdx.x % LANES; k < at.end; k += LANES)
      if (k != at.diagonal)
        {
          const Real *from = k >= at.own_begin && k < at.own_end ? work.y : work.x;

          sum.add_product (work.A.fused, values[k], from[work.A.column_indices[k]]);
        }
  sum = join_lanes<LANES> (sum);
  if (i < n && threadIdx.x % LANES == 0)
    {
      Real old = work.omega != (Real) 1 ? work.x[row] : (Real) 0;

      work.y[row] = relaxed_step (old, (work.b[row] - sum.value) / values[at.diagonal], work.omega);
      work.done[row] = 1;
    }
}

/* Flags the rows that may be done, in place of listing them. */
template <typename Real>
static __global__ void
flag_ready_kernel (Work<Real> work)
{
  int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  bool ready = row < work.A.rows && work.done[row] == 0;

  if (ready)
    {
      const Row at = row_at (work, row);

      for (int64_t k = at.own_begin; k < at.own_end && ready; k++)
        ready = work.done[work.A.column_indices[k]] != 0;
    }
  if (row < work.A.rows)
    work.list[row] = ready ? 1 : 0;
  count (work.updated, ready);
}

/* A block for each row of the matrix, most of which leave at once. The workspace is a number for
 * each thread, a power of two of them. */
template <typename Real>
static __global__ void
do_rows_kernel (Work<Real> work)
{
  extern __shared__ __align__ (16) unsigned char workspace[];
  Real *parts = (Real *) workspace;
  const int64_t row = blockIdx.x;
  const Real *values = (const Real *) work.A.values;
  Real part = 0;

  if (work.list[row] == 0)
    return;
  const Row at = row_at (work, row);

  for (int64_t k = at.begin + threadIdx.x; k < at.end; k += blockDim.x)
    if (k != at.diagonal)
      {
        const Real *from = k >= at.own_begin && k < at.own_end ? work.y : work.x;

        part = multiply_add (work.A.fused, values[k], from[work.A.column_indices[k]], part);
      }
  parts[threadIdx.x] = part;
  __syncthreads ();
  for (unsigned int half = blockDim.x / 2; half > 0; half /= 2)
    {
      if (threadIdx.x < half)
        parts[threadIdx.x] += parts[threadIdx.x + half];
      __syncthreads ();
    }
  if (threadIdx.x == 0)
    {
      Real old = work.omega != (Real) 1 ? work.x[row] : (Real) 0;

      work.y[row] = relaxed_step (old, (work.b[row] - parts[0]) / values[at.diagonal], work.omega);
      work.done[row] = 1;
    }
}
