/* Orderings side by side: what is known of a grid, and applying one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "display-testing.h"
#include "window-fixture.h"
#include "window/seidel-orderings-dialog.h"

/* The columns of the table. */
enum
{
  NAME = 0,
  BANDWIDTH = 3,
  LEVELS = 4,
  ONE_THREAD = 6,
  SWEEPS = 9,
  ITERATIONS = 10,
  RUN = 11,
  USE = 13,
};

static SeidelOrderingsDialog *
open_dialog (SeidelWindow *window)
{
  GListModel *windows = gtk_window_get_toplevels ();

  g_action_group_activate_action (G_ACTION_GROUP (window), "compare-orderings", NULL);
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) dialog = g_list_model_get_item (windows, i);

      if (SEIDEL_IS_ORDERINGS_DIALOG (dialog))
        return SEIDEL_ORDERINGS_DIALOG (dialog);
    }
  g_assert_not_reached ();
}

static GtkGrid *
find_grid (GtkWidget *widget)
{
  if (GTK_IS_GRID (widget))
    return GTK_GRID (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkGrid *grid = find_grid (child);

      if (grid != NULL)
        return grid;
    }
  return NULL;
}

/* The row of the table with this name. */
static int
find_row (GtkGrid *grid, const char *name)
{
  for (int row = 1;; row++)
    {
      GtkWidget *label = gtk_grid_get_child_at (grid, NAME, row);

      g_assert_nonnull (label);
      if (g_str_equal (gtk_label_get_label (GTK_LABEL (label)), name))
        return row;
    }
}

static const char *
text_at (GtkGrid *grid, int column, const char *name)
{
  return gtk_label_get_label (
    GTK_LABEL (gtk_grid_get_child_at (grid, column, find_row (grid, name))));
}

static void
wait_until_compared (SeidelOrderingsDialog *dialog)
{
  while (seidel_orderings_dialog_is_busy (dialog))
    g_main_context_iteration (NULL, TRUE);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_table (Fixture *fixture, gconstpointer data)
{
  SeidelOrderingsDialog *dialog;
  GtkGrid *grid;
  g_autofree char *csv = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_false (is_enabled (fixture->window, "compare-orderings"));
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_true (is_enabled (fixture->window, "compare-orderings"));
  dialog = open_dialog (fixture->window);
  wait_until_compared (dialog);
  grid = find_grid (GTK_WIDGET (dialog));
  for (int row = 1; gtk_grid_get_child_at (grid, NAME, row) != NULL; row++)
    for (int column = BANDWIDTH; column <= RUN; column++)
      g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (gtk_grid_get_child_at (grid, column, row))),
                       !=, "–");
  g_assert_nonnull (g_strrstr (text_at (grid, ONE_THREAD, "Natural"), "s"));
  g_assert_cmpstr (text_at (grid, LEVELS, "By level"), ==, text_at (grid, LEVELS, "Natural"));
  g_assert_true (g_ascii_isdigit (text_at (grid, ITERATIONS, "Natural")[0]));
  csv = seidel_orderings_dialog_to_csv (dialog);
  lines = g_strsplit (csv, "\n", -1);
  g_assert_true (g_str_has_prefix (lines[0], "ordering,order_seconds,bandwidth,levels,"));
  g_assert_true (g_str_has_prefix (lines[1], "natural,"));
  g_assert_nonnull (strstr (lines[1], ",converged-"));

  g_signal_emit_by_name (gtk_grid_get_child_at (grid, USE,
                                                find_row (grid, "Reverse Cuthill-McKee")),
                         "clicked");
  wait_until_loaded (fixture->window);
  wait_until_analysed (fixture->window);
  g_assert_cmpstr (seidel_document_get_matrix (fixture->window->workspace->document)->ordering, ==,
                   "rcm");
  /* Again, from the natural order. */
  dialog = open_dialog (fixture->window);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Without the program that computes it, an ordering has a reason in place of figures, and cannot be
 * used; that of the others can. */
static void
test_reason (Fixture *fixture, gconstpointer data)
{
  g_autofree char *folder = g_strdup (g_getenv ("SEIDEL_LIBEXEC_DIR"));
  SeidelOrderingsDialog *dialog;
  GtkGrid *grid;
  GtkWidget *reason;

  g_setenv ("SEIDEL_LIBEXEC_DIR", "/nonexistent", TRUE);
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  dialog = open_dialog (fixture->window);
  wait_until_compared (dialog);
  grid = find_grid (GTK_WIDGET (dialog));
  reason = find_label (GTK_WIDGET (grid), "/nonexistent");
  g_assert_nonnull (reason);
  g_assert_true (gtk_widget_get_visible (reason));
  for (int i = 0; i < 2; i++)
    {
      const int row = find_row (grid, i == 0 ? "Minimum degree" : "Natural");

      g_assert_true (gtk_widget_get_visible (gtk_grid_get_child_at (grid, LEVELS, row)) == i);
      g_assert_true (gtk_widget_get_sensitive (gtk_grid_get_child_at (grid, USE, row)) == i);
    }
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_setenv ("SEIDEL_LIBEXEC_DIR", folder, TRUE);
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();
  g_test_add ("/orderings-dialog/table", Fixture, NULL, fixture_set_up, test_table,
              fixture_tear_down);
  g_test_add ("/orderings-dialog/reason", Fixture, NULL, fixture_set_up, test_reason,
              fixture_tear_down);
  return g_test_run ();
}
