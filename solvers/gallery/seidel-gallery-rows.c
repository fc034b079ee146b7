/* Counts the entries of a formula's rows and assembles the rows in CSR, on all cores.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery/seidel-gallery-rows.h"

#include <stdatomic.h>
#include <string.h>

#include "base/seidel-memory.h"

/* Upper bounds of the work between two polls for cancellation: far below 100 ms for any kind. */
#define ENTRIES_PER_BLOCK 65536
#define ROWS_PER_BLOCK    4096

typedef struct
{
  const SeidelGalleryRows *rows;
  SeidelProgress *progress;
  GCancellable *cancellable;
  int64_t n;
  int64_t per_block; /* rows */
  int64_t blocks;
  atomic_llong done; /* blocks */
  atomic_bool cancelled;
} Work;

static void
work_init (Work *work,
           const SeidelGalleryRows *rows,
           SeidelProgress *progress,
           GCancellable *cancellable)
{
  double average = MAX (rows->entries / MAX (rows->rows, 1.0), 1.0);

  *work = (Work){ .rows = rows, .progress = progress, .cancellable = cancellable };
  work->n = (int64_t) rows->rows;
  work->per_block = CLAMP ((int64_t) (ENTRIES_PER_BLOCK / average), 1, ROWS_PER_BLOCK);
  work->blocks = (work->n + work->per_block - 1) / work->per_block;
}

/* Polls for cancellation and reports progress; this pass covers the interval of the given length
 * that starts at begin, in 0 … 1. Returns false once cancelled. */
static bool
next_block (Work *work, double begin, double length)
{
  if (atomic_load_explicit (&work->cancelled, memory_order_relaxed))
    return false;
  if (g_cancellable_is_cancelled (work->cancellable))
    {
      atomic_store (&work->cancelled, true);
      return false;
    }
  seidel_progress_set (work->progress, begin
                                         + length * (double) atomic_fetch_add (&work->done, 1)
                                             / (double) MAX (work->blocks, 1));
  return true;
}

int64_t
seidel_gallery_rows_length (const SeidelGalleryRows *rows, int64_t row)
{
  int32_t columns[SEIDEL_GALLERY_MOST_FILLED];
  double values[SEIDEL_GALLERY_MOST_FILLED];

  return rows->count != NULL ? rows->count (rows->formula, row)
                             : rows->fill (rows->formula, row, columns, values);
}

/* Returns the entries of all rows; stores those of row i in counts[i] unless counts is NULL. */
static int64_t
count_rows (Work *work, double share, int64_t *counts)
{
  int64_t sum = 0;

  atomic_store (&work->done, 0);
#pragma omp parallel for schedule(dynamic, 16) reduction(+ : sum)
  for (int64_t block = 0; block < work->blocks; block++)
    if (next_block (work, 0.0, share))
      for (int64_t row = block * work->per_block, end = MIN (row + work->per_block, work->n);
           row < end; row++)
        {
          int64_t entries = seidel_gallery_rows_length (work->rows, row);

          sum += entries;
          if (counts != NULL)
            counts[row] = entries;
        }
  return sum;
}

static void
fill_rows (Work *work, SeidelCsr *csr)
{
  atomic_store (&work->done, 0);
#pragma omp parallel for schedule(dynamic, 4)
  for (int64_t block = 0; block < work->blocks; block++)
    if (next_block (work, 0.2, 0.8))
      for (int64_t row = block * work->per_block, end = MIN (row + work->per_block, work->n);
           row < end; row++)
        work->rows->fill (work->rows->formula, row, csr->column_indices + csr->row_offsets[row],
                          csr->values + csr->row_offsets[row]);
}

void
seidel_gallery_rows_clear (SeidelGalleryRows *rows)
{
  g_clear_pointer (&rows->formula, g_free);
}

bool
seidel_gallery_rows_count (SeidelGalleryRows *rows,
                           SeidelProgress *progress,
                           GCancellable *cancellable,
                           GError **error)
{
  Work work;
  int64_t entries;

  if (rows->exact)
    return true;
  seidel_progress_begin (progress, "Counting entries");
  work_init (&work, rows, progress, cancellable);
  entries = count_rows (&work, 1.0, NULL);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return false;
  rows->entries = (double) entries;
  rows->exact = true;
  return true;
}

SeidelCsr *
seidel_gallery_rows_fill (const SeidelGalleryRows *rows,
                          SeidelProgress *progress,
                          GCancellable *cancellable,
                          GError **error)
{
  g_autofree int64_t *offsets = NULL;
  g_autoptr (SeidelCsr) csr = NULL;
  int64_t sum = 0;
  Work work;

  if (!seidel_memory_check_matrix (rows->rows, rows->entries, error))
    return NULL;
  seidel_progress_begin (progress, "Generating");
  work_init (&work, rows, progress, cancellable);
  offsets = g_try_new (int64_t, work.n + 1);
  if (offsets == NULL)
    {
      seidel_memory_fail_matrix (rows->rows, rows->entries, error);
      return NULL;
    }
  count_rows (&work, 0.2, offsets);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  for (int64_t row = 0; row < work.n; row++)
    {
      int64_t entries = offsets[row];

      offsets[row] = sum;
      sum += entries;
    }
  offsets[work.n] = sum;

  csr = seidel_csr_new (work.n, work.n, sum, error);
  if (csr == NULL)
    return NULL;
  memcpy (csr->row_offsets, offsets, (size_t) (work.n + 1) * sizeof *offsets);
  g_clear_pointer (&offsets, g_free);
  fill_rows (&work, csr);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&csr);
}

int64_t
seidel_gallery_insert_column (int32_t *columns, int64_t n, int32_t column)
{
  int64_t at = n;

  while (at > 0 && columns[at - 1] >= column)
    at--;
  if (at < n && columns[at] == column)
    return n;
  memmove (columns + at + 1, columns + at, (size_t) (n - at) * sizeof *columns);
  columns[at] = column;
  return n + 1;
}

int64_t
seidel_gallery_add_entry (int32_t *columns, double *values, int64_t n, int32_t column, double value)
{
  int64_t at = n;

  while (at > 0 && columns[at - 1] >= column)
    at--;
  if (at < n && columns[at] == column)
    {
      values[at] += value;
      return n;
    }
  memmove (columns + at + 1, columns + at, (size_t) (n - at) * sizeof *columns);
  memmove (values + at + 1, values + at, (size_t) (n - at) * sizeof *values);
  columns[at] = column;
  values[at] = value;
  return n + 1;
}
