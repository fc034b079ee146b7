/* The pane of a lesson: the text of the step, its question with choices, the measured answer, and
 * the buttons that lead on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "model/seidel-lesson-player.h"

G_BEGIN_DECLS

/* Its buttons are win.lesson-back, -next, -follow and -leave. */
#define SEIDEL_TYPE_LESSON_PANE (seidel_lesson_pane_get_type ())
G_DECLARE_FINAL_TYPE (SeidelLessonPane, seidel_lesson_pane, SEIDEL, LESSON_PANE, AdwBin)

/* Once; a reference is held. */
void seidel_lesson_pane_set_player (SeidelLessonPane *self, SeidelLessonPlayer *player);

G_END_DECLS
