/* What is printed of an experiment and of its results.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-experiment-text.h"

#include <math.h>

#include "base/seidel-format.h"
#include "experiment/seidel-crossover.h"
#include "experiment/seidel-experiment-marks.h"
#include "experiment/seidel-experiment-scaling.h"
#include "experiment/seidel-experiment-verdict.h"

static void
describe_settings (const SeidelExperimentSettings *settings,
                   const char *label,
                   SeidelCliSheet *sheet)
{
  for (size_t i = 0; i < settings->n; i++)
    seidel_cli_sheet_add (sheet, i == 0 ? label : "", "%s %s", settings->all[i].key,
                          settings->all[i].text);
}

static char *
join_labels (const SeidelExperimentDimension *dimension)
{
  GString *labels = g_string_new (NULL);
  for (size_t i = 0; i < dimension->n; i++)
    g_string_append_printf (labels, "%s%s", i > 0 ? ", " : "", dimension->values[i].label);
  return g_string_free (labels, FALSE);
}

static char *
join_measures (const SeidelExperiment *experiment)
{
  GString *names = g_string_new (NULL);
  for (size_t m = 0; m < experiment->n_measures; m++)
    g_string_append_printf (names, "%s%s", m > 0 ? ", " : "", experiment->measures[m]->id);
  return g_string_free (names, FALSE);
}

/* What the source states, with what is printed and what was measured. */
static void
describe_statements (SeidelExperimentResult *result, SeidelCliSheet *sheet)
{
  const SeidelExperimentStatements *statements =
    &seidel_experiment_result_experiment (result)->statements;
  for (size_t i = 0; i < statements->n_statements; i++)
    {
      const SeidelExperimentStatement *statement = &statements->statements[i];
      const SeidelStatementFinding finding = seidel_experiment_judge_statement (result, i);
      g_autofree char *values = seidel_experiment_describe_statement (result, i);
      seidel_cli_sheet_add (sheet, seidel_statement_state_name (finding.state), "%s%s%s%s%s%s",
                            statement->text, statement->place[0] != '\0' ? " (" : "",
                            statement->place, statement->place[0] != '\0' ? ")" : "",
                            values[0] != '\0' ? ": " : "", values);
      if (statement->holds != NULL)
        seidel_cli_sheet_add (sheet, "", "rule: %s", statement->holds);
      else if (statement->why[0] != '\0')
        seidel_cli_sheet_add (sheet, "", "%s", statement->why);
    }
}

/* What is said without a result, or of a blank one, is what holds of any. */
static void
describe_verdict (SeidelExperimentResult *result, SeidelCliSheet *sheet)
{
  g_autofree char *verdict = seidel_experiment_describe_verdict (result);
  g_autofree char *origin = seidel_experiment_result_describe_origin (result);
  if (verdict[0] != '\0')
    seidel_cli_sheet_add (sheet, "verdict", "%s", verdict);
  seidel_cli_sheet_add (sheet, "result", "%s", origin);
  describe_statements (result, sheet);
}

void
seidel_cli_experiment_describe (SeidelExperiment *experiment,
                                SeidelExperimentResult *result,
                                SeidelCliSheet *sheet)
{
  g_autoptr (SeidelExperimentResult) blank = seidel_experiment_result_new_blank (experiment);
  g_autofree char *cells =
    seidel_cli_text_count ((int64_t) seidel_experiment_n_cells (experiment), "cell", "cells");
  seidel_cli_sheet_title (sheet, experiment->title);
  if (result != NULL)
    describe_verdict (result, sheet);
  if (experiment->sentence[0] != '\0')
    seidel_cli_sheet_note (sheet, experiment->sentence);
  if (experiment->source[0] != '\0')
    seidel_cli_sheet_add (sheet, "source", "%s", experiment->source);
  describe_settings (&experiment->held, "hold", sheet);
  for (int d = 0; d < experiment->n_dimensions; d++)
    {
      g_autofree char *labels = join_labels (&experiment->dimensions[d]);
      seidel_cli_sheet_add (sheet, d == 0 ? "vary" : "", "%s: %s", experiment->dimensions[d].name,
                            labels);
    }
  seidel_cli_sheet_take (sheet, "measures", join_measures (experiment));
  seidel_cli_sheet_add (sheet, "runs", "%s of %d, %d before them", cells, experiment->repeats,
                        experiment->warm_up);
  describe_settings (&experiment->reference, "errors against", sheet);
  g_autofree char *explanation = seidel_experiment_explain (result != NULL ? result : blank);
  if (explanation[0] != '\0')
    seidel_cli_sheet_note (sheet, explanation);
}

char *
seidel_cli_experiment_describe_cell (SeidelExperimentResult *result, size_t cell, size_t m)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const SeidelExperimentMeasure *measure = experiment->measures[m];
  const SeidelCellState state = seidel_experiment_result_cell (result, cell).state;
  const double median = seidel_experiment_result_statistics (result, cell, m).median;
  g_autofree char *ours = state == SEIDEL_CELL_GAP
                            ? g_strdup ("gap")
                            : seidel_experiment_measure_format (measure, median);
  g_autofree char *theirs =
    seidel_experiment_measure_format (measure,
                                      seidel_experiment_published (experiment, measure, cell));
  g_autofree char *mark = ours[0] != '\0' ? seidel_experiment_mark (result, cell) : g_strdup ("");
  const double ratio = seidel_experiment_result_ratio (result, cell, m);
  g_autofree char *factor = isfinite (ratio) && measure->unit == SEIDEL_MEASURE_SECONDS
                              ? seidel_format_value (ratio, 3)
                              : NULL;
  return g_strdup_printf ("%s%s%s%s%s%s%s", ours, mark, theirs[0] != '\0' ? " (" : "", theirs,
                          theirs[0] != '\0' ? ")" : "", factor != NULL ? " × " : "",
                          factor != NULL ? factor : "");
}

/* One dimension: a column per measure. */
static void
append_measures (SeidelExperimentResult *result, GString *out)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const SeidelExperimentDimension *dimension = &experiment->dimensions[0];
  const size_t n = experiment->n_measures + 1;
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (texts, g_strdup (dimension->name));
  for (size_t m = 0; m < experiment->n_measures; m++)
    g_ptr_array_add (texts, g_strdup (experiment->measures[m]->name));
  for (size_t cell = 0; cell < dimension->n; cell++)
    {
      g_ptr_array_add (texts, g_strdup (dimension->values[cell].label));
      for (size_t m = 0; m < experiment->n_measures; m++)
        g_ptr_array_add (texts, seidel_cli_experiment_describe_cell (result, cell, m));
    }
  seidel_cli_text_table ((char **) texts->pdata, dimension->n + 1, n, out);
}

/* Two dimensions: a table for one measure. */
static void
append_measure (SeidelExperimentResult *result, size_t m, GString *out)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const SeidelExperimentDimension *rows = &experiment->dimensions[0];
  const SeidelExperimentDimension *columns = &experiment->dimensions[1];
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (texts, g_strdup (rows->name));
  for (size_t j = 0; j < columns->n; j++)
    g_ptr_array_add (texts, g_strdup (columns->values[j].label));
  for (size_t i = 0; i < rows->n; i++)
    {
      g_ptr_array_add (texts, g_strdup (rows->values[i].label));
      for (size_t j = 0; j < columns->n; j++)
        g_ptr_array_add (texts,
                         seidel_cli_experiment_describe_cell (result, i * columns->n + j, m));
    }
  g_string_append_printf (out, "\n%s\n", experiment->measures[m]->name);
  seidel_cli_text_table ((char **) texts->pdata, rows->n + 1, columns->n + 1, out);
}

#define LAWS_WIDTH 100

static void
append_scaling (SeidelExperimentResult *result, GString *out)
{
  g_autofree char *text = seidel_experiment_scaling_describe (result);
  if (text == NULL)
    return;
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    {
      g_string_append_c (out, '\n');
      seidel_cli_text_wrap (out, *line, 0, LAWS_WIDTH);
      g_string_append_c (out, '\n');
    }
}

/* Where curves fall below that of the baseline. */
static void
append_crossovers (SeidelExperimentResult *result, GString *out)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  if (experiment->baseline_dimension != 1)
    return;
  const SeidelExperimentDimension *columns = &experiment->dimensions[1];
  for (size_t j = 0; j < columns->n; j++)
    {
      const double place = seidel_experiment_crossover (result, 0, j, experiment->logarithmic);
      if (!isfinite (place))
        continue;
      g_autofree char *where = seidel_format_value (place, 3);
      g_string_append_printf (out, "\ncrossover: %s is below %s from %s %s\n",
                              columns->values[j].label, columns->values[experiment->baseline].label,
                              experiment->dimensions[0].name, where);
    }
}

/* Takes the lines, of which there may be none. */
static void
append_lines (char *lines, GString *out)
{
  if (lines != NULL)
    g_string_append_printf (out, "\n%s\n", lines);
  g_free (lines);
}

void
seidel_cli_experiment_append_notes (SeidelExperimentResult *result, GString *out)
{
  append_lines (seidel_experiment_describe_marks (result), out);
  append_crossovers (result, out);
  append_scaling (result, out);
  append_lines (seidel_experiment_describe_gaps (result), out);
}

void
seidel_cli_experiment_append_reading (SeidelExperimentResult *result, GString *out)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const size_t n = seidel_experiment_n_cells (experiment);
  const size_t finished = seidel_experiment_result_n_finished (result);
  if (finished < n)
    g_string_append_printf (out, "; %zu of %zu cells", finished, n);
  g_string_append_printf (out, "; medians of %d", experiment->repeats);
  if (experiment->n_published > 0)
    g_string_append (out, "; in parentheses as published");
  if (experiment->baseline_dimension >= 0)
    g_string_append_printf (
      out, "; × to %s",
      experiment->dimensions[experiment->baseline_dimension].values[experiment->baseline].label);
}

void
seidel_cli_experiment_append_result (SeidelExperimentResult *result, bool recorded, GString *out)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  g_autofree char *machine =
    seidel_experiment_machine_describe (seidel_experiment_result_machine (result));
  g_string_append_printf (out, "\n%s on %s, begun %s", recorded ? "Recorded" : "Measured", machine,
                          seidel_experiment_result_begun (result));
  seidel_cli_experiment_append_reading (result, out);
  g_string_append_c (out, '\n');
  if (experiment->n_dimensions == 1)
    append_measures (result, out);
  else
    for (size_t m = 0; m < experiment->n_measures; m++)
      append_measure (result, m, out);
  seidel_cli_experiment_append_notes (result, out);
}

static void
build_statement (SeidelExperimentResult *result, size_t i, JsonBuilder *json)
{
  const SeidelExperimentStatement *statement =
    &seidel_experiment_result_experiment (result)->statements.statements[i];
  const SeidelStatementFinding finding = seidel_experiment_judge_statement (result, i);
  json_builder_begin_object (json);
  seidel_cli_json_text (json, "text", statement->text);
  seidel_cli_json_text (json, "place", statement->place);
  seidel_cli_json_text (json, "state", seidel_statement_state_name (finding.state));
  seidel_cli_json_number (json, "printed", finding.printed);
  seidel_cli_json_number (json, "printed_to", finding.printed_to);
  seidel_cli_json_number (json, "ours", finding.ours);
  seidel_cli_json_text (json, "rule", statement->holds);
  json_builder_end_object (json);
}

static void
build_verdict (SeidelExperimentResult *result, JsonBuilder *json)
{
  const SeidelExperimentJudgement judgement = seidel_experiment_judge (result);
  g_autofree char *origin = seidel_experiment_result_describe_origin (result);
  g_autofree char *explanation = seidel_experiment_explain (result);
  seidel_cli_json_text (json, "verdict", seidel_agreement_id (judgement.verdict));
  seidel_cli_json_text (json, "stale", seidel_experiment_result_stale (result));
  seidel_cli_json_text (json, "origin", origin);
  seidel_cli_json_text (json, "agreement", explanation);
  seidel_cli_json_begin_array (json, "statements");
  for (size_t i = 0; i < seidel_experiment_result_experiment (result)->statements.n_statements; i++)
    build_statement (result, i, json);
  json_builder_end_array (json);
}

void
seidel_cli_experiment_build (const SeidelExperiment *experiment,
                             SeidelExperimentResult *result,
                             JsonBuilder *json)
{
  seidel_cli_json_text (json, "id", experiment->id);
  seidel_cli_json_text (json, "title", experiment->title);
  if (result != NULL)
    build_verdict (result, json);
  seidel_cli_json_text (json, "sentence", experiment->sentence);
  seidel_cli_json_text (json, "source", experiment->source);
  seidel_cli_json_integer (json, "cells", (int64_t) seidel_experiment_n_cells (experiment));
}

static void
build_statistics (SeidelExperimentResult *result, size_t cell, size_t m, JsonBuilder *json)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const SeidelExperimentMeasure *measure = experiment->measures[m];
  const SeidelExperimentStatistics found = seidel_experiment_result_statistics (result, cell, m);
  seidel_cli_json_begin_object (json, measure->id);
  seidel_cli_json_integer (json, "runs", found.n);
  seidel_cli_json_number (json, "median", found.median);
  seidel_cli_json_number (json, "mean", found.mean);
  seidel_cli_json_number (json, "minimum", found.minimum);
  seidel_cli_json_number (json, "maximum", found.maximum);
  seidel_cli_json_number (json, "lower_quartile", found.quartiles[0]);
  seidel_cli_json_number (json, "upper_quartile", found.quartiles[1]);
  seidel_cli_json_number (json, "ratio", seidel_experiment_result_ratio (result, cell, m));
  seidel_cli_json_number (json, "published",
                          seidel_experiment_published (experiment, measure, cell));
  json_builder_end_object (json);
}

static void
build_cell (SeidelExperimentResult *result, size_t cell, JsonBuilder *json)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const SeidelExperimentCell found = seidel_experiment_result_cell (result, cell);
  static const char *const states[] = { "waiting", "done", "gap" };
  json_builder_begin_object (json);
  seidel_cli_json_begin_array (json, "at");
  for (int d = 0; d < experiment->n_dimensions; d++)
    json_builder_add_string_value (json, seidel_experiment_value (experiment, cell, d)->label);
  json_builder_end_array (json);
  seidel_cli_json_text (json, "state", states[found.state]);
  seidel_cli_json_text (json, "reason", found.reason);
  seidel_cli_json_bool (json, "reached",
                        found.state == SEIDEL_CELL_DONE
                          && seidel_experiment_mark_reason (result, cell) == NULL);
  seidel_cli_json_text (json, "why", found.why);
  seidel_cli_json_begin_object (json, "measures");
  for (size_t m = 0; m < experiment->n_measures; m++)
    build_statistics (result, cell, m, json);
  json_builder_end_object (json);
  json_builder_end_object (json);
}

static void
build_law (const char *name, const SeidelScalingLaw *law, JsonBuilder *json)
{
  seidel_cli_json_begin_object (json, name);
  seidel_cli_json_number (json, "serial", law->serial);
  seidel_cli_json_number (json, "first", law->first);
  seidel_cli_json_number (json, "deviation", law->deviation);
  json_builder_end_object (json);
}

static void
build_simulation (const SeidelScalingModel *model, JsonBuilder *json)
{
  static const double simulated[] = SEIDEL_SCALING_SIMULATED;
  seidel_cli_json_number (json, "latency", model->latency);
  seidel_cli_json_number (json, "bandwidth", model->bandwidth);
  seidel_cli_json_begin_array (json, "simulated");
  for (size_t i = 0; i < G_N_ELEMENTS (simulated); i++)
    {
      double share = NAN;
      const double seconds = seidel_scaling_simulate (model, simulated[i], &share);
      json_builder_begin_object (json);
      seidel_cli_json_integer (json, "ranks", (int64_t) simulated[i]);
      seidel_cli_json_number (json, "seconds", seconds);
      seidel_cli_json_number (json, "communication", share);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

/* A law for each curve, and what it would take on more ranks. */
static void
build_scaling (SeidelExperimentResult *result, JsonBuilder *json)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  seidel_cli_json_begin_array (json, "scaling");
  for (size_t j = 0; j < seidel_experiment_n_curves (experiment); j++)
    {
      SeidelExperimentScaling scaling;
      if (!seidel_experiment_scaling (result, j, &scaling))
        continue;
      json_builder_begin_object (json);
      if (experiment->n_dimensions == 2)
        seidel_cli_json_text (json, "curve", experiment->dimensions[1].values[j].label);
      seidel_cli_json_text (json, "kind", seidel_scaling_id (scaling.law.kind));
      build_law ("law", &scaling.law, json);
      if (scaling.has_published)
        build_law ("published", &scaling.published, json);
      if (scaling.has_model)
        build_simulation (&scaling.model, json);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

void
seidel_cli_experiment_build_result (SeidelExperimentResult *result, JsonBuilder *json)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  g_autofree char *machine =
    seidel_experiment_machine_describe (seidel_experiment_result_machine (result));
  seidel_cli_json_text (json, "machine", machine);
  seidel_cli_json_text (json, "version", seidel_experiment_result_machine (result)->version);
  seidel_cli_json_text (json, "begun", seidel_experiment_result_begun (result));
  seidel_cli_json_begin_array (json, "results");
  for (size_t cell = 0; cell < seidel_experiment_n_cells (experiment); cell++)
    build_cell (result, cell, json);
  json_builder_end_array (json);
  if (experiment->scaling != SEIDEL_SCALING_NONE)
    build_scaling (result, json);
}
