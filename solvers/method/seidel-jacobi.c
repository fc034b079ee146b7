/* Jacobi's method: x ← x + D⁻¹ (b − A x), and with a weight ω: x ← x + ω D⁻¹ (b − A x).
 *
 * Source: Saad, "Iterative Methods for Sparse Linear Systems" (2003), section 4.1. Needs a diagonal
 * without zeros; converges for every first guess when A is strictly diagonally dominant. One pass
 * over the matrix an iteration: the residual of an iterate is what the next step is made of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method-run.h"

enum
{
  RR, /* ‖b − A x‖² */
  WEIGHT,
};

SeidelReason
seidel_method_jacobi (SeidelMethodRun *run)
{
  SeidelSession *session = &run->session;
  SeidelVector *next = seidel_method_run_vector (run);
  SeidelReason reason = SEIDEL_REASON_NONE;

  for (int64_t iteration = 0; reason == SEIDEL_REASON_NONE; iteration++)
    {
      SeidelVector *previous = run->x;

      seidel_method_run_begin (run, iteration + 1);
      seidel_session_jacobi (session, run->A, run->b, previous, next, RR);
      seidel_method_run_end (run);
      reason = seidel_method_run_check (run, iteration, RR);
      if (reason == SEIDEL_REASON_NONE)
        {
          run->x = next;
          next = previous;
        }
    }
  seidel_session_vector_free (session, next);
  return reason;
}

SeidelReason
seidel_method_jacobi_weighted (SeidelMethodRun *run)
{
  SeidelSession *session = &run->session;
  SeidelVector *r = seidel_method_run_vector (run);
  SeidelReason reason = SEIDEL_REASON_NONE;

  seidel_session_set (session, WEIGHT, seidel_method_run_parameter (run, SEIDEL_PARAMETER_WEIGHT));
  for (int64_t iteration = 0; reason == SEIDEL_REASON_NONE; iteration++)
    {
      seidel_method_run_begin (run, iteration + 1);
      seidel_session_residual (session, run->A, run->b, run->x, r, RR);
      seidel_method_run_end (run);
      reason = seidel_method_run_check (run, iteration, RR);
      if (reason != SEIDEL_REASON_NONE)
        break;
      seidel_session_multiply_diagonal (session, run->A, -1, r, r);
      seidel_session_axpy (session, run->x, 1, WEIGHT, r);
    }
  seidel_session_vector_free (session, r);
  return reason;
}
