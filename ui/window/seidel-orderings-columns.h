/* The columns of the table of orderings: their heads, and their texts of an ordering.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-ordering-comparison.h"

G_BEGIN_DECLS

/* What the columns show. */
typedef struct
{
  SeidelOrderingResult result;
  SeidelComparison comparison;
} SeidelOrderingRow;

typedef struct
{
  const char *head;
  const char *tooltip;                          /* what the head means */
  char *(*text) (const SeidelOrderingRow *row); /* free with g_free () */
} SeidelOrderingColumn;

#define SEIDEL_N_ORDERING_COLUMNS 10
extern const SeidelOrderingColumn seidel_ordering_columns[SEIDEL_N_ORDERING_COLUMNS];

G_END_DECLS
