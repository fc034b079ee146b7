/* What "auto" chooses, what is reported of the levels, and that a run gives the same bits every
 * time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-schedule.h"
#include "matrix/seidel-vector.h"

#include "golden-testing.h"
#include "run-testing.h"

static void
test_auto (const SeidelMethod *method)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-27", 24);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options_of (method);
  bool sweeps = method->sweeps != SEIDEL_SWEEPS_NONE;

  options.max_iterations = 2;
  if (method->by_colors)
    return;
  for (int threads = 1; threads <= 4; threads += 3)
    {
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.threads = threads;
      outcome = test_solve (problem, &options, NULL);
      g_assert_cmpstr (outcome->strategy, ==, sweeps ? "point-to-point" : NULL);
      if (!sweeps)
        g_assert_null (outcome->strategy_why);
      else
        test_assert_wording_of (threads == 1 ? "1 thread" : "4 threads", outcome->strategy_why);
    }
  for (int strategy = 0; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
    {
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.strategy = seidel_cpu_engine ()->strategies[strategy].id;
      outcome = test_solve (problem, &options, NULL);
      g_assert_cmpstr (outcome->strategy, ==, sweeps ? options.strategy : NULL);
      g_assert_null (outcome->strategy_why);
    }
}

/* Upper bidiagonal: no dependencies going forward, a single chain going backward. A method that
 * sweeps both ways is judged by the worse of the two. */
static void
test_auto_direction (const SeidelMethod *method)
{
  g_autoptr (SeidelMatrix) chain = test_gallery_sized ("chain", 50000);
  g_autoptr (SeidelProblem) problem =
    test_problem (seidel_csr_transpose (chain->csr, NULL, NULL), NULL, NULL);
  SeidelOptions options = test_options_of (method);
  bool backward = (method->sweeps & SEIDEL_SWEEPS_BACKWARD) != 0;
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (method->sweeps == SEIDEL_SWEEPS_NONE || method->by_colors)
    return;
  options.threads = 4;
  options.max_iterations = 1;
  outcome = test_solve (problem, &options, NULL);
  g_assert_cmpstr (outcome->strategy, ==, backward ? "serial" : "point-to-point");
  test_assert_wording_of (backward ? "backward" : "forward", outcome->strategy_why);
}

/* Factors with fill are swept as their own levels suggest, which are narrower than those of A:
 * serially on one thread, unless another strategy is named; the result is the same. */
static void
test_filled_factors (void)
{
  static const char *const strategies[] = { "auto", "serial", "levels" };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-27", 24);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options_of (seidel_method_find ("cg"));
  int iterations = 0;

  options.threads = 1;
  options.tolerance = 1e-8;
  for (size_t i = 0; i < G_N_ELEMENTS (strategies); i++)
    {
      g_autoptr (SeidelOutcome) plain = NULL;
      g_autoptr (SeidelOutcome) filled = NULL;

      options.strategy = strategies[i];
      options.preconditioner = "ic0";
      plain = test_solve (problem, &options, NULL);
      options.preconditioner = "ick";
      options.parameters[SEIDEL_PARAMETER_FILL_LEVEL] = 1.0;
      filled = test_solve (problem, &options, NULL);
      g_assert_cmpstr (plain->strategy, ==, i == 0 ? "point-to-point" : strategies[i]);
      g_assert_cmpstr (filled->strategy, ==, i == 0 ? "serial" : strategies[i]);
      if (i == 0)
        g_assert_nonnull (strstr (filled->strategy_why, "levels of its factors"));
      g_assert_true (filled->converged);
      g_assert_cmpint (filled->iterations, <, plain->iterations);
      if (i > 0)
        g_assert_cmpint (ABS (filled->iterations - iterations), <=, 1);
      iterations = filled->iterations;
    }
}

/* Times of sweeps arrive in the trace, and those of levels whichever way they were swept: in as
 * many levels as there are, at least one sweep. */
static void
check_level_times (const SeidelMethod *method, const char *preconditioner, int strategy)
{
  const SeidelStrategy *info = &seidel_cpu_engine ()->strategies[strategy];
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-27", 10);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelOutcome) outcome = NULL;
  bool sweeps_both = !g_str_equal (preconditioner, "none");

  if (method->by_colors && !info->any_levels)
    return;
  options.strategy = info->id;
  options.preconditioner = preconditioner;
  options.storage = SEIDEL_STORAGE_CSR;
  options.threads = 2;
  options.max_iterations = 20;
  options.tolerance = 1e-300;
  outcome = test_solve (problem, &options, trace);
  /* Jacobi has done the step after the last iterate when it learns that it is the last. */
  g_assert_cmpuint (seidel_trace_n_sweeps (trace), ==,
                    outcome->iterations + g_str_has_prefix (method->id, "jacobi"));
  for (size_t i = 0; i < seidel_trace_n_sweeps (trace); i++)
    g_assert_cmpint (seidel_trace_sweep (trace, i).iteration, ==, i + 1);
  for (int direction = 0; direction < 2; direction++)
    {
      g_autoptr (SeidelLevelTimes) times = seidel_trace_level_times (trace, direction);
      bool used =
        sweeps_both
        || (method->sweeps & (direction == 0 ? SEIDEL_SWEEPS_FORWARD : SEIDEL_SWEEPS_BACKWARD))
             != 0;

      g_assert_cmpint (times != NULL, ==, used);
      if (!used)
        continue;
      g_assert_cmpint (times->direction, ==, direction);
      g_assert_cmpint (times->passes, ==,
                       info->measures == SEIDEL_MEASURES_PASSES
                         && times->timed == SEIDEL_TIMED_SWEEPS);
      g_assert_cmpint (times->count, ==, method->by_colors ? 8 : 64);
      g_assert_cmpint (times->sweeps, >=, 1);
      g_assert_cmpfloat (seidel_level_times_sum (times), >, 0.0);
    }
}

static void
test_level_times (const SeidelMethod *method)
{
  for (int strategy = 0; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
    {
      check_level_times (method, "none", strategy);
      if (method->preconditioning != SEIDEL_PRECONDITIONING_NONE)
        check_level_times (method, "ssor", strategy);
      if (seidel_preconditioner_suits (seidel_preconditioner_find ("ic0"), method, NULL))
        check_level_times (method, "ic0", strategy);
    }
}

/* What is not to be timed is not, and costs nothing. */
static void
test_no_level_times (const SeidelMethod *method)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-27", 6);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.skip_level_times = true;
  options.max_iterations = 20;
  outcome = test_solve (problem, &options, trace);
  for (int direction = 0; direction < 2; direction++)
    g_assert_null (seidel_trace_level_times (trace, direction));
  g_assert_cmpfloat (outcome->seconds[SEIDEL_PHASE_LEVELS], ==, 0.0);
}

static void
check_same_run (SeidelProblem *problem, const SeidelOptions *options, double **x, double **history)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = test_solve (problem, options, trace);
  size_t n_points = seidel_trace_n_points (trace);
  g_autofree double *residuals = g_new (double, n_points + 1);

  /* Its length belongs to it. */
  residuals[0] = (double) n_points;
  for (size_t i = 0; i < n_points; i++)
    residuals[i + 1] = seidel_trace_point (trace, i).residual;
  if (*x == NULL)
    *x = g_memdup2 (outcome->x, (size_t) outcome->n * sizeof (double));
  test_assert_same_bits (outcome->x, *x, outcome->n);
  if (*history == NULL)
    {
      *history = g_steal_pointer (&residuals);
      return;
    }
  g_assert_cmpfloat (residuals[0], ==, (*history)[0]);
  test_assert_same_bits (residuals, *history, (int64_t) n_points + 1);
}

static void
test_determinism (const SeidelMethod *method)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-27", 16);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);

  for (int precision = 0; precision < 2; precision++)
    {
      /* One run to compare all with: threads and strategies change nothing either. */
      g_autofree double *x = NULL;

      for (int strategy = 0; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
        {
          if (!test_method_takes (method, &seidel_cpu_engine ()->strategies[strategy]))
            continue;
          /* A strategy may keep vectors in an order of its own, and add a residual up in it. */
          g_autofree double *history = NULL;

          for (int threads = 1; threads <= 2; threads++)
            for (int n = 0; n < 10; n++)
              {
                SeidelOptions options = test_options_of (method);

                options.precision = precision;
                options.strategy = seidel_cpu_engine ()->strategies[strategy].id;
                options.threads = threads;
                options.max_iterations = 12;
                check_same_run (problem, &options, &x, &history);
                if (method->sweeps == SEIDEL_SWEEPS_NONE && strategy > 0)
                  break;
              }
        }
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  test_add_for_methods ("/strategies/auto", test_auto);
  test_add_for_methods ("/strategies/direction", test_auto_direction);
  g_test_add_func ("/strategies/filled-factors", test_filled_factors);
  test_add_for_methods ("/strategies/level-times", test_level_times);
  test_add_for_methods ("/strategies/no-level-times", test_no_level_times);
  test_add_for_methods ("/determinism", test_determinism);
  return g_test_run ();
}
