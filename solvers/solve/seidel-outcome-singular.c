/* Whether a singular matrix is the cause of how a run ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-outcome-private.h"

#include <float.h>
#include <math.h>

#include "base/seidel-translatable.h"

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
void
seidel_solve_distrust_rank (const SeidelSolve *solve, SeidelOutcome *outcome)
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
void
seidel_solve_explain_constants (const SeidelSolve *solve, SeidelOutcome *outcome)
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
void
seidel_solve_explain_rounded_rhs (const SeidelSolve *solve, SeidelOutcome *outcome)
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
