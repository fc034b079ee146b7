/* The values of a solution as cells, in the colours of a scale.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-solution-private.h"

#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "base/seidel-memory.h"

#define PAD          8.0
#define SCALE_BINS   1024
#define VALUE_WIDTH  3.0 /* of a cell with a number, in sizes of the font */
#define VALUE_HEIGHT 1.3

/* Ranks of cells. */
#define RANK_ZERO       1 /* not above 0 on a logarithmic scale */
#define RANK_FIRST      2
#define RANK_LAST       254
#define RANK_NOT_FINITE 255

/* The place of a value on the scale from its low end (0) to the highest value (1). */
static double
place_of (const SeidelSolutionPicture *picture, double shown)
{
  const double low = picture->choice.logarithmic ? log10 (picture->scale_low) : picture->scale_low;
  const double high = picture->choice.logarithmic ? log10 (picture->high) : picture->high;
  const double value = picture->choice.logarithmic ? log10 (shown) : shown;

  return high > low ? CLAMP ((value - low) / (high - low), 0.0, 1.0) : 1.0;
}

/* A logarithmic scale begins where one value in a hundred is lower: rows that are solved exactly
 * are decades below all others. */
static void
find_scale (SeidelSolutionPicture *picture)
{
  int64_t counts[SCALE_BINS + 1] = { 0 };
  int64_t n = 0, below = 0;
  int bin = 0;

  picture->scale_low = picture->low;
  if (!picture->choice.logarithmic || !(picture->high > picture->low))
    return;
  for (int64_t i = 0; i < picture->n; i++)
    {
      const double value = seidel_solution_shown_value (picture, i);

      if (!isfinite (value) || value == 0.0)
        continue;
      counts[(int) (SCALE_BINS * place_of (picture, value))]++;
      n++;
    }
  while (bin < SCALE_BINS && (below += counts[bin]) <= n / 100)
    bin++;
  picture->scale_low = picture->low * pow (picture->high / picture->low, (double) bin / SCALE_BINS);
}

bool
seidel_solution_cells_make (SeidelSolutionPicture *picture, GError **error)
{
  picture->ranks =
    seidel_memory_try ((size_t) MAX (picture->n, 1), _ ("the colours of the cells"), error);
  if (picture->ranks == NULL)
    return false;
  find_scale (picture);
  for (int64_t i = 0; i < picture->n; i++)
    {
      const double value = seidel_solution_shown_value (picture, i);

      if (!isfinite (value))
        picture->ranks[i] = RANK_NOT_FINITE;
      else if (picture->choice.logarithmic && value == 0.0)
        picture->ranks[i] = RANK_ZERO;
      else
        picture->ranks[i] =
          (uint8_t) (RANK_FIRST + (RANK_LAST - RANK_FIRST) * place_of (picture, value) + 0.5);
    }
  return true;
}

static double
key_height (const SeidelTheme *theme)
{
  return ceil (2.2 * theme->font_size);
}

SeidelPlane
seidel_solution_picture_plane (gconstpointer data,
                               double width,
                               double height,
                               const SeidelTheme *theme)
{
  const SeidelSolutionPicture *picture = data;
  const double top = key_height (theme);
  const SeidelRect area = { PAD, top, width - 2.0 * PAD, height - top - PAD };

  if (picture->choice.shown != SEIDEL_SOLUTION_CELLS)
    return (SeidelPlane){ 0 };
  return seidel_cells_plane (&picture->cells, &area);
}

int64_t
seidel_solution_picture_row_at (gconstpointer data,
                                double width,
                                double height,
                                const SeidelTheme *theme,
                                double x,
                                double y)
{
  const SeidelSolutionPicture *picture = data;
  const SeidelPlane plane = seidel_solution_picture_plane (picture, width, height, theme);

  return seidel_cells_row_at (&picture->cells, &plane, x, y);
}

/* What is not on the scale is apart from it in colour. */
static SeidelColor
color_of_rank (int rank, const SeidelTheme *theme)
{
  if (rank == RANK_ZERO)
    return theme->grid;
  if (rank == RANK_NOT_FINITE)
    return seidel_theme_series (theme, 1);
  return seidel_theme_level (theme, (double) (rank - RANK_FIRST) / (RANK_LAST - RANK_FIRST));
}

static void
find_ranks (gconstpointer data, const SeidelCellRows *rows, uint8_t *ranks)
{
  const SeidelSolutionPicture *picture = data;

  for (int64_t i = 0; i < rows->n; i++)
    ranks[i] = picture->ranks[seidel_cell_row (rows, i)];
}

static void
draw_value (gconstpointer data,
            int64_t row,
            const SeidelRect *cell,
            cairo_t *cr,
            const SeidelTheme *theme)
{
  const SeidelSolutionPicture *picture = data;
  const SeidelColor fill = color_of_rank (picture->ranks[row], theme);
  const SeidelColor ink = seidel_color_readable_on (&fill);

  seidel_cells_draw_number_high (cr, picture->values[row], cell->x + 0.5 * cell->width,
                                 cell->y + 0.5 * cell->height, 0.9 * cell->width - 2.0,
                                 seidel_cells_letter_height (cell->height), false, &ink, theme);
}

/* A swatch with its name; returns where it ends. */
static double
draw_swatch (cairo_t *cr,
             double x,
             const SeidelColor *color,
             const char *name,
             const SeidelTheme *theme)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL, .anchor_y = 0.5 };
  const double box = theme->font_size, y = key_height (theme) / 2.0;
  double width;

  seidel_color_set_source (color, cr);
  cairo_rectangle (cr, x, floor (y - box / 2.0), box, box);
  cairo_fill (cr);
  seidel_text_measure (theme, &style, name, &width, NULL);
  seidel_text_draw (cr, theme, &style, name, x + 1.5 * box, y);
  return x + 1.5 * box + width + 1.5 * theme->font_size;
}

/* The scale: from the lowest value to the highest one, and what has no place on it. */
static void
draw_key (const SeidelSolutionPicture *picture, cairo_t *cr, const SeidelTheme *theme)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_SMALL, .anchor_y = 0.5 };
  const double box = theme->font_size, ramp = 12.0 * box, y = key_height (theme) / 2.0;
  g_autofree char *symbol = seidel_solution_picture_symbol (picture);
  g_autofree char *low = NULL, *high = NULL, *from = NULL;
  const SeidelColor zero = color_of_rank (RANK_ZERO, theme);
  const SeidelColor not_finite = color_of_rank (RANK_NOT_FINITE, theme);
  double x = PAD, width;

  seidel_solution_picture_range (picture, &low, &high);
  if (picture->scale_low > picture->low)
    {
      g_free (low);
      low = seidel_format_compact (picture->scale_low, 3);
    }
  from = g_strdup_printf (picture->scale_low > picture->low ? "%s   ≤ %s" : "%s   %s", symbol, low);
  seidel_text_measure (theme, &style, from, &width, NULL);
  seidel_text_draw (cr, theme, &style, from, x, y);
  x = ceil (x + width + 0.5 * box);
  for (int i = 0; i < (int) ramp; i++)
    {
      const SeidelColor color = seidel_theme_level (theme, i / (ramp - 1.0));

      seidel_color_set_source (&color, cr);
      cairo_rectangle (cr, x + i, floor (y - box / 2.0), 1.0, box);
      cairo_fill (cr);
    }
  x += floor (ramp) + 0.5 * box;
  seidel_text_measure (theme, &style, high, &width, NULL);
  seidel_text_draw (cr, theme, &style, high, x, y);
  x += width + 2.0 * box;
  if (picture->choice.logarithmic && picture->zeros > 0)
    x = draw_swatch (cr, x, &zero, "0", theme);
  if (picture->not_finite > 0)
    draw_swatch (cr, x, &not_finite, _ ("not finite"), theme);
}

void
seidel_solution_cells_draw (const SeidelSolutionPicture *picture,
                            cairo_t *cr,
                            double width,
                            double height,
                            const SeidelTheme *theme)
{
  const SeidelPlane plane = seidel_solution_picture_plane (picture, width, height, theme);
  const SeidelCellMap map = seidel_cells_map (&picture->cells, &plane);
  SeidelColor colors[256] = { 0 };

  for (int rank = 1; rank < 256; rank++)
    colors[rank] = color_of_rank (rank, theme);
  draw_key (picture, cr, theme);
  cairo_rectangle (cr, plane.area.x, plane.area.y, plane.area.width, plane.area.height);
  cairo_clip (cr);
  seidel_cells_paint (&picture->cells, &plane, cr, find_ranks, picture, colors);
  if (map.column_scale >= VALUE_WIDTH * theme->font_size
      && map.row_scale >= VALUE_HEIGHT * theme->font_size)
    seidel_cells_draw_each (&picture->cells, &plane, cr, draw_value, picture, theme);
  if (picture->lit != NULL)
    seidel_cells_draw_selected (&picture->cells, &plane, cr, picture->lit->member, theme);
  if (picture->pointed >= 0)
    seidel_cells_draw_frame (&picture->cells, &plane, cr, picture->pointed, &theme->foreground);
}
