/* Building CSR from coordinates: counting sort by row, each row sorted by column, duplicates
 * summed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-csr.h"

#include <inttypes.h>
#include <omp.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "base/seidel-poll.h"
#include "matrix/seidel-row-sort.h"
#include "base/seidel-translatable.h"

/* Rows that a thread takes at a time. */
#define ROWS_PER_TASK 4096

#define MOST_THREADS 16

/* Below this it is not worth to wake the others. */
#define FEW_ENTRIES 65536

static int64_t
canonicalize_row (SeidelCsr *csr, int64_t row, SeidelRowSorter *sorter, GError **error)
{
  const int64_t begin = csr->row_offsets[row];

  return seidel_row_sorter_canonicalize (sorter, csr->column_indices + begin, csr->values + begin,
                                         csr->row_offsets[row + 1] - begin, error);
}

/* The rows, one by one. Returns how many entries were folded away, or −1. */
static int64_t
canonicalize_rows (SeidelCsr *csr, GCancellable *cancellable, GError **error)
{
  const int threads =
    seidel_csr_nonzeros (csr) < FEW_ENTRIES ? 1 : CLAMP (omp_get_max_threads (), 1, MOST_THREADS);
  GError *failure = NULL;
  int64_t folded = 0;

#pragma omp parallel num_threads(threads) reduction(+ : folded)
  {
    SeidelRowSorter sorter = { 0, NULL, NULL };
    GError *mine = NULL;

#pragma omp for schedule(dynamic, 1)
    for (int64_t begin = 0; begin < csr->rows; begin += ROWS_PER_TASK)
      for (int64_t row = begin; row < MIN (begin + ROWS_PER_TASK, csr->rows) && mine == NULL; row++)
        if (row > begin || !g_cancellable_set_error_if_cancelled (cancellable, &mine))
          folded += canonicalize_row (csr, row, &sorter, &mine);
    seidel_row_sorter_clear (&sorter);
    /* The first one is kept. */
    if (!g_atomic_pointer_compare_and_exchange (&failure, NULL, mine))
      g_clear_error (&mine);
  }
  if (failure == NULL)
    return folded;
  g_propagate_error (error, failure);
  return -1;
}

bool
seidel_csr_close_gaps (SeidelCsr *csr, GCancellable *cancellable, GError **error)
{
  int64_t begin = 0;
  int64_t kept = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      const int64_t end = csr->row_offsets[row + 1];
      int64_t n = end - begin;

      if (seidel_poll (row, cancellable, error))
        return false;
      while (n > 0 && csr->column_indices[begin + n - 1] < 0)
        n--;
      if (kept != begin)
        {
          memmove (csr->column_indices + kept, csr->column_indices + begin,
                   (size_t) n * sizeof *csr->column_indices);
          memmove (csr->values + kept, csr->values + begin, (size_t) n * sizeof *csr->values);
        }
      kept += n;
      begin = end;
      csr->row_offsets[row + 1] = kept;
    }
  seidel_csr_shrink (csr);
  return true;
}

int64_t
seidel_csr_canonicalize (SeidelCsr *csr, GCancellable *cancellable, GError **error)
{
  const int64_t folded = canonicalize_rows (csr, cancellable, error);

  return folded > 0 && !seidel_csr_close_gaps (csr, cancellable, error) ? -1 : folded;
}

static bool
check_coordinates (const SeidelCoordinates *coordinates, GCancellable *cancellable, GError **error)
{
  for (int64_t k = 0; k < coordinates->count; k++)
    {
      int64_t row = coordinates->row_indices[k];
      int64_t column = coordinates->column_indices[k];

      if (seidel_poll (k, cancellable, error))
        return false;
      if (row >= 0 && row < coordinates->rows && column >= 0 && column < coordinates->columns)
        continue;
      return seidel_fail (error, SEIDEL_ERROR_INVALID,
                          seidel_text ("entry %" PRId64 " is at row %" PRId64 ", column %" PRId64
                                       ", outside the %" PRId64 " × %" PRId64 " matrix"),
                          k + 1, row + 1, column + 1, coordinates->rows, coordinates->columns);
    }
  return true;
}

/* Spreads the coordinates over their rows, keeping their order within a row. */
static bool
scatter (const SeidelCoordinates *coordinates,
         SeidelCsr *csr,
         GCancellable *cancellable,
         GError **error)
{
  int64_t *next = csr->row_offsets;

  for (int64_t row = 0; row <= csr->rows; row++)
    {
      if (seidel_poll (row, cancellable, error))
        return false;
      next[row] = 0;
    }
  for (int64_t k = 0; k < coordinates->count; k++)
    {
      if (seidel_poll (k, cancellable, error))
        return false;
      next[coordinates->row_indices[k]]++;
    }
  for (int64_t row = 0, sum = 0; row <= csr->rows; row++)
    {
      int64_t count = row < csr->rows ? next[row] : 0;

      if (seidel_poll (row, cancellable, error))
        return false;
      next[row] = sum;
      sum += count;
    }
  for (int64_t k = 0; k < coordinates->count; k++)
    {
      int64_t to;

      if (seidel_poll (k, cancellable, error))
        return false;
      to = next[coordinates->row_indices[k]]++;
      csr->column_indices[to] = coordinates->column_indices[k];
      csr->values[to] = coordinates->values != NULL ? coordinates->values[k] : 1.0;
    }
  /* Each offset has moved to the start of the next row: move them back by one. */
  for (int64_t row = csr->rows; row > 0; row--)
    {
      if (seidel_poll (row, cancellable, error))
        return false;
      next[row] = next[row - 1];
    }
  next[0] = 0;
  return true;
}

SeidelCsr *
seidel_csr_from_coordinates (const SeidelCoordinates *coordinates,
                             int64_t *duplicates,
                             GCancellable *cancellable,
                             GError **error)
{
  g_autoptr (SeidelCsr) csr = NULL;
  int64_t folded;

  if (!check_coordinates (coordinates, cancellable, error))
    return NULL;
  csr = seidel_csr_new (coordinates->rows, coordinates->columns, coordinates->count, error);
  if (csr == NULL || !seidel_csr_touch (csr, cancellable, error)
      || !scatter (coordinates, csr, cancellable, error))
    return NULL;
  folded = seidel_csr_canonicalize (csr, cancellable, error);
  if (folded < 0)
    return NULL;
  if (duplicates != NULL)
    *duplicates = folded;

  return g_steal_pointer (&csr);
}
