/* Reads a dense matrix from plain text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-table.h"
#include "base/seidel-translatable.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "io/bytes/seidel-blocks.h"
#include "io/bytes/seidel-decimal.h"
#include "io/bytes/seidel-growing.h"
#include "io/formats/seidel-elements.h"
#include "io/formats/seidel-market.h"
#include "io/formats/seidel-reader.h"
#include "io/formats/seidel-reading.h"

/* Bytes between two polls for cancellation. */
#define BYTES_PER_POLL 65536

typedef struct
{
  int64_t numbers;
  int64_t line; /* in the file, from 1 */
} Row;

typedef struct
{
  SeidelSource *source;
  SeidelBlock block;    /* in hand */
  SeidelGrowing values; /* double */
  int64_t count;
  SeidelGrowing rows; /* Row: the lines that hold numbers */
  int64_t n_rows;
  Row row;                      /* being read */
  char separator;               /* ',', ';', or ' ' for blanks; '\0' before the first number */
  bool parted;                  /* since the last number of the row */
  bool heading;                 /* a line of them was skipped */
  bool skipping;                /* up to the end of the line */
  const SeidelReading *reading; /* of this kind, or NULL */
  bool labelled;                /* the label of the row was skipped */
  char row_end;                 /* a semicolon that ends rows, or '\0' */
} Table;

static void
table_clear (Table *table)
{
  seidel_block_clear (&table->block);
  seidel_growing_clear (&table->values);
  seidel_growing_clear (&table->rows);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Table, table_clear)

static bool
end_line (Table *table, GError **error)
{
  if (table->row.numbers > 0)
    {
      if (!seidel_growing_reserve (&table->rows, table->n_rows + 1, G_MAXINT64, error))
        return false;
      ((Row *) table->rows.data)[table->n_rows++] = table->row;
    }
  table->row = (Row){ 0, table->row.line + 1 };
  table->parted = true;
  table->skipping = false;
  table->labelled = false;
  return true;
}

static bool
take_value (Table *table, double value, GError **error)
{
  if (!seidel_growing_reserve (&table->values, table->count + 1, G_MAXINT64, error))
    return false;
  ((double *) table->values.data)[table->count++] = value;
  table->row.numbers++;
  return true;
}

static const char *
describe_separator (const Table *table)
{
  return table->separator == ';' ? "semicolon" : "comma";
}

static bool G_GNUC_PRINTF (4, 5)
  fail_word (const Table *table, const char *word, GError **error, const char *format, ...)
{
  const char end[] = { ' ', '\t', '\r', '\n', table->separator, '\0' };
  g_autofree char *quote = seidel_quote (word, strcspn (word, end));
  g_autofree char *expected = NULL;
  va_list arguments;

  va_start (arguments, format);
  expected = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return seidel_source_fail_line (table->source, table->row.line, SEIDEL_ERROR_FORMAT, error,
                                  "%s, found %s", expected, quote);
}

static bool
fail_number (const Table *table, const char *word, GError **error)
{
  const int64_t column = table->row.numbers + 1;
  const char *comma = word + strspn (word, "+-0123456789");

  if (table->separator != ',' && *comma == ',' && g_ascii_isdigit (comma[1]))
    return fail_word (table, word, error,
                      seidel_text ("expected a number with a decimal point in column %" PRId64),
                      column);
  return fail_word (table, word, error, seidel_text ("expected %s in column %" PRId64),
                    seidel_decimal_expected (word), column);
}

/* Whether a line holds headings: the reading may say so, rather than the line. */
static bool
is_heading (const SeidelReading *reading, const char *line)
{
  double value;

  if (reading != NULL && (reading->heading || reading->headed || reading->labels > 0))
    return reading->heading;
  return !seidel_scan_number (&line, &value);
}

/* The first line that is none of comments: it shows the separator, or holds headings. */
static void
look_at_line (Table *table, const char *line, const char *end)
{
  const char *newline = memchr (line, '\n', (size_t) (end - line));
  const size_t length = (size_t) ((newline != NULL ? newline : end) - line);

  if (!table->heading && is_heading (table->reading, line))
    {
      table->skipping = table->heading = true;
      return;
    }
  table->separator = seidel_table_separator (line, length);
  table->row_end = seidel_table_has_row_end (line, length) ? ';' : '\0';
}

/* The end of the line, or of the text. */
static const char *
line_end (const char *at, const char *end)
{
  const char *newline = memchr (at, '\n', (size_t) (end - at));

  return newline != NULL ? newline : end;
}

/* Moves *at behind the label of a row, which quotation marks may enclose, and its separator. */
static void
skip_label (Table *table, const char **at, const char *end)
{
  const char *p = *at;
  const char quote = *p == '"' || *p == '\'' ? *p : '\0';
  const bool by_tabs =
    table->separator == ' ' && memchr (p, '\t', (size_t) (line_end (p, end) - p));

  if (quote != '\0')
    for (p++; p < end && *p != quote && *p != '\n';)
      p++;
  while (p < end && *p != '\n'
         && !(by_tabs                   ? *p == '\t'
              : table->separator == ' ' ? g_ascii_isspace (*p)
                                        : *p == table->separator))
    p++;
  *at = p < end && *p == table->separator ? p + 1 : p;
  table->parted = true;
  table->labelled = true;
}

static bool
take_word (Table *table, const char **at, const char *end, GError **error)
{
  const char *word = *at;
  double value;

  if (table->separator == '\0')
    {
      look_at_line (table, word, end);
      if (table->skipping)
        return true;
    }
  if (table->reading != NULL && table->reading->labels > 0 && !table->labelled)
    {
      skip_label (table, at, end);
      return true;
    }
  if (*word == table->separator)
    {
      if (table->parted)
        return fail_number (table, word, error);
      table->parted = true;
      ++*at;
      return true;
    }
  if (!table->parted && table->separator != ' ')
    return fail_word (table, word, error, seidel_text ("expected a %s behind column %" PRId64),
                      describe_separator (table), table->row.numbers);
  table->parted = false;
  return (seidel_scan_value (at, &value)
          && (*at >= end || g_ascii_isspace (**at) || **at == table->separator
              || (**at == table->row_end && **at != '\0') || seidel_table_is_comment (*at, end)))
           ? take_value (table, value, error)
           : fail_number (table, word, error);
}

/* Decimal commas become points. */
static void
mend_decimals (SeidelBlock *block)
{
  for (int64_t i = 0; i < block->length; i++)
    if (block->text[i] == ',')
      block->text[i] = '.';
}

static bool
take_block (Table *table, GError **error)
{
  const char *at = table->block.text;
  const char *end = at + table->block.length;
  const char *poll = at;

  if (table->block.offset == 0)
    at += seidel_table_mark (at, (size_t) table->block.length);
  if (table->reading != NULL && table->reading->decimal == ',')
    mend_decimals (&table->block);
  while (at < end)
    {
      if (at >= poll)
        {
          if (!seidel_source_poll (table->source, error))
            return false;
          poll = at + BYTES_PER_POLL;
        }
      if (*at == '\n' && !end_line (table, error))
        return false;
      if (table->skipping)
        at = line_end (at, end);
      else if (g_ascii_isspace (*at) || (*at == table->row_end && table->row.numbers > 0))
        at++;
      else if (seidel_table_is_comment (at, end))
        table->skipping = true;
      else if (!take_word (table, &at, end, error))
        return false;
    }
  return true;
}

static bool
read_values (Table *table, GError **error)
{
  SeidelProgress *progress = seidel_source_progress (table->source);
  g_auto (SeidelBlocks) blocks = { 0 };

  seidel_progress_begin (progress, "Reading entries");
  /* A label may contain blanks. */
  seidel_blocks_init (&blocks, table->source,
                      table->reading == NULL || table->reading->labels == 0);
  do
    {
      if (!seidel_blocks_next (&blocks, &table->block, error) || !take_block (table, error))
        return false;
      seidel_progress_set (progress, seidel_source_fraction (table->source));
    }
  while (!table->block.last);
  return end_line (table, error)
         && (table->count > 0
             || seidel_source_fail (table->source, SEIDEL_ERROR_FORMAT, error, "holds no numbers"));
}

typedef struct
{
  int64_t rows;
  int64_t columns;
  int64_t skipped; /* numbers of the size line */
  bool by_columns;
} Shape;

static const Row *
nth_row (const Table *table, int64_t n)
{
  return (const Row *) table->rows.data + n;
}

/* Reads the first line as a size. */
static bool
take_size (const Table *table, Shape *shape)
{
  const double *values = table->values.data;
  int64_t n = nth_row (table, 0)->numbers;

  if (table->n_rows < 2 || n > 2 || table->heading)
    return false;
  for (int64_t i = 0; i < n; i++)
    if (!(values[i] >= 1.0 && values[i] <= (double) G_MAXINT32 && values[i] == floor (values[i])))
      return false;
  shape->rows = (int64_t) values[0];
  shape->columns = (int64_t) values[n - 1];
  shape->skipped = n;
  return true;
}

/* The first line with another count of numbers than the first, or the number of lines. */
static int64_t
find_uneven (const Table *table)
{
  int64_t n = 1;

  while (n < table->n_rows && nth_row (table, n)->numbers == nth_row (table, 0)->numbers)
    n++;
  return n;
}

static bool
fail_size (const Table *table, const Shape *shape, GError **error)
{
  return seidel_source_fail_line (table->source, nth_row (table, 0)->line, SEIDEL_ERROR_FORMAT,
                                  error,
                                  "the size line declares %" PRId64 " × %" PRId64
                                  " numbers; %" PRId64 " follow",
                                  shape->rows, shape->columns, table->count - shape->skipped);
}

/* The numbers behind the size, by rows or by columns. One number alone may be that of both, or that
 * of a column. */
static bool
find_sized (const Table *table, Shape *shape, GError **error)
{
  if (!take_size (table, shape))
    return seidel_source_fail_line (table->source, nth_row (table, 0)->line, SEIDEL_ERROR_FORMAT,
                                    error, "expected the numbers of rows and columns");
  shape->by_columns = table->reading->kind == SEIDEL_READING_ARRAY;
  if (shape->skipped == 1 && shape->rows == table->count - 1)
    shape->columns = 1;
  return shape->rows * shape->columns == table->count - shape->skipped
         || fail_size (table, shape, error);
}

/* A table has as many numbers on each line. Where the first line has fewer or more it may be the
 * size, if its promise is kept. */
static bool
find_table (const Table *table, Shape *shape, GError **error)
{
  int64_t uneven = find_uneven (table);
  bool even = uneven == table->n_rows;
  bool sized = take_size (table, shape);

  if (sized && !even && shape->rows * shape->columns == table->count - shape->skipped)
    return true;
  if (even)
    {
      *shape = (Shape){ table->n_rows, nth_row (table, 0)->numbers, 0 };
      return true;
    }
  if (sized && uneven == 1)
    return fail_size (table, shape, error);
  return seidel_source_fail_line (table->source, nth_row (table, uneven)->line, SEIDEL_ERROR_FORMAT,
                                  error,
                                  "expected %" PRId64 " numbers, as on line %" PRId64
                                  ", found %" PRId64,
                                  nth_row (table, 0)->numbers, nth_row (table, 0)->line,
                                  nth_row (table, uneven)->numbers);
}

static bool
find_shape (const Table *table, Shape *shape, GError **error)
{
  const bool sized = table->reading != NULL
                     && (table->reading->kind == SEIDEL_READING_ARRAY
                         || table->reading->kind == SEIDEL_READING_SIZED_TABLE);

  return sized ? find_sized (table, shape, error) : find_table (table, shape, error);
}

static char *
describe_note (const Table *table, const Shape *shape, const SeidelCsr *csr)
{
  g_autofree char *zeros = seidel_dense_note (csr);

  const bool labels = table->reading != NULL && table->reading->labels > 0;

  return seidel_join_notes (
    labels && table->heading
      ? seidel_text ("The first line was read as column headings, and the first column "
                     "as labels of rows.")
    : labels             ? seidel_text ("The first column was read as labels of rows.")
    : table->heading     ? seidel_text ("The first line was read as column headings.")
    : shape->by_columns  ? seidel_text ("The first line was read as the size, and the "
                                         "numbers column by column.")
    : shape->skipped > 0 ? seidel_text ("The first line was read as the size.")
                         : NULL,
    zeros);
}

static SeidelMatrix *
make_dense (Table *table, GError **error)
{
  Shape shape = { 0 };
  SeidelMatrix *matrix;
  SeidelCsr *csr;

  if (!find_shape (table, &shape, error))
    return NULL;
  csr = seidel_csr_from_dense ((const double *) table->values.data + shape.skipped, shape.rows,
                               shape.columns, shape.by_columns, table->source, error);
  if (csr == NULL)
    return NULL;
  matrix = seidel_matrix_new (NULL, csr);
  matrix->origin.format = g_strdup ("Dense text");
  matrix->origin.note = describe_note (table, &shape, csr);
  matrix->origin.stored = shape.rows * shape.columns;
  return matrix;
}

static SeidelMatrix *
make_sparse (Table *table, GError **error)
{
  int64_t duplicates = 0;
  SeidelCsr *csr =
    seidel_csr_from_numbers (table->values.data, table->count, table->source, &duplicates, error);
  SeidelMatrix *matrix;

  if (csr == NULL)
    return NULL;
  matrix = seidel_matrix_new (NULL, csr);
  matrix->origin.format = g_strdup (N_ ("CSR in text"));
  matrix->origin.note =
    g_strdup (seidel_text ("One number on each line was read: rows, row offsets, columns, "
                           "values."));
  matrix->origin.stored = seidel_csr_nonzeros (csr) + duplicates;
  matrix->origin.duplicates = duplicates;
  return matrix;
}

/* The reading of the source, where it is one of those that are read here. */
static const SeidelReading *
find_reading (const SeidelSource *source)
{
  const SeidelReading *reading = seidel_source_reading (source);

  return reading != NULL
             && (reading->kind == SEIDEL_READING_TABLE || reading->kind == SEIDEL_READING_ARRAY
                 || reading->kind == SEIDEL_READING_SIZED_TABLE
                 || reading->kind == SEIDEL_READING_CSR)
           ? reading
           : NULL;
}

static SeidelMatrix *
read_table (SeidelSource *source, const char *variable, GError **error)
{
  g_auto (Table) table = { .source = source,
                           .values = { .size = sizeof (double), .source = source },
                           .rows = { .size = sizeof (Row), .source = source },
                           .row = { 0, 1 },
                           .parted = true,
                           .reading = find_reading (source) };

  seidel_block_init (&table.block);
  if (!read_values (&table, error))
    return NULL;
  return table.reading != NULL && table.reading->kind == SEIDEL_READING_CSR
           ? make_sparse (&table, error)
           : make_dense (&table, error);
}

const SeidelReader seidel_table_reader = {
  .format = { "dense-text", N_ ("Dense text"),
              (const char *const[]){ ".txt", ".txt.gz", ".csv", ".tsv", NULL } },
  .read = read_table,
  .read_vector = seidel_text_read_vector,
  .write = seidel_text_write_dense,
  .write_vector = seidel_text_write_vector,
  .write_columns = seidel_text_write_columns,
};
