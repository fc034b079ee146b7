/* Whether a lesson holds: its steps are carried out, and what they say is compared with what was
 * measured.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "lesson/seidel-lesson-values.h"

G_BEGIN_DECLS

/* Carries a step out and judges it: every number in its texts is known, exactly one choice is
 * right, every claim holds. Blocks. False with an error that names the place, "steps[2].claims", or
 * when cancelled. */
SEIDEL_API bool seidel_lesson_check_step (const SeidelLesson *lesson,
                                          size_t step,
                                          SeidelLessonValues *values,
                                          GCancellable *cancellable,
                                          GError **error);

/* Whether no text of the lesson, choices apart, has a digit: for lessons all of whose numbers are
 * measured or cited. SEIDEL_ERROR_FORMAT names the place. */
SEIDEL_API bool seidel_lesson_check_digits (const SeidelLesson *lesson, GError **error);

/* The index of the choice that is right by what is known; −1: none, or several. */
SEIDEL_API int seidel_lesson_find_right (const SeidelLessonStep *step,
                                         const SeidelLessonValues *values);

G_END_DECLS
