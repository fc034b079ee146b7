/* Running a system in other units: rows and columns multiplied by powers of two, and x, residuals
 * and criteria in the units of the given one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-solve-private.h"

#include <float.h>
#include <math.h>

#include "matrix/seidel-powers.h"
#include "plan/seidel-scaling-rule.h"

static void
clear_vectors (SeidelScaled *scaled)
{
  g_clear_pointer (&scaled->b, seidel_vector_free);
  g_clear_pointer (&scaled->guess, seidel_vector_free);
  g_clear_pointer (&scaled->solution, seidel_vector_free);
  g_clear_pointer (&scaled->near_null, seidel_vector_free);
}

/* What was made for another choice. */
static void
clear_matrix (SeidelScaled *scaled)
{
  g_clear_pointer (&scaled->equilibration, seidel_equilibration_free);
  g_clear_pointer (&scaled->matrix, seidel_matrix_unref);
  g_clear_pointer (&scaled->structure, seidel_structure_unref);
  g_clear_pointer (&scaled->why, g_free);
}

void
seidel_solve_unscale (SeidelSolve *solve)
{
  if (solve->given_structure != NULL)
    {
      seidel_structure_unref (solve->structure);
      solve->structure = g_steal_pointer (&solve->given_structure);
    }
  clear_vectors (&solve->scaled);
  solve->scaled.active = false;
  solve->system = (SeidelSystem){ NULL };
}

void
seidel_solve_clear_scaling (SeidelSolve *solve)
{
  seidel_solve_unscale (solve);
  clear_matrix (&solve->scaled);
}

static bool
is_damped (const SeidelSolve *solve)
{
  return solve->plan->method != NULL
         && (solve->plan->method->parameters & (1u << SEIDEL_PARAMETER_DAMP)) != 0
         && solve->options->parameters[SEIDEL_PARAMETER_DAMP] != 0.0;
}

/* So that the right-hand side, or where that is zero the first guess, is about 1 as well. */
static int
choose_rhs (const SeidelSolve *solve, const SeidelEquilibration *equilibration)
{
  const SeidelCsr *csr = solve->problem->matrix->csr;
  const double *b = solve->problem->b;

  if (seidel_vector_norm_inf (b, csr->rows) > 0.0)
    return -seidel_powers_largest (b, equilibration->of_rows, 1, csr->rows);
  return equilibration->of_matrix
         - seidel_powers_largest (solve->guess, equilibration->of_columns, -1, csr->columns);
}

/* The exponent that brings extreme entries to about 1, but none of those of a matrix in double
 * precision below the range: without its smallest entries, it is another one. */
static int
choose_matrix (const SeidelSolve *solve)
{
  const SeidelStructure *structure = solve->structure;
  const SeidelPrecision precision = solve->options->precision;
  const int to_one = -ilogb (structure->largest_magnitude);

  if (is_damped (solve) || !seidel_scaling_is_extreme (structure->largest_magnitude, precision))
    return 0;
  return precision != SEIDEL_PRECISION_DOUBLE
           ? to_one
           : MAX (to_one, MIN (0, DBL_MIN_EXP - 1 - ilogb (structure->smallest_magnitude)));
}

static bool
make_matrix (SeidelSolve *solve, SeidelScale scale, int of_matrix, GError **error)
{
  const SeidelStructure *structure = solve->structure;
  SeidelScaled *scaled = &solve->scaled;
  SeidelMatrix *matrix = solve->problem->matrix;

  clear_matrix (scaled);
  scaled->scale = scale;
  scaled->why = scale != SEIDEL_SCALE_NONE ? seidel_scaling_describe_need (structure) : NULL;
  scaled->equilibration = seidel_equilibration_new (matrix, scale, solve->cancellable, error);
  if (scaled->equilibration == NULL)
    return false;
  scaled->equilibration->of_matrix = of_matrix;
  scaled->matrix = scale == SEIDEL_SCALE_NONE && of_matrix == 0
                     ? seidel_matrix_ref (matrix)
                     : seidel_equilibration_scale_matrix (scaled->equilibration, matrix,
                                                          solve->cancellable, error);
  if (scaled->matrix == NULL)
    return false;
  scaled->structure = scaled->matrix == matrix
                        ? seidel_structure_ref (solve->structure)
                        : seidel_structure_new (scaled->matrix, NULL, solve->cancellable, error);
  return scaled->structure != NULL;
}

bool
seidel_solve_scale (SeidelSolve *solve, GError **error)
{
  const SeidelCsr *csr = solve->problem->matrix->csr;
  const SeidelScale scale = solve->plan->options.scaling;
  const SeidelPrecision precision = solve->options->precision;
  SeidelScaled *scaled = &solve->scaled;
  int of_matrix;

  if (solve->options->scaling == SEIDEL_SCALE_NONE || scale == SEIDEL_SCALE_AUTO
      || !solve->structure->finite)
    return true;
  of_matrix = scale == SEIDEL_SCALE_NONE ? choose_matrix (solve) : 0;
  if (scale == SEIDEL_SCALE_NONE && of_matrix == 0
      && !seidel_scaling_is_extreme (seidel_vector_norm_inf (solve->problem->b, csr->rows),
                                     precision)
      && !seidel_scaling_is_extreme (seidel_vector_norm_inf (solve->guess, csr->columns),
                                     precision))
    return true;
  if ((scaled->equilibration == NULL || scaled->scale != scale
       || of_matrix != scaled->equilibration->of_matrix)
      && !make_matrix (solve, scale, of_matrix, error))
    return false;
  scaled->equilibration->of_rhs = choose_rhs (solve, scaled->equilibration);
  scaled->options = *solve->options;
  scaled->options.scaling = scale;
  scaled->active = true;
  solve->options = &scaled->options;
  solve->given_structure = g_steal_pointer (&solve->structure);
  solve->structure = seidel_structure_ref (scaled->structure);
  return true;
}

/* Each vector in the units of y. */
static double *
scale_near_null (const SeidelSolve *solve, GError **error)
{
  const int count = solve->problem->n_near_null;
  const int64_t n = solve->problem->matrix->csr->columns;
  const int *exponents = solve->scaled.equilibration->of_columns;
  double *values = seidel_vector_new (n * count, error);

  for (int64_t k = 0; values != NULL && k < n * count; k++)
    values[k] =
      scalbn (solve->problem->near_null[k], exponents != NULL ? -exponents[k / count] : 0);
  return values;
}

static double *
scale_x (const SeidelSolve *solve, const double *x, GError **error)
{
  double *y = seidel_vector_new (solve->problem->matrix->csr->columns, error);

  if (y != NULL)
    seidel_equilibration_scale_x (solve->scaled.equilibration, x, y);
  return y;
}

bool
seidel_solve_take_system (SeidelSolve *solve, GError **error)
{
  const SeidelProblem *problem = solve->problem;
  SeidelScaled *scaled = &solve->scaled;

  solve->system = (SeidelSystem){ problem->matrix, problem->b, solve->guess, solve->solution,
                                  problem->near_null };
  if (!scaled->active)
    return true;
  clear_vectors (scaled);
  scaled->b = seidel_vector_new (problem->matrix->csr->rows, error);
  if (scaled->b == NULL)
    return false;
  seidel_equilibration_scale_rhs (scaled->equilibration, problem->b, scaled->b);
  scaled->guess = scale_x (solve, solve->guess, error);
  if (scaled->guess == NULL)
    return false;
  if (solve->solution != NULL
      && (scaled->solution = scale_x (solve, solve->solution, error)) == NULL)
    return false;
  if (problem->near_null != NULL && (scaled->near_null = scale_near_null (solve, error)) == NULL)
    return false;
  solve->system =
    (SeidelSystem){ scaled->matrix, scaled->b, scaled->guess, scaled->solution, scaled->near_null };
  return true;
}

/* ‖given‖ / ‖scaled‖, which is all of it where every element has the same unit. */
static double
unit_of (const double *given, const double *scaled, int64_t n, int exponent)
{
  const double of_given = given != NULL ? seidel_vector_norm_2 (given, n) : 0.0;
  const double of_scaled = scaled != NULL ? seidel_vector_norm_2 (scaled, n) : 0.0;
  const double unit = of_given / of_scaled;

  return unit > 0.0 && isfinite (unit) ? unit : scalbn (1.0, exponent);
}

void
seidel_solve_set_units (SeidelSolve *solve)
{
  const SeidelCsr *csr = solve->problem->matrix->csr;
  const SeidelEquilibration *equilibration = solve->scaled.equilibration;

  seidel_monitor_set_scale (&solve->monitor,
                            unit_of (solve->problem->b, solve->system.b, csr->rows,
                                     -equilibration->of_rhs),
                            unit_of (solve->solution, solve->system.solution, csr->columns,
                                     equilibration->of_matrix - equilibration->of_rhs));
}

char *
seidel_solve_describe_scaling (const SeidelSolve *solve)
{
  const SeidelScaled *scaled = &solve->scaled;
  g_autofree char *powers = NULL;

  if (!scaled->active)
    return NULL;
  powers = seidel_equilibration_describe (scaled->equilibration);
  return scaled->why != NULL ? g_strdup_printf ("%s: %s", scaled->why, powers)
                             : g_steal_pointer (&powers);
}
