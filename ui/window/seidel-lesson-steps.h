/* What the steps of a lesson do, as a user would: each opens a matrix, makes the choices of the
 * set-up pane and starts runs one after the other; it takes their values when they end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-lesson-player.h"
#include "model/seidel-workspace.h"
#include "window/seidel-setup-pane.h"

G_BEGIN_DECLS

typedef struct SeidelLessonSteps SeidelLessonSteps;

/* Carries out the step of the player, and each that it comes to, in a workspace; pages are those
 * that show it. Pages and pane are borrowed, and outlive it. */
SeidelLessonSteps *seidel_lesson_steps_new (SeidelLessonPlayer *player,
                                            SeidelWorkspace *workspace,
                                            SeidelSetupPane *setup_pane,
                                            AdwViewStack *pages);
void seidel_lesson_steps_free (SeidelLessonSteps *self);

/* Whether the step is still being set up, or measured. */
gboolean seidel_lesson_steps_are_busy (SeidelLessonSteps *self);

/* Whether the picture of the step is the answer to its question, which is open. */
gboolean seidel_lesson_steps_cover (SeidelLessonSteps *self);

G_END_DECLS
