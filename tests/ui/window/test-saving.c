/* Saving: matrices and vectors in every format of the table, names, giving up, failing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "display-testing.h"
#include "draw/seidel-export.h"
#include "io/seidel-loader.h"
#include "pages/seidel-sweep-page.h"
#include "window-fixture.h"

static void
activate (SeidelWindow *window, const char *action)
{
  g_assert_true (is_enabled (window, action));
  g_action_group_activate_action (G_ACTION_GROUP (window), action, NULL);
}

static void
wait_until_saved (SeidelWindow *window)
{
  while (window->workspace->saving != NULL)
    g_main_context_iteration (NULL, TRUE);
}

/* The dialog of the window, until it answers; it is the program's own, without a portal. */
static GtkFileChooser *
get_chooser (SeidelWindow *window)
{
  g_assert_nonnull (window->chooser.dialog);
  return GTK_FILE_CHOOSER (window->chooser.dialog);
}

/* The answer, and then the end of the dialog, whose own files take their time to be listed. */
static void
answer (SeidelWindow *window, const char *folder, const char *name)
{
  g_autoptr (GFile) parent = g_file_new_for_path (folder);
  g_autoptr (GFile) file = g_file_get_child (parent, name);

  g_assert_nonnull (window->chooser.dialog);
  seidel_chooser_accept (&window->chooser, file);
  g_signal_emit_by_name (window->chooser.dialog, "response", GTK_RESPONSE_CANCEL);
  g_assert_null (window->chooser.dialog);
}

static void
assert_same_matrix (const char *path, const SeidelMatrix *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_load_matrix (path, NULL, NULL, &error);
  int64_t n = seidel_csr_nonzeros (expected->csr);

  g_assert_no_error (error);
  g_assert_cmpint (matrix->csr->rows, ==, expected->csr->rows);
  g_assert_cmpint (matrix->csr->columns, ==, expected->csr->columns);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, n);
  g_assert_cmpmem (matrix->csr->column_indices, (gsize) n * sizeof (int32_t),
                   expected->csr->column_indices, (gsize) n * sizeof (int32_t));
  g_assert_cmpmem (matrix->csr->values, (gsize) n * sizeof (double), expected->csr->values,
                   (gsize) n * sizeof (double));
}

/* A graph is a symmetric matrix without a diagonal. */
static gboolean
can_hold (const SeidelFormat *format)
{
  return !g_str_equal (format->suffixes[0], ".graph");
}

static void
dismiss_failure (SeidelWindow *window)
{
  GtkWindow *dialog = find_dialog (window);

  g_assert_nonnull (dialog);
  gtk_window_destroy (dialog);
  flush_events ();
}

static void
test_matrix_in_every_format (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  size_t n;
  const SeidelFormat *formats = seidel_formats (&n);
  int saved = 0;

  g_assert_false (is_enabled (window, "save-matrix"));
  open_text (fixture, "small.mtx", GOOD_MATRIX);
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *name = g_strconcat ("saved", formats[i].suffixes[0], NULL);
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      if (!formats[i].writes_matrices)
        continue;
      seidel_workspace_save_matrix (window->workspace, path);
      g_assert_false (is_enabled (window, "save-matrix"));
      g_assert_true (is_enabled (window, "cancel-save"));
      wait_until_saved (window);
      g_assert_true (is_enabled (window, "save-matrix"));
      g_assert_false (is_enabled (window, "cancel-save"));
      g_test_message ("%s", name);
      if (!can_hold (&formats[i]))
        {
          dismiss_failure (window);
          g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
          continue;
        }
      g_assert_null (find_dialog (window));
      assert_same_matrix (path, seidel_document_get_matrix (window->workspace->document));
      saved++;
    }
  g_assert_cmpint (saved, >, 0);
}

static gboolean
has_filter (GtkFileChooser *chooser, const char *name)
{
  g_autoptr (GListModel) filters = gtk_file_chooser_get_filters (chooser);

  for (guint i = 0; i < g_list_model_get_n_items (filters); i++)
    {
      g_autoptr (GtkFileFilter) filter = g_list_model_get_item (filters, i);

      if (g_strcmp0 (gtk_file_filter_get_name (filter), name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* A name without an ending gets that of the first format. */
static void
test_matrix_dialog (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  size_t n;
  const SeidelFormat *formats = seidel_formats (&n);
  g_autofree char *path = g_build_filename (fixture->folder, "plain.mtx", NULL);
  g_autofree char *name = NULL;
  int writable = 0;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  activate (window, "save-matrix");
  name = gtk_file_chooser_get_current_name (get_chooser (window));
  g_assert_cmpstr (name, ==, "small.mtx");
  for (size_t i = 0; i < n; i++)
    writable += formats[i].writes_matrices;
  for (size_t i = 0; i < n; i++)
    g_assert_true (has_filter (get_chooser (window), formats[i].name)
                   == (formats[i].writes_matrices && writable > 1));
  answer (window, fixture->folder, "plain");
  wait_until_saved (window);
  assert_same_matrix (path, seidel_document_get_matrix (window->workspace->document));
}

/* The dialog asked about "plain", which does not exist: the window asks about what does. */
static void
test_completed_name_is_asked_about (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autoptr (GFile) old = write_file (fixture, "plain.mtx", "what was there");
  g_autofree char *text = NULL;
  GtkWindow *dialog;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  activate (window, "save-matrix");
  answer (window, fixture->folder, "plain");
  dialog = find_dialog (window);
  g_assert_nonnull (dialog);
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "“plain.mtx” exists already"));
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  flush_events ();
  g_assert_null (window->workspace->saving);
  g_assert_true (g_file_get_contents (g_file_peek_path (old), &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "what was there");

  activate (window, "save-matrix");
  answer (window, fixture->folder, "plain");
  dialog = find_dialog (window);
  g_assert_nonnull (dialog);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "accept");
  wait_until_saved (window);
  assert_same_matrix (g_file_peek_path (old),
                      seidel_document_get_matrix (window->workspace->document));
}

static char *
count_runs (GPtrArray *entries)
{
  return g_strdup_printf ("{ \"runs\": %u }\n", entries->len);
}

static char *
name_runs (GPtrArray *entries)
{
  const SeidelSessionEntry *first = entries->pdata[0];

  return g_strdup_printf ("matrix\n%s\n", first->record->matrix.name);
}

static void
assert_exported (Fixture *fixture, const char *name, const char *expected)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *text = NULL;

  seidel_window_export_runs_to (fixture->window, path);
  while (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

/* By whatever the program writes runs, chosen by the ending. */
static void
test_runs (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  activate (window, "solve");
  wait_until_idle (window);
  g_assert_false (is_enabled (window, "export-runs"));
  seidel_window_set_run_writers (count_runs, name_runs);
  g_object_notify (G_OBJECT (window->workspace->runs), "selected"); /* commands follow it */
  g_assert_true (is_enabled (window, "export-runs"));
  assert_exported (fixture, "runs.json", "{ \"runs\": 1 }\n");
  assert_exported (fixture, "runs.csv", "matrix\nsmall\n");
  activate (window, "export-runs");
  answer (window, fixture->folder, "chosen.csv");
  seidel_window_set_run_writers (NULL, NULL);
}

static void
test_failure_is_reported (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  GtkWindow *dialog;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  seidel_workspace_save_matrix (window->workspace, "/nonexistent/folder/a.mtx");
  wait_until_saved (window);
  dialog = find_dialog (window);
  g_assert_nonnull (dialog);
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "“a.mtx” could not be saved"));
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "there is no folder /nonexistent/folder"));
  gtk_window_destroy (dialog);
  g_assert_true (is_enabled (window, "save-matrix"));
}

/* Given up: what was there stays, and nothing else is left. */
static void
test_giving_up (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autoptr (GFile) old = write_file (fixture, "old.mtx", "what was there");
  g_autofree char *text = NULL;
  g_autoptr (GDir) folder = NULL;

  seidel_workspace_open_gallery (window->workspace, "poisson-27", NULL);
  wait_until_loaded (window);
  seidel_workspace_save_matrix (window->workspace, g_file_peek_path (old));
  activate (window, "cancel-save");
  wait_until_saved (window);
  g_assert_null (find_dialog (window));
  g_assert_true (g_file_get_contents (g_file_peek_path (old), &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "what was there");
  folder = g_dir_open (fixture->folder, 0, NULL);
  g_assert_cmpstr (g_dir_read_name (folder), ==, "old.mtx");
  g_assert_null (g_dir_read_name (folder));
}

/* Nothing that was asked for is lost with the window. */
static void
test_closed_while_saving (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autofree char *path = g_build_filename (fixture->folder, "late.mtx", NULL);
  g_autoptr (SeidelMatrix) matrix = NULL;

  seidel_workspace_open_gallery (window->workspace, "poisson-5", NULL);
  wait_until_loaded (window);
  matrix = seidel_matrix_ref (seidel_document_get_matrix (window->workspace->document));
  seidel_workspace_save_matrix (window->workspace, path);
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &fixture->window);
  gtk_window_close (GTK_WINDOW (window));
  flush_events ();
  g_assert_null (fixture->window);
  while (!g_file_test (path, G_FILE_TEST_EXISTS))
    g_main_context_iteration (NULL, FALSE);
  assert_same_matrix (path, matrix);
}

static void
test_solution_in_every_format (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  size_t n;
  const SeidelFormat *formats = seidel_formats (&n);
  const SeidelOutcome *outcome;
  int saved = 0;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  activate (window, "solve");
  wait_until_idle (window);
  outcome = seidel_run_item_get_outcome (seidel_run_list_get_selected (window->workspace->runs));
  for (size_t i = 0; i < n; i++)
    {
      g_autofree char *name = g_strconcat ("x", formats[i].suffixes[0], NULL);
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
      g_autoptr (GError) error = NULL;
      double *x;

      if (!formats[i].writes_vectors)
        continue;
      activate (window, "save-solution");
      answer (window, fixture->folder, name);
      while (!g_file_test (path, G_FILE_TEST_EXISTS))
        g_main_context_iteration (NULL, FALSE);
      x = seidel_load_vector (path, outcome->n, false, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (x, (gsize) outcome->n * sizeof *x, outcome->x,
                       (gsize) outcome->n * sizeof *x);
      seidel_vector_free (x);
      saved++;
    }
  g_assert_cmpint (saved, >, 0);
}

/* The name follows the format that is chosen. */
static void
test_ending_follows_the_format (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autoptr (GListModel) filters = NULL;

  open_text (fixture, "small.mtx", GOOD_MATRIX);
  activate (window, "export");
  filters = gtk_file_chooser_get_filters (get_chooser (window));
  for (guint i = 1; i < g_list_model_get_n_items (filters); i++)
    {
      g_autoptr (GtkFileFilter) filter = g_list_model_get_item (filters, i);
      size_t n;
      const SeidelExportFormat *formats = seidel_export_formats (&n);
      g_autofree char *name = NULL;

      gtk_file_chooser_set_filter (get_chooser (window), filter);
      name = gtk_file_chooser_get_current_name (get_chooser (window));
      /* Pages for a browser are behind the pictures. */
      g_assert_cmpuint (i, <=, n + 1);
      g_assert_true (g_str_has_suffix (name, i <= n ? formats[i - 1].suffix : ".html"));
    }
  gtk_native_dialog_hide (GTK_NATIVE_DIALOG (window->chooser.dialog));
}

static void
assert_begins (Fixture *fixture, const char *name, const char *with)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &contents, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_str_has_prefix (contents, with));
}

/* What the Sweep page plays, one sweep or methods side by side, as an animation and as a page for
 * browsers: of one sweep with a script of its own, of others frame by frame. Other pages have no
 * animation. */
static void
test_played (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  SeidelSweepPage *page =
    SEIDEL_SWEEP_PAGE (adw_view_stack_get_child_by_name (window->pages, "sweep"));
  g_autofree char *gif = g_build_filename (fixture->folder, "sweep.gif", NULL);
  g_autofree char *side = g_build_filename (fixture->folder, "side.gif", NULL);
  g_autofree char *html = g_build_filename (fixture->folder, "sweep.html", NULL);
  g_autoptr (GError) error = NULL;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  seidel_window_show_page (window, "matrix");
  g_assert_false (seidel_window_export_animation_to (window, gif));
  seidel_window_show_page (window, "sweep");
  while (seidel_sweep_page_get_steps (page) == 0)
    g_main_context_iteration (NULL, TRUE);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (page));
  g_assert_false (seidel_window_export_animation_to (window, html));
  g_assert_true (seidel_window_export_animation_to (window, gif));
  wait_until_saved (window);
  assert_begins (fixture, "sweep.gif", "GIF89a");
  g_assert_true (seidel_window_export_picture_to (window, html, &error));
  g_assert_no_error (error);
  assert_begins (fixture, "sweep.html", "<!DOCTYPE html>");
  seidel_side_by_side_go_to (seidel_sweep_page_show_side (page), 3);
  g_assert_true (seidel_window_export_animation_to (window, side));
  wait_until_saved (window);
  assert_begins (fixture, "side.gif", "GIF89a");
  g_assert_true (seidel_window_export_picture_to (window, html, &error));
  g_assert_no_error (error);
  assert_begins (fixture, "sweep.html", "<!DOCTYPE html>");
}

static void
export_part (SeidelWindow *window, const char *text)
{
  g_action_group_activate_action (G_ACTION_GROUP (window), "export-part",
                                  g_variant_new_string (text));
}

/* What is computed of the matrix: a factor and the levels of the chain of four rows; what a
 * rectangular matrix does not have is said at once. */
static void
test_parts (Fixture *fixture, gconstpointer data)
{
  const double levels[] = { 1, 2, 3, 4 };
  SeidelWindow *window = fixture->window;
  g_autofree char *factor = g_build_filename (fixture->folder, "L.mtx", NULL);
  g_autofree char *vector = g_build_filename (fixture->folder, "levels.txt", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) L = NULL;
  double *found;

  g_assert_false (is_enabled (window, "export-part"));
  open_text (fixture, "small.mtx", GOOD_MATRIX);
  export_part (window, "ic0-lower");
  answer (window, fixture->folder, "L.mtx");
  wait_until_saved (window);
  L = seidel_load_matrix (factor, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (seidel_csr_nonzeros (L->csr), ==, 7);
  g_assert_cmpfloat (L->csr->values[0], ==, 2.0);
  export_part (window, "levels-forward");
  answer (window, fixture->folder, "levels.txt");
  wait_until_saved (window);
  found = seidel_load_vector (vector, 4, FALSE, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (found, sizeof levels, levels, sizeof levels);
  seidel_vector_free (found);
  /* It has fewer levels than that. */
  export_part (window, "multigrid-operator:4");
  answer (window, fixture->folder, "coarse.mtx");
  wait_until_saved (window);
  dismiss_failure (window);
  open_text (fixture, "wide.mtx", "%%MatrixMarket matrix coordinate real general\n1 2 1\n1 2 1\n");
  export_part (window, "ilu0-lower");
  g_assert_null (window->chooser.dialog);
  dismiss_failure (window);
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
  add ("/saving/matrix-in-every-format", test_matrix_in_every_format);
  add ("/saving/matrix-dialog", test_matrix_dialog);
  add ("/saving/completed-name-is-asked-about", test_completed_name_is_asked_about);
  add ("/saving/runs", test_runs);
  add ("/saving/failure-is-reported", test_failure_is_reported);
  add ("/saving/giving-up", test_giving_up);
  add ("/saving/closed-while-saving", test_closed_while_saving);
  add ("/saving/solution-in-every-format", test_solution_in_every_format);
  add ("/saving/ending-follows-the-format", test_ending_follows_the_format);
  add ("/saving/played", test_played);
  add ("/saving/parts", test_parts);
  return g_test_run ();
}
