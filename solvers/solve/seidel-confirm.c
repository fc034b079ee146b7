/* Convergence means the true residual: that of the iterate as it is returned, in double precision.
 *
 * The residual that a Krylov method updates drifts away from b − A x by rounding errors, in single
 * precision by more than any tolerance. Where a method reports convergence and the true residual
 * disagrees, the method restarts from its iterate, which replaces the residual, as long as each
 * restart pays. An option leaves the restarts out.
 *
 * Source: van der Vorst and Ye, "Residual replacement strategies for Krylov subspace iterative
 * methods for the convergence of true residuals" (2000).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-solve-private.h"

#include <math.h>

/* A restart pays if it reduces the true residual at least to this fraction. */
#define LEAST_GAIN 0.5

/* Restarts aim at this fraction of the tolerance: the residual that the engine computes has
 * rounding errors of its own. */
#define RESTART_TARGET 0.5

/* So many iterations more are nothing. */
#define LEAST_ITERATIONS 20

/* The norms of b − A x of the given system, for the iterate on the host. */
static bool
measure (SeidelSolve *solve, GCancellable *cancellable)
{
  const int64_t n = solve->problem->matrix->csr->columns;
  double *restored = solve->scaled.active ? seidel_vector_new (n, NULL) : NULL;
  const double *x = solve->scaled.active ? restored : solve->x;
  bool known;

  if (restored != NULL)
    seidel_equilibration_restore_x (solve->scaled.equilibration, solve->x, restored);
  known =
    x != NULL && seidel_solve_true_residual (solve, x, cancellable, &solve->truth, &solve->doubled);
  if (known)
    solve->normal = seidel_solve_normal_residual (solve, x, cancellable);
  seidel_vector_free (restored);
  return known;
}

/* Brings the iterate to the host, into the room for the result unless that is taken, with its true
 * residual. False if one of them is not available; solve->x is NULL then. */
static bool
take_iterate (SeidelSolve *solve)
{
  SeidelMethodRun *run = &solve->run;
  const SeidelCsr *csr = solve->problem->matrix->csr;
  bool known = false;

  seidel_method_run_measure (run);
  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_VERIFY);
  solve->x =
    solve->room != NULL ? g_steal_pointer (&solve->room) : seidel_vector_new (csr->columns, NULL);
  if (solve->x != NULL && !seidel_session_failed (&run->session))
    {
      run->session.engine->vectors.download (run->session.context, solve->x, run->x);
      known = !seidel_session_failed (&run->session) && measure (solve, solve->cancellable);
    }
  seidel_method_run_measure (run);
  if (known)
    return true;
  seidel_vector_free (solve->room);
  solve->room = g_steal_pointer (&solve->x);
  solve->truth = SEIDEL_NORMS_UNKNOWN;
  solve->normal = NAN;
  return false;
}

/* Whether x meets a tolerance, and only some of its equations are met badly. */
static bool
lacks_components (const SeidelSolve *solve)
{
  return seidel_monitor_criterion (&solve->monitor, &solve->truth) != SEIDEL_REASON_NONE
         && !seidel_solve_meets_components (solve, solve->truth.backward_rows);
}

/* ‖b − A x‖ of the system that is run. */
static double
residual_of_run (const SeidelSolve *solve)
{
  const SeidelCsr *csr = solve->system.matrix->csr;
  double *r = seidel_vector_new (csr->rows, NULL);
  double norm = NAN;

  if (r != NULL
      && seidel_csr_residual (csr, solve->system.b, solve->x, r, solve->threads,
                              solve->cancellable))
    norm = seidel_vector_norm_2 (r, csr->rows);
  seidel_vector_free (r);
  return norm;
}

/* The tolerances of a restart. Where the norm of the residual is small enough, and the small rows
 * are not, it has to fall by what these lack, within as many iterations as were made so far. */
static SeidelOptions
restart_options (const SeidelSolve *solve)
{
  const SeidelMonitor *monitor = &solve->monitor;
  const int64_t done = monitor->iterations - monitor->first;
  /* Norms of a scaled system are others: what they lack shows only in those of the given one. */
  const double lack = solve->scaled.active
                        ? seidel_monitor_target (monitor) * monitor->scale / solve->truth.norm_2
                        : 1.0;
  const double factor = lack > 0.0 && lack < 1.0 ? RESTART_TARGET * lack : RESTART_TARGET;
  SeidelOptions options = *solve->options;

  options.tolerance *= factor;
  options.absolute_tolerance *= factor;
  options.backward_tolerance *= RESTART_TARGET; /* what it means for this system is calibrated */
  options.maximum_tolerance *= factor;
  options.max_iterations -= done;
  if (lack > 0.0 && lack < 1.0)
    {
      /* That of the scaled system is far below its target where a large row of the given one has
       * all of the residual, and would meet any fraction of it at once: it has to fall without
       * that.
       */
      const double most = factor * residual_of_run (solve) * monitor->scale;

      options.tolerance = fmin (options.tolerance, most / seidel_monitor_given_reference (monitor));
      options.absolute_tolerance = fmin (options.absolute_tolerance, most);
    }
  if (!lacks_components (solve))
    return options;
  options.tolerance = 0.0;
  options.backward_tolerance = 0.0;
  options.maximum_tolerance = 0.0;
  options.absolute_tolerance = RESTART_TARGET * residual_of_run (solve) * monitor->scale
                               * solve->component_tolerance / solve->truth.backward_rows;
  options.max_iterations = MIN (options.max_iterations, MAX (done, LEAST_ITERATIONS));
  return options;
}

/* Runs the method once more, from its iterate; iterations and limits go on counting. */
static SeidelReason
restart (SeidelSolve *solve, const SeidelOptions *own)
{
  SeidelMethodRun *run = &solve->run;
  SeidelMonitor *monitor = &solve->monitor;
  const SeidelMonitor before = *monitor;
  SeidelOptions options = *own;
  SeidelReason reason;

  seidel_monitor_restart (monitor, &options);
  run->options = &options;
  g_clear_pointer (&run->message, g_free);
  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_SOLVE);
  reason = seidel_method_run_solve (run);
  run->options = solve->options;
  monitor->options = before.options;
  monitor->first = before.first;
  monitor->initial = before.initial;
  return reason;
}

/* Whether a restart may help. A residual of exactly zero is a fixed point, or one whose square
 * vanishes: nothing would change. */
static bool
may_restart (SeidelReason reason)
{
  return seidel_reason_converged (reason) && reason != SEIDEL_REASON_CONVERGED_EXACT;
}

/* Whether the restart itself found no limit of the accuracy: the run ends with its reason. */
static bool
ended_early (SeidelReason reason)
{
  return seidel_solve_interrupted (reason) || reason == SEIDEL_REASON_ITERATION_LIMIT
         || reason == SEIDEL_REASON_LEAST_SQUARES || reason == SEIDEL_REASON_TOO_SLOW;
}

/* Whether what was reported is true of the iterate on the host. */
static bool
is_true (const SeidelSolve *solve, SeidelReason claim)
{
  if (claim == SEIDEL_REASON_CONVERGED_LEAST_SQUARES)
    return !(solve->normal > solve->options->tolerance);
  return seidel_monitor_criterion (&solve->monitor, &solve->truth) != SEIDEL_REASON_NONE
         && seidel_solve_meets_components (solve, solve->truth.backward_rows);
}

/* What has to fall for that, by the norm or by the components. */
static double
decisive_norm (const SeidelSolve *solve, SeidelReason claim, bool by_components)
{
  return by_components                                    ? solve->truth.backward_rows
         : claim == SEIDEL_REASON_CONVERGED_LEAST_SQUARES ? solve->normal
         : claim == SEIDEL_REASON_CONVERGED_MAXIMUM       ? solve->truth.norm_inf
                                                          : solve->truth.norm_2;
}

/* Whether a restart made x better: what it lacked is less, and the norm has not suffered. */
static bool
improved (const SeidelSolve *solve, SeidelReason claim, bool by_components, double before)
{
  return decisive_norm (solve, claim, by_components) < before
         && (!by_components
             || seidel_monitor_criterion (&solve->monitor, &solve->truth) != SEIDEL_REASON_NONE);
}

SeidelReason
seidel_solve_confirm (SeidelSolve *solve, SeidelReason claim)
{
  SeidelReason reason = claim;
  double before = INFINITY;
  bool by_components = false;

  if (!seidel_reason_converged (claim) || !take_iterate (solve))
    return claim;
  while (may_restart (reason) && !solve->options->skip_replacement && !is_true (solve, reason))
    {
      const bool lacks = lacks_components (solve);
      const double now = decisive_norm (solve, claim, lacks);
      const SeidelOptions options = restart_options (solve);
      SeidelNorms truth = solve->truth;
      const double run_norm = solve->scaled.active ? residual_of_run (solve) : truth.norm_2;
      double normal = solve->normal;
      double *x;

      if (lacks == by_components && !(now <= LEAST_GAIN * before))
        break;
      before = now;
      by_components = lacks;
      x = g_steal_pointer (&solve->x);
      seidel_monitor_calibrate (&solve->monitor, run_norm, truth.backward);
      reason = restart (solve, &options);
      if (take_iterate (solve) && improved (solve, claim, lacks, before))
        {
          seidel_vector_free (x);
          continue;
        }
      seidel_vector_free (solve->x);
      solve->x = x;
      solve->truth = truth;
      solve->normal = normal;
      break;
    }
  if (by_components)
    {
      /* Whatever ended the last restart, x meets a tolerance. */
      g_clear_pointer (&solve->run.message, g_free);
      return seidel_solve_interrupted (reason)
               ? reason
               : seidel_monitor_criterion (&solve->monitor, &solve->truth);
    }
  if (seidel_reason_converged (reason) || (!is_true (solve, claim) && ended_early (reason)))
    return reason;
  g_clear_pointer (&solve->run.message, g_free);
  return claim;
}
