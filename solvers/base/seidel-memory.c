/* Memory of this machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-memory.h"

#include <malloc.h>
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/seidel-fail.h"
#include "base/seidel-format.h"
#include "base/seidel-translatable.h"

#define MEMINFO "/proc/meminfo"
#define GROUPS  "/proc/self/cgroup"
#define STATM   "/proc/self/statm"

/* For so long an answer stands for the next ones. A window that opened 10⁷ entries asked 984 times
 * in 2.4 s; it is well below what a user notices. */
#define LATELY (50 * G_TIME_SPAN_MILLISECOND)

#define CACHE_LINE 64
#define HUGE_PAGE  ((size_t) 2 << 20)

/* The address space of a process. */
#define MOST_BYTES ((size_t) 1 << 47)

static double pretended_total;
static double pretended_available = NAN;
static char *pretended_root;

void
seidel_memory_pretend_total (double bytes)
{
  pretended_total = bytes;
}

void
seidel_memory_pretend_available (double bytes)
{
  pretended_available = bytes;
}

double
seidel_memory_total (void)
{
  long pages = sysconf (_SC_PHYS_PAGES);
  long page = sysconf (_SC_PAGESIZE);

  if (pretended_total > 0.0)
    return pretended_total;
  return pages > 0 && page > 0 ? (double) pages * (double) page : INFINITY;
}

void
seidel_memory_pretend_root (const char *folder)
{
  g_free (pretended_root);
  pretended_root = g_strdup (folder);
}

/* The content of a file of the system; NULL if there is none. */
static char *
read_system (const char *path)
{
  g_autofree char *full = g_strconcat (pretended_root != NULL ? pretended_root : "", path, NULL);
  char *text = NULL;

  return g_file_get_contents (full, &text, NULL, NULL) ? text : NULL;
}

/* The number behind a key in a text of the system; missing if there is none. */
static double
find_number (const char *text, const char *key, double missing)
{
  const size_t length = strlen (key);

  for (const char *line = text; line != NULL; line = strchr (line, '\n'))
    {
      line += *line == '\n';
      if (strncmp (line, key, length) == 0)
        return g_ascii_strtod (line + length, NULL);
    }
  return missing;
}

static double
free_by_meminfo (void)
{
  g_autofree char *text = read_system (MEMINFO);

  return 1024.0 * find_number (text, "MemAvailable:", INFINITY);
}

/* The files of a version of control groups. */
typedef struct
{
  const char *root;
  const char *limit; /* of bytes, or the word “max” */
  const char *current;
  const char *cache; /* the key in memory.stat of what can be reclaimed */
} Groups;

/* Without what the group has in the page cache and can be reclaimed. */
static double
free_by_group (const Groups *groups, const char *path)
{
  g_autofree char *limit_path = g_strconcat (groups->root, path, groups->limit, NULL);
  g_autofree char *current_path = g_strconcat (groups->root, path, groups->current, NULL);
  g_autofree char *stat_path = g_strconcat (groups->root, path, "/memory.stat", NULL);
  g_autofree char *limit = read_system (limit_path);
  g_autofree char *current = limit != NULL ? read_system (current_path) : NULL;
  g_autofree char *stat = current != NULL ? read_system (stat_path) : NULL;
  double used;

  if (limit == NULL || current == NULL || !g_ascii_isdigit (limit[0]))
    return INFINITY;
  used = g_ascii_strtod (current, NULL) - find_number (stat, groups->cache, 0.0);
  return MAX (g_ascii_strtod (limit, NULL) - MAX (used, 0.0), 0.0);
}

/* Of a group and of all that it is in. */
static double
free_by_nested (const Groups *groups, const char *path)
{
  g_autofree char *group = g_strdup (path);
  double least = free_by_group (groups, "");

  while (group[0] == '/' && group[1] != '\0')
    {
      least = MIN (least, free_by_group (groups, group));
      *strrchr (group, '/') = '\0';
    }
  return least;
}

/* Each line of /proc/self/cgroup is “number:controllers:path”, without controllers for version 2.
 */
static double
free_by_groups (void)
{
  static const Groups version_1 = { "/sys/fs/cgroup/memory", "/memory.limit_in_bytes",
                                    "/memory.usage_in_bytes", "total_inactive_file " };
  static const Groups version_2 = { "/sys/fs/cgroup", "/memory.max", "/memory.current",
                                    "inactive_file " };
  g_autofree char *text = read_system (GROUPS);
  g_auto (GStrv) lines = g_strsplit (text != NULL ? text : "", "\n", -1);
  double least = MIN (free_by_group (&version_1, ""), free_by_group (&version_2, ""));

  for (char **line = lines; *line != NULL; line++)
    {
      g_auto (GStrv) fields = g_strsplit (*line, ":", 3);
      g_auto (GStrv) controllers =
        g_strv_length (fields) == 3 ? g_strsplit (fields[1], ",", -1) : NULL;

      if (controllers == NULL)
        continue;
      if (fields[1][0] == '\0')
        least = MIN (least, free_by_nested (&version_2, fields[2]));
      else if (g_strv_contains ((const char *const *) controllers, "memory"))
        least = MIN (least, free_by_nested (&version_1, fields[2]));
    }
  return least;
}

/* What a limit of the process leaves beyond what it uses. */
static double
free_by_limit (int resource, double used)
{
  struct rlimit limit;

  if (getrlimit (resource, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return INFINITY;
  return MAX ((double) limit.rlim_cur - used, 0.0);
}

/* /proc/self/statm: pages in all, resident, shared, text, 0, data and stack. */
double
seidel_memory_within_limits (void)
{
  const double page = (double) sysconf (_SC_PAGESIZE);
  g_autofree char *text = read_system (STATM);
  g_auto (GStrv) fields = g_strsplit (text != NULL ? text : "", " ", -1);

  if (g_strv_length (fields) < 6)
    return INFINITY;
  return MIN (free_by_limit (RLIMIT_AS, page * g_ascii_strtod (fields[0], NULL)),
              free_by_limit (RLIMIT_DATA, page * g_ascii_strtod (fields[5], NULL)));
}

double
seidel_memory_available (void)
{
  if (!isnan (pretended_available))
    return pretended_available;
  return MIN (MIN (free_by_meminfo (), free_by_groups ()), seidel_memory_within_limits ());
}

double
seidel_memory_of_matrix (double rows, double nonzeros)
{
  return rows * (double) sizeof (int64_t)
         + nonzeros * (double) (sizeof (int32_t) + sizeof (double));
}

/* As it was a moment ago: a window compares hundreds of plans, each of which asks, and reading the
 * files of the system would take most of their time. */
static double
available_lately (void)
{
  static GMutex mutex;
  static gint64 asked = G_MININT64 / 2;
  static double bytes;
  const gint64 now = g_get_monotonic_time ();
  double answer;

  if (!isnan (pretended_available) || pretended_root != NULL)
    return seidel_memory_available ();
  g_mutex_lock (&mutex);
  if (now - asked > LATELY)
    {
      bytes = seidel_memory_available ();
      asked = now;
    }
  answer = bytes;
  g_mutex_unlock (&mutex);
  return answer;
}

bool
seidel_memory_is_free (double bytes)
{
  return (bytes < SEIDEL_MEMORY_HARMLESS && isnan (pretended_available))
         || bytes <= available_lately ();
}

/* What a matrix may take: a pretended total is no more than what is free. */
static double
room (void)
{
  return MIN (seidel_memory_total (), seidel_memory_available ());
}

bool
seidel_memory_check_matrix (double rows, double nonzeros, GError **error)
{
  return seidel_memory_of_matrix (rows, nonzeros) <= room ()
         || seidel_memory_fail_matrix (rows, nonzeros, error);
}

/* Enough for the messages of a run and for what GLib makes on the way. */
#define ASIDE ((size_t) 2 << 20)

static void *_Atomic aside;

/* What ends the program is printed as it is. The writer of GLib itself waits for a lock on the way,
 * which is taken already where it was GLib that found no memory while it held it. */
static GLogWriterOutput
write_log_cb (GLogLevelFlags level, const GLogField *fields, gsize n_fields, void *unused)
{
  if ((level & G_LOG_LEVEL_ERROR) == 0)
    return g_log_writer_default (level, fields, n_fields, NULL);
  for (gsize i = 0; i < n_fields; i++)
    if (strcmp (fields[i].key, "MESSAGE") == 0)
      {
        const char *text = fields[i].value;

        if (write (STDERR_FILENO, text, strlen (text)) < 0 || write (STDERR_FILENO, "\n", 1) < 0)
          return G_LOG_WRITER_UNHANDLED;
      }
  return G_LOG_WRITER_HANDLED;
}

void
seidel_memory_set_aside (void)
{
  void *memory = mmap (NULL, ASIDE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  aside = memory != MAP_FAILED ? memory : NULL;
  /* Each thread would reserve 64 MiB of addresses for its small blocks. */
  if (isfinite (seidel_memory_within_limits ()))
    mallopt (M_ARENA_MAX, 1);
  g_log_set_writer_func (write_log_cb, NULL, NULL);
  /* The first error takes a lock that GLib allocates then. */
  g_error_free (g_error_new_literal (SEIDEL_ERROR, SEIDEL_ERROR_MEMORY, ""));
}

static void
give_back_aside (void)
{
  void *memory = atomic_exchange (&aside, NULL);

  if (memory != NULL)
    munmap (memory, ASIDE);
}

bool
seidel_memory_fail_matrix (double rows, double nonzeros, GError **error)
{
  g_autofree char *needed = NULL;
  g_autofree char *available = NULL;

  give_back_aside ();
  needed = seidel_format_bytes (seidel_memory_of_matrix (rows, nonzeros));
  available = seidel_format_bytes (room ());
  return seidel_fail (error, SEIDEL_ERROR_MEMORY,
                      seidel_text ("a matrix of %.0f %s and %.0f %s takes %s; %s are free"), rows,
                      rows == 1.0 ? seidel_text ("row") : seidel_text ("rows"), nonzeros,
                      nonzeros == 1.0 ? seidel_text ("entry") : seidel_text ("entries"), needed,
                      available);
}

bool
seidel_memory_fail (GError **error, double bytes, const char *format, ...)
{
  g_autofree char *size = NULL;
  g_autofree char *what = NULL;
  va_list arguments;

  give_back_aside ();
  size = seidel_format_bytes (bytes);
  va_start (arguments, format);
  what = g_strdup_vprintf (seidel_text (format), arguments);
  va_end (arguments);
  return seidel_fail (error, SEIDEL_ERROR_MEMORY,
                      seidel_text ("%s takes %s, which this machine does not have free"), what,
                      size);
}

static void *
check_block (void *block, size_t bytes, const char *what, GError **error)
{
  if (block == NULL && bytes > 0)
    seidel_memory_fail (error, (double) bytes, "%s", what);
  return block;
}

void *
seidel_memory_try (size_t bytes, const char *what, GError **error)
{
  bytes = MAX (bytes, 1);
  return check_block (g_try_malloc (bytes), bytes, what, error);
}

void *
seidel_memory_try0 (size_t bytes, const char *what, GError **error)
{
  bytes = MAX (bytes, 1);
  return check_block (g_try_malloc0 (bytes), bytes, what, error);
}

void *
seidel_memory_alloc (size_t bytes)
{
  size_t alignment = bytes >= HUGE_PAGE ? HUGE_PAGE : CACHE_LINE;
  size_t whole = (bytes + alignment - 1) / alignment * alignment;
  void *memory;

  if (bytes > MOST_BYTES)
    return NULL;
  memory = aligned_alloc (alignment, whole > 0 ? whole : alignment);
  if (memory != NULL && alignment == HUGE_PAGE)
    madvise (memory, whole, MADV_HUGEPAGE);
  return memory;
}

void *
seidel_memory_realloc (void *memory, size_t bytes)
{
  char *block = bytes <= MOST_BYTES ? realloc (memory, bytes) : NULL;

  if (block != NULL && bytes >= 2 * HUGE_PAGE)
    {
      size_t before = -(uintptr_t) block % HUGE_PAGE;

      madvise (block + before, (bytes - before) / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
    }
  return block;
}
