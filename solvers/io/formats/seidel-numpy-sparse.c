/* Sparse matrices of archives: the arrays of a layout, with its name, as SciPy's save_npz () stores
 * them, or without, see seidel-numpy-groups.c.
 *
 * Every number of the arrays is checked before it is used: the offsets must begin at 0, never
 * decrease and end within the entries, and each index must lie within the matrix.
 *
 * Source: scipy.sparse.save_npz and the classes whose attributes it stores (SciPy 1.10).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-numpy.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "base/seidel-poll.h"
#include "base/seidel-translatable.h"

/* The arrays of an archive, each read whole; which of them there are depends on the layout. */
typedef struct
{
  const SeidelNumpyZip *zip;
  const SeidelNumpyGroup *group;
  int64_t rows; /* −1: not stored */
  int64_t columns;
  int64_t *indptr;
  int32_t *indices; /* or the rows of coordinates, or the offsets of diagonals */
  int32_t *others;  /* the columns of coordinates */
  double *data;
  int64_t n_indptr;
  int64_t n_indices;
  int64_t n_others;
  int64_t n_data;
  int64_t data_shape[3];
  int data_rank;
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

#define FAIL(parts, error, ...) \
  seidel_source_fail ((parts)->zip->source, SEIDEL_ERROR_FORMAT, error, __VA_ARGS__)

static const SeidelNumpyMember *
find_array (const Parts *parts, const char *role)
{
  return seidel_numpy_group_find (parts->zip, parts->group, role);
}

/* Opens an array and reads its header. */
static SeidelSource *
open_array (const Parts *parts, const char *name, SeidelNumpyHeader *header, GError **error)
{
  const SeidelNumpyMember *member = find_array (parts, name);

  if (member != NULL)
    return seidel_numpy_zip_open (parts->zip, member, header, error);
  FAIL (parts, error,
        seidel_text ("a sparse matrix of this layout needs the array “%s%s”, which is missing"),
        parts->group->prefix, name);
  return NULL;
}

/* Opens an array whose numbers can be used. */
static SeidelSource *
open_numbers (const Parts *parts, const char *name, SeidelNumpyHeader *header, GError **error)
{
  g_autoptr (SeidelSource) source = open_array (parts, name, header, error);

  if (source == NULL || header->problem == NULL)
    return g_steal_pointer (&source);
  seidel_source_fail (source, SEIDEL_ERROR_UNSUPPORTED, error, "%s", header->problem);
  return NULL;
}

/* Opens an array of integers. */
static SeidelSource *
open_integers (const Parts *parts, const char *name, SeidelNumpyHeader *header, GError **error)
{
  g_autoptr (SeidelSource) source = open_numbers (parts, name, header, error);

  if (source == NULL || seidel_element_is_integer (header->element))
    return g_steal_pointer (&source);
  FAIL (parts, error, seidel_text ("the array “%s” must hold integers; its dtype is %s"), name,
        header->type);
  return NULL;
}

static bool
read_array (const Parts *parts, const char *name, int64_t **array, int64_t *count, GError **error)
{
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (SeidelSource) source = open_integers (parts, name, &header, error);

  *array = source != NULL ? seidel_numpy_read_integers (&header, source, error) : NULL;
  *count = header.count;
  return *array != NULL;
}

/* In 32 bits: the large ones. */
static bool
read_indices (const Parts *parts, const char *name, int32_t **array, int64_t *count, GError **error)
{
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (SeidelSource) source = open_integers (parts, name, &header, error);

  *array = source != NULL ? seidel_numpy_read_indices (&header, source, error) : NULL;
  *count = header.count;
  return *array != NULL;
}

/* Reads the values. */
static bool
read_data (Parts *parts, SeidelOrigin *origin, int64_t *inexact, GError **error)
{
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (SeidelSource) source = open_numbers (parts, "data", &header, error);

  if (source == NULL)
    return false;
  parts->n_data = header.count;
  memcpy (parts->data_shape, header.shape, sizeof parts->data_shape);
  parts->data_rank = header.rank;
  origin->field =
    seidel_element_is_integer (header.element) ? SEIDEL_FIELD_INTEGER : SEIDEL_FIELD_REAL;
  if (header.complex_numbers)
    seidel_source_take_part (source);
  parts->data = seidel_numpy_read_doubles (&header, source, inexact, error);
  return parts->data != NULL;
}

static bool
poll_cancelled (const Parts *parts, int64_t k, GError **error)
{
  return k % SEIDEL_POLL_WORK == 0 && !seidel_source_poll (parts->zip->source, error);
}

static bool
check_indices (const Parts *parts,
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
      return FAIL (parts, error,
                   seidel_text ("number %" PRId64
                                " of the array “%s” is out of bounds: expected 0 to "
                                "%" PRId64),
                   k, name, limit - 1);
  return true;
}

/* Offsets of n rows into that many entries, all of which need not be in use. */
static bool
check_offsets (const Parts *parts, int64_t n, int64_t entries, GError **error)
{
  if (parts->n_indptr != n + 1)
    return FAIL (parts, error,
                 seidel_text ("the array “indptr” has %" PRId64 " numbers; the shape asks for "
                              "%" PRId64),
                 parts->n_indptr, n + 1);
  if (parts->indptr[0] != 0)
    return FAIL (parts, error, seidel_text ("the array “indptr” does not begin with 0"));
  for (int64_t i = 0; i < n; i++)
    if (poll_cancelled (parts, i, error))
      return false;
    else if (parts->indptr[i + 1] < parts->indptr[i])
      return FAIL (parts, error, seidel_text ("the array “indptr” decreases at number %" PRId64),
                   i + 1);
  if (parts->indptr[n] > entries)
    return FAIL (parts, error,
                 seidel_text ("the array “indptr” ends at %" PRId64 "; there are %" PRId64
                              " entries"),
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
set_shape (Parts *parts, int64_t rows, int64_t columns, GError **error)
{
  if (parts->rows >= 0)
    return true;
  if (rows < 0 || rows > G_MAXINT32)
    return FAIL (parts, error, seidel_text ("the array “indptr” has %" PRId64 " numbers"),
                 rows + 1);
  parts->rows = rows;
  parts->columns = columns;
  return seidel_source_check_matrix (parts->zip->source, (double) rows, (double) columns, 0.0,
                                     error);
}

/* csr and csc: the arrays are those of the matrix, or of its transpose. */
static SeidelCsr *
read_compressed (Parts *parts, bool by_columns, int64_t *duplicates, GError **error)
{
  GCancellable *cancellable = seidel_source_cancellable (parts->zip->source);
  g_autoptr (SeidelCsr) csr = NULL;
  int64_t rows;
  int64_t columns;

  if (!read_array (parts, "indptr", &parts->indptr, &parts->n_indptr, error)
      || !read_indices (parts, "indices", &parts->indices, &parts->n_indices, error)
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
read_csr (Parts *parts, int64_t *duplicates, GError **error)
{
  return read_compressed (parts, false, duplicates, error);
}

static SeidelCsr *
read_csc (Parts *parts, int64_t *duplicates, GError **error)
{
  return read_compressed (parts, true, duplicates, error);
}

/* From the first count values, whose places are in indices and others. */
static SeidelCsr *
from_coordinates (Parts *parts, int64_t count, int64_t *duplicates, GError **error)
{
  const SeidelCoordinates coordinates = { parts->rows,    parts->columns, count,
                                          parts->indices, parts->others,  parts->data };

  return seidel_source_check_matrix (parts->zip->source, (double) parts->rows,
                                     (double) parts->columns, (double) count, error)
           ? seidel_csr_from_coordinates (&coordinates, duplicates,
                                          seidel_source_cancellable (parts->zip->source), error)
           : NULL;
}

/* Both rows of the array "coords" of pydata/sparse. */
static bool
read_both (Parts *parts, GError **error)
{
  const SeidelNumpyHeader *header = &find_array (parts, "coords")->header;
  const int64_t n = header->shape[1];
  g_autofree int32_t *both = NULL;
  int64_t count = 0;

  if (header->problem == NULL && (header->rank != 2 || header->shape[0] != 2))
    return FAIL (parts, error,
                 seidel_text (
                   "the array “coords” must have two rows, of row and of column indices; it has "
                   "%" PRId64),
                 header->shape[0]);
  if (!read_indices (parts, "coords", &both, &count, error))
    return false;
  parts->indices = seidel_memory_alloc ((size_t) MAX (n, 1) * sizeof *both);
  parts->others = seidel_memory_alloc ((size_t) MAX (n, 1) * sizeof *both);
  if (parts->indices == NULL || parts->others == NULL || both == NULL)
    return seidel_memory_fail_matrix (0.0, (double) n, error);
  for (int64_t k = 0; k < n; k++)
    {
      parts->indices[k] = both[header->by_columns ? 2 * k : k];
      parts->others[k] = both[header->by_columns ? 2 * k + 1 : n + k];
    }
  parts->n_indices = parts->n_others = n;
  return true;
}

static bool
read_places (Parts *parts, GError **error)
{
  if (find_array (parts, "row") == NULL && find_array (parts, "coords") != NULL)
    return read_both (parts, error);
  return read_indices (parts, "row", &parts->indices, &parts->n_indices, error)
         && read_indices (parts, "col", &parts->others, &parts->n_others, error);
}

static SeidelCsr *
read_coordinates (Parts *parts, int64_t *duplicates, GError **error)
{
  if (!read_places (parts, error)
      || !set_shape (parts, count_indices (parts->indices, parts->n_indices),
                     count_indices (parts->others, parts->n_others), error))
    return NULL;
  if (parts->n_indices != parts->n_data || parts->n_others != parts->n_data)
    {
      FAIL (parts, error,
            seidel_text ("%" PRId64 " rows and %" PRId64 " columns for %" PRId64 " entries"),
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
new_places (const Parts *parts, GError **error)
{
  int32_t *places = seidel_memory_alloc ((size_t) MAX (parts->n_data, 1) * sizeof *places);

  if (places == NULL)
    seidel_memory_fail_matrix (0.0, (double) parts->n_data, error);
  return places;
}

static bool
check_blocks (const Parts *parts, GError **error)
{
  const int64_t height = parts->data_shape[1];
  const int64_t width = parts->data_shape[2];

  if (height >= 1 && width >= 1 && parts->rows % height == 0 && parts->columns % width == 0)
    return true;
  return FAIL (parts, error,
               seidel_text ("blocks of %" PRId64 " × %" PRId64 " do not make a matrix of "
                            "%" PRId64 " × %" PRId64),
               height, width, parts->rows, parts->columns);
}

/* bsr: rows of dense blocks, whose values follow one another. */
static SeidelCsr *
read_blocks (Parts *parts, int64_t *duplicates, GError **error)
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
  if (!read_array (parts, "indptr", &parts->indptr, &parts->n_indptr, error)
      || !read_indices (parts, "indices", &parts->indices, &parts->n_indices, error)
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
check_diagonals (const Parts *parts, GError **error)
{
  if (parts->n_indices != parts->data_shape[0])
    return FAIL (parts, error, seidel_text ("%" PRId64 " offsets for %" PRId64 " diagonals"),
                 parts->n_indices, parts->data_shape[0]);
  for (int64_t d = 0; d < parts->n_indices; d++)
    if (parts->indices[d] <= -G_MAXINT32 || parts->indices[d] == G_MAXINT32)
      return FAIL (parts, error,
                   seidel_text ("the offset of diagonal %" PRId64 " is out of bounds"), d);
  return true;
}

/* dia: data[d][column] is on diagonal d. Zeros pad the diagonals and are not entries, as in SciPy.
 */
static SeidelCsr *
read_diagonals (Parts *parts, int64_t *duplicates, GError **error)
{
  const int64_t length = parts->data_shape[1];
  g_autofree int32_t *rows = NULL;
  int64_t count = 0;

  if (!read_indices (parts, "offsets", &parts->indices, &parts->n_indices, error)
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

static bool
read_shape (Parts *parts, GError **error)
{
  int64_t count = 0;
  g_autofree int64_t *shape = NULL;

  parts->rows = -1;
  if (find_array (parts, "shape") == NULL)
    return true;
  if (!read_array (parts, "shape", &shape, &count, error))
    return false;
  if (count != 2 || shape[0] < 0 || shape[1] < 0)
    return FAIL (parts, error,
                 seidel_text (
                   "the array “%sshape” must hold the numbers of rows and columns; it holds "
                   "%" PRId64 " numbers"),
                 parts->group->prefix, count);
  if (shape[0] > G_MAXINT32 || shape[1] > G_MAXINT32)
    return FAIL (parts, error,
                 seidel_text ("%" PRId64 " × %" PRId64
                              " is beyond the largest matrix, 2,147,483,647 rows or columns"),
                 shape[0], shape[1]);
  parts->rows = shape[0];
  parts->columns = shape[1];
  /* Before anything of that size is read. */
  return seidel_source_check_matrix (parts->zip->source, (double) shape[0], (double) shape[1], 0.0,
                                     error);
}

/* pydata/sparse stores the value of what is not stored. */
static bool
check_fill (const Parts *parts, GError **error)
{
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (SeidelSource) source = NULL;
  g_autofree double *value = NULL;
  int64_t inexact;

  if (find_array (parts, "fill_value") == NULL)
    return true;
  source = open_numbers (parts, "fill_value", &header, error);
  value = source != NULL ? seidel_numpy_read_doubles (&header, source, &inexact, error) : NULL;
  if (value == NULL)
    return false;
  return header.count < 1 || value[0] == 0.0
         || seidel_source_fail (parts->zip->source, SEIDEL_ERROR_UNSUPPORTED, error,
                                "all entries that are not stored are %g, not 0: the matrix is not "
                                "sparse",
                                value[0]);
}

typedef struct
{
  const char *name;
  int rank; /* of the array "data" */
  SeidelCsr *(*read) (Parts *parts, int64_t *duplicates, GError **error);
} Layout;

static const Layout layouts[] = {
  { "csr", 1, read_csr },    { "csc", 1, read_csc },       { "coo", 1, read_coordinates },
  { "bsr", 3, read_blocks }, { "dia", 2, read_diagonals },
};

static const Layout *
find_layout (const Parts *parts, const char *name, GError **error)
{
  for (size_t i = 0; i < G_N_ELEMENTS (layouts); i++)
    if (g_str_equal (layouts[i].name, name))
      return &layouts[i];
  seidel_source_fail (parts->zip->source, SEIDEL_ERROR_UNSUPPORTED, error,
                      "the layout “%s” is not known; csr, csc, coo, bsr and dia are", name);
  return NULL;
}

/* The layout of which the archive has the name. */
static const Layout *
read_layout (const Parts *parts, GError **error)
{
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (SeidelSource) source = open_array (parts, "format", &header, error);
  g_autofree char *name = source != NULL ? seidel_numpy_read_text (&header, source) : NULL;

  if (source != NULL && name == NULL)
    FAIL (parts, error, seidel_text ("the array “format” holds no name of a layout"));
  return name != NULL ? find_layout (parts, name, error) : NULL;
}

/* Whether offsets are those of columns: by the array "compressed_axes" of pydata/sparse, or by
 * their number. Where nothing says so, they are those of rows, which the note says. */
static bool
find_direction (const Parts *parts, const char **name, char **note, GError **error)
{
  const int64_t n = find_array (parts, "indptr")->header.count - 1;
  g_autofree int64_t *axes = NULL;
  int64_t count = 0;

  *name = "csr";
  if (find_array (parts, "compressed_axes") != NULL)
    {
      if (!read_array (parts, "compressed_axes", &axes, &count, error))
        return false;
      if (count != 1 || axes[0] < 0 || axes[0] > 1)
        return FAIL (parts, error, seidel_text ("the array “compressed_axes” must hold 0 or 1"));
      *name = axes[0] == 0 ? "csr" : "csc";
    }
  else if (parts->rows != n && parts->columns == n && parts->rows >= 0)
    *name = "csc";
  else if (parts->rows == parts->columns)
    *note = g_strdup ("The arrays do not say whether they list rows or columns; they were read as "
                      "rows (CSR).");
  return true;
}

/* The layout of arrays without its name, by what they are called. */
static const Layout *
guess_layout (const Parts *parts, char **note, GError **error)
{
  const char *name = "coo";

  if (find_array (parts, "indptr") != NULL)
    {
      if (!find_direction (parts, &name, note, error))
        return NULL;
    }
  else if (find_array (parts, "offsets") != NULL)
    name = "dia";
  return find_layout (parts, name, error);
}

SeidelCsr *
seidel_numpy_read_sparse (const SeidelNumpyZip *zip,
                          const SeidelNumpyGroup *group,
                          SeidelOrigin *origin,
                          int64_t *inexact,
                          GError **error)
{
  g_auto (Parts) parts = { .zip = zip, .group = group };
  const bool named = seidel_numpy_group_find (zip, group, "format") != NULL;
  const Layout *layout;

  seidel_progress_begin (seidel_source_progress (zip->source), "Reading entries");
  if (!read_shape (&parts, error) || !check_fill (&parts, error))
    return NULL;
  layout = named ? read_layout (&parts, error) : guess_layout (&parts, &origin->note, error);
  if (layout == NULL || !read_data (&parts, origin, inexact, error))
    return NULL;
  if (parts.data_rank != layout->rank)
    {
      FAIL (&parts, error,
            seidel_text ("the array “data” has %d dimensions; the layout %s needs %d"),
            parts.data_rank, layout->name, layout->rank);
      return NULL;
    }
  if (parts.rows < 0 && layout->rank > 1)
    {
      open_array (&parts, "shape", &(SeidelNumpyHeader){ 0 }, error);
      return NULL;
    }
  if (parts.rows < 0)
    origin->note =
      g_strdup (seidel_text ("The shape is not stored; it was taken from the largest indices."));
  origin->format = g_strdup_printf (named ? "SciPy sparse, %s" : "NumPy arrays, %s", layout->name);
  origin->stored = parts.n_data;
  return layout->read (&parts, &origin->duplicates, error);
}
