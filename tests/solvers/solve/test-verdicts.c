/* What is said of x is true whatever the units: runs that overflow, rows and columns of very
 * different size, solutions that grow, singular systems. Judged in quadruple precision.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-vector.h"
#include "method/seidel-preconditioner.h"

#include "quad-testing.h"
#include "run-testing.h"

/* Lower bidiagonal: ones on the diagonal. */
static SeidelCsr *
bidiagonal (int n, double below)
{
  g_autofree TestEntry *entries = g_new (TestEntry, 2 * n);
  int count = 0;

  for (int i = 0; i < n; i++)
    {
      if (i > 0)
        entries[count++] = (TestEntry){ i, i - 1, below };
      entries[count++] = (TestEntry){ i, i, 1.0 };
    }
  return test_csr_from_entries (n, n, entries, count);
}

static SeidelCsr *
tridiagonal (int n, double below, double diagonal, double above)
{
  g_autofree TestEntry *entries = g_new (TestEntry, 3 * n);
  int count = 0;

  for (int i = 0; i < n; i++)
    {
      if (i > 0)
        entries[count++] = (TestEntry){ i, i - 1, below };
      entries[count++] = (TestEntry){ i, i, diagonal };
      if (i + 1 < n)
        entries[count++] = (TestEntry){ i, i + 1, above };
    }
  return test_csr_from_entries (n, n, entries, count);
}

static SeidelProblem *
problem_of_ones (SeidelCsr *csr)
{
  g_autofree double *b = g_new (double, csr->rows);

  for (int64_t i = 0; i < csr->rows; i++)
    b[i] = 1.0;
  return test_problem (csr, b, NULL);
}

/* A run by every method of the CPU, with every preconditioner that it takes and in every precision;
 * what cannot be run on the matrix is left out. Returns the number of runs. */
static int
for_all_runs (SeidelProblem *problem,
              void (*check) (SeidelProblem *problem,
                             const SeidelOptions *options,
                             const SeidelOutcome *outcome))
{
  size_t n_methods;
  size_t n_kinds;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);
  int runs = 0;

  for (size_t m = 0; m <= n_methods; m++)
    for (size_t k = 0; k < n_kinds; k++)
      for (int precision = 0; precision < 3; precision++)
        {
          SeidelOptions options = test_options (m < n_methods ? methods[m].id : SEIDEL_METHOD_AUTO);
          g_autoptr (SeidelTrace) trace = seidel_trace_new ();
          g_autoptr (SeidelOutcome) outcome = NULL;

          if ((k > 0
               && (m == n_methods || methods[m].preconditioning == SEIDEL_PRECONDITIONING_NONE))
              || kinds[k].engine != NULL || (m < n_methods && methods[m].engine != NULL))
            continue;
          options.preconditioner = kinds[k].id;
          options.precision = (SeidelPrecision) precision;
          options.max_iterations = 300;
          outcome = seidel_solve (problem, &options, trace, NULL, NULL, NULL);
          if (outcome == NULL)
            continue;
          g_test_message ("%s, %s, %s: %s", options.method, options.preconditioner,
                          seidel_precision_id (options.precision),
                          seidel_reason_id (outcome->reason));
          check (problem, &options, outcome);
          runs++;
        }
  return runs;
}

/* A success has an x, and the residual that it claims, also where rounding would hide it. */
static void
check_claim (SeidelProblem *problem, const SeidelOptions *options, const SeidelOutcome *outcome)
{
  const SeidelCsr *csr = problem->matrix->csr;
  QuadNorms norms;

  g_assert_cmpint (outcome->converged, ==, seidel_reason_converged (outcome->reason));
  if (!outcome->converged)
    return;
  g_assert_cmpint (quad_first_not_finite (outcome->x, csr->columns), ==, -1);
  g_assert_true (isfinite (outcome->true_2));
  norms = quad_judge (csr, problem->b, outcome->x);
  if (outcome->reason == SEIDEL_REASON_DATA_PRECISION)
    g_assert_cmpfloat ((double) norms.by_rows, <=, 1e-12);
  else if (outcome->reason != SEIDEL_REASON_CONVERGED_LEAST_SQUARES)
    g_assert_cmpfloat ((double) (norms.residual / norms.b), <=, 1.001 * options->tolerance);
}

/* The true x of these, or an intermediate result, is beyond the range of doubles or floats. */
static void
test_not_finite (void)
{
  SeidelCsr *const matrices[] = {
    bidiagonal (3, -1e200),
    bidiagonal (30, -1e12),
    bidiagonal (140, -2.0),
    bidiagonal (400, -8.0),
    tridiagonal (150, -3.0, 1.0, -1.0),
    tridiagonal (500, -30.0, 1.0, -10.0),
    test_csr_from_dense (2, 2, (double[]){ 1e-310, 1, 1, 1 }),
    test_csr_from_dense (2, 2, (double[]){ 1e-300, 1, 1, 1 }),
    test_csr_from_dense (3, 2, (double[]){ 1e200, 0, 1e200, 1, 0, 1e-200 }),
  };

  for (size_t i = 0; i < G_N_ELEMENTS (matrices); i++)
    {
      g_autoptr (SeidelProblem) problem = problem_of_ones (matrices[i]);

      g_test_message ("matrix %zu", i);
      g_assert_cmpint (for_all_runs (problem, check_claim), >, 5);
    }
}

/* The first row of x that is not finite is named. */
static void
test_place (void)
{
  static const char *const methods[] = { "gauss-seidel", "auto", "umfpack" };
  g_autoptr (SeidelProblem) problem = problem_of_ones (bidiagonal (3, -1e200));

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      SeidelOptions options = test_options (methods[i]);
      g_autoptr (SeidelOutcome) outcome = NULL;

      outcome = test_solve (problem, &options, NULL);
      g_test_message ("%s", methods[i]);
      test_assert_reason (outcome, SEIDEL_REASON_NOT_FINITE);
      g_assert_cmpint (outcome->row, ==, quad_first_not_finite (outcome->x, 3));
      if (i < 2)
        g_assert_cmpint (outcome->row, ==, 2);
    }
}

/* An entry that is no number is named by every method that would begin with factors, too. */
static void
test_place_of_entry (void)
{
  static const char *const methods[] = { "umfpack", "lu", "cholmod", "qr", "cg", "auto" };
  const double values[] = { 4, -1, 0, -1, INFINITY, -1, 0, -1, 4 };

  for (int precision = 0; precision < 3; precision++)
    for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
      {
        g_autoptr (SeidelProblem) problem = problem_of_ones (test_csr_from_dense (3, 3, values));
        SeidelOptions options = test_options (methods[i]);
        g_autoptr (SeidelTrace) trace = seidel_trace_new ();
        g_autoptr (SeidelOutcome) outcome = NULL;

        options.precision = (SeidelPrecision) precision;
        outcome = seidel_solve (problem, &options, trace, NULL, NULL, NULL);
        if (outcome == NULL)
          continue;
        g_test_message ("%s, %s", methods[i], seidel_precision_id (options.precision));
        test_assert_reason (outcome, SEIDEL_REASON_NOT_FINITE);
        g_assert_cmpint (outcome->row, ==, 1);
        g_assert_cmpint (outcome->column, ==, 1);
      }
}

/* x_i = 1 − below x_{i−1}, all terms of one sign: right to the last digits by substitution. */
static void
test_growing (void)
{
  static const char *const methods[] = { "auto",   "gauss-seidel", "gauss-seidel-symmetric",
                                         "lu",     "umfpack",      "qr",
                                         "inverse" };

  for (int n = 60; n <= 300; n += 30)
    for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
      {
        g_autoptr (SeidelProblem) problem = problem_of_ones (bidiagonal (n, -3.0));
        SeidelOptions options = test_options (methods[i]);
        g_autoptr (SeidelOutcome) outcome = NULL;
        Quad exact = 1;

        if (seidel_method_find (methods[i]) == NULL && i > 0)
          continue;
        outcome = test_solve (problem, &options, NULL);
        g_test_message ("%d rows, %s: %s", n, methods[i], seidel_reason_id (outcome->reason));
        g_assert_cmpint (outcome->reason, !=, SEIDEL_REASON_DIVERGED);
        if (i < 4)
          g_assert_true (outcome->converged);
        for (int row = 0; row < n && (i < 5 || outcome->converged); row++)
          {
            const Quad error = quad_abs ((Quad) outcome->x[row] - exact);

            g_assert_cmpfloat ((double) (error / exact), <=, 1e-13);
            exact = 1 + 3 * exact;
          }
      }
}

/* No x solves these, but one of 10¹⁵ seems to: double precision finds its residual zero. */
static void
test_singular (void)
{
  static const double matrices[][9] = {
    { 1, 2, 3, 4, 5, 6, 7, 8, 9 },       { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9 },
    { 1, 2, 3, 2, 4, 6, 3, 6, 9 },       { 2, -1, -1, -1, 2, -1, -1, -1, 2 },
    { 1, 1e-9, 1, 1, 1e-9, 1, 3, 5, 7 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (matrices); i++)
    {
      g_autoptr (SeidelProblem) problem =
        test_problem (test_csr_from_dense (3, 3, matrices[i]), (double[]){ 1, 2, 4 }, NULL);

      g_test_message ("matrix %zu", i);
      for_all_runs (problem, check_claim);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/verdicts/not-finite", test_not_finite);
  g_test_add_func ("/verdicts/place", test_place);
  g_test_add_func ("/verdicts/place-of-entry", test_place_of_entry);
  g_test_add_func ("/verdicts/growing", test_growing);
  g_test_add_func ("/verdicts/singular", test_singular);
  return g_test_run ();
}
