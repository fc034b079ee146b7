/* What the files of the plot view share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "views/seidel-plot-view.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean set;
  guint plot; /* in the figure */
  double x;   /* in values, of a sample */
} SeidelPlotCursor;

/* Where a plot is in a picture, and what part of its axes is there. */
typedef struct
{
  SeidelRect area;
  double x_low, x_high, y_low, y_high, right_low, right_high;
} SeidelPlotPlace;

/* Of a picture; scale: pixels per unit of the others. */
typedef struct
{
  int width, height, scale;
} SeidelPlotSize;

/* A picture of which there is a part so far. */
typedef struct
{
  cairo_surface_t *surface; /* NULL: none is being painted */
  SeidelPlotSize size;
  SeidelFigurePainter *painter;
  GArray *places; /* SeidelPlotPlace of each plot */
  gint64 spent;   /* microseconds of processor time */
  guint tick;
} SeidelPlotPainting;

struct _SeidelPlotView
{
  GtkWidget parent_instance;

  /* Borrowed */
  SeidelFigure *figure;
  SeidelPlotViewUpdate update;
  gpointer update_data;

  /* Owned */
  GskRenderNode *picture; /* the last one that is complete, or NULL */
  GArray *places;         /* SeidelPlotPlace of its plots */
  SeidelPlotPainting painting;
  char *read_out;

  SeidelPlotSize size; /* of the last picture */
  gint64 cost;         /* of the last picture, in microseconds of processor time */
  gboolean outdated;   /* something has changed since the picture was begun */
  guint tick;
  gint64 updated; /* frame time of the last update while live */
  SeidelPlotCursor cursor;
  gboolean pointing; /* the pointer leads the cursor, not the keyboard */
  double pointer_x, pointer_y;
  double pinch;          /* scale of the pinch so far */
  double drag_x, drag_y; /* where the drag began, and how far it went */
  double drag_dx, drag_dy;
  gboolean boxing;
  gboolean pickable;
  gboolean picking; /* the drag picks samples */
  gboolean whole;
  int needed;         /* height, as last measured, of the whole figure */
  gboolean had_plots; /* as last notified */
};

/* seidel-plot-view.c */
gboolean seidel_plot_view_has_plots (SeidelPlotView *self);
/* The plot under a point, or the nearest one; layout must be cleared when the result is not
 * negative. */
int seidel_plot_view_plot_at (SeidelPlotView *self, double x, double y, SeidelPlotLayout *layout);
void seidel_plot_view_lay_out (SeidelPlotView *self, guint plot, SeidelPlotLayout *layout);
void seidel_plot_view_set_cursor (SeidelPlotView *self, guint plot, double x);
void seidel_plot_view_clear_cursor (SeidelPlotView *self);
/* Report that the sample at the cursor was picked, or that nothing is to be picked any more. */
void seidel_plot_view_pick_cursor (SeidelPlotView *self, SeidelPick pick);
void seidel_plot_view_unpick (SeidelPlotView *self);

/* seidel-plot-view-paint.c */
void seidel_plot_view_snapshot (GtkWidget *widget, GtkSnapshot *snapshot);
/* Whether the axes are others than those of the picture that is being painted. */
gboolean seidel_plot_view_axes_moved (SeidelPlotView *self);
void seidel_plot_view_stop_painting (SeidelPlotView *self);
void seidel_plot_view_forget_picture (SeidelPlotView *self);

/* seidel-plot-view-input.c */
void seidel_plot_view_install_actions (GtkWidgetClass *klass);
void seidel_plot_view_connect_pointer (SeidelPlotView *self);

G_END_DECLS
