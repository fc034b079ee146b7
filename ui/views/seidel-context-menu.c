/* Menus of what is under the pointer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-context-menu.h"

#include <glib/gi18n.h>

#define DATA "seidel-context-menu"

typedef struct
{
  GMenuModel *menu;
  SeidelContextMenuPrepare prepare;
} ContextMenu;

static void
context_menu_free (gpointer data)
{
  ContextMenu *context = data;

  g_object_unref (context->menu);
  g_free (context);
}

static gboolean
unparent_cb (gpointer popover)
{
  if (gtk_widget_get_parent (popover) != NULL)
    gtk_widget_unparent (popover);
  return G_SOURCE_REMOVE;
}

/* The action of an item is activated after the popover was closed: it goes a little later. */
static void
closed_cb (GtkPopover *popover)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, unparent_cb, g_object_ref (popover), g_object_unref);
}

/* A widget that goes takes an open menu with it. */
static void
unrealized_cb (GtkWidget *popover)
{
  unparent_cb (popover);
}

static void
pop_up (GtkWidget *widget, double x, double y)
{
  const ContextMenu *context = g_object_get_data (G_OBJECT (widget), DATA);
  GtkWidget *popover = gtk_popover_menu_new_from_model (context->menu);

  gtk_widget_set_parent (popover, widget);
  gtk_widget_set_halign (popover, GTK_ALIGN_START);
  gtk_popover_set_has_arrow (GTK_POPOVER (popover), FALSE);
  gtk_popover_set_pointing_to (GTK_POPOVER (popover), &(GdkRectangle){ (int) x, (int) y, 1, 1 });
  g_signal_connect (popover, "closed", G_CALLBACK (closed_cb), NULL);
  g_signal_connect_object (widget, "unrealize", G_CALLBACK (unrealized_cb), popover,
                           G_CONNECT_SWAPPED);
  gtk_popover_popup (GTK_POPOVER (popover));
}

void
seidel_context_menu_open (GtkWidget *widget, double x, double y)
{
  const ContextMenu *context;

  g_return_if_fail (GTK_IS_WIDGET (widget));

  context = g_object_get_data (G_OBJECT (widget), DATA);
  g_return_if_fail (context != NULL);
  if (context->prepare == NULL || context->prepare (widget, x, y))
    pop_up (widget, x, y);
}

static void
released_cb (GtkGestureClick *gesture, int n_press, double x, double y, gpointer data)
{
  GtkWidget *widget = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));

  seidel_context_menu_open (widget, x, y);
}

static gboolean
key_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  pop_up (widget, gtk_widget_get_width (widget) / 2.0, gtk_widget_get_height (widget) / 2.0);
  return GDK_EVENT_STOP;
}

static void
add_key (GtkEventController *controller, guint key, GdkModifierType modifiers)
{
  gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                        gtk_shortcut_new (gtk_keyval_trigger_new (key, modifiers),
                                                          gtk_callback_action_new (key_cb, NULL,
                                                                                   NULL)));
}

void
seidel_context_menu_attach (GtkWidget *widget,
                            const SeidelContextItem *items,
                            gsize n_items,
                            SeidelContextMenuPrepare prepare)
{
  ContextMenu *context = g_new0 (ContextMenu, 1);
  GMenu *menu = g_menu_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *keys = gtk_shortcut_controller_new ();

  for (gsize i = 0; i < n_items; i++)
    g_menu_append (menu, _ (items[i].label), items[i].action);
  context->menu = G_MENU_MODEL (menu);
  context->prepare = prepare;
  g_object_set_data_full (G_OBJECT (widget), DATA, context, context_menu_free);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect (click, "released", G_CALLBACK (released_cb), NULL);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));
  add_key (keys, GDK_KEY_Menu, 0);
  add_key (keys, GDK_KEY_F10, GDK_SHIFT_MASK);
  gtk_widget_add_controller (widget, keys);
}

void
seidel_context_menu_attach_to_picture (GtkWidget *widget)
{
  static const SeidelContextItem items[] = {
    { N_ ("_Copy Picture"), "win.copy" },       { N_ ("_Export Picture…"), "win.export" },
    { N_ ("Export Da_ta…"), "win.export-csv" }, { N_ ("Zoom _In"), "win.zoom-in" },
    { N_ ("Zoom _Out"), "win.zoom-out" },       { N_ ("_Fit"), "win.zoom-fit" },
  };

  seidel_context_menu_attach (widget, items, G_N_ELEMENTS (items), NULL);
}
