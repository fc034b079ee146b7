/* The cells of a sparsity picture, drawn one by one, with their values where there is room.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sparsity-cells.h"

#include <math.h>

#include "draw/seidel-sparsity-content.h"
#include "draw/seidel-sparsity-text.h"
#include "draw/seidel-text.h"

#define CELL_PIXELS 4.0  /* from here on cells are drawn one by one */
#define GAP_PIXELS  6.0  /* … with a gap between them */
#define GRID_PIXELS 12.0 /* … and lines in the gaps */
#define LINE_HEIGHT 1.5  /* of a value in its cell, in font sizes */
#define FEW_DIGITS  3
#define MOST_CELLS  400000.0

bool
seidel_sparsity_shows_cells (const SeidelCellMap *map)
{
  double cells = map->area.width / map->column_scale * map->area.height / map->row_scale;

  return MIN (map->row_scale, map->column_scale) >= CELL_PIXELS && cells <= MOST_CELLS;
}

double
seidel_sparsity_cell_gap (const SeidelCellMap *map)
{
  return MIN (map->row_scale, map->column_scale) >= GAP_PIXELS ? 1.0 : 0.0;
}

static double
snap_edge (const SeidelCellPainter *painter, double edge)
{
  return painter->snap > 0.0 ? round (edge * painter->snap) / painter->snap : edge;
}

static SeidelRect
cell_rect (const SeidelCellPainter *painter, int64_t row, int64_t column)
{
  double left = snap_edge (painter, seidel_cell_map_x (painter->map, (double) column));
  double top = snap_edge (painter, seidel_cell_map_y (painter->map, (double) row));
  double right = snap_edge (painter, seidel_cell_map_x (painter->map, (double) column + 1.0));
  double bottom = snap_edge (painter, seidel_cell_map_y (painter->map, (double) row + 1.0));

  return (SeidelRect){ left, top, right - left - painter->gap, bottom - top - painter->gap };
}

static SeidelColor
own_color (const SeidelCellPainter *painter, int64_t row)
{
  const SeidelSchedule *schedule = painter->picture->schedule;
  int32_t level;

  if (!seidel_sparsity_picture_by_level (painter->picture))
    return seidel_theme_entry (painter->theme);
  level = schedule->level_of_row[row];
  return seidel_theme_level (painter->theme, seidel_level_scale_position (painter->levels, level));
}

/* Of complex entries the real part has the sign, and the modulus the magnitude. */
double
seidel_sparsity_entry_value (const SeidelSparsityPicture *picture, int64_t entry)
{
  const SeidelMatrix *matrix = picture->matrix;

  return picture->mode == SEIDEL_SPARSITY_SIGN && matrix->parts != NULL
           ? matrix->parts[2 * entry]
           : matrix->csr->values[entry];
}

/* Of an entry of a row; of −1 where values have no colours. */
static SeidelColor
entry_color (const SeidelCellPainter *painter, int64_t row, int64_t entry)
{
  const SeidelRowSet *lit = painter->picture->lit;
  const bool by_value = entry >= 0 && seidel_sparsity_picture_by_value (painter->picture);
  const double value = by_value ? seidel_sparsity_entry_value (painter->picture, entry) : 0.0;
  const double measure = (double) seidel_value_scale_measure (painter->values->by_sign, value);
  const SeidelColor color =
    !by_value ? own_color (painter, row)
    : isnan (value)
      ? painter->theme->dim
      : seidel_value_scale_color (painter->values, painter->theme,
                                  seidel_value_scale_position (painter->values, measure));

  if (lit == NULL)
    return color;
  return lit->member[row]
           ? seidel_theme_lit (painter->theme)
           : seidel_color_mix (&painter->theme->background, &color, SEIDEL_SPARSITY_PALE);
}

/* Lines between cells, half a gap off so that they lie in it. */
static void
draw_cell_grid (const SeidelCellPainter *painter, const SeidelCellRange *range)
{
  cairo_t *cr = painter->cr;
  const SeidelCellMap *map = painter->map;
  double half = painter->gap / 2.0;
  double left = seidel_cell_map_x (map, (double) range->first_column);
  double right = seidel_cell_map_x (map, (double) range->last_column);
  double top = seidel_cell_map_y (map, (double) range->first_row);
  double bottom = seidel_cell_map_y (map, (double) range->last_row);

  seidel_color_set_source (&painter->theme->grid, cr);
  cairo_set_line_width (cr, painter->gap);
  for (int64_t column = range->first_column + 1; column < range->last_column; column++)
    {
      double x = snap_edge (painter, seidel_cell_map_x (map, (double) column)) - half;

      cairo_move_to (cr, x, top);
      cairo_line_to (cr, x, bottom);
    }
  for (int64_t row = range->first_row + 1; row < range->last_row; row++)
    {
      double y = snap_edge (painter, seidel_cell_map_y (map, (double) row)) - half;

      cairo_move_to (cr, left, y);
      cairo_line_to (cr, right, y);
    }
  cairo_stroke (cr);
}

static int
room_for (double width, double digit_width)
{
  return (int) ((width - 4.0) / digit_width);
}

/* The value, with as many digits as the cell has room for; on a patch of the cell's colour, where
 * there is one, which covers what was drawn over it. */
static void
draw_value (const SeidelCellPainter *painter,
            const SeidelRect *rect,
            int64_t entry,
            const SeidelColor *color,
            const SeidelColor *patch,
            double digit_width)
{
  SeidelTextStyle style = {
    .size = SEIDEL_TEXT_SMALL, .color = color, .anchor_x = 0.5, .anchor_y = 0.5
  };
  int room = room_for (rect->width, digit_width);

  for (int digits = 6; digits > 0; digits--)
    {
      g_autofree char *text =
        seidel_sparsity_picture_describe_value (painter->picture, entry, digits);
      double width, height;

      if (g_utf8_strlen (text, -1) <= room)
        {
          style.size = seidel_text_fit (painter->theme, &style, text, 0.9 * rect->width - 2.0,
                                        rect->height / 3.0);
          seidel_text_measure (painter->theme, &style, text, &width, &height);
          if (patch != NULL)
            {
              seidel_color_set_source (patch, painter->cr);
              cairo_rectangle (painter->cr, rect->x + (rect->width - width) / 2.0 - 1.0,
                               rect->y + (rect->height - height) / 2.0, width + 2.0, height);
              cairo_fill (painter->cr);
            }
          seidel_text_draw (painter->cr, painter->theme, &style, text, rect->x + rect->width / 2.0,
                            rect->y + rect->height / 2.0);
          return;
        }
    }
}

/* A stored zero is an outline: there, but empty. */
static void
draw_zero (const SeidelCellPainter *painter, const SeidelRect *rect, const SeidelColor *color)
{
  double line = MIN (1.5, rect->width / 4.0);

  seidel_color_set_source (color, painter->cr);
  cairo_set_line_width (painter->cr, line);
  cairo_rectangle (painter->cr, rect->x + line / 2.0, rect->y + line / 2.0, rect->width - line,
                   rect->height - line);
  cairo_stroke (painter->cr);
}

void
seidel_sparsity_draw_row_values (const SeidelCellPainter *painter,
                                 int64_t row,
                                 int64_t begin,
                                 int64_t end,
                                 bool patched,
                                 double digit_width)
{
  const SeidelCsr *csr = painter->picture->matrix->csr;

  for (int64_t k = begin; k < end; k++)
    {
      const SeidelRect rect = cell_rect (painter, row, csr->column_indices[k]);
      const SeidelColor color = entry_color (painter, row, k);
      const SeidelColor text = seidel_color_readable_on (&color);
      const bool zero = csr->values[k] == 0.0;

      draw_value (painter, &rect, k, zero ? &painter->theme->foreground : &text,
                  patched && !zero ? &color : NULL, digit_width);
    }
}

double
seidel_sparsity_digit_width (const SeidelTheme *theme)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL };
  double width;

  seidel_text_measure (theme, &style, "0000000000", &width, NULL);
  return width / 10.0;
}

/* In large cells; in those of the height of a line if all values fit, each with a few digits. */
static bool
shows_values (const SeidelCellPainter *painter, const SeidelCellRange *range, double digit_width)
{
  const SeidelCsr *csr = painter->picture->matrix->csr;
  const SeidelCellMap *map = painter->map;
  const double scale = MIN (map->row_scale, map->column_scale);
  const int room = room_for (map->column_scale - painter->gap, digit_width);

  if (scale >= SEIDEL_SPARSITY_VALUE_PIXELS || scale < LINE_HEIGHT * painter->theme->font_size)
    return scale >= SEIDEL_SPARSITY_VALUE_PIXELS;
  for (int64_t row = range->first_row; row < range->last_row; row++)
    for (int64_t k = seidel_csr_lower_bound (csr, row, range->first_column);
         k < csr->row_offsets[row + 1] && csr->column_indices[k] < range->last_column; k++)
      {
        g_autofree char *text =
          seidel_sparsity_picture_describe_value (painter->picture, k, FEW_DIGITS);

        if (g_utf8_strlen (text, -1) > room)
          return false;
      }
  return true;
}

/* The same band where cells are drawn. */
static void
draw_band (const SeidelCellPainter *painter, int64_t row, const SeidelCellRange *range)
{
  const SeidelRowSet *lit = painter->picture->lit;
  SeidelRect first, last;
  SeidelColor color;

  if (lit == NULL || !lit->member[row])
    return;
  first = cell_rect (painter, row, range->first_column);
  last = cell_rect (painter, row, range->last_column - 1);
  color = seidel_theme_lit (painter->theme);
  color.alpha = SEIDEL_SPARSITY_BAND;
  seidel_color_set_source (&color, painter->cr);
  cairo_rectangle (painter->cr, first.x, first.y, last.x + last.width - first.x, first.height);
  cairo_fill (painter->cr);
}

static void
add_cell (const SeidelCellPainter *painter, int64_t row, int64_t entry)
{
  const SeidelCsr *csr = painter->picture->matrix->csr;
  const SeidelRect rect = cell_rect (painter, row, csr->column_indices[entry]);

  if (csr->values[entry] != 0.0)
    cairo_rectangle (painter->cr, rect.x, rect.y, rect.width, rect.height);
}

/* Where a row has one colour its cells are filled together. */
static void
draw_row_cells (const SeidelCellPainter *painter, int64_t row, int64_t begin, int64_t end)
{
  const SeidelCsr *csr = painter->picture->matrix->csr;
  const bool by_value = seidel_sparsity_picture_by_value (painter->picture);
  SeidelColor color = entry_color (painter, row, -1);

  for (int64_t k = begin; k < end; k++)
    {
      add_cell (painter, row, k);
      if (!by_value && k + 1 < end)
        continue;
      if (by_value)
        color = entry_color (painter, row, k);
      seidel_color_set_source (&color, painter->cr);
      cairo_fill (painter->cr);
    }
  for (int64_t k = begin; k < end; k++)
    {
      SeidelRect rect = cell_rect (painter, row, csr->column_indices[k]);

      if (csr->values[k] == 0.0)
        {
          color = entry_color (painter, row, k);
          draw_zero (painter, &rect, &color);
        }
    }
}

bool
seidel_sparsity_draw_cells (SeidelCellPainter *painter, GCancellable *cancellable)
{
  const SeidelCsr *csr = painter->picture->matrix->csr;
  const SeidelCellMap *map = painter->map;
  SeidelCellRange range = seidel_cell_map_range (map, csr->rows, csr->columns);
  const double scale = MIN (map->row_scale, map->column_scale);
  const double digit_width = seidel_sparsity_digit_width (painter->theme);
  bool values;

  painter->gap = seidel_sparsity_cell_gap (map);
  values = shows_values (painter, &range, digit_width);
  if (scale >= GRID_PIXELS)
    draw_cell_grid (painter, &range);
  for (int64_t row = range.first_row; row < range.last_row; row++)
    {
      int64_t begin = seidel_csr_lower_bound (csr, row, range.first_column);
      int64_t end = seidel_csr_lower_bound (csr, row, range.last_column);

      if (g_cancellable_is_cancelled (cancellable))
        return false;
      draw_band (painter, row, &range);
      draw_row_cells (painter, row, begin, end);
      if (values)
        seidel_sparsity_draw_row_values (painter, row, begin, end, false, digit_width);
    }
  return true;
}
