/* Backward errors, condition estimates, error bounds and extra-precise refinement, against
 * elimination with 113 bits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>

#include "matrix/seidel-vector.h"

#include "golden-testing.h"
#include "run-testing.h"

typedef __float128 Quad;

static SeidelCsr *
hilbert (int n)
{
  g_autofree double *values = g_new (double, (size_t) n *n);

  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      values[i * n + k] = 1.0 / (i + k + 1);
  return test_csr_from_dense (n, n, values);
}

static Quad
magnitude (Quad x)
{
  return x < 0 ? -x : x;
}

/* The inverse of a table of n rows, by Gauss-Jordan elimination with row exchanges. */
static Quad *
invert_ref (const SeidelCsr *csr)
{
  int n = (int) csr->rows;
  int width = 2 * n;
  g_autofree Quad *a = g_new0 (Quad, (size_t) n * width);
  Quad *inverse = g_new (Quad, (size_t) n * n);

  for (int row = 0; row < n; row++)
    {
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        a[row * width + csr->column_indices[k]] = csr->values[k];
      a[row * width + n + row] = 1;
    }
  for (int j = 0; j < n; j++)
    {
      int pivot = j;

      for (int row = j + 1; row < n; row++)
        if (magnitude (a[row * width + j]) > magnitude (a[pivot * width + j]))
          pivot = row;
      for (int k = 0; k < width; k++)
        {
          Quad kept = a[j * width + k];

          a[j * width + k] = a[pivot * width + k];
          a[pivot * width + k] = kept;
        }
      for (int row = 0; row < n; row++)
        {
          Quad factor = a[row * width + j] / a[j * width + j];

          for (int k = 0; row != j && k < width; k++)
            a[row * width + k] -= factor * a[j * width + k];
        }
    }
  for (int row = 0; row < n; row++)
    for (int k = 0; k < n; k++)
      inverse[row * n + k] = a[row * width + n + k] / a[row * width + row];
  return inverse;
}

static double
norm_ref (const Quad *a, int n)
{
  Quad largest = 0;

  for (int row = 0; row < n; row++)
    {
      Quad sum = 0;

      for (int k = 0; k < n; k++)
        sum += magnitude (a[row * n + k]);
      largest = MAX (largest, sum);
    }
  return (double) largest;
}

static double
norm_of_matrix_ref (const SeidelCsr *csr)
{
  double largest = 0.0;

  for (int64_t row = 0; row < csr->rows; row++)
    {
      double sum = 0.0;

      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        sum += fabs (csr->values[k]);
      largest = MAX (largest, sum);
    }
  return largest;
}

/* ‖x − A⁻¹ b‖∞ / ‖x‖∞ */
static double
error_ref (const Quad *inverse, const double *b, const double *x, int n)
{
  Quad largest = 0;

  for (int row = 0; row < n; row++)
    {
      Quad exact = 0;

      for (int k = 0; k < n; k++)
        exact += inverse[row * n + k] * b[k];
      largest = MAX (largest, magnitude (exact - x[row]));
    }
  return (double) largest / seidel_vector_norm_inf (x, n);
}

static void
test_backward_errors (void)
{
  for (int n = 1; n <= 60; n += 7)
    {
      g_autoptr (SeidelCsr) csr = test_csr_random (n, 4, 1.1, (uint32_t) n);
      g_autofree double *x = test_random_vector (n, 1);
      g_autofree double *b = test_random_vector (n, 2);
      SeidelNorms norms = SEIDEL_NORMS_UNKNOWN;
      Quad largest = 0;
      Quad by_rows = 0;

      for (int row = 0; row < n; row++)
        {
          Quad r = b[row];
          Quad scale = magnitude (b[row]);

          for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
            {
              Quad product = (Quad) csr->values[k] * x[csr->column_indices[k]];

              r -= product;
              scale += magnitude (product);
            }
          largest = MAX (largest, magnitude (r));
          by_rows = MAX (by_rows, magnitude (r) / scale);
        }
      g_assert_true (seidel_csr_true_residual (csr, b, x, 2, NULL, &norms));
      g_assert_cmpfloat_with_epsilon (norms.backward_rows, (double) by_rows, 1e-14);
      g_assert_cmpfloat_with_epsilon (norms.backward,
                                      (double) largest
                                        / (norm_of_matrix_ref (csr) * seidel_vector_norm_inf (x, n)
                                           + seidel_vector_norm_inf (b, n)),
                                      1e-14);
    }
}

/* A row of zeros has no change of its entries that explains a residual. */
static void
test_backward_errors_of_zeros (void)
{
  const double dense[] = { 2, 0, 0, 0 };
  const double x[] = { 1, 1 };
  const double solved[] = { 2, 0 };
  const double unsolved[] = { 2, 3 };
  g_autoptr (SeidelCsr) csr = test_csr_from_dense (2, 2, dense);
  SeidelNorms norms = SEIDEL_NORMS_UNKNOWN;

  g_assert_true (seidel_csr_true_residual (csr, solved, x, 1, NULL, &norms));
  g_assert_cmpfloat (norms.backward, ==, 0.0);
  g_assert_cmpfloat (norms.backward_rows, ==, 0.0);
  g_assert_true (seidel_csr_true_residual (csr, unsolved, x, 1, NULL, &norms));
  g_assert_cmpfloat (norms.backward_rows, ==, 1.0);
}

static void
test_doubled_residual (void)
{
  for (int n = 2; n <= 12; n++)
    {
      g_autoptr (SeidelCsr) csr = hilbert (n);
      g_autofree double *x = test_random_vector (n, 1);
      g_autofree double *low = test_random_vector (n, 2);
      g_autofree double *b = g_new (double, n);
      g_autofree double *r = g_new (double, n);

      for (int i = 0; i < n; i++)
        low[i] *= 0x1p-54;
      g_assert_true (seidel_csr_multiply (csr, x, b, 1, NULL));
      test_poison (r, n);
      g_assert_true (seidel_csr_residual_doubled (csr, b, x, low, r, 1, NULL));
      for (int row = 0; row < n; row++)
        {
          Quad exact = b[row];

          for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
            exact -= (Quad) csr->values[k]
                     * ((Quad) x[csr->column_indices[k]] + (Quad) low[csr->column_indices[k]]);
          g_assert_cmpfloat (fabs (r[row] - (double) exact), <=,
                             4.0 * DBL_EPSILON * fabs ((double) exact) + 1e-31);
        }
    }
}

/* Each direct method in double precision, on matrices that are not symmetric where it permits. */
static void
check_estimates (const SeidelMethod *method, SeidelCsr *csr)
{
  int n = (int) csr->rows;
  g_autofree Quad *inverse = invert_ref (csr);
  double condition = norm_of_matrix_ref (csr) * norm_ref (inverse, n);
  g_autofree double *b = test_random_vector (n, 5);
  g_autoptr (SeidelProblem) problem = test_problem (csr, b, NULL);
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (SeidelOutcome) without = NULL;
  double error;

  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  error = error_ref (inverse, b, outcome->x, n);
  g_test_message ("%s, %d rows: condition %.3g (%.3g), error %.3g, bound %.3g", method->id, n,
                  outcome->condition, condition, error, outcome->error_bound);
  g_assert_cmpfloat (outcome->condition, <=, 1.1 * condition);
  g_assert_cmpfloat (outcome->condition, >=, condition / 3.0);
  g_assert_cmpfloat (outcome->error_bound, >=, error / 3.0);
  g_assert_cmpfloat (outcome->error_bound, <=, 100.0 * error + condition * DBL_EPSILON);
  options.skip_condition = true;
  without = test_solve (problem, &options, NULL);
  g_assert_true (isnan (without->condition));
  g_assert_true (isnan (without->error_bound));
  test_assert_same_bits (without->x, outcome->x, n);
}

static bool
is_direct (const SeidelMethod *method)
{
  return (method->family == SEIDEL_FAMILY_DIRECT_SPARSE
          || method->family == SEIDEL_FAMILY_DIRECT_DENSE)
         && method->engine == NULL;
}

static void
test_estimates (void)
{
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  int checked = 0;

  for (size_t m = 0; m < n_methods; m++)
    {
      const SeidelMethod *method = &methods[m];
      bool symmetric = (method->needs & SEIDEL_NEEDS_SYMMETRY) != 0;

      if (!is_direct (method))
        continue;
      checked++;
      for (int n = 2; n <= 8; n++)
        check_estimates (method, hilbert (n));
      for (int n = 1; n <= 120 && !symmetric; n += 17)
        check_estimates (method, test_csr_random (n, 5, 0.9, (uint32_t) n));
    }
  g_assert_cmpint (checked, >=, 6);
}

/* A residual of rounding errors alone leaves an error that grows with the condition number; with
 * refinement, x is right to the last digit. */
static void
test_refinement (void)
{
  for (int n = 2; n <= 11; n++)
    {
      g_autoptr (SeidelCsr) csr = hilbert (n);
      g_autofree Quad *inverse = invert_ref (csr);
      g_autoptr (SeidelProblem) known = test_problem (hilbert (n), NULL, NULL);
      /* Rounding of b moves the solution away from ones, which is therefore not the known one. */
      g_autoptr (SeidelProblem) problem = test_problem (g_steal_pointer (&csr), known->b, NULL);
      SeidelOptions options = test_options ("lu");
      g_autoptr (SeidelOutcome) plain = test_solve (problem, &options, NULL);
      g_autoptr (SeidelOutcome) accurate = NULL;
      double error;

      options.accurate = true;
      accurate = test_solve (problem, &options, NULL);
      error = error_ref (inverse, problem->b, accurate->x, n);
      g_test_message ("%d rows, condition %.2g: error %.2g, refined %.2g, bound %.2g", n,
                      accurate->condition, error_ref (inverse, problem->b, plain->x, n), error,
                      accurate->error_bound);
      g_assert_true (accurate->converged);
      g_assert_cmpfloat (error, <=, DBL_EPSILON);
      g_assert_cmpfloat (accurate->error_bound, >=, error);
      g_assert_cmpfloat (accurate->error_bound, <=, 1e-14);
      if (n >= 9)
        g_assert_cmpfloat (error_ref (inverse, problem->b, plain->x, n), >, 1e-7);
    }
}

/* No x has a residual below the tolerance, since ‖A‖ ‖x‖ is so much larger than ‖b‖. */
static void
test_precision_of_data (void)
{
  g_autofree double *b = test_random_vector (11, 3);
  g_autoptr (SeidelProblem) problem = test_problem (hilbert (11), b, NULL);
  SeidelOptions options = test_options ("umfpack");
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.tolerance = 1e-10;
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_DATA_PRECISION);
  g_assert_true (outcome->converged);
  g_assert_cmpfloat (outcome->true_2, >, 1e-10 * seidel_vector_norm_2 (b, 11));
  g_assert_cmpfloat (outcome->backward, <, 4.0 * DBL_EPSILON);
  test_assert_wording (outcome->message);
}

/* Whatever b: no run of a direct method stagnates, and where the precision of the data is why it
 * ends, x is accurate to working precision, up to a condition number of 1e15. */
static void
check_precision_of_data (const SeidelMethod *method, int n, int seed)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("hilbert", n);
  g_autofree Quad *inverse = invert_ref (matrix->csr);
  g_autofree double *b = test_random_vector (n, (uint32_t) seed);
  g_autoptr (SeidelProblem) problem = seidel_problem_new (matrix, b, NULL, NULL);
  SeidelOptions options = test_options_of (method);
  g_autoptr (SeidelOutcome) outcome = NULL;
  double error;

  options.tolerance = 1e-8;
  outcome = test_solve (problem, &options, NULL);
  error = error_ref (inverse, b, outcome->x, n);
  g_test_message ("%s, %d rows: %s, condition %.2g, error %.2g, bound %.2g", method->id, n,
                  seidel_reason_name (outcome->reason), outcome->condition, error,
                  outcome->error_bound);
  g_assert_true (outcome->converged);
  if (outcome->reason != SEIDEL_REASON_DATA_PRECISION)
    return;
  g_assert_cmpfloat (error, <=, DBL_EPSILON);
  g_assert_cmpfloat (outcome->error_bound, >=, error);
}

static void
test_precision_of_any_data (void)
{
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  for (size_t m = 0; m < n_methods; m++)
    if (is_direct (&methods[m]) && !methods[m].least_squares)
      for (int n = 2; n <= 11; n++)
        for (int seed = 1; seed <= 3; seed++)
          check_precision_of_data (&methods[m], n, seed);
}

/* A tridiagonal matrix whose rows are of very different size. */
static SeidelCsr *
uneven_rows (int n)
{
  g_autofree double *values = g_new0 (double, (size_t) n *n);

  for (int i = 0; i < n; i++)
    {
      const double scale = pow (10.0, -18.0 * i / (n - 1));

      values[i * n + i] = 2.0 * scale;
      if (i > 0)
        values[i * n + i - 1] = -scale;
      if (i + 1 < n)
        values[i * n + i + 1] = -scale;
    }
  return test_csr_from_dense (n, n, values);
}

/* Where the condition number comes from the scale of the rows alone, x is as accurate as ever. */
static void
test_precision_of_uneven_data (void)
{
  enum
  {
    N = 19
  };
  g_autoptr (SeidelCsr) csr = uneven_rows (N);
  g_autofree Quad *inverse = invert_ref (csr);
  g_autofree double *b = test_random_vector (N, 3);
  g_autoptr (SeidelProblem) problem = test_problem (g_steal_pointer (&csr), b, NULL);
  SeidelOptions options = test_options ("umfpack");
  g_autoptr (SeidelOutcome) outcome = NULL;
  double error;

  options.tolerance = 1e-10;
  outcome = test_solve (problem, &options, NULL);
  error = error_ref (inverse, b, outcome->x, N);
  g_test_message ("condition %.2g, error %.2g, bound %.2g", outcome->condition, error,
                  outcome->error_bound);
  test_assert_reason (outcome, SEIDEL_REASON_DATA_PRECISION);
  g_assert_cmpfloat (outcome->condition, >, 1e17);
  g_assert_cmpfloat (outcome->true_2, >, 1e-10 * seidel_vector_norm_2 (b, N));
  g_assert_cmpfloat (error, <=, 1e-13);
  g_assert_cmpfloat (outcome->error_bound, >=, error);
}

/* A tolerance on the residual that no x meets, and one on the backward error that the run does. */
static void
test_backward_tolerance (void)
{
  static const char *const methods[] = { "cg", "umfpack", "lu", SEIDEL_METHOD_AUTO };
  g_autofree double *b = test_random_vector (11, 3);

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      g_autoptr (SeidelProblem) problem = test_problem (hilbert (11), b, NULL);
      SeidelOptions options = test_options (methods[m]);
      g_autoptr (SeidelOutcome) outcome = NULL;
      SeidelNorms norms = SEIDEL_NORMS_UNKNOWN;

      options.tolerance = 1e-14;
      options.backward_tolerance = 1e-15;
      outcome = test_solve (problem, &options, NULL);
      test_assert_reason (outcome, SEIDEL_REASON_CONVERGED_BACKWARD);
      g_assert_true (
        seidel_csr_true_residual (problem->matrix->csr, b, outcome->x, 1, NULL, &norms));
      g_assert_cmpfloat (norms.backward, <=, 1e-15);
      g_assert_cmpfloat (norms.norm_2, >, 1e-14 * seidel_vector_norm_2 (b, 11));
    }
}

/* An iterative run ends as soon as its backward error permits, and no later; where the residual
 * meets its tolerance too, that is the reason. */
static void
test_backward_tolerance_ends (void)
{
  static const char *const methods[] = { "gauss-seidel", "cg", "minres", "bicgstab" };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 24);

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options (methods[m]);
      g_autoptr (SeidelOutcome) tight = NULL;
      g_autoptr (SeidelOutcome) loose = NULL;
      g_autoptr (SeidelOutcome) both = NULL;

      options.tolerance = 0.0;
      options.backward_tolerance = 1e-10;
      tight = test_solve (problem, &options, NULL);
      test_assert_reason (tight, SEIDEL_REASON_CONVERGED_BACKWARD);
      g_assert_cmpfloat (tight->backward, <=, 1e-10);
      g_assert_cmpfloat (tight->backward, >, 1e-13);
      options.backward_tolerance = 1e-5;
      loose = test_solve (problem, &options, NULL);
      g_assert_cmpint (loose->iterations, <, tight->iterations);
      options.tolerance = 0.9;
      both = test_solve (problem, &options, NULL);
      test_assert_reason (both, SEIDEL_REASON_CONVERGED_RELATIVE);
    }
}

/* The last value that a run noted of ‖b − A x‖∞. */
static double
last_maximum (SeidelTrace *trace)
{
  return seidel_trace_point (trace, seidel_trace_n_points (trace) - 1).maximum;
}

/* ‖b − A x‖∞ ends runs of every kind, and is true of the x that is returned. */
static void
test_maximum_tolerance (void)
{
  static const char *const methods[] = { "gauss-seidel", "jacobi", "cg",    "bicg",
                                         "bicgstab",     "gmres",  "minres" };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 24);

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    for (int precision = 0; precision <= SEIDEL_PRECISION_MIXED; precision++)
      {
        g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
        g_autoptr (SeidelTrace) trace = seidel_trace_new ();
        SeidelOptions options = test_options (methods[m]);
        g_autoptr (SeidelOutcome) tight = NULL;
        g_autoptr (SeidelOutcome) loose = NULL;

        options.precision = precision;
        options.tolerance = 0.0;
        options.maximum_tolerance = 1e-4;
        g_test_message ("%s, %s", methods[m], seidel_precision_id (precision));
        tight = test_solve (problem, &options, trace);
        test_assert_reason (tight, SEIDEL_REASON_CONVERGED_MAXIMUM);
        g_assert_true (tight->converged);
        g_assert_cmpfloat (tight->true_inf, <=, 1e-4);
        g_assert_cmpfloat (last_maximum (trace), <=, 1e-4);
        g_assert_cmpfloat_with_epsilon (seidel_trace_point (trace, 0).maximum,
                                        seidel_vector_norm_inf (problem->b, matrix->csr->rows),
                                        1e-6);
        options.maximum_tolerance = 1e-1;
        loose = test_solve (problem, &options, NULL);
        /* One correction of a refinement may take it past both. */
        if (precision != SEIDEL_PRECISION_MIXED)
          g_assert_cmpint (loose->iterations, <, tight->iterations);
      }
}

/* It is followed on request, and changes nothing else. */
static void
test_follow_maximum (void)
{
  static const char *const methods[] = { "gauss-seidel", "cg", "bicgstab", "lu", "lsqr" };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 16);

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      g_autoptr (SeidelTrace) with = seidel_trace_new ();
      g_autoptr (SeidelTrace) without = seidel_trace_new ();
      SeidelOptions options = test_options (methods[m]);
      g_autoptr (SeidelOutcome) plain = test_solve (problem, &options, without);
      g_autoptr (SeidelOutcome) followed = NULL;

      options.track_maximum = true;
      followed = test_solve (problem, &options, with);
      g_assert_cmpint (followed->iterations, ==, plain->iterations);
      g_assert_cmpmem (followed->x, (size_t) followed->n * sizeof (double), plain->x,
                       (size_t) plain->n * sizeof (double));
      g_assert_true (isnan (last_maximum (without)));
      g_assert_cmpuint (seidel_trace_n_points (with), ==, seidel_trace_n_points (without));
      for (size_t i = 0; i < seidel_trace_n_points (with); i++)
        {
          const SeidelTracePoint point = seidel_trace_point (with, i);

          g_assert_cmpfloat (point.maximum, <=, 1.01 * point.residual + 1e-12);
          g_assert_cmpfloat (point.maximum, >=, point.residual / 16.2 - 1e-12);
        }
    }
}

/* A run that ends in the middle of the estimates keeps its solution, and knows them or does not. */
static void
test_stopped_estimates (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 30);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options ("umfpack");
  g_autoptr (SeidelOutcome) whole = test_solve (problem, &options, NULL);

  g_assert_false (isnan (whole->condition));
  for (int part = 1; part <= 60; part++)
    {
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.time_limit = 0.05 * (whole->total_seconds + 1e-3) * part;
      outcome = test_solve (problem, &options, NULL);
      g_assert_cmpint (outcome->n, ==, 900);
      g_assert_true (isnan (outcome->condition) || outcome->condition == whole->condition);
      g_assert_true (isnan (outcome->error_bound) || outcome->converged);
    }
}

/* What is far from a solution is none, whatever its residual. */
static void
test_stagnation_remains (void)
{
  const double dense[] = { 1, 1, 1, 1 };
  const double b[] = { 1, 2 };
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (2, 2, dense), b, NULL);
  SeidelOptions options = test_options ("gmres");
  g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);

  g_assert_false (outcome->converged);
  g_assert_cmpfloat (outcome->backward, >, 0.01);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/accuracy/backward-errors/reference", test_backward_errors);
  g_test_add_func ("/accuracy/backward-errors/zeros", test_backward_errors_of_zeros);
  g_test_add_func ("/accuracy/doubled-residual", test_doubled_residual);
  g_test_add_func ("/accuracy/estimates", test_estimates);
  g_test_add_func ("/accuracy/refinement", test_refinement);
  g_test_add_func ("/accuracy/precision-of-data", test_precision_of_data);
  g_test_add_func ("/accuracy/precision-of-data/any", test_precision_of_any_data);
  g_test_add_func ("/accuracy/precision-of-data/uneven", test_precision_of_uneven_data);
  g_test_add_func ("/accuracy/backward-tolerance", test_backward_tolerance);
  g_test_add_func ("/accuracy/backward-tolerance/ends", test_backward_tolerance_ends);
  g_test_add_func ("/accuracy/maximum-tolerance", test_maximum_tolerance);
  g_test_add_func ("/accuracy/follow-maximum", test_follow_maximum);
  g_test_add_func ("/accuracy/stopped-estimates", test_stopped_estimates);
  g_test_add_func ("/accuracy/stagnation-remains", test_stagnation_remains);
  return g_test_run ();
}
