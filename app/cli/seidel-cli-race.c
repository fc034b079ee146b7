/* seidel-cli race: solves a system twice at the same time, and compares the solutions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "cli/seidel-cli-difference.h"
#include "cli/seidel-cli-run.h"
#include "experiment/seidel-experiment-setup.h"
#include "solve/seidel-race.h"

typedef struct
{
  SeidelCliSettings settings[2]; /* of both runs: the second is the first, changed by --against */
  SeidelCliMatrix matrix;
  SeidelRacer racers[2];
  SeidelDifference difference;
  bool compared; /* both have a solution */
} Race;

/* Changes options as "engine=cuda,strategy=auto" says. */
static bool
apply_changes (const char *text, SeidelOptions *options, GError **error)
{
  SeidelExperimentSetup setup = seidel_experiment_setup_new ();
  const SeidelExperimentSetup plain = setup;
  g_auto (GStrv) changes = g_strsplit (text, ",", -1);
  setup.options = *options;
  for (int i = 0; changes[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (changes[i], "=", 2);
      const char *key = parts[0] != NULL ? seidel_experiment_setting_find (parts[0]) : NULL;
      if (key == NULL || parts[1] == NULL)
        return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE,
                                  "“%s” is not KEY=VALUE, such as engine=cuda", changes[i]);
      /* Options keep ids, which are static, and commands. */
      if (!seidel_experiment_setup_set (&setup, key, g_intern_string (parts[1]), error))
        return false;
    }
  if (!seidel_experiment_setup_same_problem (&setup, &plain))
    return seidel_cli_refuse (error, G_OPTION_ERROR_BAD_VALUE, "both runs solve the same system");
  *options = setup.options;
  return true;
}

static bool
check_changes (const char *text, GError **error)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  return apply_changes (text, &options, error);
}

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Race *race = data;
  SeidelCliMatrix *matrix = &race->matrix;
  g_autoptr (SeidelProblem) problem = NULL;
  if (!seidel_cli_matrix_load (matrix, matrix->call->words[0], job, error)
      || !seidel_cli_matrix_reorder (matrix, job, error))
    return false;
  problem = seidel_cli_run_problem (matrix, &race->settings[0], job, error);
  if (problem == NULL)
    return false;
  for (int i = 0; i < 2; i++)
    race->racers[i].options = race->settings[i].options;
  seidel_race_share_threads (&race->racers[0].options, &race->racers[1].options);
  if (!seidel_race (problem, race->racers, job->cancellable, job->skip_verification))
    {
      const int failed = race->racers[0].error != NULL ? 0 : 1;
      g_propagate_prefixed_error (error, g_steal_pointer (&race->racers[failed].error),
                                  failed == 0 ? "The first run: " : "The second run: ");
      return false;
    }
  const SeidelOutcome *x = race->racers[0].outcome;
  const SeidelOutcome *y = race->racers[1].outcome;
  race->compared =
    x->computed && y->computed
    && seidel_vector_compare (x->x, y->x, x->n, seidel_cli_real (matrix->call, "threshold"), NULL,
                              &race->difference);
  return true;
}

static SeidelCliDifference
difference_of (const Race *race)
{
  const SeidelOutcome *x = race->racers[0].outcome;
  return (SeidelCliDifference){ &race->difference, x->x, race->racers[1].outcome->x,
                                x->complex_values };
}

static SeidelCliRunContext
context_of (const Race *race, int i, const char *title)
{
  SeidelCliRunContext context =
    seidel_cli_run_context (title, &race->settings[i], race->matrix.matrix);
  context.trace = race->racers[i].trace;
  for (int d = 0; d < 2; d++)
    context.schedules[d] = race->matrix.schedules[d];
  return context;
}

static int
print_json (const Race *race)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();
  const SeidelCliDifference difference = difference_of (race);
  json_builder_begin_object (json);
  json_builder_set_member_name (json, "runs");
  json_builder_begin_array (json);
  for (int i = 0; i < 2; i++)
    {
      g_auto (SeidelCliRunContext) context = context_of (race, i, NULL);
      seidel_cli_run_build_json (race->racers[i].outcome, &context, json);
    }
  json_builder_end_array (json);
  json_builder_set_member_name (json, "difference");
  if (race->compared)
    {
      json_builder_begin_object (json);
      seidel_cli_difference_build (&difference, json);
      json_builder_end_object (json);
    }
  else
    json_builder_add_null_value (json);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

static int
print_sheet (const Race *race)
{
  static const char *const titles[] = { "First run", "Second run" };
  g_autoptr (SeidelCliSheet) sheet = seidel_cli_sheet_new ();
  const SeidelCliDifference difference = difference_of (race);
  for (int i = 0; i < 2; i++)
    {
      g_auto (SeidelCliRunContext) context = context_of (race, i, titles[i]);
      seidel_cli_run_describe (race->racers[i].outcome, &context, sheet);
    }
  if (race->compared)
    {
      seidel_cli_sheet_title (sheet, "Their solutions");
      seidel_cli_difference_describe (&difference, sheet);
    }
  return seidel_cli_print_sheet (sheet);
}

/* The worse of both exit statuses. */
static int
report (const Race *race)
{
  int status =
    seidel_cli_given (race->matrix.call, "json") ? print_json (race) : print_sheet (race);
  for (int i = 0; i < 2; i++)
    status = MAX (status, seidel_cli_run_status (race->racers[i].outcome));
  return status;
}

/* The settings of both runs. */
static int
read_settings (Race *race, const SeidelCliCall *call)
{
  g_autoptr (GError) error = NULL;
  int status = SEIDEL_CLI_DONE;
  for (int i = 0; i < 2 && status == SEIDEL_CLI_DONE; i++)
    {
      seidel_cli_settings_init (&race->settings[i], call);
      if (i == 1
          && !apply_changes (seidel_cli_text (call, "against"), &race->settings[i].options, &error))
        return seidel_cli_usage_error (call->command, "%s", error->message);
      status = seidel_cli_settings_check (&race->settings[i]);
    }
  return status;
}

static int
run_race (const SeidelCliCall *call)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  g_autoptr (SeidelTrace) second = seidel_trace_new ();
  Race race = { .matrix = { .call = call } };
  race.racers[0].trace = job->trace;
  race.racers[1].trace = second;
  int status = read_settings (&race, call);
  if (status == SEIDEL_CLI_DONE)
    status =
      seidel_cli_job_run (job, work, &race, &error) ? report (&race) : seidel_cli_fail (error);
  seidel_cli_matrix_clear (&race.matrix);
  for (int i = 0; i < 2; i++)
    {
      seidel_cli_settings_clear (&race.settings[i]);
      g_clear_pointer (&race.racers[i].outcome, seidel_outcome_free);
      g_clear_error (&race.racers[i].error);
    }
  return status;
}

static const SeidelCliOption race_rows[] = {
  { "against", "KEY=VALUE,…",
    "What the second run does otherwise: options of a run by the names that they have here, such "
    "as engine=cuda or method=cg,preconditioner=ssor.",
    .check = check_changes, .required = true },
  SEIDEL_CLI_THRESHOLD_ROW,
  { NULL },
};

static const SeidelCliGroup race_group = { .title = "Race", .rows = race_rows };

const SeidelCliCommand seidel_cli_race = {
  .name = "race",
  .arguments = "FILE",
  .min_arguments = 1,
  .max_arguments = 1,
  .sentence = "Solve a system in two ways at the same time and compare the solutions.",
  .groups =
    (const SeidelCliGroup *const[]){ &race_group, &seidel_cli_run_group, &seidel_cli_matrix_group,
                                     &seidel_cli_json_group, NULL },
  .solves = true,
  .run = run_race,
};
