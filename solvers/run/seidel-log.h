/* An append-only list of equal items with one writer and any number of readers, without locks.
 *
 * Items live in blocks that double in size and never move; the count is raised after the item was
 * written (release) and read before it (acquire).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <glib.h>

G_BEGIN_DECLS

#define SEIDEL_LOG_BLOCKS      36
#define SEIDEL_LOG_FIRST_BLOCK 16 /* items of the first block, a power of two */

typedef struct
{
  size_t item_size;
  atomic_size_t count;
  void *blocks[SEIDEL_LOG_BLOCKS];
} SeidelLog;

void seidel_log_init (SeidelLog *log, size_t item_size);
void seidel_log_clear (SeidelLog *log);

/* Writer only. False when there was no memory for the item: it is dropped, the list stays whole. */
bool seidel_log_append (SeidelLog *log, const void *item);

/* Any thread. */
static inline size_t
seidel_log_count (SeidelLog *log)
{
  return atomic_load_explicit (&log->count, memory_order_acquire);
}

/* Any thread; i must be below a count that was read before. */
const void *seidel_log_get (const SeidelLog *log, size_t i);

G_END_DECLS
