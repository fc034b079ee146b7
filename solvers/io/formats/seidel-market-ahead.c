/* The blocks of a Matrix Market file on their way: found by one thread, read, parsed and sorted by
 * those of a pool. What comes out does not depend on who parsed what.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-market-ahead.h"

#include "base/seidel-memory.h"
#include "base/seidel-threads.h"

/* Room for text and entries comes with the first block that a slot gets. */
static void
add_slot (SeidelMarketAhead *ahead)
{
  seidel_block_init (&ahead->slots[ahead->n_slots++].block);
}

void
seidel_market_ahead_init (SeidelMarketAhead *ahead,
                          SeidelSource *source,
                          const SeidelMarketHeader *header,
                          SeidelEntries *entries)
{
  ahead->source = source;
  ahead->header = header;
  ahead->entries = entries;
  g_mutex_init (&ahead->mutex);
  g_cond_init (&ahead->parsed);
  seidel_blocks_init (&ahead->blocks, source, false);
  add_slot (ahead);
}

void
seidel_market_ahead_clear (SeidelMarketAhead *ahead)
{
  /* Blocks not yet started are dropped; started ones are waited for. */
  if (ahead->pool != NULL)
    g_thread_pool_free (ahead->pool, TRUE, TRUE);
  for (int i = 0; i < ahead->n_slots; i++)
    {
      seidel_block_clear (&ahead->slots[i].block);
      g_clear_error (&ahead->slots[i].failure);
      g_free (ahead->slots[i].span.entries);
    }
  seidel_blocks_clear (&ahead->blocks);
  g_clear_error (&ahead->failure);
  g_mutex_clear (&ahead->mutex);
  g_cond_clear (&ahead->parsed);
}

static bool
parse_slot (SeidelMarketAhead *ahead, SeidelMarketSlot *slot)
{
  SeidelMarketSpan *span = &slot->span;

  if (span->entries == NULL)
    {
      span->capacity = SEIDEL_BLOCK_BYTES / seidel_market_shortest_line (ahead->header) + 1;
      span->entries = seidel_memory_try ((size_t) span->capacity * sizeof *span->entries,
                                         "reading entries", &slot->failure);
      if (span->entries == NULL)
        return false;
    }
  span->count = 0;
  span->bad_line = NULL;
  slot->chunk.count = 0;
  if (!seidel_source_poll (ahead->source, NULL))
    return false;
  if (!slot->here && !seidel_blocks_fetch (&ahead->blocks, &slot->block, &slot->failure))
    return false;
  span->begin = slot->block.text + slot->begin;
  span->end = slot->block.text + slot->block.length;
  seidel_market_scan (ahead->header, span);
  return ahead->header->array
         || seidel_entries_sort (ahead->entries, span->entries, span->count, &slot->chunk,
                                 &slot->failure);
}

static void
parse_slot_cb (gpointer data, gpointer user_data)
{
  SeidelMarketAhead *ahead = user_data;
  SeidelMarketSlot *slot = data;

  parse_slot (ahead, slot);
  g_mutex_lock (&ahead->mutex);
  slot->parsed = true;
  g_cond_signal (&ahead->parsed);
  g_mutex_unlock (&ahead->mutex);
}

void
seidel_market_ahead_start_parsing (SeidelMarketAhead *ahead,
                                   SeidelMarketSlot *slot,
                                   bool here,
                                   int64_t begin)
{
  slot->here = here;
  slot->begin = begin;
  slot->parsed = ahead->pool == NULL;
  if (ahead->pool == NULL)
    parse_slot (ahead, slot);
  else
    g_thread_pool_push (ahead->pool, slot, NULL);
}

/* The pool has its threads from the beginning: one
 * that makes them later, and cannot, would never parse a block. */
void
seidel_market_ahead_start_pool (SeidelMarketAhead *ahead)
{
  int threads = CLAMP (seidel_threads_processors (), 1, SEIDEL_MARKET_MOST_THREADS);

  if (threads == 1)
    return;
  while (ahead->n_slots < SEIDEL_MARKET_SLOTS_PER_THREAD * threads)
    add_slot (ahead);
  ahead->pool = g_thread_pool_new (parse_slot_cb, ahead, threads, TRUE, NULL);
  if (ahead->pool != NULL && g_thread_pool_get_num_threads (ahead->pool) == 0)
    {
      g_thread_pool_free (ahead->pool, TRUE, FALSE);
      ahead->pool = NULL;
    }
}

void
seidel_market_ahead_fill (SeidelMarketAhead *ahead)
{
  while (ahead->n_filled < ahead->n_slots && ahead->failure == NULL)
    {
      SeidelMarketSlot *last = &ahead->slots[(ahead->head + ahead->n_filled - 1) % ahead->n_slots];
      SeidelMarketSlot *slot = &ahead->slots[(ahead->head + ahead->n_filled) % ahead->n_slots];

      if (ahead->n_filled > 0 && last->block.last)
        return;
      if (!seidel_blocks_find (&ahead->blocks, &slot->block, &ahead->failure))
        return;
      seidel_market_ahead_start_parsing (ahead, slot, false, 0);
      ahead->n_filled++;
    }
}

void
seidel_market_ahead_wait (SeidelMarketAhead *ahead, SeidelMarketSlot *slot)
{
  g_mutex_lock (&ahead->mutex);
  while (!slot->parsed)
    g_cond_wait (&ahead->parsed, &ahead->mutex);
  g_mutex_unlock (&ahead->mutex);
}
