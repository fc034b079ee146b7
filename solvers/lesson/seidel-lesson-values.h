/* The values of a lesson as far as they are known, and what its texts, choices and claims become
 * with them. For one thread at a time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-result.h"
#include "lesson/seidel-lesson.h"

G_BEGIN_DECLS

typedef struct SeidelLessonValues SeidelLessonValues;

typedef enum
{
  SEIDEL_LESSON_HOLDS,
  SEIDEL_LESSON_FAILS,
  SEIDEL_LESSON_OPEN, /* a value that it needs is not known */
} SeidelLessonVerdict;

/* Nothing is measured yet. */
SEIDEL_API SeidelLessonValues *seidel_lesson_values_new (SeidelLesson *lesson);
SEIDEL_API void seidel_lesson_values_free (SeidelLessonValues *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelLessonValues, seidel_lesson_values_free)

SEIDEL_API SeidelLesson *seidel_lesson_values_get_lesson (const SeidelLessonValues *self);

/* Takes all values of a setup that can be taken: without an outcome, those of its matrix. */
SEIDEL_API void
seidel_lesson_values_take (SeidelLessonValues *self, size_t setup, const SeidelMeasured *measured);
/* Takes all values of the experiment whose cells are finished. */
SEIDEL_API void seidel_lesson_values_take_result (SeidelLessonValues *self,
                                                  SeidelExperimentResult *result);
/* Whether all values are known that come from the run of a setup, or from its matrix. */
SEIDEL_API bool
seidel_lesson_values_complete (const SeidelLessonValues *self, size_t setup, bool of_matrix);

/* Whether all values of an experiment are known. */
SEIDEL_API bool seidel_lesson_values_has_result (const SeidelLessonValues *self,
                                                 const char *experiment);

/* A measured value by its index, for keeping it; NaN: not known. */
SEIDEL_API double seidel_lesson_values_peek (const SeidelLessonValues *self, size_t value);
SEIDEL_API void seidel_lesson_values_set (SeidelLessonValues *self, size_t value, double number);

/* By name, "levels" or "set.grid.size"; NaN if it is not known. */
SEIDEL_API double seidel_lesson_values_get (const SeidelLessonValues *self, const char *name);
/* An expression; NaN while a value that it needs is not known. */
SEIDEL_API double seidel_lesson_values_evaluate (const SeidelLessonValues *self,
                                                 const char *expression);
SEIDEL_API SeidelLessonVerdict seidel_lesson_values_judge (const SeidelLessonValues *self,
                                                           const char *expression);
/* A text with its placeholders replaced; "…" for what is not known. Free with g_free (). */
SEIDEL_API char *seidel_lesson_values_expand (const SeidelLessonValues *self, const char *text);
/* Whether all values in a text are known. */
SEIDEL_API bool seidel_lesson_values_knows (const SeidelLessonValues *self, const char *text);

/* The first digit outside of placeholders, names (H200) and formulas (n + 1); NULL: there is none.
 */
SEIDEL_API const char *seidel_lesson_find_digit (const char *text);

/* For reading a lesson. Whether text has only placeholders that there are; SEIDEL_ERROR_FORMAT. */
bool seidel_lesson_check_text (const SeidelLesson *lesson, const char *text, GError **error);
/* Whether the names in an expression exist; likewise. */
bool
seidel_lesson_check_expression (const SeidelLesson *lesson, const char *expression, GError **error);

G_END_DECLS
