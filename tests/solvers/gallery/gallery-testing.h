/* What the tests of the gallery share: making a kind, and examining the result.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <math.h>
#include <string.h>

#include "base/seidel-error.h"
#include "core-testing.h"
#include "gallery/seidel-gallery.h"
#include "io/seidel-loader.h"
#include "known-matrices.h"

/* The values given, and the kind's own for the rest. */
static inline void
gallery_values (const SeidelGalleryKind *kind,
                int n_given,
                const double *given,
                double values[SEIDEL_GALLERY_MAX_PARAMETERS])
{
  g_assert_nonnull (kind);
  for (int i = 0; i < SEIDEL_GALLERY_MAX_PARAMETERS; i++)
    values[i] = i < n_given ? given[i] : kind->parameters[i].initial;
}

static inline SeidelMatrix *
gallery_make (const char *id, int n_given, const double *given)
{
  SeidelMatrix *matrix = test_gallery (id, n_given, given);
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_csr_validate (matrix->csr, &error));
  g_assert_no_error (error);
  return matrix;
}

/* gallery_make ("poisson-5", 30, 20): the values one by one. */
#define MAKE(id, ...)                                                             \
  gallery_make (id, (int) (sizeof ((double[]){ __VA_ARGS__ }) / sizeof (double)), \
                (const double[]){ __VA_ARGS__ })

/* Compares with a dense matrix; a stored zero counts as one. */
static inline void
assert_dense (const SeidelCsr *csr, int n, const double *expected)
{
  g_assert_cmpint (csr->rows, ==, n);
  g_assert_cmpint (csr->columns, ==, n);
  for (int row = 0; row < n; row++)
    for (int column = 0; column < n; column++)
      {
        int64_t k = seidel_csr_find (csr, row, column);

        g_assert_cmpfloat (k < 0 ? 0.0 : csr->values[k], ==, expected[row * n + column]);
      }
}

static inline void
assert_same_csr (const SeidelCsr *a, const SeidelCsr *b)
{
  size_t entries = (size_t) seidel_csr_nonzeros (a);

  g_assert_cmpint (a->rows, ==, b->rows);
  g_assert_cmpmem (a->row_offsets, (size_t) (a->rows + 1) * sizeof (int64_t), b->row_offsets,
                   (size_t) (b->rows + 1) * sizeof (int64_t));
  g_assert_cmpmem (a->column_indices, entries * sizeof (int32_t), b->column_indices,
                   entries * sizeof (int32_t));
  g_assert_cmpmem (a->values, entries * sizeof (double), b->values, entries * sizeof (double));
}

static inline double
row_sum (const SeidelCsr *csr, int64_t row)
{
  double sum = 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    sum += csr->values[k];
  return sum;
}

/* The absolute sum of a row without its diagonal. */
static inline double
rest_of_row (const SeidelCsr *csr, int64_t row)
{
  double sum = 0.0;

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    if (csr->column_indices[k] != row)
      sum += fabs (csr->values[k]);
  return sum;
}

static inline double
diagonal_of_row (const SeidelCsr *csr, int64_t row)
{
  int64_t k = seidel_csr_find (csr, row, row);

  g_assert_cmpint (k, >=, 0);
  return csr->values[k];
}

static inline bool
is_symmetric (const SeidelCsr *csr)
{
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        int64_t mirror = seidel_csr_find (csr, csr->column_indices[k], row);

        if (mirror < 0 || csr->values[mirror] != csr->values[k])
          return false;
      }
  return true;
}

/* Forward levels, straight from their definition; counts[l] rows have level l + 1. */
static inline int64_t
count_levels (const SeidelCsr *csr, int64_t *counts)
{
  g_autofree int64_t *level = g_new0 (int64_t, csr->rows);
  int64_t most = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      level[row] = 1;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] < row)
          level[row] = MAX (level[row], level[csr->column_indices[k]] + 1);
      most = MAX (most, level[row]);
      counts[level[row] - 1]++;
    }
  return most;
}

/* Compares the pattern, and the values to within the tolerance, with a file of the SuiteSparse
 * Collection if that is at hand. */
static inline void
compare_published (const SeidelCsr *csr, const char *file, double tolerance)
{
  g_autofree char *path = test_published_path (file);
  g_autoptr (SeidelMatrix) published = NULL;
  g_autoptr (GError) error = NULL;
  size_t entries = (size_t) seidel_csr_nonzeros (csr);

  if (path == NULL)
    {
      g_test_message ("%s is not at hand", file);
      return;
    }
  published = seidel_load_matrix (path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (published->csr->rows, ==, csr->rows);
  g_assert_cmpmem (published->csr->row_offsets, (size_t) (csr->rows + 1) * sizeof (int64_t),
                   csr->row_offsets, (size_t) (csr->rows + 1) * sizeof (int64_t));
  g_assert_cmpmem (published->csr->column_indices, entries * sizeof (int32_t), csr->column_indices,
                   entries * sizeof (int32_t));
  for (size_t k = 0; k < entries; k++)
    g_assert_cmpfloat (fabs (csr->values[k] - published->csr->values[k]), <=, tolerance);
}
