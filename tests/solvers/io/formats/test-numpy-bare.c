/* Sparse matrices of archives that hold their arrays one by one: of pydata/sparse, and of programs
 * that store the attributes of SciPy's matrices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "../numpy-testing.h"
#include "matrix/seidel-vector.h"

/* (4 −1 0 0; 0 5 0 2; 0 0 6 0), entry by entry, by rows and by columns. */
static const int64_t good_offsets[] = { 0, 2, 4, 5 };
static const int32_t good_indices[] = { 0, 1, 1, 3, 2 };
static const double good_values[] = { 4, -1, 5, 2, 6 };

#define VALUES(name)      MEMBER (name, "<f8", "5,", good_values)
#define BY_COLUMNS(name)  MEMBER (name, "<f8", "5,", (double[]){ 4, -1, 5, 6, 2 })
#define SHAPE(name)       MEMBER (name, "<i8", "2,", (int64_t[]){ 3, 4 })
#define COORDS(name)      MEMBER (name, "<i8", "2, 5", (int64_t[]){ 0, 0, 1, 1, 2, 0, 1, 1, 3, 2 })
#define ROW(name)         MEMBER (name, "<i4", "5,", (int32_t[]){ 0, 0, 1, 1, 2 })
#define COL(name)         MEMBER (name, "<i4", "5,", (int32_t[]){ 0, 1, 1, 3, 2 })
#define INDICES(name)     MEMBER (name, "<i4", "5,", (int32_t[]){ 0, 1, 1, 3, 2 })
#define INDPTR(name)      MEMBER (name, "<i4", "4,", (int32_t[]){ 0, 2, 4, 5 })
#define ROWS_OF(name)     MEMBER (name, "<i4", "5,", (int32_t[]){ 0, 0, 1, 2, 1 })
#define COLUMNS_PTR(name) MEMBER (name, "<i4", "5,", (int32_t[]){ 0, 1, 3, 4, 5 })
#define COO_TAG           MEMBER ("format", "|S3", "", (char[3]){ 'c', 'o', 'o' })
#define FILL(value)       MEMBER ("fill_value", "<f8", "", (double[]){ value })
#define AXES(axis)        MEMBER ("compressed_axes", "<i8", "1,", (int64_t[]){ axis })

typedef struct
{
  const char *name;
  const char *format;
  Member members[8];
} Good;

static const Good good[] = {
  { "pydata",
    "NumPy arrays, coo",
    { VALUES ("data"), COORDS ("coords"), SHAPE ("shape"), FILL (0) } },
  { "pydata-tagged",
    "SciPy sparse, coo",
    { VALUES ("data"), COORDS ("coords"), SHAPE ("shape"), COO_TAG, FILL (0) } },
  { "pydata-bytes",
    "NumPy arrays, coo",
    { VALUES ("data"), SHAPE ("shape"),
      MEMBER ("coords", "|u1", "2, 5", (uint8_t[]){ 0, 0, 1, 1, 2, 0, 1, 1, 3, 2 }) } },
  { "gcxs-rows",
    "NumPy arrays, csr",
    { VALUES ("data"), INDICES ("indices"), INDPTR ("indptr"), SHAPE ("shape"), AXES (0),
      FILL (0) } },
  { "gcxs-columns",
    "NumPy arrays, csc",
    { BY_COLUMNS ("data"), ROWS_OF ("indices"), COLUMNS_PTR ("indptr"), SHAPE ("shape"),
      AXES (1) } },
  { "csr",
    "NumPy arrays, csr",
    { VALUES ("data"), INDICES ("indices"), INDPTR ("indptr"), SHAPE ("shape") } },
  { "csc",
    "NumPy arrays, csc",
    { BY_COLUMNS ("data"), ROWS_OF ("indices"), COLUMNS_PTR ("indptr"), SHAPE ("shape") } },
  { "coo", "NumPy arrays, coo", { ROW ("row"), COL ("col"), VALUES ("data"), SHAPE ("shape") } },
  { "coo-with-b",
    "NumPy arrays, coo",
    { ROW ("row"), COL ("col"), VALUES ("data"), SHAPE ("shape"),
      MEMBER ("b", "<f8", "3,", (double[]){ 7, 8, 9 }) } },
  { "prefixed",
    "NumPy arrays, csr",
    { VALUES ("adj_data"), INDICES ("adj_indices"), INDPTR ("adj_indptr"), SHAPE ("adj_shape"),
      MEMBER ("labels", "<i8", "3,", (int64_t[]){ 1, 2, 3 }) } },
  { "prefixed-with-b",
    "NumPy arrays, coo",
    { VALUES ("A.data"), ROW ("A.row"), COL ("A.col"), SHAPE ("A.shape"),
      MEMBER ("b", "<f8", "3, 1", (double[]){ 7, 8, 9 }) } },
  { "tagged-with-b",
    "SciPy sparse, coo",
    { ROW ("row"), COL ("col"), VALUES ("data"), SHAPE ("shape"), COO_TAG,
      MEMBER ("b", "<f8", "3,", (double[]){ 7, 8, 9 }) } },
  { "csr-no-shape",
    "NumPy arrays, csr",
    { VALUES ("data"), INDICES ("indices"), INDPTR ("indptr") } },
  { "coo-no-shape", "NumPy arrays, coo", { VALUES ("data"), ROW ("row"), COL ("col") } },
};

static void
test_good (gconstpointer data)
{
  static const double rhs[] = { 7, 8, 9 };
  const Good *file = data;
  g_autofree char *path = write_archive ("bare.npz", file->members, "deflate");
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

  assert_csr (matrix, 3, 4, good_offsets, good_indices, good_values);
  g_assert_cmpstr (matrix->origin.format, ==, file->format);
  if (g_str_has_suffix (file->name, "with-b"))
    g_assert_cmpmem (matrix->rhs, sizeof rhs, rhs, sizeof rhs);
  else
    g_assert_null (matrix->rhs);
  if (g_str_has_suffix (file->name, "no-shape"))
    g_assert_nonnull (matrix->origin.note);
}

/* SciPy's arrays of one dimension are columns, as dense ones are. */
static void
test_one_dimension (void)
{
  static const int64_t offsets[] = { 0, 0, 1, 1, 2 };
  static const int32_t indices[] = { 0, 0 };
  static const double values[] = { 5, 7 };
  const Good files[] = {
    { "coo",
      NULL,
      { MEMBER ("data", "<f8", "2,", values), MEMBER ("coords", "<i4", "1, 2", (int32_t[]){ 1, 3 }),
        MEMBER ("shape", "<i8", "1,", (int64_t[]){ 4 }), COO_TAG } },
    { "csr",
      NULL,
      { MEMBER ("data", "<f8", "2,", values), MEMBER ("indices", "<i4", "2,", (int32_t[]){ 1, 3 }),
        MEMBER ("indptr", "<i4", "2,", (int32_t[]){ 0, 2 }),
        MEMBER ("shape", "<i8", "1,", (int64_t[]){ 4 }),
        MEMBER ("format", "|S3", "", (char[3]){ 'c', 's', 'r' }) } },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = write_archive ("vector.npz", files[i].members, "deflate");
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

      assert_csr (matrix, 4, 1, offsets, indices, values);
    }
}

/* Where neither the shape nor a name says whether rows or columns are listed, the note does. */
static void
test_direction (void)
{
  const Member members[] = {
    MEMBER ("data", "<f8", "3,", (double[]){ 1, 2, 3 }),
    MEMBER ("indices", "<i4", "3,", (int32_t[]){ 0, 1, 1 }),
    MEMBER ("indptr", "<i4", "3,", (int32_t[]){ 0, 2, 3 }),
    MEMBER ("shape", "<i8", "2,", (int64_t[]){ 2, 2 }),
    { NULL },
  };
  g_autofree char *path = write_archive ("square.npz", members, "store");
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

  assert_csr (matrix, 2, 2, (int64_t[]){ 0, 2, 3 }, (int32_t[]){ 0, 1, 1 }, (double[]){ 1, 2, 3 });
  g_assert_nonnull (strstr (matrix->origin.note, "CSR"));
}

/* Two sparse matrices, and a dense one beside a sparse one, are a choice. */
static void
test_choice (void)
{
  const Member two[] = {
    VALUES ("adj_data"), INDICES ("adj_indices"), INDPTR ("adj_indptr"),
    SHAPE ("adj_shape"), VALUES ("attr_data"),    ROW ("attr_row"),
    COL ("attr_col"),    SHAPE ("attr_shape"),    { NULL },
  };
  const Member dense[] = {
    VALUES ("data"),
    ROW ("row"),
    COL ("col"),
    SHAPE ("shape"),
    MEMBER ("D", "<f8", "2, 2", (double[]){ 1, 2, 3, 4 }),
    { NULL },
  };
  g_autofree char *path = write_archive ("two.npz", two, "deflate");
  g_autofree char *other = write_archive ("dense.npz", dense, "deflate");
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = seidel_list_variables (path, NULL, &error);
  g_autoptr (SeidelMatrix) matrix = NULL;
  const SeidelVariable *variable;

  g_assert_no_error (error);
  g_assert_cmpint (list->len, ==, 2);
  variable = list->pdata[1];
  g_assert_cmpstr (variable->name, ==, "attr");
  g_assert_cmpstr (variable->description, ==, "3 × 4, sparse <f8, 5 entries");
  io_testing_assert_bad (path, SEIDEL_ERROR_CHOICE, "two.npz");
  matrix = seidel_load_variable (path, "attr", NULL, NULL, &error);
  g_assert_no_error (error);
  assert_csr (matrix, 3, 4, good_offsets, good_indices, good_values);
  io_testing_assert_bad (other, SEIDEL_ERROR_CHOICE, "dense.npz");
  g_clear_pointer (&matrix, seidel_matrix_unref);
  matrix = seidel_load_variable (other, "data", NULL, NULL, &error);
  g_assert_no_error (error);
  assert_csr (matrix, 3, 4, good_offsets, good_indices, good_values);
}

typedef struct
{
  const char *name;
  int code;
  Member members[6];
} Bad;

static const Bad bad[] = {
  { "fill",
    SEIDEL_ERROR_UNSUPPORTED,
    { VALUES ("data"), COORDS ("coords"), SHAPE ("shape"), FILL (1) } },
  { "three",
    SEIDEL_ERROR_FORMAT,
    { VALUES ("data"), SHAPE ("shape"),
      MEMBER ("coords", "<i8", "3, 1", (int64_t[]){ 0, 0, 0 }) } },
  { "three-shape",
    SEIDEL_ERROR_FORMAT,
    { VALUES ("data"), COORDS ("coords"), MEMBER ("shape", "<i8", "3,", (int64_t[]){ 3, 4, 1 }) } },
  { "beyond",
    SEIDEL_ERROR_FORMAT,
    { VALUES ("data"), COORDS ("coords"), MEMBER ("shape", "<i8", "2,", (int64_t[]){ 3, 3 }) } },
  { "fewer",
    SEIDEL_ERROR_FORMAT,
    { MEMBER ("data", "<f8", "2,", (double[]){ 1, 2 }), COORDS ("coords"), SHAPE ("shape") } },
  { "axes",
    SEIDEL_ERROR_FORMAT,
    { VALUES ("data"), INDICES ("indices"), INDPTR ("indptr"), SHAPE ("shape"), AXES (2) } },
  /* Index arrays are no matrices, whatever else is missing. */
  { "indices-only", SEIDEL_ERROR_UNSUPPORTED, { COORDS ("coords"), SHAPE ("shape") } },
  { "negative-no-shape",
    SEIDEL_ERROR_FORMAT,
    { VALUES ("data"), COL ("col"), MEMBER ("row", "<i4", "5,", (int32_t[]){ 0, -1, 1, 1, 2 }) } },
};

static void
test_bad (gconstpointer data)
{
  const Bad *file = data;
  g_autofree char *path = write_archive ("bad.npz", file->members, "deflate");

  io_testing_assert_bad (path, file->code, "bad.npz");
}

/* Of arrays that make up a matrix none is a right-hand side. */
static void
test_vector (void)
{
  const Member members[] = {
    VALUES ("data"),
    ROW ("row"),
    COL ("col"),
    SHAPE ("shape"),
    MEMBER ("b", "<f8", "5,", (double[]){ 1, 2, 3, 4, 5 }),
    { NULL },
  };
  g_autofree char *path = write_archive ("vector.npz", members, "deflate");
  g_autoptr (GError) error = NULL;
  double *b = seidel_load_vector (path, 5, false, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpfloat (b[1], ==, 2.0);
  seidel_vector_free (b);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  for (size_t i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *path = g_strconcat ("/numpy-bare/", good[i].name, NULL);

      g_test_add_data_func (path, &good[i], test_good);
    }
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = g_strconcat ("/numpy-bare/bad/", bad[i].name, NULL);

      g_test_add_data_func (path, &bad[i], test_bad);
    }
  g_test_add_func ("/numpy-bare/one-dimension", test_one_dimension);
  g_test_add_func ("/numpy-bare/direction", test_direction);
  g_test_add_func ("/numpy-bare/choice", test_choice);
  g_test_add_func ("/numpy-bare/vector", test_vector);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
