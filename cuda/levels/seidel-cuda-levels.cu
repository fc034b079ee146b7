/* Dependency levels, found on the device: see seidel-cuda-search.cuh for how each row finds its
 * own. The rows are then sorted by level, stably.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-search.cuh"
#include "seidel-cuda-colors.h"
#include "device/seidel-cuda-scan.h"

#define WHAT "looking for the levels"

/* Rows that are sampled to see whether that pays, and their least distance. */
#define ROWS_SAMPLED 1024
#define FAR_AWAY     32768.0

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

static __global__ void
longest_row_kernel (SeidelOperator A, unsigned long long *longest)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  keep_greatest (row < A.rows ? row_start (A, row + 1) - row_start (A, row) : 0, longest);
}

/* extent: all 0 before. */
static __global__ void
extent_kernel (SeidelOperator A, SeidelCudaExtent *extent)
{
  const int64_t row = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const bool valid = row < A.rows;
  const int32_t length = valid ? (int32_t) (row_start (A, row + 1) - row_start (A, row)) : 0;
  const int32_t at = valid ? A.diagonal[row] : 0;
  const int32_t depends =
    (__any_sync (SEIDEL_CUDA_ALL_LANES, at > 0) ? 1 << SEIDEL_DIRECTION_FORWARD : 0)
    | (__any_sync (SEIDEL_CUDA_ALL_LANES, at < length - 1) ? 1 << SEIDEL_DIRECTION_BACKWARD : 0);
  int32_t longest = length;

  for (int half = 16; half > 0; half /= 2)
    longest = max (longest, __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, longest, half));
  if (threadIdx.x % 32 != 0)
    return;
  if (longest > *(volatile int32_t *) &extent->longest)
    atomicMax (&extent->longest, longest);
  if ((depends & ~*(volatile int32_t *) &extent->depends) != 0)
    atomicOr (&extent->depends, depends);
}

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
seidel_cuda_longest_row (SeidelContext *context, SeidelOperator *A)
{
  int64_t longest = -1;

  if (!seidel_cuda_ready (context) || !clear_word (context))
    return -1;
  longest_row_kernel<<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    *A, (unsigned long long *) device_word (context));
  return read_word (context, &longest, sizeof longest) ? longest : -1;
}

bool
seidel_cuda_extent_of_rows (SeidelContext *context,
                            const SeidelOperator *A,
                            SeidelCudaExtent *extent)
{
  if (!seidel_cuda_ready (context) || !clear_word (context))
    return false;
  extent_kernel<<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    *A, (SeidelCudaExtent *) device_word (context));
  return read_word (context, extent, sizeof *extent);
}

static size_t
rounded (size_t bytes)
{
  return (bytes + 255) / 256 * 256;
}

static size_t
bytes_of_numbers (int64_t n)
{
  return rounded ((size_t) n * sizeof (int32_t));
}

static int
bits_of (int32_t count)
{
  int bits = 1;

  while (bits < 31 && (count >> bits) > 0)
    bits++;
  return bits;
}

/* What sorting takes beside its input and its output, in one piece of memory of the device. */
typedef struct
{
  int32_t *sorted_keys;
  int32_t *numbers; /* not needed any more when they are sorted, as the room after them */
  SeidelCudaScanSpace space;
} Scratch;

static bool
workspace_to_sort (SeidelContext *context, int64_t n, size_t *bytes)
{
  const SeidelCudaPairs none = {};
  SeidelCudaScanSpace space = {};
  const bool known = seidel_cuda_sort_pairs (context, &space, &none, n, bits_of (INT32_MAX), WHAT);

  *bytes = space.bytes;
  return known;
}

static Scratch
scratch_in (void *memory, int64_t n, size_t workspace_bytes)
{
  char *const bytes = (char *) memory;

  return { (int32_t *) bytes,
           (int32_t *) (bytes + bytes_of_numbers (n)),
           { bytes + 2 * bytes_of_numbers (n), workspace_bytes } };
}

/* Sorts the numbers 0 … n − 1 by key, stably, into sorted. */
static bool
sort_numbers (SeidelContext *context,
              const int32_t *keys,
              int32_t highest,
              int64_t n,
              Scratch *scratch,
              int32_t *sorted)
{
  const SeidelCudaPairs pairs = { keys, scratch->numbers, scratch->sorted_keys, sorted };

  number_kernel<<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (scratch->numbers,
                                                                                  n);
  return seidel_cuda_sort_pairs (context, &scratch->space, &pairs, n, bits_of (highest), WHAT);
}

/* Looks at some rows: do most of them depend on the one before, and as a whole on rows so far away
 * that those between are more than can be on their way at once? */
static bool
is_deep_grid (const SeidelCsrView *matrix, bool forward)
{
  const int64_t step = matrix->rows / ROWS_SAMPLED + 1;
  int64_t sampled = 0;
  int64_t near = 0;
  double far = 0;

  if ((double) matrix->rows <= FAR_AWAY)
    return false;
  for (int64_t row = step / 2; row < matrix->rows; row += step)
    {
      const int64_t begin = matrix->row_offsets[row];
      const int64_t end = matrix->row_offsets[row + 1];
      const int64_t before = forward ? row - 1 : row + 1;

      for (int64_t k = begin; k < end; k++)
        near += matrix->column_indices[k] == before;
      if (begin < end)
        far += forward ? (double) row - matrix->column_indices[begin]
                       : (double) matrix->column_indices[end - 1] - (double) row;
      sampled++;
    }
  return 2 * near > sampled && far > FAR_AWAY * (double) sampled;
}

/* What one search takes until the rows are sorted: asking for memory, and giving it back, takes as
 * long as a sweep, so that it is asked for once. */
typedef struct
{
  void *memory;
  size_t workspace_bytes; /* to sort the rows */
  bool by_tiles;          /* the tiles are levelled first */
} Provision;

static int64_t
tiles_of (int64_t rows)
{
  return (rows + 31) / 32;
}

/* What levelling the tiles of so many rows takes. */
static bool
bytes_of_tiles (SeidelContext *context, int64_t rows, size_t *bytes)
{
  size_t workspace_bytes = 0;

  if (!workspace_to_sort (context, tiles_of (rows), &workspace_bytes))
    return false;
  *bytes = (MOST_NEEDS + 5) * bytes_of_numbers (tiles_of (rows)) + workspace_bytes;
  return true;
}

static bool
provide (SeidelContext *context, int64_t rows, bool by_tiles, Provision *provision)
{
  const size_t row_bytes = bytes_of_numbers (rows);
  const size_t offset_bytes = ((size_t) rows + 1) * sizeof (int64_t);
  size_t after_keys, bytes, tile_bytes;

  memset (provision, 0, sizeof *provision);
  provision->by_tiles = by_tiles;
  if (!workspace_to_sort (context, rows, &provision->workspace_bytes)
      || !bytes_of_tiles (context, rows, &tile_bytes))
    return false;
  /* Where the levels start is written over what is sorted by then. */
  after_keys = row_bytes + provision->workspace_bytes;
  bytes = row_bytes + (after_keys > offset_bytes ? after_keys : offset_bytes);
  if (by_tiles && tile_bytes > bytes)
    bytes = tile_bytes;
  provision->memory = seidel_cuda_scratch_new (context, bytes);
  return provision->memory != NULL;
}

/* Looks for the levels of the tiles, and lists them by level in order, which is in the memory;
 * leaves order NULL where that does not go. */
static bool
order_tiles (SeidelContext *context, const RowGraph &graph, void *workspace, int32_t **order)
{
  int *words = (int *) device_word (context);
  const int64_t n = tiles_of (graph.A.rows);
  const size_t bytes = bytes_of_numbers (n);
  const unsigned int grid = seidel_cuda_grid (n * 32);
  char *const memory = (char *) workspace;
  int32_t *const list = (int32_t *) memory;
  const Tiles tiles = { n, (int32_t *) (memory + 3 * bytes), (int32_t *) (memory + bytes),
                        (int32_t *) (memory + 2 * bytes) };
  Scratch scratch = scratch_in (memory + (MOST_NEEDS + 3) * bytes, n, 0);
  int found[2] = { 0, 0 };

  if (!workspace_to_sort (context, n, &scratch.space.bytes) || !clear_word (context)
      || !seidel_cuda_check (context, cudaMemsetAsync (tiles.level, 0, bytes, context->stream),
                             WHAT))
    return false;
  needs_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (graph, tiles, words + 1);
  if (!read_word (context, found, sizeof found))
    return false;
  if (found[1] != 0)
    return true;
  tile_level_kernel<<<(unsigned int) ((n + TILES_TOGETHER - 1) / TILES_TOGETHER), TILES_TOGETHER, 0,
                      context->stream>>> (tiles, (unsigned int *) words, context->halt);
  if (!sort_numbers (context, tiles.level, (int32_t) n, n, &scratch, list))
    return false;
  *order = list;
  return true;
}

/* Looks for the marks of the rows, tile by tile in an order or, where it is NULL, in their own. */
template <typename Mark>
static bool
search (SeidelContext *context, const Search<Mark> &job)
{
  const int64_t blocks = (job.n + TILES_OF_BLOCK * 32 - 1) / (TILES_OF_BLOCK * 32);
  const size_t bytes = (size_t) job.n * sizeof *job.marks;

  if (!seidel_cuda_check (context, cudaMemsetAsync (job.marks, 0, bytes, context->stream), WHAT))
    return false;
  if (job.order != NULL)
    search_kernel<Mark, MORE>
      <<<(unsigned int) blocks, TILES_OF_BLOCK * 32, 0, context->stream>>> (job);
  else
    search_kernel<Mark, FEW>
      <<<(unsigned int) blocks, TILES_OF_BLOCK * 32, 0, context->stream>>> (job);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

static bool
find_levels (SeidelContext *context,
             SeidelOperator *A,
             bool forward,
             const Provision *provision,
             SeidelCudaLevels *levels)
{
  const RowGraph graph = { *A, forward };
  int *words = (int *) device_word (context);
  int32_t *order = NULL;
  int found[2] = { 0, 0 };

  if ((provision->by_tiles && !order_tiles (context, graph, provision->memory, &order))
      || !clear_word (context)
      || !search<LevelMark> (context, { graph,
                                        {},
                                        A->rows,
                                        levels->level_of_row,
                                        order,
                                        (unsigned int *) words,
                                        words + 1,
                                        context->halt })
      || !read_word (context, found, sizeof found))
    return false;
  levels->count = found[1];
  return true;
}

bool
seidel_cuda_find_far_marks (SeidelContext *context,
                            SeidelOperator *A,
                            SeidelDirection direction,
                            const SeidelFarClasses *classes,
                            void *workspace,
                            size_t workspace_bytes,
                            SeidelCudaFarMarks *found)
{
  const RowGraph graph = { *A, direction == SEIDEL_DIRECTION_FORWARD };
  size_t needed;
  int32_t *order = NULL;

  if (workspace != NULL
      && (!bytes_of_tiles (context, A->rows, &needed)
          || (needed <= workspace_bytes && !order_tiles (context, graph, workspace, &order))))
    return false;
  return search<FarMark> (context,
                          { graph, *classes, A->rows, found->marks, order, &found->counts->ticket,
                            found->counts->highest, context->halt });
}

static bool
sort_rows (SeidelContext *context,
           int64_t n,
           const Provision *provision,
           bool with_offsets,
           SeidelCudaLevels *levels)
{
  const size_t offset_bytes = (size_t) (levels->count + 1) * sizeof (int64_t);
  Scratch scratch = scratch_in (provision->memory, n, provision->workspace_bytes);
  int64_t *const offsets = (int64_t *) scratch.numbers;

  if (!sort_numbers (context, levels->level_of_row, levels->count, n, &scratch, levels->rows))
    return false;
  if (!with_offsets)
    return true;
  levels->offsets = (int64_t *) malloc (offset_bytes);
  if (levels->offsets == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the levels did not fit into memory");
      return false;
    }
  offsets_kernel<<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    scratch.sorted_keys, n, offsets);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT)
         && seidel_cuda_check (context,
                               cudaMemcpyAsync (levels->offsets, offsets, offset_bytes,
                                                cudaMemcpyDeviceToHost, context->stream),
                               WHAT)
         && seidel_cuda_wait (context, WHAT);
}

static int32_t *
new_numbers (SeidelContext *context, int64_t n, bool pooled)
{
  const size_t bytes = (size_t) n * sizeof (int32_t);

  return (int32_t *) (pooled ? seidel_cuda_pooled_new (context, bytes)
                             : seidel_cuda_malloc (context, bytes));
}

/* The levels of the rows, those given or those found. */
static bool
obtain_levels (SeidelContext *context,
               SeidelOperator *A,
               bool forward,
               const SeidelLevelsView *given,
               const Provision *provision,
               SeidelCudaLevels *levels)
{
  levels->level_of_row = new_numbers (context, A->rows, levels->pooled);
  if (levels->level_of_row == NULL)
    return false;
  if (given == NULL)
    return find_levels (context, A, forward, provision, levels);
  levels->count = given->count;
  return seidel_cuda_send_timed (context, levels->level_of_row, given->level_of_row,
                                 (size_t) A->rows * sizeof (int32_t));
}

/* Levels that were found already. */
typedef struct
{
  SeidelDirection direction;
  SeidelCudaLevels levels;
} Lent;

static void
clear_lent (SeidelContext *context, SeidelOperator *, void *data)
{
  SeidelCudaLevels *levels = &((Lent *) data)->levels;

  free (levels->offsets);
  seidel_cuda_release (context, levels->rows);
  seidel_cuda_release (context, levels->level_of_row);
}

static const SeidelCudaAttachmentKind lent_levels = { sizeof (Lent), clear_lent };

static bool
lend (SeidelContext *context,
      SeidelOperator *A,
      SeidelDirection direction,
      SeidelCudaLevels *levels)
{
  Lent *lent = (Lent *) seidel_cuda_attach (A, &lent_levels);

  if (lent == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the levels did not fit into memory");
      return false;
    }
  *lent = { direction, *levels };
  *levels = {};
  return true;
}

bool
seidel_cuda_lend_levels (SeidelContext *context, SeidelOperator *A, SeidelCudaLevels *levels)
{
  return lend (context, A, SEIDEL_DIRECTION_FORWARD, levels);
}

/* False: there are none. */
static bool
take_lent (SeidelContext *context,
           SeidelOperator *A,
           SeidelDirection direction,
           SeidelCudaLevels *levels)
{
  Lent *lent = (Lent *) seidel_cuda_attached (A, &lent_levels);

  if (lent == NULL || lent->direction != direction)
    return false;
  *levels = lent->levels;
  *lent = {};
  seidel_cuda_detach (context, A, &lent_levels);
  return true;
}

bool
seidel_cuda_levels_init (SeidelContext *context,
                         SeidelOperator *A,
                         SeidelDirection direction,
                         const SeidelLevelsView *given,
                         SeidelCudaLevelsUse use,
                         SeidelCudaLevels *levels)
{
  const bool forward = direction == SEIDEL_DIRECTION_FORWARD;
  /* Coarse levels, which are not on the host, are not ordered like grids. */
  const bool by_tiles =
    given == NULL && A->host.row_offsets != NULL && is_deep_grid (&A->host, forward);
  Provision provision;
  bool done = false;

  if (take_lent (context, A, direction, levels))
    return true;
  memset (levels, 0, sizeof *levels);
  levels->pooled = use == SEIDEL_CUDA_LEVELS_PLANNED;
  if (provide (context, A->rows, by_tiles, &provision)
      && obtain_levels (context, A, forward, given, &provision, levels))
    {
      levels->rows = new_numbers (context, A->rows, levels->pooled);
      done =
        levels->rows != NULL
        && sort_rows (context, A->rows, &provision, use == SEIDEL_CUDA_LEVELS_LAUNCHED, levels);
    }
  if (!done)
    cudaStreamSynchronize (context->stream);
  seidel_cuda_scratch_free (context, provision.memory);
  if (!done)
    seidel_cuda_levels_clear (levels);
  return done;
}

static __global__ void
level_kernel (const int32_t *colors, int64_t n, int32_t mirror, int32_t *levels)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    levels[i] = mirror > 0 ? mirror - colors[i] : colors[i];
}

bool
seidel_cuda_lend_colors (SeidelContext *context,
                         SeidelOperator *A,
                         SeidelDirection direction,
                         const int32_t *colors,
                         int32_t count)
{
  SeidelCudaLevels levels = { count };
  Provision provision;
  bool done = false;

  if (provide (context, A->rows, false, &provision))
    {
      levels.level_of_row = new_numbers (context, A->rows, false);
      levels.rows = new_numbers (context, A->rows, false);
    }
  if (levels.level_of_row != NULL && levels.rows != NULL)
    {
      level_kernel<<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
        colors, A->rows, direction == SEIDEL_DIRECTION_FORWARD ? 0 : count + 1,
        levels.level_of_row);
      done = seidel_cuda_check (context, cudaGetLastError (), WHAT)
             && sort_rows (context, A->rows, &provision, true, &levels)
             && lend (context, A, direction, &levels);
    }
  if (!done)
    cudaStreamSynchronize (context->stream);
  seidel_cuda_scratch_free (context, provision.memory);
  seidel_cuda_levels_clear (&levels);
  return done;
}

void
seidel_cuda_forget_levels (SeidelContext *context, SeidelOperator *A)
{
  seidel_cuda_detach (context, A, &lent_levels);
}

void
seidel_cuda_levels_clear (SeidelCudaLevels *levels)
{
  free (levels->offsets);
  cudaFree (levels->rows);
  cudaFree (levels->level_of_row);
  memset (levels, 0, sizeof *levels);
}
