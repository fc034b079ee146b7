/* Writes NumPy arrays, and sparse matrices as SciPy's load_npz () reads them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-numpy.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <string.h>

#include "io/seidel-output.h"
#include "base/seidel-error.h"
#include "matrix/seidel-complex.h"

/* Headers end on a multiple of it, so that the numbers are aligned. */
#define HEADER_ALIGNMENT 64

/* Bytes that are packed at once, between two looks at the cancellable. */
#define PIECE_BYTES ((size_t) 65536)

#define OWN_ORDER (G_BYTE_ORDER == G_LITTLE_ENDIAN ? "<" : ">")

/* The header, version 1.0, of an array of that type and shape. */
static GString *
make_header (const char *type, const char *shape)
{
  g_autofree char *literal =
    g_strdup_printf ("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", type, shape);
  GString *header = g_string_new ("\x93NUMPY");
  size_t length;

  g_string_append_len (header, "\x01\x00\x00\x00", 4);
  g_string_append (header, literal);
  while ((header->len + 1) % HEADER_ALIGNMENT != 0)
    g_string_append_c (header, ' ');
  g_string_append_c (header, '\n');
  length = header->len - 10;
  header->str[8] = (char) (length & 0xff);
  header->str[9] = (char) (length >> 8);
  return header;
}

static GString *
make_number_header (const char *kind, const char *shape)
{
  g_autofree char *type = g_strconcat (OWN_ORDER, kind, NULL);

  return make_header (type, shape);
}

bool
seidel_numpy_write_vector (const double *x,
                           int64_t n,
                           bool complex_numbers,
                           const char *path,
                           GError **error)
{
  const size_t bytes = (size_t) n * (complex_numbers ? 2 : 1) * sizeof *x;
  g_autoptr (SeidelOutput) output = seidel_output_open (path, error);
  g_autofree char *shape = g_strdup_printf ("%" G_GINT64_FORMAT ",", n);
  g_autoptr (GString) header = make_number_header (complex_numbers ? "c16" : "f8", shape);

  return output != NULL && seidel_output_write (output, header->str, header->len, error)
         && seidel_output_write (output, (const char *) x, bytes, error)
         && seidel_output_finish (output, error);
}

typedef struct
{
  SeidelOutput *output;
  struct archive *archive;
  const char *name; /* of the file, for messages */
  GError *failure;  /* of writing, behind the archive's back */
  double done;      /* bytes */
  double total;
  SeidelProgress *progress;
  GCancellable *cancellable;
} Packer;

static void
packer_clear (Packer *packer)
{
  if (packer->archive != NULL)
    archive_write_free (packer->archive);
  g_clear_pointer (&packer->output, seidel_output_close);
  g_clear_error (&packer->failure);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Packer, packer_clear)

static la_ssize_t
write_cb (struct archive *archive, void *data, const void *buffer, size_t length)
{
  Packer *packer = data;

  if (packer->failure == NULL
      && seidel_output_write (packer->output, buffer, length, &packer->failure))
    return (la_ssize_t) length;
  archive_set_error (archive, EIO, "cannot be written");
  return -1;
}

static bool
fail (Packer *packer, GError **error)
{
  const char *message = archive_error_string (packer->archive);

  if (packer->failure != NULL)
    g_propagate_error (error, g_steal_pointer (&packer->failure));
  else
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_IO, "%s: cannot be written: %s", packer->name,
                 message != NULL ? message : "the archive fails");
  return false;
}

static bool
packer_open (Packer *packer, const char *path, GError **error)
{
  packer->output = seidel_output_open (path, error);
  if (packer->output == NULL)
    return false;
  packer->archive = archive_write_new ();
  if (archive_write_set_format_zip (packer->archive) == ARCHIVE_OK
      && archive_write_set_options (packer->archive, "zip:compression=deflate,compression-level=1")
           >= ARCHIVE_WARN
      && archive_write_set_bytes_per_block (packer->archive, 0) == ARCHIVE_OK
      && archive_write_open (packer->archive, packer, NULL, write_cb, NULL) == ARCHIVE_OK)
    return true;
  return fail (packer, error);
}

static bool
pack (Packer *packer, const void *data, size_t length, GError **error)
{
  const char *p = data;

  while (length > 0)
    {
      size_t n = MIN (length, PIECE_BYTES);

      if (g_cancellable_set_error_if_cancelled (packer->cancellable, error))
        return false;
      if (archive_write_data (packer->archive, p, n) != (la_ssize_t) n)
        return fail (packer, error);
      p += n;
      length -= n;
      packer->done += (double) n;
      seidel_progress_set (packer->progress, packer->done / packer->total);
    }
  return true;
}

/* Begins a member with the header of its array. */
static bool
begin_member (Packer *packer, const char *name, const GString *header, size_t bytes, GError **error)
{
  struct archive_entry *entry = archive_entry_new ();
  bool fine;

  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, (la_int64_t) (header->len + bytes));
  fine = archive_write_header (packer->archive, entry) == ARCHIVE_OK || fail (packer, error);
  archive_entry_free (entry);
  return fine && pack (packer, header->str, header->len, error);
}

static bool
add_member (Packer *packer,
            const char *name,
            const char *kind,
            int64_t count,
            const void *data,
            size_t bytes,
            GError **error)
{
  g_autofree char *shape = g_strdup_printf ("%" G_GINT64_FORMAT ",", count);
  g_autoptr (GString) header = make_number_header (kind, shape);

  return begin_member (packer, name, header, bytes, error) && pack (packer, data, bytes, error);
}

static bool
add_format (Packer *packer, GError **error)
{
  g_autoptr (GString) header = make_header ("|S3", "");

  return begin_member (packer, "format.npy", header, 3, error) && pack (packer, "csr", 3, error);
}

/* The offsets take as few bytes as the indices do, where they fit. */
static bool
add_offsets (Packer *packer, const SeidelCsr *csr, GError **error)
{
  int32_t piece[4096];
  const int64_t count = csr->rows + 1;
  g_autofree char *shape = g_strdup_printf ("%" G_GINT64_FORMAT ",", count);
  g_autoptr (GString) header = make_number_header ("i4", shape);

  if (seidel_csr_nonzeros (csr) > G_MAXINT32)
    return add_member (packer, "indptr.npy", "i8", count, csr->row_offsets,
                       (size_t) count * sizeof *csr->row_offsets, error);
  if (!begin_member (packer, "indptr.npy", header, (size_t) count * sizeof *piece, error))
    return false;
  for (int64_t i = 0; i < count;)
    {
      int64_t n = MIN (count - i, (int64_t) G_N_ELEMENTS (piece));

      for (int64_t k = 0; k < n; k++)
        piece[k] = (int32_t) csr->row_offsets[i + k];
      if (!pack (packer, piece, (size_t) n * sizeof *piece, error))
        return false;
      i += n;
    }
  return true;
}

/* The values, of a complex matrix both parts of each. */
static bool
add_values (Packer *packer, const SeidelMatrix *matrix, GError **error)
{
  const int64_t nonzeros = seidel_csr_nonzeros (matrix->csr);
  const size_t bytes = (size_t) nonzeros * sizeof (double);

  if (seidel_matrix_is_complex (matrix))
    return add_member (packer, "data.npy", "c16", nonzeros, matrix->parts, 2 * bytes, error);
  return add_member (packer, "data.npy", "f8", nonzeros, matrix->csr->values, bytes, error);
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
  const int64_t shape[] = { csr->rows, csr->columns };
  g_autofree char *name = g_filename_display_basename (path);
  g_auto (Packer) packer = { .name = name, .progress = progress, .cancellable = cancellable };

  if (g_cancellable_set_error_if_cancelled (cancellable, error)
      || !packer_open (&packer, path, error))
    return false;
  packer.total = (double) seidel_csr_bytes (csr->rows, nonzeros)
                 + (seidel_matrix_is_complex (matrix) ? 8.0 * (double) nonzeros : 0.0);
  seidel_progress_begin (progress, "Writing");
  if (!add_member (&packer, "indices.npy", "i4", nonzeros, csr->column_indices,
                   (size_t) nonzeros * sizeof *csr->column_indices, error)
      || !add_offsets (&packer, csr, error) || !add_format (&packer, error)
      || !add_member (&packer, "shape.npy", "i8", 2, shape, sizeof shape, error)
      || !add_values (&packer, matrix, error))
    return false;
  if (archive_write_close (packer.archive) != ARCHIVE_OK)
    return fail (&packer, error);
  return seidel_output_finish (packer.output, error);
}
