/* The memory of sparse factors as it is counted before a run, against what they take then.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method.h"
#include "plan/seidel-plan.h"

#include "run-testing.h"

static const struct
{
  const char *kind;
  int size;
} matrices[] = {
  { "poisson-5", 60 },
  { "poisson-5", 150 },
  { "poisson-5", 250 },
  { "poisson-27", 8 },
  { "poisson-27", 14 },
  { "poisson-27", 20 },
  { "poisson-7", 12 },
  { "poisson-7", 22 },
  { "poisson-anisotropic", 120 },
  { "poisson-jumping", 100 },
  { "wathen", 20 },
  { "wathen", 45 },
  { "tridiagonal", 30000 },
  { "trefethen", 3000 },
  { "helmholtz", 90 },
  { "convection-diffusion", 100 },
  { "stokes-cavity", 30 },
  { "obstacle", 100 },
  { "minimal-surface", 100 },
  { "random-dominant", 3000 },
  { "small-world", 2000 },
  { "arrow", 5000 },
};

/* NULL where the method does not take the matrix. */
static SeidelMatrix *
matrix_of (size_t i, const SeidelMethod *method)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized (matrices[i].kind, matrices[i].size);
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);

  return seidel_method_applies (method, structure, NULL, NULL) ? g_steal_pointer (&matrix) : NULL;
}

/* The count is between so many times what is taken. */
static void
check_method (const char *id, double least, double most)
{
  const SeidelMethod *method = seidel_method_find (id);
  int counted = 0;

  for (size_t i = 0; i < G_N_ELEMENTS (matrices); i++)
    {
      g_autoptr (SeidelMatrix) matrix = matrix_of (i, method);
      g_autoptr (SeidelProblem) problem = NULL;
      g_autoptr (SeidelOutcome) outcome = NULL;
      SeidelOptions options = test_options (id);
      double bytes;

      if (matrix == NULL)
        continue;
      bytes = method->count (matrix);
      problem = test_problem_of (matrix);
      options.skip_condition = true;
      outcome = test_solve (problem, &options, NULL);
      g_test_message ("%s, %s %d: %.4g MB of %.4g, %.2f; %s", id, matrices[i].kind,
                      matrices[i].size, bytes * 1e-6, outcome->factor_bytes * 1e-6,
                      bytes / outcome->factor_bytes, seidel_reason_id (outcome->reason));
      if (!outcome->converged)
        continue;
      counted++;
      g_assert_cmpfloat (bytes, >=, least * outcome->factor_bytes);
      g_assert_cmpfloat (bytes, <=, most * outcome->factor_bytes);
    }
  g_assert_cmpint (counted, >=, 8);
}

static void
test_cholmod (void)
{
  check_method ("cholmod", 0.8, 1.2);
}

static void
test_umfpack (void)
{
  check_method ("umfpack", 1.0, INFINITY);
}

static void
test_qr (void)
{
  check_method ("qr", 1.0, INFINITY);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sparse-count/cholmod", test_cholmod);
  g_test_add_func ("/sparse-count/umfpack", test_umfpack);
  g_test_add_func ("/sparse-count/qr", test_qr);
  return g_test_run ();
}
