/* Tests of analysis/seidel-structure: the report against hand-worked cases, a plain twin that works
 * on the dense matrix, and matrices with known figures.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-structure.h"

#include <math.h>
#include <string.h>

#include "core-testing.h"
#include "known-matrices.h"
#include "test-analysis-matrices.h"

#define N_RANDOM 150

static SeidelStructure *
structure_of (const SeidelMatrix *matrix)
{
  g_autoptr (GError) error = NULL;
  SeidelStructure *structure = seidel_structure_new (matrix, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (structure);
  return structure;
}

static SeidelStructure *
structure_of_drawing (const char *drawing)
{
  g_autoptr (SeidelMatrix) matrix =
    seidel_matrix_new ("drawing", test_matrix_from_drawing (drawing));

  return structure_of (matrix);
}

typedef struct
{
  int64_t rows;
  int64_t columns;
  double *values; /* rows × columns */
  bool *stored;
} Dense;

static Dense
dense_new (const SeidelCsr *csr)
{
  const int64_t places = csr->rows * csr->columns;
  Dense dense = { csr->rows, csr->columns, g_new0 (double, places), g_new0 (bool, places) };

  for (int64_t i = 0; i < csr->rows; i++)
    for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
      {
        dense.values[i * csr->columns + csr->column_indices[k]] = csr->values[k];
        dense.stored[i * csr->columns + csr->column_indices[k]] = true;
      }
  return dense;
}

static bool
stored (const Dense *dense, int64_t i, int64_t j)
{
  return dense->stored[i * dense->columns + j];
}

static double
value (const Dense *dense, int64_t i, int64_t j)
{
  return dense->values[i * dense->columns + j];
}

static void
entries_ref (const Dense *dense, SeidelStructure *expected)
{
  for (int64_t i = 0; i < dense->rows; i++)
    {
      int64_t length = 0;
      int64_t halves[2] = { 0 };

      for (int64_t j = 0; j < dense->columns; j++)
        {
          const double magnitude = fabs (value (dense, i, j));

          if (!stored (dense, i, j))
            continue;
          length++;
          halves[j > i] += j != i;
          expected->explicit_zeros += magnitude == 0.0;
          expected->lower_bandwidth = MAX (expected->lower_bandwidth, i - j);
          expected->upper_bandwidth = MAX (expected->upper_bandwidth, j - i);
          expected->largest_magnitude = MAX (expected->largest_magnitude, magnitude);
          if (magnitude > 0.0
              && (expected->smallest_magnitude == 0.0 || magnitude < expected->smallest_magnitude))
            expected->smallest_magnitude = magnitude;
        }
      expected->nonzeros += length;
      expected->longest_half = MAX (expected->longest_half, MAX (halves[0], halves[1]));
      expected->empty_rows += length == 0;
      if (expected->longest_row_index < 0 || length > expected->longest_row)
        {
          expected->longest_row = length;
          expected->longest_row_index = i;
        }
    }
  expected->stored = expected->nonzeros;
  expected->bandwidth = MAX (expected->lower_bandwidth, expected->upper_bandwidth);
  expected->lower_triangular = expected->upper_bandwidth == 0;
  expected->upper_triangular = expected->lower_bandwidth == 0;
}

static void
diagonals_ref (const Dense *dense, SeidelStructure *expected)
{
  for (int64_t d = 1 - dense->rows; d < dense->columns; d++)
    {
      bool found = false;

      for (int64_t i = MAX (0, -d); i < MIN (dense->rows, dense->columns - d); i++)
        found = found || stored (dense, i, i + d);
      expected->diagonals += found;
    }
  for (int64_t i = 0; i < MIN (dense->rows, dense->columns); i++)
    if (!stored (dense, i, i))
      {
        if (expected->diagonal_missing++ == 0)
          expected->diagonal_first_missing = i;
      }
    else if (value (dense, i, i) == 0.0)
      {
        if (expected->diagonal_zero++ == 0)
          expected->diagonal_first_zero = i;
      }
    else
      expected->diagonal_negative += value (dense, i, i) < 0.0;
  expected->diagonal_full = expected->diagonal_missing + expected->diagonal_zero == 0;
}

static void
symmetry_ref (const Dense *dense, SeidelStructure *expected)
{
  int64_t off_diagonal = 0;
  int64_t mirrored = 0;
  int64_t equal = 0;
  bool skew = true;
  bool near = true;

  if (dense->rows != dense->columns)
    {
      expected->pattern_symmetry = 1.0;
      expected->value_symmetry = 1.0;
      return;
    }
  for (int64_t i = 0; i < dense->rows; i++)
    for (int64_t j = 0; j < dense->columns; j++)
      {
        skew = skew && stored (dense, i, j) == stored (dense, j, i)
               && value (dense, i, j) == -value (dense, j, i);
        if (i == j || !stored (dense, i, j))
          continue;
        off_diagonal++;
        near = near && stored (dense, j, i)
               && fabs (value (dense, i, j) - value (dense, j, i))
                    <= 0.4 * fmax (fabs (value (dense, i, j)), fabs (value (dense, j, i)));
        mirrored += stored (dense, j, i);
        equal += stored (dense, j, i) && value (dense, i, j) == value (dense, j, i);
      }
  expected->pattern_symmetric = mirrored == off_diagonal;
  expected->value_symmetric = equal == off_diagonal;
  expected->value_skew_symmetric = skew;
  expected->nearly_symmetric = near;
  expected->pattern_symmetry = off_diagonal > 0 ? (double) mirrored / (double) off_diagonal : 1.0;
  expected->value_symmetry = off_diagonal > 0 ? (double) equal / (double) off_diagonal : 1.0;
}

static int
compare_doubles (const void *a, const void *b)
{
  const double first = *(const double *) a;
  const double second = *(const double *) b;

  return (first > second) - (first < second);
}

/* The row that a tenth of the others are below, in steps of √2. */
static double
usual_dominance_ref (double *dominances, int64_t rows)
{
  double usual = rows > 0 ? 0.0 : INFINITY;

  qsort (dominances, rows, sizeof *dominances, compare_doubles);
  if (rows > 0)
    for (int half = -32; half <= 30; half++)
      if (dominances[rows / 10] >= 1.0 + exp2 (0.5 * half))
        usual = 1.0 + exp2 (0.5 * half);
  return rows > 0 ? fmax (usual, dominances[0]) : usual;
}

static void
dominance_ref (const Dense *dense, SeidelStructure *expected)
{
  g_autofree double *dominances = g_new0 (double, dense->rows + 1);
  const int64_t both = MIN (dense->rows, dense->columns);

  expected->least_dominance = dense->rows > both ? 0.0 : INFINITY;
  for (int64_t d = 0; d < both; d++)
    {
      const double diagonal = fabs (value (dense, d, d));
      double row = 0.0;
      double column = 0.0;
      double sum = 0.0;

      for (int64_t j = 0; j < dense->columns; j++)
        {
          row += j != d ? fabs (value (dense, d, j)) : 0.0;
          sum += value (dense, d, j);
        }
      for (int64_t i = 0; i < dense->rows; i++)
        column += i != d ? fabs (value (dense, i, d)) : 0.0;
      expected->dominant_rows += diagonal > row;
      expected->uncancelled_rows += value (dense, d, d) > 0.0 && sum >= 0.5 * diagonal;
      expected->dominant_columns += diagonal > column;
      /* Division by zero is what is meant. */
      dominances[d] = diagonal > 0.0 ? diagonal / row : 0.0;
      expected->least_dominance = fmin (expected->least_dominance, dominances[d]);
    }
  expected->usual_dominance = usual_dominance_ref (dominances, dense->rows);
  expected->row_dominant = expected->dominant_rows == dense->rows;
  expected->column_dominant = expected->dominant_columns == dense->columns;
}

static SeidelStructure
structure_ref (const SeidelCsr *csr)
{
  SeidelStructure expected = {
    .rows = csr->rows,
    .columns = csr->columns,
    .longest_row_index = -1,
    .diagonal_first_missing = -1,
    .diagonal_first_zero = -1,
    .finite = true,
  };
  Dense dense = dense_new (csr);

  entries_ref (&dense, &expected);
  diagonals_ref (&dense, &expected);
  symmetry_ref (&dense, &expected);
  dominance_ref (&dense, &expected);
  g_free (dense.values);
  g_free (dense.stored);
  return expected;
}

static void
assert_same (const SeidelStructure *a, const SeidelStructure *b)
{
#define SAME_COUNT(field)  g_assert_cmpint (a->field, ==, b->field)
#define SAME_NUMBER(field) g_assert_cmpfloat (a->field, ==, b->field)
  SAME_COUNT (rows);
  SAME_COUNT (columns);
  SAME_COUNT (stored);
  SAME_COUNT (nonzeros);
  SAME_COUNT (explicit_zeros);
  SAME_COUNT (duplicates);
  SAME_COUNT (longest_row);
  SAME_COUNT (longest_row_index);
  SAME_COUNT (longest_half);
  SAME_COUNT (empty_rows);
  SAME_COUNT (bandwidth);
  SAME_COUNT (lower_bandwidth);
  SAME_COUNT (upper_bandwidth);
  SAME_COUNT (diagonals);
  SAME_COUNT (pattern_symmetric);
  SAME_COUNT (value_symmetric);
  SAME_COUNT (value_skew_symmetric);
  SAME_COUNT (nearly_symmetric);
  SAME_NUMBER (pattern_symmetry);
  SAME_NUMBER (value_symmetry);
  SAME_COUNT (lower_triangular);
  SAME_COUNT (upper_triangular);
  SAME_COUNT (diagonal_full);
  SAME_COUNT (diagonal_missing);
  SAME_COUNT (diagonal_zero);
  SAME_COUNT (diagonal_negative);
  SAME_COUNT (diagonal_first_missing);
  SAME_COUNT (diagonal_first_zero);
  SAME_COUNT (row_dominant);
  SAME_COUNT (column_dominant);
  SAME_COUNT (dominant_rows);
  SAME_COUNT (dominant_columns);
  SAME_NUMBER (least_dominance);
  SAME_NUMBER (usual_dominance);
  SAME_COUNT (uncancelled_rows);
  SAME_NUMBER (largest_magnitude);
  SAME_NUMBER (smallest_magnitude);
  SAME_COUNT (finite);
#undef SAME_COUNT
#undef SAME_NUMBER
}

static void
test_random (void)
{
  for (TestShape shape = 0; shape < TEST_N_SHAPES; shape++)
    for (guint32 seed = 0; seed < N_RANDOM; seed++)
      {
        g_autoptr (SeidelMatrix) matrix =
          seidel_matrix_new ("random", test_matrix_random (shape, seed));
        g_autoptr (SeidelStructure) structure = structure_of (matrix);
        SeidelStructure expected = structure_ref (matrix->csr);

        g_test_message ("shape %d, seed %u", shape, seed);
        assert_same (structure, &expected);
        if (shape == TEST_SHAPE_SYMMETRIC)
          g_assert_true (structure->value_symmetric);
        if (shape == TEST_SHAPE_SKEW)
          g_assert_true (structure->value_skew_symmetric);
      }
}

/*    0   1   2   3
 *  0 5  −2   .   .     5 > 2
 *  1 −2  4   0   .     4 > 2: the zero is stored
 *  2 .   .   0   3     0 < 3: a stored zero on the diagonal
 *  3 7   .   2   .     nothing on the diagonal
 * Diagonals: −3 (7), −1 (−2, 2), 0, 1 (−2, 0, 3). Off the diagonal there are six entries; (0,1) and
 * (1,0) mirror each other and are equal, (2,3) and (3,2) mirror each other, (1,2) and (3,0) have no
 * mirror. Columns: 5 < 2 + 7; 4 > 2; 0 < 0 + 2; 0 < 3. */
static void
test_by_hand (void)
{
  g_autoptr (SeidelStructure) structure = structure_of_drawing ("5b.. b4z. ..z3 7.2.");

  g_assert_cmpint (structure->rows, ==, 4);
  g_assert_cmpint (structure->columns, ==, 4);
  g_assert_cmpint (structure->stored, ==, 9);
  g_assert_cmpint (structure->nonzeros, ==, 9);
  g_assert_cmpint (structure->explicit_zeros, ==, 2);
  g_assert_cmpint (structure->longest_row, ==, 3);
  g_assert_cmpint (structure->longest_row_index, ==, 1);
  g_assert_cmpint (structure->longest_half, ==, 2);
  g_assert_cmpint (structure->empty_rows, ==, 0);
  g_assert_cmpint (structure->bandwidth, ==, 3);
  g_assert_cmpint (structure->lower_bandwidth, ==, 3);
  g_assert_cmpint (structure->upper_bandwidth, ==, 1);
  g_assert_cmpint (structure->diagonals, ==, 4);
  g_assert_false (structure->pattern_symmetric);
  g_assert_false (structure->value_symmetric);
  g_assert_false (structure->value_skew_symmetric);
  g_assert_cmpfloat (structure->pattern_symmetry, ==, 4.0 / 6.0);
  g_assert_cmpfloat (structure->value_symmetry, ==, 2.0 / 6.0);
  g_assert_false (structure->lower_triangular);
  g_assert_false (structure->upper_triangular);
  g_assert_false (structure->diagonal_full);
  g_assert_cmpint (structure->diagonal_missing, ==, 1);
  g_assert_cmpint (structure->diagonal_first_missing, ==, 3);
  g_assert_cmpint (structure->diagonal_zero, ==, 1);
  g_assert_cmpint (structure->diagonal_first_zero, ==, 2);
  g_assert_cmpint (structure->diagonal_negative, ==, 0);
  g_assert_cmpint (structure->dominant_rows, ==, 2);
  g_assert_cmpint (structure->dominant_columns, ==, 1);
  g_assert_false (structure->row_dominant);
  g_assert_false (structure->column_dominant);
  g_assert_cmpfloat (structure->largest_magnitude, ==, 7.0);
  g_assert_cmpfloat (structure->smallest_magnitude, ==, 2.0);
  g_assert_true (structure->finite);
}

static void
test_rectangular (void)
{
  g_autoptr (SeidelStructure) tall = structure_of_drawing ("3. .z .1 ..");
  g_autoptr (SeidelStructure) wide = structure_of_drawing ("3..1 .2..");

  g_assert_false (tall->pattern_symmetric);
  g_assert_false (tall->value_symmetric);
  g_assert_false (tall->value_skew_symmetric);
  g_assert_cmpint (tall->empty_rows, ==, 1);
  g_assert_cmpint (tall->diagonal_missing, ==, 0);
  g_assert_cmpint (tall->diagonal_first_zero, ==, 1);
  g_assert_cmpint (tall->dominant_rows, ==, 1);
  g_assert_cmpint (tall->dominant_columns, ==, 1);
  g_assert_cmpint (tall->diagonals, ==, 2);
  g_assert_true (tall->upper_bandwidth == 0 && tall->lower_bandwidth == 1);

  g_assert_true (wide->row_dominant);
  g_assert_false (wide->column_dominant);
  g_assert_cmpint (wide->dominant_columns, ==, 2);
  g_assert_true (wide->diagonal_full);
}

static void
test_weak_dominance (void)
{
  g_autoptr (SeidelStructure) weak = structure_of_drawing ("2a. a2a .a2");
  g_autoptr (SeidelStructure) strict = structure_of_drawing ("2a. a3a .a2");

  g_assert_cmpint (weak->dominant_rows, ==, 2);
  g_assert_false (weak->row_dominant);
  g_assert_cmpfloat (weak->least_dominance, ==, 1.0);
  g_assert_cmpfloat (strict->least_dominance, ==, 1.5);
  g_assert_true (strict->row_dominant);
  g_assert_true (strict->column_dominant);
}

static void
test_nearly_symmetric (void)
{
  g_autoptr (SeidelStructure) near = structure_of_drawing ("95 39");
  g_autoptr (SeidelStructure) far = structure_of_drawing ("95 29");
  g_autoptr (SeidelStructure) opposite = structure_of_drawing ("91 a9");
  g_autoptr (SeidelStructure) missing = structure_of_drawing ("91 .9");
  g_autoptr (SeidelStructure) symmetric = structure_of_drawing ("95 59");

  g_assert_true (near->nearly_symmetric && !near->value_symmetric);
  g_assert_true (symmetric->nearly_symmetric && symmetric->value_symmetric);
  g_assert_false (far->nearly_symmetric);
  g_assert_false (opposite->nearly_symmetric);
  g_assert_false (missing->nearly_symmetric);
}

/* Rows without anything, and no rows at all. */
static void
test_empty (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) none = seidel_matrix_new ("none", seidel_csr_new (0, 0, 0, &error));
  g_autoptr (SeidelStructure) nothing = structure_of (none);
  g_autoptr (SeidelStructure) blank = structure_of_drawing ("... ... ...");

  g_assert_cmpint (nothing->longest_row_index, ==, -1);
  g_assert_cmpint (nothing->diagonals, ==, 0);
  g_assert_true (nothing->pattern_symmetric);

  g_assert_cmpint (blank->nonzeros, ==, 0);
  g_assert_cmpint (blank->empty_rows, ==, 3);
  g_assert_cmpint (blank->longest_row, ==, 0);
  g_assert_cmpint (blank->longest_row_index, ==, 0);
  g_assert_cmpint (blank->diagonal_missing, ==, 3);
  g_assert_cmpint (blank->diagonal_first_missing, ==, 0);
  g_assert_true (blank->value_symmetric);
  g_assert_true (blank->lower_triangular);
  g_assert_true (blank->upper_triangular);
  g_assert_cmpfloat (blank->pattern_symmetry, ==, 1.0);
  g_assert_cmpfloat (blank->largest_magnitude, ==, 0.0);
  g_assert_cmpfloat (blank->smallest_magnitude, ==, 0.0);
}

static void
test_not_finite (void)
{
  static const double values[] = { NAN, INFINITY, -INFINITY };

  for (size_t v = 0; v < G_N_ELEMENTS (values); v++)
    {
      g_autoptr (SeidelMatrix) matrix =
        seidel_matrix_new ("odd", test_matrix_from_drawing ("41 14"));
      g_autoptr (SeidelStructure) structure = NULL;

      matrix->csr->values[1] = values[v];
      structure = structure_of (matrix);
      g_assert_false (structure->finite);
      g_assert_false (structure->value_symmetric);
      g_assert_cmpint (structure->dominant_rows, ==, 1);
      g_assert_cmpint (structure->dominant_columns, ==, 1);
      g_assert_cmpfloat (structure->largest_magnitude, ==, v == 0 ? 4.0 : (double) INFINITY);
      g_assert_cmpfloat (structure->smallest_magnitude, ==, 1.0);
    }
}

static void
test_origin (void)
{
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("filed", test_matrix_from_drawing ("41 14"));
  g_autoptr (SeidelStructure) structure = NULL;

  matrix->origin.stored = 5;
  matrix->origin.duplicates = 2;
  structure = structure_of (matrix);
  g_assert_cmpint (structure->stored, ==, 5);
  g_assert_cmpint (structure->nonzeros, ==, 4);
  g_assert_cmpint (structure->duplicates, ==, 2);
}

/* Large enough for several shares and blocks: 27-point, n = 40; one entry is then bent so that its
 * mirror is of another share. */
static void
test_several_shares (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-27", 40);
  g_autoptr (SeidelStructure) straight = structure_of (matrix);
  g_autoptr (SeidelStructure) bent = NULL;
  const int64_t row = 31999;
  const int64_t off_diagonal = straight->nonzeros - 64000;

  g_assert_cmpint (straight->nonzeros, ==, (3 * 40 - 2) * (3 * 40 - 2) * (3 * 40 - 2));
  g_assert_cmpint (straight->bandwidth, ==, 1641);
  g_assert_cmpint (straight->diagonals, ==, 27);
  g_assert_cmpint (straight->longest_row, ==, 27);
  g_assert_cmpint (straight->longest_row_index, ==, 1641);
  g_assert_true (straight->value_symmetric);
  /* Only the points on the boundary have fewer than 26 neighbours. */
  g_assert_cmpint (straight->dominant_rows, ==, 64000 - 38 * 38 * 38);
  g_assert_cmpint (straight->dominant_columns, ==, straight->dominant_rows);

  matrix->csr->values[matrix->csr->row_offsets[row + 1] - 1] = -1.5;
  bent = structure_of (matrix);
  g_assert_true (bent->pattern_symmetric);
  g_assert_false (bent->value_symmetric);
  g_assert_cmpfloat (bent->value_symmetry, ==, (double) (off_diagonal - 2) / (double) off_diagonal);
}

static void
test_cancelled (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 100);

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_structure_new (matrix, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_progress (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 100);
  g_autoptr (SeidelStructure) structure = NULL;
  SeidelProgress progress = SEIDEL_PROGRESS_INIT;

  structure = seidel_structure_new (matrix, &progress, NULL, NULL);
  g_assert_nonnull (structure);
  g_assert_cmpstr (seidel_progress_activity (&progress), ==, "Examining the structure");
  g_assert_cmpint (seidel_progress_permille (&progress), ==, 1000);
}

static void
test_references (void)
{
  SeidelStructure *structure = structure_of_drawing ("1. 11");
  SeidelStructure *again = seidel_structure_ref (structure);

  g_assert_true (again == structure);
  seidel_structure_unref (structure);
  g_assert_true (again->lower_triangular);
  seidel_structure_unref (again);
}

static TestSymmetry
symmetry_of (const SeidelStructure *structure)
{
  if (structure->value_symmetric)
    return TEST_SYMMETRY_VALUES;
  if (structure->value_skew_symmetric)
    return TEST_SYMMETRY_SKEW;
  return structure->pattern_symmetric ? TEST_SYMMETRY_PATTERN : TEST_SYMMETRY_NONE;
}

static void
test_known (gconstpointer data)
{
  const KnownMatrix *known = data;
  g_autoptr (SeidelMatrix) matrix = known_matrix_load (known);
  g_autoptr (SeidelStructure) structure = structure_of (matrix);

  g_assert_cmpint (structure->rows, ==, known->rows);
  g_assert_cmpint (structure->stored, ==, known->stored);
  g_assert_cmpint (structure->nonzeros, ==, known->nonzeros);
  g_assert_cmpint (structure->explicit_zeros, ==, known->explicit_zeros);
  g_assert_cmpint (structure->duplicates, ==, 0);
  g_assert_cmpint (structure->lower_bandwidth, ==, known->lower);
  g_assert_cmpint (structure->upper_bandwidth, ==, known->upper);
  g_assert_cmpint (structure->diagonals, ==, known->diagonals);
  g_assert_true (structure->finite);
  if (structure->rows == structure->columns)
    g_assert_cmpint (symmetry_of (structure), ==, known->symmetry);
  if (known->diagonal >= 0)
    {
      g_assert_cmpint (MIN (structure->rows, structure->columns) - structure->diagonal_missing
                         - structure->diagonal_zero,
                       ==, known->diagonal);
      g_assert_cmpint (structure->diagonal_full, ==, known->diagonal == known->rows);
    }
  if (known->dominant >= 0)
    {
      g_assert_cmpint (structure->dominant_rows, ==, known->dominant);
      g_assert_cmpint (structure->row_dominant, ==, known->dominant == known->rows);
    }
}

/* One pass over the rows reports the same of them, and nothing of symmetry. */
static void
test_by_rows (void)
{
  static const char *const kinds[] = { "poisson-5", "random-dominant", "arrow" };

  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const double values[] = { i == 0 ? 20 : 400, 5, 2.0 };
      g_autoptr (SeidelMatrix) matrix = test_gallery (kinds[i], i == 1 ? 3 : 1, values);
      g_autoptr (SeidelStructure) whole = seidel_structure_new (matrix, NULL, NULL, NULL);
      g_autoptr (SeidelStructure) rows = seidel_structure_new_by_rows (matrix, NULL, NULL, NULL);

      g_assert_false (rows->pattern_symmetric);
      g_assert_false (rows->value_symmetric);
      g_assert_false (rows->column_dominant);
      rows->pattern_symmetric = whole->pattern_symmetric;
      rows->value_symmetric = whole->value_symmetric;
      rows->nearly_symmetric = whole->nearly_symmetric;
      rows->value_skew_symmetric = whole->value_skew_symmetric;
      rows->hermitian = whole->hermitian;
      rows->complex_symmetric = whole->complex_symmetric;
      rows->pattern_symmetry = whole->pattern_symmetry;
      rows->value_symmetry = whole->value_symmetry;
      rows->column_dominant = whole->column_dominant;
      rows->dominant_columns = whole->dominant_columns;
      g_assert_cmpfloat (rows->largest_column, ==, 0.0);
      rows->smallest_column = whole->smallest_column;
      rows->largest_column = whole->largest_column;
      g_assert_cmpmem (rows, sizeof *rows, whole, sizeof *whole);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/structure/by-hand", test_by_hand);
  g_test_add_func ("/structure/random", test_random);
  g_test_add_func ("/structure/rectangular", test_rectangular);
  g_test_add_func ("/structure/weak-dominance", test_weak_dominance);
  g_test_add_func ("/structure/nearly-symmetric", test_nearly_symmetric);
  g_test_add_func ("/structure/empty", test_empty);
  g_test_add_func ("/structure/not-finite", test_not_finite);
  g_test_add_func ("/structure/origin", test_origin);
  g_test_add_func ("/structure/several-shares", test_several_shares);
  g_test_add_func ("/structure/cancelled", test_cancelled);
  g_test_add_func ("/structure/progress", test_progress);
  g_test_add_func ("/structure/references", test_references);
  test_add_for_known ("/structure/known", false, test_known);

  g_test_add_func ("/structure/by-rows", test_by_rows);
  return g_test_run ();
}
