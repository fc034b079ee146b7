/* Aggregates of rows, found on the device: those that the host finds, which goes through the rows
 * in the order of engine/seidel-root-order.h.
 *
 * A row begins an aggregate unless one before it has taken it or one of its strong neighbours: it
 * depends on what became of the rows before it that are at most two strong couplings away. In each
 * round those rows decide that have no undecided row before them there. The first rounds, in which
 * the points of a lattice decide and most other rows with them, look for the first undecided row in
 * two steps of one coupling each, for all rows. In later rounds a row that begins an aggregate
 * tells those that depend on it, and a row that has to wait remembers for which: it looks again
 * only when that one has decided. Which rows begin does not depend on when they decide.
 *
 * Sources: solvers/multigrid/seidel-aggregation.h; rounds of a greedy choice: Blelloch, Fineman and
 * Shun, "Greedy sequential maximal independent set and matching are parallel on average" (2012);
 * two steps of one coupling: Bell, Dalton and Olson, "Exposing fine-grained parallelism in
 * algebraic multigrid methods" (2012).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <limits.h>
#include <math.h>

#include "engine/seidel-root-order.h"
#include "seidel-cuda-coarsening.h"
#include "matrix/seidel-cuda-entries.cuh"

#define WHAT SEIDEL_CUDA_COARSENING

typedef unsigned long long Key;

/* The key of a row is that of its place in the order while it is undecided. */
#define BEGINS ((Key) 0)  /* an aggregate: before all others, whose keys are greater */
#define NEVER  (~(Key) 0) /* taken, or not to be asked */

/* Rounds that all rows take part in. */
#define ROUNDS_OF_ALL 2

/* Later rounds between two looks at how many rows are left. */
#define ROUNDS_PER_LOOK 16

/* Blocks of a kernel that gives each row of a list a warp. */
#define LIST_BLOCKS 2048

/* Counters, by the number of the round: of a list, and of the rows that look again. */
#define LISTED(round)  ((round) % 3)
#define LOOKING(round) (3 + (round) % 2)
#define N_COUNTS       5

/* What the rounds share; all on the device. */
typedef struct
{
  SeidelOperator A;
  const unsigned char *strong;
  SeidelRootLattice lattice;
  Key *keys;
  Key *firsts;       /* of each row: the least key of it and its strong neighbours */
  int32_t *awaited;  /* by each undecided row, a row; −1: none yet */
  int32_t *looking;  /* the rows that look again; in the place of firsts */
  int32_t *lists[2]; /* of undecided rows: of a round, and of the next */
  int32_t *counts;
} Search;

static __device__ inline Key
key_of (const SeidelRootLattice &lattice, int64_t row)
{
  return seidel_root_key (&lattice, (int32_t) row) + 1;
}

/* The least of the lanes that share a row, in each of them. */
static __device__ inline Key
least_of_lanes (Key key, int lanes)
{
  for (int half = lanes / 2; half > 0; half /= 2)
    key = min (key, (Key) __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, key, half));
  return key;
}

/* The least key of a row and its strong neighbours, of which each of the lanes looks at some. */
static __device__ inline Key
first_around (const Search &search, const Key *keys, int64_t row, int lane, int lanes)
{
  const int64_t end = row_start (search.A, row + 1);
  Key first = keys[row];

  for (int64_t k = row_start (search.A, row) + lane; k < end; k += lanes)
    if (search.strong[k] != 0)
      first = min (first, keys[search.A.column_indices[k]]);
  return first;
}

/* The distances to the strong neighbours behind each row of the sample: one more than is room for
 * where there are more; 0 ends them. */
static __global__ void
sample_kernel (SeidelOperator A, const unsigned char *strong, int32_t *distances)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  int32_t *const mine = distances + i * (SEIDEL_ROOT_DISTANCES + 1);
  int64_t row;
  int n = 0;

  if (i >= SEIDEL_ROOT_SAMPLES || i >= A.rows)
    return;
  row = seidel_root_sample_row (i, A.rows);
  for (int64_t k = row_start (A, row); k < row_start (A, row + 1) && n <= SEIDEL_ROOT_DISTANCES;
       k++)
    if (strong[k] != 0 && A.column_indices[k] > row)
      mine[n++] = A.column_indices[k] - (int32_t) row;
  if (n <= SEIDEL_ROOT_DISTANCES)
    mine[n] = 0;
}

static __global__ void
open_kernel (Search search, const int32_t *aggregates)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row < search.A.rows)
    search.keys[row] = aggregates[row] == SEIDEL_CUDA_FREE ? key_of (search.lattice, row) : NEVER;
}

static __global__ void
first_kernel (Search search)
{
  const int lanes = search.A.product_lanes;
  const int64_t thread = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t row = thread / lanes;
  const bool exists = row < search.A.rows;
  const int lane = (int) (thread % lanes);
  const Key first =
    least_of_lanes (exists ? first_around (search, search.keys, row, lane, lanes) : NEVER, lanes);

  if (exists && lane == 0)
    search.firsts[row] = first;
}

static __device__ inline bool
is_open (Key key)
{
  return key != BEGINS && key != NEVER;
}

/* The row that has the key. */
static __device__ inline int32_t
row_of (Key key)
{
  return (int32_t) (uint32_t) (key - 1);
}

/* Appends the row of each lane that has one; all lanes of the warp take part. */
static __device__ inline void
append (int32_t *list, int32_t *count, bool has, int64_t row)
{
  const unsigned int having = __ballot_sync (SEIDEL_CUDA_ALL_LANES, has);
  const int lane = (int) threadIdx.x % 32;
  int32_t first = 0;

  if (having == 0)
    return;
  if (lane == 0)
    first = atomicAdd (count, __popc (having));
  first = __shfl_sync (SEIDEL_CUDA_ALL_LANES, first, 0);
  if (has)
    list[first + __popc (having & ((1u << lane) - 1))] = (int32_t) row;
}

/* After first_kernel; what is left in the last one of these rounds is listed, and awaits the first
 * row that it depends on. */
static __global__ void
decide_kernel (Search search, bool last)
{
  const int lanes = search.A.product_lanes;
  const int64_t thread = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int64_t row = thread / lanes;
  const int lane = (int) (thread % lanes);
  const Key key = row < search.A.rows ? search.keys[row] : NEVER;
  const Key first =
    least_of_lanes (is_open (key) ? first_around (search, search.firsts, row, lane, lanes) : NEVER,
                    lanes);
  const bool decided = first == BEGINS || first == key;

  if (is_open (key) && lane == 0 && decided)
    search.keys[row] = first == BEGINS ? NEVER : BEGINS;
  if (!last)
    return;
  append (search.lists[0], search.counts + LISTED (0), is_open (key) && lane == 0 && !decided, row);
  if (is_open (key) && lane == 0 && !decided)
    search.awaited[row] = row_of (first);
}

/* Rows whose awaited row is undecided go to the next round; the others look again. */
static __global__ void
wait_kernel (Search search, int round)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const bool listed = i < search.counts[LISTED (round)];
  const int32_t row = listed ? search.lists[round % 2][i] : 0;
  const bool open = listed && is_open (search.keys[row]);
  const int32_t awaited = open ? search.awaited[row] : -1;
  const bool waits = awaited >= 0 && is_open (search.keys[awaited]);

  if (i == 0)
    search.counts[LISTED (round + 2)] = search.counts[LOOKING (round + 1)] = 0;
  append (search.lists[(round + 1) % 2], search.counts + LISTED (round + 1), waits, row);
  append (search.looking, search.counts + LOOKING (round), open && !waits, row);
}

/* What a row looks for among those that it depends on. */
typedef struct
{
  Key own;
  Key last; /* that is undecided and before it; BEGINS: none */
  bool taken;
} Look;

static __device__ inline void
look_at (Look *look, Key key)
{
  look->taken = look->taken || key == BEGINS;
  if (is_open (key) && key < look->own)
    look->last = max (look->last, key);
}

/* The strong neighbours of a row: each lane of a warp has its share. */
template <typename Visit>
static __device__ inline void
visit_neighbours (const Search &search, int64_t row, const Visit &visit)
{
  const SeidelOperator &A = search.A;
  const int64_t end = row_start (A, row + 1);

  for (int64_t k = row_start (A, row) + threadIdx.x % 32; k < end; k += 32)
    if (search.strong[k] != 0)
      visit (A.column_indices[k]);
}

/* The rows that row depends on, up to two couplings away or one, and with two the row itself. */
template <bool TWO, typename Visit>
static __device__ inline void
visit_around (const Search &search, int64_t row, const Visit &visit)
{
  const SeidelOperator &A = search.A;

  visit_neighbours (search, row, visit);
  if (TWO)
    for (int64_t k = row_start (A, row); k < row_start (A, row + 1); k++)
      if (search.strong[k] != 0)
        visit_neighbours (search, A.column_indices[k], visit);
}

/* A warp for each row that looks again. Keys that change meanwhile are those of rows that decide:
 * one that is still seen as undecided makes a row wait, no more. */
template <bool TWO>
static __global__ void
look_kernel (Search search, int round)
{
  const int32_t n = search.counts[LOOKING (round)];
  const int64_t warps = (int64_t) gridDim.x * blockDim.x / 32;

  for (int64_t i = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / 32; i < n; i += warps)
    {
      const int32_t row = search.looking[i];
      Look look = { search.keys[row], BEGINS, false };

      visit_around<TWO> (search, row, [&] (int32_t other) { look_at (&look, search.keys[other]); });
      look.taken = __any_sync (SEIDEL_CUDA_ALL_LANES, look.taken);
      look.last = ~least_of_lanes (~look.last, 32);
      if (!look.taken && look.last == BEGINS)
        visit_around<TWO> (search, row, [&] (int32_t other) {
          if (other != row && is_open (search.keys[other]))
            search.keys[other] = NEVER;
        });
      if (threadIdx.x % 32 != 0)
        continue;
      if (look.taken || look.last == BEGINS)
        {
          search.keys[row] = look.taken ? NEVER : BEGINS;
          continue;
        }
      search.awaited[row] = row_of (look.last);
      search.lists[(round + 1) % 2][atomicAdd (search.counts + LISTED (round + 1), 1)] = row;
    }
}

/* Rows that begin an aggregate, and those that one of these takes: of several the first one, by the
 * order. The row that begins it stands for an aggregate until they are numbered. */
static __global__ void
take_kernel (Search search, int32_t *aggregates)
{
  const SeidelOperator &A = search.A;
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  Key first = NEVER;

  if (row >= A.rows || aggregates[row] != SEIDEL_CUDA_FREE)
    return;
  if (search.keys[row] == BEGINS)
    aggregates[row] = (int32_t) row;
  else
    for (int64_t k = row_start (A, row); k < row_start (A, row + 1); k++)
      {
        const int32_t column = A.column_indices[k];

        if (search.strong[k] != 0 && search.keys[column] == BEGINS
            && key_of (search.lattice, column) < first)
          {
            first = key_of (search.lattice, column);
            aggregates[row] = column;
          }
      }
}

/* Rows that are left join the aggregate that they are coupled to most strongly; those that cannot
 * are undecided once more. */
static __global__ void
join_kernel (SeidelCudaCouplings couplings, Search search, int32_t *joined)
{
  const SeidelOperator &A = couplings.A;
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  double strongest = 0.0;
  int32_t aggregate;

  if (row >= A.rows)
    return;
  aggregate = couplings.aggregates[row];
  if (aggregate == SEIDEL_CUDA_FREE)
    for (int64_t k = row_start (A, row); k < row_start (A, row + 1); k++)
      {
        const int32_t column = A.column_indices[k];
        const double coupling = fabs (((const double *) A.values)[k]) / couplings.scale[column];

        if (couplings.strong[k] != 0 && couplings.aggregates[column] >= 0 && coupling > strongest)
          {
            strongest = coupling;
            aggregate = couplings.aggregates[column];
          }
      }
  joined[row] = aggregate;
  search.keys[row] = NEVER;
  if (aggregate != SEIDEL_CUDA_FREE)
    return;
  search.keys[row] = key_of (search.lattice, row);
  search.awaited[row] = -1;
  search.lists[0][atomicAdd (search.counts + LISTED (0), 1)] = (int32_t) row;
}

static __global__ void
flag_kernel (const int32_t *aggregates, int64_t n, int32_t *flags)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row < n)
    flags[row] = aggregates[row] == row;
}

static __global__ void
number_kernel (int32_t *aggregates, int64_t n, const int32_t *numbers)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row < n && aggregates[row] >= 0)
    aggregates[row] = numbers[aggregates[row]];
}

static unsigned int
grid_for (int64_t rows, int lanes)
{
  return (unsigned int) ((rows * lanes + SEIDEL_CUDA_BLOCK - 1) / SEIDEL_CUDA_BLOCK);
}

/* The lattice of the strong couplings, from a sample. distances: on the device. */
static bool
find_lattice (SeidelContext *context, Search *search, int32_t *distances)
{
  const int64_t room = SEIDEL_ROOT_DISTANCES + 1;
  const int32_t rows =
    (int32_t) (search->A.rows < SEIDEL_ROOT_SAMPLES ? search->A.rows : SEIDEL_ROOT_SAMPLES);
  SeidelRootSample sample = { rows };
  int32_t found[SEIDEL_ROOT_SAMPLES * (SEIDEL_ROOT_DISTANCES + 1)];

  sample_kernel<<<seidel_cuda_grid (rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (search->A,
                                                                                     search->strong,
                                                                                     distances);
  if (!seidel_cuda_check (context, cudaGetLastError (), WHAT)
      || !seidel_cuda_read (context, found, distances, (size_t) (rows * room) * sizeof *found))
    return false;
  for (int64_t i = 0; i < rows; i++)
    for (int64_t j = 0; j < room && found[i * room + j] > 0; j++)
      seidel_root_sample_note (&sample, found[i * room + j]);
  search->lattice = seidel_root_lattice_find (&sample);
  return true;
}

static bool
clear_counts (SeidelContext *context, const Search *search)
{
  return seidel_cuda_check (context,
                            cudaMemsetAsync (search->counts, 0, N_COUNTS * sizeof (int32_t),
                                             context->stream),
                            WHAT);
}

/* How many rows are left to a round. */
static bool
read_left (SeidelContext *context, const Search *search, int round, int32_t *left)
{
  return seidel_cuda_check (context, cudaGetLastError (), WHAT)
         && seidel_cuda_read (context, left, search->counts + LISTED (round), sizeof *left);
}

/* Rounds among the rows that are listed for round 0. */
template <bool TWO>
static bool
decide_listed (SeidelContext *context, const Search *search)
{
  int32_t left;

  if (!read_left (context, search, 0, &left))
    return false;
  for (int round = 0; left > 0; round += ROUNDS_PER_LOOK)
    {
      const unsigned int needed = grid_for (left, 32);
      const unsigned int blocks = needed < LIST_BLOCKS ? needed : LIST_BLOCKS;

      for (int i = round; i < round + ROUNDS_PER_LOOK; i++)
        {
          wait_kernel<<<grid_for (left, 1), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*search, i);
          look_kernel<TWO><<<blocks, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*search, i);
        }
      if (!read_left (context, search, round + ROUNDS_PER_LOOK, &left))
        return false;
    }
  return true;
}

static bool
decide_all (SeidelContext *context, const Search *search)
{
  const SeidelOperator &A = search->A;
  const unsigned int grid = grid_for (A.rows, A.product_lanes);

  if (!clear_counts (context, search))
    return false;
  for (int round = 0; round < ROUNDS_OF_ALL; round++)
    {
      first_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*search);
      decide_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*search,
                                                                      round == ROUNDS_OF_ALL - 1);
    }
  return decide_listed<true> (context, search);
}

/* The first phase of seidel_aggregate (), neighbourhoods that are wholly free, and the second one;
 * the rows that no aggregate has after them are listed. */
static bool
take_neighbourhoods (SeidelContext *context, SeidelCudaCouplings *couplings, const Search *search)
{
  const int64_t n = couplings->A.rows;
  const unsigned int grid = seidel_cuda_grid (n);
  int32_t *const joined = search->lists[1];

  open_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*search, couplings->aggregates);
  if (!decide_all (context, search))
    return false;
  take_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*search, couplings->aggregates);
  if (!clear_counts (context, search))
    return false;
  join_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*couplings, *search, joined);
  return seidel_cuda_check (context,
                            cudaMemcpyAsync (couplings->aggregates, joined, (size_t) n * 4,
                                             cudaMemcpyDeviceToDevice, context->stream),
                            WHAT);
}

/* Instead of the row that begins it, each aggregate gets a number, in the order of these rows. */
static bool
number_aggregates (SeidelContext *context, SeidelCudaCouplings *couplings, const Search *search)
{
  const int64_t n = couplings->A.rows;
  const unsigned int grid = seidel_cuda_grid (n);
  int64_t sum = 0;

  flag_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (couplings->aggregates, n,
                                                                search->lists[0]);
  if (!seidel_cuda_check (context, cudaGetLastError (), WHAT)
      || !seidel_cuda_sum_counts (context, search->lists[0], n, search->lists[1], &sum))
    return false;
  number_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (couplings->aggregates, n,
                                                                  search->lists[1]);
  couplings->n_aggregates = (int32_t) sum;
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

/* The three phases of seidel_aggregate (). */
static bool
aggregate (SeidelContext *context, SeidelCudaCouplings *couplings, Search *search)
{
  const unsigned int grid = seidel_cuda_grid (couplings->A.rows);

  if (!take_neighbourhoods (context, couplings, search) || !decide_listed<false> (context, search))
    return false;
  take_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*search, couplings->aggregates);
  return number_aggregates (context, couplings, search);
}

bool
seidel_cuda_aggregate (SeidelContext *context, SeidelCudaCouplings *couplings)
{
  const size_t n = (size_t) couplings->A.rows;
  const size_t sample = SEIDEL_ROOT_SAMPLES * (SEIDEL_ROOT_DISTANCES + 1) * sizeof (int32_t);
  SeidelCudaPieces pieces = {};
  Search search = { couplings->A, couplings->strong };
  int32_t *distances;
  bool done;

  search.keys = (Key *) seidel_cuda_piece (context, &pieces, n * sizeof (Key));
  search.firsts = (Key *) seidel_cuda_piece (context, &pieces, n * sizeof (Key));
  search.looking = (int32_t *) search.firsts;
  search.awaited = (int32_t *) seidel_cuda_piece (context, &pieces, n * sizeof (int32_t));
  for (int i = 0; i < 2; i++)
    search.lists[i] = (int32_t *) seidel_cuda_piece (context, &pieces, (n + 1) * sizeof (int32_t));
  search.counts = (int32_t *) seidel_cuda_piece (context, &pieces, N_COUNTS * sizeof (int32_t));
  distances = (int32_t *) seidel_cuda_piece (context, &pieces, sample);
  done = distances != NULL && find_lattice (context, &search, distances)
         && aggregate (context, couplings, &search);
  seidel_cuda_pieces_free (context, &pieces);
  return done;
}
