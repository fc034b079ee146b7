/* Decompresses a stream of bytes, whatever they were compressed with.
 *
 * All through libarchive but gzip, whose check sums libarchive (3.6) does not look at; zlib does.
 * One layer only: what is compressed twice is not unpacked twice.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-filter.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>
#include <zlib.h>

#include "base/seidel-error.h"

#define PULL_BYTES (256 * 1024)

struct SeidelFilter
{
  const SeidelCompression *compression;
  char *name;
  SeidelPull pull;
  void *data;
  char *buffer;    /* PULL_BYTES: compressed bytes */
  bool ended;      /* nothing more will come */
  GError *failure; /* of pulling, on its way through a library */

  /* gzip */
  z_stream inflater;
  bool inflating; /* the inflater is to be ended */

  /* all others */
  struct archive *archive;
  struct archive_entry *entry;
};

static bool
starts_with (const unsigned char *head, size_t length, const char *magic, size_t n)
{
  return length >= n && memcmp (head, magic, n) == 0;
}

static bool
is_gzip (const unsigned char *head, size_t length)
{
  return starts_with (head, length, "\x1f\x8b", 2);
}

/* The number behind the letters is the size of a block; then comes the first block, or the end. */
static bool
is_bzip2 (const unsigned char *head, size_t length)
{
  return starts_with (head, length, "BZh", 3) && length >= 10 && head[3] >= '1' && head[3] <= '9'
         && (memcmp (head + 4, "1AY&SY", 6) == 0 || memcmp (head + 4, "\x17rE8P\x90", 6) == 0);
}

static bool
is_xz (const unsigned char *head, size_t length)
{
  return starts_with (head, length,
                      "\xfd"
                      "7zXZ\0",
                      6);
}

static bool
is_zstd (const unsigned char *head, size_t length)
{
  return starts_with (head, length, "\x28\xb5\x2f\xfd", 4);
}

static bool
is_lz4 (const unsigned char *head, size_t length)
{
  return starts_with (head, length, "\x04\x22\x4d\x18", 4);
}

static bool
is_compress (const unsigned char *head, size_t length)
{
  return starts_with (head, length, "\x1f\x9d", 2);
}

/* The inflation of each follows from its format:
 *  - deflate: 258 bytes for two codes of one bit each, rounded up as zlib's authors do;
 *  - bzip2: a block, at least 15 bytes, holds 900,000 bytes after runs of 259 were written as 5;
 *  - xz: an LZMA2 chunk, at least 6 bytes, holds at most 2 MiB;
 *  - zstd: a block of 4 bytes holds at most 128 KiB;
 *  - lz4: each byte of a length represents 255;
 *  - compress: a code of 16 bits represents at most 65,280 bytes. */
static const SeidelCompression compressions[] = {
  { "gzip", (const char *const[]){ ".gz", NULL }, is_gzip, ARCHIVE_FILTER_GZIP, 1032 },
  { "bzip2", (const char *const[]){ ".bz2", NULL }, is_bzip2, ARCHIVE_FILTER_BZIP2, 3200000 },
  { "xz", (const char *const[]){ ".xz", NULL }, is_xz, ARCHIVE_FILTER_XZ, 350000 },
  { "zstd", (const char *const[]){ ".zst", NULL }, is_zstd, ARCHIVE_FILTER_ZSTD, 32768 },
  { "lz4", (const char *const[]){ ".lz4", NULL }, is_lz4, ARCHIVE_FILTER_LZ4, 256 },
  { "compress", (const char *const[]){ ".z", NULL }, is_compress, ARCHIVE_FILTER_COMPRESS, 32768 },
};

const SeidelCompression *
seidel_compression_recognise (const unsigned char *head, size_t length)
{
  for (size_t i = 0; i < G_N_ELEMENTS (compressions); i++)
    if (compressions[i].recognise (head, length))
      return &compressions[i];
  return NULL;
}

char *
seidel_compression_strip (const char *name)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);
  const size_t length = strlen (name);

  for (size_t i = 0; i < G_N_ELEMENTS (compressions); i++)
    for (const char *const *suffix = compressions[i].suffixes; *suffix != NULL; suffix++)
      if (g_str_has_suffix (lower, *suffix) && length > strlen (*suffix))
        return g_strndup (name, length - strlen (*suffix));
  return g_strdup (name);
}

static int64_t
fail (const SeidelFilter *filter, GError **error, const char *why)
{
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s: the compressed data are damaged: %s",
               filter->name, why);
  return -1;
}

static bool
fail_memory (const SeidelFilter *filter, GError **error)
{
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY, "%s: there is no memory to decompress it",
               filter->name);
  return false;
}

/* Gets more compressed bytes behind those that are left. False on error and at the end. */
static bool
refill (SeidelFilter *filter, GError **error)
{
  z_stream *inflater = &filter->inflater;
  int64_t got;

  if (inflater->avail_in > 0) /* at first there is not even a place */
    memmove (filter->buffer, inflater->next_in, inflater->avail_in);
  inflater->next_in = (Bytef *) filter->buffer;
  got = filter->pull (filter->data, filter->buffer + inflater->avail_in,
                      PULL_BYTES - (int64_t) inflater->avail_in, error);
  if (got <= 0)
    return false;
  inflater->avail_in += (uInt) got;
  return true;
}

/* A gzip file may hold several parts; what else follows is left alone, as gzip itself does. */
static bool
begin_next_part (SeidelFilter *filter, GError **error)
{
  z_stream *inflater = &filter->inflater;
  g_autoptr (GError) cause = NULL;

  while (inflater->avail_in < 2 && refill (filter, &cause))
    ;
  if (cause != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cause));
      return false;
    }
  filter->ended = !is_gzip (inflater->next_in, inflater->avail_in);
  return filter->ended || inflateReset (inflater) == Z_OK;
}

static int64_t
read_gzip (SeidelFilter *filter, char *buffer, int64_t n, GError **error)
{
  z_stream *inflater = &filter->inflater;

  inflater->next_out = (Bytef *) buffer;
  inflater->avail_out = (uInt) n;
  while (inflater->avail_out > 0 && !filter->ended)
    {
      g_autoptr (GError) cause = NULL;
      int status;

      if (inflater->avail_in == 0 && !refill (filter, &cause))
        {
          if (cause == NULL)
            return fail (filter, error, "they end too early");
          g_propagate_error (error, g_steal_pointer (&cause));
          return -1;
        }
      status = inflate (inflater, Z_NO_FLUSH);
      if (status == Z_STREAM_END && !begin_next_part (filter, error))
        return -1;
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR)
        return fail (filter, error, inflater->msg != NULL ? inflater->msg : zError (status));
    }
  return n - (int64_t) inflater->avail_out;
}

/* What libarchive says of it, in the words used here. */
static int64_t
fail_archive (SeidelFilter *filter, GError **error)
{
  const char *why = archive_error_string (filter->archive);

  if (filter->failure != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&filter->failure));
      return -1;
    }
  if (why == NULL)
    return fail (filter, error, "they cannot be made sense of");
  if (g_ascii_strncasecmp (why, "truncated", strlen ("truncated")) == 0
      || strstr (why, "No progress is possible") != NULL)
    return fail (filter, error, "they end too early");
  /* Not a single byte has come, which is what raw data begin with. */
  if (strstr (why, "Unrecognized archive format") != NULL)
    return fail (filter, error, "they hold nothing, or end too early");
  return fail (filter, error, why);
}

static int64_t
read_archive (SeidelFilter *filter, char *buffer, int64_t n, GError **error)
{
  int64_t got = 0;

  while (got < n && !filter->ended)
    {
      la_ssize_t step = archive_read_data (filter->archive, buffer + got, (size_t) (n - got));

      if (step < 0)
        return fail_archive (filter, error);
      filter->ended = step == 0;
      got += step;
    }
  return got;
}

int64_t
seidel_filter_read (SeidelFilter *filter, char *buffer, int64_t n, GError **error)
{
  int64_t got = 0;

  /* zlib counts in 32 bits. */
  while (got < n && !filter->ended)
    {
      int64_t step = MIN (n - got, 1 << 30);

      step = filter->archive != NULL ? read_archive (filter, buffer + got, step, error)
                                     : read_gzip (filter, buffer + got, step, error);
      if (step < 0)
        return -1;
      got += step;
    }
  return got;
}

static la_ssize_t
pull_cb (struct archive *archive, void *data, const void **buffer)
{
  SeidelFilter *filter = data;
  int64_t got;

  *buffer = filter->buffer;
  got = filter->failure == NULL
          ? filter->pull (filter->data, filter->buffer, PULL_BYTES, &filter->failure)
          : -1;
  if (got < 0)
    archive_set_error (archive, EIO, "cannot be read");
  return got < 0 ? ARCHIVE_FATAL : (la_ssize_t) got;
}

/* Any result but ARCHIVE_OK would mean to run a program for it. libarchive (3.6) never returns when
 * asked for compress by code; there it may look for itself. */
static bool
add_filter (SeidelFilter *filter)
{
  const int code = filter->compression->code;

  return (code == ARCHIVE_FILTER_COMPRESS ? archive_read_support_filter_compress (filter->archive)
                                          : archive_read_append_filter (filter->archive, code))
         == ARCHIVE_OK;
}

static bool
begin_archive (SeidelFilter *filter, GError **error)
{
  filter->archive = archive_read_new ();
  /* That of libarchive itself may be missing. */
  filter->entry = archive_entry_new ();
  if (filter->archive == NULL || filter->entry == NULL)
    return fail_memory (filter, error);
  if (!add_filter (filter))
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
                   "%s: is compressed with %s, which this build of libarchive cannot read",
                   filter->name, filter->compression->name);
      return false;
    }
  /* archive_read_open () would not notice that there is no memory for the data of the callback. */
  return (archive_read_support_format_raw (filter->archive) == ARCHIVE_OK
          && archive_read_set_callback_data (filter->archive, filter) == ARCHIVE_OK
          && archive_read_set_read_callback (filter->archive, pull_cb) == ARCHIVE_OK
          && archive_read_open1 (filter->archive) == ARCHIVE_OK
          && archive_read_next_header2 (filter->archive, filter->entry) == ARCHIVE_OK)
         || fail_archive (filter, error) >= 0;
}

/* 16 more than the largest window: with gzip's own header and check sums. */
static bool
begin_gzip (SeidelFilter *filter, GError **error)
{
  filter->inflating = inflateInit2 (&filter->inflater, MAX_WBITS + 16) == Z_OK;
  return filter->inflating || fail_memory (filter, error);
}

SeidelFilter *
seidel_filter_new (const SeidelCompression *compression,
                   const char *name,
                   SeidelPull pull,
                   void *data,
                   GError **error)
{
  g_autoptr (SeidelFilter) filter = g_new0 (SeidelFilter, 1);

  filter->compression = compression;
  filter->name = g_strdup (name);
  filter->pull = pull;
  filter->data = data;
  filter->buffer = g_try_malloc (PULL_BYTES);
  if (filter->buffer == NULL)
    {
      fail_memory (filter, error);
      return NULL;
    }
  if (!(compression->code == ARCHIVE_FILTER_GZIP ? begin_gzip : begin_archive) (filter, error))
    return NULL;
  return g_steal_pointer (&filter);
}

void
seidel_filter_free (SeidelFilter *filter)
{
  if (filter == NULL)
    return;
  if (filter->inflating)
    inflateEnd (&filter->inflater);
  if (filter->archive != NULL)
    archive_read_free (filter->archive);
  archive_entry_free (filter->entry);
  g_clear_error (&filter->failure);
  g_free (filter->buffer);
  g_free (filter->name);
  g_free (filter);
}
