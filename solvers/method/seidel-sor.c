/* Successive over-relaxation: the sweeps of Gauss-Seidel, each step ω times as long. SOR sweeps
 * forward, SSOR forward and then backward; ω = 1 is Gauss-Seidel.
 *
 * Source: Young, "Iterative Methods for Solving Partial Difference Equations of Elliptic Type"
 * (1950); Saad, "Iterative Methods for Sparse Linear Systems" (2003), section 4.1. Needs a diagonal
 * without zeros; on a symmetric positive definite matrix it converges for every ω between 0 and 2.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method-run.h"

SeidelReason
seidel_method_sor (SeidelMethodRun *run)
{
  return seidel_method_run_relax (run, seidel_method_run_parameter (run, SEIDEL_PARAMETER_OMEGA));
}
