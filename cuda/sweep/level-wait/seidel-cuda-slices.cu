/* Planning a sweep in the order of the levels: the rows are cut into slices, one for a warp, and
 * the triangle that they depend on is stored again in that order. See
 * seidel-cuda-sweep-level-wait.cu.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-slices.cuh"
#include "device/seidel-cuda-scan.h"

#define WHAT "planning a sweep"

/* Steps that a row may have before it gets its own slice. */
#define MOST_STEPS 32

/* Levels from that of the sentinel of a slice to that of the slice: with one, rows
 * that could be done already wait for a late one. */
#define LEVELS_BEHIND_SENTINEL 2

/* How a row of its own is cut. One that would take a warp several rounds is cut into parts, each of
 * which one warp holds in its registers, so that they are added up at the same time. The last slice
 * of the row has the entries nearest to the diagonal and the sums of the parts, which are like
 * entries there: each part makes room for one entry less than it has. */
typedef struct
{
  int64_t most;  /* entries of a slice, sums among them */
  int64_t parts; /* before the last slice; at most as many as that has room for */
} Cut;

static __device__ inline Cut
cut_row (int64_t length, int steps)
{
  int64_t most = 32 * steps;

  while (most * most < length)
    most *= 2;
  return { most, length > most ? (length - 2) / (most - 1) : 0 };
}

/* What one slice has of a row: sums of the slices before it, then entries of the row. */
typedef struct
{
  int64_t sums;
  int64_t begin;
  int64_t end;
} Piece;

static __device__ inline Piece
piece_of (int64_t length, const Cut &cut, int64_t number)
{
  const int64_t in_parts = cut.parts > 0 ? length - (cut.most - cut.parts) : 0;

  return number == cut.parts
           ? Piece{ cut.parts, in_parts, length }
           : Piece{ 0, number * cut.most, min ((number + 1) * cut.most, in_parts) };
}

/* By what rows are cut into slices. */
typedef struct
{
  SeidelCudaShape shape;
  int64_t most; /* entries of a row that shares a slice with others */
} Cutting;

static Cutting
cutting_of (const SeidelCudaSlices *plan)
{
  const int64_t shared = (int64_t) MOST_STEPS * plan->shape.lanes;
  const int64_t held = (int64_t) plan->shape.steps * 32;

  return { plan->shape, shared < held ? shared : held };
}

/* Where levels begin; every level has a row. */
static __device__ inline void
note_level (const int32_t *rows,
            const int32_t *level_of_row,
            int64_t i,
            int64_t n,
            int32_t *offsets)
{
  const int32_t level = level_of_row[rows[i]];

  if (i == 0 || level_of_row[rows[i - 1]] != level)
    offsets[level - 1] = (int32_t) i;
  if (i == n - 1)
    offsets[level] = (int32_t) n;
}

/* How many entries a row depends on, and whether that is too many to share a slice. */
static __global__ void
swept_lengths_kernel (SeidelOperator A,
                      bool forward,
                      int64_t most,
                      const int32_t *rows,
                      const int32_t *level_of_row,
                      int32_t *offsets,
                      int32_t *places,
                      int32_t *lengths,
                      int32_t *breaks)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  int64_t row, length;

  if (i >= A.rows)
    return;
  row = rows[i];
  places[row] = (int32_t) i;
  note_level (rows, level_of_row, i, A.rows, offsets);
  length =
    forward ? A.diagonal[row] : row_start (A, row + 1) - row_start (A, row) - 1 - A.diagonal[row];
  lengths[i] = (int32_t) length;
  /* A long row starts a slice, and so does the row after it: see heads_kernel. */
  if (length > most)
    {
      breaks[i] = (int32_t) i;
      if (i + 1 < A.rows)
        atomicMax (breaks + i + 1, (int32_t) i + 1);
    }
}

/* Turns the last break before each row into how many slices start with it. */
static __global__ void
heads_kernel (const int32_t *last_breaks,
              const int32_t *lengths,
              int64_t n,
              Cutting cutting,
              int32_t *heads,
              int *has_parts)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  int32_t count;

  if (i >= n)
    return;
  count = (i - last_breaks[i]) % (32 / cutting.shape.lanes) == 0;
  if (lengths[i] > cutting.most)
    count += (int32_t) cut_row (lengths[i], cutting.shape.steps).parts;
  if (count > 1)
    *has_parts = 1;
  heads[i] = count;
}

static __global__ void
firsts_kernel (const int32_t *heads, const int32_t *numbers, int64_t n, SeidelCudaSlice *slices)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i >= n)
    return;
  for (int32_t s = numbers[i] - heads[i]; s < numbers[i]; s++)
    slices[s].first = (int32_t) (s < numbers[i] - 1 ? -1 - i : i);
}

/* That of a slice of a row of its own, by its number among those of the row. */
static __device__ inline uint32_t
wide_shape (int64_t length, int64_t number, const Cutting &cutting)
{
  const Piece piece = piece_of (length, cut_row (length, cutting.shape.steps), number);

  return shape_of ((piece.sums + piece.end - piece.begin + 31) / 32, true, 1);
}

/* The first result of a level some levels before that of a slice. */
static __device__ inline int32_t
sentinel_of (const int32_t *offsets, int32_t n_levels, int64_t first, int64_t n_sums)
{
  const int32_t level = level_of_place (offsets, n_levels, first);

  return level < LEVELS_BEHIND_SENTINEL
           ? -1
           : (int32_t) (n_sums + offsets[level - LEVELS_BEHIND_SENTINEL]);
}

/* offsets: where levels begin. */
static __global__ void
shapes_kernel (const int32_t *lengths,
               const int32_t *heads,
               const int32_t *numbers,
               int64_t n,
               Cutting cutting,
               SeidelCudaSlice *slices,
               int64_t n_slices,
               bool has_sentinel,
               const int32_t *offsets,
               int32_t n_levels,
               int64_t *n_entries)
{
  const int64_t s = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int lanes = cutting.shape.lanes;
  int64_t longest = 0;
  int64_t first, end;

  if (s >= n_slices)
    return;
  first = first_of (slices[s]);
  if (lengths[first] > cutting.most)
    slices[s].shape = wide_shape (lengths[first], s - (numbers[first] - heads[first]), cutting);
  else
    {
      end = s + 1 < n_slices ? first_of (slices[s + 1]) : n;
      for (int64_t i = first; i < end; i++)
        longest = max (longest, (int64_t) lengths[i]);
      slices[s].shape = shape_of ((longest + lanes - 1) / lanes, false, end - first);
    }
  slices[s].sentinel = has_sentinel ? sentinel_of (offsets, n_levels, first, n_slices) : -1;
  n_entries[s] = (int64_t) steps_of (slices[s]) * 32;
}

static __global__ void
entries_kernel (const int64_t *ends, SeidelCudaSlice *slices, int64_t n_slices)
{
  const int64_t s = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (s < n_slices)
    slices[s].begins = (int32_t) (s > 0 ? ends[s - 1] / 32 : 0);
}

/* A warp a slice: entry e of a row goes to step e / lanes, to lane e % lanes of the row's. The
 * entries nearest to the diagonal come last, because they are the last to be ready. */
template <typename Real>
static __global__ void
pack_kernel (SeidelOperator A,
             bool forward,
             Cutting cutting,
             const int32_t *heads,
             const int32_t *numbers,
             const SeidelCudaSlice *slices,
             int64_t n_slices,
             int32_t n_sums,
             const int32_t *rows,
             const int32_t *places,
             int32_t *columns,
             Real *values,
             Real *reciprocals)
{
  const int64_t s = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const Real *from = (const Real *) A.values;
  int lanes = cutting.shape.lanes;
  int lane = threadIdx.x % 32;
  SeidelCudaSlice slice;
  int64_t first, row, begin, end, diagonal, length;
  Piece piece;
  bool valid;

  if (s >= n_slices)
    return;
  slice = slices[s];
  first = first_of (slice);
  if (is_wide (slice))
    lanes = 32;
  valid = lane / lanes < rows_of (slice);
  row = rows[first + (valid ? lane / lanes : 0)];
  begin = row_start (A, row);
  end = row_start (A, row + 1);
  diagonal = begin + A.diagonal[row];
  length = !valid ? 0 : forward ? diagonal - begin : end - 1 - diagonal;
  piece = is_wide (slice) ? piece_of (length, cut_row (length, cutting.shape.steps),
                                      s - (numbers[first] - heads[first]))
                          : Piece{ 0, 0, length };
  for (int step = 0; step < steps_of (slice); step++)
    {
      const int64_t i = (int64_t) step * lanes + lane % lanes;
      const int64_t e = piece.begin + i - piece.sums;
      const int64_t k = forward ? begin + e : end - 1 - e;
      const int64_t to = entries_of (slice) + (int64_t) step * 32 + lane;
      const bool is_sum = i < piece.sums;
      const bool stored = !is_sum && e < piece.end;

      columns[to] = is_sum   ? (int32_t) (s - piece.sums + i)
                    : stored ? n_sums + places[A.column_indices[k]]
                             : -1;
      values[to] = is_sum ? (Real) 1 : stored ? from[k] : (Real) 0;
    }
  if (valid && lane % lanes == 0 && !is_part (slice))
    reciprocals[first + lane / lanes] = (Real) 1 / from[diagonal];
}

/* Arrays that are needed only while a sweep is planned: what there is of each row and of each
 * slice, in one piece each. */
typedef struct
{
  void *memory[2];
  int32_t *lengths;
  int32_t *heads;
  int32_t *numbers;   /* and behind them, whether there are parts */
  int64_t *n_entries; /* of each slice */
  SeidelCudaScanSpace space;
} Scratch;

template <typename Words>
static bool
read_words (SeidelContext *context, const void *from, Words *to)
{
  return seidel_cuda_check (context, cudaGetLastError (), WHAT)
         && seidel_cuda_check (context,
                               cudaMemcpyAsync (to, from, sizeof *to, cudaMemcpyDeviceToHost,
                                                context->stream),
                               WHAT)
         && seidel_cuda_wait (context, WHAT);
}

static void
lay_out_scratch (SeidelCudaLayout *layout, int64_t rows, Scratch *scratch)
{
  const size_t n = (size_t) rows;

  scratch->lengths = layout->take<int32_t> (n);
  scratch->heads = layout->take<int32_t> (n);
  scratch->numbers = layout->take<int32_t> (n + 1);
  scratch->space.memory = layout->take<char> (scratch->space.bytes);
}

static bool
provide_scratch (SeidelContext *context, int64_t rows, Scratch *scratch)
{
  SeidelCudaScanSpace of_maximum = {};

  if (!seidel_cuda_inclusive_maximum (context, &of_maximum, NULL, NULL, rows, WHAT)
      || !seidel_cuda_inclusive_sum<int32_t> (context, &scratch->space, NULL, NULL, rows, WHAT))
    return false;
  if (of_maximum.bytes > scratch->space.bytes)
    scratch->space.bytes = of_maximum.bytes;
  scratch->memory[0] =
    seidel_cuda_provide (context, seidel_cuda_scratch_new, [=] (SeidelCudaLayout *layout) {
      lay_out_scratch (layout, rows, scratch);
    });
  return scratch->memory[0] != NULL;
}

/* There may be more slices than rows. */
static bool
provide_slice_scratch (SeidelContext *context, int64_t n_slices, Scratch *scratch)
{
  scratch->space = {};
  if (!seidel_cuda_inclusive_sum<int64_t> (context, &scratch->space, NULL, NULL, n_slices, WHAT))
    return false;
  scratch->memory[1] =
    seidel_cuda_provide (context, seidel_cuda_scratch_new, [=] (SeidelCudaLayout *layout) {
      scratch->n_entries = layout->take<int64_t> ((size_t) n_slices);
      scratch->space.memory = layout->take<char> (scratch->space.bytes);
    });
  return scratch->memory[1] != NULL;
}

static void
lay_out_rows (const SeidelContext *context,
              SeidelCudaLayout *layout,
              int64_t rows,
              SeidelCudaSlices *plan)
{
  const size_t bytes = (size_t) rows * seidel_cuda_real_size (context);

  plan->places = layout->take<int32_t> ((size_t) rows);
  plan->reciprocals = layout->take<char> (bytes);
  plan->partial = layout->take<char> (bytes);
  plan->level_offsets = layout->take<int32_t> ((size_t) plan->n_levels + 1);
}

static bool
provide_rows (SeidelContext *context, int64_t rows, SeidelCudaSlices *plan)
{
  plan->memory[0] =
    seidel_cuda_provide (context, seidel_cuda_pooled_new, [=] (SeidelCudaLayout *layout) {
      lay_out_rows (context, layout, rows, plan);
    });
  return plan->memory[0] != NULL;
}

static void
lay_out_slices (const SeidelContext *context,
                SeidelCudaLayout *layout,
                int64_t rows,
                SeidelCudaSlices *plan)
{
  plan->slices = layout->take<SeidelCudaSlice> ((size_t) plan->n_slices);
  plan->ordered =
    layout->take<char> ((size_t) (rows + plan->n_sums) * seidel_cuda_real_size (context));
}

static bool
provide_slices (SeidelContext *context, int64_t rows, SeidelCudaSlices *plan)
{
  plan->memory[1] =
    seidel_cuda_provide (context, seidel_cuda_pooled_new, [=] (SeidelCudaLayout *layout) {
      lay_out_slices (context, layout, rows, plan);
    });
  return plan->memory[1] != NULL;
}

static void
lay_out_entries (const SeidelContext *context,
                 SeidelCudaLayout *layout,
                 int64_t n_entries,
                 SeidelCudaSlices *plan)
{
  plan->columns = layout->take<int32_t> ((size_t) n_entries);
  plan->values = layout->take<char> ((size_t) n_entries * seidel_cuda_real_size (context));
}

static bool
provide_entries (SeidelContext *context, int64_t n_entries, SeidelCudaSlices *plan)
{
  plan->memory[2] =
    seidel_cuda_provide (context, seidel_cuda_pooled_new, [=] (SeidelCudaLayout *layout) {
      lay_out_entries (context, layout, n_entries, plan);
    });
  return plan->memory[2] != NULL;
}

/* How many slices start with each row. */
static bool
count_slices (SeidelContext *context,
              SeidelSweep *sweep,
              const int32_t *level_of_row,
              Scratch *scratch)
{
  SeidelCudaSlices *plan = (SeidelCudaSlices *) sweep->plan;
  const SeidelOperator *A = sweep->A;
  const int64_t n = A->rows;
  const Cutting cutting = cutting_of (plan);
  const unsigned int grid = seidel_cuda_grid (n);
  struct
  {
    int32_t slices;
    int32_t are_parts;
  } counted = {};

  if (!seidel_cuda_check (context,
                          cudaMemsetAsync (scratch->heads, 0, (size_t) n * sizeof (int32_t),
                                           context->stream),
                          WHAT)
      || !seidel_cuda_check (context,
                             cudaMemsetAsync (scratch->numbers + n, 0, sizeof (int32_t),
                                              context->stream),
                             WHAT))
    return false;
  swept_lengths_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    *A, seidel_cuda_is_forward (sweep), cutting.most, plan->rows, level_of_row, plan->level_offsets,
    plan->places, scratch->lengths, scratch->heads);
  if (!seidel_cuda_inclusive_maximum (context, &scratch->space, scratch->heads, scratch->numbers, n,
                                      WHAT))
    return false;
  heads_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (scratch->numbers, scratch->lengths,
                                                                 n, cutting, scratch->heads,
                                                                 scratch->numbers + n);
  if (!seidel_cuda_inclusive_sum (context, &scratch->space, scratch->heads, scratch->numbers, n,
                                  WHAT)
      || !read_words (context, scratch->numbers + n - 1, &counted))
    return false;
  plan->n_slices = counted.slices;
  plan->n_sums = counted.are_parts ? counted.slices : 0;
  return true;
}

static bool
cut_slices (SeidelContext *context,
            SeidelSweep *sweep,
            const int32_t *level_of_row,
            Scratch *scratch)
{
  SeidelCudaSlices *plan = (SeidelCudaSlices *) sweep->plan;
  const int64_t n = sweep->A->rows;

  if (!provide_scratch (context, n, scratch) || !provide_rows (context, n, plan)
      || !count_slices (context, sweep, level_of_row, scratch) || !provide_slices (context, n, plan)
      || !provide_slice_scratch (context, plan->n_slices, scratch))
    return false;
  firsts_kernel<<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (scratch->heads,
                                                                                  scratch->numbers,
                                                                                  n, plan->slices);
  shapes_kernel<<<seidel_cuda_grid (plan->n_slices), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    scratch->lengths, scratch->heads, scratch->numbers, n, cutting_of (plan), plan->slices,
    plan->n_slices, plan->n_sums > 0, plan->level_offsets, plan->n_levels, scratch->n_entries);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

template <typename Real>
static bool
pack (SeidelContext *context, SeidelSweep *sweep, const Scratch *scratch)
{
  const SeidelCudaSlices *plan = (const SeidelCudaSlices *) sweep->plan;

  pack_kernel<Real>
    <<<seidel_cuda_grid (plan->n_slices * 32), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      *sweep->A, seidel_cuda_is_forward (sweep), cutting_of (plan), scratch->heads,
      scratch->numbers, plan->slices, plan->n_slices, (int32_t) plan->n_sums, plan->rows,
      plan->places, plan->columns, (Real *) plan->values, (Real *) plan->reciprocals);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

/* The entries of the slices. */
static bool
fill_slices (SeidelContext *context, SeidelSweep *sweep, Scratch *scratch)
{
  SeidelCudaSlices *plan = (SeidelCudaSlices *) sweep->plan;
  int64_t n_entries = 0;

  if (!seidel_cuda_inclusive_sum (context, &scratch->space, scratch->n_entries, scratch->n_entries,
                                  plan->n_slices, WHAT)
      || !read_words (context, scratch->n_entries + plan->n_slices - 1, &n_entries))
    return false;
  entries_kernel<<<seidel_cuda_grid (plan->n_slices), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    scratch->n_entries, plan->slices, plan->n_slices);
  if (!provide_entries (context, n_entries, plan))
    return false;
  return seidel_cuda_is_single (context) ? pack<float> (context, sweep, scratch)
                                         : pack<double> (context, sweep, scratch);
}

/* Short rows on one lane each: fewer warps then wait, for neighbours of each other. */
static SeidelCudaShape
shape_for (double mean)
{
  if (mean <= 4)
    return { 1, 4 };
  if (mean <= 16)
    return { 1, 16 };
  if (mean <= 64)
    return { 4, 16 };
  return { 32, 4 };
}

/* The slices with their sums, as many as rows of the mean length fill and the parts that all
 * entries would fill; and where levels begin. */
double
seidel_cuda_level_wait_more_bytes (const SeidelSweptLengths *lengths,
                                   size_t real_size,
                                   int64_t levels)
{
  const double rows = (double) lengths->rows;
  const double sum = (double) lengths->sum;
  const SeidelCudaShape shape = shape_for (sum / rows);
  const double slices = (rows * shape.lanes + sum / shape.steps) / 32.0 + 1.0;

  return slices * (double) (sizeof (SeidelCudaSlice) + real_size)
         + (levels > 0 ? (double) levels : rows) * (double) sizeof (int32_t);
}

void
seidel_cuda_level_wait_clear (SeidelSweep *sweep)
{
  SeidelCudaSlices *plan = (SeidelCudaSlices *) sweep->plan;

  cudaFree (plan->rows);
  for (int i = 0; i < 3; i++)
    cudaFree (plan->memory[i]);
  seidel_cuda_stamps_clear (&plan->stamps);
  free (plan);
}

bool
seidel_cuda_level_wait_plan (SeidelContext *context,
                             SeidelSweep *sweep,
                             const SeidelLevelsView *given)
{
  SeidelCudaSlices *plan = (SeidelCudaSlices *) calloc (1, sizeof *plan);
  Scratch scratch = {};
  SeidelCudaLevels levels;
  bool done;

  sweep->plan = plan;
  if (plan == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the plan of a sweep did not fit into memory");
      return false;
    }
  if (!seidel_cuda_levels_init (context, sweep->A, sweep->direction, given,
                                SEIDEL_CUDA_LEVELS_PLANNED, &levels))
    return false;
  plan->shape =
    shape_for (0.5 * (double) (sweep->A->nonzeros - sweep->A->rows) / (double) sweep->A->rows);
  plan->rows = levels.rows;
  plan->n_levels = levels.count;
  done = cut_slices (context, sweep, levels.level_of_row, &scratch)
         && fill_slices (context, sweep, &scratch);
  if (!done)
    cudaStreamSynchronize (context->stream);
  for (int i = 0; i < 2; i++)
    seidel_cuda_scratch_free (context, scratch.memory[i]);
  if (levels.pooled)
    seidel_cuda_pooled_free (context, levels.level_of_row,
                             (size_t) sweep->A->rows * sizeof (int32_t));
  else
    cudaFree (levels.level_of_row);
  free (levels.offsets);
  return done;
}
