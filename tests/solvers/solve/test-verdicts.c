/* What is said of x is true whatever the units: runs that overflow, rows and columns of very
 * different size, solutions that grow, singular systems. Judged in quadruple precision.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-equilibration.h"
#include "matrix/seidel-normal.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-preconditioner.h"

#include "quad-testing.h"
#include "run-testing.h"

/* Lower bidiagonal: ones on the diagonal. */
static SeidelCsr *
bidiagonal (int n, double below)
{
  g_autofree TestEntry *entries = g_new (TestEntry, 2 * n);
  int count = 0;

  for (int i = 0; i < n; i++)
    {
      if (i > 0)
        entries[count++] = (TestEntry){ i, i - 1, below };
      entries[count++] = (TestEntry){ i, i, 1.0 };
    }
  return test_csr_from_entries (n, n, entries, count);
}

static SeidelCsr *
tridiagonal (int n, double below, double diagonal, double above)
{
  g_autofree TestEntry *entries = g_new (TestEntry, 3 * n);
  int count = 0;

  for (int i = 0; i < n; i++)
    {
      if (i > 0)
        entries[count++] = (TestEntry){ i, i - 1, below };
      entries[count++] = (TestEntry){ i, i, diagonal };
      if (i + 1 < n)
        entries[count++] = (TestEntry){ i, i + 1, above };
    }
  return test_csr_from_entries (n, n, entries, count);
}

static SeidelProblem *
problem_of_ones (SeidelCsr *csr)
{
  g_autofree double *b = g_new (double, csr->rows);

  for (int64_t i = 0; i < csr->rows; i++)
    b[i] = 1.0;
  return test_problem (csr, b, NULL);
}

/* A run by every method of the CPU, with every preconditioner that it takes and in every precision;
 * what cannot be run on the matrix is left out. Returns the number of runs. */
static int
for_all_runs (SeidelProblem *problem,
              void (*check) (SeidelProblem *problem,
                             const SeidelOptions *options,
                             const SeidelOutcome *outcome))
{
  size_t n_methods;
  size_t n_kinds;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);
  int runs = 0;

  for (size_t m = 0; m <= n_methods; m++)
    for (size_t k = 0; k < n_kinds; k++)
      for (int precision = 0; precision < 3; precision++)
        {
          SeidelOptions options = test_options (m < n_methods ? methods[m].id : SEIDEL_METHOD_AUTO);
          g_autoptr (SeidelTrace) trace = seidel_trace_new ();
          g_autoptr (SeidelOutcome) outcome = NULL;

          if ((k > 0
               && (m == n_methods || methods[m].preconditioning == SEIDEL_PRECONDITIONING_NONE))
              || kinds[k].engine != NULL || (m < n_methods && methods[m].engine != NULL))
            continue;
          options.preconditioner = kinds[k].id;
          options.precision = (SeidelPrecision) precision;
          options.max_iterations = 300;
          outcome = seidel_solve (problem, &options, trace, NULL, NULL, NULL);
          if (outcome == NULL)
            continue;
          g_test_message ("%s, %s, %s: %s", options.method, options.preconditioner,
                          seidel_precision_id (options.precision),
                          seidel_reason_id (outcome->reason));
          check (problem, &options, outcome);
          runs++;
        }
  return runs;
}

/* A success has an x, and the residual that it claims, also where rounding would hide it. */
static void
check_claim (SeidelProblem *problem, const SeidelOptions *options, const SeidelOutcome *outcome)
{
  const SeidelCsr *csr = problem->matrix->csr;
  QuadNorms norms;

  g_assert_cmpint (outcome->converged, ==, seidel_reason_converged (outcome->reason));
  if (!outcome->converged)
    return;
  g_assert_cmpint (quad_first_not_finite (outcome->x, csr->columns), ==, -1);
  g_assert_true (isfinite (outcome->true_2));
  norms = quad_judge (csr, problem->b, outcome->x);
  if (outcome->reason == SEIDEL_REASON_DATA_PRECISION)
    g_assert_cmpfloat ((double) norms.by_rows, <=, 1e-12);
  else if (outcome->reason != SEIDEL_REASON_CONVERGED_LEAST_SQUARES)
    g_assert_cmpfloat ((double) (norms.residual / norms.b), <=, 1.001 * options->tolerance);
}

/* The true x of these, or an intermediate result, is beyond the range of doubles or floats. */
static void
test_not_finite (void)
{
  SeidelCsr *const matrices[] = {
    bidiagonal (3, -1e200),
    bidiagonal (30, -1e12),
    bidiagonal (140, -2.0),
    bidiagonal (400, -8.0),
    tridiagonal (150, -3.0, 1.0, -1.0),
    tridiagonal (500, -30.0, 1.0, -10.0),
    test_csr_from_dense (2, 2, (double[]){ 1e-310, 1, 1, 1 }),
    test_csr_from_dense (2, 2, (double[]){ 1e-300, 1, 1, 1 }),
    test_csr_from_dense (3, 2, (double[]){ 1e200, 0, 1e200, 1, 0, 1e-200 }),
  };

  for (size_t i = 0; i < G_N_ELEMENTS (matrices); i++)
    {
      g_autoptr (SeidelProblem) problem = problem_of_ones (matrices[i]);

      g_test_message ("matrix %zu", i);
      g_assert_cmpint (for_all_runs (problem, check_claim), >, 5);
    }
}

/* Entries of one to three digits, as so small numbers have them: the residual in double precision
 * is zero for an x that is wrong in its third digit. */
static void
test_vanishing (void)
{
  const double least = DBL_TRUE_MIN;
  const double a[] = { 67 * least, 22 * least, 24 * least, 95 * least };
  const double b[] = { 89 * least, 119 * least };
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (2, 2, a), b, NULL);
  SeidelOptions options = test_options ("jacobi");
  g_autoptr (SeidelOutcome) outcome = NULL;
  g_autoptr (SeidelOutcome) exact = NULL;

  g_assert_cmpint (for_all_runs (problem, check_claim), >, 5);
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_ACCURACY_LIMIT);
  g_assert_nonnull (strstr (outcome->message, "multiply the matrix"));
  g_assert_true (isnan (outcome->error_bound));
  options.method = "lu";
  exact = test_solve (problem, &options, NULL);
  g_assert_true (exact->converged);
  g_assert_true (exact->x[0] == 1.0 && exact->x[1] == 1.0);
}

/* The first row of x that is not finite is named. */
static void
test_place (void)
{
  static const char *const methods[] = { "gauss-seidel", "auto", "umfpack" };
  g_autoptr (SeidelProblem) problem = problem_of_ones (bidiagonal (3, -1e200));

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      SeidelOptions options = test_options (methods[i]);
      g_autoptr (SeidelOutcome) outcome = NULL;

      outcome = test_solve (problem, &options, NULL);
      g_test_message ("%s", methods[i]);
      test_assert_reason (outcome, SEIDEL_REASON_NOT_FINITE);
      g_assert_cmpint (outcome->row, ==, quad_first_not_finite (outcome->x, 3));
      if (i < 2)
        g_assert_cmpint (outcome->row, ==, 2);
    }
}

/* An entry that is no number is named by every method that would begin with factors, too. */
static void
test_place_of_entry (void)
{
  static const char *const methods[] = { "umfpack", "lu", "cholmod", "qr", "cg", "auto" };
  const double values[] = { 4, -1, 0, -1, INFINITY, -1, 0, -1, 4 };

  for (int precision = 0; precision < 3; precision++)
    for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
      {
        g_autoptr (SeidelProblem) problem = problem_of_ones (test_csr_from_dense (3, 3, values));
        SeidelOptions options = test_options (methods[i]);
        g_autoptr (SeidelTrace) trace = seidel_trace_new ();
        g_autoptr (SeidelOutcome) outcome = NULL;

        options.precision = (SeidelPrecision) precision;
        outcome = seidel_solve (problem, &options, trace, NULL, NULL, NULL);
        if (outcome == NULL)
          continue;
        g_test_message ("%s, %s", methods[i], seidel_precision_id (options.precision));
        test_assert_reason (outcome, SEIDEL_REASON_NOT_FINITE);
        g_assert_cmpint (outcome->row, ==, 1);
        g_assert_cmpint (outcome->column, ==, 1);
      }
}

/* x_i = 1 − below x_{i−1}, all terms of one sign: right to the last digits by substitution. */
static void
test_growing (void)
{
  static const char *const methods[] = { "auto",   "gauss-seidel", "gauss-seidel-symmetric",
                                         "lu",     "umfpack",      "qr",
                                         "inverse" };

  for (int n = 60; n <= 300; n += 30)
    for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
      {
        g_autoptr (SeidelProblem) problem = problem_of_ones (bidiagonal (n, -3.0));
        SeidelOptions options = test_options (methods[i]);
        g_autoptr (SeidelOutcome) outcome = NULL;
        Quad exact = 1;

        if (seidel_method_find (methods[i]) == NULL && i > 0)
          continue;
        outcome = test_solve (problem, &options, NULL);
        g_test_message ("%d rows, %s: %s", n, methods[i], seidel_reason_id (outcome->reason));
        g_assert_cmpint (outcome->reason, !=, SEIDEL_REASON_DIVERGED);
        if (i < 4)
          g_assert_true (outcome->converged);
        for (int row = 0; row < n && (i < 5 || outcome->converged); row++)
          {
            const Quad error = quad_abs ((Quad) outcome->x[row] - exact);

            g_assert_cmpfloat ((double) (error / exact), <=, 1e-13);
            exact = 1 + 3 * exact;
          }
      }
}

/* No x solves these, but one of 10¹⁵ seems to: double precision finds its residual zero. */
static void
test_singular (void)
{
  static const double matrices[][9] = {
    { 1, 2, 3, 4, 5, 6, 7, 8, 9 },       { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9 },
    { 1, 2, 3, 2, 4, 6, 3, 6, 9 },       { 2, -1, -1, -1, 2, -1, -1, -1, 2 },
    { 1, 1e-9, 1, 1, 1e-9, 1, 3, 5, 7 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (matrices); i++)
    {
      g_autoptr (SeidelProblem) problem =
        test_problem (test_csr_from_dense (3, 3, matrices[i]), (double[]){ 1, 2, 4 }, NULL);

      g_test_message ("matrix %zu", i);
      for_all_runs (problem, check_claim);
    }
}

/* The five-point matrix of a grid of size × size points. */
static SeidelCsr *
grid (int size)
{
  SeidelMatrix *matrix = test_gallery_sized ("poisson-5", size);
  g_autoptr (GError) error = NULL;
  SeidelCsr *csr = matrix->csr;

  csr = seidel_csr_new_from_arrays (csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                                    csr->values, &error);
  g_assert_no_error (error);
  seidel_matrix_unref (matrix);
  return csr;
}

/* Multiplies rows and columns by powers of two. */
static void
scale_csr (SeidelCsr *csr, const int *rows, const int *columns)
{
  for (int64_t i = 0; i < csr->rows; i++)
    for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
      csr->values[k] =
        ldexp (csr->values[k], (rows != NULL ? rows[i] : 0)
                                 + (columns != NULL ? columns[csr->column_indices[k]] : 0));
}

/* Right in every component by the automatic choice. */
static void
assert_right (SeidelProblem *problem, SeidelOptions *options, double tolerance)
{
  const SeidelCsr *csr = problem->matrix->csr;
  g_autofree Quad *exact = quad_solve (csr, problem->b);
  g_autoptr (SeidelOutcome) outcome = test_solve (problem, options, NULL);

  g_test_message ("%s (%s): %s, by component %.2g", options->method, outcome->method,
                  seidel_reason_id (outcome->reason), outcome->backward_rows);
  g_assert_nonnull (exact);
  g_assert_true (outcome->converged);
  g_assert_cmpfloat (quad_largest_error (outcome->x, exact, csr->rows), <=, tolerance);
}

/* Systems whose entries, right-hand side, or both have squares beyond the range. */
static void
test_extreme (void)
{
  static const char *const methods[] = { "auto",     "cg",       "minres",       "bicgstab",
                                         "gmres",    "bicg",     "gauss-seidel", "jacobi",
                                         "lu",       "umfpack",  "cholmod",      "lsqr",
                                         "lu-crout", "multigrid" };
  static const int powers[][2] = { { 600, 600 }, { -600, -600 }, { 0, 600 },
                                   { 0, -600 },  { 500, 0 },     { -500, 0 },
                                   { 900, 900 }, { -900, -900 }, { -1000, -990 } };

  for (size_t p = 0; p < G_N_ELEMENTS (powers); p++)
    for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
      for (int precision = 0; precision < 3; precision++)
        {
          SeidelOptions options = test_options (methods[m]);
          double b[4];
          double dense[16];
          g_autoptr (SeidelProblem) problem = NULL;

          for (int i = 0; i < 16; i++)
            dense[i] = ldexp (i % 5 == 0 ? 3.0 + i : -1.0, powers[p][0]);
          for (int i = 0; i < 4; i++)
            b[i] = ldexp (1.0 + i, powers[p][1]);
          options.precision = (SeidelPrecision) precision;
          options.tolerance = precision == SEIDEL_PRECISION_SINGLE ? 1e-5 : 1e-10;
          if (m > 0
              && !seidel_method_computes_in (seidel_method_find (methods[m]), options.precision,
                                             NULL))
            continue;
          g_test_message ("2^%d, 2^%d", powers[p][0], powers[p][1]);
          problem = test_problem (test_csr_from_dense (4, 4, dense), b, NULL);
          assert_right (problem, &options, precision == SEIDEL_PRECISION_SINGLE ? 1e-4 : 1e-8);
        }
}

/* Some rows of a grid have another size: penalties on the diagonal, identities among small rows,
 * fluxes among large ones. */
static void
test_uneven (void)
{
  for (int kind = 0; kind < 4; kind++)
    for (int power = 10; power <= 100; power += 15)
      {
        SeidelOptions options = test_options (SEIDEL_METHOD_AUTO);
        SeidelCsr *csr = grid (10);
        g_autofree double *b = g_new (double, csr->rows);
        g_autoptr (SeidelProblem) problem = NULL;

        for (int64_t i = 0; i < csr->rows; i++)
          {
            const bool special = i % 10 == 0 || (kind == 3 && i % 7 == 0);

            b[i] = special ? 2.0 : 1.0;
            for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
              {
                const bool diagonal = csr->column_indices[k] == i;

                if (special && kind == 0 && diagonal)
                  csr->values[k] = ldexp (1.0, power);
                else if (special && kind == 1)
                  csr->values[k] = diagonal;
                else if (!special && kind == 1)
                  csr->values[k] = ldexp (csr->values[k], -power);
                else if (special && kind == 2)
                  csr->values[k] = ldexp (csr->values[k], power);
                else if (special && kind == 3)
                  csr->values[k] = ldexp (csr->values[k], -power);
              }
            if (special && (kind == 0 || kind == 2))
              b[i] = ldexp (b[i], power);
            if ((!special && kind == 1) || (special && kind == 3))
              b[i] = ldexp (b[i], -power);
          }
        g_test_message ("kind %d, 2^%d", kind, power);
        problem = test_problem (csr, b, NULL);
        assert_right (problem, &options, 1e-6);
      }
}

/* Units of equations and unknowns. */
static void
test_units (void)
{
  for (uint32_t seed = 1; seed <= 12; seed++)
    {
      SeidelOptions options = test_options (SEIDEL_METHOD_AUTO);
      SeidelCsr *csr = seed % 2 == 0 ? grid (9) : test_csr_random (80, 5, 1.2, seed);
      const int64_t n = csr->rows;
      g_autofree double *b = test_random_vector (n, seed);
      g_autofree int *powers = g_new (int, n);
      g_autoptr (SeidelProblem) problem = NULL;
      const bool rows = seed % 4 < 2;

      for (int64_t i = 0; i < n; i++)
        powers[i] = (int) (300.0 * seidel_random_uniform (seed, 1000 + (uint64_t) i));
      scale_csr (csr, rows ? powers : NULL, rows ? NULL : powers);
      for (int64_t i = 0; rows && i < n; i++)
        b[i] = ldexp (b[i], powers[i]);
      problem = test_problem (csr, b, NULL);
      assert_right (problem, &options, 1e-6);
    }
}

/* Columns in other units are scaled by just these, and the bound of the error is one: both depend
 * on a scaled matrix whose entries are of one size. */
static void
test_columns (void)
{
  for (uint32_t seed = 1; seed <= 20; seed++)
    {
      SeidelOptions options = test_options ("lu");
      SeidelCsr *csr = test_csr_random (12, 12, 1.0, seed);
      g_autofree double *b = test_random_vector (csr->rows, seed);
      g_autofree int *powers = g_new0 (int, csr->rows);
      g_autoptr (SeidelProblem) problem = NULL;
      g_autoptr (SeidelOutcome) outcome = NULL;
      g_autoptr (SeidelEquilibration) scaling = NULL;
      g_autofree Quad *exact = NULL;
      Quad largest = 0;
      Quad error = 0;

      for (int64_t i = 0; i < csr->rows; i++)
        powers[i] = (int) (450.0 * seidel_random_uniform (seed, 1000 + (uint64_t) i));
      scale_csr (csr, NULL, powers);
      problem = test_problem (csr, b, NULL);
      scaling = seidel_equilibration_new (problem->matrix, SEIDEL_SCALE_COLUMNS, NULL, NULL);
      for (int64_t j = 0; j < csr->rows; j++)
        g_assert_cmpint (abs (scaling->of_columns[j] + powers[j]), <=, 8);
      exact = quad_solve (csr, problem->b);
      options.scaling = SEIDEL_SCALE_BOTH;
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      for (int64_t j = 0; j < csr->rows; j++)
        {
          largest = MAX (largest, quad_abs ((Quad) outcome->x[j]));
          error = MAX (error, quad_abs ((Quad) outcome->x[j] - exact[j]));
        }
      g_test_message ("%u: bound %g, error %g", seed, outcome->error_bound,
                      (double) (error / largest));
      g_assert_true (error <= (Quad) outcome->error_bound * largest * (Quad) 1.0001);
      g_assert_cmpfloat (outcome->error_bound, <=, 1e-8);
    }
}

/* A singular system whose rows and columns are multiplied by powers of two: what makes the scaled
 * residual least does not do so in these units, nor is it of smallest norm, and neither is said. */
static void
test_least_of_scaled (void)
{
  for (uint32_t seed = 1; seed <= 12; seed++)
    {
      static const char *const methods[] = { "minres", "minres-qlp", SEIDEL_METHOD_AUTO };
      SeidelCsr *csr = grid (4);
      const int64_t n = csr->rows;
      g_autofree double *b = test_random_vector (n, seed);
      g_autofree int *powers = g_new (int, n);
      g_autoptr (SeidelProblem) problem = NULL;

      /* Rows that add up to zero. */
      for (int64_t row = 0; row < n; row++)
        csr->values[seidel_csr_find (csr, row, (int32_t) row)] =
          (double) (csr->row_offsets[row + 1] - csr->row_offsets[row] - 1);
      for (int64_t i = 0; i < n; i++)
        powers[i] = (int) (40.0 * seidel_random_uniform (seed, 1000 + (uint64_t) i));
      scale_csr (csr, powers, powers);
      problem = test_problem (csr, b, NULL);
      for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
        {
          const SeidelOptions options = test_options (methods[m]);
          g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);

          g_test_message ("%u %s: %s: %s", seed, methods[m], seidel_reason_id (outcome->reason),
                          outcome->message);
          if (outcome->reason == SEIDEL_REASON_LEAST_SQUARES)
            g_assert_cmpfloat (seidel_csr_normal_residual (csr, problem->b, outcome->x, 0.0, 1,
                                                           NULL),
                               <=, 1e-6);
          g_assert_true (outcome->message == NULL || outcome->scaling == NULL
                         || strstr (outcome->message, "has the smallest norm") == NULL);
        }
    }
}

/* A method chosen by hand says where the norm of the residual shows nothing. */
static void
test_doubt (void)
{
  SeidelOptions options = test_options ("cg");
  SeidelCsr *csr = grid (10);
  g_autofree double *b = g_new (double, csr->rows);
  g_autoptr (SeidelProblem) problem = NULL;
  g_autoptr (SeidelOutcome) outcome = NULL;

  for (int64_t i = 0; i < csr->rows; i++)
    b[i] = i == 55 ? 1e15 : 1.0;
  csr->values[seidel_csr_find (csr, 55, 55)] = 1e15;
  problem = test_problem (csr, b, NULL);
  options.scaling = SEIDEL_SCALE_NONE;
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  g_assert_cmpfloat (outcome->backward_rows, >, 1e-6);
  g_assert_nonnull (outcome->doubt);
  g_assert_null (outcome->scaling);
}

/* Each scaling leaves x, and is undone; even systems are run as they are. */
static void
test_scaling (void)
{
  for (int scale = SEIDEL_SCALE_NONE; scale <= SEIDEL_SCALE_SYMMETRIC; scale++)
    {
      SeidelOptions options = test_options ("gauss-seidel");
      SeidelCsr *csr = test_csr_random (60, 4, 4.0, 7);
      g_autoptr (SeidelProblem) problem = NULL;
      g_autoptr (SeidelOutcome) outcome = NULL;
      g_autofree Quad *exact = NULL;

      for (int64_t k = csr->row_offsets[5]; k < csr->row_offsets[9]; k++)
        csr->values[k] *= 64.0;
      problem = test_problem (csr, NULL, NULL);
      exact = quad_solve (csr, problem->b);
      options.scaling = (SeidelScale) scale;
      options.tolerance = 1e-12;
      outcome = test_solve (problem, &options, NULL);
      g_test_message ("%d: %s %s, true %g", scale, seidel_reason_id (outcome->reason),
                      outcome->scaling, outcome->true_2);
      g_assert_true (outcome->converged);
      g_assert_cmpint (outcome->options.scaling, ==, scale);
      g_assert_true ((outcome->scaling != NULL) == (scale != SEIDEL_SCALE_NONE));
      g_assert_cmpfloat (quad_largest_error (outcome->x, exact, 60), <=, 1e-6);
      if (scale == SEIDEL_SCALE_NONE)
        {
          g_autoptr (SeidelOutcome) automatic = NULL;

          options.scaling = SEIDEL_SCALE_AUTO;
          automatic = test_solve (problem, &options, NULL);
          g_assert_null (automatic->scaling);
          g_assert_cmpint (automatic->options.scaling, ==, SEIDEL_SCALE_NONE);
          test_assert_same_bits (automatic->x, outcome->x, 60);
        }
    }
}

/* A preconditioner that cannot be made is not needed where x is known. */
static void
test_known_guess (void)
{
  const double dense[] = { 0, 1, 1, 0 };
  const double guess[] = { 2, 3 };

  for (int zero = 0; zero < 2; zero++)
    {
      g_autoptr (SeidelProblem) problem =
        test_problem (test_csr_from_dense (2, 2, dense),
                      zero ? (double[]){ 0, 0 } : (double[]){ 3, 2 }, zero ? NULL : guess);
      SeidelOptions options = test_options ("gmres");
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.preconditioner = "ilu0";
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      g_assert_null (outcome->message);
    }
}

/* Where no x solves a Neumann problem, a method that needs a regular matrix says why. */
static void
test_neumann (void)
{
  static const char *const preconditioners[] = { "none", "jacobi", "ssor", "multigrid" };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-neumann", 30);
  g_autofree double *b = g_new (double, 900);

  for (int i = 0; i < 900; i++)
    b[i] = 1.0 + (i % 7);
  for (size_t i = 0; i < G_N_ELEMENTS (preconditioners); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelProblem) problem = seidel_problem_new (matrix, b, NULL, &error);
      SeidelOptions options = test_options ("cg");
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.preconditioner = preconditioners[i];
      outcome = test_solve (problem, &options, NULL);
      g_test_message ("%s: %s: %s", options.preconditioner, seidel_reason_id (outcome->reason),
                      outcome->message);
      g_assert_false (outcome->converged);
      g_assert_true (outcome->advised);
      g_assert_null (seidel_outcome_next_step (outcome));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/verdicts/not-finite", test_not_finite);
  g_test_add_func ("/verdicts/vanishing", test_vanishing);
  g_test_add_func ("/verdicts/place", test_place);
  g_test_add_func ("/verdicts/place-of-entry", test_place_of_entry);
  g_test_add_func ("/verdicts/growing", test_growing);
  g_test_add_func ("/verdicts/singular", test_singular);
  g_test_add_func ("/verdicts/extreme", test_extreme);
  g_test_add_func ("/verdicts/uneven", test_uneven);
  g_test_add_func ("/verdicts/units", test_units);
  g_test_add_func ("/verdicts/columns", test_columns);
  g_test_add_func ("/verdicts/least-of-scaled", test_least_of_scaled);
  g_test_add_func ("/verdicts/doubt", test_doubt);
  g_test_add_func ("/verdicts/scaling", test_scaling);
  g_test_add_func ("/verdicts/known-guess", test_known_guess);
  g_test_add_func ("/verdicts/neumann", test_neumann);
  return g_test_run ();
}
