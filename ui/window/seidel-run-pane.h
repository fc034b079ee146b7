/* Everything that is known of the selected run, beside the pages: how it ended and why, what it was
 * given, its attempts, its times; or of two runs, with the differences marked.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "model/seidel-run-list.h"

G_BEGIN_DECLS

/* Action: run.copy, all of it as text to the clipboard. It is closed by win.hide-details. */
#define SEIDEL_TYPE_RUN_PANE (seidel_run_pane_get_type ())
G_DECLARE_FINAL_TYPE (SeidelRunPane, seidel_run_pane, SEIDEL, RUN_PANE, AdwBin)

/* Once; a reference is held until the pane is disposed of. */
void seidel_run_pane_set_runs (SeidelRunPane *self, SeidelRunList *runs);

/* The run beside the selected one; NULL: none. */
void seidel_run_pane_compare_with (SeidelRunPane *self, SeidelRunItem *other);
/* Leaves out what is the same. */
void seidel_run_pane_show_differences (SeidelRunPane *self, gboolean only);

/* What is shown, as text. Free with g_free (). */
char *seidel_run_pane_to_text (SeidelRunPane *self);

G_END_DECLS
