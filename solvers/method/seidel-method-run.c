/* The few calls that every method makes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method-run-normal.h"

#include <float.h>
#include <math.h>

#include "matrix/seidel-vector.h"
#include "method/seidel-null-space.h"
#include "method/seidel-preconditioner-private.h"
#include "run/seidel-iterates.h"

/* Products of vectors below this many units of rounding of their norms are noise. */
#define NOISE 50.0

/* How often the iterate is brought to the host. Over a bus it takes the time of some ten iterations
 * at most, so that this is 1 % of a run. */
#define ITERATIONS_PER_SAVE   1000
#define MICROSECONDS_PER_SAVE (10 * G_USEC_PER_SEC)

SeidelVector *
seidel_method_run_vector (SeidelMethodRun *run)
{
  return seidel_session_vector_new (&run->session, run->n);
}

SeidelVector *
seidel_method_run_work (SeidelMethodRun *run, int64_t n)
{
  g_assert (run->n_work < SEIDEL_METHOD_RUN_WORK);
  return run->work[run->n_work++] = seidel_session_vector_new (&run->session, n);
}

SeidelReason
seidel_method_run_solve (SeidelMethodRun *run)
{
  const SeidelReason reason = run->method->solve (run);

  while (run->n_work > 0)
    seidel_session_vector_free (&run->session, run->work[--run->n_work]);
  return reason;
}

enum
{
  ONE = SEIDEL_METHOD_RUN_SCALARS,
  ERROR_SQUARED,
  NORM_SQUARED = ERROR_SQUARED,
  RESIDUAL_SQUARED = ERROR_SQUARED,
};

static void
measure_error (SeidelMethodRun *run)
{
  SeidelSession *session = &run->session;
  double squared = 0.0;

  if (run->solution == NULL || run->difference == NULL || seidel_session_failed (session))
    return;
  seidel_session_set (session, ONE, 1.0);
  seidel_session_copy (session, run->difference, run->x);
  seidel_session_axpy (session, run->difference, -1, ONE, run->solution);
  seidel_session_dot (session, ERROR_SQUARED, run->difference, run->difference);
  seidel_session_get (session, ERROR_SQUARED, 1, &squared);
  run->monitor->error = sqrt (squared);
}

/* ‖b − A x‖∞ from a product of its own: what methods update is not the residual of x in the end,
 * and few of them keep all of it. */
static void
measure_maximum (SeidelMethodRun *run)
{
  SeidelSession *session = &run->session;

  /* Ranks have neither these nor the matrix. */
  if (run->residual == NULL || run->residual_here == NULL || seidel_session_failed (session))
    return;
  seidel_session_residual (session, run->A, run->b, run->x, run->residual, RESIDUAL_SQUARED);
  session->engine->vectors.download (session->context, run->residual_here, run->residual);
  if (!seidel_session_failed (session))
    run->monitor->maximum = seidel_vector_norm_inf (run->residual_here, run->csr->rows);
}

/* How many iterations the iterate that is checked next has behind it. A run inside a refinement has
 * corrections instead. */
static int64_t
count_iterations (const SeidelMonitor *monitor)
{
  return isnan (monitor->initial) ? monitor->first : monitor->iterations + 1;
}

/* On the host, of the given system, where the run is to keep its iterates. */
static void
keep_iterate (SeidelMethodRun *run)
{
  SeidelIterates *iterates = seidel_trace_iterates (run->monitor->trace);
  const int64_t iteration = count_iterations (run->monitor);
  double *x;

  if (iterates == NULL || run->monitor->inner || seidel_session_failed (&run->session)
      || seidel_iterates_length (iterates) != run->csr->columns
      || !seidel_iterates_wants (iterates, iteration))
    return;
  x = seidel_vector_new (run->csr->columns, NULL);
  if (x == NULL)
    return;
  run->session.engine->vectors.download (run->session.context, x, run->x);
  if (run->equilibration != NULL)
    seidel_equilibration_restore_x (run->equilibration, x, x);
  if (!seidel_session_failed (&run->session))
    seidel_iterates_add (iterates, iteration, x);
  seidel_vector_free (x);
}

/* Notes the error of x as it is now and its largest residual, where they are tracked. */
static void
measure_iterate (SeidelMethodRun *run)
{
  keep_iterate (run);
  measure_error (run);
  measure_maximum (run);
}

/* ‖x‖, where the criteria depend on it. */
static void
measure_norm (SeidelMethodRun *run)
{
  SeidelSession *session = &run->session;
  double squared = 0.0;

  if (!seidel_monitor_wants_norm (run->monitor) || seidel_session_failed (session))
    return;
  seidel_session_dot (session, NORM_SQUARED, run->x, run->x);
  seidel_session_get (session, NORM_SQUARED, 1, &squared);
  run->monitor->norm_x = sqrt (squared);
}

void
seidel_method_run_measure (SeidelMethodRun *run)
{
  const SeidelEngine *engine = run->session.engine;
  SeidelTrace *trace = run->monitor->trace;
  SeidelEngineTimes times;

  if (engine->device.measure == NULL)
    return;
  engine->device.measure (run->session.context, &times);
  if (run->marked && !seidel_session_failed (&run->session))
    seidel_trace_end_sweep (trace, (double) times.marked_nanoseconds * 1e-9);
  run->marked = false;
  seidel_trace_add_device (trace, &times);
}

/* What was marked is read before something else is. */
static void
read_mark (SeidelMethodRun *run)
{
  if (run->marked)
    seidel_method_run_measure (run);
}

/* So that what was computed is not lost with the device. */
static void
save_iterate (SeidelMethodRun *run)
{
  const int64_t iteration = run->monitor->iterations;
  SeidelSession *session = &run->session;
  int64_t now;

  if (run->saved_x == NULL || run->x_behind)
    return;
  now = g_get_monotonic_time ();
  if (run->saved_at == 0)
    run->saved_at = now;
  if (iteration - MAX (run->saved_iteration, run->monitor->first) < ITERATIONS_PER_SAVE
      && now - run->saved_at < MICROSECONDS_PER_SAVE)
    return;
  session->engine->vectors.download (session->context, run->saved_x, run->x);
  run->saved_iteration = seidel_session_failed (session) ? -1 : iteration;
  run->saved_at = g_get_monotonic_time ();
}

/* What was noted is of the iterate of one check. */
static SeidelReason
check (SeidelMethodRun *run, int64_t iteration, double residual)
{
  const SeidelReason reason =
    seidel_monitor_check (run->monitor, &run->session, iteration, residual);

  run->monitor->error = NAN;
  run->monitor->maximum = NAN;
  if (reason == SEIDEL_REASON_NONE)
    save_iterate (run);
  return reason;
}

SeidelReason
seidel_method_run_check (SeidelMethodRun *run, int64_t iteration, SeidelScalar squared)
{
  double value = 0.0;

  if (!seidel_session_failed (&run->session))
    seidel_session_get (&run->session, squared, 1, &value);
  return seidel_method_run_check_squared (run, iteration, value);
}

SeidelReason
seidel_method_run_check_squared (SeidelMethodRun *run, int64_t iteration, double squared)
{
  read_mark (run);
  if (isnan (run->monitor->error) && isnan (run->monitor->maximum) && !run->x_behind)
    measure_iterate (run);
  measure_norm (run);
  return check (run, iteration, sqrt (squared));
}

SeidelReason
seidel_method_run_check_norm (SeidelMethodRun *run, int64_t iteration, double residual)
{
  read_mark (run);
  return check (run, iteration, residual);
}

SeidelReason
seidel_method_run_check_normal (SeidelMethodRun *run,
                                int64_t iteration,
                                double residual,
                                double normal)
{
  SeidelMonitor *monitor = run->monitor;

  read_mark (run);
  measure_iterate (run);
  measure_norm (run);
  monitor->normal = normal;
  monitor->normal_target = seidel_method_run_normal_target (run);
  monitor->unproved = run->unproved;
  return check (run, iteration, residual);
}

double
seidel_method_run_epsilon (const SeidelMethodRun *run)
{
  return run->options->precision == SEIDEL_PRECISION_DOUBLE ? DBL_EPSILON : (double) FLT_EPSILON;
}

bool
seidel_method_run_is_noise (const SeidelMethodRun *run,
                            double product,
                            double squared,
                            double other_squared)
{
  return fabs (product)
         <= NOISE * seidel_method_run_epsilon (run) * sqrt (squared) * sqrt (other_squared);
}

SeidelReason
seidel_method_run_check_iterate (SeidelMethodRun *run, int64_t iteration)
{
  SeidelSession *session = &run->session;
  SeidelVector *r = seidel_method_run_vector (run);
  double squared = 0.0;
  SeidelReason reason;

  if (r != NULL)
    seidel_session_residual (session, run->A, run->b, run->x, r, 0);
  if (!run->method->least_squares)
    reason = seidel_method_run_check (run, iteration, 0);
  else
    {
      if (!seidel_session_failed (session))
        seidel_session_get (session, 0, 1, &squared);
      reason = seidel_method_run_check_normal (run, iteration, sqrt (squared),
                                               seidel_method_run_measure_normal (run));
    }
  seidel_session_vector_free (&run->session, r);
  return reason;
}

void
seidel_method_run_begin (SeidelMethodRun *run, int64_t iteration)
{
  SeidelSession *session = &run->session;

  read_mark (run);
  seidel_method_run_poll_levels (run);
  seidel_trace_begin_sweep (run->monitor->trace, run->monitor->first + iteration);
  if (session->engine->device.mark != NULL)
    session->engine->device.mark (session->context, false);
}

void
seidel_method_run_end (SeidelMethodRun *run)
{
  SeidelSession *session = &run->session;

  if (session->engine->device.mark != NULL)
    {
      session->engine->device.mark (session->context, true);
      run->marked = true;
    }
  else if (!seidel_session_failed (session))
    seidel_trace_end_sweep (run->monitor->trace, NAN);
}

/* Whether what comes next may be queued before the residual is known. */
static bool
runs_ahead (SeidelMethodRun *run)
{
  return run->method->runs_ahead && seidel_session_runs_ahead (&run->session)
         && run->solution == NULL && run->residual == NULL
         && !seidel_monitor_wants_norm (run->monitor);
}

/* An iteration that was queued ends, by the clock of the host, when its scalars are there, and the
 * next one has begun. */
static void
begin_queued (SeidelMethodRun *run, int64_t iteration)
{
  SeidelTrace *trace = run->monitor->trace;

  if (iteration > 1 && !seidel_session_failed (&run->session))
    seidel_trace_end_sweep (trace, NAN);
  seidel_method_run_poll_levels (run);
  seidel_trace_begin_sweep (trace, run->monitor->first + iteration);
}

/* The step, then what there is to say of the iterate before it. */
static SeidelReason
step_and_judge (SeidelMethodRun *run,
                const SeidelMethodStep *method,
                gconstpointer state,
                int64_t iteration)
{
  double values[SEIDEL_METHOD_RUN_OBSERVED] = { 0.0 };

  seidel_session_note (&run->session);
  method->step (run, state, iteration);
  seidel_session_fetch (&run->session, 0, method->n_observed, values);
  begin_queued (run, iteration + 1);
  return method->judge (run, state, iteration, values);
}

SeidelReason
seidel_method_run_advance (SeidelMethodRun *run,
                           const SeidelMethodStep *method,
                           gconstpointer state,
                           int64_t iteration)
{
  const bool ahead = runs_ahead (run);
  double values[SEIDEL_METHOD_RUN_OBSERVED] = { 0.0 };
  SeidelReason reason;

  /* The first guess may be the solution. */
  if (ahead && iteration > 0)
    return step_and_judge (run, method, state, iteration);
  if (!seidel_session_failed (&run->session))
    seidel_session_get (&run->session, 0, method->n_observed, values);
  reason = method->judge (run, state, iteration, values);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  if (ahead)
    begin_queued (run, iteration + 1);
  else
    seidel_method_run_begin (run, iteration + 1);
  method->step (run, state, iteration);
  if (!ahead)
    seidel_method_run_end (run);
  return SEIDEL_REASON_NONE;
}

double
seidel_method_run_parameter (const SeidelMethodRun *run, SeidelParameterIndex index)
{
  return run->options->parameters[index];
}

bool
seidel_method_run_stopped (const SeidelMethodRun *run)
{
  return seidel_monitor_poll (run->monitor) != 0;
}

SeidelReason
seidel_method_run_stop_reason (const SeidelMethodRun *run)
{
  return g_cancellable_is_cancelled (run->monitor->cancellable) ? SEIDEL_REASON_CANCELLED
                                                                : SEIDEL_REASON_TIME_LIMIT;
}

/* The sweeps of a stationary method. */
typedef struct
{
  SeidelSweep *sweeps[2];       /* by SeidelDirection, or NULL */
  SeidelRelaxation *relaxation; /* NULL where the engine does not support it */
  SeidelVector *r;              /* for a residual computed separately */
  double omega;
} Stationary;

enum
{
  RR
}; /* ‖b − A x‖² */

static void
step (SeidelMethodRun *run, const Stationary *method)
{
  SeidelSession *session = &run->session;
  const SeidelEngine *engine = session->engine;
  SeidelTrace *trace = run->monitor->trace;
  SeidelSweepReportFunc report = NULL;

  for (int i = 0; i < 2; i++)
    if (method->sweeps[i] != NULL)
      {
        SeidelSweepReportFunc own = seidel_method_run_report (run, i);

        report = own != NULL ? own : report;
      }
  if (method->relaxation != NULL)
    {
      engine->relaxations.step (session->context, method->relaxation, run->b, run->x, RR, report,
                                trace);
      return;
    }
  seidel_session_residual (session, run->A, run->b, run->x, method->r, RR);
  for (int i = 0; i < 2; i++)
    if (method->sweeps[i] != NULL)
      engine->sweeps.run (session->context, method->sweeps[i], run->b, run->x, method->omega,
                          report, trace);
}

/* Whether one sweep is a substitution, which solves the system. */
static bool
substitutes (const SeidelMethodRun *run, const Stationary *method)
{
  return run->structure != NULL && method->omega == 1.0
         && ((method->sweeps[SEIDEL_DIRECTION_FORWARD] != NULL && run->structure->lower_triangular)
             || (method->sweeps[SEIDEL_DIRECTION_BACKWARD] != NULL
                 && run->structure->upper_triangular));
}

SeidelReason
seidel_method_run_relax (SeidelMethodRun *run, double omega)
{
  SeidelSession *session = &run->session;
  const SeidelEngine *engine = session->engine;
  Stationary method = { .omega = omega, .r = seidel_method_run_vector (run) };
  SeidelReason reason = SEIDEL_REASON_NONE;

  if (run->method->sweeps & SEIDEL_SWEEPS_FORWARD)
    method.sweeps[SEIDEL_DIRECTION_FORWARD] = run->sweeps[SEIDEL_DIRECTION_FORWARD];
  if (run->method->sweeps & SEIDEL_SWEEPS_BACKWARD)
    method.sweeps[SEIDEL_DIRECTION_BACKWARD] = run->sweeps[SEIDEL_DIRECTION_BACKWARD];
  run->monitor->one_step = substitutes (run, &method);
  /* Row sums can be reused only where the order of the sweep is that of the rows: not by colours.
   */
  if (engine->relaxations.create != NULL && !run->method->by_colors
      && !seidel_session_failed (session))
    method.relaxation = engine->relaxations.create (session->context, run->A, method.sweeps[0],
                                                    method.sweeps[1], omega);
  for (int i = 0; i < 2; i++)
    seidel_method_run_time_levels (run, method.sweeps[i], i, false);
  for (int64_t iteration = 0; reason == SEIDEL_REASON_NONE; iteration++)
    {
      measure_iterate (run);
      if (iteration < run->options->max_iterations)
        {
          seidel_method_run_begin (run, iteration + 1);
          step (run, &method);
          seidel_method_run_end (run);
        }
      else
        seidel_session_residual (session, run->A, run->b, run->x, method.r, RR);
      reason = seidel_method_run_check (run, iteration, RR);
    }
  if (method.relaxation != NULL)
    engine->relaxations.free (session->context, method.relaxation);
  seidel_session_vector_free (session, method.r);
  return reason;
}

bool
seidel_method_run_preconditioned (const SeidelMethodRun *run)
{
  size_t n_kinds;

  return run->preconditioner->kind != &seidel_preconditioners (&n_kinds)[0];
}

void
seidel_method_run_precondition (SeidelMethodRun *run, const SeidelVector *r, SeidelVector *z)
{
  run->preconditioner->kind->apply (run, run->preconditioner, false, r, z);
  if (run->null_space != NULL)
    seidel_null_space_remove (run, z);
}

void
seidel_method_run_precondition_dot (SeidelMethodRun *run,
                                    const SeidelVector *r,
                                    SeidelVector *z,
                                    SeidelScalar out)
{
  const SeidelPreconditionerKind *kind = run->preconditioner->kind;

  if (kind->apply_dot != NULL && run->null_space == NULL)
    {
      kind->apply_dot (run, run->preconditioner, r, z, out);
      return;
    }
  seidel_method_run_precondition (run, r, z);
  seidel_session_dot (&run->session, out, r, z);
}

void
seidel_method_run_precondition_transposed (SeidelMethodRun *run,
                                           const SeidelVector *r,
                                           SeidelVector *z)
{
  run->preconditioner->kind->apply (run, run->preconditioner, true, r, z);
  if (run->null_space != NULL)
    seidel_null_space_remove (run, z);
}

static void
take_note (SeidelMethodRun *run, char *message)
{
  g_free (run->message);
  run->message = message;
  run->row = -1;
  run->column = -1;
}

void
seidel_method_run_keep_message (SeidelMethodRun *run)
{
  g_free (run->kept_message);
  run->kept_message = g_strdup (run->message);
  run->kept_row = run->row;
}

void
seidel_method_run_note (SeidelMethodRun *run, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  take_note (run, g_strdup_vprintf (format, arguments));
  va_end (arguments);
}

SeidelReason
seidel_method_run_breakdown (SeidelMethodRun *run, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  take_note (run, g_strdup_vprintf (format, arguments));
  va_end (arguments);
  return SEIDEL_REASON_BREAKDOWN;
}
