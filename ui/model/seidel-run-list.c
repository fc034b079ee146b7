/* The runs of a window, newest last: a GListModel of SeidelRunItem that survives the matrix.
 *
 * Each run has a thread of its own, which holds references to plain data only. It reports through a
 * GTask at default priority: an idle would starve while a live chart redraws every frame.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-run-list.h"

#include <glib/gi18n.h>

#include "base/seidel-error.h"
#include "io/seidel-loader.h"
#include "model/seidel-run-item-private.h"
#include "record/seidel-fingerprint.h"
#include "run/seidel-trace-writer.h"

#define POLL_MILLISECONDS 100

/* What the thread works with. The list is touched on the main thread only. */
typedef struct
{
  SeidelRunList *list; /* borrowed; NULL once the list is gone */

  SeidelMatrix *matrix;
  SeidelMatrix *natural; /* the same in its natural order */
  SeidelStructure *structure;
  SeidelSchedule *schedules[2];
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
  SeidelTrace *trace;
  GCancellable *stop;
  GCancellable *skip_verification;

  SeidelRecord *record; /* once it has ended */
} Job;

struct _SeidelRunList
{
  GObject parent_instance;

  GPtrArray *items;
  guint started;
  SeidelRunItem *selected; /* borrowed from items */
  gboolean naming;         /* titles change because of the list */

  /* While a run is live. */
  SeidelRunItem *live;
  GThread *thread;
  GTask *task;
  guint poll_id;
};

enum
{
  PROP_0,
  PROP_LIVE,
  PROP_SELECTED,
  N_PROPS,
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static GType
seidel_run_list_get_item_type (GListModel *model)
{
  return SEIDEL_TYPE_RUN_ITEM;
}

static guint
seidel_run_list_get_n_items (GListModel *model)
{
  return SEIDEL_RUN_LIST (model)->items->len;
}

static gpointer
seidel_run_list_get_item (GListModel *model, guint position)
{
  SeidelRunList *self = SEIDEL_RUN_LIST (model);

  if (position >= self->items->len)
    return NULL;
  return g_object_ref (g_ptr_array_index (self->items, position));
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = seidel_run_list_get_item_type;
  iface->get_n_items = seidel_run_list_get_n_items;
  iface->get_item = seidel_run_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (SeidelRunList,
                               seidel_run_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static Job *
job_new (SeidelRunList *list,
         SeidelDocument *document,
         const SeidelOptions *options,
         const SeidelVectorSpec *rhs,
         const SeidelVectorSpec *guess)
{
  Job *job = g_new0 (Job, 1);

  job->list = list;
  job->matrix = seidel_matrix_ref (seidel_document_get_matrix (document));
  job->natural =
    seidel_matrix_ref (seidel_document_get_matrix (seidel_document_get_natural (document)));
  if (seidel_document_get_solved_structure (document) != NULL)
    job->structure = seidel_structure_ref (seidel_document_get_solved_structure (document));
  for (int d = 0; d < 2; d++)
    {
      SeidelSchedule *schedule = seidel_document_get_solved_schedule (document, d);

      job->schedules[d] = schedule != NULL ? seidel_schedule_ref (schedule) : NULL;
    }
  job->options = *options;
  seidel_vector_spec_copy (&job->rhs, rhs);
  seidel_vector_spec_copy (&job->guess, guess);
  job->stop = g_cancellable_new ();
  job->skip_verification = g_cancellable_new ();
  return job;
}

static void
job_free (gpointer data)
{
  Job *job = data;

  seidel_matrix_unref (job->matrix);
  seidel_matrix_unref (job->natural);
  g_clear_pointer (&job->structure, seidel_structure_unref);
  g_clear_pointer (&job->schedules[0], seidel_schedule_unref);
  g_clear_pointer (&job->schedules[1], seidel_schedule_unref);
  seidel_vector_spec_clear (&job->rhs);
  seidel_vector_spec_clear (&job->guess);
  g_clear_pointer (&job->trace, seidel_trace_unref);
  g_clear_object (&job->stop);
  g_clear_object (&job->skip_verification);
  g_clear_pointer (&job->record, seidel_record_unref);
  g_free (job);
}

static SeidelOutcome *
solve (Job *job, GError **error)
{
  g_autoptr (SeidelProblem) problem =
    seidel_problem_new_from_specs (job->matrix, &job->rhs, &job->guess, seidel_load_vector,
                                   job->stop, error);

  if (problem == NULL)
    return NULL;
  seidel_problem_set_analyses (problem, job->structure, job->schedules[0], job->schedules[1]);
  return seidel_solve (problem, &job->options, job->trace, job->stop, job->skip_verification,
                       error);
}

static gpointer
run_thread (gpointer data)
{
  g_autoptr (GTask) task = data;
  Job *job = g_task_get_task_data (task);
  const gint64 begun = g_get_real_time () / G_USEC_PER_SEC;
  g_autoptr (GError) error = NULL;
  SeidelOutcome *outcome = solve (job, &error);

  if (outcome == NULL)
    seidel_trace_set_state (job->trace, SEIDEL_RUN_FINISHED);
  job->record = seidel_record_new (&(SeidelRecordFacts){
    .matrix = job->matrix,
    .fingerprint = seidel_fingerprint_new (job->natural, job->skip_verification),
    .rhs = &job->rhs,
    .guess = &job->guess,
    .options = &job->options,
    .trace = job->trace,
    .outcome = outcome,
    .error = error,
    .begun = begun,
  });
  g_task_return_boolean (task, outcome != NULL);
  return NULL;
}

static SeidelRunItem *
nth (SeidelRunList *self, guint i)
{
  return g_ptr_array_index (self->items, i);
}

static unsigned int
find_differing (SeidelRunList *self)
{
  unsigned int differing = 0;

  for (guint i = 1; i < self->items->len; i++)
    differing |= seidel_run_title_compare (seidel_run_item_get_parts (nth (self, 0)),
                                           seidel_run_item_get_parts (nth (self, i)));
  return differing;
}

/* Each run is named by what sets it apart from the others. */
static void
match_names (SeidelRunList *self)
{
  unsigned int differing = find_differing (self);

  if (self->naming)
    return;
  self->naming = TRUE;
  for (guint i = 0; i < self->items->len; i++)
    seidel_run_item_set_differing (nth (self, i), differing, self->items->len == 1);
  self->naming = FALSE;
}

/* The thread is over, or about to be: everything it wrote is taken over. */
static void
end_live (SeidelRunList *self)
{
  g_autoptr (SeidelRunItem) item = g_steal_pointer (&self->live);
  g_autoptr (GTask) task = g_steal_pointer (&self->task);
  Job *job = g_task_get_task_data (task);

  g_thread_join (g_steal_pointer (&self->thread));
  g_clear_handle_id (&self->poll_id, g_source_remove);
  job->list = NULL;
  /* Its last title comes with the end, which is signalled once. */
  self->naming = TRUE;
  seidel_run_item_finish (item, g_steal_pointer (&job->record));
  self->naming = FALSE;
  match_names (self);
}

static void
finished_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (SeidelRunList) self = NULL;

  if (job->list == NULL)
    return;
  self = g_object_ref (job->list);
  end_live (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIVE]);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static gboolean
poll_cb (gpointer data)
{
  SeidelRunList *self = data;

  seidel_run_item_poll (self->live);
  return G_SOURCE_CONTINUE;
}

static void
title_changed_cb (SeidelRunItem *item, GParamSpec *pspec, SeidelRunList *self)
{
  if (self->naming)
    return;
  match_names (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* What is shown of it, or noted on it. */
static void
label_changed_cb (SeidelRunItem *item, GParamSpec *pspec, SeidelRunList *self)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* The first colour that no run in the list has, or the next in turn when all are taken. */
static guint
choose_color (SeidelRunList *self)
{
  for (guint color = 0; color < self->items->len; color++)
    {
      gboolean taken = FALSE;

      for (guint i = 0; i < self->items->len && !taken; i++)
        taken = seidel_run_item_get_color_index (nth (self, i)) == color;
      if (!taken)
        return color;
    }
  return self->items->len;
}

static void
connect_item (SeidelRunList *self, SeidelRunItem *item)
{
  g_signal_connect_object (item, "notify::visible", G_CALLBACK (label_changed_cb), self, 0);
  g_signal_connect_object (item, "notify::title", G_CALLBACK (title_changed_cb), self, 0);
  g_signal_connect_object (item, "notify::note", G_CALLBACK (label_changed_cb), self, 0);
}

static void
insert (SeidelRunList *self, guint position, SeidelRunItem *item)
{
  g_ptr_array_insert (self->items, (int) position, g_object_ref (item));
  connect_item (self, item);
  match_names (self);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);
  if (item == self->live)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIVE]);
  seidel_run_list_set_selected (self, item);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

SeidelRunItem *
seidel_run_list_start (SeidelRunList *self,
                       SeidelDocument *document,
                       const SeidelOptions *options,
                       const SeidelVectorSpec *rhs,
                       const SeidelVectorSpec *guess,
                       GError **error)
{
  g_autoptr (SeidelRunItem) item = NULL;
  g_autoptr (GTask) task = NULL;
  Job *job;

  g_return_val_if_fail (SEIDEL_IS_RUN_LIST (self), NULL);
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT (document), NULL);

  if (self->live != NULL)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                   _ ("Run %u is still in progress: stop it first"),
                   seidel_run_item_get_number (self->live));
      return NULL;
    }

  job = job_new (self, document, options, rhs, guess);
  item = seidel_run_item_new (&(SeidelRunItemSetup){
    .number = self->started + 1,
    .color_index = choose_color (self),
    .document = document,
    .options = options,
    .rhs = rhs,
    .stop = job->stop,
    .skip_verification = job->skip_verification,
  });
  job->trace = seidel_trace_ref (seidel_run_item_get_trace (item));

  task = g_task_new (NULL, NULL, finished_cb, NULL);
  g_task_set_source_tag (task, seidel_run_list_start);
  g_task_set_priority (task, G_PRIORITY_DEFAULT);
  g_task_set_task_data (task, job, job_free);
  self->thread = g_thread_try_new ("seidel-run", run_thread, g_object_ref (task), error);
  if (self->thread == NULL)
    {
      job->list = NULL;
      g_task_return_boolean (task, FALSE);
      g_object_unref (task);
      return NULL;
    }

  self->started++;
  self->task = g_steal_pointer (&task);
  self->live = g_object_ref (item);
  self->poll_id = g_timeout_add (POLL_MILLISECONDS, poll_cb, self);
  insert (self, self->items->len, item);
  return item;
}

SeidelRunItem *
seidel_run_list_get_live (SeidelRunList *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_LIST (self), NULL);
  return self->live;
}

SeidelRunItem *
seidel_run_list_get_selected (SeidelRunList *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_LIST (self), NULL);
  return self->selected;
}

void
seidel_run_list_set_selected (SeidelRunList *self, SeidelRunItem *item)
{
  g_return_if_fail (SEIDEL_IS_RUN_LIST (self));
  g_return_if_fail (item == NULL || g_ptr_array_find (self->items, item, NULL));

  if (self->selected == item)
    return;
  self->selected = item;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

void
seidel_run_list_remove (SeidelRunList *self, SeidelRunItem *item)
{
  g_autoptr (SeidelRunItem) removed = NULL;
  guint position;

  g_return_if_fail (SEIDEL_IS_RUN_LIST (self));
  g_return_if_fail (item != self->live);

  if (!g_ptr_array_find (self->items, item, &position))
    return;
  removed = g_object_ref (item);
  g_signal_handlers_disconnect_by_data (item, self);
  g_ptr_array_remove_index (self->items, position);
  match_names (self);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
  if (self->selected == item)
    {
      guint next = MIN (position, MAX (self->items->len, 1) - 1);

      self->selected = self->items->len > 0 ? g_ptr_array_index (self->items, next) : NULL;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
    }
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

void
seidel_run_list_put_back (SeidelRunList *self, SeidelRunItem *item)
{
  guint position = 0;

  g_return_if_fail (SEIDEL_IS_RUN_LIST (self));
  g_return_if_fail (SEIDEL_IS_RUN_ITEM (item));

  if (g_ptr_array_find (self->items, item, NULL))
    return;
  while (position < self->items->len
         && seidel_run_item_get_number (nth (self, position)) < seidel_run_item_get_number (item))
    position++;
  insert (self, position, item);
}

/* All at once: one change of the list, however many there are. */
void
seidel_run_list_add_kept (SeidelRunList *self, GPtrArray *entries)
{
  const guint position = self->items->len;

  g_return_if_fail (SEIDEL_IS_RUN_LIST (self));

  if (entries->len == 0)
    return;
  for (guint i = 0; i < entries->len; i++)
    {
      SeidelRunItem *item = seidel_run_item_new_kept (entries->pdata[i]);

      self->started = MAX (self->started, seidel_run_item_get_number (item));
      g_ptr_array_add (self->items, item);
      connect_item (self, item);
    }
  match_names (self);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, entries->len);
  seidel_run_list_set_selected (self, nth (self, self->items->len - 1));
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

char *
seidel_run_list_describe_common (SeidelRunList *self)
{
  const SeidelRunTitle *first;
  unsigned int parts;

  g_return_val_if_fail (SEIDEL_IS_RUN_LIST (self), NULL);

  if (self->items->len < 2)
    return NULL;
  first = seidel_run_item_get_parts (nth (self, 0));
  parts = (~first->usual | 1u << SEIDEL_RUN_PART_MATRIX) & ~find_differing (self);
  return seidel_run_title_join (first, parts);
}

/* Ends a live run first: it stops within 100 ms, and nothing of it may outlive the list. */
static void
seidel_run_list_dispose (GObject *object)
{
  SeidelRunList *self = SEIDEL_RUN_LIST (object);

  if (self->live != NULL)
    {
      seidel_run_item_stop (self->live);
      seidel_run_item_stop (self->live); /* without verification */
      end_live (self);
    }

  G_OBJECT_CLASS (seidel_run_list_parent_class)->dispose (object);
}

static void
seidel_run_list_finalize (GObject *object)
{
  SeidelRunList *self = SEIDEL_RUN_LIST (object);

  g_clear_pointer (&self->items, g_ptr_array_unref);

  G_OBJECT_CLASS (seidel_run_list_parent_class)->finalize (object);
}

static void
seidel_run_list_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  SeidelRunList *self = SEIDEL_RUN_LIST (object);

  switch (prop_id)
    {
    case PROP_LIVE:
      g_value_set_object (value, self->live);
      break;
    case PROP_SELECTED:
      g_value_set_object (value, self->selected);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
seidel_run_list_set_property (GObject *object,
                              guint prop_id,
                              const GValue *value,
                              GParamSpec *pspec)
{
  if (prop_id == PROP_SELECTED)
    seidel_run_list_set_selected (SEIDEL_RUN_LIST (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
seidel_run_list_class_init (SeidelRunListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags read = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY;

  object_class->dispose = seidel_run_list_dispose;
  object_class->finalize = seidel_run_list_finalize;
  object_class->get_property = seidel_run_list_get_property;
  object_class->set_property = seidel_run_list_set_property;

  properties[PROP_LIVE] = g_param_spec_object ("live", NULL, NULL, SEIDEL_TYPE_RUN_ITEM, read);
  properties[PROP_SELECTED] =
    g_param_spec_object ("selected", NULL, NULL, SEIDEL_TYPE_RUN_ITEM, read | G_PARAM_WRITABLE);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
seidel_run_list_init (SeidelRunList *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
}

SeidelRunList *
seidel_run_list_new (void)
{
  return g_object_new (SEIDEL_TYPE_RUN_LIST, NULL);
}
