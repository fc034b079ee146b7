/* The line under a picture that says what is selected in the matrix, and gives it up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "model/seidel-selection.h"

G_BEGIN_DECLS

/* Hidden while nothing is selected. Properties, for templates:
 *  - page (string): the page of the window that the button on the right shows; NULL: no button;
 *  - page-label (string): what the button says. */
#define SEIDEL_TYPE_SELECTION_BAR (seidel_selection_bar_get_type ())
G_DECLARE_FINAL_TYPE (SeidelSelectionBar, seidel_selection_bar, SEIDEL, SELECTION_BAR, GtkWidget)

/* NULL: none. A reference is held. */
void seidel_selection_bar_set_selection (SeidelSelectionBar *self, SeidelSelection *selection);
/* Whose levels are named; forward at first. */
void seidel_selection_bar_set_direction (SeidelSelectionBar *self, SeidelDirection direction);

G_END_DECLS
