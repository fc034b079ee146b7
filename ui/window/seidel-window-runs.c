/* Runs: starting one or two, comparing them, and what else can be done with one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-parts.h"

#include <string.h>
#include <glib/gi18n.h>

#include "draw/seidel-translate.h"
#include "io/seidel-column.h"
#include "record/seidel-run-code.h"

#include "window/seidel-compare-dialog.h"
#include "window/seidel-messages.h"
#include "window/seidel-race-dialog.h"
#include "window/seidel-run-dialog.h"
#include "window/seidel-why-dialog.h"

/* The right-hand sides that are chosen: rhs, or where that is the first of several and all of them
 * are meant, each of these. */
static GArray *
list_sides (SeidelWindow *self, const SeidelVectorSpec *rhs)
{
  GArray *sides = g_array_new (FALSE, TRUE, sizeof (SeidelVectorSpec));
  const int n = seidel_setup_pane_get_rhs_columns (self->setup_pane);
  g_autofree char *path = NULL;
  SeidelVectorSpec side = { 0 };

  g_array_set_clear_func (sides, (GDestroyNotify) seidel_vector_spec_clear);
  if (n <= 1)
    {
      seidel_vector_spec_copy (&side, rhs);
      g_array_append_val (sides, side);
      return sides;
    }
  seidel_column_parse (rhs->path, &path);
  for (int k = 1; k <= n; k++)
    {
      side = (SeidelVectorSpec){ .kind = SEIDEL_VECTOR_FILE, .path = seidel_column_name (path, k) };
      g_array_append_val (sides, side);
    }
  return sides;
}

void
seidel_window_solve (SeidelWindow *self)
{
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
  g_autoptr (GArray) sides = NULL;
  g_autoptr (GError) error = NULL;

  if (!seidel_setup_pane_get (self->setup_pane, &options, &rhs, &guess))
    return;
  sides = list_sides (self, &rhs);
  seidel_window_show_run_table (self);
  if (!seidel_run_list_start_several (self->workspace->runs, self->workspace->document, &options,
                                      (const SeidelVectorSpec *) (void *) sides->data, sides->len,
                                      &guess, &error))
    seidel_complain (GTK_WINDOW (self), _ ("The run could not be started"), error->message);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
}

static void
present (SeidelWindow *self, GtkWidget *dialog)
{
  gtk_window_set_transient_for (GTK_WINDOW (dialog), GTK_WINDOW (self));
  gtk_window_present (GTK_WINDOW (dialog));
}

/* Against time, which is what a race is about. */
static void
start_race_cb (SeidelWindow *self, SeidelRaceDialog *dialog)
{
  SeidelOptions options[2];
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
  g_autoptr (GError) error = NULL;

  if (!seidel_race_dialog_get (dialog, options, &rhs, &guess))
    return;
  seidel_window_show_run_table (self);
  if (seidel_run_list_start_race (self->workspace->runs, self->workspace->document, options, &rhs,
                                  &guess, &error))
    seidel_window_show_page (self, "convergence");
  else
    seidel_complain (GTK_WINDOW (self), _ ("The race could not be started"), error->message);
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
}

void
seidel_window_choose_race (SeidelWindow *self)
{
  GtkWidget *dialog = seidel_race_dialog_new (self->workspace->document, self->setup_pane);

  g_signal_connect_object (dialog, "start", G_CALLBACK (start_race_cb), self, G_CONNECT_SWAPPED);
  present (self, dialog);
}

void
seidel_window_race_ended (SeidelWindow *self, SeidelRunItem *first, SeidelRunItem *second)
{
  if (seidel_compare_dialog_accepts (first) && seidel_compare_dialog_accepts (second))
    present (self, seidel_compare_dialog_new (self->workspace->runs, first, second));
}

void
seidel_window_compare_runs (SeidelWindow *self)
{
  present (self, seidel_compare_dialog_new (self->workspace->runs, NULL, NULL));
}

/* Sets up "--method gmres --restart 120". */
static void
use_step_cb (SeidelWindow *self, const char *options)
{
  g_auto (GStrv) words = g_strsplit (options, " ", -1);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  for (char **word = words; word[0] != NULL && word[1] != NULL; word += 2)
    if (g_str_has_prefix (word[0], "--"))
      g_variant_dict_insert (&dict, word[0] + strlen ("--"), "s", word[1]);
  {
    g_autoptr (GVariant) state = g_variant_ref_sink (g_variant_dict_end (&dict));

    seidel_setup_pane_load (self->setup_pane, state);
  }
}

void
seidel_window_explain_run (SeidelWindow *self)
{
  SeidelRunItem *run = seidel_run_list_get_selected (self->workspace->runs);
  GtkWidget *dialog;

  if (!seidel_why_dialog_accepts (run, self->workspace->document))
    return;
  dialog = seidel_why_dialog_new (run, self->workspace->document);
  g_signal_connect_object (dialog, "use", G_CALLBACK (use_step_cb), self, G_CONNECT_SWAPPED);
  present (self, dialog);
}

void
seidel_window_resume_run (SeidelWindow *self)
{
  SeidelRunItem *run = seidel_run_list_get_selected (self->workspace->runs);
  g_autoptr (GError) error = NULL;

  if (!seidel_run_list_can_resume (run, self->workspace->document))
    return;
  if (!seidel_run_list_resume (self->workspace->runs, run, self->workspace->document, &error))
    seidel_complain (GTK_WINDOW (self), _ ("The run could not be resumed"), error->message);
}

void
seidel_window_filter_runs (SeidelWindow *self)
{
  seidel_run_table_search (self->run_table);
  seidel_window_show_run_table (self);
}

/* How the text of its matrix was read is known while that is open. */
static const char *
find_reading (SeidelWindow *self, SeidelRunItem *run)
{
  SeidelDocument *document = self->workspace->document;

  return document != NULL && seidel_run_item_is_of_matrix (run, document)
           ? seidel_document_get_matrix (document)->origin.reading
           : NULL;
}

void
seidel_window_copy_run (SeidelWindow *self, const char *id)
{
  const SeidelRunCode *code = seidel_run_code_find (id);
  SeidelRunItem *run = seidel_run_list_get_selected (self->workspace->runs);
  SeidelRunCodeFacts facts;
  g_autofree char *text = NULL;
  g_autofree char *note = NULL;
  g_autoptr (GError) error = NULL;

  if (code == NULL || run == NULL || seidel_run_item_get_record (run) == NULL)
    return;
  seidel_run_code_facts_of_record (&facts, seidel_run_item_get_record (run));
  facts.reading = find_reading (self, run);
  text = seidel_run_code_write (code, &facts, &error);
  if (text == NULL)
    {
      seidel_complain (GTK_WINDOW (self), _ ("The run cannot be written like that"),
                       error->message);
      return;
    }
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
  note = g_strdup_printf (_ ("Copied run %u: %s"), seidel_run_item_get_number (run),
                          seidel_translate (code->name));
  seidel_window_show_note (self, note, NULL);
}

void
seidel_window_edit_run (SeidelWindow *self)
{
  seidel_run_dialog_present (GTK_WINDOW (self),
                             seidel_run_list_get_selected (self->workspace->runs));
}

void
seidel_window_remove_run (SeidelWindow *self, SeidelRunItem *run)
{
  g_autofree char *text = NULL;

  if (run == NULL || seidel_run_item_get_live (run))
    return;
  text = g_strdup_printf (_ ("Run %u was removed"), seidel_run_item_get_number (run));
  seidel_workspace_remove_run (self->workspace, run);
  seidel_window_show_note (self, text, "win.undo-remove");
}

void
seidel_window_remove_chosen_runs (SeidelWindow *self)
{
  g_autoptr (GPtrArray) chosen = seidel_run_table_get_chosen (self->run_table);
  g_autofree char *text = NULL;
  guint removed = 0;

  if (chosen->len <= 1)
    {
      seidel_window_remove_run (self, seidel_run_list_get_selected (self->workspace->runs));
      return;
    }
  for (guint i = 0; i < chosen->len; i++)
    if (!seidel_run_item_get_live (chosen->pdata[i]))
      {
        seidel_workspace_remove_run (self->workspace, chosen->pdata[i]);
        removed++;
      }
  text = g_strdup_printf (ngettext ("%u run was removed; the last one can be restored",
                                    "%u runs were removed; the last one can be restored", removed),
                          removed);
  seidel_window_show_note (self, text, "win.undo-remove");
}

static void
remove_all_cb (SeidelWindow *self, const char *response)
{
  SeidelRunList *runs = self->workspace->runs;
  GListModel *model = G_LIST_MODEL (runs);

  if (!g_str_equal (response, "accept"))
    return;
  for (guint i = g_list_model_get_n_items (model); i-- > 0;)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (model, i);

      if (!seidel_run_item_get_live (run))
        seidel_workspace_remove_run (self->workspace, run);
    }
}

void
seidel_window_remove_runs (SeidelWindow *self)
{
  GtkWidget *question =
    seidel_question_new (GTK_WINDOW (self), _ ("Remove All Runs?"),
                         _ ("Save the session first to keep them. Only one can be restored."),
                         _ ("_Remove"));

  g_signal_connect_object (question, "response", G_CALLBACK (remove_all_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (question));
}

void
seidel_window_restore_run (SeidelWindow *self)
{
  seidel_notes_dismiss (&self->notes);
  seidel_workspace_restore_run (self->workspace);
}
