/* Permutations of the rows and columns of a matrix, and of vectors.
 *
 * The convention is permutation[new position] = original row. With the matrix P that has a one at
 * (i, permutation[i]), the reordered system is P A Pᵀ (P x) = P b.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

/* n elements, uninitialised; NULL with SEIDEL_ERROR_MEMORY. Free with g_free (). */
SEIDEL_API int32_t *seidel_permutation_alloc (int64_t n, GError **error);

/* Whether each of 0 … n − 1 occurs once; SEIDEL_ERROR_INVALID names the first wrong position. */
SEIDEL_API bool seidel_permutation_validate (const int32_t *permutation, int64_t n, GError **error);

/* inverse[original row] = new position; NULL with SEIDEL_ERROR_MEMORY. The permutation must be
 * valid. Free with g_free (). */
SEIDEL_API int32_t *
seidel_permutation_invert (const int32_t *permutation, int64_t n, GError **error);

/* x ← P x, in place: from the original numbering to the new one. False with SEIDEL_ERROR_MEMORY; x
 * is then unchanged. */
SEIDEL_API bool
seidel_permutation_apply (const int32_t *permutation, double *x, int64_t n, GError **error);

/* x ← Pᵀ x, in place: back to the original numbering. Needs one bit per element. False with
 * SEIDEL_ERROR_MEMORY; x is then unchanged. */
SEIDEL_API bool
seidel_permutation_undo (const int32_t *permutation, double *x, int64_t n, GError **error);

/* P A Pᵀ of a square matrix, with sorted rows, on all processors. The permutation must be valid. */
SEIDEL_API SeidelCsr *seidel_csr_permuted (const SeidelCsr *csr,
                                           const int32_t *permutation,
                                           SeidelProgress *progress,
                                           GCancellable *cancellable,
                                           GError **error);

G_END_DECLS
