/* MINRES-QLP: as MINRES, but the tridiagonal matrix of Lanczos' process is made lower triangular
 * from the right as well, so that its last diagonal entry shows when it is singular. Of the x that
 * make the residual smallest, it then ends with the one of smallest norm.
 *
 * Source: Choi, Paige and Saunders, "MINRES-QLP: a Krylov subspace method for indefinite or
 * singular symmetric systems" (2011), table 3.5; Choi and Saunders, "Algorithm 937" (2014). Names
 * of scalars are theirs. Without a preconditioner, which would change what is smallest, and from x
 * = 0: a first guess keeps its part in the null space.
 *
 * x_k = x_{k−2} + w_{k−1} μ_{k−1} + w_k μ_k, of which only the first part is final.
 *
 * That x is the smallest is not taken for granted: x has no part in the null space of a symmetric
 * matrix just if x = A y for some y. One is sought in the same way, and the rest of x is a bound of
 * that part.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-least-residual.h"

#include <float.h>
#include <math.h>

#include "base/seidel-translatable.h"
#include "run/seidel-projection.h"

/* The part of x in the null space, relative to x, up to which it is called the smallest. */
#define SMALLEST 1e-6

/* Of systems that are solved beside the run: ‖r‖ at which they end, relative to ‖b‖. */
#define BESIDE 1e-10

enum
{
  RR,
  SQUARE,
  ALPHA,
  FACTOR, /* of the current vector operation */
};

typedef struct
{
  SeidelVector *v_before;
  SeidelVector *v;
  SeidelVector *v_next;
  SeidelVector *w_last; /* w of two steps before, of which x_{k−2} takes its part */
  SeidelVector *w_before;
  SeidelVector *w;
  SeidelVector *room;
  SeidelVector *settled; /* x_{k−2} */
  SeidelVector *beside;  /* the solution of another system with A */
} Vectors;

/* The last two or more of each, the latest without a number. */
typedef struct
{
  double beta;      /* of v */
  double beta_next; /* of v_next */
  double delta_next;
  double epsilon_next;
  double cs, sn;             /* Q_{k−1} */
  double cr1, sr1, cr2, sr2; /* P_{k−1,k}, P_{k−2,k} */
  double gamma, gamma_1, gamma_2;
  double eta, eta_1, eta_2;
  double theta, theta_1, theta_2;
  double tau, tau_1, tau_2;
  double mu, mu_1, mu_2, mu_3, mu_4;
  double phi;  /* ‖r‖ */
  double size; /* about ‖A‖ */
} Factors;

/* A symmetric orthogonal matrix (c s; s −c) that takes (a b) to (r 0). */
static void
reflect (double a, double b, double *c, double *s, double *r)
{
  *r = hypot (a, b);
  *c = *r > 0.0 ? a / *r : 1.0;
  *s = *r > 0.0 ? b / *r : 0.0;
}

static void
scale_by (SeidelSession *session, SeidelVector *y, double factor)
{
  seidel_session_set (session, FACTOR, factor);
  seidel_session_scale (session, y, FACTOR);
}

static void
add (SeidelSession *session, SeidelVector *y, double factor, const SeidelVector *x)
{
  seidel_session_set (session, FACTOR, factor);
  seidel_session_axpy (session, y, 1, FACTOR, x);
}

/* The norm of a vector; 0 after a failure. */
static double
norm_of (SeidelSession *session, const SeidelVector *y)
{
  double squared = 0.0;

  seidel_session_dot (session, SQUARE, y, y);
  if (!seidel_session_failed (session))
    seidel_session_get (session, SQUARE, 1, &squared);
  return sqrt (squared);
}

/* a ← c a + s b and b ← s a − c b, by the vector of room that takes the place of one of them. */
static void
rotate (SeidelSession *session,
        double c,
        double s,
        SeidelVector **a,
        SeidelVector **b,
        SeidelVector **room)
{
  SeidelVector *free = *b;

  seidel_session_copy (session, *room, *b);
  scale_by (session, *room, -c);
  add (session, *room, s, *a);
  scale_by (session, *a, c);
  add (session, *a, s, *b);
  *b = *room;
  *room = free;
}

/* v_next ← A v − α v − β v_before; α. */
static double
expand (SeidelMethodRun *run, const Vectors *v, Factors *f, int64_t k)
{
  SeidelSession *session = &run->session;
  double alpha = 0.0;

  f->beta = f->beta_next;
  seidel_session_multiply_dot (session, run->A, v->v, v->v_next, ALPHA);
  seidel_session_axpy (session, v->v_next, -1, ALPHA, v->v);
  if (k > 1)
    add (session, v->v_next, -f->beta, v->v_before);
  if (!seidel_session_failed (session))
    seidel_session_get (session, ALPHA, 1, &alpha);
  f->beta_next = norm_of (session, v->v_next);
  return alpha;
}

/* The right rotations, of a column with delta above its diagonal. */
static void
rotate_right (Factors *f, double delta, int64_t k)
{
  f->theta_2 = f->theta_1;
  f->theta_1 = f->theta;
  f->eta_2 = f->eta_1;
  f->eta_1 = f->eta;
  if (k > 2)
    {
      const double rotated = f->sr2 * f->theta_1 - f->cr2 * delta;

      f->theta_1 = f->cr2 * f->theta_1 + f->sr2 * delta;
      delta = rotated;
      f->eta = f->sr2 * f->gamma;
      f->gamma = -f->cr2 * f->gamma;
    }
  if (k > 1)
    {
      reflect (f->gamma_1, delta, &f->cr1, &f->sr1, &f->gamma_1);
      f->theta = f->sr1 * f->gamma;
      f->gamma = -f->cr1 * f->gamma;
    }
}

/* The coordinates of x in the latest w. Of a singular triangle the last one is free, and zero makes
 * x the smallest. */
static void
solve_lower (Factors *f, int64_t k)
{
  f->mu_4 = f->mu_3;
  f->mu_3 = f->mu_2;
  if (k > 2)
    f->mu_2 = (f->tau_2 - f->eta_2 * f->mu_4 - f->theta_2 * f->mu_3) / f->gamma_2;
  if (k > 1)
    f->mu_1 = (f->tau_1 - f->eta_1 * f->mu_3 - f->theta_1 * f->mu_2) / f->gamma_1;
  f->mu = f->gamma != 0.0 ? (f->tau - f->eta * f->mu_2 - f->theta * f->mu_1) / f->gamma : 0.0;
}

/* The latest w, from v, and x_{k−2}. */
static void
improve (SeidelMethodRun *run, Vectors *v, const Factors *f, int64_t k)
{
  SeidelSession *session = &run->session;
  SeidelVector *oldest = v->w_last;

  v->w_last = v->w_before;
  v->w_before = v->w;
  v->w = oldest;
  seidel_session_copy (session, v->w, v->v);
  if (k > 2)
    rotate (session, f->cr2, f->sr2, &v->w_last, &v->w, &v->room);
  if (k > 1)
    rotate (session, f->cr1, f->sr1, &v->w_before, &v->w, &v->room);
  if (k > 2)
    add (session, v->settled, f->mu_2, v->w_last);
}

/* x ← x_{k−2} + w_{k−1} μ_{k−1} + w_k μ_k */
static void
assemble (SeidelMethodRun *run, const Vectors *v, const Factors *f, int64_t k, SeidelVector *x)
{
  SeidelSession *session = &run->session;

  seidel_session_copy (session, x, v->settled);
  if (k > 1)
    add (session, x, f->mu_1, v->w_before);
  if (k > 0)
    add (session, x, f->mu, v->w);
}

/* One iteration; true where the residual before it was the least already, so that the matrix is
 * singular as far as it was seen. */
static bool
step (SeidelMethodRun *run, Vectors *v, Factors *f, int64_t k)
{
  const double alpha = expand (run, v, f, k);
  const double delta = f->cs * f->delta_next + f->sn * alpha;
  const double gamma = f->sn * f->delta_next - f->cs * alpha;
  bool singular;

  f->size = fmax (f->size, hypot (f->beta_next, hypot (alpha, k > 1 ? f->beta : 0.0)));
  f->epsilon_next = f->sn * f->beta_next;
  f->delta_next = -f->cs * f->beta_next;
  singular = seidel_method_run_is_least (run, hypot (gamma, f->delta_next), f->size, 1.0);
  f->gamma_2 = f->gamma_1;
  f->gamma_1 = f->gamma;
  f->tau_2 = f->tau_1;
  f->tau_1 = f->tau;
  f->gamma = f->tau = 0.0;
  if (!singular)
    {
      reflect (gamma, f->beta_next, &f->cs, &f->sn, &f->gamma);
      f->tau = f->cs * f->phi;
      f->phi = f->sn * f->phi;
    }
  rotate_right (f, delta, k);
  solve_lower (f, k);
  improve (run, v, f, k);
  return singular;
}

/* What the next iteration takes over: v, normalised, and P_{k−1,k+1}. */
static void
advance (SeidelMethodRun *run, Vectors *v, Factors *f)
{
  SeidelVector *free = v->v_before;

  reflect (f->gamma_1, f->epsilon_next, &f->cr2, &f->sr2, &f->gamma_1);
  v->v_before = v->v;
  v->v = v->v_next;
  v->v_next = free;
  scale_by (&run->session, v->v, 1.0 / f->beta_next);
}

/* Begins with the vector in v, of which f gets the norm. */
static void
begin (SeidelMethodRun *run, Vectors *v, Factors *f)
{
  SeidelSession *session = &run->session;

  *f = (Factors){ .cs = -1.0, .cr1 = -1.0, .cr2 = -1.0 };
  f->phi = f->beta_next = norm_of (session, v->v);
  if (f->phi > 0.0)
    scale_by (session, v->v, 1.0 / f->phi);
  seidel_session_fill (session, v->w, 0.0);
  seidel_session_fill (session, v->w_before, 0.0);
  seidel_session_fill (session, v->w_last, 0.0);
}

/* y of smallest norm that makes ‖z − A y‖ least, z in v, beside the run; false where that was
 * stopped. */
static bool
solve_beside (SeidelMethodRun *run, Vectors *v, int64_t iterations, SeidelVector *y)
{
  SeidelSession *session = &run->session;
  Factors f;
  double target;
  bool ended = false;
  int64_t k = 0;

  begin (run, v, &f);
  target = BESIDE * f.phi;
  seidel_session_fill (session, v->settled, 0.0);
  while (f.phi > target && !ended)
    {
      if (k++ > 0)
        advance (run, v, &f);
      ended = step (run, v, &f, k) || k >= iterations || seidel_session_failed (session);
      if (seidel_method_run_stopped (run))
        return false;
    }
  assemble (run, v, &f, k, y);
  return true;
}

/* ‖x − A y‖ / ‖x‖ for the best y that as many iterations find: a bound of the part of x in the null
 * space. INFINITY where the run was stopped. */
static double
measure_null_part (SeidelMethodRun *run, Vectors *v, int64_t iterations)
{
  SeidelSession *session = &run->session;
  const double size = norm_of (session, run->x);

  seidel_session_copy (session, v->v, run->x);
  if (size == 0.0 || !solve_beside (run, v, iterations, v->beside))
    return size == 0.0 ? 0.0 : INFINITY;
  seidel_session_residual (session, run->A, run->x, v->beside, v->v_next, SQUARE);
  return norm_of (session, v->v_next) / size;
}

/* Where the triangle is nearly singular only, x is that of a matrix nearby, and A r is no more than
 * small. The part of r in the range is e with A e = A r, and A d = e gives what x lacks: both have
 * solutions, which the process finds to the last digits. */
static void
refine (SeidelMethodRun *run, Vectors *v, int64_t iterations)
{
  SeidelSession *session = &run->session;

  seidel_session_residual (session, run->A, run->b, run->x, v->v_next, SQUARE);
  seidel_session_multiply (session, run->A, v->v_next, v->v);
  if (!solve_beside (run, v, iterations, v->beside))
    return;
  seidel_session_copy (session, v->v, v->beside);
  if (solve_beside (run, v, iterations, v->beside))
    add (session, run->x, 1.0, v->beside);
}

/* ‖b − A x‖; the residual is in v_next. */
static double
measure_truth (SeidelMethodRun *run, const Vectors *v)
{
  SeidelSession *session = &run->session;

  seidel_session_residual (session, run->A, run->b, run->x, v->v_next, SQUARE);
  return norm_of (session, v->v_next);
}

/* Whether A (b − A x) is zero but for rounding, so that no other x has a smaller residual. */
static bool
is_least_squares (SeidelMethodRun *run, const Vectors *v, double size)
{
  const double truth = measure_truth (run, v);

  seidel_session_multiply (&run->session, run->A, v->v_next, v->v_before);
  return seidel_method_run_is_least (run, norm_of (&run->session, v->v_before),
                                     fmax (size, run->structure->largest_magnitude), truth)
         && seidel_method_run_has_no_solution (run);
}

/* Says how x compares with others that do as well: its norm is not that of a scaled one. */
static void
note_smallest (SeidelMethodRun *run, Vectors *v, int64_t iterations, bool solved)
{
  const bool scaled = run->equilibration != NULL && run->equilibration->of_columns != NULL;
  const double part = measure_null_part (run, v, iterations);
  const char *begun =
    solved ? seidel_text ("The matrix is singular, so that there are other solutions.")
           : seidel_text ("The matrix takes the residual to zero, so that no other x makes it "
                          "smaller: the matrix is singular to working precision, and b is not "
                          "in its range.");

  if (part <= SMALLEST && !scaled)
    seidel_method_run_note (run, "%s %s", begun,
                            seidel_text ("This x has the smallest norm of all that do as well."));
  else
    seidel_method_run_note (run, "%s %s", begun,
                            seidel_text ("Of the x that do as well, this one need not be the "
                                         "smallest."));
}

/* The residual can fall no more: either it meets the criterion, or there is no solution, or
 * rounding hides it. */
static SeidelReason
end_singular (SeidelMethodRun *run, Vectors *v, const Factors *f, int64_t k)
{
  const double truth = measure_truth (run, v);
  /* The Krylov spaces of other systems have as many dimensions; rounding adds some. */
  const int64_t beside = 2 * k + 10;
  SeidelReason reason;
  bool proved;

  seidel_session_set (&run->session, RR, truth * truth);
  reason = seidel_method_run_check (run, k, RR);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  proved = is_least_squares (run, v, f->size);
  if (!proved)
    {
      refine (run, v, beside);
      proved = is_least_squares (run, v, f->size);
    }
  if (!proved)
    return seidel_method_run_breakdown (
      run,
      seidel_text ("the Krylov space closed in iteration %lld without a solution in it: the matrix "
                   "is singular, or rounding errors hide the solution"),
      (long long) k);
  note_smallest (run, v, beside, false);
  return SEIDEL_REASON_LEAST_SQUARES;
}

static SeidelReason
iterate (SeidelMethodRun *run, Vectors *v)
{
  SeidelSession *session = &run->session;
  /* Errors are of iterates, which cost a vector's worth of work each. */
  const bool assembled = run->solution != NULL || run->residual != NULL;
  Factors f;
  SeidelReason reason;
  bool singular = false;
  int64_t k = 0;

  seidel_session_residual (session, run->A, run->b, run->x, v->v, RR);
  reason = seidel_method_run_check (run, 0, RR);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  seidel_session_copy (session, v->settled, run->x);
  begin (run, v, &f);
  seidel_trace_begin_projection (run->monitor->trace, SEIDEL_PROJECTION_LANCZOS,
                                 run->monitor->first);
  run->x_behind = !assembled;
  while (reason == SEIDEL_REASON_NONE && !singular)
    {
      k++;
      seidel_method_run_begin (run, k);
      singular = step (run, v, &f, k);
      seidel_method_run_end (run);
      if (assembled || singular)
        assemble (run, v, &f, k, run->x);
      if (singular)
        break;
      seidel_session_set (session, RR, f.phi * f.phi);
      reason = seidel_method_run_check (run, k, RR);
      if (reason == SEIDEL_REASON_NONE)
        advance (run, v, &f);
    }
  run->x_behind = false;
  /* What a step that was stopped leaves looks as if there were no more. */
  if (singular && seidel_session_failed (session))
    return seidel_monitor_failure (run->monitor, session);
  if (singular)
    return end_singular (run, v, &f, k);
  if (!assembled)
    assemble (run, v, &f, k, run->x);
  if (seidel_reason_converged (reason) && run->structure->empty_rows > 0)
    note_smallest (run, v, 2 * k + 10, true);
  return reason;
}

SeidelReason
seidel_method_minres_qlp (SeidelMethodRun *run)
{
  Vectors v = {
    .v_before = seidel_method_run_work (run, run->n),
    .v = seidel_method_run_work (run, run->n),
    .v_next = seidel_method_run_work (run, run->n),
    .w_last = seidel_method_run_work (run, run->n),
    .w_before = seidel_method_run_work (run, run->n),
    .w = seidel_method_run_work (run, run->n),
    .room = seidel_method_run_work (run, run->n),
    .settled = seidel_method_run_work (run, run->n),
    .beside = seidel_method_run_work (run, run->n),
  };

  return iterate (run, &v);
}
