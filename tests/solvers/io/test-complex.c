/* Complex matrices and vectors: one matrix from every format, each symmetry, round trips, and files
 * that are wrong.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <complex.h>

#include "cache-testing.h"
#include "mat-testing.h"
#include "matrix/seidel-complex.h"
#include "matrix/seidel-vector.h"
#include "pack-testing.h"

#define N     3
#define STORE 6

/* By rows; what is not listed is not stored. All are exact in single precision. */
static const struct
{
  int row;
  int column;
  double complex value;
} entries[STORE] = {
  { 0, 0, 1 + 2 * I },   { 0, 2, -3 * I },       { 1, 0, 0.5 },
  { 1, 1, 4 - 0.5 * I }, { 2, 1, 2 + 0.25 * I }, { 2, 2, 5 },
};

static double complex
value_at (int row, int column)
{
  for (int k = 0; k < STORE; k++)
    if (entries[k].row == row && entries[k].column == column)
      return entries[k].value;
  return 0;
}

static void
assert_parts (const SeidelMatrix *matrix, int64_t k, double complex value)
{
  g_assert_true (matrix->parts[2 * k] == creal (value));
  g_assert_true (matrix->parts[2 * k + 1] == cimag (value));
  g_assert_cmpfloat_with_epsilon (matrix->csr->values[k], cabs (value), 1e-15 * cabs (value));
}

static void
assert_matrix (const SeidelMatrix *matrix)
{
  g_assert_true (seidel_matrix_is_complex (matrix));
  g_assert_cmpint (matrix->origin.field, ==, SEIDEL_FIELD_COMPLEX);
  g_assert_cmpint (matrix->csr->rows, ==, N);
  g_assert_cmpint (matrix->csr->columns, ==, N);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, STORE);
  g_assert_true (seidel_csr_validate (matrix->csr, NULL));
  for (int k = 0; k < STORE; k++)
    {
      g_assert_cmpint (seidel_csr_find (matrix->csr, entries[k].row, entries[k].column), ==, k);
      assert_parts (matrix, k, entries[k].value);
    }
}

static SeidelMatrix *
make_matrix (void)
{
  g_autoptr (SeidelCsr) imaginary = NULL;
  SeidelCsr *real = NULL;
  SeidelMatrix *matrix;
  int32_t rows[STORE];
  int32_t columns[STORE];
  double values[2][STORE];
  SeidelCoordinates coordinates = { N, N, STORE, rows, columns, values[0] };

  for (int k = 0; k < STORE; k++)
    {
      rows[k] = entries[k].row;
      columns[k] = entries[k].column;
      values[0][k] = creal (entries[k].value);
      values[1][k] = cimag (entries[k].value);
    }
  real = seidel_csr_from_coordinates (&coordinates, NULL, NULL, NULL);
  coordinates.values = values[1];
  imaginary = seidel_csr_from_coordinates (&coordinates, NULL, NULL, NULL);
  matrix = seidel_matrix_new ("made", real);
  g_assert_true (seidel_matrix_add_imaginary (matrix, imaginary, NULL, NULL));
  return matrix;
}

static void
append_number (GString *text, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append_printf (text, " %s", g_ascii_dtostr (digits, sizeof digits, value));
}

static void
append_complex (GString *text, double complex value)
{
  append_number (text, creal (value));
  append_number (text, cimag (value));
  g_string_append_c (text, '\n');
}

static GString *
write_coordinates (void)
{
  GString *text = g_string_new ("%%MatrixMarket matrix coordinate complex general\n3 3 6\n");

  for (int k = STORE - 1; k >= 0; k--)
    {
      g_string_append_printf (text, "%d %d", entries[k].row + 1, entries[k].column + 1);
      append_complex (text, entries[k].value);
    }
  return text;
}

static GString *
write_array (void)
{
  GString *text = g_string_new ("%%MatrixMarket matrix array complex general\n3 3\n");

  for (int k = 0; k < N * N; k++)
    append_complex (text, value_at (k % N, k / N));
  return text;
}

static GString *
write_harwell (void)
{
  GString *text =
    g_string_new ("Title                                                                   Key\n"
                  "             9             1             2             6             0\n"
                  "CUA                        3             3             6             0\n"
                  "(4I5)           (6I5)           (2E15.7)            \n"
                  "    1    3    5    7\n    1    2    2    3    1    3\n");
  static const int order[STORE] = { 0, 2, 3, 4, 1, 5 };

  for (int k = 0; k < STORE; k++)
    {
      const double complex value = entries[order[k]].value;
      const double parts[2] = { creal (value), cimag (value) };

      for (int part = 0; part < 2; part++)
        {
          char digits[G_ASCII_DTOSTR_BUF_SIZE];

          g_string_append_printf (text, "%15s",
                                  g_ascii_formatd (digits, sizeof digits, "%.7E", parts[part]));
        }
      g_string_append_c (text, '\n');
    }
  return text;
}

static void
append_big (GString *bytes, const void *number, int size)
{
  const char *from = number;

  for (int i = 0; i < size; i++)
    g_string_append_c (bytes, from[G_BYTE_ORDER == G_LITTLE_ENDIAN ? size - 1 - i : i]);
}

static void
append_integer (GString *bytes, int32_t value)
{
  append_big (bytes, &value, sizeof value);
}

static void
append_double (GString *bytes, double value)
{
  append_big (bytes, &value, sizeof value);
}

/* A matrix, and a vector behind it. */
static GString *
write_petsc (void)
{
  GString *bytes = g_string_new (NULL);
  static const int32_t header[] = { 1211216, N, N, STORE, 2, 2, 2 };

  for (size_t i = 0; i < G_N_ELEMENTS (header); i++)
    append_integer (bytes, header[i]);
  for (int k = 0; k < STORE; k++)
    append_integer (bytes, entries[k].column);
  for (int k = 0; k < STORE; k++)
    {
      append_double (bytes, creal (entries[k].value));
      append_double (bytes, cimag (entries[k].value));
    }
  append_integer (bytes, 1211214);
  append_integer (bytes, N);
  for (int i = 0; i < N; i++)
    {
      append_double (bytes, i + 1.0);
      append_double (bytes, -i);
    }
  return bytes;
}

static GString *
write_npy (const char *type, bool single)
{
  GString *bytes = g_string_new (NULL);
  g_autofree char *header =
    g_strdup_printf ("{'descr': '%s', 'fortran_order': False, 'shape': (3, 3), }\n", type);

  g_string_append_len (bytes, "\x93NUMPY\x01\x00", 8);
  g_string_append_c (bytes, (char) strlen (header));
  g_string_append_c (bytes, '\0');
  g_string_append (bytes, header);
  for (int k = 0; k < N * N; k++)
    for (int part = 0; part < 2; part++)
      {
        const double complex value = value_at (k / N, k % N);
        const double number = part == 0 ? creal (value) : cimag (value);
        const float narrow = (float) number;

        if (single)
          append_big (bytes, &narrow, sizeof narrow);
        else
          append_big (bytes, &number, sizeof number);
      }
  return bytes;
}

static GString *
write_npy_double (void)
{
  return write_npy (">c16", false);
}

static GString *
write_npy_single (void)
{
  return write_npy (">c8", true);
}

/* MATLAB 4: full, by columns, the imaginary parts behind the real ones; or the columns of a sparse
 * one, which ends with its size. */
static GString *
write_mat_4 (bool sparse)
{
  GString *bytes = g_string_new (NULL);
  const int32_t header[] = { sparse ? 1002 : 1000, sparse ? STORE + 1 : N, sparse ? 4 : N,
                             sparse ? 0 : 1, 2 };

  for (size_t i = 0; i < G_N_ELEMENTS (header); i++)
    append_integer (bytes, header[i]);
  g_string_append_len (bytes, "A", 2);
  for (int column = 0; column < 4 && sparse; column++)
    {
      for (int k = 0; k < STORE; k++)
        append_double (bytes, column == 0   ? entries[k].row + 1
                              : column == 1 ? entries[k].column + 1
                              : column == 2 ? creal (entries[k].value)
                                            : cimag (entries[k].value));
      append_double (bytes, column < 2 ? N : 0);
    }
  for (int part = 0; part < 2 && !sparse; part++)
    for (int k = 0; k < N * N; k++)
      append_double (bytes,
                     part == 0 ? creal (value_at (k % N, k / N)) : cimag (value_at (k % N, k / N)));
  return bytes;
}

static GString *
write_mat_4_full (void)
{
  return write_mat_4 (false);
}

static GString *
write_mat_4_sparse (void)
{
  return write_mat_4 (true);
}

static const struct
{
  const char *name;
  const char *format;
  GString *(*write) (void); /* NULL: saved */
  bool rhs;                 /* 1, 2 − i, 3 − 2 i */
} samples[] = {
  { "coordinate.mtx", "Matrix Market, coordinate complex general", write_coordinates, false },
  { "array.mtx", "Matrix Market, array complex general", write_array, false },
  { "saved.mtx", "Matrix Market, coordinate complex general", NULL, false },
  { "saved.mtx.gz", "Matrix Market, coordinate complex general", NULL, false },
  { "harwell.cua", "Harwell-Boeing, complex unsymmetric", write_harwell, false },
  { "binary.petsc", "PETSc binary, complex sparse", write_petsc, true },
  { "double.npy", "NumPy array, dtype >c16", write_npy_double, false },
  { "single.npy", "NumPy array, dtype >c8", write_npy_single, false },
  { "saved.npz", "SciPy sparse, csr", NULL, false },
  { "full.mat", "MATLAB 4, complex double", write_mat_4_full, false },
  { "sparse.mat", "MATLAB 4, complex sparse", write_mat_4_sparse, false },
  { "saved.mat", "MATLAB 5, complex sparse", NULL, true },
};

/* b, with a number for each row. */
static const double rhs[2 * N] = { 1, 0, 2, -1, 3, -2 };

static char *
write_sample (size_t i)
{
  g_autoptr (GString) text = samples[i].write != NULL ? samples[i].write () : NULL;
  g_autoptr (SeidelMatrix) matrix = make_matrix ();
  g_autoptr (GError) error = NULL;
  char *path;

  if (text != NULL)
    return io_testing_write (samples[i].name, text->str, (gssize) text->len);
  path = io_testing_path (samples[i].name);
  matrix->rhs = g_memdup2 (rhs, sizeof rhs);
  g_assert_true (seidel_save_matrix (matrix, path, NULL, NULL, &error));
  g_assert_no_error (error);
  return path;
}

static void
test_formats (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = write_sample (i);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

      g_test_message ("%s", samples[i].name);
      assert_matrix (matrix);
      g_assert_cmpstr (matrix->origin.format, ==, samples[i].format);
      g_assert_true ((matrix->rhs != NULL) == samples[i].rhs);
      if (matrix->rhs != NULL)
        g_assert_cmpmem (matrix->rhs, sizeof rhs, rhs, sizeof rhs);
    }
}

/* A dense and a sparse one of version 7.3, with a real right-hand side. */
static void
test_hdf5 (void)
{
  static const int order[STORE] = { 0, 2, 3, 4, 1, 5 };
  static mat_uint32_t rows[STORE] = { 0, 1, 1, 2, 0, 2 };
  static mat_uint32_t offsets[] = { 0, 2, 4, 6 };
  double parts[2][STORE];
  double full[2][N * N];
  double b[] = { 1, 2, 3 };
  size_t dims[] = { N, N };
  mat_complex_split_t split = { parts[0], parts[1] };
  mat_complex_split_t full_split = { full[0], full[1] };
  mat_sparse_t sparse = { STORE, rows, STORE, offsets, N + 1, STORE, &split };
  g_autofree char *path = NULL;

  for (int k = 0; k < STORE; k++)
    {
      parts[0][k] = creal (entries[order[k]].value);
      parts[1][k] = cimag (entries[order[k]].value);
    }
  for (int k = 0; k < N * N; k++)
    {
      full[0][k] = creal (value_at (k % N, k / N));
      full[1][k] = cimag (value_at (k % N, k / N));
    }
  path = mat_testing_write ("hdf5.mat", MAT_FT_MAT73,
                            Mat_VarCreate ("S", MAT_C_SPARSE, MAT_T_DOUBLE, 2, dims, &sparse,
                                           MAT_F_COMPLEX),
                            Mat_VarCreate ("D", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, &full_split,
                                           MAT_F_COMPLEX),
                            mat_testing_dense ("b", N, 1, b), NULL);
  for (int i = 0; i < 2; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelMatrix) matrix =
        seidel_load_variable (path, i == 0 ? "S" : "D", NULL, NULL, &error);

      g_assert_no_error (error);
      assert_matrix (matrix);
      for (int row = 0; row < N; row++)
        {
          g_assert_true (matrix->rhs[2 * row] == b[row]);
          g_assert_true (matrix->rhs[2 * row + 1] == 0.0);
        }
    }
}

/* A complex right-hand side is none of a real matrix. */
static void
test_real_with_complex_rhs (void)
{
  g_autofree char *path = NULL;
  double values[] = { 1, 0, 0, 2 };
  double re[] = { 1, 2 };
  double im[] = { 3, 4 };
  size_t dims[] = { 2, 1 };
  mat_complex_split_t split = { re, im };
  g_autoptr (SeidelMatrix) matrix = NULL;

  path = mat_testing_write ("mixed.mat", MAT_FT_MAT5, mat_testing_dense ("A", 2, 2, values),
                            Mat_VarCreate ("b", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, &split,
                                           MAT_F_COMPLEX),
                            NULL);
  matrix = io_testing_load (path);
  g_assert_false (seidel_matrix_is_complex (matrix));
  g_assert_null (matrix->rhs);
}

/* An archive with a right-hand side beside the matrix, complex or real. */
static void
test_archive (void)
{
  static const char *const sides[] = {
    "%%MatrixMarket matrix array complex general\n3 1\n1 0\n2 -1\n3 -2\n",
    "%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n",
  };
  g_autoptr (GString) text = write_coordinates ();

  for (size_t i = 0; i < G_N_ELEMENTS (sides); i++)
    {
      const PackTestingMember members[] = { { "m/m.mtx", text->str }, { "m/m_b.mtx", sides[i] } };
      g_autofree char *path = pack_testing_archive ("complex.tar.gz", ARCHIVE_FORMAT_TAR_USTAR,
                                                    ARCHIVE_FILTER_GZIP, members, 2);
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

      assert_matrix (matrix);
      g_assert_nonnull (matrix->rhs);
      for (int k = 0; k < 2 * N; k++)
        g_assert_true (matrix->rhs[k] == (i == 1 && k % 2 == 1 ? 0.0 : rhs[k]));
    }
}

/* The lower triangles of 2 × 2 matrices, and the entry right of the diagonal. */
static const struct
{
  const char *name;
  const char *text;
  SeidelFiledSymmetry symmetry;
  double complex upper;
  int stored; /* in memory */
} symmetries[] = {
  { "coordinate-hermitian",
    "%%MatrixMarket matrix coordinate complex hermitian\n2 2 3\n1 1 2 0\n2 1 1 -3\n2 2 4 0\n",
    SEIDEL_FILED_HERMITIAN, 1 + 3 * I, 4 },
  { "coordinate-symmetric",
    "%%MatrixMarket matrix coordinate complex symmetric\n2 2 3\n1 1 2 1\n2 1 1 -3\n2 2 4 0\n",
    SEIDEL_FILED_SYMMETRIC, 1 - 3 * I, 4 },
  { "coordinate-skew", "%%MatrixMarket matrix coordinate complex skew-symmetric\n2 2 1\n2 1 1 -3\n",
    SEIDEL_FILED_SKEW_SYMMETRIC, -1 + 3 * I, 2 },
  { "array-hermitian", "%%MatrixMarket matrix array complex hermitian\n2 2\n2 0\n1 -3\n4 0\n",
    SEIDEL_FILED_HERMITIAN, 1 + 3 * I, 4 },
  { "array-symmetric", "%%MatrixMarket matrix array complex symmetric\n2 2\n2 1\n1 -3\n4 0\n",
    SEIDEL_FILED_SYMMETRIC, 1 - 3 * I, 4 },
  { "array-skew", "%%MatrixMarket matrix array complex skew-symmetric\n2 2\n1 -3\n",
    SEIDEL_FILED_SKEW_SYMMETRIC, -1 + 3 * I, 2 },
#define HARWELL(type)                                                             \
  "Title                                                                   Key\n" \
  "             3             1             1             1\n" type               \
  "                        2             2             3             0\n"         \
  "(3I5)           (4I5)           (6F5.1)             \n"                        \
  "    1    3    4\n    1    2    2\n  2.0  0.0  1.0 -3.0  4.0  0.0\n"
  { "harwell-hermitian", HARWELL ("CHA"), SEIDEL_FILED_HERMITIAN, 1 + 3 * I, 4 },
  { "harwell-symmetric", HARWELL ("CSA"), SEIDEL_FILED_SYMMETRIC, 1 - 3 * I, 4 },
};

static void
test_symmetries (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (symmetries); i++)
    {
      g_autofree char *path = io_testing_write (symmetries[i].name, symmetries[i].text, -1);
      g_autofree char *saved = io_testing_path ("symmetry.mtx");
      g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
      g_autoptr (SeidelMatrix) back = NULL;

      g_test_message ("%s", symmetries[i].name);
      g_assert_cmpint (matrix->origin.symmetry, ==, symmetries[i].symmetry);
      g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, symmetries[i].stored);
      assert_parts (matrix, seidel_csr_find (matrix->csr, 1, 0), 1 - 3 * I);
      assert_parts (matrix, seidel_csr_find (matrix->csr, 0, 1), symmetries[i].upper);

      g_assert_true (seidel_save_matrix (matrix, saved, NULL, NULL, NULL));
      back = io_testing_load (saved);
      g_assert_cmpint (back->origin.symmetry, ==,
                       symmetries[i].symmetry == SEIDEL_FILED_SKEW_SYMMETRIC
                         ? SEIDEL_FILED_GENERAL
                         : symmetries[i].symmetry);
      g_assert_cmpmem (back->parts, (size_t) symmetries[i].stored * 16, matrix->parts,
                       (size_t) symmetries[i].stored * 16);
    }
}

static const struct
{
  const char *text;
  SeidelError code;
  const char *place;
} bad[] = {
  { "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 2 3\n", SEIDEL_ERROR_FORMAT,
    ":3" },
  { "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 1 x\n", SEIDEL_ERROR_FORMAT,
    ":3" },
  { "%%MatrixMarket matrix coordinate complex hermitian\n1 1 1\n1 1 1 2\n", SEIDEL_ERROR_FORMAT,
    ":3" },
  { "%%MatrixMarket matrix coordinate complex skew-symmetric\n1 1 1\n1 1 0 2\n",
    SEIDEL_ERROR_FORMAT, ":3" },
  { "%%MatrixMarket matrix array complex hermitian\n1 1\n1 2\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "%%MatrixMarket matrix array complex general\n1 1\n1\n", SEIDEL_ERROR_FORMAT, ":3" },
  { "%%MatrixMarket matrix array complex general\n1 2\n1 1\n", SEIDEL_ERROR_FORMAT, "" },
  { "%%MatrixMarket matrix coordinate complex general\n9 9 9\n1 1 1 0\n", SEIDEL_ERROR_FORMAT,
    ":2" },
  { HARWELL ("CZA"), SEIDEL_ERROR_FORMAT, "" },
};

static void
test_bad (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *path = io_testing_write ("bad.mtx", bad[i].text, -1);
      g_autofree char *place = g_strconcat ("bad.mtx", bad[i].place, NULL);

      g_test_message ("%zu", i);
      io_testing_assert_bad (path, bad[i].code, place);
    }
}

static void
test_vectors (void)
{
  static const char *const names[] = { "x.mtx", "x.txt", "x.npy", "x.mtx.gz" };
  static const int names_error[] = { SEIDEL_ERROR_UNSUPPORTED, SEIDEL_ERROR_INVALID,
                                     SEIDEL_ERROR_UNSUPPORTED, SEIDEL_ERROR_UNSUPPORTED };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = io_testing_path (names[i]);
      g_autoptr (GError) error = NULL;
      double *back;

      g_test_message ("%s", names[i]);
      g_assert_true (seidel_save_vector (rhs, N, true, path, &error));
      back = seidel_load_vector (path, N, true, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpmem (back, sizeof rhs, rhs, sizeof rhs);
      seidel_vector_free (back);

      /* In plain text it is a real vector of twice the length. */
      g_assert_null (seidel_load_vector (path, N, false, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, names_error[i]);
      g_clear_error (&error);
      g_assert_null (seidel_load_vector (path, N + 1, true, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
    }
}

static const struct
{
  const char *name;
  const char *text;
  double imaginary; /* of the last number */
} plain[] = {
  { "real.txt", "1 2 3", 0.0 },
  { "real-sized.txt", "3 1\n1\n2\n3\n", 0.0 },
  { "complex.txt", "1 0\n2 -1 # a comment\n3 -2\n", -2.0 },
  { "complex-sized.txt", "3\n1 0\n2 -1\n3 -2\n", -2.0 },
  { "complex-sized-twice.txt", "3 1\n1 0\n2 -1\n3 -2\n", -2.0 },
  { "real.csv", "1\n2\n3\n", 0.0 },
  { "real.mtx", "%%MatrixMarket matrix array real general\n3 1\n1\n2\n3\n", 0.0 },
  { "row.mtx", "%%MatrixMarket matrix coordinate complex general\n1 3 2\n1 1 1 0\n1 3 3 -2\n",
    -2.0 },
};

static void
test_real_for_complex (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (plain); i++)
    {
      g_autofree char *path = io_testing_write (plain[i].name, plain[i].text, -1);
      g_autoptr (GError) error = NULL;
      double *x = seidel_load_vector (path, N, true, NULL, &error);

      g_test_message ("%s", plain[i].name);
      g_assert_no_error (error);
      g_assert_true (x[0] == 1.0 && x[1] == 0.0);
      g_assert_true (x[4] == 3.0 && x[5] == plain[i].imaginary);
      seidel_vector_free (x);
    }
}

/* The copy in the cache is the matrix, too. */
static void
test_cached (void)
{
  g_autofree char *path = write_sample (G_N_ELEMENTS (samples) - 1);
  g_autoptr (SeidelMatrix) first = NULL;
  g_autoptr (SeidelMatrix) second = NULL;

  cache_testing_clear ();
  g_usleep (SETTLING_MICROSECONDS);
  first = cache_testing_load (path);
  second = cache_testing_load (path);
  g_assert_false (cache_testing_is_cached (first));
  g_assert_true (cache_testing_is_cached (second));
  assert_matrix (second);
  g_assert_cmpmem (second->rhs, sizeof rhs, rhs, sizeof rhs);
  cache_testing_clear ();
}

int
main (int argc, char **argv)
{
  int status;

  cache_testing_begin ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/complex/formats", test_formats);
  g_test_add_func ("/complex/hdf5", test_hdf5);
  g_test_add_func ("/complex/real-with-complex-rhs", test_real_with_complex_rhs);
  g_test_add_func ("/complex/archive", test_archive);
  g_test_add_func ("/complex/symmetries", test_symmetries);
  g_test_add_func ("/complex/bad", test_bad);
  g_test_add_func ("/complex/vectors", test_vectors);
  g_test_add_func ("/complex/real-for-complex", test_real_for_complex);
  g_test_add_func ("/complex/cached", test_cached);
  status = g_test_run ();
  cache_testing_end ();
  return status;
}
