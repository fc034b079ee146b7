/* The plot view on a private X server: cursor, read-out, zoom, legend, live updates, drawing,
 * finalisation.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <adwaita.h>

#include "display-testing.h"
#include "views/seidel-plot-view.h"

typedef struct
{
  GtkWidget *window;
  SeidelPlotView *view;
  SeidelFigure *figure;
  SeidelPlot *upper;
  SeidelPlot *lower;
  double *y; /* of the upper plot: 1000 samples i² */
} Fixture;

static void
sample_square_cb (gconstpointer data, size_t i, double *x, double *y)
{
  *x = (double) i;
  *y = ((const double *) data)[i];
}

static void
sample_small_cb (gconstpointer data, size_t i, double *x, double *y)
{
  *x = (double) i;
  *y = 1.0 + (double) i;
}

static SeidelPlot *
new_plot (const char *name, SeidelSampleFunc sample, gconstpointer data, size_t count)
{
  SeidelPlot *plot = seidel_plot_new ();
  SeidelSeries *series = seidel_plot_add (plot, seidel_series_new (name, sample, data));

  seidel_axis_init (&plot->x, false, true, SEIDEL_UNIT_NONE);
  plot->x_label = g_strdup ("Step");
  seidel_series_update (series, count);
  seidel_plot_update_ranges (plot, false);
  return plot;
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->y = g_new (double, 1000);
  for (int i = 0; i < 1000; i++)
    fixture->y[i] = (double) i * i;
  fixture->upper = new_plot ("squares", sample_square_cb, fixture->y, 1000);
  fixture->lower = new_plot ("few", sample_small_cb, NULL, 3);
  fixture->figure = seidel_figure_new ();
  seidel_figure_add_plot (fixture->figure, fixture->upper);
  seidel_figure_add_plot (fixture->figure, fixture->lower);

  fixture->window = gtk_window_new ();
  gtk_window_set_title (GTK_WINDOW (fixture->window), "Test");
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 700, 500);
  fixture->view = seidel_plot_view_new ();
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->view));
  seidel_plot_view_set_figure (fixture->view, fixture->figure);
  gtk_window_present (GTK_WINDOW (fixture->window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->view));
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  gpointer view = fixture->view;

  g_object_add_weak_pointer (view, &view);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_null (view);
  seidel_figure_free (fixture->figure);
  seidel_plot_free (fixture->upper);
  seidel_plot_free (fixture->lower);
  g_free (fixture->y);
}

static void
activate (Fixture *fixture, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture->view), action, NULL));
}

static void
lay_out (Fixture *fixture, guint plot, SeidelPlotLayout *layout)
{
  SeidelTheme theme = seidel_theme_get (false);

  seidel_figure_layout (fixture->figure, plot, gtk_widget_get_width (GTK_WIDGET (fixture->view)),
                        gtk_widget_get_height (GTK_WIDGET (fixture->view)), &theme, layout);
}

#define assert_read_out(fixture, text) \
  g_assert_cmpstr (seidel_plot_view_get_read_out ((fixture)->view), ==, text)

static void
test_accessible (Fixture *fixture, gconstpointer data)
{
  gtk_test_accessible_assert_role (fixture->view, GTK_ACCESSIBLE_ROLE_IMG);
  seidel_plot_view_set_description (fixture->view, "Two curves.");
  gtk_test_accessible_assert_property (fixture->view, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                       "Two curves.");
  g_assert_true (gtk_widget_get_focusable (GTK_WIDGET (fixture->view)));
  g_assert_true (gtk_widget_grab_focus (GTK_WIDGET (fixture->view)));
}

static void
test_cursor (Fixture *fixture, gconstpointer data)
{
  assert_read_out (fixture, NULL);
  activate (fixture, "plot.first");
  assert_read_out (fixture, "Step 0: squares = 0");
  activate (fixture, "plot.previous");
  assert_read_out (fixture, "Step 0: squares = 0");
  activate (fixture, "plot.last");
  assert_read_out (fixture, "Step 999: squares = 998,001");
  activate (fixture, "plot.next");
  assert_read_out (fixture, "Step 999: squares = 998,001");
  activate (fixture, "plot.lower");
  assert_read_out (fixture, "Step 2: few = 3");
  activate (fixture, "plot.previous");
  assert_read_out (fixture, "Step 1: few = 2");
  activate (fixture, "plot.lower");
  assert_read_out (fixture, "Step 1: few = 2");
  activate (fixture, "plot.upper");
  assert_read_out (fixture, "Step 1: squares = 1");
  activate (fixture, "plot.clear-cursor");
  assert_read_out (fixture, NULL);
}

/* Several samples share a pixel: a step moves by a pixel; zoomed in, by one sample. */
static void
test_cursor_step (Fixture *fixture, gconstpointer data)
{
  SeidelPlotLayout layout;
  double pixel;

  activate (fixture, "plot.first");
  activate (fixture, "plot.next");
  lay_out (fixture, 0, &layout);
  pixel = seidel_plot_pixel_to_x (fixture->upper, &layout, layout.area.x + 1.0);
  seidel_plot_layout_clear (&layout);
  g_assert_cmpfloat (pixel, >, 1.0);
  assert_read_out (fixture, "Step 2: squares = 4");
  seidel_figure_show_x (fixture->figure, 0, 0.0, 50.0);
  activate (fixture, "plot.next");
  assert_read_out (fixture, "Step 3: squares = 9");
}

/* The keyboard cursor never leaves what is shown. */
static void
test_cursor_reveals (Fixture *fixture, gconstpointer data)
{
  seidel_figure_show_x (fixture->figure, 0, 0.0, 100.0);
  activate (fixture, "plot.last");
  assert_read_out (fixture, "Step 999: squares = 998,001");
  g_assert_cmpfloat (fixture->upper->x.high, >=, 999.0 - 1e-6);
  g_assert_cmpfloat_with_epsilon (fixture->upper->x.high - fixture->upper->x.low, 100.0, 1e-6);
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_read_out_notifies (Fixture *fixture, gconstpointer data)
{
  SeidelPlotLayout layout;
  guint notified = 0;
  double x, y;

  g_signal_connect_swapped (fixture->view, "notify::read-out", G_CALLBACK (count_cb), &notified);
  lay_out (fixture, 0, &layout);
  x = seidel_plot_x_to_pixel (fixture->upper, &layout, 500.0);
  y = layout.area.y + 10.0;
  seidel_plot_view_point_at (fixture->view, x, y);
  assert_read_out (fixture, "Step 500: squares = 250,000");
  g_assert_cmpuint (notified, ==, 1);
  seidel_plot_view_point_at (fixture->view, x, y + 5.0);
  g_assert_cmpuint (notified, ==, 1);
  seidel_plot_view_point_at (fixture->view, 1.0, 1.0);
  g_assert_cmpuint (notified, ==, 2);
  seidel_plot_layout_clear (&layout);
}

static void
test_zoom (Fixture *fixture, gconstpointer data)
{
  SeidelPlotLayout layout;
  double x, y;

  lay_out (fixture, 0, &layout);
  x = layout.area.x + 0.25 * layout.area.width;
  y = layout.area.y + 0.5 * layout.area.height;
  seidel_plot_view_zoom_at (fixture->view, x, y, 2.0, FALSE);
  /* What was under the pointer stays there; the other plot is not linked. */
  g_assert_cmpfloat_with_epsilon (fixture->upper->x.low, 999.0 * 0.125, 1e-6);
  g_assert_cmpfloat_with_epsilon (fixture->upper->x.high, 999.0 * 0.625, 1e-6);
  g_assert_false (fixture->lower->x.zoomed);
  g_assert_false (fixture->upper->y.zoomed);
  seidel_plot_view_zoom_at (fixture->view, x, y, 2.0, TRUE);
  g_assert_true (fixture->upper->y.zoomed);

  activate (fixture, "plot.fit");
  g_assert_false (fixture->upper->x.zoomed);
  g_assert_false (fixture->upper->y.zoomed);
  activate (fixture, "plot.zoom-in");
  g_assert_true (fixture->upper->x.zoomed);
  activate (fixture, "plot.pan-left");
  activate (fixture, "plot.pan-left");
  g_assert_cmpfloat_with_epsilon (fixture->upper->x.low, 0.0, 1e-9);
  activate (fixture, "plot.zoom-out");
  g_assert_false (fixture->upper->x.zoomed);
  seidel_plot_layout_clear (&layout);
}

static void
test_box (Fixture *fixture, gconstpointer data)
{
  SeidelPlotLayout layout;
  double low, high;

  lay_out (fixture, 0, &layout);
  low = fixture->upper->y.low;
  high = fixture->upper->y.high;
  /* Dragged from the lower right to the upper left. */
  seidel_plot_view_zoom_to_box (fixture->view, layout.area.x + 0.8 * layout.area.width,
                                layout.area.y + 0.9 * layout.area.height,
                                layout.area.x + 0.4 * layout.area.width,
                                layout.area.y + 0.5 * layout.area.height);
  g_assert_cmpfloat_with_epsilon (fixture->upper->x.low, 999.0 * 0.4, 1e-6);
  g_assert_cmpfloat_with_epsilon (fixture->upper->x.high, 999.0 * 0.8, 1e-6);
  g_assert_cmpfloat_with_epsilon (fixture->upper->y.low, low + 0.1 * (high - low), 1e-3);
  g_assert_cmpfloat_with_epsilon (fixture->upper->y.high, low + 0.5 * (high - low), 1e-3);
  seidel_plot_layout_clear (&layout);
}

static void
toggled_cb (SeidelPlotView *view, SeidelSeries *series, SeidelSeries **toggled)
{
  *toggled = series;
}

static void
test_legend (Fixture *fixture, gconstpointer data)
{
  SeidelSeries *series = g_ptr_array_index (fixture->upper->series, 0), *toggled = NULL;
  SeidelPlotLayout layout;
  SeidelRect rect;

  g_signal_connect (fixture->view, "series-toggled", G_CALLBACK (toggled_cb), &toggled);
  activate (fixture, "plot.first");
  lay_out (fixture, 0, &layout);
  rect = g_array_index (layout.legend, SeidelRect, 0);
  g_assert_true (seidel_plot_view_click (fixture->view, rect.x + 4.0, rect.y + 4.0));
  g_assert_true (toggled == series);
  g_assert_false (series->visible);
  /* The read-out no longer speaks of it. */
  assert_read_out (fixture, NULL);
  g_assert_true (seidel_plot_view_click (fixture->view, rect.x + 4.0, rect.y + 4.0));
  g_assert_true (series->visible);
  toggled = NULL;
  g_assert_false (
    seidel_plot_view_click (fixture->view, layout.area.x + 50.0, layout.area.y + 50.0));
  g_assert_null (toggled);
  seidel_plot_layout_clear (&layout);
}

typedef struct
{
  guint calls;
  gboolean news;
} Live;

static gboolean
live_cb (gpointer data)
{
  Live *live = data;

  live->calls++;
  return live->news;
}

static void
iterate_until (const guint *count, guint least)
{
  while (*count < least)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_live (Fixture *fixture, gconstpointer data)
{
  Live live = { 0, TRUE };
  guint before;

  g_assert_false (seidel_plot_view_get_live (fixture->view));
  seidel_plot_view_set_live (fixture->view, live_cb, &live);
  g_assert_true (seidel_plot_view_get_live (fixture->view));
  iterate_until (&live.calls, 3);
  seidel_plot_view_set_live (fixture->view, NULL, NULL);
  g_assert_false (seidel_plot_view_get_live (fixture->view));

  /* No longer called, though frames go on. */
  before = live.calls;
  for (int frame = 0; frame < 3; frame++)
    {
      gtk_widget_queue_draw (GTK_WIDGET (fixture->view));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->view));
    }
  g_assert_cmpuint (live.calls, ==, before);
  /* Left live, it must not keep the view from going (see tear_down ()). */
  seidel_plot_view_set_live (fixture->view, live_cb, &live);
}

/* The widget as it would be on the screen. */
static GdkTexture *
take_picture (Fixture *fixture)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (GTK_WIDGET (fixture->view));
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (GTK_WIDGET (fixture->view)),
                          gtk_widget_get_height (GTK_WIDGET (fixture->view)));
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  return gsk_renderer_render_texture (gtk_native_get_renderer (
                                        gtk_widget_get_native (GTK_WIDGET (fixture->view))),
                                      node, NULL);
}

static gboolean
same_picture (GdkTexture *a, GdkTexture *b)
{
  gsize stride = (gsize) gdk_texture_get_width (a) * 4;
  gsize size = stride * (gsize) gdk_texture_get_height (a);
  g_autofree guchar *pixels_a = g_malloc0 (size), *pixels_b = g_malloc0 (size);

  gdk_texture_download (a, pixels_a, stride);
  gdk_texture_download (b, pixels_b, stride);
  return memcmp (pixels_a, pixels_b, size) == 0;
}

static void
test_picture (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GdkTexture) first = take_picture (fixture), again = take_picture (fixture);
  g_autoptr (GdkTexture) stale = NULL, fresh = NULL, with_cursor = NULL;

  g_assert_true (same_picture (first, again));
  /* It is kept until a change is reported. */
  fixture->y[500] = 5e6;
  stale = take_picture (fixture);
  g_assert_true (same_picture (first, stale));
  seidel_series_update (g_ptr_array_index (fixture->upper->series, 0), 0);
  seidel_series_update (g_ptr_array_index (fixture->upper->series, 0), 1000);
  seidel_plot_update_ranges (fixture->upper, false);
  seidel_plot_view_changed (fixture->view);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->view));
  fresh = take_picture (fixture);
  g_assert_false (same_picture (first, fresh));
  activate (fixture, "plot.first");
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->view));
  with_cursor = take_picture (fixture);
  g_assert_false (same_picture (fresh, with_cursor));
}

/* The colour of the widget at a point of one plot, as 0xrrggbb. */
static guint32
color_at (Fixture *fixture, const SeidelPlotLayout *layout, double x, double y)
{
  g_autoptr (GdkTexture) texture = NULL;
  g_autofree guchar *pixels = NULL;
  gsize stride;
  gsize column = (gsize) seidel_plot_x_to_pixel (fixture->upper, layout, x) + 2;
  gsize row = (gsize) seidel_plot_y_to_pixel (fixture->upper, layout, false, y);
  guint32 pixel;

  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->view));
  texture = take_picture (fixture);
  stride = (gsize) gdk_texture_get_width (texture) * 4;
  pixels = g_malloc (stride * (gsize) gdk_texture_get_height (texture));
  gdk_texture_download (texture, pixels, stride);
  memcpy (&pixel, pixels + row * stride + column * 4, sizeof pixel);
  return pixel & 0xffffff;
}

/* The crosshair marks the curves that reach it, and no others. */
static void
test_crosshair (Fixture *fixture, gconstpointer data)
{
  static double level[100];
  SeidelSeries *series;
  SeidelTheme theme = seidel_theme_get (false);
  SeidelColor ink;
  SeidelPlotLayout layout;
  guint32 color;

  for (gsize i = 0; i < G_N_ELEMENTS (level); i++)
    level[i] = 5e5;
  series = seidel_plot_add (fixture->upper, seidel_series_new ("short", sample_square_cb, level));
  series->ink = seidel_ink_series (1);
  seidel_series_update (series, G_N_ELEMENTS (level));
  seidel_plot_view_changed (fixture->view);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->view));
  lay_out (fixture, 0, &layout);
  ink = seidel_ink_color (&series->ink, &theme);
  color = (guint32) lround (ink.red * 255) << 16 | (guint32) lround (ink.green * 255) << 8
          | (guint32) lround (ink.blue * 255);

  activate (fixture, "plot.first");
  assert_read_out (fixture, "Step 0: squares = 0 · short = 500,000");
  g_assert_cmphex (color_at (fixture, &layout, 0.0, 5e5), ==, color);
  activate (fixture, "plot.last");
  assert_read_out (fixture, "Step 999: squares = 998,001");
  g_assert_cmphex (color_at (fixture, &layout, 999.0, 5e5), !=, color);
  seidel_plot_layout_clear (&layout);
}

static void
picked_cb (SeidelPlotView *view, guint plot, double x, int pick, GString *picks)
{
  g_string_append_printf (picks, "%u:%g%c ", plot, x, "=-+"[pick]);
}

static void
unpicked_cb (SeidelPlotView *view, GString *picks)
{
  g_string_append (picks, "none ");
}

static void
test_picking (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) picks = g_string_new (NULL);

  g_signal_connect (fixture->view, "picked", G_CALLBACK (picked_cb), picks);
  g_signal_connect (fixture->view, "unpicked", G_CALLBACK (unpicked_cb), picks);
  seidel_plot_view_show_x (fixture->view, 1, 0.2);
  activate (fixture, "plot.pick");
  g_assert_cmpstr (picks->str, ==, "");
  seidel_plot_view_set_pickable (fixture->view, TRUE);
  activate (fixture, "plot.pick");
  activate (fixture, "plot.extend-next");
  activate (fixture, "plot.extend-next");
  activate (fixture, "plot.toggle");
  activate (fixture, "plot.extend-previous");
  activate (fixture, "plot.clear-cursor");
  g_assert_cmpstr (picks->str, ==, "1:0= 1:1- 1:2- 1:2+ 1:1- none ");
}

static void
test_nothing (Fixture *fixture, gconstpointer data)
{
  seidel_plot_view_set_figure (fixture->view, NULL);
  activate (fixture, "plot.next");
  activate (fixture, "plot.last");
  activate (fixture, "plot.lower");
  activate (fixture, "plot.zoom-in");
  activate (fixture, "plot.fit");
  activate (fixture, "plot.pan-left");
  g_assert_false (seidel_plot_view_click (fixture->view, 50.0, 50.0));
  seidel_plot_view_zoom_at (fixture->view, 50.0, 50.0, 2.0, FALSE);
  assert_read_out (fixture, NULL);
  gtk_widget_queue_draw (GTK_WIDGET (fixture->view));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->view));
}

#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

/* A curve that takes its time. */
static void
sample_slow_cb (gconstpointer data, size_t i, double *x, double *y)
{
  g_usleep (2000);
  sample_small_cb (data, i, x, y);
}

/* A picture that takes many frames is complete in the end, though it changes in each of them, and
 * also when its axes have moved meanwhile. */
static void
test_many_frames (Fixture *fixture, gconstpointer data)
{
  int changes = 0;

  while (!seidel_plot_view_get_complete (fixture->view))
    g_main_context_iteration (NULL, TRUE);
  for (int i = 0; i < 60; i++)
    {
      SeidelSeries *series =
        seidel_plot_add (fixture->lower, seidel_series_new ("slow", sample_slow_cb, NULL));

      series->in_legend = false;
      seidel_series_update (series, 3);
    }
  seidel_plot_view_changed (fixture->view);
  g_assert_false (seidel_plot_view_get_complete (fixture->view));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (fixture->view));
  g_assert_false (seidel_plot_view_get_complete (fixture->view));
  seidel_plot_view_zoom (fixture->view, 2.0);
  for (; !seidel_plot_view_get_complete (fixture->view); changes++)
    {
      if (changes < 10)
        seidel_plot_view_changed (fixture->view);
      g_main_context_iteration (NULL, TRUE);
    }
  g_assert_cmpint (changes, >, 1);
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();
  ADD ("/plot-view/accessible", test_accessible);
  ADD ("/plot-view/cursor", test_cursor);
  ADD ("/plot-view/cursor-step", test_cursor_step);
  ADD ("/plot-view/cursor-reveals", test_cursor_reveals);
  ADD ("/plot-view/read-out-notifies", test_read_out_notifies);
  ADD ("/plot-view/zoom", test_zoom);
  ADD ("/plot-view/box", test_box);
  ADD ("/plot-view/legend", test_legend);
  ADD ("/plot-view/live", test_live);
  ADD ("/plot-view/picture", test_picture);
  ADD ("/plot-view/many-frames", test_many_frames);
  ADD ("/plot-view/crosshair", test_crosshair);
  ADD ("/plot-view/picking", test_picking);
  ADD ("/plot-view/nothing", test_nothing);
  return g_test_run ();
}
