/* What pointer and keys do in a sparsity view.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-sparsity-view-private.h"

#include <math.h>

#include "views/seidel-desktop.h"
#include "views/seidel-keys.h"
#include "views/seidel-pointer.h"

#define KEY_STEP   1.5  /* zoom of a key */
#define WHEEL_STEP 1.25 /* … of a notch of the wheel */
#define SURFACE    0.01 /* … of a pixel of two fingers on a touchpad, as a logarithm */
#define SMALL_DRAG 4.0  /* pixels; less is a click */
#define SMALL_BOX  6.0

static void
zoom_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  seidel_sparsity_view_zoom (SEIDEL_SPARSITY_VIEW (widget),
                             g_str_has_suffix (name, "in") ? KEY_STEP : 1.0 / KEY_STEP);
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

  if (g_str_has_suffix (name, "back") ? seidel_sparsity_navigator_go_back (&self->navigator)
                                      : seidel_sparsity_navigator_go_forward (&self->navigator))
    seidel_sparsity_view_follow (self);
  else
    gtk_widget_error_bell (widget);
}

static void
cursor_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  int rows;
  int columns;

  g_variant_get (parameter, "(ii)", &rows, &columns);
  self->cursor_last = TRUE;
  if (g_str_has_suffix (name, "move")
        ? seidel_sparsity_navigator_move (&self->navigator, rows, columns)
      : g_str_has_suffix (name, "page")
        ? seidel_sparsity_navigator_page (&self->navigator, rows, columns)
        : seidel_sparsity_navigator_jump (&self->navigator, rows, columns))
    seidel_sparsity_view_follow (self);
}

static void
entry_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);
  const int step = g_variant_get_int32 (parameter) > 0 ? 1 : -1;

  self->cursor_last = TRUE;
  if (!(g_str_has_suffix (name, "column")
          ? seidel_sparsity_navigator_entry_in_column (&self->navigator, step)
          : seidel_sparsity_navigator_entry (&self->navigator, step)))
    gtk_widget_error_bell (widget);
  if (self->navigator.picture != NULL)
    seidel_sparsity_view_follow (self);
}

static void
pick_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);

  if (self->navigator.picture == NULL)
    return;
  self->cursor_last = TRUE;
  /* What is extended begins with the row that the cursor leaves. */
  if (parameter != NULL && self->navigator.picture->lit == NULL
      && self->navigator.picture->cursor_row >= 0)
    seidel_sparsity_view_pick_row (self, self->navigator.picture->cursor_row, SEIDEL_PICK_REPLACE);
  /* The first movement brings the cursor. */
  if (seidel_sparsity_navigator_move (&self->navigator,
                                      parameter != NULL ? g_variant_get_int32 (parameter) : 0, 0))
    seidel_sparsity_view_follow (self);
  if (self->navigator.picture->cursor_row >= 0)
    seidel_sparsity_view_pick_row (self, self->navigator.picture->cursor_row,
                                   g_str_has_suffix (name, "extend")   ? SEIDEL_PICK_EXTEND
                                   : g_str_has_suffix (name, "toggle") ? SEIDEL_PICK_TOGGLE
                                                                       : SEIDEL_PICK_REPLACE);
}

/* Escape stops a run where there is nothing to be given up here. */
static gboolean
unpick_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  SeidelSparsityView *self = SEIDEL_SPARSITY_VIEW (widget);

  if (self->navigator.picture == NULL || self->navigator.picture->lit == NULL)
    return GDK_EVENT_PROPAGATE;
  seidel_sparsity_view_unpick (self);
  return GDK_EVENT_STOP;
}

static const SeidelKey keys[] = {
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
  { GDK_KEY_space, 0, 0, "sparsity.pick", NULL },
  { GDK_KEY_space, 0, GDK_CONTROL_MASK, "sparsity.toggle", NULL },
  { GDK_KEY_Up, GDK_KEY_KP_Up, GDK_SHIFT_MASK, "sparsity.extend", "-1" },
  { GDK_KEY_Down, GDK_KEY_KP_Down, GDK_SHIFT_MASK, "sparsity.extend", "1" },
  { GDK_KEY_plus, GDK_KEY_KP_Add, 0, "sparsity.zoom-in", NULL },
  { GDK_KEY_equal, 0, 0, "sparsity.zoom-in", NULL },
  { GDK_KEY_minus, GDK_KEY_KP_Subtract, 0, "sparsity.zoom-out", NULL },
  { GDK_KEY_f, 0, 0, "sparsity.fit", NULL },
  { GDK_KEY_Left, GDK_KEY_KP_Left, GDK_ALT_MASK, "sparsity.back", NULL },
  { GDK_KEY_Right, GDK_KEY_KP_Right, GDK_ALT_MASK, "sparsity.forward", NULL },
};

void
seidel_sparsity_view_install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "sparsity.fit", NULL, fit_action);
  gtk_widget_class_install_action (widget_class, "sparsity.zoom-in", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "sparsity.zoom-out", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "sparsity.back", NULL, history_action);
  gtk_widget_class_install_action (widget_class, "sparsity.forward", NULL, history_action);
  gtk_widget_class_install_action (widget_class, "sparsity.move", "(ii)", cursor_action);
  gtk_widget_class_install_action (widget_class, "sparsity.page", "(ii)", cursor_action);
  gtk_widget_class_install_action (widget_class, "sparsity.jump", "(ii)", cursor_action);
  gtk_widget_class_install_action (widget_class, "sparsity.entry", "i", entry_action);
  gtk_widget_class_install_action (widget_class, "sparsity.entry-in-column", "i", entry_action);
  gtk_widget_class_install_action (widget_class, "sparsity.pick", NULL, pick_action);
  gtk_widget_class_install_action (widget_class, "sparsity.toggle", NULL, pick_action);
  gtk_widget_class_install_action (widget_class, "sparsity.extend", "i", pick_action);
  seidel_keys_add_to_class (widget_class, keys, G_N_ELEMENTS (keys));
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, unpick_cb, NULL);
}

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

static gboolean
scroll_cb (SeidelSparsityView *self, double dx, double dy, GtkEventControllerScroll *controller)
{
  SeidelSparsityNavigator *navigator = &self->navigator;
  const gboolean surface =
    gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE;
  const double factor = surface ? exp (-dy * SURFACE) : pow (WHEEL_STEP, -dy);

  if (navigator->picture == NULL)
    return GDK_EVENT_PROPAGATE;
  if (dy != 0.0 && self->pointer_inside)
    seidel_sparsity_navigator_zoom_at (navigator, self->pointer_x, self->pointer_y, factor);
  else if (dy != 0.0)
    seidel_sparsity_navigator_zoom (navigator, factor);
  if (dx != 0.0)
    {
      const SeidelViewport viewport = seidel_sparsity_navigator_viewport (navigator);

      seidel_sparsity_navigator_pan (navigator, &viewport, surface ? -dx : -40.0 * dx, 0.0);
    }
  seidel_sparsity_view_follow (self);
  return GDK_EVENT_STOP;
}

/* The row at a height, −1 beyond the matrix. */
static int64_t
row_at (SeidelSparsityView *self, double y)
{
  const SeidelCellMap map = seidel_sparsity_navigator_map (&self->navigator);
  const double row = floor (seidel_cell_map_row (&map, y));

  return row >= 0.0 && row < (double) self->navigator.plane.rows ? (int64_t) row : -1;
}

static void
drag_begin_cb (SeidelSparsityView *self, double x, double y, GtkGestureDrag *gesture)
{
  const GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->navigator.picture == NULL)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  self->drag_button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  self->drag_start = seidel_sparsity_navigator_viewport (&self->navigator);
  self->picking = self->drag_button == GDK_BUTTON_PRIMARY && x < self->navigator.plane.area.x
                  && row_at (self, y) >= 0;
  if (self->picking)
    {
      seidel_sparsity_view_pick_row (self, row_at (self, y), seidel_desktop_pick (state));
      return;
    }
  self->boxing = self->drag_button == GDK_BUTTON_SECONDARY || (state & GDK_SHIFT_MASK) != 0;
  self->box = (SeidelRect){ x, y, 0.0, 0.0 };
}

static void
drag_update_cb (SeidelSparsityView *self, double dx, double dy, GtkGestureDrag *gesture)
{
  double x;
  double y;

  if (self->navigator.picture == NULL || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  if (self->picking)
    {
      const int64_t row = row_at (self, y + dy);

      if (row >= 0 && fabs (dy) >= SMALL_DRAG)
        seidel_sparsity_view_pick_row (self, row, SEIDEL_PICK_EXTEND);
    }
  else if (self->boxing)
    {
      self->box = (SeidelRect){ MIN (x, x + dx), MIN (y, y + dy), fabs (dx), fabs (dy) };
      gtk_widget_queue_draw (GTK_WIDGET (self));
    }
  else if (hypot (dx, dy) >= SMALL_DRAG
           && seidel_sparsity_navigator_pan (&self->navigator, &self->drag_start, dx, dy))
    seidel_sparsity_view_follow (self);
}

static void
drag_end_cb (SeidelSparsityView *self, double dx, double dy, GtkGestureDrag *gesture)
{
  const gboolean boxed =
    self->boxing && self->box.width >= SMALL_BOX && self->box.height >= SMALL_BOX;
  int64_t row;
  int64_t column;
  double x;
  double y;

  self->boxing = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (self->picking || self->navigator.picture == NULL
      || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  if (boxed && seidel_sparsity_navigator_show_box (&self->navigator, &self->box))
    seidel_sparsity_view_follow (self);
  else if (!boxed && self->drag_button == GDK_BUTTON_PRIMARY && hypot (dx, dy) < SMALL_DRAG
           && seidel_sparsity_navigator_cell_at (&self->navigator, x, y, &row, &column))
    seidel_sparsity_view_set_cursor (self, row, column);
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
  if (self->navigator.picture != NULL)
    self->drag_start = seidel_sparsity_navigator_viewport (&self->navigator);
}

static void
pinch_cb (SeidelSparsityView *self, double scale, GtkGestureZoom *gesture)
{
  double x;
  double y;

  if (gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y)
      && seidel_sparsity_navigator_pinch (&self->navigator, &self->drag_start, x, y, scale))
    seidel_sparsity_view_follow (self);
}

void
seidel_sparsity_view_connect_pointer (SeidelSparsityView *self)
{
  seidel_pointer_connect (GTK_WIDGET (self), &(SeidelPointerHandlers){
                                               .motion = G_CALLBACK (motion_cb),
                                               .leave = G_CALLBACK (leave_cb),
                                               .scroll = G_CALLBACK (scroll_cb),
                                               .drag_begin = G_CALLBACK (drag_begin_cb),
                                               .drag_update = G_CALLBACK (drag_update_cb),
                                               .drag_end = G_CALLBACK (drag_end_cb),
                                               .drag_cancel = G_CALLBACK (drag_cancel_cb),
                                               .pressed = G_CALLBACK (pressed_cb),
                                               .pinch_begin = G_CALLBACK (pinch_begin_cb),
                                               .pinch = G_CALLBACK (pinch_cb),
                                             });
}
