/* The engine of a run, where that is automatic: the CPU, or the device on which the run is expected
 * to be over sooner, its start, copying and planning included.
 *
 * Two prices are compared: what the parts of a run take comes from the engines
 * (SeidelEngine.expect (), choose_strategy ()), and how many iterations there are is estimated once
 * for both. Devices are left asleep where the CPU is done before one would be ready.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-plan-private.h"

#include <math.h>

#include "advisor/seidel-estimate.h"
#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "cost/seidel-cpu-costs.h"

/* Seconds that opening the module of a device and creating its first context take at least. */
#define LEAST_START 0.12

/* The levels of a matrix with so many entries are found sooner than a device has chosen how to
 * sweep by them. */
#define QUICK_LEVELS 2000000

/* What a sweep with several rows at a time takes in a run, over what is predicted of it alone: the
 * operations between sweeps, which all threads share, leave the numbers in the caches of other
 * cores. Measured: 1.7 to 4. */
#define SWEEP_IN_RUN 2.0

/* What a sweep takes of whose strategy nothing is known, in products. */
#define PRODUCTS_OF_SWEEP 3.0

/* Whether what sweeps take is known, or there are none. */
static bool
is_complete (const SeidelPlan *plan)
{
  return plan->missing_levels == SEIDEL_SWEEPS_NONE;
}

static bool
is_refused (const SeidelPlan *plan)
{
  return seidel_plan_refused (plan) != SEIDEL_N_PLAN_ITEMS;
}

static double
sweep_seconds (const SeidelPlan *plan, const SeidelEngineCosts *costs)
{
  if (plan->choice.matrix != NULL && isfinite (plan->choice.forecast.seconds))
    return plan->choice.forecast.seconds
           * (plan->engine->strategies[plan->strategy].needs_levels ? SWEEP_IN_RUN : 1.0);
  return is_complete (plan) ? PRODUCTS_OF_SWEEP * costs->product : costs->sweep;
}

static bool
is_awake (const SeidelPlanFacts *facts, const SeidelEngine *engine)
{
  for (int i = 0; i < facts->devices.n; i++)
    if (facts->devices.items[i].info->engine == engine)
      return facts->devices.items[i].awake;
  return false;
}

/* Seconds of the run on an engine: with the strategy of the plan, or at best where the plan is that
 * of another engine, as choosing a strategy may take as long as a short run. */
static double
price (const SeidelPlan *plan, const SeidelEngine *engine, const SeidelPlanFacts *facts)
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

/* Takes why over. */
static SeidelPlan *
settle (SeidelPlan *plan, SeidelPlan *other, char *why)
{
  seidel_plan_free (other);
  if (plan->verdicts[SEIDEL_PLAN_ENGINE].kind == SEIDEL_VERDICT_WORKS)
    seidel_plan_set_verdict (plan, SEIDEL_PLAN_ENGINE, SEIDEL_VERDICT_WORKS, why);
  else
    g_free (why);
  plan->engine_chosen = true;
  return plan;
}

/* Whether it computes on the host, and no engine has factors for it. */
static bool
is_bound_to_host (const SeidelMethod *method)
{
  return method->on_host && method->factors == 0;
}

static SeidelPlan *
leave_open (SeidelPlan *host)
{
  if (host->verdicts[SEIDEL_PLAN_ENGINE].kind == SEIDEL_VERDICT_WORKS)
    seidel_plan_leave_open (host, SEIDEL_PLAN_ENGINE);
  return host;
}

static SeidelPlan *
plan_on (const SeidelPlanFacts *facts, const SeidelOptions *options, const char *engine)
{
  SeidelOptions on = *options;

  on.engine = engine;
  return seidel_plan_resolve (facts, &on);
}

/* Whether the plan before, made for the same run, has chosen. */
static bool
is_chosen_before (const SeidelPlanFacts *facts, const SeidelPlan *host)
{
  const SeidelPlan *before = facts->before;

  return before != NULL && before->engine_chosen && before->engine != NULL
         && before->method == host->method && before->preconditioner == host->preconditioner
         && before->options.tolerance == host->options.tolerance
         && before->options.max_iterations == host->options.max_iterations
         && before->options.precision == host->options.precision
         && before->threads == host->threads;
}

static char *
describe (const SeidelEngine *better, double seconds, const SeidelEngine *other, double others)
{
  g_autofree char *one = seidel_format_seconds (seconds, 2);
  g_autofree char *two = seidel_format_seconds (others, 2);

  return g_strdup_printf (seidel_text (
                            "It is expected to take about %s on the %s engine, and %s on the %s "
                            "engine"),
                          one, better->name, two, other->name);
}

static char *
describe_short (double seconds)
{
  g_autofree char *text = seidel_format_seconds (seconds, 2);

  return g_strdup_printf (
    seidel_text ("It is expected to take about %s, less than it takes to start a device"), text);
}

/* The better of a plan and that on a device, of a run on a matrix that is known. */
static SeidelPlan *
compare (const SeidelPlanFacts *facts,
         const SeidelOptions *options,
         SeidelPlan *plan,
         const SeidelEngineEntryInfo *device)
{
  const SeidelEngine *engine = plan->engine;
  const double seconds = price (plan, engine, facts);
  SeidelPlan *other;
  double others;

  if (!device->available || device->engine->expect == NULL)
    return settle (plan, NULL,
                   g_strdup_printf (seidel_text ("The %s engine cannot be used on this machine"),
                                    device->name));
  others = price (plan, device->engine, facts);
  if (seconds <= others)
    return is_complete (plan)
             ? settle (plan, NULL, describe (engine, seconds, device->engine, others))
             : leave_open (plan);
  if (!is_complete (plan) && facts->structure->nonzeros <= QUICK_LEVELS)
    return leave_open (plan);
  other = plan_on (facts, options, device->id);
  if (is_refused (other))
    return settle (plan, other, g_strdup (other->verdicts[seidel_plan_refused (other)].sentence));
  others = price (other, device->engine, facts);
  /* Without levels both figures are what it takes at best. */
  if (!is_complete (plan)
      && (seconds < others
          || (other->choice.matrix != NULL && isnan (other->choice.forecast.seconds))))
    {
      seidel_plan_free (other);
      return leave_open (plan);
    }
  if (seconds <= others)
    return settle (plan, other, describe (engine, seconds, device->engine, others));
  return settle (other, plan, describe (device->engine, others, engine, seconds));
}

/* The plan of the engine that the plan before has chosen. */
static SeidelPlan *
choose_again (const SeidelPlanFacts *facts, const SeidelOptions *options, SeidelPlan *host)
{
  const SeidelPlan *before = facts->before;
  const char *why = before->verdicts[SEIDEL_PLAN_ENGINE].sentence;
  SeidelPlan *device;

  if (before->engine == host->engine)
    return settle (host, NULL, g_strdup (why));
  device = plan_on (facts, options, before->engine->id);
  if (!is_refused (device))
    return settle (device, host, g_strdup (why));
  return settle (host, device, g_strdup (device->verdicts[seidel_plan_refused (device)].sentence));
}

/* A device for what the CPU refuses. */
static SeidelPlan *
replace (const SeidelPlanFacts *facts, const SeidelOptions *options, SeidelPlan *host)
{
  host->missing_devices = !facts->devices.known;
  for (int i = 0; i < facts->devices.n; i++)
    {
      SeidelPlan *device = plan_on (facts, options, facts->devices.items[i].info->id);

      if (!is_refused (device))
        return settle (device, host,
                       g_strdup (host->verdicts[seidel_plan_refused (host)].sentence));
      seidel_plan_free (device);
    }
  return settle (host, NULL, NULL);
}

SeidelPlan *
seidel_plan_with_engine (const SeidelPlanFacts *facts, const SeidelOptions *options)
{
  SeidelPlan *plan = plan_on (facts, options, seidel_cpu_engine ()->id);
  double seconds;

  if (is_refused (plan))
    return replace (facts, options, plan);
  if (is_chosen_before (facts, plan))
    return choose_again (facts, options, plan);
  if (plan->method == NULL || plan->preconditioner == NULL || facts->structure == NULL
      || facts->matrix == NULL)
    return leave_open (plan);
  if (is_bound_to_host (plan->method))
    return settle (plan, NULL,
                   g_strdup_printf (seidel_text ("“%s” computes on the processor"),
                                    seidel_text (plan->method->name)));
  if (!facts->devices.known)
    {
      seconds = price (plan, plan->engine, facts);
      plan->missing_devices = seconds > LEAST_START;
      /* While its levels are not known, that is what it takes at best. */
      return is_complete (plan) && !plan->missing_devices
               ? settle (plan, NULL, describe_short (seconds))
               : leave_open (plan);
    }
  for (int i = 0; i < facts->devices.n; i++)
    {
      plan = compare (facts, options, plan, facts->devices.items[i].info);
      if (plan->verdicts[SEIDEL_PLAN_ENGINE].kind == SEIDEL_VERDICT_OPEN)
        break;
    }
  return plan;
}
