/* Pictures of the results of experiments: what is drawn where, and where curves cross.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "draw/seidel-experiment-chart.h"

/* Two engines at four sizes; times are set by hand: 1, 2, 4, 8 and 3, 3, 3, 3. */
#define HEAD                                                                                    \
  "{\"schema\":\"seidel-experiment-result/1\",\"experiment\":{\"schema\":"                      \
  "\"seidel-experiment/1\",\"id\":\"a\",\"title\":\"Title\",\"hold\":{\"matrix\":\"chain\"},"   \
  "\"vary\":[{\"vary\":\"size\",\"values\":[1,2,3,4]},{\"name\":\"Engine\",\"values\":["        \
  "{\"label\":\"first\",\"set\":{}},{\"label\":\"second\",\"set\":{}}]}],"                      \
  "\"measures\":[\"solve\",\"iterations\"],\"baseline\":\"first\",\"published\":[{\"measure\":" \
  "\"solve\",\"values\":[[null,5],[null,null],[null,null],[null,null]]}]},"                     \
  "\"machine\":{\"processor\":\"Abacus\",\"processors\":2,\"memory\":1e9,\"devices\":\"\","     \
  "\"system\":\"Linux\",\"version\":\"0\"},\"begun\":\"2026-01-01T00:00:00Z\",\"cells\":["

static SeidelExperimentResult *
make_result (void)
{
  static const double times[][2] = { { 1, 3 }, { 2, 3 }, { 4, 3 }, { 8, 3 } };
  g_autofree char *folder = g_dir_make_tmp ("seidel-chart-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "result.json", NULL);
  g_autoptr (GString) text = g_string_new (HEAD);
  g_autoptr (GError) error = NULL;
  SeidelExperimentResult *result;

  for (int cell = 0; cell < 8; cell++)
    g_string_append_printf (text,
                            "%s\n{\"cell\":%d,\"state\":\"done\",\"reason\":\"converged-relative\","
                            "\"runs\":[[%g,%d],[%g,%d]]}",
                            cell > 0 ? "," : "", cell, times[cell / 2][cell % 2] - 0.5, cell,
                            times[cell / 2][cell % 2] + 0.5, cell);
  g_string_append (text, "\n]}\n");
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  result = seidel_experiment_result_load (path, &error);
  g_assert_no_error (error);
  g_remove (path);
  g_rmdir (folder);
  return result;
}

/* The drawing as bytes of pixels. */
static GBytes *
draw (SeidelExperimentChart *chart, bool dark)
{
  const SeidelTheme theme = seidel_theme_get (dark);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 700, 500);
  cairo_t *cr = cairo_create (surface);
  GBytes *bytes;

  seidel_experiment_chart_update (chart);
  seidel_experiment_chart_draw (chart, cr, 700, 500, &theme);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  bytes = g_bytes_new (cairo_image_surface_get_data (surface), 700 * 500 * 4);
  cairo_surface_destroy (surface);
  return bytes;
}

/* Every kind is another picture, light and dark, and the same each time. */
static void
test_kinds (void)
{
  g_autoptr (SeidelExperimentResult) result = make_result ();
  g_autoptr (SeidelExperimentChart) chart = seidel_experiment_chart_new ();
  g_autoptr (GPtrArray) seen = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);

  g_assert_false (seidel_experiment_chart_suits (chart, SEIDEL_EXPERIMENT_TABLE));
  g_ptr_array_add (seen, draw (chart, false));
  seidel_experiment_chart_set_result (chart, result, false);
  g_assert_cmpint (chart->kind, ==, SEIDEL_EXPERIMENT_CURVES);
  for (int kind = 0; kind < SEIDEL_N_EXPERIMENT_PICTURES; kind++)
    {
      g_autoptr (GBytes) again = NULL;

      g_assert_true (seidel_experiment_chart_suits (chart, kind));
      chart->kind = kind;
      g_ptr_array_add (seen, draw (chart, true));
      g_ptr_array_add (seen, draw (chart, false));
      again = draw (chart, false);
      g_assert_true (g_bytes_equal (again, seen->pdata[seen->len - 1]));
    }
  for (guint i = 0; i < seen->len; i++)
    for (guint k = 0; k < i; k++)
      g_assert_false (g_bytes_equal (seen->pdata[i], seen->pdata[k]));
}

/* Whether a row of pixels is not all of the background. */
static bool
has_ink (GBytes *picture, int y)
{
  const guint32 *row = (const guint32 *) g_bytes_get_data (picture, NULL) + (gsize) y * 700;

  for (int x = 0; x < 700; x++)
    if ((row[x] & 0xffffff) != (row[0] & 0xffffff))
      return true;
  return false;
}

/* Pictures use the height there is: below them is the caption, down to the lower edge. */
static void
test_whole_height (void)
{
  g_autoptr (SeidelExperimentResult) result = make_result ();
  g_autoptr (SeidelExperimentChart) chart = seidel_experiment_chart_new ();

  seidel_experiment_chart_set_result (chart, result, false);
  for (int kind = SEIDEL_EXPERIMENT_BARS; kind < SEIDEL_EXPERIMENT_TABLE; kind++)
    {
      g_autoptr (GBytes) picture = NULL;
      int last = 0;

      chart->kind = kind;
      picture = draw (chart, false);
      for (int y = 0; y < 500; y++)
        last = has_ink (picture, y) ? y : last;
      g_assert_cmpint (last, >, 470);
    }
}

/* Where columns do not fit side by side, a table goes on below itself; where that does not fit,
 * its text is smaller. */
static void
test_narrow_table (void)
{
  g_autoptr (SeidelExperimentResult) result = make_result ();
  g_autoptr (SeidelExperimentChart) chart = seidel_experiment_chart_new ();
  SeidelTheme theme = seidel_theme_get (false);
  double wide, narrow;

  seidel_experiment_chart_set_result (chart, result, false);
  chart->kind = SEIDEL_EXPERIMENT_TABLE;
  seidel_experiment_chart_update (chart);
  wide = seidel_figure_measure (chart->figure, 1000.0, &theme);
  narrow = seidel_figure_measure (chart->figure, 130.0, &theme);
  /* Twice the rows, with a line more each, and the names of the columns. */
  g_assert_cmpfloat (narrow, >, wide + theme.font_size * 4.0 * 4.0);
  seidel_theme_scale (&theme, 1.5);
  g_assert_cmpfloat (seidel_figure_measure (chart->figure, 1000.0, &theme), >, 1.4 * wide);
}

/* The line 1 → 2 → 4 passes 3 half-way between the second and the third size; the other curve is
 * below from there. */
static void
test_crossover (void)
{
  g_autoptr (SeidelExperimentResult) result = make_result ();
  g_autoptr (SeidelExperimentChart) chart = seidel_experiment_chart_new ();
  g_autofree char *place = NULL;

  seidel_experiment_chart_set_result (chart, result, false);
  chart->logarithmic = false;
  seidel_experiment_chart_update (chart);
  g_assert_nonnull (chart->crossovers);
  g_assert_nonnull (strstr (chart->crossovers, "second is below first from size 2.5."));
  g_assert_cmpuint (chart->plot->marks->len, ==, 1);
  g_assert_cmpfloat (g_array_index (chart->plot->marks, SeidelMark, 0).x, ==, 2.5);
  chart->logarithmic = true;
  seidel_experiment_chart_update (chart);
  /* log 4/3 of log 2 is left of the step from 2 to 3. */
  place = g_strdup_printf ("from size %.3g.",
                           exp (log (2.0) + (log (3.0) - log (2.0)) * log (3.0 / 2.0) / log (2.0)));
  g_assert_nonnull (strstr (chart->crossovers, place));
}

/* Medians, and what was published as points. */
static void
test_curves (void)
{
  g_autoptr (SeidelExperimentResult) result = make_result ();
  g_autoptr (SeidelExperimentChart) chart = seidel_experiment_chart_new ();
  const SeidelSeries *published;
  double x = NAN;
  double y = NAN;

  seidel_experiment_chart_set_result (chart, result, true);
  seidel_experiment_chart_update (chart);
  g_assert_cmpuint (chart->plot->series->len, ==, 3);
  for (size_t i = 0; i < 4; i++)
    {
      const SeidelSeries *first = chart->plot->series->pdata[0];

      first->sample (first->data, i, &x, &y);
      g_assert_cmpfloat (x, ==, (double) i + 1.0);
      g_assert_cmpfloat (y, ==, (double) (1 << i));
    }
  published = chart->plot->series->pdata[2];
  g_assert_cmpint (published->kind, ==, SEIDEL_SERIES_SQUARES);
  g_assert_cmpuint (published->count, ==, 1);
  published->sample (published->data, 0, &x, &y);
  g_assert_cmpfloat (y, ==, 5.0);
}

/* A law and a simulation are curves of their own, of the first measure only. */
static void
test_scaling (void)
{
  static const char text[] =
    "{\"schema\":\"seidel-experiment-result/1\",\"experiment\":{\"schema\":"
    "\"seidel-experiment/1\",\"id\":\"a\",\"title\":\"Title\",\"hold\":{\"matrix\":\"chain\"},"
    "\"vary\":[{\"vary\":\"ranks\",\"values\":[1,2]}],\"measures\":[\"per-iteration\","
    "\"communication\",\"sums\",\"halo\",\"latency\",\"network\"],\"scaling\":\"strong\","
    "\"published-serial\":0.05},"
    "\"machine\":{\"processor\":\"Abacus\",\"processors\":2,\"memory\":1e9,\"devices\":\"\","
    "\"system\":\"Linux\",\"version\":\"0\"},\"begun\":\"2026-01-01T00:00:00Z\",\"cells\":["
    "\n{\"cell\":0,\"state\":\"done\",\"runs\":[[10,0,2,0,null,null]]},"
    "\n{\"cell\":1,\"state\":\"done\",\"runs\":[[6,20,2,100,0.5,50]]}\n]}\n";
  g_autofree char *folder = g_dir_make_tmp ("seidel-chart-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "result.json", NULL);
  g_autoptr (SeidelExperimentChart) chart = seidel_experiment_chart_new ();
  g_autoptr (SeidelExperimentResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  result = seidel_experiment_result_load (path, &error);
  g_assert_no_error (error);
  g_remove (path);
  g_rmdir (folder);
  seidel_experiment_chart_set_result (chart, result, false);
  seidel_experiment_chart_update (chart);
  /* The times, Amdahl's law, the published one, the simulation up to 4,096 ranks. */
  g_assert_cmpuint (chart->curves->len, ==, 4);
  const GArray *simulated = chart->curves->pdata[3];
  const double *last = (const double *) (const void *) simulated->data + 2 * (simulated->len - 1);
  g_assert_cmpfloat (last[0], ==, 4096.0);
  /* 6 s × 0.8 × 2 ranks of work; 2 × 0.5 s + 100 / 50 of halo; 2 sums, 12 messages deep. */
  g_assert_cmpfloat (fabs (last[1] - (9.6 / 4096.0 + 3.0 + 2.0 * (12 * 0.5 + 4095 * 24.0 / 50.0))),
                     <, 1e-9);
  g_assert_nonnull (strstr (chart->scaling, "4,096"));
  chart->measure = 1;
  seidel_experiment_chart_update (chart);
  g_assert_cmpuint (chart->curves->len, ==, 1);
}

static void
test_numbers (void)
{
  g_autoptr (SeidelExperimentResult) result = make_result ();
  g_autoptr (SeidelExperimentChart) chart = seidel_experiment_chart_new ();
  g_autofree char *nothing = seidel_experiment_chart_to_csv (chart);
  g_autofree char *empty = seidel_experiment_chart_describe (chart);
  g_autofree char *csv = NULL;
  g_autofree char *text = NULL;

  g_assert_null (nothing);
  g_assert_cmpstr (empty, !=, "");
  seidel_experiment_chart_set_result (chart, result, true);
  seidel_experiment_chart_update (chart);
  csv = seidel_experiment_chart_to_csv (chart);
  text = seidel_experiment_chart_describe (chart);
  g_auto (GStrv) lines = g_strsplit (csv, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 1 + 8 * 2 + 1);
  g_assert_nonnull (strstr (text, "Abacus"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/experiment-chart/kinds", test_kinds);
  g_test_add_func ("/experiment-chart/whole-height", test_whole_height);
  g_test_add_func ("/experiment-chart/narrow-table", test_narrow_table);
  g_test_add_func ("/experiment-chart/crossover", test_crossover);
  g_test_add_func ("/experiment-chart/curves", test_curves);
  g_test_add_func ("/experiment-chart/numbers", test_numbers);
  g_test_add_func ("/experiment-chart/scaling", test_scaling);
  return g_test_run ();
}
