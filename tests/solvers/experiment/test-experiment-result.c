/* Files of results, their statistics and their tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>
#include <math.h>

#include "base/seidel-error.h"
#include "experiment-testing.h"
#include "golden-testing.h"

/* A result as a program would have written it: values 1 … 4 of a cell, a gap, and one that waits.
 */
#define HEAD                                                                                     \
  "{\"schema\":\"seidel-experiment-result/1\",\"experiment\":{\"schema\":"                       \
  "\"seidel-experiment/1\",\"id\":\"a\",\"title\":\"A\",\"hold\":{\"matrix\":\"chain\"},"        \
  "\"vary\":[{\"vary\":\"engine\",\"values\":[\"cpu\",{\"label\":\"a, \\\"b\\\"\",\"set\":{}},"  \
  "{\"label\":\"c\",\"set\":{}}]}],\"measures\":[\"solve\",\"residual\"],\"baseline\":\"cpu\"}," \
  "\"machine\":{\"processor\":\"Abacus\",\"processors\":2,\"memory\":1e9,\"devices\":\"\","      \
  "\"system\":\"Linux\",\"version\":\"0\"},\"begun\":\"2026-01-01T00:00:00Z\",\"cells\":["
#define CELL                                                                                       \
  "\n{\"cell\":0,\"state\":\"done\",\"reason\":\"stagnated\",\"runs\":[[4,null],[1,0.5],[2,null]," \
  "[3,null]]}"
#define GAP ",\n{\"cell\":1,\"state\":\"gap\",\"why\":\"No such engine\",\"runs\":[]}"

static SeidelExperimentResult *
load (const char *text, GError **error)
{
  g_autofree char *path = test_make_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  SeidelExperimentResult *result;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  result = seidel_experiment_result_load (path, error);
  g_remove (path);
  g_rmdir (folder);
  return result;
}

static void
test_statistics (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelExperimentResult) result = load (HEAD CELL GAP "\n]}\n", &error);
  SeidelExperimentStatistics statistics;
  g_autofree char *machine = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (seidel_experiment_result_n_finished (result), ==, 2);
  statistics = seidel_experiment_result_statistics (result, 0, 0);
  g_assert_cmpint (statistics.n, ==, 4);
  g_assert_cmpfloat (statistics.median, ==, 2.5);
  g_assert_cmpfloat (statistics.mean, ==, 2.5);
  g_assert_cmpfloat (statistics.minimum, ==, 1.0);
  g_assert_cmpfloat (statistics.maximum, ==, 4.0);
  g_assert_cmpfloat (statistics.quartiles[0], ==, 1.75);
  g_assert_cmpfloat (statistics.quartiles[1], ==, 3.25);
  statistics = seidel_experiment_result_statistics (result, 0, 1);
  g_assert_cmpint (statistics.n, ==, 1);
  g_assert_cmpfloat (statistics.median, ==, 0.5);
  g_assert_true (isnan (seidel_experiment_result_statistics (result, 1, 0).median));
  g_assert_cmpfloat (seidel_experiment_result_ratio (result, 0, 0), ==, 1.0);
  machine = seidel_experiment_machine_describe (seidel_experiment_result_machine (result));
  g_assert_cmpstr (machine, ==, "Abacus, 2 threads, 1 GB");
}

static void
test_csv (void)
{
  g_autoptr (SeidelExperimentResult) result = load (HEAD CELL GAP "\n]}\n", NULL);
  GString *csv = seidel_experiment_result_to_csv (result);

  g_assert_cmpstr (csv->str, ==,
                   "verdict,engine,state,reason,reached,measure,runs,median,mean,minimum,maximum,"
                   "lower_quartile,upper_quartile,ratio,published,why\n"
                   "not-comparable,cpu,done,stagnated,no,solve,4,2.5,2.5,1,4,1.75,3.25,1,,\n"
                   "not-comparable,cpu,done,stagnated,no,residual,1,0.5,0.5,0.5,0.5,0.5,0.5,1,,\n"
                   "not-comparable,\"a, \"\"b\"\"\",gap,,,solve,0,,,,,,,,,No such engine\n"
                   "not-comparable,\"a, \"\"b\"\"\",gap,,,residual,0,,,,,,,,,No such engine\n");
  g_string_free (csv, TRUE);
}

static void
check_bad (const char *text)
{
  g_autoptr (GError) error = NULL;
  const char *place;

  g_assert_null (load (text, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  place = strstr (error->message, "result.json");
  g_assert_nonnull (place);
  test_assert_wording (place);
}

static void
test_bad (void)
{
  check_bad ("");
  check_bad ("{}");
  check_bad (CELL);
  check_bad (HEAD "\nnothing,\n" CELL "\n]}\n");
  check_bad (HEAD CELL "," CELL "\n]}\n");
  check_bad (HEAD "\n{\"cell\":3,\"state\":\"done\",\"runs\":[]}\n]}\n");
  check_bad (HEAD "\n{\"cell\":0,\"state\":\"begun\",\"runs\":[]}\n]}\n");
  check_bad (HEAD "\n{\"cell\":0,\"state\":\"done\",\"runs\":[[1]]}\n]}\n");
  check_bad (HEAD "\n{\"cell\":0,\"state\":\"done\"}\n]}\n");
}

/* Numbers that a generator may spoil come back as they were, and the file is JSON. */
static void
test_numbers (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelExperimentResult) result =
    load (HEAD "\n{\"cell\":0,\"state\":\"done\",\"runs\":[[1e+20,1e-08],[5e-324,0.1]]}\n]}\n",
          &error);
  g_autofree char *path = test_make_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  SeidelExperimentCell before;
  SeidelExperimentCell after;

  g_assert_no_error (error);
  before = seidel_experiment_result_cell (result, 0);
  g_assert_cmpfloat (before.values[0], ==, 1e20);
  g_assert_cmpfloat (before.values[2], ==, 5e-324);
  /* The other cells are of unknown settings, and become gaps or are done. */
  g_assert_true (seidel_experiment_run (result, path, NULL, NULL, &error));
  g_autoptr (SeidelExperimentResult) again = seidel_experiment_result_load (path, &error);
  g_assert_no_error (error);
  after = seidel_experiment_result_cell (again, 0);
  g_assert_cmpmem (before.values, 4 * sizeof (double), after.values, 4 * sizeof (double));
  g_remove (path);
  g_rmdir (folder);
}

/* The last line of a program that was killed. */
static void
test_unfinished (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelExperimentResult) result = load (HEAD CELL ",\n{\"cell\":1,\"sta", &error);

  g_assert_no_error (error);
  g_assert_cmpuint (seidel_experiment_result_n_finished (result), ==, 1);
}

static void
test_no_file (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_experiment_result_load ("/nowhere/there.json", &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
}

/* Every measure has a name and a sentence, and formats what it may be. */
static void
test_measures (void)
{
  size_t n = 0;
  const SeidelExperimentMeasure *measures = seidel_experiment_measures (&n);

  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *nothing = seidel_experiment_measure_format (&measures[i], NAN);
      g_autofree char *text = seidel_experiment_measure_format (&measures[i], 12.0);

      g_assert_cmpstr (nothing, ==, "");
      g_assert_true (g_str_has_prefix (text, "12"));
      g_assert_true (seidel_experiment_measure_find (measures[i].id) == &measures[i]);
      g_assert_cmpstr (measures[i].name, !=, "");
      g_assert_true (g_str_has_suffix (measures[i].sentence, "."));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/experiment-result/statistics", test_statistics);
  g_test_add_func ("/experiment-result/csv", test_csv);
  g_test_add_func ("/experiment-result/bad", test_bad);
  g_test_add_func ("/experiment-result/numbers", test_numbers);
  g_test_add_func ("/experiment-result/unfinished", test_unfinished);
  g_test_add_func ("/experiment-result/no-file", test_no_file);
  g_test_add_func ("/experiment-result/measures", test_measures);
  return g_test_run ();
}
