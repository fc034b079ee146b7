/* Saving on a worker. What was asked for is written even if the window is closed meanwhile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-animation.h"
#include "draw/seidel-lesson-print.h"
#include "matrix/seidel-matrix.h"
#include "model/seidel-work.h"
#include "solve/seidel-part.h"

G_BEGIN_DECLS

/* Runs (SeidelSessionEntry) as text; called on a worker. */
typedef char *(*SeidelRunsToText) (GPtrArray *entries);

typedef struct SeidelSave SeidelSave;

/* error is NULL if it was written. */
typedef void (*SeidelSaved) (gpointer owner, const SeidelSave *save, const GError *error);

/* What is to be written: one of these. */
struct SeidelSave
{
  char *path;
  char *csv;      /* a table, written as JSON if the path ends so */
  double *vector; /* of n numbers, of complex ones both parts of each */
  int64_t n;
  bool complex_numbers;
  SeidelMatrix *matrix;
  SeidelAnimation animation; /* if it has a picture */
  const SeidelPart
    *part;              /* that is made of the matrix and written in its place; NULL: the matrix */
  int level;            /* of it */
  GPtrArray *entries;   /* SeidelSessionEntry */
  SeidelLesson *lesson; /* that is printed */
  SeidelLessonPrint print;
  SeidelRunsToText to_text; /* of the entries; NULL: a session */

  /* While it goes on. */
  SeidelWork *work;
  GWeakRef owner;
  SeidelSaved saved;
};

SeidelSave *seidel_save_new (const char *path);
void seidel_save_free (SeidelSave *save);

/* Takes save. saved is called on the main thread if the owner, a GObject, is still there. The
 * program lives until the file is written. */
void seidel_save_begin (SeidelSave *save, SeidelWork *work, gpointer owner, SeidelSaved saved);

G_END_DECLS
