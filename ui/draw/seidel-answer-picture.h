/* A picture of the rows of a small matrix in which levels, or places in an order, are written: the
 * points of a grid as cells, other matrices with a column of boxes beside their entries.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-theme.h"
#include "lesson/seidel-lesson-rows.h"

G_BEGIN_DECLS

/* A plain value; everything is borrowed. */
typedef struct
{
  const SeidelLessonRows *rows;
  const int *given; /* what is written; NULL: nothing */
  int64_t line;     /* points in a line of the grid; 0: none, the entries are shown */
  int64_t cursor;   /* the row that is written to; −1: none */
  bool marked;      /* right and wrong rows have signs, wrong ones and open ones what is right */
} SeidelAnswerPicture;

/* What is shown as a grid if it is one. */
SeidelAnswerPicture seidel_answer_picture (const SeidelLessonRows *rows);

/* The number of rows that a movement by lines and points leads on; 0: there is no row. */
int64_t seidel_answer_picture_step (const SeidelAnswerPicture *picture, int lines, int points);
/* The row at a point of a picture of some size; −1: none. */
int64_t seidel_answer_picture_row_at (const SeidelAnswerPicture *picture,
                                      double width,
                                      double height,
                                      const SeidelTheme *theme,
                                      double x,
                                      double y);
/* Draws into width × height at the origin; picture is a SeidelAnswerPicture. */
SeidelDraw seidel_answer_picture_draw;

G_END_DECLS
