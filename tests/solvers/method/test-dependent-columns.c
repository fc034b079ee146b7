/* Least squares with columns that nearly depend on each other: the residual of what is called
 * solved beside the least one, in long double.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run-testing.h"

/* A small dense matrix, row by row. */
typedef struct
{
  int m;
  int n;
  double *a; /* m · n; owned */
} Dense;

static void
dense_clear (Dense *dense)
{
  g_free (dense->a);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Dense, dense_clear)

static SeidelProblem *
problem_of (const Dense *dense, const double *b)
{
  return test_problem (test_csr_from_dense (dense->m, dense->n, dense->a), b, NULL);
}

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

/* A small normal residual is no small residual where columns nearly depend on each other: who says
 * that the problem is solved has the least residual, or says that he may not have it. */
static void
check_nearly_dependent (const SeidelMethod *method)
{
  int n_claims = 0;
  const int n_runs = 240;

  for (int run = 0; run < n_runs; run++)
    {
      const int n = 2 + run % 7;
      const int m = n + 1 + run % 11;
      g_autofree double *b = test_random_vector (m, 500 + (uint64_t) run);
      g_auto (Dense) dense = dense_nearly_dependent (m, n, 1 + run % 38, 900 + (uint64_t) run, b);
      const double best = least_residual_ref (&dense, b);
      g_autoptr (SeidelProblem) problem = problem_of (&dense, b);
      SeidelOptions options = test_options (method->id);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.max_iterations = 2000;
      outcome = test_solve (problem, &options, NULL);
      if (outcome->reason != SEIDEL_REASON_CONVERGED_LEAST_SQUARES || outcome->doubt != NULL)
        continue;
      n_claims++;
      g_test_message ("%s, %d × %d, 2^-%d: residual %.6g, best %.6g after %d", method->id, m, n,
                      1 + run % 38, outcome->true_2, best, (int) outcome->iterations);
      g_assert_cmpfloat (outcome->true_2, <=, 1.01 * best + 1e-12 * seidel_vector_norm_2 (b, m));
    }
  g_test_message ("%s: %d claims of %d runs", method->id, n_claims, n_runs);
  g_assert_cmpint (n_claims, >, n_runs / 3);
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
