/* The place in a lesson: the step, the choices made, what was measured so far. Knows no
 * widgets: a window carries the steps out and hands over what it measured.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "lesson/seidel-lesson-play.h"
#include "lesson/seidel-lesson-rows.h"

G_BEGIN_DECLS

/* Lives on the main thread.
 *
 * Signals:
 *  - changed: anything that is shown may be another;
 *  - stepped: another step is to be set up. */
#define SEIDEL_TYPE_LESSON_PLAYER (seidel_lesson_player_get_type ())
G_DECLARE_FINAL_TYPE (SeidelLessonPlayer, seidel_lesson_player, SEIDEL, LESSON_PLAYER, GObject)

typedef enum
{
  SEIDEL_LESSON_TITLE,
  SEIDEL_LESSON_SAY,
  SEIDEL_LESSON_ASK,
  SEIDEL_LESSON_ANSWER,
} SeidelLessonPart;

/* At the first step. languages as g_get_language_names () gives them. */
SeidelLessonPlayer *seidel_lesson_player_new (SeidelLesson *lesson, const char *const *languages);

SeidelLesson *seidel_lesson_player_get_lesson (SeidelLessonPlayer *self);
const char *seidel_lesson_player_get_name (SeidelLessonPlayer *self); /* the title of the lesson */
/* The values, to be filled with seidel_lesson_take_run (), then
 * seidel_lesson_player_values_changed (). Borrowed. */
SeidelLessonValues *seidel_lesson_player_get_values (SeidelLessonPlayer *self);
void seidel_lesson_player_values_changed (SeidelLessonPlayer *self);
/* Why the step could not be carried out; NULL takes that back. */
void seidel_lesson_player_fail (SeidelLessonPlayer *self, const char *message);
const char *seidel_lesson_player_get_failure (SeidelLessonPlayer *self);
/* Where values of the step come from if not from here: "Recorded on …"; NULL otherwise. */
void seidel_lesson_player_set_origin (SeidelLessonPlayer *self, const char *origin);
const char *seidel_lesson_player_get_origin (SeidelLessonPlayer *self);

size_t seidel_lesson_player_get_step (SeidelLessonPlayer *self);
void seidel_lesson_player_set_step (SeidelLessonPlayer *self, size_t step);
/* A text of the step, with its numbers; "" without one. Free with g_free (). */
char *seidel_lesson_player_get_text (SeidelLessonPlayer *self, SeidelLessonPart part);

const char *seidel_lesson_player_get_choice (SeidelLessonPlayer *self, size_t choice);
int seidel_lesson_player_get_chosen (SeidelLessonPlayer *self); /* −1: none yet */
/* Not once the answer is shown. */
void seidel_lesson_player_choose (SeidelLessonPlayer *self, int choice);
SeidelLessonVerdict seidel_lesson_player_judge_choice (SeidelLessonPlayer *self, size_t choice);
/* Where a number is asked for: what was typed, NaN: nothing yet. Not once the answer is shown. */
void seidel_lesson_player_type (SeidelLessonPlayer *self, double number);
double seidel_lesson_player_get_typed (SeidelLessonPlayer *self);
/* Where rows are asked for: what there is to know of the rows of the step, handed over by whoever
 * has its matrix; NULL until then. Borrowed. */
void seidel_lesson_player_set_rows (SeidelLessonPlayer *self, SeidelLessonRows *rows);
const SeidelLessonRows *seidel_lesson_player_get_rows (SeidelLessonPlayer *self);
/* The answer of the step as seidel_lesson_rows_judge () takes it; NULL without rows. Borrowed. */
const int *seidel_lesson_player_get_given (SeidelLessonPlayer *self);
/* Changes it, as seidel_lesson_rows_give () and seidel_lesson_rows_parse () do. Not once the answer
 * is shown. */
void seidel_lesson_player_give_row (SeidelLessonPlayer *self, int64_t row, int value);
void seidel_lesson_player_give_list (SeidelLessonPlayer *self, const char *text);
/* Whether a step, by its index, was answered rightly; OPEN: it was not answered, or asks nothing
 * that can be judged. */
SeidelLessonVerdict seidel_lesson_player_judge_step (SeidelLessonPlayer *self, size_t step);
/* Steps whose answers are shown and that ask for something that can be judged, and how many of
 * those were answered rightly. */
void seidel_lesson_player_get_marks (SeidelLessonPlayer *self, int *right, int *asked);
/* The marks of a step, one for a choice or a number, and one for each row; of how many. */
void seidel_lesson_player_get_points (SeidelLessonPlayer *self, size_t step, int *points, int *of);
/* Whether anything was chosen or typed. */
gboolean seidel_lesson_player_is_answered (SeidelLessonPlayer *self);
/* step,question,given,right,points,of: a line for each step that asks for something; right is 1, 0,
 * or, as the points, empty while it was not answered or the answer is not shown. Free with g_free
 * ().
 */
char *seidel_lesson_player_to_csv (SeidelLessonPlayer *self);

/* Whether all that the answer needs was measured. */
gboolean seidel_lesson_player_is_measured (SeidelLessonPlayer *self);
gboolean seidel_lesson_player_is_revealed (SeidelLessonPlayer *self);
/* Shows the answer if it was measured. */
void seidel_lesson_player_reveal (SeidelLessonPlayer *self);
/* What the step claims and was measured otherwise, as text; NULL if everything holds. Free with
 * g_free (). */
char *seidel_lesson_player_get_failed_claims (SeidelLessonPlayer *self);

/* To the next or the previous step; no effect at the ends. */
void seidel_lesson_player_next (SeidelLessonPlayer *self);
void seidel_lesson_player_back (SeidelLessonPlayer *self);
gboolean seidel_lesson_player_is_first (SeidelLessonPlayer *self);
gboolean seidel_lesson_player_is_last (SeidelLessonPlayer *self);
/* The lesson that comes after this one in the list; NULL for the last, and for one that is not in
 * it. Borrowed. */
const SeidelLesson *seidel_lesson_player_get_following (SeidelLessonPlayer *self);

/* For coming back to it: a dictionary (a{sv}, floating) with the step, the choices and the values.
 * Loading ignores what does not fit the lesson. */
GVariant *seidel_lesson_player_save (SeidelLessonPlayer *self);
void seidel_lesson_player_load (SeidelLessonPlayer *self, GVariant *state);

G_END_DECLS
