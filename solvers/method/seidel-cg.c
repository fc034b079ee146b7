/* The conjugate gradient method, without preconditioning.
 *
 * Source: Hestenes and Stiefel, "Methods of conjugate gradients for solving linear systems" (1952);
 * Saad (2003), algorithm 6.18. Needs a symmetric positive definite matrix; p · A p ≤ 0 shows that
 * it is not and ends the run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method-run.h"

enum
{
  PQ, /* p · A p */
  RHO,
  RHO_BEFORE, /* r · r of this and of the last iterate */
  ALPHA,
  BETA,
};

/* ρ and ρ_before change places instead of being copied. */
typedef struct
{
  SeidelScalar now;
  SeidelScalar before;
} Rho;

static SeidelReason
iterate (SeidelMethodRun *run, SeidelVector *r, SeidelVector *p, SeidelVector *q)
{
  SeidelSession *session = &run->session;
  Rho rho = { RHO, RHO_BEFORE };

  seidel_session_residual (session, run->A, run->b, run->x, r, rho.now);
  seidel_session_copy (session, p, r);
  for (int64_t iteration = 0;; iteration++)
    {
      SeidelReason reason = seidel_method_run_check (run, iteration, rho.now);
      double pq = 0.0;

      if (reason != SEIDEL_REASON_NONE)
        return reason;
      if (iteration > 0)
        {
          seidel_session_divide (session, BETA, rho.now, rho.before);
          seidel_session_xpby (session, p, r, BETA);
        }
      seidel_method_run_begin (run, iteration + 1);
      seidel_session_multiply_dot (session, run->A, p, q, PQ);
      seidel_method_run_end (run);
      if (seidel_session_failed (session))
        continue; /* the check at the top says how it ended */
      seidel_session_get (session, PQ, 1, &pq);
      if (pq <= 0.0)
        return seidel_method_run_breakdown (
          run,
          "p·Ap = %.3g in iteration %" G_GINT64_FORMAT
          ", which is positive for every positive definite matrix",
          pq, iteration + 1);
      seidel_session_divide (session, ALPHA, rho.now, PQ);
      rho = (Rho){ rho.before, rho.now };
      seidel_session_cg_update (session, run->x, r, ALPHA, p, q, rho.now);
    }
}

SeidelReason
seidel_method_cg (SeidelMethodRun *run)
{
  SeidelVector *r = seidel_method_run_vector (run);
  SeidelVector *p = seidel_method_run_vector (run);
  SeidelVector *q = seidel_method_run_vector (run);
  SeidelReason reason = iterate (run, r, p, q);

  seidel_session_vector_free (&run->session, q);
  seidel_session_vector_free (&run->session, p);
  seidel_session_vector_free (&run->session, r);
  return reason;
}
