/* The plot widget: its cursor, its axes, and when it has to be painted again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-plot-view-private.h"

#include <math.h>

#include "model/seidel-class.h"
#include "views/seidel-context-menu.h"
#include "views/seidel-desktop.h"

/* Between two updates while live, in microseconds: 30 a second are smooth and leave the
 * processor to the solver. */
#define LIVE_INTERVAL 30000

G_DEFINE_FINAL_TYPE (SeidelPlotView, seidel_plot_view, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_READ_OUT,
  PROP_HAS_PLOTS,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

enum
{
  SIGNAL_SERIES_TOGGLED,
  SIGNAL_PICKED,
  SIGNAL_UNPICKED,
  SIGNAL_POINTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

int
seidel_plot_view_plot_at (SeidelPlotView *self, double x, double y, SeidelPlotLayout *layout)
{
  SeidelTheme theme = seidel_desktop_theme ();

  if (self->figure == NULL)
    return -1;
  return seidel_figure_plot_at (self->figure, gtk_widget_get_width (GTK_WIDGET (self)),
                                gtk_widget_get_height (GTK_WIDGET (self)), &theme, x, y, true,
                                layout);
}

void
seidel_plot_view_lay_out (SeidelPlotView *self, guint plot, SeidelPlotLayout *layout)
{
  SeidelTheme theme = seidel_desktop_theme ();

  seidel_figure_layout (self->figure, plot, gtk_widget_get_width (GTK_WIDGET (self)),
                        gtk_widget_get_height (GTK_WIDGET (self)), &theme, layout);
}

gboolean
seidel_plot_view_has_plots (SeidelPlotView *self)
{
  return self->figure != NULL && seidel_figure_n_plots (self->figure) > 0;
}

static void
update_read_out (SeidelPlotView *self)
{
  g_autofree char *text = NULL;

  if (self->cursor.set
      && (!seidel_plot_view_has_plots (self)
          || self->cursor.plot >= seidel_figure_n_plots (self->figure)))
    self->cursor.set = FALSE;
  if (self->cursor.set)
    text =
      seidel_plot_read_out (seidel_figure_plot (self->figure, self->cursor.plot), self->cursor.x);
  if (g_strcmp0 (text, self->read_out) == 0)
    return;
  g_free (self->read_out);
  self->read_out = g_steal_pointer (&text);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_READ_OUT]);
}

void
seidel_plot_view_set_cursor (SeidelPlotView *self, guint plot, double x)
{
  if (self->cursor.set && self->cursor.plot == plot && self->cursor.x == x)
    return;
  self->cursor = (SeidelPlotCursor){ TRUE, plot, x };
  update_read_out (self);
  g_signal_emit (self, signals[SIGNAL_POINTED], 0, TRUE, plot, x);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
seidel_plot_view_clear_cursor (SeidelPlotView *self)
{
  if (!self->cursor.set)
    return;
  self->cursor.set = FALSE;
  update_read_out (self);
  g_signal_emit (self, signals[SIGNAL_POINTED], 0, FALSE, 0, 0.0);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
seidel_plot_view_point_at (SeidelPlotView *self, double x, double y)
{
  SeidelPlotLayout layout;
  double sample_x;
  int plot;

  g_return_if_fail (SEIDEL_IS_PLOT_VIEW (self));

  plot = seidel_plot_view_plot_at (self, x, y, &layout);
  if (plot < 0)
    return;
  if (seidel_rect_contains (&layout.area, x, y)
      && seidel_plot_nearest_x (
        seidel_figure_plot (self->figure, (guint) plot),
        seidel_plot_pixel_to_x (seidel_figure_plot (self->figure, (guint) plot), &layout, x),
        &sample_x))
    seidel_plot_view_set_cursor (self, (guint) plot, sample_x);
  else
    seidel_plot_view_clear_cursor (self);
  seidel_plot_layout_clear (&layout);
}

void
seidel_plot_view_zoom_at (SeidelPlotView *self, double x, double y, double factor, gboolean along_y)
{
  SeidelPlotLayout layout;
  int index;

  g_return_if_fail (SEIDEL_IS_PLOT_VIEW (self));
  g_return_if_fail (factor > 0.0);

  index = seidel_plot_view_plot_at (self, x, y, &layout);
  if (index < 0)
    return;
  if (along_y)
    {
      double fraction = CLAMP (1.0 - (y - layout.area.y) / layout.area.height, 0.0, 1.0);

      seidel_axis_zoom (&seidel_figure_plot (self->figure, (guint) index)->y, fraction, factor);
    }
  else
    seidel_figure_zoom_x (self->figure, (guint) index,
                          CLAMP ((x - layout.area.x) / layout.area.width, 0.0, 1.0), factor);
  seidel_plot_layout_clear (&layout);
  seidel_plot_view_changed (self);
}

void
seidel_plot_view_zoom (SeidelPlotView *self, double factor)
{
  guint index = self->cursor.set ? self->cursor.plot : 0;
  double fraction = 0.5;

  g_return_if_fail (SEIDEL_IS_PLOT_VIEW (self));

  if (!seidel_plot_view_has_plots (self))
    return;
  if (self->cursor.set)
    fraction =
      CLAMP (seidel_axis_to_fraction (&seidel_figure_plot (self->figure, index)->x, self->cursor.x),
             0.0, 1.0);
  seidel_figure_zoom_x (self->figure, index, fraction, factor);
  seidel_plot_view_changed (self);
}

void
seidel_plot_view_fit (SeidelPlotView *self)
{
  g_return_if_fail (SEIDEL_IS_PLOT_VIEW (self));

  if (self->figure == NULL)
    return;
  seidel_figure_fit (self->figure);
  seidel_plot_view_changed (self);
}

void
seidel_plot_view_zoom_to_box (SeidelPlotView *self, double x0, double y0, double x1, double y1)
{
  SeidelPlotLayout layout;
  SeidelPlot *plot;
  int index;

  g_return_if_fail (SEIDEL_IS_PLOT_VIEW (self));

  index = seidel_plot_view_plot_at (self, x0, y0, &layout);
  if (index < 0)
    return;
  plot = seidel_figure_plot (self->figure, (guint) index);
  seidel_axis_show (&plot->y, seidel_plot_pixel_to_y (plot, &layout, false, MAX (y0, y1)),
                    seidel_plot_pixel_to_y (plot, &layout, false, MIN (y0, y1)));
  seidel_figure_show_x (self->figure, (guint) index,
                        seidel_plot_pixel_to_x (plot, &layout, MIN (x0, x1)),
                        seidel_plot_pixel_to_x (plot, &layout, MAX (x0, x1)));
  seidel_plot_layout_clear (&layout);
  seidel_plot_view_changed (self);
}

gboolean
seidel_plot_view_click (SeidelPlotView *self, double x, double y)
{
  SeidelPlotLayout layout;
  SeidelSeries *series;
  int index;

  g_return_val_if_fail (SEIDEL_IS_PLOT_VIEW (self), FALSE);

  index = seidel_plot_view_plot_at (self, x, y, &layout);
  if (index < 0)
    return FALSE;
  series = seidel_plot_legend_at (seidel_figure_plot (self->figure, (guint) index), &layout, x, y);
  seidel_plot_layout_clear (&layout);
  if (series == NULL)
    return FALSE;
  series->visible = !series->visible;
  seidel_plot_view_changed (self);
  g_signal_emit (self, signals[SIGNAL_SERIES_TOGGLED], 0, series);
  return TRUE;
}

void
seidel_plot_view_pick_cursor (SeidelPlotView *self, SeidelPick pick)
{
  if (self->pickable && self->cursor.set)
    g_signal_emit (self, signals[SIGNAL_PICKED], 0, self->cursor.plot, self->cursor.x, pick);
}

void
seidel_plot_view_unpick (SeidelPlotView *self)
{
  g_signal_emit (self, signals[SIGNAL_UNPICKED], 0);
}

static void
focus_cb (GtkEventControllerFocus *controller, SeidelPlotView *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static int
needed_height (SeidelPlotView *self, int width)
{
  const SeidelTheme theme = seidel_desktop_theme ();

  return self->figure != NULL ? (int) ceil (seidel_figure_measure (self->figure, width, &theme))
                              : 0;
}

static void
seidel_plot_view_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  SeidelPlotView *self = SEIDEL_PLOT_VIEW (widget);

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : 160;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 500;
  if (self->whole && self->figure != NULL && orientation == GTK_ORIENTATION_VERTICAL
      && for_size > 0)
    {
      self->needed = needed_height (self, for_size);
      *minimum = MAX (*minimum, self->needed);
      *natural = MAX (*minimum, *natural);
    }
}

static GtkSizeRequestMode
seidel_plot_view_get_request_mode (GtkWidget *widget)
{
  return SEIDEL_PLOT_VIEW (widget)->whole ? GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH
                                          : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

void
seidel_plot_view_set_whole (SeidelPlotView *self, gboolean whole)
{
  g_return_if_fail (SEIDEL_IS_PLOT_VIEW (self));

  self->whole = whole;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

void
seidel_plot_view_changed (SeidelPlotView *self)
{
  g_return_if_fail (SEIDEL_IS_PLOT_VIEW (self));

  self->outdated = TRUE;
  if (self->had_plots != seidel_plot_view_has_plots (self))
    {
      self->had_plots = !self->had_plots;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HAS_PLOTS]);
    }
  /* What changes all the time but stays where it is would never be complete. */
  if (self->painting.surface != NULL
      && (self->figure == NULL || seidel_plot_view_axes_moved (self)))
    seidel_plot_view_stop_painting (self);
  if (self->whole && needed_height (self, gtk_widget_get_width (GTK_WIDGET (self))) != self->needed)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  /* The pointer rests while the picture moves under it. */
  if (self->pointing)
    seidel_plot_view_point_at (self, self->pointer_x, self->pointer_y);
  update_read_out (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
seidel_plot_view_get_complete (SeidelPlotView *self)
{
  g_return_val_if_fail (SEIDEL_IS_PLOT_VIEW (self), FALSE);
  return self->picture != NULL && !self->outdated && self->painting.surface == NULL;
}

void
seidel_plot_view_set_figure (SeidelPlotView *self, SeidelFigure *figure)
{
  g_return_if_fail (SEIDEL_IS_PLOT_VIEW (self));

  seidel_plot_view_stop_painting (self);
  self->cost = 0;
  self->figure = figure;
  seidel_plot_view_changed (self);
}

void
seidel_plot_view_set_description (SeidelPlotView *self, const char *text)
{
  g_return_if_fail (SEIDEL_IS_PLOT_VIEW (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : "", -1);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SeidelPlotView *self = SEIDEL_PLOT_VIEW (widget);

  gint64 now = gdk_frame_clock_get_frame_time (clock);

  /* A picture that takes several frames is completed first. */
  if (now - self->updated < LIVE_INTERVAL || self->painting.surface != NULL)
    return G_SOURCE_CONTINUE;
  self->updated = now;
  if (self->update (self->update_data))
    seidel_plot_view_changed (self);
  return G_SOURCE_CONTINUE;
}

void
seidel_plot_view_set_live (SeidelPlotView *self, SeidelPlotViewUpdate update, gpointer data)
{
  g_return_if_fail (SEIDEL_IS_PLOT_VIEW (self));

  self->update = update;
  self->update_data = data;
  if (update != NULL && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
  else if (update == NULL && self->tick != 0)
    {
      gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
      self->tick = 0;
    }
}

gboolean
seidel_plot_view_get_live (SeidelPlotView *self)
{
  g_return_val_if_fail (SEIDEL_IS_PLOT_VIEW (self), FALSE);
  return self->tick != 0;
}

void
seidel_plot_view_set_pickable (SeidelPlotView *self, gboolean pickable)
{
  g_return_if_fail (SEIDEL_IS_PLOT_VIEW (self));

  self->pickable = pickable;
}

void
seidel_plot_view_show_x (SeidelPlotView *self, guint plot, double x)
{
  double sample_x;

  g_return_if_fail (SEIDEL_IS_PLOT_VIEW (self));

  if (self->figure != NULL && plot < seidel_figure_n_plots (self->figure)
      && seidel_plot_nearest_x (seidel_figure_plot (self->figure, plot), x, &sample_x))
    seidel_plot_view_set_cursor (self, plot, sample_x);
}

const char *
seidel_plot_view_get_read_out (SeidelPlotView *self)
{
  g_return_val_if_fail (SEIDEL_IS_PLOT_VIEW (self), NULL);
  return self->read_out;
}

static void
seidel_plot_view_dispose (GObject *object)
{
  SeidelPlotView *self = SEIDEL_PLOT_VIEW (object);

  seidel_plot_view_set_live (self, NULL, NULL);
  seidel_plot_view_stop_painting (self);
  self->figure = NULL;
  seidel_plot_view_forget_picture (self);
  g_clear_pointer (&self->read_out, g_free);

  G_OBJECT_CLASS (seidel_plot_view_parent_class)->dispose (object);
}

static void
seidel_plot_view_class_init (SeidelPlotViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const SeidelProperty table[N_PROPERTIES] = {
    [PROP_READ_OUT] = SEIDEL_PROPERTY (SeidelPlotView, "read-out", G_TYPE_STRING, read_out, FALSE),
    [PROP_HAS_PLOTS] =
      SEIDEL_PROPERTY (SeidelPlotView, "has-plots", G_TYPE_BOOLEAN, had_plots, FALSE),
  };

  object_class->dispose = seidel_plot_view_dispose;
  widget_class->snapshot = seidel_plot_view_snapshot;
  widget_class->measure = seidel_plot_view_measure;
  widget_class->get_request_mode = seidel_plot_view_get_request_mode;

  seidel_class_install_properties (klass, table, N_PROPERTIES, properties);
  signals[SIGNAL_SERIES_TOGGLED] =
    seidel_class_add_signal (klass, "series-toggled", 1, G_TYPE_POINTER);
  signals[SIGNAL_PICKED] =
    seidel_class_add_signal (klass, "picked", 3, G_TYPE_UINT, G_TYPE_DOUBLE, G_TYPE_INT);
  signals[SIGNAL_UNPICKED] = seidel_class_add_signal (klass, "unpicked", 0);
  signals[SIGNAL_POINTED] =
    seidel_class_add_signal (klass, "pointed", 3, G_TYPE_BOOLEAN, G_TYPE_UINT, G_TYPE_DOUBLE);

  seidel_plot_view_install_actions (widget_class);
  gtk_widget_class_set_css_name (widget_class, "plotview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
seidel_plot_view_init (SeidelPlotView *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  seidel_plot_view_connect_pointer (self);
  g_signal_connect (focus, "enter", G_CALLBACK (focus_cb), self);
  g_signal_connect (focus, "leave", G_CALLBACK (focus_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  seidel_desktop_watch (GTK_WIDGET (self), G_CALLBACK (seidel_plot_view_changed));
  seidel_context_menu_attach_to_picture (GTK_WIDGET (self));
}

SeidelPlotView *
seidel_plot_view_new (void)
{
  return g_object_new (SEIDEL_TYPE_PLOT_VIEW, NULL);
}
