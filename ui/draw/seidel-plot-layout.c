/* Where the parts of a plot lie.
 *
 * From the top: title and note, legend, data with tick labels at the left and the right, tick
 * labels below, axis label.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-plot-private.h"

#include <math.h>
#include <string.h>

/* In letters. */
#define SHORT_NAME 30.0
#define AFTER_NAME 1.2

/* Width over height of a letter: names of runs have 0.42 to 0.55 in Cantarell and DejaVu Sans. */
#define NARROW_LETTER 0.3

static const SeidelTextStyle label_style = { .size = SEIDEL_TEXT_LABEL };

static double
line_height (const SeidelTheme *theme, double size)
{
  return ceil (theme->font_size * size * 1.5);
}

static double
widest_label (GArray *ticks, const SeidelTheme *theme)
{
  double widest = 0.0;

  for (guint i = 0; i < ticks->len; i++)
    {
      const SeidelTick *tick = &g_array_index (ticks, SeidelTick, i);
      double width;

      if (tick->label[0] == '\0')
        continue;
      seidel_text_measure (theme, &label_style, tick->label, &width, NULL);
      widest = fmax (widest, width);
    }
  return widest;
}

static GArray *
vertical_ticks (const SeidelAxis *axis, double height, const SeidelTheme *theme)
{
  return seidel_axis_ticks (axis, (int) CLAMP (height / (theme->font_size * 2.4), 2.0, 12.0));
}

/* As many labels as fit beside each other with air between them. */
static GArray *
horizontal_ticks (const SeidelAxis *axis, double width, const SeidelTheme *theme)
{
  int wanted = (int) CLAMP (width / (theme->font_size * 6.0), 5.0, 14.0);
  GArray *ticks = seidel_axis_ticks (axis, wanted);

  while (wanted > 1)
    {
      double label = widest_label (ticks, theme) + theme->font_size * 1.5;
      double least = INFINITY, before = -INFINITY;

      for (guint i = 0; i < ticks->len; i++)
        {
          const SeidelTick *tick = &g_array_index (ticks, SeidelTick, i);

          if (tick->label[0] == '\0')
            continue;
          least = fmin (least, (tick->fraction - before) * width);
          before = tick->fraction;
        }
      if (least >= label)
        break;
      wanted = wanted > 4 ? wanted * 3 / 4 : wanted - 1;
      g_array_unref (ticks);
      ticks = seidel_axis_ticks (axis, wanted);
    }
  return ticks;
}

void
seidel_plot_margins (const SeidelPlot *plot,
                     double height,
                     const SeidelTheme *theme,
                     double *left,
                     double *right)
{
  double label = line_height (theme, SEIDEL_TEXT_LABEL);
  g_autoptr (GArray) y_ticks = vertical_ticks (&plot->y, height, theme);

  *left = SEIDEL_PLOT_PAD + widest_label (y_ticks, theme) + SEIDEL_PLOT_GAP
          + (plot->y_label != NULL ? label : 0.0);
  *right = fmax (SEIDEL_PLOT_PAD * 2.0, seidel_plot_tag_width (plot, theme) + SEIDEL_PLOT_GAP);
  if (plot->has_right)
    {
      g_autoptr (GArray) right_ticks = vertical_ticks (&plot->right, height, theme);

      *right = SEIDEL_PLOT_PAD + widest_label (right_ticks, theme) + SEIDEL_PLOT_GAP
               + (plot->right_label != NULL ? label : 0.0);
    }
}

static double
measure_name (const SeidelSeries *series, double most, const SeidelTheme *theme)
{
  SeidelTextStyle style = { .size = SEIDEL_TEXT_LABEL, .max_width = most, .keep_end = TRUE };
  double width;

  seidel_text_measure (theme, &style, series->name, &width, NULL);
  return width;
}

double
seidel_plot_legend_name_width (const SeidelRect *entry, const SeidelTheme *theme)
{
  return entry->width - theme->font_size * (SEIDEL_PLOT_SWATCH + AFTER_NAME);
}

/* Where the next name of a legend goes. */
typedef struct
{
  double most; /* of a name */
  double x;
  double y;
  double row;
  double limit;
  bool any;
} Legend;

/* Gives the names of the curves that are visible, or hidden, their places. */
static void
lay_names (const SeidelPlot *plot,
           const SeidelTheme *theme,
           bool visible,
           SeidelPlotLayout *layout,
           Legend *legend)
{
  const double swatch = theme->font_size * SEIDEL_PLOT_SWATCH;
  const double right = layout->area.x + layout->area.width;

  for (guint i = 0; i < plot->series->len; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (plot->series, i);
      double width;

      if (series->visible != visible || !plot->legend || !series->in_legend)
        continue;
      /* Once there is no room, thousands of names need not be measured. */
      if (layout->hidden_entries > 0)
        {
          layout->hidden_entries++;
          continue;
        }
      width = swatch + measure_name (series, legend->most, theme) + theme->font_size * AFTER_NAME;
      if (legend->any && legend->x + width > right)
        {
          legend->x = layout->area.x;
          legend->y += legend->row;
        }
      if (legend->y + legend->row <= legend->limit)
        g_array_index (layout->legend, SeidelRect, i) =
          (SeidelRect){ legend->x, legend->y, width, legend->row };
      else
        layout->hidden_entries++;
      legend->x += width;
      legend->any = true;
    }
}

/* The room that a legend may take: rows of so much height. */
static double
legend_limit (const SeidelPlotLayout *layout, double row)
{
  return fmax (row, floor (layout->frame.height * 0.3 / row) * row);
}

/* Whether whole names are few and short enough that it is worth measuring them. */
static bool
may_have_whole_names (const SeidelPlot *plot,
                      const SeidelTheme *theme,
                      const SeidelPlotLayout *layout)
{
  const double row = line_height (theme, SEIDEL_TEXT_LABEL);
  double letters = 0.0;

  for (guint i = 0; i < plot->series->len && plot->legend; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (plot->series, i);

      if (series->in_legend)
        letters += SEIDEL_PLOT_SWATCH + AFTER_NAME
                   + NARROW_LETTER * SEIDEL_TEXT_LABEL * (double) g_utf8_strlen (series->name, -1);
    }
  return letters * theme->font_size <= legend_limit (layout, row) / row * layout->area.width;
}

/* Sets the entries in rows, left to right, below 0; returns the height they take. */
static double
try_legend (const SeidelPlot *plot, double most, const SeidelTheme *theme, SeidelPlotLayout *layout)
{
  const double row = line_height (theme, SEIDEL_TEXT_LABEL);
  Legend legend = { .most = most, .x = layout->area.x, .row = row };

  layout->hidden_entries = 0;
  g_array_set_size (layout->legend, plot->series->len);
  memset (layout->legend->data, 0, plot->series->len * sizeof (SeidelRect));
  /* What is in view comes first: names of hidden curves have the room that is left. */
  legend.limit = legend_limit (layout, row);
  lay_names (plot, theme, true, layout, &legend);
  lay_names (plot, theme, false, layout, &legend);
  return legend.any ? fmin (legend.y + row, legend.limit) + SEIDEL_PLOT_GAP / 2.0 : 0.0;
}

/* With whole names, or where they are too many with short ones. */
static double
lay_legend (const SeidelPlot *plot, const SeidelTheme *theme, SeidelPlotLayout *layout)
{
  const double line = layout->area.width - theme->font_size * SEIDEL_PLOT_SWATCH;

  if (may_have_whole_names (plot, theme, layout))
    {
      const double height = try_legend (plot, line, theme, layout);

      if (layout->hidden_entries == 0)
        return height;
    }
  return try_legend (plot, fmin (line, theme->font_size * SHORT_NAME), theme, layout);
}

/* As many bars as a column of pixels may have to summarise. */
static size_t
guess_densest (const SeidelPlot *plot, double width)
{
  size_t most = 0;

  for (guint i = 0; i < plot->series->len; i++)
    {
      const SeidelSeries *series = g_ptr_array_index (plot->series, i);

      if (series->visible
          && (series->kind == SEIDEL_SERIES_BARS || series->kind == SEIDEL_SERIES_MEANS))
        most = MAX (most, seidel_series_lower_bound (series, plot->x.high)
                            - seidel_series_lower_bound (series, plot->x.low));
    }
  return (size_t) ceil ((double) most / width);
}

/* The title and the note beside it, or below it where there is no room for both; either wraps where
 * it is too long itself. Returns the height. */
static double
lay_heading (const SeidelPlot *plot, const SeidelTheme *theme, SeidelPlotLayout *layout)
{
  const double width = layout->area.width, gap = theme->font_size * 2.0;
  g_autofree char *note = seidel_plot_describe_note (plot, layout, guess_densest (plot, width));
  SeidelTextStyle wrapped = seidel_plot_title_style, wrapped_note = seidel_plot_note_style;
  double title_width = 0.0, title_height = 0.0, note_width = 0.0, note_height = 0.0;

  if (plot->title == NULL && note == NULL)
    return 0.0;
  wrapped.max_width = wrapped_note.max_width = width;
  wrapped.wrap = wrapped_note.wrap = TRUE;
  if (plot->title != NULL)
    {
      seidel_text_measure (theme, &seidel_plot_title_style, plot->title, &title_width, NULL);
      seidel_text_measure (theme, &wrapped, plot->title, NULL, &title_height);
    }
  if (note != NULL)
    {
      seidel_text_measure (theme, &seidel_plot_note_style, note, &note_width, NULL);
      seidel_text_measure (theme, &wrapped_note, note, NULL, &note_height);
    }
  layout->title_height = title_height;
  layout->note_below =
    note != NULL && plot->title != NULL && title_width + gap + note_width > width;
  if (title_width > width)
    title_height += SEIDEL_PLOT_GAP;
  else
    title_height = line_height (theme, SEIDEL_TEXT_TITLE);
  if (!layout->note_below)
    return title_height;
  return title_height + MAX (note_height, line_height (theme, SEIDEL_TEXT_SMALL));
}

static void
shift_legend (SeidelPlotLayout *layout, double by)
{
  for (guint i = 0; i < layout->legend->len; i++)
    g_array_index (layout->legend, SeidelRect, i).y += by;
}

void
seidel_plot_layout (const SeidelPlot *plot,
                    const SeidelRect *frame,
                    double left,
                    double right,
                    const SeidelTheme *theme,
                    SeidelPlotLayout *layout)
{
  double label = line_height (theme, SEIDEL_TEXT_LABEL);
  double top = frame->y + SEIDEL_PLOT_PAD;
  double bottom = frame->y + frame->height - label - SEIDEL_PLOT_GAP
                  - (plot->x_label != NULL ? label : SEIDEL_PLOT_GAP);
  double legend;

  *layout = (SeidelPlotLayout){ .frame = *frame };
  layout->legend = g_array_new (FALSE, FALSE, sizeof (SeidelRect));
  layout->area.x = frame->x + left;
  layout->area.width = fmax (1.0, frame->width - left - right);
  legend = lay_legend (plot, theme, layout);
  top += lay_heading (plot, theme, layout);
  shift_legend (layout, top);
  top += legend;
  layout->area.y = round (top);
  layout->area.height = fmax (1.0, round (bottom - top));
  layout->area.x = round (layout->area.x);
  layout->area.width = fmax (1.0, round (layout->area.width));

  layout->x_ticks = horizontal_ticks (&plot->x, layout->area.width, theme);
  layout->y_ticks = vertical_ticks (&plot->y, layout->area.height, theme);
  if (plot->has_right)
    layout->right_ticks = vertical_ticks (&plot->right, layout->area.height, theme);
}

void
seidel_plot_layout_clear (SeidelPlotLayout *layout)
{
  g_clear_pointer (&layout->legend, g_array_unref);
  g_clear_pointer (&layout->x_ticks, g_array_unref);
  g_clear_pointer (&layout->y_ticks, g_array_unref);
  g_clear_pointer (&layout->right_ticks, g_array_unref);
}
