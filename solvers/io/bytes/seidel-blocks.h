/* The text of a source in large blocks that end where a line (or a word) ends; and its lines, one
 * after the other, with their numbers. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/bytes/seidel-source.h"

G_BEGIN_DECLS

#ifndef SEIDEL_BLOCK_BYTES /* smaller in the fuzzers: many blocks in small files */
#define SEIDEL_BLOCK_BYTES ((int64_t) 1024 * 1024)
#endif

/* text[0 … length − 1] ends in a newline (or blank, or comma), or is the last; newlines that are
 * not part of it follow. SEIDEL_TEXT_PADDING more bytes are readable. */
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

/* The length of a text without what DOS and preallocated files have behind their end: bytes 0x1A
 * and zeros. */
int64_t seidel_text_trim (const char *text, int64_t length);

/* The blocks of a source, one after the other. */
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

/* The same in two steps, so that several threads can read: the first finds the bounds of the next
 * block, in order; the second reads its text, from any thread. Where the text must be decompressed
 * the first step does everything. */
bool seidel_blocks_find (SeidelBlocks *blocks, SeidelBlock *block, GError **error);
bool seidel_blocks_fetch (const SeidelBlocks *blocks, SeidelBlock *block, GError **error);

typedef struct
{
  SeidelSource *source; /* borrowed */
  double share;         /* of the job's progress that reading is */
  SeidelBlocks blocks;
  SeidelBlock block;
  int64_t at;       /* in the block: the next line */
  int64_t number;   /* of the current line, from 1 */
  const char *line; /* SEIDEL_TEXT_PADDING bytes behind it are readable */
  int64_t length;   /* without its line ending */
} SeidelLines;

/* Reading is most of the way; building the matrix the rest. */
#define SEIDEL_READING_SHARE 0.8

/* share: the part of the progress that is made when all lines are read. */
void seidel_lines_init (SeidelLines *lines, SeidelSource *source, double share);
void seidel_lines_clear (SeidelLines *lines);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelLines, seidel_lines_clear)

/* Steps to the next line, which stays until the next step. False at the end, where number is one
 * more than that of the last line, and on error. Polls for cancellation. */
bool seidel_lines_next (SeidelLines *lines, GError **error);

/* Sets a SEIDEL_ERROR_FORMAT that names the current line. Always false. */
bool seidel_lines_fail (const SeidelLines *lines, GError **error, const char *format, ...)
  G_GNUC_PRINTF (3, 4);

/* The words of a line, parted by blanks, none of which is empty; for g_strfreev (). */
char **seidel_words (const char *line, size_t length);

G_END_DECLS
