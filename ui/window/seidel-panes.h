/* The sizes of the two panes of the window: the side pane keeps its width, the run table grows with
 * its runs, unless the user gave them others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "window/seidel-run-table.h"

G_BEGIN_DECLS

/* For reading. */
typedef struct
{
  GtkPaned *side;
  GtkPaned *below;
  SeidelRunTable *table;

  int side_width;    /* as the user chose it; a narrow window leaves less */
  int table_height;  /* as the user chose it; 0: it follows its rows */
  int fitted_height; /* of the paned, when the table's height was last set; 0: not yet */
  int fit_frames;    /* until the table gets its height; 0: it has it */
  gboolean fitting;
} SeidelPanes;

/* The side pane is at the start of side, the table at the end of below. */
void seidel_panes_init (SeidelPanes *self, GtkPaned *side, GtkPaned *below, SeidelRunTable *table);
/* Before the widgets go. */
void seidel_panes_clear (SeidelPanes *self);
/* Once, to sizes that the user chose earlier; 0: none. */
void seidel_panes_restore (SeidelPanes *self, int side_width, int table_height);
/* After the rows of the table have changed. */
void seidel_panes_fit_table (SeidelPanes *self);

G_END_DECLS
