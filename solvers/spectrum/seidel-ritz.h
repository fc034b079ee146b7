/* Ritz values: eigenvalues of the projection of M⁻¹ A on the space that a Krylov method has built,
 * from the coefficients that it computes anyway (run/seidel-projection.h). They approach the
 * eigenvalues of M⁻¹ A, the extreme ones first.
 *
 * Of conjugate gradients and MINRES they are real, and between the extreme eigenvalues: a condition
 * number of them is a lower bound, in exact arithmetic. Rounding errors make copies of values that
 * have been found, which does no harm to the extreme ones (Paige, 1980). Of GMRES they may be
 * complex, and what bounds the condition number are the singular values of the Hessenberg matrix.
 * Of a run whose rows or columns are scaled they are those of the scaled system.
 *
 * Sources: Saad, Iterative Methods for Sparse Linear Systems (2003), 6.7.3, for the coefficients of
 * conjugate gradients; Parlett, The Symmetric Eigenvalue Problem (1998), 13.2, for the errors.
 *
 * Any thread, during the run and after it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "run/seidel-projection.h"

G_BEGIN_DECLS

/* Steps whose values are all found, at most: that takes the cube of their number for GMRES, the
 * square for the others. */
#define SEIDEL_RITZ_MOST_HESSENBERG  200
#define SEIDEL_RITZ_MOST_TRIDIAGONAL 2000

typedef struct
{
  double real;
  double imaginary;
  double error; /* an eigenvalue is no farther from it, but for rounding; NaN: not known */
} SeidelRitzValue;

/* The longest projection of a trace from the first-th on, the latest of several; false: there is
 * none with a step. */
SEIDEL_API bool seidel_ritz_find (SeidelTrace *trace, size_t first, SeidelProjection *projection);

/* The values after the first steps of a projection, ascending by their real parts: one for each
 * step, of which those beyond the limits above are left out. *n receives their number. NULL where
 * there are none. Free with g_free (). */
SEIDEL_API SeidelRitzValue *seidel_ritz_values (SeidelTrace *trace,
                                                const SeidelProjection *projection,
                                                size_t steps,
                                                size_t *n);

typedef struct
{
  bool symmetric; /* eigenvalues; otherwise singular values */
  double least;   /* of eigenvalues, the least one, which may be negative */
  double greatest;
  double least_error; /* as above */
  double greatest_error;
  double condition; /* NaN where an eigenvalue may be zero */
  size_t steps;
} SeidelRitzExtremes;

/* The extreme ones after so many steps of a projection. False where there are none. */
SEIDEL_API bool seidel_ritz_extremes (SeidelTrace *trace,
                                      const SeidelProjection *projection,
                                      size_t steps,
                                      SeidelRitzExtremes *extremes);

/* The factor of a bound of the residual after so many steps of conjugate gradients, in the norm of
 * A, for a condition number: 2 ((√κ − 1) / (√κ + 1))^steps. Source: Saad (2003), (6.128). */
SEIDEL_API double seidel_ritz_bound (double condition, double steps);

G_END_DECLS
