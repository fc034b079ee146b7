/* Checking lessons.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lesson/seidel-lesson-check.h"

#include <math.h>

#include "base/seidel-error.h"
#include "lesson/seidel-lesson-play.h"
#include "lesson/seidel-lesson-rows.h"
#include "base/seidel-translatable.h"

static bool G_GNUC_PRINTF (2, 3) fail (GError **error, const char *format, ...)
{
  va_list values;

  va_start (values, format);
  g_propagate_error (error, g_error_new_valist (SEIDEL_ERROR, SEIDEL_ERROR_FORMAT, format, values));
  va_end (values);
  return false;
}

/* A text of a step, and the member that it is in. */
typedef struct
{
  const char *member;
  const SeidelLessonText *text;
} Part;

#define N_PARTS 4

static void
list_parts (const SeidelLessonStep *step, Part parts[N_PARTS])
{
  const Part all[N_PARTS] = { { "title", &step->title },
                              { "say", &step->say },
                              { "ask", &step->ask },
                              { "answer", &step->answer } };

  for (int i = 0; i < N_PARTS; i++)
    parts[i] = all[i];
}

static bool
check_known (const SeidelLessonStep *step,
             size_t number,
             const SeidelLessonValues *values,
             GError **error)
{
  Part parts[N_PARTS];

  list_parts (step, parts);
  for (int p = 0; p < N_PARTS; p++)
    for (size_t i = 0; i < parts[p].text->n; i++)
      {
        g_autofree char *text = NULL;

        if (seidel_lesson_values_knows (values, parts[p].text->texts[i]))
          continue;
        text = seidel_lesson_values_expand (values, parts[p].text->texts[i]);
        return fail (error, seidel_text ("steps[%zu].%s.%s: a number was not measured: “%s”"),
                     number, parts[p].member, parts[p].text->languages[i], text);
      }
  return true;
}

int
seidel_lesson_find_right (const SeidelLessonStep *step, const SeidelLessonValues *values)
{
  int right = -1;

  for (size_t i = 0; i < step->n_choices; i++)
    if (seidel_lesson_values_judge (values, step->choices[i].right) == SEIDEL_LESSON_HOLDS)
      {
        if (right >= 0)
          return -1;
        right = (int) i;
      }
  return right;
}

/* What each choice came to, for the message. */
static char *
describe_choices (const SeidelLessonStep *step, const SeidelLessonValues *values)
{
  static const char *const names[] = { [SEIDEL_LESSON_HOLDS] = "holds",
                                       [SEIDEL_LESSON_FAILS] = "fails",
                                       [SEIDEL_LESSON_OPEN] = "is not known" };
  GString *text = g_string_new (NULL);

  for (size_t i = 0; i < step->n_choices; i++)
    g_string_append_printf (text, "%s“%s” %s", i > 0 ? ", " : "", step->choices[i].right,
                            names[seidel_lesson_values_judge (values, step->choices[i].right)]);
  return g_string_free (text, FALSE);
}

/* That the rows that it asks for can be asked for. */
static bool
check_rows (size_t number,
            const SeidelLessonValues *values,
            GCancellable *cancellable,
            GError **error)
{
  const SeidelLessonStep *step = &seidel_lesson_values_get_lesson (values)->steps[number];
  g_autoptr (SeidelLessonRows) rows = NULL;

  if (step->asked < SEIDEL_LESSON_ASKED_LEVELS)
    return true;
  rows = seidel_lesson_rows_load (values, number, cancellable, error);
  if (rows == NULL)
    g_prefix_error (error, "steps[%zu].rows: ", number);
  return rows != NULL;
}

bool
seidel_lesson_check_step (const SeidelLesson *lesson,
                          size_t number,
                          SeidelLessonValues *values,
                          GCancellable *cancellable,
                          GError **error)
{
  const SeidelLessonStep *step = &lesson->steps[number];

  if (!seidel_lesson_play_step (lesson, number, values, cancellable, error))
    {
      g_prefix_error (error, "steps[%zu]: ", number);
      return false;
    }
  if (!check_known (step, number, values, error))
    return false;
  if (step->n_choices > 0 && seidel_lesson_find_right (step, values) < 0)
    {
      g_autofree char *choices = describe_choices (step, values);

      return fail (error,
                   seidel_text ("steps[%zu].choices: exactly one was expected to be right: %s"),
                   number, choices);
    }
  if (step->number[0] != '\0' && isnan (seidel_lesson_values_evaluate (values, step->number)))
    return fail (error, seidel_text ("steps[%zu].number: “%s” is not known"), number, step->number);
  if (!check_rows (number, values, cancellable, error))
    return false;
  for (char **claim = step->claims; *claim != NULL; claim++)
    if (seidel_lesson_values_judge (values, *claim) != SEIDEL_LESSON_HOLDS)
      return fail (error, seidel_text ("steps[%zu].claims: “%s” does not hold"), number, *claim);
  return true;
}

static bool
check_digits_of (const SeidelLessonText *text, const char *place, GError **error)
{
  for (size_t i = 0; i < text->n; i++)
    {
      const char *digit = seidel_lesson_find_digit (text->texts[i]);

      if (digit != NULL)
        return fail (error,
                     seidel_text (
                       "%s.%s: a placeholder instead of a number was expected at “%.40s”"),
                     place, text->languages[i], digit);
    }
  return true;
}

bool
seidel_lesson_check_digits (const SeidelLesson *lesson, GError **error)
{
  if (!check_digits_of (&lesson->title, "title", error)
      || !check_digits_of (&lesson->sentence, "sentence", error))
    return false;
  for (size_t i = 0; i < lesson->n_steps; i++)
    {
      Part parts[N_PARTS];

      list_parts (&lesson->steps[i], parts);
      for (int p = 0; p < N_PARTS; p++)
        {
          g_autofree char *place = g_strdup_printf ("steps[%zu].%s", i, parts[p].member);

          if (!check_digits_of (parts[p].text, place, error))
            return false;
        }
    }
  return true;
}
