/* Whether runs were made with a matrix as it is now.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-run-check.h"

#include "record/seidel-fingerprint.h"

gboolean
seidel_run_check_is_of (SeidelRunItem *run, SeidelDocument *document)
{
  const SeidelRecordMatrix *of_run = &seidel_run_item_get_record (run)->matrix;
  const SeidelMatrix *matrix = document != NULL ? seidel_document_get_matrix (document) : NULL;

  return matrix != NULL && !seidel_run_item_get_matrix_changed (run)
         && g_strcmp0 (of_run->name, matrix->name) == 0
         && g_strcmp0 (of_run->path, matrix->origin.path) == 0
         && g_strcmp0 (of_run->ordering, matrix->ordering) == 0;
}

static gboolean
is_of_file (const SeidelRecord *record, const SeidelMatrix *matrix)
{
  return record != NULL && record->matrix.fingerprint != 0
         && g_strcmp0 (record->matrix.name, matrix->name) == 0
         && g_strcmp0 (record->matrix.path, matrix->origin.path) == 0
         && g_strcmp0 (record->matrix.variable, matrix->origin.variable) == 0;
}

static gboolean
is_concerned (SeidelRunList *runs, const SeidelMatrix *matrix)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (runs)); i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (G_LIST_MODEL (runs), i);

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

void
seidel_run_check_begin (SeidelRunList *runs,
                        SeidelMatrix *matrix,
                        GAsyncReadyCallback callback,
                        gpointer data)
{
  g_autoptr (GTask) task = g_task_new (runs, NULL, callback, data);

  g_task_set_source_tag (task, seidel_run_check_begin);
  g_task_set_task_data (task, seidel_matrix_ref (matrix), (GDestroyNotify) seidel_matrix_unref);
  if (is_concerned (runs, matrix))
    g_task_run_in_thread (task, fingerprint_thread);
  else
    g_task_return_pointer (task, NULL, NULL);
}

guint
seidel_run_check_finish (GAsyncResult *result)
{
  GListModel *runs = g_task_get_source_object (G_TASK (result));
  const SeidelMatrix *matrix = g_task_get_task_data (G_TASK (result));
  g_autofree uint64_t *fingerprint = g_task_propagate_pointer (G_TASK (result), NULL);
  guint n_changed = 0;

  for (guint i = 0; fingerprint != NULL && i < g_list_model_get_n_items (runs); i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (runs, i);
      const SeidelRecord *record = seidel_run_item_get_record (run);
      gboolean differs;

      if (!is_of_file (record, matrix))
        continue;
      differs = record->matrix.fingerprint != *fingerprint;
      seidel_run_item_set_matrix_changed (run, differs);
      n_changed += differs ? 1 : 0;
    }
  return n_changed;
}
