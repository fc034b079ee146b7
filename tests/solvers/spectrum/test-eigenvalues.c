/* Eigenvalues and singular values of small matrices, against closed forms.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "spectrum/seidel-eigenvalues.h"

#include "core-testing.h"

#define N 40

/* Of the tridiagonal matrix (−1, 2, −1). */
static double
laplace_eigenvalue (int n, int k)
{
  return 2.0 - 2.0 * cos ((k + 1) * G_PI / (n + 1));
}

static void
make_laplace (double *diagonal, double *beside, int n)
{
  for (int i = 0; i < n; i++)
    {
      diagonal[i] = 2.0;
      beside[i] = -1.0;
    }
}

static void
test_tridiagonal (void)
{
  double diagonal[N];
  double beside[N];
  double last[N];

  make_laplace (diagonal, beside, N);
  for (size_t k = 0; k < N; k++)
    g_assert_cmpfloat_with_epsilon (seidel_tridiagonal_eigenvalue (diagonal, beside, N, k),
                                    laplace_eigenvalue (N, (int) k), 1e-14);
  /* The eigenvectors are sines. */
  for (int k = 0; k < N; k++)
    g_assert_cmpfloat_with_epsilon (seidel_tridiagonal_last_component (diagonal, beside, N,
                                                                       laplace_eigenvalue (N, k)),
                                    sqrt (2.0 / (N + 1)) * sin ((k + 1) * G_PI / (N + 1)), 1e-12);
  g_assert_true (seidel_tridiagonal_eigenvalues (diagonal, beside, last, N));
  for (int k = 0; k < N; k++)
    {
      g_assert_cmpfloat_with_epsilon (diagonal[k], laplace_eigenvalue (N, k), 1e-14);
      g_assert_cmpfloat_with_epsilon (last[k],
                                      sqrt (2.0 / (N + 1)) * sin ((k + 1) * G_PI / (N + 1)), 1e-12);
    }
}

/* Entries that span many orders, and rows that come apart. */
static void
test_graded (void)
{
  double diagonal[] = { 1e-8, 3.0, 1e8, 5.0, 0.0 };
  double beside[] = { 0.0, 0.0, 0.0, 2.0 };
  const double expected[] = { 0.5 * (5.0 - sqrt (41.0)), 1e-8, 3.0, 0.5 * (5.0 + sqrt (41.0)),
                              1e8 };
  double one = 7.0;

  for (size_t k = 0; k < G_N_ELEMENTS (expected); k++)
    g_assert_cmpfloat_with_epsilon (seidel_tridiagonal_eigenvalue (diagonal, beside,
                                                                   G_N_ELEMENTS (diagonal), k),
                                    expected[k], 1e-7);
  g_assert_true (seidel_tridiagonal_eigenvalues (diagonal, beside, NULL, G_N_ELEMENTS (diagonal)));
  for (size_t k = 0; k < G_N_ELEMENTS (expected); k++)
    g_assert_cmpfloat_with_epsilon (diagonal[k], expected[k], 1e-7);
  g_assert_true (seidel_tridiagonal_eigenvalues (&one, NULL, NULL, 1));
  g_assert_cmpfloat (one, ==, 7.0);
  diagonal[2] = NAN;
  g_assert_false (seidel_tridiagonal_eigenvalues (diagonal, beside, NULL, G_N_ELEMENTS (diagonal)));
}

/* The companion matrix of xⁿ − 1, whose eigenvalues are the roots of unity. */
static void
test_hessenberg (void)
{
  for (size_t n = 1; n <= N; n++)
    {
      g_autofree double *h = g_new0 (double, n *n);
      g_autofree double *real = g_new (double, n);
      g_autofree double *imaginary = g_new (double, n);
      g_autofree bool *found = g_new0 (bool, n);

      h[n - 1] = 1.0;
      for (size_t i = 1; i < n; i++)
        h[i * n + i - 1] = 1.0;
      g_assert_true (seidel_hessenberg_eigenvalues (h, n, real, imaginary));
      for (size_t i = 0; i < n; i++)
        {
          const double angle = atan2 (imaginary[i], real[i]) * (double) n / (2.0 * G_PI);
          const size_t root = (size_t) (lround (angle) + (long) n) % n;

          g_assert_cmpfloat_with_epsilon (hypot (real[i], imaginary[i]), 1.0, 1e-11);
          g_assert_cmpfloat_with_epsilon (angle, round (angle), 1e-10);
          g_assert_false (found[root]);
          found[root] = true;
        }
    }
}

/* Rows 1 … m of a matrix with orthogonal columns of known length. */
static void
test_singular_values (void)
{
  const size_t rows = N;
  const size_t columns = 12;
  g_autofree double *a = g_new (double, rows *columns);
  double least;
  double greatest;

  /* Columns of the discrete cosine transform, the j-th of length 10^−j. */
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < columns; j++)
      a[i * columns + j] = pow (10.0, -(double) j) * sqrt (2.0 / (double) rows)
                           * cos (G_PI * ((double) i + 0.5) * ((double) j + 1.0) / (double) rows);
  g_assert_true (seidel_extreme_singular_values (a, rows, columns, &least, &greatest));
  g_assert_cmpfloat_with_epsilon (greatest, 1.0, 1e-13);
  g_assert_cmpfloat_with_epsilon (least / 1e-11, 1.0, 1e-4);
  a[3] = INFINITY;
  g_assert_false (seidel_extreme_singular_values (a, rows, columns, &least, &greatest));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/eigenvalues/tridiagonal", test_tridiagonal);
  g_test_add_func ("/eigenvalues/graded", test_graded);
  g_test_add_func ("/eigenvalues/hessenberg", test_hessenberg);
  g_test_add_func ("/eigenvalues/singular-values", test_singular_values);
  return g_test_run ();
}
