/* Sweeps of the CPU engine: planned, done, and reported.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "engine/seidel-cpu-sweep-private.h"

void
seidel_cpu_sweep_free (SeidelContext *context, SeidelSweep *sweep)
{
  if (sweep == NULL)
    return;
  seidel_cpu_trial_end (sweep);
  seidel_cpu_plan_clear (sweep);
  free (sweep);
}

/* What a strategy needs beside the matrix; where nothing is, the sweep is a serial one. */
static bool
plan (SeidelContext *context, SeidelSweep *sweep, int strategy, const SeidelLevelsView *levels)
{
  int threads = context->settings.threads;

  if (strategy == SEIDEL_CPU_PASSES)
    return seidel_cpu_plan_passes (context, sweep);
  if (strategy == SEIDEL_CPU_LEVELS)
    return seidel_cpu_plan_levels (context, sweep, levels, threads);
  if (strategy == SEIDEL_CPU_POINT_TO_POINT)
    threads = levels->count > 0
                ? seidel_cpu_best_team (&sweep->system->matrix, levels, threads).threads
                : 0;
  return strategy == SEIDEL_CPU_SERIAL || threads == 0
         || seidel_cpu_plan_point_to_point (context, sweep, levels, threads);
}

SeidelSweep *
seidel_cpu_sweep_new (SeidelContext *context,
                      SeidelOperator *A,
                      int strategy,
                      SeidelDirection direction,
                      const SeidelLevelsView *levels)
{
  SeidelSweep *sweep = calloc (1, sizeof *sweep);

  if (sweep == NULL)
    {
      seidel_cpu_fail (context, SEIDEL_STATUS_OUT_OF_MEMORY, -1,
                       "the sweep did not fit into memory");
      return NULL;
    }
  sweep->system = A;
  sweep->direction = direction;
  sweep->natural = true;
  sweep->stored = &A->natural;
  sweep->runs = A->natural.runs;
  if (A->storage != SEIDEL_STORAGE_CSR && strategy != SEIDEL_CPU_SERIAL)
    {
      seidel_cpu_fail (context, SEIDEL_STATUS_FAILED, -1,
                       "a matrix that is stored by diagonals or densely can be swept by the serial "
                       "strategy alone");
      goto fail;
    }
  if (!seidel_cpu_ensure_diagonal (context, A))
    goto fail;
  if (!plan (context, sweep, strategy, levels))
    goto fail;
  sweep->strategy = strategy;
  return sweep;

fail:
  seidel_cpu_sweep_free (context, sweep);
  return NULL;
}

int64_t
seidel_cpu_sweep_runs (const SeidelSweep *sweep)
{
  const SeidelOperator *A = sweep->system;

  if (A->storage != SEIDEL_STORAGE_CSR)
    return (A->matrix.rows + A->array.block_rows - 1) / A->array.block_rows;
  return sweep->by_levels ? sweep->level_runs[sweep->n_levels] : sweep->stored->n_runs;
}

SeidelMeasures
seidel_cpu_sweep_measures (const SeidelSweep *sweep)
{
  if (sweep->strategy == SEIDEL_CPU_PASSES)
    return SEIDEL_MEASURES_PASSES;
  return sweep->by_levels ? SEIDEL_MEASURES_LEVELS : SEIDEL_MEASURES_NOTHING;
}

static void
run_in_order (SeidelContext *context,
              SeidelSweep *sweep,
              const SeidelCpuSweepJob *job,
              bool measured)
{
  if (sweep->system->storage != SEIDEL_STORAGE_CSR)
    seidel_cpu_kernels (context)->arrays->sweep (context, sweep, job);
  else if (sweep->strategy == SEIDEL_CPU_PASSES)
    seidel_cpu_kernels (context)->sweeps->passes (context, sweep, job);
  else if (sweep->way == SEIDEL_CPU_WAITS && sweep->waits != NULL)
    seidel_cpu_kernels (context)->sweeps->point_to_point (context, sweep, job,
                                                          measured ? sweep->nanoseconds : NULL);
  else if (sweep->by_levels)
    seidel_cpu_kernels (context)->sweeps->levels (context, sweep, job,
                                                  measured ? sweep->nanoseconds : NULL);
  else
    seidel_cpu_kernels (context)->sweeps->serial (context, sweep, job);
}

/* A vector of the context in the order of the matrix; NULL stays NULL. */
static void *
to_natural (SeidelContext *context, const void *vector)
{
  const SeidelCpuOrder *order = context->order;
  void *natural;

  if (vector == NULL)
    return NULL;
  natural = seidel_cpu_allocate (context, order->n, seidel_cpu_real_size (context));
  if (natural != NULL)
    seidel_cpu_kernels (context)->vectors->reorder (context, vector, natural, order->n,
                                                    order->places);
  return natural;
}

static void
from_natural (SeidelContext *context, const void *natural, void *vector)
{
  const SeidelCpuOrder *order = context->order;

  if (vector != NULL)
    seidel_cpu_kernels (context)->vectors->reorder (context, natural, vector, order->n,
                                                    order->rows);
}

/* A sweep in the order of the matrix while the context has another one: with all vectors put back
 * into that of the matrix for as long as it lasts. */
static void
run_naturally (SeidelContext *context,
               SeidelSweep *sweep,
               const SeidelCpuSweepJob *job,
               bool measured)
{
  SeidelCpuSweepJob natural = *job;
  void *b = to_natural (context, job->b);

  natural.b = b;
  natural.x = to_natural (context, job->x);
  natural.known = to_natural (context, job->known);
  natural.before = to_natural (context, job->before);
  if (seidel_cpu_ready (context))
    {
      run_in_order (context, sweep, &natural, measured);
      from_natural (context, natural.x, job->x);
      from_natural (context, natural.known, job->known);
      from_natural (context, natural.before, job->before);
    }
  free (b);
  free (natural.x);
  free (natural.known);
  free (natural.before);
}

/* What writing one time down takes beside reading the clock, in nanoseconds. */
#define WRITING 2.0

static void
report_sweep (const SeidelSweep *sweep, SeidelSweepReportFunc report, void *report_data)
{
  bool passes = sweep->strategy == SEIDEL_CPU_PASSES;
  int64_t clock_cost = (int64_t) seidel_clock_cost ();
  SeidelSweepReport measurements = {
    .direction = sweep->direction,
    .count = passes ? sweep->n_passes : sweep->n_levels,
    .nanoseconds = sweep->nanoseconds,
    .rows = passes ? sweep->pass_rows : NULL,
  };

  for (int32_t i = 0; i < measurements.count; i++)
    sweep->nanoseconds[i] =
      sweep->nanoseconds[i] > clock_cost ? sweep->nanoseconds[i] - clock_cost : 0;
  measurements.cost = (int64_t) (measurements.count * (seidel_clock_cost () + WRITING));
  report (&measurements, report_data);
}

void
seidel_cpu_run_sweep (SeidelContext *context,
                      SeidelSweep *sweep,
                      const SeidelCpuSweepJob *job,
                      SeidelSweepReportFunc report,
                      void *report_data)
{
  const SeidelCpuOrder *order = context->order;
  bool measured = report != NULL && seidel_cpu_sweep_measures (sweep) != SEIDEL_MEASURES_NOTHING;
  int64_t begin;

  if (!seidel_cpu_ready (context))
    return;
  if (sweep->tries)
    seidel_cpu_trial_prepare (sweep, job->mode);
  begin = sweep->tries ? seidel_clock_now () : 0;
  if (sweep->natural && order != NULL && order->n == sweep->system->matrix.rows)
    run_naturally (context, sweep, job, measured);
  else
    run_in_order (context, sweep, job, measured);
  seidel_cpu_note_stop (context);
  /* A sweep that was stopped took less than one does. */
  if (sweep->tries && !measured && seidel_cpu_ready (context))
    seidel_cpu_trial_note (sweep, job->mode, seidel_clock_now () - begin);
  if (seidel_cpu_ready (context) && measured)
    report_sweep (sweep, report, report_data);
}

void
seidel_cpu_sweep (SeidelContext *context,
                  SeidelSweep *sweep,
                  const SeidelVector *b,
                  SeidelVector *x,
                  double omega,
                  SeidelSweepReportFunc report,
                  void *report_data)
{
  const SeidelCpuSweepJob job = {
    .mode = SEIDEL_CPU_PLAIN, .omega = omega, .b = b->elements, .x = x->elements
  };

  seidel_cpu_run_sweep (context, sweep, &job, report, report_data);
}

void
seidel_cpu_solve_triangle (SeidelContext *context,
                           SeidelSweep *sweep,
                           const SeidelVector *b,
                           SeidelVector *x,
                           double omega,
                           SeidelSweepReportFunc report,
                           void *report_data)
{
  const SeidelCpuSweepJob job = {
    .mode = SEIDEL_CPU_TRIANGLE, .omega = omega, .b = b->elements, .x = x->elements
  };

  seidel_cpu_run_sweep (context, sweep, &job, report, report_data);
}

void
seidel_cpu_solve_scaled_triangle (SeidelContext *context,
                                  SeidelSweep *sweep,
                                  const SeidelVector *b,
                                  SeidelVector *x,
                                  SeidelSweepReportFunc report,
                                  void *report_data)
{
  const SeidelCpuSweepJob job = {
    .mode = SEIDEL_CPU_SCALED_TRIANGLE, .omega = 1.0, .b = b->elements, .x = x->elements
  };

  seidel_cpu_run_sweep (context, sweep, &job, report, report_data);
}
