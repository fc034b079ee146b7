/* The exchanges of rows that panels of a dense factorisation ask for: see seidel-cuda-panel.cu.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "device/seidel-cuda-device.cuh"
#include "seidel-cuda-panel.h"

#define PANEL SEIDEL_CUDA_PANEL

/* The rows that a panel moves, counted from its first one: row k ← row source[k], and, for those
 * chosen rows that were below the panel, row target[i] ← row displaced[i]. */
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
  const bool below = k < width && source >= width;
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
                 int panel_width,
                 const int *pivots,
                 const Real *triangle)
{
  __shared__ Moves moves;
  __shared__ Real l[PANEL * PANEL];
  const int64_t column = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (solve_from < columns)
    for (int i = threadIdx.x; i < PANEL * PANEL; i += blockDim.x)
      l[i] = i / PANEL > i % PANEL && begin + i / PANEL < end ? triangle[i] : (Real) 0;
  for (int first = begin; first < end; first += panel_width)
    {
      const int width = min (panel_width, end - first);
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
                                                 (int) begin, (int) end, panels->width,
                                                 panels->pivots, (const float *) panels->triangle);
  else
    exchange_kernel<<<blocks, 128, 0, stream>>> ((double *) columns, stride, n_columns, solve_from,
                                                 (int) begin, (int) end, panels->width,
                                                 panels->pivots, (const double *) panels->triangle);
  return seidel_cuda_check (context, cudaGetLastError (), "exchanging rows");
}
