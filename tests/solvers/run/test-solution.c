/* x, residual and error of a solution, row by row, against plain loops.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <complex.h>
#include <gio/gio.h>
#include <math.h>

#include "matrix/seidel-complex.h"
#include "run/seidel-solution.h"

#include "run-testing.h"

#define N 20

static SeidelProblem *
problem_of (SeidelMatrix *matrix, SeidelVectorKind kind)
{
  const SeidelVectorSpec rhs = { kind, 3, NULL };
  g_autoptr (GError) error = NULL;
  SeidelProblem *problem = seidel_problem_new_from_specs (matrix, &rhs, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return problem;
}

/* Each entry of the residual by its own row, in the original numbering. */
static void
residual_ref (const SeidelMatrix *matrix, const double *b, const double *x, double *r)
{
  for (int64_t row = 0; row < matrix->csr->rows; row++)
    {
      r[row] = b[row];
      for (int64_t k = matrix->csr->row_offsets[row]; k < matrix->csr->row_offsets[row + 1]; k++)
        r[row] -= matrix->csr->values[k] * x[matrix->csr->column_indices[k]];
    }
}

static void
test_vectors (void)
{
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("test", test_csr_random (N, 4, 1.5, 7));
  g_autoptr (SeidelProblem) problem = problem_of (matrix, SEIDEL_VECTOR_SOLUTION_SCALED);
  g_autofree double *x = test_random_vector (N, 5);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelSolution) solution = seidel_solution_new (problem, x, 2, NULL, &error);
  double r[N];

  g_assert_no_error (error);
  test_poison (r, N);
  residual_ref (matrix, problem->b, x, r);
  g_assert_false (solution->moduli);
  for (int v = 0; v < SEIDEL_SOLUTION_N_VECTORS; v++)
    g_assert_cmpint (solution->n[v], ==, N);
  test_assert_same_bits (solution->vectors[SEIDEL_SOLUTION_X], x, N);
  test_assert_close (solution->vectors[SEIDEL_SOLUTION_RESIDUAL], r, N, 1e-14);
  for (int i = 0; i < N; i++)
    g_assert_cmpfloat (solution->vectors[SEIDEL_SOLUTION_ERROR][i], ==,
                       x[i] - problem->solution[i]);
}

/* In the order of the matrix, of an x in the original one. */
static void
test_reordered (void)
{
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("test", test_csr_random (N, 4, 1.5, 7));
  g_autoptr (SeidelProblem) problem = problem_of (matrix, SEIDEL_VECTOR_RANDOM);
  g_autofree double *x = test_random_vector (N, 5);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelMatrix) reordered = NULL;
  g_autoptr (SeidelProblem) other = NULL;
  g_autoptr (SeidelSolution) solution = NULL;
  int32_t permutation[N];
  double r[N];

  for (int i = 0; i < N; i++)
    permutation[i] = (7 * i + 3) % N;
  reordered = seidel_matrix_reordered (matrix, "reverse", permutation, NULL, NULL, &error);
  g_assert_no_error (error);
  other = problem_of (reordered, SEIDEL_VECTOR_RANDOM);
  solution = seidel_solution_new (other, x, 1, NULL, &error);
  g_assert_no_error (error);
  residual_ref (matrix, problem->b, x, r);
  g_assert_null (solution->vectors[SEIDEL_SOLUTION_ERROR]);
  for (int i = 0; i < N; i++)
    {
      g_assert_cmpfloat (solution->vectors[SEIDEL_SOLUTION_X][i], ==, x[permutation[i]]);
      g_assert_cmpfloat_with_epsilon (solution->vectors[SEIDEL_SOLUTION_RESIDUAL][i],
                                      r[permutation[i]], 1e-13);
    }
}

/* Of complex numbers the moduli. */
static void
test_complex (void)
{
  g_autoptr (SeidelCsr) imaginary = test_csr_random (N, 4, 1.5, 7);
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("test", test_csr_random (N, 4, 1.5, 7));
  g_autofree double *real =
    g_memdup2 (matrix->csr->values, (gsize) seidel_csr_nonzeros (matrix->csr) * sizeof (double));
  g_autofree double *x = test_random_vector (2 * N, 5);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelProblem) problem = NULL;
  g_autoptr (SeidelSolution) solution = NULL;

  for (int64_t k = 0; k < seidel_csr_nonzeros (imaginary); k++)
    imaginary->values[k] *= -0.25;
  g_assert_true (seidel_matrix_add_imaginary (matrix, imaginary, NULL, &error));
  problem = problem_of (matrix, SEIDEL_VECTOR_SOLUTION_ONES);
  solution = seidel_solution_new (problem, x, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (solution->moduli);
  for (int v = 0; v < SEIDEL_SOLUTION_N_VECTORS; v++)
    g_assert_cmpint (solution->n[v], ==, N);
  for (int row = 0; row < N; row++)
    {
      const double complex here = x[2 * row] + I * x[2 * row + 1];
      double complex r = 0.0;

      /* Of the rows as they were given, with b = A 1: those of the problem are turned. */
      for (int64_t k = matrix->csr->row_offsets[row]; k < matrix->csr->row_offsets[row + 1]; k++)
        r += (real[k] + I * imaginary->values[k])
             * (1.0 - x[2 * matrix->csr->column_indices[k]]
                - I * x[2 * matrix->csr->column_indices[k] + 1]);
      g_assert_cmpfloat_with_epsilon (solution->vectors[SEIDEL_SOLUTION_X][row], cabs (here),
                                      1e-14);
      g_assert_cmpfloat_with_epsilon (solution->vectors[SEIDEL_SOLUTION_RESIDUAL][row], cabs (r),
                                      1e-13);
      g_assert_cmpfloat_with_epsilon (solution->vectors[SEIDEL_SOLUTION_ERROR][row],
                                      cabs (here - 1.0), 1e-14);
    }
}

static void
test_rectangular (void)
{
  const double table[] = { 1, 2, 3, 0, 0, 4 }, b[] = { 6, 8, 9 }, x[] = { 2, 1 };
  g_autoptr (SeidelProblem) problem = test_problem (test_csr_from_dense (3, 2, table), b, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SeidelSolution) solution = seidel_solution_new (problem, x, 1, NULL, &error);
  const double r[] = { 2, 2, 5 };

  g_assert_no_error (error);
  g_assert_cmpint (solution->n[SEIDEL_SOLUTION_X], ==, 2);
  g_assert_cmpint (solution->n[SEIDEL_SOLUTION_RESIDUAL], ==, 3);
  test_assert_same_bits (solution->vectors[SEIDEL_SOLUTION_RESIDUAL], r, 3);
  g_assert_null (solution->vectors[SEIDEL_SOLUTION_ERROR]);
}

static void
test_cancelled (void)
{
  g_autoptr (SeidelMatrix) matrix = seidel_matrix_new ("test", test_csr_random (N, 4, 1.5, 7));
  g_autoptr (SeidelProblem) problem = problem_of (matrix, SEIDEL_VECTOR_SOLUTION_ONES);
  g_autofree double *x = test_random_vector (N, 5);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (seidel_solution_new (problem, x, 1, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/solution/vectors", test_vectors);
  g_test_add_func ("/solution/reordered", test_reordered);
  g_test_add_func ("/solution/complex", test_complex);
  g_test_add_func ("/solution/rectangular", test_rectangular);
  g_test_add_func ("/solution/cancelled", test_cancelled);
  return g_test_run ();
}
