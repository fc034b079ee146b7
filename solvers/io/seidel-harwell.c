/* Reads Rutherford-Boeing and Harwell-Boeing files.
 *
 * Memory: 12 bytes an entry for the columns as they are filed, which grow as they come, and 12 in
 * the matrix; 24 when the other triangle is filled in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-harwell.h"

#include <string.h>

#include "io/seidel-column.h"
#include "io/seidel-growing.h"
#include "io/seidel-market.h"
#include "base/seidel-memory.h"
#include "io/seidel-reader.h"
#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"

/* Reading is most of the way; building the matrix the rest. */
#define READING_SHARE 0.8

/* Entries between two looks at the cancellable, where each is one step anywhere in memory. */
#define ENTRIES_PER_POLL 65536

typedef struct
{
  SeidelLines lines;
  SeidelHarwellHeader header;
  SeidelGrowing pointers; /* int64_t, from 0 */
  SeidelGrowing indices;  /* int32_t, from 0 */
  SeidelGrowing values;   /* double */
  SeidelGrowing side;     /* double: a right-hand side */
  double *rhs;
  const char *field; /* in hand, in the line in hand */
  int64_t length;
  bool words; /* some lines did not keep to their columns */
} Harwell;

static void
harwell_clear (Harwell *harwell)
{
  seidel_lines_clear (&harwell->lines);
  seidel_growing_clear (&harwell->pointers);
  seidel_growing_clear (&harwell->indices);
  seidel_growing_clear (&harwell->values);
  seidel_growing_clear (&harwell->side);
  g_clear_pointer (&harwell->rhs, seidel_vector_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Harwell, harwell_clear)

/* --- numbers in columns ------------------------------------------------------------------------
 */

/* Takes the field in hand as the k-th number of a part; says what it expected otherwise, or fails
 * for another reason. Free with g_free (). */
typedef char *(*TakeField) (Harwell *harwell, int64_t k, GError **error);

/* Steps to the n-th field of the line in hand, as far as the line goes. */
static void
find_field (Harwell *harwell, const SeidelFortran *format, int64_t n)
{
  int64_t column = seidel_fortran_column (format, n);

  harwell->field = harwell->lines.line + MIN (column, harwell->lines.length);
  harwell->length = CLAMP (harwell->lines.length - column, 0, format->width);
}

static bool
take_columns (Harwell *harwell,
              const SeidelFortran *format,
              int64_t k,
              int64_t fields,
              TakeField take,
              GError **error)
{
  for (int64_t n = 0; n < fields; n++)
    {
      g_autoptr (GError) cause = NULL;
      g_autofree char *expected = NULL;
      g_autofree char *quote = NULL;
      int64_t column = seidel_fortran_column (format, n);

      find_field (harwell, format, n);
      expected = take (harwell, k + n, &cause);
      if (cause != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return false;
        }
      if (expected == NULL)
        continue;
      quote = seidel_quote (harwell->field, (size_t) harwell->length);
      return seidel_lines_fail (&harwell->lines, error,
                                "expected %s in columns %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT
                                ", found %s",
                                expected, column + 1, column + format->width, quote);
    }
  return true;
}

/* Steps to the next word of the line in hand, which may be none. */
static void
next_word (Harwell *harwell)
{
  const char *end = harwell->lines.line + harwell->lines.length;
  const char *at = harwell->field + harwell->length;

  while (at < end && *at == ' ')
    at++;
  harwell->field = at;
  while (at < end && *at != ' ')
    at++;
  harwell->length = at - harwell->field;
}

/* Some programs, SciPy's hb_write () among them, name columns and do not keep to them. As many
 * numbers between blanks as there should be can be meant in one way only. */
static bool
take_words (Harwell *harwell, int64_t k, int64_t fields, TakeField take)
{
  harwell->field = harwell->lines.line;
  harwell->length = 0;
  for (int64_t n = 0; n < fields; n++)
    {
      g_autofree char *expected = NULL;

      next_word (harwell);
      expected = take (harwell, k + n, NULL);
      if (expected != NULL || harwell->length == 0)
        return false;
    }
  next_word (harwell);
  harwell->words = harwell->words || harwell->length == 0;
  return harwell->length == 0;
}

/* Reads a part of count numbers, which begins on a new line. */
static bool
read_part (Harwell *harwell,
           const SeidelFortran *format,
           int64_t count,
           const char *what,
           TakeField take,
           GError **error)
{
  for (int64_t k = 0; k < count;)
    {
      g_autoptr (GError) cause = NULL;
      int64_t fields = MIN (format->count, count - k);

      if (!seidel_lines_next (&harwell->lines, &cause) && cause == NULL)
        return seidel_lines_fail (&harwell->lines, error,
                                  "the file ends after %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                                  " %s",
                                  k, count, what);
      if (cause == NULL)
        take_columns (harwell, format, k, fields, take, &cause);
      if (g_error_matches (cause, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT)
          && take_words (harwell, k, fields, take))
        g_clear_error (&cause);
      if (cause != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return false;
        }
      k += fields;
    }
  return true;
}

/* Where the k-th column begins, and at last where the columns end. */
static char *
take_pointer (Harwell *harwell, int64_t k, GError **error)
{
  const SeidelHarwellHeader *header = &harwell->header;
  int64_t *pointers = harwell->pointers.data;
  int64_t least = k == 0 ? 1 : pointers[k - 1] + 1;
  int64_t most = k == 0 ? 1 : header->entries + 1;
  int64_t pointer;

  if (k == header->columns)
    least = most;
  if (!seidel_fortran_integer (harwell->field, harwell->length, &pointer) || pointer < least
      || pointer > most)
    return least == most
             ? g_strdup_printf ("the pointer %" G_GINT64_FORMAT, least)
             : g_strdup_printf ("a pointer from %" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, least,
                                most);
  if (seidel_growing_reserve (&harwell->pointers, k + 1, header->columns + 1, error))
    ((int64_t *) harwell->pointers.data)[k] = pointer - 1;
  return NULL;
}

static char *
take_index (Harwell *harwell, int64_t k, GError **error)
{
  const SeidelHarwellHeader *header = &harwell->header;
  int64_t index;

  if (!seidel_fortran_integer (harwell->field, harwell->length, &index) || index < 1
      || index > header->rows)
    return g_strdup_printf ("a row from 1 to %" G_GINT64_FORMAT, header->rows);
  if (seidel_growing_reserve (&harwell->indices, k + 1, header->entries, error))
    ((int32_t *) harwell->indices.data)[k] = (int32_t) (index - 1);
  return NULL;
}

static char *
take_real (Harwell *harwell,
           const SeidelFortran *format,
           SeidelGrowing *numbers,
           int64_t k,
           int64_t most,
           GError **error)
{
  double value;

  if (!seidel_fortran_real (format, harwell->field, harwell->length, &value))
    return g_strdup ("a number");
  if (seidel_growing_reserve (numbers, k + 1, most, error))
    ((double *) numbers->data)[k] = value;
  return NULL;
}

static char *
take_value (Harwell *harwell, int64_t k, GError **error)
{
  return take_real (harwell, &harwell->header.values, &harwell->values, k, harwell->header.entries,
                    error);
}

static char *
take_rhs (Harwell *harwell, int64_t k, GError **error)
{
  return take_real (harwell, &harwell->header.rhs, &harwell->side, k, harwell->header.rows, error);
}

/* A pattern has ones. */
static bool
fill_ones (Harwell *harwell, GError **error)
{
  int64_t entries = harwell->header.entries;

  if (!seidel_growing_reserve (&harwell->values, entries, entries, error))
    return false;
  for (int64_t k = 0; k < entries; k++)
    {
      if (k % ENTRIES_PER_POLL == 0
          && g_cancellable_set_error_if_cancelled (harwell->lines.cancellable, error))
        return false;
      ((double *) harwell->values.data)[k] = 1.0;
    }
  return true;
}

/* The first right-hand side, when it is written in full. */
static bool
read_rhs (Harwell *harwell, GError **error)
{
  const SeidelHarwellHeader *header = &harwell->header;

  if (header->rhs_lines == 0 || !header->rhs_full || header->rhs_count == 0)
    return true;
  if (!read_part (harwell, &header->rhs, header->rows, "numbers of the right-hand side", take_rhs,
                  error))
    return false;
  harwell->rhs = seidel_vector_new (header->rows, error);
  if (harwell->rhs != NULL && header->rows > 0)
    memcpy (harwell->rhs, harwell->side.data, (size_t) header->rows * sizeof (double));
  return harwell->rhs != NULL;
}

static bool
read_parts (Harwell *harwell, GError **error)
{
  const SeidelHarwellHeader *header = &harwell->header;

  return read_part (harwell, &header->pointers, header->columns + 1, "pointers", take_pointer,
                    error)
         && read_part (harwell, &header->indices, header->entries, "rows", take_index, error)
         && (header->field == SEIDEL_FIELD_PATTERN
               ? fill_ones (harwell, error)
               : read_part (harwell, &header->values, header->entries, "values", take_value, error))
         && read_rhs (harwell, error);
}

/* --- building the matrix -----------------------------------------------------------------------
 */

/* The columns as the rows of the transpose, in order and with each place once. */
static SeidelCsr *
make_columns (Harwell *harwell, int64_t *duplicates, GError **error)
{
  const SeidelHarwellHeader *header = &harwell->header;
  g_autoptr (SeidelCsr) columns = g_new0 (SeidelCsr, 1);

  columns->rows = header->columns;
  columns->columns = header->rows;
  columns->row_offsets = seidel_growing_steal (&harwell->pointers, error);
  columns->column_indices =
    columns->row_offsets != NULL ? seidel_growing_steal (&harwell->indices, error) : NULL;
  columns->values =
    columns->column_indices != NULL ? seidel_growing_steal (&harwell->values, error) : NULL;
  if (columns->values == NULL)
    return NULL;
  *duplicates = seidel_csr_canonicalize (columns, harwell->lines.cancellable, error);
  return *duplicates < 0 ? NULL : g_steal_pointer (&columns);
}

/* One triangle is filed, by the rules the lower one. */
static bool
check_triangle (const Harwell *harwell, const SeidelCsr *columns, GError **error)
{
  const bool skew = harwell->header.symmetry == SEIDEL_FILED_SKEW_SYMMETRIC;
  bool lower = false;
  bool upper = false;

  for (int64_t column = 0; column < columns->rows; column++)
    for (int64_t k = columns->row_offsets[column]; k < columns->row_offsets[column + 1]; k++)
      {
        int64_t row = columns->column_indices[k];

        if (k % ENTRIES_PER_POLL == 0
            && g_cancellable_set_error_if_cancelled (harwell->lines.cancellable, error))
          return false;
        lower = lower || row > column;
        upper = upper || row < column;
        if ((lower && upper) || (skew && row == column && columns->values[k] != 0.0))
          {
            g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
                         "%s: row %" G_GINT64_FORMAT ", column %" G_GINT64_FORMAT " %s",
                         seidel_source_name (harwell->lines.source), row + 1, column + 1,
                         row == column
                           ? "is not zero, as the diagonal of a skew-symmetric matrix is"
                           : "lies in the other triangle than those before it; a file that is not "
                             "unsymmetric holds one triangle only");
            return false;
          }
      }
  return true;
}

/* How many entries each row gets, from its offset's place on. */
static bool
count_rows (const SeidelCsr *columns, int64_t *counts, GCancellable *cancellable, GError **error)
{
  for (int64_t column = 0; column < columns->rows; column++)
    for (int64_t k = columns->row_offsets[column]; k < columns->row_offsets[column + 1]; k++)
      {
        int64_t row = columns->column_indices[k];

        if (k % ENTRIES_PER_POLL == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
          return false;
        counts[row]++;
        counts[column] += row != column;
      }
  return true;
}

static int64_t
count_diagonal (const SeidelCsr *columns)
{
  int64_t n = 0;

  for (int64_t row = 0; row < columns->rows; row++)
    n += seidel_csr_find (columns, row, row) >= 0;
  return n;
}

static void
put (SeidelCsr *csr, int64_t row, int64_t column, double value)
{
  int64_t to = csr->row_offsets[row]++;

  csr->column_indices[to] = (int32_t) column;
  csr->values[to] = value;
}

/* Fills in the other triangle. The columns come in order, and so does what each row gets. */
static SeidelCsr *
mirror (const SeidelCsr *columns, double sign, GCancellable *cancellable, GError **error)
{
  int64_t n = columns->rows;
  int64_t nonzeros = 2 * seidel_csr_nonzeros (columns) - count_diagonal (columns);
  g_autoptr (SeidelCsr) csr = NULL;
  int64_t sum = 0;

  if (!seidel_memory_check ((double) n, (double) nonzeros, error))
    return NULL;
  csr = seidel_csr_new (n, n, nonzeros, error);
  if (csr == NULL || !seidel_csr_touch (csr, cancellable, error))
    return NULL;
  memset (csr->row_offsets, 0, (size_t) (n + 1) * sizeof *csr->row_offsets);
  if (!count_rows (columns, csr->row_offsets, cancellable, error))
    return NULL;
  for (int64_t row = 0; row <= n; row++)
    {
      int64_t count = csr->row_offsets[row];

      csr->row_offsets[row] = sum;
      sum += count;
    }
  for (int64_t column = 0; column < n; column++)
    for (int64_t k = columns->row_offsets[column]; k < columns->row_offsets[column + 1]; k++)
      {
        int64_t row = columns->column_indices[k];

        if (k % ENTRIES_PER_POLL == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
          return NULL;
        put (csr, row, column, columns->values[k]);
        if (row != column)
          put (csr, column, row, sign * columns->values[k]);
      }
  /* Each offset has moved to the start of the next row: move them back by one. */
  memmove (csr->row_offsets + 1, csr->row_offsets, (size_t) n * sizeof *csr->row_offsets);
  csr->row_offsets[0] = 0;
  return g_steal_pointer (&csr);
}

static SeidelCsr *
build (Harwell *harwell, int64_t *duplicates, GError **error)
{
  const SeidelHarwellHeader *header = &harwell->header;
  GCancellable *cancellable = harwell->lines.cancellable;
  g_autoptr (SeidelCsr) columns = NULL;

  seidel_progress_begin (harwell->lines.progress, "Building the matrix");
  columns = make_columns (harwell, duplicates, error);
  if (columns == NULL)
    return NULL;
  if (header->symmetry != SEIDEL_FILED_GENERAL)
    return check_triangle (harwell, columns, error)
             ? mirror (columns, header->symmetry == SEIDEL_FILED_SKEW_SYMMETRIC ? -1.0 : 1.0,
                       cancellable, error)
             : NULL;
  return seidel_memory_check ((double) header->rows, (double) header->entries, error)
           ? seidel_csr_transpose (columns, cancellable, error)
           : NULL;
}

/* --- what the loader asks for ------------------------------------------------------------------
 */

static char *
describe_rhs (const SeidelHarwellHeader *header)
{
  if (header->rhs_lines == 0 || header->rhs_count == 0)
    return NULL;
  if (!header->rhs_full)
    return g_strdup ("The right-hand sides in the file are sparse and were not taken.");
  if (header->rhs_count > 1)
    return g_strdup_printf ("The right-hand side is the first of %" G_GINT64_FORMAT " in the file.",
                            header->rhs_count);
  return g_strdup ("The right-hand side is the one in the file.");
}

static char *
describe_note (const Harwell *harwell)
{
  g_autofree char *rhs = describe_rhs (&harwell->header);

  if (!harwell->words)
    return g_steal_pointer (&rhs);
  return g_strconcat ("Some numbers do not stand in the columns that the header names; they were "
                      "read between blanks.",
                      rhs != NULL ? " " : NULL, rhs, NULL);
}

static const char *const suffixes[] = { ".rb",  ".hb",  ".rua", ".rsa", ".rza", ".rra",
                                        ".pua", ".psa", ".pra", ".iua", ".isa", NULL };

static SeidelMatrix *
read_harwell (SeidelSource *source,
              const char *variable,
              SeidelProgress *progress,
              GCancellable *cancellable,
              GError **error)
{
  g_auto (Harwell) harwell = {
    .pointers = { .size = sizeof (int64_t) },
    .indices = { .size = sizeof (int32_t) },
    .values = { .size = sizeof (double) },
    .side = { .size = sizeof (double) },
  };
  g_autofree char *name = seidel_source_bare_name (source, suffixes);
  int64_t duplicates = 0;
  SeidelMatrix *matrix;
  SeidelCsr *csr;

  seidel_lines_init (&harwell.lines, source, progress, READING_SHARE, cancellable);
  seidel_progress_begin (progress, "Reading entries");
  if (!seidel_harwell_header_read (&harwell.header, &harwell.lines, error)
      || !read_parts (&harwell, error))
    return NULL;
  csr = build (&harwell, &duplicates, error);
  if (csr == NULL)
    return NULL;
  matrix = seidel_matrix_new (name, csr);
  matrix->rhs = g_steal_pointer (&harwell.rhs);
  matrix->origin.path = g_strdup (seidel_source_path (source));
  matrix->origin.format = seidel_harwell_header_describe (&harwell.header);
  matrix->origin.note = describe_note (&harwell);
  matrix->origin.field = harwell.header.field;
  matrix->origin.symmetry = harwell.header.symmetry;
  matrix->origin.stored = harwell.header.entries;
  matrix->origin.duplicates = duplicates;
  matrix->origin.file_bytes = seidel_source_file_bytes (source);
  return matrix;
}

static double *
read_vector (SeidelSource *source, int64_t n, GCancellable *cancellable, GError **error)
{
  g_autoptr (SeidelMatrix) matrix = read_harwell (source, NULL, NULL, cancellable, error);

  return matrix != NULL ? seidel_column_take (source, matrix, n, error) : NULL;
}

const SeidelReader seidel_harwell_reader = {
  .format = { "harwell-boeing", "Rutherford-Boeing or Harwell-Boeing", suffixes },
  .recognise = seidel_harwell_recognise,
  .read = read_harwell,
  .read_vector = read_vector,
};
