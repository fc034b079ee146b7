/* Pictures with a lane for each cell, its name at the left and its value at the right: bars, the
 * spread of repeats, and histograms. Lanes share the height that there is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>
#include <glib/gi18n.h>

#include "draw/seidel-experiment-panels-private.h"
#include "draw/seidel-translate.h"
#include "experiment/seidel-experiment-marks.h"

#define HILL       4.0 /* a histogram at least, in lines */
#define MOST_HILLS 8
#define BINS       40

/* Of the width, for names at most; of a lane, for what is drawn in it; of text, at most. */
#define MOST_LABELS  0.4
#define PART_OF_LANE 0.33
#define THICKEST     2.0

/* Where things are: the names from the edge on, then the lanes, then the values up to the other
 * edge. */
typedef struct
{
  size_t n; /* cells that are shown */
  double labels;
  double left;
  double width;
  double top;
  double lane; /* the height of one */
  double half; /* of what is drawn in it, from its middle */
} Lanes;

/* "12 ms (15 ms)" with its mark, "gap", or "" */
static char *
describe_value (const SeidelExperimentChart *chart, size_t cell)
{
  const SeidelExperimentMeasure *measure = seidel_panel_measure (chart);
  const double published =
    seidel_experiment_published (seidel_panel_experiment (chart), measure, cell);
  g_autofree char *ours =
    seidel_experiment_measure_format (measure, seidel_panel_median (chart, cell));
  g_autofree char *theirs = seidel_experiment_measure_format (measure, published);

  if (seidel_experiment_result_cell (chart->result, cell).state == SEIDEL_CELL_GAP)
    return g_strdup (_ ("gap"));
  g_autofree char *mark =
    ours[0] != '\0' ? seidel_experiment_mark (chart->result, cell) : g_strdup ("");
  return theirs[0] != '\0' ? g_strdup_printf ("%s%s (%s)", ours, mark, theirs)
                           : g_strconcat (ours, mark, NULL);
}

static Lanes
lay_out (const SeidelExperimentChart *chart,
         size_t most,
         double width,
         double height,
         const SeidelTheme *theme)
{
  const size_t all = seidel_experiment_n_cells (seidel_panel_experiment (chart));
  const double line = theme->font_size * SEIDEL_PANEL_LINE;
  const double gap = theme->font_size * 1.5;
  double values = 0.0;
  Lanes lanes = { .n = MIN (all, most), .top = line };

  lanes.labels =
    seidel_panel_text_width (theme, seidel_translate (seidel_panel_measure (chart)->name));
  for (size_t cell = 0; cell < lanes.n; cell++)
    {
      g_autofree char *title = seidel_experiment_cell_title (seidel_panel_experiment (chart), cell);
      g_autofree char *value = describe_value (chart, cell);

      lanes.labels = fmax (lanes.labels, seidel_panel_text_width (theme, title));
      values = fmax (values, seidel_panel_text_width (theme, value));
    }
  lanes.labels = fmin (lanes.labels, width * MOST_LABELS);
  lanes.left = SEIDEL_PANEL_EDGE + lanes.labels + gap;
  lanes.width = fmax (width - lanes.left - gap - values - SEIDEL_PANEL_EDGE, 1.0);
  lanes.lane = fmax (height - line * (all > lanes.n ? 2.0 : 1.0), 1.0) / (double) MAX (lanes.n, 1);
  lanes.half = fmin (lanes.lane * PART_OF_LANE, theme->font_size * THICKEST);
  return lanes;
}

static double
middle_of (const Lanes *lanes, size_t cell)
{
  return lanes->top + lanes->lane * ((double) cell + 0.5);
}

/* What is over the lanes: the measure and what the lanes lie between; and under them how many cells
 * are not shown. */
static void
draw_head (const SeidelExperimentChart *chart,
           const Lanes *lanes,
           const SeidelPanelRange *range,
           cairo_t *cr,
           double width,
           double height,
           const SeidelTheme *theme)
{
  const SeidelExperimentMeasure *measure = seidel_panel_measure (chart);
  const double y = lanes->top / 2.0;
  g_autofree char *least = seidel_experiment_measure_format (measure, range->low);
  g_autofree char *most = seidel_experiment_measure_format (measure, range->high);

  seidel_panel_text (cr, theme, seidel_translate (measure->name), SEIDEL_PANEL_EDGE, y, 0.0,
                     lanes->labels, false, &theme->dim);
  if (range->high >= range->low)
    {
      seidel_panel_text (cr, theme, least, lanes->left, y, 0.0, 0.0, false, &theme->dim);
      seidel_panel_text (cr, theme, most, lanes->left + lanes->width, y, 1.0, 0.0, false,
                         &theme->dim);
    }
  seidel_panel_draw_rest (cr, theme,
                          seidel_experiment_n_cells (seidel_panel_experiment (chart)) - lanes->n,
                          width, height);
}

static void
draw_label (const SeidelExperimentChart *chart,
            const Lanes *lanes,
            size_t cell,
            double y,
            cairo_t *cr,
            double width,
            const SeidelTheme *theme)
{
  g_autofree char *title = seidel_experiment_cell_title (seidel_panel_experiment (chart), cell);
  g_autofree char *value = describe_value (chart, cell);
  const bool gap = seidel_experiment_result_cell (chart->result, cell).state == SEIDEL_CELL_GAP;
  const bool wrap = lanes->lane > 2.0 * theme->font_size * SEIDEL_PANEL_LINE;

  seidel_panel_text (cr, theme, title, SEIDEL_PANEL_EDGE, y, 0.0, lanes->labels, wrap, NULL);
  seidel_panel_text (cr, theme, value, width - SEIDEL_PANEL_EDGE, y, 1.0, 0.0, false,
                     gap ? &theme->dim : NULL);
}

/* Sets the colour of a cell: of its value of the second dimension, or all alike. */
static void
take_colour (const SeidelExperimentChart *chart, size_t cell, cairo_t *cr, const SeidelTheme *theme)
{
  const SeidelExperiment *experiment = seidel_panel_experiment (chart);
  const size_t series = experiment->n_dimensions == 2 ? cell % experiment->dimensions[1].n : 0;
  const SeidelColor color = seidel_theme_series (theme, (unsigned int) series);

  seidel_color_set_source (&color, cr);
}

/* The published value of a cell is a line across its lane. */
static void
draw_published (const SeidelExperimentChart *chart,
                const Lanes *lanes,
                size_t cell,
                const SeidelPanelRange *range,
                double top,
                double height,
                cairo_t *cr,
                const SeidelTheme *theme)
{
  const double published = seidel_experiment_published (seidel_panel_experiment (chart),
                                                        seidel_panel_measure (chart), cell);

  if (!isfinite (published))
    return;
  seidel_color_set_source (&theme->foreground, cr);
  cairo_rectangle (cr, lanes->left + lanes->width * seidel_panel_place (range, published) - 1.0,
                   top, 2.0, height);
  cairo_fill (cr);
}

/* What was not reached is only an outline: it is no length to compare. */
static void
finish_bar (const SeidelExperimentChart *chart, size_t cell, cairo_t *cr, const SeidelTheme *theme)
{
  if (seidel_experiment_mark_reason (chart->result, cell) == NULL)
    {
      cairo_fill (cr);
      return;
    }
  cairo_set_line_width (cr, theme->line_width);
  cairo_stroke (cr);
}

void
seidel_panel_draw_bars_cb (gconstpointer data,
                           cairo_t *cr,
                           double width,
                           double height,
                           const SeidelTheme *theme)
{
  const SeidelExperimentChart *chart = data;
  const Lanes lanes = lay_out (chart, SEIDEL_PANEL_MOST_LINES, width, height, theme);
  SeidelPanelRange range = seidel_panel_range (chart, false);

  if (range.high > 0.0)
    range.low = 0.0;
  draw_head (chart, &lanes, &range, cr, width, height, theme);
  for (size_t cell = 0; cell < lanes.n; cell++)
    {
      const double y = middle_of (&lanes, cell);
      const double part = range.high > 0.0 ? seidel_panel_median (chart, cell) / range.high : 0.0;

      draw_label (chart, &lanes, cell, y, cr, width, theme);
      take_colour (chart, cell, cr, theme);
      if (part > 0.0)
        cairo_rectangle (cr, lanes.left, y - lanes.half, fmax (part * lanes.width, 1.0),
                         2.0 * lanes.half);
      finish_bar (chart, cell, cr, theme);
      draw_published (chart, &lanes, cell, &range, y - 1.3 * lanes.half, 2.6 * lanes.half, cr,
                      theme);
    }
}

static void
draw_box (const SeidelExperimentStatistics *found,
          const SeidelPanelRange *range,
          const Lanes *lanes,
          double y,
          cairo_t *cr,
          const SeidelTheme *theme)
{
  const double low = lanes->left + lanes->width * seidel_panel_place (range, found->quartiles[0]);
  const double high = lanes->left + lanes->width * seidel_panel_place (range, found->quartiles[1]);
  const double least = lanes->left + lanes->width * seidel_panel_place (range, found->minimum);
  const double most = lanes->left + lanes->width * seidel_panel_place (range, found->maximum);
  const double median = lanes->left + lanes->width * seidel_panel_place (range, found->median);

  cairo_set_line_width (cr, theme->line_width);
  cairo_move_to (cr, least, y);
  cairo_line_to (cr, low, y);
  cairo_move_to (cr, high, y);
  cairo_line_to (cr, most, y);
  cairo_stroke (cr);
  cairo_rectangle (cr, low, y - lanes->half, fmax (high - low, 1.0), 2.0 * lanes->half);
  cairo_stroke (cr);
  cairo_set_line_width (cr, 2.0 * theme->line_width);
  cairo_move_to (cr, median, y - lanes->half);
  cairo_line_to (cr, median, y + lanes->half);
  cairo_stroke (cr);
}

void
seidel_panel_draw_boxes_cb (gconstpointer data,
                            cairo_t *cr,
                            double width,
                            double height,
                            const SeidelTheme *theme)
{
  const SeidelExperimentChart *chart = data;
  const Lanes lanes = lay_out (chart, SEIDEL_PANEL_MOST_LINES, width, height, theme);
  const SeidelPanelRange range = seidel_panel_range (chart, true);

  draw_head (chart, &lanes, &range, cr, width, height, theme);
  for (size_t cell = 0; cell < lanes.n; cell++)
    {
      const double y = middle_of (&lanes, cell);
      const SeidelExperimentStatistics found =
        seidel_experiment_result_statistics (chart->result, cell, chart->measure);

      draw_label (chart, &lanes, cell, y, cr, width, theme);
      take_colour (chart, cell, cr, theme);
      if (found.n > 0)
        draw_box (&found, &range, &lanes, y, cr, theme);
      draw_published (chart, &lanes, cell, &range, y - 1.3 * lanes.half, 2.6 * lanes.half, cr,
                      theme);
    }
}

/* How many runs of a cell are in each of the bins between the ends of the range; returns the most.
 */
static int
count_runs (const SeidelExperimentChart *chart,
            size_t cell,
            const SeidelPanelRange *range,
            int bins[BINS])
{
  const SeidelExperimentCell found = seidel_experiment_result_cell (chart->result, cell);
  const size_t n_measures = seidel_panel_experiment (chart)->n_measures;
  int most = 0;

  memset (bins, 0, BINS * sizeof *bins);
  for (int run = 0; found.state == SEIDEL_CELL_DONE && run < found.n_runs; run++)
    {
      const double value = found.values[(size_t) run * n_measures + chart->measure];
      const int bin = isfinite (value) ? (int) (BINS * seidel_panel_place (range, value)) : -1;

      if (bin >= 0)
        {
          const int count = ++bins[MIN (bin, BINS - 1)];

          most = MAX (most, count);
        }
    }
  return most;
}

/* The bars on their base line, the highest with its count. */
static void
draw_hill (const int bins[BINS],
           int most,
           const Lanes *lanes,
           double base,
           double height,
           cairo_t *cr,
           const SeidelTheme *theme)
{
  int highest = 0;

  for (int bin = 0; bin < BINS; bin++)
    if (bins[bin] > 0)
      {
        const double part = height * bins[bin] / most;

        highest = bins[bin] > bins[highest] ? bin : highest;
        cairo_rectangle (cr, lanes->left + lanes->width * bin / BINS, base - part,
                         fmax (lanes->width / BINS - 1.0, 1.0), part);
      }
  cairo_fill (cr);
  if (most > 0)
    {
      g_autofree char *count = g_strdup_printf ("%d", most);

      seidel_panel_text (cr, theme, count, lanes->left + lanes->width * (highest + 0.5) / BINS,
                         base - height - theme->font_size * 0.75, 0.5, 0.0, false, &theme->dim);
    }
}

/* One below the other, on the same scale of values; each as high as its own highest bar. */
void
seidel_panel_draw_histogram_cb (gconstpointer data,
                                cairo_t *cr,
                                double width,
                                double height,
                                const SeidelTheme *theme)
{
  const SeidelExperimentChart *chart = data;
  const SeidelPanelRange range = seidel_panel_range (chart, true);
  const Lanes lanes = lay_out (chart, MOST_HILLS, width, height, theme);
  const double hill = fmax (lanes.lane - 2.2 * theme->font_size, 1.0);

  draw_head (chart, &lanes, &range, cr, width, height, theme);
  for (size_t cell = 0; cell < lanes.n; cell++)
    {
      const double base = lanes.top + lanes.lane * (double) (cell + 1) - theme->font_size * 0.5;
      int bins[BINS];
      const int most = count_runs (chart, cell, &range, bins);

      draw_label (chart, &lanes, cell, base - hill / 2.0, cr, width, theme);
      take_colour (chart, cell, cr, theme);
      draw_hill (bins, most, &lanes, base, hill, cr, theme);
      seidel_color_set_source (&theme->foreground, cr);
      cairo_rectangle (cr, lanes.left, base, lanes.width, 1.0);
      cairo_fill (cr);
      draw_published (chart, &lanes, cell, &range, base - hill, hill, cr, theme);
    }
}

/* At least: a line for each of n lanes, and those of the head and of what is left out. */
static double
least_height (const SeidelExperimentChart *chart,
              size_t most,
              double lines,
              const SeidelTheme *theme)
{
  const size_t all = seidel_experiment_n_cells (seidel_panel_experiment (chart));

  return theme->font_size * SEIDEL_PANEL_LINE
         * (1.0 + (all > most) + lines * (double) MIN (all, most));
}

double
seidel_panel_measure_lanes_cb (gconstpointer data, double width, const SeidelTheme *theme)
{
  return least_height (data, SEIDEL_PANEL_MOST_LINES, 1.0, theme);
}

double
seidel_panel_measure_histogram_cb (gconstpointer data, double width, const SeidelTheme *theme)
{
  return least_height (data, MOST_HILLS, HILL, theme);
}
