/* How a run by ranks ends: on its own, on request, or because a process is gone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <signal.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/seidel-error.h"

#include "cluster-testing.h"

/* It never converges. */
static SeidelOptions
endless_options (int ranks)
{
  SeidelOptions options = cluster_testing_options ("jacobi-weighted", ranks);

  options.tolerance = 0.0;
  options.max_iterations = 1000000000;
  options.stagnation_window = 1000000000;
  return options;
}

static void
test_endings (void)
{
  static const struct
  {
    const char *kind;
    double size;
    const char *method;
    int64_t iterations;
    SeidelReason reason;
  } cases[] = {
    { "poisson-5", 20, "cg", 5, SEIDEL_REASON_ITERATION_LIMIT },
    { "poisson-5", 20, "cg", 0, SEIDEL_REASON_ITERATION_LIMIT },
    { "helmholtz", 20, "jacobi", 100000, SEIDEL_REASON_DIVERGED },
    { "helmholtz", 20, "cg", 100000, SEIDEL_REASON_BREAKDOWN },
  };

  if (!cluster_testing_can_start ())
    return;
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelProblem) problem = cluster_testing_problem (cases[i].kind, cases[i].size);
      SeidelOptions options = cluster_testing_options (cases[i].method, 2);
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (SeidelOutcome) here = NULL;
      g_autoptr (SeidelOutcome) there = NULL;

      options.max_iterations = cases[i].iterations;
      there = test_solve (problem, &options, trace);
      options.engine = "cpu";
      here = test_solve (problem, &options, NULL);
      test_assert_reason (here, cases[i].reason);
      test_assert_reason (there, cases[i].reason);
      g_assert_cmpint (here->message != NULL, ==, there->message != NULL);
      g_assert_cmpint (there->iterations, ==, here->iterations);
      g_assert_cmpint ((int) seidel_trace_n_points (trace), ==, (int) there->iterations + 1);
      g_assert_cmpfloat (fabs (there->residual_initial - here->residual_initial), <=,
                         1e-12 * here->residual_initial);
    }
}

/* The history is that of the CPU engine, up to the order of sums. */
static void
test_history (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-5", 20);
  SeidelOptions options = cluster_testing_options ("jacobi", 2);
  g_autoptr (SeidelTrace) here = seidel_trace_new ();
  g_autoptr (SeidelTrace) there = seidel_trace_new ();
  g_autoptr (SeidelOutcome) one = NULL;
  g_autoptr (SeidelOutcome) other = NULL;

  if (!cluster_testing_can_start ())
    return;
  options.max_iterations = 200;
  options.track_error = true;
  one = test_solve (problem, &options, there);
  options.engine = "cpu";
  other = test_solve (problem, &options, here);
  g_assert_cmpint ((int) seidel_trace_n_points (there), ==, (int) seidel_trace_n_points (here));
  g_assert_cmpint ((int) seidel_trace_n_sweeps (there), ==, (int) seidel_trace_n_sweeps (here));
  g_assert_cmpfloat (seidel_trace_reference (there), ==, seidel_trace_reference (here));
  for (size_t i = 0; i < seidel_trace_n_points (there); i++)
    {
      const SeidelTracePoint a = seidel_trace_point (there, i);
      const SeidelTracePoint b = seidel_trace_point (here, i);

      g_assert_cmpint (a.iteration, ==, b.iteration);
      g_assert_cmpfloat (fabs (a.residual - b.residual), <=, 1e-10 * b.residual);
      g_assert_cmpfloat (fabs (a.error - b.error), <=, 1e-10 * b.error);
      g_assert_true (i == 0 || a.seconds >= seidel_trace_point (there, i - 1).seconds);
    }
  g_assert_cmpfloat (seidel_trace_phase_seconds (there, SEIDEL_PHASE_SOLVE), >, 0.0);
}

/* What happens to a run that goes on. */
typedef struct
{
  SeidelTrace *trace;
  GCancellable *cancellable; /* NULL: a rank is killed */
  int64_t done;              /* when, monotonic */
} Interference;

/* A process of this program's launcher: the child of a child. */
static pid_t
find_rank (void)
{
  g_autoptr (GDir) processes = g_dir_open ("/proc", 0, NULL);
  g_autofree char *mark = g_strdup_printf ("SEIDEL_TEST_RUN=%d", (int) getpid ());
  const char *name;

  while ((name = g_dir_read_name (processes)) != NULL)
    {
      g_autofree char *status = g_build_filename ("/proc", name, "status", NULL);
      g_autofree char *environment = g_build_filename ("/proc", name, "environ", NULL);
      g_autofree char *text = NULL;
      g_autofree char *variables = NULL;
      gsize length = 0;

      if (g_ascii_isdigit (name[0]) && g_file_get_contents (status, &text, NULL, NULL)
          && strstr (text, "Name:\tseidel-worker") != NULL
          && g_file_get_contents (environment, &variables, &length, NULL)
          && memmem (variables, length, mark, strlen (mark)) != NULL)
        return (pid_t) g_ascii_strtoll (name, NULL, 10);
    }
  return 0;
}

static gpointer
interfere (gpointer data)
{
  Interference *interference = data;

  while (seidel_trace_n_points (interference->trace) < 3)
    g_usleep (1000);
  interference->done = g_get_monotonic_time ();
  if (interference->cancellable != NULL)
    g_cancellable_cancel (interference->cancellable);
  else
    {
      pid_t pid = find_rank ();

      g_assert_cmpint (pid, >, 1);
      kill (pid, SIGKILL);
    }
  return NULL;
}

static SeidelOutcome *
solve_with (Interference *interference, const SeidelOptions *options)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-5", 60);
  g_autoptr (GError) error = NULL;
  GThread *thread = g_thread_new ("interfere", interfere, interference);
  SeidelOutcome *outcome =
    seidel_solve (problem, options, interference->trace, interference->cancellable, NULL, &error);

  g_thread_join (thread);
  g_assert_no_error (error);
  g_assert_cmpint (cluster_testing_count_jobs (), ==, 0);
  return outcome;
}

static void
test_cancelled (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Interference interference = { trace, cancellable, 0 };
  SeidelOptions options = endless_options (2);
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (!cluster_testing_can_start ())
    return;
  outcome = solve_with (&interference, &options);
  cluster_testing_report_end (interference.done);
  test_assert_reason (outcome, SEIDEL_REASON_CANCELLED);
  g_assert_true (outcome->computed);
  g_assert_cmpint (outcome->iterations, >=, 2);
  /* x is the last iterate, not the first guess; the ranks agree to stop when they sum a residual,
   * of an iterate that is one step beyond the one before. */
  g_assert_cmpfloat (outcome->true_2, <, 0.7 * outcome->residual_initial);
  g_assert_cmpfloat (outcome->true_2, <=, 1.0001 * outcome->residual_final);
  g_assert_cmpfloat (outcome->true_2, >, 0.6 * outcome->residual_final);
}

static void
test_rank_killed (void)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  Interference interference = { trace, NULL, 0 };
  SeidelOptions options = endless_options (3);
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (!cluster_testing_can_start ())
    return;
  outcome = solve_with (&interference, &options);
  cluster_testing_report_end (interference.done);
  test_assert_reason (outcome, SEIDEL_REASON_RANK_LOST);
  g_assert_nonnull (strstr (outcome->message, "Rank "));
  g_assert_cmpint ((int) seidel_trace_n_points (trace), >=, 3);
  g_assert_false (outcome->computed);
  g_assert_cmpint (find_rank (), ==, 0);
}

/* The same while the ranks start: a launcher that waits for ever, with a program in place of theirs
 * that never reports. It is started and killed again until that is noticed. */
static void
test_lost_early (void)
{
  static const char launcher[] =
    "sh -c 'cp \"$(command -v sleep)\" \"$0/seidel-worker\"; trap \"kill -9 \\$rank \\$!; exit\" "
    "TERM; "
    "while :; do \"$0/seidel-worker\" 1000 & rank=$!; sleep 1 & wait $!; kill -9 $rank; done' ";
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-5", 5);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autofree char *words = g_strconcat (launcher, g_get_user_cache_dir (), NULL);
  SeidelOptions options = cluster_testing_options ("cg", 2);
  g_autoptr (GError) error = NULL;

  if (!cluster_testing_can_start ())
    return;
  options.launcher = words;
  g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, "ended while the ranks started"));
  g_assert_cmpint (find_rank (), ==, 0);
  g_assert_cmpint (cluster_testing_count_jobs (), ==, 0);
}

static void
test_time_limit (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-5", 60);
  SeidelOptions options = endless_options (2);
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (!cluster_testing_can_start ())
    return;
  options.time_limit = 0.3;
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_TIME_LIMIT);
  g_assert_true (outcome->computed);
}

/* What cannot begin is an error that says why. */
static void
test_launchers (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-5", 5);
  const char *const launchers[] = { "/nowhere/mpirun -n {ranks}", "false {ranks}" };

  if (!cluster_testing_can_start ())
    return;
  for (size_t i = 0; i < G_N_ELEMENTS (launchers); i++)
    {
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      SeidelOptions options = cluster_testing_options ("cg", 2);
      g_autoptr (GError) error = NULL;

      options.launcher = launchers[i];
      g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE);
      g_assert_cmpint (cluster_testing_count_jobs (), ==, 0);
    }
}

/* An X server that hangs up on whoever connects. */
typedef struct
{
  int socket;
  int connections;
} Server;

static void *
serve (void *data)
{
  Server *server = data;
  int client;

  while ((client = accept (server->socket, NULL, NULL)) >= 0)
    {
      server->connections++;
      close (client);
    }
  return NULL;
}

/* The launcher does not depend on any X server of the machine: one that ends would take it along.
 */
static void
test_no_display (void)
{
  /* The last of those that hwloc tries, in the names that belong to no file. */
  const struct sockaddr_un address = { AF_UNIX, "\0/tmp/.X11-unix/X9" };
  const socklen_t length =
    offsetof (struct sockaddr_un, sun_path) + 1 + strlen (address.sun_path + 1);
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-5", 5);
  const SeidelOptions options = cluster_testing_options ("cg", 2);
  g_autoptr (SeidelOutcome) outcome = NULL;
  Server server = { socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), 0 };
  GThread *thread;

  if (!cluster_testing_can_start ())
    return;
  if (bind (server.socket, (const struct sockaddr *) &address, length) != 0
      || listen (server.socket, 8) != 0)
    {
      g_test_skip ("display 9 is in use");
      close (server.socket);
      return;
    }
  thread = g_thread_new ("server", serve, &server);
  outcome = test_solve (problem, &options, NULL);
  shutdown (server.socket, SHUT_RDWR);
  g_thread_join (thread);
  close (server.socket);
  test_assert_reason (outcome, SEIDEL_REASON_CONVERGED_RELATIVE);
  g_assert_cmpint (server.connections, ==, 0);
}

/* A reordered matrix: x comes back in the order of the file. */
static void
test_reordered (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("random-dominant", 50);
  SeidelOrderingSpec ordering;
  g_autoptr (SeidelMatrix) reordered = NULL;
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_RANDOM, .seed = 3 };
  g_autoptr (SeidelProblem) one = NULL;
  g_autoptr (SeidelProblem) other = NULL;
  SeidelOptions options = cluster_testing_options ("bicgstab", 2);
  g_autoptr (SeidelOutcome) natural = NULL;
  g_autoptr (SeidelOutcome) turned = NULL;

  if (!cluster_testing_can_start ())
    return;
  g_assert_true (seidel_ordering_spec_parse ("rcm", &ordering, NULL));
  reordered = seidel_ordering_apply (&ordering, matrix, NULL, NULL, NULL);
  one = seidel_problem_new_from_specs (matrix, &rhs, NULL, NULL, NULL, NULL);
  other = seidel_problem_new_from_specs (reordered, &rhs, NULL, NULL, NULL, NULL);
  natural = test_solve (one, &options, NULL);
  turned = test_solve (other, &options, NULL);
  for (int64_t i = 0; i < natural->n; i++)
    g_assert_cmpfloat (fabs (natural->x[i] - turned->x[i]), <=, 1e-6);
}

int
main (int argc, char *argv[])
{
  g_autofree char *mark = g_strdup_printf ("%d", (int) getpid ());

  g_test_init (&argc, &argv, NULL);
  cluster_testing_begin ();
  g_setenv ("SEIDEL_TEST_RUN", mark, TRUE);
  g_test_add_func ("/cluster/endings", test_endings);
  g_test_add_func ("/cluster/history", test_history);
  g_test_add_func ("/cluster/cancelled", test_cancelled);
  g_test_add_func ("/cluster/rank-killed", test_rank_killed);
  g_test_add_func ("/cluster/lost-early", test_lost_early);
  g_test_add_func ("/cluster/time-limit", test_time_limit);
  g_test_add_func ("/cluster/launchers", test_launchers);
  g_test_add_func ("/cluster/no-display", test_no_display);
  g_test_add_func ("/cluster/reordered", test_reordered);
  return g_test_run ();
}
