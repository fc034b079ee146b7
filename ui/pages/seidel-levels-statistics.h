/* The statistics below the levels, a cell of a grid for each. Main thread only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "draw/seidel-levels-picture.h"

G_BEGIN_DECLS

/* Of the directions that the picture shows; room: what the grid has its width of. */
void
seidel_levels_statistics_fill (GtkGrid *grid, GtkWidget *room, const SeidelLevelsPicture *picture);

/* On as few lines as the width allows, about the same number on each; on one before the page has a
 * width. Not while the room is allocated. */
void seidel_levels_statistics_place (GtkGrid *grid, GtkWidget *room);

G_END_DECLS
