/* Files of matrices and vectors, and problems with vectors by name.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "api/seidel-handles-inside.h"

#include <string.h>

#include "api/files/seidel-files.h"
#include "io/seidel-loader.h"
#include "matrix/seidel-pending.h"
#include "matrix/seidel-vector.h"

SeidelMatrix *
seidel_matrix_read (const char *path,
                    const char *variable,
                    const char *reading,
                    SeidelProgress *progress,
                    GCancellable *cancellable,
                    GError **error)
{
  const SeidelLoadOptions how = { .variable = variable, .read_as = reading, .any_size = true };

  return seidel_load_with (path, &how, progress, cancellable, error);
}

bool
seidel_matrix_write (const SeidelMatrix *matrix,
                     const char *path,
                     SeidelProgress *progress,
                     GCancellable *cancellable,
                     GError **error)
{
  seidel_matrix_complete (matrix);
  return seidel_save_matrix (matrix, path, progress, cancellable, error);
}

double *
seidel_vector_read (const char *path,
                    int64_t *n,
                    bool *is_complex,
                    GCancellable *cancellable,
                    GError **error)
{
  return seidel_load_any_vector (path, n, is_complex, cancellable, error);
}

bool
seidel_vector_write (const double *x, int64_t n, bool is_complex, const char *path, GError **error)
{
  return seidel_save_vector (x, n, is_complex, path, error);
}

void
seidel_numbers_free (double *x)
{
  seidel_vector_free (x);
}

/* Both vectors by name. */
static SeidelProblem *
make_named (SeidelMatrix *matrix,
            const char *rhs,
            const char *guess,
            GCancellable *cancellable,
            GError **error)
{
  SeidelVectorSpec specs[2];
  SeidelProblem *problem = NULL;

  if (!seidel_vector_spec_parse (rhs, SEIDEL_VECTOR_ROLE_RHS, &specs[0], error))
    return NULL;
  if (seidel_vector_spec_parse (guess, SEIDEL_VECTOR_ROLE_GUESS, &specs[1], error))
    {
      problem = seidel_problem_new_from_specs (matrix, &specs[0], &specs[1], seidel_load_vector,
                                               cancellable, error);
      seidel_vector_spec_clear (&specs[1]);
    }
  seidel_vector_spec_clear (&specs[0]);
  return problem;
}

/* What is given as numbers takes the place of what is named: a problem made of numbers has it in
 * the order, and with the turned rows, of its matrix. */
static bool
put_numbers (SeidelProblem *problem,
             SeidelMatrix *matrix,
             const double *b,
             const double *x0,
             GError **error)
{
  const SeidelCsr *csr = problem->matrix->csr;
  const size_t bytes = (size_t) csr->rows * (matrix->parts != NULL ? 2 : 1) * sizeof *b;
  g_autofree double *zeros = b == NULL ? g_malloc0 (bytes) : NULL;
  g_autoptr (SeidelProblem) given = seidel_problem_new (matrix, b != NULL ? b : zeros, x0, error);

  if (given == NULL)
    return false;
  if (b != NULL)
    memcpy (problem->b, given->b, (size_t) csr->rows * sizeof *b);
  if (x0 != NULL)
    memcpy (problem->guess, given->guess, (size_t) csr->columns * sizeof *x0);
  return true;
}

SeidelProblem *
seidel_problem_new_named (SeidelMatrix *matrix,
                          const double *b,
                          const char *rhs,
                          const double *x0,
                          const char *guess,
                          GCancellable *cancellable,
                          GError **error)
{
  const char *usual = matrix->rhs != NULL ? "filed" : "solution-ones";
  g_autoptr (SeidelProblem) problem = NULL;

  seidel_matrix_complete (matrix);
  if (b != NULL && (x0 != NULL || guess == NULL))
    return seidel_problem_new (matrix, b, x0, error);
  problem = make_named (matrix,
                        b != NULL     ? "zeros"
                        : rhs != NULL ? rhs
                                      : usual,
                        x0 != NULL || guess == NULL ? "zeros" : guess, cancellable, error);
  if (problem == NULL
      || ((b != NULL || x0 != NULL) && !put_numbers (problem, matrix, b, x0, error)))
    return NULL;
  return g_steal_pointer (&problem);
}

bool
seidel_problem_add_near_null (SeidelProblem *problem,
                              const char *path,
                              GCancellable *cancellable,
                              GError **error)
{
  return seidel_problem_read_near_null (problem, path, seidel_load_matrix, cancellable, error);
}
