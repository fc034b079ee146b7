/* The members of what plays the steps of a lesson, for the sources that implement it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "window/seidel-lesson-steps.h"

G_BEGIN_DECLS

struct SeidelLessonSteps
{
  SeidelLessonPlayer *player;
  SeidelWorkspace *workspace;
  SeidelSetupPane *setup_pane; /* borrowed, as the pages */
  AdwViewStack *pages;

  GVariant *defaults;        /* of the set-up pane */
  GPtrArray *items;          /* SeidelRunItem by setup; NULL: not run in this workspace */
  SeidelDocument *opened;    /* the one for a setup, or NULL */
  GSignalGroup *of_document; /* the one in the workspace */
  int open;                  /* the setup of the document; −1: none */
  int opening;               /* the setup whose matrix is on its way; −1: none */
  int running;               /* the setup whose run is in progress; −1: none */
  gboolean experimenting;    /* the experiment of the step is running */
  gboolean sweep_shown;      /* the sweep of the step, too */
  gboolean open_question;    /* what gives its answer away is held back */
  guint continue_id;
};

static inline const SeidelLesson *
seidel_lesson_steps_get_lesson (SeidelLessonSteps *self)
{
  return seidel_lesson_player_get_lesson (self->player);
}

static inline const SeidelLessonStep *
seidel_lesson_steps_get_step (SeidelLessonSteps *self)
{
  return &seidel_lesson_steps_get_lesson (self)
            ->steps[seidel_lesson_player_get_step (self->player)];
}

/* Makes the choices of a setup in the set-up pane. */
void seidel_lesson_steps_choose (SeidelLessonSteps *self, int setup);

/* Starts the run of a setup, whose matrix is open; takes its values when it has ended. */
void seidel_lesson_steps_begin_run (SeidelLessonSteps *self, int setup);
void seidel_lesson_steps_end_run (SeidelLessonSteps *self);

/* Takes the values of the matrix that is open, and of a run of it unless item is NULL. */
void seidel_lesson_steps_take (SeidelLessonSteps *self, int setup, SeidelRunItem *item);

/* The rows that the step asks for. */
void seidel_lesson_steps_take_rows (SeidelLessonSteps *self, SeidelMatrix *matrix);

G_END_DECLS
