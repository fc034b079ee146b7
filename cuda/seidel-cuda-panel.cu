/* Some columns of a dense matrix on their way to L and U: the part of a factorisation that is not
 * products of matrices, and that its time depends on.
 *
 * Each thread keeps one row of a panel in registers. The rows are not exchanged while the panel is
 * factored: whichever was chosen as a pivot just takes no further part. For each column every block
 * posts its best row on a board that all of them read, where, as in the sweeps that wait, each
 * number is its own flag; so that a column costs one trip through memory and no barrier of the
 * grid. Pivots are then carried out in all columns at once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <limits.h>

#include "seidel-cuda-device.cuh"
#include "seidel-cuda-panel.h"

#define PANEL SEIDEL_CUDA_PANEL

/* Numbers of a post: a row, and where it stands. */
#define POST 40

/* Posts that a warp asks for at once. */
#define AHEAD 8

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

/* Larger for a larger absolute value, and never 0: that stands for no number at all. */
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

/* Two numbers that are loaded at once. */
template <typename Real> struct __align__ (2 * sizeof (Real)) Pair
{
  Real a;
  Real b;
};

/* Waits for the posts of some blocks and keeps the best of them: number lane of its row in *word.
 */
template <typename Real>
static __device__ inline void
read_posts (const Real *posts,
            int first,
            int step,
            unsigned long long *best_key,
            int *best_row,
            Real *word)
{
  const int lane = threadIdx.x % 32;
  Real words[AHEAD];
  Real places[AHEAD];
  bool missing;

#pragma unroll
  for (int i = 0; i < AHEAD; i++)
    {
      fill_awaited (&words[i]);
      fill_awaited (&places[i]);
    }
  do
    {
      missing = false;
#pragma unroll
      for (int i = 0; i < AHEAD; i++)
        if (first + i * step < (int) gridDim.x && (is_awaited (words[i]) || is_awaited (places[i])))
          {
            const Real *post = posts + (int64_t) (first + i * step) * POST;

            words[i] = load_relaxed (post + lane);
            places[i] = load_relaxed (post + PANEL);
            missing = missing || is_awaited (words[i]) || is_awaited (places[i]);
          }
    }
  while (__any_sync (SEIDEL_CUDA_ALL_LANES, missing));
#pragma unroll
  for (int i = 0; i < AHEAD; i++)
    if (first + i * step < (int) gridDim.x)
      {
        const Real value = __shfl_sync (SEIDEL_CUDA_ALL_LANES, words[i], 0);
        const int row = (int) places[i];
        const unsigned long long key = row >= 0 ? key_of (value) : 0;

        if (key > *best_key)
          {
            *best_key = key;
            *best_row = row;
            *word = words[i];
          }
      }
}

/* A row in registers. What is left of it comes first, then its part of L: each column takes a
 * number from the front and puts one at the end, so that all columns are the same instructions. */
template <typename Real> struct Row
{
  Real x[PANEL];

  __device__ void
  load (const Real *from)
  {
#pragma unroll
    for (int j = 0; j < PANEL; j += 2)
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
    for (int j = 0; j < PANEL; j += 2)
      *(Pair<Real> *) (to + j) = { x[j], x[j + 1] };
  }

  __device__ void
  rotate ()
  {
    const Real front = x[0];

#pragma unroll
    for (int j = 1; j < PANEL; j++)
      x[j - 1] = x[j];
    x[PANEL - 1] = front;
  }

  /* Takes l times the pivot's row u from what is left, and puts a number at the end. */
  __device__ void
  reduce (Real l, const Real *u, Real end)
  {
#pragma unroll
    for (int j = 0; j < PANEL; j += 2)
      {
        const Pair<Real> pair = *(const Pair<Real> *) (u + j);

        if (j > 0)
          x[j - 1] = fma (-l, pair.a, x[j]);
        x[j] = fma (-l, pair.b, x[j + 1]);
      }
    x[PANEL - 1] = end;
  }
};

/* Factors rows × width numbers from a on, width ≤ PANEL; there are PANEL columns in memory, zero
 * beyond the width. pivots receives which row was chosen for each column, triangle those rows' part
 * of L. Rows stay where they are. Blocks wait for each other: all of them must be at work at once.
 */
template <typename Real, int THREADS>
static __global__ void
__launch_bounds__ (THREADS, 1) panel_kernel (Real *a,
                                             int64_t stride,
                                             int rows,
                                             int width,
                                             Real *board,
                                             Real *next_board,
                                             int board_blocks,
                                             int *pivots,
                                             Real *triangle,
                                             int first_column,
                                             int *singular)
{
  constexpr int WARPS = THREADS / 32;
  __shared__ __align__ (16) Real own_words[PANEL];
  __shared__ __align__ (16) Real best_words[WARPS][PANEL];
  __shared__ unsigned long long keys[WARPS];
  __shared__ unsigned long long best_keys[WARPS];
  __shared__ int threads[WARPS];
  __shared__ int best_rows[WARPS];
  __shared__ int own_row;
  const bool alone = gridDim.x == 1;
  const int lane = threadIdx.x % 32;
  const int warp = threadIdx.x / 32;
  const int row = blockIdx.x * THREADS + threadIdx.x;
  bool active = row < rows;
  int chosen_for = -1;
  Row<Real> own = {};

  if (active)
    own.load (a + row * stride);
  for (int i = threadIdx.x; i < PANEL * POST; i += THREADS)
    fill_awaited (next_board + ((int64_t) (i / POST) * board_blocks + blockIdx.x) * POST
                  + i % POST);
  for (int k = 0; k < width; k++)
    {
      Real *posts = board + (int64_t) k * board_blocks * POST;
      const unsigned long long key = active ? key_of (own.x[0]) : 0;
      int best = best_lane (key);
      const Real *u = own_words;
      int chosen;

      if (lane == best)
        {
          keys[warp] = key;
          threads[warp] = threadIdx.x;
        }
      __syncthreads ();
      best = threads[best_lane (lane < WARPS ? keys[lane] : 0)];
      if (threadIdx.x == best)
        {
          /* The parts of L of the others must not change. */
#pragma unroll
          for (int j = 0; j < PANEL; j++)
            own_words[j] = j < PANEL - k ? own.x[j] : (Real) 0;
          own_row = row;
        }
      if (!alone)
        {
          unsigned long long best_key = 0;
          int best_row = -1;
          Real word = 0;

          __syncwarp ();
          if (warp == best / 32)
            {
              Real *post = posts + (int64_t) blockIdx.x * POST;

              store_relaxed (post + lane, never_awaited (own_words[lane]));
              if (threadIdx.x == best)
                store_relaxed (post + PANEL, (Real) (active ? row : -1));
            }
          __syncwarp ();
          for (int first = warp; first < (int) gridDim.x; first += WARPS * AHEAD)
            read_posts (posts, first, WARPS, &best_key, &best_row, &word);
          best_words[warp][lane] = word;
          if (lane == 0)
            {
              best_keys[warp] = best_key;
              best_rows[warp] = best_row;
            }
        }
      __syncthreads ();
      chosen = own_row;
      if (!alone)
        {
          best = best_lane (lane < WARPS ? best_keys[lane] : 0);
          chosen = best_rows[best];
          u = best_words[best];
        }
      if (row == chosen)
        {
          active = false;
          chosen_for = k;
          pivots[k] = row;
          if (u[0] == (Real) 0)
            atomicMin (singular, first_column + k);
        }
      /* Rows that take no further part go round unchanged; a branch for them would have their
       * warps do both. */
      {
        const Real l = active && u[0] != (Real) 0 ? own.x[0] * ((Real) 1 / u[0]) : (Real) 0;

        own.reduce (l, u, active ? l : own.x[0]);
      }
    }
  for (int k = width; k < PANEL; k++)
    own.rotate ();
  if (row < rows)
    own.store (a + row * stride);
  if (chosen_for >= 0)
    {
#pragma unroll
      for (int j = 0; j < PANEL; j++)
        if (j < chosen_for)
          triangle[chosen_for * PANEL + j] = own.x[j];
    }
}

/* --- exchanging rows ----------------------------------------------------------------------------
 */

/* The rows that a panel moves, counted from its first one: row k ← row source[k], and, for those
 * chosen rows that stood below the panel, row target[i] ← row displaced[i]. */
typedef struct
{
  int source[PANEL];
  int target[PANEL];
  int displaced[PANEL];
  int n_displaced;
} Moves;

/* By the first warp. */
static __device__ void
find_moves (const int *pivots, int width, Moves *moves)
{
  const int k = threadIdx.x;
  const int source = k < width ? pivots[k] : k;
  const bool below = source >= PANEL;
  const unsigned int all_below = __ballot_sync (SEIDEL_CUDA_ALL_LANES, below);
  unsigned int stays = below ? 0 : 1u << source;
  const int rank = __popc (all_below & ((1u << k) - 1));

  for (int half = 16; half > 0; half /= 2)
    stays |= __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, stays, half);
  moves->source[k] = source;
  if (below)
    moves->target[rank] = source;
  if ((stays & 1u << k) == 0)
    moves->displaced[__popc (~stays & ((1u << k) - 1))] = k;
  if (k == 0)
    moves->n_displaced = __popc (all_below);
}

/* Carries out the exchanges of some panels, the first of which begins at row begin, in columns from
 * a on; a thread for each. Those from solve_from on are then solved with the triangle of the panel,
 * of which there must be one only. */
template <typename Real>
static __global__ void
exchange_kernel (Real *a,
                 int64_t stride,
                 int64_t columns,
                 int64_t solve_from,
                 int begin,
                 int end,
                 const int *pivots,
                 const Real *triangle)
{
  __shared__ Moves moves;
  __shared__ Real l[PANEL * PANEL];
  const int64_t column = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (solve_from < columns)
    for (int i = threadIdx.x; i < PANEL * PANEL; i += blockDim.x)
      l[i] = i / PANEL > i % PANEL && begin + i / PANEL < end ? triangle[i] : (Real) 0;
  for (int first = begin; first < end; first += PANEL)
    {
      const int width = min (PANEL, end - first);
      Real *own = a + first * stride + column;
      Real x[PANEL];
      Real moved[PANEL];

      if (threadIdx.x < 32)
        find_moves (pivots + first, width, &moves);
      __syncthreads ();
      if (column < columns)
        {
#pragma unroll
          for (int k = 0; k < PANEL; k++)
            x[k] = k < width ? own[moves.source[k] * stride] : (Real) 0;
#pragma unroll
          for (int i = 0; i < PANEL; i++)
            moved[i] = i < moves.n_displaced ? own[moves.displaced[i] * stride] : (Real) 0;
#pragma unroll
          for (int i = 0; i < PANEL; i++)
            if (i < moves.n_displaced)
              own[moves.target[i] * stride] = moved[i];
          if (column >= solve_from)
            {
#pragma unroll
              for (int j = 0; j < PANEL; j++)
#pragma unroll
                for (int k = j + 1; k < PANEL; k++)
                  x[k] = fma (-l[k * PANEL + j], x[j], x[k]);
            }
#pragma unroll
          for (int k = 0; k < PANEL; k++)
            if (k < width)
              own[k * stride] = x[k];
        }
      __syncthreads ();
    }
}

/* --- for the host -------------------------------------------------------------------------------
 */

#ifndef PANEL_THREADS
#define PANEL_THREADS 256
#endif

int
seidel_cuda_panel_blocks (int64_t rows)
{
  return (int) ((rows + PANEL_THREADS - 1) / PANEL_THREADS);
}

int64_t
seidel_cuda_panel_most_rows (const SeidelContext *context)
{
  return (int64_t) context->multiprocessors * PANEL_THREADS;
}

size_t
seidel_cuda_panel_board_bytes (const SeidelContext *context, int64_t rows)
{
  return (size_t) PANEL * (size_t) seidel_cuda_panel_blocks (rows) * POST
         * seidel_cuda_real_size (context);
}

template <typename Real>
static void
launch_panel (SeidelCudaPanels *panels, cudaStream_t stream, int64_t first, int64_t width)
{
  const int64_t rows = panels->n - first;

  panel_kernel<Real, PANEL_THREADS><<<seidel_cuda_panel_blocks (rows), PANEL_THREADS, 0, stream>>> (
    (Real *) panels->values + first * panels->stride + first, panels->stride, (int) rows,
    (int) width, (Real *) panels->boards[0], (Real *) panels->boards[1],
    seidel_cuda_panel_blocks (panels->n), panels->pivots + first, (Real *) panels->triangle,
    (int) first, panels->singular);
}

bool
seidel_cuda_panel_factor (SeidelContext *context,
                          SeidelCudaPanels *panels,
                          cudaStream_t stream,
                          int64_t first,
                          int64_t width)
{
  void *board = panels->boards[0];

  if (!seidel_cuda_ready (context))
    return false;
  if (seidel_cuda_is_single (context))
    launch_panel<float> (panels, stream, first, width);
  else
    launch_panel<double> (panels, stream, first, width);
  panels->boards[0] = panels->boards[1];
  panels->boards[1] = board;
  return seidel_cuda_check (context, cudaGetLastError (), "factoring some columns");
}

bool
seidel_cuda_panel_exchange (SeidelContext *context,
                            const SeidelCudaPanels *panels,
                            cudaStream_t stream,
                            int64_t begin,
                            int64_t end,
                            void *columns,
                            int64_t stride,
                            int64_t n_columns,
                            int64_t solve_from)
{
  const unsigned int blocks = (unsigned int) ((n_columns + 127) / 128);

  if (!seidel_cuda_ready (context) || n_columns <= 0)
    return seidel_cuda_ready (context);
  if (seidel_cuda_is_single (context))
    exchange_kernel<<<blocks, 128, 0, stream>>> ((float *) columns, stride, n_columns, solve_from,
                                                 (int) begin, (int) end, panels->pivots,
                                                 (const float *) panels->triangle);
  else
    exchange_kernel<<<blocks, 128, 0, stream>>> ((double *) columns, stride, n_columns, solve_from,
                                                 (int) begin, (int) end, panels->pivots,
                                                 (const double *) panels->triangle);
  return seidel_cuda_check (context, cudaGetLastError (), "exchanging rows");
}
