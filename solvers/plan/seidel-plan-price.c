/* What the run of a plan is expected to take on an engine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-plan-private.h"

#include <math.h>

#include "advisor/seidel-estimate.h"
#include "cost/seidel-cpu-costs.h"

/* What a sweep with several rows at a time takes in a run, over what is predicted of it alone: the
 * operations between sweeps, which all threads share, leave the numbers in the caches of other
 * cores. Measured: 1.7 to 4. */
#define SWEEP_IN_RUN 2.0

/* What a sweep takes of whose strategy nothing is known, in products. */
#define PRODUCTS_OF_SWEEP 3.0

bool
seidel_plan_is_complete (const SeidelPlan *plan)
{
  return plan->sweeps == SEIDEL_SWEEPS_NONE || plan->missing_levels == SEIDEL_SWEEPS_NONE;
}

static double
sweep_seconds (const SeidelPlan *plan, const SeidelEngineCosts *costs)
{
  if (plan->choice.matrix != NULL && isfinite (plan->choice.forecast.seconds))
    return plan->choice.forecast.seconds
           * (plan->engine->strategies[plan->strategy].needs_levels ? SWEEP_IN_RUN : 1.0);
  return seidel_plan_is_complete (plan) ? PRODUCTS_OF_SWEEP * costs->product : costs->sweep;
}

static bool
is_awake (const SeidelPlanFacts *facts, const SeidelEngine *engine)
{
  for (int i = 0; i < facts->devices.n; i++)
    if (facts->devices.items[i].info->engine == engine)
      return facts->devices.items[i].awake;
  return false;
}

double
seidel_plan_price (const SeidelPlan *plan, const SeidelEngine *engine, const SeidelPlanFacts *facts)
{
  const int32_t levels = seidel_plan_known_levels (facts);
  const SeidelMemoryChoices choices = { engine, plan->method, plan->preconditioner, plan->strategy,
                                        levels };
  const SeidelEngineDemand demand =
    seidel_memory_demand (&choices, facts->structure, &plan->options);
  SeidelEngineCosts costs;
  SeidelIterationParts parts = { .costs = &costs };

  if (engine->expect != NULL)
    engine->expect (&demand, plan->threads, levels, &costs);
  else
    seidel_cpu_expect (&demand, plan->threads, levels, facts->machine, &costs);
  if (is_awake (facts, engine))
    costs.start = 0.0;
  parts.operation = costs.pass;
  parts.sweep = plan->engine == engine ? sweep_seconds (plan, &costs) : costs.sweep;
  parts.factor_sweep = parts.sweep;
  return seidel_estimate_run (&parts, facts->structure, plan->method, plan->preconditioner,
                              &plan->options);
}
