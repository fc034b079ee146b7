/* LSQR: conjugate gradients for the normal equations in exact arithmetic, but by a
 * bidiagonalisation of the matrix, which keeps the accuracy that forming AᵀA would lose. The
 * residual falls in every iteration.
 *
 * Source: Paige and Saunders, "LSQR: An algorithm for sparse linear equations and sparse least
 * squares" (1982), section 4. The damping is part of the operator instead of a second rotation,
 * which allows for any first guess.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-least-squares.h"

#include <math.h>

typedef struct
{
  SeidelLeastSquares ls;
  SeidelVector *w; /* the direction */
  double rho_bar;
  double phi_bar; /* ‖r̄‖ */
} Lsqr;

static void
begin (SeidelLeastSquares *ls)
{
  Lsqr *lsqr = (Lsqr *) ls;

  seidel_least_squares_bidiagonalize (ls);
  seidel_session_copy (&ls->run->session, lsqr->w, ls->v);
  lsqr->rho_bar = ls->alpha;
  lsqr->phi_bar = ls->beta;
}

static bool
step (SeidelLeastSquares *ls)
{
  Lsqr *lsqr = (Lsqr *) ls;
  double rho;
  double cosine;
  double sine;

  seidel_least_squares_expand (ls);
  rho = hypot (lsqr->rho_bar, ls->beta);
  if (rho == 0.0)
    {
      seidel_method_run_breakdown (ls->run, "ρ = 0: the step has no length");
      return false;
    }
  cosine = lsqr->rho_bar / rho;
  sine = ls->beta / rho;
  seidel_least_squares_move (ls, cosine * lsqr->phi_bar / rho, lsqr->w);
  seidel_least_squares_turn (ls, lsqr->w, ls->v, -sine * ls->alpha / rho);
  lsqr->rho_bar = -cosine * ls->alpha;
  lsqr->phi_bar *= sine;
  ls->rho = rho;
  ls->theta = sine * ls->alpha;
  ls->residual = lsqr->phi_bar;
  ls->normal = lsqr->phi_bar * ls->alpha * fabs (cosine);
  return true;
}

SeidelReason
seidel_method_lsqr (SeidelMethodRun *run)
{
  static const SeidelLeastSquaresMethod method = { begin, step };
  Lsqr lsqr = { .w = seidel_method_run_work (run, run->csr->columns) };

  return seidel_least_squares_run (&lsqr.ls, run, &method);
}
