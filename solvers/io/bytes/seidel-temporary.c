/* Files without a name: O_TMPFILE and linkat (), with a named file where that is not supported.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <glib/gstdio.h>

/* Programs that write to the same target at once. */
#define MOST_NAMES 100

/* Bytes of the target's name in that of a temporary file, which may have 255. */
#define MOST_NAME_BYTES 200

static bool always_named;

void
seidel_temporary_pretend_named (bool named)
{
  always_named = named;
}

/* The n-th name of a temporary file: always the same ones, so that what a program left is found
 * without searching the folder. */
static char *
nth_name (const char *target, int n)
{
  g_autofree char *folder = g_path_get_dirname (target);
  g_autofree char *base = g_path_get_basename (target);
  g_autofree char *name = g_strdup_printf (".%.*s.seidel-%d", MOST_NAME_BYTES, base, n);

  return g_build_filename (folder, name, NULL);
}

/* Locks of open file descriptions end with the program, and do not get in the way of those that
 * HDF5 sets. */
static bool
lock (int fd)
{
  struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

  return fcntl (fd, F_OFD_SETLK, &whole) == 0;
}

static bool
is_named (int fd, const char *name)
{
  struct stat file;
  struct stat named;

  return fstat (fd, &file) == 0 && lstat (name, &named) == 0 && file.st_dev == named.st_dev
         && file.st_ino == named.st_ino;
}

/* Removes a temporary file whose program has ended. */
static void
remove_if_left (const char *name)
{
  int fd = open (name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  struct stat status;

  if (fd < 0)
    return;
  if (fstat (fd, &status) == 0 && S_ISREG (status.st_mode) && lock (fd) && is_named (fd, name))
    unlink (name);
  close (fd);
}

/* Whether the new file is ours: another program may have taken it for one that was left before it
 * was locked. */
static bool
keep_named (int fd, const char *name)
{
  bool locked = lock (fd) || (errno != EAGAIN && errno != EACCES);

  return locked && is_named (fd, name);
}

static bool
open_named (SeidelTemporary *self, const char *name)
{
  self->fd = open (name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (self->fd < 0)
    return false;
  if (keep_named (self->fd, name))
    return true;
  close (self->fd);
  self->fd = -1;
  errno = EEXIST;
  return false;
}

static bool
link_named (SeidelTemporary *self, const char *name)
{
  g_autofree char *path = seidel_temporary_path (self->fd);

  return linkat (AT_FDCWD, path, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

/* Gives the file the first name that is free, or was left by a program that has ended. */
static bool
find_name (SeidelTemporary *self, bool (*take) (SeidelTemporary *self, const char *name))
{
  for (int n = 1; n <= MOST_NAMES; n++)
    {
      g_autofree char *name = nth_name (self->target, n);
      bool taken = take (self, name);

      if (!taken && errno == EEXIST)
        {
          remove_if_left (name);
          taken = take (self, name);
        }
      if (taken)
        self->name = g_steal_pointer (&name);
      if (taken || errno != EEXIST)
        return taken;
    }
  return false;
}

static int
open_nameless (const char *folder)
{
  int fd = always_named ? -1 : open (folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0666);
  g_autofree char *path = fd >= 0 ? seidel_temporary_path (fd) : NULL;

  if (fd < 0 || access (path, F_OK) == 0)
    return fd;
  close (fd); /* without /proc it could never be given a name */
  return -1;
}

bool
seidel_temporary_open (SeidelTemporary *self, const char *target)
{
  g_autofree char *folder = g_path_get_dirname (target);

  *self = (SeidelTemporary){ .fd = open_nameless (folder), .target = g_strdup (target) };
  return self->fd >= 0 || find_name (self, open_named);
}

/* So that the name is on the disk as well. Not all file systems support it. */
static void
sync_folder (const char *target)
{
  g_autofree char *folder = g_path_get_dirname (target);
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd < 0)
    return;
  fsync (fd);
  close (fd);
}

bool
seidel_temporary_give_name (SeidelTemporary *self)
{
  if (self->name != NULL)
    return true;
  lock (self->fd);
  return find_name (self, link_named);
}

bool
seidel_temporary_place (SeidelTemporary *self)
{
  /* What is there can be replaced by a file with a name only. */
  if (self->name == NULL && !link_named (self, self->target)
      && (errno != EEXIST || !seidel_temporary_give_name (self)))
    return false;
  if (self->name != NULL && rename (self->name, self->target) != 0)
    return false;
  g_clear_pointer (&self->name, g_free);
  sync_folder (self->target);
  return true;
}

void
seidel_temporary_clear (SeidelTemporary *self)
{
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
  if (self->name != NULL)
    unlink (self->name);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->target, g_free);
}

char *
seidel_temporary_path (int fd)
{
  return g_strdup_printf ("/proc/self/fd/%d", fd);
}

int
seidel_temporary_scratch (const char *folder)
{
  g_autofree char *name = NULL;
  int fd = open (folder, O_TMPFILE | O_EXCL | O_RDWR | O_CLOEXEC, 0600);

  if (fd >= 0)
    return fd;
  name = g_build_filename (folder, "seidel-XXXXXX", NULL);
  fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0)
    unlink (name);
  return fd;
}
