/* What the steps of a lesson made while they were played without a window: matrices, runs, results
 * of experiments, of which pictures are drawn.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "lesson/seidel-lesson-play.h"

G_BEGIN_DECLS

/* Of a setup; NULL: not yet, or not run. */
typedef struct
{
  SeidelProblem *problem;
  SeidelTrace *trace;
  SeidelOutcome *outcome;
} SeidelLessonPlayed;

/* For one thread at a time. Fields are read-only. */
typedef struct
{
  SeidelLesson *lesson; /* a reference */
  SeidelLessonValues *values;
  SeidelLessonPlayed *setups; /* by index */
  GHashTable *results;        /* SeidelExperimentResult by the id of its experiment */
} SeidelLessonStage;

SEIDEL_API SeidelLessonStage *seidel_lesson_stage_new (SeidelLesson *lesson);
SEIDEL_API void seidel_lesson_stage_free (SeidelLessonStage *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelLessonStage, seidel_lesson_stage_free)

/* Does what seidel_lesson_play_step () does, and keeps what it made. Matrices and runs of setups
 * that were played before are not made again. */
SEIDEL_API bool seidel_lesson_stage_play (SeidelLessonStage *self,
                                          size_t step,
                                          GCancellable *cancellable,
                                          GError **error);
/* The result of the experiment of a step that was played; NULL: it has none. Borrowed. */
SEIDEL_API SeidelExperimentResult *seidel_lesson_stage_result (const SeidelLessonStage *self,
                                                               size_t step);
/* The setup whose matrix is in view in a step: its own, that of its last run, or that of a step
 * before; −1: none. */
SEIDEL_API int seidel_lesson_stage_in_view (const SeidelLessonStage *self, size_t step);

G_END_DECLS
