/* The tools over a picture: a row that continues on further lines where it is too narrow for one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Children are put in by a template, those of the type "end" at the end of the row, before the
 * buttons for the actions win.zoom-out, win.zoom-fit and win.zoom-in, which every row has. */
#define SEIDEL_TYPE_TOOL_ROW (seidel_tool_row_get_type ())
G_DECLARE_FINAL_TYPE (SeidelToolRow, seidel_tool_row, SEIDEL, TOOL_ROW, GtkWidget)

G_END_DECLS
