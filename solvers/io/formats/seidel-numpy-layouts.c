/* The layouts of sparse matrices in archives, and the matrix of the arrays of each.
 *
 * Every number of the arrays is checked before it is used: the offsets must begin at 0, never
 * decrease and end within the entries, and each index must lie within the matrix.
 *
 * Source: the classes of scipy.sparse (SciPy 1.10), whose attributes the arrays are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-numpy-parts.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/seidel-memory.h"
#include "base/seidel-poll.h"
#include "base/seidel-translatable.h"

static bool
poll_cancelled (const SeidelNumpyParts *parts, int64_t k, GError **error)
{
  return k % SEIDEL_POLL_WORK == 0 && !seidel_source_poll (parts->zip->source, error);
}

static bool
check_indices (const SeidelNumpyParts *parts,
               const char *name,
               const int32_t *indices,
               int64_t count,
               int64_t limit,
               GError **error)
{
  for (int64_t k = 0; k < count; k++)
    if (poll_cancelled (parts, k, error))
      return false;
    else if (indices[k] < 0 || indices[k] >= limit)
      return SEIDEL_NUMPY_FAIL (parts, error,
                                seidel_text ("number %" PRId64
                                             " of the array “%s” is out of bounds: expected 0 to "
                                             "%" PRId64),
                                k, name, limit - 1);
  return true;
}

/* Offsets of n rows into that many entries, all of which need not be in use. */
static bool
check_offsets (const SeidelNumpyParts *parts, int64_t n, int64_t entries, GError **error)
{
  if (parts->n_indptr != n + 1)
    return SEIDEL_NUMPY_FAIL (parts, error,
                              seidel_text ("the array “indptr” has %" PRId64
                                           " numbers; the shape asks for "
                                           "%" PRId64),
                              parts->n_indptr, n + 1);
  if (parts->indptr[0] != 0)
    return SEIDEL_NUMPY_FAIL (parts, error,
                              seidel_text ("the array “indptr” does not begin with 0"));
  for (int64_t i = 0; i < n; i++)
    if (poll_cancelled (parts, i, error))
      return false;
    else if (parts->indptr[i + 1] < parts->indptr[i])
      return SEIDEL_NUMPY_FAIL (parts, error,
                                seidel_text ("the array “indptr” decreases at number %" PRId64),
                                i + 1);
  if (parts->indptr[n] > entries)
    return SEIDEL_NUMPY_FAIL (parts, error,
                              seidel_text ("the array “indptr” ends at %" PRId64
                                           "; there are %" PRId64 " entries"),
                              parts->indptr[n], entries);
  return true;
}

/* The largest index and one more. */
static int64_t
count_indices (const int32_t *indices, int64_t n)
{
  int32_t most = -1;

  for (int64_t k = 0; k < n; k++)
    most = MAX (most, MIN (indices[k], G_MAXINT32 - 1));
  return (int64_t) most + 1;
}

/* The shape that the indices need, where none is stored. */
static bool
set_shape (SeidelNumpyParts *parts, int64_t rows, int64_t columns, GError **error)
{
  if (parts->rows >= 0)
    return true;
  if (rows < 0 || rows > G_MAXINT32)
    return SEIDEL_NUMPY_FAIL (parts, error,
                              seidel_text ("the array “indptr” has %" PRId64 " numbers"), rows + 1);
  parts->rows = rows;
  parts->columns = columns;
  return seidel_source_check_matrix (parts->zip->source, (double) rows, (double) columns, 0.0,
                                     error);
}

/* csr and csc: the arrays are those of the matrix, or of its transpose. */
static SeidelCsr *
read_compressed (SeidelNumpyParts *parts, bool by_columns, int64_t *duplicates, GError **error)
{
  GCancellable *cancellable = seidel_source_cancellable (parts->zip->source);
  g_autoptr (SeidelCsr) csr = NULL;
  int64_t rows;
  int64_t columns;

  if (!seidel_numpy_parts_read (parts, "indptr", &parts->indptr, &parts->n_indptr, error)
      || !seidel_numpy_parts_read_indices (parts, "indices", &parts->indices, &parts->n_indices,
                                           error)
      || !set_shape (
        parts, by_columns ? count_indices (parts->indices, parts->n_indices) : parts->n_indptr - 1,
        by_columns ? parts->n_indptr - 1 : count_indices (parts->indices, parts->n_indices), error))
    return NULL;
  rows = by_columns ? parts->columns : parts->rows;
  columns = by_columns ? parts->rows : parts->columns;
  if (!check_offsets (parts, rows, MIN (parts->n_indices, parts->n_data), error)
      || !check_indices (parts, "indices", parts->indices, parts->indptr[rows], columns, error)
      || !seidel_source_check_matrix (parts->zip->source, (double) rows, (double) columns,
                                      (double) parts->indptr[rows], error))
    return NULL;
  csr = g_new0 (SeidelCsr, 1);
  csr->rows = rows;
  csr->columns = columns;
  csr->row_offsets = g_steal_pointer (&parts->indptr);
  csr->values = g_steal_pointer (&parts->data);
  csr->column_indices = g_steal_pointer (&parts->indices);
  *duplicates = seidel_csr_canonicalize (csr, cancellable, error);
  if (*duplicates < 0)
    return NULL;
  if (*duplicates > 0)
    seidel_csr_shrink (csr);
  return by_columns ? seidel_csr_transpose (csr, cancellable, error) : g_steal_pointer (&csr);
}

static SeidelCsr *
read_csr (SeidelNumpyParts *parts, int64_t *duplicates, GError **error)
{
  return read_compressed (parts, false, duplicates, error);
}

static SeidelCsr *
read_csc (SeidelNumpyParts *parts, int64_t *duplicates, GError **error)
{
  return read_compressed (parts, true, duplicates, error);
}

/* From the first count values, whose places are in indices and others. */
static SeidelCsr *
from_coordinates (SeidelNumpyParts *parts, int64_t count, int64_t *duplicates, GError **error)
{
  const SeidelCoordinates coordinates = { parts->rows,    parts->columns, count,
                                          parts->indices, parts->others,  parts->data };

  return seidel_source_check_matrix (parts->zip->source, (double) parts->rows,
                                     (double) parts->columns, (double) count, error)
           ? seidel_csr_from_coordinates (&coordinates, duplicates,
                                          seidel_source_cancellable (parts->zip->source), error)
           : NULL;
}

/* Both rows of the array "coords" of pydata/sparse, or the one that a vector has. */
static bool
read_both (SeidelNumpyParts *parts, GError **error)
{
  const SeidelNumpyHeader *header = &seidel_numpy_parts_find (parts, "coords")->header;
  const int64_t n = header->shape[1];
  const int64_t rows = parts->vector ? 1 : 2;
  g_autofree int32_t *both = NULL;
  int64_t count = 0;

  if (header->problem == NULL && (header->rank != 2 || header->shape[0] != rows))
    return SEIDEL_NUMPY_FAIL (
      parts, error,
      seidel_text ("the array “coords” must have two rows, of row and of column indices; it has "
                   "%" PRId64),
      header->shape[0]);
  if (!seidel_numpy_parts_read_indices (parts, "coords", &both, &count, error))
    return false;
  parts->indices = seidel_memory_alloc ((size_t) MAX (n, 1) * sizeof *both);
  parts->others = seidel_memory_alloc ((size_t) MAX (n, 1) * sizeof *both);
  if (parts->indices == NULL || parts->others == NULL || both == NULL)
    return seidel_memory_fail_matrix (0.0, (double) n, error);
  for (int64_t k = 0; k < n; k++)
    {
      parts->indices[k] = both[header->by_columns ? rows * k : k];
      parts->others[k] = parts->vector ? 0 : both[header->by_columns ? 2 * k + 1 : n + k];
    }
  parts->n_indices = parts->n_others = n;
  return true;
}

static bool
read_places (SeidelNumpyParts *parts, GError **error)
{
  if (seidel_numpy_parts_find (parts, "row") == NULL
      && seidel_numpy_parts_find (parts, "coords") != NULL)
    return read_both (parts, error);
  return seidel_numpy_parts_read_indices (parts, "row", &parts->indices, &parts->n_indices, error)
         && seidel_numpy_parts_read_indices (parts, "col", &parts->others, &parts->n_others, error);
}

static SeidelCsr *
read_coordinates (SeidelNumpyParts *parts, int64_t *duplicates, GError **error)
{
  if (!read_places (parts, error)
      || !set_shape (parts, count_indices (parts->indices, parts->n_indices),
                     count_indices (parts->others, parts->n_others), error))
    return NULL;
  if (parts->n_indices != parts->n_data || parts->n_others != parts->n_data)
    {
      SEIDEL_NUMPY_FAIL (parts, error,
                         seidel_text ("%" PRId64 " rows and %" PRId64 " columns for %" PRId64
                                      " entries"),
                         parts->n_indices, parts->n_others, parts->n_data);
      return NULL;
    }
  return check_indices (parts, "row", parts->indices, parts->n_data, parts->rows, error)
             && check_indices (parts, "col", parts->others, parts->n_data, parts->columns, error)
           ? from_coordinates (parts, parts->n_data, duplicates, error)
           : NULL;
}

/* Memory for the places of all values, to be filled in. */
static int32_t *
new_places (const SeidelNumpyParts *parts, GError **error)
{
  int32_t *places = seidel_memory_alloc ((size_t) MAX (parts->n_data, 1) * sizeof *places);

  if (places == NULL)
    seidel_memory_fail_matrix (0.0, (double) parts->n_data, error);
  return places;
}

static bool
check_blocks (const SeidelNumpyParts *parts, GError **error)
{
  const int64_t height = parts->data_shape[1];
  const int64_t width = parts->data_shape[2];

  if (height >= 1 && width >= 1 && parts->rows % height == 0 && parts->columns % width == 0)
    return true;
  return SEIDEL_NUMPY_FAIL (parts, error,
                            seidel_text ("blocks of %" PRId64 " × %" PRId64
                                         " do not make a matrix of "
                                         "%" PRId64 " × %" PRId64),
                            height, width, parts->rows, parts->columns);
}

/* bsr: rows of dense blocks, whose values follow one another. */
static SeidelCsr *
read_blocks (SeidelNumpyParts *parts, int64_t *duplicates, GError **error)
{
  const int64_t height = parts->data_shape[1];
  const int64_t width = parts->data_shape[2];
  g_autofree int32_t *rows = NULL;
  g_autofree int32_t *columns = NULL;
  int64_t block_rows;
  int64_t k = 0;

  if (!check_blocks (parts, error))
    return NULL;
  block_rows = parts->rows / height;
  if (!seidel_numpy_parts_read (parts, "indptr", &parts->indptr, &parts->n_indptr, error)
      || !seidel_numpy_parts_read_indices (parts, "indices", &parts->indices, &parts->n_indices,
                                           error)
      || !check_offsets (parts, block_rows, MIN (parts->n_indices, parts->data_shape[0]), error)
      || !check_indices (parts, "indices", parts->indices, parts->indptr[block_rows],
                         parts->columns / width, error))
    return NULL;
  rows = new_places (parts, error);
  columns = rows != NULL ? new_places (parts, error) : NULL;
  if (columns == NULL)
    return NULL;
  for (int64_t block_row = 0, b = 0; block_row < block_rows; block_row++)
    for (; b < parts->indptr[block_row + 1]; b++)
      for (int64_t i = 0; i < height * width; i++, k++)
        {
          if (poll_cancelled (parts, k, error))
            return NULL;
          rows[k] = (int32_t) (block_row * height + i / width);
          columns[k] = (int32_t) (parts->indices[b] * width + i % width);
        }
  free (parts->indices);
  parts->indices = g_steal_pointer (&rows);
  parts->others = g_steal_pointer (&columns);
  return from_coordinates (parts, k, duplicates, error);
}

static bool
check_diagonals (const SeidelNumpyParts *parts, GError **error)
{
  if (parts->n_indices != parts->data_shape[0])
    return SEIDEL_NUMPY_FAIL (parts, error,
                              seidel_text ("%" PRId64 " offsets for %" PRId64 " diagonals"),
                              parts->n_indices, parts->data_shape[0]);
  for (int64_t d = 0; d < parts->n_indices; d++)
    if (parts->indices[d] <= -G_MAXINT32 || parts->indices[d] == G_MAXINT32)
      return SEIDEL_NUMPY_FAIL (parts, error,
                                seidel_text ("the offset of diagonal %" PRId64 " is out of bounds"),
                                d);
  return true;
}

/* dia: data[d][column] is on diagonal d. Zeros pad the diagonals and are not entries, as in SciPy.
 */
static SeidelCsr *
read_diagonals (SeidelNumpyParts *parts, int64_t *duplicates, GError **error)
{
  const int64_t length = parts->data_shape[1];
  g_autofree int32_t *rows = NULL;
  int64_t count = 0;

  if (!seidel_numpy_parts_read_indices (parts, "offsets", &parts->indices, &parts->n_indices, error)
      || !check_diagonals (parts, error))
    return NULL;
  rows = new_places (parts, error);
  parts->others = rows != NULL ? new_places (parts, error) : NULL;
  if (parts->others == NULL)
    return NULL;
  for (int64_t k = 0; k < parts->n_data; k++)
    {
      const int64_t column = k % length;
      const int64_t row = column - parts->indices[k / length];

      if (poll_cancelled (parts, k, error))
        return NULL;
      if (row < 0 || row >= parts->rows || column >= parts->columns || parts->data[k] == 0.0)
        continue;
      rows[count] = (int32_t) row;
      parts->others[count] = (int32_t) column;
      parts->data[count++] = parts->data[k];
    }
  free (parts->indices);
  parts->indices = g_steal_pointer (&rows);
  return from_coordinates (parts, count, duplicates, error);
}

static const SeidelNumpyLayout layouts[] = {
  { "csr", 1, read_csr },    { "csc", 1, read_csc },       { "coo", 1, read_coordinates },
  { "bsr", 3, read_blocks }, { "dia", 2, read_diagonals },
};

const SeidelNumpyLayout *
seidel_numpy_find_layout (const SeidelNumpyParts *parts, const char *name, GError **error)
{
  for (size_t i = 0; i < G_N_ELEMENTS (layouts); i++)
    if (g_str_equal (layouts[i].name, name))
      return &layouts[i];
  seidel_source_fail (parts->zip->source, SEIDEL_ERROR_UNSUPPORTED, error,
                      "the layout “%s” is not known; csr, csc, coo, bsr and dia are", name);
  return NULL;
}
