/* The widget of a sweep that is played. Each frame draws the whole picture: it changes with every
 * step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-sweep-view.h"

#include <math.h>

#include "views/seidel-context-menu.h"
#include "views/seidel-desktop.h"
#include "views/seidel-pointer.h"

#define WHEEL_STEP 1.25
#define SMALL_DRAG 4.0 /* pixels; less is a click */

struct _SeidelSweepView
{
  GtkWidget parent_instance;

  SeidelSweepPicture *picture; /* borrowed */
  int64_t pointed;             /* −1: none */
  double pointer_x, pointer_y;
  SeidelViewport drag_start;
};

enum
{
  SIGNAL_ROW_POINTED,
  SIGNAL_ROW_PICKED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelSweepView, seidel_sweep_view, GTK_TYPE_WIDGET)

static SeidelPlane
plane_of (SeidelSweepView *self)
{
  const SeidelTheme theme = seidel_desktop_theme ();

  return seidel_sweep_picture_plane (self->picture, gtk_widget_get_width (GTK_WIDGET (self)),
                                     gtk_widget_get_height (GTK_WIDGET (self)), &theme);
}

static int64_t
row_at (SeidelSweepView *self, double x, double y)
{
  const SeidelTheme theme = seidel_desktop_theme ();

  if (self->picture == NULL)
    return -1;
  return seidel_sweep_picture_row_at (self->picture, gtk_widget_get_width (GTK_WIDGET (self)),
                                      gtk_widget_get_height (GTK_WIDGET (self)), &theme, x, y);
}

static void
point_at (SeidelSweepView *self, int64_t row)
{
  if (row == self->pointed)
    return;
  self->pointed = row;
  g_signal_emit (self, signals[SIGNAL_ROW_POINTED], 0, row);
}

static void
motion_cb (SeidelSweepView *self, double x, double y)
{
  self->pointer_x = x;
  self->pointer_y = y;
  point_at (self, row_at (self, x, y));
}

static void
leave_cb (SeidelSweepView *self)
{
  point_at (self, -1);
}

static SeidelViewport
viewport_of (SeidelSweepView *self, const SeidelPlane *plane)
{
  return self->picture->cells.viewport.zoom > 0.0 ? self->picture->cells.viewport
                                                  : seidel_viewport_fit (plane);
}

static void
zoom_at (SeidelSweepView *self, double x, double y, double factor)
{
  const SeidelPlane plane = plane_of (self);
  SeidelViewport viewport;

  if (plane.rows == 0)
    return;
  viewport = viewport_of (self, &plane);
  self->picture->cells.viewport = seidel_viewport_zoom (&viewport, &plane, x, y, factor);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
scroll_cb (SeidelSweepView *self, double dx, double dy)
{
  if (self->picture == NULL || self->picture->shown != SEIDEL_SWEEP_CELLS || dy == 0.0)
    return GDK_EVENT_PROPAGATE;
  zoom_at (self, self->pointer_x, self->pointer_y, pow (WHEEL_STEP, -dy));
  return GDK_EVENT_STOP;
}

static void
drag_begin_cb (SeidelSweepView *self, double x, double y, GtkGestureDrag *gesture)
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
drag_update_cb (SeidelSweepView *self, double dx, double dy)
{
  const SeidelPlane plane = plane_of (self);

  if (hypot (dx, dy) < SMALL_DRAG || plane.rows == 0)
    return;
  self->picture->cells.viewport = seidel_viewport_pan (&self->drag_start, &plane, dx, dy);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_end_cb (SeidelSweepView *self, double dx, double dy, GtkGestureDrag *gesture)
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
pressed_cb (SeidelSweepView *self, int n_press)
{
  if (n_press == 2)
    seidel_sweep_view_fit (self);
}

static void
connect_pointer (SeidelSweepView *self)
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
seidel_sweep_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SeidelSweepView *self = SEIDEL_SWEEP_VIEW (widget);
  const int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  const SeidelTheme theme = seidel_desktop_theme ();
  cairo_t *cr;

  if (self->picture == NULL)
    return;
  cr =
    gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  seidel_sweep_picture_draw (self->picture, cr, width, height, &theme);
  seidel_desktop_draw_focus (widget, cr);
  cairo_destroy (cr);
}

static void
seidel_sweep_view_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : 150;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 480;
}

static void
focus_cb (GtkWidget *widget)
{
  gtk_widget_queue_draw (widget);
}

static void
seidel_sweep_view_class_init (SeidelSweepViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = seidel_sweep_view_snapshot;
  widget_class->measure = seidel_sweep_view_measure;
  signals[SIGNAL_ROW_POINTED] =
    g_signal_new ("row-pointed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_INT64);
  signals[SIGNAL_ROW_PICKED] =
    g_signal_new ("row-picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 2, G_TYPE_INT64, G_TYPE_INT);
  gtk_widget_class_set_css_name (widget_class, "sweepview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
seidel_sweep_view_init (SeidelSweepView *self)
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
seidel_sweep_view_set_picture (SeidelSweepView *self, SeidelSweepPicture *picture)
{
  g_return_if_fail (SEIDEL_IS_SWEEP_VIEW (self));

  self->picture = picture;
  point_at (self, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
seidel_sweep_view_set_description (SeidelSweepView *self, const char *text)
{
  g_return_if_fail (SEIDEL_IS_SWEEP_VIEW (self));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text != NULL ? text : "", -1);
}

void
seidel_sweep_view_zoom (SeidelSweepView *self, double factor)
{
  SeidelPlane plane;

  g_return_if_fail (SEIDEL_IS_SWEEP_VIEW (self));

  if (self->picture == NULL)
    return;
  plane = plane_of (self);
  zoom_at (self, plane.area.x + plane.area.width / 2.0, plane.area.y + plane.area.height / 2.0,
           factor);
}

void
seidel_sweep_view_fit (SeidelSweepView *self)
{
  g_return_if_fail (SEIDEL_IS_SWEEP_VIEW (self));

  if (self->picture == NULL)
    return;
  self->picture->cells.viewport = (SeidelViewport){ 0 };
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
