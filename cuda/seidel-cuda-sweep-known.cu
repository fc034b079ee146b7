/* What a sweep can compute of each row before it begins: all that does not depend on its results.
 *
 * A row has the sum over its others, the entries of the triangle that it does not depend on, from
 * the matrix or, where that is stored so, from bands. In a chain (seidel-cuda-sweep-chain.cu) much
 * of it follows from what the last sweep kept: x was made of that by the own entries alone, so that
 * the difference is ω / d times the sum over these. A sweep in the other direction, whose others
 * they are, reads none of them; and the residual of x is d / ω times what changes between two
 * sweeps in the same direction.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-bands.cuh"
#include "seidel-cuda-sweep.h"

/* Entries of a lane that are loaded at the same time: a row has one step, mostly, and what it takes
 * is the way to memory. More where rows are long. */
#define AT_ONCE        4
#define AT_ONCE_LISTED 8
#define BANDS_AT_ONCE  8

/* Steps that the lanes of a row do at most: the whole block adds up longer ones, which would take
 * longer than all others together. Fewer where rows are long on average: the longest of them, which
 * are often neighbours, are listed, so that each has the next block that is free. */
#define MOST_STEPS        24
#define MOST_STEPS_LISTED 2

/* Entries beyond which a row of such a matrix is listed, and blocks that work on the list, for each
 * multiprocessor. */
#define LEAST_LISTED  (MOST_STEPS_LISTED * AT_ONCE_LISTED * 32)
#define LISTED_BLOCKS 8

/* Which entries of a row are added up. */
typedef enum
{
  ADDS_NONE,
  ADDS_LOWER,
  ADDS_UPPER
} Adds;

/* The arguments of the kernels. */
template <typename Real> struct Work
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
  Real *known;
  Real *results;
  SeidelCudaChained chained;
  SeidelCudaKnown before;
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
added_of (const Work<Real> &work, int64_t row)
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
add_up (const Work<Real> &work, const Added &added, int first, int every)
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
diagonal_of (const Work<Real> &work, int64_t row)
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
  Real before; /* what the last sweep of a chain kept */
  Real divisor;

  __device__
  Rest (const Work<Real> &work, int64_t row, bool is_wanted)
      : place (is_wanted ? work.places[row] : 0), right (is_wanted ? work.b[row] : (Real) 0),
        old (is_wanted && work.has_old ? work.x[row] : (Real) 0),
        before (is_wanted && work.chained != SEIDEL_CUDA_ALONE
                  ? ((const Real *) work.before.known)[work.before.places[row]]
                  : (Real) 0),
        divisor (is_wanted ? diagonal_of (work, row) : (Real) 1)
  {
  }

  /* (1 − ω) x + ω (b − Σ a x) / d, and without the sum and x where only a triangle is solved. */
  __device__ inline Real
  known (const Work<Real> &work, Real sum) const
  {
    return never_awaited (relaxed_step (old, (right - sum) / divisor, work.omega));
  }

  /* The same where the entries are the own ones of the last sweep of a chain. */
  __device__ inline Real
  known_from_before (const Work<Real> &work) const
  {
    return never_awaited (relaxed_step (old, right / divisor, work.omega) - (before - old));
  }

  __device__ inline void
  finish (const Work<Real> &work, int64_t row, Real sum) const
  {
    const bool is_half = work.chained >= SEIDEL_CUDA_HALF;
    const Real result = is_half ? known_from_before (work) : known (work, sum);

    if (work.chained == SEIDEL_CUDA_TRACKED)
      work.residual[row] = divisor * ((result - before) / work.omega);
    if (work.chained == SEIDEL_CUDA_HALF_TRACKED)
      work.residual[row] = right - sum - divisor * (old + (before - old) / work.omega);
    work.known[place] = result;
    if (work.results != NULL)
      work.results[place] = awaited (Real ());
  }
};

/* A row that the whole block does. */
template <int ROUND, typename Real>
static __device__ void
add_up_together (const Work<Real> &work, int64_t row)
{
  const int warps = SEIDEL_CUDA_BLOCK / 32;
  __shared__ Real sums[warps];
  const Rest<Real> rest (work, row, threadIdx.x == 0);
  Real sum = add_up<ROUND> (work, added_of (work, row), (int) threadIdx.x, SEIDEL_CUDA_BLOCK);

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

/* The long rows of a block, one after the other, by its threads that have one. */
template <typename Real, int LANES>
static __device__ void
add_up_long (const Work<Real> &work, bool is_long)
{
  const int warps = SEIDEL_CUDA_BLOCK / 32;
  __shared__ unsigned int masks[warps];
  const unsigned int mask =
    __ballot_sync (SEIDEL_CUDA_ALL_LANES, is_long && threadIdx.x % LANES == 0);

  if (threadIdx.x % 32 == 0)
    masks[threadIdx.x / 32] = mask;
  __syncthreads ();
  for (int warp = 0; warp < warps; warp++)
    for (unsigned int left = masks[warp]; left != 0; left &= left - 1)
      {
        const int thread = warp * 32 + __ffs ((int) left) - 1;

        add_up_together<AT_ONCE> (work,
                                  ((int64_t) blockIdx.x * SEIDEL_CUDA_BLOCK + thread) / LANES);
      }
}

/* LANES lanes share a row; true: it is too long for them. block: the number of this one among those
 * that do so. */
template <typename Real, int LANES, int ROUND>
static __device__ bool
add_up_short (const Work<Real> &work, int64_t block, int most_steps)
{
  const int64_t row = (block * SEIDEL_CUDA_BLOCK + threadIdx.x) / LANES;
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

template <typename Real, int LANES>
static __global__ void
known_kernel (Work<Real> work)
{
  const bool is_long = add_up_short<Real, LANES, AT_ONCE> (work, blockIdx.x, MOST_STEPS);

  if (__syncthreads_or (is_long))
    add_up_long<Real, LANES> (work, is_long);
}

/* A warp for each row, except for those listed: the first blocks do these. */
template <typename Real>
static __global__ void
listed_kernel (Work<Real> work, int32_t listed_blocks)
{
  const int32_t block = (int32_t) blockIdx.x;

  if (block >= listed_blocks)
    add_up_short<Real, 32, AT_ONCE_LISTED> (work, block - listed_blocks, MOST_STEPS_LISTED);
  else
    for (int32_t i = block; i < work.list[0]; i += listed_blocks)
      add_up_together<AT_ONCE_LISTED> (work, work.list[1 + i]);
}

/* Lists the long rows of the triangle above the diagonal, or of that below it. The order is that of
 * the atomics: rows do not depend on each other here. */
static __global__ void
list_kernel (SeidelOperator A, bool upper, int32_t *list)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  int64_t length;

  if (row >= A.rows)
    return;
  length =
    upper ? row_start (A, row + 1) - row_start (A, row) - 1 - A.diagonal[row] : A.diagonal[row];
  if (length > LEAST_LISTED)
    list[1 + atomicAdd (list, 1)] = (int32_t) row;
}

/* The most rows that can be listed. */
static int64_t
most_listed (const SeidelOperator *A)
{
  return A->nonzeros / LEAST_LISTED + 1;
}

/* The list of a triangle, which is made once; NULL on failure. */
static const int32_t *
ensure_list (SeidelContext *context, SeidelOperator *A, bool upper)
{
  const size_t bytes = (size_t) (1 + most_listed (A)) * sizeof (int32_t);

  if (A->long_rows[upper] != NULL)
    return A->long_rows[upper];
  A->long_rows[upper] = (int32_t *) seidel_cuda_malloc (context, bytes);
  if (A->long_rows[upper] == NULL
      || !seidel_cuda_check (context,
                             cudaMemsetAsync (A->long_rows[upper], 0, sizeof (int32_t),
                                              context->stream),
                             "a sweep"))
    return NULL;
  list_kernel<<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    *A, upper, A->long_rows[upper]);
  return seidel_cuda_check (context, cudaGetLastError (), "a sweep") ? A->long_rows[upper] : NULL;
}

/* The same from bands; a lane for each row of a group. */
template <typename Real>
static __global__ void
bands_kernel (Work<Real> work, SeidelCudaBandsView view)
{
  const Real *values = (const Real *) view.values;
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t group = row / SEIDEL_BAND_ROWS;
  const int lane = threadIdx.x % SEIDEL_BAND_ROWS;
  const bool valid = row < work.A.rows;

  if (group * SEIDEL_BAND_ROWS >= work.A.rows)
    return;

  const int32_t end = view.starts[group + 1];
  const Rest<Real> rest (work, row, valid);
  Real sum = 0;

  for (int32_t band = view.starts[group]; band < end; band += BANDS_AT_ONCE)
    {
      int64_t columns[BANDS_AT_ONCE];
      Real entries[BANDS_AT_ONCE];

#pragma unroll
      for (int i = 0; i < BANDS_AT_ONCE; i++)
        {
          const SeidelCudaBand of = band + i < end ? view.bands[band + i] : SeidelCudaBand{ 0, 0 };

          columns[i] = of.stored >> lane & 1 ? row + of.distance : -1;
          entries[i] = band + i < end
                         ? __ldcs (values + (int64_t) (band + i) * SEIDEL_BAND_ROWS + lane)
                         : (Real) 0;
        }
#pragma unroll
      for (int i = 0; i < BANDS_AT_ONCE; i++)
        sum = multiply_add (work.A.fused, entries[i],
                            columns[i] >= 0 ? work.x[columns[i]] : (Real) 0, sum);
    }
  if (valid)
    rest.finish (work, row, sum);
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
launch (SeidelContext *context, const Work<Real> &work)
{
  known_kernel<Real, LANES>
    <<<seidel_cuda_grid (work.A.rows * LANES), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work);
}

template <typename Real>
static void
launch_listed (SeidelContext *context, SeidelOperator *A, Work<Real> work)
{
  const int64_t wanted = LISTED_BLOCKS * context->multiprocessors;
  const int64_t blocks = wanted < most_listed (A) ? wanted : most_listed (A);

  work.list = ensure_list (context, A, work.adds == ADDS_UPPER);
  if (work.list == NULL)
    return;
  listed_kernel<Real><<<(unsigned int) blocks + seidel_cuda_grid (A->rows * 32), SEIDEL_CUDA_BLOCK,
                        0, context->stream>>> (work, (int32_t) blocks);
}

template <typename Real>
static void
launch_rows (SeidelContext *context, SeidelOperator *A, const Work<Real> &work)
{
  const double added = work.adds != ADDS_NONE
                         ? 0.5 * (double) (work.A.nonzeros - work.A.rows) / (double) work.A.rows
                         : 0.0;

  if (added <= AT_ONCE)
    launch<Real, 1> (context, work);
  else if (added <= 4 * AT_ONCE)
    launch<Real, 4> (context, work);
  else if (added <= 16 * AT_ONCE)
    launch<Real, 16> (context, work);
  else
    launch_listed<Real> (context, A, work);
}

static Adds
adds_of (const SeidelSweep *sweep, const SeidelCudaJob *job)
{
  const bool forward = seidel_cuda_is_forward (sweep);

  if (job->triangle || job->chained == SEIDEL_CUDA_HALF)
    return ADDS_NONE;
  return forward != (job->chained == SEIDEL_CUDA_HALF_TRACKED) ? ADDS_UPPER : ADDS_LOWER;
}

template <typename Real>
static void
launch_kernel (SeidelContext *context,
               SeidelSweep *sweep,
               const SeidelCudaJob *job,
               const SeidelCudaKnown *kept,
               void *results)
{
  SeidelOperator *A = sweep->system;
  const Adds adds = adds_of (sweep, job);
  const SeidelCudaBandsView *bands =
    adds != ADDS_NONE ? seidel_cuda_bands (context, A, adds == ADDS_UPPER) : NULL;
  const Work<Real> work = { *A,
                            adds,
                            !job->triangle
                              && (job->omega != 1.0 || job->chained >= SEIDEL_CUDA_HALF),
                            (Real) job->omega,
                            (const Real *) job->b->elements,
                            (const Real *) job->x->elements,
                            (const Real *) seidel_cuda_bands_diagonal (A),
                            NULL,
                            kept->places,
                            (Real *) kept->known,
                            (Real *) results,
                            job->chained,
                            job->before,
                            (Real *) job->residual };

  if (!seidel_cuda_ready (context))
    return;
  if (job->over_diagonal)
    over_diagonal_kernel<Real>
      <<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (A->rows, work.omega,
                                                                               work.b, work.places,
                                                                               work.known,
                                                                               work.results);
  else if (bands != NULL)
    bands_kernel<Real>
      <<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work, *bands);
  else
    launch_rows (context, A, work);
}

bool
seidel_cuda_known_run (SeidelContext *context,
                       SeidelSweep *sweep,
                       const SeidelCudaJob *job,
                       const SeidelCudaKnown *kept,
                       void *results)
{
  if (seidel_cuda_is_single (context))
    launch_kernel<float> (context, sweep, job, kept, results);
  else
    launch_kernel<double> (context, sweep, job, kept, results);
  return seidel_cuda_check (context, cudaGetLastError (), "a sweep");
}
