/* The append-only list behind the trace.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-log.h"

#include <string.h>

void
seidel_log_init (SeidelLog *log, size_t item_size)
{
  memset (log, 0, sizeof *log);
  log->item_size = item_size;
}

void
seidel_log_clear (SeidelLog *log)
{
  for (int block = 0; block < SEIDEL_LOG_BLOCKS; block++)
    g_clear_pointer (&log->blocks[block], g_free);
}

/* Block k holds FIRST · 2ᵏ items, so the items before it number FIRST · (2ᵏ − 1). */
static int
find_block (size_t i, size_t *offset)
{
  int block = g_bit_storage (i / SEIDEL_LOG_FIRST_BLOCK + 1) - 1;

  *offset = i - SEIDEL_LOG_FIRST_BLOCK * (((size_t) 1 << block) - 1);
  return block;
}

bool
seidel_log_append (SeidelLog *log, const void *item)
{
  size_t count = atomic_load_explicit (&log->count, memory_order_relaxed);
  size_t offset;
  int block = find_block (count, &offset);

  if (block >= SEIDEL_LOG_BLOCKS)
    return false;
  if (log->blocks[block] == NULL)
    log->blocks[block] = g_try_malloc_n ((size_t) SEIDEL_LOG_FIRST_BLOCK << block, log->item_size);
  if (log->blocks[block] == NULL)
    return false;
  memcpy ((char *) log->blocks[block] + offset * log->item_size, item, log->item_size);
  atomic_store_explicit (&log->count, count + 1, memory_order_release);
  return true;
}

const void *
seidel_log_get (const SeidelLog *log, size_t i)
{
  size_t offset;
  int block = find_block (i, &offset);

  return (const char *) log->blocks[block] + offset * log->item_size;
}
