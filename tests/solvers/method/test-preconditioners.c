/* Preconditioners: factors against dense ones, what they apply against what they say they apply,
 * and runs that end while they are prepared.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-error.h"
#include "method/seidel-ilu.h"

#include "dense-preconditioner-testing.h"
#include "golden-testing.h"
#include "refuse-testing.h"

static void
test_applied (gconstpointer data)
{
  size_t n_kinds;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);

  for (size_t k = 0; k < n_kinds; k++)
    for (int seed = 0; seed < 6 && kinds[k].engine == NULL; seed++)
      for (int threads = 1; threads <= 2; threads++)
        {
          g_test_message ("%s, seed %d, %d threads", kinds[k].id, seed, threads);
          check_applied (symmetric_random (37, (uint32_t) seed), kinds[k].id,
                         GPOINTER_TO_INT (data), threads);
          if (!(kinds[k].needs & SEIDEL_NEEDS_SYMMETRIC))
            check_applied (test_csr_random (41, 5, 1.5, (uint32_t) seed), kinds[k].id,
                           GPOINTER_TO_INT (data), threads);
        }
}

static void
test_ilu_factors (void)
{
  for (uint32_t seed = 0; seed < 10; seed++)
    {
      SeidelCsr *csr = test_csr_random (30, 6, 0.9, seed);
      g_autofree double *expected = dense_of (csr);
      Bench *bench = bench_new (csr, "none", SEIDEL_PRECISION_DOUBLE, 1);
      g_autoptr (SeidelCsr) lower = NULL;
      g_autoptr (SeidelCsr) upper = NULL;
      int64_t n = csr->rows;

      ilu_ref (csr, expected);
      g_assert_cmpint (seidel_ilu_factorise (&bench->run, &lower, &upper), ==, SEIDEL_REASON_NONE);
      g_assert_true (seidel_csr_validate (lower, NULL));
      g_assert_true (seidel_csr_validate (upper, NULL));
      /* Nothing but the pattern of A and the diagonal twice. */
      g_assert_cmpint (seidel_csr_nonzeros (lower) + seidel_csr_nonzeros (upper), ==,
                       seidel_csr_nonzeros (csr) + n);
      for (int64_t row = 0; row < n; row++)
        {
          double pivot = upper->values[upper->row_offsets[row]];

          g_assert_cmpint (upper->column_indices[upper->row_offsets[row]], ==, row);
          g_assert_cmpfloat (lower->values[lower->row_offsets[row + 1] - 1], ==, pivot);
          for (int64_t k = upper->row_offsets[row]; k < upper->row_offsets[row + 1]; k++)
            g_assert_cmpfloat (fabs (upper->values[k]
                                     - expected[row * n + upper->column_indices[k]]),
                               <=, 1e-13 * fabs (upper->values[k]) + 1e-14);
          for (int64_t k = lower->row_offsets[row]; k + 1 < lower->row_offsets[row + 1]; k++)
            {
              int32_t column = lower->column_indices[k];
              double unit = lower->values[k] / upper->values[upper->row_offsets[column]];

              g_assert_cmpfloat (fabs (unit - expected[row * n + column]), <=,
                                 1e-12 * fabs (unit) + 1e-14);
            }
        }
      bench_free (bench);
    }
}

static void
test_ic_factors (void)
{
  for (uint32_t seed = 0; seed < 10; seed++)
    {
      SeidelCsr *csr = symmetric_random (30, seed);
      g_autofree double *expected = dense_of (csr);
      Bench *bench = bench_new (csr, "none", SEIDEL_PRECISION_DOUBLE, 1);
      g_autoptr (SeidelCsr) lower = NULL;
      g_autoptr (SeidelCsr) upper = NULL;
      int64_t n = csr->rows;
      int64_t failed_row = 99;
      double shift = 99.0;

      g_assert_true (ic_ref (csr, expected));
      g_assert_cmpint (seidel_ic_factorise (&bench->run, &lower, &upper, &shift, &failed_row), ==,
                       SEIDEL_REASON_NONE);
      g_assert_cmpfloat (shift, ==, 0.0);
      g_assert_cmpint (failed_row, ==, -1);
      for (int64_t row = 0; row < n; row++)
        for (int64_t k = lower->row_offsets[row]; k < lower->row_offsets[row + 1]; k++)
          {
            int32_t column = lower->column_indices[k];
            double pivot = lower->values[lower->row_offsets[column + 1] - 1];

            g_assert_cmpfloat (fabs (lower->values[k] / sqrt (pivot) - expected[row * n + column]),
                               <=, 1e-13);
            g_assert_cmpfloat (upper->values[seidel_csr_find (upper, column, row)], ==,
                               lower->values[k]);
          }
      bench_free (bench);
    }
}

/* Kershaw's matrix is positive definite, but IC(0) of it meets 3 − 2 (4/3) − 4 / (9 · 5/9) … < 0.
 */
static void
test_shift (void)
{
  const double kershaw[] = { 3, -2, 0, 2, -2, 3, -2, 0, 0, -2, 3, -2, 2, 0, -2, 3 };
  SeidelCsr *csr = test_csr_from_dense (4, 4, kershaw);
  Bench *bench = bench_new (csr, "none", SEIDEL_PRECISION_DOUBLE, 1);
  g_autoptr (SeidelCsr) lower = NULL;
  g_autoptr (SeidelCsr) upper = NULL;
  g_autoptr (SeidelProblem) problem =
    test_problem (test_csr_from_dense (4, 4, kershaw), NULL, NULL);
  SeidelOptions options = test_options ("cg");
  g_autoptr (SeidelOutcome) outcome = NULL;
  double power = 1e-3;
  double shift = 0.0;
  int64_t failed_row = -1;

  g_assert_cmpint (seidel_ic_factorise (&bench->run, &lower, &upper, &shift, &failed_row), ==,
                   SEIDEL_REASON_NONE);
  g_assert_cmpint (failed_row, ==, 3);
  while (power < shift)
    power *= 2.0;
  g_assert_cmpfloat (power, ==, shift);
  /* It is the first that does: with half of it a pivot still fails. */
  for (int half = 0; half < 2; half++)
    {
      g_autofree double *dense = dense_of (csr);

      for (int i = 0; i < 4; i++)
        dense[i * 4 + i] *= 1.0 + (half ? shift / 2.0 : shift);
      g_assert_cmpint (ic_ref (csr, dense), ==, !half);
    }
  bench_free (bench);

  options.preconditioner = "ic0";
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  test_assert_wording (outcome->message);
}

/* Without fill an incomplete factorisation is the whole one: one iteration is enough. */
static void
test_exact (void)
{
  const char *const pairs[][2] = {
    { "cg", "ic0" },
    { "cg-flexible", "ilu0" },
    { "minres", "ic0" },
    { "bicg", "ilu0" },
    { "bicgstab", "ilu0" },
    { "gmres", "ilu0" },
    { "gmres-flexible", "ilu0" },
    { "gmres", "ic0" },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", 200);
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options (pairs[i][0]);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.preconditioner = pairs[i][1];
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      g_assert_cmpint (outcome->iterations, ==, 1);
      g_assert_cmpfloat (outcome->error_inf, <, 1e-10);
    }
}

/* A diagonal that is missing may fill in: [0 1; 1 0] does not, [1 1; 1 0] does. */
static void
test_missing_diagonal (void)
{
  const double never[] = { 0, 1, 1, 0 };
  const double fills[] = { 1, 1, 1, 0 };
  g_autoptr (SeidelProblem) hopeless = test_problem (test_csr_from_dense (2, 2, never), NULL, NULL);
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (2, 2, fills), NULL, NULL);
  SeidelOptions options = test_options ("gmres");
  g_autoptr (SeidelOutcome) broken = NULL;
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.preconditioner = "ilu0";
  broken = test_solve (hopeless, &options, NULL);
  test_assert_reason (broken, SEIDEL_REASON_BREAKDOWN);
  test_assert_wording (broken->message);
  g_assert_cmpfloat (broken->true_2, ==, G_SQRT2);
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  g_assert_cmpint (outcome->iterations, ==, 1);
}

static void
test_cancelled (void)
{
  static const char *const kinds[] = { "ilu0", "ic0", "multigrid" };

  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 30);
      Bench *bench =
        bench_new (test_csr_random (50, 3, 2.0, 1), kinds[i], SEIDEL_PRECISION_DOUBLE, 1);
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options ("gmres");
      g_autoptr (SeidelOutcome) outcome = NULL;

      g_cancellable_cancel (bench->cancellable);
      g_assert_cmpstr (seidel_reason_id (bench_prepare (bench)), ==, "cancelled");
      bench_free (bench);

      options.preconditioner = kinds[i];
      options.time_limit = 1e-9;
      outcome = test_solve (problem, &options, NULL);
      test_assert_reason (outcome, SEIDEL_REASON_TIME_LIMIT);
      g_assert_cmpint (outcome->iterations, ==, 0);
    }
}

/* u · M⁻¹ v = v · M⁻¹ u for a symmetric matrix, through several levels. */
static void
test_multigrid_is_symmetric (void)
{
  for (int cycle = SEIDEL_CYCLE_V; cycle <= SEIDEL_CYCLE_W; cycle++)
    for (int threads = 1; threads <= 2; threads++)
      {
        g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-7", 14);
        int64_t n = matrix->csr->rows;
        Bench *bench = bench_new (seidel_csr_transpose (matrix->csr, NULL, NULL), "multigrid",
                                  SEIDEL_PRECISION_DOUBLE, threads);
        g_autofree double *u = test_random_vector (n, 1);
        g_autofree double *v = test_random_vector (n, 2);
        g_autofree double *x = g_new (double, n);
        g_autofree double *y = g_new (double, n);
        double uy = 0.0;
        double vx = 0.0;
        double ux = 0.0;

        bench->options.parameters[SEIDEL_PARAMETER_CYCLE] = cycle;
        bench->options.parameters[SEIDEL_PARAMETER_SMOOTHING] = 2 - cycle;
        g_assert_cmpint (bench_prepare (bench), ==, SEIDEL_REASON_NONE);
        bench_apply (bench, false, u, x);
        bench_apply (bench, false, v, y);
        for (int64_t i = 0; i < n; i++)
          {
            uy += u[i] * y[i];
            vx += v[i] * x[i];
            ux += u[i] * x[i];
          }
        g_assert_cmpfloat (fabs (uy - vx), <, 1e-11 * ux);
        bench_free (bench);
      }
}

/* The iterations hardly grow with the grid, on any number of threads. */
static void
test_multigrid_iterations (void)
{
  static const struct
  {
    const char *kind;
    double sizes[2];
    int64_t most;
  } cases[] = {
    { "poisson-5", { 40, 160 }, 8 },       { "poisson-7", { 12, 36 }, 9 },
    { "poisson-27", { 10, 26 }, 7 },       { "poisson-anisotropic", { 40, 120 }, 6 },
    { "minimal-surface", { 30, 100 }, 7 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int size = 0; size < 2; size++)
      for (int threads = 1; threads <= 2; threads++)
        {
          g_autoptr (SeidelMatrix) matrix =
            test_gallery_sized (cases[i].kind, cases[i].sizes[size]);
          g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
          SeidelOptions options = test_options ("cg");
          g_autoptr (SeidelOutcome) outcome = NULL;

          options.preconditioner = "multigrid";
          options.tolerance = 1e-8;
          options.threads = threads;
          outcome = test_solve (problem, &options, NULL);
          g_test_message ("%s %g: %" G_GINT64_FORMAT, cases[i].kind, cases[i].sizes[size],
                          outcome->iterations);
          g_assert_true (outcome->converged);
          g_assert_cmpint (outcome->iterations, <=, cases[i].most);
        }
}

/* Each large block in turn is refused: the run never takes place, or ends for want of memory with
 * the guess in x, or does not notice. */
static void
check_memory (const char *preconditioner, const char *method, const char *strategy)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 40);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options (method);
  bool all = false;
  int ended = 0;

  options.preconditioner = preconditioner;
  options.strategy = strategy;
  for (int block = 1; !all; block++)
    {
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (SeidelOutcome) outcome = NULL;
      g_autoptr (GError) error = NULL;

      asked = 0;
      refused = block;
      outcome = seidel_solve (problem, &options, trace, NULL, NULL, &error);
      all = asked < block;
      refused = 0;
      if (outcome == NULL)
        g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
      else if (!outcome->converged)
        {
          test_assert_reason (outcome, SEIDEL_REASON_OUT_OF_MEMORY);
          g_assert_nonnull (outcome->message);
          test_assert_close (outcome->x, problem->guess, outcome->n, 0.0);
          ended++;
        }
      g_assert_false (all && !outcome->converged);
    }
  g_test_message ("%s, %s, %s: %d", preconditioner, method, strategy, ended);
  g_assert_cmpint (ended, >=, 5);
}

static void
test_memory (void)
{
  size_t n_kinds;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);

  for (size_t k = 0; k < n_kinds; k++)
    for (int levels = 0; levels < 2 && kinds[k].engine == NULL; levels++)
      {
        check_memory (kinds[k].id, kinds[k].never_transposed ? "gmres" : "bicg",
                      levels ? "levels" : "serial");
        check_memory (kinds[k].id, "gmres-flexible", levels ? "levels" : "serial");
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/preconditioners/applied/single",
                        GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE), test_applied);
  g_test_add_data_func ("/preconditioners/applied/double",
                        GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE), test_applied);
  g_test_add_func ("/preconditioners/ilu-factors", test_ilu_factors);
  g_test_add_func ("/preconditioners/ic-factors", test_ic_factors);
  g_test_add_func ("/preconditioners/shift", test_shift);
  g_test_add_func ("/preconditioners/exact", test_exact);
  g_test_add_func ("/preconditioners/missing-diagonal", test_missing_diagonal);
  g_test_add_func ("/preconditioners/cancelled", test_cancelled);
  g_test_add_func ("/preconditioners/memory", test_memory);
  g_test_add_func ("/preconditioners/multigrid/symmetric", test_multigrid_is_symmetric);
  g_test_add_func ("/preconditioners/multigrid/iterations", test_multigrid_iterations);
  return g_test_run ();
}
