/* Least squares with columns that nearly depend on each other: the residual of what is called
 * solved beside the least one, in long double.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dense-testing.h"

/* ‖r‖ of the best x, in long double: b without its parts in the range of the columns, which are
 * made orthogonal one after the other. */
static double
least_residual_ref (const Dense *dense, const double *b)
{
  const int m = dense->m;
  const int n = dense->n;
  g_autofree long double *q = g_new0 (long double, m *(n + 1));
  long double square = 0.0L;

  for (int j = 0; j <= n; j++)
    {
      long double length = 0.0L;

      for (int i = 0; i < m; i++)
        q[i * (n + 1) + j] = j < n ? dense->a[i * n + j] : b[i];
      for (int k = 0; k < 3 * j; k++)
        {
          long double product = 0.0L;

          for (int i = 0; i < m; i++)
            product += q[i * (n + 1) + k % j] * q[i * (n + 1) + j];
          for (int i = 0; i < m; i++)
            q[i * (n + 1) + j] -= product * q[i * (n + 1) + k % j];
        }
      for (int i = 0; i < m; i++)
        length += q[i * (n + 1) + j] * q[i * (n + 1) + j];
      for (int i = 0; i < m && j < n; i++)
        q[i * (n + 1) + j] /= sqrtl (length);
      square = length;
    }
  return (double) sqrtl (square);
}

/* ‖b − A x‖, likewise. */
static double
residual_ref (const Dense *dense, const double *b, const double *x)
{
  long double square = 0.0L;

  for (int i = 0; i < dense->m; i++)
    {
      long double r = b[i];

      for (int j = 0; j < dense->n; j++)
        r -= (long double) dense->a[i * dense->n + j] * x[j];
      square += r * r;
    }
  return (double) sqrtl (square);
}

/* Some columns are another one and a small part of their own, which b may lie along. */
static Dense
dense_nearly_dependent (int m, int n, int power, uint64_t seed, double *b)
{
  Dense dense = { m, n, test_random_vector (m * n, seed) };

  for (int i = 0; i < m; i++)
    {
      const double own = dense.a[i * n + 1];

      dense.a[i * n + 1] = dense.a[i * n] + ldexp (own, -power);
      if (seed % 2 == 0)
        b[i] = own + ldexp (b[i], -10);
      if (n > 4 && seed % 3 == 0)
        dense.a[i * n + 3] = dense.a[i * n + 2] + ldexp (dense.a[i * n + 3], -power / 2);
    }
  return dense;
}

/* 1 / (i + j + 1): the singular values fall by more than a power of ten from one to the next. */
static Dense
dense_of_hilbert (int m, int n)
{
  Dense dense = { m, n, g_new (double, m *n) };

  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      dense.a[i * n + j] = 1.0 / (i + j + 1);
  return dense;
}

/* A small normal residual is no small residual where columns nearly depend on each other: who says
 * that the problem is solved has the least residual, and no doubt about it, as it can be found for
 * matrices of this size. */
static bool
check_claim (const SeidelMethod *method, const Dense *dense, const double *b)
{
  const double best = least_residual_ref (dense, b);
  g_autoptr (SeidelProblem) problem = problem_of (dense, b, NULL);
  SeidelOptions options = test_options (method->id);
  g_autoptr (SeidelOutcome) outcome = NULL;
  double residual;

  options.max_iterations = 2000;
  outcome = test_solve (problem, &options, NULL);
  residual = residual_ref (dense, b, outcome->x);
  g_test_message ("%s, %d × %d: %s, residual %.6g, best %.6g after %d", method->id, dense->m,
                  dense->n, seidel_reason_id (outcome->reason), residual, best,
                  (int) outcome->iterations);
  if (!outcome->converged)
    return false;
  /* An x that solves the equations themselves but for rounding of A may be another one. */
  if (outcome->reason != SEIDEL_REASON_DATA_PRECISION || outcome->backward > 1e-15)
    g_assert_cmpfloat (residual, <=, 1.01 * best + 1e-12 * seidel_vector_norm_2 (b, dense->m));
  g_assert_cmpstr (outcome->doubt, ==, NULL);
  return true;
}

static void
check_nearly_dependent (const SeidelMethod *method)
{
  const int n_runs = 240;
  int n_claims = 0;

  for (int run = 0; run < n_runs; run++)
    {
      const int n = run % 4 == 3 ? 33 + run % 8 : 2 + run % 7;
      const int m = n + 1 + run % 11;
      g_autofree double *b = test_random_vector (m, 500 + (uint64_t) run);
      g_auto (Dense) dense = dense_nearly_dependent (m, n, 1 + run % 38, 900 + (uint64_t) run, b);

      n_claims += check_claim (method, &dense, b);
    }
  for (int run = 0; run < 40; run++)
    {
      const int n = 4 + run % 6;
      const int m = n + 1 + run;
      g_autofree double *b = test_random_vector (m, 1500 + (uint64_t) run);
      g_auto (Dense) dense = dense_of_hilbert (m, n);

      n_claims += check_claim (method, &dense, b);
    }
  g_test_message ("%s: %d claims of %d runs", method->id, n_claims, n_runs + 40);
  g_assert_cmpint (n_claims, >, (n_runs + 40) * 3 / 4);
}

static void
test_methods (void)
{
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  for (size_t i = 0; i < n_methods; i++)
    if (methods[i].least_squares)
      check_nearly_dependent (&methods[i]);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dependent-columns", test_methods);
  return g_test_run ();
}
