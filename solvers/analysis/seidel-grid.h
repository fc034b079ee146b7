/* Whether the rows of a matrix are the points of a grid, numbered line by line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

/* The points of a line of the grid, at least 2, if every entry couples a point with itself or one
 * of its eight neighbours, and there are several lines; 0 for any other matrix. One pass over the
 * entries. */
SEIDEL_API int64_t seidel_grid_line (const SeidelCsr *csr);
/* The same of a matrix in another order, whose row i was row permutation[i]; NULL: in its own. */
SEIDEL_API int64_t seidel_grid_line_reordered (const SeidelCsr *csr, const int32_t *permutation);

G_END_DECLS
