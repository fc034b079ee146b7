/* Numbers degrees of freedom.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-nodes.h"

#include <stdlib.h>

#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"

#define FEWEST ((int64_t) 1 << 12)
#define WHAT   "the nodes of the file"

void
seidel_nodes_init (SeidelNodes *nodes, SeidelSource *source)
{
  *nodes = (SeidelNodes){ .keys = { .size = sizeof (int64_t), .source = source } };
}

void
seidel_nodes_clear (SeidelNodes *nodes)
{
  seidel_growing_clear (&nodes->keys);
  g_clear_pointer (&nodes->table, g_free);
}

static int64_t
nth_key (const SeidelNodes *nodes, int32_t place)
{
  return ((const int64_t *) nodes->keys.data)[place];
}

/* Where in the table a key is, or belongs. */
static int64_t
find_slot (const SeidelNodes *nodes, int64_t key)
{
  int64_t slot = (int64_t) (((uint64_t) key * UINT64_C (0x9e3779b97f4a7c15)) >> 20);

  for (slot &= nodes->size - 1;
       nodes->table[slot] >= 0 && nth_key (nodes, nodes->table[slot]) != key;
       slot = (slot + 1) & (nodes->size - 1))
    ;
  return slot;
}

/* At most half of the table is used. */
static bool
grow (SeidelNodes *nodes, GError **error)
{
  const int64_t size = MAX (2 * nodes->size, FEWEST);
  int32_t *table = seidel_memory_try ((size_t) size * sizeof *table, WHAT, error);

  if (table == NULL)
    return false;
  g_free (nodes->table);
  nodes->table = table;
  nodes->size = size;
  for (int64_t slot = 0; slot < size; slot++)
    table[slot] = -1;
  for (int32_t place = 0; place < nodes->count; place++)
    table[find_slot (nodes, nth_key (nodes, place))] = place;
  return true;
}

bool
seidel_nodes_find (SeidelNodes *nodes,
                   int64_t node,
                   int64_t freedom,
                   int32_t *place,
                   GError **error)
{
  const int64_t key = node << 31 | freedom;
  int64_t slot;

  if (2 * nodes->count >= nodes->size && !grow (nodes, error))
    return false;
  slot = find_slot (nodes, key);
  *place = nodes->table[slot];
  if (*place >= 0)
    return true;
  if (nodes->count == G_MAXINT32)
    return seidel_fail (error, SEIDEL_ERROR_UNSUPPORTED, "%s",
                        seidel_text ("more than 2147483647 degrees of freedom"));
  if (!seidel_growing_reserve (&nodes->keys, nodes->count + 1, G_MAXINT32, error))
    return false;
  *place = (int32_t) nodes->count++;
  ((int64_t *) nodes->keys.data)[*place] = key;
  nodes->table[slot] = *place;
  return true;
}

typedef struct
{
  int64_t key;
  int32_t place;
} Node;

static int
compare_nodes (const void *a, const void *b)
{
  const int64_t one = ((const Node *) a)->key;
  const int64_t other = ((const Node *) b)->key;

  return (one > other) - (one < other);
}

bool
seidel_nodes_sort (SeidelNodes *nodes, SeidelGather *gather, GError **error)
{
  g_autofree Node *order =
    seidel_memory_try (((size_t) nodes->count + 1) * sizeof *order, WHAT, error);
  g_autofree int32_t *rank =
    order != NULL ? seidel_memory_try (((size_t) nodes->count + 1) * sizeof *rank, WHAT, error)
                  : NULL;

  if (rank == NULL)
    return false;
  for (int32_t i = 0; i < nodes->count; i++)
    order[i] = (Node){ nth_key (nodes, i), i };
  qsort (order, (size_t) nodes->count, sizeof *order, compare_nodes);
  for (int32_t i = 0; i < nodes->count; i++)
    rank[order[i].place] = i;
  for (int64_t k = 0; k < gather->count; k++)
    {
      SeidelEntry *entry = seidel_gather_nth (gather, k);

      entry->row = rank[entry->row];
      entry->column = rank[entry->column];
    }
  return true;
}
