/* Permutations: an order of the rows and columns of a matrix, and what goes with it.
 *
 * One convention everywhere: permutation[new position] = original row. With the matrix P that has a
 * one at (i, permutation[i]), a reordered matrix is P A Pᵀ, its right-hand side P b, and the x that
 * solves it is P times the solution in the original numbering.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

/* Room for n numbers, undefined; NULL with SEIDEL_ERROR_MEMORY. Free with g_free (). */
SEIDEL_API int32_t *seidel_permutation_alloc (int64_t n, GError **error);

/* Whether each of 0 … n − 1 occurs once; the error names the first position that is wrong. */
SEIDEL_API bool seidel_permutation_validate (const int32_t *permutation, int64_t n, GError **error);

/* inverse[original row] = new position; NULL with SEIDEL_ERROR_MEMORY. The permutation must be
 * valid. */
SEIDEL_API int32_t *
seidel_permutation_invert (const int32_t *permutation, int64_t n, GError **error);

/* In place: the numbers of the original rows into the new positions, x ← P x. False with
 * SEIDEL_ERROR_MEMORY; x is then as it was. */
SEIDEL_API bool
seidel_permutation_apply (const int32_t *permutation, double *x, int64_t n, GError **error);

/* In place, and back: x ← Pᵀ x. Takes a bit for each number; false with SEIDEL_ERROR_MEMORY, x is
 * then as it was. */
SEIDEL_API bool
seidel_permutation_undo (const int32_t *permutation, double *x, int64_t n, GError **error);

/* P A Pᵀ of a square matrix, its rows sorted, on all processors. The permutation must be valid. */
SEIDEL_API SeidelCsr *seidel_csr_permuted (const SeidelCsr *csr,
                                           const int32_t *permutation,
                                           SeidelProgress *progress,
                                           GCancellable *cancellable,
                                           GError **error);

G_END_DECLS
