/* What distinguishes curves and keeps them in sight: tags, dashes, guides far away, headings.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "draw/seidel-figure.h"
#include "draw/seidel-plot-private.h"

#define WIDTH  640
#define HEIGHT 400

/* Two points: (0, 1) and the one that it holds. */
typedef struct
{
  double x, y;
} End;

static void
sample_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const End *end = data;

  *x = i == 0 ? 0.0 : end->x;
  *y = i == 0 ? 1.0 : end->y;
}

static SeidelSeries *
add_curve (SeidelPlot *plot, const End *end, unsigned int color)
{
  SeidelSeries *series = seidel_plot_add (plot, seidel_series_new ("curve", sample_cb, end));

  series->ink = seidel_ink_series (color);
  series->tag = g_strdup_printf ("%u", color + 1);
  seidel_series_update (series, 2);
  return series;
}

static SeidelPlot *
new_plot (void)
{
  SeidelPlot *plot = seidel_plot_new ();

  seidel_axis_init (&plot->y, true, false, SEIDEL_UNIT_NONE);
  plot->legend = false;
  return plot;
}

static void
lay_out (const SeidelPlot *plot, const SeidelTheme *theme, SeidelPlotLayout *layout)
{
  const SeidelRect frame = { 0.0, 0.0, WIDTH, HEIGHT };
  double left, right;

  seidel_plot_margins (plot, HEIGHT, theme, &left, &right);
  seidel_plot_layout (plot, &frame, left, right, theme, layout);
}

/* A guide in reach widens the axis; one that no curve can reach does not flatten the curves. */
static void
test_guides (void)
{
  static const struct
  {
    double end;
    double guide;
    bool in_sight;
  } cases[] = {
    { 1e-3, 1e-4, true },  { 1e-3, 1e-5, true },   { 1e-3, 1e-12, false },
    { 1e-8, 1e-12, true }, { 1e-8, 1e-13, false }, { 1e-8, 1e-30, false },
    { 0.5, 1e-2, true },   { 0.5, 1e-8, false },   { 1e-3, 0.0, false },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelPlot) plot = new_plot ();
      const End end = { 10.0, cases[i].end };

      add_curve (plot, &end, 0);
      seidel_plot_add_guide (plot, cases[i].guide, "tolerance", seidel_ink_series (0));
      seidel_plot_update_ranges (plot, false);
      g_assert_cmpint (plot->y.low < cases[i].guide, ==, cases[i].in_sight);
      g_assert_cmpfloat (plot->y.low, <, cases[i].end);
    }
}

/* The label of a guide leaves its end where a tag or a curve is. */
static void
test_guide_label (void)
{
  static const struct
  {
    double end;  /* of a curve that falls to the guide */
    bool at_end; /* the label stays where it usually is */
  } cases[] = { { 100.0, true }, { 60.0, true }, { 4.0, false }, { 1.0, false } };
  const SeidelTheme theme = seidel_theme_get (false);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelPlot) plot = new_plot ();
      const End ends[] = { { cases[i].end, 1e-8 }, { 100.0, 1e-4 } };
      SeidelRect label = { 0.0, 0.0, 80.0, 14.0 };
      SeidelPlotLayout layout;
      double x;

      for (unsigned int c = 0; c < G_N_ELEMENTS (ends); c++)
        add_curve (plot, &ends[c], c);
      seidel_plot_update_ranges (plot, false);
      lay_out (plot, &theme, &layout);
      label.y = seidel_plot_y_to_pixel (plot, &layout, false, 1e-8) - 2.0 - label.height;
      x = seidel_plot_place_label (plot, &layout, &label, false, &theme);
      g_assert_true ((x == layout.area.x + SEIDEL_PLOT_GAP) == cases[i].at_end);
      g_assert_cmpfloat (x + label.width, <, layout.area.x + layout.area.width);
      seidel_plot_layout_clear (&layout);
    }
}

/* Curves that end in one point have their tags one below the other, all on the paper. */
static void
test_tags (void)
{
  g_autoptr (SeidelPlot) plot = new_plot ();
  const SeidelTheme theme = seidel_theme_get (false);
  const End ends[] = { { 10.0, 1e-6 }, { 10.0, 1e-6 }, { 10.0, 1.1e-6 },
                       { 4.0, 1e-3 },  { 10.0, 1e-6 }, { 10.0, 0.5 } };
  g_autoptr (GArray) tags = NULL;
  SeidelPlotLayout layout;
  double without, left;

  seidel_plot_margins (plot, HEIGHT, &theme, &left, &without);
  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    add_curve (plot, &ends[i], i);
  seidel_plot_update_ranges (plot, false);
  lay_out (plot, &theme, &layout);
  g_assert_cmpfloat (layout.area.x + layout.area.width, <, WIDTH - without);
  tags = seidel_plot_place_tags (plot, &layout, &theme);
  g_assert_cmpuint (tags->len, ==, G_N_ELEMENTS (ends));
  for (guint i = 0; i < tags->len; i++)
    {
      const SeidelRect *a = &g_array_index (tags, SeidelPlotTag, i).rect;

      g_assert_cmpfloat (a->x, >=, layout.area.x);
      g_assert_cmpfloat (a->x + a->width, <=, WIDTH);
      g_assert_cmpfloat (a->y, >=, 0.0);
      g_assert_cmpfloat (a->y + a->height, <=, HEIGHT);
      for (guint k = 0; k < i; k++)
        {
          const SeidelRect *b = &g_array_index (tags, SeidelPlotTag, k).rect;

          g_assert_true (a->x >= b->x + b->width || b->x >= a->x + a->width
                         || a->y >= b->y + b->height || b->y >= a->y + a->height);
        }
    }
  seidel_plot_layout_clear (&layout);

  /* Neither hidden curves nor those out of sight have one. */
  ((SeidelSeries *) g_ptr_array_index (plot->series, 5))->visible = false;
  seidel_axis_show (&plot->x, 0.0, 5.0);
  seidel_axis_show (&plot->y, 0.9e-3, 2e-3);
  lay_out (plot, &theme, &layout);
  g_array_unref (tags);
  tags = seidel_plot_place_tags (plot, &layout, &theme);
  g_assert_cmpuint (tags->len, ==, 1);
  g_assert_true (g_array_index (tags, SeidelPlotTag, 0).series
                 == g_ptr_array_index (plot->series, 3));
  seidel_plot_layout_clear (&layout);
}

/* Runs of the colour of another differ in their dashes. */
static void
test_dashes (void)
{
  const SeidelTheme theme = seidel_theme_get (false);
  double seen[4][4] = { { 0.0 } };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  cairo_t *cr = cairo_create (surface);

  for (unsigned int round = 0; round < G_N_ELEMENTS (seen); round++)
    {
      seidel_theme_set_dashes (&theme, round * SEIDEL_THEME_N_SERIES + 3, cr);
      g_assert_cmpint (cairo_get_dash_count (cr), ==, round == 0 ? 0 : 4);
      cairo_get_dash (cr, seen[round], NULL);
      for (unsigned int before = 0; before < round; before++)
        g_assert_false (memcmp (seen[round], seen[before], sizeof seen[round]) == 0);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* A curve that goes up and down by a decade in every column, CROWDED samples and more in each. */
#define CROWD 20000

static void
sample_crowd_cb (gconstpointer data, size_t i, double *x, double *y)
{
  const double *gap = data;

  *x = (double) i;
  *y = i == CROWD / 2 && gap != NULL ? *gap : i % 7 == 0 ? 1.0 : i % 7 == 3 ? 0.1 : 0.4;
}

static cairo_surface_t *
draw_figure (const SeidelFigure *figure, gint64 step)
{
  const SeidelTheme theme = seidel_theme_get (false);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  SeidelFigurePainter *painter = seidel_figure_painter_new (figure, cr, WIDTH, HEIGHT, &theme);
  int steps = 1;

  while (!seidel_figure_painter_paint (painter, step))
    steps++;
  g_assert_cmpint (steps > 1, ==, step == 0);
  seidel_figure_painter_free (painter);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static guint32
pixel_at (cairo_surface_t *surface, double x, double y)
{
  const guint8 *data = cairo_image_surface_get_data (surface);

  return *(const guint32 *) (const void *) (data
                                            + (int) y * cairo_image_surface_get_stride (surface)
                                            + 4 * (int) x);
}

/* A picture drawn in steps is the one drawn at once, bit by bit. */
static void
test_steps (void)
{
  g_autoptr (SeidelPlot) first = new_plot ();
  g_autoptr (SeidelPlot) second = new_plot ();
  g_autoptr (SeidelFigure) figure = seidel_figure_new ();
  const End ends[] = { { 10.0, 1e-6 }, { 8.0, 1e-3 }, { 4.0, 0.5 } };
  cairo_surface_t *at_once;
  cairo_surface_t *in_steps;

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      add_curve (first, &ends[i], i);
      add_curve (second, &ends[i], i + 3);
    }
  seidel_plot_update_ranges (first, false);
  seidel_plot_update_ranges (second, false);
  seidel_figure_add_plot (figure, first);
  seidel_figure_add_plot (figure, second);
  at_once = draw_figure (figure, G_MAXINT64);
  in_steps = draw_figure (figure, 0);
  g_assert_cmpmem (cairo_image_surface_get_data (at_once),
                   (gsize) HEIGHT * (gsize) cairo_image_surface_get_stride (at_once),
                   cairo_image_surface_get_data (in_steps),
                   (gsize) HEIGHT * (gsize) cairo_image_surface_get_stride (in_steps));
  cairo_surface_destroy (at_once);
  cairo_surface_destroy (in_steps);
}

/* A pixel of the first curve. */
static guint32
first_ink (const SeidelTheme *theme)
{
  const SeidelColor color = seidel_theme_series (theme, 0);

  return 0xff000000U | (guint32) lround (255.0 * color.red) << 16
         | (guint32) lround (255.0 * color.green) << 8 | (guint32) lround (255.0 * color.blue);
}

/* Samples that crowd colour what is between the least and the greatest of them, and nothing else;
 * the same as strokes do, which one sample without a place on the axis calls for. */
static void
test_band (void)
{
  static const double none = -1.0;
  const double *const gaps[] = { NULL, &none };
  const SeidelTheme theme = seidel_theme_get (false);
  const guint32 ink = first_ink (&theme);

  for (guint i = 0; i < G_N_ELEMENTS (gaps); i++)
    {
      g_autoptr (SeidelPlot) plot = new_plot ();
      g_autoptr (SeidelFigure) figure = seidel_figure_new ();
      SeidelSeries *series =
        seidel_plot_add (plot, seidel_series_new ("crowd", sample_crowd_cb, gaps[i]));
      cairo_surface_t *surface;
      SeidelPlotLayout layout;
      double top, bottom;

      series->ink = seidel_ink_series (0);
      seidel_series_update (series, CROWD);
      seidel_plot_update_ranges (plot, false);
      seidel_axis_show (&plot->y, 0.01, 10.0);
      seidel_figure_add_plot (figure, plot);
      seidel_figure_layout (figure, 0, WIDTH, HEIGHT, &theme, &layout);
      top = seidel_plot_y_to_pixel (plot, &layout, false, 1.0);
      bottom = seidel_plot_y_to_pixel (plot, &layout, false, 0.1);
      surface = draw_figure (figure, G_MAXINT64);
      for (double x = layout.area.x + 2.0; x < layout.area.x + layout.area.width / 2.0 - 4.0; x++)
        {
          for (double y = top + 1.0; y < bottom - 1.0; y++)
            g_assert_cmphex (pixel_at (surface, x, y), ==, ink);
          g_assert_cmphex (pixel_at (surface, x, top - theme.line_width - 1.0), !=, ink);
          g_assert_cmphex (pixel_at (surface, x, bottom + theme.line_width + 1.0), !=, ink);
        }
      cairo_surface_destroy (surface);
      seidel_plot_layout_clear (&layout);
    }
}

#define CLIFF 60000

/* Half of them between 0.1 and 1, the other half a decade below. */
static void
sample_cliff_cb (gconstpointer data, size_t i, double *x, double *y)
{
  sample_crowd_cb (NULL, i, x, y);
  if (i >= CLIFF / 2)
    *y *= 0.1;
}

/* Where so many samples share a column that blocks of them are not split at its border, a cliff is
 * in its place but for one column. */
static void
test_band_cliff (void)
{
  const SeidelTheme theme = seidel_theme_get (false);
  g_autoptr (SeidelPlot) plot = new_plot ();
  g_autoptr (SeidelFigure) figure = seidel_figure_new ();
  SeidelSeries *series = seidel_plot_add (plot, seidel_series_new ("cliff", sample_cliff_cb, NULL));
  cairo_surface_t *surface;
  SeidelPlotLayout layout;
  const guint32 ink = first_ink (&theme);
  double cliff, high, low;

  series->ink = seidel_ink_series (0);
  seidel_series_update (series, CLIFF);
  seidel_plot_update_ranges (plot, false);
  seidel_axis_show (&plot->y, 0.001, 10.0);
  seidel_figure_add_plot (figure, plot);
  seidel_figure_layout (figure, 0, WIDTH, HEIGHT, &theme, &layout);
  cliff = seidel_plot_x_to_pixel (plot, &layout, CLIFF / 2);
  high = seidel_plot_y_to_pixel (plot, &layout, false, 0.4);
  low = seidel_plot_y_to_pixel (plot, &layout, false, 0.04);
  surface = draw_figure (figure, G_MAXINT64);
  for (double x = layout.area.x + 2.0; x < layout.area.x + layout.area.width - 2.0; x++)
    if (fabs (x - cliff) > 2.0)
      {
        g_assert_cmpint (pixel_at (surface, x, high) == ink, ==, x < cliff);
        g_assert_cmpint (pixel_at (surface, x, low) == ink, ==, x > cliff);
      }
  cairo_surface_destroy (surface);
  seidel_plot_layout_clear (&layout);
}

/* The heading is never cut: a note that has no room beside the title goes below it, and either
 * wraps where it is too long. */
static void
test_heading (void)
{
  static const End end = { 1.0, 0.1 };
  static const char *const titles[] = { "Short", "A title that takes much of the width of the plot",
                                        "A title that is longer than all of the width of the plot, "
                                        "which is 640 pixels, and then some more of it",
                                        "Short" };
  static const char *const note =
    "a note that takes more than half of the width of the plot itself";
  const SeidelTheme theme = seidel_theme_get (false);
  double tops[G_N_ELEMENTS (titles)];

  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      g_autoptr (SeidelPlot) plot = new_plot ();
      SeidelPlotLayout layout;

      add_curve (plot, &end, 0);
      plot->title = g_strdup (titles[i]);
      plot->note = i < 3 ? g_strdup (note) : g_strjoin (", ", note, note, note, note, NULL);
      lay_out (plot, &theme, &layout);
      tops[i] = layout.area.y;
      g_assert_cmpint (layout.note_below, ==, i > 0);
      seidel_plot_layout_clear (&layout);
    }
  g_assert_cmpfloat (tops[1], >, tops[0]);
  g_assert_cmpfloat (tops[2], >, tops[1]);
  g_assert_cmpfloat (tops[3], >, tops[1]);
}

/* A figure that is shown whole has plots in which there is something to see, at any size of text.
 */
static void
test_whole (void)
{
  SeidelTheme theme = seidel_theme_get (false);

  for (int scale = 1; scale <= 2; scale++)
    {
      g_autoptr (SeidelFigure) figure = seidel_figure_new ();
      SeidelPlot *plots[] = { new_plot (), new_plot (), new_plot () };
      double height;

      theme.font_size = 12.0 * scale;
      for (guint i = 0; i < G_N_ELEMENTS (plots); i++)
        {
          plots[i]->title = g_strdup ("Title");
          plots[i]->x_label = g_strdup ("Label");
          seidel_figure_add_plot (figure, plots[i]);
        }
      height = seidel_figure_measure (figure, WIDTH, &theme);
      for (guint i = 0; i < G_N_ELEMENTS (plots); i++)
        {
          SeidelPlotLayout layout;

          seidel_figure_layout (figure, i, WIDTH, height, &theme, &layout);
          g_assert_cmpfloat (layout.area.height, >, 4.0 * theme.font_size);
          seidel_plot_layout_clear (&layout);
        }
      for (guint i = 0; i < G_N_ELEMENTS (plots); i++)
        seidel_plot_free (plots[i]);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot-curves/guides", test_guides);
  g_test_add_func ("/plot-curves/guide-label", test_guide_label);
  g_test_add_func ("/plot-curves/tags", test_tags);
  g_test_add_func ("/plot-curves/dashes", test_dashes);
  g_test_add_func ("/plot-curves/steps", test_steps);
  g_test_add_func ("/plot-curves/heading", test_heading);
  g_test_add_func ("/plot-curves/whole", test_whole);
  g_test_add_func ("/plot-curves/band", test_band);
  g_test_add_func ("/plot-curves/band-cliff", test_band_cliff);
  return g_test_run ();
}
