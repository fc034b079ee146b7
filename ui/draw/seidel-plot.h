/* A plot: axes, series, legend. It lays itself out, draws itself and finds what
 * is where.
 *
 * A plot keeps the choices of the user (zoom, hidden series) while its data change. Plain cairo:
 * the screen, an exported file and seidel-cli draw with the same functions.
 *
 * On a logarithmic axis a value that is not above 0 has no place: it is shown as a triangle on the
 * bottom edge. A value that is infinite or not a number is shown as a cross on the top edge. The
 * curve is broken there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-axis.h"
#include "draw/seidel-series.h"
#include "draw/seidel-text.h"

G_BEGIN_DECLS

/* A line across the plot at a value of an axis. */
typedef struct
{
  double value;
  bool right; /* of the right axis, where its label is then */
  SeidelInk ink;
  char *label; /* owned */
} SeidelGuide;

/* A mark on a curve: an event with a text. */
typedef struct
{
  const SeidelSeries *series; /* of the same plot; borrowed */
  double x;
  double y;
  char *text; /* a sentence for the read-out; owned */
} SeidelMark;

typedef struct
{
  char *title;   /* owned, NULL: none */
  char *read_as; /* owned, what the read-out begins with among several plots; NULL: nothing */
  char *note;    /* owned, small, at the right end of the title line; NULL: none */
  char *x_label; /* owned; the axis labels may be NULL */
  char *y_label;
  char *right_label;
  SeidelAxis x;
  SeidelAxis y;
  SeidelAxis right;
  bool has_right;
  bool unnumbered;   /* axes have no numbers, and there is no read-out */
  bool from_zero;    /* the left axis, while linear, begins at 0 */
  bool legend;       /* a line of names over the plot (it never lies on the curves) */
  bool ranged;       /* the axes have had data to show; kept by seidel_plot_update_ranges () */
  GPtrArray *series; /* SeidelSeries, owned */
  GArray *guides;    /* SeidelGuide, owned */
  GArray *marks;     /* SeidelMark, owned */
} SeidelPlot;

SeidelPlot *seidel_plot_new (void);
void seidel_plot_free (SeidelPlot *plot);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelPlot, seidel_plot_free)

/* Takes the series. */
SeidelSeries *seidel_plot_add (SeidelPlot *plot, SeidelSeries *series);
void seidel_plot_clear_series (SeidelPlot *plot); /* and the marks on them */
void seidel_plot_clear_guides (SeidelPlot *plot);
void seidel_plot_add_guide (SeidelPlot *plot, double value, const char *label, SeidelInk ink);
void seidel_plot_add_right_guide (SeidelPlot *plot, double value, const char *label, SeidelInk ink);
void seidel_plot_clear_marks (SeidelPlot *plot);
void seidel_plot_add_mark (SeidelPlot *plot,
                           const SeidelSeries *series,
                           double x,
                           double y,
                           const char *text);
/* Replaces an owned text of the plot. */
void seidel_plot_set_text (char **text, const char *value);

/* Takes the full ranges of the axes from the visible series and the guides. With grow, ranges never
 * shrink: so that a live plot does not jump. */
void seidel_plot_update_ranges (SeidelPlot *plot, bool grow);

/* Where things lie, in pixels. Made for one size and theme; clear it with seidel_plot_layout_clear
 * (). */
typedef struct
{
  SeidelRect frame; /* all of the plot */
  SeidelRect area;  /* where the data are */
  GArray *x_ticks;  /* SeidelTick */
  GArray *y_ticks;
  GArray *right_ticks; /* NULL without a right axis */
  GArray *legend;      /* SeidelRect, one for each series, empty where it has no entry */
  bool note_below;     /* the note of the heading has a line of its own */
  double title_height; /* 0 without a title */
  int hidden_entries;  /* legend entries there was no room for */
} SeidelPlotLayout;

/* The room an axis with its labels takes at the left and the right, so that stacked plots can share
 * the widest. */
void seidel_plot_margins (const SeidelPlot *plot,
                          double height,
                          const SeidelTheme *theme,
                          double *left,
                          double *right);
void seidel_plot_layout (const SeidelPlot *plot,
                         const SeidelRect *frame,
                         double left,
                         double right,
                         const SeidelTheme *theme,
                         SeidelPlotLayout *layout);
void seidel_plot_layout_clear (SeidelPlotLayout *layout);

/* Values to pixels and back. */
double seidel_plot_x_to_pixel (const SeidelPlot *plot, const SeidelPlotLayout *layout, double x);
double seidel_plot_y_to_pixel (const SeidelPlot *plot,
                               const SeidelPlotLayout *layout,
                               bool right,
                               double y);
double
seidel_plot_pixel_to_x (const SeidelPlot *plot, const SeidelPlotLayout *layout, double pixel);
double seidel_plot_pixel_to_y (const SeidelPlot *plot,
                               const SeidelPlotLayout *layout,
                               bool right,
                               double pixel);

/* The series whose legend entry is there, or NULL. */
SeidelSeries *
seidel_plot_legend_at (const SeidelPlot *plot, const SeidelPlotLayout *layout, double x, double y);

/* The x of the visible sample nearest to x (or the next one before or behind it, step −1 or +1);
 * false when nothing is shown. */
bool seidel_plot_nearest_x (const SeidelPlot *plot, double x, double *nearest);
bool seidel_plot_step_x (const SeidelPlot *plot, double x, int step, double *next);

/* The value of the sample nearest to x; false where the series is hidden, or where x is before its
 * first or after its last sample. */
bool seidel_plot_value_at (const SeidelPlot *plot, const SeidelSeries *series, double x, double *y);

/* What all visible series are at x, and what the marks there say, as one line of text; NULL when
 * nothing is shown. */
char *seidel_plot_read_out (const SeidelPlot *plot, double x);

G_END_DECLS
