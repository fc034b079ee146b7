/* A race: two runs on one system at the same time, and what their solutions have in common.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-private.h"

#include <glib/gi18n.h>

#include "window/seidel-compare-dialog.h"
#include "window/seidel-race-dialog.h"

static void
present (SeidelWindow *self, GtkWidget *dialog)
{
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (dialog));
}

void
seidel_window_compare_runs (SeidelWindow *self)
{
  present (self, seidel_compare_dialog_new (self->runs, NULL, NULL));
}

/* Against time, which is what a race is about. */
static void
start_cb (SeidelWindow *self, SeidelRaceDialog *dialog)
{
  SeidelOptions options[2];
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
  g_autoptr (GError) error = NULL;

  if (!seidel_race_dialog_get (dialog, options, &rhs, &guess))
    return;
  seidel_window_show_run_table (self);
  if (seidel_run_list_start_race (self->runs, self->document, options, &rhs, &guess, &error))
    adw_view_stack_set_visible_child_name (self->pages, "convergence");
  else
    seidel_window_complain (self, _ ("The race could not be started"), error->message);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
}

void
seidel_window_choose_race (SeidelWindow *self)
{
  GtkWidget *dialog = seidel_race_dialog_new (self->document, self->setup_pane);

  g_signal_connect_object (dialog, "start", G_CALLBACK (start_cb), self, G_CONNECT_SWAPPED);
  present (self, dialog);
}

void
seidel_window_race_ended (SeidelWindow *self, SeidelRunItem *first, SeidelRunItem *second)
{
  if (seidel_compare_dialog_accepts (first) && seidel_compare_dialog_accepts (second))
    present (self, seidel_compare_dialog_new (self->runs, first, second));
}
