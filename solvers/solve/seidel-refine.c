/* Mixed precision: iterative refinement.
 *
 * The residual r = b − A x is worked out in double; the engine solves A d = r / ‖r‖ in single and
 * to a modest tolerance; x + ‖r‖ d is the next iterate, in double. Each round gains as many digits
 * as the inner solve has to give, until the residual is as small as double can make it. When the
 * matrix is so ill-conditioned that single has no digit to give, the rounds gain nothing and the
 * run ends.
 *
 * Source: Higham, "Accuracy and Stability of Numerical Algorithms" (2002), chapter 12; Buttari et
 * al., "Mixed precision iterative refinement techniques for the solution of dense linear systems"
 * (2007).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-solve-private.h"

#include <math.h>
#include <string.h>

/* What an inner solve has to gain: near what single can give on a harmless matrix, far above what
 * it can on a bad one. */
#define INNER_TOLERANCE 1e-4

/* A round that leaves more than this of the residual gained nothing worth its time. */
#define LEAST_GAIN 0.5

typedef struct
{
  SeidelSolve *solve;
  double *x;      /* the iterate */
  double *better; /* the next one */
  double *r;      /* its residual */
  double norm;    /* ‖r‖₂ */
  double error;   /* ‖x − x*‖₂, NaN when it is not tracked */
} Refinement;

static bool
tracks_error (const SeidelSolve *solve)
{
  return solve->options->track_error && solve->system.solution != NULL;
}

/* The residual of x and its norm; false when the run was stopped meanwhile. */
static bool
take_residual (Refinement *refinement, const double *x)
{
  SeidelSolve *solve = refinement->solve;
  const SeidelCsr *csr = solve->system.matrix->csr;

  if (!seidel_csr_residual (csr, solve->system.b, x, refinement->r, solve->threads,
                            solve->cancellable))
    return false;
  refinement->norm = seidel_vector_norm_2 (refinement->r, csr->rows);
  return true;
}

/* The target of the outer monitor follows x, whose norms are known here. */
static void
measure_backward_error (Refinement *refinement)
{
  const SeidelSystem *system = &refinement->solve->system;
  SeidelMonitor *monitor = &refinement->solve->monitor;
  int64_t n = system->matrix->csr->rows;

  if (!seidel_monitor_wants_norm (monitor))
    return;
  monitor->norm_x = seidel_vector_norm_2 (refinement->x, n);
  seidel_monitor_calibrate (monitor, refinement->norm,
                            seidel_vector_norm_inf (refinement->r, n)
                              / (monitor->norm_A * seidel_vector_norm_inf (refinement->x, n)
                                 + seidel_vector_norm_inf (system->b, n)));
}

static SeidelReason
check (Refinement *refinement)
{
  SeidelSolve *solve = refinement->solve;
  SeidelMonitor *monitor = &solve->monitor;
  int64_t n = solve->system.matrix->csr->rows;

  if (tracks_error (solve))
    {
      for (int64_t i = 0; i < n; i++)
        refinement->better[i] = refinement->x[i] - solve->system.solution[i];
      monitor->error = seidel_vector_norm_2 (refinement->better, n);
    }
  if (seidel_options_follow_maximum (solve->options))
    monitor->maximum = seidel_vector_norm_inf (refinement->r, n);
  measure_backward_error (refinement);
  return seidel_monitor_check (monitor, &solve->run.session, monitor->iterations - monitor->first,
                               refinement->norm);
}

/* Brings the scaled system to the engine; the scratch vector is spoiled. */
static void
upload (Refinement *refinement, double unit)
{
  SeidelSolve *solve = refinement->solve;
  SeidelMethodRun *run = &solve->run;
  const SeidelEngine *engine = solve->engine;
  double *scratch = refinement->better;
  int64_t n = run->n;

  if (run->b == NULL || run->x == NULL)
    return;
  for (int64_t i = 0; i < n; i++)
    scratch[i] = refinement->r[i] / unit;
  engine->vectors.upload (run->session.context, run->b, scratch);
  seidel_session_fill (&run->session, run->x, 0.0);
  if (run->solution == NULL)
    return;
  for (int64_t i = 0; i < n; i++)
    scratch[i] = (solve->system.solution[i] - refinement->x[i]) / unit;
  engine->vectors.upload (run->session.context, run->solution, scratch);
}

/* Solves for a correction in single. Returns how that ended; gained receives what is left of a
 * residual of 1, by the method's own account. */
static SeidelReason
solve_inner (Refinement *refinement, double *left)
{
  SeidelSolve *solve = refinement->solve;
  SeidelMethodRun *run = &solve->run;
  SeidelMonitor *outer = &solve->monitor;
  double target = seidel_monitor_target (outer);
  SeidelOptions options = *solve->options;
  SeidelMonitor inner;
  SeidelReason reason;

  options.precision = SEIDEL_PRECISION_SINGLE;
  /* Half of it, because the residual in double will differ from what single believes. */
  options.tolerance = CLAMP (0.5 * target / refinement->norm, INNER_TOLERANCE, LEAST_GAIN / 2.0);
  options.absolute_tolerance = 0.0;
  options.backward_tolerance = 0.0;
  options.maximum_tolerance = 0.0;
  options.max_iterations -= outer->iterations - outer->first;
  seidel_monitor_init_inner (&inner, outer, &options, refinement->norm,
                             seidel_solve_stagnation_window (solve));
  upload (refinement, refinement->norm);
  run->options = &options;
  run->monitor = &inner;
  reason = seidel_method_run_solve (run);
  run->monitor = outer;
  run->options = solve->options;
  outer->iterations = inner.iterations;
  *left = inner.latest;
  return reason;
}

/* better ← x + unit · d */
static void
correct (Refinement *refinement, double unit)
{
  SeidelMethodRun *run = &refinement->solve->run;
  double *better = refinement->better;

  run->session.engine->vectors.download (run->session.context, better, run->x);
  for (int64_t i = 0; i < run->n; i++)
    better[i] = refinement->x[i] + unit * better[i];
}

static void
swap (Refinement *refinement)
{
  double *x = refinement->x;

  refinement->x = refinement->better;
  refinement->better = x;
}

/* What a round that gained nothing says of the run. */
static SeidelReason
explain_standstill (Refinement *refinement, SeidelReason inner)
{
  SeidelMethodRun *run = &refinement->solve->run;

  if (!seidel_reason_converged (inner) && inner != SEIDEL_REASON_STAGNATED
      && inner != SEIDEL_REASON_ACCURACY_LIMIT && inner != SEIDEL_REASON_LEAST_SQUARES)
    return inner;
  seidel_method_run_note (run,
                          "Refinement gained nothing more: the matrix is too ill-conditioned for "
                          "corrections in single precision, or the residual is as small as double "
                          "can make it.");
  return SEIDEL_REASON_STAGNATED;
}

/* One round. SEIDEL_REASON_NONE if x improved and the run continues. */
static SeidelReason
improve (Refinement *refinement)
{
  double before = refinement->norm;
  double left = NAN;
  SeidelReason inner = solve_inner (refinement, &left);

  /* Even a run that was stopped keeps what it gained. */
  if (!(left < 1.0))
    return explain_standstill (refinement, inner);
  correct (refinement, before);
  if (seidel_solve_interrupted (inner))
    {
      swap (refinement);
      refinement->solve->monitor.latest = left * before;
      return inner;
    }
  if (!take_residual (refinement, refinement->better))
    return SEIDEL_REASON_CANCELLED;
  if (!(refinement->norm < before))
    return explain_standstill (refinement, inner);
  swap (refinement);
  if (refinement->norm > LEAST_GAIN * before)
    {
      SeidelReason reason = check (refinement);

      return reason != SEIDEL_REASON_NONE ? reason : explain_standstill (refinement, inner);
    }
  g_clear_pointer (&refinement->solve->run.message, g_free);
  return check (refinement);
}

SeidelReason
seidel_solve_refine (SeidelSolve *solve)
{
  int64_t n = solve->system.matrix->csr->columns;
  Refinement refinement = {
    .solve = solve,
    .x = g_steal_pointer (&solve->room),
    .better = seidel_vector_new (n, NULL),
    .r = seidel_vector_new (n, NULL),
  };
  SeidelReason reason = SEIDEL_REASON_OUT_OF_MEMORY;

  memcpy (refinement.x, solve->system.guess, (size_t) n * sizeof *refinement.x);
  if (refinement.better != NULL && refinement.r != NULL)
    {
      reason =
        take_residual (&refinement, refinement.x) ? check (&refinement) : SEIDEL_REASON_CANCELLED;
      while (reason == SEIDEL_REASON_NONE)
        reason = improve (&refinement);
      /* The last iterate belongs to the history; most often it is there already. */
      const SeidelTracePoint last = { .iteration = solve->monitor.iterations,
                                      .residual = solve->monitor.latest,
                                      .error = NAN,
                                      .normal = NAN,
                                      .maximum = solve->monitor.maximum };

      seidel_trace_add_point (solve->trace, &last, true);
    }
  solve->x = g_steal_pointer (&refinement.x);
  seidel_vector_free (refinement.better);
  seidel_vector_free (refinement.r);
  return reason;
}
