/* The result of an experiment as a page, with the curves of its runs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-experiment-new.h"

#include "cli/seidel-cli-experiment-text.h"
#include "draw/seidel-convergence-picture.h"
#include "draw/seidel-export.h"
#include "experiment/seidel-experiment-marks.h"
#include "experiment/seidel-experiment-verdict.h"

#define WIDTH  640.0
#define HEIGHT 360.0

/* The file of the picture of a cell's curve in a folder; free with g_free (). */
static char *
picture_path (const char *folder, size_t cell)
{
  g_autofree char *name = g_strdup_printf ("cell-%04zu.svg", cell + 1);
  return g_build_filename (folder, name, NULL);
}

bool
seidel_cli_experiment_draw_run (SeidelExperiment *experiment,
                                size_t cell,
                                SeidelTrace *trace,
                                const char *folder,
                                GError **error)
{
  const SeidelTheme theme = seidel_theme_get (false);
  const SeidelExperimentSetup setup = seidel_experiment_setup (experiment, cell);
  g_autofree char *path = picture_path (folder, cell);
  g_autofree char *title = seidel_experiment_cell_title (experiment, cell);
  SeidelConvergencePicture *picture = seidel_convergence_picture_new ();
  bool done;
  seidel_convergence_picture_add_run (picture, title, trace, 0);
  seidel_convergence_picture_set_tolerance (picture, setup.options.tolerance,
                                            setup.options.maximum_tolerance);
  seidel_convergence_picture_update (picture, false);
  done = seidel_export_picture (&(SeidelDrawing){ seidel_convergence_picture_draw, picture, &theme,
                                                  WIDTH, HEIGHT, 1.0 },
                                path, error);
  seidel_convergence_picture_free (picture);
  return done;
}

static void
append_escaped (GString *html, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  g_string_append (html, escaped);
}

static void
append_element (GString *html, const char *tag, const char *class, const char *text)
{
  if (text == NULL || text[0] == '\0')
    return;
  g_string_append_printf (html, class != NULL ? "<%s class=\"%s\">" : "<%s>", tag, class);
  append_escaped (html, text);
  g_string_append_printf (html, "</%s>\n", tag);
}

/* "✓ 12", "12 ✗ᵃ", "gap", with what there is to say in a tooltip and a link to the curve. */
static void
append_cell (GString *html, SeidelExperimentResult *result, size_t cell, size_t m)
{
  const SeidelExperimentCell found = seidel_experiment_result_cell (result, cell);
  g_autofree char *value = seidel_cli_experiment_describe_cell (result, cell, m);
  const char *reason = seidel_experiment_mark_reason (result, cell);
  g_string_append_printf (html, "<td class=\"%s\" title=\"",
                          found.state == SEIDEL_CELL_WAITING ? "waiting"
                          : found.state == SEIDEL_CELL_GAP   ? "gap"
                          : reason != NULL                   ? "failed"
                                                             : "done");
  append_escaped (html, found.why != NULL ? found.why
                        : reason != NULL  ? seidel_experiment_name_reason (reason)
                                          : "");
  g_string_append_printf (html, "\"><a href=\"#cell-%zu\">", cell + 1);
  if (found.state == SEIDEL_CELL_GAP)
    g_string_append (html, "– gap");
  else if (found.state == SEIDEL_CELL_DONE)
    {
      g_string_append (html, reason != NULL || value[0] == '\0' ? "" : "✓ ");
      append_escaped (html, value);
    }
  g_string_append (html, "</a></td>");
}

static void
append_table (GString *html, SeidelExperimentResult *result, size_t m)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const size_t columns = experiment->n_dimensions == 2 ? experiment->dimensions[1].n : 1;
  g_string_append (html, "<table>");
  append_element (html, "caption", NULL, experiment->measures[m]->name);
  g_string_append (html, "<tr>");
  append_element (html, "th", NULL, experiment->dimensions[0].name);
  for (size_t j = 0; j < columns; j++)
    append_element (html, "th", NULL,
                    experiment->n_dimensions == 2 ? experiment->dimensions[1].values[j].label
                                                  : experiment->measures[m]->name);
  g_string_append (html, "</tr>\n");
  for (size_t i = 0; i < experiment->dimensions[0].n; i++)
    {
      g_string_append (html, "<tr>");
      append_element (html, "th", NULL, experiment->dimensions[0].values[i].label);
      for (size_t j = 0; j < columns; j++)
        append_cell (html, result, i * columns + j, m);
      g_string_append (html, "</tr>\n");
    }
  g_string_append (html, "</table>\n");
}

/* The verdict, and each statement of the source with what is printed and what was measured. */
static void
append_verdict (GString *html, SeidelExperimentResult *result)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const SeidelExperimentStatements *statements = &experiment->statements;
  g_autofree char *verdict = seidel_experiment_describe_verdict (result);
  if (verdict[0] != '\0')
    append_element (html, "p", "verdict", verdict);
  if (statements->n_statements == 0)
    return;
  g_string_append (html, "<table class=\"statements\">\n");
  for (size_t i = 0; i < statements->n_statements; i++)
    {
      const SeidelExperimentStatement *statement = &statements->statements[i];
      const SeidelStatementFinding finding = seidel_experiment_judge_statement (result, i);
      g_autofree char *values = seidel_experiment_describe_statement (result, i);
      g_string_append (html, "<tr>");
      append_element (html, "th",
                      finding.state == SEIDEL_STATEMENT_FAILS   ? "failed"
                      : finding.state == SEIDEL_STATEMENT_HOLDS ? "holds"
                                                                : "open",
                      seidel_statement_state_name (finding.state));
      g_string_append (html, "<td>");
      append_element (html, "span", NULL, statement->text);
      append_element (html, "small", NULL, statement->place);
      g_string_append (html, "</td><td>");
      append_element (html, "span", NULL, values);
      append_element (html, "small", NULL,
                      statement->holds != NULL ? statement->holds : statement->why);
      g_string_append (html, "</td></tr>\n");
    }
  g_string_append (html, "</table>\n");
}

/* The runs, each with how it ended and its curve. */
static void
append_runs (GString *html, SeidelExperimentResult *result, const char *folder)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  g_autofree char *base = folder != NULL ? g_path_get_basename (folder) : NULL;
  for (size_t cell = 0; cell < seidel_experiment_n_cells (experiment); cell++)
    {
      const SeidelExperimentCell found = seidel_experiment_result_cell (result, cell);
      g_autofree char *title = seidel_experiment_cell_title (experiment, cell);
      g_autofree char *path = folder != NULL ? picture_path (folder, cell) : NULL;
      if (found.state == SEIDEL_CELL_WAITING)
        continue;
      g_string_append_printf (html, "<figure id=\"cell-%zu\">", cell + 1);
      if (path != NULL && g_file_test (path, G_FILE_TEST_EXISTS))
        {
          g_autofree char *name = g_path_get_basename (path);
          g_autofree char *source = g_strdup_printf ("%s/%s", base, name);
          g_autofree char *uri = g_uri_escape_string (source, "/", TRUE);
          g_string_append_printf (html, "<img src=\"%s\" alt=\"\">", uri);
        }
      g_string_append (html, "<figcaption>");
      append_escaped (html, title);
      g_string_append (html, ": ");
      append_escaped (html, found.why != NULL      ? found.why
                            : found.reason != NULL ? seidel_experiment_name_reason (found.reason)
                                                   : "measured");
      g_string_append (html, "</figcaption></figure>\n");
    }
}

static const char STYLE[] =
  "body{font-family:sans-serif;margin:2em;color:#222;background:#fff}table{border-collapse:"
  "collapse;"
  "margin:1em 0}caption{text-align:left;font-weight:bold}th,td{border:1px solid #ccc;padding:.3em "
  ".6em;text-align:right}th{text-align:left;background:#f4f4f4}td a{color:inherit;"
  "text-decoration:none}td{white-space:nowrap}.statements "
  "td{text-align:left;white-space:normal}small{display:block;color:#666}.verdict"
  "{font-weight:bold}.holds{background:#e2f3e4}.failed{background:#fbe3e0}.gap,.waiting{background:"
  "#eee;color:#666}.notes{white-space:pre-line}figure{display:inline-block;margin:.5em;width:47%;"
  "min-width:20em;max-width:640px}img{max-width:100%}";

char *
seidel_cli_experiment_to_html (SeidelExperimentResult *result, const char *folder)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  g_autofree char *origin = seidel_experiment_result_describe_origin (result);
  g_autofree char *explanation = seidel_experiment_explain (result);
  g_autoptr (GString) notes = g_string_new (NULL);
  GString *html =
    g_string_new ("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n");
  append_element (html, "title", NULL, experiment->title);
  g_string_append_printf (html, "<style>%s</style></head>\n<body>", STYLE);
  append_element (html, "h1", NULL, experiment->title);
  append_verdict (html, result);
  append_element (html, "p", NULL, experiment->sentence);
  append_element (html, "p", NULL, experiment->source);
  append_element (html, "p", NULL, explanation);
  g_string_append (html, "<p>");
  append_escaped (html, origin);
  seidel_cli_experiment_append_reading (result, html);
  g_string_append (html, "</p>\n");
  for (size_t m = 0; m < experiment->n_measures; m++)
    append_table (html, result, m);
  seidel_cli_experiment_append_notes (result, notes);
  append_element (html, "p", "notes", g_strstrip (notes->str));
  append_runs (html, result, folder);
  g_string_append (html, "</body></html>\n");
  return g_string_free (html, FALSE);
}
