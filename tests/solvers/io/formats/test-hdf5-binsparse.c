/* HDF5 files with a description of binsparse: every format, one triangle, one value for all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "../hdf5-testing.h"

typedef struct
{
  const char *name;
  hsize_t n;
  int64_t numbers[6];
} List;

typedef struct
{
  const char *description; /* all but the names of the object */
  List lists[3];
  hsize_t n_values;
  double values[12];
} Case;

static void
write_case (const char *path, const Case *test, bool in_group, const char *comment)
{
  const hid_t file = H5Fcreate (path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t group = in_group ? hdf5_testing_group (file, "A") : file;
  g_autofree char *text =
    g_strdup_printf ("{\"binsparse\" : {\"version\": \"0.1\", %s}, \"comment\": \"%s\", "
                     "\"format\": \"none\"}",
                     test->description, comment);

  for (size_t i = 0; i < G_N_ELEMENTS (test->lists) && test->lists[i].name != NULL; i++)
    hdf5_testing_dataset (group, test->lists[i].name, H5T_NATIVE_INT64, test->lists[i].n, 0,
                          test->lists[i].numbers);
  hdf5_testing_dataset (group, "values", H5T_NATIVE_DOUBLE, test->n_values, 0, test->values);
  hdf5_testing_text (group, "binsparse", text, in_group);
  if (in_group)
    H5Gclose (group);
  H5Fclose (file);
}

static SeidelMatrix *
load_case (const Case *test, bool in_group, const char *comment)
{
  g_autofree char *path = io_testing_path ("case.bsp.h5");

  g_test_message ("%s", test->description);
  write_case (path, test, in_group, comment);
  return io_testing_load (path);
}

/* The entries row by row; of complex numbers both parts. */
static void
assert_entries (const SeidelMatrix *matrix, int64_t rows, int64_t columns, const double *numbers)
{
  const SeidelCsr *csr = matrix->csr;
  const int parts = matrix->parts != NULL ? 2 : 1;
  g_autofree double *found = g_new0 (double, (gsize) (rows * columns * parts));

  g_assert_cmpint (csr->rows, ==, rows);
  g_assert_cmpint (csr->columns, ==, columns);
  for (int64_t row = 0; row < rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      for (int part = 0; part < parts; part++)
        found[(row * columns + csr->column_indices[k]) * parts + part] +=
          parts == 2 ? matrix->parts[2 * k + part] : csr->values[k];
  g_assert_cmpmem (found, (size_t) (rows * columns * parts) * sizeof *found, numbers,
                   (size_t) (rows * columns * parts) * sizeof *numbers);
}

/* (4 −1 0 0; 0 0 0 0; 0 5 0 2) */
static void
test_formats (void)
{
  static const double good[] = { 4, -1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 2 };
  static const Case cases[] = {
    { "\"format\": \"CSR\", \"shape\": [3, 4]",
      { { "pointers_to_1", 4, { 0, 2, 2, 4 } }, { "indices_1", 4, { 0, 1, 1, 3 } } },
      4,
      { 4, -1, 5, 2 } },
    { "\"format\": \"CSC\", \"shape\": [3, 4]",
      { { "pointers_to_1", 5, { 0, 1, 3, 3, 4 } }, { "indices_1", 4, { 0, 0, 2, 2 } } },
      4,
      { 4, -1, 5, 2 } },
    { "\"format\": \"DCSR\", \"shape\": [3, 4]",
      { { "indices_0", 2, { 0, 2 } },
        { "pointers_to_1", 3, { 0, 2, 4 } },
        { "indices_1", 4, { 0, 1, 1, 3 } } },
      4,
      { 4, -1, 5, 2 } },
    { "\"format\": \"DCSC\",\n\"shape\": [\n3,\n4\n]",
      { { "indices_0", 3, { 0, 1, 3 } },
        { "pointers_to_1", 4, { 0, 1, 3, 4 } },
        { "indices_1", 4, { 0, 0, 2, 2 } } },
      4,
      { 4, -1, 5, 2 } },
    /* Members of others, and texts in which names stand. */
    { "\"x\": {\"format\": \"DMATC\", \"shape\": [1, 12]}, \"y\": \"\\\"shape\\\": [2, 6]\", "
      "\"shape\": [3, 4], \"format\": \"\\u0043OO\"",
      { { "indices_0", 4, { 2, 0, 0, 2 } }, { "indices_1", 4, { 3, 0, 1, 1 } } },
      4,
      { 2, 4, -1, 5 } },
    { "\"shape\": [3, 4], \"format\": \"COO\"",
      { { "indices_0", 4, { 2, 0, 0, 2 } }, { "indices_1", 4, { 3, 0, 1, 1 } } },
      4,
      { 2, 4, -1, 5 } },
    { "\"format\": \"COOR\", \"shape\": [3, 4]",
      { { "indices_0", 4, { 0, 0, 2, 2 } }, { "indices_1", 4, { 0, 1, 1, 3 } } },
      4,
      { 4, -1, 5, 2 } },
    { "\"format\": \"COOC\", \"shape\": [3, 4]",
      { { "indices_0", 4, { 0, 1, 1, 3 } }, { "indices_1", 4, { 0, 0, 2, 2 } } },
      4,
      { 4, -1, 5, 2 } },
    { "\"format\": \"DMAT\", \"shape\": [3, 4]",
      { { NULL } },
      12,
      { 4, -1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 2 } },
    { "\"format\": \"DMATR\", \"shape\": [3, 4]",
      { { NULL } },
      12,
      { 4, -1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 2 } },
    { "\"format\": \"DMATC\", \"shape\": [3, 4]",
      { { NULL } },
      12,
      { 4, 0, 0, -1, 0, 5, 0, 0, 0, 0, 0, 2 } },
  };
  /* Longer than what HDF5 is asked for at once elsewhere. */
  g_autofree char *comment = g_strnfill (8000, 'c');

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int in_group = 0; in_group < 2; in_group++)
      {
        g_autoptr (SeidelMatrix) matrix = load_case (&cases[i], in_group != 0, comment);

        assert_entries (matrix, 3, 4, good);
      }
}

/* One triangle, one value, pairs of reals, vectors. */
static void
test_implied (void)
{
  static const struct
  {
    Case test;
    int64_t rows;
    int64_t columns;
    double numbers[8];
  } cases[] = {
    { { "\"format\": \"CSR\", \"shape\": [2, 2], \"structure\": \"symmetric_lower\"",
        { { "pointers_to_1", 3, { 0, 1, 3 } }, { "indices_1", 3, { 0, 0, 1 } } },
        3,
        { 2, 1, 3 } },
      2,
      2,
      { 2, 1, 1, 3 } },
    { { "\"format\": \"COO\", \"shape\": [2, 2], \"structure\": \"symmetric_upper\"",
        { { "indices_0", 3, { 0, 0, 1 } }, { "indices_1", 3, { 0, 1, 1 } } },
        3,
        { 2, 1, 3 } },
      2,
      2,
      { 2, 1, 1, 3 } },
    { { "\"format\": \"CSC\", \"shape\": [2, 2], \"structure\": \"skew_symmetric_lower\"",
        { { "pointers_to_1", 3, { 0, 1, 1 } }, { "indices_1", 1, { 1 } } },
        1,
        { 5 } },
      2,
      2,
      { 0, -5, 5, 0 } },
    { { "\"format\": \"COO\", \"shape\": [2, 2], \"structure\": \"hermitian_upper\", "
        "\"data_types\": {\"values\": \"complex[float64]\"}",
        { { "indices_0", 2, { 0, 0 } }, { "indices_1", 2, { 0, 1 } } },
        4,
        { 2, 0, 1, 3 } },
      2,
      2,
      { 2, 0, 1, 3, 1, -3, 0, 0 } },
    { { "\"format\": \"CSR\", \"shape\": [2, 2], \"data_types\": {\"values\": \"iso[int8]\"}",
        { { "pointers_to_1", 3, { 0, 2, 3 } }, { "indices_1", 3, { 0, 1, 1 } } },
        1,
        { 7 } },
      2,
      2,
      { 7, 7, 0, 7 } },
    { { "\"format\": \"DMATR\", \"shape\": [1, 2], \"data_types\": {\"values\": "
        "\"complex[float64]\"}",
        { { NULL } },
        4,
        { 1, 2, 3, 4 } },
      1,
      2,
      { 1, 2, 3, 4 } },
    { { "\"format\": \"DVEC\", \"shape\": [2]", { { NULL } }, 2, { 8, 9 } }, 2, 1, { 8, 9 } },
    { { "\"format\": \"CVEC\", \"shape\": [3]", { { "indices_0", 1, { 1 } } }, 1, { 8 } },
      3,
      1,
      { 0, 8, 0 } },
    { { "\"format\": \"COO\", \"shape\": [1, 2], \"fill\": false",
        { { "indices_0", 1, { 0 } }, { "indices_1", 1, { 1 } } },
        1,
        { 8 } },
      1,
      2,
      { 0, 8 } },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelMatrix) matrix = load_case (&cases[i].test, true, "");

      assert_entries (matrix, cases[i].rows, cases[i].columns, cases[i].numbers);
    }
}

static void
assert_bad (const Case *test, SeidelError code)
{
  g_autofree char *path = io_testing_path ("bad.bsp.h5");

  g_test_message ("%s", test->description);
  write_case (path, test, true, "");
  io_testing_assert_bad (path, code, "bad.bsp.h5");
}

static void
test_bad (void)
{
  static const Case damaged[] = {
    /* The other triangle. */
    { "\"format\": \"COO\", \"shape\": [2, 2], \"structure\": \"symmetric_lower\"",
      { { "indices_0", 1, { 0 } }, { "indices_1", 1, { 1 } } },
      1,
      { 2 } },
    /* Outside. */
    { "\"format\": \"COO\", \"shape\": [2, 2]",
      { { "indices_0", 1, { 2 } }, { "indices_1", 1, { 1 } } },
      1,
      { 2 } },
    { "\"format\": \"COO\", \"shape\": [2, 2]",
      { { "indices_0", 1, { 0 } }, { "indices_1", 1, { -1 } } },
      1,
      { 2 } },
    /* Lists of different lengths. */
    { "\"format\": \"COO\", \"shape\": [2, 2]",
      { { "indices_0", 2, { 0, 1 } }, { "indices_1", 1, { 1 } } },
      1,
      { 2 } },
    { "\"format\": \"COO\", \"shape\": [2, 2]",
      { { "indices_0", 2, { 0, 1 } }, { "indices_1", 2, { 1, 1 } } },
      1,
      { 2 } },
    { "\"format\": \"DMAT\", \"shape\": [2, 2]", { { NULL } }, 3, { 1, 2, 3 } },
    /* No JSON. */
    { "\"format\": CSR, \"shape\": [2, 2]",
      { { "pointers_to_1", 3, { 0, 1, 2 } }, { "indices_1", 2, { 0, 1 } } },
      2,
      { 2, 3 } },
    /* Offsets of others. */
    { "\"format\": \"DCSR\", \"shape\": [4, 2]",
      { { "indices_0", 2, { 0, 3 } },
        { "pointers_to_1", 3, { 0, 2, 1 } },
        { "indices_1", 1, { 0 } } },
      1,
      { 2 } },
    { "\"format\": \"DCSR\", \"shape\": [4, 2]",
      { { "indices_0", 2, { 0, 3 } }, { "pointers_to_1", 2, { 0, 1 } }, { "indices_1", 1, { 0 } } },
      1,
      { 2 } },
    { "\"format\": \"CSR\", \"shape\": [3, 2]",
      { { "pointers_to_1", 3, { 0, 1, 1 } }, { "indices_1", 1, { 0 } } },
      1,
      { 2 } },
  };
  static const Case others[] = {
    { "\"format\": {\"level\": \"dense\"}, \"shape\": [2, 2]", { { NULL } }, 4, { 1, 2, 3, 4 } },
    { "\"format\": \"COO\", \"shape\": [2, 2, 2]",
      { { "indices_0", 1, { 0 } }, { "indices_1", 1, { 1 } }, { "indices_2", 1, { 1 } } },
      1,
      { 2 } },
    { "\"format\": \"COO\", \"shape\": [2, 3], \"structure\": \"symmetric_lower\"",
      { { "indices_0", 1, { 1 } }, { "indices_1", 1, { 0 } } },
      1,
      { 2 } },
    /* What is not stored is 3. */
    { "\"format\": \"COO\", \"shape\": [2, 2], \"fill\": true",
      { { "indices_0", 1, { 1 } }, { "indices_1", 1, { 0 } }, { "fill_value", 1, { 3 } } },
      1,
      { 2 } },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (damaged); i++)
    assert_bad (&damaged[i], SEIDEL_ERROR_FORMAT);
  for (size_t i = 0; i < G_N_ELEMENTS (others); i++)
    assert_bad (&others[i], SEIDEL_ERROR_UNSUPPORTED);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  g_test_add_func ("/hdf5-binsparse/formats", test_formats);
  g_test_add_func ("/hdf5-binsparse/implied", test_implied);
  g_test_add_func ("/hdf5-binsparse/bad", test_bad);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
