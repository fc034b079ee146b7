/* The pane of a run: what it says of one, of two beside each other, and of one in progress.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <adwaita.h>

#include "display-testing.h"
#include "plan/seidel-setting.h"
#include "window-fixture.h"

/* Solves by a method; the run. */
static SeidelRunItem *
solve (SeidelWindow *window, const char *method, const char *tolerance)
{
  const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
  const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };
  g_autoptr (SeidelOptions) options = seidel_options_new ();
  g_autoptr (GError) error = NULL;
  SeidelRunItem *run;

  g_assert_true (seidel_options_set (options, "method", method, &error));
  g_assert_true (seidel_options_set (options, "tolerance", tolerance, &error));
  run = seidel_run_list_start (window->workspace->runs, window->workspace->document, options, &rhs,
                               &guess, &error);
  g_assert_no_error (error);
  wait_until_idle (window);
  flush_events ();
  return run;
}

static void
activate (SeidelWindow *window, const char *action)
{
  g_assert_true (is_enabled (window, action));
  g_action_group_activate_action (G_ACTION_GROUP (window), action, NULL);
  flush_events ();
}

/* The line that begins with this name, without it; "" if there is none. */
static char *
read_line (SeidelWindow *window, const char *name)
{
  g_autofree char *text = seidel_run_pane_to_text (window->run_pane);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *start = g_strconcat (name, ": ", NULL);

  for (char **line = lines; *line != NULL; line++)
    if (g_str_has_prefix (*line, start))
      return g_strdup (*line + strlen (start));
  return g_strdup ("");
}

static void
assert_line (SeidelWindow *window, const char *name, const char *expected)
{
  g_autofree char *line = read_line (window, name);

  g_assert_cmpstr (line, ==, expected);
}

/* All that there is to say about it is there, with the figures of the outcome. */
static void
test_one (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autofree char *residual = NULL;
  g_autofree char *text = NULL;

  g_assert_false (is_enabled (window, "show-run"));
  open_text (fixture, "small.mtx", GOOD_MATRIX);
  solve (window, "gauss-seidel", "1e-6");
  activate (window, "show-run");
  assert_line (window, "Ended", "Converged");
  assert_line (window, "Method", "Gauss-Seidel, forward");
  assert_line (window, "Tolerance", "1e-06");
  assert_line (window, "Right-hand side", "solution-ones");
  assert_line (window, "Name", "small");
  assert_line (window, "Rows", "4");
  assert_line (window, "Entries", "10");
  residual = read_line (window, "True residual");
  g_assert_cmpfloat (g_ascii_strtod (residual, NULL), <, 1e-5);
  text = seidel_run_pane_to_text (window->run_pane);
  g_assert_nonnull (strstr (text, "\nTime\n"));
  g_assert_nonnull (strstr (text, "\nMade\n"));
  g_assert_null (strstr (text, "≠"));
}

static gboolean
differs (SeidelWindow *window, const char *name)
{
  g_autofree char *line = read_line (window, name);

  return g_str_has_suffix (line, "\t≠");
}

/* Two runs: what differs is marked, or all that is shown. */
static void
test_two (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  SeidelRunItem *first;
  g_autofree char *all = NULL;
  g_autofree char *few = NULL;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  first = solve (window, "gauss-seidel", "1e-6");
  solve (window, "cg", "1e-6");
  activate (window, "show-run");
  assert_line (window, "Method", "Conjugate gradients");
  seidel_run_pane_compare_with (window->run_pane, first);
  assert_line (window, "Method", "Conjugate gradients\tGauss-Seidel, forward\t≠");
  assert_line (window, "Tolerance", "1e-06\t1e-06");
  assert_line (window, "Ended", "Converged\tConverged");
  g_assert_true (differs (window, "Iterations"));
  all = seidel_run_pane_to_text (window->run_pane);
  seidel_run_pane_show_differences (window->run_pane, TRUE);
  few = seidel_run_pane_to_text (window->run_pane);
  assert_line (window, "Tolerance", "");
  g_assert_true (differs (window, "Method"));
  g_assert_cmpuint (strlen (few), <, strlen (all));
  /* Back to one. */
  seidel_run_pane_compare_with (window->run_pane, NULL);
  assert_line (window, "Method", "Conjugate gradients");
  /* The run beside it goes, and with it the comparison. */
  seidel_run_pane_compare_with (window->run_pane, first);
  seidel_workspace_remove_run (window->workspace, first);
  flush_events ();
  assert_line (window, "Method", "Conjugate gradients");
}

/* What failed says why, and a run of a session has no solution but everything else. */
static void
test_failed (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  SeidelRunItem *run;
  const SeidelOutcome *outcome;

  open_text (fixture, "diverging.mtx",
             "%%MatrixMarket matrix coordinate real general\n2 2 4\n1 1 1\n1 2 2\n2 1 2\n"
             "2 2 1\n");
  run = solve (window, "gauss-seidel", "1e-6");
  outcome = seidel_run_item_get_outcome (run);
  g_assert_false (outcome->converged);
  activate (window, "show-run");
  assert_line (window, "Ended", seidel_reason_name (outcome->reason));
  assert_line (window, "Why", seidel_reason_sentence (outcome->reason));
  activate (window, "hide-details");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->details)));
}

static void
read_cb (GObject *clipboard, GAsyncResult *result, gpointer text)
{
  *(char **) text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

static char *
read_clipboard (SeidelWindow *window)
{
  GdkClipboard *clipboard = gtk_widget_get_clipboard (GTK_WIDGET (window));
  char *text = NULL;

  gdk_clipboard_read_text_async (clipboard, NULL, read_cb, &text);
  while (text == NULL)
    g_main_context_iteration (NULL, TRUE);
  return text;
}

static char *
copy_as (SeidelWindow *window, const char *code)
{
  g_action_group_activate_action (G_ACTION_GROUP (window), "copy-run", g_variant_new_string (code));
  flush_events ();
  return read_clipboard (window);
}

/* As text that makes it again; what PETSc does not have is said, and copies nothing. */
static void
test_copy_as (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autofree char *path = g_build_filename (fixture->folder, "small.mtx", NULL);
  g_autofree char *expected =
    g_strdup_printf ("seidel-cli solve %s --rhs solution-ones --method cg --tolerance 1e-06\n",
                     path);
  g_autofree char *command = NULL;
  g_autofree char *options = NULL;
  g_autofree char *same = NULL;

  g_assert_false (is_enabled (window, "copy-run"));
  open_text (fixture, "small.mtx", GOOD_MATRIX);
  solve (window, "cg", "1e-6");
  g_assert_true (is_enabled (window, "copy-run"));
  command = copy_as (window, "command");
  g_assert_cmpstr (command, ==, expected);
  options = copy_as (window, "petsc");
  g_assert_true (g_str_has_prefix (options, "-ksp_type cg "));
  g_assert_null (find_dialog (window));
  solve (window, "gauss-seidel-multicolor", "1e-6");
  same = copy_as (window, "petsc");
  g_assert_cmpstr (same, ==, options);
  g_assert_nonnull (find_dialog (window));
}

/* A window that is too narrow for a pane on each side shows the one that was asked for, and the
 * other one again after it. */
static void
test_narrow (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  GtkWidget *content = adw_application_window_get_content (ADW_APPLICATION_WINDOW (window));
  const int widths[] = { 1200, 760 };
  int least = 0;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  solve (window, "cg", "1e-8");
  for (int i = 0; i < 2; i++)
    {
      gtk_window_set_default_size (GTK_WINDOW (window), widths[i], 600);
      /* A window manager that is not there leaves the borders to the window. */
      while (abs (gtk_widget_get_width (content) - widths[i]) > 60)
        g_main_context_iteration (NULL, TRUE);
      g_assert_true (gtk_widget_get_visible (window->side_pane));
      activate (window, "show-run");
      g_assert_cmpint (gtk_widget_get_visible (window->side_pane), ==, i == 0);
      gtk_widget_measure (content, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      g_assert_cmpint (least, <=, gtk_widget_get_width (content));
      activate (window, "hide-details");
    }
  g_assert_true (gtk_widget_get_visible (window->side_pane));
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
  add ("/run-pane/one", test_one);
  add ("/run-pane/two", test_two);
  add ("/run-pane/failed", test_failed);
  add ("/run-pane/copy-as", test_copy_as);
  add ("/run-pane/narrow", test_narrow);
  return g_test_run ();
}
