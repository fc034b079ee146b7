/* Walks over the files in an archive, without ever writing one to disk.
 *
 * libarchive reads from a source, which decompresses the whole and verifies its check sums. The
 * sizes that an archive declares are not trusted.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "io/bytes/seidel-filter.h"
#include "base/seidel-translatable.h"

/* An archive of more files is not one of matrices. */
#define MOST_MEMBERS 10000

/* Files with names of more bytes are skipped. */
#define LONGEST_NAME 4096

/* Bytes that may follow from one in an archive: a zip member may use bzip2. */
#define MOST_INFLATION 3200000

struct SeidelWalk
{
  SeidelSource *source; /* borrowed */
  struct archive *archive;
  struct archive_entry *entry; /* the current one; that of libarchive itself may be missing */
  char *buffer;                /* SEIDEL_PULL_BYTES */
  uint64_t position;
  GError *failure; /* of the source, on its way through libarchive */
  GError *broken;  /* what ended the walk before the end of the archive */
  int64_t index;   /* of the current file; −1 before the first */

  /* The current file. */
  const char *block; /* of its data, owned by libarchive */
  size_t left;       /* of the block */
  uint64_t done;     /* bytes of it that were read */
  bool ended;
  bool encrypted;
};

static bool
fail (SeidelWalk *walk, GError **error)
{
  const char *why = archive_error_string (walk->archive);

  if (walk->broken == NULL && walk->failure != NULL)
    walk->broken = g_steal_pointer (&walk->failure);
  else if (walk->broken == NULL && walk->encrypted)
    seidel_source_fail (walk->source, SEIDEL_ERROR_UNSUPPORTED, &walk->broken,
                        "the archive is encrypted; unpack it first");
  else if (walk->broken == NULL)
    seidel_source_fail (walk->source, SEIDEL_ERROR_FORMAT, &walk->broken,
                        "the archive cannot be read: %s",
                        why != NULL ? why : seidel_text ("it is damaged"));
  if (error != NULL)
    *error = g_error_copy (walk->broken);
  return false;
}

static la_ssize_t
read_cb (struct archive *archive, void *data, const void **buffer)
{
  SeidelWalk *walk = data;
  int64_t got = -1;

  *buffer = walk->buffer;
  if (walk->failure == NULL && seidel_source_poll (walk->source, &walk->failure))
    got = seidel_source_read (walk->source, walk->buffer, SEIDEL_PULL_BYTES, &walk->failure);
  if (got < 0)
    {
      archive_set_error (archive, EIO, "cannot be read");
      return ARCHIVE_FATAL;
    }
  walk->position += (uint64_t) got;
  return (la_ssize_t) got;
}

/* How far it could skip; compressed data are never skipped. */
static la_int64_t
skip_cb (struct archive *archive, void *data, la_int64_t request)
{
  SeidelWalk *walk = data;
  uint64_t size = seidel_source_file_bytes (walk->source);
  la_int64_t step;

  if (seidel_source_is_compressed (walk->source) || request <= 0)
    return 0;
  step = (la_int64_t) MIN ((uint64_t) request, size - walk->position);
  if (!seidel_source_seek (walk->source, walk->position + (uint64_t) step))
    return 0;
  walk->position += (uint64_t) step;
  return step;
}

static la_int64_t
seek_cb (struct archive *archive, void *data, la_int64_t offset, int whence)
{
  SeidelWalk *walk = data;
  int64_t size = (int64_t) seidel_source_file_bytes (walk->source);
  int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_END ? size : (int64_t) walk->position;

  if (offset < -base || offset > size - base
      || !seidel_source_seek (walk->source, (uint64_t) (base + offset)))
    {
      archive_set_error (archive, EINVAL, "it refers to a place outside of it");
      return ARCHIVE_FATAL;
    }
  walk->position = (uint64_t) (base + offset);
  return (la_int64_t) walk->position;
}

static bool
begin (SeidelWalk *walk, GError **error)
{
  g_clear_pointer (&walk->archive, archive_read_free);
  g_clear_error (&walk->failure);
  g_clear_error (&walk->broken);
  walk->index = -1;
  walk->position = 0;
  if (!seidel_source_rewind (walk->source, error))
    return false;
  walk->archive = archive_read_new ();
  if (walk->entry == NULL)
    walk->entry = archive_entry_new ();
  if (walk->archive == NULL || walk->entry == NULL)
    {
      seidel_source_fail (walk->source, SEIDEL_ERROR_MEMORY, error,
                          "there is not enough memory to read it");
      return false;
    }
  archive_read_set_read_callback (walk->archive, read_cb);
  archive_read_set_skip_callback (walk->archive, skip_cb);
  /* With it, libarchive reads the directory at the end of a zip archive. */
  if (!seidel_source_is_compressed (walk->source))
    archive_read_set_seek_callback (walk->archive, seek_cb);
  /* Each of these allocates, and the next would not notice. */
  return (archive_read_support_format_tar (walk->archive) == ARCHIVE_OK
          && archive_read_support_format_zip (walk->archive) == ARCHIVE_OK
          && archive_read_set_callback_data (walk->archive, walk) == ARCHIVE_OK
          && archive_read_open1 (walk->archive) == ARCHIVE_OK)
         || fail (walk, error);
}

SeidelWalk *
seidel_walk_new (SeidelSource *archive, GError **error)
{
  g_autoptr (SeidelWalk) walk = g_new0 (SeidelWalk, 1);

  walk->source = archive;
  walk->buffer = seidel_memory_try (SEIDEL_PULL_BYTES, "reading an archive", error);
  if (walk->buffer == NULL || !begin (walk, error))
    return NULL;
  return g_steal_pointer (&walk);
}

void
seidel_walk_free (SeidelWalk *walk)
{
  if (walk == NULL)
    return;
  g_clear_pointer (&walk->archive, archive_read_free);
  g_clear_pointer (&walk->entry, archive_entry_free);
  g_clear_error (&walk->failure);
  g_clear_error (&walk->broken);
  g_free (walk->buffer);
  g_free (walk);
}

/* The name of an entry in any encoding, or NULL. */
static const char *
entry_name (struct archive_entry *entry)
{
  const char *name = archive_entry_pathname_utf8 (entry);

  if (name == NULL)
    name = archive_entry_pathname (entry);
  return name != NULL && *name != '\0' && strlen (name) <= LONGEST_NAME ? name : NULL;
}

/* Only regular files with all their bytes. */
static bool
is_file (struct archive_entry *entry)
{
  return archive_entry_filetype (entry) == AE_IFREG && archive_entry_hardlink (entry) == NULL
         && archive_entry_sparse_count (entry) == 0 && entry_name (entry) != NULL;
}

/* The next file, or NULL at the end and on error. */
static struct archive_entry *
next_entry (SeidelWalk *walk, GError **error)
{
  for (;;)
    {
      int status;

      if (!seidel_source_poll (walk->source, error))
        return NULL;
      if (walk->broken != NULL)
        {
          fail (walk, error);
          return NULL;
        }
      status = archive_read_next_header2 (walk->archive, walk->entry);
      if (status == ARCHIVE_EOF)
        return NULL;
      if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
        {
          fail (walk, error);
          return NULL;
        }
      if (archive_file_count (walk->archive) > MOST_MEMBERS)
        {
          seidel_source_fail (walk->source, SEIDEL_ERROR_UNSUPPORTED, error,
                              "the archive holds more than %d files; one of matrices was expected",
                              MOST_MEMBERS);
          return NULL;
        }
      if (!is_file (walk->entry))
        continue;
      walk->index++;
      walk->left = 0;
      walk->done = 0;
      walk->ended = false;
      walk->encrypted = archive_entry_is_data_encrypted (walk->entry) > 0;
      return walk->entry;
    }
}

static SeidelMember *
member_new (const SeidelWalk *walk, struct archive_entry *entry)
{
  SeidelMember *member = g_new0 (SeidelMember, 1);
  g_autofree char *base = NULL;
  g_autofree char *unpacked = NULL;
  char *dot;

  member->index = walk->index;
  member->path = g_utf8_make_valid (entry_name (entry), -1);
  for (char *p = member->path; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = '?';
  /* Archives separate folders by / on every system. */
  member->folder = g_path_get_dirname (member->path);
  base = g_path_get_basename (member->path);
  unpacked = seidel_compression_strip (base);
  dot = strrchr (unpacked, '.');
  member->stem = dot != NULL && dot != unpacked ? g_strndup (unpacked, (gsize) (dot - unpacked))
                                                : g_strdup (unpacked);
  member->bytes = archive_entry_size_is_set (entry) ? archive_entry_size (entry) : -1;
  return member;
}

void
seidel_member_free (SeidelMember *member)
{
  if (member == NULL)
    return;
  g_free (member->path);
  g_free (member->folder);
  g_free (member->stem);
  g_free (member);
}

bool
seidel_walk_next (SeidelWalk *walk, SeidelMember **member, GError **error)
{
  struct archive_entry *entry = next_entry (walk, error);

  *member = entry != NULL ? member_new (walk, entry) : NULL;
  return entry != NULL;
}

bool
seidel_walk_to (SeidelWalk *walk, int64_t index, GError **error)
{
  g_autoptr (GError) cause = NULL;

  if (walk->index >= index && !begin (walk, error))
    return false;
  while (walk->index < index)
    if (next_entry (walk, &cause) == NULL)
      {
        if (cause != NULL)
          g_propagate_error (error, g_steal_pointer (&cause));
        else
          seidel_source_fail (walk->source, SEIDEL_ERROR_IO, error,
                              "changed while it was being read");
        return false;
      }
  return true;
}

const char *
seidel_walk_format (const SeidelWalk *walk)
{
  return archive_format (walk->archive) == ARCHIVE_FORMAT_ZIP ? "zip" : "tar";
}

/* Steps to the next block. Holes, zeros that are not stored, are refused. */
static bool
next_block (SeidelWalk *walk, GError **error)
{
  const void *block;
  la_int64_t offset;
  int status = archive_read_data_block (walk->archive, &block, &walk->left, &offset);

  if (status == ARCHIVE_EOF)
    {
      walk->left = 0;
      walk->ended = true;
      return true;
    }
  if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
    return fail (walk, error);
  walk->block = block;
  if ((uint64_t) offset == walk->done)
    return true;
  return seidel_source_fail (walk->source, SEIDEL_ERROR_UNSUPPORTED, error,
                             "a file in the archive has holes");
}

static int64_t
read_member_cb (void *data, char *buffer, int64_t n, GError **error)
{
  SeidelWalk *walk = data;
  int64_t got = 0;

  while (got < n && !walk->ended)
    {
      size_t step;

      if (walk->left == 0 && !next_block (walk, error))
        return -1;
      step = MIN (walk->left, (size_t) (n - got));
      if (step == 0)
        continue;
      memcpy (buffer + got, walk->block, step);
      walk->block += step;
      walk->left -= step;
      walk->done += step;
      got += (int64_t) step;
    }
  return got;
}

static bool
rewind_member_cb (void *data, GError **error)
{
  SeidelWalk *walk = data;

  return seidel_walk_to (walk, walk->index, error);
}

SeidelSource *
seidel_walk_open (SeidelWalk *walk, const SeidelMember *member, GError **error)
{
  uint64_t most = seidel_source_most_text (walk->source);
  SeidelSupply supply = { read_member_cb, rewind_member_cb, walk, most };

  if (archive_format (walk->archive) == ARCHIVE_FORMAT_ZIP)
    supply.most = most > G_MAXINT64 / MOST_INFLATION ? G_MAXINT64 : most * MOST_INFLATION;
  if (member->bytes >= 0)
    supply.most = MIN (supply.most, (uint64_t) member->bytes);
  return seidel_source_open_part (walk->source, member->path, &supply, error);
}
