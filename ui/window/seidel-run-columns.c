/* The columns of the run table: one table says what each of them shows; cells follow their run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-run-columns.h"

#include <math.h>
#include <glib/gi18n.h>

#include "base/seidel-format.h"
#include "model/seidel-number.h"
#include "model/seidel-run-item.h"
#include "model/seidel-run-outcome.h"
#include "views/seidel-gtk-fixes.h"
#include "window/seidel-color-dot.h"

#define LIST_ITEM "seidel-list-item" /* of the box in a cell */

static char *
title_text (SeidelRunItem *run)
{
  return g_strdup (seidel_run_item_get_title (run));
}

static char *
matrix_text (SeidelRunItem *run)
{
  return g_strdup (seidel_run_item_get_matrix_name (run));
}

static char *
status_text (SeidelRunItem *run)
{
  char *status;

  g_object_get (run, "status", &status, NULL);
  return status;
}

static char *
iterations_text (SeidelRunItem *run)
{
  gint64 iterations;

  g_object_get (run, "iterations", &iterations, NULL);
  return seidel_format_count (iterations);
}

static char *
iterations_tooltip (SeidelRunItem *run)
{
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (run);
  g_autofree char *all = NULL;

  if (outcome == NULL || outcome->n_attempts <= 1)
    return NULL;
  all = seidel_format_count (outcome->iterations);
  return g_strdup_printf (_ ("Of the last of %zu attempts; %s in all"), outcome->n_attempts, all);
}

static char *
seconds_text (SeidelRunItem *run)
{
  double seconds;

  g_object_get (run, "seconds", &seconds, NULL);
  return seidel_format_seconds (seconds, 3);
}

static char *
residual_text (SeidelRunItem *run)
{
  double residual;

  g_object_get (run, "residual", &residual, NULL);
  return isnan (residual) ? g_strdup ("–") : seidel_number_scientific (residual, 1);
}

static char *
maximum_text (SeidelRunItem *run)
{
  double maximum;

  g_object_get (run, "maximum", &maximum, NULL);
  return isnan (maximum) ? g_strdup ("–") : seidel_number_scientific (maximum, 1);
}

static char *
maximum_tooltip (SeidelRunItem *run)
{
  return g_strdup (seidel_run_item_get_live (run)
                     ? _ ("The largest component of b − A x in the precision of the run")
                     : _ ("The largest component of b − A x, recomputed in double precision"));
}

static char *
residual_tooltip (SeidelRunItem *run)
{
  return g_strdup (seidel_run_item_get_live (run)
                     ? _ ("‖b − A x‖ / ‖b‖ as the method knows it")
                     : _ ("‖b − A x‖ / ‖b‖, recomputed in double precision"));
}

/* What cannot be read in the row; the pane of the run has the rest. */
static char *
outcome_tooltip (SeidelRunItem *run)
{
  g_autofree char *hint = seidel_run_outcome_hint (run);

  if (seidel_run_item_get_live (run))
    return NULL;
  if (hint == NULL)
    return g_strdup (_ ("Double-click for everything about the run"));
  return g_strdup_printf ("%s\n%s", hint, _ ("Double-click for everything about the run"));
}

typedef struct
{
  const char *title;
  const char *property; /* the cell follows it; the column sorts by it */
  char *(*text) (SeidelRunItem *run);
  char *(*tooltip) (SeidelRunItem *run); /* or NULL: the text itself */
  gboolean number;
  gboolean expand;
  gboolean outcome; /* a bar while the run is live, a sign when the result is not what was wanted */
  int chars;        /* what the column has room for at least, at any size of text */
  gboolean followed; /* shown only where a run follows ‖b − A x‖∞ */
  gboolean spare;    /* not shown where the table is narrow: the numbers must be in sight */
} Column;

/* What a text other than the title takes where there is room. */
#define MOST_CHARS 18

static const Column columns[] = {
  { N_ ("Run"), "title", title_text, .expand = TRUE, .chars = 9 },
  { N_ ("Matrix"), "matrix-name", matrix_text, .chars = 7, .spare = TRUE },
  { N_ ("Outcome"), "status", status_text, outcome_tooltip, .outcome = TRUE, .chars = 13 },
  { N_ ("Iterations"), "iterations", iterations_text, iterations_tooltip, .number = TRUE,
    .chars = 9 },
  { N_ ("Time"), "seconds", seconds_text, seidel_run_outcome_times, .number = TRUE, .chars = 8 },
  { N_ ("Residual"), "residual", residual_text, residual_tooltip, .number = TRUE, .chars = 8 },
  { N_ ("‖b − A x‖∞"), "maximum", maximum_text, maximum_tooltip, .number = TRUE, .chars = 9,
    .followed = TRUE },
};

/* Screen readers read the reason with the row; it is a tooltip otherwise. */
static void
name_row (GtkWidget *box, SeidelRunItem *run, const char *status, const char *reason)
{
  GtkWidget *row = gtk_widget_get_ancestor (box, GTK_TYPE_COLUMN_VIEW) != NULL
                     ? gtk_widget_get_parent (gtk_widget_get_parent (box))
                     : NULL;
  g_autofree char *name = NULL;

  if (row == NULL)
    return;
  name = g_strdup_printf (_ ("Run %u, %s: %s. %s"), seidel_run_item_get_number (run),
                          seidel_run_item_get_title (run), status, reason != NULL ? reason : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
update_outcome (GtkWidget *box, SeidelRunItem *run, const char *status)
{
  g_autofree char *reason =
    seidel_run_item_get_live (run) ? NULL : seidel_run_outcome_describe (run);
  GtkWidget *label = gtk_widget_get_first_child (box);
  GtkWidget *sign = gtk_widget_get_next_sibling (label);
  GtkWidget *bar = gtk_widget_get_last_child (box);
  SeidelRunTone tone = seidel_run_outcome_tone (run);
  const double fraction =
    seidel_run_item_get_live (run)
      ? seidel_trace_progress (seidel_run_item_get_trace (run), seidel_run_item_get_options (run))
      : NAN;

  gtk_widget_set_visible (sign, tone != SEIDEL_RUN_TONE_PLAIN);
  gtk_image_set_from_icon_name (GTK_IMAGE (sign), tone == SEIDEL_RUN_TONE_ERROR
                                                    ? "dialog-error-symbolic"
                                                    : "dialog-warning-symbolic");
  seidel_widget_set_class (box, "error", tone == SEIDEL_RUN_TONE_ERROR);
  seidel_widget_set_class (box, "warning", tone == SEIDEL_RUN_TONE_WARNING);
  gtk_widget_set_visible (bar, !isnan (fraction));
  gtk_progress_bar_set_fraction (GTK_PROGRESS_BAR (bar), isnan (fraction) ? 0.0 : fraction);
  name_row (box, run, status, reason);
}

static GtkWidget *
new_hint (const char *text)
{
  GtkWidget *label = seidel_label_new (text, "caption");

  gtk_widget_set_tooltip_text (label, text);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), 9);
  return label;
}

/* The second line, the reason or else the note, is there only if it says something: screen readers
 * go through all labels. */
static void
update_hint (GtkWidget *box, SeidelRunItem *run)
{
  g_autofree char *reason = seidel_run_outcome_hint (run);
  const char *hint = reason != NULL ? reason : seidel_run_item_get_note (run);
  GtkWidget *shown = gtk_widget_get_next_sibling (gtk_widget_get_first_child (box));

  if (g_strcmp0 (shown != NULL ? gtk_label_get_label (GTK_LABEL (shown)) : NULL, hint) == 0)
    return;
  if (shown != NULL)
    gtk_box_remove (GTK_BOX (box), shown);
  if (hint != NULL)
    gtk_box_append (GTK_BOX (box), new_hint (hint));
}

static void
update_cell (GtkListItem *item)
{
  const Column *column = g_object_get_data (G_OBJECT (item), "column");
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *label = gtk_widget_get_first_child (box);
  SeidelRunItem *run = gtk_list_item_get_item (item);
  g_autofree char *text = column->text (run);
  g_autofree char *tooltip = column->tooltip != NULL ? column->tooltip (run) : NULL;

  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (box, tooltip != NULL && *tooltip != '\0' ? tooltip : text);
  if (column->outcome)
    update_outcome (box, run, text);
  if (column->expand)
    update_hint (box, run);
}

static GtkWidget *
new_sign (void)
{
  GtkWidget *sign = gtk_image_new ();

  gtk_image_set_pixel_size (GTK_IMAGE (sign), 14);
  gtk_accessible_update_property (GTK_ACCESSIBLE (sign), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Not as it should be"), -1);
  return sign;
}

static GtkWidget *
new_progress_bar (void)
{
  GtkWidget *bar = gtk_progress_bar_new ();

  gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (bar, "run-progress");
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Progress towards the tolerance"), -1);
  return bar;
}

static GtkWidget *
new_label (const Column *column)
{
  GtkWidget *label = seidel_label_new (NULL, "numeric");

  /* A number without its end is another number. */
  if (column->number)
    gtk_label_set_xalign (GTK_LABEL (label), 1.0F);
  else
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), column->chars);
  if (!column->number && !column->expand)
    gtk_label_set_max_width_chars (GTK_LABEL (label), MOST_CHARS);
  gtk_widget_set_hexpand (label, TRUE);
  return label;
}

/* The cell follows the run that the item is bound to. */
static void
follow_run (GtkListItem *item, const Column *column)
{
  GSignalGroup *signals = g_signal_group_new (SEIDEL_TYPE_RUN_ITEM);
  g_autofree char *detail = g_strdup_printf ("notify::%s", column->property);

  g_signal_group_connect_swapped (signals, detail, G_CALLBACK (update_cell), item);
  g_signal_group_connect_swapped (signals, "notify::live", G_CALLBACK (update_cell), item);
  g_signal_group_connect_swapped (signals, "notify::note", G_CALLBACK (update_cell), item);
  g_signal_group_connect_swapped (signals, "notify::matrix-changed", G_CALLBACK (update_cell),
                                  item);
  g_object_set_data_full (G_OBJECT (item), "signals", signals, g_object_unref);
}

static void
text_setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const Column *column = data;
  GtkWidget *box =
    gtk_box_new (column->expand ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL,
                 column->expand ? 0 : 6);

  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), new_label (column));
  if (column->outcome)
    {
      gtk_box_append (GTK_BOX (box), new_sign ());
      gtk_box_append (GTK_BOX (box), new_progress_bar ());
    }
  gtk_list_item_set_child (item, box);
  g_object_set_data (G_OBJECT (box), LIST_ITEM, item);
  g_object_set_data (G_OBJECT (item), "column", data);
  follow_run (item, column);
}

static void
text_bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  g_signal_group_set_target (g_object_get_data (G_OBJECT (item), "signals"),
                             gtk_list_item_get_item (item));
  update_cell (item);
}

static void
text_unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  g_signal_group_set_target (g_object_get_data (G_OBJECT (item), "signals"), NULL);
}

static void
dot_setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_list_item_set_child (item, seidel_color_dot_new ());
}

static void
dot_bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  seidel_color_dot_set_index (SEIDEL_COLOR_DOT (gtk_list_item_get_child (item)),
                              seidel_run_item_get_color_index (gtk_list_item_get_item (item)));
}

static void
check_setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *check = gtk_check_button_new ();

  gtk_widget_set_tooltip_text (check, _ ("Show the curve of this run"));
  gtk_widget_set_halign (check, GTK_ALIGN_CENTER);
  gtk_list_item_set_child (item, check);
}

static void
check_bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  SeidelRunItem *run = gtk_list_item_get_item (item);
  GtkWidget *check = gtk_list_item_get_child (item);
  g_autofree char *label = g_strdup_printf (_ ("Show run %u"), seidel_run_item_get_number (run));
  GBinding *binding = g_object_bind_property (run, "visible", check, "active",
                                              G_BINDING_SYNC_CREATE | G_BINDING_BIDIRECTIONAL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data (G_OBJECT (item), "binding", binding);
}

static void
check_unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  g_binding_unbind (g_object_get_data (G_OBJECT (item), "binding"));
}

static void
remove_setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("window-close-symbolic");

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "compact");
  gtk_list_item_set_child (item, button);
}

static gboolean
live_to_tooltip (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  g_value_set_static_string (to, g_value_get_boolean (from)
                                   ? _ ("This run is in progress: stop it first")
                                   : _ ("Remove this run"));
  return TRUE;
}

static void
remove_bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  SeidelRunItem *run = gtk_list_item_get_item (item);
  GtkWidget *button = gtk_list_item_get_child (item);
  g_autofree char *label = g_strdup_printf (_ ("Remove run %u"), seidel_run_item_get_number (run));
  GBindingGroup *group = g_binding_group_new ();

  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", seidel_run_item_get_number (run));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.remove-run-number");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label,
                                  -1);
  g_binding_group_bind (group, "live", button, "sensitive",
                        G_BINDING_SYNC_CREATE | G_BINDING_INVERT_BOOLEAN);
  g_binding_group_bind_full (group, "live", button, "tooltip-text", G_BINDING_SYNC_CREATE,
                             live_to_tooltip, NULL, NULL, NULL);
  g_binding_group_set_source (group, run);
  g_object_set_data_full (G_OBJECT (item), "bindings", group, g_object_unref);
}

static void
remove_unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  g_object_set_data (G_OBJECT (item), "bindings", NULL);
}

static GtkColumnViewColumn *
append_column (GtkColumnView *view, const char *title, GtkListItemFactory *factory)
{
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (title, factory);

  gtk_column_view_append_column (view, column);
  return column; /* the view keeps it */
}

static GtkListItemFactory *
new_factory (GCallback setup, GCallback bind, GCallback unbind, gpointer data)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();

  g_signal_connect (factory, "setup", setup, data);
  g_signal_connect (factory, "bind", bind, data);
  if (unbind != NULL)
    g_signal_connect (factory, "unbind", unbind, data);
  return factory;
}

static GtkSorter *
new_sorter (const Column *column)
{
  GtkExpression *expression =
    gtk_property_expression_new (SEIDEL_TYPE_RUN_ITEM, NULL, column->property);

  if (column->number)
    return GTK_SORTER (gtk_numeric_sorter_new (expression));
  return GTK_SORTER (gtk_string_sorter_new (expression));
}

SeidelRunColumns
seidel_run_columns_add (GtkColumnView *view)
{
  SeidelRunColumns special = { NULL, NULL };

  append_column (view, "",
                 new_factory (G_CALLBACK (dot_setup_cb), G_CALLBACK (dot_bind_cb), NULL, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autoptr (GtkSorter) sorter = new_sorter (&columns[i]);
      GtkListItemFactory *factory =
        new_factory (G_CALLBACK (text_setup_cb), G_CALLBACK (text_bind_cb),
                     G_CALLBACK (text_unbind_cb), (gpointer) &columns[i]);
      GtkColumnViewColumn *column = append_column (view, _ (columns[i].title), factory);

      gtk_column_view_column_set_sorter (column, sorter);
      gtk_column_view_column_set_expand (column, columns[i].expand);
      gtk_column_view_column_set_resizable (column, TRUE);
      if (columns[i].followed)
        {
          gtk_column_view_column_set_visible (column, FALSE);
          special.maximum = column;
        }
      if (columns[i].spare)
        special.matrix = column;
    }
  append_column (view, _ ("Shown"),
                 new_factory (G_CALLBACK (check_setup_cb), G_CALLBACK (check_bind_cb),
                              G_CALLBACK (check_unbind_cb), NULL));
  append_column (view, "",
                 new_factory (G_CALLBACK (remove_setup_cb), G_CALLBACK (remove_bind_cb),
                              G_CALLBACK (remove_unbind_cb), NULL));
  return special;
}

SeidelRunItem *
seidel_run_columns_run_at (GtkWidget *widget, double x, double y)
{
  GtkWidget *picked = gtk_widget_pick (widget, x, y, GTK_PICK_DEFAULT);

  for (; picked != NULL && picked != widget; picked = gtk_widget_get_parent (picked))
    {
      GtkListItem *item = g_object_get_data (G_OBJECT (picked), LIST_ITEM);

      if (item != NULL)
        return gtk_list_item_get_item (item);
    }
  return NULL;
}
