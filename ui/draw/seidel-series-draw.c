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
#include "draw/seidel-plot-private.h"

#include <math.h>

/* Samples in a column of pixels, on the mean, from which on a curve is a band. */
#define CROWDED 4.0

/* Lengths of dashes and gaps of a theme. */
#define MOST_DASHES 4

/* Follows a curve, passing on to cairo only the parts inside a rectangle. */
typedef struct
{
  cairo_t *cr;
  SeidelRect bounds;
  double x, y;   /* where the pen is */
  bool down;     /* it has a last point */
  bool joined;   /* cairo's current point is that one */
  size_t points; /* since it was last lifted */
} Pen;

static void
add_dot (Pen *pen)
{
  if (!seidel_rect_contains (&pen->bounds, pen->x, pen->y))
    return;
  cairo_new_sub_path (pen->cr);
  cairo_move_to (pen->cr, pen->x, pen->y);
  cairo_line_to (pen->cr, pen->x, pen->y);
}

static void
pen_lift (Pen *pen)
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

static void
pen_to (Pen *pen, double x, double y)
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

typedef enum
{
  MARK_NONE,
  MARK_BELOW,      /* not above 0 on a logarithmic axis */
  MARK_NOT_FINITE, /* infinite, or not a number */
} Mark;

static Mark
mark_of (const SeidelAxis *axis, double y)
{
  if (!isfinite (y))
    return MARK_NOT_FINITE;
  return axis->logarithmic && !(y > 0.0) ? MARK_BELOW : MARK_NONE;
}

static void
draw_mark (cairo_t *cr,
           const SeidelPlotLayout *layout,
           const SeidelTheme *theme,
           Mark mark,
           double x)
{
  const SeidelRect *area = &layout->area;
  double size = theme->font_size * 0.32;

  if (!(x >= area->x && x <= area->x + area->width))
    return;
  if (mark == MARK_BELOW)
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

/* The samples that can touch the area: one more on each side for the strokes that leave it. */
static void
visible_samples (const SeidelPlot *plot, const SeidelSeries *series, size_t *from, size_t *to)
{
  double slack = series->kind == SEIDEL_SERIES_BARS ? series->bar_width / 2.0 : 0.0;
  double beyond = nextafter (plot->x.high + slack, INFINITY);

  *from = seidel_series_lower_bound (series, plot->x.low - slack);
  *to = seidel_series_lower_bound (series, beyond);
  *from -= *from > 0 ? 1 : 0;
  *to += *to < series->count ? 1 : 0;
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

/* The block that begins at sample i when all of it comes before to and has nothing that must be
 * marked; NULL otherwise. columns: on how many more columns of pixels than one it lies. */
static const SeidelBlock *
block_at (const SeidelPlot *plot,
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
  const SeidelBlock *block = block_at (plot, layout, series, i, to, &columns);

  return columns == 0.0 ? block : NULL;
}

/* A curve being drawn. */
typedef struct
{
  const SeidelPlot *plot;
  const SeidelPlotLayout *layout;
  const SeidelSeries *series;
  Pen pen;
  Summary summary;
} Curve;

static void
curve_to (Curve *curve, double x, double value)
{
  pen_to (&curve->pen, x,
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
    pen_to (&curve->pen, summary->first_x, curve->pen.y);
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

static void
draw_curve (const SeidelPlot *plot,
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

  visible_samples (plot, series, &from, &to);
  for (size_t i = from; i < to; i++)
    {
      const SeidelBlock *block = whole_block (plot, layout, series, i, to);
      double x, y, column;
      Mark mark;

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
      mark = mark_of (axis, y);
      column = floor (x);
      if (mark != MARK_NONE || column != curve.summary.column)
        curve_flush (&curve);
      if (mark == MARK_NONE)
        summary_add (&curve.summary, column, x, y);
      else
        pen_lift (&curve.pen);
      if (mark != MARK_NONE && x - marked >= theme->font_size * 0.5)
        {
          draw_mark (cr, layout, theme, mark, x);
          marked = x;
        }
    }
  curve_flush (&curve);
  pen_lift (&curve.pen);
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
static void
draw_dots (const SeidelPlot *plot,
           const SeidelPlotLayout *layout,
           const SeidelSeries *series,
           cairo_t *cr,
           double radius)
{
  const bool square = series->kind == SEIDEL_SERIES_SQUARES;
  const SeidelAxis *axis = series->right ? &plot->right : &plot->y;
  double last_x = -INFINITY, last_y = -INFINITY;
  size_t from, to;

  visible_samples (plot, series, &from, &to);
  for (size_t i = from; i < to; i++)
    {
      double x, y;

      series->sample (series->data, i, &x, &y);
      if (mark_of (axis, y) != MARK_NONE)
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
  /* The same between all of them: on whole pixels some are wider than others. */
  double gap = wide >= 24.0 ? 2.0 : wide >= 4.0 ? 1.0 : 0.0;

  for (size_t i = from; i < to; i++)
    {
      double x, y, left, right;

      series->sample (series->data, i, &x, &y);
      if (mark_of (axis, y) != MARK_NONE)
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
        block_at (columns->plot, columns->layout, columns->series, columns->i, columns->to, &more);

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

      if (mark_of (axis, value) == MARK_NONE)
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

      if (mark_of (axis, mean) != MARK_NONE)
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
  Pen pen = { .cr = cr,
              .bounds = { area->x - 4.0, area->y - 4.0, area->width + 8.0, area->height + 8.0 } };

  while (next_column (&columns))
    {
      double mean = columns.sum / (double) columns.count;

      if (mark_of (axis, mean) == MARK_NONE)
        pen_to (&pen, columns.column + 0.5,
                seidel_plot_y_to_pixel (columns.plot, columns.layout, series->right, mean));
      else
        pen_lift (&pen);
    }
  pen_lift (&pen);
  cairo_set_line_width (cr, theme->line_width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_BEVEL);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_stroke (cr);
  return columns.densest;
}

/* The visible samples, and the colour of what lies above the means. */
static Columns
begin_columns (const SeidelPlot *plot,
               const SeidelPlotLayout *layout,
               const SeidelSeries *series,
               const SeidelTheme *theme,
               SeidelColor *light)
{
  Columns columns = { .plot = plot, .layout = layout, .series = series, .densest = 1 };

  visible_samples (plot, series, &columns.i, &columns.to);
  *light = seidel_ink_color (&series->ink, theme);
  light->alpha *= 0.4;
  return columns;
}

static size_t
draw_bars (const SeidelPlot *plot,
           const SeidelPlotLayout *layout,
           const SeidelSeries *series,
           cairo_t *cr,
           const SeidelTheme *theme)
{
  SeidelColor full = seidel_ink_color (&series->ink, theme), light;
  Columns columns = begin_columns (plot, layout, series, theme, &light);
  double wide = fabs (seidel_plot_x_to_pixel (plot, layout, plot->x.low + series->bar_width)
                      - seidel_plot_x_to_pixel (plot, layout, plot->x.low));
  size_t densest;

  if (wide >= 1.0)
    {
      draw_wide_bars (plot, layout, series, cr, wide, columns.i, columns.to);
      return 1;
    }
  draw_columns (columns, cr, false);
  seidel_color_set_source (&light, cr);
  cairo_fill (cr);
  densest = draw_columns (columns, cr, true);
  seidel_color_set_source (&full, cr);
  cairo_fill (cr);
  return densest;
}

/* As a curve while each sample has its column, else by the means of the columns. */
static size_t
draw_mean_curve (const SeidelPlot *plot,
                 const SeidelPlotLayout *layout,
                 const SeidelSeries *series,
                 cairo_t *cr,
                 const SeidelTheme *theme)
{
  SeidelColor full = seidel_ink_color (&series->ink, theme), light;
  Columns columns = begin_columns (plot, layout, series, theme, &light);

  if ((double) (columns.to - columns.i) <= layout->area.width)
    {
      draw_curve (plot, layout, series, cr, theme);
      return 1;
    }
  seidel_color_set_source (&light, cr);
  draw_excess (columns, cr);
  seidel_color_set_source (&full, cr);
  return draw_means (columns, cr, theme);
}

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
static void
draw_band (Columns columns, cairo_t *cr, const SeidelTheme *theme)
{
  const SeidelSeries *series = columns.series;
  const SeidelRect *area = &columns.layout->area;
  const Dashes dashes = get_dashes (series, cr, theme);
  const double half = theme->line_width / 2.0;
  double before = NAN;

  while (next_column (&columns))
    {
      double top = seidel_plot_y_to_pixel (columns.plot, columns.layout, series->right,
                                           fmax (columns.high, before));
      double bottom = seidel_plot_y_to_pixel (columns.plot, columns.layout, series->right,
                                              fmin (columns.low, before));

      before = columns.last;
      if (in_gap (&dashes, columns.column - area->x))
        continue;
      top = floor (CLAMP (top, area->y - 4.0, area->y + area->height + 4.0) - half + 0.5);
      bottom = floor (CLAMP (bottom, area->y - 4.0, area->y + area->height + 4.0) + half + 0.5);
      cairo_rectangle (cr, columns.column, top, 1.0, fmax (bottom - top, 1.0));
    }
  cairo_fill (cr);
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
      visible_samples (plot, series, &from, &to);
      if (series->kind == SEIDEL_SERIES_MEANS)
        densest = draw_mean_curve (plot, layout, series, cr, theme);
      else if (crowds (plot, layout, series, from, to))
        draw_band (
          (Columns){
            .plot = plot, .layout = layout, .series = series, .i = from, .to = to, .rough = true },
          cr, theme);
      else
        draw_curve (plot, layout, series, cr, theme);
      if ((double) (to - from) * theme->font_size < layout->area.width)
        draw_dots (plot, layout, series, cr, theme->line_width * 1.4);
      break;
    case SEIDEL_SERIES_STEP:
      draw_curve (plot, layout, series, cr, theme);
      break;
    case SEIDEL_SERIES_BARS:
      densest = draw_bars (plot, layout, series, cr, theme);
      break;
    case SEIDEL_SERIES_POINTS:
      draw_dots (plot, layout, series, cr, theme->line_width * 1.2);
      break;
    case SEIDEL_SERIES_SQUARES:
      cairo_set_line_width (cr, theme->line_width * 0.75);
      draw_dots (plot, layout, series, cr, theme->line_width * 2.6);
      break;
    default:
      g_assert_not_reached ();
    }
  return densest;
}
