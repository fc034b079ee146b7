/* The biconjugate gradient method: two sequences of residuals, one with A and one with Aᵀ, each
 * orthogonal to the other.
 *
 * Source: Fletcher, "Conjugate gradient methods for indefinite systems" (1976); Jost,
 * Contassot-Vivier and Vialle, "An efficient multi-algorithms sparse linear solver for GPUs",
 * section 3.1; Saad (2003), algorithm 7.3. The report prints α = ρ / (p · q) where the method needs
 * the other direction, α = ρ / (p̃ · q): so it is done here. As there, r̃ begins as r. Preconditioned
 * from the left for one sequence and by the transpose for the other. The residual it reports is
 * that of the recurrence for r.
 *
 * Where ρ = r̃ · z or p̃ · A p is zero but for rounding, the next step would be noise: the iteration
 * is then discarded, and the method restarts from the true residual, which becomes r̃.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method-run.h"

#include <math.h>

/* Products that fall by more than this in one iteration are compared with the norms of their
 * vectors, which takes time. */
#define SUSPECT 1e-8

enum
{
  PQ, /* p̃ · A p */
  RHO,
  RHO_BEFORE, /* r̃ · z of this and of the last iterate */
  RR,
  SHADOW_RR, /* r̃ · r̃ and z · z, where a product is suspect */
  ZZ,
  SHADOW_PP, /* p̃ · p̃ and q · q, likewise */
  QQ,
  ALPHA,
  BETA,
};

/* ρ and ρ_before change places instead of being copied. */
typedef struct
{
  SeidelScalar now;
  SeidelScalar before;
} Rho;

/* One of the two sequences. */
typedef struct
{
  SeidelVector *r;
  SeidelVector *z; /* r itself without a preconditioner */
  SeidelVector *p;
  SeidelVector *q;
} Sequence;

/* p ← z + β p */
static void
turn (SeidelSession *session, const Sequence *s, bool begins)
{
  if (begins)
    seidel_session_copy (session, s->p, s->z);
  else
    seidel_session_xpby (session, s->p, s->z, BETA);
}

static void
step (SeidelMethodRun *run, const Sequence *s, const Sequence *shadow, Rho rho, bool begins)
{
  SeidelSession *session = &run->session;

  if (begins)
    seidel_session_copy (session, shadow->r, s->r);
  if (s->z != s->r)
    {
      seidel_method_run_precondition (run, s->r, s->z);
      seidel_method_run_precondition_transposed (run, shadow->r, shadow->z);
    }
  seidel_session_dot (session, rho.now, shadow->r, s->z);
  if (!begins)
    seidel_session_divide (session, BETA, rho.now, rho.before);
  turn (session, s, begins);
  turn (session, shadow, begins);
  seidel_session_multiply (session, run->A, s->p, s->q);
  seidel_session_multiply_transposed (session, run->A, shadow->p, shadow->q);
  seidel_session_dot (session, PQ, shadow->p, s->q);
}

/* Whether ρ or p̃ · A p is noise, those of the previous iteration being given. */
static bool
lost_shadow (SeidelMethodRun *run,
             const Sequence *s,
             const Sequence *shadow,
             const double *values,
             Rho rho,
             double pq_before)
{
  SeidelSession *session = &run->session;
  double norms[4] = { 0 };

  if (fabs (values[rho.now]) > SUSPECT * fabs (values[rho.before])
      && fabs (values[PQ]) > SUSPECT * fabs (pq_before))
    return false;
  seidel_session_dot (session, SHADOW_RR, shadow->r, shadow->r);
  seidel_session_dot (session, ZZ, s->z, s->z);
  seidel_session_dot (session, SHADOW_PP, shadow->p, shadow->p);
  seidel_session_dot (session, QQ, s->q, s->q);
  if (!seidel_session_failed (session))
    seidel_session_get (session, SHADOW_RR, 4, norms);
  return seidel_method_run_is_noise (run, values[rho.now], norms[0], norms[1])
         || seidel_method_run_is_noise (run, values[PQ], norms[2], norms[3]);
}

static SeidelReason
iterate (SeidelMethodRun *run, const Sequence *s, const Sequence *shadow)
{
  SeidelSession *session = &run->session;
  Rho rho = { RHO, RHO_BEFORE };
  double pq_before = 0.0;
  bool restarts = true;

  seidel_session_residual (session, run->A, run->b, run->x, s->r, RR);
  for (int64_t iteration = 0;; iteration++)
    {
      SeidelReason reason = seidel_method_run_check (run, iteration, RR);
      double values[RHO_BEFORE + 1];

      if (reason != SEIDEL_REASON_NONE)
        return reason;
      seidel_method_run_begin (run, iteration + 1);
      step (run, s, shadow, rho, restarts);
      seidel_method_run_end (run);
      if (seidel_session_failed (session))
        continue; /* the check at the top says how it ended */
      seidel_session_get (session, PQ, RHO_BEFORE + 1, values);
      if (!restarts && lost_shadow (run, s, shadow, values, rho, pq_before))
        {
          seidel_session_residual (session, run->A, run->b, run->x, s->r, RR);
          restarts = true;
          continue;
        }
      restarts = false;
      pq_before = values[PQ];
      if (values[rho.now] == 0.0)
        return seidel_method_run_breakdown (run,
                                            "ρ = r̃·z = 0 in iteration %" G_GINT64_FORMAT
                                            ": the two residuals are orthogonal",
                                            iteration + 1);
      if (values[PQ] == 0.0)
        return seidel_method_run_breakdown (run,
                                            "p̃·Ap = 0 in iteration %" G_GINT64_FORMAT
                                            ": the step has no length",
                                            iteration + 1);
      seidel_session_divide (session, ALPHA, rho.now, PQ);
      rho = (Rho){ rho.before, rho.now };
      seidel_session_axpy (session, shadow->r, -1, ALPHA, shadow->q);
      seidel_session_cg_update (session, run->x, s->r, ALPHA, s->p, s->q, RR);
    }
}

static Sequence
sequence_new (SeidelMethodRun *run)
{
  Sequence s = {
    .r = seidel_method_run_work (run, run->n),
    .p = seidel_method_run_work (run, run->n),
    .q = seidel_method_run_work (run, run->n),
  };

  s.z = seidel_method_run_preconditioned (run) ? seidel_method_run_work (run, run->n) : s.r;
  return s;
}

SeidelReason
seidel_method_bicg (SeidelMethodRun *run)
{
  Sequence s = sequence_new (run);
  Sequence shadow = sequence_new (run);

  return iterate (run, &s, &shadow);
}
