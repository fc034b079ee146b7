/* The picture of convergence: its numbers, its words, and that it draws at any size.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "draw/seidel-convergence-picture.h"
#include "golden-testing.h"
#include "picture-testing.h"

/* A point without what few runs know. */
static void
add_point (SeidelTrace *trace,
           int64_t iteration,
           double residual,
           double error,
           double normal,
           bool last)
{
  const SeidelTracePoint point = {
    .iteration = iteration, .residual = residual, .error = error, .normal = normal, .maximum = NAN
  };

  seidel_trace_add_point (trace, &point, last);
}

static void
test_convergence (void)
{
  g_autoptr (SeidelTrace) trace = test_running_trace (2.0);
  g_autoptr (SeidelConvergencePicture) picture = seidel_convergence_picture_new ();
  g_autofree char *csv = NULL, *text = NULL;
  g_auto (GStrv) lines = NULL;
  SeidelSeries *series;

  test_figure_draws (picture->figure);
  g_assert_null (seidel_convergence_picture_to_csv (picture));
  series = seidel_convergence_picture_add_run (picture, "1 \"quoted\", odd", trace, 3);
  seidel_convergence_picture_set_tolerance (picture, 1e-3, 1e-6);
  g_assert_false (seidel_convergence_picture_update (picture, true));
  for (int i = 0; i <= 4; i++)
    add_point (trace, i, 2.0 * pow (0.1, i), NAN, NAN, i == 4);
  g_assert_true (seidel_convergence_picture_update (picture, true));
  g_assert_false (seidel_convergence_picture_update (picture, true));
  g_assert_cmpuint (series->count, ==, 5);

  seidel_convergence_picture_set_run_end (picture, 0, "iteration-limit");
  csv = seidel_convergence_picture_to_csv (picture);
  lines = g_strsplit (csv, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 7);
  g_assert_cmpstr (lines[0], ==,
                   "run,iteration,seconds,residual,relative,error,normal,maximum,reason");
  g_assert_true (g_str_has_prefix (lines[1], "\"1 \"\"quoted\"\", odd\",0,"));
  g_assert_true (g_str_has_suffix (lines[1], ",2,1,,,,iteration-limit"));
  text = seidel_convergence_picture_describe (picture);
  test_assert_wording (text);
  test_figure_draws (picture->figure);

  /* The tolerance is in sight. */
  g_assert_cmpfloat (picture->plot->y.low, <, 1e-4);
  series->visible = false;
  g_assert_null (seidel_convergence_picture_to_csv (picture));
  test_figure_draws (picture->figure);
}

static void
test_convergence_live (void)
{
  g_autoptr (SeidelTrace) trace = test_running_trace (1.0);
  g_autoptr (SeidelConvergencePicture) picture = seidel_convergence_picture_new ();
  SeidelPlot *plot = picture->plot;
  double high, low;

  seidel_convergence_picture_add_run (picture, "run", trace, 0);
  add_point (trace, 0, 1.0, NAN, NAN, false);
  for (int i = 1; i <= 1000; i++)
    {
      add_point (trace, i, 1.0 / (1.0 + i), NAN, NAN, false);
      high = plot->x.full_high;
      low = plot->y.full_low;
      seidel_convergence_picture_update (picture, true);
      if (i > 1)
        {
          g_assert_cmpfloat (plot->x.full_high, >=, high);
          g_assert_cmpfloat (plot->y.full_low, <=, low);
        }
      g_assert_cmpfloat (plot->x.full_high, >=, i);
    }
  /* Zoomed while live: it stays. */
  seidel_figure_show_x (picture->figure, 0, 100.0, 200.0);
  add_point (trace, 5000, 1e-9, NAN, NAN, true);
  seidel_convergence_picture_update (picture, true);
  g_assert_cmpfloat_with_epsilon (plot->x.high, 200.0, 1e-9);
  seidel_figure_fit (picture->figure);
  seidel_convergence_picture_update (picture, false);
  g_assert_cmpfloat (plot->x.high, ==, 5000.0);

  /* Another axis, and still the points of the last update. */
  add_point (trace, 5001, 1e-10, NAN, NAN, true);
  seidel_convergence_picture_set_axis (picture, SEIDEL_CONVERGENCE_BY_TIME);
  g_assert_cmpuint (((SeidelSeries *) g_ptr_array_index (plot->series, 0))->count, ==, 1002);
  g_assert_cmpint (plot->x.unit, ==, SEIDEL_UNIT_SECONDS);
  g_assert_cmpfloat (plot->x.high, <, 5000.0);
  test_assert_wording (plot->x_label);
}

/* Against passes a run whose iteration makes two is twice as long; one that does not know them has
 * no curve. */
static void
test_convergence_passes (void)
{
  g_autoptr (SeidelTrace) one = test_running_trace (1.0);
  g_autoptr (SeidelTrace) other = test_running_trace (1.0);
  g_autoptr (SeidelConvergencePicture) picture = seidel_convergence_picture_new ();
  SeidelPlot *plot = picture->plot;
  SeidelSeries *series[2];
  g_autofree char *before = NULL, *after = NULL;
  double x, y;

  series[0] = seidel_convergence_picture_add_run (picture, "one", one, 0);
  series[1] = seidel_convergence_picture_add_run (picture, "other", other, 1);
  for (int i = 0; i <= 10; i++)
    {
      add_point (one, i, pow (0.1, i), NAN, NAN, i == 10);
      add_point (other, i, pow (0.2, i), NAN, NAN, i == 10);
    }
  seidel_convergence_picture_update (picture, false);
  seidel_convergence_picture_set_axis (picture, SEIDEL_CONVERGENCE_BY_PASSES);
  before = seidel_convergence_picture_describe (picture);
  test_assert_wording (before);

  seidel_convergence_picture_set_run_passes (picture, 0, 2.0);
  seidel_convergence_picture_update (picture, false);
  g_assert_cmpuint (series[0]->count, ==, 11);
  g_assert_cmpuint (series[1]->count, ==, 0);
  g_assert_true (series[0]->in_legend);
  g_assert_false (series[1]->in_legend);
  series[0]->sample (series[0]->data, 10, &x, &y);
  g_assert_cmpfloat (x, ==, 20.0);
  g_assert_cmpfloat (plot->x.full_high, ==, 20.0);
  after = seidel_convergence_picture_describe (picture);
  test_assert_wording (after);
  test_assert_wording (plot->x_label);
}

/* Two runs, of which one knows its error, and not in every iteration. */
static void
test_convergence_errors (void)
{
  g_autoptr (SeidelTrace) without = test_running_trace (1.0);
  g_autoptr (SeidelTrace) with = test_running_trace (1.0);
  g_autoptr (SeidelConvergencePicture) picture = seidel_convergence_picture_new ();
  SeidelSeries *series[2];
  g_autofree char *text = NULL, *csv = NULL, *residuals = NULL;
  double x, y;

  series[0] = seidel_convergence_picture_add_run (picture, "without", without, 0);
  seidel_convergence_picture_set_tolerance (picture, 1e-3, 1e-6);
  add_point (without, 0, 1.0, NAN, NAN, false);
  add_point (without, 1, 0.5, NAN, NAN, true);
  seidel_convergence_picture_update (picture, false);
  seidel_convergence_picture_set_values (picture, SEIDEL_CONVERGENCE_ERRORS);
  g_assert_false (seidel_convergence_picture_knows_values (picture));
  text = seidel_convergence_picture_describe (picture);
  test_assert_wording (text);
  test_figure_draws (picture->figure);

  series[1] = seidel_convergence_picture_add_run (picture, "with", with, 1);
  for (int i = 0; i <= 4; i++)
    add_point (with, i, pow (0.1, i), i % 2 == 0 ? 50.0 * pow (0.01, i) : NAN, NAN, i == 4);
  seidel_convergence_picture_update (picture, false);
  g_assert_true (seidel_convergence_picture_knows_values (picture));
  g_assert_cmpuint (series[0]->count, ==, 0);
  g_assert_false (series[0]->in_legend);
  g_assert_true (series[1]->in_legend);
  g_assert_cmpuint (series[1]->count, ==, 3);
  series[1]->sample (series[1]->data, 2, &x, &y);
  g_assert_cmpfloat (x, ==, 4.0);
  g_assert_cmpfloat_with_epsilon (y, 1e-8, 1e-14);
  g_assert_cmpuint (picture->plot->guides->len, ==, 0);
  test_assert_wording (picture->plot->y_label);
  g_free (text);
  text = seidel_convergence_picture_describe (picture);
  test_assert_wording (text);
  test_figure_draws (picture->figure);

  /* The numbers are the same, whatever is drawn. */
  csv = seidel_convergence_picture_to_csv (picture);
  g_assert_nonnull (strstr (csv, ",1,1,50,,,\n\"with\",1,"));
  seidel_convergence_picture_set_values (picture, SEIDEL_CONVERGENCE_RESIDUALS);
  residuals = seidel_convergence_picture_to_csv (picture);
  g_assert_cmpstr (csv, ==, residuals);
  g_assert_true (series[0]->in_legend);
  g_assert_cmpuint (series[1]->count, ==, 5);
  g_assert_cmpuint (picture->plot->guides->len, ==, 1);
}

static SeidelSeries *
curve_of (const SeidelConvergencePicture *picture, guint run)
{
  return g_ptr_array_index (picture->plot->series, run);
}

static void
assert_same_curves (const SeidelConvergencePicture *one, const SeidelConvergencePicture *other)
{
  for (guint i = 0; i < one->plot->series->len; i++)
    {
      const SeidelSeries *a = curve_of (one, i), *b = curve_of (other, i);

      g_assert_cmpuint (a->count, ==, b->count);
      g_assert_cmpuint (a->bounds.counted, ==, b->bounds.counted);
      g_assert_cmpfloat (a->bounds.x_high, ==, b->bounds.x_high);
      g_assert_cmpfloat (a->bounds.y_low, ==, b->bounds.y_low);
      g_assert_cmpuint (a->blocks->len, ==, b->blocks->len);
      for (size_t k = 0; k < a->count; k++)
        {
          double ax, ay, bx, by;

          a->sample (a->data, k, &ax, &ay);
          b->sample (b->data, k, &bx, &by);
          g_assert_cmpfloat (ax, ==, bx);
          g_assert_cmpfloat (ay, ==, by);
        }
    }
  g_assert_cmpfloat (one->plot->x.full_high, ==, other->plot->x.full_high);
}

static gpointer
read_on_thread (gpointer reading)
{
  seidel_convergence_reading_read (reading, NULL);
  return NULL;
}

/* Reads what is left over; returns whether there was anything new. */
static bool
read_rest (SeidelConvergencePicture *picture)
{
  bool news = false;

  for (;;)
    {
      g_autoptr (SeidelConvergenceReading) reading =
        seidel_convergence_picture_begin_reading (picture);

      if (reading == NULL)
        return news;
      g_thread_join (g_thread_new ("read", read_on_thread, reading));
      news |= seidel_convergence_picture_end_reading (picture, reading, false);
    }
}

/* What is too much at once comes from a thread, and is the same then. */
static void
test_convergence_reading (void)
{
  static const SeidelConvergenceValues values[] = { SEIDEL_CONVERGENCE_ERRORS,
                                                    SEIDEL_CONVERGENCE_RESIDUALS };
  g_autoptr (SeidelConvergencePicture) whole = seidel_convergence_picture_new ();
  g_autoptr (SeidelConvergencePicture) picture = seidel_convergence_picture_new ();
  g_autoptr (SeidelConvergenceReading) stale = NULL;
  g_autofree char *text = NULL;

  picture->at_once = 500;
  for (int run = 0; run < 5; run++)
    {
      g_autoptr (SeidelTrace) trace = test_running_trace (1.0);

      for (int i = 0; i <= 400; i++)
        add_point (trace, i, 1.0 / (1.0 + i + run), i % 3 == 0 ? 1.0 / (1.0 + i) : NAN, NAN,
                   i == 400);
      seidel_convergence_picture_add_run (whole, "run", trace, 0);
      seidel_convergence_picture_add_run (picture, "run", trace, 0);
    }
  seidel_convergence_picture_update (whole, false);
  seidel_convergence_picture_update (picture, false);
  g_assert_null (seidel_convergence_picture_begin_reading (whole));
  g_assert_cmpuint (curve_of (picture, 0)->count, ==, 401);
  g_assert_cmpuint (curve_of (picture, 4)->count, ==, 0);
  g_assert_nonnull (picture->plot->note);
  text = seidel_convergence_picture_describe (picture);
  test_assert_wording (text);
  test_assert_wording (picture->plot->note);
  test_figure_draws (picture->figure);
  g_assert_true (read_rest (picture));
  g_assert_null (picture->plot->note);
  assert_same_curves (whole, picture);

  for (guint v = 0; v < G_N_ELEMENTS (values); v++)
    {
      seidel_convergence_picture_set_values (whole, values[v]);
      seidel_convergence_picture_set_values (picture, values[v]);
      g_assert_true (read_rest (picture));
      assert_same_curves (whole, picture);
    }

  /* Of an axis that is no longer shown. */
  seidel_convergence_picture_set_axis (picture, SEIDEL_CONVERGENCE_BY_TIME);
  stale = seidel_convergence_picture_begin_reading (picture);
  seidel_convergence_reading_read (stale, NULL);
  seidel_convergence_picture_set_axis (picture, SEIDEL_CONVERGENCE_BY_ITERATIONS);
  g_assert_false (seidel_convergence_picture_end_reading (picture, stale, false));
  read_rest (picture);
  assert_same_curves (whole, picture);
}

static void
test_convergence_events (void)
{
  g_autoptr (SeidelTrace) trace = test_running_trace (1.0);
  g_autoptr (SeidelConvergencePicture) picture = seidel_convergence_picture_new ();
  SeidelPlot *plot = picture->plot;
  SeidelSeries *series = seidel_convergence_picture_add_run (picture, "long name", trace, 0);
  g_autofree char *at = NULL, *beside = NULL;
  const SeidelMark *mark;

  series->brief = g_strdup ("run 1");
  seidel_trace_add_event (trace, 0, "Began.");
  seidel_convergence_picture_update (picture, true);
  g_assert_cmpuint (plot->marks->len, ==, 0); /* there is no point yet to mark */
  for (int i = 0; i <= 10; i++)
    add_point (trace, i, pow (0.1, i), NAN, NAN, false);
  seidel_trace_add_event (trace, 4, "Fell back.");
  seidel_trace_add_event (trace, 11, "Not there yet.");
  seidel_convergence_picture_update (picture, true);
  g_assert_cmpuint (plot->marks->len, ==, 2);
  mark = &g_array_index (plot->marks, SeidelMark, 1);
  g_assert_true (mark->series == series);
  g_assert_cmpfloat (mark->x, ==, 4.0);
  g_assert_cmpfloat_with_epsilon (mark->y, 1e-4, 1e-12);
  test_figure_draws (picture->figure);

  at = seidel_plot_read_out (plot, 4.0);
  beside = seidel_plot_read_out (plot, 6.0);
  test_assert_wording (at);
  test_assert_wording (beside);

  add_point (trace, 11, 1e-11, NAN, NAN, true);
  seidel_convergence_picture_update (picture, false);
  g_assert_cmpuint (plot->marks->len, ==, 3);
  seidel_convergence_picture_set_axis (picture, SEIDEL_CONVERGENCE_BY_TIME);
  g_assert_cmpuint (plot->marks->len, ==, 3);
  g_assert_cmpfloat (g_array_index (plot->marks, SeidelMark, 2).x, ==,
                     seidel_trace_point (trace, 11).seconds);
  seidel_convergence_picture_clear_runs (picture);
  g_assert_cmpuint (plot->marks->len, ==, 0);
}

/* A run of least squares is drawn by the normal residual where the residual stays large. */
static void
test_convergence_normal (void)
{
  g_autoptr (SeidelConvergencePicture) picture = seidel_convergence_picture_new ();
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelSeries *series = seidel_convergence_picture_add_run (picture, "run", trace, 0);
  g_autofree char *csv = NULL;
  g_autofree char *normal = NULL;
  g_autofree char *plain = NULL;
  double x, y;

  seidel_trace_set_reference (trace, 2.0);
  seidel_convergence_picture_update (picture, false);
  plain = g_strdup (picture->plot->y_label);
  add_point (trace, 0, 2.0, NAN, 0.5, false);
  add_point (trace, 1, 1.0, NAN, 1e-9, false);
  seidel_convergence_picture_update (picture, false);
  normal = seidel_convergence_picture_describe (picture);
  g_assert_nonnull (strstr (normal, "normal"));
  add_point (trace, 2, 1e-12, NAN, 0.25, true);
  seidel_convergence_picture_update (picture, false);
  g_assert_cmpstr (picture->plot->y_label, !=, plain);
  for (size_t i = 0; i < 3; i++)
    {
      series->sample (series->data, i, &x, &y);
      g_assert_cmpfloat (y, ==, ((double[]){ 0.5, 1e-9, 5e-13 })[i]);
    }
  csv = seidel_convergence_picture_to_csv (picture);
  g_assert_nonnull (strstr (csv, ",1,0.5,,1e-09,,\n"));
}

/* A direct method has marks, an iterative one a curve. */
static void
test_convergence_direct (void)
{
  static const struct
  {
    const char *method;
    SeidelSeriesKind kind;
  } methods[] = { { "lu", SEIDEL_SERIES_SQUARES },
                  { "cholmod", SEIDEL_SERIES_SQUARES },
                  { "cg", SEIDEL_SERIES_LINE },
                  { "jacobi", SEIDEL_SERIES_LINE },
                  { NULL, SEIDEL_SERIES_LINE } };
  g_autoptr (SeidelConvergencePicture) picture = seidel_convergence_picture_new ();
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  const SeidelSeries *series = seidel_convergence_picture_add_run (picture, "run", trace, 0);

  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      seidel_convergence_picture_set_run_method (picture, 0, methods[i].method);
      g_assert_cmpint (series->kind, ==, methods[i].kind);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pictures/convergence", test_convergence);
  g_test_add_func ("/pictures/convergence-normal", test_convergence_normal);
  g_test_add_func ("/pictures/convergence-live", test_convergence_live);
  g_test_add_func ("/pictures/convergence-passes", test_convergence_passes);
  g_test_add_func ("/pictures/convergence-errors", test_convergence_errors);
  g_test_add_func ("/pictures/convergence-reading", test_convergence_reading);
  g_test_add_func ("/pictures/convergence-direct", test_convergence_direct);
  g_test_add_func ("/pictures/convergence-events", test_convergence_events);
  return g_test_run ();
}
