/* The sizes of the two panes of the window: the side pane keeps its width, the run table grows with
 * its runs, unless the user gave them others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "window/seidel-run-table.h"

G_BEGIN_DECLS

#define SEIDEL_TYPE_PANES (seidel_panes_get_type ())
G_DECLARE_FINAL_TYPE (SeidelPanes, seidel_panes, SEIDEL, PANES, GObject)

/* The side pane is at the start of side, the table at the end of below. All are borrowed and
 * outlive the panes. */
SeidelPanes *seidel_panes_new (GtkPaned *side, GtkPaned *below, SeidelRunTable *table);

/* As the user chose it; a narrow window leaves less. */
int seidel_panes_get_side_width (SeidelPanes *self);
void seidel_panes_set_side_width (SeidelPanes *self, int width);

/* As the user chose it; 0: it follows its rows. */
int seidel_panes_get_table_height (SeidelPanes *self);
void seidel_panes_set_table_height (SeidelPanes *self, int height);

/* After the rows of the table have changed. */
void seidel_panes_fit_table (SeidelPanes *self);
/* Whether the table is still to get its height. */
gboolean seidel_panes_is_fitting (SeidelPanes *self);

G_END_DECLS
