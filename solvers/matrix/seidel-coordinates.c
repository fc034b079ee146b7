/* Building CSR from coordinates: counting sort by row, each row sorted by column, duplicates
 * summed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-csr.h"

#include <string.h>

#include "matrix/seidel-error.h"

#define ROWS_PER_POLL 65536

/* Rows up to this length are sorted by insertion; most matrices have no longer ones. */
#define SHORT_ROW 32

/* Room to sort one long row: keys beside values, twice for the merge. */
typedef struct
{
  int64_t capacity;
  int32_t *columns;
  double *values;
} Scratch;

static void
scratch_clear (Scratch *scratch)
{
  g_clear_pointer (&scratch->columns, g_free);
  g_clear_pointer (&scratch->values, g_free);
}

static bool
scratch_reserve (Scratch *scratch, int64_t n, GError **error)
{
  if (n <= scratch->capacity)
    return true;
  scratch_clear (scratch);
  scratch->columns = g_try_new (int32_t, n);
  scratch->values = g_try_new (double, n);
  scratch->capacity = n;
  if (scratch->columns != NULL && scratch->values != NULL)
    return true;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
               "sorting a row of %" G_GINT64_FORMAT
               " entries takes %.1f MB more, and this machine does not have it free",
               n, (double) n * (sizeof (int32_t) + sizeof (double)) / 1e6);
  return false;
}

static void
insertion_sort (int32_t *columns, double *values, int64_t n)
{
  for (int64_t i = 1; i < n; i++)
    {
      int32_t column = columns[i];
      double value = values[i];
      int64_t j = i;

      for (; j > 0 && columns[j - 1] > column; j--)
        {
          columns[j] = columns[j - 1];
          values[j] = values[j - 1];
        }
      columns[j] = column;
      values[j] = value;
    }
}

/* Stable, so that duplicates are summed in the order in which they came. */
static void
merge_sort (int32_t *columns, double *values, int64_t n, Scratch *scratch)
{
  int64_t half = n / 2;
  int64_t left = 0;
  int64_t right = half;

  if (n <= SHORT_ROW)
    {
      insertion_sort (columns, values, n);
      return;
    }
  merge_sort (columns, values, half, scratch);
  merge_sort (columns + half, values + half, n - half, scratch);
  if (columns[half - 1] <= columns[half])
    return;
  for (int64_t k = 0; k < n; k++)
    {
      bool take_left = left < half && (right == n || columns[left] <= columns[right]);
      int64_t from = take_left ? left++ : right++;

      scratch->columns[k] = columns[from];
      scratch->values[k] = values[from];
    }
  memcpy (columns, scratch->columns, (size_t) n * sizeof *columns);
  memcpy (values, scratch->values, (size_t) n * sizeof *values);
}

static bool
row_is_strictly_sorted (const int32_t *columns, int64_t n)
{
  for (int64_t i = 1; i < n; i++)
    if (columns[i - 1] >= columns[i])
      return false;
  return true;
}

/* Sums equal neighbours of a sorted row; returns the entries left. */
static int64_t
fold_duplicates (int32_t *columns, double *values, int64_t n)
{
  int64_t last = 0;

  for (int64_t i = 1; i < n; i++)
    if (columns[i] == columns[last])
      values[last] += values[i];
    else
      {
        last++;
        columns[last] = columns[i];
        values[last] = values[i];
      }
  return n == 0 ? 0 : last + 1;
}

int64_t
seidel_csr_canonicalize (SeidelCsr *csr, GCancellable *cancellable, GError **error)
{
  Scratch scratch = { 0, NULL, NULL };
  int64_t begin = 0;
  int64_t kept = 0;
  int64_t folded = -1;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      int64_t end = csr->row_offsets[row + 1];
      int64_t n = end - begin;
      int32_t *columns = csr->column_indices + begin;
      double *values = csr->values + begin;

      if (row % ROWS_PER_POLL == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        goto out;
      if (!row_is_strictly_sorted (columns, n))
        {
          if (!scratch_reserve (&scratch, n, error))
            goto out;
          merge_sort (columns, values, n, &scratch);
          n = fold_duplicates (columns, values, n);
        }
      if (kept != begin)
        {
          memmove (csr->column_indices + kept, columns, (size_t) n * sizeof *columns);
          memmove (csr->values + kept, values, (size_t) n * sizeof *values);
        }
      kept += n;
      begin = end;
      csr->row_offsets[row + 1] = kept;
    }
  folded = begin - kept;
  if (folded > 0)
    seidel_csr_shrink (csr);

out:
  scratch_clear (&scratch);
  return folded;
}

static bool
check_coordinates (const SeidelCoordinates *coordinates, GError **error)
{
  for (int64_t k = 0; k < coordinates->count; k++)
    {
      int64_t row = coordinates->row_indices[k];
      int64_t column = coordinates->column_indices[k];

      if (row >= 0 && row < coordinates->rows && column >= 0 && column < coordinates->columns)
        continue;
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                   "entry %" G_GINT64_FORMAT " stands at row %" G_GINT64_FORMAT
                   ", column %" G_GINT64_FORMAT ", outside the %" G_GINT64_FORMAT
                   " × %" G_GINT64_FORMAT " matrix",
                   k + 1, row + 1, column + 1, coordinates->rows, coordinates->columns);
      return false;
    }
  return true;
}

/* Spreads the coordinates over their rows, keeping their order within a row. */
static void
scatter (const SeidelCoordinates *coordinates, SeidelCsr *csr)
{
  int64_t *next = csr->row_offsets;

  for (int64_t row = 0; row <= csr->rows; row++)
    next[row] = 0;
  for (int64_t k = 0; k < coordinates->count; k++)
    next[coordinates->row_indices[k]]++;
  for (int64_t row = 0, sum = 0; row <= csr->rows; row++)
    {
      int64_t count = row < csr->rows ? next[row] : 0;

      next[row] = sum;
      sum += count;
    }
  for (int64_t k = 0; k < coordinates->count; k++)
    {
      int64_t to = next[coordinates->row_indices[k]]++;

      csr->column_indices[to] = coordinates->column_indices[k];
      csr->values[to] = coordinates->values != NULL ? coordinates->values[k] : 1.0;
    }
  /* Each offset has moved to the start of the next row: move them back by one. */
  for (int64_t row = csr->rows; row > 0; row--)
    next[row] = next[row - 1];
  next[0] = 0;
}

SeidelCsr *
seidel_csr_from_coordinates (const SeidelCoordinates *coordinates,
                             int64_t *duplicates,
                             GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (SeidelCsr) csr = NULL;
  int64_t folded;

  if (!check_coordinates (coordinates, error))
    return NULL;
  csr = seidel_csr_new (coordinates->rows, coordinates->columns, coordinates->count, error);
  if (csr == NULL)
    return NULL;
  scatter (coordinates, csr);
  folded = seidel_csr_canonicalize (csr, cancellable, error);
  if (folded < 0)
    return NULL;
  if (duplicates != NULL)
    *duplicates = folded;

  return g_steal_pointer (&csr);
}
