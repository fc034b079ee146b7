/* Typing in the open list of a drop-down goes to the row that is meant.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "views/seidel-gtk-fixes.h"

G_BEGIN_DECLS

/* Of the list in this popover: letters that follow each other go to the first row that begins with
 * them, or has words that do; one letter again goes to the next such row. Rows that cannot be
 * chosen are among them, as they are for the arrows. */
void seidel_type_ahead_init (GtkDropDown *drop_down, GtkWidget *popover, SeidelDropDownText text);

/* Focuses a row of a short list, which has a widget for each row, in their order. False where the
 * list was not laid out yet. */
gboolean seidel_list_focus_row (GtkWidget *list, guint place);

G_END_DECLS
