/* Draws small pictures of patterns and levels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-thumbnail.h"

#include "draw/seidel-sparsity-content.h"
#include "draw/seidel-sparsity-text.h"

#define MARGIN 10

static cairo_surface_t *
make_image (int width, int height, const SeidelTheme *theme, int scale, cairo_t **cr)
{
  cairo_surface_t *image =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * scale, height * scale);

  cairo_surface_set_device_scale (image, scale, scale);
  *cr = cairo_create (image);
  seidel_color_set_source (&theme->background, *cr);
  cairo_paint (*cr);
  return image;
}

cairo_surface_t *
seidel_thumbnail_pattern (SeidelMatrix *matrix,
                          int width,
                          int height,
                          const SeidelTheme *theme,
                          int scale,
                          GCancellable *cancellable,
                          char **text)
{
  g_autoptr (SeidelSparsityPicture) picture = seidel_sparsity_picture_new (matrix);
  SeidelPlane plane = { (double) matrix->csr->rows,
                        (double) matrix->csr->columns,
                        { MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN } };
  SeidelViewport fit = seidel_viewport_fit (&plane);
  SeidelCellMap map = seidel_viewport_map (&fit, &plane);
  g_autoptr (SeidelSparsityContent) content =
    seidel_sparsity_content_new (picture, &map, theme, scale, true, cancellable);
  cairo_surface_t *image;
  cairo_t *cr;

  if (content == NULL)
    return NULL;
  image = make_image (width, height, theme, scale, &cr);
  seidel_sparsity_content_draw (content, picture, cr, &map, theme);
  cairo_destroy (cr);
  if (text != NULL)
    *text = seidel_sparsity_picture_describe (picture, &map);
  return image;
}

/* The most rows in a level of those that share column x of so many. */
static int64_t
find_widest (const SeidelSchedule *schedule, int x, int columns)
{
  const int64_t first = (int64_t) x * schedule->count / columns;
  const int64_t end = ((int64_t) (x + 1) * schedule->count + columns - 1) / columns;
  int64_t widest = 0;

  for (int64_t l = first; l < MIN (end, schedule->count); l++)
    widest = MAX (widest, schedule->level_rows[l]);
  return widest;
}

cairo_surface_t *
seidel_thumbnail_widths (const SeidelSchedule *schedule,
                         int width,
                         int height,
                         const SeidelTheme *theme,
                         int scale)
{
  const int columns = width - 2 * MARGIN;
  const double room = height - 2 * MARGIN;
  cairo_t *cr;
  cairo_surface_t *image = make_image (width, height, theme, scale, &cr);

  seidel_color_set_source (&theme->dim, cr);
  cairo_rectangle (cr, MARGIN, MARGIN + room, columns, 1.0);
  cairo_fill (cr);
  seidel_color_set_source (&theme->series[0], cr);
  for (int x = 0; x < columns && schedule->count > 0; x++)
    {
      const double share = (double) find_widest (schedule, x, columns) / (double) schedule->widest;
      /* No level vanishes. */
      const double tall = MAX (share * room, 1.0);

      cairo_rectangle (cr, MARGIN + x, MARGIN + room - tall, 1.0, tall);
    }
  cairo_fill (cr);
  cairo_destroy (cr);
  return image;
}
