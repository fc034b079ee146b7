/* The collection with servers that are slow, broken, out of their minds or hostile: each gets its
 * sentence, nothing is left behind, nothing is trusted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "golden-testing.h"
#include "collection-server.h"

#define GZIP_BEGINNING "\x1f\x8b\x08\x08"

/* Valid for a hundred years, and self-signed. */
#define CERTIFICATE                                                    \
  "-----BEGIN CERTIFICATE-----\n"                                      \
  "MIIBkTCCATagAwIBAgIUKXEwyYWnOMXhrv77L8ZeEzgU9ggwCgYIKoZIzj0EAwIw\n" \
  "FDESMBAGA1UEAwwJMTI3LjAuMC4xMCAXDTI2MTEyMTA5NTYxNVoYDzIxMjYxMDI4\n" \
  "MDk1NjE1WjAUMRIwEAYDVQQDDAkxMjcuMC4wLjEwWTATBgcqhkjOPQIBBggqhkjO\n" \
  "PQMBBwNCAAQbmuGn9TYW33r7NMdGmLJa/FthO6/LdzuFySYYG7A6p4a2nlZdnJRx\n" \
  "OQsthp9FTkdq56v33H7ws1zlwF3A3pZVo2QwYjAdBgNVHQ4EFgQUXE5PhwQiSQHr\n" \
  "9g9HZuq7ErqxTgowHwYDVR0jBBgwFoAUXE5PhwQiSQHr9g9HZuq7ErqxTgowDwYD\n" \
  "VR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwR/AAABMAoGCCqGSM49BAMCA0kAMEYC\n" \
  "IQDwGvjBrP+WVc19gNoML7KShCFDAyF7lVCkTiqHT5wEqwIhAJjZesqCqbbUuiWy\n" \
  "JzmFhk73p2yHmkQtLe2sWNqAjiZi\n"                                     \
  "-----END CERTIFICATE-----\n"                                        \
  "-----BEGIN PRIVATE KEY-----\n"                                      \
  "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgJCJmDpZFBdVmAGL9\n" \
  "d/Z000OjTtTxrO2IsL+ITsvO21yhRANCAAQbmuGn9TYW33r7NMdGmLJa/FthO6/L\n" \
  "dzuFySYYG7A6p4a2nlZdnJRxOQsthp9FTkdq56v33H7ws1zlwF3A3pZV\n"         \
  "-----END PRIVATE KEY-----\n"

static void
answer_header_bomb (CollectionServer *server, SoupServerMessage *message)
{
  g_autoptr (GString) text = g_string_new ("HTTP/1.1 200 OK\r\n");

  for (int i = 0; i < 20000; i++)
    g_string_append_printf (text, "X-Bomb-%d: %050d\r\n", i, i);
  answer_raw (server, message, text->str, text->len, TRUE);
}

/* Ends when the client has closed the connection. */
static void
answer_endless (CollectionServer *server, SoupServerMessage *message, const char *head)
{
  g_autofree char *chunk = g_strnfill (65536, '0');
  GIOStream *stream = soup_server_message_steal_connection (message);
  GOutputStream *out = g_io_stream_get_output_stream (stream);
  gboolean good = g_output_stream_write_all (out, head, strlen (head), NULL, NULL, NULL);

  while (good)
    good = g_output_stream_write_all (out, chunk, 65536, NULL, NULL, NULL);
  g_object_unref (stream);
}

/* Never silent, never done: a beginning and then a piece at a time, until the client has closed the
 * connection. */
static const struct
{
  const char *name;
  const char *begin;
  const char *piece;
} drips[] = {
  { "dripheader", "HTTP/1.1 200 OK\r\n", "X-More: 1\r\n" },
  { "dripcontinue", "", "HTTP/1.1 100 Continue\r\n\r\n" },
  { "dripbody", "HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n" GZIP_BEGINNING, "0" },
};

static void
answer_drip (SoupServerMessage *message, const char *begin, const char *piece)
{
  GIOStream *stream = soup_server_message_steal_connection (message);
  GOutputStream *out = g_io_stream_get_output_stream (stream);
  gboolean good = g_output_stream_write_all (out, begin, strlen (begin), NULL, NULL, NULL);

  while (good)
    {
      g_usleep (20000);
      good = g_output_stream_write_all (out, piece, strlen (piece), NULL, NULL, NULL);
    }
  g_object_unref (stream);
}

/* Archives without their end, whose length only the end of the connection shows: how much of them
 * comes, in bytes from the beginning or, if negative, to the end. */
static const struct
{
  const char *name;
  int bytes;
} cuts[] = { { "head", 9 }, { "half", 70 }, { "nosums", -8 }, { "nosize", -4 }, { "nolast", -1 } };

static void
answer_cut (CollectionServer *server, SoupServerMessage *message, const char *name, int cut)
{
  g_autoptr (GBytes) archive = make_archive (name, SMALL_MATRIX);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  static const char head[] = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";

  g_byte_array_append (bytes, (const guint8 *) head, sizeof head - 1);
  g_byte_array_append (bytes, g_bytes_get_data (archive, NULL),
                       (guint) (cut > 0 ? cut : (int) g_bytes_get_size (archive) + cut));
  answer_raw (server, message, bytes->data, bytes->len, FALSE);
}

/* All of it, without a length. */
static void
answer_unmeasured (CollectionServer *server, SoupServerMessage *message)
{
  g_autoptr (GBytes) archive = make_archive ("unmeasured", SMALL_MATRIX);

  soup_message_headers_set_encoding (soup_server_message_get_response_headers (message),
                                     SOUP_ENCODING_CHUNKED);
  answer_bytes (message, "application/x-gzip", g_bytes_get_data (archive, NULL),
                g_bytes_get_size (archive));
  soup_message_body_complete (soup_server_message_get_response_body (message));
}

static void
redirect (SoupServerMessage *message, const char *to)
{
  soup_server_message_set_status (message, SOUP_STATUS_FOUND, NULL);
  if (to != NULL)
    soup_message_headers_replace (soup_server_message_get_response_headers (message), "Location",
                                  to);
}

/* By the name of the matrix. */
static const struct
{
  const char *name;
  const char *raw; /* written as it is */
  gboolean hold;   /* and the connection kept open */
  int code;        /* of SEIDEL_ERROR */
} answers[] = {
  { "html",
    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 21\r\n\r\n"
    "<html>Log in!</html>\n",
    FALSE, SEIDEL_ERROR_FORMAT },
  { "nothing", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", FALSE, SEIDEL_ERROR_FORMAT },
  { "onebyte", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n\x1f", FALSE, SEIDEL_ERROR_FORMAT },
  { "missing", "HTTP/1.1 404 Gone\r\nContent-Length: 0\r\n\r\n", FALSE, SEIDEL_ERROR_IO },
  { "trouble", "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n", FALSE, SEIDEL_ERROR_IO },
  { "forbidden", "HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n", FALSE, SEIDEL_ERROR_IO },
  { "password",
    "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n", FALSE,
    SEIDEL_ERROR_IO },
  { "notasked",
    "HTTP/1.1 206 Part\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n01234", FALSE,
    SEIDEL_ERROR_IO },
  { "sameasnever", "HTTP/1.1 304 Same\r\n\r\n", FALSE, SEIDEL_ERROR_IO },
  { "truncated", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" GZIP_BEGINNING, FALSE,
    SEIDEL_ERROR_IO },
  { "cutbefore", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n" GZIP_BEGINNING, FALSE,
    SEIDEL_ERROR_FORMAT },
  { "cutchunk", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n100\r\n" GZIP_BEGINNING,
    FALSE, SEIDEL_ERROR_IO },
  { "huge", "HTTP/1.1 200 OK\r\nContent-Length: 1152921504606846976\r\n\r\n" GZIP_BEGINNING, TRUE,
    SEIDEL_ERROR_IO },
  { "noise",
    "\x7f"
    "ELF\x02\x01\x01 this is no HTTP\r\n\r\n",
    FALSE, SEIDEL_ERROR_FORMAT },
  { "silent", "", TRUE, SEIDEL_ERROR_IO },
  { "stalled", "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" GZIP_BEGINNING, TRUE,
    SEIDEL_ERROR_IO },
  { "halfhead", "HTTP/1.1 200 OK\r\nContent-Len", TRUE, SEIDEL_ERROR_IO },
  { "hangup", "", FALSE, SEIDEL_ERROR_IO },
  { "bomb", NULL, FALSE, SEIDEL_ERROR_IO },
  { "endless", NULL, FALSE, SEIDEL_ERROR_IO },
  { "head", NULL, FALSE, SEIDEL_ERROR_FORMAT },
  { "half", NULL, FALSE, SEIDEL_ERROR_FORMAT },
  { "nosums", NULL, FALSE, SEIDEL_ERROR_FORMAT },
  { "nosize", NULL, FALSE, SEIDEL_ERROR_FORMAT },
  { "nolast", NULL, FALSE, SEIDEL_ERROR_FORMAT },
  { "loop", NULL, FALSE, SEIDEL_ERROR_FORMAT },
  { "file", NULL, FALSE, SEIDEL_ERROR_FORMAT },
  { "heldhtml", "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n<html>", TRUE, SEIDEL_ERROR_FORMAT },
  { "heldmissing", "HTTP/1.1 404 No\r\nContent-Length: 900\r\n\r\n<html>", TRUE, SEIDEL_ERROR_IO },
  { "heldredirect",
    "HTTP/1.1 302 No\r\nLocation: missing.tar.gz\r\nContent-Length: 900\r\n\r\n<html>", TRUE,
    SEIDEL_ERROR_IO },
  { "nowhere", NULL, FALSE, SEIDEL_ERROR_FORMAT },
};

static void
answer_archive (CollectionServer *server, SoupServerMessage *message, const char *name)
{
  if (g_str_equal (name, "bomb"))
    answer_header_bomb (server, message);
  else if (g_str_equal (name, "endless"))
    answer_endless (server, message, "HTTP/1.1 200 OK\r\n\r\n" GZIP_BEGINNING);
  else if (g_str_equal (name, "unmeasured"))
    answer_unmeasured (server, message);
  else if (g_str_equal (name, "loop"))
    redirect (message, "loop.tar.gz");
  else if (g_str_equal (name, "file"))
    redirect (message, "file:///etc/passwd");
  else if (g_str_equal (name, "nowhere"))
    redirect (message, NULL);
  else if (g_str_equal (name, "twolengths"))
    answer_text (
      server, message,
      "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n" GZIP_BEGINNING);
  for (gsize i = 0; i < G_N_ELEMENTS (cuts); i++)
    if (g_str_equal (cuts[i].name, name))
      answer_cut (server, message, name, cuts[i].bytes);
  for (gsize i = 0; i < G_N_ELEMENTS (drips); i++)
    if (g_str_equal (drips[i].name, name))
      answer_drip (message, drips[i].begin, drips[i].piece);
  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++)
    if (answers[i].raw != NULL && g_str_equal (answers[i].name, name))
      answer_raw (server, message, answers[i].raw, strlen (answers[i].raw), answers[i].hold);
}

static void
answer_cb (SoupServer *soup,
           SoupServerMessage *message,
           const char *path,
           GHashTable *query,
           gpointer data)
{
  g_autofree char *base = g_path_get_basename (path);
  char *dot = strstr (base, ".tar.gz");

  if (dot != NULL)
    *dot = '\0';
  if (g_str_has_prefix (path, "/never/"))
    answer_endless (data, message, "HTTP/1.1 200 OK\r\n\r\n");
  else if (g_str_equal (base, "ssstats.csv"))
    answer_bytes (message, "text/html", "<html></html>", 13);
  else
    answer_archive (data, message, base);
}

typedef struct
{
  CollectionServer *server;
  SeidelCollection *collection;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->server = collection_server_start (answer_cb, NULL, NULL);
  fixture->collection = open_collection (fixture->server->base);
  fixture->collection->patience = 1;
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  g_autofree char *root = g_build_filename (g_get_user_data_dir (), "seidel", NULL);

  if (fixture->server != NULL)
    collection_server_stop (fixture->server);
  seidel_collection_free (fixture->collection);
  remove_tree (root);
}

/* What an attempt left in the folder of the group. */
static void
assert_nothing_left (const SeidelCollection *collection)
{
  g_autofree char *folder = g_build_filename (collection->folder, "HB", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  g_assert_cmpstr (dir != NULL ? g_dir_read_name (dir) : NULL, ==, NULL);
}

static void
assert_bad (const SeidelCollection *collection, const char *name, int code)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = seidel_collection_download (collection, "HB", name, NULL, NULL, &error);
  g_autofree char *uri = g_strdup_printf ("%s/MM/HB/%s.tar.gz: ", collection->server,
                                          g_str_equal (name, "heldredirect") ? "missing" : name);

  g_assert_null (path);
  g_test_message ("%s: %s", name, error->message);
  g_assert_error (error, SEIDEL_ERROR, code);
  g_assert_true (g_str_has_prefix (error->message, uri));
  test_assert_wording (error->message);
  assert_nothing_left (collection);
}

static void
test_answer (Fixture *fixture, gconstpointer data)
{
  gsize i = GPOINTER_TO_SIZE (data);

  if (g_str_equal (answers[i].name, "endless"))
    fixture->collection->limit = 1000 * 1000;
  else
    fixture->collection->limit = G_MAXINT64;
  assert_bad (fixture->collection, answers[i].name, answers[i].code);
}

static void
test_unmeasured (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path =
    seidel_collection_download (fixture->collection, "HB", "unmeasured", NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
}

/* What is of no use is let go at once, and not read to an end that never comes: without that these
 * would take the hour that the servers are given. */
static void
test_no_waiting (Fixture *fixture, gconstpointer data)
{
  fixture->collection->patience = 3600;
  assert_bad (fixture->collection, "huge", SEIDEL_ERROR_IO);
  assert_bad (fixture->collection, "heldhtml", SEIDEL_ERROR_FORMAT);
  assert_bad (fixture->collection, "heldmissing", SEIDEL_ERROR_IO);
  assert_bad (fixture->collection, "heldredirect", SEIDEL_ERROR_IO);
}

/* A server that is never silent is not listened to for ever. */
static void
test_drips (Fixture *fixture, gconstpointer data)
{
  for (gsize i = 0; i < G_N_ELEMENTS (drips); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (
        seidel_collection_download (fixture->collection, "HB", drips[i].name, NULL, NULL, &error));
      g_test_message ("%s", error->message);
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
    }
}

static void
test_two_lengths (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (
    seidel_collection_download (fixture->collection, "HB", "twolengths", NULL, NULL, &error));
  g_test_message ("%s", error->message);
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "length"));
}

static void
test_nobody_there (Fixture *fixture, gconstpointer data)
{
  g_clear_pointer (&fixture->server, collection_server_stop);
  assert_bad (fixture->collection, "any", SEIDEL_ERROR_IO);
}

/* A label of more than 63 letters is refused before anything is asked of the network. */
static void
test_no_such_name (Fixture *fixture, gconstpointer data)
{
  g_autofree char *label = g_strnfill (80, 'x');
  g_autofree char *server = g_strdup_printf ("http://%s.invalid", label);
  g_autoptr (SeidelCollection) collection = open_collection (server);

  assert_bad (collection, "any", SEIDEL_ERROR_IO);
}

static void
test_untrusted (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GTlsCertificate) certificate =
    g_tls_certificate_new_from_pem (CERTIFICATE, -1, &error);
  g_autoptr (CollectionServer) server = NULL;
  g_autoptr (SeidelCollection) collection = NULL;

  if (g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_UNAVAILABLE))
    {
      g_test_skip ("glib-networking is not installed");
      return;
    }
  g_assert_no_error (error);
  server = collection_server_start (answer_cb, NULL, certificate);
  collection = open_collection (server->base);
  assert_bad (collection, "any", SEIDEL_ERROR_IO);
}

static void
test_indexes (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *never = g_strconcat (fixture->server->base, "/never", NULL);
  g_autoptr (SeidelCollection) endless = open_collection (never);

  g_assert_false (seidel_collection_refresh (fixture->collection, NULL, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  test_assert_wording (error->message);
  g_assert_false (g_file_test (fixture->collection->kept, G_FILE_TEST_EXISTS));
  g_clear_error (&error);

  g_assert_false (seidel_collection_refresh (endless, NULL, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT);
  test_assert_wording (error->message);
  g_assert_false (g_file_test (endless->kept, G_FILE_TEST_EXISTS));
}

static void
test_names (Fixture *fixture, gconstpointer data)
{
  static const char *const bad[] = { "..", "../../small", "/tmp/small", "", ".bashrc", "a\nb" };

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    for (int turn = 0; turn < 2; turn++)
      {
        g_autoptr (GError) error = NULL;

        g_assert_null (seidel_collection_download (fixture->collection, turn == 0 ? bad[i] : "HB",
                                                   turn == 1 ? bad[i] : "small", NULL, NULL,
                                                   &error));
        g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
        test_assert_wording (error->message);
      }
}

/* A link exists where the part file is going to be. */
static void
test_link (Fixture *fixture, gconstpointer data)
{
  g_autofree char *path = seidel_collection_path (fixture->collection, "HB", "html");
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *part = g_strconcat (path, ".part", NULL);
  g_autofree char *victim = g_build_filename (fixture->collection->folder, "victim", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) link = g_file_new_for_path (part);

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (victim, "dear", -1, NULL));
  g_assert_true (g_file_make_symbolic_link (link, victim, NULL, NULL));
  g_assert_null (
    seidel_collection_download (fixture->collection, "HB", "html", NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  test_assert_wording (error->message);
  g_assert_true (g_file_get_contents (victim, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "dear");
}

static void
test_no_folder (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_free (fixture->collection->folder);
  fixture->collection->folder = g_strdup ("/dev/null/library");
  g_assert_null (
    seidel_collection_download (fixture->collection, "HB", "html", NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO);
  test_assert_wording (error->message);
}

#define ADD(name, function) \
  g_test_add ("/collection/hostile/" name, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_autofree char *folder = use_own_folders ();
  int status;

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autofree char *path = g_strconcat ("/collection/hostile/answer/", answers[i].name, NULL);

      g_test_add (path, Fixture, GSIZE_TO_POINTER (i), set_up, test_answer, tear_down);
    }
  ADD ("unmeasured", test_unmeasured);
  ADD ("no-waiting", test_no_waiting);
  ADD ("drips", test_drips);
  ADD ("two-lengths", test_two_lengths);
  ADD ("nobody-there", test_nobody_there);
  ADD ("no-such-name", test_no_such_name);
  ADD ("untrusted", test_untrusted);
  ADD ("indexes", test_indexes);
  ADD ("names", test_names);
  ADD ("link", test_link);
  ADD ("no-folder", test_no_folder);
  status = g_test_run ();
  remove_tree (folder);
  return status;
}
