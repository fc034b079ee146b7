/* The processes of a run, with a shell as the launcher and a program that sleeps as the ranks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "cluster/seidel-cluster-process.h"

static void
start (SeidelClusterProcess *process, const char *script)
{
  const char *const words[] = { "sh", "-c", script, NULL };
  g_autoptr (GError) error = NULL;

  seidel_cluster_process_start (process, (char *const *) words, false, &error);
  g_assert_no_error (error);
}

static void
wait_for_started (SeidelClusterProcess *process, guint n)
{
  while (process->ranks->len < n)
    {
      seidel_cluster_process_add_started (process, "sleep");
      g_usleep (1000);
    }
}

static pid_t
pid_of (const SeidelClusterProcess *process, guint i)
{
  return g_array_index (process->ranks, SeidelClusterRank, i).pid;
}

/* Ranks are found before they have reported, also behind a process in between; one that ends is. */
static void
test_started (void)
{
  SeidelClusterProcess process;

  start (&process, "sleep 1000 & sh -c 'sleep 1000; true' & wait");
  wait_for_started (&process, 2);
  g_assert_cmpint (pid_of (&process, 0), !=, pid_of (&process, 1));
  seidel_cluster_process_add_started (&process, "sleep");
  seidel_cluster_process_add (&process, pid_of (&process, 1));
  g_assert_cmpuint (process.ranks->len, ==, 2);
  g_assert_cmpint (seidel_cluster_process_find_ended (&process), ==, 0);
  g_assert_cmpint (kill (pid_of (&process, 1), SIGKILL), ==, 0);
  while (seidel_cluster_process_find_ended (&process) == 0)
    g_usleep (1000);
  g_assert_cmpint (seidel_cluster_process_find_ended (&process), ==, pid_of (&process, 1));
  seidel_cluster_process_clear (&process);
}

/* Clearing ends all that was found. */
static void
test_cleared (void)
{
  SeidelClusterProcess process;
  pid_t pid;

  start (&process, "sleep 1000 & wait");
  wait_for_started (&process, 1);
  pid = pid_of (&process, 0);
  seidel_cluster_process_clear (&process);
  while (kill (pid, 0) == 0)
    g_usleep (1000); /* until whoever inherited it has waited for it */
  g_assert_cmpint (errno, ==, ESRCH);
}

static void
test_lines (void)
{
  SeidelClusterProcess process;
  char buffer[16] = "";
  ssize_t n;

  start (&process, "read line; echo \"<$line>\"; read line");
  seidel_cluster_process_send (&process, "stop\n");
  while ((n = read (process.output, buffer, sizeof buffer - 1)) < 0 && errno == EAGAIN)
    g_usleep (1000);
  g_assert_cmpstr (buffer, ==, "<stop>\n");
  seidel_cluster_process_clear (&process);
}

/* A line that nobody reads any more does not end this program. */
static void
test_unread (void)
{
  SeidelClusterProcess process;

  start (&process, "true");
  while (!seidel_cluster_process_reap (&process))
    g_usleep (1000);
  seidel_cluster_process_send (&process, "stop\n");
  g_assert_cmpint (process.input, ==, -1);
  seidel_cluster_process_send (&process, "stop\n");
  seidel_cluster_process_clear (&process);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cluster-process/started", test_started);
  g_test_add_func ("/cluster-process/cleared", test_cleared);
  g_test_add_func ("/cluster-process/lines", test_lines);
  g_test_add_func ("/cluster-process/unread", test_unread);
  return g_test_run ();
}
