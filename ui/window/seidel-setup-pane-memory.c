/* What a run takes of memory, told while it is set up.
 *
 * A device is asked for what is free by a worker: its first answer takes as long as waking it up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-setup-pane-private.h"

/* An answer counts so long; other programs use the device, too. */
#define ANSWER_COUNTS (3 * G_TIME_SPAN_SECOND)

struct SeidelSetupPaneMemory
{
  SeidelMemoryNeed need;
  const SeidelEngine *needing; /* the engine that is going to run; NULL: nothing can be told */
  SeidelMemoryRoom room;
  const SeidelEngine *engine; /* whose room it is; NULL: not known */
  gint64 answered;            /* monotonic time */
  gboolean asking;
};

static void
show (SeidelSetupPane *self)
{
  SeidelSetupPaneMemory *memory = self->memory;
  bool told = memory->engine == memory->needing;
  g_autofree char *text = NULL;
  g_autofree char *label = NULL;
  bool fits = true;

  gtk_widget_set_visible (GTK_WIDGET (self->memory_label), memory->needing != NULL);
  if (memory->needing == NULL)
    return;
  text = seidel_memory_need_describe (&memory->need, told ? &memory->room : NULL);
  if (told)
    fits = memory->need.device <= memory->room.device && memory->need.host <= memory->room.host;
  label = g_strdup_printf (fits ? "Needs %s" : "Does not fit into memory: needs %s", text);
  gtk_label_set_label (self->memory_label, label);
  if (fits)
    gtk_widget_remove_css_class (GTK_WIDGET (self->memory_label), "warning");
  else
    gtk_widget_add_css_class (GTK_WIDGET (self->memory_label), "warning");
}

static void
ask_thread (GTask *task, gpointer source, gpointer engine, GCancellable *cancellable)
{
  SeidelMemoryRoom *room = g_new (SeidelMemoryRoom, 1);

  seidel_memory_room_init (room, engine);
  g_task_return_pointer (task, room, g_free);
}

static void
take_room (SeidelSetupPane *self, const SeidelEngine *engine, const SeidelMemoryRoom *room)
{
  self->memory->room = *room;
  self->memory->engine = engine;
  self->memory->answered = g_get_monotonic_time ();
}

static void ask (SeidelSetupPane *self);

static void
ask_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  SeidelSetupPane *self = SEIDEL_SETUP_PANE (source);
  const SeidelEngine *engine = g_task_get_task_data (G_TASK (result));
  g_autofree SeidelMemoryRoom *room = g_task_propagate_pointer (G_TASK (result), NULL);

  self->memory->asking = FALSE;
  take_room (self, engine, room);
  /* The window may be gone by now. */
  if (self->signals == NULL)
    return;
  ask (self);
  show (self);
}

/* Asks the engine that is going to run, unless it has answered just now. */
static void
ask (SeidelSetupPane *self)
{
  SeidelSetupPaneMemory *memory = self->memory;
  const SeidelEngine *engine = memory->needing;
  g_autoptr (GTask) task = NULL;
  SeidelMemoryRoom room;

  if (engine == NULL || memory->asking
      || (memory->engine == engine && g_get_monotonic_time () - memory->answered < ANSWER_COUNTS))
    return;
  if (engine->device.memory == NULL)
    {
      seidel_memory_room_init (&room, engine);
      take_room (self, engine, &room);
      return;
    }
  memory->asking = TRUE;
  task = g_task_new (self, NULL, ask_cb, NULL);
  g_task_set_task_data (task, (gpointer) engine, NULL);
  g_task_run_in_thread (task, ask_thread);
}

void
seidel_setup_pane_update_memory (SeidelSetupPane *self, const SeidelOptions *options)
{
  SeidelStructure *structure = seidel_setup_pane_get_structure (self);

  if (self->memory == NULL)
    self->memory = g_new0 (SeidelSetupPaneMemory, 1);
  self->memory->needing = NULL;
  if (structure != NULL && self->problem == NULL)
    {
      const SeidelPlanFacts facts = {
        .options = options,
        .matrix = seidel_document_get_matrix (self->document)->csr,
        .structure = structure,
        .schedules = { seidel_document_get_schedule (self->document, SEIDEL_DIRECTION_FORWARD),
                       seidel_document_get_schedule (self->document, SEIDEL_DIRECTION_BACKWARD) },
      };
      g_autoptr (SeidelPlan) plan = seidel_plan_new (&facts);

      if (plan->has_need)
        {
          self->memory->need = plan->need;
          self->memory->needing = plan->engine;
        }
    }
  ask (self);
  show (self);
}
