/* The Multigrid page: the hierarchy of the selected run, and what a cycle does to an error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "pages/seidel-document-page.h"

G_BEGIN_DECLS

/* Property:
 *   relevant  boolean, read-only: whether a run of the list uses multigrid */
#define SEIDEL_TYPE_MULTIGRID_PAGE (seidel_multigrid_page_get_type ())
G_DECLARE_FINAL_TYPE (SeidelMultigridPage,
                      seidel_multigrid_page,
                      SEIDEL,
                      MULTIGRID_PAGE,
                      SeidelDocumentPage)

GtkWidget *seidel_multigrid_page_new (void);

G_END_DECLS
