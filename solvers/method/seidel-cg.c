/* The conjugate gradient method, preconditioned from both sides at once as Hestenes and Stiefel's
 * form allows, and flexible conjugate gradients, whose β by Polak and Ribière also supports a
 * preconditioner that is not quite symmetric or not the same in every step.
 *
 * Sources: Hestenes and Stiefel, "Methods of conjugate gradients for solving linear systems"
 * (1952); Saad (2003), algorithms 6.18 and 9.1; Golub and Ye, "Inexact preconditioned conjugate
 * gradient method with inner-outer iteration" (1999); Notay, "Flexible conjugate gradients" (2000).
 * Both need a symmetric positive definite matrix and a preconditioner of the same kind; p · A p ≤ 0
 * or r · z ≤ 0 shows that one of them is not and ends the run. The residual they report is that of
 * the recurrence for r, not the preconditioned one.
 *
 * Polak and Ribière's β = z⁺ · (r⁺ − r) / z · r is computed as −z⁺ · q / p · q, which is the same
 * since r⁺ − r = −α q and α = z · r / p · q: no copy of the last residual is needed, and each
 * direction is conjugate to the previous one whatever the preconditioner did.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method-run.h"

#include <math.h>

enum
{
  PQ, /* p · A p, of this and of the last iterate */
  PQ_BEFORE,
  RHO,
  RHO_BEFORE, /* likewise r · z, z being M⁻¹ r */
  RR,         /* r · r, where it is not the same */
  N_OBSERVED,
  ZQ = N_OBSERVED, /* flexible: z of this iterate against q of the last one */
  MINUS_ONE,
  ALPHA,
  BETA,
};

typedef struct
{
  bool flexible;
  SeidelVector *r;
  SeidelVector *z; /* r itself without a preconditioner */
  SeidelVector *p;
  SeidelVector *q;
  SeidelScalar rho; /* these change places instead of being copied */
  SeidelScalar rho_before;
  SeidelScalar pq;
} State;

/* The slot of r · r. The flexible method computes r · z as a sum of its own. */
static SeidelScalar
squared_residual (const State *state)
{
  return state->z == state->r && !state->flexible ? state->rho : RR;
}

/* p ← z + β p */
static void
turn (SeidelSession *session, const State *state)
{
  if (!state->flexible)
    {
      seidel_session_divide_xpby (session, state->p, state->z, BETA, state->rho, state->rho_before);
      return;
    }
  seidel_session_dot (session, ZQ, state->z, state->q);
  seidel_session_divide (session, BETA, ZQ, state->pq);
  seidel_session_multiply_scalars (session, BETA, BETA, MINUS_ONE);
  seidel_session_xpby (session, state->p, state->z, BETA);
}

/* p ← z + β p, and q ← A p. */
static void
step (SeidelMethodRun *run, const State *state, int64_t iteration)
{
  SeidelSession *session = &run->session;

  if (state->z != state->r)
    seidel_method_run_precondition_dot (run, state->r, state->z, state->rho);
  else if (state->flexible)
    seidel_session_dot (session, state->rho, state->r, state->z);
  if (iteration == 0)
    seidel_session_copy (session, state->p, state->z);
  else
    turn (session, state);
  seidel_session_multiply_dot (session, run->A, state->p, state->q, state->pq);
}

/* x ← x + α p, r ← r − α q, or nothing where the method breaks down */
static void
update (SeidelMethodRun *run, State *state)
{
  SeidelSession *session = &run->session;
  SeidelScalar rho = state->rho;

  if (!state->flexible)
    {
      state->rho = state->rho_before;
      state->rho_before = rho;
    }
  seidel_session_cg_step (session, run->x, state->r, ALPHA, rho, state->pq, state->p, state->q,
                          squared_residual (state));
}

/* What shows that the matrix, or the preconditioner, is not positive definite. */
static SeidelReason
check_signs (SeidelMethodRun *run, double rho, double pq, int64_t iteration)
{
  if (rho <= 0.0)
    return seidel_method_run_breakdown (
      run,
      "r·z = %.3g in iteration %" G_GINT64_FORMAT
      ", which is positive for every positive definite preconditioner",
      rho, iteration);
  if (pq <= 0.0)
    return seidel_method_run_breakdown (run,
                                        "p·Ap = %.3g in iteration %" G_GINT64_FORMAT
                                        ", which is positive for every positive definite matrix",
                                        pq, iteration);
  return SEIDEL_REASON_NONE;
}

static SeidelReason
iterate (SeidelMethodRun *run, State *state)
{
  SeidelSession *session = &run->session;

  for (int64_t iteration = 0;; iteration++)
    {
      SeidelReason reason = seidel_method_run_check (run, iteration, squared_residual (state));
      const SeidelScalar rho = state->rho;
      double values[N_OBSERVED];

      if (reason != SEIDEL_REASON_NONE)
        return reason;
      seidel_method_run_begin (run, iteration + 1);
      step (run, state, iteration);
      seidel_method_run_end (run);
      update (run, state);
      if (seidel_session_failed (session))
        continue; /* the check at the top says how it ended */
      seidel_session_get (session, 0, N_OBSERVED, values);
      if (seidel_session_failed (session))
        continue;
      reason = check_signs (run, values[rho], values[state->pq], iteration + 1);
      if (reason != SEIDEL_REASON_NONE)
        return reason;
    }
}

/* The same where the engine need not wait: the next step, which leaves x and r alone, is queued
 * before the residual of the one before is looked at, so that the engine never waits for the host.
 * In the end there is one step too many. */
static SeidelReason
iterate_ahead (SeidelMethodRun *run, State *state)
{
  SeidelSession *session = &run->session;
  SeidelReason reason = seidel_method_run_check (run, 0, squared_residual (state));

  if (reason == SEIDEL_REASON_NONE)
    {
      seidel_method_run_next (run, 1);
      step (run, state, 0);
    }
  for (int64_t iteration = 1; reason == SEIDEL_REASON_NONE; iteration++)
    {
      const SeidelScalar pq = state->pq;
      const SeidelScalar rho = state->rho;
      double values[N_OBSERVED] = { 0.0 };
      SeidelScalar squared;

      update (run, state);
      squared = squared_residual (state);
      seidel_session_note (session);
      state->pq = pq == PQ ? PQ_BEFORE : PQ;
      step (run, state, iteration);
      seidel_session_fetch (session, 0, N_OBSERVED, values);
      seidel_method_run_next (run, iteration + 1);
      if (!seidel_session_failed (session))
        reason = check_signs (run, values[rho], values[pq], iteration);
      if (reason == SEIDEL_REASON_NONE)
        reason = seidel_method_run_check_norm (run, iteration, sqrt (values[squared]));
    }
  return reason;
}

static SeidelReason
solve (SeidelMethodRun *run, bool flexible)
{
  SeidelVector *r = seidel_method_run_vector (run);
  SeidelVector *own =
    seidel_method_run_preconditioned (run) ? seidel_method_run_vector (run) : NULL;
  SeidelVector *p = seidel_method_run_vector (run);
  SeidelVector *q = seidel_method_run_vector (run);
  State state = { flexible,   r, seidel_method_run_preconditioned (run) ? own : r, p, q, RHO,
                  RHO_BEFORE, PQ };
  SeidelReason reason;

  seidel_session_set (&run->session, MINUS_ONE, -1.0);
  seidel_session_residual (&run->session, run->A, run->b, run->x, r, squared_residual (&state));
  reason = !flexible && seidel_method_run_may_run_ahead (run) ? iterate_ahead (run, &state)
                                                              : iterate (run, &state);
  seidel_session_vector_free (&run->session, q);
  seidel_session_vector_free (&run->session, p);
  seidel_session_vector_free (&run->session, own);
  seidel_session_vector_free (&run->session, r);
  return reason;
}

SeidelReason
seidel_method_cg (SeidelMethodRun *run)
{
  return solve (run, false);
}

SeidelReason
seidel_method_cg_flexible (SeidelMethodRun *run)
{
  return solve (run, true);
}
