/* TFQMR: the conjugate gradient squared method with residuals that are nearly least, without Aᵀ.
 *
 * Source: Freund, "A transpose-free quasi-minimal residual algorithm for non-Hermitian linear
 * systems" (1993); Saad (2003), algorithm 7.8. Preconditioned from the right. The quasi-minimal
 * norm of the sources bounds that of the residual by a factor that grows; here A times the
 * directions is carried along, so that the residual b − A x itself is known, for two vector
 * operations more. An iteration has two products and two updates of x, as PETSc counts.
 *
 * Where r̂ is orthogonal to v or w but for rounding errors, or r exceeds that bound, the method
 * restarts from the true residual, which becomes r̂, as BiCGStab does here; twice in a row is a
 * breakdown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method-run.h"

#include <math.h>

/* How far above its bound a residual is by rounding. */
#define MOST_DRIFT 2.0

enum
{
  RR,
  RV, /* r̂ · v, v · v */
  VV,
  WW,
  RHO, /* r̂ · w */
  FACTOR,
};

typedef struct
{
  SeidelVector *r; /* of x */
  SeidelVector *w;
  SeidelVector *u;
  SeidelVector *u_hat;   /* M⁻¹ u, u itself without a preconditioner */
  SeidelVector *product; /* A M⁻¹ u */
  SeidelVector *v;
  SeidelVector *d; /* M⁻¹ of the direction */
  SeidelVector *A_d;
  SeidelVector *shadow;
  double alpha, rho, tau, theta, eta;
  double shadow_squared;
  int halves; /* since it began */
} Tfqmr;

/* y ← x + factor y */
static void
turn (SeidelSession *session, SeidelVector *y, const SeidelVector *x, double factor)
{
  seidel_session_set (session, FACTOR, factor);
  seidel_session_xpby (session, y, x, FACTOR);
}

static void
add (SeidelSession *session, SeidelVector *y, double factor, const SeidelVector *x)
{
  seidel_session_set (session, FACTOR, factor);
  seidel_session_axpy (session, y, 1, FACTOR, x);
}

/* product ← A M⁻¹ u */
static void
multiply (SeidelMethodRun *run, const Tfqmr *t)
{
  if (t->u_hat != t->u)
    seidel_method_run_precondition (run, t->u, t->u_hat);
  seidel_session_multiply (&run->session, run->A, t->u_hat, t->product);
}

static double
get (SeidelSession *session, SeidelScalar slot)
{
  double value = 0.0;

  if (!seidel_session_failed (session))
    seidel_session_get (session, slot, 1, &value);
  return value;
}

/* From the true residual, whose square is in its slot. */
static void
begin (SeidelMethodRun *run, Tfqmr *t)
{
  SeidelSession *session = &run->session;

  seidel_session_copy (session, t->w, t->r);
  seidel_session_copy (session, t->u, t->r);
  seidel_session_copy (session, t->shadow, t->r);
  seidel_session_fill (session, t->d, 0.0);
  seidel_session_fill (session, t->A_d, 0.0);
  multiply (run, t);
  seidel_session_copy (session, t->v, t->product);
  t->rho = t->shadow_squared = get (session, RR);
  t->tau = sqrt (t->rho);
  t->theta = 0.0;
  t->eta = 0.0;
  t->halves = 0;
}

/* One of both updates of x. */
static void
improve (SeidelMethodRun *run, Tfqmr *t)
{
  SeidelSession *session = &run->session;
  const double factor = t->theta * t->theta * t->eta / t->alpha;
  double c;

  add (session, t->w, -t->alpha, t->product);
  turn (session, t->d, t->u_hat, factor);
  turn (session, t->A_d, t->product, factor);
  seidel_session_dot (session, WW, t->w, t->w);
  t->theta = sqrt (get (session, WW)) / t->tau;
  c = 1.0 / sqrt (1.0 + t->theta * t->theta);
  t->tau *= t->theta * c;
  t->eta = c * c * t->alpha;
  t->halves++;
  add (session, run->x, t->eta, t->d);
  seidel_session_set (session, FACTOR, t->eta);
  seidel_session_axpys_dot (session, t->r, -1, FACTOR, 1, (const SeidelVector *const *) &t->A_d,
                            RR);
}

/* The step to the next pair of directions; false where r̂ · w is noise. */
static bool
turn_pair (SeidelMethodRun *run, Tfqmr *t)
{
  SeidelSession *session = &run->session;
  double rho;
  double beta;

  seidel_session_dot (session, RHO, t->shadow, t->w);
  rho = get (session, RHO);
  if (seidel_session_failed (session))
    return true;
  if (seidel_method_run_is_noise (run, rho, t->shadow_squared, get (session, WW)))
    return false;
  beta = rho / t->rho;
  t->rho = rho;
  turn (session, t->u, t->w, beta);
  turn (session, t->v, t->product, beta); /* A u of before + β v */
  multiply (run, t);
  turn (session, t->v, t->product, beta);
  return true;
}

/* Both halves of an iteration; false where r̂ · v is noise. */
static bool
step (SeidelMethodRun *run, Tfqmr *t)
{
  SeidelSession *session = &run->session;
  double products[2] = { 0.0 };

  seidel_session_dot (session, RV, t->shadow, t->v);
  seidel_session_dot (session, VV, t->v, t->v);
  if (seidel_session_failed (session))
    return true;
  seidel_session_get (session, RV, 2, products);
  if (seidel_method_run_is_noise (run, products[0], t->shadow_squared, products[1]))
    return false;
  t->alpha = t->rho / products[0];
  improve (run, t);
  if (t->tau == 0.0)
    return true; /* x is the solution */
  add (session, t->u, -t->alpha, t->v);
  multiply (run, t);
  improve (run, t);
  return true;
}

/* The residual is at most √(m + 1) τ after m updates: where it is more, rounding errors have taken
 * what w and r had in common, and w may vanish without r. */
static bool
has_drifted (SeidelMethodRun *run, const Tfqmr *t)
{
  return sqrt (get (&run->session, RR)) > MOST_DRIFT * sqrt (t->halves + 1.0) * t->tau;
}

static SeidelReason
iterate (SeidelMethodRun *run, Tfqmr *t)
{
  SeidelSession *session = &run->session;
  SeidelReason reason;
  bool fresh = true; /* r̂ is the residual */

  seidel_session_residual (session, run->A, run->b, run->x, t->r, RR);
  reason = seidel_method_run_check (run, 0, RR);
  for (int64_t iteration = 1; reason == SEIDEL_REASON_NONE; iteration++)
    {
      bool made;

      seidel_method_run_begin (run, iteration);
      made = true;
      if (iteration == 1)
        begin (run, t);
      else if (!fresh)
        made = !has_drifted (run, t) && turn_pair (run, t);
      made = made && step (run, t);
      if (!made && fresh && !seidel_session_failed (session))
        return seidel_method_run_breakdown (run,
                                            "r̂·v = 0 in iteration %" G_GINT64_FORMAT
                                            ": the step has no length",
                                            iteration);
      if (!made)
        {
          seidel_session_residual (session, run->A, run->b, run->x, t->r, RR);
          begin (run, t);
        }
      fresh = !made;
      seidel_method_run_end (run);
      reason = seidel_method_run_check (run, iteration, RR);
    }
  return reason;
}

SeidelReason
seidel_method_tfqmr (SeidelMethodRun *run)
{
  const bool plain = !seidel_method_run_preconditioned (run);
  Tfqmr t = {
    .r = seidel_method_run_work (run, run->n),
    .w = seidel_method_run_work (run, run->n),
    .u = seidel_method_run_work (run, run->n),
    .product = seidel_method_run_work (run, run->n),
    .v = seidel_method_run_work (run, run->n),
    .d = seidel_method_run_work (run, run->n),
    .A_d = seidel_method_run_work (run, run->n),
    .shadow = seidel_method_run_work (run, run->n),
  };

  t.u_hat = plain ? t.u : seidel_method_run_work (run, run->n);
  return iterate (run, &t);
}
