/* Writing the binary copy of one matrix, and where its parts lie in the file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/cache/seidel-cache-file-private.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

#include "config.h"
#include "base/seidel-fail.h"
#include "base/seidel-translatable.h"

#define ALIGNMENT     64
#define MOST_TEXT     65536
#define MOST_NONZEROS ((int64_t) 1 << 48)

uint64_t
seidel_cache_header_sum (const SeidelCacheHeader *header)
{
  return XXH64 (header, offsetof (SeidelCacheHeader, sum), 0);
}

bool
seidel_cache_lay_out (const SeidelCacheHeader *header, SeidelCacheLayout *layout)
{
  const uint64_t twice = header->field == SEIDEL_FIELD_COMPLEX ? 2 : 0;
  uint64_t at = sizeof *header;

  if (header->rows < 0 || header->rows > G_MAXINT32 || header->columns < 0
      || header->columns > G_MAXINT32 || header->nonzeros < 0 || header->nonzeros > MOST_NONZEROS
      || header->text_bytes > MOST_TEXT || header->has_rhs > 1)
    return false;
  layout->bytes[SEIDEL_CACHE_PART_TEXTS] = header->text_bytes;
  layout->bytes[SEIDEL_CACHE_PART_OFFSETS] = (uint64_t) (header->rows + 1) * sizeof (int64_t);
  layout->bytes[SEIDEL_CACHE_PART_COLUMNS] = (uint64_t) header->nonzeros * sizeof (int32_t);
  layout->bytes[SEIDEL_CACHE_PART_VALUES] = (uint64_t) header->nonzeros * sizeof (double);
  layout->bytes[SEIDEL_CACHE_PART_PARTS] = (uint64_t) header->nonzeros * twice * sizeof (double);
  layout->bytes[SEIDEL_CACHE_PART_RHS] =
    (uint64_t) header->rows * header->has_rhs * MAX (twice, 1) * sizeof (double);
  for (int part = 0; part < SEIDEL_CACHE_N_PARTS; part++)
    {
      at = (at + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
      layout->begins[part] = at;
      at += layout->bytes[part];
    }
  layout->total = at;
  return true;
}

static GBytes *
collect_texts (const SeidelCacheIdentity *identity, const SeidelMatrix *matrix)
{
  const char *const texts[SEIDEL_CACHE_N_TEXTS] = {
    [SEIDEL_CACHE_TEXT_PROGRAM] = SEIDEL_VERSION,
    [SEIDEL_CACHE_TEXT_PATH] = identity->path,
    [SEIDEL_CACHE_TEXT_VARIABLE] = identity->variable,
    [SEIDEL_CACHE_TEXT_NAME] = matrix->name,
    [SEIDEL_CACHE_TEXT_ORIGIN_VARIABLE] = matrix->origin.variable,
    [SEIDEL_CACHE_TEXT_FORMAT] = matrix->origin.format,
    [SEIDEL_CACHE_TEXT_NOTE] = matrix->origin.note,
    [SEIDEL_CACHE_TEXT_READING] = matrix->origin.reading,
    [SEIDEL_CACHE_TEXT_EVIDENCE] = matrix->origin.evidence,
  };
  GByteArray *bytes = g_byte_array_new ();

  for (int i = 0; i < SEIDEL_CACHE_N_TEXTS; i++)
    {
      const char *text = texts[i] != NULL ? texts[i] : "";

      g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text) + 1);
    }
  return g_byte_array_free_to_bytes (bytes);
}

/* Where the parts of a matrix are, to be written. */
static void
find_parts (const SeidelMatrix *matrix, GBytes *texts, const void *parts[SEIDEL_CACHE_N_PARTS])
{
  parts[SEIDEL_CACHE_PART_TEXTS] = g_bytes_get_data (texts, NULL);
  parts[SEIDEL_CACHE_PART_OFFSETS] = matrix->csr->row_offsets;
  parts[SEIDEL_CACHE_PART_COLUMNS] = matrix->csr->column_indices;
  parts[SEIDEL_CACHE_PART_VALUES] = matrix->csr->values;
  parts[SEIDEL_CACHE_PART_PARTS] = matrix->parts;
  parts[SEIDEL_CACHE_PART_RHS] = matrix->rhs;
}

static void
fill_header (SeidelCacheHeader *header,
             const SeidelCacheIdentity *identity,
             const SeidelMatrix *matrix,
             GBytes *texts)
{
  memset (header, 0, sizeof *header);
  memcpy (header->magic, SEIDEL_CACHE_MAGIC, sizeof header->magic);
  header->version = SEIDEL_CACHE_VERSION;
  header->byte_order = SEIDEL_CACHE_BYTE_ORDER_MARK;
  header->stamp = identity->stamp;
  header->rows = matrix->csr->rows;
  header->columns = matrix->csr->columns;
  header->nonzeros = seidel_csr_nonzeros (matrix->csr);
  header->stored = matrix->origin.stored;
  header->duplicates = matrix->origin.duplicates;
  header->field = (uint32_t) matrix->origin.field;
  header->symmetry = (uint32_t) matrix->origin.symmetry;
  header->text_bytes = (uint32_t) g_bytes_get_size (texts);
  header->has_rhs = matrix->rhs != NULL;
}

uint64_t
seidel_cache_file_bytes (const SeidelCacheIdentity *identity, const SeidelMatrix *matrix)
{
  g_autoptr (GBytes) texts = collect_texts (identity, matrix);
  SeidelCacheHeader header;
  SeidelCacheLayout layout;

  fill_header (&header, identity, matrix, texts);
  return seidel_cache_lay_out (&header, &layout) ? layout.total : UINT64_MAX;
}

static bool
write_at (int fd, const void *data, size_t length, uint64_t offset, GError **error)
{
  size_t done = 0;

  while (done < length)
    {
      ssize_t n = pwrite (fd, (const char *) data + done, length - done, (off_t) (offset + done));

      if (n < 0 && errno != EINTR)
        return seidel_fail (error, SEIDEL_ERROR_IO, seidel_text ("the copy cannot be written: %s"),
                            g_strerror (errno));
      done += n > 0 ? (size_t) n : 0;
    }
  return true;
}

/* Writes a part, and sums it piece by piece as sum_pieces () does. */
static bool
write_part (int fd,
            const char *data,
            size_t length,
            uint64_t offset,
            SeidelScratch *scratch,
            uint64_t *sum,
            GCancellable *cancellable,
            GError **error)
{
  const size_t n_pieces = (length + SEIDEL_CACHE_PIECE_BYTES - 1) / SEIDEL_CACHE_PIECE_BYTES;
  g_autofree uint64_t *sums = g_new0 (uint64_t, MAX (n_pieces, 1));

  for (size_t i = 0; i < n_pieces; i++)
    {
      const size_t begin = i * SEIDEL_CACHE_PIECE_BYTES;
      const size_t bytes = MIN (length - begin, SEIDEL_CACHE_PIECE_BYTES);

      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !write_at (fd, data + begin, bytes, offset + begin, error))
        return false;
      sums[i] = XXH64 (data + begin, bytes, 0);
      seidel_scratch_leave (scratch, data + begin, bytes);
    }
  *sum = XXH64 (sums, n_pieces * sizeof *sums, 0);
  return true;
}

static bool
is_array (int part)
{
  return part == SEIDEL_CACHE_PART_OFFSETS || part == SEIDEL_CACHE_PART_COLUMNS
         || part == SEIDEL_CACHE_PART_VALUES;
}

bool
seidel_cache_file_write (int fd,
                         const SeidelCacheIdentity *identity,
                         const SeidelMatrix *matrix,
                         SeidelScratch *scratch,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (GBytes) texts = collect_texts (identity, matrix);
  const void *parts[SEIDEL_CACHE_N_PARTS];
  SeidelCacheHeader header;
  SeidelCacheLayout layout;

  find_parts (matrix, texts, parts);
  fill_header (&header, identity, matrix, texts);
  if (!seidel_cache_lay_out (&header, &layout))
    return seidel_cache_distrust (error, "would not fit");
  /* Better now than half-way; if the file system cannot, writing fails later. */
  if (fallocate (fd, 0, 0, (off_t) layout.total) != 0 && errno == ENOSPC)
    return seidel_cache_distrust (error, "has no room on the disk");
  for (int part = 0; part < SEIDEL_CACHE_N_PARTS; part++)
    if (!write_part (fd, parts[part], layout.bytes[part], layout.begins[part],
                     is_array (part) ? scratch : NULL, &header.sums[part], cancellable, error))
      return false;
  header.sum = seidel_cache_header_sum (&header);
  return write_at (fd, &header, sizeof header, 0, error);
}
