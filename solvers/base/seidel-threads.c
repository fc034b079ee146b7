/* Tries threads, and leaves out processors that there are no threads for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-threads.h"

#include <dlfcn.h>
#include <omp.h>
#include <string.h>
#include <sys/resource.h>

#include "base/seidel-error.h"
#include "base/seidel-translatable.h"

/* More than this many are not tried: a machine of more processors is not the one with a small
 * limit. */
#define MOST_THREADS 256

/* The one of OpenMP, a pool that reads, and another while a copy is written to the cache. */
#define TEAMS 3

static int most_threads = G_MAXINT; /* of a team */

static gpointer
wait_thread (gpointer data)
{
  GMutex *end = data;

  g_mutex_lock (end);
  g_mutex_unlock (end);
  return NULL;
}

/* How many of n threads can be there at the same time. */
static int
try_threads (int n)
{
  GThread *threads[MOST_THREADS];
  GMutex end;
  int made = 0;

  g_mutex_init (&end);
  g_mutex_lock (&end);
  while (made < n && (threads[made] = g_thread_try_new ("try", wait_thread, &end, NULL)) != NULL)
    made++;
  g_mutex_unlock (&end);
  for (int i = 0; i < made; i++)
    g_thread_join (threads[i]);
  g_mutex_clear (&end);
  return made;
}

static bool
check (int made, int n, GError **error)
{
  if (made < n)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE,
                 seidel_text (
                   "no thread can be started: a limit on processes or on memory is reached"));
  return made >= n;
}

/* The C library opens libgcc_s when the first thread of OpenMP exits, and ends the program where it
 * cannot. What is open already takes no memory. */
static bool
open_unwinder (void)
{
  static gsize opened;

  if (g_once_init_enter (&opened))
    g_once_init_leave (&opened, dlopen ("libgcc_s.so.1", RTLD_NOW) != NULL ? 1 : 2);
  return opened == 1;
}

/* Asked once: the C library opens a file for the answer, and a plan needs it several times. */
static int
count_processors (void)
{
  static gsize count;

  if (g_once_init_enter (&count))
    g_once_init_leave (&count, g_get_num_processors ());
  return (int) count;
}

bool
seidel_threads_check (int n, GError **error)
{
  return check (try_threads (n), n, error);
}

bool
seidel_threads_reserve (int n, GError **error)
{
  const int processors = count_processors ();
  const int wanted = MIN (n + TEAMS * processors, MOST_THREADS);
  const int made = try_threads (wanted);

  if (!check (open_unwinder () ? made : 0, n, error))
    return false;
  if (made < wanted)
    most_threads = MAX ((made - n) / TEAMS, 1);
  return true;
}

bool
seidel_threads_are_few (void)
{
  return most_threads < G_MAXINT;
}

void
seidel_threads_begin (void)
{
  struct rlimit limit;

  if (seidel_threads_are_few ())
    omp_set_num_threads (most_threads);
  /* OpenMP ends the program where it cannot start a thread: it starts them while there is room for
   * their stacks. */
  if (getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    {
#pragma omp parallel
      {
      }
    }
}

int
seidel_threads_allowed (int wanted)
{
  return MIN (wanted > 0 ? wanted : count_processors (), most_threads);
}

int
seidel_threads_processors (void)
{
  return seidel_threads_allowed (0);
}

/* The first "model name" of /proc/cpuinfo. */
char *
seidel_threads_processor_name (void)
{
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents ("/proc/cpuinfo", &text, NULL, NULL))
    return g_strdup ("");
  line = strstr (text, "model name");
  line = line != NULL ? strchr (line, ':') : NULL;
  if (line == NULL)
    return g_strdup ("");
  return g_strstrip (g_strndup (line + 1, strcspn (line + 1, "\n")));
}
