/* The logic of playing a lesson.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-lesson-player.h"

#include <math.h>
#include <string.h>

#include "base/seidel-csv.h"
#include "base/seidel-format.h"
#include "lesson/seidel-lesson-list.h"
#include "model/seidel-class.h"

struct _SeidelLessonPlayer
{
  GObject parent_instance;

  SeidelLesson *lesson;
  char **languages;
  SeidelLessonValues *values;
  size_t step;
  int *chosen;                               /* per step; −1: none */
  double *typed;                             /* per step; NaN: nothing */
  SeidelLessonRows **rows;                   /* per step; NULL until its matrix is known */
  int (*given)[SEIDEL_LESSON_MOST_ROWS + 1]; /* per step, for each of these rows; −1 behind them */
  gboolean *revealed;                        /* per step */
  char *failure;
  char *origin;
};

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

static const char *
translate (SeidelLessonPlayer *self, const SeidelLessonText *text)
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
  return translate (self, &self->lesson->title);
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

  return seidel_lesson_values_expand (self->values, translate (self, texts[part]));
}

const char *
seidel_lesson_player_get_choice (SeidelLessonPlayer *self, size_t choice)
{
  return translate (self, &get_step (self)->choices[choice].text);
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

static void
take_rows (SeidelLessonPlayer *self, size_t step, SeidelLessonRows *rows)
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
  take_rows (self, self->step, rows);
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

static gboolean
is_judged (const SeidelLessonStep *step)
{
  return step->asked != SEIDEL_LESSON_ASKED_NOTHING;
}

static gboolean
asks_rows (const SeidelLessonStep *step)
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

  if (asks_rows (step))
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
    if (self->revealed[i] && is_judged (&self->lesson->steps[i]))
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
  *of = is_judged (&self->lesson->steps[step]);
}

static void
append_given (SeidelLessonPlayer *self, GString *csv, size_t number)
{
  const SeidelLessonStep *step = &self->lesson->steps[number];

  if (asks_rows (step))
    {
      g_autofree char *list =
        self->rows[number] != NULL
          ? seidel_lesson_rows_to_text (self->rows[number], self->given[number])
          : g_strdup ("");

      seidel_csv_append_text (csv, list, true);
    }
  else if (step->n_choices > 0 && self->chosen[number] >= 0)
    seidel_csv_append_text (csv, translate (self, &step->choices[self->chosen[number]].text), true);
  else if (step->n_choices == 0)
    seidel_format_append_csv (csv, self->typed[number]);
}

char *
seidel_lesson_player_to_csv (SeidelLessonPlayer *self)
{
  GString *csv = g_string_new ("step,question,given,right,points,of\n");

  for (size_t i = 0; i < self->lesson->n_steps; i++)
    {
      const SeidelLessonStep *step = &self->lesson->steps[i];
      const SeidelLessonVerdict verdict = seidel_lesson_player_judge_step (self, i);
      g_autofree char *question = NULL;

      if (!is_judged (step))
        continue;
      question = seidel_lesson_values_expand (self->values, translate (self, &step->ask));
      g_string_append_printf (csv, "%zu,", i + 1);
      seidel_csv_append_text (csv, question, true);
      g_string_append_c (csv, ',');
      append_given (self, csv, i);
      if (self->revealed[i] && verdict != SEIDEL_LESSON_OPEN)
        {
          int points, of;

          seidel_lesson_player_get_points (self, i, &points, &of);
          g_string_append_printf (csv, ",%d,%d,%d\n", verdict == SEIDEL_LESSON_HOLDS, points, of);
        }
      else
        g_string_append (csv, ",,,\n");
    }
  return g_string_free (csv, FALSE);
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
  if (asks_rows (step) && self->rows[self->step] == NULL)
    return FALSE;
  return seidel_lesson_values_knows (self->values, translate (self, &step->answer));
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

/* The rows of an answer; 0 where none was asked for yet. */
static size_t
count_given (const int *given)
{
  for (size_t row = 0; row <= SEIDEL_LESSON_MOST_ROWS; row++)
    if (given[row] == -1)
      return row;
  return 0;
}

/* What was typed, step by step: numbers, and lists for rows. */
static void
save_typed (SeidelLessonPlayer *self, GVariantDict *state)
{
  GVariantBuilder typed;
  GVariantBuilder given;

  g_variant_builder_init (&typed, G_VARIANT_TYPE ("ad"));
  g_variant_builder_init (&given, G_VARIANT_TYPE ("aai"));
  for (size_t i = 0; i < self->lesson->n_steps; i++)
    {
      const size_t rows = count_given (self->given[i]);

      g_variant_builder_add (&typed, "d", self->typed[i]);
      g_variant_builder_open (&given, G_VARIANT_TYPE ("ai"));
      for (size_t row = 0; row < rows; row++)
        g_variant_builder_add (&given, "i", self->given[i][row]);
      g_variant_builder_close (&given);
    }
  g_variant_dict_insert_value (state, "typed", g_variant_builder_end (&typed));
  g_variant_dict_insert_value (state, "given", g_variant_builder_end (&given));
}

static void
load_typed (SeidelLessonPlayer *self, GVariant *state)
{
  g_autoptr (GVariant) typed = g_variant_lookup_value (state, "typed", G_VARIANT_TYPE ("ad"));
  g_autoptr (GVariant) given = g_variant_lookup_value (state, "given", G_VARIANT_TYPE ("aai"));
  const size_t n = self->lesson->n_steps;

  if (typed == NULL || given == NULL || g_variant_n_children (typed) != n
      || g_variant_n_children (given) != n)
    return;
  for (size_t i = 0; i < n; i++)
    {
      g_autoptr (GVariant) list = g_variant_get_child_value (given, i);
      gsize rows;
      const gint32 *values = g_variant_get_fixed_array (list, &rows, sizeof *values);

      g_variant_get_child (typed, i, "d", &self->typed[i]);
      if (rows == 0 || rows > SEIDEL_LESSON_MOST_ROWS)
        continue;
      for (gsize row = 0; row < rows; row++)
        self->given[i][row] = CLAMP (values[row], 0, G_MAXINT16);
      self->given[i][rows] = -1; /* its end */
    }
}

GVariant *
seidel_lesson_player_save (SeidelLessonPlayer *self)
{
  GVariantDict state;
  GVariantBuilder chosen;
  GVariantBuilder revealed;
  GVariantBuilder values;

  g_variant_builder_init (&chosen, G_VARIANT_TYPE ("ai"));
  g_variant_builder_init (&revealed, G_VARIANT_TYPE ("ab"));
  g_variant_builder_init (&values, G_VARIANT_TYPE ("a{sd}"));
  for (size_t i = 0; i < self->lesson->n_steps; i++)
    {
      g_variant_builder_add (&chosen, "i", self->chosen[i]);
      g_variant_builder_add (&revealed, "b", self->revealed[i]);
    }
  for (size_t i = 0; i < self->lesson->n_values; i++)
    {
      const double number = seidel_lesson_values_peek (self->values, i);

      if (!isnan (number))
        g_variant_builder_add (&values, "{sd}", self->lesson->values[i].id, number);
    }
  g_variant_dict_init (&state, NULL);
  g_variant_dict_insert (&state, "step", "u", (guint32) self->step);
  g_variant_dict_insert_value (&state, "chosen", g_variant_builder_end (&chosen));
  g_variant_dict_insert_value (&state, "revealed", g_variant_builder_end (&revealed));
  save_typed (self, &state);
  g_variant_dict_insert_value (&state, "values", g_variant_builder_end (&values));
  return g_variant_dict_end (&state);
}

static void
load_choices (SeidelLessonPlayer *self, GVariant *state)
{
  g_autoptr (GVariant) chosen = g_variant_lookup_value (state, "chosen", G_VARIANT_TYPE ("ai"));
  g_autoptr (GVariant) revealed = g_variant_lookup_value (state, "revealed", G_VARIANT_TYPE ("ab"));
  const size_t n = self->lesson->n_steps;

  /* Of another version of the lesson they would be of other questions. */
  if (chosen == NULL || revealed == NULL || g_variant_n_children (chosen) != n
      || g_variant_n_children (revealed) != n)
    return;
  for (size_t i = 0; i < n; i++)
    {
      gint32 choice;

      g_variant_get_child (chosen, i, "i", &choice);
      g_variant_get_child (revealed, i, "b", &self->revealed[i]);
      if (choice >= 0 && (size_t) choice < self->lesson->steps[i].n_choices)
        self->chosen[i] = choice;
    }
}

/* Of the answers that are shown, so that they are marked. */
static void
load_rows (SeidelLessonPlayer *self)
{
  for (size_t i = 0; i < self->lesson->n_steps; i++)
    if (self->revealed[i] && asks_rows (&self->lesson->steps[i]))
      {
        g_autoptr (SeidelLessonRows) rows = seidel_lesson_rows_load (self->values, i, NULL, NULL);

        if (rows != NULL)
          take_rows (self, i, rows);
      }
}

void
seidel_lesson_player_load (SeidelLessonPlayer *self, GVariant *state)
{
  g_autoptr (GVariant) values = g_variant_lookup_value (state, "values", G_VARIANT_TYPE ("a{sd}"));
  guint32 step = 0;
  double number;

  load_choices (self, state);
  load_typed (self, state);
  for (size_t i = 0; values != NULL && i < self->lesson->n_values; i++)
    if (g_variant_lookup (values, self->lesson->values[i].id, "d", &number))
      seidel_lesson_values_set (self->values, i, number);
  load_rows (self);
  g_variant_lookup (state, "step", "u", &step);
  seidel_lesson_player_set_step (self, step);
  changed (self);
}
