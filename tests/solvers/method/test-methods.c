/* The methods themselves: iterates worked by hand, families with a known solution, divergence and
 * breakdown where theory says so.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method.h"

#include "golden-testing.h"
#include "run-testing.h"

#define N_HAND 3

/* 4x + y = 6, x + 4y − z = 2, 2y + 4z = 3. Every number below is a short binary fraction. */
static const double hand_matrix[] = { 4, 1, 0, 1, 4, -1, 0, 2, 4 };
static const double hand_b[] = { 6, 2, 3 };

static const struct
{
  const char *method;
  int iterations;
  double x[N_HAND];
} hand[] = {
  { "jacobi", 0, { 0, 0, 0 } },
  { "jacobi", 1, { 1.5, 0.5, 0.75 } },
  { "jacobi", 2, { 1.375, 0.3125, 0.5 } },
  { "gauss-seidel", 1, { 1.5, 0.125, 0.6875 } },
  { "gauss-seidel", 2, { 1.46875, 0.3046875, 0.59765625 } },
  { "gauss-seidel-backward", 1, { 1.328125, 0.6875, 0.75 } },
  { "gauss-seidel-backward", 2, { 1.4326171875, 0.26953125, 0.40625 } },
  { "gauss-seidel-symmetric", 1, { 1.42578125, 0.296875, 0.6875 } },
};

static double
residual_norm (const double *a, const double *b, const double *x, int n)
{
  double sum = 0.0;

  for (int i = 0; i < n; i++)
    {
      double r = b[i];

      for (int j = 0; j < n; j++)
        r -= a[i * n + j] * x[j];
      sum += r * r;
    }
  return sqrt (sum);
}

static void
test_by_hand (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (hand); i++)
    for (int precision = 0; precision < 2; precision++)
      {
        g_autoptr (SeidelProblem) problem =
          test_problem (test_csr_from_dense (3, 3, hand_matrix), hand_b, NULL);
        SeidelOptions options = test_options (hand[i].method);
        g_autoptr (SeidelTrace) trace = seidel_trace_new ();
        g_autoptr (SeidelOutcome) outcome = NULL;
        double norm = residual_norm (hand_matrix, hand_b, hand[i].x, N_HAND);
        SeidelTracePoint last;

        options.max_iterations = hand[i].iterations;
        options.precision = precision;
        outcome = test_solve (problem, &options, trace);
        test_assert_reason (outcome, SEIDEL_REASON_ITERATION_LIMIT);
        test_assert_same_bits (outcome->x, hand[i].x, N_HAND);
        g_assert_cmpint (outcome->iterations, ==, hand[i].iterations);
        g_assert_cmpfloat (outcome->residual_initial, ==, 7.0);
        g_assert_cmpfloat (fabs (outcome->residual_final - norm), <, 1e-6);
        g_assert_cmpfloat (fabs (outcome->residual_relative - norm / 7.0), <, 1e-6);
        g_assert_cmpfloat (fabs (outcome->true_2 - norm), <, 1e-14);
        g_assert_true (isnan (outcome->error_inf));
        g_assert_cmpuint (seidel_trace_n_points (trace), ==, hand[i].iterations + 1);
        last = seidel_trace_point (trace, hand[i].iterations);
        g_assert_cmpint (last.iteration, ==, hand[i].iterations);
        g_assert_cmpfloat (last.residual, ==, outcome->residual_final);
      }
}

/* [2 1; 1 2] x = (3, 0): α = 1/2, β = 1/4, α = 2/3, done. */
static void
test_cg_by_hand (void)
{
  const double dense[] = { 2, 1, 1, 2 };
  const double b[] = { 3, 0 };
  const double first[] = { 1.5, 0 };
  const double second[] = { 2, -1 };
  const double residuals[] = { 3, 1.5, 0 };

  for (int limit = 1; limit <= 2; limit++)
    {
      g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (2, 2, dense), b, NULL);
      SeidelOptions options = test_options ("cg");
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.max_iterations = limit;
      outcome = test_solve (problem, &options, trace);
      test_assert_close (outcome->x, limit == 1 ? first : second, 2, 1e-15);
      g_assert_cmpint (outcome->iterations, ==, limit);
      g_assert_cmpint (outcome->converged, ==, limit == 2);
      for (int i = 0; i <= limit; i++)
        g_assert_cmpfloat (fabs (seidel_trace_point (trace, i).residual - residuals[i]), <, 1e-15);
    }
}

/* From another guess the first residual is b − A x₀: here that of the solution plus (1, 0). */
static void
test_guess (void)
{
  const double dense[] = { 4, 1, 1, 3 };
  const double guess[] = { 2, 1 };
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  for (size_t m = 0; m < n_methods; m++)
    {
      g_autoptr (SeidelProblem) problem =
        test_problem (test_csr_from_dense (2, 2, dense), NULL, guess);
      SeidelOptions options = test_options_of (&methods[m]);
      g_autoptr (SeidelOutcome) outcome = NULL;

      if (methods[m].demonstration || methods[m].engine != NULL)
        continue;
      outcome = test_solve (problem, &options, NULL);
      g_assert_cmpfloat (fabs (outcome->residual_initial - sqrt (17.0)), <, 1e-15);
      g_assert_true (outcome->converged);
      g_assert_cmpfloat (outcome->error_inf, <, 1e-7);
    }
}

typedef struct
{
  const char *kind;
  double size;
  bool positive_definite; /* and symmetric */
  bool grid;              /* an M-matrix with a graph in one piece: Jacobi converges too */
} Family;

static const Family families[] = {
  { "poisson-5", 12, true, true },
  { "poisson-7", 6, true, true },
  { "poisson-27", 6, true, true },
  { "convection-diffusion", 12, false, true },
  { "tridiagonal", 20, true, true },
  { "chain", 300, false, true },
  { "random-dominant", 500, false, false },
  { "kmer-like", 500, false, false },
  { "wathen", 6, true, false },
  { "arrow", 60, false, false },
};

static bool
is_sure (const Family *family, const SeidelMethod *method, const SeidelStructure *structure)
{
  if (method->demonstration)
    return false;
  if (method->family == SEIDEL_FAMILY_DIRECT_SPARSE || method->family == SEIDEL_FAMILY_DIRECT_DENSE)
    return true;
  if (method->family == SEIDEL_FAMILY_KRYLOV || method->parameters & 1 << SEIDEL_PARAMETER_OMEGA)
    return family->positive_definite;
  if (structure->row_dominant || structure->column_dominant || family->grid
      || structure->lower_triangular)
    return true;
  return family->positive_definite && method->sweeps != SEIDEL_SWEEPS_NONE;
}

static void
check_family (const Family *family, const SeidelMethod *method, SeidelPrecision precision)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized (family->kind, family->size);
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options (method->id);
  bool single = precision == SEIDEL_PRECISION_SINGLE;
  g_autoptr (SeidelOutcome) outcome = NULL;

  if (!seidel_method_applies (method, structure, NULL, NULL)
      || !seidel_method_computes_in (method, precision, NULL)
      || !is_sure (family, method, structure))
    return;
  g_test_message ("%s on %s", method->id, matrix->name);
  options.precision = precision;
  options.tolerance = single ? 1e-5 : 1e-10;
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  g_assert_cmpfloat (outcome->error_inf, <, single ? 1e-2 : 1e-7);
  g_assert_cmpfloat (outcome->true_2, <=,
                     (single ? 10.0 : 1.01) * options.tolerance
                       * seidel_vector_norm_2 (problem->b, outcome->n));
}

static void
test_families (gconstpointer data)
{
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  for (size_t m = 0; m < n_methods; m++)
    for (size_t f = 0; f < G_N_ELEMENTS (families); f++)
      if (methods[m].engine == NULL)
        check_family (&families[f], &methods[m], GPOINTER_TO_INT (data));
}

/* CG ends within n steps, but for rounding. */
static void
test_cg_is_finite (void)
{
  for (int n = 1; n <= 12; n++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", n);
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options ("cg");
      g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);

      g_assert_true (outcome->converged);
      g_assert_cmpint (outcome->iterations, <=, n);
    }
}

/* Rates of convergence on the line: ρ(Jacobi) = cos (π / (n + 1)), ρ(Gauss-Seidel) its square. */
static void
test_rates (void)
{
  const int n = 20;
  double rho = cos (G_PI / (n + 1));
  const struct
  {
    const char *method;
    double rate;
  } expected[] = {
    { "jacobi", rho },
    { "gauss-seidel", rho * rho },
    { "gauss-seidel-backward", rho * rho },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", n);
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options (expected[i].method);
      g_autoptr (SeidelTrace) trace = seidel_trace_new ();
      g_autoptr (SeidelOutcome) outcome = NULL;
      double rate;

      options.max_iterations = 400;
      options.tolerance = 0.0;
      outcome = test_solve (problem, &options, trace);
      rate =
        sqrt (seidel_trace_point (trace, 400).residual / seidel_trace_point (trace, 398).residual);
      g_assert_cmpfloat (fabs (rate - expected[i].rate), <, 1e-6);
    }
}

/* Symmetric positive definite with ρ(I − D⁻¹ A) = 1.8: Jacobi diverges, the others converge. */
static void
test_jacobi_diverges (void)
{
  const double dense[] = { 1, 0.9, 0.9, 0.9, 1, 0.9, 0.9, 0.9, 1 };
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  for (size_t m = 0; m < n_methods; m++)
    {
      g_autoptr (SeidelProblem) problem =
        test_problem (test_csr_from_dense (3, 3, dense), NULL, NULL);
      SeidelOptions options = test_options (methods[m].id);
      g_autoptr (SeidelOutcome) outcome = NULL;

      if (methods[m].demonstration || methods[m].engine != NULL)
        continue;
      outcome = test_solve (problem, &options, NULL);
      if (g_str_equal (methods[m].id, "jacobi"))
        {
          test_assert_reason (outcome, SEIDEL_REASON_DIVERGED);
          g_assert_cmpfloat (outcome->residual_relative, >, 1e10);
          g_assert_cmpfloat (outcome->residual_relative, <, 1.81e10);
        }
      else
        g_assert_true (outcome->converged);
    }
}

/* p = b = (1, −1) is an eigenvector to −1. */
static void
test_cg_breaks_down (void)
{
  const double dense[] = { 1, 2, 2, 1 };
  const double b[] = { 1, -1 };
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (2, 2, dense), b, NULL);
  SeidelOptions options = test_options ("cg");
  g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, NULL);

  test_assert_reason (outcome, SEIDEL_REASON_BREAKDOWN);
  test_assert_wording (outcome->message);
  g_assert_cmpint (outcome->iterations, ==, 0);
  g_assert_cmpfloat (outcome->x[0], ==, 0.0);
  g_assert_cmpfloat (outcome->true_2, ==, sqrt (2.0));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/methods/by-hand/sweeps", test_by_hand);
  g_test_add_func ("/methods/by-hand/cg", test_cg_by_hand);
  g_test_add_func ("/methods/guess", test_guess);
  g_test_add_data_func ("/methods/families/single", GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE),
                        test_families);
  g_test_add_data_func ("/methods/families/double", GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE),
                        test_families);
  g_test_add_func ("/methods/cg-is-finite", test_cg_is_finite);
  g_test_add_func ("/methods/rates", test_rates);
  g_test_add_func ("/methods/jacobi-diverges", test_jacobi_diverges);
  g_test_add_func ("/methods/cg-breaks-down", test_cg_breaks_down);
  return g_test_run ();
}
