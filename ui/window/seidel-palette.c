/* The command palette.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-palette.h"

#include <string.h>

#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"
#include "window/seidel-choice.h"

struct _SeidelPalette
{
  AdwWindow parent_instance;

  /* Template */
  GtkSearchEntry *entry;
  GtkListView *list;

  /* Owned */
  GtkSingleSelection *selection;
  char *words; /* folded */
};

G_DEFINE_FINAL_TYPE (SeidelPalette, seidel_palette, ADW_TYPE_WINDOW)

/* Every word that was typed is part of the name. */
static gboolean
match_cb (gpointer item, gpointer data)
{
  const SeidelPalette *self = data;
  const SeidelChoice *choice = item;
  g_autofree char *name = g_utf8_casefold (choice->name, -1);
  g_auto (GStrv) words = g_strsplit (self->words != NULL ? self->words : "", " ", -1);

  for (char **word = words; *word != NULL; word++)
    if (strstr (name, *word) == NULL)
      return FALSE;
  return TRUE;
}

static GtkFilter *
get_filter (SeidelPalette *self)
{
  GtkFilterListModel *model =
    GTK_FILTER_LIST_MODEL (gtk_single_selection_get_model (self->selection));

  return gtk_filter_list_model_get_filter (model);
}

static void
search_cb (SeidelPalette *self)
{
  g_free (self->words);
  self->words = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->entry)), -1);
  gtk_filter_changed (get_filter (self), GTK_FILTER_CHANGE_DIFFERENT);
  gtk_single_selection_set_selected (self->selection, 0);
}

void
seidel_palette_search (SeidelPalette *self, const char *text)
{
  g_return_if_fail (SEIDEL_IS_PALETTE (self));

  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  search_cb (self);
}

const char *
seidel_palette_get_action (SeidelPalette *self)
{
  SeidelChoice *choice;

  g_return_val_if_fail (SEIDEL_IS_PALETTE (self), NULL);

  choice = gtk_single_selection_get_selected_item (self->selection);
  return choice != NULL ? choice->id : NULL;
}

void
seidel_palette_accept (SeidelPalette *self)
{
  g_autoptr (GtkWindow) parent = NULL;
  g_autofree char *action = NULL;
  g_autofree char *name = NULL;
  g_autoptr (GVariant) target = NULL;

  g_return_if_fail (SEIDEL_IS_PALETTE (self));

  action = g_strdup (seidel_palette_get_action (self));
  if (action == NULL || !g_action_parse_detailed_name (action, &name, &target, NULL))
    return;
  if (target != NULL)
    g_variant_ref_sink (target);
  parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  g_object_ref (parent);
  gtk_window_close (GTK_WINDOW (self));
  gtk_widget_activate_action_variant (GTK_WIDGET (parent), name, target);
}

/* The arrow keys choose while the entry keeps the focus. */
static gboolean
key_cb (GtkEventControllerKey *controller,
        guint key,
        guint code,
        GdkModifierType state,
        SeidelPalette *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->selection));
  guint selected = gtk_single_selection_get_selected (self->selection);

  if ((key != GDK_KEY_Up && key != GDK_KEY_Down) || n == 0)
    return GDK_EVENT_PROPAGATE;
  selected = key == GDK_KEY_Up ? (selected + n - 1) % n : (selected + 1) % n;
  gtk_single_selection_set_selected (self->selection, selected);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", selected);
  return GDK_EVENT_STOP;
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *name = seidel_label_new (NULL, NULL);

  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_END);
  gtk_box_append (GTK_BOX (box), name);
  gtk_box_append (GTK_BOX (box), seidel_label_new (NULL, "dim-label"));
  gtk_widget_add_css_class (box, "variable");
  gtk_list_item_set_child (item, box);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  SeidelChoice *choice = gtk_list_item_get_item (item);
  GtkWidget *box = gtk_list_item_get_child (item);

  gtk_label_set_label (GTK_LABEL (gtk_widget_get_first_child (box)), choice->name);
  gtk_label_set_label (GTK_LABEL (gtk_widget_get_last_child (box)),
                       choice->caption != NULL ? choice->caption : "");
}

static void
seidel_palette_dispose (GObject *object)
{
  SeidelPalette *self = SEIDEL_PALETTE (object);

  if (self->list != NULL)
    gtk_list_view_set_model (self->list, NULL);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->words, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), SEIDEL_TYPE_PALETTE);

  G_OBJECT_CLASS (seidel_palette_parent_class)->dispose (object);
}

#define CHILD(name) SEIDEL_TEMPLATE_CHILD (SeidelPalette, name)

static void
seidel_palette_class_init (SeidelPaletteClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_palette_dispose;
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  seidel_template_bind (widget_class, "palette", CHILD (entry), CHILD (list));
  gtk_widget_class_bind_template_callback (widget_class, search_cb);
  gtk_widget_class_bind_template_callback (widget_class, seidel_palette_accept);
}

static void
seidel_palette_init (SeidelPalette *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  gtk_list_view_set_factory (self->list, factory);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), keys);
}

GtkWidget *
seidel_palette_new (GtkWindow *parent, GListModel *commands)
{
  SeidelPalette *self = g_object_new (SEIDEL_TYPE_PALETTE, "transient-for", parent, NULL);
  GtkFilter *filter = GTK_FILTER (gtk_custom_filter_new (match_cb, self, NULL));
  GtkFilterListModel *model = gtk_filter_list_model_new (g_object_ref (commands), filter);

  self->selection = gtk_single_selection_new (G_LIST_MODEL (model));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->selection));
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  return GTK_WIDGET (self);
}
