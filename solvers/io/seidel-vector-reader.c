/* Reads a vector: a Matrix Market file or a table with one column or one row, or plain text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "io/seidel-blocks.h"
#include "io/seidel-market.h"
#include "io/seidel-decimal.h"
#include "io/seidel-reader.h"
#include "io/seidel-table.h"
#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"

#define BANNER "%%MatrixMarket"

/* Bytes between two looks at the cancellable. */
#define BYTES_PER_POLL 65536

/* Plain text on its way into a vector. */
typedef struct
{
  SeidelSource *source;
  SeidelBlock block; /* in hand */
  double *x;
  int64_t n;
  int64_t count;    /* numbers read; may grow beyond n, to be told */
  double beyond[2]; /* the first that found no room in x */
  bool in_comment;  /* a comment may reach over the end of a block */
} Words;

static bool
check_length (const char *name, int64_t found, int64_t n, GError **error)
{
  if (found == n)
    return true;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
               "%s: the vector has %" G_GINT64_FORMAT " %s; the matrix asks for %" G_GINT64_FORMAT,
               name, found, found == 1 ? "number" : "numbers", n);
  return false;
}

static bool
fail_word (Words *words, const char *word, GError **error)
{
  uint64_t offset = words->block.offset + (uint64_t) (word - words->block.text);
  g_autofree char *quote = seidel_quote (word, strcspn (word, " \t\r\n"));

  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
               "%s:%" G_GINT64_FORMAT ": expected a number, found %s",
               seidel_source_name (words->source),
               seidel_source_line_at (words->source, offset, NULL), quote);
  return false;
}

/* One word of a block: a number, or the start of a comment. Moves *at behind it. */
static bool
take_word (Words *words, const char **at, const char *end, GError **error)
{
  const char *word = *at;
  double value;

  if (words->in_comment || *word == '#' || *word == '%')
    {
      const char *newline = memchr (word, '\n', (size_t) (end - word));

      words->in_comment = newline == NULL;
      *at = newline != NULL ? newline + 1 : end;
      return true;
    }
  if (!seidel_scan_number (at, &value) || (*at < end && !g_ascii_isspace (**at)))
    return fail_word (words, word, error);
  if (words->count < words->n)
    words->x[words->count] = value;
  else if (words->count < words->n + 2)
    words->beyond[words->count - words->n] = value;
  words->count++;
  return true;
}

static bool
take_block (Words *words, GCancellable *cancellable, GError **error)
{
  const char *at = words->block.text;
  const char *end = at + words->block.length;
  const char *poll = at;

  while (at < end)
    {
      if (at >= poll)
        {
          if (g_cancellable_set_error_if_cancelled (cancellable, error))
            return false;
          poll = at + BYTES_PER_POLL;
        }
      if (g_ascii_isspace (*at) && !words->in_comment)
        at++;
      else if (!take_word (words, &at, end, error))
        return false;
    }
  return true;
}

/* A vector may be written as a matrix of one column, with its size before it: n, or n and 1. What
 * is then too much is dropped. */
static void
drop_size (Words *words)
{
  int64_t extra = words->count - words->n;
  bool sized = words->n >= 2 && (extra == 1 || extra == 2) && words->x[0] == (double) words->n
               && (extra == 1 || words->x[1] == 1.0);

  if (!sized)
    return;
  memmove (words->x, words->x + extra, (size_t) (words->n - extra) * sizeof *words->x);
  memcpy (words->x + words->n - extra, words->beyond, (size_t) extra * sizeof *words->x);
  words->count = words->n;
}

static bool
read_words (SeidelSource *source, double *x, int64_t n, GCancellable *cancellable, GError **error)
{
  Words words = { .source = source, .x = x, .n = n };
  g_auto (SeidelBlocks) blocks = { 0 };
  bool fine;

  seidel_blocks_init (&blocks, source, true);
  seidel_block_init (&words.block);
  do
    fine =
      seidel_blocks_next (&blocks, &words.block, error) && take_block (&words, cancellable, error);
  while (fine && !words.block.last);
  seidel_block_clear (&words.block);
  drop_size (&words);
  return fine && check_length (seidel_source_name (source), words.count, n, error);
}

double *
seidel_vector_of_matrix (const SeidelMatrix *matrix, int64_t n, GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  g_autofree char *name = g_filename_display_basename (matrix->origin.path);
  double *x;

  if (csr->rows != 1 && csr->columns != 1)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                   "%s: holds a matrix of %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
                   "; a vector of %" G_GINT64_FORMAT " numbers was expected",
                   name, csr->rows, csr->columns, n);
      return NULL;
    }
  if (!check_length (name, csr->columns == 1 ? csr->rows : csr->columns, n, error))
    return NULL;
  x = seidel_vector_new (n, error);
  for (int64_t row = 0; x != NULL && row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      x[csr->columns == 1 ? row : csr->column_indices[k]] = csr->values[k];
  return x;
}

static double *
read_matrix (const SeidelReader *reader,
             SeidelSource *source,
             int64_t n,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (SeidelMatrix) matrix = reader->read (source, NULL, NULL, cancellable, error);

  return matrix != NULL ? seidel_vector_of_matrix (matrix, n, error) : NULL;
}

double *
seidel_text_read_vector (SeidelSource *source, int64_t n, GCancellable *cancellable, GError **error)
{
  char head[SEIDEL_HEAD_BYTES + 1] = { 0 };
  int64_t length = seidel_source_read (source, head, SEIDEL_HEAD_BYTES, error);
  double *x;

  if (length < 0 || !seidel_source_rewind (source, error))
    return NULL;
  if (g_ascii_strncasecmp (head, BANNER, strlen (BANNER)) == 0)
    return read_matrix (&seidel_market_reader, source, n, cancellable, error);
  if (seidel_table_has_trimmings (head, (size_t) length))
    return read_matrix (&seidel_table_reader, source, n, cancellable, error);
  x = seidel_vector_new (n, error);
  if (x != NULL && !read_words (source, x, n, cancellable, error))
    g_clear_pointer (&x, seidel_vector_free);
  return x;
}
