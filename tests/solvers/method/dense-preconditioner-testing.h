/* Preconditioners by their definitions, as dense matrices, and what is applied against them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <float.h>

#include "preconditioner-testing.h"

static inline double *
dense_of (const SeidelCsr *csr)
{
  double *dense = g_new0 (double, csr->rows * csr->rows);

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      dense[row * csr->rows + csr->column_indices[k]] = csr->values[k];
  return dense;
}

/* ILU(0) by the definition: Gaussian elimination that writes only where A has entries. On return
 * the unit lower factor and the upper one share the array. */
static inline void
ilu_ref (const SeidelCsr *csr, double *a)
{
  int64_t n = csr->rows;

  for (int64_t i = 1; i < n; i++)
    for (int64_t k = 0; k < i; k++)
      {
        if (seidel_csr_find (csr, i, k) < 0)
          continue;
        a[i * n + k] /= a[k * n + k];
        for (int64_t j = k + 1; j < n; j++)
          if (seidel_csr_find (csr, i, j) >= 0)
            a[i * n + j] -= a[i * n + k] * a[k * n + j];
      }
}

/* Levels of fill by the definition; those of entries that there are not are large. */
static inline int *
levels_ref (const SeidelCsr *csr)
{
  int64_t n = csr->rows;
  int *levels = g_new (int, n *n);

  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++)
      levels[i * n + j] = i == j || seidel_csr_find (csr, i, j) >= 0 ? 0 : 1000;
  for (int64_t i = 1; i < n; i++)
    for (int64_t k = 0; k < i; k++)
      for (int64_t j = k + 1; j < n && levels[i * n + k] <= FILL_LEVEL; j++)
        levels[i * n + j] = MIN (levels[i * n + j], levels[i * n + k] + levels[k * n + j] + 1);
  return levels;
}

/* ILU(k) likewise. */
static inline void
ilu_filled_ref (const SeidelCsr *csr, double *a)
{
  int64_t n = csr->rows;
  g_autofree int *levels = levels_ref (csr);

  for (int64_t i = 1; i < n; i++)
    for (int64_t k = 0; k < i; k++)
      {
        if (levels[i * n + k] > FILL_LEVEL)
          continue;
        a[i * n + k] /= a[k * n + k];
        for (int64_t j = k + 1; j < n; j++)
          if (levels[i * n + j] <= FILL_LEVEL)
            a[i * n + j] -= a[i * n + k] * a[k * n + j];
      }
}

/* Zeroes all but the largest of some entries of a row. */
static inline void
keep_largest_ref (double *row, int64_t begin, int64_t end, int64_t most)
{
  for (int64_t i = begin; i < end; i++)
    {
      int64_t larger = 0;

      for (int64_t j = begin; j < end; j++)
        larger += fabs (row[j]) > fabs (row[i]);
      if (larger >= most)
        row[i] = NAN;
    }
  for (int64_t i = begin; i < end; i++)
    if (isnan (row[i]))
      row[i] = 0.0;
}

/* ILUT likewise, row by row. */
static inline void
ilut_ref (const SeidelCsr *csr, double *a)
{
  int64_t n = csr->rows;

  for (int64_t i = 0; i < n; i++)
    {
      double *row = a + i * n;
      double norm = 0.0;
      int64_t before = 0;
      int64_t behind = 0;

      for (int64_t j = 0; j < n; j++)
        {
          norm = hypot (norm, row[j]);
          before += j < i && seidel_csr_find (csr, i, j) >= 0;
          behind += j > i && seidel_csr_find (csr, i, j) >= 0;
        }
      for (int64_t k = 0; k < i; k++)
        {
          row[k] /= a[k * n + k];
          if (fabs (row[k]) <= DROP * norm)
            row[k] = 0.0;
          for (int64_t j = k + 1; j < n; j++)
            row[j] -= row[k] * a[k * n + j];
        }
      for (int64_t j = i + 1; j < n; j++)
        if (fabs (row[j]) <= DROP * norm)
          row[j] = 0.0;
      keep_largest_ref (row, 0, i, before + ROW_FILL);
      keep_largest_ref (row, i + 1, n, behind + ROW_FILL);
    }
}

/* IC(0) by the definition, A ≈ L Lᵀ; false where a pivot is not positive. */
static inline bool
ic_ref (const SeidelCsr *csr, double *a)
{
  int64_t n = csr->rows;

  for (int64_t k = 0; k < n; k++)
    {
      if (!(a[k * n + k] > 0.0))
        return false;
      a[k * n + k] = sqrt (a[k * n + k]);
      for (int64_t i = k + 1; i < n; i++)
        if (seidel_csr_find (csr, i, k) >= 0)
          a[i * n + k] /= a[k * n + k];
      for (int64_t j = k + 1; j < n; j++)
        for (int64_t i = j; i < n; i++)
          if (seidel_csr_find (csr, i, j) >= 0)
            a[i * n + j] -= a[i * n + k] * a[j * n + k];
    }
  return true;
}

/* x ← A⁻¹ x by Gaussian elimination with partial pivoting; a is destroyed. */
static inline void
solve_ref (double *a, double *x, int64_t n)
{
  for (int64_t k = 0; k < n; k++)
    {
      int64_t pivot = k;

      for (int64_t i = k + 1; i < n; i++)
        if (fabs (a[i * n + k]) > fabs (a[pivot * n + k]))
          pivot = i;
      for (int64_t j = 0; j < n; j++)
        {
          double other = a[k * n + j];

          a[k * n + j] = a[pivot * n + j];
          a[pivot * n + j] = other;
        }
      {
        double other = x[k];

        x[k] = x[pivot];
        x[pivot] = other;
      }
      for (int64_t i = k + 1; i < n; i++)
        {
          double factor = a[i * n + k] / a[k * n + k];

          for (int64_t j = k; j < n; j++)
            a[i * n + j] -= factor * a[k * n + j];
          x[i] -= factor * x[k];
        }
    }
  for (int64_t i = n - 1; i >= 0; i--)
    {
      for (int64_t j = i + 1; j < n; j++)
        x[i] -= a[i * n + j] * x[j];
      x[i] /= a[i * n + i];
    }
}

/* The blocks of nodes, or (D + L) D⁻¹ (D + U) of them, D⁻¹ (D + U) column by column. */
static inline void
block_ref (const double *a, double *m, int64_t n, bool gauss_seidel)
{
  g_autofree double *blocks = g_new0 (double, n *n);

  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++)
      if (i / node == j / node)
        blocks[i * n + j] = a[i * n + j];
  if (!gauss_seidel)
    {
      memcpy (m, blocks, (size_t) (n * n) * sizeof *m);
      return;
    }
  for (int64_t j = 0; j < n; j++)
    {
      g_autofree double *copy = g_memdup2 (blocks, (size_t) (n * n) * sizeof *blocks);
      g_autofree double *column = g_new0 (double, n);

      for (int64_t i = 0; i < n; i++)
        column[i] = i / node <= j / node ? a[i * n + j] : 0.0;
      solve_ref (copy, column, n);
      for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++)
          m[i * n + j] += k / node <= i / node ? a[i * n + k] * column[k] : 0.0;
    }
}

/* M of a preconditioner as a dense matrix. */
static inline double *
matrix_ref (const SeidelCsr *csr, const char *preconditioner, double omega)
{
  int64_t n = csr->rows;
  double *a = dense_of (csr);
  double *m = g_new0 (double, n *n);
  bool ssor = g_str_equal (preconditioner, "ssor");
  double *factors = dense_of (csr);

  if (g_str_equal (preconditioner, "ilu0") || g_str_equal (preconditioner, "ic0"))
    ilu_ref (csr, factors);
  else if (g_str_equal (preconditioner, "iluk") || g_str_equal (preconditioner, "ick"))
    ilu_filled_ref (csr, factors);
  else if (g_str_equal (preconditioner, "ilut"))
    ilut_ref (csr, factors);
  if (g_str_has_prefix (preconditioner, "block-"))
    block_ref (a, m, n, g_str_equal (preconditioner, "block-gauss-seidel"));
  if (g_str_has_prefix (preconditioner, "block-"))
    {
      g_free (factors);
      g_free (a);
      return m;
    }
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n; j++)
      if (g_str_equal (preconditioner, "none"))
        m[i * n + j] = i == j;
      else if (g_str_equal (preconditioner, "multigrid"))
        m[i * n + j] = a[i * n + j]; /* a small matrix is its own coarsest one */
      else if (g_str_equal (preconditioner, "jacobi"))
        m[i * n + j] = i == j ? a[i * n + j] : 0.0;
      else if (ssor)
        /* ω/(2−ω) (D/ω + L) D⁻¹ (D/ω + U) */
        for (int64_t k = 0; k <= MIN (i, j); k++)
          m[i * n + j] += omega / (2.0 - omega) * (k == i ? a[i * n + i] / omega : a[i * n + k])
                          / a[k * n + k] * (k == j ? a[j * n + j] / omega : a[k * n + j]);
      else
        for (int64_t k = 0; k <= MIN (i, j); k++)
          m[i * n + j] += (k == i ? 1.0 : factors[i * n + k]) * factors[k * n + j];
  g_free (factors);
  g_free (a);
  return m;
}

/* A symmetric matrix with the pattern of a random one and a heavy diagonal. */
static inline SeidelCsr *
symmetric_random (int n, uint32_t seed)
{
  g_autoptr (SeidelCsr) random = test_csr_random (n, 4, 2.0, seed);
  g_autofree double *dense = dense_of (random);
  g_autofree double *sum = g_new0 (double, n *n);

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum[i * n + j] =
        i == j ? 4.0 * fabs (dense[i * n + i]) + 1.0 : dense[i * n + j] + dense[j * n + i];
  return test_csr_from_dense (n, n, sum);
}

static inline void
check_applied (SeidelCsr *csr, const char *preconditioner, SeidelPrecision precision, int threads)
{
  int64_t n = csr->rows;
  g_autofree double *m = matrix_ref (csr, preconditioner, 1.3);
  g_autofree double *r = test_random_vector (n, 3);
  g_autofree double *z = g_new (double, n);
  Bench *bench = bench_new (csr, preconditioner, precision, threads);

  g_assert_cmpint (bench_prepare (bench), ==, SEIDEL_REASON_NONE);
  for (int transposed = 0; transposed < (bench->preconditioner.kind->never_transposed ? 1 : 2);
       transposed++)
    {
      g_autofree double *copy = g_new (double, n *n);
      g_autofree double *expected = g_memdup2 (r, (size_t) n * sizeof *r);

      for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++)
          copy[i * n + j] = transposed ? m[j * n + i] : m[i * n + j];
      solve_ref (copy, expected, n);
      bench_apply (bench, transposed, r, z);
      test_assert_close (z, expected, n, precision == SEIDEL_PRECISION_SINGLE ? 1e-5 : 1e-12);
    }
  bench_free (bench);
}
