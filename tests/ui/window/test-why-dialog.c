/* Why a run did not converge: causes, steps that were tried, and taking one over.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "display-testing.h"
#include "window-fixture.h"
#include "window/seidel-why-dialog.h"

/* One that ends at the limit of iterations. */
static SeidelRunItem *
solve (SeidelWindow *window, const char *method, gint64 most)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  SeidelRunItem *run;
  g_autoptr (GError) error = NULL;

  options.method = method;
  options.max_iterations = most;
  run = seidel_run_list_start (window->workspace->runs, window->workspace->document, &options, &rhs,
                               &guess, &error);
  g_assert_no_error (error);
  while (seidel_run_item_get_live (run))
    g_main_context_iteration (NULL, TRUE);
  return run;
}

static SeidelWhyDialog *
find_why (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) dialog = g_list_model_get_item (windows, i);

      if (SEIDEL_IS_WHY_DIALOG (dialog))
        return SEIDEL_WHY_DIALOG (dialog);
    }
  return NULL;
}

/* The first button of a step that can be used. */
static GtkWidget *
find_use (GtkWidget *widget)
{
  if (g_object_get_data (G_OBJECT (widget), "options") != NULL && gtk_widget_get_sensitive (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_use (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
test_step (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  SeidelWhyDialog *dialog;
  SeidelOptions options;
  SeidelVectorSpec rhs = { 0 };
  SeidelVectorSpec guess = { 0 };
  GtkWidget *use;

  g_assert_false (is_enabled (window, "explain-run"));
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  solve (window, "cg", 100);
  g_assert_false (is_enabled (window, "explain-run"));
  solve (window, "gauss-seidel", 4);
  g_assert_true (is_enabled (window, "explain-run"));
  g_action_group_activate_action (G_ACTION_GROUP (window), "explain-run", NULL);
  dialog = find_why ();
  g_assert_nonnull (dialog);
  while (seidel_why_dialog_is_busy (dialog))
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "converged after"));
  use = find_use (GTK_WIDGET (dialog));
  g_assert_nonnull (use);
  g_signal_emit_by_name (use, "clicked");
  g_assert_true (seidel_setup_pane_get (window->setup_pane, &options, &rhs, &guess));
  g_assert_cmpstr (options.method, !=, "auto");
  seidel_vector_spec_clear (&rhs);
  seidel_vector_spec_clear (&guess);
}

/* What is measured when it is closed is of no use to anybody. */
static void
test_closed (Fixture *fixture, gconstpointer data)
{
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  solve (fixture->window, "gauss-seidel", 4);
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "explain-run", NULL);
  gtk_window_destroy (GTK_WINDOW (find_why ()));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (find_why ());
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();
  g_test_add ("/why-dialog/step", Fixture, NULL, fixture_set_up, test_step, fixture_tear_down);
  g_test_add ("/why-dialog/closed", Fixture, NULL, fixture_set_up, test_closed, fixture_tear_down);
  return g_test_run ();
}
