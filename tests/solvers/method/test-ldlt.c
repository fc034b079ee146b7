/* Sparse LDLᵀ: negative definite and quasidefinite matrices, in any signs of D, and what happens
 * where a pivot is zero.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "../solve/run-testing.h"

static SeidelOutcome *
solve_problem (SeidelProblem *problem, const char *method)
{
  SeidelOptions options = test_options (method);

  options.tolerance = 1e-12;
  return test_solve (problem, &options, NULL);
}

static SeidelOutcome *
solve (SeidelCsr *csr, const char *method)
{
  g_autoptr (SeidelProblem) problem = test_problem (csr, NULL, NULL);

  return solve_problem (problem, method);
}

/* Poisson's matrix, negated, and with a regularised block below it: (A Bᵀ; B −ε I). */
static SeidelCsr *
make_matrix (bool quasidefinite, double epsilon)
{
  const double sizes[] = { 30, 30 };
  g_autoptr (SeidelMatrix) matrix = test_gallery ("poisson-5", 1, sizes);
  const SeidelCsr *csr = matrix->csr;
  const int n = (int) csr->rows;
  const int extra = quasidefinite ? n / 3 : 0;
  g_autofree TestEntry *entries = g_new (TestEntry, csr->row_offsets[n] + 5 * extra);
  int count = 0;

  for (int i = 0; i < n; i++)
    for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
      entries[count++] =
        (TestEntry){ i, csr->column_indices[k], quasidefinite ? csr->values[k] : -csr->values[k] };
  for (int i = 0; i < extra; i++)
    {
      entries[count++] = (TestEntry){ n + i, 3 * i, 1.0 };
      entries[count++] = (TestEntry){ 3 * i, n + i, 1.0 };
      entries[count++] = (TestEntry){ n + i, 3 * i + 1, -1.0 };
      entries[count++] = (TestEntry){ 3 * i + 1, n + i, -1.0 };
      entries[count++] = (TestEntry){ n + i, n + i, -epsilon };
    }
  return test_csr_from_entries (n + extra, n + extra, entries, count);
}

static void
test_signs (void)
{
  const struct
  {
    bool quasidefinite;
    double epsilon;
  } cases[] = { { false, 0.0 }, { true, 1.0 }, { true, 1e-3 } };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      SeidelCsr *csr = make_matrix (cases[i].quasidefinite, cases[i].epsilon);
      const int64_t n = csr->rows;
      g_autoptr (SeidelOutcome) outcome = solve (csr, "ldlt");

      g_assert_true (outcome->converged);
      g_assert_cmpfloat (outcome->backward, <, 1e-13);
      for (int64_t j = 0; j < n; j++)
        g_assert_cmpfloat_with_epsilon (outcome->x[j], 1.0, 1e-9);
    }
}

/* A grid in space, shifted so far that some or all pivots are negative: its factor fills enough for
 * supernodes, of one column and of more than a panel. */
static void
test_supernodes (void)
{
  const double sizes[] = { 13, 11, 12 };
  const double shifts[] = { 0.0, 3.1, 6.05, 12.5 };

  for (size_t i = 0; i < G_N_ELEMENTS (shifts); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery ("poisson-7", 3, sizes);
      const SeidelCsr *csr = matrix->csr;
      g_autoptr (SeidelProblem) problem = NULL;
      g_autoptr (SeidelOutcome) outcome = NULL;

      for (int64_t row = 0; row < csr->rows; row++)
        csr->values[seidel_csr_lower_bound (csr, row, row)] -= shifts[i];
      problem = test_problem_of (matrix);
      outcome = solve_problem (problem, "ldlt");
      g_assert_true (outcome->converged);
      g_assert_cmpfloat (outcome->backward, <, 1e-11);
      for (int64_t j = 0; j < outcome->n; j++)
        g_assert_cmpfloat_with_epsilon (outcome->x[j], 1.0, 1e-8);
    }
}

/* (0 B; Bᵀ 0) with a full B: the first pivot is 0, of a supernode that has many columns. */
static void
test_zero_pivot_of_supernode (void)
{
  enum
  {
    HALF = 90,
    N = 2 * HALF
  };
  g_autofree TestEntry *entries = g_new (TestEntry, 2 * HALF * HALF);
  int count = 0;
  g_autoptr (SeidelOutcome) outcome = NULL;

  for (int i = 0; i < HALF; i++)
    for (int j = 0; j < HALF; j++)
      {
        const double value = i == j ? 50.0 : seidel_random_uniform (3, (uint64_t) (i * HALF + j));

        entries[count++] = (TestEntry){ i, HALF + j, value };
        entries[count++] = (TestEntry){ HALF + j, i, value };
      }
  outcome = solve (test_csr_from_entries (N, N, entries, count), "ldlt");
  test_assert_reason (outcome, SEIDEL_REASON_BREAKDOWN);
  g_assert_nonnull (strstr (outcome->message, "pivot is zero"));
}

/* (0 1; 1 0) has no pivot to begin with, whatever the order; Automatic solves it by others. */
static void
test_zero_pivot (void)
{
  const double dense[] = { 0, 1, 0, 1, 0, 0, 0, 0, -1 };
  g_autoptr (SeidelOutcome) outcome = solve (test_csr_from_dense (3, 3, dense), "ldlt");
  g_autoptr (SeidelOutcome) automatic =
    solve (test_csr_from_dense (3, 3, dense), SEIDEL_METHOD_AUTO);

  test_assert_reason (outcome, SEIDEL_REASON_BREAKDOWN);
  g_assert_nonnull (strstr (outcome->message, "pivot is zero"));
  g_assert_true (automatic->converged);
}

/* A pivot that is nearly zero takes the digits of all others: no success is claimed, or it is one.
 */
static void
test_small_pivots (void)
{
  for (int power = -300; power < 0; power += 10)
    {
      const double small = ldexp (1.0, power);
      const double dense[] = { small, 1, 2, 1, small, 3, 2, 3, small };
      g_autoptr (SeidelOutcome) outcome = solve (test_csr_from_dense (3, 3, dense), "ldlt");

      if (outcome->converged)
        for (int j = 0; j < 3; j++)
          g_assert_cmpfloat_with_epsilon (outcome->x[j], 1.0, 1e-8);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ldlt/signs", test_signs);
  g_test_add_func ("/ldlt/supernodes", test_supernodes);
  g_test_add_func ("/ldlt/zero-pivot", test_zero_pivot);
  g_test_add_func ("/ldlt/zero-pivot-of-supernode", test_zero_pivot_of_supernode);
  g_test_add_func ("/ldlt/small-pivots", test_small_pivots);
  return g_test_run ();
}
