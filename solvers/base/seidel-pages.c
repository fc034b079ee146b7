/* Memory for large arrays.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-pages.h"

#include <stdlib.h>
#include <sys/mman.h>

#define CACHE_LINE 64
#define HUGE_PAGE  ((size_t) 2 << 20)

/* What a process can address at all. */
#define MOST_BYTES ((size_t) 1 << 47)

void *
seidel_pages_alloc (size_t bytes)
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
