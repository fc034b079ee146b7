/* Making the picture of a solution on a worker.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-solution-making.h"

#include <glib/gi18n.h>

#include "analysis/seidel-grid.h"
#include "base/seidel-threads.h"
#include "io/seidel-loader.h"

/* What the worker needs of the run, and what it makes. */
typedef struct
{
  SeidelMatrix *matrix;
  SeidelMatrix *natural;
  SeidelRunItem *item; /* its outcome stays as long as it does */
  const double *x;
  SeidelVectorSpec rhs;
  char *run;
  unsigned int color_index;
  SeidelSolutionChoice choice;
  SeidelSolution *solution; /* NULL: to be computed */
  int64_t line;
} Making;

/* On the main thread, to which the run belongs. */
static void
making_free (Making *making)
{
  seidel_matrix_unref (making->matrix);
  seidel_matrix_unref (making->natural);
  g_object_unref (making->item);
  seidel_vector_spec_clear (&making->rhs);
  g_clear_pointer (&making->solution, seidel_solution_unref);
  g_free (making->run);
  g_free (making);
}

static bool
compute (Making *making, GCancellable *cancellable, GError **error)
{
  g_autoptr (SeidelProblem) problem = NULL;

  if (making->solution != NULL)
    return true;
  problem = seidel_problem_new_from_specs (making->matrix, &making->rhs, NULL, seidel_load_vector,
                                           cancellable, error);
  if (problem == NULL)
    return false;
  making->solution =
    seidel_solution_new (problem, making->x, seidel_threads_processors (), cancellable, error);
  making->line = seidel_grid_line (making->natural->csr);
  return making->solution != NULL;
}

static void
make_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Making *making = task_data;
  GError *error = NULL;
  SeidelSolutionPicture *picture = NULL;

  if (compute (making, cancellable, &error))
    {
      /* There may be no x* for it. The scale was that of the error: hills of x have signs. */
      if (making->solution->vectors[making->choice.vector] == NULL)
        {
          making->choice.vector = SEIDEL_SOLUTION_X;
          making->choice.logarithmic = false;
        }
      picture =
        seidel_solution_picture_new (making->matrix, making->solution, &making->choice,
                                     making->line, making->run, making->color_index, &error);
    }
  if (picture != NULL)
    g_task_return_pointer (task, picture, (GDestroyNotify) seidel_solution_picture_free);
  else
    g_task_return_error (task, error);
}

void
seidel_solution_make (const SeidelSolutionSubject *subject,
                      const SeidelSolutionChoice *choice,
                      GCancellable *cancellable,
                      GAsyncReadyCallback done,
                      gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, done, data);
  Making *making = g_new0 (Making, 1);

  making->matrix = seidel_matrix_ref (subject->matrix);
  making->natural = seidel_matrix_ref (subject->natural);
  making->item = g_object_ref (subject->run);
  making->x = seidel_run_item_get_outcome (subject->run)->x;
  seidel_vector_spec_copy (&making->rhs, seidel_run_item_get_rhs (subject->run));
  making->run = g_strdup_printf (_ ("run %u"), seidel_run_item_get_number (subject->run));
  making->color_index = seidel_run_item_get_color_index (subject->run);
  making->choice = *choice;
  making->solution = subject->solution != NULL ? seidel_solution_ref (subject->solution) : NULL;
  making->line = subject->line;
  g_task_set_source_tag (task, seidel_solution_make);
  g_task_set_task_data (task, making, NULL);
  g_task_run_in_thread (task, make_thread);
}

SeidelSolutionPicture *
seidel_solution_make_finish (GAsyncResult *result, SeidelSolutionSubject *subject, GError **error)
{
  GTask *task = G_TASK (result);
  Making *making = g_task_get_task_data (task);
  SeidelSolutionPicture *picture = g_task_propagate_pointer (task, error);

  if (subject != NULL && making->solution != NULL && subject->solution == NULL)
    subject->solution = seidel_solution_ref (making->solution);
  if (subject != NULL)
    subject->line = making->line;
  making_free (making);
  return picture;
}

void
seidel_solution_subject_clear (SeidelSolutionSubject *subject)
{
  g_clear_object (&subject->run);
  g_clear_pointer (&subject->matrix, seidel_matrix_unref);
  g_clear_pointer (&subject->natural, seidel_matrix_unref);
  g_clear_pointer (&subject->solution, seidel_solution_unref);
}

const char *
seidel_solution_why_none (SeidelDocument *document, SeidelRunItem *item, const char **title)
{
  const SeidelOutcome *outcome = item != NULL ? seidel_run_item_get_outcome (item) : NULL;

  *title = _ ("No solution yet");
  if (item == NULL)
    return _ ("Press Solve: the solution, its residual and its error are shown row by row.");
  if (document == NULL || !seidel_run_item_is_of_matrix (item, document))
    {
      *title = _ ("No solution of this matrix");
      return _ (
        "The selected run solved another matrix, or is of an earlier session, which keeps no "
        "solutions.");
    }
  if (seidel_run_item_get_live (item))
    return _ ("The solution is shown when the run ends.");
  if (outcome != NULL && outcome->computed)
    return NULL;
  *title = _ ("No solution");
  return _ ("The selected run ended before it had computed one.");
}
