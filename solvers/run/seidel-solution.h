/* A solution row by row: what it is, and what is wrong with it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "run/seidel-problem.h"

G_BEGIN_DECLS

/* Vectors of a solution x of A x = b. */
typedef enum
{
  SEIDEL_SOLUTION_X,        /* x, columns entries */
  SEIDEL_SOLUTION_RESIDUAL, /* b − A x in double precision, rows entries */
  SEIDEL_SOLUTION_ERROR,    /* x − x*, columns entries, where the problem knows its solution x* */
  SEIDEL_SOLUTION_N_VECTORS,
} SeidelSolutionVector;

/* All vectors are in the ordering of the matrix. Reference-counted, read-only after construction,
 * safe to share between threads. */
typedef struct
{
  gatomicrefcount references;
  double *vectors[SEIDEL_SOLUTION_N_VECTORS]; /* for seidel_vector_free (); NULL: not known */
  int64_t n[SEIDEL_SOLUTION_N_VECTORS];
  bool moduli; /* of complex numbers: magnitudes */
} SeidelSolution;

/* x is in the original numbering, as seidel_solve () returns it; of a complex problem it holds
 * complex numbers. One pass over the matrix. NULL with SEIDEL_ERROR_MEMORY, or G_IO_ERROR_CANCELLED
 * within 100 ms of cancellation. */
SEIDEL_API SeidelSolution *seidel_solution_new (SeidelProblem *problem,
                                                const double *x,
                                                int threads,
                                                GCancellable *cancellable,
                                                GError **error);
SEIDEL_API SeidelSolution *seidel_solution_ref (SeidelSolution *solution);
SEIDEL_API void seidel_solution_unref (SeidelSolution *solution);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelSolution, seidel_solution_unref)

/* How a vector is called by programs: "x", "residual", "error". */
SEIDEL_API const char *seidel_solution_vector_id (SeidelSolutionVector vector);

G_END_DECLS
