/* What the files of the set-up pane share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "window/seidel-advice-note.h"
#include "window/seidel-memory-watch.h"
#include "window/seidel-setup-pane.h"
#include "window/seidel-setup-row.h"
#include "window/seidel-vector-chooser.h"

G_BEGIN_DECLS

struct _SeidelSetupPane
{
  AdwBin parent_instance;

  /* Template */
  GtkGrid *grid;
  GtkDropDown *method;
  SeidelAdviceNote *advice;
  GtkDropDown *preconditioner;
  GtkDropDown *engine;
  GtkDropDown *strategy;
  GtkDropDown *precision;
  GtkLabel *problem_label;
  GtkWidget *use_automatic;
  GtkLabel *memory_label;
  GtkExpander *vectors;
  SeidelVectorChooser *rhs;
  SeidelVectorChooser *guess;
  GtkExpander *limits;
  GtkGrid *limits_grid;
  GtkExpander *details;
  GtkGrid *details_grid;
  GtkDropDown *storage;

  /* Owned */
  GPtrArray *rows; /* of SeidelSetupRow, in the order of the table of options */
  SeidelDocument *document;
  GSignalGroup *signals;
  SeidelMemoryWatch *memory;
  char *problem;

  SeidelOptions options; /* what is chosen, and has an effect */
  gboolean updating;     /* widgets are being filled: their signals are ignored */
};

SeidelSetupRow *seidel_setup_pane_find_row (SeidelSetupPane *self, SeidelPlanItem item);
gboolean seidel_setup_pane_choose (SeidelSetupPane *self, SeidelSetupRow *row, const char *id);
/* Plans what is chosen, and shows the verdicts. */
void seidel_setup_pane_update (SeidelSetupPane *self);

G_END_DECLS
