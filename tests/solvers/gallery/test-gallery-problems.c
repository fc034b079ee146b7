/* The gallery's problems from published recipes: against plain dense constructions, published
 * figures, and the files of the SuiteSparse Collection where these are at hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gallery-testing.h"

extern void dpotrf_ (const char *uplo, const int *n, double *a, const int *lda, int *info);
extern void dsyev_ (const char *job,
                    const char *uplo,
                    const int *n,
                    double *a,
                    const int *lda,
                    double *eigenvalues,
                    double *work,
                    const int *work_size,
                    int *info);

/* A plain dense construction: n × n elements, zero at first. */
typedef struct
{
  int n;
  double *a;
} Dense;

static Dense *
dense_new (int n)
{
  Dense *dense = g_new (Dense, 1);

  *dense = (Dense){ n, g_new0 (double, n *n) };
  return dense;
}

static void
dense_free (Dense *dense)
{
  g_free (dense->a);
  g_free (dense);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Dense, dense_free)

static Dense *
dense_of (const SeidelCsr *csr)
{
  Dense *dense = dense_new ((int) csr->rows);

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      dense->a[row * csr->rows + csr->column_indices[k]] = csr->values[k];
  return dense;
}

/* Adds weight · d dᵀ, d having count elements at the places given; negative places are left out. */
static void
dense_add_square (Dense *dense, int count, const int *places, const double *d, double weight)
{
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++)
      if (places[i] >= 0 && places[j] >= 0)
        dense->a[places[i] * dense->n + places[j]] += weight * d[i] * d[j];
}

/* Adds weight (x_i − x_j)²: one of the places may be negative, for a point that is fixed at 0. */
static void
dense_add_link (Dense *dense, int i, int j, double weight)
{
  dense_add_square (dense, 2, (const int[]){ i, j }, (const double[]){ 1.0, -1.0 }, weight);
}

static void
assert_close (const SeidelCsr *csr, const Dense *expected, double tolerance)
{
  g_assert_cmpint (csr->rows, ==, expected->n);
  for (int row = 0; row < expected->n; row++)
    for (int column = 0; column < expected->n; column++)
      {
        int64_t k = seidel_csr_find (csr, row, column);
        double value = expected->a[row * expected->n + column];

        /* What is zero is not stored. */
        g_assert_cmpint (k >= 0, ==, fabs (value) > tolerance);
        if (k >= 0)
          g_assert_cmpfloat (fabs (csr->values[k] - value), <=, tolerance);
      }
}

static void
assert_positive_definite (const SeidelCsr *csr)
{
  g_autoptr (Dense) dense = dense_of (csr);
  int info;

  g_assert_true (is_symmetric (csr));
  dpotrf_ ("L", &dense->n, dense->a, &dense->n, &info);
  g_assert_cmpint (info, ==, 0);
}

/* Eigenvalues in ascending order; free with g_free (). */
static double *
eigenvalues_of (const SeidelCsr *csr)
{
  g_autoptr (Dense) dense = dense_of (csr);
  double *eigenvalues = g_new (double, dense->n);
  const int work_size = 34 * dense->n;
  g_autofree double *work = g_new (double, work_size);
  int info;

  g_assert_true (is_symmetric (csr));
  dsyev_ ("N", "L", &dense->n, dense->a, &dense->n, eigenvalues, work, &work_size, &info);
  g_assert_cmpint (info, ==, 0);
  return eigenvalues;
}

static void
assert_inertia (const SeidelCsr *csr, int negative, int zero)
{
  g_autofree double *eigenvalues = eigenvalues_of (csr);
  int found[2] = { 0, 0 };

  for (int64_t i = 0; i < csr->rows; i++)
    if (fabs (eigenvalues[i]) < 1e-9)
      found[1]++;
    else
      found[0] += eigenvalues[i] < 0.0;
  g_assert_cmpint (found[0], ==, negative);
  g_assert_cmpint (found[1], ==, zero);
}

/* Figures published with the matrices of the collection. */
typedef struct
{
  int64_t rows;
  int64_t entries;
  int64_t levels;
  int64_t below_1; /* entries smaller than 1 in magnitude */
  int64_t below_2;
  double smallest;
  double largest;
} Figures;

static void
assert_figures (const SeidelCsr *csr, const Figures *figures)
{
  g_autofree int64_t *counts = g_new0 (int64_t, csr->rows);
  int64_t below_1 = 0;
  int64_t below_2 = 0;
  double smallest = INFINITY;
  double largest = -INFINITY;

  for (int64_t k = 0; k < seidel_csr_nonzeros (csr); k++)
    {
      below_1 += fabs (csr->values[k]) < 1.0;
      below_2 += fabs (csr->values[k]) < 2.0;
      smallest = MIN (smallest, csr->values[k]);
      largest = MAX (largest, csr->values[k]);
    }
  g_assert_cmpint (csr->rows, ==, figures->rows);
  g_assert_cmpint (seidel_csr_nonzeros (csr), ==, figures->entries);
  g_assert_cmpint (count_levels (csr, counts), ==, figures->levels);
  g_assert_cmpint (below_1, ==, figures->below_1);
  g_assert_cmpint (below_2, ==, figures->below_2);
  g_assert_cmpfloat_with_epsilon (smallest, figures->smallest, 1e-13);
  g_assert_cmpfloat_with_epsilon (largest, figures->largest, 1e-13);
}

/* Half of the squared differences between each inner point and its neighbours, twice
 * differentiated, and twice the barrier. */
static Dense *
obstacle_ref (int side)
{
  Dense *dense = dense_new (side * side);

  for (int y = 1; y < side - 1; y++)
    for (int x = 1; x < side - 1; x++)
      {
        const int around[] = { -1, 1, -side, side };

        for (int i = 0; i < 4; i++)
          dense_add_link (dense, x + side * y, x + side * y + around[i], 0.5);
      }
  for (int i = 0; i < dense->n; i++)
    dense->a[i * dense->n + i] += 0.2;
  return dense;
}

static void
test_obstacle (void)
{
  static const Figures obstclae = { 40000, 197608, 397, 2380, 158404, -1.0, 4.2 };
  g_autoptr (SeidelMatrix) small = MAKE ("obstacle", 7);
  g_autoptr (SeidelMatrix) matrix = MAKE ("obstacle", 200);
  g_autoptr (Dense) expected = obstacle_ref (7);

  assert_close (small->csr, expected, 1e-14);
  assert_positive_definite (small->csr);
  assert_figures (matrix->csr, &obstclae);
  compare_published (matrix->csr, "obstclae.mtx", 0.0);
}

/* The area of a surface over the triangles of a grid, from its heights at the points. */
static long double
area_ref (int side, const long double *heights)
{
  long double h = 1.0L / (side - 1);
  long double area = 0.0L;

  for (int step = -1; step <= 1; step += 2)
    for (int i = MAX (-step, 0); i < side - MAX (step, 0); i++)
      for (int j = MAX (-step, 0); j < side - MAX (step, 0); j++)
        {
          long double along_i = (heights[(i + step) * side + j] - heights[i * side + j]) / h;
          long double along_j = (heights[i * side + j + step] - heights[i * side + j]) / h;

          area += 0.5L * h * h * sqrtl (1.0L + along_i * along_i + along_j * along_j);
        }
  return area;
}

/* A second derivative of the area by central differences. */
static double
area_derivative (int side, long double *heights, int a, int b)
{
  const long double step = 1e-5L;
  long double sum = 0.0L;

  for (int signs = 0; signs < 4; signs++)
    {
      long double first = signs & 1 ? step : -step;
      long double second = signs & 2 ? step : -step;

      heights[a] += first;
      heights[b] += second;
      sum += (first * second > 0.0L ? 1.0L : -1.0L) * area_ref (side, heights);
      heights[a] -= first;
      heights[b] -= second;
    }
  return (double) (sum / (4.0L * step * step));
}

static Dense *
surface_ref (int size)
{
  int side = size + 2;
  int n = side * side;
  Dense *dense = dense_new (n + 2);
  g_autofree long double *heights = g_new (long double, n);

  for (int a = 0; a < n; a++)
    {
      int i = a / side;
      int j = a % side;
      long double slope = 2.0L * i / (side - 1) - 1.0L;
      bool fixed = i == 0 || j == 0 || i == side - 1 || j == side - 1;
      /* A quarter of the square is free of the obstacle on each side, rounded outwards. */
      bool above = MIN (i, j) >= (side - 1) / 4 && 4 * MAX (i, j) < 3 * (side - 1) + 4;

      heights[a] = above && !fixed ? 1.0L : 1.0L - slope * slope;
      dense->a[a * dense->n + a] = fixed ? 0.2 : 0.1;
    }
  for (int a = 0; a < n; a++)
    for (int b = 0; b < n; b++)
      dense->a[a * dense->n + b] += area_derivative (side, heights, a, b);
  for (int a = n; a < n + 2; a++)
    dense->a[a * dense->n + a] = 0.1;
  return dense;
}

static void
test_minimal_surface (void)
{
  static const Figures minsurfo = { 40806,          203622, 505, 139576, 187572, -1.0000000009026,
                                    4.1000000036104 };
  g_autoptr (SeidelMatrix) small = MAKE ("minimal-surface", 5);
  g_autoptr (SeidelMatrix) matrix = MAKE ("minimal-surface", 200);
  g_autoptr (Dense) expected = surface_ref (5);

  assert_close (small->csr, expected, 1e-7);
  assert_positive_definite (small->csr);
  assert_figures (matrix->csr, &minsurfo);
  /* The same operations in another order. */
  compare_published (matrix->csr, "minsurfo.mtx", 2e-15);
}

/* Squared differences of the velocities between neighbouring points and to the walls, at a full
 * cell or at half of one; then what flows through each face. */
static Dense *
cavity_ref (int nx, int ny)
{
  int n_u = (nx - 1) * ny;
  int n_v = nx * (ny - 1);
  int n = n_u + n_v + nx * ny - 1;
  Dense *dense = dense_new (n);

  for (int j = 0; j < ny; j++)
    for (int i = 0; i < nx - 1; i++)
      {
        int u = j * (nx - 1) + i;
        int cell = n_u + n_v + j * nx + i;

        dense_add_link (dense, u, i > 0 ? u - 1 : -1, 1.0);
        if (i == nx - 2)
          dense_add_link (dense, u, -1, 1.0);
        dense_add_link (dense, u, j > 0 ? u - (nx - 1) : -1, j > 0 ? 1.0 : 2.0);
        if (j == ny - 1)
          dense_add_link (dense, u, -1, 2.0);
        dense->a[u * n + cell] = dense->a[cell * n + u] = -1.0;
        if (cell + 1 < n)
          dense->a[u * n + cell + 1] = dense->a[(cell + 1) * n + u] = 1.0;
      }
  for (int j = 0; j < ny - 1; j++)
    for (int i = 0; i < nx; i++)
      {
        int v = n_u + j * nx + i;
        int cell = n_u + n_v + j * nx + i;

        dense_add_link (dense, v, j > 0 ? v - nx : -1, 1.0);
        if (j == ny - 2)
          dense_add_link (dense, v, -1, 1.0);
        dense_add_link (dense, v, i > 0 ? v - 1 : -1, i > 0 ? 1.0 : 2.0);
        if (i == nx - 1)
          dense_add_link (dense, v, -1, 2.0);
        dense->a[v * n + cell] = dense->a[cell * n + v] = -1.0;
        if (cell + nx < n)
          dense->a[v * n + cell + nx] = dense->a[(cell + nx) * n + v] = 1.0;
      }
  return dense;
}

/* As many negative eigenvalues as pressures, none zero, and a zero block on the diagonal. */
static void
test_cavity (void)
{
  static const int sides[][2] = { { 2, 2 }, { 2, 1 }, { 5, 4 }, { 3, 7 }, { 8, 1 } };

  for (size_t s = 0; s < G_N_ELEMENTS (sides); s++)
    {
      int nx = sides[s][0];
      int ny = sides[s][1];
      g_autoptr (SeidelMatrix) matrix = MAKE ("stokes-cavity", nx, ny);
      g_autoptr (Dense) expected = cavity_ref (nx, ny);

      assert_close (matrix->csr, expected, 1e-14);
      assert_inertia (matrix->csr, nx * ny - 1, 0);
      for (int64_t row = 0; row < matrix->csr->rows; row++)
        g_assert_cmpint (seidel_csr_find (matrix->csr, row, row) >= 0, ==,
                         row < matrix->csr->rows - (nx * ny - 1));
    }
}

/* The eigenvalues of the Laplacian, 4 − 2 cos (i π h) − 2 cos (j π h), minus (k h)². */
static void
test_helmholtz (void)
{
  const int nx = 11;
  const int ny = 8;
  const double waves[] = { 0.0, 0.6, 1.3, 2.9 };

  for (size_t w = 0; w < G_N_ELEMENTS (waves); w++)
    {
      g_autoptr (SeidelMatrix) matrix = MAKE ("helmholtz", nx, ny, waves[w]);
      g_autoptr (SeidelMatrix) laplacian = MAKE ("poisson-5", nx, ny);
      g_autoptr (Dense) expected = dense_of (laplacian->csr);
      double shift = pow (2.0 * G_PI * waves[w] / (nx + 1), 2.0);
      int negative = 0;

      for (int i = 0; i < expected->n; i++)
        expected->a[i * expected->n + i] -= shift;
      for (int i = 1; i <= nx; i++)
        for (int j = 1; j <= ny; j++)
          negative +=
            4.0 - 2.0 * cos (i * G_PI / (nx + 1)) - 2.0 * cos (j * G_PI / (ny + 1)) < shift;
      assert_close (matrix->csr, expected, 1e-14);
      assert_inertia (matrix->csr, negative, 0);
      g_assert_cmpint (negative > 0, ==, w >= 2);
    }
}

/* The Laplacian of a connected graph: rows sum to 0, one eigenvalue is 0, the others are positive.
 */
static void
assert_singular_laplacian (const SeidelCsr *csr, double largest)
{
  g_autofree double *eigenvalues = eigenvalues_of (csr);

  for (int64_t row = 0; row < csr->rows; row++)
    {
      g_assert_cmpfloat (row_sum (csr, row), ==, 0.0);
      g_assert_cmpfloat (diagonal_of_row (csr, row), ==, rest_of_row (csr, row));
    }
  g_assert_cmpfloat_with_epsilon (eigenvalues[0], 0.0, 1e-12);
  g_assert_cmpfloat (eigenvalues[1], >, 1e-3);
  g_assert_cmpfloat_with_epsilon (eigenvalues[csr->rows - 1], largest, 1e-12);
}

static void
test_neumann (void)
{
  g_autoptr (SeidelMatrix) flat = MAKE ("poisson-neumann", 6, 5);
  g_autoptr (SeidelMatrix) cube = MAKE ("poisson-neumann", 4, 3, 5);
  g_autoptr (Dense) expected = dense_new (30);

  for (int y = 0; y < 5; y++)
    for (int x = 0; x < 6; x++)
      {
        if (x > 0)
          dense_add_link (expected, 6 * y + x, 6 * y + x - 1, 1.0);
        if (y > 0)
          dense_add_link (expected, 6 * y + x, 6 * y + x - 6, 1.0);
      }
  assert_close (flat->csr, expected, 1e-14);
  assert_singular_laplacian (flat->csr, 4.0 + 2.0 * cos (G_PI / 6) + 2.0 * cos (G_PI / 5));
  assert_singular_laplacian (cube->csr, 6.0 + 2.0 * cos (G_PI / 4) + 2.0 * cos (G_PI / 3)
                                          + 2.0 * cos (G_PI / 5));
}

static void
test_hypercube (void)
{
  g_autoptr (SeidelMatrix) matrix = MAKE ("hypercube", 6);
  g_autoptr (Dense) expected = dense_new (64);
  g_autofree int64_t *counts = g_new0 (int64_t, 64);
  g_autofree double *eigenvalues = eigenvalues_of (matrix->csr);
  static const int binomials[] = { 1, 6, 15, 20, 15, 6, 1 };
  int i = 0;

  for (int a = 0; a < 64; a++)
    for (int b = 0; b < a; b++)
      if (__builtin_popcount ((unsigned) (a ^ b)) == 1)
        dense_add_link (expected, a, b, 1.0);
  assert_close (matrix->csr, expected, 1e-14);
  assert_singular_laplacian (matrix->csr, 12.0);
  g_assert_cmpint (count_levels (matrix->csr, counts), ==, 7);
  for (int k = 0; k <= 6; k++)
    {
      g_assert_cmpint (counts[k], ==, binomials[k]);
      for (int multiple = 0; multiple < binomials[k]; multiple++)
        g_assert_cmpfloat_with_epsilon (eigenvalues[i++], 2.0 * k, 1e-12);
    }
}

/* The adjacency matrix after one more step, in blocks. */
static Dense *
mycielskian_ref (int size)
{
  Dense *dense = dense_new (2);

  dense->a[1] = dense->a[2] = 1.0;
  for (int step = 2; step < size; step++)
    {
      g_autoptr (Dense) smaller = dense;
      int n = smaller->n;

      dense = dense_new (2 * n + 1);
      for (int i = 0; i < n; i++)
        {
          for (int j = 0; j < n; j++)
            dense->a[i * dense->n + j] = dense->a[(i + n) * dense->n + j] =
              dense->a[i * dense->n + j + n] = smaller->a[i * n + j];
          dense->a[(i + n) * dense->n + 2 * n] = dense->a[2 * n * dense->n + i + n] = 1.0;
        }
    }
  return dense;
}

/* No two neighbours of a node are neighbours of each other. */
static void
assert_triangle_free (const SeidelCsr *csr)
{
  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      for (int64_t l = csr->row_offsets[row]; l < k; l++)
        g_assert_cmpint (seidel_csr_find (csr, csr->column_indices[k], csr->column_indices[l]), <,
                         0);
}

/* Whether the nodes can be coloured so that neighbours differ, the first ones being coloured. */
static bool
can_colour (const SeidelCsr *csr, int n_colours, int64_t row, int *colours)
{
  if (row == csr->rows)
    return true;
  for (colours[row] = 0; colours[row] < n_colours; colours[row]++)
    {
      bool free_colour = true;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        free_colour &=
          csr->column_indices[k] > row || colours[csr->column_indices[k]] != colours[row];
      if (free_colour && can_colour (csr, n_colours, row + 1, colours))
        return true;
    }
  return false;
}

/* Size 3 is a ring of 5, size 4 the Grötzsch graph; the collection's mycielskian12 has 407,200
 * entries. */
static void
test_mycielskian (void)
{
  g_autoptr (SeidelMatrix) large = MAKE ("mycielskian", 12);

  for (int size = 2; size <= 6; size++)
    {
      g_autoptr (SeidelMatrix) matrix = MAKE ("mycielskian", size);
      g_autoptr (Dense) expected = mycielskian_ref (size);
      g_autofree int *colours = g_new (int, matrix->csr->rows);

      assert_close (matrix->csr, expected, 0.0);
      g_assert_true (is_symmetric (matrix->csr));
      assert_triangle_free (matrix->csr);
      if (size <= 4)
        {
          g_assert_false (can_colour (matrix->csr, size - 1, 0, colours));
          g_assert_true (can_colour (matrix->csr, size, 0, colours));
        }
    }
  g_assert_cmpint (large->csr->rows, ==, 3071);
  g_assert_cmpint (seidel_csr_nonzeros (large->csr), ==, 407200);
}

static bool
is_prime (int number)
{
  for (int divisor = 2; divisor * divisor <= number; divisor++)
    if (number % divisor == 0)
      return false;
  return number > 1;
}

/* The first element of the solution of A x = e₁ by Gauss-Seidel sweeps. */
static double
first_of_inverse (const SeidelCsr *csr)
{
  g_autofree double *x = g_new0 (double, csr->rows);

  for (int sweep = 0; sweep < 60; sweep++)
    for (int64_t row = 0; row < csr->rows; row++)
      {
        double sum = row == 0;

        for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
          if (csr->column_indices[k] != row)
            sum -= csr->values[k] * x[csr->column_indices[k]];
        x[row] = sum / diagonal_of_row (csr, row);
      }
  return x[0];
}

/* Entries as in the collection; the answer to problem 7 is 0.7250783462684… */
static void
test_trefethen (void)
{
  g_autoptr (SeidelMatrix) twenty = MAKE ("trefethen", 20);
  g_autoptr (SeidelMatrix) minor = MAKE ("trefethen", 19, 2);
  g_autoptr (SeidelMatrix) matrix = MAKE ("trefethen", 20000);
  g_autoptr (SeidelMatrix) medium = MAKE ("trefethen", 2000);
  g_autoptr (Dense) expected = dense_new (20);
  int prime = 1;

  for (int i = 0; i < 20; i++)
    {
      while (!is_prime (++prime))
        ;
      expected->a[i * 20 + i] = prime;
      for (int power = 1; i + power < 20; power *= 2)
        expected->a[i * 20 + i + power] = expected->a[(i + power) * 20 + i] = 1.0;
    }
  assert_close (twenty->csr, expected, 0.0);
  assert_positive_definite (twenty->csr);
  g_assert_cmpint (seidel_csr_nonzeros (twenty->csr), ==, 158);
  g_assert_cmpint (seidel_csr_nonzeros (minor->csr), ==, 147);
  g_assert_cmpint (seidel_csr_nonzeros (medium->csr), ==, 41906);
  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, 554466);
  g_assert_cmpfloat (diagonal_of_row (matrix->csr, 19999), ==, 224737.0);
  g_assert_cmpfloat_with_epsilon (first_of_inverse (matrix->csr), 0.72507834626840117, 1e-14);
  compare_published (minor->csr, "Trefethen_20b.mtx", 0.0);
}

static double
binomial (int n, int k)
{
  double product = 1.0;

  for (int i = 1; i <= k; i++)
    product = product * (n - k + i) / i;
  return product;
}

/* The entries of the inverse are integers (Todd 1954). */
static void
test_hilbert (void)
{
  const int n = 6;
  g_autoptr (SeidelMatrix) matrix = MAKE ("hilbert", n);
  const double *a = matrix->csr->values;

  g_assert_cmpint (seidel_csr_nonzeros (matrix->csr), ==, n * n);
  g_assert_cmpfloat (a[0], ==, 1.0);
  g_assert_cmpfloat (a[n * n - 1], ==, 1.0 / 11.0);
  assert_positive_definite (matrix->csr);
  for (int i = 1; i <= n; i++)
    for (int j = 1; j <= n; j++)
      {
        double sum = 0.0;

        for (int k = 1; k <= n; k++)
          sum += a[(i - 1) * n + k - 1] * ((k + j) % 2 == 0 ? 1.0 : -1.0) * (k + j - 1)
                 * binomial (n + k - 1, n - j) * binomial (n + j - 1, n - k)
                 * pow (binomial (k + j - 2, k - 1), 2.0);
        g_assert_cmpfloat_with_epsilon (sum, i == j, 1e-9);
      }
}

/* One bar after the other. */
static Dense *
truss_ref (int bays, int storeys, double width)
{
  static const int bars[][2] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } };
  Dense *dense = dense_new (2 * bays * (storeys + 1));

  for (int i = 0; i <= bays; i++)
    for (int j = 0; j <= storeys; j++)
      for (size_t b = 0; b < G_N_ELEMENTS (bars); b++)
        {
          int k = i + bars[b][0];
          int l = j + bars[b][1];
          int from = 2 * ((i - 1) * (storeys + 1) + j);
          int to = 2 * ((k - 1) * (storeys + 1) + l);
          double length = hypot (width * bars[b][0], bars[b][1]);
          double c = width * bars[b][0] / length;
          double s = bars[b][1] / length;

          if (k > bays || l < 0 || l > storeys)
            continue;
          dense_add_square (dense, 4,
                            (const int[]){ i > 0 ? from : -1, i > 0 ? from + 1 : -1,
                                           k > 0 ? to : -1, k > 0 ? to + 1 : -1 },
                            (const double[]){ -c, -s, c, s }, 1.0 / length);
        }
  return dense;
}

static void
test_truss (void)
{
  static const struct
  {
    int bays;
    int storeys;
    double width;
  } cases[] = { { 1, 1, 1.0 }, { 5, 1, 2.5 }, { 3, 4, 0.5 }, { 8, 2, 1.0 } };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelMatrix) matrix =
        MAKE ("truss", cases[i].bays, cases[i].storeys, cases[i].width);
      g_autoptr (Dense) expected = truss_ref (cases[i].bays, cases[i].storeys, cases[i].width);

      assert_close (matrix->csr, expected, 1e-14);
      assert_positive_definite (matrix->csr);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gallery/problems/obstacle", test_obstacle);
  g_test_add_func ("/gallery/problems/minimal-surface", test_minimal_surface);
  g_test_add_func ("/gallery/problems/stokes-cavity", test_cavity);
  g_test_add_func ("/gallery/problems/helmholtz", test_helmholtz);
  g_test_add_func ("/gallery/problems/poisson-neumann", test_neumann);
  g_test_add_func ("/gallery/problems/hypercube", test_hypercube);
  g_test_add_func ("/gallery/problems/mycielskian", test_mycielskian);
  g_test_add_func ("/gallery/problems/trefethen", test_trefethen);
  g_test_add_func ("/gallery/problems/hilbert", test_hilbert);
  g_test_add_func ("/gallery/problems/truss", test_truss);
  return g_test_run ();
}
