/* Text in large blocks that end where a line (or a word) ends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-blocks.h"

#include <string.h>

#include "matrix/seidel-error.h"

/* Reads on behind the first used bytes of a buffer. */
static bool
fill (SeidelBlocks *blocks, int buffer, int64_t used, GError **error)
{
  int64_t got = seidel_source_read (blocks->source, blocks->buffers[buffer] + used,
                                    SEIDEL_BLOCK_BYTES - used, error);

  if (got < 0)
    return false;
  blocks->filled[buffer] = used + got;
  blocks->ended[buffer] = used + got < SEIDEL_BLOCK_BYTES;
  return true;
}

/* Finds where the block in hand ends. */
static bool
cut (SeidelBlocks *blocks, GError **error)
{
  char *text = blocks->buffers[blocks->current];
  int64_t length = blocks->filled[blocks->current];

  if (blocks->ended[blocks->current])
    memset (text + length, '\n', SEIDEL_TEXT_PADDING);
  else
    while (length > 0 && text[length - 1] != '\n'
           && !(blocks->by_words && g_ascii_isspace (text[length - 1])))
      length--;
  blocks->text = text;
  blocks->length = length;
  if (length > 0 || blocks->filled[blocks->current] == 0)
    return true;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
               "%s:%" G_GINT64_FORMAT ": the %s is longer than %d MiB; this is no matrix in text",
               seidel_source_name (blocks->source),
               seidel_source_line_at (blocks->source, blocks->offset),
               blocks->by_words ? "word" : "line", (int) (SEIDEL_BLOCK_BYTES >> 20));
  return false;
}

bool
seidel_blocks_init (SeidelBlocks *blocks, SeidelSource *source, bool by_words, GError **error)
{
  memset (blocks, 0, sizeof *blocks);
  blocks->source = source;
  blocks->by_words = by_words;
  for (int i = 0; i < 2; i++)
    blocks->buffers[i] = g_malloc (SEIDEL_BLOCK_BYTES + SEIDEL_TEXT_PADDING);
  return fill (blocks, 0, 0, error) && cut (blocks, error);
}

void
seidel_blocks_clear (SeidelBlocks *blocks)
{
  for (int i = 0; i < 2; i++)
    g_clear_pointer (&blocks->buffers[i], g_free);
}

bool
seidel_blocks_at_end (const SeidelBlocks *blocks)
{
  return blocks->ended[blocks->current];
}

bool
seidel_blocks_prefetch (SeidelBlocks *blocks, GError **error)
{
  int64_t tail = blocks->filled[blocks->current] - blocks->length;

  memcpy (blocks->buffers[!blocks->current], blocks->text + blocks->length, (size_t) tail);
  return fill (blocks, !blocks->current, tail, error);
}

bool
seidel_blocks_advance (SeidelBlocks *blocks, GError **error)
{
  blocks->offset += (uint64_t) blocks->length;
  blocks->current = !blocks->current;
  return cut (blocks, error);
}
