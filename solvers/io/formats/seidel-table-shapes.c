/* What one number on each line may be: a matrix in CSR.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-table.h"

#include <inttypes.h>
#include <math.h>

typedef struct
{
  const double *numbers;
  int64_t count;
  SeidelSource *source;
  int64_t rows;
  int64_t columns;
  int64_t entries;
  double base;
} Numbers;

/* The n-th number as a whole one from least to most; −1 for anything else. */
static int64_t
whole_at (const Numbers *numbers, int64_t n, double least, double most)
{
  const double value = n < numbers->count ? numbers->numbers[n] : -1.0;

  return value == floor (value) && value >= least && value <= most ? (int64_t) value : -1;
}

static bool
check_counts (Numbers *numbers, GError **error)
{
  int64_t last;

  numbers->rows = whole_at (numbers, 0, 0.0, G_MAXINT32);
  numbers->base = numbers->count > 1 ? numbers->numbers[1] : -1.0;
  if (numbers->rows < 0 || (numbers->base != 0.0 && numbers->base != 1.0))
    return seidel_source_fail (numbers->source, SEIDEL_ERROR_FORMAT, error,
                               "expected the number of rows and row offsets from 0 or 1");
  last = whole_at (numbers, 1 + numbers->rows, numbers->base, 1e15);
  numbers->entries = last - (int64_t) numbers->base;
  return (last >= 0 && numbers->count == 2 + numbers->rows + 2 * numbers->entries)
         || seidel_source_fail (numbers->source, SEIDEL_ERROR_FORMAT, error,
                                "expected %" PRId64
                                " row offsets, and as many columns and values as the last of them "
                                "says; %" PRId64 " numbers are there in all",
                                numbers->rows + 1, numbers->count);
}

static bool
fill (Numbers *numbers, SeidelCsr *csr, GError **error)
{
  const int64_t begin = 2 + numbers->rows;

  for (int64_t row = 0; row <= numbers->rows; row++)
    {
      const int64_t offset =
        whole_at (numbers, 1 + row, numbers->base, (double) numbers->entries + numbers->base);

      csr->row_offsets[row] = offset - (int64_t) numbers->base;
      if (offset < 0 || (row > 0 && csr->row_offsets[row] < csr->row_offsets[row - 1]))
        return seidel_source_fail (numbers->source, SEIDEL_ERROR_FORMAT, error,
                                   "row offset %" PRId64 " is out of order", row + 1);
    }
  for (int64_t k = 0; k < numbers->entries; k++)
    {
      const int64_t column = whole_at (numbers, begin + k, numbers->base, G_MAXINT32);

      if (column < 0)
        return seidel_source_fail (numbers->source, SEIDEL_ERROR_FORMAT, error,
                                   "the column of entry %" PRId64 " is no index", k + 1);
      csr->column_indices[k] = (int32_t) (column - (int64_t) numbers->base);
      csr->values[k] = numbers->numbers[begin + numbers->entries + k];
      numbers->columns = MAX (numbers->columns, csr->column_indices[k] + 1);
    }
  return true;
}

SeidelCsr *
seidel_csr_from_numbers (const double *from,
                         int64_t count,
                         SeidelSource *source,
                         int64_t *duplicates,
                         GError **error)
{
  Numbers numbers = { .numbers = from, .count = count, .source = source };
  g_autoptr (SeidelCsr) csr = NULL;

  if (!check_counts (&numbers, error)
      || !seidel_source_check_matrix (source, (double) numbers.rows, (double) numbers.rows,
                                      (double) numbers.entries, error))
    return NULL;
  csr = seidel_csr_new (numbers.rows, numbers.rows, numbers.entries, error);
  if (csr == NULL || !fill (&numbers, csr, error))
    return NULL;
  csr->columns = MAX (numbers.columns, numbers.rows);
  *duplicates = seidel_csr_canonicalize (csr, seidel_source_cancellable (source), error);
  return *duplicates < 0 ? NULL : g_steal_pointer (&csr);
}
