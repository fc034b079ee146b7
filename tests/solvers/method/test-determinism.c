/* The same bits every time: each method of the table, in every precision it computes in, ten times
 * at one thread and ten at two.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run-testing.h"

#define RUNS 10

/* What a run leaves: its history and the solution behind it. */
static double *
record (SeidelProblem *problem, const SeidelOptions *options, int64_t *length)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = test_solve (problem, options, trace);
  size_t n_points = seidel_trace_n_points (trace);
  double *numbers = g_new (double, (int64_t) n_points + outcome->n + 1);

  for (size_t i = 0; i < n_points; i++)
    numbers[i] = seidel_trace_point (trace, i).residual;
  memcpy (numbers + n_points, outcome->x, (size_t) outcome->n * sizeof *numbers);
  *length = (int64_t) n_points + outcome->n;
  return numbers;
}

static void
check_runs (SeidelProblem *problem, const SeidelOptions *options)
{
  int64_t length = 0;
  g_autofree double *first = record (problem, options, &length);

  for (int run = 1; run < RUNS; run++)
    {
      int64_t n = 0;
      g_autofree double *again = record (problem, options, &n);

      g_assert_cmpint (n, ==, length);
      test_assert_same_bits (again, first, n);
    }
}

/* Enough entries for the threads to share them out, but for those who make a table of them. */
static SeidelProblem *
problem_for (const SeidelMethod *method)
{
  const SeidelVectorSpec rhs = { SEIDEL_VECTOR_RANDOM, 4, NULL };
  const SeidelVectorSpec guess = { SEIDEL_VECTOR_RANDOM, 5, NULL };
  g_autoptr (SeidelMatrix) matrix =
    test_gallery_sized ("poisson-27", method->family == SEIDEL_FAMILY_DIRECT_DENSE    ? 6
                                      : method->family == SEIDEL_FAMILY_DIRECT_SPARSE ? 10
                                                                                      : 15);
  g_autoptr (GError) error = NULL;
  SeidelProblem *problem = seidel_problem_new_from_specs (matrix, &rhs, &guess, NULL, NULL, &error);

  g_assert_no_error (error);
  return problem;
}

static void
test_method (gconstpointer data)
{
  const SeidelMethod *method = data;
  g_autoptr (SeidelProblem) problem = problem_for (method);
  size_t n_precisions;

  seidel_precisions (&n_precisions);
  for (size_t precision = 0; precision < n_precisions; precision++)
    for (int threads = 1; threads <= 2; threads++)
      {
        SeidelOptions options = test_options (method->id);

        options.precision = (SeidelPrecision) precision;
        options.threads = threads;
        options.max_iterations = 6;
        if (seidel_method_computes_in (method, options.precision, NULL))
          check_runs (problem, &options);
      }
}

int
main (int argc, char *argv[])
{
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  g_test_init (&argc, &argv, NULL);
  for (size_t m = 0; m < n_methods; m++)
    {
      g_autofree char *path = g_strconcat ("/determinism/", methods[m].id, NULL);

      if (methods[m].engine == NULL)
        g_test_add_data_func (path, &methods[m], test_method);
    }
  return g_test_run ();
}
