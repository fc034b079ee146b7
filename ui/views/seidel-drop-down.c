/* What GtkDropDown lacks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-drop-down.h"

static GtkWidget *
find_below (GtkWidget *widget, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_below (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Short lists have a widget for each row, in their order. There is none before the list is laid out
 * for the first time. */
static gboolean
focus_choice_cb (GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
  guint selected = gtk_drop_down_get_selected (data);
  GtkWidget *row = gtk_widget_get_first_child (list);

  if (row == NULL || gtk_widget_get_height (row) == 0)
    return G_SOURCE_CONTINUE;
  while (row != NULL && selected-- > 0)
    row = gtk_widget_get_next_sibling (row);
  if (row != NULL)
    gtk_widget_grab_focus (row);
  return G_SOURCE_REMOVE;
}

static void
opened_cb (GtkDropDown *drop_down, GtkWidget *popover)
{
  GtkWidget *list = find_below (popover, GTK_TYPE_LIST_VIEW);
  guint selected = gtk_drop_down_get_selected (drop_down);

  if (list == NULL || selected == GTK_INVALID_LIST_POSITION)
    return;
  /* At once where that can be: whoever types fast is in another row by the next frame. The list
   * itself begins at its first row. */
  if (focus_choice_cb (list, NULL, drop_down) == G_SOURCE_CONTINUE && selected > 0)
    gtk_widget_add_tick_callback (list, focus_choice_cb, drop_down, NULL);
}

void
seidel_drop_down_begin_at_choice (GtkDropDown *drop_down)
{
  GtkWidget *popover;

  g_return_if_fail (GTK_IS_DROP_DOWN (drop_down));

  popover = find_below (GTK_WIDGET (drop_down), GTK_TYPE_POPOVER);
  g_return_if_fail (popover != NULL);
  g_signal_connect_object (popover, "map", G_CALLBACK (opened_cb), drop_down, G_CONNECT_SWAPPED);
}
