/* Plots on image surfaces: ranges, hit tests, what is drawn where.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "draw/seidel-figure.h"
#include "draw/seidel-plot-private.h"

#define WIDTH  400
#define HEIGHT 300

typedef struct
{
  size_t n;
  const double *x; /* NULL: 0, 1, 2 … */
  const double *y;
} Samples;

static void
sample_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const Samples *samples = data;

  *x = samples->x != NULL ? samples->x[i] : (double) i;
  *y = samples->y[i];
}

static SeidelSeries *
add (SeidelPlot *plot, const char *name, const Samples *samples, SeidelSeriesKind kind)
{
  SeidelSeries *series = seidel_plot_add (plot, seidel_series_new (name, sample_cb, samples));

  series->kind = kind;
  series->ink = (SeidelInk){ SEIDEL_INK_FOREGROUND, 0, 1.0 };
  seidel_series_update (series, samples->n);
  seidel_plot_update_ranges (plot, false);
  return series;
}

static void
lay_out (const SeidelPlot *plot, SeidelPlotLayout *layout)
{
  const SeidelRect frame = { 0.0, 0.0, WIDTH, HEIGHT };
  SeidelTheme theme = seidel_theme_get (false);
  double left, right;

  seidel_plot_margins (plot, HEIGHT, &theme, &left, &right);
  seidel_plot_layout (plot, &frame, left, right, &theme, layout);
}

static cairo_surface_t *
new_page (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);

  cairo_set_source_rgb (cr, 1.0, 1.0, 1.0);
  cairo_paint (cr);
  cairo_destroy (cr);
  return surface;
}

/* 0: paper, 255: full ink. */
static int
ink_at (cairo_surface_t *surface, int x, int y)
{
  const unsigned char *data = cairo_image_surface_get_data (surface);
  const guint32 *row =
    (const guint32 *) (data + (gsize) y * (gsize) cairo_image_surface_get_stride (surface));

  return 255 - (int) ((row[x] >> 8) & 255);
}

/* Draws the data of one series and nothing else. */
static cairo_surface_t *
draw_series (const SeidelPlot *plot, const SeidelSeries *series)
{
  cairo_surface_t *surface = new_page ();
  cairo_t *cr = cairo_create (surface);
  SeidelTheme theme = seidel_theme_get (false);
  SeidelPlotLayout layout;

  lay_out (plot, &layout);
  seidel_series_draw (plot, &layout, series, cr, &theme);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  seidel_plot_layout_clear (&layout);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

/* The plain version: one stroke through every sample. */
static cairo_surface_t *
draw_series_ref (const SeidelPlot *plot, const SeidelSeries *series)
{
  cairo_surface_t *surface = new_page ();
  cairo_t *cr = cairo_create (surface);
  SeidelTheme theme = seidel_theme_get (false);
  SeidelPlotLayout layout;

  lay_out (plot, &layout);
  for (size_t i = 0; i < series->count; i++)
    {
      double x, y;

      series->sample (series->data, i, &x, &y);
      cairo_line_to (cr, seidel_plot_x_to_pixel (plot, &layout, x),
                     seidel_plot_y_to_pixel (plot, &layout, false, y));
    }
  seidel_color_set_source (&theme.foreground, cr);
  cairo_set_line_width (cr, theme.line_width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
  seidel_plot_layout_clear (&layout);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static gboolean
ink_near (cairo_surface_t *surface, int x, int y)
{
  for (int dy = -1; dy <= 1; dy++)
    for (int dx = -1; dx <= 1; dx++)
      if (x + dx >= 0 && x + dx < WIDTH && y + dy >= 0 && y + dy < HEIGHT
          && ink_at (surface, x + dx, y + dy) > 40)
        return TRUE;
  return FALSE;
}

/* Wherever one has plain ink the other has some within a pixel. */
static void
assert_alike (cairo_surface_t *a, cairo_surface_t *b)
{
  int inked = 0;

  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        if (ink_at (a, x, y) > 150)
          {
            g_assert_true (ink_near (b, x, y));
            inked++;
          }
        if (ink_at (b, x, y) > 150)
          g_assert_true (ink_near (a, x, y));
      }
  g_assert_cmpint (inked, >, 200);
}

static void
check_decimation (size_t n, bool noisy, bool logarithmic)
{
  g_autoptr (SeidelPlot) plot = seidel_plot_new ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autofree double *y = g_new (double, n);
  Samples samples = { n, NULL, y };
  SeidelSeries *series;
  cairo_surface_t *fast, *plain;

  for (size_t i = 0; i < n; i++)
    {
      double t = (double) i / (double) n;
      double noise = noisy ? g_rand_double_range (rand, 0.5, 2.0) : 1.0;

      y[i] = exp (-6.0 * t) * (1.2 + sin (40.0 * t)) * noise;
    }
  seidel_axis_set_logarithmic (&plot->y, logarithmic);
  series = add (plot, "curve", &samples, SEIDEL_SERIES_LINE);
  fast = draw_series (plot, series);
  plain = draw_series_ref (plot, series);
  assert_alike (fast, plain);
  cairo_surface_destroy (fast);
  cairo_surface_destroy (plain);
}

static void
test_decimation (void)
{
  check_decimation (300, true, false);
  check_decimation (5000, true, false);
  check_decimation (100000, false, false);
  check_decimation (100000, false, true);
  check_decimation (60000, true, true);
}

/* Single samples among a hundred thousand, in the middle of blocks of flat ones: they are seen,
 * whether or not their block falls on one column of pixels. */
static void
test_spikes (void)
{
  const size_t n = 100000, apart = 97 * SEIDEL_SERIES_BLOCK;
  g_autofree double *y = g_new (double, n);
  Samples samples = { n, NULL, y };
  g_autoptr (SeidelPlot) plot = seidel_plot_new ();
  SeidelPlotLayout layout;
  SeidelSeries *series;
  cairo_surface_t *surface;

  for (size_t i = 0; i < n; i++)
    y[i] = i % apart == 31 ? (i / apart % 2 == 0 ? 2.0 : 0.0) : 1.0;
  series = add (plot, "flat", &samples, SEIDEL_SERIES_LINE);
  surface = draw_series (plot, series);
  lay_out (plot, &layout);
  for (size_t i = 31; i < n; i += apart)
    for (double value = 0.1; value < 2.0; value += 0.2)
      g_assert_cmpint (ink_near (surface, (int) seidel_plot_x_to_pixel (plot, &layout, (double) i),
                                 (int) seidel_plot_y_to_pixel (plot, &layout, false, value)),
                       ==, (value > 1.0) == (y[i] > 1.0));
  seidel_plot_layout_clear (&layout);
  cairo_surface_destroy (surface);
}

/* Far outside what cairo's 24.8 fixed point can hold. */
static void
test_deep_zoom (void)
{
  const double xs[] = { -1e12, 1e12 }, ys[] = { -1e12, 1e12 };
  Samples samples = { 2, xs, ys };
  g_autoptr (SeidelPlot) plot = seidel_plot_new ();
  SeidelSeries *series = add (plot, "line", &samples, SEIDEL_SERIES_LINE);
  SeidelPlotLayout layout;
  cairo_surface_t *surface;

  plot->x.low = plot->y.low = -1e3;
  plot->x.high = plot->y.high = 1e3;
  surface = draw_series (plot, series);
  lay_out (plot, &layout);
  for (double t = 0.1; t < 0.95; t += 0.1)
    g_assert_true (ink_near (surface, (int) (layout.area.x + t * layout.area.width),
                             (int) (layout.area.y + (1.0 - t) * layout.area.height)));
  g_assert_false (ink_near (surface, (int) (layout.area.x + 0.1 * layout.area.width),
                            (int) (layout.area.y + 0.1 * layout.area.height)));
  seidel_plot_layout_clear (&layout);
  cairo_surface_destroy (surface);
}

static void
test_marks (void)
{
  const double y[] = { 1.0, 0.0, 1e-4, NAN, 1e-2 };
  Samples samples = { G_N_ELEMENTS (y), NULL, y };
  g_autoptr (SeidelPlot) plot = seidel_plot_new ();
  SeidelPlotLayout layout;
  SeidelSeries *series;
  cairo_surface_t *surface;
  int bottom, top;

  seidel_axis_set_logarithmic (&plot->y, true);
  series = add (plot, "residual", &samples, SEIDEL_SERIES_LINE);
  g_assert_cmpfloat (series->bounds.y_positive, ==, 1e-4);
  surface = draw_series (plot, series);
  lay_out (plot, &layout);
  bottom = (int) (layout.area.y + layout.area.height) - 4;
  top = (int) layout.area.y + 4;
  g_assert_true (ink_near (surface, (int) seidel_plot_x_to_pixel (plot, &layout, 1.0), bottom));
  g_assert_false (ink_near (surface, (int) seidel_plot_x_to_pixel (plot, &layout, 2.0), bottom));
  g_assert_true (ink_near (surface, (int) seidel_plot_x_to_pixel (plot, &layout, 3.0), top + 1));
  g_assert_false (ink_near (surface, (int) seidel_plot_x_to_pixel (plot, &layout, 2.0), top));
  /* The curve is broken: nothing halfway between the samples around a mark. */
  for (int row = (int) layout.area.y + 16; row < bottom - 10; row++)
    g_assert_false (ink_near (surface, (int) seidel_plot_x_to_pixel (plot, &layout, 1.5), row));
  seidel_plot_layout_clear (&layout);
  cairo_surface_destroy (surface);
}

/* Many bars in a column: the greatest is light, the mean is solid. */
static void
test_bars_aggregate (void)
{
  const size_t n = 50000;
  g_autofree double *y = g_new (double, n);
  Samples samples = { n, NULL, y };
  g_autoptr (SeidelPlot) plot = seidel_plot_new ();
  SeidelPlotLayout layout;
  SeidelSeries *series;
  cairo_surface_t *surface;
  int x, mean_row, peak_row;

  for (size_t i = 0; i < n; i++)
    y[i] = i == n / 2 ? 100.0 : 10.0;
  plot->from_zero = true;
  series = add (plot, "rows", &samples, SEIDEL_SERIES_BARS);
  surface = draw_series (plot, series);
  lay_out (plot, &layout);
  x = (int) floor (seidel_plot_x_to_pixel (plot, &layout, (double) (n / 2)));
  mean_row = (int) seidel_plot_y_to_pixel (plot, &layout, false, 5.0);
  peak_row = (int) seidel_plot_y_to_pixel (plot, &layout, false, 90.0);
  g_assert_cmpint (ink_at (surface, x, mean_row), >, 150);
  g_assert_cmpint (ink_at (surface, x, peak_row), >, 40);
  g_assert_cmpint (ink_at (surface, x, peak_row), <, ink_at (surface, x, mean_row));
  g_assert_cmpint (ink_at (surface, x + 3, peak_row), ==, 0);
  g_assert_cmpint (ink_at (surface, x + 3, mean_row), >, 150);
  seidel_plot_layout_clear (&layout);
  cairo_surface_destroy (surface);
}

/* Times that scatter: a line through the means, the greatest above it in a lighter tone; nothing
 * below. */
static void
test_means (void)
{
  const size_t n = 50000;
  g_autofree double *y = g_new (double, n);
  Samples samples = { n, NULL, y };
  g_autoptr (SeidelPlot) plot = seidel_plot_new ();
  SeidelPlotLayout layout;
  SeidelSeries *series;
  cairo_surface_t *surface;
  int x, mean_row, peak_row, low_row;

  for (size_t i = 0; i < n; i++)
    y[i] = i == n / 2 ? 100.0 : i % 2 == 0 ? 5.0 : 15.0;
  plot->from_zero = true;
  series = add (plot, "times", &samples, SEIDEL_SERIES_MEANS);
  surface = draw_series (plot, series);
  lay_out (plot, &layout);
  x = (int) floor (seidel_plot_x_to_pixel (plot, &layout, (double) (n / 2)));
  mean_row = (int) seidel_plot_y_to_pixel (plot, &layout, false, 10.0);
  peak_row = (int) seidel_plot_y_to_pixel (plot, &layout, false, 90.0);
  low_row = (int) seidel_plot_y_to_pixel (plot, &layout, false, 5.0);
  g_assert_cmpint (ink_at (surface, x + 3, mean_row), >, 150);
  g_assert_cmpint (ink_at (surface, x, peak_row), >, 40);
  g_assert_cmpint (ink_at (surface, x, peak_row), <, ink_at (surface, x + 3, mean_row));
  g_assert_cmpint (ink_at (surface, x + 3, peak_row), ==, 0);
  g_assert_cmpint (ink_at (surface, x + 3, low_row), ==, 0);
  seidel_plot_layout_clear (&layout);
  cairo_surface_destroy (surface);
}

static void
test_bars_single (void)
{
  const double y[] = { 1.0, 3.0, 2.0 };
  Samples samples = { G_N_ELEMENTS (y), NULL, y };
  g_autoptr (SeidelPlot) plot = seidel_plot_new ();
  SeidelPlotLayout layout;
  SeidelSeries *series;
  cairo_surface_t *surface;

  plot->from_zero = true;
  series = add (plot, "rows", &samples, SEIDEL_SERIES_BARS);
  g_assert_cmpfloat (plot->x.low, ==, -0.5);
  g_assert_cmpfloat (plot->x.high, ==, 2.5);
  surface = draw_series (plot, series);
  lay_out (plot, &layout);
  for (int bar = 0; bar < 3; bar++)
    for (double value = 0.5; value < 3.0; value += 1.0)
      g_assert_cmpint (ink_at (surface, (int) seidel_plot_x_to_pixel (plot, &layout, bar),
                               (int) seidel_plot_y_to_pixel (plot, &layout, false, value))
                         > 150,
                       ==, value < y[bar]);
  seidel_plot_layout_clear (&layout);
  cairo_surface_destroy (surface);
}

/* Whatever their width in pixels, either all bars stand apart or none. */
static void
test_bars_gaps (void)
{
  g_autofree double *y = g_new (double, 400);
  int apart = 0;
  int together = 0;

  for (int i = 0; i < 400; i++)
    y[i] = 1.0;
  for (int n = 20; n < 400; n += 7)
    {
      Samples samples = { n, NULL, y };
      g_autoptr (SeidelPlot) plot = seidel_plot_new ();
      SeidelSeries *series;
      cairo_surface_t *surface;
      SeidelPlotLayout layout;
      int row, runs = 0;

      plot->from_zero = true;
      series = add (plot, "rows", &samples, SEIDEL_SERIES_BARS);
      surface = draw_series (plot, series);
      lay_out (plot, &layout);
      row = (int) seidel_plot_y_to_pixel (plot, &layout, false, 0.5);
      for (int x = 1; x < cairo_image_surface_get_width (surface); x++)
        runs += ink_at (surface, x, row) > 150 && ink_at (surface, x - 1, row) <= 150;
      apart += runs == n;
      together += runs == 1;
      g_assert_true (runs == n || runs == 1);
      seidel_plot_layout_clear (&layout);
      cairo_surface_destroy (surface);
    }
  g_assert_cmpint (apart, >, 0);
  g_assert_cmpint (together, >, 0);
}

static void
test_ranges (void)
{
  const double y[] = { 5.0, 0.5, -1.0, 50.0, INFINITY };
  Samples samples = { 2, NULL, y };
  g_autoptr (SeidelPlot) plot = seidel_plot_new ();
  SeidelSeries *series;

  plot->from_zero = true;
  series = add (plot, "a", &samples, SEIDEL_SERIES_LINE);
  g_assert_cmpfloat (plot->y.low, ==, 0.0);
  g_assert_cmpfloat_with_epsilon (plot->y.high, 5.225, 1e-9);
  g_assert_cmpfloat (plot->x.high, ==, 1.0);

  /* Growing: room ahead along x, and y never shrinks. */
  seidel_series_update (series, 4);
  seidel_plot_update_ranges (plot, true);
  g_assert_cmpfloat_with_epsilon (plot->x.high, 3.9, 1e-9);
  g_assert_cmpfloat (plot->y.low, <, -1.0);
  g_assert_cmpfloat (plot->y.high, >, 50.0);
  seidel_series_update (series, 2);
  seidel_plot_update_ranges (plot, true);
  g_assert_cmpfloat (plot->y.low, <, -1.0);
  g_assert_cmpfloat (plot->y.high, >, 50.0);
  g_assert_cmpfloat_with_epsilon (plot->x.high, 3.9, 1e-9);
  seidel_plot_update_ranges (plot, false);
  g_assert_cmpfloat_with_epsilon (plot->y.high, 5.225, 1e-9);

  /* What is not finite does not count; a guide does. */
  seidel_series_update (series, 5);
  seidel_plot_add_guide (plot, 200.0, "limit", seidel_ink_series (0));
  seidel_plot_update_ranges (plot, false);
  g_assert_cmpfloat (plot->y.high, >, 200.0);
  g_assert_cmpfloat (plot->y.high, <, 250.0);
}

static void
test_legend (void)
{
  const double y[] = { 1.0, 2.0, 3.0 };
  Samples samples = { G_N_ELEMENTS (y), NULL, y };
  g_autoptr (SeidelPlot) plot = seidel_plot_new ();
  SeidelPlotLayout layout;
  SeidelSeries *all[3];

  all[0] = add (plot, "a rather long name of a first curve", &samples, SEIDEL_SERIES_LINE);
  all[1] = add (plot, "a rather long name of a second curve", &samples, SEIDEL_SERIES_LINE);
  all[2] = add (plot, "bars", &samples, SEIDEL_SERIES_BARS);
  all[1]->visible = false;
  lay_out (plot, &layout);
  g_assert_cmpuint (layout.legend->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      const SeidelRect *rect = &g_array_index (layout.legend, SeidelRect, i);

      /* Never over the data, whether shown or hidden, and found where it is. */
      g_assert_cmpfloat (rect->width, >, 20.0);
      g_assert_cmpfloat (rect->y + rect->height, <=, layout.area.y + 1.0);
      g_assert_true (seidel_plot_legend_at (plot, &layout, rect->x + 3.0, rect->y + 3.0) == all[i]);
    }
  g_assert_cmpfloat (g_array_index (layout.legend, SeidelRect, 1).y, >,
                     g_array_index (layout.legend, SeidelRect, 0).y);
  g_assert_null (seidel_plot_legend_at (plot, &layout, layout.area.x + 50.0, layout.area.y + 50.0));
  seidel_plot_layout_clear (&layout);

  all[0]->in_legend = false;
  lay_out (plot, &layout);
  g_assert_cmpfloat (g_array_index (layout.legend, SeidelRect, 0).width, ==, 0.0);
  seidel_plot_layout_clear (&layout);
}

/* Names are whole where there is a line for each, and get shorter before one is left out. */
static void
test_legend_long_names (void)
{
  const double y[] = { 1.0, 2.0 };
  Samples samples = { G_N_ELEMENTS (y), NULL, y };
  const char *name = "a run whose name says all that distinguishes it from any other, at length";
  const SeidelRect wide = { 0.0, 0.0, 3.0 * WIDTH, HEIGHT };
  const SeidelTheme theme = seidel_theme_get (false);
  double widths[2];

  for (int n = 0; n < 2; n++)
    {
      g_autoptr (SeidelPlot) plot = seidel_plot_new ();
      SeidelPlotLayout layout;
      double left, right;

      for (int i = 0; i < (n == 0 ? 2 : 60); i++)
        add (plot, name, &samples, SEIDEL_SERIES_LINE);
      seidel_plot_margins (plot, HEIGHT, &theme, &left, &right);
      seidel_plot_layout (plot, &wide, left, right, &theme, &layout);
      g_assert_true ((layout.hidden_entries > 0) == (n > 0));
      widths[n] = g_array_index (layout.legend, SeidelRect, 0).width;
      seidel_plot_layout_clear (&layout);
    }
  g_assert_cmpfloat (widths[1], <, 0.95 * widths[0]);
}

/* With more curves than there is room for, the data keep their place and the rest is counted. */
static void
test_legend_overflow (void)
{
  const double y[] = { 1.0, 2.0 };
  Samples samples = { G_N_ELEMENTS (y), NULL, y };
  g_autoptr (SeidelPlot) plot = seidel_plot_new ();
  SeidelPlotLayout layout;

  for (int i = 0; i < 60; i++)
    add (plot, "another curve with a name", &samples, SEIDEL_SERIES_LINE);
  lay_out (plot, &layout);
  g_assert_cmpint (layout.hidden_entries, >, 0);
  g_assert_cmpfloat (layout.area.height, >, HEIGHT * 0.4);
  seidel_plot_layout_clear (&layout);
}

static void
test_nearest (void)
{
  const double xs[] = { 0.0, 1.0, 4.0, 10.0 }, y[] = { 1.0, 2.0, 3.0, 4.0 };
  Samples samples = { G_N_ELEMENTS (y), xs, y };
  g_autoptr (SeidelPlot) plot = seidel_plot_new ();
  SeidelSeries *series = add (plot, "a", &samples, SEIDEL_SERIES_LINE);
  size_t index = 99;
  double x = -1.0;

  g_assert_cmpuint (seidel_series_lower_bound (series, -5.0), ==, 0);
  g_assert_cmpuint (seidel_series_lower_bound (series, 1.0), ==, 1);
  g_assert_cmpuint (seidel_series_lower_bound (series, 1.5), ==, 2);
  g_assert_cmpuint (seidel_series_lower_bound (series, 11.0), ==, 4);
  g_assert_true (seidel_series_nearest (series, 2.4, &index));
  g_assert_cmpuint (index, ==, 1);
  g_assert_true (seidel_series_nearest (series, 2.6, &index));
  g_assert_cmpuint (index, ==, 2);
  g_assert_true (seidel_series_nearest (series, 1e9, &index));
  g_assert_cmpuint (index, ==, 3);

  g_assert_true (seidel_plot_step_x (plot, 4.0, 1, &x));
  g_assert_cmpfloat (x, ==, 10.0);
  g_assert_true (seidel_plot_step_x (plot, 4.0, -1, &x));
  g_assert_cmpfloat (x, ==, 1.0);
  g_assert_false (seidel_plot_step_x (plot, 10.0, 1, &x));
  g_assert_false (seidel_plot_step_x (plot, 0.0, -1, &x));

  series->visible = false;
  g_assert_false (seidel_plot_nearest_x (plot, 4.0, &x));
  series->visible = true;
  seidel_series_update (series, 0);
  g_assert_false (seidel_series_nearest (series, 0.0, &index));
}

static void
test_read_out (void)
{
  const double a[] = { 1.0, 0.1, 1.25e-8 }, b[] = { 2.0 };
  Samples first = { G_N_ELEMENTS (a), NULL, a }, second = { G_N_ELEMENTS (b), NULL, b };
  g_autoptr (SeidelPlot) plot = seidel_plot_new ();
  SeidelSeries *series;
  char *text;

  seidel_axis_init (&plot->x, false, true, SEIDEL_UNIT_NONE);
  plot->x_label = g_strdup ("Iteration");
  g_assert_null (seidel_plot_read_out (plot, 0.0));
  series = add (plot, "a", &first, SEIDEL_SERIES_LINE);
  add (plot, "b", &second, SEIDEL_SERIES_LINE);
  series->brief = g_strdup ("run 1");

  text = seidel_plot_read_out (plot, 0.0);
  g_assert_cmpstr (text, ==, "Iteration 0: run 1 = 1 · b = 2");
  g_free (text);
  /* The second curve ends before this. */
  text = seidel_plot_read_out (plot, 2.0);
  g_assert_cmpstr (text, ==, "Iteration 2: run 1 = 1.25×10⁻⁸");
  g_free (text);
  series->visible = false;
  g_assert_null (seidel_plot_read_out (plot, 2.0));
}

static void
test_pixels (void)
{
  const double y[] = { 1.0, 1000.0 };
  Samples samples = { G_N_ELEMENTS (y), NULL, y };
  g_autoptr (SeidelPlot) plot = seidel_plot_new ();
  SeidelPlotLayout layout;

  seidel_axis_set_logarithmic (&plot->y, true);
  add (plot, "a", &samples, SEIDEL_SERIES_LINE);
  lay_out (plot, &layout);
  for (double value = 1.0; value < 1000.0; value *= 1.7)
    {
      double x = seidel_plot_x_to_pixel (plot, &layout, value / 1000.0);
      double row = seidel_plot_y_to_pixel (plot, &layout, false, value);

      g_assert_cmpfloat_with_epsilon (seidel_plot_pixel_to_x (plot, &layout, x), value / 1000.0,
                                      1e-9);
      g_assert_cmpfloat_with_epsilon (seidel_plot_pixel_to_y (plot, &layout, false, row) / value,
                                      1.0, 1e-9);
    }
  seidel_plot_layout_clear (&layout);
}

static void
test_figure (void)
{
  const double y[] = { 1.0, 2.0, 3.0 }, large[] = { 1.0, 2e6, 3e6 };
  Samples samples = { 3, NULL, y }, others = { 3, NULL, large };
  g_autoptr (SeidelPlot) upper = seidel_plot_new ();
  g_autoptr (SeidelPlot) lower = seidel_plot_new ();
  g_autoptr (SeidelFigure) figure = seidel_figure_new ();
  SeidelTheme theme = seidel_theme_get (true);
  SeidelPlotLayout first, second, found;

  add (upper, "a", &samples, SEIDEL_SERIES_LINE);
  add (lower, "b", &others, SEIDEL_SERIES_LINE);
  figure->linked = true;
  seidel_figure_add_plot (figure, upper);
  seidel_figure_add_plot (figure, lower);
  seidel_figure_layout (figure, 0, WIDTH, HEIGHT, &theme, &first);
  seidel_figure_layout (figure, 1, WIDTH, HEIGHT, &theme, &second);
  g_assert_cmpfloat (first.area.x, ==, second.area.x);
  g_assert_cmpfloat (first.area.width, ==, second.area.width);
  g_assert_cmpfloat (first.frame.y + first.frame.height, <=, second.frame.y);

  g_assert_cmpint (seidel_figure_plot_at (figure, WIDTH, HEIGHT, &theme, 50.0, HEIGHT - 20.0, false,
                                          &found),
                   ==, 1);
  g_assert_cmpfloat (found.area.y, ==, second.area.y);
  seidel_plot_layout_clear (&found);
  g_assert_cmpint (seidel_figure_plot_at (figure, WIDTH, HEIGHT, &theme, 50.0, 9999.0, false, NULL),
                   ==, -1);
  g_assert_cmpint (seidel_figure_plot_at (figure, WIDTH, HEIGHT, &theme, 50.0, 9999.0, true, NULL),
                   ==, 1);

  seidel_figure_zoom_x (figure, 1, 0.5, 2.0);
  g_assert_cmpfloat_with_epsilon (upper->x.low, 0.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (upper->x.high, 1.5, 1e-9);
  seidel_figure_fit (figure);
  g_assert_cmpfloat (upper->x.high, ==, 2.0);
  seidel_plot_layout_clear (&first);
  seidel_plot_layout_clear (&second);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/decimation", test_decimation);
  g_test_add_func ("/plot/spikes", test_spikes);
  g_test_add_func ("/plot/deep-zoom", test_deep_zoom);
  g_test_add_func ("/plot/marks", test_marks);
  g_test_add_func ("/plot/bars-aggregate", test_bars_aggregate);
  g_test_add_func ("/plot/means", test_means);
  g_test_add_func ("/plot/bars-single", test_bars_single);
  g_test_add_func ("/plot/bars-gaps", test_bars_gaps);
  g_test_add_func ("/plot/ranges", test_ranges);
  g_test_add_func ("/plot/legend", test_legend);
  g_test_add_func ("/plot/legend-long-names", test_legend_long_names);
  g_test_add_func ("/plot/legend-overflow", test_legend_overflow);
  g_test_add_func ("/plot/nearest", test_nearest);
  g_test_add_func ("/plot/read-out", test_read_out);
  g_test_add_func ("/plot/pixels", test_pixels);
  g_test_add_func ("/plot/figure", test_figure);
  return g_test_run ();
}
