/* Sweeps in passes over all rows.
 *
 * passes: each pass updates the rows whose dependencies are done, as in Fiorentini (2022), listing
 * 3, with two differences. The flag of a row is published with release and read with acquire, so
 * that a thread that sees it sees the value, too; and the sum is that of the CPU's serial sweep:
 * the same bits. passes-unordered is the listing as it was printed, whose "approximation done by
 * the GPU" is the data race that the flag allows. ready-do: the two kernels of Galbiati (2022),
 * with the grid that its conclusion asks for: as many threads as there are rows to do.
 * ready-do-rows: the same with the grid of its measurements, a block for every row in every pass.
 *
 * Results go to an array of their own, which x takes over when all rows are done.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>
#include <string.h>

#include "seidel-cuda-passes.cuh"
#include "sweep/seidel-cuda-strategies.h"
#include "base/seidel-translatable.h"

typedef struct
{
  int *done;     /* device: of each row, whether it is */
  int32_t *list; /* device: the rows that are ready, or of each row whether it is */
  int threads;   /* of the block of a row; 0: not known yet */
  int *updated;  /* device: how many rows the pass has updated */
  int *read;     /* pinned: the same for the host */
  cudaEvent_t begin, end;
  /* Of the passes of a measured sweep. */
  bool measured;
  int32_t n_passes;
  int32_t workspace;
  int64_t *nanoseconds;
  int64_t *rows;
} Plan;

static void
clear_passes (SeidelSweep *sweep)
{
  Plan *plan = (Plan *) sweep->plan;

  cudaFree (plan->done);
  cudaFree (plan->list);
  cudaFree (plan->updated);
  cudaFreeHost (plan->read);
  if (plan->begin != NULL)
    cudaEventDestroy (plan->begin);
  if (plan->end != NULL)
    cudaEventDestroy (plan->end);
  free (plan->nanoseconds);
  free (plan->rows);
  free (plan);
}

static bool
plan_passes (SeidelContext *context, SeidelSweep *sweep, const SeidelLevelsView *levels)
{
  const size_t n = (size_t) sweep->A->rows;
  Plan *plan = (Plan *) calloc (1, sizeof *plan);

  sweep->plan = plan;
  if (plan == NULL)
    {
      seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                        "the plan of a sweep did not fit into memory");
      return false;
    }
  plan->done = (int *) seidel_cuda_malloc (context, n * sizeof *plan->done);
  plan->list = (int32_t *) seidel_cuda_malloc (context, n * sizeof *plan->list);
  plan->updated = (int *) seidel_cuda_malloc (context, sizeof *plan->updated);
  return seidel_cuda_ready (context) && seidel_cuda_ensure_spare (context, sweep->A)
         && seidel_cuda_check (context, cudaMallocHost ((void **) &plan->read, sizeof *plan->read),
                               "reserving pinned memory")
         && seidel_cuda_check (context, cudaEventCreate (&plan->begin), "creating an event")
         && seidel_cuda_check (context, cudaEventCreate (&plan->end), "creating an event");
}

static bool
mark (SeidelContext *context, const Plan *plan, cudaEvent_t event)
{
  return !plan->measured
         || seidel_cuda_check (context, cudaEventRecord (event, context->stream), "timing a pass");
}

/* Reads how many rows the kernels have updated or listed; waits for them. */
static bool
read_count (SeidelContext *context, Plan *plan)
{
  return seidel_cuda_check (context, cudaGetLastError (), "a pass")
         && seidel_cuda_check (context,
                               cudaMemcpyAsync (plan->read, plan->updated, sizeof *plan->read,
                                                cudaMemcpyDeviceToHost, context->stream),
                               "a pass")
         && seidel_cuda_wait (context, "a pass");
}

static bool
note_pass (SeidelContext *context, Plan *plan, int64_t rows)
{
  float milliseconds = 0;

  if (plan->n_passes == plan->workspace)
    {
      const int32_t workspace = plan->workspace > 0 ? 2 * plan->workspace : 128;
      int64_t *nanoseconds =
        (int64_t *) realloc (plan->nanoseconds, (size_t) workspace * sizeof *nanoseconds);
      int64_t *counted;

      if (nanoseconds != NULL)
        plan->nanoseconds = nanoseconds;
      counted = (int64_t *) realloc (plan->rows, (size_t) workspace * sizeof *counted);
      if (counted != NULL)
        plan->rows = counted;
      if (nanoseconds == NULL || counted == NULL)
        {
          seidel_cuda_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                            "the times of the passes did not fit into memory");
          return false;
        }
      plan->workspace = workspace;
    }
  if (!seidel_cuda_check (context, cudaEventSynchronize (plan->end), "timing a pass")
      || !seidel_cuda_check (context, cudaEventElapsedTime (&milliseconds, plan->begin, plan->end),
                             "timing a pass"))
    return false;
  plan->nanoseconds[plan->n_passes] = (int64_t) ((double) milliseconds * 1e6);
  plan->rows[plan->n_passes] = rows;
  plan->n_passes++;
  return true;
}

/* One pass: launches it, and leaves in plan->read how many rows it updates. False on failure. */
template <typename Real>
using Pass = bool (*) (SeidelContext *context, SeidelSweep *sweep, const Work<Real> &work);

template <typename Real, bool ORDERED>
static bool
pass (SeidelContext *context, SeidelSweep *sweep, const Work<Real> &work)
{
  Plan *plan = (Plan *) sweep->plan;
  const unsigned int grid = seidel_cuda_grid (work.A.rows);

  if constexpr (ORDERED)
    passes_kernel<Real><<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work);
  else
    passes_unordered_kernel<Real><<<grid, SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work);
  return mark (context, plan, plan->end) && read_count (context, plan);
}

template <typename Real, bool COMPENSATED>
static void
launch_do (SeidelContext *context, const Work<Real> &work, int n)
{
  if (work.A.lanes == 1)
    do_kernel<Real, 1, COMPENSATED>
      <<<seidel_cuda_grid (n), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work, n);
  else if (work.A.lanes <= 8)
    do_kernel<Real, 8, COMPENSATED>
      <<<seidel_cuda_grid (n * (int64_t) 8), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work, n);
  else
    do_kernel<Real, 32, COMPENSATED>
      <<<seidel_cuda_grid (n * (int64_t) 32), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work, n);
}

template <typename Real>
static bool
ready_do (SeidelContext *context, SeidelSweep *sweep, const Work<Real> &work)
{
  Plan *plan = (Plan *) sweep->plan;

  ready_kernel<Real>
    <<<seidel_cuda_grid (work.A.rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work);
  if (!read_count (context, plan))
    return false;
  if (work.A.compensated)
    launch_do<Real, true> (context, work, *plan->read);
  else
    launch_do<Real, false> (context, work, *plan->read);
  return seidel_cuda_check (context, cudaGetLastError (), "a pass")
         && mark (context, plan, plan->end);
}

/* As many threads as the longest row has entries, as a power of two. */
static bool
find_threads (SeidelContext *context, SeidelSweep *sweep, Plan *plan)
{
  const int64_t longest = plan->threads == 0 ? seidel_cuda_longest_row (context, sweep->A) : 0;

  if (longest < 0)
    return false;
  if (plan->threads == 0)
    for (plan->threads = 32; plan->threads < longest && plan->threads < SEIDEL_CUDA_MOST_THREADS;)
      plan->threads *= 2;
  return true;
}

template <typename Real>
static bool
ready_do_rows (SeidelContext *context, SeidelSweep *sweep, const Work<Real> &work)
{
  Plan *plan = (Plan *) sweep->plan;

  if (!find_threads (context, sweep, plan))
    return false;
  flag_ready_kernel<Real>
    <<<seidel_cuda_grid (work.A.rows), SEIDEL_CUDA_BLOCK, 0, context->stream>>> (work);
  do_rows_kernel<Real><<<(unsigned int) work.A.rows, plan->threads,
                         (size_t) plan->threads * sizeof (Real), context->stream>>> (work);
  return mark (context, plan, plan->end) && read_count (context, plan);
}

/* What measuring a pass takes, in nanoseconds: two events, one of which is waited for. */
#define MEASURED_PASS ((int64_t) 8000)

template <typename Real>
static void
repeat (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job, Pass<Real> pass_once)
{
  Plan *plan = (Plan *) sweep->plan;
  SeidelOperator *A = sweep->A;
  const Work<Real> work = { *A,
                            seidel_cuda_is_forward (sweep),
                            (Real) job->omega,
                            (const Real *) job->b->elements,
                            (const Real *) job->x->elements,
                            (Real *) seidel_cuda_spare (A),
                            plan->done,
                            plan->list,
                            plan->updated };
  int64_t left = A->rows;

  plan->measured = job->report != NULL;
  plan->n_passes = 0;
  seidel_cuda_check (context,
                     cudaMemsetAsync (plan->done, 0, (size_t) A->rows * sizeof *plan->done,
                                      context->stream),
                     "a sweep");
  while (left > 0 && seidel_cuda_ready (context))
    {
      if (!seidel_cuda_check (context,
                              cudaMemsetAsync (plan->updated, 0, sizeof *plan->updated,
                                               context->stream),
                              "a pass")
          || !mark (context, plan, plan->begin) || !pass_once (context, sweep, work))
        return;
      /* Every pass updates the first row that is left at least; without that it would never end. */
      if (*plan->read == 0)
        seidel_cuda_fail (context, SEIDEL_STATUS_FAILED, -1, "a pass updated no row");
      left -= *plan->read;
      if (plan->measured && !note_pass (context, plan, *plan->read))
        return;
    }
  if (!seidel_cuda_ready (context))
    return;
  seidel_cuda_take_spare (context, A, job->x);
  if (plan->measured)
    {
      const SeidelSweepReport report = { sweep->direction, plan->n_passes, plan->nanoseconds,
                                         plan->rows, plan->n_passes * MEASURED_PASS };

      job->report (&report, job->report_data);
    }
}

static void
run_passes (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  if (seidel_cuda_is_single (context))
    repeat<float> (context, sweep, job, pass<float, true>);
  else
    repeat<double> (context, sweep, job, pass<double, true>);
}

static void
run_passes_unordered (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  if (seidel_cuda_is_single (context))
    repeat<float> (context, sweep, job, pass<float, false>);
  else
    repeat<double> (context, sweep, job, pass<double, false>);
}

static void
run_ready_do (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  if (seidel_cuda_is_single (context))
    repeat<float> (context, sweep, job, ready_do<float>);
  else
    repeat<double> (context, sweep, job, ready_do<double>);
}

static void
run_ready_do_rows (SeidelContext *context, SeidelSweep *sweep, const SeidelCudaJob *job)
{
  if (seidel_cuda_is_single (context))
    repeat<float> (context, sweep, job, ready_do_rows<float>);
  else
    repeat<double> (context, sweep, job, ready_do_rows<double>);
}

const SeidelCudaStrategy seidel_cuda_strategy_passes = {
  .shown = {
    .id = "passes",
    .name = N_ ("Repeated passes"),
    .sentence = N_ ("Every pass visits all rows and updates those whose dependencies are done, until "
                   "no row is left. No preprocessing; bitwise identical to the serial sweep of the "
                   "CPU."),
    .waits = SEIDEL_WAITS_REPETITION,
    .measures = SEIDEL_MEASURES_PASSES,
    .demonstration = true,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED,
  },
  .size = { .indices = 2, .spare = true },
  .plan = plan_passes,
  .run = run_passes,
  .clear = clear_passes,
};

const SeidelCudaStrategy seidel_cuda_strategy_ready_do = {
  .shown = {
    .id = "ready-do",
    .name = N_ ("Find the ready rows, then do them"),
    .sentence = N_ ("In turn, one kernel lists the rows whose dependencies are done, and a second one"
                   " updates just these."),
    .waits = SEIDEL_WAITS_REPETITION,
    .measures = SEIDEL_MEASURES_PASSES,
    .demonstration = true,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED | SEIDEL_ARITHMETIC_COMPENSATED,
  },
  .size = { .indices = 2, .spare = true },
  .plan = plan_passes,
  .run = run_ready_do,
  .clear = clear_passes,
};

const SeidelCudaStrategy seidel_cuda_strategy_ready_do_rows = {
  .shown = {
    .id = "ready-do-rows",
    .name = N_ ("Find the ready rows, then a block for every row"),
    .sentence = N_ ("In turn, one kernel flags the rows whose dependencies are done, and a second one"
                   " has a thread block for every row, of which only those of the flagged rows work."),
    .waits = SEIDEL_WAITS_REPETITION,
    .measures = SEIDEL_MEASURES_PASSES,
    .demonstration = true,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED,
  },
  .size = { .indices = 2, .spare = true },
  .plan = plan_passes,
  .run = run_ready_do_rows,
  .clear = clear_passes,
};

const SeidelCudaStrategy seidel_cuda_strategy_passes_unordered = {
  .shown = {
    .id = "passes-unordered",
    .name = N_ ("Repeated passes with a data race"),
    .sentence = N_ ("Repeated passes with a race: a row may see that another is done before it sees "
                   "the new value, and then uses a stale one, which is wrong as a whole; for"
                   " demonstration only."),
    .waits = SEIDEL_WAITS_REPETITION,
    .measures = SEIDEL_MEASURES_PASSES,
    .demonstration = true,
    .inexact = true,
    .arithmetics = SEIDEL_ARITHMETIC_FUSED,
  },
  .size = { .indices = 2, .spare = true },
  .plan = plan_passes,
  .run = run_passes_unordered,
  .clear = clear_passes,
};
