/* What the machine can reach, as lines across a plot of levels.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-levels-picture.h"

G_BEGIN_DECLS

/* Adds to the plot of a direction what is known: the threads or the resident warps, over the rows;
 * the bandwidth of memory, and the time of a barrier, over what measure shows. */
void seidel_level_lines_add (const SeidelLevelsPicture *picture,
                             SeidelDirection direction,
                             SeidelLevelMeasure measure);

G_END_DECLS
