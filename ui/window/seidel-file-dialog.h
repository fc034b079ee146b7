/* The dialog for a file that is to be read.
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

G_END_DECLS
