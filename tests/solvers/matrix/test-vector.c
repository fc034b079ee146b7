/* Vectors in double: norms, random numbers, products and the true residual.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "core-testing.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"

static void
test_norms_by_hand (void)
{
  const double x[] = { 3, -4, 0, 12 };

  g_assert_cmpfloat (seidel_vector_norm_2 (x, 4), ==, 13.0);
  g_assert_cmpfloat (seidel_vector_norm_inf (x, 4), ==, 12.0);
  g_assert_cmpfloat (seidel_vector_norm_2 (x, 2), ==, 5.0);
  g_assert_cmpfloat (seidel_vector_norm_2 (x, 0), ==, 0.0);
  g_assert_cmpfloat (seidel_vector_norm_inf (x, 0), ==, 0.0);
  g_assert_cmpfloat (seidel_vector_norm_2 (x + 2, 1), ==, 0.0);
}

/* Squares would overflow or vanish. */
static void
test_norms_extreme (void)
{
  static const double scales[] = { 1e300, 1e155, 1.0, 1e-155, 1e-300, 4 * DBL_TRUE_MIN };

  for (size_t i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      const double x[] = { 3 * scales[i], 4 * scales[i], 0.0 };

      g_assert_cmpfloat (fabs (seidel_vector_norm_2 (x, 3) / (5 * scales[i]) - 1.0), <=,
                         4 * DBL_EPSILON);
      g_assert_cmpfloat (seidel_vector_norm_inf (x, 3), ==, 4 * scales[i]);
    }
}

static void
test_norms_not_finite (void)
{
  for (int place = 0; place < 5; place++)
    {
      double x[] = { 1, 2, 3, 4, 5 };

      x[place] = NAN;
      g_assert_true (isnan (seidel_vector_norm_2 (x, 5)));
      g_assert_true (isnan (seidel_vector_norm_inf (x, 5)));
      x[place] = -INFINITY;
      g_assert_true (seidel_vector_norm_2 (x, 5) == INFINITY);
      g_assert_true (seidel_vector_norm_inf (x, 5) == INFINITY);
      x[(place + 1) % 5] = NAN;
      g_assert_true (isnan (seidel_vector_norm_2 (x, 5)));
    }
}

static void
test_norm_long (void)
{
  static const int64_t sizes[] = { 4095, 4096, 4097, 100000 };

  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autofree double *x = test_random_vector (sizes[i], i);
      long double sum = 0.0L;

      for (int64_t k = 0; k < sizes[i]; k++)
        sum += (long double) x[k] * x[k];
      g_assert_cmpfloat (fabs (seidel_vector_norm_2 (x, sizes[i]) / (double) sqrtl (sum) - 1.0), <,
                         1e-13);
    }
}

static void
test_random (void)
{
  const int n = 100000;
  g_autofree double *x = test_random_vector (n, 42);
  g_autofree double *again = test_random_vector (n, 42);
  g_autofree double *other = test_random_vector (n, 43);
  int bins[20] = { 0 };
  double sum = 0.0;
  double with_next = 0.0;
  int same = 0;

  test_assert_same_bits (x, again, n);
  for (int i = 0; i < n; i++)
    {
      g_assert_cmpfloat (x[i], >=, -1.0);
      g_assert_cmpfloat (x[i], <, 1.0);
      g_assert_cmpfloat (x[i], ==, seidel_random_uniform (42, (uint64_t) i));
      bins[(int) ((x[i] + 1.0) * 10.0)]++;
      sum += x[i];
      with_next += x[i] * x[(i + 1) % n];
      same += x[i] == other[i];
    }
  /* Six standard deviations: of a bin √(n p), of the mean 1 / √(3 n), of the correlation 1 / (3
   * √n). */
  for (int bin = 0; bin < 20; bin++)
    g_assert_cmpint (ABS (bins[bin] - n / 20), <, 6 * 69);
  g_assert_cmpfloat (fabs (sum / n), <, 6.0 / sqrt (3.0 * n));
  g_assert_cmpfloat (fabs (with_next / n), <, 6.0 / (3.0 * sqrt (n)));
  g_assert_cmpint (same, <, 3);
}

static void
test_vector_memory (void)
{
  static const int64_t sizes[] = { G_MAXINT64, (int64_t) 1 << 50, ((int64_t) 1 << 61) + 1, -1 };
  double *x = seidel_vector_new (1000, NULL);

  for (int i = 0; i < 1000; i++)
    g_assert_cmpfloat (x[i], ==, 0.0);
  g_assert_cmpuint ((uintptr_t) x % 64, ==, 0);
  seidel_vector_free (x);
  x = seidel_vector_new (0, NULL);
  g_assert_nonnull (x);
  seidel_vector_free (x);
  seidel_vector_free (NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (seidel_vector_new (sizes[i], &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
    }
}

/* y = A x and b − A x in long double, one entry after the other. */
static void
multiply_ref (const SeidelCsr *csr, const double *x, long double *y)
{
  for (int64_t row = 0; row < csr->rows; row++)
    {
      y[row] = 0.0L;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        y[row] += (long double) csr->values[k] * x[csr->column_indices[k]];
    }
}

/* Sizes around the chunk of 16,384 rows that true_residual () works in. */
static void
test_true_residual (void)
{
  static const int sizes[] = { 1, 2, 100, 16383, 16384, 16385, 40000 };

  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      int n = sizes[i];
      g_autoptr (SeidelCsr) csr = test_csr_random (n, 4, 1.1, (uint32_t) i);
      g_autofree double *x = test_random_vector (n, 1);
      g_autofree double *b = test_random_vector (n, 2);
      g_autofree double *y = g_new (double, n);
      g_autofree double *first = g_new (double, n);
      g_autofree long double *exact = g_new (long double, n);
      long double sum = 0.0L;
      long double largest = 0.0L;
      SeidelNorms one = { NAN, NAN };

      multiply_ref (csr, x, exact);
      for (int row = 0; row < n; row++)
        {
          long double r = b[row] - exact[row];

          sum += r * r;
          largest = MAX (largest, fabsl (r));
        }
      for (int threads = 1; threads <= 3; threads++)
        {
          SeidelNorms norms = { NAN, NAN };

          g_assert_true (seidel_csr_true_residual (csr, b, x, threads, NULL, &norms));
          g_assert_cmpfloat (fabs (norms.norm_2 / (double) sqrtl (sum) - 1.0), <, 1e-13);
          g_assert_cmpfloat (fabs (norms.norm_inf / (double) largest - 1.0), <, 1e-13);
          if (threads == 1)
            one = norms;
          test_assert_same_bits (&norms.norm_2, &one.norm_2, 1);
          test_assert_same_bits (&norms.norm_inf, &one.norm_inf, 1);

          test_poison (y, n);
          g_assert_true (seidel_csr_multiply (csr, x, y, threads, NULL));
          for (int row = 0; row < n; row++)
            g_assert_cmpfloat (fabs (y[row] - (double) exact[row]), <, 1e-13);
          if (threads == 1)
            memcpy (first, y, (size_t) n * sizeof *y);
          test_assert_same_bits (y, first, n);
        }
    }
}

/* A solution that is right: a residual of rounding errors alone, and of zero where all is exact. */
static void
test_residual_of_solution (void)
{
  const double dense[] = { 2, -1, 0, -1, 2, -1, 0, -1, 2 };
  const double x[] = { 1, 2, 3 };
  const double b[] = { 0, 0, 4 };
  g_autoptr (SeidelCsr) csr = test_csr_from_dense (3, 3, dense);
  SeidelNorms norms = { NAN, NAN };

  g_assert_true (seidel_csr_true_residual (csr, b, x, 2, NULL, &norms));
  g_assert_cmpfloat (norms.norm_2, ==, 0.0);
  g_assert_cmpfloat (norms.norm_inf, ==, 0.0);
}

static void
test_rectangular (void)
{
  const double dense[] = { 1, 2, 0, 0, 0, 3 };
  const double x[] = { 1, 10, 100 };
  const double b[] = { 24, 304 };
  g_autoptr (SeidelCsr) csr = test_csr_from_dense (2, 3, dense);
  SeidelNorms norms = { NAN, NAN };
  double y[2] = { NAN, NAN };

  g_assert_true (seidel_csr_multiply (csr, x, y, 1, NULL));
  g_assert_cmpfloat (y[0], ==, 21.0);
  g_assert_cmpfloat (y[1], ==, 300.0);
  g_assert_true (seidel_csr_true_residual (csr, b, x, 1, NULL, &norms));
  g_assert_cmpfloat (norms.norm_2, ==, 5.0);
  g_assert_cmpfloat (norms.norm_inf, ==, 4.0);
}

static void
test_residual_cancelled (void)
{
  g_autoptr (SeidelCsr) csr = test_csr_random (50000, 3, 2.0, 1);
  g_autofree double *x = test_random_vector (50000, 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  SeidelNorms norms = { -1.0, -2.0 };

  g_cancellable_cancel (cancellable);
  for (int threads = 1; threads <= 3; threads++)
    g_assert_false (seidel_csr_true_residual (csr, x, x, threads, cancellable, &norms));
  g_assert_cmpfloat (norms.norm_2, ==, -1.0);
  g_assert_cmpfloat (norms.norm_inf, ==, -2.0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vector/norms/by-hand", test_norms_by_hand);
  g_test_add_func ("/vector/norms/extreme", test_norms_extreme);
  g_test_add_func ("/vector/norms/not-finite", test_norms_not_finite);
  g_test_add_func ("/vector/norms/long", test_norm_long);
  g_test_add_func ("/vector/random", test_random);
  g_test_add_func ("/vector/memory", test_vector_memory);
  g_test_add_func ("/vector/true-residual/reference", test_true_residual);
  g_test_add_func ("/vector/true-residual/of-solution", test_residual_of_solution);
  g_test_add_func ("/vector/true-residual/rectangular", test_rectangular);
  g_test_add_func ("/vector/true-residual/cancelled", test_residual_cancelled);
  return g_test_run ();
}
