/* The Tab key: it goes round, everywhere, and gets stuck nowhere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "setup-fixture.h"

#define MOST_STOPS 100

/* What has the focus, from one press to the next, until it comes back to where it began. */
static GPtrArray *
go_round (SeidelWindow *window, GtkDirectionType direction)
{
  GPtrArray *stops = g_ptr_array_new ();
  GtkWidget *first = gtk_window_get_focus (GTK_WINDOW (window));

  g_assert_nonnull (first);
  do
    {
      GtkWidget *before = gtk_window_get_focus (GTK_WINDOW (window));
      GtkWidget *stop;

      gtk_widget_child_focus (GTK_WIDGET (window), direction);
      stop = gtk_window_get_focus (GTK_WINDOW (window));
      g_assert_nonnull (stop);
      g_assert_true (stop != before);
      g_assert_true (gtk_widget_get_mapped (stop));
      g_ptr_array_add (stops, stop);
      g_assert_cmpuint (stops->len, <, MOST_STOPS);
    }
  while (g_ptr_array_index (stops, stops->len - 1) != first);
  return stops;
}

static gboolean
stops_in (GPtrArray *stops, gpointer part)
{
  for (guint i = 0; i < stops->len; i++)
    if (stops->pdata[i] == part || gtk_widget_is_ancestor (stops->pdata[i], part))
      return TRUE;
  return FALSE;
}

/* Returns how many stops there are. */
static guint
check_round (SeidelWindow *window)
{
  g_autoptr (GPtrArray) forward = go_round (window, GTK_DIR_TAB_FORWARD);
  g_autoptr (GPtrArray) backward = go_round (window, GTK_DIR_TAB_BACKWARD);

  g_assert_true (stops_in (forward, window->open_button));
  for (guint i = 0; i < forward->len; i++)
    g_assert_true (g_ptr_array_find (backward, forward->pdata[i], NULL));
  return forward->len;
}

static void
test_start (Fixture *fixture, gconstpointer data)
{
  gtk_widget_grab_focus (GTK_WIDGET (fixture->window->open_button));
  check_round (fixture->window);
}

static void
test_pages (Fixture *fixture, gconstpointer data)
{
  static const char *const names[] = { "matrix", "levels", "convergence", "timing" };
  SeidelWindow *window = fixture->window;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GPtrArray) stops = NULL;

      g_action_group_change_action_state (G_ACTION_GROUP (window), "page",
                                          g_variant_new_string (names[i]));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
      gtk_widget_grab_focus (window->solve_button);
      check_round (window);
      stops = go_round (window, GTK_DIR_TAB_FORWARD);
      g_assert_true (stops_in (stops, window->report_pane));
      g_assert_true (stops_in (stops, window->setup_pane));
      g_assert_true (stops_in (stops, seidel_window_get_page (window)));
      g_assert_true (stops_in (stops, window->run_table));
    }
}

/* What an open one holds is visited, and only then. */
static void
test_expanders (Fixture *fixture, gconstpointer data)
{
  static const char *const ids[] = { "vectors", "limits", "details" };
  SeidelWindow *window = fixture->window;
  guint before;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  gtk_widget_grab_focus (window->solve_button);
  before = check_round (window);
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      GtkExpander *expander = part (window->setup_pane, ids[i]);

      gtk_expander_set_expanded (expander, TRUE);
      gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
      g_assert_cmpuint (check_round (window), >, before);
      gtk_expander_set_expanded (expander, FALSE);
      gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
      g_assert_cmpuint (check_round (window), ==, before);
    }
}

static void
add (const char *path, void (*test) (Fixture *fixture, gconstpointer data))
{
  g_test_add (path, Fixture, NULL, fixture_set_up, test, fixture_tear_down);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  add ("/keyboard/start", test_start);
  add ("/keyboard/pages", test_pages);
  add ("/keyboard/expanders", test_expanders);
  return g_test_run ();
}
