/* The entries of a sparsity picture: an image of counts from afar, cells with their values from
 * close by.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sparsity-content.h"

#include <math.h>

#include "draw/seidel-raster.h"
#include "draw/seidel-sparsity-cells.h"
#include "draw/seidel-sparsity-text.h"
#include "draw/seidel-text.h"

#define MOST_VALUES 1000 /* that are drawn again whenever the pointer moves */
#define THREADS     2

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
      {
        const double value = seidel_sparsity_entry_value (picture, k);

        measures[n++] = isnan (value) ? NAN : seidel_value_scale_measure (by_sign, value);
      }
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
      const double alpha = bin >= 0 ? SEIDEL_SPARSITY_BAND * lit_share (raster, lit, bin) : 0.0;
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
  SeidelCellPainter painter = { picture,          &content->map,    theme,
                                &content->levels, &content->values, .snap = pixel_scale };
  cairo_surface_t *image =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) round (area->width * pixel_scale),
                                (int) round (area->height * pixel_scale));
  bool drawn;

  cairo_surface_set_device_scale (image, pixel_scale, pixel_scale);
  painter.cr = cairo_create (image);
  cairo_translate (painter.cr, -area->x, -area->y);
  drawn = seidel_sparsity_draw_cells (&painter, cancellable)
          && cairo_status (painter.cr) == CAIRO_STATUS_SUCCESS;
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
  content->cells = seidel_sparsity_shows_cells (map);
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
  SeidelCellPainter painter = { picture, map, theme, &content->levels, &content->values, .cr = cr };

  if (content->image != NULL)
    draw_image (content, content->image, content->lit != NULL ? SEIDEL_SPARSITY_PALE : 1.0, cr,
                map);
  if (content->lit != NULL)
    draw_image (content, content->lit, 1.0, cr, map);
  if (content->image == NULL)
    seidel_sparsity_draw_cells (&painter, NULL);
}

void
seidel_sparsity_content_draw_values (const SeidelSparsityContent *content,
                                     const SeidelSparsityPicture *picture,
                                     cairo_t *cr,
                                     const SeidelCellMap *map,
                                     const SeidelTheme *theme)
{
  const SeidelCsr *csr = picture->matrix->csr;
  const SeidelCellPainter painter = {
    picture,          map, theme,      &content->levels,
    &content->values, cr,  .snap = 1., .gap = seidel_sparsity_cell_gap (map)
  };
  const SeidelCellRange range = seidel_cell_map_range (map, csr->rows, csr->columns);
  const double digit_width = seidel_sparsity_digit_width (theme);

  if (!content->cells || content->entries > MOST_VALUES
      || MIN (map->row_scale, map->column_scale) < SEIDEL_SPARSITY_VALUE_PIXELS)
    return;
  for (int64_t row = range.first_row; row < range.last_row; row++)
    seidel_sparsity_draw_row_values (&painter, row,
                                     seidel_csr_lower_bound (csr, row, range.first_column),
                                     seidel_csr_lower_bound (csr, row, range.last_column), true,
                                     digit_width);
}
