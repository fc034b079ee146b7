/* A run that reports convergence has converged by its true residual, whatever the method, the
 * precision, the preconditioner and the condition of the matrix.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "matrix/seidel-vector.h"
#include "method/seidel-preconditioner.h"

#include "run-testing.h"

/* Methods of cubic cost take part up to so many rows. */
#define MOST_DENSE_ROWS 250

/* Larger matrices do not take part; iterations are limited so that a run makes about so many
 * multiplications. With -m slow, which takes an hour, every matrix takes part, and every run may
 * take as many iterations. */
#define MOST_NONZEROS    70000
#define MOST_PRODUCTS    6e5
#define LEAST_ITERATIONS 20.0
#define MOST_ITERATIONS  1000.0

/* The host and the test sum the same residual. */
#define ROUNDING 1e-12

/* Kinds whose condition number is large, or infinite. */
static const struct
{
  const char *kind;
  int n_values;
  double values[6];
} ill_conditioned[] = {
  { "hilbert", 1, { 8 } },
  { "hilbert", 1, { 12 } },
  { "hilbert", 1, { 60 } },
  { "truss", 1, { 60 } },
  { "truss", 3, { 40, 3, 0.01 } },
  { "poisson-jumping", 5, { 24, 24, 1, 4, 1e9 } },
  { "poisson-anisotropic", 4, { 30, 30, 1, 1e-6 } },
  { "poisson-neumann", 1, { 20 } },
  { "helmholtz", 1, { 24 } },
  { "stokes-cavity", 1, { 10 } },
  { "convection-diffusion", 3, { 24, 24, 1e6 } },
  { "convection-diffusion", 3, { 24, 24, -1e6 } },
  { "road-like", 1, { 24 } },
  { "hypercube", 1, { 8 } },
  { "tridiagonal", 1, { 1000 } },
};

/* The first one for every matrix, all of them for ill-conditioned kinds. */
static const struct
{
  double tolerance;
  double backward_tolerance;
} criteria[] = {
  { 1e-8, 0.0 },
  { 1e-12, 0.0 },
  { 1e-14, 1e-15 },
  { 0.0, 1e-6 },
};

/* Of all runs. */
static int n_runs;
static int n_claims;
static int n_limits;   /* claims of a method that its true residual refuted */
static int n_backward; /* claims by the backward error alone */

static void
check_run (SeidelProblem *problem, const SeidelOptions *options)
{
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelOutcome) outcome = seidel_solve (problem, options, trace, NULL, NULL, &error);
  double target =
    options->tolerance * seidel_vector_norm_2 (problem->b, problem->matrix->csr->rows);
  SeidelNorms norms = SEIDEL_NORMS_UNKNOWN;

  if (outcome == NULL)
    return; /* the matrix does not meet the needs of the method */
  n_runs++;
  n_limits += outcome->reason == SEIDEL_REASON_ACCURACY_LIMIT;
  if (!outcome->converged)
    return;
  n_claims++;
  g_assert_true (
    seidel_csr_true_residual (problem->matrix->csr, problem->b, outcome->x, 1, NULL, &norms));
  if (outcome->reason == SEIDEL_REASON_CONVERGED_BACKWARD)
    {
      n_backward++;
      g_assert_cmpfloat (norms.backward, <=, (1.0 + ROUNDING) * options->backward_tolerance);
      g_assert_cmpfloat (outcome->true_2, >, target);
    }
  else if (outcome->reason == SEIDEL_REASON_DATA_PRECISION)
    g_assert_cmpfloat (norms.backward, <=, 1e-15);
  else if (!(norms.norm_2 <= (1.0 + ROUNDING) * target))
    g_error ("%s with %s in %s precision, tolerance %g: %s, but the true residual is %g times the "
             "tolerance",
             options->method, options->preconditioner, seidel_precision_id (options->precision),
             options->tolerance, seidel_reason_id (outcome->reason), norms.norm_2 / target);
}

static void
check_method (SeidelProblem *problem,
              const SeidelMethod *method,
              const char *preconditioner,
              size_t n_criteria)
{
  SeidelOptions options = test_options_of (method);
  double nonzeros = (double) seidel_csr_nonzeros (problem->matrix->csr);

  options.preconditioner = preconditioner;
  options.max_iterations = (int64_t) (g_test_slow () ? MOST_ITERATIONS
                                                     : CLAMP (MOST_PRODUCTS / nonzeros,
                                                              LEAST_ITERATIONS, MOST_ITERATIONS));
  for (int precision = SEIDEL_PRECISION_SINGLE; precision <= SEIDEL_PRECISION_MIXED; precision++)
    for (size_t c = 0; c < n_criteria; c++)
      {
        options.precision = (SeidelPrecision) precision;
        options.tolerance = criteria[c].tolerance;
        options.backward_tolerance = criteria[c].backward_tolerance;
        if (seidel_method_computes_in (method, options.precision, NULL))
          check_run (problem, &options);
      }
}

static bool
takes_part (const SeidelMethod *method, const SeidelStructure *structure)
{
  return method->engine == NULL && seidel_method_applies (method, structure, NULL, NULL)
         && (method->family != SEIDEL_FAMILY_DIRECT_DENSE || structure->rows <= MOST_DENSE_ROWS);
}

static void
check_problem (SeidelProblem *problem, size_t n_criteria)
{
  static const char *const preconditioners[] = { "none", "ilu0", "ic0" };
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  for (size_t m = 0; m < n_methods; m++)
    for (size_t p = 0; p < G_N_ELEMENTS (preconditioners); p++)
      if (takes_part (&methods[m], problem->structure)
          && seidel_preconditioner_applies (seidel_preconditioner_find (preconditioners[p]),
                                            &methods[m], problem->structure, NULL, NULL))
        check_method (problem, &methods[m], preconditioners[p], n_criteria);
}

/* b = A · 1, and a random b, for which x is large if the matrix is ill-conditioned. */
static void
check_matrix (SeidelMatrix *matrix, size_t n_criteria)
{
  static const SeidelVectorKind kinds[] = { SEIDEL_VECTOR_SOLUTION_ONES, SEIDEL_VECTOR_RANDOM };

  if (matrix->csr->rows != matrix->csr->columns
      || (seidel_csr_nonzeros (matrix->csr) > MOST_NONZEROS && !g_test_slow ()))
    return;
  for (size_t k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      const SeidelVectorSpec spec = { kinds[k], 7, NULL };
      g_autoptr (GError) error = NULL;
      g_autoptr (SeidelProblem) problem =
        seidel_problem_new_from_specs (matrix, &spec, NULL, NULL, NULL, &error);

      g_assert_no_error (error);
      problem->structure = seidel_structure_new (matrix, NULL, NULL, NULL);
      check_problem (problem, n_criteria);
    }
}

static void
begin_count (void)
{
  n_runs = 0;
  n_claims = 0;
  n_limits = 0;
  n_backward = 0;
}

static void
report_count (void)
{
  g_test_message ("%d runs, %d claims, all true, %d of them by backward errors; %d were refuted",
                  n_runs, n_claims, n_backward, n_limits);
}

static void
test_ill_conditioned (void)
{
  begin_count ();
  for (size_t i = 0; i < G_N_ELEMENTS (ill_conditioned); i++)
    {
      g_autoptr (SeidelMatrix) matrix =
        test_gallery (ill_conditioned[i].kind, ill_conditioned[i].n_values,
                      ill_conditioned[i].values);

      check_matrix (matrix, G_N_ELEMENTS (criteria));
    }
  report_count ();
  g_assert_cmpint (n_claims, >, 0);
  g_assert_cmpint (n_limits, >, 0);
  g_assert_cmpint (n_backward, >, 0);
}

static void
test_known (gconstpointer data)
{
  g_autoptr (SeidelMatrix) matrix = known_matrix_load (data);

  begin_count ();
  check_matrix (matrix, 1);
  report_count ();
}

/* Conjugate gradients in single precision: the residual that the method updates reaches a tolerance
 * that the true one misses. Replaced, it does so later, and both do; without that the run ends as
 * in textbooks, and says that the two differ. */
static void
test_replacement (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 60);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options ("cg");
  g_autoptr (SeidelOutcome) replaced = NULL;
  g_autoptr (SeidelOutcome) textbook = NULL;

  options.precision = SEIDEL_PRECISION_SINGLE;
  options.tolerance = 1e-6;
  options.max_iterations = 1000;
  replaced = test_solve (problem, &options, NULL);
  options.skip_replacement = true;
  textbook = test_solve (problem, &options, NULL);
  g_assert_cmpint (replaced->reason, ==, SEIDEL_REASON_CONVERGED_RELATIVE);
  g_assert_cmpint (textbook->reason, ==, SEIDEL_REASON_ACCURACY_LIMIT);
  g_assert_false (textbook->converged);
  g_assert_cmpint (textbook->iterations, <, replaced->iterations);
  g_assert_cmpfloat (textbook->residual_relative, <=, options.tolerance);
  g_assert_cmpfloat (textbook->true_2, >, 1e-6 * textbook->residual_initial);
  g_assert_cmpfloat (replaced->true_2, <=, 1e-6 * replaced->residual_initial);

  /* Both are the same run where the residuals agree. */
  options.precision = SEIDEL_PRECISION_DOUBLE;
  seidel_outcome_free (g_steal_pointer (&textbook));
  textbook = test_solve (problem, &options, NULL);
  g_assert_cmpint (textbook->reason, ==, SEIDEL_REASON_CONVERGED_RELATIVE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/confirm/ill-conditioned", test_ill_conditioned);
  g_test_add_func ("/confirm/replacement", test_replacement);
  test_add_for_known ("/confirm/known", true, test_known);
  return g_test_run ();
}
