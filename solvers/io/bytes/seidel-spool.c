/* Keeps what can be read only once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-spool.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/seidel-fail.h"
#include "io/bytes/seidel-temporary.h"
#include "base/seidel-translatable.h"

#define STANDARD_INPUT "-"

/* How often it polls for cancellation, and what is read at once. */
#define TICK_MILLISECONDS 100
#define PIECE             65536

struct SeidelSpool
{
  char *path; /* as it was asked for */
  char *name;
  int fd;
  double bytes;
  double most;
};

static GMutex mutex;
static GPtrArray *spools; /* of SeidelSpool; never freed */
static SeidelSpoolFetch fetcher;
static bool allowed;

void
seidel_spool_allow (SeidelSpoolFetch fetch)
{
  allowed = true;
  fetcher = fetch;
}

static bool
is_address (const char *path)
{
  return fetcher != NULL
         && (g_str_has_prefix (path, "https://") || g_str_has_prefix (path, "http://"));
}

/* A pipe, or a terminal at which somebody types. */
static bool
is_stream (int fd)
{
  struct stat status;

  return fstat (fd, &status) == 0
         && (S_ISFIFO (status.st_mode) || S_ISSOCK (status.st_mode) || isatty (fd));
}

static SeidelSpool *
find (const char *path)
{
  for (guint i = 0; spools != NULL && i < spools->len; i++)
    if (strcmp (((SeidelSpool *) spools->pdata[i])->path, path) == 0)
      return spools->pdata[i];
  return NULL;
}

static bool
fail (const SeidelSpool *self, GError **error, const char *what)
{
  g_autofree char *got = g_format_size ((guint64) self->bytes);

  return seidel_fail (error, SEIDEL_ERROR_IO,
                      seidel_text (
                        "%s: %s after %s; it is kept in %s (TMPDIR names another folder)"),
                      self->name, what, got, g_get_tmp_dir ());
}

bool
seidel_spool_write (SeidelSpool *self, const void *data, size_t n, GError **error)
{
  for (size_t done = 0; done < n;)
    {
      const ssize_t step = write (self->fd, (const char *) data + done, n - done);

      if (step < 0 && errno == EINTR)
        continue;
      if (step < 0)
        return fail (self, error,
                     errno == ENOSPC || errno == EDQUOT || errno == EFBIG
                       ? seidel_text ("there is no room left on the disk")
                       : g_strerror (errno));
      done += (size_t) step;
      self->bytes += (double) step;
    }
  return self->bytes <= self->most
         || fail (self, error,
                  seidel_text ("what comes takes more than half of the room that was free"));
}

/* Everything that comes until the last writer has closed it. */
static bool
read_stream (SeidelSpool *self, int fd, GCancellable *cancellable, GError **error)
{
  char piece[PIECE];
  struct pollfd ready = { fd, POLLIN, 0 };

  for (;;)
    {
      ssize_t n;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return false;
      /* A FIFO that nobody has opened for writing yet is not at its end. */
      if (poll (&ready, 1, TICK_MILLISECONDS) <= 0)
        continue;
      n = read (fd, piece, sizeof piece);
      if (n == 0)
        return true;
      if (n < 0 && errno != EINTR && errno != EAGAIN)
        return fail (self, error, g_strerror (errno));
      if (n > 0 && !seidel_spool_write (self, piece, (size_t) n, error))
        return false;
    }
}

static void
spool_free (SeidelSpool *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->path);
  g_free (self->name);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSpool, spool_free)

/* "A.mtx" of "https://server/A.mtx?x=1". */
static char *
name_of (const char *path)
{
  g_autofree char *plain = NULL;

  if (strcmp (path, STANDARD_INPUT) == 0)
    return g_strdup ("standard input");
  plain = is_address (path) ? g_strndup (path, strcspn (path, "?#")) : g_strdup (path);
  return g_filename_display_basename (plain);
}

static SeidelSpool *
spool_new (const char *path, GError **error)
{
  g_autoptr (SeidelSpool) self = g_new0 (SeidelSpool, 1);
  struct statvfs system;

  self->path = g_strdup (path);
  self->name = name_of (path);
  self->fd = seidel_temporary_scratch (g_get_tmp_dir ());
  if (self->fd < 0)
    {
      fail (self, error, g_strerror (errno));
      return NULL;
    }
  self->most = fstatvfs (self->fd, &system) == 0
                 ? (double) system.f_bavail * (double) system.f_frsize / 2.0
                 : G_MAXDOUBLE;
  return g_steal_pointer (&self);
}

/* Of the standard input that is a regular file nothing needs to be copied. */
static bool
fill (SeidelSpool *self,
      int fd,
      SeidelProgress *progress,
      GCancellable *cancellable,
      GError **error)
{
  seidel_progress_begin (progress, "Reading the input");
  if (is_address (self->path))
    return fetcher (self->path, self, progress, cancellable, error);
  if (is_stream (fd))
    return read_stream (self, fd, cancellable, error);
  close (self->fd);
  self->fd = dup (fd);
  return self->fd >= 0 || fail (self, error, g_strerror (errno));
}

/* The descriptor to read from; −1 where path is nothing that is spooled, or cannot be opened, which
 * the next one to open it reports. */
static int
open_stream (const char *path)
{
  int fd;

  if (strcmp (path, STANDARD_INPUT) == 0)
    return dup (STDIN_FILENO);
  fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd >= 0 && is_stream (fd))
    return fd;
  if (fd >= 0)
    close (fd);
  return -1;
}

bool
seidel_spool_fill (const char *path,
                   SeidelProgress *progress,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (GMutexLocker) locker = NULL;
  g_autoptr (SeidelSpool) self = NULL;
  bool done = false;
  int fd = -1;

  if (!allowed)
    return true;
  locker = g_mutex_locker_new (&mutex);
  if (find (path) != NULL || (!is_address (path) && (fd = open_stream (path)) < 0))
    return true;
  self = spool_new (path, error);
  if (self != NULL)
    done = fill (self, fd, progress, cancellable, error);
  if (fd >= 0)
    close (fd);
  if (!done)
    return false;
  if (spools == NULL)
    spools = g_ptr_array_new ();
  g_ptr_array_add (spools, g_steal_pointer (&self));
  return true;
}

char *
seidel_spool_path (const char *path)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);
  const SeidelSpool *self = find (path);

  /* Of this process: its helpers open it, too. */
  return self != NULL ? g_strdup_printf ("/proc/%ld/fd/%d", (long) getpid (), self->fd)
                      : g_strdup (path);
}

char *
seidel_spool_name (const char *path)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&mutex);
  const SeidelSpool *self = find (path);

  return self != NULL ? g_strdup (self->name) : NULL;
}
