/* Numbers out of range: those that are not finite, too large or too small for the precision.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-outcome-private.h"

#include <float.h>
#include <math.h>

#include "base/seidel-translatable.h"

/* By so many powers of two the smallest numbers there are become normal ones. */
#define MAGNIFIED 700

/* The first element that is beyond the limit, or −1. */
static int64_t
find_beyond (const double *x, int64_t n, double limit)
{
  for (int64_t i = 0; i < n; i++)
    if (!(fabs (x[i]) <= limit))
      return i;
  return -1;
}

/* Ends a run with a row of x, or of b − A x. */
static void
end_not_finite (const SeidelSolve *solve, SeidelOutcome *outcome, const char *what, int64_t row)
{
  const SeidelCsr *csr = solve->problem->matrix->csr;
  g_autofree char *before =
    outcome->reason == SEIDEL_REASON_NOT_FINITE
      ? seidel_matching_add_place (solve->matched.system.matching, solve->problem->matrix,
                                   outcome->message, outcome->row, outcome->column)
      : NULL;
  g_autofree char *found = g_strdup_printf (seidel_text ("%s is not finite."), seidel_text (what));

  outcome->reason = SEIDEL_REASON_NOT_FINITE;
  outcome->converged = false;
  seidel_solve_note (outcome, "%s%s%s", before != NULL ? before : "", before != NULL ? " " : "",
                     found);
  /* x has as many elements as the matrix has columns. */
  if (row < csr->rows)
    outcome->row = row;
  else
    outcome->column = row;
}

/* No run succeeds with an x or a residual that is not finite, whatever its method made of it: what
 * a method sums up may be zero by an accident of comparisons with NaN. */
void
seidel_solve_distrust_not_finite (const SeidelSolve *solve, SeidelOutcome *outcome, bool verified)
{
  const bool claims = outcome->converged || outcome->reason == SEIDEL_REASON_STAGNATED
                      || outcome->reason == SEIDEL_REASON_ACCURACY_LIMIT
                      || outcome->reason == SEIDEL_REASON_LEAST_SQUARES;
  const int64_t element = find_beyond (outcome->x, outcome->n, DBL_MAX);
  const double of_squares =
    outcome->precision == SEIDEL_PRECISION_SINGLE ? (double) FLT_MAX : DBL_MAX;
  double *r;

  /* Of numbers that were given, the place is known. */
  if (!claims
      && (outcome->reason != SEIDEL_REASON_NOT_FINITE
          || (outcome->message != NULL && !isfinite (outcome->residual_initial))))
    return;
  if (element >= 0)
    end_not_finite (solve, outcome, N_ ("x"), element);
  else if (claims && verified && !isfinite (outcome->true_2))
    {
      const SeidelCsr *csr = solve->problem->matrix->csr;
      int64_t row = -1;

      r = seidel_vector_new (csr->rows, NULL);
      if (r != NULL
          && seidel_csr_residual (csr, solve->problem->b, outcome->x, r, solve->threads, NULL))
        row = find_beyond (r, csr->rows, DBL_MAX);
      seidel_vector_free (r);
      end_not_finite (solve, outcome, N_ ("b − A x"), row);
    }
  else if (!claims && outcome->message == NULL && isfinite (outcome->true_2)
           && outcome->true_2 > sqrt (of_squares) && !solve->scaled.active)
    seidel_solve_note (outcome,
                       seidel_text (
                         "x is so large that the square of its residual, %.2g, is beyond "
                         "the range of the precision."),
                       outcome->true_2);
}

/* Whether all entries of a row or a column vanish in single precision, though they are not zero. */
static bool
has_vanishing_line (const SeidelCsr *csr)
{
  float *columns = g_try_new0 (float, csr->columns);
  bool found = false;

  for (int64_t row = 0; row < csr->rows && !found; row++)
    {
      float largest = 0.0f;
      bool empty = true;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          float value = fabsf ((float) csr->values[k]);
          float *column = columns != NULL ? &columns[csr->column_indices[k]] : NULL;

          largest = fmaxf (largest, value);
          empty = empty && csr->values[k] == 0.0;
          if (column != NULL)
            *column = value > 0.0f                               ? value
                      : *column == 0.0f && csr->values[k] != 0.0 ? -1.0f
                                                                 : *column;
        }
      found = !empty && largest == 0.0f;
    }
  for (int64_t column = 0; columns != NULL && column < csr->columns && !found; column++)
    found = columns[column] < 0.0f;
  g_free (columns);
  return found;
}

/* Numbers in single precision, and the corrections of mixed precision: a matrix with zeros instead
 * of its entries seems singular there. */
void
seidel_solve_distrust_zeros (const SeidelSolve *solve, SeidelOutcome *outcome)
{
  const SeidelStructure *structure = solve->structure;

  if (outcome->converged || outcome->precision == SEIDEL_PRECISION_DOUBLE
      || structure->largest_magnitude == 0.0 || (float) structure->smallest_magnitude != 0.0f)
    return;
  if (structure->largest_magnitude < (double) FLT_MIN)
    seidel_solve_note (outcome,
                       "No entry of the matrix is greater than %.2g, less than single precision "
                       "can hold: use double.",
                       structure->largest_magnitude);
  else if (outcome->row < 0 && has_vanishing_line (solve->problem->matrix->csr))
    seidel_solve_note (outcome,
                       "Entries as small as %.2g vanish in single precision, and all those of a "
                       "row or a column with them: use double.",
                       structure->smallest_magnitude);
  else
    return;
  if (outcome->reason == SEIDEL_REASON_LEAST_SQUARES)
    outcome->reason = SEIDEL_REASON_BREAKDOWN;
}

/* A number that no run can begin with. */
static void
blame_number (SeidelOutcome *outcome, const char *what, double value, int64_t row, int64_t column)
{
  if (isfinite (value))
    seidel_solve_note (outcome, seidel_text ("%s needs double precision: it has %.2g."),
                       seidel_text (what), value);
  else
    seidel_solve_note (outcome, seidel_text ("%s is not finite."), seidel_text (what));
  outcome->row = row;
  outcome->column = column;
}

static bool
blame_matrix (SeidelOutcome *outcome, const SeidelCsr *csr, double limit)
{
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      if (!(fabs (csr->values[k]) <= limit))
        {
          blame_number (outcome, N_ ("The matrix"), csr->values[k], row, csr->column_indices[k]);
          return true;
        }
  return false;
}

/* Why a residual is not finite, where the given numbers are the cause. */
void
seidel_solve_explain_beginning (const SeidelSolve *solve, SeidelOutcome *outcome)
{
  const SeidelCsr *csr = solve->problem->matrix->csr;
  const double *b = solve->problem->b;
  const double of_matrix =
    outcome->precision == SEIDEL_PRECISION_DOUBLE ? DBL_MAX : (double) FLT_MAX;
  const double of_vectors =
    outcome->precision == SEIDEL_PRECISION_SINGLE ? (double) FLT_MAX : DBL_MAX;
  int64_t row;
  int64_t column;

  /* What precision holds of a scaled system does not depend on the given numbers. */
  if (solve->scaled.active)
    return;
  if (outcome->reason != SEIDEL_REASON_NOT_FINITE || outcome->message != NULL
      || blame_matrix (outcome, csr, of_matrix) || isfinite (outcome->residual_initial))
    return;
  row = find_beyond (b, csr->rows, of_vectors);
  column = find_beyond (solve->guess, csr->columns, of_vectors);
  if (row >= 0)
    blame_number (outcome, N_ ("The right-hand side"), b[row], row, -1);
  else if (column >= 0)
    blame_number (outcome, N_ ("The first guess"), solve->guess[column], -1, column);
}

/* ‖b − A x‖₂ of the system with so much larger numbers, where no product loses digits for being
 * small. */
static double
magnified_residual (const SeidelProblem *problem, const double *x)
{
  const SeidelCsr *csr = problem->matrix->csr;
  double norm = 0.0;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      double r = ldexp (problem->b[row], MAGNIFIED);

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        r -= ldexp (csr->values[k], MAGNIFIED) * x[csr->column_indices[k]];
      norm = hypot (norm, r);
    }
  return norm;
}

/* Whether the claim is about a residual relative to a b with which products lose digits, being
 * below the normal numbers. */
static bool
may_have_vanished (const SeidelSolve *solve, const SeidelOutcome *outcome, double reference)
{
  const bool relative = outcome->converged && outcome->reason != SEIDEL_REASON_CONVERGED_ABSOLUTE
                        && outcome->reason != SEIDEL_REASON_CONVERGED_MAXIMUM
                        && outcome->reason != SEIDEL_REASON_CONVERGED_LEAST_SQUARES;

  return relative && reference > 0.0 && reference < DBL_MIN / DBL_EPSILON
         && (double) solve->structure->longest_row * DBL_TRUE_MIN
              > seidel_monitor_target (&solve->monitor) * solve->monitor.scale;
}

/* A residual of zero says nothing there, where the tolerance asks for less than the least number.
 */
void
seidel_solve_distrust_vanished (const SeidelSolve *solve, SeidelOutcome *outcome)
{
  const double reference = seidel_monitor_given_reference (&solve->monitor);
  const double asked = fmax (solve->options->tolerance, solve->options->backward_tolerance);
  double residual;

  if (!may_have_vanished (solve, outcome, reference))
    return;
  residual = magnified_residual (solve->problem, outcome->x) / ldexp (reference, MAGNIFIED);
  if (residual <= asked)
    return;
  outcome->reason = SEIDEL_REASON_ACCURACY_LIMIT;
  outcome->converged = false;
  outcome->advised = true;
  outcome->error_bound = NAN;
  seidel_solve_note (outcome,
                     seidel_text ("Numbers as small as %.2g lose digits, and with all of them the "
                                  "relative residual is %.2g: multiply the matrix and the "
                                  "right-hand side by the same large number."),
                     reference, residual);
}
