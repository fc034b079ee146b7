/* Levels and orders of rows as answers: what is right, counted row by row, and how it is typed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "base/seidel-error.h"
#include "lesson/seidel-lesson-check.h"
#include "lesson/seidel-lesson-rows.h"

/* A grid of 3 × 3 points, whose levels are its diagonals. */
#define LESSON                                                                                  \
  "{\"schema\": \"seidel-lesson/1\", \"id\": \"test\", \"title\": {\"en\": \"T\"},"             \
  " \"sentence\": {\"en\": \"\"}, \"setups\": {\"grid\": {\"matrix\": \"poisson-5 --size 3\"}," \
  "  \"large\": {\"matrix\": \"poisson-5 --size 20\"}},"                                        \
  " \"values\": {\"two\": {\"expression\": \"2\"}},"                                            \
  " \"steps\": [{\"title\": {\"en\": \"One\"}, \"setup\": \"%s\", \"say\": {\"en\": \"\"},"     \
  "  \"ask\": {\"en\": \"?\"}, \"answer\": {\"en\": \"!\"}, %s}]}"

static SeidelLesson *
parse (const char *setup, const char *members, GError **error)
{
  g_autofree char *text = g_strdup_printf (LESSON, setup, members);

  return seidel_lesson_parse (text, "test", error);
}

static SeidelLessonRows *
make_rows (const char *members)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelLesson) lesson = parse ("grid", members, &error);
  g_autoptr (SeidelLessonValues) values = NULL;
  SeidelLessonRows *rows;

  g_assert_no_error (error);
  values = seidel_lesson_values_new (lesson);
  rows = seidel_lesson_rows_load (values, 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (rows->n, ==, 9);
  return rows;
}

static void
assert_list (const SeidelLessonRows *rows, const int *given, const char *expected)
{
  g_autofree char *text = seidel_lesson_rows_to_text (rows, given);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_levels (void)
{
  g_autoptr (SeidelLessonRows) rows = make_rows ("\"rows\": \"levels\"");
  int given[9] = { 0 };
  bool right[9];

  assert_list (rows, rows->right, "1 2 3 2 3 4 3 4 5");
  assert_list (rows, given, "");
  g_assert_cmpint (seidel_lesson_rows_judge (rows, given, NULL), ==, 0);
  seidel_lesson_rows_give (rows, given, 0, 1);
  seidel_lesson_rows_give (rows, given, 3, 3);
  seidel_lesson_rows_give (rows, given, 8, 5);
  assert_list (rows, given, "1 – – 3 – – – – 5");
  g_assert_cmpint (seidel_lesson_rows_judge (rows, given, right), ==, 2);
  g_assert_true (right[0] && right[8]);
  g_assert_false (right[1] || right[3]);
  seidel_lesson_rows_give (rows, given, 8, 0);
  assert_list (rows, given, "1 – – 3 – – – – –");

  g_assert_true (seidel_lesson_rows_parse (rows, "1,2, 3; 2 3 4\t3 4 5", given));
  g_assert_cmpint (seidel_lesson_rows_judge (rows, given, NULL), ==, 9);
  g_assert_true (seidel_lesson_rows_parse (rows, "– 12", given));
  g_assert_cmpint (given[0], ==, 0);
  g_assert_cmpint (given[1], ==, 12);
  g_assert_cmpint (given[2], ==, 0);
  g_assert_false (seidel_lesson_rows_parse (rows, "1 1 1 1 1 1 1 1 1 1", given));
  g_assert_false (seidel_lesson_rows_parse (rows, "123456789012345678901234567890", given));
  g_assert_cmpint (given[0], ==, 0);
}

/* Each row after those that it waits for. */
static void
test_order (void)
{
  g_autoptr (SeidelLessonRows) rows = make_rows ("\"rows\": \"order\"");
  int given[9] = { 0 };
  bool right[9];

  assert_list (rows, rows->right, "1 2 4 3 5 7 6 8 9");
  seidel_lesson_rows_give (rows, given, 0, 1);
  seidel_lesson_rows_give (rows, given, 4, 1);
  seidel_lesson_rows_give (rows, given, 1, 1);
  seidel_lesson_rows_give (rows, given, 1, 1); /* it has its place */
  assert_list (rows, given, "1 5 2");
  /* The middle waits for rows 2 and 4. */
  g_assert_cmpint (seidel_lesson_rows_judge (rows, given, right), ==, 2);
  g_assert_true (right[0] && right[1]);
  seidel_lesson_rows_give (rows, given, 4, 0);
  assert_list (rows, given, "1 2");

  g_assert_true (seidel_lesson_rows_parse (rows, "1 2 3 4 5 6 7 8 9", given));
  g_assert_cmpint (seidel_lesson_rows_judge (rows, given, NULL), ==, 9);
  g_assert_true (seidel_lesson_rows_parse (rows, "1 4 7 2 5 8 3 6 9", given));
  g_assert_cmpint (seidel_lesson_rows_judge (rows, given, NULL), ==, 9);
  /* Only the first waits for nobody: all others are before one that they wait for. */
  g_assert_true (seidel_lesson_rows_parse (rows, "9 8 7 6 5 4 3 2 1", given));
  g_assert_cmpint (seidel_lesson_rows_judge (rows, given, NULL), ==, 1);
  g_assert_false (seidel_lesson_rows_parse (rows, "1 2 2 0 10", given));
  assert_list (rows, given, "1 2");
}

/* The matrix in that order has few levels. */
static void
test_numbering (void)
{
  g_autoptr (SeidelLessonRows) rows = make_rows ("\"rows\": \"order\", \"most-levels\": \"two\"");
  int given[9] = { 0 };

  g_assert_cmpint (rows->most_levels, ==, 2);
  assert_list (rows, rows->right, "1 3 5 7 9 2 4 6 8");
  g_assert_cmpint (seidel_lesson_rows_judge (rows, given, NULL), ==, 0);
  g_assert_true (seidel_lesson_rows_parse (rows, "8 2 6 4 9 7 5 3 1", given));
  g_assert_cmpint (seidel_lesson_rows_judge (rows, given, NULL), ==, 9);
  /* Line by line: of five levels only the first two count. */
  g_assert_true (seidel_lesson_rows_parse (rows, "1 2 3 4 5 6 7 8 9", given));
  g_assert_cmpint (seidel_lesson_rows_judge (rows, given, NULL), ==, 3);
}

static void
test_refused (void)
{
  static const char *const bad[] = { "\"rows\": \"columns\"",
                                     "\"rows\": \"levels\", \"number\": \"two\"",
                                     "\"rows\": \"order\", \"most-levels\": \"three\"" };
  g_autoptr (GError) large = NULL;
  g_autoptr (GError) few = NULL;

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (parse ("grid", bad[i], &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
    }
  g_autoptr (SeidelLesson) lesson = parse ("large", "\"rows\": \"levels\"", NULL);
  g_autoptr (SeidelLessonValues) values = seidel_lesson_values_new (lesson);
  g_assert_false (seidel_lesson_check_step (lesson, 0, values, NULL, &large));
  g_assert_error (large, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);

  /* One level cannot be had by any order. */
  g_autoptr (SeidelLesson) one =
    parse ("grid", "\"rows\": \"order\", \"most-levels\": \"two - 1\"", NULL);
  g_autoptr (SeidelLessonValues) none = seidel_lesson_values_new (one);
  g_assert_null (seidel_lesson_rows_load (none, 0, NULL, &few));
  g_assert_error (few, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lesson-rows/levels", test_levels);
  g_test_add_func ("/lesson-rows/order", test_order);
  g_test_add_func ("/lesson-rows/numbering", test_numbering);
  g_test_add_func ("/lesson-rows/refused", test_refused);
  return g_test_run ();
}
