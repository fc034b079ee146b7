/* A small collection on 127.0.0.1: a server in a thread of its own, an index, an archive.
 *
 * What it answers is a function of the test's; it can answer by libsoup's means, or take the
 * connection and write what no server should.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <archive.h>
#include <archive_entry.h>
#include <string.h>
#include <glib/gstdio.h>
#include <libsoup/soup.h>

#include "collection/seidel-collection.h"
#include "base/seidel-error.h"

/* 4 × 4, symmetric, dominant. */
#define SMALL_MATRIX                                                                             \
  "%%MatrixMarket matrix coordinate real symmetric\n4 4 7\n1 1 4\n2 2 4\n3 3 4\n4 4 4\n2 1 -1\n" \
  "3 2 -1\n4 3 -1\n"
#define SMALL_INDEX                                              \
  "3\n20-Jul-2018 14:33:25\n"                                    \
  "HB,small,4,4,10,1,0,1,1,1,1,structural problem,10\n"          \
  "HB,ash219,219,85,438,1,1,0,0,0,0,least squares problem,438\n" \
  "Meng,iChem,274087,274087,4137369,0,0,0,-1,0.98,0.64,computational chemistry problem,4137369\n"

typedef struct
{
  SoupServerCallback answer;
  gpointer data;
  GTlsCertificate *certificate; /* or NULL */
  GThread *thread;
  GMainContext *context;
  GMainLoop *loop;
  SoupServer *server;
  GPtrArray *held; /* connections that are kept open and silent */
  char *base;      /* "http://127.0.0.1:41234" */
  GMutex mutex;
  GCond ready;
} CollectionServer;

static inline gpointer
collection_server_thread (gpointer data)
{
  CollectionServer *self = data;
  g_autoptr (GError) error = NULL;
  GSList *uris;

  g_main_context_push_thread_default (self->context);
  self->server = soup_server_new ("tls-certificate", self->certificate, NULL);
  soup_server_add_handler (self->server, NULL, self->answer, self, NULL);
  soup_server_listen_local (self->server, 0,
                            SOUP_SERVER_LISTEN_IPV4_ONLY
                              | (self->certificate != NULL ? SOUP_SERVER_LISTEN_HTTPS : 0),
                            &error);
  g_assert_no_error (error);
  uris = soup_server_get_uris (self->server);
  g_mutex_lock (&self->mutex);
  self->base = g_strdup_printf ("%s://127.0.0.1:%d", self->certificate != NULL ? "https" : "http",
                                g_uri_get_port (uris->data));
  g_cond_signal (&self->ready);
  g_mutex_unlock (&self->mutex);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  g_main_loop_run (self->loop);
  g_ptr_array_set_size (self->held, 0);
  soup_server_disconnect (self->server);
  g_clear_object (&self->server);
  while (g_main_context_iteration (self->context, FALSE))
    ;
  g_main_context_pop_thread_default (self->context);
  return NULL;
}

/* The answer gets the server as its data. */
static inline CollectionServer *
collection_server_start (SoupServerCallback answer, gpointer data, GTlsCertificate *certificate)
{
  CollectionServer *self = g_new0 (CollectionServer, 1);

  self->answer = answer;
  self->data = data;
  self->certificate = certificate;
  self->context = g_main_context_new ();
  self->loop = g_main_loop_new (self->context, FALSE);
  self->held = g_ptr_array_new_with_free_func (g_object_unref);
  g_mutex_init (&self->mutex);
  g_cond_init (&self->ready);
  self->thread = g_thread_new ("server", collection_server_thread, self);
  g_mutex_lock (&self->mutex);
  while (self->base == NULL)
    g_cond_wait (&self->ready, &self->mutex);
  g_mutex_unlock (&self->mutex);
  return self;
}

static inline gboolean
collection_server_quit_cb (gpointer data)
{
  g_main_loop_quit (data);
  return G_SOURCE_REMOVE;
}

/* From then on nothing listens there. */
static inline void
collection_server_stop (CollectionServer *self)
{
  g_main_context_invoke (self->context, collection_server_quit_cb, self->loop);
  g_thread_join (self->thread);
  g_ptr_array_unref (self->held);
  g_main_loop_unref (self->loop);
  g_main_context_unref (self->context);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->ready);
  g_free (self->base);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CollectionServer, collection_server_stop)

static inline void
answer_bytes (SoupServerMessage *message, const char *type, gconstpointer bytes, gsize n)
{
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_server_message_set_response (message, type, SOUP_MEMORY_COPY, bytes, n);
}

/* Takes the connection and writes to it, as it is; then closes it, or keeps it open and silent. */
static inline void
answer_raw (CollectionServer *self,
            SoupServerMessage *message,
            gconstpointer bytes,
            gsize n,
            gboolean hold)
{
  GIOStream *stream = soup_server_message_steal_connection (message);

  g_output_stream_write_all (g_io_stream_get_output_stream (stream), bytes, n, NULL, NULL, NULL);
  if (hold)
    g_ptr_array_add (self->held, stream);
  else
    {
      g_io_stream_close (stream, NULL, NULL);
      g_object_unref (stream);
    }
}

static inline void
answer_text (CollectionServer *self, SoupServerMessage *message, const char *text)
{
  answer_raw (self, message, text, strlen (text), FALSE);
}

/* NAME/NAME.mtx in a .tar.gz, as the collection hands its matrices out. */
static inline GBytes *
make_archive (const char *name, const char *text)
{
  struct archive *archive = archive_write_new ();
  struct archive_entry *entry = archive_entry_new ();
  g_autofree char *path = g_strdup_printf ("%s/%s.mtx", name, name);
  gsize room = strlen (text) + 65536;
  guint8 *bytes = g_malloc (room);
  size_t used = 0;

  archive_write_add_filter_gzip (archive);
  archive_write_set_format_ustar (archive);
  g_assert_cmpint (archive_write_open_memory (archive, bytes, room, &used), ==, ARCHIVE_OK);
  archive_entry_set_pathname (entry, path);
  archive_entry_set_size (entry, (gint64) strlen (text));
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_data (archive, text, strlen (text)), ==, strlen (text));
  archive_entry_free (entry);
  g_assert_cmpint (archive_write_free (archive), ==, ARCHIVE_OK);
  return g_bytes_new_take (bytes, used);
}

static inline void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

/* A folder of its own for everything that is kept; to be called before anything else. */
static inline char *
use_own_folders (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("seidel-collection-XXXXXX", &error);
  g_autofree char *data = g_build_filename (folder, "data", NULL);
  g_autofree char *config = g_build_filename (folder, "config", NULL);

  g_assert_no_error (error);
  g_setenv ("XDG_DATA_HOME", data, TRUE);
  g_setenv ("XDG_CONFIG_HOME", config, TRUE);
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_unsetenv ("http_proxy");
  g_unsetenv ("https_proxy");
  return folder;
}

static inline SeidelCollection *
open_collection (const char *server)
{
  g_autoptr (GError) error = NULL;
  SeidelCollection *collection = seidel_collection_new (server, NULL, &error);

  g_assert_no_error (error);
  return collection;
}
