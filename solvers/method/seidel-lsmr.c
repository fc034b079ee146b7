/* LSMR: MINRES for the normal equations in exact arithmetic, by the bidiagonalisation of LSQR. The
 * normal residual ‖Āᵀ r̄‖ falls in every iteration, and so, nearly always, does ‖r̄‖: it may be
 * stopped earlier than LSQR.
 *
 * Source: Fong and Saunders, "LSMR: An iterative algorithm for sparse least-squares problems"
 * (2011), sections 2 and 5. The damping is part of the operator, as in LSQR.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-least-squares.h"

#include <math.h>

/* The recurrence for ‖r̄‖: the paper's section 5.1, with its names. */
typedef struct
{
  double beta_dotted;  /* β̇ */
  double beta_ddotted; /* β̈ */
  double rho_dotted;   /* ρ̇ */
  double theta_tilde;  /* θ̃ */
  double tau_tilde;    /* τ̃ of the step before */
  double zeta;
} Residual;

typedef struct
{
  SeidelLeastSquares ls;
  SeidelVector *h;
  SeidelVector *h_bar;
  double alpha_bar;
  double zeta_bar; /* ± ‖Āᵀ r̄‖ */
  double rho;
  double rho_bar;
  double cosine_bar;
  double sine_bar;
  Residual residual;
} Lsmr;

static void
begin (SeidelLeastSquares *ls)
{
  Lsmr *lsmr = (Lsmr *) ls;

  seidel_least_squares_bidiagonalize (ls);
  seidel_session_copy (&ls->run->session, lsmr->h, ls->v);
  seidel_session_fill (&ls->run->session, lsmr->h_bar, 0.0);
  lsmr->alpha_bar = ls->alpha;
  lsmr->zeta_bar = ls->alpha * ls->beta;
  lsmr->rho = 1.0;
  lsmr->rho_bar = 1.0;
  lsmr->cosine_bar = 1.0;
  lsmr->sine_bar = 0.0;
  lsmr->residual = (Residual){ .beta_ddotted = ls->beta, .rho_dotted = 1.0 };
}

/* ‖r̄‖ after a step by the first rotation, given θ̄ and ρ̄ of the second and ζ. */
static double
follow_residual (Residual *r,
                 double cosine,
                 double sine,
                 double theta_bar,
                 double rho_bar,
                 double zeta)
{
  double beta_hat = cosine * r->beta_ddotted;
  double theta_tilde = r->theta_tilde;
  double rho_tilde = hypot (r->rho_dotted, theta_bar);
  double cosine_tilde = r->rho_dotted / rho_tilde;
  double sine_tilde = theta_bar / rho_tilde;
  double tau_dotted;

  r->beta_ddotted *= -sine;
  r->theta_tilde = sine_tilde * rho_bar;
  r->rho_dotted = cosine_tilde * rho_bar;
  r->beta_dotted = cosine_tilde * beta_hat - sine_tilde * r->beta_dotted;
  r->tau_tilde = (r->zeta - theta_tilde * r->tau_tilde) / rho_tilde;
  tau_dotted = (zeta - r->theta_tilde * r->tau_tilde) / r->rho_dotted;
  r->zeta = zeta;
  return hypot (r->beta_dotted - tau_dotted, r->beta_ddotted);
}

static bool
step (SeidelLeastSquares *ls)
{
  Lsmr *lsmr = (Lsmr *) ls;
  double rho_before = lsmr->rho;
  double rho_bar_before = lsmr->rho_bar;
  double cosine;
  double sine;
  double theta;
  double theta_bar;
  double zeta;

  seidel_least_squares_expand (ls);
  /* A rotation that makes the bidiagonal matrix upper bidiagonal, … */
  lsmr->rho = hypot (lsmr->alpha_bar, ls->beta);
  cosine = lsmr->alpha_bar / lsmr->rho;
  sine = ls->beta / lsmr->rho;
  theta = sine * ls->alpha;
  lsmr->alpha_bar = cosine * ls->alpha;
  /* … and one that does so with the transpose of that. */
  theta_bar = lsmr->sine_bar * lsmr->rho;
  lsmr->rho_bar = hypot (lsmr->cosine_bar * lsmr->rho, theta);
  if (lsmr->rho == 0.0 || lsmr->rho_bar == 0.0)
    {
      seidel_method_run_breakdown (ls->run, "ρ = 0: the step has no length");
      return false;
    }
  lsmr->cosine_bar *= lsmr->rho / lsmr->rho_bar;
  lsmr->sine_bar = theta / lsmr->rho_bar;
  zeta = lsmr->cosine_bar * lsmr->zeta_bar;
  lsmr->zeta_bar *= -lsmr->sine_bar;

  seidel_least_squares_turn (ls, lsmr->h_bar, lsmr->h,
                             -theta_bar * lsmr->rho / (rho_before * rho_bar_before));
  seidel_least_squares_move (ls, zeta / (lsmr->rho * lsmr->rho_bar), lsmr->h_bar);
  seidel_least_squares_turn (ls, lsmr->h, ls->v, -theta / lsmr->rho);
  ls->rho = lsmr->rho;
  ls->theta = theta;
  ls->residual = follow_residual (&lsmr->residual, cosine, sine, theta_bar, lsmr->rho_bar, zeta);
  ls->normal = fabs (lsmr->zeta_bar);
  return true;
}

SeidelReason
seidel_method_lsmr (SeidelMethodRun *run)
{
  static const SeidelLeastSquaresMethod method = { begin, step };
  Lsmr lsmr = { .h = seidel_method_run_work (run, run->csr->columns),
                .h_bar = seidel_method_run_work (run, run->csr->columns) };

  return seidel_least_squares_run (&lsmr.ls, run, &method);
}
