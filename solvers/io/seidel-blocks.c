/* Text in large blocks that end where a line (or a word) ends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-blocks.h"

#include <string.h>

#include "matrix/seidel-error.h"

void
seidel_block_init (SeidelBlock *block)
{
  memset (block, 0, sizeof *block);
  block->text = g_malloc (SEIDEL_BLOCK_BYTES + SEIDEL_TEXT_PADDING);
}

void
seidel_block_clear (SeidelBlock *block)
{
  g_clear_pointer (&block->text, g_free);
}

void
seidel_blocks_init (SeidelBlocks *blocks, SeidelSource *source, bool by_words)
{
  memset (blocks, 0, sizeof *blocks);
  blocks->source = source;
  blocks->by_words = by_words;
}

void
seidel_blocks_clear (SeidelBlocks *blocks)
{
  g_clear_pointer (&blocks->carry, g_free);
}

/* Where a full buffer can be cut: behind the last newline (or blank); 0 when nowhere. */
static int64_t
find_cut (const SeidelBlocks *blocks, const char *text, int64_t length)
{
  while (length > 0 && text[length - 1] != '\n'
         && !(blocks->by_words && g_ascii_isspace (text[length - 1])))
    length--;
  return length;
}

bool
seidel_blocks_next (SeidelBlocks *blocks, SeidelBlock *block, GError **error)
{
  int64_t filled = blocks->carried;
  int64_t got;

  if (filled > 0)
    memcpy (block->text, blocks->carry, (size_t) filled);
  got =
    seidel_source_read (blocks->source, block->text + filled, SEIDEL_BLOCK_BYTES - filled, error);
  if (got < 0)
    return false;
  filled += got;
  block->offset = blocks->offset;
  block->last = filled < SEIDEL_BLOCK_BYTES;
  block->length = block->last ? filled : find_cut (blocks, block->text, filled);
  if (block->last)
    memset (block->text + filled, '\n', SEIDEL_TEXT_PADDING);
  else if (block->length == 0)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
                   "%s:%" G_GINT64_FORMAT
                   ": the %s is longer than 1 MiB; this is no matrix in text",
                   seidel_source_name (blocks->source),
                   seidel_source_line_at (blocks->source, blocks->offset, NULL),
                   blocks->by_words ? "word" : "line");
      return false;
    }
  blocks->offset += (uint64_t) block->length;
  blocks->carried = filled - block->length;
  g_free (blocks->carry);
  blocks->carry = g_memdup2 (block->text + block->length, (gsize) blocks->carried);
  return true;
}
