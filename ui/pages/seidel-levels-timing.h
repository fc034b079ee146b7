/* Times of the levels of a matrix where no run has them: by sweeps beside the runs of the window,
 * started when the user wants them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-run-list.h"

G_BEGIN_DECLS

/* Main thread only. */
typedef struct SeidelLevelsTiming SeidelLevelsTiming;

/* changed is called with data when there is something else to show: sweeps began or ended. */
SeidelLevelsTiming *seidel_levels_timing_new (void (*changed) (gpointer data), gpointer data);
/* Stops sweeps that are in progress. */
void seidel_levels_timing_free (SeidelLevelsTiming *self);

/* Begins to sweep over a square matrix by level sets, in both directions, with all threads. Nothing
 * happens while it is doing so. */
void seidel_levels_timing_start (SeidelLevelsTiming *self, SeidelDocument *document);

/* The sweeps over the matrix of this document in its order, in progress or ended; NULL: there were
 * none. Borrowed. */
SeidelRunItem *seidel_levels_timing_find (SeidelLevelsTiming *self, SeidelDocument *document);

G_END_DECLS
