/* The partial residual of each row before a sweep begins, for kernels that compute it: see
 * seidel-cuda-partial.cu.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "seidel-cuda-diagonals.cuh"
#include "seidel-cuda-sweep.h"

/* Entries of a lane that are loaded at the same time: a row has one step, mostly, and what it takes
 * is the way to memory. */
#define PARTIAL_AT_ONCE 4

/* Steps that the lanes of a row do at most: the whole block adds up longer ones, which would take
 * longer than all others together. */
#define PARTIAL_MOST_STEPS 24

#define MOST_WARPS 32 /* of a block */

/* Which entries of a row are added up. */
typedef enum
{
  ADDS_NONE,
  ADDS_LOWER,
  ADDS_UPPER
} Adds;

/* The arguments of kernels that compute it. */
template <typename Real> struct PartialWork
{
  SeidelOperator A;
  Adds adds;
  bool has_old; /* there is an x before */
  Real omega;
  const Real *b;
  const Real *x;
  const Real *diagonal; /* of each row; NULL: from the matrix */
  const int32_t *list;  /* how many rows are listed, then these; NULL: there is no list */
  const int32_t *places;
  Real *partial;
  Real *results;
  SeidelCudaRelaxationMode mode;
  SeidelCudaPartials before;
  Real *residual;
};

/* Those entries. */
typedef struct
{
  int64_t first;
  int64_t end;
} Added;

template <typename Real>
static __device__ inline Added
added_of (const PartialWork<Real> &work, int64_t row)
{
  if (work.adds == ADDS_NONE)
    return { 0, 0 };

  const int64_t diagonal = row_start (work.A, row) + work.A.diagonal[row];

  return work.adds == ADDS_UPPER ? Added{ diagonal + 1, row_start (work.A, row + 1) }
                                 : Added{ row_start (work.A, row), diagonal };
}

/* Every so many of them, times x. */
template <int ROUND, typename Real>
static __device__ inline Real
add_up (const PartialWork<Real> &work, const Added &added, int first, int every)
{
  const Real *values = (const Real *) work.A.values;
  Real sum = 0;

  for (int64_t k = added.first + first; k < added.end; k += ROUND * every)
    {
      int32_t columns[ROUND];
      Real entries[ROUND];

#pragma unroll
      for (int i = 0; i < ROUND; i++)
        {
          const bool stored = k + i * every < added.end;

          columns[i] = stored ? __ldcs (work.A.column_indices + k + i * every) : -1;
          entries[i] = stored ? __ldcs (values + k + i * every) : (Real) 0;
        }
#pragma unroll
      for (int i = 0; i < ROUND; i++)
        sum = multiply_add (work.A.fused, entries[i],
                            columns[i] >= 0 ? work.x[columns[i]] : (Real) 0, sum);
    }
  return sum;
}

template <typename Real>
static __device__ inline Real
diagonal_of (const PartialWork<Real> &work, int64_t row)
{
  return work.diagonal != NULL
           ? work.diagonal[row]
           : ((const Real *) work.A.values)[row_start (work.A, row) + work.A.diagonal[row]];
}

/* What the sum of a row is completed with; loaded before it, because the way to memory is long. */
template <typename Real> struct Rest
{
  int32_t place;
  Real right;
  Real old;
  Real before; /* what the last sweep of a relaxation kept */
  Real divisor;

  __device__
  Rest (const PartialWork<Real> &work, int64_t row, bool is_wanted)
      : place (is_wanted ? work.places[row] : 0), right (is_wanted ? work.b[row] : (Real) 0),
        old (is_wanted && work.has_old ? work.x[row] : (Real) 0),
        before (is_wanted && work.mode != SEIDEL_CUDA_ALONE
                  ? ((const Real *) work.before.partial)[work.before.places[row]]
                  : (Real) 0),
        divisor (is_wanted ? diagonal_of (work, row) : (Real) 1)
  {
  }

  /* (1 − ω) x + ω (b − Σ a x) / d, and without the sum and x where only a triangle is solved. */
  __device__ inline Real
  partial (const PartialWork<Real> &work, Real sum) const
  {
    return never_awaited (relaxed_step (old, (right - sum) / divisor, work.omega));
  }

  /* The same where the entries are the own ones of the last sweep of a relaxation. */
  __device__ inline Real
  partial_from_before (const PartialWork<Real> &work) const
  {
    return never_awaited (relaxed_step (old, right / divisor, work.omega) - (before - old));
  }

  __device__ inline void
  finish (const PartialWork<Real> &work, int64_t row, Real sum) const
  {
    const bool is_half = work.mode >= SEIDEL_CUDA_HALF;
    const Real result = is_half ? partial_from_before (work) : partial (work, sum);

    if (work.mode == SEIDEL_CUDA_TRACKED)
      work.residual[row] = divisor * ((result - before) / work.omega);
    if (work.mode == SEIDEL_CUDA_HALF_TRACKED)
      work.residual[row] = right - sum - divisor * (old + (before - old) / work.omega);
    work.partial[place] = result;
    if (work.results != NULL)
      work.results[place] = awaited (Real ());
  }
};

/* A row that the whole block does. */
template <int ROUND, typename Real>
static __device__ void
add_up_together (const PartialWork<Real> &work, int64_t row)
{
  const int warps = (int) blockDim.x / 32;
  __shared__ Real sums[MOST_WARPS];
  const Rest<Real> rest (work, row, threadIdx.x == 0);
  Real sum = add_up<ROUND> (work, added_of (work, row), (int) threadIdx.x, (int) blockDim.x);

  for (int half = 16; half > 0; half /= 2)
    sum += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, sum, half);
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = sum;
  __syncthreads ();
  if (threadIdx.x == 0)
    {
      for (int i = 1; i < warps; i++)
        sum += sums[i];
      rest.finish (work, row, sum);
    }
  __syncthreads ();
}

/* The long rows of a block, one after the other, by its threads that have one; LANES of them share
 * a row, from first on. */
template <typename Real, int LANES>
static __device__ void
add_up_long (const PartialWork<Real> &work, int64_t first, bool is_long)
{
  const int warps = (int) blockDim.x / 32;
  __shared__ unsigned int masks[MOST_WARPS];
  const unsigned int mask =
    __ballot_sync (SEIDEL_CUDA_ALL_LANES, is_long && threadIdx.x % LANES == 0);

  if (threadIdx.x % 32 == 0)
    masks[threadIdx.x / 32] = mask;
  __syncthreads ();
  for (int warp = 0; warp < warps; warp++)
    for (unsigned int left = masks[warp]; left != 0; left &= left - 1)
      {
        const int thread = warp * 32 + __ffs ((int) left) - 1;

        add_up_together<PARTIAL_AT_ONCE> (work, first + thread / LANES);
      }
}

/* LANES lanes share a row; true: it is too long for them. block: the number of this one among those
 * that do so, or of what it does in turn. */
template <typename Real, int LANES, int ROUND>
static __device__ bool
add_up_short (const PartialWork<Real> &work, int64_t block, int most_steps)
{
  const int64_t row = (block * blockDim.x + threadIdx.x) / LANES;
  const bool valid = row < work.A.rows;
  const Added added = valid ? added_of (work, row) : Added{ 0, 0 };
  const bool is_long = added.end - added.first > most_steps * ROUND * LANES;
  const bool finishes = valid && !is_long && threadIdx.x % LANES == 0;
  const Rest<Real> rest (work, row, finishes);
  Real sum = is_long ? (Real) 0 : add_up<ROUND> (work, added, (int) threadIdx.x % LANES, LANES);

  for (int half = LANES / 2; half > 0; half /= 2)
    sum += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, sum, half);
  if (finishes)
    rest.finish (work, row, sum);
  return is_long;
}

static inline Adds
adds_of (const SeidelSweep *sweep, const SeidelCudaJob *job)
{
  const bool forward = seidel_cuda_is_forward (sweep);

  if (job->triangle || job->mode == SEIDEL_CUDA_HALF)
    return ADDS_NONE;
  return forward != (job->mode == SEIDEL_CUDA_HALF_TRACKED) ? ADDS_UPPER : ADDS_LOWER;
}

/* Those of a sweep; without the list of long rows. */
template <typename Real>
static PartialWork<Real>
partial_work_of (const SeidelSweep *sweep,
                 const SeidelCudaJob *job,
                 const SeidelCudaPartials *kept,
                 void *results)
{
  const SeidelOperator *A = sweep->A;

  return { *A,
           adds_of (sweep, job),
           !job->triangle && (job->omega != 1.0 || job->mode >= SEIDEL_CUDA_HALF),
           (Real) job->omega,
           (const Real *) job->b->elements,
           (const Real *) job->x->elements,
           (const Real *) seidel_cuda_main_diagonal (A),
           NULL,
           kept->places,
           (Real *) kept->partial,
           (Real *) results,
           job->mode,
           job->before,
           (Real *) job->residual };
}
