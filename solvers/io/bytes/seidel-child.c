/* Runs a function in a child process, and receives what it writes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#include <sys/wait.h>

#include "base/seidel-error.h"
#include "base/seidel-helper.h"
#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"

#define PIECE_BYTES ((size_t) 65536)

static G_NORETURN void
work_in_child (const SeidelChild *child, int fd, pid_t parent)
{
  static const int signals[] = { SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGTRAP, SIGPIPE };

  for (size_t i = 0; i < G_N_ELEMENTS (signals); i++)
    signal (signals[i], SIG_DFL);
  seidel_helper_follow (parent);
  _exit (child->work (fd, child->data) ? 0 : 1);
}

/* The next bytes, 0 at the end, or −1. */
static ssize_t
receive (int fd, char *piece, GCancellable *cancellable, GError **error)
{
  GPollFD wish = { .fd = -1 };
  const bool has_wish = g_cancellable_make_pollfd (cancellable, &wish);
  struct pollfd fds[] = { { fd, POLLIN, 0 }, { wish.fd, POLLIN, 0 } };
  ssize_t n = -1;

  while (poll (fds, 2, -1) < 0 && errno == EINTR)
    ;
  if (has_wish)
    g_cancellable_release_fd (cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return -1;
  do
    n = read (fd, piece, PIECE_BYTES);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, seidel_text ("a pipe cannot be read: %s"),
                 g_strerror (errno));
  return n;
}

static bool
receive_all (const SeidelChild *child, int fd, GCancellable *cancellable, GError **error)
{
  g_autofree char *piece = seidel_memory_try (PIECE_BYTES, "what is written", error);
  ssize_t n = piece != NULL ? 1 : -1;

  while (n > 0)
    {
      n = receive (fd, piece, cancellable, error);
      if (n > 0 && (child->take == NULL || !child->take (child->data, piece, (size_t) n, error)))
        return false;
    }
  return n == 0;
}

static bool
check_end (const SeidelChild *child, int status, GError **error)
{
  if (WIFEXITED (status) && WEXITSTATUS (status) == 0)
    return true;
  if (WIFSIGNALED (status))
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO,
                 seidel_text ("%s was ended by signal %d (%s); memory may have run out"),
                 child->library, WTERMSIG (status), g_strsignal (WTERMSIG (status)));
  else
    g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, child->failure);
  return false;
}

bool
seidel_child_run (const SeidelChild *child, GCancellable *cancellable, GError **error)
{
  const pid_t parent = getpid ();
  int ends[2] = { -1, -1 };
  int status = 0;
  bool received;
  pid_t pid = -1;

  if (pipe2 (ends, O_CLOEXEC) == 0)
    pid = fork ();
  if (pid == 0)
    work_in_child (child, ends[1], parent);
  if (ends[1] >= 0)
    close (ends[1]);
  if (pid < 0)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE,
                   seidel_text ("a process for %s cannot be started: %s"), child->library,
                   g_strerror (errno));
      if (ends[0] >= 0)
        close (ends[0]);
      return false;
    }
  received = receive_all (child, ends[0], cancellable, error);
  close (ends[0]);
  if (!received)
    kill (pid, SIGKILL);
  while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
    ;
  return received && check_end (child, status, error);
}
