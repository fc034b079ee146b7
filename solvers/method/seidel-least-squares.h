/* What the iterative methods for least squares share. They find the least ‖b − A x‖² + λ² ‖x‖² for
 * a matrix of any shape and rank, by products with A and Aᵀ. Private to solvers/method.
 *
 * In what follows Ā is [A; λI], b̄ is [b; 0], and r̄ is b̄ − Ā x; without damping, λ = 0, they are A,
 * b and r. From the guess x = 0 on every iterate is in the range of Aᵀ, so that of all solutions
 * the one with the smallest norm is found.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-method-run.h"

G_BEGIN_DECLS

/* A vector with as many elements as Ā has rows. */
typedef struct
{
  SeidelVector *top;    /* rows of A */
  SeidelVector *bottom; /* columns of A; NULL without damping */
} SeidelTall;

typedef struct
{
  SeidelMethodRun *run;
  double damp;
  double norm; /* ‖Ā‖_F */
  SeidelTall u;
  SeidelVector *v;    /* columns of A */
  SeidelTall product; /* scratch */
  SeidelVector *back; /* scratch: columns of A */
  double residual;    /* ‖r̄‖ */
  double normal;      /* ‖Āᵀ r̄‖ */
  double alpha;       /* of the bidiagonalisation */
  double beta;        /* likewise */
} SeidelLeastSquares;

/* A method; its state begins with a SeidelLeastSquares, which the driver fills. */
typedef struct
{
  /* Begins at run->x: u is r̄, and v is Āᵀ r̄, neither of which is zero. */
  void (*begin) (SeidelLeastSquares *ls);
  /* Improves run->x, and sets residual and normal to what the recurrences make of them. False, with
   * a message, where the method breaks down. */
  bool (*step) (SeidelLeastSquares *ls);
} SeidelLeastSquaresMethod;

/* The whole of a method. Where the recurrences see the end, the residual of run->x itself decides,
 * and the method begins again from there as long as that helps. */
SeidelReason seidel_least_squares_run (SeidelLeastSquares *ls,
                                       SeidelMethodRun *run,
                                       const SeidelLeastSquaresMethod *method);

/* A vector with as many elements as x; NULL after a failure. */
SeidelVector *seidel_least_squares_vector (SeidelMethodRun *run);

/* y ← Ā x, y ← Āᵀ x, ‖x‖; 0 after a failure. */
void seidel_least_squares_multiply (SeidelLeastSquares *ls, const SeidelVector *x, SeidelTall y);
void
seidel_least_squares_multiply_transposed (SeidelLeastSquares *ls, SeidelTall x, SeidelVector *y);
double seidel_least_squares_norm (SeidelLeastSquares *ls, const SeidelVector *x);
double seidel_least_squares_norm_tall (SeidelLeastSquares *ls, SeidelTall x);

/* y ← factor y, y ← y + factor x, y ← x + factor y */
void seidel_least_squares_scale (SeidelLeastSquares *ls, SeidelVector *y, double factor);
void seidel_least_squares_add (SeidelLeastSquares *ls,
                               SeidelVector *y,
                               double factor,
                               const SeidelVector *x);
void
seidel_least_squares_add_tall (SeidelLeastSquares *ls, SeidelTall y, double factor, SeidelTall x);
void seidel_least_squares_turn (SeidelLeastSquares *ls,
                                SeidelVector *y,
                                const SeidelVector *x,
                                double factor);

/* The bidiagonalisation of Golub and Kahan: β u = r̄, α v = Āᵀ u, and then, with each step,
 * β u ← Ā v − α u, α v ← Āᵀ u − β v; u and v have norm 1. An α or β of 0 ends it. */
void seidel_least_squares_bidiagonalize (SeidelLeastSquares *ls);
void seidel_least_squares_expand (SeidelLeastSquares *ls);

G_END_DECLS
