/* The statistics below the levels, in as many lines as they need.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-levels-statistics.h"

#include <glib/gi18n.h>

#include "analysis/seidel-schedule-statistics.h"
#include "draw/seidel-translate.h"
#include "views/seidel-gtk-fixes.h"

#define STATISTIC_CHARS      9 /* of a line of its name, but for long words */
#define MOST_STATISTIC_CHARS 40

static char *
statistic_text (const SeidelScheduleStatistic *statistic)
{
  g_autofree char *percent = NULL;

  if (statistic->integral)
    return seidel_format_count ((int64_t) statistic->value);
  if (!statistic->share)
    return seidel_format_value (statistic->value, 4);
  percent = seidel_format_value (100.0 * statistic->value, 3);
  return g_strdup_printf ("%s %%", percent);
}

static const char *
direction_name (SeidelDirection direction)
{
  return direction == SEIDEL_DIRECTION_FORWARD ? _ ("Forward") : _ ("Backward");
}

/* One of a direction, or of both alike. */
static void
add_value (GtkBox *cell, const SeidelScheduleStatistic *statistic, const char *direction)
{
  g_autofree char *text = statistic_text (statistic);
  g_autofree char *named = direction != NULL ? g_strdup_printf ("%s %s", direction, text) : NULL;
  g_autofree char *spoken =
    g_strdup_printf ("%s: %s", seidel_translate (statistic->name), named != NULL ? named : text);
  GtkWidget *value = seidel_label_new (named != NULL ? named : text, "numeric");

  gtk_accessible_update_property (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken,
                                  -1);
  gtk_label_set_selectable (GTK_LABEL (value), TRUE);
  gtk_box_append (cell, value);
}

/* The report's words are in the tooltip. */
static GtkWidget *
new_statistic_cell (const SeidelScheduleStatistic *statistic)
{
  GtkWidget *cell = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *name = seidel_label_new (seidel_translate (statistic->name), "caption");

  gtk_label_set_wrap (GTK_LABEL (name), TRUE);
  gtk_widget_set_tooltip_text (name, statistic->report);
  gtk_widget_set_valign (name, GTK_ALIGN_END);
  gtk_widget_set_vexpand (name, TRUE);
  gtk_widget_set_hexpand (cell, TRUE);
  gtk_box_append (GTK_BOX (cell), name);
  return cell;
}

/* So many characters in a line of each name: that of the longest word would make the highest. */
static void
wrap_statistics (GtkGrid *grid, int chars)
{
  for (GtkWidget *cell = gtk_widget_get_first_child (GTK_WIDGET (grid)); cell != NULL;
       cell = gtk_widget_get_next_sibling (cell))
    {
      GtkLabel *name = GTK_LABEL (gtk_widget_get_first_child (cell));
      const int length = (int) g_utf8_strlen (gtk_label_get_text (name), -1);

      gtk_label_set_width_chars (name, MIN (length, chars));
      gtk_label_set_max_width_chars (name, chars);
    }
}

/* How wide they are with so many in a line. */
static int
measure_statistics (GtkGrid *grid, int columns)
{
  int widths[SEIDEL_SCHEDULE_N_STATISTICS] = { 0 };
  int place = 0, sum = 0;

  for (GtkWidget *cell = gtk_widget_get_first_child (GTK_WIDGET (grid)); cell != NULL;
       cell = gtk_widget_get_next_sibling (cell), place++)
    {
      int width;

      gtk_widget_measure (cell, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width, NULL, NULL);
      widths[place % columns] = MAX (widths[place % columns], width);
    }
  for (int c = 0; c < columns; c++)
    sum += widths[c] + (c > 0 ? (int) gtk_grid_get_column_spacing (grid) : 0);
  return sum;
}

/* On as few lines as the width allows, about the same number on each; on one before the page has a
 * width. */
void
seidel_levels_statistics_place (GtkGrid *grid, GtkWidget *room)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (grid));
  const int width = gtk_widget_get_width (room);
  const int left = width - gtk_widget_get_margin_start (GTK_WIDGET (grid))
                   - gtk_widget_get_margin_end (GTK_WIDGET (grid));
  int columns = SEIDEL_SCHEDULE_N_STATISTICS, chars = STATISTIC_CHARS, place = 0;

  wrap_statistics (grid, chars);
  for (int lines = 2; width > 0 && columns > 1 && measure_statistics (grid, columns) > left;
       lines++)
    columns = (SEIDEL_SCHEDULE_N_STATISTICS + lines - 1) / lines;
  for (GtkWidget *cell = gtk_widget_get_first_child (GTK_WIDGET (grid)); cell != NULL;
       cell = gtk_widget_get_next_sibling (cell), place++)
    {
      GtkGridLayoutChild *at =
        GTK_GRID_LAYOUT_CHILD (gtk_layout_manager_get_layout_child (layout, cell));

      gtk_grid_layout_child_set_column (at, place % columns);
      gtk_grid_layout_child_set_row (at, place / columns);
    }
  /* Their height is asked for without a width: as few lines as the width that is left allows. */
  do
    wrap_statistics (grid, ++chars);
  while (chars < MOST_STATISTIC_CHARS && measure_statistics (grid, columns) <= left);
  wrap_statistics (grid, chars - 1);
}

/* One cell for each statistic, of the directions that are shown. */
void
seidel_levels_statistics_fill (GtkGrid *grid, GtkWidget *room, const SeidelLevelsPicture *picture)
{
  SeidelScheduleStatistic statistics[2][SEIDEL_SCHEDULE_N_STATISTICS];
  SeidelDirection shown[2];
  GtkWidget *child;
  int n = 0;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (grid))) != NULL)
    gtk_grid_remove (grid, child);
  for (int d = 0; d < (int) G_N_ELEMENTS (picture->schedules); d++)
    if (picture->show[d] && picture->schedules[d] != NULL)
      {
        seidel_schedule_statistics (picture->schedules[d], MAX (picture->threads, 1),
                                    statistics[n]);
        shown[n++] = d;
      }
  for (int i = 0; i < SEIDEL_SCHEDULE_N_STATISTICS && n > 0; i++)
    {
      GtkWidget *cell = new_statistic_cell (&statistics[0][i]);
      const gboolean differ = n == 2 && statistics[0][i].value != statistics[1][i].value;

      for (int d = 0; d < (differ ? n : 1); d++)
        add_value (GTK_BOX (cell), &statistics[d][i], differ ? direction_name (shown[d]) : NULL);
      gtk_grid_attach (grid, cell, i, 0, 1, 1);
    }
  seidel_levels_statistics_place (grid, room);
}
