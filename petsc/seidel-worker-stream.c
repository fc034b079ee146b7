/* The threads of rank 0 that listen and report.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-worker-stream.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "seidel-petsc.h"

#define REPORT_MILLISECONDS   25
#define ORPHANED_MILLISECONDS 1000
#define RECEIVED_MILLISECONDS 3000

/* Lines of one report: more of them wait for the next write. */
#define MOST_LINES 4096

static struct
{
  GThread *thread;
  GMutex mutex; /* of what follows */
  GCond wish;
  bool end;
  SeidelTrace *trace;
  size_t points; /* reported so far */
  size_t sweeps;
} reporting;

static struct
{
  atomic_bool *stop;
  const char *job_path;
  GMutex mutex; /* of what follows */
  GCond news;
  bool received;
} listening;

/* Whether there may be more. */
static bool
report (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const size_t n_points = seidel_trace_n_points (reporting.trace);
  const size_t n_sweeps = seidel_trace_n_sweeps (reporting.trace);
  int lines = 0;

  for (; reporting.sweeps < n_sweeps && lines < MOST_LINES; reporting.sweeps++, lines++)
    {
      const SeidelTraceSweep sweep = seidel_trace_sweep (reporting.trace, reporting.sweeps);

      seidel_cluster_stream_add_sweep (text, &sweep);
    }
  for (; reporting.points < n_points && lines < MOST_LINES; reporting.points++, lines++)
    {
      const SeidelTracePoint point = seidel_trace_point (reporting.trace, reporting.points);

      seidel_cluster_stream_add_point (text, &point);
    }
  seidel_petsc_print (text);
  return lines == MOST_LINES;
}

static gpointer
report_thread (gpointer data)
{
  g_mutex_lock (&reporting.mutex);
  while (!reporting.end)
    {
      g_cond_wait_until (&reporting.wish, &reporting.mutex,
                         g_get_monotonic_time () + REPORT_MILLISECONDS * 1000);
      while (report ())
        continue;
    }
  g_mutex_unlock (&reporting.mutex);
  return NULL;
}

void
seidel_worker_report_begin (SeidelTrace *trace)
{
  reporting.trace = trace;
  reporting.thread = g_thread_new ("report", report_thread, NULL);
}

void
seidel_worker_report_end (void)
{
  g_mutex_lock (&reporting.mutex);
  reporting.end = true;
  g_cond_signal (&reporting.wish);
  g_mutex_unlock (&reporting.mutex);
  g_thread_join (reporting.thread);
  while (report ())
    continue;
}

static void
note_received (void)
{
  g_mutex_lock (&listening.mutex);
  listening.received = true;
  g_cond_signal (&listening.news);
  g_mutex_unlock (&listening.mutex);
}

/* Removes whole lines from the beginning. */
static void
take_lines (GString *lines)
{
  const char *end;

  while ((end = strchr (lines->str, '\n')) != NULL)
    {
      if (g_str_has_prefix (lines->str, SEIDEL_CLUSTER_STOP))
        atomic_store (listening.stop, true);
      else if (g_str_has_prefix (lines->str, SEIDEL_CLUSTER_RECEIVED))
        note_received ();
      g_string_erase (lines, 0, end + 1 - lines->str);
    }
}

void
seidel_worker_wait_until_received (void)
{
  const int64_t latest = g_get_monotonic_time () + RECEIVED_MILLISECONDS * 1000;

  g_mutex_lock (&listening.mutex);
  while (!listening.received && g_cond_wait_until (&listening.news, &listening.mutex, latest))
    continue;
  g_mutex_unlock (&listening.mutex);
}

static gpointer
listen_thread (gpointer data)
{
  g_autoptr (GString) lines = g_string_new (NULL);
  char buffer[64];
  ssize_t n;

  /* Not by stdio, which would make the end of the process wait for this thread. */
  while ((n = read (STDIN_FILENO, buffer, sizeof buffer)) > 0)
    {
      g_string_append_len (lines, buffer, n);
      take_lines (lines);
    }
  /* The program that started the ranks is gone, or a launcher that passes nothing on; or the
   * launcher ends all ranks because one of them is lost, and is faster than this. */
  if (n == 0)
    {
      g_usleep (ORPHANED_MILLISECONDS * 1000);
      g_unlink (listening.job_path);
      seidel_petsc_abort (SEIDEL_REASON_CANCELLED, "The program that started the ranks has ended.");
    }
  return NULL;
}

void
seidel_worker_listen (atomic_bool *stop, const char *job_path)
{
  listening.stop = stop;
  listening.job_path = job_path;
  g_thread_unref (g_thread_new ("listen", listen_thread, NULL));
}
