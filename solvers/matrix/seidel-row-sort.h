/* Sorting the entries of one row by column.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* Room to sort a long row, kept from row to row; all zero at first. One for each thread. */
typedef struct
{
  int64_t capacity;
  int32_t *columns;
  double *values;
} SeidelRowSorter;

SEIDEL_API void seidel_row_sorter_clear (SeidelRowSorter *sorter);

/* Sorts n entries; those of one column stay in the order in which they came. False with
 * SEIDEL_ERROR_MEMORY when there is no room to sort a long row, which is then as it was. */
bool seidel_row_sorter_sort (SeidelRowSorter *sorter,
                             int32_t *columns,
                             double *values,
                             int64_t n,
                             GError **error);

/* Sorts n entries and sums those of one column in the order in which they came. What was folded
 * away leaves columns of −1 at the end; returns how many, or −1 with the error above. */
SEIDEL_API int64_t seidel_row_sorter_canonicalize (SeidelRowSorter *sorter,
                                                   int32_t *columns,
                                                   double *values,
                                                   int64_t n,
                                                   GError **error);

G_END_DECLS
