/* Coarse levels: sparse products, aggregates, inverses and hierarchies against dense ones.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "core-testing.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "matrix/seidel-vector.h"
#include "multigrid/seidel-aggregation.h"
#include "multigrid/seidel-classical.h"
#include "multigrid/seidel-hierarchy.h"
#include "multigrid/seidel-pseudo-inverse.h"

static double *
dense_of (const SeidelCsr *csr)
{
  double *dense = g_new0 (double, csr->rows * csr->columns + 1);

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      dense[row * csr->columns + csr->column_indices[k]] = csr->values[k];
  return dense;
}

/* C ← A B, n × k times k × m, on a C full of NaN. */
static void
multiply_ref (const double *A, const double *B, double *C, int64_t n, int64_t k, int64_t m)
{
  test_poison (C, n * m);
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < m; j++)
      {
        C[i * m + j] = 0.0;
        for (int64_t l = 0; l < k; l++)
          C[i * m + j] += A[i * k + l] * B[l * m + j];
      }
}

static void
assert_product (const SeidelCsr *C, const SeidelCsr *A, const SeidelCsr *B)
{
  g_autofree double *a = dense_of (A);
  g_autofree double *b = dense_of (B);
  g_autofree double *c = dense_of (C);
  g_autofree double *expected = g_new (double, A->rows * B->columns + 1);

  g_assert_true (seidel_csr_validate (C, NULL));
  g_assert_cmpint (C->rows, ==, A->rows);
  g_assert_cmpint (C->columns, ==, B->columns);
  multiply_ref (a, b, expected, A->rows, A->columns, B->columns);
  test_assert_close (c, expected, A->rows * B->columns, 1e-13);
}

/* A matrix that is not square, with empty rows and one long row. */
static SeidelCsr *
random_rectangle (int rows, int columns, uint64_t seed)
{
  g_autofree double *dense = g_new0 (double, rows *columns);

  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      {
        double value =
          seidel_random_uniform (seed, (uint64_t) i * (uint64_t) columns + (uint64_t) j);

        if (i % 7 != 3 && (fabs (value) < 0.08 || i == rows / 2))
          dense[i * columns + j] = value;
      }
  return test_csr_from_dense (rows, columns, dense);
}

static void
test_product (void)
{
  static const int sizes[][3] = { { 1, 1, 1 }, { 3, 50, 2 }, { 60, 30, 90 }, { 200, 150, 101 } };

  for (size_t i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (SeidelCsr) A = random_rectangle (sizes[i][0], sizes[i][1], i);
      g_autoptr (SeidelCsr) B = random_rectangle (sizes[i][1], sizes[i][2], 10 + i);
      g_autoptr (SeidelCsr) first = NULL;

      for (int threads = 1; threads <= 5; threads++)
        {
          const SeidelWorkers workers = { .threads = threads };
          g_autoptr (SeidelCsr) C = seidel_csr_product (A, B, &workers, NULL);

          assert_product (C, A, B);
          if (first == NULL)
            first = g_steal_pointer (&C);
          else
            test_assert_same_bits (C->values, first->values, seidel_csr_nonzeros (first));
        }
    }
}

static void
test_inverse (void)
{
  const SeidelWorkers workers = { .threads = 1 };

  for (uint32_t seed = 0; seed < 10; seed++)
    {
      g_autoptr (SeidelCsr) A = test_csr_random (20, 5, 1.1, seed);
      g_autoptr (SeidelCsr) X = seidel_csr_pseudo_inverse (A, 1, NULL);
      g_autoptr (SeidelCsr) AX = seidel_csr_product (A, X, &workers, NULL);

      g_assert_cmpint (seidel_csr_nonzeros (X), ==, 400);
      for (int64_t i = 0; i < 20; i++)
        for (int64_t j = 0; j < 20; j++)
          g_assert_cmpfloat (fabs (AX->values[i * 20 + j] - (i == j)), <, 1e-12);
    }
}

/* Singular matrices: A X A = A. */
static void
test_pseudo_inverse (void)
{
  static const double zero[] = { 0, 0, 0, 0 };
  static const double path[] = { 1, -1, 0, -1, 2, -1, 0, -1, 1 };
  static const double swapped[] = { 0, 2, 0, 4, 0, 0, 0, 0, 0 };
  static const struct
  {
    int n;
    const double *values;
  } cases[] = { { 2, zero }, { 3, path }, { 3, swapped }, { 1, zero } };
  const SeidelWorkers workers = { .threads = 1 };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      int n = cases[i].n;
      g_autoptr (SeidelCsr) A = test_csr_from_dense (n, n, cases[i].values);
      g_autoptr (SeidelCsr) X = seidel_csr_pseudo_inverse (A, 1, NULL);
      g_autoptr (SeidelCsr) AX = seidel_csr_product (A, X, &workers, NULL);
      g_autoptr (SeidelCsr) AXA = seidel_csr_product (AX, A, &workers, NULL);
      g_autofree double *dense = dense_of (AXA);

      test_assert_close (dense, cases[i].values, n * n, 1e-14);
    }
}

/* The strength of the rows of a matrix, by its definition. */
static SeidelStrength
strength_ref (const SeidelCsr *csr, double threshold)
{
  SeidelStrength strength = { csr, threshold, g_new0 (double, csr->rows + 1) };

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      if (csr->column_indices[k] != row)
        strength.scale[row] = fmax (strength.scale[row], sqrt (fabs (csr->values[k])));
  return strength;
}

static void
test_aggregates_by_hand (void)
{
  /* A chain of seven rows, of which the last is coupled weakly, and a row alone. */
  const TestEntry entries[] = {
    { 0, 0, 2 },  { 0, 1, -1 },    { 1, 0, -1 },    { 1, 1, 2 },  { 1, 2, -1 },
    { 2, 1, -1 }, { 2, 2, 2 },     { 2, 3, -1 },    { 3, 2, -1 }, { 3, 3, 2 },
    { 3, 4, -1 }, { 4, 3, -1 },    { 4, 4, 2 },     { 4, 5, -1 }, { 5, 4, -1 },
    { 5, 5, 2 },  { 5, 6, -0.01 }, { 6, 5, -0.01 }, { 6, 6, 2 },  { 7, 7, 1 },
  };
  static const int32_t expected[] = { 0, 0, 1, 1, 1, 1, -1, -1 };
  static const int32_t joined[] = { 0, 0, 1, 1, 1, 2, 2, -1 };
  g_autoptr (SeidelCsr) csr = test_csr_from_entries (8, 8, entries, G_N_ELEMENTS (entries));
  const SeidelWorkers workers = { .threads = 1 };
  SeidelStrength strength = strength_ref (csr, 0.25);
  int32_t aggregates[8];

  memset (aggregates, 0x55, sizeof aggregates);
  g_assert_cmpint (seidel_aggregate (&strength, aggregates, &workers, NULL), ==, 2);
  /* Rows 0 and 1; row 3 with 2 and 4; 5 joins the latter. */
  for (int i = 0; i < 8; i++)
    g_assert_cmpint (aggregates[i], ==, expected[i]);
  strength.threshold = 0.0;
  g_assert_cmpint (seidel_aggregate (&strength, aggregates, &workers, NULL), ==, 3);
  for (int i = 0; i < 8; i++)
    g_assert_cmpint (aggregates[i], ==, joined[i]);
  g_free (strength.scale);
}

/* Every coupled row is in an aggregate, each has rows, and they are neighbours. */
static void
test_aggregates (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-7", 12);
  const SeidelWorkers workers = { .threads = 1 };
  SeidelStrength strength = strength_ref (matrix->csr, 0.25);
  int64_t n = matrix->csr->rows;
  g_autofree int32_t *aggregates = g_new (int32_t, n);
  int64_t count = seidel_aggregate (&strength, aggregates, &workers, NULL);
  g_autofree int64_t *sizes = g_new0 (int64_t, count);

  g_assert_cmpint (count, >, n / 12);
  g_assert_cmpint (count, <, n / 4);
  for (int64_t row = 0; row < n; row++)
    {
      bool has_neighbour = false;

      g_assert_cmpint (aggregates[row], >=, 0);
      g_assert_cmpint (aggregates[row], <, count);
      sizes[aggregates[row]]++;
      for (int64_t k = matrix->csr->row_offsets[row]; k < matrix->csr->row_offsets[row + 1]; k++)
        has_neighbour = has_neighbour
                        || (matrix->csr->column_indices[k] != row
                            && aggregates[matrix->csr->column_indices[k]] == aggregates[row]);
      g_assert_true (has_neighbour);
    }
  for (int64_t a = 0; a < count; a++)
    g_assert_cmpint (sizes[a], >=, 2);
  g_free (strength.scale);
}

/* Entries of the matrices of all levels over those of the first. */
static double
complexity_of (const SeidelHierarchy *hierarchy)
{
  double entries = 0.0;

  for (int l = 0; l < hierarchy->n_levels; l++)
    entries += (double) seidel_csr_nonzeros (hierarchy->levels[l].A);
  return entries / (double) seidel_csr_nonzeros (hierarchy->levels[0].A);
}

/* Each coarse matrix is R A P; P keeps the constant where a row of A sums to zero; R is Pᵀ. */
static void
check_hierarchy (const SeidelHierarchy *hierarchy)
{
  for (int l = 0; l + 1 < hierarchy->n_levels; l++)
    {
      const SeidelHierarchyLevel *level = &hierarchy->levels[l];
      const SeidelWorkers workers = { .threads = 1 };
      g_autoptr (SeidelCsr) AP = seidel_csr_product (level->A, level->P, &workers, NULL);
      g_autoptr (SeidelCsr) transposed = seidel_csr_transpose (level->P, NULL, NULL);

      g_assert_cmpint (level[1].A->rows, <, level->A->rows);
      assert_product (level[1].A, level->R, AP);
      g_assert_cmpint (level->R->rows, ==, transposed->rows);
      test_assert_same_bits (level->R->values, transposed->values,
                             seidel_csr_nonzeros (transposed));
    }
  g_assert_cmpfloat (complexity_of (hierarchy), >=, 1.0);
  g_assert_cmpfloat (complexity_of (hierarchy), <, 2.0);
}

static void
test_hierarchy (void)
{
  static const struct
  {
    const char *kind;
    double size;
    int least_levels;
  } cases[] = { { "poisson-5", 15, 1 },
                { "poisson-5", 32, 2 },
                { "poisson-7", 12, 2 },
                { "poisson-anisotropic", 30, 2 },
                { "convection-diffusion", 25, 2 } };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int threads = 1; threads <= 2; threads++)
      {
        g_autoptr (SeidelMatrix) matrix = test_gallery_sized (cases[i].kind, cases[i].size);
        const SeidelWorkers workers = { .threads = threads };
        g_autoptr (SeidelHierarchy) hierarchy =
          seidel_hierarchy_new (matrix->csr, SEIDEL_COARSENING_AGGREGATION, 0.25, NULL, &workers,
                                NULL);

        g_test_message ("%s, %d threads", cases[i].kind, threads);
        g_assert_cmpint (hierarchy->n_levels, >=, cases[i].least_levels);
        g_assert_nonnull (hierarchy->inverse);
        check_hierarchy (hierarchy);
      }
}

/* Rows of A that sum to zero are interpolated such that a constant stays one. */
static void
test_constant (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-neumann", 30);
  const SeidelWorkers workers = { .threads = 1 };
  g_autoptr (SeidelHierarchy) hierarchy =
    seidel_hierarchy_new (matrix->csr, SEIDEL_COARSENING_AGGREGATION, 0.25, NULL, &workers, NULL);
  const SeidelCsr *P = hierarchy->levels[0].P;
  g_autofree double *ones = g_new (double, P->columns);
  g_autofree double *x = g_new (double, P->rows);

  for (int64_t i = 0; i < P->columns; i++)
    ones[i] = 1.0;
  test_poison (x, P->rows);
  g_assert_true (seidel_csr_multiply (P, ones, x, 1, NULL));
  for (int64_t i = 0; i < P->rows; i++)
    g_assert_cmpfloat (fabs (x[i] - 1.0), <, 1e-14);
}

/* Without a coupling there is nothing to coarsen. */
static void
test_diagonal (void)
{
  const int n = 1000;
  g_autofree TestEntry *entries = g_new0 (TestEntry, n);
  const SeidelWorkers workers = { .threads = 2 };
  g_autoptr (SeidelCsr) csr = NULL;
  g_autoptr (SeidelHierarchy) hierarchy = NULL;

  for (int i = 0; i < n; i++)
    entries[i] = (TestEntry){ i, i, 1.0 + i };
  csr = test_csr_from_entries (n, n, entries, n);
  hierarchy = seidel_hierarchy_new (csr, SEIDEL_COARSENING_AGGREGATION, 0.25, NULL, &workers, NULL);
  g_assert_cmpint (hierarchy->n_levels, ==, 1);
  g_assert_null (hierarchy->inverse);
}

static bool
stop_at_once (gconstpointer data)
{
  return true;
}

static void
test_stopped (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 40);
  const SeidelWorkers workers = { .threads = 2, .poll = stop_at_once };
  g_autoptr (GError) error = NULL;

  g_assert_null (seidel_hierarchy_new (matrix->csr, SEIDEL_COARSENING_AGGREGATION, 0.25, NULL,
                                       &workers, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Every row that depends on others is coarse or has a coarse row within two steps, and no coarse
 * row depends strongly on another one of a grid: the classical pattern. */
static void
test_classical_split (void)
{
  const SeidelWorkers workers = { .threads = 2 };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  const SeidelCsr *csr = matrix->csr;
  g_autofree bool *strong = g_new (bool, seidel_csr_nonzeros (csr));
  g_autofree int32_t *coarse = g_new (int32_t, csr->rows);
  int64_t n_coarse;
  int32_t next = 0;

  seidel_classical_strength (csr, 0.25, strong, &workers);
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      g_assert_true (strong[k] == (csr->column_indices[k] != row));
  n_coarse = seidel_classical_split (csr, strong, coarse, &workers, NULL);
  g_assert_cmpint (n_coarse, ==, csr->rows / 2);
  for (int64_t row = 0; row < csr->rows; row++)
    {
      if (coarse[row] >= 0)
        g_assert_cmpint (coarse[row], ==, next++);
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        g_assert_true (!strong[k] || (coarse[row] >= 0) != (coarse[csr->column_indices[k]] >= 0));
    }
}

/* Strong couplings decide, and only those of the sign of an M-matrix. */
static void
test_classical_strength (void)
{
  const double dense[] = { 4, -2, -0.4, 1, -2, 4, -0.6, 0, 0, -0.5, -3, 1, 0, 0, 0, 1 };
  const bool expected[] = {
    false, true, false, false, true, false, true, false, false, true, false
  };
  const SeidelWorkers workers = { .threads = 1 };
  g_autoptr (SeidelCsr) csr = test_csr_from_dense (4, 4, dense);
  bool strong[16];

  memset (strong, 2, sizeof strong);
  seidel_classical_strength (csr, 0.25, strong, &workers);
  /* Row 2 has a negative diagonal: there positive entries couple. */
  for (int k = 0; k < 7; k++)
    g_assert_true (strong[k] == expected[k]);
  g_assert_false (strong[csr->row_offsets[2]]);
  g_assert_true (strong[csr->row_offsets[2] + 2]);
  g_assert_false (strong[csr->row_offsets[3]]);
}

/* Rows of the interpolation sum to 1 where those of the matrix sum to 0, have at most so many
 * weights, and coarse rows keep their value. */
static void
test_classical_prolongation (void)
{
  static const char *const kinds[] = { "poisson-neumann", "poisson-anisotropic", "poisson-jumping",
                                       "poisson-27" };

  for (size_t i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      const SeidelWorkers workers = { .threads = 1 + (int) i % 2 };
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (kinds[i], i == 3 ? 9 : 30);
      const SeidelCsr *csr = matrix->csr;
      g_autoptr (SeidelCsr) P = seidel_classical_prolongation (csr, 0.25, &workers, NULL);

      g_assert_nonnull (P);
      g_assert_true (seidel_csr_validate (P, NULL));
      g_assert_cmpint (P->rows, ==, csr->rows);
      for (int64_t row = 0; row < csr->rows; row++)
        {
          double entries = 0.0;
          double magnitude = 0.0;
          double weights = 0.0;

          for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
            {
              entries += csr->values[k];
              magnitude = fmax (magnitude, fabs (csr->values[k]));
            }
          for (int64_t k = P->row_offsets[row]; k < P->row_offsets[row + 1]; k++)
            weights += P->values[k];
          g_assert_cmpint (P->row_offsets[row + 1] - P->row_offsets[row], <=,
                           SEIDEL_CLASSICAL_WEIGHTS);
          g_assert_cmpint (P->row_offsets[row + 1] - P->row_offsets[row], >=, 1);
          if (fabs (entries) < 1e-12 * magnitude)
            g_assert_cmpfloat (fabs (weights - 1.0), <, 1e-9);
          else
            g_assert_cmpfloat (weights, <=, 1.0 + 1e-9);
        }
    }
}

/* “auto” takes what follows weak couplings, where it can. */
static void
test_coarsening_is_chosen (void)
{
  static const struct
  {
    const char *kind;
    SeidelCoarsening coarsening;
  } rows[] = {
    { "poisson-5", SEIDEL_COARSENING_AGGREGATION },
    { "poisson-27", SEIDEL_COARSENING_AGGREGATION },
    { "wathen", SEIDEL_COARSENING_AGGREGATION },
    { "poisson-anisotropic", SEIDEL_COARSENING_CLASSICAL },
    { "poisson-jumping", SEIDEL_COARSENING_CLASSICAL },
  };
  const SeidelWorkers workers = { .threads = 2 };

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (rows[i].kind, 12);
      g_autoptr (SeidelHierarchy) hierarchy =
        seidel_hierarchy_new (matrix->csr, SEIDEL_COARSENING_AUTO, 0.25, NULL, &workers, NULL);

      g_test_message ("%s", rows[i].kind);
      g_assert_cmpint (hierarchy->coarsening, ==, rows[i].coarsening);
    }
}

/* Three vectors on a chain of nodes of two rows: constant in each direction, and one that grows. */
static double *
make_vectors (int64_t rows, int count)
{
  double *vectors = g_new0 (double, rows *count);

  for (int64_t row = 0; row < rows; row++)
    {
      vectors[row * count + row % 2] = 1.0;
      if (count > 2)
        vectors[row * count + 2] = (double) (row % 2 == 0 ? row : -row) + 0.5;
    }
  return vectors;
}

/* P Bc is B smoothed by the one step I − ω D⁻¹ A, with the same ω for every vector. */
static void
assert_represents (const SeidelCsr *A,
                   const SeidelCsr *P,
                   const SeidelNearNull *fine,
                   const SeidelNearNull *coarse)
{
  double omega = 0.0;

  for (int j = 0; j < fine->count; j++)
    for (int64_t row = 0; row < A->rows; row++)
      {
        const double b = fine->vectors[row * fine->count + j];
        double smoothed = 0.0;
        double scaled = 0.0;
        double diagonal = 0.0;

        for (int64_t k = P->row_offsets[row]; k < P->row_offsets[row + 1]; k++)
          smoothed +=
            P->values[k] * coarse->vectors[(int64_t) P->column_indices[k] * coarse->count + j];
        for (int64_t k = A->row_offsets[row]; k < A->row_offsets[row + 1]; k++)
          {
            scaled +=
              A->values[k] * fine->vectors[(int64_t) A->column_indices[k] * fine->count + j];
            diagonal = A->column_indices[k] == row ? A->values[k] : diagonal;
          }
        scaled /= diagonal;
        if (omega == 0.0 && fabs (scaled) > 0.1)
          omega = (b - smoothed) / scaled;
        g_assert_cmpfloat (fabs (b - omega * scaled - smoothed), <, 1e-9 * (1.0 + fabs (b)));
      }
  g_assert_cmpfloat (omega, >, 0.1);
  g_assert_cmpfloat (omega, <, 2.0);
}

static void
test_near_null (void)
{
  const SeidelWorkers workers = { .threads = 2 };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  const int64_t rows = matrix->csr->rows;

  for (int count = 1; count <= 3; count++)
    {
      g_autofree double *vectors = make_vectors (rows, MAX (count, 2));
      g_autofree double *ones = g_new (double, rows);
      g_autoptr (SeidelNearNull) fine = NULL;
      g_autoptr (SeidelNearNull) coarse = NULL;
      g_autoptr (SeidelCsr) P = NULL;

      for (int64_t row = 0; row < rows; row++)
        ones[row] = 1.0;
      fine = seidel_near_null_new (count == 1 ? ones : vectors, rows, count, NULL);
      g_assert_cmpint (fine->n_nodes, ==, count == 1 ? rows : rows / 2);
      P = seidel_near_null_prolongation (fine, matrix->csr, 0.25, &coarse, &workers, NULL);
      g_assert_true (seidel_csr_validate (P, NULL));
      g_assert_cmpint (P->columns, ==, coarse->rows);
      g_assert_cmpint (coarse->rows, ==, coarse->n_nodes * count);
      g_assert_cmpint (coarse->first_row[coarse->n_nodes], ==, coarse->rows);
      assert_represents (matrix->csr, P, fine, coarse);
    }
}

/* A vector that is another one again adds nothing. */
static void
test_dependent_vectors (void)
{
  const SeidelWorkers workers = { .threads = 1 };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 20);
  const int64_t rows = matrix->csr->rows;
  g_autofree double *vectors = g_new (double, 2 * rows);
  g_autoptr (SeidelNearNull) fine = NULL;
  g_autoptr (SeidelNearNull) coarse = NULL;
  g_autoptr (SeidelCsr) P = NULL;

  for (int64_t row = 0; row < rows; row++)
    {
      vectors[2 * row] = 1.0;
      vectors[2 * row + 1] = -3.0;
    }
  fine = seidel_near_null_new (vectors, rows, 2, NULL);
  P = seidel_near_null_prolongation (fine, matrix->csr, 0.25, &coarse, &workers, NULL);
  g_assert_cmpint (coarse->rows, ==, coarse->n_nodes);
  assert_represents (matrix->csr, P, fine, coarse);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/multigrid/product", test_product);
  g_test_add_func ("/multigrid/inverse", test_inverse);
  g_test_add_func ("/multigrid/pseudo-inverse", test_pseudo_inverse);
  g_test_add_func ("/multigrid/aggregates/by-hand", test_aggregates_by_hand);
  g_test_add_func ("/multigrid/aggregates/grid", test_aggregates);
  g_test_add_func ("/multigrid/hierarchy", test_hierarchy);
  g_test_add_func ("/multigrid/constant", test_constant);
  g_test_add_func ("/multigrid/diagonal", test_diagonal);
  g_test_add_func ("/multigrid/stopped", test_stopped);
  g_test_add_func ("/multigrid/classical/strength", test_classical_strength);
  g_test_add_func ("/multigrid/classical/split", test_classical_split);
  g_test_add_func ("/multigrid/classical/prolongation", test_classical_prolongation);
  g_test_add_func ("/multigrid/coarsening", test_coarsening_is_chosen);
  g_test_add_func ("/multigrid/near-null", test_near_null);
  g_test_add_func ("/multigrid/dependent-vectors", test_dependent_vectors);
  return g_test_run ();
}
