/* A figure: plots and other panels one above the other, with aligned edges.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-plot.h"

G_BEGIN_DECLS

/* The height that it needs at that width. */
typedef double (*SeidelPanelMeasure) (gconstpointer data, double width, const SeidelTheme *theme);

typedef struct
{
  SeidelPlot *plot; /* borrowed, shares what height is left; or NULL: then the others are set */
  SeidelDraw *draw;
  SeidelPanelMeasure measure;
  gconstpointer data; /* for draw and measure, borrowed */
  bool shares;        /* what height is left, as plots do; measure gives the least */
} SeidelPanel;

typedef struct
{
  char *title;    /* owned; NULL: none */
  char *empty;    /* owned; what is said when there are no panels */
  GArray *panels; /* SeidelPanel, top to bottom */
  bool linked;    /* all plots show the same part of x */
} SeidelFigure;

SeidelFigure *seidel_figure_new (void);
void seidel_figure_free (SeidelFigure *figure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelFigure, seidel_figure_free)

void seidel_figure_clear (SeidelFigure *figure); /* no panels; keeps the texts */
void seidel_figure_add_plot (SeidelFigure *figure, SeidelPlot *plot);
void seidel_figure_add_panel (SeidelFigure *figure,
                              SeidelDraw *draw,
                              SeidelPanelMeasure measure,
                              gconstpointer data);
/* The same for a panel that uses all the height there is, as a plot. */
void seidel_figure_add_sharing_panel (SeidelFigure *figure,
                                      SeidelDraw *draw,
                                      SeidelPanelMeasure measure,
                                      gconstpointer data);

/* The height in which all panels are whole and plots are easily read. */
double seidel_figure_measure (const SeidelFigure *figure, double width, const SeidelTheme *theme);

/* Fills the background and draws everything into width × height at the origin. */
void seidel_figure_draw (const SeidelFigure *figure,
                         cairo_t *cr,
                         double width,
                         double height,
                         const SeidelTheme *theme);

/* The same in steps, for figures of so many curves that they take longer than a frame. Nothing of
 * the figure may change between them; after a change begin again with another painter. */
typedef struct SeidelFigurePainter SeidelFigurePainter;

/* Fills the background. Borrows the figure, and holds a reference to cr. */
SeidelFigurePainter *seidel_figure_painter_new (const SeidelFigure *figure,
                                                cairo_t *cr,
                                                double width,
                                                double height,
                                                const SeidelTheme *theme);
void seidel_figure_painter_free (SeidelFigurePainter *self);
/* Draws on, a curve at least, until it is complete or this moment of the monotonic clock has come.
 * Returns whether it is complete. */
bool seidel_figure_painter_paint (SeidelFigurePainter *self, gint64 until);

/* The number of the plot under a point (among the plots, top to bottom), or −1; layout (may be
 * NULL) receives its layout, to be cleared. The nearest one counts when nearest is set. */
int seidel_figure_plot_at (const SeidelFigure *figure,
                           double width,
                           double height,
                           const SeidelTheme *theme,
                           double x,
                           double y,
                           bool nearest,
                           SeidelPlotLayout *layout);
guint seidel_figure_n_plots (const SeidelFigure *figure);
SeidelPlot *seidel_figure_plot (const SeidelFigure *figure, guint index);
/* The layout of a plot; to be cleared. */
void seidel_figure_layout (const SeidelFigure *figure,
                           guint index,
                           double width,
                           double height,
                           const SeidelTheme *theme,
                           SeidelPlotLayout *layout);

/* Changes the range of one plot, and of the others when they are linked. */
void seidel_figure_zoom_x (SeidelFigure *figure, guint index, double fraction, double factor);
void seidel_figure_pan_x (SeidelFigure *figure, guint index, double fraction);
void seidel_figure_show_x (SeidelFigure *figure, guint index, double low, double high);
void seidel_figure_fit (SeidelFigure *figure);

G_END_DECLS
