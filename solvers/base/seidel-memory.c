/* Whether something large would fit into this machine at all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-memory.h"

#include <math.h>
#include <unistd.h>

#include "base/seidel-error.h"

/* What it is taken to be, or 0. */
static double pretended;

void
seidel_memory_pretend (double bytes)
{
  pretended = bytes;
}

double
seidel_memory_all (void)
{
  long pages = sysconf (_SC_PHYS_PAGES);
  long page = sysconf (_SC_PAGESIZE);

  if (pretended > 0.0)
    return pretended;
  return pages > 0 && page > 0 ? (double) pages * (double) page : INFINITY;
}

/* In double: the sizes asked about may lie far beyond 64 bits. */
static double
bytes_needed (double rows, double nonzeros)
{
  return rows * (double) sizeof (int64_t)
         + nonzeros * (double) (sizeof (int32_t) + sizeof (double));
}

bool
seidel_memory_holds (double bytes)
{
  return bytes <= seidel_memory_all ();
}

bool
seidel_memory_check (double rows, double nonzeros, GError **error)
{
  return seidel_memory_holds (bytes_needed (rows, nonzeros))
         || seidel_memory_fail (rows, nonzeros, error);
}

bool
seidel_memory_fail (double rows, double nonzeros, GError **error)
{
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
               "a matrix of %.0f rows and %.0f entries takes %.1f GB; this machine has %.1f GB and "
               "not all of it free",
               rows, nonzeros, bytes_needed (rows, nonzeros) / 1e9, seidel_memory_all () / 1e9);
  return false;
}
