/* The entries of a sparsity picture: an image of counts from afar, cells with their values from
 * close by.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sparsity-content.h"

#include <math.h>

#include "draw/seidel-raster.h"
#include "draw/seidel-sparsity-text.h"
#include "draw/seidel-text.h"

#define CELL_PIXELS 4.0  /* from here on cells are drawn one by one */
#define GAP_PIXELS  6.0  /* … with a gap between them */
#define GRID_PIXELS 12.0 /* … and lines in the gaps */
#define LINE_HEIGHT 1.5  /* of a value in its cell, in font sizes */
#define FEW_DIGITS  3
#define MOST_VALUES 1000 /* that are drawn again whenever the pointer moves */
#define MOST_CELLS  400000.0
#define THREADS     2
#define PALE        0.3  /* how much is seen of rows that do not stand out */
#define BAND        0.25 /* … and of the band along a row that does */

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
} CellPainter;

static bool
shows_cells (const SeidelCellMap *map)
{
  double cells = map->area.width / map->column_scale * map->area.height / map->row_scale;

  return MIN (map->row_scale, map->column_scale) >= CELL_PIXELS && cells <= MOST_CELLS;
}

static double
find_gap (const SeidelCellMap *map)
{
  return MIN (map->row_scale, map->column_scale) >= GAP_PIXELS ? 1.0 : 0.0;
}

static double
snap_edge (const CellPainter *painter, double edge)
{
  return painter->snap > 0.0 ? round (edge * painter->snap) / painter->snap : edge;
}

static SeidelRect
cell_rect (const CellPainter *painter, int64_t row, int64_t column)
{
  double left = snap_edge (painter, seidel_cell_map_x (painter->map, (double) column));
  double top = snap_edge (painter, seidel_cell_map_y (painter->map, (double) row));
  double right = snap_edge (painter, seidel_cell_map_x (painter->map, (double) column + 1.0));
  double bottom = snap_edge (painter, seidel_cell_map_y (painter->map, (double) row + 1.0));

  return (SeidelRect){ left, top, right - left - painter->gap, bottom - top - painter->gap };
}

static SeidelColor
own_color (const CellPainter *painter, int64_t row)
{
  const SeidelSchedule *schedule = painter->picture->schedule;
  int32_t level;

  if (!seidel_sparsity_picture_by_level (painter->picture))
    return seidel_theme_entry (painter->theme);
  level = schedule->level_of_row[row];
  return seidel_theme_level (painter->theme, seidel_level_scale_position (painter->levels, level));
}

/* Of complex entries the real part has the sign, and the modulus the magnitude. */
static double
value_of (const SeidelSparsityPicture *picture, int64_t entry)
{
  const SeidelMatrix *matrix = picture->matrix;

  return picture->mode == SEIDEL_SPARSITY_SIGN && matrix->parts != NULL
           ? matrix->parts[2 * entry]
           : matrix->csr->values[entry];
}

/* Of an entry of a row; of −1 where values have no colours. */
static SeidelColor
entry_color (const CellPainter *painter, int64_t row, int64_t entry)
{
  const SeidelRowSet *lit = painter->picture->lit;
  const bool by_value = entry >= 0 && seidel_sparsity_picture_by_value (painter->picture);
  const SeidelColor color =
    by_value && isnan (value_of (painter->picture, entry)) ? painter->theme->dim
    : by_value                                             ? seidel_value_scale_color (
                                                    painter->values, painter->theme,
                                                    seidel_value_scale_position (painter->values, (double) seidel_value_scale_measure (
                                                                                                    painter->values->by_sign,
                                                                                                    value_of (painter->picture, entry))))
               : own_color (painter, row);

  if (lit == NULL)
    return color;
  return lit->member[row] ? seidel_theme_lit (painter->theme)
                          : seidel_color_mix (&painter->theme->background, &color, PALE);
}

/* Lines between cells, half a gap off so that they lie in it. */
static void
draw_cell_grid (const CellPainter *painter, const SeidelCellRange *range)
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
draw_value (const CellPainter *painter,
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
draw_zero (const CellPainter *painter, const SeidelRect *rect, const SeidelColor *color)
{
  double line = MIN (1.5, rect->width / 4.0);

  seidel_color_set_source (color, painter->cr);
  cairo_set_line_width (painter->cr, line);
  cairo_rectangle (painter->cr, rect->x + line / 2.0, rect->y + line / 2.0, rect->width - line,
                   rect->height - line);
  cairo_stroke (painter->cr);
}

static void
draw_row_values (const CellPainter *painter,
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

static double
measure_digit (const SeidelTheme *theme)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL };
  double width;

  seidel_text_measure (theme, &style, "0000000000", &width, NULL);
  return width / 10.0;
}

/* In large cells; in those of the height of a line if all values fit, each with a few digits. */
static bool
shows_values (const CellPainter *painter, const SeidelCellRange *range, double digit_width)
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
draw_band (const CellPainter *painter, int64_t row, const SeidelCellRange *range)
{
  const SeidelRowSet *lit = painter->picture->lit;
  SeidelRect first, last;
  SeidelColor color;

  if (lit == NULL || !lit->member[row])
    return;
  first = cell_rect (painter, row, range->first_column);
  last = cell_rect (painter, row, range->last_column - 1);
  color = seidel_theme_lit (painter->theme);
  color.alpha = BAND;
  seidel_color_set_source (&color, painter->cr);
  cairo_rectangle (painter->cr, first.x, first.y, last.x + last.width - first.x, first.height);
  cairo_fill (painter->cr);
}

static void
add_cell (const CellPainter *painter, int64_t row, int64_t entry)
{
  const SeidelCsr *csr = painter->picture->matrix->csr;
  const SeidelRect rect = cell_rect (painter, row, csr->column_indices[entry]);

  if (csr->values[entry] != 0.0)
    cairo_rectangle (painter->cr, rect.x, rect.y, rect.width, rect.height);
}

/* Where a row has one colour its cells are filled together. */
static void
draw_row_cells (const CellPainter *painter, int64_t row, int64_t begin, int64_t end)
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

/* Returns false when cancelled. */
static bool
draw_cells (CellPainter *painter, GCancellable *cancellable)
{
  const SeidelCsr *csr = painter->picture->matrix->csr;
  const SeidelCellMap *map = painter->map;
  SeidelCellRange range = seidel_cell_map_range (map, csr->rows, csr->columns);
  const double scale = MIN (map->row_scale, map->column_scale);
  const double digit_width = measure_digit (painter->theme);
  bool values;

  painter->gap = find_gap (map);
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
        draw_row_values (painter, row, begin, end, false, digit_width);
    }
  return true;
}

/* The scale of the cells in sight. */
static void
init_values_of_cells (SeidelSparsityContent *content, const SeidelSparsityPicture *picture)
{
  const SeidelCsr *csr = picture->matrix->csr;
  const SeidelCellRange range = seidel_cell_map_range (&content->map, csr->rows, csr->columns);
  const bool by_sign = picture->mode == SEIDEL_SPARSITY_SIGN;
  g_autofree float *measures = g_try_new (float, (gsize) MAX (content->entries, 1));
  size_t n = 0;

  for (int64_t row = range.first_row; measures != NULL && row < range.last_row; row++)
    for (int64_t k = seidel_csr_lower_bound (csr, row, range.first_column),
                 end = seidel_csr_lower_bound (csr, row, range.last_column);
         k < end && n < (size_t) content->entries; k++)
      measures[n++] = isnan (value_of (picture, k))
                        ? NAN
                        : seidel_value_scale_measure (by_sign, value_of (picture, k));
  seidel_value_scale_init (&content->values, by_sign, measures, n);
}

static void
count_cells (SeidelSparsityContent *content, const SeidelCsr *csr)
{
  SeidelCellRange range = seidel_cell_map_range (&content->map, csr->rows, csr->columns);

  for (int64_t row = range.first_row; row < range.last_row; row++)
    {
      int64_t begin = seidel_csr_lower_bound (csr, row, range.first_column);
      int64_t end = seidel_csr_lower_bound (csr, row, range.last_column);

      content->entries += end - begin;
      for (int64_t k = begin; k < end; k++)
        {
          content->zeros |= csr->values[k] == 0.0;
          content->nans |= isnan (csr->values[k]) != 0;
        }
    }
  content->densest = content->entries > 0 ? 1.0 : 0.0;
  content->resolved = true;
}

/* What of the rows of a bin stands out: at least a trace of a single one among many. */
static double
lit_share (const SeidelRaster *raster, const SeidelRowSet *lit, int bin)
{
  const int64_t first = raster->rows.starts[bin], last = raster->rows.starts[bin + 1];
  int64_t rows = 0;

  for (int64_t row = first; row < last; row++)
    rows += lit->member[row];
  return rows > 0 ? MAX (0.4, (double) rows / (double) (last - first)) : 0.0;
}

/* A band along each row that stands out, behind its entries: it is seen where they are few. */
static void
paint_bands (cairo_surface_t *image,
             const SeidelRaster *raster,
             const SeidelRowSet *lit,
             const SeidelColor *tone)
{
  const int stride = cairo_image_surface_get_stride (image);
  unsigned char *data = cairo_image_surface_get_data (image);

  cairo_surface_flush (image);
  for (int y = 0; y < raster->rows.pixels; y++)
    {
      const int bin = seidel_raster_axis_bin (&raster->rows, y);
      const double alpha = bin >= 0 ? BAND * lit_share (raster, lit, bin) : 0.0;
      const uint32_t band =
        (uint32_t) (alpha * 255.0) << 24 | (uint32_t) (alpha * tone->red * 255.0) << 16
        | (uint32_t) (alpha * tone->green * 255.0) << 8 | (uint32_t) (alpha * tone->blue * 255.0);
      uint32_t *pixels = (uint32_t *) (data + (size_t) y * stride);

      for (int x = 0; x < raster->columns.pixels && alpha > 0.0; x++)
        if (pixels[x] == 0 && seidel_raster_axis_bin (&raster->columns, x) >= 0)
          pixels[x] = band;
    }
  cairo_surface_mark_dirty (image);
}

/* The entries of the rows that stand out, once more. */
static bool
make_lit (SeidelSparsityContent *content,
          const SeidelSparsityPicture *picture,
          int width,
          int height,
          const SeidelTheme *theme,
          GCancellable *cancellable)
{
  const SeidelColor tone = seidel_theme_lit (theme);
  g_autoptr (SeidelRaster) raster =
    seidel_raster_new (picture->matrix->csr, &content->map, width, height, NULL,
                       picture->lit->member, THREADS, cancellable);

  if (raster == NULL)
    return false;
  content->lit = seidel_raster_paint (raster, theme, NULL, &tone, cancellable);
  if (content->lit != NULL)
    paint_bands (content->lit, raster, picture->lit, &tone);
  return content->lit != NULL;
}

/* The scale of the bins that hold entries. */
static void
init_values_of_bins (SeidelSparsityContent *content, const SeidelRaster *raster, bool by_sign)
{
  const size_t bins = (size_t) raster->rows.bins * raster->columns.bins;

  for (size_t bin = 0; bin < bins; bin++)
    if (raster->counts[bin] == 0)
      raster->levels[bin] = NAN;
  seidel_value_scale_init (&content->values, by_sign, raster->levels, bins);
}

static SeidelRaster *
bin_picture (const SeidelSparsityContent *content,
             const SeidelSparsityPicture *picture,
             int width,
             int height,
             GCancellable *cancellable)
{
  const SeidelMatrix *matrix = picture->matrix;
  const bool by_sign = picture->mode == SEIDEL_SPARSITY_SIGN;
  const bool pairs = by_sign && matrix->parts != NULL;

  if (content->by_value)
    return seidel_raster_new_of_values (matrix->csr, &content->map, width, height,
                                        pairs ? matrix->parts : matrix->csr->values, pairs, by_sign,
                                        THREADS, cancellable);
  return seidel_raster_new (matrix->csr, &content->map, width, height,
                            content->by_level ? picture->schedule->level_of_row : NULL, NULL,
                            THREADS, cancellable);
}

static bool
make_raster (SeidelSparsityContent *content,
             const SeidelSparsityPicture *picture,
             const SeidelTheme *theme,
             double pixel_scale,
             GCancellable *cancellable)
{
  const SeidelRect *area = &content->map.area;
  int width = (int) CLAMP (round (area->width * pixel_scale), 1.0, 32000.0);
  int height = (int) CLAMP (round (area->height * pixel_scale), 1.0, 32000.0);
  g_autoptr (SeidelRaster) raster = bin_picture (content, picture, width, height, cancellable);

  if (raster == NULL)
    return false;
  content->entries = raster->entries;
  content->densest = raster->densest;
  content->resolved = !raster->rows.reduced && !raster->columns.reduced;
  if (content->by_value)
    {
      init_values_of_bins (content, raster, picture->mode == SEIDEL_SPARSITY_SIGN);
      content->image = seidel_raster_paint_values (raster, theme, &content->values, cancellable);
    }
  else
    content->image =
      seidel_raster_paint (raster, theme, content->by_level ? &content->levels : NULL, NULL,
                           cancellable);
  return content->image != NULL
         && (picture->lit == NULL
             || make_lit (content, picture, width, height, theme, cancellable));
}

static bool
paint_cells (SeidelSparsityContent *content,
             const SeidelSparsityPicture *picture,
             const SeidelTheme *theme,
             double pixel_scale,
             GCancellable *cancellable)
{
  const SeidelRect *area = &content->map.area;
  CellPainter painter = { picture,          &content->map,    theme,
                          &content->levels, &content->values, .snap = pixel_scale };
  cairo_surface_t *image =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) round (area->width * pixel_scale),
                                (int) round (area->height * pixel_scale));
  bool drawn;

  cairo_surface_set_device_scale (image, pixel_scale, pixel_scale);
  painter.cr = cairo_create (image);
  cairo_translate (painter.cr, -area->x, -area->y);
  drawn = draw_cells (&painter, cancellable) && cairo_status (painter.cr) == CAIRO_STATUS_SUCCESS;
  cairo_destroy (painter.cr);
  cairo_surface_set_device_scale (image, 1.0, 1.0);
  if (drawn)
    content->image = g_steal_pointer (&image);
  else
    cairo_surface_destroy (image);
  return drawn;
}

/* Cells have the colours of the levels in sight: rows that wait for each other differ. */
static void
init_levels (SeidelSparsityContent *content, const SeidelSparsityPicture *picture)
{
  const SeidelCsr *csr = picture->matrix->csr;
  const SeidelCellRange range = seidel_cell_map_range (&content->map, csr->rows, csr->columns);

  if (content->cells)
    seidel_level_scale_init_rows (&content->levels, picture->schedule, range.first_row,
                                  range.last_row);
  else
    seidel_level_scale_init (&content->levels, picture->schedule);
}

SeidelSparsityContent *
seidel_sparsity_content_new (const SeidelSparsityPicture *picture,
                             const SeidelCellMap *map,
                             const SeidelTheme *theme,
                             double pixel_scale,
                             bool flat,
                             GCancellable *cancellable)
{
  g_autoptr (SeidelSparsityContent) content = g_new0 (SeidelSparsityContent, 1);
  bool made = true;

  content->map = *map;
  content->by_level = seidel_sparsity_picture_by_level (picture);
  content->cells = shows_cells (map);
  if (content->by_level)
    init_levels (content, picture);
  content->by_value = seidel_sparsity_picture_by_value (picture);
  if (content->cells)
    count_cells (content, picture->matrix->csr);
  if (content->cells && content->by_value)
    init_values_of_cells (content, picture);
  if (content->cells && flat)
    made = paint_cells (content, picture, theme, pixel_scale, cancellable);
  else if (!content->cells)
    made = make_raster (content, picture, theme, pixel_scale, cancellable);
  return made ? g_steal_pointer (&content) : NULL;
}

void
seidel_sparsity_content_free (SeidelSparsityContent *content)
{
  g_clear_pointer (&content->image, cairo_surface_destroy);
  g_clear_pointer (&content->lit, cairo_surface_destroy);
  g_free (content);
}

/* An image, moved and stretched from its own map to another one. */
static void
draw_image (const SeidelSparsityContent *content,
            cairo_surface_t *image,
            double alpha,
            cairo_t *cr,
            const SeidelCellMap *map)
{
  const SeidelCellMap *own = &content->map;
  double pixels = cairo_image_surface_get_width (image) / own->area.width;
  double x_ratio = own->column_scale / map->column_scale;
  double y_ratio = own->row_scale / map->row_scale;
  double x0 = (map->column - own->column) * own->column_scale * pixels;
  double y0 = (map->row - own->row) * own->row_scale * pixels;
  cairo_pattern_t *pattern;
  cairo_matrix_t matrix;

  /* Beyond this cairo's fixed-point numbers fail, and an old picture says nothing any more. */
  if (MAX (x_ratio, y_ratio) > 2000.0 || MIN (x_ratio, y_ratio) < 1.0 / 2000.0
      || MAX (fabs (x0), fabs (y0)) > 1e6)
    return;

  pattern = cairo_pattern_create_for_surface (image);
  cairo_matrix_init (&matrix, x_ratio * pixels, 0.0, 0.0, y_ratio * pixels, x0, y0);
  cairo_pattern_set_matrix (pattern, &matrix);
  cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
  cairo_save (cr);
  cairo_translate (cr, map->area.x, map->area.y);
  cairo_set_source (cr, pattern);
  cairo_rectangle (cr, 0.0, 0.0, map->area.width, map->area.height);
  cairo_clip (cr);
  cairo_paint_with_alpha (cr, alpha);
  cairo_restore (cr);
  cairo_pattern_destroy (pattern);
}

void
seidel_sparsity_content_draw (const SeidelSparsityContent *content,
                              const SeidelSparsityPicture *picture,
                              cairo_t *cr,
                              const SeidelCellMap *map,
                              const SeidelTheme *theme)
{
  CellPainter painter = { picture, map, theme, &content->levels, &content->values, .cr = cr };

  if (content->image != NULL)
    draw_image (content, content->image, content->lit != NULL ? PALE : 1.0, cr, map);
  if (content->lit != NULL)
    draw_image (content, content->lit, 1.0, cr, map);
  if (content->image == NULL)
    draw_cells (&painter, NULL);
}

void
seidel_sparsity_content_draw_values (const SeidelSparsityContent *content,
                                     const SeidelSparsityPicture *picture,
                                     cairo_t *cr,
                                     const SeidelCellMap *map,
                                     const SeidelTheme *theme)
{
  const SeidelCsr *csr = picture->matrix->csr;
  const CellPainter painter = { picture,          map, theme,      &content->levels,
                                &content->values, cr,  .snap = 1., .gap = find_gap (map) };
  const SeidelCellRange range = seidel_cell_map_range (map, csr->rows, csr->columns);
  const double digit_width = measure_digit (theme);

  if (!content->cells || content->entries > MOST_VALUES
      || MIN (map->row_scale, map->column_scale) < SEIDEL_SPARSITY_VALUE_PIXELS)
    return;
  for (int64_t row = range.first_row; row < range.last_row; row++)
    draw_row_values (&painter, row, seidel_csr_lower_bound (csr, row, range.first_column),
                     seidel_csr_lower_bound (csr, row, range.last_column), true, digit_width);
}
