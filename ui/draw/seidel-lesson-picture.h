/* What the page of a step of a lesson shows, drawn without a window: by the pictures that the pages
 * draw.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-export.h"
#include "lesson/seidel-lesson-rows.h"
#include "lesson/seidel-lesson-stage.h"

G_BEGIN_DECLS

/* A plain value. */
typedef struct
{
  SeidelDraw *draw; /* NULL: the step shows nothing */
  gpointer picture;
  GDestroyNotify free_picture;
  /* What is played: shows one of its positions 0 … positions − 1; NULL: it stands. */
  void (*show) (gpointer picture, int64_t position);
  int64_t positions;
} SeidelLessonPicture;

/* Of a step that was played. open: while its question is open, what gives the answer away is held
 * back, be it the whole picture. rows: where the step asks for rows, to be filled in or, without a
 * question, as they are right; NULL otherwise. May be called on a worker. */
bool seidel_lesson_picture_init (SeidelLessonPicture *self,
                                 const SeidelLessonStage *stage,
                                 size_t step,
                                 bool open,
                                 SeidelLessonRows *rows,
                                 const char *const *languages,
                                 GError **error);
void seidel_lesson_picture_clear (SeidelLessonPicture *self);

G_END_DECLS
