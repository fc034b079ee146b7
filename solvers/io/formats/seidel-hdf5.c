/* HDF5 files that are not MATLAB's, in the program seidel-mat-reader: a walk over groups, which may
 * hold a sparse matrix, and datasets of numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io/formats/seidel-hdf5.h"

#include "base/seidel-error.h"
#include "io/formats/seidel-octave.h"

/* Objects that are looked at, and named where none of them is a matrix. */
#define MOST_OBJECTS 10000
#define MOST_NAMED   12

/* Octave's mark of a group that is a variable: its type and its value. */
#define OCTAVE_MARK  "OCTAVE_NEW_FORMAT"
#define OCTAVE_EMPTY "OCTAVE_EMPTY_MATRIX"

/* A dataset of numbers: a matrix, row by row unless turned, or a vector, as a column. False where
 * it holds none. */
static bool
put_dataset (SeidelHdf5Walk *walk, hid_t parent, const char *link, const char *name, bool turned)
{
  g_auto (SeidelHdf5Numbers) numbers = { 0 };
  SeidelMatRecord record = { .kind = SEIDEL_MAT_RECORD_ARRAY };
  g_autofree void *content = NULL;

  if (!seidel_hdf5_open_numbers (parent, link, &numbers) || (numbers.rank < 1 && !turned))
    return false;
  record.mat_class = numbers.mat_class;
  record.element = numbers.element;
  record.rank = (uint64_t) MAX (numbers.rank, 2);
  record.rows = numbers.rank <= 2 ? numbers.shape[turned ? 1 : 0] : 0;
  record.columns = numbers.rank <= 2 ? numbers.shape[turned ? 0 : 1] : 0;
  record.flags =
    (turned ? 0 : SEIDEL_MAT_FLAG_ROWS) | (numbers.complex_numbers ? SEIDEL_MAT_FLAG_COMPLEX : 0);
  walk->reader->arrays++;
  if (record.rank == 2 && seidel_hdf5_is_wanted (walk, name)
      && MAX (record.rows, record.columns) <= G_MAXINT32)
    {
      record.flags |= SEIDEL_MAT_FLAG_CONTENT;
      content = seidel_hdf5_read_numbers (walk, &numbers, name);
    }
  seidel_mat_put_record (&record, name);
  if (content != NULL)
    seidel_mat_put (content, (size_t) numbers.count * seidel_element_size (numbers.element));
  return true;
}

static void
note_name (SeidelHdf5Walk *walk, const char *name)
{
  if (++walk->objects <= MOST_NAMED)
    g_string_append_printf (walk->names, "%s%s", walk->names->len > 0 ? ", " : "", name);
  else if (walk->objects == MOST_NAMED + 1)
    g_string_append (walk->names, ", …");
}

static void search (SeidelHdf5Walk *walk, hid_t group, const char *path, int depth);

/* A matrix without entries has its sizes in the place of its value. */
static void
put_empty (SeidelHdf5Walk *walk, hid_t group, const char *name)
{
  hsize_t n = 0;
  g_autofree int64_t *sizes = seidel_hdf5_read_integers (walk, group, "value", name, &n);
  SeidelMatRecord record = { .kind = SEIDEL_MAT_RECORD_ARRAY,
                             .mat_class = SEIDEL_MAT_DOUBLE,
                             .element = SEIDEL_ELEMENT_DOUBLE,
                             .rank = n };

  if (sizes == NULL || n < 2)
    return;
  record.rows = (uint64_t) CLAMP (sizes[0], 0, G_MAXINT32);
  record.columns = (uint64_t) CLAMP (sizes[1], 0, G_MAXINT32);
  if (seidel_hdf5_is_wanted (walk, name) && record.rows * record.columns == 0)
    record.flags = SEIDEL_MAT_FLAG_CONTENT;
  walk->reader->arrays++;
  seidel_mat_put_record (&record, name);
}

/* Base, limit and increment of a dataset of Octave's. */
static bool
read_range (hid_t group, double range[3])
{
  static const char *const names[] = { "base", "limit", "increment" };
  const hid_t set = H5Dopen2 (group, "value", H5P_DEFAULT);
  const hid_t space = H5Dget_space (set);
  const hid_t type = H5Dget_type (set);
  const hid_t memory = H5Tcreate (H5T_COMPOUND, 3 * sizeof *range);
  bool fine = H5Tget_class (type) == H5T_COMPOUND && H5Tget_nmembers (type) == 3
              && H5Sget_simple_extent_npoints (space) == 1;

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    fine = fine && H5Tget_member_index (type, names[i]) >= 0
           && H5Tinsert (memory, names[i], i * sizeof *range, H5T_NATIVE_DOUBLE) >= 0;
  fine = fine && H5Dread (set, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, range) >= 0;
  H5Tclose (memory);
  H5Tclose (type);
  H5Sclose (space);
  H5Dclose (set);
  return fine;
}

/* A range, as the row of its elements. */
static void
put_range (SeidelHdf5Walk *walk, hid_t group, const char *name)
{
  SeidelMatRecord record = { .kind = SEIDEL_MAT_RECORD_ARRAY,
                             .mat_class = SEIDEL_MAT_DOUBLE,
                             .element = SEIDEL_ELEMENT_DOUBLE,
                             .rank = 2,
                             .rows = 1 };
  double range[3];
  const int64_t n = read_range (group, range) ? seidel_octave_count_range (range) : -1;
  g_autofree double *elements = NULL;

  if (n < 0)
    return;
  record.columns = (uint64_t) n;
  walk->reader->arrays++;
  if (seidel_hdf5_is_wanted (walk, name))
    {
      record.flags = SEIDEL_MAT_FLAG_CONTENT;
      elements = seidel_hdf5_allocate (walk, (hsize_t) n);
      for (int64_t i = 0; i < n; i++)
        elements[i] = range[0] + (double) i * range[2];
    }
  seidel_mat_put_record (&record, name);
  if (elements != NULL)
    seidel_mat_put (elements, (size_t) n * sizeof *elements);
}

/* A variable of Octave, by columns, or a structure of them. */
static void
search_octave (SeidelHdf5Walk *walk, hid_t group, const char *name, int depth)
{
  const hid_t value =
    H5Lexists (group, "value", H5P_DEFAULT) > 0 ? H5Oopen (group, "value", H5P_DEFAULT) : -1;

  if (value < 0)
    return;
  if (H5Aexists (group, OCTAVE_EMPTY) > 0)
    put_empty (walk, group, name);
  else if (H5Iget_type (value) == H5I_GROUP)
    search (walk, value, name, depth + 1);
  else if (H5Iget_type (value) == H5I_DATASET && !put_dataset (walk, group, "value", name, true))
    put_range (walk, group, name);
  H5Oclose (value);
}

/* What a link leads to; links to other files, and those by name, are not followed. */
static void
search_link (SeidelHdf5Walk *walk, hid_t parent, const char *link, const char *path, int depth)
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
  if (H5Iget_type (object) == H5I_GROUP && H5Aexists (object, OCTAVE_MARK) > 0)
    search_octave (walk, object, name, depth);
  else if (H5Iget_type (object) == H5I_GROUP)
    search (walk, object, name, depth + 1);
  else if (H5Iget_type (object) == H5I_DATASET)
    put_dataset (walk, parent, link, name, false);
  H5Oclose (object);
}

static void
search (SeidelHdf5Walk *walk, hid_t group, const char *path, int depth)
{
  const char *name = path[0] != '\0' ? path : "data";
  H5G_info_t info;

  if (seidel_hdf5_try_binsparse (walk, group, name) || seidel_hdf5_try_group (walk, group, name))
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
  SeidelHdf5Walk walk = { .reader = reader, .names = g_string_new (NULL) };
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
