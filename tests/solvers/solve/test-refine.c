/* Mixed precision, and errors followed along a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"

#include "golden-testing.h"
#include "run-testing.h"

#define TOLERANCE 1e-12

/* Tridiagonal, dominant, with entries that single precision has to round. */
static SeidelCsr *
thirds (int n)
{
  g_autofree double *values = g_new0 (double, (size_t) n *n);

  for (int i = 0; i < n; i++)
    {
      values[i * n + i] = 4.0 / 3.0;
      if (i > 0)
        values[i * n + i - 1] = values[(i - 1) * n + i] = -1.0 / 7.0;
    }
  return test_csr_from_dense (n, n, values);
}

static SeidelCsr *
hilbert (int n)
{
  g_autofree double *values = g_new (double, (size_t) n *n);

  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      values[i * n + k] = 1.0 / (i + k + 1);
  return test_csr_from_dense (n, n, values);
}

static double
norm_b (const SeidelProblem *problem)
{
  return seidel_vector_norm_2 (problem->b, problem->matrix->csr->rows);
}

/* Each method comes to double accuracy, to which single alone does not. */
static void
test_methods (void)
{
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  for (size_t m = 0; m < n_methods; m++)
    {
      g_autoptr (SeidelProblem) problem = test_problem (thirds (60), NULL, NULL);
      SeidelOptions options = test_options_of (&methods[m]);
      g_autoptr (SeidelOutcome) mixed = NULL;
      g_autoptr (SeidelOutcome) single = NULL;

      if (methods[m].engine != NULL
          || !seidel_method_computes_in (&methods[m], SEIDEL_PRECISION_MIXED, NULL))
        continue;
      g_test_message ("%s", methods[m].id);
      options.tolerance = TOLERANCE;
      options.precision = SEIDEL_PRECISION_MIXED;
      mixed = test_solve (problem, &options, NULL);
      test_assert_reason (mixed, SEIDEL_REASON_CONVERGED_RELATIVE);
      g_assert_cmpint (mixed->precision, ==, SEIDEL_PRECISION_MIXED);
      g_assert_cmpfloat (mixed->true_2, <=, 1.001 * TOLERANCE * norm_b (problem));
      g_assert_cmpfloat (mixed->residual_final, ==, mixed->true_2);
      g_assert_cmpfloat (mixed->error_inf, <, 1e-11);
      options.precision = SEIDEL_PRECISION_SINGLE;
      single = test_solve (problem, &options, NULL);
      g_assert_cmpfloat (single->true_2, >, 100.0 * TOLERANCE * norm_b (problem));
    }
}

/* One history: iterations go on counting, and what a round ends with is the residual in double. */
static void
test_history (void)
{
  g_autoptr (SeidelProblem) problem = test_problem (thirds (60), NULL, NULL);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelOptions options = test_options ("gauss-seidel");
  size_t n_points;
  SeidelTracePoint last;

  options.tolerance = TOLERANCE;
  options.precision = SEIDEL_PRECISION_MIXED;
  options.track_error = true;
  outcome = test_solve (problem, &options, trace);
  n_points = seidel_trace_n_points (trace);
  g_assert_cmpuint (n_points, ==, (size_t) outcome->iterations + 1);
  for (size_t i = 0; i < n_points; i++)
    {
      SeidelTracePoint point = seidel_trace_point (trace, i);

      g_assert_cmpint (point.iteration, ==, (int64_t) i);
      g_assert_cmpfloat (point.error, >=, 0.0);
      /* It falls by more than a half each time; single does not spoil that. */
      if (i > 0)
        g_assert_cmpfloat (point.residual, <, seidel_trace_point (trace, i - 1).residual);
    }
  g_assert_cmpfloat_with_epsilon (seidel_trace_point (trace, 0).error, sqrt (60.0), 1e-12);
  last = seidel_trace_point (trace, n_points - 1);
  g_assert_cmpfloat (last.residual, ==, outcome->true_2);
  g_assert_cmpfloat (last.error, >=, outcome->error_inf);
  g_assert_cmpfloat (last.error, <=, outcome->error_inf * sqrt (60.0));
}

static void
test_too_ill_conditioned (void)
{
  g_autoptr (SeidelProblem) problem = test_problem (hilbert (10), NULL, NULL);
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelOptions options = test_options ("lu");

  options.tolerance = 1e-18;
  options.precision = SEIDEL_PRECISION_MIXED;
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_STAGNATED);
  test_assert_wording (outcome->message);
}

/* Zero in single precision, but not singular. */
static void
test_vanishing (void)
{
  static const char *const methods[] = {
    "cg", "gmres", "bicgstab", "lu", "gauss-jordan", "jacobi"
  };

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      SeidelCsr *csr = thirds (4);
      g_autoptr (SeidelProblem) problem = NULL;
      g_autoptr (SeidelOutcome) outcome = NULL;
      SeidelOptions options = test_options (methods[i]);

      for (int64_t k = 0; k < seidel_csr_nonzeros (csr); k++)
        csr->values[k] *= 0x1p-160;
      problem = test_problem (csr, NULL, NULL);
      options.precision = SEIDEL_PRECISION_MIXED;
      options.scaling = SEIDEL_SCALE_NONE;
      outcome = test_solve (problem, &options, NULL);
      test_assert_reason (outcome, SEIDEL_REASON_BREAKDOWN);
      test_assert_wording_of ("largest entry", outcome->message);
      g_assert_nonnull (strstr (outcome->message, "9.1e-49"));
    }
}

/* A method that diverges does so in mixed precision, too, and the guess is not made worse. */
static void
test_divergence (void)
{
  g_autoptr (SeidelProblem) problem =
    test_problem (test_csr_from_dense (2, 2, (double[]){ 1, 3, 2, 1 }), NULL, NULL);
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelOptions options = test_options ("jacobi");

  options.precision = SEIDEL_PRECISION_MIXED;
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_DIVERGED);
  g_assert_cmpfloat (outcome->true_2, <=, norm_b (problem));
}

static void
test_limits (void)
{
  g_autoptr (SeidelProblem) problem = test_problem (thirds (60), NULL, NULL);
  SeidelOptions options = test_options ("jacobi");

  options.precision = SEIDEL_PRECISION_MIXED;
  options.tolerance = TOLERANCE;
  for (int limit = 0; limit < 12; limit++)
    {
      g_autoptr (SeidelOutcome) outcome = NULL;
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();

      options.max_iterations = limit;
      outcome = test_solve (problem, &options, trace);
      test_assert_reason (outcome, SEIDEL_REASON_ITERATION_LIMIT);
      g_assert_cmpint (outcome->iterations, ==, limit);
      g_assert_cmpuint (seidel_trace_n_points (trace), ==, (size_t) limit + 1);
      g_assert_cmpfloat (outcome->residual_final, <=, outcome->residual_initial);
    }
}

static void
test_refused (void)
{
  g_autoptr (SeidelProblem) problem = test_problem (thirds (4), NULL, NULL);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;
  SeidelOptions options = test_options ("umfpack");

  options.precision = SEIDEL_PRECISION_MIXED;
  g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_OPTIONS);
}

/* Nothing is noted unless it is asked for, and asking changes nothing else. */
static void
test_errors (const SeidelMethod *method)
{
  g_autoptr (SeidelProblem) problem = test_problem (thirds (30), NULL, NULL);
  g_autoptr (SeidelTrace) plain = seidel_trace_new ();
  g_autoptr (SeidelTrace) tracked = seidel_trace_new ();
  g_autoptr (SeidelOutcome) one = NULL;
  g_autoptr (SeidelOutcome) other = NULL;
  SeidelOptions options = test_options_of (method);
  SeidelTracePoint first;
  size_t n_points;

  if (method->demonstration)
    return;
  one = test_solve (problem, &options, plain);
  options.track_error = true;
  other = test_solve (problem, &options, tracked);
  test_assert_same_bits (one->x, other->x, one->n);
  n_points = seidel_trace_n_points (plain);
  g_assert_cmpuint (seidel_trace_n_points (tracked), ==, n_points);
  for (size_t i = 0; i < n_points; i++)
    g_assert_true (isnan (seidel_trace_point (plain, i).error));
  /* Of zeros against ones. */
  first = seidel_trace_point (tracked, 0);
  g_assert_cmpfloat_with_epsilon (first.error, sqrt (30.0), 1e-6);
  for (size_t i = 1; i < n_points; i++)
    {
      SeidelTracePoint point = seidel_trace_point (tracked, i);

      /* ‖e‖ ≤ ‖r‖ / σ_min, and σ_min ≥ 4/3 − 2/7. */
      if (!isnan (point.error))
        g_assert_cmpfloat (point.error, <=, 1.01 * point.residual / (4.0 / 3.0 - 2.0 / 7.0) + 1e-6);
    }
  g_assert_null (other->reference_method);
}

static void
test_reference (void)
{
  static const char *const expected[2] = { "cholmod", "umfpack" };

  for (int variant = 0; variant < 2; variant++)
    {
      SeidelCsr *csr = thirds (30);
      g_autofree double *b = test_random_vector (30, 5);
      g_autoptr (SeidelProblem) problem = NULL;
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (SeidelOutcome) outcome = NULL;
      SeidelOptions options = test_options ("bicgstab");

      if (variant == 1)
        csr->values[1] *= 2.0;
      problem = test_problem (csr, b, NULL);
      options.track_error = true;
      options.tolerance = TOLERANCE;
      outcome = test_solve (problem, &options, trace);
      g_assert_cmpstr (outcome->reference_method, ==, expected[variant]);
      g_assert_cmpfloat (outcome->error_inf, <, 1e-10);
      g_assert_cmpfloat (outcome->seconds[SEIDEL_PHASE_REFERENCE], >, 0.0);
      g_assert_cmpfloat (seidel_trace_point (trace, seidel_trace_n_points (trace) - 1).error, <,
                         1e-10);
      g_assert_null (problem->solution);
    }
}

/* Without a reference the run goes on, and says so. */
static void
test_no_reference (void)
{
  g_autoptr (SeidelProblem) problem =
    test_problem (test_csr_from_dense (2, 2, (double[]){ 1, 1, 1, 1 }), (double[]){ 2, 2 }, NULL);
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelOptions options = test_options ("gauss-seidel");

  options.track_error = true;
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  g_assert_null (outcome->reference_method);
  g_assert_true (isnan (outcome->error_inf));
  test_assert_wording (outcome->message);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/refine/methods", test_methods);
  g_test_add_func ("/refine/history", test_history);
  g_test_add_func ("/refine/too-ill-conditioned", test_too_ill_conditioned);
  g_test_add_func ("/refine/vanishing", test_vanishing);
  g_test_add_func ("/refine/divergence", test_divergence);
  g_test_add_func ("/refine/limits", test_limits);
  g_test_add_func ("/refine/refused", test_refused);
  test_add_for_methods ("/errors/methods", test_errors);
  g_test_add_func ("/errors/reference", test_reference);
  g_test_add_func ("/errors/no-reference", test_no_reference);
  return g_test_run ();
}
