/* The dialog for a file that is to be read, and the end of such dialogs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef void (*SeidelFileChosen) (const char *path, gpointer data);

/* Shows it above the window of a widget. chosen is called once, if a file was chosen; the dialog is
 * released when it is closed, or with the widget. */
void seidel_file_dialog_show (GtkWidget *widget,
                              const char *title,
                              SeidelFileChosen chosen,
                              gpointer data);

/* Hides a dialog, and releases its reference some seconds later. Whoever listens to its signals
 * disconnects before. */
void seidel_file_dialog_release (GtkFileChooserNative *dialog);

G_END_DECLS
