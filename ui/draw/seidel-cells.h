/* The rows of a matrix as cells, line by line: on the grid that they are the points of or, without
 * one, in lines somewhat longer than there are of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-theme.h"
#include "draw/seidel-viewport.h"
#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* Where each row is. Cells are in the natural order of the matrix, in which grids have their lines.
 */
typedef struct
{
  int64_t rows;
  int64_t line;            /* cells in a line */
  bool grid;               /* lines are those of a grid */
  int32_t *row_of_cell;    /* owned; NULL: cell and row have the same number */
  int32_t *cell_of_row;    /* borrowed from the matrix; likewise */
  SeidelViewport viewport; /* the zero value shows everything */
} SeidelCells;

/* line: what seidel_grid_line () says of the matrix in its natural order. The matrix must outlive
 * the cells. False without memory. */
bool seidel_cells_init (SeidelCells *cells, const SeidelMatrix *matrix, int64_t line);
void seidel_cells_clear (SeidelCells *cells);

static inline int64_t
seidel_cells_row (const SeidelCells *cells, int64_t cell)
{
  return cells->row_of_cell != NULL ? cells->row_of_cell[cell] : cell;
}

static inline int64_t
seidel_cells_cell (const SeidelCells *cells, int64_t row)
{
  return cells->row_of_cell != NULL ? cells->cell_of_row[row] : row;
}

/* The plane of all lines in an area, and where its cells are. */
SeidelPlane seidel_cells_plane (const SeidelCells *cells, const SeidelRect *area);
SeidelCellMap seidel_cells_map (const SeidelCells *cells, const SeidelPlane *plane);
/* The row of the cell at a point; −1: none. */
int64_t
seidel_cells_row_at (const SeidelCells *cells, const SeidelPlane *plane, double x, double y);

/* The rows of neighbouring cells in a line. */
typedef struct
{
  const int32_t *rows; /* NULL: first, first + 1, … */
  int64_t first;
  int64_t n;
} SeidelCellRows;

static inline int64_t
seidel_cell_row (const SeidelCellRows *cells, int64_t i)
{
  return cells->rows != NULL ? cells->rows[i] : cells->first + i;
}

/* Finds which colours n rows have, as indices above 0; 0: the row is not painted. */
typedef void (*SeidelCellRanks) (gconstpointer data, const SeidelCellRows *rows, uint8_t *ranks);

/* Paints the cells that are seen, pixel by pixel, so that a million take a few milliseconds. Of
 * several rows in a pixel the one of the highest rank is shown. */
void seidel_cells_paint (const SeidelCells *cells,
                         const SeidelPlane *plane,
                         cairo_t *cr,
                         SeidelCellRanks ranks,
                         gconstpointer data,
                         const SeidelColor colors[256]);

/* Calls draw for each cell that is seen, with its rectangle: for what is in cells large enough. */
typedef void (*SeidelCellDraw) (gconstpointer data,
                                int64_t row,
                                const SeidelRect *cell,
                                cairo_t *cr,
                                const SeidelTheme *theme);
void seidel_cells_draw_each (const SeidelCells *cells,
                             const SeidelPlane *plane,
                             cairo_t *cr,
                             SeidelCellDraw draw,
                             gconstpointer data,
                             const SeidelTheme *theme);

/* A number about a point, with as many digits as the width has room for; nothing without room. */
void seidel_cells_draw_number (cairo_t *cr,
                               double value,
                               double x,
                               double y,
                               double width,
                               bool bold,
                               const SeidelColor *color,
                               const SeidelTheme *theme);

/* The same in letters as high as given, in pixels, where they have room; never smaller than those
 * above. */
void seidel_cells_draw_number_high (cairo_t *cr,
                                    double value,
                                    double x,
                                    double y,
                                    double width,
                                    double high,
                                    bool bold,
                                    const SeidelColor *color,
                                    const SeidelTheme *theme);

/* The height of the letters in a cell: a third of it. */
static inline double
seidel_cells_letter_height (double cell)
{
  return cell / 3.0;
}

/* Marks the selected rows: a frame around large cells, a veil over small ones. member has a nonzero
 * byte for each selected row. */
void seidel_cells_draw_selected (const SeidelCells *cells,
                                 const SeidelPlane *plane,
                                 cairo_t *cr,
                                 const uint8_t *member,
                                 const SeidelTheme *theme);
/* Frames the cell of a row, outside of the frame of a selected one. */
void seidel_cells_draw_frame (const SeidelCells *cells,
                              const SeidelPlane *plane,
                              cairo_t *cr,
                              int64_t row,
                              const SeidelColor *color);

G_END_DECLS
