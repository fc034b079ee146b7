/* Complex matrices, and the real matrix of twice the order by which they are solved.
 *
 * Complex numbers are pairs of doubles everywhere: the real part, then the imaginary part. A vector
 * of n complex numbers is an array of 2 n doubles.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

static inline bool
seidel_matrix_is_complex (const SeidelMatrix *matrix)
{
  return matrix->parts != NULL;
}

/* Makes a real matrix complex: its values become the real parts, those of imaginary, a matrix of
 * the same shape, the imaginary parts. Where only one of the two stores an entry, the other part is
 * zero. Nothing else may use the matrix yet. SEIDEL_ERROR_INVALID if the shapes differ. On failure
 * the matrix is as it was. */
SEIDEL_API bool seidel_matrix_add_imaginary (SeidelMatrix *matrix,
                                             const SeidelCsr *imaginary,
                                             GCancellable *cancellable,
                                             GError **error);

/* The matrix to solve with, as a new reference: the matrix itself if it is real; of a complex one
 * the real matrix that has, in place of each entry a + i b, the block
 *
 *     ⎡ a  −b ⎤
 *     ⎣ b   a ⎦
 *
 * and interleaved set: a product with the array of doubles of a complex vector is that with the
 * complex matrix. All four numbers are stored, zeros included, so that the pattern is symmetric
 * where that of the complex matrix is; but where the imaginary part of a diagonal entry is zero,
 * its block is diagonal, and with such entries only there are as many dependency levels. The form
 * of a Hermitian matrix is symmetric, and positive definite if the matrix is; the eigenvalues are
 * those of the matrix and their conjugates.
 *
 * A row of a square matrix whose diagonal entry a + i b is not real is multiplied by (a − i b) / |a
 * + i b| first, so that the form has √(a² + b²) on its diagonal, and a sweep does what it does with
 * complex numbers: an imaginary diagonal would be zeros. That changes neither x nor the modulus of
 * a component of the residual; b is to be multiplied likewise, seidel_complex_turn ().
 *
 * Made once for each matrix, which keeps it; any thread. It has the name, the ordering, the
 * right-hand side and the times of the matrix. SEIDEL_ERROR_INVALID if twice the rows or columns
 * exceed 2³¹ − 1; SEIDEL_ERROR_MEMORY.
 *
 * Source: D. Day and M. A. Heroux, "Solving complex-valued linear systems via equivalent real
 * formulations" (2001), the K formulation. */
SEIDEL_API SeidelMatrix *
seidel_matrix_real_form (SeidelMatrix *matrix, GCancellable *cancellable, GError **error);

/* The parts of the entries of a complex matrix as two real ones of the same pattern, for writers.
 * The caller frees both. */
SEIDEL_API bool seidel_matrix_split (const SeidelMatrix *matrix,
                                     SeidelCsr **real,
                                     SeidelCsr **imaginary,
                                     GError **error);

/* The transpose of a matrix, for writers that want its entries column by column; of a complex one
 * that of each part. imaginary is NULL for a real one. The caller frees both, also after an error.
 */
SEIDEL_API bool seidel_matrix_columns (const SeidelMatrix *matrix,
                                       SeidelCsr **real,
                                       SeidelCsr **imaginary,
                                       GCancellable *cancellable,
                                       GError **error);

/* Multiplies b, of a complex system in the order of the matrix, by what the rows of its real form
 * were multiplied by. */
SEIDEL_API void seidel_complex_turn (const SeidelMatrix *form, double *b);

/* The moduli of n complex numbers; parts and moduli may not overlap. */
SEIDEL_API void seidel_complex_moduli (const double *parts, double *moduli, int64_t n);

G_END_DECLS
