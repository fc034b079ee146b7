/* The error of a race, beside the rows of the sweep that is played.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-figure.h"
#include "draw/seidel-sweep-picture.h"

G_BEGIN_DECLS

/* The error after each step, as far as the sweep is played, and the part of the rows that are
 * wrong. */
struct SeidelSweepRace
{
  SeidelPlayback *playback;
  double *errors; /* playback->steps + 1 */
  SeidelPlot *plot;
  SeidelFigure *figure;
};

/* Of the sweep for A x = b that begins with before. Takes as long as two sweeps. NULL without
 * memory. */
SeidelSweepRace *seidel_sweep_race_new (SeidelPlayback *playback,
                                        const SeidelCsr *csr,
                                        const double *b,
                                        const double *before);
void seidel_sweep_race_free (SeidelSweepRace *race);

void seidel_sweep_race_set_step (SeidelSweepRace *race, int64_t step);

/* What is left for the rows of a picture of some width: all of it where letters are too large for
 * curves beside them. */
double seidel_sweep_race_width_beside (const SeidelSweepRace *race,
                                       double width,
                                       const SeidelTheme *theme);
/* Into the rest of a picture of some size at the origin, from some height on. */
void seidel_sweep_race_draw (const SeidelSweepRace *race,
                             cairo_t *cr,
                             double width,
                             double top,
                             double height,
                             const SeidelTheme *theme);

G_END_DECLS
