/* Text in large blocks that end where a line (or a word) ends. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/seidel-source.h"

G_BEGIN_DECLS

#ifndef SEIDEL_BLOCK_BYTES /* the fuzzers have many blocks in small files */
#define SEIDEL_BLOCK_BYTES ((int64_t) 1024 * 1024)
#endif

/* text[0 … length − 1] ends in a newline (or blank, or comma), or is the last; then newlines that
 * are not part of it follow. SEIDEL_TEXT_PADDING more bytes are readable. */
typedef struct
{
  char *text;
  int64_t length;
  uint64_t offset; /* of text[0] in the whole text */
  bool last;       /* nothing comes after it */
} SeidelBlock;

void seidel_block_init (SeidelBlock *block);
void seidel_block_clear (SeidelBlock *block);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelBlock, seidel_block_clear)

/* Hands out the blocks of a source, one after the other. */
typedef struct
{
  SeidelSource *source; /* borrowed */
  bool by_words;        /* blocks may end at any blank, comma or semicolon */
  uint64_t offset;
  char *carry; /* what the last block left over */
  int64_t carried;
} SeidelBlocks;

void seidel_blocks_init (SeidelBlocks *blocks, SeidelSource *source, bool by_words);
void seidel_blocks_clear (SeidelBlocks *blocks);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelBlocks, seidel_blocks_clear)

/* Reads the next block; not to be called after the last. */
bool seidel_blocks_next (SeidelBlocks *blocks, SeidelBlock *block, GError **error);

/* The same in two steps, so that several threads can read: the first finds where the next block
 * lies, in order; the second gets its text, from any thread. Where the text must be decompressed
 * the first step does all. */
bool seidel_blocks_find (SeidelBlocks *blocks, SeidelBlock *block, GError **error);
bool seidel_blocks_fetch (const SeidelBlocks *blocks, SeidelBlock *block, GError **error);

G_END_DECLS
