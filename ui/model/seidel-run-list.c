/* The runs of a window, newest last: a GListModel of SeidelRunItem that survives the matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-run-list.h"

#include <glib/gi18n.h>

#include "base/seidel-error.h"
#include "model/seidel-class.h"
#include "model/seidel-run-check.h"
#include "model/seidel-run-item-private.h"
#include "model/seidel-run-job.h"
#include "solve/seidel-race.h"

#define POLL_MILLISECONDS 100

/* A run in progress. */
typedef struct
{
  SeidelRunItem *item;
  SeidelRunJob *job;
} Live;

struct _SeidelRunList
{
  GObject parent_instance;

  GPtrArray *items;
  guint started;
  SeidelRunItem *selected; /* borrowed from items */
  gboolean naming;         /* titles change because of the list */

  GPtrArray *live; /* Live, in the order of starting */
  guint poll_id;   /* while there are any */
  GPtrArray *race; /* SeidelRunItem: those of a race, until all have ended; else empty */

  SeidelReuse *reuse; /* what the last run left */
  GQueue waiting;     /* Waiting, to be started one after the other */
};

/* A run that begins when the one before has ended. */
typedef struct
{
  SeidelDocument *document;
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
} Waiting;

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
  SIGNAL_RACE_ENDED,
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

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;

  g_object_unref (waiting->document);
  seidel_vector_spec_clear (&waiting->rhs);
  seidel_vector_spec_clear (&waiting->guess);
  g_free (waiting);
}

static gpointer
forget_thread (gpointer reuse)
{
  seidel_reuse_unref (reuse);
  return NULL;
}

/* Factors may take a while to free. A run that is live has a reference of its own. */
static void
give_back (SeidelReuse *reuse)
{
  GThread *thread = g_thread_try_new ("seidel-forget", forget_thread, reuse, NULL);

  if (thread != NULL)
    g_thread_unref (thread);
  else
    seidel_reuse_unref (reuse);
}

void
seidel_run_list_forget (SeidelRunList *self)
{
  g_return_if_fail (SEIDEL_IS_RUN_LIST (self));

  give_back (self->reuse);
  self->reuse = seidel_reuse_new ();
}

static Live *
nth_live (SeidelRunList *self, guint i)
{
  return g_ptr_array_index (self->live, i);
}

/* The thread is over, or about to be: everything it wrote is taken over. Returns the run. */
static SeidelRunItem *
end_live (SeidelRunList *self, guint i)
{
  g_autofree Live *live = g_ptr_array_steal_index (self->live, i);

  if (self->live->len == 0)
    g_clear_handle_id (&self->poll_id, g_source_remove);
  /* Its last title comes with the end, which is signalled once. */
  self->naming = TRUE;
  seidel_run_item_finish (live->item, seidel_run_job_end (live->job));
  self->naming = FALSE;
  match_names (self);
  return live->item;
}

static void
end_race (SeidelRunList *self)
{
  g_autoptr (GPtrArray) race = g_steal_pointer (&self->race);

  self->race = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_emit (self, signals[SIGNAL_RACE_ENDED], 0, race->pdata[0], race->pdata[1]);
}

/* One that was stopped leaves nothing to wait for. */
static void
start_waiting (SeidelRunList *self)
{
  Waiting *waiting = g_queue_pop_head (&self->waiting);

  if (waiting == NULL)
    return;
  seidel_run_list_start (self, waiting->document, &waiting->options, &waiting->rhs, &waiting->guess,
                         NULL);
  waiting_free (waiting);
}

static void
ended_cb (SeidelRunJob *job, gpointer data)
{
  g_autoptr (SeidelRunList) self = g_object_ref (data);
  g_autoptr (SeidelRunItem) item = NULL;

  for (guint i = 0; i < self->live->len && item == NULL; i++)
    if (nth_live (self, i)->job == job)
      item = end_live (self, i);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIVE]);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  if (self->live->len == 0 && self->race->len > 0)
    end_race (self);
  if (self->live->len == 0)
    start_waiting (self);
}

static gboolean
poll_cb (gpointer data)
{
  SeidelRunList *self = data;

  for (guint i = 0; i < self->live->len; i++)
    seidel_run_item_poll (nth_live (self, i)->item);
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
  if (seidel_run_item_get_live (item))
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIVE]);
  seidel_run_list_set_selected (self, item);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* Whether a run can be started. */
static gboolean
check_idle (SeidelRunList *self, GError **error)
{
  if (self->live->len == 0)
    return TRUE;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
               _ ("Run %u is still in progress: stop it first"),
               seidel_run_item_get_number (nth_live (self, 0)->item));
  return FALSE;
}

/* Takes the job, which has begun. */
static void
follow (SeidelRunList *self, SeidelRunItem *item, SeidelRunJob *job)
{
  Live *live = g_new0 (Live, 1);

  live->item = g_object_ref (item);
  live->job = job;
  g_ptr_array_add (self->live, live);
  if (self->poll_id == 0)
    self->poll_id = g_timeout_add (POLL_MILLISECONDS, poll_cb, self);
}

static SeidelRunItem *
begin (SeidelRunList *self,
       SeidelRunStart *start,
       SeidelDocument *document,
       const SeidelOptions *options,
       const SeidelVectorSpec *rhs,
       SeidelReuse *reuse,
       GError **error)
{
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  g_autoptr (GCancellable) skip_verification = g_cancellable_new ();
  g_autoptr (SeidelRunJob) job =
    seidel_run_job_new (start, options, reuse, stop, skip_verification);
  g_autoptr (SeidelRunItem) item = seidel_run_item_new (&(SeidelRunItemSetup){
    .number = self->started + 1,
    .color_index = choose_color (self),
    .document = document,
    .options = options,
    .rhs = rhs,
    .stop = stop,
    .skip_verification = skip_verification,
  });

  if (!seidel_run_job_begin (job, seidel_run_item_get_trace (item), ended_cb, self, error))
    return NULL;
  follow (self, item, g_steal_pointer (&job));
  self->started++;
  insert (self, self->items->len, item);
  return item;
}

SeidelRunItem *
seidel_run_list_start (SeidelRunList *self,
                       SeidelDocument *document,
                       const SeidelOptions *options,
                       const SeidelVectorSpec *rhs,
                       const SeidelVectorSpec *guess,
                       GError **error)
{
  g_autoptr (SeidelRunStart) start = NULL;

  g_return_val_if_fail (SEIDEL_IS_RUN_LIST (self), NULL);
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT (document), NULL);

  if (!check_idle (self, error))
    return NULL;
  start = seidel_run_start_new (document, rhs, guess);
  return begin (self, start, document, options, rhs, self->reuse, error);
}

gboolean
seidel_run_list_start_several (SeidelRunList *self,
                               SeidelDocument *document,
                               const SeidelOptions *options,
                               const SeidelVectorSpec *rhs,
                               gsize n,
                               const SeidelVectorSpec *guess,
                               GError **error)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_LIST (self), FALSE);
  g_return_val_if_fail (n > 0, FALSE);

  if (seidel_run_list_start (self, document, options, &rhs[0], guess, error) == NULL)
    return FALSE;
  for (gsize i = 1; i < n; i++)
    {
      Waiting *waiting = g_new0 (Waiting, 1);

      waiting->document = g_object_ref (document);
      waiting->options = *options;
      seidel_vector_spec_copy (&waiting->rhs, &rhs[i]);
      seidel_vector_spec_copy (&waiting->guess, guess);
      g_queue_push_tail (&self->waiting, waiting);
    }
  return TRUE;
}

gboolean
seidel_run_list_is_unfinished (SeidelRunItem *item)
{
  const SeidelOutcome *outcome = item != NULL ? seidel_run_item_get_outcome (item) : NULL;

  return outcome != NULL && outcome->computed && outcome->x != NULL
         && (outcome->reason == SEIDEL_REASON_CANCELLED
             || outcome->reason == SEIDEL_REASON_ITERATION_LIMIT
             || outcome->reason == SEIDEL_REASON_TIME_LIMIT);
}

gboolean
seidel_run_list_can_resume (SeidelRunItem *item, SeidelDocument *document)
{
  return document != NULL && seidel_run_list_is_unfinished (item)
         && seidel_run_check_is_of (item, document)
         && seidel_run_item_get_record (item)->matrix.columns
              == seidel_document_get_matrix (document)->csr->columns;
}

gboolean
seidel_run_list_resume (SeidelRunList *self,
                        SeidelRunItem *item,
                        SeidelDocument *document,
                        GError **error)
{
  SeidelRecord *record = seidel_run_item_get_record (item);
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  g_autoptr (GCancellable) skip_verification = g_cancellable_new ();
  g_autoptr (SeidelRunStart) start = NULL;
  g_autoptr (SeidelRunJob) job = NULL;
  SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };

  g_return_val_if_fail (SEIDEL_IS_RUN_LIST (self), FALSE);
  g_return_val_if_fail (seidel_run_list_can_resume (item, document), FALSE);

  if (!check_idle (self, error))
    return FALSE;
  /* The record is to name the guess that the run began with. */
  seidel_vector_spec_parse (record->guess, SEIDEL_VECTOR_ROLE_GUESS, &guess, NULL);
  start = seidel_run_start_new (document, seidel_run_item_get_rhs (item), &guess);
  seidel_vector_spec_clear (&guess);
  seidel_run_start_set_resumed (start, record);
  job = seidel_run_job_new (start, &record->options, self->reuse, stop, skip_verification);
  if (!seidel_run_job_begin (job, seidel_run_item_get_trace (item), ended_cb, self, error))
    return FALSE;
  follow (self, item, g_steal_pointer (&job));
  seidel_run_item_resume (item, document, stop, skip_verification);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIVE]);
  seidel_run_list_set_selected (self, item);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  return TRUE;
}

gboolean
seidel_run_list_start_race (SeidelRunList *self,
                            SeidelDocument *document,
                            const SeidelOptions options[2],
                            const SeidelVectorSpec *rhs,
                            const SeidelVectorSpec *guess,
                            GError **error)
{
  g_autoptr (SeidelRunStart) start = NULL;
  SeidelOptions shared[2] = { options[0], options[1] };

  g_return_val_if_fail (SEIDEL_IS_RUN_LIST (self), FALSE);
  g_return_val_if_fail (SEIDEL_IS_DOCUMENT (document), FALSE);

  if (!check_idle (self, error))
    return FALSE;
  seidel_race_share_threads (&shared[0], &shared[1]);
  start = seidel_run_start_new (document, rhs, guess);
  for (int i = 0; i < 2; i++)
    {
      /* Each from nothing: the one that took over what there is would have a start. */
      SeidelRunItem *item = begin (self, start, document, &shared[i], rhs, NULL, error);

      if (item == NULL)
        {
          g_ptr_array_set_size (self->race, 0);
          seidel_run_list_stop (self);
          return FALSE;
        }
      g_ptr_array_add (self->race, g_object_ref (item));
    }
  return TRUE;
}

SeidelRunItem *
seidel_run_list_get_live (SeidelRunList *self)
{
  g_return_val_if_fail (SEIDEL_IS_RUN_LIST (self), NULL);
  return self->live->len > 0 ? nth_live (self, self->live->len - 1)->item : NULL;
}

void
seidel_run_list_stop (SeidelRunList *self)
{
  g_return_if_fail (SEIDEL_IS_RUN_LIST (self));

  g_queue_clear_full (&self->waiting, waiting_free);
  for (guint i = 0; i < self->live->len; i++)
    seidel_run_item_stop (nth_live (self, i)->item);
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
  g_return_if_fail (!seidel_run_item_get_live (item));

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

/* Ends live runs first: they stop within 100 ms, and nothing of them may outlive the list. */
static void
seidel_run_list_dispose (GObject *object)
{
  SeidelRunList *self = SEIDEL_RUN_LIST (object);

  seidel_run_list_stop (self);
  seidel_run_list_stop (self); /* without verification */
  while (self->live->len > 0)
    g_object_unref (end_live (self, 0));
  g_ptr_array_set_size (self->race, 0);

  G_OBJECT_CLASS (seidel_run_list_parent_class)->dispose (object);
}

static void
seidel_run_list_finalize (GObject *object)
{
  SeidelRunList *self = SEIDEL_RUN_LIST (object);

  g_clear_pointer (&self->items, g_ptr_array_unref);
  g_clear_pointer (&self->live, g_ptr_array_unref);
  g_clear_pointer (&self->reuse, give_back);
  g_clear_pointer (&self->race, g_ptr_array_unref);

  G_OBJECT_CLASS (seidel_run_list_parent_class)->finalize (object);
}

static void
seidel_run_list_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  SeidelRunList *self = SEIDEL_RUN_LIST (object);

  switch (prop_id)
    {
    case PROP_LIVE:
      g_value_set_object (value, seidel_run_list_get_live (self));
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

  signals[SIGNAL_CHANGED] = seidel_class_add_signal (klass, "changed", 0);
  signals[SIGNAL_RACE_ENDED] =
    seidel_class_add_signal (klass, "race-ended", 2, SEIDEL_TYPE_RUN_ITEM, SEIDEL_TYPE_RUN_ITEM);
}

static void
seidel_run_list_init (SeidelRunList *self)
{
  self->reuse = seidel_reuse_new ();
  g_queue_init (&self->waiting);
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->live = g_ptr_array_new ();
  self->race = g_ptr_array_new_with_free_func (g_object_unref);
}

SeidelRunList *
seidel_run_list_new (void)
{
  return g_object_new (SEIDEL_TYPE_RUN_LIST, NULL);
}
