/* The guard is a process beside the rank, since a rank that MPI or its daemon has ended ends
 * nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-worker-guard.h"

#include <fcntl.h>
#include <glib.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <unistd.h>

#define END_MILLISECONDS 1000

/* What Open MPI runs on each other machine: orted up to version 4, prted from 5 on. */
static bool
is_daemon (pid_t pid)
{
  g_autofree char *path = g_strdup_printf ("/proc/%d/comm", (int) pid);
  g_autofree char *name = NULL;

  return g_file_get_contents (path, &name, NULL, NULL)
         && (strcmp (g_strchomp (name), "orted") == 0 || strcmp (name, "prted") == 0);
}

/* After a fork: system calls alone. It has a group of its own, as the daemon signals those of
 * ranks, and nothing that it waits for the end of. */
G_NORETURN static void
guard (int rank, int launcher)
{
  struct pollfd end = { launcher, POLLIN, 0 };
  char byte;

  setsid ();
  prctl (PR_SET_NAME, "seidel-guard");
  for (int fd = 0; fd < 3; fd++)
    close (fd);
  while (read (rank, &byte, 1) < 0)
    continue;
  if (poll (&end, 1, END_MILLISECONDS) == 0)
    pidfd_send_signal (launcher, SIGKILL, NULL, 0);
  _exit (0);
}

void
seidel_worker_guard_begin (void)
{
  const char *place = g_getenv ("OMPI_COMM_WORLD_LOCAL_RANK");
  const pid_t parent = getppid ();
  int ends[2];
  int launcher;
  pid_t pid;

  if (place == NULL || !g_str_equal (place, "0") || !is_daemon (parent))
    return;
  launcher = pidfd_open (parent, 0);
  if (launcher < 0 || pipe2 (ends, O_CLOEXEC) != 0)
    return;
  pid = fork ();
  if (pid == 0)
    {
      close (ends[1]);
      guard (ends[0], launcher);
    }
  close (ends[0]);
  close (launcher);
  /* The other end stays open for as long as this process lives. */
}
