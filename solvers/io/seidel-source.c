/* A file to read text from, plain or gzip-compressed alike.
 *
 * Plain files are read and not mapped: pages of a mapping count as memory of the process, and the
 * promise on memory is about three times the matrix, not that and the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "matrix/seidel-error.h"

#define INFLATE_BUFFER (256 * 1024)
#define RECOUNT_BUFFER (256 * 1024)

struct SeidelSource
{
  char *path;
  char *name;
  int fd;
  gzFile gz; /* NULL for a plain file; owns a duplicate of fd */
  uint64_t file_bytes;
  uint64_t text_read;
};

static bool
fail (const SeidelSource *source, GError **error, const char *what)
{
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s: %s", source->name, what);
  return false;
}

/* A pipe or a device has no size to hold promises against, and may never end. */
static bool
check_kind (SeidelSource *source, GError **error)
{
  struct stat status;

  if (fstat (source->fd, &status) != 0)
    return fail (source, error, g_strerror (errno));
  if (S_ISDIR (status.st_mode))
    return fail (source, error, "is a folder; a matrix file was expected");
  if (!S_ISREG (status.st_mode))
    return fail (source, error, "is not a regular file; a matrix file was expected");
  if (status.st_size == 0)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT, "%s: the file is empty", source->name);
      return false;
    }
  source->file_bytes = (uint64_t) status.st_size;
  return true;
}

static bool
open_compressed (SeidelSource *source, GError **error)
{
  int copy = fcntl (source->fd, F_DUPFD_CLOEXEC, 0);

  if (copy < 0)
    return fail (source, error, g_strerror (errno));
  source->gz = gzdopen (copy, "rb");
  if (source->gz == NULL)
    {
      close (copy);
      return fail (source, error, "there is no memory to decompress it");
    }
  gzbuffer (source->gz, INFLATE_BUFFER);
  return true;
}

SeidelSource *
seidel_source_open (const char *path, GError **error)
{
  g_autoptr (SeidelSource) source = g_new0 (SeidelSource, 1);
  unsigned char magic[2] = { 0, 0 };

  source->path = g_strdup (path);
  source->name = g_filename_display_basename (path);
  /* Not to hang on a pipe that nobody writes to. */
  source->fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (source->fd < 0)
    {
      fail (source, error, g_strerror (errno));
      return NULL;
    }
  if (!check_kind (source, error))
    return NULL;
  if (pread (source->fd, magic, sizeof magic, 0) == sizeof magic && magic[0] == 0x1f
      && magic[1] == 0x8b && !open_compressed (source, error))
    return NULL;
  return g_steal_pointer (&source);
}

void
seidel_source_close (SeidelSource *source)
{
  if (source == NULL)
    return;
  if (source->gz != NULL)
    gzclose (source->gz);
  if (source->fd >= 0)
    close (source->fd);
  g_free (source->path);
  g_free (source->name);
  g_free (source);
}

static int64_t
read_compressed (SeidelSource *source, char *buffer, int64_t n, GError **error)
{
  int64_t got = 0;
  const char *message;
  int status;

  while (got < n)
    {
      int step = gzread (source->gz, buffer + got, (unsigned) MIN (n - got, 1 << 30));

      if (step <= 0)
        break;
      got += step;
    }
  message = gzerror (source->gz, &status);
  if (status == Z_OK || status == Z_STREAM_END)
    return got;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s: the compressed data are damaged: %s",
               source->name, status == Z_BUF_ERROR ? "they end too early" : message);
  return -1;
}

static int64_t
read_plain (SeidelSource *source, char *buffer, int64_t n, GError **error)
{
  int64_t got = 0;

  while (got < n)
    {
      ssize_t step = pread (source->fd, buffer + got, (size_t) (n - got),
                            (off_t) (source->text_read + (uint64_t) got));

      if (step < 0 && errno == EINTR)
        continue;
      if (step < 0)
        {
          fail (source, error, g_strerror (errno));
          return -1;
        }
      if (step == 0)
        break;
      got += step;
    }
  return got;
}

int64_t
seidel_source_read (SeidelSource *source, char *buffer, int64_t n, GError **error)
{
  int64_t got = source->gz != NULL ? read_compressed (source, buffer, n, error)
                                   : read_plain (source, buffer, n, error);

  if (got > 0)
    source->text_read += (uint64_t) got;
  return got;
}

bool
seidel_source_rewind (SeidelSource *source, GError **error)
{
  source->text_read = 0;
  if (source->gz != NULL && gzrewind (source->gz) != 0)
    return fail (source, error, "cannot be read a second time");
  return true;
}

int64_t
seidel_source_line_at (SeidelSource *source, uint64_t offset, GCancellable *cancellable)
{
  g_autofree char *buffer = g_malloc (RECOUNT_BUFFER);
  int64_t line = 1;

  if (!seidel_source_rewind (source, NULL))
    return line;
  while (source->text_read < offset && !g_cancellable_is_cancelled (cancellable))
    {
      int64_t n =
        seidel_source_read (source, buffer,
                            (int64_t) MIN (offset - source->text_read, RECOUNT_BUFFER), NULL);
      const char *end = buffer + n;

      if (n <= 0)
        break;
      for (const char *p = buffer; (p = memchr (p, '\n', (size_t) (end - p))) != NULL; p++)
        line++;
    }
  return line;
}

bool
seidel_source_is_compressed (const SeidelSource *source)
{
  return source->gz != NULL;
}

const char *
seidel_source_name (const SeidelSource *source)
{
  return source->name;
}

const char *
seidel_source_path (const SeidelSource *source)
{
  return source->path;
}

uint64_t
seidel_source_file_bytes (const SeidelSource *source)
{
  return source->file_bytes;
}

uint64_t
seidel_source_most_text (const SeidelSource *source)
{
  if (source->gz == NULL)
    return source->file_bytes;
  return source->file_bytes > G_MAXINT64 / SEIDEL_MOST_INFLATION
           ? G_MAXINT64
           : source->file_bytes * SEIDEL_MOST_INFLATION;
}

double
seidel_source_fraction (const SeidelSource *source)
{
  double at = source->gz != NULL ? (double) gzoffset (source->gz) : (double) source->text_read;

  return at / (double) source->file_bytes;
}
