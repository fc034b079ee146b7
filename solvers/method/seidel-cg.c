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
#include "run/seidel-projection.h"

/* Of p · A p and r · z there are two each, which change places: the last ones are looked at while
 * the next step may be at work on the others. */
enum
{
  PQ, /* p · A p */
  PQ_BEFORE,
  RHO, /* r · z, z being M⁻¹ r */
  RHO_BEFORE,
  RR, /* r · r, where it is not the same */
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
  SeidelScalar pq;
  SeidelScalar pq_before;
  SeidelScalar rho;
  SeidelScalar rho_before;
} State;

/* The slot of r · r. The flexible method computes r · z as a sum of its own. */
static SeidelScalar
squared_residual (const State *state)
{
  return state->z == state->r && !state->flexible ? state->rho : RR;
}

/* p ← z + β p */
static void
update_direction (SeidelSession *session, const State *state)
{
  if (!state->flexible)
    {
      seidel_session_divide_xpby (session, state->p, state->z, BETA, state->rho, state->rho_before);
      return;
    }
  seidel_session_dot (session, ZQ, state->z, state->q);
  seidel_session_divide (session, BETA, ZQ, state->pq_before);
  seidel_session_multiply_scalars (session, BETA, BETA, MINUS_ONE);
  seidel_session_xpby (session, state->p, state->z, BETA);
}

/* p ← z + β p, and q ← A p. */
static void
step (SeidelMethodRun *run, gconstpointer data, int64_t iteration)
{
  SeidelSession *session = &run->session;
  const State *state = data;

  if (state->z != state->r)
    seidel_method_run_precondition_dot (run, state->r, state->z, state->rho);
  else if (state->flexible)
    seidel_session_dot (session, state->rho, state->r, state->z);
  if (iteration == 0)
    seidel_session_copy (session, state->p, state->z);
  else
    update_direction (session, state);
  seidel_session_multiply_dot (session, run->A, state->p, state->q, state->pq);
}

static void
swap (SeidelScalar *slot, SeidelScalar *other)
{
  const SeidelScalar kept = *slot;

  *slot = *other;
  *other = kept;
}

/* x ← x + α p, r ← r − α q, or nothing where the method breaks down */
static void
update (SeidelMethodRun *run, State *state)
{
  swap (&state->pq, &state->pq_before);
  swap (&state->rho, &state->rho_before);
  seidel_session_cg_step (&run->session, run->x, state->r, ALPHA, state->rho_before,
                          state->pq_before, state->p, state->q, squared_residual (state));
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
judge (SeidelMethodRun *run, gconstpointer data, int64_t iteration, const double *values)
{
  const State *state = data;
  SeidelReason reason = SEIDEL_REASON_NONE;

  if (iteration > 0 && !seidel_session_failed (&run->session))
    {
      const double step[2] = { values[state->rho_before], values[state->pq_before] };

      reason = check_signs (run, step[0], step[1], iteration);
      if (reason == SEIDEL_REASON_NONE && !state->flexible)
        seidel_trace_add_projection (run->monitor->trace, step, G_N_ELEMENTS (step));
    }
  return reason != SEIDEL_REASON_NONE
           ? reason
           : seidel_method_run_check_squared (run, iteration, values[squared_residual (state)]);
}

static SeidelReason
iterate (SeidelMethodRun *run, State *state)
{
  const SeidelMethodStep method = { N_OBSERVED, judge, step };
  SeidelReason reason = seidel_method_run_advance (run, &method, state, 0);

  for (int64_t iteration = 1; reason == SEIDEL_REASON_NONE; iteration++)
    {
      update (run, state);
      reason = seidel_method_run_advance (run, &method, state, iteration);
    }
  return reason;
}

static SeidelReason
solve (SeidelMethodRun *run, bool flexible)
{
  SeidelVector *r = seidel_method_run_work (run, run->n);
  SeidelVector *z =
    seidel_method_run_preconditioned (run) ? seidel_method_run_work (run, run->n) : r;
  SeidelVector *p = seidel_method_run_work (run, run->n);
  SeidelVector *q = seidel_method_run_work (run, run->n);
  State state = { .flexible = flexible,
                  .r = r,
                  .z = z,
                  .p = p,
                  .q = q,
                  .pq = PQ,
                  .pq_before = PQ_BEFORE,
                  .rho = RHO,
                  .rho_before = RHO_BEFORE };

  if (!flexible)
    seidel_trace_begin_projection (run->monitor->trace, SEIDEL_PROJECTION_CG, run->monitor->first);
  seidel_session_set (&run->session, MINUS_ONE, -1.0);
  seidel_session_residual (&run->session, run->A, run->b, run->x, r, squared_residual (&state));
  return iterate (run, &state);
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
