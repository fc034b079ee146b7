/* Bars, a heat map, the spread of repeats, histograms, and a table with published values.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "draw/seidel-experiment-panels.h"

#include <math.h>
#include <string.h>
#include <glib/gi18n.h>

/* Lines at most, and heights in font sizes. */
#define MOST_LINES  40
#define LINE        1.9
#define TALLEST_MAP 34.0
#define HILL        4.0 /* a histogram, in lines */
#define MOST_HILLS  8
#define BINS        40

/* Parts of the width for labels and for values. */
#define LABELS 0.26
#define VALUES 0.2

#define EDGE 12.0

static const SeidelExperiment *
experiment_of (const SeidelExperimentChart *chart)
{
  return seidel_experiment_result_experiment (chart->result);
}

static const SeidelExperimentMeasure *
measure_of (const SeidelExperimentChart *chart)
{
  return experiment_of (chart)->measures[chart->measure];
}

static double
median (const SeidelExperimentChart *chart, size_t cell)
{
  return seidel_experiment_result_statistics (chart->result, cell, chart->measure).median;
}

/* What all finite values of the cells lie between. */
typedef struct
{
  double low;
  double high;
} Range;

static void
widen (Range *range, double value)
{
  if (isfinite (value))
    *range = (Range){ fmin (range->low, value), fmax (range->high, value) };
}

static Range
range_of (const SeidelExperimentChart *chart, bool all_runs)
{
  Range range = { INFINITY, -INFINITY };

  for (size_t cell = 0; cell < seidel_experiment_n_cells (experiment_of (chart)); cell++)
    {
      const SeidelExperimentStatistics found =
        seidel_experiment_result_statistics (chart->result, cell, chart->measure);

      widen (&range, all_runs ? found.minimum : found.median);
      widen (&range, all_runs ? found.maximum : found.median);
      widen (&range, seidel_experiment_published (experiment_of (chart), measure_of (chart), cell));
    }
  return range;
}

static size_t
lines_of (const SeidelExperimentChart *chart)
{
  return MIN (seidel_experiment_n_cells (experiment_of (chart)), MOST_LINES);
}

static double
measure_lines_cb (gconstpointer data, double width, const SeidelTheme *theme)
{
  const SeidelExperimentChart *chart = data;
  const bool cut = seidel_experiment_n_cells (experiment_of (chart)) > MOST_LINES;

  return theme->font_size * LINE * ((double) lines_of (chart) + 1.0 + cut);
}

static void
draw_text (cairo_t *cr,
           const SeidelTheme *theme,
           const char *text,
           double x,
           double y,
           double anchor_x,
           double max_width,
           const SeidelColor *color)
{
  const SeidelTextStyle style = { .size = SEIDEL_TEXT_LABEL,
                                  .color = color,
                                  .anchor_x = anchor_x,
                                  .anchor_y = 0.5,
                                  .max_width = max_width,
                                  .keep_end = TRUE };

  seidel_text_draw (cr, theme, &style, text, x, y);
}

/* Where the values of a line are drawn. */
typedef struct
{
  double left;
  double width;
  double y; /* the middle of the line */
} Lane;

static Lane
lane_of (size_t line, double width, const SeidelTheme *theme)
{
  return (Lane){ EDGE + width * LABELS, fmax (width * (1.0 - LABELS - VALUES) - 2.0 * EDGE, 1.0),
                 theme->font_size * LINE * ((double) line + 1.5) };
}

/* What is over the lines: the measure and what the lanes lie between; and under them how many cells
 * are not shown. */
static void
draw_head (const SeidelExperimentChart *chart,
           size_t shown,
           double low,
           double high,
           cairo_t *cr,
           double width,
           double height,
           const SeidelTheme *theme)
{
  const Lane lane = lane_of (0, width, theme);
  const double line = theme->font_size * LINE;
  const size_t n = seidel_experiment_n_cells (experiment_of (chart));
  g_autofree char *least = seidel_experiment_measure_format (measure_of (chart), low);
  g_autofree char *most = seidel_experiment_measure_format (measure_of (chart), high);

  draw_text (cr, theme, measure_of (chart)->name, EDGE, line / 2.0, 0.0, width * LABELS - 8.0,
             &theme->dim);
  if (high >= low)
    {
      draw_text (cr, theme, least, lane.left, line / 2.0, 0.0, lane.width / 2.0, &theme->dim);
      draw_text (cr, theme, most, lane.left + lane.width, line / 2.0, 1.0, lane.width / 2.0,
                 &theme->dim);
    }
  if (n > shown)
    {
      g_autofree char *text =
        g_strdup_printf (_ ("%zu more cells are in the exported numbers"), n - shown);
      draw_text (cr, theme, text, EDGE, height - line / 2.0, 0.0, width - 2.0 * EDGE, &theme->dim);
    }
}

/* "12 ms (15 ms published)", "gap", or "" */
static char *
describe_value (const SeidelExperimentChart *chart, size_t cell)
{
  const double published =
    seidel_experiment_published (experiment_of (chart), measure_of (chart), cell);
  g_autofree char *ours =
    seidel_experiment_measure_format (measure_of (chart), median (chart, cell));
  g_autofree char *theirs = seidel_experiment_measure_format (measure_of (chart), published);

  if (seidel_experiment_result_cell (chart->result, cell).state == SEIDEL_CELL_GAP)
    return g_strdup (_ ("gap"));
  return theirs[0] != '\0' ? g_strdup_printf ("%s (%s)", ours, theirs) : g_steal_pointer (&ours);
}

/* The colour of a cell: of its value of the second dimension, or all alike. */
static SeidelColor
color_of (const SeidelExperimentChart *chart, size_t cell, const SeidelTheme *theme)
{
  const SeidelExperiment *experiment = experiment_of (chart);

  return seidel_theme_series (theme, experiment->n_dimensions == 2
                                       ? (unsigned int) (cell % experiment->dimensions[1].n)
                                       : 0);
}

static void
draw_label (const SeidelExperimentChart *chart,
            size_t cell,
            const Lane *lane,
            cairo_t *cr,
            double width,
            const SeidelTheme *theme)
{
  g_autofree char *title = seidel_experiment_cell_title (experiment_of (chart), cell);
  g_autofree char *value = describe_value (chart, cell);
  const bool gap = seidel_experiment_result_cell (chart->result, cell).state == SEIDEL_CELL_GAP;

  draw_text (cr, theme, title, EDGE, lane->y, 0.0, width * LABELS - 8.0, NULL);
  draw_text (cr, theme, value, width - EDGE, lane->y, 1.0, width * VALUES,
             gap ? &theme->dim : NULL);
}

static void
draw_bars_cb (gconstpointer data,
              cairo_t *cr,
              double width,
              double height,
              const SeidelTheme *theme)
{
  const SeidelExperimentChart *chart = data;
  const Range range = range_of (chart, false);

  draw_head (chart, lines_of (chart), 0.0, range.high, cr, width, height, theme);
  for (size_t cell = 0; cell < lines_of (chart); cell++)
    {
      const Lane lane = lane_of (cell, width, theme);
      const SeidelColor color = color_of (chart, cell, theme);
      const double part = range.high > 0.0 ? median (chart, cell) / range.high : 0.0;
      const double published =
        seidel_experiment_published (experiment_of (chart), measure_of (chart), cell) / range.high;

      draw_label (chart, cell, &lane, cr, width, theme);
      seidel_color_set_source (&color, cr);
      if (part > 0.0)
        cairo_rectangle (cr, lane.left, lane.y - theme->font_size * 0.6,
                         fmax (part * lane.width, 1.0), theme->font_size * 1.2);
      cairo_fill (cr);
      if (!(published > 0.0))
        continue;
      /* The published value is a line across the bar. */
      seidel_color_set_source (&theme->foreground, cr);
      cairo_rectangle (cr, lane.left + published * lane.width - 1.0,
                       lane.y - theme->font_size * 0.8, 2.0, theme->font_size * 1.6);
      cairo_fill (cr);
    }
}

/* A place along a lane, logarithmic where the values span more than a factor of 20. */
static double
place_of (const Range *range, const Lane *lane, double value)
{
  if (range->low > 0.0 && range->high > 20.0 * range->low)
    return lane->left + lane->width * log (value / range->low) / log (range->high / range->low);
  if (!(range->high > range->low))
    return lane->left + lane->width / 2.0;
  return lane->left + lane->width * (value - range->low) / (range->high - range->low);
}

static void
draw_box (const SeidelExperimentStatistics *found,
          const Range *range,
          const Lane *lane,
          cairo_t *cr,
          const SeidelTheme *theme)
{
  const double half = theme->font_size * 0.55;
  const double low = place_of (range, lane, found->quartiles[0]);
  const double high = place_of (range, lane, found->quartiles[1]);

  cairo_set_line_width (cr, theme->line_width);
  cairo_move_to (cr, place_of (range, lane, found->minimum), lane->y);
  cairo_line_to (cr, low, lane->y);
  cairo_move_to (cr, high, lane->y);
  cairo_line_to (cr, place_of (range, lane, found->maximum), lane->y);
  cairo_stroke (cr);
  cairo_rectangle (cr, low, lane->y - half, fmax (high - low, 1.0), 2.0 * half);
  cairo_stroke (cr);
  cairo_set_line_width (cr, 2.0 * theme->line_width);
  cairo_move_to (cr, place_of (range, lane, found->median), lane->y - half);
  cairo_line_to (cr, place_of (range, lane, found->median), lane->y + half);
  cairo_stroke (cr);
}

static void
draw_boxes_cb (gconstpointer data,
               cairo_t *cr,
               double width,
               double height,
               const SeidelTheme *theme)
{
  const SeidelExperimentChart *chart = data;
  const Range range = range_of (chart, true);

  draw_head (chart, lines_of (chart), range.low, range.high, cr, width, height, theme);
  for (size_t cell = 0; cell < lines_of (chart); cell++)
    {
      const Lane lane = lane_of (cell, width, theme);
      const SeidelColor color = color_of (chart, cell, theme);
      const SeidelExperimentStatistics found =
        seidel_experiment_result_statistics (chart->result, cell, chart->measure);
      const double published =
        seidel_experiment_published (experiment_of (chart), measure_of (chart), cell);

      draw_label (chart, cell, &lane, cr, width, theme);
      seidel_color_set_source (&color, cr);
      if (found.n > 0)
        draw_box (&found, &range, &lane, cr, theme);
      seidel_color_set_source (&theme->foreground, cr);
      if (isfinite (published))
        cairo_rectangle (cr, place_of (&range, &lane, published) - 1.0,
                         lane.y - theme->font_size * 0.8, 2.0, theme->font_size * 1.6);
      cairo_fill (cr);
    }
}

static double
measure_hills_cb (gconstpointer data, double width, const SeidelTheme *theme)
{
  const SeidelExperimentChart *chart = data;
  const size_t all = seidel_experiment_n_cells (experiment_of (chart));
  const size_t n = MIN (all, MOST_HILLS);

  return theme->font_size * LINE * (1.0 + (n < all) + HILL * (double) n);
}

/* How many runs of a cell are in each of the bins between the ends of the range; returns the most.
 */
static int
count_runs (const SeidelExperimentChart *chart, size_t cell, const Range *range, int bins[BINS])
{
  const SeidelExperimentCell found = seidel_experiment_result_cell (chart->result, cell);
  const size_t n_measures = experiment_of (chart)->n_measures;
  const Lane unit = { 0.0, BINS, 0.0 };
  int most = 0;

  memset (bins, 0, BINS * sizeof *bins);
  for (int run = 0; found.state == SEIDEL_CELL_DONE && run < found.n_runs; run++)
    {
      const double value = found.values[(size_t) run * n_measures + chart->measure];
      const int bin = isfinite (value) ? (int) place_of (range, &unit, value) : -1;

      if (bin >= 0)
        {
          const int count = ++bins[MIN (bin, BINS - 1)];

          most = MAX (most, count);
        }
    }
  return most;
}

static void
draw_hill (const int bins[BINS], int most, const Lane *lane, double height, cairo_t *cr)
{
  for (int bin = 0; bin < BINS; bin++)
    if (bins[bin] > 0)
      {
        const double part = height * bins[bin] / most;

        cairo_rectangle (cr, lane->left + lane->width * bin / BINS, lane->y - part,
                         fmax (lane->width / BINS - 1.0, 1.0), part);
      }
  cairo_fill (cr);
}

/* One below the other, on the same scale of values; each as high as its own highest bar. */
static void
draw_histogram_cb (gconstpointer data,
                   cairo_t *cr,
                   double width,
                   double height,
                   const SeidelTheme *theme)
{
  const SeidelExperimentChart *chart = data;
  const Range range = range_of (chart, true);
  const double line = theme->font_size * LINE;
  const size_t n = MIN (seidel_experiment_n_cells (experiment_of (chart)), MOST_HILLS);

  draw_head (chart, n, range.low, range.high, cr, width, height, theme);
  for (size_t cell = 0; cell < n; cell++)
    {
      const SeidelColor color = color_of (chart, cell, theme);
      const double published =
        seidel_experiment_published (experiment_of (chart), measure_of (chart), cell);
      Lane lane = lane_of (0, width, theme);
      int bins[BINS];
      const int most = count_runs (chart, cell, &range, bins);

      lane.y = line * (1.0 + HILL * ((double) cell + 0.95));
      draw_label (chart, cell, &lane, cr, width, theme);
      seidel_color_set_source (&color, cr);
      draw_hill (bins, most, &lane, line * (HILL - 0.6), cr);
      seidel_color_set_source (&theme->foreground, cr);
      cairo_rectangle (cr, lane.left, lane.y, lane.width, 1.0);
      if (isfinite (published))
        cairo_rectangle (cr, place_of (&range, &lane, published) - 1.0, lane.y - line, 2.0, line);
      cairo_fill (cr);
    }
}

/* The grid of a heat map or of a table: a cell per pair of values, labels at its edges. */
typedef struct
{
  size_t rows;
  size_t columns;
  double left; /* of the cells */
  double top;
  double width; /* of a cell */
  double height;
} Grid;

static Grid
grid_of (const SeidelExperimentChart *chart, double width, double height, const SeidelTheme *theme)
{
  const SeidelExperiment *experiment = experiment_of (chart);
  const bool flat = experiment->n_dimensions == 1;
  Grid grid = { experiment->dimensions[0].n,
                flat ? experiment->n_measures : experiment->dimensions[1].n,
                EDGE + fmin (width * LABELS, theme->font_size * 14.0),
                theme->font_size * LINE * 2.0,
                0.0,
                0.0 };

  grid.width = fmax (width - EDGE - grid.left, 1.0) / (double) grid.columns;
  grid.height = fmax (height - grid.top, 1.0) / (double) grid.rows;
  return grid;
}

/* Names of both dimensions over the labels of the columns, and the labels of the rows. */
static void
draw_grid_labels (const SeidelExperimentChart *chart,
                  const Grid *grid,
                  cairo_t *cr,
                  const SeidelTheme *theme)
{
  const SeidelExperiment *experiment = experiment_of (chart);
  const bool flat = experiment->n_dimensions == 1;
  const double line = theme->font_size * LINE;
  /* Labels that would overlap are left out. */
  const size_t step = (size_t) fmax (1.0, ceil (line / grid->height));
  g_autofree char *head =
    flat ? g_strdup ("")
         : g_strdup_printf ("%s · %s", measure_of (chart)->name, experiment->dimensions[1].name);

  draw_text (cr, theme, head, grid->left, line / 2.0, 0.0, 0.0, &theme->dim);
  draw_text (cr, theme, experiment->dimensions[0].name, EDGE, line * 1.5, 0.0,
             grid->left - EDGE - 8.0, &theme->dim);
  for (size_t j = 0; j < grid->columns; j++)
    draw_text (cr, theme,
               flat ? experiment->measures[j]->name : experiment->dimensions[1].values[j].label,
               grid->left + grid->width * ((double) j + 1.0) - 6.0, line * 1.5, 1.0,
               grid->width - 8.0, &theme->dim);
  for (size_t i = 0; i < grid->rows; i += step)
    draw_text (cr, theme, experiment->dimensions[0].values[i].label, EDGE,
               grid->top + grid->height * ((double) i + 0.5), 0.0, grid->left - EDGE - 8.0, NULL);
}

static double
measure_map_cb (gconstpointer data, double width, const SeidelTheme *theme)
{
  const SeidelExperimentChart *chart = data;
  const double rows = (double) experiment_of (chart)->dimensions[0].n;

  return theme->font_size * fmin (TALLEST_MAP, LINE * (rows + 2.0));
}

static void
draw_heat_cb (gconstpointer data,
              cairo_t *cr,
              double width,
              double height,
              const SeidelTheme *theme)
{
  const SeidelExperimentChart *chart = data;
  const Grid grid = grid_of (chart, width, height, theme);
  const Range range = range_of (chart, false);
  const Lane unit = { 0.0, 1.0, 0.0 };
  const bool texts = grid.height > theme->font_size * 1.2;

  draw_grid_labels (chart, &grid, cr, theme);
  for (size_t cell = 0; cell < grid.rows * grid.columns; cell++)
    {
      const size_t row = cell / grid.columns;
      const double x = grid.left + grid.width * (double) (cell % grid.columns);
      const double y = grid.top + grid.height * (double) row;
      const double value = median (chart, cell);
      g_autofree char *text = seidel_experiment_measure_format (measure_of (chart), value);

      if (isnan (value))
        continue;
      const SeidelColor color = seidel_theme_level (theme, place_of (&range, &unit, value));
      const SeidelColor readable = seidel_color_readable_on (&color);
      seidel_color_set_source (&color, cr);
      cairo_rectangle (cr, x, y, grid.width, grid.height);
      cairo_fill (cr);
      if (texts)
        draw_text (cr, theme, text, x + grid.width - 6.0, y + grid.height / 2.0, 1.0,
                   grid.width - 8.0, &readable);
    }
}

static double
measure_table_cb (gconstpointer data, double width, const SeidelTheme *theme)
{
  const SeidelExperimentChart *chart = data;
  const double rows = (double) experiment_of (chart)->dimensions[0].n;
  const bool published = experiment_of (chart)->n_published > 0;

  return theme->font_size * LINE * ((published ? 2.0 : 1.0) * fmin (rows, MOST_LINES) + 2.0);
}

/* "published 15 ms, × 0.8" under the value of a cell. */
static char *
describe_published (const SeidelExperimentChart *chart, size_t cell, size_t m)
{
  const SeidelExperimentMeasure *measure = experiment_of (chart)->measures[m];
  const double published = seidel_experiment_published (experiment_of (chart), measure, cell);
  const double ratio =
    seidel_experiment_result_statistics (chart->result, cell, m).median / published;
  g_autofree char *text = seidel_experiment_measure_format (measure, published);
  g_autofree char *factor = isfinite (ratio) ? seidel_format_value (ratio, 2) : NULL;

  if (text[0] == '\0')
    return g_strdup ("");
  return factor != NULL ? g_strdup_printf ("(%s) × %s", text, factor)
                        : g_strdup_printf ("(%s)", text);
}

static void
draw_table_cell (const SeidelExperimentChart *chart,
                 const Grid *grid,
                 size_t place,
                 cairo_t *cr,
                 const SeidelTheme *theme)
{
  const bool flat = experiment_of (chart)->n_dimensions == 1;
  const size_t row = place / grid->columns;
  const size_t column = place % grid->columns;
  const size_t cell = flat ? row : place;
  const size_t m = flat ? column : chart->measure;
  const bool gap = seidel_experiment_result_cell (chart->result, cell).state == SEIDEL_CELL_GAP;
  const double right = grid->left + grid->width * ((double) column + 1.0) - 6.0;
  const double middle = grid->top + grid->height * ((double) row + 0.5);
  g_autofree char *ours = seidel_experiment_measure_format (
    experiment_of (chart)->measures[m],
    seidel_experiment_result_statistics (chart->result, cell, m).median);
  g_autofree char *theirs = describe_published (chart, cell, m);
  const double shift = theirs[0] != '\0' ? theme->font_size * 0.75 : 0.0;

  draw_text (cr, theme, gap ? _ ("gap") : ours, right, middle - shift, 1.0, grid->width - 8.0,
             gap ? &theme->dim : NULL);
  if (theirs[0] != '\0')
    draw_text (cr, theme, theirs, right, middle + shift, 1.0, grid->width - 8.0, &theme->dim);
}

static void
draw_table_cb (gconstpointer data,
               cairo_t *cr,
               double width,
               double height,
               const SeidelTheme *theme)
{
  const SeidelExperimentChart *chart = data;
  Grid grid = grid_of (chart, width, height, theme);

  if (grid.rows > MOST_LINES)
    {
      grid.height *= (double) grid.rows / MOST_LINES;
      grid.rows = MOST_LINES;
    }
  draw_grid_labels (chart, &grid, cr, theme);
  for (size_t place = 0; place < grid.rows * grid.columns; place++)
    draw_table_cell (chart, &grid, place, cr, theme);
  seidel_color_set_source (&theme->grid, cr);
  cairo_set_line_width (cr, 1.0);
  for (size_t i = 0; i <= grid.rows; i++)
    {
      const double y = floor (grid.top + grid.height * (double) i) + 0.5;

      cairo_move_to (cr, EDGE, y);
      cairo_line_to (cr, width - EDGE, y);
    }
  cairo_stroke (cr);
}

static const struct
{
  SeidelPanelDraw draw;
  SeidelPanelMeasure measure;
} panels[SEIDEL_N_EXPERIMENT_PICTURES] = {
  [SEIDEL_EXPERIMENT_BARS] = { draw_bars_cb, measure_lines_cb },
  [SEIDEL_EXPERIMENT_HEAT] = { draw_heat_cb, measure_map_cb },
  [SEIDEL_EXPERIMENT_BOXES] = { draw_boxes_cb, measure_lines_cb },
  [SEIDEL_EXPERIMENT_HISTOGRAM] = { draw_histogram_cb, measure_hills_cb },
  [SEIDEL_EXPERIMENT_TABLE] = { draw_table_cb, measure_table_cb },
};

SeidelPanelDraw
seidel_experiment_panel_draw (SeidelExperimentPicture kind)
{
  return panels[kind].draw;
}

SeidelPanelMeasure
seidel_experiment_panel_measure (SeidelExperimentPicture kind)
{
  return panels[kind].measure;
}
