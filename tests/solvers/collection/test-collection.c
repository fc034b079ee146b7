/* The collection with a server that behaves: index, downloads, what is kept, what goes on from
 * where it was interrupted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "golden-testing.h"
#include "collection-server.h"
#include "collection/seidel-settings.h"

#define MODIFIED "Fri, 20 Jul 2018 14:33:25 GMT"

/* What the server answers with, and what it was asked. Changed only while no request is on. */
typedef struct
{
  const char *index;
  const char *index_etag; /* or NULL */
  GBytes *archive;
  const char *archive_etag; /* or NULL: neither ETag nor date */
  gsize cut;                /* the first answer ends after so many bytes; 0: it does not */
  gboolean hold;            /* … and its connection stays open */
  gint requests;
  gint unchanged; /* answers that said so */
  gint parts;     /* requests for the rest */
} Site;

static void
answer_index (Site *site, SoupServerMessage *message)
{
  SoupMessageHeaders *asked = soup_server_message_get_request_headers (message);
  SoupMessageHeaders *response = soup_server_message_get_response_headers (message);
  const char *known = soup_message_headers_get_one (asked, "If-None-Match");

  if (site->index_etag != NULL)
    {
      soup_message_headers_append (response, "ETag", site->index_etag);
      soup_message_headers_append (response, "Last-Modified", MODIFIED);
    }
  if (known != NULL && g_strcmp0 (known, site->index_etag) == 0)
    {
      g_assert_cmpstr (soup_message_headers_get_one (asked, "If-Modified-Since"), ==, MODIFIED);
      g_atomic_int_inc (&site->unchanged);
      soup_server_message_set_status (message, SOUP_STATUS_NOT_MODIFIED, NULL);
      return;
    }
  answer_bytes (message, "text/csv", site->index, strlen (site->index));
}

static void
answer_cut (CollectionServer *server, SoupServerMessage *message)
{
  Site *site = server->data;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *head =
    g_strdup_printf ("HTTP/1.1 200 OK\r\nContent-Length: %" G_GSIZE_FORMAT "\r\n%s%s%s\r\n",
                     g_bytes_get_size (site->archive), site->archive_etag != NULL ? "ETag: " : "",
                     site->archive_etag != NULL ? site->archive_etag : "",
                     site->archive_etag != NULL ? "\r\n" : "");

  g_byte_array_append (bytes, (const guint8 *) head, (guint) strlen (head));
  g_byte_array_append (bytes, g_bytes_get_data (site->archive, NULL), (guint) site->cut);
  site->cut = 0;
  answer_raw (server, message, bytes->data, bytes->len, site->hold);
}

static void
answer_archive (CollectionServer *server, SoupServerMessage *message)
{
  Site *site = server->data;
  SoupMessageHeaders *asked = soup_server_message_get_request_headers (message);
  gsize n;
  gconstpointer bytes = g_bytes_get_data (site->archive, &n);

  if (site->cut > 0)
    {
      answer_cut (server, message);
      return;
    }
  if (site->archive_etag != NULL)
    soup_message_headers_append (soup_server_message_get_response_headers (message), "ETag",
                                 site->archive_etag);
  if (soup_message_headers_get_one (asked, "Range") != NULL)
    {
      g_atomic_int_inc (&site->parts);
      /* libsoup hands out the part that is asked for, whether or not it is still of the same. */
      if (g_strcmp0 (soup_message_headers_get_one (asked, "If-Range"), site->archive_etag) != 0)
        soup_message_headers_remove (asked, "Range");
    }
  answer_bytes (message, "application/x-gzip", bytes, n);
}

static void
answer_cb (SoupServer *soup,
           SoupServerMessage *message,
           const char *path,
           GHashTable *query,
           gpointer data)
{
  CollectionServer *server = data;
  Site *site = server->data;

  g_atomic_int_inc (&site->requests);
  if (g_str_equal (path, "/files/ssstats.csv"))
    answer_index (site, message);
  else if (g_str_equal (path, "/MM/HB/small.tar.gz"))
    answer_archive (server, message);
  else if (g_str_equal (path, "/old/MM/HB/small.tar.gz"))
    soup_server_message_set_redirect (message, SOUP_STATUS_FOUND, "../../../MM/HB/small.tar.gz");
  else
    soup_server_message_set_status (message, SOUP_STATUS_NOT_FOUND, NULL);
}

typedef struct
{
  char *root;
  Site site;
  CollectionServer *server;
  SeidelCollection *collection;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->root = g_build_filename (g_get_user_data_dir (), "seidel", NULL);
  fixture->site = (Site){ .index = SMALL_INDEX,
                          .index_etag = "\"one\"",
                          .archive = make_archive ("small", SMALL_MATRIX),
                          .archive_etag = "\"first\"" };
  fixture->server = collection_server_start (answer_cb, &fixture->site, NULL);
  fixture->collection = open_collection (fixture->server->base);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  if (fixture->server != NULL)
    collection_server_stop (fixture->server);
  seidel_collection_free (fixture->collection);
  g_bytes_unref (fixture->site.archive);
  remove_tree (fixture->root);
  g_free (fixture->root);
}

static bool
refresh (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  bool changed = false;

  g_assert_true (seidel_collection_refresh (fixture->collection, NULL, &changed, NULL, &error));
  g_assert_no_error (error);
  return changed;
}

static void
assert_kept (Fixture *fixture, const char *date)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCollectionIndex) index =
    seidel_collection_load_index (fixture->collection, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (seidel_collection_index_date (index), ==, date);
}

static void
test_refresh (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  SeidelProgress progress = SEIDEL_PROGRESS_INIT;
  SeidelTransfer transfer = { .progress = &progress, .total = -7, .received = -7 };

  g_assert_null (seidel_collection_load_index (fixture->collection, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE);
  test_assert_wording (error->message);
  g_clear_error (&error);

  g_assert_true (seidel_collection_refresh (fixture->collection, &transfer, NULL, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (transfer.received, ==, strlen (SMALL_INDEX));
  g_assert_cmpint (transfer.total, ==, strlen (SMALL_INDEX));
  g_assert_cmpint (seidel_progress_permille (&progress), ==, 1000);
  assert_kept (fixture, "20-Jul-2018 14:33:25");

  g_assert_false (refresh (fixture));
  g_assert_cmpint (fixture->site.unchanged, ==, 1);
  assert_kept (fixture, "20-Jul-2018 14:33:25");

  fixture->site.index = "0\n31-Oct-2023 18:12:37\n";
  fixture->site.index_etag = "\"two\"";
  g_assert_true (refresh (fixture));
  assert_kept (fixture, "31-Oct-2023 18:12:37");
}

/* An index that was spoilt here is fetched again, though the server's did not change. */
static void
test_spoilt_index (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (refresh (fixture));
  g_file_set_contents (fixture->collection->kept, "spoilt", -1, &error);
  g_assert_no_error (error);
  g_assert_null (seidel_collection_load_index (fixture->collection, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, fixture->collection->kept));
  g_assert_true (refresh (fixture));
  g_assert_cmpint (fixture->site.unchanged, ==, 0);
  assert_kept (fixture, "20-Jul-2018 14:33:25");
}

static void
test_old_index_stays (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (refresh (fixture));
  fixture->site.index = "2\ntoday\nHB,../../evil,1,1,1,1,0,0,0,1,1,k\n";
  fixture->site.index_etag = NULL;
  g_assert_false (seidel_collection_refresh (fixture->collection, NULL, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  test_assert_wording (error->message);
  assert_kept (fixture, "20-Jul-2018 14:33:25");

  g_clear_error (&error);
  g_clear_pointer (&fixture->server, collection_server_stop);
  g_assert_false (seidel_collection_refresh (fixture->collection, NULL, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  assert_kept (fixture, "20-Jul-2018 14:33:25");
}

/* Each server has an index of its own. */
static void
test_index_of_a_server (Fixture *fixture, gconstpointer data)
{
  g_autoptr (SeidelCollection) other = open_collection ("https://collection.example/mirror");
  g_autoptr (GError) error = NULL;

  g_assert_true (refresh (fixture));
  g_assert_null (seidel_collection_load_index (other, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE);
}

static char *
download (Fixture *fixture, SeidelTransfer *transfer, GError **error)
{
  return seidel_collection_download (fixture->collection, "HB", "small", transfer, NULL, error);
}

static void
assert_archive (Fixture *fixture, const char *path)
{
  g_autofree char *text = NULL;
  gsize n;
  g_autoptr (GError) error = NULL;
  g_autofree char *part = g_strconcat (path, ".part", NULL);
  g_autofree char *identity = g_strconcat (part, ".identity", NULL);

  g_file_get_contents (path, &text, &n, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (text, n, g_bytes_get_data (fixture->site.archive, NULL),
                   g_bytes_get_size (fixture->site.archive));
  g_assert_false (g_file_test (part, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (identity, G_FILE_TEST_EXISTS));
}

static void
test_download (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  SeidelTransfer transfer = { .total = -7, .received = -7 };
  g_autofree char *expected =
    g_build_filename (fixture->root, "collection", "HB", "small.tar.gz", NULL);
  g_autoptr (GPtrArray) none = seidel_collection_list (fixture->collection);
  g_autofree char *path = download (fixture, &transfer, &error);
  g_autoptr (GPtrArray) files = NULL;
  SeidelCollectionFile *file;

  g_assert_no_error (error);
  g_assert_cmpstr (path, ==, expected);
  assert_archive (fixture, path);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_cmpint (transfer.received, ==, g_bytes_get_size (fixture->site.archive));
  g_assert_cmpint (transfer.total, ==, g_bytes_get_size (fixture->site.archive));

  /* From here on the server is not needed. */
  g_clear_pointer (&fixture->server, collection_server_stop);
  g_free (path);
  path = download (fixture, NULL, &error);
  g_assert_no_error (error);
  assert_archive (fixture, path);
  files = seidel_collection_list (fixture->collection);
  g_assert_cmpuint (files->len, ==, 1);
  file = g_ptr_array_index (files, 0);
  g_assert_cmpstr (file->group, ==, "HB");
  g_assert_cmpstr (file->name, ==, "small");
  g_assert_cmpstr (file->path, ==, expected);
  g_assert_cmpint (file->bytes, ==, g_bytes_get_size (fixture->site.archive));
}

/* What lies in the folder and is no archive is not listed. */
static void
test_list (Fixture *fixture, gconstpointer data)
{
  static const char *const lying_there[] = { "HB/b.tar.gz",  "HB/a.tar.gz",      "HB/c.mtx",
                                             "HB/.tar.gz",   "HB/d.tar.gz.part", "A/z.tar.gz",
                                             ".git/x.tar.gz" };
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GString) found = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (lying_there); i++)
    {
      g_autofree char *path = g_build_filename (fixture->collection->folder, lying_there[i], NULL);
      g_autofree char *folder = g_path_get_dirname (path);

      g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
      g_assert_true (g_file_set_contents (path, "x", -1, NULL));
    }
  files = seidel_collection_list (fixture->collection);
  for (guint i = 0; i < files->len; i++)
    {
      SeidelCollectionFile *file = g_ptr_array_index (files, i);

      g_string_append_printf (found, "%s/%s ", file->group, file->name);
    }
  g_assert_cmpstr (found->str, ==, "A/z HB/a HB/b ");
}

static void
test_redirection (Fixture *fixture, gconstpointer data)
{
  g_autofree char *base = g_strconcat (fixture->server->base, "/old/", NULL);
  g_autoptr (SeidelCollection) old = open_collection (base);
  g_autoptr (GError) error = NULL;
  g_autofree char *path = seidel_collection_download (old, "HB", "small", NULL, NULL, &error);

  g_assert_no_error (error);
  assert_archive (fixture, path);
  g_assert_cmpint (fixture->site.requests, ==, 2);
}

static void
cut_short (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  fixture->site.cut = 50;
  g_assert_null (download (fixture, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  test_assert_wording (error->message);
}

static char *
read_part (Fixture *fixture, gsize *n)
{
  g_autofree char *path = seidel_collection_path (fixture->collection, "HB", "small");
  g_autofree char *part = g_strconcat (path, ".part", NULL);
  char *text = NULL;

  *n = 0;
  g_file_get_contents (part, &text, n, NULL);
  return text;
}

static void
test_resumed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autofree char *part = NULL;
  gsize n;

  cut_short (fixture);
  part = read_part (fixture, &n);
  g_assert_cmpmem (part, n, g_bytes_get_data (fixture->site.archive, NULL), 50);
  path = download (fixture, NULL, &error);
  g_assert_no_error (error);
  assert_archive (fixture, path);
  g_assert_cmpint (fixture->site.parts, ==, 1);
}

/* The beginning of one file and the end of another make no archive. */
static void
test_resumed_but_changed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;

  cut_short (fixture);
  g_bytes_unref (fixture->site.archive);
  fixture->site.archive =
    make_archive ("small", SMALL_MATRIX "% it was corrected and is longer than before\n");
  fixture->site.archive_etag = "\"second\"";
  path = download (fixture, NULL, &error);
  g_assert_no_error (error);
  assert_archive (fixture, path);
  g_assert_cmpint (fixture->site.parts, ==, 1);
}

/* Without ETag and date nothing says that the rest is the rest of this. */
static void
test_not_resumed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = NULL;
  g_autofree char *part = NULL;
  gsize n;

  fixture->site.archive_etag = NULL;
  cut_short (fixture);
  part = read_part (fixture, &n);
  g_assert_null (part);
  path = download (fixture, NULL, &error);
  g_assert_no_error (error);
  assert_archive (fixture, path);
  g_assert_cmpint (fixture->site.parts, ==, 0);
}

/* As after a machine that stopped between the last byte and the new name. */
static void
test_part_was_whole (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = seidel_collection_path (fixture->collection, "HB", "small");
  g_autofree char *part = g_strconcat (path, ".part", NULL);
  g_autofree char *identity = g_strconcat (part, ".identity", NULL);
  g_autofree char *again = NULL;
  g_autoptr (GError) error = NULL;

  cut_short (fixture);
  g_assert_true (g_file_set_contents (part, g_bytes_get_data (fixture->site.archive, NULL),
                                      (gssize) g_bytes_get_size (fixture->site.archive), NULL));
  g_assert_true (g_file_test (identity, G_FILE_TEST_EXISTS));
  again = download (fixture, NULL, &error);
  g_assert_no_error (error);
  assert_archive (fixture, again);
}

typedef struct
{
  Fixture *fixture;
  SeidelTransfer transfer;
  GCancellable *cancellable;
  GError *error;
} Held;

static gpointer
download_thread (gpointer data)
{
  Held *held = data;

  return seidel_collection_download (held->fixture->collection, "HB", "small", &held->transfer,
                                     held->cancellable, &held->error);
}

static void
test_cancelled_and_locked (Fixture *fixture, gconstpointer data)
{
  Held held = { .fixture = fixture, .cancellable = g_cancellable_new () };
  g_autoptr (GError) error = NULL;
  g_autofree char *part = NULL;
  g_autofree char *path = NULL;
  int64_t received, total;
  GThread *thread;
  gsize n;

  fixture->site.cut = 50;
  fixture->site.hold = TRUE;
  thread = g_thread_new ("download", download_thread, &held);
  do
    {
      g_usleep (1000);
      seidel_transfer_get (&held.transfer, &received, &total);
    }
  while (received < 50);
  g_assert_cmpint (total, ==, g_bytes_get_size (fixture->site.archive));

  g_assert_null (download (fixture, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE);
  test_assert_wording (error->message);
  g_clear_error (&error);

  g_cancellable_cancel (held.cancellable);
  g_assert_null (g_thread_join (thread));
  g_assert_error (held.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  part = read_part (fixture, &n);
  g_assert_cmpuint (n, ==, 50);
  g_clear_error (&held.error);
  g_object_unref (held.cancellable);

  path = download (fixture, NULL, &error);
  g_assert_no_error (error);
  assert_archive (fixture, path);
  g_assert_cmpint (fixture->site.parts, ==, 1);
}

static void
test_cancelled_before (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (seidel_collection_refresh (fixture->collection, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (
    seidel_collection_download (fixture->collection, "HB", "small", NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (fixture->site.requests, ==, 0);
}

static void
assert_setting (const char *server, const char *folder)
{
  g_autoptr (SeidelCollection) collection = open_collection (NULL);

  g_assert_cmpstr (collection->server, ==, server);
  g_assert_cmpstr (collection->folder, ==, folder);
}

static void
test_settings (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "seidel", "collection", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCollection) other = NULL;
  g_autoptr (SeidelCollection) copy = NULL;

  assert_setting (SEIDEL_COLLECTION_SERVER, folder);
  other = seidel_collection_new (" http://127.0.0.1:1/mirror/ ", "/tmp/other", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (other->server, ==, "http://127.0.0.1:1/mirror");
  assert_setting (SEIDEL_COLLECTION_SERVER, folder);
  g_assert_true (seidel_collection_save (other, &error));
  g_assert_no_error (error);
  assert_setting ("http://127.0.0.1:1/mirror", "/tmp/other");

  /* What is as by default is not set, so that it follows a later default. */
  copy = seidel_collection_copy (other);
  g_free (copy->server);
  copy->server = g_strdup (SEIDEL_COLLECTION_SERVER);
  g_free (copy->folder);
  copy->folder = g_strdup (folder);
  g_assert_true (seidel_collection_save (copy, &error));
  assert_setting (SEIDEL_COLLECTION_SERVER, folder);
  g_assert_null (g_settings_get_user_value (seidel_settings_get (), "collection-server"));
  g_assert_null (g_settings_get_user_value (seidel_settings_get (), "collection-folder"));
}

/* The file of an earlier version is taken over once, and does not override what was set since. */
static void
test_import (void)
{
  g_autofree char *path =
    g_build_filename (g_get_user_config_dir (), "seidel", "collection.ini", NULL);
  g_autofree char *imported = g_strconcat (path, ".imported", NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  GSettings *settings = seidel_settings_get ();

  seidel_settings_import ();
  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path,
                                      "[collection]\nserver=http://127.0.0.1:2\nfolder=/tmp/mine\n",
                                      -1, NULL));
  g_settings_set_string (settings, "collection-folder", "/tmp/newer");
  seidel_settings_import ();
  assert_setting ("http://127.0.0.1:2", "/tmp/newer");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (imported, G_FILE_TEST_EXISTS));
  g_settings_reset (settings, "collection-server");
  g_settings_reset (settings, "collection-folder");
}

static void
test_bad_servers (void)
{
  static const char *const bad[] = { "",      "sparse.tamu.edu",     "ftp://sparse.tamu.edu",
                                     "https", "file:///etc/passwd",  "https://",
                                     "/tmp",  "https://x/?query=yes" };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (seidel_collection_new (bad[i], NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
      test_assert_wording (error->message);
    }
}

#define ADD(name, function) \
  g_test_add ("/collection/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_autofree char *folder = use_own_folders ();
  int status;

  g_test_init (&argc, &argv, NULL);
  ADD ("refresh", test_refresh);
  ADD ("spoilt-index", test_spoilt_index);
  ADD ("old-index-stays", test_old_index_stays);
  ADD ("index-of-a-server", test_index_of_a_server);
  ADD ("download", test_download);
  ADD ("list", test_list);
  ADD ("redirection", test_redirection);
  ADD ("resumed", test_resumed);
  ADD ("resumed-but-changed", test_resumed_but_changed);
  ADD ("not-resumed", test_not_resumed);
  ADD ("part-was-whole", test_part_was_whole);
  ADD ("cancelled-and-locked", test_cancelled_and_locked);
  ADD ("cancelled-before", test_cancelled_before);
  g_test_add_func ("/collection/settings", test_settings);
  g_test_add_func ("/collection/import", test_import);
  g_test_add_func ("/collection/bad-servers", test_bad_servers);
  status = g_test_run ();
  remove_tree (folder);
  return status;
}
