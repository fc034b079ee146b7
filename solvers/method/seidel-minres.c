/* MINRES: the least residual over the Krylov space of a symmetric matrix, definite or not, by a
 * recurrence of three terms.
 *
 * Source: Paige and Saunders, "Solution of sparse indefinite systems of linear equations" (1975);
 * Elman, Silvester and Wathen, "Finite Elements and Fast Iterative Solvers", algorithm 4.1. The
 * preconditioner must be symmetric and positive definite; z · v < 0 shows that it is not.
 *
 * What is least is the norm of the residual that M⁻¹ defines, and without a preconditioner that is
 * ‖b − A x‖ itself. With one, the residual is carried along by a recurrence of its own, and its
 * 2-norm is what is reported; that one need not fall in every step.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-method-run.h"

#include <math.h>

/* Of a matrix that is not singular, or too close to it for any method, products are longer than
 * this many units of rounding. The test: Choi, Paige and Saunders, "MINRES-QLP" (2011). */
#define NULL_PRODUCT 10.0

/* Where the matrix is singular and the system has no solution, rounding may carry the recurrences
 * past the end: they go on and see a residual that falls, while the iterate runs away. So often the
 * true residual is computed, and this much growth is not rounding. */
#define CHECK_EVERY 64
#define RUNAWAY     1e3

enum
{
  RR,
  ZV, /* z · v of the next pair */
  DELTA,
  FACTOR, /* of the current vector operation */
};

/* Lanczos vectors: v of the residuals' side, z = M⁻¹ v of the iterates'; without a preconditioner
 * they are one and the same. All are normalised, so that z · v = 1. */
typedef struct
{
  SeidelVector *v_before;
  SeidelVector *v;
  SeidelVector *v_next;
  SeidelVector *z;
  SeidelVector *z_next;
  SeidelVector *w_before;
  SeidelVector *w;
  SeidelVector *residual; /* of unit norm in M⁻¹; NULL without a preconditioner */
} Vectors;

/* The rotations that keep the triangle of the least squares problem. */
typedef struct
{
  double c, s;
  double c_before, s_before;
  double gamma; /* the norm that made v */
  double eta;   /* ± the norm of the residual in M⁻¹ */
  double size;  /* of the columns so far, about the norm of the matrix */
} Rotation;

static void
scale_by (SeidelSession *session, SeidelVector *y, double factor)
{
  seidel_session_set (session, FACTOR, factor);
  seidel_session_scale (session, y, FACTOR);
}

static void
subtract (SeidelSession *session, SeidelVector *y, double factor, const SeidelVector *x)
{
  seidel_session_set (session, FACTOR, factor);
  seidel_session_axpy (session, y, -1, FACTOR, x);
}

static void
swap (SeidelVector **a, SeidelVector **b)
{
  SeidelVector *other = *a;

  *a = *b;
  *b = other;
}

/* z_next ← M⁻¹ v_next; the square of their norm. */
static double
measure_next (SeidelMethodRun *run, const Vectors *v)
{
  SeidelSession *session = &run->session;
  double squared = 0.0;

  if (v->z_next != v->v_next)
    seidel_method_run_precondition_dot (run, v->v_next, v->z_next, ZV);
  else
    seidel_session_dot (session, ZV, v->v_next, v->v_next);
  if (!seidel_session_failed (session))
    seidel_session_get (session, ZV, 1, &squared);
  return squared;
}

/* Takes the next pair as the current one, normalised. */
static void
advance (SeidelMethodRun *run, Vectors *v, double gamma)
{
  SeidelSession *session = &run->session;
  bool plain = v->z == v->v;

  swap (&v->v_before, &v->v);
  swap (&v->v, &v->v_next);
  scale_by (session, v->v, 1.0 / gamma);
  if (plain)
    {
      v->z = v->v;
      v->z_next = v->v_next;
      return;
    }
  swap (&v->z, &v->z_next);
  scale_by (session, v->z, 1.0 / gamma);
}

/* v_next ← A z − δ v − γ v_before; δ = z · A z. The next γ², or what rounding made of it. */
static double
expand (SeidelMethodRun *run, const Vectors *v, double gamma, double *delta)
{
  SeidelSession *session = &run->session;

  seidel_session_multiply_dot (session, run->A, v->z, v->v_next, DELTA);
  seidel_session_axpy (session, v->v_next, -1, DELTA, v->v);
  subtract (session, v->v_next, gamma, v->v_before);
  if (!seidel_session_failed (session))
    seidel_session_get (session, DELTA, 1, delta);
  return measure_next (run, v);
}

/* The next direction from the new column of the triangle, and x along it. */
static void
improve (SeidelMethodRun *run, Vectors *v, const double column[3], double step)
{
  SeidelSession *session = &run->session;

  seidel_session_set (session, FACTOR, -column[0]);
  seidel_session_xpby (session, v->w_before, v->z, FACTOR);
  subtract (session, v->w_before, column[1], v->w);
  scale_by (session, v->w_before, 1.0 / column[2]);
  swap (&v->w_before, &v->w);
  subtract (session, run->x, -step, v->w);
}

/* Carries the residual along: r ← c v − s r, of which η is the length, with v the newest one. RR
 * receives the square of its 2-norm. */
static void
follow_residual (SeidelMethodRun *run, const Vectors *v, const Rotation *rotation)
{
  SeidelSession *session = &run->session;

  if (v->residual == NULL)
    {
      seidel_session_set (session, RR, rotation->eta * rotation->eta);
      return;
    }
  scale_by (session, v->residual, -rotation->s);
  subtract (session, v->residual, -rotation->c, v->v);
  seidel_session_dot (session, RR, v->residual, v->residual);
  seidel_session_set (session, FACTOR, rotation->eta * rotation->eta);
  seidel_session_multiply_scalars (session, RR, RR, FACTOR);
}

/* One iteration. Returns SEIDEL_REASON_NONE unless the method breaks down. */
static SeidelReason
step (SeidelMethodRun *run, Vectors *v, Rotation *now, int64_t iteration)
{
  const double epsilon = seidel_method_run_epsilon (run);
  Rotation before = *now;
  double delta = 0.0;
  double squared;
  double column[3];
  double diagonal;

  seidel_method_run_begin (run, iteration + 1);
  squared = expand (run, v, before.gamma, &delta);
  seidel_method_run_end (run);
  if (seidel_session_failed (&run->session))
    return SEIDEL_REASON_NONE; /* the check that follows says how it ended */
  if (squared < 0.0)
    return seidel_method_run_breakdown (
      run,
      "z·v = %.3g in iteration %" G_GINT64_FORMAT
      ", which is positive for every positive definite preconditioner",
      squared, iteration + 1);
  now->gamma = sqrt (squared);
  diagonal = before.c * delta - before.c_before * before.s * before.gamma;
  column[0] = before.s_before * before.gamma;
  column[1] = before.s * delta + before.c_before * before.c * before.gamma;
  column[2] = hypot (diagonal, now->gamma);
  now->size = MAX (before.size, hypot (column[2], hypot (column[0], column[1])));
  /* ‖A r‖ / ‖r‖: a residual that the matrix takes to zero can fall no more, and what the recurrence
   * would make of it is rounding, by which the iterate grows without end. */
  if (hypot (diagonal, before.c * now->gamma) <= NULL_PRODUCT * epsilon * now->size)
    return seidel_method_run_breakdown (run,
                                        "the Krylov space closed in iteration %" G_GINT64_FORMAT
                                        " without a solution in it: the matrix is singular",
                                        iteration + 1);
  now->c_before = before.c;
  now->s_before = before.s;
  now->c = diagonal / column[2];
  now->s = now->gamma / column[2];
  improve (run, v, column, now->c * before.eta);
  now->eta = -now->s * before.eta;
  /* Without a next vector the residual is zero, and there is nothing to normalise. */
  if (now->gamma == 0.0)
    {
      seidel_session_set (&run->session, RR, 0.0);
      return SEIDEL_REASON_NONE;
    }
  advance (run, v, now->gamma);
  follow_residual (run, v, now);
  return SEIDEL_REASON_NONE;
}

/* Between two steps, when v_next is free. */
static SeidelReason
check_runaway (SeidelMethodRun *run, const Vectors *v, int64_t iterations)
{
  SeidelSession *session = &run->session;
  double squared = 0.0;

  seidel_session_residual (session, run->A, run->b, run->x, v->v_next, DELTA);
  if (!seidel_session_failed (session))
    seidel_session_get (session, DELTA, 1, &squared);
  if (seidel_session_failed (session) || sqrt (squared) <= RUNAWAY * run->monitor->initial)
    return SEIDEL_REASON_NONE;
  return seidel_method_run_breakdown (run,
                                      "the true residual is %.2g in iteration %" G_GINT64_FORMAT
                                      ", which the recurrences do not see: the matrix is singular, "
                                      "or nearly so",
                                      sqrt (squared), iterations);
}

static SeidelReason
iterate (SeidelMethodRun *run, Vectors *v)
{
  SeidelSession *session = &run->session;
  Rotation rotation = { .c = 1.0, .c_before = 1.0 };
  SeidelReason reason;
  double squared;

  seidel_session_residual (session, run->A, run->b, run->x, v->v_next, RR);
  reason = seidel_method_run_check (run, 0, RR);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  squared = measure_next (run, v);
  if (squared <= 0.0 && !seidel_session_failed (session))
    return seidel_method_run_breakdown (
      run, "z·v = %.3g at the start, which is positive for every positive definite preconditioner",
      squared);
  rotation.eta = sqrt (squared);
  /* γ multiplies v_before, which is zero in the first iteration. */
  advance (run, v, rotation.eta);
  if (v->residual != NULL)
    seidel_session_copy (session, v->residual, v->v);
  for (int64_t iteration = 0;; iteration++)
    {
      reason = step (run, v, &rotation, iteration);
      if (reason == SEIDEL_REASON_NONE)
        reason = seidel_method_run_check (run, iteration + 1, RR);
      if (reason == SEIDEL_REASON_NONE && (iteration + 1) % CHECK_EVERY == 0)
        reason = check_runaway (run, v, iteration + 1);
      if (reason != SEIDEL_REASON_NONE)
        return reason;
    }
}

SeidelReason
seidel_method_minres (SeidelMethodRun *run)
{
  SeidelSession *session = &run->session;
  bool plain = !seidel_method_run_preconditioned (run);
  Vectors v = {
    .v_before = seidel_method_run_vector (run),
    .v = seidel_method_run_vector (run),
    .v_next = seidel_method_run_vector (run),
    .w_before = seidel_method_run_vector (run),
    .w = seidel_method_run_vector (run),
    .residual = plain ? NULL : seidel_method_run_vector (run),
  };
  SeidelReason reason;

  v.z = plain ? v.v : seidel_method_run_vector (run);
  v.z_next = plain ? v.v_next : seidel_method_run_vector (run);
  reason = iterate (run, &v);

  if (!plain)
    {
      seidel_session_vector_free (session, v.z_next);
      seidel_session_vector_free (session, v.z);
      seidel_session_vector_free (session, v.residual);
    }
  seidel_session_vector_free (session, v.w);
  seidel_session_vector_free (session, v.w_before);
  seidel_session_vector_free (session, v.v_next);
  seidel_session_vector_free (session, v.v);
  seidel_session_vector_free (session, v.v_before);
  return reason;
}
