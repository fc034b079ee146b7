/* The real matrices: sizes, entries as filed and as expanded, against the published figures.
 * Skipped where the folder of SEIDEL_TEST_MATRICES does not hold them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "io-testing.h"
#include "matrix/seidel-vector.h"

typedef struct
{
  const char *file;
  int64_t rows;
  int64_t columns;
  int64_t stored;
  int64_t expanded;
  const char *format;
} RealMatrix;

static const RealMatrix matrices[] = {
  { "494_bus.mtx", 494, 494, 1080, 1666, "Matrix Market, coordinate real symmetric" },
  { "add20.mtx", 2395, 2395, 17319, 17319, "Matrix Market, coordinate real general" },
  { "ani1_amd_chol.mtx", 36, 36, 183, 183, "Matrix Market, coordinate real general" },
  { "ash219.mtx", 219, 85, 438, 438, "Matrix Market, coordinate pattern general" },
  { "bcspwr06.mtx", 1454, 1454, 3377, 5300, "Matrix Market, coordinate pattern symmetric" },
  { "bcsstk01.mtx", 48, 48, 224, 400, "Matrix Market, coordinate real symmetric" },
  { "bcsstk09.mtx", 1083, 1083, 9760, 18437, "Matrix Market, coordinate real symmetric" },
  { "bcsstk14.mtx", 1806, 1806, 32630, 63454, "Matrix Market, coordinate real symmetric" },
  { "bcsstm22.mtx", 138, 138, 138, 138, "Matrix Market, coordinate real symmetric" },
  { "cage5.mtx", 37, 37, 233, 233, "Matrix Market, coordinate real general" },
  { "dw4096.mtx", 8192, 8192, 41746, 41746, "Matrix Market, coordinate real general" },
  { "ex1.mtx", 216, 216, 4374, 4374, "Matrix Market, coordinate real general" },
  { "fs_183_1.mtx", 183, 183, 1069, 1069, "Matrix Market, coordinate real general" },
  { "gr_30_30.mtx", 900, 900, 4322, 7744, "Matrix Market, coordinate real symmetric" },
  { "jpwh_991.mtx", 991, 991, 6027, 6027, "Matrix Market, coordinate integer general" },
  { "karate.mtx", 34, 34, 78, 156, "Matrix Market, coordinate pattern symmetric" },
  { "lap2D_5pt_n100.mtx", 10000, 10000, 29800, 49600, "Matrix Market, coordinate real symmetric" },
  { "LFAT5.mtx", 14, 14, 30, 46, "Matrix Market, coordinate real symmetric" },
  { "mcca.mtx", 180, 180, 2659, 2659, "Matrix Market, coordinate real general" },
  { "minsurfo.mtx", 40806, 40806, 122214, 203622, "Matrix Market, coordinate real symmetric" },
  { "nos4.mtx", 100, 100, 347, 594, "Matrix Market, coordinate real symmetric" },
  { "obstclae.mtx", 40000, 40000, 118804, 197608, "Matrix Market, coordinate real symmetric" },
  { "orsirr_1.mtx", 1030, 1030, 6858, 6858, "Matrix Market, coordinate real general" },
  { "pde900.mtx", 900, 900, 4380, 4380, "Matrix Market, coordinate real general" },
  { "plskz362.mtx", 362, 362, 880, 1760, "Matrix Market, coordinate real skew-symmetric" },
  { "sherman1.mtx", 1000, 1000, 2375, 3750, "Matrix Market, coordinate real symmetric" },
  { "sherman1_rhs1.mtx", 1000, 1, 1000, 396, "Matrix Market, array real general" },
  { "steam1.mtx", 240, 240, 3762, 3762, "Matrix Market, coordinate real general" },
  { "Trefethen_20b.mtx", 19, 19, 83, 147, "Matrix Market, coordinate integer symmetric" },
  { "wathen100.mtx", 30401, 30401, 251001, 471601, "Matrix Market, coordinate real symmetric" },
  { "west0479.mtx", 479, 479, 1910, 1910, "Matrix Market, coordinate real general" },
};

/* The path, or NULL with the test skipped. */
static char *
find_file (const char *file)
{
  const char *folder = g_getenv ("SEIDEL_TEST_MATRICES");
  char *path;

  if (folder == NULL)
    {
      g_test_skip ("SEIDEL_TEST_MATRICES is not set");
      return NULL;
    }
  path = g_build_filename (folder, file, NULL);
  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return path;
  g_free (path);
  g_test_skip ("the folder of SEIDEL_TEST_MATRICES does not hold the matrix");
  return NULL;
}

static void
test_matrix (gconstpointer data)
{
  const RealMatrix *expected = data;
  g_autofree char *path = find_file (expected->file);
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autofree char *name = g_strndup (expected->file, strlen (expected->file) - strlen (".mtx"));

  if (path == NULL)
    return;
  matrix = io_testing_load (path);
  g_assert_cmpstr (matrix->name, ==, name);
  g_assert_cmpint (matrix->csr->rows, ==, expected->rows);
  g_assert_cmpint (matrix->csr->columns, ==, expected->columns);
  g_assert_cmpint (matrix->origin.stored, ==, expected->stored);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, expected->expanded);
  g_assert_cmpint (matrix->origin.duplicates, ==, 0);
  g_assert_cmpstr (matrix->origin.format, ==, expected->format);
}

/* Written and read again: the same matrix, and filed as symmetric where it was. */
static void
test_round_trip (gconstpointer data)
{
  const RealMatrix *expected = data;
  g_autofree char *path = find_file (expected->file);
  g_autofree char *copy = io_testing_path (expected->file);
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (SeidelMatrix) again = NULL;
  g_autoptr (GError) error = NULL;
  bool symmetric;

  if (path == NULL)
    return;
  matrix = io_testing_load (path);
  g_assert_true (seidel_save_matrix (matrix, copy, NULL, NULL, &error));
  g_assert_no_error (error);
  again = io_testing_load (copy);
  io_testing_assert_equal (matrix->csr, again->csr);
  symmetric = matrix->origin.symmetry == SEIDEL_FILED_SYMMETRIC;
  g_assert_cmpstr (again->origin.format, ==,
                   symmetric ? "Matrix Market, coordinate real symmetric"
                             : "Matrix Market, coordinate real general");
}

static void
test_complex (void)
{
  g_autofree char *path = find_file ("young1c.mtx");
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    return;
  g_assert_null (seidel_load_matrix (path, NULL, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_UNSUPPORTED, "young1c.mtx:1");
}

static void
test_right_hand_side (void)
{
  g_autofree char *path = find_file ("sherman1_rhs1.mtx");
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autoptr (GError) error = NULL;
  double *b;
  int64_t nonzeros = 0;

  if (path == NULL)
    return;
  matrix = io_testing_load (path);
  b = seidel_load_vector (path, 1000, NULL, &error);
  g_assert_no_error (error);
  for (int64_t i = 0; i < 1000; i++)
    {
      int64_t k = seidel_csr_find (matrix->csr, i, 0);

      g_assert_cmpfloat (b[i], ==, k < 0 ? 0.0 : matrix->csr->values[k]);
      nonzeros += b[i] != 0.0;
    }
  g_assert_cmpint (nonzeros, ==, 396);
  seidel_vector_free (b);

  g_assert_null (seidel_load_vector (path, 999, NULL, &error));
  io_testing_assert_error (error, SEIDEL_ERROR_INVALID, "sherman1_rhs1.mtx");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  io_testing_begin ();
  for (size_t i = 0; i < G_N_ELEMENTS (matrices); i++)
    {
      g_autofree char *load = g_strconcat ("/real/load/", matrices[i].file, NULL);
      g_autofree char *again = g_strconcat ("/real/round-trip/", matrices[i].file, NULL);

      g_test_add_data_func (load, &matrices[i], test_matrix);
      g_test_add_data_func (again, &matrices[i], test_round_trip);
    }
  g_test_add_func ("/real/complex", test_complex);
  g_test_add_func ("/real/right-hand-side", test_right_hand_side);
  status = g_test_run ();
  io_testing_end ();
  return status;
}
