/* The rules of a plan: what follows from facts and options for each item, on one engine.
 *
 * One function for each item, in the order in which they depend on each other: the method, what it
 * takes, the engine, how the engine stores the matrix, how it sweeps, and what that takes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-fill-count.h"
#include "plan/seidel-plan-private.h"

#include <math.h>
#include <string.h>

#include "analysis/seidel-matching.h"
#include "base/seidel-threads.h"
#include "base/seidel-translatable.h"

const char *
seidel_plan_item_id (SeidelPlanItem item)
{
  const SeidelSetting *setting = seidel_setting (item);

  return setting != NULL ? setting->id : item == SEIDEL_PLAN_ORDERING ? "ordering" : "memory";
}

const char *
seidel_plan_arithmetic_id (unsigned int flags)
{
  return seidel_plan_item_id (flags & SEIDEL_ARITHMETIC_FUSED ? SEIDEL_PLAN_FUSED
                                                              : SEIDEL_PLAN_COMPENSATED);
}

/* What the matrix does not meet, and in which row. */
static void
refuse_matrix (SeidelPlan *plan,
               SeidelPlanItem item,
               const SeidelPlanFacts *facts,
               const char *why_not,
               int64_t row)
{
  g_autofree char *text = seidel_matrix_add_place (facts->matrix, why_not, row, -1);

  seidel_plan_refuse (plan, item, SEIDEL_ERROR_INVALID, "%s", text);
  plan->verdicts[item].row = row;
}

static void
plan_method (SeidelPlan *plan, const SeidelPlanFacts *facts)
{
  g_autofree char *why_not = NULL;
  int64_t row;

  if (seidel_plan_wants_method (&plan->options))
    {
      seidel_plan_leave_open (plan, SEIDEL_PLAN_METHOD);
      return;
    }
  plan->method = seidel_method_find (plan->options.method);
  if (plan->method == NULL)
    seidel_plan_refuse (plan, SEIDEL_PLAN_METHOD, SEIDEL_ERROR_OPTIONS,
                        seidel_text ("There is no method “%s”"), plan->options.method);
  else if (facts->structure != NULL
           && !seidel_method_applies (plan->method, facts->structure, &why_not, &row))
    refuse_matrix (plan, SEIDEL_PLAN_METHOD, facts, why_not, row);
}

static void
plan_preconditioner (SeidelPlan *plan, const SeidelPlanFacts *facts)
{
  g_autofree char *why_not = NULL;
  int64_t row;

  plan->preconditioner = seidel_preconditioner_find (plan->options.preconditioner);
  if (plan->preconditioner == NULL)
    {
      seidel_plan_refuse (plan, SEIDEL_PLAN_PRECONDITIONER, SEIDEL_ERROR_OPTIONS,
                          seidel_text ("There is no preconditioner “%s”"),
                          plan->options.preconditioner);
      return;
    }
  if (seidel_plan_wants_method (&plan->options))
    {
      seidel_plan_ignore (plan, SEIDEL_PLAN_PRECONDITIONER,
                          seidel_text (
                            "The automatic choice of the method includes the preconditioner"));
      plan->preconditioner = NULL;
      return;
    }
  if (plan->method == NULL)
    return;
  if (!seidel_preconditioner_suits (plan->preconditioner, plan->method, &why_not))
    seidel_plan_refuse (plan, SEIDEL_PLAN_PRECONDITIONER, SEIDEL_ERROR_OPTIONS, "%s", why_not);
  else if (plan->method->preconditioning == SEIDEL_PRECONDITIONING_NONE)
    seidel_plan_ignore (plan, SEIDEL_PLAN_PRECONDITIONER,
                        seidel_text ("“%s” takes no preconditioner"),
                        seidel_text (plan->method->name));
  else if (facts->structure != NULL
           && !seidel_preconditioner_applies (plan->preconditioner, plan->method, facts->structure,
                                              &why_not, &row))
    refuse_matrix (plan, SEIDEL_PLAN_PRECONDITIONER, facts, why_not, row);
}

/* "“LU” runs on the CPU engine only, not on the CUDA engine" */
static void
refuse_engine (SeidelPlan *plan, SeidelPlanItem item, const char *name, const char *only)
{
  seidel_plan_refuse (plan, item, SEIDEL_ERROR_OPTIONS,
                      seidel_text ("“%s” runs on the %s engine only, not on the %s engine"),
                      seidel_text (name), seidel_engines_find (only)->name, plan->engine->name);
}

/* What an engine of one process does not do. */
static void
plan_one_process (SeidelPlan *plan)
{
  const SeidelMethod *method = plan->method;
  const SeidelPreconditionerKind *kind = plan->preconditioner;

  if (method == NULL)
    return;
  if (!seidel_method_runs_on (method, plan->engine->id))
    refuse_engine (plan, SEIDEL_PLAN_ENGINE, method->name,
                   method->engine != NULL ? method->engine : seidel_cpu_engine ()->id);
  else if (method->sparse_factors)
    seidel_plan_check_sparse_factors (plan);
  if (kind != NULL && method->preconditioning != SEIDEL_PRECONDITIONING_NONE
      && !seidel_preconditioner_runs_on (kind, plan->engine->id))
    refuse_engine (plan, SEIDEL_PLAN_PRECONDITIONER, kind->name, kind->engine);
}

static void
plan_engine (SeidelPlan *plan)
{
  const SeidelEngineEntryInfo *info = seidel_engines_find (plan->options.engine);
  char why_not[240] = "";

  if (info == NULL)
    seidel_plan_refuse (plan, SEIDEL_PLAN_ENGINE, SEIDEL_ERROR_OPTIONS,
                        seidel_text ("There is no engine “%s”"), plan->options.engine);
  else if (!info->available)
    seidel_plan_refuse (plan, SEIDEL_PLAN_ENGINE, SEIDEL_ERROR_UNAVAILABLE, "%s", info->why_not);
  /* A device may have been lost since the list was made. */
  else if (!info->engine->available (why_not, sizeof why_not))
    seidel_plan_refuse (plan, SEIDEL_PLAN_ENGINE, SEIDEL_ERROR_UNAVAILABLE, "%s", why_not);
  else
    plan->engine = info->engine;
  if (plan->engine != NULL && seidel_engine_is_distributed (plan->engine))
    seidel_plan_resolve_distributed (plan);
  else if (plan->engine != NULL)
    plan_one_process (plan);
}

static void
plan_precision (SeidelPlan *plan)
{
  g_autofree char *why_not = NULL;

  if (plan->method != NULL
      && !seidel_method_computes_in (plan->method, plan->options.precision, &why_not))
    seidel_plan_refuse (plan, SEIDEL_PLAN_PRECISION, SEIDEL_ERROR_OPTIONS, "%s", why_not);
}

/* Numbers within their bounds, and the indices of values that there are. */
static void
plan_bounds (SeidelPlan *plan)
{
  size_t n;
  const SeidelSetting *settings = seidel_settings (&n);

  for (size_t i = 0; i < n; i++)
    if ((settings[i].kind == SEIDEL_SETTING_NUMBER || settings[i].values != NULL)
        && !seidel_setting_allows (&settings[i], seidel_setting_get (&settings[i], &plan->options)))
      {
        g_autofree char *expected = seidel_setting_expected (&settings[i]);

        seidel_plan_refuse (plan, settings[i].item, SEIDEL_ERROR_OPTIONS,
                            seidel_text ("“%s” must be %s"), seidel_text (settings[i].name),
                            expected);
      }
}

static void
plan_limits (SeidelPlan *plan)
{
  /* Sparse factors are ordered on the host. */
  if (plan->engine != NULL && !plan->engine->uses_threads
      && (plan->method == NULL || !plan->method->sparse_factors))
    seidel_plan_ignore (plan, SEIDEL_PLAN_THREADS,
                        seidel_text ("The %s engine does not use the threads of the processor"),
                        plan->engine->name);
  if (plan->engine != NULL && seidel_engine_is_distributed (plan->engine)
      && plan->options.maximum_tolerance > 0.0)
    seidel_plan_refuse (plan, SEIDEL_PLAN_MAXIMUM_TOLERANCE, SEIDEL_ERROR_OPTIONS,
                        seidel_text ("“%s” is followed in one process only, not on the %s engine"),
                        seidel_text (seidel_setting (SEIDEL_PLAN_MAXIMUM_TOLERANCE)->name),
                        plan->engine->name);
  plan->threads = seidel_threads_allowed (plan->options.threads);
  seidel_plan_resolve_ranks (plan);
}

/* "“SOR” and “SSOR”": what a parameter belongs to. */
static char *
describe_users (int parameter)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  GString *list = g_string_new (NULL);
  size_t n;
  const SeidelMethod *methods = seidel_methods (&n);
  const SeidelPreconditionerKind *kinds;

  for (size_t i = 0; i < n; i++)
    if (methods[i].parameters & (1u << parameter))
      g_ptr_array_add (names, (gpointer) methods[i].name);
  kinds = seidel_preconditioners (&n);
  for (size_t i = 0; i < n; i++)
    if (kinds[i].parameters & (1u << parameter)
        && !g_ptr_array_find_with_equal_func (names, kinds[i].name, g_str_equal, NULL))
      g_ptr_array_add (names, (gpointer) kinds[i].name);
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (list, "%s“%s”",
                            i == 0                ? ""
                            : i + 1 == names->len ? seidel_text (" and ")
                                                  : ", ",
                            seidel_text (names->pdata[i]));
  return g_string_free (list, FALSE);
}

/* What a parameter belongs to, and what it says where it belongs to nothing. */
typedef struct
{
  char *users, *sentence;
} ParameterWords;

static gpointer
word_parameters (gpointer data)
{
  ParameterWords *words = g_new (ParameterWords, SEIDEL_N_PARAMETERS);

  for (int i = 0; i < SEIDEL_N_PARAMETERS; i++)
    {
      words[i].users = describe_users (i);
      words[i].sentence =
        g_strdup_printf (seidel_text ("“%s” is a parameter of %s only"),
                         seidel_text (seidel_setting (SEIDEL_PLAN_PARAMETERS + i)->name),
                         words[i].users);
    }
  return words;
}

/* Kept: a window asks for a hundred plans at once, and most parameters belong to nothing in one. In
 * English, and by the translator of the process. */
static const ParameterWords *
parameter_words (int parameter)
{
  static GOnce once[2] = { G_ONCE_INIT, G_ONCE_INIT };
  GOnce *language = &once[seidel_get_translator () != NULL];

  return (const ParameterWords *) g_once (language, word_parameters, NULL) + parameter;
}

/* A K cycle is another preconditioner in every iteration. */
static void
plan_cycle (SeidelPlan *plan)
{
  const SeidelMethod *method = plan->method;
  bool symmetric = method->preconditioning == SEIDEL_PRECONDITIONING_SYMMETRIC;

  if (plan->options.parameters[SEIDEL_PARAMETER_CYCLE] == SEIDEL_CYCLE_K && !method->flexible
      && method->preconditioning != SEIDEL_PRECONDITIONING_NONE)
    seidel_plan_refuse (
      plan, SEIDEL_PLAN_PARAMETERS + SEIDEL_PARAMETER_CYCLE, SEIDEL_ERROR_OPTIONS,
      seidel_text (
        "“%s” needs the same preconditioner in every iteration, which the K cycle is not: "
        "choose another cycle, or “%s”"),
      seidel_text (method->name),
      seidel_text (seidel_method_find (symmetric ? "cg-flexible" : "gmres-flexible")->name));
}

static void
plan_parameters (SeidelPlan *plan)
{
  const bool distributed = plan->engine != NULL && seidel_engine_is_distributed (plan->engine);
  unsigned int used = (plan->method != NULL ? plan->method->parameters : 0)
                      | (plan->preconditioner != NULL ? plan->preconditioner->parameters : 0)
                      | (distributed ? 1u << SEIDEL_PARAMETER_PARTITION : 0);

  for (int i = 0; i < SEIDEL_N_PARAMETERS; i++)
    {
      const SeidelPlanItem item = (SeidelPlanItem) (SEIDEL_PLAN_PARAMETERS + i);

      if (plan->verdicts[item].kind == SEIDEL_VERDICT_REFUSED)
        continue;
      if (i == SEIDEL_PARAMETER_PARTITION && (used & (1u << i)) == 0 && plan->engine != NULL)
        seidel_plan_ignore (plan, item, seidel_text ("The %s engine works in one process"),
                            plan->engine->name);
      else if (plan->method == NULL || plan->engine == NULL)
        seidel_plan_leave_open (plan, item);
      else if ((used & (1u << i)) == 0)
        seidel_plan_set_verdict (plan, item, SEIDEL_VERDICT_NO_EFFECT,
                                 g_strdup (parameter_words (i)->sentence));
      else if (i == SEIDEL_PARAMETER_CYCLE)
        plan_cycle (plan);
    }
}

/* What multigrid is used with has its parameters. */
static void
plan_near_null (SeidelPlan *plan)
{
  const double how = plan->options.parameters[SEIDEL_PARAMETER_COARSENING];

  if (plan->method == NULL || plan->engine == NULL)
    seidel_plan_leave_open (plan, SEIDEL_PLAN_NEAR_NULL);
  else if (!seidel_plan_uses_multigrid (plan))
    seidel_plan_ignore (plan, SEIDEL_PLAN_NEAR_NULL,
                        seidel_text ("The near null space is used by %s only"),
                        parameter_words (SEIDEL_PARAMETER_COARSENING)->users);
  else if (how == SEIDEL_COARSENING_CLASSICAL || how == SEIDEL_COARSENING_GEOMETRIC)
    seidel_plan_ignore (
      plan, SEIDEL_PLAN_NEAR_NULL,
      seidel_text ("This coarsening does not use the near null space, but aggregation does"));
}

static void
plan_ordering (SeidelPlan *plan, const SeidelPlanFacts *facts)
{
  int64_t rows = facts->matrix != NULL ? facts->matrix->csr->rows : 0;
  int64_t columns = facts->matrix != NULL ? facts->matrix->csr->columns : 0;
  size_t n;

  if (facts->structure != NULL)
    {
      rows = facts->structure->rows;
      columns = facts->structure->columns;
    }
  if (facts->ordering != NULL && facts->ordering != &seidel_orderings (&n)[0] && rows != columns)
    seidel_plan_refuse (plan, SEIDEL_PLAN_ORDERING, SEIDEL_ERROR_INVALID,
                        seidel_text ("“%s” needs a square matrix: this one is %lld × %lld"),
                        seidel_text (facts->ordering->name), (long long) rows, (long long) columns);
}

static void
plan_memory (SeidelPlan *plan, const SeidelPlanFacts *facts)
{
  const int32_t levels = seidel_plan_known_levels (facts);
  SeidelMemoryChoices choices = { plan->engine, plan->method, plan->preconditioner, plan->strategy,
                                  MAX (levels, plan->choice.forecast.levels) };
  SeidelOptions options = plan->options;
  g_autoptr (GError) error = NULL;

  if (facts->structure == NULL)
    {
      seidel_plan_leave_open (plan, SEIDEL_PLAN_MEMORY);
      return;
    }
  if (plan->sweeps != SEIDEL_SWEEPS_NONE && choices.strategy < 0)
    choices.strategy = 0;
  if (facts->matrix != NULL)
    choices.filled =
      seidel_fill_count (plan->preconditioner, facts->matrix->csr, options.parameters);
  seidel_memory_need_init (&plan->need, &choices, facts->structure, &options);
  plan->has_need = true;
  if (facts->room == NULL)
    seidel_plan_leave_open (plan, SEIDEL_PLAN_MEMORY);
  else if (!seidel_memory_need_fits (&plan->need, facts->room, seidel_text (plan->method->name),
                                     &error))
    seidel_plan_refuse (plan, SEIDEL_PLAN_MEMORY, SEIDEL_ERROR_MEMORY, "%s", error->message);
}

/* Whatever needs the method and the engine. */
static void
plan_details (SeidelPlan *plan, const SeidelPlanFacts *facts)
{
  static const SeidelPlanItem items[] = { SEIDEL_PLAN_STORAGE,     SEIDEL_PLAN_FUSED,
                                          SEIDEL_PLAN_COMPENSATED, SEIDEL_PLAN_SHAPE,
                                          SEIDEL_PLAN_STRATEGY,    SEIDEL_PLAN_MEMORY };

  if (plan->method == NULL || plan->preconditioner == NULL || plan->engine == NULL)
    {
      for (size_t i = 0; i < G_N_ELEMENTS (items); i++)
        seidel_plan_leave_open (plan, items[i]);
      return;
    }
  seidel_plan_resolve_sweeps (plan);
  seidel_plan_resolve_storage (plan, facts);
  seidel_plan_resolve_strategy (plan, facts);
  if (seidel_plan_refused (plan) == SEIDEL_N_PLAN_ITEMS
      && plan->options.storage != SEIDEL_STORAGE_AUTO)
    plan_memory (plan, facts);
  else
    seidel_plan_leave_open (plan, SEIDEL_PLAN_MEMORY);
}

/* What uses factors waits for a method that may solve with them, what is timed for what can be. */
static void
plan_switches (SeidelPlan *plan)
{
  static const SeidelPlanItem of_factors[] = { SEIDEL_PLAN_ACCURATE, SEIDEL_PLAN_SKIP_CONDITION };
  const SeidelMethod *method = plan->method;
  const bool factors = method == NULL
                       || ((method->engine == NULL || method->sparse_factors)
                           && (method->family == SEIDEL_FAMILY_DIRECT_SPARSE
                               || method->family == SEIDEL_FAMILY_DIRECT_DENSE));

  for (size_t i = 0; i < G_N_ELEMENTS (of_factors) && !factors; i++)
    seidel_plan_ignore (plan, of_factors[i],
                        seidel_text ("“%s” has no factors that can be solved with again"),
                        seidel_text (method->name));
  if (method != NULL && plan->preconditioner != NULL && plan->engine != NULL
      && plan->sweeps == SEIDEL_SWEEPS_NONE)
    seidel_plan_ignore (plan, SEIDEL_PLAN_SKIP_LEVEL_TIMES, seidel_text ("“%s” has no sweeps"),
                        seidel_text (method->name));
  if (plan->engine != NULL && plan->engine->device.kernels == NULL)
    seidel_plan_ignore (plan, SEIDEL_PLAN_PROFILE,
                        seidel_text ("The %s engine has no kernels to be timed"),
                        plan->engine->name);
}

static void
plan_replacement (SeidelPlan *plan)
{
  if (plan->method != NULL && plan->method->family != SEIDEL_FAMILY_KRYLOV)
    {
      plan->options.skip_replacement = false;
      seidel_plan_ignore (plan, SEIDEL_PLAN_SKIP_REPLACEMENT,
                          seidel_text ("“%s” does not update its residual by a recurrence"),
                          seidel_text (plan->method->name));
    }
  else if (plan->options.precision == SEIDEL_PRECISION_MIXED)
    seidel_plan_ignore (plan, SEIDEL_PLAN_SKIP_REPLACEMENT,
                        seidel_text ("Every correction in mixed precision begins with the true "
                                     "residual"));
  else if (plan->engine != NULL && seidel_engine_is_distributed (plan->engine))
    seidel_plan_ignore (plan, SEIDEL_PLAN_SKIP_REPLACEMENT,
                        seidel_text ("The %s engine always replaces the residual"),
                        plan->engine->name);
}

/* What is asked of the diagonal is asked of the system that is run: rows that are exchanged before
 * fill it, or the run ends with that error. */
static bool
will_fill_diagonal (const SeidelPlanFacts *facts, const SeidelOptions *options)
{
  return options->matching > SEIDEL_MATCHING_NONE && facts->structure != NULL
         && !facts->structure->diagonal_full && facts->structure->rows == facts->structure->columns;
}

static SeidelPlan *resolve (const SeidelPlanFacts *facts, const SeidelOptions *options);

SeidelPlan *
seidel_plan_resolve (const SeidelPlanFacts *facts, const SeidelOptions *options)
{
  SeidelPlanFacts filled = *facts;
  SeidelStructure structure;

  if (!will_fill_diagonal (facts, options))
    return resolve (facts, options);
  structure = *facts->structure;
  structure.diagonal_full = true;
  structure.diagonal_missing = 0;
  structure.diagonal_zero = 0;
  structure.diagonal_first_missing = -1;
  structure.diagonal_first_zero = -1;
  filled.structure = &structure;
  return resolve (&filled, options);
}

static SeidelPlan *
resolve (const SeidelPlanFacts *facts, const SeidelOptions *options)
{
  SeidelPlan *plan = g_new0 (SeidelPlan, 1);

  plan->options = *options;
  plan->strategy = -1;
  for (int item = 0; item < SEIDEL_N_PLAN_ITEMS; item++)
    plan->verdicts[item].row = -1;
  plan_method (plan, facts);
  plan_preconditioner (plan, facts);
  plan_engine (plan);
  seidel_plan_resolve_device (plan, facts->room);
  plan_precision (plan);
  plan_ordering (plan, facts);
  plan_bounds (plan);
  plan_limits (plan);
  plan_parameters (plan);
  plan_near_null (plan);
  seidel_plan_resolve_matching (plan, facts);
  seidel_plan_resolve_scaling (plan, facts);
  plan_details (plan, facts);
  plan_switches (plan);
  plan_replacement (plan);
  return plan;
}

bool
seidel_plan_is_idle (const SeidelPlan *plan, SeidelPlanItem item, const SeidelOptions *options)
{
  const SeidelSetting *setting = seidel_setting (item);

  return plan->verdicts[item].kind == SEIDEL_VERDICT_NO_EFFECT && setting != NULL
         && !seidel_setting_is_default (setting, options);
}
