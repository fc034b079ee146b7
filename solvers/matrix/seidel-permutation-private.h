/* Permuting without an allocation. Private to libseidel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"
#include "matrix/seidel-permutation.h"

G_BEGIN_DECLS

/* A bit for each of n elements, all 0; NULL with SEIDEL_ERROR_MEMORY. Free with g_free (). */
uint8_t *seidel_permutation_marks_new (int64_t n, GError **error);

/* seidel_permutation_undo () that cannot fail: marks is from seidel_permutation_marks_new (), and
 * all 1 afterwards. */
void
seidel_permutation_undo_marked (const int32_t *permutation, double *x, int64_t n, uint8_t *marks);

/* seidel_csr_permuted () of a complex matrix; parts receives those of the entries, to be freed with
 * free (). seidel-complex.c. */
SeidelCsr *seidel_complex_permuted (const SeidelMatrix *matrix,
                                    const int32_t *permutation,
                                    double **parts,
                                    SeidelProgress *progress,
                                    GCancellable *cancellable,
                                    GError **error);

G_END_DECLS
