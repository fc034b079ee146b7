/* HDF5 files that are not MATLAB's, in the program seidel-mat-reader: groups that hold compressed
 * rows or columns, as AnnData, 10x, binsparse and PETSc write them, and datasets of numbers.
 *
 * Sources: AnnData, "On-disk format" (sparse arrays); 10x Genomics, "Feature-barcode matrices in
 * HDF5"; binsparse specification 0.1; PETSc, MatLoad () from HDF5.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <errno.h>
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-error.h"
#include "io/formats/seidel-elements.h"
#include "io/formats/seidel-mat-reader.h"
#include "io/formats/seidel-mat.h"

/* Objects that are looked at, and named where none of them is a matrix. */
#define MOST_OBJECTS 10000
#define MOST_NAMED   12

/* Bytes of an attribute of text. */
#define MOST_TEXT 4096

/* The shape that is not stored. */
#define UNKNOWN (-1)

typedef struct
{
  SeidelMatReader *reader;
  int objects;
  GString *names;
} Walk;

/* What the arrays of a compressed matrix are called. */
typedef struct
{
  const char *values;
  const char *indices;
  const char *offsets;
  bool by_columns; /* always */
} Layout;

static const Layout layouts[] = {
  { "data", "indices", "indptr", false },
  { "values", "indices_1", "pointers_to_1", false },
  { "data", "ir", "jc", true },
};

/* The numbers of a dataset. */
typedef struct
{
  hid_t set;
  hid_t memory; /* type; a copy, to be closed */
  SeidelElement element;
  unsigned mat_class;
  bool complex_numbers;
  int rank;
  hsize_t shape[2]; /* of up to two dimensions */
  hsize_t count;
} Numbers;

static void
numbers_clear (Numbers *numbers)
{
  if (numbers->memory > 0)
    H5Tclose (numbers->memory);
  if (numbers->set > 0)
    H5Dclose (numbers->set);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Numbers, numbers_clear)

/* Real and imaginary part, as doubles. */
static hid_t
complex_type (hid_t type)
{
  hid_t memory;

  if (H5Tget_nmembers (type) != 2 || H5Tget_member_class (type, 0) != H5T_FLOAT
      || H5Tget_member_class (type, 1) != H5T_FLOAT)
    return -1;
  memory = H5Tcreate (H5T_COMPOUND, 2 * sizeof (double));
  for (unsigned i = 0; i < 2; i++)
    {
      char *name = H5Tget_member_name (type, i);

      if (name != NULL)
        H5Tinsert (memory, name, i * sizeof (double), H5T_NATIVE_DOUBLE);
      H5free_memory (name);
    }
  return memory;
}

/* The class of whole numbers of so many bytes. */
static unsigned
integer_class (size_t bytes, bool with_sign)
{
  const unsigned place = bytes <= 1 ? 0 : bytes <= 2 ? 1 : bytes <= 4 ? 2 : 3;

  return SEIDEL_MAT_INT8 + 2 * place + (with_sign ? 0 : 1);
}

static void
find_type (Numbers *numbers, hid_t type)
{
  const size_t bytes = H5Tget_size (type);
  const bool with_sign = H5Tget_sign (type) != H5T_SGN_NONE;

  switch (H5Tget_class (type))
    {
    case H5T_INTEGER:
      numbers->memory = H5Tcopy (with_sign ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64);
      numbers->element = with_sign ? SEIDEL_ELEMENT_INT64 : SEIDEL_ELEMENT_UINT64;
      numbers->mat_class = integer_class (bytes, with_sign);
      break;
    case H5T_ENUM: /* truth values */
      numbers->memory = H5Tcopy (H5T_NATIVE_DOUBLE);
      numbers->element = SEIDEL_ELEMENT_DOUBLE;
      numbers->mat_class = SEIDEL_MAT_INT8;
      break;
    case H5T_FLOAT:
      numbers->memory = H5Tcopy (H5T_NATIVE_DOUBLE);
      numbers->element = SEIDEL_ELEMENT_DOUBLE;
      numbers->mat_class = bytes <= 4 ? SEIDEL_MAT_SINGLE : SEIDEL_MAT_DOUBLE;
      break;
    case H5T_COMPOUND:
      numbers->memory = complex_type (type);
      numbers->element = SEIDEL_ELEMENT_DOUBLE;
      numbers->mat_class = SEIDEL_MAT_DOUBLE;
      numbers->complex_numbers = true;
      break;
    default:
      numbers->memory = -1;
      break;
    }
}

/* Opens a dataset; false where it holds no numbers. */
static bool
open_numbers (hid_t parent, const char *name, Numbers *numbers)
{
  hid_t type;
  hid_t space;

  *numbers = (Numbers){ .set = -1, .memory = -1 };
  if (H5Lexists (parent, name, H5P_DEFAULT) <= 0)
    return false;
  numbers->set = H5Dopen2 (parent, name, H5P_DEFAULT);
  if (numbers->set < 0)
    return false;
  type = H5Dget_type (numbers->set);
  space = H5Dget_space (numbers->set);
  find_type (numbers, type);
  numbers->rank = H5Sget_simple_extent_ndims (space);
  numbers->shape[0] = numbers->shape[1] = 1;
  if (numbers->rank == 1 || numbers->rank == 2)
    H5Sget_simple_extent_dims (space, numbers->shape, NULL);
  numbers->count = (hsize_t) MAX (H5Sget_simple_extent_npoints (space), 0);
  H5Sclose (space);
  H5Tclose (type);
  return numbers->memory >= 0;
}

/* All numbers, as the type in memory has them; for free (). */
static void *
read_numbers (const Walk *walk, const Numbers *numbers, const char *name)
{
  const double bytes = (double) numbers->count * (double) H5Tget_size (numbers->memory);
  void *content;

  if (bytes > walk->reader->memory)
    seidel_mat_put_error (SEIDEL_ERROR_MEMORY, "");
  content = malloc ((size_t) MAX (bytes, 1.0));
  if (content == NULL)
    seidel_mat_put_error (SEIDEL_ERROR_MEMORY, "");
  if (H5Dread (numbers->set, numbers->memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, content) < 0)
    seidel_mat_put_damage (name, "its numbers cannot be read; they may be compressed by a filter "
                                 "that is not part of HDF5");
  return content;
}

/* The integers of a dataset, 64 bits each; for free (). NULL where it holds none. */
static int64_t *
read_integers (const Walk *walk, hid_t parent, const char *name, const char *matrix, hsize_t *count)
{
  g_auto (Numbers) numbers = { 0 };

  if (!open_numbers (parent, name, &numbers) || numbers.rank != 1
      || seidel_element_size (numbers.element) != sizeof (int64_t)
      || numbers.element == SEIDEL_ELEMENT_DOUBLE)
    return NULL;
  *count = numbers.count;
  return read_numbers (walk, &numbers, matrix);
}

/* An attribute of up to two whole numbers. */
static int
read_pair (hid_t object, const char *name, int64_t pair[2])
{
  hid_t attribute;
  hid_t space;
  int count = 0;

  if (H5Aexists (object, name) <= 0)
    return 0;
  attribute = H5Aopen (object, name, H5P_DEFAULT);
  space = H5Aget_space (attribute);
  if (H5Sget_simple_extent_npoints (space) >= 1 && H5Sget_simple_extent_npoints (space) <= 2
      && H5Aread (attribute, H5T_NATIVE_INT64, pair) >= 0)
    count = (int) H5Sget_simple_extent_npoints (space);
  H5Sclose (space);
  H5Aclose (attribute);
  return count;
}

/* A text of a fixed or any length; "" without one. */
static void
read_text (hid_t object, const char *name, char text[MOST_TEXT])
{
  hid_t attribute;
  hid_t type;
  hid_t space;

  memset (text, 0, MOST_TEXT);
  if (H5Aexists (object, name) <= 0)
    return;
  attribute = H5Aopen (object, name, H5P_DEFAULT);
  type = H5Aget_type (attribute);
  space = H5Aget_space (attribute);
  if (H5Tget_class (type) == H5T_STRING && H5Sget_simple_extent_npoints (space) == 1)
    {
      char *any = NULL;

      if (H5Tis_variable_str (type) > 0)
        {
          if (H5Aread (attribute, type, &any) >= 0 && any != NULL)
            g_strlcpy (text, any, MOST_TEXT);
          H5free_memory (any);
        }
      else if (H5Tget_size (type) < MOST_TEXT)
        H5Aread (attribute, type, text);
    }
  H5Sclose (space);
  H5Tclose (type);
  H5Aclose (attribute);
}

/* Two numbers behind “"shape": [” of the description of binsparse. */
static bool
find_shape_in (const char *text, int64_t shape[2])
{
  const char *p = strstr (text, "\"shape\"");
  char *end;

  p = p != NULL ? strchr (p, '[') : NULL;
  if (p == NULL)
    return false;
  shape[0] = g_ascii_strtoll (p + 1, &end, 10);
  end += strspn (end, " \n\t");
  if (*end != ',')
    return false;
  shape[1] = g_ascii_strtoll (end + 1, &end, 10);
  return true;
}

/* The shape, as far as it is stored. */
static void
find_shape (const Walk *walk, hid_t group, const char *name, int64_t shape[2])
{
  static const char *const attributes[] = { "shape", "h5sparse_shape" };
  char text[MOST_TEXT];
  hsize_t count = 0;
  int64_t *stored;
  int64_t pair[2];

  shape[0] = shape[1] = UNKNOWN;
  for (size_t i = 0; i < G_N_ELEMENTS (attributes); i++)
    if (read_pair (group, attributes[i], pair) == 2)
      {
        memcpy (shape, pair, sizeof pair);
        return;
      }
  read_text (group, "binsparse", text);
  if (find_shape_in (text, shape))
    return;
  if (read_pair (group, "MATLAB_sparse", pair) == 1)
    {
      shape[0] = pair[0];
      return;
    }
  stored = read_integers (walk, group, "shape", name, &count);
  if (stored != NULL && count == 2)
    memcpy (shape, stored, sizeof pair);
  free (stored);
}

/* Whether offsets are of rows: by a name of the layout, else by their number; 10x lists columns. */
static bool
is_by_rows (hid_t group, const Layout *layout, const int64_t shape[2], hsize_t n_offsets)
{
  static const char *const attributes[] = { "encoding-type", "h5sparse_format", "binsparse" };
  char text[MOST_TEXT];

  if (layout->by_columns)
    return false;
  for (size_t i = 0; i < G_N_ELEMENTS (attributes); i++)
    {
      read_text (group, attributes[i], text);
      if (strstr (text, "csc") != NULL || strstr (text, "CSC") != NULL)
        return false;
      if (strstr (text, "csr") != NULL || strstr (text, "CSR") != NULL)
        return true;
    }
  if (shape[0] + 1 != (int64_t) n_offsets && shape[1] + 1 == (int64_t) n_offsets)
    return false;
  return H5Lexists (group, "barcodes", H5P_DEFAULT) <= 0;
}

static bool
is_wanted (const Walk *walk, const char *name)
{
  return g_strv_contains ((const char *const *) walk->reader->wanted, name);
}

/* The part that is wanted of complex numbers, in the place of both. */
static void
keep_part (const Walk *walk, const Numbers *numbers, double *values)
{
  const size_t part = walk->reader->part == SEIDEL_PART_IMAGINARY ? 1 : 0;

  for (hsize_t k = 0; numbers->complex_numbers && k < numbers->count; k++)
    values[k] = values[2 * k + part];
}

/* The numbers as they are sent; for free (). Read before the record is sent, which promises them.
 */
static void *
read_values (const Walk *walk, const Numbers *numbers, const char *name)
{
  void *values = read_numbers (walk, numbers, name);

  keep_part (walk, numbers, values);
  return values;
}

/* What the other end takes, in 32 bits: what does not fit is no place of an entry. */
static void
put_narrow (const int64_t *numbers, hsize_t count, int64_t limit)
{
  uint32_t piece[4096];

  for (hsize_t done = 0, n; done < count; done += n)
    {
      n = MIN (count - done, G_N_ELEMENTS (piece));
      for (hsize_t k = 0; k < n; k++)
        {
          const int64_t number = numbers[done + k];

          piece[k] = number >= 0 && number <= limit ? (uint32_t) number : UINT32_MAX;
        }
      seidel_mat_put (piece, (size_t) n * sizeof *piece);
    }
}

/* The largest index and one more. */
static int64_t
count_indices (const int64_t *indices, hsize_t n)
{
  int64_t count = 0;

  for (hsize_t k = 0; k < n; k++)
    count = MAX (count, MIN (indices[k], G_MAXINT32 - 1) + 1);
  return count;
}

static void
put_compressed (const Walk *walk,
                const Numbers *values,
                SeidelMatRecord *record,
                const char *name,
                const int64_t *indices,
                const int64_t *offsets,
                hsize_t n_indices,
                hsize_t n_offsets)
{
  const bool by_rows = (record->flags & SEIDEL_MAT_FLAG_ROWS) != 0;
  const uint64_t major = by_rows ? record->rows : record->columns;
  g_autofree void *content = NULL;

  if (major + 1 != n_offsets)
    seidel_mat_put_damage (name, "the number of its offsets does not go with its shape");
  if (offsets[major] < 0 || (hsize_t) offsets[major] > MIN (n_indices, values->count))
    seidel_mat_put_damage (name, "it has fewer entries than it declares");
  if (offsets[major] > G_MAXUINT32)
    seidel_mat_put_error (SEIDEL_ERROR_UNSUPPORTED, "more than 4,294,967,295 entries");
  record->entries = (uint64_t) offsets[major];
  record->element = values->element;
  record->flags |= SEIDEL_MAT_FLAG_CONTENT;
  content = read_values (walk, values, name);
  seidel_mat_put_record (record, name);
  put_narrow (indices, record->entries, G_MAXINT32);
  put_narrow (offsets, n_offsets, G_MAXUINT32);
  seidel_mat_put (content, (size_t) record->entries * seidel_element_size (values->element));
}

/* A group of that layout, as a matrix; false where it is none. */
static bool
try_group (Walk *walk, hid_t group, const char *name, const Layout *layout)
{
  g_auto (Numbers) values = { 0 };
  hsize_t n_indices = 0;
  hsize_t n_offsets = 0;
  g_autofree int64_t *offsets = read_integers (walk, group, layout->offsets, name, &n_offsets);
  g_autofree int64_t *indices =
    offsets != NULL ? read_integers (walk, group, layout->indices, name, &n_indices) : NULL;
  SeidelMatRecord record = { .kind = SEIDEL_MAT_RECORD_ARRAY,
                             .mat_class = SEIDEL_MAT_SPARSE,
                             .rank = 2 };
  int64_t shape[2];
  bool by_rows;

  if (indices == NULL || n_offsets < 1 || !open_numbers (group, layout->values, &values)
      || values.rank != 1)
    return false;
  find_shape (walk, group, name, shape);
  by_rows = is_by_rows (group, layout, shape, n_offsets);
  if (shape[by_rows ? 0 : 1] < 0)
    shape[by_rows ? 0 : 1] = (int64_t) n_offsets - 1;
  if (shape[by_rows ? 1 : 0] < 0)
    shape[by_rows ? 1 : 0] = count_indices (indices, n_indices);
  record.rows = (uint64_t) MAX (shape[0], 0);
  record.columns = (uint64_t) MAX (shape[1], 0);
  record.flags =
    (by_rows ? SEIDEL_MAT_FLAG_ROWS : 0) | (values.complex_numbers ? SEIDEL_MAT_FLAG_COMPLEX : 0);
  walk->reader->arrays++;
  if (is_wanted (walk, name) && MAX (record.rows, record.columns) <= G_MAXINT32)
    put_compressed (walk, &values, &record, name, indices, offsets, n_indices, n_offsets);
  else
    seidel_mat_put_record (&record, name);
  return true;
}

/* A dataset of numbers: a matrix, row by row, or a vector, as a column. */
static void
put_dataset (Walk *walk, hid_t parent, const char *link, const char *name)
{
  g_auto (Numbers) numbers = { 0 };
  SeidelMatRecord record = { .kind = SEIDEL_MAT_RECORD_ARRAY, .flags = SEIDEL_MAT_FLAG_ROWS };
  g_autofree void *content = NULL;

  if (!open_numbers (parent, link, &numbers) || numbers.rank < 1)
    return;
  record.mat_class = numbers.mat_class;
  record.element = numbers.element;
  record.rank = (uint64_t) MAX (numbers.rank, 2);
  record.rows = numbers.rank <= 2 ? numbers.shape[0] : 0;
  record.columns = numbers.rank == 2 ? numbers.shape[1] : numbers.rank == 1 ? 1 : 0;
  if (numbers.complex_numbers)
    record.flags |= SEIDEL_MAT_FLAG_COMPLEX;
  walk->reader->arrays++;
  if (record.rank == 2 && is_wanted (walk, name) && MAX (record.rows, record.columns) <= G_MAXINT32)
    {
      record.flags |= SEIDEL_MAT_FLAG_CONTENT;
      content = read_values (walk, &numbers, name);
    }
  seidel_mat_put_record (&record, name);
  if (content != NULL)
    seidel_mat_put (content, (size_t) numbers.count * seidel_element_size (numbers.element));
}

static void
note_name (Walk *walk, const char *name)
{
  if (++walk->objects <= MOST_NAMED)
    g_string_append_printf (walk->names, "%s%s", walk->names->len > 0 ? ", " : "", name);
  else if (walk->objects == MOST_NAMED + 1)
    g_string_append (walk->names, ", …");
}

static void search (Walk *walk, hid_t group, const char *path, int depth);

/* What a link leads to; links to other files, and those by name, are not followed. */
static void
search_link (Walk *walk, hid_t parent, const char *link, const char *path, int depth)
{
  g_autofree char *name = g_strconcat (path, path[0] != '\0' ? "/" : "", link, NULL);
  H5L_info_t info;
  hid_t object;

  if (H5Lget_info (parent, link, &info, H5P_DEFAULT) < 0 || info.type != H5L_TYPE_HARD)
    return;
  note_name (walk, name);
  object = H5Oopen (parent, link, H5P_DEFAULT);
  if (object < 0)
    return;
  if (H5Iget_type (object) == H5I_GROUP)
    search (walk, object, name, depth + 1);
  else if (H5Iget_type (object) == H5I_DATASET)
    put_dataset (walk, parent, link, name);
  H5Oclose (object);
}

static void
search (Walk *walk, hid_t group, const char *path, int depth)
{
  H5G_info_t info;

  for (size_t i = 0; i < G_N_ELEMENTS (layouts); i++)
    if (try_group (walk, group, path[0] != '\0' ? path : "data", &layouts[i]))
      return;
  if (depth > SEIDEL_MAT_MOST_DEPTH || H5Gget_info (group, &info) < 0)
    return;
  for (hsize_t i = 0; i < info.nlinks; i++)
    {
      char link[SEIDEL_MAT_MOST_NAME] = "";

      if (walk->reader->arrays >= SEIDEL_MAT_MOST_ARRAYS || walk->objects >= MOST_OBJECTS)
        return;
      if (H5Lget_name_by_idx (group, ".", H5_INDEX_NAME, H5_ITER_INC, i, link, sizeof link,
                              H5P_DEFAULT)
          > 0)
        search_link (walk, group, link, path, depth);
    }
}

void
seidel_hdf5_read_all (SeidelMatReader *reader)
{
  Walk walk = { .reader = reader, .names = g_string_new (NULL) };
  SeidelMatRecord end = { .kind = SEIDEL_MAT_RECORD_END };
  const hid_t file = H5Fopen (SEIDEL_MAT_INPUT, H5F_ACC_RDONLY, H5P_DEFAULT);
  hid_t root;

  if (file < 0)
    seidel_mat_put_error (SEIDEL_ERROR_FORMAT, "the HDF5 file is damaged: it cannot be opened");
  root = H5Gopen2 (file, "/", H5P_DEFAULT);
  if (root < 0)
    seidel_mat_put_error (SEIDEL_ERROR_FORMAT, "the HDF5 file is damaged: it has no root");
  search (&walk, root, "", 0);
  if (reader->arrays == 0)
    {
      g_autofree char *text =
        walk.objects > 0
          ? g_strdup_printf ("an HDF5 file without a matrix of numbers; it holds: %s",
                             walk.names->str)
          : g_strdup ("an HDF5 file that holds nothing");

      seidel_mat_put_error (SEIDEL_ERROR_UNSUPPORTED, text);
    }
  seidel_mat_put_record (&end, "");
}
