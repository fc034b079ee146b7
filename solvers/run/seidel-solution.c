/* The vectors of a solution.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-solution.h"

#include <string.h>

#include "matrix/seidel-complex.h"
#include "matrix/seidel-permutation.h"

static bool
take_x (SeidelSolution *solution, const SeidelMatrix *matrix, const double *x, GError **error)
{
  const int64_t n = matrix->csr->columns;
  double *copy = seidel_vector_new (n, error);

  solution->vectors[SEIDEL_SOLUTION_X] = copy;
  solution->n[SEIDEL_SOLUTION_X] = n;
  if (copy == NULL)
    return false;
  memcpy (copy, x, (size_t) n * sizeof *copy);
  return matrix->permutation == NULL
         || seidel_permutation_apply (matrix->permutation, copy, n, error);
}

static bool
compute_residual (SeidelSolution *solution,
                  const SeidelProblem *problem,
                  int threads,
                  GCancellable *cancellable,
                  GError **error)
{
  const SeidelCsr *csr = problem->matrix->csr;
  double *r = seidel_vector_new (csr->rows, error);

  solution->vectors[SEIDEL_SOLUTION_RESIDUAL] = r;
  solution->n[SEIDEL_SOLUTION_RESIDUAL] = csr->rows;
  if (r == NULL)
    return false;
  if (seidel_csr_residual (csr, problem->b, solution->vectors[SEIDEL_SOLUTION_X], r, threads,
                           cancellable))
    return true;
  g_cancellable_set_error_if_cancelled (cancellable, error);
  return false;
}

static bool
compute_error (SeidelSolution *solution, const SeidelProblem *problem, GError **error)
{
  const int64_t n = solution->n[SEIDEL_SOLUTION_X];
  const double *x = solution->vectors[SEIDEL_SOLUTION_X];
  double *e;

  if (problem->solution == NULL)
    return true;
  e = seidel_vector_new (n, error);
  solution->vectors[SEIDEL_SOLUTION_ERROR] = e;
  solution->n[SEIDEL_SOLUTION_ERROR] = n;
  for (int64_t i = 0; i < n && e != NULL; i++)
    e[i] = x[i] - problem->solution[i];
  return e != NULL;
}

static bool
take_moduli (SeidelSolution *solution, GError **error)
{
  solution->moduli = true;
  for (int v = 0; v < SEIDEL_SOLUTION_N_VECTORS; v++)
    if (solution->vectors[v] != NULL)
      {
        double *parts = solution->vectors[v];

        solution->n[v] /= 2;
        solution->vectors[v] = seidel_vector_new (solution->n[v], error);
        if (solution->vectors[v] != NULL)
          seidel_complex_moduli (parts, solution->vectors[v], solution->n[v]);
        seidel_vector_free (parts);
        if (solution->vectors[v] == NULL)
          return false;
      }
  return true;
}

SeidelSolution *
seidel_solution_new (SeidelProblem *problem,
                     const double *x,
                     int threads,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (SeidelSolution) solution = g_new0 (SeidelSolution, 1);

  g_atomic_ref_count_init (&solution->references);
  if (!take_x (solution, problem->matrix, x, error)
      || !compute_residual (solution, problem, threads, cancellable, error)
      || !compute_error (solution, problem, error)
      || (problem->matrix->interleaved && !take_moduli (solution, error)))
    return NULL;
  return g_steal_pointer (&solution);
}

SeidelSolution *
seidel_solution_ref (SeidelSolution *solution)
{
  g_atomic_ref_count_inc (&solution->references);
  return solution;
}

void
seidel_solution_unref (SeidelSolution *solution)
{
  if (!g_atomic_ref_count_dec (&solution->references))
    return;
  for (int v = 0; v < SEIDEL_SOLUTION_N_VECTORS; v++)
    seidel_vector_free (solution->vectors[v]);
  g_free (solution);
}

const char *
seidel_solution_vector_id (SeidelSolutionVector vector)
{
  static const char *const ids[SEIDEL_SOLUTION_N_VECTORS] = { "x", "residual", "error" };

  return ids[vector];
}
