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

#define ENTRIES_PER_POLL (1 << 20)

/* Every thread looks at all entries and takes those of its own rows: beyond this many threads the
 * looking costs more than the taking saves. */
#define MOST_THREADS 8

/* Below this it is not worth to wake the others. */
#define FEW_ENTRIES 65536

typedef struct
{
  const SeidelEntry *entries;
  int64_t count;
  bool mirror;   /* fill in the upper triangle */
  double sign;   /* of what is mirrored */
  int64_t *next; /* for each row: how many entries; later where the next one goes */
  SeidelCsr *csr;
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

/* Calls for each chunk of entries from every thread, with the rows begin … end − 1 of that thread.
 */
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

/* The first row of a thread's share: equal numbers of rows, or of entries when offsets tell. */
static int32_t
share (int64_t rows, const int64_t *offsets, int thread, int threads)
{
  int64_t low = 0;
  int64_t high = rows;

  if (offsets == NULL)
    return (int32_t) (rows * thread / threads);
  while (low < high)
    {
      int64_t middle = low + (high - low) / 2;

      if (offsets[middle] < offsets[rows] / threads * thread)
        low = middle + 1;
      else
        high = middle;
    }
  return (int32_t) (thread == threads ? rows : low);
}

static bool
count_all (Placing *placing, int64_t rows, GError **error)
{
  int threads = thread_count (placing->count);

#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int thread = 0; thread < threads; thread++)
    count_rows (placing, share (rows, NULL, thread, threads),
                share (rows, NULL, thread + 1, threads));
  return !g_cancellable_set_error_if_cancelled (placing->cancellable, error);
}

static bool
place_all (Placing *placing, GError **error)
{
  int threads = thread_count (placing->count);
  const int64_t *offsets = placing->csr->row_offsets;
  int64_t rows = placing->csr->rows;

#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int thread = 0; thread < threads; thread++)
    place_rows (placing, share (rows, offsets, thread, threads),
                share (rows, offsets, thread + 1, threads));
  return !g_cancellable_set_error_if_cancelled (placing->cancellable, error);
}

/* Turns counts into starts; writes them to the offsets as well once there is a matrix. */
static SeidelCsr *
make_room (Placing *placing, const SeidelMarketHeader *header, GError **error)
{
  SeidelCsr *csr;
  int64_t sum = 0;

  for (int64_t row = 0; row < header->rows; row++)
    {
      int64_t n = placing->next[row];

      placing->next[row] = sum;
      sum += n;
    }
  csr = seidel_csr_new (header->rows, header->columns, sum, error);
  if (csr != NULL)
    memcpy (csr->row_offsets, placing->next, (size_t) header->rows * sizeof *placing->next);
  return csr;
}

static int64_t
count_diagonal (const SeidelEntries *entries)
{
  int64_t n = 0;

  for (int64_t k = 0; k < entries->count; k++)
    n += entries->data[k].row == entries->data[k].column;
  return n;
}

/* Entries of the file that were folded: off the diagonal each was folded twice. */
static int64_t
file_duplicates (const SeidelCsr *csr, int64_t folded, int64_t diagonal)
{
  int64_t kept = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    kept += seidel_csr_find (csr, row, row) >= 0;
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
  Placing placing = {
    .entries = entries->data,
    .count = entries->count,
    .mirror = header->symmetry != SEIDEL_FILED_GENERAL,
    .sign = header->symmetry == SEIDEL_FILED_SKEW_SYMMETRIC ? -1.0 : 1.0,
    .cancellable = cancellable,
  };
  g_autofree int64_t *next = NULL;
  g_autoptr (SeidelCsr) csr = NULL;
  int64_t diagonal = placing.mirror ? count_diagonal (entries) : 0;
  int64_t folded;

  if (!seidel_memory_check ((double) header->rows, (double) entries->count, error))
    return NULL;
  next = g_try_new0 (int64_t, header->rows + 1);
  if (next == NULL)
    {
      seidel_memory_fail ((double) header->rows, (double) entries->count, error);
      return NULL;
    }
  placing.next = next;
  seidel_progress_begin (progress, "Building the matrix");
  if (!count_all (&placing, header->rows, error))
    return NULL;
  placing.csr = csr = make_room (&placing, header, error);
  if (csr == NULL || !place_all (&placing, error))
    return NULL;
  seidel_entries_clear (entries);
  g_clear_pointer (&next, g_free);

  folded = seidel_csr_canonicalize (csr, cancellable, error);
  if (folded < 0)
    return NULL;
  *duplicates = folded > 0 && placing.mirror ? file_duplicates (csr, folded, diagonal) : folded;
  return g_steal_pointer (&csr);
}
