/* How the sweeps of a run are carried out: in which directions, in which order, by which strategy.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-plan-private.h"

#include <math.h>

#include "base/seidel-translatable.h"
#include "method/seidel-smoother.h"

static bool
has_valid_smoother (const SeidelPlan *plan)
{
  return seidel_parameter_value (SEIDEL_PARAMETER_SMOOTHER,
                                 plan->options.parameters[SEIDEL_PARAMETER_SMOOTHER])
         != NULL;
}

/* What sweeps by colours. */
const char *
seidel_plan_name_of_colors (const SeidelPlan *plan)
{
  if (plan->method->by_colors)
    return seidel_text (plan->method->name);
  return seidel_text (seidel_parameter_value (SEIDEL_PARAMETER_SMOOTHER,
                                              plan->options.parameters[SEIDEL_PARAMETER_SMOOTHER])
                        ->name);
}

static bool
wants_auto_strategy (const SeidelPlan *plan)
{
  return g_strcmp0 (plan->options.strategy, SEIDEL_STRATEGY_AUTO) == 0;
}

static bool
supports_arithmetic (const SeidelPlan *plan, int strategy)
{
  return ((unsigned int) plan->options.arithmetic & ~plan->engine->strategies[strategy].arithmetics)
         == 0;
}

static bool
is_colour_able (const SeidelPlan *plan, int strategy)
{
  return !plan->by_colors || plan->engine->strategies[strategy].any_levels;
}

static bool
is_for_colours (const SeidelPlan *plan, int strategy)
{
  const SeidelStrategy *it = &plan->engine->strategies[strategy];

  return it->any_levels && !it->needs_levels;
}

/* The first strategy, but for demonstrations, that supports what is asked for; −1: none does. */
static int
find_able_strategy (const SeidelPlan *plan)
{
  for (int i = 0; i < plan->engine->n_strategies; i++)
    if (!plan->engine->strategies[i].demonstration && supports_arithmetic (plan, i)
        && is_colour_able (plan, i) && (plan->by_colors || !is_for_colours (plan, i)))
      return i;
  return -1;
}

/* What follows a refusal of a strategy: ": choose “serial”", or nothing. */
static char *
describe_able (const SeidelPlan *plan)
{
  int able = find_able_strategy (plan);

  return able < 0
           ? g_strdup ("")
           : g_strdup_printf (seidel_text (": choose “%s”"), plan->engine->strategies[able].id);
}

/* Whether the strategy that was asked for can be used. */
static bool
check_strategy (SeidelPlan *plan, int strategy)
{
  const SeidelEngine *engine = plan->engine;
  const SeidelStrategy *strategies = engine->strategies;
  const char *id = plan->options.strategy;
  g_autofree char *hint = describe_able (plan);

  if (strategy < 0)
    seidel_plan_refuse (plan, SEIDEL_PLAN_STRATEGY, SEIDEL_ERROR_OPTIONS,
                        seidel_text ("The %s engine has no sweep strategy “%s”"), engine->name, id);
  else if (plan->options.storage != SEIDEL_STORAGE_CSR && strategy != 0)
    seidel_plan_refuse (
      plan, SEIDEL_PLAN_STRATEGY, SEIDEL_ERROR_OPTIONS,
      seidel_text ("A matrix stored as “%s” can be swept by the strategy “%s” only, not by “%s”"),
      seidel_plan_storage_id (plan->options.storage), strategies[0].id, id);
  else if (!is_colour_able (plan, strategy))
    seidel_plan_refuse (plan, SEIDEL_PLAN_STRATEGY, SEIDEL_ERROR_OPTIONS,
                        seidel_text (
                          "“%s” sweeps by colours, which the strategy “%s” does not support%s"),
                        seidel_plan_name_of_colors (plan), id, hint);
  else if (!plan->by_colors && is_for_colours (plan, strategy))
    seidel_plan_refuse (plan, SEIDEL_PLAN_STRATEGY, SEIDEL_ERROR_OPTIONS,
                        seidel_text ("“%s” does not sweep by colours, as the strategy “%s” does%s"),
                        seidel_text (plan->method->name), id, hint);
  else if (!supports_arithmetic (plan, strategy))
    seidel_plan_refuse (
      plan, SEIDEL_PLAN_STRATEGY, SEIDEL_ERROR_OPTIONS,
      seidel_text ("The sweep strategy “%s” of the %s engine does not support “%s” arithmetic%s"),
      id, engine->name,
      seidel_plan_arithmetic_id ((unsigned int) plan->options.arithmetic
                                 & ~strategies[strategy].arithmetics),
      hint);
  else
    return true;
  return false;
}

/* The levels that are known of a direction in which the run sweeps. */
static const SeidelSchedule *
known_levels (const SeidelPlan *plan, const SeidelPlanFacts *facts, SeidelDirection direction)
{
  return plan->sweeps & (1u << direction) ? facts->schedules[direction] : NULL;
}

int32_t
seidel_plan_known_levels (const SeidelPlanFacts *facts)
{
  int32_t most = 0;

  for (int direction = 0; direction < 2; direction++)
    if (facts->schedules[direction] != NULL)
      most = MAX (most, facts->schedules[direction]->count);
  return most;
}

static SeidelSweeps
missing_levels (const SeidelPlan *plan, const SeidelPlanFacts *facts)
{
  unsigned int missing = plan->sweeps;

  for (int direction = 0; direction < 2; direction++)
    if (facts->schedules[direction] != NULL)
      missing &= ~(1u << direction);
  return (SeidelSweeps) missing;
}

static void
clear_answer (void *answer)
{
  g_free (((SeidelStrategyChoice *) answer)->why);
}

GArray *
seidel_plan_answers_new (void)
{
  GArray *answers = g_array_new (FALSE, FALSE, sizeof (SeidelStrategyChoice));

  g_array_set_clear_func (answers, clear_answer);
  return answers;
}

static bool
is_answer (const SeidelStrategyChoice *known, const SeidelStrategyChoice *asked)
{
  return known->engine == asked->engine && known->matrix == asked->matrix
         && known->levels == asked->levels && known->threads == asked->threads;
}

static const SeidelStrategyChoice *
find_answer (const SeidelPlanFacts *facts, const SeidelStrategyChoice *asked)
{
  if (facts->before != NULL && is_answer (&facts->before->choice, asked))
    return &facts->before->choice;
  for (guint i = 0; facts->answers != NULL && i < facts->answers->len; i++)
    if (is_answer (&g_array_index (facts->answers, SeidelStrategyChoice, i), asked))
      return &g_array_index (facts->answers, SeidelStrategyChoice, i);
  return NULL;
}

/* What the engine chooses for a matrix with these levels, which can take as long as some sweeps:
 * where it was asked before, its answer is taken. */
static void
choose_once (SeidelPlan *plan, const SeidelPlanFacts *facts, const SeidelSchedule *decisive)
{
  const SeidelCsr *csr = facts->matrix->csr;
  SeidelStrategyChoice choice = {
    plan->engine, csr, decisive, plan->threads, -1, NULL, { NAN, 0 }
  };
  const SeidelStrategyChoice *known = find_answer (facts, &choice);
  SeidelCsrView matrix = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                           csr->values };
  SeidelLevelsView levels;
  char text[240] = "";

  if (known != NULL)
    choice = *known;
  else
    {
      if (decisive != NULL)
        levels = (SeidelLevelsView){ decisive->count, decisive->level_of_row, decisive->level_rows,
                                     decisive->in_place_safe };
      choice.strategy =
        plan->engine->choose_strategy (&matrix, decisive != NULL ? &levels : NULL, plan->threads,
                                       text, sizeof text, &choice.forecast);
      choice.why = text;
    }
  plan->choice = choice;
  plan->choice.why = g_strdup (choice.why);
  if (known == NULL && facts->answers != NULL)
    {
      choice.why = g_strdup (choice.why);
      g_array_append_val (facts->answers, choice);
    }
}

/* The engine's choice; the direction with more levels decides. −1: it needs to know more. */
static int
ask_engine (SeidelPlan *plan, const SeidelPlanFacts *facts, char **why)
{
  const SeidelSchedule *decisive = known_levels (plan, facts, SEIDEL_DIRECTION_FORWARD);
  const SeidelSchedule *backward = known_levels (plan, facts, SEIDEL_DIRECTION_BACKWARD);

  if (plan->engine->chooses_by_levels)
    plan->missing_levels = missing_levels (plan, facts);
  if (facts->matrix == NULL || plan->missing_levels != SEIDEL_SWEEPS_NONE)
    return -1;
  if (decisive == NULL || (backward != NULL && backward->count > decisive->count))
    decisive = backward;
  choose_once (plan, facts, decisive);
  *why = g_strdup (plan->choice.why);
  return plan->choice.strategy;
}

/* Whether all that is swept are factors with another pattern than that of A, whose levels say
 * nothing of theirs. */
static bool
has_own_levels (const SeidelPlan *plan)
{
  return plan->preconditioner->fills && plan->matrix_sweeps == SEIDEL_SWEEPS_NONE
         && plan->engine->chooses_by_levels;
}

/* What "auto" resolves to; −1 while that is open, or where no strategy will do. */
static int
choose_strategy (SeidelPlan *plan, const SeidelPlanFacts *facts, char **why)
{
  int able = find_able_strategy (plan);
  int chosen = -1;

  if (able < 0)
    seidel_plan_refuse (
      plan, SEIDEL_PLAN_STRATEGY, SEIDEL_ERROR_OPTIONS,
      plan->by_colors
        ? seidel_text ("No sweep strategy of the %s engine supports what is chosen: colours%s%s")
        : seidel_text ("No sweep strategy of the %s engine supports what is chosen%s%s"),
      plan->engine->name, plan->options.arithmetic != 0 ? seidel_text (", arithmetic ") : "",
      plan->options.arithmetic != 0
        ? seidel_plan_arithmetic_id ((unsigned int) plan->options.arithmetic)
        : "");
  else if (plan->by_colors)
    {
      *why = g_strdup (seidel_text ("it can sweep by colours"));
      return able;
    }
  else if (plan->options.storage != SEIDEL_STORAGE_CSR)
    {
      *why = g_strdup_printf (seidel_text ("a matrix stored as “%s” is swept row by row"),
                              seidel_plan_storage_id (plan->options.storage));
      return 0;
    }
  else if (has_own_levels (plan))
    {
      *why = g_strdup (seidel_text ("by the levels of its factors, once they are made"));
      return able;
    }
  else
    chosen = ask_engine (plan, facts, why);
  if (chosen < 0 || supports_arithmetic (plan, chosen))
    return chosen;
  g_free (*why);
  *why =
    g_strdup_printf (seidel_text ("it supports “%s” arithmetic"),
                     seidel_plan_arithmetic_id ((unsigned int) plan->options.arithmetic
                                                & ~plan->engine->strategies[chosen].arithmetics));
  return able;
}

void
seidel_plan_resolve_strategy (SeidelPlan *plan, const SeidelPlanFacts *facts)
{
  char *why = NULL;
  bool automatic = wants_auto_strategy (plan);

  if (plan->sweeps == SEIDEL_SWEEPS_NONE)
    {
      seidel_plan_ignore (plan, SEIDEL_PLAN_STRATEGY,
                          plan->method->on_host
                            ? seidel_text ("“%s” does not use the sweeps of the engine")
                            : seidel_text ("“%s” has no sweeps"),
                          seidel_text (plan->method->name));
      return;
    }
  if (plan->verdicts[SEIDEL_PLAN_STORAGE].kind == SEIDEL_VERDICT_REFUSED
      || plan->verdicts[SEIDEL_PLAN_FUSED].kind == SEIDEL_VERDICT_REFUSED
      || plan->verdicts[SEIDEL_PLAN_COMPENSATED].kind == SEIDEL_VERDICT_REFUSED)
    {
      seidel_plan_leave_open (plan, SEIDEL_PLAN_STRATEGY);
      return;
    }
  if (automatic)
    plan->strategy = choose_strategy (plan, facts, &why);
  else
    {
      plan->strategy = seidel_engine_find_strategy (plan->engine, plan->options.strategy);
      if (!check_strategy (plan, plan->strategy))
        plan->strategy = -1;
    }
  if (plan->verdicts[SEIDEL_PLAN_STRATEGY].kind == SEIDEL_VERDICT_REFUSED)
    return;
  if (plan->strategy < 0)
    {
      seidel_plan_leave_open (plan, SEIDEL_PLAN_STRATEGY);
      return;
    }
  if (!automatic || !has_own_levels (plan))
    plan->options.strategy = plan->engine->strategies[plan->strategy].id;
  seidel_plan_set_verdict (plan, SEIDEL_PLAN_STRATEGY, SEIDEL_VERDICT_WORKS, why);
  /* Colours take the place of levels. */
  if (plan->engine->strategies[plan->strategy].needs_levels && !plan->by_colors)
    plan->missing_levels = missing_levels (plan, facts);
}

/* The smoother of multigrid decides which sweeps the latter makes. */
static SeidelSweeps
sweeps_of (const SeidelPlan *plan, unsigned int parameters, SeidelSweeps sweeps)
{
  if ((parameters & 1u << SEIDEL_PARAMETER_SMOOTHER) == 0 || !has_valid_smoother (plan))
    return sweeps;
  return seidel_smoother_get (&plan->options)->sweeps;
}

static void
choose_smoother (SeidelPlan *plan)
{
  const SeidelPlanItem item = (SeidelPlanItem) (SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_SMOOTHER);
  double *smoother = &plan->options.parameters[SEIDEL_PARAMETER_SMOOTHER];

  if (*smoother != SEIDEL_SMOOTHER_AUTO)
    return;
  *smoother = seidel_smoother_propose (plan->engine);
  if (plan->verdicts[item].kind == SEIDEL_VERDICT_WORKS)
    seidel_plan_set_verdict (
      plan, item, SEIDEL_VERDICT_WORKS,
      g_strdup (
        *smoother == SEIDEL_SMOOTHER_JACOBI
          ? seidel_text ("Jacobi: on a GPU a sweep takes longer than the iterations that it saves")
          : seidel_text ("Gauss-Seidel: it smooths best, and takes no longer here")));
}

void
seidel_plan_resolve_sweeps (SeidelPlan *plan)
{
  const SeidelMethod *method = plan->method;
  const SeidelPreconditionerKind *preconditioner = plan->preconditioner;
  SeidelSweeps own, added;
  unsigned int parameters = method->parameters | preconditioner->parameters;

  choose_smoother (plan);
  own = sweeps_of (plan, method->parameters, method->sweeps);
  added = sweeps_of (plan, preconditioner->parameters, preconditioner->sweeps);
  plan->sweeps = own | added;
  plan->matrix_sweeps = own | (preconditioner->sweeps_factors ? SEIDEL_SWEEPS_NONE : added);
  plan->by_colors =
    method->by_colors
    || ((parameters & 1u << SEIDEL_PARAMETER_SMOOTHER) != 0 && has_valid_smoother (plan)
        && seidel_smoother_get (&plan->options)->by_colors);
}
