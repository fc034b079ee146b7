/* Whether runs were made with a matrix as it is now.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-run-list.h"

G_BEGIN_DECLS

/* Whether it was made with the matrix of this document, in its order; not if the file has other
 * contents now. */
gboolean seidel_run_check_is_of (SeidelRunItem *run, SeidelDocument *document);

/* Compares a matrix with the fingerprints of runs of the same file, on a worker if there are any.
 */
void seidel_run_check_begin (SeidelRunList *runs,
                             SeidelMatrix *matrix,
                             GAsyncReadyCallback callback,
                             gpointer data);
/* In callback: marks the runs that were made with other contents; returns how many these are. */
guint seidel_run_check_finish (GAsyncResult *result);

G_END_DECLS
