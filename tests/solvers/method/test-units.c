/* Systems in other units: rows and columns multiplied by powers of two change neither what is said
 * of a matrix nor, but for those of columns, x.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dense-testing.h"

/* A well-conditioned square system in other units of its unknowns, or of its equations: nobody may
 * call it singular, or without a solution. */
static void
test_never_singular (void)
{
  static const char *const claims[] = { "The matrix is singular", "the matrix is singular, and",
                                        "The matrix is close to" };
  const int n = 12;
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  for (size_t m = 0; m < n_methods; m++)
    for (int variant = 0; variant < 16; variant++)
      {
        const bool single = !seidel_method_computes_in (&methods[m], SEIDEL_PRECISION_DOUBLE, NULL);
        const int largest = single ? 5 : 2 << (variant / 2);
        Dense dense = { n, n, g_new0 (double, n *n) };
        g_autofree double *b = test_random_vector (n, 3);
        g_autoptr (SeidelProblem) problem = NULL;
        SeidelOptions options = test_options_of (&methods[m]);
        g_autoptr (SeidelOutcome) outcome = NULL;
        g_autoptr (SeidelStructure) structure = NULL;
        g_autoptr (GError) error = NULL;

        for (int i = 0; i < n; i++)
          for (int j = MAX (i - 1, 0); j < MIN (i + 2, n); j++)
            {
              const int k = ((variant % 2 == 0 ? i : j) * 7919 + 5) % (2 * largest + 1) - largest;

              dense.a[i * n + j] = ldexp (i == j ? 4.0 : -1.0, k);
            }
        problem = problem_of (&dense, b, NULL);
        options.max_iterations = 500;
        structure = seidel_structure_new (problem->matrix, NULL, NULL, &error);
        g_assert_no_error (error);
        if (!seidel_method_applies (&methods[m], structure, NULL, NULL)
            || methods[m].engine != NULL)
          {
            dense_clear (&dense);
            continue;
          }
        outcome = test_solve (problem, &options, NULL);
        g_test_message ("%s, %s × 2^±%d: %s %s", methods[m].id,
                        variant % 2 == 0 ? "rows" : "columns", largest,
                        seidel_reason_id (outcome->reason),
                        outcome->message != NULL ? outcome->message : "");
        g_assert_cmpint (outcome->reason, !=, SEIDEL_REASON_LEAST_SQUARES);
        for (size_t c = 0; outcome->message != NULL && c < G_N_ELEMENTS (claims); c++)
          g_assert_null (strstr (outcome->message, claims[c]));
        g_assert_true (outcome->rank < 0 || outcome->rank == n);
        dense_clear (&dense);
      }
}

/* Regular and singular systems of whole numbers, of which the solutions are whole numbers, too:
 * diagonal, bidiagonal with a large entry beside each pivot, tridiagonal, full. A singular one has
 * b outside its range. */
static Dense
dense_of_kind (int kind, int n, bool singular, double *x)
{
  Dense dense = { n, n, g_new0 (double, n *n) };

  for (int i = 0; i < n; i++)
    {
      x[i] = 1.0 + (i * 7) % 5;
      dense.a[i * n + i] = kind == 2 ? 4.0 : 1.0 + i % 3;
      if (kind > 0 && i > 0)
        dense.a[i * n + i - 1] = kind == 1 ? -64.0 : -1.0;
      if (kind == 2 && i + 1 < n)
        dense.a[i * n + i + 1] = -1.0;
      for (int j = 0; kind == 3 && j < n; j++)
        dense.a[i * n + j] = (double) ((i * i * 5 + j * 3 + i * j * j) % 11) - 4.0;
    }
  for (int j = 0; singular && j < n; j++)
    dense.a[(n - 1) * n + j] = kind == 0 ? 0.0 : dense.a[j] + dense.a[n + j];
  return dense;
}

/* No power of two by which rows or columns are multiplied changes what a direct method says, or x
 * but for the units of columns. */
static void
check_powers (const SeidelMethod *method, int kind, bool singular, int most, int how)
{
  const int n = 9;
  double x[9];
  double b[9];
  g_auto (Dense) dense = dense_of_kind (kind, n, singular, x);
  g_autoptr (SeidelProblem) problem = NULL;
  g_autoptr (SeidelStructure) structure = NULL;
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelOutcome) outcome = NULL;

  for (int i = 0; i < n; i++)
    {
      const int of_row = how == 0 || how == 2 ? (i * 7919 + 5) % (2 * most + 1) - most : 0;

      b[i] = singular && i == n - 1 ? 1.0 : 0.0;
      for (int j = 0; j < n; j++)
        b[i] += dense.a[i * n + j] * x[j];
      b[i] = ldexp (b[i], of_row);
      for (int j = 0; j < n; j++)
        dense.a[i * n + j] =
          ldexp (dense.a[i * n + j],
                 of_row + (how > 0 ? (j * 6007 + 11) % (2 * most + 1) - most : 0));
    }
  problem = problem_of (&dense, b, NULL);
  structure = seidel_structure_new (problem->matrix, NULL, NULL, NULL);
  if (!seidel_method_applies (method, structure, NULL, NULL))
    return;
  options.accurate = true;
  outcome = test_solve (problem, &options, NULL);
  g_test_message ("%s, kind %d, %s, 2^±%d of %s: %s, rank %d: %s", method->id, kind,
                  singular ? "singular" : "regular", most,
                  how == 0   ? "rows"
                  : how == 1 ? "columns"
                             : "both",
                  seidel_reason_id (outcome->reason), (int) outcome->rank, outcome->message);
  /* The norm of the residual need not show an equation that has become a small one. */
  if (singular && how != 1 && outcome->doubt != NULL)
    return;
  g_assert_cmpint (outcome->converged, ==, !singular);
  g_assert_true (outcome->rank < 0 || (outcome->rank == n) == !singular);
  for (int j = 0; j < n && how > 0; j++)
    outcome->x[j] = ldexp (outcome->x[j], (j * 6007 + 11) % (2 * most + 1) - most);
  if (!singular)
    test_assert_close (outcome->x, x, n, 1e-9);
}

static void
test_powers (void)
{
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  for (size_t m = 0; m < n_methods; m++)
    for (int kind = 0; kind < 4 && methods[m].on_host && methods[m].engine == NULL; kind++)
      for (int singular = 0; singular < 2; singular++)
        for (int how = 0; how < 3; how++)
          for (int most = 0; most <= 500; most += how < 2 ? 100 : 150)
            if (seidel_method_computes_in (&methods[m], SEIDEL_PRECISION_DOUBLE, NULL))
              check_powers (&methods[m], kind, singular, most, how);
}

/* Columns that depend on each other, in other units: rank and verdict stay as they are, and x
 * solves the system, which has solutions. */
static void
check_dependent (int m, int n, int most)
{
  Dense dense = { m, n, g_new0 (double, m *n) };
  g_autofree double *b = g_new0 (double, m);
  g_autoptr (SeidelProblem) problem = NULL;
  const SeidelOptions options = test_options ("qr");
  g_autoptr (SeidelOutcome) outcome = NULL;

  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++)
      {
        const double value = (i % 3 - 1) * (j % 4 - 2) + (i % 5 - 2) * ((j + 1) % 3 - 1);

        dense.a[i * n + j] = ldexp (value, (j * 6007 + 11) % (2 * most + 1) - most);
        b[i] += value * (j % 5 - 1);
      }
  problem = problem_of (&dense, b, NULL);
  dense_clear (&dense);
  outcome = test_solve (problem, &options, NULL);
  g_test_message ("%d × %d, 2^±%d: %s, residual %g of %g: %s", m, n, most,
                  seidel_reason_id (outcome->reason), outcome->true_2, seidel_vector_norm_2 (b, m),
                  outcome->message);
  g_assert_cmpint (outcome->rank, ==, 2);
  g_assert_true (outcome->converged);
  g_assert_cmpfloat (outcome->true_2, <=, 1e-8 * seidel_vector_norm_2 (b, m));
}

static void
test_dependent (void)
{
  static const int shapes[][2] = { { 9, 9 }, { 14, 6 }, { 6, 14 } };

  for (size_t i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (int most = 0; most <= 400; most += 50)
      check_dependent (shapes[i][0], shapes[i][1], most);
}

/* Rows of very large or small numbers: squares are within the range in other units of A. */
static void
test_large_rows (void)
{
  static const char *const methods[] = { "lsqr", "lsmr", "cgls" };
  const int m = 12;

  for (int n = 4; n <= 20; n += 16)
    for (size_t k = 0; k < G_N_ELEMENTS (methods); k++)
      for (int power = -400; power <= 400; power += 100)
        {
          Dense dense = { m, n, test_random_vector (m * n, 21) };
          g_autofree double *b = test_random_vector (m, 22);
          g_autoptr (SeidelProblem) problem = NULL;
          const SeidelOptions options = test_options (methods[k]);
          g_autoptr (SeidelOutcome) outcome = NULL;

          for (int i = 0; i < m * n; i++)
            dense.a[i] = ldexp (dense.a[i], power);
          problem = problem_of (&dense, b, NULL);
          dense_clear (&dense);
          outcome = test_solve (problem, &options, NULL);
          g_test_message ("%s, %d × %d, 2^%d: %s: %s", methods[k], m, n, power,
                          seidel_reason_id (outcome->reason), outcome->message);
          g_assert_true (outcome->converged);
          g_assert_cmpstr (outcome->message, ==, NULL);
        }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/units/never-singular", test_never_singular);
  g_test_add_func ("/units/powers", test_powers);
  g_test_add_func ("/units/dependent", test_dependent);
  g_test_add_func ("/units/large-rows", test_large_rows);
  return g_test_run ();
}
