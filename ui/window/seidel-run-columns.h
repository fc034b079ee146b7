/* The columns of the run table and their cells.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <gtk/gtk.h>

#include "model/seidel-run-item.h"

G_BEGIN_DECLS

/* Those that are not always shown; borrowed from the view. */
typedef struct
{
  GtkColumnViewColumn *maximum; /* only where a run follows it; hidden at first */
  GtkColumnViewColumn *matrix;  /* only where there is room for all columns */
} SeidelRunColumns;

/* Appends the columns to a view of SeidelRunItem. */
SeidelRunColumns seidel_run_columns_add (GtkColumnView *view);

/* The run whose cell is there, in the coordinates of a widget around the view, or NULL. */
SeidelRunItem *seidel_run_columns_run_at (GtkWidget *widget, double x, double y);

G_END_DECLS
