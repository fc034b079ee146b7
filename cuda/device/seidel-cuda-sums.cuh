/* Sums of the CUDA engine: how terms are added, and how the sums of blocks become a scalar.
 *
 * Which thread adds which terms depends on the number of terms alone, and so do the bits of a sum.
 * The block that is done last adds up what all of them left behind: a sum costs no launch of its
 * own, and none waits for another.
 *
 * Source of the compensated sums: Kahan, "Further remarks on reducing truncation errors" (1965).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-device.cuh"

/* How a sum is carried out, as SeidelArithmetic has it. Whether products are fused is asked as the
 * kernel runs; sums that are not compensated are nothing but numbers. */
template <typename Real, bool COMPENSATED> struct Sum
{
  Real value;
  Real excess; /* what value has too much */

  __device__ void
  add_term (Real term)
  {
    const Real grown = value + term;

    if constexpr (COMPENSATED)
      excess = (grown - value) - term;
    value = grown;
  }

  __device__ void
  add (Real term)
  {
    add_term (COMPENSATED ? term - excess : term);
  }

  __device__ void
  add_product (bool fused, Real a, Real b)
  {
    if constexpr (COMPENSATED)
      add_term (multiply_add (fused, a, b, -excess));
    else
      value = multiply_add (fused, a, b, value);
  }

  __device__ void
  join (const Sum &other)
  {
    if constexpr (COMPENSATED)
      excess += other.excess;
    add (other.value);
  }
};

/* The sum of the LANES neighbours that a thread is among, in the first of them. */
template <int LANES, typename Real, bool COMPENSATED>
static __device__ inline Sum<Real, COMPENSATED>
join_lanes (Sum<Real, COMPENSATED> sum)
{
#pragma unroll
  for (int half = LANES / 2; half > 0; half /= 2)
    {
      Sum<Real, COMPENSATED> other = {};

      other.value = __shfl_down_sync (SEIDEL_CUDA_ALL_LANES, sum.value, half, LANES);
      if constexpr (COMPENSATED)
        other.excess = __shfl_down_sync (SEIDEL_CUDA_ALL_LANES, sum.excess, half, LANES);
      sum.join (other);
    }
  return sum;
}

/* The sum of a block in its first thread; the same workspace may be used again after a barrier. */
template <int THREADS, typename Real, bool COMPENSATED>
static __device__ inline Real
join_block (Sum<Real, COMPENSATED> sum, Sum<Real, COMPENSATED> *workspace)
{
  const int warp = threadIdx.x / 32;

  sum = join_lanes<32> (sum);
  if (threadIdx.x % 32 == 0)
    workspace[warp] = sum;
  __syncthreads ();
  if (warp == 0)
    {
      sum = {};
      if (threadIdx.x < THREADS / 32)
        sum = workspace[threadIdx.x];
      sum = join_lanes<32> (sum);
    }
  return sum.value;
}

/* Every thread's part of N sums becomes N scalars. At most SEIDEL_CUDA_REDUCE_BLOCKS blocks. */
template <int THREADS, int N, bool COMPENSATED>
static __device__ inline void
finish_sums (const SeidelCudaFinish &finish, const Sum<double, COMPENSATED> *sums, int n = N)
{
  __shared__ Sum<double, COMPENSATED> workspace[N][THREADS / 32];
  __shared__ bool is_last;

#pragma unroll
  for (int k = 0; k < N; k++)
    if (k < n)
      {
        const double sum = join_block<THREADS> (sums[k], workspace[k]);

        if (threadIdx.x == 0)
          __stcg (finish.partials + k * SEIDEL_CUDA_REDUCE_BLOCKS + blockIdx.x, sum);
      }
  if (threadIdx.x == 0)
    {
      __threadfence ();
      is_last = atomicInc (finish.ticket, gridDim.x - 1) == gridDim.x - 1;
      __threadfence ();
    }
  __syncthreads ();
  if (!is_last)
    return;
#pragma unroll
  for (int k = 0; k < N; k++)
    if (k < n)
      {
        Sum<double, COMPENSATED> sum = {};
        double total;

        for (unsigned int i = threadIdx.x; i < gridDim.x; i += 8 * THREADS)
          {
            double terms[8];

#pragma unroll
            for (unsigned int j = 0; j < 8; j++)
              terms[j] =
                i + j * THREADS < gridDim.x
                  ? __ldcg (finish.partials + k * SEIDEL_CUDA_REDUCE_BLOCKS + i + j * THREADS)
                  : 0.0;
#pragma unroll
            for (unsigned int j = 0; j < 8; j++)
              sum.add (terms[j]);
          }
        total = join_block<THREADS> (sum, workspace[k]);
        if (threadIdx.x == 0)
          finish.slots[k] = finish.mirror[k] = total;
      }
}

/* a / b, or 0 where one of them is zero or negative. */
static __device__ inline double
divide_positive (double a, double b)
{
  return a <= 0.0 || b <= 0.0 ? 0.0 : a / b;
}

/* A scalar, and its mirror in the host's memory. */
struct Slot
{
  double *value;
  double *mirror;

  /* One thread of all stores it. */
  __device__ inline void
  store (double number) const
  {
    if (blockIdx.x == 0 && threadIdx.x == 0)
      *value = *mirror = number;
  }
};

static inline Slot
seidel_cuda_slot (const SeidelContext *context, SeidelScalar scalar)
{
  return { context->scalars + scalar, context->mirror + scalar };
}

/* Blocks of a kernel that adds up n terms. */
static inline unsigned int
seidel_cuda_sum_grid (int64_t n)
{
  const int64_t blocks = (n + 4 * SEIDEL_CUDA_BLOCK - 1) / (4 * SEIDEL_CUDA_BLOCK);

  return blocks < 1                           ? 1
         : blocks < SEIDEL_CUDA_REDUCE_BLOCKS ? (unsigned int) blocks
                                              : SEIDEL_CUDA_REDUCE_BLOCKS;
}

/* A step over the elements of vectors that adds up N sums: step (i, sums). */
template <int N, bool COMPENSATED, typename Step>
static __global__ void
__launch_bounds__ (SEIDEL_CUDA_BLOCK) sum_kernel (Step step, int64_t n, SeidelCudaFinish finish)
{
  const int64_t stride = (int64_t) gridDim.x * SEIDEL_CUDA_BLOCK;
  Sum<double, COMPENSATED> sums[N] = {};

  step.begin ();
  for (int64_t i = (int64_t) blockIdx.x * SEIDEL_CUDA_BLOCK + threadIdx.x; i < n; i += stride)
    step.take (i, sums);
  finish_sums<SEIDEL_CUDA_BLOCK, N> (finish, sums, step.n_sums ());
}

/* One that adds up nothing. */
template <typename Step>
static __global__ void
__launch_bounds__ (SEIDEL_CUDA_BLOCK) plain_kernel (Step step, int64_t n)
{
  const int64_t i = (int64_t) blockIdx.x * SEIDEL_CUDA_BLOCK + threadIdx.x;

  step.begin ();
  if (i < n)
    step.take (i);
}

static inline SeidelCudaFinish
seidel_cuda_finish (const SeidelContext *context, SeidelScalar first)
{
  return { context->partials, context->ticket, context->scalars + first, context->mirror + first };
}

template <int N, typename Step>
static inline void
launch_sums (SeidelContext *context,
             const Step &step,
             int64_t n,
             SeidelScalar first,
             const char *what)
{
  const SeidelCudaFinish finish = seidel_cuda_finish (context, first);

  if (seidel_cuda_is_compensated (context))
    sum_kernel<N, true>
      <<<seidel_cuda_sum_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (step, n, finish);
  else
    sum_kernel<N, false>
      <<<seidel_cuda_sum_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (step, n, finish);
  seidel_cuda_check (context, cudaGetLastError (), what);
}

template <typename Step>
static inline void
launch_plain (SeidelContext *context, const Step &step, int64_t n, const char *what)
{
  plain_kernel<<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (step, n);
  seidel_cuda_check (context, cudaGetLastError (), what);
}
