/* The sizes of the two panes of the window: the side pane keeps its width, the run table grows with
 * its runs, unless the user gave them others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-panes.h"

#include "views/seidel-desktop.h"

/* Once its rows are there, their heights are known. */
static gboolean
fit_table_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  SeidelPanes *self = data;
  int height = gtk_widget_get_height (GTK_WIDGET (self->below));
  int wanted = self->table_height;
  int least, most;

  if (--self->fit_frames > 0)
    return G_SOURCE_CONTINUE;
  /* Hidden meanwhile, it has no height to measure. */
  if (!gtk_widget_get_mapped (GTK_WIDGET (self->table)))
    return G_SOURCE_REMOVE;
  if (wanted == 0)
    wanted = MIN (seidel_run_table_get_wanted_height (self->table), height * 2 / 5);
  g_object_get (self->below, "min-position", &least, "max-position", &most, NULL);
  self->fitting = TRUE;
  gtk_paned_set_position (self->below, MIN (MAX (height - wanted, least), most));
  self->fitting = FALSE;
  self->fitted_height = height;
  return G_SOURCE_REMOVE;
}

void
seidel_panes_fit_table (SeidelPanes *self)
{
  if (!gtk_widget_get_mapped (GTK_WIDGET (self->table)))
    return;
  if (self->fit_frames == 0)
    gtk_widget_add_tick_callback (GTK_WIDGET (self->below), fit_table_cb, self, NULL);
  self->fit_frames = 2;
}

static void
table_mapped_cb (SeidelPanes *self)
{
  self->fitted_height = 0;
  seidel_panes_fit_table (self);
}

/* The handle was moved, unless the table has just appeared, needs more room, or the window got
 * another height. */
static void
table_position_cb (SeidelPanes *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->below));
  int position = gtk_paned_get_position (self->below);
  int most;

  if (self->fitting || self->fitted_height == 0)
    return;
  g_object_get (self->below, "max-position", &most, NULL);
  if (height == self->fitted_height && position < most)
    self->table_height = height - position;
  self->fitted_height = height;
}

/* A window that became too narrow for it took some of its width: that is no choice of anybody. */
static void
side_position_cb (SeidelPanes *self)
{
  int position = gtk_paned_get_position (self->side);
  int most;

  g_object_get (self->side, "max-position", &most, NULL);
  if (position < most)
    self->side_width = position;
}

static gboolean
restore_width_cb (GtkWidget *paned, GdkFrameClock *clock, gpointer data)
{
  SeidelPanes *self = data;

  gtk_paned_set_position (self->side, self->side_width);
  return G_SOURCE_REMOVE;
}

/* There is room again, but not before the window has its new size. */
static void
side_room_cb (SeidelPanes *self)
{
  int most;

  g_object_get (self->side, "max-position", &most, NULL);
  if (gtk_paned_get_position (self->side) < MIN (self->side_width, most))
    gtk_widget_add_tick_callback (GTK_WIDGET (self->side), restore_width_cb, self, NULL);
}

void
seidel_panes_restore (SeidelPanes *self, int side_width, int table_height)
{
  if (side_width > 0)
    gtk_paned_set_position (self->side, side_width);
  self->table_height = table_height;
}

/* The width in the template is for the usual text. */
static int
usual_width (GtkPaned *side)
{
  const SeidelTheme usual = seidel_theme_get (false), here = seidel_desktop_theme ();

  return (int) (gtk_paned_get_position (side) * MAX (here.font_size / usual.font_size, 1.0));
}

void
seidel_panes_init (SeidelPanes *self, GtkPaned *side, GtkPaned *below, SeidelRunTable *table)
{
  gtk_paned_set_position (side, usual_width (side));
  self->side = side;
  self->below = below;
  self->table = table;
  self->side_width = gtk_paned_get_position (side);
  g_signal_connect_swapped (table, "map", G_CALLBACK (table_mapped_cb), self);
  g_signal_connect_swapped (below, "notify::position", G_CALLBACK (table_position_cb), self);
  g_signal_connect_swapped (side, "notify::position", G_CALLBACK (side_position_cb), self);
  g_signal_connect_swapped (side, "notify::max-position", G_CALLBACK (side_room_cb), self);
}

void
seidel_panes_clear (SeidelPanes *self)
{
  g_signal_handlers_disconnect_by_data (self->table, self);
  g_signal_handlers_disconnect_by_data (self->below, self);
  g_signal_handlers_disconnect_by_data (self->side, self);
}
