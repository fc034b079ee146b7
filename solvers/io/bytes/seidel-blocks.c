/* The text of a source in large blocks, and line by line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-blocks.h"

#include <string.h>

#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"

/* Bytes that are searched at once for the end of a line. */
#define LOOK_BYTES 4096

void
seidel_block_init (SeidelBlock *block)
{
  memset (block, 0, sizeof *block);
}

/* The text of a block, before something first comes into it. */
static bool
make_text (SeidelBlock *block, GError **error)
{
  if (block->text == NULL)
    block->text =
      seidel_memory_try (SEIDEL_BLOCK_BYTES + SEIDEL_TEXT_PADDING, "reading text", error);
  return block->text != NULL;
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

int64_t
seidel_text_trim (const char *text, int64_t length)
{
  int64_t end = length;
  int64_t blank = length; /* from here on nothing but these and blanks */

  while (end > 0 && (text[end - 1] == '\0' || text[end - 1] == '\x1a'))
    end--;
  if (end < length)
    return end;
  while (
    blank > 0
    && (text[blank - 1] == '\0' || text[blank - 1] == '\x1a' || g_ascii_isspace (text[blank - 1])))
    blank--;
  /* On a line of its own. */
  for (int64_t i = blank; i < length; i++)
    if (text[i] == '\0' || text[i] == '\x1a')
      return i == 0 || text[i - 1] == '\n' ? i : length;
  return length;
}

static bool
ends_word (char c)
{
  return g_ascii_isspace (c) || c == ',' || c == ';';
}

/* Where a full buffer can be cut: behind the last newline (or word); 0 if it has none. */
static int64_t
find_cut (const SeidelBlocks *blocks, const char *text, int64_t length)
{
  while (length > 0 && text[length - 1] != '\n'
         && !(blocks->by_words && ends_word (text[length - 1])))
    length--;
  return length;
}

static bool
fail_long (const SeidelBlocks *blocks, GError **error)
{
  return seidel_source_fail_line (blocks->source,
                                  seidel_source_line_at (blocks->source, blocks->offset),
                                  SEIDEL_ERROR_FORMAT, error,
                                  "the %s is longer than 1 MiB; this is no matrix in text",
                                  blocks->by_words ? seidel_text ("word") : seidel_text ("line"));
}

static bool
fail_changed (const SeidelBlocks *blocks, GError **error)
{
  return seidel_source_fail (blocks->source, SEIDEL_ERROR_IO, error,
                             "changed while it was being read");
}

/* Appends to what the last block left over. */
static bool
read_stream (SeidelBlocks *blocks, SeidelBlock *block, GError **error)
{
  int64_t filled = blocks->carried;
  int64_t got;

  if (!make_text (block, error))
    return false;
  if (filled > 0)
    memcpy (block->text, blocks->carry, (size_t) filled);
  got =
    seidel_source_read (blocks->source, block->text + filled, SEIDEL_BLOCK_BYTES - filled, error);
  if (got < 0)
    return false;
  filled += got;
  block->last = filled < SEIDEL_BLOCK_BYTES;
  if (block->last)
    {
      filled = seidel_text_trim (block->text, filled);
      memset (block->text + filled, '\n', SEIDEL_TEXT_PADDING);
    }
  block->length = block->last ? filled : find_cut (blocks, block->text, filled);
  blocks->carried = filled - block->length;
  g_free (blocks->carry);
  blocks->carry = seidel_memory_try ((size_t) blocks->carried, "reading text", error);
  if (blocks->carry == NULL)
    return false;
  memcpy (blocks->carry, block->text + block->length, (size_t) blocks->carried);
  return true;
}

/* Searches for the end of a block backwards. */
static bool
find_in_file (SeidelBlocks *blocks, SeidelBlock *block, GError **error)
{
  char look[LOOK_BYTES];
  uint64_t left = seidel_source_file_bytes (blocks->source) - blocks->offset;
  int64_t end = SEIDEL_BLOCK_BYTES;
  int64_t cut = 0;

  block->last = left < (uint64_t) SEIDEL_BLOCK_BYTES;
  block->length = (int64_t) left;
  while (!block->last && end > 0 && cut == 0)
    {
      int64_t n = MIN (end, LOOK_BYTES);
      int64_t got = seidel_source_read_at (blocks->source, look, n,
                                           blocks->offset + (uint64_t) (end - n), error);

      if (got < 0)
        return false;
      if (got < n)
        return fail_changed (blocks, error);
      cut = find_cut (blocks, look, got);
      end -= n;
    }
  if (!block->last)
    block->length = cut > 0 ? end + cut : 0;
  return seidel_source_seek (blocks->source, blocks->offset + (uint64_t) block->length);
}

bool
seidel_blocks_find (SeidelBlocks *blocks, SeidelBlock *block, GError **error)
{
  block->offset = blocks->offset;
  if (!(seidel_source_is_compressed (blocks->source) ? read_stream : find_in_file) (blocks, block,
                                                                                    error))
    return false;
  if (!block->last && block->length == 0)
    return fail_long (blocks, error);
  blocks->offset += (uint64_t) block->length;
  return true;
}

bool
seidel_blocks_fetch (const SeidelBlocks *blocks, SeidelBlock *block, GError **error)
{
  int64_t got;

  if (seidel_source_is_compressed (blocks->source))
    return true;
  if (!make_text (block, error))
    return false;
  got = seidel_source_read_at (blocks->source, block->text, block->length, block->offset, error);
  if (got < 0)
    return false;
  if (got != block->length)
    return fail_changed (blocks, error);
  if (block->last)
    block->length = seidel_text_trim (block->text, got);
  memset (block->text + block->length, '\n', SEIDEL_TEXT_PADDING);
  return true;
}

bool
seidel_blocks_next (SeidelBlocks *blocks, SeidelBlock *block, GError **error)
{
  return seidel_blocks_find (blocks, block, error) && seidel_blocks_fetch (blocks, block, error);
}

void
seidel_lines_init (SeidelLines *lines, SeidelSource *source, double share)
{
  *lines = (SeidelLines){ .source = source, .share = share };
  seidel_blocks_init (&lines->blocks, source, false);
  seidel_block_init (&lines->block);
}

void
seidel_lines_clear (SeidelLines *lines)
{
  seidel_blocks_clear (&lines->blocks);
  seidel_block_clear (&lines->block);
}

bool
seidel_lines_fail (const SeidelLines *lines, GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (seidel_text (format), arguments);
  va_end (arguments);
  return seidel_source_fail_line (lines->source, lines->number, SEIDEL_ERROR_FORMAT, error, "%s",
                                  message);
}

bool
seidel_lines_next (SeidelLines *lines, GError **error)
{
  const char *newline;
  int64_t left;

  if (lines->at == lines->block.length && !lines->block.last)
    {
      if (!seidel_source_poll (lines->source, error)
          || !seidel_blocks_next (&lines->blocks, &lines->block, error))
        return false;
      lines->at = 0;
      seidel_progress_set (seidel_source_progress (lines->source),
                           lines->share * seidel_source_fraction (lines->source));
    }
  lines->number++;
  left = lines->block.length - lines->at;
  lines->line = lines->block.text + lines->at;
  newline = memchr (lines->line, '\n', (size_t) left);
  lines->length = newline != NULL ? newline - lines->line : left;
  if (left == 0)
    return false;
  lines->at += lines->length + (newline != NULL);
  if (lines->length > 0 && lines->line[lines->length - 1] == '\r')
    lines->length--;
  return true;
}

char **
seidel_words (const char *line, size_t length)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *copy = g_strndup (line, length);
  g_auto (GStrv) words = g_strsplit_set (copy, " \t\r", -1);

  for (char **word = words; *word != NULL; word++)
    if (**word != '\0')
      g_strv_builder_add (builder, *word);
  return g_strv_builder_end (builder);
}
