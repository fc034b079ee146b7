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

typedef void (*SeidelRunsChecked) (gpointer owner, guint n_changed);

/* Compares a matrix with the fingerprints of runs of the same file, on a worker, and marks those
 * that were made with other contents. checked is called on the main thread if there are any, and if
 * list and owner, a GObject, are still there. */
void seidel_run_check_begin (SeidelRunList *runs,
                             SeidelMatrix *matrix,
                             gpointer owner,
                             SeidelRunsChecked checked);

G_END_DECLS
