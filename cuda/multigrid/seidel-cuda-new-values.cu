/* The values of a coarse level again, of a matrix with the pattern of the one that it was made of,
 * on the device: its aggregates and all patterns stay.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-terms.cuh"
#include "sweep/seidel-cuda-sweep.h"

#define WHAT SEIDEL_CUDA_COARSENING

/* Entries of a row of P that its lanes have in registers. */
#define OWN_SLOTS 16

/* The tables of sums; longer rows add up where they are stored. */
#define FEW_SLOTS  64
#define MANY_SLOTS 512

/* The entries of a row and their sums, while these are made: by the lanes that share it. */
typedef struct
{
  const int32_t *columns;
  double *sums;
  int count; /* 0: of another table */
} Open;

/* Has the columns of a row in shared memory, where it has room for them. SLOTS is 0 where sums are
 * made in their places. */
template <int LANES, int SLOTS>
static __device__ Open
open_row (const SeidelCudaRows &to, int64_t row, int least, int32_t *columns, double *sums)
{
  const int lane = threadIdx.x % LANES;
  const int64_t begin = row < to.rows ? to.offsets[row] : 0;
  int count = row < to.rows ? to.offsets[row + 1] - (int) begin : 0;
  Open open = { columns, sums, 0 };

  if (count <= least || (SLOTS > 0 && count > SLOTS))
    count = 0;
  if (SLOTS == 0)
    open = { to.indices + begin, to.values + begin, 0 };
  for (int entry = lane; entry < count; entry += LANES)
    {
      if (SLOTS > 0)
        columns[entry] = to.indices[begin + entry];
      /* What is added to this keeps its sign, zeros too. */
      open.sums[entry] = -0.0;
    }
  open.count = count;
  __syncwarp ();
  return open;
}

template <int LANES, int SLOTS>
static __device__ void
close_row (const SeidelCudaRows &to, int64_t row, const Open &open)
{
  if (SLOTS > 0)
    for (int entry = (int) threadIdx.x % LANES; entry < open.count; entry += LANES)
      to.values[to.offsets[row] + entry] = open.sums[entry];
}

/* As fill_kernel () of seidel-cuda-sparse-rows.cu, where the columns are known; of the rows that
 * have more than so many entries, and no more than there is room for. */
template <int LANES, int SLOTS, typename Terms>
static __global__ void
__launch_bounds__ (THREADS) refill_kernel (Terms terms, SeidelCudaRows to, int least)
{
  __shared__ int32_t columns[THREADS / LANES][SLOTS > 0 ? SLOTS + APART (LANES) : 1];
  __shared__ double sums[THREADS / LANES][SLOTS > 0 ? SLOTS + APART (LANES) : 1];
  const int64_t row = ((int64_t) blockIdx.x * THREADS + threadIdx.x) / LANES;
  const Open open = open_row<LANES, SLOTS> (to, row, least, columns[threadIdx.x / LANES],
                                            sums[threadIdx.x / LANES]);
  const int64_t steps = open.count > 0 ? steps_of (terms, row) : 0;
  const int64_t most = most_of_warp (steps);

  for (int64_t step = 0; step < most; step++)
    {
      const Addends addends = step < steps ? addends_of (terms, row, step) : Addends{};

      for (int32_t l = threadIdx.x % LANES; l < addends.count; l += LANES)
        open.sums[place_of (open.columns, open.count, column_of (terms, addends, l))] +=
          value_of (terms, addends, l);
      __syncwarp ();
    }
  close_row<LANES, SLOTS> (to, row, open);
}

/* R ← Pᵀ, whose pattern is known. Some lanes share a row. */
static __global__ void
turn_kernel (SeidelCudaRows P, SeidelCudaRows R, int lanes)
{
  const int64_t thread = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t row = thread / lanes;

  if (row >= R.rows)
    return;
  for (int64_t k = R.offsets[row] + thread % lanes; k < R.offsets[row + 1]; k += lanes)
    {
      const int32_t fine = R.indices[k];
      const int32_t begin = P.offsets[fine];

      R.values[k] =
        P.values[begin + place_of (P.indices + begin, P.offsets[fine + 1] - begin, (int32_t) row)];
    }
}

template <int LANES, int SLOTS, typename Terms>
static void
launch (SeidelContext *context, const Terms &terms, const SeidelCudaRows &to, int least)
{
  refill_kernel<LANES, SLOTS>
    <<<blocks_for<LANES> (to.rows), THREADS, 0, context->stream>>> (terms, to, least);
}

/* The rows with more entries than there were slots. */
template <typename Terms>
static bool
launch_longer (SeidelContext *context,
               const Terms &terms,
               const SeidelCudaRows &to,
               int64_t longest,
               int slots)
{
  if (longest > slots)
    launch<32, MANY_SLOTS> (context, terms, to, slots);
  if (longest > MANY_SLOTS)
    launch<32, 0> (context, terms, to, MANY_SLOTS);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

template <typename Terms>
static bool
refill (SeidelContext *context, const Terms &terms, SeidelOperator *to)
{
  const SeidelCudaRows rows = seidel_cuda_rows_of (to);
  const int64_t longest = seidel_cuda_longest_row (context, to);

  if (longest < 0)
    return false;
  launch<8, FEW_SLOTS> (context, terms, rows, 0);
  return launch_longer (context, terms, rows, longest, FEW_SLOTS);
}

/* The values of the rows of P with at most OWN_SLOTS entries, whose terms are single entries: LANES
 * lanes share a row and load as many terms at once. Each adds up those of its own columns, in their
 * order. */
template <int LANES>
static __global__ void
__launch_bounds__ (THREADS) prolongation_kernel (ProlongationTerms terms, SeidelCudaRows to)
{
  constexpr int OWN = OWN_SLOTS / LANES;
  const int64_t row = ((int64_t) blockIdx.x * THREADS + threadIdx.x) / LANES;
  const int lane = threadIdx.x % LANES;
  const int64_t begin = row < to.rows ? to.offsets[row] : 0;
  const int entries = row < to.rows ? to.offsets[row + 1] - (int) begin : 0;
  const int count = entries <= OWN_SLOTS ? entries : 0;
  const int64_t steps = count > 0 ? steps_of (terms, row) : 0;
  const int64_t most = most_of_warp (steps);
  int32_t columns[OWN];
  double sums[OWN];

#pragma unroll
  for (int i = 0; i < OWN; i++)
    {
      columns[i] = lane + i * LANES < count ? to.indices[begin + lane + i * LANES] : -1;
      sums[i] = -0.0;
    }
  for (int64_t first = 0; first < most; first += LANES)
    {
      const Addends mine = first + lane < steps ? addends_of (terms, row, first + lane) : Addends{};
      const int32_t own = mine.count > 0 ? (int32_t) mine.begin : -2;

#pragma unroll
      for (int other = 0; other < LANES; other++)
        {
          const int32_t column = __shfl_sync (SEIDEL_CUDA_ALL_LANES, own, other, LANES);
          const double value = __shfl_sync (SEIDEL_CUDA_ALL_LANES, mine.factor, other, LANES);

#pragma unroll
          for (int i = 0; i < OWN; i++)
            if (column == columns[i])
              sums[i] += value;
        }
    }
#pragma unroll
  for (int i = 0; i < OWN; i++)
    if (columns[i] >= 0)
      to.values[begin + lane + i * LANES] = sums[i];
}

template <int LANES>
static void
launch_prolongation (SeidelContext *context,
                     const ProlongationTerms &terms,
                     const SeidelCudaRows &to)
{
  prolongation_kernel<LANES>
    <<<blocks_for<LANES> (to.rows), THREADS, 0, context->stream>>> (terms, to);
}

/* The values of P, whose pattern is there. */
static bool
refill_prolongation (SeidelContext *context, const ProlongationTerms &terms, SeidelOperator *P)
{
  const SeidelCudaRows rows = seidel_cuda_rows_of (P);
  const int lanes = terms.couplings.A.product_lanes;
  const int64_t longest = seidel_cuda_longest_row (context, P);

  if (longest < 0)
    return false;
  if (lanes <= 2)
    launch_prolongation<2> (context, terms, rows);
  else if (lanes <= 8)
    launch_prolongation<8> (context, terms, rows);
  else
    launch_prolongation<16> (context, terms, rows);
  return launch_longer (context, terms, rows, longest, OWN_SLOTS);
}

static bool
ensure_values (SeidelContext *context, SeidelOperator *A)
{
  if (A->values == NULL)
    A->values = seidel_cuda_queued_new (context, (size_t) A->nonzeros * sizeof (double));
  return A->values != NULL;
}

/* R (A P), where something is known of A P. */
static bool
refill_loosely (SeidelContext *context,
                const SeidelCudaRows *fine,
                const SeidelCudaRows *P,
                const SeidelCudaRows *R,
                const SeidelCudaLoose *known,
                SeidelOperator *coarse)
{
  SeidelCudaPieces pieces = {};
  LooseTerms terms = { *R, *known };
  const bool done = seidel_cuda_loose_product (context, fine, P, &pieces, &terms.B)
                    && refill (context, terms, coarse);

  seidel_cuda_pieces_free (context, &pieces);
  return done;
}

/* The values of R and of the coarse matrix, once P has its own. */
static bool
update_coarse (SeidelContext *context,
               const SeidelOperator *A,
               const SeidelCudaLoose *known,
               SeidelCoarseLevel *level)
{
  const SeidelCudaRows fine = seidel_cuda_rows_of (A);
  const SeidelCudaRows P = seidel_cuda_rows_of (level->P);
  const SeidelCudaRows R = seidel_cuda_rows_of (level->R);
  const int lanes = level->R->product_lanes;
  ProductTerms terms = { R };
  bool done;

  turn_kernel<<<seidel_cuda_grid (R.rows * lanes), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (P, R,
                                                                                             lanes);
  if (known->longest > 0)
    return refill_loosely (context, &fine, &P, &R, known, level->A);
  done =
    seidel_cuda_sparse_product (context, &fine, &P, &terms.B) && refill (context, terms, level->A);
  seidel_cuda_rows_clear (context, &terms.B);
  return done;
}

/* P from the aggregates that are kept, whose arrays are gone. */
static bool
make_prolongation (SeidelContext *context,
                   SeidelCudaCouplings *couplings,
                   double step,
                   SeidelOperator *P)
{
  SeidelCudaRows rows = {};

  couplings->n_aggregates = (int32_t) P->columns;
  if (!seidel_cuda_prolongation (context, couplings, step, &rows))
    return false;
  if (rows.nonzeros != P->nonzeros)
    {
      seidel_cuda_rows_clear (context, &rows);
      return false;
    }
  P->narrow_offsets = rows.offsets;
  P->column_indices = rows.indices;
  P->values = rows.values;
  return true;
}

bool
seidel_cuda_update_rows (SeidelContext *context,
                         SeidelCudaCouplings *couplings,
                         double step,
                         SeidelCoarseLevel *level)
{
  const ProlongationTerms terms = { *couplings, step };
  const bool patterned = level->P->narrow_offsets != NULL;

  return ensure_values (context, level->R) && ensure_values (context, level->A)
         && (!patterned || ensure_values (context, level->P))
         && seidel_cuda_recall_aggregates (context, level->P, couplings->aggregates)
         && (patterned ? refill_prolongation (context, terms, level->P)
                       : make_prolongation (context, couplings, step, level->P))
         && update_coarse (context, &couplings->A, &seidel_cuda_kept_of (level->P)->product, level);
}
