/* How much memory is free for an engine.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-memory-watch.h"

#include "model/seidel-class.h"

#define SECONDS_VALID 3 /* of an answer: other programs use the memory, too */

struct _SeidelMemoryWatch
{
  GObject parent_instance;

  SeidelMemoryRoom room;
  const SeidelEngine *engine; /* whose room it is; NULL: none yet */
  int device;                 /* which of its devices */
  gint64 answered;            /* monotonic time */
  gboolean asking;
  guint timeout;
};

G_DEFINE_FINAL_TYPE (SeidelMemoryWatch, seidel_memory_watch, G_TYPE_OBJECT)

static guint answered_signal;

typedef struct
{
  const SeidelEngine *engine;
  int device;
} Asked;

static void
take_room (SeidelMemoryWatch *self, const Asked *asked, const SeidelMemoryRoom *room)
{
  self->room = *room;
  self->engine = asked->engine;
  self->device = asked->device;
  self->answered = g_get_monotonic_time ();
}

static void
ask_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Asked *asked = data;
  SeidelMemoryRoom *room = g_new (SeidelMemoryRoom, 1);

  seidel_memory_room_init (room, asked->engine, asked->device);
  g_task_return_pointer (task, room, g_free);
}

static void
ask_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SeidelMemoryWatch *self = SEIDEL_MEMORY_WATCH (source);
  g_autofree SeidelMemoryRoom *room = g_task_propagate_pointer (G_TASK (result), NULL);

  self->asking = FALSE;
  take_room (self, g_task_get_task_data (G_TASK (result)), room);
  g_signal_emit (self, answered_signal, 0);
}

const SeidelMemoryRoom *
seidel_memory_watch_get (SeidelMemoryWatch *self, const SeidelEngine *engine, int device)
{
  const Asked asked = { engine, device };
  gboolean due = self->engine != engine || self->device != device
                 || g_get_monotonic_time () - self->answered >= SECONDS_VALID * G_TIME_SPAN_SECOND;
  SeidelMemoryRoom room;

  if (due && engine->device.memory == NULL)
    {
      seidel_memory_room_init (&room, engine, device);
      take_room (self, &asked, &room);
    }
  else if (due && !self->asking)
    {
      g_autoptr (GTask) task = g_task_new (self, NULL, ask_cb, NULL);

      self->asking = TRUE;
      g_task_set_task_data (task, g_memdup2 (&asked, sizeof asked), g_free);
      g_task_run_in_thread (task, ask_thread);
    }
  return self->engine == engine && self->device == device ? &self->room : NULL;
}

static gboolean
poll_cb (gpointer data)
{
  g_signal_emit (data, answered_signal, 0);
  return G_SOURCE_CONTINUE;
}

void
seidel_memory_watch_poll (SeidelMemoryWatch *self, gboolean poll)
{
  if (!poll)
    g_clear_handle_id (&self->timeout, g_source_remove);
  else if (self->timeout == 0)
    self->timeout = g_timeout_add_seconds (SECONDS_VALID, poll_cb, self);
}

static void
seidel_memory_watch_dispose (GObject *object)
{
  seidel_memory_watch_poll (SEIDEL_MEMORY_WATCH (object), FALSE);

  G_OBJECT_CLASS (seidel_memory_watch_parent_class)->dispose (object);
}

static void
seidel_memory_watch_class_init (SeidelMemoryWatchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = seidel_memory_watch_dispose;
  answered_signal = seidel_class_add_signal (klass, "answered", 0);
}

static void
seidel_memory_watch_init (SeidelMemoryWatch *self)
{
}

SeidelMemoryWatch *
seidel_memory_watch_new (void)
{
  return g_object_new (SEIDEL_TYPE_MEMORY_WATCH, NULL);
}
