/* Saving: asking for a place and a format, and writing on a worker.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-private.h"

#include <glib/gi18n.h>

#include "draw/seidel-table-json.h"
#include "io/bytes/seidel-output.h"
#include "io/seidel-loader.h"
#include "matrix/seidel-vector.h"

void
seidel_window_report_saved (SeidelWindow *self, const char *path, const GError *error)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *text = NULL;

  if (error == NULL)
    {
      text = g_strdup_printf (_ ("Saved %s"), name);
      seidel_window_show_toast (self, text);
      return;
    }
  text = g_strdup_printf (_ ("“%s” could not be saved"), name);
  seidel_window_complain (self, text, error->message);
}

/* What a save dialog is about; it has this as data. The texts of the formats are static. */
typedef struct
{
  SeidelSaveFunc save;
  SeidelSaveFormat *formats;
  gsize n_formats;
} SaveDialog;

static void
save_dialog_free (gpointer data)
{
  SaveDialog *about = data;

  g_free (about->formats);
  g_free (about);
}

static const SeidelSaveFormat *
find_by_name (const SaveDialog *about, const char *name)
{
  for (gsize i = 0; i < about->n_formats && name != NULL; i++)
    if (g_str_equal (about->formats[i].name, name))
      return &about->formats[i];
  return NULL;
}

static const SeidelSaveFormat *
find_by_suffix (const SaveDialog *about, const char *file_name)
{
  g_autofree char *lower = g_ascii_strdown (file_name, -1);

  for (gsize i = 0; i < about->n_formats; i++)
    if (g_str_has_suffix (lower, about->formats[i].suffix))
      return &about->formats[i];
  return NULL;
}

/* The one whose filter is chosen, or NULL: the ending decides. */
static const SeidelSaveFormat *
chosen_format (const SaveDialog *about, GtkFileChooser *chooser)
{
  GtkFileFilter *filter = gtk_file_chooser_get_filter (chooser);

  return filter != NULL ? find_by_name (about, gtk_file_filter_get_name (filter)) : NULL;
}

/* The name takes the ending of the format. */
static void
filter_cb (GtkFileChooser *chooser)
{
  const SaveDialog *about = g_object_get_data (G_OBJECT (chooser), "save");
  const SeidelSaveFormat *format = chosen_format (about, chooser);
  g_autofree char *name = gtk_file_chooser_get_current_name (chooser);
  const SeidelSaveFormat *before = name != NULL ? find_by_suffix (about, name) : NULL;
  g_autofree char *stem = NULL;
  g_autofree char *renamed = NULL;

  if (format == NULL || before == NULL || before == format)
    return;
  stem = g_strndup (name, strlen (name) - strlen (before->suffix));
  renamed = g_strconcat (stem, format->suffix, NULL);
  gtk_file_chooser_set_current_name (chooser, renamed);
}

static void
replace_response_cb (SeidelWindow *self, const char *response, GtkWidget *dialog)
{
  SeidelSaveFunc save = (SeidelSaveFunc) g_object_get_data (G_OBJECT (dialog), "save");

  if (g_str_equal (response, "replace"))
    save (self, g_object_get_data (G_OBJECT (dialog), "path"));
}

/* The file dialog has asked about the name that was typed, not about one that was completed. */
static void
ask_to_replace (SeidelWindow *self, const char *path, SeidelSaveFunc save)
{
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *heading = g_strdup_printf (_ ("“%s” exists already"), name);
  GtkWidget *dialog =
    adw_message_dialog_new (GTK_WINDOW (self), heading, _ ("Saving replaces what is in it."));

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "replace",
                                    _ ("_Replace"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "replace",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data (G_OBJECT (dialog), "save", (gpointer) save);
  g_object_set_data_full (G_OBJECT (dialog), "path", g_strdup (path), g_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (replace_response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
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

/* A name without an ending gets one. */
static void
take_place (SeidelWindow *self, const SaveDialog *about, const char *path)
{
  const SeidelSaveFormat *format = chosen_format (about, GTK_FILE_CHOOSER (self->chooser));
  g_autofree char *completed = NULL;

  if (find_by_suffix (about, path) != NULL || has_ending (path))
    {
      about->save (self, path);
      return;
    }
  completed = g_strconcat (path, (format != NULL ? format : about->formats)->suffix, NULL);
  if (g_file_test (completed, G_FILE_TEST_EXISTS))
    ask_to_replace (self, completed, about->save);
  else
    about->save (self, completed);
}

void
seidel_window_save_as (SeidelWindow *self, GFile *file)
{
  const SaveDialog *about = g_object_get_data (G_OBJECT (self->chooser), "save");
  g_autofree char *path = g_file_get_path (file);

  g_clear_object (&self->save_folder);
  self->save_folder = g_file_get_parent (file);
  if (path != NULL)
    take_place (self, about, path);
  else
    seidel_window_complain (self, _ ("Only local files can be written"),
                            _ ("Choose a local folder"));
}

static void
save_response_cb (SeidelWindow *self, int response, GtkFileChooser *chooser)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (chooser);

      seidel_window_save_as (self, file);
    }
  g_clear_object (&self->chooser);
}

static void
add_filters (GtkFileChooser *chooser, const SaveDialog *about)
{
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  gtk_file_filter_set_name (all, _ ("By the file name extension"));
  for (gsize i = 0; i < about->n_formats; i++)
    gtk_file_filter_add_suffix (all, about->formats[i].suffix + 1);
  gtk_file_chooser_add_filter (chooser, all);
  for (gsize i = 0; i < about->n_formats; i++)
    {
      g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

      gtk_file_filter_set_name (filter, about->formats[i].name);
      gtk_file_filter_add_suffix (filter, about->formats[i].suffix + 1);
      gtk_file_chooser_add_filter (chooser, filter);
    }
}

GtkFileChooser *
seidel_window_new_save_dialog (SeidelWindow *self,
                               const char *title,
                               const char *stem,
                               const SeidelSaveFormat *formats,
                               gsize n_formats,
                               SeidelSaveFunc save)
{
  SaveDialog *about = g_new0 (SaveDialog, 1);
  g_autofree char *name = g_strconcat (stem, formats[0].suffix, NULL);

  g_strdelimit (name, "/", '-');
  about->save = save;
  about->formats = g_memdup2 (formats, n_formats * sizeof *formats);
  about->n_formats = n_formats;
  g_clear_object (&self->chooser);
  self->chooser =
    gtk_file_chooser_native_new (title, GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SAVE,
                                 _ ("_Save"), _ ("_Cancel"));
  g_object_set_data_full (G_OBJECT (self->chooser), "save", about, save_dialog_free);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  if (n_formats > 1)
    add_filters (GTK_FILE_CHOOSER (self->chooser), about);
  if (self->save_folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self->chooser), self->save_folder, NULL);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (self->chooser), name);
  g_signal_connect (self->chooser, "notify::filter", G_CALLBACK (filter_cb), NULL);
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (save_response_cb), self);
  return GTK_FILE_CHOOSER (self->chooser);
}

/* The formats of the table that can be written, the first one first. */
static SeidelSaveFormat *
writable_formats (gboolean vectors, gsize *n_writable)
{
  size_t n;
  const SeidelFormat *formats = seidel_formats (&n);
  SeidelSaveFormat *writable = g_new0 (SeidelSaveFormat, n);
  gsize count = 0;

  for (size_t i = 0; i < n; i++)
    if (vectors ? formats[i].writes_vectors : formats[i].writes_matrices)
      writable[count++] = (SeidelSaveFormat){ formats[i].name, formats[i].suffixes[0] };
  *n_writable = count;
  return writable;
}

/* How runs are written beside sessions. */
static struct
{
  SeidelSaveFormat format;
  SeidelRunsToText to_text; /* NULL: not set by the program */
} run_formats[] = {
  { { N_ ("JSON: set-up and outcome of each run"), ".json" }, NULL },
  { { N_ ("CSV: the points of all histories"), ".csv" }, NULL },
};

/* One of these is written. */
typedef struct
{
  char *path;
  char *text;
  gboolean table_to_json; /* the text is a table, of which JSON is written */
  double *x;              /* n numbers, of complex ones both parts of each */
  int64_t n;
  bool complex_numbers;
  SeidelMatrix *matrix;
  GPtrArray *entries;       /* SeidelSessionEntry */
  SeidelRunsToText to_text; /* of the entries; NULL: a session */
  SeidelProgress progress;
  GWeakRef window;
} SaveJob;

static void
save_job_free (gpointer data)
{
  SaveJob *job = data;

  g_free (job->path);
  g_free (job->text);
  seidel_vector_free (job->x);
  g_clear_pointer (&job->matrix, seidel_matrix_unref);
  g_clear_pointer (&job->entries, g_ptr_array_unref);
  g_weak_ref_clear (&job->window);
  g_free (job);
}

static SaveJob *
save_job_new (SeidelWindow *self, const char *path)
{
  SaveJob *job = g_new0 (SaveJob, 1);

  job->path = g_strdup (path);
  job->progress = (SeidelProgress) SEIDEL_PROGRESS_INIT;
  g_weak_ref_init (&job->window, self);
  return job;
}

static gboolean
write_job (SaveJob *job, GCancellable *cancellable, GError **error)
{
  if (job->to_text != NULL)
    job->text = job->to_text (job->entries);
  if (job->table_to_json)
    {
      g_autofree char *csv = g_steal_pointer (&job->text);

      job->text = seidel_table_to_json (csv);
    }
  if (job->text != NULL)
    return seidel_output_save (job->path, job->text, strlen (job->text), error);
  if (job->entries != NULL)
    return seidel_session_save (job->path, (SeidelSessionEntry **) job->entries->pdata,
                                job->entries->len, error);
  if (job->matrix != NULL)
    return seidel_save_matrix (job->matrix, job->path, &job->progress, cancellable, error);
  return seidel_save_vector (job->x, job->n, job->complex_numbers, job->path, error);
}

static void
save_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (write_job (task_data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* The window lets go of the saving of a matrix that has ended. */
static void
end_save (SeidelWindow *self, GTask *task)
{
  if (self->save != task)
    return;
  seidel_progress_strip_end (self->save_strip);
  g_clear_object (&self->save);
  seidel_window_actions_update (self);
}

static void
saved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = G_TASK (result);
  GApplication *application = data;
  SaveJob *job = g_task_get_task_data (task);
  g_autoptr (SeidelWindow) self = g_weak_ref_get (&job->window);
  g_autoptr (GError) error = NULL;

  g_task_propagate_boolean (task, &error);
  if (self != NULL)
    end_save (self, task);
  if (self != NULL && job->entries != NULL && job->to_text == NULL && error == NULL)
    seidel_window_session_saved (self, job->path);
  if (self != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        seidel_window_show_toast (self, _ ("Saving was cancelled"));
      else
        seidel_window_report_saved (self, job->path, error);
    }
  if (application != NULL)
    g_application_release (application);
}

/* Takes the job. The window may be closed meanwhile: the file is written nevertheless, and the
 * program lives until it is. */
static GTask *
begin_save (SeidelWindow *self, SaveJob *job)
{
  GApplication *application = G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self)));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, saved_cb, application);

  if (application != NULL)
    g_application_hold (application);
  g_task_set_source_tag (task, begin_save);
  g_task_set_task_data (task, job, save_job_free);
  g_task_run_in_thread (task, save_thread);
  return g_steal_pointer (&task);
}

void
seidel_window_save_table (SeidelWindow *self, const char *path, const char *csv)
{
  SaveJob *job = save_job_new (self, path);

  job->text = g_strdup (csv);
  job->table_to_json = g_str_has_suffix (path, ".json");
  g_object_unref (begin_save (self, job));
}

void
seidel_window_save_session_to (SeidelWindow *self, const char *path)
{
  SaveJob *job = save_job_new (self, path);

  job->entries = seidel_run_session_list (self->runs);
  g_object_unref (begin_save (self, job));
}

void
seidel_window_set_run_writers (SeidelRunsToText to_json, SeidelRunsToText to_csv)
{
  run_formats[0].to_text = to_json;
  run_formats[1].to_text = to_csv;
}

gboolean
seidel_window_can_export_runs (SeidelWindow *self)
{
  return run_formats[0].to_text != NULL && g_list_model_get_n_items (G_LIST_MODEL (self->runs)) > 0;
}

/* The format is that of the ending, or the first one. */
void
seidel_window_export_runs_to (SeidelWindow *self, const char *path)
{
  SaveJob *job = save_job_new (self, path);

  job->entries = seidel_run_session_list (self->runs);
  job->to_text = run_formats[0].to_text;
  for (gsize i = 0; i < G_N_ELEMENTS (run_formats); i++)
    if (g_str_has_suffix (path, run_formats[i].format.suffix))
      job->to_text = run_formats[i].to_text;
  g_object_unref (begin_save (self, job));
}

void
seidel_window_export_runs (SeidelWindow *self)
{
  SeidelSaveFormat choices[G_N_ELEMENTS (run_formats)];

  for (gsize i = 0; i < G_N_ELEMENTS (run_formats); i++)
    choices[i] = (SeidelSaveFormat){ _ (run_formats[i].format.name), run_formats[i].format.suffix };
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (
    seidel_window_new_save_dialog (self, _ ("Export the Runs"), "runs", choices,
                                   G_N_ELEMENTS (choices), seidel_window_export_runs_to)));
}

/* A copy goes to the worker, since the run may be removed meanwhile. */
static void
save_solution_to (SeidelWindow *self, const char *path)
{
  SeidelRunItem *run = seidel_run_list_get_selected (self->runs);
  const SeidelOutcome *outcome = run != NULL ? seidel_run_item_get_outcome (run) : NULL;
  g_autoptr (GError) error = NULL;
  SaveJob *job;

  if (outcome == NULL || !outcome->computed)
    return;
  job = save_job_new (self, path);
  job->n = seidel_outcome_unknowns (outcome);
  job->complex_numbers = outcome->complex_values;
  job->x = seidel_vector_new (outcome->n, &error);
  if (job->x == NULL)
    {
      seidel_window_report_saved (self, path, error);
      save_job_free (job);
      return;
    }
  memcpy (job->x, outcome->x, (size_t) outcome->n * sizeof *job->x);
  g_object_unref (begin_save (self, job));
}

void
seidel_window_save_solution (SeidelWindow *self)
{
  SeidelRunItem *run = seidel_run_list_get_selected (self->runs);
  g_autofree char *stem = g_strdup_printf ("%s-solution-%u", seidel_run_item_get_matrix_name (run),
                                           seidel_run_item_get_number (run));
  gsize n;
  g_autofree SeidelSaveFormat *formats = writable_formats (TRUE, &n);

  g_strdelimit (stem, " ", '-');
  gtk_native_dialog_show (
    GTK_NATIVE_DIALOG (seidel_window_new_save_dialog (self, _ ("Save the Solution"), stem, formats,
                                                      n, save_solution_to)));
}

void
seidel_window_save_matrix_to (SeidelWindow *self, const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);
  SaveJob *job;

  if (self->document == NULL || self->save != NULL)
    return;
  job = save_job_new (self, path);
  job->matrix = seidel_matrix_ref (seidel_document_get_matrix (self->document));
  self->save = begin_save (self, job);
  seidel_progress_strip_begin (self->save_strip, name, _ ("Saving"), &job->progress);
  seidel_window_actions_update (self);
}

void
seidel_window_save_matrix (SeidelWindow *self)
{
  g_autofree char *stem = g_strdup (seidel_document_get_title (self->document));
  gsize n;
  g_autofree SeidelSaveFormat *formats = writable_formats (FALSE, &n);

  g_strdelimit (stem, " ", '-');
  gtk_native_dialog_show (
    GTK_NATIVE_DIALOG (seidel_window_new_save_dialog (self, _ ("Save the Matrix"), stem, formats, n,
                                                      seidel_window_save_matrix_to)));
}

void
seidel_window_cancel_save (SeidelWindow *self)
{
  if (self->save != NULL)
    g_cancellable_cancel (g_task_get_cancellable (self->save));
}
