/* Two or three stationary iterations side by side, with what is chosen about them and the controls
 * that play them: what the sweep page shows in place of one sweep.
 *
 * Its buttons are for actions of the page: sweep.play, sweep.step and the others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "draw/seidel-iterations-picture.h"

G_BEGIN_DECLS

/* Main thread only. Sweeps are made a few milliseconds at a time, between frames. */
#define SEIDEL_TYPE_SIDE_BY_SIDE (seidel_side_by_side_get_type ())
G_DECLARE_FINAL_TYPE (SeidelSideBySide, seidel_side_by_side, SEIDEL, SIDE_BY_SIDE, GtkWidget)

/* The matrix in its order, and in its natural one; does nothing if it is that already. False with
 * why there is nothing to show. */
gboolean seidel_side_by_side_set_matrix (SeidelSideBySide *self,
                                         SeidelMatrix *matrix,
                                         const SeidelMatrix *natural,
                                         GError **error);

/* Borrowed; NULL while there is no matrix. */
SeidelIterationsPicture *seidel_side_by_side_get_picture (SeidelSideBySide *self);

void seidel_side_by_side_set_speed (SeidelSideBySide *self, int sweeps_a_second);
/* Plays, or pauses. */
void seidel_side_by_side_play (SeidelSideBySide *self);
void seidel_side_by_side_pause (SeidelSideBySide *self);
gboolean seidel_side_by_side_get_playing (SeidelSideBySide *self);
/* To a sweep, as near as there are any; G_MAXINT64: to the end of the scale. Pauses. */
void seidel_side_by_side_go_to (SeidelSideBySide *self, int64_t sweep);
/* Holds the curves and the norms back, or shows them. */
void seidel_side_by_side_withhold (SeidelSideBySide *self, gboolean withheld);

G_END_DECLS
