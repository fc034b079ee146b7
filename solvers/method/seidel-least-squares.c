/* The frame of the iterative methods for least squares: Ā, where to begin, when to end.
 *
 * Source of the criteria: Paige and Saunders, "LSQR: An algorithm for sparse linear equations and
 * sparse least squares" (1982), section 6: the residual is small, or the normal residual is. That
 * is relative to ‖Ā‖_F here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-least-squares.h"

#include <float.h>
#include <math.h>

#include "matrix/seidel-normal.h"

/* Beginning again from x pays if it reduces what exceeds the tolerance at least to this part. */
#define LEAST_GAIN 0.5

enum
{
  TOP, /* squares of norms */
  BOTTOM,
  FACTOR, /* of the current vector operation */
};

SeidelVector *
seidel_least_squares_vector (SeidelMethodRun *run)
{
  return seidel_session_vector_new (&run->session, run->csr->columns);
}

static SeidelTall
tall_new (SeidelMethodRun *run, bool damped)
{
  return (SeidelTall){
    .top = seidel_method_run_vector (run),
    .bottom = damped ? seidel_least_squares_vector (run) : NULL,
  };
}

static void
tall_free (SeidelMethodRun *run, SeidelTall *x)
{
  seidel_session_vector_free (&run->session, x->bottom);
  seidel_session_vector_free (&run->session, x->top);
}

void
seidel_least_squares_scale (SeidelLeastSquares *ls, SeidelVector *y, double factor)
{
  seidel_session_set (&ls->run->session, FACTOR, factor);
  seidel_session_scale (&ls->run->session, y, FACTOR);
}

void
seidel_least_squares_add (SeidelLeastSquares *ls,
                          SeidelVector *y,
                          double factor,
                          const SeidelVector *x)
{
  seidel_session_set (&ls->run->session, FACTOR, factor);
  seidel_session_axpy (&ls->run->session, y, 1, FACTOR, x);
}

void
seidel_least_squares_add_tall (SeidelLeastSquares *ls, SeidelTall y, double factor, SeidelTall x)
{
  seidel_least_squares_add (ls, y.top, factor, x.top);
  if (y.bottom != NULL)
    seidel_least_squares_add (ls, y.bottom, factor, x.bottom);
}

void
seidel_least_squares_turn (SeidelLeastSquares *ls,
                           SeidelVector *y,
                           const SeidelVector *x,
                           double factor)
{
  seidel_session_set (&ls->run->session, FACTOR, factor);
  seidel_session_xpby (&ls->run->session, y, x, FACTOR);
}

void
seidel_least_squares_multiply (SeidelLeastSquares *ls, const SeidelVector *x, SeidelTall y)
{
  SeidelSession *session = &ls->run->session;

  seidel_session_multiply (session, ls->run->A, x, y.top);
  if (y.bottom == NULL)
    return;
  seidel_session_copy (session, y.bottom, x);
  seidel_least_squares_scale (ls, y.bottom, ls->damp);
}

void
seidel_least_squares_multiply_transposed (SeidelLeastSquares *ls, SeidelTall x, SeidelVector *y)
{
  seidel_session_multiply_transposed (&ls->run->session, ls->run->A, x.top, y);
  if (x.bottom != NULL)
    seidel_least_squares_add (ls, y, ls->damp, x.bottom);
}

double
seidel_least_squares_norm_tall (SeidelLeastSquares *ls, SeidelTall x)
{
  SeidelSession *session = &ls->run->session;
  double squares[2] = { 0.0, 0.0 };

  seidel_session_dot (session, TOP, x.top, x.top);
  if (x.bottom != NULL)
    seidel_session_dot (session, BOTTOM, x.bottom, x.bottom);
  if (!seidel_session_failed (session))
    seidel_session_get (session, TOP, x.bottom != NULL ? 2 : 1, squares);
  return sqrt (squares[0] + squares[1]);
}

double
seidel_least_squares_norm (SeidelLeastSquares *ls, const SeidelVector *x)
{
  return seidel_least_squares_norm_tall (ls, (SeidelTall){ (SeidelVector *) x, NULL });
}

/* The norm of x, which is made 1 unless it is 0. */
static double
normalize_tall (SeidelLeastSquares *ls, SeidelTall x, double norm)
{
  if (norm == 0.0)
    return norm;
  seidel_least_squares_scale (ls, x.top, 1.0 / norm);
  if (x.bottom != NULL)
    seidel_least_squares_scale (ls, x.bottom, 1.0 / norm);
  return norm;
}

static double
normalize (SeidelLeastSquares *ls, SeidelVector *x, double norm)
{
  return normalize_tall (ls, (SeidelTall){ x, NULL }, norm);
}

void
seidel_least_squares_bidiagonalize (SeidelLeastSquares *ls)
{
  ls->beta = normalize_tall (ls, ls->u, ls->residual);
  ls->alpha = normalize (ls, ls->v, ls->normal) / ls->beta;
}

void
seidel_least_squares_expand (SeidelLeastSquares *ls)
{
  seidel_least_squares_multiply (ls, ls->v, ls->product);
  seidel_least_squares_turn (ls, ls->u.top, ls->product.top, -ls->alpha);
  if (ls->u.bottom != NULL)
    seidel_least_squares_turn (ls, ls->u.bottom, ls->product.bottom, -ls->alpha);
  ls->beta = normalize_tall (ls, ls->u, seidel_least_squares_norm_tall (ls, ls->u));
  ls->alpha = 0.0;
  if (ls->beta == 0.0)
    return;
  seidel_least_squares_multiply_transposed (ls, ls->u, ls->back);
  seidel_least_squares_turn (ls, ls->v, ls->back, -ls->beta);
  ls->alpha = normalize (ls, ls->v, seidel_least_squares_norm (ls, ls->v));
}

/* u ← r̄, v ← Āᵀ r̄, and their norms. */
static void
measure (SeidelLeastSquares *ls)
{
  SeidelMethodRun *run = ls->run;
  SeidelSession *session = &run->session;

  seidel_session_residual (session, run->A, run->b, run->x, ls->u.top, TOP);
  if (ls->u.bottom != NULL)
    {
      seidel_session_copy (session, ls->u.bottom, run->x);
      seidel_least_squares_scale (ls, ls->u.bottom, -ls->damp);
    }
  seidel_least_squares_multiply_transposed (ls, ls->u, ls->v);
  ls->residual = seidel_least_squares_norm_tall (ls, ls->u);
  ls->normal = seidel_least_squares_norm (ls, ls->v);
}

static double
relative_normal (const SeidelLeastSquares *ls)
{
  return ls->normal == 0.0 ? 0.0 : ls->normal / ls->residual / ls->norm;
}

/* What the criteria make of residual and normal: at most 1 where one of them is met. */
static double
excess (const SeidelLeastSquares *ls)
{
  const SeidelMonitor *monitor = ls->run->monitor;
  double target = seidel_monitor_target (monitor);

  if (ls->residual == 0.0 || ls->normal == 0.0)
    return 0.0;
  return fmin (ls->residual / fmax (target, DBL_MIN),
               relative_normal (ls) / fmax (monitor->normal_target, DBL_MIN));
}

static SeidelReason
check (SeidelLeastSquares *ls, int64_t iteration)
{
  return seidel_method_run_check_normal (ls->run, iteration, ls->residual, relative_normal (ls));
}

static SeidelReason
end_inaccurate (SeidelLeastSquares *ls)
{
  seidel_method_run_note (ls->run,
                          "The residual remains at %.2g and the normal residual at %.2g: %s.",
                          ls->residual, relative_normal (ls),
                          seidel_precision_limit (ls->run->options->precision));
  return SEIDEL_REASON_ACCURACY_LIMIT;
}

/* Steps until the recurrences see the end, or something else ends the run. */
static SeidelReason
take_steps (SeidelLeastSquares *ls, const SeidelLeastSquaresMethod *method, int64_t *iteration)
{
  SeidelMethodRun *run = ls->run;
  SeidelReason reason = SEIDEL_REASON_NONE;

  method->begin (ls);
  while (reason == SEIDEL_REASON_NONE)
    {
      bool done;

      seidel_method_run_begin (run, *iteration + 1);
      done = method->step (ls);
      seidel_method_run_end (run);
      ++*iteration;
      if (!done && !seidel_session_failed (&run->session))
        return SEIDEL_REASON_BREAKDOWN;
      if (excess (ls) <= 1.0)
        break;
      reason = check (ls, *iteration);
    }
  return reason;
}

static SeidelReason
iterate (SeidelLeastSquares *ls, const SeidelLeastSquaresMethod *method)
{
  int64_t iteration = 0;
  double before = INFINITY;

  for (;;)
    {
      SeidelReason reason;

      measure (ls);
      reason = check (ls, iteration);
      if (reason != SEIDEL_REASON_NONE)
        return reason;
      if (!(excess (ls) <= LEAST_GAIN * before))
        return end_inaccurate (ls);
      before = iteration > 0 ? excess (ls) : INFINITY;
      reason = take_steps (ls, method, &iteration);
      if (reason != SEIDEL_REASON_NONE)
        return reason;
    }
}

SeidelReason
seidel_least_squares_run (SeidelLeastSquares *ls,
                          SeidelMethodRun *run,
                          const SeidelLeastSquaresMethod *method)
{
  double damp = seidel_method_run_parameter (run, SEIDEL_PARAMETER_DAMP);
  SeidelReason reason;

  ls->run = run;
  ls->damp = damp;
  ls->norm = seidel_csr_norm_frobenius (run->csr, damp);
  ls->u = tall_new (run, damp > 0.0);
  ls->product = tall_new (run, damp > 0.0);
  ls->v = seidel_least_squares_vector (run);
  ls->back = seidel_least_squares_vector (run);
  reason = iterate (ls, method);
  if (reason == SEIDEL_REASON_STAGNATED)
    {
      measure (ls);
      run->monitor->normal = relative_normal (ls);
    }
  reason = seidel_method_run_end_normal (run, reason);
  seidel_session_vector_free (&run->session, ls->back);
  seidel_session_vector_free (&run->session, ls->v);
  tall_free (run, &ls->product);
  tall_free (run, &ls->u);
  return reason;
}
