/* Asking which matrix to open: a file, one of its matrices, or one of the gallery.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-private.h"

#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"
#include "window/seidel-generate-dialog.h"
#include "window/seidel-variable-dialog.h"

static void
generate_cb (SeidelWindow *self, SeidelGenerateDialog *dialog)
{
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];

  seidel_generate_dialog_get_values (dialog, values);
  seidel_window_open_gallery (self, seidel_generate_dialog_get_kind (dialog)->id, values);
}

void
seidel_window_choose_gallery (SeidelWindow *self)
{
  SeidelGenerateDialog *dialog = seidel_generate_dialog_new (GTK_WINDOW (self));

  g_signal_connect_object (dialog, "accepted", G_CALLBACK (generate_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
variable_cb (SeidelWindow *self, SeidelVariableDialog *dialog)
{
  GFile *file = g_object_get_data (G_OBJECT (dialog), "file");

  seidel_window_open_variable (self, file, seidel_variable_dialog_get_name (dialog));
}

void
seidel_window_choose_variable (SeidelWindow *self, GFile *file, GPtrArray *variables)
{
  g_autofree char *name = g_file_get_basename (file);
  SeidelVariableDialog *dialog = seidel_variable_dialog_new (GTK_WINDOW (self), name, variables);

  g_object_set_data_full (G_OBJECT (dialog), "file", g_object_ref (file), g_object_unref);
  g_signal_connect_object (dialog, "accepted", G_CALLBACK (variable_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* What is compressed has an ending more, ".mtx.xz". */
static void
add_suffixes (GtkFileFilter *filter, const SeidelFormat *format)
{
  for (const char *const *suffix = format->suffixes; *suffix != NULL; suffix++)
    {
      g_autofree char *compressed = g_strdup_printf ("*%s.*", *suffix);

      gtk_file_filter_add_suffix (filter, *suffix + 1);
      gtk_file_filter_add_pattern (filter, compressed);
    }
}

static void
add_filters (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) any = gtk_file_filter_new ();
  size_t n;
  const SeidelFormat *formats = seidel_formats (&n);

  gtk_file_filter_set_name (all, "All matrices");
  gtk_file_filter_set_name (any, "All files");
  gtk_file_filter_add_pattern (any, "*");
  for (size_t i = 0; i < n; i++)
    add_suffixes (all, &formats[i]);
  gtk_file_chooser_add_filter (chooser, all);
  for (size_t i = 0; i < n; i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, formats[i].name);
      add_suffixes (filter, &formats[i]);
      gtk_file_chooser_add_filter (chooser, filter);
    }
  gtk_file_chooser_add_filter (chooser, any);
}

static void
chosen_cb (SeidelWindow *self, int response, GtkFileChooser *chooser)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);

      seidel_window_open (self, file);
    }
  g_clear_object (&self->chooser);
}

void
seidel_window_choose_file (SeidelWindow *self)
{
  const char *path =
    self->document != NULL ? seidel_document_get_matrix (self->document)->origin.path : NULL;

  g_clear_object (&self->chooser);
  self->chooser = gtk_file_chooser_native_new ("Open a Matrix", GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_OPEN, "_Open", "_Cancel");
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  add_filters (GTK_FILE_CHOOSER (self->chooser));
  if (path != NULL)
    {
      g_autofree char *folder = g_path_get_dirname (path);
      g_autoptr (GFile) file = g_file_new_for_path (folder);

      gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self->chooser), file, NULL);
    }
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (chosen_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}
