/* The table of runs: what it says of each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "display-testing.h"
#include "model/seidel-run-outcome.h"
#include "model/seidel-run-title.h"
#include "pages/seidel-runs-page.h"
#include "views/seidel-context-menu.h"
#include "window-fixture.h"

/* A widget in it whose tooltip holds a text. */
static GtkWidget *
find_tooltip (GtkWidget *widget, const char *text)
{
  const char *tooltip = gtk_widget_get_tooltip_text (widget);

  if (tooltip != NULL && strstr (tooltip, text) != NULL)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_tooltip (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Symmetric with a positive diagonal, and all the same indefinite: what is tried first breaks down.
 */
static char *
make_indefinite (void)
{
  const int side = 30;
  const int n = side * side;
  GString *text = g_string_new ("%%MatrixMarket matrix coordinate real symmetric\n");

  g_string_append_printf (text, "%d %d %d\n", n, n, 3 * n - 2 * side);
  for (int i = 1; i <= n; i++)
    {
      g_string_append_printf (text, "%d %d 3.9\n", i, i);
      if (i % side != 1)
        g_string_append_printf (text, "%d %d -1\n", i, i - 1);
      if (i > side)
        g_string_append_printf (text, "%d %d -1\n", i, i - side);
    }
  return g_string_free (text, FALSE);
}

static void
test_fallback (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autofree char *matrix = make_indefinite ();
  g_autofree char *text = NULL;
  g_autofree char *all = NULL;
  const SeidelOutcome *outcome;
  gint64 iterations;

  open_text (fixture, "indefinite.mtx", matrix);
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  flush_events ();
  outcome = seidel_run_item_get_outcome (seidel_run_list_get_selected (window->workspace->runs));
  g_assert_true (outcome->converged);
  g_assert_cmpuint (outcome->n_attempts, >, 1);
  g_assert_nonnull (find_tooltip (GTK_WIDGET (window->run_table), "everything about the run"));
  /* The row has the iterations of the attempt that it names. */
  g_object_get (seidel_run_list_get_selected (window->workspace->runs), "iterations", &iterations,
                NULL);
  g_assert_cmpint (iterations, ==, outcome->attempts[outcome->n_attempts - 1].iterations);
  g_assert_cmpint (iterations, <, outcome->iterations);
  all = g_strdup_printf ("Of the last of %zu attempts; ", outcome->n_attempts);
  g_assert_nonnull (find_tooltip (GTK_WIDGET (window->run_table), all));
  g_action_group_activate_action (G_ACTION_GROUP (window), "show-run", NULL);
  flush_events ();
  text = seidel_run_pane_to_text (window->run_pane);
  g_test_message ("%s", text);
  for (size_t i = 0; i < outcome->n_attempts; i++)
    {
      const SeidelAttempt *attempt = &outcome->attempts[i];
      g_autofree char *pair = seidel_run_title_pair (attempt->method, attempt->preconditioner);
      g_autofree char *line = g_strdup_printf ("%" G_GSIZE_FORMAT ". %s\n%s after ", i + 1, pair,
                                               seidel_reason_name (attempt->reason));

      g_assert_nonnull (strstr (text, line));
      g_assert_nonnull (strstr (text, attempt->why));
    }
}

/* A row is read out with its outcome and the reason of it. */
static void
test_spoken (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  GtkWidget *row;
  g_autofree char *name = NULL;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  seidel_setup_pane_set_method (window->setup_pane, "gauss-seidel");
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  flush_events ();
  row = find_label (GTK_WIDGET (window->run_table), "Converged");
  /* GTK has renamed it. */
  while (row != NULL && g_strcmp0 (G_OBJECT_TYPE_NAME (row), "GtkListItemWidget") != 0
         && g_strcmp0 (G_OBJECT_TYPE_NAME (row), "GtkColumnViewRowWidget") != 0)
    row = gtk_widget_get_parent (row);
  g_assert_nonnull (row);
  name =
    gtk_test_accessible_check_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, "");
  g_assert_true (g_str_has_prefix (name, "Run 1, Gauss-Seidel, forward · CPU"));
  g_assert_nonnull (
    strstr (name, seidel_reason_sentence (seidel_run_item_get_outcome (
                                            seidel_run_list_get_selected (window->workspace->runs))
                                            ->reason)));
}

#define DIVERGING_MATRIX                                                                      \
  "%%MatrixMarket matrix coordinate real general\n3 3 9\n1 1 1\n1 2 2\n1 3 3\n2 1 4\n2 2 1\n" \
  "2 3 6\n3 1 7\n3 2 8\n3 3 1\n"

/* A failure stands out: its tone, the reason, and what to try. */
static void
test_failure (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autofree char *hint = NULL;
  g_autofree char *all = NULL;
  GtkWidget *label;
  SeidelRunItem *run;
  const char *next;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  seidel_setup_pane_set_method (window->setup_pane, "gauss-seidel");
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  g_assert_cmpint (seidel_run_outcome_tone (seidel_run_list_get_live (window->workspace->runs)), ==,
                   SEIDEL_RUN_TONE_PLAIN);
  wait_until_idle (window);
  run = seidel_run_list_get_selected (window->workspace->runs);
  g_assert_cmpint (seidel_run_outcome_tone (run), ==, SEIDEL_RUN_TONE_PLAIN);
  g_assert_null (seidel_run_outcome_hint (run));

  open_text (fixture, "diverging.mtx", DIVERGING_MATRIX);
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  flush_events ();
  run = seidel_run_list_get_selected (window->workspace->runs);
  g_assert_cmpint (seidel_run_item_get_outcome (run)->reason, ==, SEIDEL_REASON_DIVERGED);
  g_assert_cmpint (seidel_run_outcome_tone (run), ==, SEIDEL_RUN_TONE_ERROR);
  next = seidel_reason_next_step (SEIDEL_REASON_DIVERGED);
  hint = seidel_run_outcome_hint (run);
  all = seidel_run_outcome_describe (run);
  g_assert_nonnull (strstr (hint, next));
  g_assert_nonnull (strstr (all, next));
  g_assert_nonnull (find_label (GTK_WIDGET (window->run_table), hint));
  label = find_label (GTK_WIDGET (window->run_table), seidel_reason_name (SEIDEL_REASON_DIVERGED));
  g_assert_true (gtk_widget_has_css_class (gtk_widget_get_parent (label), "error"));
}

/* The table grows with its runs, to six; the height that a user gives it stays. */
static void
test_height (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  int heights[8];

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  seidel_setup_pane_set_method (window->setup_pane, "gauss-seidel");
  for (guint i = 0; i < G_N_ELEMENTS (heights); i++)
    {
      g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
      wait_until_idle (window);
      while (window->panes.fit_frames > 0)
        g_main_context_iteration (NULL, TRUE);
      gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
      heights[i] = gtk_widget_get_height (GTK_WIDGET (window->run_table));
    }
  g_assert_cmpint (window->panes.table_height, ==, 0);
  g_assert_cmpint (heights[5], >, heights[0]);
  g_assert_cmpint (heights[7], ==, heights[6]);

  gtk_paned_set_position (window_child (window, "run_paned"),
                          gtk_paned_get_position (window_child (window, "run_paned")) - 40);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  g_assert_cmpint (window->panes.table_height, >, 0);
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  while (window->panes.fit_frames > 0)
    g_main_context_iteration (NULL, TRUE);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (window->run_table)), ==, heights[7] + 40);
}

/* The heading of a column is there, and the room across is enough for all of them. */
static void
wait_for_columns (GtkWidget *table, GtkWidget *label, gboolean with_matrix)
{
  GtkWidget *scrolled = gtk_widget_get_ancestor (label, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *across = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scrolled));

  while (
    (find_label (table, "Matrix") != NULL && gtk_widget_get_mapped (find_label (table, "Matrix")))
      != with_matrix
    || gtk_adjustment_get_upper (across) > gtk_adjustment_get_page_size (across))
    g_main_context_iteration (NULL, TRUE);
}

/* Where there is little room, the numbers stay in sight, and the column of the matrix goes. */
static void
test_narrow (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  GtkWidget *table = g_object_new (SEIDEL_TYPE_RUN_TABLE, NULL);
  GtkWidget *other = gtk_window_new ();

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  seidel_run_table_set_runs (SEIDEL_RUN_TABLE (table), window->workspace->runs);
  gtk_window_set_child (GTK_WINDOW (other), table);
  gtk_window_set_default_size (GTK_WINDOW (other), 1200, 300);
  gtk_window_present (GTK_WINDOW (other));
  wait_for_columns (table, find_label (table, "Residual"), TRUE);
  gtk_window_set_default_size (GTK_WINDOW (other), 600, 300);
  wait_for_columns (table, find_label (table, "Residual"), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (other), 1200, 300);
  wait_for_columns (table, find_label (table, "Residual"), TRUE);
  gtk_window_destroy (GTK_WINDOW (other));
}

static GtkWidget *
find_menu (GtkWidget *widget)
{
  GtkWidget *child = gtk_widget_get_last_child (widget);

  return child != NULL && GTK_IS_POPOVER_MENU (child) ? child : NULL;
}

/* The menu of a row is about its run; pictures have one, too. Open menus go with the window. */
static void
test_context_menu (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  GtkWidget *table = GTK_WIDGET (window->run_table);
  GtkWidget *page;
  GtkWidget *label;
  SeidelRunItem *first;
  double x, y;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  seidel_setup_pane_set_method (window->setup_pane, "jacobi");
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  first = seidel_run_list_get_selected (window->workspace->runs);
  seidel_setup_pane_set_method (window->setup_pane, "gauss-seidel");
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  while (window->panes.fit_frames > 0)
    g_main_context_iteration (NULL, TRUE);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  g_assert_true (seidel_run_list_get_selected (window->workspace->runs) != first);

  label = find_label (table, seidel_run_item_get_title (first));
  g_assert_true (gtk_widget_translate_coordinates (label, table, 4.0, 4.0, &x, &y));
  seidel_context_menu_open (table, x, y);
  g_assert_true (seidel_run_list_get_selected (window->workspace->runs) == first);
  g_assert_nonnull (find_menu (table));
  gtk_popover_popdown (GTK_POPOVER (find_menu (table)));
  while (find_menu (table) != NULL)
    g_main_context_iteration (NULL, TRUE);

  /* Not over the headings. */
  seidel_context_menu_open (table, x, 1.0);
  g_assert_null (find_menu (table));

  g_action_group_activate_action (G_ACTION_GROUP (window), "page",
                                  g_variant_new_string ("convergence"));
  flush_events ();
  page = GTK_WIDGET (seidel_runs_page_get_view (
    SEIDEL_RUNS_PAGE (adw_view_stack_get_visible_child (window->pages))));
  seidel_context_menu_open (page, 10.0, 10.0);
  g_assert_nonnull (find_menu (page));
}

/* All runs but one in progress go at once, after a question. */
static void
test_remove_all (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  GListModel *runs = G_LIST_MODEL (window->workspace->runs);
  GtkWindow *question;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_false (is_enabled (window, "remove-runs"));
  for (int i = 0; i < 3; i++)
    {
      g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
      wait_until_idle (window);
      flush_events ();
    }
  g_assert_cmpuint (g_list_model_get_n_items (runs), ==, 3);
  g_action_group_activate_action (G_ACTION_GROUP (window), "remove-runs", NULL);
  question = find_dialog (window);
  g_assert_nonnull (question);
  g_assert_cmpuint (g_list_model_get_n_items (runs), ==, 3);
  g_signal_emit_by_name (question, "response", "accept");
  g_assert_cmpuint (g_list_model_get_n_items (runs), ==, 0);
  gtk_window_destroy (question);
}

static GtkSelectionModel *
find_selection (GtkWidget *widget)
{
  if (GTK_IS_COLUMN_VIEW (widget))
    return gtk_column_view_get_model (GTK_COLUMN_VIEW (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkSelectionModel *found = find_selection (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Several rows can be selected, as by a shift-click: one of them is the run that the window is
 * about, two are shown side by side, and all of them are removed. */
static void
test_several_rows (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  SeidelRunList *runs = window->workspace->runs;
  GListModel *model = G_LIST_MODEL (runs);
  GtkSelectionModel *selection = find_selection (GTK_WIDGET (window->run_table));
  g_autoptr (GPtrArray) chosen = NULL;
  g_autofree char *text = NULL;
  SeidelRunItem *selected;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  for (int i = 0; i < 4; i++)
    {
      g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
      wait_until_idle (window);
      flush_events ();
    }
  gtk_selection_model_select_item (selection, 1, TRUE);
  selected = seidel_run_list_get_selected (runs);
  g_assert_cmpuint (seidel_run_item_get_number (selected), ==, 2);
  gtk_selection_model_select_range (selection, 1, 2, TRUE);
  g_assert_true (seidel_run_list_get_selected (runs) == selected);
  chosen = seidel_run_table_get_chosen (window->run_table);
  g_assert_cmpuint (chosen->len, ==, 2);
  g_action_group_activate_action (G_ACTION_GROUP (window), "show-run", NULL);
  flush_events ();
  text = seidel_run_pane_to_text (window->run_pane);
  g_assert_nonnull (strstr (text, "Run 2"));
  g_assert_nonnull (strstr (text, "Run 3"));
  g_clear_pointer (&chosen, g_ptr_array_unref);
  gtk_selection_model_select_range (selection, 1, 3, TRUE);
  g_action_group_activate_action (G_ACTION_GROUP (window), "remove-run", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 1);
  g_assert_cmpuint (seidel_run_item_get_number (seidel_run_list_get_selected (runs)), ==, 1);
  g_action_group_activate_action (G_ACTION_GROUP (window), "undo-remove", NULL);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 2);
}

#define TWO_SIDES "%%MatrixMarket matrix array real general\n4 2\n1\n2\n3\n4\n5\n6\n7\n8\n"

/* A file with two right-hand sides is a run for each, or for the one that is chosen, named by it.
 */
static void
test_columns (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  GListModel *model = G_LIST_MODEL (window->workspace->runs);
  g_autoptr (GFile) file = write_file (fixture, "sides.mtx", TWO_SIDES);
  g_autofree char *second = g_strdup_printf ("%s, column 2", g_file_peek_path (file));
  const char *const texts[] = { g_file_peek_path (file), second };
  const guint expected[] = { 2, 3 };

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  seidel_setup_pane_set_method (window->setup_pane, "cholmod");
  for (int i = 0; i < 2; i++)
    {
      GVariantDict dict;
      g_autoptr (GVariant) state = NULL;

      g_variant_dict_init (&dict, NULL);
      g_variant_dict_insert (&dict, "rhs", "s", texts[i]);
      state = g_variant_ref_sink (g_variant_dict_end (&dict));
      seidel_setup_pane_load (window->setup_pane, state);
      while (seidel_setup_pane_get_rhs_columns (window->setup_pane) != 2 - i)
        g_main_context_iteration (NULL, TRUE);
      g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
      wait_until_idle (window);
      g_assert_cmpuint (g_list_model_get_n_items (model), ==, expected[i]);
    }
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (SeidelRunItem) run = g_list_model_get_item (model, i);
      const SeidelOutcome *outcome = seidel_run_item_get_outcome (run);
      const char *column = i == 0 ? "column 1" : "column 2";

      g_assert_true (outcome->converged);
      g_assert_nonnull (strstr (seidel_run_item_get_title (run), column));
      g_assert_true (i == 0 || strstr (outcome->reused, "factors") != NULL);
    }
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();
  g_test_add ("/run-table/fallback", Fixture, NULL, fixture_set_up, test_fallback,
              fixture_tear_down);
  g_test_add ("/run-table/spoken", Fixture, NULL, fixture_set_up, test_spoken, fixture_tear_down);
  g_test_add ("/run-table/failure", Fixture, NULL, fixture_set_up, test_failure, fixture_tear_down);
  g_test_add ("/run-table/height", Fixture, NULL, fixture_set_up, test_height, fixture_tear_down);
  g_test_add ("/run-table/narrow", Fixture, NULL, fixture_set_up, test_narrow, fixture_tear_down);
  g_test_add ("/run-table/remove-all", Fixture, NULL, fixture_set_up, test_remove_all,
              fixture_tear_down);
  g_test_add ("/run-table/several-rows", Fixture, NULL, fixture_set_up, test_several_rows,
              fixture_tear_down);
  g_test_add ("/run-table/columns", Fixture, NULL, fixture_set_up, test_columns, fixture_tear_down);
  g_test_add ("/run-table/context-menu", Fixture, NULL, fixture_set_up, test_context_menu,
              fixture_tear_down);
  return g_test_run ();
}
