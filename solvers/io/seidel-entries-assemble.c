/* From entries in file order to CSR: count, place, sort, fold. Each thread counts and places the
 * entries of one part of the rows after the other.
 *
 * Memory: 16 bytes an entry of the file and 12 in the matrix, where the other triangle is filled in
 * 24. The entries are gone before the rows are sorted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-entries.h"

#include <omp.h>
#include <string.h>

#include "base/seidel-memory.h"

/* Rows between two looks at the cancellable; between those at entries there is a chunk at most. */
#define ROWS_PER_POLL (1 << 16)

#define MOST_THREADS 16

/* Below this it is not worth to wake the others. */
#define FEW_ENTRIES 65536

typedef struct
{
  const SeidelEntries *entries;
  SeidelCsr *csr;
  int64_t *next; /* its row offsets: the entries of each row, then where its last one went */
  GCancellable *cancellable;
} Placing;

/* The rows of a part, and the entries placed there. */
typedef struct
{
  int64_t begin;
  int64_t end;
  int64_t count;
} Part;

static const SeidelChunk *
nth_chunk (const SeidelEntries *entries, unsigned n)
{
  return &g_array_index (entries->chunks, SeidelChunk, n);
}

static bool
clear_rows (const Placing *placing, const Part *part)
{
  for (int64_t row = part->begin; row < part->end; row += ROWS_PER_POLL)
    {
      if (g_cancellable_is_cancelled (placing->cancellable))
        return false;
      memset (placing->next + row, 0,
              (size_t) MIN (part->end - row, ROWS_PER_POLL) * sizeof *placing->next);
    }
  return true;
}

static void
count_chunk (const Placing *placing, const SeidelChunk *chunk, int number)
{
  const SeidelEntries *entries = placing->entries;
  const int across = entries->across;

  for (uint32_t k = chunk->begins[number * across]; k < chunk->begins[(number + 1) * across]; k++)
    placing->next[chunk->entries[k].row]++;
  for (int other = number; entries->mirror && other < entries->parts; other++)
    for (uint32_t k = chunk->begins[other * across + number];
         k < chunk->begins[other * across + number + 1]; k++)
      if (chunk->entries[k].row != chunk->entries[k].column)
        placing->next[chunk->entries[k].column]++;
}

static void
count_part (const Placing *placing, Part *part, int number)
{
  if (!clear_rows (placing, part))
    return;
  for (unsigned c = 0; c < placing->entries->chunks->len; c++)
    {
      if (g_cancellable_is_cancelled (placing->cancellable))
        return;
      count_chunk (placing, nth_chunk (placing->entries, c), number);
    }
  for (int64_t row = part->begin; row < part->end; row++)
    {
      if (row % ROWS_PER_POLL == 0 && g_cancellable_is_cancelled (placing->cancellable))
        return;
      part->count += placing->next[row];
    }
}

static inline void
place (const Placing *placing, int32_t row, int32_t column, double value)
{
  int64_t to = --placing->next[row];

  placing->csr->column_indices[to] = column;
  placing->csr->values[to] = value;
}

/* From the last entry to the first, as the places of a row are given out from its end: so its
 * offset is in the end where it belongs. What is mirrored goes behind the rest, so that the rows of
 * a file that is in order, by rows or by columns, are in order as well. */
static void
place_chunk (const Placing *placing, const SeidelChunk *chunk, int number, double sign)
{
  const SeidelEntries *entries = placing->entries;
  const int across = entries->across;

  for (int other = entries->mirror ? entries->parts - 1 : -1; other >= number; other--)
    for (uint32_t k = chunk->begins[other * across + number + 1];
         k > chunk->begins[other * across + number]; k--)
      {
        const SeidelEntry *entry = &chunk->entries[k - 1];

        if (entry->row != entry->column)
          place (placing, entry->column, entry->row, sign * entry->value);
      }
  for (uint32_t k = chunk->begins[(number + 1) * across]; k > chunk->begins[number * across]; k--)
    {
      const SeidelEntry *entry = &chunk->entries[k - 1];

      place (placing, entry->row, entry->column, entry->value);
    }
}

/* Where the rows of the part begin, the entries before them are as many. */
static void
place_part (const Placing *placing, const Part *part, int number, int64_t before)
{
  const double sign = placing->entries->symmetry == SEIDEL_FILED_SKEW_SYMMETRIC ? -1.0 : 1.0;

  for (int64_t row = part->begin; row < part->end; row++)
    {
      if (row % ROWS_PER_POLL == 0 && g_cancellable_is_cancelled (placing->cancellable))
        return;
      before += placing->next[row];
      placing->next[row] = before;
    }
  for (unsigned c = placing->entries->chunks->len; c > 0; c--)
    {
      if (g_cancellable_is_cancelled (placing->cancellable))
        return;
      place_chunk (placing, nth_chunk (placing->entries, c - 1), number, sign);
    }
}

static bool
place_all (const Placing *placing, GError **error)
{
  const SeidelEntries *entries = placing->entries;
  const int parts = entries->parts;
  const int threads =
    entries->count < FEW_ENTRIES ? 1 : CLAMP (omp_get_max_threads (), 1, MOST_THREADS);
  g_autofree Part *part = g_new0 (Part, parts);
  g_autofree int64_t *before = g_new0 (int64_t, parts + 1);

  /* What is counted is touched for the first time, which takes a while for so much memory. */
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (int p = 0; p < parts; p++)
    {
      part[p].begin = (int64_t) p << entries->shift;
      part[p].end = MIN ((int64_t) (p + 1) << entries->shift, entries->rows);
      count_part (placing, &part[p], p);
    }
  if (g_cancellable_set_error_if_cancelled (placing->cancellable, error))
    return false;
  for (int p = 0; p < parts; p++)
    before[p + 1] = before[p] + part[p].count;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (int p = 0; p < parts; p++)
    place_part (placing, &part[p], p, before[p]);
  return !g_cancellable_set_error_if_cancelled (placing->cancellable, error);
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
      if (row % ROWS_PER_POLL == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return -1;
      kept += seidel_csr_find (csr, row, row) >= 0;
    }
  return (folded - (diagonal - kept)) / 2 + (diagonal - kept);
}

SeidelCsr *
seidel_entries_assemble (SeidelEntries *entries, int64_t *duplicates, GError **error)
{
  GCancellable *cancellable = seidel_source_cancellable (entries->source);
  const bool mirror = entries->mirror;
  const int64_t diagonal = entries->diagonal;
  const int64_t nonzeros = mirror ? 2 * entries->count - diagonal : entries->count;
  g_autoptr (SeidelCsr) csr = NULL;
  Placing placing;
  int64_t folded;

  seidel_progress_begin (seidel_source_progress (entries->source), "Building the matrix");
  if (!seidel_source_check_matrix (entries->source, (double) entries->rows,
                                   (double) entries->columns, (double) nonzeros, error))
    return NULL;
  csr = seidel_csr_new (entries->rows, entries->columns, nonzeros, error);
  if (csr == NULL)
    return NULL;
  placing = (Placing){
    .entries = entries, .csr = csr, .next = csr->row_offsets, .cancellable = cancellable
  };
  if (!place_all (&placing, error))
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
