/* Reads a vector: a Matrix Market file or a table with one column or one row, or plain text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <inttypes.h>
#include <string.h>

#include "io/bytes/seidel-blocks.h"
#include "io/bytes/seidel-decimal.h"
#include "io/formats/seidel-market.h"
#include "io/formats/seidel-reader.h"
#include "io/formats/seidel-reading.h"
#include "io/formats/seidel-table.h"
#include "matrix/seidel-complex.h"
#include "matrix/seidel-vector.h"
#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"

/* Bytes between two polls for cancellation. */
#define BYTES_PER_POLL 65536

/* Plain text on its way into a vector. */
typedef struct
{
  SeidelSource *source;
  SeidelBlock block; /* in hand */
  double *x;
  int64_t room;     /* numbers of x */
  int64_t size;     /* of the vector */
  int64_t count;    /* numbers read; may exceed the room, which is reported */
  double beyond[2]; /* the first that found no room in x */
  bool in_comment;  /* a comment may reach over the end of a block */
} Words;

static bool
check_length (const SeidelSource *source, int64_t found, int64_t *n, GError **error)
{
  if (*n == SEIDEL_ANY_LENGTH)
    *n = found;
  return found == *n
         || seidel_source_fail (source, SEIDEL_ERROR_INVALID, error,
                                "the vector has %" PRId64 " %s; the matrix needs %" PRId64, found,
                                found == 1 ? seidel_text ("number") : seidel_text ("numbers"), *n);
}

static bool
fail_word (Words *words, const char *word, GError **error)
{
  uint64_t offset = words->block.offset + (uint64_t) (word - words->block.text);
  g_autofree char *quote = seidel_quote (word, strcspn (word, " \t\r\n"));

  return seidel_source_fail_line (words->source, seidel_source_line_at (words->source, offset),
                                  SEIDEL_ERROR_FORMAT, error, "expected %s, found %s",
                                  seidel_decimal_expected (word), quote);
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
  if (!seidel_scan_value (at, &value) || (*at < end && !g_ascii_isspace (**at)))
    return fail_word (words, word, error);
  if (words->count < words->room)
    words->x[words->count] = value;
  else if (words->count < words->room + 2)
    words->beyond[words->count - words->room] = value;
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
 * is then more than the expected numbers is dropped. */
static void
drop_size (Words *words, int64_t expected)
{
  int64_t extra = words->count - expected;
  bool sized = words->size >= 2 && (extra == 1 || extra == 2) && words->x[0] == (double) words->size
               && (extra == 1 || words->x[1] == 1.0);

  if (!sized)
    return;
  for (int64_t i = extra; i < words->count; i++)
    words->x[i - extra] = i < words->room ? words->x[i] : words->beyond[i - words->room];
  words->count = expected;
}

static bool
read_words (Words *words, GError **error)
{
  g_auto (SeidelBlocks) blocks = { 0 };
  bool fine;

  seidel_blocks_init (&blocks, words->source, true);
  seidel_block_init (&words->block);
  do
    fine = seidel_blocks_next (&blocks, &words->block, error) && take_block (words, error);
  while (fine && !words->block.last);
  seidel_block_clear (&words->block);
  return fine;
}

/* As many numbers as there are between blanks: counted first, then read. */
static double *
read_plain_any (SeidelSource *source, int64_t *n, GError **error)
{
  Words words = { .source = source };

  if (!read_words (&words, error) || !seidel_source_rewind (source, error))
    return NULL;
  words = (Words){ .source = source, .room = words.count, .size = words.count };
  words.x = seidel_vector_new (words.room, error);
  *n = words.room;
  if (words.x != NULL
      && !(read_words (&words, error) && check_length (source, words.count, n, error)))
    g_clear_pointer (&words.x, seidel_vector_free);
  return words.x;
}

/* Numbers between blanks. Where the vector may be complex, twice as many are both parts of each. */
static double *
read_plain (SeidelSource *source, int64_t n, GError **error)
{
  const bool pairs = seidel_source_wants_complex (source);
  const int64_t room = pairs ? 2 * n : n;
  Words words = { .source = source, .x = seidel_vector_new (room, error), .room = room, .size = n };

  if (words.x == NULL || !read_words (&words, error))
    {
      seidel_vector_free (words.x);
      return NULL;
    }
  drop_size (&words, room);
  if (pairs && words.count == room)
    {
      const int part = (int) seidel_source_take_part (source);

      for (int64_t i = 0; i < n; i++)
        words.x[i] = words.x[2 * i + part];
      return words.x;
    }
  drop_size (&words, n);
  if (!check_length (source, words.count, &n, error))
    g_clear_pointer (&words.x, seidel_vector_free);
  return words.x;
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
seidel_parts_join (const double *real, const double *imaginary, int64_t n, GError **error)
{
  double *x = seidel_vector_new (2 * n, error);

  for (int64_t i = 0; x != NULL && i < n; i++)
    {
      x[2 * i] = real != NULL ? real[i] : 0.0;
      x[2 * i + 1] = imaginary != NULL ? imaginary[i] : 0.0;
    }
  return x;
}

/* One part of the numbers of a column. */
static double *
take_column_part (const SeidelMatrix *matrix, int64_t n, SeidelPart part, GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  const bool row = csr->rows != n;
  double *x = seidel_vector_new (n, error);

  for (int64_t i = 0; x != NULL && i < csr->rows; i++)
    for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
      if (row || csr->column_indices[k] == 0)
        x[row ? csr->column_indices[k] : i] = matrix->parts[2 * k + part];
  return x;
}

static bool
fail_complex (GError **error)
{
  return seidel_fail (error, SEIDEL_ERROR_UNSUPPORTED, "%s",
                      seidel_text ("its numbers are complex; those of the matrix are real"));
}

double *
seidel_matrix_take_column (const SeidelMatrix *matrix,
                           int64_t n,
                           bool complex_numbers,
                           GError **error)
{
  g_autofree double *real = NULL;
  g_autofree double *imaginary = NULL;

  if (!complex_numbers && seidel_matrix_is_complex (matrix))
    {
      fail_complex (error);
      return NULL;
    }
  if (!complex_numbers)
    return seidel_csr_take_column (matrix->csr, n, error);
  if (seidel_matrix_is_complex (matrix))
    {
      real = take_column_part (matrix, n, SEIDEL_PART_REAL, error);
      imaginary = real != NULL ? take_column_part (matrix, n, SEIDEL_PART_IMAGINARY, error) : NULL;
      return imaginary != NULL ? seidel_parts_join (real, imaginary, n, error) : NULL;
    }
  real = seidel_csr_take_column (matrix->csr, n, error);
  return real != NULL ? seidel_parts_join (real, NULL, n, error) : NULL;
}

/* The part that the source is at of a right-hand side. */
static double *
copy_rhs (const SeidelMatrix *matrix, const SeidelSource *source, int64_t n, GError **error)
{
  const int stride = seidel_matrix_is_complex (matrix) ? 2 : 1;
  const int part = stride == 2 ? (int) seidel_source_part (source) : 0;
  double *x = seidel_vector_new (n, error);

  for (int64_t i = 0; x != NULL && i < n; i++)
    x[i] = matrix->rhs[stride * i + part];
  return x;
}

double *
seidel_matrix_take_vector (const SeidelMatrix *matrix,
                           SeidelSource *source,
                           int64_t *n,
                           GError **error)
{
  const SeidelCsr *csr = matrix->csr;

  if (matrix->rhs == NULL && csr->rows != 1 && csr->columns != 1)
    {
      g_autofree char *length = *n == SEIDEL_ANY_LENGTH
                                  ? g_strdup ("")
                                  : g_strdup_printf (" of %" G_GINT64_FORMAT " numbers", *n);

      seidel_source_fail (source, SEIDEL_ERROR_INVALID, error,
                          "holds a matrix of %" PRId64 " × %" PRId64 "; a vector%s was expected",
                          csr->rows, csr->columns, length);
      return NULL;
    }
  if (!check_length (source, matrix->rhs != NULL || csr->columns == 1 ? csr->rows : csr->columns, n,
                     error))
    return NULL;
  if (seidel_matrix_is_complex (matrix))
    seidel_source_take_part (source);
  if (matrix->rhs != NULL)
    return copy_rhs (matrix, source, *n, error);
  return seidel_matrix_is_complex (matrix)
           ? take_column_part (matrix, *n, seidel_source_part (source), error)
           : seidel_csr_take_column (csr, *n, error);
}

static double *
read_as_matrix (const SeidelReader *reader, SeidelSource *source, int64_t *n, GError **error)
{
  g_autoptr (SeidelMatrix) matrix = reader->read (source, NULL, error);

  return matrix != NULL ? seidel_matrix_take_vector (matrix, source, n, error) : NULL;
}

double *
seidel_reader_read_vector (const SeidelReader *reader,
                           SeidelSource *source,
                           int64_t *n,
                           GError **error)
{
  if (reader != NULL && reader->read_vector == NULL)
    return read_as_matrix (reader, source, n, error);
  return (reader != NULL ? reader->read_vector : seidel_text_read_vector) (source, n, error);
}

static double *
read_part (const SeidelReader *reader,
           SeidelSource *source,
           SeidelPart part,
           int64_t *n,
           GError **error)
{
  seidel_source_begin_part (source, part);
  return seidel_reader_read_vector (reader, source, n, error);
}

double *
seidel_reader_read_numbers (const SeidelReader *reader,
                            SeidelSource *source,
                            int64_t n,
                            bool complex_numbers,
                            GError **error)
{
  g_autofree double *real = NULL;
  g_autofree double *imaginary = NULL;

  seidel_source_set_wants_complex (source, complex_numbers);
  real = read_part (reader, source, SEIDEL_PART_REAL, &n, error);
  if (real == NULL)
    return NULL;
  if (!complex_numbers && !seidel_source_is_complex (source))
    return g_steal_pointer (&real);
  if (!complex_numbers)
    {
      seidel_source_fail (source, SEIDEL_ERROR_UNSUPPORTED, error,
                          "the vector is complex; the matrix is real");
      return NULL;
    }
  if (!seidel_source_is_complex (source))
    return seidel_parts_join (real, NULL, n, error);
  if (seidel_source_rewind (source, error))
    imaginary = read_part (reader, source, SEIDEL_PART_IMAGINARY, &n, error);
  return imaginary != NULL ? seidel_parts_join (real, imaginary, n, error) : NULL;
}

double *
seidel_reader_read_any (const SeidelReader *reader,
                        SeidelSource *source,
                        int64_t *n,
                        bool *complex_numbers,
                        GError **error)
{
  g_autofree double *real = NULL;
  g_autofree double *imaginary = NULL;

  *n = SEIDEL_ANY_LENGTH;
  real = read_part (reader, source, SEIDEL_PART_REAL, n, error);
  *complex_numbers = seidel_source_is_complex (source);
  if (real == NULL || !*complex_numbers)
    return g_steal_pointer (&real);
  if (seidel_source_rewind (source, error))
    imaginary = read_part (reader, source, SEIDEL_PART_IMAGINARY, n, error);
  return imaginary != NULL ? seidel_parts_join (real, imaginary, *n, error) : NULL;
}

double *
seidel_text_read_vector (SeidelSource *source, int64_t *n, GError **error)
{
  const SeidelReading *reading = seidel_source_reading (source);
  char head[SEIDEL_HEAD_BYTES + 1] = { 0 };
  int64_t length = seidel_source_read (source, head, SEIDEL_HEAD_BYTES, error);

  if (length < 0 || !seidel_source_rewind (source, error))
    return NULL;
  if (reading != NULL && reading->kind == SEIDEL_READING_INDEXED)
    return read_as_matrix (&seidel_triplets_reader, source, n, error);
  if (seidel_market_has_banner (head, (size_t) length))
    return read_as_matrix (&seidel_market_reader, source, n, error);
  if (seidel_table_has_trimmings (head, (size_t) length))
    return read_as_matrix (&seidel_table_reader, source, n, error);
  return *n == SEIDEL_ANY_LENGTH ? read_plain_any (source, n, error)
                                 : read_plain (source, *n, error);
}
