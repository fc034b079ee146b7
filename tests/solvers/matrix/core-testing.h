/* What the tests of storage, engine, methods and runs share: small matrices and comparisons.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

/* A matrix from a dense table, row by row; zeros are not stored. */
SeidelCsr *test_csr_from_dense (int rows, int columns, const double *values);

typedef struct
{
  int32_t row;
  int32_t column;
  double value;
} TestEntry;

/* A matrix from its entries, which must be good; a zero is stored. */
SeidelCsr *test_csr_from_entries (int rows, int columns, const TestEntry *entries, int count);

/* A kind of the gallery; values lists its leading parameters, the others are its own. */
SeidelMatrix *test_gallery (const char *id, int n_values, const double *values);
SeidelMatrix *test_gallery_sized (const char *id, double size);

/* A square matrix with about degree entries off the diagonal in each row, in random columns, hence
 * with a pattern that is not symmetric. The diagonal is dominance times the absolute sum of the
 * rest of the row (1 in an empty row). */
SeidelCsr *test_csr_random (int n, int degree, double dominance, uint32_t seed);

/* n random numbers in [−1, 1); free with g_free (). */
double *test_random_vector (int64_t n, uint64_t seed);

/* Fails with the place of the first difference; NaNs are equal when their bits are. */
void test_assert_same_bits (const double *x, const double *y, int64_t n);
/* |x − y| ≤ tolerance (1 + |y|) everywhere. */
void test_assert_close (const double *x, const double *y, int64_t n, double tolerance);

/* Fills with NaN, so that what is not written shows. */
void test_poison (double *x, int64_t n);
