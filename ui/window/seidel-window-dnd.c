/* Files dropped on the window are opened.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-private.h"

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, SeidelWindow *self)
{
  GdkFileList *list = g_value_get_boxed (value);
  g_autoptr (GSList) files = list != NULL ? gdk_file_list_get_files (list) : NULL;

  if (files == NULL)
    return FALSE;
  seidel_window_open (self, files->data);
  if (files->next != NULL)
    seidel_window_tell (self, "A window shows one matrix: the first of the files was opened");
  return TRUE;
}

void
seidel_window_dnd_init (SeidelWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->toasts), GTK_EVENT_CONTROLLER (target));
}
