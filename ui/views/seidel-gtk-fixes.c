/* What the widgets of GTK 4.8 lack.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "views/seidel-gtk-fixes.h"

#include "views/seidel-type-ahead.h"

#define NAME "seidel-name"

/* More than any letter is wide, less than any dialog. */
#define LEAST_HEADING 100

GtkWidget *
seidel_find_below (GtkWidget *widget, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = seidel_find_below (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* There is no row before the list is laid out for the first time. */
static gboolean
focus_choice_cb (GtkWidget *list, GdkFrameClock *clock, gpointer data)
{
  return seidel_list_focus_row (list, gtk_drop_down_get_selected (data)) ? G_SOURCE_REMOVE
                                                                         : G_SOURCE_CONTINUE;
}

static void
opened_cb (GtkDropDown *drop_down, GtkWidget *popover)
{
  GtkWidget *list = seidel_find_below (popover, GTK_TYPE_LIST_VIEW);
  guint selected = gtk_drop_down_get_selected (drop_down);

  if (list == NULL || selected == GTK_INVALID_LIST_POSITION)
    return;
  /* At once if possible: a fast typist is in another row by the next frame. The list
   * itself begins at its first row. */
  if (focus_choice_cb (list, NULL, drop_down) == G_SOURCE_CONTINUE && selected > 0)
    gtk_widget_add_tick_callback (list, focus_choice_cb, drop_down, NULL);
}

static void
mapped_cb (GtkWidget *widget, GtkWidget *popover)
{
  gboolean open = gtk_widget_get_mapped (popover);

  gtk_widget_set_has_tooltip (widget, !open && gtk_widget_get_tooltip_text (widget) != NULL);
}

void
seidel_fix_tooltip (GtkWidget *widget, GtkWidget *popover)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  g_signal_connect_object (popover, "map", G_CALLBACK (mapped_cb), widget,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (popover, "unmap", G_CALLBACK (mapped_cb), widget,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

/* What the drop-down is called: by its label, unless it was given a name. */
static const char *
name_of (GtkDropDown *drop_down)
{
  const char *name = g_object_get_data (G_OBJECT (drop_down), NAME);
  g_autoptr (GList) labels = gtk_widget_list_mnemonic_labels (GTK_WIDGET (drop_down));

  if (name != NULL || labels == NULL)
    return name;
  return gtk_label_get_text (labels->data);
}

/* From GTK 4.10 on a drop-down is named by its label or, without one, by the choice, and the button
 * inside has the name of the drop-down, whatever it was given. */
static void
set_name (GtkWidget *widget, const char *name)
{
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/* The focus is in the button inside, which has both the name and the choice. */
static void
name_button_cb (GtkDropDown *drop_down, GParamSpec *pspec, gpointer data)
{
  SeidelDropDownText text = (SeidelDropDownText) data;
  const char *own_name = g_object_get_data (G_OBJECT (drop_down), NAME);
  gpointer item = gtk_drop_down_get_selected_item (drop_down);
  const char *name = name_of (drop_down);
  g_autofree char *label = NULL;

  if (name == NULL)
    return;
  label = item != NULL ? g_strdup_printf ("%s: %s", name, text (item)) : g_strdup (name);
  set_name (seidel_find_below (GTK_WIDGET (drop_down), GTK_TYPE_BUTTON), label);
  if (gtk_get_minor_version () >= 10)
    set_name (GTK_WIDGET (drop_down), label);
  else if (own_name != NULL)
    set_name (GTK_WIDGET (drop_down), own_name);
}

void
seidel_drop_down_init (GtkDropDown *drop_down, const char *name, SeidelDropDownText text)
{
  GtkWidget *popover;

  g_return_if_fail (GTK_IS_DROP_DOWN (drop_down));

  popover = seidel_find_below (GTK_WIDGET (drop_down), GTK_TYPE_POPOVER);
  g_return_if_fail (popover != NULL);
  g_signal_connect_object (popover, "map", G_CALLBACK (opened_cb), drop_down, G_CONNECT_SWAPPED);
  seidel_fix_tooltip (GTK_WIDGET (drop_down), popover);
  seidel_type_ahead_init (drop_down, popover, text);

  g_object_set_data_full (G_OBJECT (drop_down), NAME, g_strdup (name), g_free);
  g_signal_connect (drop_down, "notify::selected-item", G_CALLBACK (name_button_cb),
                    (gpointer) text);
  name_button_cb (drop_down, NULL, (gpointer) text);
}

/* From GTK 4.10 on the button in a menu button, which has the focus, has no name: it gets that of
 * the label, or of the tooltip. */
static void
name_inner_button (GtkMenuButton *menu_button)
{
  GtkWidget *inner = seidel_find_below (GTK_WIDGET (menu_button), GTK_TYPE_TOGGLE_BUTTON);
  GtkWidget *label = inner != NULL ? seidel_find_below (inner, GTK_TYPE_LABEL) : NULL;
  const char *name = label != NULL ? gtk_label_get_text (GTK_LABEL (label))
                                   : gtk_widget_get_tooltip_text (GTK_WIDGET (menu_button));

  if (gtk_get_minor_version () >= 10 && inner != NULL && name != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (inner), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                    -1);
}

void
seidel_fix_button_names (GtkWidget *root)
{
  if (GTK_IS_MENU_BUTTON (root))
    name_inner_button (GTK_MENU_BUTTON (root));
  if (GTK_IS_BUTTON (root) && gtk_button_get_use_underline (GTK_BUTTON (root)))
    gtk_accessible_reset_property (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_PROPERTY_LABEL);
  /* A menu button has none at all, but for the button in it. */
  if ((GTK_IS_CHECK_BUTTON (root) && gtk_check_button_get_use_underline (GTK_CHECK_BUTTON (root)))
      || (GTK_IS_MENU_BUTTON (root) && gtk_menu_button_get_use_underline (GTK_MENU_BUTTON (root))))
    gtk_accessible_update_property (GTK_ACCESSIBLE (root), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    gtk_label_get_text (
                                      GTK_LABEL (seidel_find_below (root, GTK_TYPE_LABEL))),
                                    -1);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    seidel_fix_button_names (child);
}

void
seidel_fix_heading (GtkWidget *dialog)
{
  GtkWidget *parent = gtk_widget_get_parent (dialog);

  if (GTK_IS_LABEL (dialog) && gtk_widget_has_css_class (parent, "heading-bin"))
    {
      gtk_label_set_wrap (GTK_LABEL (dialog), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (dialog), PANGO_WRAP_WORD_CHAR);
      gtk_widget_set_size_request (dialog, LEAST_HEADING, -1);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (dialog); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    seidel_fix_heading (child);
}

GtkWidget *
seidel_label_new (const char *text, const char *classes)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0F);
  if (classes != NULL)
    {
      g_auto (GStrv) names = g_strsplit (classes, " ", -1);

      gtk_widget_set_css_classes (label, (const char **) names);
    }
  return label;
}

void
seidel_widget_set_class (GtkWidget *widget, const char *name, gboolean on)
{
  if (on)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}
