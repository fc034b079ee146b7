/* Sparse matrices of archives: the arrays of a layout, with its name, as SciPy's save_npz () stores
 * them, or without, see seidel-numpy-groups.c.
 *
 * Source: scipy.sparse.save_npz and the classes whose attributes it stores (SciPy 1.10).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-numpy-parts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "base/seidel-poll.h"
#include "base/seidel-translatable.h"

static void
parts_clear (SeidelNumpyParts *parts)
{
  free (parts->indptr);
  free (parts->indices);
  free (parts->others);
  free (parts->data);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelNumpyParts, parts_clear)

const SeidelNumpyMember *
seidel_numpy_parts_find (const SeidelNumpyParts *parts, const char *role)
{
  return seidel_numpy_group_find (parts->zip, parts->group, role);
}

/* Opens an array and reads its header. */
static SeidelSource *
open_array (const SeidelNumpyParts *parts,
            const char *name,
            SeidelNumpyHeader *header,
            GError **error)
{
  const SeidelNumpyMember *member = seidel_numpy_parts_find (parts, name);

  if (member != NULL)
    return seidel_numpy_zip_open (parts->zip, member, header, error);
  SEIDEL_NUMPY_FAIL (parts, error,
                     seidel_text (
                       "a sparse matrix of this layout needs the array “%s%s”, which is missing"),
                     parts->group->prefix, name);
  return NULL;
}

/* Opens an array whose numbers can be used. */
static SeidelSource *
open_numbers (const SeidelNumpyParts *parts,
              const char *name,
              SeidelNumpyHeader *header,
              GError **error)
{
  g_autoptr (SeidelSource) source = open_array (parts, name, header, error);

  if (source == NULL || header->problem == NULL)
    return g_steal_pointer (&source);
  seidel_source_fail (source, SEIDEL_ERROR_UNSUPPORTED, error, "%s", header->problem);
  return NULL;
}

/* Opens an array of integers. */
static SeidelSource *
open_integers (const SeidelNumpyParts *parts,
               const char *name,
               SeidelNumpyHeader *header,
               GError **error)
{
  g_autoptr (SeidelSource) source = open_numbers (parts, name, header, error);

  if (source == NULL || seidel_element_is_integer (header->element))
    return g_steal_pointer (&source);
  SEIDEL_NUMPY_FAIL (parts, error,
                     seidel_text ("the array “%s” must hold integers; its dtype is %s"), name,
                     header->type);
  return NULL;
}

bool
seidel_numpy_parts_read (const SeidelNumpyParts *parts,
                         const char *name,
                         int64_t **array,
                         int64_t *count,
                         GError **error)
{
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (SeidelSource) source = open_integers (parts, name, &header, error);

  *array = source != NULL ? seidel_numpy_read_integers (&header, source, error) : NULL;
  *count = header.count;
  return *array != NULL;
}

/* In 32 bits: the large ones. */
bool
seidel_numpy_parts_read_indices (const SeidelNumpyParts *parts,
                                 const char *name,
                                 int32_t **array,
                                 int64_t *count,
                                 GError **error)
{
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (SeidelSource) source = open_integers (parts, name, &header, error);

  *array = source != NULL ? seidel_numpy_read_indices (&header, source, error) : NULL;
  *count = header.count;
  return *array != NULL;
}

/* Reads the values. */
static bool
read_data (SeidelNumpyParts *parts, SeidelOrigin *origin, int64_t *inexact, GError **error)
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
read_shape (SeidelNumpyParts *parts, GError **error)
{
  int64_t count = 0;
  g_autofree int64_t *shape = NULL;

  parts->rows = -1;
  if (seidel_numpy_parts_find (parts, "shape") == NULL)
    return true;
  if (!seidel_numpy_parts_read (parts, "shape", &shape, &count, error))
    return false;
  if (count < 1 || count > 2 || shape[0] < 0 || shape[count - 1] < 0)
    return SEIDEL_NUMPY_FAIL (
      parts, error,
      seidel_text ("the array “%sshape” must hold the numbers of rows and columns; it holds "
                   "%" PRId64 " numbers"),
      parts->group->prefix, count);
  parts->vector = count == 1;
  parts->rows = shape[0];
  parts->columns = parts->vector ? 1 : shape[1];
  if (parts->rows > G_MAXINT32 || parts->columns > G_MAXINT32)
    return SEIDEL_NUMPY_FAIL (parts, error,
                              seidel_text (
                                "%" PRId64 " × %" PRId64
                                " is beyond the largest matrix, 2,147,483,647 rows or columns"),
                              parts->rows, parts->columns);
  /* Before anything of that size is read. */
  return seidel_source_check_matrix (parts->zip->source, (double) parts->rows,
                                     (double) parts->columns, 0.0, error);
}

/* pydata/sparse stores the value of what is not stored. */
static bool
check_fill (const SeidelNumpyParts *parts, GError **error)
{
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (SeidelSource) source = NULL;
  g_autofree double *value = NULL;
  int64_t inexact;

  if (seidel_numpy_parts_find (parts, "fill_value") == NULL)
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

/* The layout of which the archive has the name. */
static const SeidelNumpyLayout *
read_layout (const SeidelNumpyParts *parts, GError **error)
{
  g_auto (SeidelNumpyHeader) header = { 0 };
  g_autoptr (SeidelSource) source = open_array (parts, "format", &header, error);
  g_autofree char *name = source != NULL ? seidel_numpy_read_text (&header, source) : NULL;

  if (source != NULL && name == NULL)
    SEIDEL_NUMPY_FAIL (parts, error, seidel_text ("the array “format” holds no name of a layout"));
  /* The one row of a vector is that of a matrix by rows; here it is a column. */
  if (parts->vector && g_strcmp0 (name, "csr") == 0)
    return seidel_numpy_find_layout (parts, "csc", error);
  return name != NULL ? seidel_numpy_find_layout (parts, name, error) : NULL;
}

/* Whether offsets are those of columns: by the array "compressed_axes" of pydata/sparse, or by
 * their number. Where nothing says so, they are those of rows, which the note says. */
static bool
find_direction (const SeidelNumpyParts *parts, const char **name, char **note, GError **error)
{
  const int64_t n = seidel_numpy_parts_find (parts, "indptr")->header.count - 1;
  g_autofree int64_t *axes = NULL;
  int64_t count = 0;

  *name = "csr";
  if (seidel_numpy_parts_find (parts, "compressed_axes") != NULL)
    {
      if (!seidel_numpy_parts_read (parts, "compressed_axes", &axes, &count, error))
        return false;
      if (count != 1 || axes[0] < 0 || axes[0] > 1)
        return SEIDEL_NUMPY_FAIL (parts, error,
                                  seidel_text ("the array “compressed_axes” must hold 0 or 1"));
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
static const SeidelNumpyLayout *
guess_layout (const SeidelNumpyParts *parts, char **note, GError **error)
{
  const char *name = "coo";

  if (seidel_numpy_parts_find (parts, "indptr") != NULL)
    {
      if (!find_direction (parts, &name, note, error))
        return NULL;
    }
  else if (seidel_numpy_parts_find (parts, "offsets") != NULL)
    name = "dia";
  return seidel_numpy_find_layout (parts, name, error);
}

SeidelCsr *
seidel_numpy_read_sparse (const SeidelNumpyZip *zip,
                          const SeidelNumpyGroup *group,
                          SeidelOrigin *origin,
                          int64_t *inexact,
                          GError **error)
{
  g_auto (SeidelNumpyParts) parts = { .zip = zip, .group = group };
  const bool named = seidel_numpy_group_find (zip, group, "format") != NULL;
  const SeidelNumpyLayout *layout;

  seidel_progress_begin (seidel_source_progress (zip->source), "Reading entries");
  if (!read_shape (&parts, error) || !check_fill (&parts, error))
    return NULL;
  layout = named ? read_layout (&parts, error) : guess_layout (&parts, &origin->note, error);
  if (layout == NULL || !read_data (&parts, origin, inexact, error))
    return NULL;
  if (parts.data_rank != layout->rank)
    {
      SEIDEL_NUMPY_FAIL (&parts, error,
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
