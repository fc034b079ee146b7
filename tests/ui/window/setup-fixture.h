/* What the tests of the solver set-up share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "window-fixture.h"
#include "window/seidel-choice.h"

/* The widgets of the pane, by the ids of its template. */
static inline gpointer
part (SeidelSetupPane *pane, const char *id)
{
  return gtk_widget_get_template_child (GTK_WIDGET (pane), SEIDEL_TYPE_SETUP_PANE, id);
}

static inline SeidelChoice *
find_choice (GtkDropDown *drop_down, const char *id)
{
  GListModel *model = gtk_drop_down_get_model (drop_down);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SeidelChoice) choice = g_list_model_get_item (model, i);

      if (g_str_equal (choice->id, id))
        return choice; /* the model keeps it */
    }
  return NULL;
}

static inline void
read_options (SeidelSetupPane *pane, SeidelOptions *options)
{
  SeidelVectorSpec rhs;
  SeidelVectorSpec guess;

  g_assert_cmpstr (seidel_setup_pane_get_problem (pane), ==, NULL);
  g_assert_true (seidel_setup_pane_get (pane, options, &rhs, &guess));
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
}

/* The widget of an option, which has its id as its name; the label of a reason, "ID-reason". */
static inline GtkWidget *
find_named (GtkWidget *widget, const char *name)
{
  if (g_str_equal (gtk_widget_get_name (widget), name))
    return widget;
  /* What a closed expander holds is not among its children. */
  if (GTK_IS_EXPANDER (widget))
    return find_named (gtk_expander_get_child (GTK_EXPANDER (widget)), name);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_named (child, name);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static inline gpointer
option (SeidelSetupPane *pane, const char *id)
{
  GtkWidget *widget = find_named (GTK_WIDGET (pane), id);

  g_assert_nonnull (widget);
  return widget;
}

/* Why an option is refused, as it is shown beside its widget; NULL where nothing is shown. */
static inline const char *
shown_reason (SeidelSetupPane *pane, const char *id)
{
  g_autofree char *name = g_strconcat (id, "-reason", NULL);
  GtkWidget *label = option (pane, name);

  return gtk_widget_get_visible (label) ? gtk_label_get_label (GTK_LABEL (label)) : NULL;
}

/* What a screen reader calls a control: its label's text, or a name of its own. */
static inline void
assert_named (gpointer widget, const char *name)
{
  g_autoptr (GList) labels = gtk_widget_list_mnemonic_labels (widget);

  if (labels == NULL)
    gtk_test_accessible_assert_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                         name);
  else
    g_assert_cmpstr (gtk_label_get_text (labels->data), ==, name);
}
