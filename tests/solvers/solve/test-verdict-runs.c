/* Runs of systems on which solvers have called a wrong x converged, made at random: each kind with
 * every method, preconditioner and precision, as it is and with its rows or columns multiplied by
 * powers of two up to 2³⁰⁰, some with damping, an exchange of rows or pivots that are replaced, and
 * some of them complex. What is said of x is judged in quadruple precision.
 *
 * A sample of them is a test. ./dev verdicts makes as many as are asked for, by SEIDEL_VERDICT_RUNS
 * and SEIDEL_VERDICT_SEED, and prints what came of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <float.h>
#include <stdlib.h>

#include "analysis/seidel-matching.h"
#include "matrix/seidel-complex.h"
#include "matrix/seidel-vector.h"
#include "method/seidel-preconditioner.h"

#include "quad-testing.h"
#include "run-testing.h"

#define SAMPLE       600
#define LARGEST      30 /* rows */
#define MOST_POWER   300
#define WRONG        0.01 /* relative to the largest component: no x to be called converged … */
#define WELL_DEFINED 1e3  /* … by Automatic where rounding changes x by so many units at most */
#define KNOWN        1e14 /* up to here the solution has more digits than doubles, to judge bounds */
#define JUDGED       1e-30 /* … of which this may be rounding of quadruple precision */
#define NORMAL       1e-6  /* of each column, of least squares in double precision */
#define PRECISION    64.0  /* units of rounding that a backward error of the data may have */

typedef struct
{
  const char *kind;
  const char *scaling;
  SeidelProblem *problem;
  /* Of the problem; of a complex one, of its real form. */
  const SeidelCsr *csr;
  const double *b;
} System;

/* What came of the runs. */
typedef struct
{
  int runs;
  int refused;
  int solved;
  int honest;   /* ended without success */
  int unsolved; /* by Automatic, of those that have a solution far from singular */
  int wrong;
} Totals;

/* Of one run, random numbers in [−1, 1). */
typedef struct
{
  uint64_t seed;
  uint64_t count;
} Random;

static double
uniform (Random *random)
{
  return seidel_random_uniform (random->seed, random->count++);
}

static int
pick (Random *random, int n)
{
  return CLAMP ((int) (0.5 * (uniform (random) + 1.0) * n), 0, n - 1);
}

/* Dense tables are rows × columns numbers, zeros being left out. */
static void
fill_dominant (double *a, int n, Random *random)
{
  for (int i = 0; i < n; i++)
    {
      double sum = 0.0;

      for (int k = 0; k < 3; k++)
        {
          const int j = pick (random, n);

          if (j != i)
            a[i * n + j] = uniform (random);
        }
      for (int j = 0; j < n; j++)
        sum += fabs (a[i * n + j]);
      a[i * n + i] = sum + 0.5;
    }
}

static void
fill_chain (double *a, int n, double below, double diagonal, double above)
{
  for (int i = 0; i < n; i++)
    {
      a[i * n + i] = diagonal;
      if (i > 0)
        a[i * n + i - 1] = below;
      if (i + 1 < n)
        a[i * n + i + 1] = above;
    }
}

static void
fill_singular (double *a, int n, Random *random)
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] = pick (random, 9) - 4.0;
  /* The last row is a sum of others. */
  for (int j = 0; j < n; j++)
    a[(n - 1) * n + j] = a[j] + (n > 2 ? a[n + j] : 0.0);
}

/* Σ ± u uᵀ of fewer vectors of whole numbers than rows. */
static void
fill_symmetric_singular (double *a, int n, Random *random)
{
  const int rank = 1 + pick (random, n - 1);
  g_autofree double *u = g_new (double, n);

  for (int k = 0; k < rank; k++)
    {
      const double sign = pick (random, 3) ? 1.0 : -1.0;

      for (int i = 0; i < n; i++)
        u[i] = pick (random, 3) == 0 ? pick (random, 7) - 3.0 : 0.0;
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          a[i * n + j] += sign * u[i] * u[j];
    }
}

static void
move_rows (double *a, int n, int shift)
{
  g_autofree double *ordered = g_memdup2 (a, (size_t) n * (size_t) n * sizeof *a);

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[(i + shift) % n * n + j] = ordered[i * n + j];
}

static void
fill_shuffled (double *a, int n, Random *random)
{
  fill_dominant (a, n, random);
  move_rows (a, n, pick (random, n));
}

static void
center (double *b, int n)
{
  double sum = 0.0;

  for (int i = 0; i < n; i++)
    sum += b[i];
  for (int i = 0; i < n; i++)
    b[i] -= sum / n;
}

/* The kinds, by what makes them difficult; b may be changed as well. */
static const char *
fill_kind (int kind, double *a, double *b, int n, Random *random)
{
  const double large = ldexp (1.0, 10 + pick (random, 90));
  const int special = pick (random, n);

  switch (kind)
    {
    case 0:
      fill_dominant (a, n, random);
      return "dominant";
    case 1:
      fill_chain (a, n, -1.0, 2.5, -1.0);
      a[special * n + special] = large;
      b[special] *= large;
      return "penalty";
    case 2:
      fill_chain (a, n, -1.0, 2.5, -1.0);
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n && i != special; j++)
          a[i * n + j] /= large;
      for (int i = 0; i < n; i++)
        b[i] = i == special ? b[i] : b[i] / large;
      return "small rows";
    case 3:
      fill_chain (a, n, -1.0 - 0.1 * large, 1.0, 0.0);
      return "growing x";
    case 4:
      fill_chain (a, n, -3.0 * large, 1.0, -1.0);
      return "overflowing sweeps";
    case 5:
      fill_singular (a, n, random);
      return "singular";
    case 6:
      fill_singular (a, n, random);
      for (int i = 0; i < n * n; i++)
        a[i] /= 10.0;
      return "singular but for rounding";
    case 7:
      fill_dominant (a, n, random);
      a[special * n + special] = pick (random, 2) ? 1e-310 : 1e-30;
      return "tiny pivot";
    case 8:
      fill_chain (a, n, -1.0, 2.0 + 1e-3, -1.0);
      for (int i = 0; i < n * n; i++)
        a[i] = ldexp (a[i], 6 * (pick (random, 2) ? 100 : -100));
      for (int i = 0; i < n; i++)
        b[i] = ldexp (b[i], 6 * (pick (random, 2) ? 100 : -100));
      return "extreme";
    case 9:
      fill_shuffled (a, n, random);
      return "rows in the wrong order";
    case 10:
      fill_chain (a, n, -1.0, 2.0, -1.0);
      a[0] = a[n * n - 1] = 1.0;
      if (pick (random, 2))
        center (b, n);
      return "rows that add up to zero";
    case 11:
      fill_symmetric_singular (a, n, random);
      return "symmetric and singular";
    default:
      fill_chain (a, n, 1.0, 0.0, 1.0 + (double) pick (random, 2));
      return "no diagonal";
    }
}

#define N_KINDS 13

/* As it is, or with rows or columns in other units. */
static const char *
change_units (double *a, double *b, int rows, int columns, Random *random)
{
  const int how = pick (random, 3);

  for (int i = 0; how == 1 && i < rows; i++)
    {
      const int power = (int) (MOST_POWER * uniform (random));

      for (int j = 0; j < columns; j++)
        a[i * columns + j] = ldexp (a[i * columns + j], power);
      b[i] = ldexp (b[i], power);
    }
  for (int j = 0; how == 2 && j < columns; j++)
    {
      const int power = (int) (MOST_POWER * uniform (random));

      for (int i = 0; i < rows; i++)
        a[i * columns + j] = ldexp (a[i * columns + j], power);
    }
  return how == 0 ? "as it is" : how == 1 ? "rows" : "columns";
}

/* With imaginary numbers on the diagonal, which zeros are in the real form unless rows are turned,
 * or of an identity times i; some with their rows in the wrong order. */
static System
make_complex (Random *random)
{
  const int n = 2 + pick (random, LARGEST / 2);
  const bool identity = pick (random, 4) == 0;
  const int shift = pick (random, 3) == 0 ? pick (random, n) : 0;
  g_autofree double *real = g_new0 (double, (size_t) n *n);
  g_autofree double *imaginary = g_new0 (double, (size_t) n *n);
  g_autofree double *b = g_new (double, 2 * n);
  g_autoptr (SeidelCsr) parts = NULL;
  g_autoptr (SeidelMatrix) matrix = NULL;
  System system = { .kind = "complex", .scaling = identity ? "i times 1" : "imaginary diagonal" };

  for (int i = 0; i < 2 * n; i++)
    b[i] = uniform (random);
  fill_dominant (imaginary, n, random);
  for (int i = 0; i < n * n; i++)
    if (i % (n + 1) == 0)
      imaginary[i] = identity ? 1.0 : imaginary[i] + 1.0;
    else if (identity)
      imaginary[i] = 0.0;
    else
      real[i] = 0.3 * imaginary[i];
  move_rows (real, n, shift);
  move_rows (imaginary, n, shift);
  matrix = seidel_matrix_new ("test", test_csr_from_dense (n, n, real));
  parts = test_csr_from_dense (n, n, imaginary);
  g_assert_true (seidel_matrix_add_imaginary (matrix, parts, NULL, NULL));
  system.problem = seidel_problem_new (matrix, b, NULL, NULL);
  g_assert_nonnull (system.problem);
  return system;
}

static System
make_system (Random *random)
{
  const int n = 2 + pick (random, LARGEST - 1);
  const bool tall = pick (random, 8) == 0;
  const int rows = tall ? n + 1 + pick (random, n) : n;
  g_autofree double *a = g_new0 (double, (size_t) rows *n);
  g_autofree double *b = g_new (double, rows);
  System system = { NULL };

  if (pick (random, 10) == 0)
    return make_complex (random);
  for (int i = 0; i < rows; i++)
    b[i] = uniform (random);
  if (tall)
    {
      for (int i = 0; i < rows * n; i++)
        a[i] = uniform (random);
      system.kind = "least squares";
    }
  else
    system.kind = fill_kind (pick (random, N_KINDS), a, b, n, random);
  system.scaling = change_units (a, b, rows, n, random);
  system.problem = test_problem (test_csr_from_dense (rows, n, a), b, NULL);
  return system;
}

/* Automatic every fourth time; a preconditioner that the method does not take is left out. */
static SeidelOptions
make_options (Random *random)
{
  size_t n_methods;
  size_t n_kinds;
  const SeidelMethod *methods = seidel_methods (&n_methods);
  const SeidelPreconditionerKind *kinds = seidel_preconditioners (&n_kinds);
  SeidelOptions options = test_options (SEIDEL_METHOD_AUTO);

  if (pick (random, 4) > 0)
    {
      const SeidelMethod *method = &methods[pick (random, (int) n_methods)];
      const SeidelPreconditionerKind *kind = &kinds[pick (random, (int) n_kinds)];

      options.method = method->id;
      if (method->preconditioning != SEIDEL_PRECONDITIONING_NONE && kind->engine == NULL)
        options.preconditioner = kind->id;
    }
  options.precision =
    pick (random, 2) ? SEIDEL_PRECISION_DOUBLE : (SeidelPrecision) pick (random, 3);
  options.max_iterations = 3000;
  options.matching = pick (random, 3) - 1;
  if (pick (random, 4) == 0)
    options.parameters[SEIDEL_PARAMETER_PIVOT] = ldexp (1.0, -1 - pick (random, 20));
  if (pick (random, 6) == 0)
    options.parameters[SEIDEL_PARAMETER_DAMP] = ldexp (1.0, pick (random, 20) - 10);
  if (pick (random, 4) == 0)
    options.scaling = (SeidelScale) pick (random, 5);
  return options;
}

/* ‖b − A x‖∞ / (‖A‖∞ ‖x‖∞ + ‖b‖∞) */
static Quad
backward_error (const SeidelCsr *csr, const double *b, const double *x)
{
  Quad residual = 0;
  Quad norm_A = 0;
  Quad norm_x = 0;
  Quad norm_b = 0;

  for (int64_t i = 0; i < csr->rows; i++)
    {
      Quad sum = b[i];
      Quad size = 0;

      norm_b = MAX (norm_b, quad_abs (sum));
      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        {
          sum -= (Quad) csr->values[k] * (Quad) x[csr->column_indices[k]];
          size += quad_abs (csr->values[k]);
        }
      residual = MAX (residual, quad_abs (sum));
      norm_A = MAX (norm_A, size);
    }
  for (int64_t j = 0; j < csr->columns; j++)
    norm_x = MAX (norm_x, quad_abs (x[j]));
  return residual == 0 ? 0 : residual / (norm_A * norm_x + norm_b);
}

/* max |aⱼ · r| / (‖aⱼ‖ ‖r‖) over the columns. */
static Quad
normal_residual (const SeidelCsr *csr, const double *b, const double *x)
{
  g_autofree Quad *products = g_new0 (Quad, csr->columns);
  g_autofree Quad *squares = g_new0 (Quad, csr->columns);
  Quad norm = 0;
  Quad largest = 0;

  for (int64_t i = 0; i < csr->rows; i++)
    {
      Quad r = b[i];

      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        r -= (Quad) csr->values[k] * (Quad) x[csr->column_indices[k]];
      norm += r * r;
      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        {
          products[csr->column_indices[k]] += (Quad) csr->values[k] * r;
          squares[csr->column_indices[k]] += (Quad) csr->values[k] * (Quad) csr->values[k];
        }
    }
  for (int64_t j = 0; j < csr->columns; j++)
    if (products[j] != 0)
      largest = MAX (largest, quad_abs (products[j]) / (quad_sqrt (squares[j]) * quad_sqrt (norm)));
  return largest;
}

/* By how many units of the last digit the largest component of the solution changes where every
 * number of the system changes by one: ‖|A⁻¹| (|A| |x| + |b|)‖∞ / ‖x‖∞; infinite where A is
 * singular. exact receives the solution. */
static double
condition_of (const SeidelCsr *csr, const double *b, Quad **exact)
{
  const int64_t n = csr->rows;
  g_autofree Quad *sum = g_new0 (Quad, n);
  Quad largest = 0;
  Quad norm = 0;

  *exact = quad_solve (csr, b);
  if (*exact == NULL)
    return INFINITY;
  for (int64_t row = 0; row < n; row++)
    {
      g_autofree double *unit = g_new0 (double, n);
      g_autofree Quad *column = NULL;
      Quad magnitude = quad_abs (b[row]);

      unit[row] = 1.0;
      column = quad_solve (csr, unit);
      if (column == NULL)
        return INFINITY;
      for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
        magnitude += quad_abs ((Quad) csr->values[k] * (*exact)[csr->column_indices[k]]);
      for (int64_t i = 0; i < n; i++)
        sum[i] += quad_abs (column[i]) * magnitude;
    }
  for (int64_t i = 0; i < n; i++)
    {
      largest = MAX (largest, sum[i]);
      norm = MAX (norm, quad_abs ((*exact)[i]));
    }
  return norm > 0 && largest / norm < (Quad) 1e300 ? (double) (largest / norm) : INFINITY;
}

/* Whether x is far from the solution although the system defines it well. */
static bool
is_far_off (const System *system, const SeidelOutcome *outcome, bool *well_defined)
{
  const int64_t n = system->csr->rows;
  g_autofree Quad *exact = NULL;
  Quad error = 0;
  Quad norm = 0;

  *well_defined =
    n == system->csr->columns && condition_of (system->csr, system->b, &exact) <= WELL_DEFINED;
  if (!*well_defined)
    return false;
  for (int64_t i = 0; i < n; i++)
    {
      /* A solution beyond the range of doubles is none. */
      if (quad_abs (exact[i]) > (Quad) 1e300)
        *well_defined = false;
      error = MAX (error, quad_abs ((Quad) outcome->x[i] - exact[i]));
      norm = MAX (norm, quad_abs (exact[i]));
    }
  return *well_defined && error > (Quad) WRONG * norm;
}

/* Whether a component of x is off by more than the bound of the error says; not where the solution
 * is not known well enough. */
static bool
exceeds_bound (const System *system, const SeidelOutcome *outcome)
{
  const int64_t n = system->csr->rows;
  g_autofree Quad *exact = NULL;
  Quad error = 0;
  Quad norm = 0;
  Quad length = 0;

  if (isnan (outcome->error_bound) || n != system->csr->columns
      || !(condition_of (system->csr, system->b, &exact) <= KNOWN))
    return false;
  for (int64_t i = 0; i < n; i++)
    {
      error = MAX (error, quad_abs ((Quad) outcome->x[i] - exact[i]));
      norm = MAX (norm, quad_abs (exact[i]));
      length = MAX (length, quad_abs ((Quad) outcome->x[i]));
    }
  /* What rounds to a number below the range is off by more than it says. */
  return norm > (Quad) DBL_MIN && error > ((Quad) outcome->error_bound + (Quad) JUDGED) * length;
}

/* λ of the problem that was solved; 0: none. */
static double
damping_of (const SeidelOutcome *outcome)
{
  const SeidelMethod *method = seidel_method_find (outcome->method);

  return (method->parameters & 1u << SEIDEL_PARAMETER_DAMP) != 0
           ? outcome->options.parameters[SEIDEL_PARAMETER_DAMP]
           : 0.0;
}

/* Whether products of the columns with the residual are no more than what rounding of x alone may
 * make of those of the best x: a change of its components by a unit of the last digit changes r by
 * so much of its terms, row by row. A row of large numbers excuses nothing in the others. */
static bool
is_rounding (const SeidelCsr *csr, const double *b, const double *x)
{
  g_autofree Quad *products = g_new0 (Quad, csr->columns);
  g_autofree Quad *sizes = g_new0 (Quad, csr->columns);

  for (int64_t i = 0; i < csr->rows; i++)
    {
      Quad r = b[i];
      Quad terms = quad_abs (r);

      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        {
          const Quad term = (Quad) csr->values[k] * (Quad) x[csr->column_indices[k]];

          r -= term;
          terms += quad_abs (term);
        }
      for (int64_t k = csr->row_offsets[i]; k < csr->row_offsets[i + 1]; k++)
        {
          products[csr->column_indices[k]] += (Quad) csr->values[k] * r;
          sizes[csr->column_indices[k]] += quad_abs (csr->values[k]) * terms;
        }
    }
  for (int64_t j = 0; j < csr->columns; j++)
    if (quad_abs (products[j]) > (Quad) (PRECISION * 2.3e-16) * sizes[j])
      return false;
  return true;
}

/* Whether another x is better, by the system with λ times the identity below it. */
static bool
is_not_damped (const System *system, double damp, const double *x)
{
  const int rows = (int) system->csr->rows;
  const int columns = (int) system->csr->columns;
  const int64_t nonzeros = system->csr->row_offsets[rows];
  g_autofree TestEntry *entries = g_new (TestEntry, nonzeros + columns);
  g_autofree double *b = g_new0 (double, rows + columns);
  g_autoptr (SeidelCsr) csr = NULL;
  int count = 0;

  for (int i = 0; i < rows; i++)
    {
      b[i] = system->b[i];
      for (int64_t k = system->csr->row_offsets[i]; k < system->csr->row_offsets[i + 1]; k++)
        entries[count++] = (TestEntry){ i, system->csr->column_indices[k], system->csr->values[k] };
    }
  for (int j = 0; j < columns; j++)
    entries[count++] = (TestEntry){ rows + j, j, damp };
  csr = test_csr_from_entries (rows + columns, columns, entries, count);
  return normal_residual (csr, b, x) > (Quad) NORMAL && !is_rounding (csr, b, x);
}

static const char *
refute_damped (const System *system, const SeidelOptions *options, const SeidelOutcome *outcome)
{
  const double damp = damping_of (outcome);

  if (damp == 0.0)
    return "the damping was dropped";
  if (outcome->reason == SEIDEL_REASON_LEAST_SQUARES)
    return "a damped problem has no range";
  if (outcome->converged && options->precision == SEIDEL_PRECISION_DOUBLE
      && is_not_damped (system, damp, outcome->x))
    return "another x is better with this damping";
  return NULL;
}

/* What is not true of a success, or NULL. */
static const char *
refute (const System *system, const SeidelOptions *options, const SeidelOutcome *outcome)
{
  const SeidelCsr *csr = system->csr;
  const bool automatic = g_str_equal (options->method, SEIDEL_METHOD_AUTO);
  const bool in_single = outcome->precision == SEIDEL_PRECISION_SINGLE;
  QuadNorms norms;
  bool well_defined;

  if (quad_first_not_finite (outcome->x, csr->columns) >= 0)
    return "x is not finite";
  if (!isfinite (outcome->true_2))
    return "the residual is not finite";
  norms = quad_judge (csr, system->b, outcome->x);
  /* See refute_damped (). */
  if (damping_of (outcome) > 0.0)
    return NULL;
  if (exceeds_bound (system, outcome))
    return "an error exceeds its bound";
  switch (outcome->reason)
    {
    case SEIDEL_REASON_CONVERGED_LEAST_SQUARES:
      if (!in_single && norms.residual > (Quad) 1e-12 * norms.b
          && normal_residual (csr, system->b, outcome->x) > (Quad) NORMAL)
        return "another x has a smaller residual";
      return NULL;
    case SEIDEL_REASON_DATA_PRECISION:
      if (backward_error (csr, system->b, outcome->x) > (Quad) (PRECISION * 2.3e-16)
          && normal_residual (csr, system->b, outcome->x) > (Quad) NORMAL)
        return "the backward error is not one of rounding";
      break;
    default:
      if (norms.residual > (Quad) (1.001 * options->tolerance) * norms.b)
        return "the residual is above the tolerance";
    }
  if (automatic && !in_single && outcome->doubt == NULL && damping_of (outcome) == 0.0
      && is_far_off (system, outcome, &well_defined))
    return "x is wrong";
  return NULL;
}

static size_t
outcome_attempts (const SeidelOutcome *outcome)
{
  return outcome != NULL ? outcome->n_attempts : 0;
}

static void
make_run (uint64_t seed, Totals *totals)
{
  Random random = { .seed = seed };
  System system = make_system (&random);
  const SeidelOptions options = make_options (&random);
  g_autoptr (SeidelProblem) problem = system.problem;
  g_autoptr (SeidelTrace) trace = seidel_trace_new ();
  g_autoptr (SeidelOutcome) outcome = seidel_solve (problem, &options, trace, NULL, NULL, NULL);
  const char *wrong = NULL;
  bool well_defined = false;

  system.csr = problem->matrix->csr;
  system.b = problem->b;
  totals->runs++;
  if (outcome == NULL)
    totals->refused++;
  else if (!outcome->converged)
    {
      totals->honest++;
      if (g_str_equal (options.method, SEIDEL_METHOD_AUTO)
          && options.precision == SEIDEL_PRECISION_DOUBLE && damping_of (outcome) == 0.0)
        is_far_off (&system, outcome, &well_defined);
      totals->unsolved += well_defined;
      if (well_defined && outcome->reason == SEIDEL_REASON_LEAST_SQUARES)
        wrong = "the matrix is not singular";
    }
  else
    {
      totals->solved++;
      wrong = refute (&system, &options, outcome);
    }
  if (wrong == NULL && outcome != NULL && options.parameters[SEIDEL_PARAMETER_DAMP] > 0.0
      && (damping_of (outcome) > 0.0 || g_str_equal (options.method, SEIDEL_METHOD_AUTO)))
    wrong = refute_damped (&system, &options, outcome);
  if (wrong != NULL || well_defined)
    g_printerr ("%s: seed %" G_GUINT64_FORMAT ", %s, %s, %s, %s, %s (%s): %s (%s)\n",
                wrong != NULL ? "false" : "not solved", seed, system.kind, system.scaling,
                options.method, options.preconditioner, seidel_precision_id (options.precision),
                outcome->method, wrong != NULL ? wrong : "", seidel_reason_id (outcome->reason));
  for (size_t i = 0; i < outcome_attempts (outcome) && (wrong != NULL || well_defined); i++)
    g_printerr ("  %s, %s: %s: %s\n", outcome->attempts[i].method,
                outcome->attempts[i].preconditioner, seidel_reason_id (outcome->attempts[i].reason),
                outcome->attempts[i].message);
  totals->wrong += wrong != NULL;
}

static uint64_t
number_of (const char *name, uint64_t otherwise)
{
  const char *text = g_getenv (name);

  return text != NULL ? g_ascii_strtoull (text, NULL, 10) : otherwise;
}

static void
test_runs (void)
{
  /* Complex rows turned by angles that are rounded: the bound of the error is one of other rows. */
  static const uint64_t turned[] = { 992707692, 992720496, 992724201, 992725292 };
  const uint64_t runs = number_of ("SEIDEL_VERDICT_RUNS", SAMPLE);
  const uint64_t seed = number_of ("SEIDEL_VERDICT_SEED", 1);
  Totals totals = { 0 };

  for (uint64_t i = 0; i < runs; i++)
    make_run (seed + i, &totals);
  for (size_t i = 0; i < G_N_ELEMENTS (turned); i++)
    make_run (turned[i], &totals);
  g_test_message (
    "%d runs: %d solved, %d ended otherwise (%d of Automatic on well-defined systems), "
    "%d refused; %d false",
    totals.runs, totals.solved, totals.honest, totals.unsolved, totals.refused, totals.wrong);
  g_assert_cmpint (totals.solved, >, totals.runs / 10);
  g_assert_cmpint (totals.wrong, ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/verdict-runs", test_runs);
  return g_test_run ();
}
