/* Automatic runs: the chain of candidates, with failures made on purpose.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"

#include "golden-testing.h"
#include "run-testing.h"

static double
norm_b (const SeidelProblem *problem)
{
  return seidel_vector_norm_2 (problem->b, problem->matrix->csr->rows);
}

static SeidelOutcome *
solve_auto (SeidelProblem *problem, SeidelTrace *trace)
{
  SeidelOptions options = test_options (SEIDEL_METHOD_AUTO);

  return test_solve (problem, &options, trace);
}

/* What holds for every chain: the attempts add up, and the last one is what the outcome is about.
 */
static void
check_chain (const SeidelOutcome *outcome, SeidelTrace *trace)
{
  const SeidelAttempt *last = &outcome->attempts[outcome->n_attempts - 1];
  size_t n_points = seidel_trace_n_points (trace);
  int64_t iterations = 0;
  double seconds = 0.0;

  g_assert_cmpuint (outcome->n_attempts, >, 0);
  g_assert_cmpuint (seidel_trace_n_events (trace), ==, outcome->n_attempts);
  for (size_t i = 0; i < outcome->n_attempts; i++)
    {
      SeidelTraceEvent event = seidel_trace_event (trace, i);

      g_assert_cmpint (event.iteration, ==, iterations);
      g_assert_nonnull (
        strstr (event.text, seidel_method_find (outcome->attempts[i].method)->name));
      g_assert_true (g_str_has_suffix (outcome->attempts[i].why, "."));
      iterations += outcome->attempts[i].iterations;
      seconds += outcome->attempts[i].seconds;
    }
  g_assert_cmpint (iterations, ==, outcome->iterations);
  g_assert_cmpfloat (seconds, <=, outcome->total_seconds);
  g_assert_cmpstr (last->method, ==, outcome->method);
  g_assert_cmpstr (last->preconditioner, ==, outcome->options.preconditioner);
  for (size_t i = 1; i < n_points; i++)
    {
      SeidelTracePoint before = seidel_trace_point (trace, i - 1);
      SeidelTracePoint point = seidel_trace_point (trace, i);

      g_assert_cmpint (point.iteration, >, before.iteration);
      g_assert_cmpfloat (point.seconds, >=, before.seconds);
    }
}

static void
assert_attempt (const SeidelOutcome *outcome,
                size_t i,
                const char *method,
                const char *preconditioner,
                SeidelReason reason)
{
  g_assert_cmpuint (outcome->n_attempts, >, i);
  g_assert_cmpstr (outcome->attempts[i].method, ==, method);
  g_assert_cmpstr (outcome->attempts[i].preconditioner, ==, preconditioner);
  g_assert_cmpstr (seidel_reason_id (outcome->attempts[i].reason), ==, seidel_reason_id (reason));
}

/* The first candidate does it. */
static void
test_first (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = solve_auto (problem, trace);

  test_assert_reason (outcome, SEIDEL_REASON_CONVERGED_RELATIVE);
  g_assert_cmpuint (outcome->n_attempts, ==, 1);
  assert_attempt (outcome, 0, "cg", "jacobi", SEIDEL_REASON_CONVERGED_RELATIVE);
  g_assert_cmpfloat (outcome->attempts[0].true_2, ==, outcome->true_2);
  check_chain (outcome, trace);
}

/* (I 2P; 2Pᵀ I): symmetric with a positive diagonal, but its eigenvalues are 3 and −1. */
static SeidelCsr *
indefinite (int half)
{
  int n = 2 * half;
  g_autofree double *values = g_new0 (double, (size_t) n *n);

  for (int i = 0; i < n; i++)
    {
      values[i * n + i] = 1.0;
      values[i * n + (i + half) % n] = 2.0;
    }
  return test_csr_from_dense (n, n, values);
}

/* Conjugate gradients break down; Cholesky, which needs the same, is not even tried; LDLᵀ goes on
 * from there. */
static void
test_breakdown (void)
{
  enum
  {
    HALF = 100
  };
  double b[2 * HALF];
  g_autoptr (SeidelProblem) problem = NULL;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;

  for (int i = 0; i < 2 * HALF; i++)
    b[i] = (i < HALF ? 1.0 : -1.0) + 0.01 * i / HALF;
  problem = test_problem (indefinite (HALF), b, NULL);
  outcome = solve_auto (problem, trace);
  assert_attempt (outcome, 0, "cg", "jacobi", SEIDEL_REASON_BREAKDOWN);
  test_assert_wording (outcome->attempts[0].message);
  assert_attempt (outcome, 1, "ldlt", "none", SEIDEL_REASON_CONVERGED_RELATIVE);
  g_assert_cmpuint (outcome->n_attempts, ==, 2);
  g_assert_cmpfloat (outcome->true_2, <=, 1.5e-8 * norm_b (problem));
  check_chain (outcome, trace);
}

/* A weak diagonal and no symmetry: iterations get nowhere and are given up in time, sparse LU does
 * it. */
static void
test_too_slow (void)
{
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_random (1500, 6, 0.02, 3), NULL, NULL);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = solve_auto (problem, trace);

  g_assert_true (outcome->converged);
  g_assert_cmpuint (outcome->n_attempts, ==, 6);
  for (size_t i = 0; i < 5; i++)
    {
      g_assert_false (seidel_reason_converged (outcome->attempts[i].reason));
      g_assert_cmpint (outcome->attempts[i].iterations, <, 200);
    }
  assert_attempt (outcome, 5, "umfpack", "none", SEIDEL_REASON_CONVERGED_RELATIVE);
  check_chain (outcome, trace);
}

/* Nothing can solve it: the outcome says so and holds the best that there was. */
static void
test_hopeless (void)
{
  g_autoptr (SeidelProblem) problem =
    test_problem (test_csr_from_dense (3, 3, (double[]){ 1, 1, 0, 1, 1, 0, 0, 0, 2 }),
                  (double[]){ 1, 3, 2 }, NULL);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = solve_auto (problem, trace);
  SeidelNorms norms;

  g_assert_false (outcome->converged);
  g_assert_cmpuint (outcome->n_attempts, >, 2);
  check_chain (outcome, trace);
  g_assert_true (
    seidel_csr_true_residual (problem->matrix->csr, problem->b, outcome->x, 1, NULL, &norms));
  g_assert_cmpfloat (norms.norm_2, ==, outcome->true_2);
  g_assert_cmpfloat (outcome->true_2, ==, outcome->attempts[outcome->n_attempts - 1].true_2);
  for (size_t i = 1; i < outcome->n_attempts; i++)
    g_assert_cmpfloat (outcome->attempts[i].true_2, <=, outcome->attempts[i - 1].true_2);
  /* The least squares solution leaves (−1, 1, 0). */
  g_assert_cmpfloat (outcome->true_2, >=, sqrt (2.0) - 1e-12);
  g_assert_cmpfloat (outcome->true_2, <, sqrt (14.0));
}

/* If the data are not finite, no other method is tried. */
static void
test_not_finite (void)
{
  g_autoptr (SeidelProblem) problem =
    test_problem (test_csr_from_dense (2, 2, (double[]){ 2, 1, 1, 2 }), (double[]){ 1, NAN }, NULL);
  g_autoptr (SeidelOutcome) outcome = solve_auto (problem, NULL);

  test_assert_reason (outcome, SEIDEL_REASON_NOT_FINITE);
  g_assert_cmpuint (outcome->n_attempts, ==, 1);
  test_assert_wording (outcome->message);
}

static void
test_triangular (void)
{
  const double lower[] = { 2, 0, 0, 1, 3, 0, 4, 0, 5 };
  const double upper[] = { 2, 1, 4, 0, 3, 0, 0, 0, 5 };
  g_autoptr (SeidelProblem) one = test_problem (test_csr_from_dense (3, 3, lower), NULL, NULL);
  g_autoptr (SeidelProblem) other = test_problem (test_csr_from_dense (3, 3, upper), NULL, NULL);
  g_autoptr (SeidelOutcome) forward = solve_auto (one, NULL);
  g_autoptr (SeidelOutcome) backward = solve_auto (other, NULL);

  test_assert_reason (forward, SEIDEL_REASON_CONVERGED_EXACT);
  g_assert_cmpstr (forward->method, ==, "gauss-seidel");
  g_assert_cmpint (forward->iterations, ==, 1);
  test_assert_reason (backward, SEIDEL_REASON_CONVERGED_EXACT);
  g_assert_cmpstr (backward->method, ==, "gauss-seidel-backward");
}

static void
test_refused (void)
{
  const double values[] = { 1, 0, 0, 0, 1, 0 };
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (2, 3, values), NULL, NULL);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;
  SeidelOptions options = test_options (SEIDEL_METHOD_AUTO);

  /* No method of least squares supports it. */
  options.precision = SEIDEL_PRECISION_MIXED;
  g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  test_assert_wording (error->message);
  g_assert_cmpint (seidel_trace_state (trace), ==, SEIDEL_RUN_FINISHED);
}

static void
test_limits (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelTrace) other = seidel_trace_new ();
  g_autoptr (SeidelOutcome) limited = NULL;
  g_autoptr (SeidelOutcome) stopped = NULL;
  g_autoptr (GError) error = NULL;
  SeidelOptions options = test_options (SEIDEL_METHOD_AUTO);

  options.max_iterations = 3;
  limited = test_solve (problem, &options, trace);
  test_assert_reason (limited, SEIDEL_REASON_ITERATION_LIMIT);
  g_assert_cmpint (limited->iterations, ==, 3);
  g_assert_cmpuint (limited->n_attempts, ==, 1);
  check_chain (limited, trace);
  g_cancellable_cancel (cancelled);
  stopped = seidel_solve (problem, &options, other, cancelled, NULL, &error);
  g_assert_null (stopped);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The same bits every time, and none of it depends on the clock. */
static void
test_deterministic (void)
{
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_random (1500, 6, 0.02, 3), NULL, NULL);
  g_autoptr (SeidelOutcome) first = solve_auto (problem, NULL);

  for (int i = 0; i < 5; i++)
    {
      g_autoptr (SeidelOutcome) again = solve_auto (problem, NULL);

      g_assert_cmpint (again->iterations, ==, first->iterations);
      g_assert_cmpuint (again->n_attempts, ==, first->n_attempts);
      test_assert_same_bits (again->x, first->x, first->n);
    }
}

/* Errors are followed through all attempts. */
static void
test_errors (void)
{
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_random (1500, 6, 0.02, 3), NULL, NULL);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelOptions options = test_options (SEIDEL_METHOD_AUTO);
  size_t n_points;

  options.track_error = true;
  outcome = test_solve (problem, &options, trace);
  n_points = seidel_trace_n_points (trace);
  g_assert_cmpfloat_with_epsilon (seidel_trace_point (trace, 0).error, sqrt (1500.0), 1e-9);
  g_assert_cmpfloat (seidel_trace_point (trace, n_points - 1).error, <, 1e-6);
}

/* Singular systems that have a solution. A factorisation may come first and find no pivot, or one
 * that is rounding: what follows it goes on. */
static void
check_consistent (SeidelMatrix *matrix)
{
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  g_autofree double *x = test_random_vector (matrix->csr->columns, 3);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;

  g_assert_true (seidel_csr_multiply (matrix->csr, x, problem->b, 1, NULL));
  outcome = solve_auto (problem, trace);
  g_test_message ("%s: %s, by %s, %zu attempts", matrix->name, seidel_reason_id (outcome->reason),
                  outcome->method, outcome->n_attempts);
  g_assert_true (outcome->converged);
  check_chain (outcome, trace);
}

/* ‖A r‖ / (‖A‖ ‖r‖) of the residual of x, A being symmetric. */
static double
normal_residual (const SeidelProblem *problem, const double *x)
{
  const SeidelCsr *csr = problem->matrix->csr;
  g_autofree double *r = g_new (double, csr->rows);
  g_autofree double *product = g_new (double, csr->rows);

  g_assert_true (seidel_csr_residual (csr, problem->b, x, r, 1, NULL));
  g_assert_true (seidel_csr_multiply (csr, r, product, 1, NULL));
  return seidel_vector_norm_2 (product, csr->rows) / seidel_csr_norm_inf (csr)
         / seidel_vector_norm_2 (r, csr->rows);
}

/* The same without a solution: x has the least residual, whatever a factorisation made of it
 * before.
 */
static void
check_inconsistent (SeidelMatrix *matrix)
{
  const SeidelVectorSpec random = { SEIDEL_VECTOR_RANDOM, 3, NULL };
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &random, NULL, NULL, NULL, NULL);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = solve_auto (problem, trace);

  g_test_message ("%s: %s, by %s, %zu attempts, %.2g", matrix->name,
                  seidel_reason_id (outcome->reason), outcome->method, outcome->n_attempts,
                  normal_residual (problem, outcome->x));
  test_assert_reason (outcome, SEIDEL_REASON_LEAST_SQUARES);
  g_assert_cmpfloat (normal_residual (problem, outcome->x), <=, 1e-6);
  check_chain (outcome, trace);
}

static void
test_singular_kinds (void)
{
  static const struct
  {
    const char *kind;
    double size;
  } kinds[] = {
    { "poisson-neumann", 10 }, { "poisson-neumann", 40 }, { "hypercube", 6 },   { "hypercube", 10 },
    { "road-like", 30 },       { "mycielskian", 5 },      { "mycielskian", 9 },
  };

  for (size_t k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (kinds[k].kind, kinds[k].size);

      check_consistent (matrix);
      /* Of these every size is singular. */
      if (g_str_equal (kinds[k].kind, "poisson-neumann")
          || g_str_equal (kinds[k].kind, "hypercube"))
        check_inconsistent (matrix);
    }
}

/* Nonsymmetric, with rows that sum to zero: the generator of a Markov chain with random links. */
static void
test_singular_chain (void)
{
  for (int n = 40; n <= 4000; n *= 10)
    {
      SeidelCsr *csr = test_csr_random (n, 5, 1.0, 7);
      g_autoptr (SeidelMatrix) matrix = NULL;

      for (int64_t row = 0; row < n; row++)
        for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
          csr->values[k] =
            csr->column_indices[k] == row ? fabs (csr->values[k]) : -fabs (csr->values[k]);
      matrix = seidel_matrix_new ("chain", csr);
      check_consistent (matrix);
    }
}

static void
test_singular_known (gconstpointer data)
{
  const KnownMatrix *known = data;
  g_autoptr (SeidelMatrix) matrix = known_matrix_load (known);

  if (known->traits & TEST_SINGULAR)
    check_consistent (matrix);
}

/* Every known matrix that is not singular. */
static void
test_known (gconstpointer data)
{
  const KnownMatrix *known = data;
  g_autoptr (SeidelMatrix) matrix = known_matrix_load (known);
  g_autoptr (SeidelProblem) problem = test_problem_of_known (known, matrix);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = solve_auto (problem, trace);

  check_chain (outcome, trace);
  g_assert_cmpint (outcome->converged, ==, !(known->traits & TEST_SINGULAR));
  if (outcome->converged)
    g_assert_cmpfloat (outcome->true_2, <=, 1e-8 * norm_b (problem));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/auto/first", test_first);
  g_test_add_func ("/auto/breakdown", test_breakdown);
  g_test_add_func ("/auto/too-slow", test_too_slow);
  g_test_add_func ("/auto/hopeless", test_hopeless);
  g_test_add_func ("/auto/not-finite", test_not_finite);
  g_test_add_func ("/auto/triangular", test_triangular);
  g_test_add_func ("/auto/refused", test_refused);
  g_test_add_func ("/auto/limits", test_limits);
  g_test_add_func ("/auto/deterministic", test_deterministic);
  g_test_add_func ("/auto/errors", test_errors);
  g_test_add_func ("/auto/singular/kinds", test_singular_kinds);
  g_test_add_func ("/auto/singular/chain", test_singular_chain);
  test_add_for_known ("/auto/singular/known", true, test_singular_known);
  test_add_for_known ("/auto/known", true, test_known);
  return g_test_run ();
}
