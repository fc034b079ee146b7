/* Zooming and panning over a matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-viewport.h"

#include <math.h>

#define CLOSEST_CELL 256.0 /* pixels: no zoom goes further, unless all fits at a larger size */
#define STRIP        64.0  /* pixels: a matrix is never thinner */

static double
fit_scale (const SeidelPlane *plane)
{
  double row_scale = plane->area.height / (double) MAX (plane->rows, 1);
  double column_scale = plane->area.width / (double) MAX (plane->columns, 1);

  return MAX (MIN (row_scale, column_scale), 1e-12);
}

static double
clamp_zoom (const SeidelPlane *plane, double zoom)
{
  return CLAMP (zoom, 1.0, MAX (1.0, CLOSEST_CELL / fit_scale (plane)));
}

static double
axis_scale (double scale, int64_t cells, double pixels)
{
  return MAX (scale, MIN (STRIP, pixels) / (double) MAX (cells, 1));
}

static void
scales (const SeidelPlane *plane, double zoom, double *row_scale, double *column_scale)
{
  double scale = fit_scale (plane) * zoom;

  *row_scale = axis_scale (scale, plane->rows, plane->area.height);
  *column_scale = axis_scale (scale, plane->columns, plane->area.width);
}

/* The middle stays on the matrix, so that it cannot get lost. */
static double
clamp_middle (double middle, int64_t cells)
{
  return CLAMP (middle, 0.0, (double) cells);
}

/* Going away, no more void than needed is shown: at the end everything is where fit puts it. */
static double
tuck_middle (double middle, int64_t cells, double visible)
{
  double half = MIN (visible, (double) cells) / 2.0;

  return CLAMP (middle, half, (double) cells - half);
}

SeidelViewport
seidel_viewport_fit (const SeidelPlane *plane)
{
  return (SeidelViewport){ (double) plane->rows / 2.0, (double) plane->columns / 2.0, 1.0 };
}

SeidelCellMap
seidel_viewport_map (const SeidelViewport *viewport, const SeidelPlane *plane)
{
  SeidelCellMap map = { .area = plane->area };

  scales (plane, clamp_zoom (plane, viewport->zoom), &map.row_scale, &map.column_scale);
  map.row = viewport->row - plane->area.height / 2.0 / map.row_scale;
  map.column = viewport->column - plane->area.width / 2.0 / map.column_scale;
  return map;
}

SeidelViewport
seidel_viewport_zoom (const SeidelViewport *viewport,
                      const SeidelPlane *plane,
                      double x,
                      double y,
                      double factor)
{
  SeidelCellMap map = seidel_viewport_map (viewport, plane);
  double row = seidel_cell_map_row (&map, y);
  double column = seidel_cell_map_column (&map, x);
  SeidelViewport zoomed = { .zoom = clamp_zoom (plane, viewport->zoom * factor) };
  double row_scale, column_scale;

  scales (plane, zoomed.zoom, &row_scale, &column_scale);
  zoomed.row = row + (plane->area.y + plane->area.height / 2.0 - y) / row_scale;
  zoomed.column = column + (plane->area.x + plane->area.width / 2.0 - x) / column_scale;
  zoomed.row = clamp_middle (zoomed.row, plane->rows);
  zoomed.column = clamp_middle (zoomed.column, plane->columns);
  if (factor < 1.0)
    {
      zoomed.row = tuck_middle (zoomed.row, plane->rows, plane->area.height / row_scale);
      zoomed.column = tuck_middle (zoomed.column, plane->columns, plane->area.width / column_scale);
    }
  return zoomed;
}

SeidelViewport
seidel_viewport_pan (const SeidelViewport *viewport, const SeidelPlane *plane, double dx, double dy)
{
  SeidelCellMap map = seidel_viewport_map (viewport, plane);
  SeidelViewport panned = *viewport;

  panned.row = clamp_middle (viewport->row - dy / map.row_scale, plane->rows);
  panned.column = clamp_middle (viewport->column - dx / map.column_scale, plane->columns);
  return panned;
}

SeidelViewport
seidel_viewport_box (const SeidelViewport *viewport,
                     const SeidelPlane *plane,
                     const SeidelRect *box)
{
  SeidelCellMap map = seidel_viewport_map (viewport, plane);
  double height = MAX (box->height / map.row_scale, 1.0);
  double width = MAX (box->width / map.column_scale, 1.0);
  double scale = MIN (plane->area.height / height, plane->area.width / width);
  SeidelViewport boxed = { .zoom = clamp_zoom (plane, scale / fit_scale (plane)) };

  boxed.row = clamp_middle (seidel_cell_map_row (&map, box->y + box->height / 2.0), plane->rows);
  boxed.column =
    clamp_middle (seidel_cell_map_column (&map, box->x + box->width / 2.0), plane->columns);
  return boxed;
}

/* How far to move a window of cells so that one cell lies inside it. */
static double
reveal_axis (double first, double visible, double cell)
{
  if (cell < first || visible < 1.0)
    return cell - first;
  if (cell + 1.0 > first + visible)
    return cell + 1.0 - first - visible;
  return 0.0;
}

SeidelViewport
seidel_viewport_reveal (const SeidelViewport *viewport,
                        const SeidelPlane *plane,
                        int64_t row,
                        int64_t column)
{
  SeidelCellMap map = seidel_viewport_map (viewport, plane);
  SeidelViewport moved = *viewport;

  moved.row += reveal_axis (map.row, plane->area.height / map.row_scale, (double) row);
  moved.column += reveal_axis (map.column, plane->area.width / map.column_scale, (double) column);
  return moved;
}

static int64_t
clamp_index (double place, int64_t cells)
{
  return (int64_t) CLAMP (place, 0.0, (double) cells);
}

SeidelCellRange
seidel_cell_map_range (const SeidelCellMap *map, int64_t rows, int64_t columns)
{
  double bottom = seidel_cell_map_row (map, map->area.y + map->area.height);
  double right = seidel_cell_map_column (map, map->area.x + map->area.width);

  /* Less than a millionth of a cell is rounding, not a cell that shows. */
  return (SeidelCellRange){
    clamp_index (floor (map->row + 1e-6), rows),
    clamp_index (ceil (bottom - 1e-6), rows),
    clamp_index (floor (map->column + 1e-6), columns),
    clamp_index (ceil (right - 1e-6), columns),
  };
}
