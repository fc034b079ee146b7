/* Carrying the steps of a lesson out without a window.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "lesson/seidel-lesson-values.h"

G_BEGIN_DECLS

/* What is to be measured for a step and is not known yet: the matrix of its setup, its runs, its
 * experiment. Blocks. False with an error if a matrix cannot be had, a run cannot begin, or when
 * cancelled. */
SEIDEL_API bool seidel_lesson_play_step (const SeidelLesson *lesson,
                                         size_t step,
                                         SeidelLessonValues *values,
                                         GCancellable *cancellable,
                                         GError **error);

/* Takes the values of one setup from a run in that problem; outcome and trace NULL: those of its
 * matrix alone. levels may be NULL: they are then computed if a value needs them. */
SEIDEL_API bool seidel_lesson_take_run (SeidelLessonValues *values,
                                        size_t setup,
                                        const SeidelProblem *problem,
                                        SeidelSchedule *levels,
                                        const SeidelOutcome *outcome,
                                        SeidelTrace *trace,
                                        GError **error);

/* A result of an experiment that exists: a recorded one, or a complete one of this machine; the
 * latter first if own. NULL with an error if there is neither. */
SEIDEL_API SeidelExperimentResult *
seidel_lesson_load_result (const char *experiment, bool own, GError **error);
/* The result of the experiment of a step: as it is recorded, or of a run here. */
SEIDEL_API SeidelExperimentResult *seidel_lesson_play_experiment (const SeidelLessonStep *step,
                                                                  GCancellable *cancellable,
                                                                  GError **error);

G_END_DECLS
