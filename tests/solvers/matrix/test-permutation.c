/* Tests of matrix/seidel-permutation, sorting rows, and reordered matrices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-permutation-private.h"

#include "matrix/seidel-permutation.h"

#include <string.h>

#include "base/seidel-error.h"
#include "matrix/seidel-row-sort.h"
#include "matrix/seidel-vector.h"

#include "golden-testing.h"
#include "core-testing.h"
#include "plain-analysis.h"

#define N_RANDOM 60

/* A permutation that follows from the seed. */
static int32_t *
random_permutation (int n, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  int32_t *permutation = g_new (int32_t, n + 1);

  for (int i = 0; i < n; i++)
    {
      int j = g_rand_int_range (rand, 0, i + 1);

      permutation[i] = permutation[j];
      permutation[j] = i;
    }
  return permutation;
}

static void
assert_same_csr (const SeidelCsr *found, const SeidelCsr *expected)
{
  int64_t nonzeros = seidel_csr_nonzeros (expected);

  g_assert_cmpint (found->rows, ==, expected->rows);
  g_assert_cmpint (found->columns, ==, expected->columns);
  g_assert_cmpmem (found->row_offsets, (size_t) (found->rows + 1) * sizeof (int64_t),
                   expected->row_offsets, (size_t) (found->rows + 1) * sizeof (int64_t));
  g_assert_cmpmem (found->column_indices, (size_t) nonzeros * sizeof (int32_t),
                   expected->column_indices, (size_t) nonzeros * sizeof (int32_t));
  test_assert_same_bits (found->values, expected->values, nonzeros);
}

static void
test_validate (void)
{
  static const int32_t bad[][3] = { { 0, 1, 0 }, { 1, 1, 2 }, { 0, 3, 1 }, { -1, 0, 1 } };
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_permutation_validate ((const int32_t[]){ 2, 0, 1 }, 3, &error));
  g_assert_no_error (error);
  g_assert_true (seidel_permutation_validate (NULL, 0, &error));
  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_assert_false (seidel_permutation_validate (bad[i], 3, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
      test_assert_wording (error->message);
      g_clear_error (&error);
    }
}

static void
test_vector_by_hand (void)
{
  /* The rows of the file, in their new order: the third, the first, … */
  const int32_t permutation[] = { 2, 0, 3, 1, 4 };
  double x[] = { 10.0, 11.0, 12.0, 13.0, 14.0 };
  g_autofree int32_t *inverse = seidel_permutation_invert (permutation, 5, NULL);

  g_assert_cmpmem (inverse, 20, ((const int32_t[]){ 1, 3, 0, 2, 4 }), 20);
  g_assert_true (seidel_permutation_apply (permutation, x, 5, NULL));
  test_assert_same_bits (x, (const double[]){ 12.0, 10.0, 13.0, 11.0, 14.0 }, 5);
  g_assert_true (seidel_permutation_undo (permutation, x, 5, NULL));
  test_assert_same_bits (x, (const double[]){ 10.0, 11.0, 12.0, 13.0, 14.0 }, 5);
}

static void
test_vector_random (void)
{
  for (guint32 seed = 0; seed < N_RANDOM; seed++)
    {
      const int n = (int) seed * 3;
      g_autofree int32_t *permutation = random_permutation (n, seed);
      g_autofree int32_t *inverse = seidel_permutation_invert (permutation, n, NULL);
      g_autofree double *original = test_random_vector (n, seed);
      g_autofree double *x = g_memdup2 (original, (size_t) (n + 1) * sizeof *original);

      g_assert_true (seidel_permutation_apply (permutation, x, n, NULL));
      for (int i = 0; i < n; i++)
        {
          g_assert_cmpfloat (x[i], ==, original[permutation[i]]);
          g_assert_cmpint (inverse[permutation[i]], ==, i);
          g_assert_cmpint (permutation[inverse[i]], ==, i);
        }
      g_assert_true (seidel_permutation_undo (permutation, x, n, NULL));
      test_assert_same_bits (x, original, n);
      /* Applying the inverse is undoing. */
      g_assert_true (seidel_permutation_apply (permutation, x, n, NULL));
      g_assert_true (seidel_permutation_apply (inverse, x, n, NULL));
      test_assert_same_bits (x, original, n);
    }
}

static void
test_matrix_by_hand (void)
{
  static const double original[] = { 1, 2, 0, /**/ 0, 3, 4, /**/ 5, 0, 6 };
  static const double reordered[] = { 6, 5, 0, /**/ 0, 1, 2, /**/ 4, 0, 3 };
  const int32_t permutation[] = { 2, 0, 1 };
  g_autoptr (SeidelCsr) csr = test_csr_from_dense (3, 3, original);
  g_autoptr (SeidelCsr) expected = test_csr_from_dense (3, 3, reordered);
  g_autoptr (SeidelCsr) found = seidel_csr_permuted (csr, permutation, NULL, NULL, NULL);

  assert_same_csr (found, expected);
}

static void
test_matrix_random (void)
{
  for (guint32 seed = 0; seed < N_RANDOM; seed++)
    {
      /* The last ones are large enough for all processors, and have rows that are merged. */
      const int n = seed < N_RANDOM - 2 ? (int) seed * 2 : 1500;
      g_autoptr (SeidelCsr) csr = test_csr_random (n, n < 1500 ? 4 : 70, 1.0, seed);
      g_autofree int32_t *permutation = random_permutation (n, seed);
      g_autofree int32_t *inverse = seidel_permutation_invert (permutation, n, NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelCsr) found = seidel_csr_permuted (csr, permutation, NULL, NULL, &error);
      g_autoptr (SeidelCsr) expected = seidel_csr_permuted_ref (csr, permutation, &error);
      g_autoptr (SeidelCsr) back = seidel_csr_permuted (found, inverse, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_true (seidel_csr_validate (found, &error));
      assert_same_csr (found, expected);
      assert_same_csr (back, csr);
    }
}

static void
test_matrix_cancelled (void)
{
  g_autoptr (SeidelCsr) csr = test_csr_random (50, 4, 1.0, 1);
  g_autofree int32_t *permutation = random_permutation (50, 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_csr_permuted (csr, permutation, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_row_sorter (void)
{
  SeidelRowSorter sorter = { 0, NULL, NULL };

  for (int n = 0; n < 200; n++)
    {
      g_autofree int32_t *columns = random_permutation (n, (guint32) n);
      g_autofree double *values = g_new (double, n + 1);

      /* Pairs of equal columns: the earlier has the smaller value. */
      for (int i = 0; i < n; i++)
        {
          columns[i] /= 2;
          values[i] = i;
        }
      g_assert_true (seidel_row_sorter_sort (&sorter, columns, values, n, NULL));
      for (int i = 0; i < n; i++)
        {
          g_assert_cmpint (columns[i], ==, i / 2);
          if (i % 2 == 1)
            g_assert_cmpfloat (values[i - 1], <, values[i]);
        }
    }
  seidel_row_sorter_clear (&sorter);
  g_assert_null (sorter.columns);
}

static SeidelMatrix *
matrix_of_three (void)
{
  static const double entries[] = { 1, 2, 0, /**/ 0, 3, 4, /**/ 5, 0, 6 };
  SeidelMatrix *matrix = seidel_matrix_new ("three", test_csr_from_dense (3, 3, entries));

  matrix->origin.path = g_strdup ("three.mtx");
  matrix->origin.note = g_strdup ("by hand");
  matrix->origin.stored = 6;
  return matrix;
}

static void
test_reordered (void)
{
  const int32_t permutation[] = { 2, 0, 1 };
  g_autoptr (SeidelMatrix) matrix = matrix_of_three ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) reordered =
    seidel_matrix_reordered (matrix, "by-hand", permutation, NULL, NULL, &error);
  g_autoptr (SeidelCsr) expected = seidel_csr_permuted_ref (matrix->csr, permutation, NULL);

  g_assert_no_error (error);
  g_assert_cmpstr (matrix->ordering, ==, SEIDEL_ORDERING_NATURAL);
  g_assert_null (matrix->permutation);
  g_assert_cmpint (seidel_matrix_original_row (matrix, 2), ==, 2);
  g_assert_cmpstr (reordered->name, ==, "three");
  g_assert_cmpstr (reordered->ordering, ==, "by-hand");
  g_assert_cmpmem (reordered->permutation, 12, permutation, 12);
  g_assert_cmpint (seidel_matrix_original_row (reordered, 0), ==, 2);
  assert_same_csr (reordered->csr, expected);
  /* It is independent of the first. */
  g_clear_pointer (&matrix, seidel_matrix_unref);
  g_assert_cmpstr (reordered->origin.path, ==, "three.mtx");
  g_assert_cmpstr (reordered->origin.note, ==, "by hand");
  g_assert_cmpint (reordered->origin.stored, ==, 6);
}

static void
check_refused (const SeidelMatrix *matrix, const int32_t *permutation)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_matrix_reordered (matrix, "x", permutation, NULL, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  test_assert_wording (error->message);
}

static void
test_refused (void)
{
  const int32_t permutation[] = { 2, 0, 1 };
  g_autoptr (SeidelMatrix) matrix = matrix_of_three ();
  g_autoptr (SeidelMatrix) reordered =
    seidel_matrix_reordered (matrix, "rcm", permutation, NULL, NULL, NULL);
  g_autoptr (SeidelMatrix) wide =
    seidel_matrix_new ("wide", test_csr_from_dense (1, 2, (const double[]){ 1, 2 }));

  check_refused (wide, permutation);
  check_refused (reordered, permutation);
  check_refused (matrix, (const int32_t[]){ 2, 2, 1 });
}

static void
check_place (const SeidelMatrix *matrix, int64_t row, int64_t column, const char *expected)
{
  g_autofree char *found = seidel_matrix_describe_place (matrix, row, column);

  g_assert_cmpstr (found, ==, expected);
}

static void
check_message (const SeidelMatrix *matrix,
               const char *message,
               int64_t row,
               int64_t column,
               const char *expected)
{
  g_autofree char *found = seidel_matrix_add_place (matrix, message, row, column);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_places (void)
{
  const int32_t permutation[] = { 2, 0, 1 };
  g_autoptr (SeidelMatrix) matrix = matrix_of_three ();
  g_autoptr (SeidelMatrix) reordered =
    seidel_matrix_reordered (matrix, "rcm", permutation, NULL, NULL, NULL);

  check_place (matrix, 0, 2, "row 1, column 3");
  check_place (NULL, 1999, -1, "row 2,000");
  check_place (reordered, 0, -1, "row 1 (originally 3)");
  check_place (reordered, -1, 1, "column 2 (originally 1)");
  check_place (reordered, 1, 2, "row 2 (originally 1), column 3 (originally 2)");
  check_place (reordered, -1, -1, "");
  check_message (matrix, "the pivot is zero", 0, -1, "the pivot is zero in row 1");
  check_message (matrix, NULL, 0, -1, NULL);
  check_message (reordered, "The pivot is zero.", -1, 1,
                 "The pivot is zero in column 2 (originally 1).");
  /* Whatever the words: numbers in a message are no rows of the matrix. */
  check_message (reordered, "row 1 of “row 2”.", -1, -1, "row 1 of “row 2”.");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/permutation/validate", test_validate);
  g_test_add_func ("/permutation/vector/by-hand", test_vector_by_hand);
  g_test_add_func ("/permutation/vector/random", test_vector_random);
  g_test_add_func ("/permutation/matrix/by-hand", test_matrix_by_hand);
  g_test_add_func ("/permutation/matrix/random", test_matrix_random);
  g_test_add_func ("/permutation/matrix/cancelled", test_matrix_cancelled);
  g_test_add_func ("/permutation/row-sorter", test_row_sorter);
  g_test_add_func ("/permutation/reordered", test_reordered);
  g_test_add_func ("/permutation/reordered/refused", test_refused);
  g_test_add_func ("/permutation/places", test_places);
  return g_test_run ();
}
