/* Progress of a long operation: written by the worker, polled by the display.
 *
 * Thread safety: any thread may write, any thread may read; each field is one word, accessed by the
 * compiler's atomic built-ins, which C and C++ share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  const char *activity; /* a static string such as "Reading entries", or NULL */
  int permille;         /* 0 … 1000, or −1 while unknown */
} SeidelProgress;

#define SEIDEL_PROGRESS_INIT \
  {                          \
    NULL, -1                 \
  }

/* Writing, for the worker. progress may be NULL. */
static inline void
seidel_progress_begin (SeidelProgress *progress, const char *activity)
{
  if (progress == NULL)
    return;
  __atomic_store_n (&progress->permille, -1, __ATOMIC_RELAXED);
  __atomic_store_n (&progress->activity, activity, __ATOMIC_RELEASE);
}

static inline void
seidel_progress_set (SeidelProgress *progress, double fraction)
{
  if (progress != NULL)
    __atomic_store_n (&progress->permille, (int) (CLAMP (fraction, 0.0, 1.0) * 1000.0),
                      __ATOMIC_RELAXED);
}

/* Reading, from any thread. */
static inline const char *
seidel_progress_activity (const SeidelProgress *progress)
{
  return __atomic_load_n (&progress->activity, __ATOMIC_ACQUIRE);
}

/* Thousandths, or −1 while unknown. */
static inline int
seidel_progress_permille (const SeidelProgress *progress)
{
  return __atomic_load_n (&progress->permille, __ATOMIC_RELAXED);
}

G_END_DECLS
