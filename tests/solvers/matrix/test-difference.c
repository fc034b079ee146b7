/* How two vectors differ.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>
#include <math.h>

#include "matrix/seidel-difference.h"
#include "matrix/seidel-vector.h"

/* The result, on a struct filled with values that must not stay. */
static SeidelDifference
compare (const double *x, const double *y, int64_t n, double threshold)
{
  SeidelDifference found = { -7, NAN, NAN, -7, NAN, -7, NAN, -7, -7, -7 };

  g_assert_true (seidel_vector_compare (x, y, n, threshold, NULL, &found));
  g_assert_cmpint (found.n, ==, n);
  g_assert_cmpfloat (found.threshold, ==, threshold);
  return found;
}

static void
test_by_hand (void)
{
  const double x[] = { 1.0, 2.0, -100.0, 0.0, 4.0 };
  const double y[] = { 1.0, 2.5, -103.0, 0.0, -4.0 };
  SeidelDifference found = compare (x, y, 5, 0.5);

  g_assert_cmpfloat (found.absolute, ==, 8.0);
  g_assert_cmpint (found.absolute_row, ==, 4);
  g_assert_cmpfloat (found.relative, ==, 2.0);
  g_assert_cmpint (found.relative_row, ==, 4);
  g_assert_cmpfloat_with_epsilon (found.norm_2, sqrt (0.25 + 9.0 + 64.0), 1e-15);
  g_assert_cmpint (found.over, ==, 2); /* 0.5 is not over 0.5 */
  g_assert_cmpint (found.identical, ==, 2);
  g_assert_cmpint (found.not_finite, ==, 0);

  found = compare (x, y, 4, 0.0);
  g_assert_cmpfloat (found.absolute, ==, 3.0);
  g_assert_cmpint (found.absolute_row, ==, 2);
  g_assert_cmpfloat (found.relative, ==, 0.2);
  g_assert_cmpint (found.relative_row, ==, 1);
}

static void
test_equal (void)
{
  const double x[] = { 1.0, -0.0, INFINITY, 5.0 };
  const double y[] = { 1.0, 0.0, INFINITY, 5.0 };
  SeidelDifference found = compare (x, y, 4, 0.0);

  g_assert_cmpfloat (found.absolute, ==, 0.0);
  g_assert_cmpint (found.absolute_row, ==, -1);
  g_assert_cmpint (found.relative_row, ==, -1);
  g_assert_cmpfloat (found.norm_2, ==, 0.0);
  g_assert_cmpint (found.over, ==, 0);
  g_assert_cmpint (found.identical, ==, 3); /* the two zeros differ in their sign */
  g_assert_cmpint (found.not_finite, ==, 1);

  found = compare (x, y, 0, 0.0);
  g_assert_cmpint (found.identical, ==, 0);
  g_assert_cmpint (found.absolute_row, ==, -1);
}

static void
test_extreme (void)
{
  const double x[] = { NAN, 1.0, DBL_MAX, DBL_TRUE_MIN, 3e-200 };
  const double y[] = { 1.0, -INFINITY, -DBL_MAX, 0.0, 7e-200 };
  SeidelDifference found = compare (x, y, 5, 1e300);

  g_assert_cmpint (found.not_finite, ==, 2);
  g_assert_true (found.absolute == INFINITY);
  g_assert_cmpint (found.absolute_row, ==, 2);
  g_assert_cmpfloat (found.relative, ==, 2.0);
  g_assert_cmpint (found.relative_row, ==, 2);
  g_assert_cmpint (found.over, ==, 1);
  g_assert_cmpint (found.identical, ==, 0);

  found = compare (x + 3, y + 3, 2, 0.0);
  g_assert_cmpfloat (found.relative, ==, 1.0);
  g_assert_cmpint (found.relative_row, ==, 0);
  g_assert_cmpint (found.over, ==, 2);
  g_assert_cmpfloat_with_epsilon (found.norm_2 / 4e-200, 1.0, 1e-14);
}

/* Places beyond the first block, and sums in another order. */
static void
test_long (void)
{
  const int64_t n = 700001;
  double *x = seidel_vector_new (n, NULL);
  double *y = seidel_vector_new (n, NULL);
  long double sum = 0.0L;
  int64_t over = 0;

  seidel_vector_fill_random (x, n, 1);
  seidel_vector_fill_random (y, n, 2);
  y[600000] = x[600000] + 5.0;
  y[n - 1] = x[n - 1];
  for (int64_t i = n - 1; i >= 0; i--)
    {
      sum += ((long double) x[i] - y[i]) * ((long double) x[i] - y[i]);
      over += fabs (x[i] - y[i]) > 1e-3;
    }

  SeidelDifference found = compare (x, y, n, 1e-3);
  g_assert_cmpfloat (found.absolute, ==, fabs (x[600000] - y[600000]));
  g_assert_cmpint (found.absolute_row, ==, 600000);
  g_assert_cmpint (found.over, ==, over);
  g_assert_cmpint (found.identical, ==, 1);
  g_assert_cmpfloat (fabs (found.norm_2 / (double) sqrtl (sum) - 1.0), <, 1e-13);
  seidel_vector_free (x);
  seidel_vector_free (y);
}

static void
test_cancelled (void)
{
  const double x[] = { 1.0 };
  SeidelDifference found;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_false (seidel_vector_compare (x, x, 1, 0.0, cancellable, &found));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/difference/by-hand", test_by_hand);
  g_test_add_func ("/difference/equal", test_equal);
  g_test_add_func ("/difference/extreme", test_extreme);
  g_test_add_func ("/difference/long", test_long);
  g_test_add_func ("/difference/cancelled", test_cancelled);
  return g_test_run ();
}
