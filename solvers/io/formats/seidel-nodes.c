/* Numbers degrees of freedom.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-nodes.h"

#include "base/seidel-error.h"

void
seidel_nodes_init (SeidelNodes *nodes)
{
  *nodes = (SeidelNodes){ .keys = g_array_new (FALSE, FALSE, sizeof (int64_t)) };
  nodes->places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
}

void
seidel_nodes_clear (SeidelNodes *nodes)
{
  g_clear_pointer (&nodes->places, g_hash_table_unref);
  g_clear_pointer (&nodes->keys, g_array_unref);
}

bool
seidel_nodes_find (SeidelNodes *nodes,
                   int64_t node,
                   int64_t freedom,
                   int32_t *place,
                   GError **error)
{
  const int64_t key = node << 31 | freedom;
  gpointer found;

  if (g_hash_table_lookup_extended (nodes->places, &key, NULL, &found))
    {
      *place = GPOINTER_TO_INT (found);
      return true;
    }
  if (nodes->count == G_MAXINT32)
    {
      g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                           "more than 2147483647 degrees of freedom");
      return false;
    }
  *place = (int32_t) nodes->count++;
  g_array_append_val (nodes->keys, key);
  g_hash_table_insert (nodes->places, g_memdup2 (&key, sizeof key), GINT_TO_POINTER (*place));
  return true;
}

static int
compare_keys (const void *a, const void *b, gpointer data)
{
  const SeidelNodes *nodes = data;
  const int64_t one = g_array_index (nodes->keys, int64_t, *(const int32_t *) a);
  const int64_t other = g_array_index (nodes->keys, int64_t, *(const int32_t *) b);

  return (one > other) - (one < other);
}

void
seidel_nodes_sort (SeidelNodes *nodes, SeidelGather *gather)
{
  g_autofree int32_t *order = g_new (int32_t, (gsize) nodes->count + 1);
  g_autofree int32_t *rank = g_new (int32_t, (gsize) nodes->count + 1);

  for (int32_t i = 0; i < nodes->count; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) nodes->count, sizeof *order, compare_keys, nodes);
  for (int32_t i = 0; i < nodes->count; i++)
    rank[order[i]] = i;
  for (int64_t k = 0; k < gather->count; k++)
    {
      SeidelEntry *entry = seidel_gather_nth (gather, k);

      entry->row = rank[entry->row];
      entry->column = rank[entry->column];
    }
}
