/* NumPy arrays and archives of them: every type and layout, choosing, and what is wrong with files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "../numpy-testing.h"
#include "base/seidel-memory.h"
#include "matrix/seidel-vector.h"

/* (1 0 2; 3 4 0) in every type, both byte orders, both orders of the numbers, all versions. */
static void
test_types (void)
{
  static const char *const types[] = { "b1", "i1", "u1", "i2", "u2", "i4",
                                       "u4", "i8", "u8", "f4", "f8" };
  static const int by_rows[] = { 1, 0, 2, 3, 4, 0 };
  static const int by_columns[] = { 1, 3, 0, 4, 2, 0 };
  static const int64_t offsets[] = { 0, 2, 4 };
  static const int32_t indices[] = { 0, 2, 0, 1 };
  static const double values[] = { 1, 2, 3, 4 };

  for (size_t t = 0; t < G_N_ELEMENTS (types); t++)
    for (int variant = 0; variant < 12; variant++)
      {
        const bool big = variant & 1;
        const bool fortran = variant & 2;
        const size_t size = (size_t) (types[t][1] - '0');
        g_autofree char *header =
          g_strdup_printf ("{'descr': '%c%s', 'fortran_order': %s, 'shape': (2, 3), }",
                           big ? '>' : '<', types[t], fortran ? "True" : "False");
        char numbers[6 * 8] = { 0 };

        for (int i = 0; i < 6; i++)
          {
            const int number = fortran ? by_columns[i] : by_rows[i];
            const float single = (float) number;
            const double value = number;
            int64_t whole = number;
            char bytes[8];

            memcpy (bytes, &whole, 8);
            if (types[t][0] == 'f')
              memcpy (bytes, size == 4 ? (const void *) &single : &value, size);
            for (size_t k = 0; k < size; k++)
              numbers[(size_t) i * size + k] = bytes[big ? size - 1 - k : k];
          }
        {
          g_autoptr (GString) array = make_array (1 + variant / 4, header, numbers, 6 * size);
          g_autofree char *path = io_testing_write ("types.npy", array->str, (gssize) array->len);
          g_autofree char *gz = io_testing_write_gz ("types.npy.gz", array->str, array->len);
          g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
          g_autoptr (SeidelMatrix) packed = io_testing_load (gz);

          assert_csr (matrix, 2, 3, offsets, indices, values);
          io_testing_assert_equal (matrix->csr, packed->csr);
          g_assert_cmpstr (matrix->name, ==, "types");
          g_assert_cmpstr (packed->name, ==, "types");
          g_assert_cmpstr (matrix->origin.note, ==, "2 of 6 numbers are zero and were not stored.");
          g_assert_cmpint (matrix->origin.stored, ==, 6);
        }
      }
}

/* Signs, and whole numbers that no double holds. */
static void
test_extremes (void)
{
  const int64_t numbers[] = { -1, INT64_MIN, INT64_MAX, (INT64_C (1) << 53) + 1 };
  const double values[] = { -1.0, -0x1p63, 0x1p63, 0x1p53 };
  const int64_t offsets[] = { 0, 2, 4 };
  const int32_t indices[] = { 0, 1, 0, 1 };
  g_autoptr (GString) array = make_typed ("<i8", "2, 2", numbers, sizeof numbers);
  g_autofree char *path = io_testing_write ("extremes.npy", array->str, (gssize) array->len);
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

  assert_csr (matrix, 2, 2, offsets, indices, values);
  g_assert_cmpstr (matrix->origin.note, ==,
                   "2 integers are too large to be represented exactly and were rounded.");
}

typedef struct
{
  const char *name;
  int version;
  const char *header;
  size_t bytes; /* zeros that follow */
  int code;
} BadArray;

#define SHAPE_2_2 "'fortran_order': False, 'shape': (2, 2), }"

static const BadArray bad_arrays[] = {
  { "complex.npy", 1, "{'descr': '<c32', " SHAPE_2_2, 64, SEIDEL_ERROR_UNSUPPORTED },
  { "object.npy", 1, "{'descr': '|O', " SHAPE_2_2, 64, SEIDEL_ERROR_UNSUPPORTED },
  { "half.npy", 1, "{'descr': '<f2', " SHAPE_2_2, 64, SEIDEL_ERROR_UNSUPPORTED },
  { "records.npy", 1, "{'descr': [('a', '<f8'), ('b', '<i4')], " SHAPE_2_2, 64,
    SEIDEL_ERROR_UNSUPPORTED },
  { "vector.npy", 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", 16,
    SEIDEL_ERROR_UNSUPPORTED },
  { "cube.npy", 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 1, 2), }", 16,
    SEIDEL_ERROR_UNSUPPORTED },
  { "version.npy", 9, "{'descr': '<f8', " SHAPE_2_2, 32, SEIDEL_ERROR_UNSUPPORTED },
  { "short.npy", 1, "{'descr': '<f8', " SHAPE_2_2, 31, SEIDEL_ERROR_FORMAT },
  { "huge.npy", 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (1152921504606846976, 2), }",
    31, SEIDEL_ERROR_FORMAT },
  { "literal.npy", 1, "{'descr': '<f8', 'shape': (2, 2)}", 32, SEIDEL_ERROR_FORMAT },
  { "negative.npy", 1, "{'descr': '<f8', 'fortran_order': False, 'shape': (-2, 2), }", 32,
    SEIDEL_ERROR_FORMAT },
};

static void
test_bad (gconstpointer data)
{
  const BadArray *file = data;
  g_autofree char *zeros = g_malloc0 (file->bytes);
  g_autoptr (GString) array = make_array (file->version, file->header, zeros, file->bytes);
  g_autofree char *path = io_testing_write (file->name, array->str, (gssize) array->len);
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
  io_testing_assert_error (error, file->code, file->name);
}

/* (5 0 −1; 0 0 0; 2 3 0), an explicit zero at (2, 2), in every layout. */
static const int64_t shape_3[] = { 3, 3 };
static const int64_t good_offsets[] = { 0, 2, 2, 5 };
static const int32_t good_indices[] = { 0, 2, 0, 1, 2 };
static const double good_values[] = { 5, -1, 2, 3, 0 };

#define SHAPE_MEMBER MEMBER ("shape", "<i8", "2,", shape_3)

typedef struct
{
  const char *layout;
  const char *format; /* of the origin */
  int64_t duplicates;
  Member members[6];
} GoodSparse;

static const GoodSparse good_sparse[] = {
  { "csr",
    "SciPy sparse, csr",
    0,
    { MEMBER ("indices", "<i4", "5,", (int32_t[]){ 0, 2, 0, 1, 2 }),
      MEMBER ("indptr", "<i4", "4,", (int32_t[]){ 0, 2, 2, 5 }),
      MEMBER ("format", "|S3", "", (char[3]){ 'c', 's', 'r' }), SHAPE_MEMBER,
      MEMBER ("data", "<f8", "5,", (double[]){ 5, -1, 2, 3, 0 }) } },
  { "csr-unsorted",
    "SciPy sparse, csr",
    1,
    { MEMBER ("indices", "<i8", "6,", (int64_t[]){ 2, 0, 2, 1, 0, 1 }),
      MEMBER ("indptr", "<i8", "4,", (int64_t[]){ 0, 2, 2, 6 }),
      MEMBER ("format", "|S3", "", (char[3]){ 'c', 's', 'r' }), SHAPE_MEMBER,
      MEMBER ("data", "<f4", "6,", (float[]){ -1, 5, 0, 1, 2, 2 }) } },
  { "csc",
    "SciPy sparse, csc",
    0,
    { MEMBER ("indices", "<i4", "5,", (int32_t[]){ 0, 2, 2, 0, 2 }),
      MEMBER ("indptr", "<i8", "4,", (int64_t[]){ 0, 2, 3, 5 }),
      MEMBER ("format", "<U3", "", (uint32_t[3]){ 'c', 's', 'c' }), SHAPE_MEMBER,
      MEMBER ("data", "|i1", "5,", (int8_t[]){ 5, 2, 3, -1, 0 }) } },
  { "coo",
    "SciPy sparse, coo",
    1,
    { MEMBER ("row", "<i4", "6,", (int32_t[]){ 2, 2, 2, 0, 0, 2 }),
      MEMBER ("col", "<i4", "6,", (int32_t[]){ 2, 1, 0, 2, 0, 1 }),
      MEMBER ("format", "|S3", "", (char[3]){ 'c', 'o', 'o' }), SHAPE_MEMBER,
      MEMBER ("data", "<f8", "6,", (double[]){ 0, 1, 2, -1, 5, 2 }) } },
};

static void
test_sparse (gconstpointer data)
{
  const GoodSparse *file = data;
  static const char *const compressions[] = { "store", "deflate" };

  for (size_t i = 0; i < G_N_ELEMENTS (compressions); i++)
    {
      g_autofree char *path = write_archive ("sparse.npz", file->members, compressions[i]);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
      g_autoptr (GPtrArray) variables = NULL;

      assert_csr (matrix, 3, 3, good_offsets, good_indices, good_values);
      g_assert_cmpstr (matrix->origin.format, ==, file->format);
      g_assert_cmpint (matrix->origin.duplicates, ==, file->duplicates);
      variables = seidel_list_variables (path, NULL, NULL);
      g_assert_cmpint (variables->len, ==, 0);
    }
}

/* Two rows of blocks of 1 × 2, and diagonals; what their layouts pad is recognised. */
static void
test_blocks_and_diagonals (void)
{
  const int64_t shape[] = { 2, 4 };
  const Member blocks[] = {
    MEMBER ("indices", "<i4", "3,", (int32_t[]){ 1, 0, 1 }),
    MEMBER ("indptr", "<i4", "3,", (int32_t[]){ 0, 1, 3 }),
    MEMBER ("format", "|S3", "", (char[3]){ 'b', 's', 'r' }),
    MEMBER ("shape", "<i8", "2,", shape),
    MEMBER ("data", "<f8", "3, 1, 2", (double[]){ 1, 0, 2, 3, 4, 5 }),
    { NULL },
  };
  const Member diagonals[] = {
    MEMBER ("offsets", "<i4", "2,", (int32_t[]){ 1, -1 }),
    MEMBER ("format", "|S3", "", (char[3]){ 'd', 'i', 'a' }),
    MEMBER ("shape", "<i8", "2,", shape_3),
    MEMBER ("data", "<f8", "2, 3", (double[]){ 9, 1, 2, 3, 0, 9 }),
    { NULL },
  };
  g_autofree char *first = write_archive ("blocks.npz", blocks, "deflate");
  g_autofree char *second = write_archive ("diagonals.npz", diagonals, "deflate");
  g_autoptr (SeidelMatrix) from_blocks = io_testing_load (first);
  g_autoptr (SeidelMatrix) from_diagonals = io_testing_load (second);

  assert_csr (from_blocks, 2, 4, (int64_t[]){ 0, 2, 6 }, (int32_t[]){ 2, 3, 0, 1, 2, 3 },
              (double[]){ 1, 0, 2, 3, 4, 5 });
  assert_csr (from_diagonals, 3, 3, (int64_t[]){ 0, 1, 3, 3 }, (int32_t[]){ 1, 0, 2 },
              (double[]){ 1, 3, 2 });
}

typedef struct
{
  const char *name;
  const char *layout;
  const char *indptr_type;
  int32_t indptr[4];
  int32_t indices[2];
  const char *data_type;
  int code;
} BadSparse;

static const BadSparse bad_sparse[] = {
  { "beyond", "csr", "<i4", { 0, 1, 1, 2 }, { 0, 3 }, "<f8", SEIDEL_ERROR_FORMAT },
  { "negative", "csc", "<i4", { 0, 1, 1, 2 }, { -1, 0 }, "<f8", SEIDEL_ERROR_FORMAT },
  { "decreasing", "csr", "<i4", { 0, 2, 1, 2 }, { 0, 1 }, "<f8", SEIDEL_ERROR_FORMAT },
  { "beginning", "csr", "<i4", { 1, 1, 1, 2 }, { 0, 1 }, "<f8", SEIDEL_ERROR_FORMAT },
  { "ending", "csr", "<i4", { 0, 1, 1, 3 }, { 0, 1 }, "<f8", SEIDEL_ERROR_FORMAT },
  { "floats", "csr", "<f4", { 0, 1, 1, 2 }, { 0, 1 }, "<f8", SEIDEL_ERROR_FORMAT },
  { "layout", "lil", "<i4", { 0, 1, 1, 2 }, { 0, 1 }, "<f8", SEIDEL_ERROR_UNSUPPORTED },
  { "diagonals", "dia", "<i4", { 0, 1, 1, 2 }, { 0, 1 }, "<f8", SEIDEL_ERROR_FORMAT },
  { "coordinates", "coo", "<i4", { 0, 1, 1, 2 }, { 0, 1 }, "<f8", SEIDEL_ERROR_FORMAT },
  { "complex", "csr", "<i4", { 0, 1, 1, 2 }, { 0, 1 }, "<c32", SEIDEL_ERROR_UNSUPPORTED },
};

static void
test_bad_sparse (gconstpointer data)
{
  const BadSparse *file = data;
  const double values[] = { 1, 2 };
  const Member members[] = {
    { "format", "|S3", "", file->layout, 3 },
    { "indptr", file->indptr_type, "4,", file->indptr, sizeof file->indptr },
    { "indices", "<i4", "2,", file->indices, sizeof file->indices },
    SHAPE_MEMBER,
    { "data", file->data_type, "2,", values, sizeof values },
    { NULL },
  };
  g_autofree char *path = write_archive ("bad.npz", members, "deflate");
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
  io_testing_assert_error (error, file->code, "bad.npz");
}

/* Indices that 32 bits would make good ones of, and offsets of diagonals. */
static void
test_wide_indices (void)
{
  static const int64_t wide[] = { INT64_C (1) << 32, -(INT64_C (1) << 32), INT64_MIN,
                                  INT64_MAX,         (INT64_C (1) << 31),  INT64_C (-12884901887) };
  static const char *const types[] = { "<i8", "<u8", ">i8" };
  static const char *const layouts[] = { "csr", "csc", "dia" };

  for (size_t i = 0; i < G_N_ELEMENTS (wide) * G_N_ELEMENTS (layouts) * G_N_ELEMENTS (types); i++)
    {
      const char *type = types[i / 3 % 3];
      const int64_t index =
        type[0] == '>' ? (int64_t) GUINT64_SWAP_LE_BE ((uint64_t) wide[i / 9]) : wide[i / 9];
      const bool diagonal = i % 3 == 2;
      const Member members[] = {
        { "format", "|S3", "", layouts[i % 3], 3 },
        MEMBER ("indptr", "<i4", "4,", (int32_t[]){ 0, 1, 1, 1 }),
        { diagonal ? "offsets" : "indices", type, "1,", &index, sizeof index },
        SHAPE_MEMBER,
        { "data", "<f8", diagonal ? "1, 3" : "1,", (double[]){ 1, 2, 3 }, diagonal ? 24 : 8 },
        { NULL },
      };
      g_autofree char *path = write_archive ("wide.npz", members, "deflate");
      g_autoptr (GError) error = NULL;

      g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
      io_testing_assert_error (error, SEIDEL_ERROR_FORMAT, "wide.npz");
      g_assert_nonnull (strstr (error->message, "out of bounds"));
    }
}

static const double numbers[] = { 1, 2, 3, 4, 5, 6 };

static void
test_choice (void)
{
  const Member members[] = {
    MEMBER ("A", "<f8", "2, 2", (double[]){ 1, 2, 3, 4 }),
    MEMBER ("B", "<f8", "2, 3", numbers),
    MEMBER ("z", "<c16", "1, 1", (double[]){ 1, 2 }),
    MEMBER ("b", "<f8", "2,", (double[]){ 7, 8 }),
    { NULL },
  };
  g_autofree char *path = write_archive ("several.npz", members, "deflate");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) variables = seidel_list_variables (path, NULL, &error);
  static const struct
  {
    const char *name;
    const char *description;
    bool usable;
  } expected[] = {
    { "A", "2 × 2, <f8", true },
    { "B", "2 × 3, <f8", true },
    { "z", "1 × 1, <c16", true },
    { "b", "a vector of 2, <f8", false },
  };

  g_assert_no_error (error);
  g_assert_cmpint (variables->len, ==, G_N_ELEMENTS (expected));
  for (size_t i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const SeidelVariable *variable = variables->pdata[i];

      g_assert_cmpstr (variable->name, ==, expected[i].name);
      g_assert_cmpstr (variable->description, ==, expected[i].description);
      g_assert_cmpint (variable->usable, ==, expected[i].usable);
    }
  g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_CHOICE, "several.npz");
  g_clear_error (&error);
  g_assert_null (seidel_load_variable (path, "C", NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_INVALID, "several.npz");
  g_clear_error (&error);
  g_assert_null (seidel_load_variable (path, "b", NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_UNSUPPORTED, "several.npz");
}

static void
test_chosen (void)
{
  const Member members[] = {
    MEMBER ("A", "<f8", "2, 2", (double[]){ 1, 2, 3, 4 }),
    MEMBER ("B", "<f8", "2, 3", numbers),
    MEMBER ("b", "<f8", "2, 2", (double[]){ 7, 0, 8, 0 }),
    { NULL },
  };
  g_autofree char *path = write_archive ("chosen.npz", members, "store");
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_load_variable (path, "B", NULL, NULL, &error);

  g_assert_no_error (error);
  assert_csr (matrix, 2, 3, (int64_t[]){ 0, 3, 6 }, (int32_t[]){ 0, 1, 2, 0, 1, 2 }, numbers);
  g_assert_cmpstr (matrix->name, ==, "chosen, B");
  g_assert_cmpstr (matrix->origin.variable, ==, "B");
  g_assert_cmpstr (matrix->origin.note, ==, "The right-hand side is the first of 2 columns of b.");
  g_assert_cmpfloat (matrix->rhs[0], ==, 7.0);
  g_assert_cmpfloat (matrix->rhs[1], ==, 8.0);
}

static void
test_vectors (void)
{
  const Member members[] = {
    MEMBER ("A", "<f8", "2, 2", (double[]){ 1, 2, 3, 4 }),
    MEMBER ("x", "<f8", "3,", (double[]){ 7, 8, 9 }),
    MEMBER ("y", "<f8", "1, 2", (double[]){ 5, 6 }),
    MEMBER ("z", "<f8", "3, 1", (double[]){ 5, 6, 7 }),
    { NULL },
  };
  g_autofree char *path = write_archive ("vectors.npz", members, "store");
  g_autoptr (GError) error = NULL;
  double *x = seidel_load_vector (path, 2, false, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (x[0], ==, 5.0);
  g_assert_cmpfloat (x[1], ==, 6.0);
  seidel_vector_free (x);
  g_assert_null (seidel_load_vector (path, 3, false, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_CHOICE, "vectors.npz");
  g_clear_error (&error);
  g_assert_null (seidel_load_vector (path, 4, false, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_INVALID, "vectors.npz");
}

/* Thousands of files need not reach the disk. */
static char *
write_fast (const char *name, const char *content, gsize length)
{
  char *path = io_testing_path (name);

  g_assert_true (g_file_set_contents_full (path, content, (gssize) length, G_FILE_SET_CONTENTS_NONE,
                                           0600, NULL));
  return path;
}

/* With a byte changed anywhere a file is refused or read, and never worse; cut anywhere it is
 * refused, unless only its directory at the end suffers. */
static void
test_damaged (void)
{
  g_autofree char *whole = write_archive ("whole.npz", good_sparse[0].members, "deflate");
  g_autofree char *content = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (whole, &content, &length, NULL));
  /* A changed byte can promise gigabytes of empty rows. */
  seidel_memory_pretend_total (64e6);
  for (gsize i = 0; i < length; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *cut = write_fast ("cut.npz", content, i);
      g_autofree char *changed = NULL;
      SeidelMatrix *matrix = seidel_load_matrix (cut, NULL, NULL, &error);

      if (matrix == NULL)
        g_assert_nonnull (error);
      else
        assert_csr (matrix, 3, 3, good_offsets, good_indices, good_values);
      g_clear_pointer (&matrix, seidel_matrix_unref);
      g_clear_error (&error);
      content[i] ^= 0x41;
      changed = write_fast ("changed.npz", content, length);
      content[i] ^= 0x41;
      matrix = seidel_load_matrix (changed, NULL, NULL, &error);
      if (matrix == NULL)
        g_assert_nonnull (error);
      else
        g_assert_true (seidel_csr_validate (matrix->csr, NULL));
      g_clear_pointer (&matrix, seidel_matrix_unref);
    }
  seidel_memory_pretend_total (0.0);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  g_test_add_func ("/numpy/types", test_types);
  g_test_add_func ("/numpy/extremes", test_extremes);
  for (size_t i = 0; i < G_N_ELEMENTS (bad_arrays); i++)
    {
      g_autofree char *path = g_strconcat ("/numpy/bad/", bad_arrays[i].name, NULL);

      g_test_add_data_func (path, &bad_arrays[i], test_bad);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (good_sparse); i++)
    {
      g_autofree char *path = g_strconcat ("/scipy/good/", good_sparse[i].layout, NULL);

      g_test_add_data_func (path, &good_sparse[i], test_sparse);
    }
  g_test_add_func ("/scipy/good/blocks-and-diagonals", test_blocks_and_diagonals);
  g_test_add_func ("/scipy/good/wide-indices", test_wide_indices);
  for (size_t i = 0; i < G_N_ELEMENTS (bad_sparse); i++)
    {
      g_autofree char *path = g_strconcat ("/scipy/bad/", bad_sparse[i].name, NULL);

      g_test_add_data_func (path, &bad_sparse[i], test_bad_sparse);
    }
  g_test_add_func ("/scipy/damaged", test_damaged);
  g_test_add_func ("/several/choice", test_choice);
  g_test_add_func ("/several/chosen", test_chosen);
  g_test_add_func ("/several/vectors", test_vectors);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
