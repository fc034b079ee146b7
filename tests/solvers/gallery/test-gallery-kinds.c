/* The properties that define the kinds of the gallery: eigenvalues, nullspaces, dominance, degrees.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdlib.h>

#include "gallery-testing.h"
#include "matrix/seidel-vector.h"

/* Whether a product of sines, k half waves along each side, is an eigenvector. */
static void
assert_eigenvalue (const SeidelCsr *csr,
                   const int sides[3],
                   const int waves[3],
                   double (*eigenvalue) (const double cosines[3]))
{
  g_autofree double *x = g_new (double, csr->rows);
  g_autofree double *y = g_new (double, csr->rows);
  double cosines[3];
  double lambda;

  g_assert_cmpint (csr->rows, ==, sides[0] * sides[1] * sides[2]);
  for (int d = 0; d < 3; d++)
    cosines[d] = cos (G_PI * waves[d] / (sides[d] + 1));
  for (int row = 0; row < csr->rows; row++)
    {
      const int at[] = { row % sides[0], row / sides[0] % sides[1], row / sides[0] / sides[1] };

      x[row] = 1.0;
      y[row] = NAN;
      for (int d = 0; d < 3; d++)
        x[row] *= sin (G_PI * waves[d] * (at[d] + 1) / (sides[d] + 1));
    }
  lambda = eigenvalue (cosines);
  g_assert_true (seidel_csr_multiply (csr, x, y, 1, NULL));
  for (int64_t row = 0; row < csr->rows; row++)
    g_assert_cmpfloat_with_epsilon (y[row], lambda * x[row], 1e-12);
}

static double
eigenvalue_line (const double cosines[3])
{
  return 2.0 - 2.0 * cosines[0];
}

static double
eigenvalue_5 (const double cosines[3])
{
  return 4.0 - 2.0 * cosines[0] - 2.0 * cosines[1];
}

static double
eigenvalue_7 (const double cosines[3])
{
  return 6.0 - 2.0 * cosines[0] - 2.0 * cosines[1] - 2.0 * cosines[2];
}

/* 27 I − T ⊗ T ⊗ T, T tridiagonal of ones. */
static double
eigenvalue_27 (const double cosines[3])
{
  return 27.0 - (1.0 + 2.0 * cosines[0]) * (1.0 + 2.0 * cosines[1]) * (1.0 + 2.0 * cosines[2]);
}

static double
eigenvalue_anisotropic (const double cosines[3])
{
  return 2.0 - 2.0 * cosines[0] + 0.25 * (2.0 - 2.0 * cosines[1]) + 8.0 * (2.0 - 2.0 * cosines[2]);
}

static void
test_eigenvalues (void)
{
  g_autoptr (SeidelMatrix) line = MAKE ("tridiagonal", 50);
  g_autoptr (SeidelMatrix) flat = MAKE ("poisson-5", 11, 7);
  g_autoptr (SeidelMatrix) cube = MAKE ("poisson-7", 5, 9, 4);
  g_autoptr (SeidelMatrix) full = MAKE ("poisson-27", 6, 3, 8);
  g_autoptr (SeidelMatrix) skewed = MAKE ("poisson-anisotropic", 5, 9, 4, 0.25, 8);

  assert_eigenvalue (line->csr, (const int[]){ 50, 1, 1 }, (const int[]){ 3, 1, 1 },
                     eigenvalue_line);
  assert_eigenvalue (flat->csr, (const int[]){ 11, 7, 1 }, (const int[]){ 2, 5, 1 }, eigenvalue_5);
  assert_eigenvalue (cube->csr, (const int[]){ 5, 9, 4 }, (const int[]){ 1, 2, 3 }, eigenvalue_7);
  assert_eigenvalue (full->csr, (const int[]){ 6, 3, 8 }, (const int[]){ 3, 1, 2 }, eigenvalue_27);
  assert_eigenvalue (skewed->csr, (const int[]){ 5, 9, 4 }, (const int[]){ 2, 2, 1 },
                     eigenvalue_anisotropic);
}

/* 0 means as along x; a single layer has no coupling along z. */
static void
test_sides (void)
{
  g_autoptr (SeidelMatrix) flat = MAKE ("poisson-5", 3, 2);
  g_autoptr (SeidelMatrix) cube = MAKE ("poisson-7", 3, 0, 2);
  g_autoptr (SeidelMatrix) layer = MAKE ("poisson-anisotropic", 6, 5, 1, 1, 9);
  g_autoptr (SeidelMatrix) plain = MAKE ("poisson-5", 6, 5);
  const double expected[] = {
    4,  -1, 0, -1, 0,  0, -1, 4,  -1, 0,  -1, 0,  0, -1, 4,  0, 0,  -1,
    -1, 0,  0, 4,  -1, 0, 0,  -1, 0,  -1, 4,  -1, 0, 0,  -1, 0, -1, 4,
  };

  assert_dense (flat->csr, 6, expected);
  g_assert_cmpstr (flat->name, ==, "poisson-5 3×2");
  g_assert_cmpstr (flat->origin.format, ==, "generated: poisson-5 --size 3 --ny 2");
  g_assert_cmpstr (cube->name, ==, "poisson-7 3×3×2");
  g_assert_cmpstr (layer->name, ==, "poisson-anisotropic 6×5");
  assert_same_csr (layer->csr, plain->csr);
}

/* The text from which a matrix can be made again says what is not as usual, 0 too. */
static void
test_text (void)
{
  g_autoptr (SeidelMatrix) cube = MAKE ("poisson-neumann", 3, 2, 0);
  g_autoptr (SeidelMatrix) flat = MAKE ("poisson-neumann", 3, 2);
  double values[SEIDEL_GALLERY_MAX_PARAMETERS];
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (seidel_gallery_text (flat->origin.format), ==,
                   "poisson-neumann --size 3 --ny 2 --nz 1");
  g_assert_cmpstr (seidel_gallery_text (cube->origin.format), ==,
                   "poisson-neumann --size 3 --ny 2 --nz 0");
  g_assert_nonnull (
    seidel_gallery_parse (seidel_gallery_text (cube->origin.format), values, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (values[2], ==, 0.0);
}

/* The matrix of NVIDIA's CUDA samples. */
static void
test_published_laplacian (void)
{
  g_autoptr (SeidelMatrix) matrix = MAKE ("poisson-5", 100);

  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, 49600);
  compare_published (matrix->csr, "lap2D_5pt_n100.mtx", 0.0);
}

/* With one material it is the Laplacian; with two, each row sums to what flows out at the edge. */
static void
test_jumping (void)
{
  g_autoptr (SeidelMatrix) even = MAKE ("poisson-jumping", 7, 9, 3, 2, 1, 5);
  g_autoptr (SeidelMatrix) plain = MAKE ("poisson-7", 7, 9, 3);
  g_autoptr (SeidelMatrix) matrix = MAKE ("poisson-jumping", 40, 30, 1, 5, 1000, 5);
  g_autoptr (SeidelMatrix) other = MAKE ("poisson-jumping", 40, 30, 1, 5, 1000, 6);
  const SeidelCsr *csr = matrix->csr;
  int faces[3] = { 0, 0, 0 }; /* between cells of one material, of the other, of both */

  assert_same_csr (even->csr, plain->csr);
  g_assert_true (is_symmetric (csr));
  g_assert_cmpint (memcmp (csr->values, other->csr->values, 1000 * sizeof (double)), !=, 0);
  for (int64_t row = 0; row < csr->rows; row++)
    {
      int64_t x = row % 40;
      int64_t y = row / 40;
      bool inner = x > 0 && x < 39 && y > 0 && y < 29;
      double sum = row_sum (csr, row);

      if (inner)
        g_assert_cmpfloat_with_epsilon (sum, 0.0, 1e-9);
      else
        g_assert_cmpfloat (sum, >=, 1.0 - 1e-9);
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        if (csr->column_indices[k] != row)
          {
            double w = -csr->values[k];

            g_assert_true (w == 1.0 || w == 1000.0 || w == 2.0 * 1000.0 / 1001.0);
            faces[w == 1.0 ? 0 : w == 1000.0 ? 1 : 2]++;
          }
    }
  for (int i = 0; i < 3; i++)
    g_assert_cmpint (faces[i], >, 100);
}

static void
test_chains (void)
{
  static const int widths[] = { 1, 7, 10, 99, 100, 250 };

  for (size_t i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      g_autoptr (SeidelMatrix) matrix = MAKE ("chain", 100, widths[i]);
      g_autofree int64_t *counts = g_new0 (int64_t, 100);

      g_assert_cmpint (count_levels (matrix->csr, counts), ==, (100 + widths[i] - 1) / widths[i]);
      g_assert_cmpint (counts[0], ==, MIN (widths[i], 100));
    }
}

static int
compare_places (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

/* The offsets of the diagonals, column − row, in increasing order. */
static GArray *
find_diagonals (const SeidelCsr *csr)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (int));
  g_autofree bool *found = g_new0 (bool, 2 * csr->rows);

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        int place = (int) (csr->column_indices[k] - row);

        if (!found[place + csr->rows])
          g_array_append_val (places, place);
        found[place + csr->rows] = true;
      }
  qsort (places->data, places->len, sizeof (int), compare_places);
  return places;
}

static void
assert_dominance (const SeidelCsr *csr, double dominance)
{
  for (int64_t row = 0; row < csr->rows; row++)
    g_assert_cmpfloat_with_epsilon (diagonal_of_row (csr, row), dominance * rest_of_row (csr, row),
                                    1e-12);
}

static void
test_diagonals (void)
{
  g_autoptr (SeidelMatrix) plain = MAKE ("diagonals", 200, 7, 20, 1.5, 0, 3);
  g_autoptr (SeidelMatrix) cyclic = MAKE ("diagonals", 200, 7, 20, 1.5, 1, 3);
  g_autoptr (SeidelMatrix) spaced = MAKE ("diagonals", 100, 5);
  g_autoptr (SeidelMatrix) tight = MAKE ("diagonals", 6, 99, 1, 1.5, 1, 3);
  g_autoptr (GArray) places = find_diagonals (plain->csr);
  g_autoptr (GArray) around = find_diagonals (cyclic->csr);
  g_autoptr (GArray) root = find_diagonals (spaced->csr);
  const int expected[] = { -41, -21, -1, 0, 1, 21, 41 };
  const int expected_around[] = { -199, -179, -159, -41, -21, -1, 0, 1, 21, 41, 159, 179, 199 };
  const int expected_root[] = { -11, -1, 0, 1, 11 };

  g_assert_cmpmem (places->data, places->len * sizeof (int), expected, sizeof expected);
  g_assert_cmpmem (around->data, around->len * sizeof (int), expected_around,
                   sizeof expected_around);
  g_assert_cmpmem (root->data, root->len * sizeof (int), expected_root, sizeof expected_root);
  assert_dominance (plain->csr, 1.5);
  assert_dominance (cyclic->csr, 1.5);
  for (int64_t row = 0; row < 200; row++)
    g_assert_cmpint (cyclic->csr->row_offsets[row + 1] - cyclic->csr->row_offsets[row], ==, 7);
  /* Too many diagonals fill the matrix. */
  g_assert_cmpint (seidel_csr_nonzeros (tight->csr), ==, 36);
}

static void
test_random_dense (void)
{
  g_autoptr (SeidelMatrix) matrix = MAKE ("random-dense", 300, 4);
  g_autoptr (SeidelMatrix) other = MAKE ("random-dense", 300, 5);
  const SeidelCsr *csr = matrix->csr;
  const int64_t n = 300 * 300;
  double sum = 0.0;
  double squares = 0.0;

  g_assert_cmpint (seidel_csr_nonzeros (csr), ==, n);
  for (int64_t k = 0; k < n; k++)
    {
      g_assert_cmpfloat (fabs (csr->values[k]), <=, 1.0);
      sum += csr->values[k];
      squares += csr->values[k] * csr->values[k];
    }
  /* Uniform from −1 to 1: mean 0, variance 1/3; 300² draws miss them by less than this. */
  g_assert_cmpfloat_with_epsilon (sum / (double) n, 0.0, 0.01);
  g_assert_cmpfloat_with_epsilon (squares / (double) n, 1.0 / 3.0, 0.01);
  g_assert_cmpint (memcmp (csr->values, other->csr->values, (size_t) n * sizeof (double)), !=, 0);
}

/* Symmetric, negative off the diagonal, rows that sum to the shift: without a shift the constant
 * vector is in the nullspace. */
static void
assert_laplacian (const SeidelCsr *csr, double shift)
{
  g_assert_true (is_symmetric (csr));
  for (int64_t row = 0; row < csr->rows; row++)
    {
      g_assert_cmpfloat_with_epsilon (row_sum (csr, row), shift, 1e-12);
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        g_assert_true (csr->column_indices[k] == row || csr->values[k] < 0.0);
    }
}

/* Mean and variance of the node degrees. */
static void
measure_degrees (const SeidelCsr *csr, double *mean, double *variance)
{
  double squares = 0.0;

  *mean = (double) (seidel_csr_nonzeros (csr) - csr->rows) / (double) csr->rows;
  for (int64_t row = 0; row < csr->rows; row++)
    {
      double degree = (double) (csr->row_offsets[row + 1] - csr->row_offsets[row] - 1);

      squares += (degree - *mean) * (degree - *mean);
    }
  *variance = squares / (double) csr->rows;
}

/* The number of nodes reachable from the first one. */
static int64_t
count_reachable (const SeidelCsr *csr)
{
  g_autofree bool *seen = g_new0 (bool, csr->rows);
  g_autofree int64_t *queue = g_new (int64_t, csr->rows);
  int64_t found = 1;

  queue[0] = 0;
  seen[0] = true;
  for (int64_t next = 0; next < found; next++)
    for (int64_t k = csr->row_offsets[queue[next]]; k < csr->row_offsets[queue[next] + 1]; k++)
      if (!seen[csr->column_indices[k]])
        {
          seen[csr->column_indices[k]] = true;
          queue[found++] = csr->column_indices[k];
        }
  return found;
}

/* Binomial degrees: 24 links, each there with a probability of a quarter. */
static void
test_random_graph (void)
{
  g_autoptr (SeidelMatrix) matrix = MAKE ("random-graph", 20000, 6, 0.5, 11);
  g_autoptr (SeidelMatrix) singular = MAKE ("random-graph", 3000, 12, 0, 11);
  g_autoptr (SeidelMatrix) dense = MAKE ("random-graph", 9, 64, 0, 1);
  double mean, variance;

  assert_laplacian (matrix->csr, 0.5);
  assert_laplacian (singular->csr, 0.0);
  assert_laplacian (dense->csr, 0.0);
  measure_degrees (matrix->csr, &mean, &variance);
  g_assert_cmpfloat_with_epsilon (mean, 6.0, 0.1);
  g_assert_cmpfloat_with_epsilon (variance, 24.0 * 0.25 * 0.75, 0.25);
  g_assert_cmpint (count_reachable (singular->csr), >=, 2990);
}

/* The share of links that are longer than the ring's own. */
static double
share_of_short_cuts (const SeidelCsr *csr, int64_t neighbours)
{
  int64_t links = 0;
  int64_t far = 0;

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      {
        int64_t distance = llabs (csr->column_indices[k] - row);

        distance = MIN (distance, csr->rows - distance);
        links += distance > 0;
        far += distance > neighbours;
      }
  return (double) far / (double) links;
}

static void
test_small_world (void)
{
  g_autoptr (SeidelMatrix) ring = MAKE ("small-world", 500, 3, 0, 0, 2);
  g_autoptr (SeidelMatrix) matrix = MAKE ("small-world", 20000, 3, 0.1, 0.25, 2);
  g_autoptr (SeidelMatrix) wild = MAKE ("small-world", 20000, 3, 1, 0, 2);
  double mean, variance;

  assert_laplacian (ring->csr, 0.0);
  assert_laplacian (matrix->csr, 0.25);
  assert_laplacian (wild->csr, 0.0);
  measure_degrees (ring->csr, &mean, &variance);
  g_assert_cmpfloat (mean, ==, 6.0);
  g_assert_cmpfloat (variance, ==, 0.0);
  g_assert_cmpfloat (share_of_short_cuts (ring->csr, 3), ==, 0.0);
  measure_degrees (matrix->csr, &mean, &variance);
  g_assert_cmpfloat_with_epsilon (mean, 6.0, 0.02);
  g_assert_cmpfloat_with_epsilon (share_of_short_cuts (matrix->csr, 3), 0.1, 0.01);
  g_assert_cmpfloat (share_of_short_cuts (wild->csr, 3), >, 0.99);
  g_assert_cmpint (count_reachable (matrix->csr), ==, 20000);
}

static void
test_roads (void)
{
  g_autoptr (SeidelMatrix) tree = MAKE ("road-like", 60, 40, 0, 0, 8);
  g_autoptr (SeidelMatrix) matrix = MAKE ("road-like", 150, 100, 0.2, 0.5, 8);
  g_autoptr (SeidelMatrix) grid = MAKE ("road-like", 30, 20, 1, 0, 8);
  g_autoptr (SeidelMatrix) plain = MAKE ("poisson-5", 30, 20);
  double mean, variance;

  assert_laplacian (tree->csr, 0.0);
  assert_laplacian (matrix->csr, 0.5);
  assert_laplacian (grid->csr, 0.0);
  /* A tree: one link fewer than nodes, and everything can be reached. */
  g_assert_cmpint (seidel_csr_nonzeros (tree->csr), ==, 2400 + 2 * 2399);
  g_assert_cmpint (count_reachable (tree->csr), ==, 2400);
  g_assert_cmpint (count_reachable (matrix->csr), ==, 15000);
  measure_degrees (matrix->csr, &mean, &variance);
  g_assert_cmpfloat_with_epsilon (mean, 2.4, 0.05);
  for (int64_t k = 0; k < seidel_csr_nonzeros (matrix->csr); k++)
    g_assert_true (matrix->csr->values[k] > 0.0
                   || (matrix->csr->values[k] <= -0.1 && matrix->csr->values[k] >= -1.0));
  /* With all its links it is the whole grid. */
  g_assert_cmpmem (grid->csr->column_indices,
                   (size_t) seidel_csr_nonzeros (grid->csr) * sizeof (int32_t),
                   plain->csr->column_indices,
                   (size_t) seidel_csr_nonzeros (plain->csr) * sizeof (int32_t));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gallery/kinds/eigenvalues", test_eigenvalues);
  g_test_add_func ("/gallery/kinds/sides", test_sides);
  g_test_add_func ("/gallery/kinds/text", test_text);
  g_test_add_func ("/gallery/kinds/published-laplacian", test_published_laplacian);
  g_test_add_func ("/gallery/kinds/jumping", test_jumping);
  g_test_add_func ("/gallery/kinds/chains", test_chains);
  g_test_add_func ("/gallery/kinds/diagonals", test_diagonals);
  g_test_add_func ("/gallery/kinds/random-dense", test_random_dense);
  g_test_add_func ("/gallery/kinds/random-graph", test_random_graph);
  g_test_add_func ("/gallery/kinds/small-world", test_small_world);
  g_test_add_func ("/gallery/kinds/road-like", test_roads);
  return g_test_run ();
}
