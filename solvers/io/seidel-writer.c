/* Writes matrices and vectors as Matrix Market files, and vectors as plain text.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-market.h"
#include "io/seidel-output.h"
#include "io/seidel-table.h"
#include "matrix/seidel-error.h"

/* Rows between two looks at the cancellable. */
#define ROWS_PER_POLL 4096

/* Entries between two looks at it, while writing. */
#define ENTRIES_PER_POLL 65536

/* Two indices, a value, two blanks and a newline. */
#define LONGEST_LINE (2 * 11 + SEIDEL_NUMBER_LENGTH + 3)

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

static bool
write_entry (SeidelOutput *output, const SeidelCsr *csr, int64_t row, int64_t k, GError **error)
{
  char line[LONGEST_LINE];
  char *p = seidel_format_integer (line, row + 1);

  *p++ = ' ';
  p = seidel_format_integer (p, csr->column_indices[k] + 1);
  *p++ = ' ';
  p = seidel_format_number (p, csr->values[k]);
  *p++ = '\n';
  return seidel_output_write (output, line, (size_t) (p - line), error);
}

static bool
write_entries (SeidelOutput *output,
               const SeidelCsr *csr,
               bool lower,
               SeidelProgress *progress,
               GCancellable *cancellable,
               GError **error)
{
  int64_t left = 0; /* entries until the next look at the cancellable */

  for (int64_t row = 0; row < csr->rows; row++)
    {
      int64_t end = lower ? seidel_csr_lower_bound (csr, row, row + 1) : csr->row_offsets[row + 1];

      for (int64_t k = csr->row_offsets[row]; k < end; k++)
        {
          if (left-- == 0)
            {
              if (g_cancellable_set_error_if_cancelled (cancellable, error))
                return false;
              seidel_progress_set (progress, (double) k / (double) seidel_csr_nonzeros (csr));
              left = ENTRIES_PER_POLL;
            }
          if (!write_entry (output, csr, row, k, error))
            return false;
        }
    }
  return true;
}

bool
seidel_market_write (const SeidelMatrix *matrix,
                     const char *path,
                     SeidelProgress *progress,
                     GCancellable *cancellable,
                     GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  g_autoptr (SeidelOutput) output = NULL;
  g_autofree char *name = g_strdelimit (g_strdup (matrix->name), "\r\n", ' ');
  bool lower;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return false;
  output = seidel_output_open (path, error);
  if (output == NULL)
    return false;
  seidel_progress_begin (progress, "Writing");
  lower = (matrix->origin.symmetry == SEIDEL_FILED_SYMMETRIC
           || matrix->origin.symmetry == SEIDEL_FILED_HERMITIAN)
          && is_symmetric (csr, cancellable);
  return seidel_output_printf (
           output, error,
           "%%%%MatrixMarket matrix coordinate real %s\n%% %s\n%" G_GINT64_FORMAT
           " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n",
           lower ? "symmetric" : "general", name, csr->rows, csr->columns,
           lower ? lower_entries (csr) : seidel_csr_nonzeros (csr))
         && write_entries (output, csr, lower, progress, cancellable, error)
         && seidel_output_finish (output, error);
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
