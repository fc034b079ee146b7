/* An experiment that runs on a thread of its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-experiment-job.h"

#include <gio/gio.h>
#include <glib/gstdio.h>

#include "base/seidel-threads.h"

struct SeidelExperimentJob
{
  GThread *thread;
  SeidelExperiment *experiment;
  char *path;
  GCancellable *cancellable;
  SeidelExperimentResult *result; /* written once by the thread */
  int over;                       /* likewise */
  GError *error;                  /* of the thread; read when it is over */
};

static gpointer
job_thread (gpointer data)
{
  SeidelExperimentJob *self = data;
  g_autofree char *folder = g_path_get_dirname (self->path);
  SeidelExperimentResult *result;

  seidel_threads_begin ();
  g_mkdir_with_parents (folder, 0700);
  result = seidel_experiment_resume (self->experiment, self->path, NULL);
  /* What is of another version of the experiment, or of the machine, is measured again. */
  if (result == NULL)
    result = seidel_experiment_result_new (self->experiment);
  __atomic_store_n (&self->result, result, __ATOMIC_RELEASE);
  seidel_experiment_run (result, self->path, NULL, self->cancellable, &self->error);
  __atomic_store_n (&self->over, 1, __ATOMIC_RELEASE);
  return NULL;
}

static void
job_free (SeidelExperimentJob *self)
{
  seidel_experiment_unref (self->experiment);
  g_clear_pointer (&self->result, seidel_experiment_result_unref);
  g_clear_error (&self->error);
  g_object_unref (self->cancellable);
  g_free (self->path);
  g_free (self);
}

SeidelExperimentJob *
seidel_experiment_job_start (SeidelExperiment *experiment, const char *path, GError **error)
{
  SeidelExperimentJob *self = g_new0 (SeidelExperimentJob, 1);

  self->experiment = seidel_experiment_ref (experiment);
  self->path = g_strdup (path);
  self->cancellable = g_cancellable_new ();
  self->thread = g_thread_try_new ("seidel-experiment", job_thread, self, error);
  if (self->thread != NULL)
    return self;
  job_free (self);
  return NULL;
}

SeidelExperimentResult *
seidel_experiment_job_get_result (SeidelExperimentJob *self)
{
  return __atomic_load_n (&self->result, __ATOMIC_ACQUIRE);
}

gboolean
seidel_experiment_job_is_over (SeidelExperimentJob *self)
{
  return __atomic_load_n (&self->over, __ATOMIC_ACQUIRE);
}

void
seidel_experiment_job_stop (SeidelExperimentJob *self)
{
  g_cancellable_cancel (self->cancellable);
}

gboolean
seidel_experiment_job_finish (SeidelExperimentJob *self, GError **error)
{
  gboolean done;

  g_thread_join (self->thread);
  done = self->error == NULL;
  if (!done)
    g_propagate_error (error, g_steal_pointer (&self->error));
  job_free (self);
  return done;
}
