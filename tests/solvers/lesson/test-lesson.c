/* Reading lessons, their expressions and their texts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "base/seidel-error.h"
#include "golden-testing.h"
#include "experiment/seidel-expression.h"
#include "lesson/seidel-lesson-check.h"
#include "lesson/seidel-lesson-values.h"

#define LESSON                                                                                 \
  "{\"schema\": \"seidel-lesson/1\", \"id\": \"test\", \"minutes\": 5,"                        \
  " \"title\": {\"en\": \"Title\", \"it\": \"Titolo\"}, \"sentence\": {\"en\": \"Sentence\"}," \
  " \"hold\": {\"tolerance\": 1e-3},"                                                          \
  " \"setups\": {\"grid\": {\"matrix\": \"poisson-5 --size 7\", \"method\": \"sor\","          \
  "  \"omega\": 1.5}},"                                                                        \
  " \"values\": {\"rows\": {\"setup\": \"grid\", \"measure\": \"rows\"},"                      \
  "  \"seconds\": {\"setup\": \"grid\", \"measure\": \"solve\"},"                              \
  "  \"best\": {\"experiment\": \"relaxation\", \"measure\": \"iterations\","                  \
  "   \"at\": [\"*\", \"32\"], \"find\": \"where-least\"},"                                    \
  "  \"printed\": {\"cited\": 2.5, \"source\": \"Somebody, 1900\"},"                           \
  "  \"twice\": {\"expression\": \"2 * rows\", \"unit\": \"count\"}},"                         \
  " \"steps\": [{\"title\": {\"en\": \"One\"}, \"setup\": \"grid\", \"page\": \"matrix\","     \
  "  \"runs\": [\"grid\"], \"say\": {\"en\": \"{set:grid.size} by {set:grid.size}\","          \
  "  \"it\": \"{measured:rows} righe\"}, \"ask\": {\"en\": \"How many?\"},"                    \
  "  \"choices\": [{\"text\": {\"en\": \"49\"}, \"right\": \"rows == 49\"}],"                  \
  "  \"answer\": {\"en\": \"{measured:twice} are twice {measured:rows}; {cited:printed}"       \
  " ({source:printed})\"}, \"claims\": [\"rows == set.grid.size ^ 2\"]}]}"

static SeidelLesson *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  SeidelLesson *lesson = seidel_lesson_parse (text, "test", &error);

  g_assert_no_error (error);
  g_assert_nonnull (lesson);
  return lesson;
}

static void
test_members (void)
{
  g_autoptr (SeidelLesson) lesson = parse (LESSON);
  const SeidelExperimentSetup setup = seidel_lesson_setup (lesson, 0);
  const SeidelLessonStep *step = lesson->steps;
  g_autofree char *omega = seidel_lesson_find_setting (lesson, "grid.omega");
  g_autofree char *size = seidel_lesson_find_setting (lesson, "grid.size");
  g_autofree char *held = seidel_lesson_find_setting (lesson, "grid.tolerance");

  g_assert_cmpstr (lesson->id, ==, "test");
  g_assert_cmpint (lesson->minutes, ==, 5);
  g_assert_cmpuint (lesson->n_values, ==, 5);
  g_assert_cmpstr (setup.matrix, ==, "poisson-5 --size 7");
  g_assert_cmpstr (setup.options.method, ==, "sor");
  g_assert_cmpfloat (setup.options.tolerance, ==, 1e-3);
  g_assert_cmpuint (step->n_runs, ==, 1);
  g_assert_cmpuint (step->n_choices, ==, 1);
  g_assert_cmpint (step->setup, ==, 0);
  g_assert_cmpstr (omega, ==, "1.5");
  g_assert_cmpstr (size, ==, "7");
  g_assert_cmpstr (held, ==, "0.001");
  g_assert_null (seidel_lesson_find_setting (lesson, "grid.nothing"));
  g_assert_null (seidel_lesson_find_setting (lesson, "nothing.size"));
}

static void
test_languages (void)
{
  static const char *const italian[] = { "it_IT.UTF-8", "it_IT", "it", "C", NULL };
  static const char *const german[] = { "de_DE", "de", "C", NULL };
  g_autoptr (SeidelLesson) lesson = parse (LESSON);

  g_assert_cmpstr (seidel_lesson_text_get (&lesson->title, italian), ==, "Titolo");
  g_assert_cmpstr (seidel_lesson_text_get (&lesson->title, german), ==, "Title");
  g_assert_cmpstr (seidel_lesson_text_get (&lesson->sentence, italian), ==, "Sentence");
}

/* What is not measured is open; afterwards everything follows from it. */
static void
test_values (void)
{
  g_autoptr (SeidelLesson) lesson = parse (LESSON);
  g_autoptr (SeidelLessonValues) values = seidel_lesson_values_new (lesson);
  const SeidelLessonStep *step = lesson->steps;
  const char *answer = step->answer.texts[0];
  g_autofree char *before = seidel_lesson_values_expand (values, answer);
  g_autofree char *after = NULL;
  g_autofree char *set = seidel_lesson_values_expand (values, step->say.texts[0]);

  g_assert_cmpstr (set, ==, "7 by 7");
  g_assert_cmpstr (before, ==, "… are twice …; 2.5 (Somebody, 1900)");
  g_assert_false (seidel_lesson_values_knows (values, answer));
  g_assert_true (seidel_lesson_values_knows (values, step->say.texts[0]));
  g_assert_cmpint (seidel_lesson_values_judge (values, step->claims[0]), ==, SEIDEL_LESSON_OPEN);
  g_assert_false (seidel_lesson_values_complete (values, 0, true));

  seidel_lesson_values_set (values, 0, 49.0);
  after = seidel_lesson_values_expand (values, answer);
  g_assert_cmpstr (after, ==, "98 are twice 49; 2.5 (Somebody, 1900)");
  g_assert_true (seidel_lesson_values_knows (values, answer));
  g_assert_cmpint (seidel_lesson_values_judge (values, step->claims[0]), ==, SEIDEL_LESSON_HOLDS);
  g_assert_true (seidel_lesson_values_complete (values, 0, true));
  g_assert_false (seidel_lesson_values_complete (values, 0, false));

  seidel_lesson_values_set (values, 0, 50.0);
  g_assert_cmpint (seidel_lesson_values_judge (values, step->claims[0]), ==, SEIDEL_LESSON_FAILS);
}

/* x is 3, unknown is not known. */
static bool
look_up (const char *name, double *value, gpointer data)
{
  *value = strcmp (name, "x") == 0 ? 3.0 : NAN;
  return strcmp (name, "x") == 0 || strcmp (name, "unknown") == 0
         || strcmp (name, "set.run.max-iterations") == 0;
}

static void
test_expressions (void)
{
  static const struct
  {
    const char *text;
    double value;
  } good[] = {
    { "1 + 2 * x", 7.0 },
    { "(1 + 2) * x", 9.0 },
    { "-x ^ 2", -9.0 },
    { "2 ^ 3 ^ 2", 512.0 },
    { "10 - 4 - 3", 3.0 },
    { "12 / 2 / 3", 2.0 },
    { "2 / (1 + sin (pi / 2))", 1.0 },
    { "max (x, 1e1) - min (x, 1)", 9.0 },
    { "near (x, 3.1, 0.05)", 1.0 },
    { "near (x, 3.1, 0.01)", 0.0 },
    { "x < 3 or x >= 3 and x == 3", 1.0 },
    { "x != 3", 0.0 },
    { "x <= 3 and x > 3", 0.0 },
    { "round (2.6) + abs (-1) + log10 (100)", 6.0 },
    { "sqrt (16) * cos (0) + log (1)", 4.0 },
  };
  static const char *const open[] = { "unknown",           "unknown + 1",           "unknown == 1",
                                      "unknown ^ 0",       "min (unknown, 1)",      "1 or unknown",
                                      "x < 5 and unknown", "set.run.max-iterations" };
  double value;

  for (size_t i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (seidel_expression_evaluate (good[i].text, look_up, NULL, &value, &error));
      g_assert_no_error (error);
      g_assert_cmpfloat_with_epsilon (value, good[i].value, 1e-12);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (open); i++)
    {
      g_assert_true (seidel_expression_evaluate (open[i], look_up, NULL, &value, NULL));
      g_assert_true (isnan (value));
    }
}

static void
test_bad_expressions (void)
{
  static const char *const bad[] = {
    "",      "1 +",    "(1",      "1 2",           "y",     "x ==",
    "x = 3", "sqrt 4", "min (1)", "min (1, 2, 3)", "1 $ 2", "near (x, 3)",
  };
  g_autofree char *nested = g_strnfill (10000, '(');
  double value;

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (seidel_expression_evaluate (bad[i], look_up, NULL, &value, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
      test_assert_wording (error->message);
    }
  g_assert_false (seidel_expression_evaluate (nested, look_up, NULL, &value, NULL));
}

/* The lesson with one part replaced. */
static char *
replace_in_lesson (const char *part, const char *by)
{
  g_auto (GStrv) pieces = g_strsplit (LESSON, part, 2);

  g_assert_cmpuint (g_strv_length (pieces), ==, 2);
  return g_strjoinv (by, pieces);
}

static void
check_replaced (const char *part, const char *by)
{
  g_autofree char *text = replace_in_lesson (part, by);
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_lesson_parse (text, "bad.json", &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  test_assert_wording (error->message);
}

static void
test_bad (void)
{
  static const char *const replaced[][2] = {
    { "lesson/1", "lesson/2" },
    { "\"id\": \"test\"", "\"id\": \"../test\"" },
    { "\"minutes\": 5", "\"minutes\": 0" },
    { "\"minutes\"", "\"hours\"" },
    { "{\"en\": \"Sentence\"}", "{\"it\": \"Frase\"}" },
    { "{\"en\": \"Sentence\"}", "\"Sentence\"" },
    { "\"tolerance\": 1e-3", "\"tolerance\": \"small\"" },
    { "\"matrix\": \"poisson-5 --size 7\"", "\"threads\": 1" },
    { "\"sor\"", "\"sorry\"" },
    { "{\"grid\"", "{\"Grid\"" },
    { "\"measure\": \"rows\"", "\"measure\": \"columns\"" },
    { "\"setup\": \"grid\", \"measure\": \"solve\"",
      "\"setup\": \"mesh\", \"measure\": \"solve\"" },
    { "\"relaxation\"", "\"no-such\"" },
    { "[\"*\", \"32\"]", "[\"*\", \"31\"]" },
    { "[\"*\", \"32\"]", "[\"*\"]" },
    { "where-least", "where-most" },
    { "2 * rows", "2 * columns" },
    { "\"unit\": \"count\"", "\"unit\": \"dozen\"" },
    { "\"page\": \"matrix\"", "\"page\": 3" },
    { "\"page\": \"matrix\"", "\"colors\": \"red\"" },
    { "\"page\": \"matrix\"", "\"point\": 0" },
    { "\"page\": \"matrix\"", "\"sweep\": {\"by\": \"columns\"}" },
    { "\"runs\": [\"grid\"]", "\"runs\": [\"mesh\"]" },
    { "\"runs\": [\"grid\"]", "\"runs\": \"grid\"" },
    { "\"page\": \"matrix\",  \"runs\": [\"grid\"]",
      "\"page\": \"multigrid\", \"runs\": [\"grid\"]" },
    { "\"page\": \"matrix\",  \"runs\": [\"grid\"]", "\"page\": \"convergence\"" },
    { "\"page\": \"matrix\",  \"runs\": [\"grid\"]", "\"page\": \"experiments\"" },
    { "\"page\": \"matrix\",  \"runs\": [\"grid\"]", "\"page\": \"weather\"" },
    { "\"page\": \"matrix\"", "\"page\": \"matrix\", \"view\": {\"shown\": \"graph\"}" },
    { "\"page\": \"matrix\"", "\"page\": \"sweep\", \"view\": {\"shown\": \"wheel\"}" },
    { "\"page\": \"matrix\"", "\"hold-back\": \"everything\"" },
    { "\"claims\"", "\"number\": \"rows\", \"claims\"" },
    { "\"runs\": [\"grid\"]", "\"runs\": [\"grid\", \"grid\"]" },
    { "{measured:rows} righe", "{measured:columns} righe" },
    { "{measured:rows} righe", "{cited:rows} righe" },
    { "{measured:rows} righe", "{set:grid.weight} righe" },
    { "{measured:rows} righe", "{measured:rows righe" },
    { "rows == 49", "rows = 49" },
    { "rows == set.grid.size ^ 2", "rows == set.grid.length ^ 2" },
    { "\"answer\": {\"en\"", "\"answer\": {\"de\"" },
    { "\"page\": \"matrix\"", "\"measure\": \"iterations\"" },
    { "\"page\": \"matrix\"", "\"experiment\": \"relaxation\", \"measure\": \"passes\"" },
  };

  g_assert_null (seidel_lesson_parse ("{", "bad.json", NULL));
  g_assert_null (seidel_lesson_parse ("[]", "bad.json", NULL));
  for (size_t i = 0; i < G_N_ELEMENTS (replaced); i++)
    check_replaced (replaced[i][0], replaced[i][1]);
}

/* A text of one's own may have digits; the place of those in an installed one is named. */
static void
test_digits (void)
{
  g_autofree char *text = replace_in_lesson ("How many?", "How many of 49, n + 1 and H200?");
  g_autoptr (SeidelLesson) lesson = parse (text);
  g_autoptr (SeidelLesson) without = parse (LESSON);
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_lesson_check_digits (without, &error));
  g_assert_no_error (error);
  g_assert_false (seidel_lesson_check_digits (lesson, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "steps[0].ask.en"));
  g_assert_nonnull (strstr (error->message, "49, n + 1"));
}

/* What is measured decides whether it holds. */
static void
test_check (void)
{
  g_autofree char *text = replace_in_lesson ("rows == set.grid.size ^ 2", "rows == set.grid.size");
  g_autofree char *twice =
    replace_in_lesson ("\"right\": \"rows == 49\"}", "\"right\": \"rows == 49\"}, {\"text\":"
                                                     " {\"en\": \"50\"}, \"right\": \"rows > 1\"}");
  const char *const texts[] = { LESSON, text, twice };
  const char *const places[] = { NULL, "steps[0].claims", "steps[0].choices" };

  for (size_t i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (SeidelLesson) lesson = parse (texts[i]);
      g_autoptr (SeidelLessonValues) values = seidel_lesson_values_new (lesson);
      g_autoptr (GError) error = NULL;

      g_assert_true (seidel_lesson_check_step (lesson, 0, values, NULL, &error)
                     == (places[i] == NULL));
      if (places[i] != NULL)
        g_assert_nonnull (strstr (error->message, places[i]));
    }
}

static void
test_no_file (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_lesson_load ("/nonexistent/lesson.json", &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson/members", test_members);
  g_test_add_func ("/lesson/languages", test_languages);
  g_test_add_func ("/lesson/values", test_values);
  g_test_add_func ("/lesson/expressions", test_expressions);
  g_test_add_func ("/lesson/bad-expressions", test_bad_expressions);
  g_test_add_func ("/lesson/bad", test_bad);
  g_test_add_func ("/lesson/digits", test_digits);
  g_test_add_func ("/lesson/check", test_check);
  g_test_add_func ("/lesson/no-file", test_no_file);
  return g_test_run ();
}
