/* A field of a run played over its iterations, during the run and after it: what the solution page
 * shows in place of the solution.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "draw/seidel-field-picture.h"
#include "model/seidel-run-item.h"

G_BEGIN_DECLS

/* Actions, with keys where it has the focus: field.play (Space), field.step (i) (arrow keys),
 * field.first (Home), field.last (End). */
#define SEIDEL_TYPE_FIELD_PLAYER (seidel_field_player_get_type ())
G_DECLARE_FINAL_TYPE (SeidelFieldPlayer, seidel_field_player, SEIDEL, FIELD_PLAYER, GtkWidget)

/* Shows a run of the matrix in its natural order; does nothing if it is that already. False with
 * why there is nothing to play. */
gboolean seidel_field_player_set_run (SeidelFieldPlayer *self,
                                      SeidelRunItem *run,
                                      SeidelMatrix *natural,
                                      GError **error);
/* Nothing is shown. */
void seidel_field_player_clear (SeidelFieldPlayer *self);
/* x, its residual or its error; x where the error is not known. */
void seidel_field_player_set_vector (SeidelFieldPlayer *self, SeidelSolutionVector vector);
/* Plays, or pauses. */
void seidel_field_player_play (SeidelFieldPlayer *self);
/* Closer, with factor > 1; 0: all of it. */
void seidel_field_player_zoom (SeidelFieldPlayer *self, double factor);
/* Borrowed; NULL while there is nothing. */
SeidelFieldPicture *seidel_field_player_get_picture (SeidelFieldPlayer *self);

G_END_DECLS
