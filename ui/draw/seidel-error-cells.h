/* Cells in the colours of errors, from −1 to 1 of a scale, with their values where there is room.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>

#include "draw/seidel-cells.h"

G_BEGIN_DECLS

#define SEIDEL_ERROR_RANK_ZERO       128
#define SEIDEL_ERROR_RANK_SPAN       126
#define SEIDEL_ERROR_RANK_NOT_FINITE 255

/* The rank of a value for seidel_cells_paint (). */
static inline uint8_t
seidel_error_rank (double value, double scale)
{
  if (!isfinite (value))
    return SEIDEL_ERROR_RANK_NOT_FINITE;
  if (scale <= 0.0)
    return SEIDEL_ERROR_RANK_ZERO;
  return (uint8_t) (SEIDEL_ERROR_RANK_ZERO
                    + lrint (SEIDEL_ERROR_RANK_SPAN * CLAMP (value / scale, -1.0, 1.0)));
}

/* The colours from left to right, a column of pixels each, over the background in the middle. */
void seidel_error_ramp (cairo_t *cr,
                        const SeidelTheme *theme,
                        double x,
                        double y,
                        double width,
                        double height);

/* Paints cells by their ranks; draw is called for each where cells have room for a value. */
void seidel_error_cells_paint (const SeidelCells *cells,
                               const SeidelPlane *plane,
                               cairo_t *cr,
                               SeidelCellRanks ranks,
                               SeidelCellDraw draw,
                               gconstpointer data,
                               const SeidelTheme *theme);
/* A value in its cell, which has the colour of its rank. */
void seidel_error_cell_draw (double value,
                             uint8_t rank,
                             const SeidelRect *cell,
                             cairo_t *cr,
                             const SeidelTheme *theme);

G_END_DECLS
