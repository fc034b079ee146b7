/* Fetching the index of the collection or an archive on a worker, for the dialog.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-collection-job.h"

#include <glib/gi18n.h>

#include "base/seidel-format.h"

struct SeidelCollectionJob
{
  SeidelCollection *collection;
  char *group;
  char *name;
  GCancellable *cancellable;
  SeidelProgress progress;
  SeidelTransfer transfer;
  SeidelCollectionJobDone done;
  GObject *data; /* touched on the main thread only */
};

static void
job_free (gpointer data)
{
  SeidelCollectionJob *self = data;

  seidel_collection_free (self->collection);
  g_free (self->group);
  g_free (self->name);
  g_object_unref (self->cancellable);
  g_free (self);
}

static void
job_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  SeidelCollectionJob *self = task_data;
  GError *error = NULL;
  char *path = NULL;

  if (self->name != NULL)
    path = seidel_collection_download (self->collection, self->group, self->name, &self->transfer,
                                       self->cancellable, &error);
  else
    seidel_collection_refresh (self->collection, &self->transfer, NULL, self->cancellable, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, path, g_free);
}

static void
job_done_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SeidelCollectionJob *self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_task_propagate_pointer (G_TASK (result), &error);
  g_autoptr (GObject) kept = g_steal_pointer (&self->data);

  self->done (self, path, error, kept);
}

SeidelCollectionJob *
seidel_collection_job_start (const SeidelCollection *collection,
                             const char *group,
                             const char *name,
                             SeidelCollectionJobDone done,
                             GObject *data)
{
  SeidelCollectionJob *self = g_new0 (SeidelCollectionJob, 1);
  g_autoptr (GTask) task = NULL;

  self->collection = seidel_collection_copy (collection);
  self->group = g_strdup (group);
  self->name = g_strdup (name);
  self->cancellable = g_cancellable_new ();
  self->transfer.progress = &self->progress;
  self->transfer.total = -1;
  self->progress = (SeidelProgress) SEIDEL_PROGRESS_INIT;
  self->done = done;
  self->data = g_object_ref (data);
  /* The task does not get the cancellable: what was completed before it counts. */
  task = g_task_new (NULL, NULL, job_done_cb, self);
  g_task_set_source_tag (task, seidel_collection_job_start);
  g_task_set_task_data (task, self, job_free);
  g_task_run_in_thread (task, job_thread);
  return self;
}

void
seidel_collection_job_cancel (SeidelCollectionJob *self)
{
  g_cancellable_cancel (self->cancellable);
}

gboolean
seidel_collection_job_is_cancelled (SeidelCollectionJob *self)
{
  return g_cancellable_is_cancelled (self->cancellable);
}

const char *
seidel_collection_job_get_group (SeidelCollectionJob *self)
{
  return self->group;
}

const char *
seidel_collection_job_get_name (SeidelCollectionJob *self)
{
  return self->name;
}

/* What is worked on, and on what part of it when it is not the transfer itself. */
static char *
describe_work (SeidelCollectionJob *self)
{
  if (self->name == NULL)
    return g_strdup (_ ("The index"));
  return g_strdup_printf ("%s/%s", self->group, self->name);
}

char *
seidel_collection_job_describe (SeidelCollectionJob *self)
{
  int64_t received, total;
  g_autofree char *work = describe_work (self);
  g_autofree char *here = NULL;
  g_autofree char *all = NULL;

  seidel_transfer_get (&self->transfer, &received, &total);
  here = seidel_format_bytes ((double) received);
  all = seidel_format_bytes ((double) total);
  if (seidel_collection_job_is_cancelled (self))
    return g_strdup_printf (_ ("%s: cancelling…"), work);
  if (received == 0)
    return g_strdup_printf (_ ("%s: connecting…"), work);
  if (total < 0)
    return g_strdup_printf ("%s: %s", work, here);
  return g_strdup_printf (_ ("%s: %s of %s"), work, here, all);
}

double
seidel_collection_job_get_fraction (SeidelCollectionJob *self)
{
  int64_t received, total;

  seidel_transfer_get (&self->transfer, &received, &total);
  return total > 0 ? (double) received / (double) total : -1.0;
}
