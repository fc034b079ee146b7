/* The file dialogs of a window, one at a time: for a file to open, or a place and a format to save.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-chooser.h"

#include <glib/gi18n.h>
#include <string.h>

#include "window/seidel-file-dialog.h"
#include "window/seidel-messages.h"

static const SeidelSaveFormat *
find_by_name (SeidelChooser *self, const char *name)
{
  for (gsize i = 0; i < self->n_formats && name != NULL; i++)
    if (g_str_equal (self->formats[i].name, name))
      return &self->formats[i];
  return NULL;
}

static const SeidelSaveFormat *
find_by_suffix (SeidelChooser *self, const char *file_name)
{
  g_autofree char *lower = g_ascii_strdown (file_name, -1);

  for (gsize i = 0; i < self->n_formats; i++)
    if (g_str_has_suffix (lower, self->formats[i].suffix))
      return &self->formats[i];
  return NULL;
}

/* The one whose filter is chosen, or NULL: the ending decides. */
static const SeidelSaveFormat *
chosen_format (SeidelChooser *self)
{
  GtkFileFilter *filter = gtk_file_chooser_get_filter (GTK_FILE_CHOOSER (self->dialog));

  return filter != NULL ? find_by_name (self, gtk_file_filter_get_name (filter)) : NULL;
}

/* The name takes the ending of the format. */
static void
filter_cb (SeidelChooser *self)
{
  GtkFileChooser *dialog = GTK_FILE_CHOOSER (self->dialog);
  const SeidelSaveFormat *format = chosen_format (self);
  g_autofree char *name = gtk_file_chooser_get_current_name (dialog);
  const SeidelSaveFormat *before = name != NULL ? find_by_suffix (self, name) : NULL;
  g_autofree char *stem = NULL;
  g_autofree char *renamed = NULL;

  if (format == NULL || before == NULL || before == format)
    return;
  stem = g_strndup (name, strlen (name) - strlen (before->suffix));
  renamed = g_strconcat (stem, format->suffix, NULL);
  gtk_file_chooser_set_current_name (dialog, renamed);
}

/* Whether a name has an extension of the user's choice, such as ".dat"; "jumps-2.5" does
 * not. */
static gboolean
has_ending (const char *path)
{
  const char *dot = strrchr (path, '.');
  gboolean letters = FALSE;

  if (dot == NULL || strlen (dot) > 6)
    return FALSE;
  for (const char *p = dot + 1; *p != '\0'; p++)
    {
      if (!g_ascii_isalnum (*p))
        return FALSE;
      letters = letters || g_ascii_isalpha (*p);
    }
  return letters;
}

static void
replace_response_cb (GtkWindow *window, const char *response, GtkWidget *question)
{
  SeidelPathAccepted save = (SeidelPathAccepted) g_object_get_data (G_OBJECT (question), "save");

  if (g_str_equal (response, "accept"))
    save (window, g_object_get_data (G_OBJECT (question), "path"));
}

/* The file dialog has asked about the name that was typed, not about one that was completed. */
static void
ask_to_replace (SeidelChooser *self, const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *heading = g_strdup_printf (_ ("“%s” exists already"), name);
  GtkWidget *question = seidel_question_new (self->window, heading,
                                             _ ("Saving replaces what is in it."), _ ("_Replace"));

  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (question), "accept",
                                              ADW_RESPONSE_DESTRUCTIVE);
  g_object_set_data (G_OBJECT (question), "save", (gpointer) self->save);
  g_object_set_data_full (G_OBJECT (question), "path", g_strdup (path), g_free);
  g_signal_connect_object (question, "response", G_CALLBACK (replace_response_cb), self->window,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (question));
}

void
seidel_chooser_accept (SeidelChooser *self, GFile *file)
{
  const SeidelSaveFormat *format = chosen_format (self);
  const char *path = g_file_peek_path (file);
  g_autofree char *completed = NULL;

  g_clear_object (&self->save_folder);
  self->save_folder = g_file_get_parent (file);
  if (path == NULL)
    {
      seidel_complain (self->window, _ ("Only local files can be written"),
                       _ ("Choose a local folder"));
      return;
    }
  if (find_by_suffix (self, path) != NULL || has_ending (path))
    {
      self->save (self->window, path);
      return;
    }
  /* A name without an ending gets one. */
  completed = g_strconcat (path, (format != NULL ? format : self->formats)->suffix, NULL);
  if (g_file_test (completed, G_FILE_TEST_EXISTS))
    ask_to_replace (self, completed);
  else
    self->save (self->window, completed);
}

static void
release_dialog (SeidelChooser *self)
{
  if (self->dialog == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->dialog, self);
  g_clear_pointer (&self->dialog, seidel_file_dialog_release);
}

static void
response_cb (SeidelChooser *self, int response, GtkFileChooser *dialog)
{
  g_autoptr (GFile) file =
    response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (dialog) : NULL;

  if (file != NULL && self->open != NULL)
    self->open (self->window, file);
  else if (file != NULL)
    seidel_chooser_accept (self, file);
  release_dialog (self);
}

static GtkFileChooser *
new_dialog (SeidelChooser *self, const char *title, GtkFileChooserAction action, const char *accept)
{
  release_dialog (self);
  self->dialog = gtk_file_chooser_native_new (title, self->window, action, accept, _ ("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->dialog), TRUE);
  g_signal_connect_swapped (self->dialog, "response", G_CALLBACK (response_cb), self);
  return GTK_FILE_CHOOSER (self->dialog);
}

GtkFileChooser *
seidel_chooser_open (SeidelChooser *self, const char *title, SeidelFileAccepted accepted)
{
  self->open = accepted;
  return new_dialog (self, title, GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"));
}

static void
add_filters (GtkFileChooser *dialog, const SeidelSaveFormat *formats, gsize n)
{
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (all, _ ("By the file name extension"));
  for (gsize i = 0; i < n; i++)
    gtk_file_filter_add_suffix (all, formats[i].suffix + 1);
  gtk_file_chooser_add_filter (dialog, all);
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, formats[i].name);
      gtk_file_filter_add_suffix (filter, formats[i].suffix + 1);
      gtk_file_chooser_add_filter (dialog, filter);
    }
}

GtkFileChooser *
seidel_chooser_save (SeidelChooser *self,
                     const char *title,
                     const char *stem,
                     const SeidelSaveFormat *formats,
                     gsize n_formats,
                     SeidelPathAccepted accepted)
{
  g_autofree char *name = g_strconcat (stem, formats[0].suffix, NULL);
  GtkFileChooser *dialog;

  self->open = NULL;
  self->save = accepted;
  g_free (self->formats);
  self->formats = g_memdup2 (formats, n_formats * sizeof *formats);
  self->n_formats = n_formats;
  dialog = new_dialog (self, title, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"));
  if (n_formats > 1)
    add_filters (dialog, formats, n_formats);
  if (self->save_folder != NULL)
    gtk_file_chooser_set_current_folder (dialog, self->save_folder, NULL);
  g_strdelimit (name, "/", '-');
  gtk_file_chooser_set_current_name (dialog, name);
  g_signal_connect_swapped (dialog, "notify::filter", G_CALLBACK (filter_cb), self);
  return dialog;
}

void
seidel_chooser_clear (SeidelChooser *self)
{
  release_dialog (self);
  g_clear_object (&self->save_folder);
  g_clear_pointer (&self->formats, g_free);
}
