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
      known = !seidel_session_failed (&run->session)
              && seidel_solve_true_residual (solve, solve->x, solve->cancellable, &solve->truth,
                                             &solve->doubled);
      if (known)
        solve->normal = seidel_solve_normal_residual (solve, solve->x, solve->cancellable);
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

/* Runs the method once more, from its iterate; iterations and limits go on counting. */
static SeidelReason
restart (SeidelSolve *solve)
{
  SeidelMethodRun *run = &solve->run;
  SeidelMonitor *monitor = &solve->monitor;
  const SeidelMonitor before = *monitor;
  SeidelOptions options = *solve->options;
  SeidelReason reason;

  options.tolerance *= RESTART_TARGET;
  options.absolute_tolerance *= RESTART_TARGET;
  options.backward_tolerance *= RESTART_TARGET;
  options.maximum_tolerance *= RESTART_TARGET;
  options.max_iterations -= monitor->iterations - monitor->first;
  seidel_monitor_restart (monitor, &options);
  run->options = &options;
  g_clear_pointer (&run->message, g_free);
  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_SOLVE);
  reason = solve->method->solve (run);
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
  return seidel_monitor_criterion (&solve->monitor, &solve->truth) != SEIDEL_REASON_NONE;
}

/* What has to fall for that. */
static double
decisive_norm (const SeidelSolve *solve, SeidelReason claim)
{
  return claim == SEIDEL_REASON_CONVERGED_LEAST_SQUARES ? solve->normal
         : claim == SEIDEL_REASON_CONVERGED_MAXIMUM     ? solve->truth.norm_inf
                                                        : solve->truth.norm_2;
}

SeidelReason
seidel_solve_confirm (SeidelSolve *solve, SeidelReason claim)
{
  SeidelReason reason = claim;
  double before = INFINITY;

  if (!seidel_reason_converged (claim) || !take_iterate (solve))
    return claim;
  while (may_restart (reason) && !solve->options->skip_replacement && !is_true (solve, reason)
         && decisive_norm (solve, claim) <= LEAST_GAIN * before)
    {
      double *x = g_steal_pointer (&solve->x);
      SeidelNorms truth = solve->truth;
      double normal = solve->normal;

      before = decisive_norm (solve, claim);
      seidel_monitor_calibrate (&solve->monitor, truth.norm_2, truth.backward);
      reason = restart (solve);
      if (take_iterate (solve) && decisive_norm (solve, claim) < before)
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
  if (seidel_reason_converged (reason) || (!is_true (solve, claim) && ended_early (reason)))
    return reason;
  g_clear_pointer (&solve->run.message, g_free);
  return claim;
}
