/* Writes NumPy arrays, and sparse matrices as SciPy's load_npz () reads them.
 *
 * libarchive packs the latter, which crashes where it finds no room for the directory of a zip
 * archive: so a child process calls it, and this one writes to the file what it receives.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-numpy.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/seidel-memory.h"
#include "io/bytes/seidel-child.h"
#include "io/bytes/seidel-output.h"
#include "matrix/seidel-complex.h"

/* Headers end on a multiple of it, so that the numbers are aligned. */
#define HEADER_ALIGNMENT 64

/* Bytes that are packed at once, after which the progress is updated. */
#define PIECE_BYTES ((size_t) 65536)

#define OWN_ORDER (G_BYTE_ORDER == G_LITTLE_ENDIAN ? "<" : ">")

/* Of an array. */
typedef struct
{
  char text[256];
  size_t length;
} Header;

/* The header, version 1.0, of an array of that type and shape, which are short. */
static Header
make_header (const char *order, const char *kind, bool by_columns, const char *shape)
{
  Header header = { .text = "\x93NUMPY\x01" };
  int n = 10;

  n += snprintf (header.text + n, sizeof header.text - (size_t) n,
                 "{'descr': '%s%s', 'fortran_order': %s, 'shape': (%s), }", order, kind,
                 by_columns ? "True" : "False", shape);
  while ((n + 1) % HEADER_ALIGNMENT != 0)
    header.text[n++] = ' ';
  header.text[n++] = '\n';
  header.text[8] = (char) ((n - 10) & 0xff);
  header.text[9] = (char) ((n - 10) >> 8);
  header.length = (size_t) n;
  return header;
}

/* That of a vector of numbers. */
static Header
make_number_header (const char *kind, int64_t count)
{
  char shape[32];

  snprintf (shape, sizeof shape, "%" G_GINT64_FORMAT ",", count);
  return make_header (OWN_ORDER, kind, false, shape);
}

bool
seidel_numpy_write_columns (const double *x,
                            int64_t n,
                            int64_t columns,
                            bool complex_numbers,
                            const char *path,
                            GError **error)
{
  const size_t bytes = (size_t) n * (size_t) columns * (complex_numbers ? 2 : 1) * sizeof *x;
  g_autofree char *shape = g_strdup_printf ("%" G_GINT64_FORMAT ", %" G_GINT64_FORMAT, n, columns);
  const Header header = make_header (OWN_ORDER, complex_numbers ? "c16" : "f8", true, shape);
  g_autoptr (SeidelOutput) output = seidel_output_open (path, error);

  return output != NULL && seidel_output_write (output, header.text, header.length, error)
         && seidel_output_write (output, (const char *) x, bytes, error)
         && seidel_output_finish (output, error);
}

bool
seidel_numpy_write_vector (const double *x,
                           int64_t n,
                           bool complex_numbers,
                           const char *path,
                           GError **error)
{
  const size_t bytes = (size_t) n * (complex_numbers ? 2 : 1) * sizeof *x;
  const Header header = make_number_header (complex_numbers ? "c16" : "f8", n);
  g_autoptr (SeidelOutput) output = seidel_output_open (path, error);

  return output != NULL && seidel_output_write (output, header.text, header.length, error)
         && seidel_output_write (output, (const char *) x, bytes, error)
         && seidel_output_finish (output, error);
}

typedef struct
{
  const SeidelMatrix *matrix;
  SeidelOutput *output;
  SeidelProgress *progress;
  double total;          /* bytes */
  _Atomic int64_t *done; /* those that are packed, in memory that the child shares */

  /* In the child. */
  struct archive *archive;
  int fd; /* to the parent */
} Packer;

static la_ssize_t
write_cb (struct archive *archive, void *data, const void *buffer, size_t length)
{
  const Packer *packer = data;

  for (size_t done = 0; done < length;)
    {
      const ssize_t n = write (packer->fd, (const char *) buffer + done, length - done);

      if (n < 0 && errno != EINTR)
        return -1;
      done += n > 0 ? (size_t) n : 0;
    }
  return (la_ssize_t) length;
}

static bool
begin_archive (Packer *packer)
{
  packer->archive = archive_write_new ();
  return packer->archive != NULL && archive_write_set_format_zip (packer->archive) == ARCHIVE_OK
         && archive_write_set_options (packer->archive,
                                       "zip:compression=deflate,compression-level=1")
              >= ARCHIVE_WARN
         && archive_write_set_bytes_per_block (packer->archive, 0) == ARCHIVE_OK
         && archive_write_open (packer->archive, packer, NULL, write_cb, NULL) == ARCHIVE_OK;
}

static bool
pack (Packer *packer, const void *data, size_t length)
{
  const char *p = data;

  while (length > 0)
    {
      size_t n = MIN (length, PIECE_BYTES);

      if (archive_write_data (packer->archive, p, n) != (la_ssize_t) n)
        return false;
      p += n;
      length -= n;
      atomic_fetch_add (packer->done, (int64_t) n);
    }
  return true;
}

/* Begins a member with the header of its array, whose numbers take so many bytes. */
static bool
begin_member (Packer *packer, const char *name, const Header *header, size_t bytes)
{
  struct archive_entry *entry = archive_entry_new ();
  bool fine;

  if (entry == NULL)
    return false;
  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, (la_int64_t) (header->length + bytes));
  fine = archive_write_header (packer->archive, entry) == ARCHIVE_OK;
  archive_entry_free (entry);
  return fine && pack (packer, header->text, header->length);
}

static bool
add_member (Packer *packer,
            const char *name,
            const char *kind,
            int64_t count,
            const void *data,
            size_t bytes)
{
  const Header header = make_number_header (kind, count);

  return begin_member (packer, name, &header, bytes) && pack (packer, data, bytes);
}

static bool
add_format (Packer *packer)
{
  const Header header = make_header ("|", "S3", false, "");

  return begin_member (packer, "format.npy", &header, 3) && pack (packer, "csr", 3);
}

/* The offsets take as few bytes as the indices do, where they fit. */
static bool
add_offsets (Packer *packer, const SeidelCsr *csr)
{
  int32_t piece[4096];
  const int64_t count = csr->rows + 1;
  const Header header = make_number_header ("i4", count);

  if (seidel_csr_nonzeros (csr) > G_MAXINT32)
    return add_member (packer, "indptr.npy", "i8", count, csr->row_offsets,
                       (size_t) count * sizeof *csr->row_offsets);
  if (!begin_member (packer, "indptr.npy", &header, (size_t) count * sizeof *piece))
    return false;
  for (int64_t i = 0; i < count;)
    {
      int64_t n = MIN (count - i, (int64_t) G_N_ELEMENTS (piece));

      for (int64_t k = 0; k < n; k++)
        piece[k] = (int32_t) csr->row_offsets[i + k];
      if (!pack (packer, piece, (size_t) n * sizeof *piece))
        return false;
      i += n;
    }
  return true;
}

/* The values, of a complex matrix both parts of each. */
static bool
add_values (Packer *packer)
{
  const SeidelMatrix *matrix = packer->matrix;
  const int64_t nonzeros = seidel_csr_nonzeros (matrix->csr);
  const size_t bytes = (size_t) nonzeros * sizeof (double);

  if (seidel_matrix_is_complex (matrix))
    return add_member (packer, "data.npy", "c16", nonzeros, matrix->parts, 2 * bytes);
  return add_member (packer, "data.npy", "f8", nonzeros, matrix->csr->values, bytes);
}

/* In the child. */
static bool
write_archive (int fd, void *data)
{
  Packer *packer = data;
  const SeidelCsr *csr = packer->matrix->csr;
  const int64_t nonzeros = seidel_csr_nonzeros (csr);
  const int64_t shape[] = { csr->rows, csr->columns };

  packer->fd = fd;
  return begin_archive (packer)
         && add_member (packer, "indices.npy", "i4", nonzeros, csr->column_indices,
                        (size_t) nonzeros * sizeof *csr->column_indices)
         && add_offsets (packer, csr) && add_format (packer)
         && add_member (packer, "shape.npy", "i8", 2, shape, sizeof shape) && add_values (packer)
         && archive_write_close (packer->archive) == ARCHIVE_OK;
}

/* In the parent. */
static bool
take_bytes (void *data, const char *bytes, size_t n, GError **error)
{
  Packer *packer = data;

  seidel_progress_set (packer->progress, (double) *packer->done / packer->total);
  return seidel_output_write (packer->output, bytes, n, error);
}

bool
seidel_numpy_write_sparse (const SeidelMatrix *matrix,
                           const char *path,
                           SeidelProgress *progress,
                           GCancellable *cancellable,
                           GError **error)
{
  const SeidelCsr *csr = matrix->csr;
  const int64_t nonzeros = seidel_csr_nonzeros (csr);
  g_autofree char *name = g_filename_display_basename (path);
  g_autofree char *failure =
    g_strdup_printf ("%s: cannot be written: the archive fails; memory may have run out", name);
  g_autoptr (SeidelOutput) output = NULL;
  Packer packer = { .matrix = matrix, .progress = progress };
  const SeidelChild child = { write_archive, take_bytes, &packer, .library = "libarchive",
                              .failure = failure };
  bool written;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return false;
  output = packer.output = seidel_output_open (path, error);
  if (output == NULL)
    return false;
  packer.done =
    mmap (NULL, sizeof *packer.done, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (packer.done == MAP_FAILED)
    return seidel_memory_fail (error, sizeof *packer.done, "%s", name);
  packer.total = (double) seidel_csr_bytes (csr->rows, nonzeros)
                 + (seidel_matrix_is_complex (matrix) ? 8.0 * (double) nonzeros : 0.0);
  seidel_progress_begin (progress, "Writing");
  written = seidel_child_run (&child, cancellable, error);
  munmap (packer.done, sizeof *packer.done);
  return written && seidel_output_finish (output, error);
}
