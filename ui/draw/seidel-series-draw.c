/* Samples to strokes and bars, a bounded number of them however many samples there are.
 *
 * Where several samples fall on one column of pixels, a curve is drawn through the first, least,
 * greatest and last of them, which colours the same pixels as all of them would, and where they
 * crowd as a band from the least to the greatest, for strokes that cross themselves in every column
 * take long; bars and means show the greatest in a light tone and the mean in full. Everything is
 * clipped in double before cairo sees it: its coordinates go wrong beyond 2²³.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-series-private.h"

/* Samples in a column of pixels, on the mean, from which on a curve is a band. */
#define CROWDED 4.0

/* Lengths of dashes and gaps of a theme. */
#define MOST_DASHES 4

/* Whether so many samples share a column of pixels that a band shows what they show, and none of
 * them has to be marked. */
static bool
crowds (const SeidelPlot *plot,
        const SeidelPlotLayout *layout,
        const SeidelSeries *series,
        size_t from,
        size_t to)
{
  const SeidelAxis *axis = series->right ? &plot->right : &plot->y;

  if ((double) (to - from) < CROWDED * layout->area.width)
    return false;
  for (size_t b = from / SEIDEL_SERIES_BLOCK; b * SEIDEL_SERIES_BLOCK < to; b++)
    {
      const SeidelBlock *block = &g_array_index (series->blocks, SeidelBlock, b);

      if (!block->finite || (axis->logarithmic && !(block->least > 0.0)))
        return false;
    }
  return true;
}

size_t
seidel_series_draw (const SeidelPlot *plot,
                    const SeidelPlotLayout *layout,
                    const SeidelSeries *series,
                    cairo_t *cr,
                    const SeidelTheme *theme)
{
  SeidelColor color = seidel_ink_color (&series->ink, theme);
  size_t densest = 1, from, to;

  if (!series->visible || series->count == 0)
    return 1;
  seidel_color_set_source (&color, cr);
  switch (series->kind)
    {
    case SEIDEL_SERIES_LINE:
    case SEIDEL_SERIES_MEANS:
      seidel_series_visible (plot, series, &from, &to);
      if (series->kind == SEIDEL_SERIES_MEANS)
        densest = seidel_series_draw_means (plot, layout, series, cr, theme);
      else if (crowds (plot, layout, series, from, to))
        seidel_series_draw_band (plot, layout, series, cr, theme);
      else
        seidel_series_draw_curve (plot, layout, series, cr, theme);
      if ((double) (to - from) * theme->font_size < layout->area.width)
        seidel_series_draw_dots (plot, layout, series, cr, theme->line_width * 1.4);
      break;
    case SEIDEL_SERIES_STEP:
      seidel_series_draw_curve (plot, layout, series, cr, theme);
      break;
    case SEIDEL_SERIES_BARS:
      densest = seidel_series_draw_bars (plot, layout, series, cr, theme);
      break;
    case SEIDEL_SERIES_POINTS:
      seidel_series_draw_dots (plot, layout, series, cr, theme->line_width * 1.2);
      break;
    case SEIDEL_SERIES_SQUARES:
      cairo_set_line_width (cr, theme->line_width * 0.75);
      seidel_series_draw_dots (plot, layout, series, cr, theme->line_width * 2.6);
      break;
    default:
      g_assert_not_reached ();
    }
  return densest;
}
