/* One cycle of multigrid with each smoother, against plain loops over the same hierarchy.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "multigrid/seidel-hierarchy.h"
#include "multigrid/seidel-radius.h"
#include "plan/seidel-setting.h"

#include "plain-analysis.h"
#include "run-testing.h"

/* Grid points along x: three levels, so that the K cycle has a level to iterate on. */
#define SIZE 80

/* The part of the spectrum that the Chebyshev smoother is made for. */
#define CHEBYSHEV_RATIO 4.0

typedef struct
{
  SeidelHierarchy *hierarchy;
  SeidelSmootherIndex smoother;
  SeidelCycle cycle;
  int steps;
  bool symmetric;
} Reference;

static void
multiply_ref (const SeidelCsr *A, const double *x, double *y)
{
  for (int64_t i = 0; i < A->rows; i++)
    {
      y[i] = 0.0;
      for (int64_t k = A->row_offsets[i]; k < A->row_offsets[i + 1]; k++)
        y[i] += A->values[k] * x[A->column_indices[k]];
    }
}

static double
diagonal_ref (const SeidelCsr *A, int64_t row)
{
  return A->values[seidel_csr_find (A, row, row)];
}

static void
relax_ref (const SeidelCsr *A, int64_t row, const double *b, double *x)
{
  double sum = b[row];

  for (int64_t k = A->row_offsets[row]; k < A->row_offsets[row + 1]; k++)
    if (A->column_indices[k] != row)
      sum -= A->values[k] * x[A->column_indices[k]];
  x[row] = sum / diagonal_ref (A, row);
}

static void
sweep_ref (const SeidelCsr *A, bool backward, const double *b, double *x)
{
  for (int64_t i = 0; i < A->rows; i++)
    relax_ref (A, backward ? A->rows - 1 - i : i, b, x);
}

static void
color_sweep_ref (const SeidelCsr *A, bool backward, const double *b, double *x)
{
  g_autofree int32_t *colors = g_new (int32_t, A->rows);
  int32_t count = seidel_coloring_ref (A, colors);

  for (int32_t c = 1; c <= count; c++)
    for (int64_t row = 0; row < A->rows; row++)
      if (colors[row] == (backward ? count + 1 - c : c))
        relax_ref (A, row, b, x);
}

/* z ← D⁻¹ (b − A x) */
static void
scaled_residual_ref (const SeidelCsr *A, const double *b, const double *x, double *z)
{
  multiply_ref (A, x, z);
  for (int64_t i = 0; i < A->rows; i++)
    z[i] = (b[i] - z[i]) / diagonal_ref (A, i);
}

static double
radius_ref (const SeidelCsr *A)
{
  const SeidelWorkers workers = { .threads = 1 };
  double radius = NAN;

  g_assert_true (seidel_csr_smoothing_radius (A, NULL, &radius, &workers, NULL));
  return radius;
}

static void
jacobi_ref (const SeidelCsr *A, int steps, const double *b, double *x)
{
  g_autofree double *z = g_new (double, A->rows);
  double weight = 4.0 / 3.0 / radius_ref (A);

  for (int step = 0; step < steps; step++)
    {
      scaled_residual_ref (A, b, x, z);
      for (int64_t i = 0; i < A->rows; i++)
        x[i] += weight * z[i];
    }
}

/* By the second order method of Golub and Varga (1961), another form of the same polynomial. */
static void
chebyshev_ref (const SeidelCsr *A, int steps, const double *b, double *x)
{
  const int64_t n = A->rows;
  g_autofree double *z = g_new (double, n);
  g_autofree double *before = g_memdup2 (x, (size_t) n * sizeof *x);
  double radius = radius_ref (A);
  double middle = radius * (1.0 + 1.0 / CHEBYSHEV_RATIO) / 2.0;
  double half = radius * (1.0 - 1.0 / CHEBYSHEV_RATIO) / 2.0;
  double omega = 1.0;

  for (int step = 0; step < steps; step++)
    {
      scaled_residual_ref (A, b, x, z);
      if (step > 0)
        omega = 1.0 / (1.0 - (step == 1 ? 2.0 : omega) * half * half / (4.0 * middle * middle));
      for (int64_t i = 0; i < n; i++)
        {
          double next = omega * (x[i] - before[i] + z[i] / middle) + before[i];

          before[i] = x[i];
          x[i] = next;
        }
    }
}

static void
smooth_ref (const Reference *self, const SeidelCsr *A, bool after, const double *b, double *x)
{
  for (int step = 0; step < self->steps && self->smoother < SEIDEL_SMOOTHER_JACOBI; step++)
    switch (self->smoother)
      {
      case SEIDEL_SMOOTHER_SYMMETRIC:
        sweep_ref (A, false, b, x);
        sweep_ref (A, true, b, x);
        break;
      case SEIDEL_SMOOTHER_MULTICOLOR:
        color_sweep_ref (A, after, b, x);
        break;
      default:
        sweep_ref (A, after, b, x);
      }
  if (self->smoother == SEIDEL_SMOOTHER_JACOBI)
    jacobi_ref (A, self->steps, b, x);
  if (self->smoother == SEIDEL_SMOOTHER_CHEBYSHEV)
    chebyshev_ref (A, self->steps, b, x);
}

static double
dot_ref (const double *x, const double *y, int64_t n)
{
  double sum = 0.0;

  for (int64_t i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

static void cycle_ref (const Reference *self, int l, const double *b, double *x);

/* The best x = y₁ c₁ + y₂ c₂, of which c₁ is in x: least in the energy norm where A is symmetric,
 * in the norm of the residual otherwise. */
static void
combine_ref (const Reference *self, const SeidelCsr *A, const double *b, const double *c, double *x)
{
  const int64_t n = A->rows;
  g_autofree double *v = g_new (double, 2 * n);
  const double *directions[2] = { x, c };
  double m[2][2];
  double right[2];
  double y[2];

  for (int i = 0; i < 2; i++)
    multiply_ref (A, directions[i], v + i * n);
  for (int i = 0; i < 2; i++)
    {
      const double *left = self->symmetric ? directions[i] : v + i * n;

      right[i] = dot_ref (left, b, n);
      for (int j = 0; j < 2; j++)
        m[i][j] = dot_ref (left, v + j * n, n);
    }
  y[1] = (m[0][0] * right[1] - m[1][0] * right[0]) / (m[0][0] * m[1][1] - m[0][1] * m[1][0]);
  y[0] = (right[0] - m[0][1] * y[1]) / m[0][0];
  for (int64_t i = 0; i < n; i++)
    x[i] = y[0] * x[i] + y[1] * c[i];
}

static void
krylov_ref (const Reference *self, int l, const double *b, double *x)
{
  const SeidelCsr *A = self->hierarchy->levels[l].A;
  const int64_t n = A->rows;
  g_autofree double *v = g_new (double, n);
  g_autofree double *r = g_new (double, n);
  g_autofree double *c = g_new0 (double, n);
  const double *left = self->symmetric ? x : v;
  double factor;

  cycle_ref (self, l, b, x);
  multiply_ref (A, x, v);
  factor = dot_ref (left, b, n) / dot_ref (left, v, n);
  for (int64_t i = 0; i < n; i++)
    r[i] = b[i] - factor * v[i];
  if (sqrt (dot_ref (r, r, n)) > 0.25 * sqrt (dot_ref (b, b, n)))
    {
      cycle_ref (self, l, r, c);
      combine_ref (self, A, b, c, x);
      return;
    }
  for (int64_t i = 0; i < n; i++)
    x[i] *= factor;
}

static void
correct_ref (const Reference *self, int l, const double *b, double *x)
{
  bool last = l == self->hierarchy->n_levels - 1;

  if (self->cycle == SEIDEL_CYCLE_K && !last)
    {
      krylov_ref (self, l, b, x);
      return;
    }
  cycle_ref (self, l, b, x);
  if (self->cycle == SEIDEL_CYCLE_W && !last)
    cycle_ref (self, l, b, x);
}

/* Improves x. */
static void
cycle_ref (const Reference *self, int l, const double *b, double *x)
{
  const SeidelHierarchyLevel *level = &self->hierarchy->levels[l];
  const int64_t n = level->A->rows;
  g_autofree double *t = g_new (double, n);
  g_autofree double *coarse = NULL;

  if (level->P == NULL)
    {
      multiply_ref (self->hierarchy->inverse, b, x);
      return;
    }
  coarse = g_new0 (double, 2 * level->P->columns);
  smooth_ref (self, level->A, false, b, x);
  multiply_ref (level->A, x, t);
  for (int64_t i = 0; i < n; i++)
    t[i] = b[i] - t[i];
  multiply_ref (level->R, t, coarse);
  correct_ref (self, l + 1, coarse, coarse + level->P->columns);
  multiply_ref (level->P, coarse + level->P->columns, t);
  for (int64_t i = 0; i < n; i++)
    x[i] += t[i];
  smooth_ref (self, level->A, true, b, x);
}

/* The method's first iterate from zero is one cycle. */
static void
check_cycle (SeidelProblem *problem, const Reference *reference, int threads)
{
  const int64_t n = problem->matrix->csr->rows;
  SeidelOptions options = test_options ("multigrid");
  g_autofree double *expected = g_new0 (double, n);
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.threads = threads;
  options.max_iterations = 1;
  options.tolerance = 0.0;
  options.parameters[SEIDEL_PARAMETER_COARSENING] = reference->hierarchy->coarsening;
  options.parameters[SEIDEL_PARAMETER_CYCLE] = reference->cycle;
  options.parameters[SEIDEL_PARAMETER_SMOOTHER] = reference->smoother;
  options.parameters[SEIDEL_PARAMETER_SMOOTHING] = reference->steps;
  options.parameters[SEIDEL_PARAMETER_LEVELS] = SEIDEL_LEVELS_SAME;
  g_test_message ("%s, smoother %s, cycle %s, %d steps", problem->matrix->name,
                  seidel_parameter_value (SEIDEL_PARAMETER_SMOOTHER, reference->smoother)->id,
                  seidel_parameter_value (SEIDEL_PARAMETER_CYCLE, reference->cycle)->id,
                  reference->steps);
  cycle_ref (reference, 0, problem->b, expected);
  outcome = test_solve (problem, &options, NULL);
  test_assert_reason (outcome, SEIDEL_REASON_ITERATION_LIMIT);
  test_assert_close (outcome->x, expected, n, 1e-9);
}

static void
check_cycles (const char *kind, SeidelCoarsening coarsening)
{
  const SeidelWorkers workers = { .threads = 1 };
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized (kind, SIZE);
  const int64_t n = matrix->csr->rows;
  g_autofree double *b = test_random_vector (n, 5);
  g_autoptr (SeidelProblem) problem =
    test_problem (seidel_csr_transpose (matrix->csr, NULL, NULL), b, NULL);
  g_autoptr (SeidelHierarchy) hierarchy =
    seidel_hierarchy_new (problem->matrix->csr, coarsening,
                          seidel_options_default ().parameters[SEIDEL_PARAMETER_STRENGTH], NULL,
                          &workers, NULL);
  g_autoptr (SeidelStructure) structure = seidel_structure_new (problem->matrix, NULL, NULL, NULL);

  g_assert_cmpint (hierarchy->n_levels, >=, 3);
  for (int smoother = 0; smoother < SEIDEL_N_SMOOTHERS; smoother++)
    for (int cycle = SEIDEL_CYCLE_V; cycle <= SEIDEL_CYCLE_K; cycle++)
      for (int steps = 1; steps <= 3; steps++)
        {
          const Reference reference = { hierarchy, smoother, cycle, steps,
                                        structure->value_symmetric };

          check_cycle (problem, &reference, 1 + steps % 2);
        }
}

static void
test_symmetric (void)
{
  check_cycles ("poisson-5", SEIDEL_COARSENING_AGGREGATION);
  check_cycles ("poisson-5", SEIDEL_COARSENING_CLASSICAL);
  check_cycles ("poisson-5", SEIDEL_COARSENING_GEOMETRIC);
}

/* Over aggregates convection is amplified so much that rounding errors would show. */
static void
test_nonsymmetric (void)
{
  check_cycles ("convection-diffusion", SEIDEL_COARSENING_CLASSICAL);
}

/* The estimate is an upper bound, and no bad one, where the eigenvalues are known: those of the
 * Laplacian over its diagonal are below 2. */
static void
test_radius (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", 60);
  double exact = 1.0 + cos (G_PI / 61.0);

  g_assert_cmpfloat (radius_ref (matrix->csr), >=, exact);
  g_assert_cmpfloat (radius_ref (matrix->csr), <=, 1.05 * exact);
}

/* As a preconditioner every smoother and cycle solves, with any method that takes it. */
static void
test_preconditioner (void)
{
  static const struct
  {
    const char *method;
    SeidelCycle cycle;
  } runs[] = {
    { "cg", SEIDEL_CYCLE_V },
    { "cg-flexible", SEIDEL_CYCLE_K },
    { "minres", SEIDEL_CYCLE_W },
    { "bicg", SEIDEL_CYCLE_V },
    { "bicgstab", SEIDEL_CYCLE_K },
    { "gmres", SEIDEL_CYCLE_W },
    { "gmres-flexible", SEIDEL_CYCLE_K },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (runs); i++)
    for (int smoother = 0; smoother < SEIDEL_N_SMOOTHERS; smoother++)
      {
        const SeidelMethod *method = seidel_method_find (runs[i].method);
        /* The Chebyshev polynomial is one for real eigenvalues. */
        bool symmetric =
          (method->needs & SEIDEL_NEEDS_SYMMETRIC) != 0 || smoother == SEIDEL_SMOOTHER_CHEBYSHEV;
        g_autoptr (SeidelMatrix) matrix =
          test_gallery_sized (symmetric ? "poisson-5" : "convection-diffusion", SIZE);
        g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
        SeidelOptions options = test_options (runs[i].method);
        g_autoptr (SeidelOutcome) outcome = NULL;

        options.preconditioner = "multigrid";
        options.parameters[SEIDEL_PARAMETER_CYCLE] = runs[i].cycle;
        options.parameters[SEIDEL_PARAMETER_SMOOTHER] = smoother;
        options.parameters[SEIDEL_PARAMETER_SMOOTHING] = 2;
        outcome = test_solve (problem, &options, NULL);
        g_test_message ("%s, smoother %d: %" G_GINT64_FORMAT, runs[i].method, smoother,
                        outcome->iterations);
        g_assert_true (outcome->converged);
        g_assert_cmpint (outcome->iterations, <=, 40);
      }
}

/* Steps of a refinement in mixed precision share the hierarchy. */
static void
test_mixed (void)
{
  g_autoptr (SeidelMatrix) matrix = test_gallery_sized ("poisson-5", SIZE);
  g_autoptr (SeidelProblem) problem = test_problem_of (matrix);
  SeidelOptions options = test_options ("multigrid");
  g_autoptr (SeidelOutcome) outcome = NULL;

  options.precision = SEIDEL_PRECISION_MIXED;
  options.tolerance = 1e-12;
  outcome = test_solve (problem, &options, NULL);
  g_assert_true (outcome->converged);
  g_assert_cmpfloat (outcome->error_inf, <, 1e-9);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/multigrid/cycles/symmetric", test_symmetric);
  g_test_add_func ("/multigrid/cycles/nonsymmetric", test_nonsymmetric);
  g_test_add_func ("/multigrid/radius", test_radius);
  g_test_add_func ("/multigrid/preconditioner", test_preconditioner);
  g_test_add_func ("/multigrid/mixed", test_mixed);
  return g_test_run ();
}
