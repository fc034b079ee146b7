/* Long work of a command: on a worker thread, with a progress line, cancelled by Ctrl+C.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cli/seidel-cli-job.h"

#include <glib-unix.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/seidel-cli-command.h"
#include "cli/seidel-cli-text.h"
#include "base/seidel-format.h"
#include "base/seidel-threads.h"

#define PROGRESS_MILLISECONDS 200

/* That of the work, and one in which GLib notices signals and the end of other programs. */
#define N_THREADS 2

typedef struct
{
  SeidelCliJob *job;
  SeidelCliWork work;
  void *data;
  GError **error;
  bool result;
  bool done; /* main thread only */
} Call;

SeidelCliJob *
seidel_cli_job_new (void)
{
  SeidelCliJob *job = g_new0 (SeidelCliJob, 1);
  job->cancellable = g_cancellable_new ();
  job->skip_verification = g_cancellable_new ();
  job->trace = seidel_trace_new ();
  job->traces = g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_trace_unref);
  seidel_progress_begin (&job->progress, NULL);
  return job;
}

void
seidel_cli_job_free (SeidelCliJob *job)
{
  g_object_unref (job->cancellable);
  g_object_unref (job->skip_verification);
  seidel_trace_unref (job->trace);
  g_ptr_array_unref (job->traces);
  g_free (job);
}

void
seidel_cli_job_set_trace (SeidelCliJob *job, SeidelTrace *trace)
{
  /* The main thread may be reading the old one. */
  g_ptr_array_add (job->traces, job->trace);
  g_atomic_pointer_set (&job->trace, seidel_trace_ref (trace));
}

static char *
describe_run (SeidelTrace *trace)
{
  SeidelPhase phase = seidel_trace_phase (trace);
  if (phase != SEIDEL_PHASE_SOLVE)
    return g_strdup (seidel_phase_name (phase));
  g_autofree char *iterations =
    seidel_cli_text_count (seidel_trace_iterations (trace), "iteration", "iterations");
  g_autofree char *seconds = seidel_format_seconds (seidel_trace_phase_seconds (trace, phase), 3);
  size_t n_points = seidel_trace_n_points (trace);
  if (n_points == 0 || !(seidel_trace_reference (trace) > 0.0))
    return g_strdup_printf ("%s, %s, %s", seidel_phase_name (phase), iterations, seconds);
  double residual =
    seidel_trace_relative (trace, seidel_trace_point (trace, n_points - 1).residual);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  return g_strdup_printf ("%s, %s, relative residual %s, %s", seidel_phase_name (phase), iterations,
                          g_ascii_formatd (buffer, sizeof buffer, "%.2e", residual), seconds);
}

/* ", about 3 min left", or "" while nothing is known. */
static char *
describe_rest (const SeidelCliJob *job, int permille)
{
  const double done = permille - job->begun_permille;
  const double seconds = (double) (g_get_monotonic_time () - job->begun) / G_USEC_PER_SEC;
  if (!job->tells_rest || done <= 0.0)
    return g_strdup ("");
  const double left = seconds * (1000.0 - permille) / done;
  if (left >= 3600.0)
    return g_strdup_printf (", about %.1f h left", left / 3600.0);
  if (left >= 60.0)
    return g_strdup_printf (", about %.0f min left", left / 60.0);
  return g_strdup_printf (", about %.0f s left", left);
}

/* The progress line without the control characters, or NULL while there is none. */
static char *
describe (SeidelCliJob *job)
{
  SeidelTrace *trace = g_atomic_pointer_get (&job->trace);
  SeidelRunState state = seidel_trace_state (trace);
  if (state == SEIDEL_RUN_RUNNING || state == SEIDEL_RUN_STOPPED)
    return describe_run (trace);
  const char *activity = seidel_progress_activity (&job->progress);
  int permille = seidel_progress_permille (&job->progress);
  if (activity == NULL)
    return NULL;
  if (permille < 0)
    return g_strdup (activity);
  g_autofree char *rest = describe_rest (job, permille);
  return g_strdup_printf ("%s, %d %%%s", activity, permille / 10, rest);
}

static gboolean
show_progress_cb (void *data)
{
  g_autofree char *line = describe (data);
  if (line != NULL)
    fprintf (stderr, "\r\033[K%s", line);
  return G_SOURCE_CONTINUE;
}

/* The outcome of a run that is interrupted is verified, unless the user interrupts that, too. */
static gboolean
interrupt_cb (void *data)
{
  SeidelCliJob *job = data;
  job->n_interrupts++;
  g_cancellable_cancel (job->cancellable);
  if (job->n_interrupts > 1)
    g_cancellable_cancel (job->skip_verification);
  if (job->n_interrupts > 2)
    _exit (SEIDEL_CLI_INTERRUPTED);
  return G_SOURCE_CONTINUE;
}

/* Who ends the session or the job does not wait for a verification. */
static gboolean
terminate_cb (void *data)
{
  SeidelCliJob *job = data;
  if (job->terminated)
    _exit (SEIDEL_CLI_INTERRUPTED);
  job->terminated = true;
  g_cancellable_cancel (job->skip_verification);
  g_cancellable_cancel (job->cancellable);
  return G_SOURCE_CONTINUE;
}

static gboolean
done_cb (void *data)
{
  Call *call = data;
  call->done = true;
  return G_SOURCE_REMOVE;
}

static void *
work_thread (void *data)
{
  Call *call = data;
  seidel_threads_begin ();
  call->result = call->work (call->job, call->data, call->error);
  g_idle_add_full (G_PRIORITY_DEFAULT, done_cb, call, NULL);
  return NULL;
}

bool
seidel_cli_job_run (SeidelCliJob *job, SeidelCliWork work, void *data, GError **error)
{
  static const struct
  {
    int number;
    GSourceFunc callback;
  } signals[] = { { SIGINT, interrupt_cb }, { SIGTERM, terminate_cb }, { SIGHUP, terminate_cb } };
  guint sources[G_N_ELEMENTS (signals)];
  if (!seidel_threads_reserve (N_THREADS, error))
    return false;
  for (size_t i = 0; i < G_N_ELEMENTS (signals); i++)
    sources[i] = g_unix_signal_add (signals[i].number, signals[i].callback, job);
  bool terminal = isatty (STDERR_FILENO);
  job->begun = g_get_monotonic_time ();
  guint timer = terminal ? g_timeout_add (PROGRESS_MILLISECONDS, show_progress_cb, job) : 0;

  Call call = { .job = job, .work = work, .data = data, .error = error };
  GThread *thread = g_thread_try_new ("work", work_thread, &call, error);
  while (thread != NULL && !call.done)
    g_main_context_iteration (NULL, TRUE);
  if (thread != NULL)
    g_thread_join (thread);

  if (timer != 0)
    {
      g_source_remove (timer);
      fputs ("\r\033[K", stderr);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (signals); i++)
    g_source_remove (sources[i]);
  return call.result;
}
