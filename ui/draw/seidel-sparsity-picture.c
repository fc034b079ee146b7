/* The frame round the entries: rulers, legend, cursor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sparsity-picture.h"

#include <math.h>

#include "draw/seidel-axis.h"
#include "draw/seidel-format.h"
#include "draw/seidel-text.h"

#define TICK          5.0
#define PAD           6.0
#define BAR_WIDTH     14.0
#define LEGEND_WIDTH  104.0
#define LEGEND_HEIGHT 240.0
#define MAX_TICKS     16
#define CURSOR        9.0 /* pixels: its box is never smaller */

static const SeidelTextStyle small = { .size = SEIDEL_TEXT_SMALL };

SeidelSparsityPicture *
seidel_sparsity_picture_new (SeidelMatrix *matrix)
{
  SeidelSparsityPicture *picture = g_new0 (SeidelSparsityPicture, 1);

  picture->matrix = seidel_matrix_ref (matrix);
  picture->cursor_row = picture->cursor_column = -1;

  return picture;
}

SeidelSparsityPicture *
seidel_sparsity_picture_copy (const SeidelSparsityPicture *picture)
{
  SeidelSparsityPicture *copy = g_memdup2 (picture, sizeof *picture);

  seidel_matrix_ref (copy->matrix);
  if (copy->schedule != NULL)
    seidel_schedule_ref (copy->schedule);

  return copy;
}

void
seidel_sparsity_picture_free (SeidelSparsityPicture *picture)
{
  seidel_matrix_unref (picture->matrix);
  g_clear_pointer (&picture->schedule, seidel_schedule_unref);
  g_free (picture);
}

void
seidel_sparsity_picture_set_schedule (SeidelSparsityPicture *picture, SeidelSchedule *schedule)
{
  if (schedule != NULL)
    seidel_schedule_ref (schedule);
  g_clear_pointer (&picture->schedule, seidel_schedule_unref);
  picture->schedule = schedule;
}

bool
seidel_sparsity_picture_by_level (const SeidelSparsityPicture *picture)
{
  return picture->mode == SEIDEL_SPARSITY_LEVEL && picture->schedule != NULL;
}

SeidelSparsityLayout
seidel_sparsity_picture_layout (const SeidelSparsityPicture *picture,
                                double width,
                                double height,
                                const SeidelTheme *theme)
{
  const SeidelCsr *csr = picture->matrix->csr;
  g_autofree char *longest = seidel_format_count (csr->rows);
  g_autofree char *longest_column = seidel_format_count (csr->columns);
  SeidelSparsityLayout layout = { .plane = { .rows = csr->rows, .columns = csr->columns } };
  double left = 0.0, top = 0.0, right = 0.0, bottom = 0.0;
  double label_width, label_height, longest_column_width;

  seidel_text_measure (theme, &small, longest, &label_width, &label_height);
  seidel_text_measure (theme, &small, longest_column, &longest_column_width, NULL);
  layout.rulers = width >= 2.0 * label_width + 120.0 && height >= 120.0;
  if (layout.rulers)
    {
      left = ceil (label_width + TICK + 2.0 * PAD);
      top = ceil (label_height + TICK + PAD);
      /* The last numbers stick out by half. */
      right = ceil (longest_column_width / 2.0);
      bottom = ceil (label_height / 2.0);
    }
  if (width - left >= 3.0 * LEGEND_WIDTH && height - top >= 140.0)
    right = MAX (right, LEGEND_WIDTH);
  layout.plane.area = (SeidelRect){ left, top, MAX (1.0, floor (width - left - right)),
                                    MAX (1.0, floor (height - top - bottom)) };
  if (right > 0.0)
    layout.legend =
      (SeidelRect){ floor (width - right), top, right, MIN (LEGEND_HEIGHT, height - top - PAD) };

  return layout;
}

SeidelCellMap
seidel_sparsity_picture_map (const SeidelSparsityPicture *picture,
                             const SeidelSparsityLayout *layout)
{
  SeidelViewport fit = seidel_viewport_fit (&layout->plane);

  return seidel_viewport_map (picture->viewport.zoom > 0.0 ? &picture->viewport : &fit,
                              &layout->plane);
}

/* --- Rulers --- */

/* One side: the place of index (from 0) is the middle of its cell. */
typedef struct
{
  double origin; /* pixel of the place first */
  double first;
  double scale;
  double low; /* pixels that are shown */
  double high;
  double spacing; /* least distance of labels */
  int64_t cells;
} Ruler;

static double
ruler_pixel (const Ruler *ruler, int64_t number)
{
  return ruler->origin + ((double) number - 0.5 - ruler->first) * ruler->scale;
}

static bool
ruler_shows (const Ruler *ruler, int64_t number)
{
  double pixel = ruler_pixel (ruler, number);

  return pixel >= ruler->low && pixel < ruler->high;
}

/* Numbers (from 1) to write: round ones, and both ends of the matrix, which push others away. */
static int
ruler_numbers (const Ruler *ruler, int64_t numbers[], int most)
{
  double least = MAX (1.0, ruler->spacing / ruler->scale);
  int64_t step = (int64_t) seidel_axis_nice_step (least);
  double start = ruler->first + (ruler->low - ruler->origin) / ruler->scale;
  double end = ruler->first + (ruler->high - ruler->origin) / ruler->scale;
  int64_t last = (int64_t) MIN (end + 1.0, (double) ruler->cells);
  bool has_first = ruler->cells > 0 && ruler_shows (ruler, 1);
  bool has_last = ruler->cells > 1 && ruler_shows (ruler, ruler->cells);
  int n = 0;

  if (has_first)
    numbers[n++] = 1;
  if (has_last && has_first && (double) (ruler->cells - 1) < least)
    has_last = false;
  for (int64_t number = MAX ((int64_t) (start / (double) step), 1) * step;
       number <= last && n < most - 1; number += step)
    {
      if (!ruler_shows (ruler, number) || (has_first && (double) (number - 1) < least)
          || (has_last && (double) (ruler->cells - number) < least))
        continue;
      numbers[n++] = number;
    }
  if (has_last)
    numbers[n++] = ruler->cells;

  return n;
}

static void
draw_column_ruler (cairo_t *cr,
                   const SeidelCellMap *map,
                   int64_t columns,
                   double y,
                   const SeidelTheme *theme)
{
  const SeidelTextStyle style = {
    .size = SEIDEL_TEXT_SMALL, .color = &theme->dim, .anchor_x = 0.5, .anchor_y = 1.0
  };
  Ruler ruler = {
    map->area.x,     map->column, map->column_scale, map->area.x, map->area.x + map->area.width,
    .cells = columns
  };
  g_autofree char *longest = seidel_format_count (columns);
  g_autofree int64_t *numbers = NULL;
  int most, n;

  seidel_text_measure (theme, &style, longest, &ruler.spacing, NULL);
  ruler.spacing += 18.0;
  most = (int) (map->area.width / ruler.spacing) + 4;
  numbers = g_new (int64_t, most);
  n = ruler_numbers (&ruler, numbers, most);
  cairo_set_line_width (cr, 1.0);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *label = seidel_format_count (numbers[i]);
      double x = floor (ruler_pixel (&ruler, numbers[i])) + 0.5;

      seidel_color_set_source (&theme->dim, cr);
      cairo_move_to (cr, x, y - TICK);
      cairo_line_to (cr, x, y);
      cairo_stroke (cr);
      seidel_text_draw (cr, theme, &style, label, x, y - TICK - 1.0);
    }
}

static void
draw_row_ruler (cairo_t *cr,
                const SeidelCellMap *map,
                int64_t rows,
                double x,
                const SeidelTheme *theme)
{
  const SeidelTextStyle style = {
    .size = SEIDEL_TEXT_SMALL, .color = &theme->dim, .anchor_x = 1.0, .anchor_y = 0.5
  };
  Ruler ruler = {
    map->area.y,  map->row, map->row_scale, map->area.y, map->area.y + map->area.height,
    .cells = rows
  };
  g_autofree int64_t *numbers = NULL;
  int most, n;

  seidel_text_measure (theme, &style, "0", NULL, &ruler.spacing);
  ruler.spacing *= 2.2;
  most = (int) (map->area.height / ruler.spacing) + 4;
  numbers = g_new (int64_t, most);
  n = ruler_numbers (&ruler, numbers, most);
  cairo_set_line_width (cr, 1.0);
  for (int i = 0; i < n; i++)
    {
      g_autofree char *label = seidel_format_count (numbers[i]);
      double y = floor (ruler_pixel (&ruler, numbers[i])) + 0.5;

      seidel_color_set_source (&theme->dim, cr);
      cairo_move_to (cr, x - TICK, y);
      cairo_line_to (cr, x, y);
      cairo_stroke (cr);
      seidel_text_draw (cr, theme, &style, label, x - TICK - 3.0, y);
    }
}

/* --- Legend --- */

static void
draw_swatch (cairo_t *cr,
             const SeidelTheme *theme,
             double x,
             double y,
             const SeidelColor *color,
             bool hollow,
             const char *label)
{
  SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL, .color = &theme->dim, .anchor_y = 0.5 };

  seidel_color_set_source (color, cr);
  cairo_set_line_width (cr, 1.5);
  cairo_rectangle (cr, x + 1.0, y + 1.0, BAR_WIDTH - 2.0, BAR_WIDTH - 2.0);
  if (hollow)
    cairo_stroke (cr);
  else
    cairo_fill (cr);
  seidel_text_draw (cr, theme, &style, label, x + BAR_WIDTH + PAD, y + BAR_WIDTH / 2.0);
}

static void
draw_bar (cairo_t *cr, const SeidelTheme *theme, const SeidelRect *bar, bool by_level)
{
  cairo_pattern_t *pattern = cairo_pattern_create_linear (0.0, bar->y + bar->height, 0.0, bar->y);

  for (int stop = 0; stop <= 16; stop++)
    {
      double t = stop / 16.0;
      SeidelColor color =
        by_level ? seidel_theme_level (theme, t) : seidel_theme_density (theme, t);

      cairo_pattern_add_color_stop_rgb (pattern, t, color.red, color.green, color.blue);
    }
  cairo_set_source (cr, pattern);
  cairo_rectangle (cr, bar->x, bar->y, bar->width, bar->height);
  cairo_fill (cr);
  cairo_pattern_destroy (pattern);
}

static void
draw_bar_label (cairo_t *cr,
                const SeidelTheme *theme,
                const SeidelRect *bar,
                double t,
                const char *label)
{
  SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL, .color = &theme->dim, .anchor_y = 0.5 };
  double y = floor (bar->y + (1.0 - t) * (bar->height - 1.0)) + 0.5;

  seidel_color_set_source (&theme->dim, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_move_to (cr, bar->x + bar->width, y);
  cairo_line_to (cr, bar->x + bar->width + 3.0, y);
  cairo_stroke (cr);
  seidel_text_draw (cr, theme, &style, label, bar->x + bar->width + PAD, y);
}

static void
draw_density_labels (cairo_t *cr, const SeidelTheme *theme, const SeidelRect *bar, double densest)
{
  double base = densest <= 16.0 ? 2.0 : 10.0;
  g_autofree char *top = seidel_format_value (densest, 3);

  for (double density = 1.0; density < densest; density *= base)
    {
      double t = seidel_raster_density_shade (density, densest);
      g_autofree char *label = seidel_format_value (density, 3);

      if ((1.0 - t) * bar->height > 1.6 * theme->font_size)
        draw_bar_label (cr, theme, bar, t, label);
    }
  draw_bar_label (cr, theme, bar, 1.0, top);
}

static void
draw_level_labels (cairo_t *cr, const SeidelTheme *theme, const SeidelRect *bar, int32_t count)
{
  int64_t numbers[MAX_TICKS];
  Ruler ruler = { .first = 0.5,
                  .scale = bar->height / (count - 1.0),
                  .high = bar->height + 1.0,
                  .spacing = 2.2 * theme->font_size,
                  .cells = count };
  int n = ruler_numbers (&ruler, numbers, MAX_TICKS);

  for (int i = 0; i < n; i++)
    {
      g_autofree char *label = seidel_format_count (numbers[i]);

      draw_bar_label (cr, theme, bar, (numbers[i] - 1.0) / (count - 1.0), label);
    }
}

/* Titles of the legend, one line each. Returns where the next thing goes. */
static double
draw_legend_title (cairo_t *cr,
                   const SeidelTheme *theme,
                   double x,
                   double y,
                   const char *first,
                   const char *second)
{
  const char *lines[] = { first, second };

  for (int i = 0; i < 2; i++)
    if (lines[i] != NULL)
      {
        double height;

        seidel_text_measure (theme, &small, lines[i], NULL, &height);
        seidel_text_draw (cr, theme, &small, lines[i], x, y);
        y += height;
      }

  return ceil (y + PAD);
}

static double
draw_level_legend (cairo_t *cr,
                   const SeidelTheme *theme,
                   const SeidelSchedule *schedule,
                   const SeidelSparsityContent *content,
                   const SeidelRect *place)
{
  const char *direction =
    schedule->direction == SEIDEL_DIRECTION_FORWARD ? "forward level" : "backward level";
  double y = draw_legend_title (cr, theme, place->x, place->y, direction,
                                content->resolved ? NULL : "mean per pixel");
  double bottom = place->y + place->height;
  SeidelRect bar = { place->x, y, BAR_WIDTH, bottom - y };
  SeidelColor only = seidel_theme_level (theme, 0.0);

  if (schedule->count < 2)
    {
      draw_swatch (cr, theme, bar.x, bar.y, &only, false, "1");
      return y + BAR_WIDTH + PAD;
    }
  draw_bar (cr, theme, &bar, true);
  draw_level_labels (cr, theme, &bar, schedule->count);

  return bottom + 2.0 * PAD;
}

static double
draw_density_legend (cairo_t *cr,
                     const SeidelTheme *theme,
                     const SeidelSparsityContent *content,
                     const SeidelRect *place)
{
  SeidelColor full = seidel_theme_density (theme, 1.0);
  SeidelRect bar = *place;

  if (content->resolved)
    {
      draw_swatch (cr, theme, place->x, place->y, &full, false, "stored");
      return place->y + BAR_WIDTH + PAD;
    }
  bar.y = draw_legend_title (cr, theme, place->x, place->y, "entries", "per pixel");
  bar.height = place->y + place->height - bar.y;
  bar.width = BAR_WIDTH;
  if (content->densest <= 1.0)
    {
      draw_swatch (cr, theme, bar.x, bar.y, &full, false, "1");
      return bar.y + BAR_WIDTH + PAD;
    }
  draw_bar (cr, theme, &bar, false);
  draw_density_labels (cr, theme, &bar, content->densest);

  return place->y + place->height + 2.0 * PAD;
}

static void
draw_legend (const SeidelSparsityPicture *picture,
             const SeidelSparsityContent *content,
             cairo_t *cr,
             const SeidelRect *legend,
             const SeidelTheme *theme)
{
  SeidelColor full = seidel_theme_density (theme, 1.0);
  SeidelRect place = { legend->x + 2.0 * PAD, legend->y + PAD, legend->width - 2.0 * PAD,
                       legend->height - 2.0 * PAD };

  if (content == NULL || content->entries == 0)
    return;
  if (content->by_level && picture->schedule != NULL)
    place.y = draw_level_legend (cr, theme, picture->schedule, content, &place);
  else
    place.y = draw_density_legend (cr, theme, content, &place);
  if (content->zeros)
    draw_swatch (cr, theme, place.x, place.y, &full, true, "stored zero");
}

/* --- All together --- */

/* The part of the area that the matrix covers. */
static SeidelRect
matrix_rect (const SeidelCellMap *map, const SeidelCsr *csr)
{
  double left = MAX (map->area.x, seidel_cell_map_x (map, 0.0));
  double top = MAX (map->area.y, seidel_cell_map_y (map, 0.0));
  double right =
    MIN (map->area.x + map->area.width, seidel_cell_map_x (map, (double) csr->columns));
  double bottom = MIN (map->area.y + map->area.height, seidel_cell_map_y (map, (double) csr->rows));

  return (SeidelRect){ round (left), round (top), MAX (0.0, round (right) - round (left)),
                       MAX (0.0, round (bottom) - round (top)) };
}

/* A box round the cell and hairlines from there to the edges of the matrix; they leave the value
 * readable. */
static void
draw_cursor (const SeidelSparsityPicture *picture,
             cairo_t *cr,
             const SeidelCellMap *map,
             const SeidelRect *inside,
             const SeidelTheme *theme)
{
  double half_width = MAX (CURSOR, map->column_scale) / 2.0;
  double half_height = MAX (CURSOR, map->row_scale) / 2.0;
  double x = floor (seidel_cell_map_x (map, (double) picture->cursor_column + 0.5)) + 0.5;
  double y = floor (seidel_cell_map_y (map, (double) picture->cursor_row + 0.5)) + 0.5;
  SeidelColor faint = theme->accent;

  if (picture->cursor_row < 0 || picture->cursor_column < 0)
    return;
  if (!seidel_rect_contains (&map->area, x, y))
    return;
  faint.alpha = 0.45;
  seidel_color_set_source (&faint, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_move_to (cr, inside->x, y);
  cairo_line_to (cr, MAX (inside->x, x - half_width), y);
  cairo_move_to (cr, MIN (inside->x + inside->width, x + half_width), y);
  cairo_line_to (cr, inside->x + inside->width, y);
  cairo_move_to (cr, x, inside->y);
  cairo_line_to (cr, x, MAX (inside->y, y - half_height));
  cairo_move_to (cr, x, MIN (inside->y + inside->height, y + half_height));
  cairo_line_to (cr, x, inside->y + inside->height);
  cairo_stroke (cr);
  /* Seen on entries of any colour: the accent within a rim of the background. */
  cairo_rectangle (cr, x - half_width, y - half_height, 2.0 * half_width, 2.0 * half_height);
  seidel_color_set_source (&theme->background, cr);
  cairo_set_line_width (cr, 5.0);
  cairo_stroke_preserve (cr);
  seidel_color_set_source (&theme->accent, cr);
  cairo_set_line_width (cr, 2.0);
  cairo_stroke (cr);
}

static void
draw_area (const SeidelSparsityPicture *picture,
           const SeidelSparsityContent *content,
           cairo_t *cr,
           const SeidelCellMap *map,
           const SeidelTheme *theme)
{
  SeidelRect inside = matrix_rect (map, picture->matrix->csr);

  cairo_save (cr);
  cairo_rectangle (cr, map->area.x, map->area.y, map->area.width, map->area.height);
  cairo_clip (cr);
  if (content != NULL)
    seidel_sparsity_content_draw (content, picture, cr, map, theme);
  seidel_color_set_source (&theme->dim, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_rectangle (cr, inside.x + 0.5, inside.y + 0.5, MAX (0.0, inside.width - 1.0),
                   MAX (0.0, inside.height - 1.0));
  cairo_stroke (cr);
  draw_cursor (picture, cr, map, &inside, theme);
  cairo_restore (cr);
}

void
seidel_sparsity_picture_draw_with (const SeidelSparsityPicture *picture,
                                   const SeidelSparsityContent *content,
                                   cairo_t *cr,
                                   double width,
                                   double height,
                                   const SeidelTheme *theme)
{
  const SeidelCsr *csr = picture->matrix->csr;
  SeidelSparsityLayout layout = seidel_sparsity_picture_layout (picture, width, height, theme);
  SeidelCellMap map = seidel_sparsity_picture_map (picture, &layout);

  cairo_save (cr);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_clip (cr);
  seidel_color_set_source (&theme->background, cr);
  cairo_paint (cr);
  draw_area (picture, content, cr, &map, theme);
  if (layout.rulers)
    {
      SeidelRect inside = matrix_rect (&map, csr);

      draw_column_ruler (cr, &map, csr->columns, inside.y, theme);
      draw_row_ruler (cr, &map, csr->rows, inside.x, theme);
    }
  if (layout.legend.width > 0.0)
    draw_legend (picture, content, cr, &layout.legend, theme);
  cairo_restore (cr);
}

/* Whether a surface keeps rectangles as such. */
static bool
keeps_vectors (cairo_surface_t *surface)
{
  switch (cairo_surface_get_type (surface))
    {
    case CAIRO_SURFACE_TYPE_PDF:
    case CAIRO_SURFACE_TYPE_PS:
    case CAIRO_SURFACE_TYPE_SVG:
    case CAIRO_SURFACE_TYPE_RECORDING:
      return true;
    default:
      return false;
    }
}

void
seidel_sparsity_picture_draw (const SeidelSparsityPicture *picture,
                              cairo_t *cr,
                              double width,
                              double height,
                              const SeidelTheme *theme)
{
  cairo_surface_t *surface = cairo_get_target (cr);
  SeidelSparsityLayout layout = seidel_sparsity_picture_layout (picture, width, height, theme);
  SeidelCellMap map = seidel_sparsity_picture_map (picture, &layout);
  bool vectors = keeps_vectors (surface);
  double pixel_scale, y_scale;
  double dx = 1.0, dy = 0.0;
  g_autoptr (SeidelSparsityContent) content = NULL;

  cairo_surface_get_device_scale (surface, &pixel_scale, &y_scale);
  cairo_user_to_device_distance (cr, &dx, &dy);
  pixel_scale *= hypot (dx, dy);
  /* On paper a unit is 1/72 inch, far coarser than what is printed. */
  if (vectors)
    pixel_scale *= 2.0;
  content = seidel_sparsity_content_new (picture, &map, theme, pixel_scale, !vectors, NULL);
  seidel_sparsity_picture_draw_with (picture, content, cr, width, height, theme);
}
