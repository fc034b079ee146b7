/* Archives of NumPy arrays: zip files whose members are .npy files, stored or deflated.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-numpy.h"

#include <archive.h>
#include <archive_entry.h>
#include <string.h>

#include "base/seidel-error.h"

#define MEMBER_ENDING ".npy"

/* Where a local header of a zip file has the name of its member. */
#define NAME_LENGTH_AT 26
#define NAME_AT        30

/* More arrays than anybody keeps in one file. */
#define MOST_MEMBERS 1000

#define BLOCK_BYTES 65536

/* Bytes that may follow one compressed byte, at the very most: the limit of deflate. */
#define MOST_INFLATION 1032

static void
member_free (SeidelNumpyMember *member)
{
  g_free (member->name);
  seidel_numpy_header_clear (&member->header);
  g_free (member);
}

/* A zip file whose first member is an array: others are none of ours. */
bool
seidel_numpy_zip_recognise (const char *head, size_t length)
{
  size_t name_length;

  if (length < NAME_AT || memcmp (head, "PK\x03\x04", 4) != 0)
    return false;
  name_length =
    (unsigned char) head[NAME_LENGTH_AT] | (unsigned char) head[NAME_LENGTH_AT + 1] << 8;
  return name_length > strlen (MEMBER_ENDING) && NAME_AT + name_length <= length
         && memcmp (head + NAME_AT + name_length - strlen (MEMBER_ENDING), MEMBER_ENDING,
                    strlen (MEMBER_ENDING))
              == 0;
}

static void
fail_archive (const SeidelSource *source, struct archive *archive, GError **error)
{
  const char *message = archive_error_string (archive);
  g_autofree char *valid = g_utf8_make_valid (message != NULL ? message : "damaged", -1);

  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT, "%s: the zip archive cannot be read: %s",
               seidel_source_name (source), valid);
}

static struct archive *
open_archive (SeidelSource *source, GError **error)
{
  struct archive *archive = archive_read_new ();

  archive_read_support_format_zip_seekable (archive);
  if (archive_read_open_filename (archive, seidel_source_path (source), BLOCK_BYTES) == ARCHIVE_OK)
    return archive;
  fail_archive (source, archive, error);
  archive_read_free (archive);
  return NULL;
}

/* --- one member ----------------------------------------------------------------------------------
 */

static int64_t
read_member_cb (SeidelNumpyStream *stream, char *buffer, int64_t n, GError **error)
{
  struct archive *archive = stream->data;
  int64_t got = 0;

  while (got < n)
    {
      la_ssize_t step = archive_read_data (archive, buffer + got, (size_t) (n - got));

      if (step < 0)
        {
          const char *message = archive_error_string (archive);

          g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT, "%s: is damaged: %s", stream->name,
                       message != NULL ? message : "it cannot be unpacked");
          return -1;
        }
      if (step == 0)
        break;
      got += step;
    }
  return got;
}

static void
part_begin (SeidelNumpyPart *part,
            const SeidelSource *source,
            struct archive *archive,
            struct archive_entry *entry,
            const char *name)
{
  double inflated = (double) seidel_source_file_bytes (source) * MOST_INFLATION;

  part->archive = archive;
  part->stream = (SeidelNumpyStream){
    .read = read_member_cb,
    .data = archive,
    .name = g_strdup_printf ("%s, %s" MEMBER_ENDING, seidel_source_name (source), name),
    .most = archive_entry_size_is_set (entry) ? MIN (inflated, (double) archive_entry_size (entry))
                                              : inflated,
  };
}

void
seidel_numpy_part_clear (SeidelNumpyPart *part)
{
  if (part->archive != NULL)
    archive_read_free (part->archive);
  part->archive = NULL;
  g_clear_pointer (&part->stream.name, g_free);
}

/* The name of a member that is an array, without the ending; or NULL. */
static char *
array_name (struct archive_entry *entry)
{
  const char *path = archive_entry_pathname (entry);

  if (path == NULL)
    path = archive_entry_pathname_utf8 (entry);
  if (path == NULL || !g_str_has_suffix (path, MEMBER_ENDING))
    return NULL;
  {
    g_autofree char *name = g_strndup (path, strlen (path) - strlen (MEMBER_ENDING));

    return g_utf8_make_valid (name, -1);
  }
}

bool
seidel_numpy_part_open (SeidelNumpyPart *part,
                        const SeidelNumpyZip *zip,
                        const char *name,
                        GError **error)
{
  struct archive *archive = open_archive (zip->source, error);
  struct archive_entry *entry;
  int status = ARCHIVE_OK;

  *part = (SeidelNumpyPart){ 0 };
  while (archive != NULL && (status = archive_read_next_header (archive, &entry)) >= ARCHIVE_WARN
         && status != ARCHIVE_EOF)
    {
      g_autofree char *found = array_name (entry);

      if (g_strcmp0 (found, name) != 0)
        continue;
      part_begin (part, zip->source, archive, entry, name);
      return true;
    }
  if (archive != NULL && status == ARCHIVE_EOF)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s: changed while it was being read",
                 seidel_source_name (zip->source));
  else if (archive != NULL)
    fail_archive (zip->source, archive, error);
  if (archive != NULL)
    archive_read_free (archive);
  return false;
}

/* --- all of them ---------------------------------------------------------------------------------
 */

/* Takes the header of the member that the archive stands at, if it is an array. */
static bool
take_member (SeidelNumpyZip *zip,
             struct archive *archive,
             struct archive_entry *entry,
             GError **error)
{
  g_autofree char *name = array_name (entry);
  SeidelNumpyPart part = { 0 };
  SeidelNumpyMember *member;
  bool fine;

  if (name == NULL || seidel_numpy_zip_find (zip, name) != NULL)
    return true;
  if (zip->members->len == MOST_MEMBERS)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED, "%s: holds more than %d arrays",
                   seidel_source_name (zip->source), MOST_MEMBERS);
      return false;
    }
  if (archive_entry_is_data_encrypted (entry) > 0)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                   "%s: the archive is encrypted; unpack it first",
                   seidel_source_name (zip->source));
      return false;
    }
  member = g_new0 (SeidelNumpyMember, 1);
  part_begin (&part, zip->source, archive, entry, name);
  fine = seidel_numpy_header_read (&member->header, &part.stream, error);
  g_free (part.stream.name);
  member->name = g_steal_pointer (&name);
  g_ptr_array_add (zip->members, member);
  return fine;
}

bool
seidel_numpy_zip_init (SeidelNumpyZip *zip,
                       SeidelSource *source,
                       GCancellable *cancellable,
                       GError **error)
{
  struct archive *archive = NULL;
  struct archive_entry *entry;
  bool fine = true;
  int status = ARCHIVE_OK;

  zip->source = source;
  zip->members = g_ptr_array_new_with_free_func ((GDestroyNotify) member_free);
  if (seidel_source_is_compressed (source))
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                   "%s: a zip archive inside a compressed file; unpack that first",
                   seidel_source_name (source));
      return false;
    }
  archive = open_archive (source, error);
  if (archive == NULL)
    return false;
  while (fine && (status = archive_read_next_header (archive, &entry)) >= ARCHIVE_WARN
         && status != ARCHIVE_EOF)
    fine = !g_cancellable_set_error_if_cancelled (cancellable, error)
           && take_member (zip, archive, entry, error);
  if (fine && status != ARCHIVE_EOF)
    {
      fail_archive (source, archive, error);
      fine = false;
    }
  archive_read_free (archive);
  return fine;
}

void
seidel_numpy_zip_clear (SeidelNumpyZip *zip)
{
  g_clear_pointer (&zip->members, g_ptr_array_unref);
}

const SeidelNumpyMember *
seidel_numpy_zip_find (const SeidelNumpyZip *zip, const char *name)
{
  for (unsigned i = 0; i < zip->members->len; i++)
    {
      const SeidelNumpyMember *member = zip->members->pdata[i];

      if (g_strcmp0 (member->name, name) == 0)
        return member;
    }
  return NULL;
}
