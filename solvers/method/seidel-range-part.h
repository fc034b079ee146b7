/* How much of the residual of a least-squares problem another x could take away: the part of r̄ in
 * the range of Ā, from the products of the columns with r̄ and a factor of Ā. It shows what these
 * products alone do not: whether r̄ is as short as it can be although columns nearly depend on each
 * other. Private to solvers/method.
 *
 * The columns of Ā are taken in units in which each has the norm 1. With R of a factorisation QR
 * of them the part is R⁻ᵀ of the products (Björck, "Numerical Methods for Least Squares Problems"
 * (1996), 2.4). Most matrices need none: where a Cholesky factorisation of ĀᵀĀ − τ² 1 succeeds, no
 * singular value is below τ (Rump, "Verification of positive definiteness" (2006)), and the part is
 * at most the norm of the products over τ.
 *
 * Only of matrices that are small enough; what is small depends on how long the run has taken.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "matrix/seidel-csr.h"

G_BEGIN_DECLS

typedef struct
{
  const SeidelCsr *csr;
  double damp;
  int threads;
  GCancellable *cancellable;
  double *norms;  /* ‖ā_j‖ */
  double *factor; /* R, column after column, its columns in order; NULL: not known yet */
  int *order;     /* the columns of Ā, those that depend on the others last */
  int64_t rank;
  double least; /* below all singular values; 0: not known */
} SeidelRangePart;

/* A residual with no larger part in the range is the least one: it exceeds that by half a percent
 * at most. */
#define SEIDEL_SMALL_PART 0.1

void seidel_range_part_init (SeidelRangePart *part,
                             const SeidelCsr *csr,
                             double damp,
                             int threads,
                             GCancellable *cancellable);
void seidel_range_part_clear (SeidelRangePart *part);

/* Whether the matrix is small enough for a run that has done so many operations. */
bool seidel_range_part_is_affordable (const SeidelRangePart *part, double operations);

/* ‖P r̄‖ / ‖r̄‖ of b̄ − Ā x, P the projection onto the range of Ā: exact but for rounding where it is
 * above SEIDEL_SMALL_PART, and otherwise a bound. Columns that depend on others to working
 * precision add nothing to the range; 1 where it is not certain which do. NaN where a factor would
 * take too many operations, without memory, or when cancelled. b and x have rows and columns
 * entries. */
double seidel_range_part_measure (SeidelRangePart *part,
                                  const double *b,
                                  const double *x,
                                  double operations);

/* Whether a measurement has shown that no column depends on others. */
bool seidel_range_part_is_full (const SeidelRangePart *part);

/* By what relative change of A x is the least-squares solution, given ‖P r̄‖ and after a measurement
 * that was none of NaN: ‖P r̄‖ / (Σ ‖ā_j‖ |x_j| + ‖b‖), of columns in any units. Source: Stewart,
 * "Research, development, and LINPACK" (1977). */
double seidel_range_part_backward (const SeidelRangePart *part,
                                   double size,
                                   const double *b,
                                   const double *x);

G_END_DECLS
