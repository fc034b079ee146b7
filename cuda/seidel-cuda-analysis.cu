/* Dependency levels, found on the device.
 *
 * A thread a row waits for the levels of the rows that its own depends on, as the sweep in
 * seidel-cuda-sweep-wait.cu waits for values; 0 stands for a level that is not known yet. Rows of
 * one warp pass their levels on through the warp, which shortens the chains that grids are made of.
 * The rows are then sorted by level, stably.
 *
 * Source: the analysis phase of rocSPARSE's csrsv and of Dufrechou and Ezzatti, CCPE 2019.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <cub/cub.cuh>

#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-device.cuh"
#include "seidel-cuda-sweep.h"

#define WHAT "looking for the levels"

/* A row on its way to its level. */
typedef struct
{
  int64_t next; /* the entry to look at */
  int step;
  int best;     /* the highest level that it depends on, as far as is known */
  int level;    /* 0: not known */
  bool in_warp; /* the next entry belongs to a row of this warp, in lane source */
  int source;
} Climber;

/* Looks at entries until one is not ready or belongs to the warp; finishes the row after the last.
 */
static __device__ void
climb (const SeidelSystem &A,
       bool forward,
       int64_t row,
       int64_t begin,
       int64_t end,
       int64_t warp_start,
       int *level,
       Climber *climber)
{
  climber->in_warp = false;
  while (climber->level == 0)
    {
      bool inside = climber->next >= begin && climber->next < end;
      int64_t column = inside ? A.column_indices[climber->next] : row;
      int64_t place = forward ? column : A.rows - 1 - column;
      int found;

      if (forward ? column >= row : column <= row)
        {
          climber->level = climber->best + 1;
          store_relaxed (level + row, climber->level);
        }
      else if (place >= warp_start)
        {
          climber->in_warp = true;
          climber->source = (int) (place - warp_start);
          return;
        }
      else if ((found = load_relaxed (level + column)) == 0)
        return;
      else
        {
          climber->best = max (climber->best, found);
          climber->next += climber->step;
        }
    }
}

static __global__ void
level_kernel (SeidelSystem A, bool forward, int *level, unsigned int *ticket, SeidelCudaHalt halt)
{
  __shared__ unsigned int block;
  Climber climber = {};
  unsigned int idle = 0;
  int64_t i, row, begin, end, warp_start;

  if (threadIdx.x == 0)
    block = atomicAdd (ticket, 1u);
  __syncthreads ();
  i = (int64_t) block * blockDim.x + threadIdx.x;
  warp_start = i - threadIdx.x % 32;
  row = forward ? i : A.rows - 1 - i;
  begin = i < A.rows ? row_start (A, row) : 0;
  end = i < A.rows ? row_start (A, row + 1) : 0;
  climber.next = forward ? begin : end - 1;
  climber.step = forward ? 1 : -1;
  climber.level = i < A.rows ? 0 : 1;
  for (;;)
    {
      const int64_t before = climber.next;
      const int level_before = climber.level;
      bool moved;

      climb (A, forward, row, begin, end, warp_start, level, &climber);
      do
        {
          int found = __shfl_sync (SEIDEL_CUDA_ALL_LANES, climber.level, climber.source);

          moved = climber.in_warp && climber.level == 0 && found > 0;
          if (moved)
            {
              climber.best = max (climber.best, found);
              climber.next += climber.step;
              climb (A, forward, row, begin, end, warp_start, level, &climber);
            }
        }
      while (__any_sync (SEIDEL_CUDA_ALL_LANES, moved));
      if (__all_sync (SEIDEL_CUDA_ALL_LANES, climber.level > 0)
          || rest (halt, climber.next != before || climber.level != level_before, &idle))
        return;
    }
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

/* Sets unsafe when an entry behind the diagonal belongs to a row that is renewed no later. */
static __global__ void
check_in_place_kernel (SeidelSystem A, bool forward, const int32_t *level, int *unsafe)
{
  int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  int64_t begin, end, diagonal;

  if (row >= A.rows)
    return;
  begin = row_start (A, row);
  end = row_start (A, row + 1);
  diagonal = begin + A.diagonal[row];
  for (int64_t k = forward ? diagonal + 1 : begin; k < (forward ? end : diagonal); k++)
    if (level[A.column_indices[k]] <= level[row])
      {
        *unsafe = 1;
        return;
      }
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

/* Arrays that are needed only while the levels are found. */
typedef struct
{
  int32_t *level_of_row;
  int32_t *sorted_levels;
  int32_t *numbers;
  int64_t *offsets;
  void *room; /* of CUB */
} Scratch;

static bool
find_levels (SeidelContext *context, SeidelSystem *system, bool forward, Scratch *scratch)
{
  const size_t bytes = (size_t) system->rows * sizeof (int32_t);

  if (!clear_word (context)
      || !seidel_cuda_check (context,
                             cudaMemsetAsync (scratch->level_of_row, 0, bytes, context->stream),
                             WHAT))
    return false;
  level_kernel<<<seidel_cuda_grid (system->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    *system, forward, scratch->level_of_row, (unsigned int *) device_word (context), context->halt);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

static bool
count_levels (SeidelContext *context, SeidelSystem *system, Scratch *scratch, int32_t *count)
{
  const int64_t n = system->rows;
  size_t bytes = 0;

  if (!seidel_cuda_check (context,
                          cub::DeviceReduce::Max (NULL, bytes, scratch->level_of_row,
                                                  (int32_t *) device_word (context), n,
                                                  context->stream),
                          WHAT))
    return false;
  scratch->room = seidel_cuda_malloc (context, bytes);
  if (scratch->room == NULL
      || !seidel_cuda_check (context,
                             cub::DeviceReduce::Max (scratch->room, bytes, scratch->level_of_row,
                                                     (int32_t *) device_word (context), n,
                                                     context->stream),
                             WHAT)
      || !read_word (context, count, sizeof *count))
    return false;
  cudaFree (scratch->room);
  scratch->room = NULL;
  return true;
}

static bool
sort_rows (SeidelContext *context, SeidelSystem *system, Scratch *scratch, SeidelCudaLevels *levels)
{
  const int64_t n = system->rows;
  size_t bytes = 0;
  int bits = 1;

  while (bits < 31 && (levels->count >> bits) > 0)
    bits++;
  number_kernel<<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (scratch->numbers,
                                                                                  n);
  if (!seidel_cuda_check (context,
                          cub::DeviceRadixSort::SortPairs (NULL, bytes, scratch->level_of_row,
                                                           scratch->sorted_levels, scratch->numbers,
                                                           levels->rows, n, 0, bits,
                                                           context->stream),
                          WHAT))
    return false;
  scratch->room = seidel_cuda_malloc (context, bytes);
  if (scratch->room == NULL
      || !seidel_cuda_check (context,
                             cub::DeviceRadixSort::SortPairs (
                               scratch->room, bytes, scratch->level_of_row, scratch->sorted_levels,
                               scratch->numbers, levels->rows, n, 0, bits, context->stream),
                             WHAT))
    return false;
  offsets_kernel<<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    scratch->sorted_levels, n, scratch->offsets);
  return seidel_cuda_check (context,
                            cudaMemcpyAsync (levels->offsets, scratch->offsets,
                                             (size_t) (levels->count + 1) * sizeof (int64_t),
                                             cudaMemcpyDeviceToHost, context->stream),
                            WHAT)
         && seidel_cuda_wait (context, WHAT);
}

static bool
check_in_place (SeidelContext *context,
                SeidelSystem *system,
                bool forward,
                const Scratch *scratch,
                bool *safe)
{
  int unsafe = 1;

  if (!clear_word (context))
    return false;
  check_in_place_kernel<<<seidel_cuda_grid (system->rows), SEIDEL_CUDA_BLOCK, 0,
                          context->stream>>> (*system, forward, scratch->level_of_row,
                                              (int *) device_word (context));
  if (!read_word (context, &unsafe, sizeof unsafe))
    return false;
  *safe = unsafe == 0;
  return true;
}

/* The levels of the rows, those given or those found. */
static bool
obtain_levels (SeidelContext *context,
               SeidelSystem *system,
               bool forward,
               const SeidelLevelsView *given,
               Scratch *scratch,
               SeidelCudaLevels *levels)
{
  const size_t bytes = (size_t) system->rows * sizeof (int32_t);

  if (given == NULL)
    {
      scratch->level_of_row = (int32_t *) seidel_cuda_malloc (context, bytes);
      return scratch->level_of_row != NULL && find_levels (context, system, forward, scratch)
             && count_levels (context, system, scratch, &levels->count)
             && check_in_place (context, system, forward, scratch, &levels->in_place_safe);
    }
  scratch->level_of_row =
    (int32_t *) seidel_cuda_upload_bytes (context, given->level_of_row, bytes);
  levels->count = given->count;
  levels->in_place_safe = given->in_place_safe != 0;
  return scratch->level_of_row != NULL && seidel_cuda_ready (context);
}

bool
seidel_cuda_levels_init (SeidelContext *context,
                         SeidelSystem *system,
                         SeidelDirection direction,
                         const SeidelLevelsView *given,
                         SeidelCudaLevels *levels)
{
  const bool forward = direction == SEIDEL_DIRECTION_FORWARD;
  const size_t bytes = (size_t) system->rows * sizeof (int32_t);
  Scratch scratch = {};
  size_t offset_bytes;
  bool done = false;

  memset (levels, 0, sizeof *levels);
  if (!obtain_levels (context, system, forward, given, &scratch, levels))
    goto out;
  offset_bytes = (size_t) (levels->count + 1) * sizeof (int64_t);
  scratch.sorted_levels = (int32_t *) seidel_cuda_malloc (context, bytes);
  scratch.numbers = (int32_t *) seidel_cuda_malloc (context, bytes);
  scratch.offsets = (int64_t *) seidel_cuda_malloc (context, offset_bytes);
  levels->rows = (int32_t *) seidel_cuda_malloc (context, bytes);
  levels->offsets = (int64_t *) malloc (offset_bytes);
  if (levels->offsets == NULL)
    seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                      "the levels did not fit into memory");
  done = seidel_cuda_ready (context) && sort_rows (context, system, &scratch, levels);

out:
  cudaStreamSynchronize (context->stream);
  cudaFree (scratch.level_of_row);
  cudaFree (scratch.sorted_levels);
  cudaFree (scratch.numbers);
  cudaFree (scratch.offsets);
  cudaFree (scratch.room);
  if (!done)
    seidel_cuda_levels_clear (levels);
  return done;
}

void
seidel_cuda_levels_clear (SeidelCudaLevels *levels)
{
  free (levels->offsets);
  cudaFree (levels->rows);
  memset (levels, 0, sizeof *levels);
}
