/* What a sweep can compute of each row before it begins: all that does not depend on its results.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-device.cuh"
#include "seidel-cuda-sweep.h"

/* Entries of a lane that are loaded at the same time: a row has one step, mostly, and what it takes
 * is the way to memory. */
#define AT_ONCE 4

/* (1 − ω) x + ω (b − Σ a x) / d over the entries of the triangle that the row does not depend on;
 * without the sum and x where only a triangle is solved. LANES lanes share a row. */
template <typename Real, int LANES>
static __global__ void
known_kernel (SeidelOperator A,
              bool forward,
              bool triangle,
              Real omega,
              const Real *b,
              const Real *x,
              const int32_t *places,
              Real *known,
              Real *results)
{
  const Real *values = (const Real *) A.values;
  const int64_t row = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  const bool valid = row < A.rows;
  const bool finishes = valid && threadIdx.x % LANES == 0;
  const int64_t begin = valid ? row_start (A, row) : 0;
  const int64_t end = valid ? row_start (A, row + 1) : 0;
  const int64_t diagonal = valid ? begin + A.diagonal[row] : 0;
  const int64_t place = finishes ? places[row] : 0;
  const Real right = finishes ? b[row] : (Real) 0;
  const Real old = finishes && omega != (Real) 1 && !triangle ? x[row] : (Real) 0;
  const Real divisor = finishes ? values[diagonal] : (Real) 1;
  const int64_t k_end = triangle ? 0 : forward ? end : diagonal;
  Real sum = 0;

  for (int64_t k = (forward ? diagonal + 1 : begin) + threadIdx.x % LANES; k < k_end;
       k += AT_ONCE * LANES)
    {
      int32_t columns[AT_ONCE];
      Real entries[AT_ONCE];

#pragma unroll
      for (int i = 0; i < AT_ONCE; i++)
        {
          const bool stored = k + i * LANES < k_end;

          columns[i] = stored ? __ldcs (A.column_indices + k + i * LANES) : -1;
          entries[i] = stored ? __ldcs (values + k + i * LANES) : (Real) 0;
        }
#pragma unroll
      for (int i = 0; i < AT_ONCE; i++)
        sum = multiply_add (A.fused, entries[i], columns[i] >= 0 ? x[columns[i]] : (Real) 0, sum);
    }
  for (int half = LANES / 2; half > 0; half /= 2)
    sum += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, sum, half);
  if (finishes)
    {
      known[place] = never_awaited (relaxed_step (old, (right - sum) / divisor, omega));
      if (results != NULL)
        results[place] = awaited (Real ());
    }
}

/* The same of a triangle whose right-hand side is over the diagonal already. */
template <typename Real>
static __global__ void
over_diagonal_kernel (int64_t n,
                      Real omega,
                      const Real *b,
                      const int32_t *places,
                      Real *known,
                      Real *results)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row >= n)
    return;
  known[places[row]] = never_awaited (omega * b[row]);
  if (results != NULL)
    results[places[row]] = awaited (Real ());
}

template <typename Real, int LANES>
static void
launch (SeidelContext *context,
        SeidelSweep *sweep,
        const SeidelCudaJob *job,
        const int32_t *places,
        void *known,
        void *results)
{
  const SeidelOperator *A = sweep->system;

  known_kernel<Real, LANES>
    <<<seidel_cuda_grid (A->rows * LANES), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      *A, seidel_cuda_is_forward (sweep), job->triangle, (Real) job->omega,
      (const Real *) job->b->elements, (const Real *) job->x->elements, places, (Real *) known,
      (Real *) results);
}

template <typename Real>
static void
launch_lanes (SeidelContext *context,
              SeidelSweep *sweep,
              const SeidelCudaJob *job,
              const int32_t *places,
              void *known,
              void *results)
{
  const SeidelOperator *A = sweep->system;
  const double others = 0.5 * (double) (A->nonzeros - A->rows) / (double) A->rows;

  if (job->over_diagonal)
    over_diagonal_kernel<Real>
      <<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
        A->rows, (Real) job->omega, (const Real *) job->b->elements, places, (Real *) known,
        (Real *) results);
  else if (others <= AT_ONCE || job->triangle)
    launch<Real, 1> (context, sweep, job, places, known, results);
  else if (others <= 4 * AT_ONCE)
    launch<Real, 4> (context, sweep, job, places, known, results);
  else
    launch<Real, 16> (context, sweep, job, places, known, results);
}

bool
seidel_cuda_known_run (SeidelContext *context,
                       SeidelSweep *sweep,
                       const SeidelCudaJob *job,
                       const int32_t *places,
                       void *known,
                       void *results)
{
  if (seidel_cuda_is_single (context))
    launch_lanes<float> (context, sweep, job, places, known, results);
  else
    launch_lanes<double> (context, sweep, job, places, known, results);
  return seidel_cuda_check (context, cudaGetLastError (), "a sweep");
}
