/* Small matrices for the tests of what is drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-matrix.h"

#include "core-testing.h"

/* A matrix with about count entries at random places, some of them stored zeros. */
static inline SeidelMatrix *
test_matrix_random (GRand *rand, int64_t rows, int64_t columns, int count)
{
  g_autofree int32_t *row_indices = g_new (int32_t, count);
  g_autofree int32_t *column_indices = g_new (int32_t, count);
  g_autofree double *values = g_new (double, count);
  SeidelCoordinates coordinates = { rows, columns, count, row_indices, column_indices, values };
  g_autoptr (GError) error = NULL;
  SeidelCsr *csr;

  for (int k = 0; k < count; k++)
    {
      row_indices[k] = g_rand_int_range (rand, 0, (gint32) rows);
      column_indices[k] = g_rand_int_range (rand, 0, (gint32) columns);
      values[k] = g_rand_int_range (rand, 0, 9) == 0 ? 0.0 : g_rand_double_range (rand, -9.0, 9.0);
    }
  csr = seidel_csr_from_coordinates (&coordinates, NULL, NULL, &error);
  g_assert_no_error (error);
  return seidel_matrix_new ("random", csr);
}

/* Tridiagonal, −1 2 −1. */
static inline SeidelMatrix *
test_matrix_tridiagonal (int n)
{
  g_autoptr (GError) error = NULL;
  SeidelCsr *csr = seidel_csr_new (n, n, n > 0 ? 3 * (int64_t) n - 2 : 0, &error);
  int64_t k = 0;

  g_assert_no_error (error);
  for (int row = 0; row < n; row++)
    {
      for (int column = MAX (0, row - 1); column <= MIN (n - 1, row + 1); column++, k++)
        {
          csr->column_indices[k] = column;
          csr->values[k] = column == row ? 2.0 : -1.0;
        }
      csr->row_offsets[row + 1] = k;
    }
  return seidel_matrix_new ("tridiagonal", csr);
}

/* The few entries given as row, column (from 0), value. */
static inline SeidelMatrix *
test_matrix_of (int rows, int columns, const TestEntry *entries, int count)
{
  return seidel_matrix_new ("small", test_csr_from_entries (rows, columns, entries, count));
}
