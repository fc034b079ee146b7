/* A lesson on paper, as PDF: a handout with what is said, the pictures, questions and answers; or a
 * sheet of the questions alone, to be filled in, with or without the answers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "base/seidel-progress.h"
#include "lesson/seidel-lesson.h"

G_BEGIN_DECLS

typedef enum
{
  SEIDEL_LESSON_PRINT_HANDOUT, /* everything */
  SEIDEL_LESSON_PRINT_SHEET,   /* what is said and asked, and room for answers */
  SEIDEL_LESSON_PRINT_ANSWERS, /* the sheet with its answers */
  SEIDEL_N_LESSON_PRINTS,
} SeidelLessonPrint;

/* How programs call one: "handout", "sheet", "answers". */
const char *seidel_lesson_print_id (SeidelLessonPrint print);

/* Plays the lesson, as seidel_lesson_play_step () does, and writes it on pages of A4: every number
 * is measured. languages: as g_get_language_names () gives them, for the texts of the lesson. The
 * file appears whole or not at all. Blocks; progress and cancellable may be NULL. */
bool seidel_lesson_print_to_pdf (SeidelLesson *lesson,
                                 SeidelLessonPrint print,
                                 const char *const *languages,
                                 const char *path,
                                 SeidelProgress *progress,
                                 GCancellable *cancellable,
                                 GError **error);

G_END_DECLS
