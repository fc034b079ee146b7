/* GMRES: the least residual over a Krylov space whose whole basis is kept, restarted after so many
 * directions; and flexible GMRES, which keeps the preconditioned directions too.
 *
 * Source: Saad and Schultz, "GMRES: a generalized minimal residual algorithm for solving
 * nonsymmetric linear systems" (1986); Saad, "A flexible inner-outer preconditioned GMRES
 * algorithm" (1993); Saad (2003), algorithms 6.9, 9.5 and 9.6. Preconditioned from the right, so
 * that the residual it reports is an estimate of ‖b − A x‖ itself; it is computed afresh whenever
 * a cycle ends. The basis is made
 * orthogonal by classical Gram-Schmidt, two passes over it, and once more where cancellation took
 * more than a digit (Daniel, Gragg, Kaufman and Stewart, 1976).
 *
 * x is made from the basis only when a cycle ends, or the run. An engine that fails or is stopped
 * in the middle of an operation leaves the x with which the cycle began.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "method/seidel-method-run.h"
#include "run/seidel-projection.h"

#include <math.h>

#include "base/seidel-memory.h"

enum
{
  RR,
  ONE,
  FACTOR,
  PRODUCTS, /* with the basis, one after the other; then that of the new vector with itself */
};

/* A vector that kept less than this part of its norm is orthogonalised again. */
#define LEAST_KEPT 0.1

/* A true residual this many times its estimate has little to do with it; cycles then continue while
 * each reduces it at least to this fraction. */
#define MOST_DRIFT 4.0
#define LEAST_GAIN 0.5

/* What is left of a vector when nothing but rounding is: in units of the precision. */
#define ROUNDING 10.0

typedef struct
{
  int most;             /* directions of a cycle */
  bool flexible;        /* M⁻¹ may change: z is kept for each direction */
  SeidelVector **basis; /* most + 1, made when they are needed */
  SeidelVector **z;     /* M⁻¹ of each; when not flexible only the first one is there */
  double *triangle;     /* column after column, most of each */
  double *cosines;      /* of the rotations that made it */
  double *sines;
  double *right;  /* most + 1: the rotated right-hand side */
  double *column; /* most + 2: of the Hessenberg matrix, and room for a dot product */
  double drifted; /* the last true residual far above its estimate; infinite: there was none */
  int64_t iteration;
} Gmres;

/* The vector at a place, made on first use. */
static SeidelVector *
vector_at (SeidelMethodRun *run, SeidelVector **vectors, int i)
{
  if (vectors[i] == NULL && !seidel_session_failed (&run->session))
    vectors[i] = seidel_method_run_vector (run);
  return vectors[i];
}

/* What the i-th direction adds to x. */
static SeidelVector *
direction_at (SeidelMethodRun *run, Gmres *g, int i)
{
  if (!seidel_method_run_preconditioned (run))
    return g->basis[i];
  return vector_at (run, g->z, g->flexible ? i : 0);
}

/* One pass of Gram-Schmidt: w loses its part in the first n vectors of the basis, which is added to
 * the column. Returns the square of the norm of what is left. */
static double
orthogonalise (SeidelMethodRun *run, Gmres *g, SeidelVector *w, int n)
{
  SeidelSession *session = &run->session;
  const SeidelVector *const *basis = (const SeidelVector *const *) g->basis;
  double *products = g->column + n + 1;

  seidel_session_dots (session, PRODUCTS, n, basis, w);
  seidel_session_axpys_dot (session, w, -1, PRODUCTS, n, basis, PRODUCTS + n);
  if (seidel_session_failed (session))
    return 0.0;
  seidel_session_get (session, PRODUCTS, n + 1, products);
  for (int i = 0; i < n; i++)
    g->column[i] += products[i];
  return products[n];
}

/* w ← A M⁻¹ v of the last vector v, made orthogonal to the basis and put behind it. The column
 * holds how. True when there was nothing left of it: the space holds the solution. */
static bool
expand (SeidelMethodRun *run, Gmres *g, int n)
{
  SeidelSession *session = &run->session;
  SeidelVector *w = vector_at (run, g->basis, n);
  SeidelVector *direction = direction_at (run, g, n - 1);
  double before = 0.0;
  double left;

  if (seidel_method_run_preconditioned (run))
    seidel_method_run_precondition (run, g->basis[n - 1], direction);
  seidel_session_multiply (session, run->A, direction, w);
  for (int i = 0; i < n; i++)
    g->column[i] = 0.0;
  left = orthogonalise (run, g, w, n);
  for (int i = 0; i < n; i++)
    before += g->column[i] * g->column[i];
  before += left;
  if (left < LEAST_KEPT * LEAST_KEPT * before)
    left = orthogonalise (run, g, w, n);
  g->column[n] = isfinite (before) ? sqrt (left) : NAN;
  if (g->column[n] <= ROUNDING * seidel_method_run_epsilon (run) * sqrt (before))
    return true;
  seidel_session_set (session, FACTOR, 1.0 / g->column[n]);
  seidel_session_scale (session, w, FACTOR);
  return false;
}

/* Rotates the n-th column into the triangle and the right-hand side with it. */
static void
rotate (Gmres *g, int n)
{
  double *column = g->column;
  double norm;

  for (int i = 0; i + 1 < n; i++)
    {
      double upper = column[i];

      column[i] = g->cosines[i] * upper + g->sines[i] * column[i + 1];
      column[i + 1] = g->cosines[i] * column[i + 1] - g->sines[i] * upper;
    }
  norm = hypot (column[n - 1], column[n]);
  g->cosines[n - 1] = norm > 0.0 ? column[n - 1] / norm : 1.0;
  g->sines[n - 1] = norm > 0.0 ? column[n] / norm : 0.0;
  column[n - 1] = norm;
  for (int i = 0; i < n; i++)
    g->triangle[(n - 1) * g->most + i] = column[i];
  g->right[n] = -g->sines[n - 1] * g->right[n - 1];
  g->right[n - 1] *= g->cosines[n - 1];
}

/* Adds the best combination of the first n directions to x. */
static void
form_solution (SeidelMethodRun *run, Gmres *g, int n)
{
  SeidelSession *session = &run->session;
  double *y = g->column;
  bool sum_first = seidel_method_run_preconditioned (run) && !g->flexible;
  SeidelVector **directions = g->flexible && g->z[0] != NULL ? g->z : g->basis;
  SeidelVector *sum = run->x;

  if (n == 0)
    return;
  for (int i = n - 1; i >= 0; i--)
    {
      y[i] = g->right[i];
      for (int k = i + 1; k < n; k++)
        y[i] -= g->triangle[k * g->most + i] * y[k];
      y[i] /= g->triangle[i * g->most + i];
      seidel_session_set (session, PRODUCTS + i, y[i]);
    }
  if (sum_first)
    {
      /* The basis has served its turn: its last vector has room for the sum. */
      sum = g->basis[n];
      seidel_session_fill (session, sum, 0.0);
    }
  seidel_session_axpys (session, sum, 1, PRODUCTS, n, (const SeidelVector *const *) directions);
  if (!sum_first)
    return;
  seidel_method_run_precondition (run, sum, g->z[0]);
  seidel_session_axpy (session, run->x, 1, ONE, g->z[0]);
}

/* The first direction of a cycle, from the residual, which is stored in its place. */
static void
begin_cycle (SeidelMethodRun *run, Gmres *g)
{
  SeidelSession *session = &run->session;
  double squared = 0.0;

  seidel_session_get (session, RR, 1, &squared);
  g->right[0] = sqrt (squared);
  seidel_session_set (session, FACTOR, 1.0 / g->right[0]);
  seidel_session_scale (session, g->basis[0], FACTOR);
}

/* Whether the space is closed and its last direction adds nothing. */
static bool
is_singular (const SeidelMethodRun *run, const Gmres *g, int n)
{
  const double *column = g->triangle + (n - 1) * g->most;
  double norm = 0.0;

  for (int i = 0; i < n; i++)
    norm = hypot (norm, column[i]);
  return column[n - 1] <= ROUNDING * seidel_method_run_epsilon (run) * norm;
}

/* Whether to begin another cycle, given the estimate of the residual in the slot: not where
 * rounding errors are all that is left of it. */
static SeidelReason
judge_drift (SeidelMethodRun *run, Gmres *g, double estimate)
{
  double squared = 0.0;
  double before = g->drifted;

  seidel_session_get (&run->session, RR, 1, &squared);
  if (!(sqrt (squared) > MOST_DRIFT * estimate))
    return SEIDEL_REASON_NONE;
  g->drifted = sqrt (squared);
  if (g->drifted < LEAST_GAIN * before)
    return SEIDEL_REASON_NONE;
  seidel_method_run_note (run, "Rounding errors keep the residual at %.2g: %s.", g->drifted,
                          run->options->precision == SEIDEL_PRECISION_DOUBLE
                            ? "restarts from the true residual did not help"
                            : seidel_precision_limit (run->options->precision));
  return SEIDEL_REASON_ACCURACY_LIMIT;
}

/* Has the criteria judge the iterate with n directions by its estimate; where the cycle is over, x
 * is made and its residual takes the estimate's place. */
static SeidelReason
judge (SeidelMethodRun *run, Gmres *g, int n, bool over)
{
  SeidelSession *session = &run->session;
  double estimate = fabs (g->right[n]);
  SeidelReason reason;

  if (over)
    {
      form_solution (run, g, n);
      seidel_session_residual (session, run->A, run->b, run->x, g->basis[0], RR);
      reason = seidel_method_run_check (run, g->iteration, RR);
      return reason == SEIDEL_REASON_NONE ? judge_drift (run, g, estimate) : reason;
    }
  run->x_behind = true;
  reason = seidel_method_run_check_norm (run, g->iteration, estimate);
  run->x_behind = false;
  if (reason != SEIDEL_REASON_NONE)
    form_solution (run, g, n);
  return reason;
}

/* The engine has failed or was stopped with n directions under way: x is what it was. */
static SeidelReason
end_stopped (SeidelMethodRun *run, const Gmres *g, int n)
{
  SeidelReason reason = seidel_method_run_check_norm (run, g->iteration, NAN);
  bool stopped = reason == SEIDEL_REASON_CANCELLED || reason == SEIDEL_REASON_TIME_LIMIT;

  if (stopped && n > 1 && run->message == NULL)
    seidel_method_run_note (run,
                            "x is that of iteration %" G_GINT64_FORMAT
                            ", with which the last cycle began.",
                            g->iteration - (n - 1));
  return reason;
}

/* What overflowed on the way to the n-th direction is left out of x. */
static SeidelReason
end_not_finite (SeidelMethodRun *run, Gmres *g, int n)
{
  g_autofree char *iteration = seidel_format_count (g->iteration + 1);

  form_solution (run, g, n - 1);
  seidel_method_run_note (run,
                          seidel_method_run_preconditioned (run)
                            ? seidel_text ("The preconditioner overflows in iteration %s: the "
                                           "direction that it makes is not finite.")
                            : seidel_text (
                              "The product with the matrix overflows in iteration %s."),
                          iteration);
  return SEIDEL_REASON_NOT_FINITE;
}

/* Directions until the criteria end the run or the cycle is over; the residual of x is in the
 * place of the first direction, before and after. */
static SeidelReason
run_cycle (SeidelMethodRun *run, Gmres *g)
{
  SeidelReason reason = SEIDEL_REASON_NONE;
  bool over = false;

  begin_cycle (run, g);
  if (!g->flexible)
    seidel_trace_begin_projection (run->monitor->trace, SEIDEL_PROJECTION_ARNOLDI,
                                   run->monitor->first + g->iteration);
  for (int n = 1; reason == SEIDEL_REASON_NONE && !over; n++)
    {
      seidel_method_run_begin (run, g->iteration + 1);
      over = expand (run, g, n);
      seidel_method_run_end (run);
      if (seidel_session_failed (&run->session))
        return end_stopped (run, g, n);
      if (!isfinite (g->column[n]))
        return end_not_finite (run, g, n);
      if (!g->flexible)
        seidel_trace_add_projection (run->monitor->trace, g->column, (size_t) n + 1);
      rotate (g, n);
      if (over && is_singular (run, g, n))
        {
          form_solution (run, g, n - 1);
          return seidel_method_run_breakdown (
            run,
            "the Krylov space closed in iteration %" G_GINT64_FORMAT
            " without a solution in it: the matrix or the preconditioner is singular, or rounding "
            "errors hide the solution",
            g->iteration + 1);
        }
      g->iteration++;
      over = over || n == g->most;
      reason = judge (run, g, n, over);
    }
  return reason;
}

/* A basis that cannot fit is refused before the machine runs short. */
static bool
basis_fits (SeidelMethodRun *run, const Gmres *g)
{
  bool single = run->options->precision != SEIDEL_PRECISION_DOUBLE;
  double vectors = (g->flexible && seidel_method_run_preconditioned (run) ? 2.0 : 1.0) * g->most;
  g_autofree char *size = NULL;
  double bytes = vectors * (double) run->n * (double) (single ? sizeof (float) : sizeof (double));

  if (!run->session.engine->uses_threads || bytes <= seidel_memory_total ())
    return true;
  size = seidel_format_bytes (bytes);
  seidel_method_run_note (run,
                          "The %.0f vectors of a cycle take %s, more than this machine has: with "
                          "an earlier restart there are fewer.",
                          vectors, size);
  return false;
}

/* A cycle is as long on all ranks, whatever part of the rows each has. */
static int64_t
count_rows (const SeidelMethodRun *run)
{
  return run->structure != NULL ? run->structure->rows : run->n;
}

static SeidelReason
solve (SeidelMethodRun *run, bool flexible)
{
  int restart = (int) seidel_method_run_parameter (run, SEIDEL_PARAMETER_RESTART);
  int most = (int) CLAMP (count_rows (run), 1, restart);
  size_t n = (size_t) most;
  Gmres g = {
    .most = most,
    .flexible = flexible,
    .basis = g_new0 (SeidelVector *, n + 1),
    .z = g_new0 (SeidelVector *, n + 1),
    .triangle = g_try_new0 (double, n *n),
    .cosines = g_new0 (double, n),
    .sines = g_new0 (double, n),
    .right = g_new0 (double, n + 1),
    .column = g_new0 (double, 2 * n + 3),
    .drifted = INFINITY,
  };
  SeidelReason reason =
    g.triangle != NULL && basis_fits (run, &g) ? SEIDEL_REASON_NONE : SEIDEL_REASON_OUT_OF_MEMORY;

  seidel_session_set (&run->session, ONE, 1.0);
  if (reason == SEIDEL_REASON_NONE)
    {
      seidel_session_residual (&run->session, run->A, run->b, run->x, vector_at (run, g.basis, 0),
                               RR);
      reason = seidel_method_run_check (run, 0, RR);
    }
  while (reason == SEIDEL_REASON_NONE)
    reason = run_cycle (run, &g);

  for (int i = 0; i <= most; i++)
    {
      seidel_session_vector_free (&run->session, g.basis[i]);
      seidel_session_vector_free (&run->session, g.z[i]);
    }
  g_free (g.basis);
  g_free (g.z);
  g_free (g.triangle);
  g_free (g.cosines);
  g_free (g.sines);
  g_free (g.right);
  g_free (g.column);
  return reason;
}

SeidelReason
seidel_method_gmres (SeidelMethodRun *run)
{
  return solve (run, false);
}

SeidelReason
seidel_method_gmres_flexible (SeidelMethodRun *run)
{
  return solve (run, true);
}
