/* Scaling of a system by powers of two, so that its rows and columns are of about equal size.
 *
 * A x = b becomes (α R A C) y = β R b with x = α C y / β, R and C diagonal. Multiplication by a
 * power of two is exact unless the result is beyond the range of doubles, so that the scaled system
 * is the given one in other units, and all of these are known by their exponents.
 *
 * Where rows and columns are both scaled, it is by the geometric means of their entries first,
 * which do not depend on the units that the system is given in, and then by their largest entries.
 *
 * Source: Curtis and Reid, "On the automatic scaling of matrices for Gaussian elimination" (1972);
 * Ruiz, "A scaling algorithm to equilibrate both rows and columns norms in matrices" (2001), in the
 * norm ∞; of rows first and columns afterwards, LAPACK's dgeequb.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>

#include "base/seidel-types.h"
#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* Read-only after construction. Of the real form of a complex matrix, both rows (columns) of a
 * complex one have the same exponent. */
typedef struct
{
  int64_t rows;
  int64_t columns;
  int *of_rows;    /* exponents of R; NULL: all 0 */
  int *of_columns; /* exponents of C; NULL: all 0 */
  int of_matrix;   /* exponent of α, by which every entry is multiplied besides */
  int of_rhs;      /* exponent of β */
} SeidelEquilibration;

/* For a matrix whose entries are finite; scale is not SEIDEL_SCALE_AUTO, and SYMMETRIC only for a
 * square one. Rows and columns of zeros are left as they are. NULL with SEIDEL_ERROR_MEMORY or when
 * cancelled. */
SEIDEL_API SeidelEquilibration *seidel_equilibration_new (const SeidelMatrix *matrix,
                                                          SeidelScale scale,
                                                          GCancellable *cancellable,
                                                          GError **error);
SEIDEL_API void seidel_equilibration_free (SeidelEquilibration *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelEquilibration, seidel_equilibration_free)

/* α R A C, with the name, the ordering and the shape of A. */
SEIDEL_API SeidelMatrix *seidel_equilibration_scale_matrix (const SeidelEquilibration *self,
                                                            const SeidelMatrix *matrix,
                                                            GCancellable *cancellable,
                                                            GError **error);
/* β R b, in another place or in the same. */
SEIDEL_API void
seidel_equilibration_scale_rhs (const SeidelEquilibration *self, const double *b, double *scaled);
/* y = β C⁻¹ x / α and x = α C y / β, likewise. */
SEIDEL_API void
seidel_equilibration_scale_x (const SeidelEquilibration *self, const double *x, double *y);
SEIDEL_API void
seidel_equilibration_restore_x (const SeidelEquilibration *self, const double *y, double *x);

/* "rows by 2⁻⁵⁰ to 2³, columns by 2¹": new, for g_free (). */
SEIDEL_API char *seidel_equilibration_describe (const SeidelEquilibration *self);

G_END_DECLS
