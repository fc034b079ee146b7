/* The spectral radius of the iteration matrix of a stationary method, by which its errors shrink in
 * each iteration in the end, and the ω of SOR that makes it least.
 *
 * Sources: Saad, Iterative Methods for Sparse Linear Systems (2003), 4.2; Arnoldi, "The principle
 * of minimized iterations in the solution of the matrix eigenvalue problem" (1951), which finds the
 * largest eigenvalue also where it is one of a complex pair; Young, Iterative Solution of Large
 * Linear Systems (1971), chapter 6, for consistently ordered matrices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-structure.h"
#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

/* What an iteration does with an iterate. */
typedef struct
{
  double weight; /* of a Jacobi step; 0: it sweeps */
  bool forward;
  bool backward; /* after it */
  double omega;  /* of the sweeps; 1 is Gauss-Seidel */
} SeidelIteration;

/* Where no diagonal entry is zero. *radius receives NaN where it has not settled. False with
 * SEIDEL_ERROR_MEMORY, or when it was cancelled. */
SEIDEL_API bool seidel_iteration_radius (const SeidelCsr *csr,
                                         const SeidelIteration *iteration,
                                         int threads,
                                         GCancellable *cancellable,
                                         double *radius,
                                         GError **error);

/* Whether the rows are consistently ordered: there are numbers of them that differ by 1 for every
 * entry, the later row having the larger one. Of a matrix whose pattern is symmetric; false without
 * memory. Source: Young (1971), theorem 5.3.2. */
SEIDEL_API bool seidel_csr_is_consistently_ordered (const SeidelCsr *csr,
                                                    GCancellable *cancellable);

/* NaN where something is not known, or does not converge. */
typedef struct
{
  double jacobi;
  double gauss_seidel;
  double omega; /* the best one */
  double sor;   /* with it */
} SeidelIterationRadii;

/* The radii of Jacobi, forward Gauss-Seidel and SOR with the best ω. Of a consistently ordered
 * matrix Gauss-Seidel's is the square of Jacobi's, and if it is symmetric the best ω is Young's;
 * otherwise ω is searched to three digits by golden section, unless that would take too long. */
SEIDEL_API bool seidel_iteration_radii (const SeidelCsr *csr,
                                        const SeidelStructure *structure,
                                        int threads,
                                        GCancellable *cancellable,
                                        SeidelIterationRadii *radii,
                                        GError **error);

/* Iterations until errors have shrunk to a part of what they were; NaN where they never do. */
SEIDEL_API double seidel_iteration_count (double radius, double tolerance);

G_END_DECLS
