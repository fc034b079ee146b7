/* Making the picture of a solution on a worker: its vectors are computed once for a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-solution-picture.h"
#include "model/seidel-document.h"
#include "model/seidel-run-item.h"

G_BEGIN_DECLS

/* What is shown, and what is known of it. The members are references. */
typedef struct
{
  SeidelRunItem *run;
  SeidelMatrix *matrix;     /* as it is shown */
  SeidelMatrix *natural;    /* in its natural order */
  SeidelSolution *solution; /* NULL until a picture was made */
  int64_t line;             /* of the grid of the matrix */
} SeidelSolutionSubject;

void seidel_solution_subject_clear (SeidelSolutionSubject *subject);

/* Makes the picture of a subject whose run has a solution; done is called on the main thread, also
 * after cancelling, and finishes. */
void seidel_solution_make (const SeidelSolutionSubject *subject,
                           const SeidelSolutionChoice *choice,
                           GCancellable *cancellable,
                           GAsyncReadyCallback done,
                           gpointer data);

/* The picture; the subject it was made of, or NULL, takes over what is now known of it. */
SeidelSolutionPicture *
seidel_solution_make_finish (GAsyncResult *result, SeidelSolutionSubject *subject, GError **error);

/* Why there is no solution to show of a run, and a title for that; NULL when there is one. */
const char *
seidel_solution_why_none (SeidelDocument *document, SeidelRunItem *item, const char **title);

G_END_DECLS
