/* Stationary iterations against plain ones on dense matrices, and against what is known of them on
 * the five-point operator.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>
#include <string.h>

#include "analysis/seidel-coloring.h"
#include "analysis/seidel-modes.h"
#include "analysis/seidel-stationary.h"
#include "base/seidel-error.h"
#include "gallery/seidel-gallery.h"
#include "matrix/seidel-matrix.h"

#define MOST 60

static SeidelMatrix *
make_grid (int side)
{
  const double values[SEIDEL_GALLERY_MAX_PARAMETERS] = { side };
  g_autoptr (GError) error = NULL;
  SeidelMatrix *matrix =
    seidel_gallery_make (seidel_gallery_find ("poisson-5"), values, NULL, NULL, &error);

  g_assert_no_error (error);
  return matrix;
}

/* A third of the entries, a diagonal that is larger than the sum of the others. */
static SeidelCsr *
make_dominant (int n, double a[MOST][MOST])
{
  int32_t rows[MOST * MOST], columns[MOST * MOST];
  double values[MOST * MOST];
  SeidelCoordinates coordinates = { n, n, 0, rows, columns, values };
  g_autoptr (GError) error = NULL;
  SeidelCsr *csr;

  memset (a, 0, sizeof (double[MOST][MOST]));
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        if (j != i && g_test_rand_int_range (0, 3) == 0)
          a[i][j] = g_test_rand_double_range (-1.0, 1.0);
      a[i][i] = 1.0;
      for (int j = 0; j < n; j++)
        a[i][i] += j != i ? fabs (a[i][j]) : 0.0;
      for (int j = 0; j < n; j++)
        if (a[i][j] != 0.0)
          {
            rows[coordinates.count] = i;
            columns[coordinates.count] = j;
            values[coordinates.count++] = a[i][j];
          }
    }
  csr = seidel_csr_from_coordinates (&coordinates, NULL, NULL, &error);
  g_assert_no_error (error);
  return csr;
}

/* The plain twin: row by row of a dense matrix, as in a book. */
static double
relaxed_ref (int n, double a[MOST][MOST], const double *b, const double *x, int i, double omega)
{
  double sum = b[i];

  for (int j = 0; j < n; j++)
    if (j != i)
      sum -= a[i][j] * x[j];
  return (1.0 - omega) * x[i] + omega * sum / a[i][i];
}

static void
sweep_ref (SeidelStationaryKind kind,
           int n,
           double a[MOST][MOST],
           const double *b,
           double omega,
           const int32_t *colors,
           int32_t n_colors,
           double *x)
{
  double next[MOST];

  switch (kind)
    {
    case SEIDEL_STATIONARY_JACOBI:
      for (int i = 0; i < n; i++)
        next[i] = relaxed_ref (n, a, b, x, i, 1.0);
      memcpy (x, next, (size_t) n * sizeof *x);
      break;
    case SEIDEL_STATIONARY_COLORS:
      for (int color = 1; color <= n_colors; color++)
        for (int i = 0; i < n; i++)
          if (colors[i] == color)
            x[i] = relaxed_ref (n, a, b, x, i, 1.0);
      break;
    default:
      for (int i = 0; i < n; i++)
        x[i] = relaxed_ref (n, a, b, x, i, kind == SEIDEL_STATIONARY_SOR ? omega : 1.0);
      for (int i = n - 1; kind == SEIDEL_STATIONARY_SYMMETRIC && i >= 0; i--)
        x[i] = relaxed_ref (n, a, b, x, i, 1.0);
    }
}

static void
test_plain (gconstpointer data)
{
  const SeidelStationaryKind kind = (SeidelStationaryKind) GPOINTER_TO_INT (data);
  const int n = 40;
  const double omega = 1.3;
  static double a[MOST][MOST];
  double b[MOST], exact[MOST], start[MOST], x[MOST];
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCsr) csr = make_dominant (n, a);
  g_autoptr (SeidelColoring) coloring = seidel_coloring_new (csr, NULL, NULL, &error);
  g_autoptr (SeidelStationary) iteration = NULL;

  for (int i = 0; i < n; i++)
    {
      b[i] = g_test_rand_double_range (-1.0, 1.0);
      start[i] = x[i] = g_test_rand_double_range (-1.0, 1.0);
    }
  g_assert_true (seidel_dense_solve (csr, b, exact));
  iteration = seidel_stationary_new (csr, b, exact, start, kind, omega, &error);
  g_assert_no_error (error);
  for (int64_t sweep = 1; sweep <= 30; sweep++)
    {
      double norm = 0.0;

      sweep_ref (kind, n, a, b, omega, coloring->color_of_row, coloring->count, x);
      g_assert_true (seidel_stationary_go_to (iteration, sweep, G_MAXINT64));
      for (int i = 0; i < n; i++)
        {
          g_assert_cmpfloat_with_epsilon (iteration->x[i], x[i], 1e-13);
          norm += (x[i] - exact[i]) * (x[i] - exact[i]);
        }
      g_assert_cmpfloat_with_epsilon (g_array_index (iteration->errors, double, sweep), sqrt (norm),
                                      1e-12);
    }
  seidel_stationary_go_to (iteration, 2000, G_MAXINT64);
  g_assert_cmpfloat (g_array_index (iteration->errors, double, 2000), <, 1e-13);
}

/* Forth and back, with iterates thrown away in between, gives the same bits. */
static void
test_back (void)
{
  g_autoptr (SeidelMatrix) grid = make_grid (12);
  const int64_t n = grid->csr->rows;
  const size_t bytes = (size_t) n * sizeof (double);
  g_autofree double *b = g_new0 (double, n), *start = g_new (double, n), *seen = g_new (double, n);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelStationary) iteration = NULL;

  for (int64_t i = 0; i < n; i++)
    start[i] = g_test_rand_double_range (-1.0, 1.0);
  iteration = seidel_stationary_new (grid->csr, b, b, start, SEIDEL_STATIONARY_SOR, 1.5, &error);
  g_assert_no_error (error);
  seidel_stationary_go_to (iteration, 77, G_MAXINT64);
  memcpy (seen, iteration->x, bytes);
  seidel_stationary_go_to (iteration, 1000, G_MAXINT64);
  g_assert_cmpuint (iteration->kept->len, <=, SEIDEL_STATIONARY_MOST_KEPT);
  g_assert_cmpuint (iteration->errors->len, ==, 1001);
  seidel_stationary_go_to (iteration, 77, G_MAXINT64);
  g_assert_cmpint (iteration->sweep, ==, 77);
  g_assert_cmpmem (iteration->x, bytes, seen, bytes);
  seidel_stationary_go_to (iteration, 0, G_MAXINT64);
  g_assert_cmpmem (iteration->x, bytes, start, bytes);
  g_assert_cmpuint (iteration->errors->len, ==, 1001);
  /* Another ω begins again; without time a sweep is made nevertheless. */
  seidel_stationary_set_omega (iteration, 1.0);
  g_assert_cmpuint (iteration->errors->len, ==, 1);
  g_assert_false (seidel_stationary_go_to (iteration, 5, 0));
  g_assert_cmpint (iteration->sweep, ==, 1);
}

static double
last_factor (const SeidelStationary *iteration)
{
  const guint n = iteration->errors->len;

  return g_array_index (iteration->errors, double, n - 1)
         / g_array_index (iteration->errors, double, n - 2);
}

/* On the five-point operator Jacobi multiplies a mode by the mean of two cosines, Gauss-Seidel
 * converges twice as fast, red-black asymptotically the same, and SOR at the best ω by ω − 1. */
static void
test_rates (void)
{
  const int side = 15;
  const double rho = cos (G_PI / (side + 1)), best = 2.0 / (1.0 + sqrt (1.0 - rho * rho));
  const struct
  {
    SeidelStationaryKind kind;
    double omega, factor, tolerance;
  } cases[] = {
    { SEIDEL_STATIONARY_JACOBI, 1.0, rho, 1e-12 },
    { SEIDEL_STATIONARY_FORWARD, 1.0, rho * rho, 1e-6 },
    { SEIDEL_STATIONARY_COLORS, 1.0, rho * rho, 1e-6 },
    { SEIDEL_STATIONARY_SOR, best, best - 1.0, 0.05 }, /* a Jordan block: approached slowly */
  };
  g_autoptr (SeidelMatrix) grid = make_grid (side);
  const int64_t n = grid->csr->rows;
  g_autofree double *b = g_new0 (double, n), *start = g_new0 (double, n);

  seidel_mode_add (start, n, side, 1, 1, 1.0);
  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelStationary) iteration =
        seidel_stationary_new (grid->csr, b, b, start, cases[i].kind, cases[i].omega, &error);

      g_assert_no_error (error);
      seidel_stationary_go_to (iteration, 100, G_MAXINT64);
      g_assert_cmpfloat_with_epsilon (last_factor (iteration), cases[i].factor, cases[i].tolerance);
    }
}

static void
test_odd_matrices (void)
{
  /* A zero and a missing diagonal entry; a singular and a rectangular matrix. */
  const int64_t offsets[] = { 0, 2, 4 }, wide_offsets[] = { 0, 1 };
  const int32_t columns[] = { 0, 1, 0, 1 }, wide_column[] = { 2 };
  const double values[] = { 0.0, 1.0, 1.0, 2.0 }, singular_values[] = { 1.0, 2.0, 2.0, 4.0 };
  const double b[] = { 1.0, 3.0 }, start[] = { 5.0, 0.0, 0.0 };
  double x[2];
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelCsr) csr = seidel_csr_new_from_arrays (2, 2, offsets, columns, values, &error);
  g_autoptr (SeidelCsr) singular =
    seidel_csr_new_from_arrays (2, 2, offsets, columns, singular_values, &error);
  g_autoptr (SeidelCsr) wide =
    seidel_csr_new_from_arrays (1, 3, wide_offsets, wide_column, b, &error);
  g_autoptr (SeidelStationary) iteration =
    seidel_stationary_new (csr, b, NULL, start, SEIDEL_STATIONARY_FORWARD, 1.0, &error);

  g_assert_no_error (error);
  seidel_stationary_go_to (iteration, 1, G_MAXINT64);
  g_assert_cmpfloat (iteration->x[0], ==, 5.0);
  g_assert_cmpfloat (iteration->x[1], ==, -1.0);
  g_assert_true (seidel_dense_solve (csr, b, x)); /* needs an exchange */
  g_assert_cmpfloat (x[0], ==, 1.0);
  g_assert_cmpfloat (x[1], ==, 1.0);
  g_assert_false (seidel_dense_solve (singular, b, x));
  g_assert_null (
    seidel_stationary_new (wide, b, NULL, start, SEIDEL_STATIONARY_JACOBI, 1.0, &error));
  g_assert_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (int kind = 0; kind < SEIDEL_N_STATIONARY; kind++)
    {
      g_autofree char *path =
        g_strdup_printf ("/stationary/plain/%s",
                         seidel_stationary_name ((SeidelStationaryKind) kind));

      g_test_add_data_func (path, GINT_TO_POINTER (kind), test_plain);
    }
  g_test_add_func ("/stationary/back", test_back);
  g_test_add_func ("/stationary/rates", test_rates);
  g_test_add_func ("/stationary/odd-matrices", test_odd_matrices);
  return g_test_run ();
}
