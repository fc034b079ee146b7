/* Presentation: the page alone on the whole screen, with large text and thick lines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-private.h"

#include "views/seidel-desktop.h"

/* Legible from the back of a lecture room. */
#define ENLARGEMENT 1.6

static void
begin (SeidelWindow *self)
{
  self->shown_before.side_pane = gtk_widget_get_visible (self->side_pane);
  self->shown_before.run_table = gtk_widget_get_visible (GTK_WIDGET (self->run_table));
  self->shown_before.fullscreen = gtk_window_is_fullscreen (GTK_WINDOW (self));
  gtk_widget_set_visible (self->side_pane, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->run_table), FALSE);
  gtk_window_fullscreen (GTK_WINDOW (self));
  seidel_desktop_enlarge (ENLARGEMENT);
}

static void
end (SeidelWindow *self)
{
  seidel_desktop_enlarge (1.0);
  gtk_widget_set_visible (self->side_pane, self->shown_before.side_pane);
  gtk_widget_set_visible (GTK_WIDGET (self->run_table), self->shown_before.run_table);
  if (!self->shown_before.fullscreen)
    gtk_window_unfullscreen (GTK_WINDOW (self));
}

void
seidel_window_set_presenting (SeidelWindow *self, gboolean presenting)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "presentation");

  if (self->presenting == !!presenting)
    return;
  /* Before the panes go: the session keeps them as they were. */
  if (presenting)
    begin (self);
  self->presenting = !!presenting;
  if (!presenting)
    end (self);
  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (self->presenting));
}
