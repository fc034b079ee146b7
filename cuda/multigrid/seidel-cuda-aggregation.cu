/* Aggregates of rows, found on the device: those that the host finds, which goes through the rows
 * in their order.
 *
 * A row begins an aggregate unless a row before it has taken it or one of its strong neighbours: it
 * depends on what became of the rows before it that are at most two strong couplings away. Each row
 * waits for these as rows of a sweep do (seidel-cuda-sweep-wait.cu), but not for all: the first one
 * that is found to have begun an aggregate decides. The rest is done for all rows at once.
 *
 * Sources: solvers/multigrid/seidel-aggregation.h; the greedy set in the order of the rows,
 * computed in parallel: Blelloch, Fineman and Shun, "Greedy sequential maximal independent set and
 * matching are parallel on average" (2012).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "seidel-cuda-coarsening.h"
#include "matrix/seidel-cuda-entries.cuh"

#define WHAT SEIDEL_CUDA_COARSENING

/* What became of a row; OPEN is what the others wait for. */
#define OPEN   0
#define BEGINS 1 /* an aggregate */
#define TAKEN  2 /* or not to be asked */
#define ALONE  3 /* without a strong coupling */

#define IN_NONE (-1) /* as in seidel_aggregate () */
#define FREE    (-2)

#define EITHER_WAY (SEIDEL_CUDA_STRONG_FROM_ROW | SEIDEL_CUDA_STRONG_FROM_COLUMN)

/* Warps of a block whose rows wait. */
#define WARPS 4

static __global__ void
scale_kernel (SeidelCudaCouplings couplings)
{
  const SeidelOperator &A = couplings.A;
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  double largest = 0.0;

  if (row >= A.rows)
    return;
  for (int64_t k = row_start (A, row); k < row_start (A, row + 1); k++)
    if (A.column_indices[k] != row)
      largest = fmax (largest, fabs (((const double *) A.values)[k]));
  couplings.scale[row] = sqrt (largest);
}

/* Marks the strong entries, and sums up the weak ones as filter_diagonal () of
 * seidel-smoothed-aggregation.c does. state: OPEN or ALONE. */
static __global__ void
strength_kernel (SeidelCudaCouplings couplings, int *state, unsigned long long *bound)
{
  const SeidelOperator &A = couplings.A;
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  double kept = 0.0;
  double weak = 0.0;
  double own = 0.0;
  const bool exists = row < A.rows;
  bool alone = true;

  for (int64_t k = exists ? row_start (A, row) : 0; exists && k < row_start (A, row + 1); k++)
    {
      const int32_t column = A.column_indices[k];
      const double value = ((const double *) A.values)[k];
      const double mine = couplings.scale[row];
      const double its = couplings.scale[column];
      const bool counts = column != row && value != 0.0;
      const bool from_row = counts && fabs (value) >= couplings.threshold * mine * its;
      const bool from_column = counts && fabs (value) >= couplings.threshold * its * mine;

      couplings.strong[k] = (unsigned char) ((from_row ? SEIDEL_CUDA_STRONG_FROM_ROW : 0)
                                             | (from_column ? SEIDEL_CUDA_STRONG_FROM_COLUMN : 0));
      alone = alone && !from_row;
      if (column == row)
        own = value;
      else if (from_row)
        kept += fabs (value);
      else
        weak += value;
    }
  if (fabs (own + weak) < 0.5 * fabs (own))
    weak = 0.0;
  if (exists)
    {
      state[row] = alone ? ALONE : OPEN;
      couplings.diagonal[row] = own + weak;
    }
  /* The bits of numbers that are not negative are in the order of the numbers. */
  keep_greatest (exists ? __double_as_longlong (1.0 + kept / fabs (own + weak)) : 0, bound);
}

/* The arguments of the kernels that wait. */
typedef struct
{
  SeidelOperator A;
  const unsigned char *strong;
  int *state; /* of each row */
  unsigned int *ticket;
  SeidelCudaHalt halt;
} Search;

/* Looks at the rows before a row that begin an aggregate with it, or, with TWO, with one of its
 * strong neighbours: BEGINS, TAKEN, or OPEN where that is not known yet. *from is the first entry
 * of the row that is to be looked at, and is moved on. */
template <bool TWO>
static __device__ int
look_around (const Search &search, int64_t row, int64_t *from)
{
  const SeidelOperator &A = search.A;
  const int64_t end = row_start (A, row + 1);
  bool open = false;

  for (int64_t k = *from; k < end; k++)
    {
      const int32_t column = A.column_indices[k];
      const unsigned char strong =
        search.strong[k] & (TWO ? EITHER_WAY : SEIDEL_CUDA_STRONG_FROM_COLUMN);
      bool open_here;
      int state;

      if (strong == 0)
        continue;
      if (!TWO && column > row)
        break;
      state = load_relaxed (search.state + column);
      if (column < row && state == BEGINS)
        return TAKEN;
      open_here = column < row && state == OPEN;
      if (TWO && (strong & SEIDEL_CUDA_STRONG_FROM_ROW) != 0 && state != ALONE)
        for (int64_t l = row_start (A, column); l < row_start (A, column + 1); l++)
          {
            const int32_t other = A.column_indices[l];

            if (other >= row)
              break;
            if ((search.strong[l] & SEIDEL_CUDA_STRONG_FROM_COLUMN) == 0)
              continue;
            state = load_relaxed (search.state + other);
            if (state == BEGINS)
              return TAKEN;
            open_here = open_here || state == OPEN;
          }
      if (!open && !open_here)
        *from = k + 1;
      open = open || open_here;
    }
  return open ? OPEN : BEGINS;
}

/* A lane for each row whose state is open; the rows of blocks that began before are taken first, so
 * that one of them gets on at any time. */
template <bool TWO>
static __global__ void
__launch_bounds__ (WARPS * 32) begin_kernel (Search search)
{
  __shared__ unsigned int block;
  unsigned int idle = 0;
  int64_t row, from = 0;
  bool done;

  if (threadIdx.x == 0)
    block = atomicAdd (search.ticket, 1u);
  __syncthreads ();
  row = (int64_t) block * WARPS * 32 + threadIdx.x;
  done = row >= search.A.rows || search.state[row] != OPEN;
  if (!done)
    from = row_start (search.A, row);
  for (;;)
    {
      bool progressed = false;

      if (!done)
        {
          const int state = look_around<TWO> (search, row, &from);

          progressed = done = state != OPEN;
          if (done)
            store_relaxed (search.state + row, state);
        }
      if (__all_sync (SEIDEL_CUDA_ALL_LANES, done) || rest (search.halt, progressed, &idle))
        return;
    }
}

static __global__ void
flag_kernel (const int *state, int64_t n, int32_t *flags)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row < n)
    flags[row] = state[row] == BEGINS;
}

/* Rows that begin an aggregate get its number, counted from first; those taken get that of the
 * first row that took them. The last phase leaves those that are in one already. */
static __global__ void
take_kernel (SeidelCudaCouplings couplings,
             const int *state,
             const int32_t *numbers,
             int32_t first,
             bool last)
{
  const SeidelOperator &A = couplings.A;
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  int32_t aggregate = FREE;

  if (row >= A.rows || (last && couplings.aggregates[row] != FREE))
    return;
  if (state[row] == ALONE)
    aggregate = IN_NONE;
  else if (state[row] == BEGINS)
    aggregate = first + numbers[row];
  else
    for (int64_t k = row_start (A, row); k < row_start (A, row + 1) && aggregate == FREE; k++)
      if ((couplings.strong[k] & SEIDEL_CUDA_STRONG_FROM_COLUMN) != 0
          && state[A.column_indices[k]] == BEGINS)
        aggregate = first + numbers[A.column_indices[k]];
  couplings.aggregates[row] = aggregate;
}

/* Rows that are left join the aggregate that they are coupled to most strongly. *left counts those
 * that cannot; state is then what the last phase begins with. */
static __global__ void
join_kernel (SeidelCudaCouplings couplings, int32_t *joined, int *state, int32_t *left)
{
  const SeidelOperator &A = couplings.A;
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  double strongest = 0.0;
  int32_t aggregate;

  if (row >= A.rows)
    return;
  aggregate = couplings.aggregates[row];
  if (aggregate == FREE)
    for (int64_t k = row_start (A, row); k < row_start (A, row + 1); k++)
      {
        const int32_t column = A.column_indices[k];
        const double coupling = fabs (((const double *) A.values)[k]) / couplings.scale[column];

        if ((couplings.strong[k] & SEIDEL_CUDA_STRONG_FROM_ROW) != 0
            && couplings.aggregates[column] >= 0 && coupling > strongest)
          {
            strongest = coupling;
            aggregate = couplings.aggregates[column];
          }
      }
  joined[row] = aggregate;
  state[row] = aggregate == FREE ? OPEN : TAKEN;
  if (aggregate == FREE)
    atomicAdd (left, 1);
}

/* Which rows begin an aggregate, counted: *count receives how many. numbers: rows + 1. */
template <bool TWO>
static bool
begin_aggregates (SeidelContext *context,
                  const SeidelCudaCouplings *couplings,
                  int *state,
                  int32_t *flags,
                  int32_t *numbers,
                  unsigned int *ticket,
                  int32_t *count)
{
  const int64_t n = couplings->A.rows;
  const Search search = { couplings->A, couplings->strong, state, ticket, context->halt };
  const int64_t blocks = (n + WARPS * 32 - 1) / (WARPS * 32);
  int64_t sum = 0;

  if (!seidel_cuda_check (context, cudaMemsetAsync (ticket, 0, sizeof *ticket, context->stream),
                          WHAT))
    return false;
  begin_kernel<TWO><<<(unsigned int) blocks, WARPS * 32, 0, context->stream>>> (search);
  flag_kernel<<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (state, n, flags);
  if (!seidel_cuda_check (context, cudaGetLastError (), WHAT)
      || !seidel_cuda_sum_counts (context, flags, n, numbers, &sum))
    return false;
  *count = (int32_t) sum;
  return true;
}

/* The three phases of seidel_aggregate (). words: two, for counting. */
static bool
aggregate (SeidelContext *context,
           SeidelCudaPieces *pieces,
           SeidelCudaCouplings *couplings,
           int *state,
           unsigned int *words)
{
  const int64_t n = couplings->A.rows;
  const unsigned int grid = seidel_cuda_grid (n);
  int32_t *const flags = (int32_t *) seidel_cuda_piece (context, pieces, (size_t) n * 4);
  int32_t *const numbers = (int32_t *) seidel_cuda_piece (context, pieces, (size_t) (n + 1) * 4);
  int32_t begun = 0;
  int32_t left = 0;

  if (numbers == NULL
      || !begin_aggregates<true> (context, couplings, state, flags, numbers, words, &begun)
      || !seidel_cuda_check (context, cudaMemsetAsync (words + 1, 0, 4, context->stream), WHAT))
    return false;
  take_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*couplings, state, numbers, 0,
                                                                false);
  join_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*couplings, flags, state,
                                                                (int32_t *) words + 1);
  couplings->n_aggregates = begun;
  if (!seidel_cuda_check (context, cudaGetLastError (), WHAT)
      || !seidel_cuda_check (context,
                             cudaMemcpyAsync (couplings->aggregates, flags, (size_t) n * 4,
                                              cudaMemcpyDeviceToDevice, context->stream),
                             WHAT)
      || !seidel_cuda_read (context, &left, words + 1, sizeof left))
    return false;
  if (left == 0)
    return true;
  if (!begin_aggregates<false> (context, couplings, state, flags, numbers, words, &left))
    return false;
  take_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*couplings, state, numbers, begun,
                                                                true);
  couplings->n_aggregates += left;
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

bool
seidel_cuda_couplings_init (SeidelContext *context,
                            const SeidelOperator *A,
                            double threshold,
                            SeidelCudaPieces *pieces,
                            SeidelCudaCouplings *couplings)
{
  const size_t n = (size_t) A->rows;
  const unsigned int grid = seidel_cuda_grid (A->rows);
  const double one = 1.0;
  int *state;
  unsigned long long *words;

  *couplings = { *A, threshold };
  couplings->scale = (double *) seidel_cuda_piece (context, pieces, n * sizeof (double));
  couplings->diagonal = (double *) seidel_cuda_piece (context, pieces, n * sizeof (double));
  couplings->aggregates = (int32_t *) seidel_cuda_piece (context, pieces, n * sizeof (int32_t));
  couplings->strong = (unsigned char *) seidel_cuda_piece (context, pieces, (size_t) A->nonzeros);
  state = (int *) seidel_cuda_piece (context, pieces, n * sizeof *state);
  words = (unsigned long long *) seidel_cuda_piece (context, pieces, 2 * sizeof *words);
  if (words == NULL
      || !seidel_cuda_check (context,
                             cudaMemcpyAsync (words, &one, sizeof one, cudaMemcpyHostToDevice,
                                              context->stream),
                             WHAT))
    return false;
  scale_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*couplings);
  strength_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*couplings, state, words);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT)
         && seidel_cuda_read (context, &couplings->bound, words, sizeof couplings->bound)
         && aggregate (context, pieces, couplings, state, (unsigned int *) (words + 1));
}
