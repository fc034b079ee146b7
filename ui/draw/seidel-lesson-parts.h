/* What a step of a lesson consists of, set as text and pictures one below the other: for pages of
 * paper and for slides. Private to ui/draw.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <pango/pangocairo.h>

#include "draw/seidel-lesson-picture.h"

G_BEGIN_DECLS

#define SEIDEL_LESSON_PART_GAP 6.0 /* between parts, in units of a body of 10 */

typedef enum
{
  SEIDEL_LESSON_PART_TEXT,
  SEIDEL_LESSON_PART_CHOICE, /* with a box before it */
  SEIDEL_LESSON_PART_PICTURE,
  SEIDEL_LESSON_PART_ROOM, /* for an answer by hand */
} SeidelLessonPartKind;

typedef struct
{
  SeidelLessonPartKind kind;
  PangoLayout *layout; /* TEXT, CHOICE */
  SeidelLessonPicture picture;
  double height;
  double gap;   /* above it */
  bool checked; /* CHOICE: the right one */
  bool framed;  /* TEXT: an answer */
} SeidelLessonPart;

/* Lengths are in units of cr. */
typedef struct
{
  const SeidelLessonStage *stage; /* borrowed, as what follows */
  const char *const *languages;
  cairo_t *cr;
  double width;
  double body;   /* size of letters; other lengths follow it */
  GArray *parts; /* SeidelLessonPart */
} SeidelLessonParts;

void seidel_lesson_parts_init (SeidelLessonParts *self,
                               const SeidelLessonStage *stage,
                               const char *const *languages,
                               cairo_t *cr,
                               double width,
                               double body);
void seidel_lesson_parts_clear (SeidelLessonParts *self);

/* Each adds a part; relative: the size of its letters, 1 is that of the body. NULL, and nothing is
 * added, for an empty text. */
SeidelLessonPart *seidel_lesson_parts_add_text (SeidelLessonParts *self,
                                                const char *text,
                                                double relative,
                                                bool bold);
/* With the numbers of the lesson in the text. */
void seidel_lesson_parts_add_expanded (SeidelLessonParts *self,
                                       const SeidelLessonText *text,
                                       double relative,
                                       bool bold);
void seidel_lesson_parts_add_picture (SeidelLessonParts *self,
                                      SeidelLessonPicture *picture,
                                      double height);
/* The question of a step, its choices or, with room, a line for an answer by hand; unless it is
 * open, what is right and the answer. rows: as seidel_lesson_picture_init () takes them. */
void seidel_lesson_parts_add_question (SeidelLessonParts *self,
                                       size_t step,
                                       const SeidelLessonRows *rows,
                                       bool open,
                                       bool room);

/* Of all parts with what is between them. */
double seidel_lesson_parts_height (const SeidelLessonParts *self);
/* Draws a part with its upper left corner at (x, y); theme: of pictures and letters. */
void seidel_lesson_part_draw (const SeidelLessonParts *self,
                              const SeidelLessonPart *part,
                              double x,
                              double y,
                              const SeidelTheme *theme);

G_END_DECLS
