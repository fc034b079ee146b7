/* What a plot holds, the ranges of its axes, and what is where.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-plot.h"

#include <math.h>
#include <glib/gi18n.h>

/* Values that the read-out names, of as many curves. */
#define READ_OUT_MOST 24

static void
clear_guide_cb (gpointer data)
{
  SeidelGuide *guide = data;

  g_free (guide->label);
}

static void
clear_mark_cb (gpointer data)
{
  SeidelMark *mark = data;

  g_free (mark->text);
}

SeidelPlot *
seidel_plot_new (void)
{
  SeidelPlot *plot = g_new0 (SeidelPlot, 1);

  seidel_axis_init (&plot->x, false, false, SEIDEL_UNIT_NONE);
  seidel_axis_init (&plot->y, false, false, SEIDEL_UNIT_NONE);
  seidel_axis_init (&plot->right, false, false, SEIDEL_UNIT_NONE);
  plot->legend = true;
  plot->series = g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_series_free);
  plot->guides = g_array_new (FALSE, FALSE, sizeof (SeidelGuide));
  g_array_set_clear_func (plot->guides, clear_guide_cb);
  plot->marks = g_array_new (FALSE, FALSE, sizeof (SeidelMark));
  g_array_set_clear_func (plot->marks, clear_mark_cb);
  return plot;
}

void
seidel_plot_free (SeidelPlot *plot)
{
  if (plot == NULL)
    return;
  g_free (plot->title);
  g_free (plot->note);
  g_free (plot->read_as);
  g_free (plot->x_label);
  g_free (plot->y_label);
  g_free (plot->right_label);
  g_ptr_array_unref (plot->series);
  g_array_unref (plot->guides);
  g_array_unref (plot->marks);
  g_free (plot);
}

SeidelSeries *
seidel_plot_add (SeidelPlot *plot, SeidelSeries *series)
{
  g_ptr_array_add (plot->series, series);
  return series;
}

void
seidel_plot_clear_series (SeidelPlot *plot)
{
  seidel_plot_clear_marks (plot);
  g_ptr_array_set_size (plot->series, 0);
}

void
seidel_plot_clear_guides (SeidelPlot *plot)
{
  g_array_set_size (plot->guides, 0);
}

void
seidel_plot_add_guide (SeidelPlot *plot, double value, const char *label, SeidelInk ink)
{
  SeidelGuide guide = { .value = value, .ink = ink, .label = g_strdup (label) };

  g_array_append_val (plot->guides, guide);
}

void
seidel_plot_add_right_guide (SeidelPlot *plot, double value, const char *label, SeidelInk ink)
{
  seidel_plot_add_guide (plot, value, label, ink);
  g_array_index (plot->guides, SeidelGuide, plot->guides->len - 1).right = true;
}

void
seidel_plot_clear_marks (SeidelPlot *plot)
{
  g_array_set_size (plot->marks, 0);
}

void
seidel_plot_add_mark (SeidelPlot *plot,
                      const SeidelSeries *series,
                      double x,
                      double y,
                      const char *text)
{
  SeidelMark mark = { .series = series, .x = x, .y = y, .text = g_strdup (text) };

  g_array_append_val (plot->marks, mark);
}

void
seidel_plot_set_text (char **text, const char *value)
{
  char *copy = g_strdup (value);

  g_free (*text);
  *text = copy;
}

typedef struct
{
  double low, high;
} Range;

static void
include (Range *range, double low, double high)
{
  range->low = fmin (range->low, low);
  range->high = fmax (range->high, high);
}

static Range
x_range (const SeidelPlot *plot)
{
  Range range = { INFINITY, -INFINITY };

  for (guint i = 0; i < plot->series->len; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (plot->series, i);
      double half = series->kind == SEIDEL_SERIES_BARS ? series->bar_width / 2.0 : 0.0;

      if (series->visible && series->count > 0)
        include (&range, series->bounds.x_low - half, series->bounds.x_high + half);
    }
  return range;
}

/* How far a logarithmic axis may reach beyond its curves for a guide, in decades, and as a part of
 * what the curves span. */
#define GUIDE_DECADES 2.0
#define GUIDE_SHARE   0.5

/* Guides widen an axis, a logarithmic one only as long as its curves keep most of it: a tolerance
 * that no run can reach would flatten them all. */
static void
include_guides (const SeidelPlot *plot, const SeidelAxis *axis, bool right, Range *range)
{
  double span = axis->logarithmic ? log10 (range->high / range->low) : 0.0;
  double reach = pow (10.0, fmax (GUIDE_DECADES, GUIDE_SHARE * span));
  const Range curves = *range;

  for (guint i = 0; i < plot->guides->len; i++)
    {
      const SeidelGuide *guide = &g_array_index (plot->guides, SeidelGuide, i);
      double value = guide->value;

      if (guide->right == right && isfinite (value)
          && (!axis->logarithmic || (value >= curves.low / reach && value <= curves.high * reach)))
        include (range, value, value);
    }
}

/* Of the series on one side; with some air, so that no curve runs along an edge. */
static Range
y_range (const SeidelPlot *plot, const SeidelAxis *axis, bool right)
{
  Range range = { INFINITY, -INFINITY };
  bool bars = false;

  for (guint i = 0; i < plot->series->len; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (plot->series, i);
      const SeidelBounds *bounds = &series->bounds;

      if (!series->visible || series->count == 0 || series->right != right)
        continue;
      bars = bars || series->kind == SEIDEL_SERIES_BARS;
      if (!axis->logarithmic)
        include (&range, bounds->y_low, bounds->y_high);
      else if (isfinite (bounds->y_positive))
        include (&range, bounds->y_positive, bounds->y_high);
    }
  if (!(range.high >= range.low))
    return range;
  include_guides (plot, axis, right, &range);

  if (axis->logarithmic)
    {
      double air = pow (range.high / range.low, 0.04);

      range.low /= bars ? 2.0 : fmax (air, 1.1);
      range.high *= fmax (air, 1.1);
    }
  else
    {
      double air = (range.high - range.low) * 0.05;

      range.high += air;
      range.low = plot->from_zero && range.low >= 0.0 ? 0.0 : range.low - air;
      if (plot->from_zero && range.high <= 0.0)
        range.high = 1.0;
    }
  return range;
}

static void
grow_x (SeidelAxis *axis, Range range)
{
  bool fresh = !(axis->full_high > axis->full_low) || axis->full_low > range.low;

  /* Some room ahead, so that the axis moves now and then instead of with every sample. */
  if (fresh || range.high > axis->full_high)
    seidel_axis_set_full (axis, range.low, range.high + 0.3 * (range.high - range.low));
}

static void
grow_y (SeidelAxis *axis, Range range)
{
  /* The same where a curve falls. */
  if (axis->logarithmic && range.low < axis->full_low)
    range.low /= pow (range.high / range.low, 0.15);
  seidel_axis_set_full (axis, fmin (axis->full_low, range.low), fmax (axis->full_high, range.high));
}

void
seidel_plot_update_ranges (SeidelPlot *plot, bool grow)
{
  Range x = x_range (plot);
  Range y = y_range (plot, &plot->y, false);
  Range right = y_range (plot, &plot->right, true);
  bool growing = grow && plot->ranged;

  if (x.high >= x.low)
    {
      if (growing)
        grow_x (&plot->x, x);
      else
        seidel_axis_set_full (&plot->x, x.low, x.high);
    }
  if (y.high >= y.low)
    {
      if (growing)
        grow_y (&plot->y, y);
      else
        seidel_axis_set_full (&plot->y, y.low, y.high);
      plot->ranged = true;
    }
  if (right.high >= right.low)
    seidel_axis_set_full (&plot->right, plot->right.unit == SEIDEL_UNIT_PERCENT ? 0.0 : right.low,
                          plot->right.unit == SEIDEL_UNIT_PERCENT ? 100.0 : right.high);
}

double
seidel_plot_x_to_pixel (const SeidelPlot *plot, const SeidelPlotLayout *layout, double x)
{
  return layout->area.x + seidel_axis_to_fraction (&plot->x, x) * layout->area.width;
}

double
seidel_plot_y_to_pixel (const SeidelPlot *plot,
                        const SeidelPlotLayout *layout,
                        bool right,
                        double y)
{
  double fraction = seidel_axis_to_fraction (right ? &plot->right : &plot->y, y);

  return layout->area.y + (1.0 - fraction) * layout->area.height;
}

double
seidel_plot_pixel_to_x (const SeidelPlot *plot, const SeidelPlotLayout *layout, double pixel)
{
  return seidel_axis_from_fraction (&plot->x, (pixel - layout->area.x) / layout->area.width);
}

double
seidel_plot_pixel_to_y (const SeidelPlot *plot,
                        const SeidelPlotLayout *layout,
                        bool right,
                        double pixel)
{
  return seidel_axis_from_fraction (right ? &plot->right : &plot->y,
                                    1.0 - (pixel - layout->area.y) / layout->area.height);
}

SeidelSeries *
seidel_plot_legend_at (const SeidelPlot *plot, const SeidelPlotLayout *layout, double x, double y)
{
  for (guint i = 0; i < layout->legend->len && i < plot->series->len; i++)
    if (seidel_rect_contains (&g_array_index (layout->legend, SeidelRect, i), x, y))
      return g_ptr_array_index (plot->series, i);
  return NULL;
}

static double
sample_x (const SeidelSeries *series, size_t index)
{
  double x, y;

  series->sample (series->data, index, &x, &y);
  return x;
}

bool
seidel_plot_nearest_x (const SeidelPlot *plot, double x, double *nearest)
{
  double best = INFINITY;

  for (guint i = 0; i < plot->series->len; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (plot->series, i);
      size_t index;

      if (!series->visible || !seidel_series_nearest (series, x, &index))
        continue;
      if (fabs (sample_x (series, index) - x) < best)
        {
          *nearest = sample_x (series, index);
          best = fabs (*nearest - x);
        }
    }
  return isfinite (best);
}

bool
seidel_plot_step_x (const SeidelPlot *plot, double x, int step, double *next)
{
  bool found = false;

  for (guint i = 0; i < plot->series->len; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (plot->series, i);
      size_t index = seidel_series_lower_bound (series, x);
      double candidate;

      if (!series->visible)
        continue;
      if (step < 0 && index-- == 0)
        continue;
      while (step > 0 && index < series->count && sample_x (series, index) <= x)
        index++;
      if (index >= series->count)
        continue;
      candidate = sample_x (series, index);
      if (!found || (step > 0 ? candidate < *next : candidate > *next))
        *next = candidate;
      found = true;
    }
  return found;
}

bool
seidel_plot_value_at (const SeidelPlot *plot, const SeidelSeries *series, double x, double *y)
{
  double slack = fmax (series->kind == SEIDEL_SERIES_BARS ? series->bar_width / 2.0 : 0.0,
                       (plot->x.high - plot->x.low) * 0.002);
  size_t index;
  double at;

  if (!series->visible || x < series->bounds.x_low - slack || x > series->bounds.x_high + slack
      || !seidel_series_nearest (series, x, &index))
    return false;
  series->sample (series->data, index, &at, y);
  return true;
}

/* What happened at x, or as near to it as a hand can point. */
static void
append_marks (GString *text, const SeidelPlot *plot, double x)
{
  double slack = (plot->x.high - plot->x.low) * 0.005;

  for (guint i = 0; i < plot->marks->len; i++)
    {
      const SeidelMark *mark = &g_array_index (plot->marks, SeidelMark, i);
      const SeidelSeries *series = mark->series;

      if (series->visible && fabs (mark->x - x) <= slack)
        g_string_append_printf (text, " · %s: %s",
                                series->brief != NULL ? series->brief : series->name, mark->text);
    }
}

char *
seidel_plot_read_out (const SeidelPlot *plot, double x)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *place =
    plot->x.integral ? seidel_format_count (llround (x)) : seidel_format_unit (x, plot->x.unit, 4);
  guint shown = 0;
  int left_out = 0;

  if (plot->unnumbered)
    return NULL;
  if (plot->read_as != NULL)
    g_string_append_printf (text, "%s, ", plot->read_as);
  g_string_append_printf (text, "%s %s: ", plot->x_label != NULL ? plot->x_label : "x", place);
  for (guint i = 0; i < plot->series->len; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (plot->series, i);
      const SeidelAxis *axis = series->right ? &plot->right : &plot->y;
      g_autofree char *value = NULL;
      double y;

      if (!seidel_plot_value_at (plot, series, x, &y))
        continue;
      if (shown == READ_OUT_MOST)
        {
          left_out++;
          continue;
        }
      value = axis->integral && isfinite (y) ? seidel_format_count (llround (y))
                                             : seidel_format_unit (y, axis->unit, 4);
      g_string_append_printf (text, "%s%s = %s", shown++ > 0 ? " · " : "",
                              series->brief != NULL ? series->brief : series->name, value);
    }

  if (shown == 0)
    return NULL;
  if (left_out > 0)
    g_string_append_printf (text, _ (" · and %d more"), left_out);
  append_marks (text, plot, x);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
