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

enum
{
  RR
}; /* ‖b − A x‖² */

SeidelReason
seidel_method_gauss_seidel (SeidelMethodRun *run)
{
  SeidelSession *session = &run->session;
  SeidelVector *r = seidel_method_run_vector (run);
  SeidelReason reason;

  for (int64_t iteration = 0;; iteration++)
    {
      seidel_session_residual (session, run->A, run->b, run->x, r, RR);
      reason = seidel_method_run_check (run, iteration, RR);
      if (reason != SEIDEL_REASON_NONE)
        break;
      seidel_method_run_begin (run, iteration + 1);
      for (int direction = SEIDEL_DIRECTION_FORWARD; direction <= SEIDEL_DIRECTION_BACKWARD;
           direction++)
        if (run->sweeps[direction] != NULL)
          seidel_method_run_sweep (run, direction);
      seidel_method_run_end (run);
    }
  seidel_session_vector_free (session, r);
  return reason;
}
