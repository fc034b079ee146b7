/* A window that plays a lesson, with a workspace of its own, whose runs are not kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-lesson-player.h"
#include "window/seidel-window.h"

G_BEGIN_DECLS

/* Actions: win.lesson-next, win.lesson-back, win.lesson-follow, which needs the win.lesson of
 * seidel-workbench.h, and win.lesson-leave. Where the lesson was left is remembered. */
#define SEIDEL_TYPE_LESSON_WINDOW (seidel_lesson_window_get_type ())
G_DECLARE_FINAL_TYPE (SeidelLessonWindow, seidel_lesson_window, SEIDEL, LESSON_WINDOW, SeidelWindow)

/* Begins to set the step up. */
SeidelWindow *seidel_lesson_window_new (GtkApplication *application, SeidelLesson *lesson);

/* Borrowed. */
SeidelLessonPlayer *seidel_lesson_window_get_player (SeidelLessonWindow *self);
/* Whether the step is still being set up, or measured. */
gboolean seidel_lesson_window_is_busy (SeidelLessonWindow *self);

G_END_DECLS
