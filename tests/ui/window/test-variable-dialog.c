/* Choosing among the matrices of a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "display-testing.h"
#include "io/seidel-loader.h"
#include "window-fixture.h"
#include "window/seidel-variable-dialog.h"

static void
add_variable (GPtrArray *variables, const char *name, const char *description, bool usable)
{
  SeidelVariable *variable = g_new0 (SeidelVariable, 1);

  variable->name = g_strdup (name);
  variable->description = g_strdup (description);
  variable->usable = usable;
  g_ptr_array_add (variables, variable);
}

static GPtrArray *
new_variables (void)
{
  GPtrArray *variables = g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_variable_free);

  add_variable (variables, "title", "text, not a matrix", false);
  add_variable (variables, "A", "3 × 3, sparse, 5 entries", true);
  add_variable (variables, "Z", "complex numbers", false);
  add_variable (variables, "M", "3 × 3, dense", true);
  return variables;
}

static SeidelVariableDialog *
show_dialog (Fixture *fixture, GPtrArray *variables)
{
  g_autoptr (GFile) file = write_file (fixture, "several.mtx", GOOD_MATRIX);
  GtkWindow *dialog;

  seidel_window_choose_variable (fixture->window, file, variables);
  dialog = find_dialog (fixture->window);
  g_assert_true (SEIDEL_IS_VARIABLE_DIALOG (dialog));
  return SEIDEL_VARIABLE_DIALOG (dialog);
}

static void
test_choices (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) variables = new_variables ();
  SeidelVariableDialog *dialog = show_dialog (fixture, variables);

  g_assert_cmpstr (seidel_variable_dialog_get_name (dialog), ==, "A");
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "“several.mtx” holds several matrices"));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (dialog));
  for (guint i = 0; i < variables->len; i++)
    {
      const SeidelVariable *variable = g_ptr_array_index (variables, i);
      GtkWidget *label = find_label (GTK_WIDGET (dialog), variable->description);

      g_assert_nonnull (label);
      g_assert_true (gtk_widget_is_sensitive (label) == variable->usable);
    }
  g_assert_true (seidel_variable_dialog_select (dialog, "M"));
  g_assert_cmpstr (seidel_variable_dialog_get_name (dialog), ==, "M");
  g_assert_false (seidel_variable_dialog_select (dialog, "Z"));
  g_assert_false (seidel_variable_dialog_select (dialog, "nothing"));
  g_assert_cmpstr (seidel_variable_dialog_get_name (dialog), ==, "M");
  gtk_window_close (GTK_WINDOW (dialog));
}

static void
count_cb (int *count)
{
  ++*count;
}

static void
test_accepting (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) variables = new_variables ();
  SeidelVariableDialog *dialog = show_dialog (fixture, variables);
  GtkWidget *list = GTK_WIDGET (
    gtk_widget_get_template_child (GTK_WIDGET (dialog), SEIDEL_TYPE_VARIABLE_DIALOG, "list"));
  int accepted = 0;

  g_signal_connect_swapped (dialog, "accepted", G_CALLBACK (count_cb), &accepted);
  g_signal_emit_by_name (list, "activate", 3); /* Return on the last row */
  g_assert_cmpint (accepted, ==, 1);
  g_assert_true (fixture->window->workspace->loading != NULL);
  wait_until_loaded (fixture->window);
  flush_events ();
}

/* Nothing to choose: the button cannot be pressed, and closing does nothing else. */
static void
test_none_usable (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) variables =
    g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_variable_free);
  SeidelVariableDialog *dialog;
  GtkWidget *button;

  add_variable (variables, "title", "text, not a matrix", false);
  dialog = show_dialog (fixture, variables);
  button = gtk_window_get_default_widget (GTK_WINDOW (dialog));
  g_assert_null (seidel_variable_dialog_get_name (dialog));
  g_assert_false (gtk_widget_is_sensitive (button));
  gtk_window_close (GTK_WINDOW (dialog));
  flush_events ();
  g_assert_false (fixture->window->workspace->loading != NULL);
}

/* Whoever opens it can press Return at once. */
static void
test_focus (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GPtrArray) variables = new_variables ();
  SeidelVariableDialog *dialog = show_dialog (fixture, variables);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (dialog));

  g_assert_true (focus == gtk_window_get_default_widget (GTK_WINDOW (dialog)));
  while ((focus = gtk_window_get_focus (GTK_WINDOW (dialog))) == NULL
         || !GTK_IS_LIST_VIEW (gtk_widget_get_parent (focus)))
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (find_label (focus, "3 × 3, sparse, 5 entries"));
  gtk_window_close (GTK_WINDOW (dialog));
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
  add ("/variable-dialog/choices", test_choices);
  add ("/variable-dialog/accepting", test_accepting);
  add ("/variable-dialog/none-usable", test_none_usable);
  add ("/variable-dialog/focus", test_focus);
  return g_test_run ();
}
