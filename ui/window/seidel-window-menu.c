/* The menu beside Open: recent files and matrices made from a formula.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-window-private.h"

#include "gallery/seidel-gallery.h"
#include "window/seidel-recent.h"

#define MOST_RECENT 8

/* In a menu an underline marks a mnemonic. */
static char *
escape_underlines (const char *text)
{
  GString *escaped = g_string_new (text);

  g_string_replace (escaped, "_", "__", 0);
  return g_string_free (escaped, FALSE);
}

static void
append_item (GMenu *menu, const char *label, const char *action, const char *target)
{
  g_autofree char *escaped = escape_underlines (label);
  g_autoptr (GMenuItem) item = g_menu_item_new (escaped, NULL);

  g_menu_item_set_action_and_target (item, action, "s", target);
  g_menu_append_item (menu, item);
}

static void
fill_recent_cb (SeidelWindow *self)
{
  g_autoptr (GPtrArray) files = seidel_recent_list (MOST_RECENT);

  g_menu_remove_all (self->recent_menu);
  for (guint i = 0; i < files->len; i++)
    {
      SeidelRecentFile *file = g_ptr_array_index (files, i);

      append_item (self->recent_menu, file->name, "win.open-recent", file->uri);
    }
}

static GMenuModel *
new_gallery_menu (void)
{
  GMenu *menu = g_menu_new ();
  size_t n;
  const SeidelGalleryKind *kinds = seidel_gallery_kinds (&n);

  for (size_t i = 0; i < n; i++)
    if (kinds[i].featured)
      append_item (menu, kinds[i].name, "win.open-gallery", kinds[i].id);
  g_menu_append (menu, "_Generate…", "win.generate");
  return G_MENU_MODEL (menu);
}

void
seidel_window_menu_init (SeidelWindow *self)
{
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autoptr (GMenuModel) gallery = new_gallery_menu ();
  g_autoptr (GMenu) collection = g_menu_new ();

  self->recent_menu = g_menu_new ();
  g_menu_append (collection, "Open from the _SuiteSparse Collection…", "win.open-collection");
  g_menu_append_section (menu, "Recent", G_MENU_MODEL (self->recent_menu));
  g_menu_append_section (menu, "Gallery", gallery);
  g_menu_append_section (menu, NULL, G_MENU_MODEL (collection));
  adw_split_button_set_menu_model (self->open_button, G_MENU_MODEL (menu));
  /* The arrow has a tooltip but no name of its own. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (
                                    gtk_widget_get_last_child (GTK_WIDGET (self->open_button))),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, "Recent and generated matrices",
                                  -1);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed",
                           G_CALLBACK (fill_recent_cb), self, G_CONNECT_SWAPPED);
  fill_recent_cb (self);
}
