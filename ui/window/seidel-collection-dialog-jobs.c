/* What the dialog of the collection shows of it, and the jobs that fetch its index and archives.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-collection-dialog-private.h"

#include <glib/gi18n.h>

#include "base/seidel-error.h"
#include "base/seidel-format.h"
#include "model/seidel-collection-item.h"
#include "views/seidel-gtk-fixes.h"

#define POLL_MILLISECONDS 50

void
seidel_collection_dialog_complain (SeidelCollectionDialog *self,
                                   const char *heading,
                                   const GError *error)
{
  g_autofree char *text = g_strdup_printf ("%s. %s", heading, error->message);

  gtk_label_set_label (self->error_label, text);
  gtk_revealer_set_reveal_child (self->error_revealer, TRUE);
}

void
seidel_collection_dialog_dismiss (SeidelCollectionDialog *self)
{
  gtk_revealer_set_reveal_child (self->error_revealer, FALSE);
}

static SeidelCollectionItem *
get_selected (SeidelCollectionDialog *self)
{
  return gtk_single_selection_get_selected_item (self->selection);
}

void
seidel_collection_dialog_update_status (SeidelCollectionDialog *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->filtered));
  guint all = g_list_model_get_n_items (G_LIST_MODEL (self->store));
  g_autofree char *some_text = seidel_format_count (n);
  g_autofree char *all_text = seidel_format_count (all);
  g_autofree char *text = NULL;

  if (self->date != NULL)
    text = g_strdup_printf (_ ("%s of %s matrices · index of %s · %s"), some_text, all_text,
                            self->date, self->collection->server);
  else if (all == 0)
    text = g_strdup_printf (_ ("No index of %s yet"), self->collection->server);
  else
    text = g_strdup_printf (_ ("%s of %s downloaded matrices · no index of %s yet"), some_text,
                            all_text, self->collection->server);
  gtk_label_set_label (self->status, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->status), text);
  gtk_stack_set_visible_child_name (self->content, all == 0 && self->date == NULL ? "first"
                                                   : n == 0                       ? "none"
                                                                                  : "table");
}

void
seidel_collection_dialog_update_actions (SeidelCollectionDialog *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  SeidelCollectionItem *item = get_selected (self);
  gboolean idle = self->job == NULL;
  gboolean here = item != NULL && item->here;

  gtk_widget_action_set_enabled (widget, "collection.refresh", idle);
  gtk_widget_action_set_enabled (widget, "collection.open", idle && item != NULL);
  gtk_widget_action_set_enabled (widget, "collection.cancel",
                                 !idle && !seidel_collection_job_is_cancelled (self->job));
  gtk_widget_set_sensitive (GTK_WIDGET (self->settings_button), idle);
  gtk_widget_set_visible (self->busy, !idle);
  gtk_button_set_label (self->open_button, here ? _ ("_Open") : _ ("Download and _Open"));
  seidel_fix_button_names (GTK_WIDGET (self->open_button));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->open_button),
                               !idle          ? _ ("A download is in progress: wait, or cancel it")
                               : item == NULL ? _ ("Select a matrix first")
                                              : NULL);
}

void
seidel_collection_dialog_load (SeidelCollectionDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCollectionIndex) index = seidel_collection_load_index (self->collection, &error);
  g_autoptr (GPtrArray) files = seidel_collection_list (self->collection);
  SeidelCollectionItem *selected = get_selected (self);
  const SeidelCollectionEntry *entry = selected != NULL ? &selected->entry : NULL;
  g_autofree char *group = entry != NULL ? g_strdup (entry->group) : NULL;
  g_autofree char *name = entry != NULL ? g_strdup (entry->name) : NULL;
  guint position;

  g_clear_pointer (&self->date, g_free);
  if (index != NULL)
    self->date = g_strdup (seidel_collection_index_date (index));
  else if (!g_error_matches (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE))
    seidel_collection_dialog_complain (self, _ ("The stored index cannot be read; refresh it"),
                                       error);
  g_clear_object (&self->store);
  self->store = seidel_collection_item_list (index, files);
  gtk_filter_list_model_set_model (self->filtered, G_LIST_MODEL (self->store));
  if (name != NULL
      && seidel_collection_item_find (G_LIST_MODEL (self->selection), group, name, &position)
           != NULL)
    gtk_single_selection_set_selected (self->selection, position);
  seidel_collection_dialog_update_status (self);
  seidel_collection_dialog_update_actions (self);
}

static gboolean
poll_cb (gpointer data)
{
  SeidelCollectionDialog *self = data;
  g_autofree char *text = seidel_collection_job_describe (self->job);
  double fraction = seidel_collection_job_get_fraction (self->job);

  gtk_label_set_label (self->busy_label, text);
  if (fraction >= 0.0)
    gtk_progress_bar_set_fraction (self->bar, fraction);
  else
    gtk_progress_bar_pulse (self->bar);
  return G_SOURCE_CONTINUE;
}

static void
choose (SeidelCollectionDialog *self, const char *path)
{
  g_autoptr (SeidelCollectionDialog) kept = g_object_ref (self);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_signal_emit_by_name (self, "chosen", file);
  gtk_window_close (GTK_WINDOW (kept));
}

static void
end_download (SeidelCollectionDialog *self,
              SeidelCollectionJob *job,
              const char *path,
              const GError *error)
{
  const char *group = seidel_collection_job_get_group (job);
  const char *name = seidel_collection_job_get_name (job);
  g_autofree char *heading = g_strdup_printf (_ ("%s/%s could not be downloaded"), group, name);
  guint position;
  SeidelCollectionItem *item =
    seidel_collection_item_find (G_LIST_MODEL (self->store), group, name, &position);

  if (path == NULL)
    {
      seidel_collection_dialog_complain (self, heading, error);
      return;
    }
  if (item != NULL)
    seidel_collection_item_set_here (item, TRUE);
  choose (self, path);
}

static void
job_done (SeidelCollectionJob *job, const char *path, const GError *error, gpointer data)
{
  SeidelCollectionDialog *self = data;

  if (self->job != job) /* the dialog was closed meanwhile */
    return;
  self->job = NULL;
  g_clear_handle_id (&self->poll_id, g_source_remove);
  seidel_collection_dialog_update_actions (self);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (seidel_collection_job_get_name (job) != NULL)
    end_download (self, job, path, error);
  else if (error == NULL)
    seidel_collection_dialog_load (self);
  else
    seidel_collection_dialog_complain (
      self,
      self->date != NULL ? _ ("The index could not be refreshed; the old one is still shown")
                         : _ ("The index could not be fetched"),
      error);
}

static void
begin_job (SeidelCollectionDialog *self, const char *group, const char *name)
{
  seidel_collection_dialog_dismiss (self);
  gtk_progress_bar_set_fraction (self->bar, 0.0);
  self->job =
    seidel_collection_job_start (self->collection, group, name, job_done, G_OBJECT (self));
  self->poll_id = g_timeout_add (POLL_MILLISECONDS, poll_cb, self);
  poll_cb (self);
  seidel_collection_dialog_update_actions (self);
}

void
seidel_collection_dialog_refresh_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelCollectionDialog *self = SEIDEL_COLLECTION_DIALOG (widget);

  if (self->job == NULL)
    begin_job (self, NULL, NULL);
}

void
seidel_collection_dialog_open_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelCollectionDialog *self = SEIDEL_COLLECTION_DIALOG (widget);
  SeidelCollectionItem *item = get_selected (self);
  const SeidelCollectionEntry *entry;
  g_autofree char *path = NULL;

  if (self->job != NULL || item == NULL)
    return;
  entry = &item->entry;
  path = seidel_collection_path (self->collection, entry->group, entry->name);
  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    choose (self, path);
  else
    begin_job (self, entry->group, entry->name);
}

void
seidel_collection_dialog_cancel_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  SeidelCollectionDialog *self = SEIDEL_COLLECTION_DIALOG (widget);

  if (self->job == NULL)
    return;
  seidel_collection_job_cancel (self->job);
  seidel_collection_dialog_update_actions (self);
}

void
seidel_collection_dialog_abandon_job (SeidelCollectionDialog *self)
{
  if (self->job != NULL)
    seidel_collection_job_cancel (self->job);
  self->job = NULL;
  g_clear_handle_id (&self->poll_id, g_source_remove);
}
