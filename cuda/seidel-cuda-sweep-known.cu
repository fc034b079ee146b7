/* What a sweep can compute of each row before it begins: all that does not depend on its results.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-device.cuh"
#include "seidel-cuda-sweep.h"

/* Entries of a lane that are loaded at the same time: a row has one step, mostly, and what it takes
 * is the way to memory. */
#define AT_ONCE 4

/* Steps that the lanes of a row do at most: the whole block adds up longer ones, which would take
 * longer than all others together. Fewer where rows are long on average: a block takes rows that
 * are far apart then, so that hardly any has several of the longest, which are often neighbours. */
#define MOST_STEPS       24
#define MOST_STEPS_APART 4

/* The arguments of the kernel. */
template <typename Real> struct Work
{
  SeidelOperator A;
  bool forward;
  bool triangle;
  Real omega;
  const Real *b;
  const Real *x;
  const int32_t *places;
  Real *known;
  Real *results;
};

/* The entries of the triangle that a row does not depend on. */
typedef struct
{
  int64_t first;
  int64_t end;
} Others;

template <typename Real>
static __device__ inline Others
others_of (const Work<Real> &work, int64_t row)
{
  const int64_t diagonal = row_start (work.A, row) + work.A.diagonal[row];

  if (work.triangle)
    return { 0, 0 };
  return work.forward ? Others{ diagonal + 1, row_start (work.A, row + 1) }
                      : Others{ row_start (work.A, row), diagonal };
}

/* Every so many of them, times x. */
template <typename Real>
static __device__ inline Real
add_up (const Work<Real> &work, const Others &others, int first, int every)
{
  const Real *values = (const Real *) work.A.values;
  Real sum = 0;

  for (int64_t k = others.first + first; k < others.end; k += AT_ONCE * every)
    {
      int32_t columns[AT_ONCE];
      Real entries[AT_ONCE];

#pragma unroll
      for (int i = 0; i < AT_ONCE; i++)
        {
          const bool stored = k + i * every < others.end;

          columns[i] = stored ? __ldcs (work.A.column_indices + k + i * every) : -1;
          entries[i] = stored ? __ldcs (values + k + i * every) : (Real) 0;
        }
#pragma unroll
      for (int i = 0; i < AT_ONCE; i++)
        sum = multiply_add (work.A.fused, entries[i],
                            columns[i] >= 0 ? work.x[columns[i]] : (Real) 0, sum);
    }
  return sum;
}

/* What the sum of a row is completed with; loaded before it, because the way to memory is long. */
template <typename Real> struct Rest
{
  int32_t place;
  Real right;
  Real old;
  Real divisor;

  __device__
  Rest (const Work<Real> &work, int64_t row, bool is_wanted)
      : place (is_wanted ? work.places[row] : 0), right (is_wanted ? work.b[row] : (Real) 0),
        old (is_wanted && work.omega != (Real) 1 && !work.triangle ? work.x[row] : (Real) 0),
        divisor (is_wanted
                   ? ((const Real *) work.A.values)[row_start (work.A, row) + work.A.diagonal[row]]
                   : (Real) 1)
  {
  }

  /* (1 − ω) x + ω (b − Σ a x) / d, and without the sum and x where only a triangle is solved. */
  __device__ inline void
  finish (const Work<Real> &work, Real sum) const
  {
    work.known[place] = never_awaited (relaxed_step (old, (right - sum) / divisor, work.omega));
    if (work.results != NULL)
      work.results[place] = awaited (Real ());
  }
};

/* The row of a thread of this block. */
template <int LANES, bool APART>
static __device__ inline int64_t
row_of_thread (int thread)
{
  return APART ? (int64_t) (thread / LANES) * gridDim.x + blockIdx.x
               : ((int64_t) blockIdx.x * blockDim.x + thread) / LANES;
}

/* The long rows of a block, one after the other. */
template <typename Real, int LANES, bool APART>
static __device__ void
add_up_together (const Work<Real> &work, bool is_long)
{
  const int warps = SEIDEL_CUDA_BLOCK / 32;
  __shared__ unsigned int masks[warps];
  __shared__ Real sums[warps];
  const unsigned int mask =
    __ballot_sync (SEIDEL_CUDA_ALL_LANES, is_long && threadIdx.x % LANES == 0);

  if (threadIdx.x % 32 == 0)
    masks[threadIdx.x / 32] = mask;
  __syncthreads ();
  for (int warp = 0; warp < warps; warp++)
    for (unsigned int left = masks[warp]; left != 0; left &= left - 1)
      {
        const int thread = warp * 32 + __ffs ((int) left) - 1;
        const int64_t row = row_of_thread<LANES, APART> (thread);
        const Rest<Real> rest (work, row, threadIdx.x == 0);
        Real sum = add_up (work, others_of (work, row), (int) threadIdx.x, SEIDEL_CUDA_BLOCK);

        for (int half = 16; half > 0; half /= 2)
          sum += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, sum, half);
        if (threadIdx.x % 32 == 0)
          sums[threadIdx.x / 32] = sum;
        __syncthreads ();
        if (threadIdx.x == 0)
          {
            for (int i = 1; i < warps; i++)
              sum += sums[i];
            rest.finish (work, sum);
          }
        __syncthreads ();
      }
}

/* LANES lanes share a row. APART: see MOST_STEPS_APART. */
template <typename Real, int LANES, bool APART>
static __global__ void
known_kernel (Work<Real> work)
{
  const int most = (APART ? MOST_STEPS_APART : MOST_STEPS) * AT_ONCE * LANES;
  const int64_t row = row_of_thread<LANES, APART> ((int) threadIdx.x);
  const bool valid = row < work.A.rows;
  const Others others = valid ? others_of (work, row) : Others{ 0, 0 };
  const bool is_long = others.end - others.first > most;
  const bool finishes = valid && !is_long && threadIdx.x % LANES == 0;
  const Rest<Real> rest (work, row, finishes);
  Real sum = is_long ? (Real) 0 : add_up (work, others, (int) threadIdx.x % LANES, LANES);

  for (int half = LANES / 2; half > 0; half /= 2)
    sum += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, sum, half);
  if (finishes)
    rest.finish (work, sum);
  if (__syncthreads_or (is_long))
    add_up_together<Real, LANES, APART> (work, is_long);
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

template <typename Real, int LANES, bool APART>
static void
launch (SeidelContext *context,
        SeidelSweep *sweep,
        const SeidelCudaJob *job,
        const int32_t *places,
        void *known,
        void *results)
{
  const SeidelOperator *A = sweep->system;

  known_kernel<Real, LANES, APART>
    <<<seidel_cuda_grid (A->rows * LANES), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      { *A, seidel_cuda_is_forward (sweep), job->triangle, (Real) job->omega,
        (const Real *) job->b->elements, (const Real *) job->x->elements, places, (Real *) known,
        (Real *) results });
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
    launch<Real, 1, false> (context, sweep, job, places, known, results);
  else if (others <= 4 * AT_ONCE)
    launch<Real, 4, false> (context, sweep, job, places, known, results);
  else if (others <= 16 * AT_ONCE)
    launch<Real, 16, false> (context, sweep, job, places, known, results);
  else
    launch<Real, 32, true> (context, sweep, job, places, known, results);
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
