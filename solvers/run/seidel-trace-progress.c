/* What the points of a trace mean for the end of the run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "run/seidel-trace-writer.h"

double
seidel_trace_relative (SeidelTrace *trace, double residual)
{
  const double reference = seidel_trace_reference (trace);

  return reference > 0.0 ? residual / reference : residual;
}

double
seidel_trace_decisive (SeidelTrace *trace, const SeidelTracePoint *point)
{
  const double residual = seidel_trace_relative (trace, point->residual);

  /* Not by fmin (), which is a call: NaN is that the normal residual is not there. */
  return point->normal < residual || isnan (residual) ? point->normal : residual;
}

/* How much of the way from the first value to the target is done, by orders of magnitude; NaN if
 * the value is not known, or not asked for. */
static double
part_done (double first, double now, double target)
{
  if (!(target > 0.0) || !(first > target) || isnan (now))
    return NAN;
  return now > 0.0 ? log (first / now) / log (first / target) : 1.0;
}

/* Towards whichever tolerance is nearest. */
static double
tolerances_done (SeidelTrace *trace, const SeidelOptions *options)
{
  const size_t n = seidel_trace_n_points (trace);
  double part = NAN;
  SeidelTracePoint first;
  SeidelTracePoint now;

  if (n == 0)
    return NAN;
  first = seidel_trace_point (trace, 0);
  now = seidel_trace_point (trace, n - 1);
  part = part_done (first.residual, now.residual, seidel_trace_target (trace));
  part = fmax (part, part_done (first.maximum, now.maximum, options->maximum_tolerance));
  return fmax (part, part_done (first.normal, now.normal, options->tolerance));
}

/* Towards whichever limit is nearest. */
static double
limits_done (SeidelTrace *trace, const SeidelOptions *options)
{
  const double iterations =
    (double) seidel_trace_iterations (trace) / (double) MAX (options->max_iterations, 1);
  const double seconds = seidel_trace_phase_seconds (trace, SEIDEL_PHASE_SOLVE);

  return options->time_limit > 0.0 ? fmax (iterations, seconds / options->time_limit) : iterations;
}

double
seidel_trace_progress (SeidelTrace *trace, const SeidelOptions *options)
{
  const bool has_tolerance = options->tolerance > 0.0 || options->absolute_tolerance > 0.0
                             || options->backward_tolerance > 0.0
                             || options->maximum_tolerance > 0.0;
  const double part =
    has_tolerance ? tolerances_done (trace, options) : limits_done (trace, options);

  return CLAMP (part, 0.0, 1.0);
}
