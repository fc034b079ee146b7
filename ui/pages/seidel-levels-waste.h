/* The list of the levels that waste most, a row of a grid for each. Main thread only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "draw/seidel-level-measures.h"

G_BEGIN_DECLS

/* In place of what the grid contains; measures may be NULL. */
void seidel_levels_waste_fill (GtkGrid *grid, const SeidelLevelMeasures *measures);

G_END_DECLS
