/* The runs as a table: colour, set-up, outcome, iterations, time, residual, whether the curve is
 * shown. A run that did not end as it should says so in a second line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-run-table.h"

#include <math.h>
#include <glib/gi18n.h>

#include "base/seidel-csv.h"
#include "base/seidel-format.h"
#include "draw/seidel-translate.h"
#include "model/seidel-number.h"
#include "model/seidel-run-outcome.h"
#include "views/seidel-context-menu.h"
#include "views/seidel-gtk-fixes.h"
#include "views/seidel-template.h"
#include "window/seidel-color-dot.h"

#define LIST_ITEM "seidel-list-item" /* of the box in a cell */

/* More than these are scrolled to, unless the table is given more room. */
#define MOST_ROWS 6

struct _SeidelRunTable
{
  AdwBin parent_instance;

  /* Template */
  GtkSearchBar *search_bar;
  GtkSearchEntry *search;
  GtkColumnView *view;
  GtkScrolledWindow *scrolled;

  /* Owned */
  SeidelRunList *runs;
  GtkColumnViewColumn *maximum; /* borrowed: only where a run follows it */
  GtkColumnViewColumn *matrix;  /* borrowed: only where there is room for all columns */
  double all_columns;           /* the width that they need; 0: not known */
  guint fit_source;
  GtkCustomFilter *filter;
  GStrv words; /* that are searched for, in small letters */
  GtkSortListModel *sorted;
  GtkSingleSelection *selection;

  gboolean syncing;
  int reveal_frames; /* until the selected row is scrolled to; 0: it need not be */
};

G_DEFINE_FINAL_TYPE (SeidelRunTable, seidel_run_table, ADW_TYPE_BIN)

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
  const SeidelOutcome *outcome = seidel_run_item_get_outcome (run);
  gint64 iterations;

  g_object_get (run, "iterations", &iterations, NULL);
  /* Of several attempts those of the one that the row names. */
  if (outcome != NULL && outcome->n_attempts > 1)
    iterations = outcome->attempts[outcome->n_attempts - 1].iterations;
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

/* Selects the run under the pointer. */
static gboolean
select_at (GtkWidget *widget, double x, double y)
{
  SeidelRunTable *self = SEIDEL_RUN_TABLE (widget);
  GtkWidget *picked = gtk_widget_pick (widget, x, y, GTK_PICK_DEFAULT);

  for (; picked != NULL && picked != widget; picked = gtk_widget_get_parent (picked))
    {
      GtkListItem *item = g_object_get_data (G_OBJECT (picked), LIST_ITEM);

      if (item == NULL)
        continue;
      seidel_run_list_set_selected (self->runs, gtk_list_item_get_item (item));
      return TRUE;
    }
  return FALSE;
}

static void
text_setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  const Column *column = data;
  GtkWidget *box =
    gtk_box_new (column->expand ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL,
                 column->expand ? 0 : 6);
  GtkWidget *label = seidel_label_new (NULL, "numeric");
  GSignalGroup *signals = g_signal_group_new (SEIDEL_TYPE_RUN_ITEM);
  g_autofree char *detail = g_strdup_printf ("notify::%s", column->property);

  /* A number without its end is another number. */
  if (column->number)
    gtk_label_set_xalign (GTK_LABEL (label), 1.0F);
  else
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (label), column->chars);
  if (!column->number && !column->expand)
    gtk_label_set_max_width_chars (GTK_LABEL (label), MOST_CHARS);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), label);
  if (column->outcome)
    {
      gtk_box_append (GTK_BOX (box), new_sign ());
      gtk_box_append (GTK_BOX (box), new_progress_bar ());
    }
  gtk_list_item_set_child (item, box);
  g_object_set_data (G_OBJECT (box), LIST_ITEM, item);
  g_object_set_data (G_OBJECT (item), "column", data);
  g_signal_group_connect_swapped (signals, detail, G_CALLBACK (update_cell), item);
  g_signal_group_connect_swapped (signals, "notify::live", G_CALLBACK (update_cell), item);
  g_signal_group_connect_swapped (signals, "notify::note", G_CALLBACK (update_cell), item);
  g_signal_group_connect_swapped (signals, "notify::matrix-changed", G_CALLBACK (update_cell),
                                  item);
  g_object_set_data_full (G_OBJECT (item), "signals", signals, g_object_unref);
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
append_column (SeidelRunTable *self, const char *title, GtkListItemFactory *factory)
{
  g_autoptr (GtkColumnViewColumn) column = gtk_column_view_column_new (title, factory);

  gtk_column_view_append_column (self->view, column);
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

static void
add_columns (SeidelRunTable *self)
{
  append_column (self, "",
                 new_factory (G_CALLBACK (dot_setup_cb), G_CALLBACK (dot_bind_cb), NULL, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autoptr (GtkSorter) sorter = new_sorter (&columns[i]);
      GtkListItemFactory *factory =
        new_factory (G_CALLBACK (text_setup_cb), G_CALLBACK (text_bind_cb),
                     G_CALLBACK (text_unbind_cb), (gpointer) &columns[i]);
      GtkColumnViewColumn *column = append_column (self, _ (columns[i].title), factory);

      gtk_column_view_column_set_sorter (column, sorter);
      gtk_column_view_column_set_expand (column, columns[i].expand);
      gtk_column_view_column_set_resizable (column, TRUE);
      if (columns[i].followed)
        {
          gtk_column_view_column_set_visible (column, FALSE);
          self->maximum = column;
        }
      if (columns[i].spare)
        self->matrix = column;
    }
  append_column (self, _ ("Shown"),
                 new_factory (G_CALLBACK (check_setup_cb), G_CALLBACK (check_bind_cb),
                              G_CALLBACK (check_unbind_cb), NULL));
  append_column (self, "",
                 new_factory (G_CALLBACK (remove_setup_cb), G_CALLBACK (remove_bind_cb),
                              G_CALLBACK (remove_unbind_cb), NULL));
}

/* Not while sizes are being allocated. */
static gboolean
fit_columns_cb (gpointer data)
{
  SeidelRunTable *self = data;
  GtkAdjustment *across = gtk_scrolled_window_get_hadjustment (self->scrolled);
  const double room = gtk_adjustment_get_page_size (across);

  self->fit_source = 0;
  if (!gtk_column_view_column_get_visible (self->matrix))
    gtk_column_view_column_set_visible (self->matrix, room >= self->all_columns);
  else if (gtk_adjustment_get_upper (across) > room)
    {
      self->all_columns = gtk_adjustment_get_upper (across);
      gtk_column_view_column_set_visible (self->matrix, FALSE);
    }
  return G_SOURCE_REMOVE;
}

static void
room_changed_cb (SeidelRunTable *self)
{
  if (self->fit_source == 0)
    self->fit_source = g_idle_add_full (G_PRIORITY_DEFAULT, fit_columns_cb, self, NULL);
}

static void
selection_changed_cb (SeidelRunTable *self)
{
  if (self->syncing)
    return;
  self->syncing = TRUE;
  seidel_run_list_set_selected (self->runs,
                                gtk_single_selection_get_selected_item (self->selection));
  self->syncing = FALSE;
}

static gboolean
reveal_selected_cb (GtkWidget *view, GdkFrameClock *clock, gpointer data)
{
  SeidelRunTable *self = data;
  GtkAdjustment *rows = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  guint position = gtk_single_selection_get_selected (self->selection);

  if (--self->reveal_frames > 0)
    return G_SOURCE_CONTINUE;
  /* The list view implements the action. While all rows fit, it would only ask for more room. */
  if (position != GTK_INVALID_LIST_POSITION
      && gtk_adjustment_get_upper (rows) > gtk_adjustment_get_page_size (rows))
    gtk_widget_activate_action (gtk_widget_get_last_child (view), "list.scroll-to-item", "u",
                                position);
  return G_SOURCE_REMOVE;
}

/* A new run must be visible; its row is allocated with the next frame. */
static void
reveal_selected (SeidelRunTable *self)
{
  if (self->reveal_frames == 0)
    gtk_widget_add_tick_callback (GTK_WIDGET (self->view), reveal_selected_cb, self, NULL);
  self->reveal_frames = 2;
}

static void
selected_run_cb (SeidelRunTable *self)
{
  SeidelRunItem *run = seidel_run_list_get_selected (self->runs);
  GListModel *model = G_LIST_MODEL (self->selection);
  guint position = GTK_INVALID_LIST_POSITION;

  if (self->syncing)
    return;
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SeidelRunItem) item = g_list_model_get_item (model, i);

      if (item == run)
        position = i;
    }
  self->syncing = TRUE;
  gtk_single_selection_set_selected (self->selection, position);
  self->syncing = FALSE;
  reveal_selected (self);
}

static gboolean
follows_maximum (SeidelRunTable *self)
{
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (self->runs));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (G_LIST_MODEL (self->runs), i);

      if (seidel_options_follow_maximum (seidel_run_item_get_options (run)))
        return TRUE;
    }
  return FALSE;
}

/* A run that ended has other numbers than when it was sorted in. */
static void
runs_changed_cb (SeidelRunTable *self)
{
  GtkSorter *sorter = gtk_column_view_get_sorter (self->view);

  if (seidel_run_list_get_live (self->runs) == NULL)
    gtk_sorter_changed (sorter, GTK_SORTER_CHANGE_DIFFERENT);
  gtk_column_view_column_set_visible (self->maximum, follows_maximum (self));
  selected_run_cb (self);
}

/* All words are in what is known of the run. */
static gboolean
matches_cb (gpointer item, gpointer data)
{
  SeidelRunTable *self = data;
  SeidelRunItem *run = item;
  g_autofree char *title = seidel_run_item_get_long_title (run);
  g_autofree char *status = status_text (run);
  const char *note = seidel_run_item_get_note (run);
  g_autofree char *all = g_strdup_printf ("%u %s %s %s", seidel_run_item_get_number (run), title,
                                          status, note != NULL ? note : "");
  g_autofree char *text = g_utf8_casefold (all, -1);

  for (char **word = self->words; word != NULL && *word != NULL; word++)
    if (strstr (text, *word) == NULL)
      return FALSE;
  return TRUE;
}

static void
search_changed_cb (SeidelRunTable *self)
{
  g_autofree char *text = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->search)), -1);

  g_strfreev (self->words);
  self->words = g_strsplit_set (text, " ", -1);
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
}

void
seidel_run_table_search (SeidelRunTable *self)
{
  g_return_if_fail (SEIDEL_IS_RUN_TABLE (self));

  gtk_search_bar_set_search_mode (self->search_bar, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}

void
seidel_run_table_set_runs (SeidelRunTable *self, SeidelRunList *runs)
{
  GtkFilterListModel *filtered;

  g_return_if_fail (SEIDEL_IS_RUN_TABLE (self));
  g_return_if_fail (self->runs == NULL);

  self->runs = g_object_ref (runs);
  self->filter = gtk_custom_filter_new (matches_cb, self, NULL);
  filtered = gtk_filter_list_model_new (g_object_ref (G_LIST_MODEL (runs)),
                                        g_object_ref (GTK_FILTER (self->filter)));
  self->sorted = gtk_sort_list_model_new (G_LIST_MODEL (filtered),
                                          g_object_ref (gtk_column_view_get_sorter (self->view)));
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->sorted)));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "notify::selected-item",
                           G_CALLBACK (selection_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (runs, "notify::selected", G_CALLBACK (selected_run_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (runs, "changed", G_CALLBACK (runs_changed_cb), self, G_CONNECT_SWAPPED);
}

int
seidel_run_table_get_wanted_height (SeidelRunTable *self)
{
  GtkWidget *header;
  guint n;
  int head = 0, all = 0, bar = 0;

  g_return_val_if_fail (SEIDEL_IS_RUN_TABLE (self), 0);

  n = self->runs != NULL ? g_list_model_get_n_items (G_LIST_MODEL (self->runs)) : 0;
  header = gtk_widget_get_first_child (GTK_WIDGET (self->view));
  gtk_widget_measure (header, GTK_ORIENTATION_VERTICAL, -1, NULL, &head, NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (self->view), GTK_ORIENTATION_VERTICAL, -1, NULL, &all, NULL,
                      NULL);
  if (n > MOST_ROWS)
    all = head + (int) ((guint) (all - head) * MOST_ROWS / n);
  gtk_widget_measure (GTK_WIDGET (self->search_bar), GTK_ORIENTATION_VERTICAL, -1, NULL, &bar, NULL,
                      NULL);
  return all + bar;
}

char *
seidel_run_table_to_csv (SeidelRunTable *self)
{
  GString *csv =
    g_string_new ("run,matrix,title,outcome,iterations,solve_seconds,relative_residual\n");
  GListModel *model;

  g_return_val_if_fail (SEIDEL_IS_RUN_TABLE (self), NULL);

  model = G_LIST_MODEL (self->sorted);
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (model, i);
      g_autofree char *status = status_text (run);
      g_autofree char *title = seidel_run_item_get_long_title (run);
      gint64 iterations;
      double seconds;
      double residual;

      g_object_get (run, "iterations", &iterations, "seconds", &seconds, "residual", &residual,
                    NULL);
      g_string_append_printf (csv, "%u,", seidel_run_item_get_number (run));
      seidel_csv_append_text (csv, seidel_run_item_get_matrix_name (run), true);
      g_string_append_c (csv, ',');
      seidel_csv_append_text (csv, title, true);
      g_string_append_c (csv, ',');
      seidel_csv_append_text (csv, status, true);
      g_string_append_printf (csv, ",%" G_GINT64_FORMAT ",", iterations);
      seidel_format_append_csv_seconds (csv, seconds);
      g_string_append_c (csv, ',');
      seidel_format_append_csv (csv, residual);
      g_string_append_c (csv, '\n');
    }
  return g_string_free (csv, FALSE);
}

static void
copy_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *csv = seidel_run_table_to_csv (SEIDEL_RUN_TABLE (widget));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), csv);
}

static void
seidel_run_table_dispose (GObject *object)
{
  SeidelRunTable *self = SEIDEL_RUN_TABLE (object);

  self->syncing = TRUE;
  g_clear_handle_id (&self->fit_source, g_source_remove);
  if (self->view != NULL)
    gtk_column_view_set_model (self->view, NULL);
  g_clear_object (&self->selection);
  g_clear_object (&self->sorted);
  if (self->filter != NULL)
    gtk_custom_filter_set_filter_func (self->filter, NULL, NULL, NULL);
  g_clear_object (&self->filter);
  g_clear_object (&self->runs);
  g_clear_pointer (&self->words, g_strfreev);

  G_OBJECT_CLASS (seidel_run_table_parent_class)->dispose (object);
}

static void
seidel_run_table_class_init (SeidelRunTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = seidel_run_table_dispose;

  seidel_template_make_group (widget_class, "runtable");
  gtk_widget_class_install_action (widget_class, "runs.copy", NULL, copy_action);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "runs.copy",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "win.remove-run", NULL);
  seidel_template_bind (widget_class, "run-table",
                        SEIDEL_TEMPLATE_CHILD (SeidelRunTable, search_bar),
                        SEIDEL_TEMPLATE_CHILD (SeidelRunTable, search),
                        SEIDEL_TEMPLATE_CHILD (SeidelRunTable, view),
                        SEIDEL_TEMPLATE_CHILD (SeidelRunTable, scrolled));
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
}

/* A double click, or Return on a row. */
static void
activated_cb (SeidelRunTable *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.show-run", NULL);
}

static void
seidel_run_table_init (SeidelRunTable *self)
{
  static const SeidelContextItem items[] = {
    { N_ ("_Everything About It"), "win.show-run" },
    { N_ ("Copy as Command _Line"), "win.copy-run::command" },
    { N_ ("_Name and Note…"), "win.edit-run" },
    { N_ ("_Open Its Matrix"), "win.open-run-matrix" },
    { N_ ("_Save Solution…"), "win.save-solution" },
    { N_ ("_Why It Did Not Converge…"), "win.explain-run" },
    { N_ ("Save a _Report…"), "win.report-run" },
    { N_ ("Co_mpare Solutions…"), "win.compare-runs" },
    { N_ ("_Copy the Table"), "runs.copy" },
    { N_ ("_Remove"), "win.remove-run" },
    { N_ ("Remove _All…"), "win.remove-runs" },
  };

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_bar_connect_entry (self->search_bar, GTK_EDITABLE (self->search));
  add_columns (self);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (self->scrolled), "changed",
                           G_CALLBACK (room_changed_cb), self, G_CONNECT_SWAPPED);
  seidel_context_menu_attach (GTK_WIDGET (self), items, G_N_ELEMENTS (items), select_at);
}
