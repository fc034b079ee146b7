/* Flexible conjugate gradients: CG whose β by Polak and Ribière also bears a preconditioner that is
 * not quite symmetric or not the same in every step.
 *
 * Source: Golub and Ye, "Inexact preconditioned conjugate gradient method with inner-outer
 * iteration" (1999); Notay, "Flexible conjugate gradients" (2000). Polak and Ribière's
 * β = z⁺ · (r⁺ − r) / z · r is computed as −z⁺ · q / p · q, which is the same since r⁺ − r = −α q
 * and α = z · r / p · q: no copy of the last residual is needed, and each direction is conjugate to
 * the one before whatever the preconditioner did. The residual it reports is that of the recurrence
 * for r.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method-run.h"

enum
{
  PQ,  /* p · A p */
  RHO, /* r · z */
  RR,
  ZQ, /* z of this iterate against q of the last one */
  MINUS_ONE,
  ALPHA,
  BETA,
};

typedef struct
{
  SeidelVector *r;
  SeidelVector *z; /* r itself without a preconditioner */
  SeidelVector *p;
  SeidelVector *q;
} Vectors;

/* p ← z + β p, and q ← A p. */
static void
step (SeidelMethodRun *run, const Vectors *v, int64_t iteration)
{
  SeidelSession *session = &run->session;

  if (v->z != v->r)
    seidel_method_run_precondition_dot (run, v->r, v->z, RHO);
  else
    seidel_session_dot (session, RHO, v->r, v->z);
  if (iteration == 0)
    seidel_session_copy (session, v->p, v->z);
  else
    {
      seidel_session_dot (session, ZQ, v->z, v->q);
      seidel_session_divide (session, BETA, ZQ, PQ);
      seidel_session_multiply_scalars (session, BETA, BETA, MINUS_ONE);
      seidel_session_xpby (session, v->p, v->z, BETA);
    }
  seidel_session_multiply_dot (session, run->A, v->p, v->q, PQ);
}

static SeidelReason
iterate (SeidelMethodRun *run, const Vectors *v)
{
  SeidelSession *session = &run->session;

  seidel_session_set (session, MINUS_ONE, -1.0);
  seidel_session_residual (session, run->A, run->b, run->x, v->r, RR);
  for (int64_t iteration = 0;; iteration++)
    {
      SeidelReason reason = seidel_method_run_check (run, iteration, RR);
      double values[RHO + 1];

      if (reason != SEIDEL_REASON_NONE)
        return reason;
      seidel_method_run_begin (run, iteration + 1);
      step (run, v, iteration);
      seidel_method_run_end (run);
      if (seidel_session_failed (session))
        continue; /* the check at the top says how it ended */
      seidel_session_get (session, PQ, RHO + 1, values);
      if (values[RHO] <= 0.0)
        return seidel_method_run_breakdown (
          run,
          "r·z = %.3g in iteration %" G_GINT64_FORMAT
          ", which is positive for every positive definite preconditioner",
          values[RHO], iteration + 1);
      if (values[PQ] <= 0.0)
        return seidel_method_run_breakdown (
          run,
          "p·Ap = %.3g in iteration %" G_GINT64_FORMAT
          ", which is positive for every positive definite matrix",
          values[PQ], iteration + 1);
      seidel_session_divide (session, ALPHA, RHO, PQ);
      seidel_session_cg_update (session, run->x, v->r, ALPHA, v->p, v->q, RR);
    }
}

SeidelReason
seidel_method_cg_flexible (SeidelMethodRun *run)
{
  SeidelVector *r = seidel_method_run_vector (run);
  SeidelVector *own =
    seidel_method_run_preconditioned (run) ? seidel_method_run_vector (run) : NULL;
  SeidelVector *p = seidel_method_run_vector (run);
  SeidelVector *q = seidel_method_run_vector (run);
  Vectors vectors = { r, seidel_method_run_preconditioned (run) ? own : r, p, q };
  SeidelReason reason = iterate (run, &vectors);

  seidel_session_vector_free (&run->session, q);
  seidel_session_vector_free (&run->session, p);
  seidel_session_vector_free (&run->session, own);
  seidel_session_vector_free (&run->session, r);
  return reason;
}
