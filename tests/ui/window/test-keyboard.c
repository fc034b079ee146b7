/* The Tab key: it goes round, everywhere, and gets stuck nowhere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "display-testing.h"
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

  g_assert_true (stops_in (forward, window_child (window, "open_button")));
  for (guint i = 0; i < forward->len; i++)
    g_assert_true (g_ptr_array_find (backward, forward->pdata[i], NULL));
  return forward->len;
}

/* Tab follows the places of the widgets, which have none before the first frame, and which those
 * of GTK 4.24 take some frames to reach. */
static void
wait_for_places (SeidelWindow *window)
{
  for (int i = 0; i < 3; i++)
    {
      gtk_widget_queue_draw (GTK_WIDGET (window));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
    }
}

static void
test_start (Fixture *fixture, gconstpointer data)
{
  GtkWidget *button = window_child (fixture->window, "open_button");

  while (gtk_widget_get_height (button) == 0)
    g_main_context_iteration (NULL, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (window_child (fixture->window, "open_button")));
  check_round (fixture->window);
}

/* Workers make what some pages show: until then there is nothing to visit on them. */
static void
wait_for_content (SeidelWindow *window)
{
  bool there = false;

  while (!there)
    {
      g_autoptr (GPtrArray) stops = go_round (window, GTK_DIR_TAB_FORWARD);

      there = stops_in (stops, seidel_window_get_page (window));
      if (!there)
        g_main_context_iteration (NULL, TRUE);
    }
}

static void
test_pages (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  /* With a hierarchy to show, too. */
  g_assert_true (seidel_setup_pane_set_method (window->setup_pane, "multigrid"));
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  for (gsize i = 0; i < G_N_ELEMENTS (page_names); i++)
    {
      g_autoptr (GPtrArray) stops = NULL;

      g_action_group_change_action_state (G_ACTION_GROUP (window), "page",
                                          g_variant_new_string (page_names[i]));
      wait_for_places (window);
      gtk_widget_grab_focus (window->solve_button);
      wait_for_content (window);
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
  wait_for_places (window);
  gtk_widget_grab_focus (window->solve_button);
  before = check_round (window);
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      GtkExpander *expander = part (window->setup_pane, ids[i]);

      gtk_expander_set_expanded (expander, TRUE);
      wait_for_places (window);
      g_assert_cmpuint (check_round (window), >, before);
      gtk_expander_set_expanded (expander, FALSE);
      wait_for_places (window);
      g_assert_cmpuint (check_round (window), ==, before);
    }
}

static gboolean
has_label (GtkWidget *widget)
{
  return gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

static gboolean
is_labelled (GtkWidget *widget)
{
  return gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget),
                                           GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

static char *
path_of (GtkWidget *widget)
{
  GString *path = g_string_new (NULL);

  for (; widget != NULL; widget = gtk_widget_get_parent (widget))
    {
      const char *id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget));

      g_string_append_printf (path, " < %s%s%s", G_OBJECT_TYPE_NAME (widget), id != NULL ? " " : "",
                              id != NULL ? id : "");
    }
  return g_string_free (path, FALSE);
}

/* A name of its own and that of its label are both read out: "Method Method". */
static gboolean
is_named_twice (GtkWidget *widget)
{
  g_autoptr (GList) labels = gtk_widget_list_mnemonic_labels (widget);

  if (!has_label (widget) || !is_labelled (widget) || GTK_IS_LABEL (widget))
    return FALSE;
  return labels != NULL || (GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)));
}

static guint
count_doubled_names (GtkWidget *widget)
{
  guint n = 0;

  if (is_named_twice (widget))
    {
      g_autofree char *path = path_of (widget);

      g_test_message ("named twice:%s", path);
      n++;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_doubled_names (child);
  return n;
}

/* What has the focus is read out, by a name. Lists and tables read their rows. */
static guint
count_nameless (GPtrArray *stops)
{
  guint n = 0;

  for (guint i = 0; i < stops->len; i++)
    {
      GtkWidget *stop = stops->pdata[i];
      /* An entry is named, the text in it has the focus. */
      GtkWidget *named = GTK_IS_TEXT (stop) ? gtk_widget_get_parent (stop) : stop;

      if (!has_label (named) && !is_labelled (named)
          && !g_str_has_prefix (G_OBJECT_TYPE_NAME (stop), "GtkListItem"))
        {
          g_autofree char *path = path_of (stop);

          g_test_message ("no name:%s", path);
          n++;
        }
    }
  return n;
}

static void
test_names (Fixture *fixture, gconstpointer data)
{
  static const char *const expanders[] = { "vectors", "limits", "details" };
  SeidelWindow *window = fixture->window;
  guint nameless;

  gtk_widget_grab_focus (GTK_WIDGET (window_child (window, "open_button")));
  {
    g_autoptr (GPtrArray) stops = go_round (window, GTK_DIR_TAB_FORWARD);

    nameless = count_nameless (stops);
  }
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  for (gsize i = 0; i < G_N_ELEMENTS (expanders); i++)
    gtk_expander_set_expanded (part (window->setup_pane, expanders[i]), TRUE);
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  for (gsize i = 0; i < G_N_ELEMENTS (page_names); i++)
    {
      g_autoptr (GPtrArray) stops = NULL;

      g_action_group_change_action_state (G_ACTION_GROUP (window), "page",
                                          g_variant_new_string (page_names[i]));
      wait_for_places (window);
      gtk_widget_grab_focus (window->solve_button);
      stops = go_round (window, GTK_DIR_TAB_FORWARD);
      nameless += count_nameless (stops);
    }
  g_assert_cmpuint (nameless, ==, 0);
  g_assert_cmpuint (count_doubled_names (GTK_WIDGET (window)), ==, 0);
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
  add ("/keyboard/start", test_start);
  add ("/keyboard/pages", test_pages);
  add ("/keyboard/expanders", test_expanders);
  add ("/keyboard/names", test_names);
  return g_test_run ();
}
