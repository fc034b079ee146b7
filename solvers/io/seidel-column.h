/* The vector in what was read as a matrix. Private to solvers/io.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "io/seidel-source.h"
#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* The right-hand side that came along, or else the only column or row of the matrix, when it has n
 * numbers: otherwise an error of the source. Free with seidel_vector_free (). */
double *seidel_column_take (const SeidelSource *source,
                            const SeidelMatrix *matrix,
                            int64_t n,
                            GError **error);

G_END_DECLS
