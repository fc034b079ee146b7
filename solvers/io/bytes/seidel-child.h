/* Work of a library in a child process, a copy of this one: what that library does when one of its
 * allocations fails, and what it leaves behind, ends with the child.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <gio/gio.h>

G_BEGIN_DECLS

/* In the child, which has this thread alone. Another one may have held any lock when the child was
 * made: so GLib and OpenMP must not be called, only the C library and what has no locks of others.
 * What is written to the descriptor reaches the parent. */
typedef bool (*SeidelChildWork) (int fd, void *data);

/* In the parent, while the child works. */
typedef bool (*SeidelChildTake) (void *data, const char *bytes, size_t n, GError **error);

typedef struct
{
  SeidelChildWork work;
  SeidelChildTake take; /* NULL where the child writes nothing */
  void *data;           /* of both */
  const char *library;  /* for messages */
  const char *failure;  /* the message where work () returns false */
} SeidelChild;

/* Returns once the child has ended. Cancelling kills it. SEIDEL_ERROR_IO if work () failed or if
 * the child was ended by a signal; SEIDEL_ERROR_UNAVAILABLE if it cannot be made. Any thread. */
bool seidel_child_run (const SeidelChild *child, GCancellable *cancellable, GError **error);

G_END_DECLS
