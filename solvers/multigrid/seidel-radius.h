/* The spectral radius of D⁻¹ A, estimated. Private to libseidel.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "multigrid/seidel-sparse-rows.h"

G_BEGIN_DECLS

/* What the estimates are multiplied by. */
#define SEIDEL_RADIUS_MARGIN 1.1

/* Steps of seidel_csr_smoothing_radius (). */
#define SEIDEL_RADIUS_SMOOTHING_STEPS 15

/* What is kept of the estimates of a matrix for one with the same pattern and other values: where
 * the Rayleigh quotient of the same vector is near the one before, they change as it does. To first
 * order that is what a change of the matrix does to an eigenvalue. */
typedef struct
{
  double *vector;      /* of the last estimate; NULL: nothing is known */
  double quotient;     /* its Rayleigh quotient */
  bool of_smoother;    /* with the diagonal of the matrix; else with that for the prolongation */
  double prolongation; /* the estimates, before they are enlarged */
  double smoothing;    /* where the vector is of_smoother */
  bool follows;        /* that one follows other values of the matrix: of them are */
  double factor;       /* the quotient over that one, and */
  double bound;        /* the bound */
} SeidelRadii;

void seidel_radii_clear (SeidelRadii *self);

/* Estimates it by the power iteration: the Rayleigh quotient in the product of D, whose n elements
 * are given, a little enlarged, since it comes from below. bound: an upper bound, which is the
 * result where the estimate is larger or fails, as it may for a matrix that is not symmetric. radii
 * (may be NULL) keeps the estimate for the prolongation. Fails with SEIDEL_ERROR_MEMORY. */
bool seidel_csr_estimate_radius (const SeidelCsr *csr,
                                 const double *diagonal,
                                 double bound,
                                 int steps,
                                 SeidelRadii *radii,
                                 double *radius,
                                 const SeidelWorkers *workers,
                                 GError **error);

/* The same of other values in the pattern, by what radii kept; by steps where that is too far. */
bool seidel_csr_update_radius (const SeidelCsr *csr,
                               const double *diagonal,
                               double bound,
                               int steps,
                               SeidelRadii *radii,
                               double *radius,
                               const SeidelWorkers *workers,
                               GError **error);

/* The same with the diagonal and the largest row sum of the matrix itself, more accurate: for
 * smoothers, which amplify what is beyond the estimate. radii (may be NULL) keeps it, too, and has
 * it where it follows. */
bool seidel_csr_smoothing_radius (const SeidelCsr *csr,
                                  SeidelRadii *radii,
                                  double *radius,
                                  const SeidelWorkers *workers,
                                  GError **error);

G_END_DECLS
