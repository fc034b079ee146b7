/* How the blocks of a panel agree on a row for each column: see seidel-cuda-panel.cu.
 *
 * In a cluster every block writes its best row into the shared memory of all. In a buffer in memory
 * it writes it for all to read; a number is its own flag there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <cooperative_groups.h>

#include "seidel-cuda-panel-rows.cuh"

/* Values of a candidate: a row, and its place. */
#define CANDIDATE 40

/* Candidates that a warp asks for at once. */
#define AHEAD 8

/* Blocks of a cluster, at most: no device promises so many, but those that have clusters allow
 * them. */
#define CLUSTER 16

/* How the blocks of a panel agree on a row. */
typedef enum
{
  REDUCTION_IN_BLOCK, /* there is one block only */
  REDUCTION_IN_CLUSTER,
  REDUCTION_IN_MEMORY,
} Reduction;

/* Sends the best row of this block to all blocks of the cluster; by one warp. */
template <typename Real>
static __device__ inline void
send_to_cluster (const Nominees<Real, 1> &own, Nominees<Real, CLUSTER> *all)
{
#if __CUDA_ARCH__ >= 900
  const cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster ();
  const int lane = threadIdx.x % 32;
  const Real number = own.numbers[0][lane];

#pragma unroll 4
  for (int block = 0; block < (int) gridDim.x; block++)
    {
      Nominees<Real, CLUSTER> *to = cluster.map_shared_rank (all, block);

      to->numbers[blockIdx.x][lane] = number;
      if (lane == 0)
        {
          to->keys[blockIdx.x] = own.keys[0];
          to->rows[blockIdx.x] = own.rows[0];
        }
    }
#endif
}

static __device__ inline void
join_cluster ()
{
#if __CUDA_ARCH__ >= 900
  cooperative_groups::this_cluster ().sync ();
#endif
}

static __device__ inline void
fill_awaited (double *to)
{
  *to = __longlong_as_double (-1ll);
}

static __device__ inline void
fill_awaited (float *to)
{
  *to = __uint_as_float (0xffffffffu);
}

/* What a lane read of a candidate: its number of the row, and its place. */
template <typename Real> struct Candidate
{
  Real number;
  Real place;

  __device__ bool
  is_missing () const
  {
    return is_awaited (number) | is_awaited (place);
  }

  __device__ void
  read (const Real *from)
  {
    number = load_relaxed (from + threadIdx.x % 32);
    place = load_relaxed (from + PANEL);
  }
};

/* Waits for the candidates first, first + WARPS … and keeps the best of them. All that are missing
 * are requested before the first of them is used. */
template <typename Real>
static __device__ inline void
read_candidates (const Real *candidates,
                 int first,
                 unsigned long long *best_key,
                 Candidate<Real> *best)
{
  const int n = ((int) gridDim.x - first + WARPS - 1) / WARPS;
  Candidate<Real> read[AHEAD];
  bool missing;

#pragma unroll
  for (int i = 0; i < AHEAD; i++)
    {
      fill_awaited (&read[i].number);
      fill_awaited (&read[i].place);
    }
  do
    {
      missing = false;
#pragma unroll
      for (int i = 0; i < AHEAD; i++)
        if (i < n && read[i].is_missing ())
          read[i].read (candidates + (int64_t) (first + i * WARPS) * CANDIDATE);
#pragma unroll
      for (int i = 0; i < AHEAD; i++)
        missing |= (i < n) & read[i].is_missing ();
    }
  while (__any_sync (SEIDEL_CUDA_ALL_LANES, missing));
#pragma unroll
  for (int i = 0; i < AHEAD; i++)
    if (i < n)
      {
        const Real value = __shfl_sync (SEIDEL_CUDA_ALL_LANES, read[i].number, 0);
        const unsigned long long key = read[i].place >= (Real) 0 ? key_of (value) : 0;

        if (key > *best_key)
          {
            *best_key = key;
            *best = read[i];
          }
      }
}

/* By one warp. */
template <typename Real>
static __device__ inline void
candidate (Real *to, const Nominees<Real, 1> &own)
{
  const int lane = threadIdx.x % 32;

  store_relaxed (to + lane, never_awaited (own.numbers[0][lane]));
  if (lane == 0)
    store_relaxed (to + PANEL, (Real) own.rows[0]);
}

/* Each warp reads some candidates and keeps the best. */
template <typename Real>
static __device__ inline void
read_buffer (const Real *candidates, Nominees<Real, WARPS> *all)
{
  const int warp = threadIdx.x / 32;
  const int lane = threadIdx.x % 32;
  unsigned long long key = 0;
  Candidate<Real> best = {};

  for (int first = warp; first < (int) gridDim.x; first += WARPS * AHEAD)
    read_candidates (candidates, first, &key, &best);
  all->numbers[warp][lane] = best.number;
  if (lane == 0)
    {
      all->keys[warp] = key;
      all->rows[warp] = key > 0 ? (int) best.place : -1;
    }
  __syncthreads ();
}

/* Boards of one column after the other. */
template <typename Real> struct Buffers
{
  Real *current;
  Real *next; /* is cleared on the way */
  int blocks; /* there is room for */

  __device__ Real *
  candidates (int column) const
  {
    return current + (int64_t) column * blocks * CANDIDATE;
  }

  __device__ void
  clear_next () const
  {
    for (int i = threadIdx.x; i < PANEL * CANDIDATE; i += THREADS)
      fill_awaited (next + ((int64_t) (i / CANDIDATE) * blocks + blockIdx.x) * CANDIDATE
                    + i % CANDIDATE);
  }
};

/* What the threads of a block share, twice by turns: while some are at a column, others may be at
 * the next one already. */
template <typename Real, Reduction REDUCTION> struct Workspace
{
  Ballot ballot;
  Nominees<Real, 1> own;
  Nominees<Real, REDUCTION == REDUCTION_IN_CLUSTER ? CLUSTER : WARPS> all;
};

/* The row that all blocks agree on, after all warps have voted. */
template <typename Real, Reduction REDUCTION, int WIDTH>
static __device__ inline Pivot<Real>
agree (const Rows<Real, WIDTH> &rows,
       Workspace<Real, REDUCTION> *workspace,
       const Buffers<Real> &buffers,
       int column)
{
  const bool has_best = (int) threadIdx.x / 32 == workspace->ballot.best ();
  Real *candidates = buffers.candidates (column);

  if (has_best)
    rows.nominate (workspace->ballot, WIDTH - column, &workspace->own);
  if constexpr (REDUCTION == REDUCTION_IN_BLOCK)
    {
      __syncthreads ();
      return { workspace->own, 0 };
    }
  else if constexpr (REDUCTION == REDUCTION_IN_CLUSTER)
    {
      if (has_best)
        send_to_cluster (workspace->own, &workspace->all);
      join_cluster ();
      return { workspace->all, workspace->all.best ((int) gridDim.x) };
    }
  else
    {
      if (has_best)
        candidate (candidates + (int64_t) blockIdx.x * CANDIDATE, workspace->own);
      __syncwarp ();
      read_buffer (candidates, &workspace->all);
      return { workspace->all, workspace->all.best (WARPS) };
    }
}
