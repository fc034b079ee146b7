/* Series as curves, and as dots: a column of pixels with several samples as its first, least,
 * greatest and last one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-series-private.h"

static void
add_dot (SeidelPen *pen)
{
  if (!seidel_rect_contains (&pen->bounds, pen->x, pen->y))
    return;
  cairo_new_sub_path (pen->cr);
  cairo_move_to (pen->cr, pen->x, pen->y);
  cairo_line_to (pen->cr, pen->x, pen->y);
}

void
seidel_pen_lift (SeidelPen *pen)
{
  /* A stroke of no length with round caps is a dot. */
  if (pen->down && pen->points == 1)
    add_dot (pen);
  pen->down = pen->joined = false;
  pen->points = 0;
}

/* Narrows the part [from, to] of a segment to where start + t × delta lies between low and high. */
static bool
narrow (double start, double delta, double low, double high, double *from, double *to)
{
  double enter, leave;

  if (delta == 0.0)
    return start >= low && start <= high;
  enter = (low - start) / delta;
  leave = (high - start) / delta;
  *from = fmax (*from, fmin (enter, leave));
  *to = fmin (*to, fmax (enter, leave));
  return *from <= *to;
}

void
seidel_pen_to (SeidelPen *pen, double x, double y)
{
  double dx = x - pen->x, dy = y - pen->y, from = 0.0, to = 1.0;
  const SeidelRect *b = &pen->bounds;

  if (pen->down && narrow (pen->x, dx, b->x, b->x + b->width, &from, &to)
      && narrow (pen->y, dy, b->y, b->y + b->height, &from, &to))
    {
      if (!pen->joined || from > 0.0)
        cairo_move_to (pen->cr, pen->x + from * dx, pen->y + from * dy);
      cairo_line_to (pen->cr, pen->x + to * dx, pen->y + to * dy);
      pen->joined = to == 1.0;
    }
  else
    pen->joined = false;
  pen->x = x;
  pen->y = y;
  pen->down = true;
  pen->points++;
}

/* What one column of pixels has seen, in values: finding the place of each on a logarithmic axis
 * would cost most of the time. */
typedef struct
{
  double column;
  size_t count;
  double first_x; /* pixels */
  double last_x;
  double first, last, least, greatest;
  bool least_last; /* the least value came after the greatest */
} Summary;

static void
summary_add (Summary *summary, double column, double x, double y)
{
  if (summary->count++ == 0)
    {
      summary->column = column;
      summary->first_x = x;
      summary->first = summary->least = summary->greatest = y;
    }
  if (y < summary->least)
    {
      summary->least = y;
      summary->least_last = true;
    }
  if (y > summary->greatest)
    {
      summary->greatest = y;
      summary->least_last = false;
    }
  summary->last_x = x;
  summary->last = y;
}

static void
draw_mark (cairo_t *cr,
           const SeidelPlotLayout *layout,
           const SeidelTheme *theme,
           SeidelSampleMark mark,
           double x)
{
  const SeidelRect *area = &layout->area;
  double size = theme->font_size * 0.32;

  if (!(x >= area->x && x <= area->x + area->width))
    return;
  if (mark == SEIDEL_SAMPLE_BELOW)
    {
      double y = area->y + area->height - 1.5;

      cairo_move_to (cr, x - size, y - 1.6 * size);
      cairo_line_to (cr, x + size, y - 1.6 * size);
      cairo_line_to (cr, x, y);
      cairo_close_path (cr);
    }
  else
    {
      double y = area->y + size + 2.0;

      cairo_move_to (cr, x - size, y - size);
      cairo_line_to (cr, x + size, y + size);
      cairo_move_to (cr, x - size, y + size);
      cairo_line_to (cr, x + size, y - size);
    }
}

/* The same for a whole block of samples in one column. */
static void
summary_add_block (Summary *summary,
                   double column,
                   const SeidelBlock *block,
                   double x_first,
                   double x_last)
{
  bool fresh = summary->count == 0;

  summary_add (summary, column, x_first, block->first);
  if (block->least < summary->least || fresh)
    {
      summary->least = block->least;
      summary->least_last = true;
    }
  if (block->greatest > summary->greatest || fresh)
    {
      summary->greatest = block->greatest;
      summary->least_last = fresh && block->least_last;
    }
  summary->count += SEIDEL_SERIES_BLOCK - 1;
  summary->last_x = x_last;
  summary->last = block->last;
}

const SeidelBlock *
seidel_series_block_at (const SeidelPlot *plot,
                        const SeidelPlotLayout *layout,
                        const SeidelSeries *series,
                        size_t i,
                        size_t to,
                        double *columns)
{
  const SeidelAxis *axis = series->right ? &plot->right : &plot->y;
  const SeidelBlock *block;

  if (i % SEIDEL_SERIES_BLOCK != 0 || i + SEIDEL_SERIES_BLOCK > to)
    return NULL;
  block = &g_array_index (series->blocks, SeidelBlock, i / SEIDEL_SERIES_BLOCK);
  if (!block->finite || (axis->logarithmic && !(block->least > 0.0)))
    return NULL;
  *columns = floor (seidel_plot_x_to_pixel (plot, layout, block->x_last))
             - floor (seidel_plot_x_to_pixel (plot, layout, block->x_first));
  return block;
}

/* … when all of it falls on one column of pixels. */
static const SeidelBlock *
whole_block (const SeidelPlot *plot,
             const SeidelPlotLayout *layout,
             const SeidelSeries *series,
             size_t i,
             size_t to)
{
  double columns = 0.0;
  const SeidelBlock *block = seidel_series_block_at (plot, layout, series, i, to, &columns);

  return columns == 0.0 ? block : NULL;
}

/* A curve being drawn. */
typedef struct
{
  const SeidelPlot *plot;
  const SeidelPlotLayout *layout;
  const SeidelSeries *series;
  SeidelPen pen;
  Summary summary;
} Curve;

static void
curve_to (Curve *curve, double x, double value)
{
  seidel_pen_to (&curve->pen, x,
                 seidel_plot_y_to_pixel (curve->plot, curve->layout, curve->series->right, value));
}

static void
curve_flush (Curve *curve)
{
  Summary *summary = &curve->summary;
  double middle = summary->column + 0.5;

  if (summary->count == 0)
    return;
  if (curve->series->kind == SEIDEL_SERIES_STEP && curve->pen.down)
    seidel_pen_to (&curve->pen, summary->first_x, curve->pen.y);
  curve_to (curve, summary->first_x, summary->first);
  if (summary->count > 2)
    {
      curve_to (curve, middle, summary->least_last ? summary->greatest : summary->least);
      curve_to (curve, middle, summary->least_last ? summary->least : summary->greatest);
    }
  if (summary->count > 1)
    curve_to (curve, summary->last_x, summary->last);
  summary->count = 0;
}

void
seidel_series_draw_curve (const SeidelPlot *plot,
                          const SeidelPlotLayout *layout,
                          const SeidelSeries *series,
                          cairo_t *cr,
                          const SeidelTheme *theme)
{
  const SeidelAxis *axis = series->right ? &plot->right : &plot->y;
  const SeidelRect *area = &layout->area;
  SeidelRect bounds = { area->x - 4.0, area->y - 4.0, area->width + 8.0, area->height + 8.0 };
  Curve curve = { plot, layout, series, .pen = { .cr = cr, .bounds = bounds } };
  double marked = -INFINITY;
  size_t from, to;

  seidel_series_visible (plot, series, &from, &to);
  for (size_t i = from; i < to; i++)
    {
      const SeidelBlock *block = whole_block (plot, layout, series, i, to);
      double x, y, column;
      SeidelSampleMark mark;

      if (block != NULL)
        {
          x = seidel_plot_x_to_pixel (plot, layout, block->x_first);
          if (floor (x) != curve.summary.column)
            curve_flush (&curve);
          summary_add_block (&curve.summary, floor (x), block, x,
                             seidel_plot_x_to_pixel (plot, layout, block->x_last));
          i += SEIDEL_SERIES_BLOCK - 1;
          continue;
        }
      series->sample (series->data, i, &x, &y);
      x = seidel_plot_x_to_pixel (plot, layout, x);
      mark = seidel_sample_mark (axis, y);
      column = floor (x);
      if (mark != SEIDEL_SAMPLE_NONE || column != curve.summary.column)
        curve_flush (&curve);
      if (mark == SEIDEL_SAMPLE_NONE)
        summary_add (&curve.summary, column, x, y);
      else
        seidel_pen_lift (&curve.pen);
      if (mark != SEIDEL_SAMPLE_NONE && x - marked >= theme->font_size * 0.5)
        {
          draw_mark (cr, layout, theme, mark, x);
          marked = x;
        }
    }
  curve_flush (&curve);
  seidel_pen_lift (&curve.pen);
  cairo_set_line_width (cr, theme->line_width);
  /* Round joins cost most of the time where a curve zigzags in every column, and are not seen
   * there. */
  cairo_set_line_join (cr, (double) (to - from) > 2.0 * area->width ? CAIRO_LINE_JOIN_BEVEL
                                                                    : CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_save (cr);
  if (series->ink.role == SEIDEL_INK_SERIES)
    seidel_theme_set_dashes (theme, series->ink.index, cr);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Dots on the samples; those that would fall on the dot before are left out. */
void
seidel_series_draw_dots (const SeidelPlot *plot,
                         const SeidelPlotLayout *layout,
                         const SeidelSeries *series,
                         cairo_t *cr,
                         double radius)
{
  const bool square = series->kind == SEIDEL_SERIES_SQUARES;
  const SeidelAxis *axis = series->right ? &plot->right : &plot->y;
  double last_x = -INFINITY, last_y = -INFINITY;
  size_t from, to;

  seidel_series_visible (plot, series, &from, &to);
  for (size_t i = from; i < to; i++)
    {
      double x, y;

      series->sample (series->data, i, &x, &y);
      if (seidel_sample_mark (axis, y) != SEIDEL_SAMPLE_NONE)
        continue;
      x = seidel_plot_x_to_pixel (plot, layout, x);
      y = seidel_plot_y_to_pixel (plot, layout, series->right, y);
      if (!seidel_rect_contains (&layout->frame, x, y)
          || (fabs (x - last_x) < 0.5 && fabs (y - last_y) < 0.5))
        continue;
      cairo_new_sub_path (cr);
      if (square)
        cairo_rectangle (cr, x - radius, y - radius, 2.0 * radius, 2.0 * radius);
      else
        cairo_arc (cr, x, y, radius, 0.0, 2.0 * G_PI);
      last_x = x;
      last_y = y;
    }
  if (square)
    cairo_stroke (cr);
  else
    cairo_fill (cr);
}
