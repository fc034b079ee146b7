/* Writes matrices and vectors as Matrix Market files and as plain text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-threads.h"
#include "io/bytes/seidel-output.h"
#include "io/formats/seidel-market-rows.h"
#include "io/formats/seidel-market.h"
#include "io/formats/seidel-table.h"
#include "matrix/seidel-complex.h"
#include "base/seidel-translatable.h"

/* Rows between two looks at the cancellable. */
#define ROWS_PER_POLL 4096

/* Numbers that become text at a time by one thread and by each of several, and what the text of one
 * takes, a complex one having two parts. */
#define NUMBERS_PER_PIECE 512
#define NUMBERS_PER_BLOCK ((int64_t) 16384)
#define NUMBER_LENGTH     (2 * (SEIDEL_NUMBER_LENGTH + 1))

/* Whether two entries are equal, or conjugates of each other. */
static bool
entries_match (const SeidelMatrix *matrix, int64_t one, int64_t other, bool conjugate)
{
  const double *a;
  const double *b;

  if (!seidel_matrix_is_complex (matrix))
    return matrix->csr->values[one] == matrix->csr->values[other];
  a = matrix->parts + 2 * one;
  b = matrix->parts + 2 * other;
  return a[0] == b[0] && a[1] == (conjugate ? -b[1] : b[1]);
}

/* Whether a_ij = a_ji throughout, or its conjugate, positions included. Gives up when cancelled. */
static bool
is_mirrored (const SeidelMatrix *matrix, bool conjugate, GCancellable *cancellable)
{
  const SeidelCsr *csr = matrix->csr;

  if (csr->rows != csr->columns)
    return false;
  for (int64_t row = 0; row < csr->rows; row++)
    {
      if (row % ROWS_PER_POLL == 0 && g_cancellable_is_cancelled (cancellable))
        return false;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          int64_t mirror = seidel_csr_find (csr, csr->column_indices[k], row);

          if (mirror < 0 || !entries_match (matrix, k, mirror, conjugate))
            return false;
        }
    }
  return true;
}

static int64_t
lower_entries (const SeidelCsr *csr)
{
  int64_t n = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    n += seidel_csr_lower_bound (csr, row, row + 1) - csr->row_offsets[row];
  return n;
}

static SeidelMarketRow
row_of_matrix (const void *data, int64_t row, int32_t *columns, double *values)
{
  const SeidelMatrix *matrix = data;
  const SeidelCsr *csr = matrix->csr;
  int64_t begin = csr->row_offsets[row];

  return (SeidelMarketRow){ csr->row_offsets[row + 1] - begin, csr->column_indices + begin,
                            seidel_matrix_is_complex (matrix) ? matrix->parts + 2 * begin
                                                              : csr->values + begin };
}

bool
seidel_market_write (const SeidelMatrix *matrix,
                     const char *path,
                     SeidelProgress *progress,
                     GCancellable *cancellable,
                     GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  const bool complex_numbers = seidel_matrix_is_complex (matrix);
  const bool hermitian = complex_numbers && matrix->origin.symmetry == SEIDEL_FILED_HERMITIAN;
  bool lower = (matrix->origin.symmetry == SEIDEL_FILED_SYMMETRIC
                || matrix->origin.symmetry == SEIDEL_FILED_HERMITIAN)
               && is_mirrored (matrix, hermitian, cancellable);
  SeidelMarketRows rows = { .rows = csr->rows,
                            .columns = csr->columns,
                            .entries = seidel_csr_nonzeros (csr),
                            .written = lower ? lower_entries (csr) : seidel_csr_nonzeros (csr),
                            .symmetric = lower && !hermitian,
                            .hermitian = lower && hermitian,
                            .complex_numbers = complex_numbers,
                            .row = row_of_matrix,
                            .data = matrix };

  return seidel_market_write_rows (&rows, matrix->name, path, progress, cancellable, error);
}

/* A line for each number from begin to end, of complex ones with both parts; returns their end. */
static char *
format_numbers (char *p, const double *x, int64_t begin, int64_t end, bool complex_numbers)
{
  for (int64_t i = begin; i < end; i++)
    {
      p = seidel_format_number (p, complex_numbers ? x[2 * i] : x[i]);
      if (complex_numbers)
        {
          *p++ = ' ';
          p = seidel_format_number (p, x[2 * i + 1]);
        }
      *p++ = '\n';
    }
  return p;
}

/* Formats and writes as much as there is room for at a time, on this thread. */
static bool
write_serially (SeidelOutput *output,
                const double *x,
                int64_t n,
                bool complex_numbers,
                GError **error)
{
  char text[NUMBERS_PER_PIECE * NUMBER_LENGTH];

  for (int64_t begin = 0; begin < n; begin += NUMBERS_PER_PIECE)
    {
      const char *behind =
        format_numbers (text, x, begin, MIN (begin + NUMBERS_PER_PIECE, n), complex_numbers);

      if (!seidel_output_write (output, text, (size_t) (behind - text), error))
        return false;
    }
  return true;
}

/* By all threads, so that an interrupted run ends soon: blocks become text together, and this
 * thread writes them. They are so large that it hardly matters how long a thread waits for others
 * to have done theirs. Without memory for them by one thread, as what is written may be the result
 * of hours.
 */
static bool
write_numbers (SeidelOutput *output,
               const double *x,
               int64_t n,
               bool complex_numbers,
               GError **error)
{
  const int64_t blocks = (n + NUMBERS_PER_BLOCK - 1) / NUMBERS_PER_BLOCK;
  const int most = (int) MIN (blocks, (int64_t) seidel_threads_processors ());
  g_autofree char *texts =
    blocks > 1 ? g_try_malloc ((size_t) most * NUMBERS_PER_BLOCK * NUMBER_LENGTH) : NULL;
  g_autofree size_t *lengths = g_new0 (size_t, MAX (most, 1));
  bool good = true;

  if (texts == NULL)
    return write_serially (output, x, n, complex_numbers, error);
  for (int64_t first = 0; good && first < blocks; first += most)
    {
      const int count = (int) MIN (most, blocks - first);

#pragma omp parallel for num_threads(count) schedule(static, 1)
      for (int i = 0; i < count; i++)
        {
          const int64_t begin = (first + i) * NUMBERS_PER_BLOCK;
          char *text = texts + (size_t) i * NUMBERS_PER_BLOCK * NUMBER_LENGTH;

          lengths[i] = (size_t) (format_numbers (text, x, begin, MIN (begin + NUMBERS_PER_BLOCK, n),
                                                 complex_numbers)
                                 - text);
        }
      for (int i = 0; good && i < count; i++)
        good = seidel_output_write (output, texts + (size_t) i * NUMBERS_PER_BLOCK * NUMBER_LENGTH,
                                    lengths[i], error);
    }
  return good;
}

bool
seidel_market_write_columns (const double *x,
                             int64_t n,
                             int64_t columns,
                             bool complex_numbers,
                             const char *path,
                             GError **error)
{
  g_autoptr (SeidelOutput) output = seidel_output_open (path, error);

  return output != NULL
         && seidel_output_printf (output, error,
                                  "%%%%MatrixMarket matrix array %s general\n%" G_GINT64_FORMAT
                                  " %" G_GINT64_FORMAT "\n",
                                  complex_numbers ? "complex" : "real", n, columns)
         && write_numbers (output, x, n * columns, complex_numbers, error)
         && seidel_output_finish (output, error);
}

bool
seidel_market_write_vector (const double *x,
                            int64_t n,
                            bool complex_numbers,
                            const char *path,
                            GError **error)
{
  return seidel_market_write_columns (x, n, 1, complex_numbers, path, error);
}

bool
seidel_text_write_vector (const double *x,
                          int64_t n,
                          bool complex_numbers,
                          const char *path,
                          GError **error)
{
  g_autoptr (SeidelOutput) output = seidel_output_open (path, error);

  return output != NULL && write_numbers (output, x, n, complex_numbers, error)
         && seidel_output_finish (output, error);
}

/* Numbers of a table that are written at most: some ten gigabytes of text. */
#define MOST_DENSE 1e9

/* What is between numbers, by the ending of a name. */
static char
separator_of (const char *path)
{
  g_autofree char *name = g_ascii_strdown (path, -1);

  return strstr (name, ".csv") != NULL ? ',' : strstr (name, ".tsv") != NULL ? '\t' : ' ';
}

bool
seidel_text_write_columns (const double *x,
                           int64_t n,
                           int64_t columns,
                           bool complex_numbers,
                           const char *path,
                           GError **error)
{
  const char separator = separator_of (path);
  const int64_t stride = complex_numbers ? 2 : 1;
  g_autoptr (SeidelOutput) output = seidel_output_open (path, error);
  bool good = output != NULL;

  for (int64_t row = 0; good && row < n; row++)
    for (int64_t k = 0; good && k < columns * stride; k++)
      {
        char text[SEIDEL_NUMBER_LENGTH + 1];
        char *behind = seidel_format_number (text, x[(k / stride * n + row) * stride + k % stride]);

        *behind++ = k + 1 < columns * stride ? separator : '\n';
        good = seidel_output_write (output, text, (size_t) (behind - text), error);
      }
  return good && seidel_output_finish (output, error);
}

/* A row with all its zeros; its text is as long as it needs to be. */
static bool
write_row (SeidelOutput *output,
           const SeidelCsr *csr,
           int64_t row,
           char separator,
           char *text,
           GError **error)
{
  int64_t k = csr->row_offsets[row];
  char *p = text;

  for (int64_t j = 0; j < csr->columns; j++)
    {
      const bool stored = k < csr->row_offsets[row + 1] && csr->column_indices[k] == j;

      if (j > 0)
        *p++ = separator;
      p = seidel_format_number (p, stored ? csr->values[k] : 0.0);
      k += stored;
    }
  *p++ = '\n';
  return seidel_output_write (output, text, (size_t) (p - text), error);
}

static bool
check_dense (const SeidelMatrix *matrix, GError **error)
{
  const double numbers = (double) matrix->csr->rows * (double) matrix->csr->columns;

  if (seidel_matrix_is_complex (matrix))
    g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                         seidel_text (
                           "Dense text has no complex numbers; choose a name that ends in .mtx"));
  else if (numbers > MOST_DENSE)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                 seidel_text (
                   "Dense text of this matrix would have %.3g numbers; choose a name that ends in "
                   ".mtx"),
                 numbers);
  else
    return true;
  return false;
}

bool
seidel_text_write_dense (const SeidelMatrix *matrix,
                         const char *path,
                         SeidelProgress *progress,
                         GCancellable *cancellable,
                         GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  g_autofree char *text = NULL;

  if (!check_dense (matrix, error))
    return false;
  g_autoptr (SeidelOutput) output = seidel_output_open (path, error);
  if (output == NULL)
    return false;
  text = g_try_malloc ((size_t) csr->columns * (SEIDEL_NUMBER_LENGTH + 1) + 1);
  if (text == NULL)
    return seidel_fail (error, SEIDEL_ERROR_MEMORY, "%s",
                        seidel_text ("there is no memory for a row of text"));
  for (int64_t row = 0; row < csr->rows; row++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !write_row (output, csr, row, separator_of (path), text, error))
        return false;
      seidel_progress_set (progress, (double) (row + 1) / (double) csr->rows);
    }
  return seidel_output_finish (output, error);
}
