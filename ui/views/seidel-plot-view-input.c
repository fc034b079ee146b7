/* What pointer and keys do in a plot view.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-plot-view-private.h"

#include <math.h>

#include "views/seidel-desktop.h"
#include "views/seidel-pointer.h"

#define ZOOM_STEP 1.25
#define PAN_STEP  0.15

/* Pans as far as it takes to see the cursor. */
static void
reveal_cursor (SeidelPlotView *self)
{
  const SeidelAxis *x = &seidel_figure_plot (self->figure, self->cursor.plot)->x;
  double fraction = seidel_axis_to_fraction (x, self->cursor.x);

  if (fraction >= 0.0 && fraction <= 1.0)
    return;
  seidel_figure_pan_x (self->figure, self->cursor.plot,
                       fraction < 0.0 ? fraction - 0.05 : fraction - 0.95);
  seidel_plot_view_changed (self);
}

static void
place_cursor (SeidelPlotView *self, guint plot, double x)
{
  seidel_plot_view_set_cursor (self, plot, x);
  reveal_cursor (self);
}

/* Puts the cursor on the sample nearest to the middle when there is none yet. Returns whether there
 * is one now. */
static gboolean
ensure_cursor (SeidelPlotView *self)
{
  SeidelPlot *plot;
  double x;

  if (self->cursor.set)
    return TRUE;
  if (!seidel_plot_view_has_plots (self))
    return FALSE;
  plot = seidel_figure_plot (self->figure, 0);
  if (!seidel_plot_nearest_x (plot, seidel_axis_from_fraction (&plot->x, 0.5), &x))
    return FALSE;
  seidel_plot_view_set_cursor (self, 0, x);
  return TRUE;
}

/* To the next sample, at least one pixel away. */
static void
step_cursor (SeidelPlotView *self, int step)
{
  SeidelPlotLayout layout;
  SeidelPlot *plot;
  double next, pixel, beyond, nearest;

  if (!self->cursor.set)
    {
      ensure_cursor (self);
      return;
    }
  plot = seidel_figure_plot (self->figure, self->cursor.plot);
  seidel_plot_view_lay_out (self, self->cursor.plot, &layout);
  pixel = seidel_plot_x_to_pixel (plot, &layout, self->cursor.x);
  beyond = seidel_plot_pixel_to_x (plot, &layout, pixel + step);
  if (seidel_plot_step_x (plot, self->cursor.x, step, &next))
    {
      if (fabs (next - self->cursor.x) < fabs (beyond - self->cursor.x)
          && seidel_plot_nearest_x (plot, beyond, &nearest)
          && (nearest - self->cursor.x) * step > 0.0)
        next = nearest;
      place_cursor (self, self->cursor.plot, next);
    }
  seidel_plot_layout_clear (&layout);
}

/* What lies at a point of the area; a click in the legend is no pick. */
static void
pick_at (SeidelPlotView *self, double x, double y, SeidelPick pick)
{
  seidel_plot_view_point_at (self, x, y);
  seidel_plot_view_pick_cursor (self, pick);
}

static void
pick_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelPlotView *self = SEIDEL_PLOT_VIEW (widget);

  self->pointing = FALSE;
  if (ensure_cursor (self))
    seidel_plot_view_pick_cursor (self, g_str_equal (name, "plot.pick") ? SEIDEL_PICK_REPLACE
                                                                        : SEIDEL_PICK_TOGGLE);
}

static void
extend_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelPlotView *self = SEIDEL_PLOT_VIEW (widget);

  self->pointing = FALSE;
  step_cursor (self, g_str_has_suffix (name, "previous") ? -1 : 1);
  seidel_plot_view_pick_cursor (self, SEIDEL_PICK_EXTEND);
}

static void
cursor_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelPlotView *self = SEIDEL_PLOT_VIEW (widget);
  double x;

  self->pointing = FALSE;
  if (g_str_equal (name, "plot.clear-cursor"))
    {
      seidel_plot_view_clear_cursor (self);
      seidel_plot_view_unpick (self);
    }
  else if (g_str_equal (name, "plot.previous"))
    step_cursor (self, -1);
  else if (g_str_equal (name, "plot.next"))
    step_cursor (self, 1);
  else if (ensure_cursor (self)
           && seidel_plot_nearest_x (seidel_figure_plot (self->figure, self->cursor.plot),
                                     g_str_equal (name, "plot.first") ? -G_MAXDOUBLE : G_MAXDOUBLE,
                                     &x))
    place_cursor (self, self->cursor.plot, x);
}

static void
change_plot_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelPlotView *self = SEIDEL_PLOT_VIEW (widget);
  int plot;
  double x;

  self->pointing = FALSE;
  if (!ensure_cursor (self))
    return;
  plot = (int) self->cursor.plot + (g_str_equal (name, "plot.upper") ? -1 : 1);
  if (plot < 0 || plot >= (int) seidel_figure_n_plots (self->figure))
    return;
  if (seidel_plot_nearest_x (seidel_figure_plot (self->figure, (guint) plot), self->cursor.x, &x))
    place_cursor (self, (guint) plot, x);
}

static void
zoom_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelPlotView *self = SEIDEL_PLOT_VIEW (widget);

  if (g_str_equal (name, "plot.fit"))
    seidel_plot_view_fit (self);
  else
    seidel_plot_view_zoom (self, g_str_equal (name, "plot.zoom-in") ? ZOOM_STEP : 1.0 / ZOOM_STEP);
}

static void
pan_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelPlotView *self = SEIDEL_PLOT_VIEW (widget);

  if (!seidel_plot_view_has_plots (self))
    return;
  seidel_figure_pan_x (self->figure, self->cursor.set ? self->cursor.plot : 0,
                       g_str_equal (name, "plot.pan-left") ? -PAN_STEP : PAN_STEP);
  seidel_plot_view_changed (self);
}

static void
pressed_cb (SeidelPlotView *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
}

static void
released_cb (SeidelPlotView *self, int n_press, double x, double y, GtkGestureClick *gesture)
{
  if (seidel_plot_view_click (self, x, y))
    return;
  if (n_press == 2)
    seidel_plot_view_fit (self);
  else
    pick_at (self, x, y,
             seidel_desktop_pick (
               gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture))));
}

static void
motion_cb (SeidelPlotView *self, double x, double y)
{
  SeidelPlotLayout layout;
  int index = seidel_plot_view_plot_at (self, x, y, &layout);
  gboolean over_legend = FALSE;

  /* GTK repeats the last position when the layout changes below a resting pointer. */
  if (!self->pointing && x == self->pointer_x && y == self->pointer_y)
    {
      if (index >= 0)
        seidel_plot_layout_clear (&layout);
      return;
    }
  self->pointer_x = x;
  self->pointer_y = y;
  self->pointing = TRUE;
  if (index >= 0)
    {
      over_legend =
        seidel_plot_legend_at (seidel_figure_plot (self->figure, (guint) index), &layout, x, y)
        != NULL;
      seidel_plot_layout_clear (&layout);
    }
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), over_legend ? "pointer" : NULL);
  seidel_plot_view_point_at (self, x, y);
}

static void
leave_cb (SeidelPlotView *self)
{
  /* A cursor that the keyboard placed stays. */
  if (self->pointing)
    seidel_plot_view_clear_cursor (self);
  self->pointing = FALSE;
}

static gboolean
over_data (SeidelPlotView *self)
{
  SeidelPlotLayout layout;
  gboolean over = FALSE;

  if (seidel_plot_view_plot_at (self, self->pointer_x, self->pointer_y, &layout) >= 0)
    {
      over = seidel_rect_contains (&layout.area, self->pointer_x, self->pointer_y);
      seidel_plot_layout_clear (&layout);
    }
  return over;
}

/* In a scrolled window the wheel scrolls where there is nothing to zoom. */
static gboolean
scroll_cb (SeidelPlotView *self, double dx, double dy, GtkEventControllerScroll *controller)
{
  GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));

  if (!seidel_plot_view_has_plots (self) || (self->whole && !over_data (self)))
    return GDK_EVENT_PROPAGATE;
  if (dx != 0.0 || (state & GDK_SHIFT_MASK) != 0)
    {
      SeidelPlotLayout layout;
      int index = seidel_plot_view_plot_at (self, self->pointer_x, self->pointer_y, &layout);

      seidel_figure_pan_x (self->figure, (guint) MAX (index, 0), 0.1 * (dx != 0.0 ? dx : dy));
      seidel_plot_layout_clear (&layout);
      seidel_plot_view_changed (self);
    }
  else
    seidel_plot_view_zoom_at (self, self->pointer_x, self->pointer_y, pow (ZOOM_STEP, -dy),
                              (state & GDK_CONTROL_MASK) != 0);
  return GDK_EVENT_STOP;
}

static void
pinch_begin_cb (SeidelPlotView *self)
{
  self->pinch = 1.0;
}

static void
pinch_cb (SeidelPlotView *self, double scale, GtkGestureZoom *gesture)
{
  double x, y;

  if (!gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y) || !(scale > 0.0))
    return;
  seidel_plot_view_zoom_at (self, x, y, scale / self->pinch, FALSE);
  self->pinch = scale;
}

static void
drag_begin_cb (SeidelPlotView *self, double x, double y, GtkGestureDrag *gesture)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  if (!seidel_plot_view_has_plots (self))
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->drag_x = x;
  self->drag_y = y;
  self->drag_dx = self->drag_dy = 0.0;
  self->boxing = button == GDK_BUTTON_SECONDARY || (state & GDK_SHIFT_MASK) != 0;
  self->picking = self->pickable && !self->boxing && (state & GDK_CONTROL_MASK) != 0;
}

static void
drag_update_cb (SeidelPlotView *self, double dx, double dy, GtkGestureDrag *gesture)
{
  SeidelPlotLayout layout;
  SeidelPlot *plot;
  int index;

  if (!gtk_drag_check_threshold (GTK_WIDGET (self), 0, 0, (int) dx, (int) dy)
      && self->drag_dx == 0.0 && self->drag_dy == 0.0)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (self->picking)
    {
      /* The new selection begins where the drag began. */
      if (self->drag_dx == 0.0 && self->drag_dy == 0.0)
        pick_at (self, self->drag_x, self->drag_y, SEIDEL_PICK_REPLACE);
      pick_at (self, self->drag_x + dx, self->drag_y, SEIDEL_PICK_EXTEND);
      self->drag_dx = dx;
      self->drag_dy = dy;
      return;
    }
  index = self->boxing ? -1 : seidel_plot_view_plot_at (self, self->drag_x, self->drag_y, &layout);
  if (index >= 0)
    {
      plot = seidel_figure_plot (self->figure, (guint) index);
      seidel_figure_pan_x (self->figure, (guint) index, (self->drag_dx - dx) / layout.area.width);
      if (plot->y.zoomed)
        seidel_axis_pan (&plot->y, (dy - self->drag_dy) / layout.area.height);
      seidel_plot_layout_clear (&layout);
      seidel_plot_view_changed (self);
    }
  self->drag_dx = dx;
  self->drag_dy = dy;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_end_cb (SeidelPlotView *self, double dx, double dy)
{
  gboolean box = self->boxing && fabs (dx) > 4.0 && fabs (dy) > 4.0;

  self->boxing = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (box)
    seidel_plot_view_zoom_to_box (self, self->drag_x, self->drag_y, self->drag_x + dx,
                                  self->drag_y + dy);
}

void
seidel_plot_view_install_actions (GtkWidgetClass *widget_class)
{
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc activate;
    guint keys[3];
    GdkModifierType modifiers;
  } actions[] = {
    { "plot.zoom-in", zoom_action, { GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add }, 0 },
    { "plot.zoom-out", zoom_action, { GDK_KEY_minus, GDK_KEY_KP_Subtract }, 0 },
    { "plot.fit", zoom_action, { GDK_KEY_f }, 0 },
    { "plot.previous", cursor_action, { GDK_KEY_Left, GDK_KEY_KP_Left }, 0 },
    { "plot.next", cursor_action, { GDK_KEY_Right, GDK_KEY_KP_Right }, 0 },
    { "plot.first", cursor_action, { GDK_KEY_Home, GDK_KEY_KP_Home }, 0 },
    { "plot.last", cursor_action, { GDK_KEY_End, GDK_KEY_KP_End }, 0 },
    { "plot.pick", pick_action, { GDK_KEY_space, GDK_KEY_Return, GDK_KEY_KP_Enter }, 0 },
    { "plot.toggle", pick_action, { GDK_KEY_space, GDK_KEY_Return }, GDK_CONTROL_MASK },
    { "plot.extend-previous", extend_action, { GDK_KEY_Left, GDK_KEY_KP_Left }, GDK_SHIFT_MASK },
    { "plot.extend-next", extend_action, { GDK_KEY_Right, GDK_KEY_KP_Right }, GDK_SHIFT_MASK },
    { "plot.clear-cursor", cursor_action, { GDK_KEY_Escape }, 0 },
    { "plot.upper", change_plot_action, { GDK_KEY_Up, GDK_KEY_KP_Up }, 0 },
    { "plot.lower", change_plot_action, { GDK_KEY_Down, GDK_KEY_KP_Down }, 0 },
    { "plot.pan-left", pan_action, { GDK_KEY_Left, GDK_KEY_KP_Left }, GDK_CONTROL_MASK },
    { "plot.pan-right", pan_action, { GDK_KEY_Right, GDK_KEY_KP_Right }, GDK_CONTROL_MASK },
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_class_install_action (widget_class, actions[i].name, NULL, actions[i].activate);
      for (guint k = 0; k < G_N_ELEMENTS (actions[i].keys) && actions[i].keys[k] != 0; k++)
        gtk_widget_class_add_binding_action (widget_class, actions[i].keys[k], actions[i].modifiers,
                                             actions[i].name, NULL);
    }
}

void
seidel_plot_view_connect_pointer (SeidelPlotView *self)
{
  seidel_pointer_connect (GTK_WIDGET (self), &(SeidelPointerHandlers){
                                               .motion = G_CALLBACK (motion_cb),
                                               .leave = G_CALLBACK (leave_cb),
                                               .scroll = G_CALLBACK (scroll_cb),
                                               .drag_begin = G_CALLBACK (drag_begin_cb),
                                               .drag_update = G_CALLBACK (drag_update_cb),
                                               .drag_end = G_CALLBACK (drag_end_cb),
                                               .pressed = G_CALLBACK (pressed_cb),
                                               .released = G_CALLBACK (released_cb),
                                               .pinch_begin = G_CALLBACK (pinch_begin_cb),
                                               .pinch = G_CALLBACK (pinch_cb),
                                             });
}
