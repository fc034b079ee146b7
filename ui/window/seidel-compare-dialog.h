/* Two solutions side by side: how far they differ, where, and how good each is.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "model/seidel-run-list.h"

G_BEGIN_DECLS

#define SEIDEL_TYPE_COMPARE_DIALOG (seidel_compare_dialog_get_type ())
G_DECLARE_FINAL_TYPE (SeidelCompareDialog, seidel_compare_dialog, SEIDEL, COMPARE_DIALOG, AdwWindow)

/* Whether the list has two runs with solutions. */
gboolean seidel_compare_dialog_is_useful (SeidelRunList *runs);

/* Whether the run has a solution to compare. */
gboolean seidel_compare_dialog_accepts (SeidelRunItem *run);

/* Begins with two runs, or if they are NULL with the selected run and the one before it. */
GtkWidget *
seidel_compare_dialog_new (SeidelRunList *runs, SeidelRunItem *first, SeidelRunItem *second);

/* While a comparison is being computed. */
gboolean seidel_compare_dialog_is_busy (SeidelCompareDialog *self);

G_END_DECLS
