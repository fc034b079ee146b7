/* Every lesson that is installed, played to its end: all that it claims is measured.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "experiment/seidel-experiment-list.h"
#include "lesson/seidel-lesson-check.h"
#include "lesson/seidel-lesson-list.h"

/* The languages that every text has. */
static const char *const languages[] = { "en", "it" };

static void
check_text (const SeidelLessonValues *values, const SeidelLessonText *text)
{
  for (size_t i = 0; i < text->n; i++)
    {
      g_autofree char *expanded = seidel_lesson_values_expand (values, text->texts[i]);

      g_test_message ("%s: %s", text->languages[i], expanded);
      g_assert_true (seidel_lesson_values_knows (values, text->texts[i]));
      g_assert_null (strchr (expanded, '{'));
    }
  for (size_t i = 0; text->n > 1 && i < G_N_ELEMENTS (languages); i++)
    g_assert_true (g_strv_contains ((const char *const *) text->languages, languages[i]));
}

/* Exactly one choice is right, by what was measured. */
static void
check_choices (const SeidelLessonValues *values, const SeidelLessonStep *step)
{
  int right = 0;

  for (size_t i = 0; i < step->n_choices; i++)
    {
      const SeidelLessonVerdict verdict =
        seidel_lesson_values_judge (values, step->choices[i].right);

      g_test_message ("(%c) %s", verdict == SEIDEL_LESSON_HOLDS ? 'x' : ' ',
                      step->choices[i].text.texts[0]);
      g_assert_cmpint (verdict, !=, SEIDEL_LESSON_OPEN);
      right += verdict == SEIDEL_LESSON_HOLDS;
    }
  g_assert_cmpint (right, ==, step->n_choices > 0 ? 1 : 0);
}

static void
check_claims (const SeidelLessonValues *values, const SeidelLessonStep *step)
{
  for (char **claim = step->claims; *claim != NULL; claim++)
    {
      g_test_message ("claim: %s", *claim);
      g_assert_cmpint (seidel_lesson_values_judge (values, *claim), ==, SEIDEL_LESSON_HOLDS);
    }
}

/* Beside curves of relative residuals a text gives no absolute ones. */
static void
check_residuals (const SeidelLesson *lesson, const SeidelLessonStep *step)
{
  static const char *const absolute[] = { "residual-2", "residual-inf", NULL };

  if (strcmp (step->page, "convergence") != 0)
    return;
  for (size_t i = 0; i < lesson->n_values; i++)
    {
      const SeidelLessonValue *value = &lesson->values[i];
      g_autofree char *placeholder = g_strdup_printf ("{measured:%s}", value->id);

      if (value->source == SEIDEL_LESSON_MEASURED && g_strv_contains (absolute, value->measure->id))
        for (size_t l = 0; l < step->answer.n; l++)
          g_assert_null (strstr (step->answer.texts[l], placeholder));
    }
}

/* The picture of an experiment shows what the answer is about: where values of it are given, at
 * least one is of the measure in view. */
static void
check_measure (const SeidelLesson *lesson, const SeidelLessonStep *step)
{
  g_autoptr (SeidelExperiment) experiment = NULL;
  int given = 0, shown = 0;

  if (step->experiment[0] == '\0' || step->answer.n == 0)
    return;
  experiment = seidel_experiment_find (step->experiment, NULL);
  for (size_t i = 0; i < lesson->n_values; i++)
    {
      const SeidelLessonValue *value = &lesson->values[i];
      g_autofree char *placeholder = g_strdup_printf ("{measured:%s}", value->id);

      if (value->source != SEIDEL_LESSON_EXPERIMENT
          || strcmp (value->experiment, step->experiment) != 0
          || strstr (step->answer.texts[0], placeholder) == NULL)
        continue;
      given++;
      shown += value->measure == experiment->measures[step->measure];
    }
  g_test_message ("%s: %d of %d values are in view", step->title.texts[0], shown, given);
  g_assert_true (given == 0 || shown > 0);
}

static void
test_play (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelLesson) lesson = seidel_lesson_load (data, &error);

  g_assert_no_error (error);
  seidel_lesson_check_digits (lesson, &error);
  g_assert_no_error (error);
  g_autoptr (SeidelLessonValues) values = seidel_lesson_values_new (lesson);
  for (size_t i = 0; i < lesson->n_steps; i++)
    {
      const SeidelLessonStep *step = &lesson->steps[i];

      g_assert_true (seidel_lesson_check_step (lesson, i, values, NULL, &error));
      g_assert_no_error (error);
      check_residuals (lesson, step);
      check_measure (lesson, step);
      check_text (values, &step->title);
      check_text (values, &step->say);
      check_text (values, &step->ask);
      check_choices (values, step);
      check_text (values, &step->answer);
      check_claims (values, step);
      /* A step that asks without a claim would be one that nothing checks. */
      g_assert_true (step->ask.n == 0 || step->claims[0] != NULL);
    }
}

/* The texts around the steps, and that the words of translations with choices are there too. */
static void
test_translations (gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelLesson) lesson = seidel_lesson_load (data, &error);

  g_assert_no_error (error);
  g_assert_cmpint (lesson->minutes, >, 0);
  g_assert_cmpuint (lesson->title.n, ==, G_N_ELEMENTS (languages));
  g_assert_cmpuint (lesson->sentence.n, ==, G_N_ELEMENTS (languages));
  for (size_t i = 0; i < lesson->n_steps; i++)
    {
      const SeidelLessonStep *step = &lesson->steps[i];
      const SeidelLessonText *const texts[] = { &step->title, &step->say, &step->ask,
                                                &step->answer };

      for (size_t t = 0; t < G_N_ELEMENTS (texts); t++)
        g_assert_true (texts[t]->n == 0 || texts[t]->n == G_N_ELEMENTS (languages));
      /* A choice that is a number has no language. */
      for (size_t c = 0; c < step->n_choices; c++)
        g_assert_true (step->choices[c].text.n == G_N_ELEMENTS (languages)
                       || strpbrk (step->choices[c].text.texts[0], G_CSET_a_2_z) == NULL);
    }
}

static void
test_found (void)
{
  g_auto (GStrv) paths = seidel_lessons_list_files ();

  g_assert_cmpuint (g_strv_length (paths), ==, seidel_lessons ()->len);
  g_assert_cmpuint (seidel_lessons ()->len, >, 0);
  for (guint i = 0; i < seidel_lessons ()->len; i++)
    {
      SeidelLesson *lesson = seidel_lessons ()->pdata[i];

      g_assert_true (seidel_lesson_find (lesson->id) == lesson);
    }
  g_assert_null (seidel_lesson_find ("none"));
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) paths = NULL;

  g_test_init (&argc, &argv, NULL);
  /* Lessons of whoever runs the tests are not for these. */
  g_setenv ("XDG_DATA_HOME", "/nonexistent", TRUE);
  paths = seidel_lessons_list_files ();
  g_test_add_func ("/lesson/found", test_found);
  for (char **path = paths; *path != NULL; path++)
    {
      g_autofree char *base = g_path_get_basename (*path);
      g_autofree char *play = g_strdup_printf ("/lesson/play/%s", base);
      g_autofree char *translations = g_strdup_printf ("/lesson/translations/%s", base);

      g_test_add_data_func (play, *path, test_play);
      g_test_add_data_func (translations, *path, test_translations);
    }
  return g_test_run ();
}
