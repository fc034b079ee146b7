/* The dependency graph of a sweep with many rows: groups of levels as nodes, and between them what
 * flows from one to another.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-sweep-picture.h"

G_BEGIN_DECLS

/* Nodes that have room beside each other. */
#define SEIDEL_SWEEP_MOST_NODES 48

/* Levels go from left to right. A node is as high as it has rows, in the colours of their states; a
 * band is as wide as there are dependencies. Those into nodes that are computed now stand out. */
void seidel_sweep_flows_draw (const SeidelSweepPicture *picture,
                              cairo_t *cr,
                              const SeidelRect *frame,
                              const SeidelTheme *theme);
/* The node at a point; −1: none. */
int32_t seidel_sweep_flows_node_at (const SeidelSweepPicture *picture,
                                    const SeidelRect *frame,
                                    double x,
                                    double y);

/* "levels 12 to 14: 1,204 rows · 2,408 dependencies on earlier groups, most on levels 9 to 11" */
char *seidel_sweep_flows_describe (const SeidelSweepPicture *picture, int32_t node);

G_END_DECLS
