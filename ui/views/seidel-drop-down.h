/* What GtkDropDown lacks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Opens the list with the focus on the current choice, in sight; by itself it begins at the first
 * row. */
void seidel_drop_down_begin_at_choice (GtkDropDown *drop_down);

G_END_DECLS
