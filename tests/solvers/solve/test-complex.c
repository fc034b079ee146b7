/* Complex systems: each method solves them, in each ordering, as elimination in long double does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <complex.h>

#include "analysis/seidel-ordering.h"
#include "base/seidel-error.h"
#include "matrix/seidel-complex.h"

#include "golden-testing.h"
#include "run-testing.h"

#define N 30

typedef enum
{
  GENERAL,
  HERMITIAN, /* positive definite */
  SYMMETRIC, /* as complex matrices are: not Hermitian */
  TURNED,    /* i times one that is Hermitian and positive definite */
  IMAGINARY, /* general, with a diagonal of imaginary numbers of either sign */
  N_KINDS
} Kind;

typedef struct
{
  SeidelMatrix *matrix;
  double complex dense[N][N];
  double b[2 * N];
  double complex x[N]; /* the solution */
} System;

static double
uniform (int row, int column, int which)
{
  return seidel_random_uniform (20, (uint64_t) ((row * N + column) * 4 + which));
}

/* What is off the diagonal, in about one place of five. */
static double complex
choose (Kind kind, int row, int column)
{
  const int low = MIN (row, column);
  const int high = MAX (row, column);
  const bool mirrored = kind != GENERAL && kind != IMAGINARY;
  const int i = mirrored ? high : row;
  const int j = mirrored ? low : column;
  double complex value;

  if (uniform (i, j, 0) > -0.6)
    return 0;
  value = uniform (i, j, 1) + I * uniform (i, j, 2);
  if ((kind == HERMITIAN || kind == TURNED) && row < column)
    value = conj (value);
  return kind == TURNED ? I * value : value;
}

/* Dominant by so much that every method converges. */
static void
fill (System *system, Kind kind)
{
  for (int row = 0; row < N; row++)
    {
      double sum = 1.0;

      for (int column = 0; column < N; column++)
        if (row != column)
          sum += cabs (system->dense[row][column] = choose (kind, row, column));
      system->dense[row][row] = kind == HERMITIAN   ? 3.0 * sum
                                : kind == TURNED    ? 3.0 * sum * I
                                : kind == IMAGINARY ? (row % 2 == 0 ? 3.0 : -3.0) * sum * I
                                                    : 3.0 * sum + I * sum;
    }
}

static SeidelCsr *
make_part (System *system, bool imaginary)
{
  double values[N * N];
  TestEntry entries[N * N];
  int count = 0;

  for (int k = 0; k < N * N; k++)
    values[k] =
      imaginary ? cimag (system->dense[k / N][k % N]) : creal (system->dense[k / N][k % N]);
  for (int k = 0; k < N * N; k++)
    if (system->dense[k / N][k % N] != 0)
      entries[count++] = (TestEntry){ k / N, k % N, values[k] };
  return test_csr_from_entries (N, N, entries, count);
}

/* Elimination with pivoting. */
static void
eliminate (System *system)
{
  long double complex a[N][N + 1];

  for (int i = 0; i < N; i++)
    {
      for (int j = 0; j < N; j++)
        a[i][j] = system->dense[i][j];
      a[i][N] = system->b[2 * i] + I * system->b[2 * i + 1];
    }
  for (int k = 0; k < N; k++)
    {
      int pivot = k;

      for (int i = k + 1; i < N; i++)
        if (cabsl (a[i][k]) > cabsl (a[pivot][k]))
          pivot = i;
      for (int j = k; j <= N; j++)
        {
          long double complex other = a[k][j];

          a[k][j] = a[pivot][j];
          a[pivot][j] = other;
        }
      for (int i = k + 1; i < N; i++)
        for (int j = N; j >= k; j--)
          a[i][j] -= a[i][k] / a[k][k] * a[k][j];
    }
  for (int i = N - 1; i >= 0; i--)
    {
      long double complex sum = a[i][N];

      for (int j = i + 1; j < N; j++)
        sum -= a[i][j] * (long double complex) system->x[j];
      system->x[i] = (double complex) (sum / a[i][i]);
    }
}

static System *
system_new (Kind kind)
{
  System *system = g_new0 (System, 1);
  g_autoptr (SeidelCsr) imaginary = NULL;

  fill (system, kind);
  imaginary = make_part (system, true);
  system->matrix = seidel_matrix_new ("system", make_part (system, false));
  g_assert_true (seidel_matrix_add_imaginary (system->matrix, imaginary, NULL, NULL));
  seidel_vector_fill_random (system->b, 2 * N, 5);
  eliminate (system);
  return system;
}

static void
system_free (System *system)
{
  seidel_matrix_unref (system->matrix);
  g_free (system);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (System, system_free)

static void
assert_solution (const SeidelOutcome *outcome, const System *system, double tolerance)
{
  g_assert_true (outcome->complex_values);
  g_assert_cmpint (outcome->n, ==, 2 * N);
  g_assert_cmpint (seidel_outcome_unknowns (outcome), ==, N);
  for (int i = 0; i < N; i++)
    g_assert_cmpfloat (cabs (outcome->x[2 * i] + I * outcome->x[2 * i + 1] - system->x[i]), <,
                       tolerance);
}

/* Whether a method takes it: those for symmetric matrices take what is Hermitian, and what is but
 * for a factor; COCG takes what is equal to its transpose. */
static void
check_method (const SeidelMethod *method, System *system, Kind kind)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) problem = seidel_problem_new (system->matrix, system->b, NULL, &error);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelOptions options = test_options_of (method);

  options.tolerance = options.precision == SEIDEL_PRECISION_SINGLE ? 1e-5 : 1e-12;
  g_assert_no_error (error);
  outcome = seidel_solve (problem, &options, trace, NULL, NULL, &error);
  if (((method->needs & SEIDEL_NEEDS_SYMMETRIC) != 0 && kind != HERMITIAN && kind != TURNED)
      || ((method->needs & SEIDEL_NEEDS_COMPLEX_SYMMETRIC) != 0 && kind != SYMMETRIC))
    {
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
      return;
    }
  g_assert_no_error (error);
  g_assert_true (outcome->converged);
  assert_solution (outcome, system, 1e3 * options.tolerance);
}

static void
test_methods (void)
{
  size_t n;
  const SeidelMethod *methods = seidel_methods (&n);

  for (Kind kind = 0; kind < N_KINDS; kind++)
    {
      g_autoptr (System) system = system_new (kind);

      for (size_t m = 0; m < n; m++)
        {
          g_test_message ("kind %d, %s", (int) kind, methods[m].id);
          if (!methods[m].demonstration && methods[m].engine == NULL)
            check_method (&methods[m], system, kind);
        }
    }
}

/* The real form decides what is chosen, and whatever the order, x is in that of the file. */
static void
test_orderings (void)
{
  size_t n;
  const SeidelOrdering *orderings = seidel_orderings (&n);

  for (Kind kind = 0; kind < N_KINDS; kind++)
    for (size_t i = 0; i < n; i++)
      {
        const SeidelOrderingSpec spec = { &orderings[i], 3 };
        g_autoptr (System) system = system_new (kind);
        g_autoptr (SeidelMatrix) ordered =
          seidel_ordering_apply (&spec, system->matrix, NULL, NULL, NULL);
        g_autoptr (SeidelProblem) problem = seidel_problem_new (ordered, system->b, NULL, NULL);
        g_autoptr (SeidelOutcome) outcome = NULL;
        SeidelOptions options = test_options (SEIDEL_METHOD_AUTO);

        options.tolerance = 1e-12;
        outcome = test_solve (problem, &options, NULL);
        g_assert_true (outcome->converged);
        assert_solution (outcome, system, 1e-9);
      }
}

/* b = A·1, the ones being real, in rows that are turned as those of the real form; the error is
 * known. */
static void
test_known_solution (void)
{
  g_autoptr (System) system = system_new (GENERAL);
  g_autoptr (SeidelProblem) problem = test_problem_of (system->matrix);
  g_autoptr (SeidelOutcome) outcome = NULL;
  SeidelOptions options = test_options ("bicgstab");

  options.tolerance = 1e-12;
  for (int i = 0; i < N; i++)
    {
      double complex sum = 0;

      for (int j = 0; j < N; j++)
        sum += system->dense[i][j];
      sum *= conj (system->dense[i][i]) / cabs (system->dense[i][i]);
      g_assert_cmpfloat (cabs (problem->b[2 * i] + I * problem->b[2 * i + 1] - sum), <, 1e-12);
    }
  outcome = test_solve (problem, &options, NULL);
  for (int i = 0; i < N; i++)
    system->x[i] = 1;
  assert_solution (outcome, system, 1e-9);
  g_assert_cmpfloat (outcome->error_inf, <, 1e-9);
}

/* Analyses of the complex matrix are not those of what is solved. */
static void
test_analyses (void)
{
  g_autoptr (System) system = system_new (HERMITIAN);
  g_autoptr (SeidelProblem) problem = seidel_problem_new (system->matrix, system->b, NULL, NULL);
  g_autoptr (SeidelStructure) structure = seidel_structure_new (system->matrix, NULL, NULL, NULL);
  g_autoptr (SeidelStructure) solved = seidel_structure_new (problem->matrix, NULL, NULL, NULL);
  g_autoptr (SeidelSchedule) levels =
    seidel_schedule_new (system->matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);
  g_autoptr (SeidelSchedule) solved_levels =
    seidel_schedule_new (problem->matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, NULL);

  g_assert_true (structure->hermitian && structure->complex_values && !structure->value_symmetric);
  g_assert_true (solved->value_symmetric && !solved->complex_values && solved->hermitian);
  /* The diagonal is real. */
  g_assert_cmpint (solved_levels->count, ==, levels->count);
  seidel_problem_set_analyses (problem, structure, levels, NULL);
  g_assert_null (problem->structure);
  g_assert_null (problem->schedules[SEIDEL_DIRECTION_FORWARD]);
  seidel_problem_set_analyses (problem, solved, solved_levels, NULL);
  g_assert_true (problem->structure == solved);
  g_assert_true (problem->schedules[SEIDEL_DIRECTION_FORWARD] == solved_levels);
}

static void
test_structures (void)
{
  for (Kind kind = 0; kind < N_KINDS; kind++)
    {
      g_autoptr (System) system = system_new (kind);
      g_autoptr (SeidelStructure) structure =
        seidel_structure_new (system->matrix, NULL, NULL, NULL);

      g_assert_cmpint (structure->hermitian, ==, kind == HERMITIAN);
      g_assert_cmpint (structure->value_symmetric, ==, kind == SYMMETRIC);
      g_assert_cmpint (structure->pattern_symmetric, ==, kind != GENERAL && kind != IMAGINARY);
      g_assert_true (structure->row_dominant && structure->diagonal_full);
    }
}

/* A row that cannot be solved is named as one of the file. */
static void
test_named_rows (void)
{
  g_autoptr (SeidelMatrix) matrix =
    seidel_matrix_new ("singular", test_csr_from_dense (2, 2, (double[]){ 1, 0, 0, 0 }));
  g_autoptr (SeidelCsr) imaginary = test_csr_from_dense (2, 2, (double[]){ 1, 0, 0, 0 });
  const double b[4] = { 1, 1, 1, 1 };
  g_autoptr (SeidelProblem) problem = NULL;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (GError) error = NULL;
  const SeidelOptions options = test_options ("jacobi");

  g_assert_true (seidel_matrix_add_imaginary (matrix, imaginary, NULL, NULL));
  problem = seidel_problem_new (matrix, b, NULL, NULL);
  outcome = seidel_solve (problem, &options, trace, NULL, NULL, &error);
  g_assert_null (outcome);
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  test_assert_wording (error->message);
}

/* i·1 is the identity once its rows are turned; nothing breaks down, no diagonal is missing. What
 * is reported is what the system of the user has. */
static void
test_imaginary_identity (void)
{
  const char *const methods[] = { "gauss-seidel", "jacobi", "bicgstab", "bicg", "cg", "gmres" };
  const double identity[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1 };
  const double b[6] = { 1, 2, -3, 4, 0, 5 };

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      g_autoptr (SeidelMatrix) matrix =
        seidel_matrix_new ("i", test_csr_from_dense (3, 3, (double[9]){ 0 }));
      g_autoptr (SeidelCsr) imaginary = test_csr_from_dense (3, 3, identity);
      g_autoptr (SeidelProblem) problem = NULL;
      g_autoptr (SeidelOutcome) outcome = NULL;
      SeidelOptions options = test_options (methods[m]);

      g_assert_true (seidel_matrix_add_imaginary (matrix, imaginary, NULL, NULL));
      problem = seidel_problem_new (matrix, b, NULL, NULL);
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      g_assert_cmpint (outcome->iterations, <=, 2);
      g_assert_cmpfloat_with_epsilon (outcome->residual_initial, sqrt (55.0), 1e-14);
      for (int i = 0; i < 3; i++)
        {
          g_assert_cmpfloat_with_epsilon (outcome->x[2 * i], b[2 * i + 1], 4e-15);
          g_assert_cmpfloat_with_epsilon (outcome->x[2 * i + 1], -b[2 * i], 4e-15);
        }
    }
}

/* Sweeps of the turned real form are those of complex numbers. */
static void
test_sweeps (void)
{
  for (Kind kind = 0; kind < N_KINDS; kind++)
    {
      g_autoptr (System) system = system_new (kind);
      g_autoptr (SeidelProblem) problem =
        seidel_problem_new (system->matrix, system->b, NULL, NULL);
      g_autoptr (SeidelOutcome) outcome = NULL;
      SeidelOptions options = test_options ("gauss-seidel");
      double complex x[N] = { 0 };

      options.max_iterations = 3;
      options.tolerance = 1e-30;
      for (int sweep = 0; sweep < 3; sweep++)
        for (int i = 0; i < N; i++)
          {
            double complex sum = system->b[2 * i] + I * system->b[2 * i + 1];

            for (int j = 0; j < N; j++)
              if (j != i)
                sum -= system->dense[i][j] * x[j];
            x[i] = sum / system->dense[i][i];
          }
      outcome = test_solve (problem, &options, NULL);
      for (int i = 0; i < N; i++)
        g_assert_cmpfloat (cabs (outcome->x[2 * i] + I * outcome->x[2 * i + 1] - x[i]), <, 1e-13);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/complex-solve/methods", test_methods);
  g_test_add_func ("/complex-solve/orderings", test_orderings);
  g_test_add_func ("/complex-solve/known-solution", test_known_solution);
  g_test_add_func ("/complex-solve/analyses", test_analyses);
  g_test_add_func ("/complex-solve/structures", test_structures);
  g_test_add_func ("/complex-solve/named-rows", test_named_rows);
  g_test_add_func ("/complex-solve/imaginary-identity", test_imaginary_identity);
  g_test_add_func ("/complex-solve/sweeps", test_sweeps);
  return g_test_run ();
}
