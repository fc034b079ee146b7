/* When long loops poll for cancellation.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>
#include <stdbool.h>
#include <stdint.h>

G_BEGIN_DECLS

/* Rows or entries between two polls: a poll takes nanoseconds, and as many rows less than a
 * millisecond, whatever is done with them. */
#define SEIDEL_POLL_EVERY 4096

/* Entries of a factorisation, or numbers that are copied, between two polls: at most some 2 ms. */
#define SEIDEL_POLL_WORK (1 << 20)

/* In a loop over i: true, with the error set, when it is to end. */
static inline bool
seidel_poll (int64_t i, GCancellable *cancellable, GError **error)
{
  return i % SEIDEL_POLL_EVERY == 0 && g_cancellable_set_error_if_cancelled (cancellable, error);
}

G_END_DECLS
