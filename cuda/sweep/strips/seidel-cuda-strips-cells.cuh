/* The kernels that find the cells of rows: what rows depend on, counted and listed, lines of
 * neighbours, the links of cells, and the keys by which rows are sorted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "levels/seidel-cuda-marks.cuh"
#include "seidel-cuda-strips-device.cuh"

/* Distances that a block counts in its shared memory, and places it looks at for one. */
#define CACHED 512
#define PROBES 4

/* Entries of a row that are on their way at the same time. */
#define AT_ONCE 8

/* What kernels count, on the device. */
typedef struct
{
  unsigned long long longest; /* numbers of entries that rows depend on */
  unsigned long long sum;
  unsigned long long rows; /* sampled */
  unsigned long long lines;
  SeidelCudaFarCounts far;
  int n_distances;
  int n_links;
  int contradicted;
  int refuted;
  int32_t spare;
} Tally;

static __device__ inline void
count_distance (int32_t distance, int32_t *cached, int32_t *found, int32_t *counts)
{
  uint32_t at = (uint32_t) distance * 0x9e3779b1u / (0xffffffffu / CACHED + 1);

  for (int probe = 0; probe < PROBES; probe++, at = (at + 1) % CACHED)
    {
      int32_t key = ((volatile int32_t *) cached)[at];

      if (key == 0)
        key = atomicCAS (cached + at, 0, distance);
      if (key != 0 && key != distance)
        continue;
      atomicAdd (found + at, 1);
      return;
    }
  atomicAdd (counts + distance, 1);
}

/* Counts the entries that rows depend on, and their distances. */
static __global__ void
survey_kernel (SweptGraph graph, int32_t *counts, Tally *tally)
{
  __shared__ int32_t cached[CACHED];
  __shared__ int32_t found[CACHED];
  unsigned long long sum = 0;
  int32_t longest = 0;

  for (int i = threadIdx.x; i < CACHED; i += blockDim.x)
    cached[i] = found[i] = 0;
  __syncthreads ();
  for (int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x; row < graph.A.rows;
       row += (int64_t) gridDim.x * blockDim.x)
    {
      const SeidelSwept swept = graph.swept (row);

      sum += (unsigned long long) swept.length;
      longest = max (longest, swept.length);
      for (int32_t from = 0; from < swept.length; from += AT_ONCE)
        {
          int32_t columns[AT_ONCE];

#pragma unroll
          for (int j = 0; j < AT_ONCE; j++)
            columns[j] = from + j < swept.length ? graph.column (swept, from + j) : (int32_t) row;
#pragma unroll
          for (int j = 0; j < AT_ONCE; j++)
            if (columns[j] != (int32_t) row)
              count_distance (abs (columns[j] - (int32_t) row), cached, found, counts);
        }
    }
  keep_greatest (longest, &tally->longest);
  add_counts (sum, &tally->sum);
  __syncthreads ();
  for (int i = threadIdx.x; i < CACHED; i += blockDim.x)
    if (found[i] > 0)
      atomicAdd (counts + cached[i], found[i]);
}

/* In any order. */
static __global__ void
list_distances_kernel (const int32_t *counts, int64_t n, int32_t *distances, Tally *tally)
{
  const int64_t distance = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (distance > 0 && distance < n && counts[distance] > seidel_rare_distance (n))
    distances[atomicAdd (&tally->n_distances, 1)] = (int32_t) distance;
}

/* Inserts a key that is not 0; true: it was not there before. */
static __device__ inline bool
insert (unsigned long long *table, uint32_t places, uint32_t at, unsigned long long key)
{
  for (uint32_t probes = 0; probes < places; probes++, at = (at + 1) & (places - 1))
    {
      unsigned long long there = load_relaxed (table + at);

      if (there == 0)
        there = atomicCAS (table + at, 0ull, key);
      if (there == 0 || there == key)
        return there == 0;
    }
  return false;
}

/* Each thread has a count of its own first: there are many more rows than a sum takes additions at
 * once.
 */
static __global__ void
count_lines_kernel (int64_t n,
                    const unsigned long long *marks,
                    unsigned long long *table,
                    Tally *tally)
{
  const uint64_t sampled = ((uint64_t) 1 << seidel_line_sample (n)) - 1;
  const uint32_t places = seidel_line_places (n);
  unsigned long long rows = 0;
  unsigned long long lines = 0;

  for (int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x; row < n;
       row += (int64_t) gridDim.x * blockDim.x)
    {
      const FarMark mark (marks[row]);
      const uint64_t hash = seidel_line_hash (mark.far, mark.level);

      if ((hash & sampled) != 0)
        continue;
      rows++;
      lines += insert (table, places, (uint32_t) (hash >> 32) & (places - 1), hash);
    }
  add_counts (rows, &tally->rows);
  add_counts (lines, &tally->lines);
}

static __global__ void
find_cells_kernel (int64_t n,
                   const unsigned long long *marks,
                   SeidelCellGrid grid,
                   int32_t *strip,
                   int32_t *used)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row >= n)
    return;
  strip[row] = seidel_cell_number (&grid, FarMark (marks[row]).far);
  if (used[strip[row]] == 0)
    used[strip[row]] = 1;
}

static __global__ void
renumber_kernel (int64_t n, const int32_t *numbers, int32_t *strip)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row < n)
    strip[row] = numbers[strip[row]];
}

/* Where the links of cells go. */
typedef struct
{
  unsigned long long *keys; /* a table of those that there are */
  uint32_t places;
  SeidelStripLink *links;
  int32_t most;
  Tally *tally;
} Links;

static __device__ void
add_link (const Links &links, unsigned long long key)
{
  const uint32_t at = (uint32_t) (key * 0x9e3779b97f4a7c15ull >> 32) & (links.places - 1);
  int number;

  if (!insert (links.keys, links.places, at, key))
    return;
  number = atomicAdd (&links.tally->n_links, 1);
  if (number < links.most)
    links.links[number] = { (int32_t) (key >> 32), (int32_t) key };
}

/* Adds the links that lanes want, each once: neighbouring rows mostly want the same. All lanes take
 * part. */
static __device__ inline void
add_links (const Links &links, bool wanted, int32_t cell, int32_t needed)
{
  const unsigned int wanting = __ballot_sync (SEIDEL_CUDA_ALL_LANES, wanted);
  /* A cell is later than what it needs, and so no key is 0. */
  const unsigned long long key = (unsigned long long) cell << 32 | (unsigned int) needed;

  if (wanted && (int) threadIdx.x % 32 == __ffs ((int) __match_any_sync (wanting, key)) - 1)
    add_link (links, key);
}

/* The lowest level of each strip. All lanes take part. */
static __device__ inline void
keep_lowest (int32_t strip, int level, int32_t *lowest)
{
  int all_alike;

  __match_all_sync (SEIDEL_CUDA_ALL_LANES, strip, &all_alike);
  if (all_alike)
    for (int half = 16; half > 0; half /= 2)
      level = min (level, __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, level, half));
  if ((!all_alike || threadIdx.x % 32 == 0) && level < load_relaxed (lowest + strip))
    atomicMin (lowest + strip, level);
}

/* Whole warps end early, so that all lanes take part in what follows. */
static __global__ void
link_cells_kernel (SweptGraph graph,
                   const int32_t *strip,
                   const unsigned long long *marks,
                   int32_t *lowest,
                   Links links)
{
  const int64_t at = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  /* Lanes behind the last row repeat it. */
  const int64_t row = min (at, graph.A.rows - 1);
  int32_t added[2] = { -1, -1 };
  int32_t mine;
  SeidelSwept swept;

  if (at - threadIdx.x % 32 >= graph.A.rows
      || __any_sync (SEIDEL_CUDA_ALL_LANES, load_relaxed (&links.tally->n_links) > links.most))
    return;
  swept = graph.swept (row);
  mine = strip[row];
  keep_lowest (mine, FarMark (marks[row]).level, lowest);
  for (int32_t from = 0; __any_sync (SEIDEL_CUDA_ALL_LANES, from < swept.length); from += AT_ONCE)
    {
      int32_t others[AT_ONCE];

#pragma unroll
      for (int j = 0; j < AT_ONCE; j++)
        others[j] = from + j < swept.length ? strip[graph.column (swept, from + j)] : mine;
#pragma unroll
      for (int j = 0; j < AT_ONCE; j++)
        {
          const bool wanted = others[j] != mine && others[j] != added[0] && others[j] != added[1];

          if (!__any_sync (SEIDEL_CUDA_ALL_LANES, wanted))
            continue;
          add_links (links, wanted, mine, others[j]);
          if (wanted)
            {
              added[1] = added[0];
              added[0] = others[j];
            }
        }
    }
}

static __global__ void
keys_kernel (SweptGraph graph,
             const int32_t *strip,
             const unsigned long long *marks,
             const int32_t *numbers,
             SeidelCudaCells cells,
             uint64_t *keys,
             int32_t *rows)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (row >= graph.A.rows)
    return;
  rows[row] = (int32_t) row;
  keys[row] =
    ((uint64_t) numbers[strip[row]] << cells.level_bits | (uint64_t) FarMark (marks[row]).level)
    << cells.length_bits;
  if (cells.length_bits > 0)
    keys[row] |= (uint64_t) (cells.lengths.longest - graph.swept (row).length);
}
