/* A window in which a small system is typed, pasted and changed by clicks, while its levels, graph
 * and symmetry follow.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <adwaita.h>

#include "matrix/seidel-matrix.h"

G_BEGIN_DECLS

/* Signal accepted (): get_matrix () is to be opened; the window closes then. */
#define SEIDEL_TYPE_MATRIX_EDITOR (seidel_matrix_editor_get_type ())
G_DECLARE_FINAL_TYPE (SeidelMatrixEditor, seidel_matrix_editor, SEIDEL, MATRIX_EDITOR, AdwWindow)

/* A new system. */
SeidelMatrixEditor *seidel_matrix_editor_new (GtkWindow *parent);
/* Begins with a copy of rows of a matrix, from row first on; of a large one the user may choose
 * another row. NULL with an error where it cannot be edited. */
SeidelMatrixEditor *seidel_matrix_editor_new_copy (GtkWindow *parent,
                                                   SeidelMatrix *matrix,
                                                   int64_t first,
                                                   GError **error);

/* The system as it is now; unref it. */
SeidelMatrix *seidel_matrix_editor_get_matrix (SeidelMatrixEditor *self, GError **error);
/* Puts a text into the system at the cursor, as Paste does. */
void seidel_matrix_editor_paste_text (SeidelMatrixEditor *self, const char *text);

G_END_DECLS
