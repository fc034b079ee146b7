/* Series by columns of pixels: bars, the means of columns and what lies above them, and bands.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-series-private.h"

/* Lengths of dashes and gaps of a theme. */
#define MOST_DASHES 4

/* A bar from the bottom of the area up to y; edges on whole pixels, so that neighbours neither
 * overlap nor part. */
static void
add_bar (const SeidelPlotLayout *layout, cairo_t *cr, double left, double right, double y)
{
  const SeidelRect *area = &layout->area;
  double bottom = area->y + area->height;

  left = CLAMP (left, area->x, area->x + area->width);
  right = CLAMP (right, area->x, area->x + area->width);
  y = CLAMP (y, area->y, bottom);
  if (right > left && bottom > y)
    cairo_rectangle (cr, left, y, right - left, bottom - y);
}

static void
draw_wide_bars (const SeidelPlot *plot,
                const SeidelPlotLayout *layout,
                const SeidelSeries *series,
                cairo_t *cr,
                double wide,
                size_t from,
                size_t to)
{
  const SeidelAxis *axis = series->right ? &plot->right : &plot->y;
  /* The same between all of them: on whole pixels some are wider than others. Without numbers on
   * the axes the bars are not to be counted either. */
  double gap = plot->unnumbered ? 0.0 : wide >= 24.0 ? 2.0 : wide >= 4.0 ? 1.0 : 0.0;

  for (size_t i = from; i < to; i++)
    {
      double x, y, left, right;

      series->sample (series->data, i, &x, &y);
      if (seidel_sample_mark (axis, y) != SEIDEL_SAMPLE_NONE)
        continue;
      left = floor (seidel_plot_x_to_pixel (plot, layout, x - series->bar_width / 2.0));
      right = floor (seidel_plot_x_to_pixel (plot, layout, x + series->bar_width / 2.0));
      add_bar (layout, cr, left, right - gap,
               seidel_plot_y_to_pixel (plot, layout, series->right, y));
    }
  cairo_fill (cr);
}

/* Walks over the columns of pixels that hold samples. */
typedef struct
{
  const SeidelPlot *plot;
  const SeidelPlotLayout *layout;
  const SeidelSeries *series;
  size_t i, to; /* samples not yet walked over */
  /* A block on the border of two columns counts in both: what is drawn may be off by the part of a
   * column that a block takes, and most samples need not be read. */
  bool rough;
  const SeidelBlock *shared; /* with the column before; NULL: none */
  size_t densest;            /* samples in the fullest column so far */
  double column;             /* the current one, */
  size_t count;              /* with what is in it */
  double sum;
  double greatest; /* at least 0 */
  double low, high, last;
} Columns;

static void
add_block_to_column (Columns *columns, const SeidelBlock *block)
{
  columns->sum += block->sum;
  columns->high = fmax (columns->high, block->greatest);
  columns->low = fmin (columns->low, block->least);
  columns->last = block->last;
  columns->count += SEIDEL_SERIES_BLOCK;
}

static void
begin_column (Columns *columns)
{
  const SeidelBlock *shared = columns->shared;

  columns->count = 0;
  columns->sum = columns->greatest = 0.0;
  columns->low = INFINITY;
  columns->high = -INFINITY;
  columns->shared = NULL;
  if (shared == NULL)
    return;
  columns->column++;
  add_block_to_column (columns, shared);
}

static bool
next_column (Columns *columns)
{
  begin_column (columns);
  while (columns->i < columns->to && columns->shared == NULL)
    {
      double more = 0.0, x, y, here;
      const SeidelBlock *block =
        seidel_series_block_at (columns->plot, columns->layout, columns->series, columns->i,
                                columns->to, &more);

      if (more > (columns->rough ? 1.0 : 0.0))
        block = NULL;
      if (block != NULL)
        x = block->x_first;
      else
        columns->series->sample (columns->series->data, columns->i, &x, &y);
      here = floor (seidel_plot_x_to_pixel (columns->plot, columns->layout, x));
      if (here != columns->column && columns->count > 0)
        break;
      columns->column = here;
      columns->i += block != NULL ? SEIDEL_SERIES_BLOCK : 1;
      if (block != NULL)
        {
          add_block_to_column (columns, block);
          columns->shared = more > 0.0 ? block : NULL;
        }
      else if (isfinite (y))
        {
          columns->sum += y;
          columns->high = fmax (columns->high, y);
          columns->low = fmin (columns->low, y);
          columns->last = y;
          columns->count++;
        }
    }
  columns->greatest = fmax (columns->greatest, columns->high);
  columns->densest = MAX (columns->densest, columns->count);
  return columns->count > 0;
}

/* Bars up to the greatest or to the mean value of each column. */
static size_t
draw_columns (Columns columns, cairo_t *cr, bool mean)
{
  const SeidelSeries *series = columns.series;
  const SeidelAxis *axis = series->right ? &columns.plot->right : &columns.plot->y;

  while (next_column (&columns))
    {
      double value = mean ? columns.sum / (double) columns.count : columns.greatest;

      if (seidel_sample_mark (axis, value) == SEIDEL_SAMPLE_NONE)
        add_bar (columns.layout, cr, columns.column, columns.column + 1.0,
                 seidel_plot_y_to_pixel (columns.plot, columns.layout, series->right, value));
    }
  return columns.densest;
}

/* From the mean to the greatest value of each column where there is something between them. */
static void
draw_excess (Columns columns, cairo_t *cr)
{
  const SeidelSeries *series = columns.series;
  const SeidelAxis *axis = series->right ? &columns.plot->right : &columns.plot->y;
  const SeidelRect *area = &columns.layout->area;

  while (next_column (&columns))
    {
      double mean = columns.sum / (double) columns.count, bottom, top;

      if (seidel_sample_mark (axis, mean) != SEIDEL_SAMPLE_NONE)
        continue;
      bottom = seidel_plot_y_to_pixel (columns.plot, columns.layout, series->right, mean);
      top = seidel_plot_y_to_pixel (columns.plot, columns.layout, series->right, columns.greatest);
      bottom = CLAMP (bottom, area->y, area->y + area->height);
      top = CLAMP (top, area->y, area->y + area->height);
      if (bottom > top)
        cairo_rectangle (cr, columns.column, top, 1.0, bottom - top);
    }
  cairo_fill (cr);
}

/* A line through the means of the columns. */
static size_t
draw_means (Columns columns, cairo_t *cr, const SeidelTheme *theme)
{
  const SeidelSeries *series = columns.series;
  const SeidelAxis *axis = series->right ? &columns.plot->right : &columns.plot->y;
  const SeidelRect *area = &columns.layout->area;
  SeidelPen pen = {
    .cr = cr, .bounds = { area->x - 4.0, area->y - 4.0, area->width + 8.0, area->height + 8.0 }
  };

  while (next_column (&columns))
    {
      double mean = columns.sum / (double) columns.count;

      if (seidel_sample_mark (axis, mean) == SEIDEL_SAMPLE_NONE)
        seidel_pen_to (&pen, columns.column + 0.5,
                       seidel_plot_y_to_pixel (columns.plot, columns.layout, series->right, mean));
      else
        seidel_pen_lift (&pen);
    }
  seidel_pen_lift (&pen);
  cairo_set_line_width (cr, theme->line_width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_BEVEL);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_stroke (cr);
  return columns.densest;
}

/* The visible samples. */
static Columns
begin_columns (const SeidelPlot *plot, const SeidelPlotLayout *layout, const SeidelSeries *series)
{
  Columns columns = { .plot = plot, .layout = layout, .series = series, .densest = 1 };

  seidel_series_visible (plot, series, &columns.i, &columns.to);
  return columns;
}

/* The colour of the means, or the lighter one of what lies above them. */
static void
set_source (cairo_t *cr, const SeidelSeries *series, const SeidelTheme *theme, bool above)
{
  SeidelColor color = seidel_ink_color (&series->ink, theme);

  color.alpha *= above ? 0.4 : 1.0;
  seidel_color_set_source (&color, cr);
}

size_t
seidel_series_draw_bars (const SeidelPlot *plot,
                         const SeidelPlotLayout *layout,
                         const SeidelSeries *series,
                         cairo_t *cr,
                         const SeidelTheme *theme)
{
  const Columns columns = begin_columns (plot, layout, series);
  double wide = fabs (seidel_plot_x_to_pixel (plot, layout, plot->x.low + series->bar_width)
                      - seidel_plot_x_to_pixel (plot, layout, plot->x.low));
  size_t densest;

  if (wide >= 1.0)
    {
      draw_wide_bars (plot, layout, series, cr, wide, columns.i, columns.to);
      return 1;
    }
  draw_columns (columns, cr, false);
  set_source (cr, series, theme, true);
  cairo_fill (cr);
  densest = draw_columns (columns, cr, true);
  set_source (cr, series, theme, false);
  cairo_fill (cr);
  return densest;
}

/* As a curve while each sample has its column, else by the means of the columns. */
size_t
seidel_series_draw_means (const SeidelPlot *plot,
                          const SeidelPlotLayout *layout,
                          const SeidelSeries *series,
                          cairo_t *cr,
                          const SeidelTheme *theme)
{
  const Columns columns = begin_columns (plot, layout, series);

  if ((double) (columns.to - columns.i) <= layout->area.width)
    {
      seidel_series_draw_curve (plot, layout, series, cr, theme);
      return 1;
    }
  set_source (cr, series, theme, true);
  draw_excess (columns, cr);
  set_source (cr, series, theme, false);
  return draw_means (columns, cr, theme);
}

/* Dashes of the context along x, with the place in them. */
typedef struct
{
  double lengths[MOST_DASHES];
  int n;
  double sum;
} Dashes;

static Dashes
get_dashes (const SeidelSeries *series, cairo_t *cr, const SeidelTheme *theme)
{
  Dashes dashes = { .n = 0 };

  cairo_save (cr);
  if (series->ink.role == SEIDEL_INK_SERIES)
    seidel_theme_set_dashes (theme, series->ink.index, cr);
  if (cairo_get_dash_count (cr) <= MOST_DASHES)
    {
      dashes.n = cairo_get_dash_count (cr);
      cairo_get_dash (cr, dashes.lengths, NULL);
    }
  cairo_restore (cr);
  for (int i = 0; i < dashes.n; i++)
    dashes.sum += dashes.lengths[i];
  return dashes;
}

static bool
in_gap (const Dashes *dashes, double along)
{
  if (dashes->n == 0)
    return false;
  along = fmod (along, dashes->sum);
  for (int i = 0; i < dashes->n; i++)
    {
      along -= dashes->lengths[i];
      if (along < 0.0)
        return i % 2 == 1;
    }
  return false;
}

/* A curve whose samples crowd: in each column from the least to the greatest, and on to where the
 * column before ended, on whole pixels. */
void
seidel_series_draw_band (const SeidelPlot *plot,
                         const SeidelPlotLayout *layout,
                         const SeidelSeries *series,
                         cairo_t *cr,
                         const SeidelTheme *theme)
{
  Columns columns = { .plot = plot, .layout = layout, .series = series, .rough = true };
  const SeidelRect *area = &layout->area;
  const Dashes dashes = get_dashes (series, cr, theme);
  const double half = theme->line_width / 2.0;
  double before = NAN;

  seidel_series_visible (plot, series, &columns.i, &columns.to);
  while (next_column (&columns))
    {
      double top =
        seidel_plot_y_to_pixel (plot, layout, series->right, fmax (columns.high, before));
      double bottom =
        seidel_plot_y_to_pixel (plot, layout, series->right, fmin (columns.low, before));

      before = columns.last;
      if (in_gap (&dashes, columns.column - area->x))
        continue;
      top = floor (CLAMP (top, area->y - 4.0, area->y + area->height + 4.0) - half + 0.5);
      bottom = floor (CLAMP (bottom, area->y - 4.0, area->y + area->height + 4.0) + half + 0.5);
      cairo_rectangle (cr, columns.column, top, 1.0, fmax (bottom - top, 1.0));
    }
  cairo_fill (cr);
}
