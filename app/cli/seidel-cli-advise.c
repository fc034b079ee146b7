/* seidel-cli advise: which methods suit a matrix, in which order, and why; solves nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "plan/seidel-matching-rule.h"
#include "plan/seidel-plan.h"
#include "cli/seidel-cli-matrix.h"
#include "cli/seidel-cli-settings.h"
#include "cli/seidel-cli-text.h"
#include "matrix/seidel-storage.h"
#include "method/seidel-preconditioner.h"

/* What is asked for. */
typedef struct
{
  SeidelCliMatrix matrix; /* with its rows exchanged where an automatic run would do that */
  SeidelMatched matched;
} Advise;

static bool
exchange_rows (Advise *advise, SeidelCliJob *job, GError **error)
{
  SeidelCliMatrix *matrix = &advise->matrix;
  SeidelStructure *structure =
    seidel_structure_new (matrix->matrix, &job->progress, job->cancellable, error);
  const bool done = structure != NULL
                    && seidel_matched_init (&advise->matched, matrix->matrix, structure,
                                            SEIDEL_MATCHING_AUTO, job->cancellable, error);
  g_clear_pointer (&structure, seidel_structure_unref);
  if (done && advise->matched.matrix != NULL)
    {
      seidel_matrix_unref (matrix->matrix);
      matrix->matrix = seidel_matrix_ref (advise->matched.matrix);
    }
  return done;
}

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Advise *advise = data;
  SeidelCliMatrix *matrix = &advise->matrix;
  return seidel_cli_matrix_load (matrix, matrix->call->words[0], job, error)
         && seidel_cli_matrix_reorder (matrix, job, error)
         && seidel_cli_matrix_take_form (matrix, job, error) && exchange_rows (advise, job, error)
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
    .matrix = matrix->matrix,
    .structure = matrix->structure,
    .schedules = { matrix->schedules[0], matrix->schedules[1] },
  };
  return seidel_plan_new_for_candidate (&facts, candidate);
}

static const char *
why_of (const SeidelVerdict *verdict)
{
  return verdict->kind == SEIDEL_VERDICT_WORKS ? verdict->sentence : NULL;
}

/* What is proposed, and why; a reason is NULL where there is nothing to choose. */
typedef struct
{
  const char *name;
  const char *id;
  const char *why;
} Choice;

#define N_CHOICES 5

static void
list_choices (const SeidelCandidate *candidate, const SeidelPlan *plan, Choice choices[N_CHOICES])
{
  const SeidelStorage storage = plan->options.storage;
  const SeidelVerdict *verdicts = plan->verdicts;
  const Choice all[N_CHOICES] = {
    { "method", candidate->method, candidate->method_why },
    { "preconditioner", candidate->preconditioner, candidate->preconditioner_why },
    { "strategy", plan->options.strategy, why_of (&verdicts[SEIDEL_PLAN_STRATEGY]) },
    { "storage", seidel_storage_id (storage), why_of (&verdicts[SEIDEL_PLAN_STORAGE]) },
    { "ordering", candidate->ordering, candidate->ordering_why },
  };
  memcpy (choices, all, sizeof all);
}

static void
describe (const SeidelCandidate *candidate,
          const SeidelPlan *plan,
          size_t number,
          SeidelCliSheet *sheet)
{
  Choice choices[N_CHOICES];
  const SeidelPreconditionerKind *kind = seidel_preconditioner_find (candidate->preconditioner);
  bool preconditioned = !g_str_equal (kind->id, "none");
  g_autofree char *title =
    g_strdup_printf ("%zu. %s%s%s", number, seidel_method_find (candidate->method)->name,
                     preconditioned ? " · " : "", preconditioned ? kind->name : "");
  list_choices (candidate, plan, choices);
  seidel_cli_sheet_title (sheet, title);
  for (int i = 0; i < N_CHOICES; i++)
    if (choices[i].why != NULL)
      seidel_cli_sheet_add (sheet, choices[i].name, "%s: %s", choices[i].id, choices[i].why);
  if (candidate->patience > 0)
    seidel_cli_sheet_add (sheet, "patience",
                          "%" G_GINT64_FORMAT
                          " iterations, then the next one is expected to be faster",
                          candidate->patience);
}

static void
build (const SeidelCandidate *candidate, const SeidelPlan *plan, JsonBuilder *json)
{
  Choice choices[N_CHOICES];
  list_choices (candidate, plan, choices);
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "engine", candidate->engine);
  for (int i = 0; i < N_CHOICES; i++)
    {
      g_autofree char *why = g_strconcat (choices[i].name, "_why", NULL);
      seidel_cli_json_text (json, choices[i].name, choices[i].id);
      seidel_cli_json_text (json, why, choices[i].why);
    }
  seidel_cli_json_integer (json, "patience", candidate->patience);
  json_builder_end_object (json);
}

static int
print_json (const SeidelAdvice *advice, const SeidelOptions *options, const Advise *advise)
{
  const SeidelCliMatrix *matrix = &advise->matrix;
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "name", matrix->matrix->name);
  seidel_cli_json_text (json, "summary", advice->summary);
  seidel_cli_json_text (json, "matching", advise->matched.matrix != NULL ? "product" : "none");
  seidel_cli_json_text (json, "matching_why", advise->matched.why);
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
print (const Advise *advise, const SeidelOptions *options)
{
  const SeidelCliMatrix *matrix = &advise->matrix;
  g_autoptr (SeidelAdvice) advice = seidel_advise (matrix->structure, options);
  if (seidel_cli_given (matrix->call, "json"))
    return print_json (advice, options, advise);
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  seidel_cli_sheet_title (sheet, matrix->matrix->name);
  if (advise->matched.matrix != NULL)
    {
      g_autofree char *note =
        g_strdup_printf ("%s (--matching product). What follows is of that system.",
                         advise->matched.why);
      seidel_cli_sheet_note (sheet, note);
    }
  seidel_cli_sheet_note (sheet, advice->summary);
  for (size_t i = 0; i < advice->n_candidates; i++)
    {
      g_autoptr (SeidelPlan) plan = plan_of (&advice->candidates[i], options, matrix);
      describe (&advice->candidates[i], plan, i + 1, sheet);
    }
  return seidel_cli_print_sheet (sheet);
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
  options.parameters[SEIDEL_PARAMETER_DAMP] = seidel_cli_real (call, "damp");
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  Advise advise = { .matrix = { .call = call } };
  const int status = seidel_cli_job_run (job, work, &advise, &error) ? print (&advise, &options)
                                                                     : seidel_cli_fail (error);
  seidel_cli_matrix_clear (&advise.matrix);
  seidel_matched_clear (&advise.matched);
  return status;
}

static const SeidelCliOption advice_rows[] = {
  { "engine", "E", "The engine of the run.", SEIDEL_CLI_CHOICE, "cpu", seidel_cli_engine_ids,
    .check = seidel_cli_is_cpu },
  { "precision", "P", "The floating-point precision of the run.", SEIDEL_CLI_CHOICE, "double",
    seidel_cli_precision_ids },
  { "damp", "X", "The damping λ of the run: with it, only methods of least squares are proposed.",
    SEIDEL_CLI_REAL, "0", .maximum = 1e100 },
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
