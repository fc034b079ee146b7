/* The machine of the run whose levels are shown: what it can reach, found by a worker.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-levels-picture.h"
#include "model/seidel-run-item.h"

G_BEGIN_DECLS

typedef struct SeidelLevelsMachine SeidelLevelsMachine;

/* The picture is borrowed and outlives it; changed is called when the picture has got other lines.
 */
SeidelLevelsMachine *seidel_levels_machine_new (SeidelLevelsPicture *picture,
                                                void (*changed) (gpointer data),
                                                gpointer data);
void seidel_levels_machine_free (SeidelLevelsMachine *self);

/* Shows the machine of a run; NULL: none. If the host was never measured, it is now, in two
 * seconds that are kept for good: not while a run is in progress, whose times it would spoil, nor
 * where nothing can be kept. */
void seidel_levels_machine_follow (SeidelLevelsMachine *self, SeidelRunItem *run, gboolean busy);

G_END_DECLS
