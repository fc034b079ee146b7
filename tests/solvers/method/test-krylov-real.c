/* Preconditioned Krylov methods on real matrices: those that must converge do so to the true
 * residual.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method.h"

#include "run-testing.h"

#define MOST 12

typedef struct
{
  const char *path;
  const char *files[MOST + 1];
  const char *methods[MOST + 1];
  const char *preconditioners[MOST + 1];
} Group;

static const Group groups[] = {
  { "/krylov-real/positive-definite",
    { "494_bus", "bcsstk01", "bcsstk09", "bcsstk14", "bcsstm22", "gr_30_30", "nos4", "obstclae",
      "minsurfo", "wathen100", "Trefethen_20b", "LFAT5" },
    { "cg", "cg-flexible", "minres", "bicg", "bicgstab" },
    { "ssor", "ic0" } },
  /* ex1 has zeros on its diagonal, which fill in. */
  { "/krylov-real/general",
    { "add20", "cage5", "ex1", "fs_183_1", "mcca", "orsirr_1", "pde900", "sherman1", "steam1" },
    { "bicg", "bicgstab", "gmres", "gmres-flexible" },
    { "ilu0" } },
  { "/krylov-real/without",
    { "gr_30_30", "nos4", "obstclae", "minsurfo" },
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

  for (int f = 0; group->files[f] != NULL; f++)
    {
      g_autofree char *file = g_strconcat (group->files[f], ".mtx", NULL);
      g_autoptr (SeidelMatrix) matrix = test_real_matrix (file);

      if (matrix == NULL)
        return;
      for (int m = 0; group->methods[m] != NULL; m++)
        for (int p = 0; group->preconditioners[p] != NULL; p++)
          check (matrix, group->methods[m], group->preconditioners[p]);
    }
}

/* 471 of its 479 rows have no diagonal, and the first of them is not filled in. */
static void
test_zero_pivot (void)
{
  g_autoptr (SeidelMatrix) matrix = test_real_matrix ("west0479.mtx");
  g_autoptr (SeidelProblem) problem = NULL;
  SeidelOptions options = test_options ("gmres");
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (matrix == NULL)
    return;
  problem = test_problem_of (matrix);
  options.preconditioner = "ilu0";
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_BREAKDOWN);
  g_assert_cmpstr (outcome->message, ==,
                   "ILU(0) met the pivot 0 in row 1, by which it cannot divide");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (size_t g = 0; g < G_N_ELEMENTS (groups); g++)
    g_test_add_data_func (groups[g].path, &groups[g], test_group);
  g_test_add_func ("/krylov-real/zero-pivot", test_zero_pivot);
  return g_test_run ();
}
