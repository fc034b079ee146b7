/* Drawing the cells of a sparsity picture one by one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-level-scale.h"
#include "draw/seidel-sparsity-picture.h"
#include "draw/seidel-value-scale.h"

G_BEGIN_DECLS

#define SEIDEL_SPARSITY_PALE 0.3  /* how much is seen of rows that do not stand out */
#define SEIDEL_SPARSITY_BAND 0.25 /* … and of the band along a row that does */

/* Drawing of single cells: what every step needs. */
typedef struct
{
  const SeidelSparsityPicture *picture;
  const SeidelCellMap *map;
  const SeidelTheme *theme;
  const SeidelLevelScale *levels;
  const SeidelValueScale *values;
  cairo_t *cr;
  double snap; /* pixels per unit to which edges are rounded; 0: not at all */
  double gap;
} SeidelCellPainter;

/* Whether cells are drawn one by one: they are large, and not too many. */
bool seidel_sparsity_shows_cells (const SeidelCellMap *map);

/* Between cells. */
double seidel_sparsity_cell_gap (const SeidelCellMap *map);

/* Of an entry, as it is coloured. */
double seidel_sparsity_entry_value (const SeidelSparsityPicture *picture, int64_t entry);

/* The mean width of a digit of a value. */
double seidel_sparsity_digit_width (const SeidelTheme *theme);

/* The values of entries begin to end of a row; patched: each on a patch that covers what was drawn
 * over its cell. */
void seidel_sparsity_draw_row_values (const SeidelCellPainter *painter,
                                      int64_t row,
                                      int64_t begin,
                                      int64_t end,
                                      bool patched,
                                      double digit_width);

/* All cells in sight, with bands, grid and values. Returns false when cancelled. */
bool seidel_sparsity_draw_cells (SeidelCellPainter *painter, GCancellable *cancellable);

G_END_DECLS
