/* Shows a figure of plots: zoom, pan, cursor with read-out, legend. One widget for all pages with
 * plots.
 *
 * By pointer: the wheel or a pinch zooms along x about the pointer (with Control along y), dragging
 * pans, dragging with Shift or the right button zooms to a box, a double click fits, a click in the
 * legend toggles a series. Where samples can be picked, a click picks one, with Shift all from the
 * one before, with Control it too; dragging with Control picks those along the way. By keyboard:
 * the actions below.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "draw/seidel-figure.h"
#include "draw/seidel-pick.h"

G_BEGIN_DECLS

/* Property, read-only and notified:
 *  - read-out, string: what the series are at the cursor; without one, how to move; NULL without
 *    plots.
 *
 * Signals:
 *  - picked (guint plot, double x, SeidelPick): a sample was picked, of a plot of the figure;
 *  - unpicked (): nothing is to be picked any more;
 *  - pointed (gboolean there, guint plot, double x): the cursor came to another sample; there
 * FALSE: it went;
 *  - series-toggled (SeidelSeries *): the user clicked its legend entry; its visible field is
 *    changed already.
 *
 * Actions, with their keys:
 *  - plot.zoom-in (+), plot.zoom-out (−), plot.fit (f);
 *  - plot.pan-left (Ctrl+←), plot.pan-right (Ctrl+→);
 *  - plot.previous (←), plot.next (→), plot.first (Home), plot.last (End): the cursor, to a sample;
 *  - plot.upper (↑), plot.lower (↓): the cursor, to another plot;
 *  - plot.pick (Space, Return), plot.toggle (Ctrl+Space), plot.extend-previous (Shift+←),
 *    plot.extend-next (Shift+→): the sample at the cursor;
 *  - plot.clear-cursor (Escape): also what is picked. */
#define SEIDEL_TYPE_PLOT_VIEW (seidel_plot_view_get_type ())
G_DECLARE_FINAL_TYPE (SeidelPlotView, seidel_plot_view, SEIDEL, PLOT_VIEW, GtkWidget)

SeidelPlotView *seidel_plot_view_new (void);

/* The figure is borrowed and outlives the view or the next call; NULL shows nothing. */
void seidel_plot_view_set_figure (SeidelPlotView *self, SeidelFigure *figure);
/* To be called when the figure or the data in it changed. */
void seidel_plot_view_changed (SeidelPlotView *self);
/* Whether what is shown is the whole figure as it is now: some frames after a change of one with
 * thousands of curves. */
gboolean seidel_plot_view_get_complete (SeidelPlotView *self);
/* Whether it asks for the height that the figure needs at its width, as in a scrolled window; FALSE
 * at first: the figure is drawn into what height there is. */
void seidel_plot_view_set_whole (SeidelPlotView *self, gboolean whole);
/* The picture in words, for those who do not see it. */
void seidel_plot_view_set_description (SeidelPlotView *self, const char *text);

/* Brings the figure up to date; returns whether there is anything new to draw. */
typedef gboolean (*SeidelPlotViewUpdate) (gpointer data);

/* While live the function is called on the frame clock, at most 30 times a second. NULL ends it. */
void seidel_plot_view_set_live (SeidelPlotView *self, SeidelPlotViewUpdate update, gpointer data);
gboolean seidel_plot_view_get_live (SeidelPlotView *self);

/* Whether samples can be picked; FALSE at first. */
void seidel_plot_view_set_pickable (SeidelPlotView *self, gboolean pickable);
/* The cursor, to the sample nearest to x. */
void seidel_plot_view_show_x (SeidelPlotView *self, guint plot, double x);

const char *seidel_plot_view_get_read_out (SeidelPlotView *self);

/* About the cursor, else about the middle. */
void seidel_plot_view_zoom (SeidelPlotView *self, double factor);
void seidel_plot_view_fit (SeidelPlotView *self);

/* What a click, a wheel step or a drag at a point does, in widget coordinates. */
gboolean seidel_plot_view_click (SeidelPlotView *self, double x, double y);
void seidel_plot_view_point_at (SeidelPlotView *self, double x, double y);
void seidel_plot_view_zoom_at (SeidelPlotView *self,
                               double x,
                               double y,
                               double factor,
                               gboolean along_y);
void
seidel_plot_view_zoom_to_box (SeidelPlotView *self, double x0, double y0, double x1, double y1);

G_END_DECLS
