/* The values of a coarse level again, of a matrix with the pattern of the one that it was made of,
 * on the device: its aggregates and all patterns stay.
 *
 * Of the aggregates a byte for each row is kept: which entry of its row of P is in the column of
 * its aggregate. Whether they are those that would be chosen again is seen by the strong entries,
 * of which a hash is kept.
 *
 * The pattern of A P, which takes as much memory as the matrix, is not kept: its rows get equal
 * room, that of the longest one, unless they are too different, when their lengths are kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-terms.cuh"
#include "sweep/seidel-cuda-sweep.h"

#define WHAT SEIDEL_CUDA_COARSENING

/* Places in a row of P that a byte does not count, and that of rows in no aggregate. */
#define MOST_PLACES 255
#define NO_PLACE    255

/* The tables of sums; longer rows add up where they are stored. */
#define FEW_SLOTS  64
#define MANY_SLOTS 512

/* Equal room for the rows of A P may be so many times their entries. */
#define MOST_ROOM 2

/* The strong entries. */
typedef struct
{
  unsigned long long hash;
  unsigned long long count;
} Strong;

/* What is kept with P. */
typedef struct
{
  unsigned char *places; /* of each row; NULL: too many */
  Strong strong;
  SeidelCudaRadii radii;
  SeidelCudaLoose product; /* what is known of A P */
} Kept;

static void
clear_kept (SeidelContext *context, SeidelOperator *, void *data)
{
  Kept *const kept = (Kept *) data;

  seidel_cuda_queued_free (context, kept->places);
  seidel_cuda_radii_clear (context, &kept->radii);
  seidel_cuda_queued_free (context, kept->product.offsets);
}

static const SeidelCudaAttachmentKind kept_aggregates = { sizeof (Kept), clear_kept };

/* Where a column is in a row that has it. */
static __device__ inline int
place_of (const int32_t *columns, int count, int32_t column)
{
  int low = 0;
  int high = count - 1;

  while (low < high)
    {
      const int middle = (low + high) / 2;

      if (columns[middle] < column)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* The finaliser of SplitMix64 (Steele, Lea and Flood, 2014). */
static __device__ inline unsigned long long
mixed (unsigned long long number)
{
  number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9ull;
  number = (number ^ number >> 27) * 0x94d049bb133111ebull;
  return number ^ number >> 31;
}

static __global__ void
hash_kernel (const unsigned char *strong, int64_t n, Strong *sums)
{
  Strong own = {};

  for (int64_t k = (int64_t) blockIdx.x * blockDim.x + threadIdx.x; k < n;
       k += (int64_t) gridDim.x * blockDim.x)
    {
      own.hash += strong[k] != 0 ? mixed ((unsigned long long) k + 1) : 0;
      own.count += strong[k];
    }
  add_counts (own.hash, &sums->hash);
  add_counts (own.count, &sums->count);
}

static bool
hash_strong (SeidelContext *context,
             const SeidelCudaCouplings *couplings,
             SeidelCudaPieces *pieces,
             Strong *strong)
{
  const int64_t n = couplings->A.nonzeros;
  const unsigned int blocks = seidel_cuda_grid (n / 32 + 1);
  Strong *const sums = (Strong *) seidel_cuda_piece (context, pieces, sizeof *sums);

  if (sums == NULL
      || !seidel_cuda_check (context, cudaMemsetAsync (sums, 0, sizeof *sums, context->stream),
                             WHAT))
    return false;
  hash_kernel<<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (couplings->strong, n, sums);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT)
         && seidel_cuda_read (context, strong, sums, sizeof *strong);
}

static __global__ void
keep_kernel (const int32_t *aggregates, SeidelCudaRows P, unsigned char *places)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row < P.rows)
    places[row] =
      aggregates[row] < 0
        ? NO_PLACE
        : (unsigned char) place_of (P.indices + P.offsets[row], P.offsets[row + 1] - P.offsets[row],
                                    aggregates[row]);
}

static __global__ void
recall_kernel (const unsigned char *places, SeidelCudaRows P, int32_t *aggregates)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row < P.rows)
    aggregates[row] =
      places[row] == NO_PLACE ? SEIDEL_CUDA_IN_NONE : P.indices[P.offsets[row] + places[row]];
}

bool
seidel_cuda_keep_aggregates (SeidelContext *context,
                             const SeidelCudaCouplings *couplings,
                             SeidelCudaPieces *pieces,
                             SeidelOperator *P,
                             SeidelCudaRadii *radii)
{
  Kept *const kept = (Kept *) seidel_cuda_attach (P, &kept_aggregates);
  const int64_t longest = seidel_cuda_longest_row (context, P);

  if (kept == NULL || longest < 0 || longest > MOST_PLACES)
    return seidel_cuda_ready (context);
  kept->places = (unsigned char *) seidel_cuda_queued_new (context, (size_t) P->rows);
  if (kept->places == NULL)
    return false;
  keep_kernel<<<seidel_cuda_grid (P->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    couplings->aggregates, seidel_cuda_rows_of (P), kept->places);
  if (!seidel_cuda_check (context, cudaGetLastError (), WHAT)
      || !hash_strong (context, couplings, pieces, &kept->strong))
    return false;
  kept->radii = *radii;
  kept->radii.all_strong =
    kept->strong.count == (unsigned long long) (couplings->A.nonzeros - couplings->A.rows);
  *radii = {};
  return true;
}

SeidelCudaRadii *
seidel_cuda_radii_of (const SeidelOperator *P)
{
  Kept *const kept = (Kept *) seidel_cuda_attached (P, &kept_aggregates);

  return kept != NULL ? &kept->radii : NULL;
}

bool
seidel_cuda_keep_product (SeidelContext *context, SeidelOperator *P, SeidelCudaRows *AP)
{
  Kept *const kept = (Kept *) seidel_cuda_attached (P, &kept_aggregates);
  SeidelOperator view = {};
  int64_t longest;

  view.rows = AP->rows;
  view.narrow_offsets = AP->offsets;
  longest = seidel_cuda_longest_row (context, &view);
  if (kept == NULL || longest > SEIDEL_CUDA_MOST_LOOSE)
    return longest >= 0;
  kept->product = { (int32_t) longest };
  if (longest * AP->rows > MOST_ROOM * AP->nonzeros)
    {
      kept->product.nonzeros = AP->nonzeros;
      kept->product.offsets = AP->offsets;
      AP->offsets = NULL;
    }
  return longest >= 0;
}

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

/* LANES and SLOTS are those of the first table. */
template <int LANES, int SLOTS, typename Terms>
static bool
refill (SeidelContext *context, const Terms &terms, SeidelOperator *to)
{
  const SeidelCudaRows rows = seidel_cuda_rows_of (to);
  const int64_t longest = seidel_cuda_longest_row (context, to);

  if (longest < 0)
    return false;
  launch<LANES, SLOTS> (context, terms, rows, 0);
  if (longest > SLOTS)
    launch<32, MANY_SLOTS> (context, terms, rows, SLOTS);
  if (longest > MANY_SLOTS)
    launch<32, 0> (context, terms, rows, MANY_SLOTS);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
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
                    && refill<8, FEW_SLOTS> (context, terms, coarse);

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
  done = seidel_cuda_sparse_product (context, &fine, &P, &terms.B)
         && refill<8, FEW_SLOTS> (context, terms, level->A);
  seidel_cuda_rows_clear (context, &terms.B);
  return done;
}

bool
seidel_cuda_update_rows (SeidelContext *context,
                         SeidelCudaCouplings *couplings,
                         double step,
                         SeidelCoarseLevel *level)
{
  const Kept *const kept = (const Kept *) seidel_cuda_attached (level->P, &kept_aggregates);
  const unsigned int grid = seidel_cuda_grid (level->P->rows);

  if (!ensure_values (context, level->P) || !ensure_values (context, level->R)
      || !ensure_values (context, level->A))
    return false;
  recall_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (kept->places,
                                                                  seidel_cuda_rows_of (level->P),
                                                                  couplings->aggregates);
  return refill<1, 16> (context, ProlongationTerms{ *couplings, step }, level->P)
         && update_coarse (context, &couplings->A, &kept->product, level);
}

bool
seidel_cuda_serves (SeidelContext *context,
                    const SeidelCudaCouplings *couplings,
                    SeidelCudaPieces *pieces,
                    const SeidelOperator *P)
{
  const Kept *const kept = (const Kept *) seidel_cuda_attached (P, &kept_aggregates);
  Strong strong = {};

  return kept != NULL && kept->places != NULL && P->rows == couplings->A.rows
         && hash_strong (context, couplings, pieces, &strong) && strong.hash == kept->strong.hash
         && strong.count == kept->strong.count;
}

/* Has the arrays of the pattern, and what is kept of the aggregates, alone. */
SeidelOperator *
seidel_cuda_leave_pattern (SeidelContext *context, SeidelOperator *A)
{
  Kept *const kept = (Kept *) seidel_cuda_attached (A, &kept_aggregates);
  SeidelOperator *left = NULL;

  if (A->narrow_offsets != NULL && A->column_indices != NULL && A->pattern_of == NULL
      && !A->lent_offsets && !A->lent_columns)
    left = seidel_cuda_operator_take (context, A->rows, A->columns, A->nonzeros, A->narrow_offsets,
                                      A->column_indices, NULL);
  if (left != NULL)
    {
      Kept *const moved =
        kept != NULL ? (Kept *) seidel_cuda_attach (left, &kept_aggregates) : NULL;

      A->narrow_offsets = NULL;
      A->column_indices = NULL;
      if (moved != NULL)
        {
          *moved = *kept;
          *kept = {};
        }
    }
  seidel_cuda_operator_free (context, A);
  return left;
}
