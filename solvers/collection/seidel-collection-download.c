/* Downloading an archive of the collection: under another name until all of it is here, and from
 * where an earlier try ended when that can be trusted.
 *
 * The part file is locked while it grows, so that two programs do not write into it at once. Beside
 * it is the server's identifier of the file, for asking whether it is still the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-format.h"
#include "collection/seidel-collection-private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <glib/gstdio.h>

#include "collection/seidel-fetch.h"
#include "base/seidel-fail.h"
#include "io/bytes/seidel-output.h"
#include "io/bytes/seidel-source.h"
#include "base/seidel-translatable.h"

#define CHUNK       (256 * 1024)
#define LEAVE_FREE  (INT64_C (64) * 1000 * 1000) /* a full disk troubles everybody */
#define CHECK_EVERY (INT64_C (64) * 1000 * 1000)

typedef struct
{
  const SeidelCollection *collection;
  SeidelTransfer *transfer;
  GCancellable *cancellable;
  char *uri;
  char *path;       /* in the end */
  char *part;       /* until then */
  char *identity;   /* of what is in part: the file that has the identifier */
  int fd;           /* of part; −1 */
  int64_t received; /* bytes in part */
  int64_t checked;  /* bytes when the disk was last asked for its room */
} Download;

static void
download_clear (Download *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->uri);
  g_free (self->path);
  g_free (self->part);
  g_free (self->identity);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Download, download_clear)

static bool
fail_file (const Download *self, const char *what, GError **error)
{
  int said = errno;

  return seidel_fail (error, SEIDEL_ERROR_IO, seidel_text ("%s cannot be %s: %s"), self->part, what,
                      g_strerror (said));
}

/* Takes the part file for this download alone. What was renamed by another one between the opening
 * and the lock is not to be touched any more. */
static bool
lock_part (const Download *self, struct stat *status, GError **error)
{
  struct stat named;

  if (flock (self->fd, LOCK_EX | LOCK_NB) == 0 && fstat (self->fd, status) == 0
      && lstat (self->part, &named) == 0 && named.st_ino == status->st_ino
      && named.st_dev == status->st_dev)
    return true;
  return seidel_fail (error, SEIDEL_ERROR_UNAVAILABLE,
                      seidel_text ("%s is being downloaded by another window or program already"),
                      self->path);
}

static bool
open_part (Download *self, GError **error)
{
  struct stat status;

  if (!seidel_collection_make_folder (self->part, error))
    return false;
  self->fd = open (self->part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (self->fd < 0)
    return fail_file (self, seidel_text ("opened"), error);
  if (!lock_part (self, &status, error))
    {
      close (self->fd);
      self->fd = -1;
      return false;
    }
  self->received = status.st_size;
  return true;
}

/* The server's identifier of the file that part is the beginning of; NULL if unknown. */
static char *
read_identity (const Download *self)
{
  g_autofree char *text = NULL;

  if (self->received == 0 || !g_file_get_contents (self->identity, &text, NULL, NULL))
    return NULL;
  g_strstrip (text);
  return text[0] != '\0' ? g_steal_pointer (&text) : NULL;
}

/* A weak ETag promises less than the same bytes. */
static const char *
get_identity (const SeidelFetch *fetch)
{
  const char *etag = seidel_fetch_etag (fetch);

  return etag != NULL && !g_str_has_prefix (etag, "W/") ? etag : seidel_fetch_modified (fetch);
}

static bool
write_identity (const Download *self, const SeidelFetch *fetch, GError **error)
{
  const char *identity = get_identity (fetch);

  g_remove (self->identity);
  return identity == NULL
         || seidel_output_save (self->identity, identity, strlen (identity), error);
}

/* Whether so many bytes more may come. */
static bool
check_room (Download *self, int64_t more, GError **error)
{
  struct statvfs disk;
  g_autofree char *needed = seidel_format_bytes ((double) more);
  int64_t free_bytes = G_MAXINT64;

  if (fstatvfs (self->fd, &disk) == 0)
    free_bytes = (int64_t) MIN ((double) disk.f_bavail * (double) disk.f_frsize, 9e18);
  self->checked = self->received;
  if (more > free_bytes - LEAVE_FREE)
    {
      g_autofree char *there = seidel_format_bytes ((double) MAX (free_bytes - LEAVE_FREE, 0));

      return seidel_fail (error, SEIDEL_ERROR_IO,
                          seidel_text (
                            "%s: %s more are to come, and the disk of %s has room for %s"),
                          self->uri, needed, self->collection->folder, there);
    }
  return true;
}

static bool
check_limit (const Download *self, int64_t total, GError **error)
{
  g_autofree char *limit = NULL;

  if (total <= self->collection->limit)
    return true;
  limit = seidel_format_bytes ((double) self->collection->limit);
  return seidel_fail (error, SEIDEL_ERROR_IO,
                      seidel_text ("%s: the file has more than the %s allowed"), self->uri, limit);
}

static bool
write_chunk (Download *self, const guint8 *bytes, gsize n, GError **error)
{
  while (n > 0)
    {
      ssize_t written = write (self->fd, bytes, n);

      if (written < 0 && errno == EINTR)
        continue;
      if (written < 0)
        return fail_file (self, seidel_text ("written"), error);
      bytes += written;
      n -= (gsize) written;
      self->received += written;
    }
  return true;
}

/* What is no archive is reported at once, not when it is opened. */
static bool
check_beginning (const Download *self, SeidelFetch *fetch, GError **error)
{
  guint8 magic[2] = { 0 };

  if (pread (self->fd, magic, sizeof magic, 0) == sizeof magic && magic[0] == 0x1f
      && magic[1] == 0x8b)
    return true;
  return seidel_fail (error, SEIDEL_ERROR_FORMAT,
                      seidel_text (
                        "%s: a .tar.gz archive is expected; the server sends something else (%s)"),
                      self->uri,
                      seidel_fetch_type (fetch) != NULL
                        ? seidel_fetch_type (fetch)
                        : seidel_text ("of a kind that it does not name"));
}

static bool
receive (Download *self, SeidelFetch *fetch, GError **error)
{
  g_autofree guint8 *chunk = g_malloc (CHUNK);
  int64_t total = seidel_fetch_total (fetch);
  bool begun = self->received > 0;
  gssize n;

  while ((n = seidel_fetch_read (fetch, chunk, CHUNK, self->cancellable, error)) > 0)
    {
      if (!check_limit (self, self->received + n, error)
          || (self->received - self->checked >= CHECK_EVERY && !check_room (self, n, error))
          || !write_chunk (self, chunk, (gsize) n, error))
        return false;
      if (!begun && self->received >= 2 && !check_beginning (self, fetch, error))
        return false;
      begun = begun || self->received >= 2;
      seidel_transfer_set (self->transfer, self->received, total);
    }
  return n == 0 && (begun || check_beginning (self, fetch, error));
}

/* Unpacks it into nothing: the one way to know that all of the archive is there. A server may
 * declare the length of what it cut. */
static bool
check_archive (Download *self, GError **error)
{
  g_autofree char *chunk = g_malloc (CHUNK);
  g_autoptr (GError) cause = NULL;
  g_autoptr (SeidelSource) archive = seidel_source_open (self->part, &cause);
  int64_t n = -1;

  if (archive != NULL)
    {
      seidel_source_set_job (archive, NULL, self->cancellable);
      seidel_progress_begin (self->transfer != NULL ? self->transfer->progress : NULL,
                             "Checking the archive");
      while ((n = seidel_source_read (archive, chunk, CHUNK, &cause)) > 0)
        ;
    }
  if (n == 0)
    return true;
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      || g_error_matches (cause, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY))
    g_propagate_error (error, g_steal_pointer (&cause));
  else
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT,
                 seidel_text ("%s: the archive is damaged, or its end is missing"), self->uri);
  return false;
}

static void
discard (const Download *self)
{
  g_remove (self->identity);
  g_remove (self->part);
}

static SeidelFetch *
open_fetch (Download *self, GError **error)
{
  g_autofree char *identity = read_identity (self);
  g_autoptr (SeidelFetch) fetch = NULL;

  if (identity == NULL)
    self->received = 0;
  fetch = seidel_fetch_open (&(SeidelFetchRequest){ .uri = self->uri,
                                                    .patience = self->collection->patience,
                                                    .offset = self->received,
                                                    .same_as = identity },
                             self->cancellable, error);
  if (fetch == NULL)
    return NULL;
  self->received = seidel_fetch_offset (fetch);
  if (ftruncate (self->fd, self->received) != 0 || lseek (self->fd, 0, SEEK_END) < 0)
    {
      fail_file (self, seidel_text ("written"), error);
      return NULL;
    }
  return g_steal_pointer (&fetch);
}

static bool
fetch_part (Download *self, GError **error)
{
  g_autoptr (GError) said = NULL;
  g_autoptr (SeidelFetch) fetch = open_fetch (self, error);
  int64_t total;
  bool good;

  if (fetch == NULL)
    return false;
  total = seidel_fetch_total (fetch);
  seidel_transfer_set (self->transfer, self->received, total);
  good = (total < 0 || check_limit (self, total, &said))
         && check_room (self, total < 0 ? 0 : total - self->received, &said)
         && write_identity (self, fetch, &said) && receive (self, fetch, &said)
         && check_archive (self, &said);
  if (good)
    return true;
  if (g_error_matches (said, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT))
    discard (self); /* the rest of what is wrong is of no use */
  g_propagate_error (error, g_steal_pointer (&said));
  return false;
}

static bool
finish (Download *self, GError **error)
{
  if (fsync (self->fd) != 0 || g_rename (self->part, self->path) != 0)
    return fail_file (self, seidel_text ("completed"), error);
  g_remove (self->identity);
  return true;
}

/* After a failure: a part that cannot be resumed is removed. */
static void
tidy (const Download *self)
{
  struct stat status;

  if (self->fd >= 0 && fstat (self->fd, &status) == 0
      && (status.st_size == 0 || !g_file_test (self->identity, G_FILE_TEST_EXISTS)))
    discard (self);
}

static bool
check_names (const char *group, const char *name, GError **error)
{
  if (seidel_collection_name_is_safe (group) && seidel_collection_name_is_safe (name))
    return true;
  return seidel_fail (
    error, SEIDEL_ERROR_INVALID,
    seidel_text ("‘%s/%s’ is no matrix of the collection: a group and a name are expected, like "
                 "HB/bcsstk14"),
    group, name);
}

char *
seidel_collection_download (const SeidelCollection *self,
                            const char *group,
                            const char *name,
                            SeidelTransfer *transfer,
                            GCancellable *cancellable,
                            GError **error)
{
  g_auto (Download)
    download = { .collection = self, .transfer = transfer, .cancellable = cancellable, .fd = -1 };
  g_autofree char *escaped_group = NULL;
  g_autofree char *escaped_name = NULL;

  if (!check_names (group, name, error))
    return NULL;
  seidel_transfer_begin (transfer, "Downloading");
  download.path = seidel_collection_path (self, group, name);
  if (g_file_test (download.path, G_FILE_TEST_IS_REGULAR))
    return g_steal_pointer (&download.path);
  escaped_group = g_uri_escape_string (group, NULL, FALSE);
  escaped_name = g_uri_escape_string (name, NULL, FALSE);
  download.uri = g_strdup_printf ("%s/MM/%s/%s.tar.gz", self->server, escaped_group, escaped_name);
  download.part = g_strconcat (download.path, ".part", NULL);
  download.identity = g_strconcat (download.part, ".identity", NULL);
  if (!open_part (&download, error) || !fetch_part (&download, error) || !finish (&download, error))
    {
      tidy (&download);
      return NULL;
    }
  return g_steal_pointer (&download.path);
}
