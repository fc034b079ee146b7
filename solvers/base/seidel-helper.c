/* Finding helper programs, and how such a program begins.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-helper.h"

#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "config.h"

/* What the libraries of a program take besides what they work on. Sanitizers keep what was freed.
 */
#ifdef __SANITIZE_ADDRESS__
#define OWN_BYTES 536870912.0
#else
#define OWN_BYTES 16777216.0
#endif

char *
seidel_helper_path (const char *program)
{
  const char *directory = g_getenv ("SEIDEL_LIBEXEC_DIR");

  return g_build_filename (directory != NULL ? directory : SEIDEL_LIBEXEC_DIR, program, NULL);
}

void
seidel_helper_limit (int resource, double most)
{
  struct rlimit limits = { 0 };

  getrlimit ((__rlimit_resource_t) resource, &limits);
  limits.rlim_max = (rlim_t) MIN (most, (double) limits.rlim_max);
  limits.rlim_cur = MIN (limits.rlim_cur, limits.rlim_max);
  if (setrlimit ((__rlimit_resource_t) resource, &limits) != 0)
    _exit (1);
}

/* Bytes that the process uses by now, those of sanitizers included. */
static double
used_memory (void)
{
  FILE *file = fopen ("/proc/self/statm", "re");
  long pages = 0;

  if (file == NULL || fscanf (file, "%*d %*d %*d %*d %*d %ld", &pages) != 1)
    pages = 0;
  if (file != NULL)
    fclose (file);
  return (double) pages * (double) sysconf (_SC_PAGESIZE);
}

GSubprocess *
seidel_helper_spawn (GSubprocessLauncher *launcher,
                     const char *program,
                     double memory,
                     const char *const *words,
                     GError **error)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (arguments, seidel_helper_path (program));
  g_ptr_array_add (arguments, g_strdup_printf ("%ld", (long) getpid ()));
  g_ptr_array_add (arguments, g_strdup_printf ("%.0f", memory));
  for (; words != NULL && *words != NULL; words++)
    g_ptr_array_add (arguments, g_strdup (*words));
  g_ptr_array_add (arguments, NULL);
  return g_subprocess_launcher_spawnv (launcher, (const char *const *) arguments->pdata, error);
}

void
seidel_helper_follow (pid_t parent)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  if (getppid () != parent)
    _exit (1);
  seidel_helper_limit (RLIMIT_CORE, 0.0);
}

void
seidel_helper_begin (const char *parent, double memory)
{
  seidel_helper_follow ((pid_t) g_ascii_strtoll (parent, NULL, 10));
  setpgid (0, 0);
  closefrom (STDERR_FILENO + 1);
  /* RLIMIT_DATA counts what the process may write to: the code of libraries costs nothing. */
  seidel_helper_limit (RLIMIT_DATA, used_memory () + OWN_BYTES + memory);
}
