/* Carrying experiments out: the figures are those of runs by hand, gaps do not stop it, and nothing
 * finished is lost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "base/seidel-error.h"
#include "experiment-testing.h"
#include "gallery/seidel-gallery.h"
#include "solve/seidel-solve.h"

static SeidelExperimentResult *
run (const char *text)
{
  g_autoptr (SeidelExperiment) experiment = test_experiment_parse (text);
  g_autoptr (GError) error = NULL;
  SeidelExperimentResult *result = seidel_experiment_result_new (experiment);

  g_assert_true (seidel_experiment_run (result, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  return result;
}

/* The same run without an experiment. */
static SeidelOutcome *
run_by_hand (double size, const char *method)
{
  const double values[SEIDEL_GALLERY_MAX_PARAMETERS] = { size, 7.0 };
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (SeidelMatrix) matrix =
    seidel_gallery_make (seidel_gallery_find ("poisson-5"), values, NULL, NULL, NULL);
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (matrix, &rhs, &guess, NULL, NULL, NULL);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();

  options.method = method;
  options.tolerance = 1e-6;
  options.threads = 1;
  return seidel_solve (problem, &options, trace, NULL, NULL, NULL);
}

static void
test_by_hand (void)
{
  static const double sizes[] = { 5, 8, 13 };
  static const char *const methods[] = { "gauss-seidel", "jacobi" };
  g_autoptr (SeidelExperimentResult) result = run (TEST_EXPERIMENT);

  g_assert_cmpuint (seidel_experiment_result_n_finished (result), ==, 6);
  for (size_t cell = 0; cell < 6; cell++)
    {
      const SeidelExperimentCell found = seidel_experiment_result_cell (result, cell);
      g_autoptr (SeidelOutcome) outcome = run_by_hand (sizes[cell / 2], methods[cell % 2]);

      g_assert_cmpint (found.state, ==, SEIDEL_CELL_DONE);
      g_assert_cmpstr (found.reason, ==, "converged-relative");
      g_assert_cmpint (found.n_runs, ==, 2);
      for (int i = 0; i < found.n_runs; i++)
        {
          const double *values = found.values + 5 * i;

          g_assert_cmpfloat (values[0], ==, (double) outcome->iterations);
          g_assert_cmpfloat (values[1], ==, outcome->true_2);
          g_assert_cmpfloat (values[2], ==, outcome->error_inf);
          g_assert_cmpfloat (values[3], ==, sizes[cell / 2] + 7.0 - 1.0);
          g_assert_cmpfloat (values[4], >, 0.0);
        }
    }
}

/* The order of the unknowns does not change what x is compared with. */
static void
test_reference (void)
{
  g_autoptr (SeidelExperimentResult) result = run (
    "{\"schema\": \"seidel-experiment/1\", \"id\": \"a\", \"title\": \"A\", \"hold\": {"
    " \"matrix\": \"convection-diffusion --size 9\", \"rhs\": \"random:3\", \"tolerance\": 1e-12},"
    " \"vary\": [{\"vary\": \"ordering\", \"values\": [\"natural\", \"rcm\", \"random:4\"]}],"
    " \"reference\": {\"method\": \"lu\"}, \"measures\": [\"error-2\", \"error-inf\", \"exact\"]}");

  for (size_t cell = 0; cell < 3; cell++)
    {
      const SeidelExperimentCell found = seidel_experiment_result_cell (result, cell);

      g_assert_cmpint (found.state, ==, SEIDEL_CELL_DONE);
      g_assert_cmpfloat (found.values[0], >, 0.0);
      g_assert_cmpfloat (found.values[0], <, 1e-9);
      g_assert_cmpfloat (found.values[1], <, 1e-9);
      g_assert_cmpfloat (found.values[2], <=, 100.0);
    }
}

/* Cells by this program. */
static SeidelExperimentResult *
run_by (const char *script, double seconds)
{
  const char *const program[] = { "/bin/sh", "-c", script, "sh", NULL };
  const SeidelExperimentHow how = { .only = -1, .program = program, .seconds = seconds };
  g_autoptr (SeidelExperiment) experiment = test_experiment_parse (TEST_EXPERIMENT);
  g_autoptr (GError) error = NULL;
  SeidelExperimentResult *result = seidel_experiment_result_new (experiment);

  g_assert_true (seidel_experiment_run_so (result, NULL, &how, NULL, NULL, &error));
  g_assert_no_error (error);
  return result;
}

/* A process that crashes, fails, or takes too long costs its cell, with the reason. */
static void
test_apart (void)
{
  static const struct
  {
    const char *script; /* $2: the number of the cell */
    double seconds;
    const char *why;
  } cases[] = {
    { "kill -SEGV $$", 0.0, "egmentation" },
    { "echo first >&2; echo no such engine >&2; exit 1", 0.0, "no such engine" },
    { "exec sleep 60", 0.05, "longer than" },
    { "exit 7", 0.0, "status 7" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelExperimentResult) result = run_by (cases[i].script, cases[i].seconds);

      g_assert_cmpuint (seidel_experiment_result_n_finished (result), ==, 6);
      for (size_t cell = 0; cell < 6; cell++)
        {
          const SeidelExperimentCell found = seidel_experiment_result_cell (result, cell);

          g_assert_cmpint (found.state, ==, SEIDEL_CELL_GAP);
          g_assert_nonnull (strstr (found.why, cases[i].why));
        }
    }
}

/* One cell alone, with its history. */
static void
count_cb (size_t cell, const SeidelOutcome *outcome, SeidelTrace *trace, void *data)
{
  g_assert_cmpuint (cell, ==, 3);
  g_assert_cmpint (outcome->iterations, ==, seidel_trace_iterations (trace));
  ++*(int *) data;
}

static void
test_only (void)
{
  g_autoptr (SeidelExperiment) experiment = test_experiment_parse (TEST_EXPERIMENT);
  g_autoptr (SeidelExperimentResult) result = seidel_experiment_result_new (experiment);
  g_autoptr (GError) error = NULL;
  int seen = 0;
  const SeidelExperimentHow how = { .only = 3, .observe = count_cb, .data = &seen };

  g_assert_true (seidel_experiment_run_so (result, NULL, &how, NULL, NULL, &error));
  g_assert_cmpuint (seidel_experiment_result_n_finished (result), ==, 1);
  g_assert_cmpint (seidel_experiment_result_cell (result, 3).state, ==, SEIDEL_CELL_DONE);
  g_assert_cmpint (seen, ==, 2);
}

/* A run that cannot begin is a gap with its reason, and the others go on. */
static void
test_gaps (void)
{
  g_autoptr (SeidelExperimentResult) result = run (
    "{\"schema\": \"seidel-experiment/1\", \"id\": \"a\", \"title\": \"A\","
    " \"hold\": {\"tolerance\": 1e-6},"
    " \"vary\": [{\"vary\": \"matrix\", \"values\": [\"poisson-5 --size 5\","
    "  \"/nowhere/there.mtx\", \"poisson-5 --weight 3\", \"sample:nothing\", \"hilbert --size 4\","
    "  \"collection:No/body\"]},"
    "  {\"vary\": \"method\", \"values\": [\"cg\", \"sor\"]}], \"measures\": [\"iterations\"]}");

  for (size_t cell = 0; cell < 12; cell++)
    {
      const SeidelExperimentCell found = seidel_experiment_result_cell (result, cell);
      const bool there = cell / 2 == 0 || cell / 2 == 4;

      g_assert_cmpint (found.state, ==, there ? SEIDEL_CELL_DONE : SEIDEL_CELL_GAP);
      g_assert_cmpint (found.n_runs, ==, there ? 1 : 0);
      g_assert_true (there == (found.why == NULL));
    }
}

/* A measure of the matrix needs no run. */
static void
test_matrix_measures (void)
{
  g_autoptr (SeidelExperimentResult) result =
    run ("{\"schema\": \"seidel-experiment/1\", \"id\": \"a\", \"title\": \"A\","
         " \"hold\": {\"matrix\": \"poisson-5\", \"method\": \"cg\"},"
         " \"vary\": [{\"vary\": \"size\", \"values\": [3, 4]}], \"measures\": ["
         " \"rows\", \"entries\", \"levels\", \"mean-dependencies\", \"mean-dependent\", "
         "\"mean-level\"]}");

  for (size_t cell = 0; cell < 2; cell++)
    {
      const SeidelExperimentCell found = seidel_experiment_result_cell (result, cell);
      const double n = (double) cell + 3.0;
      const double links = 2.0 * n * (n - 1.0);

      g_assert_null (found.reason);
      g_assert_cmpfloat (found.values[0], ==, n * n);
      g_assert_cmpfloat (found.values[1], ==, n * n + 2.0 * links);
      g_assert_cmpfloat (found.values[2], ==, 2.0 * n - 1.0);
      g_assert_cmpfloat_with_epsilon (found.values[3], links / (n * n), 1e-15);
      g_assert_cmpfloat_with_epsilon (found.values[4], links / (n * n - 1.0), 1e-15);
      /* That of the middle antidiagonal. */
      g_assert_cmpfloat_with_epsilon (found.values[5], n, 1e-14);
    }
}

/* A cell that takes longer than its limit ends with one run. */
static void
test_limit (void)
{
  g_autoptr (SeidelExperimentResult) result =
    run ("{\"schema\": \"seidel-experiment/1\", \"id\": \"a\", \"title\": \"A\","
         " \"hold\": {\"matrix\": \"poisson-5 --size 60\", \"tolerance\": 0},"
         " \"vary\": [{\"vary\": \"method\", \"values\": [\"jacobi\"]}],"
         " \"measures\": [\"iterations\"], \"repeats\": 100000, \"seconds\": 0.02}");
  const SeidelExperimentCell found = seidel_experiment_result_cell (result, 0);

  g_assert_cmpint (found.state, ==, SEIDEL_CELL_DONE);
  g_assert_cmpint (found.n_runs, <, 1000);
  g_assert_cmpint (found.n_runs, >=, 1);
}

static void
remove_file (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_remove (path);
  g_rmdir (folder);
}

/* How many complete lines of cells there are before a place. */
static size_t
count_cells (const char *text, gsize end)
{
  size_t n = 0;

  for (gsize i = strcspn (text, "\n") + 1; i + 1 < end; i++)
    n += text[i] == ']' && text[i + 1] == '}' && text[i - 1] == ']';
  return n;
}

/* The cells that a result has are those of another, bit by bit. */
static void
check_same_cells (SeidelExperimentResult *result, SeidelExperimentResult *first)
{
  for (size_t cell = 0; cell < 6; cell++)
    {
      const SeidelExperimentCell found = seidel_experiment_result_cell (result, cell);
      const SeidelExperimentCell before = seidel_experiment_result_cell (first, cell);

      if (found.state != SEIDEL_CELL_WAITING)
        g_assert_cmpmem (found.values, 10 * sizeof (double), before.values, 10 * sizeof (double));
    }
}

/* Begins with the file as it would be after a kill behind any of its bytes: what was finished is
 * there, and the rest is measured. */
static void
test_resume (void)
{
  g_autoptr (SeidelExperiment) experiment = test_experiment_parse (TEST_EXPERIMENT);
  g_autoptr (SeidelExperimentResult) first = seidel_experiment_result_new (experiment);
  g_autofree char *path = test_make_path ();
  g_autofree char *text = NULL;
  gsize length = 0;
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_experiment_run (first, path, NULL, NULL, &error));
  g_assert_true (g_file_get_contents (path, &text, &length, &error));
  g_assert_cmpuint (count_cells (text, length), ==, 6);
  for (gsize end = strcspn (text, "\n"); end <= length; end += 97)
    {
      g_assert_true (g_file_set_contents (path, text, (gssize) end, NULL));
      g_autoptr (SeidelExperimentResult) again =
        seidel_experiment_resume (experiment, path, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (seidel_experiment_result_n_finished (again), >=, count_cells (text, end));
      check_same_cells (again, first);
      g_assert_true (seidel_experiment_run (again, path, NULL, NULL, &error));
      g_autoptr (SeidelExperimentResult) whole = seidel_experiment_result_load (path, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (seidel_experiment_result_n_finished (whole), ==, 6);
    }
  remove_file (path);
}

/* Another experiment's file is left alone. */
static void
test_other (void)
{
  g_autoptr (SeidelExperiment) experiment = test_experiment_parse (TEST_EXPERIMENT);
  g_auto (GStrv) pieces = g_strsplit (TEST_EXPERIMENT, "13]", 2);
  g_autofree char *changed = g_strjoinv ("14]", pieces);
  g_autoptr (SeidelExperiment) other = test_experiment_parse (changed);
  g_autoptr (SeidelExperimentResult) result = seidel_experiment_result_new (experiment);
  g_autofree char *path = test_make_path ();
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_experiment_run (result, path, NULL, NULL, NULL));
  g_assert_null (seidel_experiment_resume (other, path, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  remove_file (path);
}

static void
test_cancelled (void)
{
  g_autoptr (SeidelExperiment) experiment = test_experiment_parse (TEST_EXPERIMENT);
  g_autoptr (SeidelExperimentResult) result = seidel_experiment_result_new (experiment);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (seidel_experiment_run (result, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (seidel_experiment_result_n_finished (result), ==, 0);
}

/* Ten thousand cells in one file, which is written as it grows. */
static void
test_many (void)
{
  g_autoptr (GString) text =
    g_string_new ("{\"schema\": \"seidel-experiment/1\", \"id\": \"a\", \"title\": \"A\","
                  " \"hold\": {\"matrix\": \"tridiagonal --size 3\"},"
                  " \"vary\": [{\"vary\": \"max-iterations\", \"values\": [1");
  g_autofree char *path = test_make_path ();
  g_autoptr (GError) error = NULL;

  for (int i = 2; i <= 10000; i++)
    g_string_append_printf (text, ",%d", i);
  g_string_append (text, "]}], \"measures\": [\"levels\", \"rows\"]}");
  g_autoptr (SeidelExperiment) experiment = test_experiment_parse (text->str);
  g_autoptr (SeidelExperimentResult) result = seidel_experiment_result_new (experiment);
  g_assert_true (seidel_experiment_run (result, path, NULL, NULL, &error));
  g_autoptr (SeidelExperimentResult) again = seidel_experiment_result_load (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (seidel_experiment_result_n_finished (again), ==, 10000);
  remove_file (path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/experiment-run/by-hand", test_by_hand);
  g_test_add_func ("/experiment-run/reference", test_reference);
  g_test_add_func ("/experiment-run/gaps", test_gaps);
  g_test_add_func ("/experiment-run/apart", test_apart);
  g_test_add_func ("/experiment-run/only", test_only);
  g_test_add_func ("/experiment-run/matrix-measures", test_matrix_measures);
  g_test_add_func ("/experiment-run/limit", test_limit);
  g_test_add_func ("/experiment-run/resume", test_resume);
  g_test_add_func ("/experiment-run/other", test_other);
  g_test_add_func ("/experiment-run/cancelled", test_cancelled);
  g_test_add_func ("/experiment-run/many", test_many);
  return g_test_run ();
}
