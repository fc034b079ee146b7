/* From entries in file order to CSR: count, place, sort, fold. Each thread does so with the entries
 * of one part of the rows after the other.
 *
 * Memory: 16 bytes an entry of the file and 12 in the matrix, where the other triangle is filled in
 * 24. With a scratch all of it is on the disk, and what a thread works on is in memory: the rows of
 * its part, and a chunk.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-entries.h"

#include <omp.h>
#include <string.h>

#include "base/seidel-poll.h"
#include "matrix/seidel-row-sort.h"

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
  int64_t folded; /* of them, into others */
} Part;

static const SeidelChunk *
nth_chunk (const SeidelEntries *entries, unsigned n)
{
  return &g_array_index (entries->chunks, SeidelChunk, n);
}

static bool
clear_rows (const Placing *placing, const Part *part)
{
  for (int64_t row = part->begin; row < part->end; row += SEIDEL_POLL_EVERY)
    {
      if (g_cancellable_is_cancelled (placing->cancellable))
        return false;
      memset (placing->next + row, 0,
              (size_t) MIN (part->end - row, SEIDEL_POLL_EVERY) * sizeof *placing->next);
    }
  return true;
}

/* The parts of a chunk that belong to one of the whole: a chunk that came before the size was known
 * may have smaller ones. */
static uint32_t
slices_begin (const Placing *placing, const SeidelChunk *chunk, int number)
{
  const int64_t part = (int64_t) number << (placing->entries->shift - chunk->shift);

  return chunk->begins[MIN (part, chunk->parts) * placing->entries->across];
}

static void
count_chunk (const Placing *placing, const SeidelChunk *chunk, int number)
{
  const SeidelEntries *entries = placing->entries;
  const int across = entries->across;
  const uint32_t end = slices_begin (placing, chunk, number + 1);

  for (uint32_t k = slices_begin (placing, chunk, number); k < end; k++)
    placing->next[chunk->entries[k].row - entries->base]++;
  for (int other = number; entries->mirror && other < entries->parts; other++)
    for (uint32_t k = chunk->begins[other * across + number];
         k < chunk->begins[other * across + number + 1]; k++)
      if (chunk->entries[k].row != chunk->entries[k].column)
        placing->next[chunk->entries[k].column - entries->base]++;
}

/* A chunk on the disk is not used again for a while. */
static void
leave_chunk (const Placing *placing, const SeidelChunk *chunk)
{
  seidel_scratch_leave (placing->entries->scratch, chunk->entries,
                        (size_t) chunk->count * sizeof *chunk->entries);
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
      leave_chunk (placing, nth_chunk (placing->entries, c));
    }
  for (int64_t row = part->begin; row < part->end; row++)
    {
      if (row % SEIDEL_POLL_EVERY == 0 && g_cancellable_is_cancelled (placing->cancellable))
        return;
      part->count += placing->next[row];
    }
}

static inline void
place (const Placing *placing, int64_t row, int64_t column, double value)
{
  int64_t to = --placing->next[row];

  placing->csr->column_indices[to] = (int32_t) column;
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
  const int64_t base = entries->base;
  const uint32_t begin = slices_begin (placing, chunk, number);

  for (int other = entries->mirror ? entries->parts - 1 : -1; other >= number; other--)
    for (uint32_t k = chunk->begins[other * across + number + 1];
         k > chunk->begins[other * across + number]; k--)
      {
        const SeidelEntry *entry = &chunk->entries[k - 1];

        if (entry->row != entry->column)
          place (placing, entry->column - base, entry->row - base, sign * entry->value);
      }
  for (uint32_t k = slices_begin (placing, chunk, number + 1); k > begin; k--)
    {
      const SeidelEntry *entry = &chunk->entries[k - 1];

      place (placing, entry->row - base, entry->column - base, entry->value);
    }
}

/* Puts the rows of a part in order, whose entries are from begin on. */
static bool
canonicalize_part (const Placing *placing, Part *part, int64_t begin, GError **error)
{
  const SeidelCsr *csr = placing->csr;
  const int64_t end = begin + part->count;
  SeidelRowSorter sorter = { 0, NULL, NULL };
  int64_t folded = 0;

  for (int64_t row = part->begin; row < part->end && folded >= 0; row++)
    {
      /* The next part may not have found its first row yet. */
      const int64_t last = row + 1 < part->end ? csr->row_offsets[row + 1] : end;

      if (row % SEIDEL_POLL_EVERY == 0 && g_cancellable_is_cancelled (placing->cancellable))
        break;
      folded = seidel_row_sorter_canonicalize (&sorter, csr->column_indices + csr->row_offsets[row],
                                               csr->values + csr->row_offsets[row],
                                               last - csr->row_offsets[row], error);
      part->folded += folded;
    }
  seidel_row_sorter_clear (&sorter);
  seidel_scratch_settle (placing->entries->scratch, csr->column_indices + begin,
                         (size_t) part->count * sizeof *csr->column_indices);
  seidel_scratch_settle (placing->entries->scratch, csr->values + begin,
                         (size_t) part->count * sizeof *csr->values);
  return folded >= 0;
}

/* Where the rows of the part begin, the entries before them are as many. */
static bool
place_part (const Placing *placing, Part *part, int number, int64_t before, GError **error)
{
  const double sign = placing->entries->symmetry == SEIDEL_FILED_SKEW_SYMMETRIC ? -1.0 : 1.0;
  const int64_t begin = before;

  for (int64_t row = part->begin; row < part->end; row++)
    {
      if (row % SEIDEL_POLL_EVERY == 0 && g_cancellable_is_cancelled (placing->cancellable))
        return true;
      before += placing->next[row];
      placing->next[row] = before;
    }
  for (unsigned c = placing->entries->chunks->len; c > 0; c--)
    {
      if (g_cancellable_is_cancelled (placing->cancellable))
        return true;
      place_chunk (placing, nth_chunk (placing->entries, c - 1), number, sign);
      leave_chunk (placing, nth_chunk (placing->entries, c - 1));
    }
  return canonicalize_part (placing, part, begin, error);
}

static void
find_rows (const SeidelEntries *entries, Part *part, int number)
{
  part->begin = MAX (((int64_t) number << entries->shift) - entries->base, 0);
  part->end = MIN (((int64_t) (number + 1) << entries->shift) - entries->base, entries->rows);
}

/* Returns the entries that were folded into others, or −1. */
static int64_t
place_all (const Placing *placing, GError **error)
{
  const SeidelEntries *entries = placing->entries;
  const int parts = entries->parts;
  const int threads =
    entries->count < FEW_ENTRIES ? 1 : CLAMP (omp_get_max_threads (), 1, MOST_THREADS);
  g_autofree Part *part = g_new0 (Part, parts);
  g_autofree int64_t *before = g_new0 (int64_t, parts + 1);
  GError *failure = NULL;
  int64_t folded = 0;

  /* What is counted is touched for the first time, which takes a while for so much memory. */
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (int p = 0; p < parts; p++)
    {
      find_rows (entries, &part[p], p);
      count_part (placing, &part[p], p);
    }
  if (g_cancellable_set_error_if_cancelled (placing->cancellable, error))
    return -1;
  for (int p = 0; p < parts; p++)
    before[p + 1] = before[p] + part[p].count;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1)
  for (int p = 0; p < parts; p++)
    {
      GError *mine = NULL;

      /* The first one is kept. */
      if (!place_part (placing, &part[p], p, before[p], &mine)
          && !g_atomic_pointer_compare_and_exchange (&failure, NULL, mine))
        g_clear_error (&mine);
    }
  for (int p = 0; p < parts; p++)
    folded += part[p].folded;
  if (failure == NULL)
    return g_cancellable_set_error_if_cancelled (placing->cancellable, error) ? -1 : folded;
  g_propagate_error (error, failure);
  return -1;
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
      if (row % SEIDEL_POLL_EVERY == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return -1;
      kept += seidel_csr_find (csr, row, row) >= 0;
    }
  return (folded - (diagonal - kept)) / 2 + (diagonal - kept);
}

static SeidelCsr *
new_csr (const SeidelEntries *entries, int64_t nonzeros, GError **error)
{
  if (!seidel_source_check_matrix (entries->source, (double) entries->rows,
                                   (double) entries->columns, (double) nonzeros, error))
    return NULL;
  if (entries->scratch != NULL)
    return seidel_scratch_csr_new (entries->scratch, entries->rows, entries->columns, nonzeros,
                                   error);
  return seidel_csr_new (entries->rows, entries->columns, nonzeros, error);
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
  csr = new_csr (entries, nonzeros, error);
  if (csr == NULL)
    return NULL;
  placing = (Placing){
    .entries = entries, .csr = csr, .next = csr->row_offsets, .cancellable = cancellable
  };
  folded = place_all (&placing, error);
  if (folded < 0)
    return NULL;
  seidel_entries_clear (entries);
  if (folded > 0 && !seidel_csr_close_gaps (csr, cancellable, error))
    return NULL;
  *duplicates =
    folded > 0 && mirror ? file_duplicates (csr, folded, diagonal, cancellable, error) : folded;
  if (*duplicates < 0)
    return NULL;
  return g_steal_pointer (&csr);
}
