/* Matchings: against all permutations of small matrices, and on systems whose rows were shuffled.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "analysis/seidel-matching.h"
#include "base/seidel-random.h"
#include "core-testing.h"
#include "test-analysis-matrices.h"

#define SMALL 6

/* The most entries of a transversal, and of those that have so many the largest Σ log₂ |a|, by
 * trying all. */
static void
try_all (const double *a,
         int n,
         int row,
         unsigned int taken,
         int size,
         double sum,
         int *rank,
         double *best)
{
  if (row == n)
    {
      if (size > *rank || (size == *rank && sum > *best))
        *best = sum;
      *rank = MAX (*rank, size);
      return;
    }
  try_all (a, n, row + 1, taken, size, sum, rank, best);
  for (int j = 0; j < n; j++)
    if (a[row * n + j] != 0.0 && (taken & 1u << j) == 0)
      try_all (a, n, row + 1, taken | 1u << j, size + 1, sum + log2 (fabs (a[row * n + j])), rank,
               best);
}

static double
sum_of (const SeidelMatching *matching, const double *a)
{
  double sum = 0.0;

  for (int64_t j = 0; j < matching->n; j++)
    sum += log2 (fabs (a[matching->rows[j] * matching->n + j]));
  return sum;
}

static void
check_small (GRand *random, int n)
{
  double a[SMALL * SMALL];
  g_autoptr (SeidelCsr) csr = NULL;
  g_autoptr (SeidelMatching) structural = NULL;
  g_autoptr (SeidelMatching) product = NULL;
  g_autoptr (GError) error = NULL;
  double best = -INFINITY;
  int rank = 0;

  for (int k = 0; k < n * n; k++)
    a[k] = g_rand_double (random) < 0.5
             ? 0.0
             : ldexp (g_rand_double_range (random, -2.0, 2.0), g_rand_int_range (random, -9, 9));
  csr = test_csr_from_dense (n, n, a);
  try_all (a, n, 0, 0, 0, 0.0, &rank, &best);
  g_assert_cmpint (seidel_structural_rank (csr, NULL, &error), ==, rank);
  structural = seidel_matching_new (csr, SEIDEL_MATCHING_STRUCTURAL, NULL, &error);
  product = seidel_matching_new (csr, SEIDEL_MATCHING_PRODUCT, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (structural->rank, ==, rank);
  g_assert_cmpint (product->rank, ==, rank);
  g_assert_true ((structural->rows != NULL) == (rank == n));
  if (rank < n)
    return;
  g_assert_true (isfinite (sum_of (structural, a)));
  g_assert_true (product->largest);
  g_assert_cmpfloat_with_epsilon (sum_of (product, a), best, 1e-9 * (1.0 + fabs (best)));
}

static void
test_small (void)
{
  GRand *random = g_rand_new_with_seed (5);

  for (int k = 0; k < 3000; k++)
    check_small (random, 1 + k % SMALL);
  g_rand_free (random);
}

/* Rows in a random order; place[i] is the row that becomes row i. */
static SeidelCsr *
shuffle (const SeidelCsr *csr, GRand *random, int32_t *place)
{
  const int n = (int) csr->rows;
  const int64_t nonzeros = csr->row_offsets[n];
  g_autofree TestEntry *entries = g_new (TestEntry, nonzeros);
  int count = 0;

  for (int i = 0; i < n; i++)
    place[i] = i;
  for (int i = n - 1; i > 0; i--)
    {
      const int other = g_rand_int_range (random, 0, i + 1);
      const int32_t kept = place[i];

      place[i] = place[other];
      place[other] = kept;
    }
  for (int i = 0; i < n; i++)
    for (int64_t k = csr->row_offsets[place[i]]; k < csr->row_offsets[place[i] + 1]; k++)
      entries[count++] = (TestEntry){ i, csr->column_indices[k], csr->values[k] };
  return test_csr_from_entries (n, n, entries, count);
}

/* The diagonal of a matrix that is dominant by rows is its only best transversal. */
static void
test_shuffled (void)
{
  GRand *random = g_rand_new_with_seed (6);

  for (int n = 2; n <= 2000; n *= 4)
    {
      g_autoptr (SeidelCsr) csr = test_csr_random (n, MIN (n - 1, 6), 1.5, (uint32_t) n);
      g_autofree int32_t *place = g_new (int32_t, n);
      g_autoptr (SeidelCsr) shuffled = shuffle (csr, random, place);
      g_autoptr (SeidelMatching) matching = NULL;
      g_autoptr (SeidelMatrix) matrix = NULL;
      g_autoptr (SeidelMatrix) restored = NULL;
      g_autoptr (GError) error = NULL;

      matching = seidel_matching_new (shuffled, SEIDEL_MATCHING_PRODUCT, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (matching->largest);
      for (int i = 0; i < n; i++)
        g_assert_cmpint (place[matching->rows[i]], ==, i);
      matrix = seidel_matrix_new ("shuffled", g_steal_pointer (&shuffled));
      restored = seidel_matching_apply (matching, matrix, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (restored->csr->values, (size_t) csr->row_offsets[n] * sizeof (double),
                       csr->values, (size_t) csr->row_offsets[n] * sizeof (double));
    }
  g_rand_free (random);
}

/* Other units of rows and columns change every product by the same factor. */
static void
test_units (void)
{
  GRand *random = g_rand_new_with_seed (7);
  double a[SMALL * SMALL];
  double scaled[SMALL * SMALL];

  for (int round = 0; round < 200; round++)
    {
      g_autoptr (SeidelCsr) plain = NULL;
      g_autoptr (SeidelCsr) other = NULL;
      g_autoptr (SeidelMatching) one = NULL;
      g_autoptr (SeidelMatching) two = NULL;
      int of_rows[SMALL];

      for (int i = 0; i < SMALL; i++)
        of_rows[i] = g_rand_int_range (random, -300, 300);
      for (int k = 0; k < SMALL * SMALL; k++)
        {
          a[k] = g_rand_double_range (random, -1.0, 1.0);
          scaled[k] = ldexp (a[k], of_rows[k / SMALL] - of_rows[SMALL - 1 - k % SMALL]);
        }
      plain = test_csr_from_dense (SMALL, SMALL, a);
      other = test_csr_from_dense (SMALL, SMALL, scaled);
      one = seidel_matching_new (plain, SEIDEL_MATCHING_PRODUCT, NULL, NULL);
      two = seidel_matching_new (other, SEIDEL_MATCHING_PRODUCT, NULL, NULL);
      g_assert_cmpfloat_with_epsilon (sum_of (one, a), sum_of (two, a), 1e-9);
    }
  g_rand_free (random);
}

/* A matrix whose rows beyond the first all lie in one column has a structural rank of two; of one
 * that is wide or tall, the rank is that of its shorter side. */
static void
test_rank (void)
{
  static const TestEntry entries[] = { { 0, 0, 1.0 }, { 0, 1, 1.0 }, { 0, 2, 1.0 }, { 0, 3, 1.0 },
                                       { 1, 0, 1.0 }, { 2, 0, 1.0 }, { 3, 0, 1.0 } };
  g_autoptr (SeidelCsr) arrow = test_csr_from_entries (4, 4, entries, 7);
  g_autoptr (SeidelCsr) wide = test_matrix_from_drawing ("1.1.1");
  g_autoptr (SeidelCsr) stored = test_matrix_from_drawing ("z1 .1");

  g_assert_cmpint (seidel_structural_rank (arrow, NULL, NULL), ==, 2);
  g_assert_cmpint (seidel_structural_rank (wide, NULL, NULL), ==, 1);
  g_assert_cmpint (seidel_structural_rank (stored, NULL, NULL), ==, 1);
}

static void
test_cancelled (void)
{
  g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-5", 700.0);
  g_autofree int32_t *place = g_new (int32_t, grid->csr->rows);
  GRand *random = g_rand_new_with_seed (8);
  g_autoptr (SeidelCsr) csr = shuffle (grid->csr, random, place);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_matching_new (csr, SEIDEL_MATCHING_PRODUCT, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_rand_free (random);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/matching/small", test_small);
  g_test_add_func ("/matching/shuffled", test_shuffled);
  g_test_add_func ("/matching/units", test_units);
  g_test_add_func ("/matching/rank", test_rank);
  g_test_add_func ("/matching/cancelled", test_cancelled);
  return g_test_run ();
}
