/* Why a run did not converge, with next steps that were tried on its matrix and can be taken over.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "model/seidel-run-item.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define SEIDEL_TYPE_WHY_DIALOG (seidel_why_dialog_get_type ())
G_DECLARE_FINAL_TYPE (SeidelWhyDialog, seidel_why_dialog, SEIDEL, WHY_DIALOG, AdwWindow)

/* Whether there is something to look for: the run ended without convergence, and its matrix is that
 * of the document. run may be NULL. */
gboolean seidel_why_dialog_accepts (SeidelRunItem *run, SeidelDocument *document);

/* Signal:
 *   use (const char *options): a step is to be set up: "--method gmres --restart 120"
 *
 * Begins at once, on a worker, and stops when it is closed. */
GtkWidget *seidel_why_dialog_new (SeidelRunItem *run, SeidelDocument *document);

/* While it measures or tries. */
gboolean seidel_why_dialog_is_busy (SeidelWhyDialog *self);

G_END_DECLS
