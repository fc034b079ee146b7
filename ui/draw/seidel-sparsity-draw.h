/* Drawing a sparsity picture: one drawing for screen, export and seidel-cli. Needs no display.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-sparsity-content.h"

G_BEGIN_DECLS

/* Draws all of it into width × height at the origin. Entries become an image, cells that are large
 * enough stay rectangles (vectors where the surface knows them) with their values written in. */
SeidelDraw seidel_sparsity_picture_draw;

/* The same with content that is there already (NULL while there is none yet). */
void seidel_sparsity_picture_draw_with (const SeidelSparsityPicture *picture,
                                        const SeidelSparsityContent *content,
                                        cairo_t *cr,
                                        double width,
                                        double height,
                                        const SeidelTheme *theme);

G_END_DECLS
