/* Following a run by several processes, from its start to an end with a reason.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cluster/seidel-cluster.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/seidel-fail.h"
#include "cluster/seidel-cluster-process.h"
#include "cluster/seidel-cluster-stream.h"
#include "engine/seidel-distributed.h"

/* Of what a launcher complains, the end. */
#define MOST_COMPLAINTS 4096

/* Once a rank has ended, what it wrote before may still be on its way. */
#define LATE_MILLISECONDS 300

/* A run that was stopped ends after its iteration. It is ended when nothing has come from it for so
 * long, and twice the longest time that it was silent before; and after some times that anyway. */
#define STOP_MILLISECONDS 2000
#define MOST_PATIENCE     5

/* Time limits beyond this are none; it keeps the sum below in range. */
#define LONGEST_TIME_LIMIT 1e12

/* However little happens: time limits and stops are looked at so often. */
#define TICK_MILLISECONDS 50

typedef struct
{
  const SeidelClusterSystem *system;
  GCancellable *cancellable;
  SeidelClusterProcess process;
  SeidelClusterStream stream;
  GString *complaints;
  GPollFD wish; /* to cancel */
  bool has_wish;
  int64_t deadline; /* of the time limit; 0: none yet. All in microseconds of the monotonic clock */
  int64_t stopped;  /* when the run was asked to stop; 0: it was not */
  int64_t lost;     /* when a rank or the launcher was seen to have ended early; 0: none was */
  int64_t heard;    /* when the ranks last reported; 0: they have not */
  int64_t silence;  /* the longest time between two of their reports */
  guint n_added;    /* ranks that are watched by what they reported */
} Run;

void
seidel_cluster_result_clear (SeidelClusterResult *result)
{
  g_clear_pointer (&result->message, g_free);
  g_clear_pointer (&result->ranks, g_free);
  result->n_ranks = 0;
}

/* The words of the launcher with the number of ranks in place of {ranks}, the program, the job. */
static char **
make_arguments (const SeidelOptions *options, const char *job, GError **error)
{
  const char *launcher = options->launcher != NULL ? options->launcher : SEIDEL_LAUNCHER_DEFAULT;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *ranks = g_strdup_printf ("%d", options->ranks);
  g_autofree char *program = seidel_distributed_worker ();
  g_auto (GStrv) words = NULL;

  if (!g_shell_parse_argv (launcher, NULL, &words, error))
    return NULL;
  for (char **word = words; *word != NULL; word++)
    {
      g_autoptr (GString) text = g_string_new (*word);

      g_string_replace (text, "{ranks}", ranks, 0);
      g_strv_builder_add (builder, text->str);
    }
  g_strv_builder_add (builder, program);
  g_strv_builder_add (builder, job);
  return g_strv_builder_end (builder);
}

static void
note_report (Run *run)
{
  const int64_t now = g_get_monotonic_time ();

  if (run->heard != 0)
    run->silence = MAX (run->silence, now - run->heard);
  run->heard = now;
}

/* Reads what there is; closes a pipe that has ended. */
static void
drain (Run *run, int *fd)
{
  char buffer[16384];
  ssize_t n;

  while (*fd >= 0 && (n = read (*fd, buffer, sizeof buffer)) != 0)
    {
      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return;
      if (fd == &run->process.output)
        {
          note_report (run);
          seidel_cluster_stream_take (&run->stream, buffer, (size_t) n);
        }
      else
        {
          g_string_append_len (run->complaints, buffer, n);
          if (run->complaints->len > MOST_COMPLAINTS)
            g_string_erase (run->complaints, 0, (gssize) run->complaints->len - MOST_COMPLAINTS);
        }
    }
  if (*fd >= 0)
    {
      close (*fd);
      *fd = -1;
    }
}

static bool
is_here (const SeidelRank *rank)
{
  return strcmp (rank->host, g_get_host_name ()) == 0;
}

/* Ranks that have reported since the last time are watched, where they are on this machine; before
 * that, what the launcher has started. */
static void
watch_ranks (Run *run)
{
  if (run->stream.ranks->len == 0)
    seidel_cluster_process_add_started (&run->process, SEIDEL_DISTRIBUTED_PROGRAM);
  for (; run->n_added < run->stream.ranks->len; run->n_added++)
    {
      const SeidelRank *rank = &g_array_index (run->stream.ranks, SeidelRank, run->n_added);

      if (is_here (rank))
        seidel_cluster_process_add (&run->process, (pid_t) rank->pid);
    }
}

static void
wait_for_something (Run *run)
{
  g_autoptr (GArray) fds = g_array_new (FALSE, FALSE, sizeof (struct pollfd));
  const int watched[] = { run->process.output, run->process.errors, run->process.watch,
                          run->has_wish && run->stopped == 0 ? run->wish.fd : -1 };

  for (size_t i = 0; i < G_N_ELEMENTS (watched); i++)
    {
      struct pollfd fd = { watched[i], POLLIN, 0 };

      g_array_append_val (fds, fd);
    }
  for (guint i = 0; i < run->process.ranks->len && run->lost == 0; i++)
    {
      struct pollfd fd = { g_array_index (run->process.ranks, SeidelClusterRank, i).watch, POLLIN,
                           0 };

      g_array_append_val (fds, fd);
    }
  poll ((struct pollfd *) (void *) fds->data, fds->len, TICK_MILLISECONDS);
}

/* The time limit is one of solving: it begins when the ranks have their rows. */
static void
set_deadline (Run *run, int64_t now)
{
  const double limit = MIN (run->system->options->time_limit, LONGEST_TIME_LIMIT);

  if (run->deadline == 0 && limit > 0.0
      && seidel_trace_phase (run->stream.trace) == SEIDEL_PHASE_SOLVE)
    run->deadline = now + (int64_t) (limit * G_USEC_PER_SEC);
}

static void
stop_if_wanted (Run *run, int64_t now)
{
  set_deadline (run, now);
  if (run->stopped != 0
      || (!g_cancellable_is_cancelled (run->cancellable)
          && (run->deadline == 0 || now < run->deadline)))
    return;
  run->stopped = now;
  seidel_cluster_process_send (&run->process, SEIDEL_CLUSTER_STOP);
}

static bool
is_past (int64_t begun, int64_t now, int64_t milliseconds)
{
  return begun != 0 && now - begun > milliseconds * 1000;
}

/* Whether ranks that were asked to stop are not going to. */
static bool
is_stuck (const Run *run, int64_t now)
{
  const int64_t patience = STOP_MILLISECONDS + 2 * run->silence / 1000;

  return is_past (run->stopped, now, MOST_PATIENCE * patience)
         || (run->stopped != 0 && is_past (MAX (run->stopped, run->heard), now, patience));
}

/* Until the last line has come, or will not come any more. */
static void
follow (Run *run)
{
  for (;;)
    {
      const int64_t now = g_get_monotonic_time ();

      drain (run, &run->process.output);
      drain (run, &run->process.errors);
      watch_ranks (run);
      if (run->stream.ended || is_past (run->lost, now, LATE_MILLISECONDS) || is_stuck (run, now))
        return;
      stop_if_wanted (run, now);
      if (run->lost == 0
          && (seidel_cluster_process_find_ended (&run->process) != 0
              || seidel_cluster_process_reap (&run->process)))
        run->lost = now;
      /* No process is left that could write to it. */
      if (run->lost != 0 && run->process.output < 0)
        return;
      wait_for_something (run);
    }
}

/* The last line that says something: not the rules that Open MPI draws around its messages. */
static char *
last_complaint (const Run *run)
{
  g_autofree char *text = g_utf8_make_valid (run->complaints->str, -1);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = g_strv_length (lines); i > 0; i--)
    if (g_strstrip (lines[i - 1])[0] != '\0' && lines[i - 1][0] != '-' && lines[i - 1][0] != '*')
      return g_strdup (lines[i - 1]);
  return NULL;
}

/* What a process of this machine has reported; NULL: nothing so far. */
static const SeidelRank *
find_report (const Run *run, pid_t pid)
{
  for (guint i = 0; i < run->stream.ranks->len; i++)
    {
      const SeidelRank *rank = &g_array_index (run->stream.ranks, SeidelRank, i);

      if (is_here (rank) && rank->pid == pid)
        return rank;
    }
  return NULL;
}

static char *
describe_loss (Run *run)
{
  const pid_t lost = seidel_cluster_process_find_ended (&run->process);
  const SeidelRank *rank = find_report (run, lost);
  g_autofree char *complaint = last_complaint (run);
  g_autoptr (GString) text = g_string_new (NULL);

  if (rank != NULL)
    return g_strdup_printf ("Rank %" G_GINT64_FORMAT " (process %" G_GINT64_FORMAT
                            " on %s) ended before the run did.",
                            rank->rank, rank->pid, rank->host);
  if (lost != 0)
    g_string_printf (text, "A rank (process %d) ended while the ranks started", (int) lost);
  else
    g_string_assign (text, "The launcher ended before the run did");
  if (complaint != NULL)
    g_string_append_printf (text, ": %s", complaint);
  else
    g_string_append_c (text, '.');
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* What a run amounts to whose last line did not come. */
static void
take_loss (Run *run)
{
  SeidelClusterResult *result = run->stream.result;

  if (run->stream.ended)
    return;
  g_clear_pointer (&result->message, g_free);
  if (run->lost != 0)
    {
      result->reason = SEIDEL_REASON_RANK_LOST;
      result->message = describe_loss (run);
    }
  else
    {
      result->reason = SEIDEL_REASON_TIME_LIMIT;
      result->message = g_strdup ("The ranks did not answer and were ended: x is the first guess.");
    }
}

/* Once the last line is known to have come the ranks end without being asked to. */
static void
wait_for_end (Run *run)
{
  const int64_t begun = g_get_monotonic_time ();

  if (run->stream.ended)
    seidel_cluster_process_send (&run->process, SEIDEL_CLUSTER_RECEIVED);
  while (run->stream.ended && !seidel_cluster_process_reap (&run->process)
         && !is_past (begun, g_get_monotonic_time (), LATE_MILLISECONDS))
    {
      drain (run, &run->process.output);
      drain (run, &run->process.errors);
      watch_ranks (run);
      poll (&(struct pollfd){ run->process.watch, POLLIN, 0 }, 1, TICK_MILLISECONDS);
    }
}

/* A rank says time limit of whatever made it stop. */
static void
correct_reason (Run *run)
{
  SeidelClusterResult *result = run->stream.result;

  if (result->reason == SEIDEL_REASON_TIME_LIMIT && g_cancellable_is_cancelled (run->cancellable))
    result->reason = SEIDEL_REASON_CANCELLED;
}

/* Without a single rank there was no run. */
static bool
has_begun (const Run *run, GError **error)
{
  const SeidelClusterResult *result = run->stream.result;

  if (run->stream.ranks->len > 0 || result->reason != SEIDEL_REASON_RANK_LOST)
    return !(run->stream.ranks->len == 0
             && g_cancellable_set_error_if_cancelled (run->cancellable, error));
  return seidel_fail (error, SEIDEL_ERROR_UNAVAILABLE, "the ranks could not be started: %s",
                      result->message);
}

static bool
carry_out (Run *run, const char *path, GError **error)
{
  const SeidelOptions *options = run->system->options;
  g_auto (GStrv) arguments = make_arguments (options, path, error);

  if (arguments == NULL
      || !seidel_cluster_process_start (&run->process, arguments, options->launcher == NULL, error))
    return false;
  run->has_wish = g_cancellable_make_pollfd (run->cancellable, &run->wish);
  follow (run);
  take_loss (run);
  wait_for_end (run);
  seidel_cluster_process_clear (&run->process);
  if (run->has_wish)
    g_cancellable_release_fd (run->cancellable);
  correct_reason (run);
  return has_begun (run, error);
}

bool
seidel_cluster_run (const SeidelClusterSystem *system,
                    SeidelTrace *trace,
                    GCancellable *cancellable,
                    double *x,
                    SeidelClusterResult *result,
                    GError **error)
{
  Run run = {
    .system = system,
    .cancellable = cancellable,
    .stream = { .trace = trace,
                .result = result,
                .ranks = g_array_new (FALSE, FALSE, sizeof (SeidelRank)),
                .line = g_string_new (NULL) },
    .complaints = g_string_new (NULL),
  };
  g_autofree SeidelClusterJob *job = g_new0 (SeidelClusterJob, 1);
  g_autofree char *path = NULL;
  bool good;
  int fd;

  *result = (SeidelClusterResult){
    .reason = SEIDEL_REASON_RANK_LOST, .initial = NAN, .latest = NAN, .row = -1
  };
  fd = seidel_cluster_job_write (system, job, &path, cancellable, error);
  good = fd >= 0 && carry_out (&run, path, error);
  if (good && result->computed)
    good = seidel_cluster_job_read_solution (job, fd, path, system->partition, x, error);
  if (fd >= 0)
    {
      g_unlink (path);
      close (fd);
    }
  result->n_ranks = run.stream.ranks->len;
  result->ranks = (SeidelRank *) (void *) g_array_free (run.stream.ranks, FALSE);
  g_string_free (run.stream.line, TRUE);
  g_string_free (run.complaints, TRUE);
  if (!good)
    seidel_cluster_result_clear (result);
  return good;
}
