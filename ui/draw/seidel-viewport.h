/* Which part of a matrix is shown, and where its cells lie in a picture. Pure arithmetic in
 * doubles.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdint.h>

#include "draw/seidel-text.h"

G_BEGIN_DECLS

/* A matrix and the rectangle that shows it. A plain value. */
typedef struct
{
  int64_t rows;
  int64_t columns;
  SeidelRect area; /* in pixels */
} SeidelPlane;

/* What is shown, independent of the size of the picture: a place in cells (0.0 is the upper or left
 * edge of the first one) that is in the middle, and how much closer it is than the whole
 * matrix. A plain value. */
typedef struct
{
  double row;
  double column;
  double zoom; /* 1: all of it fits */
} SeidelViewport;

/* From cells to pixels. Cells are square unless that would make a very long or very wide matrix a
 * hairline: then it is stretched to a strip that can be seen, until the zoom has made up for it. A
 * plain value. */
typedef struct
{
  SeidelRect area;
  double row; /* at the upper edge of the area */
  double column;
  double row_scale; /* pixels per cell */
  double column_scale;
} SeidelCellMap;

SeidelViewport seidel_viewport_fit (const SeidelPlane *plane);
SeidelCellMap seidel_viewport_map (const SeidelViewport *viewport, const SeidelPlane *plane);

/* All of these return the changed viewport, kept where there is something to see. */
/* What lies at the pixel (x, y) stays there; factor > 1 goes closer. */
SeidelViewport seidel_viewport_zoom (const SeidelViewport *viewport,
                                     const SeidelPlane *plane,
                                     double x,
                                     double y,
                                     double factor);
/* The matrix follows the hand by (dx, dy) pixels. */
SeidelViewport seidel_viewport_pan (const SeidelViewport *viewport,
                                    const SeidelPlane *plane,
                                    double dx,
                                    double dy);
/* Shows this rectangle of pixels as large as it fits. */
SeidelViewport seidel_viewport_box (const SeidelViewport *viewport,
                                    const SeidelPlane *plane,
                                    const SeidelRect *box);
/* The same zoom, moved no more than needed to show a cell. */
SeidelViewport seidel_viewport_reveal (const SeidelViewport *viewport,
                                       const SeidelPlane *plane,
                                       int64_t row,
                                       int64_t column);

static inline double
seidel_cell_map_x (const SeidelCellMap *map, double column)
{
  return map->area.x + (column - map->column) * map->column_scale;
}

static inline double
seidel_cell_map_y (const SeidelCellMap *map, double row)
{
  return map->area.y + (row - map->row) * map->row_scale;
}

static inline double
seidel_cell_map_column (const SeidelCellMap *map, double x)
{
  return map->column + (x - map->area.x) / map->column_scale;
}

static inline double
seidel_cell_map_row (const SeidelCellMap *map, double y)
{
  return map->row + (y - map->area.y) / map->row_scale;
}

/* The rows and columns of which anything is visible, as first … last − 1. */
typedef struct
{
  int64_t first_row;
  int64_t last_row;
  int64_t first_column;
  int64_t last_column;
} SeidelCellRange;

SeidelCellRange seidel_cell_map_range (const SeidelCellMap *map, int64_t rows, int64_t columns);

G_END_DECLS
