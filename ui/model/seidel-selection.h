/* What is selected in the open matrix, for all views of it: some rows, chosen by their numbers or
 * by their levels, the one row under the pointer, and the rows that were visited one by one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-chains.h"
#include "analysis/seidel-row-set.h"
#include "draw/seidel-pick.h"
#include "model/seidel-document.h"

G_BEGIN_DECLS

/* Lives on the main thread. Property:
 *  - document (SeidelDocument or NULL): another one clears the selection.
 *
 * Signals:
 *  - changed (): the selected rows are others;
 *  - pointed (): the row pointed at is another one, or its chains became known;
 *  - visited (): the row visited is another one, or there are others to go to;
 *  - revealed (gint64 row): views are to bring this row into sight. */
#define SEIDEL_TYPE_SELECTION (seidel_selection_get_type ())
G_DECLARE_FINAL_TYPE (SeidelSelection, seidel_selection, SEIDEL, SELECTION, GObject)

SeidelSelection *seidel_selection_new (void);

/* A row from 0, a level from 1. Levels that are not known yet cannot be picked. Without memory
 * nothing is selected. */
void seidel_selection_pick_row (SeidelSelection *self, int64_t row, SeidelPick pick);
void seidel_selection_pick_level (SeidelSelection *self,
                                  SeidelDirection direction,
                                  int32_t level,
                                  SeidelPick pick);
/* Rows that were chosen by something else, by their values say; extending replaces. */
void seidel_selection_pick_set (SeidelSelection *self, SeidelRowSet *rows, SeidelPick pick);
void seidel_selection_clear (SeidelSelection *self);

/* Borrowed; NULL while nothing is selected. */
SeidelRowSet *seidel_selection_get_rows (SeidelSelection *self);
/* The selected rows in each level of a direction; borrowed until the selection changes, NULL while
 * nothing is selected and where there are no levels. */
const int64_t *seidel_selection_get_level_rows (SeidelSelection *self, SeidelDirection direction);
/* "42 of 1,806 rows, 310 entries; levels 12 to 14 of 392", or NULL. Free it with g_free (). */
char *seidel_selection_describe (SeidelSelection *self, SeidelDirection direction);

/* −1: none. */
void seidel_selection_point_at (SeidelSelection *self, int64_t row);
int64_t seidel_selection_get_pointed (SeidelSelection *self);
/* Borrowed. The first request for a direction starts a worker; NULL until it has found them, which
 * the signal “pointed” reports. */
SeidelChains *seidel_selection_get_chains (SeidelSelection *self, SeidelDirection direction);

/* Picks a row, points at it and brings it into sight. A row that is picked alone is visited too.
 * Rows that there are not are ignored. */
void seidel_selection_visit (SeidelSelection *self, int64_t row);
/* The row visited last; −1: none. Putting the matrix into another order keeps it. */
int64_t seidel_selection_get_visited (SeidelSelection *self);
/* Back (step −1) and forward (1) among the rows visited. */
gboolean seidel_selection_can_go (SeidelSelection *self, int step);
void seidel_selection_go (SeidelSelection *self, int step);

G_END_DECLS
