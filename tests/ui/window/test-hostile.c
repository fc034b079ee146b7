/* Hostile files: every seed of the fuzzers, opened one after another in one window, drawn on each
 * page and solved where that is possible. The window says what is wrong with a file, or shows it,
 * and lives on.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "display-testing.h"
#include "window-fixture.h"

/* A load that takes longer is cancelled, as by a person: that of MATLAB files waits for a reader
 * that goes round in circles. */
#define PATIENCE_MICROSECONDS 3000000

/* What has become of the files. */
typedef struct
{
  int opened;
  int sessions; /* opened too, but none is a document */
  int refused;
  int cancelled;
} Counts;

static gboolean
tick_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* False if it had to be cancelled. */
static gboolean
wait_for_load (SeidelWindow *window)
{
  const gint64 end = g_get_monotonic_time () + PATIENCE_MICROSECONDS;
  guint timer = g_timeout_add (100, tick_cb, NULL);

  while (window->workspace->loading != NULL && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (timer);
  if (window->workspace->loading == NULL)
    return TRUE;
  seidel_workspace_cancel_load (window->workspace);
  return FALSE;
}

static void
show_pages (SeidelWindow *window)
{
  for (gsize i = 0; i < G_N_ELEMENTS (page_names); i++)
    {
      g_action_group_change_action_state (G_ACTION_GROUP (window), "page",
                                          g_variant_new_string (page_names[i]));
      gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
    }
}

static void
try_to_solve (SeidelWindow *window)
{
  if (!is_enabled (window, "solve"))
    return;
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
}

/* After the window itself has taken it or shown another window for it. */
static void
session_read_cb (SeidelWorkspace *workspace, GFile *file, GPtrArray *entries, gpointer counts)
{
  ((Counts *) counts)->sessions++;
}

/* Looks at the window of a session's runs, and closes it unless it is this one. */
static void
show_session (SeidelWindow *window)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (window));
  SeidelWindow *shown = window;

  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    if (SEIDEL_IS_WINDOW (l->data) && l->data != window)
      shown = l->data;
  show_pages (shown);
  if (shown != window)
    gtk_window_destroy (GTK_WINDOW (shown));
  flush_events ();
}

/* Closes the dialog of a failure or a question, which is there. */
static void
dismiss (SeidelWindow *window)
{
  GtkWindow *dialog = find_dialog (window);

  g_assert_nonnull (dialog);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (dialog));
  gtk_window_destroy (dialog);
  flush_events ();
}

static void
try_file (SeidelWindow *window, const char *path, Counts *counts)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  SeidelDocument *before = window->workspace->document;
  const int sessions = counts->sessions;

  g_test_message ("%s", path);
  seidel_workspace_open (window->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  if (!wait_for_load (window))
    counts->cancelled++;
  else if (counts->sessions > sessions)
    show_session (window);
  else if (window->workspace->document == before)
    {
      counts->refused++;
      dismiss (window);
    }
  else
    {
      counts->opened++;
      wait_until_analysed (window);
      show_pages (window);
      try_to_solve (window);
      show_pages (window);
      if (find_dialog (window) != NULL)
        dismiss (window);
    }
}

static void
try_folder (SeidelWindow *window, const char *folder, Counts *counts)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) files = g_dir_open (folder, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      try_file (window, path, counts);
    }
}

static void
test_seeds (Fixture *fixture, gconstpointer data)
{
  g_autofree char *seeds = g_test_build_filename (G_TEST_DIST, "fuzz", "seeds", NULL);
  g_autoptr (GDir) folders = g_dir_open (seeds, 0, NULL);
  Counts counts = { 0 };
  const char *name;

  g_assert_nonnull (folders);
  g_signal_connect (fixture->window->workspace, "session-read", G_CALLBACK (session_read_cb),
                    &counts);
  /* So that there always is something to lose. */
  open_text (fixture, "small.mtx", GOOD_MATRIX);
  while ((name = g_dir_read_name (folders)) != NULL)
    {
      g_autofree char *folder = g_build_filename (seeds, name, NULL);

      try_folder (fixture->window, folder, &counts);
    }
  g_signal_handlers_disconnect_by_data (fixture->window->workspace, &counts);
  g_test_message ("%d opened, %d sessions, %d refused, %d cancelled", counts.opened,
                  counts.sessions, counts.refused, counts.cancelled);
  g_assert_cmpint (counts.opened, >, 30);
  g_assert_cmpint (counts.sessions, >, 0);
  g_assert_cmpint (counts.refused, >, 10);
  open_text (fixture, "small.mtx", GOOD_MATRIX);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (fixture->window)), ==, "small — Seidel");
}

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  g_test_add ("/hostile/seeds", Fixture, NULL, fixture_set_up, test_seeds, fixture_tear_down);
  return g_test_run ();
}
