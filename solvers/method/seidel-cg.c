/* The conjugate gradient method, preconditioned from both sides at once as Hestenes and Stiefel's
 * form allows.
 *
 * Source: Hestenes and Stiefel, "Methods of conjugate gradients for solving linear systems" (1952);
 * Saad (2003), algorithms 6.18 and 9.1. Needs a symmetric positive definite matrix and a
 * preconditioner of the same kind; p · A p ≤ 0 or r · z ≤ 0 shows that one of them is not and ends
 * the run. The residual it reports is that of the recurrence for r, not the preconditioned one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method-run.h"

enum
{
  PQ, /* p · A p */
  RHO,
  RHO_BEFORE, /* r · z of this and of the last iterate, z being M⁻¹ r */
  RR,         /* r · r, where it is not the same */
  ALPHA,
  BETA,
};

/* ρ and ρ_before change places instead of being copied. */
typedef struct
{
  SeidelScalar now;
  SeidelScalar before;
} Rho;

typedef struct
{
  SeidelVector *r;
  SeidelVector *z; /* r itself without a preconditioner */
  SeidelVector *p;
  SeidelVector *q;
} Vectors;

/* p ← z + β p, and q ← A p. */
static void
step (SeidelMethodRun *run, const Vectors *v, Rho rho, int64_t iteration)
{
  SeidelSession *session = &run->session;

  if (v->z != v->r)
    seidel_method_run_precondition_dot (run, v->r, v->z, rho.now);
  if (iteration == 0)
    seidel_session_copy (session, v->p, v->z);
  else
    {
      seidel_session_divide (session, BETA, rho.now, rho.before);
      seidel_session_xpby (session, v->p, v->z, BETA);
    }
  seidel_session_multiply_dot (session, run->A, v->p, v->q, PQ);
}

static SeidelReason
iterate (SeidelMethodRun *run, const Vectors *v)
{
  SeidelSession *session = &run->session;
  bool plain = v->z == v->r;
  Rho rho = { RHO, RHO_BEFORE };

  seidel_session_residual (session, run->A, run->b, run->x, v->r, plain ? rho.now : RR);
  for (int64_t iteration = 0;; iteration++)
    {
      SeidelReason reason = seidel_method_run_check (run, iteration, plain ? rho.now : RR);
      double values[RHO_BEFORE + 1];

      if (reason != SEIDEL_REASON_NONE)
        return reason;
      seidel_method_run_begin (run, iteration + 1);
      step (run, v, rho, iteration);
      seidel_method_run_end (run);
      if (seidel_session_failed (session))
        continue; /* the check at the top says how it ended */
      seidel_session_get (session, PQ, RHO_BEFORE + 1, values);
      if (values[rho.now] <= 0.0)
        return seidel_method_run_breakdown (
          run,
          "r·z = %.3g in iteration %" G_GINT64_FORMAT
          ", which is positive for every positive definite preconditioner",
          values[rho.now], iteration + 1);
      if (values[PQ] <= 0.0)
        return seidel_method_run_breakdown (
          run,
          "p·Ap = %.3g in iteration %" G_GINT64_FORMAT
          ", which is positive for every positive definite matrix",
          values[PQ], iteration + 1);
      seidel_session_divide (session, ALPHA, rho.now, PQ);
      rho = (Rho){ rho.before, rho.now };
      seidel_session_cg_update (session, run->x, v->r, ALPHA, v->p, v->q, plain ? rho.now : RR);
    }
}

SeidelReason
seidel_method_cg (SeidelMethodRun *run)
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
