/* Taking things out: pictures, numbers, the solution; to a file or to the clipboard.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-private.h"

#include "draw/seidel-export.h"
#include "io/seidel-loader.h"

/* Pictures are sharp on screens of twice the usual density. */
#define PNG_SCALE 2.0

typedef void (*SaveFunc) (SeidelWindow *self, const char *path);

static void
draw_page (gconstpointer data, cairo_t *cr, double width, double height, const SeidelTheme *theme)
{
  seidel_page_draw (SEIDEL_PAGE ((gpointer) data), cr, width, height, theme);
}

static SeidelTheme
current_theme (void)
{
  return seidel_theme_get (adw_style_manager_get_dark (adw_style_manager_get_default ()));
}

static void
report_saved (SeidelWindow *self, const char *path, const GError *error)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *text = NULL;

  if (error == NULL)
    {
      text = g_strdup_printf ("Saved %s", name);
      seidel_window_tell (self, text);
      return;
    }
  text = g_strdup_printf ("“%s” could not be saved", name);
  seidel_window_complain (self, text, error->message);
}

/* --- asking for a place ---------------------------------------------------- */

static void
save_response_cb (SeidelWindow *self, int response, GtkFileChooser *chooser)
{
  SaveFunc save = (SaveFunc) g_object_get_data (G_OBJECT (chooser), "save");

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);
      g_autofree char *path = g_file_get_path (file);

      if (path != NULL)
        save (self, path);
      else
        seidel_window_complain (self, "Only local files can be written",
                                "Choose a folder on this machine.");
    }
  g_clear_object (&self->chooser);
}

static GtkFileChooser *
new_save_dialog (SeidelWindow *self, const char *title, const char *name, SaveFunc save)
{
  g_clear_object (&self->chooser);
  self->chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self),
                                               GTK_FILE_CHOOSER_ACTION_SAVE, "_Save", "_Cancel");
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
  g_object_set_data (G_OBJECT (self->chooser), "save", (gpointer) save);
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (save_response_cb), self);
  return GTK_FILE_CHOOSER (self->chooser);
}

/* --- pictures -------------------------------------------------------------- */

gboolean
seidel_window_export_picture_to (SeidelWindow *self, const char *path, GError **error)
{
  SeidelPage *page = seidel_window_get_page (self);
  SeidelTheme theme = current_theme ();

  g_return_val_if_fail (page != NULL, FALSE);

  return seidel_export_picture (draw_page, page, &theme, gtk_widget_get_width (GTK_WIDGET (page)),
                                gtk_widget_get_height (GTK_WIDGET (page)), PNG_SCALE, path, error);
}

static void
save_picture (SeidelWindow *self, const char *path)
{
  g_autoptr (GError) error = NULL;

  seidel_window_export_picture_to (self, path, &error);
  report_saved (self, path, error);
}

void
seidel_window_export_picture (SeidelWindow *self)
{
  SeidelPage *page = seidel_window_get_page (self);
  size_t n;
  const SeidelExportFormat *formats = seidel_export_formats (&n);
  g_autofree char *stem = seidel_page_get_export_name (page);
  g_autofree char *name = g_strconcat (stem, formats[0].suffix, NULL);
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  GtkFileChooser *chooser = new_save_dialog (self, "Export the Picture", name, save_picture);

  gtk_file_filter_set_name (all, "Pictures (the suffix decides)");
  for (size_t i = 0; i < n; i++)
    gtk_file_filter_add_suffix (all, formats[i].suffix + 1);
  gtk_file_chooser_add_filter (chooser, all);
  for (size_t i = 0; i < n; i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, formats[i].name);
      gtk_file_filter_add_suffix (filter, formats[i].suffix + 1);
      gtk_file_chooser_add_filter (chooser, filter);
    }
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* The picture for programs that take pictures, the numbers for those that take text. */
void
seidel_window_copy (SeidelWindow *self)
{
  SeidelPage *page = seidel_window_get_page (self);
  SeidelTheme theme = current_theme ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) png =
    seidel_export_to_png (draw_page, page, &theme, gtk_widget_get_width (GTK_WIDGET (page)),
                          gtk_widget_get_height (GTK_WIDGET (page)), PNG_SCALE, &error);
  g_autoptr (GdkTexture) texture = png != NULL ? gdk_texture_new_from_bytes (png, &error) : NULL;
  g_autofree char *csv = seidel_page_to_csv (page);
  GdkContentProvider *providers[2];
  g_autoptr (GdkContentProvider) both = NULL;
  gsize n = 0;

  if (texture == NULL)
    {
      seidel_window_complain (self, "The picture could not be copied", error->message);
      return;
    }
  providers[n++] = gdk_content_provider_new_typed (GDK_TYPE_TEXTURE, texture);
  if (csv != NULL)
    providers[n++] = gdk_content_provider_new_typed (G_TYPE_STRING, csv);
  both = gdk_content_provider_new_union (providers, n);
  gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (self)), both);
  seidel_window_tell (self, csv != NULL ? "Copied the picture, and its numbers as text"
                                        : "Copied the picture");
}

/* --- writing on a worker ---------------------------------------------------- */

typedef struct
{
  char *path;
  char *text; /* or NULL: */
  double *x;  /* n numbers */
  int64_t n;
} SaveJob;

static void
save_job_free (gpointer data)
{
  SaveJob *job = data;

  g_free (job->path);
  g_free (job->text);
  g_free (job->x);
  g_free (job);
}

static void
save_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  SaveJob *job = task_data;
  GError *error = NULL;

  if (job->text != NULL ? g_file_set_contents (job->path, job->text, -1, &error)
                        : seidel_save_vector (job->x, job->n, job->path, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GWeakRef *window = data;
  g_autoptr (SeidelWindow) self = g_weak_ref_get (window);
  SaveJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  if (self != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    report_saved (self, job->path, error);
  g_weak_ref_clear (window);
  g_free (window);
}

/* Takes the job. The window may be closed meanwhile: the file is written nevertheless. */
static void
begin_save (SeidelWindow *self, SaveJob *job)
{
  GWeakRef *window = g_new0 (GWeakRef, 1);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, saved_cb, window);

  g_weak_ref_init (window, self);
  g_task_set_source_tag (task, begin_save);
  g_task_set_task_data (task, job, save_job_free);
  g_task_run_in_thread (task, save_thread);
}

/* --- numbers ---------------------------------------------------------------- */

static void
save_numbers (SeidelWindow *self, const char *path)
{
  SaveJob *job = g_new0 (SaveJob, 1);

  job->path = g_strdup (path);
  job->text = g_strdup (g_object_get_data (G_OBJECT (self->chooser), "numbers"));
  begin_save (self, job);
}

void
seidel_window_export_numbers (SeidelWindow *self)
{
  SeidelPage *page = seidel_window_get_page (self);
  g_autofree char *csv = seidel_page_to_csv (page);
  g_autofree char *stem = seidel_page_get_export_name (page);
  g_autofree char *name = g_strconcat (stem, ".csv", NULL);
  GtkFileChooser *chooser;

  if (csv == NULL)
    {
      seidel_window_tell (self, "This page has no numbers to export yet");
      return;
    }
  /* What was shown when they were asked for, even if a live run goes on behind the dialog. */
  chooser = new_save_dialog (self, "Export the Numbers", name, save_numbers);
  g_object_set_data_full (G_OBJECT (chooser), "numbers", g_steal_pointer (&csv), g_free);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/* --- the solution ----------------------------------------------------------- */

/* A copy goes to the worker, since the run may be removed meanwhile. */
static void
save_solution (SeidelWindow *self, const char *path)
{
  SeidelRunItem *run = seidel_run_list_get_selected (self->runs);
  const SeidelOutcome *outcome = run != NULL ? seidel_run_item_get_outcome (run) : NULL;
  SaveJob *job;

  if (outcome == NULL || outcome->x == NULL)
    return;
  job = g_new0 (SaveJob, 1);
  job->path = g_strdup (path);
  job->x = g_memdup2 (outcome->x, (gsize) outcome->n * sizeof *outcome->x);
  job->n = outcome->n;
  begin_save (self, job);
}

void
seidel_window_save_solution (SeidelWindow *self)
{
  SeidelRunItem *run = seidel_run_list_get_selected (self->runs);
  g_autofree char *name =
    g_strdup_printf ("%s-solution-%u.mtx", seidel_run_item_get_matrix_name (run),
                     seidel_run_item_get_number (run));

  g_strdelimit (name, "/ ", '-');
  gtk_native_dialog_show (
    GTK_NATIVE_DIALOG (new_save_dialog (self, "Save the Solution", name, save_solution)));
}
