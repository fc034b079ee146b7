/* The panes beside a page: a row of the matrix, a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-parts.h"

#include "pages/seidel-document-page.h"

/* Where there is no room for a pane on each side of the page, the one on the left goes until the
 * other one is closed. */
static void
show_details (SeidelWindow *self, const char *name)
{
  GtkWidget *content = adw_application_window_get_content (ADW_APPLICATION_WINDOW (self));
  const int width = gtk_widget_get_width (content);
  int least = 0;

  gtk_stack_set_visible_child_name (self->details, name);
  gtk_widget_set_visible (GTK_WIDGET (self->details), TRUE);
  gtk_widget_measure (content, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  if (width <= 0 || least <= width || !gtk_widget_get_visible (self->side_pane))
    return;
  gtk_widget_set_visible (self->side_pane, FALSE);
  self->side_yields = TRUE;
}

/* On a page that shows rows. */
static void
show_row_pane (SeidelWindow *self)
{
  if (!SEIDEL_IS_DOCUMENT_PAGE (seidel_window_get_page (self)))
    seidel_window_show_page (self, "matrix");
  show_details (self, "row");
}

void
seidel_window_go_to_row (SeidelWindow *self)
{
  show_row_pane (self);
  seidel_row_pane_ask (self->row_pane, NULL);
}

void
seidel_window_row_back (SeidelWindow *self)
{
  seidel_selection_go (self->workspace->selection, -1);
}

void
seidel_window_row_forward (SeidelWindow *self)
{
  seidel_selection_go (self->workspace->selection, 1);
}

/* Of two selected rows the other one is beside the run. */
void
seidel_window_show_run (SeidelWindow *self)
{
  g_autoptr (GPtrArray) chosen = seidel_run_table_get_chosen (self->run_table);
  SeidelRunItem *run = seidel_run_list_get_selected (self->workspace->runs);

  show_details (self, "run");
  if (chosen->len == 2)
    seidel_run_pane_compare_with (self->run_pane, chosen->pdata[chosen->pdata[0] == run ? 1 : 0]);
}

/* What had the focus may be gone with the pane. */
void
seidel_window_hide_details (SeidelWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  const gboolean inside =
    focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->details));

  gtk_widget_set_visible (GTK_WIDGET (self->details), FALSE);
  if (self->side_yields)
    gtk_widget_set_visible (self->side_pane, TRUE);
  self->side_yields = FALSE;
  if (inside)
    gtk_widget_child_focus (GTK_WIDGET (seidel_window_get_page (self)), GTK_DIR_TAB_FORWARD);
}

/* What reaches the window was of no use where the focus is; entries take digits themselves. */
static gboolean
digit_cb (SeidelWindow *self, guint key, guint code, GdkModifierType state)
{
  const gunichar character = gdk_keyval_to_unicode (key);
  const char text[2] = { (char) character, '\0' };

  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0 || character < '1'
      || character > '9' || self->workspace->document == NULL
      || !SEIDEL_IS_DOCUMENT_PAGE (seidel_window_get_page (self)))
    return GDK_EVENT_PROPAGATE;
  show_row_pane (self);
  seidel_row_pane_ask (self->row_pane, text);
  return GDK_EVENT_STOP;
}

void
seidel_window_details_init (SeidelWindow *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (digit_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}
