/* Blocks of a nameless file in place of memory.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/seidel-fail.h"
#include "base/seidel-format.h"
#include "base/seidel-memory.h"
#include "io/bytes/seidel-temporary.h"
#include "base/seidel-translatable.h"

#define ALIGNMENT 64

typedef struct
{
  char *begin;
  size_t bytes; /* whole pages */
  off_t place;  /* in the file */
} Block;

struct SeidelScratch
{
  GMutex mutex; /* of all below */
  int fd;       /* −1: none so far */
  char *folder; /* for messages */
  off_t end;
  GArray *blocks; /* Block */
};

SeidelScratch *
seidel_scratch_new (void)
{
  SeidelScratch *self = g_atomic_rc_box_new0 (SeidelScratch);

  g_mutex_init (&self->mutex);
  self->fd = -1;
  self->blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  return self;
}

SeidelScratch *
seidel_scratch_ref (SeidelScratch *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
scratch_clear (SeidelScratch *self)
{
  for (guint i = 0; i < self->blocks->len; i++)
    munmap (g_array_index (self->blocks, Block, i).begin,
            g_array_index (self->blocks, Block, i).bytes);
  g_array_unref (self->blocks);
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->folder);
  g_mutex_clear (&self->mutex);
}

void
seidel_scratch_unref (SeidelScratch *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, (GDestroyNotify) scratch_clear);
}

static bool
fail (const SeidelScratch *self, size_t bytes, int code, GError **error)
{
  g_autofree char *size = seidel_format_bytes ((double) bytes);
  g_autofree char *folder = g_filename_display_name (self->folder);

  return seidel_fail (error, SEIDEL_ERROR_IO,
                      seidel_text ("%s: reading takes %s more there, which cannot be stored: %s"),
                      folder, size, g_strerror (code));
}

static bool
open_file (SeidelScratch *self)
{
  if (self->fd >= 0)
    return true;
  self->folder = g_build_filename (g_get_user_cache_dir (), "seidel", NULL);
  if (g_mkdir_with_parents (self->folder, 0700) == 0)
    self->fd = seidel_temporary_scratch (self->folder);
  if (self->fd < 0)
    {
      g_free (self->folder);
      self->folder = g_strdup (g_get_tmp_dir ());
      self->fd = seidel_temporary_scratch (self->folder);
    }
  return self->fd >= 0;
}

/* With the mutex held. */
static bool
add_block (SeidelScratch *self, Block *block, GError **error)
{
  int code;

  if (!open_file (self))
    return fail (self, block->bytes, errno, error);
  block->place = self->end;
  code = posix_fallocate (self->fd, block->place, (off_t) block->bytes);
  if (code != 0)
    {
      /* What there was of it. */
      if (ftruncate (self->fd, block->place) != 0)
        g_debug ("scratch: %s", g_strerror (errno));
      return fail (self, block->bytes, code, error);
    }
  block->begin =
    mmap (NULL, block->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, self->fd, block->place);
  if (block->begin == MAP_FAILED)
    return seidel_memory_fail (error, (double) block->bytes, "Mapping what is read");
  self->end += (off_t) block->bytes;
  g_array_append_vals (self->blocks, block, 1);
  return true;
}

void *
seidel_scratch_take (SeidelScratch *self, size_t bytes, GError **error)
{
  const size_t page = (size_t) sysconf (_SC_PAGESIZE);
  Block block = { .bytes = (MAX (bytes, 1) + page - 1) / page * page };
  bool good;

  g_mutex_lock (&self->mutex);
  good = add_block (self, &block, error);
  g_mutex_unlock (&self->mutex);
  return good ? block.begin : NULL;
}

/* The block with an address, or its index of blocks->len. With the mutex held. */
static guint
find_block (const SeidelScratch *self, const void *at)
{
  guint i = 0;

  for (; i < self->blocks->len; i++)
    {
      const Block *block = &g_array_index (self->blocks, Block, i);

      if ((const char *) at >= block->begin && (const char *) at < block->begin + block->bytes)
        break;
    }
  return i;
}

void
seidel_scratch_give_back (SeidelScratch *self, void *block)
{
  Block found = { 0 };
  guint i;

  g_mutex_lock (&self->mutex);
  i = find_block (self, block);
  if (i < self->blocks->len)
    {
      found = g_array_index (self->blocks, Block, i);
      g_array_remove_index_fast (self->blocks, i);
    }
  g_mutex_unlock (&self->mutex);
  if (found.begin == NULL)
    return;
  munmap (found.begin, found.bytes);
  /* Where holes are not supported the place is free at the end. */
  if (fallocate (self->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, found.place,
                 (off_t) found.bytes)
      != 0)
    g_debug ("scratch: %s", g_strerror (errno));
}

void
seidel_scratch_settle (SeidelScratch *self, const void *at, size_t bytes)
{
  const size_t page = (size_t) sysconf (_SC_PAGESIZE);
  Block block = { 0 };
  size_t begin;
  guint i;

  if (self == NULL || bytes == 0)
    return;
  g_mutex_lock (&self->mutex);
  i = find_block (self, at);
  if (i < self->blocks->len)
    block = g_array_index (self->blocks, Block, i);
  g_mutex_unlock (&self->mutex);
  if (block.begin == NULL)
    return;
  begin = (size_t) ((const char *) at - block.begin) / page * page;
  bytes = MIN ((size_t) ((const char *) at - block.begin) + bytes, block.bytes) - begin;
  sync_file_range (self->fd, block.place + (off_t) begin, (off_t) bytes, SYNC_FILE_RANGE_WRITE);
  madvise (block.begin + begin, bytes, MADV_DONTNEED);
}

void
seidel_scratch_leave (SeidelScratch *self, const void *at, size_t bytes)
{
  const size_t page = (size_t) sysconf (_SC_PAGESIZE);
  const size_t before = (uintptr_t) at % page;

  if (self != NULL && bytes > 0)
    madvise ((char *) at - before, before + bytes, MADV_DONTNEED);
}

/* The block of a matrix. */
typedef struct
{
  SeidelScratch *scratch;
  void *block;
} Backing;

static void
backing_free (gpointer data)
{
  Backing *backing = data;

  seidel_scratch_give_back (backing->scratch, backing->block);
  seidel_scratch_unref (backing->scratch);
  g_free (backing);
}

static size_t
align (size_t bytes)
{
  return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

SeidelCsr *
seidel_scratch_csr_new (SeidelScratch *self,
                        int64_t rows,
                        int64_t columns,
                        int64_t nonzeros,
                        GError **error)
{
  const size_t columns_at = align ((size_t) (rows + 1) * sizeof (int64_t));
  const size_t values_at = columns_at + align ((size_t) nonzeros * sizeof (int32_t));
  const size_t bytes = values_at + (size_t) nonzeros * sizeof (double);
  char *block = seidel_scratch_take (self, bytes, error);
  Backing *backing;
  SeidelCsr *csr;

  if (block == NULL)
    return NULL;
  backing = g_new (Backing, 1);
  *backing = (Backing){ seidel_scratch_ref (self), block };
  csr = g_new0 (SeidelCsr, 1);
  csr->rows = rows;
  csr->columns = columns;
  csr->row_offsets = (int64_t *) (void *) block;
  csr->column_indices = (int32_t *) (void *) (block + columns_at);
  csr->values = (double *) (void *) (block + values_at);
  csr->backing = g_bytes_new_with_free_func (block, bytes, backing_free, backing);
  csr->row_offsets[rows] = nonzeros;
  return csr;
}
