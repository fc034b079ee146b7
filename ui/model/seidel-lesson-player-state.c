/* The answers to a lesson, given out and kept: as a table, and as a state to go on from.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-lesson-player-private.h"

#include <math.h>

#include "base/seidel-csv.h"
#include "base/seidel-format.h"

static void
append_given (SeidelLessonPlayer *self, GString *csv, size_t number)
{
  const SeidelLessonStep *step = &self->lesson->steps[number];

  if (seidel_lesson_step_asks_rows (step))
    {
      g_autofree char *list =
        self->rows[number] != NULL
          ? seidel_lesson_rows_to_text (self->rows[number], self->given[number])
          : g_strdup ("");

      seidel_csv_append_text (csv, list, true);
    }
  else if (step->n_choices > 0 && self->chosen[number] >= 0)
    seidel_csv_append_text (
      csv, seidel_lesson_player_translate (self, &step->choices[self->chosen[number]].text), true);
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

      if (!seidel_lesson_step_is_judged (step))
        continue;
      question = seidel_lesson_values_expand (self->values,
                                              seidel_lesson_player_translate (self, &step->ask));
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
    if (self->revealed[i] && seidel_lesson_step_asks_rows (&self->lesson->steps[i]))
      {
        g_autoptr (SeidelLessonRows) rows = seidel_lesson_rows_load (self->values, i, NULL, NULL);

        if (rows != NULL)
          seidel_lesson_player_take_rows (self, i, rows);
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
  seidel_lesson_player_values_changed (self);
}
