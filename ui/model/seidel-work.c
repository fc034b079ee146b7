/* A job on a worker, while it goes on: what is worked on, how far it is, and how to end it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-work.h"

G_DEFINE_FINAL_TYPE (SeidelWork, seidel_work, G_TYPE_OBJECT)

static void
seidel_work_finalize (GObject *object)
{
  SeidelWork *self = SEIDEL_WORK (object);

  g_free (self->name);
  g_object_unref (self->cancellable);

  G_OBJECT_CLASS (seidel_work_parent_class)->finalize (object);
}

static void
seidel_work_class_init (SeidelWorkClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = seidel_work_finalize;
}

static void
seidel_work_init (SeidelWork *self)
{
  self->progress = (SeidelProgress) SEIDEL_PROGRESS_INIT;
  self->cancellable = g_cancellable_new ();
}

SeidelWork *
seidel_work_new (const char *name, const char *activity)
{
  SeidelWork *self = g_object_new (SEIDEL_TYPE_WORK, NULL);

  self->name = g_strdup (name);
  self->activity = activity;
  return self;
}
