/* A dot in the colour of a run, the same as its curves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SEIDEL_TYPE_COLOR_DOT (seidel_color_dot_get_type ())
G_DECLARE_FINAL_TYPE (SeidelColorDot, seidel_color_dot, SEIDEL, COLOR_DOT, GtkWidget)

GtkWidget *seidel_color_dot_new (void);
/* An index into the theme's series. */
void seidel_color_dot_set_index (SeidelColorDot *self, guint index);

G_END_DECLS
