/* Presentation: the page alone on the whole screen, with large text and thick lines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Property: active, boolean, read-write. The large text is that of all windows: one presentation at
 * a time. */
#define SEIDEL_TYPE_PRESENTATION (seidel_presentation_get_type ())
G_DECLARE_FINAL_TYPE (SeidelPresentation, seidel_presentation, SEIDEL, PRESENTATION, GObject)

/* The panes are hidden while it is active. All three are borrowed, and outlive it. */
SeidelPresentation *
seidel_presentation_new (GtkWindow *window, GtkWidget *side_pane, GtkWidget *run_table);

gboolean seidel_presentation_get_active (SeidelPresentation *self);
void seidel_presentation_set_active (SeidelPresentation *self, gboolean active);

/* Whether the side pane is visible, or will be afterwards. */
gboolean seidel_presentation_get_side_pane (SeidelPresentation *self);

G_END_DECLS
