/* Reading and writing experiments.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "base/seidel-error.h"
#include "experiment-testing.h"
#include "experiment/seidel-experiment-list.h"
#include "experiment/seidel-experiment-verdict.h"
#include "golden-testing.h"
#include "method/seidel-method.h"

static void
test_members (void)
{
  g_autoptr (SeidelExperiment) experiment = test_experiment_parse (TEST_EXPERIMENT);
  const SeidelExperimentMeasure *iterations = seidel_experiment_measure_find ("iterations");
  g_autofree char *title = seidel_experiment_cell_title (experiment, 3);
  SeidelExperimentSetup setup;

  g_assert_cmpuint (seidel_experiment_n_cells (experiment), ==, 6);
  g_assert_cmpstr (title, ==, "Points 8, Method jacobi");
  g_assert_cmpfloat (seidel_experiment_value (experiment, 4, 0)->number, ==, 13.0);
  g_assert_cmpuint (seidel_experiment_baseline_of (experiment, 4), ==, 5);
  g_assert_cmpfloat (seidel_experiment_published (experiment, iterations, 3), ==, 30.0);
  g_assert_true (isnan (seidel_experiment_published (experiment, iterations, 2)));
  g_assert_cmpint (seidel_experiment_measure_index (experiment, iterations), ==, 0);
  g_assert_cmpint (experiment->picture, ==, SEIDEL_EXPERIMENT_CURVES);
  setup = seidel_experiment_setup (experiment, 3);
  g_assert_cmpstr (setup.matrix, ==, "poisson-5 --ny 7");
  g_assert_cmpfloat (setup.size, ==, 8.0);
  g_assert_cmpstr (setup.options.method, ==, "jacobi");
  g_assert_cmpfloat (setup.options.tolerance, ==, 1e-6);
  g_assert_cmpint (setup.options.threads, ==, 1);
}

/* What is written reads as the same experiment. */
static void
test_round_trip (void)
{
  g_autoptr (SeidelExperiment) experiment = test_experiment_parse (TEST_EXPERIMENT);
  g_autofree char *text = seidel_experiment_to_text (experiment);
  g_autoptr (SeidelExperiment) again = test_experiment_parse (text);
  g_autofree char *twice = seidel_experiment_to_text (again);

  g_assert_cmpstr (text, ==, twice);
  g_assert_cmpuint (again->n_measures, ==, 5);
  g_assert_cmpint (again->warm_up, ==, 1);
  g_assert_true (again->alternate);
  for (size_t cell = 0; cell < 6; cell++)
    {
      const SeidelExperimentSetup one = seidel_experiment_setup (experiment, cell);
      const SeidelExperimentSetup other = seidel_experiment_setup (again, cell);

      g_assert_cmpfloat (one.size, ==, other.size);
      g_assert_cmpstr (one.options.method, ==, other.options.method);
    }
}

/* The name is all that an axis says. */
static void
test_names_of_times (void)
{
  size_t n;
  const SeidelExperimentMeasure *measures = seidel_experiment_measures (&n);

  for (size_t i = 0; i < n; i++)
    if (measures[i].unit == SEIDEL_MEASURE_SECONDS && !g_str_equal (measures[i].name, "Latency"))
      {
        g_autofree char *name = g_ascii_strdown (measures[i].name, -1);

        g_assert_nonnull (strstr (name, "time"));
      }
}

/* Each of them alone changes the default of a run. */
static void
test_settings (void)
{
  g_auto (GStrv) keys = seidel_experiment_setting_keys ();
  /* Files of experiments have no programs run. */
  const char *const bad[] = { "method", "engine",   "precision", "storage",
                              "shape",  "ordering", "launcher",  "petsc-options" };

  g_assert_true (g_strv_contains ((const char *const *) keys, "matrix"));
  g_assert_true (g_strv_contains ((const char *const *) keys, "tolerance"));
  g_assert_true (g_strv_contains ((const char *const *) keys, "omega"));
  g_assert_true (g_strv_contains ((const char *const *) keys, "fused"));
  g_assert_true (g_strv_contains ((const char *const *) keys, "track-error"));
  g_assert_null (seidel_experiment_setting_find ("nothing"));
  g_assert_null (seidel_experiment_setting_find ("launcher"));
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      SeidelExperimentSetup setup = seidel_experiment_setup_new ();
      g_autoptr (GError) error = NULL;

      g_assert_false (seidel_experiment_setup_set (&setup, bad[i], "nonsense", &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
    }
}

static void
check_bad (const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_experiment_parse (text, "bad.json", &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  test_assert_wording (error->message);
}

/* An experiment with one part replaced. */
static void
check_replaced (const char *part, const char *by)
{
  g_auto (GStrv) pieces = g_strsplit (TEST_EXPERIMENT, part, 2);
  g_autofree char *text = g_strjoinv (by, pieces);

  g_assert_cmpuint (g_strv_length (pieces), ==, 2);
  check_bad (text);
}

static void
test_bad (void)
{
  g_assert_null (seidel_experiment_parse ("{", "bad.json", NULL));
  check_bad ("[]");
  check_bad ("{\"schema\": 1}");
  check_replaced ("experiment/1", "experiment/2");
  check_replaced ("\"sweeps\"", "\"../sweeps\"");
  check_replaced ("\"title\"", "\"titel\"");
  check_replaced ("1e-6", "2");
  check_replaced ("1e-6", "[]");
  check_replaced ("\"threads\"", "\"thread\"");
  check_replaced ("[5, 8, 13]", "[]");
  check_replaced ("[5, 8, 13]", "[5, {}, 13]");
  check_replaced ("\"vary\": \"size\"", "\"vary\": \"weight\"");
  check_replaced ("\"jacobi\"]", "\"jacoby\"]");
  check_replaced ("\"iterations\",", "\"iteration\",");
  check_replaced ("\"repeats\": 2", "\"repeats\": 0");
  check_replaced ("\"warm-up\": 1", "\"warm-up\": 1.5");
  check_replaced ("\"alternate\": true", "\"alternate\": 1");
  check_replaced ("\"baseline\": \"jacobi\"", "\"baseline\": \"sor\"");
  check_replaced ("[null, 30]", "[30]");
  check_replaced ("[null, 30], ", "");
  check_replaced ("\"matrix\": \"poisson-5 --ny 7\", ", "");
}

/* A method that works on the host, without factors that a device could make, would be a gap with a
 * device on every machine. */
static void
check_engines (const SeidelExperiment *experiment)
{
  for (size_t cell = 0; cell < seidel_experiment_n_cells (experiment); cell++)
    {
      const SeidelOptions options = seidel_experiment_setup (experiment, cell).options;
      const SeidelMethod *method = seidel_method_find (options.method);

      if (g_str_equal (options.engine, "cuda") && method != NULL)
        g_assert_false (method->on_host && method->factors == 0);
    }
}

static size_t
count_gaps (SeidelExperimentResult *result)
{
  const size_t n = seidel_experiment_n_cells (seidel_experiment_result_experiment (result));
  size_t gaps = 0;

  for (size_t cell = 0; cell < n; cell++)
    gaps += seidel_experiment_result_cell (result, cell).state == SEIDEL_CELL_GAP ? 1 : 0;
  return gaps;
}

/* The result of the machine with a device has fewer gaps, and comes later by name. */
static void
test_recorded (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelExperiment) experiment = seidel_experiment_find ("report-003-table-1", &error);
  g_assert_no_error (error);
  g_auto (GStrv) recorded = seidel_experiment_list_recorded (experiment);

  g_assert_cmpuint (g_strv_length (recorded), ==, 2);
  g_assert_true (g_str_has_suffix (recorded[0], ".H200.json"));
  g_assert_true (g_str_has_suffix (recorded[1], ".2-core.json"));
}

/* What the explanation claims holds of a recorded result, and each experiment has a verdict. */
static void
check_verdict (SeidelExperimentResult *result)
{
  const SeidelExperiment *experiment = seidel_experiment_result_experiment (result);
  const SeidelExperimentStatements *statements = &experiment->statements;
  g_autofree char *verdict = seidel_experiment_describe_verdict (result);

  g_test_message ("%s.%s: %s", experiment->id, seidel_experiment_result_name (result), verdict);
  for (size_t i = 0; i < statements->n_statements; i++)
    {
      g_autofree char *values = seidel_experiment_describe_statement (result, i);
      const SeidelStatementFinding finding = seidel_experiment_judge_statement (result, i);

      g_test_message ("  %s: %s: %s", seidel_statement_state_name (finding.state),
                      statements->statements[i].text, values);
      /* A stale one was measured with other settings. */
      if (seidel_experiment_result_stale (result) == NULL && count_gaps (result) == 0)
        g_assert_cmpint (finding.state, !=, SEIDEL_STATEMENT_OPEN);
    }
  for (size_t i = 0; i < statements->n_remarks; i++)
    {
      const SeidelStatementState state = seidel_experiment_judge_remark (result, i);

      g_test_message ("  %s: %s", seidel_statement_state_name (state), statements->remarks[i].text);
      g_assert_true (state != SEIDEL_STATEMENT_FAILS || statements->remarks[i].open);
    }
}

/* Every file that is installed is an experiment of the name of its file, and every recorded result
 * one of it or known to be stale; those with fewer gaps come first. */
static void
test_installed (void)
{
  g_auto (GStrv) paths = seidel_experiments_list ();

  g_assert_cmpuint (g_strv_length (paths), >, 10);
  for (char **path = paths; *path != NULL; path++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelExperiment) experiment = seidel_experiment_load (*path, &error);
      g_assert_no_error (error);
      g_autofree char *file = g_strconcat (experiment->id, ".json", NULL);
      g_autofree char *base = g_path_get_basename (*path);
      g_autofree char *text = seidel_experiment_measured_text (experiment);
      g_auto (GStrv) recorded = seidel_experiment_list_recorded (experiment);

      g_assert_cmpstr (base, ==, file);
      g_assert_cmpstr (experiment->sentence, !=, "");
      g_assert_true (experiment->n_published == 0 || experiment->statements.n_statements > 0);
      check_engines (experiment);
      size_t gaps = 0;
      for (char **result = recorded; *result != NULL; result++)
        {
          g_autoptr (SeidelExperimentResult) found =
            seidel_experiment_result_load_for (experiment, *result, &error);
          g_assert_no_error (error);
          g_autofree char *theirs =
            seidel_experiment_measured_text (seidel_experiment_result_experiment (found));

          check_verdict (found);
          if (seidel_experiment_result_stale (found) != NULL)
            continue;
          g_assert_cmpstr (theirs, ==, text);
          g_assert_cmpuint (seidel_experiment_result_n_finished (found), ==,
                            seidel_experiment_n_cells (experiment));
          g_assert_cmpuint (count_gaps (found), >=, gaps);
          gaps = count_gaps (found);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/experiment/members", test_members);
  g_test_add_func ("/experiment/round-trip", test_round_trip);
  g_test_add_func ("/experiment/names-of-times", test_names_of_times);
  g_test_add_func ("/experiment/settings", test_settings);
  g_test_add_func ("/experiment/bad", test_bad);
  g_test_add_func ("/experiment/installed", test_installed);
  g_test_add_func ("/experiment/recorded", test_recorded);
  return g_test_run ();
}
