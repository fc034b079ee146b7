/* CSR: building from coordinates, canonical form, transposition, look-up, refusals.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "core-testing.h"

#include <string.h>

#include "base/seidel-error.h"
#include "golden-testing.h"

static void
assert_csr (const SeidelCsr *csr,
            int64_t rows,
            int64_t columns,
            const int64_t *offsets,
            const int32_t *indices,
            const double *values)
{
  g_assert_cmpint (csr->rows, ==, rows);
  g_assert_cmpint (csr->columns, ==, columns);
  g_assert_cmpmem (csr->row_offsets, (size_t) (rows + 1) * sizeof *offsets, offsets,
                   (size_t) (rows + 1) * sizeof *offsets);
  for (int64_t k = 0; k < offsets[rows]; k++)
    g_assert_cmpint (csr->column_indices[k], ==, indices[k]);
  test_assert_same_bits (csr->values, values, offsets[rows]);
}

static void
assert_same_csr (const SeidelCsr *a, const SeidelCsr *b)
{
  assert_csr (a, b->rows, b->columns, b->row_offsets, b->column_indices, b->values);
}

static void
test_unsorted (void)
{
  /* Rows 1 and 3 stay empty; row 0 is in reverse order; (2, 1) appears three times. */
  const int32_t rows[] = { 2, 0, 2, 0, 2, 0, 2 };
  const int32_t columns[] = { 1, 4, 1, 2, 0, 0, 1 };
  const double values[] = { 1e16, 5, 1, 3, 7, 1, -1e16 };
  SeidelCoordinates coordinates = { 4, 5, 7, rows, columns, values };
  g_autoptr (GError) error = NULL;
  int64_t duplicates = -1;
  g_autoptr (SeidelCsr) csr = seidel_csr_from_coordinates (&coordinates, &duplicates, NULL, &error);
  const int64_t offsets[] = { 0, 3, 3, 5, 5 };
  const int32_t indices[] = { 0, 2, 4, 0, 1 };
  /* In the order in which they came: (1e16 + 1) − 1e16 = 0, where any other order gives 1. */
  const double sums[] = { 1, 3, 5, 7, 0 };

  g_assert_no_error (error);
  g_assert_cmpint (duplicates, ==, 2);
  assert_csr (csr, 4, 5, offsets, indices, sums);
  g_assert_true (seidel_csr_validate (csr, &error));
}

static void
test_without_values (void)
{
  const int32_t rows[] = { 1, 1, 0 };
  const int32_t columns[] = { 0, 0, 1 };
  SeidelCoordinates coordinates = { 2, 2, 3, rows, columns, NULL };
  g_autoptr (SeidelCsr) csr = seidel_csr_from_coordinates (&coordinates, NULL, NULL, NULL);

  assert_csr (csr, 2, 2, (const int64_t[]){ 0, 1, 2 }, (const int32_t[]){ 1, 0 },
              (const double[]){ 1, 2 });
}

static void
test_empty (void)
{
  static const int shapes[][2] = { { 0, 0 }, { 0, 3 }, { 3, 0 }, { 3, 3 } };

  for (size_t i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      SeidelCoordinates coordinates = { shapes[i][0], shapes[i][1], 0, NULL, NULL, NULL };
      g_autoptr (GError) error = NULL;
      int64_t duplicates = -1;
      g_autoptr (SeidelCsr) csr =
        seidel_csr_from_coordinates (&coordinates, &duplicates, NULL, &error);
      g_autoptr (SeidelCsr) transpose = seidel_csr_transpose (csr, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpint (seidel_csr_nonzeros (csr), ==, 0);
      g_assert_cmpint (duplicates, ==, 0);
      g_assert_true (seidel_csr_validate (csr, NULL));
      g_assert_cmpint (transpose->rows, ==, shapes[i][1]);
      g_assert_cmpint (transpose->columns, ==, shapes[i][0]);
      g_assert_cmpint (seidel_csr_nonzeros (transpose), ==, 0);
    }
}

static void
test_bounds (void)
{
  static const int32_t bad[][2] = { { 3, 0 }, { -1, 0 }, { 0, 2 }, { 2, -7 } };

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      const int32_t rows[] = { 0, bad[i][0] };
      const int32_t columns[] = { 1, bad[i][1] };
      SeidelCoordinates coordinates = { 3, 2, 2, rows, columns, NULL };
      g_autoptr (GError) error = NULL;

      g_assert_null (seidel_csr_from_coordinates (&coordinates, NULL, NULL, &error));
      g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
      test_assert_wording (error->message);
    }
}

/* Against a dense twin that sums in the order of arrival. Rows are long enough for both sorts. */
static void
test_random_coordinates (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (int round = 0; round < 60; round++)
    {
      int n_rows = g_rand_int_range (rand, 1, 12);
      int n_columns = g_rand_int_range (rand, 1, 300);
      int count = g_rand_int_range (rand, 0, 1500);
      g_autofree int32_t *rows = g_new (int32_t, count);
      g_autofree int32_t *columns = g_new (int32_t, count);
      g_autofree double *values = g_new (double, count);
      g_autofree double *dense = g_new0 (double, n_rows *n_columns);
      g_autofree bool *stored = g_new0 (bool, n_rows *n_columns);
      SeidelCoordinates coordinates = { n_rows, n_columns, count, rows, columns, values };
      g_autoptr (SeidelCsr) csr = NULL;
      int64_t duplicates = -1;
      int64_t places = 0;

      for (int k = 0; k < count; k++)
        {
          rows[k] = g_rand_int_range (rand, 0, n_rows);
          columns[k] = g_rand_int_range (rand, 0, n_columns);
          values[k] = g_rand_double_range (rand, -1.0, 1.0);
          /* The first is taken as it is, the others are added. */
          if (stored[rows[k] * n_columns + columns[k]])
            dense[rows[k] * n_columns + columns[k]] += values[k];
          else
            dense[rows[k] * n_columns + columns[k]] = values[k];
          stored[rows[k] * n_columns + columns[k]] = true;
        }
      csr = seidel_csr_from_coordinates (&coordinates, &duplicates, NULL, NULL);
      g_assert_true (seidel_csr_validate (csr, NULL));
      for (int row = 0; row < n_rows; row++)
        for (int column = 0; column < n_columns; column++)
          {
            int64_t k = seidel_csr_find (csr, row, column);

            g_assert_cmpint (k >= 0, ==, stored[row * n_columns + column]);
            if (k >= 0)
              test_assert_same_bits (&csr->values[k], &dense[row * n_columns + column], 1);
            places += k >= 0;
          }
      g_assert_cmpint (seidel_csr_nonzeros (csr), ==, places);
      g_assert_cmpint (duplicates, ==, count - places);
    }
}

static void
test_canonicalize (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCsr) csr = seidel_csr_new (3, 4, 7, &error);
  const int32_t columns[] = { 3, 0, 3, 1, 2, 2, 0 };

  g_assert_no_error (error);
  memcpy (csr->column_indices, columns, sizeof columns);
  for (int k = 0; k < 7; k++)
    csr->values[k] = k + 1;
  csr->row_offsets[1] = 3;
  csr->row_offsets[2] = 4;
  g_assert_cmpint (seidel_csr_canonicalize (csr, NULL, &error), ==, 2);
  assert_csr (csr, 3, 4, (const int64_t[]){ 0, 2, 3, 5 }, (const int32_t[]){ 0, 3, 1, 0, 2 },
              (const double[]){ 2, 4, 4, 7, 11 });
  /* A second time changes nothing. */
  g_assert_cmpint (seidel_csr_canonicalize (csr, NULL, &error), ==, 0);
  assert_csr (csr, 3, 4, (const int64_t[]){ 0, 2, 3, 5 }, (const int32_t[]){ 0, 3, 1, 0, 2 },
              (const double[]){ 2, 4, 4, 7, 11 });
}

static void
test_transpose (void)
{
  const double dense[] = { 1, 0, 2, 0, 0, 0, 3, 4, 5, 0, 0, 6 };
  g_autoptr (SeidelCsr) csr = test_csr_from_dense (3, 4, dense);
  g_autoptr (SeidelCsr) transpose = seidel_csr_transpose (csr, NULL, NULL);

  assert_csr (transpose, 4, 3, (const int64_t[]){ 0, 2, 2, 4, 6 },
              (const int32_t[]){ 0, 2, 0, 1, 1, 2 }, (const double[]){ 1, 5, 2, 3, 4, 6 });
  for (uint32_t seed = 0; seed < 20; seed++)
    {
      g_autoptr (SeidelCsr) a = test_csr_random (1 + 13 * (int) seed, 5, 1.5, seed);
      g_autoptr (SeidelCsr) b = seidel_csr_transpose (a, NULL, NULL);
      g_autoptr (SeidelCsr) c = seidel_csr_transpose (b, NULL, NULL);

      g_assert_true (seidel_csr_validate (b, NULL));
      assert_same_csr (c, a);
    }
}

static void
test_find (void)
{
  /* Columns 0, 2, 4, …, 18 in row 1; rows 0 and 2 are empty. */
  TestEntry entries[10];
  g_autoptr (SeidelCsr) csr = NULL;

  for (int k = 0; k < 10; k++)
    entries[k] = (TestEntry){ 1, 2 * k, k };
  csr = test_csr_from_entries (3, 20, entries, 10);
  for (int column = 0; column < 20; column++)
    {
      g_assert_cmpint (seidel_csr_find (csr, 1, column), ==, column % 2 == 0 ? column / 2 : -1);
      g_assert_cmpint (seidel_csr_lower_bound (csr, 1, column), ==, (column + 1) / 2);
      g_assert_cmpint (seidel_csr_find (csr, 0, column), ==, -1);
      g_assert_cmpint (seidel_csr_find (csr, 2, column), ==, -1);
      g_assert_cmpint (seidel_csr_lower_bound (csr, 0, column), ==, 0);
      g_assert_cmpint (seidel_csr_lower_bound (csr, 2, column), ==, 10);
    }
  g_assert_cmpint (seidel_csr_lower_bound (csr, 1, 20), ==, 10);
}

/* Above the diagonal, below it, and without entries. */
static void
test_bandwidth (void)
{
  const TestEntry entries[] = { { 1, 0, 1.0 }, { 1, 3, 1.0 }, { 1, 9, 1.0 } };
  g_autoptr (SeidelCsr) upper = test_csr_from_entries (3, 20, entries, 3);
  g_autoptr (SeidelCsr) lower = seidel_csr_transpose (upper, NULL, NULL);
  g_autoptr (SeidelCsr) empty = test_csr_from_entries (3, 20, NULL, 0);

  g_assert_cmpint (seidel_csr_bandwidth (upper), ==, 8);
  g_assert_cmpint (seidel_csr_bandwidth (lower), ==, 8);
  g_assert_cmpint (seidel_csr_bandwidth (empty), ==, 0);
}

static void
count_cb (gpointer data)
{
  ++*(int *) data;
}

/* Arrays of the caller are used as they are, until they are given back once. */
static void
test_borrow (void)
{
  const int64_t offsets[] = { 0, 2, 3 };
  const int32_t columns[] = { 0, 2, 1 };
  const int32_t disorder[] = { 2, 0, 1 };
  const double values[] = { 1.0, 2.0, 3.0 };
  SeidelCsr arrays = { .rows = 2,
                       .columns = 3,
                       .row_offsets = (int64_t *) offsets,
                       .column_indices = (int32_t *) columns,
                       .values = (double *) values };
  g_autoptr (GError) error = NULL;
  int released = 0;
  SeidelCsr *csr = seidel_csr_borrow (&arrays, false, count_cb, &released, &error);

  g_assert_no_error (error);
  g_assert_true (csr->row_offsets == offsets && csr->column_indices == columns
                 && csr->values == values);
  g_assert_true (seidel_csr_find (csr, 0, 2) == 1);
  seidel_csr_free (csr);
  g_assert_cmpint (released, ==, 1);

  arrays.column_indices = (int32_t *) disorder;
  g_assert_null (seidel_csr_borrow (&arrays, false, count_cb, &released, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  test_assert_wording (error->message);
  g_assert_cmpint (released, ==, 1);
}

static void
assert_invalid (SeidelCsr *csr)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (seidel_csr_validate (csr, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  test_assert_wording (error->message);
}

static void
test_validate (void)
{
  const double dense[] = { 1, 2, 0, 0, 3, 4, 5, 0, 6 };
  g_autoptr (SeidelCsr) csr = test_csr_from_dense (3, 3, dense);

  csr->row_offsets[0] = 1;
  assert_invalid (csr);
  csr->row_offsets[0] = 0;
  csr->row_offsets[2] = 1;
  assert_invalid (csr);
  csr->row_offsets[2] = 4;
  csr->column_indices[3] = 1;
  assert_invalid (csr);
  csr->column_indices[3] = 3;
  assert_invalid (csr);
  csr->column_indices[3] = 2;
  csr->column_indices[4] = -1;
  assert_invalid (csr);
  csr->column_indices[4] = 0;
  g_assert_true (seidel_csr_validate (csr, NULL));
}

static void
test_refusals (void)
{
  static const struct
  {
    int64_t rows, columns, nonzeros;
    SeidelError code;
  } bad[] = {
    { -1, 1, 1, SEIDEL_ERROR_INVALID },
    { 1, -1, 1, SEIDEL_ERROR_INVALID },
    { 1, 1, -1, SEIDEL_ERROR_INVALID },
    { (int64_t) G_MAXINT32 + 1, 1, 1, SEIDEL_ERROR_INVALID },
    { 1, (int64_t) G_MAXINT32 + 1, 1, SEIDEL_ERROR_INVALID },
    { G_MAXINT64, G_MAXINT64, G_MAXINT64, SEIDEL_ERROR_INVALID },
    { 10, 10, G_MAXINT64, SEIDEL_ERROR_MEMORY },
    { 10, 10, (int64_t) 1 << 52, SEIDEL_ERROR_MEMORY },
    /* Sizes in bytes that wrap to something small. */
    { 10, 10, ((int64_t) 1 << 61) + 1, SEIDEL_ERROR_MEMORY },
    { 10, 10, ((int64_t) 1 << 62) + 1, SEIDEL_ERROR_MEMORY },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (seidel_csr_new (bad[i].rows, bad[i].columns, bad[i].nonzeros, &error));
      g_assert_error (error, SEIDEL_ERROR, (int) bad[i].code);
      test_assert_wording (error->message);
    }
}

static void
test_cancelled (void)
{
  const int32_t index[] = { 0 };
  SeidelCoordinates coordinates = { 1, 1, 1, index, index, NULL };
  g_autoptr (SeidelCsr) csr = test_csr_random (10, 2, 2.0, 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) build = NULL;
  g_autoptr (GError) transpose = NULL;
  g_autoptr (GError) canonical = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_csr_from_coordinates (&coordinates, NULL, cancellable, &build));
  g_assert_error (build, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_null (seidel_csr_transpose (csr, cancellable, &transpose));
  g_assert_error (transpose, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (seidel_csr_canonicalize (csr, cancellable, &canonical), ==, -1);
  g_assert_error (canonical, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_matrix_references (void)
{
  SeidelMatrix *matrix = seidel_matrix_new ("name", test_csr_random (3, 1, 2.0, 1));

  g_assert_true (seidel_matrix_ref (matrix) == matrix);
  seidel_matrix_unref (matrix);
  g_assert_cmpstr (matrix->name, ==, "name");
  g_assert_null (matrix->origin.path);
  g_assert_cmpint (matrix->origin.stored, ==, 0);
  g_assert_cmpint (matrix->csr->rows, ==, 3);
  seidel_matrix_unref (matrix);
}

static void
test_from_arrays (void)
{
  const int64_t offsets[] = { 0, 2, 2, 3 };
  const int64_t decreasing[] = { 0, 2, 1, 3 };
  const int32_t indices[] = { 0, 3, 1 };
  const int32_t outside[] = { 0, 4, 1 };
  const int32_t unsorted[] = { 3, 0, 1 };
  const double values[] = { 1, -2, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCsr) csr = seidel_csr_new_from_arrays (3, 4, offsets, indices, values, &error);

  g_assert_no_error (error);
  assert_csr (csr, 3, 4, offsets, indices, values);
  g_assert_true (csr->values != values);

  g_assert_null (seidel_csr_new_from_arrays (3, 4, decreasing, indices, values, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (seidel_csr_new_from_arrays (3, 4, offsets, outside, values, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (seidel_csr_new_from_arrays (3, 4, offsets, unsorted, values, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_null (seidel_csr_new_from_arrays (-1, 4, offsets, indices, values, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/csr/coordinates/unsorted", test_unsorted);
  g_test_add_func ("/csr/coordinates/without-values", test_without_values);
  g_test_add_func ("/csr/coordinates/empty", test_empty);
  g_test_add_func ("/csr/coordinates/bounds", test_bounds);
  g_test_add_func ("/csr/from-arrays", test_from_arrays);
  g_test_add_func ("/csr/coordinates/random", test_random_coordinates);
  g_test_add_func ("/csr/canonicalize", test_canonicalize);
  g_test_add_func ("/csr/transpose", test_transpose);
  g_test_add_func ("/csr/find", test_find);
  g_test_add_func ("/csr/bandwidth", test_bandwidth);
  g_test_add_func ("/csr/validate", test_validate);
  g_test_add_func ("/csr/borrow", test_borrow);
  g_test_add_func ("/csr/refusals", test_refusals);
  g_test_add_func ("/csr/cancelled", test_cancelled);
  g_test_add_func ("/matrix/references", test_matrix_references);
  return g_test_run ();
}
