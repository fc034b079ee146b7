/* The workspace: opening and failing to, a document that takes the place of another while a run
 * goes on, saving, sessions, and what its end waits for. No display is needed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <glib/gstdio.h>
#include <string.h>

#include "io/seidel-loader.h"
#include "model/seidel-workspace.h"

#define GOOD_MATRIX  "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 2\n2 2 4\n"
#define BAD_MATRIX   "%%MatrixMarket matrix coordinate real general\n2 2 1\n3 1 2.0\n"
#define LARGE_MATRIX "%%MatrixMarket matrix coordinate real general\n1500000 1500000 1\n1 1 7\n"

static const SeidelVectorSpec rhs = { .kind = SEIDEL_VECTOR_SOLUTION_ONES };
static const SeidelVectorSpec guess = { .kind = SEIDEL_VECTOR_ZEROS };

/* A workspace, and what it has said. */
typedef struct
{
  SeidelWorkspace *workspace;
  char *folder;
  char *heading;
  char *body;
  char *saved;
  GError *error;
  int n_failed;
  int n_wanted;
  int n_used;
  int n_ended;
  GPtrArray *entries;
} Fixture;

static void
failed_cb (Fixture *fixture, const char *heading, const char *body)
{
  g_free (fixture->heading);
  g_free (fixture->body);
  fixture->heading = g_strdup (heading);
  fixture->body = g_strdup (body);
  fixture->n_failed++;
}

static void
consent_wanted_cb (Fixture *fixture, const SeidelLoad *load, const char *sentence)
{
  fixture->n_wanted++;
  seidel_workspace_open (fixture->workspace, load->file, load->variable,
                         load->flags | SEIDEL_OPEN_ANY_SIZE);
}

static void
file_used_cb (Fixture *fixture)
{
  fixture->n_used++;
}

static void
saved_cb (Fixture *fixture, const char *path, const GError *error)
{
  g_clear_error (&fixture->error);
  g_free (fixture->saved);
  fixture->saved = g_strdup (path);
  fixture->error = error != NULL ? g_error_copy (error) : NULL;
}

static void
run_ended_cb (Fixture *fixture, SeidelRunItem *run)
{
  g_assert_false (seidel_run_item_get_live (run));
  fixture->n_ended++;
}

static void
session_read_cb (Fixture *fixture, GFile *file, GPtrArray *entries)
{
  fixture->entries = g_ptr_array_ref (entries);
  if (seidel_workspace_can_take_session (fixture->workspace))
    seidel_workspace_take_session (fixture->workspace, file, entries);
}

static void
listen (Fixture *fixture, gboolean keeps_runs)
{
  static const struct
  {
    const char *signal;
    GCallback callback;
  } listened[] = {
    { "failed", G_CALLBACK (failed_cb) },
    { "consent-wanted", G_CALLBACK (consent_wanted_cb) },
    { "file-used", G_CALLBACK (file_used_cb) },
    { "saved", G_CALLBACK (saved_cb) },
    { "run-ended", G_CALLBACK (run_ended_cb) },
    { "session-read", G_CALLBACK (session_read_cb) },
  };

  fixture->workspace = seidel_workspace_new (keeps_runs);
  for (gsize i = 0; i < G_N_ELEMENTS (listened); i++)
    g_signal_connect_swapped (fixture->workspace, listened[i].signal, listened[i].callback,
                              fixture);
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = g_dir_make_tmp ("seidel-workspace-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
  listen (fixture, TRUE);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GDir) folder = g_dir_open (fixture->folder, 0, NULL);
  const char *name;

  if (fixture->workspace != NULL)
    {
      g_object_run_dispose (G_OBJECT (fixture->workspace));
      g_object_unref (fixture->workspace);
    }
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->folder, name, NULL);

      g_remove (path);
    }
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->heading);
  g_free (fixture->body);
  g_free (fixture->saved);
  g_clear_error (&fixture->error);
  g_clear_pointer (&fixture->entries, g_ptr_array_unref);
}

static void
wait_until_loaded (Fixture *fixture)
{
  while (fixture->workspace->loading != NULL)
    g_main_context_iteration (NULL, TRUE);
}

static void
wait_until_idle (Fixture *fixture)
{
  while (seidel_run_list_get_live (fixture->workspace->runs) != NULL)
    g_main_context_iteration (NULL, TRUE);
}

static char *
make_path (Fixture *fixture, const char *name)
{
  return g_build_filename (fixture->folder, name, NULL);
}

static void
open_text (Fixture *fixture, const char *name, const char *text)
{
  g_autofree char *path = make_path (fixture, name);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  seidel_workspace_open (fixture->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  g_assert_nonnull (fixture->workspace->loading);
  g_assert_cmpstr (fixture->workspace->loading->name, ==, name);
  wait_until_loaded (fixture);
}

static int64_t
count_rows (Fixture *fixture)
{
  return seidel_workspace_get_matrix (fixture->workspace)->csr->rows;
}

static SeidelRunItem *
start_run (Fixture *fixture, int64_t most)
{
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  SeidelRunItem *run;

  options.max_iterations = most;
  if (most == G_MAXINT64)
    {
      options.tolerance = 0;
      options.stagnation_window = 1000000;
    }
  run = seidel_run_list_start (fixture->workspace->runs, fixture->workspace->document, &options,
                               &rhs, &guess, NULL);
  g_assert_nonnull (run);
  return run;
}

static void
test_open (Fixture *fixture, gconstpointer data)
{
  SeidelDocument *selected = NULL;

  g_assert_null (fixture->workspace->document);
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_cmpint (count_rows (fixture), ==, 2);
  g_assert_cmpint (fixture->n_used, ==, 1);
  g_assert_cmpint (fixture->n_failed, ==, 0);
  g_object_get (fixture->workspace->selection, "document", &selected, NULL);
  g_assert_true (selected == fixture->workspace->document);
  g_object_unref (selected);

  /* The one asked for later counts. */
  seidel_workspace_open_gallery (fixture->workspace, "poisson-27", NULL);
  seidel_workspace_open_gallery (fixture->workspace, "tridiagonal", (double[]){ 7, 2, -1, -1 });
  wait_until_loaded (fixture);
  g_assert_cmpint (count_rows (fixture), ==, 7);
  g_assert_cmpint (fixture->n_used, ==, 1);
}

/* What was open stays, and the words say so. */
static void
test_failing (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GFile) remote = g_file_new_for_uri ("http://example.org/a.mtx");

  open_text (fixture, "bad.mtx", BAD_MATRIX);
  g_assert_cmpint (fixture->n_failed, ==, 1);
  g_assert_cmpstr (fixture->heading, ==, "“bad.mtx” could not be opened");
  g_assert_null (fixture->workspace->document);
  g_assert_null (strstr (fixture->body, "still open"));

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  open_text (fixture, "bad.mtx", BAD_MATRIX);
  g_assert_cmpint (fixture->n_failed, ==, 2);
  g_assert_nonnull (strstr (fixture->body, "good is still open."));
  g_assert_cmpint (count_rows (fixture), ==, 2);

  seidel_workspace_open (fixture->workspace, remote, NULL, SEIDEL_OPEN_DEFAULT);
  g_assert_null (fixture->workspace->loading);
  g_assert_cmpint (fixture->n_failed, ==, 3);
  g_assert_cmpint (fixture->n_used, ==, 1);
}

static void
test_cancelling (Fixture *fixture, gconstpointer data)
{
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  seidel_workspace_open_gallery (fixture->workspace, "poisson-27", NULL);
  seidel_workspace_cancel_load (fixture->workspace);
  g_assert_null (fixture->workspace->loading);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpint (count_rows (fixture), ==, 2);
  g_assert_cmpint (fixture->n_failed, ==, 0);
}

static void
test_consent (Fixture *fixture, gconstpointer data)
{
  open_text (fixture, "large.mtx", LARGE_MATRIX);
  g_assert_cmpint (fixture->n_wanted, ==, 1);
  g_assert_cmpint (fixture->n_failed, ==, 0);
  g_assert_cmpint (count_rows (fixture), ==, 1500000);
}

static void
test_order (Fixture *fixture, gconstpointer data)
{
  SeidelDocument *natural;
  SeidelOrderingSpec order;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  natural = fixture->workspace->document;
  g_assert_true (seidel_ordering_spec_parse ("rcm", &order, NULL));
  seidel_workspace_order (fixture->workspace, &order);
  wait_until_loaded (fixture);
  g_assert_cmpstr (seidel_workspace_get_matrix (fixture->workspace)->ordering, ==, "rcm");
  g_assert_true (seidel_document_get_natural (fixture->workspace->document) == natural);
  /* Given up for a file: that is in its natural order. */
  g_assert_true (seidel_ordering_spec_parse ("multicolor", &order, NULL));
  seidel_workspace_order (fixture->workspace, &order);
  open_text (fixture, "other.mtx", GOOD_MATRIX);
  g_assert_cmpstr (seidel_workspace_get_matrix (fixture->workspace)->ordering, ==, "natural");
  g_assert_true (seidel_document_get_natural (fixture->workspace->document) != natural);
}

/* What a run with scaling sweeps: rows and columns of about equal size. */
static void
test_part (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SeidelMatrix) matrix = NULL;
  const SeidelMatrix *scaled;

  open_text (fixture, "units.mtx",
             "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 2e9\n1 2 1e9\n2 2 4e-9\n");
  matrix = seidel_matrix_ref (seidel_workspace_get_matrix (fixture->workspace));
  seidel_workspace_open_part (fixture->workspace, matrix, seidel_part_find ("scaled"), 1);
  wait_until_loaded (fixture);
  scaled = seidel_workspace_get_matrix (fixture->workspace);
  g_assert_cmpint (fixture->n_failed, ==, 0);
  g_assert_cmpstr (scaled->name, ==, "units-scaled");
  g_assert_cmpint (scaled->csr->rows, ==, 2);
  for (int64_t k = 0; k < 3; k++)
    {
      g_assert_cmpfloat (scaled->csr->values[k], >, 0.1);
      g_assert_cmpfloat (scaled->csr->values[k], <, 10.0);
    }
  /* That of a triangle does not exist where the diagonal is not full. */
  open_text (fixture, "hole.mtx",
             "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 2 1\n2 1 1\n");
  g_clear_pointer (&matrix, seidel_matrix_unref);
  matrix = seidel_matrix_ref (seidel_workspace_get_matrix (fixture->workspace));
  seidel_workspace_open_part (fixture->workspace, matrix, seidel_part_find ("ilu0-lower"), 1);
  wait_until_loaded (fixture);
  g_assert_cmpint (fixture->n_failed, ==, 1);
  g_assert_true (seidel_workspace_get_matrix (fixture->workspace) == matrix);
}

/* The run goes on with the matrix that it began with. */
static void
test_other_document (Fixture *fixture, gconstpointer data)
{
  SeidelDocument *before;
  SeidelRunItem *run;

  seidel_workspace_open_gallery (fixture->workspace, "poisson-5", (double[]){ 30, 0 });
  wait_until_loaded (fixture);
  before = g_object_ref (fixture->workspace->document);
  run = start_run (fixture, G_MAXINT64);
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  g_assert_true (fixture->workspace->document != before);
  g_assert_true (seidel_run_item_get_live (run));
  g_assert_cmpint (fixture->n_ended, ==, 0);
  /* A run that is stopped before it began has no outcome. */
  while (seidel_trace_n_points (seidel_run_item_get_trace (run)) == 0)
    g_usleep (1000);
  seidel_run_list_stop (fixture->workspace->runs);
  wait_until_idle (fixture);
  g_assert_cmpint (fixture->n_ended, ==, 1);
  g_assert_true (seidel_run_item_is_of (run, before));
  g_assert_cmpint (seidel_run_item_get_outcome (run)->n, ==, 900);
  g_object_unref (before);
}

static void
test_removing (Fixture *fixture, gconstpointer data)
{
  GListModel *runs = G_LIST_MODEL (fixture->workspace->runs);
  SeidelRunItem *run;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  run = start_run (fixture, 100);
  wait_until_idle (fixture);
  seidel_workspace_remove_run (fixture->workspace, run);
  g_assert_cmpuint (g_list_model_get_n_items (runs), ==, 0);
  g_assert_true (fixture->workspace->removed == run);
  seidel_workspace_restore_run (fixture->workspace);
  g_assert_cmpuint (g_list_model_get_n_items (runs), ==, 1);
  g_assert_null (fixture->workspace->removed);
  seidel_workspace_restore_run (fixture->workspace);
  g_assert_cmpuint (g_list_model_get_n_items (runs), ==, 1);
}

static void
wait_until_saved (Fixture *fixture, const char *path)
{
  while (g_strcmp0 (fixture->saved, path) != 0)
    g_main_context_iteration (NULL, TRUE);
  g_clear_pointer (&fixture->saved, g_free);
}

static void
test_saving (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = make_path (fixture, "saved.mtx");
  g_autofree char *table = make_path (fixture, "table.json");
  g_autofree char *nowhere = make_path (fixture, "none/saved.mtx");
  g_autofree char *text = NULL;
  g_autoptr (SeidelMatrix) saved = NULL;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  seidel_workspace_save_matrix (fixture->workspace, path);
  g_assert_nonnull (fixture->workspace->saving);
  wait_until_saved (fixture, path);
  g_assert_no_error (fixture->error);
  g_assert_null (fixture->workspace->saving);
  saved = seidel_load_matrix (path, NULL, NULL, NULL);
  g_assert_nonnull (saved);
  g_assert_cmpfloat (saved->csr->values[1], ==, 4.0);

  seidel_workspace_save_matrix (fixture->workspace, nowhere);
  wait_until_saved (fixture, nowhere);
  g_assert_nonnull (fixture->error);
  g_assert_null (fixture->workspace->saving);

  seidel_workspace_save_table (fixture->workspace, table, "a,b\n1,2\n");
  wait_until_saved (fixture, table);
  g_assert_no_error (fixture->error);
  g_assert_true (g_file_get_contents (table, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"a\""));
}

static void
test_solution (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = make_path (fixture, "x.mtx");
  SeidelRunItem *run;
  double *x;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  run = start_run (fixture, 100);
  wait_until_idle (fixture);
  seidel_workspace_save_solution (fixture->workspace, run, path);
  wait_until_saved (fixture, path);
  g_assert_no_error (fixture->error);
  x = seidel_load_vector (path, 2, false, NULL, NULL);
  g_assert_nonnull (x);
  g_assert_cmpfloat_with_epsilon (x[1], 1.0, 1e-6);
  seidel_vector_free (x);
}

/* A session goes on in the file that it was saved to, and comes back from there. */
static void
test_session (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = make_path (fixture, "monday.seidel");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  SeidelRunSession *session = fixture->workspace->session;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  start_run (fixture, 100);
  wait_until_idle (fixture);
  g_assert_false (seidel_workspace_can_take_session (fixture->workspace));
  g_assert_false (seidel_run_session_get_named (session));
  seidel_workspace_save_runs (fixture->workspace, path, NULL);
  wait_until_saved (fixture, path);
  g_assert_no_error (fixture->error);
  g_assert_true (seidel_run_session_get_named (session));
  g_assert_cmpstr (seidel_run_session_get_path (session), ==, path);
  g_assert_cmpint (fixture->n_used, ==, 2);

  g_object_run_dispose (G_OBJECT (fixture->workspace));
  g_object_unref (fixture->workspace);
  listen (fixture, TRUE);
  seidel_workspace_open (fixture->workspace, file, NULL, SEIDEL_OPEN_DEFAULT);
  wait_until_loaded (fixture);
  g_assert_nonnull (fixture->entries);
  g_assert_cmpuint (fixture->entries->len, ==, 1);
  g_assert_true (seidel_workspace_has_runs (fixture->workspace));
  g_assert_null (fixture->workspace->document);
  g_assert_true (seidel_workspace_can_open_run_matrix (fixture->workspace));
  seidel_workspace_open_run_matrix (fixture->workspace);
  wait_until_loaded (fixture);
  g_assert_cmpint (count_rows (fixture), ==, 2);
}

/* Its end ends what goes on; the run that it stops is in the session all the same. */
static void
test_end (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = make_path (fixture, "last.seidel");
  g_autoptr (GPtrArray) entries = NULL;
  SeidelWorkspace *workspace = fixture->workspace;
  SeidelRunItem *run;

  open_text (fixture, "good.mtx", GOOD_MATRIX);
  start_run (fixture, 100);
  wait_until_idle (fixture);
  seidel_workspace_save_runs (workspace, path, NULL);
  wait_until_saved (fixture, path);
  seidel_workspace_open_gallery (workspace, "poisson-5", (double[]){ 30, 0 });
  wait_until_loaded (fixture);
  run = start_run (fixture, G_MAXINT64);
  while (seidel_trace_iterations (seidel_run_item_get_trace (run)) == 0)
    g_main_context_iteration (NULL, FALSE);
  seidel_workspace_open_gallery (workspace, "poisson-27", NULL);

  g_object_add_weak_pointer (G_OBJECT (workspace), (gpointer *) &fixture->workspace);
  g_object_run_dispose (G_OBJECT (workspace));
  g_object_unref (workspace);
  g_assert_null (fixture->workspace);
  entries = seidel_session_read (path, NULL, NULL);
  g_assert_nonnull (entries);
  g_assert_cmpuint (entries->len, ==, 2);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* As the one of a lesson: it has no session, and takes none. */
static void
test_not_kept (Fixture *fixture, gconstpointer data)
{
  g_object_unref (fixture->workspace);
  listen (fixture, FALSE);
  g_assert_null (fixture->workspace->session);
  g_assert_false (seidel_workspace_can_take_session (fixture->workspace));
  open_text (fixture, "good.mtx", GOOD_MATRIX);
  start_run (fixture, 100);
  wait_until_idle (fixture);
  g_assert_true (seidel_workspace_has_runs (fixture->workspace));
  g_assert_cmpint (fixture->n_ended, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  ADD ("/workspace/open", test_open);
  ADD ("/workspace/failing", test_failing);
  ADD ("/workspace/cancelling", test_cancelling);
  ADD ("/workspace/consent", test_consent);
  ADD ("/workspace/order", test_order);
  ADD ("/workspace/part", test_part);
  ADD ("/workspace/other-document", test_other_document);
  ADD ("/workspace/removing", test_removing);
  ADD ("/workspace/saving", test_saving);
  ADD ("/workspace/solution", test_solution);
  ADD ("/workspace/session", test_session);
  ADD ("/workspace/end", test_end);
  ADD ("/workspace/not-kept", test_not_kept);
  return g_test_run ();
}
