/* Painting of the plot widget. The picture is drawn once into an image and kept until something in
 * it changes; cursor and box are laid over it. A picture of thousands of curves takes several
 * frames; until it is complete the one before is shown in its place, moved to where its data are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-plot-view-private.h"

#include <math.h>
#include <time.h>

#include "views/seidel-desktop.h"

/* Microseconds that painting may take of a frame, for pictures that took longer than these the last
 * time; and of a frame where that was not so, on a machine that is busy with other things too. */
#define PAINTING_INTERVAL 12000
#define QUICK_PICTURE     60000
#define LONGEST_PAINTING  40000

void
seidel_plot_view_stop_painting (SeidelPlotView *self)
{
  SeidelPlotPainting *painting = &self->painting;

  g_clear_pointer (&painting->painter, seidel_figure_painter_free);
  g_clear_pointer (&painting->surface, cairo_surface_destroy);
  g_clear_pointer (&painting->places, g_array_unref);
  if (painting->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), painting->tick);
  painting->tick = 0;
  self->cost = MAX (self->cost, painting->spent);
  painting->spent = 0;
}

gboolean
seidel_plot_view_axes_moved (SeidelPlotView *self)
{
  const GArray *places = self->painting.places;

  if (seidel_figure_n_plots (self->figure) != places->len)
    return TRUE;
  for (guint i = 0; i < places->len; i++)
    {
      const SeidelPlotPlace *place = &g_array_index (places, SeidelPlotPlace, i);
      const SeidelPlot *plot = seidel_figure_plot (self->figure, i);

      if (place->x_low != plot->x.low || place->x_high != plot->x.high
          || place->y_low != plot->y.low || place->y_high != plot->y.high
          || place->right_low != plot->right.low || place->right_high != plot->right.high)
        return TRUE;
    }
  return FALSE;
}

/* Where all plots are now. */
static GArray *
find_places (SeidelPlotView *self)
{
  const guint n = seidel_figure_n_plots (self->figure);
  GArray *places = g_array_sized_new (FALSE, FALSE, sizeof (SeidelPlotPlace), n);

  for (guint i = 0; i < n; i++)
    {
      const SeidelPlot *plot = seidel_figure_plot (self->figure, i);
      SeidelPlotPlace place = {
        .x_low = plot->x.low,
        .x_high = plot->x.high,
        .y_low = plot->y.low,
        .y_high = plot->y.high,
        .right_low = plot->right.low,
        .right_high = plot->right.high,
      };
      SeidelPlotLayout layout;

      seidel_plot_view_lay_out (self, i, &layout);
      place.area = layout.area;
      seidel_plot_layout_clear (&layout);
      g_array_append_val (places, place);
    }
  return places;
}

/* Nothing happens without memory: it is tried again with the next frame. */
static void
begin_painting (SeidelPlotView *self, const SeidelPlotSize *size)
{
  SeidelPlotPainting *painting = &self->painting;
  const SeidelTheme theme = seidel_desktop_theme ();
  cairo_surface_t *surface;
  cairo_t *cr;

  seidel_plot_view_stop_painting (self);
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, size->width * size->scale,
                                        size->height * size->scale);
  if (cairo_surface_status (surface) != CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_destroy (surface);
      return;
    }
  cairo_surface_set_device_scale (surface, size->scale, size->scale);
  cr = cairo_create (surface);
  painting->surface = surface;
  painting->size = *size;
  painting->painter =
    seidel_figure_painter_new (self->figure, cr, size->width, size->height, &theme);
  painting->places = find_places (self);
  cairo_destroy (cr);
  self->outdated = FALSE;
}

/* The image as a node, which every renderer keeps as long as it lives: a texture would go through
 * floating-point numbers each time that the cairo renderer draws it. */
static GskRenderNode *
new_node (cairo_surface_t *image, int width, int height)
{
  GskRenderNode *node =
    gsk_cairo_node_new (&GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  cairo_t *cr = gsk_cairo_node_get_draw_context (node);

  cairo_set_operator (cr, CAIRO_OPERATOR_SOURCE);
  cairo_set_source_surface (cr, image, 0.0, 0.0);
  cairo_paint (cr);
  cairo_destroy (cr);
  return node;
}

void
seidel_plot_view_forget_picture (SeidelPlotView *self)
{
  g_clear_pointer (&self->picture, gsk_render_node_unref);
  g_clear_pointer (&self->places, g_array_unref);
}

/* Takes a picture that is complete. */
static void
end_painting (SeidelPlotView *self)
{
  SeidelPlotPainting *painting = &self->painting;

  seidel_plot_view_forget_picture (self);
  self->picture = new_node (painting->surface, painting->size.width, painting->size.height);
  self->size = painting->size;
  self->places = g_steal_pointer (&painting->places);
  self->cost = painting->spent;
  seidel_plot_view_stop_painting (self);
}

/* Microseconds of processor time of this thread: what the machine does besides is not counted. */
static gint64
processor_time (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (gint64) time.tv_sec * G_USEC_PER_SEC + time.tv_nsec / 1000;
}

/* Paints on for so many microseconds; whether the picture is complete. */
static gboolean
paint_for (SeidelPlotView *self, gint64 interval)
{
  const gint64 begin = processor_time ();
  const gboolean complete =
    seidel_figure_painter_paint (self->painting.painter, g_get_monotonic_time () + interval);

  self->painting.spent += processor_time () - begin;
  return complete;
}

static gboolean
paint_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SeidelPlotView *self = SEIDEL_PLOT_VIEW (widget);

  if (!paint_for (self, PAINTING_INTERVAL))
    return G_SOURCE_CONTINUE;
  self->painting.tick = 0;
  end_painting (self);
  gtk_widget_queue_draw (widget);
  return G_SOURCE_REMOVE;
}

/* How long a picture is painted at once: until it is complete, unless this or the last one takes
 * long. */
static gint64
first_interval (SeidelPlotView *self)
{
  return self->cost < QUICK_PICTURE ? LONGEST_PAINTING : PAINTING_INTERVAL;
}

static gboolean
same_size (const SeidelPlotSize *a, const SeidelPlotSize *b)
{
  return a->width == b->width && a->height == b->height && a->scale == b->scale;
}

/* What is soon done is done in this frame; the rest in those that follow. */
static void
paint (SeidelPlotView *self, const SeidelPlotSize *size)
{
  const SeidelPlotPainting *painting = &self->painting;

  if (painting->surface == NULL || !same_size (&painting->size, size))
    begin_painting (self, size);
  if (painting->painter == NULL || painting->tick != 0)
    return;
  if (paint_for (self, first_interval (self)))
    end_painting (self);
  else
    self->painting.tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), paint_cb, NULL, NULL);
}

static void
append_rect (GtkSnapshot *snapshot, const SeidelColor *color, double alpha, const SeidelRect *rect)
{
  GdkRGBA rgba = { (float) color->red, (float) color->green, (float) color->blue,
                   (float) (color->alpha * alpha) };
  graphene_rect_t bounds = GRAPHENE_RECT_INIT ((float) rect->x, (float) rect->y,
                                               (float) rect->width, (float) rect->height);

  gtk_snapshot_append_color (snapshot, &rgba, &bounds);
}

/* The crosshair in one plot: a line at x, a dot on each visible series. */
static void
append_crosshair (SeidelPlotView *self,
                  GtkSnapshot *snapshot,
                  guint index,
                  const SeidelTheme *theme)
{
  const SeidelPlot *plot = seidel_figure_plot (self->figure, index);
  SeidelPlotLayout layout;
  double x;

  seidel_plot_view_lay_out (self, index, &layout);
  x = seidel_plot_x_to_pixel (plot, &layout, self->cursor.x);
  if (x >= layout.area.x && x <= layout.area.x + layout.area.width)
    {
      SeidelRect line = { floor (x), layout.area.y, 1.0, layout.area.height };

      append_rect (snapshot, &theme->foreground, 0.7, &line);
      for (guint i = 0; i < plot->series->len; i++)
        {
          const SeidelSeries *series = g_ptr_array_index (plot->series, i);
          SeidelColor color = seidel_ink_color (&series->ink, theme);
          double y;

          if (!seidel_plot_value_at (plot, series, self->cursor.x, &y))
            continue;
          y = seidel_plot_y_to_pixel (plot, &layout, series->right, y);
          if (!(y >= layout.area.y && y <= layout.area.y + layout.area.height))
            continue;
          append_rect (snapshot, &theme->background, 1.0,
                       &(SeidelRect){ x - 4.0, y - 4.0, 8.0, 8.0 });
          append_rect (snapshot, &color, 1.0, &(SeidelRect){ x - 3.0, y - 3.0, 6.0, 6.0 });
        }
    }
  seidel_plot_layout_clear (&layout);
}

static void
append_overlays (SeidelPlotView *self, GtkSnapshot *snapshot, int width, int height)
{
  SeidelTheme theme = seidel_desktop_theme ();

  for (guint i = 0; self->cursor.set && i < seidel_figure_n_plots (self->figure); i++)
    if (i == self->cursor.plot || self->figure->linked)
      append_crosshair (self, snapshot, i, &theme);
  if (self->boxing)
    append_rect (snapshot, &theme.accent, 0.25,
                 &(SeidelRect){ MIN (self->drag_x, self->drag_x + self->drag_dx),
                                MIN (self->drag_y, self->drag_y + self->drag_dy),
                                fabs (self->drag_dx), fabs (self->drag_dy) });
  if (gtk_widget_has_visible_focus (GTK_WIDGET (self)))
    {
      append_rect (snapshot, &theme.accent, 0.8, &(SeidelRect){ 0, 0, width, 2 });
      append_rect (snapshot, &theme.accent, 0.8, &(SeidelRect){ 0, height - 2, width, 2 });
      append_rect (snapshot, &theme.accent, 0.8, &(SeidelRect){ 0, 2, 2, height - 4 });
      append_rect (snapshot, &theme.accent, 0.8, &(SeidelRect){ width - 2, 2, 2, height - 4 });
    }
}

/* The part of the last picture that is in a plot, moved and stretched to where its data are now. */
static void
append_moved_plot (SeidelPlotView *self, GtkSnapshot *snapshot, guint index)
{
  const SeidelPlotPlace *old = &g_array_index (self->places, SeidelPlotPlace, index);
  const SeidelPlotPlace *now = &g_array_index (self->painting.places, SeidelPlotPlace, index);
  const SeidelPlot *plot = seidel_figure_plot (self->figure, index);
  const SeidelTheme theme = seidel_desktop_theme ();
  const SeidelRect *area = &now->area;
  const double left = seidel_axis_to_fraction (&plot->x, old->x_low);
  const double right = seidel_axis_to_fraction (&plot->x, old->x_high);
  const double bottom = seidel_axis_to_fraction (&plot->y, old->y_low);
  const double top = seidel_axis_to_fraction (&plot->y, old->y_high);
  const double across = (right - left) * area->width / old->area.width;
  const double down = (top - bottom) * area->height / old->area.height;

  if (!isfinite (across) || !isfinite (down) || !(across > 0.0) || !(down > 0.0))
    return;
  gtk_snapshot_push_clip (snapshot,
                          &GRAPHENE_RECT_INIT ((float) area->x, (float) area->y,
                                               (float) area->width, (float) area->height));
  append_rect (snapshot, &theme.background, 1.0, area);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
    snapshot,
    &GRAPHENE_POINT_INIT ((float) (area->x + left * area->width - old->area.x * across),
                          (float) (area->y + (1.0 - top) * area->height - old->area.y * down)));
  gtk_snapshot_scale (snapshot, (float) across, (float) down);
  gtk_snapshot_append_node (snapshot, self->picture);
  gtk_snapshot_restore (snapshot);
  gtk_snapshot_pop (snapshot);
}

void
seidel_plot_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SeidelPlotView *self = SEIDEL_PLOT_VIEW (widget);
  const SeidelPlotSize size = { gtk_widget_get_width (widget), gtk_widget_get_height (widget),
                                gtk_widget_get_scale_factor (widget) };

  if (self->figure == NULL || size.width <= 0 || size.height <= 0)
    return;
  if (self->picture != NULL && !same_size (&self->size, &size))
    {
      seidel_plot_view_forget_picture (self);
      self->outdated = TRUE;
    }
  if (self->picture == NULL || self->outdated || self->painting.surface != NULL)
    paint (self, &size);
  if (self->picture != NULL)
    gtk_snapshot_append_node (snapshot, self->picture);
  for (guint i = 0; self->picture != NULL && self->painting.surface != NULL
                    && i < MIN (self->places->len, self->painting.places->len);
       i++)
    append_moved_plot (self, snapshot, i);
  append_overlays (self, snapshot, size.width, size.height);
}
