/* Pivots of incomplete factors that are too small: replaced where that is asked for, counted and
 * named, and otherwise the end of the run. The factors against numbers by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-preconditioner.h"
#include "solve/seidel-prepared.h"

#include "run-testing.h"

/* Without fill that is dropped, M is A with the pivots that were replaced: A + (least − pivot) on
 * the diagonal. The second pivot of the first matrix is 0, of the second one −3; one eighth and one
 * quarter of the largest entry of the row, and of the diagonal entry, take their places. */
static const double with_zero[] = { 1, 1, 0, 1, 1, 1, 0, 1, 2 };
static const double indefinite[] = { 1, 2, 2, 1 };

static const struct
{
  const char *preconditioner;
  int n;
  const double *matrix;
  double least;
  double r[3]; /* M (1, 2, 3) */
} cases[] = {
  { "ilu0", 3, with_zero, 0.125, { 3.0, 6.25, 8.0 } },
  { "ic0", 2, indefinite, 0.25, { 5.0, 10.5 } },
};

static SeidelOptions
options_of (const char *method, const char *preconditioner, double least)
{
  SeidelOptions options = test_options (method);

  options.preconditioner = preconditioner;
  options.parameters[SEIDEL_PARAMETER_PIVOT] = least;
  return options;
}

static void
test_factors (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const SeidelOptions options = options_of ("gmres", cases[i].preconditioner, cases[i].least);
      g_autoptr (SeidelMatrix) matrix =
        seidel_matrix_new ("test", test_csr_from_dense (cases[i].n, cases[i].n, cases[i].matrix));
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelPrepared) prepared =
        seidel_prepared_new (matrix, &options, NULL, NULL, &error);
      double z[3];

      g_assert_no_error (error);
      g_assert_true (seidel_prepared_precondition (prepared, cases[i].r, z, &error));
      for (int k = 0; k < cases[i].n; k++)
        g_assert_cmpfloat_with_epsilon (z[k], 1.0 + k, 1e-14);
    }
}

static SeidelOutcome *
run (SeidelProblem *problem, const SeidelOptions *options)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;
  SeidelOutcome *outcome = seidel_solve (problem, options, trace, NULL, NULL, &error);

  g_assert_no_error (error);
  return outcome;
}

/* Two blocks with a zero on the diagonal each, that no entry before them fills. */
static SeidelProblem *
with_zero_pivots (void)
{
  static const TestEntry entries[] = {
    { 0, 0, 4.0 }, { 0, 1, 1.0 }, { 1, 0, 1.0 }, { 1, 1, 0.25 }, { 1, 2, 1.0 }, { 2, 1, 1.0 },
    { 2, 2, 3.0 }, { 3, 3, 0.0 }, { 3, 4, 2.0 }, { 4, 3, 1.0 },  { 4, 4, 1.0 },
  };

  return test_problem (test_csr_from_entries (5, 5, entries, 11), NULL, NULL);
}

static void
test_runs (void)
{
  g_autoptr (SeidelProblem) problem = with_zero_pivots ();
  const SeidelOptions none = options_of ("gmres", "ilu0", 0.0);
  const SeidelOptions some = options_of ("gmres", "ilu0", 0.01);
  g_autoptr (SeidelOutcome) ended = run (problem, &none);
  g_autoptr (SeidelOutcome) outcome = run (problem, &some);

  g_assert_cmpint (ended->reason, ==, SEIDEL_REASON_BREAKDOWN);
  g_assert_cmpint (ended->row, ==, 1);
  g_assert_true (outcome->converged);
  g_assert_cmpfloat (outcome->error_inf, <, 1e-7);
  g_assert_cmpint (outcome->row, ==, 1);
  g_assert_cmpstr (outcome->message, ==,
                   "ILU(0) replaced 2 pivots that were too small, the first one in row 2.");
}

/* Where no pivot is small, nothing changes, not even a bit. */
static void
test_unchanged (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20.0);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);

  for (int k = 0; k < 2; k++)
    {
      const char *kind = k == 0 ? "ilu0" : "ic0";
      const SeidelOptions none = options_of ("gmres", kind, 0.0);
      const SeidelOptions some = options_of ("gmres", kind, 0.01);
      g_autoptr (SeidelOutcome) expected = run (problem, &none);
      g_autoptr (SeidelOutcome) outcome = run (problem, &some);

      g_assert_null (outcome->message);
      g_assert_cmpmem (outcome->x, (size_t) outcome->n * sizeof *outcome->x, expected->x,
                       (size_t) expected->n * sizeof *expected->x);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pivots/factors", test_factors);
  g_test_add_func ("/pivots/runs", test_runs);
  g_test_add_func ("/pivots/unchanged", test_unchanged);
  return g_test_run ();
}
