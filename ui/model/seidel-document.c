/* The open matrix and what is known of it. Analyses arrive one after the other from a worker.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-document.h"

#include "matrix/seidel-complex.h"
#include "model/seidel-class.h"
#include "plan/seidel-plan.h"

#define POLL_MILLISECONDS 100

typedef enum
{
  STAGE_STRUCTURE,
  STAGE_FORWARD,
  STAGE_BACKWARD,
  N_STAGES,
} Stage;

/* What is known of a matrix. */
typedef struct
{
  SeidelStructure *structure;
  SeidelSchedule *schedules[2];
} Findings;

/* Shared with the worker, which holds a reference through its task. */
typedef struct
{
  gatomicrefcount references;
  SeidelMatrix *matrix;
  bool solved; /* its real form is analysed */
  Stage stage;
  SeidelProgress progress;
} Analysis;

struct _SeidelDocument
{
  GObject parent_instance;

  SeidelMatrix *matrix;
  SeidelDocument *natural; /* of the same matrix; NULL: it is this one */
  SeidelMatrix *real_form; /* of a complex matrix, once it is analysed */
  Findings findings[2];    /* of the matrix, and of the real form */
  char *error;

  Analysis *analysis; /* the one going on, or NULL */
  GCancellable *cancellable;
  guint poll_id;
  double progress;
  gboolean analysing;
};

enum
{
  SIGNAL_CHANGED,
  SIGNAL_PROGRESSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (SeidelDocument, seidel_document, G_TYPE_OBJECT)

static void start_stage (SeidelDocument *self, Stage stage, bool solved);

static void
findings_clear (Findings *findings)
{
  g_clear_pointer (&findings->structure, seidel_structure_unref);
  g_clear_pointer (&findings->schedules[0], seidel_schedule_unref);
  g_clear_pointer (&findings->schedules[1], seidel_schedule_unref);
}

static void
analysis_unref (gpointer data)
{
  Analysis *analysis = data;

  if (!g_atomic_ref_count_dec (&analysis->references))
    return;
  seidel_matrix_unref (analysis->matrix);
  g_free (analysis);
}

static gpointer
analyse (Analysis *analysis, const SeidelMatrix *matrix, GCancellable *cancellable, GError **error)
{
  switch (analysis->stage)
    {
    case STAGE_STRUCTURE:
      return seidel_structure_new (matrix, &analysis->progress, cancellable, error);
    case STAGE_FORWARD:
      return seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_FORWARD, &analysis->progress,
                                  cancellable, error);
    case STAGE_BACKWARD:
    default:
      return seidel_schedule_new (matrix->csr, SEIDEL_DIRECTION_BACKWARD, &analysis->progress,
                                  cancellable, error);
    }
}

static void
analyse_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Analysis *analysis = task_data;
  GError *error = NULL;
  g_autoptr (SeidelMatrix) matrix =
    analysis->solved ? seidel_matrix_real_form (analysis->matrix, cancellable, &error)
                     : seidel_matrix_ref (analysis->matrix);
  gpointer result = matrix != NULL ? analyse (analysis, matrix, cancellable, &error) : NULL;
  GDestroyNotify destroy = analysis->stage == STAGE_STRUCTURE
                             ? (GDestroyNotify) seidel_structure_unref
                             : (GDestroyNotify) seidel_schedule_unref;

  if (result != NULL)
    g_task_return_pointer (task, result, destroy);
  else
    g_task_return_error (task, error);
}

static void
set_progress (SeidelDocument *self, double progress)
{
  self->progress = progress;
  g_signal_emit (self, signals[SIGNAL_PROGRESSED], 0);
}

static gboolean
poll_cb (gpointer data)
{
  SeidelDocument *self = data;
  const Analysis *analysis = self->analysis;
  const int rounds = seidel_matrix_is_complex (self->matrix) ? 2 : 1;
  int permille = seidel_progress_permille (&analysis->progress);
  double round = (analysis->stage + MAX (permille, 0) / 1000.0) / N_STAGES;

  set_progress (self, ((analysis->solved ? 1.0 : 0.0) + round) / rounds);
  return G_SOURCE_CONTINUE;
}

static void
finish (SeidelDocument *self)
{
  g_clear_handle_id (&self->poll_id, g_source_remove);
  g_clear_pointer (&self->analysis, analysis_unref);
  set_progress (self, 1.0);
  self->analysing = FALSE;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
take_result (SeidelDocument *self, Stage stage, bool solved, gpointer result)
{
  Findings *findings = &self->findings[solved];

  /* It is there by now. */
  if (solved && self->real_form == NULL)
    self->real_form = seidel_matrix_real_form (self->matrix, NULL, NULL);
  if (stage == STAGE_STRUCTURE)
    findings->structure = result;
  else
    findings->schedules[stage == STAGE_BACKWARD] = result;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
analysed_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = G_TASK (result);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelDocument) self = NULL;
  gboolean square;
  Stage stage;
  bool solved;
  gpointer product = g_task_propagate_pointer (task, &error);

  /* A cancelled task belongs to a document that is no more: both happen on this thread only. */
  if (g_cancellable_is_cancelled (g_task_get_cancellable (task)))
    return;

  self = g_object_ref (SEIDEL_DOCUMENT (data)); /* a handler may drop it */
  stage = self->analysis->stage;
  solved = self->analysis->solved;
  if (product == NULL)
    {
      self->error = g_strdup (error->message);
      finish (self);
      return;
    }

  take_result (self, stage, solved, product);
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  square = self->matrix->csr->rows == self->matrix->csr->columns;
  if (square && stage + 1 < N_STAGES)
    start_stage (self, stage + 1, solved);
  else if (!solved && seidel_matrix_is_complex (self->matrix))
    start_stage (self, STAGE_STRUCTURE, true);
  else
    finish (self);
}

static void
start_stage (SeidelDocument *self, Stage stage, bool solved)
{
  g_autoptr (GTask) task = NULL;
  Analysis *analysis = g_new0 (Analysis, 1);

  g_atomic_ref_count_init (&analysis->references);
  analysis->matrix = seidel_matrix_ref (self->matrix);
  analysis->stage = stage;
  analysis->solved = solved;
  analysis->progress = (SeidelProgress) SEIDEL_PROGRESS_INIT;
  g_clear_pointer (&self->analysis, analysis_unref);
  self->analysis = analysis;

  g_atomic_ref_count_inc (&analysis->references);
  task = g_task_new (NULL, self->cancellable, analysed_cb, self);
  g_task_set_source_tag (task, start_stage);
  g_task_set_task_data (task, analysis, analysis_unref);
  g_task_run_in_thread (task, analyse_thread);
}

static void
seidel_document_dispose (GObject *object)
{
  SeidelDocument *self = SEIDEL_DOCUMENT (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->poll_id, g_source_remove);
  g_clear_pointer (&self->analysis, analysis_unref);

  G_OBJECT_CLASS (seidel_document_parent_class)->dispose (object);
}

static void
seidel_document_finalize (GObject *object)
{
  SeidelDocument *self = SEIDEL_DOCUMENT (object);

  g_clear_pointer (&self->matrix, seidel_matrix_unref);
  g_clear_pointer (&self->real_form, seidel_matrix_unref);
  findings_clear (&self->findings[0]);
  findings_clear (&self->findings[1]);
  g_clear_object (&self->natural);
  g_clear_object (&self->cancellable);
  g_free (self->error);

  G_OBJECT_CLASS (seidel_document_parent_class)->finalize (object);
}

static void
seidel_document_class_init (SeidelDocumentClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = seidel_document_dispose;
  object_class->finalize = seidel_document_finalize;

  signals[SIGNAL_CHANGED] = seidel_class_add_signal (klass, "changed", 0);
  signals[SIGNAL_PROGRESSED] = seidel_class_add_signal (klass, "progressed", 0);
}

static void
seidel_document_init (SeidelDocument *self)
{
  self->cancellable = g_cancellable_new ();
}

SeidelDocument *
seidel_document_new (SeidelMatrix *matrix)
{
  SeidelDocument *self = g_object_new (SEIDEL_TYPE_DOCUMENT, NULL);

  self->matrix = seidel_matrix_ref (matrix);
  self->analysing = TRUE;
  start_stage (self, STAGE_STRUCTURE, false);
  self->poll_id = g_timeout_add (POLL_MILLISECONDS, poll_cb, self);
  return self;
}

SeidelDocument *
seidel_document_new_reordered (SeidelMatrix *matrix, SeidelDocument *natural)
{
  SeidelDocument *self = seidel_document_new (matrix);

  self->natural = g_object_ref (natural);
  return self;
}

SeidelDocument *
seidel_document_get_natural (SeidelDocument *self)
{
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT (self), NULL);
  return self->natural != NULL ? self->natural : self;
}

SeidelMatrix *
seidel_document_get_matrix (SeidelDocument *self)
{
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT (self), NULL);
  return self->matrix;
}

SeidelStructure *
seidel_document_get_structure (SeidelDocument *self)
{
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT (self), NULL);
  return self->findings[0].structure;
}

SeidelSchedule *
seidel_document_get_schedule (SeidelDocument *self, SeidelDirection direction)
{
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT (self), NULL);
  return self->findings[0].schedules[direction];
}

/* What is known of what runs work with. */
static const Findings *
solved_findings (SeidelDocument *self)
{
  return &self->findings[seidel_matrix_is_complex (self->matrix)];
}

SeidelMatrix *
seidel_document_get_solved_matrix (SeidelDocument *self)
{
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT (self), NULL);
  return seidel_matrix_is_complex (self->matrix) ? self->real_form : self->matrix;
}

SeidelStructure *
seidel_document_get_solved_structure (SeidelDocument *self)
{
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT (self), NULL);
  return solved_findings (self)->structure;
}

SeidelSchedule *
seidel_document_get_solved_schedule (SeidelDocument *self, SeidelDirection direction)
{
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT (self), NULL);
  return solved_findings (self)->schedules[direction];
}

gboolean
seidel_document_get_analysing (SeidelDocument *self)
{
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT (self), FALSE);
  return self->analysing;
}

double
seidel_document_get_progress (SeidelDocument *self)
{
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT (self), 0.0);
  return self->progress;
}

const char *
seidel_document_get_error (SeidelDocument *self)
{
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT (self), NULL);
  return self->error;
}

char *
seidel_document_refuse_order (SeidelDocument *self)
{
  const SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelPlanFacts facts = { .options = &options };
  g_autoptr (SeidelPlan) plan = NULL;
  SeidelVerdict *verdict;
  size_t n;

  g_return_val_if_fail (SEIDEL_IS_DOCUMENT (self), NULL);

  facts.matrix = self->matrix;
  facts.ordering = &seidel_orderings (&n)[1];
  plan = seidel_plan_new (&facts);
  verdict = &plan->verdicts[SEIDEL_PLAN_ORDERING];
  return verdict->kind == SEIDEL_VERDICT_REFUSED ? g_steal_pointer (&verdict->sentence) : NULL;
}

const char *
seidel_document_get_title (SeidelDocument *self)
{
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT (self), NULL);
  return self->matrix->name;
}
