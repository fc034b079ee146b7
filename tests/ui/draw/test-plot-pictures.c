/* The pictures of levels and timing: their numbers, their words, and that they draw at
 * any size.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "draw/seidel-levels-picture.h"
#include "draw/seidel-timing-picture.h"
#include "golden-testing.h"
#include "picture-testing.h"
#include "test-matrices.h"
#include "run/seidel-trace-writer.h"

#define HEIGHT 640

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
  test_figure_draws (picture->figure);

  picture->show[SEIDEL_DIRECTION_BACKWARD] = true;
  picture->nonzeros = picture->logarithmic = true;
  seidel_levels_picture_update (picture);
  both = seidel_levels_picture_to_csv (picture);
  g_assert_nonnull (strstr (both, "\nbackward,3,2,4,100,,,,\n"));
  g_assert_cmpuint (seidel_figure_n_plots (picture->figure), ==, 2);
  g_assert_true (picture->plots[1]->y.logarithmic);
  test_figure_draws (picture->figure);
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
  test_figure_draws (picture->figure);
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
  const int64_t third[] = { 1500000000, 1000000000, 7000000000 };
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
  /* Two sweeps are too few for a verdict, five are not. */
  g_assert_cmpint (picture->measures[SEIDEL_DIRECTION_FORWARD].n_wasteful, ==, 0);
  add_times (trace, SEIDEL_DIRECTION_FORWARD, first, NULL, 3);
  add_times (trace, SEIDEL_DIRECTION_FORWARD, second, NULL, 3);
  add_times (trace, SEIDEL_DIRECTION_FORWARD, third, NULL, 3);
  g_assert_true (seidel_levels_picture_update_live (picture));
  /* A unit of work takes 0.125 s at best; the last level has six of them. */
  g_assert_cmpint (picture->measures[SEIDEL_DIRECTION_FORWARD].n_wasteful, ==, 1);
  g_assert_cmpint (picture->measures[SEIDEL_DIRECTION_FORWARD].wasteful[0], ==, 2);
  test_assert_wording (plot->title);
  csv = seidel_levels_picture_to_csv (picture);
  g_assert_nonnull (strstr (csv, "\nforward,1,2,4,50,1.5,1.5,1.5,0\n"));
  g_assert_nonnull (strstr (csv, "\nforward,3,1,2,100,6,7,8,6.25\n"));
  text = seidel_levels_picture_describe (picture);
  test_assert_wording (text);
  for (int measure = 0; measure < SEIDEL_N_LEVEL_MEASURES; measure++)
    {
      picture->measure = (SeidelLevelMeasure) measure;
      seidel_levels_picture_update (picture);
      test_figure_draws (picture->figure);
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
  test_figure_draws (picture->figure);
}

static void
test_timing (void)
{
  g_autoptr (SeidelMatrix) matrix = small_matrix ();
  g_autoptr (SeidelSchedule) forward = schedule_of (matrix, SEIDEL_DIRECTION_FORWARD);
  g_autoptr (SeidelTrace) trace = test_running_trace (1.0);
  g_autoptr (SeidelTimingPicture) picture = seidel_timing_picture_new ();
  const int64_t first[] = { 500000000, 1000000000, 1500000000 };
  const int64_t second[] = { 1500000000, 1000000000, 500000000 };
  g_autofree char *csv = NULL, *text = NULL;

  test_figure_draws (picture->figure);
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
  test_figure_draws (picture->figure);
  picture->logarithmic = true;
  g_assert_true (seidel_timing_picture_update (picture, false));
  test_figure_draws (picture->figure);

  seidel_timing_picture_set_run (picture, NULL, NULL, 0.0, NULL, NULL);
  seidel_timing_picture_update (picture, false);
  g_assert_null (seidel_timing_picture_to_csv (picture));
  test_figure_draws (picture->figure);
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
  g_autoptr (SeidelTrace) trace = test_running_trace (1.0);
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
  test_figure_draws (picture->figure);
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
  g_autoptr (SeidelTrace) trace = test_running_trace (1.0);
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
  test_figure_draws (picture->figure);
}

/* The schedule of the rows has no colours: only the times are shown, and with so few of them none
 * is left out. */
static void
test_timing_colors (void)
{
  const int64_t nanoseconds[] = { 8000000000, 1000000000, 1000000000 };
  g_autoptr (SeidelTrace) trace = test_running_trace (1.0);
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
  test_figure_draws (picture->figure);
}

/* One level that the system interrupted does not flatten the others; on a logarithmic axis it is
 * whole. */
static void
test_timing_spike (void)
{
  g_autoptr (SeidelTrace) trace = test_running_trace (1.0);
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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pictures/levels", test_levels);
  g_test_add_func ("/pictures/levels-timed", test_levels_timed);
  g_test_add_func ("/pictures/levels-keep", test_levels_keep);
  g_test_add_func ("/pictures/levels-narrow", test_levels_narrow);
  g_test_add_func ("/pictures/levels-empty", test_levels_empty);
  g_test_add_func ("/pictures/timing", test_timing);
  g_test_add_func ("/pictures/timing-device", test_timing_device);
  g_test_add_func ("/pictures/timing-passes", test_timing_passes);
  g_test_add_func ("/pictures/timing-colors", test_timing_colors);
  g_test_add_func ("/pictures/timing-spike", test_timing_spike);
  return g_test_run ();
}
