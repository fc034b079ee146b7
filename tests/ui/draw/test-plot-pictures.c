/* The pictures of levels, convergence and timing: their numbers, their words, and that they draw at
 * any size.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "draw/seidel-convergence-picture.h"
#include "draw/seidel-levels-picture.h"
#include "draw/seidel-timing-picture.h"
#include "golden-testing.h"
#include "test-matrices.h"
#include "run/seidel-trace-writer.h"

#define HEIGHT 640

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

/* Draws at several sizes, light and dark; the larger ones must show something beside the
 * background. */
static void
check_draws (SeidelFigure *figure)
{
  static const int sizes[][2] = { { 1, 1 }, { 60, 40 }, { 320, 200 }, { 1280, 800 } };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes); i++)
    {
      int width = sizes[i / 2][0], height = sizes[i / 2][1];
      SeidelTheme theme = seidel_theme_get (i % 2 == 1);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
      cairo_t *cr = cairo_create (surface);
      const guint32 *pixels;
      int different = 0;

      seidel_figure_draw (figure, cr, width, height, &theme);
      g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      pixels = (const guint32 *) cairo_image_surface_get_data (surface);
      for (int k = 1; k < width * height; k++)
        different += pixels[k] != pixels[0];
      if (width >= 320)
        g_assert_cmpint (different, >, 100);
      cairo_surface_destroy (surface);
    }
}

/* Row 0, 1 free; row 2 needs both; row 3 needs 2. Forward levels 1 1 2 3; backward 3 3 2 1 (row 3
 * is free). */
static SeidelMatrix *
small_matrix (void)
{
  static const TestEntry entries[] = {
    { 0, 0, 4.0 }, { 1, 1, 4.0 }, { 2, 2, 4.0 }, { 3, 3, 4.0 },  { 2, 0, 1.0 },
    { 0, 2, 1.0 }, { 2, 1, 1.0 }, { 1, 2, 1.0 }, { 3, 2, -1.0 }, { 2, 3, -1.0 },
  };
  return test_matrix_of (4, 4, entries, G_N_ELEMENTS (entries));
}

static SeidelSchedule *
schedule_of (SeidelMatrix *matrix, SeidelDirection direction)
{
  g_autoptr (GError) error = NULL;
  SeidelSchedule *schedule = seidel_schedule_new (matrix->csr, direction, NULL, NULL, &error);

  g_assert_no_error (error);
  return schedule;
}

static void
test_levels (void)
{
  g_autoptr (SeidelMatrix) matrix = small_matrix ();
  g_autoptr (SeidelSchedule) forward = schedule_of (matrix, SEIDEL_DIRECTION_FORWARD);
  g_autoptr (SeidelSchedule) backward = schedule_of (matrix, SEIDEL_DIRECTION_BACKWARD);
  g_autoptr (SeidelLevelsPicture) picture = seidel_levels_picture_new ();
  g_autofree char *csv = NULL, *both = NULL, *text = NULL;

  seidel_levels_picture_set_schedules (picture, "small", forward, backward);
  seidel_levels_picture_update (picture);
  csv = seidel_levels_picture_to_csv (picture);
  g_assert_cmpstr (csv, ==,
                   "direction,level,rows,nonzeros,cumulative_percent,lower,median,upper,wasted\n"
                   "forward,1,2,4,50,,,,\n"
                   "forward,2,1,4,75,,,,\n"
                   "forward,3,1,2,100,,,,\n");
  text = seidel_levels_picture_describe (picture);
  test_assert_wording (text);
  g_assert_cmpuint (seidel_figure_n_plots (picture->figure), ==, 1);
  check_draws (picture->figure);

  picture->show[SEIDEL_DIRECTION_BACKWARD] = true;
  picture->nonzeros = picture->logarithmic = true;
  seidel_levels_picture_update (picture);
  both = seidel_levels_picture_to_csv (picture);
  g_assert_nonnull (strstr (both, "\nbackward,3,2,4,100,,,,\n"));
  g_assert_cmpuint (seidel_figure_n_plots (picture->figure), ==, 2);
  g_assert_true (picture->plots[1]->y.logarithmic);
  check_draws (picture->figure);
}

static void
add_times (SeidelTrace *trace,
           SeidelDirection direction,
           const int64_t *nanoseconds,
           const int64_t *rows,
           int32_t count)
{
  const SeidelSweepReport report = { direction, count, nanoseconds, rows, 0 };

  seidel_trace_add_levels (trace, &report, SEIDEL_TIMED_SWEEPS);
}

static SeidelSeries *
series_named (const SeidelPlot *plot, const char *name)
{
  for (guint i = 0; i < plot->series->len; i++)
    {
      SeidelSeries *series = g_ptr_array_index (plot->series, i);

      if (g_str_equal (series->name, name))
        return series;
    }
  return NULL;
}

static const SeidelGuide *
last_guide (const SeidelPlot *plot)
{
  return &g_array_index (plot->guides, SeidelGuide, plot->guides->len - 1);
}

/* Lines of what the machine can reach: over the times a barrier, over rates the memory; of a device
 * the warps. Only the threads are over the rows. */
static void
check_lines (SeidelLevelsPicture *picture)
{
  const SeidelPlot *plot = picture->plots[SEIDEL_DIRECTION_FORWARD];
  SeidelMachine machine = { .threads = 2, .meeting = 2e-6 };
  const SeidelDeviceCapacity device = { .warps = 8448, .bandwidth = 4.8e12 };

  for (int i = 0; i < SEIDEL_MACHINE_N_SIZES; i++)
    {
      machine.bandwidth[0][i] = 6e9;
      machine.bandwidth[1][i] = 9e9;
    }
  seidel_levels_picture_set_machine (picture, &machine, &device);
  picture->measure = SEIDEL_LEVEL_TIME;
  seidel_levels_picture_update (picture);
  g_assert_cmpuint (plot->guides->len, ==, 2);
  g_assert_true (last_guide (plot)->right);
  g_assert_cmpfloat (last_guide (plot)->value, ==, 2e-6);
  test_assert_wording (last_guide (plot)->label);
  picture->measure = SEIDEL_LEVEL_BANDWIDTH;
  seidel_levels_picture_update (picture);
  g_assert_cmpfloat_with_epsilon (last_guide (plot)->value, 9.0, 1e-12);
  test_assert_wording (last_guide (plot)->label);
  /* The axis reaches it. */
  g_assert_cmpfloat (plot->right.high, >=, 9.0);
  check_draws (picture->figure);
  picture->measure = SEIDEL_LEVEL_RATE;
  seidel_levels_picture_update (picture);
  /* 4 rows with 10 entries: 4 × 32 + 10 × 12 bytes, by 9 GB/s. */
  g_assert_cmpfloat_with_epsilon (last_guide (plot)->value, 9e3 / 62.0, 1e-9);
  picture->threads = 0;
  seidel_levels_picture_update (picture);
  g_assert_cmpfloat (g_array_index (plot->guides, SeidelGuide, 0).value, ==, 8448.0);
  g_assert_false (g_array_index (plot->guides, SeidelGuide, 0).right);
  g_assert_cmpfloat_with_epsilon (last_guide (plot)->value, 4.8e6 / 62.0, 1e-6);
  seidel_levels_picture_set_machine (picture, NULL, NULL);
  seidel_levels_picture_update (picture);
  g_assert_cmpuint (plot->guides->len, ==, 0);
  picture->threads = 2;
}

/* What a run measures is drawn over the rows as it arrives; levels that waste the machine are drawn
 * once more. */
static void
test_levels_timed (void)
{
  g_autoptr (SeidelMatrix) matrix = small_matrix ();
  g_autoptr (SeidelSchedule) forward = schedule_of (matrix, SEIDEL_DIRECTION_FORWARD);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelLevelsPicture) picture = seidel_levels_picture_new ();
  SeidelPlot *plot = picture->plots[SEIDEL_DIRECTION_FORWARD];
  const int64_t first[] = { 1500000000, 1000000000, 6000000000 };
  const int64_t second[] = { 1500000000, 1000000000, 8000000000 };
  const SeidelSeries *time;
  g_autofree char *csv = NULL, *text = NULL;
  double x, y;

  seidel_levels_picture_set_schedules (picture, "small", forward, NULL);
  seidel_levels_picture_set_run (picture, "1 test", trace, 2, SEIDEL_PRECISION_DOUBLE, 3);
  seidel_levels_picture_update (picture);
  g_assert_cmpint (seidel_levels_picture_measure (picture, SEIDEL_DIRECTION_FORWARD), ==,
                   SEIDEL_LEVEL_DONE);
  g_assert_false (seidel_levels_picture_update_live (picture));
  g_assert_cmpuint (plot->guides->len, ==, 1);

  add_times (trace, SEIDEL_DIRECTION_FORWARD, first, NULL, 3);
  g_assert_true (seidel_levels_picture_update_live (picture));
  g_assert_false (seidel_levels_picture_update_live (picture));
  add_times (trace, SEIDEL_DIRECTION_FORWARD, second, NULL, 3);
  g_assert_true (seidel_levels_picture_update_live (picture));
  g_assert_cmpint (seidel_levels_picture_measure (picture, SEIDEL_DIRECTION_FORWARD), ==,
                   SEIDEL_LEVEL_TIME);
  time = series_named (plot, "Time");
  g_assert_nonnull (time);
  g_assert_true (time->right);
  g_assert_cmpuint (time->ink.index, ==, 3);
  time->sample (time->data, 2, &x, &y);
  g_assert_cmpfloat_with_epsilon (y, 7.0, 1e-6);
  g_assert_cmpfloat (time->bounds.y_high, >=, 6.99);
  g_assert_nonnull (series_named (plot, "Upper quartile"));
  /* A unit of work takes 0.125 s at best; the last level has six of them. */
  g_assert_cmpint (picture->measures[SEIDEL_DIRECTION_FORWARD].n_wasteful, ==, 1);
  g_assert_cmpint (picture->measures[SEIDEL_DIRECTION_FORWARD].wasteful[0], ==, 2);
  test_assert_wording (plot->title);
  csv = seidel_levels_picture_to_csv (picture);
  g_assert_nonnull (strstr (csv, "\nforward,1,2,4,50,1.5,1.5,1.5,0\n"));
  g_assert_nonnull (strstr (csv, "\nforward,3,1,2,100,6.5,7,7.5,6.25\n"));
  text = seidel_levels_picture_describe (picture);
  test_assert_wording (text);
  for (int measure = 0; measure < SEIDEL_N_LEVEL_MEASURES; measure++)
    {
      picture->measure = (SeidelLevelMeasure) measure;
      seidel_levels_picture_update (picture);
      check_draws (picture->figure);
    }
  check_lines (picture);
  /* The bars never have the colour of the curve. */
  for (unsigned int color = 0; color < 2 * SEIDEL_THEME_N_SERIES; color++)
    {
      const SeidelSeries *bars;

      picture->measure = SEIDEL_LEVEL_TIME;
      seidel_levels_picture_set_run (picture, "1 test", trace, 2, SEIDEL_PRECISION_DOUBLE, color);
      seidel_levels_picture_update (picture);
      bars = series_named (plot, "Rows of levels at less than half the best rate");
      g_assert_nonnull (bars);
      g_assert_cmpuint (bars->ink.index % SEIDEL_THEME_N_SERIES, !=, color % SEIDEL_THEME_N_SERIES);
    }
  /* Another run has measured nothing yet. */
  seidel_levels_picture_set_run (picture, NULL, NULL, 0, SEIDEL_PRECISION_DOUBLE, 0);
  seidel_levels_picture_update (picture);
  g_assert_null (series_named (plot, "Time"));
}

/* The items below begin where the last plot ends. */
static double
room_below (const SeidelFigure *figure, double width)
{
  const SeidelTheme theme = seidel_theme_get (false);
  SeidelPlotLayout layout;
  double end;

  seidel_figure_layout (figure, seidel_figure_n_plots (figure) - 1, width, HEIGHT, &theme, &layout);
  end = layout.frame.y + layout.frame.height;
  seidel_plot_layout_clear (&layout);
  return HEIGHT - end;
}

/* In a narrow picture the statistics take more lines instead of being cut off. */
static void
test_levels_narrow (void)
{
  g_autoptr (SeidelMatrix) matrix = small_matrix ();
  g_autoptr (SeidelSchedule) forward = schedule_of (matrix, SEIDEL_DIRECTION_FORWARD);
  g_autoptr (SeidelLevelsPicture) picture = seidel_levels_picture_new ();

  seidel_levels_picture_set_schedules (picture, "small", forward, NULL);
  seidel_levels_picture_update (picture);
  g_assert_cmpfloat (room_below (picture->figure, 300), >,
                     2 * room_below (picture->figure, 1280) - 1);
  picture->caption = false;
  seidel_levels_picture_update (picture);
  g_assert_cmpfloat (room_below (picture->figure, 300), <, 2);
}

/* A choice neither moves the zoom nor brings back what was hidden. */
static void
test_levels_keep (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (50);
  g_autoptr (SeidelSchedule) forward = schedule_of (matrix, SEIDEL_DIRECTION_FORWARD);
  g_autoptr (SeidelLevelsPicture) picture = seidel_levels_picture_new ();
  SeidelPlot *plot = picture->plots[SEIDEL_DIRECTION_FORWARD];

  seidel_levels_picture_set_schedules (picture, NULL, forward, NULL);
  seidel_levels_picture_update (picture);
  g_assert_cmpfloat (plot->x.low, ==, 0.5);
  g_assert_cmpfloat (plot->x.high, ==, 50.5);
  seidel_figure_show_x (picture->figure, 0, 10.0, 20.0);
  ((SeidelSeries *) g_ptr_array_index (plot->series, 0))->visible = false;
  picture->nonzeros = true;
  seidel_levels_picture_update (picture);
  g_assert_cmpfloat_with_epsilon (plot->x.low, 10.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (plot->x.high, 20.0, 1e-9);
  g_assert_cmpuint (plot->series->len, ==, 3);
  g_assert_true (((SeidelSeries *) g_ptr_array_index (plot->series, 0))->visible);
  g_assert_false (((SeidelSeries *) g_ptr_array_index (plot->series, 1))->visible);

  seidel_levels_picture_set_schedules (picture, NULL, forward, NULL);
  seidel_levels_picture_update (picture);
  g_assert_cmpfloat (plot->x.high, ==, 50.5);
}

static void
test_levels_empty (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (0);
  g_autoptr (SeidelSchedule) none = schedule_of (matrix, SEIDEL_DIRECTION_FORWARD);
  g_autoptr (SeidelLevelsPicture) picture = seidel_levels_picture_new ();
  g_autofree char *text = seidel_levels_picture_describe (picture);

  test_assert_wording (text);
  g_assert_null (seidel_levels_picture_to_csv (picture));
  seidel_levels_picture_set_schedules (picture, "empty", none, NULL);
  seidel_levels_picture_update (picture);
  g_assert_null (seidel_levels_picture_to_csv (picture));
  check_draws (picture->figure);
}

static SeidelTrace *
new_trace (double reference)
{
  SeidelTrace *trace = seidel_trace_new ();

  seidel_trace_set_state (trace, SEIDEL_RUN_RUNNING);
  seidel_trace_begin_phase (trace, SEIDEL_PHASE_SOLVE);
  seidel_trace_set_reference (trace, reference);
  return trace;
}

static void
test_convergence (void)
{
  g_autoptr (SeidelTrace) trace = new_trace (2.0);
  g_autoptr (SeidelConvergencePicture) picture = seidel_convergence_picture_new ();
  g_autofree char *csv = NULL, *text = NULL;
  g_auto (GStrv) lines = NULL;
  SeidelSeries *series;

  check_draws (picture->figure);
  g_assert_null (seidel_convergence_picture_to_csv (picture));
  series = seidel_convergence_picture_add_run (picture, "1 \"quoted\", odd", trace, 3);
  seidel_convergence_picture_set_tolerance (picture, 1e-3, 1e-6);
  g_assert_false (seidel_convergence_picture_update (picture, true));
  for (int i = 0; i <= 4; i++)
    add_point (trace, i, 2.0 * pow (0.1, i), NAN, NAN, i == 4);
  g_assert_true (seidel_convergence_picture_update (picture, true));
  g_assert_false (seidel_convergence_picture_update (picture, true));
  g_assert_cmpuint (series->count, ==, 5);

  csv = seidel_convergence_picture_to_csv (picture);
  lines = g_strsplit (csv, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 7);
  g_assert_cmpstr (lines[0], ==, "run,iteration,seconds,residual,relative,error,normal,maximum");
  g_assert_true (g_str_has_prefix (lines[1], "\"1 \"\"quoted\"\", odd\",0,"));
  g_assert_true (g_str_has_suffix (lines[1], ",2,1,,,"));
  text = seidel_convergence_picture_describe (picture);
  test_assert_wording (text);
  check_draws (picture->figure);

  /* The tolerance is in sight. */
  g_assert_cmpfloat (picture->plot->y.low, <, 1e-4);
  series->visible = false;
  g_assert_null (seidel_convergence_picture_to_csv (picture));
  check_draws (picture->figure);
}

static void
test_convergence_live (void)
{
  g_autoptr (SeidelTrace) trace = new_trace (1.0);
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
  g_autoptr (SeidelTrace) one = new_trace (1.0);
  g_autoptr (SeidelTrace) other = new_trace (1.0);
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
  g_autoptr (SeidelTrace) without = new_trace (1.0);
  g_autoptr (SeidelTrace) with = new_trace (1.0);
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
  check_draws (picture->figure);

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
  check_draws (picture->figure);

  /* The numbers are the same, whatever is drawn. */
  csv = seidel_convergence_picture_to_csv (picture);
  g_assert_nonnull (strstr (csv, ",1,1,50,,\n\"with\",1,"));
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
      g_autoptr (SeidelTrace) trace = new_trace (1.0);

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
  check_draws (picture->figure);
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
  g_autoptr (SeidelTrace) trace = new_trace (1.0);
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
  check_draws (picture->figure);

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

static void
test_timing (void)
{
  g_autoptr (SeidelMatrix) matrix = small_matrix ();
  g_autoptr (SeidelSchedule) forward = schedule_of (matrix, SEIDEL_DIRECTION_FORWARD);
  g_autoptr (SeidelTrace) trace = new_trace (1.0);
  g_autoptr (SeidelTimingPicture) picture = seidel_timing_picture_new ();
  const int64_t first[] = { 500000000, 1000000000, 1500000000 };
  const int64_t second[] = { 1500000000, 1000000000, 500000000 };
  g_autofree char *csv = NULL, *text = NULL;

  check_draws (picture->figure);
  g_assert_null (seidel_timing_picture_to_csv (picture));
  g_assert_false (seidel_timing_picture_update (picture, false));

  seidel_trace_begin_sweep (trace, 1);
  seidel_trace_end_sweep (trace, NAN);
  add_times (trace, SEIDEL_DIRECTION_FORWARD, first, NULL, 3);
  add_times (trace, SEIDEL_DIRECTION_FORWARD, second, NULL, 3);
  seidel_trace_set_state (trace, SEIDEL_RUN_FINISHED);
  seidel_timing_picture_set_run (picture, "run", trace, 0.25, forward, NULL);
  g_assert_true (seidel_timing_picture_update (picture, false));
  g_assert_false (seidel_timing_picture_update (picture, false));
  g_assert_cmpuint (seidel_figure_n_plots (picture->figure), ==, 2);

  csv = seidel_timing_picture_to_csv (picture);
  g_assert_true (g_str_has_prefix (csv, "what,index,rows,seconds,lower,upper\nload,,,0.25,,\n"));
  g_assert_nonnull (strstr (csv, "\nsweep,1,,"));
  g_assert_true (g_str_has_suffix (csv, "\nlevel-forward,1,2,1,0.75,1.25\n"
                                        "level-forward,2,1,1,1,1\n"
                                        "level-forward,3,1,1,0.75,1.25\n"));
  text = seidel_timing_picture_describe (picture);
  g_assert_nonnull (strstr (text, " in all: Loading 250 ms, "));
  check_draws (picture->figure);
  picture->logarithmic = true;
  g_assert_true (seidel_timing_picture_update (picture, false));
  check_draws (picture->figure);

  seidel_timing_picture_set_run (picture, NULL, NULL, 0.0, NULL, NULL);
  seidel_timing_picture_update (picture, false);
  g_assert_null (seidel_timing_picture_to_csv (picture));
  check_draws (picture->figure);
}

/* However narrow the picture: above the plot, nothing is cut off at its right edge, and nothing
 * reaches into the plot. */
static void
check_wraps (const SeidelTimingPicture *picture)
{
  static const int widths[] = { 360, 600, 1280 };
  const SeidelTheme theme = seidel_theme_get (false);
  double heights[G_N_ELEMENTS (widths)];

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, widths[i], HEIGHT);
      cairo_t *cr = cairo_create (surface);
      const guint32 *pixels;
      SeidelPlotLayout layout;

      seidel_timing_picture_draw (picture, cr, widths[i], HEIGHT, &theme);
      cairo_destroy (cr);
      cairo_surface_flush (surface);
      pixels = (const guint32 *) cairo_image_surface_get_data (surface);
      seidel_figure_layout (picture->figure, 0, widths[i], HEIGHT, &theme, &layout);
      heights[i] = layout.frame.y;
      seidel_plot_layout_clear (&layout);
      for (int y = 0; y < (int) heights[i]; y++)
        for (int x = y < (int) heights[i] - 4 ? widths[i] - 11 : 0; x < widths[i]; x++)
          g_assert_cmphex (pixels[y * widths[i] + x], ==, pixels[0]);
      cairo_surface_destroy (surface);
    }
  g_assert_cmpfloat (heights[0], >, heights[1]);
  g_assert_cmpfloat (heights[1], >, heights[2]);
}

/* What a device did, by its own clock: a line under the phases, and lines of the file. */
static void
test_timing_device (void)
{
  g_autoptr (SeidelTrace) trace = new_trace (1.0);
  g_autoptr (SeidelTimingPicture) picture = seidel_timing_picture_new ();
  const SeidelEngineTimes times = { 1200000000, 12000000, 8000000, 400000, 48000000, 0 };
  g_autofree char *csv = NULL, *text = NULL, *without = NULL;

  seidel_timing_picture_set_run (picture, "run", trace, 0.0, NULL, NULL);
  seidel_timing_picture_update (picture, true);
  without = seidel_timing_picture_describe (picture);
  g_assert_null (strstr (without, "Device"));
  seidel_trace_add_device (trace, &times);
  seidel_trace_set_state (trace, SEIDEL_RUN_FINISHED);
  seidel_timing_picture_update (picture, false);
  check_draws (picture->figure);
  check_wraps (picture);
  text = seidel_timing_picture_describe (picture);
  g_assert_nonnull (strstr (text, " Device: copied in 1.2 GB in 12 ms, 100 GB/s · busy 48 ms "
                                  "of "));
  g_assert_true (g_str_has_suffix (text, " solving · copied back 8 MB in 400 µs, 20 GB/s."));
  csv = seidel_timing_picture_to_csv (picture);
  g_assert_nonnull (strstr (csv, "\ndevice-to,,,0.012,,\ndevice-work,,,0.048,,\n"
                                 "device-from,,,0.0004,,\n"));
  /* The next run has none. */
  seidel_timing_picture_set_run (picture, NULL, NULL, 0.0, NULL, NULL);
  g_assert_false (picture->has_device);
}

/* Passes report their rows; the schedule is not used. */
static void
test_timing_passes (void)
{
  const int64_t nanoseconds[] = { 2000000000, 1000000000 };
  const int64_t rows[] = { 5, 3 };
  g_autoptr (SeidelTrace) trace = new_trace (1.0);
  g_autoptr (SeidelTimingPicture) picture = seidel_timing_picture_new ();
  g_autoptr (SeidelMatrix) matrix = small_matrix ();
  g_autoptr (SeidelSchedule) schedule = schedule_of (matrix, SEIDEL_DIRECTION_FORWARD);
  const SeidelPlot *plot = picture->levels[SEIDEL_DIRECTION_FORWARD];
  g_autofree char *csv = NULL;

  seidel_timing_picture_set_run (picture, "run", trace, 0.0, schedule, NULL);
  seidel_timing_picture_update (picture, true);
  g_assert_cmpuint (plot->series->len, ==, 0);
  for (int sweep = 0; sweep < 2; sweep++)
    add_times (trace, SEIDEL_DIRECTION_FORWARD, nanoseconds, rows, 2);
  seidel_timing_picture_update (picture, false);
  test_assert_wording (plot->title);
  test_assert_wording (plot->x_label);
  test_assert_wording (plot->y_label);
  g_assert_cmpuint (plot->series->len, ==, 2);
  csv = seidel_timing_picture_to_csv (picture);
  g_assert_true (g_str_has_suffix (csv, "\npass-forward,1,5,2,2,2\npass-forward,2,3,1,1,1\n"));
  check_draws (picture->figure);
}

/* The schedule of the rows has no colours: only the times are shown, and with so few of them none
 * is left out. */
static void
test_timing_colors (void)
{
  const int64_t nanoseconds[] = { 8000000000, 1000000000, 1000000000 };
  g_autoptr (SeidelTrace) trace = new_trace (1.0);
  g_autoptr (SeidelTimingPicture) picture = seidel_timing_picture_new ();
  g_autoptr (SeidelMatrix) matrix = small_matrix ();
  g_autoptr (SeidelSchedule) schedule = schedule_of (matrix, SEIDEL_DIRECTION_FORWARD);
  const SeidelPlot *plot = picture->levels[SEIDEL_DIRECTION_FORWARD];
  g_autofree char *csv = NULL;

  seidel_timing_picture_set_run (picture, "run", trace, 0.0, schedule, NULL);
  picture->colors = true;
  add_times (trace, SEIDEL_DIRECTION_FORWARD, nanoseconds, NULL, 3);
  seidel_timing_picture_update (picture, false);
  test_assert_wording (plot->title);
  g_assert_cmpuint (plot->series->len, ==, 1);
  csv = seidel_timing_picture_to_csv (picture);
  g_assert_nonnull (strstr (csv, "\ncolor-forward,1,,8,8,8\n"));
  g_assert_false (plot->has_right);
  test_assert_wording (plot->y_label);
  g_assert_null (plot->note);
  g_assert_cmpfloat (plot->y.high, >=, 8);
  check_draws (picture->figure);
}

/* One level that the system interrupted does not flatten the others; on a logarithmic axis it is
 * whole. */
static void
test_timing_spike (void)
{
  g_autoptr (SeidelTrace) trace = new_trace (1.0);
  g_autoptr (SeidelTimingPicture) picture = seidel_timing_picture_new ();
  SeidelPlot *plot = picture->levels[SEIDEL_DIRECTION_BACKWARD];
  int64_t nanoseconds[200];

  for (int level = 0; level < 200; level++)
    nanoseconds[level] = 1000 + level;
  add_times (trace, SEIDEL_DIRECTION_BACKWARD, nanoseconds, NULL, 200);
  seidel_timing_picture_set_run (picture, "run", trace, 0.0, NULL, NULL);
  seidel_timing_picture_update (picture, false);
  g_assert_null (plot->note);
  g_assert_cmpfloat (plot->y.high, >, 1.199e-6);

  nanoseconds[70] = 5000000;
  add_times (trace, SEIDEL_DIRECTION_BACKWARD, nanoseconds, NULL, 200);
  seidel_timing_picture_update (picture, false);
  test_assert_wording (plot->note);
  g_assert_cmpfloat (plot->y.high, >, 1.2e-6);
  g_assert_cmpfloat (plot->y.high, <, 2e-6);
  picture->logarithmic = true;
  seidel_timing_picture_update (picture, false);
  g_assert_null (plot->note);
  g_assert_cmpfloat (plot->y.high, >, 2.5e-3);
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
  g_assert_nonnull (strstr (csv, ",1,0.5,,1e-09,\n"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pictures/levels", test_levels);
  g_test_add_func ("/pictures/levels-timed", test_levels_timed);
  g_test_add_func ("/pictures/levels-keep", test_levels_keep);
  g_test_add_func ("/pictures/levels-narrow", test_levels_narrow);
  g_test_add_func ("/pictures/levels-empty", test_levels_empty);
  g_test_add_func ("/pictures/convergence", test_convergence);
  g_test_add_func ("/pictures/convergence-normal", test_convergence_normal);
  g_test_add_func ("/pictures/convergence-live", test_convergence_live);
  g_test_add_func ("/pictures/convergence-passes", test_convergence_passes);
  g_test_add_func ("/pictures/convergence-errors", test_convergence_errors);
  g_test_add_func ("/pictures/convergence-reading", test_convergence_reading);
  g_test_add_func ("/pictures/convergence-events", test_convergence_events);
  g_test_add_func ("/pictures/timing", test_timing);
  g_test_add_func ("/pictures/timing-device", test_timing_device);
  g_test_add_func ("/pictures/timing-passes", test_timing_passes);
  g_test_add_func ("/pictures/timing-colors", test_timing_colors);
  g_test_add_func ("/pictures/timing-spike", test_timing_spike);
  return g_test_run ();
}
