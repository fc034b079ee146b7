/* Finding what the machine can reach.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-levels-machine.h"

#include "engine/seidel-engines.h"
#include "io/cache/seidel-cache.h"

struct SeidelLevelsMachine
{
  SeidelLevelsPicture *picture;
  void (*changed) (gpointer data);
  gpointer data;
  const SeidelEngine *asked; /* whose device was asked, or is being; borrowed */
  int asked_device;          /* its number */
  SeidelDeviceCapacity device;
  GCancellable *cancellable; /* of the worker, or NULL */
};

SeidelLevelsMachine *
seidel_levels_machine_new (SeidelLevelsPicture *picture,
                           void (*changed) (gpointer data),
                           gpointer data)
{
  SeidelLevelsMachine *self = g_new0 (SeidelLevelsMachine, 1);

  self->picture = picture;
  self->changed = changed;
  self->data = data;
  return self;
}

static void
cancel (SeidelLevelsMachine *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

void
seidel_levels_machine_free (SeidelLevelsMachine *self)
{
  cancel (self);
  g_free (self);
}

static void
show (SeidelLevelsMachine *self)
{
  seidel_levels_picture_set_machine (self->picture, seidel_machine_known (), &self->device);
}

/* A device of an engine, which is asked. */
typedef struct
{
  const SeidelEngine *engine; /* NULL: the host is measured */
  int device;
} Asked;

static void
find_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Asked *asked = data;
  SeidelMachine machine;
  GError *error = NULL;

  if (asked->engine != NULL)
    {
      SeidelDeviceCapacity *capacity = g_new0 (SeidelDeviceCapacity, 1);

      asked->engine->device.capacity (asked->device, capacity);
      g_task_return_pointer (task, capacity, g_free);
    }
  else if (seidel_machine_here (&machine, NULL, cancellable, &error))
    g_task_return_pointer (task, NULL, NULL);
  else
    g_task_return_error (task, error);
}

/* A cancelled one may have outlived what asked for it. */
static void
found_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree SeidelDeviceCapacity *capacity = g_task_propagate_pointer (G_TASK (result), &error);
  SeidelLevelsMachine *self = data;

  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result))))
    return;
  g_clear_object (&self->cancellable);
  if (capacity != NULL)
    self->device = *capacity;
  show (self);
  self->changed (self->data);
}

static void
find (SeidelLevelsMachine *self, const SeidelEngine *engine, int device)
{
  const Asked asked = { engine, device };
  g_autoptr (GTask) task = NULL;

  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, found_cb, self);
  g_task_set_source_tag (task, find);
  g_task_set_task_data (task, g_memdup2 (&asked, sizeof asked), g_free);
  g_task_run_in_thread (task, find_thread);
}

/* The engine of a run, if it was opened. */
static const SeidelEngine *
engine_of (SeidelRunItem *run)
{
  const SeidelEngineEntryInfo *info =
    run != NULL ? seidel_engines_find (seidel_run_item_get_options (run)->engine) : NULL;

  return info != NULL ? info->engine : NULL;
}

void
seidel_levels_machine_follow (SeidelLevelsMachine *self, SeidelRunItem *run, gboolean busy)
{
  const SeidelEngine *engine = engine_of (run);

  if (engine == NULL || busy)
    cancel (self);
  if (engine == NULL)
    return;
  show (self);
  if (busy || self->cancellable != NULL)
    return;
  if (engine->uses_threads && seidel_machine_known () == NULL && seidel_cache_limit () > 0)
    find (self, NULL, 0);
  else if (engine->device.capacity != NULL
           && (self->asked != engine
               || self->asked_device != seidel_run_item_get_options (run)->device))
    {
      self->asked = engine;
      self->asked_device = seidel_run_item_get_options (run)->device;
      find (self, engine, self->asked_device);
    }
}
