/* The table of runs: what it tells of each.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "model/seidel-run-title.h"
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
  const int n = 900;
  const int offset = 30;
  GString *text = g_string_new ("%%MatrixMarket matrix coordinate real symmetric\n");

  g_string_append_printf (text, "%d %d %d\n", n, n, 2 * n - offset);
  for (int i = 1; i <= n; i++)
    g_string_append_printf (text, "%d %d 1\n", i, i);
  for (int i = offset + 1; i <= n; i++)
    g_string_append_printf (text, "%d %d -5\n", i, i - offset);
  return g_string_free (text, FALSE);
}

static void
test_fallback (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autofree char *matrix = make_indefinite ();
  const SeidelOutcome *outcome;

  open_text (fixture, "indefinite.mtx", matrix);
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  flush_events ();
  outcome =
    seidel_run_item_get_outcome (seidel_run_list_get_selected (seidel_window_get_runs (window)));
  g_assert_true (outcome->converged);
  g_assert_cmpuint (outcome->n_attempts, >, 1);
  for (size_t i = 0; i < outcome->n_attempts; i++)
    {
      const SeidelAttempt *attempt = &outcome->attempts[i];
      g_autofree char *pair = seidel_run_title_pair (attempt->method, attempt->preconditioner);
      g_autofree char *line = g_strdup_printf ("%" G_GSIZE_FORMAT ". %s: %s after ", i + 1, pair,
                                               seidel_reason_name (attempt->reason));

      g_assert_nonnull (find_tooltip (GTK_WIDGET (window->run_table), line));
      g_assert_nonnull (find_tooltip (GTK_WIDGET (window->run_table), attempt->why));
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
  while (row != NULL && g_strcmp0 (G_OBJECT_TYPE_NAME (row), "GtkListItemWidget") != 0)
    row = gtk_widget_get_parent (row);
  g_assert_nonnull (row);
  name =
    gtk_test_accessible_check_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, "");
  g_assert_true (g_str_has_prefix (name, "Run 1, Gauss-Seidel, forward · CPU"));
  g_assert_nonnull (
    strstr (name,
            seidel_reason_sentence (
              seidel_run_item_get_outcome (seidel_run_list_get_selected (window->runs))->reason)));
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add ("/run-table/fallback", Fixture, NULL, fixture_set_up, test_fallback,
              fixture_tear_down);
  g_test_add ("/run-table/spoken", Fixture, NULL, fixture_set_up, test_spoken, fixture_tear_down);
  return g_test_run ();
}
