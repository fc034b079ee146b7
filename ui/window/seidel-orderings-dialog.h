/* Orderings side by side: their patterns and levels, the time of a sweep and convergence, and a
 * button that applies one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "run/seidel-options.h"
#include "run/seidel-problem.h"

G_BEGIN_DECLS

#define SEIDEL_TYPE_ORDERINGS_DIALOG (seidel_orderings_dialog_get_type ())
G_DECLARE_FINAL_TYPE (SeidelOrderingsDialog,
                      seidel_orderings_dialog,
                      SEIDEL,
                      ORDERINGS_DIALOG,
                      AdwWindow)

/* For a square matrix in its natural order, and a run that is carried out in every ordering, all
 * copied: options may be NULL. Begins at once, on a worker, and stops when it is closed. An
 * ordering is applied by the action “order” of the window that it is transient for. */
GtkWidget *seidel_orderings_dialog_new (SeidelMatrix *matrix,
                                        const SeidelOptions *options,
                                        const SeidelVectorSpec *rhs,
                                        const SeidelVectorSpec *guess);

/* What is known so far, as CSV. Free with g_free (). */
char *seidel_orderings_dialog_to_csv (SeidelOrderingsDialog *self);

/* While orderings are being compared. */
gboolean seidel_orderings_dialog_is_busy (SeidelOrderingsDialog *self);

G_END_DECLS
