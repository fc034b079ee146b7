/* The scaling of a run: whether a matrix needs it, and which one a method leaves room for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-plan-private.h"

#include <float.h>
#include <math.h>

#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "plan/seidel-scaling-rule.h"

/* Rows that differ by more than half of the digits of doubles: the residual of the smaller ones is
 * far below the rounding errors of the larger ones long before it is small. */
#define VERY_DIFFERENT (1.0 / sqrt (DBL_EPSILON))

/* Magnitudes whose squares are still far from the end of the range when a residual has fallen by
 * all digits. */
#define EXTREME        0x1p400
#define EXTREME_SINGLE 0x1p60

bool
seidel_scaling_is_extreme (double magnitude, SeidelPrecision precision)
{
  const double limit = precision == SEIDEL_PRECISION_DOUBLE ? EXTREME : EXTREME_SINGLE;

  return magnitude > 0.0 && isfinite (magnitude) && (magnitude > limit || magnitude < 1.0 / limit);
}

static bool
differ (double smallest, double largest)
{
  return smallest > 0.0 && isfinite (largest) && largest / smallest >= VERY_DIFFERENT;
}

SeidelScale
seidel_scaling_choose (const SeidelStructure *structure, const SeidelMethod *method)
{
  const bool rows = differ (structure->smallest_row, structure->largest_row);
  /* Where entries are so far apart, rows and columns may be of one size by the largest alone. */
  const bool apart = structure->smallest_magnitude > 0.0
                     && structure->largest_magnitude / structure->smallest_magnitude > EXTREME;
  const bool columns = apart || differ (structure->smallest_column, structure->largest_column);
  const bool square = structure->rows == structure->columns;

  /* Of least squares, rows are weights, and smallest norms are those of x itself. */
  if (!structure->finite || !(rows || columns) || !square
      || (method != NULL && method->least_squares))
    return SEIDEL_SCALE_NONE;
  if (structure->value_symmetric
      || (method != NULL && (method->needs & SEIDEL_NEEDS_COMPLEX_SYMMETRIC)))
    return SEIDEL_SCALE_SYMMETRIC;
  return columns ? SEIDEL_SCALE_BOTH : SEIDEL_SCALE_ROWS;
}

/* A sentence with the factor between two magnitudes, “10⁹”. */
static char *
describe_orders (const char *format, double smallest, double largest)
{
  g_autofree char *power = seidel_format_power ((int) floor (log10 (largest) - log10 (smallest)));
  g_autoptr (GString) text = g_string_new (format);

  g_string_replace (text, "%s", power, 1);
  return g_strdup (text->str);
}

char *
seidel_scaling_describe_need (const SeidelStructure *structure)
{
  if (differ (structure->smallest_row, structure->largest_row))
    return describe_orders (seidel_text ("Rows differ by %s in size"), structure->smallest_row,
                            structure->largest_row);
  if (differ (structure->smallest_column, structure->largest_column))
    return describe_orders (seidel_text ("Columns differ by %s in size"),
                            structure->smallest_column, structure->largest_column);
  return NULL;
}

static void
choose (SeidelPlan *plan, const SeidelPlanFacts *facts)
{
  char *why;

  if (facts->structure == NULL)
    {
      seidel_plan_leave_open (plan, SEIDEL_PLAN_SCALING);
      return;
    }
  plan->options.scaling = seidel_scaling_choose (facts->structure, plan->method);
  why = plan->options.scaling != SEIDEL_SCALE_NONE ? seidel_scaling_describe_need (facts->structure)
                                                   : NULL;
  seidel_plan_set_verdict (plan, SEIDEL_PLAN_SCALING, SEIDEL_VERDICT_WORKS, why);
}

void
seidel_plan_resolve_scaling (SeidelPlan *plan, const SeidelPlanFacts *facts)
{
  const SeidelMethod *method = plan->method;
  const SeidelScale asked = plan->options.scaling;
  const unsigned int needs =
    (method != NULL ? (unsigned int) method->needs : 0u)
    | (plan->preconditioner != NULL ? (unsigned int) plan->preconditioner->needs : 0u);

  if (plan->verdicts[SEIDEL_PLAN_SCALING].kind == SEIDEL_VERDICT_REFUSED
      || asked == SEIDEL_SCALE_NONE)
    return;
  if (method == NULL)
    seidel_plan_leave_open (plan, SEIDEL_PLAN_SCALING);
  else if (asked == SEIDEL_SCALE_AUTO)
    choose (plan, facts);
  else if (method->least_squares)
    seidel_plan_refuse (plan, SEIDEL_PLAN_SCALING, SEIDEL_ERROR_OPTIONS,
                        seidel_text ("“%s” needs the system as it is: scaled rows would weigh its "
                                     "residuals, and scaled columns its x of smallest norm"),
                        seidel_text (method->name));
  else if ((needs & SEIDEL_NEEDS_SYMMETRY) && asked != SEIDEL_SCALE_SYMMETRIC)
    seidel_plan_refuse (plan, SEIDEL_PLAN_SCALING, SEIDEL_ERROR_OPTIONS,
                        seidel_text ("“%s” needs a symmetric matrix, which only symmetric scaling "
                                     "keeps"),
                        seidel_text (method->name));
  else if (facts->structure != NULL && facts->structure->rows != facts->structure->columns)
    seidel_plan_refuse (plan, SEIDEL_PLAN_SCALING, SEIDEL_ERROR_INVALID,
                        seidel_text ("Only square systems are scaled"));
}
