/* Blocks of a Matrix Market file that are read and parsed ahead, by several threads. Private to
 * solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/bytes/seidel-blocks.h"
#include "io/formats/seidel-market.h"

G_BEGIN_DECLS

/* Blocks that are read ahead for each thread, so that none waits for another. */
#define SEIDEL_MARKET_SLOTS_PER_THREAD 2
#define SEIDEL_MARKET_MOST_THREADS     16
#define SEIDEL_MARKET_MOST_SLOTS       (SEIDEL_MARKET_SLOTS_PER_THREAD * SEIDEL_MARKET_MOST_THREADS)

/* A block on its way: found by the reader, parsed by the pool, emptied by the reader. */
typedef struct
{
  SeidelBlock block;
  bool here;     /* its text; else it is to be fetched */
  int64_t begin; /* of the entries in its text */
  SeidelMarketSpan span;
  SeidelChunk chunk; /* of the span; but for arrays, whose numbers have no places yet */
  GError *failure;
  bool parsed;
} SeidelMarketSlot;

typedef struct
{
  SeidelSource *source;
  const SeidelMarketHeader *header;
  SeidelEntries *entries; /* in whose order chunks are sorted */
  SeidelBlocks blocks;
  SeidelMarketSlot slots[SEIDEL_MARKET_MOST_SLOTS]; /* a ring: filled from head on */
  int n_slots;
  int head;
  int n_filled;
  GThreadPool *pool;
  GMutex mutex;
  GCond parsed;    /* guards and signals SeidelMarketSlot.parsed */
  GError *failure; /* of finding blocks: reported once everything before it is read */
} SeidelMarketAhead;

/* Borrows all three, which are where they are until the end; ahead is of zeros. There is one slot,
 * for the first block. */
void seidel_market_ahead_init (SeidelMarketAhead *ahead,
                               SeidelSource *source,
                               const SeidelMarketHeader *header,
                               SeidelEntries *entries);
void seidel_market_ahead_clear (SeidelMarketAhead *ahead);

/* For a file of several blocks, which is worth the threads: makes them, and the other slots. */
void seidel_market_ahead_start_pool (SeidelMarketAhead *ahead);

/* Hands a slot to the pool; parses it here while there is no pool. here: its text is; begin: of the
 * entries in it. */
void seidel_market_ahead_start_parsing (SeidelMarketAhead *ahead,
                                        SeidelMarketSlot *slot,
                                        bool here,
                                        int64_t begin);

/* Finds blocks, and starts them, as far as there are slots. */
void seidel_market_ahead_fill (SeidelMarketAhead *ahead);

/* Waits until a slot is parsed. */
void seidel_market_ahead_wait (SeidelMarketAhead *ahead, SeidelMarketSlot *slot);

G_END_DECLS
