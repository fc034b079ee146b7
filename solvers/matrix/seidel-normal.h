/* Least squares: the least ‖b − A x‖² + damp² ‖x‖² over all x, for a matrix of any shape.
 *
 * With damping, it is the least ‖b̄ − Ā x‖² with Ā = [A; damp I] and b̄ = [b; 0]; without, Ā is A.
 * r̄ = b̄ − Ā x is least where the normal equations hold: Āᵀ r̄ = 0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-vector.h"

G_BEGIN_DECLS

/* y = Aᵀ x; x has rows, y has columns entries. Stops within 100 ms of cancellation (which may be
 * NULL) and then returns false. */
SEIDEL_API bool seidel_csr_multiply_transposed (const SeidelCsr *csr,
                                                const double *x,
                                                double *y,
                                                GCancellable *cancellable);

/* norms ← ‖ā_j‖₂ of every column; for no damping, damp is 0. False without memory, or when
 * cancelled as above. */
SEIDEL_API bool seidel_csr_column_norms (const SeidelCsr *csr,
                                         double damp,
                                         double *norms,
                                         GCancellable *cancellable);

/* y_j ← ā_j · r̄ / (‖ā_j‖₂ ‖r̄‖₂), the cosine of the angle between r̄ and each column; norms has the
 * ‖ā_j‖₂ of seidel_csr_column_norms (). b − A x is found in doubled precision: where it is small,
 * rounding would hide products with it. 0 of columns without entries, and all where r̄ is 0. False
 * as above. */
bool seidel_csr_normal_cosines (const SeidelCsr *csr,
                                const double *b,
                                const double *x,
                                double damp,
                                const double *norms,
                                double *y,
                                int threads,
                                GCancellable *cancellable);

/* The normal residual of x, the largest |ā_j · r̄| / (‖ā_j‖₂ ‖r̄‖₂) of a column, 0 where r̄ is: the
 * cosine of the angle between r̄ and the column that is closest to it, which does not depend on the
 * units of the columns. A change of each column by so small a part of it makes x the least-squares
 * solution (Stewart, "Research, development, and LINPACK" (1977), column by column). NaN
 * without memory, or when cancelled as above. */
SEIDEL_API double seidel_csr_normal_residual (const SeidelCsr *csr,
                                              const double *b,
                                              const double *x,
                                              double damp,
                                              int threads,
                                              GCancellable *cancellable);

/* The least ε for which the products ā_j · r̄ are those of an x that solves the normal equations
 * but for changes of every entry of A, b and r̄ by the part ε of it: the largest
 * |ā_j · r̄| / (|A|ᵀ (|A| |x| + |b|) + damp² |x|)_j. In the residual itself rounding counts, which
 * hides it from the normal residual above where r̄ is small; it is found in doubled precision. NaN
 * as above. */
SEIDEL_API double seidel_csr_normal_backward (const SeidelCsr *csr,
                                              const double *b,
                                              const double *x,
                                              double damp,
                                              int threads,
                                              GCancellable *cancellable);

/* The normal residual without damping, of the residual in rows of equal size: once the columns have
 * been divided by their norms and the rows by theirs, the cosine between the column closest to y
 * and the y that Aᵀ r = 0 makes orthogonal to them. Small only where the rows of A depend on each
 * other, in whatever units, or where one of them is zero and b is not: then b is not in the range
 * of A. */
SEIDEL_API double seidel_csr_range_residual (const SeidelCsr *csr,
                                             const double *b,
                                             const double *x,
                                             int threads,
                                             GCancellable *cancellable);

G_END_DECLS
