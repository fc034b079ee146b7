/* Sweeps to be timed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-sweeper.h"

#include <math.h>

#include "base/seidel-clock.h"

/* In a batch. */
#define MOST_SWEEPS ((int64_t) 1 << 20)

/* Batches may take so many times as long as they would by themselves, but for a few. */
#define PATIENCE       4.0
#define FEWEST_BATCHES 3

static double
now (void)
{
  return 1e-9 * (double) seidel_clock_now ();
}

static bool
poll_cb (void *cancellable)
{
  return g_cancellable_is_cancelled (cancellable);
}

void
seidel_sweeper_clear (SeidelSweeper *sweeper)
{
  const SeidelEngine *engine = sweeper->engine;

  if (sweeper->sweep != NULL)
    engine->sweeps.free (sweeper->context, sweeper->sweep);
  if (sweeper->x != NULL)
    engine->vectors.free (sweeper->context, sweeper->x);
  if (sweeper->b != NULL)
    engine->vectors.free (sweeper->context, sweeper->b);
  if (sweeper->system != NULL)
    engine->operators.free (sweeper->context, sweeper->system);
  if (sweeper->context != NULL)
    engine->contexts.free (sweeper->context);
}

static bool
make_system (SeidelSweeper *sweeper,
             const SeidelCsrView *view,
             const SeidelContextSettings *settings)
{
  const SeidelEngine *engine = sweeper->engine;
  SeidelStatus status;

  sweeper->context = engine->contexts.create (settings, &status);
  if (sweeper->context == NULL)
    return false;
  sweeper->system = engine->operators.create (sweeper->context, view, SEIDEL_STORAGE_CSR);
  if (sweeper->system == NULL)
    return false;
  sweeper->b = engine->vectors.create (sweeper->context, view->rows);
  sweeper->x = engine->vectors.create (sweeper->context, view->rows);
  if (sweeper->b == NULL || sweeper->x == NULL)
    return false;
  engine->vectors.fill (sweeper->context, sweeper->b, 1.0);
  engine->vectors.fill (sweeper->context, sweeper->x, 0.0);
  return true;
}

bool
seidel_sweeper_init (SeidelSweeper *sweeper,
                     const SeidelEngine *engine,
                     const SeidelCsr *csr,
                     const SeidelSchedule *schedule,
                     const char *strategy,
                     int threads,
                     GCancellable *cancellable)
{
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               csr->values };
  const SeidelLevelsView levels = { schedule->count, schedule->level_of_row, schedule->level_rows,
                                    schedule->in_place_safe };
  const SeidelContextSettings settings = { .precision = SEIDEL_PRECISION_DOUBLE,
                                           .threads = threads,
                                           .poll = cancellable != NULL ? poll_cb : NULL,
                                           .poll_data = cancellable };
  char why[240];
  int index;

  sweeper->engine = engine;
  if (!make_system (sweeper, &view, &settings))
    return false;
  index = strategy != NULL
            ? seidel_engine_find_strategy (engine, strategy)
            : engine->choose_strategy (&view, &levels, threads, why, sizeof why, NULL);
  sweeper->sweep = engine->sweeps.create (sweeper->context, sweeper->system, index,
                                          SEIDEL_DIRECTION_FORWARD, &levels);
  return sweeper->sweep != NULL;
}

/* The seconds of n sweeps. */
static double
run (SeidelSweeper *sweeper, int64_t n)
{
  const SeidelEngine *engine = sweeper->engine;
  const double begin = now ();
  SeidelEngineTimes times = { 0 };

  if (engine->device.mark != NULL)
    engine->device.mark (sweeper->context, false);
  for (int64_t i = 0; i < n; i++)
    engine->sweeps.run (sweeper->context, sweeper->sweep, sweeper->b, sweeper->x, 1.0, NULL, NULL);
  if (engine->device.mark == NULL)
    return now () - begin;
  engine->device.mark (sweeper->context, true);
  engine->device.measure (sweeper->context, &times);
  return (double) times.marked_nanoseconds * 1e-9;
}

double
seidel_sweeper_time (SeidelSweeper *sweeper, int batches, double seconds)
{
  const double end = now () + PATIENCE * batches * seconds;
  double least = INFINITY;
  int64_t n = 1;

  run (sweeper, 1); /* warms up */
  for (double taken = run (sweeper, 1); taken < seconds && n < MOST_SWEEPS;
       taken = run (sweeper, n))
    n *= 2;
  for (int batch = 0; batch < batches && (batch < FEWEST_BATCHES || now () < end); batch++)
    least = MIN (least, run (sweeper, n) / (double) n);
  return sweeper->engine->contexts.status (sweeper->context)->code == SEIDEL_STATUS_OK ? least
                                                                                       : NAN;
}
