/* What a matrix and its transpose map to zero, projected out of a run: the constants of a Neumann
 * problem, the rigid body modes of a body that nothing holds.
 *
 * Nothing has to be said of it: the vectors that a problem has for multigrid, or else the
 * constants, are tried on the matrix, and are its null space where every row of the product is
 * rounding. The iterates of a method then differ from the first guess by nothing of it, whatever
 * the preconditioner does, and where b is not orthogonal to it, and there is no solution, the part
 * of b that is has one, which is the least-squares solution.
 *
 * Source: Bochev and Lehoucq, "On the finite element solution of the pure Neumann problem" (2005);
 * Kaasschieter, "Preconditioned conjugate gradients for solving singular systems" (1988).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-method-run.h"

G_BEGIN_DECLS

/* As SEIDEL_NEAR_NULL_MOST. */
#define SEIDEL_NULL_SPACE_MOST 16

/* The number of the vectors, row by row, or where there are none of the constants, 1, if the matrix
 * and its transpose map all of them to zero but for rounding; otherwise 0. symmetric: known to be.
 * A matrix with empty rows has more of them than these, and gives 0. Ends at the first row that
 * says no. */
int seidel_null_space_count (const SeidelCsr *csr,
                             const double *vectors,
                             int n_vectors,
                             bool symmetric);

/* That of a run whose matrix and b are in the engine, b being here as well. Where b has more of it
 * than the tolerance allows, the run gets b without that. NULL where there is none, where the
 * method does not use it, and without memory. */
SeidelNullSpace *seidel_null_space_new (SeidelMethodRun *run, const double *b);
void seidel_null_space_free (SeidelMethodRun *run);

int seidel_null_space_dimension (const SeidelNullSpace *self);

/* y ← y without what is in the null space. */
void seidel_null_space_remove (SeidelMethodRun *run, SeidelVector *y);

/* At the end of a method: gives the run its b again, and says what x is. Returns the reason, or
 * SEIDEL_REASON_LEAST_SQUARES where x solves the system without that part of b and is proved to
 * leave the least residual. */
SeidelReason seidel_null_space_end (SeidelMethodRun *run, const double *b, SeidelReason reason);

G_END_DECLS
