/* What one works on in a window: the open matrix, the rows selected in it, the runs and the file
 * that keeps them, what is being opened and saved. Knows no widgets.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-workspace.h"

#include <glib/gi18n.h>
#include <string.h>

#include "base/seidel-error.h"
#include "draw/seidel-translate.h"
#include "model/seidel-answers.h"
#include "model/seidel-class.h"
#include "model/seidel-run-check.h"

enum
{
  PROP_0,
  PROP_DOCUMENT,
  PROP_RUNS,
  PROP_SELECTION,
  PROP_LOADING,
  PROP_SAVING,
  PROP_REMOVED,
  N_PROPS,
};

enum
{
  FAILED,
  NOTED,
  VARIABLE_WANTED,
  READING_WANTED,
  CONSENT_WANTED,
  SESSION_READ,
  FILE_USED,
  SAVED,
  RUN_ENDED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelWorkspace, seidel_workspace, G_TYPE_OBJECT)

/* Sets one of the objects that there are now and then. */
static gboolean
set_object (SeidelWorkspace *self, int property, gpointer member, gpointer object)
{
  if (!g_set_object ((GObject **) member, object))
    return FALSE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[property]);
  return TRUE;
}

static void
fail (SeidelWorkspace *self, const char *heading, const char *body)
{
  g_signal_emit (self, signals[FAILED], 0, heading, body);
}

/* Opening. */

static void
checked_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (SeidelWorkspace) self = data;
  const guint n = seidel_run_check_finish (result);
  g_autofree char *text =
    g_strdup_printf (ngettext ("%u run was made with other contents of this file",
                               "%u runs were made with other contents of this file", n),
                     n);

  if (n > 0)
    g_signal_emit (self, signals[NOTED], 0, text);
}

void
seidel_workspace_set_document (SeidelWorkspace *self, SeidelDocument *document)
{
  if (!set_object (self, PROP_DOCUMENT, &self->document, document))
    return;
  seidel_run_list_forget (self->runs);
  seidel_run_check_begin (self->runs,
                          seidel_document_get_matrix (seidel_document_get_natural (document)),
                          checked_cb, g_object_ref (self));
}

static void
take_matrix (SeidelWorkspace *self, const SeidelLoad *load, SeidelMatrix *matrix)
{
  g_autoptr (SeidelDocument) natural = g_steal_pointer (&self->natural);
  g_autoptr (SeidelDocument) document = natural != NULL
                                          ? seidel_document_new_reordered (matrix, natural)
                                          : seidel_document_new (matrix);

  if (load->file != NULL)
    g_signal_emit (self, signals[FILE_USED], 0, load->file, matrix->origin.variable);
  seidel_workspace_set_document (self, document);
}

static void
take_failure (SeidelWorkspace *self, const SeidelLoad *load, const char *name, const GError *error)
{
  g_autoptr (SeidelDocument) natural = g_steal_pointer (&self->natural);
  g_autofree char *heading = g_strdup_printf (natural != NULL ? _ ("“%s” could not be reordered")
                                                              : _ ("“%s” could not be opened"),
                                              name);
  g_autofree char *body = NULL;

  if (load->variables != NULL)
    g_signal_emit (self, signals[VARIABLE_WANTED], 0, load);
  else if (load->preview != NULL)
    g_signal_emit (self, signals[READING_WANTED], 0, load);
  else if (g_error_matches (error, SEIDEL_ERROR, SEIDEL_ERROR_LARGE))
    g_signal_emit (self, signals[CONSENT_WANTED], 0, load, error->message);
  else if (self->document == NULL)
    fail (self, heading, error->message);
  else
    {
      body = g_strdup_printf (_ ("%s\n\n%s is still open."), error->message,
                              seidel_document_get_title (self->document));
      fail (self, heading, body);
    }
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SeidelWorkspace *self = data;
  const SeidelLoad *load;
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_load_finish (result, &load, &error);
  g_autoptr (SeidelWork) work = NULL;

  /* By the user, for another load, or with the workspace, which then is gone. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  work = g_object_ref (self->loading);
  set_object (self, PROP_LOADING, &self->loading, NULL);
  if (matrix != NULL)
    take_matrix (self, load, matrix);
  else if (error != NULL)
    take_failure (self, load, work->name, error);
  else
    g_signal_emit (self, signals[SESSION_READ], 0, load->file, load->entries);
}

/* Takes the load. */
static void
begin_load (SeidelWorkspace *self, SeidelLoad *load, const char *name)
{
  g_autoptr (SeidelWork) work = seidel_work_new (name, _ ("Loading"));

  seidel_workspace_cancel_load (self);
  seidel_load_begin (load, work, loaded_cb, self);
  set_object (self, PROP_LOADING, &self->loading, work);
}

void
seidel_workspace_open (SeidelWorkspace *self,
                       GFile *file,
                       const char *variable,
                       SeidelOpenFlags flags)
{
  const char *path = g_file_peek_path (file);
  g_autofree char *name = NULL;

  g_return_if_fail (SEIDEL_IS_WORKSPACE (self));

  if (path == NULL)
    {
      g_autofree char *uri = g_file_get_uri (file);
      g_autofree char *body =
        g_strdup_printf (_ ("%s is not on this machine: copy the file here first."), uri);

      fail (self, _ ("Only local files can be opened"), body);
      return;
    }
  name = g_filename_display_basename (path);
  begin_load (self, seidel_load_new_file (file, variable, flags), name);
}

void
seidel_workspace_open_as (SeidelWorkspace *self,
                          GFile *file,
                          const char *variable,
                          const char *read_as)
{
  const char *path = g_file_peek_path (file);
  g_autofree char *name = g_filename_display_basename (path);
  SeidelLoad *load = seidel_load_new_file (file, variable, SEIDEL_OPEN_DEFAULT);

  g_return_if_fail (SEIDEL_IS_WORKSPACE (self));

  seidel_answers_set (path, variable, read_as);
  load->read_as = g_strdup (read_as);
  begin_load (self, load, name);
}

void
seidel_workspace_ask_reading (SeidelWorkspace *self)
{
  const SeidelMatrix *matrix = seidel_workspace_get_matrix (self);
  g_autoptr (GFile) file = NULL;

  if (matrix == NULL || matrix->origin.path == NULL)
    return;
  file = g_file_new_for_path (matrix->origin.path);
  seidel_workspace_open (self, file, matrix->origin.variable, SEIDEL_OPEN_ASK);
}

void
seidel_workspace_open_gallery (SeidelWorkspace *self, const char *kind, const double *values)
{
  const SeidelGalleryKind *found = seidel_gallery_find (kind);

  g_return_if_fail (SEIDEL_IS_WORKSPACE (self));
  g_return_if_fail (found != NULL);

  begin_load (self, seidel_load_new_gallery (found, values), seidel_translate (found->name));
}

void
seidel_workspace_open_matrix (SeidelWorkspace *self, SeidelMatrix *matrix)
{
  g_autoptr (SeidelDocument) document = seidel_document_new (matrix);

  seidel_workspace_cancel_load (self);
  seidel_workspace_set_document (self, document);
}

void
seidel_workspace_open_part (SeidelWorkspace *self,
                            SeidelMatrix *matrix,
                            const SeidelPart *part,
                            int level)
{
  begin_load (self, seidel_load_new_part (matrix, part, level), seidel_translate (part->name));
}

void
seidel_workspace_order (SeidelWorkspace *self, const SeidelOrderingSpec *order)
{
  SeidelDocument *natural = seidel_document_get_natural (self->document);

  if (g_str_equal (order->ordering->id, SEIDEL_ORDERING_NATURAL))
    {
      seidel_workspace_cancel_load (self);
      seidel_workspace_set_document (self, natural);
      return;
    }
  begin_load (self, seidel_load_new_order (seidel_document_get_matrix (natural), order),
              seidel_document_get_title (natural));
  g_set_object (&self->natural, natural);
}

void
seidel_workspace_reload (SeidelWorkspace *self)
{
  const SeidelMatrix *matrix = seidel_workspace_get_matrix (self);
  g_autoptr (GFile) file = NULL;

  if (matrix == NULL || matrix->origin.path == NULL)
    return;
  file = g_file_new_for_path (matrix->origin.path);
  seidel_workspace_open (self, file, matrix->origin.variable, SEIDEL_OPEN_AGAIN);
}

void
seidel_workspace_cancel_load (SeidelWorkspace *self)
{
  g_return_if_fail (SEIDEL_IS_WORKSPACE (self));

  g_clear_object (&self->natural);
  if (self->loading == NULL)
    return;
  g_cancellable_cancel (self->loading->cancellable);
  set_object (self, PROP_LOADING, &self->loading, NULL);
}

/* Runs. */

static const SeidelRecordMatrix *
get_run_matrix (SeidelWorkspace *self)
{
  SeidelRunItem *run = seidel_run_list_get_selected (self->runs);
  const SeidelRecord *record = run != NULL ? seidel_run_item_get_record (run) : NULL;

  return record != NULL ? &record->matrix : NULL;
}

gboolean
seidel_workspace_can_open_run_matrix (SeidelWorkspace *self)
{
  const SeidelRecordMatrix *matrix = get_run_matrix (self);

  return matrix != NULL && (matrix->path != NULL || seidel_gallery_text (matrix->format) != NULL);
}

void
seidel_workspace_open_run_matrix (SeidelWorkspace *self)
{
  const SeidelRecordMatrix *matrix = get_run_matrix (self);
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  const SeidelGalleryKind *kind;

  if (matrix->path != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_path (matrix->path);

      seidel_workspace_open (self, file, matrix->variable, SEIDEL_OPEN_AGAIN);
      return;
    }
  /* This version may not know what another one has generated. */
  kind = seidel_gallery_parse (seidel_gallery_text (matrix->format), values, NULL);
  if (kind != NULL)
    seidel_workspace_open_gallery (self, kind->id, values);
  else
    fail (self, _ ("The matrix could not be generated again"), matrix->format);
}

void
seidel_workspace_remove_run (SeidelWorkspace *self, SeidelRunItem *run)
{
  g_return_if_fail (SEIDEL_IS_WORKSPACE (self));
  g_return_if_fail (!seidel_run_item_get_live (run));

  set_object (self, PROP_REMOVED, &self->removed, run);
  seidel_run_list_remove (self->runs, run);
}

void
seidel_workspace_restore_run (SeidelWorkspace *self)
{
  g_autoptr (SeidelRunItem) run = NULL;

  g_return_if_fail (SEIDEL_IS_WORKSPACE (self));

  if (self->removed == NULL)
    return;
  run = g_object_ref (self->removed);
  set_object (self, PROP_REMOVED, &self->removed, NULL);
  seidel_run_list_put_back (self->runs, run);
}

static void
live_cb (SeidelWorkspace *self)
{
  SeidelRunItem *live = seidel_run_list_get_live (self->runs);
  g_autoptr (SeidelRunItem) before = g_steal_pointer (&self->running);

  g_set_object (&self->running, live);
  if (before != NULL && before != live && !seidel_run_item_get_live (before))
    g_signal_emit (self, signals[RUN_ENDED], 0, before);
}

static void
problem_cb (SeidelWorkspace *self)
{
  const char *problem = seidel_run_session_get_problem (self->session);
  g_autofree char *body = NULL;

  if (problem == NULL)
    return;
  body =
    g_strdup_printf (_ ("%s\n\nThe runs stay in this window. Save the session to another place to "
                        "keep them."),
                     problem);
  fail (self, _ ("The runs could not be saved"), body);
}

gboolean
seidel_workspace_can_take_session (SeidelWorkspace *self)
{
  g_return_val_if_fail (SEIDEL_IS_WORKSPACE (self), FALSE);
  return self->session != NULL && !seidel_workspace_has_runs (self);
}

void
seidel_workspace_take_session (SeidelWorkspace *self, GFile *file, GPtrArray *entries)
{
  g_return_if_fail (seidel_workspace_can_take_session (self));

  seidel_run_session_open (self->session, g_file_peek_path (file), entries);
  if (seidel_run_session_get_named (self->session))
    g_signal_emit (self, signals[FILE_USED], 0, file, NULL);
}

/* The object. */

SeidelMatrix *
seidel_workspace_get_matrix (SeidelWorkspace *self)
{
  g_return_val_if_fail (SEIDEL_IS_WORKSPACE (self), NULL);
  return self->document != NULL ? seidel_document_get_matrix (self->document) : NULL;
}

gboolean
seidel_workspace_has_runs (SeidelWorkspace *self)
{
  g_return_val_if_fail (SEIDEL_IS_WORKSPACE (self), FALSE);
  return g_list_model_get_n_items (G_LIST_MODEL (self->runs)) > 0;
}

/* A live run is stopped and waited for before its session is closed, so that it is kept too. What
 * there is stays: widgets look at it as long as they are there. */
static void
seidel_workspace_dispose (GObject *object)
{
  SeidelWorkspace *self = SEIDEL_WORKSPACE (object);

  seidel_workspace_cancel_load (self);
  g_signal_handlers_disconnect_by_data (self->runs, self);
  g_object_run_dispose (G_OBJECT (self->runs));
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      g_object_run_dispose (G_OBJECT (self->session));
    }
  g_clear_object (&self->session);

  G_OBJECT_CLASS (seidel_workspace_parent_class)->dispose (object);
}

static void
seidel_workspace_finalize (GObject *object)
{
  SeidelWorkspace *self = SEIDEL_WORKSPACE (object);

  g_clear_object (&self->document);
  g_clear_object (&self->runs);
  g_clear_object (&self->running);
  g_clear_object (&self->removed);
  g_clear_object (&self->selection);
  g_clear_object (&self->saving);

  G_OBJECT_CLASS (seidel_workspace_parent_class)->finalize (object);
}

static void
seidel_workspace_class_init (SeidelWorkspaceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const SeidelProperty table[N_PROPS] = {
    [PROP_DOCUMENT] =
      SEIDEL_PROPERTY (SeidelWorkspace, "document", SEIDEL_TYPE_DOCUMENT, document, FALSE),
    [PROP_RUNS] = SEIDEL_PROPERTY (SeidelWorkspace, "runs", SEIDEL_TYPE_RUN_LIST, runs, FALSE),
    [PROP_SELECTION] =
      SEIDEL_PROPERTY (SeidelWorkspace, "selection", SEIDEL_TYPE_SELECTION, selection, FALSE),
    [PROP_LOADING] = SEIDEL_PROPERTY (SeidelWorkspace, "loading", SEIDEL_TYPE_WORK, loading, FALSE),
    [PROP_SAVING] = SEIDEL_PROPERTY (SeidelWorkspace, "saving", SEIDEL_TYPE_WORK, saving, FALSE),
    [PROP_REMOVED] =
      SEIDEL_PROPERTY (SeidelWorkspace, "removed", SEIDEL_TYPE_RUN_ITEM, removed, FALSE),
  };
  const struct
  {
    const char *name;
    guint n;
    GType types[2];
  } declared[N_SIGNALS] = {
    [FAILED] = { "failed", 2, { G_TYPE_STRING, G_TYPE_STRING } },
    [NOTED] = { "noted", 1, { G_TYPE_STRING } },
    [VARIABLE_WANTED] = { "variable-wanted", 1, { G_TYPE_POINTER } },
    [READING_WANTED] = { "reading-wanted", 1, { G_TYPE_POINTER } },
    [CONSENT_WANTED] = { "consent-wanted", 2, { G_TYPE_POINTER, G_TYPE_STRING } },
    [SESSION_READ] = { "session-read", 2, { G_TYPE_FILE, G_TYPE_PTR_ARRAY } },
    [FILE_USED] = { "file-used", 2, { G_TYPE_FILE, G_TYPE_STRING } },
    [SAVED] = { "saved", 2, { G_TYPE_STRING, G_TYPE_ERROR } },
    [RUN_ENDED] = { "run-ended", 1, { SEIDEL_TYPE_RUN_ITEM } },
  };

  object_class->dispose = seidel_workspace_dispose;
  object_class->finalize = seidel_workspace_finalize;

  seidel_class_install_properties (klass, table, N_PROPS, properties);
  for (int i = 0; i < N_SIGNALS; i++)
    signals[i] = seidel_class_add_signal (klass, declared[i].name, declared[i].n,
                                          declared[i].types[0], declared[i].types[1]);
}

static void
seidel_workspace_init (SeidelWorkspace *self)
{
  self->runs = seidel_run_list_new ();
  self->selection = seidel_selection_new ();
  g_object_bind_property (self, "document", self->selection, "document", G_BINDING_SYNC_CREATE);
  g_signal_connect_object (self->runs, "notify::live", G_CALLBACK (live_cb), self,
                           G_CONNECT_SWAPPED);
}

SeidelWorkspace *
seidel_workspace_new (gboolean keeps_runs)
{
  SeidelWorkspace *self = g_object_new (SEIDEL_TYPE_WORKSPACE, NULL);

  if (keeps_runs)
    {
      self->session = seidel_run_session_new (self->runs);
      g_signal_connect_object (self->session, "notify::problem", G_CALLBACK (problem_cb), self,
                               G_CONNECT_SWAPPED);
    }
  return self;
}
