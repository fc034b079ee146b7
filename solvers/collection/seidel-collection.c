/* The SuiteSparse Matrix Collection, seen from this machine: where it is, its index as it was last
 * fetched, and the library folder with what was downloaded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "collection/seidel-collection-private.h"

#include <errno.h>
#include <string.h>
#include <glib/gstdio.h>

#include "collection/seidel-fetch.h"
#include "collection/seidel-settings.h"
#include "base/seidel-fail.h"
#include "io/bytes/seidel-output.h"
#include "base/seidel-translatable.h"

#define SUFFIX          ".tar.gz"
#define PATIENCE        30
#define LARGEST_INDEX   (64 * 1024 * 1024) /* it has a quarter of a megabyte */
#define CHUNK           (64 * 1024)
#define HEADERS_GROUP   "index"
#define HEADER_ETAG     "etag"
#define HEADER_MODIFIED "modified"

char *
seidel_collection_default_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "seidel", "collection", NULL);
}

static char *
kept_path (const char *server)
{
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, server, -1);
  g_autofree char *file = g_strdup_printf ("%.16s.csv", sum);

  return g_build_filename (g_get_user_data_dir (), "seidel", "collection-index", file, NULL);
}

static bool
check_server (const char *server, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (server, G_URI_FLAGS_NONE, NULL);
  const char *scheme = uri != NULL ? g_uri_get_scheme (uri) : NULL;

  if ((g_strcmp0 (scheme, "http") == 0 || g_strcmp0 (scheme, "https") == 0)
      && g_uri_get_host (uri) != NULL && g_uri_get_host (uri)[0] != '\0'
      && g_uri_get_query (uri) == NULL && g_uri_get_fragment (uri) == NULL)
    return true;
  return seidel_fail (error, SEIDEL_ERROR_INVALID,
                      seidel_text (
                        "The server of the collection is ‘%s’; an address like %s is expected"),
                      server, SEIDEL_COLLECTION_SERVER);
}

SeidelCollection *
seidel_collection_new (const char *server, const char *folder, GError **error)
{
  g_autoptr (SeidelCollection) self = g_new0 (SeidelCollection, 1);
  g_autofree char *set_folder = NULL;

  self->server =
    server != NULL ? g_strdup (server) : seidel_settings_get_string ("collection-server");
  if (self->server == NULL)
    self->server = g_strdup (SEIDEL_COLLECTION_SERVER);
  g_strstrip (self->server);
  if (!check_server (self->server, error))
    return NULL;
  while (g_str_has_suffix (self->server, "/"))
    self->server[strlen (self->server) - 1] = '\0';
  set_folder =
    folder != NULL ? g_strdup (folder) : seidel_settings_get_string ("collection-folder");
  if (set_folder == NULL)
    set_folder = seidel_collection_default_folder ();
  self->folder = g_canonicalize_filename (set_folder, NULL);
  self->kept = kept_path (self->server);
  self->patience = PATIENCE;
  self->limit = G_MAXINT64;
  return g_steal_pointer (&self);
}

SeidelCollection *
seidel_collection_copy (const SeidelCollection *self)
{
  SeidelCollection *copy = g_memdup2 (self, sizeof *self);

  copy->server = g_strdup (self->server);
  copy->folder = g_strdup (self->folder);
  copy->kept = g_strdup (self->kept);
  return copy;
}

void
seidel_collection_free (SeidelCollection *self)
{
  if (self == NULL)
    return;
  g_free (self->server);
  g_free (self->folder);
  g_free (self->kept);
  g_free (self);
}

/* A setting that is as by default is reset, so that it follows a later default. */
static bool
set_or_reset (GSettings *settings, const char *key, const char *value, const char *initial)
{
  if (!g_str_equal (value, initial))
    return g_settings_set_string (settings, key, value);
  g_settings_reset (settings, key);
  return true;
}

bool
seidel_collection_save (const SeidelCollection *self, GError **error)
{
  g_autofree char *initial_folder = seidel_collection_default_folder ();
  GSettings *settings = seidel_settings_get ();

  if (!g_utf8_validate (self->folder, -1, NULL))
    return seidel_fail (error, SEIDEL_ERROR_INVALID, "%s",
                        seidel_text (
                          "The path of the folder is not UTF-8 and cannot be kept as a setting"));
  if (settings != NULL
      && set_or_reset (settings, "collection-server", self->server, SEIDEL_COLLECTION_SERVER)
      && set_or_reset (settings, "collection-folder", self->folder, initial_folder))
    return true;
  return seidel_fail (error, SEIDEL_ERROR_INVALID, "%s",
                      seidel_text (
                        "The settings cannot be kept: their schema is not installed, or the "
                        "administrator has locked them"));
}

static void
set_bytes (SeidelTransfer *transfer, int64_t received, int64_t total)
{
  __atomic_store_n (&transfer->total, total, __ATOMIC_RELAXED);
  __atomic_store_n (&transfer->received, received, __ATOMIC_RELEASE);
}

void
seidel_transfer_begin (SeidelTransfer *transfer, const char *activity)
{
  if (transfer == NULL)
    return;
  set_bytes (transfer, 0, -1);
  seidel_progress_begin (transfer->progress, activity);
}

void
seidel_transfer_set (SeidelTransfer *transfer, int64_t received, int64_t total)
{
  if (transfer == NULL)
    return;
  set_bytes (transfer, received, total);
  if (total > 0)
    seidel_progress_set (transfer->progress, (double) received / (double) total);
}

bool
seidel_collection_make_folder (const char *path, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (path);

  if (g_mkdir_with_parents (folder, 0755) == 0)
    return true;
  return seidel_fail (error, SEIDEL_ERROR_IO, seidel_text ("The folder %s cannot be made: %s"),
                      folder, g_strerror (errno));
}

SeidelCollectionIndex *
seidel_collection_load_index (const SeidelCollection *self, GError **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) said = NULL;
  gsize length;

  if (g_file_get_contents (self->kept, &text, &length, &said))
    return seidel_collection_index_parse (text, length, self->kept, error);
  if (g_error_matches (said, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE,
                 seidel_text (
                   "The list of matrices of %s has not been fetched yet: refresh it first"),
                 self->server);
  else
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, seidel_text ("The index cannot be read: %s"),
                 said->message);
  return NULL;
}

/* What the server said of the index that is kept, beside it. */
static char *
headers_path (const SeidelCollection *self)
{
  return g_strconcat (self->kept, ".headers", NULL);
}

static void
read_headers (const SeidelCollection *self, char **etag, char **modified)
{
  g_autofree char *path = headers_path (self);
  g_autoptr (GKeyFile) file = g_key_file_new ();

  *etag = *modified = NULL;
  /* Without an index that can be read the server must send it, changed or not. */
  g_autoptr (SeidelCollectionIndex) index = seidel_collection_load_index (self, NULL);
  if (index == NULL || !g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL))
    return;
  *etag = g_key_file_get_string (file, HEADERS_GROUP, HEADER_ETAG, NULL);
  *modified = g_key_file_get_string (file, HEADERS_GROUP, HEADER_MODIFIED, NULL);
}

static void
set_header (GKeyFile *file, const char *key, const char *value)
{
  if (value != NULL && g_utf8_validate (value, -1, NULL))
    g_key_file_set_string (file, HEADERS_GROUP, key, value);
}

static bool
write_index (const SeidelCollection *self,
             const SeidelFetch *fetch,
             const GByteArray *bytes,
             GError **error)
{
  g_autofree char *path = headers_path (self);
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char *headers = NULL;
  gsize length;

  set_header (file, HEADER_ETAG, seidel_fetch_etag (fetch));
  set_header (file, HEADER_MODIFIED, seidel_fetch_modified (fetch));
  if (!seidel_collection_make_folder (self->kept, error))
    return false;
  /* In this order no interruption leaves headers beside an index that they do not belong to. */
  g_remove (path);
  headers = g_key_file_to_data (file, &length, NULL);
  return seidel_output_save (self->kept, (const char *) bytes->data, bytes->len, error)
         && seidel_output_save (path, headers, length, error);
}

static bool
read_all (const SeidelCollection *self,
          SeidelFetch *fetch,
          GByteArray *bytes,
          SeidelTransfer *transfer,
          GCancellable *cancellable,
          GError **error)
{
  g_autofree guint8 *chunk = g_malloc (CHUNK);
  gssize n;

  while ((n = seidel_fetch_read (fetch, chunk, CHUNK, cancellable, error)) > 0)
    {
      if (bytes->len + (gsize) n > LARGEST_INDEX)
        return seidel_fail (error, SEIDEL_ERROR_FORMAT,
                            seidel_text ("%s: more than 64 MB come, which no index has"),
                            self->server);
      g_byte_array_append (bytes, chunk, (guint) n);
      seidel_transfer_set (transfer, bytes->len, seidel_fetch_total (fetch));
    }
  return n == 0;
}

bool
seidel_collection_refresh (const SeidelCollection *self,
                           SeidelTransfer *transfer,
                           bool *changed,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autofree char *uri = g_strconcat (self->server, "/files/ssstats.csv", NULL);
  g_autofree char *etag = NULL;
  g_autofree char *modified = NULL;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autoptr (SeidelFetch) fetch = NULL;
  g_autoptr (SeidelCollectionIndex) index = NULL;

  seidel_transfer_begin (transfer, "Fetching the index");
  read_headers (self, &etag, &modified);
  fetch = seidel_fetch_open (&(SeidelFetchRequest){ .uri = uri,
                                                    .patience = self->patience,
                                                    .etag = etag,
                                                    .modified = modified },
                             cancellable, error);
  if (fetch == NULL)
    return false;
  if (changed != NULL)
    *changed = !seidel_fetch_is_unchanged (fetch);
  if (seidel_fetch_is_unchanged (fetch))
    return true;
  if (!read_all (self, fetch, bytes, transfer, cancellable, error))
    return false;
  index = seidel_collection_index_parse ((const char *) bytes->data, bytes->len, uri, error);
  return index != NULL && write_index (self, fetch, bytes, error);
}

char *
seidel_collection_path (const SeidelCollection *self, const char *group, const char *name)
{
  g_autofree char *file = NULL;

  g_return_val_if_fail (seidel_collection_name_is_safe (group), NULL);
  g_return_val_if_fail (seidel_collection_name_is_safe (name), NULL);

  file = g_strconcat (name, SUFFIX, NULL);
  return g_build_filename (self->folder, group, file, NULL);
}

static void
file_free (gpointer data)
{
  SeidelCollectionFile *file = data;

  g_free (file->group);
  g_free (file->name);
  g_free (file->path);
  g_free (file);
}

static void
list_group (const SeidelCollection *self, const char *group, GPtrArray *files)
{
  g_autofree char *folder = g_build_filename (self->folder, group, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *stem = NULL;
      SeidelCollectionFile *file;
      GStatBuf status;

      if (!g_str_has_suffix (name, SUFFIX) || g_stat (path, &status) != 0
          || !S_ISREG (status.st_mode))
        continue;
      stem = g_strndup (name, strlen (name) - strlen (SUFFIX));
      if (!seidel_collection_name_is_safe (stem))
        continue;
      file = g_new0 (SeidelCollectionFile, 1);
      file->group = g_strdup (group);
      file->name = g_steal_pointer (&stem);
      file->path = g_steal_pointer (&path);
      file->bytes = status.st_size;
      g_ptr_array_add (files, file);
    }
}

static int
compare_files (gconstpointer a, gconstpointer b)
{
  const SeidelCollectionFile *file_a = *(SeidelCollectionFile *const *) a;
  const SeidelCollectionFile *file_b = *(SeidelCollectionFile *const *) b;
  int groups = strcmp (file_a->group, file_b->group);

  return groups != 0 ? groups : strcmp (file_a->name, file_b->name);
}

GPtrArray *
seidel_collection_list (const SeidelCollection *self)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (file_free);
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    if (seidel_collection_name_is_safe (name))
      list_group (self, name, files);
  g_ptr_array_sort (files, compare_files);
  return files;
}
