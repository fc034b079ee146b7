/* The page of residual curves: how the runs converge, while they do it and afterwards.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "draw/seidel-convergence-picture.h"
#include "pages/seidel-runs-page.h"

G_BEGIN_DECLS

/* Properties: runs (SeidelRunList or NULL). */
#define SEIDEL_TYPE_CONVERGENCE_PAGE (seidel_convergence_page_get_type ())
G_DECLARE_FINAL_TYPE (SeidelConvergencePage,
                      seidel_convergence_page,
                      SEIDEL,
                      CONVERGENCE_PAGE,
                      SeidelRunsPage)

GtkWidget *seidel_convergence_page_new (void);

/* Whether the curves that are shown have all points: those of many long runs are read on a worker,
 * and painted frame by frame. */
gboolean seidel_convergence_page_get_complete (SeidelConvergencePage *self);

/* Draws the curves of these runs, SeidelRunItem, from their beginning, as they came about; at once
 * where the desktop wants no animations. */
void seidel_convergence_page_grow (SeidelConvergencePage *self, GPtrArray *items);

/* What it draws; borrowed. */
const SeidelConvergencePicture *seidel_convergence_page_get_picture (SeidelConvergencePage *self);

G_END_DECLS
