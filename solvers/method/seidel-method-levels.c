/* Times of the levels of a run's sweeps: from the reports of the engine, or from sweeps beside the
 * run where the engine has none to give: a serial sweep takes the rows in the order of the matrix,
 * so that no level has a time of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "base/seidel-clock.h"
#include "base/seidel-group-sort.h"
#include "base/seidel-poll.h"
#include "method/seidel-method-run.h"
#include "run/seidel-level-waste.h"
#include "run/seidel-trace-writer.h"

/* What one level of a measured sweep is taken to cost before any was measured, in seconds. */
#define LEVEL_COST 30e-9

/* What a sweep beside the run and what comes before it are taken to need, in seconds. */
#define APART_ROW      12e-9
#define APART_ENTRY    2e-9
#define SORTED_ROW     4e-9
#define SCHEDULE_ENTRY 2e-9

/* Of the time of the run, what sweeps beside it may take in both directions together: in a run of
 * some seconds, one of a large matrix. At the end no run is so short that a millisecond for each
 * direction matters. */
#define APART_SHARE     0.015
#define APART_END_LEAST 1e-3

/* Of fewer sweeps nothing is said of waste (see seidel-level-waste.h): for so many of them a
 * direction may take this long at the end. */
#define APART_END_MOST 5e-3

/* Where the prediction was too low by this factor, a sweep beside the run is given up. */
#define APART_PATIENCE 2.0

/* A warm-up and those that are kept; so many at least while the run goes on, which may leave time
 * for more. */
#define APART_SWEEPS        10
#define FEWEST_APART_SWEEPS 4

static void
report_cb (const SeidelSweepReport *report, void *trace)
{
  seidel_trace_add_levels (trace, report, SEIDEL_TIMED_SWEEPS);
}

static int32_t
known_levels (const SeidelMethodRun *run, SeidelDirection direction)
{
  const SeidelSchedule *schedule = run->level_times[direction].schedule;

  return schedule != NULL ? schedule->count : 0;
}

void
seidel_method_run_time_levels (SeidelMethodRun *run,
                               const SeidelSweep *sweep,
                               SeidelDirection direction,
                               bool triangle)
{
  const SeidelEngine *engine = run->session.engine;

  if (run->options->skip_level_times || run->level_times[direction].asked || sweep == NULL)
    return;
  run->level_times[direction].asked = true;
  run->level_times[direction].triangle = triangle;
  run->level_times[direction].beside =
    engine->sweeps.measures (sweep) == SEIDEL_MEASURES_NOTHING && engine->device.mark == NULL;
  run->level_times[direction].apart = run->level_times[direction].beside;
  seidel_trace_want_levels (run->monitor->trace, direction,
                            known_levels (run, direction) * LEVEL_COST);
}

void
seidel_method_run_time_levels_again (SeidelMethodRun *run, const SeidelMethodRun *before)
{
  for (int direction = 0; direction < 2; direction++)
    {
      if (!before->level_times[direction].asked || run->options->skip_level_times)
        continue;
      run->level_times[direction].asked = true;
      run->level_times[direction].triangle = before->level_times[direction].triangle;
      run->level_times[direction].beside = before->level_times[direction].beside;
      run->level_times[direction].apart = run->level_times[direction].beside;
      seidel_trace_want_levels (run->monitor->trace, direction,
                                known_levels (run, direction) * LEVEL_COST);
    }
}

SeidelSweepReportFunc
seidel_method_run_report (SeidelMethodRun *run, SeidelDirection direction)
{
  return run->level_times[direction].asked && !run->level_times[direction].apart
             && seidel_trace_wants_levels (run->monitor->trace, direction)
           ? report_cb
           : NULL;
}

/* Sweeps beside the run. */
typedef struct
{
  SeidelMethodRun *run;
  SeidelDirection direction;
  bool triangle;
  const SeidelSchedule *schedule;
  SeidelSchedule *own; /* a schedule that nobody had made yet; owned */
  int32_t *rows;       /* by level */
  double *x;
  int64_t *nanoseconds; /* by level, and room for one more */
  int64_t clock_cost;   /* nanoseconds */
  int64_t given_up;     /* when a sweep that is not complete yet has taken too long */
} Apart;

static void
apart_clear (Apart *apart)
{
  g_clear_pointer (&apart->own, seidel_schedule_unref);
  g_clear_pointer (&apart->rows, g_free);
  g_clear_pointer (&apart->x, g_free);
  g_clear_pointer (&apart->nanoseconds, g_free);
}

static void
sort_rows (Apart *apart)
{
  const SeidelSchedule *schedule = apart->schedule;
  const SeidelGroups groups = { .n_rows = schedule->rows,
                                .n_groups = schedule->count,
                                .group_of_row = schedule->level_of_row,
                                .sizes = schedule->level_rows };

  /* The room for the times has no other use yet. */
  seidel_group_sort (&groups, apart->rows, apart->nanoseconds);
}

/* False without memory, or when the run is to stop. */
static bool
apart_init (Apart *apart, SeidelMethodRun *run, SeidelDirection direction)
{
  const SeidelCsr *csr = run->csr;

  *apart = (Apart){ .run = run,
                    .direction = direction,
                    .triangle = run->level_times[direction].triangle,
                    .schedule = run->level_times[direction].schedule,
                    .clock_cost = (int64_t) seidel_clock_cost () };
  if (apart->schedule == NULL)
    apart->schedule = apart->own =
      seidel_schedule_new (csr, direction, NULL, run->monitor->cancellable, NULL);
  if (apart->schedule == NULL)
    return false;
  apart->rows = g_try_new (int32_t, csr->rows);
  apart->x = g_try_new (double, csr->rows);
  apart->nanoseconds = g_try_new (int64_t, (gsize) apart->schedule->count + 1);
  if (apart->rows == NULL || apart->x == NULL || apart->nanoseconds == NULL)
    return false;
  for (int64_t row = 0; row < csr->rows; row++)
    apart->x[row] = 1.0;
  sort_rows (apart);
  return !seidel_method_run_stopped (run);
}

/* x_i ← (1 − Σ_{j≠i} a_ij x_j) / a_ii, the sum over all entries or over those that a row depends
 * on. The values are of no interest, only the time. */
static void
update_row (const Apart *apart, int64_t row)
{
  const SeidelCsr *csr = apart->run->csr;
  bool forward = apart->direction == SEIDEL_DIRECTION_FORWARD;
  double diagonal = 1.0;
  double sum = 1.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      int32_t column = csr->column_indices[k];

      if (column == row)
        diagonal = csr->values[k];
      else if (!apart->triangle || (column < row) == forward)
        sum -= csr->values[k] * apart->x[column];
    }
  apart->x[row] = sum / diagonal;
}

/* False when the run is to stop, or it takes too long. */
static bool
sweep_apart (const Apart *apart)
{
  const SeidelSchedule *schedule = apart->schedule;
  int64_t unpolled = 0;
  int64_t place = 0;
  int64_t before = seidel_clock_now ();

  for (int32_t l = 0; l < schedule->count; l++)
    {
      int64_t end = place + schedule->level_rows[l];
      int64_t done;

      for (; place < end; place++)
        update_row (apart, apart->rows[place]);
      done = seidel_clock_now ();
      apart->nanoseconds[l] = MAX (done - before - apart->clock_cost, 0);
      before = done;
      unpolled += schedule->level_rows[l];
      if (unpolled < SEIDEL_POLL_EVERY)
        continue;
      unpolled = 0;
      if (done > apart->given_up || seidel_method_run_stopped (apart->run))
        return false;
      before = seidel_clock_now ();
    }
  return true;
}

/* As many sweeps as there are seconds for, and as a verdict on waste needs if that takes no more
 * than most. The first warms up, and counts where there is time for no other. */
static void
time_apart (SeidelMethodRun *run, SeidelDirection direction, double seconds, double most)
{
  SeidelTrace *trace = run->monitor->trace;
  const int64_t begin = seidel_clock_now ();
  const int64_t end = begin + (int64_t) (seconds * 1e9);
  const int64_t last = begin + (int64_t) (fmax (seconds, most) * 1e9);
  Apart apart;

  run->level_times[direction].apart = false;
  run->level_times[direction].asked = false;
  seidel_trace_begin_phase (trace, SEIDEL_PHASE_LEVELS);
  if (apart_init (&apart, run, direction))
    {
      const SeidelSweepReport report = { direction, apart.schedule->count, apart.nanoseconds, NULL,
                                         0 };
      int64_t taken = seidel_clock_now ();
      bool complete;

      apart.given_up = begin + (int64_t) (APART_PATIENCE * seconds * 1e9);
      complete = sweep_apart (&apart);
      taken = seidel_clock_now () - taken;
      if (complete && seidel_clock_now () + taken > last)
        seidel_trace_add_levels (trace, &report, SEIDEL_TIMED_APART);
      for (int sweep = 1;
           complete && sweep < APART_SWEEPS
           && seidel_clock_now () + taken <= (sweep <= SEIDEL_LEVEL_WASTE_FEWEST ? last : end);
           sweep++)
        {
          complete = sweep_apart (&apart);
          if (complete)
            seidel_trace_add_levels (trace, &report, SEIDEL_TIMED_APART);
        }
    }
  apart_clear (&apart);
  seidel_trace_begin_phase (trace, SEIDEL_PHASE_SOLVE);
}

/* The seconds that so many sweeps beside the run are taken to need, with what comes before them. */
static double
predict_apart (const SeidelMethodRun *run, SeidelDirection direction, int sweeps)
{
  const double entries = (double) seidel_csr_nonzeros (run->csr);
  const double rows = (double) run->csr->rows;
  const bool known = run->level_times[direction].schedule != NULL;

  return sweeps
           * (rows * APART_ROW + entries * APART_ENTRY + known_levels (run, direction) * LEVEL_COST)
         + rows * SORTED_ROW + (known ? 0.0 : entries * SCHEDULE_ENTRY);
}

/* The seconds that sweeps beside the run may take now. Each direction that is still to be timed has
 * its part of the share. */
static double
spare_seconds (const SeidelMethodRun *run)
{
  SeidelTrace *trace = run->monitor->trace;
  const double elapsed = seidel_trace_phase_seconds (trace, SEIDEL_PHASE_SOLVE);
  const double spent = seidel_trace_phase_seconds (trace, SEIDEL_PHASE_LEVELS);
  const int left = run->level_times[0].asked + run->level_times[1].asked;

  return (APART_SHARE * elapsed - spent) / MAX (left, 1);
}

void
seidel_method_run_poll_levels (SeidelMethodRun *run)
{
  for (int direction = 0; direction < 2; direction++)
    if (run->level_times[direction].apart)
      {
        const double seconds = spare_seconds (run);

        if (predict_apart (run, direction, FEWEST_APART_SWEEPS) <= seconds)
          time_apart (run, direction, seconds, 0.0);
      }
}

void
seidel_method_run_end_levels (SeidelMethodRun *run)
{
  SeidelTrace *trace = run->monitor->trace;

  if (run->session.engine->device.mark != NULL || run->csr->rows != run->csr->columns)
    return;
  for (int direction = 0; direction < 2; direction++)
    if (run->level_times[direction].asked && !seidel_trace_has_level_times (trace, direction))
      {
        /* Whatever the other direction took: the system may have interrupted it. */
        const double seconds = MAX (spare_seconds (run), APART_END_LEAST);

        if (predict_apart (run, direction, 1) <= seconds)
          time_apart (run, direction, seconds, APART_END_MOST);
      }
}
