/* MATLAB files of version 7.3 as Python's programs write them: hdf5storage, and h5py with byte
 * texts. The names of classes are null-padded, and end with their last letter.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <hdf5.h>

#include "../io-testing.h"

#define USER_BLOCK   512
#define HEADER_BYTES 128

/* How a program writes the texts of attributes. */
typedef struct
{
  const char *name;
  H5T_str_t padding;
  bool with_end; /* a byte for '\0' */
} Style;

static const Style styles[] = {
  { "python", H5T_STR_NULLPAD, false },
  { "padded", H5T_STR_NULLPAD, true },
  { "matlab", H5T_STR_NULLTERM, true },
};

static const Style *style;

/* (4 0 −1; 2 5 0), column by column. */
static const double dense_values[] = { 4, 2, 0, 5, -1, 0 };

static void
write_attribute (hid_t object, const char *name, hid_t type, const void *value)
{
  const hid_t space = H5Screate (H5S_SCALAR);
  const hid_t attribute = H5Acreate2 (object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);

  g_assert_cmpint (H5Awrite (attribute, type, value), >=, 0);
  H5Aclose (attribute);
  H5Sclose (space);
}

static void
write_class (hid_t object, const char *class_name)
{
  const hid_t type = H5Tcopy (H5T_C_S1);

  H5Tset_size (type, strlen (class_name) + (style->with_end ? 1 : 0));
  H5Tset_strpad (type, style->padding);
  write_attribute (object, "MATLAB_class", type, class_name);
  H5Tclose (type);
}

/* A dataset, left open. Dimensions are those of the file: of a matrix columns and rows. */
static hid_t
write_numbers (hid_t parent,
               const char *name,
               hid_t type,
               int rank,
               hsize_t first,
               hsize_t second,
               const void *numbers)
{
  const hsize_t dimensions[] = { first, second };
  const hid_t space = H5Screate_simple (rank, dimensions, NULL);
  const hid_t set = H5Dcreate2 (parent, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);

  g_assert_cmpint (set, >=, 0);
  g_assert_cmpint (H5Dwrite (set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers), >=, 0);
  H5Sclose (space);
  return set;
}

static void
write_matrix (hid_t parent,
              const char *name,
              const char *class_name,
              hid_t type,
              hsize_t rows,
              hsize_t columns,
              const void *numbers)
{
  const hid_t set = write_numbers (parent, name, type, 2, columns, rows, numbers);

  write_class (set, class_name);
  H5Dclose (set);
}

/* The matrix (4 −1 0; −1 4 5; 0 0 2) of integers of that type for its indices. */
static void
write_sparse (hid_t parent, const char *name, hid_t integer, size_t bytes)
{
  static const uint64_t places[] = { 0, 1, 0, 1, 1, 2, 0, 2, 4, 6 };
  static const double values[] = { 4, -1, -1, 4, 5, 2 };
  const uint64_t rows = 3;
  const hid_t group = H5Gcreate2 (parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  char integers[10 * 8];

  for (size_t i = 0; i < 10; i++)
    memcpy (integers + i * bytes, &places[i], bytes);
  write_class (group, "double");
  write_attribute (group, "MATLAB_sparse", H5T_NATIVE_UINT64, &rows);
  H5Dclose (write_numbers (group, "ir", integer, 1, 6, 1, integers));
  H5Dclose (write_numbers (group, "jc", integer, 1, 4, 1, integers + 6 * bytes));
  H5Dclose (write_numbers (group, "data", H5T_NATIVE_DOUBLE, 1, 6, 1, values));
  H5Gclose (group);
}

static hid_t
create (const char *path)
{
  const hid_t options = H5Pcreate (H5P_FILE_CREATE);
  hid_t file;

  H5Pset_userblock (options, USER_BLOCK);
  file = H5Fcreate (path, H5F_ACC_TRUNC, options, H5P_DEFAULT);
  g_assert_cmpint (file, >=, 0);
  H5Pclose (options);
  return file;
}

/* Closes the file, and writes the header before it. */
static void
finish (hid_t file, const char *path)
{
  char header[HEADER_BYTES];
  FILE *stream;

  g_assert_cmpint (H5Fclose (file), >=, 0);
  memset (header, ' ', sizeof header);
  memcpy (header, "MATLAB 7.3 MAT-file", 19);
  memset (header + 116, 0, 8);
  memcpy (header + 124, "\0\2IM", 4);
  stream = fopen (path, "r+b");
  g_assert_cmpuint (fwrite (header, 1, sizeof header, stream), ==, sizeof header);
  fclose (stream);
}

static void
assert_dense (const SeidelMatrix *matrix)
{
  static const int64_t offsets[] = { 0, 2, 4 };
  static const int32_t indices[] = { 0, 2, 0, 1 };
  static const double values[] = { 4, -1, 2, 5 };

  g_assert_cmpint (matrix->csr->rows, ==, 2);
  g_assert_cmpint (matrix->csr->columns, ==, 3);
  g_assert_cmpmem (matrix->csr->row_offsets, sizeof offsets, offsets, sizeof offsets);
  g_assert_cmpmem (matrix->csr->column_indices, sizeof indices, indices, sizeof indices);
  g_assert_cmpmem (matrix->csr->values, sizeof values, values, sizeof values);
}

static void
test_classes (gconstpointer data)
{
  static const int32_t integers[] = { 4, 2, 0, 5, -1, 0 };
  static const float singles[] = { 4, 2, 0, 5, -1, 0 };
  static const struct
  {
    const char *class_name;
    const void *numbers;
  } classes[] = { { "double", dense_values }, { "int32", integers }, { "single", singles } };

  style = data;
  for (size_t i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      const hid_t types[] = { H5T_NATIVE_DOUBLE, H5T_NATIVE_INT32, H5T_NATIVE_FLOAT };
      g_autofree char *path = io_testing_path ("class.mat");
      const hid_t file = create (path);
      g_autofree char *format = g_strdup_printf ("MATLAB 7.3, %s", classes[i].class_name);
      g_autoptr (SeidelMatrix) matrix = NULL;

      write_matrix (file, "A", classes[i].class_name, types[i], 2, 3, classes[i].numbers);
      finish (file, path);
      matrix = io_testing_load (path);
      assert_dense (matrix);
      g_assert_cmpstr (matrix->origin.format, ==, format);
    }
}

static void
test_logical (gconstpointer data)
{
  static const uint8_t bits[] = { 1, 0, 1, 1 };
  static const int32_t indices[] = { 0, 1, 1 };
  const int decode = 1;
  g_autofree char *path = io_testing_path ("logical.mat");
  const hid_t file = create (path);
  g_autoptr (SeidelMatrix) matrix = NULL;
  hid_t set;

  style = data;
  set = write_numbers (file, "L", H5T_NATIVE_UINT8, 2, 2, 2, bits);
  write_class (set, "logical");
  write_attribute (set, "MATLAB_int_decode", H5T_NATIVE_INT, &decode);
  H5Dclose (set);
  finish (file, path);
  matrix = io_testing_load (path);
  g_assert_cmpstr (matrix->origin.format, ==, "MATLAB 7.3, logical");
  g_assert_cmpmem (matrix->csr->column_indices, sizeof indices, indices, sizeof indices);
}

static void
test_complex (gconstpointer data)
{
  static const double numbers[] = { 1, 2, 0, 0, 3, -4, 5, 0 };
  g_autofree char *path = io_testing_path ("complex.mat");
  const hid_t file = create (path);
  const hid_t type = H5Tcreate (H5T_COMPOUND, 16);
  g_autoptr (SeidelMatrix) matrix = NULL;

  style = data;
  H5Tinsert (type, "real", 0, H5T_NATIVE_DOUBLE);
  H5Tinsert (type, "imag", 8, H5T_NATIVE_DOUBLE);
  write_matrix (file, "Z", "double", type, 2, 2, numbers);
  H5Tclose (type);
  finish (file, path);
  matrix = io_testing_load (path);
  g_assert_cmpstr (matrix->origin.format, ==, "MATLAB 7.3, complex double");
  g_assert_nonnull (matrix->parts);
  g_assert_cmpfloat (matrix->parts[0], ==, 1.0);
  g_assert_cmpfloat (matrix->parts[1], ==, 2.0);
}

/* A with its right-hand side, both of the file and of a struct. */
static void
test_rhs (gconstpointer data)
{
  static const double rhs[] = { 7, 8 };
  g_autofree char *path = io_testing_path ("rhs.mat");
  const hid_t file = create (path);
  g_autoptr (SeidelMatrix) matrix = NULL;

  style = data;
  write_matrix (file, "A", "double", H5T_NATIVE_DOUBLE, 2, 3, dense_values);
  write_matrix (file, "b", "double", H5T_NATIVE_DOUBLE, 2, 1, rhs);
  finish (file, path);
  matrix = io_testing_load (path);
  assert_dense (matrix);
  g_assert_cmpmem (matrix->rhs, sizeof rhs, rhs, sizeof rhs);
}

/* The names of a struct's fields, as MATLAB and hdf5storage write them. */
static void
write_fields (hid_t group)
{
  const hid_t letter = H5Tcopy (H5T_C_S1);
  const hid_t type = H5Tvlen_create (letter);
  const hsize_t count = 2;
  const hid_t space = H5Screate_simple (1, &count, NULL);
  const hid_t attribute =
    H5Acreate2 (group, "MATLAB_fields", type, space, H5P_DEFAULT, H5P_DEFAULT);
  hvl_t names[] = { { 1, (void *) "A" }, { 1, (void *) "b" } };

  g_assert_cmpint (H5Awrite (attribute, type, names), >=, 0);
  H5Aclose (attribute);
  H5Sclose (space);
  H5Tclose (type);
  H5Tclose (letter);
}

static void
test_struct (gconstpointer data)
{
  static const double rhs[] = { 7, 8 };
  g_autofree char *path = io_testing_path ("struct.mat");
  const hid_t file = create (path);
  const hid_t group = H5Gcreate2 (file, "S", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  g_autoptr (SeidelMatrix) matrix = NULL;

  style = data;
  write_class (group, "struct");
  write_fields (group);
  write_matrix (group, "A", "double", H5T_NATIVE_DOUBLE, 2, 3, dense_values);
  write_matrix (group, "b", "double", H5T_NATIVE_DOUBLE, 2, 1, rhs);
  H5Gclose (group);
  finish (file, path);
  matrix = io_testing_load (path);
  assert_dense (matrix);
  g_assert_cmpmem (matrix->rhs, sizeof rhs, rhs, sizeof rhs);
}

static void
test_sparse (gconstpointer data)
{
  static const int64_t offsets[] = { 0, 2, 5, 6 };
  static const int32_t indices[] = { 0, 1, 0, 1, 2, 2 };
  static const double values[] = { 4, -1, -1, 4, 5, 2 };

  style = data;
  for (int wide = 0; wide < 2; wide++)
    {
      g_autofree char *path = io_testing_path ("sparse.mat");
      const hid_t file = create (path);
      g_autoptr (SeidelMatrix) matrix = NULL;

      write_sparse (file, "A", wide ? H5T_NATIVE_UINT64 : H5T_NATIVE_INT32, wide ? 8 : 4);
      finish (file, path);
      matrix = io_testing_load (path);
      g_assert_cmpstr (matrix->origin.format, ==, "MATLAB 7.3, sparse");
      g_assert_cmpmem (matrix->csr->row_offsets, sizeof offsets, offsets, sizeof offsets);
      g_assert_cmpmem (matrix->csr->column_indices, sizeof indices, indices, sizeof indices);
      g_assert_cmpmem (matrix->csr->values, sizeof values, values, sizeof values);
    }
}

static void
add (const char *name, GTestDataFunc function)
{
  for (size_t i = 0; i < G_N_ELEMENTS (styles); i++)
    {
      g_autofree char *path = g_strdup_printf ("/mat-python/%s/%s", name, styles[i].name);

      g_test_add_data_func (path, &styles[i], function);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  add ("classes", test_classes);
  add ("logical", test_logical);
  add ("complex", test_complex);
  add ("rhs", test_rhs);
  add ("struct", test_struct);
  add ("sparse", test_sparse);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
