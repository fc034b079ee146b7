/* The spectrum of a run as it shows: its Ritz values, on the real axis after each iteration or in
 * the complex plane, and the residual with the bound that their condition number gives.
 *
 *   SeidelSpectrumPicture *picture = seidel_spectrum_picture_new ();
 *   seidel_spectrum_picture_set_run (picture, "1 Conjugate gradients", trace, 0);
 *   seidel_spectrum_picture_update (picture, false);
 *   seidel_spectrum_picture_draw (picture, cr, width, height, &theme);
 *
 * The trace may still be growing; what is drawn is what there was at the last update.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-figure.h"
#include "spectrum/seidel-ritz.h"

G_BEGIN_DECLS

typedef struct
{
  bool logarithmic; /* the axis of the values, where all of them are positive; at the next update */

  /* Read-only from here on. */
  char *title;
  SeidelTrace *trace; /* NULL: no run */
  guint color_index;
  SeidelProjection projection; /* at the last update; no steps: there is none */
  SeidelRitzExtremes extremes; /* after its last step */
  GArray *values;              /* SeidelRitzPoint, by the real part */
  GArray *residuals;           /* SeidelRitzPoint: iteration and relative residual */
  GArray *bounds;              /* likewise, of the bound */
  SeidelPlot *spectrum;
  SeidelPlot *convergence;
  SeidelFigure *figure;
} SeidelSpectrumPicture;

/* A Ritz value at its iteration, or in the complex plane. */
typedef struct
{
  double x;
  double y;
} SeidelRitzPoint;

SeidelSpectrumPicture *seidel_spectrum_picture_new (void);
void seidel_spectrum_picture_free (SeidelSpectrumPicture *picture);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSpectrumPicture, seidel_spectrum_picture_free)

/* Takes a reference; trace may be NULL (no run is selected). Forgets the zoom when it is another
 * run. */
void seidel_spectrum_picture_set_run (SeidelSpectrumPicture *picture,
                                      const char *title,
                                      SeidelTrace *trace,
                                      guint color_index);
/* Reads how far the trace is, in some milliseconds. Returns whether there was anything new. */
bool seidel_spectrum_picture_update (SeidelSpectrumPicture *picture, bool live);

SeidelDraw seidel_spectrum_picture_draw;

/* iteration,real,imaginary of the values that are drawn; NULL without any. */
char *seidel_spectrum_picture_to_csv (const SeidelSpectrumPicture *picture);

/* "Ritz values from 0.02 to 7.9 after 35 iterations, …"; never NULL. */
char *seidel_spectrum_picture_describe (const SeidelSpectrumPicture *picture);

G_END_DECLS
