/* The other run of a race: set up like the first one, changed as wanted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "window/seidel-setup-pane.h"

G_BEGIN_DECLS

/* Signal:
 *   start  the choices are made, seidel_race_dialog_get () has them; the dialog closes then */
#define SEIDEL_TYPE_RACE_DIALOG (seidel_race_dialog_get_type ())
G_DECLARE_FINAL_TYPE (SeidelRaceDialog, seidel_race_dialog, SEIDEL, RACE_DIALOG, AdwWindow)

/* first: the set-up of the first run, without a problem. The other one begins as its copy, on
 * another engine if that is available. */
GtkWidget *seidel_race_dialog_new (SeidelDocument *document, SeidelSetupPane *first);

/* The options of both runs, and the vectors of both, which are to be cleared. */
gboolean seidel_race_dialog_get (SeidelRaceDialog *self,
                                 SeidelOptions options[2],
                                 SeidelVectorSpec *rhs,
                                 SeidelVectorSpec *guess);

G_END_DECLS
