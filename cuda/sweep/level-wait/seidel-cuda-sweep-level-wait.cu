/* A sweep in one launch, in the order of the levels: each row waits for those that it depends on.
 *
 * The triangle that a row depends on is stored again: rows in the order of their levels, columns
 * renumbered to match, so that neighbours in a level of a grid ask for neighbours in those before.
 * Rows are in slices, one for a warp: step t of a slice holds 32 entries next to each other, one
 * for each lane. 1, 4 or 32 lanes share a row. A row much longer than the others has a slice of its
 * own, or several: all but the last are parts of it, whose sums the last one waits for as for the
 * results of rows. Where there are such, slices first wait for a single row, their sentinel.
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
#include "seidel-cuda-slices.cuh"
#include "sweep/seidel-cuda-strategies.h"
#include "base/seidel-translatable.h"

/* Threads of a block. */
#define BLOCK 128

/* Slices of as many levels as this are at work together, when there is room. */
#define LEVELS_AHEAD 8

/* The arguments of the sweep kernel. With eight bytes more, nvcc 13.0 loads the last of 16 results
 * in double after the others have arrived, and each level takes up to twice as long. */
template <typename Real> struct Work
{
  int64_t n_slices;
  const SeidelCudaSlice *slices;
  const int32_t *columns;
  const Real *values;
  const Real *reciprocals;
  const Real *partial;
  const int32_t *rows;
  Real *ordered;
  Real *x;
  Real omega;
  bool fused;
  SeidelCudaHalt halt;
  /* Of a measured sweep. */
  int32_t n_levels;
  const int32_t *level_offsets;
  int64_t *stamps;
};

/* A row as its lanes hold it: some steps of its entries, and what it begins with. */
template <typename Real, int STEPS> struct Held
{
  int32_t column[STEPS];
  Real value[STEPS];
  Real partial;
  Real reciprocal;
  int32_t row;   /* −1: this lane has none */
  int32_t place; /* in ordered: that of the result, or of the sum of a part */
};

template <typename Real, int STEPS>
static __device__ inline void
fetch_steps (const Work<Real> &work,
             const SeidelCudaSlice &slice,
             int from,
             Held<Real, STEPS> *held)
{
  const int64_t at = entries_of (slice) + (int64_t) from * 32 + threadIdx.x % 32;
  const int left = steps_of (slice) - from;

#pragma unroll
  for (int j = 0; j < STEPS; j++)
    {
      held->column[j] = j < left ? __ldcs (work.columns + at + j * 32) : -1;
      held->value[j] = j < left ? __ldcs (work.values + at + j * 32) : (Real) 0;
    }
}

template <typename Real, int LANES, int STEPS, bool PARTS>
static __device__ inline void
fetch (const Work<Real> &work,
       const SeidelCudaSlice &slice,
       int64_t number,
       Held<Real, STEPS> *held)
{
  const int index = is_wide (slice) ? 0 : threadIdx.x % 32 / LANES;
  const bool valid = index < rows_of (slice);
  const int32_t place = (PARTS ? first_of (slice) : slice.first) + (valid ? index : 0);

  held->row = valid ? work.rows[place] : -1;
  held->place = place;
  if (PARTS)
    held->place = (int32_t) (is_part (slice) ? number : work.n_slices + place);
  held->partial = work.partial[place];
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

/* The level of a row was done now, if not later. Lanes that come here together take turns by the
 * level, not by the row. */
template <typename Real>
static __device__ void
stamp (const Work<Real> &work, int32_t place)
{
  const int32_t level = level_of_place (work.level_offsets, work.n_levels, place);
  const unsigned int same = __match_any_sync (__activemask (), level);

  if (threadIdx.x % 32 == __ffs ((int) same) - 1)
    atomicMax ((long long *) work.stamps + level, (long long) clock_nanoseconds ());
}

/* Waits until some row is done that a slice follows at a distance; false when the run was stopped.
 * Where rows are cut into parts there are so many slices with so many entries that those which ask
 * for all of them before their time keep the others from their answers. */
template <typename Real>
static __device__ inline bool
wait_for_sentinel (const Work<Real> &work, const SeidelCudaSlice &slice)
{
  unsigned int waits = 0;

  if (slice.sentinel < 0)
    return true;
  while (
    __any_sync (SEIDEL_CUDA_ALL_LANES, is_awaited (load_relaxed (work.ordered + slice.sentinel))))
    if (__any_sync (SEIDEL_CUDA_ALL_LANES, is_halted (work.halt, &waits)))
      return false;
  return true;
}

/* Does a slice; false when the run was stopped. PARTS: some are parts of a row. */
template <typename Real, int LANES, int STEPS, bool MEASURED, bool PARTS>
static __device__ inline bool
solve (const Work<Real> &work, const SeidelCudaSlice &slice, Held<Real, STEPS> &held)
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

  if (PARTS && !wait_for_sentinel (work, slice))
    return false;
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
          if (PARTS && is_part (slice))
            {
              if (complete && lane == 0)
                store_relaxed (work.ordered + held.place, never_awaited (total));
            }
          else if (complete && lane % lanes == 0)
            {
              Real updated = never_awaited (
                multiply_add (work.fused, -(work.omega * held.reciprocal), total, held.partial));

              store_relaxed (work.ordered + held.place, updated);
              work.x[held.row] = updated;
              if (MEASURED)
                stamp (work, PARTS ? (int32_t) (held.place - work.n_slices) : held.place);
            }
          published = published || complete;
        }
      if (__all_sync (SEIDEL_CUDA_ALL_LANES, published))
        return true;
      if (__any_sync (SEIDEL_CUDA_ALL_LANES, is_halted (work.halt, &waits)))
        return false;
    }
}

template <typename Real, int LANES, int STEPS, bool MEASURED, bool PARTS>
static __global__ void
__launch_bounds__ (BLOCK) level_wait_kernel (Work<Real> work)
{
  const int64_t stride = (int64_t) gridDim.x * (BLOCK / 32);
  Held<Real, STEPS> held, ahead;
  SeidelCudaSlice slice, next, after;
  int64_t s = (int64_t) (threadIdx.x / 32) * gridDim.x + blockIdx.x;

  if (s >= work.n_slices)
    return;
  next = work.slices[s];
  after = work.slices[min (s + stride, work.n_slices - 1)];
  fetch<Real, LANES, STEPS, PARTS> (work, next, s, &ahead);
  for (; s < work.n_slices; s += stride)
    {
      slice = next;
      held = ahead;
      next = after;
      if (s + stride < work.n_slices)
        fetch<Real, LANES, STEPS, PARTS> (work, next, s + stride, &ahead);
      after = work.slices[min (s + 2 * stride, work.n_slices - 1)];
      if (!solve<Real, LANES, STEPS, MEASURED, PARTS> (work, slice, held))
        return;
    }
}

template <typename Real, int LANES, int STEPS, bool MEASURED, bool PARTS>
static void
launch_variant (SeidelContext *context, const SeidelCudaSlices *plan, Work<Real> *work)
{
  const int64_t wanted = LEVELS_AHEAD * plan->n_slices / plan->n_levels * 32 / BLOCK + 1;
  int most = 0;
  int64_t blocks;
  void *arguments[] = { work };

  if (!seidel_cuda_check (context,
                          cudaOccupancyMaxActiveBlocksPerMultiprocessor (
                            &most, level_wait_kernel<Real, LANES, STEPS, MEASURED, PARTS>, BLOCK,
                            0),
                          "a sweep"))
    return;
  blocks = (wanted + context->multiprocessors - 1) / context->multiprocessors;
  blocks = (blocks < most ? blocks : most) * context->multiprocessors;
  seidel_cuda_check (context,
                     cudaLaunchCooperativeKernel (
                       (const void *) level_wait_kernel<Real, LANES, STEPS, MEASURED, PARTS>,
                       dim3 ((unsigned int) blocks), dim3 (BLOCK), arguments, 0, context->stream),
                     "a sweep");
}

template <typename Real, int LANES, int STEPS>
static void
launch_shape (SeidelContext *context, const SeidelCudaSlices *plan, Work<Real> *work)
{
  const bool parts = plan->n_sums > 0;

  if (work->stamps != NULL && parts)
    launch_variant<Real, LANES, STEPS, true, true> (context, plan, work);
  else if (work->stamps != NULL)
    launch_variant<Real, LANES, STEPS, true, false> (context, plan, work);
  else if (parts)
    launch_variant<Real, LANES, STEPS, false, true> (context, plan, work);
  else
    launch_variant<Real, LANES, STEPS, false, false> (context, plan, work);
}

static SeidelCudaPartials
partial_of (const SeidelSweep *sweep)
{
  const SeidelCudaSlices *plan = (const SeidelCudaSlices *) sweep->plan;

  return { plan->places, plan->partial };
}

/* No sum of a part is there: the pattern of awaited (). Those of the rows were filled with what is
 * known of them. */
template <typename Real>
static bool
await_sums (SeidelContext *context, const SeidelSweep *sweep)
{
  const SeidelCudaSlices *plan = (const SeidelCudaSlices *) sweep->plan;

  return plan->n_sums == 0
         || seidel_cuda_check (context,
                               cudaMemsetAsync (plan->ordered, 0xff,
                                                (size_t) plan->n_sums * sizeof (Real),
                                                context->stream),
                               "a sweep");
}

template <typename Real>
static void
run (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  const SeidelCudaSlices *plan = (const SeidelCudaSlices *) sweep->plan;
  Work<Real> work = { plan->n_slices,
                      plan->slices,
                      plan->columns,
                      (const Real *) plan->values,
                      (const Real *) plan->reciprocals,
                      (const Real *) plan->partial,
                      plan->rows,
                      (Real *) plan->ordered,
                      (Real *) job->x->elements,
                      (Real) job->omega,
                      sweep->A->fused,
                      context->halt,
                      plan->n_levels,
                      plan->level_offsets,
                      job->report != NULL ? plan->stamps.device : NULL };

  const SeidelCudaPartials kept = partial_of (sweep);

  if (!seidel_cuda_partial_run (context, sweep, job, &kept, (Real *) plan->ordered + plan->n_sums)
      || !await_sums<Real> (context, sweep))
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

static void
run_level_wait (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  SeidelCudaSlices *plan = (SeidelCudaSlices *) sweep->plan;

  if (job->report != NULL)
    {
      if (!seidel_cuda_stamps_ensure (context, &plan->stamps, plan->n_levels))
        return;
      seidel_cuda_stamps_begin (context, &plan->stamps);
    }
  if (seidel_cuda_is_single (context))
    run<float> (context, sweep, job);
  else
    run<double> (context, sweep, job);
  if (job->report != NULL)
    seidel_cuda_stamps_report (context, sweep, &plan->stamps, job);
}

const SeidelCudaStrategy seidel_cuda_strategy_level_wait = {
  .shown = {
    .id = "level-wait",
    .name = N_ ("Waiting rows by level"),
    .sentence = N_ ("Rows are stored a second time in the order of their levels; each waits for the "
                   "rows that it depends on, and prefetches everything else. Best on grids."),
    .order = SEIDEL_ORDER_LEVEL,
    .stored = SEIDEL_STORED_SLICES,
    .waits = SEIDEL_WAITS_FLAGS,
    .measures = SEIDEL_MEASURES_LEVELS,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED,
  },
  .size = { .indices = 2, .numbers = 3, .scratch = 4, .stores = true, .relaxed = 1, .by_diagonals = true, .more = seidel_cuda_level_wait_more_bytes },
  .plan = seidel_cuda_level_wait_plan,
  .run = run_level_wait,
  .clear = seidel_cuda_level_wait_clear,
  .solves_triangles = true,
  .takes_over_diagonal = true,
  .partial = partial_of,
};
