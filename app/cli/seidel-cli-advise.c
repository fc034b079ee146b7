/* seidel-cli advise: which methods suit a matrix, in which order, and why; solves nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-plan.h"
#include "cli/seidel-cli-matrix.h"
#include "cli/seidel-cli-settings.h"
#include "cli/seidel-cli-text.h"
#include "matrix/seidel-storage.h"
#include "method/seidel-preconditioner.h"

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  SeidelCliMatrix *matrix = data;
  return seidel_cli_matrix_load (matrix, matrix->call->words[0], job, error)
         && seidel_cli_matrix_reorder (matrix, job, error)
         && seidel_cli_matrix_analyse (matrix, job, error);
}

/* What a candidate amounts to on the engine. */
static SeidelPlan *
plan_of (const SeidelCandidate *candidate,
         const SeidelOptions *options,
         const SeidelCliMatrix *matrix)
{
  const SeidelPlanFacts facts = {
    .options = options,
    .matrix = matrix->matrix->csr,
    .structure = matrix->structure,
    .schedules = { matrix->schedules[0], matrix->schedules[1] },
  };
  return seidel_plan_new_for_candidate (&facts, candidate);
}

static const char *
storage_id (const SeidelPlan *plan)
{
  size_t n = 0;
  return plan->options.storage == SEIDEL_STORAGE_AUTO
           ? "auto"
           : seidel_storages (&n)[plan->options.storage].id;
}

/* Why the plan has resolved a choice as it did. */
static const char *
why (const SeidelPlan *plan, SeidelPlanItem item)
{
  return plan->verdicts[item].kind == SEIDEL_VERDICT_WORKS ? plan->verdicts[item].sentence : NULL;
}

static void
describe (const SeidelCandidate *candidate,
          const SeidelPlan *plan,
          size_t number,
          SeidelCliSheet *sheet)
{
  const SeidelMethod *method = seidel_method_find (candidate->method);
  g_autofree char *title = g_strdup_printf ("%zu. %s", number, method->name);
  seidel_cli_sheet_title (sheet, title);
  seidel_cli_sheet_add (sheet, "method", "%s", candidate->method_why);
  if (candidate->preconditioner_why != NULL)
    seidel_cli_sheet_add (sheet, "preconditioner", "%s: %s",
                          seidel_preconditioner_find (candidate->preconditioner)->name,
                          candidate->preconditioner_why);
  if (why (plan, SEIDEL_PLAN_STRATEGY) != NULL)
    seidel_cli_sheet_add (sheet, "strategy", "%s: %s", plan->options.strategy,
                          why (plan, SEIDEL_PLAN_STRATEGY));
  if (why (plan, SEIDEL_PLAN_STORAGE) != NULL)
    seidel_cli_sheet_add (sheet, "storage", "%s: %s", storage_id (plan),
                          why (plan, SEIDEL_PLAN_STORAGE));
  if (candidate->ordering_why != NULL)
    seidel_cli_sheet_add (sheet, "ordering", "%s: %s", candidate->ordering,
                          candidate->ordering_why);
  if (candidate->patience > 0)
    seidel_cli_sheet_add (sheet, "patience",
                          "%" G_GINT64_FORMAT
                          " iterations, then the next one is expected to be faster",
                          candidate->patience);
}

static void
build (const SeidelCandidate *candidate, const SeidelPlan *plan, JsonBuilder *json)
{
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "method", candidate->method);
  seidel_cli_json_text (json, "method_why", candidate->method_why);
  seidel_cli_json_text (json, "preconditioner", candidate->preconditioner);
  seidel_cli_json_text (json, "preconditioner_why", candidate->preconditioner_why);
  seidel_cli_json_text (json, "engine", candidate->engine);
  seidel_cli_json_text (json, "strategy", plan->options.strategy);
  seidel_cli_json_text (json, "strategy_why", why (plan, SEIDEL_PLAN_STRATEGY));
  seidel_cli_json_text (json, "storage", storage_id (plan));
  seidel_cli_json_text (json, "storage_why", why (plan, SEIDEL_PLAN_STORAGE));
  seidel_cli_json_text (json, "ordering", candidate->ordering);
  seidel_cli_json_text (json, "ordering_why", candidate->ordering_why);
  seidel_cli_json_integer (json, "patience", candidate->patience);
  json_builder_end_object (json);
}

static int
print_json (const SeidelAdvice *advice, const SeidelOptions *options, const SeidelCliMatrix *matrix)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "name", matrix->matrix->name);
  seidel_cli_json_text (json, "summary", advice->summary);
  seidel_cli_json_begin_array (json, "candidates");
  for (size_t i = 0; i < advice->n_candidates; i++)
    {
      g_autoptr (SeidelPlan) plan = plan_of (&advice->candidates[i], options, matrix);
      build (&advice->candidates[i], plan, json);
    }
  json_builder_end_array (json);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

static int
run_advise (const SeidelCliCall *call)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  const char *engine = seidel_cli_text (call, "engine");
  const char *precision = seidel_cli_text (call, "precision");
  if (engine != NULL)
    options.engine = g_intern_string (engine);
  if (precision != NULL)
    seidel_precision_parse (precision, &options.precision);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  g_auto (SeidelCliMatrix) matrix = { .call = call };
  if (!seidel_cli_job_run (job, work, &matrix, &error))
    return seidel_cli_fail (error);
  g_autoptr (SeidelAdvice) advice = seidel_advise (matrix.structure, &options);
  if (seidel_cli_given (call, "json"))
    return print_json (advice, &options, &matrix);
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  seidel_cli_sheet_title (sheet, matrix.matrix->name);
  seidel_cli_sheet_note (sheet, advice->summary);
  for (size_t i = 0; i < advice->n_candidates; i++)
    {
      g_autoptr (SeidelPlan) plan = plan_of (&advice->candidates[i], &options, &matrix);
      describe (&advice->candidates[i], plan, i + 1, sheet);
    }
  return seidel_cli_print_sheet (sheet);
}

static const SeidelCliOption advice_rows[] = {
  { "engine", "E", "The engine of the run.", SEIDEL_CLI_CHOICE, "cpu", seidel_cli_engine_ids },
  { "precision", "P", "The floating-point precision of the run.", SEIDEL_CLI_CHOICE, "double",
    seidel_cli_precision_ids },
  { NULL },
};

static const SeidelCliGroup advice_group = { .title = "Run", .rows = advice_rows };

const SeidelCliCommand seidel_cli_advise = {
  .name = "advise",
  .arguments = "FILE",
  .min_arguments = 1,
  .max_arguments = 1,
  .sentence = "Show which methods suit a matrix, in which order, and why.",
  .groups = (const SeidelCliGroup *const[]){ &advice_group, &seidel_cli_matrix_group,
                                             &seidel_cli_json_group, NULL },
  .run = run_advise,
};
