/* Complex matrices in memory: joining parts, the real form, orderings, norms. Everything is
 * compared with dense complex arithmetic of the C library.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-complex.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#include "base/seidel-error.h"
#include "matrix/seidel-permutation.h"
#include "matrix/seidel-vector.h"

#include "golden-testing.h"

#define ROWS    37
#define COLUMNS 41

typedef struct
{
  SeidelMatrix *matrix;
  double complex dense[ROWS][COLUMNS];
  bool stored[ROWS][COLUMNS];
} Case;

/* About one entry in four has a real, one in four an imaginary part; some are both zero. Every
 * other diagonal entry is real. */
static SeidelCsr *
make_part (int part, int64_t columns, Case *made)
{
  g_autofree int32_t *rows = g_new (int32_t, ROWS * columns);
  g_autofree int32_t *places = g_new (int32_t, ROWS * columns);
  g_autofree double *values = g_new (double, ROWS *columns);
  SeidelCoordinates coordinates = { ROWS, columns, 0, rows, places, values };
  SeidelCsr *csr;

  for (int row = 0; row < ROWS; row++)
    for (int column = 0; column < columns; column++)
      {
        const uint64_t number = (uint64_t) ((part * ROWS + row) * COLUMNS + column);
        double value = seidel_random_uniform (7, number);

        if (seidel_random_uniform (8, number) > -0.5
            && !(row == column && (part == 0 || row % 2 == 0)))
          continue;
        if (seidel_random_uniform (9, number) > 0.9)
          value = 0.0;
        made->dense[row][column] += part == 0 ? value : I * value;
        made->stored[row][column] = true;
        rows[coordinates.count] = row;
        places[coordinates.count] = column;
        values[coordinates.count++] = value;
      }
  csr = seidel_csr_from_coordinates (&coordinates, NULL, NULL, NULL);
  g_assert_nonnull (csr);
  return csr;
}

static Case *
case_new (int64_t columns)
{
  Case *made = g_new0 (Case, 1);
  g_autoptr (SeidelCsr) imaginary = NULL;

  made->matrix = seidel_matrix_new ("made", make_part (0, columns, made));
  imaginary = make_part (1, columns, made);
  g_assert_true (seidel_matrix_add_imaginary (made->matrix, imaginary, NULL, NULL));
  return made;
}

static void
case_free (Case *made)
{
  seidel_matrix_unref (made->matrix);
  g_free (made);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Case, case_free)

static double complex
part_of (const double *parts, int64_t k)
{
  return parts[2 * k] + I * parts[2 * k + 1];
}

static void
test_join (void)
{
  g_autoptr (Case) made = case_new (COLUMNS);
  const SeidelCsr *csr = made->matrix->csr;

  g_assert_true (seidel_csr_validate (csr, NULL));
  for (int row = 0; row < ROWS; row++)
    for (int column = 0; column < COLUMNS; column++)
      {
        const int64_t k = seidel_csr_find (csr, row, column);

        g_assert_cmpint (k >= 0, ==, made->stored[row][column]);
        if (k < 0)
          continue;
        g_assert_true (part_of (made->matrix->parts, k) == made->dense[row][column]);
        g_assert_cmpfloat_with_epsilon (csr->values[k], cabs (made->dense[row][column]), 1e-15);
      }
}

static void
test_split (void)
{
  g_autoptr (Case) made = case_new (COLUMNS);
  g_autoptr (SeidelCsr) real = NULL;
  g_autoptr (SeidelCsr) imaginary = NULL;
  g_autoptr (SeidelMatrix) joined = NULL;
  const size_t nonzeros = (size_t) seidel_csr_nonzeros (made->matrix->csr);

  g_assert_true (seidel_matrix_split (made->matrix, &real, &imaginary, NULL));
  joined = seidel_matrix_new ("joined", g_steal_pointer (&real));
  g_assert_true (seidel_matrix_add_imaginary (joined, imaginary, NULL, NULL));
  g_assert_cmpmem (joined->parts, nonzeros * 16, made->matrix->parts, nonzeros * 16);
}

static void
test_bad_shape (void)
{
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("one", seidel_csr_new (1, 1, 0, NULL));
  g_autoptr (SeidelCsr) other = seidel_csr_new (1, 2, 0, NULL);
  g_autoptr (GError) error = NULL;

  matrix->csr->row_offsets[1] = other->row_offsets[1] = 0;
  g_assert_false (seidel_matrix_add_imaginary (matrix, other, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
  g_assert_false (seidel_matrix_is_complex (matrix));
}

/* The number that a real form stores for a part of an entry, and whether it stores one. */
static void
assert_form (const Case *made, const SeidelCsr *form, int64_t i, int64_t j)
{
  const int64_t row = i / 2;
  const int64_t column = j / 2;
  const double complex value = made->dense[row][column];
  const bool crossed = i % 2 != j % 2;
  const int64_t k = seidel_csr_find (form, i, j);
  const bool stored =
    made->stored[row][column] && !(crossed && row == column && cimag (value) == 0.0);

  g_assert_cmpint (k >= 0, ==, stored);
  if (stored)
    g_assert_true (form->values[k]
                   == (!crossed     ? creal (value)
                       : i % 2 == 0 ? -cimag (value)
                                    : cimag (value)));
}

static void
test_form (void)
{
  g_autoptr (Case) made = case_new (COLUMNS);
  g_autoptr (SeidelMatrix) form = seidel_matrix_real_form (made->matrix, NULL, NULL);
  g_autoptr (SeidelMatrix) again = seidel_matrix_real_form (made->matrix, NULL, NULL);
  g_autoptr (SeidelMatrix) itself = seidel_matrix_real_form (form, NULL, NULL);

  g_assert_true (again == form && itself == form);
  g_assert_true (form->interleaved);
  g_assert_false (seidel_matrix_is_complex (form));
  g_assert_true (seidel_csr_validate (form->csr, NULL));
  g_assert_cmpint (form->csr->rows, ==, 2 * ROWS);
  g_assert_cmpint (form->csr->columns, ==, 2 * COLUMNS);
  for (int64_t i = 0; i < 2 * ROWS; i++)
    for (int64_t j = 0; j < 2 * COLUMNS; j++)
      assert_form (made, form->csr, i, j);
}

/* The form keeps the order, and the numbering of the file. */
static void
test_ordered (void)
{
  g_autoptr (Case) made = case_new (ROWS);
  g_autoptr (SeidelMatrix) ordered = NULL;
  g_autoptr (SeidelMatrix) form = NULL;
  g_autofree char *place = NULL;
  g_autofree char *expected = NULL;
  int32_t permutation[ROWS];

  made->matrix->rhs = g_new0 (double, 2 * ROWS);
  for (int i = 0; i < 2 * ROWS; i++)
    made->matrix->rhs[i] = i;
  for (int i = 0; i < ROWS; i++)
    permutation[i] = (i * 5 + 3) % ROWS;
  ordered = seidel_matrix_reordered (made->matrix, "random:1", permutation, NULL, NULL, NULL);
  g_assert_nonnull (ordered);
  for (int row = 0; row < ROWS; row++)
    for (int column = 0; column < ROWS; column++)
      {
        const int64_t k = seidel_csr_find (ordered->csr, row, column);
        const double complex value = made->dense[permutation[row]][permutation[column]];

        g_assert_cmpint (k >= 0, ==, made->stored[permutation[row]][permutation[column]]);
        if (k >= 0)
          g_assert_true (part_of (ordered->parts, k) == value);
        if (k >= 0)
          g_assert_cmpfloat_with_epsilon (ordered->csr->values[k], cabs (value), 1e-15);
      }
  form = seidel_matrix_real_form (ordered, NULL, NULL);
  g_assert_cmpstr (form->ordering, ==, "random:1");
  for (int i = 0; i < 2 * ROWS; i++)
    {
      g_assert_cmpint (form->permutation[i], ==, 2 * permutation[i / 2] + i % 2);
      g_assert_true (form->rhs[i] == i && ordered->rhs[i] == i);
    }
  place = seidel_matrix_describe_place (form, 3, -1);
  expected = g_strdup_printf ("row 2 (originally %d), imaginary part", permutation[1] + 1);
  g_assert_cmpstr (place, ==, expected);
}

static void
test_explained (void)
{
  g_autoptr (Case) made = case_new (ROWS);
  g_autoptr (SeidelMatrix) form = seidel_matrix_real_form (made->matrix, NULL, NULL);
  g_autofree char *real = seidel_matrix_describe_place (form, 10, -1);
  g_autofree char *imaginary = seidel_matrix_describe_place (form, 11, 0);

  test_assert_wording (real);
  test_assert_wording (imaginary);
}

/* Norms of b − A x and backward errors by complex arithmetic. */
static void
test_norms (void)
{
  g_autoptr (Case) made = case_new (COLUMNS);
  g_autoptr (SeidelMatrix) form = seidel_matrix_real_form (made->matrix, NULL, NULL);
  double x[2 * COLUMNS];
  double b[2 * ROWS];
  double sum = 0.0;
  double largest = 0.0;
  double largest_b = 0.0;
  double largest_x = 0.0;
  double norm_A = 0.0;
  double by_rows = 0.0;
  SeidelNorms norms = SEIDEL_NORMS_UNKNOWN;

  seidel_vector_fill_random (x, 2 * COLUMNS, 3);
  seidel_vector_fill_random (b, 2 * ROWS, 4);
  for (int row = 0; row < ROWS; row++)
    {
      double complex residual = part_of (b, row);
      double magnitude = cabs (residual);
      double norm = 0.0;

      largest_b = fmax (largest_b, magnitude);
      for (int column = 0; column < COLUMNS; column++)
        {
          const double complex a = made->dense[row][column];

          residual -= a * part_of (x, column);
          magnitude += cabs (a) * cabs (part_of (x, column));
          norm += cabs (a);
          largest_x = fmax (largest_x, cabs (part_of (x, column)));
        }
      sum += creal (residual * conj (residual));
      largest = fmax (largest, cabs (residual));
      norm_A = fmax (norm_A, norm);
      by_rows = fmax (by_rows, cabs (residual) / magnitude);
    }
  g_assert_true (seidel_matrix_true_residual (form, b, x, 2, NULL, &norms));
  g_assert_cmpfloat_with_epsilon (norms.norm_2, sqrt (sum), 1e-12);
  g_assert_cmpfloat_with_epsilon (norms.norm_inf, largest, 1e-12);
  g_assert_cmpfloat_with_epsilon (norms.norm_A, norm_A, 1e-12);
  g_assert_cmpfloat_with_epsilon (norms.backward, largest / (norm_A * largest_x + largest_b),
                                  1e-12);
  g_assert_cmpfloat_with_epsilon (norms.backward_rows, by_rows, 1e-12);
}

/* Twice the order is beyond what rows can be counted with. */
static void
test_too_large (void)
{
  g_autoptr (SeidelMatrix) matrix =
    seidel_matrix_new ("wide", seidel_csr_new (1, (1 << 30) + 1, 0, NULL));
  g_autoptr (SeidelCsr) imaginary = seidel_csr_new (1, (1 << 30) + 1, 0, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_true (seidel_matrix_add_imaginary (matrix, imaginary, NULL, NULL));
  g_assert_null (seidel_matrix_real_form (matrix, NULL, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/complex/join", test_join);
  g_test_add_func ("/complex/split", test_split);
  g_test_add_func ("/complex/bad-shape", test_bad_shape);
  g_test_add_func ("/complex/form", test_form);
  g_test_add_func ("/complex/ordered", test_ordered);
  g_test_add_func ("/complex/explained", test_explained);
  g_test_add_func ("/complex/norms", test_norms);
  g_test_add_func ("/complex/too-large", test_too_large);
  return g_test_run ();
}
