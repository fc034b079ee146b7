/* The cells of rows: where they are, and an image of them, pixel by pixel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-cells.h"

#include <math.h>
#include <string.h>

#include "base/seidel-format.h"

#define GAP_PIXELS       5.0  /* cells of this size have a gap between them */
#define FRAME_PIXELS     8.0  /* … and of this size room for a frame */
#define SMALLEST_LETTERS 0.75 /* of the usual ones of a number */

bool
seidel_cells_init (SeidelCells *cells, const SeidelMatrix *matrix, int64_t line)
{
  const int64_t rows = matrix->csr->rows;

  *cells = (SeidelCells){ .rows = rows, .grid = line > 0 };
  /* Somewhat wider than high, as windows are. */
  cells->line = line > 0 ? line : MAX ((int64_t) ceil (sqrt (1.6 * (double) rows)), 1);
  if (matrix->permutation == NULL || !cells->grid)
    return true;
  cells->cell_of_row = matrix->permutation;
  cells->row_of_cell = g_try_new (int32_t, MAX (rows, 1));
  for (int64_t row = 0; row < rows && cells->row_of_cell != NULL; row++)
    cells->row_of_cell[matrix->permutation[row]] = (int32_t) row;
  return cells->row_of_cell != NULL;
}

void
seidel_cells_clear (SeidelCells *cells)
{
  g_clear_pointer (&cells->row_of_cell, g_free);
}

SeidelPlane
seidel_cells_plane (const SeidelCells *cells, const SeidelRect *area)
{
  return (SeidelPlane){ (cells->rows + cells->line - 1) / cells->line,
                        cells->line,
                        { area->x, area->y, MAX (1.0, floor (area->width)),
                          MAX (1.0, floor (area->height)) } };
}

SeidelCellMap
seidel_cells_map (const SeidelCells *cells, const SeidelPlane *plane)
{
  const SeidelViewport fit = seidel_viewport_fit (plane);

  return seidel_viewport_map (cells->viewport.zoom > 0.0 ? &cells->viewport : &fit, plane);
}

int64_t
seidel_cells_row_at (const SeidelCells *cells, const SeidelPlane *plane, double x, double y)
{
  SeidelCellMap map;
  double i, j;
  int64_t cell;

  if (plane->rows == 0 || !seidel_rect_contains (&plane->area, x, y))
    return -1;
  map = seidel_cells_map (cells, plane);
  i = floor (seidel_cell_map_row (&map, y));
  j = floor (seidel_cell_map_column (&map, x));
  if (i < 0.0 || j < 0.0 || i >= (double) plane->rows || j >= (double) plane->columns)
    return -1;
  cell = (int64_t) i * cells->line + (int64_t) j;
  return cell < cells->rows ? seidel_cells_row (cells, cell) : -1;
}

/* Where the cells of a line of the image are: pixels begin[j] … end[j] − 1 for cell first + j. */
typedef struct
{
  int *begin;
  int *end;
} Spans;

static bool
make_spans (Spans *spans, int64_t first, int64_t last, double origin, double scale, int pixels)
{
  const int64_t n = MAX (last - first, 1);
  const int gap = scale >= GAP_PIXELS ? 1 : 0;

  spans->begin = g_try_new0 (int, n);
  spans->end = g_try_new0 (int, n);
  for (int64_t i = first; i < last && spans->begin != NULL && spans->end != NULL; i++)
    {
      const double low = floor (((double) i - origin) * scale);
      const double high = floor (((double) i + 1.0 - origin) * scale) - gap;

      spans->begin[i - first] = (int) CLAMP (low, 0.0, pixels - 1.0);
      spans->end[i - first] = (int) CLAMP (MAX (high, low + 1.0), 1.0, pixels);
    }
  return spans->begin != NULL && spans->end != NULL;
}

static void
clear_spans (Spans *spans)
{
  g_free (spans->begin);
  g_free (spans->end);
}

/* What is painted, and in what. */
typedef struct
{
  const SeidelCells *cells;
  SeidelCellRange range;
  Spans lines, columns;
  SeidelCellRanks find_ranks;
  gconstpointer data;
  uint32_t pixels[256]; /* of the ranks */
  /* Of the cells of a line, of the highest of all lines in a line of pixels, and of its pixels. */
  uint8_t *of_line, *highest, *of_pixels;
} Painting;

/* Adds a line of cells to the line of pixels that it is in. */
static void
add_line (const Painting *painting, int64_t line)
{
  const SeidelCells *cells = painting->cells;
  const int64_t first = line * cells->line + painting->range.first_column;
  const int64_t n =
    MIN (painting->range.last_column - painting->range.first_column, cells->rows - first);
  const SeidelCellRows rows = { cells->row_of_cell != NULL ? cells->row_of_cell + first : NULL,
                                first, n };
  const uint8_t *of_line = painting->of_line;
  uint8_t *highest = painting->highest;

  if (n <= 0)
    return;
  painting->find_ranks (painting->data, &rows, painting->of_line);
  for (int64_t j = 0; j < n; j++)
    highest[j] = MAX (highest[j], of_line[j]);
}

/* Paints a line of cells into lines of pixels, which several of them may share. */
static void
paint_lines (const Painting *painting, int begin, int end, cairo_surface_t *image)
{
  const int width = cairo_image_surface_get_width (image);
  const int stride = cairo_image_surface_get_stride (image);
  unsigned char *data = cairo_image_surface_get_data (image);
  const int64_t n = painting->range.last_column - painting->range.first_column;
  uint8_t *ranks = painting->of_pixels;

  memset (ranks, 0, (size_t) width);
  for (int64_t j = 0; j < n; j++)
    for (int x = painting->columns.begin[j]; x < painting->columns.end[j]; x++)
      ranks[x] = MAX (ranks[x], painting->highest[j]);
  for (int y = begin; y < end; y++)
    {
      uint32_t *pixels = (uint32_t *) (data + (size_t) y * stride);

      for (int x = 0; x < width; x++)
        pixels[x] = painting->pixels[ranks[x]];
    }
  memset (painting->highest, 0, (size_t) n);
}

/* Premultiplied. */
static uint32_t
to_pixel (const SeidelColor *color)
{
  const double a = color->alpha;

  return (uint32_t) (a * 255.0 + 0.5) << 24 | (uint32_t) (a * color->red * 255.0 + 0.5) << 16
         | (uint32_t) (a * color->green * 255.0 + 0.5) << 8
         | (uint32_t) (a * color->blue * 255.0 + 0.5);
}

static void
paint_image (const Painting *painting, cairo_surface_t *image)
{
  const Spans *lines = &painting->lines;
  const int64_t first = painting->range.first_row;
  const int64_t n = painting->range.last_row - first;

  for (int64_t i = 0; i < n; i++)
    {
      add_line (painting, first + i);
      if (i + 1 == n || lines->begin[i + 1] != lines->begin[i])
        paint_lines (painting, lines->begin[i], lines->end[i], image);
    }
}

/* Room for what is painted into an image of that size. */
static bool
make_room (Painting *painting, const SeidelCellMap *map, double scale, int width, int height)
{
  const SeidelCellRange *range = &painting->range;
  const size_t n = (size_t) MAX (range->last_column - range->first_column, 1);

  painting->of_line = g_try_malloc0 (n);
  painting->highest = g_try_malloc0 (n);
  painting->of_pixels = g_try_malloc0 ((size_t) width);
  return painting->of_line != NULL && painting->highest != NULL && painting->of_pixels != NULL
         && make_spans (&painting->lines, range->first_row, range->last_row, map->row,
                        map->row_scale * scale, height)
         && make_spans (&painting->columns, range->first_column, range->last_column, map->column,
                        map->column_scale * scale, width);
}

static void
clear_room (Painting *painting)
{
  clear_spans (&painting->lines);
  clear_spans (&painting->columns);
  g_free (painting->of_line);
  g_free (painting->highest);
  g_free (painting->of_pixels);
}

void
seidel_cells_paint (const SeidelCells *cells,
                    const SeidelPlane *plane,
                    cairo_t *cr,
                    SeidelCellRanks ranks,
                    gconstpointer data,
                    const SeidelColor colors[256])
{
  const SeidelCellMap map = seidel_cells_map (cells, plane);
  const SeidelRect *area = &map.area;
  Painting painting = { .cells = cells,
                        .range = seidel_cell_map_range (&map, plane->rows, plane->columns),
                        .find_ranks = ranks,
                        .data = data };
  double scale, unused;
  int width, height;
  cairo_surface_t *image;

  cairo_surface_get_device_scale (cairo_get_target (cr), &scale, &unused);
  width = (int) CLAMP (ceil (area->width * scale), 1.0, 32000.0);
  height = (int) CLAMP (ceil (area->height * scale), 1.0, 32000.0);
  for (int i = 1; i < 256; i++)
    painting.pixels[i] = to_pixel (&colors[i]);
  image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  if (cairo_surface_status (image) == CAIRO_STATUS_SUCCESS
      && make_room (&painting, &map, scale, width, height))
    {
      cairo_surface_flush (image);
      paint_image (&painting, image);
      cairo_surface_mark_dirty (image);
      cairo_surface_set_device_scale (image, scale, scale);
      cairo_set_source_surface (cr, image, area->x, area->y);
      cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
      cairo_paint (cr);
    }
  clear_room (&painting);
  cairo_surface_destroy (image);
}

static SeidelRect
cell_rect (const SeidelCells *cells, const SeidelCellMap *map, int64_t cell)
{
  const int64_t line = cell / cells->line, point = cell % cells->line;

  return (SeidelRect){ seidel_cell_map_x (map, (double) point),
                       seidel_cell_map_y (map, (double) line), map->column_scale, map->row_scale };
}

void
seidel_cells_draw_each (const SeidelCells *cells,
                        const SeidelPlane *plane,
                        cairo_t *cr,
                        SeidelCellDraw draw,
                        gconstpointer data,
                        const SeidelTheme *theme)
{
  const SeidelCellMap map = seidel_cells_map (cells, plane);
  const SeidelCellRange range = seidel_cell_map_range (&map, plane->rows, plane->columns);

  for (int64_t i = range.first_row; i < range.last_row; i++)
    for (int64_t j = range.first_column; j < range.last_column; j++)
      {
        const int64_t cell = i * cells->line + j;
        const SeidelRect rect = cell_rect (cells, &map, cell);

        if (cell < cells->rows)
          draw (data, seidel_cells_row (cells, cell), &rect, cr, theme);
      }
}

/* In as few characters as a value can have: "4e-4", where its digits alone are "0.0004". */
static char *
to_power (double value)
{
  int exponent = (int) floor (log10 (fabs (value)));
  double mantissa = round (value / pow (10.0, exponent));
  g_autofree char *digit = NULL;

  if (fabs (mantissa) > 9.0)
    {
      mantissa /= 10.0;
      exponent++;
    }
  digit = seidel_format_compact (mantissa, 1);
  return g_strdup_printf ("%se%d", digit, exponent);
}

/* Of a number with the widest digits, so that its neighbours have as many places; or of its own,
 * where it would not be drawn otherwise. */
static double
needed_width (const char *number,
              bool widest,
              const SeidelTextStyle *style,
              const SeidelTheme *theme)
{
  g_autofree char *text = g_strdup (number);
  double width;

  for (char *p = text; *p != '\0' && widest; p++)
    *p = g_ascii_isdigit (*p) ? '0' : *p;
  seidel_text_measure (theme, style, text, &width, NULL);
  return width;
}

/* One digit, in somewhat smaller letters: a cell without its number beside others that have theirs
 * looks empty. */
static void
draw_squeezed (cairo_t *cr,
               double value,
               double x,
               double y,
               double width,
               const SeidelTextStyle *style,
               const SeidelTheme *theme)
{
  SeidelTextStyle squeezed = *style;
  g_autofree char *text = seidel_format_compact (value, 1);
  const double needed = needed_width (text, false, style, theme);

  if (width < SMALLEST_LETTERS * needed)
    return;
  squeezed.size *= width / needed;
  seidel_text_draw (cr, theme, &squeezed, text, x, y);
}

void
seidel_cells_draw_number_high (cairo_t *cr,
                               double value,
                               double x,
                               double y,
                               double width,
                               double high,
                               bool bold,
                               const SeidelColor *color,
                               const SeidelTheme *theme)
{
  SeidelTextStyle style = {
    .size = SEIDEL_TEXT_SMALL, .bold = bold, .color = color, .anchor_x = 0.5, .anchor_y = 0.5
  };

  for (int digits = 3; digits >= 0; digits--)
    {
      const bool power = digits == 0 && value != 0.0 && isfinite (value);
      g_autofree char *text =
        power ? to_power (value) : seidel_format_compact (value, MAX (digits, 1));
      const double needed = needed_width (text, digits > 0, &style, theme);

      if (needed > width)
        continue;
      style.size = MAX (style.size, MIN (high / theme->font_size, style.size * width / needed));
      seidel_text_draw (cr, theme, &style, text, x, y);
      return;
    }
  draw_squeezed (cr, value, x, y, width, &style, theme);
}

void
seidel_cells_draw_number (cairo_t *cr,
                          double value,
                          double x,
                          double y,
                          double width,
                          bool bold,
                          const SeidelColor *color,
                          const SeidelTheme *theme)
{
  seidel_cells_draw_number_high (cr, value, x, y, width, 0.0, bold, color, theme);
}

static void
draw_frame (const SeidelRect *cell, cairo_t *cr, const SeidelColor *color)
{
  seidel_color_set_source (color, cr);
  cairo_set_line_width (cr, 3.0);
  cairo_rectangle (cr, floor (cell->x) + 1.0, floor (cell->y) + 1.0, floor (cell->width) - 3.0,
                   floor (cell->height) - 3.0);
  cairo_stroke (cr);
}

static void
frame_selected (gconstpointer data,
                int64_t row,
                const SeidelRect *cell,
                cairo_t *cr,
                const SeidelTheme *theme)
{
  const uint8_t *member = data;
  const SeidelColor color = seidel_theme_lit (theme);

  if (member[row])
    draw_frame (cell, cr, &color);
}

static void
find_selected (gconstpointer data, const SeidelCellRows *rows, uint8_t *ranks)
{
  const uint8_t *member = data;

  for (int64_t i = 0; i < rows->n; i++)
    ranks[i] = member[seidel_cell_row (rows, i)] ? 1 : 0;
}

void
seidel_cells_draw_selected (const SeidelCells *cells,
                            const SeidelPlane *plane,
                            cairo_t *cr,
                            const uint8_t *member,
                            const SeidelTheme *theme)
{
  const SeidelCellMap map = seidel_cells_map (cells, plane);
  SeidelColor colors[256] = { 0 };

  if (MIN (map.row_scale, map.column_scale) >= FRAME_PIXELS)
    {
      seidel_cells_draw_each (cells, plane, cr, frame_selected, member, theme);
      return;
    }
  colors[1] = seidel_theme_lit (theme);
  colors[1].alpha = 0.75;
  seidel_cells_paint (cells, plane, cr, find_selected, member, colors);
}

void
seidel_cells_draw_frame (const SeidelCells *cells,
                         const SeidelPlane *plane,
                         cairo_t *cr,
                         int64_t row,
                         const SeidelColor *color)
{
  const SeidelCellMap map = seidel_cells_map (cells, plane);
  SeidelRect rect = cell_rect (cells, &map, seidel_cells_cell (cells, row));
  const double grow = 3.0 + MAX (FRAME_PIXELS - MIN (rect.width, rect.height), 0.0) / 2.0;

  rect =
    (SeidelRect){ rect.x - grow, rect.y - grow, rect.width + 2.0 * grow, rect.height + 2.0 * grow };
  draw_frame (&rect, cr, color);
}
