/* The strong couplings of the rows of a matrix, and the matrix without the weak ones, on the
 * device: as the host finds them in solvers/multigrid/seidel-smoothed-aggregation.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "engine/seidel-couplings.h"
#include "seidel-cuda-coarsening.h"
#include "matrix/seidel-cuda-entries.cuh"

#define WHAT SEIDEL_CUDA_COARSENING

/* Some lanes share a row. */
static __global__ void
scale_kernel (SeidelCudaCouplings couplings)
{
  const SeidelOperator &A = couplings.A;
  const int lanes = A.product_lanes;
  const int64_t thread = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t row = thread / lanes;
  const int64_t end = row < A.rows ? row_start (A, row + 1) : 0;
  double largest = 0.0;

  for (int64_t k = row < A.rows ? row_start (A, row) + thread % lanes : 0; k < end; k += lanes)
    if (A.column_indices[k] != row)
      largest = fmax (largest, fabs (((const double *) A.values)[k]));
  for (int half = lanes / 2; half > 0; half /= 2)
    largest = fmax (largest, __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, largest, half));
  if (row < A.rows && thread % lanes == 0)
    couplings.scale[row] = sqrt (largest);
}

/* The sum of the weak entries of a row, in their order. */
static __device__ double
sum_weak (const SeidelCudaCouplings &couplings, int64_t row)
{
  const SeidelOperator &A = couplings.A;
  double weak = 0.0;

  for (int64_t k = row_start (A, row); k < row_start (A, row + 1); k++)
    if (A.column_indices[k] != row && couplings.strong[k] == 0)
      weak += ((const double *) A.values)[k];
  return weak;
}

/* Whether a lane that shares a row with this one has something, by the bits of the warp. */
static __device__ inline bool
row_has (bool has, int lanes)
{
  const unsigned int all = lanes == 32 ? SEIDEL_CUDA_ALL_LANES : (1u << lanes) - 1;

  return (__ballot_sync (SEIDEL_CUDA_ALL_LANES, has) & all << threadIdx.x % 32 / lanes * lanes)
         != 0;
}

/* What strength_kernel () finds of all rows. */
typedef struct
{
  unsigned long long bound; /* the bits of a number */
  unsigned long long crossed;
} Found;

/* Whether an entry off the diagonal was strong; kept: a bit each, or NULL, and then all were. */
static __device__ inline bool
was_strong (const uint32_t *kept, int64_t k)
{
  return kept == NULL || (kept[k / 32] >> k % 32 & 1) != 0;
}

/* As has_crossed () of seidel-smoothed-aggregation.c. */
static __device__ inline bool
has_crossed (bool strong, double size, double least)
{
  return strong ? size == 0.0 || size < least / SEIDEL_COUPLINGS_CROSSED
                : size != 0.0 && size >= least * SEIDEL_COUPLINGS_CROSSED;
}

/* Marks the strong entries, where AGAIN those that were strong, and sums up the weak ones as
 * filter_diagonal () of seidel-smoothed-aggregation.c does. Some lanes share a row. */
template <bool AGAIN>
static __global__ void
strength_kernel (SeidelCudaCouplings couplings, const uint32_t *kept, Found *found)
{
  const SeidelOperator &A = couplings.A;
  const int lanes = A.product_lanes;
  const int64_t thread = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t row = thread / lanes;
  const bool exists = row < A.rows;
  const int64_t end = exists ? row_start (A, row + 1) : 0;
  const double mine = exists ? couplings.scale[row] : 0.0;
  double sum = 0.0;
  double own = 0.0;
  double weak = 0.0;
  bool any_strong = false;
  bool any_weak = false;
  unsigned int crossed = 0;

  for (int64_t k = exists ? row_start (A, row) + thread % lanes : 0; k < end; k += lanes)
    {
      const int32_t column = A.column_indices[k];
      const double value = ((const double *) A.values)[k];
      const double least = couplings.threshold * (mine * couplings.scale[column]);
      const bool strong = AGAIN ? column != row && was_strong (kept, k)
                                : column != row && value != 0.0 && fabs (value) >= least;

      crossed += AGAIN && has_crossed (strong, column == row ? 0.0 : fabs (value), least);
      couplings.strong[k] = strong;
      any_strong = any_strong || strong;
      any_weak = any_weak || (column != row && !strong);
      own += column == row ? value : 0.0;
      sum += strong ? fabs (value) : 0.0;
    }
  for (int half = lanes / 2; half > 0; half /= 2)
    {
      sum += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, sum, half);
      own += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, own, half);
    }
  any_strong = row_has (any_strong, lanes);
  any_weak = row_has (any_weak, lanes);
  __syncwarp ();
  if (any_weak && thread % lanes == 0)
    weak = sum_weak (couplings, row);
  if (fabs (own + weak) < 0.5 * fabs (own))
    weak = 0.0;
  if (exists && thread % lanes == 0)
    {
      couplings.aggregates[row] = any_strong ? SEIDEL_CUDA_FREE : SEIDEL_CUDA_IN_NONE;
      couplings.diagonal[row] = own + weak;
    }
  /* The bits of numbers that are not negative are in the order of the numbers. */
  keep_greatest (exists && thread % lanes == 0
                   ? __double_as_longlong (1.0 + sum / fabs (own + weak))
                   : 0,
                 &found->bound);
  if (AGAIN)
    add_counts (crossed, &found->crossed);
}

bool
seidel_cuda_couplings_begin (SeidelContext *context,
                             const SeidelOperator *A,
                             double threshold,
                             const SeidelCudaKept *kept,
                             SeidelCudaPieces *pieces,
                             SeidelCudaCouplings *couplings)
{
  const size_t n = (size_t) A->rows;
  const unsigned int grid = seidel_cuda_grid (A->rows * A->product_lanes);
  const double one = 1.0;
  Found found = {};
  Found *to;

  *couplings = { *A, threshold * (1.0 - SEIDEL_COUPLINGS_TIE) };
  couplings->scale = (double *) seidel_cuda_piece (context, pieces, n * sizeof (double));
  couplings->diagonal = (double *) seidel_cuda_piece (context, pieces, n * sizeof (double));
  couplings->aggregates = (int32_t *) seidel_cuda_piece (context, pieces, n * sizeof (int32_t));
  couplings->strong = (unsigned char *) seidel_cuda_piece (context, pieces, (size_t) A->nonzeros);
  to = (Found *) seidel_cuda_piece (context, pieces, sizeof *to);
  memcpy (&found.bound, &one, sizeof one);
  if (to == NULL
      || !seidel_cuda_check (context,
                             cudaMemcpyAsync (to, &found, sizeof found, cudaMemcpyHostToDevice,
                                              context->stream),
                             WHAT))
    return false;
  scale_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*couplings);
  if (kept != NULL)
    strength_kernel<true>
      <<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*couplings, kept->strong, to);
  else
    strength_kernel<false><<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*couplings, NULL, to);
  if (!seidel_cuda_check (context, cudaGetLastError (), WHAT)
      || !seidel_cuda_read (context, &found, to, sizeof found))
    return false;
  memcpy (&couplings->bound, &found.bound, sizeof couplings->bound);
  couplings->crossed = found.crossed > 0;
  return true;
}

bool
seidel_cuda_couplings_init (SeidelContext *context,
                            const SeidelOperator *A,
                            double threshold,
                            SeidelCudaPieces *pieces,
                            SeidelCudaCouplings *couplings)
{
  return seidel_cuda_couplings_begin (context, A, threshold, NULL, pieces, couplings)
         && seidel_cuda_aggregate (context, couplings);
}
