/* What the pictures of experiments share: values as text, their range, and text that is set in
 * place.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-experiment-chart.h"
#include "draw/seidel-text.h"

G_BEGIN_DECLS

/* The least height of a line, in font sizes. */
#define SEIDEL_PANEL_LINE 1.9
/* Lines of a picture at most; what they leave out is in the exported numbers. */
#define SEIDEL_PANEL_MOST_LINES 40
/* The margin at the left and at the right, and the space between columns, in pixels. */
#define SEIDEL_PANEL_EDGE 12.0

/* What all finite values lie between; low > high where there are none. */
typedef struct
{
  double low;
  double high;
} SeidelPanelRange;

const SeidelExperiment *seidel_panel_experiment (const SeidelExperimentChart *chart);
const SeidelExperimentMeasure *seidel_panel_measure (const SeidelExperimentChart *chart);
double seidel_panel_median (const SeidelExperimentChart *chart, size_t cell);
/* Published values are in it; with all_runs every run, else the medians. */
SeidelPanelRange seidel_panel_range (const SeidelExperimentChart *chart, bool all_runs);
/* Where a value is in a range, 0 … 1: logarithmic where its ends differ by more than a factor of
 * 20. */
double seidel_panel_place (const SeidelPanelRange *range, double value);

/* The width of a text that is drawn by seidel_panel_text (). */
double seidel_panel_text_width (const SeidelTheme *theme, const char *text);
/* Text about the middle of a line, at x by anchor_x. Beyond max_width (0: never) it is wrapped, or
 * shortened in the middle. color may be NULL: the foreground. */
void seidel_panel_text (cairo_t *cr,
                        const SeidelTheme *theme,
                        const char *text,
                        double x,
                        double y,
                        double anchor_x,
                        double max_width,
                        bool wrap,
                        const SeidelColor *color);
/* At the foot of a picture: how many more of what it shows are left out. */
void seidel_panel_draw_rest (cairo_t *cr,
                             const SeidelTheme *theme,
                             size_t n,
                             double width,
                             double height);

/* Drawn and measured, of a SeidelExperimentChart. */
SeidelDraw seidel_panel_draw_bars_cb;
SeidelDraw seidel_panel_draw_boxes_cb;
SeidelDraw seidel_panel_draw_histogram_cb;
double seidel_panel_measure_lanes_cb (gconstpointer data, double width, const SeidelTheme *theme);
double
seidel_panel_measure_histogram_cb (gconstpointer data, double width, const SeidelTheme *theme);
SeidelDraw seidel_panel_draw_heat_cb;
double seidel_panel_measure_heat_cb (gconstpointer data, double width, const SeidelTheme *theme);
SeidelDraw seidel_panel_draw_table_cb;
double seidel_panel_measure_table_cb (gconstpointer data, double width, const SeidelTheme *theme);

G_END_DECLS
