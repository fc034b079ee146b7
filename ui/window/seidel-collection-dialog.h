/* The SuiteSparse Matrix Collection as a table: searched, sorted, downloaded from, opened.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Signal: chosen (GFile *archive), just before the dialog closes. */
#define SEIDEL_TYPE_COLLECTION_DIALOG (seidel_collection_dialog_get_type ())
G_DECLARE_FINAL_TYPE (SeidelCollectionDialog,
                      seidel_collection_dialog,
                      SEIDEL,
                      COLLECTION_DIALOG,
                      AdwWindow)

SeidelCollectionDialog *seidel_collection_dialog_new (GtkWindow *parent);

G_END_DECLS
