/* A row on its own, against plain loops over the whole matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <gio/gio.h>
#include <math.h>

#include "matrix/seidel-complex.h"
#include "run/seidel-row-report.h"

#include "run-testing.h"

#define N 30

static SeidelRowReport *
report_on (const SeidelRowSources *sources, int64_t row)
{
  g_autoptr (GError) error = NULL;
  SeidelRowReport *report = seidel_row_report_new (sources, row, NULL, &error);

  g_assert_no_error (error);
  return report;
}

static double
value_at (const SeidelCsr *csr, int64_t row, int64_t column)
{
  const int64_t k = seidel_csr_find (csr, row, column);

  return k >= 0 ? csr->values[k] : 0.0;
}

static bool
lists (const SeidelRowList *list, int64_t row)
{
  for (int64_t i = 0; i < list->n; i++)
    if (list->rows[i] == row)
      return true;
  return false;
}

/* Every pair of rows: whether one waits for the other is the stored entry, and nothing else. */
static void
check_dependencies (const SeidelMatrix *matrix, const SeidelRowSources *sources, int64_t row)
{
  g_autoptr (SeidelRowReport) report = report_on (sources, row);

  for (int d = 0; d < 2; d++)
    {
      const SeidelRowDependencies *of = &report->dependencies[d];
      const SeidelSchedule *schedule = sources->schedules[d];
      int32_t highest = 0;

      for (int64_t other = 0; other < matrix->csr->rows; other++)
        {
          const bool earlier = d == SEIDEL_DIRECTION_FORWARD ? other < row : other > row;
          const bool later = d == SEIDEL_DIRECTION_FORWARD ? other > row : other < row;
          const bool waits = earlier && seidel_csr_find (matrix->csr, row, other) >= 0;

          g_assert_true (lists (&of->waits_for, other) == waits);
          g_assert_true (lists (&of->waiting, other)
                         == (later && seidel_csr_find (matrix->csr, other, row) >= 0));
          if (waits)
            highest = MAX (highest, schedule->level_of_row[other]);
        }
      g_assert_cmpint (of->waits_for.n, ==, of->waits_for.count);
      g_assert_cmpint (of->level, ==, schedule->level_of_row[row]);
      g_assert_cmpint (of->levels, ==, schedule->count);
      g_assert_cmpint (of->together, ==, schedule->level_rows[of->level - 1]);
      /* Its level is one more than that of the row it waits longest for. */
      g_assert_cmpint (of->level, ==, highest + 1);
      if (highest > 0)
        g_assert_cmpint (schedule->level_of_row[of->latest], ==, highest);
      else
        g_assert_cmpint (of->latest, ==, -1);
    }
}

static void
check_matrix (SeidelMatrix *matrix)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, &error);
  g_autoptr (SeidelSchedule) forward =
    seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, NULL, NULL, &error);
  g_autoptr (SeidelSchedule) backward =
    seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_BACKWARD, NULL, NULL, &error);
  const SeidelRowSources sources = { .matrix = matrix,
                                     .structure = structure,
                                     .schedules = { forward, backward } };

  g_assert_no_error (error);
  for (int64_t row = 0; row < matrix->csr->rows; row++)
    check_dependencies (matrix, &sources, row);
}

/* Of a pattern that is symmetric, where nothing is searched, and of one that is not. */
static void
test_dependencies (void)
{
  g_autoptr (SeidelMatrix) random = seidel_matrix_new ("test", test_csr_random (N, 4, 1.5, 7));
  g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-5", 6);

  check_matrix (random);
  check_matrix (grid);
}

static void
test_entries (void)
{
  const TestEntry entries[] = { { 0, 0, 2 }, { 0, 1, -2 },  { 1, 1, 3 },  { 1, 2, 2 },
                                { 2, 0, 1 }, { 2, 1, -64 }, { 2, 2, 16 }, { 3, 3, 0 } };
  g_autoptr (SeidelMatrix) matrix =
    seidel_matrix_new ("test", test_csr_from_entries (5, 5, entries, G_N_ELEMENTS (entries)));
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, &error);
  g_autoptr (SeidelEquilibration) scaling =
    seidel_equilibration_new (matrix, SEIDEL_SCALE_ROWS, NULL, &error);
  const SeidelRowSources sources = { .matrix = matrix, .structure = structure, .scaling = scaling };
  g_autoptr (SeidelRowReport) third = report_on (&sources, 2);
  g_autoptr (SeidelRowReport) fourth = report_on (&sources, 3);
  g_autoptr (SeidelRowReport) fifth = report_on (&sources, 4);

  g_assert_no_error (error);
  g_assert_cmpint (third->entries, ==, 3);
  g_assert_cmpint (third->before, ==, 2);
  g_assert_cmpint (third->after, ==, 0);
  g_assert_true (third->has_diagonal);
  g_assert_cmpfloat (third->diagonal, ==, 16.0);
  g_assert_cmpfloat (third->rest, ==, 65.0);
  g_assert_cmpfloat (third->largest, ==, 64.0);
  g_assert_cmpfloat (third->matrix_largest, ==, 64.0);
  g_assert_true (third->has_scaling);
  g_assert_cmpint (third->scale_exponent, ==, scaling->of_rows[2] + scaling->of_matrix);
  g_assert_cmpfloat (third->scaled_largest, ==, ldexp (64.0, third->scale_exponent));
  g_assert_cmpint (third->n_terms, ==, 2);
  g_assert_cmpint (third->terms[1].column, ==, 1);
  g_assert_cmpfloat (third->terms[1].value, ==, -64.0);
  g_assert_true (isnan (third->terms[1].product));
  g_assert_false (third->has_equation);
  /* A stored zero is an entry; an empty row has none. */
  g_assert_true (fourth->has_diagonal);
  g_assert_cmpfloat (fourth->diagonal, ==, 0.0);
  g_assert_cmpint (fourth->entries, ==, 1);
  g_assert_false (fifth->has_diagonal);
  g_assert_cmpint (fifth->entries, ==, 0);
  g_assert_cmpint (fifth->n_terms, ==, 0);
}

/* x_i from the equation with the values after the sweep where those are, as a sweep computes it. */
static void
check_equation (const SeidelRowSources *sources, int64_t row)
{
  const SeidelCsr *csr = sources->matrix->csr;
  g_autoptr (SeidelRowReport) report = report_on (sources, row);
  const SeidelRowEquation *equation = &report->equation;
  double sum = 0.0;

  for (int64_t j = 0; j < csr->columns; j++)
    {
      const bool earlier = sources->direction == SEIDEL_DIRECTION_FORWARD ? j < row : j > row;

      if (j != row)
        sum += value_at (csr, row, j)
               * (earlier && sources->updated != NULL ? sources->updated[j] : sources->x[j]);
    }
  g_assert_true (report->has_equation);
  g_assert_cmpfloat_with_epsilon (equation->sum, sum, 1e-13);
  g_assert_cmpfloat_with_epsilon (equation->result,
                                  (sources->b[row] - sum) / value_at (csr, row, row), 1e-13);
  g_assert_cmpfloat_with_epsilon (
    equation->before, sources->b[row] - sum - value_at (csr, row, row) * sources->x[row], 1e-13);
  g_assert_cmpfloat_with_epsilon (equation->after, 0.0, 1e-13);
  g_assert_cmpfloat (equation->solution, ==, sources->solution[row]);
}

static void
test_equation (void)
{
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("test", test_csr_random (N, 6, 1.5, 3));
  g_autofree double *b = test_random_vector (N, 1);
  g_autofree double *x = test_random_vector (N, 2);
  g_autofree double *updated = test_random_vector (N, 4);
  g_autofree double *solution = test_random_vector (N, 5);
  SeidelRowSources sources = { .matrix = matrix, .b = b, .x = x, .solution = solution };

  for (int d = 0; d < 2; d++)
    for (int64_t row = 0; row < N; row++)
      {
        sources.direction = (SeidelDirection) d;
        sources.updated = NULL;
        check_equation (&sources, row);
        sources.updated = updated;
        check_equation (&sources, row);
      }
}

/* Of a dense row the largest terms are shown, and the sum is that of all. */
static void
test_dense_row (void)
{
  double table[N * N], b[N], x[N];
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelRowReport) report = NULL;
  double sum = 0.0;

  for (int i = 0; i < N * N; i++)
    table[i] = 1.0;
  for (int i = 0; i < N; i++)
    {
      table[N + i] = i == 1 ? 8.0 : i % 7 == 3 ? -64.0 : 1.0 / 16.0;
      b[i] = 2.0;
      x[i] = i == 10 ? 0.0 : 1.0;
      sum += i != 1 ? table[N + i] * x[i] : 0.0;
    }
  matrix = seidel_matrix_new ("test", test_csr_from_dense (N, N, table));
  report = report_on (&(SeidelRowSources){ .matrix = matrix, .b = b, .x = x, .most = 4 }, 1);
  /* Columns 3, 17, 24 have the large products; that of column 10 is 0. */
  g_assert_cmpint (report->n_terms, ==, 4);
  g_assert_cmpint (report->n_more, ==, N - 1 - 4);
  g_assert_cmpint (report->terms[1].column, ==, 3);
  g_assert_cmpint (report->terms[2].column, ==, 17);
  g_assert_cmpint (report->terms[3].column, ==, 24);
  g_assert_cmpfloat (report->equation.sum, ==, sum);
  g_assert_cmpfloat (report->more + report->terms[0].product + report->terms[1].product
                       + report->terms[2].product + report->terms[3].product,
                     ==, sum);
  g_assert_cmpint (report->dependencies[SEIDEL_DIRECTION_BACKWARD].waits_for.count, ==, N - 2);
  g_assert_cmpint (report->dependencies[SEIDEL_DIRECTION_BACKWARD].waits_for.n, ==, 4);
}

static void
test_file_rows (void)
{
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("test", test_csr_random (N, 4, 1.5, 7));
  g_autoptr (SeidelMatrix) reordered = NULL;
  g_autoptr (GError) error = NULL;
  int32_t permutation[N];

  for (int i = 0; i < N; i++)
    permutation[i] = (7 * i + 3) % N;
  reordered = seidel_matrix_reordered (matrix, "random:1", permutation, NULL, NULL, &error);
  g_assert_no_error (error);
  for (int64_t number = 0; number < N; number++)
    {
      g_assert_cmpint (seidel_row_of_file (matrix, number), ==, number);
      g_assert_cmpint (permutation[seidel_row_of_file (reordered, number)], ==, number);
    }
  g_assert_cmpint (seidel_row_of_file (matrix, -1), ==, -1);
  g_assert_cmpint (seidel_row_of_file (matrix, N), ==, -1);
  g_assert_cmpint (seidel_row_of_file (reordered, N), ==, -1);
}

/* Of a complex matrix both parts of the entries; the equation is that of its real form. */
static void
test_complex (void)
{
  const double parts[] = { 4, 1, 0, 2 };
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("test", test_csr_from_dense (2, 2, parts));
  const double imaginary_parts[] = { 0, 3, 0, 0 }, b[] = { 1, 2, 3, 4 }, x[] = { 1, 1, 1, 1 };
  g_autoptr (SeidelCsr) imaginary = test_csr_from_dense (2, 2, imaginary_parts);
  g_autoptr (SeidelMatrix) real_form = NULL;
  g_autoptr (SeidelRowReport) report = NULL;
  g_autoptr (SeidelRowReport) real = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_matrix_add_imaginary (matrix, imaginary, NULL, &error));
  real_form = seidel_matrix_real_form (matrix, NULL, &error);
  g_assert_no_error (error);
  report = report_on (&(SeidelRowSources){ .matrix = matrix, .b = b, .x = x }, 0);
  g_assert_false (report->has_equation);
  g_assert_cmpfloat (report->terms[0].parts[0], ==, 1.0);
  g_assert_cmpfloat (report->terms[0].parts[1], ==, 3.0);
  g_assert_cmpfloat_with_epsilon (report->rest, sqrt (10.0), 1e-15);
  g_assert_cmpint (seidel_row_of_file (real_form, 1), ==, 2);
  g_assert_cmpint (seidel_row_of_file (real_form, 2), ==, -1);
  real = report_on (&(SeidelRowSources){ .matrix = real_form, .b = b, .x = x }, 0);
  g_assert_true (real->has_equation);
  /* (1 − (1 × 1 − 3 × 1)) / 4 */
  g_assert_cmpfloat (real->equation.result, ==, 0.75);
}

static void
test_refusals (void)
{
  const double table[] = { 1, 2, 3, 0, 0, 4 }, b[] = { 1, 1, 1 }, x[] = { 1, 1 };
  g_autoptr (SeidelMatrix) rectangular =
    seidel_matrix_new ("test", test_csr_from_dense (3, 2, table));
  g_autoptr (SeidelMatrix) square = seidel_matrix_new ("test", test_csr_random (N, 4, 1.5, 7));
  const SeidelRowSources sources = { .matrix = rectangular, .b = b, .x = x };
  g_autoptr (SeidelRowReport) report = report_on (&sources, 2);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (report->square);
  g_assert_false (report->has_equation);
  g_assert_cmpint (report->entries, ==, 1);
  g_assert_null (seidel_row_report_new (&sources, 3, NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_cancellable_cancel (cancellable);
  g_assert_null (
    seidel_row_report_new (&(SeidelRowSources){ .matrix = square }, 0, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* The words: what is shown, without what is not known. */
static void
append_line (void *data, const char *name, const char *value, const SeidelRowList *rows)
{
  g_string_append_printf (data, "%s|%s\n", name, value);
  g_assert_true (rows == NULL || rows->count == g_ascii_strtoll (value, NULL, 10));
}

static void
test_words (void)
{
  const double table[] = { 4, -1, 0, -1, 4, -1, 0, -1, 4 }, b[] = { 1, 2, 3 }, x[] = { 1, 1, 0.5 };
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("test", test_csr_from_dense (3, 3, table));
  g_autoptr (SeidelRowReport) report =
    report_on (&(SeidelRowSources){ .matrix = matrix, .b = b, .x = x, .updated = x }, 1);
  g_autofree char *arithmetic = seidel_row_report_arithmetic (report, 4);
  g_autoptr (GString) text = g_string_new (NULL);

  g_assert_cmpstr (arithmetic, ==, "(2 − (−1) × 1 − (−1) × 0.5) / 4");
  for (int part = 0; part < SEIDEL_ROW_N_PARTS; part++)
    seidel_row_report_describe (report, (SeidelRowPart) part, append_line, text);
  g_assert_nonnull (strstr (text->str, "column 1|(−1) × 1 = −1, updated\n"));
  g_assert_nonnull (strstr (text->str, "column 3|(−1) × 0.5 = −0.5\n"));
  g_assert_nonnull (strstr (text->str, "|= 0.875\n"));
  g_assert_null (strstr (text->str, "Level"));
  g_assert_null (strstr (text->str, "Error"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/row-report/dependencies", test_dependencies);
  g_test_add_func ("/row-report/entries", test_entries);
  g_test_add_func ("/row-report/equation", test_equation);
  g_test_add_func ("/row-report/dense-row", test_dense_row);
  g_test_add_func ("/row-report/file-rows", test_file_rows);
  g_test_add_func ("/row-report/complex", test_complex);
  g_test_add_func ("/row-report/refusals", test_refusals);
  g_test_add_func ("/row-report/words", test_words);
  return g_test_run ();
}
