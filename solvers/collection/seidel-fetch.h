/* One file over HTTP: opened, read, with every way in which it can go wrong given a name.
 *
 * Blocks: call it from a worker. Cancellation ends it at once, with G_IO_ERROR_CANCELLED. All other
 * errors are SEIDEL_ERROR_IO (what a later try may find better) or SEIDEL_ERROR_FORMAT (the server
 * sent something else), and the text names the address.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gio/gio.h>

#include "io/bytes/seidel-spool.h"

G_BEGIN_DECLS

/* What to ask for. Texts are borrowed, NULL where there is nothing to say. */
typedef struct
{
  const char *uri;      /* http or https */
  int patience;         /* seconds without a connection or a byte until it is given up */
  const char *etag;     /* only if it is no longer this one */
  const char *modified; /* only if it was changed since, as the server wrote it */
  int64_t offset;       /* the rest from here on, … */
  const char *same_as;  /* … if it still is what this ETag or date stood for; otherwise all */
} SeidelFetchRequest;

typedef struct SeidelFetch SeidelFetch;

SeidelFetch *
seidel_fetch_open (const SeidelFetchRequest *request, GCancellable *cancellable, GError **error);
void seidel_fetch_free (SeidelFetch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelFetch, seidel_fetch_free)

/* The server says that what the request described is still valid: there is nothing to read. */
bool seidel_fetch_is_unchanged (const SeidelFetch *self);
/* Where in the file the bytes begin that will be read: the offset asked for, or 0. */
int64_t seidel_fetch_offset (const SeidelFetch *self);
/* How long the whole file is; −1 when the server does not say. */
int64_t seidel_fetch_total (const SeidelFetch *self);
const char *seidel_fetch_etag (const SeidelFetch *self);     /* or NULL */
const char *seidel_fetch_modified (const SeidelFetch *self); /* or NULL */
const char *seidel_fetch_type (const SeidelFetch *self);     /* "text/html", or NULL */

/* The number of bytes read, 0 at the end, −1 on errors. An end before all of a promised length was
 * there is an error. */
gssize seidel_fetch_read (SeidelFetch *self,
                          void *buffer,
                          gsize size,
                          GCancellable *cancellable,
                          GError **error);

/* Spools all that an address gives: a SeidelSpoolFetch. */
SEIDEL_API bool seidel_fetch_spool (const char *address,
                                    SeidelSpool *spool,
                                    SeidelProgress *progress,
                                    GCancellable *cancellable,
                                    GError **error);

G_END_DECLS
