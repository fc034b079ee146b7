/* Sets of rows, a byte for each row: a million of them are gone through in less than a millisecond,
 * and a reader needs no search.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-row-set.h"

#include "base/seidel-memory.h"

static SeidelRowSet *
new_set (int64_t rows, GError **error)
{
  SeidelRowSet *set = g_new0 (SeidelRowSet, 1);

  g_atomic_ref_count_init (&set->references);
  set->rows = rows;
  set->member = seidel_memory_try0 ((size_t) MAX (rows, 1), "the selected rows", error);
  if (set->member == NULL)
    g_clear_pointer (&set, seidel_row_set_unref);
  return set;
}

SeidelRowSet *
seidel_row_set_new (int64_t rows, int64_t first, int64_t last, GError **error)
{
  SeidelRowSet *set = new_set (rows, error);

  if (set == NULL)
    return NULL;
  for (int64_t row = MAX (first, 0); row <= MIN (last, rows - 1); row++)
    set->member[row] = 1;
  set->count = MAX (MIN (last, rows - 1) - MAX (first, 0) + 1, 0);
  return set;
}

SeidelRowSet *
seidel_row_set_new_of_levels (const SeidelSchedule *schedule,
                              int32_t first,
                              int32_t last,
                              GError **error)
{
  SeidelRowSet *set = new_set (schedule->rows, error);

  if (set == NULL)
    return NULL;
  for (int64_t row = 0; row < schedule->rows; row++)
    {
      set->member[row] =
        schedule->level_of_row[row] >= first && schedule->level_of_row[row] <= last;
      set->count += set->member[row];
    }
  return set;
}

SeidelRowSet *
seidel_row_set_new_take (int64_t rows, uint8_t *member)
{
  SeidelRowSet *set = g_new0 (SeidelRowSet, 1);

  g_atomic_ref_count_init (&set->references);
  set->rows = rows;
  set->member = member;
  for (int64_t row = 0; row < rows; row++)
    {
      member[row] = member[row] != 0;
      set->count += member[row];
    }
  return set;
}

SeidelRowSet *
seidel_row_set_toggle (const SeidelRowSet *set, const SeidelRowSet *other, GError **error)
{
  SeidelRowSet *result;
  bool within = true;

  g_return_val_if_fail (set->rows == other->rows, NULL);

  result = new_set (set->rows, error);
  if (result == NULL)
    return NULL;
  for (int64_t row = 0; row < set->rows; row++)
    within &= other->member[row] <= set->member[row];
  for (int64_t row = 0; row < set->rows; row++)
    {
      result->member[row] =
        within ? set->member[row] & !other->member[row] : set->member[row] | other->member[row];
      result->count += result->member[row];
    }
  return result;
}

SeidelRowSet *
seidel_row_set_ref (SeidelRowSet *set)
{
  g_atomic_ref_count_inc (&set->references);
  return set;
}

void
seidel_row_set_unref (SeidelRowSet *set)
{
  if (!g_atomic_ref_count_dec (&set->references))
    return;
  g_free (set->member);
  g_free (set);
}

int64_t *
seidel_row_set_count_levels (const SeidelRowSet *set,
                             const SeidelSchedule *schedule,
                             GError **error)
{
  int64_t *counts;

  g_return_val_if_fail (set->rows == schedule->rows, NULL);

  counts = seidel_memory_try0 ((size_t) MAX (schedule->count, 1) * sizeof *counts,
                               "the selected rows of each level", error);
  for (int64_t row = 0; row < set->rows && counts != NULL; row++)
    if (set->member[row])
      counts[schedule->level_of_row[row] - 1]++;
  return counts;
}

int64_t
seidel_row_set_entries (const SeidelRowSet *set, const SeidelCsr *csr)
{
  int64_t entries = 0;

  g_return_val_if_fail (set->rows == csr->rows, 0);

  for (int64_t row = 0; row < set->rows; row++)
    if (set->member[row])
      entries += csr->row_offsets[row + 1] - csr->row_offsets[row];
  return entries;
}
