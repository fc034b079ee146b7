/* How runs converge: relative residuals or errors on a logarithmic axis, against iterations, time
 * or passes over the matrix, one over the other. Events of a run are marked.
 *
 *   SeidelConvergencePicture *picture = seidel_convergence_picture_new ();
 *   seidel_convergence_picture_add_run (picture, "Conjugate gradients", trace, 0);
 *   seidel_convergence_picture_set_tolerance (picture, options.tolerance);
 *   seidel_convergence_picture_update (picture, false);
 *   seidel_convergence_picture_draw (picture, cr, width, height, &theme);
 *
 * Of a run of least squares it is the normal residual that is drawn, where that is smaller than the
 * relative one: the run ends by either.
 *
 * The traces may still be growing; what is drawn is what there was at the last update.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "draw/seidel-convergence-samples.h"
#include "draw/seidel-figure.h"

G_BEGIN_DECLS

typedef struct
{
  char *title; /* over the plot; owned, may be NULL; set it with seidel_plot_set_text () */
  /* Points that are read before a function returns; more are left to a reading. SIZE_MAX at first.
   */
  size_t at_once;
  bool visible_only; /* the legend names no hidden curves; FALSE at first */

  /* Read-only from here on. */
  SeidelConvergenceAxis axis;
  SeidelConvergenceValues values;
  double tolerance;
  double maximum_tolerance;
  GPtrArray *runs; /* what the samples are read from, in the order of the plot's series */
  SeidelPlot *plot;
  SeidelFigure *figure;
} SeidelConvergencePicture;

SeidelConvergencePicture *seidel_convergence_picture_new (void);
void seidel_convergence_picture_free (SeidelConvergencePicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelConvergencePicture, seidel_convergence_picture_free)

void seidel_convergence_picture_clear_runs (SeidelConvergencePicture *picture);
/* Takes a reference to the trace. color_index is into SeidelTheme.series. Returns the series,
 * borrowed: visible and owner are the caller's to set. */
SeidelSeries *seidel_convergence_picture_add_run (SeidelConvergencePicture *picture,
                                                  const char *name,
                                                  SeidelTrace *trace,
                                                  unsigned int color_index);
/* What the CSV calls a run, where its name in the legend is not enough out of the picture. */
/* Shows the first part of a run, 0 … 1, on axes that stay as they are. */
void
seidel_convergence_picture_set_part (SeidelConvergencePicture *picture, guint run, double part);
void seidel_convergence_picture_set_run_title (SeidelConvergencePicture *picture,
                                               guint run,
                                               const char *title);
/* The method of a run: one that is direct has a mark at its beginning and one at its result, and no
 * curve between them. NULL: not known. */
void seidel_convergence_picture_set_run_method (SeidelConvergencePicture *picture,
                                                guint run,
                                                const char *method);
/* The id of the reason that it ended with, static; NULL, as at first: not known. For the CSV. */
void seidel_convergence_picture_set_run_end (SeidelConvergencePicture *picture,
                                             guint run,
                                             const char *reason);
/* Passes in an iteration (see seidel_preconditioner_passes ()); NaN, as at first: not known. */
void seidel_convergence_picture_set_run_passes (SeidelConvergencePicture *picture,
                                                guint run,
                                                double passes);
/* Reads no new points: a view that is paused stays so. */
void seidel_convergence_picture_set_axis (SeidelConvergencePicture *picture,
                                          SeidelConvergenceAxis axis);
/* Others than residuals are known of runs that followed them. Reads no new points either. */
void seidel_convergence_picture_set_values (SeidelConvergencePicture *picture,
                                            SeidelConvergenceValues values);
/* Whether any run has such values to show, as far as its trace was read. */
bool seidel_convergence_picture_knows_values (const SeidelConvergencePicture *picture);
/* The relative tolerance to draw a line at among residuals, and that of ‖b − A x‖∞; 0 for none. */
void seidel_convergence_picture_set_tolerance (SeidelConvergencePicture *picture,
                                               double tolerance,
                                               double maximum_tolerance);

/* Reads how far the traces are. While live the axes only grow. Returns whether there was anything
 * new. */
bool seidel_convergence_picture_update (SeidelConvergencePicture *picture, bool live);

/* Points that at_once left over: curves lack them until they are read. begin_reading () returns
 * some of them, NULL when there are none left; read () may then be called on any thread, and
 * returns early when cancelled; end_reading () gives them to the picture, unless it shows something
 * else by now, and returns whether there was anything new. */
typedef struct SeidelConvergenceReading SeidelConvergenceReading;
SeidelConvergenceReading *
seidel_convergence_picture_begin_reading (const SeidelConvergencePicture *picture);
void seidel_convergence_reading_read (SeidelConvergenceReading *reading, GCancellable *cancellable);
bool seidel_convergence_picture_end_reading (SeidelConvergencePicture *picture,
                                             SeidelConvergenceReading *reading,
                                             bool live);
void seidel_convergence_reading_free (SeidelConvergenceReading *reading);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelConvergenceReading, seidel_convergence_reading_free)

SeidelDraw seidel_convergence_picture_draw;

/* run,iteration,seconds,residual,relative,error,normal,maximum,reason: the points of the visible
 * runs, the (absolute) error and maximum empty where they are not known, in each line the reason
 * that its run ended with; NULL when there are none. */
char *seidel_convergence_picture_to_csv (const SeidelConvergencePicture *picture);

/* "2 runs. 1 Jacobi: 2.1×10⁻⁹ after 214 iterations, 0.41 s. …"; never NULL. */
char *seidel_convergence_picture_describe (const SeidelConvergencePicture *picture);

G_END_DECLS
