/* A sweep in one launch, in the order of the levels: each row waits for those that it depends on.
 *
 * The triangle that a row depends on is stored anew: rows in the order of their levels, columns
 * renumbered to match, so that neighbours in a level of a grid ask for neighbours in those before.
 * Rows stand in slices, one for a warp: step t of a slice holds 32 entries next to each other, one
 * for each lane. 1, 4 or 32 lanes share a row. A row much longer than the others has a slice of its
 * own.
 *
 * A sweep first makes what does not depend on its results, the product with the other triangle, as
 * one stream through memory. Then as many warps as fit at once go through the slices, each taking
 * every n-th; it fetches the structure of its next slice before it waits for its present one. All
 * blocks are at work together (a cooperative launch), and every warp goes forward in the order of
 * the levels: the first row that is not done can always be done.
 *
 * The lanes of a warp go round the waiting loop together, since they may depend on each other. The
 * value is the flag; see seidel-cuda-device.cuh. The last division is a multiplication by the
 * reciprocal here, because it would be waited for: the result is that of the row order up to
 * rounding.
 *
 * Sources: rocSPARSE's csrsv (level order, waiting); Dufrechou and Ezzatti, SBAC-PAD 2024 (stored
 * by level); NVIDIA's HPCG (sliced rows). Assumptions as in seidel-cuda-sweep.cu.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <cub/cub.cuh>

#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-device.cuh"
#include "seidel-cuda-sweep.h"

#define WHAT "planning a sweep"

/* Threads of a block. */
#define BLOCK 128

/* Steps that a row may have before it gets a slice of its own. */
#define MOST_STEPS 32

/* Rows of as many levels as this are at work together, when there is room. */
#define LEVELS_AHEAD 8

/* Some rows that a warp does together. */
typedef struct
{
  int64_t entries; /* where its entries begin */
  int32_t first;   /* its first row, in the order of the levels */
  uint32_t shape;  /* steps × 128 + wide × 64 + rows */
} Slice;

static __device__ __host__ inline int
rows_of (const Slice &slice)
{
  return (int) (slice.shape % 64);
}

/* Whether the whole warp shares its one row. */
static __device__ __host__ inline bool
is_wide (const Slice &slice)
{
  return slice.shape & 64;
}

static __device__ __host__ inline int
steps_of (const Slice &slice)
{
  return (int) (slice.shape / 128);
}

/* A shape of the kernel: lanes that share a row, and steps that are fetched at once. */
typedef struct
{
  int lanes;
  int steps;
} Shape;

typedef struct
{
  Shape shape;
  int64_t mean_width; /* rows of a level */
  /* All on the device. */
  int32_t *rows;   /* in the order of the levels */
  int32_t *places; /* of each row in that order */
  int64_t n_slices;
  Slice *slices;
  int32_t *columns; /* places of the rows that are depended on; −1 where there is none */
  void *values;
  void *reciprocals; /* of the diagonals, in the order of the levels */
  void *known;       /* of each row, what does not depend on results; in the order of the levels */
  void *ordered;     /* x in the order of the levels */
} Plan;

/* What the kernel of a sweep is told. */
template <typename Real> struct Work
{
  int64_t n_slices;
  const Slice *slices;
  const int32_t *columns;
  const Real *values;
  const Real *reciprocals;
  const Real *known;
  const int32_t *rows;
  Real *ordered;
  Real *x;
  Real omega;
  bool fused;
  SeidelCudaHalt halt;
};

/* --- the sweep ----------------------------------------------------------------------------------
 */

/* A row as its lanes hold it: some steps of its entries, and what it begins with. */
template <typename Real, int STEPS> struct Held
{
  int32_t column[STEPS];
  Real value[STEPS];
  Real known;
  Real reciprocal;
  int32_t row; /* −1: this lane has none */
  int32_t place;
};

template <typename Real, int STEPS>
static __device__ inline void
fetch_steps (const Work<Real> &work, const Slice &slice, int from, Held<Real, STEPS> *held)
{
  const int64_t at = slice.entries + (int64_t) from * 32 + threadIdx.x % 32;
  const int left = steps_of (slice) - from;

#pragma unroll
  for (int j = 0; j < STEPS; j++)
    {
      held->column[j] = j < left ? __ldcs (work.columns + at + j * 32) : -1;
      held->value[j] = j < left ? __ldcs (work.values + at + j * 32) : (Real) 0;
    }
}

template <typename Real, int LANES, int STEPS>
static __device__ inline void
fetch (const Work<Real> &work, const Slice &slice, Held<Real, STEPS> *held)
{
  const int index = is_wide (slice) ? 0 : threadIdx.x % 32 / LANES;
  const bool valid = index < rows_of (slice);
  const int32_t place = slice.first + (valid ? index : 0);

  held->row = valid ? work.rows[place] : -1;
  held->place = place;
  held->known = work.known[place];
  held->reciprocal = work.reciprocals[place];
  fetch_steps (work, slice, 0, held);
}

/* Adds the products that are there, in their order, until one is not; returns how many of the steps
 * held are done. */
template <typename Real, int STEPS>
static __device__ inline int
add_ready (const Work<Real> &work, const Held<Real, STEPS> &held, int done, Real *sum)
{
  Real x[STEPS];
  bool ready = true;

#pragma unroll
  for (int j = 0; j < STEPS; j++)
    x[j] =
      j >= done && held.column[j] >= 0 ? load_relaxed (work.ordered + held.column[j]) : (Real) 0;
#pragma unroll
  for (int j = 0; j < STEPS; j++)
    {
      ready = ready && (j < done || !is_awaited (x[j]));
      if (ready && j >= done)
        {
          if (held.column[j] >= 0)
            *sum = multiply_add (work.fused, held.value[j], x[j], *sum);
          done = j + 1;
        }
    }
  return done;
}

/* Does a slice; false when the run was stopped. */
template <typename Real, int LANES, int STEPS>
static __device__ inline bool
solve (const Work<Real> &work, const Slice &slice, Held<Real, STEPS> &held)
{
  const int lanes = is_wide (slice) ? 32 : LANES;
  const int lane = threadIdx.x % 32;
  const unsigned int group =
    lanes == 32 ? SEIDEL_CUDA_ALL_LANES : ((1u << lanes) - 1) << (lane & ~(lanes - 1));
  bool published = held.row < 0;
  unsigned int waits = 0;
  int from = 0;
  int done = 0;
  Real sum = 0;

  for (;;)
    {
      bool complete;

      if (done < STEPS)
        done = add_ready (work, held, done, &sum);
      if (done == STEPS && from + STEPS < steps_of (slice))
        {
          from += STEPS;
          done = 0;
          fetch_steps (work, slice, from, &held);
        }
      /* All lanes take part in the vote, also those that have nothing left to do. */
      complete = done == STEPS;
      if (lanes > 1)
        complete = (__ballot_sync (SEIDEL_CUDA_ALL_LANES, complete) & group) == group;
      complete = complete && !published;
      if (lanes == 1 ? complete : __any_sync (SEIDEL_CUDA_ALL_LANES, complete))
        {
          Real total = sum;

          for (int half = lanes / 2; half > 0; half /= 2)
            total += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, total, half);
          if (complete && lane % lanes == 0)
            {
              Real renewed = never_awaited (
                multiply_add (work.fused, -(work.omega * held.reciprocal), total, held.known));

              store_relaxed (work.ordered + held.place, renewed);
              work.x[held.row] = renewed;
            }
          published = published || complete;
        }
      if (__all_sync (SEIDEL_CUDA_ALL_LANES, published))
        return true;
      if (__any_sync (SEIDEL_CUDA_ALL_LANES, is_halted (work.halt, &waits)))
        return false;
    }
}

template <typename Real, int LANES, int STEPS>
static __global__ void
__launch_bounds__ (BLOCK) level_wait_kernel (Work<Real> work)
{
  const int64_t stride = (int64_t) gridDim.x * (BLOCK / 32);
  Held<Real, STEPS> held, ahead;
  Slice slice, next, after;
  int64_t s = (int64_t) (threadIdx.x / 32) * gridDim.x + blockIdx.x;

  if (s >= work.n_slices)
    return;
  next = work.slices[s];
  after = work.slices[min (s + stride, work.n_slices - 1)];
  fetch<Real, LANES, STEPS> (work, next, &ahead);
  for (; s < work.n_slices; s += stride)
    {
      slice = next;
      held = ahead;
      next = after;
      if (s + stride < work.n_slices)
        fetch<Real, LANES, STEPS> (work, next, &ahead);
      after = work.slices[min (s + 2 * stride, work.n_slices - 1)];
      if (!solve<Real, LANES, STEPS> (work, slice, held))
        return;
    }
}

/* Of each row what the sweep does not wait for: (1 − ω) x + ω (b − Σ a x) / d over the entries of
 * the other triangle. LANES lanes share a row. */
template <typename Real, int LANES>
static __global__ void
known_kernel (SeidelSystem A,
              bool forward,
              bool triangle,
              Real omega,
              const Real *b,
              const Real *x,
              const int32_t *places,
              Real *known)
{
  const Real *values = (const Real *) A.values;
  const int64_t row = ((int64_t) blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  const bool valid = row < A.rows;
  const int64_t begin = valid ? row_start (A, row) : 0;
  const int64_t end = valid ? row_start (A, row + 1) : 0;
  const int64_t diagonal = valid ? begin + A.diagonal[row] : 0;
  int64_t k = (forward ? diagonal + 1 : begin) + threadIdx.x % LANES;
  const int64_t k_end = triangle ? 0 : forward ? end : diagonal;
  Real sum = 0;

  for (; k < k_end; k += LANES)
    sum = multiply_add (A.fused, __ldcs (values + k), x[__ldcs (A.column_indices + k)], sum);
  for (int half = LANES / 2; half > 0; half /= 2)
    sum += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, sum, half);
  if (valid && threadIdx.x % LANES == 0)
    {
      Real old = omega != (Real) 1 && !triangle ? x[row] : (Real) 0;

      known[places[row]] = relaxed_step (old, (b[row] - sum) / values[diagonal], omega);
    }
}

/* --- planning -----------------------------------------------------------------------------------
 */

/* How many entries a row depends on, and whether that is too many to share a slice. */
static __global__ void
own_lengths_kernel (SeidelSystem A,
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
firsts_kernel (const int32_t *heads, const int32_t *numbers, int64_t n, Slice *slices)
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
               Slice *slices,
               int64_t n_slices,
               int64_t *n_entries)
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
  slices[s].shape = (uint32_t) (steps * 128 + (longest > most ? 64 : 0) + (end - first));
  n_entries[s] = steps * 32;
}

static __global__ void
entries_kernel (const int64_t *ends, Slice *slices, int64_t n_slices)
{
  const int64_t s = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;

  if (s < n_slices)
    slices[s].entries = s > 0 ? ends[s - 1] : 0;
}

/* A warp a slice: entry e of a row goes to step e / lanes, to lane e % lanes of the row's. The
 * entries nearest to the diagonal come last, because they are the last to be ready. */
template <typename Real>
static __global__ void
pack_kernel (SeidelSystem A,
             bool forward,
             int lanes,
             const Slice *slices,
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
  Slice slice;
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

/* Arrays that are needed only while a sweep is planned. */
typedef struct
{
  int32_t *lengths;
  int32_t *heads;
  int32_t *numbers;
  int64_t *n_entries;
  void *room; /* of CUB */
} Scratch;

/* cub::DeviceScan with room of its own; what is the larger of the two, or their sum. */
template <typename In, typename Operator>
static bool
scan (SeidelContext *context, Scratch *scratch, In *from, In *to, Operator what, int64_t n)
{
  size_t bytes = 0;

  if (!seidel_cuda_check (context,
                          cub::DeviceScan::InclusiveScan (NULL, bytes, from, to, what, n,
                                                          context->stream),
                          WHAT))
    return false;
  scratch->room = seidel_cuda_malloc (context, bytes);
  if (scratch->room == NULL
      || !seidel_cuda_check (context,
                             cub::DeviceScan::InclusiveScan (scratch->room, bytes, from, to, what,
                                                             n, context->stream),
                             WHAT)
      || !seidel_cuda_wait (context, WHAT))
    return false;
  cudaFree (scratch->room);
  scratch->room = NULL;
  return true;
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

/* Where slices start. */
static bool
cut_slices (SeidelContext *context, SeidelSweep *sweep, Scratch *scratch)
{
  Plan *plan = (Plan *) sweep->plan;
  const SeidelSystem *A = sweep->system;
  const int64_t n = A->rows;
  const int64_t most = (int64_t) MOST_STEPS * plan->shape.lanes;
  const unsigned int grid = seidel_cuda_grid (n);
  const size_t bytes = (size_t) n * sizeof (int32_t);
  int32_t n_slices = 0;

  scratch->lengths = (int32_t *) seidel_cuda_malloc (context, bytes);
  scratch->heads = (int32_t *) seidel_cuda_malloc (context, bytes);
  scratch->numbers = (int32_t *) seidel_cuda_malloc (context, bytes);
  plan->places = (int32_t *) seidel_cuda_malloc (context, bytes);
  if (!seidel_cuda_ready (context)
      || !seidel_cuda_check (context, cudaMemsetAsync (scratch->heads, 0, bytes, context->stream),
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
  plan->slices = (Slice *) seidel_cuda_malloc (context, (size_t) n_slices * sizeof (Slice));
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
  const Plan *plan = (const Plan *) sweep->plan;

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
  Plan *plan = (Plan *) sweep->plan;
  const int64_t n = sweep->system->rows;
  const size_t real_size = seidel_cuda_real_size (context);
  const int64_t most = (int64_t) MOST_STEPS * plan->shape.lanes;
  const unsigned int grid = seidel_cuda_grid (plan->n_slices);
  int64_t n_entries = 0;

  scratch->n_entries =
    (int64_t *) seidel_cuda_malloc (context, (size_t) plan->n_slices * sizeof (int64_t));
  if (scratch->n_entries == NULL)
    return false;
  shapes_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (scratch->lengths, n,
                                                                  plan->shape.lanes, most,
                                                                  plan->slices, plan->n_slices,
                                                                  scratch->n_entries);
  if (!scan (context, scratch, scratch->n_entries, scratch->n_entries, Sum (), plan->n_slices)
      || !read_number (context, scratch->n_entries + plan->n_slices - 1, &n_entries))
    return false;
  entries_kernel<<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (scratch->n_entries, plan->slices,
                                                                   plan->n_slices);
  plan->columns = (int32_t *) seidel_cuda_malloc (context, (size_t) n_entries * sizeof (int32_t));
  plan->values = seidel_cuda_malloc (context, (size_t) n_entries * real_size);
  plan->reciprocals = seidel_cuda_malloc (context, (size_t) n * real_size);
  plan->known = seidel_cuda_malloc (context, (size_t) n * real_size);
  plan->ordered = seidel_cuda_malloc (context, (size_t) n * real_size);
  if (!seidel_cuda_ready (context))
    return false;
  return seidel_cuda_is_single (context) ? pack<float> (context, sweep)
                                         : pack<double> (context, sweep);
}

/* Short rows on one lane each: fewer warps then wait, for neighbours of each other. */
static Shape
choose_shape (const SeidelSystem *A)
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
  Plan *plan = (Plan *) sweep->plan;

  cudaFree (plan->rows);
  cudaFree (plan->places);
  cudaFree (plan->slices);
  cudaFree (plan->columns);
  cudaFree (plan->values);
  cudaFree (plan->reciprocals);
  cudaFree (plan->known);
  cudaFree (plan->ordered);
  free (plan);
}

bool
seidel_cuda_level_wait_plan (SeidelContext *context,
                             SeidelSweep *sweep,
                             const SeidelLevelsView *given)
{
  Plan *plan = (Plan *) calloc (1, sizeof *plan);
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
  if (!seidel_cuda_levels_init (context, sweep->system, sweep->direction, given, &levels))
    return false;
  plan->shape = choose_shape (sweep->system);
  plan->mean_width = sweep->system->rows / levels.count;
  plan->rows = levels.rows;
  levels.rows = NULL;
  seidel_cuda_levels_clear (&levels);
  done = cut_slices (context, sweep, &scratch) && fill_slices (context, sweep, &scratch);
  cudaStreamSynchronize (context->stream);
  cudaFree (scratch.lengths);
  cudaFree (scratch.heads);
  cudaFree (scratch.numbers);
  cudaFree (scratch.n_entries);
  cudaFree (scratch.room);
  return done;
}

/* --- running ------------------------------------------------------------------------------------
 */

template <typename Real, int LANES, int STEPS>
static void
launch_shape (SeidelContext *context, const Plan *plan, Work<Real> *work)
{
  const int64_t wanted = LEVELS_AHEAD * plan->mean_width * LANES / BLOCK + 1;
  int most = 0;
  int64_t blocks;
  void *arguments[] = { work };

  if (!seidel_cuda_check (context,
                          cudaOccupancyMaxActiveBlocksPerMultiprocessor (
                            &most, level_wait_kernel<Real, LANES, STEPS>, BLOCK, 0),
                          "a sweep"))
    return;
  blocks = (wanted + context->multiprocessors - 1) / context->multiprocessors;
  blocks = (blocks < most ? blocks : most) * context->multiprocessors;
  seidel_cuda_check (context,
                     cudaLaunchCooperativeKernel (
                       (const void *) level_wait_kernel<Real, LANES, STEPS>,
                       dim3 ((unsigned int) blocks), dim3 (BLOCK), arguments, 0, context->stream),
                     "a sweep");
}

template <typename Real>
static void
launch_known (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  const Plan *plan = (const Plan *) sweep->plan;
  const SeidelSystem *A = sweep->system;
  const bool forward = seidel_cuda_is_forward (sweep);
  const Real omega = (Real) job->omega;
  const Real *b = (const Real *) job->b->elements;
  const Real *x = (const Real *) job->x->elements;
  Real *known = (Real *) plan->known;

  if (A->lanes <= 2 || job->triangle)
    known_kernel<Real, 1><<<seidel_cuda_grid (A->rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (
      *A, forward, job->triangle, omega, b, x, plan->places, known);
  else if (A->lanes <= 8)
    known_kernel<Real, 4>
      <<<seidel_cuda_grid (A->rows * 4), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*A, forward,
                                                                                   false, omega, b,
                                                                                   x, plan->places,
                                                                                   known);
  else
    known_kernel<Real, 16>
      <<<seidel_cuda_grid (A->rows * 16), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (*A, forward,
                                                                                    false, omega, b,
                                                                                    x, plan->places,
                                                                                    known);
}

template <typename Real>
static void
run (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  const Plan *plan = (const Plan *) sweep->plan;
  Work<Real> work = { plan->n_slices,
                      plan->slices,
                      plan->columns,
                      (const Real *) plan->values,
                      (const Real *) plan->reciprocals,
                      (const Real *) plan->known,
                      plan->rows,
                      (Real *) plan->ordered,
                      (Real *) job->x->elements,
                      (Real) job->omega,
                      sweep->system->fused,
                      context->halt };

  launch_known<Real> (context, sweep, job);
  if (!seidel_cuda_check (context, cudaGetLastError (), "a sweep"))
    return;
  if (plan->shape.lanes == 1 && plan->shape.steps == 4)
    launch_shape<Real, 1, 4> (context, plan, &work);
  else if (plan->shape.lanes == 1)
    launch_shape<Real, 1, 16> (context, plan, &work);
  else if (plan->shape.lanes == 4)
    launch_shape<Real, 4, 16> (context, plan, &work);
  else
    launch_shape<Real, 32, 4> (context, plan, &work);
}

void
seidel_cuda_level_wait_run (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  const Plan *plan = (const Plan *) sweep->plan;
  const size_t bytes = (size_t) sweep->system->rows * seidel_cuda_real_size (context);

  if (!seidel_cuda_check (context, cudaMemsetAsync (plan->ordered, 0xff, bytes, context->stream),
                          "a sweep"))
    return;
  if (seidel_cuda_is_single (context))
    run<float> (context, sweep, job);
  else
    run<double> (context, sweep, job);
}
