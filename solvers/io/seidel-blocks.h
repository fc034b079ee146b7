/* Text in large blocks that end where a line (or a word) ends, one read while the other is parsed.
 * Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/seidel-source.h"

G_BEGIN_DECLS

#define SEIDEL_BLOCK_BYTES ((int64_t) 2 * 1024 * 1024)

/* The block in hand is text[0 … length − 1]; it ends in a newline (or blank), or is the last, and
 * then a newline that is not part of it follows. SEIDEL_TEXT_PADDING more bytes are readable. */
typedef struct
{
  const char *text;
  int64_t length;
  uint64_t offset; /* of text[0] in the whole text */

  /* Private. */
  SeidelSource *source;
  bool by_words;
  char *buffers[2];
  int64_t filled[2];
  int current;
  bool ended[2]; /* nothing comes after this buffer */
} SeidelBlocks;

/* Reads the first block. The source is borrowed. Blocks end at any blank when by_words is set. */
bool seidel_blocks_init (SeidelBlocks *blocks, SeidelSource *source, bool by_words, GError **error);
void seidel_blocks_clear (SeidelBlocks *blocks);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelBlocks, seidel_blocks_clear)

/* Whether the block in hand is the last. */
bool seidel_blocks_at_end (const SeidelBlocks *blocks);

/* Reads the block after the one in hand, which stays untouched: may run beside its parsing. */
bool seidel_blocks_prefetch (SeidelBlocks *blocks, GError **error);

/* Takes in hand what seidel_blocks_prefetch() read. */
bool seidel_blocks_advance (SeidelBlocks *blocks, GError **error);

G_END_DECLS
