/* Planning a sweep in the order of the levels: the rows are cut into slices, one for a warp, and
 * the triangle that they depend on is stored again in that order. See
 * seidel-cuda-sweep-level-wait.cu.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <cub/device/device_scan.cuh>

#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-slices.cuh"

#define WHAT "planning a sweep"

/* Steps that a row may have before it gets its own slice. */
#define MOST_STEPS 32

/* How many entries a row depends on, and whether that is too many to share a slice. */
static __global__ void
own_lengths_kernel (SeidelOperator A,
                    bool forward,
                    int64_t most,
                    const int32_t *rows,
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

/* Turns the last break before each row into whether it starts a slice. */
static __global__ void
heads_kernel (const int32_t *last_breaks, int64_t n, int rows_of_slice, int32_t *heads)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n)
    heads[i] = (i - last_breaks[i]) % rows_of_slice == 0;
}

static __global__ void
firsts_kernel (const int32_t *heads, const int32_t *numbers, int64_t n, SeidelCudaSlice *slices)
{
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (i < n && heads[i])
    slices[numbers[i] - 1].first = (int32_t) i;
}

static __global__ void
shapes_kernel (const int32_t *lengths,
               int64_t n,
               int lanes,
               int64_t most,
               SeidelCudaSlice *slices,
               int64_t n_slices,
               int64_t *n_entries,
               int *has_long)
{
  const int64_t s = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  int64_t longest = 0;
  int64_t first, end;
  int64_t steps;

  if (s >= n_slices)
    return;
  first = slices[s].first;
  end = s + 1 < n_slices ? slices[s + 1].first : n;
  for (int64_t i = first; i < end; i++)
    longest = max (longest, (int64_t) lengths[i]);
  if (longest > most)
    lanes = 32;
  steps = (longest + lanes - 1) / lanes;
  if (lanes == 32 && steps > 2 * SEIDEL_CUDA_LONG_STEPS)
    *has_long = 1;
  slices[s].shape = (uint32_t) (steps * 128 + (longest > most ? 64 : 0) + (end - first));
  n_entries[s] = steps * 32;
}

static __global__ void
entries_kernel (const int64_t *ends, SeidelCudaSlice *slices, int64_t n_slices)
{
  const int64_t s = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (s < n_slices)
    slices[s].entries = s > 0 ? ends[s - 1] : 0;
}

/* A warp a slice: entry e of a row goes to step e / lanes, to lane e % lanes of the row's. The
 * entries nearest to the diagonal come last, because they are the last to be ready. */
template <typename Real>
static __global__ void
pack_kernel (SeidelOperator A,
             bool forward,
             int lanes,
             const SeidelCudaSlice *slices,
             int64_t n_slices,
             const int32_t *rows,
             const int32_t *places,
             int32_t *columns,
             Real *values,
             Real *reciprocals)
{
  const int64_t s = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / 32;
  const Real *from = (const Real *) A.values;
  int lane = threadIdx.x % 32;
  SeidelCudaSlice slice;
  int64_t row, begin, end, diagonal, length;
  bool valid;

  if (s >= n_slices)
    return;
  slice = slices[s];
  if (is_wide (slice))
    lanes = 32;
  valid = lane / lanes < rows_of (slice);
  row = rows[slice.first + (valid ? lane / lanes : 0)];
  begin = row_start (A, row);
  end = row_start (A, row + 1);
  diagonal = begin + A.diagonal[row];
  length = !valid ? 0 : forward ? diagonal - begin : end - 1 - diagonal;
  for (int step = 0; step < steps_of (slice); step++)
    {
      const int64_t e = (int64_t) step * lanes + lane % lanes;
      const int64_t k = forward ? begin + e : end - 1 - e;
      const int64_t to = slice.entries + (int64_t) step * 32 + lane;

      columns[to] = e < length ? places[A.column_indices[k]] : -1;
      values[to] = e < length ? from[k] : (Real) 0;
    }
  if (valid && lane % lanes == 0)
    reciprocals[slice.first + lane / lanes] = (Real) 1 / from[diagonal];
}

/* Arrays that are needed only while a sweep is planned, in one piece. */
typedef struct
{
  void *memory;
  int32_t *lengths;
  int32_t *heads;
  int32_t *numbers;
  int64_t *n_entries; /* of each slice */
  int *has_long;
  void *room; /* of CUB */
  size_t room_bytes;
} Scratch;

/* cub::DeviceScan; what is the larger of the two, or their sum. */
template <typename In, typename Operator>
static bool
scan (SeidelContext *context, Scratch *scratch, In *numbers, In *to, Operator what, int64_t n)
{
  return seidel_cuda_check (context,
                            cub::DeviceScan::InclusiveScan (scratch->room, scratch->room_bytes,
                                                            numbers, to, what, n, context->stream),
                            WHAT);
}

struct Larger
{
  __device__ int32_t
  operator() (int32_t a, int32_t b) const
  {
    return max (a, b);
  }
};

struct Sum
{
  template <typename Number>
  __device__ Number
  operator() (Number a, Number b) const
  {
    return a + b;
  }
};

template <typename Number>
static bool
read_number (SeidelContext *context, const Number *from, Number *to)
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
  scratch->numbers = layout->take<int32_t> (n);
  scratch->n_entries = layout->take<int64_t> (n);
  scratch->has_long = layout->take<int> (1);
  scratch->room = layout->take<char> (scratch->room_bytes);
}

static bool
provide_scratch (SeidelContext *context, int64_t rows, Scratch *scratch)
{
  size_t of_larger = 0;
  size_t of_sum = 0;

  if (!seidel_cuda_check (context,
                          cub::DeviceScan::InclusiveScan (NULL, of_larger, (int32_t *) NULL,
                                                          (int32_t *) NULL, Larger (), rows,
                                                          context->stream),
                          WHAT)
      || !seidel_cuda_check (context,
                             cub::DeviceScan::InclusiveScan (NULL, of_sum, (int64_t *) NULL,
                                                             (int64_t *) NULL, Sum (), rows,
                                                             context->stream),
                             WHAT))
    return false;
  scratch->room_bytes = of_larger > of_sum ? of_larger : of_sum;
  scratch->memory =
    seidel_cuda_provide (context, seidel_cuda_scratch_new, [=] (SeidelCudaLayout *layout) {
      lay_out_scratch (layout, rows, scratch);
    });
  return scratch->memory != NULL;
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
  plan->known = layout->take<char> (bytes);
  plan->ordered = layout->take<char> (bytes);
}

static bool
provide_rows (SeidelContext *context, int64_t rows, SeidelCudaSlices *plan)
{
  plan->memory[0] =
    seidel_cuda_provide (context, seidel_cuda_malloc, [=] (SeidelCudaLayout *layout) {
      lay_out_rows (context, layout, rows, plan);
    });
  return plan->memory[0] != NULL;
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
    seidel_cuda_provide (context, seidel_cuda_malloc, [=] (SeidelCudaLayout *layout) {
      lay_out_entries (context, layout, n_entries, plan);
    });
  return plan->memory[2] != NULL;
}

/* Where slices start. */
static bool
cut_slices (SeidelContext *context, SeidelSweep *sweep, Scratch *scratch)
{
  SeidelCudaSlices *plan = (SeidelCudaSlices *) sweep->plan;
  const SeidelOperator *A = sweep->system;
  const int64_t n = A->rows;
  const int64_t most = (int64_t) MOST_STEPS * plan->shape.lanes;
  const unsigned int grid = seidel_cuda_grid (n);
  int32_t n_slices = 0;

  if (!provide_scratch (context, n, scratch) || !provide_rows (context, n, plan)
      || !seidel_cuda_check (context,
                             cudaMemsetAsync (scratch->heads, 0, (size_t) n * sizeof (int32_t),
                                              context->stream),
                             WHAT))
    return false;
  own_lengths_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
    *A, seidel_cuda_is_forward (sweep), most, plan->rows, plan->places, scratch->lengths,
    scratch->heads);
  if (!scan (context, scratch, scratch->heads, scratch->numbers, Larger (), n))
    return false;
  heads_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (scratch->numbers, n,
                                                                 32 / plan->shape.lanes,
                                                                 scratch->heads);
  if (!scan (context, scratch, scratch->heads, scratch->numbers, Sum (), n)
      || !read_number (context, scratch->numbers + n - 1, &n_slices))
    return false;
  plan->n_slices = n_slices;
  plan->memory[1] = seidel_cuda_malloc (context, (size_t) n_slices * sizeof *plan->slices);
  plan->slices = (SeidelCudaSlice *) plan->memory[1];
  if (plan->slices == NULL)
    return false;
  firsts_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (scratch->heads, scratch->numbers,
                                                                  n, plan->slices);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT);
}

template <typename Real>
static bool
pack (SeidelContext *context, SeidelSweep *sweep)
{
  const SeidelCudaSlices *plan = (const SeidelCudaSlices *) sweep->plan;

  pack_kernel<Real>
    <<<seidel_cuda_grid (plan->n_slices * 32), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      *sweep->system, seidel_cuda_is_forward (sweep), plan->shape.lanes, plan->slices,
      plan->n_slices, plan->rows, plan->places, plan->columns, (Real *) plan->values,
      (Real *) plan->reciprocals);
  return seidel_cuda_check (context, cudaGetLastError (), WHAT) && seidel_cuda_wait (context, WHAT);
}

/* The entries of the slices. */
static bool
fill_slices (SeidelContext *context, SeidelSweep *sweep, Scratch *scratch)
{
  SeidelCudaSlices *plan = (SeidelCudaSlices *) sweep->plan;
  const int64_t n = sweep->system->rows;
  const int64_t most = (int64_t) MOST_STEPS * plan->shape.lanes;
  const unsigned int grid = seidel_cuda_grid (plan->n_slices);
  int64_t n_entries = 0;
  int has_long = 0;

  if (!seidel_cuda_check (context,
                          cudaMemsetAsync (scratch->has_long, 0, sizeof has_long, context->stream),
                          WHAT))
    return false;
  shapes_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (scratch->lengths, n,
                                                                  plan->shape.lanes, most,
                                                                  plan->slices, plan->n_slices,
                                                                  scratch->n_entries,
                                                                  scratch->has_long);
  if (!scan (context, scratch, scratch->n_entries, scratch->n_entries, Sum (), plan->n_slices)
      || !read_number (context, scratch->has_long, &has_long)
      || !read_number (context, scratch->n_entries + plan->n_slices - 1, &n_entries))
    return false;
  entries_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (scratch->n_entries, plan->slices,
                                                                   plan->n_slices);
  if (!provide_entries (context, n_entries, plan))
    return false;
  plan->has_long = has_long != 0;
  return seidel_cuda_is_single (context) ? pack<float> (context, sweep)
                                         : pack<double> (context, sweep);
}

/* Short rows on one lane each: fewer warps then wait, for neighbours of each other. */
static SeidelCudaShape
choose_shape (const SeidelOperator *A)
{
  const double mean = 0.5 * (double) (A->nonzeros - A->rows) / (double) A->rows;

  if (mean <= 4)
    return { 1, 4 };
  if (mean <= 16)
    return { 1, 16 };
  if (mean <= 64)
    return { 4, 16 };
  return { 32, 4 };
}

void
seidel_cuda_level_wait_clear (SeidelSweep *sweep)
{
  SeidelCudaSlices *plan = (SeidelCudaSlices *) sweep->plan;

  cudaFree (plan->rows);
  for (int i = 0; i < 3; i++)
    cudaFree (plan->memory[i]);
  cudaFree (plan->offsets_measured);
  free (plan->level_offsets);
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
  if (!seidel_cuda_levels_init (context, sweep->system, sweep->direction, given, true, &levels))
    return false;
  plan->shape = choose_shape (sweep->system);
  plan->mean_width = sweep->system->rows / levels.count;
  plan->rows = levels.rows;
  levels.rows = NULL;
  plan->n_levels = levels.count;
  plan->level_offsets = levels.offsets;
  levels.offsets = NULL;
  seidel_cuda_levels_clear (&levels);
  done = cut_slices (context, sweep, &scratch) && fill_slices (context, sweep, &scratch);
  if (!done)
    cudaStreamSynchronize (context->stream);
  seidel_cuda_scratch_free (context, scratch.memory);
  return done;
}
