/* Sparse matrices as SciPy's save_npz () keeps them: the arrays of a layout, its name, the shape.
 *
 * The arrays of an archive are believed only after a look at every one of their numbers: the
 * offsets must begin at 0, never decrease and end within the entries, and each index must lie
 * within the matrix.
 *
 * Source: scipy.sparse.save_npz and the classes whose attributes it stores (SciPy 1.10).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/seidel-numpy.h"

#include <stdlib.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "base/seidel-error.h"

/* Numbers between two looks at the cancellable. */
#define NUMBERS_PER_POLL 65536
#define BYTES_PER_POLL   (4 << 20)

/* What the arrays of an archive come to, each read whole; which of them there are is for the layout
 * to say. */
typedef struct
{
  const SeidelNumpyZip *zip;
  int64_t rows;
  int64_t columns;
  int64_t *indptr;
  int64_t *indices; /* or the rows of coordinates */
  int64_t *others;  /* the columns of coordinates */
  double *data;
  int64_t n_indptr;
  int64_t n_indices;
  int64_t n_others;
  int64_t n_data;
  int64_t data_shape[3];
  int data_rank;
  SeidelProgress *progress;
  GCancellable *cancellable;
} Parts;

static void
parts_clear (Parts *parts)
{
  free (parts->indptr);
  free (parts->indices);
  free (parts->others);
  free (parts->data);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parts, parts_clear)

bool
seidel_numpy_is_sparse (const SeidelNumpyZip *zip)
{
  return seidel_numpy_zip_find (zip, "format") != NULL
         && seidel_numpy_zip_find (zip, "shape") != NULL
         && seidel_numpy_zip_find (zip, "data") != NULL;
}

static bool G_GNUC_PRINTF (3, 4) fail (const Parts *parts, GError **error, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_FORMAT, "%s: %s",
               seidel_source_name (parts->zip->source), message);
  return false;
}

/* Opens an array and reads its header. */
static bool
open_array (const Parts *parts,
            const char *name,
            SeidelNumpyPart *part,
            SeidelNumpyHeader *header,
            GError **error)
{
  if (seidel_numpy_zip_find (parts->zip, name) == NULL)
    return fail (parts, error,
                 "a sparse matrix of this layout needs the array “%s”, which is not "
                 "there",
                 name);
  return seidel_numpy_part_open (part, parts->zip, name, error)
         && seidel_numpy_header_read (header, &part->stream, error);
}

/* Opens an array whose numbers can be used. */
static bool
open_numbers (const Parts *parts,
              const char *name,
              SeidelNumpyPart *part,
              SeidelNumpyHeader *header,
              GError **error)
{
  if (!open_array (parts, name, part, header, error))
    return false;
  if (header->problem == NULL)
    return true;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED, "%s: %s", part->stream.name,
               header->problem);
  return false;
}

/* Reads an array of whole numbers. */
static bool
read_array (const Parts *parts, const char *name, int64_t **array, int64_t *count, GError **error)
{
  g_auto (SeidelNumpyPart) part = { 0 };
  g_auto (SeidelNumpyHeader) header = { 0 };

  if (!open_numbers (parts, name, &part, &header, error))
    return false;
  if (!seidel_element_is_integer (header.element))
    return fail (parts, error, "the array “%s” must hold whole numbers; its dtype is %s", name,
                 header.type);
  *count = header.count;
  *array = seidel_numpy_read_integers (&header, &part.stream, parts->cancellable, error);
  return *array != NULL;
}

/* Reads the values; whole numbers and patterns come as such. */
static bool
read_data (Parts *parts, SeidelOrigin *origin, int64_t *inexact, GError **error)
{
  g_auto (SeidelNumpyPart) part = { 0 };
  g_auto (SeidelNumpyHeader) header = { 0 };

  if (!open_numbers (parts, "data", &part, &header, error))
    return false;
  parts->n_data = header.count;
  memcpy (parts->data_shape, header.shape, sizeof parts->data_shape);
  parts->data_rank = header.rank;
  origin->field =
    seidel_element_is_integer (header.element) ? SEIDEL_FIELD_INTEGER : SEIDEL_FIELD_REAL;
  parts->data = seidel_numpy_read_doubles (&header, &part.stream, inexact, parts->progress,
                                           parts->cancellable, error);
  return parts->data != NULL;
}

static bool
check_indices (const Parts *parts,
               const char *name,
               const int64_t *indices,
               int64_t count,
               int64_t limit,
               GError **error)
{
  for (int64_t k = 0; k < count; k++)
    if (k % NUMBERS_PER_POLL == 0
        && g_cancellable_set_error_if_cancelled (parts->cancellable, error))
      return false;
    else if (indices[k] < 0 || indices[k] >= limit)
      return fail (parts, error,
                   "number %" G_GINT64_FORMAT " of the array “%s” is out of bounds: expected 0 to "
                   "%" G_GINT64_FORMAT,
                   k, name, limit - 1);
  return true;
}

/* Offsets of n rows into so many entries, all of which need not be in use. */
static bool
check_offsets (const Parts *parts, int64_t n, int64_t entries, GError **error)
{
  if (parts->n_indptr != n + 1)
    return fail (parts, error,
                 "the array “indptr” has %" G_GINT64_FORMAT " numbers; the shape asks for "
                 "%" G_GINT64_FORMAT,
                 parts->n_indptr, n + 1);
  if (parts->indptr[0] != 0)
    return fail (parts, error, "the array “indptr” does not begin with 0");
  for (int64_t i = 0; i < n; i++)
    if (i % NUMBERS_PER_POLL == 0
        && g_cancellable_set_error_if_cancelled (parts->cancellable, error))
      return false;
    else if (parts->indptr[i + 1] < parts->indptr[i])
      return fail (parts, error, "the array “indptr” decreases at number %" G_GINT64_FORMAT, i + 1);
  if (parts->indptr[n] > entries)
    return fail (parts, error,
                 "the array “indptr” ends at %" G_GINT64_FORMAT "; there are %" G_GINT64_FORMAT
                 " entries",
                 parts->indptr[n], entries);
  return true;
}

/* Room for a matrix, after a look at the memory. */
static SeidelCsr *
new_csr (int64_t rows, int64_t columns, int64_t nonzeros, GError **error)
{
  /* Either may become the rows. */
  return seidel_memory_check ((double) MAX (rows, columns), (double) nonzeros, error)
           ? seidel_csr_new (rows, columns, nonzeros, error)
           : NULL;
}

/* Bytes, to memory that may be touched for the first time. */
static bool
copy (const Parts *parts, void *to, const void *from, int64_t bytes, GError **error)
{
  for (int64_t done = 0; done < bytes; done += BYTES_PER_POLL)
    {
      if (g_cancellable_set_error_if_cancelled (parts->cancellable, error))
        return false;
      memcpy ((char *) to + done, (const char *) from + done,
              (size_t) MIN (bytes - done, BYTES_PER_POLL));
    }
  return true;
}

/* Indices that are known to fit. */
static bool
narrow (const Parts *parts, int32_t *to, const int64_t *from, int64_t n, GError **error)
{
  for (int64_t k = 0; k < n; k++)
    {
      if (k % NUMBERS_PER_POLL == 0
          && g_cancellable_set_error_if_cancelled (parts->cancellable, error))
        return false;
      to[k] = (int32_t) from[k];
    }
  return true;
}

/* The rows in order and without duplicates, and the other way round where they are columns. */
static SeidelCsr *
finish (const Parts *parts, SeidelCsr *csr, bool transposed, int64_t *duplicates, GError **error)
{
  g_autoptr (SeidelCsr) own = csr;

  *duplicates = seidel_csr_canonicalize (own, parts->cancellable, error);
  if (*duplicates < 0)
    return NULL;
  if (*duplicates > 0)
    seidel_csr_shrink (own);
  return transposed ? seidel_csr_transpose (own, parts->cancellable, error)
                    : g_steal_pointer (&own);
}

/* --- csr and csc ---------------------------------------------------------------------------------
 */

static SeidelCsr *
read_compressed (Parts *parts, bool by_columns, int64_t *duplicates, GError **error)
{
  int64_t rows = by_columns ? parts->columns : parts->rows;
  int64_t columns = by_columns ? parts->rows : parts->columns;
  g_autoptr (SeidelCsr) csr = NULL;

  if (!read_array (parts, "indptr", &parts->indptr, &parts->n_indptr, error)
      || !read_array (parts, "indices", &parts->indices, &parts->n_indices, error)
      || !check_offsets (parts, rows, MIN (parts->n_indices, parts->n_data), error)
      || !check_indices (parts, "indices", parts->indices, parts->indptr[rows], columns, error))
    return NULL;
  csr = new_csr (rows, columns, parts->indptr[rows], error);
  if (csr == NULL)
    return NULL;
  if (!copy (parts, csr->row_offsets, parts->indptr, (rows + 1) * (int64_t) sizeof (int64_t), error)
      || !narrow (parts, csr->column_indices, parts->indices, seidel_csr_nonzeros (csr), error)
      || !copy (parts, csr->values, parts->data,
                seidel_csr_nonzeros (csr) * (int64_t) sizeof (double), error))
    return NULL;
  g_clear_pointer (&parts->indices, free);
  g_clear_pointer (&parts->data, free);
  return finish (parts, g_steal_pointer (&csr), by_columns, duplicates, error);
}

/* --- bsr: rows of dense blocks -------------------------------------------------------------------
 */

static void
place_block_row (const Parts *parts, SeidelCsr *csr, int64_t block_row, int64_t r, int64_t *k)
{
  const int64_t height = parts->data_shape[1];
  const int64_t width = parts->data_shape[2];

  for (int64_t b = parts->indptr[block_row]; b < parts->indptr[block_row + 1]; b++)
    for (int64_t c = 0; c < width; c++)
      {
        csr->column_indices[*k] = (int32_t) (parts->indices[b] * width + c);
        csr->values[(*k)++] = parts->data[(b * height + r) * width + c];
      }
}

static bool
check_blocks (const Parts *parts, GError **error)
{
  const int64_t height = parts->data_shape[1];
  const int64_t width = parts->data_shape[2];

  if (height >= 1 && width >= 1 && parts->rows % height == 0 && parts->columns % width == 0)
    return true;
  return fail (parts, error,
               "blocks of %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT " do not make a matrix of "
               "%" G_GINT64_FORMAT " × %" G_GINT64_FORMAT,
               height, width, parts->rows, parts->columns);
}

static SeidelCsr *
read_blocks (Parts *parts, int64_t *duplicates, GError **error)
{
  const int64_t height = parts->data_shape[1];
  const int64_t width = parts->data_shape[2];
  int64_t block_rows;
  int64_t k = 0;
  int64_t poll = 0;
  g_autoptr (SeidelCsr) csr = NULL;

  if (!check_blocks (parts, error))
    return NULL;
  block_rows = parts->rows / height;
  if (!read_array (parts, "indptr", &parts->indptr, &parts->n_indptr, error)
      || !read_array (parts, "indices", &parts->indices, &parts->n_indices, error)
      || !check_offsets (parts, block_rows, MIN (parts->n_indices, parts->data_shape[0]), error)
      || !check_indices (parts, "indices", parts->indices, parts->indptr[block_rows],
                         parts->columns / width, error))
    return NULL;
  csr = new_csr (parts->rows, parts->columns, parts->indptr[block_rows] * height * width, error);
  if (csr == NULL)
    return NULL;
  for (int64_t row = 0; row < parts->rows; row++)
    {
      if (k >= poll)
        {
          if (g_cancellable_set_error_if_cancelled (parts->cancellable, error))
            return NULL;
          poll = k + NUMBERS_PER_POLL;
        }
      csr->row_offsets[row] = k;
      place_block_row (parts, csr, row / height, row % height, &k);
    }
  return finish (parts, g_steal_pointer (&csr), false, duplicates, error);
}

/* --- dia: diagonals ------------------------------------------------------------------------------
 */

/* The value of a diagonal at a row; 0 where it has none. data[d][j] is at column j. */
static double
diagonal_value (const Parts *parts, int64_t d, int64_t row)
{
  int64_t column = row + parts->indices[d];

  if (column < 0 || column >= MIN (parts->columns, parts->data_shape[1]))
    return 0.0;
  return parts->data[d * parts->data_shape[1] + column];
}

static bool
check_diagonals (const Parts *parts, GError **error)
{
  if (parts->n_indices != parts->data_shape[0])
    return fail (parts, error, "%" G_GINT64_FORMAT " offsets for %" G_GINT64_FORMAT " diagonals",
                 parts->n_indices, parts->data_shape[0]);
  for (int64_t d = 0; d < parts->n_indices; d++)
    if (parts->indices[d] <= -(int64_t) G_MAXINT32 || parts->indices[d] >= G_MAXINT32)
      return fail (parts, error, "the offset of diagonal %" G_GINT64_FORMAT " is out of bounds", d);
  return true;
}

/* The rows that a diagonal has a value in lie between its first and its last column. */
static void
diagonal_rows (const Parts *parts, int64_t d, int64_t *begin, int64_t *end)
{
  int64_t offset = parts->indices[d];

  *begin = MAX (0, -offset);
  *end = MIN (parts->rows, MIN (parts->columns, parts->data_shape[1]) - offset);
}

static bool
place_diagonals (const Parts *parts, SeidelCsr *csr, int64_t *next, GError **error)
{
  for (int64_t d = 0; d < parts->n_indices; d++)
    {
      int64_t begin;
      int64_t end;

      if (g_cancellable_set_error_if_cancelled (parts->cancellable, error))
        return false;
      diagonal_rows (parts, d, &begin, &end);
      for (int64_t row = begin; row < end; row++)
        {
          double value = diagonal_value (parts, d, row);

          if (value == 0.0)
            continue;
          if (csr != NULL)
            {
              csr->column_indices[next[row]] = (int32_t) (row + parts->indices[d]);
              csr->values[next[row]] = value;
            }
          next[row]++;
        }
    }
  return true;
}

/* Zeros pad the diagonals, and are not entries: SciPy drops them as well. */
static SeidelCsr *
read_diagonals (Parts *parts, int64_t *duplicates, GError **error)
{
  g_autofree int64_t *next = NULL;
  int64_t nonzeros = 0;
  g_autoptr (SeidelCsr) csr = NULL;

  if (!read_array (parts, "offsets", &parts->indices, &parts->n_indices, error)
      || !check_diagonals (parts, error)
      || !seidel_memory_check ((double) parts->rows, (double) parts->n_data, error))
    return NULL;
  next = g_try_new0 (int64_t, (gsize) parts->rows + 1);
  if (next == NULL)
    {
      seidel_memory_fail ((double) parts->rows, (double) parts->n_data, error);
      return NULL;
    }
  if (!place_diagonals (parts, NULL, next, error))
    return NULL;
  for (int64_t row = 0; row < parts->rows; row++)
    nonzeros += next[row];
  csr = new_csr (parts->rows, parts->columns, nonzeros, error);
  if (csr == NULL)
    return NULL;
  for (int64_t row = 0; row < parts->rows; row++)
    {
      csr->row_offsets[row + 1] = csr->row_offsets[row] + next[row];
      next[row] = csr->row_offsets[row];
    }
  if (!place_diagonals (parts, csr, next, error))
    return NULL;
  return finish (parts, g_steal_pointer (&csr), false, duplicates, error);
}

/* --- coo: coordinates ----------------------------------------------------------------------------
 */

static int32_t *
make_narrow (const Parts *parts, const int64_t *indices, int64_t n, GError **error)
{
  g_autofree int32_t *result = g_try_new (int32_t, (gsize) MAX (n, 1));

  if (result == NULL)
    {
      seidel_memory_fail (0.0, (double) n, error);
      return NULL;
    }
  return narrow (parts, result, indices, n, error) ? g_steal_pointer (&result) : NULL;
}

static SeidelCsr *
read_coordinates (Parts *parts, int64_t *duplicates, GError **error)
{
  g_autofree int32_t *rows = NULL;
  g_autofree int32_t *columns = NULL;
  SeidelCoordinates coordinates = { parts->rows, parts->columns, parts->n_data, NULL, NULL, NULL };

  if (!read_array (parts, "row", &parts->indices, &parts->n_indices, error)
      || !read_array (parts, "col", &parts->others, &parts->n_others, error))
    return NULL;
  if (parts->n_indices != parts->n_data || parts->n_others != parts->n_data)
    {
      fail (parts, error,
            "%" G_GINT64_FORMAT " rows and %" G_GINT64_FORMAT " columns for %" G_GINT64_FORMAT
            " entries",
            parts->n_indices, parts->n_others, parts->n_data);
      return NULL;
    }
  if (!check_indices (parts, "row", parts->indices, parts->n_data, parts->rows, error)
      || !check_indices (parts, "col", parts->others, parts->n_data, parts->columns, error)
      || !seidel_memory_check ((double) parts->rows, (double) parts->n_data, error))
    return NULL;
  rows = make_narrow (parts, parts->indices, parts->n_data, error);
  g_clear_pointer (&parts->indices, free);
  columns = rows != NULL ? make_narrow (parts, parts->others, parts->n_data, error) : NULL;
  g_clear_pointer (&parts->others, free);
  if (columns == NULL)
    return NULL;
  coordinates.row_indices = rows;
  coordinates.column_indices = columns;
  coordinates.values = parts->data;
  return seidel_csr_from_coordinates (&coordinates, duplicates, parts->cancellable, error);
}

/* --- the whole -----------------------------------------------------------------------------------
 */

static bool
read_shape (Parts *parts, GError **error)
{
  int64_t count = 0;
  g_autofree int64_t *shape = NULL;

  if (!read_array (parts, "shape", &shape, &count, error))
    return false;
  if (count != 2 || shape[0] < 0 || shape[1] < 0)
    return fail (parts, error, "the array “shape” must hold the numbers of rows and columns");
  if (shape[0] > G_MAXINT32 || shape[1] > G_MAXINT32)
    return fail (parts, error,
                 "%" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
                 " is beyond the largest matrix, 2,147,483,647 rows or columns",
                 shape[0], shape[1]);
  parts->rows = shape[0];
  parts->columns = shape[1];
  return true;
}

/* "csr" and so on, or NULL. */
static char *
read_layout (const Parts *parts, GError **error)
{
  g_auto (SeidelNumpyPart) part = { 0 };
  g_auto (SeidelNumpyHeader) header = { 0 };
  char *layout;

  if (!open_array (parts, "format", &part, &header, error))
    return NULL;
  layout = seidel_numpy_read_text (&header, &part.stream);
  if (layout == NULL)
    fail (parts, error, "the array “format” holds no name of a layout");
  return layout;
}

typedef struct
{
  const char *name;
  int rank; /* of the array "data" */
  SeidelCsr *(*read) (Parts *parts, int64_t *duplicates, GError **error);
} Layout;

static SeidelCsr *
read_csr (Parts *parts, int64_t *duplicates, GError **error)
{
  return read_compressed (parts, false, duplicates, error);
}

static SeidelCsr *
read_csc (Parts *parts, int64_t *duplicates, GError **error)
{
  return read_compressed (parts, true, duplicates, error);
}

static const Layout layouts[] = {
  { "csr", 1, read_csr },    { "csc", 1, read_csc },       { "coo", 1, read_coordinates },
  { "bsr", 3, read_blocks }, { "dia", 2, read_diagonals },
};

static const Layout *
find_layout (const Parts *parts, GError **error)
{
  g_autofree char *name = read_layout (parts, error);

  if (name == NULL)
    return NULL;
  for (size_t i = 0; i < G_N_ELEMENTS (layouts); i++)
    if (g_str_equal (layouts[i].name, name))
      return &layouts[i];
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_UNSUPPORTED,
               "%s: the layout “%s” is not known; csr, csc, coo, bsr and dia are",
               seidel_source_name (parts->zip->source), name);
  return NULL;
}

SeidelCsr *
seidel_numpy_read_sparse (const SeidelNumpyZip *zip,
                          SeidelOrigin *origin,
                          int64_t *inexact,
                          SeidelProgress *progress,
                          GCancellable *cancellable,
                          GError **error)
{
  g_auto (Parts) parts = { .zip = zip, .progress = progress, .cancellable = cancellable };
  const Layout *layout;

  seidel_progress_begin (progress, "Reading entries");
  layout = find_layout (&parts, error);
  if (layout == NULL || !read_shape (&parts, error) || !read_data (&parts, origin, inexact, error))
    return NULL;
  if (parts.data_rank != layout->rank)
    {
      fail (&parts, error, "the array “data” has %d dimensions; the layout %s asks for %d",
            parts.data_rank, layout->name, layout->rank);
      return NULL;
    }
  origin->format = g_strdup_printf ("SciPy sparse, %s", layout->name);
  origin->stored = parts.n_data;
  return layout->read (&parts, &origin->duplicates, error);
}
