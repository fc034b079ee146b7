/* Writes Rutherford-Boeing files: the columns of a matrix, real or complex; of one that was stored
 * symmetric and still is, those of its lower triangle.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-harwell.h"

#include <math.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "io/bytes/seidel-output.h"
#include "matrix/seidel-complex.h"
#include "base/seidel-translatable.h"

/* Fields of a line of at most 80 characters. */
#define INTEGERS_PER_LINE 5
#define INTEGER_WIDTH     16
#define VALUES_PER_LINE   3
#define VALUE_WIDTH       25

/* Lines between two polls for cancellation. */
#define LINES_PER_POLL 4096

typedef struct
{
  SeidelOutput *output;
  SeidelCsr *columns;   /* the transpose */
  SeidelCsr *imaginary; /* likewise, or NULL */
  bool lower;           /* the other triangle is left out */
  int64_t entries;      /* that are written */
  GCancellable *cancellable;
  int in_line;
  int64_t lines;
} Writer;

static void
writer_clear (Writer *writer)
{
  g_clear_pointer (&writer->output, seidel_output_close);
  g_clear_pointer (&writer->columns, seidel_csr_free);
  g_clear_pointer (&writer->imaginary, seidel_csr_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writer, writer_clear)

/* Whether a real matrix equals its transpose, to the bit. */
static bool
is_symmetric (const SeidelCsr *csr, const SeidelCsr *transpose)
{
  const size_t entries = (size_t) seidel_csr_nonzeros (csr);

  return csr->rows == csr->columns
         && memcmp (csr->row_offsets, transpose->row_offsets,
                    (size_t) (csr->rows + 1) * sizeof *csr->row_offsets)
              == 0
         && memcmp (csr->column_indices, transpose->column_indices,
                    entries * sizeof *csr->column_indices)
              == 0
         && memcmp (csr->values, transpose->values, entries * sizeof *csr->values) == 0;
}

/* The first entry of a column that is written. */
static int64_t
first_entry (const Writer *writer, int64_t column)
{
  return writer->lower ? seidel_csr_lower_bound (writer->columns, column, column)
                       : writer->columns->row_offsets[column];
}

static int64_t
count_entries (const Writer *writer)
{
  int64_t entries = 0;

  for (int64_t column = 0; column < writer->columns->rows; column++)
    entries += writer->columns->row_offsets[column + 1] - first_entry (writer, column);
  return entries;
}

static bool
end_line (Writer *writer, GError **error)
{
  writer->in_line = 0;
  if (writer->lines++ % LINES_PER_POLL == 0
      && g_cancellable_set_error_if_cancelled (writer->cancellable, error))
    return false;
  return seidel_output_write (writer->output, "\n", 1, error);
}

/* A field, and the end of the line where that is full. */
static bool
write_field (Writer *writer, const char *text, int width, int per_line, GError **error)
{
  char field[VALUE_WIDTH + 1];
  const int length = (int) strlen (text);

  memset (field, ' ', sizeof field);
  memcpy (field + width - length, text, (size_t) length);
  return seidel_output_write (writer->output, field, (size_t) width, error)
         && (++writer->in_line < per_line || end_line (writer, error));
}

static bool
write_integer (Writer *writer, int64_t value, GError **error)
{
  char text[INTEGER_WIDTH + 1];

  *seidel_format_integer (text, value) = '\0';
  return write_field (writer, text, INTEGER_WIDTH, INTEGERS_PER_LINE, error);
}

static bool
write_value (Writer *writer, double value, GError **error)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.16E", value);
  return write_field (writer, text, VALUE_WIDTH, VALUES_PER_LINE, error);
}

static bool
finish_line (Writer *writer, GError **error)
{
  return writer->in_line == 0 || end_line (writer, error);
}

static bool
write_pointers (Writer *writer, GError **error)
{
  int64_t next = 1;

  for (int64_t column = 0; column <= writer->columns->rows; column++)
    {
      if (!write_integer (writer, next, error))
        return false;
      if (column < writer->columns->rows)
        next += writer->columns->row_offsets[column + 1] - first_entry (writer, column);
    }
  return finish_line (writer, error);
}

static bool
write_rows (Writer *writer, GError **error)
{
  for (int64_t column = 0; column < writer->columns->rows; column++)
    for (int64_t k = first_entry (writer, column); k < writer->columns->row_offsets[column + 1];
         k++)
      if (!write_integer (writer, writer->columns->column_indices[k] + 1, error))
        return false;
  return finish_line (writer, error);
}

static bool
write_values (Writer *writer, GError **error)
{
  for (int64_t column = 0; column < writer->columns->rows; column++)
    for (int64_t k = first_entry (writer, column); k < writer->columns->row_offsets[column + 1];
         k++)
      if (!write_value (writer, writer->columns->values[k], error)
          || (writer->imaginary != NULL
              && !write_value (writer, writer->imaginary->values[k], error)))
        return false;
  return finish_line (writer, error);
}

static int64_t
count_lines (int64_t fields, int per_line)
{
  return (fields + per_line - 1) / per_line;
}

static bool
write_header (Writer *writer, const SeidelMatrix *matrix, GError **error)
{
  const bool complex_numbers = writer->imaginary != NULL;
  const int64_t pointers = count_lines (writer->columns->rows + 1, INTEGERS_PER_LINE);
  const int64_t rows = count_lines (writer->entries, INTEGERS_PER_LINE);
  const int64_t values = count_lines ((complex_numbers ? 2 : 1) * writer->entries, VALUES_PER_LINE);
  g_autofree char *ascii = g_str_to_ascii (matrix->name != NULL ? matrix->name : "", "C");
  g_autofree char *title = g_strdelimit (g_strndup (ascii, 72), "\r\n\t", ' ');

  return seidel_output_printf (writer->output, error, "%-72s%-8.8s\n", title, title)
         && seidel_output_printf (writer->output, error,
                                  "%14" G_GINT64_FORMAT " %13" G_GINT64_FORMAT
                                  " %13" G_GINT64_FORMAT " %13" G_GINT64_FORMAT "\n",
                                  pointers + rows + values, pointers, rows, values)
         && seidel_output_printf (writer->output, error,
                                  "%c%c%c           %14" G_GINT64_FORMAT " %13" G_GINT64_FORMAT
                                  " %13" G_GINT64_FORMAT " %13d\n",
                                  complex_numbers ? 'c' : 'r',
                                  writer->lower                               ? 's'
                                  : matrix->csr->rows == matrix->csr->columns ? 'u'
                                                                              : 'r',
                                  'a', matrix->csr->rows, matrix->csr->columns, writer->entries, 0)
         && seidel_output_printf (writer->output, error, "%-16s%-16s%-20s\n", "(5I16)", "(5I16)",
                                  "(3E25.16)");
}

/* The format has no word for them. */
static bool
check_finite (const SeidelMatrix *matrix, const char *path, GError **error)
{
  const int64_t entries = seidel_csr_nonzeros (matrix->csr);
  g_autofree char *name = g_filename_display_basename (path);

  for (int64_t k = 0; k < entries; k++)
    if (!isfinite (matrix->csr->values[k]))
      return seidel_fail (
        error, SEIDEL_ERROR_UNSUPPORTED,
        seidel_text ("%s: an entry is no finite number, which Rutherford-Boeing files cannot hold"),
        name);
  return true;
}

bool
seidel_harwell_write (const SeidelMatrix *matrix,
                      const char *path,
                      SeidelProgress *progress,
                      GCancellable *cancellable,
                      GError **error)
{
  g_auto (Writer) writer = { .cancellable = cancellable };

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return false;
  writer.output = seidel_output_open (path, error);
  if (writer.output == NULL || !check_finite (matrix, path, error))
    return false;
  seidel_progress_begin (progress, "Transposing");
  if (!seidel_matrix_columns (matrix, &writer.columns, &writer.imaginary, cancellable, error))
    return false;
  writer.lower = writer.imaginary == NULL && matrix->origin.symmetry == SEIDEL_FILED_SYMMETRIC
                 && is_symmetric (matrix->csr, writer.columns);
  writer.entries = count_entries (&writer);
  seidel_progress_begin (progress, "Writing");
  return write_header (&writer, matrix, error) && write_pointers (&writer, error)
         && write_rows (&writer, error) && write_values (&writer, error)
         && seidel_output_finish (writer.output, error);
}
