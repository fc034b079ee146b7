/* Tags: what a curve is called, where it ends; and where beside them the label of a guide goes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-plot-private.h"

#include <math.h>
#include <string.h>

#define AIR     3.0 /* pixels at both sides of the text */
#define LONGEST 8   /* characters of a tag */

/* Places along a guide that are tried for its label; curves that it should not lie on, and samples
 * that are read of each of them. */
#define PLACES       5
#define MOST_CURVES  64
#define MOST_SAMPLES 64

static const SeidelTextStyle tag_style = { .size = SEIDEL_TEXT_SMALL,
                                           .bold = TRUE,
                                           .anchor_x = 0.5,
                                           .anchor_y = 0.5 };

static bool
has_tag (const SeidelSeries *series)
{
  return series->tag != NULL && series->visible && series->count > 0;
}

/* sizes: those of tags by their length, zeros where they are not known yet. Tags are numbers, and
 * measuring thousands of them would be felt with every frame. */
static SeidelRect
measure_tag (const SeidelSeries *series, const SeidelTheme *theme, SeidelRect sizes[LONGEST + 1])
{
  SeidelRect *rect = &sizes[MIN (strlen (series->tag), LONGEST)];

  if (rect->height == 0.0)
    {
      seidel_text_measure (theme, &tag_style, series->tag, &rect->width, &rect->height);
      rect->width += 2.0 * AIR;
    }
  return *rect;
}

double
seidel_plot_tag_width (const SeidelPlot *plot, const SeidelTheme *theme)
{
  const SeidelSeries *longest = NULL;
  SeidelRect sizes[LONGEST + 1] = { { 0 } };

  for (guint i = 0; i < plot->series->len; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (plot->series, i);

      if (has_tag (series) && (longest == NULL || strlen (series->tag) > strlen (longest->tag)))
        longest = series;
    }
  return longest != NULL ? measure_tag (longest, theme, sizes).width + 2.0 * SEIDEL_PLOT_GAP : 0.0;
}

/* Where the visible part of the curve ends; false when none of it is in sight. */
static bool
find_end (const SeidelPlot *plot,
          const SeidelPlotLayout *layout,
          const SeidelSeries *series,
          double *x,
          double *y)
{
  const SeidelRect *area = &layout->area;
  size_t after = seidel_series_lower_bound (series, nextafter (plot->x.high, INFINITY));
  double value;

  if (after == 0)
    return false;
  series->sample (series->data, after - 1, x, &value);
  *x = seidel_plot_x_to_pixel (plot, layout, *x);
  *y = seidel_plot_y_to_pixel (plot, layout, series->right, value);
  return *x >= area->x && *y >= area->y - 1.0 && *y <= area->y + area->height + 1.0;
}

static bool
overlap (const SeidelRect *a, const SeidelRect *b)
{
  return a->x < b->x + b->width && b->x < a->x + a->width && a->y < b->y + b->height
         && b->y < a->y + a->height;
}

/* Moves a tag past those that it would cover, step −1 up and 1 down; false when it leaves the area.
 */
static bool
move_past (SeidelRect *rect, const SeidelRect *area, const GArray *placed, int step)
{
  bool moved = true;

  while (moved)
    {
      moved = false;
      for (guint i = 0; i < placed->len; i++)
        {
          const SeidelRect *other = &g_array_index (placed, SeidelPlotTag, i).rect;

          if (!overlap (rect, other))
            continue;
          rect->y = step > 0 ? other->y + other->height : other->y - rect->height;
          moved = true;
        }
    }
  return rect->y >= area->y - rect->height && rect->y <= area->y + area->height;
}

static int
compare_tags (gconstpointer a, gconstpointer b)
{
  double y = ((const SeidelPlotTag *) a)->rect.y, other = ((const SeidelPlotTag *) b)->rect.y;

  return (y > other) - (y < other);
}

/* Where the tags would lie if each were alone, from top to bottom. */
static GArray *
collect_tags (const SeidelPlot *plot, const SeidelPlotLayout *layout, const SeidelTheme *theme)
{
  const SeidelRect *frame = &layout->frame;
  GArray *tags = g_array_new (FALSE, FALSE, sizeof (SeidelPlotTag));
  SeidelRect sizes[LONGEST + 1] = { { 0 } };

  for (guint i = 0; i < plot->series->len; i++)
    {
      SeidelPlotTag tag = { .series = g_ptr_array_index (plot->series, i) };
      double x, y;

      if (!has_tag (tag.series) || !find_end (plot, layout, tag.series, &x, &y))
        continue;
      tag.rect = measure_tag (tag.series, theme, sizes);
      tag.rect.x =
        fmin (x + SEIDEL_PLOT_GAP, frame->x + frame->width - tag.rect.width - SEIDEL_PLOT_GAP);
      tag.rect.y = y - tag.rect.height / 2.0;
      g_array_append_val (tags, tag);
    }
  g_array_sort (tags, compare_tags);
  return tags;
}

GArray *
seidel_plot_place_tags (const SeidelPlot *plot,
                        const SeidelPlotLayout *layout,
                        const SeidelTheme *theme)
{
  g_autoptr (GArray) tags = collect_tags (plot, layout, theme);
  GArray *placed = g_array_new (FALSE, FALSE, sizeof (SeidelPlotTag));

  for (guint i = 0; i < tags->len; i++)
    {
      SeidelPlotTag tag = g_array_index (tags, SeidelPlotTag, i);
      double wanted = tag.rect.y;
      bool fits = move_past (&tag.rect, &layout->area, placed, 1);

      if (!fits)
        {
          tag.rect.y = wanted;
          fits = move_past (&tag.rect, &layout->area, placed, -1);
        }
      if (fits)
        g_array_append_val (placed, tag);
    }
  return placed;
}

static void
draw_tag (const SeidelPlotTag *tag, cairo_t *cr, const SeidelTheme *theme)
{
  const SeidelRect *rect = &tag->rect;
  SeidelColor color = seidel_ink_color (&tag->series->ink, theme);

  cairo_rectangle (cr, floor (rect->x) + 0.5, floor (rect->y) + 0.5, rect->width - 1.0,
                   rect->height - 1.0);
  seidel_color_set_source (&theme->background, cr);
  cairo_fill_preserve (cr);
  cairo_set_line_width (cr, 1.0);
  seidel_color_set_source (&color, cr);
  cairo_stroke (cr);
  seidel_text_draw (cr, theme, &tag_style, tag->series->tag, rect->x + rect->width / 2.0,
                    rect->y + rect->height / 2.0);
}

void
seidel_plot_draw_tags (const SeidelPlot *plot,
                       const SeidelPlotLayout *layout,
                       cairo_t *cr,
                       const SeidelTheme *theme)
{
  g_autoptr (GArray) tags = seidel_plot_place_tags (plot, layout, theme);

  for (guint i = 0; i < tags->len; i++)
    draw_tag (&g_array_index (tags, SeidelPlotTag, i), cr, theme);
}

/* Whether a part of the straight line from one point to another lies in the rectangle. */
static bool
crosses (const double from[2], const double to[2], const SeidelRect *rect)
{
  const double left = fmax (from[0], rect->x), right = fmin (to[0], rect->x + rect->width);
  const double slope = to[0] > from[0] ? (to[1] - from[1]) / (to[0] - from[0]) : 0.0;
  double a = from[1] + slope * (left - from[0]), b = from[1] + slope * (right - from[0]);

  if (!(left <= right))
    return false;
  if (!(to[0] > from[0]))
    b = to[1];
  return fmax (a, b) >= rect->y && fmin (a, b) <= rect->y + rect->height;
}

/* Whether the curve goes through the rectangle, by some of its samples. */
static bool
goes_through (const SeidelPlot *plot,
              const SeidelPlotLayout *layout,
              const SeidelSeries *series,
              const SeidelRect *rect)
{
  const double left = seidel_plot_pixel_to_x (plot, layout, rect->x);
  const double right = seidel_plot_pixel_to_x (plot, layout, rect->x + rect->width);
  const size_t from = seidel_series_lower_bound (series, left);
  const size_t to = MIN (seidel_series_lower_bound (series, right) + 1, series->count);
  const size_t first = from > 0 ? from - 1 : 0, step = (to - MIN (first, to)) / MOST_SAMPLES + 1;
  double before[2] = { NAN, NAN };

  for (size_t i = first; i < to; i += step)
    {
      double here[2];

      series->sample (series->data, i, &here[0], &here[1]);
      here[0] = seidel_plot_x_to_pixel (plot, layout, here[0]);
      here[1] = seidel_plot_y_to_pixel (plot, layout, series->right, here[1]);
      if (crosses (before, here, rect))
        return true;
      memcpy (before, here, sizeof before);
    }
  return false;
}

static bool
is_free (const SeidelPlot *plot,
         const SeidelPlotLayout *layout,
         const GArray *tags,
         const SeidelRect *rect)
{
  for (guint i = 0; i < tags->len; i++)
    if (overlap (rect, &g_array_index (tags, SeidelPlotTag, i).rect))
      return false;
  for (guint i = 0; i < MIN (plot->series->len, MOST_CURVES); i++)
    {
      const SeidelSeries *series = g_ptr_array_index (plot->series, i);

      if (series->visible && series->kind != SEIDEL_SERIES_BARS
          && goes_through (plot, layout, series, rect))
        return false;
    }
  return true;
}

double
seidel_plot_place_label (const SeidelPlot *plot,
                         const SeidelPlotLayout *layout,
                         const SeidelRect *label,
                         bool from_right,
                         const SeidelTheme *theme)
{
  g_autoptr (GArray) tags = seidel_plot_place_tags (plot, layout, theme);
  const double first = layout->area.x + SEIDEL_PLOT_GAP;
  const double last = layout->area.x + layout->area.width - SEIDEL_PLOT_GAP - label->width;

  for (int i = 0; i < PLACES && last > first; i++)
    {
      const double part = (double) i / (PLACES - 1);
      SeidelRect rect = *label;

      rect.x = first + (from_right ? 1.0 - part : part) * (last - first);
      if (is_free (plot, layout, tags, &rect))
        return rect.x;
    }
  return from_right ? last : first;
}
