/* Dependency levels, found on the device.
 *
 * Each warp waits for the levels of the rows that its 32 rows depend on, as the sweep in
 * seidel-cuda-sweep-wait.cu waits for values; 0 stands for a level that is not known yet. Each
 * row's level is published as soon as it is known. A chain through the lanes, which is what lines
 * of a grid are made of, takes five steps instead of 32. The rows are then sorted by level, stably.
 *
 * Only so many rows are on their way at once, and in a large grid of three dimensions those of the
 * next level are many more rows apart. There, the tiles of 32 rows are levelled first, which are so
 * many fewer, and then taken in the order of their levels.
 *
 * Sources: the analysis phase of rocSPARSE's csrsv and of Dufrechou and Ezzatti, CCPE 2019; the
 * chain of lanes is a scan after Hillis and Steele, 1986, of maxima and sums.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <cub/cub.cuh>

#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-device.cuh"
#include "seidel-cuda-sweep.h"

#define WHAT "looking for the levels"

/* Warps of a block that look for levels, and entries of a row that are held at once. */
#define TILES_OF_BLOCK 4
#define BATCH          4

/* Entries that a node of a graph depends on, the one that is ready last first. */
typedef struct
{
  int64_t nearest;
  int32_t count;
} Needs;

/* The rows of a matrix as a graph. Nodes are places, counted from the row that the sweep begins
 * with; each depends on smaller ones only. */
struct RowGraph
{
  SeidelSystem A;
  bool forward;

  __device__ inline int64_t
  turned (int64_t place) const
  {
    return forward ? place : A.rows - 1 - place;
  }

  __device__ inline Needs
  needs (int64_t place) const
  {
    const int64_t row = turned (place);
    const int64_t begin = row_start (A, row);
    const int32_t at = A.diagonal[row];

    if (forward)
      return { begin + at - 1, at };
    return { begin + at + 1, (int32_t) (row_start (A, row + 1) - begin) - 1 - at };
  }

  __device__ inline int32_t
  need (const Needs &needs, int away) const
  {
    const int64_t k = forward ? needs.nearest - away : needs.nearest + away;

    return (int32_t) turned (A.column_indices[k]);
  }
};

/* What the kernel is told. */
template <typename Graph> struct Search
{
  Graph graph;
  int64_t n;
  int *level;           /* of each node */
  const int32_t *order; /* of the tiles, or NULL */
  unsigned int *ticket;
  int *highest;
  SeidelCudaHalt halt;
};

/* What is known of a node while it is looked at. */
typedef struct
{
  Needs needs;
  int best;     /* the highest level that it depends on, but for nodes of this tile */
  bool chained; /* it depends on the node of the lane before */
  bool knotted; /* and on other nodes of this tile */
} Found;

/* Looks at the entries from the one that is `from` away from the nearest: those before the tile are
 * to be waited for, which the mask says. */
template <typename Graph>
static __device__ inline unsigned int
fetch_places (const Search<Graph> &search,
              int64_t first,
              int from,
              int32_t (&places)[BATCH],
              Found *found)
{
  const int lane = threadIdx.x % 32;
  unsigned int pending = 0;

#pragma unroll
  for (int j = 0; j < BATCH; j++)
    places[j] = from + j < found->needs.count ? search.graph.need (found->needs, from + j) : -1;
#pragma unroll
  for (int j = 0; j < BATCH; j++)
    if (places[j] >= first)
      {
        found->chained = found->chained || places[j] - first == lane - 1;
        found->knotted = found->knotted || places[j] - first != lane - 1;
      }
    else if (places[j] >= 0)
      pending |= 1u << j;
  return pending;
}

/* Takes what is there; returns what is still to be waited for. */
template <typename Graph>
static __device__ inline unsigned int
take_levels (const Search<Graph> &search,
             const int32_t (&places)[BATCH],
             unsigned int pending,
             Found *found)
{
  int level[BATCH];

#pragma unroll
  for (int j = 0; j < BATCH; j++)
    level[j] = pending >> j & 1 ? load_relaxed (search.level + search.graph.turned (places[j])) : 0;
#pragma unroll
  for (int j = 0; j < BATCH; j++)
    if (level[j] > 0)
      {
        found->best = max (found->best, level[j]);
        pending &= ~(1u << j);
      }
  return pending;
}

/* The level of a lane whose tile is one chain, or some: right where the lanes that it depends on
 * are ready. */
static __device__ inline int
chain_level (const Found &found, int head)
{
  int level = found.best + 1;

#pragma unroll
  for (int away = 1; away < 32; away *= 2)
    {
      const int before = __shfl_up_sync (SEIDEL_CUDA_ALL_LANES, level, away);

      if ((int) (threadIdx.x % 32) - away >= head)
        level = max (level, before + away);
    }
  return level;
}

/* The level of a ready lane whose tile is no chain; 0: a node of the tile that it depends on has
 * none yet. */
template <typename Graph>
static __device__ int
knot_level (const Search<Graph> &search,
            const Found &found,
            int64_t first,
            const volatile int *known)
{
  int best = found.best;

  for (int e = 0; e < found.needs.count; e++)
    {
      const int64_t at = search.graph.need (found.needs, e) - first;

      if (at >= 0 && known[at] == 0)
        return 0;
      if (at >= 0)
        best = max (best, known[at]);
    }
  return best + 1;
}

template <typename Graph>
static __device__ inline void
publish_level (const Search<Graph> &search, int64_t node, int level)
{
  if (node < search.n)
    store_relaxed (search.level + search.graph.turned (node), level);
}

/* Waits for the nearest entries, and publishes each lane's level as soon as it is known; 0: the run
 * was stopped. */
template <typename Graph>
static __device__ inline int
find_level (const Search<Graph> &search, int64_t first, Found &found, volatile int *known)
{
  const int lane = threadIdx.x % 32;
  const unsigned int up_to_me = SEIDEL_CUDA_ALL_LANES >> (31 - lane);
  int32_t places[BATCH];
  unsigned int pending = fetch_places (search, first, 0, places, &found);
  const bool knots = __any_sync (SEIDEL_CUDA_ALL_LANES, found.knotted);
  const unsigned int heads = __ballot_sync (SEIDEL_CUDA_ALL_LANES, !found.chained);
  const int head = 31 - __clz ((int) (heads & up_to_me));
  const unsigned int wanted = up_to_me & (SEIDEL_CUDA_ALL_LANES << head);
  unsigned int seen = 0;
  unsigned int idle = 0;
  int level = 0;

  for (;;)
    {
      const unsigned int before = pending;
      unsigned int ready;

      pending = take_levels (search, places, pending, &found);
      ready = __ballot_sync (SEIDEL_CUDA_ALL_LANES, pending == 0);
      if (ready != seen && !knots)
        {
          const int reached = chain_level (found, head);

          if (level == 0 && (ready & wanted) == wanted)
            publish_level (search, first + lane, level = reached);
        }
      else if (ready != seen)
        for (bool moved = true; __any_sync (SEIDEL_CUDA_ALL_LANES, moved);)
          {
            const int reached =
              level == 0 && pending == 0 ? knot_level (search, found, first, known) : 0;

            moved = reached > 0;
            __syncwarp ();
            if (moved)
              publish_level (search, first + lane, known[lane] = level = reached);
            __syncwarp ();
          }
      seen = ready;
      if (__all_sync (SEIDEL_CUDA_ALL_LANES, level > 0))
        return level;
      if (rest (search.halt, pending != before, &idle))
        return 0;
    }
}

template <typename Graph>
static __global__ void
level_kernel (Search<Graph> search)
{
  __shared__ int levels[TILES_OF_BLOCK][32];
  __shared__ unsigned int block;
  const int lane = threadIdx.x % 32;
  Found found = {};
  int64_t tile, first;
  int highest;

  if (threadIdx.x == 0)
    block = atomicAdd (search.ticket, 1u);
  levels[threadIdx.x / 32][lane] = 0;
  __syncthreads ();
  tile = (int64_t) block * TILES_OF_BLOCK + threadIdx.x / 32;
  if (tile * 32 >= search.n)
    return;
  first = 32 * (search.order != NULL ? (int64_t) search.order[tile] : tile);
  if (first + lane < search.n)
    found.needs = search.graph.needs (first + lane);
  /* Those far away are ready long before, and leave the way clear for the nearest. */
  for (int from = BATCH; __any_sync (SEIDEL_CUDA_ALL_LANES, from < found.needs.count);
       from += BATCH)
    {
      int32_t places[BATCH];
      unsigned int pending = fetch_places (search, first, from, places, &found);
      unsigned int idle = 0;

      for (;;)
        {
          const unsigned int before = pending;

          pending = take_levels (search, places, pending, &found);
          if (__all_sync (SEIDEL_CUDA_ALL_LANES, pending == 0))
            break;
          if (rest (search.halt, pending != before, &idle))
            return;
        }
    }
  highest = find_level (search, first, found, levels[threadIdx.x / 32]);
  for (int half = 16; half > 0; half /= 2)
    highest = max (highest, __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, highest, half));
  if (lane == 0 && highest > load_relaxed (search.highest))
    atomicMax (search.highest, highest);
}

static __global__ void
number_kernel (int32_t *rows, int64_t n)
{
  int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    rows[i] = (int32_t) i;
}

/* Every level has a row: where a level starts in the sorted list, offsets says so. */
static __global__ void
offsets_kernel (const int32_t *levels, int64_t n, int64_t *offsets)
{
  int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n && (i == 0 || levels[i] != levels[i - 1]))
    offsets[levels[i] - 1] = i;
  if (i == n - 1)
    offsets[levels[i]] = n;
}

/* Sets unsafe when an entry behind the diagonal belongs to a row that is renewed no later. LANES
 * lanes share a row. */
template <int LANES>
static __global__ void
check_in_place_kernel (SeidelSystem A, bool forward, const int32_t *level, int *unsafe)
{
  const int64_t row = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  bool found = false;

  if (row < A.rows)
    {
      const int64_t begin = row_start (A, row);
      const int64_t diagonal = begin + A.diagonal[row];
      const int64_t end = forward ? row_start (A, row + 1) : diagonal;
      const int32_t own = level[row];

      for (int64_t k = (forward ? diagonal + 1 : begin) + threadIdx.x % LANES; k < end; k += LANES)
        found = found || level[A.column_indices[k]] <= own;
    }
  if (found)
    *unsafe = 1;
}

static __global__ void
longest_row_kernel (SeidelSystem A, unsigned long long *longest)
{
  int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  int64_t length = row < A.rows ? row_start (A, row + 1) - row_start (A, row) : 0;

  for (int half = 16; half > 0; half /= 2)
    length = max (length, __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, length, half));
  if (threadIdx.x % 32 == 0
      && (unsigned long long) length > *(volatile unsigned long long *) longest)
    atomicMax (longest, (unsigned long long) length);
}

/* --- on the host --------------------------------------------------------------------------------
 */

/* The 8 bytes after the scalars of the methods, on the device and pinned on the host. */
static void *
device_word (SeidelContext *context)
{
  return context->scalars + SEIDEL_SCALARS;
}

static bool
clear_word (SeidelContext *context)
{
  return seidel_cuda_check (
    context, cudaMemsetAsync (device_word (context), 0, sizeof (int64_t), context->stream), WHAT);
}

static bool
read_word (SeidelContext *context, void *to, size_t bytes)
{
  double *pinned = context->host_scalars + SEIDEL_SCALARS;

  if (!seidel_cuda_check (context, cudaGetLastError (), WHAT)
      || !seidel_cuda_check (context,
                             cudaMemcpyAsync (pinned, device_word (context), bytes,
                                              cudaMemcpyDeviceToHost, context->stream),
                             WHAT)
      || !seidel_cuda_wait (context, WHAT))
    return false;
  memcpy (to, pinned, bytes);
  return true;
}

int64_t
seidel_cuda_longest_row (SeidelContext *context, SeidelSystem *system)
{
  int64_t longest = -1;

  if (!seidel_cuda_ready (context) || !clear_word (context))
    return -1;
  longest_row_kernel<<<seidel_cuda_grid (system->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    *system, (unsigned long long *) device_word (context));
  return read_word (context, &longest, sizeof longest) ? longest : -1;
}

/* Arrays that are needed only while rows are sorted by level, in one piece of memory. */
typedef struct
{
  int32_t *sorted_levels;
  int32_t *numbers;
  int64_t *offsets;
  void *room; /* of CUB */
  size_t room_bytes;
} Scratch;

static size_t
rounded (size_t bytes)
{
  return (bytes + 255) / 256 * 256;
}

template <typename Graph>
static bool
search_levels (SeidelContext *context,
               const Graph &graph,
               int64_t n,
               int32_t *level,
               const int32_t *order,
               int32_t *count)
{
  int *words = (int *) device_word (context);
  const int64_t tiles = (n + 31) / 32;
  const Search<Graph> search = { graph,        n, level, order, (unsigned int *) words, words + 1,
                                 context->halt };
  int found[2] = { 0, 0 };

  if (!clear_word (context)
      || !seidel_cuda_check (
        context, cudaMemsetAsync (level, 0, (size_t) n * sizeof *level, context->stream), WHAT))
    return false;
  level_kernel<<<(unsigned int) ((tiles + TILES_OF_BLOCK - 1) / TILES_OF_BLOCK),
                 TILES_OF_BLOCK * 32, 0, context->stream>>> (search);
  if (!read_word (context, found, sizeof found))
    return false;
  *count = found[1];
  return true;
}

static bool
find_levels (SeidelContext *context, SeidelSystem *system, bool forward, SeidelCudaLevels *levels)
{
  const RowGraph graph = { *system, forward };

  return search_levels (context, graph, system->rows, levels->level_of_row, NULL, &levels->count);
}

static int
bits_of (int32_t count)
{
  int bits = 1;

  while (bits < 31 && (count >> bits) > 0)
    bits++;
  return bits;
}

/* CUB's sort; with room == NULL it only says how much room it wants. */
static bool
sort_pairs (SeidelContext *context, const SeidelCudaLevels *levels, int64_t n, Scratch *scratch)
{
  return seidel_cuda_check (
    context,
    cub::DeviceRadixSort::SortPairs (scratch->room, scratch->room_bytes, levels->level_of_row,
                                     scratch->sorted_levels, scratch->numbers, levels->rows, n, 0,
                                     bits_of (levels->count), context->stream),
    WHAT);
}

static bool
sort_rows (SeidelContext *context, int64_t n, SeidelCudaLevels *levels)
{
  const size_t bytes = rounded ((size_t) n * sizeof (int32_t));
  const size_t offset_bytes = (size_t) (levels->count + 1) * sizeof (int64_t);
  Scratch scratch = {};
  char *memory = NULL;
  bool done = false;

  if (!sort_pairs (context, levels, n, &scratch))
    return false;
  memory =
    (char *) seidel_cuda_malloc (context, 2 * bytes + rounded (offset_bytes) + scratch.room_bytes);
  if (memory == NULL)
    return false;
  scratch.sorted_levels = (int32_t *) memory;
  scratch.numbers = (int32_t *) (memory + bytes);
  scratch.offsets = (int64_t *) (memory + 2 * bytes);
  scratch.room = memory + 2 * bytes + rounded (offset_bytes);
  number_kernel<<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (scratch.numbers,
                                                                                  n);
  if (sort_pairs (context, levels, n, &scratch))
    {
      offsets_kernel<<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
        scratch.sorted_levels, n, scratch.offsets);
      done = seidel_cuda_check (context,
                                cudaMemcpyAsync (levels->offsets, scratch.offsets, offset_bytes,
                                                 cudaMemcpyDeviceToHost, context->stream),
                                WHAT)
             && seidel_cuda_wait (context, WHAT);
    }
  cudaFree (memory);
  return done;
}

/* The levels of the rows, those given or those found. */
static bool
obtain_levels (SeidelContext *context,
               SeidelSystem *system,
               bool forward,
               const SeidelLevelsView *given,
               SeidelCudaLevels *levels)
{
  const size_t bytes = (size_t) system->rows * sizeof (int32_t);

  if (given == NULL)
    {
      levels->level_of_row = (int32_t *) seidel_cuda_malloc (context, bytes);
      return levels->level_of_row != NULL && find_levels (context, system, forward, levels);
    }
  levels->level_of_row = (int32_t *) seidel_cuda_upload_bytes (context, given->level_of_row, bytes);
  levels->count = given->count;
  return levels->level_of_row != NULL && seidel_cuda_ready (context);
}

bool
seidel_cuda_levels_init (SeidelContext *context,
                         SeidelSystem *system,
                         SeidelDirection direction,
                         const SeidelLevelsView *given,
                         SeidelCudaLevels *levels)
{
  const bool forward = direction == SEIDEL_DIRECTION_FORWARD;
  bool done = false;

  memset (levels, 0, sizeof *levels);
  if (obtain_levels (context, system, forward, given, levels))
    {
      levels->rows =
        (int32_t *) seidel_cuda_malloc (context, (size_t) system->rows * sizeof (int32_t));
      levels->offsets = (int64_t *) malloc ((size_t) (levels->count + 1) * sizeof (int64_t));
      if (levels->offsets == NULL)
        seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                          "the levels did not fit into memory");
      done = seidel_cuda_ready (context) && sort_rows (context, system->rows, levels);
    }
  if (!done)
    {
      cudaStreamSynchronize (context->stream);
      seidel_cuda_levels_clear (levels);
    }
  return done;
}

bool
seidel_cuda_levels_check_in_place (SeidelContext *context,
                                   SeidelSystem *system,
                                   SeidelDirection direction,
                                   const SeidelCudaLevels *levels,
                                   bool *safe)
{
  const bool forward = direction == SEIDEL_DIRECTION_FORWARD;
  const int lanes = system->lanes > 4 ? 8 : 1;
  const unsigned int grid = seidel_cuda_grid (system->rows * lanes);
  int unsafe = 1;

  if (!clear_word (context))
    return false;
  if (lanes == 1)
    check_in_place_kernel<1>
      <<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*system, forward, levels->level_of_row,
                                                         (int *) device_word (context));
  else
    check_in_place_kernel<8>
      <<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*system, forward, levels->level_of_row,
                                                         (int *) device_word (context));
  if (!read_word (context, &unsafe, sizeof unsafe))
    return false;
  *safe = unsafe == 0;
  return true;
}

void
seidel_cuda_levels_clear (SeidelCudaLevels *levels)
{
  free (levels->offsets);
  cudaFree (levels->rows);
  cudaFree (levels->level_of_row);
  memset (levels, 0, sizeof *levels);
}
