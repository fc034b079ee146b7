/* What the files of the plot share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-plot.h"

G_BEGIN_DECLS

#define SEIDEL_PLOT_PAD    8.0 /* pixels between the frame and what is in it */
#define SEIDEL_PLOT_GAP    6.0 /* pixels between the data and their labels */
#define SEIDEL_PLOT_SWATCH 1.7 /* font sizes for the sample of colour in the legend */

/* The room for the name in an entry of the legend. */
double seidel_plot_legend_name_width (const SeidelRect *entry, const SeidelTheme *theme);

extern const SeidelTextStyle seidel_plot_title_style;
extern const SeidelTextStyle seidel_plot_note_style;
/* What a reader must know to trust the picture, on a line with the title or below it; densest: bars
 * that a column of pixels summarises. NULL: nothing. */
char *
seidel_plot_describe_note (const SeidelPlot *plot, const SeidelPlotLayout *layout, size_t densest);

/* The room that the tags of the curves need at the right of the area; 0 without any. */
double seidel_plot_tag_width (const SeidelPlot *plot, const SeidelTheme *theme);
typedef struct
{
  const SeidelSeries *series; /* borrowed */
  SeidelRect rect;
} SeidelPlotTag;

/* Where the tags of the visible curves lie: where each ends, or as near to it as the others allow.
 * Returns SeidelPlotTag; those that there is no room for are left out. */
GArray *seidel_plot_place_tags (const SeidelPlot *plot,
                                const SeidelPlotLayout *layout,
                                const SeidelTheme *theme);
void seidel_plot_draw_tags (const SeidelPlot *plot,
                            const SeidelPlotLayout *layout,
                            cairo_t *cr,
                            const SeidelTheme *theme);

/* Where the label of a guide begins, of this height and width and at this y: at its end of the
 * area, or the nearest of some places where it lies on no tag and no curve. */
double seidel_plot_place_label (const SeidelPlot *plot,
                                const SeidelPlotLayout *layout,
                                const SeidelRect *label,
                                bool from_right,
                                const SeidelTheme *theme);

/* A plot is drawn in parts, because thousands of curves take longer than a frame: what lies below
 * the data, each series, what lies above; densest: the largest result of the series. */
void seidel_plot_draw_below (const SeidelPlotLayout *layout, cairo_t *cr, const SeidelTheme *theme);
size_t seidel_plot_draw_series (const SeidelPlot *plot,
                                const SeidelPlotLayout *layout,
                                guint index,
                                cairo_t *cr,
                                const SeidelTheme *theme);
void seidel_plot_draw_above (const SeidelPlot *plot,
                             const SeidelPlotLayout *layout,
                             size_t densest,
                             cairo_t *cr,
                             const SeidelTheme *theme);

/* Draws the samples of one series, clipped to the area. Returns how many bars the densest column
 * of pixels had to summarise (1 when each was drawn for itself). */
size_t seidel_series_draw (const SeidelPlot *plot,
                           const SeidelPlotLayout *layout,
                           const SeidelSeries *series,
                           cairo_t *cr,
                           const SeidelTheme *theme);

G_END_DECLS
