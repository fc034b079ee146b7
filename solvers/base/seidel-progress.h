/* How far a long operation is: written by the worker, polled by whoever shows it.
 *
 * Thread-safety: any thread may set, any thread may read; each field is one atomic word.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdatomic.h>
#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  _Atomic (const char *) activity; /* a static string such as "Reading entries", or NULL */
  atomic_int permille;             /* 0 … 1000, or −1 while it cannot be told */
} SeidelProgress;

#define SEIDEL_PROGRESS_INIT \
  {                          \
    NULL, -1                 \
  }

/* Both accept progress == NULL, so that library code never needs to ask. */
static inline void
seidel_progress_begin (SeidelProgress *progress, const char *activity)
{
  if (progress == NULL)
    return;
  atomic_store_explicit (&progress->permille, -1, memory_order_relaxed);
  atomic_store_explicit (&progress->activity, activity, memory_order_release);
}

static inline void
seidel_progress_set (SeidelProgress *progress, double fraction)
{
  if (progress != NULL)
    atomic_store_explicit (&progress->permille, (int) (CLAMP (fraction, 0.0, 1.0) * 1000.0),
                           memory_order_relaxed);
}

G_END_DECLS
