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

typedef struct
{
  GWeakRef runs;
  SeidelMatrix *matrix;
  GWeakRef owner;
  SeidelRunsChecked checked;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  g_weak_ref_clear (&job->runs);
  seidel_matrix_unref (job->matrix);
  g_weak_ref_clear (&job->owner);
  g_free (job);
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

/* How many of the runs are of other contents. */
static guint
mark (SeidelRunList *runs, const SeidelMatrix *matrix, uint64_t fingerprint)
{
  guint n_changed = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (runs)); i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (G_LIST_MODEL (runs), i);
      const SeidelRecord *record = seidel_run_item_get_record (run);
      gboolean differs;

      if (!is_of_file (record, matrix))
        continue;
      differs = record->matrix.fingerprint != fingerprint;
      seidel_run_item_set_matrix_changed (run, differs);
      n_changed += differs ? 1 : 0;
    }
  return n_changed;
}

static void
fingerprint_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  uint64_t *fingerprint = g_new (uint64_t, 1);

  *fingerprint = seidel_fingerprint_new (((Job *) task_data)->matrix, cancellable);
  g_task_return_pointer (task, fingerprint, g_free);
}

static void
fingerprint_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autofree uint64_t *fingerprint = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autoptr (SeidelRunList) runs = g_weak_ref_get (&job->runs);
  g_autoptr (GObject) owner = g_weak_ref_get (&job->owner);
  const guint n_changed =
    fingerprint != NULL && runs != NULL ? mark (runs, job->matrix, *fingerprint) : 0;

  if (n_changed > 0 && owner != NULL)
    job->checked (owner, n_changed);
}

void
seidel_run_check_begin (SeidelRunList *runs,
                        SeidelMatrix *matrix,
                        gpointer owner,
                        SeidelRunsChecked checked)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  if (!is_concerned (runs, matrix))
    return;
  job = g_new0 (Job, 1);
  g_weak_ref_init (&job->runs, runs);
  job->matrix = seidel_matrix_ref (matrix);
  g_weak_ref_init (&job->owner, owner);
  job->checked = checked;
  task = g_task_new (NULL, NULL, fingerprint_cb, NULL);
  g_task_set_source_tag (task, seidel_run_check_begin);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, fingerprint_thread);
}
