/* The SuiteSparse Matrix Collection, seen from this machine: where it is, its index as it was last
 * fetched, and the library folder with what was downloaded.
 *
 * Which server and which folder is a setting of the user (collection/seidel-settings.h); without
 * one they are the collection's own server and seidel/collection of the data folder. The index is
 * kept in the data folder too, one for each server, and an old one is replaced only by one that
 * could be parsed.
 *
 * Functions that take a cancellable block: call them from a worker.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "base/seidel-progress.h"
#include "collection/seidel-collection-index.h"

G_BEGIN_DECLS

#define SEIDEL_COLLECTION_SERVER "https://sparse.tamu.edu"

typedef struct
{
  char *server;  /* no slash at the end */
  char *folder;  /* with GROUP/NAME.tar.gz in it */
  char *kept;    /* the file of the index */
  int patience;  /* seconds without a connection or a byte before a request fails */
  int64_t limit; /* of one download, in bytes; by default the free disk space */
} SeidelCollection;

/* server and folder: NULL for the user's setting, or the default without one.
 * SEIDEL_ERROR_INVALID if the address is not of http or https. */
SEIDEL_API SeidelCollection *
seidel_collection_new (const char *server, const char *folder, GError **error);
SEIDEL_API SeidelCollection *seidel_collection_copy (const SeidelCollection *self);
SEIDEL_API void seidel_collection_free (SeidelCollection *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelCollection, seidel_collection_free)

/* The folder of archives unless another one is set; free with g_free (). */
SEIDEL_API char *seidel_collection_default_folder (void);

/* Makes this server and this folder the user's setting. */
SEIDEL_API bool seidel_collection_save (const SeidelCollection *self, GError **error);

/* The progress of a transfer: written by the worker, read by seidel_transfer_get (). */
typedef struct
{
  SeidelProgress *progress; /* the fraction, and the activity as text; or NULL */
  int64_t received;         /* bytes of the file received so far */
  int64_t total;            /* −1 while it is unknown */
} SeidelTransfer;

/* Any thread. */
static inline void
seidel_transfer_get (const SeidelTransfer *transfer, int64_t *received, int64_t *total)
{
  *received = __atomic_load_n (&transfer->received, __ATOMIC_ACQUIRE);
  *total = __atomic_load_n (&transfer->total, __ATOMIC_RELAXED);
}

/* The stored index; SEIDEL_ERROR_UNAVAILABLE if there is none yet. */
SEIDEL_API SeidelCollectionIndex *seidel_collection_load_index (const SeidelCollection *self,
                                                                GError **error);
/* Downloads the index if the server has a newer one; *changed (may be NULL) receives whether it
 * had. After a failure the stored one remains. transfer may be NULL. */
SEIDEL_API bool seidel_collection_refresh (const SeidelCollection *self,
                                           SeidelTransfer *transfer,
                                           bool *changed,
                                           GCancellable *cancellable,
                                           GError **error);

/* A downloaded archive. */
typedef struct
{
  char *group;
  char *name;
  char *path;
  int64_t bytes;
} SeidelCollectionFile;

/* The downloaded archives: SeidelCollectionFile, sorted by group and name. Free with
 * g_ptr_array_unref (). */
SEIDEL_API GPtrArray *seidel_collection_list (const SeidelCollection *self);
/* Where the archive of a matrix is or will be. group and name must be safe. */
SEIDEL_API char *
seidel_collection_path (const SeidelCollection *self, const char *group, const char *name);

/* The path of the archive, which is downloaded first if necessary; free with g_free (). It is
 * written under a temporary name and renamed when complete. An interrupted download is resumed by
 * the next call, if the server confirms that the file is unchanged. Blocks. */
SEIDEL_API char *seidel_collection_download (const SeidelCollection *self,
                                             const char *group,
                                             const char *name,
                                             SeidelTransfer *transfer,
                                             GCancellable *cancellable,
                                             GError **error);

G_END_DECLS
