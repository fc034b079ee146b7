/* The editor of small matrices: what is typed, pasted and clicked, with its levels at once; undo
 * and redo; the matrix in the window, and a copy of what is open there.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "display-testing.h"
#include "io/seidel-loader.h"
#include "views/seidel-entries-view.h"
#include "window-fixture.h"
#include "window/seidel-matrix-editor.h"

/* Rows 1, 2 and 4 on the first level; 3 after 1; 5 after 3; 6 after 4 and 5. */
#define SIX           \
  "4\t-1\t\t\t\t\n"   \
  "\t4\t-1,5\t\t\t\n" \
  "-1\t\t4\t\t\t\n"   \
  "\t\t\t4\t\t-1\n"   \
  "\t\t-1\t\t4\t\n"   \
  "\t\t\t-1\t-1\t4\n"
#define LEVELS_OF_SIX "6 rows · 13 entries · 4 levels, the widest of 3 rows · not symmetric"

static SeidelMatrixEditor *
open_editor (Fixture *fixture, const char *action)
{
  GtkWindow *dialog;

  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), action, NULL);
  flush_events ();
  dialog = find_dialog (fixture->window);
  g_assert_true (SEIDEL_IS_MATRIX_EDITOR (dialog));
  return SEIDEL_MATRIX_EDITOR (dialog);
}

static gpointer
child (SeidelMatrixEditor *editor, const char *name)
{
  GObject *found =
    gtk_widget_get_template_child (GTK_WIDGET (editor), SEIDEL_TYPE_MATRIX_EDITOR, name);

  g_assert_nonnull (found);
  return found;
}

static void
assert_facts (SeidelMatrixEditor *editor, const char *facts)
{
  g_assert_cmpstr (gtk_label_get_label (child (editor, "facts")), ==, facts);
}

static void
act (SeidelMatrixEditor *editor, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (editor), action, NULL));
}

static double
value_at (SeidelMatrixEditor *editor, int row, int column)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_editor_get_matrix (editor, &error);
  const int64_t k = seidel_csr_find (matrix->csr, row, column);

  g_assert_no_error (error);
  return k >= 0 ? matrix->csr->values[k] : 0.0;
}

static gboolean
enter (SeidelMatrixEditor *editor, int row, int column, const char *text)
{
  gboolean taken = FALSE;

  g_signal_emit_by_name (child (editor, "view"), "entered", row, column, text, &taken);
  return taken;
}

static void
toggle (SeidelMatrixEditor *editor, int row, int column)
{
  g_signal_emit_by_name (child (editor, "view"), "toggled", row, column);
  g_signal_emit_by_name (child (editor, "view"), "moved");
}

static void
test_typing (Fixture *fixture, gconstpointer data)
{
  SeidelMatrixEditor *editor = open_editor (fixture, "new-matrix");

  assert_facts (editor, "6 rows · 6 entries · 1 level, the widest of 6 rows · symmetric");
  g_assert_true (enter (editor, 1, 0, "-1,5"));
  g_assert_cmpfloat (value_at (editor, 1, 0), ==, -1.5);
  assert_facts (editor, "6 rows · 7 entries · 2 levels, the widest of 5 rows · not symmetric");
  g_assert_false (enter (editor, 1, 0, "x1"));
  g_assert_nonnull (strstr (gtk_label_get_label (child (editor, "hint")), "“x1”"));
  g_assert_cmpfloat (value_at (editor, 1, 0), ==, -1.5);
  gtk_check_button_set_active (child (editor, "symmetric"), TRUE);
  g_assert_true (enter (editor, 1, 0, "-2"));
  g_assert_cmpfloat (value_at (editor, 0, 1), ==, -2.0);
  assert_facts (editor, "6 rows · 8 entries · 2 levels, the widest of 5 rows · symmetric");
  g_assert_true (enter (editor, 2, 2, "0"));
  assert_facts (editor, "6 rows · 7 entries · 2 levels, the widest of 5 rows · symmetric · no "
                        "diagonal entry in row 3");
  gtk_window_destroy (GTK_WINDOW (editor));
}

static void
test_clicks_and_undo (Fixture *fixture, gconstpointer data)
{
  SeidelMatrixEditor *editor = open_editor (fixture, "new-matrix");

  seidel_matrix_editor_paste_text (editor, SIX);
  assert_facts (editor, LEVELS_OF_SIX);
  /* Off and on again with its value; a new one is −1. */
  toggle (editor, 1, 2);
  g_assert_cmpfloat (value_at (editor, 1, 2), ==, 0.0);
  toggle (editor, 1, 2);
  g_assert_cmpfloat (value_at (editor, 1, 2), ==, -1.5);
  toggle (editor, 1, 0);
  g_assert_cmpfloat (value_at (editor, 1, 0), ==, -1.0);
  act (editor, "edit.undo");
  act (editor, "edit.undo");
  g_assert_cmpfloat (value_at (editor, 1, 2), ==, 0.0);
  act (editor, "edit.undo");
  assert_facts (editor, LEVELS_OF_SIX);
  act (editor, "edit.undo");
  assert_facts (editor, "6 rows · 6 entries · 1 level, the widest of 6 rows · symmetric");
  for (int i = 0; i < 4; i++)
    act (editor, "edit.redo");
  g_assert_cmpfloat (value_at (editor, 1, 0), ==, -1.0);
  g_assert_cmpfloat (value_at (editor, 1, 2), ==, -1.5);
  act (editor, "edit.clear");
  assert_facts (editor, "6 rows · 0 entries · 1 level, the widest of 6 rows · symmetric · no "
                        "diagonal entry in row 1");
  act (editor, "edit.undo");
  gtk_spin_button_set_value (child (editor, "size"), 2);
  gtk_spin_button_set_value (child (editor, "size"), 3);
  g_assert_cmpfloat (value_at (editor, 2, 2), ==, 4.0);
  act (editor, "edit.undo"); /* both at once */
  g_assert_cmpfloat (value_at (editor, 5, 4), ==, -1.0);
  gtk_window_destroy (GTK_WINDOW (editor));
}

/* What cannot be pasted changes nothing, and says where the mistake is. */
static void
test_bad_paste (Fixture *fixture, gconstpointer data)
{
  SeidelMatrixEditor *editor = open_editor (fixture, "new-matrix");

  seidel_matrix_editor_paste_text (editor, SIX);
  seidel_matrix_editor_paste_text (editor, "1\t2\n3\tfour\n");
  g_assert_nonnull (strstr (gtk_label_get_label (child (editor, "hint")), "Line 2, field 2"));
  assert_facts (editor, LEVELS_OF_SIX);
  act (editor, "edit.undo");
  assert_facts (editor, "6 rows · 6 entries · 1 level, the widest of 6 rows · symmetric");
  gtk_window_destroy (GTK_WINDOW (editor));
}

/* The matrix opens with its levels and b, and can be saved in every format that is written. */
static void
test_open_and_save (Fixture *fixture, gconstpointer data)
{
  SeidelMatrixEditor *editor = open_editor (fixture, "new-matrix");
  SeidelWorkspace *workspace = fixture->window->workspace;
  const SeidelMatrix *matrix;
  int written = 0;
  size_t n;
  const SeidelFormat *formats = seidel_formats (&n);

  seidel_matrix_editor_paste_text (editor, SIX);
  g_assert_true (enter (editor, 5, SEIDEL_SMALL_RHS, "2.5"));
  gtk_editable_set_text (child (editor, "name"), "six");
  act (editor, "edit.accept");
  wait_until_analysed (fixture->window);
  matrix = seidel_workspace_get_matrix (workspace);
  g_assert_cmpstr (matrix->name, ==, "six");
  g_assert_cmpfloat (matrix->rhs[5], ==, 2.5);
  g_assert_cmpfloat (matrix->rhs[0], ==, 0.0);
  g_assert_cmpint (
    seidel_document_get_schedule (workspace->document, SEIDEL_DIRECTION_FORWARD)->count, ==, 4);
  for (size_t i = 0; i < n; i++)
    if (formats[i].writes_matrices)
      {
        g_autofree char *name = g_strconcat ("six", formats[i].suffixes[0], NULL);
        g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
        g_autoptr (GError) error = NULL;
        g_autoptr (SeidelMatrix) again = NULL;

        seidel_workspace_save_matrix (workspace, path);
        while (workspace->saving != NULL)
          g_main_context_iteration (NULL, TRUE);
        if (!g_file_test (path, G_FILE_TEST_EXISTS))
          continue; /* for symmetric matrices alone */
        written++;
        again = seidel_load_matrix (path, NULL, NULL, &error);
        if (g_error_matches (error, SEIDEL_ERROR, SEIDEL_ERROR_CHOICE))
          continue; /* A and b side by side */
        g_assert_no_error (error);
        g_assert_cmpint (again->csr->rows, ==, 6);
      }
  g_assert_cmpint (written, >=, 6);
}

/* A copy of rows of a larger matrix; the open one stays as it is. */
static void
test_copy (Fixture *fixture, gconstpointer data)
{
  const double size[SEIDEL_GALLERY_MAX_PARAMETERS] = { 12 };
  SeidelWorkspace *workspace = fixture->window->workspace;
  SeidelMatrixEditor *editor;

  g_assert_false (is_enabled (fixture->window, "edit-matrix"));
  seidel_workspace_open_gallery (workspace, "poisson-5", size);
  wait_until_loaded (fixture->window);
  wait_until_analysed (fixture->window);
  editor = open_editor (fixture, "edit-matrix");
  g_assert_true (gtk_widget_get_visible (child (editor, "part")));
  g_assert_cmpfloat (value_at (editor, 0, 12), ==, -1.0);
  gtk_spin_button_set_value (child (editor, "first"), 13);
  g_assert_cmpfloat (value_at (editor, 11, 12), ==, 0.0); /* the next line of the grid */
  act (editor, "edit.undo");
  g_assert_cmpfloat (value_at (editor, 10, 11), ==, -1.0);
  toggle (editor, 0, 0);
  act (editor, "edit.accept");
  wait_until_analysed (fixture->window);
  g_assert_cmpint (seidel_workspace_get_matrix (workspace)->csr->rows, ==, SEIDEL_SMALL_MOST);
  editor = open_editor (fixture, "edit-matrix");
  g_assert_false (gtk_widget_get_visible (child (editor, "part")));
  gtk_window_destroy (GTK_WINDOW (editor));
}

#define ADD(path, function) \
  g_test_add (path, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

int
main (int argc, char **argv)
{
  display_testing_init (&argc, &argv);
  adw_init ();
  ADD ("/matrix-editor/typing", test_typing);
  ADD ("/matrix-editor/clicks-and-undo", test_clicks_and_undo);
  ADD ("/matrix-editor/bad-paste", test_bad_paste);
  ADD ("/matrix-editor/open-and-save", test_open_and_save);
  ADD ("/matrix-editor/copy", test_copy);
  return g_test_run ();
}
