/* Starting runs, one after the other or side by side, and following them until they end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-run-list-private.h"

#include <glib/gi18n.h>

#include "base/seidel-error.h"
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

/* A run that begins when the one before has ended. */
typedef struct
{
  SeidelDocument *document;
  SeidelOptions options;
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;
} Waiting;

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;

  g_object_unref (waiting->document);
  seidel_vector_spec_clear (&waiting->rhs);
  seidel_vector_spec_clear (&waiting->guess);
  g_free (waiting);
}

static Live *
nth_live (SeidelRunList *self, guint i)
{
  return g_ptr_array_index (self->live, i);
}

SeidelRunItem *
seidel_run_list_end_live (SeidelRunList *self, guint i)
{
  g_autofree Live *live = g_ptr_array_steal_index (self->live, i);

  if (self->live->len == 0)
    g_clear_handle_id (&self->poll_id, g_source_remove);
  /* Its last title comes with the end, which is signalled once. */
  self->naming = TRUE;
  seidel_run_item_finish (live->item, seidel_run_job_end (live->job));
  self->naming = FALSE;
  seidel_run_list_match_names (self);
  return live->item;
}

static void
end_race (SeidelRunList *self)
{
  g_autoptr (GPtrArray) race = g_steal_pointer (&self->race);

  self->race = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_emit_by_name (self, "race-ended", race->pdata[0], race->pdata[1]);
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
      item = seidel_run_list_end_live (self, i);
  g_object_notify (G_OBJECT (self), "live");
  g_signal_emit_by_name (self, "changed");
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

/* The first colour that no run in the list has, or the next in turn when all are taken. */
static guint
choose_color (SeidelRunList *self)
{
  for (guint color = 0; color < self->items->len; color++)
    {
      gboolean taken = FALSE;

      for (guint i = 0; i < self->items->len && !taken; i++)
        taken = seidel_run_item_get_color_index (self->items->pdata[i]) == color;
      if (!taken)
        return color;
    }
  return self->items->len;
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
  seidel_run_list_insert (self, self->items->len, item);
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
  g_object_notify (G_OBJECT (self), "live");
  seidel_run_list_set_selected (self, item);
  g_signal_emit_by_name (self, "changed");
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
