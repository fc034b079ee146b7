/* The folder of the copies: names, order by use, bounds.
 *
 * A copy's time of modification is its last use: it is never written to, and file systems
 * may not keep the time of access.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/cache/seidel-cache-folder.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "io/cache/seidel-cache-file.h"
#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"

#define COPY_SUFFIX   ".matrix"
#define UNFINISHED    ".unfinished-" /* in the name of what is being written */
#define MOST_BYTES    ((uint64_t) 4 << 30)
#define SHARE_OF_DISK 10
#define NAME_DIGITS   32

/* A file of the folder. */
typedef struct
{
  char *file;
  uint64_t bytes;
  int64_t used;
  bool finished;
} Item;

static void
item_free (Item *item)
{
  g_free (item->file);
  g_free (item);
}

const char *
seidel_cache_folder (void)
{
  static char *folder;
  static gsize known;

  if (g_once_init_enter (&known))
    {
      folder = g_build_filename (g_get_user_cache_dir (), "seidel", "matrices", NULL);
      g_once_init_leave (&known, 1);
    }
  return folder;
}

char *
seidel_cache_folder_file (const char *path, const char *variable)
{
  g_autofree char *key = g_strconcat (path, "\n", variable, NULL);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, key, -1);
  g_autofree char *name = g_strdup_printf ("%.*s" COPY_SUFFIX, NAME_DIGITS, sum);

  return g_build_filename (seidel_cache_folder (), name, NULL);
}

void
seidel_cache_folder_touch (const char *file)
{
  const struct timespec times[2] = { { 0, UTIME_NOW }, { 0, UTIME_NOW } };

  utimensat (AT_FDCWD, file, times, 0);
}

int
seidel_cache_folder_begin (const char *file, char **unfinished)
{
  int fd;

  if (g_mkdir_with_parents (seidel_cache_folder (), 0700) != 0)
    return -1;
  *unfinished = g_strconcat (file, UNFINISHED "XXXXXX", NULL);
  fd = g_mkstemp_full (*unfinished, O_RDWR | O_CLOEXEC, 0400);
  if (fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) == 0)
    return fd;
  if (fd >= 0)
    {
      g_unlink (*unfinished);
      close (fd);
    }
  g_clear_pointer (unfinished, g_free);
  return -1;
}

static gint
compare_use_cb (gconstpointer a, gconstpointer b)
{
  const Item *first = *(const Item *const *) a;
  const Item *second = *(const Item *const *) b;

  return (first->used < second->used) - (first->used > second->used);
}

/* What is ours in the folder, used last first. */
static GPtrArray *
list_items (void)
{
  GPtrArray *items = g_ptr_array_new_with_free_func ((GDestroyNotify) item_free);
  g_autoptr (GDir) folder = g_dir_open (seidel_cache_folder (), 0, NULL);
  const char *name;

  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    {
      bool finished = g_str_has_suffix (name, COPY_SUFFIX);
      g_autofree char *file = g_build_filename (seidel_cache_folder (), name, NULL);
      struct stat status;
      Item *item;

      if ((!finished && strstr (name, COPY_SUFFIX UNFINISHED) == NULL) || lstat (file, &status) != 0
          || !S_ISREG (status.st_mode))
        continue;
      item = g_new0 (Item, 1);
      item->file = g_steal_pointer (&file);
      item->bytes = (uint64_t) status.st_size;
      item->used = status.st_mtim.tv_sec * G_USEC_PER_SEC + status.st_mtim.tv_nsec / 1000;
      item->finished = finished;
      g_ptr_array_add (items, item);
    }
  g_ptr_array_sort (items, compare_use_cb);
  return items;
}

/* Removes what a program left that ended while it was writing. */
static void
remove_if_left (const char *file)
{
  int fd = open (file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);

  if (fd < 0)
    return;
  if (flock (fd, LOCK_EX | LOCK_NB) == 0)
    g_unlink (file);
  close (fd);
}

uint64_t
seidel_cache_folder_wanted_bytes (void)
{
  const char *text = g_getenv ("SEIDEL_CACHE");
  guint64 megabytes;

  if (g_strcmp0 (text, "off") == 0)
    return 0;
  if (text != NULL && g_ascii_string_to_unsigned (text, 10, 0, 1 << 30, &megabytes, NULL))
    return megabytes * 1000000;
  return MOST_BYTES;
}

/* A part of what would be free without the copies. */
static uint64_t
bearable_bytes (const GPtrArray *items)
{
  struct statvfs disk;
  uint64_t bytes = 0;

  for (guint i = 0; i < items->len; i++)
    bytes += ((const Item *) g_ptr_array_index (items, i))->bytes;
  if (statvfs (seidel_cache_folder (), &disk) != 0 && statvfs (g_get_user_cache_dir (), &disk) != 0)
    return MOST_BYTES;
  return (bytes + (uint64_t) disk.f_bavail * disk.f_frsize) / SHARE_OF_DISK;
}

uint64_t
seidel_cache_limit (void)
{
  g_autoptr (GPtrArray) items = list_items ();

  return MIN (seidel_cache_folder_wanted_bytes (), bearable_bytes (items));
}

bool
seidel_cache_folder_make_room (const char *file, uint64_t bytes)
{
  g_autoptr (GPtrArray) items = list_items ();
  uint64_t limit = MIN (seidel_cache_folder_wanted_bytes (), bearable_bytes (items));
  uint64_t sum = bytes;

  if (bytes > limit)
    return false;
  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = g_ptr_array_index (items, i);

      if (!item->finished)
        remove_if_left (item->file);
      else if (g_strcmp0 (item->file, file) != 0)
        {
          sum += item->bytes;
          if (sum > limit)
            g_unlink (item->file);
        }
    }
  return true;
}

static SeidelCacheCopy *
describe_copy (const Item *item)
{
  SeidelCacheCopy *copy = g_new0 (SeidelCacheCopy, 1);
  SeidelCacheSummary summary;
  SeidelCacheStamp stamp;

  copy->bytes = item->bytes;
  copy->used = item->used / G_USEC_PER_SEC;
  if (!seidel_cache_file_peek (item->file, &summary, NULL))
    return copy;
  copy->path = g_steal_pointer (&summary.path);
  copy->variable = g_steal_pointer (&summary.variable);
  copy->name = g_steal_pointer (&summary.name);
  copy->rows = summary.rows;
  copy->columns = summary.columns;
  copy->nonzeros = summary.nonzeros;
  copy->current = seidel_cache_stamp_take (&stamp, copy->path)
                  && seidel_cache_stamp_equal (&stamp, &summary.stamp);
  return copy;
}

void
seidel_cache_copy_free (SeidelCacheCopy *copy)
{
  g_free (copy->path);
  g_free (copy->variable);
  g_free (copy->name);
  g_free (copy);
}

GPtrArray *
seidel_cache_list (void)
{
  GPtrArray *copies = g_ptr_array_new_with_free_func ((GDestroyNotify) seidel_cache_copy_free);
  g_autoptr (GPtrArray) items = list_items ();

  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = g_ptr_array_index (items, i);

      if (item->finished)
        g_ptr_array_add (copies, describe_copy (item));
    }
  return copies;
}

bool
seidel_cache_clear (GError **error)
{
  g_autoptr (GPtrArray) items = list_items ();

  for (guint i = 0; i < items->len; i++)
    {
      const Item *item = g_ptr_array_index (items, i);

      if (!item->finished)
        remove_if_left (item->file);
      else if (g_unlink (item->file) != 0 && errno != ENOENT)
        return seidel_fail (error, SEIDEL_ERROR_IO, seidel_text ("%s cannot be removed: %s"),
                            item->file, g_strerror (errno));
    }
  return true;
}
