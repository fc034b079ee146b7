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
 * Where the matrix is singular and the system has no solution, A r falls to zero while r does not,
 * and rounding may then carry the recurrences past the end: they see a residual that falls, while
 * the iterate runs away. Now and then the true residual is therefore computed, and the iterate with
 * the least one is kept, with which the method ends. Where A r is zero in that of x but for
 * rounding, x is a least-squares solution: Choi, Paige and Saunders, "MINRES-QLP" (2011),
 * section 3.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-least-residual.h"
#include "run/seidel-projection.h"

#include <math.h>

/* Iterations between true residuals, and between the first ones; and growth of one that is not
 * rounding. */
#define CHECK_EVERY    64
#define CHECK_AT_FIRST 16
#define RUNAWAY        1e3

/* A true residual that exceeds the least one by no more than this part is as good. */
#define AS_GOOD 1e-6

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
  SeidelVector *best;     /* the iterate with the least true residual */
} Vectors;

/* The rotations that keep the triangle of the least squares problem. */
typedef struct
{
  double c, s;
  double c_before, s_before;
  double gamma; /* the norm that made v */
  double eta;   /* ± the norm of the residual in M⁻¹ */
  double size;  /* of the columns so far, about the norm of M⁻½ A M⁻½ */
  double least; /* the true residual of the best iterate */
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
  seidel_trace_add_projection (run->monitor->trace, (double[]){ delta, now->gamma }, 2);
  diagonal = before.c * delta - before.c_before * before.s * before.gamma;
  column[0] = before.s_before * before.gamma;
  column[1] = before.s * delta + before.c_before * before.c * before.gamma;
  column[2] = hypot (diagonal, now->gamma);
  now->size = MAX (before.size, hypot (column[2], hypot (column[0], column[1])));
  /* The first is ‖A r‖ / ‖r‖: a residual that the matrix takes to zero can fall no more, and what
   * the recurrence would make of it is rounding, by which the iterate grows without end. */
  if (seidel_method_run_is_least (run, hypot (diagonal, before.c * now->gamma), now->size, 1.0))
    return seidel_method_run_breakdown (
      run,
      "the Krylov space closed in iteration %" G_GINT64_FORMAT
      " without a solution in it: the matrix is singular, or rounding errors hide the solution",
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

/* v_next ← b − A x; its norm, or NaN after a failure. */
static double
measure_truth (SeidelMethodRun *run, const Vectors *v)
{
  SeidelSession *session = &run->session;
  double squared = NAN;

  seidel_session_residual (session, run->A, run->b, run->x, v->v_next, DELTA);
  if (!seidel_session_failed (session))
    seidel_session_get (session, DELTA, 1, &squared);
  return sqrt (squared);
}

/* Between two steps, when v_next is free. */
static SeidelReason
check_truth (SeidelMethodRun *run, const Vectors *v, Rotation *rotation, int64_t iterations)
{
  double truth = measure_truth (run, v);

  if (seidel_session_failed (&run->session))
    return SEIDEL_REASON_NONE;
  if (truth > RUNAWAY * rotation->least)
    return seidel_method_run_breakdown (
      run,
      "the true residual is %.2g in iteration %" G_GINT64_FORMAT
      ", which the recurrences do not see: the matrix is singular, or so ill-conditioned that "
      "rounding errors hide the solution",
      truth, iterations);
  if (truth < rotation->least)
    {
      seidel_session_copy (&run->session, v->best, run->x);
      rotation->least = truth;
    }
  return SEIDEL_REASON_NONE;
}

/* ‖A r‖ of the residual r in v_next; what the vector of two steps before held is lost. */
static double
measure_product (SeidelMethodRun *run, const Vectors *v)
{
  SeidelSession *session = &run->session;
  double squared = NAN;

  seidel_session_multiply (session, run->A, v->v_next, v->v_before);
  seidel_session_dot (session, DELTA, v->v_before, v->v_before);
  if (!seidel_session_failed (session))
    seidel_session_get (session, DELTA, 1, &squared);
  return sqrt (squared);
}

/* Ends with the best iterate known, and checks whether it is a least-squares solution. */
static SeidelReason
end_with_best (SeidelMethodRun *run,
               const Vectors *v,
               const Rotation *rotation,
               SeidelReason reason)
{
  /* Both are lower bounds of the norm of the matrix, but for rounding. */
  double size =
    fmax (v->residual == NULL ? rotation->size : 0.0, run->structure->largest_magnitude);
  double target = seidel_monitor_target (run->monitor);
  double truth;

  if (!seidel_reason_converged (reason) && reason != SEIDEL_REASON_STAGNATED
      && reason != SEIDEL_REASON_BREAKDOWN)
    return reason;
  truth = measure_truth (run, v);
  if (truth > (1.0 + AS_GOOD) * rotation->least)
    {
      seidel_session_copy (&run->session, run->x, v->best);
      truth = measure_truth (run, v);
    }
  if ((seidel_reason_converged (reason) && truth <= target)
      || !seidel_method_run_is_least (run, measure_product (run, v), size, truth)
      || !seidel_method_run_has_no_solution (run))
    return reason;
  seidel_method_run_note (run, "The matrix takes the residual to zero, so that no other x makes it "
                               "smaller: the matrix is singular to working precision, and b is not "
                               "in its range. Of the x that do as well, this one need not be the "
                               "smallest.");
  return SEIDEL_REASON_LEAST_SQUARES;
}

static SeidelReason
iterate (SeidelMethodRun *run, Vectors *v, Rotation *rotation)
{
  SeidelSession *session = &run->session;
  SeidelReason reason;
  double squared;

  seidel_session_residual (session, run->A, run->b, run->x, v->v_next, RR);
  reason = seidel_method_run_check (run, 0, RR);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  seidel_session_copy (session, v->best, run->x);
  rotation->least = run->monitor->latest;
  squared = measure_next (run, v);
  if (squared <= 0.0 && !seidel_session_failed (session))
    return seidel_method_run_breakdown (
      run, "z·v = %.3g at the start, which is positive for every positive definite preconditioner",
      squared);
  rotation->eta = sqrt (squared);
  seidel_trace_begin_projection (run->monitor->trace, SEIDEL_PROJECTION_LANCZOS,
                                 run->monitor->first);
  /* γ multiplies v_before, which is zero in the first iteration. */
  advance (run, v, rotation->eta);
  if (v->residual != NULL)
    seidel_session_copy (session, v->residual, v->v);
  for (int64_t iteration = 0;; iteration++)
    {
      reason = step (run, v, rotation, iteration);
      if (reason == SEIDEL_REASON_NONE)
        reason = seidel_method_run_check (run, iteration + 1, RR);
      if (reason == SEIDEL_REASON_NONE
          && (iteration + 1) % (iteration < CHECK_EVERY ? CHECK_AT_FIRST : CHECK_EVERY) == 0)
        reason = check_truth (run, v, rotation, iteration + 1);
      if (reason != SEIDEL_REASON_NONE)
        return reason;
    }
}

SeidelReason
seidel_method_minres (SeidelMethodRun *run)
{
  bool plain = !seidel_method_run_preconditioned (run);
  Vectors v = {
    .v_before = seidel_method_run_work (run, run->n),
    .v = seidel_method_run_work (run, run->n),
    .v_next = seidel_method_run_work (run, run->n),
    .w_before = seidel_method_run_work (run, run->n),
    .w = seidel_method_run_work (run, run->n),
    .residual = plain ? NULL : seidel_method_run_work (run, run->n),
    .best = seidel_method_run_work (run, run->n),
  };
  Rotation rotation = { .c = 1.0, .c_before = 1.0, .least = INFINITY };
  SeidelReason reason;

  v.z = plain ? v.v : seidel_method_run_work (run, run->n);
  v.z_next = plain ? v.v_next : seidel_method_run_work (run, run->n);
  reason = iterate (run, &v, &rotation);
  if (run->monitor->iterations > run->monitor->first || reason == SEIDEL_REASON_BREAKDOWN)
    reason = end_with_best (run, &v, &rotation, reason);
  return reason;
}
