/* Opening: one matrix of several, recent files, reading again, one load after another.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#include "display-testing.h"
#include "io/seidel-loader.h"
#include "window-fixture.h"
#include "window/seidel-changed-bar.h"
#include "window/seidel-choice.h"
#include "window/seidel-recent.h"
#include "window/seidel-variable-dialog.h"

#define SMALL_MATRIX "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 2\n2 2 4\n"
#define N_LONG       100000 /* rows whose analysis takes a while */
#define SMALL_RHS    "%%MatrixMarket matrix array real general\n2 1\n2\n8\n"

static void
add_member (struct archive *archive, const char *name, const char *text)
{
  struct archive_entry *entry = archive_entry_new ();

  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, (la_int64_t) strlen (text));
  g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_data (archive, text, strlen (text)), ==,
                   (la_ssize_t) strlen (text));
  archive_entry_free (entry);
}

/* A file that holds two matrices: pairs of a name and a text. */
static GFile *
write_archive (Fixture *fixture, const char *name, const char *const *members)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  struct archive *archive = archive_write_new ();

  g_assert_cmpint (archive_write_set_format (archive, ARCHIVE_FORMAT_TAR_USTAR), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_open_filename (archive, path), ==, ARCHIVE_OK);
  for (; *members != NULL; members += 2)
    add_member (archive, members[0], members[1]);
  g_assert_cmpint (archive_write_close (archive), ==, ARCHIVE_OK);
  archive_write_free (archive);
  return g_file_new_for_path (path);
}

static const char *const two_matrices[] = { "good.mtx", GOOD_MATRIX, "small.mtx", SMALL_MATRIX,
                                            NULL };

static const SeidelMatrix *
get_matrix (SeidelWindow *window)
{
  g_assert_nonnull (window->workspace->document);
  return seidel_document_get_matrix (window->workspace->document);
}

/* Answers the dialog that asks which matrix. */
static void
choose (SeidelWindow *window, const char *name)
{
  GtkWindow *dialog;

  wait_until_loaded (window);
  dialog = find_dialog (window);
  g_assert_true (SEIDEL_IS_VARIABLE_DIALOG (dialog));
  g_assert_true (seidel_variable_dialog_select (SEIDEL_VARIABLE_DIALOG (dialog), name));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "variable.accept", NULL));
  wait_until_loaded (window);
  flush_events ();
  g_assert_null (find_dialog (window));
}

static void
test_several (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autoptr (GFile) file = write_archive (fixture, "two.tar", two_matrices);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *variable = NULL;
  g_autoptr (GPtrArray) recent = NULL;

  seidel_workspace_open (window->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  wait_until_loaded (window);
  g_assert_null (window->workspace->document); /* nothing is open before it is chosen */
  choose (window, "small.mtx");
  g_assert_cmpint (get_matrix (window)->csr->rows, ==, 2);
  g_assert_cmpstr (get_matrix (window)->origin.variable, ==, "small.mtx");
  g_assert_nonnull (find_label (GTK_WIDGET (window->report_pane), "small.mtx"));

  variable = seidel_recent_get_variable (uri);
  g_assert_cmpstr (variable, ==, "small.mtx");
  recent = seidel_recent_list (1);
  g_assert_cmpuint (recent->len, ==, 1);
  g_assert_cmpstr (((SeidelRecentFile *) recent->pdata[0])->name, ==, "two.tar: small.mtx");
}

/* Accepts a reading in the dialog that is there, or Cancel with NULL. */
static void
choose_reading (SeidelWindow *window, const char *name)
{
  GtkWindow *dialog = find_dialog (window);

  g_assert_true (SEIDEL_IS_VARIABLE_DIALOG (dialog));
  if (name == NULL)
    gtk_window_close (dialog);
  else
    {
      g_assert_true (seidel_variable_dialog_select (SEIDEL_VARIABLE_DIALOG (dialog), name));
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "variable.accept", NULL));
    }
  wait_until_loaded (window);
  flush_events ();
  g_assert_null (find_dialog (window));
}

/* Text that may be a list or a table: nothing is drawn before the user was asked; the answer is
 * shown above the picture, remembered for the file as it is, and can be changed. */
static void
test_readings (Fixture *fixture, gconstpointer data)
{
  static const char text[] = "1 1 2.5\n2 2 3.5\n3 3 1.5\n";
  SeidelWindow *window = fixture->window;
  g_autoptr (GFile) file = write_file (fixture, "doubtful.txt", text);
  g_autoptr (GFile) changed = NULL;
  GtkWindow *dialog;

  seidel_workspace_open (window->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  wait_until_loaded (window);
  g_assert_null (window->workspace->document);
  dialog = find_dialog (window);
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "“doubtful.txt” does not say"));
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "1 1 2.5"));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (dialog));
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "3 × 3, 3 entries in the file"));
  choose_reading (window, NULL);
  g_assert_null (window->workspace->document);

  seidel_workspace_open (window->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  wait_until_loaded (window);
  choose_reading (window, "entries");
  g_assert_cmpint (seidel_csr_nonzeros (get_matrix (window)->csr), ==, 3);
  g_assert_nonnull (find_label (GTK_WIDGET (window), "Read as a list of entries, counted from 1."));

  seidel_workspace_open (window->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  wait_until_loaded (window);
  g_assert_null (find_dialog (window));
  g_assert_cmpint (seidel_csr_nonzeros (get_matrix (window)->csr), ==, 3);

  g_assert_true (is_enabled (window, "change-reading"));
  g_action_group_activate_action (G_ACTION_GROUP (window), "change-reading", NULL);
  wait_until_loaded (window);
  choose_reading (window, "table");
  g_assert_cmpint (seidel_csr_nonzeros (get_matrix (window)->csr), ==, 9);

  changed = write_file (fixture, "doubtful.txt", "1 1 2.5\n2 2 3.5\n3 3 1.25\n");
  seidel_workspace_open (window->workspace, changed, NULL, SEIDEL_OPEN_DEFAULT);
  wait_until_loaded (window);
  choose_reading (window, "entries");
  g_assert_cmpint (seidel_csr_nonzeros (get_matrix (window)->csr), ==, 3);
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  wait_until_loaded (window);
  g_assert_false (is_enabled (window, "change-reading"));
}

/* The drop-downs of a dialog, in their order. */
static void
collect_drop_downs (GtkWidget *widget, GPtrArray *found)
{
  if (GTK_IS_DROP_DOWN (widget))
    g_ptr_array_add (found, widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_drop_downs (child, found);
}

static void
choose_columns (GtkWindow *dialog, const char *const *ids)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  collect_drop_downs (GTK_WIDGET (dialog), found);
  for (guint i = 0; ids[i] != NULL; i++)
    g_assert_true (seidel_choice_drop_down_select (found->pdata[i], ids[i]));
}

/* The columns of a list are chosen where its headings do not say which they are; the same column
 * twice, and one of words, cannot be. */
static void
test_columns (Fixture *fixture, gconstpointer data)
{
  static const char text[] = "id,p,kind,q,cost\n7,1,road,2,4.5\n8,2,\"rail, fast\",1,1.5\n";
  SeidelWindow *window = fixture->window;
  g_autoptr (GFile) file = write_file (fixture, "texts.csv", text);
  SeidelVariableDialog *dialog;

  seidel_workspace_open (window->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  wait_until_loaded (window);
  g_assert_null (window->workspace->document);
  dialog = SEIDEL_VARIABLE_DIALOG (find_dialog (window));
  g_assert_cmpstr (seidel_variable_dialog_get_name (dialog), ==, "entries,columns=1:2:4");
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "8 × 8, 2 entries in the file"));
  choose_columns (GTK_WINDOW (dialog), (const char *const[]){ "1", NULL });
  g_assert_null (seidel_variable_dialog_get_name (dialog));
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "are the same column"));
  choose_columns (GTK_WINDOW (dialog), (const char *const[]){ "1", "2", NULL });
  g_assert_null (seidel_variable_dialog_get_name (dialog));
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "do not hold rows and columns"));
  choose_columns (GTK_WINDOW (dialog), (const char *const[]){ "3", "1", "4", "-1", "0", NULL });
  g_assert_nonnull (find_label (GTK_WIDGET (dialog), "3 × 3, 2 entries in the file"));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (dialog), "variable.accept", NULL));
  wait_until_loaded (window);
  flush_events ();
  g_assert_cmpint (get_matrix (window)->csr->rows, ==, 3);
  g_assert_cmpint (get_matrix (window)->csr->row_offsets[1], ==, 0);
  g_assert_nonnull (find_label (GTK_WIDGET (window), "in columns 4, 2 and 5."));

  g_action_group_activate_action (G_ACTION_GROUP (window), "change-reading", NULL);
  wait_until_loaded (window);
  dialog = SEIDEL_VARIABLE_DIALOG (find_dialog (window));
  g_assert_cmpstr (seidel_variable_dialog_get_name (dialog), ==, "entries,from-0,columns=4:2:5");
  choose_reading (window, "entries,from-1,columns=2:4");
  g_assert_cmpint (get_matrix (window)->csr->rows, ==, 2);
}

/* A small file that declares a large matrix is opened once the user has agreed. */
static void
test_large (Fixture *fixture, gconstpointer data)
{
  static const char *const text =
    "%%MatrixMarket matrix coordinate real general\n1500000 1500000 1\n1 1 7\n";
  SeidelWindow *window = fixture->window;

  for (int agreed = 0; agreed < 2; agreed++)
    {
      GtkWindow *dialog;

      open_text (fixture, "large.mtx", text);
      wait_until_loaded (window);
      g_assert_null (window->workspace->document);
      dialog = find_dialog (window);
      g_assert_true (ADW_IS_MESSAGE_DIALOG (dialog));
      adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), agreed ? "accept" : "cancel");
      wait_until_loaded (window);
      flush_events ();
    }
  g_assert_cmpint (get_matrix (window)->csr->rows, ==, 1500000);
}

/* Where the set-up begins, in the window. */
static double
find_setup (SeidelWindow *window)
{
  graphene_rect_t place;

  g_assert_true (
    gtk_widget_compute_bounds (GTK_WIDGET (window->setup_pane), GTK_WIDGET (window), &place));
  return place.origin.y;
}

/* What one points at stays where it is while a matrix is analysed. */
static void
test_stays_in_place (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autoptr (GString) text = g_string_new ("%%MatrixMarket matrix coordinate real general\n");
  g_autoptr (GFile) file = NULL;
  guint looked = 0;
  double place;

  g_string_append_printf (text, "%d %d %d\n", N_LONG, N_LONG, 2 * N_LONG - 1);
  for (int i = 1; i <= N_LONG; i++)
    g_string_append_printf (text, i < N_LONG ? "%d %d 4\n%d %d 1\n" : "%d %d 4\n", i, i, i, i + 1);
  file = write_file (fixture, "long.mtx", text->str);
  seidel_workspace_open (window->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  wait_until_loaded (window);
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  place = find_setup (window);
  while (seidel_document_get_analysing (window->workspace->document))
    {
      g_main_context_iteration (NULL, TRUE);
      g_assert_cmpfloat (find_setup (window), ==, place);
      looked++;
    }
  flush_events ();
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  g_assert_cmpfloat (find_setup (window), ==, place);
  g_test_message ("%u looks", looked);
}

/* What was chosen once is not asked again, as long as it is there. */
static void
test_again (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  static const char *const others[] = { "good.mtx", GOOD_MATRIX, "other.mtx", SMALL_MATRIX, NULL };
  g_autoptr (GFile) file = write_archive (fixture, "two.tar", two_matrices);
  g_autofree char *uri = g_file_get_uri (file);
  g_autoptr (GFile) rewritten = NULL;

  g_assert_false (is_enabled (window, "reload"));
  seidel_workspace_open (window->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  choose (window, "small.mtx");
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_action_group_activate_action (G_ACTION_GROUP (window), "open-recent",
                                  g_variant_new_string (uri));
  wait_until_loaded (window);
  g_assert_null (find_dialog (window));
  g_assert_cmpstr (get_matrix (window)->origin.variable, ==, "small.mtx");
  g_assert_true (is_enabled (window, "reload"));
  g_action_group_activate_action (G_ACTION_GROUP (window), "reload", NULL);
  wait_until_loaded (window);
  g_assert_null (find_dialog (window));
  g_assert_cmpstr (get_matrix (window)->origin.variable, ==, "small.mtx");

  rewritten = write_archive (fixture, "two.tar", others);
  g_action_group_activate_action (G_ACTION_GROUP (window), "reload", NULL);
  choose (window, "other.mtx");
  g_assert_cmpstr (get_matrix (window)->origin.variable, ==, "other.mtx");
}

/* A file of one matrix is opened whatever was chosen from it before. */
static void
test_one_left (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autoptr (GFile) file = write_archive (fixture, "two.tar", two_matrices);
  g_autoptr (GFile) rewritten = NULL;

  seidel_workspace_open (window->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  choose (window, "small.mtx");
  rewritten = write_file (fixture, "two.tar", GOOD_MATRIX);
  g_action_group_activate_action (G_ACTION_GROUP (window), "reload", NULL);
  wait_until_loaded (window);
  g_assert_null (find_dialog (window));
  g_assert_cmpint (get_matrix (window)->csr->rows, ==, 4);
  g_assert_null (get_matrix (window)->origin.variable);
}

/* As the SuiteSparse Collection hands them out. */
static void
test_rhs_comes_along (Fixture *fixture, gconstpointer data)
{
  static const char *const members[] = { "thing/thing.mtx", SMALL_MATRIX, "thing/thing_b.mtx",
                                         SMALL_RHS, NULL };
  SeidelWindow *window = fixture->window;
  g_autoptr (GFile) file = write_archive (fixture, "thing.tar", members);
  const SeidelOutcome *outcome;

  seidel_workspace_open (window->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  wait_until_loaded (window);
  g_assert_null (find_dialog (window));
  wait_until_analysed (window);
  g_assert_nonnull (find_label (GTK_WIDGET (window->setup_pane), "Right-hand side: From the file"));
  g_action_group_activate_action (G_ACTION_GROUP (window), "solve", NULL);
  wait_until_idle (window);
  outcome = seidel_run_item_get_outcome (seidel_run_list_get_selected (window->workspace->runs));
  g_assert_true (outcome->converged);
  g_assert_cmpfloat_with_epsilon (outcome->x[0], 1, 1e-6);
  g_assert_cmpfloat_with_epsilon (outcome->x[1], 2, 1e-6);
}

/* The later one counts. */
static void
test_one_after_the_other (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autoptr (GFile) file = write_file (fixture, "small.mtx", SMALL_MATRIX);

  seidel_workspace_open_gallery (window->workspace, "poisson-27", NULL);
  g_assert_true (window->workspace->loading != NULL);
  seidel_workspace_open (window->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  wait_until_loaded (window);
  wait_until_analysed (window);
  g_assert_cmpint (get_matrix (window)->csr->rows, ==, 2);
  flush_events ();
  g_assert_cmpint (get_matrix (window)->csr->rows, ==, 2);
}

/* The table is the only list of formats. */
static void
test_filters (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  g_autoptr (GListModel) filters = NULL;
  size_t n;
  const SeidelFormat *formats = seidel_formats (&n);

  g_action_group_activate_action (G_ACTION_GROUP (window), "open", NULL);
  g_assert_nonnull (window->chooser.dialog);
  filters = gtk_file_chooser_get_filters (GTK_FILE_CHOOSER (window->chooser.dialog));
  g_assert_cmpuint (g_list_model_get_n_items (filters), ==, n + 2);
  for (size_t i = 0; i < n; i++)
    {
      g_autoptr (GtkFileFilter) filter = g_list_model_get_item (filters, (guint) i + 1);

      g_assert_cmpstr (gtk_file_filter_get_name (filter), ==, formats[i].name);
    }
  gtk_native_dialog_hide (GTK_NATIVE_DIALOG (window->chooser.dialog));
}

/* Closed before it has read what was used recently: nothing of it stays in the application. */
static void
test_closed_at_once (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (window));
  guint windows;

  open_text (fixture, "small.mtx", SMALL_MATRIX);
  windows = g_list_length (gtk_application_get_windows (application));
  for (int i = 0; i < 4; i++)
    {
      g_action_group_activate_action (G_ACTION_GROUP (window), "open", NULL);
      g_assert_nonnull (window->chooser.dialog);
      g_signal_emit_by_name (window->chooser.dialog, "response", GTK_RESPONSE_CANCEL);
      g_assert_null (window->chooser.dialog);
      flush_events ();
    }
  g_assert_cmpuint (g_list_length (gtk_application_get_windows (application)), ==, windows);
}

/* Names of files are bytes: such a file is opened, remembered and complained about like any other.
 */
static void
test_no_utf8 (Fixture *fixture, gconstpointer data)
{
  SeidelWindow *window = fixture->window;
  GtkWindow *dialog;
  g_autoptr (GPtrArray) recent = NULL;
  g_autofree char *path = NULL;

  open_text (fixture, "good-\xff.mtx", GOOD_MATRIX);
  g_assert_cmpint (get_matrix (window)->csr->rows, ==, 4);
  recent = seidel_recent_list (1);
  g_assert_cmpuint (recent->len, ==, 1);
  g_assert_true (g_utf8_validate (((SeidelRecentFile *) recent->pdata[0])->name, -1, NULL));

  open_text (fixture, "bad-\xff.mtx", BAD_MATRIX);
  dialog = find_dialog (window);
  g_assert_true (ADW_IS_MESSAGE_DIALOG (dialog));
  gtk_window_destroy (dialog);
  flush_events ();

  path = g_build_filename (fixture->folder, "saved-\xff.mtx", NULL);
  seidel_workspace_save_matrix (window->workspace, path);
  while (window->workspace->saving != NULL)
    g_main_context_iteration (NULL, TRUE);
  flush_events ();
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
}

/* A file that changes on disk says so, once it is written, until it is read again; what was read
 * stays as it is. */
static void
test_changed (Fixture *fixture, gconstpointer data)
{
  SeidelChangedBar *bar = window_child (fixture->window, "changed_bar");
  SeidelDocument *before;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  before = fixture->window->workspace->document;
  g_assert_false (seidel_changed_bar_is_shown (bar));
  g_object_unref (write_file (fixture, "good.mtx", UNSYMMETRIC_MATRIX));
  while (!seidel_changed_bar_is_shown (bar))
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (find_label (GTK_WIDGET (bar), "good.mtx"));
  g_assert_true (fixture->window->workspace->document == before);
  g_assert_cmpint (seidel_document_get_matrix (before)->csr->rows, ==, 4);
  g_action_group_activate_action (G_ACTION_GROUP (fixture->window), "reload", NULL);
  wait_until_loaded (fixture->window);
  wait_until_analysed (fixture->window);
  g_assert_false (seidel_changed_bar_is_shown (bar));
  g_assert_cmpint (seidel_document_get_matrix (fixture->window->workspace->document)->csr->rows, ==,
                   2);
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
  add ("/opening/several", test_several);
  add ("/opening/readings", test_readings);
  add ("/opening/columns", test_columns);
  add ("/opening/large", test_large);
  add ("/opening/stays-in-place", test_stays_in_place);
  add ("/opening/again", test_again);
  add ("/opening/one-left", test_one_left);
  add ("/opening/rhs-comes-along", test_rhs_comes_along);
  add ("/opening/one-after-the-other", test_one_after_the_other);
  add ("/opening/no-utf8", test_no_utf8);
  add ("/opening/filters", test_filters);
  add ("/opening/closed-at-once", test_closed_at_once);
  add ("/opening/changed", test_changed);
  return g_test_run ();
}
