/* Whether something large would fit into this machine at all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-memory.h"

#include <unistd.h>

#include "matrix/seidel-error.h"

/* In double: the sizes asked about may lie far beyond 64 bits. */
bool
seidel_memory_check (double rows, double nonzeros, GError **error)
{
  double needed =
    rows * (double) sizeof (int64_t) + nonzeros * (double) (sizeof (int32_t) + sizeof (double));
  long pages = sysconf (_SC_PHYS_PAGES);
  long page = sysconf (_SC_PAGESIZE);
  g_autofree char *has = NULL;

  if (pages <= 0 || page <= 0 || needed <= (double) pages * (double) page)
    return true;

  has = g_format_size ((uint64_t) pages * (uint64_t) page);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
               "a matrix of %.0f rows and %.0f entries takes %.1f GB; this machine has %s", rows,
               nonzeros, needed / 1e9, has);
  return false;
}
