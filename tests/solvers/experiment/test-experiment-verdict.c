/* Verdicts, marks and stale results: each from cells that are given.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>
#include <math.h>

#include "base/seidel-error.h"
#include "experiment-testing.h"
#include "experiment/seidel-crossover.h"
#include "experiment/seidel-experiment-marks.h"
#include "experiment/seidel-experiment-verdict.h"

/* Two solvers over three sizes. */
#define BEGIN                                                                                  \
  "{\"schema\":\"seidel-experiment/1\",\"id\":\"a\",\"title\":\"A\",\"repeats\":2,"            \
  "\"hold\":{\"matrix\":\"chain\"},\"vary\":[{\"name\":\"Size\",\"vary\":\"size\",\"values\":" \
  "[1,2,4]},{\"name\":\"Engine\",\"values\":[{\"label\":\"old\",\"set\":{}},{\"label\":"       \
  "\"new\",\"set\":{}}]}],\"measures\":[\"solve\",\"iterations\"],\"baseline\":\"old\","       \
  "\"published\":[{\"measure\":\"iterations\",\"values\":[[10,null],[20,null],[40,5]]}]"
#define HEAD(more)                                                             \
  "{\"schema\":\"seidel-experiment-result/1\",\"experiment\":" BEGIN more "}," \
  "\"machine\":{\"processor\":\"Abacus\",\"version\":\"0\"},\"begun\":"        \
  "\"2026-01-01T00:00:00Z\",\"cells\":["
/* old: 1, 2, 4 s and 10, 20, 50 iterations; new: 3, 1 s, and a gap; one cell has one run and
 * stopped at a time limit. */
#define CELLS                                                                                     \
  "\n{\"cell\":0,\"state\":\"done\",\"reason\":\"converged-relative\",\"runs\":[[1,10],[1,10]]}," \
  "\n{\"cell\":1,\"state\":\"done\",\"reason\":\"converged-relative\",\"runs\":[[3,4],[3,4]]},"   \
  "\n{\"cell\":2,\"state\":\"done\",\"reason\":\"converged-relative\",\"runs\":[[2,20],[2,20]]}," \
  "\n{\"cell\":3,\"state\":\"done\",\"reason\":\"converged-relative\",\"runs\":[[1,6],[1,8]]},"   \
  "\n{\"cell\":4,\"state\":\"done\",\"reason\":\"time-limit\",\"runs\":[[4,50]]},"                \
  "\n{\"cell\":5,\"state\":\"gap\",\"why\":\"No memory\",\"runs\":[]}\n]}\n"

static SeidelExperimentResult *
load (const char *text)
{
  g_autofree char *path = test_make_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;
  SeidelExperimentResult *result;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  result = seidel_experiment_result_load (path, &error);
  g_assert_no_error (error);
  g_remove (path);
  g_rmdir (folder);
  return result;
}

#define VALUES                                                                                 \
  ",\"values\":{\"cell\":{\"measure\":\"solve\",\"at\":[\"2\",\"old\"]},"                      \
  "\"most\":{\"measure\":\"solve\",\"at\":[\"*\",\"*\"],\"take\":\"most\"},"                   \
  "\"median\":{\"measure\":\"solve\",\"at\":[\"*\",\"old\"],\"take\":\"median\"},"             \
  "\"sum\":{\"measure\":\"iterations\",\"at\":[\"*\",\"new\"],\"take\":\"sum\"},"              \
  "\"count\":{\"measure\":\"solve\",\"at\":[\"*\",\"new\"],\"take\":\"count\"},"               \
  "\"where\":{\"measure\":\"solve\",\"at\":[\"*\",\"old\"],\"take\":\"where-most\"},"          \
  "\"ratio\":{\"measure\":\"solve\",\"at\":[\"*\",\"old\"],\"over\":[\"*\",\"new\"],"          \
  "\"take\":\"most\"},"                                                                        \
  "\"printed_here\":{\"measure\":\"iterations\",\"of\":\"published\",\"at\":[\"4\",\"new\"]}," \
  "\"far\":{\"measure\":\"iterations\",\"of\":\"distance\",\"at\":[\"*\",\"*\"],"              \
  "\"take\":\"most\"},"                                                                        \
  "\"good\":{\"of\":\"converged\",\"at\":[\"*\",\"old\"],\"take\":\"sum\"},"                   \
  "\"runs\":{\"measure\":\"solve\",\"of\":\"runs\",\"at\":[\"4\",\"old\"]},"                   \
  "\"best\":{\"measure\":\"iterations\",\"of\":\"least\",\"at\":[\"2\",\"new\"]},"             \
  "\"gap\":{\"measure\":\"solve\",\"at\":[\"4\",\"new\"]},"                                    \
  "\"crossing\":{\"measure\":\"solve\",\"crossover\":\"new\"},"                                \
  "\"twice\":\"2 * cell\"}"

static void
test_quantities (void)
{
  static const struct
  {
    const char *name;
    double value;
  } expected[] = {
    { "cell", 2.0 },  { "most", 4.0 },         { "median", 2.0 }, { "sum", 11.0 },
    { "count", 2.0 }, { "where", 4.0 },        { "ratio", 2.0 },  { "printed_here", 5.0 },
    { "far", 1.25 },  { "good", 2.0 },         { "runs", 1.0 },   { "best", 6.0 },
    { "gap", NAN },   { "crossing", 5.0 / 3 }, { "twice", 4.0 },  { "nothing", NAN },
  };
  g_autoptr (SeidelExperimentResult) result = load (HEAD (VALUES) CELLS);

  for (size_t i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const double value = seidel_experiment_quantity (result, expected[i].name);

      g_test_message ("%s", expected[i].name);
      if (isnan (expected[i].value))
        g_assert_true (isnan (value));
      else
        g_assert_cmpfloat_with_epsilon (value, expected[i].value, 1e-12);
    }
}

/* A curve that stays above: the statement that it falls below fails, and is not open. */
static void
test_never (void)
{
  g_autoptr (SeidelExperimentResult) result = load (HEAD (
    VALUES ",\"statements\":[{\"text\":\"T\",\"printed\":3,\"ours\":\"crossing\","
           "\"holds\":\"ours <= printed\"}]") "\n{\"cell\":0,\"state\":\"done\",\"reason\":"
                                              "\"converged-relative\",\"runs\":[[1,1]]},"
                                              "\n{\"cell\":1,\"state\":\"done\",\"reason\":"
                                              "\"converged-relative\",\"runs\":[[3,1]]},"
                                              "\n{\"cell\":2,\"state\":\"done\",\"reason\":"
                                              "\"converged-relative\",\"runs\":[[2,1]]},"
                                              "\n{\"cell\":3,\"state\":\"done\",\"reason\":"
                                              "\"converged-relative\",\"runs\":[[5,1]]}\n]}\n");
  g_autofree char *text = seidel_experiment_describe_statement (result, 0);

  g_assert_true (isinf (seidel_experiment_quantity (result, "crossing")));
  g_assert_cmpint (seidel_experiment_judge_statement (result, 0).state, ==, SEIDEL_STATEMENT_FAILS);
  g_assert_cmpstr (text, ==, "printed 3, here ∞");
}

#define STATEMENT(holds) "{\"text\":\"T\",\"printed\":2,\"ours\":\"cell\",\"holds\":\"" holds "\"}"
#define RIGHT            STATEMENT ("ours == printed")
#define WRONG            STATEMENT ("ours > printed")
#define OPEN             STATEMENT ("gap > printed")

static void
check_verdict (const char *text, SeidelAgreement verdict, const char *description)
{
  g_autoptr (SeidelExperimentResult) result = load (text);
  g_autofree char *said = seidel_experiment_describe_verdict (result);

  g_assert_cmpint (seidel_experiment_judge (result).verdict, ==, verdict);
  g_assert_cmpstr (said, ==, description);
}

/* One's own files, about which nobody has stated anything. */
#define WITHOUT_SOURCE                                                                             \
  "{\"schema\":\"seidel-experiment-result/1\",\"experiment\":{\"schema\":\"seidel-experiment/1\"," \
  "\"id\":\"a\",\"title\":\"A\",\"hold\":{\"matrix\":\"chain\"},\"vary\":[{\"name\":\"Size\","     \
  "\"vary\":\"size\",\"values\":[1]}],\"measures\":[\"iterations\"]},\"machine\":{\"processor\":"  \
  "\"Abacus\",\"version\":\"0\"},\"begun\":\"2026-01-01T00:00:00Z\",\"cells\":["                   \
  "\n{\"cell\":0,\"state\":\"done\",\"reason\":\"converged-relative\",\"runs\":[[10],[10]]}\n]}\n"

static void
test_verdicts (void)
{
  check_verdict (WITHOUT_SOURCE, SEIDEL_AGREEMENT_NOT_COMPARABLE, "");
  check_verdict (HEAD (VALUES) CELLS, SEIDEL_AGREEMENT_NOT_COMPARABLE,
                 "Not comparable: the source states nothing that could be judged.");
  check_verdict (HEAD (VALUES ",\"statements\":[" OPEN "]") CELLS, SEIDEL_AGREEMENT_NOT_COMPARABLE,
                 "Not comparable: what the statements need was not measured.");
  check_verdict (HEAD (VALUES ",\"statements\":[" RIGHT "," OPEN "]") CELLS,
                 SEIDEL_AGREEMENT_AGREES,
                 "Agrees: 1 of 1 statements of the source hold. 1 is not measured.");
  check_verdict (HEAD (VALUES ",\"statements\":[" RIGHT "," WRONG "]") CELLS,
                 SEIDEL_AGREEMENT_PARTLY, "Partly agrees: 1 of 2 statements of the source hold.");
  check_verdict (HEAD (VALUES ",\"statements\":[" WRONG "]") CELLS, SEIDEL_AGREEMENT_DISAGREES,
                 "Does not agree: 0 of 1 statements of the source hold.");
}

static void
test_statements (void)
{
  g_autoptr (SeidelExperimentResult) result =
    load (HEAD (VALUES ",\"statements\":[" RIGHT ",{\"text\":\"R\",\"printed\":[2,3],\"ours\":"
                       "\"ratio\",\"holds\":\"ours >= printed and ours <= printed_to\"},"
                       "{\"text\":\"U\",\"printed\":\"printed_here\",\"why\":\"W\"}]") CELLS);
  static const char *const expected[] = { "printed 2 s, here 2 s", "printed 2 to 3, here 2",
                                          "printed 5" };

  for (size_t i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *text = seidel_experiment_describe_statement (result, i);

      g_assert_cmpstr (text, ==, expected[i]);
    }
  g_assert_cmpint (seidel_experiment_judge_statement (result, 1).state, ==, SEIDEL_STATEMENT_HOLDS);
  g_assert_cmpint (seidel_experiment_judge_statement (result, 2).state, ==,
                   SEIDEL_STATEMENT_UNJUDGED);
}

/* A remark whose claim does not hold is not made. */
static void
test_remarks (void)
{
  g_autoptr (SeidelExperimentResult) result = load (
    HEAD (VALUES ",\"agreement\":[\"Always.\",{\"text\":\"It takes {cell}, {ratio} times {sum}.\","
                 "\"claim\":\"ratio > 1\"},{\"text\":\"Never.\",\"claim\":\"ratio < 1\"},"
                 "{\"text\":\"Perhaps.\",\"claim\":\"gap > 1\"}]") CELLS);
  g_autofree char *text = seidel_experiment_explain (result);

  g_assert_cmpstr (text, ==, "Always. It takes 2 s, 2 times 11.");
  g_assert_cmpint (seidel_experiment_judge_remark (result, 2), ==, SEIDEL_STATEMENT_FAILS);
  g_assert_cmpint (seidel_experiment_judge_remark (result, 3), ==, SEIDEL_STATEMENT_OPEN);
}

static void
test_marks (void)
{
  g_autoptr (SeidelExperimentResult) result = load (HEAD ("") CELLS);
  g_autofree char *plain = seidel_experiment_mark (result, 0);
  g_autofree char *marked = seidel_experiment_mark (result, 4);
  g_autofree char *described = seidel_experiment_describe_marks (result);
  g_autofree char *csv = g_string_free (seidel_experiment_result_to_csv (result), FALSE);

  g_assert_cmpstr (plain, ==, "");
  g_assert_cmpstr (marked, ==, " n=1 ✗ᵃ");
  g_assert_cmpstr (seidel_experiment_mark_reason (result, 4), ==, "time-limit");
  g_assert_nonnull (g_str_has_prefix (described, "✗ᵃ ") ? described : NULL);
  g_assert_nonnull (strstr (described, "Size 4, old"));
  g_assert_nonnull (strstr (csv, "not-comparable,4,old,done,time-limit,no,solve,1,"));
}

/* A limit of iterations is what a run without a tolerance is to reach. */
static void
test_limits (void)
{
#define LIMITED(tolerance)                                                                   \
  "{\"schema\":\"seidel-experiment-result/1\",\"experiment\":{\"schema\":"                   \
  "\"seidel-experiment/1\",\"id\":\"a\",\"title\":\"A\",\"hold\":{\"matrix\":\"chain\","     \
  "\"tolerance\":" tolerance "},\"vary\":[{\"vary\":\"size\",\"values\":[1]}],\"measures\":" \
  "[\"solve\"]},\"machine\":{\"version\":\"0\"},\"begun\":\"\",\"cells\":[\n{\"cell\":0,"    \
  "\"state\":\"done\",\"reason\":\"iteration-limit\",\"runs\":[[1]]}\n]}\n"
  g_autoptr (SeidelExperimentResult) fixed = load (LIMITED ("0"));
  g_autoptr (SeidelExperimentResult) cut = load (LIMITED ("1e-9"));

  g_assert_null (seidel_experiment_mark_reason (fixed, 0));
  g_assert_cmpstr (seidel_experiment_mark_reason (cut, 0), ==, "iteration-limit");
}

/* A recorded file with the texts of an experiment, and whether it is stale. */
static void
check_stale (const char *experiment_text, bool stale)
{
  g_autofree char *folder = g_dir_make_tmp ("seidel-experiment-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.Abacus.json", NULL);
  g_autoptr (SeidelExperiment) experiment = test_experiment_parse (experiment_text);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, HEAD (VALUES) CELLS, -1, NULL));
  g_autoptr (SeidelExperimentResult) result =
    seidel_experiment_result_load_for (experiment, path, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (seidel_experiment_result_name (result), ==, "Abacus");
  g_assert_true ((seidel_experiment_result_stale (result) != NULL) == stale);
  g_autofree char *said = seidel_experiment_explain (result);
  g_assert_cmpstr (said, ==, stale ? "" : "Always.");
  g_assert_true (!stale
                 || seidel_experiment_judge (result).verdict == SEIDEL_AGREEMENT_NOT_COMPARABLE);
  g_assert_cmpstr (seidel_experiment_result_experiment (result)->title, ==,
                   experiment->since[0] != '\0' || !stale ? experiment->title : "A");
  g_remove (path);
  g_rmdir (folder);
}

static char *
replace (const char *text, const char *part, const char *by)
{
  g_auto (GStrv) pieces = g_strsplit (text, part, 2);

  g_assert_cmpuint (g_strv_length (pieces), ==, 2);
  return g_strjoinv (by, pieces);
}

static void
test_stale (void)
{
  const char *plain = BEGIN VALUES ",\"agreement\":\"Always.\",\"statements\":[" RIGHT "]}";
  g_autofree char *renamed = replace (plain, "\"title\":\"A\"", "\"title\":\"B\"");
  g_autofree char *repeated = replace (plain, "\"repeats\":2", "\"repeats\":3");
  g_autofree char *later =
    replace (plain, "\"repeats\"", "\"since\":\"2026-01-02T00:00:00Z\",\"repeats\"");
  g_autofree char *earlier =
    replace (plain, "\"repeats\"", "\"since\":\"2025-12-31T00:00:00Z\",\"repeats\"");

  check_stale (plain, false);
  check_stale (renamed, false);
  check_stale (repeated, true);
  check_stale (later, true);
  check_stale (earlier, false);
}

static void
check_bad (const char *members)
{
  g_autofree char *text = g_strconcat (BEGIN VALUES ",", members, "}", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_experiment_parse (text, "bad.json", &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
}

static void
check_bad_value (const char *value)
{
  g_autofree char *text = g_strconcat (BEGIN ",\"values\":{\"v\":", value, "}}", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_experiment_parse (text, "bad.json", &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
}

static void
test_bad (void)
{
  check_bad ("\"statements\":[{\"text\":\"T\",\"holds\":\"nothing > 1\"}]");
  check_bad ("\"statements\":[{\"text\":\"T\",\"holds\":\"ours >\"}]");
  check_bad ("\"statements\":[{\"text\":\"T\",\"ours\":\"ours\"}]");
  check_bad ("\"statements\":[{\"text\":\"T\",\"printed\":[1]}]");
  check_bad ("\"statements\":[{\"holds\":\"1\"}]");
  check_bad ("\"statements\":{}");
  check_bad ("\"agreement\":[{\"text\":\"{nothing}\",\"claim\":\"1\"}]");
  check_bad ("\"agreement\":[{\"text\":\"{cell}\"}]");
  check_bad ("\"agreement\":[{\"text\":\"T\",\"claim\":\"nothing\"}]");
  check_bad ("\"agreement\":[{\"text\":\"T\",\"claim\":\"1\",\"if\":\"1\"}]");
  check_bad ("\"since\":\"yesterday\"");
  check_bad_value ("{\"measure\":\"solve\",\"at\":[\"3\",\"old\"]}");
  check_bad_value ("{\"measure\":\"solve\",\"at\":[\"*\",\"old\"]}");
  check_bad_value ("{\"measure\":\"solve\",\"at\":[\"1\",\"old\"],\"take\":\"most\"}");
  check_bad_value ("{\"measure\":\"levels\",\"at\":[\"1\",\"old\"]}");
  check_bad_value ("{\"measure\":\"solve\",\"of\":\"guessed\",\"at\":[\"1\",\"old\"]}");
  check_bad_value ("{\"at\":[\"1\",\"old\"]}");
  check_bad_value ("{\"measure\":\"solve\",\"crossover\":\"4\"}");
  check_bad_value ("\"v + w\"");
}

/* What is written reads as the same statements. */
static void
test_round_trip (void)
{
  g_autoptr (SeidelExperiment) experiment = test_experiment_parse (
    BEGIN VALUES ",\"since\":\"2026-01-01T00:00:00Z\",\"changed\":\"all\",\"statements\":[" RIGHT
                 ",{\"text\":\"R\",\"printed\":[2,3],\"place\":\"P\"}],\"agreement\":\"Yes.\"}");
  g_autofree char *text = seidel_experiment_to_text (experiment);
  g_autoptr (SeidelExperiment) again = test_experiment_parse (text);
  g_autofree char *twice = seidel_experiment_to_text (again);

  g_assert_cmpstr (text, ==, twice);
  g_assert_cmpuint (again->statements.n_statements, ==, 2);
  g_assert_cmpuint (again->statements.n_remarks, ==, 1);
  g_assert_cmpfloat (again->statements.statements[1].printed_to, ==, 3.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/experiment-verdict/quantities", test_quantities);
  g_test_add_func ("/experiment-verdict/never", test_never);
  g_test_add_func ("/experiment-verdict/verdicts", test_verdicts);
  g_test_add_func ("/experiment-verdict/statements", test_statements);
  g_test_add_func ("/experiment-verdict/remarks", test_remarks);
  g_test_add_func ("/experiment-verdict/marks", test_marks);
  g_test_add_func ("/experiment-verdict/limits", test_limits);
  g_test_add_func ("/experiment-verdict/stale", test_stale);
  g_test_add_func ("/experiment-verdict/bad", test_bad);
  g_test_add_func ("/experiment-verdict/round-trip", test_round_trip);
  return g_test_run ();
}
