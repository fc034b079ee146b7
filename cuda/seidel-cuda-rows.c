/* The entries that the rows of a sweep depend on: see seidel-cuda-rows.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "seidel-cuda-rows.h"

/* One more than the highest level that a row depends on. */
static int32_t
find_level (const SeidelCsrView *A, bool forward, const SeidelOwn *own, const int32_t *level)
{
  int32_t found = 1;

  for (int32_t e = 0; e < own->length; e++)
    {
      const int32_t needed = level[A->column_indices[forward ? own->first + e : own->first - e]];

      found = found > needed ? found : needed + 1;
    }
  return found;
}

int32_t
seidel_own_entries (const SeidelCsrView *A,
                    bool forward,
                    const SeidelLevelsView *given,
                    SeidelOwn *own,
                    int32_t *level)
{
  int32_t most = 0;

  for (int64_t i = 0; i < A->rows; i++)
    {
      const int64_t row = forward ? i : A->rows - 1 - i;
      const int64_t end = A->row_offsets[row + 1];
      int64_t k = A->row_offsets[row];

      while (A->column_indices[k] < row)
        k++;
      own[row] = forward ? (SeidelOwn){ A->row_offsets[row], (int32_t) (k - A->row_offsets[row]) }
                         : (SeidelOwn){ end - 1, (int32_t) (end - 1 - k) };
      level[row] =
        given != NULL ? given->level_of_row[row] : find_level (A, forward, &own[row], level);
      most = most > level[row] ? most : level[row];
    }
  return most;
}

int64_t
seidel_fair_slices (const SeidelOwn *own,
                    const int32_t *rows,
                    int32_t first,
                    int32_t end,
                    int warps,
                    int entries)
{
  const int64_t at_once = (int64_t) warps * SEIDEL_SLICE_LANES * entries;
  int64_t sum = 0;

  for (int32_t i = first; i < end; i++)
    sum += own[rows[i]].length;
  return sum > at_once ? (sum + at_once - 1) / at_once : 1;
}

SeidelGroup
seidel_next_group (const SeidelOwn *own,
                   const int32_t *rows,
                   int32_t first,
                   int32_t end,
                   int64_t fair,
                   int entries)
{
  const int32_t length = own[rows[first]].length;
  SeidelGroup group = { first, 0, 1, 1 };

  while (group.lanes < SEIDEL_SLICE_LANES && (int64_t) group.lanes * entries * fair < length)
    group.lanes *= 2;
  group.count = SEIDEL_SLICE_LANES / group.lanes;
  if (group.count > end - first)
    group.count = end - first;
  if (length > group.lanes * entries)
    group.slices = (length + group.lanes * entries - 1) / (group.lanes * entries);
  return group;
}

int32_t
seidel_count_levels (const SeidelCsrView *matrix, SeidelDirection direction)
{
  const size_t n = (size_t) matrix->rows;
  SeidelOwn *own = (SeidelOwn *) malloc ((n + 1) * sizeof *own);
  int32_t *level = (int32_t *) malloc ((n + 1) * sizeof *level);
  int32_t count = 0;

  if (own != NULL && level != NULL)
    count = seidel_own_entries (matrix, direction == SEIDEL_DIRECTION_FORWARD, NULL, own, level);
  free (own);
  free (level);
  return count;
}
