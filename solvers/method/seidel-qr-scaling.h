/* The units that a matrix is in when SuiteSparseQR factors it: its rows and columns multiplied by
 * powers of two, which are known by their exponents, so that no step between leaves the range of
 * doubles. They are undone in x. Private to solvers/method.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-sparse-direct.h"

G_BEGIN_DECLS

/* Ā has so many rows. */
static inline int64_t
seidel_qr_count_rows (const SeidelSparse *sparse)
{
  return sparse->rows + (sparse->damp > 0.0 ? sparse->columns : 0);
}

/* The exponents of rows of A, or of columns of Ā, that bring their norms closest to 1, where the
 * other side has been multiplied by those of others (NULL: by none). All are 0, and the answer is
 * false, where the norms are about the same; lines of zeros are left. */
bool seidel_qr_make_powers (SeidelSparse *sparse, bool of_columns, const int *others);

/* Exponents of both by which the entries of a matching of the largest product become about 1, and
 * no other entry is much larger, in whatever units the matrix is. For a square matrix without
 * damping. False where its structure makes it singular, or without memory. */
bool seidel_qr_match_powers (SeidelSparse *sparse);

/* Whether the norms of rows, or the sizes of the entries that were factored, differ so much that
 * these alone may make a matrix seem singular. */
bool seidel_qr_is_graded (const SeidelSparse *sparse);

/* values ← R Ā C; NULL: the identity. */
void seidel_qr_take_values (SeidelSparse *sparse, const int *of_rows, const int *of_columns);

/* Multiplies b by such powers, and besides by one more, whose exponent is returned, so that its
 * largest element is about 1: it then neither overflows nor vanishes. */
int seidel_qr_take_units (SeidelSparse *sparse, const int *powers);

G_END_DECLS
