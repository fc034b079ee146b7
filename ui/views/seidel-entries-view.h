/* The table of a small system with a cursor: numbers are typed into it as into a spreadsheet, and a
 * click or Space switches an entry on or off.
 *
 * Tab, Space while typing, and Return go on to the next element, the last to the column of the next
 * row in which typing began. Shift with a click, and the arrow keys, only move the cursor.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "draw/seidel-entries-picture.h"

G_BEGIN_DECLS

/* Signals, with 0-based places, columns as in SeidelSmallSystem:
 *  - toggled (int row, int column): an element is to be there or not;
 *  - entered (int row, int column, const char *text): a text was typed; a handler returns whether
 * it is a number, otherwise typing goes on;
 *  - cleared (int row, int column): an element is to go;
 *  - moved (): the cursor is elsewhere. */
#define SEIDEL_TYPE_ENTRIES_VIEW (seidel_entries_view_get_type ())
G_DECLARE_FINAL_TYPE (SeidelEntriesView, seidel_entries_view, SEIDEL, ENTRIES_VIEW, GtkWidget)

/* Borrowed: outlives the view or the next call. The view sets its cursor. */
void seidel_entries_view_set_picture (SeidelEntriesView *self, SeidelEntriesPicture *picture);
/* After the system has changed. */
void seidel_entries_view_update (SeidelEntriesView *self);
/* Enters what is being typed; false where it is no number. */
gboolean seidel_entries_view_commit (SeidelEntriesView *self);

G_END_DECLS
