/* seidel-cli hierarchy: the levels of multigrid, and what a cycle does to an error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-hierarchy.h"

#include "base/seidel-format.h"
#include "draw/seidel-hierarchy-picture.h"
#include "io/seidel-loader.h"

typedef struct
{
  SeidelCliMatrix matrix;
  SeidelCliSettings settings;
  SeidelHierarchyReport *report;
} Hierarchy;

bool
seidel_cli_hierarchy_make (const SeidelCliMatrix *matrix,
                           const SeidelOptions *options,
                           SeidelCliJob *job,
                           SeidelHierarchyReport **report,
                           GError **error)
{
  seidel_progress_begin (&job->progress, "Coarsening");
  *report = seidel_hierarchy_report_new (matrix->matrix, matrix->structure, options,
                                         seidel_load_matrix, job->cancellable, error);
  if (*report != NULL && options->near_null != NULL
      && (*report)->coarsening != SEIDEL_COARSENING_AGGREGATION)
    seidel_cli_note (matrix->call, "near-null",
                     "this coarsening does not use vectors, but aggregation does");
  return *report != NULL;
}

static bool
work (SeidelCliJob *job, void *data, GError **error)
{
  Hierarchy *self = data;
  return seidel_cli_matrix_load (&self->matrix, self->matrix.call->words[0], job, error)
         && seidel_cli_matrix_reorder (&self->matrix, job, error)
         && seidel_cli_hierarchy_make (&self->matrix, &self->settings.options, job, &self->report,
                                       error);
}

static const SeidelSettingValue *
named_value (const SeidelHierarchyReport *report, SeidelParameterIndex parameter)
{
  return seidel_parameter_value (parameter, report->options.parameters[parameter]);
}

static void
build_levels (const SeidelHierarchyReport *report, JsonBuilder *json)
{
  seidel_cli_json_begin_array (json, "levels");
  for (int l = 0; l < report->n_levels; l++)
    {
      json_builder_begin_object (json);
      seidel_cli_json_integer (json, "rows", report->levels[l].rows);
      seidel_cli_json_integer (json, "nonzeros", report->levels[l].nonzeros);
      seidel_cli_json_integer (json, "prolongation_nonzeros", report->levels[l].prolongation);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

/* NULL without a cycle. */
static void
build_errors (const SeidelHierarchyReport *report, JsonBuilder *json)
{
  if (report->errors[0] == NULL)
    {
      seidel_cli_json_text (json, "errors", NULL);
      return;
    }
  seidel_cli_json_begin_object (json, "errors");
  for (int stage = 0; stage < SEIDEL_N_ERROR_STAGES; stage++)
    {
      seidel_cli_json_begin_object (json, seidel_error_stage_id (stage));
      seidel_cli_json_number (json, "norm", report->norms[stage]);
      seidel_cli_json_number (json, "energy", report->energies[stage]);
      json_builder_end_object (json);
    }
  json_builder_end_object (json);
}

static int
print_json (const Hierarchy *self)
{
  const SeidelHierarchyReport *report = self->report;
  const SeidelMatrix *matrix = self->matrix.matrix;
  const double *parameters = report->options.parameters;
  g_autoptr (JsonBuilder) json = json_builder_new ();
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "name", matrix->name);
  seidel_cli_json_text (json, "ordering", matrix->ordering);
  seidel_cli_json_text (
    json, "coarsening",
    seidel_parameter_value (SEIDEL_PARAMETER_COARSENING, report->coarsening)->id);
  seidel_cli_json_number (json, "strength", parameters[SEIDEL_PARAMETER_STRENGTH]);
  seidel_cli_json_text (json, "cycle", named_value (report, SEIDEL_PARAMETER_CYCLE)->id);
  seidel_cli_json_text (json, "smoother", named_value (report, SEIDEL_PARAMETER_SMOOTHER)->id);
  seidel_cli_json_integer (json, "smoothing", (int64_t) parameters[SEIDEL_PARAMETER_SMOOTHING]);
  seidel_cli_json_bool (json, "direct", report->direct);
  seidel_cli_json_number (json, "grid_complexity", report->grid_complexity);
  seidel_cli_json_number (json, "operator_complexity", report->operator_complexity);
  build_levels (report, json);
  build_errors (report, json);
  json_builder_end_object (json);
  return seidel_cli_print_json (json);
}

/* One more column than there are numbers: how the level is treated. */
static char *
describe_levels (const SeidelHierarchyReport *report)
{
  static const char *const head[] = { "Level", "Rows", "Entries", "Entries a row", "Smoother" };
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  GString *out = g_string_new (NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (head); i++)
    g_ptr_array_add (texts, g_strdup (head[i]));
  for (int l = 0; l < report->n_levels; l++)
    {
      const SeidelReportLevel *level = &report->levels[l];
      bool last = l == report->n_levels - 1;
      g_ptr_array_add (texts, g_strdup_printf ("%d", l + 1));
      g_ptr_array_add (texts, seidel_format_count (level->rows));
      g_ptr_array_add (texts, seidel_format_count (level->nonzeros));
      g_ptr_array_add (texts, seidel_format_decimals ((double) level->nonzeros
                                                        / (double) MAX (level->rows, 1),
                                                      1));
      g_ptr_array_add (texts, g_strdup (last && report->direct
                                          ? "none: solved directly"
                                          : named_value (report, SEIDEL_PARAMETER_SMOOTHER)->name));
    }
  g_string_append_c (out, '\n');
  seidel_cli_text_table ((char *const *) texts->pdata, (size_t) report->n_levels + 1,
                         G_N_ELEMENTS (head), out);
  return g_string_free (out, FALSE);
}

/* Nothing without a cycle. */
static void
describe_errors (const SeidelHierarchyReport *report, SeidelCliSheet *sheet)
{
  if (report->errors[0] == NULL)
    return;
  seidel_cli_sheet_title (sheet,
                          "Error in one cycle, from a constant and a random part: norm, energy");
  for (int stage = 0; stage < SEIDEL_N_ERROR_STAGES; stage++)
    {
      g_autofree char *norm = seidel_cli_text_number (report->norms[stage]);
      g_autofree char *energy = seidel_cli_text_number (report->energies[stage]);
      seidel_cli_sheet_add (sheet, seidel_hierarchy_stage_name (stage), "%s, %s", norm, energy);
    }
}

static int
print_text (const Hierarchy *self)
{
  const SeidelHierarchyReport *report = self->report;
  const int steps = (int) report->options.parameters[SEIDEL_PARAMETER_SMOOTHING];
  g_autofree char *name = seidel_cli_matrix_title (self->matrix.matrix);
  g_autofree char *title = g_strdup_printf ("%s, multigrid", name);
  g_autofree char *levels = describe_levels (report);
  g_autoptr (SeidelCliSheet) head = seidel_cli_sheet_new ();
  g_autoptr (SeidelCliSheet) errors = seidel_cli_sheet_new ();
  seidel_cli_sheet_title (head, title);
  seidel_cli_sheet_add (
    head, "Coarsening", "%s",
    seidel_parameter_value (SEIDEL_PARAMETER_COARSENING, report->coarsening)->name);
  seidel_cli_sheet_add (head, "Cycle", "%s, %d %s of %s before and after the coarser levels",
                        named_value (report, SEIDEL_PARAMETER_CYCLE)->name, steps,
                        steps == 1 ? "step" : "steps",
                        named_value (report, SEIDEL_PARAMETER_SMOOTHER)->name);
  seidel_cli_sheet_add (head, "Grid complexity",
                        "%.3f (rows of all levels over those of the first)",
                        report->grid_complexity);
  seidel_cli_sheet_add (head, "Operator complexity", "%.3f (the same of stored entries)",
                        report->operator_complexity);
  describe_errors (report, errors);
  g_autofree char *first = seidel_cli_sheet_to_text (head);
  g_autofree char *last = seidel_cli_sheet_to_text (errors);
  g_autofree char *text = g_strconcat (first, levels, last[0] != '\0' ? "\n" : "", last, NULL);
  return seidel_cli_print (text);
}

static int
run_hierarchy (const SeidelCliCall *call)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCliJob) job = seidel_cli_job_new ();
  Hierarchy self = { .matrix = { .call = call } };
  seidel_cli_settings_init (&self.settings, call);
  self.settings.options.method = "multigrid";
  int status = seidel_cli_settings_check (&self.settings);
  if (status == SEIDEL_CLI_DONE && !seidel_cli_job_run (job, work, &self, &error))
    status = seidel_cli_fail (error);
  else if (status == SEIDEL_CLI_DONE)
    status = seidel_cli_given (call, "json") ? print_json (&self) : print_text (&self);
  seidel_hierarchy_report_unref (self.report);
  seidel_cli_settings_clear (&self.settings);
  seidel_cli_matrix_clear (&self.matrix);
  return status;
}

const SeidelCliCommand seidel_cli_hierarchy = {
  .name = "hierarchy",
  .arguments = "FILE",
  .min_arguments = 1,
  .max_arguments = 1,
  .sentence = "Show the levels that multigrid makes of a matrix.",
  .groups = (const SeidelCliGroup *const[]){ &seidel_cli_multigrid_group, &seidel_cli_matrix_group,
                                             &seidel_cli_json_group, NULL },
  .run = run_hierarchy,
};
