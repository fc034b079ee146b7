/* The logic of playing a lesson.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-lesson-player-private.h"

#include <math.h>
#include <string.h>

#include "base/seidel-format.h"
#include "lesson/seidel-lesson-list.h"
#include "model/seidel-class.h"

enum
{
  SIGNAL_CHANGED,
  SIGNAL_STEPPED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelLessonPlayer, seidel_lesson_player, G_TYPE_OBJECT)

static const SeidelLessonStep *
get_step (SeidelLessonPlayer *self)
{
  return &self->lesson->steps[self->step];
}

const char *
seidel_lesson_player_translate (SeidelLessonPlayer *self, const SeidelLessonText *text)
{
  return seidel_lesson_text_get (text, (const char *const *) self->languages);
}

static void
changed (SeidelLessonPlayer *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
seidel_lesson_player_finalize (GObject *object)
{
  SeidelLessonPlayer *self = SEIDEL_LESSON_PLAYER (object);

  seidel_lesson_values_free (self->values);
  g_strfreev (self->languages);
  g_free (self->chosen);
  g_free (self->typed);
  for (size_t i = 0; i < self->lesson->n_steps; i++)
    g_clear_pointer (&self->rows[i], seidel_lesson_rows_unref);
  g_free (self->rows);
  g_free (self->given);
  seidel_lesson_unref (self->lesson);
  g_free (self->revealed);
  g_free (self->failure);
  g_free (self->origin);

  G_OBJECT_CLASS (seidel_lesson_player_parent_class)->finalize (object);
}

static void
seidel_lesson_player_class_init (SeidelLessonPlayerClass *klass)
{
  static const char *const names[N_SIGNALS] = { "changed", "stepped" };

  G_OBJECT_CLASS (klass)->finalize = seidel_lesson_player_finalize;
  for (int i = 0; i < N_SIGNALS; i++)
    signals[i] = seidel_class_add_signal (klass, names[i], 0);
}

static void
seidel_lesson_player_init (SeidelLessonPlayer *self)
{
}

SeidelLessonPlayer *
seidel_lesson_player_new (SeidelLesson *lesson, const char *const *languages)
{
  SeidelLessonPlayer *self = g_object_new (SEIDEL_TYPE_LESSON_PLAYER, NULL);

  self->lesson = seidel_lesson_ref (lesson);
  self->languages = g_strdupv ((char **) languages);
  self->values = seidel_lesson_values_new (lesson);
  self->chosen = g_new (int, lesson->n_steps);
  self->typed = g_new (double, lesson->n_steps);
  self->revealed = g_new0 (gboolean, lesson->n_steps);
  self->rows = g_new0 (SeidelLessonRows *, lesson->n_steps);
  self->given = g_malloc0_n (lesson->n_steps, sizeof *self->given);
  for (size_t i = 0; i < lesson->n_steps; i++)
    {
      self->chosen[i] = -1;
      self->typed[i] = NAN;
    }
  return self;
}

SeidelLesson *
seidel_lesson_player_get_lesson (SeidelLessonPlayer *self)
{
  return self->lesson;
}

const char *
seidel_lesson_player_get_name (SeidelLessonPlayer *self)
{
  return seidel_lesson_player_translate (self, &self->lesson->title);
}

SeidelLessonValues *
seidel_lesson_player_get_values (SeidelLessonPlayer *self)
{
  return self->values;
}

void
seidel_lesson_player_values_changed (SeidelLessonPlayer *self)
{
  changed (self);
}

void
seidel_lesson_player_fail (SeidelLessonPlayer *self, const char *message)
{
  if (g_strcmp0 (self->failure, message) == 0)
    return;
  g_free (self->failure);
  self->failure = g_strdup (message);
  changed (self);
}

const char *
seidel_lesson_player_get_failure (SeidelLessonPlayer *self)
{
  return self->failure;
}

void
seidel_lesson_player_set_origin (SeidelLessonPlayer *self, const char *origin)
{
  g_free (self->origin);
  self->origin = g_strdup (origin);
  changed (self);
}

const char *
seidel_lesson_player_get_origin (SeidelLessonPlayer *self)
{
  return self->origin;
}

size_t
seidel_lesson_player_get_step (SeidelLessonPlayer *self)
{
  return self->step;
}

void
seidel_lesson_player_set_step (SeidelLessonPlayer *self, size_t step)
{
  if (step >= self->lesson->n_steps || step == self->step)
    return;
  self->step = step;
  g_clear_pointer (&self->failure, g_free);
  g_clear_pointer (&self->origin, g_free);
  g_signal_emit (self, signals[SIGNAL_STEPPED], 0);
  changed (self);
}

char *
seidel_lesson_player_get_text (SeidelLessonPlayer *self, SeidelLessonPart part)
{
  const SeidelLessonStep *step = get_step (self);
  const SeidelLessonText *const texts[] = { &step->title, &step->say, &step->ask, &step->answer };

  return seidel_lesson_values_expand (self->values,
                                      seidel_lesson_player_translate (self, texts[part]));
}

const char *
seidel_lesson_player_get_choice (SeidelLessonPlayer *self, size_t choice)
{
  return seidel_lesson_player_translate (self, &get_step (self)->choices[choice].text);
}

int
seidel_lesson_player_get_chosen (SeidelLessonPlayer *self)
{
  return self->chosen[self->step];
}

void
seidel_lesson_player_choose (SeidelLessonPlayer *self, int choice)
{
  if (self->revealed[self->step] || choice == self->chosen[self->step] || choice < 0
      || (size_t) choice >= get_step (self)->n_choices)
    return;
  self->chosen[self->step] = choice;
  changed (self);
}

SeidelLessonVerdict
seidel_lesson_player_judge_choice (SeidelLessonPlayer *self, size_t choice)
{
  return seidel_lesson_values_judge (self->values, get_step (self)->choices[choice].right);
}

void
seidel_lesson_player_type (SeidelLessonPlayer *self, double number)
{
  if (self->revealed[self->step] || get_step (self)->number[0] == '\0')
    return;
  self->typed[self->step] = number;
  changed (self);
}

double
seidel_lesson_player_get_typed (SeidelLessonPlayer *self)
{
  return self->typed[self->step];
}

void
seidel_lesson_player_take_rows (SeidelLessonPlayer *self, size_t step, SeidelLessonRows *rows)
{
  int *given = self->given[step];

  self->rows[step] = seidel_lesson_rows_ref (rows);
  /* What was kept of an earlier time may be of another matrix. */
  if (given[rows->n] != -1)
    memset (given, 0, sizeof self->given[step]);
  given[rows->n] = -1;
}

void
seidel_lesson_player_set_rows (SeidelLessonPlayer *self, SeidelLessonRows *rows)
{
  if (self->rows[self->step] != NULL)
    return;
  seidel_lesson_player_take_rows (self, self->step, rows);
  changed (self);
}

const SeidelLessonRows *
seidel_lesson_player_get_rows (SeidelLessonPlayer *self)
{
  return self->rows[self->step];
}

const int *
seidel_lesson_player_get_given (SeidelLessonPlayer *self)
{
  return self->rows[self->step] != NULL ? self->given[self->step] : NULL;
}

void
seidel_lesson_player_give_row (SeidelLessonPlayer *self, int64_t row, int value)
{
  const SeidelLessonRows *rows = self->rows[self->step];

  if (self->revealed[self->step] || rows == NULL || row < 0 || row >= rows->n)
    return;
  seidel_lesson_rows_give (rows, self->given[self->step], row, value);
  changed (self);
}

void
seidel_lesson_player_give_list (SeidelLessonPlayer *self, const char *text)
{
  const SeidelLessonRows *rows = self->rows[self->step];

  if (self->revealed[self->step] || rows == NULL)
    return;
  seidel_lesson_rows_parse (rows, text, self->given[self->step]);
  changed (self);
}

gboolean
seidel_lesson_step_is_judged (const SeidelLessonStep *step)
{
  return step->asked != SEIDEL_LESSON_ASKED_NOTHING;
}

gboolean
seidel_lesson_step_asks_rows (const SeidelLessonStep *step)
{
  return step->asked >= SEIDEL_LESSON_ASKED_LEVELS;
}

/* Whether anything was answered. */
static gboolean
is_given (SeidelLessonPlayer *self, size_t number)
{
  const SeidelLessonRows *rows = self->rows[number];

  for (int64_t row = 0; rows != NULL && row < rows->n; row++)
    if (self->given[number][row] > 0)
      return TRUE;
  return self->chosen[number] >= 0 || !isnan (self->typed[number]);
}

static SeidelLessonVerdict
judge_rows (SeidelLessonPlayer *self, size_t number)
{
  const SeidelLessonRows *rows = self->rows[number];

  if (rows == NULL || !is_given (self, number))
    return SEIDEL_LESSON_OPEN;
  return seidel_lesson_rows_judge (rows, self->given[number], NULL) == rows->n
           ? SEIDEL_LESSON_HOLDS
           : SEIDEL_LESSON_FAILS;
}

SeidelLessonVerdict
seidel_lesson_player_judge_step (SeidelLessonPlayer *self, size_t number)
{
  const SeidelLessonStep *step = &self->lesson->steps[number];
  double expected;

  if (seidel_lesson_step_asks_rows (step))
    return judge_rows (self, number);
  if (step->n_choices > 0)
    return self->chosen[number] < 0
             ? SEIDEL_LESSON_OPEN
             : seidel_lesson_values_judge (self->values, step->choices[self->chosen[number]].right);
  if (step->number[0] == '\0' || isnan (self->typed[number]))
    return SEIDEL_LESSON_OPEN;
  expected = seidel_lesson_values_evaluate (self->values, step->number);
  if (isnan (expected))
    return SEIDEL_LESSON_OPEN;
  return fabs (self->typed[number] - expected) <= step->within * fabs (expected)
           ? SEIDEL_LESSON_HOLDS
           : SEIDEL_LESSON_FAILS;
}

void
seidel_lesson_player_get_marks (SeidelLessonPlayer *self, int *right, int *asked)
{
  *right = *asked = 0;
  for (size_t i = 0; i < self->lesson->n_steps; i++)
    if (self->revealed[i] && seidel_lesson_step_is_judged (&self->lesson->steps[i]))
      {
        (*asked)++;
        *right += seidel_lesson_player_judge_step (self, i) == SEIDEL_LESSON_HOLDS;
      }
}

gboolean
seidel_lesson_player_is_answered (SeidelLessonPlayer *self)
{
  for (size_t i = 0; i < self->lesson->n_steps; i++)
    if (is_given (self, i))
      return TRUE;
  return FALSE;
}

void
seidel_lesson_player_get_points (SeidelLessonPlayer *self, size_t step, int *points, int *of)
{
  const SeidelLessonRows *rows = self->rows[step];

  if (rows != NULL)
    {
      *points = (int) seidel_lesson_rows_judge (rows, self->given[step], NULL);
      *of = (int) rows->n;
      return;
    }
  *points = seidel_lesson_player_judge_step (self, step) == SEIDEL_LESSON_HOLDS;
  *of = seidel_lesson_step_is_judged (&self->lesson->steps[step]);
}

gboolean
seidel_lesson_player_is_measured (SeidelLessonPlayer *self)
{
  const SeidelLessonStep *step = get_step (self);

  for (size_t i = 0; i < step->n_choices; i++)
    if (seidel_lesson_player_judge_choice (self, i) == SEIDEL_LESSON_OPEN)
      return FALSE;
  for (char **claim = step->claims; *claim != NULL; claim++)
    if (seidel_lesson_values_judge (self->values, *claim) == SEIDEL_LESSON_OPEN)
      return FALSE;
  if (step->number[0] != '\0' && isnan (seidel_lesson_values_evaluate (self->values, step->number)))
    return FALSE;
  if (seidel_lesson_step_asks_rows (step) && self->rows[self->step] == NULL)
    return FALSE;
  return seidel_lesson_values_knows (self->values,
                                     seidel_lesson_player_translate (self, &step->answer));
}

gboolean
seidel_lesson_player_is_revealed (SeidelLessonPlayer *self)
{
  return self->revealed[self->step];
}

void
seidel_lesson_player_reveal (SeidelLessonPlayer *self)
{
  if (self->revealed[self->step] || !seidel_lesson_player_is_measured (self))
    return;
  self->revealed[self->step] = TRUE;
  changed (self);
}

char *
seidel_lesson_player_get_failed_claims (SeidelLessonPlayer *self)
{
  g_autoptr (GString) failed = g_string_new (NULL);

  for (char **claim = get_step (self)->claims; *claim != NULL; claim++)
    if (seidel_lesson_values_judge (self->values, *claim) == SEIDEL_LESSON_FAILS)
      g_string_append_printf (failed, "%s%s", failed->len > 0 ? "\n" : "", *claim);
  return failed->len > 0 ? g_strdup (failed->str) : NULL;
}

void
seidel_lesson_player_next (SeidelLessonPlayer *self)
{
  seidel_lesson_player_set_step (self, self->step + 1);
}

void
seidel_lesson_player_back (SeidelLessonPlayer *self)
{
  if (self->step > 0)
    seidel_lesson_player_set_step (self, self->step - 1);
}

gboolean
seidel_lesson_player_is_first (SeidelLessonPlayer *self)
{
  return self->step == 0;
}

gboolean
seidel_lesson_player_is_last (SeidelLessonPlayer *self)
{
  return self->step + 1 == self->lesson->n_steps;
}

const SeidelLesson *
seidel_lesson_player_get_following (SeidelLessonPlayer *self)
{
  GPtrArray *lessons = seidel_lessons ();
  guint i;

  return g_ptr_array_find (lessons, self->lesson, &i) && i + 1 < lessons->len
           ? lessons->pdata[i + 1]
           : NULL;
}
