/* Sorting the entries of one row by column: by insertion while it is short, else by merging.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-row-sort.h"

#include <inttypes.h>
#include <string.h>

#include "base/seidel-memory.h"

/* Rows up to this length are sorted by insertion; most matrices have no longer ones. */
#define SHORT_ROW 32

void
seidel_row_sorter_clear (SeidelRowSorter *sorter)
{
  g_clear_pointer (&sorter->columns, g_free);
  g_clear_pointer (&sorter->values, g_free);
  sorter->capacity = 0;
}

static bool
reserve (SeidelRowSorter *sorter, int64_t n, GError **error)
{
  if (n <= sorter->capacity)
    return true;
  seidel_row_sorter_clear (sorter);
  sorter->columns = g_try_new (int32_t, n);
  sorter->values = g_try_new (double, n);
  if (sorter->columns != NULL && sorter->values != NULL)
    {
      sorter->capacity = n;
      return true;
    }
  return seidel_memory_fail (error, (double) n * (sizeof (int32_t) + sizeof (double)),
                             "sorting a row of %" PRId64 " entries", n);
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

static void
merge_sort (SeidelRowSorter *sorter, int32_t *columns, double *values, int64_t n)
{
  int64_t half = n / 2;
  int64_t left = 0;
  int64_t right = half;

  if (n <= SHORT_ROW)
    {
      insertion_sort (columns, values, n);
      return;
    }
  merge_sort (sorter, columns, values, half);
  merge_sort (sorter, columns + half, values + half, n - half);
  if (columns[half - 1] <= columns[half])
    return;
  for (int64_t k = 0; k < n; k++)
    {
      bool take_left = left < half && (right == n || columns[left] <= columns[right]);
      int64_t from = take_left ? left++ : right++;

      sorter->columns[k] = columns[from];
      sorter->values[k] = values[from];
    }
  memcpy (columns, sorter->columns, (size_t) n * sizeof *columns);
  memcpy (values, sorter->values, (size_t) n * sizeof *values);
}

bool
seidel_row_sorter_sort (SeidelRowSorter *sorter,
                        int32_t *columns,
                        double *values,
                        int64_t n,
                        GError **error)
{
  if (n > SHORT_ROW && !reserve (sorter, n, error))
    return false;
  merge_sort (sorter, columns, values, n);
  return true;
}

static bool
is_strictly_sorted (const int32_t *columns, int64_t n)
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
seidel_row_sorter_canonicalize (SeidelRowSorter *sorter,
                                int32_t *columns,
                                double *values,
                                int64_t n,
                                GError **error)
{
  int64_t kept;

  if (is_strictly_sorted (columns, n))
    return 0;
  if (!seidel_row_sorter_sort (sorter, columns, values, n, error))
    return -1;
  kept = fold_duplicates (columns, values, n);
  for (int64_t k = kept; k < n; k++)
    columns[k] = -1;
  return n - kept;
}
