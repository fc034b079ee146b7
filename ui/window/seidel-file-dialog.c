/* Choosing a file, with the dialog of the desktop.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-file-dialog.h"

#include <glib/gi18n.h>

#define KEY "seidel-file-dialog"

/* How long a dialog is kept after it has gone from the screen. */
#define LINGER_SECONDS 10

typedef struct
{
  GtkWidget *widget; /* whose data the dialog is */
  SeidelFileChosen chosen;
  gpointer data;
} Choice;

static void
free_choice (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void response_cb (GtkNativeDialog *dialog, int response, gpointer data);

static gboolean
release_cb (gpointer dialog)
{
  return G_SOURCE_REMOVE; /* whose reference is given back with the source */
}

/* The dialog of GTK 4.18 crashes when what it has asked about recent files is answered after its
 * end, and nothing shows that it still waits. */
void
seidel_file_dialog_release (GtkFileChooserNative *dialog)
{
  gtk_native_dialog_hide (GTK_NATIVE_DIALOG (dialog));
  gtk_native_dialog_set_transient_for (GTK_NATIVE_DIALOG (dialog), NULL);
  g_timeout_add_seconds_full (G_PRIORITY_DEFAULT, LINGER_SECONDS, release_cb, dialog,
                              g_object_unref);
}

static void
let_go (gpointer dialog)
{
  g_signal_handlers_disconnect_matched (dialog, G_SIGNAL_MATCH_FUNC, 0, 0, NULL,
                                        (gpointer) response_cb, NULL);
  seidel_file_dialog_release (dialog);
}

static void
response_cb (GtkNativeDialog *dialog, int response, gpointer data)
{
  const Choice choice = *(Choice *) data;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL)
        choice.chosen (path, choice.data);
    }
  g_object_set_data (G_OBJECT (choice.widget), KEY, NULL);
}

void
seidel_file_dialog_show (GtkWidget *widget,
                         const char *title,
                         SeidelFileChosen chosen,
                         gpointer data)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkFileChooserNative *dialog =
    gtk_file_chooser_native_new (title, GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL,
                                 GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Choose"), _ ("_Cancel"));
  Choice *choice = g_new (Choice, 1);

  *choice = (Choice){ widget, chosen, data };
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), choice, free_choice, 0);
  g_object_set_data_full (G_OBJECT (widget), KEY, dialog, let_go);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}
