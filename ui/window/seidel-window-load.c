/* Loading: on a worker, with progress after a moment, and never at the cost of what is open.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-private.h"

#include "analysis/seidel-ordering.h"
#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"
#include "window/seidel-generate-dialog.h"
#include "window/seidel-recent.h"

#define POLL_MILLISECONDS        50
#define SHOWN_AFTER_MICROSECONDS (300 * 1000)

/* What the worker sees of a load: a path, a kind of the gallery, or a matrix. Freed with its task,
 * wherever that happens. */
typedef struct
{
  char *path;                    /* or NULL: */
  const SeidelGalleryKind *kind; /* with */
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  SeidelMatrix *matrix; /* or NULL: to be put into another */
  SeidelOrderingSpec order;
  SeidelProgress progress;
} LoadJob;

struct SeidelLoad
{
  GTask *task;
  GCancellable *cancellable;
  GFile *file;             /* or NULL */
  SeidelDocument *natural; /* of a matrix to be reordered, or NULL */
  char *name;
  gint64 begun;
  guint poll_id;
};

static void
load_job_free (gpointer data)
{
  LoadJob *job = data;

  g_free (job->path);
  g_clear_pointer (&job->matrix, seidel_matrix_unref);
  g_free (job);
}

static void
load_free (SeidelLoad *load)
{
  g_clear_handle_id (&load->poll_id, g_source_remove);
  g_object_unref (load->task);
  g_object_unref (load->cancellable);
  g_clear_object (&load->file);
  g_clear_object (&load->natural);
  g_free (load->name);
  g_free (load);
}

static SeidelMatrix *
do_job (LoadJob *job, GCancellable *cancellable, GError **error)
{
  if (job->path != NULL)
    return seidel_load_matrix (job->path, &job->progress, cancellable, error);
  if (job->matrix != NULL)
    return seidel_ordering_apply (&job->order, job->matrix, &job->progress, cancellable, error);
  return seidel_gallery_make (job->kind, job->values, &job->progress, cancellable, error);
}

static void
load_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  LoadJob *job = task_data;
  GError *error = NULL;
  SeidelMatrix *matrix = do_job (job, cancellable, &error);

  if (matrix != NULL)
    g_task_return_pointer (task, matrix, (GDestroyNotify) seidel_matrix_unref);
  else
    g_task_return_error (task, error);
}

/* --- progress -------------------------------------------------------------- */

static gboolean
poll_cb (gpointer data)
{
  SeidelWindow *self = data;
  LoadJob *job = g_task_get_task_data (self->load->task);
  const char *activity = atomic_load (&job->progress.activity);
  int permille = atomic_load (&job->progress.permille);
  g_autofree char *text = NULL;

  if (g_get_monotonic_time () - self->load->begun < SHOWN_AFTER_MICROSECONDS)
    return G_SOURCE_CONTINUE;
  if (permille >= 0)
    {
      text = g_strdup_printf ("%s: %s, %d %%", self->load->name,
                              activity != NULL ? activity : "Loading", permille / 10);
      gtk_progress_bar_set_fraction (self->load_bar, permille / 1000.0);
    }
  else
    {
      text = g_strdup_printf ("%s: %s…", self->load->name, activity != NULL ? activity : "Loading");
      gtk_progress_bar_pulse (self->load_bar);
    }
  gtk_label_set_label (self->load_label, text);
  gtk_revealer_set_reveal_child (self->load_revealer, TRUE);
  return G_SOURCE_CONTINUE;
}

/* Forgets the load that went on, if any; its task then finds itself cancelled. */
static void
end_load (SeidelWindow *self)
{
  if (self->load == NULL)
    return;
  g_clear_pointer (&self->load, load_free);
  if (self->load_revealer != NULL)
    gtk_revealer_set_reveal_child (self->load_revealer, FALSE);
  g_object_notify (G_OBJECT (self), "loading");
}

void
seidel_window_cancel_load (SeidelWindow *self)
{
  if (self->load == NULL)
    return;
  g_cancellable_cancel (self->load->cancellable);
  end_load (self);
  seidel_window_actions_update (self);
}

/* --- the end --------------------------------------------------------------- */

static void
fail (SeidelWindow *self, const SeidelLoad *load, const GError *error)
{
  g_autofree char *heading =
    g_strdup_printf (load->natural != NULL ? "The rows of “%s” could not be put into that order"
                                           : "“%s” could not be opened",
                     load->name);
  g_autofree char *body = NULL;

  if (self->document != NULL)
    body = g_strdup_printf ("%s\n\n%s is still open.", error->message,
                            seidel_document_get_title (self->document));
  seidel_window_complain (self, heading, body != NULL ? body : error->message);
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = G_TASK (result);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = g_task_propagate_pointer (task, &error);
  g_autoptr (SeidelDocument) document = NULL;
  SeidelWindow *self = data;

  /* Cancelled by the user, by another load, or with the window: then there is no window to speak
   * of. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return;

  if (matrix == NULL)
    fail (self, self->load, error);
  else if (self->load->natural != NULL)
    document = seidel_document_new_reordered (matrix, self->load->natural);
  else
    document = seidel_document_new (matrix);
  if (matrix != NULL && self->load->file != NULL)
    seidel_recent_add (self->load->file);
  end_load (self);
  if (document != NULL)
    seidel_window_set_document (self, document);
  else
    seidel_window_actions_update (self);
}

/* --- the beginning --------------------------------------------------------- */

static void
begin_load (SeidelWindow *self, LoadJob *job, GFile *file, const char *name)
{
  SeidelLoad *load = g_new0 (SeidelLoad, 1);

  seidel_window_cancel_load (self);
  atomic_init (&job->progress.permille, -1);
  load->cancellable = g_cancellable_new ();
  load->file = file != NULL ? g_object_ref (file) : NULL;
  load->name = g_strdup (name);
  load->begun = g_get_monotonic_time ();
  load->task = g_task_new (NULL, load->cancellable, loaded_cb, self);
  g_task_set_source_tag (load->task, begin_load);
  g_task_set_task_data (load->task, job, load_job_free);
  load->poll_id = g_timeout_add (POLL_MILLISECONDS, poll_cb, self);
  self->load = load;
  g_task_run_in_thread (load->task, load_thread);
  g_object_notify (G_OBJECT (self), "loading");
  seidel_window_actions_update (self);
}

void
seidel_window_open (SeidelWindow *self, GFile *file)
{
  g_autofree char *name = NULL;
  g_autofree char *path = NULL;
  LoadJob *job;

  g_return_if_fail (SEIDEL_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  name = g_file_get_basename (file);
  path = g_file_get_path (file);
  if (path == NULL)
    {
      g_autofree char *uri = g_file_get_uri (file);
      g_autofree char *body =
        g_strdup_printf ("%s is not on this machine: copy the file here first.", uri);

      seidel_window_complain (self, "Only local files can be opened", body);
      return;
    }
  job = g_new0 (LoadJob, 1);
  job->path = g_steal_pointer (&path);
  begin_load (self, job, file, name);
}

void
seidel_window_open_gallery (SeidelWindow *self, const char *kind, const double *values)
{
  LoadJob *job;

  g_return_if_fail (SEIDEL_IS_WINDOW (self));
  g_return_if_fail (seidel_gallery_find (kind) != NULL);

  job = g_new0 (LoadJob, 1);
  job->kind = seidel_gallery_find (kind);
  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS && job->kind->parameters[i].id != NULL; i++)
    job->values[i] = values != NULL ? values[i] : job->kind->parameters[i].initial;
  begin_load (self, job, NULL, job->kind->name);
}

void
seidel_window_order (SeidelWindow *self, const SeidelOrderingSpec *order)
{
  SeidelDocument *natural = seidel_document_get_natural (self->document);
  LoadJob *job;

  if (g_str_equal (order->ordering->id, SEIDEL_ORDERING_NATURAL))
    {
      seidel_window_cancel_load (self);
      seidel_window_set_document (self, natural);
      return;
    }
  job = g_new0 (LoadJob, 1);
  job->matrix = seidel_matrix_ref (seidel_document_get_matrix (natural));
  job->order = *order;
  begin_load (self, job, NULL, seidel_document_get_title (natural));
  self->load->natural = g_object_ref (natural);
}

static void
accepted_cb (SeidelWindow *self, SeidelGenerateDialog *dialog)
{
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];

  seidel_generate_dialog_get_values (dialog, values);
  seidel_window_open_gallery (self, seidel_generate_dialog_get_kind (dialog)->id, values);
}

void
seidel_window_choose_gallery (SeidelWindow *self)
{
  SeidelGenerateDialog *dialog = seidel_generate_dialog_new (GTK_WINDOW (self));

  g_signal_connect_object (dialog, "accepted", G_CALLBACK (accepted_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* --- the dialog ------------------------------------------------------------ */

static void
add_suffixes (GtkFileFilter *filter, const SeidelFormat *format)
{
  for (const char *const *suffix = format->suffixes; *suffix != NULL; suffix++)
    gtk_file_filter_add_suffix (filter, **suffix == '.' ? *suffix + 1 : *suffix);
}

static void
add_filters (GtkFileChooser *chooser)
{
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) any = gtk_file_filter_new ();
  size_t n;
  const SeidelFormat *formats = seidel_formats (&n);

  gtk_file_filter_set_name (all, "Matrices");
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
