/* A run while it is live: what is shown of it follows its trace, until it has a record.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-run-item-members.h"

#include <math.h>
#include <glib/gi18n.h>

#include "draw/seidel-translate.h"

char *
seidel_run_item_make_status (SeidelRunItem *self)
{
  if (seidel_run_item_get_outcome (self) != NULL)
    return g_strdup (
      seidel_translate (seidel_reason_name (seidel_run_item_get_outcome (self)->reason)));
  if (!self->live)
    return g_strdup (g_cancellable_is_cancelled (self->stop) ? _ ("Stopped before it started")
                                                             : _ ("Could not start"));
  switch (seidel_trace_state (self->trace))
    {
    case SEIDEL_RUN_RUNNING:
      if (g_cancellable_is_cancelled (self->stop))
        return g_strdup (_ ("Stopping…"));
      if (seidel_trace_phase (self->trace) != SEIDEL_PHASE_SOLVE)
        return g_strdup_printf ("%s…", seidel_translate (
                                         seidel_phase_name (seidel_trace_phase (self->trace))));
      return g_strdup (seidel_translate (seidel_reason_name (SEIDEL_REASON_NONE)));
    case SEIDEL_RUN_STOPPED:
    case SEIDEL_RUN_FINISHED:
      return g_strdup (_ ("Verifying…"));
    case SEIDEL_RUN_WAITING:
    default:
      return g_strdup (_ ("Preparing…"));
    }
}

void
seidel_run_item_take_text (SeidelRunItem *self, char **field, char *text, const char *prop)
{
  if (g_strcmp0 (*field, text) == 0)
    {
      g_free (text);
      return;
    }
  g_free (*field);
  *field = text;
  g_object_notify (G_OBJECT (self), prop);
}

static void
set_double (SeidelRunItem *self, double *field, double value, const char *prop)
{
  if (*field == value || (isnan (*field) && isnan (value)))
    return;
  *field = value;
  g_object_notify (G_OBJECT (self), prop);
}

static void
set_iterations (SeidelRunItem *self, gint64 iterations)
{
  if (self->iterations == iterations)
    return;
  self->iterations = iterations;
  g_object_notify (G_OBJECT (self), "iterations");
}

static double
relative_residual (SeidelRunItem *self)
{
  const size_t n = seidel_trace_n_points (self->trace);

  if (seidel_trace_reference (self->trace) <= 0)
    return NAN;
  if (seidel_run_item_get_outcome (self) != NULL)
    return seidel_trace_relative (self->trace, seidel_run_item_get_outcome (self)->true_2);
  return n > 0
           ? seidel_trace_relative (self->trace, seidel_trace_point (self->trace, n - 1).residual)
           : NAN;
}

/* ‖b − A x‖∞ as the run knows it, then as it was verified. */
static double
largest_residual (SeidelRunItem *self)
{
  const size_t n = seidel_trace_n_points (self->trace);

  if (seidel_run_item_get_outcome (self) != NULL)
    return seidel_run_item_get_outcome (self)->true_inf;
  return n > 0 ? seidel_trace_point (self->trace, n - 1).maximum : NAN;
}

/* Of several attempts those of the one that the title names. */
static gint64
count_iterations (SeidelRunItem *self, const SeidelOutcome *outcome)
{
  if (outcome == NULL)
    return seidel_trace_iterations (self->trace);
  return outcome->n_attempts > 1 ? outcome->attempts[outcome->n_attempts - 1].iterations
                                 : outcome->iterations;
}

void
seidel_run_item_poll (SeidelRunItem *self)
{
  const SeidelOutcome *outcome;

  g_return_if_fail (SEIDEL_IS_RUN_ITEM (self));

  outcome = seidel_run_item_get_outcome (self);
  seidel_run_item_update_title (self);
  set_iterations (self, count_iterations (self, outcome));
  set_double (self, &self->seconds,
              outcome != NULL ? outcome->seconds[SEIDEL_PHASE_SOLVE]
                              : seidel_trace_phase_seconds (self->trace, SEIDEL_PHASE_SOLVE),
              "seconds");
  set_double (self, &self->residual, relative_residual (self), "residual");
  set_double (self, &self->maximum, largest_residual (self), "maximum");
  seidel_run_item_take_text (self, &self->status, seidel_run_item_make_status (self), "status");
}

static void
take_schedules_cb (SeidelDocument *document, SeidelRunItem *self)
{
  for (int d = 0; d < 2; d++)
    {
      SeidelSchedule *schedule = seidel_document_get_solved_schedule (document, d);

      if (self->schedules[d] == NULL && schedule != NULL)
        self->schedules[d] = seidel_schedule_ref (schedule);
    }
}

void
seidel_run_item_follow_document (SeidelRunItem *self, SeidelDocument *document)
{
  g_weak_ref_set (&self->natural, seidel_document_get_natural (document));
  g_weak_ref_set (&self->document, document);
  take_schedules_cb (document, self);
  g_signal_handlers_disconnect_by_func (document, take_schedules_cb, self);
  g_signal_connect_object (document, "changed", G_CALLBACK (take_schedules_cb), self, 0);
}

void
seidel_run_item_finish (SeidelRunItem *self, SeidelRecord *record)
{
  g_return_if_fail (SEIDEL_IS_RUN_ITEM (self));
  g_return_if_fail (self->live);

  g_clear_pointer (&self->record, seidel_record_unref);
  self->record = record;
  self->live = FALSE;
  seidel_run_item_poll (self);
  g_object_notify (G_OBJECT (self), "live");
}

void
seidel_run_item_resume (SeidelRunItem *self,
                        SeidelDocument *document,
                        GCancellable *stop,
                        GCancellable *skip_verification)
{
  g_return_if_fail (SEIDEL_IS_RUN_ITEM (self));
  g_return_if_fail (!self->live);

  g_set_object (&self->stop, stop);
  g_set_object (&self->skip_verification, skip_verification);
  seidel_run_item_follow_document (self, document);
  self->live = TRUE;
  seidel_run_item_poll (self);
  g_object_notify (G_OBJECT (self), "live");
}
