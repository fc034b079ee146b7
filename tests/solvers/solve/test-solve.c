/* seidel_solve (): every ending that can be provoked, what the outcome says, and what is refused.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-schedule.h"
#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-method.h"

#include "golden-testing.h"
#include "run-testing.h"

/* 3 × 3, dominant and symmetric, so that every method converges. */
static const double small[] = { 4, -1, 0, -1, 4, -1, 0, -1, 4 };

static SeidelProblem *
small_problem (const double *b, const double *guess)
{
  return test_problem (test_csr_from_dense (3, 3, small), b, guess);
}

/* The norms of b − A x in long double. */
static SeidelNorms
true_residual_ref (const SeidelProblem *problem, const double *x)
{
  const SeidelCsr *csr = problem->matrix->csr;
  long double squared = 0.0L;
  long double largest = 0.0L;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      long double r = problem->b[row];

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        r -= (long double) csr->values[k] * x[csr->column_indices[k]];
      squared += r * r;
      largest = MAX (largest, fabsl (r));
    }
  return (SeidelNorms){ (double) sqrtl (squared), (double) largest };
}

static void
check_outcome (const SeidelProblem *problem,
               const SeidelOptions *options,
               const SeidelOutcome *outcome,
               SeidelTrace *trace)
{
  double norm_b = seidel_vector_norm_2 (problem->b, outcome->n);
  SeidelNorms norms = true_residual_ref (problem, outcome->x);
  double error = 0.0;
  double seconds = outcome->load_seconds;
  SeidelTracePoint last = seidel_trace_point (trace, seidel_trace_n_points (trace) - 1);

  g_assert_cmpstr (outcome->method, ==, options->method);
  g_assert_cmpstr (outcome->engine, ==, "cpu");
  g_assert_cmpint (outcome->precision, ==, options->precision);
  g_assert_cmpint (outcome->threads, ==, options->threads);
  g_assert_cmpint (outcome->n, ==, problem->matrix->csr->columns);
  g_assert_cmpfloat (fabs (outcome->true_2 - norms.norm_2), <=, 1e-13 * norm_b);
  g_assert_cmpfloat (fabs (outcome->true_inf - norms.norm_inf), <=, 1e-13 * norm_b);
  for (int64_t i = 0; i < outcome->n; i++)
    error = MAX (error, fabs (outcome->x[i] - 1.0));
  g_assert_cmpfloat (outcome->error_inf, ==, error);
  g_assert_cmpfloat (seidel_trace_reference (trace), ==, norm_b);
  g_assert_cmpfloat (outcome->residual_initial, ==, seidel_trace_point (trace, 0).residual);
  g_assert_cmpfloat (outcome->residual_final, ==, last.residual);
  g_assert_cmpfloat (outcome->residual_relative, ==, last.residual / norm_b);
  g_assert_cmpint (outcome->iterations, ==, last.iteration);
  g_assert_cmpint (outcome->iterations, ==, seidel_trace_iterations (trace));
  for (int phase = 0; phase < SEIDEL_N_PHASES; phase++)
    {
      g_assert_cmpfloat (outcome->seconds[phase], >=, 0.0);
      seconds += outcome->seconds[phase];
    }
  g_assert_cmpfloat (fabs (outcome->total_seconds - seconds), <, 1e-9);
}

static void
test_converged_relative (const SeidelMethod *method)
{
  for (int precision = 0; precision < 2; precision++)
    for (int threads = 1; threads <= 2; threads++)
      {
        g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
        g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
        g_autoptr (SeidelTrace) trace = seidel_trace_new ();
        SeidelOptions options = test_options_of (method);
        g_autoptr (SeidelOutcome) outcome = NULL;

        options.precision = precision;
        options.threads = threads;
        options.tolerance = 1e-4;
        outcome = test_solve (problem, &options, trace);
        test_assert_reason (outcome, SEIDEL_REASON_CONVERGED_RELATIVE);
        g_assert_cmpfloat (outcome->residual_relative, <=, 1e-4);
        g_assert_cmpfloat (seidel_trace_point (trace, seidel_trace_n_points (trace) - 2).residual,
                           >, 1e-4 * seidel_trace_reference (trace));
        g_assert_cmpstr (outcome->message, ==, NULL);
        check_outcome (problem, &options, outcome, trace);
      }
}

static void
test_converged_absolute (const SeidelMethod *method)
{
  g_autoptr (SeidelProblem) problem = small_problem (NULL, NULL);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.tolerance = 0.0;
  options.absolute_tolerance = 1e-3;
  outcome = test_solve (problem, &options, trace);
  /* Krylov methods may be done at a stroke, and so is multigrid on so small a matrix. */
  if (method->family != SEIDEL_FAMILY_KRYLOV && !g_str_equal (method->id, "multigrid"))
    test_assert_reason (outcome, SEIDEL_REASON_CONVERGED_ABSOLUTE);
  g_assert_true (outcome->converged);
  g_assert_cmpfloat (outcome->residual_final, <=, 1e-3);
}

/* Nothing is left to do: b = 0 from zero, or the guess is the solution. */
static void
test_converged_exact (const SeidelMethod *method)
{
  const double zeros[] = { 0, 0, 0 };
  const double ones[] = { 1, 1, 1 };

  for (int solved = 0; solved < 2; solved++)
    {
      g_autoptr (SeidelProblem) problem =
        small_problem (solved ? NULL : zeros, solved ? ones : NULL);
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      SeidelOptions options = test_options_of (method);
      g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, trace);

      test_assert_reason (outcome, SEIDEL_REASON_CONVERGED_EXACT);
      g_assert_cmpint (outcome->iterations, ==, 0);
      g_assert_cmpfloat (outcome->residual_final, ==, 0.0);
      g_assert_cmpfloat (outcome->residual_relative, ==, 0.0);
      g_assert_cmpfloat (outcome->true_2, ==, 0.0);
      g_assert_cmpfloat (outcome->true_inf, ==, 0.0);
      test_assert_same_bits (outcome->x, solved ? ones : zeros, 3);
      g_assert_true ((outcome->doubt != NULL) == !solved);
    }
}

/* Zero solves it, and says nothing about the matrix. */
static void
test_zeros_of_singular (void)
{
  static const char *const methods[] = { "lu", "cg", SEIDEL_METHOD_AUTO };
  const double none[4] = { 0 };
  const double regular[] = { 2, 1, 1, 2 };

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    for (int empty = 0; empty < 2; empty++)
      {
        g_autoptr (SeidelProblem) problem =
          test_problem (test_csr_from_dense (2, 2, empty ? none : regular), none, NULL);
        SeidelOptions options = test_options (methods[m]);
        g_autoptr (SeidelOutcome) outcome = NULL;

        if (empty && g_str_equal (methods[m], "cg"))
          continue; /* which needs a diagonal */
        outcome = test_solve (problem, &options, NULL);
        g_assert_true (outcome->converged);
        g_assert_nonnull (outcome->doubt);
        test_assert_wording_of (empty ? "empty" : "regular", outcome->doubt);
      }
}

/* b = 0 from elsewhere: what counts is the first residual. */
static void
test_zero_rhs (const SeidelMethod *method)
{
  const double zeros[] = { 0, 0, 0 };
  const double guess[] = { 1e6, -2e6, 3e6 };
  g_autoptr (SeidelProblem) problem = small_problem (zeros, guess);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, trace);

  g_assert_true (outcome->converged);
  g_assert_cmpfloat (seidel_trace_reference (trace), ==, outcome->residual_initial);
  g_assert_cmpfloat (outcome->residual_initial, >, 1e6);
  g_assert_cmpfloat (outcome->residual_relative, <=, 1e-8);
  g_assert_cmpfloat (seidel_vector_norm_inf (outcome->x, 3), <, 1.0);
}

static void
test_one_by_one (const SeidelMethod *method)
{
  const double a = 8.0;
  const double b = 2.0;
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (1, 1, &a), &b, NULL);
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);

  test_assert_reason (outcome, SEIDEL_REASON_CONVERGED_EXACT);
  g_assert_cmpint (outcome->iterations, ==, 1);
  g_assert_cmpfloat (outcome->x[0], ==, 0.25);
}

static void
test_empty (const SeidelMethod *method)
{
  for (int threads = 1; threads <= 2; threads++)
    {
      g_autoptr (SeidelProblem) problem =
        test_problem (test_csr_from_dense (0, 0, NULL), NULL, NULL);
      SeidelOptions options = test_options_of (method);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.threads = threads;
      outcome = test_solve (problem, &options, NULL);
      test_assert_reason (outcome, SEIDEL_REASON_CONVERGED_EXACT);
      g_assert_cmpint (outcome->n, ==, 0);
      g_assert_cmpfloat (outcome->true_2, ==, 0.0);
      g_assert_cmpfloat (outcome->error_inf, ==, 0.0);
    }
}

static void
test_iteration_limit (const SeidelMethod *method)
{
  for (int limit = 0; limit <= 2; limit++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 60);
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      SeidelOptions options = test_options_of (method);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.max_iterations = limit;
      outcome = test_solve (problem, &options, trace);
      test_assert_reason (outcome, SEIDEL_REASON_ITERATION_LIMIT);
      g_assert_cmpuint (seidel_trace_n_points (trace), ==, limit + 1);
      check_outcome (problem, &options, outcome, trace);
      if (limit == 0)
        test_assert_same_bits (outcome->x, problem->guess, outcome->n);
    }
}

/* So slow that no machine is done before it is stopped, whatever the method. */
static SeidelProblem *
endless_problem (SeidelOptions *options)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", 200000);

  options->tolerance = 0.0;
  options->max_iterations = G_MAXINT64;
  options->stagnation_window = G_MAXINT;
  return test_problem_of (matrix);
}

static void
test_time_limit (const SeidelMethod *method)
{
  /* The first is over before the run begins, the others at some place of a step. */
  static const double limits[] = { 1e-9, 0.02, 0.011, 0.012, 0.013, 0.015, 0.017, 0.019 };

  for (size_t i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      SeidelOptions options = test_options_of (method);
      g_autoptr (SeidelProblem) problem = endless_problem (&options);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.time_limit = limits[i];
      outcome = test_solve (problem, &options, NULL);
      test_assert_reason (outcome, SEIDEL_REASON_TIME_LIMIT);
      g_assert_true (isfinite (outcome->true_2));
      g_assert_true (isfinite (outcome->error_inf));
      if (i == 0)
        test_assert_same_bits (outcome->x, problem->guess, outcome->n);
    }
}

static void
test_no_time_limit (const SeidelMethod *method)
{
  static const double limits[] = { 0.0, 1e9, 1e300, INFINITY };

  for (size_t i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      g_autoptr (SeidelProblem) problem = small_problem (NULL, NULL);
      SeidelOptions options = test_options_of (method);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.time_limit = limits[i];
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
    }
}

/* Single precision cannot reach 1e-12 with sweeps: the run stagnates instead of continuing. */
static void
test_stagnated (const SeidelMethod *method)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 10);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (!method->monotone)
    return;
  options.precision = SEIDEL_PRECISION_SINGLE;
  options.tolerance = 1e-12;
  options.stagnation_window = 60;
  problem->b[17] += 0.123456789; /* so that the residual cannot become exactly zero */
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_STAGNATED);
  g_assert_cmpfloat (outcome->residual_relative, <, 1e-5);
  g_assert_cmpint (outcome->iterations, <, 2000);
}

/* The recursive residual of CG falls below what the precision can reach: that is no convergence. */
static void
test_true_residual_is_reported (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 30);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options ("cg");
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.precision = SEIDEL_PRECISION_SINGLE;
  options.tolerance = 1e-10;
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_ACCURACY_LIMIT);
  g_assert_cmpfloat (outcome->true_2, >, 1e-9 * seidel_vector_norm_2 (problem->b, outcome->n));
  test_assert_wording (outcome->message);
}

/* A residual of exactly zero in single precision, 3 · (1/3) = 1 there, is not one in double. */
static void
test_exact_in_single (void)
{
  const double a = 3.0;
  const double b = 1.0;
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (1, 1, &a), &b, NULL);
  SeidelOptions options = test_options ("gauss-seidel");
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.precision = SEIDEL_PRECISION_SINGLE;
  options.tolerance = 1e-12;
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_STAGNATED);
  g_assert_cmpfloat (outcome->residual_final, ==, 0.0);
  g_assert_cmpfloat (outcome->true_2, >, 1e-8);
  test_assert_wording (outcome->message);
}

static void
test_diverged (void)
{
  const double dense[] = { 1, 2, 2, 1 };

  for (int factor = 1; factor <= 10; factor += 9)
    {
      g_autoptr (SeidelProblem) problem =
        test_problem (test_csr_from_dense (2, 2, dense), NULL, NULL);
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      SeidelOptions options = test_options ("gauss-seidel");
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.divergence_factor = pow (10.0, factor);
      outcome = test_solve (problem, &options, trace);
      test_assert_reason (outcome, SEIDEL_REASON_DIVERGED);
      g_assert_cmpfloat (outcome->residual_relative, >, pow (10.0, factor));
      g_assert_cmpfloat (outcome->residual_relative, <, 5 * pow (10.0, factor));
      check_outcome (problem, &options, outcome, trace);
    }
}

static void
test_not_finite (const SeidelMethod *method)
{
  static const double bad[] = { NAN, INFINITY, -INFINITY };
  double dense[9];

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    for (int where = 0; where < 3; where++)
      {
        double b[] = { 1, 2, 3 };
        double guess[] = { 0, 1, 0 };
        g_autoptr (SeidelProblem) problem = NULL;
        SeidelOptions options = test_options_of (method);
        g_autoptr (SeidelOutcome) outcome = NULL;

        memcpy (dense, small, sizeof dense);
        if (where == 0)
          dense[4] = bad[i] == -INFINITY ? INFINITY : bad[i];
        else
          (where == 1 ? b : guess)[1] = bad[i];
        problem = test_problem (test_csr_from_dense (3, 3, dense), b, guess);
        outcome = test_solve (problem, &options, NULL);
        test_assert_reason (outcome, SEIDEL_REASON_NOT_FINITE);
        g_assert_cmpint (outcome->iterations, ==, 0);
        g_assert_false (isfinite (outcome->true_2));
        test_assert_wording_of (where == 0   ? "matrix"
                                : where == 1 ? "right-hand side"
                                             : "first guess",
                                outcome->message);
      }
}

/* Numbers that double precision holds and single precision does not. */
static void
test_beyond_single (void)
{
  for (int where = 0; where < 3; where++)
    {
      const double dense[] = { 4, -1, 0, -1, 4, -1, 0, -1, where == 0 ? 1e39 : 4 };
      const double b[] = { 1, 2, where == 1 ? -2e39 : 3 };
      const double guess[] = { 0, 0, where == 2 ? 3e39 : 1 };
      g_autoptr (SeidelProblem) problem =
        test_problem (test_csr_from_dense (3, 3, dense), b, guess);
      SeidelOptions options = test_options ("jacobi");
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.precision = SEIDEL_PRECISION_SINGLE;
      options.scaling = SEIDEL_SCALE_NONE;
      outcome = test_solve (problem, &options, NULL);
      test_assert_reason (outcome, SEIDEL_REASON_NOT_FINITE);
      test_assert_wording (outcome->message);
    }
}

/* The error of an iterate with a NaN is NaN, in whatever row it is. */
static void
test_error_not_finite (void)
{
  for (int where = 0; where < 3; where++)
    {
      double guess[] = { 9, 9, 9 };
      g_autoptr (SeidelProblem) problem = NULL;
      SeidelOptions options = test_options ("cg");
      g_autoptr (SeidelOutcome) outcome = NULL;

      guess[where] = NAN;
      problem = small_problem (NULL, guess);
      outcome = test_solve (problem, &options, NULL);
      test_assert_reason (outcome, SEIDEL_REASON_NOT_FINITE);
      g_assert_true (isnan (outcome->error_inf));
    }
}

/* Growth without a bound ends when the numbers do. */
static void
test_overflow (void)
{
  const double dense[] = { 1, 2, 2, 1 };

  for (int precision = 0; precision < 2; precision++)
    {
      g_autoptr (SeidelProblem) problem =
        test_problem (test_csr_from_dense (2, 2, dense), NULL, NULL);
      SeidelOptions options = test_options ("jacobi");
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.precision = precision;
      options.divergence_factor = INFINITY;
      outcome = test_solve (problem, &options, NULL);
      test_assert_reason (outcome, SEIDEL_REASON_NOT_FINITE);
      g_assert_cmpint (outcome->iterations, >, 100);
    }
}

/* Numbers whose squares vanish or overflow: no claim of an exact solution is made. */
static void
test_extreme_scales (const SeidelMethod *method)
{
  for (int large = 0; large < 2; large++)
    {
      double scale = large ? 1e200 : 1e-200;
      double dense[9];
      g_autoptr (SeidelProblem) problem = NULL;
      SeidelOptions options = test_options_of (method);
      g_autoptr (SeidelOutcome) outcome = NULL;

      for (int k = 0; k < 9; k++)
        dense[k] = scale * small[k];
      problem = test_problem (test_csr_from_dense (3, 3, dense), NULL, NULL);
      options.scaling = SEIDEL_SCALE_NONE;
      outcome = test_solve (problem, &options, NULL);
      test_assert_reason (outcome, SEIDEL_REASON_BREAKDOWN);
      test_assert_wording_of (large ? "large" : "small", outcome->message);
    }
}

/* A diagonal entry that single precision cannot hold. */
static void
test_zero_in_single (const SeidelMethod *method)
{
  static const TestEntry entries[] = { { 0, 0, 1 }, { 1, 1, 1e-300 }, { 2, 2, 1 } };

  for (int precision = 0; precision < 2; precision++)
    {
      g_autoptr (SeidelProblem) problem =
        test_problem (test_csr_from_entries (3, 3, entries, 3), NULL, NULL);
      SeidelOptions options = test_options_of (method);
      g_autoptr (SeidelOutcome) outcome = NULL;

      if (!(method->needs & SEIDEL_NEEDS_DIAGONAL))
        return;
      options.precision = precision;
      options.scaling = SEIDEL_SCALE_NONE;
      outcome = test_solve (problem, &options, NULL);
      if (precision == SEIDEL_PRECISION_DOUBLE)
        {
          g_assert_true (outcome->converged);
          continue;
        }
      test_assert_reason (outcome, SEIDEL_REASON_BREAKDOWN);
      test_assert_wording_of ("zero", outcome->message);
      /* It may show before the first residual is known, or with the first step. */
      g_assert_cmpint (outcome->iterations, ==, 0);
      g_assert_true (isfinite (outcome->true_2));
    }
}

static void
check_refused (SeidelCsr *csr, const SeidelOptions *options, SeidelError code)
{
  g_autoptr (SeidelProblem) problem = test_problem (csr, NULL, NULL);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_solve (problem, options, trace, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, (int) code);
  /* Whoever watches the trace learns that it is over. */
  g_assert_cmpint (seidel_trace_state (trace), ==, SEIDEL_RUN_FINISHED);
  g_assert_cmpuint (seidel_trace_n_points (trace), ==, 0);
}

static void
test_refused (void)
{
  const double wide[] = { 1, 0, 0, 0, 1, 0 };
  const SeidelEngineEntryInfo *cuda = seidel_engines_find ("cuda");
  SeidelOptions options = test_options ("gauss-seidel");

  check_refused (test_csr_from_dense (2, 3, wide), &options, SEIDEL_ERROR_INVALID);
  options.method = "voodoo";
  check_refused (test_csr_from_dense (3, 3, small), &options, SEIDEL_ERROR_OPTIONS);
  options = test_options ("jacobi");
  options.engine = "abacus";
  check_refused (test_csr_from_dense (3, 3, small), &options, SEIDEL_ERROR_OPTIONS);
  options = test_options ("gauss-seidel");
  options.strategy = "sideways";
  check_refused (test_csr_from_dense (3, 3, small), &options, SEIDEL_ERROR_OPTIONS);
  options = test_options ("gauss-seidel");
  options.engine = "cuda";
  if (!cuda->available)
    check_refused (test_csr_from_dense (3, 3, small), &options, SEIDEL_ERROR_UNAVAILABLE);
}

/* Rectangular is refused by every method but those of least squares, before anything is computed.
 */
static void
test_rectangular (const SeidelMethod *method)
{
  const double tall[] = { 1, 0, 0, 1, 1, 1 };
  SeidelOptions options = test_options_of (method);

  if (!method->least_squares)
    check_refused (test_csr_from_dense (3, 2, tall), &options, SEIDEL_ERROR_INVALID);
}

static void
test_cancelled_before (const SeidelMethod *method)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (SeidelProblem) problem = small_problem (NULL, NULL);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelTrace) second = seidel_trace_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelOptions options = test_options_of (method);

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_solve (problem, &options, trace, cancellable, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (seidel_trace_state (trace), ==, SEIDEL_RUN_FINISHED);
  g_clear_error (&error);

  /* Where nothing has to be analysed, which colours always have, a run takes place, if a short
   * one. */
  if (method->by_colors)
    return;
  problem->structure = seidel_structure_new (problem->matrix, NULL, NULL, NULL);
  for (int direction = 0; direction < 2; direction++)
    problem->schedules[direction] =
      seidel_schedule_new (problem->matrix->csr, direction, NULL, NULL, NULL);
  outcome = seidel_solve (problem, &options, second, cancellable, cancellable, &error);
  g_assert_no_error (error);
  test_assert_reason (outcome, SEIDEL_REASON_CANCELLED);
  g_assert_true (isnan (outcome->true_2));
  g_assert_true (isnan (outcome->true_inf));
  g_assert_cmpfloat (outcome->error_inf, ==, 1.0);
  test_assert_same_bits (outcome->x, problem->guess, 3);
}

typedef struct
{
  SeidelTrace *trace;
  GCancellable *cancellable;
} Canceller;

static gpointer
cancel_cb (gpointer data)
{
  Canceller *canceller = data;

  while (seidel_trace_iterations (canceller->trace) < 2)
    g_usleep (100);
  g_cancellable_cancel (canceller->cancellable);
  return NULL;
}

static void
check_cancelled_during (const SeidelMethod *method, const char *strategy, int threads)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelProblem) problem = endless_problem (&options);
  Canceller canceller = { trace, cancellable };
  GThread *thread = g_thread_new ("canceller", cancel_cb, &canceller);
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (GError) error = NULL;
  SeidelNorms norms;

  options.strategy = strategy;
  options.threads = threads;
  outcome = seidel_solve (problem, &options, trace, cancellable, NULL, &error);
  g_thread_join (thread);
  g_assert_no_error (error);
  test_assert_reason (outcome, SEIDEL_REASON_CANCELLED);
  g_assert_cmpint (outcome->iterations, >=, 2);
  g_assert_cmpuint (seidel_trace_n_points (trace), ==, outcome->iterations + 1);
  /* What there is, is verified all the same. */
  norms = true_residual_ref (problem, outcome->x);
  g_assert_cmpfloat (fabs (outcome->true_2 / norms.norm_2 - 1.0), <, 1e-9);
  g_assert_cmpfloat (outcome->true_2, <, 2.0 * outcome->residual_initial);
  g_assert_cmpint (seidel_trace_state (trace), ==, SEIDEL_RUN_FINISHED);
}

static void
test_cancelled_during (const SeidelMethod *method)
{
  for (int threads = 1; threads <= 2; threads++)
    for (int strategy = 0; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
      /* A demonstration may take as many passes as there are rows: not two sweeps are over in
       * a reasonable time. */
      if ((strategy == 0 || method->sweeps != SEIDEL_SWEEPS_NONE)
          && !seidel_cpu_engine ()->strategies[strategy].demonstration
          && test_method_takes (method, &seidel_cpu_engine ()->strategies[strategy]))
        check_cancelled_during (method, seidel_cpu_engine ()->strategies[strategy].id, threads);
}

/* A run that has converged by any criterion is at its end, and one of half as many iterations is on
 * its way, whatever the other criteria are. */
static void
test_progress (void)
{
  static const struct
  {
    const char *method;
    double tolerance;
    double absolute;
    double backward;
    double maximum;
    SeidelReason reason;
  } cases[] = {
    { "cg", 1e-8, 0.0, 0.0, 0.0, SEIDEL_REASON_CONVERGED_RELATIVE },
    { "cg", 0.0, 1e-6, 0.0, 0.0, SEIDEL_REASON_CONVERGED_ABSOLUTE },
    { "cg", 0.0, 0.0, 1e-10, 0.0, SEIDEL_REASON_CONVERGED_BACKWARD },
    { "cg", 0.0, 0.0, 0.0, 1e-7, SEIDEL_REASON_CONVERGED_MAXIMUM },
    { "jacobi", 0.0, 0.0, 1e-5, 0.0, SEIDEL_REASON_CONVERGED_BACKWARD },
  };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SeidelOptions options = test_options (cases[i].method);
      g_autoptr (SeidelTrace) whole = seidel_trace_new ();
      g_autoptr (SeidelTrace) half = seidel_trace_new ();
      g_autoptr (SeidelOutcome) outcome = NULL;
      g_autoptr (SeidelOutcome) cut = NULL;

      options.tolerance = cases[i].tolerance;
      options.absolute_tolerance = cases[i].absolute;
      options.backward_tolerance = cases[i].backward;
      options.maximum_tolerance = cases[i].maximum;
      outcome = test_solve (problem, &options, whole);
      g_assert_cmpint (outcome->reason, ==, cases[i].reason);
      g_assert_cmpfloat (seidel_trace_progress (whole, &options), >, 0.98);
      options.max_iterations = outcome->iterations / 2;
      cut = test_solve (problem, &options, half);
      g_assert_cmpint (cut->reason, ==, SEIDEL_REASON_ITERATION_LIMIT);
      g_assert_cmpfloat (seidel_trace_progress (half, &options), >, 0.05);
      g_assert_cmpfloat (seidel_trace_progress (half, &options), <, 0.95);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  test_add_for_methods ("/solve/converged/relative", test_converged_relative);
  test_add_for_methods ("/solve/converged/absolute", test_converged_absolute);
  test_add_for_methods ("/solve/converged/exact", test_converged_exact);
  test_add_for_methods ("/solve/zero-rhs", test_zero_rhs);
  g_test_add_func ("/solve/zeros-of-singular", test_zeros_of_singular);
  test_add_for_methods ("/solve/one-by-one", test_one_by_one);
  test_add_for_methods ("/solve/empty", test_empty);
  test_add_for_methods ("/solve/limits/iterations", test_iteration_limit);
  test_add_for_methods ("/solve/limits/time", test_time_limit);
  test_add_for_methods ("/solve/limits/no-time", test_no_time_limit);
  test_add_for_methods ("/solve/stagnated", test_stagnated);
  g_test_add_func ("/solve/true-residual", test_true_residual_is_reported);
  g_test_add_func ("/solve/exact-in-single", test_exact_in_single);
  g_test_add_func ("/solve/diverged", test_diverged);
  test_add_for_methods ("/solve/not-finite", test_not_finite);
  g_test_add_func ("/solve/not-finite/single", test_beyond_single);
  g_test_add_func ("/solve/not-finite/error", test_error_not_finite);
  g_test_add_func ("/solve/overflow", test_overflow);
  test_add_for_methods ("/solve/extreme-scales", test_extreme_scales);
  test_add_for_methods ("/solve/zero-in-single", test_zero_in_single);
  g_test_add_func ("/solve/refused", test_refused);
  g_test_add_func ("/solve/progress", test_progress);
  test_add_for_methods ("/solve/rectangular", test_rectangular);
  test_add_for_methods ("/solve/cancelled/before", test_cancelled_before);
  test_add_for_methods ("/solve/cancelled/during", test_cancelled_during);
  return g_test_run ();
}
