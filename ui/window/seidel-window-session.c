/* Sessions: the file in which the runs of the window are kept, and the way back from a run to its
 * matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-private.h"

#include <glib/gi18n.h>

#include "experiment/seidel-experiment-run.h"
#include "gallery/seidel-gallery.h"
#include "record/seidel-fingerprint.h"
#include "views/seidel-gtk-fixes.h"
#include "window/seidel-recent.h"

static void
problem_cb (SeidelWindow *self)
{
  const char *problem = seidel_run_session_get_problem (self->session);
  g_autofree char *body = NULL;

  if (problem == NULL)
    return;
  body =
    g_strdup_printf (_ ("%s\n\nThe runs stay in this window. Save the session to another place to "
                        "keep them."),
                     problem);
  seidel_window_complain (self, _ ("The runs could not be saved"), body);
}

void
seidel_window_session_init (SeidelWindow *self)
{
  self->session = seidel_run_session_new (self->runs);
  g_signal_connect_object (self->session, "notify::problem", G_CALLBACK (problem_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::path", G_CALLBACK (seidel_window_update_title),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->runs, "items-changed", G_CALLBACK (seidel_window_update_content),
                           self, G_CONNECT_SWAPPED);
}

/* A live run has ended before. */
void
seidel_window_session_dispose (SeidelWindow *self)
{
  if (self->session == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->session, self);
  seidel_run_session_flush (self->session);
  g_object_run_dispose (G_OBJECT (self->session));
  g_clear_object (&self->session);
}

static gboolean
has_runs (SeidelWindow *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->runs)) > 0;
}

void
seidel_window_take_session (SeidelWindow *self, GFile *file, GPtrArray *entries)
{
  SeidelWindow *window = self;

  if (has_runs (self) || self->session == NULL)
    {
      window = seidel_window_new (gtk_window_get_application (GTK_WINDOW (self)));
      gtk_window_present (GTK_WINDOW (window));
    }
  seidel_run_session_open (window->session, g_file_peek_path (file), entries);
  if (seidel_run_session_get_named (window->session))
    seidel_recent_add (file, NULL);
  seidel_window_show_run_table (window);
  if (window->document == NULL)
    adw_view_stack_set_visible_child_name (window->pages, "convergence");
  seidel_window_actions_update (window);
}

void
seidel_window_save_session (SeidelWindow *self)
{
  const SeidelSaveFormat format = { _ ("Seidel session"), SEIDEL_SESSION_SUFFIX };
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *stem = g_date_time_format (now, _ ("Runs of %Y-%m-%d"));

  gtk_native_dialog_show (
    GTK_NATIVE_DIALOG (seidel_window_new_save_dialog (self, _ ("Save the Session"), stem, &format,
                                                      1, seidel_window_save_session_to)));
}

void
seidel_window_session_saved (SeidelWindow *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  if (self->session != NULL)
    seidel_run_session_move (self->session, path);
  seidel_recent_add (file, NULL);
}

/* As it was generated; FALSE when this version cannot. */
static gboolean
open_generated (SeidelWindow *self, const char *how)
{
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  const SeidelGalleryKind *kind = seidel_gallery_parse (how, values, NULL);

  if (kind != NULL)
    seidel_window_open_gallery (self, kind->id, values);
  return kind != NULL;
}

gboolean
seidel_window_can_open_run_matrix (SeidelWindow *self)
{
  SeidelRunItem *run = seidel_run_list_get_selected (self->runs);
  SeidelRecord *record = run != NULL ? seidel_run_item_get_record (run) : NULL;

  return record != NULL
         && (record->matrix.path != NULL || seidel_gallery_text (record->matrix.format) != NULL);
}

void
seidel_window_open_run_matrix (SeidelWindow *self)
{
  SeidelRunItem *run = seidel_run_list_get_selected (self->runs);
  const SeidelRecordMatrix *matrix = &seidel_run_item_get_record (run)->matrix;

  if (matrix->path != NULL)
    {
      g_autoptr (GFile) file = g_file_new_for_path (matrix->path);

      seidel_window_open_again (self, file, matrix->variable);
    }
  else if (!open_generated (self, seidel_gallery_text (matrix->format)))
    seidel_window_complain (self, _ ("The matrix could not be generated again"), matrix->format);
}

static void
edited_cb (SeidelRunItem *run, const char *response, GtkWidget *dialog)
{
  GtkEditable *name = g_object_get_data (G_OBJECT (dialog), "name");
  GtkTextBuffer *note = g_object_get_data (G_OBJECT (dialog), "note");
  g_autofree char *text = NULL;

  if (!g_str_equal (response, "save"))
    return;
  g_object_get (note, "text", &text, NULL);
  seidel_run_item_set_name (run, gtk_editable_get_text (name));
  seidel_run_item_set_note (run, text);
}

/* What the run is called without a name is the placeholder. */
static GtkWidget *
new_name_entry (SeidelRunItem *run)
{
  const char *name = seidel_run_item_get_name (run);
  GtkWidget *entry = gtk_entry_new ();

  gtk_editable_set_text (GTK_EDITABLE (entry), name != NULL ? name : "");
  if (name == NULL)
    gtk_entry_set_placeholder_text (GTK_ENTRY (entry), seidel_run_item_get_title (run));
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name"),
                                  -1);
  return entry;
}

/* The Tab key leaves it: a note needs none. */
static GtkWidget *
new_note_view (SeidelRunItem *run, GtkTextBuffer **buffer)
{
  const char *note = seidel_run_item_get_note (run);
  GtkWidget *view = gtk_text_view_new ();
  GtkWidget *frame = gtk_scrolled_window_new ();

  *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  gtk_text_buffer_set_text (*buffer, note != NULL ? note : "", -1);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  g_object_set (view, "top-margin", 6, "bottom-margin", 6, "left-margin", 9, "right-margin", 9,
                NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Note"),
                                  -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (frame), view);
  gtk_widget_set_size_request (frame, 360, 96);
  gtk_widget_add_css_class (frame, "card");
  return frame;
}

void
seidel_window_edit_run (SeidelWindow *self)
{
  SeidelRunItem *run = seidel_run_list_get_selected (self->runs);
  g_autofree char *heading = g_strdup_printf (_ ("Run %u"), seidel_run_item_get_number (run));
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), heading, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkTextBuffer *note;
  GtkWidget *name = new_name_entry (run);
  GtkWidget *frame = new_note_view (run, &note);

  gtk_box_append (GTK_BOX (box), seidel_label_new (_ ("Name"), "heading"));
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), seidel_label_new (_ ("Note"), "heading"));
  gtk_box_append (GTK_BOX (box), frame);
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), box);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "save",
                                    _ ("_Apply"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_object_set_data (G_OBJECT (dialog), "name", name);
  g_object_set_data_full (G_OBJECT (dialog), "note", g_object_ref (note), g_object_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (edited_cb), run, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

static gboolean
is_of_file (const SeidelRecord *record, const SeidelMatrix *matrix)
{
  return record != NULL && record->matrix.fingerprint != 0
         && g_strcmp0 (record->matrix.name, matrix->name) == 0
         && g_strcmp0 (record->matrix.path, matrix->origin.path) == 0
         && g_strcmp0 (record->matrix.variable, matrix->origin.variable) == 0;
}

/* Whether there are runs with a matrix of the same file. */
static gboolean
concerns_runs (SeidelWindow *self, const SeidelMatrix *matrix)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->runs)); i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (G_LIST_MODEL (self->runs), i);

      if (is_of_file (seidel_run_item_get_record (run), matrix))
        return TRUE;
    }
  return FALSE;
}

static void
fingerprint_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  uint64_t *fingerprint = g_new (uint64_t, 1);

  *fingerprint = seidel_fingerprint_new (task_data, cancellable);
  g_task_return_pointer (task, fingerprint, g_free);
}

static void
fingerprint_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SeidelWindow *self = SEIDEL_WINDOW (source);
  const SeidelMatrix *matrix = g_task_get_task_data (G_TASK (result));
  g_autofree uint64_t *fingerprint = g_task_propagate_pointer (G_TASK (result), NULL);
  guint changed = 0;

  for (guint i = 0; fingerprint != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (self->runs));
       i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (G_LIST_MODEL (self->runs), i);
      const SeidelRecord *record = seidel_run_item_get_record (run);
      gboolean differs;

      if (!is_of_file (record, matrix))
        continue;
      differs = record->matrix.fingerprint != *fingerprint;
      seidel_run_item_set_matrix_changed (run, differs);
      changed += differs ? 1 : 0;
    }
  if (changed > 0)
    {
      g_autofree char *text =
        g_strdup_printf (ngettext ("%u run was made with other contents of this file",
                                   "%u runs were made with other contents of this file", changed),
                         changed);

      seidel_window_show_toast (self, text);
    }
}

void
seidel_window_check_runs (SeidelWindow *self)
{
  SeidelMatrix *matrix;
  g_autoptr (GTask) task = NULL;

  if (self->document == NULL)
    return;
  matrix = seidel_document_get_matrix (seidel_document_get_natural (self->document));
  if (!concerns_runs (self, matrix))
    return;
  task = g_task_new (self, NULL, fingerprint_cb, NULL);
  g_task_set_source_tag (task, seidel_window_check_runs);
  g_task_set_task_data (task, seidel_matrix_ref (matrix), (GDestroyNotify) seidel_matrix_unref);
  g_task_run_in_thread (task, fingerprint_thread);
}
