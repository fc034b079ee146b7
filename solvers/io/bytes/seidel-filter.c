/* Decompresses a stream of bytes, whatever they were compressed with. One layer only, what is
 * compressed twice is not unpacked twice; but text in UTF-16 is decoded in a compression, too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/bytes/seidel-filter-private.h"

#include <archive.h>
#include <string.h>

#include "base/seidel-error.h"
#include "base/seidel-translatable.h"

/* Bytes of one step: zlib counts in 32 bits. */
#define MOST_STEP (1 << 30)

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

/* Text in UTF-16, with its mark or, in either byte order, four characters of ASCII at once. */
static bool
is_utf16 (const unsigned char *head, size_t length)
{
  bool little = length >= 8;
  bool big = length >= 8;

  if (starts_with (head, length, "\xff\xfe", 2) || starts_with (head, length, "\xfe\xff", 2))
    return length < 4 || head[2] != 0 || head[3] != 0;
  for (int i = 0; i < 8 && (little || big); i++)
    {
      const bool text = g_ascii_isprint (head[i]) || g_ascii_isspace (head[i]);

      little = little && (i % 2 == 0 ? text : head[i] == 0);
      big = big && (i % 2 == 1 ? text : head[i] == 0);
    }
  return little || big;
}

/* The inflation of each follows from its format:
 *  - deflate: 258 bytes for two codes of one bit each, rounded up as zlib's authors do;
 *  - bzip2: a block, at least 15 bytes, holds 900,000 bytes after runs of 259 were written as 5;
 *  - xz: an LZMA2 chunk, at least 6 bytes, holds at most 2 MiB;
 *  - zstd: a block of 4 bytes holds at most 128 KiB;
 *  - lz4: each byte of a length represents 255;
 *  - compress: a code of 16 bits represents at most 65,280 bytes;
 *  - UTF-16: two bytes become three of UTF-8 at most. It is no compression, but read like one. */
static const SeidelCompression compressions[] = {
  { "gzip", (const char *const[]){ ".gz", NULL }, is_gzip, &seidel_decoder_gzip, 0, 1032 },
  { "bzip2", (const char *const[]){ ".bz2", NULL }, is_bzip2, &seidel_decoder_archive,
    ARCHIVE_FILTER_BZIP2, 3200000 },
  { "xz", (const char *const[]){ ".xz", NULL }, is_xz, &seidel_decoder_xz, 0, 350000 },
  { "zstd", (const char *const[]){ ".zst", NULL }, is_zstd, &seidel_decoder_archive,
    ARCHIVE_FILTER_ZSTD, 32768 },
  { "lz4", (const char *const[]){ ".lz4", NULL }, is_lz4, &seidel_decoder_archive,
    ARCHIVE_FILTER_LZ4, 256 },
  { "compress", (const char *const[]){ ".z", NULL }, is_compress, &seidel_decoder_archive,
    ARCHIVE_FILTER_COMPRESS, 32768 },
  { "UTF-16", (const char *const[]){ "", NULL }, is_utf16, &seidel_decoder_utf16, 0, 2 },
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

int64_t
seidel_filter_fail (const SeidelFilter *filter, GError **error, const char *why)
{
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO,
               seidel_text ("%s: the compressed data are damaged: %s"), filter->name,
               seidel_text (why));
  return -1;
}

int64_t
seidel_filter_fail_early (const SeidelFilter *filter, GError **error)
{
  return seidel_filter_fail (filter, error, "they end too early");
}

int64_t
seidel_filter_fail_memory (const SeidelFilter *filter, GError **error)
{
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_MEMORY,
               seidel_text ("%s: there is no memory to decompress it"), filter->name);
  return -1;
}

bool
seidel_filter_refill (SeidelFilter *filter, GError **error)
{
  int64_t got;

  if (filter->left > 0) /* at first there is not even a place */
    memmove (filter->buffer, filter->next, filter->left);
  filter->next = filter->buffer;
  got = filter->pull (filter->data, (char *) filter->buffer + filter->left,
                      SEIDEL_PULL_BYTES - (int64_t) filter->left, error);
  if (got <= 0)
    return false;
  filter->left += (size_t) got;
  return true;
}

/* As the decoder has them. */
static int64_t
read_decoded (SeidelFilter *filter, char *buffer, int64_t n, GError **error)
{
  int64_t got = 0;

  while (got < n && !filter->ended)
    {
      const int64_t step =
        filter->compression->decoder->read (filter, buffer + got, MIN (n - got, MOST_STEP), error);

      if (step < 0)
        return -1;
      got += step;
    }
  return got;
}

/* First what was read ahead. */
static int64_t
read_behind (void *data, char *buffer, int64_t n, GError **error)
{
  SeidelFilter *filter = data;
  const int64_t again = MIN (n, filter->n_ahead - filter->at_ahead);
  int64_t got;

  memcpy (buffer, filter->ahead + filter->at_ahead, (size_t) again);
  filter->at_ahead += again;
  if (again == n)
    return n;
  got = read_decoded (filter, buffer + again, n - again, error);
  return got < 0 ? -1 : again + got;
}

/* Finds out whether what was compressed is text in UTF-16. */
static bool
look_ahead (SeidelFilter *filter, GError **error)
{
  const int64_t got = read_decoded (filter, filter->ahead, SEIDEL_COMPRESSION_HEAD, error);
  const SeidelCompression *within;

  if (got < 0)
    return false;
  filter->looked = true;
  filter->n_ahead = got;
  within = seidel_compression_recognise ((const unsigned char *) filter->ahead, (size_t) got);
  if (within == NULL || within->decoder != &seidel_decoder_utf16)
    return true;
  filter->text = seidel_filter_new (within, filter->name, read_behind, filter, error);
  return filter->text != NULL;
}

int64_t
seidel_filter_read (SeidelFilter *filter, char *buffer, int64_t n, GError **error)
{
  if (filter->compression->decoder == &seidel_decoder_utf16)
    return read_decoded (filter, buffer, n, error);
  if (!filter->looked && !look_ahead (filter, error))
    return -1;
  return filter->text != NULL ? seidel_filter_read (filter->text, buffer, n, error)
                              : read_behind (filter, buffer, n, error);
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
  filter->buffer = g_try_malloc (SEIDEL_PULL_BYTES);
  if (filter->buffer == NULL)
    {
      seidel_filter_fail_memory (filter, error);
      return NULL;
    }
  return compression->decoder->begin (filter, error) ? g_steal_pointer (&filter) : NULL;
}

void
seidel_filter_free (SeidelFilter *filter)
{
  if (filter == NULL)
    return;
  seidel_filter_free (filter->text);
  if (filter->state != NULL)
    filter->compression->decoder->end (filter);
  g_free (filter->buffer);
  g_free (filter->name);
  g_free (filter);
}
