/* The line about the selection.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "pages/seidel-selection-bar.h"

#include <glib/gi18n.h>

struct _SeidelSelectionBar
{
  GtkWidget parent_instance;

  GtkWidget *label;
  GtkWidget *clear;
  GtkWidget *show; /* the page */

  /* Owned */
  SeidelSelection *selection;
  SeidelDirection direction;
};

enum
{
  PROP_0,
  PROP_PAGE,
  PROP_PAGE_LABEL,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (SeidelSelectionBar, seidel_selection_bar, GTK_TYPE_WIDGET)

static void
update (SeidelSelectionBar *self)
{
  g_autofree char *text =
    self->selection != NULL ? seidel_selection_describe (self->selection, self->direction) : NULL;

  gtk_label_set_text (GTK_LABEL (self->label), text != NULL ? text : "");
  gtk_widget_set_tooltip_text (self->label, text);
  gtk_widget_set_visible (GTK_WIDGET (self), text != NULL);
}

static void
clear_cb (SeidelSelectionBar *self)
{
  if (self->selection != NULL)
    seidel_selection_clear (self->selection);
}

void
seidel_selection_bar_set_selection (SeidelSelectionBar *self, SeidelSelection *selection)
{
  g_return_if_fail (SEIDEL_IS_SELECTION_BAR (self));

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_set_object (&self->selection, selection);
  if (selection != NULL)
    g_signal_connect_object (selection, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

void
seidel_selection_bar_set_direction (SeidelSelectionBar *self, SeidelDirection direction)
{
  g_return_if_fail (SEIDEL_IS_SELECTION_BAR (self));

  self->direction = direction;
  update (self);
}

static void
seidel_selection_bar_set_property (GObject *object,
                                   guint id,
                                   const GValue *value,
                                   GParamSpec *pspec)
{
  SeidelSelectionBar *self = SEIDEL_SELECTION_BAR (object);

  switch (id)
    {
    case PROP_PAGE:
      gtk_actionable_set_action_name (GTK_ACTIONABLE (self->show), "win.page");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (self->show), "s",
                                        g_value_get_string (value));
      gtk_widget_set_visible (self->show, TRUE);
      break;
    case PROP_PAGE_LABEL:
      gtk_button_set_label (GTK_BUTTON (self->show), g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
seidel_selection_bar_dispose (GObject *object)
{
  SeidelSelectionBar *self = SEIDEL_SELECTION_BAR (object);
  GtkWidget *child;

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (seidel_selection_bar_parent_class)->dispose (object);
}

static void
seidel_selection_bar_class_init (SeidelSelectionBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  object_class->set_property = seidel_selection_bar_set_property;
  object_class->dispose = seidel_selection_bar_dispose;
  properties[PROP_PAGE] = g_param_spec_string ("page", NULL, NULL, NULL, flags);
  properties[PROP_PAGE_LABEL] = g_param_spec_string ("page-label", NULL, NULL, NULL, flags);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BOX_LAYOUT);
}

static GtkWidget *
add_button (SeidelSelectionBar *self, const char *label)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_parent (button, GTK_WIDGET (self));
  return button;
}

static void
seidel_selection_bar_init (SeidelSelectionBar *self)
{
  self->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0.0F);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_label_set_selectable (GTK_LABEL (self->label), TRUE);
  gtk_widget_set_can_focus (self->label, FALSE);
  gtk_widget_set_hexpand (self->label, TRUE);
  gtk_widget_set_margin_start (self->label, 12);
  gtk_widget_set_parent (self->label, GTK_WIDGET (self));
  self->show = add_button (self, "");
  gtk_widget_set_visible (self->show, FALSE);
  self->clear = add_button (self, _ ("Clear"));
  gtk_widget_set_tooltip_text (self->clear, _ ("Select nothing (Escape)"));
  gtk_widget_set_margin_end (self->clear, 6);
  g_signal_connect_swapped (self->clear, "clicked", G_CALLBACK (clear_cb), self);
  update (self);
}
