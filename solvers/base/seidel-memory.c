/* Memory of this machine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/seidel-error.h"
#include "base/seidel-format.h"

#define MEMINFO       "/proc/meminfo"
#define GROUP_LIMIT   "/sys/fs/cgroup/memory.max"
#define GROUP_CURRENT "/sys/fs/cgroup/memory.current"

#define CACHE_LINE 64
#define HUGE_PAGE  ((size_t) 2 << 20)

/* The address space of a process. */
#define MOST_BYTES ((size_t) 1 << 47)

static double pretended_total;
static double pretended_available = NAN;

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

static double
free_by_meminfo (void)
{
  static const char key[] = "MemAvailable:";
  g_autofree char *text = NULL;
  const char *line;

  if (!g_file_get_contents (MEMINFO, &text, NULL, NULL))
    return INFINITY;
  line = strstr (text, key);
  return line != NULL ? 1024.0 * g_ascii_strtod (line + strlen (key), NULL) : INFINITY;
}

/* The limit is the word "max" if there is none. */
static double
free_by_group (void)
{
  g_autofree char *limit = NULL;
  g_autofree char *current = NULL;

  if (!g_file_get_contents (GROUP_LIMIT, &limit, NULL, NULL)
      || !g_file_get_contents (GROUP_CURRENT, &current, NULL, NULL) || !g_ascii_isdigit (limit[0]))
    return INFINITY;
  return MAX (g_ascii_strtod (limit, NULL) - g_ascii_strtod (current, NULL), 0.0);
}

double
seidel_memory_available (void)
{
  if (!isnan (pretended_available))
    return pretended_available;
  return MIN (free_by_meminfo (), free_by_group ());
}

static double
bytes_of_matrix (double rows, double nonzeros)
{
  return rows * (double) sizeof (int64_t)
         + nonzeros * (double) (sizeof (int32_t) + sizeof (double));
}

bool
seidel_memory_check_matrix (double rows, double nonzeros, GError **error)
{
  return bytes_of_matrix (rows, nonzeros) <= seidel_memory_total ()
         || seidel_memory_fail_matrix (rows, nonzeros, error);
}

bool
seidel_memory_fail_matrix (double rows, double nonzeros, GError **error)
{
  g_autofree char *needed = seidel_format_bytes (bytes_of_matrix (rows, nonzeros));
  g_autofree char *total = seidel_format_bytes (seidel_memory_total ());

  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
               "a matrix of %.0f rows and %.0f entries takes %s; this machine has %s, not all of "
               "it free",
               rows, nonzeros, needed, total);
  return false;
}

bool
seidel_memory_fail (GError **error, double bytes, const char *format, ...)
{
  g_autofree char *size = seidel_format_bytes (bytes);
  g_autofree char *what = NULL;
  va_list arguments;

  va_start (arguments, format);
  what = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
               "%s takes %s, which this machine does not have free", what, size);
  return false;
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
