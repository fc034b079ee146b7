/* Presentation: the page alone on the whole screen, with large text and thick lines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Of a window whose panes are hidden while it goes on. All zero to begin with. */
typedef struct
{
  gboolean active;
  /* What was so before. */
  gboolean side_pane;
  gboolean run_table;
  gboolean fullscreen;
} SeidelPresentation;

/* The large text is that of all windows: one presentation at a time. */
void seidel_presentation_set_active (SeidelPresentation *self,
                                     gboolean active,
                                     GtkWindow *window,
                                     GtkWidget *side_pane,
                                     GtkWidget *run_table);

G_END_DECLS
