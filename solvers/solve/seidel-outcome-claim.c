/* What a method believes of its residual, beside the true one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-outcome-private.h"

#include <float.h>
#include <math.h>

#include "base/seidel-translatable.h"
#include "matrix/seidel-normal.h"

/* A diagonal entry below this part of the rest of its row makes sweeps grow. */
#define SMALL_DIAGONAL 0.5

/* A normal residual up to this is that of a least-squares solution. */
#define LEAST_NORMAL 1e-6

/* Methods sum squares, which vanish or overflow long before the numbers themselves do: what they
 * then believe of the residual is not so. */
void
seidel_solve_distrust_squares (const SeidelSolve *solve, SeidelOutcome *outcome, bool refuted)
{
  const double least =
    outcome->precision == SEIDEL_PRECISION_SINGLE ? (double) FLT_MIN : sqrt (DBL_MIN);
  bool vanished =
    outcome->reason == SEIDEL_REASON_CONVERGED_EXACT && refuted && outcome->true_2 < least;
  bool overflowed = outcome->reason == SEIDEL_REASON_NOT_FINITE && outcome->iterations == 0
                    && isfinite (outcome->true_2) && outcome->true_2 > sqrt (DBL_MAX);

  /* A scaled system has other squares. */
  if ((!vanished && !overflowed) || solve->scaled.active)
    return;
  outcome->reason = SEIDEL_REASON_BREAKDOWN;
  outcome->converged = false;
  outcome->advised = true;
  seidel_solve_note (outcome,
                     "The residual of %.2g is %s what the method can represent: multiply the "
                     "matrix and the right-hand side by the same %s number.",
                     outcome->true_2, vanished ? "below" : "beyond", vanished ? "large" : "small");
}

/* Sweeps over rows with a small diagonal grow without bound, however small the given numbers are.
 */
void
seidel_solve_explain_growth (const SeidelSolve *solve, SeidelOutcome *outcome)
{
  const bool sweeps = solve->method->family == SEIDEL_FAMILY_STATIONARY
                      || solve->preconditioner.kind->sweeps != SEIDEL_SWEEPS_NONE;
  const double least = solve->structure->least_dominance;

  if ((outcome->reason != SEIDEL_REASON_NOT_FINITE && outcome->reason != SEIDEL_REASON_DIVERGED)
      || !sweeps || solve->preconditioner.kind->sweeps_factors || outcome->iterations == 0
      || !(least > 0.0 && least < SMALL_DIAGONAL) || seidel_solve_substituted (solve))
    return;
  outcome->advised = outcome->reason == SEIDEL_REASON_NOT_FINITE;
  seidel_solve_note (
    outcome,
    outcome->advised
      ? seidel_text ("The sweeps magnify errors: a diagonal entry is only %.2g of the rest of its "
                     "row. Try a Krylov method without sweeps, such as GMRES, or a direct one.")
      : seidel_text ("The sweeps magnify errors: a diagonal entry is only %.2g of the rest of its "
                     "row."),
    least);
}

/* The sums of b − A x in double precision cancel where x is so large that their rounding exceeds
 * what the tolerance asks: the residual was then found in doubled precision. */
void
seidel_solve_distrust_cancelled (const SeidelSolve *solve,
                                 SeidelOutcome *outcome,
                                 bool doubled,
                                 bool refuted)
{
  if (!doubled || !refuted || !outcome->converged
      || outcome->reason == SEIDEL_REASON_CONVERGED_LEAST_SQUARES)
    return;
  outcome->reason = SEIDEL_REASON_ACCURACY_LIMIT;
  outcome->converged = false;
  seidel_solve_note (outcome,
                     seidel_text ("x is so large that rounding of A x hides the residual, which is "
                                  "%.2g relative to b: the matrix is singular, or nearly so."),
                     outcome->true_2 / seidel_monitor_given_reference (&solve->monitor));
}

/* A sweep that changes nothing any more takes its residual for zero, which in single precision it
 * need not be. */
void
seidel_outcome_distrust_fixed_point (SeidelOutcome *outcome, bool refuted)
{
  if (outcome->reason != SEIDEL_REASON_CONVERGED_EXACT || !refuted)
    return;
  outcome->reason = SEIDEL_REASON_STAGNATED;
  outcome->converged = false;
  seidel_solve_note (outcome,
                     "An iteration changes nothing any more, yet the true residual is %.2g: %s "
                     "precision can do no more.",
                     outcome->true_2, seidel_precision_id (outcome->precision));
}

/* The same as below for the normal residual. */
static void
distrust_normal (const SeidelSolve *solve, SeidelOutcome *outcome)
{
  if (isnan (outcome->normal) && !g_cancellable_is_cancelled (solve->skip_verification))
    {
      outcome->reason = SEIDEL_REASON_OUT_OF_MEMORY;
      outcome->converged = false;
      seidel_solve_note (outcome, "There is no memory left to verify the normal residual.");
      return;
    }
  if (!(outcome->normal > solve->options->tolerance))
    return;
  outcome->reason = SEIDEL_REASON_ACCURACY_LIMIT;
  outcome->converged = false;
  seidel_solve_note (outcome,
                     "The true normal residual is %.2g, above the tolerance, though the method's "
                     "own is below it: %s.",
                     outcome->normal, seidel_precision_limit (solve->options->precision));
}

/* Restarts did not reach the tolerance either: see seidel-confirm.c. */
void
seidel_solve_distrust_claim (const SeidelSolve *solve, SeidelOutcome *outcome, bool refuted)
{
  double reference = seidel_monitor_given_reference (&solve->monitor);

  if (outcome->reason == SEIDEL_REASON_CONVERGED_LEAST_SQUARES)
    {
      distrust_normal (solve, outcome);
      return;
    }
  if (!outcome->converged || !refuted)
    return;
  outcome->reason = SEIDEL_REASON_ACCURACY_LIMIT;
  outcome->converged = false;
  seidel_solve_note (
    outcome,
    "The true residual is %.2g%s, above the tolerance, though the method's own is below it: %s.",
    outcome->true_2 / (reference > 0.0 ? reference : 1.0), reference > 0.0 ? " relative to b" : "",
    seidel_precision_limit (solve->options->precision));
}

/* What makes the residual of a scaled system least does not do so in the units of the given one:
 * there A has to take it to zero, too. */
void
seidel_solve_distrust_scaled_squares (const SeidelSolve *solve, SeidelOutcome *outcome)
{
  const SeidelProblem *problem = solve->problem;

  if (outcome->reason != SEIDEL_REASON_LEAST_SQUARES || !solve->scaled.active
      || solve->scaled.equilibration->of_rows == NULL
      || seidel_csr_normal_residual (problem->matrix->csr, problem->b, outcome->x, 0.0,
                                     solve->threads, solve->skip_verification)
           <= LEAST_NORMAL)
    return;
  outcome->reason = SEIDEL_REASON_STAGNATED;
  outcome->converged = false;
  seidel_solve_note (outcome, seidel_text (
                                "The matrix is singular to working precision, and b is not in its "
                                "range: x makes the residual of the scaled system as small as it "
                                "can be, but another one does so in the units of the given "
                                "system."));
}

/* The reason names the tolerance that the true residual meets: that of a method is an estimate
 * where backward errors count, by which a run may also go on although x meets its tolerance. */
void
seidel_outcome_name_criterion (SeidelOutcome *outcome, SeidelReason criterion)
{
  bool stalled = outcome->reason == SEIDEL_REASON_STAGNATED
                 || outcome->reason == SEIDEL_REASON_ACCURACY_LIMIT
                 || outcome->reason == SEIDEL_REASON_ITERATION_LIMIT;

  if (criterion == SEIDEL_REASON_CONVERGED_BACKWARD
        ? !outcome->converged && !stalled
        : criterion == SEIDEL_REASON_NONE || outcome->reason != SEIDEL_REASON_CONVERGED_BACKWARD)
    return;
  if (!outcome->converged)
    g_clear_pointer (&outcome->message, g_free);
  outcome->reason = criterion;
  outcome->converged = true;
}
