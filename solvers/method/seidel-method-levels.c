/* Times of the levels of a run's sweeps: from the reports of the engine, or from sweeps beside the
 * run where the engine has none to give: a serial sweep takes the rows in the order of the matrix,
 * so that no level has a time of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <time.h>

#include "base/seidel-group-sort.h"
#include "method/seidel-method-run.h"
#include "run/seidel-trace-writer.h"

/* What one level of a measured sweep is taken to cost before any was measured, in seconds. */
#define LEVEL_COST 30e-9

/* What a sweep beside the run and what comes before it are taken to need, in seconds. */
#define APART_ROW      20e-9
#define APART_ENTRY    4e-9
#define SCHEDULE_ENTRY 4e-9

/* Of the time of the run, what sweeps beside it may take: while it goes on, and at its end if it
 * was too short until then; no run is so short that a millisecond matters. */
#define APART_SHARE     0.01
#define APART_END_SHARE 0.05
#define APART_END_LEAST 2e-3

/* A warm-up and those that are kept. */
#define APART_SWEEPS 10

/* Rows between two polls. */
#define ROWS_PER_POLL 16384

static int64_t
now (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);
  return (int64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

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
  run->level_times[direction].apart =
    engine->sweeps.measures (sweep) == SEIDEL_MEASURES_NOTHING && engine->device.mark == NULL;
  run->level_times[direction].version =
    seidel_trace_level_version (run->monitor->trace, direction) + 1;
  seidel_trace_want_levels (run->monitor->trace, direction,
                            known_levels (run, direction) * LEVEL_COST);
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
  double clock_cost;    /* nanoseconds */
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
  int64_t begin = now ();

  *apart = (Apart){ .run = run,
                    .direction = direction,
                    .triangle = run->level_times[direction].triangle,
                    .schedule = run->level_times[direction].schedule };
  for (int i = 0; i < 100; i++)
    apart->clock_cost = (double) (now () - begin) / (i + 1);
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

/* False when the run is to stop. */
static bool
sweep_apart (const Apart *apart)
{
  const SeidelSchedule *schedule = apart->schedule;
  int64_t unpolled = 0;
  int64_t place = 0;
  int64_t before = now ();

  for (int32_t l = 0; l < schedule->count; l++)
    {
      int64_t end = place + schedule->level_rows[l];
      int64_t done;

      for (; place < end; place++)
        update_row (apart, apart->rows[place]);
      done = now ();
      apart->nanoseconds[l] = MAX (done - before - (int64_t) apart->clock_cost, 0);
      before = done;
      unpolled += schedule->level_rows[l];
      if (unpolled < ROWS_PER_POLL)
        continue;
      unpolled = 0;
      if (seidel_method_run_stopped (apart->run))
        return false;
      before = now ();
    }
  return true;
}

/* As many sweeps as there are seconds for, at least a warm-up and one that counts. */
static void
time_apart (SeidelMethodRun *run, SeidelDirection direction, double seconds)
{
  SeidelTrace *trace = run->monitor->trace;
  int64_t begin = now ();
  Apart apart;

  run->level_times[direction].apart = false;
  run->level_times[direction].asked = false;
  seidel_trace_begin_phase (trace, SEIDEL_PHASE_LEVELS);
  if (apart_init (&apart, run, direction))
    for (int sweep = 0; sweep < APART_SWEEPS; sweep++)
      {
        const SeidelSweepReport report = { direction, apart.schedule->count, apart.nanoseconds,
                                           NULL, 0 };

        if ((sweep > 1 && (double) (now () - begin) * 1e-9 > seconds) || !sweep_apart (&apart))
          break;
        if (sweep > 0)
          seidel_trace_add_levels (trace, &report, SEIDEL_TIMED_APART);
      }
  apart_clear (&apart);
  seidel_trace_begin_phase (trace, SEIDEL_PHASE_SOLVE);
}

/* The seconds that two sweeps beside the run are taken to need. */
static double
predict_apart (const SeidelMethodRun *run, SeidelDirection direction)
{
  double entries = (double) seidel_csr_nonzeros (run->csr);
  double rows = (double) run->csr->rows;
  bool known = run->level_times[direction].schedule != NULL;

  return 2.0
           * (rows * APART_ROW + entries * APART_ENTRY + known_levels (run, direction) * LEVEL_COST)
         + (known ? 0.0 : entries * SCHEDULE_ENTRY);
}

void
seidel_method_run_poll_levels (SeidelMethodRun *run)
{
  SeidelTrace *trace = run->monitor->trace;

  for (int direction = 0; direction < 2; direction++)
    if (run->level_times[direction].apart)
      {
        double seconds = APART_SHARE * seidel_trace_phase_seconds (trace, SEIDEL_PHASE_SOLVE);

        if (predict_apart (run, direction) <= seconds)
          time_apart (run, direction, seconds);
      }
}

void
seidel_method_run_end_levels (SeidelMethodRun *run)
{
  SeidelTrace *trace = run->monitor->trace;
  double elapsed = seidel_trace_phase_seconds (trace, SEIDEL_PHASE_SOLVE);
  double seconds = MAX (APART_END_SHARE * elapsed, APART_END_LEAST);

  if (run->session.engine->device.mark != NULL || run->csr->rows != run->csr->columns)
    return;
  for (int direction = 0; direction < 2; direction++)
    if (run->level_times[direction].asked
        && seidel_trace_level_version (trace, direction) == run->level_times[direction].version
        && predict_apart (run, direction) <= seconds)
      time_apart (run, direction, seconds);
}
