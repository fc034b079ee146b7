/* HDF5 files: groups of compressed rows and columns by everybody's names, datasets, and what is
 * none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "../hdf5-testing.h"

/* (4 −1 0 0; 0 5 0 2; 0 0 6 0) by rows, and by columns. */
static const int64_t good_offsets[] = { 0, 2, 4, 5 };
static const int32_t good_indices[] = { 0, 1, 1, 3, 2 };
static const double good_values[] = { 4, -1, 5, 2, 6 };
static const int32_t rows_offsets[] = { 0, 2, 4, 5 };
static const int32_t columns_offsets[] = { 0, 1, 3, 4, 5 };
static const int32_t columns_indices[] = { 0, 0, 1, 2, 1 };
static const double columns_values[] = { 4, -1, 5, 6, 2 };
static const int64_t shape[] = { 3, 4 };

typedef struct
{
  const char *values;
  const char *indices;
  const char *offsets;
} Names;

static const Names scipy_names = { "data", "indices", "indptr" };
static const Names binsparse_names = { "values", "indices_1", "pointers_to_1" };
static const Names matlab_names = { "data", "ir", "jc" };

static void
write_arrays (hid_t group, const Names *names, bool by_rows)
{
  hdf5_testing_dataset (group, names->values, H5T_NATIVE_DOUBLE, 5, 0,
                        by_rows ? good_values : columns_values);
  hdf5_testing_dataset (group, names->indices, H5T_NATIVE_INT32, 5, 0,
                        by_rows ? good_indices : columns_indices);
  hdf5_testing_dataset (group, names->offsets, H5T_NATIVE_INT32, by_rows ? 4 : 5, 0,
                        by_rows ? rows_offsets : columns_offsets);
}

static void
assert_good (const SeidelMatrix *matrix)
{
  g_assert_cmpint (matrix->csr->rows, ==, 3);
  g_assert_cmpint (matrix->csr->columns, ==, 4);
  g_assert_cmpmem (matrix->csr->row_offsets, sizeof good_offsets, good_offsets,
                   sizeof good_offsets);
  g_assert_cmpmem (matrix->csr->column_indices, sizeof good_indices, good_indices,
                   sizeof good_indices);
  g_assert_cmpmem (matrix->csr->values, sizeof good_values, good_values, sizeof good_values);
  g_assert_true (g_str_has_prefix (matrix->origin.format, "HDF5, "));
}

static hid_t
create (const char *path)
{
  const hid_t file = H5Fcreate (path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);

  g_assert_cmpint (file, >=, 0);
  return file;
}

static void
write_anndata (hid_t file, bool by_rows)
{
  const hid_t group = hdf5_testing_group (file, "X");
  const hid_t other = hdf5_testing_group (file, "layers");

  write_arrays (group, &scipy_names, by_rows);
  hdf5_testing_text (group, "encoding-type", by_rows ? "csr_matrix" : "csc_matrix", true);
  hdf5_testing_integers (group, "shape", 2, shape);
  hdf5_testing_dataset (other, "dense", H5T_NATIVE_DOUBLE, 2, 2, good_values);
  H5Gclose (other);
  H5Gclose (group);
}

static void
write_old_anndata (hid_t file, bool by_rows)
{
  const hid_t group = hdf5_testing_group (file, "X");

  write_arrays (group, &scipy_names, by_rows);
  hdf5_testing_text (group, "h5sparse_format", by_rows ? "csr" : "csc", false);
  hdf5_testing_integers (group, "h5sparse_shape", 2, shape);
  H5Gclose (group);
}

/* By the number of offsets alone, and in the root. */
static void
write_plain (hid_t file, bool by_rows)
{
  write_arrays (file, &scipy_names, by_rows);
  hdf5_testing_dataset (file, "shape", H5T_NATIVE_INT64, 2, 0, shape);
}

static void
write_binsparse (hid_t file, bool by_rows)
{
  const hid_t group = hdf5_testing_group (file, "A");
  g_autofree char *text =
    g_strdup_printf ("{\"binsparse\": {\"format\": \"%s\", \"shape\": [3, 4]}}",
                     by_rows ? "CSR" : "CSC");

  write_arrays (group, &binsparse_names, by_rows);
  hdf5_testing_text (group, "binsparse", text, true);
  H5Gclose (group);
}

static const struct
{
  const char *name;
  void (*write) (hid_t file, bool by_rows);
} programs[] = {
  { "anndata", write_anndata },
  { "old-anndata", write_old_anndata },
  { "plain", write_plain },
  { "binsparse", write_binsparse },
};

static void
test_programs (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (programs); i++)
    for (int by_rows = 0; by_rows < 2; by_rows++)
      {
        g_autofree char *path = io_testing_path ("program.h5");
        const hid_t file = create (path);
        g_autoptr (SeidelMatrix) matrix = NULL;

        g_test_message ("%s %d", programs[i].name, by_rows);
        programs[i].write (file, by_rows != 0);
        H5Fclose (file);
        matrix = io_testing_load (path);
        assert_good (matrix);
      }
}

/* PETSc's, by columns with the number of rows as an attribute; and 10x's, which are square here, so
 * that only the barcodes show it. */
static void
test_columns (void)
{
  g_autofree char *path = io_testing_path ("columns.h5");
  hid_t file = create (path);
  hid_t group = hdf5_testing_group (file, "A");
  const int64_t square[] = { 2, 2 };
  g_autoptr (SeidelMatrix) matrix = NULL;

  write_arrays (group, &matlab_names, false);
  hdf5_testing_integers (group, "MATLAB_sparse", 1, shape);
  H5Gclose (group);
  H5Fclose (file);
  matrix = io_testing_load (path);
  assert_good (matrix);
  g_clear_pointer (&matrix, seidel_matrix_unref);

  file = create (path);
  group = hdf5_testing_group (file, "matrix");
  hdf5_testing_dataset (group, "data", H5T_NATIVE_INT32, 3, 0, (int32_t[]){ 1, 2, 3 });
  hdf5_testing_dataset (group, "indices", H5T_NATIVE_INT64, 3, 0, (int64_t[]){ 0, 1, 1 });
  hdf5_testing_dataset (group, "indptr", H5T_NATIVE_INT64, 3, 0, (int64_t[]){ 0, 2, 3 });
  hdf5_testing_dataset (group, "shape", H5T_NATIVE_INT64, 2, 0, square);
  hdf5_testing_dataset (group, "barcodes", H5T_NATIVE_INT64, 2, 0, square);
  H5Gclose (group);
  H5Fclose (file);
  matrix = io_testing_load (path);
  g_assert_cmpint (matrix->csr->row_offsets[1], ==, 1);
  g_assert_cmpfloat (matrix->csr->values[0], ==, 1.0);
  g_assert_cmpfloat (matrix->csr->values[1], ==, 2.0);
  g_assert_cmpfloat (matrix->csr->values[2], ==, 3.0);
}

static void
test_dense (void)
{
  static const double numbers[] = { 1, 2, 3, 4, 5, 6 };
  static const double rhs[] = { 7, 8 };
  g_autofree char *path = io_testing_path ("dense.h5");
  const hid_t file = create (path);
  g_autoptr (SeidelMatrix) matrix = NULL;

  hdf5_testing_dataset (file, "D", H5T_NATIVE_DOUBLE, 2, 3, numbers);
  hdf5_testing_dataset (file, "b", H5T_NATIVE_DOUBLE, 2, 0, rhs);
  H5Fclose (file);
  matrix = io_testing_load (path);
  g_assert_cmpint (matrix->csr->columns, ==, 3);
  g_assert_cmpmem (matrix->csr->values, sizeof numbers, numbers, sizeof numbers);
  g_assert_cmpmem (matrix->rhs, sizeof rhs, rhs, sizeof rhs);
}

static void
test_complex (void)
{
  static const double numbers[] = { 1, 2, 3, -4 };
  g_autofree char *path = io_testing_path ("complex.h5");
  const hid_t file = create (path);
  const hid_t type = H5Tcreate (H5T_COMPOUND, 16);
  g_autoptr (SeidelMatrix) matrix = NULL;

  H5Tinsert (type, "r", 0, H5T_NATIVE_DOUBLE);
  H5Tinsert (type, "i", 8, H5T_NATIVE_DOUBLE);
  hdf5_testing_dataset (file, "Z", type, 1, 2, numbers);
  H5Tclose (type);
  H5Fclose (file);
  matrix = io_testing_load (path);
  g_assert_cmpmem (matrix->parts, sizeof numbers, numbers, sizeof numbers);
}

/* Entries with their places, and Julia's columns from 1. */
static void
test_lists (void)
{
  static const int32_t places[2][5] = { { 2, 0, 1, 1, 0 }, { 2, 0, 3, 1, 1 } };
  static const double values[] = { 6, 4, 2, 5, -1 };
  int64_t from_one[2][5];
  g_autofree char *path = io_testing_path ("lists.h5");
  hid_t file = create (path);
  hid_t group = hdf5_testing_group (file, "A");
  g_autoptr (SeidelMatrix) matrix = NULL;

  hdf5_testing_dataset (group, "row", H5T_NATIVE_INT32, 5, 0, places[0]);
  hdf5_testing_dataset (group, "col", H5T_NATIVE_INT32, 5, 0, places[1]);
  hdf5_testing_dataset (group, "data", H5T_NATIVE_DOUBLE, 5, 0, values);
  hdf5_testing_integers (group, "shape", 2, shape);
  H5Gclose (group);
  H5Fclose (file);
  matrix = io_testing_load (path);
  assert_good (matrix);
  g_clear_pointer (&matrix, seidel_matrix_unref);

  for (int i = 0; i < 5; i++)
    {
      from_one[0][i] = columns_offsets[i] + 1;
      from_one[1][i] = columns_indices[i] + 1;
    }
  file = create (path);
  hdf5_testing_dataset (file, "colptr", H5T_NATIVE_INT64, 5, 0, from_one[0]);
  hdf5_testing_dataset (file, "rowval", H5T_NATIVE_INT64, 5, 0, from_one[1]);
  hdf5_testing_dataset (file, "nzval", H5T_NATIVE_DOUBLE, 5, 0, columns_values);
  hdf5_testing_dataset (file, "m", H5T_NATIVE_INT64, 1, 0, &shape[0]);
  hdf5_testing_dataset (file, "n", H5T_NATIVE_INT64, 1, 0, &shape[1]);
  H5Fclose (file);
  matrix = io_testing_load (path);
  assert_good (matrix);
}

/* A variable of Octave: a group with a mark, its type and its value. */
static hid_t
octave_variable (hid_t parent, const char *name)
{
  const hid_t group = hdf5_testing_group (parent, name);
  const int64_t mark = 1;

  hdf5_testing_integers (group, "OCTAVE_NEW_FORMAT", 1, &mark);
  return group;
}

static const double octave_pairs[] = { 1, 2, 3, -4 };

static void
write_octave_sparse (hid_t parent, const char *name)
{
  const hid_t group = octave_variable (parent, name);
  const hid_t value = hdf5_testing_group (group, "value");

  hdf5_testing_dataset (value, "nr", H5T_NATIVE_INT64, 1, 0, &shape[0]);
  hdf5_testing_dataset (value, "nc", H5T_NATIVE_INT64, 1, 0, &shape[1]);
  hdf5_testing_dataset (value, "cidx", H5T_NATIVE_INT32, 5, 1, columns_offsets);
  hdf5_testing_dataset (value, "ridx", H5T_NATIVE_INT32, 5, 1, columns_indices);
  hdf5_testing_dataset (value, "data", H5T_NATIVE_DOUBLE, 5, 1, columns_values);
  H5Gclose (value);
  H5Gclose (group);
}

static void
write_octave_complex (hid_t parent, const char *name)
{
  const hid_t group = octave_variable (parent, name);
  const hid_t type = H5Tcreate (H5T_COMPOUND, 16);

  H5Tinsert (type, "real", 0, H5T_NATIVE_DOUBLE);
  H5Tinsert (type, "imag", 8, H5T_NATIVE_DOUBLE);
  hdf5_testing_dataset (group, "value", type, 2, 1, octave_pairs);
  H5Tclose (type);
  H5Gclose (group);
}

static void
write_octave_empty (hid_t parent, const char *name)
{
  static const int64_t sizes[] = { 0, 3 };
  const hid_t group = octave_variable (parent, name);

  hdf5_testing_integers (group, "OCTAVE_EMPTY_MATRIX", 1, sizes);
  hdf5_testing_dataset (group, "value", H5T_NATIVE_INT64, 2, 0, sizes);
  H5Gclose (group);
}

static void
write_octave_range (hid_t parent, const char *name)
{
  static const double range[] = { 0.5, -1, -0.5 };
  const hid_t group = octave_variable (parent, name);
  const hid_t type = H5Tcreate (H5T_COMPOUND, 24);

  H5Tinsert (type, "base", 0, H5T_NATIVE_DOUBLE);
  H5Tinsert (type, "limit", 8, H5T_NATIVE_DOUBLE);
  H5Tinsert (type, "increment", 16, H5T_NATIVE_DOUBLE);
  hdf5_testing_dataset (group, "value", type, 1, 0, range);
  H5Tclose (type);
  H5Gclose (group);
}

static SeidelMatrix *
load_variable (const char *path, const char *name)
{
  g_autoptr (GError) error = NULL;
  SeidelMatrix *matrix = seidel_load_variable (path, name, NULL, NULL, &error);

  g_assert_no_error (error);
  return matrix;
}

/* Octave stores by columns: its dimensions are in the other order. */
static void
test_octave (void)
{
  static const double by_columns[] = { 4, 0, 0, -1, 5, 0, 0, 0, 6, 0, 2, 0 };
  g_autofree char *path = io_testing_path ("octave.h5");
  const hid_t file = create (path);
  hid_t group = octave_variable (file, "A");
  hid_t value;
  g_autoptr (SeidelMatrix) dense = NULL;
  g_autoptr (SeidelMatrix) sparse = NULL;
  g_autoptr (SeidelMatrix) complex_numbers = NULL;
  g_autoptr (SeidelMatrix) empty = NULL;
  g_autoptr (SeidelMatrix) row = NULL;

  hdf5_testing_dataset (group, "value", H5T_NATIVE_DOUBLE, 4, 3, by_columns);
  H5Gclose (group);
  group = octave_variable (file, "S");
  value = hdf5_testing_group (group, "value");
  write_octave_sparse (value, "K");
  write_octave_complex (value, "Z");
  write_octave_empty (value, "E");
  write_octave_range (value, "R");
  H5Gclose (value);
  H5Gclose (group);
  H5Fclose (file);
  dense = load_variable (path, "A");
  assert_good (dense);
  sparse = load_variable (path, "S/K");
  assert_good (sparse);
  complex_numbers = load_variable (path, "S/Z");
  g_assert_cmpint (complex_numbers->csr->rows, ==, 1);
  g_assert_cmpmem (complex_numbers->parts, sizeof octave_pairs, octave_pairs, sizeof octave_pairs);
  empty = load_variable (path, "S/E");
  g_assert_cmpint (empty->csr->rows, ==, 0);
  g_assert_cmpint (empty->csr->columns, ==, 3);
  /* 0.5, 0, −0.5, −1 */
  row = load_variable (path, "S/R");
  g_assert_cmpint (row->csr->rows, ==, 1);
  g_assert_cmpint (row->csr->columns, ==, 4);
  g_assert_cmpfloat (row->csr->values[2], ==, -1.0);
}

/* Rows of a table are no complex numbers. */
static void
test_pairs (void)
{
  static const double numbers[] = { 1, 2, 3, 4 };
  g_autofree char *path = io_testing_path ("pairs.h5");
  const hid_t file = create (path);
  const hid_t type = H5Tcreate (H5T_COMPOUND, 16);

  H5Tinsert (type, "x", 0, H5T_NATIVE_DOUBLE);
  H5Tinsert (type, "y", 8, H5T_NATIVE_DOUBLE);
  hdf5_testing_dataset (file, "points", type, 2, 0, numbers);
  H5Tclose (type);
  H5Fclose (file);
  io_testing_assert_bad (path, SEIDEL_ERROR_UNSUPPORTED, "pairs.h5");
}

/* Several are a choice; what is none is named. */
static void
test_choice (void)
{
  g_autofree char *path = io_testing_path ("choice.h5");
  hid_t file = create (path);
  hid_t group = hdf5_testing_group (file, "one");
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;

  write_arrays (group, &scipy_names, true);
  hdf5_testing_integers (group, "shape", 2, shape);
  H5Gclose (group);
  hdf5_testing_dataset (file, "two", H5T_NATIVE_DOUBLE, 2, 2, good_values);
  H5Fclose (file);
  io_testing_assert_bad (path, SEIDEL_ERROR_CHOICE, "choice.h5");
  matrix = seidel_load_variable (path, "one", NULL, NULL, &error);
  g_assert_no_error (error);
  assert_good (matrix);

  file = create (path);
  group = hdf5_testing_group (file, "nothing here");
  H5Gclose (group);
  H5Fclose (file);
  g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_UNSUPPORTED, "choice.h5");
  g_assert_nonnull (strstr (error->message, "HDF5"));
  g_assert_nonnull (strstr (error->message, "nothing here"));
}

static void
test_bad (void)
{
  static const struct
  {
    int32_t indices[5];
    int32_t offsets[4];
  } bad[] = {
    { { 0, 1, 1, 4, 2 }, { 0, 2, 4, 5 } },  { { 0, 1, 1, -1, 2 }, { 0, 2, 4, 5 } },
    { { 0, 1, 1, 3, 2 }, { 0, 4, 2, 5 } },  { { 0, 1, 1, 3, 2 }, { 1, 2, 4, 5 } },
    { { 0, 1, 1, 3, 2 }, { 0, 2, 4, 6 } },  { { 0, 1, 1, 3, 2 }, { 0, 2, 4, -5 } },
    { { 0, 1, 1, 3, 2 }, { 0, -1, 4, 5 } },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = io_testing_path ("bad.h5");
      const hid_t file = create (path);

      hdf5_testing_dataset (file, "data", H5T_NATIVE_DOUBLE, 5, 0, good_values);
      hdf5_testing_dataset (file, "indices", H5T_NATIVE_INT32, 5, 0, bad[i].indices);
      hdf5_testing_dataset (file, "indptr", H5T_NATIVE_INT32, 4, 0, bad[i].offsets);
      hdf5_testing_dataset (file, "shape", H5T_NATIVE_INT64, 2, 0, shape);
      H5Fclose (file);
      io_testing_assert_bad (path, SEIDEL_ERROR_FORMAT, "bad.h5");
    }
}

/* Links to other files are not followed. */
static void
test_links (void)
{
  g_autofree char *other = io_testing_path ("other.h5");
  g_autofree char *path = io_testing_path ("links.h5");
  hid_t file = create (other);

  hdf5_testing_dataset (file, "D", H5T_NATIVE_DOUBLE, 2, 2, good_values);
  H5Fclose (file);
  file = create (path);
  g_assert_cmpint (H5Lcreate_external (other, "/D", file, "D", H5P_DEFAULT, H5P_DEFAULT), >=, 0);
  g_assert_cmpint (H5Lcreate_soft ("/D", file, "soft", H5P_DEFAULT, H5P_DEFAULT), >=, 0);
  H5Fclose (file);
  io_testing_assert_bad (path, SEIDEL_ERROR_UNSUPPORTED, "links.h5");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  g_test_add_func ("/hdf5/programs", test_programs);
  g_test_add_func ("/hdf5/columns", test_columns);
  g_test_add_func ("/hdf5/dense", test_dense);
  g_test_add_func ("/hdf5/complex", test_complex);
  g_test_add_func ("/hdf5/lists", test_lists);
  g_test_add_func ("/hdf5/octave", test_octave);
  g_test_add_func ("/hdf5/pairs", test_pairs);
  g_test_add_func ("/hdf5/choice", test_choice);
  g_test_add_func ("/hdf5/bad", test_bad);
  g_test_add_func ("/hdf5/links", test_links);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
