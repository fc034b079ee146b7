/* Small matrices for the tests of solvers/analysis, by hand and by chance.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

#include "core-testing.h"

/* A matrix from a drawing: one character an entry, rows separated by spaces. '.' is not stored, a
 * digit is its value, 'z' a stored zero, a letter a … i the values −1 … −9. */
SeidelCsr *test_matrix_from_drawing (const char *drawing);

typedef enum
{
  TEST_SHAPE_SQUARE,
  TEST_SHAPE_RECTANGULAR,
  TEST_SHAPE_SYMMETRIC,
  TEST_SHAPE_SKEW,
  TEST_SHAPE_SAME_PATTERN, /* symmetric pattern, values at random */
  TEST_SHAPE_LOWER,
  TEST_N_SHAPES,
} TestShape;

/* At most 40 rows and columns, of any density from empty to full; whole-numbered values, some of
 * them stored zeros, some diagonal entries missing. Everything follows from seed. */
SeidelCsr *test_matrix_random (TestShape shape, guint32 seed);
