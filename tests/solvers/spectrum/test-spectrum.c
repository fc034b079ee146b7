/* Spectra against plain dense twins: eigenvalues by Jacobi's rotations, singular values by
 * one-sided ones, spectral radii by repeated squaring; and Ritz values of runs against what they
 * are of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>
#include <math.h>
#include <string.h>

#include "solve/seidel-solve.h"
#include "spectrum/seidel-iteration-radius.h"
#include "spectrum/seidel-ritz.h"
#include "spectrum/seidel-spectrum.h"

#include "core-testing.h"

/* The greatest relative difference. */
#define CLOSE 1e-6

typedef struct
{
  const char *kind;
  int n_values;
  double values[4];
} Sample;

static const Sample symmetric[] = {
  { "poisson-5", 1, { 7 } },
  { "poisson-5", 1, { 12 } },
  { "poisson-7", 1, { 5 } },
  { "poisson-27", 1, { 5 } },
  { "poisson-anisotropic", 1, { 10 } },
  { "poisson-jumping", 1, { 9 } },
  { "helmholtz", 1, { 9 } },
  { "wathen", 1, { 4 } },
  { "tridiagonal", 1, { 60 } },
  { "trefethen", 1, { 80 } },
  { "hilbert", 1, { 4 } },
};

static const Sample unsymmetric[] = {
  { "convection-diffusion", 1, { 8 } }, { "convection-diffusion", 1, { 12 } },
  { "random-dense", 1, { 30 } },        { "random-dense", 1, { 60 } },
  { "random-dominant", 1, { 50 } },     { "random-dominant", 1, { 120 } },
};

static double *
make_dense (const SeidelCsr *csr)
{
  double *table = g_new0 (double, csr->rows * csr->columns);

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      table[row * csr->columns + csr->column_indices[k]] = csr->values[k];
  return table;
}

/* Rotates columns p and q of a matrix of n rows. */
static void
rotate_columns (double *a, int64_t n, int64_t columns, int64_t p, int64_t q, double c, double s)
{
  for (int64_t i = 0; i < n; i++)
    {
      const double x = a[i * columns + p];
      const double y = a[i * columns + q];

      a[i * columns + p] = c * x - s * y;
      a[i * columns + q] = s * x + c * y;
    }
}

/* One-sided Jacobi: the singular values are the lengths of the columns in the end. */
static double *
dense_singular_values (const SeidelCsr *csr)
{
  const int64_t n = csr->columns;
  g_autofree double *a = make_dense (csr);
  double *values = g_new0 (double, n);
  bool rotated = true;

  for (int sweep = 0; sweep < 60 && rotated; sweep++)
    {
      rotated = false;
      for (int64_t p = 0; p < n; p++)
        for (int64_t q = p + 1; q < n; q++)
          {
            double pp = 0.0;
            double qq = 0.0;
            double pq = 0.0;
            double zeta;
            double t;

            for (int64_t i = 0; i < csr->rows; i++)
              {
                pp += a[i * n + p] * a[i * n + p];
                qq += a[i * n + q] * a[i * n + q];
                pq += a[i * n + p] * a[i * n + q];
              }
            if (fabs (pq) <= 1e-15 * sqrt (pp * qq))
              continue;
            rotated = true;
            zeta = (qq - pp) / (2.0 * pq);
            t = copysign (1.0, zeta) / (fabs (zeta) + sqrt (1.0 + zeta * zeta));
            rotate_columns (a, csr->rows, n, p, q, 1.0 / sqrt (1.0 + t * t),
                            t / sqrt (1.0 + t * t));
          }
    }
  for (int64_t j = 0; j < n; j++)
    for (int64_t i = 0; i < csr->rows; i++)
      values[j] = hypot (values[j], a[i * n + j]);
  return values;
}

static void
find_ends (const double *values, int64_t n, double *least, double *greatest)
{
  *least = INFINITY;
  *greatest = -INFINITY;
  for (int64_t i = 0; i < n; i++)
    {
      *least = fmin (*least, values[i]);
      *greatest = fmax (*greatest, values[i]);
    }
}

/* The ends of the spectrum of a symmetric matrix: singular values after a shift that makes all
 * eigenvalues positive. */
static void
dense_ends (const SeidelCsr *csr, double *least, double *greatest)
{
  const double shift = 2.0 * seidel_csr_norm_inf (csr);
  g_autoptr (SeidelCsr) shifted = NULL;
  g_autofree double *table = make_dense (csr);
  g_autofree double *values = NULL;

  for (int64_t i = 0; i < csr->rows; i++)
    table[i * csr->columns + i] += shift;
  shifted = test_csr_from_dense ((int) csr->rows, (int) csr->columns, table);
  values = dense_singular_values (shifted);
  find_ends (values, csr->columns, least, greatest);
  *least -= shift;
  *greatest -= shift;
}

static void
assert_relative (double value, double expected, double tolerance)
{
  g_test_message ("%.15g, %.15g expected", value, expected);
  g_assert_cmpfloat (fabs (value - expected), <=, tolerance * fabs (expected));
}

/* A value is as near as its bound says, which says something. */
static void
assert_within (double value, double expected, double error)
{
  g_test_message ("%.15g ± %.3g, %.15g expected", value, error, expected);
  g_assert_cmpfloat (fabs (value - expected), <=, fmax (error, CLOSE * expected));
  g_assert_cmpfloat (error, <=, 0.1 * expected);
}

static SeidelMatrix *
make_sample (const Sample *sample)
{
  g_test_message ("%s, %g", sample->kind, sample->values[0]);
  return test_gallery (sample->kind, sample->n_values, sample->values);
}

static SeidelSpectrum
measure (const SeidelMatrix *matrix)
{
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;
  SeidelSpectrum spectrum;

  g_assert_true (seidel_spectrum_measure (matrix->csr, structure, 2, NULL, &spectrum, &error));
  g_assert_no_error (error);
  return spectrum;
}

static void
test_symmetric (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (symmetric); i++)
    {
      g_autoptr (SeidelMatrix) matrix = make_sample (&symmetric[i]);
      g_autofree double *values = dense_singular_values (matrix->csr);
      const SeidelSpectrum spectrum = measure (matrix);
      double least;
      double greatest;

      g_assert_true (spectrum.symmetric);
      dense_ends (matrix->csr, &least, &greatest);
      assert_relative (spectrum.least, least, CLOSE);
      assert_relative (spectrum.greatest, greatest, CLOSE);
      find_ends (values, matrix->csr->columns, &least, &greatest);
      assert_relative (spectrum.condition, greatest / least, CLOSE);
    }
}

static void
test_unsymmetric (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (unsymmetric); i++)
    {
      g_autoptr (SeidelMatrix) matrix = make_sample (&unsymmetric[i]);
      g_autofree double *values = dense_singular_values (matrix->csr);
      const SeidelSpectrum spectrum = measure (matrix);
      double least;
      double greatest;

      find_ends (values, matrix->csr->columns, &least, &greatest);
      g_assert_false (spectrum.symmetric);
      assert_relative (spectrum.least, least, CLOSE);
      assert_relative (spectrum.greatest, greatest, CLOSE);
      assert_relative (spectrum.condition, greatest / least, CLOSE);
    }
}

/* Without a basis that is kept: as many rows as that takes, and the closed form. */
static void
test_large (void)
{
  const double size[] = { 70 };
  const double angle = G_PI / 71.0 / 2.0;
  g_autoptr (SeidelMatrix) matrix = test_gallery ("poisson-5", 1, size);
  const SeidelSpectrum spectrum = measure (matrix);

  g_assert_cmpint (matrix->csr->rows, >, SEIDEL_SPECTRUM_WHOLE);
  assert_relative (spectrum.least, 8.0 * sin (angle) * sin (angle), CLOSE);
  assert_relative (spectrum.greatest, 8.0 * cos (angle) * cos (angle), CLOSE);
  assert_relative (spectrum.condition, pow (cos (angle) / sin (angle), 2.0), CLOSE);
}

/* A null space, more rows than columns, fewer, and no rows at all. */
static void
test_shapes (void)
{
  const double singular[] = { 1, -1, 0, -1, 2, -1, 0, -1, 1 };
  const double tall[] = { 3, 0, 0, 4, 0, 0 };
  struct
  {
    SeidelCsr *csr;
    double least, greatest;
  } cases[] = {
    { test_csr_from_dense (3, 3, singular), 0.0, 3.0 },
    { test_csr_from_dense (3, 2, tall), 3.0, 4.0 },
    { test_csr_from_dense (2, 3, (double[]){ 3, 0, 0, 0, 4, 0 }), 3.0, 4.0 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("case", cases[i].csr);
      const SeidelSpectrum spectrum = measure (matrix);

      g_assert_cmpfloat_with_epsilon (spectrum.least, cases[i].least, 1e-12);
      g_assert_cmpfloat_with_epsilon (spectrum.greatest, cases[i].greatest, 1e-12);
      g_assert_true (cases[i].least > 0.0 ? spectrum.condition < 2.0 : isinf (spectrum.condition));
    }
}

/* One iteration with b = 0 as a table: what it makes of each unit vector. */
static double *
dense_iteration (const SeidelCsr *csr, const SeidelIteration *iteration)
{
  const int64_t n = csr->rows;
  g_autofree double *a = make_dense (csr);
  double *g = g_new0 (double, n *n);

  for (int64_t j = 0; j < n; j++)
    {
      g_autofree double *x = g_new0 (double, n);
      g_autofree double *y = g_new0 (double, n);

      x[j] = 1.0;
      for (int pass = 0; pass < 2; pass++)
        for (int64_t k = 0; k < n && (pass == 0 ? iteration->forward : iteration->backward); k++)
          {
            const int64_t i = pass == 0 ? k : n - 1 - k;
            double sum = 0.0;

            for (int64_t l = 0; l < n; l++)
              sum += a[i * n + l] * x[l];
            x[i] -= iteration->omega * sum / a[i * n + i];
          }
      for (int64_t i = 0; i < n && iteration->weight != 0.0; i++)
        y[i] = x[i] - iteration->weight * a[i * n + j] / a[i * n + i];
      for (int64_t i = 0; i < n; i++)
        g[i * n + j] = iteration->weight != 0.0 ? y[i] : x[i];
    }
  return g;
}

/* ‖Gᵐ‖^(1/m) for m = 2³⁰, squaring with the norm taken out each time. */
static double
dense_radius (double *g, int64_t n)
{
  g_autofree double *square = g_new (double, n *n);
  double logarithm = 0.0;
  double m = 1.0;

  for (int step = 0; step < 30; step++, m *= 2.0)
    {
      double norm = 0.0;

      for (int64_t i = 0; i < n * n; i++)
        norm = fmax (norm, fabs (g[i]));
      logarithm += log (norm) / m;
      memset (square, 0, (size_t) (n * n) * sizeof *square);
      for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++)
          for (int64_t j = 0; j < n; j++)
            square[i * n + j] += g[i * n + k] / norm * (g[k * n + j] / norm);
      memcpy (g, square, (size_t) (n * n) * sizeof *square);
    }
  return exp (logarithm);
}

static void
test_radii (void)
{
  static const SeidelIteration iterations[] = {
    { .weight = 1.0 },
    { .weight = 0.6 },
    { .forward = true, .omega = 1.0 },
    { .backward = true, .omega = 1.0 },
    { .forward = true, .backward = true, .omega = 1.0 },
    { .forward = true, .omega = 1.3 },
    { .forward = true, .backward = true, .omega = 1.5 },
  };
  static const Sample samples[] = {
    { "poisson-5", 1, { 6 } },        { "poisson-27", 1, { 3 } },           { "wathen", 1, { 2 } },
    { "random-dominant", 1, { 40 } }, { "convection-diffusion", 1, { 6 } },
  };

  for (size_t s = 0; s < G_N_ELEMENTS (samples); s++)
    {
      g_autoptr (SeidelMatrix) matrix = make_sample (&samples[s]);

      for (size_t i = 0; i < G_N_ELEMENTS (iterations); i++)
        {
          g_autofree double *g = dense_iteration (matrix->csr, &iterations[i]);
          double radius;

          g_assert_true (
            seidel_iteration_radius (matrix->csr, &iterations[i], 2, NULL, &radius, NULL));
          assert_relative (radius, dense_radius (g, matrix->csr->rows), CLOSE);
        }
    }
}

/* The model problem, in closed form; and a matrix that no numbers make consistently ordered. */
static void
test_best_omega (void)
{
  const double size[] = { 20 };
  const double mu = cos (G_PI / 21.0);
  const double omega = 2.0 / (1.0 + sqrt (1.0 - mu * mu));
  g_autoptr (SeidelMatrix) model = test_gallery ("poisson-5", 1, size);
  g_autoptr (SeidelMatrix) other = test_gallery ("wathen", 1, (double[]){ 3 });
  g_autoptr (SeidelStructure) structure = seidel_structure_new (model, NULL, NULL, NULL);
  g_autoptr (SeidelStructure) other_structure = seidel_structure_new (other, NULL, NULL, NULL);
  SeidelIterationRadii radii;
  double near;

  g_assert_true (seidel_csr_is_consistently_ordered (model->csr, NULL));
  g_assert_true (seidel_iteration_radii (model->csr, structure, 2, NULL, &radii, NULL));
  assert_relative (radii.jacobi, mu, CLOSE);
  assert_relative (radii.gauss_seidel, mu * mu, CLOSE);
  assert_relative (radii.omega, omega, CLOSE);
  assert_relative (radii.sor, omega - 1.0, CLOSE);

  g_assert_false (seidel_csr_is_consistently_ordered (other->csr, NULL));
  g_assert_true (seidel_iteration_radii (other->csr, other_structure, 2, NULL, &radii, NULL));
  g_assert_cmpfloat (radii.sor, <, radii.gauss_seidel);
  for (int side = -1; side <= 1; side += 2)
    {
      const SeidelIteration iteration = { .forward = true, .omega = radii.omega + side * 0.02 };

      g_assert_true (seidel_iteration_radius (other->csr, &iteration, 2, NULL, &near, NULL));
      g_assert_cmpfloat (near, >, radii.sor);
    }
}

/* A run to the last digit has the whole spectrum in its coefficients, with a b that has a part in
 * all of it. */
static SeidelOutcome *
solve (SeidelMatrix *matrix, const char *method, const char *preconditioner, SeidelTrace *trace)
{
  const int64_t n = matrix->csr->rows;
  g_autofree double *b = test_random_vector (n, 3);
  g_autoptr (SeidelProblem) problem = seidel_problem_new (matrix, b, NULL, NULL);
  SeidelOptions options = SEIDEL_OPTIONS_INIT;
  g_autoptr (GError) error = NULL;
  SeidelOutcome *outcome;

  options.method = method;
  options.preconditioner = preconditioner;
  options.tolerance = 1e-13;
  options.scaling = SEIDEL_SCALE_NONE;
  options.parameters[SEIDEL_PARAMETER_RESTART] = 500;
  outcome = seidel_solve (problem, &options, trace, NULL, NULL, &error);
  g_assert_no_error (error);
  return outcome;
}

static void
test_runs (gconstpointer method)
{
  for (size_t i = 0; i < G_N_ELEMENTS (symmetric); i++)
    {
      g_autoptr (SeidelMatrix) matrix = make_sample (&symmetric[i]);
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (SeidelOutcome) outcome = NULL;
      double least;
      double greatest;

      dense_ends (matrix->csr, &least, &greatest);
      if (least < 0.0)
        continue;
      outcome = solve (matrix, method, "none", trace);
      assert_within (outcome->ritz_least, least, outcome->ritz_least_error);
      assert_within (outcome->ritz_greatest, greatest, outcome->ritz_greatest_error);
      g_assert_cmpfloat (outcome->ritz_condition, <=, greatest / least * (1.0 + CLOSE));
    }
}

/* Jacobi as a preconditioner: the spectrum is that of D⁻¹ A, on 1 ± cos (π h) here. */
static void
test_preconditioned (gconstpointer method)
{
  const double size[] = { 15 };
  const double mu = cos (G_PI / 16.0);
  g_autoptr (SeidelMatrix) matrix = test_gallery ("poisson-5", 1, size);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = solve (matrix, method, "jacobi", trace);

  assert_relative (outcome->ritz_least, 1.0 - mu, CLOSE);
  assert_relative (outcome->ritz_greatest, 1.0 + mu, CLOSE);
}

/* Complex values: rotations in a plane, whose eigenvalues have the modulus of their scale. */
static void
test_complex (void)
{
  const int n = 12;
  g_autofree double *table = g_new0 (double, n *n);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  g_autofree SeidelRitzValue *values = NULL;
  SeidelProjection projection;
  size_t found;

  for (int k = 0; k < n / 2; k++)
    {
      table[2 * k * n + 2 * k] = table[(2 * k + 1) * n + 2 * k + 1] = k + 1.0;
      table[2 * k * n + 2 * k + 1] = 0.5;
      table[(2 * k + 1) * n + 2 * k] = -0.5;
    }
  matrix = seidel_matrix_new ("rotations", test_csr_from_dense (n, n, table));
  outcome = solve (matrix, "gmres", "none", trace);
  g_assert_true (seidel_ritz_find (trace, 0, &projection));
  g_assert_cmpint (projection.kind, ==, SEIDEL_PROJECTION_ARNOLDI);
  g_assert_cmpuint (projection.steps, ==, (size_t) n);
  values = seidel_ritz_values (trace, &projection, projection.steps, &found);
  g_assert_cmpuint (found, ==, (size_t) n);
  for (size_t i = 0; i < found; i++)
    {
      g_assert_cmpfloat_with_epsilon (values[i].real, (double) (i / 2) + 1.0, 1e-9);
      g_assert_cmpfloat_with_epsilon (values[i].imaginary, i % 2 == 0 ? -0.5 : 0.5, 1e-9);
    }
  assert_relative (outcome->ritz_least, hypot (1.0, 0.5), CLOSE);
  assert_relative (outcome->ritz_greatest, hypot (6.0, 0.5), CLOSE);
}

/* Values of every step are within the spectrum and go outwards, and their bounds hold. */
static void
test_history (void)
{
  const double size[] = { 12 };
  g_autoptr (SeidelMatrix) matrix = test_gallery ("poisson-5", 1, size);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = solve (matrix, "cg", "none", trace);
  SeidelRitzExtremes before = { .least = INFINITY, .greatest = -INFINITY };
  SeidelProjection projection;
  double least;
  double greatest;

  dense_ends (matrix->csr, &least, &greatest);
  g_assert_true (seidel_ritz_find (trace, 0, &projection));
  g_assert_cmpint ((int64_t) projection.steps, ==, outcome->iterations);
  for (size_t step = 1; step <= projection.steps; step++)
    {
      SeidelRitzExtremes now;

      g_assert_true (seidel_ritz_extremes (trace, &projection, step, &now));
      g_assert_cmpfloat (now.least, <=, before.least * (1.0 + 1e-12));
      g_assert_cmpfloat (now.greatest, >=, before.greatest * (1.0 - 1e-12));
      g_assert_cmpfloat (now.least, >=, least * (1.0 - 1e-10));
      g_assert_cmpfloat (now.greatest, <=, greatest * (1.0 + 1e-10));
      before = now;
    }
}

static void
test_count (void)
{
  g_assert_cmpfloat (seidel_iteration_count (0.1, 1e-8), ==, 8.0);
  g_assert_cmpfloat (seidel_iteration_count (0.0, 1e-8), ==, 1.0);
  g_assert_true (isnan (seidel_iteration_count (1.0, 1e-8)));
  g_assert_true (isnan (seidel_iteration_count (NAN, 1e-8)));
  g_assert_cmpfloat (seidel_ritz_bound (1.0, 3.0), ==, 0.0);
  g_assert_cmpfloat_with_epsilon (seidel_ritz_bound (9.0, 4.0), 2.0 / 16.0, 1e-15);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/spectrum/symmetric", test_symmetric);
  g_test_add_func ("/spectrum/unsymmetric", test_unsymmetric);
  g_test_add_func ("/spectrum/large", test_large);
  g_test_add_func ("/spectrum/shapes", test_shapes);
  g_test_add_func ("/spectrum/radii", test_radii);
  g_test_add_func ("/spectrum/best-omega", test_best_omega);
  g_test_add_data_func ("/spectrum/runs/cg", "cg", test_runs);
  g_test_add_data_func ("/spectrum/runs/minres", "minres", test_runs);
  g_test_add_data_func ("/spectrum/preconditioned/cg", "cg", test_preconditioned);
  g_test_add_data_func ("/spectrum/preconditioned/minres", "minres", test_preconditioned);
  g_test_add_func ("/spectrum/complex", test_complex);
  g_test_add_func ("/spectrum/history", test_history);
  g_test_add_func ("/spectrum/count", test_count);
  return g_test_run ();
}
