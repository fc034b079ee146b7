/* Writing files: buffered, and without a name until they are complete.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-output.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/seidel-error.h"
#include "io/seidel-decimal.h"
#include "io/seidel-temporary.h"

/* Below it a number is written with an exponent. */
#define SMALLEST_MIDDLING 1e-4

#define BUFFER_BYTES ((size_t) 256 * 1024)

/* Enough when there is no memory for that: what is written may be the result of hours. */
#define LITTLE_BYTES ((size_t) 4096)

struct SeidelOutput
{
  char *path;
  char *name;                /* for messages */
  SeidelTemporary temporary; /* its descriptor is −1 for what is written to as it is */
  int fd;                    /* of that, or of the temporary file */
  bool foreign;              /* a library writes the file itself */
  uint64_t written;          /* bytes in the file */
  int failure;               /* errno of the first write that failed */
  struct archive *packer;    /* between the buffer and the file, where that is compressed … */
  z_stream *deflater;        /* … or this one, for gzip: it notices where there is no memory */
  char *buffer;
  size_t capacity;
  size_t used;
  char little[LITTLE_BYTES];
};

const char *const seidel_output_compressions[] = { ".gz", ".bz2", ".xz", ".zst", NULL };

/* In the order of the endings. */
static int (*const add_filter[]) (struct archive *packer) = {
  NULL, /* zlib does it */
  archive_write_add_filter_bzip2,
  archive_write_add_filter_xz,
  archive_write_add_filter_zstd,
};

/* Two digits at a time: a division takes longer than all the rest. */
char *
seidel_format_integer (char *p, int64_t value)
{
  static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                              "25262728293031323334353637383940414243444546474849"
                              "50515253545556575859606162636465666768697071727374"
                              "75767778798081828384858687888990919293949596979899";
  char digits[20];
  int first = sizeof digits;
  uint64_t rest = value < 0 ? -(uint64_t) value : (uint64_t) value;

  if (value < 0)
    *p++ = '-';
  for (; rest >= 100; rest /= 100)
    memcpy (digits + (first -= 2), pairs + 2 * (rest % 100), 2);
  if (rest >= 10)
    memcpy (digits + (first -= 2), pairs + 2 * rest, 2);
  else
    digits[--first] = (char) ('0' + rest);
  memcpy (p, digits + first, sizeof digits - (size_t) first);
  return p + sizeof digits - first;
}

/* Writes m · 10^−k, m and k at least 0, as plain decimal digits without needless zeros. */
static char *
format_scaled (char *p, uint64_t m, int k)
{
  char digits[24]; /* k is 21 at most: a zero before the point, 21 digits behind it */
  int n = 0;

  while (k > 0 && m % 10 == 0)
    {
      m /= 10;
      k--;
    }
  for (; m > 0; m /= 10)
    digits[n++] = (char) ('0' + m % 10);
  while (n <= k)
    digits[n++] = '0';
  while (n > 0)
    {
      *p++ = digits[--n];
      if (n == k && k > 0)
        *p++ = '.';
    }
  return p;
}

/* A number of middling size with 15 digits, or 16, or 17: as many as read back to the same value,
 * which is tried, so that no rounding on the way can do harm. NULL when none does. */
static char *
format_middling (char *p, double value)
{
  static const long double powers[] = { 1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,
                                        1e8L,  1e9L,  1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L,
                                        1e16L, 1e17L, 1e18L, 1e19L, 1e20L, 1e21L };
  double size = fabs (value);
  int whole_digits = 0; /* negative for zeros behind the point */

  if (size >= 1e15 || size < SMALLEST_MIDDLING)
    return NULL;
  if (value == rint (value))
    return seidel_format_integer (p, (int64_t) value);
  while (size >= (double) powers[whole_digits])
    whole_digits++;
  if (whole_digits == 0)
    while (size * (double) powers[1 - whole_digits] < 1.0)
      whole_digits--;
  for (int digits = 15; digits <= 17; digits++)
    {
      int k = digits - whole_digits;
      uint64_t m = (uint64_t) rintl ((long double) size * powers[k]);
      double back;

      if (!seidel_decimal_compose (m, -k, &back) || back != size)
        continue;
      if (signbit (value))
        *p++ = '-';
      return format_scaled (p, m, k);
    }
  return NULL;
}

char *
seidel_format_number (char *p, double value)
{
  static const char *const formats[] = { "%.15g", "%.16g", "%.17g" };
  char *end = isfinite (value) ? format_middling (p, value) : NULL;

  if (end != NULL)
    return end;
  for (size_t i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_ascii_formatd (p, SEIDEL_NUMBER_LENGTH, formats[i], value);
      if (!isfinite (value) || g_ascii_strtod (p, NULL) == value)
        break;
    }
  return p + strlen (p);
}

static bool
fail (const SeidelOutput *output, int code, GError **error)
{
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s: cannot be written: %s", output->name,
               g_strerror (code));
  return false;
}

/* The library reports a failure of the file in its own words. */
static bool
fail_packing (const SeidelOutput *output, GError **error)
{
  const char *message = archive_error_string (output->packer);

  if (output->failure != 0)
    return fail (output, output->failure, error);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s: cannot be written: %s", output->name,
               message != NULL ? message : "it cannot be compressed");
  return false;
}

/* False with output->failure. */
static bool
write_bytes (SeidelOutput *output, const char *bytes, size_t length)
{
  size_t done = 0;

  while (done < length && output->failure == 0)
    {
      ssize_t n = write (output->fd, bytes + done, length - done);

      if (n < 0 && errno != EINTR)
        output->failure = errno;
      else if (n > 0)
        done += (size_t) n;
    }
  output->written += done;
  return output->failure == 0;
}

static la_ssize_t
write_packed_cb (struct archive *packer, void *data, const void *bytes, size_t length)
{
  SeidelOutput *output = data;

  if (write_bytes (output, bytes, length))
    return (la_ssize_t) length;
  archive_set_error (packer, output->failure, "the file cannot be written");
  return -1;
}

/* What is compressed is a single file without a name. */
static bool
begin_entry (SeidelOutput *output)
{
  struct archive_entry *entry = archive_entry_new ();
  bool fine;

  if (entry == NULL)
    return false;
  archive_entry_set_filetype (entry, AE_IFREG);
  fine = archive_write_header (output->packer, entry) == ARCHIVE_OK;
  archive_entry_free (entry);
  return fine;
}

/* 16 more than the largest window: with gzip's own header and check sum. */
static bool
start_deflating (SeidelOutput *output, GError **error)
{
  output->deflater = g_new0 (z_stream, 1);
  if (deflateInit2 (output->deflater, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8,
                    Z_DEFAULT_STRATEGY)
      == Z_OK)
    return true;
  g_clear_pointer (&output->deflater, g_free);
  return fail (output, ENOMEM, error);
}

static bool
start_packing (SeidelOutput *output, GError **error)
{
  for (size_t i = 0; i < G_N_ELEMENTS (add_filter); i++)
    {
      if (!g_str_has_suffix (output->path, seidel_output_compressions[i]))
        continue;
      if (add_filter[i] == NULL)
        return start_deflating (output, error);
      output->packer = archive_write_new ();
      if (output->packer == NULL)
        return fail (output, ENOMEM, error);
      if (archive_write_set_format_raw (output->packer) == ARCHIVE_OK
          && add_filter[i](output->packer) == ARCHIVE_OK
          && archive_write_set_bytes_per_block (output->packer, 0) == ARCHIVE_OK
          && archive_write_open (output->packer, output, NULL, write_packed_cb, NULL) == ARCHIVE_OK
          && begin_entry (output))
        return true;
      return fail_packing (output, error);
    }
  return true;
}

/* What is at a path before anything is written there. */
typedef struct
{
  GStatBuf status;
  bool exists;
  bool standard; /* it is where standard output goes, and may not even be truncated */
  bool stream;   /* it is never replaced by a file: a device, a pipe, or standard output */
} Place;

static Place
look_at (const char *path)
{
  Place place = { 0 };
  struct stat out;

  place.exists = g_stat (path, &place.status) == 0;
  place.standard = place.exists && fstat (STDOUT_FILENO, &out) == 0
                   && out.st_dev == place.status.st_dev && out.st_ino == place.status.st_ino;
  place.stream =
    place.standard
    || (place.exists && !S_ISREG (place.status.st_mode) && !S_ISDIR (place.status.st_mode));
  return place;
}

/* The file itself where the path is a link to one: links stay. */
static char *
follow_links (const char *path)
{
  char *real = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? realpath (path, NULL) : NULL;
  char *target = g_strdup (real != NULL ? real : path);

  free (real);
  return target;
}

static SeidelOutput *
output_new (const char *path, const Place *place)
{
  SeidelOutput *output = g_new0 (SeidelOutput, 1);

  output->fd = -1;
  output->temporary.fd = -1;
  output->path = place->stream ? g_strdup (path) : follow_links (path);
  output->name = g_filename_display_basename (path);
  return output;
}

static bool
check_folder (const SeidelOutput *output, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (output->path);
  g_autofree char *name = g_filename_display_name (folder);

  if (g_access (folder, W_OK | X_OK) == 0)
    return true;
  if (errno != ENOENT)
    return fail (output, errno, error);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s: cannot be written: there is no folder %s",
               output->name, name);
  return false;
}

/* What is protected stays as it is, though it could be replaced. */
static bool
check_place (const SeidelOutput *output, const Place *place, GError **error)
{
  if (place->exists && S_ISDIR (place->status.st_mode))
    return fail (output, EISDIR, error);
  if (place->standard)
    return true;
  if (place->exists && g_access (output->path, W_OK) != 0)
    return fail (output, errno, error);
  return place->stream || check_folder (output, error);
}

bool
seidel_output_check (const char *path, GError **error)
{
  const Place place = look_at (path);
  g_autoptr (SeidelOutput) output = output_new (path, &place);

  return check_place (output, &place, error);
}

static bool
open_stream (SeidelOutput *output, const Place *place, GError **error)
{
  output->fd = place->standard ? fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
                               : g_open (output->path, O_WRONLY | O_CLOEXEC | O_NOCTTY, 0);
  return output->fd >= 0 || fail (output, errno, error);
}

/* A file that was there keeps its mode. */
static bool
open_temporary (SeidelOutput *output, const Place *place, GError **error)
{
  if (!seidel_temporary_open (&output->temporary, output->path)
      || (place->exists && fchmod (output->temporary.fd, place->status.st_mode & 0777) != 0))
    return fail (output, errno, error);
  output->fd = output->temporary.fd;
  return true;
}

SeidelOutput *
seidel_output_open (const char *path, GError **error)
{
  const Place place = look_at (path);
  g_autoptr (SeidelOutput) output = output_new (path, &place);

  if (!check_place (output, &place, error))
    return NULL;
  if (place.stream ? !open_stream (output, &place, error) : !open_temporary (output, &place, error))
    return NULL;
  if (!start_packing (output, error))
    return NULL;
  output->buffer = g_try_malloc (BUFFER_BYTES);
  output->capacity = output->buffer != NULL ? BUFFER_BYTES : LITTLE_BYTES;
  return g_steal_pointer (&output);
}

char *
seidel_output_hand_over (SeidelOutput *output, bool named, int *fd, GError **error)
{
  SeidelTemporary *temporary = &output->temporary;

  if (temporary->fd < 0)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO,
                   "%s: is not a regular file, which this format requires", output->name);
      return NULL;
    }
  if ((named && !seidel_temporary_give_name (temporary))
      || (*fd = fcntl (output->fd, F_DUPFD_CLOEXEC, 0)) < 0)
    {
      fail (output, errno, error);
      return NULL;
    }
  output->foreign = true;
  return named ? g_strdup (temporary->name) : seidel_temporary_path (*fd);
}

static char *
buffer_of (SeidelOutput *output)
{
  return output->buffer != NULL ? output->buffer : output->little;
}

static bool
flush_packed (SeidelOutput *output, GError **error)
{
  size_t done = 0;

  while (done < output->used)
    {
      la_ssize_t n =
        archive_write_data (output->packer, buffer_of (output) + done, output->used - done);

      if (n <= 0)
        return fail_packing (output, error);
      done += (size_t) n;
    }
  output->used = 0;
  return true;
}

/* What is in the buffer, and at the end what zlib keeps. */
static bool
flush_deflated (SeidelOutput *output, bool end, GError **error)
{
  z_stream *z = output->deflater;
  char piece[16384];
  int status;

  z->next_in = (Bytef *) buffer_of (output);
  z->avail_in = (uInt) output->used;
  do
    {
      z->next_out = (Bytef *) piece;
      z->avail_out = sizeof piece;
      status = deflate (z, end ? Z_FINISH : Z_NO_FLUSH);
      if (!write_bytes (output, piece, sizeof piece - z->avail_out))
        return fail (output, output->failure, error);
    }
  while (end ? status == Z_OK : z->avail_out == 0);
  output->used = 0;
  return true;
}

static bool
flush (SeidelOutput *output, GError **error)
{
  if (output->deflater != NULL)
    return flush_deflated (output, false, error);
  if (output->packer != NULL)
    return flush_packed (output, error);
  if (!write_bytes (output, buffer_of (output), output->used))
    return fail (output, output->failure, error);
  output->used = 0;
  return true;
}

bool
seidel_output_write (SeidelOutput *output, const char *text, size_t length, GError **error)
{
  while (length > 0)
    {
      size_t n = MIN (length, output->capacity - output->used);

      memcpy (buffer_of (output) + output->used, text, n);
      output->used += n;
      text += n;
      length -= n;
      if (output->used == output->capacity && !flush (output, error))
        return false;
    }
  return true;
}

bool
seidel_output_printf (SeidelOutput *output, GError **error, const char *format, ...)
{
  g_autofree char *text = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  /* Unlike other functions of GLib, this one does without memory. */
  return text != NULL ? seidel_output_write (output, text, strlen (text), error)
                      : fail (output, ENOMEM, error);
}

/* Whether the file, which is on the disk, has as many bytes as were written. What a library wrote
 * is verified by whoever handed it over. */
static bool
check_complete (const SeidelOutput *output, GError **error)
{
  struct stat status;

  if (fstat (output->fd, &status) != 0)
    return fail (output, errno, error);
  if (output->foreign || (uint64_t) status.st_size == output->written)
    return true;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO,
               "%s: cannot be written: the file has %" G_GINT64_FORMAT " of the %" G_GUINT64_FORMAT
               " bytes written",
               output->name, (gint64) status.st_size, output->written);
  return false;
}

bool
seidel_output_finish (SeidelOutput *output, GError **error)
{
  if (!flush (output, error))
    return false;
  if (output->deflater != NULL && !flush_deflated (output, true, error))
    return false;
  if (output->packer != NULL && archive_write_close (output->packer) != ARCHIVE_OK)
    return fail_packing (output, error);
  /* On the disk before it takes the place of what is there. */
  if (fsync (output->fd) != 0 && errno != EINVAL)
    return fail (output, errno, error);
  if (output->temporary.fd < 0)
    {
      int fd = output->fd;

      output->fd = -1;
      return close (fd) == 0 || fail (output, errno, error);
    }
  if (!check_complete (output, error))
    return false;
  return seidel_temporary_place (&output->temporary) || fail (output, errno, error);
}

bool
seidel_output_save (const char *path, const char *text, size_t length, GError **error)
{
  g_autoptr (SeidelOutput) output = seidel_output_open (path, error);

  return output != NULL && seidel_output_write (output, text, length, error)
         && seidel_output_finish (output, error);
}

void
seidel_output_close (SeidelOutput *output)
{
  if (output == NULL)
    return;
  if (output->packer != NULL)
    archive_write_free (output->packer);
  if (output->deflater != NULL)
    deflateEnd (output->deflater);
  g_free (output->deflater);
  if (output->temporary.fd < 0 && output->fd >= 0)
    close (output->fd);
  seidel_temporary_clear (&output->temporary);
  g_free (output->path);
  g_free (output->name);
  g_free (output->buffer);
  g_free (output);
}
