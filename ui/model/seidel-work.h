/* A job on a worker, while it goes on: what is worked on, how far it is, and how to end it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "base/seidel-progress.h"

G_BEGIN_DECLS

/* The worker holds a reference. The progress is for any thread; the rest is for reading. */
#define SEIDEL_TYPE_WORK (seidel_work_get_type ())
G_DECLARE_FINAL_TYPE (SeidelWork, seidel_work, SEIDEL, WORK, GObject)

struct _SeidelWork
{
  GObject parent_instance;

  char *name;           /* of what is worked on */
  const char *activity; /* what is said while the worker has not said anything yet; static */
  SeidelProgress progress;
  GCancellable *cancellable;
};

SeidelWork *seidel_work_new (const char *name, const char *activity);

G_END_DECLS
