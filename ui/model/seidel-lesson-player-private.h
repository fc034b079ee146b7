/* The members of a lesson that is played, for the sources that implement it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-lesson-player.h"

G_BEGIN_DECLS

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

/* A text of the lesson in the language of its reader. */
const char *seidel_lesson_player_translate (SeidelLessonPlayer *self, const SeidelLessonText *text);

/* Whether a step has a right answer; whether that is of rows. */
gboolean seidel_lesson_step_is_judged (const SeidelLessonStep *step);
gboolean seidel_lesson_step_asks_rows (const SeidelLessonStep *step);

/* Takes the rows of a step. */
void seidel_lesson_player_take_rows (SeidelLessonPlayer *self, size_t step, SeidelLessonRows *rows);

G_END_DECLS
