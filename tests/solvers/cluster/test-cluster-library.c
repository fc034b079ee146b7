/* PETSc's own preconditioners and direct solvers on one to four ranks: the true residual decides,
 * and x is that of a direct method of the CPU engine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-error.h"
#include "engine/seidel-distributed.h"

#include "cluster-testing.h"

#define MOST_RANKS 4
#define TOLERANCE  1e-10

/* Condition numbers of these matrices are below this, so that x is as accurate as that allows. */
#define CONDITION 1e3

static SeidelOutcome *
solve (SeidelProblem *problem, const char *method, const char *preconditioner, int ranks)
{
  SeidelOptions options = cluster_testing_options (method, ranks);
  SeidelOutcome *outcome;

  options.preconditioner = preconditioner;
  options.tolerance = TOLERANCE;
  outcome = test_solve (problem, &options, NULL);
  g_test_message ("%s, %s, %d ranks, %s: %s after %d", method, preconditioner, ranks,
                  problem->matrix->name, seidel_reason_id (outcome->reason),
                  (int) outcome->iterations);
  return outcome;
}

static void
compare (SeidelProblem *problem, const char *method, const char *preconditioner, int ranks)
{
  g_autoptr (SeidelOutcome) there = solve (problem, method, preconditioner, ranks);
  SeidelOptions options = test_options ("umfpack");
  g_autoptr (SeidelOutcome) here = test_solve (problem, &options, NULL);
  const int64_t n = problem->matrix->csr->rows;

  g_assert_true (there->converged);
  g_assert_cmpfloat (there->true_2, <=, TOLERANCE * seidel_vector_norm_2 (problem->b, n));
  for (int64_t i = 0; i < n; i++)
    g_assert_cmpfloat (fabs (there->x[i] - here->x[i]), <=,
                       CONDITION * TOLERANCE * seidel_vector_norm_inf (here->x, n));
}

/* Every row that names the engine is tried, with a method that goes with it. */
static void
test_preconditioners (gconstpointer data)
{
  const int ranks = GPOINTER_TO_INT (data);
  g_autoptr (SeidelProblem) symmetric = cluster_testing_problem ("poisson-5", 14);
  g_autoptr (SeidelProblem) general = cluster_testing_problem ("random-dominant", 200);
  size_t n_kinds;
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);
  int tried = 0;

  if (!cluster_testing_can_start ())
    return;
  for (size_t k = 0; k < n_kinds; k++)
    {
      if (g_strcmp0 (kinds[k].engine, SEIDEL_DISTRIBUTED_ID) != 0)
        continue;
      compare (symmetric, kinds[k].keeps_symmetry ? "cg" : "gmres", kinds[k].id, ranks);
      if (!kinds[k].never_transposed)
        compare (symmetric, "bicg", kinds[k].id, ranks);
      if ((kinds[k].needs & SEIDEL_NEEDS_SYMMETRIC) == 0 && !kinds[k].keeps_symmetry)
        compare (general, "bicgstab", kinds[k].id, ranks);
      tried++;
    }
  g_assert_cmpint (tried, ==, 5);
}

static void
test_direct (gconstpointer data)
{
  const int ranks = GPOINTER_TO_INT (data);
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("convection-diffusion", 15);
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  int tried = 0;

  if (!cluster_testing_can_start ())
    return;
  for (size_t m = 0; m < n_methods; m++)
    if (g_strcmp0 (methods[m].engine, SEIDEL_DISTRIBUTED_ID) == 0)
      {
        g_autoptr (SeidelOutcome) outcome = solve (problem, methods[m].id, "none", ranks);

        g_assert_true (outcome->converged);
        g_assert_cmpint (outcome->iterations, ==, 1);
        g_assert_cmpfloat (outcome->error_inf, <=, 1e-12);
        tried++;
      }
  g_assert_cmpint (tried, ==, 2);
}

/* A preconditioner that is worth the name: fewer iterations than without. */
static void
test_effect (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-5", 30);
  g_autoptr (SeidelOutcome) without = NULL;
  g_autoptr (SeidelOutcome) with = NULL;

  if (!cluster_testing_can_start ())
    return;
  without = solve (problem, "cg", "none", 2);
  with = solve (problem, "cg", "petsc-boomeramg", 2);
  g_assert_cmpint (4 * with->iterations, <, without->iterations);
}

/* Options reach PETSc, the user's before those of the row; the ones that it does not use are
 * reported by name, and a run with them is none the worse. */
static void
test_options_of_petsc (void)
{
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-5", 20);
  SeidelOptions options = cluster_testing_options ("cg", 2);
  g_autoptr (SeidelOutcome) plain = NULL;
  g_autoptr (SeidelOutcome) refined = NULL;
  g_autoptr (SeidelOutcome) typed = NULL;

  if (!cluster_testing_can_start ())
    return;
  options.preconditioner = "petsc-block-icc";
  options.petsc_options = "-pc_tpye gamg -misspelt";
  plain = test_solve (problem, &options, NULL);
  g_assert_true (plain->converged);
  g_assert_nonnull (strstr (plain->message, "-pc_tpye"));
  g_assert_nonnull (strstr (plain->message, "-misspelt"));
  options.petsc_options = "-sub_pc_factor_levels 3";
  refined = test_solve (problem, &options, NULL);
  g_assert_true (refined->converged);
  g_assert_null (refined->message);
  g_assert_cmpint (refined->iterations, <, plain->iterations);
  /* Products in another storage of PETSc. */
  options.preconditioner = "none";
  options.petsc_options = "-mat_type mpisell";
  typed = test_solve (problem, &options, NULL);
  g_assert_true (typed->converged);
  g_assert_null (typed->message);
}

/* Dense rows for the products; preconditioners are made of the sparse ones. */
static void
test_dense (void)
{
  static const char *const preconditioners[] = { "none", "petsc-block-icc", "jacobi" };
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-5", 20);

  if (!cluster_testing_can_start ())
    return;
  for (size_t i = 0; i < G_N_ELEMENTS (preconditioners); i++)
    {
      SeidelOptions options = cluster_testing_options ("cg", 2);
      g_autoptr (SeidelOutcome) rows = NULL;
      g_autoptr (SeidelOutcome) dense = NULL;

      options.preconditioner = preconditioners[i];
      rows = test_solve (problem, &options, NULL);
      options.storage = SEIDEL_STORAGE_DENSE;
      dense = test_solve (problem, &options, NULL);
      g_assert_true (dense->converged);
      g_assert_cmpint (llabs (dense->iterations - rows->iterations), <=, 1);
      test_assert_close (dense->x, rows->x, dense->n, 1e-7);
    }
}

/* What PETSc cannot do ends the run with what it said of it. */
static void
test_failures (void)
{
  static const struct
  {
    const char *preconditioner;
    const char *options;
    SeidelReason reason;
  } cases[] = {
    { "petsc-block-icc", "-pc_type dragon", SEIDEL_REASON_BREAKDOWN },
    { "none", "-mat_type dragon", SEIDEL_REASON_FAILED },
  };
  g_autoptr (SeidelProblem) problem = cluster_testing_problem ("poisson-5", 8);

  if (!cluster_testing_can_start ())
    return;
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SeidelOptions options = cluster_testing_options ("cg", 2);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.preconditioner = cases[i].preconditioner;
      options.petsc_options = cases[i].options;
      outcome = test_solve (problem, &options, NULL);
      test_assert_reason (outcome, cases[i].reason);
      g_assert_nonnull (strstr (outcome->message, "PETSc"));
    }
  g_assert_cmpint (cluster_testing_count_jobs (), ==, 0);
}

/* A singular matrix has no factors. */
static void
test_singular (void)
{
  const double dense[] = { 1, 1, 0, 1, 1, 0, 0, 0, 1 };
  const double b[] = { 1, 2, 3 };
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (3, 3, dense), b, NULL);
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (!cluster_testing_can_start ())
    return;
  outcome = solve (problem, "petsc-mumps", "none", 2);
  g_assert_false (outcome->converged);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  cluster_testing_begin ();
  for (int ranks = 1; ranks <= MOST_RANKS; ranks++)
    {
      g_autofree char *preconditioners =
        g_strdup_printf ("/cluster-library/preconditioners/%d", ranks);
      g_autofree char *direct = g_strdup_printf ("/cluster-library/direct/%d", ranks);

      g_test_add_data_func (preconditioners, GINT_TO_POINTER (ranks), test_preconditioners);
      g_test_add_data_func (direct, GINT_TO_POINTER (ranks), test_direct);
    }
  g_test_add_func ("/cluster-library/effect", test_effect);
  g_test_add_func ("/cluster-library/options", test_options_of_petsc);
  g_test_add_func ("/cluster-library/dense", test_dense);
  g_test_add_func ("/cluster-library/failures", test_failures);
  g_test_add_func ("/cluster-library/singular", test_singular);
  return g_test_run ();
}
