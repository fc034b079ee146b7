/* A row of the open matrix on its own, beside the pages: its entries, what it waits for, its
 * equation with the solution of the selected run put in. Its number can be typed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "model/seidel-workspace.h"

G_BEGIN_DECLS

/* Action: row.copy, all of it as text to the clipboard. Its buttons are win.row-back,
 * win.row-forward and win.hide-details. */
#define SEIDEL_TYPE_ROW_PANE (seidel_row_pane_get_type ())
G_DECLARE_FINAL_TYPE (SeidelRowPane, seidel_row_pane, SEIDEL, ROW_PANE, AdwBin)

/* Once; a reference is held until the pane is disposed of. */
void seidel_row_pane_set_workspace (SeidelRowPane *self, SeidelWorkspace *workspace);

/* Lets the user type a number, which begins with text; NULL: the present one is selected. */
void seidel_row_pane_ask (SeidelRowPane *self, const char *text);

/* What is shown, as text; "" without a row. Free with g_free (). */
char *seidel_row_pane_to_text (SeidelRowPane *self);

G_END_DECLS
