/* Names and values in groups.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-facts.h"

#include <glib/gi18n.h>

#include "views/seidel-gtk-fixes.h"

struct _SeidelFacts
{
  AdwBin parent_instance;

  GtkGrid *grid;
  guint n_columns;
  int row;       /* the next one */
  GString *text; /* what was added so far */
  SeidelFactsLink activated;
  gpointer data;
};

G_DEFINE_FINAL_TYPE (SeidelFacts, seidel_facts, ADW_TYPE_BIN)

void
seidel_facts_clear (SeidelFacts *self, guint n_columns)
{
  GtkWidget *child;

  g_return_if_fail (SEIDEL_IS_FACTS (self));

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->grid))) != NULL)
    gtk_grid_remove (self->grid, child);
  g_string_truncate (self->text, 0);
  self->n_columns = n_columns;
  self->row = 0;
}

void
seidel_facts_add_heading (SeidelFacts *self, const char *title)
{
  GtkWidget *label = seidel_label_new (title, "heading");

  g_return_if_fail (SEIDEL_IS_FACTS (self));

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  if (self->row > 0)
    gtk_widget_set_margin_top (label, 9);
  gtk_grid_attach (self->grid, label, 0, self->row++, (int) self->n_columns + 1, 1);
  g_string_append_printf (self->text, "%s%s\n", self->text->len > 0 ? "\n" : "", title);
}

void
seidel_facts_add_columns (SeidelFacts *self, const char *const *names)
{
  g_return_if_fail (SEIDEL_IS_FACTS (self));

  for (guint i = 0; i < self->n_columns; i++)
    {
      gtk_grid_attach (self->grid, seidel_label_new (names[i], "heading"), (int) i + 1, self->row,
                       1, 1);
      g_string_append_printf (self->text, "%s%s", i > 0 ? "\t" : "", names[i]);
    }
  g_string_append_c (self->text, '\n');
  self->row++;
}

/* The pointer can select the text; the Tab key skips what has no links. */
static GtkWidget *
new_value (const char *text)
{
  GtkWidget *value = seidel_label_new (text, "numeric");

  g_object_set (value, "selectable", TRUE, "can-focus", FALSE, "wrap", TRUE, "wrap-mode",
                PANGO_WRAP_WORD_CHAR, "hexpand", TRUE, "yalign", 0.0, NULL);
  return value;
}

static GtkWidget *
add_name (SeidelFacts *self, const char *name)
{
  GtkWidget *label = seidel_label_new (name, "dim-label");

  /* As wide as the longest word of any language: names are not broken within words. */
  g_object_set (label, "yalign", 0.0, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD, "width-chars", 9,
                "max-width-chars", 13, NULL);
  gtk_grid_attach (self->grid, label, 0, self->row, 1, 1);
  return label;
}

static void
name_value (GtkWidget *value, GtkWidget *name)
{
  if (name != NULL)
    gtk_accessible_update_relation (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_RELATION_DESCRIBED_BY,
                                    name, NULL, -1);
}

static gboolean
all_are_equal (const char *const *values, guint n)
{
  for (guint i = 1; i < n; i++)
    if (g_strcmp0 (values[0], values[i]) != 0)
      return FALSE;
  return TRUE;
}

void
seidel_facts_add (SeidelFacts *self, const char *name, const char *const *values)
{
  const gboolean differ = !all_are_equal (values, self->n_columns);
  GtkWidget *title = NULL;

  g_return_if_fail (SEIDEL_IS_FACTS (self));

  if (name != NULL)
    title = add_name (self, name);
  g_string_append_printf (self->text, "%s%s", name != NULL ? name : "", name != NULL ? ":" : "");
  for (guint i = 0; i < self->n_columns; i++)
    {
      GtkWidget *value = new_value (values[i] != NULL ? values[i] : "–");

      /* Not by colour alone. */
      seidel_widget_set_class (value, "differs", differ);
      if (differ)
        gtk_accessible_update_property (GTK_ACCESSIBLE (value), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                        _ ("Differs"), -1);
      name_value (value, title);
      gtk_grid_attach (self->grid, value, title != NULL ? (int) i + 1 : (int) i, self->row,
                       title != NULL || self->n_columns > 1 ? 1 : 2, 1);
      g_string_append_printf (self->text, "%s%s",
                              i > 0           ? "\t"
                              : title != NULL ? " "
                                              : "",
                              values[i] != NULL ? values[i] : "–");
    }
  g_string_append (self->text, differ ? "\t≠\n" : "\n");
  self->row++;
}

static gboolean
link_cb (SeidelFacts *self, const char *address)
{
  return self->activated != NULL && self->activated (self->data, address);
}

void
seidel_facts_add_links (SeidelFacts *self, const char *name, const char *markup)
{
  GtkWidget *title;
  GtkWidget *value = new_value (NULL);

  g_return_if_fail (SEIDEL_IS_FACTS (self));

  title = add_name (self, name);
  gtk_label_set_markup (GTK_LABEL (value), markup);
  gtk_widget_set_can_focus (value, TRUE);
  g_signal_connect_swapped (value, "activate-link", G_CALLBACK (link_cb), self);
  name_value (value, title);
  gtk_grid_attach (self->grid, value, 1, self->row++, (int) self->n_columns, 1);
  g_string_append_printf (self->text, "%s: %s\n", name, gtk_label_get_text (GTK_LABEL (value)));
}

void
seidel_facts_set_activated (SeidelFacts *self, SeidelFactsLink activated, gpointer data)
{
  g_return_if_fail (SEIDEL_IS_FACTS (self));

  self->activated = activated;
  self->data = data;
}

char *
seidel_facts_to_text (SeidelFacts *self)
{
  g_return_val_if_fail (SEIDEL_IS_FACTS (self), NULL);
  return g_strdup (self->text->str);
}

static void
seidel_facts_finalize (GObject *object)
{
  g_string_free (SEIDEL_FACTS (object)->text, TRUE);
  G_OBJECT_CLASS (seidel_facts_parent_class)->finalize (object);
}

static void
seidel_facts_class_init (SeidelFactsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = seidel_facts_finalize;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "facts");
}

static void
seidel_facts_init (SeidelFacts *self)
{
  self->text = g_string_new (NULL);
  self->n_columns = 1;
  self->grid = GTK_GRID (gtk_grid_new ());
  gtk_grid_set_column_spacing (self->grid, 12);
  gtk_grid_set_row_spacing (self->grid, 3);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->grid));
}
