/* How rows find their dependency levels on the device, and with them, where they are to be cut into
 * strips, their far entries: their marks (seidel-cuda-marks.cuh).
 *
 * Each warp waits for the marks of the rows that its 32 rows depend on, as the sweep in
 * seidel-cuda-sweep-wait.cu waits for values. Each lane
 * goes through its entries at its own pace, and its mark is published as soon as it is known: if
 * lanes waited for each other, the rows of a line would follow those of the line before by a whole
 * tile each. A chain through the lanes, which is what lines of a grid are made of, takes five steps
 * instead of 32.
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
#pragma once

#include "seidel-cuda-marks.cuh"
#include "matrix/seidel-cuda-entries.cuh"

/* Warps of a block that look for levels. */
#define TILES_OF_BLOCK 4

/* Entries of a row that are held at once: few where as many rows as possible must be on their way,
 * more where the rows come in a good order. */
#define FEW  4
#define MORE 8

/* Blocks of a multiprocessor; old ones have room for 1024 threads. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define SEARCH_BLOCKS(mark, batch) 8
#else
#define SEARCH_BLOCKS(mark, batch) (mark::NUMBERS == 1 && (batch) == FEW ? 12 : 8)
#endif

/* Tiles that one of them may depend on to be levelled first, and those of a block that does it. */
#define MOST_NEEDS     32
#define TILES_TOGETHER 1024

/* Rounds between two times that a tile asks which is far from being ready. */
#define PATIENCE 4

/* Entries that a node of a graph depends on, the one that is ready last first. */
typedef struct
{
  int64_t nearest;
  int32_t count;
} Needs;

/* The rows of a matrix as nodes of a graph: places, counted from the row that the sweep begins
 * with. Each depends on smaller ones only. */
struct RowGraph
{
  SeidelOperator A;
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

/* The arguments of the kernel. */
template <typename Mark> struct Search
{
  RowGraph graph;
  SeidelFarClasses classes;
  int64_t n;
  typename Mark::Word *marks; /* of each row */
  const int32_t *order;       /* of the tiles, or NULL */
  unsigned int *ticket;
  int *highest; /* of each number of the marks */
  SeidelCudaHalt halt;
};

/* What is known of a node while it is examined. */
template <typename Mark, int BATCH> struct Found
{
  Needs needs;
  Mark best; /* of all that it depends on, but for nodes of this tile */
  int from; /* of the entries in hand, the one that is nearest: so many away from the nearest of all
             */
  int32_t places[BATCH]; /* of those in hand; −1: none */
  unsigned int pending;  /* of them, those that are to be waited for */
};

/* Takes the entries from the one that is `from` away from the nearest in hand: those before the
 * tile are to be waited for. */
template <typename Mark, int BATCH>
static __device__ inline void
take_in_hand (const Search<Mark> &search, int64_t first, int from, Found<Mark, BATCH> *found)
{
  found->from = from;
  found->pending = 0;
#pragma unroll
  for (int j = 0; j < BATCH; j++)
    found->places[j] =
      from + j < found->needs.count ? search.graph.need (found->needs, from + j) : -1;
#pragma unroll
  for (int j = 0; j < BATCH; j++)
    if (found->places[j] >= 0 && found->places[j] < first)
      found->pending |= 1u << j;
}

/* Which of the nearest entries are in this tile: that of the lane before, and others. */
template <typename Mark, int BATCH>
static __device__ inline void
look_near (const Search<Mark> &search,
           int64_t first,
           const Found<Mark, BATCH> &found,
           bool *chained,
           bool *knotted)
{
  const int64_t before = first + threadIdx.x % 32 - 1;
  int32_t near[2];

#pragma unroll
  for (int j = 0; j < 2; j++)
    near[j] = found.from == 0         ? found.places[j]
              : j < found.needs.count ? search.graph.need (found.needs, j)
                                      : -1;
  *chained = near[0] >= first && near[0] == before;
  *knotted = (near[0] >= first && near[0] != before) || near[1] >= first;
}

/* Takes the marks that are there; true: one was. */
template <typename Mark, int BATCH>
static __device__ inline bool
take_marks (const Search<Mark> &search, int64_t node, Found<Mark, BATCH> *found)
{
  const unsigned int before = found->pending;
  typename Mark::Word words[BATCH];

#pragma unroll
  for (int j = 0; j < BATCH; j++)
    words[j] =
      before >> j & 1 ? load_relaxed (search.marks + search.graph.turned (found->places[j])) : 0;
#pragma unroll
  for (int j = 0; j < BATCH; j++)
    if (words[j] != 0)
      {
        found->best.take (Mark (words[j]), search.classes, node - found->places[j]);
        found->pending &= ~(1u << j);
      }
  return found->pending != before;
}

/* The mark of a lane whose tile is one chain, or some: right where the lanes that it depends on
 * are ready. */
template <typename Mark>
static __device__ inline Mark
chain_mark (Mark mark, int head)
{
#pragma unroll
  for (int away = 1; away < 32; away *= 2)
    {
      const Mark before (__shfl_up_sync (SEIDEL_CUDA_ALL_LANES, mark.word (), away));

      if ((int) (threadIdx.x % 32) - away >= head)
        mark.take_along (before, away);
    }
  return mark;
}

/* The lanes of its tile that a lane depends on. */
template <typename Mark>
static __device__ inline unsigned int
near_lanes (const Search<Mark> &search, const Needs &needs, int64_t first)
{
  unsigned int near = 0;

  for (int e = 0; e < needs.count; e++)
    {
      const int64_t at = search.graph.need (needs, e) - first;

      /* All others are before the tile, too. */
      if (at < 0)
        break;
      near |= 1u << at;
    }
  return near;
}

template <typename Mark>
static __device__ inline void
publish (const Search<Mark> &search, int64_t node, const Mark &mark)
{
  if (node < search.n)
    store_relaxed (search.marks + search.graph.turned (node), mark.word ());
}

/* The marks of the lanes in hand of a tile that is no chain: lanes depend on those before them.
 * near: the lanes that each of all waits for; mark: of each, 0 as long as it is not known. */
template <typename Mark, int BATCH>
static __device__ inline void
solve_lanes (const Search<Mark> &search,
             int64_t first,
             unsigned int in_hand,
             Found<Mark, BATCH> &found,
             unsigned int *near,
             Mark *mark)
{
  const int lane = threadIdx.x % 32;

  for (; in_hand != 0; in_hand &= in_hand - 1)
    {
      const int other = __ffs ((int) in_hand) - 1;
      typename Mark::Word reached;

      if (lane == other && *near == 0)
        publish (search, first + lane, *mark = found.best.counted ());
      reached = __shfl_sync (SEIDEL_CUDA_ALL_LANES, mark->word (), other);
      if (reached != 0 && (*near >> other & 1))
        {
          found.best.take (Mark (reached), search.classes, lane - other);
          *near &= ~(1u << other);
        }
    }
}

/* Waits for the entries, those far away first, and publishes each lane's mark as soon as it is
 * known; 0: the run was stopped. */
template <typename Mark, int BATCH>
static __device__ inline Mark
find_mark (const Search<Mark> &search, int64_t first, Found<Mark, BATCH> &found)
{
  const int lane = threadIdx.x % 32;
  const unsigned int up_to_me = SEIDEL_CUDA_ALL_LANES >> (31 - lane);
  bool chained, knotted;
  unsigned int seen = 0;
  unsigned int idle = 0;
  Mark mark;

  take_in_hand (search, first, found.needs.count > 0 ? (found.needs.count - 1) / BATCH * BATCH : 0,
                &found);
  look_near (search, first, found, &chained, &knotted);

  const bool knots = __any_sync (SEIDEL_CUDA_ALL_LANES, knotted);
  const unsigned int heads = __ballot_sync (SEIDEL_CUDA_ALL_LANES, !chained);
  const int head = 31 - __clz ((int) (heads & up_to_me));
  const unsigned int wanted = up_to_me & (SEIDEL_CUDA_ALL_LANES << head);
  unsigned int near = knots ? near_lanes (search, found.needs, first) : 0;

  for (;;)
    {
      bool moved = take_marks (search, first + lane, &found);
      bool complete;
      unsigned int ready;

      if (found.pending == 0 && found.from > 0)
        {
          take_in_hand (search, first, found.from - BATCH, &found);
          moved = true;
        }
      complete = found.pending == 0 && found.from == 0;
      ready = __ballot_sync (SEIDEL_CUDA_ALL_LANES, complete);
      if (ready != seen && !knots)
        {
          const Mark reached = chain_mark (found.best.counted (), head);

          if (mark.level == 0 && (ready & wanted) == wanted)
            publish (search, first + lane, mark = reached);
        }
      else if (ready != seen)
        solve_lanes (search, first,
                     __ballot_sync (SEIDEL_CUDA_ALL_LANES, complete && mark.level == 0), found,
                     &near, &mark);
      seen = ready;
      if (__all_sync (SEIDEL_CUDA_ALL_LANES, mark.level > 0))
        return mark;
      if (rest (search.halt, moved, &idle))
        return Mark ();
    }
}

template <typename Mark, int BATCH>
static __global__ void
__launch_bounds__ (TILES_OF_BLOCK * 32, SEARCH_BLOCKS (Mark, BATCH))
  search_kernel (Search<Mark> search)
{
  __shared__ unsigned int block;
  const int lane = threadIdx.x % 32;
  Found<Mark, BATCH> found = {};
  int64_t tile, first;
  Mark mark;

  if (threadIdx.x == 0)
    block = atomicAdd (search.ticket, 1u);
  __syncthreads ();
  tile = (int64_t) block * TILES_OF_BLOCK + threadIdx.x / 32;
  if (tile * 32 >= search.n)
    return;
  first = 32 * (search.order != NULL ? (int64_t) search.order[tile] : tile);
  if (first + lane < search.n)
    found.needs = search.graph.needs (first + lane);
  mark = find_mark<Mark, BATCH> (search, first, found);
  for (int i = 0; i < Mark::NUMBERS; i++)
    {
      int highest = mark.number (i);

      for (int half = 16; half > 0; half /= 2)
        highest = max (highest, __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, highest, half));
      if (lane == 0 && highest > load_relaxed (search.highest + i))
        atomicMax (search.highest + i, highest);
    }
}

/* What is known of the tiles of 32 rows each. */
typedef struct
{
  int64_t n;
  int32_t *needs; /* MOST_NEEDS for each: the tiles that it depends on, the last to be ready last */
  int32_t *counts;
  int32_t *level;
} Tiles;

/* A warp a tile. Sets excess when it depends on too many others. */
static __global__ void
needs_kernel (RowGraph graph, Tiles tiles, int *excess)
{
  __shared__ int32_t lists[SEIDEL_CUDA_BLOCK / 32][MOST_NEEDS];
  const int64_t tile = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const int lane = threadIdx.x % 32;
  int32_t *list = lists[threadIdx.x / 32];
  Needs needs = {};
  int n = 0;

  if (tile >= tiles.n)
    return;
  if (tile * 32 + lane < graph.A.rows)
    needs = graph.needs (tile * 32 + lane);
  for (int away = 1; __any_sync (SEIDEL_CUDA_ALL_LANES, away <= needs.count); away++)
    {
      const int32_t need =
        away <= needs.count ? graph.need (needs, needs.count - away) / 32 : (int32_t) tile;
      const int32_t before = __shfl_up_sync (SEIDEL_CUDA_ALL_LANES, need, 1);
      unsigned int heads =
        __ballot_sync (SEIDEL_CUDA_ALL_LANES, need < tile && (lane == 0 || need != before));

      /* The same for all lanes, one candidate after the other. */
      for (; heads != 0; heads &= heads - 1)
        {
          const int32_t candidate =
            __shfl_sync (SEIDEL_CUDA_ALL_LANES, need, __ffs ((int) heads) - 1);

          if (__any_sync (SEIDEL_CUDA_ALL_LANES, lane < n && list[lane] == candidate))
            continue;
          if (n == MOST_NEEDS)
            {
              *excess = 1;
              return;
            }
          if (lane == 0)
            list[n] = candidate;
          n++;
          __syncwarp ();
        }
    }
  if (lane < n)
    tiles.needs[tile * MOST_NEEDS + lane] = list[lane];
  if (lane == 0)
    tiles.counts[tile] = n;
}

/* A thread a tile. Neighbouring tiles are in different warps: they wait for each other, and lanes
 * that do so go one after the other. */
static __global__ void
__launch_bounds__ (TILES_TOGETHER, 1)
  tile_level_kernel (Tiles tiles, unsigned int *ticket, SeidelCudaHalt halt)
{
  __shared__ unsigned int block;
  const int32_t *needs;
  unsigned int idle = 0;
  int32_t held[FEW];
  int64_t tile;
  int best = 0;
  int from = 0;
  int count;
  bool done;

  if (threadIdx.x == 0)
    block = atomicAdd (ticket, 1u);
  __syncthreads ();
  tile =
    (int64_t) block * TILES_TOGETHER + threadIdx.x % 32 * (TILES_TOGETHER / 32) + threadIdx.x / 32;
  done = tile >= tiles.n;
  count = done ? 0 : tiles.counts[tile];
  needs = tiles.needs + (done ? 0 : tile) * MOST_NEEDS;
#pragma unroll
  for (int j = 0; j < FEW; j++)
    held[j] = j < count ? needs[j] : 0;
  for (unsigned int round = threadIdx.x / 32;; round++)
    {
      const int before = from;
      const bool is_near = !done && from > 0;
      int level[FEW];

      /* The first is there long before the last. Until then, a tile asks seldom: so many of them
       * wait that asking is what keeps the others. */
      level[0] = from < count && (is_near || round % PATIENCE == 0)
                   ? load_relaxed (tiles.level + held[0])
                   : 0;
      if (is_near || level[0] > 0)
        {
#pragma unroll
          for (int j = 1; j < FEW; j++)
            level[j] = before + j < count ? load_relaxed (tiles.level + held[j]) : 0;
#pragma unroll
          for (int j = 0; j < FEW; j++)
            if (from == before + j && level[j] > 0)
              {
                best = max (best, level[j]);
                from++;
              }
#pragma unroll
          for (int j = 0; j < FEW; j++)
            held[j] = from + j < count ? needs[from + j] : 0;
        }
      if (!done && from == count)
        {
          store_relaxed (tiles.level + tile, best + 1);
          done = true;
        }
      if (__all_sync (SEIDEL_CUDA_ALL_LANES, done))
        return;
      /* A warp close to its turn must not sleep, as those that rest do. */
      if (__any_sync (SEIDEL_CUDA_ALL_LANES, is_near)
            ? __any_sync (SEIDEL_CUDA_ALL_LANES, is_halted (halt, &idle))
            : rest (halt, from != before, &idle))
        return;
    }
}
