/* Krylov methods: steps and breakdowns worked by hand, identities between the methods, and that
 * what they report is the residual of the x they return.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dlfcn.h>
#include <unistd.h>

#include "method/seidel-method.h"
#include "method/seidel-preconditioner.h"

#include "golden-testing.h"
#include "run-testing.h"

/* The memory of the machine, in pages; 0: what it is. */
static long pages_there;

/* ThreadSanitizer asks for the size of a page before it can observe anything. */
#ifdef __clang__
#define UNOBSERVED __attribute__ ((disable_sanitizer_instrumentation))
#else
#define UNOBSERVED
#endif

/* Comes before the C library's own, here and in libseidel. */
UNOBSERVED long
sysconf (int name)
{
  static long (*real) (int);

  if (real == NULL)
    real = (long (*) (int)) dlsym (RTLD_NEXT, "sysconf");
  return name == _SC_PHYS_PAGES && pages_there > 0 ? pages_there : real (name);
}

/* Every Krylov method with every preconditioner that suits it and the matrix. */
static void
for_each_pair (SeidelMatrix *matrix,
               void (*test) (SeidelMatrix *, const char *method, const char *preconditioner))
{
  g_autoptr (SeidelStructure) structure = seidel_structure_new (matrix, NULL, NULL, NULL);
  size_t n_methods;
  size_t n_kinds;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);

  for (size_t m = 0; m < n_methods; m++)
    for (size_t k = 0; k < n_kinds; k++)
      if (methods[m].family == SEIDEL_FAMILY_KRYLOV && kinds[k].engine == NULL
          && seidel_method_applies (&methods[m], structure, NULL, NULL)
          && seidel_preconditioner_applies (&kinds[k], &methods[m], structure, NULL, NULL))
        {
          g_test_message ("%s, %s on %s", methods[m].id, kinds[k].id, matrix->name);
          test (matrix, methods[m].id, kinds[k].id);
        }
}

#define MOST 3

typedef struct
{
  const char *method;
  const char *preconditioner;
  int n;
  double matrix[MOST * MOST];
  double b[MOST];
  int iterations; /* whole ones before */
  double x[MOST];
} Breakdown;

static const Breakdown breakdowns[] = {
  { "cg", "none", 2, { 1, 2, 2, 1 }, { 1, -1 }, 0, { 0, 0 } },
  /* ILU(0) is exact here, and as indefinite as the matrix. */
  { "cg-flexible", "ilu0", 2, { 1, 2, 2, 1 }, { 1, -1 }, 0, { 0, 0 } },
  { "cg-flexible", "none", 2, { 1, 2, 2, 1 }, { 1, -1 }, 0, { 0, 0 } },
  { "minres", "jacobi", 2, { -2, 1, 1, -4 }, { 1, 1 }, 0, { 0, 0 } },
  { "minres", "jacobi", 2, { 2, 1, 1, -4 }, { 1, 0 }, 0, { 0, 0 } },
  { "bicg", "none", 2, { 0, 1, -1, 0 }, { 1, 0 }, 0, { 0, 0 } },
  { "bicg", "jacobi", 2, { 1, 3, 2, -1 }, { 1, 1 }, 0, { 0, 0 } },
  { "bicgstab", "none", 2, { 0, 1, 1, 0 }, { 1, 0 }, 0, { 0, 0 } },
  { "bicgstab", "none", 2, { 1, -1, 1, 0 }, { 1, 0 }, 1, { 1, 0 } },
  { "bicgstab", "none", 2, { 1, 0, 1, 0 }, { 1, 0 }, 1, { 1, 0 } },
  { "gmres", "none", 2, { 0, 1, 0, 0 }, { 1, 0 }, 0, { 0, 0 } },
  /* The best of the first direction, (1, 1), is kept. */
  { "gmres", "none", 2, { 1, 0, 0, 0 }, { 1, 1 }, 1, { 1, 1 } },
  { "gmres-flexible", "none", 2, { 1, 0, 0, 0 }, { 1, 1 }, 1, { 1, 1 } },
  { "gmres", "ilu0", 2, { 1, 2, 2, 4 }, { 1, 1 }, 0, { 0, 0 } },
};

static void
test_breakdowns (gconstpointer data)
{
  for (size_t i = 0; i < G_N_ELEMENTS (breakdowns); i++)
    {
      const Breakdown *b = &breakdowns[i];
      g_autoptr (SeidelProblem) problem =
        test_problem (test_csr_from_dense (b->n, b->n, b->matrix), b->b, NULL);
      SeidelOptions options = test_options (b->method);
      g_autoptr (SeidelOutcome) outcome = NULL;

      g_test_message ("%zu: %s", i, b->method);
      options.preconditioner = b->preconditioner;
      options.precision = GPOINTER_TO_INT (data);
      outcome = test_solve (problem, &options, NULL);
      test_assert_reason (outcome, SEIDEL_REASON_BREAKDOWN);
      test_assert_wording (outcome->message);
      g_assert_cmpint (outcome->iterations, ==, b->iterations);
      test_assert_close (outcome->x, b->x, b->n, 1e-6);
      /* The last residual is that of this x, if the method computed it. */
      if (!isnan (outcome->residual_final))
        g_assert_cmpfloat (fabs (outcome->residual_final - outcome->true_2), <, 1e-6);
    }
}

/* After the first iteration the residual is orthogonal to the shadow residual: the methods restart
 * with another one. */
static void
test_orthogonal_shadow (gconstpointer data)
{
  static const struct
  {
    const char *method;
    int n;
    double matrix[MOST * MOST];
    double x[MOST];
  } cases[] = {
    { "bicg", 2, { 1, 0, 1, 1 }, { 1, -1 } },
    { "bicgstab", 3, { 1, 0, 0, 1, 1, 0, 0, 1, 1 }, { 1, -1, 1 } },
  };
  const double b[MOST] = { 1 };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SeidelProblem) problem =
        test_problem (test_csr_from_dense (cases[i].n, cases[i].n, cases[i].matrix), b, NULL);
      SeidelOptions options = test_options (cases[i].method);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.precision = GPOINTER_TO_INT (data);
      options.tolerance = 1e-6;
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      g_assert_cmpint (outcome->iterations, >, 2);
      test_assert_close (outcome->x, cases[i].x, cases[i].n, 1e-5);
    }
}

/* Weak diagonals, on which ρ of BiCGStab falls to rounding level long before the residual does. */
static void
test_weak_diagonal (void)
{
  for (int seed = 1; seed <= 4; seed++)
    {
      g_autoptr (SeidelMatrix) matrix =
        test_gallery ("random-dominant", 4, (double[]){ 600, 8, 0.4, seed });
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options ("bicgstab");
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.max_iterations = 2000;
      outcome = test_solve (problem, &options, NULL);
      g_test_message ("seed %d: %d iterations", seed, (int) outcome->iterations);
      test_assert_reason (outcome, SEIDEL_REASON_CONVERGED_RELATIVE);
    }
}

/* Where the space closes on the solution, the run has converged: A b = 3 b. */
static void
test_lucky (void)
{
  const double dense[] = { 2, 1, 0, 1, 2, 0, 0, 0, 3 };
  const double b[] = { 3, 3, 0 };
  const double x[] = { 1, 1, 0 };
  size_t n_methods;
  const SeidelMethod *methods = seidel_methods (&n_methods);

  for (size_t m = 0; m < n_methods; m++)
    {
      g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (3, 3, dense), b, NULL);
      SeidelOptions options = test_options (methods[m].id);
      g_autoptr (SeidelOutcome) outcome = NULL;

      if (methods[m].family != SEIDEL_FAMILY_KRYLOV)
        continue;
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      g_assert_cmpint (outcome->iterations, ==, 1);
      g_assert_cmpfloat (outcome->true_2, <, 1e-14);
      test_assert_close (outcome->x, x, 3, 1e-15);
    }
}

/* [1 1; −1 1] x = (1, 0). GMRES: A b = (1, −1), so y = ½ and the residual (½, ½); then exact.
 * BiCGStab: α = 1, s = (0, 1), t = (1, 1), ω = ½: x = (1, ½), r = (−½, ½). */
static void
test_by_hand (void)
{
  const double dense[] = { 1, 1, -1, 1 };
  const double b[] = { 1, 0 };
  const struct
  {
    const char *method;
    double x[2];
    double residual;
  } expected[] = {
    { "gmres", { 0.5, 0 }, G_SQRT2 / 2 },
    { "gmres-flexible", { 0.5, 0 }, G_SQRT2 / 2 },
    { "bicgstab", { 1, 0.5 }, G_SQRT2 / 2 },
    /* α = 1, r = (0, 1) */
    { "bicg", { 1, 0 }, 1 },
  };
  const double solution[] = { 0.5, 0.5 };

  for (size_t i = 0; i < G_N_ELEMENTS (expected); i++)
    for (int limit = 1; limit <= 2; limit++)
      {
        g_autoptr (SeidelProblem) problem =
          test_problem (test_csr_from_dense (2, 2, dense), b, NULL);
        SeidelOptions options = test_options (expected[i].method);
        g_autoptr (SeidelOutcome) outcome = NULL;

        g_test_message ("%s, %d", expected[i].method, limit);
        options.max_iterations = limit;
        outcome = test_solve (problem, &options, NULL);
        test_assert_close (outcome->x, limit == 1 ? expected[i].x : solution, 2, 1e-15);
        g_assert_cmpint (outcome->converged, ==, limit == 2);
        if (limit == 1)
          g_assert_cmpfloat (fabs (outcome->residual_final - expected[i].residual), <, 1e-15);
      }
}

/* [0 1; 1 0] x = (1, 0), indefinite: no step of the first iteration helps MINRES, the second is
 * exact. */
static void
test_minres_by_hand (void)
{
  const double dense[] = { 0, 1, 1, 0 };
  const double b[] = { 1, 0 };
  const double x[] = { 0, 1 };
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (2, 2, dense), b, NULL);
  SeidelOptions options = test_options ("minres");
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = test_solve (problem, &options, trace);

  g_assert_true (outcome->converged);
  g_assert_cmpint (outcome->iterations, ==, 2);
  g_assert_cmpfloat (seidel_trace_point (trace, 1).residual, ==, 1.0);
  test_assert_close (outcome->x, x, 2, 1e-15);
}

/* The Laplacian of a line without ends, whose null space is the constants, and a right-hand side
 * that has a part in it: MINRES ends at the least residual. */
static void
test_minres_singular (void)
{
  for (int n = 20; n <= 500; n *= 5)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", n);
      SeidelCsr *csr = matrix->csr;
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options ("minres");
      g_autoptr (SeidelOutcome) outcome = NULL;
      double sum = 0.0;

      csr->values[0] = csr->values[seidel_csr_nonzeros (csr) - 1] = 1.0;
      for (int i = 0; i < n; i++)
        sum += problem->b[i] = i;
      outcome = test_solve (problem, &options, NULL);
      test_assert_reason (outcome, SEIDEL_REASON_LEAST_SQUARES);
      g_assert_cmpint (outcome->iterations, <=, n);
      g_assert_cmpfloat_with_epsilon (outcome->true_2, sum / sqrt (n), 1e-6 * sum);
    }
}

/* The same for larger ones, where the recurrences run away unless they are stopped: what is left of
 * the residual is the part of b in the null space, and with every precision and preconditioner the
 * iterate returned is one of the best. */
static void
test_minres_inconsistent (void)
{
  static const char *const kinds[] = { "poisson-neumann", "hypercube" };
  static const char *const preconditioners[] = { "none", "jacobi" };
  static const double sizes[] = { 40, 9 };

  for (int k = 0; k < 8; k++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (kinds[k % 2], sizes[k % 2]);
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options ("minres");
      g_autofree double *b = test_random_vector (matrix->csr->rows, 3);
      g_autoptr (SeidelOutcome) outcome = NULL;
      double least = 0.0;

      memcpy (problem->b, b, (size_t) matrix->csr->rows * sizeof *b);
      for (int64_t i = 0; i < matrix->csr->rows; i++)
        least += b[i] / sqrt ((double) matrix->csr->rows);
      options.preconditioner = preconditioners[k / 2 % 2];
      options.precision = k < 4 ? SEIDEL_PRECISION_DOUBLE : SEIDEL_PRECISION_SINGLE;
      outcome = test_solve (problem, &options, NULL);
      g_test_message ("%s, %s: %s after %d iterations, %g of %g", matrix->name,
                      options.preconditioner, seidel_reason_id (outcome->reason),
                      (int) outcome->iterations, outcome->true_2, fabs (least));
      g_assert_false (outcome->converged);
      if (k < 2)
        test_assert_reason (outcome, SEIDEL_REASON_LEAST_SQUARES);
      g_assert_cmpfloat (outcome->true_2, <, (k < 2 ? 1.0 + 1e-9 : 1.2) * fabs (least));
    }
}

/* At every iteration limit the residual reported is that of x. */
static void
check_residuals (SeidelMatrix *matrix, const char *method, const char *preconditioner)
{
  g_autofree double *b = test_random_vector (matrix->csr->rows, 5);
  double previous = INFINITY;

  for (int limit = 0; limit <= 12; limit++)
    {
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options (method);
      g_autoptr (SeidelOutcome) outcome = NULL;

      memcpy (problem->b, b, (size_t) matrix->csr->rows * sizeof *b);
      options.preconditioner = preconditioner;
      options.parameters[SEIDEL_PARAMETER_RESTART] = 5;
      options.parameters[SEIDEL_PARAMETER_PRECONDITIONER_OMEGA] = 1.3;
      options.max_iterations = limit;
      options.tolerance = 1e-12;
      outcome = test_solve (problem, &options, NULL);
      g_assert_cmpfloat (fabs (outcome->residual_final - outcome->true_2), <=,
                         1e-11 * outcome->residual_initial);
      if (outcome->converged)
        break;
      test_assert_reason (outcome, SEIDEL_REASON_ITERATION_LIMIT);
      g_assert_cmpint (outcome->iterations, ==, limit);
      /* GMRES and plain MINRES never let the residual grow. */
      if (g_str_has_prefix (method, "gmres")
          || (g_str_equal (method, "minres") && g_str_equal (preconditioner, "none")))
        g_assert_cmpfloat (outcome->true_2, <=, previous * (1.0 + 1e-12));
      previous = outcome->true_2;
    }
}

static void
test_residuals (void)
{
  g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-5", 7);
  g_autoptr (SeidelMatrix) wathen = test_gallery_sized ("wathen", 3);
  g_autoptr (SeidelMatrix) random = seidel_matrix_new ("random", test_csr_random (60, 5, 1.1, 11));

  for_each_pair (grid, check_residuals);
  for_each_pair (wathen, check_residuals);
  for_each_pair (random, check_residuals);
}

static void
history_of (SeidelMatrix *matrix, const char *method, int n, double *residuals)
{
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options (method);
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.max_iterations = n - 1;
  options.tolerance = 0.0;
  options.parameters[SEIDEL_PARAMETER_RESTART] = n;
  outcome = test_solve (problem, &options, trace);
  g_assert_cmpuint (seidel_trace_n_points (trace), ==, n);
  for (int i = 0; i < n; i++)
    residuals[i] = seidel_trace_point (trace, i).residual;
}

/* On a symmetric positive definite matrix BiCG and flexible CG are CG, and GMRES is MINRES. */
static void
test_identities (void)
{
  static const char *const pairs[][2] = {
    { "cg", "bicg" },
    { "cg", "cg-flexible" },
    { "minres", "gmres" },
    { "gmres", "gmres-flexible" },
  };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("wathen", 4);
  double a[20];
  double b[20];

  for (size_t i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      test_poison (a, 20);
      test_poison (b, 20);
      history_of (matrix, pairs[i][0], 20, a);
      history_of (matrix, pairs[i][1], 20, b);
      for (int k = 0; k < 20; k++)
        g_assert_cmpfloat (fabs (a[k] - b[k]), <=, 1e-6 * a[k]);
    }
}

static int64_t
iterations_of (SeidelMatrix *matrix, const char *method, const char *preconditioner)
{
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options (method);
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.preconditioner = preconditioner;
  options.parameters[SEIDEL_PARAMETER_RESTART] = 100;
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  g_assert_cmpfloat (outcome->true_2, <,
                     1.1 * options.tolerance * seidel_vector_norm_2 (problem->b, outcome->n));
  return outcome->iterations;
}

static void
check_pays (SeidelMatrix *matrix, const char *method, const char *preconditioner)
{
  int64_t without = iterations_of (matrix, method, "none");
  int64_t with = iterations_of (matrix, method, preconditioner);

  /* The diagonal of a Poisson matrix is constant, and its points have one unknown: Jacobi changes
   * nothing there. */
  if (g_str_equal (preconditioner, "none") || g_str_has_suffix (preconditioner, "jacobi"))
    g_assert_cmpint (ABS (with - without), <=, 1);
  else
    g_assert_cmpint (with, <=, 2 * without / 3);
}

static void
test_pays (void)
{
  g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-5", 30);

  for_each_pair (grid, check_pays);
}

/* D A D with a D of many sizes: what Jacobi is for. */
static void
test_jacobi_pays (void)
{
  g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-5", 12);
  SeidelCsr *csr = grid->csr;

  for (int64_t row = 0; row < csr->rows; row++)
    for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
      csr->values[k] *=
        ldexp (1.0, (int) (row % 7)) * ldexp (1.0, (int) (csr->column_indices[k] % 7));
  g_assert_cmpint (3 * iterations_of (grid, "cg", "jacobi"), <, iterations_of (grid, "cg", "none"));
}

static void
check_converges (SeidelMatrix *matrix, const char *method, const char *preconditioner)
{
  /* A chain is far from normal: without its triangle nothing is promised. */
  if (g_str_has_prefix (matrix->name, "chain")
      && (g_str_equal (preconditioner, "none") || g_str_equal (preconditioner, "jacobi")))
    return;
  for (int precision = 0; precision <= SEIDEL_PRECISION_DOUBLE; precision++)
    {
      bool single = precision == SEIDEL_PRECISION_SINGLE;
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options (method);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.preconditioner = preconditioner;
      options.precision = precision;
      options.tolerance = single ? 1e-5 : 1e-10;
      outcome = test_solve (problem, &options, NULL);
      g_assert_true (outcome->converged);
      g_assert_cmpfloat (outcome->error_inf, <, single ? 1e-2 : 1e-7);
      g_assert_cmpfloat (outcome->true_2, <=,
                         (single ? 3.0 : 1.01) * options.tolerance
                           * seidel_vector_norm_2 (problem->b, outcome->n));
    }
}

static void
test_families (void)
{
  static const struct
  {
    const char *kind;
    double size;
  } families[] = {
    { "poisson-7", 7 },    { "poisson-27", 6 }, { "convection-diffusion", 12 },
    { "tridiagonal", 50 }, { "chain", 100 },    { "random-dominant", 300 },
    { "kmer-like", 300 },  { "wathen", 6 },     { "arrow", 60 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (families); i++)
    {
      g_autoptr (SeidelMatrix) matrix = test_gallery_sized (families[i].kind, families[i].size);

      for_each_pair (matrix, check_converges);
    }
}

/* Single precision cannot reach 1e-12: the methods that look at the true residual say so. */
static void
test_too_much (void)
{
  static const char *const methods[] = { "bicg", "bicgstab", "gmres", "gmres-flexible" };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 16);

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
      SeidelOptions options = test_options (methods[m]);
      g_autoptr (SeidelOutcome) outcome = NULL;

      options.precision = SEIDEL_PRECISION_SINGLE;
      options.tolerance = 1e-12;
      outcome = test_solve (problem, &options, NULL);
      test_assert_reason (outcome, SEIDEL_REASON_ACCURACY_LIMIT);
      test_assert_wording_of (methods[m], outcome->message);
      g_assert_cmpfloat (outcome->true_2, <, 1e-5 * seidel_vector_norm_2 (problem->b, outcome->n));
      g_assert_cmpint (outcome->iterations, <, 500);
    }
}

/* A basis larger than the machine is refused with its size before anything is allocated. */
static void
test_basis_does_not_fit (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("tridiagonal", 1000);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options ("gmres");
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.parameters[SEIDEL_PARAMETER_RESTART] = 500;
  pages_there = 500 * 1000 * 8 / sysconf (_SC_PAGESIZE);
  outcome = test_solve (problem, &options, NULL);
  pages_there = 0;
  test_assert_reason (outcome, SEIDEL_REASON_OUT_OF_MEMORY);
  test_assert_wording (outcome->message);
  g_assert_cmpfloat (outcome->true_2, ==, seidel_vector_norm_2 (problem->b, outcome->n));
}

/* The same bits on every run: with one thread and with two, whatever the strategy. */
static void
check_determinism (SeidelMatrix *matrix, const char *method, const char *preconditioner)
{
  for (int threads = 1; threads <= 2; threads++)
    {
      g_autofree double *first = g_new (double, matrix->csr->rows);

      for (int run = 0; run < 3; run++)
        {
          g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
          SeidelOptions options = test_options (method);
          g_autoptr (SeidelOutcome) outcome = NULL;

          options.preconditioner = preconditioner;
          options.threads = threads;
          options.strategy = threads > 1 ? "levels" : "serial";
          options.max_iterations = 6;
          outcome = test_solve (problem, &options, NULL);
          if (run == 0)
            memcpy (first, outcome->x, (size_t) matrix->csr->rows * sizeof *first);
          test_assert_same_bits (outcome->x, first, matrix->csr->rows);
        }
    }
}

static void
test_determinism (void)
{
  g_autoptr (SeidelMatrix) grid = test_gallery_sized ("poisson-5", 150);
  g_autoptr (SeidelMatrix) flow = test_gallery_sized ("convection-diffusion", 150);

  for_each_pair (grid, check_determinism);
  for_each_pair (flow, check_determinism);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/krylov/breakdowns/single", GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE),
                        test_breakdowns);
  g_test_add_data_func ("/krylov/breakdowns/double", GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE),
                        test_breakdowns);
  g_test_add_data_func ("/krylov/orthogonal-shadow/single",
                        GINT_TO_POINTER (SEIDEL_PRECISION_SINGLE), test_orthogonal_shadow);
  g_test_add_data_func ("/krylov/orthogonal-shadow/double",
                        GINT_TO_POINTER (SEIDEL_PRECISION_DOUBLE), test_orthogonal_shadow);
  g_test_add_func ("/krylov/weak-diagonal", test_weak_diagonal);
  g_test_add_func ("/krylov/lucky", test_lucky);
  g_test_add_func ("/krylov/by-hand", test_by_hand);
  g_test_add_func ("/krylov/by-hand/minres", test_minres_by_hand);
  g_test_add_func ("/krylov/minres-singular", test_minres_singular);
  g_test_add_func ("/krylov/minres-inconsistent", test_minres_inconsistent);
  g_test_add_func ("/krylov/residuals", test_residuals);
  g_test_add_func ("/krylov/identities", test_identities);
  g_test_add_func ("/krylov/preconditioners-pay", test_pays);
  g_test_add_func ("/krylov/jacobi-pays", test_jacobi_pays);
  g_test_add_func ("/krylov/families", test_families);
  g_test_add_func ("/krylov/too-much", test_too_much);
  g_test_add_func ("/krylov/basis-does-not-fit", test_basis_does_not_fit);
  g_test_add_func ("/krylov/determinism", test_determinism);
  return g_test_run ();
}
