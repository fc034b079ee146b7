/* What the measures of several causes ask of the facts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "base/seidel-format.h"
#include "diagnose/seidel-diagnosis-measures.h"

/* From here on rows or columns differ in size. */
#define UNEVEN 1e5

#define DIGITS 3

char *
seidel_facts_format (double value)
{
  return seidel_format_value (value, DIGITS);
}

bool
seidel_facts_ended_by (const SeidelFacts *facts, SeidelReason one, SeidelReason other)
{
  return facts->reason == one || facts->reason == other;
}

bool
seidel_facts_came_to_no_end (const SeidelFacts *facts)
{
  return seidel_facts_ended_by (facts, SEIDEL_REASON_ITERATION_LIMIT, SEIDEL_REASON_TIME_LIMIT)
         || seidel_facts_ended_by (facts, SEIDEL_REASON_STAGNATED, SEIDEL_REASON_TOO_SLOW)
         || seidel_facts_ended_by (facts, SEIDEL_REASON_ACCURACY_LIMIT, SEIDEL_REASON_CANCELLED);
}

bool
seidel_facts_needs (const SeidelFacts *facts, SeidelNeeds need)
{
  return ((facts->method->needs | facts->kind->needs) & need) != 0;
}

bool
seidel_facts_is_method (const SeidelFacts *facts, const char *id)
{
  return g_str_has_prefix (facts->method->id, id);
}

bool
seidel_facts_is_kind (const SeidelFacts *facts, const char *id)
{
  return g_str_equal (facts->kind->id, id);
}

bool
seidel_facts_is_iterative (const SeidelFacts *facts)
{
  return facts->method->family == SEIDEL_FAMILY_KRYLOV
         || facts->method->family == SEIDEL_FAMILY_STATIONARY;
}

bool
seidel_facts_has_lowest_negative (const SeidelFacts *facts)
{
  return facts->lowest
         < -SEIDEL_DIAGNOSIS_NEGATIVE * fmax (fabs (facts->lowest), fabs (facts->highest));
}

bool
seidel_facts_has_uneven_matrix (const SeidelFacts *facts)
{
  const SeidelStructure *structure = facts->structure;

  return fmax (structure->largest_row / structure->smallest_row,
               structure->largest_column / structure->smallest_column)
         > UNEVEN;
}

bool
seidel_facts_is_uneven (const SeidelFacts *facts)
{
  const SeidelOutcome *outcome = facts->subject->outcome;

  return (outcome == NULL || outcome->scaling == NULL) && seidel_facts_has_uneven_matrix (facts);
}

double
seidel_facts_condition (const SeidelFacts *facts)
{
  if (!isnan (facts->condition))
    return facts->condition;
  return facts->structure->value_symmetric && facts->lowest > 0.0 ? facts->highest / facts->lowest
                                                                  : NAN;
}
