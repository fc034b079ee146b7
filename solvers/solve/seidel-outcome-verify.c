/* What is measured of x and its residual, and in which order they are judged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-outcome-private.h"

#include <float.h>
#include <math.h>

#include "matrix/seidel-normal.h"

/* Rounding errors up to this part of the tolerance do not matter. */
#define LEAST_DIGIT 0.1

/* ‖x − y‖∞ of n doubles. */
static double
largest_difference (const double *x, const double *y, int64_t n, bool complex_numbers)
{
  const int step = complex_numbers ? 2 : 1;
  double largest = 0.0;

  /* Written so that a NaN is kept. */
  for (int64_t i = 0; i < n && !isnan (largest); i += step)
    {
      double difference =
        complex_numbers ? hypot (x[i] - y[i], x[i + 1] - y[i + 1]) : fabs (x[i] - y[i]);

      if (!(difference <= largest))
        largest = difference;
    }
  return largest;
}

/* Whether x is something else than the initial guess, which single precision may have rounded. */
static bool
differs_from_guess (const double *x, const double *guess, int64_t n)
{
  for (int64_t i = 0; i < n; i++)
    if (x[i] != guess[i] && x[i] != (double) (float) guess[i])
      return true;
  return false;
}

/* Rows so far are those of the matrix, which a user need not know by these numbers. */
static void
name_place (const SeidelSolve *solve, SeidelOutcome *outcome)
{
  char *message = seidel_matching_add_place (solve->matched.system.matching, solve->problem->matrix,
                                             outcome->message, outcome->row, outcome->column);

  g_free (outcome->message);
  outcome->message = message;
}

/* A small residual only means a small error when the matrix is well-conditioned. Where the solution
 * is known, the two bound the condition number from below:
 * κ ≥ (‖x − x*‖ / ‖x*‖) / (‖b − A x‖ / ‖b‖) (Higham, Accuracy and Stability of Numerical Algorithms
 * (2002), 7.1). */
static void
estimate_condition (SeidelSolve *solve, SeidelOutcome *outcome)
{
  const double *solution = solve->solution;
  double residual = outcome->true_2 / seidel_monitor_given_reference (&solve->monitor);
  double length = seidel_vector_norm_2 (solution, outcome->n);

  outcome->condition_least = outcome->error_inf / length / residual;
  if (!isfinite (outcome->condition_least) || outcome->condition_least < 1.0)
    outcome->condition_least = NAN;
}

double
seidel_solve_normal_residual (SeidelSolve *solve, const double *x, GCancellable *cancellable)
{
  const SeidelCsr *csr = solve->problem->matrix->csr;

  if (!solve->method->least_squares)
    return NAN;
  return seidel_csr_normal_residual (csr, solve->problem->b, x,
                                     seidel_method_damping (solve->method, solve->options),
                                     solve->threads, cancellable);
}

/* Whether rounding of b − A x in double precision may be as large as what a tolerance allows. */
static bool
cancels (const SeidelSolve *solve, const SeidelNorms *norms, const double *x)
{
  const int64_t n = solve->problem->matrix->csr->columns;

  return DBL_EPSILON * norms->norm_A * seidel_vector_norm_inf (x, n)
         > LEAST_DIGIT * seidel_monitor_target (&solve->monitor) * solve->monitor.scale;
}

bool
seidel_solve_true_residual (SeidelSolve *solve,
                            const double *x,
                            GCancellable *cancellable,
                            SeidelNorms *norms,
                            bool *doubled)
{
  const SeidelMatrix *matrix = solve->problem->matrix;
  const double *b = solve->problem->b;

  *doubled = false;
  if (!seidel_matrix_true_residual (matrix, b, x, solve->threads, cancellable, norms))
    return false;
  if (!isfinite (norms->norm_2) || !cancels (solve, norms, x)
      || seidel_monitor_criterion (&solve->monitor, norms) == SEIDEL_REASON_NONE)
    return true;
  *doubled = seidel_matrix_true_residual_doubled (matrix, b, x, solve->threads, cancellable, norms);
  return *doubled;
}

/* Returns whether the residual is known. */
static bool
judge (SeidelSolve *solve, SeidelOutcome *outcome, SeidelNorms norms, double normal)
{
  bool verified = !isnan (norms.norm_2);

  outcome->error_bound = NAN;
  solve->condition = NAN;
  solve->bound = NAN;
  if (!verified)
    verified = seidel_solve_true_residual (solve, outcome->x, solve->skip_verification, &norms,
                                           &solve->doubled);
  outcome->normal = isnan (normal) && !isnan (norms.norm_2)
                      ? seidel_solve_normal_residual (solve, outcome->x, solve->skip_verification)
                      : normal;
  outcome->computed = outcome->converged
                      || (outcome->iterations > 0
                          && differs_from_guess (outcome->x, solve->problem->guess, outcome->n));
  outcome->true_2 = norms.norm_2;
  outcome->true_inf = norms.norm_inf;
  outcome->backward = norms.backward;
  outcome->backward_rows = norms.backward_rows;
  outcome->norm_A = norms.norm_A;
  outcome->error_inf = NAN;
  outcome->condition_least = NAN;
  if (solve->solution == NULL)
    return verified;
  outcome->error_inf =
    largest_difference (outcome->x, solve->solution, outcome->n, outcome->complex_values);
  estimate_condition (solve, outcome);
  return verified;
}

void
seidel_solve_judge_solution (SeidelSolve *solve, SeidelOutcome *outcome)
{
  judge (solve, outcome, SEIDEL_NORMS_UNKNOWN, NAN);
  g_free (outcome->doubt);
  outcome->doubt = seidel_solve_find_doubt (solve, outcome);
}

void
seidel_solve_verify (SeidelSolve *solve, SeidelOutcome *outcome)
{
  SeidelNorms truth;
  SeidelReason criterion;
  bool verified;
  bool refuted;

  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_VERIFY);
  seidel_solve_take_iterate (solve, outcome);
  if (solve->scaled.active)
    seidel_equilibration_restore_x (solve->scaled.equilibration, outcome->x, outcome->x);
  seidel_method_run_measure (&solve->run);
  verified = judge (solve, outcome, solve->truth, solve->normal);
  truth = (SeidelNorms){ outcome->true_2, outcome->true_inf, outcome->backward,
                         outcome->backward_rows, outcome->norm_A };
  criterion = seidel_monitor_criterion (&solve->monitor, &truth);
  refuted = criterion == SEIDEL_REASON_NONE && !isnan (outcome->true_2);
  seidel_solve_distrust_cancelled (solve, outcome, solve->doubled, refuted);
  seidel_solve_distrust_squares (solve, outcome, refuted);
  seidel_outcome_distrust_fixed_point (outcome, refuted);
  seidel_solve_distrust_zeros (solve, outcome);
  seidel_solve_explain_beginning (solve, outcome);
  seidel_solve_distrust_not_finite (solve, outcome, verified);
  seidel_solve_explain_growth (solve, outcome);
  seidel_solve_distrust_claim (solve, outcome, refuted);
  seidel_solve_distrust_scaled_squares (solve, outcome);
  seidel_outcome_name_criterion (outcome, criterion);
  seidel_solve_estimate_accuracy (solve, outcome);
  seidel_solve_trust_backward_error (solve, outcome);
  seidel_solve_distrust_vanished (solve, outcome);
  seidel_solve_distrust_rank (solve, outcome);
  seidel_solve_explain_constants (solve, outcome);
  seidel_solve_explain_rounded_rhs (solve, outcome);
  name_place (solve, outcome);
  outcome->doubt = seidel_solve_find_doubt (solve, outcome);
  if (solve->solution != NULL)
    seidel_solve_drop_refuted_bound (solve, outcome);
}
