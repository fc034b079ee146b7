/* A lesson as a film: a slide for each question and for each answer, with the picture of the page,
 * in view for as long as its text takes to be read; sweeps are played.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-progress.h"
#include "lesson/seidel-lesson.h"

G_BEGIN_DECLS

/* Plays the lesson, as seidel_lesson_print_to_pdf () does, and writes it in the format of the file,
 * one of seidel_animation_formats (), as seidel_animation_write () does. Blocks; progress and
 * cancellable may be NULL. */
bool seidel_lesson_video_write (SeidelLesson *lesson,
                                const char *const *languages,
                                bool dark,
                                const char *path,
                                SeidelProgress *progress,
                                GCancellable *cancellable,
                                GError **error);

G_END_DECLS
