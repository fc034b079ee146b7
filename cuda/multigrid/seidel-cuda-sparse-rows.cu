/* Sparse matrices made row by row on the device: prolongations and products.
 *
 * A few lanes share a row. They add its terms to a hash table in shared memory, one row of the
 * second factor after the other, each of whose columns is another lane's: the sum of an entry is
 * taken in the same order as on the host (multigrid/seidel-sparse-rows.c), and has its bits. The
 * rows are first counted, then made; those that do not fit into a table are listed and done once
 * more with a larger one, and at last in whole rows of global memory.
 *
 * Sources: Nagasaka, Nukada and Matsuoka, "High-performance and memory-saving sparse general
 * matrix-matrix multiplication for NVIDIA Pascal GPU" (2017); Gustavson, "Two fast algorithms for
 * sparse matrices" (1978).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <limits.h>

#include "seidel-cuda-coarsening.h"
#include "seidel-cuda-terms.cuh"

#define WHAT SEIDEL_CUDA_COARSENING

/* A place of a table that is not taken: greater than every column. */
#define NOWHERE INT32_MAX

/* Tables, from the first on that a row is tried with; the last is a whole row. */
#define N_TABLES 4
#define SLOTS_2  512
#define SLOTS_3  1024

/* Memory for whole rows; there is one at least. */
#define WHOLE_BYTES ((int64_t) 256 << 20)

/* Mean entries of a row of the second factor from which on more lanes share a row. */
#define FEW_ENTRIES  4
#define MANY_ENTRIES 24

/* The rows that are tried with a table, and what comes of it. */
typedef struct
{
  int64_t n;
  const int32_t *list; /* of n rows; NULL: rows 0 … n − 1 */
  int32_t *counts;     /* of each row of the matrix: its entries */
  int32_t *too_long;   /* rows that do not fit */
  int32_t *n_too_long;
} Trial;

/* The place of a column in a table, taken if it has none yet; −1: the table is full. */
template <int SLOTS>
static __device__ inline int
place_in (int32_t *keys, int32_t column, int *taken)
{
  unsigned int slot = ((unsigned int) column * 2654435769u) >> 7;

  for (int tries = 0; tries < SLOTS; tries++, slot++)
    {
      int32_t *const key = keys + slot % SLOTS;
      int32_t found = *(volatile int32_t *) key;

      if (found == NOWHERE)
        {
          found = atomicCAS (key, NOWHERE, column);
          if (found == NOWHERE)
            {
              ++*taken;
              return (int) (slot % SLOTS);
            }
        }
      if (found == column)
        return (int) (slot % SLOTS);
    }
  return -1;
}

/* Which of the lanes of the warp, a bit each, share the row of this one. */
template <int LANES>
static __device__ inline unsigned int
lanes_of_row (void)
{
  const unsigned int all = LANES == 32 ? SEIDEL_CUDA_ALL_LANES : (1u << LANES % 32) - 1;

  return all << (threadIdx.x % 32 / LANES * LANES);
}

/* Adds up the terms of a row, or of none where row is negative; returns how many columns this lane
 * found first, or −1 in every lane of the row: the table is full. sums may be NULL. All lanes of
 * the warp go together, as long as its row with the most steps takes. */
template <int LANES, int SLOTS, typename Terms>
static __device__ int
add_terms (const Terms &terms, int64_t row, int32_t *keys, double *sums)
{
  const int lane = threadIdx.x % LANES;
  const int64_t steps = row >= 0 ? steps_of (terms, row) : 0;
  const int64_t most = most_of_warp (steps);
  int taken = 0;
  bool full = false;

  for (int slot = lane; slot < SLOTS; slot += LANES)
    {
      keys[slot] = NOWHERE;
      /* What is added to this keeps its sign, zeros too. */
      if (sums != NULL)
        sums[slot] = -0.0;
    }
  __syncwarp ();
  for (int64_t step = 0; step < most; step++)
    {
      const Addends addends = step < steps ? addends_of (terms, row, step) : Addends{};

      for (int32_t l = lane; l < addends.count && !full; l += LANES)
        {
          const int place = place_in<SLOTS> (keys, column_of (terms, addends, l), &taken);

          full = place < 0;
          if (sums != NULL && !full)
            sums[place] += value_of (terms, addends, l);
        }
      __syncwarp ();
    }
  full = (__ballot_sync (SEIDEL_CUDA_ALL_LANES, full) & lanes_of_row<LANES> ()) != 0;
  return full ? -1 : taken;
}

template <int LANES, int SLOTS, typename Terms>
static __global__ void
__launch_bounds__ (THREADS) count_kernel (Terms terms, Trial trial)
{
  __shared__ int32_t keys[THREADS / LANES][SLOTS + APART (LANES)];
  const int64_t i = ((int64_t) blockIdx.x * THREADS + threadIdx.x) / LANES;
  const int64_t row = i >= trial.n ? -1 : trial.list != NULL ? trial.list[i] : i;
  int count = add_terms<LANES, SLOTS> (terms, row, keys[threadIdx.x / LANES], NULL);
  const bool full = count < 0;

  for (int half = LANES / 2; half > 0; half /= 2)
    count += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, count, half);
  if (threadIdx.x % LANES != 0 || row < 0)
    return;
  if (full)
    trial.too_long[atomicAdd (trial.n_too_long, 1)] = (int32_t) row;
  trial.counts[row] = full ? -1 : count;
}

/* Moves what a table has to its front; returns how many entries these are, in every lane. */
template <int LANES, int SLOTS>
static __device__ int
pack (int32_t *keys, double *sums)
{
  const unsigned int mine = lanes_of_row<LANES> ();
  const unsigned int before = (1u << threadIdx.x % 32) - 1;
  int n = 0;

  for (int slot = (int) threadIdx.x % LANES; slot < SLOTS; slot += LANES)
    {
      const int32_t key = keys[slot];
      const double sum = sums[slot];
      const unsigned int taken = __ballot_sync (SEIDEL_CUDA_ALL_LANES, key != NOWHERE) & mine;
      const int place = n + __popc (taken & before);

      /* What is written is what others have read. */
      __syncwarp ();
      if (key != NOWHERE)
        {
          keys[place] = key;
          sums[place] = sum;
        }
      n += __popc (taken);
      __syncwarp ();
    }
  return n;
}

/* Makes the rows that have no more than SLOTS entries, in ascending order. */
template <int LANES, int SLOTS, typename Terms>
static __global__ void
__launch_bounds__ (THREADS)
  fill_kernel (Terms terms, int64_t n, const int32_t *list, SeidelCudaRows to)
{
  __shared__ int32_t keys[THREADS / LANES][SLOTS + APART (LANES)];
  __shared__ double sums[THREADS / LANES][SLOTS + APART (LANES)];
  const int64_t i = ((int64_t) blockIdx.x * THREADS + threadIdx.x) / LANES;
  int32_t *const my_keys = keys[threadIdx.x / LANES];
  double *const my_sums = sums[threadIdx.x / LANES];
  int64_t row = i >= n ? -1 : list != NULL ? list[i] : i;
  int count;

  if (row >= 0 && to.offsets[row + 1] - to.offsets[row] > SLOTS)
    row = -1;
  add_terms<LANES, SLOTS> (terms, row, my_keys, my_sums);
  count = pack<LANES, SLOTS> (my_keys, my_sums);
  for (int entry = (int) threadIdx.x % LANES; entry < count; entry += LANES)
    {
      int64_t place = to.offsets[row];

      for (int other = 0; other < count; other++)
        place += my_keys[other] < my_keys[entry];
      to.indices[place] = my_keys[entry];
      to.values[place] = my_sums[entry];
    }
}

/* Whole rows, one for each warp that is at work. */
typedef struct
{
  double *sums;
  unsigned char *taken;
  int count;
} Whole;

/* Adds up a row; all lanes of the warp share it. */
template <typename Terms>
static __device__ void
add_whole (const Terms &terms, int64_t row, int64_t columns, double *sums, unsigned char *taken)
{
  const int64_t steps = steps_of (terms, row);

  for (int64_t column = threadIdx.x % 32; column < columns; column += 32)
    {
      taken[column] = 0;
      sums[column] = -0.0;
    }
  __syncwarp ();
  for (int64_t step = 0; step < steps; step++)
    {
      const Addends addends = addends_of (terms, row, step);

      for (int32_t l = threadIdx.x % 32; l < addends.count; l += 32)
        {
          const int32_t column = column_of (terms, addends, l);

          taken[column] = 1;
          sums[column] += value_of (terms, addends, l);
        }
      __syncwarp ();
    }
}

/* Counts the rows of a list, or makes them where counts is NULL. */
template <typename Terms>
static __global__ void
__launch_bounds__ (THREADS) whole_kernel (Terms terms,
                                          int64_t n,
                                          const int32_t *list,
                                          Whole whole,
                                          int32_t *counts,
                                          SeidelCudaRows to)
{
  const int warp = (int) (blockIdx.x * THREADS + threadIdx.x) / 32;
  double *const sums = whole.sums + warp * to.columns;
  unsigned char *const taken = whole.taken + warp * to.columns;

  for (int64_t i = warp; i < n && warp < whole.count; i += whole.count)
    {
      const int32_t row = list[i];
      int64_t place = counts == NULL ? to.offsets[row] : 0;

      add_whole (terms, row, to.columns, sums, taken);
      for (int64_t first = 0; first < to.columns; first += 32)
        {
          const int64_t column = first + threadIdx.x % 32;
          const bool has = column < to.columns && taken[column] != 0;
          const unsigned int having = __ballot_sync (SEIDEL_CUDA_ALL_LANES, has);
          const int64_t mine = place + __popc (having & ((1u << threadIdx.x % 32) - 1));

          if (has && counts == NULL)
            {
              to.indices[mine] = (int32_t) column;
              to.values[mine] = sums[column];
            }
          place += __popc (having);
        }
      if (counts != NULL && threadIdx.x % 32 == 0)
        counts[row] = (int32_t) place;
      __syncwarp ();
    }
}

/* Rows of a matrix that are made, by the table that they fit into. */
typedef struct
{
  int64_t n[N_TABLES];
  int32_t *lists[N_TABLES]; /* the first is NULL: all rows */
  Whole whole;
} Lists;

/* Counts the entries of the rows with one table; those that do not fit into it go to the next
 * list. */
template <int LANES, int SLOTS, typename Terms>
static bool
count_with (SeidelContext *context,
            const Terms &terms,
            Lists *lists,
            int table,
            int32_t *counts,
            int32_t *longer,
            int32_t *n_longer)
{
  const Trial trial = { lists->n[table], lists->lists[table], counts, longer, n_longer };

  if (trial.n == 0)
    return true;
  count_kernel<LANES, SLOTS>
    <<<blocks_for<LANES> (trial.n), THREADS, 0, context->stream>>> (terms, trial);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

/* As count_with (), and learns how many rows did not fit. */
template <int LANES, int SLOTS, typename Terms>
static bool
count_rows (SeidelContext *context,
            const Terms &terms,
            Lists *lists,
            int table,
            int32_t *counts,
            int32_t *longer,
            int32_t *word)
{
  int32_t n = 0;

  if (!seidel_cuda_check (context, cudaMemsetAsync (word, 0, sizeof *word, context->stream), WHAT)
      || !count_with<LANES, SLOTS> (context, terms, lists, table, counts, longer, word)
      || !seidel_cuda_read (context, &n, word, sizeof n))
    return false;
  lists->n[table + 1] = n;
  lists->lists[table + 1] = longer;
  return true;
}

static unsigned int
blocks_of_whole (const Whole &whole)
{
  return (unsigned int) (whole.count * 32 + THREADS - 1) / THREADS;
}

/* Counts the rows that fit into no table. */
template <typename Terms>
static bool
count_whole (SeidelContext *context,
             const Terms &terms,
             Lists *lists,
             SeidelCudaPieces *pieces,
             int32_t *counts,
             const SeidelCudaRows *to)
{
  const int64_t n = lists->n[N_TABLES - 1];
  const int64_t most = WHOLE_BYTES / (to->columns * (int64_t) (sizeof (double) + 1));
  Whole *const whole = &lists->whole;

  if (n == 0)
    return true;
  whole->count = (int) (n <= most ? n : most > 0 ? most : 1);
  whole->sums =
    (double *) seidel_cuda_piece (context, pieces,
                                  (size_t) (whole->count * to->columns) * sizeof (double));
  whole->taken =
    (unsigned char *) seidel_cuda_piece (context, pieces, (size_t) (whole->count * to->columns));
  if (whole->taken == NULL)
    return false;
  whole_kernel<<<blocks_of_whole (*whole), THREADS, 0, context->stream>>> (
    terms, n, lists->lists[N_TABLES - 1], *whole, counts, *to);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

template <typename Terms>
static bool
fill_whole (SeidelContext *context,
            const Terms &terms,
            const Lists *lists,
            const SeidelCudaRows *to)
{
  const int64_t n = lists->n[N_TABLES - 1];

  if (n == 0)
    return true;
  whole_kernel<<<blocks_of_whole (lists->whole), THREADS, 0, context->stream>>> (
    terms, n, lists->lists[N_TABLES - 1], lists->whole, (int32_t *) NULL, *to);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

template <int LANES, int SLOTS, typename Terms>
static bool
fill_rows (SeidelContext *context,
           const Terms &terms,
           const Lists *lists,
           int table,
           const SeidelCudaRows *to)
{
  if (lists->n[table] == 0)
    return true;
  fill_kernel<LANES, SLOTS>
    <<<blocks_for<LANES> (lists->n[table]), THREADS, 0, context->stream>>> (terms, lists->n[table],
                                                                            lists->lists[table],
                                                                            *to);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

bool
seidel_cuda_rows_alloc (SeidelContext *context, SeidelCudaRows *rows)
{
  rows->indices =
    (int32_t *) seidel_cuda_queued_new (context, (size_t) rows->nonzeros * sizeof (int32_t));
  if (rows->indices != NULL)
    rows->values =
      (double *) seidel_cuda_queued_new (context, (size_t) rows->nonzeros * sizeof (double));
  return rows->values != NULL;
}

/* Makes all rows; LANES and SLOTS are those of the first table. */
template <int LANES, int SLOTS, typename Terms>
static bool
make_rows (SeidelContext *context, const Terms &terms, SeidelCudaPieces *pieces, SeidelCudaRows *to)
{
  const size_t n = (size_t) to->rows;
  int32_t *const counts = (int32_t *) seidel_cuda_piece (context, pieces, n * 4);
  int32_t *const longer = (int32_t *) seidel_cuda_piece (context, pieces, n * 4);
  int32_t *const longest = (int32_t *) seidel_cuda_piece (context, pieces, n * 4);
  int32_t *const whole = (int32_t *) seidel_cuda_piece (context, pieces, n * 4);
  int32_t *const word = (int32_t *) seidel_cuda_piece (context, pieces, sizeof *word);
  Lists lists = { { to->rows }, {} };

  if (word == NULL || !count_rows<LANES, SLOTS> (context, terms, &lists, 0, counts, longer, word)
      || !count_rows<32, SLOTS_2> (context, terms, &lists, 1, counts, longest, word)
      || !count_rows<32, SLOTS_3> (context, terms, &lists, 2, counts, whole, word)
      || !count_whole (context, terms, &lists, pieces, counts, to))
    return false;
  to->offsets = (int32_t *) seidel_cuda_queued_new (context, (n + 1) * sizeof (int32_t));
  return to->offsets != NULL
         && seidel_cuda_sum_counts (context, counts, to->rows, to->offsets, &to->nonzeros)
         && seidel_cuda_rows_alloc (context, to)
         && fill_rows<LANES, SLOTS> (context, terms, &lists, 0, to)
         && fill_rows<32, SLOTS_2> (context, terms, &lists, 1, to)
         && fill_rows<32, SLOTS_3> (context, terms, &lists, 2, to)
         && fill_whole (context, terms, &lists, to);
}

/* Frees what is not complete, too. */
static bool
finish (SeidelContext *context, SeidelCudaPieces *pieces, bool done, SeidelCudaRows *to)
{
  seidel_cuda_pieces_free (context, pieces);
  if (!done)
    seidel_cuda_rows_clear (context, to);
  return done;
}

bool
seidel_cuda_prolongation (SeidelContext *context,
                          const SeidelCudaCouplings *couplings,
                          double step,
                          SeidelCudaRows *to)
{
  const ProlongationTerms terms = { *couplings, step };
  SeidelCudaPieces pieces = {};

  *to = { couplings->A.rows, couplings->n_aggregates };
  return finish (context, &pieces, make_rows<1, 16> (context, terms, &pieces, to), to);
}

bool
seidel_cuda_sparse_product (SeidelContext *context,
                            const SeidelCudaRows *A,
                            const SeidelCudaRows *B,
                            SeidelCudaRows *to)
{
  const ProductTerms terms = { *A, *B };
  const int64_t entries = B->nonzeros / (B->rows > 0 ? B->rows : 1);
  SeidelCudaPieces pieces = {};
  bool done;

  *to = { A->rows, B->columns };
  if (entries < FEW_ENTRIES)
    done = make_rows<4, 32> (context, terms, &pieces, to);
  else if (entries < MANY_ENTRIES)
    done = make_rows<8, 64> (context, terms, &pieces, to);
  else
    done = make_rows<32, 256> (context, terms, &pieces, to);
  return finish (context, &pieces, done, to);
}

/* Makes all rows at once, as they are in the tables: each fits into one. */
template <int LANES, int SLOTS>
static __global__ void
__launch_bounds__ (THREADS) loose_kernel (ProductTerms terms, SeidelCudaLoose to)
{
  __shared__ int32_t keys[THREADS / LANES][SLOTS + APART (LANES)];
  __shared__ double sums[THREADS / LANES][SLOTS + APART (LANES)];
  const int64_t i = ((int64_t) blockIdx.x * THREADS + threadIdx.x) / LANES;
  const int64_t row = i < terms.A.rows ? i : -1;
  int32_t *const my_keys = keys[threadIdx.x / LANES];
  double *const my_sums = sums[threadIdx.x / LANES];
  int64_t begin;
  int count;

  add_terms<LANES, SLOTS> (terms, row, my_keys, my_sums);
  count = pack<LANES, SLOTS> (my_keys, my_sums);
  if (row < 0)
    return;
  begin = loose_start (to, row);
  if (threadIdx.x % LANES == 0)
    to.counts[row] = count;
  for (int entry = (int) threadIdx.x % LANES; entry < count; entry += LANES)
    {
      to.indices[begin + entry] = my_keys[entry];
      to.values[begin + entry] = my_sums[entry];
    }
}

template <int LANES, int SLOTS>
static void
launch_loose (SeidelContext *context, const ProductTerms &terms, const SeidelCudaLoose &to)
{
  loose_kernel<LANES, SLOTS>
    <<<blocks_for<LANES> (terms.A.rows), THREADS, 0, context->stream>>> (terms, to);
}

bool
seidel_cuda_loose_product (SeidelContext *context,
                           const SeidelCudaRows *A,
                           const SeidelCudaRows *B,
                           SeidelCudaPieces *pieces,
                           SeidelCudaLoose *to)
{
  const size_t n = (size_t) A->rows;
  const size_t entries = to->offsets != NULL ? (size_t) to->nonzeros : n * (size_t) to->longest;
  const ProductTerms terms = { *A, *B };

  to->counts = (int32_t *) seidel_cuda_piece (context, pieces, n * sizeof (int32_t));
  to->indices = (int32_t *) seidel_cuda_piece (context, pieces, entries * sizeof (int32_t));
  to->values = (double *) seidel_cuda_piece (context, pieces, entries * sizeof (double));
  if (to->values == NULL)
    return false;
  if (to->longest <= 16)
    launch_loose<4, 16> (context, terms, *to);
  else if (to->longest <= 32)
    launch_loose<4, 32> (context, terms, *to);
  else if (to->longest <= 64)
    launch_loose<8, 64> (context, terms, *to);
  else
    launch_loose<32, SEIDEL_CUDA_MOST_LOOSE> (context, terms, *to);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

void
seidel_cuda_rows_clear (SeidelContext *context, SeidelCudaRows *rows)
{
  seidel_cuda_queued_free (context, rows->offsets);
  seidel_cuda_queued_free (context, rows->indices);
  seidel_cuda_queued_free (context, rows->values);
  *rows = {};
}
