/* What a sweep can compute of each row before it begins: all that does not depend on its results.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-device.cuh"
#include "seidel-cuda-sweep.h"

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
              Real *known)
{
  const Real *values = (const Real *) A.values;
  const int64_t row = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  const bool valid = row < A.rows;
  const int64_t begin = valid ? row_start (A, row) : 0;
  const int64_t end = valid ? row_start (A, row + 1) : 0;
  const int64_t diagonal = valid ? begin + A.diagonal[row] : 0;
  int64_t k = (forward ? diagonal + 1 : begin) + threadIdx.x % LANES;
  const int64_t k_end = triangle ? 0 : forward ? end : diagonal;
  Real sum = 0;

  for (; k < k_end; k += LANES)
    sum = multiply_add (A.fused, __ldcs (values + k), x[__ldcs (A.column_indices + k)], sum);
  for (int half = LANES / 2; half > 0; half /= 2)
    sum += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, sum, half);
  if (valid && threadIdx.x % LANES == 0)
    {
      Real old = omega != (Real) 1 && !triangle ? x[row] : (Real) 0;

      known[places[row]] = relaxed_step (old, (b[row] - sum) / values[diagonal], omega);
    }
}

template <typename Real, int LANES>
static void
launch (SeidelContext *context,
        SeidelSweep *sweep,
        const SeidelCudaJob *job,
        const int32_t *places,
        void *known)
{
  const SeidelOperator *A = sweep->system;

  known_kernel<Real, LANES>
    <<<seidel_cuda_grid (A->rows * LANES), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      *A, seidel_cuda_is_forward (sweep), job->triangle, (Real) job->omega,
      (const Real *) job->b->elements, (const Real *) job->x->elements, places, (Real *) known);
}

template <typename Real>
static void
launch_lanes (SeidelContext *context,
              SeidelSweep *sweep,
              const SeidelCudaJob *job,
              const int32_t *places,
              void *known)
{
  if (sweep->system->lanes <= 2 || job->triangle)
    launch<Real, 1> (context, sweep, job, places, known);
  else if (sweep->system->lanes <= 8)
    launch<Real, 4> (context, sweep, job, places, known);
  else
    launch<Real, 16> (context, sweep, job, places, known);
}

bool
seidel_cuda_known_run (SeidelContext *context,
                       SeidelSweep *sweep,
                       const SeidelCudaJob *job,
                       const int32_t *places,
                       void *known)
{
  if (seidel_cuda_is_single (context))
    launch_lanes<float> (context, sweep, job, places, known);
  else
    launch_lanes<double> (context, sweep, job, places, known);
  return seidel_cuda_check (context, cudaGetLastError (), "a sweep");
}
