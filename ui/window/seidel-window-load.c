/* Loading: on a worker, with progress after a moment, and never at the cost of what is open.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-private.h"

#include <glib/gi18n.h>

#include "analysis/seidel-ordering.h"
#include "draw/seidel-translate.h"
#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"
#include "base/seidel-error.h"
#include "window/seidel-recent.h"

/* What the worker sees of a load: a path, a kind of the gallery, or a matrix. Freed with its task,
 * wherever that happens. */
typedef struct
{
  char *path;                    /* or NULL: */
  char *variable;                /* of the file, or NULL */
  gboolean any_size;             /* the user has agreed to it */
  gboolean again;                /* the variable was chosen earlier, and may be there no more */
  GPtrArray *variables;          /* by the worker, where one is to be chosen */
  gboolean session;              /* the file is a session */
  GPtrArray *entries;            /* by the worker: its runs */
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
};

static void
load_job_free (gpointer data)
{
  LoadJob *job = data;

  g_free (job->path);
  g_free (job->variable);
  g_clear_pointer (&job->variables, g_ptr_array_unref);
  g_clear_pointer (&job->matrix, seidel_matrix_unref);
  g_clear_pointer (&job->entries, g_ptr_array_unref);
  g_free (job);
}

static void
load_free (SeidelLoad *load)
{
  g_object_unref (load->task);
  g_object_unref (load->cancellable);
  g_clear_object (&load->file);
  g_clear_object (&load->natural);
  g_free (load->name);
  g_free (load);
}

static gboolean
is_usable (GPtrArray *variables, const char *name)
{
  for (guint i = 0; i < variables->len; i++)
    {
      const SeidelVariable *variable = g_ptr_array_index (variables, i);

      if (variable->usable && (name == NULL || g_strcmp0 (variable->name, name) == 0))
        return TRUE;
    }
  return FALSE;
}

/* Whether a choice that was made earlier is to be forgotten: the file has changed since. */
static gboolean
is_outdated (const LoadJob *job, GCancellable *cancellable)
{
  g_autoptr (GPtrArray) variables = NULL;

  if (!job->again || job->variable == NULL || g_cancellable_is_cancelled (cancellable))
    return FALSE;
  variables = seidel_list_variables (job->path, cancellable, NULL);
  return variables != NULL && !is_usable (variables, job->variable);
}

static SeidelMatrix *
load_file (LoadJob *job, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) cause = NULL;
  SeidelMatrix *matrix =
    (job->any_size ? seidel_load_any_size : seidel_load_variable) (job->path, job->variable,
                                                                   &job->progress, cancellable,
                                                                   &cause);

  if (matrix == NULL && is_outdated (job, cancellable))
    {
      g_clear_error (&cause);
      matrix = seidel_load_variable (job->path, NULL, &job->progress, cancellable, &cause);
    }
  if (g_error_matches (cause, SEIDEL_ERROR, SEIDEL_ERROR_CHOICE))
    job->variables = seidel_list_variables (job->path, cancellable, NULL);
  if (cause != NULL)
    g_propagate_error (error, g_steal_pointer (&cause));
  return matrix;
}

/* A session has no matrix: NULL without an error. */
static SeidelMatrix *
do_job (LoadJob *job, GCancellable *cancellable, GError **error)
{
  if (job->session)
    {
      job->entries = seidel_session_read (job->path, cancellable, error);
      return NULL;
    }
  if (job->path != NULL)
    return load_file (job, cancellable, error);
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

  if (error == NULL)
    g_task_return_pointer (task, matrix, (GDestroyNotify) seidel_matrix_unref);
  else
    g_task_return_error (task, error);
}

/* Forgets the load that went on, if any; its task then finds itself cancelled. */
static void
end_load (SeidelWindow *self)
{
  if (self->load == NULL)
    return;
  if (self->load_strip != NULL)
    seidel_progress_strip_end (self->load_strip);
  g_clear_pointer (&self->load, load_free);
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

static void
fail (SeidelWindow *self, const SeidelLoad *load, const GError *error)
{
  g_autofree char *heading =
    g_strdup_printf (load->natural != NULL ? _ ("“%s” could not be reordered")
                                           : _ ("“%s” could not be opened"),
                     load->name);
  g_autofree char *body = NULL;

  if (self->document != NULL)
    body = g_strdup_printf (_ ("%s\n\n%s is still open."), error->message,
                            seidel_document_get_title (self->document));
  seidel_window_complain (self, heading, body != NULL ? body : error->message);
}

/* FALSE when there is no choice. */
static gboolean
ask_which (SeidelWindow *self, GTask *task)
{
  const LoadJob *job = g_task_get_task_data (task);

  if (job->variables == NULL || !is_usable (job->variables, NULL))
    return FALSE;
  seidel_window_choose_variable (self, self->load->file, job->variables);
  return TRUE;
}

static void open_file (SeidelWindow *self, GFile *file, const LoadJob *job);

/* What a question about the size is about. */
static void
size_response_cb (SeidelWindow *self, const char *response, GtkWidget *dialog)
{
  const LoadJob *job = g_object_get_data (G_OBJECT (dialog), "job");
  GFile *file = g_object_get_data (G_OBJECT (dialog), "file");

  if (g_str_equal (response, "open"))
    open_file (self, file,
               &(LoadJob){ .variable = job->variable, .again = job->again, .any_size = TRUE });
}

/* FALSE when the failure has another cause. */
static gboolean
ask_size (SeidelWindow *self, GTask *task, const GError *error)
{
  const LoadJob *job = g_task_get_task_data (task);
  g_autofree char *heading = NULL;
  GtkWidget *dialog;

  if (!g_error_matches (error, SEIDEL_ERROR, SEIDEL_ERROR_LARGE))
    return FALSE;
  heading = g_strdup_printf (_ ("Open “%s”?"), self->load->name);
  dialog = adw_message_dialog_new (GTK_WINDOW (self), heading, error->message);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "open",
                                    _ ("_Open Anyway"), NULL);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data_full (G_OBJECT (dialog), "task", g_object_ref (task), g_object_unref);
  g_object_set_data (G_OBJECT (dialog), "job", (gpointer) job);
  g_object_set_data_full (G_OBJECT (dialog), "file", g_object_ref (self->load->file),
                          g_object_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (size_response_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  return TRUE;
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = G_TASK (result);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = g_task_propagate_pointer (task, &error);
  g_autoptr (SeidelDocument) document = NULL;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GFile) session = NULL;
  SeidelWindow *self = data;

  /* Cancelled by the user, by another load, or with the window: then there is no window to speak
   * of. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return;

  if (matrix != NULL && self->load->natural != NULL)
    document = seidel_document_new_reordered (matrix, self->load->natural);
  else if (matrix != NULL)
    document = seidel_document_new (matrix);
  else if (error != NULL && !ask_which (self, task) && !ask_size (self, task, error))
    fail (self, self->load, error);
  entries = ((LoadJob *) g_task_get_task_data (task))->entries;
  if (entries != NULL)
    {
      session = g_object_ref (self->load->file);
      g_ptr_array_ref (entries);
    }
  if (matrix != NULL && self->load->file != NULL)
    seidel_recent_add (self->load->file, matrix->origin.variable);
  end_load (self);
  if (document != NULL)
    seidel_window_set_document (self, document);
  else if (session != NULL)
    seidel_window_take_session (self, session, entries);
  else
    seidel_window_actions_update (self);
}

static void
begin_load (SeidelWindow *self, LoadJob *job, GFile *file, const char *name)
{
  SeidelLoad *load = g_new0 (SeidelLoad, 1);

  seidel_window_cancel_load (self);
  job->progress = (SeidelProgress) SEIDEL_PROGRESS_INIT;
  load->cancellable = g_cancellable_new ();
  load->file = file != NULL ? g_object_ref (file) : NULL;
  load->name = g_strdup (name);
  load->task = g_task_new (NULL, load->cancellable, loaded_cb, self);
  g_task_set_source_tag (load->task, begin_load);
  g_task_set_task_data (load->task, job, load_job_free);
  self->load = load;
  seidel_progress_strip_begin (self->load_strip, name, _ ("Loading"), &job->progress);
  g_task_run_in_thread (load->task, load_thread);
  g_object_notify (G_OBJECT (self), "loading");
  seidel_window_actions_update (self);
}

/* What is to be opened, in a job of its own. */
static void
open_file (SeidelWindow *self, GFile *file, const LoadJob *wanted)
{
  g_autofree char *path = g_file_get_path (file);
  g_autofree char *name = path != NULL ? g_filename_display_basename (path) : NULL;
  LoadJob *job;

  if (path == NULL)
    {
      g_autofree char *uri = g_file_get_uri (file);
      g_autofree char *body =
        g_strdup_printf (_ ("%s is not on this machine: copy the file here first."), uri);

      seidel_window_complain (self, _ ("Only local files can be opened"), body);
      return;
    }
  job = g_new0 (LoadJob, 1);
  job->path = g_steal_pointer (&path);
  job->variable = g_strdup (wanted->variable);
  job->again = wanted->again;
  job->any_size = wanted->any_size;
  job->session = seidel_session_recognise (job->path);
  begin_load (self, job, file, name);
}

void
seidel_window_open (SeidelWindow *self, GFile *file)
{
  g_return_if_fail (SEIDEL_IS_WINDOW (self));
  g_return_if_fail (G_IS_FILE (file));

  open_file (self, file, &(LoadJob){ 0 });
}

void
seidel_window_open_variable (SeidelWindow *self, GFile *file, const char *variable)
{
  open_file (self, file, &(LoadJob){ .variable = (char *) variable });
}

void
seidel_window_open_again (SeidelWindow *self, GFile *file, const char *variable)
{
  open_file (self, file, &(LoadJob){ .variable = (char *) variable, .again = TRUE });
}

void
seidel_window_reload (SeidelWindow *self)
{
  const SeidelMatrix *matrix =
    self->document != NULL ? seidel_document_get_matrix (self->document) : NULL;
  g_autoptr (GFile) file = NULL;

  if (matrix == NULL || matrix->origin.path == NULL)
    return;
  file = g_file_new_for_path (matrix->origin.path);
  seidel_window_open_again (self, file, matrix->origin.variable);
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
  begin_load (self, job, NULL, seidel_translate (job->kind->name));
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
