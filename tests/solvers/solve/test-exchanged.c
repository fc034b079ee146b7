/* Systems whose rows are in the wrong order: swept, preconditioned and solved automatically after
 * an exchange of rows, with x, residuals and the names of rows as they were given.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-matching.h"
#include "matrix/seidel-complex.h"
#include "method/seidel-preconditioner.h"

#include "run-testing.h"

#define ROWS 300

/* A dominant, unsymmetric matrix whose row i is at (7 i + 3) mod ROWS. */
static int
place_of (int i)
{
  return (7 * i + 3) % ROWS;
}

static SeidelProblem *
make_problem (bool shuffled, bool lacks_entry)
{
  g_autoptr (SeidelCsr) csr = test_csr_random (ROWS, 5, 1.3, 12);
  g_autofree TestEntry *entries = g_new (TestEntry, csr->row_offsets[ROWS]);
  int count = 0;

  for (int i = 0; i < ROWS; i++)
    for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
      if (!lacks_entry || csr->column_indices[k] > 0)
        entries[count++] =
          (TestEntry){ shuffled ? place_of (i) : i, csr->column_indices[k], csr->values[k] };
  return test_problem (test_csr_from_entries (ROWS, ROWS, entries, count), NULL, NULL);
}

static SeidelOutcome *
run (SeidelProblem *problem,
     const char *method,
     const char *preconditioner,
     SeidelMatchingKind kind)
{
  SeidelOptions options = test_options (method);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;
  SeidelOutcome *outcome;

  options.preconditioner = g_intern_string (preconditioner);
  options.matching = kind;
  outcome = seidel_solve (problem, &options, trace, NULL, NULL, &error);
  g_assert_no_error (error);
  return outcome;
}

/* The system that is run is the one in the right order: every bit of x is the same. */
static void
test_same_as_in_order (void)
{
  static const struct
  {
    const char *method;
    const char *preconditioner;
  } cases[] = { { "jacobi", "none" },   { "gauss-seidel", "none" }, { "sor", "none" },
                { "gmres", "ilu0" },    { "bicgstab", "ssor" },     { "bicg", "jacobi" },
                { "multigrid", "none" } };
  g_autoptr (SeidelProblem) ordered = make_problem (false, false);
  g_autoptr (SeidelProblem) shuffled = make_problem (true, false);

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelOutcome) expected =
        run (ordered, cases[i].method, cases[i].preconditioner, SEIDEL_MATCHING_NONE);
      g_autoptr (SeidelOutcome) outcome =
        run (shuffled, cases[i].method, cases[i].preconditioner, SEIDEL_MATCHING_PRODUCT);

      g_assert_cmpint (outcome->reason, ==, expected->reason);
      g_assert_cmpint (outcome->iterations, ==, expected->iterations);
      g_assert_cmpmem (outcome->x, ROWS * sizeof *outcome->x, expected->x,
                       ROWS * sizeof *expected->x);
      g_assert_cmpfloat_with_epsilon (outcome->true_2, expected->true_2, 1e-12 * expected->true_2);
      g_assert_cmpfloat (outcome->error_inf, ==, expected->error_inf);
      g_assert_cmpint (outcome->options.matching, ==, SEIDEL_MATCHING_PRODUCT);
      g_assert_nonnull (outcome->matching);
    }
}

/* Without gaps in the diagonal, but small: automatic runs exchange rows, and leave those in order
 * alone. A matching that is not asked for changes no run by hand. */
static void
test_automatic (void)
{
  g_autoptr (SeidelProblem) ordered = make_problem (false, false);
  g_autoptr (SeidelProblem) shuffled = make_problem (true, false);
  g_autoptr (SeidelOutcome) kept = run (ordered, SEIDEL_METHOD_AUTO, "none", SEIDEL_MATCHING_AUTO);
  g_autoptr (SeidelOutcome) outcome =
    run (shuffled, SEIDEL_METHOD_AUTO, "none", SEIDEL_MATCHING_AUTO);
  g_autoptr (SeidelOutcome) plain = run (shuffled, "gmres", "none", SEIDEL_MATCHING_AUTO);
  g_autoptr (SeidelOutcome) none = run (shuffled, SEIDEL_METHOD_AUTO, "none", SEIDEL_MATCHING_NONE);

  g_assert_true (kept->converged && outcome->converged && none->converged);
  g_assert_null (kept->matching);
  g_assert_null (plain->matching);
  g_assert_null (none->matching);
  g_assert_nonnull (outcome->matching);
  g_assert_cmpstr (outcome->method, ==, kept->method);
  g_assert_cmpfloat (outcome->error_inf, <, 1e-6);
}

/* A plan of the matrix alone leaves open whether rows are exchanged; that of the run does not. */
static void
test_plan (void)
{
  for (int shuffled = 0; shuffled < 2; shuffled++)
    {
      g_autoptr (SeidelProblem) problem = make_problem (shuffled, false);
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelStructure) structure =
        seidel_structure_new (problem->matrix, NULL, NULL, &error);
      const SeidelOptions options = test_options (SEIDEL_METHOD_AUTO);
      const SeidelPlanFacts facts = { .options = &options,
                                      .matrix = problem->matrix,
                                      .structure = structure };
      g_autoptr (SeidelPlan) plan = seidel_plan_new (&facts);
      g_autoptr (SeidelPlan) of_run = seidel_solve_plan (problem, &options, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpint (plan->verdicts[SEIDEL_PLAN_MATCHING].kind, ==,
                       shuffled ? SEIDEL_VERDICT_OPEN : SEIDEL_VERDICT_WORKS);
      g_assert_cmpint (of_run->options.matching, ==,
                       shuffled ? SEIDEL_MATCHING_PRODUCT : SEIDEL_MATCHING_NONE);
    }
}

/* Rows are named as they were given. */
static void
test_row_names (void)
{
  g_autoptr (SeidelProblem) problem = make_problem (true, false);
  const int row = place_of (41);
  g_autofree char *place = g_strdup_printf ("row %d", row + 1);

  problem->b[row] = NAN;
  for (int automatic = 0; automatic < 2; automatic++)
    {
      g_autoptr (SeidelOutcome) outcome =
        run (problem, automatic ? SEIDEL_METHOD_AUTO : "gauss-seidel", "none",
             SEIDEL_MATCHING_PRODUCT);

      g_assert_cmpint (outcome->reason, ==, SEIDEL_REASON_NOT_FINITE);
      g_assert_cmpint (outcome->row, ==, row);
      g_assert_nonnull (strstr (outcome->message, place));
    }
}

/* A column without entries: no exchange fills the diagonal. What was asked for is refused, and an
 * automatic run goes on without. */
static void
test_deficient (void)
{
  g_autoptr (SeidelProblem) problem = make_problem (true, true);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome =
    run (problem, SEIDEL_METHOD_AUTO, "none", SEIDEL_MATCHING_AUTO);
  SeidelOptions options = test_options ("gauss-seidel");
  g_autoptr (GError) error = NULL;

  g_assert_null (outcome->matching);
  options.matching = SEIDEL_MATCHING_STRUCTURAL;
  g_assert_null (seidel_solve (problem, &options, trace, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "299"));
}

/* A dominant complex matrix whose diagonal entries have any argument, and the same with its rows in
 * another order and multiplied by powers of i. */
static SeidelProblem *
make_complex (bool shuffled)
{
  g_autoptr (SeidelCsr) moduli = test_csr_random (ROWS, 5, 1.3, 12);
  const int64_t nonzeros = moduli->row_offsets[ROWS];
  g_autofree double *angles = test_random_vector (nonzeros, 4);
  g_autofree double *b = test_random_vector (2 * ROWS, 8);
  g_autofree double *moved = g_new (double, 2 * ROWS);
  g_autofree TestEntry *real = g_new (TestEntry, nonzeros);
  g_autofree TestEntry *imaginary = g_new (TestEntry, nonzeros);
  g_autoptr (SeidelCsr) parts = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  SeidelProblem *problem;

  for (int i = 0; i < ROWS; i++)
    {
      const int to = shuffled ? place_of (i) : i;
      const double re = shuffled && i % 2 != 0 ? 0.0 : 1.0;
      const double im = 1.0 - re;

      moved[2 * to] = re * b[2 * i] - im * b[2 * i + 1];
      moved[2 * to + 1] = re * b[2 * i + 1] + im * b[2 * i];
      for (int64_t k = moduli->row_offsets[i]; k < moduli->row_offsets[i + 1]; k++)
        {
          const double x = moduli->values[k] * cos (3.0 * angles[k]);
          const double y = moduli->values[k] * sin (3.0 * angles[k]);

          real[k] = (TestEntry){ to, moduli->column_indices[k], re * x - im * y };
          imaginary[k] = (TestEntry){ to, moduli->column_indices[k], re * y + im * x };
        }
    }
  matrix = seidel_matrix_new ("complex", test_csr_from_entries (ROWS, ROWS, real, (int) nonzeros));
  parts = test_csr_from_entries (ROWS, ROWS, imaginary, (int) nonzeros);
  g_assert_true (seidel_matrix_add_imaginary (matrix, parts, NULL, NULL));
  problem = seidel_problem_new (matrix, moved, NULL, NULL);
  g_assert_nonnull (problem);
  return problem;
}

/* Complex rows are exchanged as pairs, by the moduli of entries, and turned as those of the system
 * in order are: the same iterations, and the same x but for rounding. */
static void
test_complex (void)
{
  static const char *const methods[] = { "jacobi", "gauss-seidel", "bicgstab" };
  g_autoptr (SeidelProblem) ordered = make_complex (false);
  g_autoptr (SeidelProblem) shuffled = make_complex (true);
  g_autoptr (SeidelOutcome) automatic =
    run (shuffled, SEIDEL_METHOD_AUTO, "none", SEIDEL_MATCHING_AUTO);

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (SeidelOutcome) expected = run (ordered, methods[i], "none", SEIDEL_MATCHING_NONE);
      g_autoptr (SeidelOutcome) outcome =
        run (shuffled, methods[i], "none", SEIDEL_MATCHING_PRODUCT);

      g_assert_true (expected->converged && outcome->converged);
      g_assert_cmpint (llabs (outcome->iterations - expected->iterations), <=, 1);
      g_assert_nonnull (strstr (outcome->matching, "300"));
      for (int j = 0; j < 2 * ROWS; j++)
        g_assert_cmpfloat_with_epsilon (outcome->x[j], expected->x[j], 1e-6);
    }
  g_assert_true (automatic->converged);
  g_assert_nonnull (automatic->matching);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exchanged/same-as-in-order", test_same_as_in_order);
  g_test_add_func ("/exchanged/automatic", test_automatic);
  g_test_add_func ("/exchanged/plan", test_plan);
  g_test_add_func ("/exchanged/row-names", test_row_names);
  g_test_add_func ("/exchanged/deficient", test_deficient);
  g_test_add_func ("/exchanged/complex", test_complex);
  return g_test_run ();
}
