/* Decompresses what needs no library of its own through libarchive.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>

#include "base/seidel-fail.h"
#include "io/bytes/seidel-filter-private.h"
#include "base/seidel-translatable.h"

typedef struct
{
  struct archive *archive;
  struct archive_entry *entry; /* that of libarchive itself may be missing */
  GError *failure;             /* of pulling, on its way through libarchive */
} Unpacker;

/* What libarchive says of it, in the words used here. */
static int64_t
fail (const SeidelFilter *filter, GError **error)
{
  Unpacker *unpacker = filter->state;
  const char *why = archive_error_string (unpacker->archive);

  if (unpacker->failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&unpacker->failure));
      return -1;
    }
  if (archive_errno (unpacker->archive) == ENOMEM)
    return seidel_filter_fail_memory (filter, error);
  if (why == NULL)
    return seidel_filter_fail (filter, error, "they cannot be made sense of");
  if (g_ascii_strncasecmp (why, "truncated", strlen ("truncated")) == 0)
    return seidel_filter_fail_early (filter, error);
  /* Not a single byte has come, which is what raw data begin with. */
  if (strstr (why, "Unrecognized archive format") != NULL)
    return seidel_filter_fail (filter, error, "they hold nothing, or end too early");
  return seidel_filter_fail (filter, error, why);
}

static la_ssize_t
pull_cb (struct archive *archive, void *data, const void **buffer)
{
  SeidelFilter *filter = data;
  Unpacker *unpacker = filter->state;
  int64_t got = -1;

  *buffer = filter->buffer;
  if (unpacker->failure == NULL)
    got =
      filter->pull (filter->data, (char *) filter->buffer, SEIDEL_PULL_BYTES, &unpacker->failure);
  if (got < 0)
    archive_set_error (archive, EIO, "cannot be read");
  return got < 0 ? ARCHIVE_FATAL : (la_ssize_t) got;
}

/* Any result but ARCHIVE_OK would mean to run a program for it. libarchive (3.6) never returns when
 * asked for compress by code; there it may look for itself. */
static bool
add_filter (const SeidelFilter *filter, struct archive *archive)
{
  const int code = filter->compression->code;

  return (code == ARCHIVE_FILTER_COMPRESS ? archive_read_support_filter_compress (archive)
                                          : archive_read_append_filter (archive, code))
         == ARCHIVE_OK;
}

static bool
fail_filter (const SeidelFilter *filter, GError **error)
{
  const Unpacker *unpacker = filter->state;

  if (archive_errno (unpacker->archive) == ENOMEM)
    return seidel_filter_fail_memory (filter, error) >= 0;
  return seidel_fail (error, SEIDEL_ERROR_UNSUPPORTED,
                      seidel_text (
                        "%s: is compressed with %s, which this build of libarchive cannot read"),
                      filter->name, filter->compression->name);
}

static bool
begin (SeidelFilter *filter, GError **error)
{
  Unpacker *unpacker = filter->state = g_new0 (Unpacker, 1);
  struct archive *archive = unpacker->archive = archive_read_new ();

  unpacker->entry = archive_entry_new ();
  if (archive == NULL || unpacker->entry == NULL)
    return seidel_filter_fail_memory (filter, error) >= 0;
  if (!add_filter (filter, archive))
    return fail_filter (filter, error);
  /* archive_read_open () would not notice that there is no memory for the data of the callback. */
  return (archive_read_support_format_raw (archive) == ARCHIVE_OK
          && archive_read_set_callback_data (archive, filter) == ARCHIVE_OK
          && archive_read_set_read_callback (archive, pull_cb) == ARCHIVE_OK
          && archive_read_open1 (archive) == ARCHIVE_OK
          && archive_read_next_header2 (archive, unpacker->entry) == ARCHIVE_OK)
         || fail (filter, error) >= 0;
}

static int64_t
read_some (SeidelFilter *filter, char *buffer, int64_t n, GError **error)
{
  Unpacker *unpacker = filter->state;
  int64_t got = 0;

  while (got < n && !filter->ended)
    {
      la_ssize_t step = archive_read_data (unpacker->archive, buffer + got, (size_t) (n - got));

      if (step < 0)
        return fail (filter, error);
      filter->ended = step == 0;
      got += step;
    }
  return got;
}

static void
end (SeidelFilter *filter)
{
  Unpacker *unpacker = filter->state;

  if (unpacker->archive != NULL)
    archive_read_free (unpacker->archive);
  archive_entry_free (unpacker->entry);
  g_clear_error (&unpacker->failure);
  g_free (unpacker);
}

const SeidelDecoder seidel_decoder_archive = { begin, read_some, end };
