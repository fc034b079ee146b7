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

/* ‖Ā‖_F; for no damping, damp is 0. */
SEIDEL_API double seidel_csr_norm_frobenius (const SeidelCsr *csr, double damp);

/* y = Aᵀ x; x has rows, y has columns entries. Stops within 100 ms of cancellation (which may be
 * NULL) and then returns false. */
SEIDEL_API bool seidel_csr_multiply_transposed (const SeidelCsr *csr,
                                                const double *x,
                                                double *y,
                                                GCancellable *cancellable);

/* The normal residual of x, ‖Āᵀ r̄‖₂ / (‖Ā‖_F ‖r̄‖₂), 0 where r̄ is: relative to ‖Ā‖_F, no larger a
 * change of A than this makes x the least-squares solution (Stewart, "Research, development, and
 * LINPACK" (1977)). NaN without memory, or when cancelled as above. */
SEIDEL_API double seidel_csr_normal_residual (const SeidelCsr *csr,
                                              const double *b,
                                              const double *x,
                                              double damp,
                                              int threads,
                                              GCancellable *cancellable);

G_END_DECLS
