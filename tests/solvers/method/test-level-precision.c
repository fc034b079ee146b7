/* Levels of multigrid in single precision within runs in double: as good as those in double, or
 * not taken.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-engines.h"

#include "run-testing.h"

#define SIZE 100

/* The id of the engine of these runs. */
static const char *engine;

static SeidelOptions
multigrid_options (SeidelSmootherIndex smoother, SeidelLevelsPrecision levels)
{
  SeidelOptions options = test_options ("cg");

  options.preconditioner = "multigrid";
  options.parameters[SEIDEL_PARAMETER_SMOOTHER] = smoother;
  options.parameters[SEIDEL_PARAMETER_LEVELS] = levels;
  options.tolerance = 1e-10;
  options.scaling = SEIDEL_SCALE_NONE;
  options.engine = engine;
  return options;
}

static SeidelOutcome *
solve_with (SeidelProblem *problem, SeidelSmootherIndex smoother, SeidelLevelsPrecision levels)
{
  const SeidelOptions options = multigrid_options (smoother, levels);

  return test_solve (problem, &options, NULL);
}

/* A and b times factors. */
static SeidelProblem *
scaled_problem (const char *kind, double of_matrix, double of_b)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized (kind, SIZE);
  g_autofree double *b = test_random_vector (matrix->csr->rows, 3);
  SeidelCsr *csr = seidel_csr_transpose (matrix->csr, NULL, NULL);

  for (int64_t k = 0; k < seidel_csr_nonzeros (csr); k++)
    csr->values[k] *= of_matrix;
  for (int64_t i = 0; i < csr->rows; i++)
    b[i] *= of_b;
  return test_problem (csr, b, NULL);
}

/* As many iterations, and x as good, with every smoother and b of any size. */
static void
test_agreement (void)
{
  static const double sizes[] = { 1.0, 1e-100, 1e100 };

  for (int smoother = SEIDEL_SMOOTHER_GAUSS_SEIDEL; smoother < SEIDEL_N_SMOOTHERS; smoother++)
    for (size_t s = 0; s < G_N_ELEMENTS (sizes); s++)
      {
        g_autoptr (SeidelProblem) problem = scaled_problem ("poisson-5", 1.0, sizes[s]);
        g_autoptr (SeidelOutcome) same = solve_with (problem, smoother, SEIDEL_LEVELS_SAME);
        g_autoptr (SeidelOutcome) single = solve_with (problem, smoother, SEIDEL_LEVELS_SINGLE);

        g_test_message ("smoother %d, b of size %g: %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT,
                        smoother, sizes[s], same->iterations, single->iterations);
        g_assert_true (same->converged);
        g_assert_null (same->levels);
        g_assert_true (single->converged);
        g_assert_nonnull (single->levels);
        g_assert_cmpint (llabs (single->iterations - same->iterations), <=, 1);
      }
}

/* Taken without being asked for where the smoother makes no sweeps. */
static void
test_automatic (void)
{
  g_autoptr (SeidelProblem) problem = scaled_problem ("poisson-5", 1.0, 1.0);

  for (int smoother = SEIDEL_SMOOTHER_GAUSS_SEIDEL; smoother < SEIDEL_N_SMOOTHERS; smoother++)
    {
      g_autoptr (SeidelOutcome) outcome = solve_with (problem, smoother, SEIDEL_LEVELS_AUTO);

      g_assert_true (outcome->converged);
      g_assert_cmpint (outcome->levels != NULL, ==, smoother >= SEIDEL_SMOOTHER_JACOBI);
    }
}

/* Entries that single precision does not hold: the levels are in double, and the run converges. */
static void
test_misfits (void)
{
  static const double factors[] = { 1e-60, 1e60 };

  for (size_t f = 0; f < G_N_ELEMENTS (factors); f++)
    {
      g_autoptr (SeidelProblem) problem = scaled_problem ("poisson-5", factors[f], factors[f]);
      g_autoptr (SeidelOutcome) outcome =
        solve_with (problem, SEIDEL_SMOOTHER_JACOBI, SEIDEL_LEVELS_SINGLE);

      g_assert_true (outcome->converged);
      g_assert_null (outcome->levels);
    }
}

/* A Laplacian without boundary values, and a shift that rounding to single takes away: of levels
 * that an engine makes in single, what they make of the constants is wrong by the order of
 * magnitude. */
static void
test_nearly_singular (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-neumann", SIZE);
  g_autofree double *b = test_random_vector (matrix->csr->rows, 3);
  SeidelCsr *csr = seidel_csr_transpose (matrix->csr, NULL, NULL);
  g_autoptr (SeidelProblem) problem = NULL;
  g_autoptr (SeidelOutcome) same = NULL;
  g_autoptr (SeidelOutcome) automatic = NULL;

  for (int64_t row = 0; row < csr->rows; row++)
    csr->values[seidel_csr_find (csr, row, row)] += 1e-10;
  problem = test_problem (csr, b, NULL);
  same = solve_with (problem, SEIDEL_SMOOTHER_JACOBI, SEIDEL_LEVELS_SAME);
  automatic = solve_with (problem, SEIDEL_SMOOTHER_JACOBI, SEIDEL_LEVELS_AUTO);
  g_test_message ("%" G_GINT64_FORMAT " and %" G_GINT64_FORMAT " iterations%s%s", same->iterations,
                  automatic->iterations, automatic->levels != NULL ? ", levels " : "",
                  automatic->levels != NULL ? automatic->levels : "");
  g_assert_null (automatic->levels);
  g_assert_cmpint (automatic->iterations, ==, same->iterations);
  g_assert_cmpint (automatic->reason, ==, same->reason);
}

/* A method of its own, and those that use the transpose. */
static void
test_methods (void)
{
  static const char *const methods[] = { "multigrid", "bicg", "gmres", "minres" };

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      const char *kind = strcmp (methods[m], "bicg") == 0 ? "convection-diffusion" : "poisson-5";
      g_autoptr (SeidelProblem) problem = scaled_problem (kind, 1.0, 1.0);
      SeidelOptions options =
        multigrid_options (SEIDEL_SMOOTHER_GAUSS_SEIDEL, SEIDEL_LEVELS_SINGLE);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.method = methods[m];
      if (m == 0)
        options.preconditioner = "none";
      outcome = test_solve (problem, &options, NULL);
      g_test_message ("%s: %" G_GINT64_FORMAT " iterations", methods[m], outcome->iterations);
      g_assert_true (outcome->converged);
      g_assert_nonnull (outcome->levels);
      g_assert_cmpint (outcome->iterations, <=, 40);
    }
}

/* On every engine that is here and has two precisions. */
static void
test_on_engines (gconstpointer data)
{
  static const char *const ids[] = { "cpu", "cuda" };
  void (*test) (void) = (void (*) (void)) data;

  for (size_t e = 0; e < G_N_ELEMENTS (ids); e++)
    {
      const SeidelEngineEntryInfo *found = seidel_engines_find (ids[e]);

      if (found == NULL || !found->available || found->engine->narrowing == NULL)
        continue;
      engine = ids[e];
      test ();
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/level-precision/agreement", test_agreement, test_on_engines);
  g_test_add_data_func ("/level-precision/automatic", test_automatic, test_on_engines);
  g_test_add_data_func ("/level-precision/misfits", test_misfits, test_on_engines);
  g_test_add_data_func ("/level-precision/nearly-singular", test_nearly_singular, test_on_engines);
  g_test_add_data_func ("/level-precision/methods", test_methods, test_on_engines);
  return g_test_run ();
}
