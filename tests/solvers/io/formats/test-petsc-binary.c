/* PETSc's binary files, of every width, and what is wrong with some.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "../io-testing.h"
#include "matrix/seidel-vector.h"

#define CLASS_MATRIX 1211216
#define CLASS_VECTOR 1211214

/* How wide the numbers of a file are. */
typedef struct
{
  int whole;
  int real;
} Widths;

static const Widths all_widths[] = { { 4, 8 }, { 8, 8 }, { 4, 4 }, { 8, 4 } };

static void
append_bits (GByteArray *bytes, uint64_t bits, int size)
{
  for (int i = size - 1; i >= 0; i--)
    {
      guint8 byte = (guint8) (bits >> (8 * i));

      g_byte_array_append (bytes, &byte, 1);
    }
}

static void
append_integers (GByteArray *bytes, const Widths *widths, const int64_t *values, size_t n)
{
  for (size_t i = 0; i < n; i++)
    append_bits (bytes, (uint64_t) values[i], widths->whole);
}

static void
append_reals (GByteArray *bytes, const Widths *widths, const double *values, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      float narrow = (float) values[i];
      uint32_t narrow_bits;
      uint64_t bits;

      memcpy (&narrow_bits, &narrow, sizeof narrow);
      memcpy (&bits, &values[i], sizeof bits);
      append_bits (bytes, widths->real == 8 ? bits : narrow_bits, widths->real);
    }
}

/* 4 . .      The rows are not in order, and one place occurs twice. */
/* . 5 .  */
/* -1.5 . 6 */
static const int64_t matrix_numbers[] = { CLASS_MATRIX, 3, 3, 5, 1, 1, 3, 0, 1, 2, 0, 2 };
static const double matrix_values[] = { 4, 5, 2, -1.5, 4 };

static void
append_matrix (GByteArray *bytes, const Widths *widths)
{
  append_integers (bytes, widths, matrix_numbers, G_N_ELEMENTS (matrix_numbers));
  append_reals (bytes, widths, matrix_values, G_N_ELEMENTS (matrix_values));
}

static void
append_vector (GByteArray *bytes, const Widths *widths, int64_t n, const double *values)
{
  const int64_t header[] = { CLASS_VECTOR, n };

  append_integers (bytes, widths, header, 2);
  append_reals (bytes, widths, values, (size_t) n);
}

static char *
save (const char *name, const GByteArray *bytes)
{
  return io_testing_write (name, (const char *) bytes->data, (gssize) bytes->len);
}

static void
assert_matrix (const SeidelMatrix *matrix)
{
  g_autofree char *path = io_testing_write (
    "same.mtx",
    "%%MatrixMarket matrix coordinate real general\n3 3 4\n1 1 4\n2 2 5\n3 3 6\n3 1 -1.5\n", -1);
  g_autoptr (SeidelMatrix) same = io_testing_load (path);

  io_testing_assert_equal (same->csr, matrix->csr);
}

static char *
describe (const char *kind, const Widths *widths)
{
  return g_strdup_printf ("PETSc binary, %s%s%s", kind,
                          widths->whole == 8 ? ", 64-bit indices" : "",
                          widths->real == 4 ? ", single precision" : "");
}

static void
test_sparse (void)
{
  for (size_t w = 0; w < G_N_ELEMENTS (all_widths); w++)
    {
      const Widths *widths = &all_widths[w];
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autofree char *format = describe ("sparse", widths);
      g_autofree char *path = NULL;
      g_autofree char *gz = NULL;
      g_autoptr (SeidelMatrix) matrix = NULL;
      g_autoptr (SeidelMatrix) from_gz = NULL;

      append_matrix (bytes, widths);
      path = save ("sparse.petsc", bytes);
      gz = io_testing_write_gz ("sparse.petsc.gz", (const char *) bytes->data, bytes->len);
      matrix = io_testing_load (path);
      from_gz = io_testing_load (gz);
      assert_matrix (matrix);
      assert_matrix (from_gz);
      g_assert_cmpstr (matrix->name, ==, "sparse");
      g_assert_cmpstr (from_gz->name, ==, "sparse");
      g_assert_cmpstr (matrix->origin.format, ==, format);
      g_assert_null (matrix->origin.note);
      g_assert_cmpint (matrix->origin.stored, ==, 5);
      g_assert_cmpint (matrix->origin.duplicates, ==, 1);
      g_assert_cmpuint (matrix->origin.file_bytes, ==, bytes->len);
    }
}

static void
test_rhs (void)
{
  const double rhs[] = { 1.5, 0, -3 };

  for (size_t w = 0; w < G_N_ELEMENTS (all_widths); w++)
    {
      const Widths *widths = &all_widths[w];
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autofree char *format = describe ("sparse", widths);
      g_autofree char *path = NULL;
      g_autoptr (SeidelMatrix) matrix = NULL;
      g_autoptr (GError) error = NULL;
      double *x;

      append_matrix (bytes, widths);
      append_vector (bytes, widths, 3, rhs);
      /* The exact solution, say: more is not asked for. */
      append_vector (bytes, widths, 3, rhs);
      path = save ("rhs.petsc", bytes);
      matrix = io_testing_load (path);
      assert_matrix (matrix);
      g_assert_cmpstr (matrix->origin.format, ==, format);
      g_assert_cmpstr (matrix->origin.note, ==,
                       "The right-hand side is the vector stored after the matrix.");
      g_assert_cmpmem (matrix->rhs, sizeof rhs, rhs, sizeof rhs);
      x = seidel_load_vector (path, 3, false, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (x, sizeof rhs, rhs, sizeof rhs);
      seidel_vector_free (x);
    }
}

/* A vector much longer than the matrix' values, which in single precision are read with them. */
static void
test_other_behind (void)
{
  double other[40];

  for (int i = 0; i < 40; i++)
    other[i] = 0.25 * i;
  for (size_t w = 0; w < G_N_ELEMENTS (all_widths); w++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autofree char *format = describe ("sparse", &all_widths[w]);
      g_autofree char *path = NULL;
      g_autoptr (SeidelMatrix) matrix = NULL;

      append_matrix (bytes, &all_widths[w]);
      append_vector (bytes, &all_widths[w], 40, other);
      path = save ("behind.petsc", bytes);
      matrix = io_testing_load (path);
      assert_matrix (matrix);
      g_assert_null (matrix->rhs);
      g_assert_cmpstr (matrix->origin.format, ==, format);
      g_assert_cmpstr (
        matrix->origin.note, ==,
        "What follows the matrix is no right-hand side of its size and was not used.");
    }
}

static void
test_dense (void)
{
  const int64_t header[] = { CLASS_MATRIX, 2, 3, -1 };
  const double values[] = { 1, 0, 2, 0, 0, 3.5 };

  for (size_t w = 0; w < G_N_ELEMENTS (all_widths); w++)
    {
      const Widths *widths = &all_widths[w];
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autofree char *format = describe ("dense", widths);
      g_autofree char *path = NULL;
      g_autoptr (SeidelMatrix) matrix = NULL;

      append_integers (bytes, widths, header, 4);
      append_reals (bytes, widths, values, 6);
      path = save ("dense.petsc", bytes);
      matrix = io_testing_load (path);
      g_assert_cmpint (matrix->csr->rows, ==, 2);
      g_assert_cmpint (matrix->csr->columns, ==, 3);
      g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, 3);
      g_assert_cmpint (matrix->csr->column_indices[1], ==, 2);
      g_assert_cmpfloat (matrix->csr->values[2], ==, 3.5);
      g_assert_cmpstr (matrix->origin.format, ==, format);
      g_assert_cmpstr (matrix->origin.note, ==, "3 of 6 numbers are zero and were not stored.");
    }
}

static void
test_vector (void)
{
  const double values[] = { 1, 0, 2.5 };

  for (size_t w = 0; w < G_N_ELEMENTS (all_widths); w++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      g_autofree char *path = NULL;
      g_autoptr (SeidelMatrix) matrix = NULL;
      g_autoptr (GError) error = NULL;
      double *x;

      append_vector (bytes, &all_widths[w], 3, values);
      path = save ("vector.petsc", bytes);
      x = seidel_load_vector (path, 3, false, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (x, sizeof values, values, sizeof values);
      seidel_vector_free (x);
      g_assert_null (seidel_load_vector (path, 4, false, NULL, &error));
      io_testing_assert_error (error, SEIDEL_ERROR_INVALID, "vector.petsc");
      matrix = io_testing_load (path);
      g_assert_cmpint (matrix->csr->columns, ==, 1);
      g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, 2);
    }
}

static void
test_empty (void)
{
  const int64_t none[] = { CLASS_MATRIX, 0, 0, 0 };
  const int64_t rows[] = { CLASS_MATRIX, 2, 5, 0, 0, 0 };

  for (size_t w = 0; w < G_N_ELEMENTS (all_widths); w++)
    {
      g_autoptr (GByteArray) empty = g_byte_array_new ();
      g_autoptr (GByteArray) hollow = g_byte_array_new ();
      g_autofree char *empty_path = NULL;
      g_autofree char *hollow_path = NULL;
      g_autoptr (SeidelMatrix) matrix = NULL;
      g_autoptr (SeidelMatrix) second = NULL;

      append_integers (empty, &all_widths[w], none, G_N_ELEMENTS (none));
      append_integers (hollow, &all_widths[w], rows, G_N_ELEMENTS (rows));
      empty_path = save ("empty.petsc", empty);
      hollow_path = save ("hollow.petsc", hollow);
      matrix = io_testing_load (empty_path);
      second = io_testing_load (hollow_path);
      g_assert_cmpint (matrix->csr->rows, ==, 0);
      g_assert_cmpint (second->csr->rows, ==, 2);
      g_assert_cmpint (second->csr->columns, ==, 5);
    }
}

static void
assert_bad (const GByteArray *bytes, int code)
{
  g_autofree char *path = save ("bad.petsc", bytes);

  io_testing_assert_bad (path, code, "bad.petsc");
}

static void
test_bad_numbers (void)
{
  static const struct
  {
    int64_t numbers[12];
    size_t n;
    int code;
  } cases[] = {
    { { CLASS_MATRIX, 3, 3 }, 3, SEIDEL_ERROR_FORMAT },
    { { CLASS_MATRIX, -3, 3, 5, 0 }, 5, SEIDEL_ERROR_FORMAT },
    { { CLASS_MATRIX, 3, -1, 5, 0 }, 5, SEIDEL_ERROR_FORMAT },
    { { CLASS_MATRIX, 3, 3, -2, 0 }, 5, SEIDEL_ERROR_FORMAT },
    { { CLASS_MATRIX, 3, 3, 2000000000, 0 }, 5, SEIDEL_ERROR_FORMAT },
    { { CLASS_MATRIX, 2000000000, 2000000000, -1, 0 }, 5, SEIDEL_ERROR_FORMAT },
    { { CLASS_MATRIX, 2000000000, 3, 0, 0 }, 5, SEIDEL_ERROR_FORMAT },
    { { CLASS_MATRIX, 2, 2, 2, 1, 2, 0, 0, 0, 0 }, 10, SEIDEL_ERROR_FORMAT },
    { { CLASS_MATRIX, 2, 2, 2, 1, -1, 0, 0, 0, 0 }, 10, SEIDEL_ERROR_FORMAT },
    { { CLASS_MATRIX, 2, 2, 2, 1, 0, 0, 0, 0, 0 }, 10, SEIDEL_ERROR_FORMAT },
    { { CLASS_MATRIX, 2, 2, 2, 1, 1, 0, 2, 0, 0 }, 10, SEIDEL_ERROR_FORMAT },
    { { CLASS_MATRIX, 2, 2, 2, 1, 1, 0, -1, 0, 0 }, 10, SEIDEL_ERROR_FORMAT },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();

      append_integers (bytes, &all_widths[0], cases[i].numbers, cases[i].n);
      assert_bad (bytes, cases[i].code);
    }
}

static void
test_bad_values (void)
{
  const double twice[] = { 4, 5, 2, -1.5, 4, 1, 1, 1, 1, 1 };
  g_autoptr (GByteArray) complex = g_byte_array_new ();
  g_autoptr (GByteArray) cut = g_byte_array_new ();
  g_autoptr (GByteArray) tail = g_byte_array_new ();

  append_integers (complex, &all_widths[0], matrix_numbers, G_N_ELEMENTS (matrix_numbers));
  append_reals (complex, &all_widths[0], twice, 9);
  assert_bad (complex, SEIDEL_ERROR_UNSUPPORTED);
  append_matrix (cut, &all_widths[0]);
  g_byte_array_set_size (cut, cut->len - 3);
  assert_bad (cut, SEIDEL_ERROR_FORMAT);
  append_matrix (tail, &all_widths[0]);
  g_byte_array_append (tail, (const guint8 *) "xyz", 3);
  assert_bad (tail, SEIDEL_ERROR_UNSUPPORTED);
}

/* 64-bit numbers that no 32 hold. */
static void
test_bad_wide (void)
{
  const int64_t rows[] = { CLASS_MATRIX, INT64_C (1) << 31, 3, 5, 0 };
  const int64_t entries[] = { CLASS_MATRIX, 3, 3, INT64_C (1) << 60, 0 };
  g_autoptr (GByteArray) many_rows = g_byte_array_new ();
  g_autoptr (GByteArray) many_entries = g_byte_array_new ();

  append_integers (many_rows, &all_widths[1], rows, G_N_ELEMENTS (rows));
  assert_bad (many_rows, SEIDEL_ERROR_UNSUPPORTED);
  append_integers (many_entries, &all_widths[1], entries, G_N_ELEMENTS (entries));
  assert_bad (many_entries, SEIDEL_ERROR_FORMAT);
}

/* Cut anywhere, the file is bad, unless what is left happens to be whole. */
static void
test_cut (void)
{
  const double rhs[] = { 1.5, 0, -3 };

  for (size_t w = 0; w < G_N_ELEMENTS (all_widths); w++)
    {
      g_autoptr (GByteArray) bytes = g_byte_array_new ();
      guint matrix_length;

      append_matrix (bytes, &all_widths[w]);
      matrix_length = bytes->len;
      append_vector (bytes, &all_widths[w], 3, rhs);
      for (guint length = 1; length < matrix_length; length++)
        {
          g_autofree char *path =
            io_testing_write ("cut.petsc", (const char *) bytes->data, length);
          g_autoptr (GError) error = NULL;
          SeidelMatrix *matrix = seidel_load_matrix (path, NULL, NULL, &error);

          g_assert_cmpint (matrix == NULL, ==, error != NULL);
          /* Half of the double values could be all of the single ones. */
          g_assert_true (matrix == NULL || all_widths[w].real == 8);
          if (matrix != NULL)
            g_assert_cmpuint (length, ==, matrix_length - 4 * 5);
          g_clear_pointer (&matrix, seidel_matrix_unref);
        }
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  g_test_add_func ("/petsc/sparse", test_sparse);
  g_test_add_func ("/petsc/rhs", test_rhs);
  g_test_add_func ("/petsc/other-behind", test_other_behind);
  g_test_add_func ("/petsc/dense", test_dense);
  g_test_add_func ("/petsc/vector", test_vector);
  g_test_add_func ("/petsc/empty", test_empty);
  g_test_add_func ("/petsc/bad-numbers", test_bad_numbers);
  g_test_add_func ("/petsc/bad-values", test_bad_values);
  g_test_add_func ("/petsc/bad-wide", test_bad_wide);
  g_test_add_func ("/petsc/cut", test_cut);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
