/* The binary copy of one matrix: writing it, mapping it, and believing it only when all agrees.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/cache/seidel-cache-file.h"

#include <errno.h>
#include <fcntl.h>
#include <omp.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include "config.h"
#include "base/seidel-memory.h"
#include "base/seidel-error.h"
#include "io/cache/seidel-cache-bytes.h"
#include "base/seidel-translatable.h"

#define MAGIC           "SEIDEL\r\n"
#define VERSION         3
#define BYTE_ORDER_MARK 0x01020304u

#define ALIGNMENT     64
#define MOST_TEXT     65536
#define MOST_NONZEROS ((int64_t) 1 << 48)
#define MOST_THREADS  8
#define ROWS_PER_POLL 1024

/* Large enough to keep a thread busy, small enough that cancelling is prompt. */
#define PIECE_BYTES ((size_t) 4 << 20)

/* Of the file that was read: its head, its tail, and blocks between. */
#define END_BYTES    65536
#define BLOCK_BYTES  4096
#define MIDDLE_PARTS 16

/* The parts of a copy, in their order. */
enum
{
  PART_TEXTS,
  PART_OFFSETS,
  PART_COLUMNS,
  PART_VALUES,
  PART_PARTS, /* of a complex matrix */
  PART_RHS,
  N_PARTS
};

/* The texts, each ended by a '\0'. */
enum
{
  TEXT_PROGRAM, /* its version */
  TEXT_PATH,
  TEXT_VARIABLE,
  TEXT_NAME,
  TEXT_ORIGIN_VARIABLE,
  TEXT_FORMAT,
  TEXT_NOTE,
  TEXT_READING,
  TEXT_EVIDENCE,
  N_TEXTS
};

typedef struct
{
  char magic[8];
  uint32_t version;
  uint32_t byte_order;
  SeidelCacheStamp stamp;
  int64_t rows;
  int64_t columns;
  int64_t nonzeros;
  int64_t stored;
  int64_t duplicates;
  uint32_t field;
  uint32_t symmetry;
  uint32_t text_bytes;
  uint32_t has_rhs;
  uint64_t sums[N_PARTS];
  uint64_t sum; /* of all above */
} Header;

typedef struct
{
  uint64_t begins[N_PARTS];
  uint64_t bytes[N_PARTS];
  uint64_t total;
} Layout;

/* The sum of a part: XXH64 over those of its pieces, which several threads take. False when
 * cancelled. */
static bool
sum_pieces (const void *data, size_t length, int threads, GCancellable *cancellable, uint64_t *sum)
{
  int64_t n_pieces = (int64_t) ((length + PIECE_BYTES - 1) / PIECE_BYTES);
  g_autofree uint64_t *sums = g_new0 (uint64_t, MAX (n_pieces, 1));

#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) if (threads > 1 && n_pieces > 1)
  for (int64_t i = 0; i < n_pieces; i++)
    {
      size_t begin = (size_t) i * PIECE_BYTES;

      if (!g_cancellable_is_cancelled (cancellable))
        sums[i] = XXH64 ((const char *) data + begin, MIN (length - begin, PIECE_BYTES), 0);
    }
  *sum = XXH64 (sums, (size_t) n_pieces * sizeof *sums, 0);
  return !g_cancellable_is_cancelled (cancellable);
}

static uint64_t
header_sum (const Header *header)
{
  return XXH64 (header, offsetof (Header, sum), 0);
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
distrust (GError **error, const char *why)
{
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT, seidel_text ("the copy %s"), why);
  return false;
}

/* Where the parts lie; false when the sizes cannot be. */
static bool
lay_out (const Header *header, Layout *layout)
{
  const uint64_t twice = header->field == SEIDEL_FIELD_COMPLEX ? 2 : 0;
  uint64_t at = sizeof *header;

  if (header->rows < 0 || header->rows > G_MAXINT32 || header->columns < 0
      || header->columns > G_MAXINT32 || header->nonzeros < 0 || header->nonzeros > MOST_NONZEROS
      || header->text_bytes > MOST_TEXT || header->has_rhs > 1)
    return false;
  layout->bytes[PART_TEXTS] = header->text_bytes;
  layout->bytes[PART_OFFSETS] = (uint64_t) (header->rows + 1) * sizeof (int64_t);
  layout->bytes[PART_COLUMNS] = (uint64_t) header->nonzeros * sizeof (int32_t);
  layout->bytes[PART_VALUES] = (uint64_t) header->nonzeros * sizeof (double);
  layout->bytes[PART_PARTS] = (uint64_t) header->nonzeros * twice * sizeof (double);
  layout->bytes[PART_RHS] =
    (uint64_t) header->rows * header->has_rhs * MAX (twice, 1) * sizeof (double);
  for (int part = 0; part < N_PARTS; part++)
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
  const char *const texts[N_TEXTS] = {
    [TEXT_PROGRAM] = SEIDEL_VERSION,
    [TEXT_PATH] = identity->path,
    [TEXT_VARIABLE] = identity->variable,
    [TEXT_NAME] = matrix->name,
    [TEXT_ORIGIN_VARIABLE] = matrix->origin.variable,
    [TEXT_FORMAT] = matrix->origin.format,
    [TEXT_NOTE] = matrix->origin.note,
    [TEXT_READING] = matrix->origin.reading,
    [TEXT_EVIDENCE] = matrix->origin.evidence,
  };
  GByteArray *bytes = g_byte_array_new ();

  for (int i = 0; i < N_TEXTS; i++)
    {
      const char *text = texts[i] != NULL ? texts[i] : "";

      g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text) + 1);
    }
  return g_byte_array_free_to_bytes (bytes);
}

/* Where the parts of a matrix are, to be written. */
static void
find_parts (const SeidelMatrix *matrix, GBytes *texts, const void *parts[N_PARTS])
{
  parts[PART_TEXTS] = g_bytes_get_data (texts, NULL);
  parts[PART_OFFSETS] = matrix->csr->row_offsets;
  parts[PART_COLUMNS] = matrix->csr->column_indices;
  parts[PART_VALUES] = matrix->csr->values;
  parts[PART_PARTS] = matrix->parts;
  parts[PART_RHS] = matrix->rhs;
}

static void
fill_header (Header *header,
             const SeidelCacheIdentity *identity,
             const SeidelMatrix *matrix,
             GBytes *texts)
{
  memset (header, 0, sizeof *header);
  memcpy (header->magic, MAGIC, sizeof header->magic);
  header->version = VERSION;
  header->byte_order = BYTE_ORDER_MARK;
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
  Header header;
  Layout layout;

  fill_header (&header, identity, matrix, texts);
  return lay_out (&header, &layout) ? layout.total : UINT64_MAX;
}

static bool
write_at (int fd, const void *data, size_t length, uint64_t offset, GError **error)
{
  size_t done = 0;

  while (done < length)
    {
      ssize_t n = pwrite (fd, (const char *) data + done, length - done, (off_t) (offset + done));

      if (n < 0 && errno != EINTR)
        {
          g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO,
                       seidel_text ("the copy cannot be written: %s"), g_strerror (errno));
          return false;
        }
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
  const size_t n_pieces = (length + PIECE_BYTES - 1) / PIECE_BYTES;
  g_autofree uint64_t *sums = g_new0 (uint64_t, MAX (n_pieces, 1));

  for (size_t i = 0; i < n_pieces; i++)
    {
      const size_t begin = i * PIECE_BYTES;
      const size_t bytes = MIN (length - begin, PIECE_BYTES);

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
  return part == PART_OFFSETS || part == PART_COLUMNS || part == PART_VALUES;
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
  const void *parts[N_PARTS];
  Header header;
  Layout layout;

  find_parts (matrix, texts, parts);
  fill_header (&header, identity, matrix, texts);
  if (!lay_out (&header, &layout))
    return distrust (error, "would not fit");
  /* Better now than half-way; if the file system cannot, writing fails later. */
  if (fallocate (fd, 0, 0, (off_t) layout.total) != 0 && errno == ENOSPC)
    return distrust (error, "has no room on the disk");
  for (int part = 0; part < N_PARTS; part++)
    if (!write_part (fd, parts[part], layout.bytes[part], layout.begins[part],
                     is_array (part) ? scratch : NULL, &header.sums[part], cancellable, error))
      return false;
  header.sum = header_sum (&header);
  return write_at (fd, &header, sizeof header, 0, error);
}

static bool
check_header (const Header *header, Layout *layout, GError **error)
{
  if (memcmp (header->magic, MAGIC, sizeof header->magic) != 0)
    return distrust (error, "does not begin like one");
  if (header->version != VERSION || header->byte_order != BYTE_ORDER_MARK)
    return distrust (error, "is of another version or kind of machine");
  if (header->sum != header_sum (header))
    return distrust (error, "is damaged in its header");
  if (header->field > SEIDEL_FIELD_COMPLEX || header->symmetry > SEIDEL_FILED_HERMITIAN
      || header->stored < 0 || header->duplicates < 0 || !lay_out (header, layout))
    return distrust (error, "has sizes that cannot be");
  return true;
}

/* Borrows the texts. */
static bool
split_texts (const char *begin, size_t length, const char *texts[N_TEXTS], GError **error)
{
  const char *end = begin + length;

  for (int i = 0; i < N_TEXTS; i++)
    {
      const char *zero = begin < end ? memchr (begin, '\0', (size_t) (end - begin)) : NULL;

      if (zero == NULL || (i != TEXT_PATH && !g_utf8_validate (begin, -1, NULL)))
        return distrust (error, "has other texts than it should");
      texts[i] = begin;
      begin = zero + 1;
    }
  return begin == end || distrust (error, "has more texts than it should");
}

/* Between the parts there are only zeros: each byte of a copy counts. */
static bool
check_gaps (const char *data, const Layout *layout, GError **error)
{
  uint64_t at = sizeof (Header);

  for (int part = 0; part < N_PARTS; part++)
    {
      for (; at < layout->begins[part]; at++)
        if (data[at] != '\0')
          return distrust (error, "is damaged between its parts");
      at += layout->bytes[part];
    }
  return true;
}

static bool
check_sums (const char *data,
            const Header *header,
            const Layout *layout,
            GCancellable *cancellable,
            GError **error)
{
  int threads = CLAMP (omp_get_max_threads (), 1, MOST_THREADS);

  for (int part = 0; part < N_PARTS; part++)
    {
      uint64_t sum;

      if (!sum_pieces (data + layout->begins[part], layout->bytes[part], threads, cancellable,
                       &sum))
        return !g_cancellable_set_error_if_cancelled (cancellable, error);
      if (sum != header->sums[part])
        return distrust (error, "is damaged");
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
  return good || distrust (error, "holds rows that are out of order");
}

static char *
dup_text (const char *text)
{
  return text[0] != '\0' ? g_strdup (text) : NULL;
}

/* Read-only, as every finished matrix is; its arrays are just not declared so. */
static void *
part_of (GBytes *bytes, const Layout *layout, int part)
{
  return (char *) g_bytes_get_data (bytes, NULL) + layout->begins[part];
}

static SeidelCsr *
map_csr (GBytes *bytes, const Header *header, const Layout *layout)
{
  SeidelCsr *csr = g_new0 (SeidelCsr, 1);

  csr->rows = header->rows;
  csr->columns = header->columns;
  csr->row_offsets = part_of (bytes, layout, PART_OFFSETS);
  csr->column_indices = part_of (bytes, layout, PART_COLUMNS);
  csr->values = part_of (bytes, layout, PART_VALUES);
  csr->backing = g_bytes_ref (bytes);
  return csr;
}

static void
fill_origin (SeidelOrigin *origin, const Header *header, const char *const texts[N_TEXTS])
{
  origin->variable = dup_text (texts[TEXT_ORIGIN_VARIABLE]);
  origin->format = dup_text (texts[TEXT_FORMAT]);
  origin->note = dup_text (texts[TEXT_NOTE]);
  origin->reading = dup_text (texts[TEXT_READING]);
  origin->evidence = dup_text (texts[TEXT_EVIDENCE]);
  origin->field = (SeidelField) header->field;
  origin->symmetry = (SeidelFiledSymmetry) header->symmetry;
  origin->stored = header->stored;
  origin->duplicates = header->duplicates;
  origin->file_bytes = header->stamp.bytes;
}

static SeidelMatrix *
make_matrix (GBytes *bytes,
             const Header *header,
             const Layout *layout,
             const char *const texts[N_TEXTS],
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (SeidelMatrix) matrix =
    seidel_matrix_new (texts[TEXT_NAME], map_csr (bytes, header, layout));

  if (!check_rows (matrix->csr, header->nonzeros, cancellable, error))
    return NULL;
  if (header->field == SEIDEL_FIELD_COMPLEX)
    matrix->parts = part_of (bytes, layout, PART_PARTS);
  if (header->has_rhs)
    {
      matrix->rhs = g_try_malloc (MAX (layout->bytes[PART_RHS], 1));
      if (matrix->rhs == NULL)
        {
          distrust (error, "has a right-hand side for which there is no memory");
          return NULL;
        }
      memcpy (matrix->rhs, part_of (bytes, layout, PART_RHS), layout->bytes[PART_RHS]);
    }
  fill_origin (&matrix->origin, header, texts);
  return g_steal_pointer (&matrix);
}

static bool
check_identity (const Header *header,
                const char *const texts[N_TEXTS],
                const SeidelCacheIdentity *identity,
                GError **error)
{
  SeidelCacheStamp stamp = identity->stamp;

  if (strcmp (texts[TEXT_PROGRAM], SEIDEL_VERSION) != 0)
    return distrust (error, "is of another version of Seidel");
  if (strcmp (texts[TEXT_PATH], identity->path) != 0
      || strcmp (texts[TEXT_VARIABLE], identity->variable) != 0)
    return distrust (error, "is of another matrix");
  if (!seidel_cache_stamp_equal (&header->stamp, &stamp)
      || !seidel_cache_stamp_sample (&stamp, identity->path)
      || stamp.samples != header->stamp.samples)
    return distrust (error, "is older than the file");
  return true;
}

/* Everything about a copy but its arrays; bytes: of the file, or NULL. */
static bool
take_header (GBytes *bytes, Header *header, Layout *layout, const char **texts, GError **error)
{
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, NULL) : NULL;

  if (bytes == NULL)
    return false;
  if (g_bytes_get_size (bytes) < sizeof *header)
    return distrust (error, "is shorter than its header");
  memcpy (header, data, sizeof *header);
  return check_header (header, layout, error)
         && (layout->total == g_bytes_get_size (bytes) || distrust (error, "is cut or has grown"))
         && split_texts (data + layout->begins[PART_TEXTS], layout->bytes[PART_TEXTS], texts,
                         error);
}

SeidelMatrix *
seidel_cache_file_open (const char *file,
                        const SeidelCacheIdentity *identity,
                        GCancellable *cancellable,
                        GError **error)
{
  const char *texts[N_TEXTS];
  Header header;
  Layout layout;
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
  const char *texts[N_TEXTS];
  Header header;
  Layout layout;
  g_autoptr (GMappedFile) mapped = g_mapped_file_new (file, FALSE, error);
  g_autoptr (GBytes) bytes = mapped != NULL ? g_mapped_file_get_bytes (mapped) : NULL;

  if (!take_header (bytes, &header, &layout, texts, error))
    return false;
  *summary = (SeidelCacheSummary){
    .path = g_strdup (texts[TEXT_PATH]),
    .variable = dup_text (texts[TEXT_VARIABLE]),
    .name = g_strdup (texts[TEXT_NAME]),
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
