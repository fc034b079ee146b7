/* Keeps entries, and makes a matrix of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-gather.h"

/* Entries that are put in order together, and between two polls for cancellation. */
#define BLOCK_ENTRIES 32768

void
seidel_gather_init (SeidelGather *gather, SeidelSource *source)
{
  *gather = (SeidelGather){ .source = source,
                            .entries = { .size = sizeof (SeidelEntry), .source = source } };
}

void
seidel_gather_clear (SeidelGather *gather)
{
  seidel_growing_clear (&gather->entries);
}

bool
seidel_gather_add (SeidelGather *gather, const SeidelEntry *entry, GError **error)
{
  if (!seidel_growing_reserve (&gather->entries, gather->count + 1, G_MAXINT64, error))
    return false;
  *seidel_gather_nth (gather, gather->count++) = *entry;
  return true;
}

bool
seidel_gather_check (const SeidelGather *gather,
                     double rows,
                     double columns,
                     double entries,
                     GError **error)
{
  return seidel_source_check_matrix (gather->source, rows, columns, entries, error);
}

static void
settle_block (SeidelEntry *block, int64_t n, int64_t base, SeidelFiledSymmetry symmetry)
{
  for (int64_t k = 0; k < n; k++)
    {
      block[k].row = (int32_t) (block[k].row - base);
      block[k].column = (int32_t) (block[k].column - base);
      if (symmetry != SEIDEL_FILED_GENERAL && block[k].column > block[k].row)
        seidel_entry_mirror (&block[k], symmetry);
    }
}

SeidelCsr *
seidel_gather_assemble (SeidelGather *gather,
                        int64_t rows,
                        int64_t columns,
                        int64_t base,
                        SeidelFiledSymmetry symmetry,
                        GError **error)
{
  g_auto (SeidelEntries) entries = { 0 };

  if (!seidel_gather_check (gather, (double) rows, (double) columns, (double) gather->count, error))
    return NULL;
  seidel_entries_init (&entries, gather->source, rows, columns, symmetry);
  for (int64_t begin = 0; begin < gather->count; begin += BLOCK_ENTRIES)
    {
      const int64_t n = MIN (gather->count - begin, BLOCK_ENTRIES);
      SeidelChunk chunk;

      settle_block (seidel_gather_nth (gather, begin), n, base, symmetry);
      if (!seidel_source_poll (gather->source, error)
          || !seidel_entries_sort (&entries, seidel_gather_nth (gather, begin), n, &chunk, error))
        return NULL;
      seidel_entries_append (&entries, &chunk);
    }
  gather->taken = gather->count;
  gather->count = 0;
  seidel_growing_clear (&gather->entries);
  return seidel_entries_assemble (&entries, &gather->duplicates, error);
}
