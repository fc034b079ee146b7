/* Tests of experiment/seidel-ordering-comparison: every ordering, with figures that are known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "experiment/seidel-ordering-comparison.h"

#include <math.h>
#include <string.h>

#include "base/seidel-error.h"
#include "core-testing.h"

/* Nothing is measured for it. */
static SeidelComparison
make_comparison (void)
{
  size_t n;
  const SeidelMachineDevice *devices = seidel_machine_devices (&n);
  SeidelComparison comparison = { .machine = { .threads = 2, .step = 1e-8, .meeting = 1e-7 },
                                  .device = &devices[0].machine,
                                  .n_teams = 2,
                                  .teams = { 1, 2 },
                                  .seed = 3 };

  for (int i = 0; i < SEIDEL_MACHINE_N_LENGTHS; i++)
    comparison.machine.row[i] = comparison.machine.sliced_row[i] = 1e-9 * seidel_machine_lengths[i];
  for (int i = 0; i < SEIDEL_MACHINE_N_SIZES; i++)
    comparison.machine.bandwidth[0][i] = comparison.machine.bandwidth[1][i] = 1e10;
  return comparison;
}

/* What was reported, in order; the texts are dropped. */
typedef struct
{
  SeidelOrderingResult results[16];
  bool noted[16];
  int n;
  GCancellable *cancellable; /* cancelled after the first one, or NULL */
} Report;

static void
report_cb (int index,
           const SeidelOrderingResult *result,
           SeidelMatrix *reordered,
           SeidelSchedule *schedule,
           void *data)
{
  Report *report = data;

  g_assert_cmpint (index, ==, report->n);
  g_assert_nonnull (reordered);
  g_assert_cmpint (schedule->count, ==, result->levels);
  report->results[report->n] = *result;
  report->noted[report->n] = result->note != NULL;
  report->n++;
  if (report->cancellable != NULL)
    g_cancellable_cancel (report->cancellable);
}

static const SeidelOrderingResult *
find (const Report *report, const char *id)
{
  for (int i = 0; i < report->n; i++)
    if (g_str_equal (report->results[i].spec.ordering->id, id))
      return &report->results[i];
  g_assert_not_reached ();
}

static void
test_grid (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 30);
  SeidelComparison comparison = make_comparison ();
  g_autoptr (GError) error = NULL;
  Report report = { .n = 0 };
  size_t n;

  seidel_orderings (&n);
  comparison.engine = "cpu";
  g_assert_true (
    seidel_comparison_run (&comparison, matrix, report_cb, &report, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (report.n, ==, n);
  for (int i = 0; i < report.n; i++)
    {
      const SeidelOrderingResult *result = &report.results[i];

      g_assert_false (report.noted[i]);
      g_assert_cmpfloat_with_epsilon (result->mean_rows, 900.0 / result->levels, 1e-9);
      for (int t = 0; t < comparison.n_teams; t++)
        {
          g_assert_cmpfloat (result->predicted[t], >, 0.0);
          g_assert_cmpfloat (result->measured[t], >, 0.0);
          g_assert_cmpfloat (result->measured[t], <, 1.0);
        }
      g_assert_cmpfloat (result->predicted_device, >, 0.0);
      g_assert_cmpint (result->sweeps, ==, SEIDEL_COMPARISON_SWEEPS);
      g_assert_cmpfloat (result->reduction, >, 0.0);
      g_assert_cmpfloat (result->reduction, <, 0.5);
      g_assert_cmpfloat (result->sweeps_a_digit, >, 1.0);
    }
  g_assert_cmpint (find (&report, "natural")->levels, ==, 59);
  g_assert_cmpint (find (&report, "natural")->bandwidth, ==, 30);
  g_assert_cmpfloat (find (&report, "natural")->median_rows, ==, 15.0);
  g_assert_cmpint (find (&report, "natural")->widest_rows, ==, 30);
  g_assert_cmpint (find (&report, "multicolor")->levels, ==, 2);
  g_assert_cmpint (find (&report, "level")->levels, ==, 59);
  g_assert_cmpint (find (&report, "random")->spec.seed, ==, 3);
  /* By levels it is the same sweep. */
  g_assert_cmpfloat_with_epsilon (find (&report, "level")->reduction,
                                  find (&report, "natural")->reduction, 1e-12);
}

/* As of what the clock and the load do not change. */
static void
assert_same_convergence (const Report *report, const Report *other)
{
  for (int i = 0; i < report->n; i++)
    {
      const SeidelOrderingResult *one = &report->results[i];
      const SeidelOrderingResult *two = &other->results[i];

      g_assert_cmpint (one->sweeps, ==, SEIDEL_COMPARISON_SWEEPS);
      g_assert_cmpint (two->sweeps, ==, SEIDEL_COMPARISON_SWEEPS);
      g_assert_true (one->reduction == two->reduction);
      g_assert_true (one->sweeps_a_digit == two->sweeps_a_digit);
      g_assert_cmpint (one->run_iterations, ==, two->run_iterations);
    }
}

/* The same call twice gives the same figures to the digit, and those of the run set up. */
static void
test_run (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 120);
  SeidelComparison comparison = make_comparison ();
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  Report reports[2] = { { .n = 0 }, { .n = 0 } };

  options.method = "cg";
  options.preconditioner = "ic0";
  comparison.run = &options;
  for (int i = 0; i < 2; i++)
    g_assert_true (
      seidel_comparison_run (&comparison, matrix, report_cb, &reports[i], NULL, NULL, &error));
  assert_same_convergence (&reports[0], &reports[1]);
  for (int i = 0; i < reports[0].n; i++)
    {
      const SeidelOrderingResult *result = &reports[0].results[i];

      g_assert_true (seidel_reason_converged (result->run_reason));
      g_assert_cmpfloat (result->run_seconds, >, 0.0);
      g_assert_cmpfloat (seidel_ordering_total_seconds (result), >=, result->run_seconds);
      /* Each iteration waits for both triangles at least. */
      g_assert_cmpfloat (result->run_device, >,
                         (double) result->run_iterations * comparison.device->meeting);
    }
  /* Duff and Meurant (1989): few colours cost iterations. */
  g_assert_cmpint (find (&reports[0], "multicolor")->run_iterations, >,
                   find (&reports[0], "natural")->run_iterations);
  /* And more of them are predicted to take less on a device. */
  g_assert_cmpfloat (find (&reports[0], "multicolor")->run_device, <,
                     find (&reports[0], "natural")->run_device);
}

/* A run that does not converge has no time that could be taken for one that does, and sweeps that
 * solve the system at once have no rate. */
static void
test_not_measured (void)
{
  const TestEntry lower[] = { { 0, 0, 2.0 }, { 1, 0, 1.0 }, { 1, 1, 2.0 } };
  g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-5", 20);
  g_autoptr (SeidelMatrix) triangle =
    seidel_matrix_new ("lower", test_csr_from_entries (2, 2, lower, 3));
  SeidelComparison comparison = make_comparison ();
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  Report report = { .n = 0 };
  Report short_report = { .n = 0 };

  options.max_iterations = 3;
  comparison.run = &options;
  g_assert_true (seidel_comparison_run (&comparison, grid, report_cb, &report, NULL, NULL, &error));
  for (int i = 0; i < report.n; i++)
    {
      g_assert_cmpint (report.results[i].run_reason, ==, SEIDEL_REASON_ITERATION_LIMIT);
      g_assert_cmpint (report.results[i].run_iterations, ==, 3);
      g_assert_true (isnan (report.results[i].run_seconds));
      g_assert_true (isnan (report.results[i].run_device));
    }
  comparison.run = NULL;
  g_assert_true (
    seidel_comparison_run (&comparison, triangle, report_cb, &short_report, NULL, NULL, &error));
  g_assert_cmpint (find (&short_report, "natural")->sweeps, <, SEIDEL_COMPARISON_SWEEPS);
  g_assert_true (isnan (find (&short_report, "natural")->sweeps_a_digit));
}

/* A line for each ordering, as many cells in each as in the head. */
static void
test_csv (void)
{
  const SeidelComparison comparison = make_comparison ();
  SeidelOrderingResult result = { .spec = { seidel_ordering_find ("rcm"), 0 },
                                  .order_seconds = 0.5,
                                  .levels = 7,
                                  .sweeps_a_digit = 2.0,
                                  .predicted = { 8.0, 4.0 },
                                  .predicted_device = NAN,
                                  .run_reason = SEIDEL_REASON_TIME_LIMIT,
                                  .run_iterations = 9,
                                  .run_seconds = NAN,
                                  .run_device = NAN,
                                  .run_method = seidel_method_find ("cg"),
                                  .run_preconditioner = seidel_preconditioner_find ("ic0"),
                                  .note = (char *) "a, b" };
  g_autoptr (GString) csv = seidel_comparison_to_csv (&comparison, &result, 1);
  g_auto (GStrv) lines = g_strsplit (csv->str, "\n", -1);
  g_auto (GStrv) heads = g_strsplit (lines[0], ",", -1);
  g_auto (GStrv) cells = g_strsplit (lines[1], ",", -1);

  g_assert_cmpuint (g_strv_length (lines), ==, 3);
  g_assert_cmpuint (g_strv_length (cells), ==, g_strv_length (heads) + 1);
  g_assert_nonnull (strstr (lines[1], "rcm,0.5,0,7,"));
  g_assert_nonnull (strstr (lines[1], ",2,8,,time-limit,9,,,,cg + ic0,\"a, b\""));
}

/* Without a diagonal there are levels, but no sweeps. */
static void
test_no_diagonal (void)
{
  const TestEntry entries[] = { { 0, 1, 1.0 }, { 1, 0, 1.0 } };
  g_autoptr (SeidelMatrix) matrix =
    seidel_matrix_new ("none", test_csr_from_entries (2, 2, entries, 2));
  const SeidelComparison comparison = make_comparison ();
  g_autoptr (GError) error = NULL;
  Report report = { .n = 0 };

  g_assert_true (
    seidel_comparison_run (&comparison, matrix, report_cb, &report, NULL, NULL, &error));
  g_assert_no_error (error);
  for (int i = 0; i < report.n; i++)
    {
      g_assert_true (report.noted[i]);
      g_assert_cmpint (report.results[i].levels, ==, 2);
      g_assert_true (isnan (report.results[i].reduction));
      g_assert_true (isnan (report.results[i].measured[0]));
    }
}

static void
test_refused (void)
{
  const TestEntry entries[] = { { 0, 0, 1.0 } };
  g_autoptr (SeidelMatrix) matrix =
    seidel_matrix_new ("wide", test_csr_from_entries (1, 2, entries, 1));
  const SeidelComparison comparison = make_comparison ();
  g_autoptr (GError) error = NULL;
  Report report = { .n = 0 };

  g_assert_false (
    seidel_comparison_run (&comparison, matrix, report_cb, &report, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_assert_cmpint (report.n, ==, 0);
}

static void
test_cancelled (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 10);
  const SeidelComparison comparison = make_comparison ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Report report = { .cancellable = cancellable };

  g_assert_false (
    seidel_comparison_run (&comparison, matrix, report_cb, &report, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (report.n, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ordering-comparison/grid", test_grid);
  g_test_add_func ("/ordering-comparison/run", test_run);
  g_test_add_func ("/ordering-comparison/not-measured", test_not_measured);
  g_test_add_func ("/ordering-comparison/csv", test_csv);
  g_test_add_func ("/ordering-comparison/no-diagonal", test_no_diagonal);
  g_test_add_func ("/ordering-comparison/refused", test_refused);
  g_test_add_func ("/ordering-comparison/cancelled", test_cancelled);
  return g_test_run ();
}
