/* The causes that are looked for, and how each is recognised.
 *
 * Sources: Saad, "Iterative Methods for Sparse Linear Systems" (2003); Chow and Saad (1997) for
 * unstable factors; Kahan (1958) and Reich (1949): sweeps over a symmetric matrix with a positive
 * diagonal converge exactly where it is positive definite; Elman (1982) for restarts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>
#include <math.h>

#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "diagnose/seidel-diagnosis-private.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-preconditioner.h"

/* From here on, relative, what is negative is no rounding. */
#define NEGATIVE 1e-10

/* From here on rows or columns differ in size. */
#define UNEVEN 1e5

/* Of ‖(L U)⁻¹ e‖∞ ‖A‖∞: unstable whatever the matrix, and by how much it may exceed the condition
 * number. */
#define UNSTABLE     1e12
#define OVER_INVERSE 100.0

/* A condition number beyond which a matrix is singular for double precision. */
#define SINGULAR (0.1 / DBL_EPSILON)

/* A part of b that is no rounding. */
#define INCONSISTENT 1e-9

/* A backward error of rounding, and by how much a tolerance has to exceed what rounding leaves. */
#define ROUNDED 1e-13
#define REACH   2.0

/* Digits that a cycle of GMRES gains at least. */
#define LEAST_DIGITS 0.5

/* A limit that so many times the iterations would not reach is not too low: the method is too slow.
 */
#define NEAR_LIMIT 4.0
#define NEAR_BY    1.5

/* From here on a condition number asks for a preconditioner. */
#define WELL_CONDITIONED 100.0

#define DIGITS 3

typedef struct
{
  SeidelCause cause;
  char *(*measure) (const SeidelFacts *facts); /* the sentence, or NULL: it is not this */
} Rule;

static char *
format (double value)
{
  return seidel_format_value (value, DIGITS);
}

static bool
ended_by (const SeidelFacts *facts, SeidelReason one, SeidelReason other)
{
  return facts->reason == one || facts->reason == other;
}

/* Whether it ran, and out of time or out of progress. */
static bool
came_to_no_end (const SeidelFacts *facts)
{
  return ended_by (facts, SEIDEL_REASON_ITERATION_LIMIT, SEIDEL_REASON_TIME_LIMIT)
         || ended_by (facts, SEIDEL_REASON_STAGNATED, SEIDEL_REASON_TOO_SLOW)
         || ended_by (facts, SEIDEL_REASON_ACCURACY_LIMIT, SEIDEL_REASON_CANCELLED);
}

static bool
needs (const SeidelFacts *facts, SeidelNeeds need)
{
  return ((facts->method->needs | facts->kind->needs) & need) != 0;
}

static bool
is_method (const SeidelFacts *facts, const char *id)
{
  return g_str_has_prefix (facts->method->id, id);
}

static bool
is_kind (const SeidelFacts *facts, const char *id)
{
  return g_str_equal (facts->kind->id, id);
}

static bool
is_iterative (const SeidelFacts *facts)
{
  return facts->method->family == SEIDEL_FAMILY_KRYLOV
         || facts->method->family == SEIDEL_FAMILY_STATIONARY;
}

/* Whether there is x with xᵀ A x < 0 and another with xᵀ A x > 0. */
static bool
is_indefinite (const SeidelFacts *facts)
{
  const double size = fmax (fabs (facts->lowest), fabs (facts->highest));

  return facts->lowest < -NEGATIVE * size && facts->highest > NEGATIVE * size;
}

static bool
has_lowest_negative (const SeidelFacts *facts)
{
  return facts->lowest < -NEGATIVE * fmax (fabs (facts->lowest), fabs (facts->highest));
}

static char *
measure_numbers (const SeidelFacts *facts)
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

static char *
measure_shape (const SeidelFacts *facts)
{
  g_autofree char *rows = seidel_format_count (facts->csr->rows);
  g_autofree char *columns = seidel_format_count (facts->csr->columns);

  if (facts->csr->rows == facts->csr->columns || !needs (facts, SEIDEL_NEEDS_SQUARE))
    return NULL;
  return g_strdup_printf (seidel_text ("The matrix has %s rows and %s columns."), rows, columns);
}

static char *
measure_structure (const SeidelFacts *facts)
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

static char *
measure_diagonal (const SeidelFacts *facts)
{
  const SeidelStructure *structure = facts->structure;
  const int64_t lost = structure->diagonal_missing + structure->diagonal_zero;
  const int64_t first = structure->diagonal_first_missing >= 0 ? structure->diagonal_first_missing
                                                               : structure->diagonal_first_zero;
  g_autofree char *count = seidel_format_count (lost);
  g_autofree char *row = seidel_format_count (first + 1);

  if (lost == 0 || (!needs (facts, SEIDEL_NEEDS_DIAGONAL) && !is_kind (facts, "ilu0")))
    return NULL;
  return g_strdup_printf (seidel_text ("%s diagonal entries are missing or zero, the first in row "
                                       "%s."),
                          count, row);
}

static char *
measure_symmetry (const SeidelFacts *facts)
{
  const SeidelStructure *structure = facts->structure;
  g_autofree char *part = format (100.0 * (1.0 - structure->value_symmetry));

  if (structure->value_symmetric || !needs (facts, SEIDEL_NEEDS_SYMMETRIC))
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

static char *
measure_zero_rhs (const SeidelFacts *facts)
{
  g_autofree char *vector = name_null_vector (facts);
  g_autofree char *size = format (facts->rhs_size);

  if (facts->null_block == 0 || !(facts->rhs_size < ROUNDED))
    return NULL;
  return g_strdup_printf (seidel_text ("%s, and b is zero but for rounding: ‖b‖∞ is %s of ‖A‖∞. "
                                       "Choose another right-hand side."),
                          vector, size);
}

static char *
measure_consistency (const SeidelFacts *facts)
{
  g_autofree char *part = format (facts->rhs_part);

  if (facts->null_block > 0 && facts->rhs_part > INCONSISTENT)
    return g_strdup_printf (seidel_text ("The rows add up to zero, and b does not: %s of it is "
                                         "outside the range of A, so that no x solves the system."),
                            part);
  if (facts->reason != SEIDEL_REASON_LEAST_SQUARES)
    return NULL;
  return g_strdup (seidel_text ("The residual cannot be made smaller: b is outside the range of A, "
                                "and no x solves the system."));
}

/* Whether rows, or columns, differ in size, and nothing was done about it. */
static bool
is_uneven (const SeidelFacts *facts)
{
  const SeidelStructure *structure = facts->structure;
  const SeidelOutcome *outcome = facts->subject->outcome;

  return (outcome == NULL || outcome->scaling == NULL)
         && fmax (structure->largest_row / structure->smallest_row,
                  structure->largest_column / structure->smallest_column)
              > UNEVEN;
}

static char *
measure_null_space (const SeidelFacts *facts)
{
  g_autofree char *vector = name_null_vector (facts);
  g_autofree char *size = format (facts->null_block > 0 ? facts->null_residual : facts->condition);

  if (facts->null_block > 0)
    return g_strdup_printf (seidel_text ("%s, to %s of its rows: the matrix is singular, and x is "
                                         "known up to these."),
                            vector, size);
  if (facts->singular)
    return g_strdup (seidel_text ("A sparse LU factorisation found no pivot: the matrix is "
                                  "singular."));
  /* Of rows in different units the condition number says little. */
  if (!(facts->condition > SINGULAR) || is_uneven (facts))
    return NULL;
  return g_strdup_printf (seidel_text ("The condition number is about %s: the matrix is singular "
                                       "for double precision."),
                          size);
}

static char *
measure_precision (const SeidelFacts *facts)
{
  const SeidelPrecision precision = facts->options.precision;
  g_autofree char *reached = format (facts->relative);
  g_autofree char *condition = format (facts->condition);

  if (precision == SEIDEL_PRECISION_DOUBLE || facts->reason == SEIDEL_REASON_NONE
      || ended_by (facts, SEIDEL_REASON_ITERATION_LIMIT, SEIDEL_REASON_TIME_LIMIT)
      || facts->reason == SEIDEL_REASON_CANCELLED)
    return NULL;
  return isnan (facts->condition)
           ? g_strdup_printf (seidel_text ("In %s precision the residual came down to %s."),
                              seidel_precision_id (precision), reached)
           : g_strdup_printf (seidel_text ("In %s precision the residual came down to %s; the "
                                           "condition number is about %s."),
                              seidel_precision_id (precision), reached, condition);
}

static char *
measure_tolerance (const SeidelFacts *facts)
{
  const SeidelOutcome *outcome = facts->subject->outcome;
  g_autofree char *possible = format (facts->reach);
  g_autofree char *asked = format (facts->options.tolerance);

  if (outcome == NULL || facts->options.precision != SEIDEL_PRECISION_DOUBLE
      || !ended_by (facts, SEIDEL_REASON_STAGNATED, SEIDEL_REASON_ACCURACY_LIMIT)
      || !(outcome->backward <= ROUNDED || facts->options.tolerance < REACH * facts->reach))
    return NULL;
  return g_strdup_printf (seidel_text (
                            "The tolerance is %s, and rounding of A x in double precision "
                            "leaves residuals of about %s."),
                          asked, possible);
}

static char *
measure_scaling (const SeidelFacts *facts)
{
  const SeidelStructure *structure = facts->structure;
  const double rows = structure->largest_row / structure->smallest_row;
  const double columns = structure->largest_column / structure->smallest_column;
  g_autofree char *of_rows = format (rows);
  g_autofree char *of_columns = format (columns);

  if (!is_uneven (facts))
    return NULL;
  return g_strdup_printf (seidel_text (
                            "The largest entries of rows differ by a factor of %s, those "
                            "of columns by %s."),
                          of_rows, of_columns);
}

static char *
measure_relaxation (const SeidelFacts *facts)
{
  g_autofree char *here = format (facts->growth);
  g_autofree char *there = format (facts->plain_growth);
  g_autofree char *parameter = format (facts->plain_parameter);

  if (!(facts->plain_growth < 1.0) || !(facts->growth > facts->plain_growth))
    return NULL;
  return is_method (facts, "jacobi")
           ? g_strdup_printf (seidel_text (
                                "An iteration multiplies the error by %s in the end; with "
                                "the weight %s it would be %s."),
                              here, parameter, there)
           : g_strdup_printf (seidel_text (
                                "An iteration multiplies the error by %s in the end; with "
                                "ω = %s it would be %s."),
                              here, parameter, there);
}

static char *
measure_indefinite_preconditioner (const SeidelFacts *facts)
{
  g_autofree char *count = seidel_format_count (facts->structure->diagonal_negative);

  if (!facts->structure->value_symmetric || facts->structure->diagonal_negative == 0
      || facts->structure->diagonal_negative == facts->csr->rows
      || !(is_method (facts, "minres") || is_method (facts, "cg"))
      || !(is_kind (facts, "jacobi") || is_kind (facts, "ssor") || is_kind (facts, "multigrid")))
    return NULL;
  return g_strdup_printf (seidel_text (
                            "%s diagonal entries are negative: as many eigenvalues of “%s” "
                            "are, and “%s” needs a positive definite preconditioner."),
                          count, seidel_text (facts->kind->name),
                          seidel_text (facts->method->name));
}

static bool
has_bad_factors (const SeidelFacts *facts)
{
  return facts->inverse > UNSTABLE || facts->inverse > OVER_INVERSE * facts->condition
         || facts->pivot == 0.0;
}

static char *
measure_factors (const SeidelFacts *facts)
{
  const bool symmetric = is_kind (facts, "ic0");
  g_autofree char *row = seidel_format_count (facts->pivot_row + 1);
  g_autofree char *pivot = format (facts->pivot);
  g_autofree char *inverse = format (facts->inverse);
  g_autofree char *growth = format (facts->element_growth);
  g_autofree char *count = seidel_format_count (facts->negative_pivots);

  if (symmetric && facts->negative_pivots > 0 && !has_lowest_negative (facts))
    return g_strdup_printf (seidel_text ("%s pivots of IC(0) are negative though the matrix is not "
                                         "indefinite; the smallest, in row %s, is %s of its row."),
                            count, row, pivot);
  if (!has_bad_factors (facts) || (symmetric && has_lowest_negative (facts)))
    return NULL;
  return g_strdup_printf (
    seidel_text ("The incomplete factors are unstable: ‖(L U)⁻¹ e‖ ‖A‖ is %s, "
                 "the smallest pivot, in row %s, is %s of its row, and elements grew by %s."),
    inverse, row, pivot, growth);
}

static char *
measure_definiteness (const SeidelFacts *facts)
{
  const bool symmetric = facts->structure->value_symmetric;
  const bool positive = is_method (facts, "cg") || needs (facts, SEIDEL_NEEDS_POSITIVE_DIAGONAL)
                        || facts->method->family == SEIDEL_FAMILY_STATIONARY
                        || is_method (facts, "multigrid") || is_kind (facts, "multigrid")
                        || is_kind (facts, "ssor");
  g_autofree char *low = format (facts->lowest);
  g_autofree char *high = format (facts->highest);

  if (!symmetric || !has_lowest_negative (facts) || !is_iterative (facts)
      || (!positive && !came_to_no_end (facts)))
    return NULL;
  return g_strdup_printf (is_indefinite (facts)
                            ? seidel_text (
                              "The matrix is indefinite: xᵀ A x / xᵀ x is between %s and "
                              "%s at least.")
                            : seidel_text ("The matrix is negative definite: xᵀ A x / xᵀ x is "
                                           "between %s and %s. Multiply it and b by −1."),
                          low, high);
}

static char *
measure_small_diagonal (const SeidelFacts *facts)
{
  g_autofree char *row = seidel_format_count (facts->diagonal_row + 1);
  g_autofree char *ratio = format (facts->diagonal);
  g_autofree char *count = seidel_format_count (facts->diagonal_few);
  g_autofree char *growth = format (facts->growth);

  if (!(facts->growth >= 1.0) || !(facts->diagonal < 1.0))
    return NULL;
  return g_strdup_printf (
    seidel_text ("The diagonal is small beside its row: %s of the other entries "
                 "in row %s, below half of them in %s rows. A sweep multiplies the error "
                 "by %s in the end."),
    ratio, row, count, growth);
}

static char *
measure_near_null (const SeidelFacts *facts)
{
  if (facts->block < 2 || facts->subject->problem->n_near_null > 0
      || !(is_method (facts, "multigrid") || is_kind (facts, "multigrid"))
      || !came_to_no_end (facts))
    return NULL;
  return g_strdup_printf (seidel_text ("There are %d unknowns a node, by the pattern, and "
                                       "multigrid used a single near null vector."),
                          facts->block);
}

/* Whether cycles of GMRES gain little. */
static bool
forgets (const SeidelFacts *facts)
{
  const double cycle = facts->options.parameters[SEIDEL_PARAMETER_RESTART];
  const int64_t done = facts->subject->outcome != NULL ? facts->subject->outcome->iterations : 0;

  return is_method (facts, "gmres") && came_to_no_end (facts) && (double) done >= 2.0 * cycle
         && facts->rate * cycle < LEAST_DIGITS && (double) facts->csr->rows > cycle;
}

static char *
measure_restart (const SeidelFacts *facts)
{
  const double cycle = facts->options.parameters[SEIDEL_PARAMETER_RESTART];
  g_autofree char *digits = format (fmax (facts->rate * cycle, 0.0));

  if (!forgets (facts))
    return NULL;
  return g_strdup_printf (
    seidel_text (
      "A cycle of %.0f iterations gains %s digits: each restart discards the search directions."),
    cycle, digits);
}

static char *
measure_limit (const SeidelFacts *facts)
{
  const int64_t done = facts->subject->outcome != NULL ? facts->subject->outcome->iterations : 0;
  g_autofree char *rate = format (1.0 / facts->rate);
  g_autofree char *needed = format (facts->needed);

  if (!ended_by (facts, SEIDEL_REASON_ITERATION_LIMIT, SEIDEL_REASON_TIME_LIMIT)
      || !(facts->needed <= (forgets (facts) ? NEAR_BY : NEAR_LIMIT) * (double) done))
    return NULL;
  return g_strdup_printf (
    seidel_text (
      "The residual falls to a tenth in %s iterations: the tolerance is reached after about %s."),
    rate, needed);
}

/* κ by a factorisation, or at least the quotient of the extreme values of xᵀ A x. */
static double
condition_of (const SeidelFacts *facts)
{
  if (!isnan (facts->condition))
    return facts->condition;
  return facts->structure->value_symmetric && facts->lowest > 0.0 ? facts->highest / facts->lowest
                                                                  : NAN;
}

static char *
measure_preconditioner (const SeidelFacts *facts)
{
  const double condition = condition_of (facts);
  g_autofree char *text = format (condition);

  if (facts->method->family != SEIDEL_FAMILY_KRYLOV || facts->kind->prepare != NULL
      || facts->kind->sweeps != SEIDEL_SWEEPS_NONE || !came_to_no_end (facts)
      || condition <= WELL_CONDITIONED
      || facts->method->preconditioning == SEIDEL_PRECONDITIONING_NONE)
    return NULL;
  return isnan (condition)
           ? g_strdup (seidel_text ("There is no preconditioner that does more than the diagonal."))
           : g_strdup_printf (seidel_text ("The condition number is about %s, and there is no "
                                           "preconditioner that does more than the diagonal."),
                              text);
}

static char *
measure_speed (const SeidelFacts *facts)
{
  const double folds = -log (facts->options.tolerance) / -log (facts->growth);
  g_autofree char *growth = seidel_format_value (facts->growth, 5);
  g_autofree char *needed = format (folds);

  if (facts->method->family != SEIDEL_FAMILY_STATIONARY || !came_to_no_end (facts)
      || !(facts->growth < 1.0))
    return NULL;
  return g_strdup_printf (seidel_text (
                            "An iteration multiplies the error by %s in the end: about %s "
                            "of them reach the tolerance."),
                          growth, needed);
}

static char *
measure_condition (const SeidelFacts *facts)
{
  const double condition = condition_of (facts);
  g_autofree char *text = format (condition);

  if (!is_iterative (facts) || !(condition > WELL_CONDITIONED))
    return NULL;
  return g_strdup_printf (seidel_text ("The condition number is about %s."), text);
}

static char *
measure_memory (const SeidelFacts *facts)
{
  return facts->reason == SEIDEL_REASON_OUT_OF_MEMORY
           ? g_strdup (seidel_text ("The run did not fit into memory."))
           : NULL;
}

/* The likeliest first: what makes others void comes before them. */
static const Rule rules[] = {
  { { "numbers", N_ ("Numbers that are not finite"), N_ ("No method can begin with them.") },
    measure_numbers },
  { { "memory", N_ ("Memory"), N_ ("The run needs more than there is.") }, measure_memory },
  { { "shape", N_ ("Not square"), N_ ("Such a system is solved by least squares.") },
    measure_shape },
  { { "structure", N_ ("Structurally singular"),
      N_ ("The pattern leaves no solution that is determined.") },
    measure_structure },
  { { "symmetry", N_ ("Not symmetric"),
      N_ ("Short recurrences rely on symmetry; without it their residual is not that of x.") },
    measure_symmetry },
  { { "zero-diagonal", N_ ("Zeros on the diagonal"),
      N_ ("Sweeps and their preconditioners divide by the diagonal.") },
    measure_diagonal },
  { { "zero-rhs", N_ ("Right-hand side of rounding errors"),
      N_ ("A times a null vector is no right-hand side.") },
    measure_zero_rhs },
  { { "inconsistent", N_ ("No solution"), N_ ("b has a part that A x cannot have.") },
    measure_consistency },
  { { "precision", N_ ("Precision"), N_ ("Numbers have too few digits for the tolerance.") },
    measure_precision },
  { { "null-space", N_ ("Null space"),
      N_ ("The matrix is singular: factors break down, and errors along null vectors stay.") },
    measure_null_space },
  { { "tolerance", N_ ("Tolerance out of reach"), N_ ("Rounding errors are larger.") },
    measure_tolerance },
  { { "relaxation", N_ ("Relaxation"), N_ ("The step is too long or too short.") },
    measure_relaxation },
  { { "indefinite-preconditioner", N_ ("Indefinite preconditioner"),
      N_ ("Its inner product has negative squares, and the method divides by their roots.") },
    measure_indefinite_preconditioner },
  { { "scaling", N_ ("Scaling"), N_ ("Small rows or columns hardly count in norms.") },
    measure_scaling },
  { { "unstable-factors", N_ ("Unstable incomplete factors"),
      N_ ("Solving with them magnifies errors instead of removing them.") },
    measure_factors },
  { { "indefinite", N_ ("Indefinite matrix"),
      N_ ("Methods for positive definite matrices minimise what has no minimum.") },
    measure_definiteness },
  { { "small-diagonal", N_ ("Small diagonal"), N_ ("Sweeps magnify errors.") },
    measure_small_diagonal },
  { { "near-null-space", N_ ("Near null space"),
      N_ ("Coarse levels miss the slow errors of several unknowns a node.") },
    measure_near_null },
  { { "limit", N_ ("Limit too low"), N_ ("The residual was still falling at a steady rate.") },
    measure_limit },
  { { "restart", N_ ("Restart too early"), N_ ("Few directions do not span the slow errors.") },
    measure_restart },
  { { "no-preconditioner", N_ ("No preconditioner"),
      N_ ("Iterations grow with the root of the condition number, or with it.") },
    measure_preconditioner },
  { { "slow", N_ ("Slow method"), N_ ("Smooth errors hardly change in a sweep.") }, measure_speed },
  { { "condition", N_ ("Ill-conditioned"), N_ ("A small residual allows a large error.") },
    measure_condition },
};

const SeidelCause *
seidel_causes (size_t *n)
{
  static SeidelCause causes[G_N_ELEMENTS (rules)];
  static gsize made = 0;

  if (g_once_init_enter (&made))
    {
      for (size_t i = 0; i < G_N_ELEMENTS (rules); i++)
        causes[i] = rules[i].cause;
      g_once_init_leave (&made, 1);
    }
  *n = G_N_ELEMENTS (rules);
  return causes;
}

void
seidel_diagnosis_apply_rules (const SeidelFacts *facts, GArray *findings)
{
  for (size_t i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      SeidelFinding finding = { .cause = &rules[i].cause };

      /* A number to go by where nothing better was found. */
      if (rules[i].measure == measure_condition && findings->len > 0)
        continue;
      finding.measured = rules[i].measure (facts);
      if (finding.measured == NULL)
        continue;
      seidel_diagnosis_add_steps (facts, &finding);
      g_array_append_val (findings, finding);
    }
}
