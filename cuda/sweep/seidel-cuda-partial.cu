/* The partial residual of each row, which a sweep computes before it begins: all that does not
 * depend on its results.
 *
 * It needs the sum over the entries of the opposite triangle, from the matrix or, where that is
 * stored by diagonals, from these. In a relaxation
 * (seidel-cuda-relaxation.cu) much of it follows from what the last sweep kept: x was made of that
 * by the swept entries alone, so that the difference is ω / d times the sum over these. A sweep in
 * the other direction, whose opposite triangle they are, reads none of them; and the residual of x
 * is d / ω times what changes between two sweeps in the same direction.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-partial.cuh"

/* Entries of a lane that are loaded at the same time from parts of diagonals, and of long rows. */
#define PARTS_AT_ONCE  8
#define AT_ONCE_LISTED 8

/* Where rows are long on average, the longest of them, which are often neighbours, are listed, so
 * that each has the next block that is free: those of which a lane would have more steps. */
#define MOST_STEPS_LISTED 2

/* Entries beyond which a row of such a matrix is listed, and blocks that work on the list, for each
 * multiprocessor. */
#define LEAST_LISTED  (MOST_STEPS_LISTED * AT_ONCE_LISTED * 32)
#define LISTED_BLOCKS 8

template <typename Real, int LANES>
static __global__ void
partial_kernel (PartialWork<Real> work)
{
  const bool is_long =
    add_up_short<Real, LANES, PARTIAL_AT_ONCE> (work, blockIdx.x, PARTIAL_MOST_STEPS);

  if (__syncthreads_or (is_long))
    add_up_long<Real, LANES> (work, (int64_t) blockIdx.x * (blockDim.x / LANES), is_long);
}

/* A warp for each row, except for those listed: the first blocks do these. */
template <typename Real>
static __global__ void
listed_kernel (PartialWork<Real> work, int32_t listed_blocks)
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

/* The lists of the lower and the upper triangle; NULL until they are needed. */
typedef struct
{
  int32_t *of[2];
} LongRows;

static void
clear_long_rows (SeidelContext *context, SeidelOperator *, void *data)
{
  for (int upper = 0; upper < 2; upper++)
    seidel_cuda_release (context, ((LongRows *) data)->of[upper]);
}

static const SeidelCudaAttachmentKind long_rows = { sizeof (LongRows), clear_long_rows };

/* The list of a triangle, which is made once; NULL on failure. */
static const int32_t *
ensure_list (SeidelContext *context, SeidelOperator *A, bool upper)
{
  const size_t bytes = (size_t) (1 + most_listed (A)) * sizeof (int32_t);

  LongRows *lists = (LongRows *) seidel_cuda_attach (A, &long_rows);
  int32_t *list;

  if (lists == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1, "there is no memory left");
      return NULL;
    }
  if (lists->of[upper] != NULL)
    return lists->of[upper];
  list = lists->of[upper] = (int32_t *) seidel_cuda_malloc (context, bytes);
  if (list == NULL
      || !seidel_cuda_check (context, cudaMemsetAsync (list, 0, sizeof (int32_t), context->stream),
                             "a sweep"))
    return NULL;
  list_kernel<<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*A, upper,
                                                                                      list);
  return seidel_cuda_check (context, cudaGetLastError (), "a sweep") ? list : NULL;
}

/* The same from its diagonals; a lane for each row of a group. */
template <typename Real>
static __global__ void
parts_kernel (PartialWork<Real> work, SeidelCudaDiagonalsView view)
{
  const Real *values = (const Real *) view.values;
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t group = row / SEIDEL_PART_ROWS;
  const int lane = threadIdx.x % SEIDEL_PART_ROWS;
  const bool valid = row < work.A.rows;

  if (group * SEIDEL_PART_ROWS >= work.A.rows)
    return;

  const int32_t end = view.starts[group + 1];
  const Rest<Real> rest (work, row, valid);
  Real sum = 0;

  for (int32_t part = view.starts[group]; part < end; part += PARTS_AT_ONCE)
    {
      int64_t columns[PARTS_AT_ONCE];
      Real entries[PARTS_AT_ONCE];

#pragma unroll
      for (int i = 0; i < PARTS_AT_ONCE; i++)
        {
          const SeidelCudaDiagonalPart of =
            part + i < end ? view.parts[part + i] : SeidelCudaDiagonalPart{ 0, 0 };

          columns[i] = of.stored >> lane & 1 ? row + of.distance : -1;
          entries[i] = part + i < end
                         ? __ldcs (values + (int64_t) (part + i) * SEIDEL_PART_ROWS + lane)
                         : (Real) 0;
        }
#pragma unroll
      for (int i = 0; i < PARTS_AT_ONCE; i++)
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
                      Real *partial,
                      Real *results)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row >= n)
    return;
  partial[places[row]] = never_awaited (omega * b[row]);
  if (results != NULL)
    results[places[row]] = awaited (Real ());
}

template <typename Real, int LANES>
static void
launch (SeidelContext *context, const PartialWork<Real> &work)
{
  partial_kernel<Real, LANES>
    <<<seidel_cuda_grid (work.A.rows * LANES), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work);
}

template <typename Real>
static void
launch_listed (SeidelContext *context, SeidelOperator *A, PartialWork<Real> work)
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
launch_rows (SeidelContext *context, SeidelOperator *A, const PartialWork<Real> &work)
{
  const double added = work.adds != ADDS_NONE
                         ? 0.5 * (double) (work.A.nonzeros - work.A.rows) / (double) work.A.rows
                         : 0.0;

  if (added <= PARTIAL_AT_ONCE)
    launch<Real, 1> (context, work);
  else if (added <= 4 * PARTIAL_AT_ONCE)
    launch<Real, 4> (context, work);
  else if (added <= 16 * PARTIAL_AT_ONCE)
    launch<Real, 16> (context, work);
  else
    launch_listed<Real> (context, A, work);
}

template <typename Real>
static void
launch_kernel (SeidelContext *context,
               SeidelSweep *sweep,
               const SeidelCudaJob *job,
               const SeidelCudaPartials *kept,
               void *results)
{
  SeidelOperator *A = sweep->A;
  const Adds adds = adds_of (sweep, job);
  const SeidelCudaDiagonalsView *parts =
    adds != ADDS_NONE ? seidel_cuda_triangle_by_diagonals (context, A, adds == ADDS_UPPER) : NULL;
  const PartialWork<Real> work = partial_work_of<Real> (sweep, job, kept, results);

  if (!seidel_cuda_ready (context))
    return;
  if (job->over_diagonal)
    over_diagonal_kernel<Real>
      <<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (A->rows, work.omega,
                                                                               work.b, work.places,
                                                                               work.partial,
                                                                               work.results);
  else if (parts != NULL)
    parts_kernel<Real>
      <<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work, *parts);
  else
    launch_rows (context, A, work);
}

bool
seidel_cuda_partial_run (SeidelContext *context,
                         SeidelSweep *sweep,
                         const SeidelCudaJob *job,
                         const SeidelCudaPartials *kept,
                         void *results)
{
  if (seidel_cuda_is_single (context))
    launch_kernel<float> (context, sweep, job, kept, results);
  else
    launch_kernel<double> (context, sweep, job, kept, results);
  return seidel_cuda_check (context, cudaGetLastError (), "a sweep");
}
