/* Entries of incomplete factors counted beforehand, against the recurrence of the levels of fill.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-fill-count.h"

#include <math.h>

#include "core-testing.h"

/* Entries of both factors by level (i, j) = min over k of level (i, k) + level (k, j) + 1, in a
 * full table. */
static int64_t
count_ref (const SeidelCsr *csr, int most)
{
  const int64_t n = csr->rows;
  const int none = 1000;
  g_autofree int *levels = g_new (int, n *n);
  int64_t count = n;

  for (int64_t k = 0; k < n * n; k++)
    levels[k] = none;
  for (int64_t row = 0; row < n; row++)
    {
      levels[row * n + row] = 0;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        levels[row * n + csr->column_indices[k]] = 0;
    }
  for (int64_t i = 0; i < n; i++)
    for (int64_t k = 0; k < i; k++)
      for (int64_t j = k + 1; j < n && levels[i * n + k] <= most; j++)
        if (levels[k * n + j] <= most)
          levels[i * n + j] = MIN (levels[i * n + j], levels[i * n + k] + levels[k * n + j] + 1);
  for (int64_t k = 0; k < n * n; k++)
    count += levels[k] <= most;
  return count;
}

static double
count (const char *kind, const SeidelCsr *csr, SeidelParameterIndex index, double value)
{
  double parameters[SEIDEL_N_PARAMETERS] = { 0.0 };

  parameters[index] = value;
  return seidel_fill_count (seidel_preconditioner_find (kind), csr, parameters);
}

/* All rows of small matrices are looked at. */
static void
test_small (void)
{
  for (uint32_t seed = 0; seed < 8; seed++)
    for (int most = 0; most < 4; most++)
      {
        g_autoptr (SeidelCsr) csr = test_csr_random (150, 3, 1.0, seed);

        g_assert_cmpint (llround (count ("iluk", csr, SEIDEL_PARAMETER_FILL_LEVEL, most)), ==,
                         count_ref (csr, most));
      }
}

/* Of larger ones, some. */
static void
test_sampled (void)
{
  static const struct
  {
    const char *kind;
    double size;
  } cases[] = {
    { "poisson-5", 28 }, { "poisson-27", 9 }, { "poisson-7", 9 }, { "kmer-like", 800 }
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int most = 0; most < 4; most++)
      {
        g_autoptr (SeidelMatrix) matrix = test_gallery_sized (cases[i].kind, cases[i].size);
        const double expected = (double) count_ref (matrix->csr, most);
        const double counted = count ("ick", matrix->csr, SEIDEL_PARAMETER_FILL_LEVEL, most);

        g_test_message ("%s, %d levels: %g of %g", cases[i].kind, most, counted, expected);
        g_assert_cmpfloat (fabs (counted - expected), <=, 0.1 * expected);
      }
}

/* ILUT keeps so many more in each row, unless there are not as many columns. */
static void
test_bound (void)
{
  g_autoptr (SeidelCsr) csr = test_csr_random (200, 4, 1.0, 3);
  const double stored = (double) seidel_csr_nonzeros (csr) + 200.0;

  g_assert_cmpfloat (count ("ilut", csr, SEIDEL_PARAMETER_ROW_FILL, 7.0), ==, stored + 2800.0);
  g_assert_cmpfloat (count ("ilut", csr, SEIDEL_PARAMETER_ROW_FILL, 1e4), ==, 200.0 * 201.0);
  g_assert_cmpfloat (count ("ilu0", csr, SEIDEL_PARAMETER_ROW_FILL, 7.0), ==, 0.0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fill-count/small", test_small);
  g_test_add_func ("/fill-count/sampled", test_sampled);
  g_test_add_func ("/fill-count/bound", test_bound);
  return g_test_run ();
}
