/* Making a plan: of the method and the engine that are asked for, or of those that are chosen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-plan-private.h"

#include <math.h>

#include "base/seidel-error.h"
#include "base/seidel-translatable.h"
#include "plan/seidel-matching-rule.h"

static SeidelPlan *
plan_options (const SeidelPlanFacts *facts, const SeidelOptions *options)
{
  return g_strcmp0 (options->engine, SEIDEL_ENGINE_AUTO) == 0
           ? seidel_plan_with_engine (facts, options)
           : seidel_plan_resolve (facts, options);
}

SeidelPlan *
seidel_plan_new_for_candidate (const SeidelPlanFacts *facts, const SeidelCandidate *candidate)
{
  const SeidelOptions options = seidel_candidate_apply (candidate, facts->options);

  return plan_options (facts, &options);
}

/* The next candidate may use what this one does not. */
static void
leave_to_candidates (SeidelPlan *plan)
{
  static const SeidelPlanItem items[] = { SEIDEL_PLAN_ACCURATE, SEIDEL_PLAN_SKIP_CONDITION,
                                          SEIDEL_PLAN_SKIP_REPLACEMENT,
                                          SEIDEL_PLAN_SKIP_LEVEL_TIMES };

  for (size_t i = 0; i < G_N_ELEMENTS (items); i++)
    if (plan->verdicts[items[i]].kind == SEIDEL_VERDICT_NO_EFFECT)
      seidel_plan_set_verdict (plan, items[i], SEIDEL_VERDICT_WORKS, NULL);
}

/* The plan of the first candidate that can start takes the place of the open one. */
static SeidelPlan *
plan_automatically (SeidelPlan *open, const SeidelPlanFacts *facts)
{
  SeidelAdvice *advice = seidel_advise (facts->structure, facts->options);
  SeidelPlan *plan = NULL;
  size_t chosen = 0;

  for (size_t i = 0; i < advice->n_candidates; i++)
    {
      SeidelPlan *candidate = seidel_plan_new_for_candidate (facts, &advice->candidates[i]);
      bool works = seidel_plan_refused (candidate) == SEIDEL_N_PLAN_ITEMS;

      if (plan == NULL || works)
        {
          seidel_plan_free (plan);
          plan = candidate;
          chosen = i;
        }
      else
        seidel_plan_free (candidate);
      if (works)
        break;
    }
  if (plan == NULL)
    {
      seidel_plan_refuse (open, SEIDEL_PLAN_METHOD, SEIDEL_ERROR_INVALID, "%s", advice->summary);
      open->advice = advice;
      return open;
    }
  if (plan->verdicts[SEIDEL_PLAN_METHOD].kind == SEIDEL_VERDICT_WORKS)
    seidel_plan_set_verdict (plan, SEIDEL_PLAN_METHOD, SEIDEL_VERDICT_WORKS,
                             g_strdup (advice->candidates[chosen].method_why));
  /* Why the user's own choice of a preconditioner does not matter. */
  if (plan->verdicts[SEIDEL_PLAN_PRECONDITIONER].kind != SEIDEL_VERDICT_REFUSED)
    seidel_plan_set_verdict (plan, SEIDEL_PLAN_PRECONDITIONER, SEIDEL_VERDICT_NO_EFFECT,
                             g_strdup (open->verdicts[SEIDEL_PLAN_PRECONDITIONER].sentence));
  leave_to_candidates (plan);
  /* Whether rows are exchanged before, only the exchange shows. */
  if (facts->options->matching == SEIDEL_MATCHING_AUTO
      && seidel_matching_may_help (facts->structure))
    {
      plan->options.matching = SEIDEL_MATCHING_AUTO;
      seidel_plan_leave_open (plan, SEIDEL_PLAN_MATCHING);
    }
  plan->advice = advice;
  plan->candidate = chosen;
  seidel_plan_free (open);
  return plan;
}

SeidelPlan *
seidel_plan_new (const SeidelPlanFacts *facts)
{
  SeidelPlan *plan = plan_options (facts, facts->options);

  if (seidel_plan_wants_method (facts->options) && facts->structure != NULL
      && seidel_plan_refused (plan) == SEIDEL_N_PLAN_ITEMS)
    return plan_automatically (plan, facts);
  return plan;
}

SeidelPlan *
seidel_plan_new_with_devices (SeidelPlanFacts *facts)
{
  SeidelPlan *plan = seidel_plan_new (facts);

  if (!plan->missing_devices)
    return plan;
  seidel_plan_free (plan);
  facts->devices = seidel_devices_find ();
  return seidel_plan_new (facts);
}

void
seidel_plan_count_factors (SeidelPlan *plan, SeidelMatrix *matrix)
{
  SeidelMemoryRoom room;
  double bytes = NAN;
  g_autoptr (GError) error = NULL;

  if (plan->method == NULL || plan->method->count == NULL || !plan->has_need
      || seidel_plan_refused (plan) != SEIDEL_N_PLAN_ITEMS)
    return;
  bytes = plan->method->count (matrix);
  if (isnan (bytes))
    return;
  seidel_memory_need_set_factors (&plan->need, plan->method, bytes);
  seidel_memory_room_init (&room, plan->engine, plan->options.device);
  /* Where it does not fit, “auto” has other candidates. */
  if (plan->advice == NULL
      && !seidel_memory_need_fits (&plan->need, &room, seidel_text (plan->method->name), &error))
    seidel_plan_refuse (plan, SEIDEL_PLAN_MEMORY, SEIDEL_ERROR_MEMORY, "%s", error->message);
}
