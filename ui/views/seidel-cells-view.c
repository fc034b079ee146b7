/* The widget of cells. Each frame draws the whole picture: while a sweep is played it changes with
 * every step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-cells-view.h"

#include <math.h>

#include "model/seidel-class.h"
#include "views/seidel-context-menu.h"
#include "views/seidel-desktop.h"
#include "views/seidel-keys.h"
#include "views/seidel-pointer.h"

#define WHEEL_STEP 1.25
#define SMALL_DRAG 4.0 /* pixels; less is a click */

struct _SeidelCellsView
{
  GtkWidget parent_instance;

  /* Borrowed */
  const SeidelCellsScene *scene;
  gconstpointer picture;
  SeidelCells *cells;

  int64_t pointed;  /* −1: none */
  gboolean by_keys; /* the cursor was moved later than the pointer */
  double pointer_x, pointer_y;
  SeidelViewport drag_start;
};

enum
{
  SIGNAL_ROW_POINTED,
  SIGNAL_ROW_PICKED,
  SIGNAL_UNPICKED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelCellsView, seidel_cells_view, GTK_TYPE_WIDGET)

static SeidelPlane
plane_of (SeidelCellsView *self)
{
  const SeidelTheme theme = seidel_desktop_theme ();

  return self->scene->plane (self->picture, gtk_widget_get_width (GTK_WIDGET (self)),
                             gtk_widget_get_height (GTK_WIDGET (self)), &theme);
}

static int64_t
row_at (SeidelCellsView *self, double x, double y)
{
  const SeidelTheme theme = seidel_desktop_theme ();

  if (self->picture == NULL)
    return -1;
  return self->scene->row_at (self->picture, gtk_widget_get_width (GTK_WIDGET (self)),
                              gtk_widget_get_height (GTK_WIDGET (self)), &theme, x, y);
}

static void
point_at (SeidelCellsView *self, int64_t row)
{
  if (row == self->pointed)
    return;
  self->pointed = row;
  g_signal_emit (self, signals[SIGNAL_ROW_POINTED], 0, row);
}

static void
motion_cb (SeidelCellsView *self, double x, double y)
{
  /* GTK repeats the last position when the layout changes below a resting pointer. */
  if (self->by_keys && x == self->pointer_x && y == self->pointer_y)
    return;
  self->by_keys = FALSE;
  self->pointer_x = x;
  self->pointer_y = y;
  point_at (self, row_at (self, x, y));
}

static void
leave_cb (SeidelCellsView *self)
{
  /* A cursor that the keyboard placed stays. */
  if (!self->by_keys)
    point_at (self, -1);
}

static SeidelViewport
viewport_of (SeidelCellsView *self, const SeidelPlane *plane)
{
  return self->cells->viewport.zoom > 0.0 ? self->cells->viewport : seidel_viewport_fit (plane);
}

static void
zoom_at (SeidelCellsView *self, double x, double y, double factor)
{
  const SeidelPlane plane = plane_of (self);
  SeidelViewport viewport;

  if (plane.rows == 0)
    return;
  viewport = viewport_of (self, &plane);
  self->cells->viewport = seidel_viewport_zoom (&viewport, &plane, x, y, factor);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
scroll_cb (SeidelCellsView *self, double dx, double dy)
{
  if (self->picture == NULL || plane_of (self).rows == 0 || dy == 0.0)
    return GDK_EVENT_PROPAGATE;
  zoom_at (self, self->pointer_x, self->pointer_y, pow (WHEEL_STEP, -dy));
  return GDK_EVENT_STOP;
}

static void
drag_begin_cb (SeidelCellsView *self, double x, double y, GtkGestureDrag *gesture)
{
  SeidelPlane plane;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (self->picture == NULL)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  plane = plane_of (self);
  if (plane.rows > 0)
    self->drag_start = viewport_of (self, &plane);
}

static void
drag_update_cb (SeidelCellsView *self, double dx, double dy)
{
  const SeidelPlane plane = plane_of (self);

  if (hypot (dx, dy) < SMALL_DRAG || plane.rows == 0)
    return;
  self->cells->viewport = seidel_viewport_pan (&self->drag_start, &plane, dx, dy);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_end_cb (SeidelCellsView *self, double dx, double dy, GtkGestureDrag *gesture)
{
  double x, y;
  int64_t row;

  if (hypot (dx, dy) >= SMALL_DRAG || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  row = row_at (self, x, y);
  if (row >= 0)
    g_signal_emit (self, signals[SIGNAL_ROW_PICKED], 0, row,
                   seidel_desktop_pick (gtk_event_controller_get_current_event_state (
                     GTK_EVENT_CONTROLLER (gesture))));
}

static void
pressed_cb (SeidelCellsView *self, int n_press)
{
  if (n_press == 2)
    seidel_cells_view_fit (self);
}

static void
reveal (SeidelCellsView *self, const SeidelPlane *plane, int64_t cell)
{
  const SeidelViewport viewport = viewport_of (self, plane);

  if (viewport.zoom > 1.0)
    self->cells->viewport =
      seidel_viewport_reveal (&viewport, plane, cell / self->cells->line, cell % self->cells->line);
}

/* Moves the cursor by lines and cells; the first movement brings it. */
static void
move_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelCellsView *self = SEIDEL_CELLS_VIEW (widget);
  SeidelPlane plane;
  int lines, cells;
  int64_t cell, line, point;

  if (self->picture == NULL)
    return;
  plane = plane_of (self);
  if (plane.rows == 0 || self->cells->rows == 0)
    return;
  g_variant_get (parameter, "(ii)", &lines, &cells);
  if (self->pointed < 0)
    lines = cells = 0;
  cell = seidel_cells_cell (self->cells, MAX (self->pointed, 0));
  line = CLAMP (cell / self->cells->line + lines, 0, plane.rows - 1);
  point = CLAMP (cell % self->cells->line + cells, 0, plane.columns - 1);
  cell = MIN (line * self->cells->line + point, self->cells->rows - 1);
  self->by_keys = TRUE;
  reveal (self, &plane, cell);
  point_at (self, seidel_cells_row (self->cells, cell));
  gtk_widget_queue_draw (widget);
}

static void
pick_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelCellsView *self = SEIDEL_CELLS_VIEW (widget);

  if (self->pointed >= 0)
    g_signal_emit (self, signals[SIGNAL_ROW_PICKED], 0, self->pointed,
                   g_str_equal (name, "cells.pick") ? SEIDEL_PICK_REPLACE : SEIDEL_PICK_TOGGLE);
}

static void
zoom_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelCellsView *self = SEIDEL_CELLS_VIEW (widget);

  if (g_str_has_suffix (name, "fit"))
    seidel_cells_view_fit (self);
  else
    seidel_cells_view_zoom (self, g_str_has_suffix (name, "in") ? WHEEL_STEP : 1.0 / WHEEL_STEP);
}

static void
unpick_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_signal_emit (widget, signals[SIGNAL_UNPICKED], 0);
}

static void
connect_pointer (SeidelCellsView *self)
{
  seidel_pointer_connect (GTK_WIDGET (self), &(SeidelPointerHandlers){
                                               .motion = G_CALLBACK (motion_cb),
                                               .leave = G_CALLBACK (leave_cb),
                                               .scroll = G_CALLBACK (scroll_cb),
                                               .drag_button = GDK_BUTTON_PRIMARY,
                                               .drag_begin = G_CALLBACK (drag_begin_cb),
                                               .drag_update = G_CALLBACK (drag_update_cb),
                                               .drag_end = G_CALLBACK (drag_end_cb),
                                               .pressed = G_CALLBACK (pressed_cb),
                                             });
}

static void
seidel_cells_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SeidelCellsView *self = SEIDEL_CELLS_VIEW (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const SeidelTheme theme = seidel_desktop_theme ();
  cairo_t *cr;

  if (self->picture == NULL)
    return;
  cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  self->scene->draw (self->picture, cr, width, height, &theme);
  seidel_desktop_draw_focus (widget, cr);
  cairo_destroy (cr);
}

static void
focus_cb (GtkWidget *widget)
{
  gtk_widget_queue_draw (widget);
}

static void
seidel_cells_view_class_init (SeidelCellsViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = seidel_cells_view_snapshot;
  widget_class->measure = seidel_desktop_measure_picture;
  signals[SIGNAL_ROW_POINTED] = seidel_class_add_signal (klass, "row-pointed", 1, G_TYPE_INT64);
  signals[SIGNAL_ROW_PICKED] =
    seidel_class_add_signal (klass, "row-picked", 2, G_TYPE_INT64, G_TYPE_INT);
  signals[SIGNAL_UNPICKED] = seidel_class_add_signal (klass, "unpicked", 0);
  gtk_widget_class_install_action (widget_class, "cells.move", "(ii)", move_action);
  gtk_widget_class_install_action (widget_class, "cells.pick", NULL, pick_action);
  gtk_widget_class_install_action (widget_class, "cells.toggle", NULL, pick_action);
  gtk_widget_class_install_action (widget_class, "cells.unpick", NULL, unpick_action);
  gtk_widget_class_install_action (widget_class, "cells.zoom-in", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "cells.zoom-out", NULL, zoom_action);
  gtk_widget_class_install_action (widget_class, "cells.fit", NULL, zoom_action);
  gtk_widget_class_set_css_name (widget_class, "cellsview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
seidel_cells_view_init (SeidelCellsView *self)
{
  self->pointed = -1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (self, "notify::has-focus", G_CALLBACK (focus_cb), NULL);
  seidel_desktop_watch (GTK_WIDGET (self), G_CALLBACK (gtk_widget_queue_draw));
  seidel_context_menu_attach_to_picture (GTK_WIDGET (self));
  connect_pointer (self);
}

void
seidel_cells_view_set_picture (SeidelCellsView *self,
                               const SeidelCellsScene *scene,
                               gconstpointer picture,
                               SeidelCells *cells)
{
  g_return_if_fail (SEIDEL_IS_CELLS_VIEW (self));

  self->scene = scene;
  self->picture = picture;
  self->cells = cells;
  point_at (self, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
seidel_cells_view_take_keys (SeidelCellsView *self)
{
  static const SeidelKey keys[] = {
    { GDK_KEY_Up, GDK_KEY_KP_Up, 0, "cells.move", "(-1, 0)" },
    { GDK_KEY_Down, GDK_KEY_KP_Down, 0, "cells.move", "(1, 0)" },
    { GDK_KEY_Left, GDK_KEY_KP_Left, 0, "cells.move", "(0, -1)" },
    { GDK_KEY_Right, GDK_KEY_KP_Right, 0, "cells.move", "(0, 1)" },
    { GDK_KEY_space, GDK_KEY_Return, 0, "cells.pick", NULL },
    { GDK_KEY_space, GDK_KEY_Return, GDK_CONTROL_MASK, "cells.toggle", NULL },
    { GDK_KEY_Escape, 0, 0, "cells.unpick", NULL },
    { GDK_KEY_plus, GDK_KEY_KP_Add, 0, "cells.zoom-in", NULL },
    { GDK_KEY_equal, 0, 0, "cells.zoom-in", NULL },
    { GDK_KEY_minus, GDK_KEY_KP_Subtract, 0, "cells.zoom-out", NULL },
    { GDK_KEY_f, 0, 0, "cells.fit", NULL },
  };

  g_return_if_fail (SEIDEL_IS_CELLS_VIEW (self));

  seidel_keys_add_to_widget (GTK_WIDGET (self), keys, G_N_ELEMENTS (keys));
}

void
seidel_cells_view_set_description (SeidelCellsView *self, const char *text)
{
  g_return_if_fail (SEIDEL_IS_CELLS_VIEW (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : "", -1);
}

void
seidel_cells_view_zoom (SeidelCellsView *self, double factor)
{
  SeidelPlane plane;

  g_return_if_fail (SEIDEL_IS_CELLS_VIEW (self));

  if (self->picture == NULL)
    return;
  plane = plane_of (self);
  zoom_at (self, plane.area.x + plane.area.width / 2.0, plane.area.y + plane.area.height / 2.0,
           factor);
}

void
seidel_cells_view_fit (SeidelCellsView *self)
{
  g_return_if_fail (SEIDEL_IS_CELLS_VIEW (self));

  if (self->picture == NULL)
    return;
  self->cells->viewport = (SeidelViewport){ 0 };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
seidel_cells_view_show_row (SeidelCellsView *self, int64_t row)
{
  SeidelPlane plane;

  g_return_if_fail (SEIDEL_IS_CELLS_VIEW (self));

  if (self->picture == NULL || row < 0 || row >= self->cells->rows)
    return;
  plane = plane_of (self);
  if (plane.rows > 0)
    reveal (self, &plane, seidel_cells_cell (self->cells, row));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
