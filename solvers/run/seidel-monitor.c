/* The stopping criteria. The taxonomy of endings follows PETSc's KSPConvergedReason.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-monitor.h"

#include <math.h>

/* A window in which the least residual fell by less than this part counts as standing still. */
#define LEAST_PROGRESS 1e-4

/* While the patience lasts, the end must be promised within this many times the patience: Krylov
 * methods become faster as they go. */
#define IMPATIENCE 3.0

/* The end is near if it is promised within this part of the patience. */
#define NEAR 0.25

/* Time limits beyond this (some 30,000 years) are none; it keeps the sum below in range. */
#define LONGEST_TIME_LIMIT 1e12

void
seidel_monitor_init (SeidelMonitor *monitor,
                     const SeidelOptions *options,
                     SeidelTrace *trace,
                     GCancellable *cancellable,
                     double norm_b,
                     int window)
{
  *monitor = (SeidelMonitor){
    .options = options,
    .trace = trace,
    .cancellable = cancellable,
    .window = window,
    .deadline = options->time_limit > 0.0
                  ? g_get_monotonic_time ()
                      + (int64_t) (MIN (options->time_limit, LONGEST_TIME_LIMIT) * G_USEC_PER_SEC)
                  : 0,
    .reference = norm_b,
    .norm_b = norm_b,
    .flatness = 1.0,
    .initial = NAN,
    .latest = NAN,
    .unit = 1.0,
    .scale = 1.0,
    .error_scale = 1.0,
    .error = NAN,
    .maximum = NAN,
    .normal = NAN,
    .normal_initial = NAN,
    .least = INFINITY,
    .least_before = INFINITY,
    .least_normal = INFINITY,
    .least_normal_before = INFINITY,
  };
  seidel_trace_set_reference (trace, norm_b);
}

void
seidel_monitor_init_inner (SeidelMonitor *monitor,
                           const SeidelMonitor *outer,
                           const SeidelOptions *options,
                           double unit,
                           int window)
{
  *monitor = (SeidelMonitor){
    .options = options,
    .trace = outer->trace,
    .cancellable = outer->cancellable,
    .window = window,
    .deadline = outer->deadline,
    .reference = 1.0,
    .initial = NAN,
    .latest = NAN,
    .iterations = outer->iterations,
    .first = outer->iterations,
    .unit = unit,
    .scale = outer->scale,
    .error_scale = outer->error_scale,
    .patience = outer->patience,
    .inner = true,
    .one_step = outer->one_step,
    .error = NAN,
    .maximum = NAN,
    .normal = NAN,
    .normal_initial = NAN,
    .least = INFINITY,
    .least_before = INFINITY,
    .least_normal = INFINITY,
    .least_normal_before = INFINITY,
  };
}

void
seidel_monitor_restart (SeidelMonitor *monitor, const SeidelOptions *options)
{
  monitor->options = options;
  monitor->first = monitor->iterations;
  monitor->initial = NAN;
  monitor->least = INFINITY;
  monitor->least_before = INFINITY;
  monitor->least_normal = INFINITY;
  monitor->least_normal_before = INFINITY;
  monitor->window_began = 0;
}

bool
seidel_monitor_wants_norm (const SeidelMonitor *monitor)
{
  return monitor->options->backward_tolerance > 0.0 && monitor->norm_A > 0.0;
}

void
seidel_monitor_set_scale (SeidelMonitor *monitor, double scale, double error_scale)
{
  monitor->scale = scale;
  monitor->error_scale = error_scale;
  seidel_trace_set_reference (monitor->trace, seidel_monitor_given_reference (monitor));
}

double
seidel_monitor_given_reference (const SeidelMonitor *monitor)
{
  return monitor->reference * monitor->scale;
}

double
seidel_monitor_target (const SeidelMonitor *monitor)
{
  double target = MAX (monitor->options->tolerance * monitor->reference,
                       monitor->options->absolute_tolerance / monitor->scale);
  double scale = monitor->norm_A * monitor->norm_x + monitor->norm_b;

  if (monitor->damped)
    return 0.0;
  if (!seidel_monitor_wants_norm (monitor) || !isfinite (scale))
    return target;
  return MAX (target, monitor->options->backward_tolerance * monitor->flatness * scale);
}

void
seidel_monitor_calibrate (SeidelMonitor *monitor, double norm_2, double backward)
{
  double scale = monitor->norm_A * monitor->norm_x + monitor->norm_b;
  double flatness = norm_2 / (backward * scale);

  if (flatness > 0.0 && isfinite (flatness))
    monitor->flatness = flatness;
}

static bool
past_deadline (const SeidelMonitor *monitor)
{
  return monitor->deadline != 0 && g_get_monotonic_time () >= monitor->deadline;
}

bool
seidel_monitor_poll (void *data)
{
  SeidelMonitor *monitor = data;

  return g_cancellable_is_cancelled (monitor->cancellable) || past_deadline (monitor);
}

SeidelReason
seidel_monitor_failure (SeidelMonitor *monitor, SeidelSession *session)
{
  switch (session->engine->contexts.status (session->context)->code)
    {
    case SEIDEL_STATUS_OK:
      return SEIDEL_REASON_NONE;
    case SEIDEL_STATUS_STOPPED:
      return g_cancellable_is_cancelled (monitor->cancellable) ? SEIDEL_REASON_CANCELLED
                                                               : SEIDEL_REASON_TIME_LIMIT;
    case SEIDEL_STATUS_OUT_OF_MEMORY:
      return SEIDEL_REASON_OUT_OF_MEMORY;
    case SEIDEL_STATUS_ZERO_DIAGONAL:
      return SEIDEL_REASON_BREAKDOWN;
    case SEIDEL_STATUS_DEVICE_LOST:
      return SEIDEL_REASON_DEVICE_LOST;
    case SEIDEL_STATUS_FAILED:
    default:
      return SEIDEL_REASON_FAILED;
    }
}

/* Whether nothing was gained in a whole window. Only the least residual counts, because Krylov
 * methods go up and down. */
static bool
stagnates (SeidelMonitor *monitor, int64_t iteration, double residual)
{
  monitor->least = MIN (monitor->least, residual);
  monitor->least_normal = fmin (monitor->least_normal, monitor->normal);
  if (iteration - monitor->window_began < monitor->window)
    return false;
  if (monitor->least > monitor->least_before * (1.0 - LEAST_PROGRESS)
      && !(monitor->least_normal < monitor->least_normal_before * (1.0 - LEAST_PROGRESS)))
    return true;
  monitor->least_before = monitor->least;
  monitor->least_normal_before = monitor->least_normal;
  monitor->window_began = iteration;
  return false;
}

/* How much of the way to the target is done, by orders of magnitude. */
static double
part_done (double initial, double least, double target)
{
  return log (initial / least) / log (initial / target);
}

/* Whether another method is expected to be faster from here on, by the rate so far. It is asked
 * when a quarter of the patience is used up, so that little is lost where the answer is yes. From
 * the end of the patience on, the end must be near, or come before the patience has lasted twice:
 * rates promise too much where they become slower. */
static bool
is_too_slow (const SeidelMonitor *monitor, int64_t iteration)
{
  double target = seidel_monitor_target (monitor);
  double patience = (double) monitor->patience;
  double done = (double) iteration;
  double part = part_done (monitor->initial, monitor->least, target);
  double allowed =
    done < patience ? IMPATIENCE * patience : fmax (2.0 * patience, done + NEAR * patience);

  if (!isnan (monitor->normal))
    part = fmax (part, part_done (monitor->normal_initial, monitor->least_normal,
                                  monitor->normal_target));
  if (monitor->patience == 0 || iteration < (monitor->patience + 3) / 4)
    return false;
  return done > allowed * part;
}

SeidelReason
seidel_monitor_criterion (const SeidelMonitor *monitor, const SeidelNorms *norms)
{
  const SeidelOptions *options = monitor->options;
  const double reference = seidel_monitor_given_reference (monitor);

  if (monitor->damped)
    return SEIDEL_REASON_NONE;
  if (norms->norm_2 <= options->tolerance * reference && isfinite (reference))
    return SEIDEL_REASON_CONVERGED_RELATIVE;
  if (norms->norm_2 <= options->absolute_tolerance)
    return SEIDEL_REASON_CONVERGED_ABSOLUTE;
  if (norms->backward <= options->backward_tolerance && options->backward_tolerance > 0.0)
    return SEIDEL_REASON_CONVERGED_BACKWARD;
  if (norms->norm_inf <= options->maximum_tolerance && options->maximum_tolerance > 0.0)
    return SEIDEL_REASON_CONVERGED_MAXIMUM;
  return SEIDEL_REASON_NONE;
}

static SeidelReason
judge (SeidelMonitor *monitor, int64_t iteration, double residual)
{
  const SeidelOptions *options = monitor->options;
  /* The backward error is estimated by its target. */
  const SeidelNorms norms = {
    .norm_2 = residual * monitor->scale,
    .norm_inf = monitor->maximum * monitor->scale,
    .backward = residual <= seidel_monitor_target (monitor) ? 0.0 : INFINITY,
  };
  SeidelReason reason;

  if (!isfinite (residual))
    return SEIDEL_REASON_NOT_FINITE;
  if (residual == 0.0 && !monitor->damped)
    return SEIDEL_REASON_CONVERGED_EXACT;
  reason = seidel_monitor_criterion (monitor, &norms);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  if (monitor->normal <= monitor->normal_target && !monitor->unproved)
    return SEIDEL_REASON_CONVERGED_LEAST_SQUARES;
  if (!monitor->one_step
      && residual > options->divergence_factor * MAX (monitor->initial, monitor->reference))
    return SEIDEL_REASON_DIVERGED;
  if (g_cancellable_is_cancelled (monitor->cancellable))
    return SEIDEL_REASON_CANCELLED;
  if (past_deadline (monitor))
    return SEIDEL_REASON_TIME_LIMIT;
  if (iteration >= options->max_iterations)
    return SEIDEL_REASON_ITERATION_LIMIT;
  if (stagnates (monitor, iteration, residual))
    return SEIDEL_REASON_STAGNATED;
  if (is_too_slow (monitor, iteration))
    return SEIDEL_REASON_TOO_SLOW;
  return SEIDEL_REASON_NONE;
}

static void
note (SeidelMonitor *monitor, bool last)
{
  const SeidelTracePoint point = {
    .iteration = monitor->iterations,
    .residual = monitor->unit * monitor->latest * monitor->scale,
    .error = monitor->unit * monitor->error * monitor->error_scale,
    .normal = monitor->normal,
    .maximum = monitor->unit * monitor->maximum * monitor->scale,
  };

  if (!monitor->inner || !last)
    seidel_trace_add_point (monitor->trace, &point, last);
}

SeidelReason
seidel_monitor_check (SeidelMonitor *monitor,
                      SeidelSession *session,
                      int64_t iteration,
                      double residual)
{
  SeidelReason reason;

  if (seidel_session_failed (session))
    {
      /* The last iterate belongs to the history, even where most are left out. */
      if (!isnan (monitor->latest))
        note (monitor, true);
      return seidel_monitor_failure (monitor, session);
    }
  if (iteration == 0)
    {
      monitor->initial = residual;
      monitor->normal_initial = monitor->normal;
      if (monitor->reference == 0.0)
        {
          monitor->reference = residual;
          seidel_trace_set_reference (monitor->trace, seidel_monitor_given_reference (monitor));
        }
    }
  monitor->latest = residual;
  monitor->iterations = monitor->first + iteration;
  reason = judge (monitor, iteration, residual);
  if (!monitor->inner)
    seidel_trace_set_target (monitor->trace, seidel_monitor_target (monitor) * monitor->scale);
  note (monitor, reason != SEIDEL_REASON_NONE);
  return reason;
}
