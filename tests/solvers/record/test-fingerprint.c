/* The fingerprint of a matrix: that of what is in it, and of nothing else.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-ordering.h"
#include "matrix/seidel-complex.h"
#include "record/seidel-fingerprint.h"
#include "solvers/record/record-testing.h"

static SeidelMatrix *
make_small (const char *name, double corner)
{
  const int32_t rows[] = { 0, 0, 1 };
  const int32_t columns[] = { 0, 1, 1 };
  const double values[] = { 1.0, 2.0, corner };
  const SeidelCoordinates coordinates = { 2, 2, 3, rows, columns, values };

  return seidel_matrix_new (name, seidel_csr_from_coordinates (&coordinates, NULL, NULL, NULL));
}

static void
test_content (void)
{
  g_autoptr (SeidelMatrix) one = make_small ("one", 3.0);
  g_autoptr (SeidelMatrix) same = make_small ("another name", 3.0);
  g_autoptr (SeidelMatrix) other = make_small ("one", 3.0000000000000004);
  const uint64_t fingerprint = seidel_fingerprint_new (one, NULL);
  g_autofree char *text = seidel_fingerprint_to_text (fingerprint);

  g_assert_cmpuint (fingerprint, !=, 0);
  g_assert_cmpuint (fingerprint, ==, seidel_fingerprint_new (same, NULL));
  g_assert_cmpuint (fingerprint, !=, seidel_fingerprint_new (other, NULL));
  g_assert_cmpuint (strlen (text), ==, 16);
  g_assert_cmpuint (g_ascii_strtoull (text, NULL, 16), ==, fingerprint);
}

/* What is written to a file and read again is the same matrix. */
static void
test_file (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 9);
  g_autofree char *path = test_make_path ();
  g_autofree char *file = g_strconcat (path, ".mtx", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) read = NULL;

  g_assert_true (seidel_save_matrix (matrix, file, NULL, NULL, &error));
  g_assert_no_error (error);
  read = seidel_load_matrix (file, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (seidel_fingerprint_new (read, NULL), ==, seidel_fingerprint_new (matrix, NULL));
  test_remove (path);
}

static void
test_order (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 9);
  g_autoptr (SeidelMatrix) reordered = NULL;
  SeidelOrderingSpec order;

  g_assert_true (seidel_ordering_spec_parse ("rcm", &order, NULL));
  reordered = seidel_ordering_apply (&order, matrix, NULL, NULL, NULL);
  g_assert_cmpuint (seidel_fingerprint_new (reordered, NULL), !=,
                    seidel_fingerprint_new (matrix, NULL));
}

/* The moduli are the same, the matrices are not. */
static void
test_complex (void)
{
  const int32_t zero[] = { 0 };
  uint64_t fingerprints[2];

  for (int i = 0; i < 2; i++)
    {
      const double imaginary[] = { i == 0 ? 1.0 : -1.0 };
      const SeidelCoordinates coordinates = { 2, 2, 1, zero, zero, imaginary };
      g_autoptr (SeidelCsr) other = seidel_csr_from_coordinates (&coordinates, NULL, NULL, NULL);
      g_autoptr (SeidelMatrix) matrix = make_small ("a", 3.0);

      g_assert_true (seidel_matrix_add_imaginary (matrix, other, NULL, NULL));
      fingerprints[i] = seidel_fingerprint_new (matrix, NULL);
    }
  g_assert_cmpuint (fingerprints[0], !=, fingerprints[1]);
}

static void
test_cancelled (void)
{
  g_autoptr (SeidelMatrix) matrix = make_small ("one", 3.0);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_cmpuint (seidel_fingerprint_new (matrix, cancellable), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/fingerprint/content", test_content);
  g_test_add_func ("/fingerprint/file", test_file);
  g_test_add_func ("/fingerprint/order", test_order);
  g_test_add_func ("/fingerprint/complex", test_complex);
  g_test_add_func ("/fingerprint/cancelled", test_cancelled);
  return g_test_run ();
}
