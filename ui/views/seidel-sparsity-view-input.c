/* Moving about in the sparsity view: wheel, pinch, drag, box, keys.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-sparsity-view-private.h"

#include <math.h>

#define STEP       1.5  /* zoom of a key or a button */
#define WHEEL_STEP 1.25 /* … of a notch of the wheel */
#define SURFACE    0.01 /* … of a pixel of two fingers on a touchpad, as a logarithm */
#define SMALL_DRAG 4.0  /* pixels; less is a click */
#define SMALL_BOX  6.0

static SeidelViewport
viewport_of (SeidelSparsityView *self)
{
  SeidelPlane plane = seidel_sparsity_view_plane (self);

  return self->picture->viewport.zoom > 0.0 ? self->picture->viewport
                                            : seidel_viewport_fit (&plane);
}

static void
zoom_at (SeidelSparsityView *self, double x, double y, double factor)
{
  SeidelPlane plane = seidel_sparsity_view_plane (self);
  SeidelViewport viewport = viewport_of (self);
  SeidelViewport zoomed = seidel_viewport_zoom (&viewport, &plane, x, y, factor);

  if (zoomed.zoom == viewport.zoom && zoomed.row == viewport.row
      && zoomed.column == viewport.column)
    return;
  seidel_sparsity_view_remember (self, TRUE);
  seidel_sparsity_view_set_viewport (self, &zoomed);
}

void
seidel_sparsity_view_zoom (SeidelSparsityView *self, double factor)
{
  SeidelPlane plane;

  g_return_if_fail (SEIDEL_IS_SPARSITY_VIEW (self));

  if (self->picture == NULL)
    return;
  plane = seidel_sparsity_view_plane (self);
  zoom_at (self, plane.area.x + plane.area.width / 2.0, plane.area.y + plane.area.height / 2.0,
           factor);
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
  viewport = viewport_of (self);
  shown = seidel_viewport_reveal (&viewport, &plane, picture->cursor_row, picture->cursor_column);
  if (shown.row != viewport.row || shown.column != viewport.column)
    seidel_sparsity_view_set_viewport (self, &shown);
  seidel_sparsity_view_update_read_out (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* The first key brings the cursor to the middle of what is seen. Returns whether there is one (a
 * matrix without rows or columns has none). */
static gboolean
ensure_cursor (SeidelSparsityView *self)
{
  SeidelViewport viewport;

  if (self->picture == NULL)
    return FALSE;
  if (self->picture->cursor_row < 0)
    {
      viewport = viewport_of (self);
      seidel_sparsity_view_set_cursor (self, (int64_t) viewport.row, (int64_t) viewport.column);
    }

  return self->picture->cursor_row >= 0;
}

static void
move_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  int rows, columns;

  g_variant_get (parameter, "(ii)", &rows, &columns);
  if (ensure_cursor (self))
    seidel_sparsity_view_set_cursor (self, self->picture->cursor_row + rows,
                                     self->picture->cursor_column + columns);
}

/* By most of a screen, so that something known stays in sight. */
static void
page_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  SeidelCellMap map;
  int rows, columns;

  if (!ensure_cursor (self))
    return;
  g_variant_get (parameter, "(ii)", &rows, &columns);
  map = seidel_sparsity_view_map (self);
  seidel_sparsity_view_set_cursor (
    self, self->picture->cursor_row + (int64_t) (rows * 0.8 * map.area.height / map.row_scale),
    self->picture->cursor_column + (int64_t) (columns * 0.8 * map.area.width / map.column_scale));
}

static void
jump_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  int rows, columns;

  if (!ensure_cursor (self))
    return;
  g_variant_get (parameter, "(ii)", &rows, &columns);
  seidel_sparsity_view_set_cursor (
    self, rows != 0 ? rows * INT64_C (0x100000000) : self->picture->cursor_row,
    columns != 0 ? columns * INT64_C (0x100000000) : self->picture->cursor_column);
}

static void
entry_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  gboolean next = g_variant_get_int32 (parameter) > 0;
  const SeidelCsr *csr;
  int64_t row, entry;

  if (!ensure_cursor (self))
    return;
  csr = self->picture->matrix->csr;
  row = self->picture->cursor_row;
  if (next)
    entry = seidel_csr_lower_bound (csr, row, self->picture->cursor_column + 1);
  else
    entry = seidel_csr_lower_bound (csr, row, self->picture->cursor_column) - 1;
  if (entry < csr->row_offsets[row] || entry >= csr->row_offsets[row + 1])
    gtk_widget_error_bell (widget);
  else
    seidel_sparsity_view_set_cursor (self, row, csr->column_indices[entry]);
}

/* Rows are looked through one by one, but no more than can be in the blink of an eye. */
static void
entry_in_column_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  int64_t step = g_variant_get_int32 (parameter) > 0 ? 1 : -1;
  int64_t most = 1000000;
  const SeidelCsr *csr;

  if (!ensure_cursor (self))
    return;
  csr = self->picture->matrix->csr;
  for (int64_t row = self->picture->cursor_row + step; row >= 0 && row < csr->rows && most-- > 0;
       row += step)
    if (seidel_csr_find (csr, row, self->picture->cursor_column) >= 0)
      {
        seidel_sparsity_view_set_cursor (self, row, self->picture->cursor_column);
        return;
      }
  gtk_widget_error_bell (widget);
}

/* --- Zoom and history --- */

static void
zoom_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  double factor = g_str_has_suffix (name, "in") ? STEP : 1.0 / STEP;
  SeidelCellMap map;
  double x, y;

  if (self->picture == NULL)
    return;
  map = seidel_sparsity_view_map (self);
  x = seidel_cell_map_x (&map, (double) self->picture->cursor_column + 0.5);
  y = seidel_cell_map_y (&map, (double) self->picture->cursor_row + 0.5);
  if (self->picture->cursor_row >= 0 && seidel_rect_contains (&map.area, x, y))
    zoom_at (self, x, y, factor);
  else
    seidel_sparsity_view_zoom (self, factor);
}

static void
fit_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  seidel_sparsity_view_fit (SEIDEL_SPARSITY_VIEW (widget));
}

static void
history_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  gboolean going_back = g_str_has_suffix (name, "back");
  GArray *from = going_back ? self->back : self->forward;
  GArray *to = going_back ? self->forward : self->back;
  SeidelViewport viewport;

  if (self->picture == NULL || from->len == 0)
    {
      gtk_widget_error_bell (widget);
      return;
    }
  viewport = g_array_index (from, SeidelViewport, from->len - 1);
  g_array_set_size (from, from->len - 1);
  g_array_append_val (to, self->picture->viewport);
  self->remembered = 0;
  seidel_sparsity_view_set_viewport (self, &viewport);
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
    zoom_at (self, self->pointer_x, self->pointer_y,
             surface ? exp (-dy * SURFACE) : pow (WHEEL_STEP, -dy));
  else if (dy != 0.0)
    seidel_sparsity_view_zoom (self, surface ? exp (-dy * SURFACE) : pow (WHEEL_STEP, -dy));
  if (dx != 0.0)
    {
      SeidelViewport viewport = viewport_of (self);

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
  self->drag_start = viewport_of (self);
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
      viewport = viewport_of (self);
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
    self->drag_start = viewport_of (self);
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

/* --- Keys --- */

/* A key of the main block and its twin on the number pad. */
typedef struct
{
  guint key;
  guint pad_key;
  GdkModifierType modifiers;
  const char *action;
  const char *parameter; /* as text, or NULL */
} KeyBinding;

static const KeyBinding bindings[] = {
  { GDK_KEY_Up, GDK_KEY_KP_Up, 0, "sparsity.move", "(-1, 0)" },
  { GDK_KEY_Down, GDK_KEY_KP_Down, 0, "sparsity.move", "(1, 0)" },
  { GDK_KEY_Left, GDK_KEY_KP_Left, 0, "sparsity.move", "(0, -1)" },
  { GDK_KEY_Right, GDK_KEY_KP_Right, 0, "sparsity.move", "(0, 1)" },
  { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, 0, "sparsity.page", "(-1, 0)" },
  { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, 0, "sparsity.page", "(1, 0)" },
  { GDK_KEY_Page_Up, GDK_KEY_KP_Page_Up, GDK_SHIFT_MASK, "sparsity.page", "(0, -1)" },
  { GDK_KEY_Page_Down, GDK_KEY_KP_Page_Down, GDK_SHIFT_MASK, "sparsity.page", "(0, 1)" },
  { GDK_KEY_Home, GDK_KEY_KP_Home, 0, "sparsity.jump", "(0, -1)" },
  { GDK_KEY_End, GDK_KEY_KP_End, 0, "sparsity.jump", "(0, 1)" },
  { GDK_KEY_Home, GDK_KEY_KP_Home, GDK_CONTROL_MASK, "sparsity.jump", "(-1, -1)" },
  { GDK_KEY_End, GDK_KEY_KP_End, GDK_CONTROL_MASK, "sparsity.jump", "(1, 1)" },
  { GDK_KEY_Right, GDK_KEY_KP_Right, GDK_CONTROL_MASK, "sparsity.entry", "1" },
  { GDK_KEY_Left, GDK_KEY_KP_Left, GDK_CONTROL_MASK, "sparsity.entry", "-1" },
  { GDK_KEY_n, 0, 0, "sparsity.entry", "1" },
  { GDK_KEY_p, 0, 0, "sparsity.entry", "-1" },
  { GDK_KEY_Down, GDK_KEY_KP_Down, GDK_CONTROL_MASK, "sparsity.entry-in-column", "1" },
  { GDK_KEY_Up, GDK_KEY_KP_Up, GDK_CONTROL_MASK, "sparsity.entry-in-column", "-1" },
  { GDK_KEY_plus, GDK_KEY_KP_Add, 0, "sparsity.zoom-in", NULL },
  { GDK_KEY_equal, 0, 0, "sparsity.zoom-in", NULL },
  { GDK_KEY_minus, GDK_KEY_KP_Subtract, 0, "sparsity.zoom-out", NULL },
  { GDK_KEY_f, 0, 0, "sparsity.fit", NULL },
  { GDK_KEY_Left, GDK_KEY_KP_Left, GDK_ALT_MASK, "sparsity.back", NULL },
  { GDK_KEY_Right, GDK_KEY_KP_Right, GDK_ALT_MASK, "sparsity.forward", NULL },
};

static void
add_binding (GtkWidgetClass *widget_class, const KeyBinding *binding)
{
  const guint keys[] = { binding->key, binding->pad_key };

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      GtkShortcut *shortcut;

      if (keys[i] == 0)
        continue;
      shortcut = gtk_shortcut_new (gtk_keyval_trigger_new (keys[i], binding->modifiers),
                                   gtk_named_action_new (binding->action));
      if (binding->parameter != NULL)
        gtk_shortcut_set_arguments (shortcut, g_variant_new_parsed (binding->parameter));
      gtk_widget_class_add_shortcut (widget_class, shortcut);
      g_object_unref (shortcut);
    }
}

void
seidel_sparsity_view_class_add_input (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "sparsity.fit", NULL, fit_action);
  gtk_widget_class_install_action (widget_class, "sparsity.zoom-in", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "sparsity.zoom-out", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "sparsity.back", NULL, history_action);
  gtk_widget_class_install_action (widget_class, "sparsity.forward", NULL, history_action);
  gtk_widget_class_install_action (widget_class, "sparsity.move", "(ii)", move_action);
  gtk_widget_class_install_action (widget_class, "sparsity.page", "(ii)", page_action);
  gtk_widget_class_install_action (widget_class, "sparsity.jump", "(ii)", jump_action);
  gtk_widget_class_install_action (widget_class, "sparsity.entry", "i", entry_action);
  gtk_widget_class_install_action (widget_class, "sparsity.entry-in-column", "i",
                                   entry_in_column_action);
  for (guint i = 0; i < G_N_ELEMENTS (bindings); i++)
    add_binding (widget_class, &bindings[i]);
}
