/* The outcome of a run: what the method believes, and what is true.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-solve-private.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/seidel-translatable.h"
#include "matrix/seidel-normal.h"

/* Rounding errors up to this part of the tolerance do not matter. */
#define LEAST_DIGIT 0.1

/* Parts of the magnitudes of a sum that are nothing: of a row, and of a right-hand side. */
#define CANCELLED  (32.0 * DBL_EPSILON)
#define CONSISTENT 1e-10

/* The error of a null vector by which a matrix may be called singular: its condition number by
 * components is the reciprocal at least. */
#define NULL_ERROR        1e-6
#define NULL_ERROR_SINGLE 1e-2

/* Of the largest element of such a vector: what may be all rounding errors. */
#define NULL_NOISE        1e-10
#define NULL_NOISE_SINGLE 1e-4

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

/* x of the system that was run. */
static void
take_iterate (SeidelSolve *solve, SeidelOutcome *outcome)
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

/* The first element that is beyond the limit, or −1. */
static int64_t
find_beyond (const double *x, int64_t n, double limit)
{
  for (int64_t i = 0; i < n; i++)
    if (!(fabs (x[i]) <= limit))
      return i;
  return -1;
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

/* Methods sum squares, which vanish or overflow long before the numbers themselves do: what they
 * then believe of the residual is not so. */
static void
distrust_squares (const SeidelSolve *solve, SeidelOutcome *outcome, bool refuted)
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

/* By what part every entry has to change at most for r, of which Aᵀ r is nearly zero, to be a left
 * null vector: max |Aᵀ r|ⱼ / (|Aᵀ| |r|)ⱼ, as by Oettli and Prager (1964). Elements of r that may be
 * the noise of zeros are left out. NaN without memory. */
static double
null_vector_error (const SeidelCsr *csr, const double *r, double noise)
{
  const double size = seidel_vector_norm_inf (r, csr->rows);
  double *sums = seidel_vector_new (csr->columns, NULL);
  double *sizes = seidel_vector_new (csr->columns, NULL);
  double error = 0.0;

  for (int64_t row = 0; sums != NULL && sizes != NULL && row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        const double part = r[row] / size;
        const double product = fabs (part) > noise ? csr->values[k] * part : 0.0;

        sums[csr->column_indices[k]] += product;
        sizes[csr->column_indices[k]] += fabs (product);
      }
  for (int64_t j = 0; sums != NULL && sizes != NULL && j < csr->columns; j++)
    if (sums[j] != 0.0)
      error = fmax (error, fabs (sums[j]) / sizes[j]);
  if (sums == NULL || sizes == NULL)
    error = NAN;
  seidel_vector_free (sums);
  seidel_vector_free (sizes);
  return error;
}

/* A matrix is singular, as far as its entries are known, if the residual that no x makes smaller is
 * orthogonal to its columns by the terms of each product. By their norms alone it seems so to a
 * factorisation where entries differ in size, too. */
static void
distrust_rank (const SeidelSolve *solve, SeidelOutcome *outcome)
{
  const SeidelCsr *csr = solve->problem->matrix->csr;
  const bool single = outcome->precision == SEIDEL_PRECISION_SINGLE;
  const double most = single ? NULL_ERROR_SINGLE : NULL_ERROR;
  const bool graded =
    solve->structure->smallest_magnitude < DBL_EPSILON * solve->structure->largest_magnitude;
  double *r;

  if (outcome->reason != SEIDEL_REASON_LEAST_SQUARES || (outcome->rank < 0 && !graded))
    return;
  r = seidel_vector_new (csr->rows, NULL);
  if (r == NULL
      || (seidel_csr_residual_doubled (csr, solve->problem->b, outcome->x, NULL, r, solve->threads,
                                       solve->skip_verification)
          && null_vector_error (csr, r, single ? NULL_NOISE_SINGLE : NULL_NOISE) > most))
    {
      outcome->reason = SEIDEL_REASON_ACCURACY_LIMIT;
      seidel_solve_note (outcome, "%s",
                         seidel_text ("No other x makes the residual smaller in double precision, "
                                      "but the entries differ so much in size that this does not "
                                      "show whether the matrix is singular."));
    }
  seidel_vector_free (r);
}

/* Whether every row adds up to zero, but for rounding. Not where a row has nothing that could: then
 * more than the constants are mapped to zero, and a b of mean zero does not help. */
static bool
maps_constants_to_zero (const SeidelCsr *csr)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      double sum = 0.0;
      double size = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          sum += csr->values[k];
          size += fabs (csr->values[k]);
        }
      if (size == 0.0 || !(fabs (sum) <= CANCELLED * size))
        return false;
    }
  return csr->rows > 0;
}

/* A method that needs a regular matrix ends in many ways where the matrix is that of a Neumann
 * problem: none of them shows what is the matter. */
static void
explain_constants (const SeidelSolve *solve, SeidelOutcome *outcome)
{
  const SeidelCsr *csr = solve->problem->matrix->csr;
  const double *b = solve->problem->b;
  g_autofree char *before = NULL;
  double sum = 0.0;
  double size = 0.0;

  if ((outcome->reason != SEIDEL_REASON_BREAKDOWN && outcome->reason != SEIDEL_REASON_STAGNATED
       && outcome->reason != SEIDEL_REASON_DIVERGED
       && outcome->reason != SEIDEL_REASON_ACCURACY_LIMIT)
      || csr->rows != csr->columns || !solve->structure->value_symmetric
      || !maps_constants_to_zero (csr))
    return;
  for (int64_t i = 0; i < csr->rows; i++)
    {
      sum += b[i];
      size += fabs (b[i]);
    }
  before = seidel_matching_add_place (solve->matched.system.matching, solve->problem->matrix,
                                      outcome->message, outcome->row, outcome->column);
  outcome->advised = fabs (sum) > CONSISTENT * size;
  seidel_solve_note (
    outcome, "%s%s%s", before != NULL ? before : "",
    before == NULL                   ? ""
    : g_str_has_suffix (before, ".") ? " "
                                     : ". ",
    outcome->advised
      ? seidel_text ("Every row of the matrix adds up to zero, so that it is singular, and b does "
                     "not: no x solves this system. Subtract the mean of b from it, or solve by "
                     "least squares.")
      : seidel_text ("Every row of the matrix adds up to zero: it is singular, and the solution is "
                     "known up to a constant."));
}

bool
seidel_solve_is_rounded_zero (const SeidelProblem *problem)
{
  const SeidelCsr *csr = problem->matrix->csr;

  if (problem->solution == NULL || seidel_vector_norm_inf (problem->b, csr->rows) == 0.0)
    return false;
  for (int64_t row = 0; row < csr->rows; row++)
    {
      double size = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        size += fabs (csr->values[k] * problem->solution[csr->column_indices[k]]);
      if (!(fabs (problem->b[row]) <= CANCELLED * size))
        return false;
    }
  return true;
}

/* The usual right-hand side, A times ones, is none where ones are a null vector: a run is then one
 * for rounding errors, which need not be in the range of A. */
static void
explain_rounded_rhs (const SeidelSolve *solve, SeidelOutcome *outcome)
{
  if (outcome->converged || outcome->reason == SEIDEL_REASON_CANCELLED
      || !seidel_solve_is_rounded_zero (solve->problem))
    return;
  outcome->advised = true;
  seidel_solve_note (outcome, "%s",
                     seidel_text (
                       "b is A times the known solution, and nothing but rounding errors: "
                       "that vector is in the null space of A, so that A is singular. "
                       "Choose another right-hand side."));
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
static void
distrust_not_finite (const SeidelSolve *solve, SeidelOutcome *outcome, bool verified)
{
  const bool claims = outcome->converged || outcome->reason == SEIDEL_REASON_STAGNATED
                      || outcome->reason == SEIDEL_REASON_ACCURACY_LIMIT
                      || outcome->reason == SEIDEL_REASON_LEAST_SQUARES;
  const int64_t element = find_beyond (outcome->x, outcome->n, DBL_MAX);
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
  else if (!claims && outcome->message == NULL && isfinite (outcome->true_2))
    seidel_solve_note (outcome,
                       seidel_text (
                         "x is so large that the square of its residual, %.2g, is beyond "
                         "the range of the precision."),
                       outcome->true_2);
}

/* A diagonal entry below this part of the rest of its row makes sweeps grow. */
#define SMALL_DIAGONAL 0.5

/* Sweeps over rows with a small diagonal grow without bound, however small the given numbers are.
 */
static void
explain_growth (const SeidelSolve *solve, SeidelOutcome *outcome)
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
static void
distrust_cancelled (const SeidelSolve *solve, SeidelOutcome *outcome, bool doubled, bool refuted)
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
static void
distrust_fixed_point (SeidelOutcome *outcome, bool refuted)
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
static void
distrust_claim (const SeidelSolve *solve, SeidelOutcome *outcome, bool refuted)
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

/* The reason names the tolerance that the true residual meets: that of a method is an estimate
 * where backward errors count, by which a run may also go on although x meets its tolerance. */
static void
name_criterion (SeidelOutcome *outcome, SeidelReason criterion)
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
static void
distrust_zeros (const SeidelSolve *solve, SeidelOutcome *outcome)
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
static void
explain_beginning (const SeidelSolve *solve, SeidelOutcome *outcome)
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
  take_iterate (solve, outcome);
  if (solve->scaled.active)
    seidel_equilibration_restore_x (solve->scaled.equilibration, outcome->x, outcome->x);
  seidel_method_run_measure (&solve->run);
  verified = judge (solve, outcome, solve->truth, solve->normal);
  truth = (SeidelNorms){ outcome->true_2, outcome->true_inf, outcome->backward,
                         outcome->backward_rows, outcome->norm_A };
  criterion = seidel_monitor_criterion (&solve->monitor, &truth);
  refuted = criterion == SEIDEL_REASON_NONE && !isnan (outcome->true_2);
  distrust_cancelled (solve, outcome, solve->doubled, refuted);
  distrust_squares (solve, outcome, refuted);
  distrust_fixed_point (outcome, refuted);
  distrust_zeros (solve, outcome);
  explain_beginning (solve, outcome);
  distrust_not_finite (solve, outcome, verified);
  explain_growth (solve, outcome);
  distrust_claim (solve, outcome, refuted);
  name_criterion (outcome, criterion);
  seidel_solve_estimate_accuracy (solve, outcome);
  seidel_solve_trust_backward_error (solve, outcome);
  distrust_rank (solve, outcome);
  explain_constants (solve, outcome);
  explain_rounded_rhs (solve, outcome);
  name_place (solve, outcome);
  outcome->doubt = seidel_solve_find_doubt (solve, outcome);
  if (solve->solution != NULL)
    seidel_solve_drop_refuted_bound (solve, outcome);
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
  outcome->strategy = solve->strategy >= 0 ? solve->engine->strategies[solve->strategy].id : NULL;
  add_found (solve);
  outcome->strategy_why = g_steal_pointer (&solve->strategy_why);
  outcome->engine_why = g_steal_pointer (&solve->engine_why);
  outcome->precision = solve->options->precision;
  outcome->options = *solve->options;
  outcome->threads = solve->engine->uses_threads ? solve->threads : 0;
  outcome->iterations = monitor->iterations;
  outcome->condition = NAN;
  outcome->rank = solve->run.rank;
  outcome->factor_bytes = solve->run.factor_bytes;
  outcome->residual_initial = monitor->initial * monitor->scale;
  outcome->residual_final = monitor->latest * monitor->scale;
  outcome->residual_relative =
    seidel_trace_relative (solve->trace, monitor->latest * monitor->scale);
  outcome->scaling = seidel_solve_describe_scaling (solve);
  take_message (solve, outcome);
  return outcome;
}
