/* How much memory is free for an engine, asked again when the last answer is old.
 *
 * A device is asked on a worker: its first answer takes as long as creating a context.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "plan/seidel-memory-need.h"

G_BEGIN_DECLS

/* Signal: answered (), on the main thread, when get () has something new. */
#define SEIDEL_TYPE_MEMORY_WATCH (seidel_memory_watch_get_type ())
G_DECLARE_FINAL_TYPE (SeidelMemoryWatch, seidel_memory_watch, SEIDEL, MEMORY_WATCH, GObject)

SeidelMemoryWatch *seidel_memory_watch_new (void);

/* The last answer, borrowed; NULL while there is none for this engine. Asks if that is due. */
const SeidelMemoryRoom *
seidel_memory_watch_get (SeidelMemoryWatch *self, const SeidelEngine *engine, int device);

/* Asks after a while, for as long as memory is what a run lacks: other programs may free it. */
void seidel_memory_watch_poll (SeidelMemoryWatch *self, gboolean poll);

G_END_DECLS
