/* Every iterative method on every known matrix: where theory promises convergence the method must
 * converge, with a true residual to match; elsewhere a run must end with a reason, or be refused
 * with one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>

#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-method.h"

#include "io/seidel-loader.h"

#include "run-testing.h"

#define TOLERANCE 1e-8

static bool
must_converge (const SeidelMethod *method, const SeidelStructure *structure, unsigned int traits)
{
  if (method->needs & SEIDEL_NEEDS_SYMMETRY)
    return (traits & TEST_POSITIVE_DEFINITE) != 0;
  if (traits & TEST_SLOW_SWEEPS)
    return false;
  if (structure->row_dominant || structure->column_dominant)
    return true;
  return (traits & TEST_POSITIVE_DEFINITE) && method->sweeps != SEIDEL_SWEEPS_NONE;
}

/* Whatever the ending, what the outcome says of it is so. */
static void
check_honest (const SeidelProblem *problem, const SeidelOutcome *outcome)
{
  double norm_b = seidel_vector_norm_2 (problem->b, problem->matrix->csr->rows);
  SeidelNorms norms = { NAN, NAN };

  g_assert_cmpint (outcome->reason, !=, SEIDEL_REASON_NONE);
  g_assert_cmpint (outcome->reason, !=, SEIDEL_REASON_FAILED);
  g_assert_true (
    seidel_csr_true_residual (problem->matrix->csr, problem->b, outcome->x, 1, NULL, &norms));
  if (isfinite (norms.norm_2))
    g_assert_cmpfloat (outcome->true_2, ==, norms.norm_2);
  else
    g_assert_false (isfinite (outcome->true_2));
  if (outcome->reason == SEIDEL_REASON_DATA_PRECISION)
    g_assert_cmpfloat (norms.backward, <=, 1e-15);
  else if (outcome->reason == SEIDEL_REASON_CONVERGED_LEAST_SQUARES)
    g_assert_cmpfloat (outcome->normal, <=, TOLERANCE);
  else if (outcome->converged)
    g_assert_cmpfloat (outcome->true_2, <=, TOLERANCE * norm_b);
}

static void
check_method (SeidelProblem *problem, const SeidelMethod *method, unsigned int traits)
{
  SeidelOptions options = test_options_of (method);
  g_autofree char *why_not = NULL;
  g_autoptr (SeidelOutcome) outcome = NULL;
  bool sure = must_converge (method, problem->structure, traits);
  int64_t row;

  if (!seidel_method_applies (method, problem->structure, &why_not, &row))
    {
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *expected = seidel_matrix_add_place (problem->matrix, why_not, row, -1);

      g_assert_false (sure);
      g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
      g_assert_cmpstr (error->message, ==, expected);
      return;
    }
  options.tolerance = TOLERANCE;
  options.max_iterations = sure ? 200000 : 200;
  options.stagnation_window = sure ? G_MAXINT : 0;
  outcome = test_solve (problem, &options, NULL);
  g_test_message ("%s: %s after %d iterations, true relative residual %.1e", method->id,
                  seidel_reason_id (outcome->reason), (int) outcome->iterations,
                  outcome->true_2 / seidel_vector_norm_2 (problem->b, outcome->n));
  check_honest (problem, outcome);
  if (!sure)
    return;
  g_assert_true (outcome->converged);
}

static void
test_known (gconstpointer data)
{
  const KnownMatrix *known = data;
  g_autoptr (SeidelMatrix) matrix = known_matrix_load (known);
  g_autoptr (SeidelProblem) problem = test_problem_of_known (known, matrix);
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  problem->structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  for (size_t m = 0; m < n_methods; m++)
    if (!methods[m].on_host && methods[m].engine == NULL)
      check_method (problem, &methods[m], known->traits);
}

/* On a lower triangular matrix one forward sweep is forward substitution. */
static void
test_triangular (void)
{
  static const char *const names[] = { "kmer-like", "ani1_amd_chol" };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const KnownMatrix *known = known_matrix_find (names[i]);
      g_autoptr (SeidelMatrix) matrix = known != NULL ? known_matrix_load (known) : NULL;
      g_autoptr (SeidelProblem) problem = matrix != NULL ? test_problem_of (matrix) : NULL;
      SeidelOptions options = test_options ("gauss-seidel");

      options.tolerance = 1e-14;
      for (int s = 0; problem != NULL && s < seidel_cpu_engine ()->n_strategies; s++)
        {
          g_autoptr (SeidelOutcome) outcome = NULL;

          options.strategy = seidel_cpu_engine ()->strategies[s].id;
          outcome = test_solve (problem, &options, NULL);
          g_assert_true (outcome->converged);
          g_assert_cmpint (outcome->iterations, ==, 1);
          g_assert_cmpfloat (outcome->error_inf, <, 1e-12);
        }
    }
}

static void
check_rhs_file (SeidelMatrix *matrix, const char *path)
{
  const SeidelVectorSpec rhs = { SEIDEL_VECTOR_FILE, 0, (char *) path };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &rhs, NULL, seidel_load_vector, NULL, &error);
  SeidelOptions options = test_options ("gauss-seidel-symmetric");
  g_autoptr (SeidelOutcome) outcome = NULL;

  g_assert_no_error (error);
  options.tolerance = 1e-4;
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  g_assert_cmpfloat (outcome->true_2, <=, 1.01e-4 * seidel_vector_norm_2 (problem->b, outcome->n));
}

/* A right-hand side from a file of its own, and the one of sherman1, which is negative definite. */
static void
test_rhs_file (void)
{
  const KnownMatrix *sherman = known_matrix_find ("sherman1");
  g_autofree char *published = test_published_path ("sherman1_rhs1.mtx");
  const KnownMatrix *known = known_matrix_find ("poisson-5");
  g_autoptr (SeidelMatrix) matrix = known_matrix_load (known);
  g_autofree double *b = test_random_vector (known->rows, 5);
  g_autofree char *folder = g_dir_make_tmp ("seidel-rhs-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "b.mtx", NULL);

  for (int64_t k = 0; k < seidel_csr_nonzeros (matrix->csr); k++)
    matrix->csr->values[k] = -matrix->csr->values[k];
  g_assert_true (seidel_save_vector (b, known->rows, false, path, NULL));
  check_rhs_file (matrix, path);
  g_remove (path);
  g_rmdir (folder);
  if (sherman != NULL && published != NULL)
    {
      g_autoptr (SeidelMatrix) negative = known_matrix_load (sherman);

      check_rhs_file (negative, published);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  test_add_for_known ("/known-solves/known", false, test_known);
  g_test_add_func ("/known-solves/triangular", test_triangular);
  g_test_add_func ("/known-solves/rhs-file", test_rhs_file);
  return g_test_run ();
}
