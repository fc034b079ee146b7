/* The event controllers of a picture.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-pointer.h"

static void
connect (gpointer controller, const char *signal, GCallback handler, GtkWidget *widget)
{
  if (handler != NULL)
    g_signal_connect_swapped (controller, signal, handler, widget);
}

static void
connect_drag (GtkWidget *widget, const SeidelPointerHandlers *handlers)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (drag), handlers->drag_button);
  connect (drag, "drag-begin", handlers->drag_begin, widget);
  connect (drag, "drag-update", handlers->drag_update, widget);
  connect (drag, "drag-end", handlers->drag_end, widget);
  connect (drag, "cancel", handlers->drag_cancel, widget);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
}

static void
connect_click (GtkWidget *widget, const SeidelPointerHandlers *handlers)
{
  GtkGesture *click = gtk_gesture_click_new ();

  connect (click, "pressed", handlers->pressed, widget);
  connect (click, "released", handlers->released, widget);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
}

static void
connect_pinch (GtkWidget *widget, const SeidelPointerHandlers *handlers)
{
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  connect (pinch, "begin", handlers->pinch_begin, widget);
  connect (pinch, "scale-changed", handlers->pinch, widget);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
}

void
seidel_pointer_connect (GtkWidget *widget, const SeidelPointerHandlers *handlers)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
    gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  connect (motion, "enter", handlers->motion, widget);
  connect (motion, "motion", handlers->motion, widget);
  connect (motion, "leave", handlers->leave, widget);
  gtk_widget_add_controller (widget, motion);
  connect (scroll, "scroll", handlers->scroll, widget);
  gtk_widget_add_controller (widget, scroll);
  connect_drag (widget, handlers);
  connect_click (widget, handlers);
  if (handlers->pinch != NULL)
    connect_pinch (widget, handlers);
}
