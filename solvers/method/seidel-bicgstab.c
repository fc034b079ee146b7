/* BiCGStab: the biconjugate gradient method smoothed by a minimal residual step, without Aᵀ.
 *
 * Source: van der Vorst, "Bi-CGSTAB: a fast and smoothly converging variant of Bi-CG for the
 * solution of nonsymmetric linear systems" (1992); Saad (2003), algorithm 7.7. Preconditioned from
 * the right, so that r stays the residual b − A x itself. That of the recurrence is
 * reported. r̂ is the residual with which the method began, or restarted.
 *
 * Where r̂ is orthogonal to r or to v = A M⁻¹ p but for rounding errors, ρ or α is noise, and what
 * follows need not converge. The iteration is then discarded, and the method restarts from the true
 * residual, which becomes r̂.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method-run.h"

enum
{
  RV, /* r̂ · v */
  VV,
  TS, /* t · s */
  TT, /* t · t */
  /* r · r and ρ = r̂ · r of one iterate, and of the next: they change places. */
  NORMS,
  OTHER_NORMS = NORMS + 2,
  ALPHA = OTHER_NORMS + 2,
  OMEGA,
  BETA,
  RATIO,
};

/* Slots of the norms of this iterate and of the previous one. */
typedef struct
{
  SeidelScalar now;
  SeidelScalar before;
} Norms;

static SeidelScalar
rho_of (SeidelScalar norms)
{
  return norms + 1;
}

typedef struct
{
  SeidelVector *r; /* s within an iteration */
  SeidelVector *shadow;
  SeidelVector *p;
  SeidelVector *v;
  SeidelVector *t;
  SeidelVector *p_hat; /* M⁻¹ p, p itself without a preconditioner */
  SeidelVector *s_hat;
} Vectors;

/* p ← r, r̂ ← r: the first iteration, and the first after a restart. */
static void
begin (SeidelSession *session, const Vectors *v, Norms norms)
{
  seidel_session_copy (session, v->shadow, v->r);
  seidel_session_copy (session, v->p, v->r);
  seidel_session_dot (session, rho_of (norms.now), v->shadow, v->r);
}

/* p ← r + β (p − ω v), β = (ρ / ρ_before) (α / ω) */
static void
turn (SeidelSession *session, const Vectors *v, Norms norms)
{
  seidel_session_divide (session, BETA, rho_of (norms.now), rho_of (norms.before));
  seidel_session_divide (session, RATIO, ALPHA, OMEGA);
  seidel_session_multiply_scalars (session, BETA, BETA, RATIO);
  seidel_session_bicgstab_direction (session, v->p, v->r, BETA, OMEGA, v->v);
}

/* v ← A M⁻¹ p, s ← r − α v, t ← A M⁻¹ s */
static void
step (SeidelMethodRun *run, const Vectors *v, Norms norms)
{
  SeidelSession *session = &run->session;

  if (v->p_hat != v->p)
    seidel_method_run_precondition (run, v->p, v->p_hat);
  seidel_session_multiply_dots (session, run->A, v->p_hat, v->v, v->shadow, RV);
  seidel_session_divide (session, ALPHA, rho_of (norms.now), RV);
  seidel_session_axpy (session, v->r, -1, ALPHA, v->v);
  if (v->s_hat != v->r)
    seidel_method_run_precondition (run, v->r, v->s_hat);
  seidel_session_multiply_dots (session, run->A, v->s_hat, v->t, v->r, TS);
}

/* The smoothing step has no length, perhaps because s = 0: the iteration ends with its first half,
 * and with it the run. */
static SeidelReason
end_with_half (SeidelMethodRun *run,
               const Vectors *v,
               SeidelScalar norms,
               int64_t iteration,
               double tt)
{
  SeidelSession *session = &run->session;
  SeidelReason reason;

  seidel_session_axpy (session, run->x, 1, ALPHA, v->p_hat);
  seidel_session_dot (session, norms, v->r, v->r);
  reason = seidel_method_run_check (run, iteration + 1, norms);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  return seidel_method_run_breakdown (run,
                                      "ω = t·s / t·t has t·%s = 0 in iteration %" G_GINT64_FORMAT
                                      ": the method cannot go on",
                                      tt == 0.0 ? "t" : "s", iteration + 1);
}

/* Whether ρ or r̂ · v is noise. */
static bool
lost_shadow (const SeidelMethodRun *run, const double *values, Norms norms, double shadow_squared)
{
  return seidel_method_run_is_noise (run, values[rho_of (norms.now)], shadow_squared,
                                     values[norms.now])
         || seidel_method_run_is_noise (run, values[RV], shadow_squared, values[VV]);
}

static SeidelReason
iterate (SeidelMethodRun *run, const Vectors *v)
{
  SeidelSession *session = &run->session;
  Norms norms = { NORMS, OTHER_NORMS };
  double shadow_squared = 0.0;
  bool restarts = true;

  seidel_session_residual (session, run->A, run->b, run->x, v->r, norms.now);
  for (int64_t iteration = 0;; iteration++)
    {
      SeidelReason reason = seidel_method_run_check (run, iteration, norms.now);
      double values[ALPHA];

      if (reason != SEIDEL_REASON_NONE)
        return reason;
      seidel_method_run_begin (run, iteration + 1);
      if (restarts)
        begin (session, v, norms);
      else
        turn (session, v, norms);
      step (run, v, norms);
      seidel_method_run_end (run);
      if (seidel_session_failed (session))
        continue; /* the check at the top says how it ended */
      seidel_session_get (session, RV, ALPHA, values);
      if (!restarts && lost_shadow (run, values, norms, shadow_squared))
        {
          seidel_session_residual (session, run->A, run->b, run->x, v->r, norms.now);
          restarts = true;
          continue;
        }
      if (restarts)
        shadow_squared = values[norms.now];
      restarts = false;
      if (values[RV] == 0.0)
        return seidel_method_run_breakdown (run,
                                            "r̂·v = 0 in iteration %" G_GINT64_FORMAT
                                            ": the step has no length",
                                            iteration + 1);
      if (values[TS] == 0.0 || values[TT] == 0.0)
        return end_with_half (run, v, norms.now, iteration, values[TT]);
      norms = (Norms){ norms.before, norms.now };
      seidel_session_divide (session, OMEGA, TS, TT);
      seidel_session_bicgstab_update (session, run->x, v->r, ALPHA, v->p_hat, OMEGA, v->s_hat, v->t,
                                      v->shadow, norms.now);
    }
}

SeidelReason
seidel_method_bicgstab (SeidelMethodRun *run)
{
  bool plain = !seidel_method_run_preconditioned (run);
  Vectors v = {
    .r = seidel_method_run_work (run, run->n),
    .shadow = seidel_method_run_work (run, run->n),
    .p = seidel_method_run_work (run, run->n),
    .v = seidel_method_run_work (run, run->n),
    .t = seidel_method_run_work (run, run->n),
  };

  v.p_hat = plain ? v.p : seidel_method_run_work (run, run->n);
  v.s_hat = plain ? v.r : seidel_method_run_work (run, run->n);
  return iterate (run, &v);
}
