/* Moving about in the sparsity view by wheel, pinch, drag and box.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-sparsity-view-private.h"

#include <math.h>

#define WHEEL_STEP 1.25 /* … of a notch of the wheel */
#define SURFACE    0.01 /* … of a pixel of two fingers on a touchpad, as a logarithm */
#define SMALL_DRAG 4.0  /* pixels; less is a click */
#define SMALL_BOX  6.0

SeidelViewport
seidel_sparsity_view_viewport (SeidelSparsityView *self)
{
  SeidelPlane plane = seidel_sparsity_view_plane (self);

  return self->picture->viewport.zoom > 0.0 ? self->picture->viewport
                                            : seidel_viewport_fit (&plane);
}

static void
go_to (SeidelSparsityView *self, const SeidelViewport *zoomed)
{
  SeidelViewport viewport = seidel_sparsity_view_viewport (self);

  if (zoomed->zoom == viewport.zoom && zoomed->row == viewport.row
      && zoomed->column == viewport.column)
    return;
  seidel_sparsity_view_remember (self, TRUE);
  seidel_sparsity_view_set_viewport (self, zoomed);
}

void
seidel_sparsity_view_zoom_at (SeidelSparsityView *self, double x, double y, double factor)
{
  SeidelPlane plane = seidel_sparsity_view_plane (self);
  SeidelViewport viewport = seidel_sparsity_view_viewport (self);
  SeidelViewport zoomed = seidel_viewport_zoom (&viewport, &plane, x, y, factor);

  go_to (self, &zoomed);
}

/* A cell at the edge grows across it when it is zoomed about its middle: it is brought back. */
static void
zoom_at_cursor (SeidelSparsityView *self, double x, double y, double factor)
{
  SeidelPlane plane = seidel_sparsity_view_plane (self);
  SeidelViewport viewport = seidel_sparsity_view_viewport (self);
  SeidelViewport zoomed = seidel_viewport_zoom (&viewport, &plane, x, y, factor);

  zoomed = seidel_viewport_reveal (&zoomed, &plane, self->picture->cursor_row,
                                   self->picture->cursor_column);
  go_to (self, &zoomed);
}

void
seidel_sparsity_view_zoom (SeidelSparsityView *self, double factor)
{
  SeidelCellMap map;
  double x, y;

  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if (self->picture == NULL)
    return;
  map = seidel_sparsity_view_map (self);
  x = seidel_cell_map_x (&map, (double) self->picture->cursor_column + 0.5);
  y = seidel_cell_map_y (&map, (double) self->picture->cursor_row + 0.5);
  if (self->picture->cursor_row >= 0 && seidel_rect_contains (&map.area, x, y))
    zoom_at_cursor (self, x, y, factor);
  else
    seidel_sparsity_view_zoom_at (self, map.area.x + map.area.width / 2.0,
                                  map.area.y + map.area.height / 2.0, factor);
}

void
seidel_sparsity_view_fit (SeidelSparsityView *self)
{
  static const SeidelViewport everything = { 0 };

  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if (self->picture == NULL || self->picture->viewport.zoom == 0.0)
    return;
  seidel_sparsity_view_remember (self, FALSE);
  seidel_sparsity_view_set_viewport (self, &everything);
}

/* --- The cursor --- */

void
seidel_sparsity_view_set_cursor (SeidelSparsityView *self, int64_t row, int64_t column)
{
  SeidelSparsityPicture *picture = self->picture;
  SeidelViewport viewport, shown;
  SeidelPlane plane;

  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if (picture == NULL || picture->matrix->csr->rows == 0 || picture->matrix->csr->columns == 0)
    return;
  picture->cursor_row = CLAMP (row, 0, picture->matrix->csr->rows - 1);
  picture->cursor_column = CLAMP (column, 0, picture->matrix->csr->columns - 1);
  self->cursor_last = TRUE;
  plane = seidel_sparsity_view_plane (self);
  viewport = seidel_sparsity_view_viewport (self);
  shown = seidel_viewport_reveal (&viewport, &plane, picture->cursor_row, picture->cursor_column);
  if (shown.row != viewport.row || shown.column != viewport.column)
    seidel_sparsity_view_set_viewport (self, &shown);
  seidel_sparsity_view_update_read_out (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* --- Pointer --- */

static void
motion_cb (SeidelSparsityView *self, double x, double y)
{
  /* GTK repeats the last position when the layout changes below a resting pointer. */
  if (self->pointer_inside && x == self->pointer_x && y == self->pointer_y)
    return;
  self->pointer_x = x;
  self->pointer_y = y;
  self->pointer_inside = TRUE;
  self->cursor_last = FALSE;
  seidel_sparsity_view_update_read_out (self);
}

static void
leave_cb (SeidelSparsityView *self)
{
  self->pointer_inside = FALSE;
  seidel_sparsity_view_update_read_out (self);
}

static void
pan_by (SeidelSparsityView *self, const SeidelViewport *start, double dx, double dy)
{
  SeidelPlane plane = seidel_sparsity_view_plane (self);
  SeidelViewport panned = seidel_viewport_pan (start, &plane, dx, dy);

  seidel_sparsity_view_set_viewport (self, &panned);
}

static gboolean
scroll_cb (SeidelSparsityView *self, double dx, double dy, GtkEventControllerScroll *controller)
{
  gboolean surface = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE;

  if (self->picture == NULL)
    return GDK_EVENT_PROPAGATE;
  if (dy != 0.0 && self->pointer_inside)
    seidel_sparsity_view_zoom_at (self, self->pointer_x, self->pointer_y,
                                  surface ? exp (-dy * SURFACE) : pow (WHEEL_STEP, -dy));
  else if (dy != 0.0)
    seidel_sparsity_view_zoom (self, surface ? exp (-dy * SURFACE) : pow (WHEEL_STEP, -dy));
  if (dx != 0.0)
    {
      SeidelViewport viewport = seidel_sparsity_view_viewport (self);

      seidel_sparsity_view_remember (self, TRUE);
      pan_by (self, &viewport, surface ? -dx : -40.0 * dx, 0.0);
    }

  return GDK_EVENT_STOP;
}

static void
drag_begin_cb (SeidelSparsityView *self, double x, double y, GtkGestureDrag *gesture)
{
  GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->picture == NULL)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->drag_button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  self->drag_start = seidel_sparsity_view_viewport (self);
  self->boxing = self->drag_button == GDK_BUTTON_SECONDARY || (state & GDK_SHIFT_MASK) != 0;
  self->box = (SeidelRect){ x, y, 0.0, 0.0 };
}

static void
drag_update_cb (SeidelSparsityView *self, double dx, double dy, GtkGestureDrag *gesture)
{
  double x, y;

  if (self->picture == NULL || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  if (self->boxing)
    {
      self->box = (SeidelRect){ MIN (x, x + dx), MIN (y, y + dy), fabs (dx), fabs (dy) };
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
  else if (hypot (dx, dy) >= SMALL_DRAG)
    {
      seidel_sparsity_view_remember (self, TRUE);
      pan_by (self, &self->drag_start, dx, dy);
    }
}

static void
click (SeidelSparsityView *self, double x, double y)
{
  SeidelCellMap map = seidel_sparsity_view_map (self);
  double row = floor (seidel_cell_map_row (&map, y));
  double column = floor (seidel_cell_map_column (&map, x));

  if (row >= 0.0 && row < (double) self->picture->matrix->csr->rows && column >= 0.0
      && column < (double) self->picture->matrix->csr->columns)
    seidel_sparsity_view_set_cursor (self, (int64_t) row, (int64_t) column);
}

static void
drag_end_cb (SeidelSparsityView *self, double dx, double dy, GtkGestureDrag *gesture)
{
  gboolean boxed = self->boxing && self->box.width >= SMALL_BOX && self->box.height >= SMALL_BOX;
  SeidelPlane plane;
  SeidelViewport viewport;
  double x, y;

  self->boxing = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (self->picture == NULL || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  if (boxed)
    {
      plane = seidel_sparsity_view_plane (self);
      viewport = seidel_sparsity_view_viewport (self);
      viewport = seidel_viewport_box (&viewport, &plane, &self->box);
      seidel_sparsity_view_remember (self, FALSE);
      seidel_sparsity_view_set_viewport (self, &viewport);
    }
  else if (self->drag_button == GDK_BUTTON_PRIMARY && hypot (dx, dy) < SMALL_DRAG)
    click (self, x, y);
}

static void
drag_cancel_cb (SeidelSparsityView *self)
{
  self->boxing = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
pressed_cb (SeidelSparsityView *self, int n_press)
{
  if (n_press == 2)
    seidel_sparsity_view_fit (self);
}

static void
pinch_begin_cb (SeidelSparsityView *self)
{
  if (self->picture != NULL)
    self->drag_start = seidel_sparsity_view_viewport (self);
}

static void
pinch_cb (SeidelSparsityView *self, double scale, GtkGestureZoom *gesture)
{
  SeidelPlane plane;
  SeidelViewport zoomed;
  double x, y;

  if (self->picture == NULL || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  plane = seidel_sparsity_view_plane (self);
  zoomed = seidel_viewport_zoom (&self->drag_start, &plane, x, y, scale);
  seidel_sparsity_view_remember (self, TRUE);
  seidel_sparsity_view_set_viewport (self, &zoomed);
}

static void
add_drag (SeidelSparsityView *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), 0);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect_swapped (drag, "cancel", G_CALLBACK (drag_cancel_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
}

void
seidel_sparsity_view_add_controllers (SeidelSparsityView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
    gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *press = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (widget, scroll);
  add_drag (self);
  g_signal_connect_swapped (press, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (press));
  g_signal_connect_swapped (pinch, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (pinch_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
}
