/* Reports on rows, made by a worker.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-row-lookup.h"

#include "io/seidel-loader.h"
#include "matrix/seidel-complex.h"
#include "plan/seidel-scaling-rule.h"
#include "run/seidel-problem.h"

struct SeidelRowSubject
{
  gatomicrefcount references;
  SeidelMatrix *matrix;
  SeidelStructure *structure;   /* or NULL */
  SeidelSchedule *schedules[2]; /* or NULL */
  SeidelRecord *record;         /* or NULL */

  /* Made by the first lookup, under the mutex. */
  GMutex mutex;
  gboolean made;
  SeidelEquilibration *scaling; /* NULL: runs do not scale the matrix */
  SeidelProblem *problem;       /* NULL without a solution */
  double *x;                    /* in the order of the matrix of the problem */
};

SeidelRowSubject *
seidel_row_subject_new (SeidelDocument *document, SeidelRecord *record)
{
  SeidelRowSubject *self = g_new0 (SeidelRowSubject, 1);
  SeidelStructure *structure = seidel_document_get_structure (document);

  g_atomic_ref_count_init (&self->references);
  g_mutex_init (&self->mutex);
  self->matrix = seidel_matrix_ref (seidel_document_get_matrix (document));
  self->structure = structure != NULL ? seidel_structure_ref (structure) : NULL;
  for (int d = 0; d < 2; d++)
    {
      SeidelSchedule *schedule = seidel_document_get_schedule (document, (SeidelDirection) d);

      self->schedules[d] = schedule != NULL ? seidel_schedule_ref (schedule) : NULL;
    }
  self->record = record != NULL ? seidel_record_ref (record) : NULL;
  return self;
}

static SeidelRowSubject *
subject_ref (SeidelRowSubject *self)
{
  g_atomic_ref_count_inc (&self->references);
  return self;
}

void
seidel_row_subject_unref (SeidelRowSubject *self)
{
  if (!g_atomic_ref_count_dec (&self->references))
    return;
  for (int d = 0; d < 2; d++)
    g_clear_pointer (&self->schedules[d], seidel_schedule_unref);
  g_clear_pointer (&self->structure, seidel_structure_unref);
  g_clear_pointer (&self->record, seidel_record_unref);
  g_clear_pointer (&self->scaling, seidel_equilibration_free);
  g_clear_pointer (&self->problem, seidel_problem_unref);
  g_free (self->x);
  seidel_matrix_unref (self->matrix);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

gboolean
seidel_row_subject_is_of (SeidelRowSubject *self, SeidelDocument *document, SeidelRecord *record)
{
  return self->matrix == seidel_document_get_matrix (document) && self->record == record
         && self->structure == seidel_document_get_structure (document)
         && self->schedules[0] == seidel_document_get_schedule (document, SEIDEL_DIRECTION_FORWARD)
         && self->schedules[1]
              == seidel_document_get_schedule (document, SEIDEL_DIRECTION_BACKWARD);
}

static gboolean
make_scaling (SeidelRowSubject *self, GCancellable *cancellable, GError **error)
{
  const SeidelScale scale =
    self->structure != NULL ? seidel_scaling_choose (self->structure, NULL) : SEIDEL_SCALE_NONE;

  if (scale == SEIDEL_SCALE_NONE)
    return TRUE;
  self->scaling = seidel_equilibration_new (self->matrix, scale, cancellable, error);
  return self->scaling != NULL;
}

/* The right-hand side of the run, and its solution. */
static gboolean
make_problem (SeidelRowSubject *self, GCancellable *cancellable, GError **error)
{
  const SeidelOutcome *outcome = self->record != NULL ? self->record->outcome : NULL;
  g_autoptr (GError) lost = NULL;
  SeidelVectorSpec rhs;

  if (outcome == NULL || !outcome->computed
      || !seidel_vector_spec_parse (self->record->rhs, SEIDEL_VECTOR_ROLE_RHS, &rhs, NULL))
    return TRUE;
  /* A file of b that is not there any more takes the equation away, and nothing else. */
  self->problem = seidel_problem_new_from_specs (self->matrix, &rhs, NULL, seidel_load_vector,
                                                 cancellable, &lost);
  seidel_vector_spec_clear (&rhs);
  if (self->problem == NULL)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  self->x = seidel_row_order_vector (self->problem->matrix, outcome->x, error);
  return self->x != NULL;
}

static gboolean
prepare (SeidelRowSubject *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  if (self->made)
    return TRUE;
  g_clear_pointer (&self->scaling, seidel_equilibration_free);
  g_clear_pointer (&self->problem, seidel_problem_unref);
  self->made = make_scaling (self, cancellable, error) && make_problem (self, cancellable, error);
  return self->made;
}

void
seidel_row_found_free (SeidelRowFound *found)
{
  for (gsize i = 0; i < G_N_ELEMENTS (found->reports); i++)
    g_clear_pointer (&found->reports[i], seidel_row_report_free);
  g_free (found);
}

typedef struct
{
  SeidelRowSubject *subject;
  int64_t row;
  int64_t most;
} Lookup;

static void
lookup_free (gpointer data)
{
  Lookup *lookup = data;

  seidel_row_subject_unref (lookup->subject);
  g_free (lookup);
}

static gboolean
find (const Lookup *lookup, SeidelRowFound *found, GCancellable *cancellable, GError **error)
{
  const SeidelRowSubject *subject = lookup->subject;
  const SeidelProblem *problem = subject->problem;
  const gboolean complex_one = seidel_matrix_is_complex (subject->matrix);
  const gboolean square = subject->matrix->csr->rows == subject->matrix->csr->columns;
  SeidelRowSources sources = { .matrix = subject->matrix,
                               .structure = subject->structure,
                               .schedules = { subject->schedules[0], subject->schedules[1] },
                               .scaling = subject->scaling,
                               .most = lookup->most };

  if (problem != NULL && !complex_one)
    {
      sources.b = problem->b;
      sources.x = subject->x;
      sources.solution = problem->solution;
    }
  found->reports[0] = seidel_row_report_new (&sources, lookup->row, cancellable, error);
  if (found->reports[0] == NULL || problem == NULL || !complex_one || !square)
    return found->reports[0] != NULL;
  sources = (SeidelRowSources){ .matrix = problem->matrix,
                                .b = problem->b,
                                .x = subject->x,
                                .solution = problem->solution,
                                .most = lookup->most };
  for (int i = 0; i < 2; i++)
    {
      found->reports[i + 1] =
        seidel_row_report_new (&sources, 2 * lookup->row + i, cancellable, error);
      if (found->reports[i + 1] == NULL)
        return FALSE;
    }
  return TRUE;
}

static void
lookup_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Lookup *lookup = data;
  g_autoptr (SeidelRowFound) found = g_new0 (SeidelRowFound, 1);
  GError *error = NULL;

  if (prepare (lookup->subject, cancellable, &error) && find (lookup, found, cancellable, &error))
    g_task_return_pointer (task, g_steal_pointer (&found), (GDestroyNotify) seidel_row_found_free);
  else
    g_task_return_error (task, error);
}

void
seidel_row_lookup_begin (SeidelRowSubject *subject,
                         int64_t row,
                         int64_t most,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);
  Lookup *lookup = g_new0 (Lookup, 1);

  *lookup = (Lookup){ subject_ref (subject), row, most };
  g_task_set_source_tag (task, seidel_row_lookup_begin);
  g_task_set_task_data (task, lookup, lookup_free);
  g_task_run_in_thread (task, lookup_thread);
}

SeidelRowFound *
seidel_row_lookup_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
