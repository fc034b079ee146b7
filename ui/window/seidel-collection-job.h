/* Fetching the index of the collection or an archive on a worker, for the dialog.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gio/gio.h>

#include "collection/seidel-collection.h"

G_BEGIN_DECLS

typedef struct SeidelCollectionJob SeidelCollectionJob;

/* Called once, on the main thread: path is that of the archive, NULL for an index and on errors. */
typedef void (*SeidelCollectionJobDone) (SeidelCollectionJob *job,
                                         const char *path,
                                         const GError *error,
                                         gpointer data);

/* group and name: NULL for the index. The job frees itself after done, and data with it: an object
 * that is to live until then. */
SeidelCollectionJob *seidel_collection_job_start (const SeidelCollection *collection,
                                                  const char *group,
                                                  const char *name,
                                                  SeidelCollectionJobDone done,
                                                  GObject *data);
void seidel_collection_job_cancel (SeidelCollectionJob *self);

gboolean seidel_collection_job_is_cancelled (SeidelCollectionJob *self);
const char *seidel_collection_job_get_group (SeidelCollectionJob *self); /* or NULL */
const char *seidel_collection_job_get_name (SeidelCollectionJob *self);  /* or NULL */
/* "HB/bcsstk14: 12.3 of 45.6 MB", new text. */
char *seidel_collection_job_describe (SeidelCollectionJob *self);
/* 0 … 1; below 0 while it is not known. */
double seidel_collection_job_get_fraction (SeidelCollectionJob *self);

G_END_DECLS
