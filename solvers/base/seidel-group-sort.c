/* Sorting rows by group.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-group-sort.h"

#include <string.h>

#include "base/seidel-poll.h"

/* Where each group begins. */
static void
find_offsets (const SeidelGroups *groups, int64_t *offsets)
{
  offsets[0] = 0;
  if (groups->sizes != NULL)
    memcpy (offsets + 1, groups->sizes, (size_t) groups->n_groups * sizeof *offsets);
  else
    {
      memset (offsets + 1, 0, (size_t) groups->n_groups * sizeof *offsets);
      for (int64_t row = 0; row < groups->n_rows; row++)
        offsets[groups->group_of_row[row]]++;
    }
  for (int32_t group = 0; group < groups->n_groups; group++)
    offsets[group + 1] += offsets[group];
}

bool
seidel_group_sort (const SeidelGroups *groups, int32_t *rows, int64_t *offsets)
{
  find_offsets (groups, offsets);
  for (int64_t row = 0; row < groups->n_rows; row++)
    {
      if (row % SEIDEL_POLL_EVERY == 0 && groups->stopped != NULL && groups->stopped (groups->data))
        return false;
      rows[offsets[groups->group_of_row[row] - 1]++] = (int32_t) row;
    }
  /* Each offset has moved to the end of its group, the start of the next. */
  for (int32_t group = groups->n_groups; group > 0; group--)
    offsets[group] = offsets[group - 1];
  offsets[0] = 0;
  return true;
}
