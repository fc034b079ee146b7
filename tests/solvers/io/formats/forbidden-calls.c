/* Preloaded into the reader of MATLAB files: makes the system call that SEIDEL_TEST_CALL names when
 * the reader begins with a file, and ends it with status 77 if the call succeeds.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <matio.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define SUCCEEDED 77

static bool
call_open (const char *path, int flags)
{
  return open (path, flags, 0600) >= 0;
}

static bool
call_execute (void)
{
  char *const arguments[] = { (char *) "true", NULL };

  return execv ("/bin/true", arguments) == 0;
}

static bool
do_call (const char *name)
{
  if (strcmp (name, "getpid") == 0) /* which is allowed */
    return getpid () > 0;
  if (strcmp (name, "read another file") == 0)
    return call_open ("/etc/passwd", O_RDONLY);
  if (strcmp (name, "write to the input") == 0)
    return call_open ("/proc/self/fd/0", O_RDWR);
  if (strcmp (name, "create a file") == 0)
    return call_open ("/tmp/seidel-forbidden", O_WRONLY | O_CREAT);
  if (strcmp (name, "remove a file") == 0)
    return unlink ("/tmp/seidel-forbidden") == 0 || errno == ENOENT;
  if (strcmp (name, "start a program") == 0)
    return call_execute ();
  if (strcmp (name, "start a process") == 0)
    return fork () >= 0;
  if (strcmp (name, "reach a network") == 0)
    return socket (AF_INET, SOCK_STREAM, 0) >= 0;
  if (strcmp (name, "send a signal") == 0)
    return kill (getpid (), 0) == 0;
  if (strcmp (name, "map code") == 0)
    return mmap (NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
           != MAP_FAILED;
  if (strcmp (name, "change its own limits") == 0)
    return prctl (PR_SET_PDEATHSIG, 0) == 0;
  return true;
}

/* In place of the library's, which it then calls. */
__attribute__ ((visibility ("default"))) mat_t *
Mat_Open (const char *path, int mode)
{
  mat_t *(*original) (const char *, int) =
    (mat_t * (*) (const char *, int) ) dlsym (RTLD_NEXT, "Mat_Open");
  const char *name = getenv ("SEIDEL_TEST_CALL");

  if (name == NULL || do_call (name))
    _exit (SUCCEEDED);
  return original (path, mode);
}
