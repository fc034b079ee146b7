/* A file to read from, plain or compressed alike, or a member of an archive.
 *
 * Plain files are read, not mapped: the pages of a mapping count as memory of the process, which is
 * to stay below about three times the matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-source-private.h"

#include <inttypes.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/seidel-fail.h"
#include "base/seidel-format.h"
#include "base/seidel-memory.h"
#include "io/bytes/seidel-spool.h"
#include "base/seidel-translatable.h"

#define RECOUNT_BUFFER 16384

/* The beginning of a stream is kept, so that recognising its format does not restart it. */
#define KEPT_BYTES (SEIDEL_PULL_BYTES / 2)

/* line: 0 for none. */
G_GNUC_PRINTF (5, 0)
static bool
fail (const SeidelSource *source,
      int64_t line,
      SeidelError code,
      GError **error,
      const char *format,
      va_list arguments)
{
  g_autofree char *message = g_strdup_vprintf (seidel_text (format), arguments);
  g_autofree char *place = line > 0 ? g_strdup_printf (":%" PRId64, line) : g_strdup ("");

  return seidel_fail (error, code, "%s%s: %s", source->name, place, message);
}

bool
seidel_source_fail (const SeidelSource *source,
                    SeidelError code,
                    GError **error,
                    const char *format,
                    ...)
{
  va_list arguments;

  va_start (arguments, format);
  fail (source, 0, code, error, format, arguments);
  va_end (arguments);
  return false;
}

bool
seidel_source_fail_line (const SeidelSource *source,
                         int64_t line,
                         SeidelError code,
                         GError **error,
                         const char *format,
                         ...)
{
  va_list arguments;

  va_start (arguments, format);
  fail (source, line, code, error, format, arguments);
  va_end (arguments);
  return false;
}

/* The sizes that a header declares are checked against the size of the file, and a pipe or a device
 * may never end. */
static bool
check_kind (SeidelSource *source, GError **error)
{
  struct stat status;

  if (fstat (source->fd, &status) != 0)
    return seidel_source_fail (source, SEIDEL_ERROR_IO, error, "%s", g_strerror (errno));
  if (S_ISDIR (status.st_mode))
    return seidel_source_fail (source, SEIDEL_ERROR_IO, error,
                               "is a folder; a matrix file was expected");
  if (!S_ISREG (status.st_mode))
    return seidel_source_fail (source, SEIDEL_ERROR_IO, error,
                               "is not a regular file; a matrix file was expected");
  if (status.st_size == 0)
    return seidel_source_fail (source, SEIDEL_ERROR_FORMAT, error, "the file is empty");
  source->file_bytes = (uint64_t) status.st_size;
  return true;
}

static bool
is_plain (const SeidelSource *source)
{
  return source->fd >= 0 && source->filter == NULL;
}

int64_t
seidel_source_read_at (const SeidelSource *source,
                       char *buffer,
                       int64_t n,
                       uint64_t offset,
                       GError **error)
{
  int64_t got = 0;

  while (got < n)
    {
      ssize_t step =
        pread (source->fd, buffer + got, (size_t) (n - got), (off_t) (offset + (uint64_t) got));

      if (step < 0 && errno == EINTR)
        continue;
      if (step < 0)
        {
          seidel_source_fail (source, SEIDEL_ERROR_IO, error, "%s", g_strerror (errno));
          return -1;
        }
      if (step == 0)
        break;
      got += step;
    }
  return got;
}

/* First what was read ahead, then what comes. */
static int64_t
read_supply (SeidelSource *source, char *buffer, int64_t n, GError **error)
{
  int64_t head = 0;
  int64_t got;

  if (source->raw_read < source->raw_head_length)
    {
      head = MIN (n, (int64_t) (source->raw_head_length - source->raw_read));
      memcpy (buffer, source->raw_head + source->raw_read, (size_t) head);
      if (head == n)
        return n;
    }
  got = source->supply.read (source->supply.data, buffer + head, n - head, error);
  return got < 0 ? -1 : head + got;
}

static int64_t
read_raw (SeidelSource *source, char *buffer, int64_t n, GError **error)
{
  int64_t got = source->fd >= 0 ? seidel_source_read_at (source, buffer, n, source->raw_read, error)
                                : read_supply (source, buffer, n, error);

  if (got > 0)
    source->raw_read += (uint64_t) got;
  return got;
}

static int64_t
pull_cb (void *data, char *buffer, int64_t n, GError **error)
{
  SeidelSource *source = data;

  return seidel_source_poll (source, error) ? read_raw (source, buffer, n, error) : -1;
}

static bool
begin_filter (SeidelSource *source, GError **error)
{
  g_clear_pointer (&source->filter, seidel_filter_free);
  source->filter = seidel_filter_new (source->compression, source->name, pull_cb, source, error);
  return source->filter != NULL;
}

/* Recognises the compression by the first bytes, and leaves them to be read. */
static bool
begin (SeidelSource *source, GError **error)
{
  int64_t got = read_raw (source, source->raw_head, SEIDEL_COMPRESSION_HEAD, error);

  if (got < 0)
    return false;
  source->raw_head_length = (uint64_t) got;
  source->raw_read = 0;
  source->compression =
    seidel_compression_recognise ((const unsigned char *) source->raw_head, (size_t) got);
  if (source->compression != NULL && !begin_filter (source, error))
    return false;
  if (is_plain (source))
    return true;
  source->kept = seidel_memory_try (KEPT_BYTES, "the beginning of the file", error);
  return source->kept != NULL;
}

SeidelSource *
seidel_source_open (const char *path, GError **error)
{
  g_autoptr (SeidelSource) source = g_new0 (SeidelSource, 1);
  g_autofree char *real = seidel_spool_path (path);

  source->path = g_strdup (path);
  source->name = seidel_spool_name (path);
  if (source->name == NULL)
    source->name = g_filename_display_basename (path);
  /* O_NONBLOCK: opening a pipe that has no writer must not hang. */
  source->fd = open (real, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (source->fd < 0)
    {
      seidel_source_fail (source, SEIDEL_ERROR_IO, error, "%s", g_strerror (errno));
      return NULL;
    }
  if (!check_kind (source, error) || !begin (source, error))
    return NULL;
  return g_steal_pointer (&source);
}

SeidelSource *
seidel_source_open_part (SeidelSource *whole,
                         const char *name,
                         const SeidelSupply *supply,
                         GError **error)
{
  g_autoptr (SeidelSource) source = g_new0 (SeidelSource, 1);

  source->path = g_strdup (whole->path);
  source->name = g_strdup_printf ("%s: %s", whole->name, name);
  source->fd = -1;
  source->whole = whole;
  source->supply = *supply;
  source->file_bytes = whole->file_bytes;
  seidel_source_set_job (source, whole->progress, whole->cancellable);
  if (!begin (source, error))
    return NULL;
  return g_steal_pointer (&source);
}

void
seidel_source_close (SeidelSource *source)
{
  if (source == NULL)
    return;
  seidel_filter_free (source->filter);
  if (source->fd >= 0)
    close (source->fd);
  g_clear_object (&source->cancellable);
  seidel_scratch_unref (source->scratch);
  seidel_source_set_reading (source, NULL, NULL);
  g_free (source->kept);
  g_free (source->path);
  g_free (source->name);
  g_free (source);
}

void
seidel_source_set_job (SeidelSource *source, SeidelProgress *progress, GCancellable *cancellable)
{
  source->progress = progress;
  g_set_object (&source->cancellable, cancellable);
}

SeidelProgress *
seidel_source_progress (const SeidelSource *source)
{
  return source->progress;
}

GCancellable *
seidel_source_cancellable (const SeidelSource *source)
{
  return source->cancellable;
}

bool
seidel_source_poll (const SeidelSource *source, GError **error)
{
  return !g_cancellable_set_error_if_cancelled (source->cancellable, error);
}

/* Continues the stream, in steps between which it can be cancelled. */
static int64_t
read_on (SeidelSource *source, char *buffer, int64_t n, GError **error)
{
  int64_t got = 0;

  while (got < n)
    {
      int64_t wanted = MIN (n - got, SEIDEL_PULL_BYTES);
      int64_t step;

      if (!seidel_source_poll (source, error))
        return -1;
      step = source->filter != NULL
               ? seidel_filter_read (source->filter, buffer + got, wanted, error)
               : read_raw (source, buffer + got, wanted, error);
      if (step < 0)
        return -1;
      if (source->streamed < KEPT_BYTES)
        memcpy (source->kept + source->streamed, buffer + got,
                (size_t) MIN (step, KEPT_BYTES - (int64_t) source->streamed));
      source->streamed += (uint64_t) step;
      got += step;
      if (step < wanted)
        break;
    }
  return got;
}

/* First what is kept of the beginning, where that is read again. */
static int64_t
read_stream (SeidelSource *source, char *buffer, int64_t n, GError **error)
{
  int64_t again = MIN (n, (int64_t) (source->streamed - source->text_read));
  int64_t got;

  memcpy (buffer, source->kept + (again > 0 ? source->text_read : 0), (size_t) again);
  if (again == n)
    return n;
  got = read_on (source, buffer + again, n - again, error);
  return got < 0 ? -1 : again + got;
}

int64_t
seidel_source_read (SeidelSource *source, char *buffer, int64_t n, GError **error)
{
  int64_t got = is_plain (source)
                  ? seidel_source_read_at (source, buffer, n, source->text_read, error)
                  : read_stream (source, buffer, n, error);

  if (got > 0)
    source->text_read += (uint64_t) got;
  return got;
}

bool
seidel_source_rewind (SeidelSource *source, GError **error)
{
  source->text_read = 0;
  if (is_plain (source) || source->streamed <= KEPT_BYTES)
    return true;
  source->streamed = 0;
  source->raw_read = 0;
  source->raw_head_length = 0;
  if (source->fd < 0 && !source->supply.rewind (source->supply.data, error))
    return false;
  return source->compression == NULL || begin_filter (source, error);
}

bool
seidel_source_seek (SeidelSource *source, uint64_t offset)
{
  if (!is_plain (source) || offset > source->file_bytes)
    return false;
  source->text_read = offset;
  return true;
}

uint64_t
seidel_source_tell (const SeidelSource *source)
{
  return source->text_read;
}

int64_t
seidel_source_line_at (SeidelSource *source, uint64_t offset)
{
  char buffer[RECOUNT_BUFFER];
  int64_t line = 1;

  if (!seidel_source_rewind (source, NULL))
    return line;
  while (source->text_read < offset && !g_cancellable_is_cancelled (source->cancellable))
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
  return !is_plain (source);
}

const char *
seidel_source_compression_ending (const SeidelSource *source)
{
  return source->compression != NULL ? source->compression->suffixes[0] : "";
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
  uint64_t bytes = source->whole != NULL ? source->supply.most : source->file_bytes;
  uint64_t inflation = source->compression != NULL ? source->compression->most_inflation : 1;

  return bytes > G_MAXINT64 / inflation ? G_MAXINT64 : bytes * inflation;
}

SeidelSource *
seidel_source_whole (const SeidelSource *source)
{
  while (source->whole != NULL)
    source = source->whole;
  return (SeidelSource *) source;
}

void
seidel_source_set_scratch (SeidelSource *source, SeidelScratch *scratch)
{
  SeidelSource *whole = seidel_source_whole (source);

  g_clear_pointer (&whole->scratch, seidel_scratch_unref);
  if (scratch != NULL)
    whole->scratch = seidel_scratch_ref (scratch);
}

SeidelScratch *
seidel_source_scratch (const SeidelSource *source)
{
  return seidel_source_whole (source)->scratch;
}

SeidelPart
seidel_source_part (const SeidelSource *source)
{
  return seidel_source_whole (source)->part;
}

SeidelPart
seidel_source_take_part (SeidelSource *source)
{
  seidel_source_whole (source)->complex_numbers = true;
  seidel_source_set_scratch (source, NULL);
  return seidel_source_part (source);
}

bool
seidel_source_is_complex (const SeidelSource *source)
{
  return seidel_source_whole (source)->complex_numbers;
}

void
seidel_source_begin_part (SeidelSource *source, SeidelPart part)
{
  seidel_source_whole (source)->part = part;
  seidel_source_whole (source)->complex_numbers = part != SEIDEL_PART_REAL;
}

void
seidel_source_set_reading (SeidelSource *source,
                           struct SeidelReading *reading,
                           GDestroyNotify destroy)
{
  if (source->reading != NULL)
    source->free_reading (source->reading);
  source->reading = reading;
  source->free_reading = destroy;
}

const struct SeidelReading *
seidel_source_reading (const SeidelSource *source)
{
  return source->reading;
}

bool
seidel_source_wants_complex (const SeidelSource *source)
{
  return seidel_source_whole (source)->wants_complex;
}

void
seidel_source_set_wants_complex (SeidelSource *source, bool wants)
{
  seidel_source_whole (source)->wants_complex = wants;
}

bool
seidel_source_takes_vectors (const SeidelSource *source)
{
  return seidel_source_whole (source)->takes_vectors;
}

void
seidel_source_set_takes_vectors (SeidelSource *source, bool takes)
{
  seidel_source_whole (source)->takes_vectors = takes;
}

double
seidel_source_fraction (const SeidelSource *source)
{
  if (source->whole != NULL)
    return seidel_source_fraction (source->whole);
  return (double) (is_plain (source) ? source->text_read : source->raw_read)
         / (double) source->file_bytes;
}
