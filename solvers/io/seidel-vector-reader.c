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
#include "matrix/seidel-vector.h"

/* Bytes between two polls for cancellation. */
#define BYTES_PER_POLL 65536

/* Plain text on its way into a vector. */
typedef struct
{
  SeidelSource *source;
  SeidelBlock block; /* in hand */
  double *x;
  int64_t n;
  int64_t count;    /* numbers read; may exceed n, which is reported */
  double beyond[2]; /* the first that found no room in x */
  bool in_comment;  /* a comment may reach over the end of a block */
} Words;

static bool
check_length (const SeidelSource *source, int64_t found, int64_t n, GError **error)
{
  return found == n
         || seidel_source_fail (source, SEIDEL_ERROR_INVALID, error,
                                "the vector has %" G_GINT64_FORMAT
                                " %s; the matrix needs %" G_GINT64_FORMAT,
                                found, found == 1 ? "number" : "numbers", n);
}

static bool
fail_word (Words *words, const char *word, GError **error)
{
  uint64_t offset = words->block.offset + (uint64_t) (word - words->block.text);
  g_autofree char *quote = seidel_quote (word, strcspn (word, " \t\r\n"));

  return seidel_source_fail_line (words->source, seidel_source_line_at (words->source, offset),
                                  SEIDEL_ERROR_FORMAT, error, "expected a number, found %s", quote);
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
take_block (Words *words, GError **error)
{
  const char *at = words->block.text;
  const char *end = at + words->block.length;
  const char *poll = at;

  while (at < end)
    {
      if (at >= poll)
        {
          if (!seidel_source_poll (words->source, error))
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
read_words (SeidelSource *source, double *x, int64_t n, GError **error)
{
  Words words = { .source = source, .x = x, .n = n };
  g_auto (SeidelBlocks) blocks = { 0 };
  bool fine;

  seidel_blocks_init (&blocks, source, true);
  seidel_block_init (&words.block);
  do
    fine = seidel_blocks_next (&blocks, &words.block, error) && take_block (&words, error);
  while (fine && !words.block.last);
  seidel_block_clear (&words.block);
  drop_size (&words);
  return fine && check_length (source, words.count, n, error);
}

double *
seidel_csr_take_column (const SeidelCsr *csr, int64_t n, GError **error)
{
  const bool row = csr->rows != n;
  double *x = seidel_vector_new (n, error);

  for (int64_t i = 0; x != NULL && i < csr->rows; i++)
    for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
      if (row || csr->column_indices[k] == 0)
        x[row ? csr->column_indices[k] : i] = csr->values[k];
  return x;
}

double *
seidel_matrix_take_vector (const SeidelMatrix *matrix,
                           const SeidelSource *source,
                           int64_t n,
                           GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  double *x;

  if (matrix->rhs == NULL && csr->rows != 1 && csr->columns != 1)
    {
      seidel_source_fail (source, SEIDEL_ERROR_INVALID, error,
                          "holds a matrix of %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
                          "; a vector of %" G_GINT64_FORMAT " numbers was expected",
                          csr->rows, csr->columns, n);
      return NULL;
    }
  if (!check_length (source, matrix->rhs != NULL || csr->columns == 1 ? csr->rows : csr->columns, n,
                     error))
    return NULL;
  if (matrix->rhs == NULL)
    return seidel_csr_take_column (csr, n, error);
  x = seidel_vector_new (n, error);
  if (x != NULL && n > 0)
    memcpy (x, matrix->rhs, (size_t) n * sizeof *x);
  return x;
}

static double *
read_as_matrix (const SeidelReader *reader, SeidelSource *source, int64_t n, GError **error)
{
  g_autoptr (SeidelMatrix) matrix = seidel_reader_read (reader, source, NULL, error);

  return matrix != NULL ? seidel_matrix_take_vector (matrix, source, n, error) : NULL;
}

double *
seidel_reader_read_vector (const SeidelReader *reader,
                           SeidelSource *source,
                           int64_t n,
                           GError **error)
{
  if (reader != NULL && reader->read_vector == NULL)
    return read_as_matrix (reader, source, n, error);
  return (reader != NULL ? reader->read_vector : seidel_text_read_vector) (source, n, error);
}

double *
seidel_text_read_vector (SeidelSource *source, int64_t n, GError **error)
{
  char head[SEIDEL_HEAD_BYTES + 1] = { 0 };
  int64_t length = seidel_source_read (source, head, SEIDEL_HEAD_BYTES, error);
  double *x;

  if (length < 0 || !seidel_source_rewind (source, error))
    return NULL;
  if (seidel_market_has_banner (head, (size_t) length))
    return read_as_matrix (&seidel_market_reader, source, n, error);
  if (seidel_table_has_trimmings (head, (size_t) length))
    return read_as_matrix (&seidel_table_reader, source, n, error);
  x = seidel_vector_new (n, error);
  if (x != NULL && !read_words (source, x, n, error))
    g_clear_pointer (&x, seidel_vector_free);
  return x;
}
