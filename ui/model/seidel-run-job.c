/* The threads of runs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-run-job.h"

#include "io/seidel-loader.h"
#include "experiment/seidel-machine.h"
#include "record/seidel-fingerprint.h"
#include "run/seidel-iterates.h"
#include "run/seidel-trace-writer.h"
#include "solve/seidel-solve.h"

struct SeidelRunStart
{
  GMutex mutex;
  SeidelProblem *problem; /* NULL: not made yet */

  SeidelMatrix *matrix;
  SeidelMatrix *natural; /* the same in its natural order */
  SeidelStructure *structure;
  SeidelSchedule *schedules[2];
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
  SeidelRecord *resumed; /* or NULL */
};

struct SeidelRunJob
{
  SeidelRunStart *start;
  SeidelOptions options;
  SeidelReuse *reuse; /* or NULL */
  SeidelTrace *trace;
  GCancellable *stop;
  GCancellable *skip_verification;
  SeidelRecord *record; /* once it has ended */

  /* The main thread's. */
  GThread *thread;
  SeidelRunJobEnded ended; /* NULL once nobody waits for it */
  gpointer data;
};

SeidelRunStart *
seidel_run_start_new (SeidelDocument *document,
                      const SeidelVectorSpec *rhs,
                      const SeidelVectorSpec *guess)
{
  SeidelRunStart *start = g_atomic_rc_box_new0 (SeidelRunStart);

  g_mutex_init (&start->mutex);
  start->matrix = seidel_matrix_ref (seidel_document_get_matrix (document));
  start->natural =
    seidel_matrix_ref (seidel_document_get_matrix (seidel_document_get_natural (document)));
  if (seidel_document_get_solved_structure (document) != NULL)
    start->structure = seidel_structure_ref (seidel_document_get_solved_structure (document));
  for (int d = 0; d < 2; d++)
    {
      SeidelSchedule *schedule = seidel_document_get_solved_schedule (document, d);

      start->schedules[d] = schedule != NULL ? seidel_schedule_ref (schedule) : NULL;
    }
  seidel_vector_spec_copy (&start->rhs, rhs);
  seidel_vector_spec_copy (&start->guess, guess);
  return start;
}

void
seidel_run_start_set_resumed (SeidelRunStart *start, SeidelRecord *record)
{
  start->resumed = seidel_record_ref (record);
}

static void
start_clear (gpointer data)
{
  SeidelRunStart *start = data;

  g_clear_pointer (&start->resumed, seidel_record_unref);

  g_mutex_clear (&start->mutex);
  g_clear_pointer (&start->problem, seidel_problem_unref);
  seidel_matrix_unref (start->matrix);
  seidel_matrix_unref (start->natural);
  g_clear_pointer (&start->structure, seidel_structure_unref);
  g_clear_pointer (&start->schedules[0], seidel_schedule_unref);
  g_clear_pointer (&start->schedules[1], seidel_schedule_unref);
  seidel_vector_spec_clear (&start->rhs);
  seidel_vector_spec_clear (&start->guess);
}

void
seidel_run_start_unref (SeidelRunStart *start)
{
  g_atomic_rc_box_release_full (start, start_clear);
}

static SeidelProblem *
make_problem (const SeidelRunStart *start, GCancellable *stop, GError **error)
{
  SeidelProblem *problem = seidel_problem_new_from_specs (start->matrix, &start->rhs, &start->guess,
                                                          seidel_load_vector, stop, error);

  if (problem == NULL)
    return NULL;
  problem->machine = seidel_machine_known ();
  seidel_problem_set_analyses (problem, start->structure, start->schedules[0], start->schedules[1]);
  if (start->resumed == NULL
      || seidel_problem_set_guess (problem, start->resumed->outcome->x, error))
    return problem;
  seidel_problem_unref (problem);
  return NULL;
}

/* A near null space belongs to the options of a job, and its problem is its own. */
static SeidelProblem *
make_own_problem (const SeidelRunJob *job, GError **error)
{
  g_autoptr (SeidelProblem) problem = make_problem (job->start, job->stop, error);

  if (problem == NULL
      || !seidel_problem_read_near_null (problem, job->options.near_null, seidel_load_matrix,
                                         job->stop, error))
    return NULL;
  return g_steal_pointer (&problem);
}

/* What one job gave up, because it was stopped, the next one tries again. */
static SeidelProblem *
get_shared_problem (SeidelRunStart *start, GCancellable *stop, GError **error)
{
  SeidelProblem *problem = NULL;

  g_mutex_lock (&start->mutex);
  if (start->problem == NULL)
    start->problem = make_problem (start, stop, error);
  if (start->problem != NULL)
    problem = seidel_problem_ref (start->problem);
  g_mutex_unlock (&start->mutex);
  return problem;
}

SeidelRunJob *
seidel_run_job_new (SeidelRunStart *start,
                    const SeidelOptions *options,
                    SeidelReuse *reuse,
                    GCancellable *stop,
                    GCancellable *skip_verification)
{
  SeidelRunJob *job = g_atomic_rc_box_new0 (SeidelRunJob);

  job->start = g_atomic_rc_box_acquire (start);
  job->options = *options;
  job->reuse = reuse != NULL ? seidel_reuse_ref (reuse) : NULL;
  job->stop = g_object_ref (stop);
  job->skip_verification = g_object_ref (skip_verification);
  return job;
}

static void
job_clear (gpointer data)
{
  SeidelRunJob *job = data;

  seidel_run_start_unref (job->start);
  g_clear_pointer (&job->reuse, seidel_reuse_unref);
  g_clear_pointer (&job->trace, seidel_trace_unref);
  g_clear_object (&job->stop);
  g_clear_object (&job->skip_verification);
  g_clear_pointer (&job->record, seidel_record_unref);
}

void
seidel_run_job_unref (SeidelRunJob *job)
{
  g_atomic_rc_box_release_full (job, job_clear);
}

static SeidelOutcome *
solve (SeidelRunJob *job, GError **error)
{
  g_autoptr (SeidelProblem) problem = job->options.near_null != NULL
                                        ? make_own_problem (job, error)
                                        : get_shared_problem (job->start, job->stop, error);

  return problem != NULL ? seidel_solve_reusing (job->reuse, problem, &job->options, job->trace,
                                                 job->stop, job->skip_verification, error)
                         : NULL;
}

static gpointer
run_thread (gpointer data)
{
  g_autoptr (GTask) task = data;
  SeidelRunJob *job = g_task_get_task_data (task);
  const gint64 begun =
    job->start->resumed != NULL ? job->start->resumed->begun : g_get_real_time () / G_USEC_PER_SEC;
  g_autoptr (GError) error = NULL;
  SeidelOutcome *outcome = solve (job, &error);

  if (outcome == NULL)
    seidel_trace_set_state (job->trace, SEIDEL_RUN_FINISHED);
  job->record = seidel_record_new (&(SeidelRecordFacts){
    .matrix = job->start->matrix,
    .fingerprint = seidel_fingerprint_new (job->start->natural, job->skip_verification),
    .rhs = &job->start->rhs,
    .guess = &job->start->guess,
    .options = &job->options,
    .trace = job->trace,
    .outcome = outcome,
    .error = error,
    .begun = begun,
  });
  g_task_return_boolean (task, outcome != NULL);
  return NULL;
}

static void
ended_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SeidelRunJob *job = g_task_get_task_data (G_TASK (result));

  if (job->ended != NULL)
    job->ended (job, job->data);
}

/* Of a run whose error is followed, which takes time already, so that the field can be played. */
static void
keep_iterates (const SeidelRunJob *job, SeidelTrace *trace)
{
  g_autoptr (SeidelIterates) iterates = job->options.track_error && job->start->resumed == NULL
                                          ? seidel_iterates_new (job->start->matrix)
                                          : NULL;

  if (iterates != NULL)
    seidel_trace_keep_iterates (trace, iterates);
}

gboolean
seidel_run_job_begin (SeidelRunJob *job,
                      SeidelTrace *trace,
                      SeidelRunJobEnded ended,
                      gpointer data,
                      GError **error)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, ended_cb, NULL);

  keep_iterates (job, trace);
  g_task_set_source_tag (task, seidel_run_job_begin);
  g_task_set_priority (task, G_PRIORITY_DEFAULT);
  g_task_set_task_data (task, g_atomic_rc_box_acquire (job), (GDestroyNotify) seidel_run_job_unref);
  job->trace = seidel_trace_ref (trace);
  job->ended = ended;
  job->data = data;
  job->thread = g_thread_try_new ("seidel-run", run_thread, g_object_ref (task), error);
  if (job->thread != NULL)
    return TRUE;
  job->ended = NULL;
  g_task_return_boolean (task, FALSE);
  g_object_unref (task);
  return FALSE;
}

SeidelRecord *
seidel_run_job_end (SeidelRunJob *job)
{
  SeidelRecord *record;

  g_thread_join (g_steal_pointer (&job->thread));
  job->ended = NULL;
  record = g_steal_pointer (&job->record);
  seidel_run_job_unref (job);
  return record;
}
