/* Packs what tests want to read: compressed files and archives.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include "io-testing.h"

/* One for each compression. */
typedef struct
{
  const char *suffix;
  int filter;
} PackTestingFilter;

static const PackTestingFilter pack_testing_filters[] = {
  { ".gz", ARCHIVE_FILTER_GZIP }, { ".bz2", ARCHIVE_FILTER_BZIP2 },
  { ".xz", ARCHIVE_FILTER_XZ },   { ".zst", ARCHIVE_FILTER_ZSTD },
  { ".lz4", ARCHIVE_FILTER_LZ4 }, { ".Z", ARCHIVE_FILTER_COMPRESS },
};

/* A file of an archive; text NULL stands for something other than a file. */
typedef struct
{
  const char *name;
  const char *text;
} PackTestingMember;

static inline struct archive *
pack_testing_begin (const char *path, int format, int filter)
{
  struct archive *archive = archive_write_new ();

  g_assert_cmpint (archive_write_set_format (archive, format), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_add_filter (archive, filter), ==, ARCHIVE_OK);
  if (filter != ARCHIVE_FILTER_NONE && filter != ARCHIVE_FILTER_COMPRESS)
    g_assert_cmpint (archive_write_set_filter_option (archive, NULL, "compression-level", "1"), ==,
                     ARCHIVE_OK);
  g_assert_cmpint (archive_write_set_bytes_in_last_block (archive, 1), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_open_filename (archive, path), ==, ARCHIVE_OK);
  return archive;
}

static inline void
pack_testing_add (struct archive *archive, const char *name, const char *text, size_t length)
{
  struct archive_entry *entry = archive_entry_new ();

  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, text != NULL ? AE_IFREG : AE_IFDIR);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, (la_int64_t) length);
  g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
  if (length > 0)
    g_assert_cmpint (archive_write_data (archive, text, length), ==, (la_ssize_t) length);
  archive_entry_free (entry);
}

static inline void
pack_testing_end (struct archive *archive)
{
  g_assert_cmpint (archive_write_close (archive), ==, ARCHIVE_OK);
  archive_write_free (archive);
}

/* One file, compressed; nothing else. */
static inline char *
pack_testing_compress (const char *name, int filter, const char *text, size_t length)
{
  char *path = io_testing_path (name);
  struct archive *archive = pack_testing_begin (path, ARCHIVE_FORMAT_RAW, filter);

  pack_testing_add (archive, "content", text, length);
  pack_testing_end (archive);
  return path;
}

/* An archive of n members. */
static inline char *
pack_testing_archive (const char *name,
                      int format,
                      int filter,
                      const PackTestingMember *members,
                      size_t n)
{
  char *path = io_testing_path (name);
  struct archive *archive = pack_testing_begin (path, format, filter);

  for (size_t i = 0; i < n; i++)
    pack_testing_add (archive, members[i].name, members[i].text,
                      members[i].text != NULL ? strlen (members[i].text) : 0);
  pack_testing_end (archive);
  return path;
}
