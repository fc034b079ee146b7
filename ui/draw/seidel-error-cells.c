/* Cells in the colours of errors.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-error-cells.h"

/* Sizes of cells that have room for a value, in those of the font. */
#define VALUE_WIDTH  2.4
#define VALUE_HEIGHT 1.3

static SeidelColor
color_of (double position, const SeidelTheme *theme)
{
  const SeidelColor end = seidel_theme_series (theme, position < 0.0 ? 0 : 1);

  return seidel_color_mix (&theme->background, &end, MIN (fabs (position), 1.0));
}

static SeidelColor
color_of_rank (int rank, const SeidelTheme *theme)
{
  if (rank == SEIDEL_ERROR_RANK_NOT_FINITE)
    return theme->dim;
  return color_of ((double) (rank - SEIDEL_ERROR_RANK_ZERO) / SEIDEL_ERROR_RANK_SPAN, theme);
}

void
seidel_error_ramp (cairo_t *cr,
                   const SeidelTheme *theme,
                   double x,
                   double y,
                   double width,
                   double height)
{
  for (int i = 0; i < (int) width; i++)
    {
      const SeidelColor color = color_of (2.0 * i / (width - 1.0) - 1.0, theme);

      seidel_color_set_source (&color, cr);
      cairo_rectangle (cr, x + i, y, 1.0, height);
      cairo_fill (cr);
    }
}

void
seidel_error_cells_paint (const SeidelCells *cells,
                          const SeidelPlane *plane,
                          cairo_t *cr,
                          SeidelCellRanks ranks,
                          SeidelCellDraw draw,
                          gconstpointer data,
                          const SeidelTheme *theme)
{
  const SeidelCellMap map = seidel_cells_map (cells, plane);
  SeidelColor colors[256] = { 0 };

  for (int i = 1; i < 256; i++)
    colors[i] = color_of_rank (i, theme);
  cairo_save (cr);
  cairo_rectangle (cr, plane->area.x, plane->area.y, plane->area.width, plane->area.height);
  cairo_clip (cr);
  seidel_cells_paint (cells, plane, cr, ranks, data, colors);
  if (map.column_scale >= VALUE_WIDTH * theme->font_size
      && map.row_scale >= VALUE_HEIGHT * theme->font_size)
    seidel_cells_draw_each (cells, plane, cr, draw, data, theme);
  cairo_restore (cr);
}

void
seidel_error_cell_draw (double value,
                        uint8_t rank,
                        const SeidelRect *cell,
                        cairo_t *cr,
                        const SeidelTheme *theme)
{
  const SeidelColor fill = color_of_rank (rank, theme);
  const SeidelColor ink = seidel_color_readable_on (&fill);

  seidel_cells_draw_number (cr, value, cell->x + 0.5 * cell->width, cell->y + 0.5 * cell->height,
                            cell->width - 4.0, false, &ink, theme);
}
