/* The format MATLAB, as the loader sees it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-mat.h"

#include <inttypes.h>
#include <string.h>

#include "base/seidel-memory.h"
#include "io/formats/seidel-arrays.h"
#include "io/formats/seidel-reader.h"
#include "matrix/seidel-vector.h"
#include "base/seidel-translatable.h"

/* The first bytes show the version. */
#define HEADER_BYTES SEIDEL_HEAD_BYTES

/* The struct of the SuiteSparse Matrix Collection: its matrix, its right-hand side, the pattern of
 * its explicit zeros, its name and its title. */
static const char *const problem_fields[] = { "Problem.A",    "Problem.b",     "Problem.Zeros",
                                              "Problem.name", "Problem.title", NULL };

/* version receives the name of the format: "MATLAB 5", "HDF5". */
static GPtrArray *
read_arrays (SeidelSource *source, const char *const *wanted, const char **version, GError **error)
{
  char head[HEADER_BYTES];
  int64_t length = seidel_source_rewind (source, error)
                     ? seidel_source_read (source, head, HEADER_BYTES, error)
                     : -1;

  seidel_progress_begin (seidel_source_progress (source), "Reading entries");
  if (length < 0)
    return NULL;
  if (seidel_mat_is_hdf5 (head, (size_t) length))
    *version = "MATLAB 7.3";
  else if (seidel_hdf5_recognise (head, (size_t) length))
    *version = "HDF5";
  else
    return seidel_mat_walk (source, wanted, version, error);
  return seidel_mat_process (source, wanted, error);
}

static const char *
class_name_of (const SeidelMatArray *array)
{
  static const char *const names[] = {
    "empty", "cell",  "struct", "object", "text",   "sparse", "double", "single",   "int8",
    "uint8", "int16", "uint16", "int32",  "uint32", "int64",  "uint64", "function", "object",
  };

  if (array->logical)
    return array->mat_class == SEIDEL_MAT_SPARSE ? "sparse logical" : "logical";
  return array->mat_class < G_N_ELEMENTS (names) ? names[array->mat_class] : "unknown";
}

static char *
class_name (const SeidelMatArray *array)
{
  return g_strconcat (array->complex_numbers ? "complex " : "", class_name_of (array),
                      array->by_rows && array->mat_class == SEIDEL_MAT_SPARSE ? ", by rows" : "",
                      NULL);
}

static char *
find_problem (const SeidelMatArray *array)
{
  if (!seidel_mat_array_is_numeric (array))
    return g_strdup (seidel_text ("not a matrix"));
  if (array->rank != 2)
    return g_strdup_printf (seidel_text ("%" PRId64 " dimensions"), array->rank);
  if (array->rows > G_MAXINT32 || array->columns > G_MAXINT32)
    return g_strdup (seidel_text ("more than 2,147,483,647 rows or columns"));
  return NULL;
}

/* Whether a file that holds such a matrix is about it: the field of the collection's struct; in
 * HDF5 the table of AnnData, and that of 10x. */
static bool
is_meant (const SeidelMatArray *array)
{
  return g_str_equal (array->name, problem_fields[0])
         || (array->mat_class == SEIDEL_MAT_SPARSE
             && (g_str_equal (array->name, "X") || g_str_equal (array->name, "matrix")));
}

/* Empty arrays and texts are none that anybody would search for. The matrix of the SuiteSparse
 * Matrix Collection is the field A of a struct Problem. */
static GPtrArray *
describe (const GPtrArray *arrays)
{
  GPtrArray *list = seidel_arrays_new ();

  for (unsigned i = 0; i < arrays->len; i++)
    {
      SeidelMatArray *array = arrays->pdata[i];
      SeidelArray *item = seidel_arrays_add (list, array->name);

      item->data = array;
      item->type = class_name (array);
      item->complex_numbers = array->complex_numbers;
      item->problem = find_problem (array);
      item->hidden = array->mat_class == SEIDEL_MAT_CHAR || array->mat_class == 0;
      item->preferred = item->problem == NULL && is_meant (array);
      if (array->rank == 2 && MAX (array->rows, array->columns) <= G_MAXINT32)
        {
          item->rows = array->rows;
          item->columns = array->columns;
        }
    }
  return list;
}

/* The matrix of that name whose content was read, or NULL: a text may have the same name. */
static SeidelMatArray *
find_content (const GPtrArray *arrays, const char *name)
{
  for (unsigned i = 0; i < arrays->len; i++)
    {
      SeidelMatArray *array = arrays->pdata[i];

      if (array->csr != NULL && g_strcmp0 (array->name, name) == 0)
        return array;
    }
  return NULL;
}

/* The text of that name, or "". */
static const char *
find_text (const GPtrArray *arrays, const char *name)
{
  for (unsigned i = 0; i < arrays->len; i++)
    {
      const SeidelMatArray *array = arrays->pdata[i];

      if (array->text != NULL && g_strcmp0 (array->name, name) == 0)
        return array->text;
    }
  return "";
}

/* The collection stores explicit zeros apart, as the pattern of a second matrix. */
static bool
add_zeros (SeidelMatArray *array, const SeidelCsr *zeros, GCancellable *cancellable, GError **error)
{
  const SeidelCsr *csr = array->csr;
  g_autoptr (SeidelCsr) joined =
    seidel_csr_new (csr->rows, csr->columns,
                    seidel_csr_nonzeros (csr) + seidel_csr_nonzeros (zeros), error);
  int64_t n = 0;

  if (joined == NULL)
    return false;
  for (int64_t row = 0; row < csr->rows; row++)
    {
      const int64_t begin = csr->row_offsets[row];
      const int64_t count = csr->row_offsets[row + 1] - begin;
      const int64_t zeros_begin = zeros->row_offsets[row];
      const int64_t n_zeros = zeros->row_offsets[row + 1] - zeros_begin;

      joined->row_offsets[row] = n;
      memcpy (joined->column_indices + n, csr->column_indices + begin, (size_t) count * 4);
      memcpy (joined->values + n, csr->values + begin, (size_t) count * 8);
      n += count;
      memcpy (joined->column_indices + n, zeros->column_indices + zeros_begin,
              (size_t) n_zeros * 4);
      memset (joined->values + n, 0, (size_t) n_zeros * 8);
      n += n_zeros;
    }
  joined->row_offsets[csr->rows] = n;
  if (seidel_csr_canonicalize (joined, cancellable, error) < 0)
    return false;
  seidel_csr_shrink (joined);
  seidel_csr_free (array->csr);
  array->csr = g_steal_pointer (&joined);
  return true;
}

/* What the collection's struct holds besides; none of it is worth failing for. */
static char *
read_problem (const GPtrArray *arrays,
              SeidelMatArray *array,
              char **name,
              GCancellable *cancellable)
{
  const SeidelMatArray *zeros = find_content (arrays, "Problem.Zeros");
  const char *text = find_text (arrays, "Problem.name");
  const char *title = find_text (arrays, "Problem.title");
  const char *slash = strrchr (text, '/');

  if (*text != '\0')
    *name = g_strdup (slash != NULL ? slash + 1 : text);
  if (zeros != NULL && zeros->rows == array->rows && zeros->columns == array->columns)
    add_zeros (array, zeros->csr, cancellable, NULL);
  return *title != '\0'
           ? g_strdup_printf ("%s: %s.", *text != '\0' ? text : seidel_text ("Title"), title)
           : NULL;
}

/* Takes the content of the chosen array. */
static SeidelMatrix *
make_matrix (SeidelSource *source,
             const GPtrArray *arrays,
             const SeidelArray *chosen,
             const SeidelArray *rhs,
             const char *version)
{
  SeidelMatArray *array = find_content (arrays, chosen->name);
  const SeidelMatArray *b = rhs != NULL ? find_content (arrays, rhs->name) : NULL;
  const bool sparse = array->mat_class == SEIDEL_MAT_SPARSE;
  g_autofree char *name = NULL;
  g_autofree char *problem =
    chosen->preferred ? read_problem (arrays, array, &name, seidel_source_cancellable (source))
                      : NULL;
  g_autofree char *rhs_note = b != NULL ? seidel_array_rhs_note (rhs, array->rows) : NULL;
  g_autofree char *zeros = sparse || array->complex_numbers ? NULL : seidel_dense_note (array->csr);
  g_autofree char *rounded = seidel_inexact_note (array->inexact);
  g_autofree char *first = seidel_join_notes (problem, rhs_note);
  g_autofree char *second = seidel_join_notes (zeros, rounded);
  SeidelMatrix *matrix = seidel_matrix_new (name, array->csr);

  if (array->complex_numbers)
    seidel_source_take_part (source);
  if (b != NULL && array->rows > 0)
    matrix->rhs = seidel_csr_take_column (b->csr, array->rows, NULL);
  matrix->origin.format = g_strdup_printf ("%s, %s", version, chosen->type);
  matrix->origin.note = seidel_join_notes (first, second);
  matrix->origin.field = array->logical || array->mat_class >= SEIDEL_MAT_INT8
                           ? SEIDEL_FIELD_INTEGER
                           : SEIDEL_FIELD_REAL;
  matrix->origin.stored = MAX (array->stored, seidel_csr_nonzeros (array->csr));
  matrix->origin.duplicates = array->duplicates;
  array->csr = NULL;
  return matrix;
}

/* The content of a chosen array, and what goes with it. */
static GPtrArray *
read_chosen (SeidelSource *source,
             const SeidelArray *chosen,
             const SeidelArray *rhs,
             GError **error)
{
  const char *names[] = { chosen->name, rhs != NULL ? rhs->name : NULL, NULL };
  const char *version;
  g_autoptr (GPtrArray) arrays = read_arrays (source, names, &version, error);

  if (arrays == NULL || find_content (arrays, chosen->name) != NULL)
    return g_steal_pointer (&arrays);
  seidel_source_fail (source, SEIDEL_ERROR_IO, error, "changed while it was being read");
  return NULL;
}

/* The collection's matrix is the one that is meant if it is there, and so it is read at once. */
static SeidelMatrix *
read_mat (SeidelSource *source, const char *variable, GError **error)
{
  const char *version;
  g_autoptr (GPtrArray) arrays =
    read_arrays (source, variable == NULL ? problem_fields : NULL, &version, error);
  g_autoptr (GPtrArray) list = arrays != NULL ? describe (arrays) : NULL;
  const SeidelArray *chosen =
    list != NULL ? seidel_arrays_choose (list, variable, source, error) : NULL;
  const SeidelArray *rhs = chosen != NULL ? seidel_arrays_find_rhs (list, chosen) : NULL;
  g_autoptr (GPtrArray) content = NULL;

  if (chosen == NULL)
    return NULL;
  if (find_content (arrays, chosen->name) == NULL)
    content = read_chosen (source, chosen, rhs, error);
  else
    content = g_ptr_array_ref (arrays);
  return content != NULL ? make_matrix (source, content, chosen, rhs, version) : NULL;
}

static GPtrArray *
list_mat (SeidelSource *source, GError **error)
{
  const char *version;
  g_autoptr (GPtrArray) arrays = read_arrays (source, NULL, &version, error);
  g_autoptr (GPtrArray) list = arrays != NULL ? describe (arrays) : NULL;

  return list != NULL ? seidel_arrays_list (list) : NULL;
}

static double *
read_mat_vector (SeidelSource *source, int64_t *n, GError **error)
{
  const char *version;
  g_autoptr (GPtrArray) arrays = read_arrays (source, NULL, &version, error);
  g_autoptr (GPtrArray) list = arrays != NULL ? describe (arrays) : NULL;
  const SeidelArray *chosen =
    list != NULL ? seidel_arrays_choose_vector (list, n, seidel_source_name (source), error) : NULL;
  g_autoptr (GPtrArray) content = chosen != NULL ? read_chosen (source, chosen, NULL, error) : NULL;

  if (content != NULL && chosen->complex_numbers)
    seidel_source_take_part (source);
  return content != NULL
           ? seidel_csr_take_column (find_content (content, chosen->name)->csr, *n, error)
           : NULL;
}

const SeidelReader seidel_mat_reader = {
  .format = { "matlab", "MATLAB", (const char *const[]){ ".mat", NULL }, .binary = true,
              .keeps_rhs = true },
  .recognise = seidel_mat_recognise,
  .read = read_mat,
  .list = list_mat,
  .read_vector = read_mat_vector,
  .write = seidel_mat_write,
};

const SeidelReader seidel_hdf5_reader = {
  .format = { "hdf5", "HDF5", (const char *const[]){ ".h5", ".hdf5", ".h5ad", NULL },
              .binary = true },
  .recognise = seidel_hdf5_recognise,
  .read = read_mat,
  .list = list_mat,
  .read_vector = read_mat_vector,
};
