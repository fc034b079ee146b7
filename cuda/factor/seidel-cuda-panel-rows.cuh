/* Rows of a panel in registers, and how the warps of a block nominate some of them: see
 * seidel-cuda-panel.cu.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "device/seidel-cuda-device.cuh"
#include "seidel-cuda-panel.h"

#define PANEL   SEIDEL_CUDA_PANEL
#define THREADS SEIDEL_CUDA_BLOCK
#define WARPS   (THREADS / 32)

static __device__ inline unsigned int
warp_maximum (unsigned int value)
{
#if __CUDA_ARCH__ >= 800
  return __reduce_max_sync (SEIDEL_CUDA_ALL_LANES, value);
#else
  for (int half = 16; half > 0; half /= 2)
    value = max (value, __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, value, half));
  return value;
#endif
}

/* The first lane with the largest key; the same in all lanes. */
static __device__ inline int
best_lane (unsigned long long key)
{
  unsigned int high = (unsigned int) (key >> 32);
  unsigned int highest = warp_maximum (high);
  unsigned int low = high == highest ? (unsigned int) key : 0;
  unsigned int lowest = warp_maximum (low);

  return __ffs ((int) __ballot_sync (SEIDEL_CUDA_ALL_LANES, high == highest && low == lowest)) - 1;
}

/* Larger for a larger absolute value, and never 0, which represents no number at all. */
static __device__ inline unsigned long long
key_of (double value)
{
  return (unsigned long long) __double_as_longlong (fabs (value)) + 1;
}

static __device__ inline unsigned long long
key_of (float value)
{
  return (unsigned long long) __float_as_uint (fabsf (value)) + 1;
}

/* Two numbers that are loaded at once. */
template <typename Real> struct __align__ (2 * sizeof (Real)) Pair
{
  Real a;
  Real b;
};

/* A row in registers. What is left of it comes first, then its part of L: each column takes a
 * number from the front and puts one at the end, so that all columns are the same instructions. */
template <typename Real, int WIDTH> struct Row
{
  Real x[WIDTH];

  __device__ void
  load (const Real *from)
  {
#pragma unroll
    for (int j = 0; j < WIDTH; j += 2)
      {
        const Pair<Real> pair = *(const Pair<Real> *) (from + j);

        x[j] = pair.a;
        x[j + 1] = pair.b;
      }
  }

  __device__ void
  store (Real *to) const
  {
#pragma unroll
    for (int j = 0; j < WIDTH; j += 2)
      *(Pair<Real> *) (to + j) = { x[j], x[j + 1] };
  }

  /* What is left of it, and zeros: the parts of L of the others must not change. */
  __device__ void
  store_front (Real *to, int n) const
  {
#pragma unroll
    for (int j = 0; j < WIDTH; j += 2)
      *(Pair<Real> *) (to + j) = { j < n ? x[j] : (Real) 0, j + 1 < n ? x[j + 1] : (Real) 0 };
  }

  __device__ void
  rotate ()
  {
    const Real front = x[0];

#pragma unroll
    for (int j = 1; j < WIDTH; j++)
      x[j - 1] = x[j];
    x[WIDTH - 1] = front;
  }

  /* Takes l times the pivot's row u from what is left, and puts a number at the end. */
  __device__ void
  reduce (Real l, const Real *u, Real end)
  {
#pragma unroll
    for (int j = 0; j < WIDTH; j += 2)
      {
        const Pair<Real> pair = *(const Pair<Real> *) (u + j);

        if (j > 0)
          x[j - 1] = fma (-l, pair.a, x[j]);
        x[j] = fma (-l, pair.b, x[j + 1]);
      }
    x[WIDTH - 1] = end;
  }
};

/* The best row of each warp of a block: the lane that has it. */
struct Ballot
{
  unsigned long long keys[WARPS];
  int lanes[WARPS];

  __device__ int
  best () const
  {
    const int lane = threadIdx.x % 32;

    return best_lane (lane < WARPS ? keys[lane] : 0);
  }
};

/* Rows that were nominated for a column by so many. */
template <typename Real, int MOST> struct __align__ (16) Nominees
{
  Real numbers[MOST][PANEL];
  unsigned long long keys[MOST];
  int rows[MOST];

  __device__ int best (int n) const
  {
    const int lane = threadIdx.x % 32;

    return best_lane (lane < n ? keys[lane] : 0);
  }
};

/* The row that all agreed on. */
template <typename Real> struct Pivot
{
  const Real *numbers;
  Real inverse; /* of the first number; 0 where that is zero */
  int row;

  template <int MOST>
  __device__
  Pivot (const Nominees<Real, MOST> &nominees, int which)
      : numbers (nominees.numbers[which]), row (nominees.rows[which])
  {
    inverse = numbers[0] != (Real) 0 ? (Real) 1 / numbers[0] : (Real) 0;
  }
};

/* The rows of a thread. */
template <typename Real, int WIDTH> struct Rows
{
  static constexpr int N = PANEL / WIDTH;

  Row<Real, WIDTH> own[N];
  bool active[N];
  int candidate; /* the best of them for the current column */
  int chosen_for[N];

  static __device__ int
  place (int i)
  {
    return (blockIdx.x * N + i) * THREADS + threadIdx.x;
  }

  __device__ void
  load (const Real *a, int64_t stride, int rows)
  {
#pragma unroll
    for (int i = 0; i < N; i++)
      {
        active[i] = place (i) < rows;
        chosen_for[i] = -1;
        own[i] = {};
        if (active[i])
          own[i].load (a + place (i) * stride);
      }
  }

  __device__ void
  vote (Ballot *ballot)
  {
    unsigned long long key = 0;
    int best;

    candidate = 0;
#pragma unroll
    for (int i = 0; i < N; i++)
      {
        const unsigned long long other = active[i] ? key_of (own[i].x[0]) : 0;

        if (other > key)
          {
            key = other;
            candidate = i;
          }
      }
    best = best_lane (key);
    if ((int) threadIdx.x % 32 != best)
      return;
    ballot->keys[threadIdx.x / 32] = key;
    ballot->lanes[threadIdx.x / 32] = best;
  }

  /* By the warp that has the best row of the block: passes it on; so many numbers are left, the
   * others are L already. */
  __device__ void
  nominate (const Ballot &ballot, int left, Nominees<Real, 1> *nominee) const
  {
    const int warp = threadIdx.x / 32;

    if ((int) threadIdx.x % 32 == ballot.lanes[warp])
      {
#pragma unroll
        for (int i = 0; i < N; i++)
          if (i == candidate)
            own[i].store_front (nominee->numbers[0], left);
        nominee->keys[0] = ballot.keys[warp];
        nominee->rows[0] = ballot.keys[warp] > 0 ? place (candidate) : -1;
      }
    __syncwarp ();
  }

  /* Rows that take no further part go round unchanged; a branch for them would have their warps do
   * both. */
  __device__ void
  reduce (int column, const Pivot<Real> &pivot)
  {
#pragma unroll
    for (int i = 0; i < N; i++)
      {
        if (place (i) == pivot.row)
          {
            active[i] = false;
            chosen_for[i] = column;
          }
        const Real l = active[i] ? own[i].x[0] * pivot.inverse : (Real) 0;

        own[i].reduce (l, pivot.numbers, active[i] ? l : own[i].x[0]);
      }
  }

  /* And what is in the triangle of L. */
  __device__ void
  store (Real *a, int64_t stride, int rows, int width, Real *triangle)
  {
#pragma unroll
    for (int i = 0; i < N; i++)
      {
        for (int k = width; k < WIDTH; k++)
          own[i].rotate ();
        if (place (i) < rows)
          own[i].store (a + place (i) * stride);
        if (chosen_for[i] >= 0)
          {
#pragma unroll
            for (int j = 0; j < WIDTH; j++)
              if (j < chosen_for[i])
                triangle[chosen_for[i] * PANEL + j] = own[i].x[j];
          }
      }
  }
};
