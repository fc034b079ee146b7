/* Every iterative method on every real matrix: where theory promises convergence it must come, with
 * a true residual to match; elsewhere a run must end with a reason, or be refused with one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-error.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-method.h"

#include "io/seidel-loader.h"

#include "run-testing.h"

#define TOLERANCE 1e-8

/* What a file has that its entries do not show. */
typedef enum
{
  NOTHING = 0,
  POSITIVE_DEFINITE = 1 << 0,
  SLOW_SWEEPS = 1 << 1, /* converges by theory, but not within the iterations of a test */
} Traits;

static const struct
{
  const char *file;
  Traits traits;
} files[] = {
  { "494_bus.mtx", POSITIVE_DEFINITE | SLOW_SWEEPS },
  { "add20.mtx", NOTHING },
  { "ani1_amd_chol.mtx", NOTHING },
  { "ash219.mtx", NOTHING },
  { "bcspwr06.mtx", NOTHING },
  { "bcsstk01.mtx", POSITIVE_DEFINITE },
  { "bcsstk09.mtx", POSITIVE_DEFINITE | SLOW_SWEEPS },
  { "bcsstk14.mtx", POSITIVE_DEFINITE | SLOW_SWEEPS },
  { "bcsstm22.mtx", POSITIVE_DEFINITE },
  { "cage5.mtx", NOTHING },
  { "dw4096.mtx", NOTHING },
  { "ex1.mtx", NOTHING },
  { "fs_183_1.mtx", NOTHING },
  { "gr_30_30.mtx", POSITIVE_DEFINITE },
  { "jpwh_991.mtx", NOTHING },
  { "karate.mtx", NOTHING },
  { "lap2D_5pt_n100.mtx", POSITIVE_DEFINITE | SLOW_SWEEPS },
  { "LFAT5.mtx", POSITIVE_DEFINITE },
  { "mcca.mtx", NOTHING },
  { "minsurfo.mtx", POSITIVE_DEFINITE },
  { "nos4.mtx", POSITIVE_DEFINITE },
  { "obstclae.mtx", POSITIVE_DEFINITE },
  { "orsirr_1.mtx", SLOW_SWEEPS },
  { "pde900.mtx", NOTHING },
  { "plskz362.mtx", NOTHING },
  { "sherman1.mtx", NOTHING },
  { "steam1.mtx", NOTHING },
  { "Trefethen_20b.mtx", POSITIVE_DEFINITE },
  { "wathen100.mtx", POSITIVE_DEFINITE },
  { "west0479.mtx", NOTHING },
};

static bool
must_converge (const SeidelMethod *method, const SeidelStructure *structure, Traits traits)
{
  if (method->needs & SEIDEL_NEEDS_SYMMETRIC)
    return (traits & POSITIVE_DEFINITE) != 0;
  if (traits & SLOW_SWEEPS)
    return false;
  if (structure->row_dominant || structure->column_dominant)
    return true;
  return (traits & POSITIVE_DEFINITE) && method->sweeps != SEIDEL_SWEEPS_NONE;
}

/* Whatever the ending, what the outcome says of it is so. */
static void
check_honest (const SeidelProblem *problem, const SeidelOutcome *outcome)
{
  double norm_b = seidel_vector_norm_2 (problem->b, outcome->n);
  SeidelNorms norms = { NAN, NAN };

  g_assert_cmpint (outcome->reason, !=, SEIDEL_REASON_NONE);
  g_assert_cmpint (outcome->reason, !=, SEIDEL_REASON_FAILED);
  g_assert_true (
    seidel_csr_true_residual (problem->matrix->csr, problem->b, outcome->x, 1, NULL, &norms));
  if (isfinite (norms.norm_2))
    g_assert_cmpfloat (outcome->true_2, ==, norms.norm_2);
  else
    g_assert_false (isfinite (outcome->true_2));
  if (outcome->converged && outcome->true_2 > 10.0 * TOLERANCE * norm_b)
    g_assert_nonnull (outcome->message);
}

static void
check_method (SeidelProblem *problem, const SeidelMethod *method, Traits traits)
{
  SeidelOptions options = test_options_of (method);
  g_autofree char *why_not = NULL;
  g_autoptr (SeidelOutcome) outcome = NULL;
  bool sure = must_converge (method, problem->structure, traits);

  if (!seidel_method_applies (method, problem->structure, &why_not))
    {
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (GError) error = NULL;

      g_assert_false (sure);
      g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
      g_assert_cmpstr (error->message, ==, why_not);
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
  g_assert_cmpfloat (outcome->true_2, <=,
                     2.0 * TOLERANCE * seidel_vector_norm_2 (problem->b, outcome->n));
}

static void
test_file (gconstpointer data)
{
  size_t i = GPOINTER_TO_SIZE (data);
  g_autoptr (SeidelMatrix) matrix = test_real_matrix (files[i].file);
  g_autoptr (SeidelProblem) problem = NULL;
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  if (matrix == NULL)
    return;
  problem = test_problem_of (matrix);
  problem->structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  for (size_t m = 0; m < n_methods; m++)
    if (!methods[m].on_host)
      check_method (problem, &methods[m], files[i].traits);
}

/* A Cholesky factor is lower triangular: one forward sweep is forward substitution. */
static void
test_triangular (void)
{
  g_autoptr (SeidelMatrix) matrix = test_real_matrix ("ani1_amd_chol.mtx");
  g_autoptr (SeidelProblem) problem = NULL;
  SeidelOptions options = test_options ("gauss-seidel");
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (matrix == NULL)
    return;
  problem = test_problem_of (matrix);
  options.tolerance = 1e-14;
  for (int strategy = 0; strategy < seidel_cpu_engine ()->n_strategies; strategy++)
    {
      g_clear_pointer (&outcome, seidel_outcome_free);
      options.strategy = seidel_cpu_engine ()->strategies[strategy].id;
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      g_assert_cmpint (outcome->iterations, ==, 1);
      g_assert_cmpfloat (outcome->error_inf, <, 1e-12);
    }
}

/* The right-hand side that belongs to sherman1, whose matrix is negative definite. */
static void
test_sherman (void)
{
  g_autoptr (SeidelMatrix) matrix = test_real_matrix ("sherman1.mtx");
  g_autofree char *path = NULL;
  g_autoptr (SeidelProblem) problem = NULL;
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (GError) error = NULL;
  SeidelOptions options = test_options ("gauss-seidel-symmetric");
  SeidelVectorSpec rhs = { SEIDEL_VECTOR_FILE, 0, NULL };

  if (matrix == NULL)
    return;
  path = g_build_filename (g_getenv ("SEIDEL_TEST_MATRICES"), "sherman1_rhs1.mtx", NULL);
  rhs.path = path;
  problem = seidel_problem_new_from_specs (matrix, &rhs, NULL, seidel_load_vector, NULL, &error);
  g_assert_no_error (error);
  options.tolerance = 1e-4;
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  g_assert_cmpfloat (outcome->true_2, <=, 1.01e-4 * seidel_vector_norm_2 (problem->b, outcome->n));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_strconcat ("/real-solves/all/", files[i].file, NULL);

      g_test_add_data_func (path, GSIZE_TO_POINTER (i), test_file);
    }
  g_test_add_func ("/real-solves/triangular", test_triangular);
  g_test_add_func ("/real-solves/sherman1", test_sherman);
  return g_test_run ();
}
