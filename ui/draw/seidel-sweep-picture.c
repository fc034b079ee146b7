/* A sweep that is played, drawn: an image of the cells, pixel by pixel, so that a million rows make
 * a frame; numbers and the key over it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sweep-picture.h"

#include <math.h>
#include <string.h>

#include "base/seidel-format.h"
#include "draw/seidel-sweep-graph.h"
#include "draw/seidel-text.h"
#include "matrix/seidel-complex.h"

#define PAD        8.0
#define GAP_PIXELS 5.0 /* cells of this size have a gap between them */
/* In sizes of the font: cells that contain one number, and two. */
#define VALUE_WIDTH  2.0
#define VALUE_HEIGHT 1.3
#define BOTH_HEIGHT  2.7
#define COLUMN_WIDTH 6.0 /* of the values beside the pattern */

/* Vectors of a small real matrix: b of the solution 1, and a sweep from 0. */
static void
make_values (SeidelSweepPicture *picture)
{
  const SeidelCsr *csr = picture->matrix->csr;

  if (csr->rows > SEIDEL_SWEEP_VALUE_ROWS || seidel_matrix_is_complex (picture->matrix))
    return;
  picture->b = g_new0 (double, csr->rows + 1);
  picture->before = g_new0 (double, csr->rows + 1);
  picture->x = g_new0 (double, csr->rows + 1);
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      picture->b[row] += csr->values[k];
}

/* Cells are in the natural order, where grids have their lines. */
static bool
place_rows (SeidelSweepPicture *picture)
{
  const int64_t rows = picture->matrix->csr->rows;

  if (picture->matrix->permutation == NULL || !picture->grid)
    return true;
  picture->row_of_cell = g_try_new (int32_t, rows);
  for (int64_t row = 0; row < rows && picture->row_of_cell != NULL; row++)
    picture->row_of_cell[picture->matrix->permutation[row]] = (int32_t) row;
  return picture->row_of_cell != NULL;
}

SeidelSweepPicture *
seidel_sweep_picture_new (SeidelMatrix *matrix, SeidelPlayback *playback, int64_t line)
{
  g_autoptr (SeidelSweepPicture) picture = g_new0 (SeidelSweepPicture, 1);
  const int64_t rows = matrix->csr->rows;

  picture->matrix = seidel_matrix_ref (matrix);
  picture->playback = seidel_playback_ref (playback);
  picture->grid = line > 0;
  /* Somewhat wider than high, as windows are. */
  picture->line = line > 0 ? line : MAX ((int64_t) ceil (sqrt (1.6 * (double) rows)), 1);
  make_values (picture);
  return place_rows (picture) ? g_steal_pointer (&picture) : NULL;
}

void
seidel_sweep_picture_free (SeidelSweepPicture *picture)
{
  seidel_matrix_unref (picture->matrix);
  seidel_playback_unref (picture->playback);
  g_free (picture->row_of_cell);
  g_free (picture->b);
  g_free (picture->before);
  g_free (picture->x);
  g_free (picture);
}

void
seidel_sweep_picture_set_step (SeidelSweepPicture *picture, int64_t step)
{
  picture->step = CLAMP (step, 0, picture->playback->steps);
  if (picture->x != NULL)
    seidel_playback_values (picture->playback, picture->matrix->csr, picture->b, picture->before,
                            picture->step, picture->x);
}

/* Apart in lightness too: what waits is pale, what is done dark, what is computed now stands out.
 */
SeidelColor
seidel_row_state_color (SeidelRowState state, const SeidelTheme *theme)
{
  const SeidelColor done = seidel_theme_series (theme, 0);
  const SeidelColor stale = seidel_theme_series (theme, 3);
  const SeidelColor ready = seidel_theme_series (theme, 2);

  switch (state)
    {
    case SEIDEL_ROW_NOW:
      return seidel_theme_series (theme, 1);
    case SEIDEL_ROW_DONE:
      return done;
    case SEIDEL_ROW_STALE:
      return seidel_color_mix (&theme->background, &stale, 0.55);
    case SEIDEL_ROW_READY:
      return seidel_color_mix (&theme->background, &ready, 0.55);
    default:
      return theme->grid;
    }
}

static double
key_height (const SeidelTheme *theme)
{
  return ceil (2.2 * theme->font_size);
}

/* Below the key. */
static SeidelRect
frame_of (double width, double height, const SeidelTheme *theme)
{
  const double top = key_height (theme);

  return (SeidelRect){ PAD, top, MAX (1.0, width - 2.0 * PAD), MAX (1.0, height - top - PAD) };
}

static int64_t
cell_lines (const SeidelSweepPicture *picture)
{
  return (picture->matrix->csr->rows + picture->line - 1) / picture->line;
}

SeidelPlane
seidel_sweep_picture_plane (const SeidelSweepPicture *picture,
                            double width,
                            double height,
                            const SeidelTheme *theme)
{
  const double top = key_height (theme);

  if (picture->shown != SEIDEL_SWEEP_CELLS)
    return (SeidelPlane){ 0 };
  return (SeidelPlane){ cell_lines (picture),
                        picture->line,
                        { PAD, top, MAX (1.0, floor (width - 2.0 * PAD)),
                          MAX (1.0, floor (height - top - PAD)) } };
}

static SeidelCellMap
map_of (const SeidelSweepPicture *picture, const SeidelPlane *plane)
{
  const SeidelViewport fit = seidel_viewport_fit (plane);

  return seidel_viewport_map (picture->viewport.zoom > 0.0 ? &picture->viewport : &fit, plane);
}

static inline int64_t
row_of_cell (const SeidelSweepPicture *picture, int64_t cell)
{
  return picture->row_of_cell != NULL ? picture->row_of_cell[cell] : cell;
}

int64_t
seidel_sweep_picture_row_at (const SeidelSweepPicture *picture,
                             double width,
                             double height,
                             const SeidelTheme *theme,
                             double x,
                             double y)
{
  const SeidelPlane plane = seidel_sweep_picture_plane (picture, width, height, theme);
  const SeidelRect frame = frame_of (width, height, theme);
  SeidelCellMap map;
  double i, j;
  int64_t cell;

  if (picture->shown == SEIDEL_SWEEP_GRAPH)
    return seidel_sweep_graph_row_at (picture, &frame, x, y);
  if (plane.rows == 0 || !seidel_rect_contains (&plane.area, x, y))
    return -1;
  map = map_of (picture, &plane);
  i = floor (seidel_cell_map_row (&map, y));
  j = floor (seidel_cell_map_column (&map, x));
  if (i < 0.0 || j < 0.0 || i >= (double) plane.rows || j >= (double) plane.columns)
    return -1;
  cell = (int64_t) i * picture->line + (int64_t) j;
  return cell < picture->matrix->csr->rows ? row_of_cell (picture, cell) : -1;
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

/* Of several rows in a pixel the one is shown that matters most now. */
static const uint8_t priority[SEIDEL_N_ROW_STATES] = { [SEIDEL_ROW_WAITING] = 1,
                                                       [SEIDEL_ROW_DONE] = 2,
                                                       [SEIDEL_ROW_STALE] = 3,
                                                       [SEIDEL_ROW_READY] = 4,
                                                       [SEIDEL_ROW_NOW] = 5 };

/* A line of cells into a line of states, 0 where there is none. */
static void
fill_line (const SeidelSweepPicture *picture,
           int64_t line,
           const SeidelCellRange *range,
           const Spans *columns,
           uint8_t *states)
{
  const SeidelPlayback *playback = picture->playback;

  for (int64_t j = range->first_column; j < range->last_column; j++)
    {
      const int64_t cell = line * picture->line + j;
      uint8_t rank;

      if (cell >= playback->rows)
        return;
      rank = priority[seidel_playback_state (playback, row_of_cell (picture, cell), picture->step)];
      for (int x = columns->begin[j - range->first_column];
           x < columns->end[j - range->first_column]; x++)
        states[x] = MAX (states[x], rank);
    }
}

static uint32_t
to_pixel (const SeidelColor *color)
{
  return 0xff000000u | (uint32_t) (color->red * 255.0 + 0.5) << 16
         | (uint32_t) (color->green * 255.0 + 0.5) << 8 | (uint32_t) (color->blue * 255.0 + 0.5);
}

static void
paint_cells (const SeidelSweepPicture *picture,
             const SeidelCellRange *range,
             const Spans *lines,
             const Spans *columns,
             const SeidelTheme *theme,
             cairo_surface_t *image)
{
  const int width = cairo_image_surface_get_width (image);
  const int stride = cairo_image_surface_get_stride (image);
  unsigned char *data = cairo_image_surface_get_data (image);
  g_autofree uint8_t *states = g_try_malloc ((size_t) width);
  uint32_t colors[SEIDEL_N_ROW_STATES + 1] = { 0 };
  int shown = -1; /* the line of pixels whose states are being gathered */

  for (int state = 0; state < SEIDEL_N_ROW_STATES; state++)
    {
      const SeidelColor color = seidel_row_state_color ((SeidelRowState) state, theme);

      colors[priority[state]] = to_pixel (&color);
    }
  for (int64_t line = range->first_row; line < range->last_row && states != NULL; line++)
    {
      const int begin = lines->begin[line - range->first_row];

      /* Lines that share a pixel add up. */
      if (begin != shown)
        memset (states, 0, (size_t) width);
      shown = begin;
      fill_line (picture, line, range, columns, states);
      for (int y = begin; y < lines->end[line - range->first_row]; y++)
        {
          uint32_t *pixels = (uint32_t *) (data + (size_t) y * stride);

          for (int x = 0; x < width; x++)
            pixels[x] = colors[states[x]];
        }
    }
}

static void
draw_image (const SeidelSweepPicture *picture,
            cairo_t *cr,
            const SeidelCellMap *map,
            const SeidelCellRange *range,
            const SeidelTheme *theme)
{
  const SeidelRect *area = &map->area;
  double scale, unused;
  int width, height;
  cairo_surface_t *image;
  Spans lines = { NULL }, columns = { NULL };

  cairo_surface_get_device_scale (cairo_get_target (cr), &scale, &unused);
  width = (int) CLAMP (ceil (area->width * scale), 1.0, 32000.0);
  height = (int) CLAMP (ceil (area->height * scale), 1.0, 32000.0);
  image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  if (cairo_surface_status (image) == CAIRO_STATUS_SUCCESS
      && make_spans (&lines, range->first_row, range->last_row, map->row, map->row_scale * scale,
                     height)
      && make_spans (&columns, range->first_column, range->last_column, map->column,
                     map->column_scale * scale, width))
    {
      cairo_surface_flush (image);
      paint_cells (picture, range, &lines, &columns, theme, image);
      cairo_surface_mark_dirty (image);
      cairo_surface_set_device_scale (image, scale, scale);
      cairo_set_source_surface (cr, image, area->x, area->y);
      cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
      cairo_paint (cr);
    }
  clear_spans (&lines);
  clear_spans (&columns);
  cairo_surface_destroy (image);
}

/* A number with as many digits as there is room for. */
static void
draw_number (cairo_t *cr,
             double value,
             double x,
             double y,
             double width,
             bool bold,
             const SeidelColor *color,
             const SeidelTheme *theme)
{
  const SeidelTextStyle style = {
    .size = SEIDEL_TEXT_SMALL, .bold = bold, .color = color, .anchor_x = 0.5, .anchor_y = 0.5
  };

  for (int digits = 3; digits > 0; digits--)
    {
      g_autofree char *text = seidel_format_compact (value, digits);
      double needed;

      seidel_text_measure (theme, &style, text, &needed, NULL);
      if (needed > width)
        continue;
      seidel_text_draw (cr, theme, &style, text, x, y);
      return;
    }
}

/* x of one row in its cell: where there is room for both, the old value is over the new one. */
static void
draw_cell_values (const SeidelSweepPicture *picture,
                  cairo_t *cr,
                  const SeidelCellMap *map,
                  int64_t cell,
                  const SeidelTheme *theme)
{
  const int64_t row = row_of_cell (picture, cell);
  const SeidelRowState state = seidel_playback_state (picture->playback, row, picture->step);
  const SeidelColor fill = seidel_row_state_color (state, theme);
  const SeidelColor ink = seidel_color_readable_on (&fill);
  const bool computed = state >= SEIDEL_ROW_STALE;
  const bool both = map->row_scale >= BOTH_HEIGHT * theme->font_size && computed;
  const int64_t line = cell / picture->line, point = cell % picture->line;
  const double x = seidel_cell_map_x (map, (double) point + 0.5);
  const double y = seidel_cell_map_y (map, (double) line + 0.5);
  const double step = both ? 0.6 * theme->font_size : 0.0;

  if (both)
    draw_number (cr, picture->before[row], x, y - step, map->column_scale - 4.0, false, &ink,
                 theme);
  draw_number (cr, picture->x[row], x, y + step, map->column_scale - 4.0, computed, &ink, theme);
}

static void
draw_cells (const SeidelSweepPicture *picture,
            cairo_t *cr,
            double width,
            double height,
            const SeidelTheme *theme)
{
  const SeidelPlane plane = seidel_sweep_picture_plane (picture, width, height, theme);
  const SeidelCellMap map = map_of (picture, &plane);
  const SeidelCellRange range = seidel_cell_map_range (&map, plane.rows, plane.columns);
  const bool values = picture->x != NULL && map.column_scale >= VALUE_WIDTH * theme->font_size
                      && map.row_scale >= VALUE_HEIGHT * theme->font_size;

  cairo_save (cr);
  cairo_rectangle (cr, plane.area.x, plane.area.y, plane.area.width, plane.area.height);
  cairo_clip (cr);
  draw_image (picture, cr, &map, &range, theme);
  for (int64_t i = range.first_row; i < range.last_row && values; i++)
    for (int64_t j = range.first_column; j < range.last_column; j++)
      if (i * picture->line + j < picture->matrix->csr->rows)
        draw_cell_values (picture, cr, &map, i * picture->line + j, theme);
  cairo_restore (cr);
}

/* The entries of a row: those that it reads new values at are full, the others pale. */
static void
draw_pattern_row (const SeidelSweepPicture *picture,
                  cairo_t *cr,
                  int64_t row,
                  double left,
                  double top,
                  double cell,
                  const SeidelTheme *theme)
{
  const SeidelCsr *csr = picture->matrix->csr;
  const SeidelColor color =
    seidel_row_state_color (seidel_playback_state (picture->playback, row, picture->step), theme);
  const SeidelColor ink = seidel_color_readable_on (&color);
  const double gap = cell >= GAP_PIXELS ? 1.0 : 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    cairo_rectangle (cr, left + csr->column_indices[k] * cell, top, cell - gap, cell - gap);
  seidel_color_set_source (&color, cr);
  cairo_fill (cr);
  for (int64_t k = csr->row_offsets[row];
       k < csr->row_offsets[row + 1] && cell >= VALUE_WIDTH * theme->font_size; k++)
    draw_number (cr, csr->values[k], left + (csr->column_indices[k] + 0.5) * cell, top + cell / 2.0,
                 cell - 4.0, false, &ink, theme);
}

static void
draw_pattern_values (const SeidelSweepPicture *picture,
                     cairo_t *cr,
                     int64_t row,
                     double left,
                     double y,
                     const SeidelTheme *theme)
{
  const SeidelRowState state = seidel_playback_state (picture->playback, row, picture->step);
  const double column = COLUMN_WIDTH * theme->font_size;

  draw_number (cr, picture->before[row], left + 0.5 * column, y, column - 4.0, false, &theme->dim,
               theme);
  if (state >= SEIDEL_ROW_STALE)
    draw_number (cr, picture->x[row], left + 1.5 * column, y, column - 4.0, true,
                 &theme->foreground, theme);
}

/* The pattern, with x before and after beside it where its rows are high enough. */
static void
draw_pattern (const SeidelSweepPicture *picture,
              cairo_t *cr,
              double width,
              double height,
              const SeidelTheme *theme)
{
  const int64_t rows = picture->matrix->csr->rows;
  const double head = 1.8 * theme->font_size, top = key_height (theme) + head;
  const double columns = picture->x != NULL ? 2.0 * COLUMN_WIDTH * theme->font_size : 0.0;
  const double side = MAX (1.0, MIN (width - 2.0 * PAD - columns, height - top - PAD));
  const double cell = MIN (side / (double) MAX (rows, 1), 6.0 * theme->font_size);
  const bool values = picture->x != NULL && cell >= 1.1 * theme->font_size;
  const double left = floor ((width - cell * (double) rows - (values ? columns : 0.0)) / 2.0);
  const double beside = left + cell * (double) rows;
  const SeidelTextStyle style = {
    .size = SEIDEL_TEXT_SMALL, .bold = true, .anchor_x = 0.5, .anchor_y = 1.0
  };

  seidel_color_set_source (&theme->dim, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_rectangle (cr, left - 0.5, top - 0.5, cell * (double) rows + 1.0,
                   cell * (double) rows + 1.0);
  cairo_stroke (cr);
  if (values)
    {
      seidel_text_draw (cr, theme, &style, "x₀", beside + columns / 4.0, top - 2.0);
      seidel_text_draw (cr, theme, &style, "x", beside + columns * 0.75, top - 2.0);
    }
  for (int64_t row = 0; row < rows; row++)
    {
      draw_pattern_row (picture, cr, row, left, top + (double) row * cell, cell, theme);
      if (values)
        draw_pattern_values (picture, cr, row, beside, top + ((double) row + 0.5) * cell, theme);
    }
}

/* What the colours mean; a state that does not occur in this way to play is left out. */
static void
draw_key (const SeidelSweepPicture *picture, cairo_t *cr, const SeidelTheme *theme)
{
  static const SeidelRowState order[] = { SEIDEL_ROW_DONE, SEIDEL_ROW_NOW, SEIDEL_ROW_STALE,
                                          SEIDEL_ROW_READY, SEIDEL_ROW_WAITING };
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL, .anchor_y = 0.5 };
  const double box = theme->font_size, y = key_height (theme) / 2.0;
  double x = PAD;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      const SeidelColor color = seidel_row_state_color (order[i], theme);
      const char *name = seidel_row_state_name (order[i]);
      double width;

      if (order[i] == SEIDEL_ROW_STALE && picture->playback->mode != SEIDEL_PLAY_PASSES)
        continue;
      seidel_color_set_source (&color, cr);
      cairo_rectangle (cr, x, floor (y - box / 2.0), box, box);
      cairo_fill (cr);
      seidel_text_measure (theme, &style, name, &width, NULL);
      seidel_text_draw (cr, theme, &style, name, x + 1.5 * box, y);
      x += 1.5 * box + width + 1.5 * theme->font_size;
    }
}

void
seidel_sweep_picture_draw (const SeidelSweepPicture *picture,
                           cairo_t *cr,
                           double width,
                           double height,
                           const SeidelTheme *theme)
{
  const SeidelRect frame = frame_of (width, height, theme);

  cairo_save (cr);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_clip (cr);
  seidel_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  draw_key (picture, cr, theme);
  if (picture->shown == SEIDEL_SWEEP_PATTERN)
    draw_pattern (picture, cr, width, height, theme);
  else if (picture->shown == SEIDEL_SWEEP_GRAPH)
    seidel_sweep_graph_draw (picture, cr, &frame, theme);
  else
    draw_cells (picture, cr, width, height, theme);
  cairo_restore (cr);
}
