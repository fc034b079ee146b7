/* From entries in file order to CSR: count, place, sort, fold.
 *
 * Memory: 16 bytes an entry here and 12 in the matrix for a general file; when the other triangle
 * is filled in, 16 and 24. The entries are gone before the rows are sorted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-market.h"

#include <omp.h>
#include <stdlib.h>

#include "io/seidel-memory.h"
#include "matrix/seidel-error.h"

/* Few enough that even entries of which each misses all caches take some milliseconds. */
#define ENTRIES_PER_POLL (1 << 16)

/* Every thread looks at all entries and takes those of its own rows: beyond this many threads the
 * looking costs more than the taking saves. */
#define MOST_THREADS 8

/* Below this it is not worth to wake the others. */
#define FEW_ENTRIES 65536

typedef struct
{
  const SeidelEntry *entries;
  int64_t count;
  bool mirror; /* fill in the upper triangle */
  double sign; /* of what is mirrored */
  SeidelCsr *csr;
  int64_t *next; /* its row offsets: first the entries of each row, then where the next one goes */
  GCancellable *cancellable;
} Placing;

bool
seidel_entries_reserve (SeidelEntries *entries, int64_t count, int64_t most, GError **error)
{
  SeidelEntry *data;
  int64_t capacity = MAX (entries->capacity, 4096);

  if (count <= entries->capacity)
    return true;
  while (capacity < count)
    capacity += capacity / 2;
  capacity = MAX (MIN (capacity, most), count);
  /* realloc () moves pages, not bytes, once the block is large. */
  data = realloc (entries->data, (size_t) capacity * sizeof *data);
  if (data == NULL)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
                   "reading takes %.1f GB for %" G_GINT64_FORMAT
                   " entries, and this machine does not have them free",
                   (double) capacity * sizeof *data / 1e9, capacity);
      return false;
    }
  entries->data = data;
  entries->capacity = capacity;
  return true;
}

void
seidel_entries_clear (SeidelEntries *entries)
{
  free (entries->data);
  entries->data = NULL;
  entries->count = 0;
  entries->capacity = 0;
}

static bool
clear_rows (const Placing *placing, int64_t begin, int64_t end)
{
  for (int64_t row = begin; row < end; row += ENTRIES_PER_POLL)
    {
      if (g_cancellable_is_cancelled (placing->cancellable))
        return false;
      memset (placing->next + row, 0,
              (size_t) MIN (end - row, ENTRIES_PER_POLL) * sizeof *placing->next);
    }
  return true;
}

/* One thread's part of the counting: the rows begin … end − 1. */
static void
count_rows (const Placing *placing, int32_t begin, int32_t end)
{
  for (int64_t k = 0; k < placing->count; k++)
    {
      const SeidelEntry *entry = &placing->entries[k];

      if (k % ENTRIES_PER_POLL == 0 && g_cancellable_is_cancelled (placing->cancellable))
        return;
      if (entry->row >= begin && entry->row < end)
        placing->next[entry->row]++;
      if (placing->mirror && entry->row != entry->column && entry->column >= begin
          && entry->column < end)
        placing->next[entry->column]++;
    }
}

static inline void
place (const Placing *placing, int32_t row, int32_t column, double value)
{
  int64_t to = placing->next[row]++;

  placing->csr->column_indices[to] = column;
  placing->csr->values[to] = value;
}

/* One thread's part of the placing. */
static void
place_rows (const Placing *placing, int32_t begin, int32_t end)
{
  for (int64_t k = 0; k < placing->count; k++)
    {
      const SeidelEntry *entry = &placing->entries[k];

      if (k % ENTRIES_PER_POLL == 0 && g_cancellable_is_cancelled (placing->cancellable))
        return;
      if (entry->row >= begin && entry->row < end)
        place (placing, entry->row, entry->column, entry->value);
      if (placing->mirror && entry->row != entry->column && entry->column >= begin
          && entry->column < end)
        place (placing, entry->column, entry->row, placing->sign * entry->value);
    }
}

static int
thread_count (int64_t entries)
{
  return entries < FEW_ENTRIES ? 1 : CLAMP (omp_get_max_threads (), 1, MOST_THREADS);
}

/* Shares the rows out so that each thread has about as many entries; offsets are still starts. */
static void
share_rows (const SeidelCsr *csr, int threads, int32_t *bounds)
{
  int64_t nonzeros = seidel_csr_nonzeros (csr);
  int64_t row = 0;

  for (int thread = 0; thread < threads; thread++)
    {
      while (row < csr->rows && csr->row_offsets[row] < nonzeros / threads * thread)
        row++;
      bounds[thread] = (int32_t) row;
    }
  bounds[threads] = (int32_t) csr->rows;
}

static bool
count_all (const Placing *placing, GError **error)
{
  int threads = thread_count (placing->count);
  int64_t rows = placing->csr->rows;

  /* Each thread clears the rows that it counts: the first touch of so much memory takes a while. */
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int thread = 0; thread < threads; thread++)
    {
      int64_t begin = rows * thread / threads;
      int64_t end = rows * (thread + 1) / threads;

      if (clear_rows (placing, begin, end))
        count_rows (placing, (int32_t) begin, (int32_t) end);
    }
  return !g_cancellable_set_error_if_cancelled (placing->cancellable, error);
}

/* Turns the counts into starts. */
static bool
sum_counts (const Placing *placing, GError **error)
{
  int64_t sum = 0;

  for (int64_t row = 0; row < placing->csr->rows; row++)
    {
      int64_t n = placing->next[row];

      if (row % ENTRIES_PER_POLL == 0 && g_cancellable_is_cancelled (placing->cancellable))
        break;
      placing->next[row] = sum;
      sum += n;
    }
  return !g_cancellable_set_error_if_cancelled (placing->cancellable, error);
}

static bool
place_all (const Placing *placing, GError **error)
{
  int threads = thread_count (placing->count);
  int32_t bounds[MOST_THREADS + 1];

  share_rows (placing->csr, threads, bounds);
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int thread = 0; thread < threads; thread++)
    place_rows (placing, bounds[thread], bounds[thread + 1]);
  /* Each offset has moved to the start of the next row: move them back by one. */
  for (int64_t end = placing->csr->rows; end > 0; end -= ENTRIES_PER_POLL)
    {
      int64_t begin = MAX (end - ENTRIES_PER_POLL, 0);

      if (g_cancellable_set_error_if_cancelled (placing->cancellable, error))
        return false;
      memmove (placing->next + begin + 1, placing->next + begin,
               (size_t) (end - begin) * sizeof *placing->next);
    }
  placing->next[0] = 0;
  return !g_cancellable_set_error_if_cancelled (placing->cancellable, error);
}

/* −1 when cancelled. */
static int64_t
count_diagonal (const SeidelEntries *entries, GCancellable *cancellable, GError **error)
{
  int64_t n = 0;

  for (int64_t k = 0; k < entries->count; k++)
    {
      if (k % ENTRIES_PER_POLL == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return -1;
      n += entries->data[k].row == entries->data[k].column;
    }
  return n;
}

/* Entries of the file that were folded: off the diagonal each was folded twice. −1 when cancelled.
 */
static int64_t
file_duplicates (const SeidelCsr *csr,
                 int64_t folded,
                 int64_t diagonal,
                 GCancellable *cancellable,
                 GError **error)
{
  int64_t kept = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      if (row % ENTRIES_PER_POLL == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return -1;
      kept += seidel_csr_find (csr, row, row) >= 0;
    }
  return (folded - (diagonal - kept)) / 2 + (diagonal - kept);
}

SeidelCsr *
seidel_entries_assemble (SeidelEntries *entries,
                         const SeidelMarketHeader *header,
                         int64_t *duplicates,
                         SeidelProgress *progress,
                         GCancellable *cancellable,
                         GError **error)
{
  bool mirror = header->symmetry != SEIDEL_FILED_GENERAL;
  int64_t diagonal;
  int64_t nonzeros;
  g_autoptr (SeidelCsr) csr = NULL;
  Placing placing;
  int64_t folded;

  seidel_progress_begin (progress, "Building the matrix");
  diagonal = mirror ? count_diagonal (entries, cancellable, error) : entries->count;
  if (diagonal < 0)
    return NULL;
  nonzeros = 2 * entries->count - diagonal;
  if (!seidel_memory_check ((double) header->rows, (double) nonzeros, error))
    return NULL;
  csr = seidel_csr_new (header->rows, header->columns, nonzeros, error);
  if (csr == NULL)
    return NULL;
  placing = (Placing){
    .entries = entries->data,
    .count = entries->count,
    .mirror = mirror,
    .sign = header->symmetry == SEIDEL_FILED_SKEW_SYMMETRIC ? -1.0 : 1.0,
    .csr = csr,
    .next = csr->row_offsets,
    .cancellable = cancellable,
  };
  if (!count_all (&placing, error))
    return NULL;
  if (!sum_counts (&placing, error) || !place_all (&placing, error))
    return NULL;
  seidel_entries_clear (entries);

  folded = seidel_csr_canonicalize (csr, cancellable, error);
  if (folded < 0)
    return NULL;
  *duplicates =
    folded > 0 && mirror ? file_duplicates (csr, folded, diagonal, cancellable, error) : folded;
  if (*duplicates < 0)
    return NULL;
  return g_steal_pointer (&csr);
}
