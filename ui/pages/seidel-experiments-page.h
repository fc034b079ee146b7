/* The page of experiments: those that are installed, and series made from the open matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "experiment/seidel-experiment-result.h"
#include "pages/seidel-page.h"

G_BEGIN_DECLS

/* Properties: document (SeidelDocument or NULL), runs (SeidelRunList or NULL): cells are opened as
 * runs of it, and what is selected there is what “Vary” begins with. Signal: finished (), an
 * experiment has ended, complete or stopped. */
#define SEIDEL_TYPE_EXPERIMENTS_PAGE (seidel_experiments_page_get_type ())
G_DECLARE_FINAL_TYPE (SeidelExperimentsPage,
                      seidel_experiments_page,
                      SEIDEL,
                      EXPERIMENTS_PAGE,
                      GtkWidget)

GtkWidget *seidel_experiments_page_new (void);

/* Shows an installed experiment: what this machine has of it if own, or else what was recorded, if
 * anything was. FALSE if there is no such experiment. */
gboolean seidel_experiments_page_show (SeidelExperimentsPage *self, const char *id, gboolean own);
/* The result in view; borrowed, NULL without one. */
SeidelExperimentResult *seidel_experiments_page_get_result (SeidelExperimentsPage *self);
/* Runs the cells that this machine lacks of what is shown, unless an experiment is running. */
void seidel_experiments_page_run (SeidelExperimentsPage *self);

G_END_DECLS
