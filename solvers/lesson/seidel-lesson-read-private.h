/* What the sources that read a lesson from JSON share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-private.h"
#include "lesson/seidel-lesson.h"

G_BEGIN_DECLS

/* The object that is a member of another, or a failure. path is that of the inner place. */
bool seidel_lesson_open_object (const SeidelJsonPlace *place,
                                JsonNode *node,
                                const char *path,
                                SeidelJsonPlace *inner,
                                GError **error);

/* {"en": "…", "it": "…"}; without one it has no languages. */
bool seidel_lesson_read_languages (const SeidelJsonPlace *place,
                                   const char *member,
                                   bool required,
                                   SeidelLessonText *text,
                                   GError **error);

/* The same where a number could be claimed: its placeholders are tried. */
bool seidel_lesson_read_checked (const SeidelLesson *self,
                                 const SeidelJsonPlace *place,
                                 const char *member,
                                 bool required,
                                 SeidelLessonText *text,
                                 GError **error);

bool seidel_lesson_read_expression (const SeidelLesson *self,
                                    const SeidelJsonPlace *place,
                                    const char *member,
                                    const char *expression,
                                    GError **error);

/* That a name may be used in expressions. */
bool seidel_lesson_check_name (const SeidelJsonPlace *place, const char *name, GError **error);

/* "values"; an expression may use those before it. */
bool seidel_lesson_read_values (SeidelLesson *self, const SeidelJsonPlace *place, GError **error);

/* "steps", once the setups and values are read. */
bool seidel_lesson_read_steps (SeidelLesson *self, const SeidelJsonPlace *place, GError **error);

G_END_DECLS
