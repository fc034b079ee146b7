/* The Solution page: x, residual and error of the selected run, row by row.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-solution-picture.h"
#include "pages/seidel-document-page.h"

G_BEGIN_DECLS

/* Actions: solution.largest, selects the row with the largest magnitude. */
#define SEIDEL_TYPE_SOLUTION_PAGE (seidel_solution_page_get_type ())
G_DECLARE_FINAL_TYPE (SeidelSolutionPage,
                      seidel_solution_page,
                      SEIDEL,
                      SOLUTION_PAGE,
                      SeidelDocumentPage)

GtkWidget *seidel_solution_page_new (void);

/* What is shown; borrowed, NULL while nothing is or while it is being made. */
const SeidelSolutionPicture *seidel_solution_page_get_picture (SeidelSolutionPage *self);

G_END_DECLS
