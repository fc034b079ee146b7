/* The pane of a row: typing its number, what it shows before and after a run, the way back.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <adwaita.h>

#include "display-testing.h"
#include "window-fixture.h"

/* What the entry of the pane has. */
static GtkEditable *
get_entry (SeidelWindow *window)
{
  return GTK_EDITABLE (
    gtk_widget_get_template_child (GTK_WIDGET (window->row_pane), SEIDEL_TYPE_ROW_PANE, "entry"));
}

static GtkLabel *
get_problem (SeidelWindow *window)
{
  return GTK_LABEL (
    gtk_widget_get_template_child (GTK_WIDGET (window->row_pane), SEIDEL_TYPE_ROW_PANE, "problem"));
}

/* Until the text of the pane has something. */
static void
wait_for (SeidelWindow *window, const char *expected)
{
  for (;;)
    {
      g_autofree char *text = seidel_row_pane_to_text (window->row_pane);

      if (strstr (text, expected) != NULL)
        return;
      g_test_message ("%s", text);
      g_main_context_iteration (NULL, TRUE);
    }
}

static void
activate (SeidelWindow *window, const char *action)
{
  g_assert_true (is_enabled (window, action));
  g_action_group_activate_action (G_ACTION_GROUP (window), action, NULL);
}

static void
type_row (SeidelWindow *window, const char *number)
{
  gtk_editable_set_text (get_entry (window), number);
  g_signal_emit_by_name (get_entry (window), "activate");
}

/* The chain of four rows: row 2 waits for row 1, and row 3 for it. */
static void
test_entries (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;

  g_assert_false (is_enabled (window, "go-to-row"));
  open_text (fixture, "small.mtx", GOOD_MATRIX);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->details)));
  seidel_window_show_page (window, "convergence");
  activate (window, "go-to-row");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->details)));
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (window->pages), ==, "matrix");
  flush_events ();
  type_row (window, "2");
  wait_for (window, "Row 2\n");
  wait_for (window, "Waits for: 1: 1\n");
  wait_for (window, "Wait for it: 1: 3\n");
  wait_for (window, "Diagonal: 4\n");
  g_assert_cmpint (seidel_selection_get_visited (window->workspace->selection), ==, 1);
  g_assert_cmpint (seidel_selection_get_rows (window->workspace->selection)->count, ==, 1);
}

/* What is no row is said, and changes nothing. */
static void
test_no_row (Fixture *fixture, gconstpointer data)
{
  static const char *const wrong[] = { "0", "5", "x", "", "1.5", "99999999999999999999" };
  SeidelWindow *window = fixture->window;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  activate (window, "go-to-row");
  flush_events ();
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      type_row (window, wrong[i]);
      g_assert_true (gtk_widget_get_visible (GTK_WIDGET (get_problem (window))));
      g_assert_cmpint (seidel_selection_get_visited (window->workspace->selection), ==, -1);
    }
  type_row (window, "4");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (get_problem (window))));
  wait_for (window, "Row 4\n");
}

/* With the solution of the run, which a run of another matrix does not have. */
static void
test_equation (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autofree char *text = NULL;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  activate (window, "go-to-row");
  flush_events ();
  type_row (window, "1");
  wait_for (window, "column 2: −1\n");
  activate (window, "solve");
  wait_until_idle (window);
  wait_for (window, "Equation of the row\n");
  wait_for (window, "= (3 − (−1) × 1) / 4\n");
  wait_for (window, "Error: ");
  open_text (fixture, "other.mtx", UNSYMMETRIC_MATRIX);
  flush_events ();
  type_row (window, "1");
  wait_for (window, "column 2: 1\n");
  text = seidel_row_pane_to_text (window->row_pane);
  g_assert_null (strstr (text, "Equation"));
}

/* In another order, by the numbers of that order or by those of the file. */
static void
test_reordered (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  GtkCheckButton *of_file = GTK_CHECK_BUTTON (
    gtk_widget_get_template_child (GTK_WIDGET (window->row_pane), SEIDEL_TYPE_ROW_PANE, "of_file"));

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  activate (window, "go-to-row");
  flush_events ();
  type_row (window, "3");
  wait_for (window, "Row 3\n");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (of_file)));
  g_action_group_activate_action (G_ACTION_GROUP (window), "order",
                                  g_variant_new_string ("multicolor"));
  wait_until_loaded (window);
  wait_until_analysed (window);
  /* The odd rows come first. */
  wait_for (window, "Row 2 (originally 3)\n");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (of_file)));
  type_row (window, "3");
  wait_for (window, "Row 3 (originally 2)\n");
  gtk_check_button_set_active (of_file, TRUE);
  type_row (window, "3");
  wait_for (window, "Row 2 (originally 3)\n");
  g_assert_cmpstr (gtk_editable_get_text (get_entry (window)), ==, "3");
}

static void
test_history (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  activate (window, "go-to-row");
  flush_events ();
  g_assert_false (is_enabled (window, "row-back"));
  type_row (window, "1");
  type_row (window, "4");
  wait_for (window, "Row 4\n");
  activate (window, "row-back");
  wait_for (window, "Row 1\n");
  g_assert_cmpstr (gtk_editable_get_text (get_entry (window)), ==, "1");
  g_assert_false (is_enabled (window, "row-back"));
  activate (window, "row-forward");
  wait_for (window, "Row 4\n");
  g_assert_false (is_enabled (window, "row-forward"));
  activate (window, "hide-details");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->details)));
  g_assert_false (is_enabled (window, "hide-details"));
}

static void
add (const char *path, void (*test) (Fixture *fixture, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, fixture_set_up, test, fixture_tear_down);
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();
  add ("/row-pane/entries", test_entries);
  add ("/row-pane/no-row", test_no_row);
  add ("/row-pane/equation", test_equation);
  add ("/row-pane/reordered", test_reordered);
  add ("/row-pane/history", test_history);
  return g_test_run ();
}
