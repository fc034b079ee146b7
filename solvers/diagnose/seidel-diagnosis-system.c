/* How causes in the system itself are recognised: the numbers, the shape and the spectrum of the
 * matrix, and the right-hand side.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>
#include <math.h>

#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "diagnose/seidel-diagnosis-measures.h"
#include "matrix/seidel-vector.h"

/* A condition number beyond which a matrix is singular for double precision. */
#define SINGULAR (0.1 / DBL_EPSILON)

/* A part of b that is no rounding. */
#define INCONSISTENT 1e-9

/* Whether there is x with xᵀ A x < 0 and another with xᵀ A x > 0. */
static bool
is_indefinite (const SeidelFacts *facts)
{
  const double size = fmax (fabs (facts->lowest), fabs (facts->highest));

  return facts->lowest < -SEIDEL_DIAGNOSIS_NEGATIVE * size
         && facts->highest > SEIDEL_DIAGNOSIS_NEGATIVE * size;
}

char *
seidel_measure_numbers (const SeidelFacts *facts)
{
  const SeidelProblem *problem = facts->subject->problem;

  if (!facts->structure->finite)
    return g_strdup (seidel_text ("The matrix has entries that are not finite."));
  if (!isfinite (seidel_vector_norm_inf (problem->b, facts->csr->rows)))
    return g_strdup (seidel_text ("The right-hand side has elements that are not finite."));
  if (!isfinite (seidel_vector_norm_inf (problem->guess, facts->csr->columns)))
    return g_strdup (seidel_text ("The initial guess has elements that are not finite."));
  return NULL;
}

char *
seidel_measure_shape (const SeidelFacts *facts)
{
  g_autofree char *rows = seidel_format_count (facts->csr->rows);
  g_autofree char *columns = seidel_format_count (facts->csr->columns);

  if (facts->csr->rows == facts->csr->columns || !seidel_facts_needs (facts, SEIDEL_NEEDS_SQUARE))
    return NULL;
  return g_strdup_printf (seidel_text ("The matrix has %s rows and %s columns."), rows, columns);
}

char *
seidel_measure_structure (const SeidelFacts *facts)
{
  g_autofree char *count = seidel_format_count (facts->structural);
  g_autofree char *row = seidel_format_count (facts->first_lonely + 1);

  if (facts->structural == 0)
    return NULL;
  return g_strdup_printf (
    seidel_text (
      "%s rows, the first is row %s, cannot be given columns of their own: the matrix is "
      "singular whatever its values."),
    count, row);
}

char *
seidel_measure_diagonal (const SeidelFacts *facts)
{
  const SeidelStructure *structure = facts->structure;
  const int64_t lost = structure->diagonal_missing + structure->diagonal_zero;
  const int64_t first = structure->diagonal_first_missing >= 0 ? structure->diagonal_first_missing
                                                               : structure->diagonal_first_zero;
  g_autofree char *count = seidel_format_count (lost);
  g_autofree char *row = seidel_format_count (first + 1);

  if (lost == 0
      || (!seidel_facts_needs (facts, SEIDEL_NEEDS_DIAGONAL)
          && !seidel_facts_is_kind (facts, "ilu0")))
    return NULL;
  return g_strdup_printf (seidel_text ("%s diagonal entries are missing or zero, the first in row "
                                       "%s."),
                          count, row);
}

char *
seidel_measure_symmetry (const SeidelFacts *facts)
{
  const SeidelStructure *structure = facts->structure;
  g_autofree char *part = seidel_facts_format (100.0 * (1.0 - structure->value_symmetry));

  if (structure->value_symmetric || !seidel_facts_needs (facts, SEIDEL_NEEDS_SYMMETRIC))
    return NULL;
  if (structure->lower_triangular || structure->upper_triangular)
    return g_strdup_printf (
      seidel_text ("The matrix is %s triangular: one half of a symmetric matrix, perhaps, that the "
                   "file does not call symmetric."),
      structure->lower_triangular ? seidel_text ("lower") : seidel_text ("upper"));
  return g_strdup_printf (
    seidel_text ("%s %% of the off-diagonal entries have no equal mirror entry, and “%s” needs a "
                 "symmetric matrix."),
    part, seidel_text (facts->method->name));
}

/* The constants of all unknowns, or of each kind of them. */
static char *
name_null_vector (const SeidelFacts *facts)
{
  return facts->null_block == 1
           ? g_strdup (seidel_text ("A maps constants to zero"))
           : g_strdup_printf (seidel_text ("A maps constants of one of %d unknowns a node to zero"),
                              facts->null_block);
}

char *
seidel_measure_zero_rhs (const SeidelFacts *facts)
{
  g_autofree char *vector = name_null_vector (facts);
  g_autofree char *size = seidel_facts_format (facts->rhs_size);

  if (facts->null_block == 0 || !(facts->rhs_size < SEIDEL_DIAGNOSIS_ROUNDED))
    return NULL;
  return g_strdup_printf (seidel_text ("%s, and b is zero but for rounding: ‖b‖∞ is %s of ‖A‖∞. "
                                       "Choose another right-hand side."),
                          vector, size);
}

char *
seidel_measure_consistency (const SeidelFacts *facts)
{
  g_autofree char *part = seidel_facts_format (facts->rhs_part);

  if (facts->null_block > 0 && facts->rhs_part > INCONSISTENT)
    return g_strdup_printf (seidel_text ("The rows add up to zero, and b does not: %s of it is "
                                         "outside the range of A, so that no x solves the system."),
                            part);
  if (facts->reason != SEIDEL_REASON_LEAST_SQUARES)
    return NULL;
  return g_strdup (seidel_text ("The residual cannot be made smaller: b is outside the range of A, "
                                "and no x solves the system."));
}

char *
seidel_measure_null_space (const SeidelFacts *facts)
{
  g_autofree char *vector = name_null_vector (facts);
  g_autofree char *size =
    seidel_facts_format (facts->null_block > 0 ? facts->null_residual : facts->condition);

  if (facts->null_block > 0)
    return g_strdup_printf (seidel_text ("%s, to %s of its rows: the matrix is singular, and x is "
                                         "known up to these."),
                            vector, size);
  if (facts->singular)
    return g_strdup (seidel_text ("A sparse LU factorisation found no pivot: the matrix is "
                                  "singular."));
  /* Of rows in different units the condition number says little. */
  if (!(facts->condition > SINGULAR) || seidel_facts_has_uneven_matrix (facts))
    return NULL;
  return g_strdup_printf (seidel_text ("The condition number is about %s: the matrix is singular "
                                       "for double precision."),
                          size);
}

char *
seidel_measure_scaling (const SeidelFacts *facts)
{
  const SeidelStructure *structure = facts->structure;
  const double rows = structure->largest_row / structure->smallest_row;
  const double columns = structure->largest_column / structure->smallest_column;
  g_autofree char *of_rows = seidel_facts_format (rows);
  g_autofree char *of_columns = seidel_facts_format (columns);

  /* The errors of a sweep are the same whatever rows and columns are multiplied by. */
  if (!seidel_facts_is_uneven (facts) || facts->method->family == SEIDEL_FAMILY_STATIONARY)
    return NULL;
  return g_strdup_printf (seidel_text (
                            "The largest entries of rows differ by a factor of %s, those "
                            "of columns by %s."),
                          of_rows, of_columns);
}

char *
seidel_measure_definiteness (const SeidelFacts *facts)
{
  const bool symmetric = facts->structure->value_symmetric;
  const bool positive = seidel_facts_is_method (facts, "cg")
                        || seidel_facts_needs (facts, SEIDEL_NEEDS_POSITIVE_DIAGONAL)
                        || facts->method->family == SEIDEL_FAMILY_STATIONARY
                        || seidel_facts_is_method (facts, "multigrid")
                        || seidel_facts_is_kind (facts, "multigrid")
                        || seidel_facts_is_kind (facts, "ssor");
  g_autofree char *low = seidel_facts_format (facts->lowest);
  g_autofree char *high = seidel_facts_format (facts->highest);

  if (!symmetric || !seidel_facts_has_lowest_negative (facts) || !seidel_facts_is_iterative (facts)
      || (!positive && !seidel_facts_came_to_no_end (facts)))
    return NULL;
  return g_strdup_printf (is_indefinite (facts)
                            ? seidel_text (
                              "The matrix is indefinite: xᵀ A x / xᵀ x is between %s and "
                              "%s at least.")
                            : seidel_text ("The matrix is negative definite: xᵀ A x / xᵀ x is "
                                           "between %s and %s. Multiply it and b by −1."),
                          low, high);
}

char *
seidel_measure_signs (const SeidelFacts *facts)
{
  g_autofree char *low = seidel_facts_format (facts->lowest);
  g_autofree char *high = seidel_facts_format (facts->highest);

  if (facts->structure->value_symmetric || facts->method->family != SEIDEL_FAMILY_KRYLOV
      || !is_indefinite (facts) || !seidel_facts_came_to_no_end (facts))
    return NULL;
  return g_strdup_printf (seidel_text ("xᵀ A x / xᵀ x is between %s and %s at least: eigenvalues "
                                       "may lie on all sides of zero. Equations in the wrong order "
                                       "are a common reason."),
                          low, high);
}

char *
seidel_measure_small_diagonal (const SeidelFacts *facts)
{
  g_autofree char *row = seidel_format_count (facts->diagonal_row + 1);
  g_autofree char *ratio = seidel_facts_format (facts->diagonal);
  g_autofree char *count = seidel_format_count (facts->diagonal_few);
  g_autofree char *growth = seidel_facts_format (facts->growth);

  if (!(facts->growth >= 1.0) || !(facts->diagonal < 1.0))
    return NULL;
  return g_strdup_printf (
    seidel_text ("The diagonal is small beside its row: %s of the other entries "
                 "in row %s, below half of them in %s rows. A sweep multiplies the error "
                 "by %s in the end."),
    ratio, row, count, growth);
}

char *
seidel_measure_condition (const SeidelFacts *facts)
{
  const double condition = seidel_facts_condition (facts);
  g_autofree char *text = seidel_facts_format (condition);

  if (!seidel_facts_is_iterative (facts) || !(condition > SEIDEL_DIAGNOSIS_WELL_CONDITIONED))
    return NULL;
  return g_strdup_printf (seidel_text ("The condition number is about %s."), text);
}
