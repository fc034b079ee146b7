/* How causes in the choices of a run are recognised: the method, its preconditioner and parameters,
 * the precision and the limits.
 *
 * Sources: Saad, "Iterative Methods for Sparse Linear Systems" (2003); Chow and Saad (1997) for
 * unstable factors; Kahan (1958) and Reich (1949): sweeps over a symmetric matrix with a positive
 * diagonal converge exactly where it is positive definite; Elman (1982) for restarts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "diagnose/seidel-diagnosis-measures.h"
#include "method/seidel-preconditioner.h"

/* Of ‖(L U)⁻¹ e‖∞ ‖A‖∞: unstable whatever the matrix, and by how much it may exceed the condition
 * number. */
#define UNSTABLE     1e12
#define OVER_INVERSE 100.0

/* By how much a tolerance has to exceed what rounding leaves. */
#define REACH 2.0

/* Digits that a cycle of GMRES gains at least. */
#define LEAST_DIGITS 0.5

/* A limit that so many times the iterations would not reach is not too low: the method is too slow.
 */
#define NEAR_LIMIT 4.0
#define NEAR_BY    1.5

char *
seidel_measure_precision (const SeidelFacts *facts)
{
  const SeidelPrecision precision = facts->options.precision;
  g_autofree char *reached = seidel_facts_format (facts->relative);
  g_autofree char *condition = seidel_facts_format (facts->condition);

  if (precision == SEIDEL_PRECISION_DOUBLE || facts->reason == SEIDEL_REASON_NONE
      || seidel_facts_ended_by (facts, SEIDEL_REASON_ITERATION_LIMIT, SEIDEL_REASON_TIME_LIMIT)
      || facts->reason == SEIDEL_REASON_CANCELLED)
    return NULL;
  return isnan (facts->condition)
           ? g_strdup_printf (seidel_text ("In %s precision the residual came down to %s."),
                              seidel_precision_id (precision), reached)
           : g_strdup_printf (seidel_text ("In %s precision the residual came down to %s; the "
                                           "condition number is about %s."),
                              seidel_precision_id (precision), reached, condition);
}

char *
seidel_measure_tolerance (const SeidelFacts *facts)
{
  const SeidelOutcome *outcome = facts->subject->outcome;
  g_autofree char *possible = seidel_facts_format (facts->reach);
  g_autofree char *asked = seidel_facts_format (facts->options.tolerance);

  if (outcome == NULL || facts->options.precision != SEIDEL_PRECISION_DOUBLE
      || !seidel_facts_ended_by (facts, SEIDEL_REASON_STAGNATED, SEIDEL_REASON_ACCURACY_LIMIT)
      || !(outcome->backward <= SEIDEL_DIAGNOSIS_ROUNDED
           || facts->options.tolerance < REACH * facts->reach))
    return NULL;
  return g_strdup_printf (seidel_text (
                            "The tolerance is %s, and rounding of A x in double precision "
                            "leaves residuals of about %s."),
                          asked, possible);
}

char *
seidel_measure_relaxation (const SeidelFacts *facts)
{
  g_autofree char *here = seidel_facts_format (facts->growth);
  g_autofree char *there = seidel_facts_format (facts->plain_growth);
  g_autofree char *parameter = seidel_facts_format (facts->plain_parameter);

  if (!(facts->plain_growth < 1.0) || !(facts->growth > facts->plain_growth))
    return NULL;
  return seidel_facts_is_method (facts, "jacobi")
           ? g_strdup_printf (seidel_text (
                                "An iteration multiplies the error by %s in the end; with "
                                "the weight %s it would be %s."),
                              here, parameter, there)
           : g_strdup_printf (seidel_text (
                                "An iteration multiplies the error by %s in the end; with "
                                "ω = %s it would be %s."),
                              here, parameter, there);
}

char *
seidel_measure_indefinite_preconditioner (const SeidelFacts *facts)
{
  g_autofree char *count = seidel_format_count (facts->structure->diagonal_negative);

  if (!facts->structure->value_symmetric || facts->structure->diagonal_negative == 0
      || facts->structure->diagonal_negative == facts->csr->rows
      || !(seidel_facts_is_method (facts, "minres") || seidel_facts_is_method (facts, "cg"))
      || !(seidel_facts_is_kind (facts, "jacobi") || seidel_facts_is_kind (facts, "ssor")
           || seidel_facts_is_kind (facts, "multigrid")))
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

char *
seidel_measure_factors (const SeidelFacts *facts)
{
  const bool symmetric = seidel_facts_is_kind (facts, "ic0");
  g_autofree char *row = seidel_format_count (facts->pivot_row + 1);
  g_autofree char *pivot = seidel_facts_format (facts->pivot);
  g_autofree char *inverse = seidel_facts_format (facts->inverse);
  g_autofree char *growth = seidel_facts_format (facts->element_growth);
  g_autofree char *count = seidel_format_count (facts->negative_pivots);

  if (symmetric && facts->negative_pivots > 0 && !seidel_facts_has_lowest_negative (facts))
    return g_strdup_printf (seidel_text ("%s pivots of IC(0) are negative though the matrix is not "
                                         "indefinite; the smallest, in row %s, is %s of its row."),
                            count, row, pivot);
  if (!has_bad_factors (facts) || (symmetric && seidel_facts_has_lowest_negative (facts)))
    return NULL;
  return g_strdup_printf (
    seidel_text ("The incomplete factors are unstable: ‖(L U)⁻¹ e‖ ‖A‖ is %s, "
                 "the smallest pivot, in row %s, is %s of its row, and elements grew by %s."),
    inverse, row, pivot, growth);
}

char *
seidel_measure_near_null (const SeidelFacts *facts)
{
  if (facts->block < 2 || facts->subject->problem->n_near_null > 0
      || !(seidel_facts_is_method (facts, "multigrid") || seidel_facts_is_kind (facts, "multigrid"))
      || !seidel_facts_came_to_no_end (facts))
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

  return seidel_facts_is_method (facts, "gmres") && seidel_facts_came_to_no_end (facts)
         && (double) done >= 2.0 * cycle && facts->rate * cycle < LEAST_DIGITS
         && (double) facts->csr->rows > cycle;
}

char *
seidel_measure_restart (const SeidelFacts *facts)
{
  const double cycle = facts->options.parameters[SEIDEL_PARAMETER_RESTART];
  g_autofree char *digits = seidel_facts_format (fmax (facts->rate * cycle, 0.0));

  if (!forgets (facts))
    return NULL;
  return g_strdup_printf (
    seidel_text (
      "A cycle of %.0f iterations gains %s digits: each restart discards the search directions."),
    cycle, digits);
}

char *
seidel_measure_limit (const SeidelFacts *facts)
{
  const int64_t done = facts->subject->outcome != NULL ? facts->subject->outcome->iterations : 0;
  g_autofree char *rate = seidel_facts_format (1.0 / facts->rate);
  g_autofree char *needed = seidel_facts_format (facts->needed);

  if (!seidel_facts_ended_by (facts, SEIDEL_REASON_ITERATION_LIMIT, SEIDEL_REASON_TIME_LIMIT)
      || !(facts->needed <= (forgets (facts) ? NEAR_BY : NEAR_LIMIT) * (double) done))
    return NULL;
  return g_strdup_printf (
    seidel_text (
      "The residual falls to a tenth in %s iterations: the tolerance is reached after about %s."),
    rate, needed);
}

char *
seidel_measure_preconditioner (const SeidelFacts *facts)
{
  const double condition = seidel_facts_condition (facts);
  g_autofree char *text = seidel_facts_format (condition);

  if (facts->method->family != SEIDEL_FAMILY_KRYLOV || facts->kind->prepare != NULL
      || facts->kind->sweeps != SEIDEL_SWEEPS_NONE || !seidel_facts_came_to_no_end (facts)
      || condition <= SEIDEL_DIAGNOSIS_WELL_CONDITIONED
      || facts->method->preconditioning == SEIDEL_PRECONDITIONING_NONE)
    return NULL;
  return isnan (condition)
           ? g_strdup (seidel_text ("There is no preconditioner that does more than the diagonal."))
           : g_strdup_printf (seidel_text ("The condition number is about %s, and there is no "
                                           "preconditioner that does more than the diagonal."),
                              text);
}

char *
seidel_measure_speed (const SeidelFacts *facts)
{
  const double folds = -log (facts->options.tolerance) / -log (facts->growth);
  g_autofree char *growth = seidel_format_value (facts->growth, 5);
  g_autofree char *needed = seidel_facts_format (folds);

  if (facts->method->family != SEIDEL_FAMILY_STATIONARY || !seidel_facts_came_to_no_end (facts)
      || !(facts->growth < 1.0))
    return NULL;
  return g_strdup_printf (seidel_text (
                            "An iteration multiplies the error by %s in the end: about %s "
                            "of them reach the tolerance."),
                          growth, needed);
}

char *
seidel_measure_memory (const SeidelFacts *facts)
{
  return facts->reason == SEIDEL_REASON_OUT_OF_MEMORY
           ? g_strdup (seidel_text ("The run did not fit into memory."))
           : NULL;
}
