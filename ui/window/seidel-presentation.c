/* Presentation: the page alone on the whole screen, with large text and thick lines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-presentation.h"

#include "views/seidel-desktop.h"

/* Legible from the back of a lecture room. */
#define ENLARGEMENT 1.6

void
seidel_presentation_set_active (SeidelPresentation *self,
                                gboolean active,
                                GtkWindow *window,
                                GtkWidget *side_pane,
                                GtkWidget *run_table)
{
  if (self->active == !!active)
    return;
  /* Before the panes go: what is saved then is how they were. */
  if (active)
    *self = (SeidelPresentation){ .side_pane = gtk_widget_get_visible (side_pane),
                                  .run_table = gtk_widget_get_visible (run_table),
                                  .fullscreen = gtk_window_is_fullscreen (window) };
  self->active = !!active;
  seidel_desktop_enlarge (active ? ENLARGEMENT : 1.0);
  gtk_widget_set_visible (side_pane, !active && self->side_pane);
  gtk_widget_set_visible (run_table, !active && self->run_table);
  if (active)
    gtk_window_fullscreen (window);
  else if (!self->fullscreen)
    gtk_window_unfullscreen (window);
}
