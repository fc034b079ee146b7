/* The list of the levels that waste most.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-levels-waste.h"

#include <glib/gi18n.h>

#include "base/seidel-format.h"

static void
add_cell (GtkGrid *grid, const char *text, const char *style, int column, int row)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), column == 0 ? 0.0F : 1.0F);
  gtk_widget_add_css_class (label, style);
  gtk_grid_attach (grid, label, column, row, 1, 1);
}

static void
add_row (GtkGrid *grid, const SeidelLevelMeasures *measures, int i)
{
  int32_t level = measures->waste.worst[i].level;
  g_autofree char *number = seidel_format_count (level + 1);
  g_autofree char *rows = seidel_format_count (measures->schedule->level_rows[level]);
  g_autofree char *median = seidel_format_seconds (measures->times->times[level].median, 3);
  g_autofree char *wasted = seidel_format_seconds (measures->waste.worst[i].wasted, 3);
  const char *texts[] = { number, rows, median, wasted };

  for (guint column = 0; column < G_N_ELEMENTS (texts); column++)
    add_cell (grid, texts[column], "numeric", (int) column, i + 1);
}

void
seidel_levels_waste_fill (GtkGrid *grid, const SeidelLevelMeasures *measures)
{
  static const char *const titles[] = { N_ ("Level"), N_ ("Rows"), N_ ("Time"), N_ ("Wasted") };
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (grid))) != NULL)
    gtk_grid_remove (grid, child);
  for (guint column = 0; column < G_N_ELEMENTS (titles); column++)
    add_cell (grid, _ (titles[column]), "caption-heading", (int) column, 0);
  for (int i = 0; measures != NULL && i < measures->waste.n_worst; i++)
    add_row (grid, measures, i);
}
