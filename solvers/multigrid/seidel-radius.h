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

/* Estimates it by the power iteration: the Rayleigh quotient in the product of D, whose n elements
 * are given, a little enlarged, since it comes from below. bound: an upper bound, which is the
 * result where the estimate is larger or fails, as it may for a matrix that is not symmetric. Fails
 * with SEIDEL_ERROR_MEMORY. */
bool seidel_csr_estimate_radius (const SeidelCsr *csr,
                                 const double *diagonal,
                                 double bound,
                                 int steps,
                                 double *radius,
                                 const SeidelWorkers *workers,
                                 GError **error);

/* The same with the diagonal and the largest row sum of the matrix itself, more accurate: for
 * smoothers, which amplify what is beyond the estimate. */
bool seidel_csr_smoothing_radius (const SeidelCsr *csr,
                                  double *radius,
                                  const SeidelWorkers *workers,
                                  GError **error);

G_END_DECLS
