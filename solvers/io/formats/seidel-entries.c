/* Takes the entries of a file, block by block.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-entries.h"

#include <stdlib.h>
#include <string.h>

#include "base/seidel-memory.h"

/* There are more than half of them, as many rows as a power of two in each: enough for the threads
 * to share them evenly; and where entries are looked up by column as well, few enough that the
 * slices of a block are worth a look. */
#define MOST_PARTS 64

/* Memory is taken in pieces that double up to this: beyond what malloc () would keep to itself. */
#define MOST_MEMORY ((size_t) 64 << 20)

SeidelFiledSymmetry
seidel_entries_mirrors (SeidelFiledSymmetry filed, SeidelPart part)
{
  return filed == SEIDEL_FILED_HERMITIAN && part == SEIDEL_PART_IMAGINARY
           ? SEIDEL_FILED_SKEW_SYMMETRIC
           : filed;
}

/* So many times the numbers of rows are halved that few parts remain. */
static int
find_shift (int64_t last_row)
{
  int shift = 0;

  while (last_row >> shift >= MOST_PARTS)
    shift++;
  return shift;
}

/* Blocks of a scratch are its own. */
static void
init_memory (SeidelEntries *entries, SeidelSource *source)
{
  SeidelScratch *scratch = seidel_source_scratch (source);

  entries->source = source;
  entries->scratch = scratch != NULL ? seidel_scratch_ref (scratch) : NULL;
  entries->chunks = g_array_new (FALSE, FALSE, sizeof (SeidelChunk));
  entries->memory = g_ptr_array_new_with_free_func (scratch != NULL ? NULL : free);
  g_mutex_init (&entries->mutex);
}

void
seidel_entries_set_size (SeidelEntries *entries, int64_t rows, int64_t columns, int64_t base)
{
  const int64_t last = rows - 1 + base;

  entries->rows = rows;
  entries->columns = columns;
  entries->base = base;
  entries->shift = find_shift (last);
  entries->parts = rows > 0 ? (int) (last >> entries->shift) + 1 : 0;
}

void
seidel_entries_init (SeidelEntries *entries,
                     SeidelSource *source,
                     int64_t rows,
                     int64_t columns,
                     SeidelFiledSymmetry symmetry)
{
  const bool mirror = symmetry != SEIDEL_FILED_GENERAL;

  *entries =
    (SeidelEntries){ .symmetry = symmetry, .mirror = mirror, .across = mirror ? MOST_PARTS : 1 };
  init_memory (entries, source);
  seidel_entries_set_size (entries, rows, columns, 0);
}

void
seidel_entries_init_any_size (SeidelEntries *entries, SeidelSource *source)
{
  *entries = (SeidelEntries){ .rows = -1, .across = 1 };
  init_memory (entries, source);
}

void
seidel_entries_clear (SeidelEntries *entries)
{
  if (entries->chunks == NULL)
    return;
  seidel_source_return_memory (entries->source, entries->taken);
  for (guint i = 0; entries->scratch != NULL && i < entries->memory->len; i++)
    seidel_scratch_give_back (entries->scratch, g_ptr_array_index (entries->memory, i));
  g_clear_pointer (&entries->chunks, g_array_unref);
  g_clear_pointer (&entries->memory, g_ptr_array_unref);
  g_clear_pointer (&entries->scratch, seidel_scratch_unref);
  g_mutex_clear (&entries->mutex);
}

static void *
take_block (SeidelEntries *entries, size_t size, GError **error)
{
  const bool on_disk = entries->scratch != NULL;
  void *memory;

  if (!(on_disk ? seidel_source_take_disk : seidel_source_take_memory) (entries->source,
                                                                        (double) size, error))
    return NULL;
  memory =
    on_disk ? seidel_scratch_take (entries->scratch, size, error) : seidel_memory_alloc (size);
  if (memory == NULL)
    seidel_source_return_memory (entries->source, (double) size);
  if (memory == NULL && !on_disk)
    seidel_memory_fail (error, (double) size, "reading more entries");
  return memory;
}

/* Another block of memory; NULL with an error. The mutex is held. */
static void *
grow (SeidelEntries *entries, size_t bytes, GError **error)
{
  const size_t size = MAX (bytes, MIN (2 * entries->size, MOST_MEMORY));
  void *memory = take_block (entries, size, error);

  if (memory == NULL)
    return NULL;
  /* The one before is full. */
  if (entries->memory->len > 0)
    seidel_scratch_settle (entries->scratch,
                           g_ptr_array_index (entries->memory, entries->memory->len - 1),
                           entries->size);
  g_ptr_array_add (entries->memory, memory);
  entries->taken += (double) size;
  entries->size = size;
  entries->used = bytes;
  return memory;
}

static void *
take_memory (SeidelEntries *entries, size_t bytes, GError **error)
{
  char *memory = NULL;

  /* For all that may lie here. */
  bytes = (bytes + sizeof (SeidelEntry) - 1) / sizeof (SeidelEntry) * sizeof (SeidelEntry);
  g_mutex_lock (&entries->mutex);
  if (entries->size - entries->used < bytes)
    memory = grow (entries, bytes, error);
  else
    {
      memory = (char *) g_ptr_array_index (entries->memory, entries->memory->len - 1);
      memory += entries->used;
      entries->used += bytes;
    }
  g_mutex_unlock (&entries->mutex);
  return memory;
}

static inline uint32_t
slice_of (const SeidelChunk *chunk, int across, const SeidelEntry *entry)
{
  return (uint32_t) (entry->row >> chunk->shift) * (uint32_t) across
         + ((uint32_t) (entry->column >> chunk->shift) & (uint32_t) (across - 1));
}

/* Counts, and makes begins of the counts. */
static void
find_slices (const SeidelEntries *entries, const SeidelEntry *from, SeidelChunk *chunk)
{
  const int slices = chunk->parts * entries->across;
  uint32_t sum = 0;

  memset (chunk->begins, 0, (size_t) (slices + 1) * sizeof *chunk->begins);
  for (int64_t k = 0; k < chunk->count; k++)
    chunk->begins[slice_of (chunk, entries->across, &from[k])]++;
  for (int slice = 0; slice <= slices; slice++)
    {
      const uint32_t count = chunk->begins[slice];

      chunk->begins[slice] = sum;
      sum += count;
    }
  chunk->diagonal = 0;
  for (int64_t k = 0; entries->mirror && k < chunk->count; k++)
    chunk->diagonal += from[k].row == from[k].column;
}

static void
fill_slices (const SeidelEntries *entries, const SeidelEntry *from, SeidelChunk *chunk)
{
  const int slices = chunk->parts * entries->across;
  uint32_t next[MOST_PARTS * MOST_PARTS];

  memcpy (next, chunk->begins, (size_t) slices * sizeof *next);
  for (int64_t k = 0; k < chunk->count; k++)
    chunk->entries[next[slice_of (chunk, entries->across, &from[k])]++] = from[k];
}

/* How the entries of a block are divided. */
static void
find_parts (const SeidelEntries *entries, const SeidelEntry *from, SeidelChunk *chunk)
{
  int32_t last = 0;

  chunk->shift = entries->shift;
  chunk->parts = entries->parts;
  if (entries->rows >= 0)
    return;
  for (int64_t k = 0; k < chunk->count; k++)
    last = MAX (last, from[k].row);
  chunk->shift = find_shift (last);
  chunk->parts = (int) (last >> chunk->shift) + 1;
}

bool
seidel_entries_sort (SeidelEntries *entries,
                     const SeidelEntry *from,
                     int64_t count,
                     SeidelChunk *chunk,
                     GError **error)
{
  const size_t entry_bytes = (size_t) count * sizeof *from;
  size_t slices;
  char *memory;

  *chunk = (SeidelChunk){ .count = count };
  find_parts (entries, from, chunk);
  slices = (size_t) chunk->parts * (size_t) entries->across;
  memory = take_memory (entries, entry_bytes + (slices + 1) * sizeof *chunk->begins, error);
  if (memory == NULL)
    return false;
  chunk->entries = (SeidelEntry *) (void *) memory;
  chunk->begins = (uint32_t *) (void *) (memory + entry_bytes);
  find_slices (entries, from, chunk);
  fill_slices (entries, from, chunk);
  return true;
}

void
seidel_entries_append (SeidelEntries *entries, const SeidelChunk *chunk)
{
  if (chunk->count == 0)
    return;
  g_array_append_val (entries->chunks, *chunk);
  entries->count += chunk->count;
  entries->diagonal += chunk->diagonal;
}
