/* The runs as a table: colour, set-up, outcome, iterations, time, residual, whether the curve is
 * shown. A run that did not end as it should says so in a second line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "model/seidel-run-list.h"

G_BEGIN_DECLS

/* Action: runs.copy, all runs as text to the clipboard (Ctrl+C). Rows activate
 * win.remove-run-number; Delete removes the selected one. */
#define SEIDEL_TYPE_RUN_TABLE (seidel_run_table_get_type ())
G_DECLARE_FINAL_TYPE (SeidelRunTable, seidel_run_table, SEIDEL, RUN_TABLE, AdwBin)

/* Once. */
void seidel_run_table_set_runs (SeidelRunTable *self, SeidelRunList *runs);

/* In pixels, of a table that shows all its rows, but six at the most. */
int seidel_run_table_get_wanted_height (SeidelRunTable *self);

/* Lets the user type what the runs that are listed have in their title, outcome or note. */
void seidel_run_table_search (SeidelRunTable *self);

/* All runs as comma-separated text, in the order shown. Free with g_free (). */
char *seidel_run_table_to_csv (SeidelRunTable *self);

/* The runs whose rows are selected, one or several (shift-click, Ctrl+click), in the order of the
 * table; free with g_ptr_array_unref (). */
GPtrArray *seidel_run_table_get_chosen (SeidelRunTable *self);

G_END_DECLS
