/* The logic of playing a lesson, without a window.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-lesson-player.h"

#define LESSON                                                                                     \
  "{\"schema\": \"seidel-lesson/1\", \"id\": \"test\", \"title\": {\"en\": \"A\", \"it\": \"B\"}," \
  " \"sentence\": {\"en\": \"\"}, \"setups\": {\"grid\": {\"matrix\": \"poisson-5 --size 3\"}},"   \
  " \"values\": {\"rows\": {\"setup\": \"grid\", \"measure\": \"rows\"}},"                         \
  " \"steps\": [{\"title\": {\"en\": \"One\"}, \"setup\": \"grid\","                               \
  "  \"say\": {\"en\": \"{measured:rows} rows\"}, \"ask\": {\"en\": \"How many?\"},"               \
  "  \"choices\": [{\"text\": {\"en\": \"3\"}, \"right\": \"rows == 3\"},"                         \
  "   {\"text\": {\"en\": \"9\"}, \"right\": \"rows == 9\"}],"                                     \
  "  \"answer\": {\"en\": \"{measured:rows}\"}, \"claims\": [\"rows == 9\"]},"                     \
  " {\"title\": {\"en\": \"Two\"}, \"say\": {\"en\": \"That was all.\"}}]}"

typedef struct
{
  SeidelLessonPlayer *player;
  int changed;
  int stepped;
} Fixture;

static void
count_cb (int *count)
{
  ++*count;
}

static SeidelLessonPlayer *
new_player (void)
{
  static const char *const languages[] = { "it", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelLesson) lesson = seidel_lesson_parse (LESSON, "test", &error);

  g_assert_no_error (error);
  return seidel_lesson_player_new (lesson, languages);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->player = new_player ();
  g_signal_connect_swapped (fixture->player, "changed", G_CALLBACK (count_cb), &fixture->changed);
  g_signal_connect_swapped (fixture->player, "stepped", G_CALLBACK (count_cb), &fixture->stepped);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_assert_finalize_object (fixture->player);
}

static void
measure (SeidelLessonPlayer *player)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_lesson_play_step (seidel_lesson_player_get_lesson (player), 0,
                                          seidel_lesson_player_get_values (player), NULL, &error));
  g_assert_no_error (error);
  seidel_lesson_player_values_changed (player);
}

static void
assert_text (SeidelLessonPlayer *player, SeidelLessonPart part, const char *expected)
{
  g_autofree char *text = seidel_lesson_player_get_text (player, part);

  g_assert_cmpstr (text, ==, expected);
}

/* An answer that is not measured yet is not shown. */
static void
test_answer (Fixture *fixture, gconstpointer data)
{
  SeidelLessonPlayer *player = fixture->player;
  g_autofree char *failed = NULL;

  g_assert_cmpstr (seidel_lesson_player_get_name (player), ==, "B");
  assert_text (player, SEIDEL_LESSON_SAY, "… rows");
  g_assert_false (seidel_lesson_player_is_measured (player));
  seidel_lesson_player_reveal (player);
  g_assert_false (seidel_lesson_player_is_revealed (player));
  g_assert_cmpint (fixture->changed, ==, 0);

  measure (player);
  g_assert_cmpint (fixture->changed, ==, 1);
  assert_text (player, SEIDEL_LESSON_SAY, "9 rows");
  g_assert_true (seidel_lesson_player_is_measured (player));
  g_assert_cmpint (seidel_lesson_player_judge_choice (player, 0), ==, SEIDEL_LESSON_FAILS);
  g_assert_cmpint (seidel_lesson_player_judge_choice (player, 1), ==, SEIDEL_LESSON_HOLDS);
  g_assert_null (seidel_lesson_player_get_failed_claims (player));
  seidel_lesson_player_reveal (player);
  g_assert_true (seidel_lesson_player_is_revealed (player));

  /* What is claimed and came out otherwise is reported. */
  seidel_lesson_values_set (seidel_lesson_player_get_values (player), 0, 10.0);
  failed = seidel_lesson_player_get_failed_claims (player);
  g_assert_cmpstr (failed, ==, "rows == 9");
}

static void
test_choices (Fixture *fixture, gconstpointer data)
{
  SeidelLessonPlayer *player = fixture->player;

  g_assert_cmpint (seidel_lesson_player_get_chosen (player), ==, -1);
  seidel_lesson_player_choose (player, 2);
  g_assert_cmpint (seidel_lesson_player_get_chosen (player), ==, -1);
  seidel_lesson_player_choose (player, 0);
  g_assert_cmpint (seidel_lesson_player_get_chosen (player), ==, 0);
  measure (player);
  seidel_lesson_player_reveal (player);
  seidel_lesson_player_choose (player, 1);
  g_assert_cmpint (seidel_lesson_player_get_chosen (player), ==, 0);
}

#define ROWS                                                                                       \
  "{\"schema\": \"seidel-lesson/1\", \"id\": \"rows\", \"title\": {\"en\": \"A\"},"                \
  " \"sentence\": {\"en\": \"\"}, \"setups\": {\"line\": {\"matrix\": \"tridiagonal --size 3\"}}," \
  " \"steps\": [{\"title\": {\"en\": \"One\"}, \"setup\": \"line\", \"say\": {\"en\": \"\"},"      \
  "  \"ask\": {\"en\": \"Levels?\"}, \"rows\": \"levels\", \"answer\": {\"en\": \"\"}},"           \
  " {\"title\": {\"en\": \"Two\"}, \"setup\": \"line\", \"say\": {\"en\": \"\"},"                  \
  "  \"ask\": {\"en\": \"Order?\"}, \"rows\": \"order\", \"answer\": {\"en\": \"\"}}]}"

static SeidelLessonPlayer *
new_rows_player (void)
{
  static const char *const languages[] = { "en", NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelLesson) lesson = seidel_lesson_parse (ROWS, "test", &error);

  g_assert_no_error (error);
  return seidel_lesson_player_new (lesson, languages);
}

static void
hand_over_rows (SeidelLessonPlayer *player)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelLessonRows) rows =
    seidel_lesson_rows_load (seidel_lesson_player_get_values (player),
                             seidel_lesson_player_get_step (player), NULL, &error);

  g_assert_no_error (error);
  seidel_lesson_player_set_rows (player, rows);
}

/* A level for each row, then an order: marked row by row, kept, and written as CSV. */
static void
test_rows (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SeidelLessonPlayer) player = new_rows_player ();
  g_autoptr (SeidelLessonPlayer) other = new_rows_player ();
  g_autoptr (GVariant) state = NULL;
  g_autofree char *open = NULL;
  g_autofree char *csv = NULL;
  int right, asked;

  g_assert_null (seidel_lesson_player_get_given (player));
  seidel_lesson_player_give_row (player, 0, 1);
  g_assert_false (seidel_lesson_player_is_answered (player));
  g_assert_false (seidel_lesson_player_is_measured (player));
  hand_over_rows (player);
  g_assert_true (seidel_lesson_player_is_measured (player));
  g_assert_cmpint (seidel_lesson_player_judge_step (player, 0), ==, SEIDEL_LESSON_OPEN);
  seidel_lesson_player_give_row (player, 0, 1);
  seidel_lesson_player_give_row (player, 1, 2);
  seidel_lesson_player_give_row (player, 2, 2);
  seidel_lesson_player_give_row (player, 3, 4);
  g_assert_cmpint (seidel_lesson_player_judge_step (player, 0), ==, SEIDEL_LESSON_FAILS);
  open = seidel_lesson_player_to_csv (player);
  g_assert_cmpstr (open, ==,
                   "step,question,given,right,points,of\n"
                   "1,\"Levels?\",\"1 2 2\",,,\n2,\"Order?\",\"\",,,\n");
  seidel_lesson_player_reveal (player);
  seidel_lesson_player_give_row (player, 2, 3);
  g_assert_cmpint (seidel_lesson_player_get_given (player)[2], ==, 2);

  seidel_lesson_player_next (player);
  hand_over_rows (player);
  seidel_lesson_player_give_list (player, "1 2 3");
  seidel_lesson_player_reveal (player);
  csv = seidel_lesson_player_to_csv (player);
  g_assert_cmpstr (csv, ==,
                   "step,question,given,right,points,of\n"
                   "1,\"Levels?\",\"1 2 2\",0,2,3\n2,\"Order?\",\"1 2 3\",1,3,3\n");
  seidel_lesson_player_get_marks (player, &right, &asked);
  g_assert_cmpint (right, ==, 1);
  g_assert_cmpint (asked, ==, 2);

  state = g_variant_ref_sink (seidel_lesson_player_save (player));
  seidel_lesson_player_load (other, state);
  g_clear_pointer (&open, g_free);
  open = seidel_lesson_player_to_csv (other);
  g_assert_cmpstr (open, ==, csv);
}

static void
test_steps (Fixture *fixture, gconstpointer data)
{
  SeidelLessonPlayer *player = fixture->player;

  g_assert_true (seidel_lesson_player_is_first (player));
  seidel_lesson_player_back (player);
  g_assert_cmpint (fixture->stepped, ==, 0);
  seidel_lesson_player_fail (player, "No such thing");
  g_assert_cmpstr (seidel_lesson_player_get_failure (player), ==, "No such thing");
  seidel_lesson_player_next (player);
  g_assert_cmpint (fixture->stepped, ==, 1);
  g_assert_null (seidel_lesson_player_get_failure (player));
  g_assert_true (seidel_lesson_player_is_last (player));
  assert_text (player, SEIDEL_LESSON_TITLE, "Two");
  assert_text (player, SEIDEL_LESSON_ASK, "");
  seidel_lesson_player_next (player);
  g_assert_cmpuint (seidel_lesson_player_get_step (player), ==, 1);
}

/* Another player of the lesson goes on where this one was. */
static void
test_saved (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SeidelLessonPlayer) other = new_player ();
  g_autoptr (GVariant) state = NULL;

  seidel_lesson_player_choose (fixture->player, 1);
  measure (fixture->player);
  seidel_lesson_player_reveal (fixture->player);
  seidel_lesson_player_next (fixture->player);
  state = g_variant_ref_sink (seidel_lesson_player_save (fixture->player));
  seidel_lesson_player_load (other, state);
  g_assert_cmpuint (seidel_lesson_player_get_step (other), ==, 1);
  seidel_lesson_player_back (other);
  g_assert_cmpint (seidel_lesson_player_get_chosen (other), ==, 1);
  g_assert_true (seidel_lesson_player_is_revealed (other));
  assert_text (other, SEIDEL_LESSON_ANSWER, "9");
}

/* Of another lesson, or damaged. */
static void
test_saved_otherwise (Fixture *fixture, gconstpointer data)
{
  static const char *const states[] = {
    "{'step': <uint32 7>}",
    "{'step': <'two'>, 'chosen': <[0]>, 'revealed': <[true]>}",
    "{'chosen': <[5, -3]>, 'revealed': <[false, false]>, 'values': <{'other': 1.0}>}",
    "{'values': <['rows']>}",
    "{'typed': <[1.0, 2.0]>, 'given': <[[-7, 70000], [1]]>}",
    "{'typed': <[1.0]>, 'given': <[[1], [1]]>}",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (states); i++)
    {
      g_autoptr (GVariant) state =
        g_variant_parse (G_VARIANT_TYPE_VARDICT, states[i], NULL, NULL, NULL);

      g_assert_nonnull (state);
      seidel_lesson_player_load (fixture->player, state);
      g_assert_cmpuint (seidel_lesson_player_get_step (fixture->player), ==, 0);
      g_assert_cmpint (seidel_lesson_player_get_chosen (fixture->player), ==, -1);
      g_assert_false (seidel_lesson_player_is_revealed (fixture->player));
    }
}

static void
add (const char *path, void (*test) (Fixture *fixture, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  add ("/lesson-player/answer", test_answer);
  add ("/lesson-player/choices", test_choices);
  add ("/lesson-player/rows", test_rows);
  add ("/lesson-player/steps", test_steps);
  add ("/lesson-player/saved", test_saved);
  add ("/lesson-player/saved-otherwise", test_saved_otherwise);
  return g_test_run ();
}
