/* The dependency graph of a sweep that is played: a node for each row, layered by level.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-sweep-picture.h"

G_BEGIN_DECLS

/* The colour of a state, in every picture of a sweep. */
SeidelColor seidel_row_state_color (SeidelRowState state, const SeidelTheme *theme);

/* The colour of a level, 1 … count, in pictures of few levels. */
SeidelColor seidel_level_color (int32_t level, int32_t count, const SeidelTheme *theme);

/* Levels go from left to right; a line leads from a row to each one that depends on it. Those of
 * the rows that are computed now stand out. Rows must be few. */
void seidel_sweep_graph_draw (const SeidelSweepPicture *picture,
                              cairo_t *cr,
                              const SeidelRect *frame,
                              const SeidelTheme *theme);
/* The row whose node is at a point; −1: none. */
int64_t seidel_sweep_graph_row_at (const SeidelSweepPicture *picture,
                                   const SeidelRect *frame,
                                   double x,
                                   double y);

G_END_DECLS
