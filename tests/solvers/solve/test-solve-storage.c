/* Solving with matrices by diagonals and dense ones, and with other arithmetics: the same
 * solutions, and what is refused.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-error.h"
#include "matrix/seidel-storage.h"
#include "matrix/seidel-vector.h"

#include "run-testing.h"

static bool
uses_storage (const SeidelMethod *method)
{
  return !method->on_host && !method->by_colors && !method->demonstration && method->engine == NULL;
}

/* Every method gives what it gives with the matrix in rows, as far as it has converged. */
static void
test_methods (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  size_t n_methods;
  size_t n_storages;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  const SeidelStorageInfo *infos = seidel_storages (&n_storages);

  for (size_t m = 0; m < n_methods; m++)
    for (size_t s = 0; s < n_storages; s++)
      {
        SeidelOptions options = test_options_of (&methods[m]);
        g_autoptr (SeidelOutcome) outcome = NULL;

        if (!uses_storage (&methods[m]))
          continue;
        options.storage = (SeidelStorage) s;
        options.threads = 2;
        outcome = test_solve (problem, &options, NULL);
        g_test_message ("%s, %s: %s", methods[m].id, infos[s].id,
                        seidel_reason_id (outcome->reason));
        g_assert_true (outcome->converged);
        g_assert_cmpfloat (outcome->error_inf, <, 1e-3);
        if (methods[m].sweeps != SEIDEL_SWEEPS_NONE && s != SEIDEL_STORAGE_CSR)
          {
            g_assert_cmpstr (outcome->strategy, ==, "serial");
            g_assert_nonnull (strstr (outcome->strategy_why, infos[s].id));
          }
      }
}

static void
assert_refused (SeidelProblem *problem, const SeidelOptions *options)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_solve (problem, options, trace, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_OPTIONS);
}

static void
test_refused (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 5);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options ("gauss-seidel");
  size_t n;
  const SeidelMethod *methods = seidel_methods (&n);

  options.storage = SEIDEL_STORAGE_DIAGONALS;
  options.strategy = "levels";
  assert_refused (problem, &options);
  options.strategy = "auto";
  options.storage = SEIDEL_STORAGE_DENSE;
  for (size_t m = 0; m < n; m++)
    if (methods[m].by_colors)
      {
        options.method = methods[m].id;
        assert_refused (problem, &options);
      }
}

/* A dense copy of two million rows is refused before anything is converted. */
static void
test_too_large (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", 2000000);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;
  SeidelOptions options = test_options ("jacobi");

  options.storage = SEIDEL_STORAGE_DENSE;
  g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY);
  g_assert_cmpfloat (seidel_trace_phase_seconds (trace, SEIDEL_PHASE_TRANSFER), ==, 0.0);
}

/* Every arithmetic reaches the solution, with every storage. */
static void
test_arithmetic (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 12);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  const char *const methods[] = { "cg", "gauss-seidel" };
  size_t n_storages;

  seidel_storages (&n_storages);
  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    for (size_t s = 0; s < n_storages; s++)
      for (int arithmetic = 0; arithmetic < 4; arithmetic++)
        {
          SeidelOptions options = test_options (methods[m]);
          g_autoptr (SeidelOutcome) outcome = NULL;

          options.storage = (SeidelStorage) s;
          options.arithmetic = arithmetic;
          options.threads = 2;
          outcome = test_solve (problem, &options, NULL);
          g_assert_true (outcome->converged);
          g_assert_cmpfloat (outcome->error_inf, <, 1e-4);
        }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-storage/methods", test_methods);
  g_test_add_func ("/run-storage/refused", test_refused);
  g_test_add_func ("/run-storage/too-large", test_too_large);
  g_test_add_func ("/run-storage/arithmetic/solves", test_arithmetic);
  return g_test_run ();
}
