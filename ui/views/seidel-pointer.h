/* What a pointer does over a picture: motion, wheel, drag, click, pinch.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Handlers of which each may be NULL. The first argument is the widget, the last one where a type
 * is named the event controller; between them is what its signal passes. */
typedef struct
{
  GCallback motion;      /* (self, double x, double y): also when the pointer enters */
  GCallback leave;       /* (self) */
  GCallback scroll;      /* gboolean (self, double dx, double dy, GtkEventControllerScroll *) */
  guint drag_button;     /* 0: any */
  GCallback drag_begin;  /* (self, double x, double y, GtkGestureDrag *) */
  GCallback drag_update; /* (self, double dx, double dy, GtkGestureDrag *) */
  GCallback drag_end;    /* likewise */
  GCallback drag_cancel; /* (self) */
  GCallback pressed;     /* (self, int n_press, double x, double y, GtkGestureClick *) */
  GCallback released;    /* likewise */
  GCallback pinch_begin; /* (self) */
  GCallback pinch;       /* (self, double scale, GtkGestureZoom *) */
} SeidelPointerHandlers;

/* Gives the widget the controllers that call the handlers. */
void seidel_pointer_connect (GtkWidget *widget, const SeidelPointerHandlers *handlers);

G_END_DECLS
