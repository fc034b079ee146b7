/* Writes a matrix given by a formula straight into CSR, on all cores.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-fill.h"

#include <string.h>

#include "io/seidel-memory.h"

/* Rows between two looks at the cancellable: well below 100 ms for the heaviest kind. */
#define ROWS_PER_POLL 4096

typedef struct
{
  const void *formula;
  SeidelRowCount count;
  SeidelRowFill fill;
  SeidelProgress *progress;
  GCancellable *cancellable;
  int64_t blocks;
  atomic_llong done; /* blocks */
  atomic_bool cancelled;
} Work;

/* Whether the work goes on; tells the progress as well. share is where in 0 … 1 this pass lies. */
static bool
next_block (Work *work, double begin, double share)
{
  if (atomic_load_explicit (&work->cancelled, memory_order_relaxed))
    return false;
  if (g_cancellable_is_cancelled (work->cancellable))
    {
      atomic_store (&work->cancelled, true);
      return false;
    }
  seidel_progress_set (work->progress, begin
                                         + share * (double) atomic_fetch_add (&work->done, 1)
                                             / (double) MAX (work->blocks, 1));
  return true;
}

/* Leaves the number of entries of row i at counts[i]. */
static void
count_rows (Work *work, int64_t rows, int64_t *counts)
{
  atomic_store (&work->done, 0);
#pragma omp parallel for schedule(dynamic, 16)
  for (int64_t block = 0; block < work->blocks; block++)
    if (next_block (work, 0.0, 0.2))
      for (int64_t row = block * ROWS_PER_POLL, end = MIN (row + ROWS_PER_POLL, rows); row < end;
           row++)
        counts[row] = work->count (work->formula, row);
}

static void
fill_rows (Work *work, SeidelCsr *csr)
{
  atomic_store (&work->done, 0);
#pragma omp parallel for schedule(dynamic, 4)
  for (int64_t block = 0; block < work->blocks; block++)
    if (next_block (work, 0.2, 0.8))
      for (int64_t row = block * ROWS_PER_POLL, end = MIN (row + ROWS_PER_POLL, csr->rows);
           row < end; row++)
        work->fill (work->formula, row, csr->column_indices + csr->row_offsets[row],
                    csr->values + csr->row_offsets[row]);
}

SeidelCsr *
seidel_gallery_fill (double rows,
                     double nonzeros,
                     SeidelRowCount count,
                     SeidelRowFill fill,
                     const void *formula,
                     SeidelProgress *progress,
                     GCancellable *cancellable,
                     GError **error)
{
  Work work = { formula, count, fill, progress, cancellable, 0, 0, false };
  g_autofree int64_t *offsets = NULL;
  g_autoptr (SeidelCsr) csr = NULL;
  int64_t sum = 0;
  int64_t n;

  if (!seidel_memory_check (rows, nonzeros, error))
    return NULL;
  seidel_progress_begin (progress, "Generating");
  if (rows > G_MAXINT32)
    return seidel_csr_new ((int64_t) rows, (int64_t) rows, 0, error); /* Says what the limit is. */

  n = (int64_t) rows;
  work.blocks = (n + ROWS_PER_POLL - 1) / ROWS_PER_POLL;
  offsets = g_try_new (int64_t, n + 1);
  if (offsets == NULL)
    {
      seidel_memory_fail (rows, nonzeros, error);
      return NULL;
    }
  count_rows (&work, n, offsets);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  for (int64_t row = 0; row < n; row++)
    {
      int64_t entries = offsets[row];

      offsets[row] = sum;
      sum += entries;
    }
  offsets[n] = sum;

  csr = seidel_csr_new (n, n, sum, error);
  if (csr == NULL)
    return NULL;
  memcpy (csr->row_offsets, offsets, (size_t) (n + 1) * sizeof *offsets);
  g_clear_pointer (&offsets, g_free);
  fill_rows (&work, csr);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&csr);
}
