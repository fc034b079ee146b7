/* Samples to strokes and bars, a bounded number of them however many samples there are.
 *
 * Where several samples fall on one column of pixels, a curve is drawn through the first, least,
 * greatest and last of them, which colours the same pixels as all of them would; bars show the
 * greatest in a light tone and the mean in full. Everything is clipped in double before cairo sees
 * it: its coordinates go wrong beyond 2²³.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-plot-private.h"

#include <math.h>

/* Follows a curve, passing on to cairo only the parts inside a rectangle. */
typedef struct
{
  cairo_t *cr;
  SeidelRect bounds;
  double x, y;   /* where the pen is */
  bool down;     /* it has a last point */
  bool joined;   /* cairo's current point is that one */
  size_t points; /* since it was last lifted */
  double dot;    /* radius for a lonely point */
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

/* What one column of pixels has seen. */
typedef struct
{
  double column;
  size_t count;
  double first_x, first_y, last_x, last_y;
  double low, high; /* in pixels from the top */
  bool low_first;
} Summary;

static void
summary_add (Summary *summary, double column, double x, double y)
{
  if (summary->count++ == 0)
    {
      summary->column = column;
      summary->first_x = x;
      summary->first_y = summary->low = summary->high = y;
    }
  if (y < summary->low)
    {
      summary->low = y;
      summary->low_first = false;
    }
  if (y > summary->high)
    {
      summary->high = y;
      summary->low_first = true;
    }
  summary->last_x = x;
  summary->last_y = y;
}

static void
summary_flush (Summary *summary, Pen *pen, bool step)
{
  double middle = summary->column + 0.5;

  if (summary->count == 0)
    return;
  if (step && pen->down)
    pen_to (pen, summary->first_x, pen->y);
  pen_to (pen, summary->first_x, summary->first_y);
  if (summary->count > 2)
    {
      pen_to (pen, middle, summary->low_first ? summary->low : summary->high);
      pen_to (pen, middle, summary->low_first ? summary->high : summary->low);
    }
  if (summary->count > 1)
    pen_to (pen, summary->last_x, summary->last_y);
  summary->count = 0;
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

static size_t
draw_curve (const SeidelPlot *plot,
            const SeidelPlotLayout *layout,
            const SeidelSeries *series,
            cairo_t *cr,
            const SeidelTheme *theme)
{
  const SeidelAxis *axis = series->right ? &plot->right : &plot->y;
  const SeidelRect *area = &layout->area;
  SeidelRect bounds = { area->x - 4.0, area->y - 4.0, area->width + 8.0, area->height + 8.0 };
  Pen pen = { .cr = cr, .bounds = bounds };
  Summary summary = { 0 };
  size_t from, to, densest = 1;
  double marked = -INFINITY;

  visible_samples (plot, series, &from, &to);
  for (size_t i = from; i < to; i++)
    {
      double x, y, column;
      Mark mark;

      series->sample (series->data, i, &x, &y);
      x = seidel_plot_x_to_pixel (plot, layout, x);
      mark = mark_of (axis, y);
      column = floor (x);
      if (summary.count > 0 && (mark != MARK_NONE || column != summary.column))
        {
          densest = MAX (densest, summary.count);
          summary_flush (&summary, &pen, series->kind == SEIDEL_SERIES_STEP);
        }
      if (mark == MARK_NONE)
        summary_add (&summary, column, x, seidel_plot_y_to_pixel (plot, layout, series->right, y));
      else
        pen_lift (&pen);
      if (mark != MARK_NONE && x - marked >= theme->font_size * 0.5)
        {
          draw_mark (cr, layout, theme, mark, x);
          marked = x;
        }
    }
  summary_flush (&summary, &pen, series->kind == SEIDEL_SERIES_STEP);
  pen_lift (&pen);
  cairo_set_line_width (cr, theme->line_width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_ROUND);
  cairo_stroke (cr);

  return densest;
}

/* Dots on the samples; those that would fall on the dot before are left out. */
static size_t
draw_dots (const SeidelPlot *plot,
           const SeidelPlotLayout *layout,
           const SeidelSeries *series,
           cairo_t *cr,
           double radius)
{
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
      cairo_arc (cr, x, y, radius, 0.0, 2.0 * G_PI);
      last_x = x;
      last_y = y;
    }
  cairo_fill (cr);

  return 1;
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
                size_t from,
                size_t to)
{
  const SeidelAxis *axis = series->right ? &plot->right : &plot->y;

  for (size_t i = from; i < to; i++)
    {
      double x, y, left, right;

      series->sample (series->data, i, &x, &y);
      if (mark_of (axis, y) != MARK_NONE)
        continue;
      left = floor (seidel_plot_x_to_pixel (plot, layout, x - series->bar_width / 2.0));
      right = floor (seidel_plot_x_to_pixel (plot, layout, x + series->bar_width / 2.0));
      if (right - left >= 4.0)
        right -= right - left >= 24.0 ? 2.0 : 1.0;
      add_bar (layout, cr, left, right, seidel_plot_y_to_pixel (plot, layout, series->right, y));
    }
  cairo_fill (cr);
}

/* The greatest or the mean value of each column of pixels. */
static size_t
draw_columns (const SeidelPlot *plot,
              const SeidelPlotLayout *layout,
              const SeidelSeries *series,
              cairo_t *cr,
              size_t from,
              size_t to,
              bool mean)
{
  const SeidelAxis *axis = series->right ? &plot->right : &plot->y;
  double column = -INFINITY, sum = 0.0, greatest = 0.0;
  size_t count = 0, densest = 1;

  for (size_t i = from; i <= to; i++)
    {
      double x = INFINITY, y = 0.0, here = INFINITY;

      if (i < to)
        {
          series->sample (series->data, i, &x, &y);
          here = floor (seidel_plot_x_to_pixel (plot, layout, x));
        }
      if (here != column && count > 0)
        {
          double value = mean ? sum / (double) count : greatest;

          if (mark_of (axis, value) == MARK_NONE)
            add_bar (layout, cr, column, column + 1.0,
                     seidel_plot_y_to_pixel (plot, layout, series->right, value));
          densest = MAX (densest, count);
          count = 0;
          sum = greatest = 0.0;
        }
      column = here;
      if (isfinite (y))
        {
          sum += y;
          greatest = fmax (greatest, y);
          count++;
        }
    }

  return densest;
}

static size_t
draw_bars (const SeidelPlot *plot,
           const SeidelPlotLayout *layout,
           const SeidelSeries *series,
           cairo_t *cr,
           const SeidelTheme *theme)
{
  SeidelColor full = seidel_ink_color (&series->ink, theme), light = full;
  double wide = fabs (seidel_plot_x_to_pixel (plot, layout, plot->x.low + series->bar_width)
                      - seidel_plot_x_to_pixel (plot, layout, plot->x.low));
  size_t from, to, densest;

  visible_samples (plot, series, &from, &to);
  if (wide >= 1.0)
    {
      draw_wide_bars (plot, layout, series, cr, from, to);
      return 1;
    }
  light.alpha *= 0.4;
  draw_columns (plot, layout, series, cr, from, to, false);
  seidel_color_set_source (&light, cr);
  cairo_fill (cr);
  densest = draw_columns (plot, layout, series, cr, from, to, true);
  seidel_color_set_source (&full, cr);
  cairo_fill (cr);

  return densest;
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
      densest = draw_curve (plot, layout, series, cr, theme);
      visible_samples (plot, series, &from, &to);
      if ((double) (to - from) * theme->font_size < layout->area.width)
        draw_dots (plot, layout, series, cr, theme->line_width * 1.4);
      break;
    case SEIDEL_SERIES_STEP:
      densest = draw_curve (plot, layout, series, cr, theme);
      break;
    case SEIDEL_SERIES_BARS:
      densest = draw_bars (plot, layout, series, cr, theme);
      break;
    case SEIDEL_SERIES_POINTS:
      densest = draw_dots (plot, layout, series, cr, theme->line_width * 1.2);
      break;
    default:
      g_assert_not_reached ();
    }

  return densest;
}
