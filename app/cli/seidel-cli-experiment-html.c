/* The result of an experiment as a page, with the curves of its runs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-experiment-new.h"

#include "draw/seidel-convergence-picture.h"
#include "draw/seidel-export.h"
#include "experiment/seidel-experiment-marks.h"

#define WIDTH  640.0
#define HEIGHT 360.0

char *
seidel_cli_experiment_picture_path (const char *folder, size_t cell)
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
  g_autofree char *path = seidel_cli_experiment_picture_path (folder, cell);
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

/* "✓ 12", "✗ Time limit", "gap", with what there is to say in a tooltip and a link to the curve. */
static void
append_cell (GString *html, SeidelExperimentResult *result, size_t cell, size_t m)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const SeidelExperimentCell found = seidel_experiment_result_cell (result, cell);
  const double median = seidel_experiment_result_statistics (result, cell, m).median;
  g_autofree char *value = seidel_experiment_measure_format (experiment->measures[m], median);
  const char *reason = seidel_experiment_mark_reason (result, cell);
  g_string_append_printf (html, "<td class=\"%s\" title=\"",
                          found.state == SEIDEL_CELL_WAITING ? "waiting"
                          : found.state == SEIDEL_CELL_GAP   ? "gap"
                          : reason != NULL                   ? "failed"
                                                             : "done");
  append_escaped (html, found.why != NULL ? found.why : reason != NULL ? reason : "");
  g_string_append_printf (html, "\"><a href=\"#cell-%zu\">", cell + 1);
  if (found.state == SEIDEL_CELL_GAP)
    g_string_append (html, "– gap");
  else if (found.state == SEIDEL_CELL_DONE)
    {
      g_string_append (html, reason != NULL ? "✗ " : "✓ ");
      append_escaped (html, value);
    }
  g_string_append (html, "</a></td>");
}

static void
append_table (GString *html, SeidelExperimentResult *result, size_t m)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const size_t columns = experiment->n_dimensions == 2 ? experiment->dimensions[1].n : 1;
  g_string_append (html, "<table><caption>");
  append_escaped (html, experiment->measures[m]->name);
  g_string_append (html, "</caption>\n<tr><th>");
  append_escaped (html, experiment->dimensions[0].name);
  g_string_append (html, "</th>");
  for (size_t j = 0; j < columns; j++)
    {
      g_string_append (html, "<th>");
      append_escaped (html, experiment->n_dimensions == 2
                              ? experiment->dimensions[1].values[j].label
                              : experiment->measures[m]->name);
      g_string_append (html, "</th>");
    }
  g_string_append (html, "</tr>\n");
  for (size_t i = 0; i < experiment->dimensions[0].n; i++)
    {
      g_string_append (html, "<tr><th>");
      append_escaped (html, experiment->dimensions[0].values[i].label);
      g_string_append (html, "</th>");
      for (size_t j = 0; j < columns; j++)
        append_cell (html, result, i * columns + j, m);
      g_string_append (html, "</tr>\n");
    }
  g_string_append (html, "</table>\n");
}

static void
append_lines (GString *html, char *lines)
{
  if (lines != NULL)
    {
      g_string_append (html, "<p class=\"notes\">");
      append_escaped (html, lines);
      g_string_append (html, "</p>\n");
    }
  g_free (lines);
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
      g_autofree char *path =
        folder != NULL ? seidel_cli_experiment_picture_path (folder, cell) : NULL;
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
                            : found.reason != NULL ? found.reason
                                                   : "measured");
      g_string_append (html, "</figcaption></figure>\n");
    }
}

char *
seidel_cli_experiment_to_html (SeidelExperimentResult *result, const char *folder)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  g_autofree char *origin = seidel_experiment_result_describe_origin (result);
  GString *html =
    g_string_new ("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
  append_escaped (html, experiment->title);
  g_string_append (html,
                   "</title>\n<style>body{font-family:sans-serif;margin:2em;color:#222;background:"
                   "#fff}table{border-collapse:collapse;margin:1em 0}caption{text-align:left;font-"
                   "weight:bold}th,td{border:1px solid #ccc;padding:.3em .6em;text-align:right}th"
                   "{text-align:left;background:#f4f4f4}td a{color:inherit;text-decoration:none}"
                   ".failed{background:#fbe3e0}.gap,.waiting{background:#eee;color:#666}.notes"
                   "{white-space:pre-line}figure{display:inline-block;margin:.5em;max-width:640px}"
                   "img{max-width:100%}</style></head>\n<body><h1>");
  append_escaped (html, experiment->title);
  g_string_append (html, "</h1>\n<p>");
  append_escaped (html, origin);
  g_string_append_printf (html, "</p>\n<p>%zu of %zu cells.</p>\n",
                          seidel_experiment_result_n_finished (result),
                          seidel_experiment_n_cells (experiment));
  for (size_t m = 0; m < experiment->n_measures; m++)
    append_table (html, result, m);
  append_lines (html, seidel_experiment_describe_marks (result));
  append_lines (html, seidel_experiment_describe_gaps (result));
  append_runs (html, result, folder);
  g_string_append (html, "</body></html>\n");
  return g_string_free (html, FALSE);
}
