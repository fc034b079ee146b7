/* What can be read only once: the standard input ("-"), pipes and addresses. It is kept in a file
 * without a name, which is read in its place and gone when the program ends.
 *
 * A program allows it at its start. What was spooled stays for as long as the program, under the
 * name by which it was asked for: asking again reads it again. Thread-safe.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <gio/gio.h>

#include "base/seidel-api.h"
#include "base/seidel-progress.h"

G_BEGIN_DECLS

typedef struct SeidelSpool SeidelSpool;

/* Appends to what is being spooled. SEIDEL_ERROR_IO where the disk is full, or more has come than
 * half of what was free on it. */
SEIDEL_API bool seidel_spool_write (SeidelSpool *self, const void *data, size_t n, GError **error);

/* Has seidel_spool_write () called with all that an address gives. */
typedef bool (*SeidelSpoolFetch) (const char *address,
                                  SeidelSpool *spool,
                                  SeidelProgress *progress,
                                  GCancellable *cancellable,
                                  GError **error);

/* fetch: for addresses that begin with http:// or https://; NULL: they are none. */
SEIDEL_API void seidel_spool_allow (SeidelSpoolFetch fetch);

/* Spools what path names if it is of that kind, which takes as long as whoever writes to it. */
SEIDEL_API bool seidel_spool_fill (const char *path,
                                   SeidelProgress *progress,
                                   GCancellable *cancellable,
                                   GError **error);

/* The path of a regular file to open in the place of path: itself, unless it was spooled. Free with
 * g_free (). */
SEIDEL_API char *seidel_spool_path (const char *path);

/* "standard input", "A.mtx" for https://…/A.mtx; NULL of what was not spooled. Free with g_free ().
 */
char *seidel_spool_name (const char *path);

G_END_DECLS
