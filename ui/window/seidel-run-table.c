/* The runs as a table: which of them are listed, in which order, which one is selected.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "window/seidel-run-table.h"

#include <glib/gi18n.h>

#include "base/seidel-csv.h"
#include "base/seidel-format.h"
#include "views/seidel-context-menu.h"
#include "views/seidel-template.h"
#include "window/seidel-run-columns.h"

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
  SeidelRunColumns columns; /* borrowed from the view */
  double all_columns;       /* the width that they need; 0: not known */
  guint fit_source;
  GtkCustomFilter *filter;
  GStrv words; /* that are searched for, in small letters */
  GtkSortListModel *sorted;
  GtkMultiSelection *selection;

  gboolean syncing;
  int reveal_frames; /* until the selected row is scrolled to; 0: it need not be */
};

G_DEFINE_FINAL_TYPE (SeidelRunTable, seidel_run_table, ADW_TYPE_BIN)

/* Not while sizes are being allocated. */
static gboolean
fit_columns_cb (gpointer data)
{
  SeidelRunTable *self = data;
  GtkAdjustment *across = gtk_scrolled_window_get_hadjustment (self->scrolled);
  const double room = gtk_adjustment_get_page_size (across);

  self->fit_source = 0;
  if (!gtk_column_view_column_get_visible (self->columns.matrix))
    gtk_column_view_column_set_visible (self->columns.matrix, room >= self->all_columns);
  else if (gtk_adjustment_get_upper (across) > room)
    {
      self->all_columns = gtk_adjustment_get_upper (across);
      gtk_column_view_column_set_visible (self->columns.matrix, FALSE);
    }
  return G_SOURCE_REMOVE;
}

static void
room_changed_cb (SeidelRunTable *self)
{
  if (self->fit_source == 0)
    self->fit_source = g_idle_add_full (G_PRIORITY_DEFAULT, fit_columns_cb, self, NULL);
}

GPtrArray *
seidel_run_table_get_chosen (SeidelRunTable *self)
{
  GPtrArray *chosen = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *model;

  g_return_val_if_fail (SEIDEL_IS_RUN_TABLE (self), chosen);

  model = G_LIST_MODEL (self->selection);
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    if (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (self->selection), i))
      g_ptr_array_add (chosen, g_list_model_get_item (model, i));
  return chosen;
}

/* Of several rows the run that was selected stays it, so that what follows belongs to one run. */
static void
selection_changed_cb (SeidelRunTable *self)
{
  g_autoptr (GPtrArray) chosen = NULL;

  if (self->syncing)
    return;
  chosen = seidel_run_table_get_chosen (self);
  if (g_ptr_array_find (chosen, seidel_run_list_get_selected (self->runs), NULL))
    return;
  self->syncing = TRUE;
  seidel_run_list_set_selected (self->runs,
                                chosen->len > 0 ? chosen->pdata[chosen->len - 1] : NULL);
  self->syncing = FALSE;
}

/* Where the selected run is; GTK_INVALID_LIST_POSITION: it is not shown. */
static guint
selected_position (SeidelRunTable *self)
{
  SeidelRunItem *run = seidel_run_list_get_selected (self->runs);
  GListModel *model = G_LIST_MODEL (self->selection);
  const guint n = g_list_model_get_n_items (model);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (SeidelRunItem) item = g_list_model_get_item (model, i);

      if (item == run)
        return i;
    }
  return GTK_INVALID_LIST_POSITION;
}

static gboolean
reveal_selected_cb (GtkWidget *view, GdkFrameClock *clock, gpointer data)
{
  SeidelRunTable *self = data;
  GtkAdjustment *rows = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  const guint position = selected_position (self);

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
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (self->selection);
  const guint position = selected_position (self);

  if (self->syncing)
    return;
  self->syncing = TRUE;
  if (position == GTK_INVALID_LIST_POSITION)
    gtk_selection_model_unselect_all (selection);
  else if (!gtk_selection_model_is_selected (selection, position))
    gtk_selection_model_select_item (selection, position, TRUE);
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
  gtk_column_view_column_set_visible (self->columns.maximum, follows_maximum (self));
  selected_run_cb (self);
}

/* All words are in what is known of the run. */
static gboolean
matches_cb (gpointer item, gpointer data)
{
  SeidelRunTable *self = data;
  SeidelRunItem *run = item;
  g_autofree char *title = seidel_run_item_get_long_title (run);
  const char *note = seidel_run_item_get_note (run);
  g_autofree char *status = NULL;
  g_autofree char *all = NULL;
  g_autofree char *text = NULL;

  g_object_get (run, "status", &status, NULL);
  all = g_strdup_printf ("%u %s %s %s", seidel_run_item_get_number (run), title, status,
                         note != NULL ? note : "");
  text = g_utf8_casefold (all, -1);
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
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->sorted)));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (self->selection, "selection-changed", G_CALLBACK (selection_changed_cb),
                           self, G_CONNECT_SWAPPED);
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
      g_autofree char *status = NULL;
      g_autofree char *title = seidel_run_item_get_long_title (run);
      gint64 iterations;
      double seconds;
      double residual;

      g_object_get (run, "status", &status, "iterations", &iterations, "seconds", &seconds,
                    "residual", &residual, NULL);
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

/* Selects the run under the pointer. */
static gboolean
select_at (GtkWidget *widget, double x, double y)
{
  SeidelRunItem *run = seidel_run_columns_run_at (widget, x, y);

  if (run == NULL)
    return FALSE;
  seidel_run_list_set_selected (SEIDEL_RUN_TABLE (widget)->runs, run);
  return TRUE;
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
    { N_ ("Res_ume"), "win.resume-run" },
    { N_ ("Save a _Report…"), "win.report-run" },
    { N_ ("Co_mpare Solutions…"), "win.compare-runs" },
    { N_ ("_Copy the Table"), "runs.copy" },
    { N_ ("_Remove"), "win.remove-run" },
    { N_ ("Remove _All…"), "win.remove-runs" },
  };

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_bar_connect_entry (self->search_bar, GTK_EDITABLE (self->search));
  self->columns = seidel_run_columns_add (self->view);
  g_signal_connect_object (self->view, "activate", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_scrolled_window_get_hadjustment (self->scrolled), "changed",
                           G_CALLBACK (room_changed_cb), self, G_CONNECT_SWAPPED);
  seidel_context_menu_attach (GTK_WIDGET (self), items, G_N_ELEMENTS (items), select_at);
}
