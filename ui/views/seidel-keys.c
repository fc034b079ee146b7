/* Shortcuts from tables.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-keys.h"

static GtkShortcut *
new_shortcut (guint key, const SeidelKey *row)
{
  GtkShortcut *shortcut = gtk_shortcut_new (gtk_keyval_trigger_new (key, row->modifiers),
                                            gtk_named_action_new (row->action));

  if (row->parameter != NULL)
    gtk_shortcut_set_arguments (shortcut, g_variant_new_parsed (row->parameter));
  return shortcut;
}

void
seidel_keys_add_to_class (GtkWidgetClass *klass, const SeidelKey *keys, gsize n_keys)
{
  for (gsize i = 0; i < n_keys; i++)
    {
      const guint pair[] = { keys[i].key, keys[i].other_key };

      for (guint k = 0; k < G_N_ELEMENTS (pair) && pair[k] != 0; k++)
        {
          g_autoptr (GtkShortcut) shortcut = new_shortcut (pair[k], &keys[i]);

          gtk_widget_class_add_shortcut (klass, shortcut);
        }
    }
}

void
seidel_keys_add_to_widget (GtkWidget *widget, const SeidelKey *keys, gsize n_keys)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (gsize i = 0; i < n_keys; i++)
    {
      const guint pair[] = { keys[i].key, keys[i].other_key };

      for (guint k = 0; k < G_N_ELEMENTS (pair) && pair[k] != 0; k++)
        gtk_shortcut_controller_add_shortcut (GTK_SHORTCUT_CONTROLLER (controller),
                                              new_shortcut (pair[k], &keys[i]));
    }
  gtk_widget_add_controller (widget, controller);
}
