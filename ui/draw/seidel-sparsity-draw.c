/* The sparsity picture as a whole: its parts in their order, its cursor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sparsity-draw.h"

#include <math.h>
#include <glib/gi18n.h>

#include "draw/seidel-sparsity-frame.h"
#include "draw/seidel-text.h"

#define CURSOR    9.0 /* pixels: its box is never smaller */
#define KEY_LINES 5.0 /* room for the key of the dependencies, in font sizes */

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
  if (picture->borders != NULL)
    seidel_borders_draw_halo (picture->borders, cr, map, theme);
  if (content != NULL)
    seidel_sparsity_content_draw (content, picture, cr, map, theme);
  seidel_color_set_source (&theme->dim, cr);
  cairo_set_line_width (cr, 1.0);
  cairo_rectangle (cr, inside.x + 0.5, inside.y + 0.5, MAX (0.0, inside.width - 1.0),
                   MAX (0.0, inside.height - 1.0));
  cairo_stroke (cr);
  if (picture->borders != NULL)
    seidel_borders_draw_lines (picture->borders, cr, map, theme);
  if (picture->trail != NULL)
    {
      seidel_trail_draw (picture->trail, picture->matrix->csr, cr, map, theme);
      if (content != NULL)
        seidel_sparsity_content_draw_values (content, picture, cr, map, theme);
    }
  draw_cursor (picture, cr, map, &inside, theme);
  cairo_restore (cr);
}

/* The column of the legend is free below it. */
static void
draw_trail_key (const SeidelSparsityPicture *picture,
                cairo_t *cr,
                const SeidelCellMap *map,
                const SeidelRect *legend,
                const SeidelTheme *theme)
{
  const SeidelRect inside = matrix_rect (map, picture->matrix->csr);
  SeidelRect area = map->area;

  if (legend->y + legend->height + KEY_LINES * theme->font_size < area.y + area.height)
    area.width = MAX (area.width, legend->x + legend->width - area.x);
  seidel_trail_draw_key (picture->trail, cr, &area, &inside, theme);
}

/* A frame round nothing would not be seen. */
static void
say_empty (cairo_t *cr, double width, double height, const SeidelTheme *theme)
{
  SeidelTextStyle style = {
    .size = SEIDEL_TEXT_TITLE, .color = &theme->dim, .anchor_x = 0.5, .anchor_y = 0.5
  };

  seidel_text_draw (cr, theme, &style, _ ("The matrix has no rows or no columns"), width / 2.0,
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
  if (picture->trail != NULL && !picture->withheld)
    draw_trail_key (picture, cr, &map, &layout.legend, theme);
  else if (picture->borders != NULL)
    seidel_borders_draw_key (picture->borders, cr, &map.area, theme);
  if (layout.legend.width > 0.0)
    seidel_sparsity_draw_legend (picture, content, cr, &layout, theme);
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

/* No room for the pattern: a picture without it is not to be taken for one of an empty matrix. A
 * surface that cannot be made passes its error on to what uses it. */
static void
fail_drawing (cairo_t *cr)
{
  cairo_surface_t *none = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, -1, -1);

  cairo_set_source_surface (cr, none, 0.0, 0.0);
  cairo_surface_destroy (none);
}

void
seidel_sparsity_picture_draw (gconstpointer data,
                              cairo_t *cr,
                              double width,
                              double height,
                              const SeidelTheme *theme)
{
  const SeidelSparsityPicture *picture = data;

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
  if (content == NULL)
    fail_drawing (cr);
  seidel_sparsity_picture_draw_with (picture, content, cr, width, height, theme);
}
