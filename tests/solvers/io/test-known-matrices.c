/* Files of known matrices: sizes, entries as stored and as expanded, against the published figures;
 * those of the gallery are written first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io-testing.h"
#include "known-matrices.h"
#include "matrix/seidel-vector.h"

/* The name of a matrix as that of a file; free with g_free (). */
static char *
name_of (const KnownMatrix *known)
{
  return g_strdelimit (g_strdup (known->name), " .", '-');
}

/* The published file, or one that is written now; free with g_free (). */
static char *
make_file (const KnownMatrix *known)
{
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autofree char *name = name_of (known);
  g_autofree char *file = g_strconcat (name, ".mtx", NULL);
  g_autoptr (GError) error = NULL;
  char *path;

  if (known->filed != NULL)
    return known_matrix_path (known);
  matrix = known_matrix_load (known);
  path = io_testing_path (file);
  g_assert_true (seidel_save_matrix (matrix, path, NULL, NULL, &error));
  g_assert_no_error (error);
  return path;
}

/* Field and symmetry of the file: the gallery's are real. */
static const char *
filed_as (const KnownMatrix *known)
{
  if (known->filed != NULL)
    return known->filed;
  return known->symmetry == TEST_SYMMETRY_VALUES ? "rs" : "rg";
}

static int64_t
stored_in_file (const KnownMatrix *known)
{
  if (known->filed != NULL || known->symmetry != TEST_SYMMETRY_VALUES)
    return known->stored;
  return (known->nonzeros + known->diagonal) / 2;
}

static char *
format_of (const char *filed)
{
  const char *field = filed[0] == 'r' ? "real" : filed[0] == 'i' ? "integer" : "pattern";
  const char *symmetry = filed[1] == 'g'   ? "general"
                         : filed[1] == 's' ? "symmetric"
                                           : "skew-symmetric";

  return g_strdup_printf ("Matrix Market, coordinate %s %s", field, symmetry);
}

static void
test_load (gconstpointer data)
{
  const KnownMatrix *known = data;
  g_autofree char *path = make_file (known);
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
  g_autofree char *name = name_of (known);
  g_autofree char *format = format_of (filed_as (known));

  g_assert_cmpstr (matrix->name, ==, name);
  g_assert_cmpint (matrix->csr->rows, ==, known->rows);
  g_assert_cmpint (matrix->csr->columns, ==, known->columns);
  g_assert_cmpint (matrix->origin.stored, ==, stored_in_file (known));
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, known->nonzeros);
  g_assert_cmpint (matrix->origin.duplicates, ==, 0);
  g_assert_cmpstr (matrix->origin.format, ==, format);
}

/* Written and read again: the same matrix, and stored as symmetric if it was. */
static void
test_round_trip (gconstpointer data)
{
  const KnownMatrix *known = data;
  g_autofree char *path = make_file (known);
  g_autofree char *copy = io_testing_path ("copy.mtx");
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
  g_autoptr (SeidelMatrix) again = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *format = format_of (filed_as (known)[1] == 's' ? "rs" : "rg");

  g_assert_true (seidel_save_matrix (matrix, copy, NULL, NULL, &error));
  g_assert_no_error (error);
  again = io_testing_load (copy);
  io_testing_assert_equal (matrix->csr, again->csr);
  g_assert_cmpstr (again->origin.format, ==, format);
}

static void
test_complex (void)
{
  g_autofree char *published = test_published_path ("young1c.mtx");
  g_autofree char *path =
    published != NULL
      ? g_strdup (published)
      : io_testing_write ("complex.mtx",
                          "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 2 -3\n",
                          -1);
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);

  g_assert_nonnull (matrix->parts);
  g_assert_cmpint (matrix->origin.field, ==, SEIDEL_FIELD_COMPLEX);
  g_assert_cmpint (matrix->csr->rows, ==, published != NULL ? 841 : 1);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, published != NULL ? 4089 : 1);
}

/* A vector in array format, as a matrix of one column and as a right-hand side; its zeros are not
 * stored in the matrix. */
static void
check_vector (const char *path, int64_t rows, int64_t n_nonzeros)
{
  g_autoptr (SeidelMatrix) matrix = io_testing_load (path);
  g_autoptr (GError) error = NULL;
  double *b = seidel_load_vector (path, rows, false, NULL, &error);
  int64_t nonzeros = 0;

  g_assert_no_error (error);
  g_assert_cmpint (matrix->csr->rows, ==, rows);
  g_assert_cmpint (matrix->csr->columns, ==, 1);
  g_assert_cmpint (matrix->origin.stored, ==, rows);
  g_assert_cmpstr (matrix->origin.format, ==, "Matrix Market, array real general");
  for (int64_t i = 0; i < rows; i++)
    {
      int64_t k = seidel_csr_find (matrix->csr, i, 0);

      g_assert_cmpfloat (b[i], ==, k < 0 ? 0.0 : matrix->csr->values[k]);
      nonzeros += b[i] != 0.0;
    }
  g_assert_cmpint (nonzeros, ==, n_nonzeros);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, n_nonzeros);
  seidel_vector_free (b);
  g_assert_null (seidel_load_vector (path, rows - 1, false, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
}

static void
test_right_hand_side (void)
{
  g_autofree char *written = io_testing_path ("b.mtx");
  g_autofree char *published = test_published_path ("sherman1_rhs1.mtx");
  double b[300];

  for (int i = 0; i < 300; i++)
    b[i] = i % 3 == 0 ? 0.0 : 1.0 / (i + 1);
  g_assert_true (seidel_save_vector (b, 300, false, written, NULL));
  check_vector (written, 300, 200);
  if (published != NULL)
    check_vector (published, 1000, 396);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  test_add_for_known ("/known/load", false, test_load);
  test_add_for_known ("/known/round-trip", false, test_round_trip);
  g_test_add_func ("/known/complex", test_complex);
  g_test_add_func ("/known/right-hand-side", test_right_hand_side);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
