/* How much memory there is to take.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-available.h"

#include <math.h>
#include <string.h>

#define MEMINFO       "/proc/meminfo"
#define GROUP_LIMIT   "/sys/fs/cgroup/memory.max"
#define GROUP_CURRENT "/sys/fs/cgroup/memory.current"

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

/* The group's limit is the word “max” where there is none. */
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
  return MIN (free_by_meminfo (), free_by_group ());
}
