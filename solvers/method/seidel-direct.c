/* What direct methods share.
 *
 * Source of the refinement: Higham, "Accuracy and Stability of Numerical Algorithms" (2002),
 * chapter 12.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-direct.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/seidel-format.h"
#include "base/seidel-memory.h"
#include "matrix/seidel-vector.h"

/* A step of refinement that gains less than this has come to the end of the precision. */
#define LEAST_GAIN 0.5

SeidelReason
seidel_direct_out_of_memory (SeidelMethodRun *run, double bytes)
{
  g_autofree char *needed = seidel_format_bytes (bytes);
  g_autofree char *available = seidel_format_bytes (seidel_memory_available ());

  g_free (run->message);
  run->message = g_strdup_printf ("It takes %s or more, and %s are free.", needed, available);
  return SEIDEL_REASON_OUT_OF_MEMORY;
}

SeidelReason
seidel_direct_singular (SeidelMethodRun *run, int64_t column, const char *remedy)
{
  run->singular = true;
  return seidel_method_run_breakdown (
    run, "The matrix is singular: no pivot is left in column %" G_GINT64_FORMAT "%s.", column + 1,
    remedy);
}

/* How often the one who waits looks whether the run should stop. */
#define POLL_MICROSECONDS 10000

/* Shared by the thread that works and the one that waits; the last one to let go frees it. */
typedef struct
{
  gatomicrefcount references;
  GMutex mutex;
  GCond changed;
  bool done;
  bool abandoned;
  void (*func) (gpointer data);
  gpointer data;
  GDestroyNotify free_data;
} Call;

/* Calls that go on by themselves. */
static int n_abandoned; /* (atomic) */

/* The libraries that an abandoned call works in would be torn down under it: the program ends
 * without that, with the status that it meant to end with. */
static void
leave_at_once_cb (int status, void *user_data G_GNUC_UNUSED)
{
  if (g_atomic_int_get (&n_abandoned) == 0)
    return;
  fflush (NULL);
  _exit (status);
}

static void
call_abandon (Call *call)
{
  static gsize registered;

  /* What is registered last is called first, before anything is torn down. */
  if (g_once_init_enter (&registered))
    {
      on_exit (leave_at_once_cb, NULL);
      g_once_init_leave (&registered, 1);
    }
  g_atomic_int_inc (&n_abandoned);
  call->abandoned = true;
}

static void
call_unref (Call *call)
{
  if (!g_atomic_ref_count_dec (&call->references))
    return;
  if (call->abandoned)
    {
      call->free_data (call->data);
      g_atomic_int_add (&n_abandoned, -1);
    }
  g_mutex_clear (&call->mutex);
  g_cond_clear (&call->changed);
  g_free (call);
}

static gpointer
call_thread (gpointer user_data)
{
  Call *call = user_data;

  call->func (call->data);
  g_mutex_lock (&call->mutex);
  call->done = true;
  g_cond_signal (&call->changed);
  g_mutex_unlock (&call->mutex);
  call_unref (call);
  return NULL;
}

bool
seidel_direct_call (SeidelMethodRun *run,
                    void (*func) (gpointer data),
                    gpointer data,
                    GDestroyNotify free_data,
                    atomic_bool *abandoned)
{
  Call *call = g_new0 (Call, 1);
  GThread *thread;
  bool done;

  g_atomic_ref_count_init (&call->references);
  g_atomic_ref_count_inc (&call->references);
  g_mutex_init (&call->mutex);
  g_cond_init (&call->changed);
  call->func = func;
  call->data = data;
  call->free_data = free_data;
  thread = g_thread_try_new ("seidel-direct", call_thread, call, NULL);
  if (thread != NULL)
    g_thread_unref (thread);
  else
    call_thread (call); /* without a thread of its own it cannot be stopped */

  g_mutex_lock (&call->mutex);
  while (!call->done && !seidel_method_run_stopped (run))
    g_cond_wait_until (&call->changed, &call->mutex, g_get_monotonic_time () + POLL_MICROSECONDS);
  done = call->done;
  if (!done)
    {
      call_abandon (call);
      atomic_store (abandoned, true);
    }
  g_mutex_unlock (&call->mutex);
  call_unref (call);
  return done;
}

/* What one run works with. */
typedef struct
{
  SeidelMethodRun *run;
  const SeidelDirect *direct;
  double *x;    /* the iterate */
  double *step; /* the right-hand side of a solve, then its solution */
  SeidelVector *r;
} Work;

static bool
reserve (Work *work)
{
  SeidelMethodRun *run = work->run;

  work->x = seidel_vector_new (run->n, NULL);
  work->step = seidel_vector_new (run->n, NULL);
  work->r = seidel_method_run_vector (run);
  return work->x != NULL && work->step != NULL && work->r != NULL;
}

/* x ← x + A⁻¹ step, as an iteration. */
static SeidelReason
take_step (Work *work, int64_t iteration)
{
  SeidelMethodRun *run = work->run;
  SeidelSession *session = &run->session;

  if (!work->direct->solve (run, run->kept, work->step))
    return seidel_method_run_stop_reason (run);
  for (int64_t i = 0; i < run->n; i++)
    work->x[i] += work->step[i];
  session->engine->vectors.upload (session->context, run->x, work->x);
  seidel_method_run_end (run);
  return seidel_method_run_check_iterate (run, iteration);
}

static SeidelReason
refine (Work *work)
{
  SeidelMethodRun *run = work->run;
  SeidelSession *session = &run->session;
  SeidelReason reason = SEIDEL_REASON_NONE;

  for (int64_t iteration = 2; reason == SEIDEL_REASON_NONE; iteration++)
    {
      double before = run->monitor->latest;

      seidel_method_run_begin (run, iteration);
      seidel_session_residual (session, run->A, run->b, run->x, work->r, 0);
      session->engine->vectors.download (session->context, work->step, work->r);
      reason = take_step (work, iteration);
      if (reason == SEIDEL_REASON_NONE && !(run->monitor->latest <= LEAST_GAIN * before))
        reason = SEIDEL_REASON_STAGNATED;
    }
  return reason;
}

/* Notes the residual of the first guess: b itself when that is zero, without a pass over the matrix
 * that a small system would feel. */
static SeidelReason
check_guess (Work *work)
{
  SeidelMethodRun *run = work->run;
  SeidelSession *session = &run->session;
  int64_t i = 0;

  if (!seidel_session_failed (session))
    session->engine->vectors.download (session->context, work->x, run->x);
  while (i < run->n && work->x[i] == 0.0)
    i++;
  if (i < run->n || seidel_session_failed (session))
    return seidel_method_run_check_iterate (run, 0);
  seidel_session_dot (session, 0, run->b, run->b);
  return seidel_method_run_check (run, 0, 0);
}

static SeidelReason
solve (Work *work)
{
  SeidelMethodRun *run = work->run;
  SeidelSession *session = &run->session;
  SeidelReason reason = check_guess (work);

  if (reason != SEIDEL_REASON_NONE)
    return reason;
  seidel_method_run_begin (run, 1);
  if (run->kept == NULL)
    run->kept = work->direct->factor (run, &reason);
  if (run->kept == NULL)
    return reason;
  run->kept_free = work->direct->free;
  memset (work->x, 0, (size_t) run->n * sizeof *work->x);
  session->engine->vectors.download (session->context, work->step, run->b);
  reason = take_step (work, 1);
  return reason == SEIDEL_REASON_NONE ? refine (work) : reason;
}

SeidelReason
seidel_direct_run (SeidelMethodRun *run, const SeidelDirect *direct)
{
  Work work = { .run = run, .direct = direct };
  SeidelReason reason;

  if (reserve (&work))
    reason = solve (&work);
  else if (seidel_session_failed (&run->session))
    reason = seidel_monitor_failure (run->monitor, &run->session);
  else
    reason = seidel_direct_out_of_memory (run, 3.0 * 8.0 * (double) run->n);
  seidel_vector_free (work.x);
  seidel_vector_free (work.step);
  seidel_session_vector_free (&run->session, work.r);
  return reason;
}
