/* What the iterative methods for least squares share. They find the least ‖b − A x‖² + λ² ‖x‖² for
 * a matrix of any shape and rank, by products with A and Aᵀ. Private to solvers/method.
 *
 * In what follows Ā is [A; λI], b̄ is [b; 0], and r̄ is b̄ − Ā x; without damping, λ = 0, they are A,
 * b and r. From the guess x = 0 on every iterate is in the range of Aᵀ, so that of all solutions
 * the one with the smallest norm is found.
 *
 * Where the columns differ much in size, the methods work with Ā C instead, C a diagonal matrix of
 * powers of two that makes them about equal: the condition number then does not depend on the units
 * of x. A vector of their space is y with x = C y; run->x is x itself at all times. Of several
 * solutions it is then C⁻¹ x that is smallest, so that matrices with fewer rows than columns, which
 * always have several, are left as they are, or multiplied by the same power of two.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "method/seidel-method-run.h"
#include "method/seidel-range-part.h"

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
  double norm;             /* ‖Ā C‖_F */
  double *sizes;           /* the norms of the columns of Ā C; owned */
  double *here;            /* scratch on the host: columns of A; owned */
  bool uneven;             /* the columns differ in size */
  SeidelCsr *factors;      /* C, or NULL: the identity; owned */
  SeidelOperator *scaling; /* the same on the engine */
  SeidelTall u;
  SeidelVector *v;    /* columns of A */
  SeidelTall product; /* scratch */
  SeidelVector *back; /* scratch: columns of A */
  double residual;    /* ‖r̄‖ */
  double normal;      /* ‖C Āᵀ r̄‖ */
  /* By what the normal residual is more than the part that the norms above make of it. */
  double flatness;
  double strictness; /* … by what it has to be smaller than its target to be looked at */
  int64_t iterations;
  /* Of the triangle R that the bidiagonalisation is brought to: the diagonal entry of this step and
   * the one above that of the next, which step () sets; the largest of the former so far, ‖R⁻¹‖_F,
   * and of R⁻¹ the norm of the last column times the entry above the next. */
  double rho;
  double theta;
  double largest;
  double inverse;
  double above;
  SeidelRangePart range;
  double part; /* of ‖r̄‖ that x could still take away, of the x last looked at; NaN: not known */
  double alpha; /* of the bidiagonalisation */
  double beta;  /* likewise */
} SeidelLeastSquares;

/* A method; its state begins with a SeidelLeastSquares, which the driver fills. */
typedef struct
{
  /* Begins at run->x: u is r̄, and v is C Āᵀ r̄, neither of which is zero. */
  void (*begin) (SeidelLeastSquares *ls);
  /* Improves run->x, and sets rho, and residual and normal to what the recurrences make of them.
   * False, with a message, where the method breaks down. */
  bool (*step) (SeidelLeastSquares *ls);
} SeidelLeastSquaresMethod;

/* The whole of a method. Where the recurrences see the end, the residual of run->x itself decides,
 * and the method begins again from there as long as that helps. */
SeidelReason seidel_least_squares_run (SeidelLeastSquares *ls,
                                       SeidelMethodRun *run,
                                       const SeidelLeastSquaresMethod *method);

/* y ← Ā C x, y ← C Āᵀ x, ‖x‖; 0 after a failure. */
void seidel_least_squares_multiply (SeidelLeastSquares *ls, const SeidelVector *x, SeidelTall y);
void
seidel_least_squares_multiply_transposed (SeidelLeastSquares *ls, SeidelTall x, SeidelVector *y);
double seidel_least_squares_norm (SeidelLeastSquares *ls, const SeidelVector *x);
double seidel_least_squares_norm_tall (SeidelLeastSquares *ls, SeidelTall x);

/* run->x ← run->x + factor C y */
void seidel_least_squares_move (SeidelLeastSquares *ls, double factor, const SeidelVector *y);

/* y ← y + factor x, y ← x + factor y */
void
seidel_least_squares_add_tall (SeidelLeastSquares *ls, SeidelTall y, double factor, SeidelTall x);
void seidel_least_squares_turn (SeidelLeastSquares *ls,
                                SeidelVector *y,
                                const SeidelVector *x,
                                double factor);

/* The bidiagonalisation of Golub and Kahan: β u = r̄, α v = C Āᵀ u, and then, with each step,
 * β u ← Ā C v − α u, α v ← C Āᵀ u − β v; u and v have norm 1. An α or β of 0 ends it. */
void seidel_least_squares_bidiagonalize (SeidelLeastSquares *ls);
void seidel_least_squares_expand (SeidelLeastSquares *ls);

G_END_DECLS
