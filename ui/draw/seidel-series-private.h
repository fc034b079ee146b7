/* What the files share that draw series: the pen, marks, samples that are visible, blocks of them.
 * Private to these.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-plot-private.h"

#include <math.h>

G_BEGIN_DECLS

/* Follows a curve, passing on to cairo only the parts inside a rectangle. */
typedef struct
{
  cairo_t *cr;
  SeidelRect bounds;
  double x, y;   /* where the pen is */
  bool down;     /* it has a last point */
  bool joined;   /* cairo's current point is that one */
  size_t points; /* since it was last lifted */
} SeidelPen;

/* Ends a stroke. */
void seidel_pen_lift (SeidelPen *pen);
void seidel_pen_to (SeidelPen *pen, double x, double y);

typedef enum
{
  SEIDEL_SAMPLE_NONE,
  SEIDEL_SAMPLE_BELOW,      /* not above 0 on a logarithmic axis */
  SEIDEL_SAMPLE_NOT_FINITE, /* infinite, or not a number */
} SeidelSampleMark;

static inline SeidelSampleMark
seidel_sample_mark (const SeidelAxis *axis, double y)
{
  if (!isfinite (y))
    return SEIDEL_SAMPLE_NOT_FINITE;
  return axis->logarithmic && !(y > 0.0) ? SEIDEL_SAMPLE_BELOW : SEIDEL_SAMPLE_NONE;
}

/* The samples that can touch the area: one more on each side for the strokes that leave it. */
static inline void
seidel_series_visible (const SeidelPlot *plot, const SeidelSeries *series, size_t *from, size_t *to)
{
  double slack = series->kind == SEIDEL_SERIES_BARS ? series->bar_width / 2.0 : 0.0;
  double beyond = nextafter (plot->x.high + slack, INFINITY);

  *from = seidel_series_lower_bound (series, plot->x.low - slack);
  *to = seidel_series_lower_bound (series, beyond);
  *from -= *from > 0 ? 1 : 0;
  *to += *to < series->count ? 1 : 0;
}

/* The block that begins at sample i when all of it comes before to and has nothing that must be
 * marked; NULL otherwise. columns: on how many more columns of pixels than one it lies. */
const SeidelBlock *seidel_series_block_at (const SeidelPlot *plot,
                                           const SeidelPlotLayout *layout,
                                           const SeidelSeries *series,
                                           size_t i,
                                           size_t to,
                                           double *columns);

/* seidel-series-curve.c */

void seidel_series_draw_curve (const SeidelPlot *plot,
                               const SeidelPlotLayout *layout,
                               const SeidelSeries *series,
                               cairo_t *cr,
                               const SeidelTheme *theme);
void seidel_series_draw_dots (const SeidelPlot *plot,
                              const SeidelPlotLayout *layout,
                              const SeidelSeries *series,
                              cairo_t *cr,
                              double radius);

/* seidel-series-columns.c: these return the number of samples in the fullest column of pixels. */

size_t seidel_series_draw_bars (const SeidelPlot *plot,
                                const SeidelPlotLayout *layout,
                                const SeidelSeries *series,
                                cairo_t *cr,
                                const SeidelTheme *theme);
size_t seidel_series_draw_means (const SeidelPlot *plot,
                                 const SeidelPlotLayout *layout,
                                 const SeidelSeries *series,
                                 cairo_t *cr,
                                 const SeidelTheme *theme);
/* A curve whose samples crowd. */
void seidel_series_draw_band (const SeidelPlot *plot,
                              const SeidelPlotLayout *layout,
                              const SeidelSeries *series,
                              cairo_t *cr,
                              const SeidelTheme *theme);

G_END_DECLS
