/* What surrounds the entries of a sparsity picture: rulers and the legend.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-sparsity-content.h"

G_BEGIN_DECLS

/* Above y, which is the upper edge of what is seen of the matrix. */
void seidel_sparsity_draw_column_ruler (cairo_t *cr,
                                        const SeidelCellMap *map,
                                        int64_t columns,
                                        double y,
                                        const SeidelTheme *theme);
/* Left of x, its left edge. */
void seidel_sparsity_draw_row_ruler (cairo_t *cr,
                                     const SeidelCellMap *map,
                                     int64_t rows,
                                     double x,
                                     const SeidelTheme *theme);
/* Of one that is below the pattern. */
double seidel_sparsity_legend_height (const SeidelTheme *theme);
/* What the shades mean; nothing while there is no content. */
void seidel_sparsity_draw_legend (const SeidelSparsityPicture *picture,
                                  const SeidelSparsityContent *content,
                                  cairo_t *cr,
                                  const SeidelSparsityLayout *layout,
                                  const SeidelTheme *theme);

G_END_DECLS
