/* The outcome of a run: what its method ended with, before x is verified.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-outcome-private.h"

#include <string.h>

#include "base/seidel-translatable.h"

void
seidel_outcome_free (SeidelOutcome *outcome)
{
  if (outcome == NULL)
    return;
  for (size_t i = 0; i < outcome->n_attempts; i++)
    {
      g_free (outcome->attempts[i].why);
      g_free (outcome->attempts[i].message);
    }
  g_free (outcome->attempts);
  g_free (outcome->strategy_why);
  g_free (outcome->engine_why);
  g_free (outcome->message);
  g_free (outcome->doubt);
  g_free (outcome->scaling);
  g_free (outcome->matching);
  g_free (outcome->reused);
  g_free (outcome->levels);
  g_free (outcome->ranks);
  g_free (outcome->kernels);
  seidel_vector_free (outcome->x);
  g_free (outcome);
}

void
seidel_solve_note (SeidelOutcome *outcome, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_free (outcome->message);
  outcome->message = g_strdup_vprintf (format, arguments);
  outcome->row = -1;
  outcome->column = -1;
  va_end (arguments);
}

const char *
seidel_outcome_next_step (const SeidelOutcome *outcome)
{
  return outcome->advised ? NULL : seidel_reason_next_step (outcome->reason);
}

double
seidel_outcome_device_seconds (const SeidelOutcome *outcome)
{
  double seconds = outcome->device.to_seconds + outcome->device.from_seconds;

  for (int phase = 0; phase < SEIDEL_N_PHASES; phase++)
    seconds += outcome->device.work_seconds[phase];
  return seconds;
}

/* Brings the iterate to outcome->x, or, where it went with the device that held it, the one that
 * was saved last, or the first guess. */
static void
bring_iterate (SeidelSolve *solve, SeidelOutcome *outcome)
{
  SeidelMethodRun *run = &solve->run;
  const SeidelStatus *status = solve->engine->contexts.status (run->session.context);
  const bool saved = status->code == SEIDEL_STATUS_DEVICE_LOST && run->saved_iteration >= 0;
  g_autofree char *what = NULL;

  if (!saved)
    run->session.engine->vectors.download (run->session.context, outcome->x, run->x);
  status = solve->engine->contexts.status (run->session.context);
  if (status->code != SEIDEL_STATUS_DEVICE_LOST)
    return;
  if (!saved)
    memcpy (outcome->x, solve->guess, (size_t) outcome->n * sizeof *outcome->x);
  what = saved ? g_strdup_printf ("that of iteration %" G_GINT64_FORMAT, run->saved_iteration)
               : g_strdup ("the first guess");
  outcome->reason = SEIDEL_REASON_DEVICE_LOST;
  outcome->converged = false;
  seidel_solve_note (outcome, "%s What it had computed is lost with it: x is %s.", status->message,
                     what);
}

void
seidel_solve_take_iterate (SeidelSolve *solve, SeidelOutcome *outcome)
{
  SeidelMethodRun *run = &solve->run;

  outcome->n = solve->problem->matrix->csr->columns;
  outcome->complex_values = solve->problem->matrix->interleaved;
  outcome->x = g_steal_pointer (&solve->x);
  if (outcome->x != NULL)
    return;
  outcome->x = g_steal_pointer (&solve->room);
  /* Without room on the engine, or a device, nothing was computed: what there is, is the guess. So
   * it is where memory ran out within the first iteration, of which x may have a part. */
  if (run->x != NULL && run->A != NULL
      && (outcome->reason != SEIDEL_REASON_OUT_OF_MEMORY || outcome->iterations > 0))
    bring_iterate (solve, outcome);
  else
    memcpy (outcome->x, solve->system.guess, (size_t) outcome->n * sizeof *outcome->x);
}

/* What a sweep has found out adds to why it was chosen. */
static void
add_found (SeidelSolve *solve)
{
  const SeidelEngine *engine = solve->engine;
  char found[240];

  for (int direction = 0; direction < 2 && solve->strategy_why != NULL; direction++)
    if (solve->run.sweeps[direction] != NULL && engine->explain_sweep != NULL
        && engine->explain_sweep (solve->run.sweeps[direction], found, sizeof found))
      {
        char *why = g_strdup_printf ("%s; %s", solve->strategy_why, found);

        g_free (solve->strategy_why);
        solve->strategy_why = why;
        return;
      }
}

static bool
lacks_diagonal (const SeidelCsr *csr, int64_t row, bool single)
{
  const int64_t k = row >= 0 ? seidel_csr_find (csr, row, row) : -1;

  return k < 0 || (single ? (double) (float) csr->values[k] : csr->values[k]) == 0.0;
}

/* What a method adds to its ending, or what failed in the engine: the row is one of the matrix only
 * if it lacks a diagonal entry there, otherwise of one that a preconditioner has made. */
static void
take_message (SeidelSolve *solve, SeidelOutcome *outcome)
{
  const SeidelMethodRun *run = &solve->run;
  /* A distributed engine has no context here. */
  const SeidelStatus *status =
    run->session.context != NULL ? solve->engine->contexts.status (run->session.context) : NULL;
  const bool single = solve->options->precision != SEIDEL_PRECISION_DOUBLE;

  outcome->row = -1;
  outcome->column = -1;
  outcome->message = g_steal_pointer (&solve->run.message);
  if (outcome->message != NULL)
    {
      outcome->row = run->row;
      outcome->column = run->column;
    }
  else if (status != NULL && status->message[0] != '\0')
    {
      outcome->message = g_strdup (status->message);
      if (status->row < run->csr->rows && lacks_diagonal (run->csr, status->row, single))
        outcome->row = status->row;
    }
}

SeidelOutcome *
seidel_solve_make_outcome (SeidelSolve *solve, SeidelReason reason)
{
  SeidelOutcome *outcome = g_new0 (SeidelOutcome, 1);
  const SeidelMonitor *monitor = &solve->monitor;

  outcome->reason = reason;
  outcome->converged = seidel_reason_converged (reason);
  outcome->method = solve->method->id;
  outcome->engine = solve->engine->id;
  outcome->strategy =
    solve->run.strategy >= 0 ? solve->engine->strategies[solve->run.strategy].id : NULL;
  add_found (solve);
  outcome->strategy_why = g_steal_pointer (&solve->strategy_why);
  outcome->engine_why = g_steal_pointer (&solve->engine_why);
  outcome->precision = solve->options->precision;
  outcome->options = *solve->options;
  outcome->threads = solve->engine->uses_threads ? solve->threads : 0;
  outcome->iterations = monitor->iterations;
  outcome->condition = NAN;
  outcome->rank = solve->run.rank;
  if (solve->run.single_levels)
    outcome->levels = g_strdup (seidel_text (N_ ("in single precision")));
  outcome->factor_bytes = solve->run.factor_bytes;
  outcome->residual_initial = monitor->initial * monitor->scale;
  outcome->residual_final = monitor->latest * monitor->scale;
  outcome->residual_relative =
    seidel_trace_relative (solve->trace, monitor->latest * monitor->scale);
  outcome->scaling = seidel_solve_describe_scaling (solve);
  take_message (solve, outcome);
  return outcome;
}
