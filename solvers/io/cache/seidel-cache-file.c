/* The binary copy of one matrix: mapping it, and believing it only when all agrees.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/cache/seidel-cache-file-private.h"

#include <errno.h>
#include <fcntl.h>
#include <omp.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "config.h"
#include "base/seidel-memory.h"
#include "base/seidel-fail.h"
#include "io/cache/seidel-cache-bytes.h"
#include "base/seidel-translatable.h"

#define MOST_THREADS  8
#define ROWS_PER_POLL 1024

/* Of the file that was read: its head, its tail, and blocks between. */
#define END_BYTES    65536
#define BLOCK_BYTES  4096
#define MIDDLE_PARTS 16

/* The sum of a part: XXH64 over those of its pieces, which several threads take. False when
 * cancelled. */
static bool
sum_pieces (const void *data, size_t length, int threads, GCancellable *cancellable, uint64_t *sum)
{
  int64_t n_pieces = (int64_t) ((length + SEIDEL_CACHE_PIECE_BYTES - 1) / SEIDEL_CACHE_PIECE_BYTES);
  g_autofree uint64_t *sums = g_new0 (uint64_t, MAX (n_pieces, 1));

#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) if (threads > 1 && n_pieces > 1)
  for (int64_t i = 0; i < n_pieces; i++)
    {
      size_t begin = (size_t) i * SEIDEL_CACHE_PIECE_BYTES;

      if (!g_cancellable_is_cancelled (cancellable))
        sums[i] =
          XXH64 ((const char *) data + begin, MIN (length - begin, SEIDEL_CACHE_PIECE_BYTES), 0);
    }
  *sum = XXH64 (sums, (size_t) n_pieces * sizeof *sums, 0);
  return !g_cancellable_is_cancelled (cancellable);
}

bool
seidel_cache_stamp_take (SeidelCacheStamp *stamp, const char *path)
{
  struct stat status;

  if (stat (path, &status) != 0 || !S_ISREG (status.st_mode))
    return false;
  *stamp = (SeidelCacheStamp){
    .bytes = (uint64_t) status.st_size,
    .modified = (int64_t) status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec,
    .changed = (int64_t) status.st_ctim.tv_sec * 1000000000 + status.st_ctim.tv_nsec,
    .inode = (uint64_t) status.st_ino,
  };
  return true;
}

bool
seidel_cache_stamp_equal (const SeidelCacheStamp *a, const SeidelCacheStamp *b)
{
  return a->bytes == b->bytes && a->modified == b->modified && a->changed == b->changed
         && a->inode == b->inode;
}

static bool
read_block (int fd, char *buffer, size_t length, uint64_t offset)
{
  size_t got = 0;

  while (got < length)
    {
      ssize_t n = pread (fd, buffer + got, length - got, (off_t) (offset + got));

      if (n <= 0 && !(n < 0 && errno == EINTR))
        return false;
      got += n > 0 ? (size_t) n : 0;
    }
  return true;
}

static bool
sum_block (int fd, uint64_t begin, size_t length, uint64_t *sum)
{
  g_autofree char *buffer = g_try_malloc (length + sizeof *sum);

  if (buffer == NULL)
    return false;
  /* Each sum goes into the next. */
  memcpy (buffer, sum, sizeof *sum);
  if (!read_block (fd, buffer + sizeof *sum, length, begin))
    return false;
  *sum = XXH64 (buffer, length + sizeof *sum, 0);
  return true;
}

bool
seidel_cache_stamp_sample (SeidelCacheStamp *stamp, const char *path)
{
  uint64_t bytes = stamp->bytes;
  size_t end = (size_t) MIN (bytes, END_BYTES);
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  bool good = fd >= 0;

  stamp->samples = 0;
  good = good && sum_block (fd, 0, end, &stamp->samples);
  for (uint64_t i = 1; good && i < MIDDLE_PARTS && bytes > 2 * END_BYTES; i++)
    good = sum_block (fd, bytes / MIDDLE_PARTS * i, BLOCK_BYTES, &stamp->samples);
  good = good && sum_block (fd, bytes - end, end, &stamp->samples);
  if (fd >= 0)
    close (fd);
  return good;
}

static bool
check_header (const SeidelCacheHeader *header, SeidelCacheLayout *layout, GError **error)
{
  if (memcmp (header->magic, SEIDEL_CACHE_MAGIC, sizeof header->magic) != 0)
    return seidel_cache_distrust (error, "does not begin like one");
  if (header->version != SEIDEL_CACHE_VERSION || header->byte_order != SEIDEL_CACHE_BYTE_ORDER_MARK)
    return seidel_cache_distrust (error, "is of another version or kind of machine");
  if (header->sum != seidel_cache_header_sum (header))
    return seidel_cache_distrust (error, "is damaged in its header");
  if (header->field > SEIDEL_FIELD_COMPLEX || header->symmetry > SEIDEL_FILED_HERMITIAN
      || header->stored < 0 || header->duplicates < 0 || !seidel_cache_lay_out (header, layout))
    return seidel_cache_distrust (error, "has sizes that cannot be");
  return true;
}

/* Borrows the texts. */
static bool
split_texts (const char *begin,
             size_t length,
             const char *texts[SEIDEL_CACHE_N_TEXTS],
             GError **error)
{
  const char *end = begin + length;

  for (int i = 0; i < SEIDEL_CACHE_N_TEXTS; i++)
    {
      const char *zero = begin < end ? memchr (begin, '\0', (size_t) (end - begin)) : NULL;

      if (zero == NULL || (i != SEIDEL_CACHE_TEXT_PATH && !g_utf8_validate (begin, -1, NULL)))
        return seidel_cache_distrust (error, "has other texts than it should");
      texts[i] = begin;
      begin = zero + 1;
    }
  return begin == end || seidel_cache_distrust (error, "has more texts than it should");
}

/* Between the parts there are only zeros: each byte of a copy counts. */
static bool
check_gaps (const char *data, const SeidelCacheLayout *layout, GError **error)
{
  uint64_t at = sizeof (SeidelCacheHeader);

  for (int part = 0; part < SEIDEL_CACHE_N_PARTS; part++)
    {
      for (; at < layout->begins[part]; at++)
        if (data[at] != '\0')
          return seidel_cache_distrust (error, "is damaged between its parts");
      at += layout->bytes[part];
    }
  return true;
}

static bool
check_sums (const char *data,
            const SeidelCacheHeader *header,
            const SeidelCacheLayout *layout,
            GCancellable *cancellable,
            GError **error)
{
  int threads = CLAMP (omp_get_max_threads (), 1, MOST_THREADS);

  for (int part = 0; part < SEIDEL_CACHE_N_PARTS; part++)
    {
      uint64_t sum;

      if (!sum_pieces (data + layout->begins[part], layout->bytes[part], threads, cancellable,
                       &sum))
        return !g_cancellable_set_error_if_cancelled (cancellable, error);
      if (sum != header->sums[part])
        return seidel_cache_distrust (error, "is damaged");
    }
  return true;
}

static bool
rows_are_good (const SeidelCsr *csr, int64_t nonzeros, int64_t begin, int64_t end)
{
  for (int64_t row = begin; row < end; row++)
    {
      int64_t first = csr->row_offsets[row];
      int64_t last = csr->row_offsets[row + 1];
      int64_t previous = -1;

      if (first < 0 || last < first || last > nonzeros)
        return false;
      for (int64_t k = first; k < last; k++)
        {
          if (csr->column_indices[k] <= previous || csr->column_indices[k] >= csr->columns)
            return false;
          previous = csr->column_indices[k];
        }
    }
  return true;
}

/* seidel_csr_validate () by several threads, and for arrays that may hold anything. */
static bool
check_rows (const SeidelCsr *csr, int64_t nonzeros, GCancellable *cancellable, GError **error)
{
  int threads = CLAMP (omp_get_max_threads (), 1, MOST_THREADS);
  bool good = csr->row_offsets[0] == 0 && csr->row_offsets[csr->rows] == nonzeros;

#pragma omp parallel for num_threads(threads) schedule(dynamic, 8) reduction(&& : good) if ( \
    csr->rows > ROWS_PER_POLL)
  for (int64_t begin = 0; begin < csr->rows; begin += ROWS_PER_POLL)
    good = good
           && (g_cancellable_is_cancelled (cancellable)
               || rows_are_good (csr, nonzeros, begin, MIN (begin + ROWS_PER_POLL, csr->rows)));
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return false;
  return good || seidel_cache_distrust (error, "holds rows that are out of order");
}

static char *
dup_text (const char *text)
{
  return text[0] != '\0' ? g_strdup (text) : NULL;
}

/* Read-only, as every finished matrix is; its arrays are just not declared so. */
static void *
part_of (GBytes *bytes, const SeidelCacheLayout *layout, int part)
{
  return (char *) g_bytes_get_data (bytes, NULL) + layout->begins[part];
}

static SeidelCsr *
map_csr (GBytes *bytes, const SeidelCacheHeader *header, const SeidelCacheLayout *layout)
{
  SeidelCsr *csr = g_new0 (SeidelCsr, 1);

  csr->rows = header->rows;
  csr->columns = header->columns;
  csr->row_offsets = part_of (bytes, layout, SEIDEL_CACHE_PART_OFFSETS);
  csr->column_indices = part_of (bytes, layout, SEIDEL_CACHE_PART_COLUMNS);
  csr->values = part_of (bytes, layout, SEIDEL_CACHE_PART_VALUES);
  csr->backing = g_bytes_ref (bytes);
  return csr;
}

static void
fill_origin (SeidelOrigin *origin,
             const SeidelCacheHeader *header,
             const char *const texts[SEIDEL_CACHE_N_TEXTS])
{
  origin->variable = dup_text (texts[SEIDEL_CACHE_TEXT_ORIGIN_VARIABLE]);
  origin->format = dup_text (texts[SEIDEL_CACHE_TEXT_FORMAT]);
  origin->note = dup_text (texts[SEIDEL_CACHE_TEXT_NOTE]);
  origin->reading = dup_text (texts[SEIDEL_CACHE_TEXT_READING]);
  origin->evidence = dup_text (texts[SEIDEL_CACHE_TEXT_EVIDENCE]);
  origin->field = (SeidelField) header->field;
  origin->symmetry = (SeidelFiledSymmetry) header->symmetry;
  origin->stored = header->stored;
  origin->duplicates = header->duplicates;
  origin->file_bytes = header->stamp.bytes;
}

static SeidelMatrix *
make_matrix (GBytes *bytes,
             const SeidelCacheHeader *header,
             const SeidelCacheLayout *layout,
             const char *const texts[SEIDEL_CACHE_N_TEXTS],
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (SeidelMatrix) matrix =
    seidel_matrix_new (texts[SEIDEL_CACHE_TEXT_NAME], map_csr (bytes, header, layout));

  if (!check_rows (matrix->csr, header->nonzeros, cancellable, error))
    return NULL;
  if (header->field == SEIDEL_FIELD_COMPLEX)
    matrix->parts = part_of (bytes, layout, SEIDEL_CACHE_PART_PARTS);
  if (header->has_rhs)
    {
      matrix->rhs = g_try_malloc (MAX (layout->bytes[SEIDEL_CACHE_PART_RHS], 1));
      if (matrix->rhs == NULL)
        {
          seidel_cache_distrust (error, "has a right-hand side for which there is no memory");
          return NULL;
        }
      memcpy (matrix->rhs, part_of (bytes, layout, SEIDEL_CACHE_PART_RHS),
              layout->bytes[SEIDEL_CACHE_PART_RHS]);
    }
  fill_origin (&matrix->origin, header, texts);
  return g_steal_pointer (&matrix);
}

static bool
check_identity (const SeidelCacheHeader *header,
                const char *const texts[SEIDEL_CACHE_N_TEXTS],
                const SeidelCacheIdentity *identity,
                GError **error)
{
  SeidelCacheStamp stamp = identity->stamp;

  if (strcmp (texts[SEIDEL_CACHE_TEXT_PROGRAM], SEIDEL_VERSION) != 0)
    return seidel_cache_distrust (error, "is of another version of Seidel");
  if (strcmp (texts[SEIDEL_CACHE_TEXT_PATH], identity->path) != 0
      || strcmp (texts[SEIDEL_CACHE_TEXT_VARIABLE], identity->variable) != 0)
    return seidel_cache_distrust (error, "is of another matrix");
  if (!seidel_cache_stamp_equal (&header->stamp, &stamp)
      || !seidel_cache_stamp_sample (&stamp, identity->path)
      || stamp.samples != header->stamp.samples)
    return seidel_cache_distrust (error, "is older than the file");
  return true;
}

/* Everything about a copy but its arrays; bytes: of the file, or NULL. */
static bool
take_header (GBytes *bytes,
             SeidelCacheHeader *header,
             SeidelCacheLayout *layout,
             const char **texts,
             GError **error)
{
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, NULL) : NULL;

  if (bytes == NULL)
    return false;
  if (g_bytes_get_size (bytes) < sizeof *header)
    return seidel_cache_distrust (error, "is shorter than its header");
  memcpy (header, data, sizeof *header);
  return check_header (header, layout, error)
         && (layout->total == g_bytes_get_size (bytes)
             || seidel_cache_distrust (error, "is cut or has grown"))
         && split_texts (data + layout->begins[SEIDEL_CACHE_PART_TEXTS],
                         layout->bytes[SEIDEL_CACHE_PART_TEXTS], texts, error);
}

SeidelMatrix *
seidel_cache_file_open (const char *file,
                        const SeidelCacheIdentity *identity,
                        GCancellable *cancellable,
                        GError **error)
{
  const char *texts[SEIDEL_CACHE_N_TEXTS];
  SeidelCacheHeader header;
  SeidelCacheLayout layout;
  g_autoptr (GBytes) bytes = seidel_cache_bytes_open (file, cancellable, error);
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, NULL) : NULL;

  if (!take_header (bytes, &header, &layout, texts, error)
      || !check_identity (&header, texts, identity, error) || !check_gaps (data, &layout, error)
      || !check_sums (data, &header, &layout, cancellable, error))
    return NULL;
  return make_matrix (bytes, &header, &layout, texts, cancellable, error);
}

bool
seidel_cache_file_peek (const char *file, SeidelCacheSummary *summary, GError **error)
{
  const char *texts[SEIDEL_CACHE_N_TEXTS];
  SeidelCacheHeader header;
  SeidelCacheLayout layout;
  g_autoptr (GMappedFile) mapped = g_mapped_file_new (file, FALSE, error);
  g_autoptr (GBytes) bytes = mapped != NULL ? g_mapped_file_get_bytes (mapped) : NULL;

  if (!take_header (bytes, &header, &layout, texts, error))
    return false;
  *summary = (SeidelCacheSummary){
    .path = g_strdup (texts[SEIDEL_CACHE_TEXT_PATH]),
    .variable = dup_text (texts[SEIDEL_CACHE_TEXT_VARIABLE]),
    .name = g_strdup (texts[SEIDEL_CACHE_TEXT_NAME]),
    .rows = header.rows,
    .columns = header.columns,
    .nonzeros = header.nonzeros,
    .stamp = header.stamp,
  };
  return true;
}

void
seidel_cache_summary_clear (SeidelCacheSummary *summary)
{
  g_clear_pointer (&summary->path, g_free);
  g_clear_pointer (&summary->variable, g_free);
  g_clear_pointer (&summary->name, g_free);
}
