/* Compressed sparse rows: memory, look-up, validation, transposition.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-csr.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "base/seidel-poll.h"
#include "matrix/seidel-counting.h"
#include "base/seidel-translatable.h"

/* Beyond this no machine has the memory, and sizes in bytes would wrap. */
#define MOST_NONZEROS ((int64_t) 1 << 48)

/* A page, and what is touched between two looks. */
#define PAGE_BYTES     4096
#define BYTES_PER_POLL ((int64_t) 2 << 20)

size_t
seidel_csr_bytes (int64_t rows, int64_t nonzeros)
{
  return sizeof (SeidelCsr) + (size_t) (rows + 1) * sizeof (int64_t)
         + (size_t) nonzeros * (sizeof (int32_t) + sizeof (double));
}

static bool
check_shape (int64_t rows, int64_t columns, int64_t nonzeros, GError **error)
{
  if (rows < 0 || columns < 0 || nonzeros < 0)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text ("a matrix cannot be %" PRId64 " × %" PRId64 " with %" PRId64
                                     " entries: each must be at least 0"),
                        rows, columns, nonzeros);
  if (rows > G_MAXINT32 || columns > G_MAXINT32)
    return seidel_fail (error, SEIDEL_ERROR_INVALID,
                        seidel_text (
                          "%" PRId64 " × %" PRId64
                          " is beyond the largest matrix, 2,147,483,647 rows or columns"),
                        rows, columns);
  return true;
}

SeidelCsr *
seidel_csr_new (int64_t rows, int64_t columns, int64_t nonzeros, GError **error)
{
  g_autoptr (SeidelCsr) csr = NULL;

  if (!check_shape (rows, columns, nonzeros, error))
    return NULL;

  if (nonzeros > MOST_NONZEROS)
    return seidel_fail (error, SEIDEL_ERROR_MEMORY,
                        seidel_text ("%" PRId64 " entries exceed the memory of any machine"),
                        nonzeros);

  csr = g_new0 (SeidelCsr, 1);
  csr->rows = rows;
  csr->columns = columns;
  csr->row_offsets = seidel_memory_alloc ((size_t) (rows + 1) * sizeof (int64_t));
  csr->column_indices = seidel_memory_alloc ((size_t) MAX (nonzeros, 1) * sizeof (int32_t));
  csr->values = seidel_memory_alloc ((size_t) MAX (nonzeros, 1) * sizeof (double));
  if (csr->row_offsets == NULL || csr->column_indices == NULL || csr->values == NULL)
    {
      seidel_memory_fail_matrix ((double) rows, (double) nonzeros, error);
      return NULL;
    }
  csr->row_offsets[0] = 0;
  csr->row_offsets[rows] = nonzeros;

  return g_steal_pointer (&csr);
}

static void
touch (char *memory, int64_t bytes, GCancellable *cancellable)
{
#pragma omp parallel for schedule(dynamic, 1) if (bytes > 8 * BYTES_PER_POLL)
  for (int64_t begin = 0; begin < bytes; begin += BYTES_PER_POLL)
    for (int64_t at = begin; at < MIN (begin + BYTES_PER_POLL, bytes); at += PAGE_BYTES)
      if (at > begin || !g_cancellable_is_cancelled (cancellable))
        memory[at] = 0;
      else
        break;
}

bool
seidel_csr_touch (SeidelCsr *csr, GCancellable *cancellable, GError **error)
{
  const int64_t nonzeros = seidel_csr_nonzeros (csr);

  touch ((char *) csr->column_indices, nonzeros * (int64_t) sizeof (int32_t), cancellable);
  touch ((char *) csr->values, nonzeros * (int64_t) sizeof (double), cancellable);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

void
seidel_csr_free (SeidelCsr *csr)
{
  if (csr == NULL)
    return;

  if (csr->backing == NULL)
    {
      free (csr->row_offsets);
      free (csr->column_indices);
      free (csr->values);
    }
  g_clear_pointer (&csr->backing, g_bytes_unref);
  g_free (csr);
}

void
seidel_csr_shrink (SeidelCsr *csr)
{
  size_t nonzeros = (size_t) MAX (seidel_csr_nonzeros (csr), 1);
  int32_t *column_indices;
  double *values;

  if (csr->backing != NULL)
    return;
  column_indices = realloc (csr->column_indices, nonzeros * sizeof (int32_t));
  values = realloc (csr->values, nonzeros * sizeof (double));
  /* A failed realloc () leaves the old block, which is as good. */
  if (column_indices != NULL)
    csr->column_indices = column_indices;
  if (values != NULL)
    csr->values = values;
}

static bool
validate_row (const SeidelCsr *csr, int64_t row, int first, GError **error)
{
  int64_t previous = -1;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      int64_t column = csr->column_indices[k];

      if (column < 0 || column >= csr->columns)
        return seidel_fail (error, SEIDEL_ERROR_INVALID,
                            seidel_text ("counted from %d, row %" PRId64 " has column %" PRId64
                                         " of %" PRId64),
                            first, row + first, column + first, csr->columns);
      if (column <= previous)
        return seidel_fail (error, SEIDEL_ERROR_INVALID,
                            seidel_text ("counted from %d, row %" PRId64 " has column %" PRId64
                                         " after column %" PRId64
                                         ": the columns of a row must increase"),
                            first, row + first, column + first, previous + first);
      previous = column;
    }
  return true;
}

bool
seidel_csr_validate (const SeidelCsr *csr, GError **error)
{
  return seidel_csr_validate_from (csr, 0, error);
}

bool
seidel_csr_validate_from (const SeidelCsr *csr, int first, GError **error)
{
  if (csr->row_offsets[0] != 0)
    return seidel_fail (error, SEIDEL_ERROR_INVALID, "%s",
                        seidel_text ("the first row offset is not 0"));
  /* They say how much of the other arrays is read. */
  for (int64_t row = 0; row < csr->rows; row++)
    if (csr->row_offsets[row + 1] < csr->row_offsets[row])
      return seidel_fail (error, SEIDEL_ERROR_INVALID,
                          seidel_text ("the row offset after row %" PRId64
                                       ", counted from %d, is less than that before it"),
                          row + first, first);
  for (int64_t row = 0; row < csr->rows; row++)
    if (!validate_row (csr, row, first, error))
      return false;
  return true;
}

SeidelCsr *
seidel_csr_new_from_arrays (int64_t rows,
                            int64_t columns,
                            const int64_t *row_offsets,
                            const int32_t *column_indices,
                            const double *values,
                            GError **error)
{
  /* Checked before the copy: the offsets determine how much of the other arrays is read. */
  const SeidelCsr borrowed = { .rows = rows,
                               .columns = columns,
                               .row_offsets = (int64_t *) row_offsets,
                               .column_indices = (int32_t *) column_indices,
                               .values = (double *) values };
  g_autoptr (SeidelCsr) csr = NULL;
  size_t nonzeros;

  if (!check_shape (rows, columns, 0, error) || !seidel_csr_validate (&borrowed, error))
    return NULL;
  nonzeros = (size_t) row_offsets[rows];
  csr = seidel_csr_new (rows, columns, (int64_t) nonzeros, error);
  if (csr == NULL)
    return NULL;
  memcpy (csr->row_offsets, row_offsets, (size_t) (rows + 1) * sizeof *row_offsets);
  if (nonzeros > 0)
    {
      memcpy (csr->column_indices, column_indices, nonzeros * sizeof *column_indices);
      memcpy (csr->values, values, nonzeros * sizeof *values);
    }
  return g_steal_pointer (&csr);
}

SeidelCsr *
seidel_csr_borrow (const SeidelCsr *arrays,
                   bool valid,
                   GDestroyNotify release,
                   gpointer data,
                   GError **error)
{
  SeidelCsr *csr;

  if (!check_shape (arrays->rows, arrays->columns, 0, error)
      || (!valid && !seidel_csr_validate (arrays, error)))
    return NULL;
  csr = g_memdup2 (arrays, sizeof *arrays);
  csr->backing = g_bytes_new_with_free_func (NULL, 0, release, data);
  return csr;
}

int64_t
seidel_csr_lower_bound (const SeidelCsr *csr, int64_t row, int64_t column)
{
  int64_t low = csr->row_offsets[row];
  int64_t high = csr->row_offsets[row + 1];

  while (low < high)
    {
      int64_t middle = low + (high - low) / 2;

      if (csr->column_indices[middle] < column)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

int64_t
seidel_csr_find (const SeidelCsr *csr, int64_t row, int64_t column)
{
  int64_t k = seidel_csr_lower_bound (csr, row, column);

  return k < csr->row_offsets[row + 1] && csr->column_indices[k] == column ? k : -1;
}

int64_t
seidel_csr_bandwidth (const SeidelCsr *csr)
{
  int64_t bandwidth = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    if (csr->row_offsets[row] < csr->row_offsets[row + 1])
      {
        const int64_t first = csr->column_indices[csr->row_offsets[row]];
        const int64_t last = csr->column_indices[csr->row_offsets[row + 1] - 1];

        bandwidth = MAX (bandwidth, MAX (row - first, last - row));
      }
  return bandwidth;
}

/* How many entries each column has, turned into where the first of them goes. */
static bool
count_columns (const SeidelCsr *csr, int64_t *next, GCancellable *cancellable, GError **error)
{
  const int64_t nonzeros = seidel_csr_nonzeros (csr);
  int64_t sum = 0;

  for (int64_t column = 0; column <= csr->columns; column++)
    {
      if (seidel_poll (column, cancellable, error))
        return false;
      next[column] = 0;
    }
  for (int64_t k = 0; k < nonzeros; k++)
    {
      if (seidel_poll (k, cancellable, error))
        return false;
      next[csr->column_indices[k]]++;
    }
  for (int64_t column = 0; column <= csr->columns; column++)
    {
      const int64_t count = column < csr->columns ? next[column] : 0;

      if (seidel_poll (column, cancellable, error))
        return false;
      next[column] = sum;
      sum += count;
    }
  return true;
}

SeidelCsr *
seidel_csr_transpose (const SeidelCsr *csr, GCancellable *cancellable, GError **error)
{
  int64_t nonzeros = seidel_csr_nonzeros (csr);
  g_autoptr (SeidelCsr) transpose = seidel_csr_new (csr->columns, csr->rows, nonzeros, error);
  int64_t *next;

  if (transpose == NULL)
    return NULL;

  next = transpose->row_offsets;
  if (!count_columns (csr, next, cancellable, error)
      || !seidel_csr_touch (transpose, cancellable, error))
    return NULL;
  for (int64_t row = 0; row < csr->rows; row++)
    {
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        {
          int64_t to;

          if (seidel_poll (k, cancellable, error))
            return NULL;
          to = next[csr->column_indices[k]]++;
          transpose->column_indices[to] = (int32_t) row;
          transpose->values[to] = csr->values[k];
        }
    }
  /* Each offset has moved to the start of the next column: move them back by one. */
  for (int64_t column = csr->columns; column > 0; column--)
    {
      if (seidel_poll (column, cancellable, error))
        return NULL;
      next[column] = next[column - 1];
    }
  next[0] = 0;

  return g_steal_pointer (&transpose);
}
