/* The page of experiments: those that are installed, and series made from the open matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "pages/seidel-page.h"

G_BEGIN_DECLS

/* Properties: document (SeidelDocument or NULL), runs (SeidelRunList or NULL): cells are opened as
 * runs of it, and what is selected there is what “Vary” begins with. */
#define SEIDEL_TYPE_EXPERIMENTS_PAGE (seidel_experiments_page_get_type ())
G_DECLARE_FINAL_TYPE (SeidelExperimentsPage,
                      seidel_experiments_page,
                      SEIDEL,
                      EXPERIMENTS_PAGE,
                      GtkWidget)

GtkWidget *seidel_experiments_page_new (void);

G_END_DECLS
