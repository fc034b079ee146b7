/* What a sparsity picture shows, and where.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-sparsity-picture.h"

#include <math.h>

#include "base/seidel-format.h"
#include "draw/seidel-sparsity-frame.h"
#include "draw/seidel-text.h"

#define PAD 6.0
/* In sizes of the font. */
#define LEGEND_WIDTH  8.7
#define LEGEND_HEIGHT 20.0

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
  if (copy->lit != NULL)
    seidel_row_set_ref (copy->lit);
  if (copy->trail != NULL)
    seidel_trail_ref (copy->trail);
  if (copy->borders != NULL)
    seidel_borders_ref (copy->borders);
  return copy;
}

void
seidel_sparsity_picture_free (SeidelSparsityPicture *picture)
{
  seidel_matrix_unref (picture->matrix);
  g_clear_pointer (&picture->schedule, seidel_schedule_unref);
  g_clear_pointer (&picture->lit, seidel_row_set_unref);
  g_clear_pointer (&picture->trail, seidel_trail_unref);
  g_clear_pointer (&picture->borders, seidel_borders_unref);
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

void
seidel_sparsity_picture_set_lit (SeidelSparsityPicture *picture, SeidelRowSet *lit)
{
  if (lit != NULL)
    seidel_row_set_ref (lit);
  g_clear_pointer (&picture->lit, seidel_row_set_unref);
  picture->lit = lit;
}

void
seidel_sparsity_picture_set_trail (SeidelSparsityPicture *picture, SeidelTrail *trail)
{
  if (trail != NULL)
    seidel_trail_ref (trail);
  g_clear_pointer (&picture->trail, seidel_trail_unref);
  picture->trail = trail;
}

void
seidel_sparsity_picture_set_borders (SeidelSparsityPicture *picture, SeidelBorders *borders)
{
  if (borders != NULL)
    seidel_borders_ref (borders);
  g_clear_pointer (&picture->borders, seidel_borders_unref);
  picture->borders = borders;
}

bool
seidel_sparsity_picture_by_level (const SeidelSparsityPicture *picture)
{
  return picture->mode == SEIDEL_SPARSITY_LEVEL && picture->schedule != NULL && !picture->withheld;
}

bool
seidel_sparsity_picture_by_value (const SeidelSparsityPicture *picture)
{
  return picture->mode == SEIDEL_SPARSITY_MAGNITUDE || picture->mode == SEIDEL_SPARSITY_SIGN;
}

/* Pixels of a cell where all of the matrix is shown in so much room. */
static double
fit_cell (const SeidelPlane *plane, double width, double height)
{
  return MIN (MAX (width, 0.0) / (double) MAX (plane->columns, 1),
              MAX (height, 0.0) / (double) MAX (plane->rows, 1));
}

/* Beside the pattern or below it, where it takes less from the pattern. */
static void
place_legend (SeidelSparsityLayout *layout, double width, double height, const SeidelTheme *theme)
{
  SeidelRect *area = &layout->plane.area;
  const double beside = floor (LEGEND_WIDTH * theme->font_size);
  const double below = seidel_sparsity_legend_height (theme);

  if (width - area->x < 3.0 * beside || height - area->y < 140.0)
    return;
  layout->legend_below = area->height - below >= 140.0
                         && fit_cell (&layout->plane, area->width, area->height - below)
                              > fit_cell (&layout->plane, area->width - beside, area->height);
  if (layout->legend_below)
    {
      layout->legend = (SeidelRect){ area->x, floor (height - below), area->width, below };
      area->height -= below;
      return;
    }
  layout->legend = (SeidelRect){ floor (width - beside), area->y, beside,
                                 MIN (LEGEND_HEIGHT * theme->font_size, height - area->y - PAD) };
  area->width -= beside;
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
  layout.plane.area = (SeidelRect){ left, top, width - left - right, height - top - bottom };
  place_legend (&layout, width, height, theme);
  layout.plane.area.width = MAX (1.0, floor (layout.plane.area.width));
  layout.plane.area.height = MAX (1.0, floor (layout.plane.area.height));
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
