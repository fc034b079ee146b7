/* Colours of the rows of a matrix whose pattern is symmetric, found on the device: those of
 * analysis/seidel-coloring.h, in which each row takes the least colour that no neighbour before it
 * has.
 *
 * A row waits for the colours of its neighbours before it, a thread for each row; warps take 32
 * rows at a time, in the order of the rows, so that the first row without a colour can always have
 * one.
 *
 * Source: the parallel greedy colouring of Jones and Plassmann, "A parallel graph coloring
 * heuristic" (1993), with the numbers of the rows for their random ones.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-cuda-colors.h"
#include "device/seidel-cuda-device.cuh"
#include "matrix/seidel-cuda-entries.cuh"

#define WHAT "colouring the rows"

/* Threads of a block. */
#define ROWS_OF_BLOCK 128

/* Blocks that are at work on a multiprocessor: rows that wait keep those from working that they
 * wait for. */
#define BLOCKS_AT_WORK 4

/* Colours that a row looks at in one pass over its neighbours. */
#define COLORS_OF_PASS 64

typedef struct
{
  unsigned long long greatest; /* colour */
  unsigned int ticket;
} Counts;

typedef struct
{
  SeidelOperator A;
  int32_t *colors; /* 0: none yet */
  Counts *counts;
  SeidelCudaHalt halt;
} Job;

/* A row while it looks for its colour. */
typedef struct
{
  int64_t begin;
  int64_t next; /* entry to look at */
  int64_t end;  /* its diagonal */
  int32_t below;
  unsigned long long taken; /* bit c: below + 1 + c is a neighbour's */
} Look;

/* Goes on until a neighbour has no colour yet; the colour that it found, or 0. */
static __device__ int32_t
look (const Job &job, const volatile int32_t *of_warp, int64_t first, Look *look)
{
  for (;;)
    {
      for (; look->next < look->end; look->next++)
        {
          const int32_t column = job.A.column_indices[look->next];
          const int32_t color =
            column >= first ? of_warp[column - first] : load_relaxed (job.colors + column);
          const int32_t place = color - look->below - 1;

          if (color == 0)
            return 0;
          if (place >= 0 && place < COLORS_OF_PASS)
            look->taken |= 1ull << place;
        }
      if (~look->taken != 0)
        return look->below + __ffsll ((long long) ~look->taken);
      look->below += COLORS_OF_PASS;
      look->taken = 0;
      look->next = look->begin;
    }
}

/* The colours of the rows of a warp; false: the run was stopped. */
static __device__ bool
color_warp (const Job &job, int32_t *of_warp, int64_t row, int32_t *color)
{
  const int lane = (int) threadIdx.x % 32;
  const bool exists = row < job.A.rows;
  unsigned int idle = 0;
  Look state = {};

  *color = 0;
  of_warp[lane] = 0;
  if (exists)
    {
      state.begin = state.next = row_start (job.A, row);
      state.end = state.begin + job.A.diagonal[row];
    }
  __syncwarp ();
  while (__any_sync (SEIDEL_CUDA_ALL_LANES, exists && *color == 0))
    {
      const bool had = *color != 0;

      if (exists && !had)
        *color = look (job, of_warp, row - lane, &state);
      __syncwarp ();
      if (!had && *color != 0)
        {
          of_warp[lane] = *color;
          store_relaxed (job.colors + row, *color);
        }
      __syncwarp ();
      if (rest (job.halt, !had && *color != 0, &idle))
        return false;
    }
  return true;
}

static __global__ void
__launch_bounds__ (ROWS_OF_BLOCK) color_kernel (Job job)
{
  __shared__ int32_t shared[ROWS_OF_BLOCK];
  int32_t *const of_warp = shared + threadIdx.x / 32 * 32;
  int32_t greatest = 0;
  bool goes_on = true;

  while (goes_on)
    {
      unsigned int ticket = 0;
      int32_t color;
      int64_t first;

      if (threadIdx.x % 32 == 0)
        ticket = atomicAdd (&job.counts->ticket, 1);
      first = (int64_t) __shfl_sync (SEIDEL_CUDA_ALL_LANES, ticket, 0) * 32;
      goes_on = first < job.A.rows && color_warp (job, of_warp, first + threadIdx.x % 32, &color);
      if (goes_on)
        greatest = max (greatest, color);
    }
  keep_greatest (greatest, &job.counts->greatest);
}

bool
seidel_cuda_color_rows (SeidelContext *context, SeidelOperator *A, int32_t *colors, int32_t *count)
{
  const int64_t needed = (A->rows + ROWS_OF_BLOCK - 1) / ROWS_OF_BLOCK;
  const int64_t most = (int64_t) BLOCKS_AT_WORK * context->multiprocessors;
  Counts found = {};
  Counts *const counts = (Counts *) seidel_cuda_queued_new (context, sizeof *counts);
  bool done =
    counts != NULL && seidel_cuda_ensure_diagonal (context, A)
    && seidel_cuda_check (context, cudaMemsetAsync (counts, 0, sizeof *counts, context->stream),
                          WHAT)
    && seidel_cuda_check (context,
                          cudaMemsetAsync (colors, 0, (size_t) A->rows * 4, context->stream), WHAT);

  if (done)
    {
      color_kernel<<<(unsigned int) (needed < most ? needed : most), ROWS_OF_BLOCK, 0,
                     context->stream>>> ({ *A, colors, counts, context->halt });
      done = seidel_cuda_check (context, cudaGetLastError (), WHAT)
             && seidel_cuda_check (context,
                                   cudaMemcpyAsync (&found, counts, sizeof found,
                                                    cudaMemcpyDeviceToHost, context->stream),
                                   WHAT)
             && seidel_cuda_wait (context, WHAT);
    }
  seidel_cuda_queued_free (context, counts);
  *count = (int32_t) found.greatest;
  return done;
}
