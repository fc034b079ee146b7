/* The sparsity picture as a whole: its layout, its cursor, the order of drawing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sparsity-private.h"

#include <math.h>

#include "draw/seidel-format.h"
#include "draw/seidel-text.h"

#define PAD           6.0
#define LEGEND_WIDTH  104.0
#define LEGEND_HEIGHT 240.0
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
      left = ceil (label_width + SEIDEL_SPARSITY_TICK + 2.0 * PAD);
      top = ceil (label_height + SEIDEL_SPARSITY_TICK + PAD);
      /* The last numbers stick out by half. */
      right = ceil (longest_column_width / 2.0);
      bottom = ceil (label_height / 2.0);
    }
  if (width - left >= 3.0 * LEGEND_WIDTH && height - top >= 140.0)
    {
      right += LEGEND_WIDTH;
      layout.legend = (SeidelRect){ floor (width - LEGEND_WIDTH), top, LEGEND_WIDTH,
                                    MIN (LEGEND_HEIGHT, height - top - PAD) };
    }
  layout.plane.area = (SeidelRect){ left, top, MAX (1.0, floor (width - left - right)),
                                    MAX (1.0, floor (height - top - bottom)) };

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

/* From the box of the cursor to the edges of the matrix. */
static void
draw_hairlines (cairo_t *cr,
                const SeidelRect *inside,
                double x,
                double y,
                double half_width,
                double half_height,
                const SeidelTheme *theme)
{
  SeidelColor faint = theme->accent;

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
}

/* A box round the cell and, as long as cells are too small for values, hairlines from there to the
 * edges of the matrix. */
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

  if (picture->cursor_row < 0 || picture->cursor_column < 0)
    return;
  if (!seidel_rect_contains (&map->area, x, y))
    return;
  if (MIN (map->row_scale, map->column_scale) < SEIDEL_SPARSITY_VALUE_PIXELS)
    draw_hairlines (cr, inside, x, y, half_width, half_height, theme);
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

/* A frame round nothing would not be seen. */
static void
say_empty (cairo_t *cr, double width, double height, const SeidelTheme *theme)
{
  SeidelTextStyle style = {
    .size = SEIDEL_TEXT_TITLE, .color = &theme->dim, .anchor_x = 0.5, .anchor_y = 0.5
  };

  seidel_text_draw (cr, theme, &style, "The matrix has no rows or no columns", width / 2.0,
                    height / 2.0);
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
  if (csr->rows == 0 || csr->columns == 0)
    say_empty (cr, width, height, theme);
  else
    draw_area (picture, content, cr, &map, theme);
  if (layout.rulers)
    {
      SeidelRect inside = matrix_rect (&map, csr);

      seidel_sparsity_draw_column_ruler (cr, &map, csr->columns, inside.y, theme);
      seidel_sparsity_draw_row_ruler (cr, &map, csr->rows, inside.x, theme);
    }
  if (layout.legend.width > 0.0)
    seidel_sparsity_draw_legend (picture, content, cr, &layout.legend, theme);
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
