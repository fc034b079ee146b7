/* The interface as programs use it: arrays, options, runs on other threads, sweepers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "seidel-io.h"

#include <math.h>
#include <string.h>

/* ⎡ 4 −1  0 ⎤
 * ⎢−1  4 −1 ⎥
 * ⎣ 0 −1  4 ⎦ */
static const int64_t wide[] = { 0, 2, 5, 7 };
static const int32_t narrow[] = { 0, 2, 5, 7 };
static const int32_t columns[] = { 0, 1, 0, 1, 2, 1, 2 };
static const double values[] = { 4.0, -1.0, -1.0, 4.0, -1.0, -1.0, 4.0 };
static const float short_values[] = { 4.0f, -1.0f, -1.0f, 4.0f, -1.0f, -1.0f, 4.0f };

static SeidelArrays
three_rows (void)
{
  SeidelArrays arrays = SEIDEL_ARRAYS_INIT;

  arrays.rows = arrays.columns = 3;
  arrays.row_offsets = wide;
  arrays.column_indices = columns;
  arrays.values = values;
  return arrays;
}

static void
count (gpointer calls)
{
  ++*(int *) calls;
}

static void
assert_three_rows (const SeidelMatrix *matrix)
{
  g_assert_cmpint (seidel_matrix_n_rows (matrix), ==, 3);
  g_assert_cmpint (seidel_matrix_n_columns (matrix), ==, 3);
  g_assert_cmpint (seidel_matrix_n_entries (matrix), ==, 7);
  g_assert_cmpmem (seidel_matrix_row_offsets (matrix), sizeof wide, wide, sizeof wide);
  g_assert_cmpmem (seidel_matrix_column_indices (matrix), sizeof columns, columns, sizeof columns);
  g_assert_cmpmem (seidel_matrix_values (matrix), sizeof values, values, sizeof values);
}

/* All kinds of numbers, counted from 0 and from 1, in place and as copies: what need not be copied
 * is not, and what is borrowed is given back once. */
static void
test_arrays (void)
{
  for (int kind = 0; kind < 32; kind++)
    {
      const bool borrow = (kind & 1) != 0;
      const bool is_narrow = (kind & 2) != 0;
      const bool is_short = (kind & 4) != 0;
      const int first = (kind & 8) != 0;
      int64_t offsets[G_N_ELEMENTS (wide)];
      int32_t short_offsets[G_N_ELEMENTS (wide)];
      int32_t shifted[G_N_ELEMENTS (columns)];
      int calls = 0;
      SeidelArrays arrays = three_rows ();
      g_autoptr (GError) error = NULL;
      SeidelMatrix *matrix;

      for (size_t i = 0; i < G_N_ELEMENTS (wide); i++)
        {
          offsets[i] = wide[i] + first;
          short_offsets[i] = narrow[i] + first;
        }
      for (size_t k = 0; k < G_N_ELEMENTS (columns); k++)
        shifted[k] = columns[k] + first;
      arrays.row_offsets = is_narrow ? (const void *) short_offsets : offsets;
      arrays.offset_numbers = is_narrow ? SEIDEL_NUMBERS_INT32 : SEIDEL_NUMBERS_INT64;
      arrays.column_indices = shifted;
      arrays.values = is_short ? (const void *) short_values : values;
      arrays.value_numbers = is_short ? SEIDEL_NUMBERS_FLOAT : SEIDEL_NUMBERS_DOUBLE;
      arrays.first = first;
      arrays.borrow = borrow;
      arrays.valid = (kind & 16) != 0;
      arrays.release = count;
      arrays.data = &calls;
      matrix = seidel_matrix_new_from_arrays ("three", &arrays, &error);
      g_assert_no_error (error);
      assert_three_rows (matrix);
      g_assert_true ((seidel_matrix_values (matrix) == values) == (borrow && !is_short));
      g_assert_true ((seidel_matrix_column_indices (matrix) == shifted) == (borrow && first == 0));
      g_assert_true ((seidel_matrix_row_offsets (matrix) == offsets)
                     == (borrow && !is_narrow && first == 0));
      g_assert_cmpint (calls, ==, 0);
      seidel_matrix_unref (matrix);
      g_assert_cmpint (calls, ==, borrow ? 1 : 0);
    }
}

static void
test_pattern_and_complex (void)
{
  const double parts[] = {
    4.0, 1.0, 0.0, -1.0, 0.0, 1.0, 3.0, 4.0, -1.0, 0.0, -1.0, 0.0, 4.0, 2.0
  };
  SeidelArrays arrays = three_rows ();
  g_autoptr (SeidelMatrix) ones = NULL;
  g_autoptr (SeidelMatrix) numbers = NULL;

  arrays.values = NULL;
  ones = seidel_matrix_new_from_arrays ("ones", &arrays, NULL);
  for (int k = 0; k < 7; k++)
    g_assert_cmpfloat (seidel_matrix_values (ones)[k], ==, 1.0);
  g_assert_false (seidel_matrix_has_complex_values (ones));
  arrays.values = parts;
  arrays.value_numbers = SEIDEL_NUMBERS_COMPLEX;
  numbers = seidel_matrix_new_from_arrays ("complex", &arrays, NULL);
  g_assert_true (seidel_matrix_has_complex_values (numbers));
  g_assert_cmpmem (seidel_matrix_values (numbers), sizeof parts, parts, sizeof parts);
}

static char *
refusal_of (const SeidelArrays *arrays)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_matrix_new_from_arrays ("wrong", arrays, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  return g_strdup (error->message);
}

/* Rows and columns of errors have the numbers that the arrays have. */
static void
test_wrong_arrays (void)
{
  static const int64_t falling[] = { 0, 5, 2, 7 };
  static const int64_t late[] = { 1, 2, 5, 7 };
  static const int64_t huge[] = { 0, INT64_C (1) << 40, 5, 7 };
  int32_t outside[G_N_ELEMENTS (columns)];
  int64_t from_one[G_N_ELEMENTS (wide)];
  SeidelArrays arrays = three_rows ();
  g_autofree char *text = NULL;

  memcpy (outside, columns, sizeof outside);
  outside[4] = 3;
  arrays.column_indices = outside;
  text = refusal_of (&arrays);
  g_assert_cmpstr (text, ==, "counted from 0, row 1 has column 3 of 3");
  g_free (text);
  for (size_t k = 0; k < G_N_ELEMENTS (columns); k++)
    outside[k]++;
  for (size_t i = 0; i < G_N_ELEMENTS (wide); i++)
    from_one[i] = wide[i] + 1;
  arrays.first = 1;
  arrays.row_offsets = from_one;
  text = refusal_of (&arrays);
  g_assert_cmpstr (text, ==, "counted from 1, row 2 has column 4 of 3");
  g_free (text);
  arrays = three_rows ();
  for (int i = 0; i < 3; i++)
    {
      static const int64_t *const offsets[] = { falling, late, huge };

      arrays.row_offsets = offsets[i];
      g_free (refusal_of (&arrays));
    }
  arrays = three_rows ();
  arrays.size = 0;
  g_free (refusal_of (&arrays));
  arrays = three_rows ();
  arrays.rows = -1;
  text = refusal_of (&arrays);
}

/* A message about a row has the number that the program counts it by. */
static void
test_counting (void)
{
  static const char *const expected[] = { "row 2 (counted from 0)", "row 3" };
  const double singular[] = { 4.0, -1.0, -1.0, 4.0, -1.0, -1.0, 0.0 };
  SeidelArrays arrays = three_rows ();
  g_autoptr (SeidelMatrix) matrix = NULL;

  arrays.values = singular;
  matrix = seidel_matrix_new_from_arrays ("A", &arrays, NULL);
  for (int first = 0; first < 2; first++)
    {
      g_autoptr (GError) error = NULL;

      seidel_count_from (first);
      g_assert_null (seidel_sweeper_new (matrix, NULL, NULL, &error));
      g_test_message ("%s", error->message);
      g_assert_nonnull (strstr (error->message, expected[first]));
      g_assert_true ((strstr (error->message, "counted from 0") != NULL) == (first == 0));
    }
}

static void
test_options (void)
{
  g_autoptr (SeidelOptions) options = seidel_options_new ();
  g_autoptr (GError) error = NULL;
  int n = 0;

  for (const char *const *id = seidel_options_ids (); *id != NULL; id++, n++)
    g_assert_nonnull (seidel_options_sentence (*id));
  g_assert_cmpint (n, >, 30);
  g_assert_null (seidel_options_sentence ("nothing"));
  g_assert_true (seidel_options_set_number (options, "tolerance", 1e-7, NULL));
  g_assert_true (seidel_options_set_number (options, "track-error", 1.0, NULL));
  g_assert_cmpfloat (seidel_options_get_number (options, "tolerance", NULL), ==, 1e-7);
  g_assert_cmpfloat (seidel_options_get_number (options, "track-error", NULL), ==, 1.0);
  for (int i = 0; i < 6; i++)
    {
      static const struct
      {
        const char *id;
        double value;
      } wrong[] = { { "tolerance", -1.0 },  { "tolerance", NAN }, { "max-iterations", 1.5 },
                    { "track-error", 0.5 }, { "method", 1.0 },    { "nothing", 1.0 } };

      g_assert_false (seidel_options_set_number (options, wrong[i].id, wrong[i].value, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
      g_assert_nonnull (strstr (error->message, wrong[i].id));
      g_clear_error (&error);
    }
  g_assert_cmpfloat (seidel_options_get_number (options, "tolerance", NULL), ==, 1e-7);
  g_assert_true (isnan (seidel_options_get_number (options, "method", &error)));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
}

typedef struct
{
  SeidelProblem *problem;
  SeidelTrace *trace;
  GCancellable *cancellable;
} Run;

static gpointer
solve (gpointer data)
{
  const Run *run = data;
  g_autoptr (SeidelOptions) options = seidel_options_new ();

  g_assert_true (seidel_options_set (options, "method", "jacobi", NULL));
  g_assert_true (seidel_options_set_number (options, "tolerance", 0.0, NULL));
  g_assert_true (seidel_options_set_number (options, "max-iterations", 1e9, NULL));
  g_assert_true (seidel_options_set_number (options, "stagnation-window", 1e9, NULL));
  return seidel_solve (run->problem, options, run->trace, run->cancellable, NULL, NULL);
}

static gpointer
watch_and_cancel (gpointer data)
{
  const Run *run = data;
  double seen = -1.0;

  while (seidel_trace_iterations (run->trace) < 50 || seen < 0.0)
    {
      double iterations[8];
      const size_t n = seidel_trace_read (run->trace, "iteration", 0, 8, iterations);

      for (size_t i = 0; i < n; i++)
        g_assert_cmpfloat (iterations[i], ==, (double) i);
      seen = n > 0 ? iterations[n - 1] : seen;
      g_usleep (1000);
    }
  g_assert_cmpfloat (seen, >=, 0.0);
  g_cancellable_cancel (run->cancellable);
  return NULL;
}

/* One thread solves, a second one follows and stops it, and this one waits. */
static void
test_threads (void)
{
  g_autoptr (SeidelMatrix) matrix =
    seidel_matrix_generate ("poisson-5 --size 40", NULL, NULL, NULL);
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_named (matrix, NULL, "random:3", NULL, NULL, NULL, NULL);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Run run = { problem, trace, cancellable };
  GThread *solving = g_thread_new ("solve", solve, &run);
  GThread *watching = g_thread_new ("watch", watch_and_cancel, &run);
  g_autoptr (SeidelOutcome) outcome = g_thread_join (solving);
  g_autofree char *reason = seidel_outcome_text (outcome, "reason");
  double relative[2];

  g_thread_join (watching);
  g_assert_true (seidel_trace_has_stopped (trace));
  g_assert_cmpstr (reason, ==, "cancelled");
  g_assert_cmpfloat (seidel_outcome_value (outcome, "converged"), ==, 0.0);
  g_assert_nonnull (seidel_outcome_sentence (outcome));
  g_assert_cmpuint (seidel_trace_read (trace, "relative", 0, 2, relative), ==, 2);
  g_assert_cmpfloat_with_epsilon (relative[0], 1.0, 1e-15);
  g_assert_cmpfloat (relative[1], <, 1.0);
  g_assert_cmpuint (seidel_trace_read (trace, "nothing", 0, 1, relative), ==, 1);
  g_assert_true (isnan (relative[0]));
  g_assert_cmpuint (seidel_trace_read (trace, "residual", 1u << 30, 2, relative), ==, 0);
}

/* b and x₀ as numbers and by name, in every combination, in an order of one's own. */
static void
test_named (void)
{
  g_autoptr (SeidelMatrix) natural =
    seidel_matrix_generate ("convection-diffusion --size 8", NULL, NULL, NULL);
  const int64_t n = seidel_matrix_n_rows (natural);
  g_autofree double *b = g_new (double, (size_t) n);
  g_autofree double *x0 = g_new (double, (size_t) n);
  double first[4];

  for (int64_t i = 0; i < n; i++)
    {
      b[i] = (double) (i % 7) - 2.0;
      x0[i] = 1.0;
    }
  for (int kind = 0; kind < 4; kind++)
    {
      g_autoptr (SeidelMatrix) matrix = seidel_matrix_reorder (natural, "rcm", NULL, NULL, NULL);
      g_autoptr (SeidelProblem) problem =
        seidel_problem_new_named (matrix, kind & 1 ? b : NULL, "solution-ones",
                                  kind & 2 ? x0 : NULL, "ones", NULL, NULL);
      g_autoptr (SeidelOptions) options = seidel_options_new ();
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (SeidelOutcome) outcome = NULL;

      g_assert_true (seidel_options_set (options, "method", "gmres", NULL));
      outcome = seidel_solve (problem, options, trace, NULL, NULL, NULL);
      g_assert_cmpfloat (seidel_outcome_value (outcome, "converged"), ==, 1.0);
      g_assert_cmpuint (seidel_trace_read (trace, "residual", 0, 1, &first[kind]), ==, 1);
      if ((kind & 1) == 0)
        for (int64_t i = 0; i < n; i++)
          g_assert_cmpfloat_with_epsilon (seidel_outcome_x (outcome, NULL)[i], 1.0, 1e-3);
    }
  /* x₀ = 1 solves A x = A·1, given as numbers or by name. */
  g_assert_cmpfloat (first[0], <, 1e-10);
  g_assert_cmpfloat (first[2], <, 1e-10);
  g_assert_cmpfloat (first[1], >, 1.0);
  g_assert_cmpfloat_with_epsilon (first[1], first[3], 1e-12 * first[1]);
}

static void
test_sweeper (void)
{
  static const double b[] = { 1.0, 2.0, 3.0 };
  static const double lower[] = { 0.25, 0.5625, 0.890625 };
  SeidelArrays arrays = three_rows ();
  g_autoptr (SeidelSweeper) sweeper = NULL;
  g_autoptr (GError) error = NULL;
  double x[] = { NAN, NAN, NAN };
  double y[] = { 0.0, 0.0, 0.0 };
  double residuals[300];

  /* What is converted when it is used first is there by then. */
  arrays.row_offsets = narrow;
  arrays.offset_numbers = SEIDEL_NUMBERS_INT32;
  arrays.values = short_values;
  arrays.value_numbers = SEIDEL_NUMBERS_FLOAT;
  arrays.borrow = arrays.valid = true;
  sweeper = seidel_sweeper_new_from_arrays (&arrays, NULL, NULL, NULL);
  g_assert_true (seidel_sweeper_memory (sweeper) == SEIDEL_MEMORY_HOST);
  g_assert_true (seidel_sweeper_numbers (sweeper) == SEIDEL_NUMBERS_DOUBLE);
  g_assert_nonnull (seidel_sweeper_strategy (sweeper));
  g_assert_true (seidel_sweeper_solve (sweeper, SEIDEL_SWEEP_FORWARD, b, x, NULL));
  g_assert_true (seidel_sweeper_sweep (sweeper, SEIDEL_SWEEP_FORWARD, 1.0, b, y, NULL));
  for (int i = 0; i < 3; i++)
    {
      g_assert_cmpfloat (x[i], ==, lower[i]);
      g_assert_cmpfloat (y[i], ==, lower[i]);
    }
  g_assert_true (
    seidel_sweeper_relax (sweeper, SEIDEL_SWEEP_FORWARD, 1.0, 300, b, y, residuals, NULL));
  g_assert_cmpfloat (residuals[1], <, residuals[0]);
  /* More than are read at a time. */
  g_assert_cmpfloat (residuals[299], <, 1e-15);
  g_assert_cmpfloat_with_epsilon (4.0 * y[0] - y[1], b[0], 1e-14);
  g_assert_false (seidel_sweeper_sweep (sweeper, (SeidelSweepOrder) 3, 1.0, b, y, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
}

static void
test_preconditioner (void)
{
  g_autoptr (SeidelMatrix) matrix =
    seidel_matrix_generate ("poisson-5 --size 12", NULL, NULL, NULL);
  g_autoptr (SeidelPreconditioner) exact = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree double *r = g_new (double, 144);
  g_autofree double *z = g_new (double, 144);

  for (int i = 0; i < 144; i++)
    r[i] = 4.0 * i;
  exact = seidel_preconditioner_new (matrix, "jacobi", NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (seidel_preconditioner_apply (exact, r, z, NULL));
  for (int i = 0; i < 144; i++)
    g_assert_cmpfloat (z[i], ==, (double) i);
  g_assert_true (seidel_preconditioner_update (exact, matrix, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (seidel_preconditioner_apply (exact, z, r, NULL));
  for (int i = 0; i < 144; i++)
    g_assert_cmpfloat (r[i], ==, 0.25 * i);
  g_assert_null (seidel_preconditioner_new (matrix, "ilu", NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_assert_nonnull (strstr (error->message, "preconditioner: "));
}

static void
test_levels (void)
{
  g_autoptr (SeidelMatrix) matrix =
    seidel_matrix_generate ("poisson-5 --size 12", NULL, NULL, NULL);
  g_autoptr (SeidelLevels) levels = seidel_levels_new (matrix, SEIDEL_SWEEP_FORWARD, NULL, NULL);
  g_autoptr (GError) error = NULL;
  int64_t rows = 0;

  g_assert_cmpint (seidel_levels_count (levels), ==, 23);
  g_assert_cmpint (seidel_levels_widest (levels), ==, 12);
  g_assert_cmpint (seidel_levels_of_rows (levels)[143], ==, 23);
  for (int32_t l = 0; l < 23; l++)
    rows += seidel_levels_rows (levels)[l];
  g_assert_cmpint (rows, ==, 144);
  g_assert_cmpint (seidel_levels_entries (levels)[0], ==, 3);
  g_assert_null (seidel_levels_new (matrix, SEIDEL_SWEEP_SYMMETRIC, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/interface/arrays", test_arrays);
  g_test_add_func ("/interface/pattern-and-complex", test_pattern_and_complex);
  g_test_add_func ("/interface/wrong-arrays", test_wrong_arrays);
  g_test_add_func ("/interface/counting", test_counting);
  g_test_add_func ("/interface/options", test_options);
  g_test_add_func ("/interface/threads", test_threads);
  g_test_add_func ("/interface/named", test_named);
  g_test_add_func ("/interface/sweeper", test_sweeper);
  g_test_add_func ("/interface/preconditioner", test_preconditioner);
  g_test_add_func ("/interface/levels", test_levels);
  return g_test_run ();
}
