/* The file dialogs of a window, one at a time: for a file to open, or a place and a format to save.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A way to save: what a format is called, and the ending that its files have, ".mtx". The texts are
 * static. */
typedef struct
{
  const char *name;
  const char *suffix;
} SeidelSaveFormat;

/* window: that of the chooser. */
typedef void (*SeidelFileAccepted) (gpointer window, GFile *file);
typedef void (*SeidelPathAccepted) (gpointer window, const char *path);

/* For reading. All zero but for the window until something is asked for. */
typedef struct
{
  GtkWindow *window;
  GtkFileChooserNative *dialog; /* until it was answered, or NULL */
  SeidelFileAccepted open;
  SeidelPathAccepted save;
  SeidelSaveFormat *formats;
  gsize n_formats;
  GFile *save_folder; /* where something was saved last, or NULL */
} SeidelChooser;

void seidel_chooser_clear (SeidelChooser *self);

/* Both return the dialog, to be completed and shown; it takes the place of the one before. */
GtkFileChooser *
seidel_chooser_open (SeidelChooser *self, const char *title, SeidelFileAccepted accepted);
/* The extension follows the format that is chosen, the first one to begin with. formats is copied.
 */
GtkFileChooser *seidel_chooser_save (SeidelChooser *self,
                                     const char *title,
                                     const char *stem,
                                     const SeidelSaveFormat *formats,
                                     gsize n_formats,
                                     SeidelPathAccepted accepted);

/* Handles the answer to a dialog for saving. */
void seidel_chooser_accept (SeidelChooser *self, GFile *file);

G_END_DECLS
