/* What a lesson asks of the rows of a small matrix: the level of each, or an order of all. Answers
 * are arrays with a number for each row: its level, or its place in the order, both from 1; 0:
 * nothing yet.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "lesson/seidel-lesson-values.h"

G_BEGIN_DECLS

/* Rows of a matrix that can be asked for; whoever answers types each. */
#define SEIDEL_LESSON_MOST_ROWS 100

/* Reference-counted, read-only after construction. */
typedef struct
{
  gatomicrefcount references;
  SeidelLessonAsked asked; /* of levels or of an order */
  SeidelMatrix *matrix;
  int64_t n;
  int most_levels; /* ORDER: that the matrix may have if it is numbered in this order; 0: the order
                    * need only be one in which a forward sweep can compute the rows */
  int *right;      /* n entries: the levels, or places of one order that is right */
} SeidelLessonRows;

/* SEIDEL_ERROR_INVALID for matrices that are not square or have too many rows. */
SEIDEL_API SeidelLessonRows *seidel_lesson_rows_new (SeidelMatrix *matrix,
                                                     SeidelLessonAsked asked,
                                                     int most_levels,
                                                     GError **error);
/* Of the matrix of a step that asks for rows. The values that it needs must be known. */
SEIDEL_API SeidelLessonRows *seidel_lesson_rows_new_for_step (const SeidelLessonValues *values,
                                                              size_t step,
                                                              SeidelMatrix *matrix,
                                                              GError **error);
/* The same, with the matrix loaded. */
SEIDEL_API SeidelLessonRows *seidel_lesson_rows_load (const SeidelLessonValues *values,
                                                      size_t step,
                                                      GCancellable *cancellable,
                                                      GError **error);
SEIDEL_API SeidelLessonRows *seidel_lesson_rows_ref (SeidelLessonRows *self);
SEIDEL_API void seidel_lesson_rows_unref (SeidelLessonRows *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelLessonRows, seidel_lesson_rows_unref)

/* How many rows of an answer are right; which, in right, of n entries, unless that is NULL. In an
 * order a row is right if all that it waits for come before it or, where levels are limited, if its
 * level is not above the limit. */
SEIDEL_API int64_t seidel_lesson_rows_judge (const SeidelLessonRows *self,
                                             const int *given,
                                             bool *right);

/* Changes the answer for one row. Levels: to value, 0 for nothing. An order: the row comes next,
 * or, for 0, is taken out, and those behind it move up. */
SEIDEL_API void
seidel_lesson_rows_give (const SeidelLessonRows *self, int *given, int64_t row, int value);
/* Levels row by row, "1 2 – 3"; an order as a list of rows, "1 5 2". Free with g_free (). */
SEIDEL_API char *seidel_lesson_rows_to_text (const SeidelLessonRows *self, const int *given);
/* Reads that, with any signs between the numbers. False if it is no such list: given then has what
 * could be read. */
SEIDEL_API bool
seidel_lesson_rows_parse (const SeidelLessonRows *self, const char *text, int *given);

G_END_DECLS
