/* A sweep in one launch, straight off CSR: each row waits for those that it depends on.
 *
 * The value is the flag (see seidel-cuda-device.cuh): results go to an array of their own that is
 * filled with the awaited pattern before, and the incoming x stays as it was for the entries that
 * are not updated yet. Blocks take their rows by a ticket, because CUDA promises no order of
 * blocks: the holder of a ticket waits for holders of smaller ones only. Nothing is analysed but
 * the length of the longest row.
 *
 * Lanes of a warp may depend on each other, so that they go round the waiting loop together, and a
 * row is published inside it.
 *
 * Sources: Liu et al., Euro-Par 2016 (rows that wait); Su et al., ICPP 2020 (publishing inside the
 * loop); Ginkgo's triangular solver (the value as its own flag, tickets). Report 000, section 1.2,
 * is where Seidel has the idea from. With one lane a row the sums are those of the CPU's serial
 * sweep: the same bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-wait.cuh"
#include "sweep/seidel-cuda-strategies.h"
#include "base/seidel-translatable.h"

/* Blocks that a multiprocessor should have at work: waiting for memory is what a sweep does most.
 * Old ones have room for 1024 threads. */
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
#define SHORT_BLOCKS(Real) 4
#else
#define SHORT_BLOCKS(Real) (sizeof (Real) == sizeof (float) ? 6 : 5)
#endif

/* From this length on of the longest row, a warp shares each row. */
#define LONG_ROW 1024

/* Blocks that look after a run that was stopped: few, because hardly any is. */
#define KEEPING_BLOCKS 512

/* Mean lengths from which on 8 lanes, and 32, share a row. */
#define MEAN_FOR_8  64
#define MEAN_FOR_32 256

typedef struct
{
  int lanes;
  bool free;            /* no row depends on another in this direction */
  bool others;          /* some row has entries that are not updated before it */
  unsigned int *ticket; /* on the device */
} Plan;

/* One thread a row. */
template <typename Real, bool FORWARD, bool OTHERS, bool MODE>
static __global__ void
__launch_bounds__ (SEIDEL_CUDA_BLOCK, SHORT_BLOCKS (Real))
  wait_kernel (const __grid_constant__ Work<Real> work)
{
  const int64_t i = take_ticket (work.ticket);
  Place at;

  at.valid = i < work.A.rows;
  at.row = (int32_t) (!at.valid ? 0 : FORWARD ? i : work.A.rows - 1 - i);
  at.begin = row_start (work.A, at.row);
  at.end = row_start (work.A, at.row + 1);
  if (__all_sync (SEIDEL_CUDA_ALL_LANES, at.end - at.begin <= BATCH))
    relax_short<Real, FORWARD, OTHERS, MODE> (work, at);
  else
    relax_any<Real, FORWARD, OTHERS, MODE> (work, at);
}

/* One thread a row where no row waits: a triangle in the direction that does not solve it. */
template <typename Real, bool FORWARD, bool OTHERS, bool MODE>
static __global__ void
free_kernel (Work<Real> work)
{
  const Real *values = (const Real *) work.A.values;
  const int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
  const int32_t row = (int32_t) i;
  int64_t begin, end;

  if (i >= work.A.rows)
    return;
  begin = row_start (work.A, row);
  end = row_start (work.A, row + 1);
  if (end - begin <= BATCH)
    {
      ShortRow<Real> held;
      const Real sum =
        hold<Real, FORWARD, OTHERS, MODE> (work, row, begin, (int) (end - begin), &held);

      finish<Real, FORWARD, MODE> (work, row, held, sum);
    }
  else
    {
      const int64_t at = begin + work.A.diagonal[row];
      const Real sum = begin_row<Real, FORWARD, OTHERS, MODE> (work, row, begin, end, at);

      publish (work, row, sum, values[at]);
      if (MODE)
        learn (work, row, sum, sum);
    }
}

/* LANES threads a row; all rows of a warp go round together. */
template <typename Real, int LANES>
static __global__ void
wait_shared_kernel (Work<Real> work)
{
  const Real *values = (const Real *) work.A.values;
  const int lane = threadIdx.x % LANES;
  const int64_t i = take_ticket (work.ticket) / LANES;
  const bool valid = i < work.A.rows;
  const int64_t row = !valid ? 0 : work.forward ? i : work.A.rows - 1 - i;
  const int64_t begin = row_start (work.A, row);
  const int64_t end = row_start (work.A, row + 1);
  const int64_t diagonal = begin + work.A.diagonal[row];
  const int64_t behind_begin = work.forward ? diagonal + 1 : begin;
  const int64_t behind_end = work.forward ? end : diagonal;
  const unsigned int group = LANES == 32
                               ? SEIDEL_CUDA_ALL_LANES
                               : ((1u << (LANES % 32)) - 1) << (threadIdx.x % 32 / LANES * LANES);
  bool published = !valid;
  unsigned int idle = 0;
  Real sum = 0;
  Swept swept = swept_entries (work, begin, end, diagonal);

  swept.next += work.forward ? lane : -lane;
  swept.left = valid ? swept.left - lane : 0;
  if (valid && work.old != NULL)
    for (int64_t k = behind_begin + lane; k < behind_end; k += LANES)
      sum = multiply_add (work.A.fused, -values[k], work.old[work.A.column_indices[k]], sum);
  for (;;)
    {
      const int64_t left = swept.left;
      unsigned int done;
      bool complete, progressed;

      sum = add_ready (work, &swept, LANES, sum);
      progressed = swept.left != left;
      done = __ballot_sync (SEIDEL_CUDA_ALL_LANES, swept.left <= 0);
      complete = !published && (done & group) == group;
      if (__any_sync (SEIDEL_CUDA_ALL_LANES, complete))
        {
          Real total = sum;

          for (int half = LANES / 2; half > 0; half /= 2)
            total += __shfl_xor_sync (SEIDEL_CUDA_ALL_LANES, total, half);
          if (complete && lane == 0)
            publish (work, row, work.b[row] + total, values[diagonal]);
          published = published || complete;
        }
      if (__all_sync (SEIDEL_CUDA_ALL_LANES, published))
        break;
      if (rest (work.halt, progressed, &idle))
        break;
    }
}

/* After a run was stopped, rows that were not updated keep their old x. */
template <typename Real>
static __global__ void
keep_old_kernel (Real *x, const Real *old, int64_t n, const int *stopped)
{
  if (load_relaxed (stopped) == 0)
    return;
  for (int64_t i = (int64_t) blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += (int64_t) gridDim.x * blockDim.x)
    if (is_awaited (x[i]))
      x[i] = old != NULL ? old[i] : (Real) 0;
}

static SeidelDirection
against (SeidelDirection direction)
{
  return direction == SEIDEL_DIRECTION_FORWARD ? SEIDEL_DIRECTION_BACKWARD
                                               : SEIDEL_DIRECTION_FORWARD;
}

static bool
plan_wait (SeidelContext *context, SeidelSweep *sweep, const SeidelLevelsView *levels)
{
  SeidelOperator *A = sweep->A;
  Plan *plan = (Plan *) calloc (1, sizeof *plan);
  double mean = (double) A->nonzeros / (double) A->rows;
  SeidelCudaExtent extent;

  sweep->plan = plan;
  if (plan == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the plan of a sweep did not fit into memory");
      return false;
    }
  if (!seidel_cuda_extent_of_rows (context, A, &extent))
    return false;
  plan->lanes = mean >= MEAN_FOR_32 || extent.longest >= LONG_ROW ? 32 : mean >= MEAN_FOR_8 ? 8 : 1;
  plan->free = (extent.depends >> sweep->direction & 1) == 0;
  plan->others = (extent.depends >> against (sweep->direction) & 1) != 0;
  plan->ticket = (unsigned int *) seidel_cuda_pooled_new (context, sizeof *plan->ticket);
  return plan->ticket != NULL && seidel_cuda_ensure_spare (context, A);
}

bool
seidel_cuda_wait_relaxes (const SeidelSweep *sweep)
{
  return ((const Plan *) sweep->plan)->lanes == 1;
}

bool
seidel_cuda_wait_is_free (const SeidelSweep *sweep)
{
  return ((const Plan *) sweep->plan)->free;
}

bool
seidel_cuda_wait_is_triangle (const SeidelSweep *sweep)
{
  return !((const Plan *) sweep->plan)->others;
}

static void
clear_wait (SeidelSweep *sweep)
{
  Plan *plan = (Plan *) sweep->plan;

  cudaFree (plan->ticket);
  free (plan);
}

/* Whether no row waits, so that nothing needs to be awaited. */
static bool
is_free (const Plan *plan)
{
  return plan->free && plan->lanes == 1;
}

/* A thread a row. */
template <typename Real, bool FORWARD, bool OTHERS, bool MODE>
static void
launch_alone (SeidelContext *context, const Plan *plan, const Work<Real> &work)
{
  const unsigned int grid = seidel_cuda_grid (work.A.rows);

  if (plan->free)
    free_kernel<Real, FORWARD, OTHERS, MODE>
      <<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work);
  else
    wait_kernel<Real, FORWARD, OTHERS, MODE>
      <<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work);
}

/* With what the kernel need not be passed at run time. */
template <typename Real, bool FORWARD>
static void
launch_towards (SeidelContext *context, const Plan *plan, const Work<Real> &work)
{
  const bool others = plan->others && work.old != NULL;

  if (work.mode != SEIDEL_CUDA_ALONE && others)
    launch_alone<Real, FORWARD, true, true> (context, plan, work);
  else if (work.mode != SEIDEL_CUDA_ALONE)
    launch_alone<Real, FORWARD, false, true> (context, plan, work);
  else if (others)
    launch_alone<Real, FORWARD, true, false> (context, plan, work);
  else
    launch_alone<Real, FORWARD, false, false> (context, plan, work);
}

/* Where a sweep writes: a triangle is solved in place, because the x before is not read. */
static void *
results_of (const SeidelOperator *A, const SeidelCudaJob *job)
{
  return job->triangle ? job->x->elements : seidel_cuda_spare (A);
}

template <typename Real>
static void
launch (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  const Plan *plan = (const Plan *) sweep->plan;
  const SeidelOperator *A = sweep->A;
  const unsigned int grid = seidel_cuda_grid (A->rows * plan->lanes);
  const Real *old = job->triangle ? NULL : (const Real *) job->x->elements;
  const Work<Real> work = { *A,
                            seidel_cuda_is_forward (sweep),
                            (Real) job->omega,
                            (const Real *) job->b->elements,
                            old,
                            (Real *) results_of (A, job),
                            plan->ticket,
                            context->halt,
                            job->mode,
                            (Real) (1.0 / job->omega - 1.0),
                            (Real *) job->partial,
                            (Real *) job->residual };

  switch (plan->lanes)
    {
    case 1:
      if (work.forward)
        launch_towards<Real, true> (context, plan, work);
      else
        launch_towards<Real, false> (context, plan, work);
      break;
    case 8:
      wait_shared_kernel<Real, 8><<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work);
      break;
    default:
      wait_shared_kernel<Real, 32><<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work);
    }
  if (!is_free (plan) && seidel_cuda_check (context, cudaGetLastError (), "a sweep"))
    keep_old_kernel<Real>
      <<<KEEPING_BLOCKS, SEIDEL_CUDA_BLOCK, 0, context->stream>>> ((Real *) results_of (A, job),
                                                                   old, A->rows,
                                                                   context->halt.seen);
}

static void
run_wait (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  const Plan *plan = (const Plan *) sweep->plan;
  SeidelOperator *A = sweep->A;
  size_t bytes = (size_t) A->rows * seidel_cuda_real_size (context);

  if (!is_free (plan)
      && (!seidel_cuda_check (
            context, cudaMemsetAsync (plan->ticket, 0, sizeof *plan->ticket, context->stream),
            "a sweep")
          || !seidel_cuda_check (
            context, cudaMemsetAsync (results_of (A, job), 0xff, bytes, context->stream),
            "a sweep")))
    return;
  if (seidel_cuda_is_single (context))
    launch<float> (context, sweep, job);
  else
    launch<double> (context, sweep, job);
  if (seidel_cuda_check (context, cudaGetLastError (), "a sweep") && !job->triangle)
    seidel_cuda_take_spare (context, A, job->x);
}

const SeidelCudaStrategy seidel_cuda_strategy_wait = {
  .shown = {
    .id = "wait",
    .name = N_ ("Waiting rows"),
    .sentence = N_ ("One kernel, directly from CSR, without preprocessing: each row waits for the "
                   "rows that it depends on. Best where rows seldom depend on the ones just before "
                   "them."),
    .waits = SEIDEL_WAITS_FLAGS,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED,
  },
  .size = { .spare = true, .relaxed = 2 },
  .plan = plan_wait,
  .run = run_wait,
  .clear = clear_wait,
  .solves_triangles = true,
};
