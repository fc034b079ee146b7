/* CGLS: conjugate gradients for the normal equations AᵀA x = Aᵀb, written so that AᵀA is never
 * formed and r = b − A x is what the recurrence updates. The same iterates as LSQR but for
 * rounding, with less work and memory, and less accurate where the matrix is ill-conditioned.
 *
 * Source: Björck, "Numerical Methods for Least Squares Problems" (1996), algorithm 7.4.1; Hestenes
 * and Stiefel (1952), section 10.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-least-squares.h"

#include <math.h>

typedef struct
{
  SeidelLeastSquares ls; /* u is r̄ */
  SeidelVector *p;
  double gamma; /* ‖Āᵀ r̄‖² */
} Cgls;

static void
begin (SeidelLeastSquares *ls)
{
  Cgls *cgls = (Cgls *) ls;

  seidel_session_copy (&ls->run->session, cgls->p, ls->v);
  cgls->gamma = ls->normal * ls->normal;
}

static bool
step (SeidelLeastSquares *ls)
{
  Cgls *cgls = (Cgls *) ls;
  double before = cgls->gamma;
  double length;
  double alpha;

  seidel_least_squares_multiply (ls, cgls->p, ls->product);
  length = seidel_least_squares_norm_tall (ls, ls->product);
  alpha = before / length / length;
  if (length == 0.0)
    {
      seidel_method_run_breakdown (ls->run, "‖Ap‖ = 0: the step has no length");
      return false;
    }
  seidel_least_squares_move (ls, alpha, cgls->p);
  seidel_least_squares_add_tall (ls, ls->u, -alpha, ls->product);
  seidel_least_squares_multiply_transposed (ls, ls->u, ls->v);
  ls->residual = seidel_least_squares_norm_tall (ls, ls->u);
  ls->normal = seidel_least_squares_norm (ls, ls->v);
  cgls->gamma = ls->normal * ls->normal;
  /* As in LSQR: the pivots of CG are the squares. */
  ls->rho = length / sqrt (before);
  ls->theta = sqrt (cgls->gamma / before) * ls->rho;
  seidel_least_squares_turn (ls, cgls->p, ls->v, cgls->gamma / before);
  return true;
}

SeidelReason
seidel_method_cgls (SeidelMethodRun *run)
{
  static const SeidelLeastSquaresMethod method = { begin, step };
  Cgls cgls = { .p = seidel_method_run_work (run, run->csr->columns) };

  return seidel_least_squares_run (&cgls.ls, run, &method);
}
