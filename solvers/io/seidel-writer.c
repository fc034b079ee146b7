/* Writes matrices and vectors as Matrix Market files, and vectors as plain text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-market-rows.h"
#include "io/seidel-market.h"
#include "io/seidel-output.h"
#include "io/seidel-table.h"

/* Rows between two looks at the cancellable. */
#define ROWS_PER_POLL 4096

/* Whether a_ij = a_ji throughout, positions included. Gives up when cancelled. */
static bool
is_symmetric (const SeidelCsr *csr, GCancellable *cancellable)
{
  if (csr->rows != csr->columns)
    return false;
  for (int64_t row = 0; row < csr->rows; row++)
    {
      if (row % ROWS_PER_POLL == 0 && g_cancellable_is_cancelled (cancellable))
        return false;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          int64_t mirror = seidel_csr_find (csr, csr->column_indices[k], row);

          if (mirror < 0 || csr->values[mirror] != csr->values[k])
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
  const SeidelCsr *csr = data;
  int64_t begin = csr->row_offsets[row];

  return (SeidelMarketRow){ csr->row_offsets[row + 1] - begin, csr->column_indices + begin,
                            csr->values + begin };
}

bool
seidel_market_write (const SeidelMatrix *matrix,
                     const char *path,
                     SeidelProgress *progress,
                     GCancellable *cancellable,
                     GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  bool lower = (matrix->origin.symmetry == SEIDEL_FILED_SYMMETRIC
                || matrix->origin.symmetry == SEIDEL_FILED_HERMITIAN)
               && is_symmetric (csr, cancellable);
  SeidelMarketRows rows = { .rows = csr->rows,
                            .columns = csr->columns,
                            .entries = seidel_csr_nonzeros (csr),
                            .written = lower ? lower_entries (csr) : seidel_csr_nonzeros (csr),
                            .symmetric = lower,
                            .row = row_of_matrix,
                            .data = csr };

  return seidel_market_write_rows (&rows, matrix->name, path, progress, cancellable, error);
}

static bool
write_numbers (SeidelOutput *output, const double *x, int64_t n, GError **error)
{
  for (int64_t i = 0; i < n; i++)
    {
      char line[SEIDEL_NUMBER_LENGTH + 1];
      char *end = seidel_format_number (line, x[i]);

      *end++ = '\n';
      if (!seidel_output_write (output, line, (size_t) (end - line), error))
        return false;
    }
  return true;
}

bool
seidel_market_write_vector (const double *x, int64_t n, const char *path, GError **error)
{
  g_autoptr (SeidelOutput) output = seidel_output_open (path, error);

  return output != NULL
         && seidel_output_printf (output, error,
                                  "%%%%MatrixMarket matrix array real general\n%" G_GINT64_FORMAT
                                  " 1\n",
                                  n)
         && write_numbers (output, x, n, error) && seidel_output_finish (output, error);
}

bool
seidel_text_write_vector (const double *x, int64_t n, const char *path, GError **error)
{
  g_autoptr (SeidelOutput) output = seidel_output_open (path, error);

  return output != NULL && write_numbers (output, x, n, error)
         && seidel_output_finish (output, error);
}
