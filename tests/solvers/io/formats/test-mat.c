/* MATLAB files of every version: classes, structs, choosing, what is wrong with files, stopping.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <signal.h>
#include <sys/resource.h>

#include "base/seidel-memory.h"
#include "../mat-testing.h"
#include "matrix/seidel-vector.h"

typedef struct
{
  const char *name;
  enum mat_ft version;
  const char *format;
} Version;

static const Version versions[] = {
  { "4", MAT_FT_MAT4, "MATLAB 4, sparse" },
  { "5", MAT_FT_MAT5, "MATLAB 5, sparse" },
  { "7.3", MAT_FT_MAT73, "MATLAB 7.3, sparse" },
};

static void
test_sparse (gconstpointer data)
{
  const Version *version = data;
  g_autofree char *path =
    mat_testing_write ("plain.mat", version->version, mat_testing_sparse ("S"), (matvar_t *) NULL);
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

  mat_testing_assert_good (matrix);
  g_assert_cmpstr (matrix->name, ==, "plain");
  g_assert_cmpstr (matrix->origin.format, ==, version->format);
  g_assert_null (matrix->origin.note);
  g_assert_null (matrix->rhs);
}

/* A file that is compressed as a whole is unpacked, and nothing of that stays. */
static void
test_compressed (void)
{
  g_autofree char *path =
    mat_testing_write ("whole.mat", MAT_FT_MAT5, mat_testing_sparse ("S"), (matvar_t *) NULL);
  g_autofree char *content = NULL;
  g_autofree char *gz = NULL;
  g_autofree char *folder = g_dir_make_tmp ("seidel-mat-XXXXXX", NULL);
  g_autoptr (SeidelMatrix) matrix = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  gz = io_testing_write_gz ("whole.mat.gz", content, length);
  matrix = io_testing_load (gz);
  mat_testing_assert_good (matrix);
  g_assert_cmpstr (matrix->name, ==, "whole");
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

typedef struct
{
  enum matio_classes class_type;
  enum matio_types type;
  int size;
  const char *format;
} Class;

static const Class classes[] = {
  { MAT_C_DOUBLE, MAT_T_DOUBLE, 8, "double" }, { MAT_C_SINGLE, MAT_T_SINGLE, 4, "single" },
  { MAT_C_INT8, MAT_T_INT8, 1, "int8" },       { MAT_C_UINT8, MAT_T_UINT8, 1, "uint8" },
  { MAT_C_INT16, MAT_T_INT16, 2, "int16" },    { MAT_C_UINT16, MAT_T_UINT16, 2, "uint16" },
  { MAT_C_INT32, MAT_T_INT32, 4, "int32" },    { MAT_C_UINT32, MAT_T_UINT32, 4, "uint32" },
  { MAT_C_INT64, MAT_T_INT64, 8, "int64" },    { MAT_C_UINT64, MAT_T_UINT64, 8, "uint64" },
};

/* (1 0 2; 3 4 0), column by column, in every class. */
static void
assert_class (const Class *class, enum mat_ft version, const char *version_name)
{
  static const int numbers[] = { 1, 3, 0, 4, 2, 0 };
  static const int32_t indices[] = { 0, 2, 0, 1 };
  static const double values[] = { 1, 2, 3, 4 };
  char bytes[6 * 8];
  size_t dims[] = { 2, 3 };
  g_autofree char *path = NULL;
  g_autofree char *format = g_strdup_printf ("MATLAB %s, %s", version_name, class->format);
  g_autoptr (SeidelMatrix) matrix = NULL;

  for (int i = 0; i < 6; i++)
    {
      const int64_t whole = numbers[i];
      const double value = numbers[i];
      const float single = (float) numbers[i];
      const void *from = class->type == MAT_T_DOUBLE   ? (const void *) &value
                         : class->type == MAT_T_SINGLE ? (const void *) &single
                                                       : &whole;

      memcpy (bytes + i * class->size, from, (size_t) class->size);
    }
  path = mat_testing_write ("class.mat", version,
                            Mat_VarCreate ("A", class->class_type, class->type, 2, dims, bytes, 0),
                            (matvar_t *) NULL);
  matrix = io_testing_load (path);
  g_assert_cmpint (matrix->csr->rows, ==, 2);
  g_assert_cmpint (matrix->csr->columns, ==, 3);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, 4);
  g_assert_cmpmem (matrix->csr->column_indices, 16, indices, sizeof indices);
  g_assert_cmpmem (matrix->csr->values, 32, values, sizeof values);
  g_assert_cmpstr (matrix->origin.format, ==, format);
  g_assert_cmpstr (matrix->origin.note, ==, "2 of 6 numbers are zero and were not stored.");
}

static void
test_classes (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      assert_class (&classes[i], MAT_FT_MAT5, "5");
      assert_class (&classes[i], MAT_FT_MAT73, "7.3");
    }
}

/* The collection's struct: two zeros more, at (3, 1) and (1, 3), the name and the right side. */
static void
test_problem (gconstpointer data)
{
  const Version *version = data;
  g_autofree char *path =
    mat_testing_write ("download.mat", version->version, mat_testing_problem (), (matvar_t *) NULL);
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
  static const int64_t offsets[] = { 0, 3, 6, 8 };
  static const int32_t indices[] = { 0, 1, 2, 0, 1, 2, 0, 2 };
  static const double values[] = { 4, -1, 0, -1, 4, 5, 0, 0 };
  g_autoptr (GPtrArray) variables = seidel_list_variables (path, NULL, NULL);
  const SeidelVariable *variable;

  g_assert_cmpmem (matrix->csr->row_offsets, 4 * 8, offsets, sizeof offsets);
  g_assert_cmpmem (matrix->csr->column_indices, 8 * 4, indices, sizeof indices);
  g_assert_cmpmem (matrix->csr->values, 8 * 8, values, sizeof values);
  g_assert_cmpstr (matrix->name, ==, "small");
  g_assert_cmpstr (matrix->origin.note, ==,
                   "Group/small: A SMALL ONE. The right-hand side is the first of 2 columns of "
                   "Problem.b.");
  g_assert_cmpmem (matrix->rhs, 3 * 8, mat_testing_rhs, 3 * 8);
  g_assert_cmpint (variables->len, ==, 3);
  variable = variables->pdata[0];
  g_assert_cmpstr (variable->name, ==, "Problem.A");
  g_assert_cmpstr (variable->description, ==, "3 × 3, sparse");
  g_assert_true (variable->usable);
}

static matvar_t *
make_nested (void)
{
  matvar_t *fields[] = { mat_testing_sparse ("K"), NULL };

  return mat_testing_struct ("S", fields);
}

static void
test_choice (void)
{
  static double four[] = { 1, 2, 3, 4 };
  g_autofree char *path =
    mat_testing_write ("several.mat", MAT_FT_MAT5, mat_testing_dense ("D", 2, 2, four),
                       make_nested (), mat_testing_complex ("z"),
                       mat_testing_dense ("b", 2, 1, four), mat_testing_text ("t", "text"),
                       (matvar_t *) NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelMatrix) nested = NULL;
  g_autoptr (GPtrArray) variables = seidel_list_variables (path, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpint (variables->len, ==, 4);
  g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_CHOICE, "several.mat");
  g_clear_error (&error);
  g_assert_null (seidel_load_variable (path, "t", NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_INVALID, "several.mat");
  g_clear_error (&error);
  nested = seidel_load_variable (path, "S.K", NULL, NULL, &error);
  g_assert_no_error (error);
  mat_testing_assert_good (nested);
  g_assert_null (nested->rhs);
  g_assert_cmpstr (nested->name, ==, "several, S.K");
  g_assert_cmpstr (nested->origin.variable, ==, "S.K");
  matrix = seidel_load_variable (path, "D", NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (matrix->rhs[0], ==, 1.0);
  g_assert_cmpfloat (matrix->rhs[1], ==, 2.0);
  g_assert_cmpstr (matrix->origin.note, ==, "The right-hand side is b.");
}

static void
test_vectors (void)
{
  static double six[] = { 1, 2, 3, 4, 5, 6 };
  g_autofree char *path =
    mat_testing_write ("vectors.mat", MAT_FT_MAT5, mat_testing_dense ("x", 1, 4, six),
                       mat_testing_dense ("y", 6, 1, six), mat_testing_sparse ("S"),
                       (matvar_t *) NULL);
  g_autoptr (GError) error = NULL;
  double *y = seidel_load_vector (path, 6, false, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpmem (y, sizeof six, six, sizeof six);
  seidel_vector_free (y);
  g_assert_null (seidel_load_vector (path, 5, false, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_INVALID, "vectors.mat");
}

/* Index arrays that point anywhere but into the matrix. */
static void
assert_refused (const mat_sparse_t *sparse)
{
  size_t dims[] = { 3, 3 };
  mat_sparse_t copy = *sparse;
  g_autofree char *path =
    mat_testing_write ("wrong.mat", MAT_FT_MAT5,
                       Mat_VarCreate ("A", MAT_C_SPARSE, MAT_T_DOUBLE, 2, dims, &copy, 0),
                       (matvar_t *) NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_FORMAT, "wrong.mat");
}

static void
test_wrong_indices (void)
{
  mat_uint32_t rows[] = { 0, 1, 0, 1, 1, 3 };
  mat_uint32_t down[] = { 0, 4, 2, 6 };
  mat_uint32_t late[] = { 1, 2, 4, 6 };
  mat_uint32_t many[] = { 0, 2, 4, 7 };
  mat_sparse_t sparse = mat_testing_sparse_data ();

  sparse.ir = rows;
  assert_refused (&sparse);
  sparse = mat_testing_sparse_data ();
  sparse.jc = down;
  assert_refused (&sparse);
  sparse.jc = late;
  assert_refused (&sparse);
  sparse.jc = many;
  assert_refused (&sparse);
}

/* Cut anywhere a file is refused; with a byte changed anywhere it is refused or read. */
static void
test_damaged (gconstpointer data)
{
  const Version *version = data;
  g_autofree char *path =
    version->version == MAT_FT_MAT4
      ? mat_testing_write ("good.mat", MAT_FT_MAT4, mat_testing_sparse ("S"), (matvar_t *) NULL)
      : mat_testing_write ("good.mat", version->version, mat_testing_problem (), (matvar_t *) NULL);
  g_autofree char *content = NULL;
  gsize length;

  seidel_matrix_unref (io_testing_load (path));
  g_assert_true (g_file_get_contents (path, &content, &length, NULL));
  /* A changed byte can declare gigabytes of empty rows. */
  seidel_memory_pretend_total (64e6);
  for (gsize i = 0; i < length; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *cut = mat_testing_write_fast ("cut.mat", content, i);
      g_autofree char *changed = NULL;
      SeidelMatrix *matrix = seidel_load_matrix (cut, NULL, NULL, &error);

      g_assert_null (matrix);
      g_assert_nonnull (error);
      g_clear_error (&error);
      content[i] ^= 0x41;
      changed = mat_testing_write_fast ("changed.mat", content, length);
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

/* libmatio does not report that a disk is full: nothing of the file that was there is lost. */
static void
test_full_disk (void)
{
  static const rlim_t limits_kb[] = { 0, 1, 20, 100, 170 };
  const int n = 20000;
  SeidelCsr *csr = seidel_csr_new (n, n, n, NULL);
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("large", csr);
  g_autofree char *path = io_testing_write ("full.mat", "old", -1);
  struct rlimit before;

  for (int i = 0; i < n; i++)
    {
      csr->row_offsets[i] = csr->column_indices[i] = i;
      csr->values[i] = seidel_random_uniform (1, (uint64_t) i);
    }
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  signal (SIGXFSZ, SIG_IGN);
  for (size_t i = 0; i < G_N_ELEMENTS (limits_kb); i++)
    {
      const struct rlimit limit = { limits_kb[i] * 1000, before.rlim_max };
      g_autofree char *content = NULL;
      g_autoptr (GError) error = NULL;
      bool written;

      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
      written = seidel_save_matrix (matrix, path, NULL, NULL, &error);
      g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
      g_assert_false (written);
      io_testing_assert_error (error, SEIDEL_ERROR_IO, "full.mat");
      g_assert_true (g_file_get_contents (path, &content, NULL, NULL));
      g_assert_cmpstr (content, ==, "old");
    }
  g_assert_true (seidel_save_matrix (matrix, path, NULL, NULL, NULL));
  {
    g_autoptr (SeidelMatrix) again = io_testing_load (path);

    io_testing_assert_equal (csr, again->csr);
  }
}

static void
test_cancelled (void)
{
  g_autofree char *path =
    mat_testing_write ("cancelled.mat", MAT_FT_MAT5, mat_testing_sparse ("S"), (matvar_t *) NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) matrix = seidel_load_variable (path, NULL, NULL, cancellable, &error);

  /* On another thread, because it could be cancelled. */
  g_assert_no_error (error);
  mat_testing_assert_good (matrix);
  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_load_matrix (path, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  for (size_t i = 0; i < G_N_ELEMENTS (versions); i++)
    {
      g_autofree char *sparse = g_strconcat ("/mat/sparse/", versions[i].name, NULL);
      g_autofree char *problem = g_strconcat ("/mat/problem/", versions[i].name, NULL);
      g_autofree char *damaged = g_strconcat ("/mat/damaged/", versions[i].name, NULL);

      g_test_add_data_func (sparse, &versions[i], test_sparse);
      if (versions[i].version != MAT_FT_MAT4)
        g_test_add_data_func (problem, &versions[i], test_problem);
      if (versions[i].version != MAT_FT_MAT73)
        g_test_add_data_func (damaged, &versions[i], test_damaged);
    }
  g_test_add_func ("/mat/compressed", test_compressed);
  g_test_add_func ("/mat/classes", test_classes);
  g_test_add_func ("/mat/choice", test_choice);
  g_test_add_func ("/mat/vectors", test_vectors);
  g_test_add_func ("/mat/wrong-indices", test_wrong_indices);
  g_test_add_func ("/mat/full-disk", test_full_disk);
  g_test_add_func ("/mat/cancelled", test_cancelled);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
