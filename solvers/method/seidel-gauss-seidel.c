/* Gauss-Seidel sweeps: forward, backward, or forward then backward (symmetric).
 *
 * Source: Saad, "Iterative Methods for Sparse Linear Systems" (2003), section 4.1. Needs a diagonal
 * without zeros; converges for every first guess when A is strictly diagonally dominant, or
 * symmetric and positive definite. Which directions are swept is what the method's row in the table
 * says.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method-run.h"

SeidelReason
seidel_method_gauss_seidel (SeidelMethodRun *run)
{
  return seidel_method_run_relax (run, 1.0);
}
