/* Sorting rows by the group that they belong to: a level, a colour. Plain C: no GLib.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The rows, and the group 1 … n_groups of each. */
typedef struct
{
  int64_t n_rows;
  int32_t n_groups;
  const int32_t *group_of_row;
  const int64_t *sizes; /* rows of each group; NULL: they are counted */
  /* Polled now and then: true ends the work. May be NULL. */
  bool (*stopped) (void *data);
  void *data;
} SeidelGroups;

/* Fills rows with 0 … n_rows − 1 by group, in their own order within a group: a counting sort.
 * offsets has n_groups + 1 elements: group g begins at rows[offsets[g − 1]]. Both are incomplete if
 * it returns false, when it was stopped. */
bool seidel_group_sort (const SeidelGroups *groups, int32_t *rows, int64_t *offsets);
