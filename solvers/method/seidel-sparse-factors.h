/* The factors of a matrix by themselves, as matrices. Private to libseidel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-method-run.h"

G_BEGIN_DECLS

/* Of a square matrix A with the rows and columns permuted: row i of the product is row rows[i] of
 * A, column j is column columns[j]; column j of A was divided by scale[j] before. */
typedef struct
{
  SeidelCsr *lower;
  SeidelCsr *upper; /* with ones on the diagonal; NULL: Lᵀ */
  int64_t *rows;    /* n; so are the next two */
  int64_t *columns;
  double *scale;
} SeidelSparseFactors;

void seidel_sparse_factors_clear (SeidelSparseFactors *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelSparseFactors, seidel_sparse_factors_clear)

/* LU by UMFPACK, or Cholesky by CHOLMOD, as the run's own; the reason why there are none. */
SeidelReason seidel_sparse_factors_lu (SeidelMethodRun *run, SeidelSparseFactors *factors);
SeidelReason seidel_sparse_factors_cholesky (SeidelMethodRun *run, SeidelSparseFactors *factors);

/* Vectors that the matrix maps to zero: n × *count numbers, vector by vector, orthonormal, for
 * seidel_vector_free (); at most most of them. By inverse iteration on several vectors with the
 * factors of A + σ I.
 *
 * Source: Golub and Van Loan, "Matrix Computations" (2013), sections 7.6.1 and 8.2.4. */
SeidelReason
seidel_sparse_null_vectors (SeidelMethodRun *run, int most, double **vectors, int *count);

G_END_DECLS
