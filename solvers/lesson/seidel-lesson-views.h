/* What a step of a lesson can show: the pages, what they need, and their choices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "lesson/seidel-lesson.h"

G_BEGIN_DECLS

#define SEIDEL_LESSON_MOST_CHOICES 5

/* A choice of a page and its values, in the order in which the page lists them. */
typedef struct
{
  const char *key; /* NULL: the last */
  int usual;       /* where a step does not say; −1: as the page has it */
  const char *values[SEIDEL_LESSON_MOST_CHOICES + 1]; /* NULL-terminated */
} SeidelLessonChoices;

typedef struct
{
  const char *page;
  bool runs;       /* without a run it is empty */
  bool multigrid;  /* … unless one of the runs is with multigrid */
  bool experiment; /* without an experiment it is empty */
  SeidelLessonChoices choices[4];
} SeidelLessonPage;

/* All pages; static. */
SEIDEL_API const SeidelLessonPage *seidel_lesson_pages (size_t *n);
/* NULL: there is none. */
SEIDEL_API const SeidelLessonPage *seidel_lesson_page_find (const char *page);

/* The place of the value that a step chooses, the usual one where it does not; −1: none. */
SEIDEL_API int seidel_lesson_step_choice (const SeidelLessonStep *step,
                                          const SeidelLessonChoices *choices);

/* For reading a lesson: whether the step chooses what its page has, and the page has something to
 * show; SEIDEL_ERROR_FORMAT names what is missing. The steps before it may have opened a matrix. */
bool seidel_lesson_check_page (const SeidelLesson *lesson, size_t step, GError **error);
/* Whether runs that are shown together differ in their names: curves must be told apart by the
 * legend. */
bool seidel_lesson_check_legend (const SeidelLesson *lesson, size_t step, GError **error);

G_END_DECLS
