/* Maps a copy, which takes no memory of its own, or reads it: what is mapped ends the program when
 * another one truncates the file, or the disk fails (SIGBUS).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/cache/seidel-cache-bytes.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/seidel-fail.h"
#include "base/seidel-memory.h"
#include "io/cache/seidel-cache.h"
#include "base/seidel-translatable.h"

/* Read at once, between two polls for cancellation. */
#define PIECE_BYTES ((size_t) 16 << 20)

static atomic_bool reads;

void
seidel_cache_read_copies (void)
{
  atomic_store (&reads, true);
}

static GBytes *
map_file (const char *file, GError **error)
{
  g_autoptr (GMappedFile) mapped = g_mapped_file_new (file, FALSE, error);

  return mapped != NULL ? g_mapped_file_get_bytes (mapped) : NULL;
}

static bool
fail (const char *file, const char *reason, GError **error)
{
  return seidel_fail (error, SEIDEL_ERROR_IO, seidel_text ("%s: cannot be read: %s"), file, reason);
}

static bool
read_all (int fd,
          char *to,
          size_t bytes,
          const char *file,
          GCancellable *cancellable,
          GError **error)
{
  for (size_t done = 0; done < bytes;)
    {
      ssize_t n = read (fd, to + done, MIN (bytes - done, PIECE_BYTES));

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return false;
      if (n == 0)
        return fail (file, seidel_text ("it was truncated meanwhile"), error);
      if (n < 0 && errno != EINTR)
        return fail (file, g_strerror (errno), error);
      done += n > 0 ? (size_t) n : 0;
    }
  return true;
}

static GBytes *
read_open_file (int fd, const char *file, GCancellable *cancellable, GError **error)
{
  struct stat status;
  size_t bytes;
  char *memory;

  if (fstat (fd, &status) != 0)
    {
      fail (file, g_strerror (errno), error);
      return NULL;
    }
  bytes = (size_t) status.st_size;
  memory =
    (double) bytes <= seidel_memory_available () ? seidel_memory_alloc (MAX (bytes, 1)) : NULL;
  if (memory == NULL)
    {
      seidel_memory_fail (error, (double) bytes, "%s", file);
      return NULL;
    }
  if (read_all (fd, memory, bytes, file, cancellable, error))
    return g_bytes_new_with_free_func (memory, bytes, free, memory);
  free (memory);
  return NULL;
}

GBytes *
seidel_cache_bytes_open (const char *file, GCancellable *cancellable, GError **error)
{
  GBytes *bytes;
  int fd;

  if (!atomic_load (&reads))
    return map_file (file, error);
  fd = open (file, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    {
      fail (file, g_strerror (errno), error);
      return NULL;
    }
  bytes = read_open_file (fd, file, cancellable, error);
  close (fd);
  return bytes;
}
