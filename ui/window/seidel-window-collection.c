/* Opening from the SuiteSparse Matrix Collection: one dialog for a window, which stays usable.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-private.h"

#include "window/seidel-collection-dialog.h"

static GtkWindow *
find_dialog (SeidelWindow *self)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (SEIDEL_IS_COLLECTION_DIALOG (toplevel)
          && gtk_window_get_transient_for (toplevel) == GTK_WINDOW (self))
        return toplevel; /* GTK keeps it */
    }
  return NULL;
}

void
seidel_window_choose_from_collection (SeidelWindow *self)
{
  GtkWindow *dialog = find_dialog (self);

  if (dialog == NULL)
    {
      dialog = GTK_WINDOW (seidel_collection_dialog_new (GTK_WINDOW (self)));
      g_signal_connect_object (dialog, "chosen", G_CALLBACK (seidel_window_open), self,
                               G_CONNECT_SWAPPED);
    }
  gtk_window_present (dialog);
}
