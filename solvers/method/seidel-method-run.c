/* The few calls that every method makes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method-run.h"

#include <math.h>

SeidelVector *
seidel_method_run_vector (SeidelMethodRun *run)
{
  return seidel_session_vector_new (&run->session, run->n);
}

SeidelReason
seidel_method_run_check (SeidelMethodRun *run, int64_t iteration, SeidelScalar squared)
{
  double value = 0.0;

  if (!seidel_session_failed (&run->session))
    seidel_session_get (&run->session, squared, 1, &value);
  return seidel_monitor_check (run->monitor, &run->session, iteration, sqrt (value));
}

void
seidel_method_run_begin (SeidelMethodRun *run, int64_t iteration)
{
  seidel_trace_begin_sweep (run->monitor->trace, iteration);
}

void
seidel_method_run_end (SeidelMethodRun *run)
{
  SeidelSession *session = &run->session;

  /* An engine that works on its own has only been told so far; its time ends with the work. */
  session->engine->synchronize (session->context);
  if (!seidel_session_failed (session))
    seidel_trace_end_sweep (run->monitor->trace);
}

typedef struct
{
  SeidelTrace *trace;
  SeidelDirection direction;
} LevelTarget;

static void
add_levels_cb (const int64_t *nanoseconds, int32_t count, void *data)
{
  LevelTarget *target = data;

  seidel_trace_add_levels (target->trace, target->direction, nanoseconds, count);
}

void
seidel_method_run_sweep (SeidelMethodRun *run, SeidelDirection direction)
{
  LevelTarget target = { run->monitor->trace, direction };
  bool measured = seidel_trace_wants_levels (target.trace, direction);
  SeidelSession *session = &run->session;

  session->engine->sweep (session->context, run->sweeps[direction], run->b, run->x,
                          measured ? add_levels_cb : NULL, &target);
}

SeidelReason
seidel_method_run_breakdown (SeidelMethodRun *run, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_free (run->message);
  run->message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return SEIDEL_REASON_BREAKDOWN;
}
