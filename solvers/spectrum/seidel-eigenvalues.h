/* Eigenvalues and singular values of small matrices, such as the projections of a large one.
 *
 * Pure functions on plain arrays; any thread. Private to libseidel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* All eigenvalues of the symmetric tridiagonal matrix of n rows, which replace its diagonal in
 * ascending order. beside[i] is the entry of rows i and i + 1; its n − 1 are overwritten. last, if
 * it is not NULL, receives the magnitude of the last component of each unit eigenvector. False
 * where the iteration does not converge, as with entries that are not finite.
 *
 * Source: Bowdler, Martin, Reinsch and Wilkinson, "The QR and QL algorithms for symmetric matrices"
 * (1968), implicit shifts; Golub and Welsch (1969), for one row of the vectors alone. */
SEIDEL_API bool
seidel_tridiagonal_eigenvalues (double *diagonal, double *beside, double *last, size_t n);

/* The k-th least eigenvalue of the same, k from 0, by bisection to the last digits of the largest
 * entry; O(n) for each. And, where a matrix is to be judged by it, the magnitude of the last
 * component of its unit eigenvector, by inverse iteration; 1 where that fails.
 *
 * Source: Barth, Martin and Wilkinson, "Calculation of the eigenvalues of a symmetric tridiagonal
 * matrix by the method of bisection" (1967). */
SEIDEL_API double
seidel_tridiagonal_eigenvalue (const double *diagonal, const double *beside, size_t n, size_t k);
SEIDEL_API double seidel_tridiagonal_last_component (const double *diagonal,
                                                     const double *beside,
                                                     size_t n,
                                                     double eigenvalue);

/* All eigenvalues of a Hessenberg matrix of n rows, row after row, which is overwritten. False
 * where the iteration does not converge.
 *
 * Source: Martin, Peters and Wilkinson, "The QR algorithm for real Hessenberg matrices" (1970). */
SEIDEL_API bool
seidel_hessenberg_eigenvalues (double *h, size_t n, double *real, double *imaginary);

/* The least and the greatest singular value of a matrix of rows ≥ columns, row after row, which is
 * overwritten: reduced to bidiagonal form, whose values come from the tridiagonal matrix with a
 * zero diagonal, so that small ones keep their digits. False with entries that are not finite.
 *
 * Source: Golub and Kahan, "Calculating the singular values and pseudo-inverse of a matrix" (1965);
 * Demmel and Kahan, "Accurate singular values of bidiagonal matrices" (1990), section 2. */
SEIDEL_API bool seidel_extreme_singular_values (double *a,
                                                size_t rows,
                                                size_t columns,
                                                double *least,
                                                double *greatest);

/* The same of a bidiagonal matrix of n columns: its diagonal, and what is above it. */
SEIDEL_API bool seidel_bidiagonal_singular_values (const double *diagonal,
                                                   const double *above,
                                                   size_t n,
                                                   double *least,
                                                   double *greatest);

G_END_DECLS
