/* Relaxed sweeps, sweeps by colours and the symgs smoother: iterates worked by hand, plain
 * versions, and what is refused.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-coloring.h"
#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"

#include "golden-testing.h"
#include "plain-analysis.h"
#include "run-testing.h"

#define N_HAND 3

/* 4x + y = 6, x + 4y − z = 2, 2y + 4z = 3. Every number below is a short binary fraction. */
static const double hand_matrix[] = { 4, 1, 0, 1, 4, -1, 0, 2, 4 };
static const double hand_b[] = { 6, 2, 3 };

static const struct
{
  const char *method;
  double omega; /* and the weight */
  int iterations;
  double x[N_HAND];
} hand[] = {
  { "jacobi-weighted", 0.5, 0, { 0, 0, 0 } },
  { "jacobi-weighted", 0.5, 1, { 0.75, 0.25, 0.375 } },
  { "jacobi-weighted", 0.5, 2, { 1.09375, 0.328125, 0.5 } },
  { "jacobi-weighted", 1.0, 2, { 1.375, 0.3125, 0.5 } },
  { "sor", 1.5, 0, { 0, 0, 0 } },
  { "sor", 1.5, 1, { 2.25, -0.09375, 1.1953125 } },
  { "sor", 1.5, 2, { 1.16015625, 0.81005859375, -0.0802001953125 } },
  { "sor", 1.0, 2, { 1.46875, 0.3046875, 0.59765625 } },
  { "ssor", 1.5, 1, { 1.05853271484375, 0.17724609375, 0.59765625 } },
  { "ssor", 1.0, 1, { 1.42578125, 0.296875, 0.6875 } },
};

static void
test_by_hand (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (hand); i++)
    for (int precision = 0; precision < 2; precision++)
      for (int threads = 1; threads <= 2; threads++)
        {
          g_autoptr (SeidelProblem) problem =
            test_problem (test_csr_from_dense (3, 3, hand_matrix), hand_b, NULL);
          SeidelOptions options = test_options (hand[i].method);
          g_autoptr (SeidelOutcome) outcome = NULL;

          options.parameters[SEIDEL_PARAMETER_OMEGA] = hand[i].omega;
          options.parameters[SEIDEL_PARAMETER_WEIGHT] = hand[i].omega;
          options.max_iterations = hand[i].iterations;
          options.precision = precision;
          options.threads = threads;
          outcome = test_solve (problem, &options, NULL);
          test_assert_reason (outcome, SEIDEL_REASON_ITERATION_LIMIT);
          test_assert_close (outcome->x, hand[i].x, N_HAND, precision == 0 ? 1e-7 : 1e-15);
          g_assert_cmpint (outcome->iterations, ==, hand[i].iterations);
          g_assert_cmpfloat (outcome->residual_initial, ==, 7.0);
          g_assert_cmpfloat (fabs (outcome->residual_final - outcome->true_2), <,
                             precision == 0 ? 1e-5 : 1e-13);
        }
}

/* On the line, the best ω makes the radius ω − 1: far fewer iterations than Gauss-Seidel. */
static void
test_best_omega (void)
{
  const int n = 60;
  double best = 2.0 / (1.0 + sin (G_PI / (n + 1)));
  int64_t iterations[2];

  for (int relaxed = 0; relaxed < 2; relaxed++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", n);
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options ("sor");
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.parameters[SEIDEL_PARAMETER_OMEGA] = relaxed ? best : 1.0;
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      g_assert_cmpfloat (outcome->error_inf, <, 1e-5);
      iterations[relaxed] = outcome->iterations;
    }
  g_assert_cmpint (iterations[1] * 10, <, iterations[0]);
}

/* Weight 1 is Jacobi's method, ω = 1 Gauss-Seidel's: the same history but for rounding. */
static void
test_unrelaxed (void)
{
  static const char *const pairs[][2] = { { "jacobi-weighted", "jacobi" },
                                          { "sor", "gauss-seidel" },
                                          { "ssor", "gauss-seidel-symmetric" } };

  for (size_t i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      SeidelOutcome *outcomes[2] = { NULL, NULL };

      for (int k = 0; k < 2; k++)
        {
          g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("convection-diffusion", 15);
          g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
          SeidelOptions options = test_options_of (seidel_method_find (pairs[i][k]));

          options.max_iterations = 20;
          outcomes[k] = test_solve (problem, &options, NULL);
        }
      test_assert_close (outcomes[0]->x, outcomes[1]->x, outcomes[0]->n, 1e-13);
      g_clear_pointer (&outcomes[0], seidel_outcome_free);
      g_clear_pointer (&outcomes[1], seidel_outcome_free);
    }
}

/* One sweep of Gauss-Seidel over the rows in some order. */
static void
sweep_in_order_ref (const SeidelCsr *csr, const int32_t *order, const double *b, double *x)
{
  for (int64_t i = 0; i < csr->rows; i++)
    {
      int64_t row = order[i];
      double sum = b[row];
      double diagonal = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] == row)
          diagonal = csr->values[k];
        else
          sum -= csr->values[k] * x[csr->column_indices[k]];
      x[row] = sum / diagonal;
    }
}

/* The rows by colour, ascending within one. */
static int32_t *
order_by_color (const SeidelCsr *csr)
{
  g_autofree int32_t *colors = g_new (int32_t, csr->rows);
  int32_t count = seidel_coloring_ref (csr, colors);
  int32_t *order = g_new (int32_t, csr->rows);
  int64_t n = 0;

  for (int32_t color = 1; color <= count; color++)
    for (int64_t row = 0; row < csr->rows; row++)
      if (colors[row] == color)
        order[n++] = (int32_t) row;
  g_assert_cmpint (n, ==, csr->rows);
  return order;
}

/* Whole-numbered entries off the diagonal, powers of two on it, and a whole-numbered b: a few
 * sweeps round nothing, in whatever order sums are taken. The pattern is not symmetric. */
static SeidelCsr *
exact_matrix (int n, uint32_t seed)
{
  SeidelCsr *csr = test_csr_random (n, 3, 2.0, seed);

  for (int64_t row = 0; row < n; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      csr->values[k] = csr->column_indices[k] == row ? 8.0 : csr->values[k] > 0.0 ? 1.0 : -2.0;
  return csr;
}

/* What the engine computes is Gauss-Seidel in the order of the colours: to the bit where nothing is
 * rounded, closely elsewhere. */
static void
check_colors (SeidelCsr *csr, int threads, int iterations, bool exact)
{
  g_autofree double *b = test_random_vector (csr->rows, 5);
  g_autofree double *x = g_new0 (double, csr->rows);
  g_autofree int32_t *order = order_by_color (csr);
  g_autoptr (SeidelProblem) problem = NULL;
  SeidelOptions options = test_options ("gauss-seidel-multicolor");
  g_autoptr (SeidelOutcome) outcome = NULL;
  int64_t rows = csr->rows;

  for (int64_t i = 0; i < rows && exact; i++)
    b[i] = round (b[i] * 10.0);
  for (int k = 0; k < iterations; k++)
    sweep_in_order_ref (csr, order, b, x);
  problem = test_problem (csr, b, NULL);
  options.threads = threads;
  options.max_iterations = iterations;
  options.tolerance = 0.0;
  outcome = test_solve (problem, &options, NULL);
  g_assert_cmpstr (outcome->strategy, ==, "levels");
  if (exact)
    test_assert_same_bits (outcome->x, x, rows);
  else
    test_assert_close (outcome->x, x, rows, 1e-13);
}

static void
test_colors (void)
{
  for (int threads = 1; threads <= 2; threads++)
    {
      g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-27", 12);

      for (uint32_t seed = 1; seed <= 20; seed++)
        check_colors (exact_matrix (10 * (int) seed, seed), threads, 3, true);
      check_colors (exact_matrix (5000, 21), threads, 3, true);
      check_colors (test_csr_random (3000, 6, 1.1, 22), threads, 10, false);
      check_colors (seidel_csr_transpose (grid->csr, NULL, NULL), threads, 10, false);
    }
}

/* A context whose order is that of another sweep's levels, planned before. */
static void
test_colors_in_another_order (void)
{
  const int n = 400;
  g_autoptr (SeidelCsr) csr = exact_matrix (n, 9);
  g_autoptr (SeidelSchedule) natural = seidel_schedule_new (csr, 0, NULL, NULL, NULL);
  g_autoptr (SeidelColoring) coloring = seidel_coloring_new (csr, NULL, NULL, NULL);
  g_autoptr (SeidelSchedule) colored = seidel_coloring_schedule (coloring, csr, 0, NULL);
  g_autofree int32_t *order = order_by_color (csr);
  g_autofree double *b_values = test_random_vector (n, 5);
  const SeidelEngine *engine = seidel_cpu_engine ();
  const SeidelSchedule *schedules[] = { natural, colored };
  SeidelContextSettings settings = { SEIDEL_PRECISION_DOUBLE, 0, 2, NULL, NULL };
  SeidelStatus status;
  SeidelCsrView view = { n, n, csr->row_offsets, csr->column_indices, csr->values };

  for (int i = 0; i < n; i++)
    b_values[i] = round (b_values[i] * 10.0);
  for (int planned = 0; planned < 2; planned++)
    {
      g_autofree double *expected = g_new0 (double, n);
      g_autofree double *found = g_new (double, n);
      SeidelContext *context = engine->contexts.create (&settings, &status);
      SeidelOperator *A = engine->operators.create (context, &view, SEIDEL_STORAGE_CSR);
      SeidelVector *b = engine->vectors.create (context, n);
      SeidelVector *x = engine->vectors.create (context, n);
      SeidelSweep *sweeps[2] = { NULL, NULL };

      /* The first one planned settles the order; or there is none but the colours. */
      for (int i = planned; i < 2; i++)
        {
          SeidelLevelsView levels = { schedules[i]->count, schedules[i]->level_of_row,
                                      schedules[i]->level_rows, schedules[i]->in_place_safe };

          sweeps[i] =
            engine->sweeps.create (context, A, seidel_engine_find_strategy (engine, "levels"),
                                   SEIDEL_DIRECTION_FORWARD, &levels);
          g_assert_nonnull (sweeps[i]);
        }
      engine->vectors.upload (context, b, b_values);
      engine->sweeps.run (context, sweeps[1], b, x, 1.0, NULL, NULL);
      engine->sweeps.run (context, sweeps[1], b, x, 1.0, NULL, NULL);
      test_poison (found, n);
      engine->vectors.download (context, found, x);
      g_assert_cmpint (engine->contexts.status (context)->code, ==, SEIDEL_STATUS_OK);
      sweep_in_order_ref (csr, order, b_values, expected);
      sweep_in_order_ref (csr, order, b_values, expected);
      test_assert_same_bits (found, expected, n);
      for (int i = planned; i < 2; i++)
        engine->sweeps.free (context, sweeps[i]);
      engine->vectors.free (context, x);
      engine->vectors.free (context, b);
      engine->operators.free (context, A);
      engine->contexts.free (context);
    }
}

static void
test_colors_are_reported (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-27", 8);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options ("gauss-seidel-multicolor");
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, trace);
  g_autoptr (SeidelLevelTimes) times = seidel_trace_level_times (trace, SEIDEL_DIRECTION_FORWARD);

  g_assert_true (outcome->converged);
  test_assert_wording (outcome->strategy_why);
  g_assert_nonnull (times);
  g_assert_cmpint (times->count, ==, 8);
}

static void
test_strategies_without_colors (void)
{
  const SeidelEngine *engine = seidel_cpu_engine ();
  int refused = 0;

  for (int strategy = 0; strategy < engine->n_strategies; strategy++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 4);
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options ("gauss-seidel-multicolor");
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (GError) error = NULL;
      options.strategy = engine->strategies[strategy].id;
      if (engine->strategies[strategy].any_levels)
        continue;
      g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_OPTIONS);
      refused++;
    }
  g_assert_cmpint (refused, >, 0);
  g_assert_cmpint (refused, <, engine->n_strategies);
}

/* The listing of the report, word for word but for the names of types. */
static void
symgs_row_ref (const int64_t *row_ptr,
               const int32_t *col_ind,
               const float *values,
               const float *matrixDiagonal,
               int64_t i,
               float *x)
{
  float sum = x[i];
  const int64_t row_start = row_ptr[i];
  const int64_t row_end = row_ptr[i + 1];
  float currentDiagonal = matrixDiagonal[i];

  for (int64_t j = row_start; j < row_end; j++)
    sum -= values[j] * x[col_ind[j]];

  sum += x[i] * currentDiagonal;

  x[i] = sum / currentDiagonal;
}

/* The same as a compiler for GPUs has it: each product and its sum with one rounding. */
static void
symgs_row_fused_ref (const int64_t *row_ptr,
                     const int32_t *col_ind,
                     const float *values,
                     const float *matrixDiagonal,
                     int64_t i,
                     float *x)
{
  float sum = x[i];

  for (int64_t j = row_ptr[i]; j < row_ptr[i + 1]; j++)
    sum = fmaf (-values[j], x[col_ind[j]], sum);
  sum = fmaf (x[i], matrixDiagonal[i], sum);
  x[i] = sum / matrixDiagonal[i];
}

/* The forward sweep alone, plain or fused. */
static void
symgs_forward_ref (const SeidelCsr *csr, bool fused, float *x)
{
  int64_t nonzeros = seidel_csr_nonzeros (csr);
  g_autofree float *values = g_new (float, nonzeros + 1);
  g_autofree float *diagonal = g_new (float, csr->rows + 1);

  for (int64_t k = 0; k < nonzeros; k++)
    values[k] = (float) csr->values[k];
  for (int64_t i = 0; i < csr->rows; i++)
    diagonal[i] = values[seidel_csr_find (csr, i, i)];
  for (int64_t i = 0; i < csr->rows; i++)
    (fused ? symgs_row_fused_ref : symgs_row_ref) (csr->row_offsets, csr->column_indices, values,
                                                   diagonal, i, x);
}

static void
symgs_ref (const SeidelCsr *csr, int applications, float *x)
{
  int64_t nonzeros = seidel_csr_nonzeros (csr);
  g_autofree float *values = g_new (float, nonzeros + 1);
  g_autofree float *diagonal = g_new (float, csr->rows + 1);

  for (int64_t k = 0; k < nonzeros; k++)
    values[k] = (float) csr->values[k];
  for (int64_t i = 0; i < csr->rows; i++)
    diagonal[i] = values[seidel_csr_find (csr, i, i)];
  for (int n = 0; n < applications; n++)
    {
      for (int64_t i = 0; i < csr->rows; i++)
        symgs_row_ref (csr->row_offsets, csr->column_indices, values, diagonal, i, x);
      for (int64_t i = csr->rows - 1; i >= 0; i--)
        symgs_row_ref (csr->row_offsets, csr->column_indices, values, diagonal, i, x);
    }
}

static SeidelOutcome *
smooth (SeidelCsr *csr, const double *guess, int iterations, SeidelTrace *trace)
{
  g_autoptr (SeidelProblem) problem = test_problem (csr, NULL, guess);
  SeidelOptions options = test_options ("symgs-reference");

  options.precision = SEIDEL_PRECISION_SINGLE;
  options.max_iterations = iterations;
  return test_solve (problem, &options, trace);
}

static void
test_symgs (void)
{
  for (int applications = 0; applications <= 3; applications++)
    for (uint32_t seed = 1; seed <= 5; seed++)
      {
        const int n = 40 * (int) seed * (int) seed;
        SeidelCsr *csr = test_csr_random (n, 4, 1.5, seed);
        g_autofree double *guess = test_random_vector (n, seed);
        g_autofree float *x = g_new (float, n);
        g_autofree double *expected = g_new (double, n);
        g_autoptr (SeidelOutcome) outcome = NULL;

        for (int i = 0; i < n; i++)
          x[i] = (float) guess[i];
        symgs_ref (csr, applications, x);
        for (int i = 0; i < n; i++)
          expected[i] = (double) x[i];
        outcome = smooth (csr, guess, applications, NULL);
        test_assert_same_bits (outcome->x, expected, n);
        test_assert_reason (outcome, SEIDEL_REASON_ITERATION_LIMIT);
        g_assert_cmpint (outcome->iterations, ==, applications);
      }
}

/* The forward sweep alone, with both roundings, which do differ. */
static void
test_symgs_forward (void)
{
  for (int fused = 0; fused < 2; fused++)
    {
      const int n = 900;
      SeidelCsr *csr = test_csr_random (n, 4, 1.5, 8);
      g_autofree double *guess = test_random_vector (n, 9);
      g_autofree float *x = g_new (float, n);
      g_autofree float *plain = g_new (float, n);
      g_autofree double *expected = g_new (double, n);
      SeidelOptions options = test_options ("symgs-forward");
      g_autoptr (SeidelOutcome) outcome = NULL;

      for (int i = 0; i < n; i++)
        x[i] = plain[i] = (float) guess[i];
      symgs_forward_ref (csr, fused != 0, x);
      symgs_forward_ref (csr, false, plain);
      g_assert_cmpint (memcmp (x, plain, (size_t) n * sizeof *x) != 0, ==, fused);
      for (int i = 0; i < n; i++)
        expected[i] = (double) x[i];
      g_autoptr (SeidelProblem) problem = test_problem (csr, NULL, guess);
      options.precision = SEIDEL_PRECISION_SINGLE;
      options.max_iterations = 1;
      options.arithmetic = fused ? SEIDEL_ARITHMETIC_FUSED : 0;
      outcome = test_solve (problem, &options, NULL);
      test_assert_same_bits (outcome->x, expected, n);
    }
}

/* [2 1; 1 4] from (4, 2): forward x₀ = (4 − 8 − 2 + 8) / 2 = 1, x₁ = (2 − 1 − 8 + 8) / 4 = 1/4;
 * backward x₁ = (1/4 − 1 − 1 + 1) / 4 = −3/16, x₀ = (1 − 2 + 3/16 + 2) / 2 = 19/32. */
static void
test_symgs_by_hand (void)
{
  const double dense[] = { 2, 1, 1, 4 };
  const double guess[] = { 4, 2 };
  const double expected[] = { 0.59375, -0.1875 };
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = smooth (test_csr_from_dense (2, 2, dense), guess, 1, trace);

  test_assert_same_bits (outcome->x, expected, 2);
  g_assert_cmpuint (seidel_trace_n_points (trace), ==, 2);
  test_assert_wording (outcome->message);
}

/* It never claims to have converged, even where the residual is zero; zero stays zero. */
static void
test_symgs_is_honest (void)
{
  const double dense[] = { 2, 1, 1, 4 };
  const double zeros[] = { 0, 0 };
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (2, 2, dense), zeros, NULL);
  SeidelOptions options = test_options ("symgs-reference");
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.precision = SEIDEL_PRECISION_SINGLE;
  options.max_iterations = 4;
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_ITERATION_LIMIT);
  test_assert_same_bits (outcome->x, zeros, 2);
  test_assert_wording (outcome->message);
}

static void
test_symgs_empty (void)
{
  g_autoptr (SeidelOutcome) outcome = smooth (test_csr_from_dense (0, 0, NULL), NULL, 1, NULL);

  test_assert_reason (outcome, SEIDEL_REASON_ITERATION_LIMIT);
}

static void
test_symgs_refused (void)
{
  const double dense[] = { 2, 1, 1, 4 };
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (2, 2, dense), NULL, NULL);
  SeidelOptions options = test_options ("symgs-reference");
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_OPTIONS);
}

static void
test_symgs_stops (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", 100000);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options ("symgs-reference");
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.precision = SEIDEL_PRECISION_SINGLE;
  options.max_iterations = G_MAXINT64;
  options.time_limit = 0.02;
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_TIME_LIMIT);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/relaxation/by-hand", test_by_hand);
  g_test_add_func ("/relaxation/best-omega", test_best_omega);
  g_test_add_func ("/relaxation/none", test_unrelaxed);
  g_test_add_func ("/colors/reference", test_colors);
  g_test_add_func ("/colors/another-order", test_colors_in_another_order);
  g_test_add_func ("/colors/reported", test_colors_are_reported);
  g_test_add_func ("/colors/strategies", test_strategies_without_colors);
  g_test_add_func ("/symgs/reference", test_symgs);
  g_test_add_func ("/symgs/forward", test_symgs_forward);
  g_test_add_func ("/symgs/by-hand", test_symgs_by_hand);
  g_test_add_func ("/symgs/honest", test_symgs_is_honest);
  g_test_add_func ("/symgs/empty", test_symgs_empty);
  g_test_add_func ("/symgs/refused", test_symgs_refused);
  g_test_add_func ("/symgs/stops", test_symgs_stops);
  return g_test_run ();
}
