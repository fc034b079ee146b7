/* Pages about runs: all of them are there, and what did not converge never looks finished.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>
#include <unistd.h>
#include <glib/gstdio.h>

#include "draw/seidel-export.h"
#include "draw/seidel-run-report-table.h"
#include "pdf-testing.h"
#include "test-matrices.h"

/* An entry of a session: a run of conjugate gradients with so many iterations at most. */
static SeidelSessionEntry *
make_entry (SeidelMatrix *matrix, int64_t number, int64_t most)
{
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  const SeidelRecordLabel label = { .number = number, .color = number, .visible = true };
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &rhs, NULL, NULL, NULL, &error);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelRecord) record = NULL;

  options.method = "cg";
  options.max_iterations = most;
  record = seidel_record_new (
    &(SeidelRecordFacts){ .matrix = matrix,
                          .rhs = &rhs,
                          .guess = &rhs,
                          .options = &options,
                          .trace = trace,
                          .outcome = seidel_solve (problem, &options, trace, NULL, NULL, &error),
                          .begun = 86400 });
  g_assert_no_error (error);
  return seidel_session_entry_new (record, &label);
}

static const char long_name[] =
  "Conjugate gradients + incomplete Cholesky · CPU, 2 threads · sweep: levels · tolerance 1e-8";

/* n runs, every third of which ends too early. */
static SeidelRunReport *
make_report (SeidelMatrix *matrix, int n)
{
  SeidelRunReport *report = seidel_run_report_new ();

  for (int i = 0; i < n; i++)
    {
      g_autoptr (SeidelSessionEntry) entry = make_entry (matrix, i + 1, i % 3 == 2 ? 2 : 100);

      seidel_run_report_add_run (report, long_name, entry);
    }
  return report;
}

/* A file for 1, 6, 30 and 90 runs has as many pages as the report says, and more for more runs. */
static void
test_pages (void)
{
  static const int counts[] = { 1, 6, 30, 90 };
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (20);
  const SeidelTheme theme = seidel_theme_get (FALSE);
  int pages[G_N_ELEMENTS (counts)];

  for (gsize i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      g_autoptr (SeidelRunReport) report = make_report (matrix, counts[i]);
      g_autofree char *path = NULL;
      g_autoptr (GError) error = NULL;
      const int fd = g_file_open_tmp ("seidel-XXXXXX.pdf", &path, &error);

      g_assert_no_error (error);
      close (fd);
      pages[i] = seidel_run_report_n_pages (report);
      g_assert_true (
        seidel_export_picture (&(SeidelDrawing){ seidel_run_report_draw, report, &theme,
                                                 SEIDEL_RUN_REPORT_WIDTH,
                                                 seidel_run_report_height (report, path), 1.0 },
                               path, &error));
      g_assert_cmpint (test_pdf_pages (path), ==, pages[i]);
      g_assert_cmpfloat (seidel_run_report_height (report, path), ==, SEIDEL_RUN_REPORT_HEIGHT);
      g_assert_cmpfloat (seidel_run_report_height (report, "x.svg"), ==,
                         pages[i] * SEIDEL_RUN_REPORT_HEIGHT);
      g_unlink (path);
    }
  g_assert_cmpint (pages[0], ==, 1);
  g_assert_cmpint (pages[1], ==, 1);
  g_assert_cmpint (pages[2], ==, 2);
  g_assert_cmpint (pages[3], >=, 4);
}

/* All that a boss has to know is in the table: the whole name, a mark and the reason of what did
 * not converge, backward error and error. */
static void
test_table (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (20);
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();
  SeidelReportRun list[2] = { { (char *) long_name, make_entry (matrix, 1, 100) },
                              { (char *) long_name, make_entry (matrix, 2, 2) } };
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) cells = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (list); i++)
    g_ptr_array_add (runs, &list[i]);
  text = seidel_report_table_to_text (runs);
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 4);
  cells = g_strsplit (lines[0], "\t", -1);
  g_assert_cmpuint (g_strv_length (cells), ==, 9);
  g_assert_cmpstr (cells[1], ==, long_name);
  g_assert_cmpstr (cells[3], ==, "Converged");
  for (int c = 6; c < 9; c++)
    {
      g_assert_cmpuint (strlen (cells[c]), ==, strlen ("1.23e-08"));
      g_assert_cmpfloat (g_ascii_strtod (cells[c], NULL), <, 1e-6);
    }
  g_assert_nonnull (strstr (lines[1], "\t✗ Iteration limit\t2\t"));
  g_assert_true (g_str_has_prefix (lines[2], "✗ The iteration limit was reached"));
  for (gsize i = 0; i < G_N_ELEMENTS (list); i++)
    seidel_session_entry_free (list[i].entry);
}

/* A report is called by the matrix that all its runs have. */
static void
test_title (void)
{
  g_autoptr (SeidelMatrix) matrix = test_matrix_tridiagonal (20);
  g_autoptr (SeidelMatrix) other = test_matrix_tridiagonal (30);
  g_autoptr (SeidelRunReport) report = seidel_run_report_new ();

  g_free (matrix->name);
  matrix->name = g_strdup ("grid");
  for (int i = 0; i < 3; i++)
    {
      g_autoptr (SeidelSessionEntry) entry = make_entry (i < 2 ? matrix : other, i + 1, 100);

      seidel_run_report_add_run (report, long_name, entry);
      g_assert_cmpstr (seidel_run_report_get_title (report), ==,
                       i < 2 ? "grid" : "Runs of several matrices");
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-report/pages", test_pages);
  g_test_add_func ("/run-report/table", test_table);
  g_test_add_func ("/run-report/title", test_title);
  return g_test_run ();
}
