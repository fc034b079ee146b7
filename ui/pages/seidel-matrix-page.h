/* The Matrix page: the sparsity pattern, with its colours, its zoom and a read-out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "pages/seidel-document-page.h"
#include "views/seidel-sparsity-view.h"

G_BEGIN_DECLS

#define SEIDEL_TYPE_MATRIX_PAGE (seidel_matrix_page_get_type ())
G_DECLARE_FINAL_TYPE (SeidelMatrixPage, seidel_matrix_page, SEIDEL, MATRIX_PAGE, SeidelDocumentPage)

GtkWidget *seidel_matrix_page_new (void);

/* Chooses the meaning of the colours: "density", "forward" or "backward" (levels). */
void seidel_matrix_page_set_colors (SeidelMatrixPage *self, const char *id);

/* The picture on the page; borrowed. */
SeidelSparsityView *seidel_matrix_page_get_view (SeidelMatrixPage *self);

G_END_DECLS
