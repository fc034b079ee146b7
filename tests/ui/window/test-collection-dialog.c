/* The dialog of the collection against a server of its own: from nothing to an open matrix, what is
 * found, what goes wrong, what is cancelled, what is there without a network.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "display-testing.h"
#include "solvers/collection/collection-server.h"

#include "model/seidel-collection-item.h"
#include "golden-testing.h"
#include "window-fixture.h"
#include "window/seidel-collection-dialog.h"
#include "window/seidel-saved-state.h"

#define MANY 2900

typedef struct
{
  char *index;
  GBytes *archive;
  gboolean hold; /* an archive stays without its end */
} Site;

static void
answer_cb (SoupServer *soup,
           SoupServerMessage *message,
           const char *path,
           GHashTable *query,
           gpointer data)
{
  CollectionServer *server = data;
  Site *site = server->data;

  if (g_str_equal (path, "/files/ssstats.csv"))
    answer_bytes (message, "text/csv", site->index, strlen (site->index));
  else if (!g_str_equal (path, "/MM/HB/small.tar.gz"))
    soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
  else if (site->hold)
    {
      static const char head[] =
        "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\nETag: \"x\"\r\n\r\n\x1f\x8b\x08\x08 ";

      answer_raw (server, message, head, sizeof head - 1, TRUE);
    }
  else
    answer_bytes (message, "application/x-gzip", g_bytes_get_data (site->archive, NULL),
                  g_bytes_get_size (site->archive));
}

typedef struct
{
  Fixture window;
  Site site;
  CollectionServer *server;
  SeidelCollectionDialog *dialog;
} Test;

static SeidelCollectionDialog *
open_dialog (Test *test)
{
  GtkWindow *dialog;

  g_action_group_activate_action (G_ACTION_GROUP (test->window.window), "open-collection", NULL);
  dialog = find_dialog (test->window.window);
  g_assert_true (SEIDEL_IS_COLLECTION_DIALOG (dialog));
  return SEIDEL_COLLECTION_DIALOG (dialog);
}

static void
set_up (Test *test, gconstpointer data)
{
  g_autofree char *root = g_build_filename (g_get_user_data_dir (), "seidel", NULL);
  g_autoptr (SeidelCollection) collection = NULL;
  g_autoptr (GError) error = NULL;

  remove_tree (root);
  fixture_set_up (&test->window, NULL);
  test->site =
    (Site){ .index = g_strdup (SMALL_INDEX), .archive = make_archive ("small", SMALL_MATRIX) };
  test->server = collection_server_start (answer_cb, &test->site, NULL);
  collection = open_collection (test->server->base);
  g_assert_true (seidel_collection_save (collection, &error));
  test->dialog = open_dialog (test);
}

static void
tear_down (Test *test, gconstpointer data)
{
  g_autofree char *root = g_build_filename (g_get_user_data_dir (), "seidel", NULL);

  fixture_tear_down (&test->window, NULL);
  if (test->server != NULL)
    collection_server_stop (test->server);
  g_free (test->site.index);
  g_bytes_unref (test->site.archive);
  remove_tree (root);
}

static gpointer
child (Test *test, const char *name)
{
  GObject *found =
    gtk_widget_get_template_child (GTK_WIDGET (test->dialog), SEIDEL_TYPE_COLLECTION_DIALOG, name);

  g_assert_nonnull (found);
  return found;
}

static void
act (Test *test, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (test->dialog), action, NULL));
}

static gboolean
is_busy (Test *test)
{
  return gtk_widget_get_visible (GTK_WIDGET (child (test, "busy")));
}

static void
wait_until_done (Test *test)
{
  while (is_busy (test))
    g_main_context_iteration (NULL, TRUE);
}

static void
refresh (Test *test)
{
  act (test, "collection.refresh");
  g_assert_true (is_busy (test));
  wait_until_done (test);
}

static const char *
get_page (Test *test)
{
  return gtk_stack_get_visible_child_name (child (test, "content"));
}

static const char *
get_status (Test *test)
{
  return gtk_label_get_label (child (test, "status"));
}

/* NULL when nothing is complained of. */
static const char *
get_error (Test *test)
{
  return gtk_revealer_get_reveal_child (child (test, "error_revealer"))
           ? gtk_label_get_label (child (test, "error_label"))
           : NULL;
}

static GListModel *
get_rows (Test *test)
{
  return G_LIST_MODEL (gtk_column_view_get_model (child (test, "view")));
}

/* The names of the rows in their order. */
static char *
list_names (Test *test)
{
  GListModel *rows = get_rows (test);
  GString *names = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (SeidelCollectionItem) item = g_list_model_get_item (rows, i);

      g_string_append_printf (names, "%s%s", i > 0 ? " " : "", item->entry.name);
    }
  return g_string_free (names, FALSE);
}

static void
assert_names (Test *test, const char *expected)
{
  g_autofree char *names = list_names (test);

  g_assert_cmpstr (names, ==, expected);
}

static void
type (Test *test, const char *entry, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (child (test, entry)), text);
}

static void
check (Test *test, const char *button, gboolean active)
{
  gtk_check_button_set_active (child (test, button), active);
}

static void
test_first_time (Test *test, gconstpointer data)
{
  g_assert_cmpstr (get_page (test), ==, "first");
  test_assert_wording (get_status (test));
  g_assert_null (get_error (test));
  g_assert_nonnull (find_label (GTK_WIDGET (test->dialog), "No List of Matrices Yet"));
  /* One dialog for a window. */
  g_assert_true (open_dialog (test) == test->dialog);
}

static void
test_download_and_open (Test *test, gconstpointer data)
{
  SeidelCollectionDialog *first = test->dialog;
  SeidelDocument *document;

  g_object_add_weak_pointer (G_OBJECT (first), (gpointer *) &first);
  refresh (test);
  g_assert_null (get_error (test));
  test_assert_wording (get_status (test));
  g_assert_cmpstr (get_page (test), ==, "table");
  assert_names (test, "small ash219 iChem");
  g_assert_cmpstr (gtk_button_get_label (child (test, "open_button")), ==, "Download and _Open");

  act (test, "collection.open");
  g_assert_true (is_busy (test));
  while (find_dialog (test->window.window) != NULL)
    g_main_context_iteration (NULL, TRUE);
  wait_until_loaded (test->window.window);
  document = test->window.window->workspace->document;
  g_assert_nonnull (document);
  g_assert_cmpint (seidel_document_get_matrix (document)->csr->rows, ==, 4);
  wait_until_analysed (test->window.window);
  flush_events ();
  g_assert_null (first);

  /* The second time it is stored locally, and no server is asked for it. */
  g_clear_pointer (&test->server, collection_server_stop);
  test->dialog = open_dialog (test);
  g_assert_cmpstr (gtk_button_get_label (child (test, "open_button")), ==, "_Open");
  act (test, "collection.open");
  g_assert_null (find_dialog (test->window.window));
  wait_until_loaded (test->window.window);
  g_assert_true (test->window.window->workspace->document != document);
}

static void
test_filters (Test *test, gconstpointer data)
{
  refresh (test);
  type (test, "search", "PROBLEM chem");
  assert_names (test, "iChem");
  test_assert_wording (get_status (test));
  type (test, "search", "nowhere");
  g_assert_cmpstr (get_page (test), ==, "none");
  g_assert_false (gtk_widget_get_sensitive (child (test, "open_button")));
  act (test, "collection.show-all");
  assert_names (test, "small ash219 iChem");
  g_assert_cmpstr (get_page (test), ==, "table");

  check (test, "square", TRUE);
  assert_names (test, "small iChem");
  check (test, "symmetric", TRUE);
  assert_names (test, "small");
  check (test, "square", FALSE);
  check (test, "symmetric", FALSE);
  check (test, "definite", TRUE);
  assert_names (test, "small");
  check (test, "definite", FALSE);
  check (test, "here", TRUE);
  assert_names (test, "");
  act (test, "collection.show-all");
  assert_names (test, "small ash219 iChem");
}

static void
test_bounds (Test *test, gconstpointer data)
{
  GtkWidget *entry = child (test, "min_rows");

  refresh (test);
  type (test, "min_rows", "0.2k");
  assert_names (test, "ash219 iChem");
  type (test, "max_rows", "1,000");
  assert_names (test, "ash219");
  g_assert_cmpstr (gtk_menu_button_get_label (child (test, "size_button")), ==, "Si_ze bounded");
  type (test, "max_rows", "");
  type (test, "min_nonzeros", "4.1M");
  assert_names (test, "iChem");
  type (test, "min_nonzeros", "");
  type (test, "max_nonzeros", "5e2");
  assert_names (test, "ash219");
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
  type (test, "min_rows", "many");
  assert_names (test, "small ash219");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (entry), ==,
                   "A number is expected here, like 5000, 5k or 1e6");
  type (test, "min_rows", "-1");
  g_assert_true (gtk_widget_has_css_class (entry, "error"));
  type (test, "min_rows", "1");
  g_assert_false (gtk_widget_has_css_class (entry, "error"));
}

static void
sort_by (Test *test, const char *title, GtkSortType type)
{
  GtkColumnView *view = child (test, "view");
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      if (g_str_equal (gtk_column_view_column_get_title (column), title))
        {
          gtk_column_view_sort_by_column (view, column, type);
          return;
        }
    }
  g_assert_not_reached ();
}

static void
test_sorting (Test *test, gconstpointer data)
{
  static const struct
  {
    const char *title;
    const char *ascending;
  } orders[] = {
    { "Group", "small ash219 iChem" },        { "Name", "ash219 iChem small" },
    { "Rows", "small ash219 iChem" },         { "Columns", "small ash219 iChem" },
    { "Nonzeros", "small ash219 iChem" },     { "Kind", "iChem ash219 small" },
    { "Sym. pattern", "ash219 iChem small" }, { "Sym. values", "ash219 iChem small" },
    { "Definite", "small ash219 iChem" },     { "Downloaded", "small ash219 iChem" },
  };

  refresh (test);
  for (gsize i = 0; i < G_N_ELEMENTS (orders); i++)
    {
      sort_by (test, orders[i].title, GTK_SORT_ASCENDING);
      assert_names (test, orders[i].ascending);
    }
  sort_by (test, "Rows", GTK_SORT_DESCENDING);
  assert_names (test, "iChem ash219 small");
}

/* As many as the collection has. */
static void
test_many (Test *test, gconstpointer data)
{
  GString *index = g_string_new (NULL);

  g_string_printf (index, "%d\n31-Oct-2023 18:12:37\n", MANY);
  for (int i = 0; i < MANY; i++)
    g_string_append_printf (index, "G%d,m%04d,%d,%d,%d,1,0,0,%d,1,1,kind %d,%d\n", i % 40, i, i + 1,
                            i + 1, 5 * i, i % 2, i % 7, 5 * i);
  g_free (test->site.index);
  test->site.index = g_string_free (index, FALSE);
  refresh (test);
  test_assert_wording (get_status (test));
  sort_by (test, "Nonzeros", GTK_SORT_DESCENDING);
  type (test, "search", "kind m28");
  check (test, "definite", TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (get_rows (test)), ==, 50);
  type (test, "search", "m2899");
  assert_names (test, "m2899");
}

static void
test_errors (Test *test, gconstpointer data)
{
  refresh (test);
  type (test, "search", "ash");
  act (test, "collection.open");
  wait_until_done (test);
  test_assert_wording (get_error (test));
  g_assert_true (find_dialog (test->window.window) == GTK_WINDOW (test->dialog));
  act (test, "collection.dismiss");
  g_assert_null (get_error (test));

  g_free (test->site.index);
  test->site.index = g_strdup ("<html>");
  refresh (test);
  test_assert_wording (get_error (test));
  assert_names (test, "ash219");
}

static void
test_cancelled (Test *test, gconstpointer data)
{
  refresh (test);
  test->site.hold = TRUE;
  act (test, "collection.open");
  while (strstr (gtk_label_get_label (child (test, "busy_label")), "HB/small: 5 bytes of 1 kB")
         == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (gtk_widget_get_sensitive (child (test, "open_button")));
  act (test, "collection.cancel");
  wait_until_done (test);
  g_assert_null (get_error (test));
  g_assert_true (gtk_widget_get_sensitive (child (test, "open_button")));
  g_assert_null (test->window.window->workspace->document);
}

static void
test_closed_meanwhile (Test *test, gconstpointer data)
{
  SeidelCollectionDialog *dialog = test->dialog;

  refresh (test);
  test->site.hold = TRUE;
  act (test, "collection.open");
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *) &dialog);
  gtk_window_close (GTK_WINDOW (dialog));
  while (dialog != NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_null (test->window.window->workspace->document);
}

/* Downloaded archives are listed and open without index and server. */
static void
test_offline (Test *test, gconstpointer data)
{
  g_autoptr (SeidelCollection) collection = open_collection (NULL);
  g_autofree char *path = seidel_collection_download (collection, "HB", "small", NULL, NULL, NULL);

  g_assert_nonnull (path);
  g_clear_pointer (&test->server, collection_server_stop);
  gtk_window_close (GTK_WINDOW (test->dialog));
  test->dialog = open_dialog (test);
  test_assert_wording (get_status (test));
  g_assert_cmpstr (get_page (test), ==, "table");
  assert_names (test, "small");
  check (test, "here", TRUE);
  assert_names (test, "small");
  act (test, "collection.open");
  wait_until_loaded (test->window.window);
  g_assert_nonnull (test->window.window->workspace->document);
}

static void
test_settings (Test *test, gconstpointer data)
{
  g_autoptr (SeidelCollection) saved = NULL;
  g_autofree char *folder = g_build_filename (test->window.folder, "library", NULL);

  refresh (test);
  type (test, "server_row", "ftp://nowhere");
  type (test, "folder_row", folder);
  g_signal_emit_by_name (child (test, "server_row"), "apply");
  test_assert_wording (get_error (test));
  assert_names (test, "small ash219 iChem");

  type (test, "server_row", "http://127.0.0.1:1/mirror/");
  g_signal_emit_by_name (child (test, "folder_row"), "apply");
  g_assert_null (get_error (test));
  test_assert_wording (get_status (test));
  g_assert_cmpstr (get_page (test), ==, "first");
  saved = open_collection (NULL);
  g_assert_cmpstr (saved->server, ==, "http://127.0.0.1:1/mirror");
  g_assert_cmpstr (saved->folder, ==, folder);

  type (test, "server_row", "");
  type (test, "folder_row", "");
  g_signal_emit_by_name (child (test, "server_row"), "apply");
  g_assert_cmpstr (gtk_editable_get_text (child (test, "server_row")), ==,
                   SEIDEL_COLLECTION_SERVER);
}

static void
test_session (Test *test, gconstpointer data)
{
  int width;
  int height;

  type (test, "search", "struct");
  gtk_window_set_default_size (GTK_WINDOW (test->dialog), 940, 620);
  gtk_window_close (GTK_WINDOW (test->dialog));
  test->dialog = open_dialog (test);
  g_assert_cmpstr (gtk_editable_get_text (child (test, "search")), ==, "struct");
  gtk_window_get_default_size (GTK_WINDOW (test->dialog), &width, &height);
  g_assert_cmpint (width, ==, 940);
  g_assert_cmpint (height, ==, 620);
}

static void
test_accessible (Test *test, gconstpointer data)
{
  refresh (test);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (child (test, "view")),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Matrices of the collection");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (child (test, "search")),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Search");
  gtk_test_accessible_assert_relation (GTK_ACCESSIBLE (child (test, "bar")),
                                       GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                       child (test, "busy_label"), NULL);
  type (test, "min_rows", "x");
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (child (test, "min_rows")),
                                    GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE);
}

#define ADD(name, function) \
  g_test_add ("/ui/collection/" name, Test, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_autofree char *folder = use_own_folders ();
  int status;

  display_testing_init (&argc, &argv);
  adw_init ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  ADD ("first-time", test_first_time);
  ADD ("download-and-open", test_download_and_open);
  ADD ("filters", test_filters);
  ADD ("bounds", test_bounds);
  ADD ("sorting", test_sorting);
  ADD ("many", test_many);
  ADD ("errors", test_errors);
  ADD ("cancelled", test_cancelled);
  ADD ("closed-meanwhile", test_closed_meanwhile);
  ADD ("offline", test_offline);
  ADD ("settings", test_settings);
  ADD ("session", test_session);
  ADD ("accessible", test_accessible);
  status = g_test_run ();
  remove_tree (folder);
  return status;
}
