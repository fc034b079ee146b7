/* Writing files: buffered, and without a name until they are complete.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-output.h"

#include <inttypes.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/seidel-fail.h"
#include "io/bytes/seidel-packer.h"
#include "io/bytes/seidel-temporary.h"
#include "base/seidel-translatable.h"

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
  SeidelPacker *packer;      /* between the buffer and the file, where that is compressed */
  char *buffer;
  size_t capacity;
  size_t used;
  char little[LITTLE_BYTES];
};

static bool
fail (const SeidelOutput *output, int code, GError **error)
{
  return seidel_fail (error, SEIDEL_ERROR_IO, seidel_text ("%s: cannot be written: %s"),
                      output->name, g_strerror (code));
}

/* The file failed, or there was no memory to compress. */
static bool
fail_flush (const SeidelOutput *output, GError **error)
{
  return fail (output, output->failure != 0 ? output->failure : ENOMEM, error);
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

static bool
put_cb (void *data, const char *bytes, size_t n)
{
  return write_bytes (data, bytes, n);
}

static bool
start_packing (SeidelOutput *output, GError **error)
{
  if (!seidel_packer_has_ending (output->path))
    return true;
  output->packer = seidel_packer_new (output->path, put_cb, output);
  return output->packer != NULL || fail_flush (output, error);
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

  if (strcmp (path, SEIDEL_STANDARD_OUTPUT) == 0)
    return (Place){ .exists = true, .standard = true, .stream = true };
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
  return seidel_fail (error, SEIDEL_ERROR_IO,
                      seidel_text ("%s: cannot be written: there is no folder %s"), output->name,
                      name);
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
    return seidel_fail (error, SEIDEL_ERROR_IO,
                        seidel_text ("%s: is not a regular file, which this format requires"),
                        output->name);
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

/* last: nothing comes after what is in the buffer. */
static bool
flush (SeidelOutput *output, bool last, GError **error)
{
  const bool written =
    output->packer != NULL
      ? seidel_packer_write (output->packer, buffer_of (output), output->used, last)
      : write_bytes (output, buffer_of (output), output->used);

  output->used = 0;
  return written || fail_flush (output, error);
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
      if (output->used == output->capacity && !flush (output, false, error))
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
  return seidel_fail (error, SEIDEL_ERROR_IO,
                      seidel_text ("%s: cannot be written: the file has %" PRId64 " of the %" PRIu64
                                   " bytes written"),
                      output->name, (gint64) status.st_size, output->written);
}

bool
seidel_output_finish (SeidelOutput *output, GError **error)
{
  if (!flush (output, true, error))
    return false;
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
  seidel_packer_free (output->packer);
  if (output->temporary.fd < 0 && output->fd >= 0)
    close (output->fd);
  seidel_temporary_clear (&output->temporary);
  g_free (output->path);
  g_free (output->name);
  g_free (output->buffer);
  g_free (output);
}
