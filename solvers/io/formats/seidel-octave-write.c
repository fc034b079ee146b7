/* Writes a matrix, with its right-hand side as b, or a vector as a text that Octave loads.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-octave.h"

#include "io/bytes/seidel-output.h"
#include "matrix/seidel-complex.h"
#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"

/* Columns between two polls for cancellation. */
#define COLUMNS_PER_POLL 1024

typedef struct
{
  SeidelOutput *output;
  SeidelCsr *columns;   /* the transpose: Octave wants the entries column by column */
  SeidelCsr *imaginary; /* likewise, or NULL */
  SeidelProgress *progress;
  GCancellable *cancellable;
} Writer;

static void
writer_clear (Writer *writer)
{
  g_clear_pointer (&writer->output, seidel_output_close);
  g_clear_pointer (&writer->columns, seidel_csr_free);
  g_clear_pointer (&writer->imaginary, seidel_csr_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Writer, writer_clear)

/* What Octave reads back; it knows no “inf”. */
static char *
format_value (char *p, double value)
{
  char *end = seidel_format_number (p, value);

  if (value != value)
    return g_stpcpy (p, "NaN");
  if (value > G_MAXDOUBLE || value < -G_MAXDOUBLE)
    return g_stpcpy (p, value > 0.0 ? "Inf" : "-Inf");
  return end;
}

static char *
format_complex (char *p, double real, double imaginary)
{
  *p++ = '(';
  p = format_value (p, real);
  *p++ = ',';
  p = format_value (p, imaginary);
  *p++ = ')';
  return p;
}

static bool
write_entry (Writer *writer, int64_t column, int64_t k, GError **error)
{
  char line[5 * SEIDEL_NUMBER_LENGTH];
  char *p = seidel_format_integer (line, writer->columns->column_indices[k] + 1);

  *p++ = ' ';
  p = seidel_format_integer (p, column + 1);
  *p++ = ' ';
  p = writer->imaginary != NULL
        ? format_complex (p, writer->columns->values[k], writer->imaginary->values[k])
        : format_value (p, writer->columns->values[k]);
  *p++ = '\n';
  return seidel_output_write (writer->output, line, (size_t) (p - line), error);
}

static bool
write_entries (Writer *writer, GError **error)
{
  const SeidelCsr *columns = writer->columns;

  seidel_progress_begin (writer->progress, "Writing");
  for (int64_t column = 0; column < columns->rows; column++)
    {
      if (column % COLUMNS_PER_POLL == 0
          && g_cancellable_set_error_if_cancelled (writer->cancellable, error))
        return false;
      for (int64_t k = columns->row_offsets[column]; k < columns->row_offsets[column + 1]; k++)
        if (!write_entry (writer, column, k, error))
          return false;
      seidel_progress_set (writer->progress, (double) (column + 1) / (double) columns->rows);
    }
  return seidel_output_write (writer->output, "\n\n", 2, error);
}

/* A column vector under a name. rows: −1, or the row of x that each is. */
static bool
write_column (SeidelOutput *output,
              const char *name,
              const double *x,
              int64_t n,
              bool complex_numbers,
              GError **error)
{
  if (!seidel_output_printf (output, error,
                             "# name: %s\n# type: %smatrix\n# rows: %" G_GINT64_FORMAT
                             "\n# columns: 1\n",
                             name, complex_numbers ? "complex " : "", n))
    return false;
  for (int64_t i = 0; i < n; i++)
    {
      char line[3 * SEIDEL_NUMBER_LENGTH] = " ";
      char *p = complex_numbers ? format_complex (line + 1, x[2 * i], x[2 * i + 1])
                                : format_value (line + 1, x[i]);

      *p++ = '\n';
      if (!seidel_output_write (output, line, (size_t) (p - line), error))
        return false;
    }
  return seidel_output_write (output, "\n\n", 2, error);
}

/* The right-hand side in the order of the rows as they are written. */
static bool
write_rhs (Writer *writer, const SeidelMatrix *matrix, GError **error)
{
  const int stride = seidel_matrix_is_complex (matrix) ? 2 : 1;
  const int64_t n = matrix->csr->rows;
  g_autofree double *x = matrix->rhs != NULL ? g_try_new (double, (gsize) (stride * n + 1)) : NULL;

  if (matrix->rhs == NULL)
    return true;
  if (x == NULL)
    return seidel_fail (error, SEIDEL_ERROR_MEMORY, "%s",
                        seidel_text ("the right-hand side does not fit into memory once more"));
  for (int64_t i = 0; i < n; i++)
    for (int part = 0; part < stride; part++)
      x[stride * i + part] = matrix->rhs[stride * seidel_matrix_original_row (matrix, i) + part];
  return write_column (writer->output, "b", x, n, stride == 2, error);
}

bool
seidel_octave_write (const SeidelMatrix *matrix,
                     const char *path,
                     SeidelProgress *progress,
                     GCancellable *cancellable,
                     GError **error)
{
  g_auto (Writer) writer = { .progress = progress, .cancellable = cancellable };
  const bool complex_numbers = seidel_matrix_is_complex (matrix);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return false;
  writer.output = seidel_output_open (path, error);
  if (writer.output == NULL)
    return false;
  seidel_progress_begin (progress, "Transposing");
  return seidel_matrix_columns (matrix, &writer.columns, &writer.imaginary, cancellable, error)
         && seidel_output_printf (writer.output, error,
                                  "# Created by Seidel\n# name: A\n# type: sparse %smatrix\n"
                                  "# nnz: %" G_GINT64_FORMAT "\n# rows: %" G_GINT64_FORMAT
                                  "\n# columns: %" G_GINT64_FORMAT "\n",
                                  complex_numbers ? "complex " : "",
                                  seidel_csr_nonzeros (matrix->csr), matrix->csr->rows,
                                  matrix->csr->columns)
         && write_entries (&writer, error) && write_rhs (&writer, matrix, error)
         && seidel_output_finish (writer.output, error);
}

bool
seidel_octave_write_vector (const double *x,
                            int64_t n,
                            bool complex_numbers,
                            const char *path,
                            GError **error)
{
  g_autoptr (SeidelOutput) output = seidel_output_open (path, error);

  return output != NULL && seidel_output_printf (output, error, "# Created by Seidel\n")
         && write_column (output, "x", x, n, complex_numbers, error)
         && seidel_output_finish (output, error);
}
