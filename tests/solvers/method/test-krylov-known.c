/* Preconditioned Krylov methods on matrices of applications and of the gallery: those that must
 * converge do so to the true residual.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method.h"

#include "golden-testing.h"
#include "run-testing.h"

#define MOST_MATRICES 24
#define MOST_METHODS  8

typedef struct
{
  const char *path;
  const char *matrices[MOST_MATRICES + 1];
  const char *methods[MOST_METHODS + 1];
  const char *preconditioners[4];
} Group;

static const Group groups[] = {
  { "/krylov-known/positive-definite",
    { "poisson-27",      "poisson-jumping", "truss",     "tridiagonal",   "obstacle",
      "minimal-surface", "wathen",          "trefethen", "494_bus",       "bcsstk01",
      "bcsstk09",        "bcsstk14",        "bcsstm22",  "gr_30_30",      "nos4",
      "obstclae",        "minsurfo",        "wathen100", "Trefethen_20b", "LFAT5" },
    { "cg", "cg-flexible", "minres", "bicg", "bicgstab" },
    { "ssor", "ic0", "multigrid" } },
  /* ex1 has zeros on its diagonal, which fill in. */
  { "/krylov-known/general",
    { "convection-diffusion", "random-dominant", "kmer-like", "poisson-jumping", "add20", "cage5",
      "ex1", "fs_183_1", "mcca", "orsirr_1", "pde900", "sherman1", "steam1" },
    { "bicg", "bicgstab", "gmres", "gmres-flexible" },
    { "ilu0" } },
  { "/krylov-known/without",
    { "poisson-27", "poisson-5", "obstacle", "minimal-surface", "gr_30_30", "nos4", "obstclae",
      "minsurfo" },
    { "cg", "cg-flexible", "minres", "bicg", "bicgstab", "gmres" },
    { "none", "jacobi" } },
};

static void
check (SeidelMatrix *matrix, const char *method, const char *preconditioner)
{
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options (method);
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.preconditioner = preconditioner;
  options.max_iterations = 20000;
  options.parameters[SEIDEL_PARAMETER_RESTART] = 100;
  outcome = test_solve (problem, &options, NULL);
  g_test_message ("%s with %s on %s: %s, %d iterations", method, preconditioner, matrix->name,
                  seidel_reason_id (outcome->reason), (int) outcome->iterations);
  g_assert_true (outcome->converged);
  g_assert_cmpfloat (outcome->true_2, <=, 1.1e-8 * seidel_vector_norm_2 (problem->b, outcome->n));
}

static void
test_group (gconstpointer data)
{
  const Group *group = data;

  for (int i = 0; group->matrices[i] != NULL; i++)
    {
      const KnownMatrix *known = known_matrix_find (group->matrices[i]);
      g_autoptr (SeidelMatrix) matrix = known != NULL ? known_matrix_load (known) : NULL;

      for (int m = 0; matrix != NULL && group->methods[m] != NULL; m++)
        for (int p = 0; group->preconditioners[p] != NULL; p++)
          if (seidel_preconditioner_suits (seidel_preconditioner_find (group->preconditioners[p]),
                                           seidel_method_find (group->methods[m]), NULL))
            check (matrix, group->methods[m], group->preconditioners[p]);
    }
}

/* The first row has no diagonal entry, and none fills in. */
static void
test_zero_pivot (void)
{
  static const char *const names[] = { "mycielskian", "west0479" };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const KnownMatrix *known = known_matrix_find (names[i]);
      g_autoptr (SeidelMatrix) matrix = known != NULL ? known_matrix_load (known) : NULL;
      g_autoptr (SeidelProblem) problem = NULL;
      SeidelOptions options = test_options ("gmres");
      g_autoptr (SeidelOutcome) outcome = NULL;

      if (matrix == NULL)
        continue;
      problem = test_problem_of (matrix);
      options.preconditioner = "ilu0";
      outcome = test_solve (problem, &options, NULL);
      test_assert_reason (outcome, SEIDEL_REASON_BREAKDOWN);
      test_assert_wording_of ("pivot", outcome->message);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (size_t g = 0; g < G_N_ELEMENTS (groups); g++)
    g_test_add_data_func (groups[g].path, &groups[g], test_group);
  g_test_add_func ("/krylov-known/zero-pivot", test_zero_pivot);
  return g_test_run ();
}
