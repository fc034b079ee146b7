/* seidel_solve (): resolves the choices, prepares, runs the method, verifies, reports.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-solve.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "matrix/seidel-error.h"
#include "matrix/seidel-permutation.h"
#include "method/seidel-preconditioner.h"

/* A true residual this many times the tolerance is worth a word to the user. */
#define SUSPICIOUS_RATIO 10.0

/* Everything one call carries from step to step. */
typedef struct
{
  SeidelProblem *problem;
  const SeidelOptions *options;
  SeidelTrace *trace;
  GCancellable *cancellable;
  const SeidelMethod *method;
  const SeidelEngine *engine;
  int strategy; /* −1: the method has no sweeps */
  char *strategy_why;
  int threads;
  SeidelStructure *structure;
  SeidelSchedule *schedules[2];
  SeidelMonitor monitor;
  SeidelMethodRun run;
  SeidelPreconditioner preconditioner;
} Solve;

void
seidel_outcome_free (SeidelOutcome *outcome)
{
  if (outcome == NULL)
    return;
  g_free (outcome->strategy_why);
  g_free (outcome->message);
  seidel_vector_free (outcome->x);
  g_free (outcome);
}

/* --- the choices -------------------------------------------------------------------------------
 */

static bool
resolve_method (Solve *solve, GError **error)
{
  solve->method = seidel_method_find (solve->options->method);
  if (solve->method != NULL)
    return true;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, "there is no method “%s”",
               solve->options->method);
  return false;
}

static bool
resolve_preconditioner (Solve *solve, GError **error)
{
  solve->preconditioner.kind = seidel_preconditioner_find (solve->options->preconditioner);
  if (solve->preconditioner.kind != NULL)
    return true;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, "there is no preconditioner “%s”",
               solve->options->preconditioner);
  return false;
}

static bool
resolve_engine (Solve *solve, GError **error)
{
  const SeidelEngineEntryInfo *info = seidel_engines_find (solve->options->engine);

  if (info == NULL)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, "there is no engine “%s”",
                   solve->options->engine);
      return false;
    }
  if (!info->available)
    {
      g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE, info->why_not);
      return false;
    }
  solve->engine = info->engine;
  solve->threads =
    solve->options->threads > 0 ? solve->options->threads : (int) g_get_num_processors ();
  return true;
}

/* The directions that the method and the preconditioner sweep in. */
static SeidelSweeps
sweeps_of (const Solve *solve)
{
  return solve->method->sweeps | solve->preconditioner.kind->sweeps;
}

static bool
wants_auto (const Solve *solve)
{
  return g_strcmp0 (solve->options->strategy, "auto") == 0;
}

static bool
check_strategy (Solve *solve, GError **error)
{
  solve->strategy = -1;
  if (sweeps_of (solve) == SEIDEL_SWEEPS_NONE || wants_auto (solve))
    return true;
  solve->strategy = seidel_engine_find_strategy (solve->engine, solve->options->strategy);
  if (solve->strategy >= 0)
    return true;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
               "the %s engine has no sweep strategy “%s”", solve->engine->name,
               solve->options->strategy);
  return false;
}

/* --- analysis -----------------------------------------------------------------------------------
 */

static bool
ensure_structure (Solve *solve, GError **error)
{
  if (solve->problem->structure != NULL)
    solve->structure = seidel_structure_ref (solve->problem->structure);
  else
    solve->structure =
      seidel_structure_new (solve->problem->matrix, NULL, solve->cancellable, error);
  return solve->structure != NULL;
}

static bool
check_method (Solve *solve, GError **error)
{
  g_autofree char *why_not = NULL;

  if (seidel_method_applies (solve->method, solve->structure, &why_not)
      && seidel_preconditioner_applies (solve->preconditioner.kind, solve->method, solve->structure,
                                        &why_not))
    return true;
  g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, why_not);
  return false;
}

static SeidelSweeps
flag_of (SeidelDirection direction)
{
  return direction == SEIDEL_DIRECTION_FORWARD ? SEIDEL_SWEEPS_FORWARD : SEIDEL_SWEEPS_BACKWARD;
}

static bool
uses_direction (const Solve *solve, SeidelDirection direction)
{
  return (sweeps_of (solve) & flag_of (direction)) != 0;
}

/* Whether it is the matrix itself that is swept, not factors of its. */
static bool
sweeps_matrix (const Solve *solve, SeidelDirection direction)
{
  SeidelSweeps sweeps = solve->method->sweeps;

  if (!solve->preconditioner.kind->sweeps_factors)
    sweeps |= solve->preconditioner.kind->sweeps;
  return (sweeps & flag_of (direction)) != 0;
}

static bool
ensure_schedules (Solve *solve, GError **error)
{
  bool wanted = sweeps_of (solve) != SEIDEL_SWEEPS_NONE
                && (wants_auto (solve) ? solve->threads > 1
                                       : solve->engine->strategies[solve->strategy].needs_levels);

  for (int direction = 0; direction < 2 && wanted; direction++)
    {
      SeidelSchedule *known = solve->problem->schedules[direction];

      if (!uses_direction (solve, direction))
        continue;
      solve->schedules[direction] = known != NULL
                                      ? seidel_schedule_ref (known)
                                      : seidel_schedule_new (solve->problem->matrix->csr, direction,
                                                             NULL, solve->cancellable, error);
      if (solve->schedules[direction] == NULL)
        return false;
    }
  return true;
}

static SeidelCsrView
view_of_matrix (const SeidelCsr *csr)
{
  return (SeidelCsrView){ csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                          csr->values };
}

static SeidelLevelsView
view_of_levels (const SeidelSchedule *schedule)
{
  return (SeidelLevelsView){ schedule->count, schedule->level_of_row, schedule->level_rows,
                             schedule->in_place_safe };
}

/* Lets the engine choose; the direction with more levels is the one that decides. */
static void
choose_strategy (Solve *solve)
{
  SeidelCsrView matrix = view_of_matrix (solve->problem->matrix->csr);
  const SeidelSchedule *decisive = solve->schedules[SEIDEL_DIRECTION_FORWARD];
  const SeidelSchedule *backward = solve->schedules[SEIDEL_DIRECTION_BACKWARD];
  SeidelLevelsView levels;
  char why[240] = "";

  if (sweeps_of (solve) == SEIDEL_SWEEPS_NONE || !wants_auto (solve))
    return;
  if (decisive == NULL || (backward != NULL && backward->count > decisive->count))
    decisive = backward;
  if (decisive != NULL)
    levels = view_of_levels (decisive);
  solve->strategy = solve->engine->choose_strategy (&matrix, decisive != NULL ? &levels : NULL,
                                                    solve->threads, why, sizeof why);
  solve->strategy_why = g_strdup (why);
}

static bool
analyse (Solve *solve, GError **error)
{
  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_ANALYSIS);
  if (!ensure_structure (solve, error) || !check_method (solve, error)
      || !ensure_schedules (solve, error))
    return false;
  choose_strategy (solve);
  return true;
}

/* --- transfer ------------------------------------------------------------------------------------
 */

static int
stagnation_window (const Solve *solve)
{
  int64_t n = solve->problem->matrix->csr->rows;

  if (solve->options->stagnation_window > 0)
    return solve->options->stagnation_window;
  /* A Krylov method may stay on a plateau for about as many iterations as there are unknowns. */
  return solve->method->monotone ? 500 : (int) CLAMP (2 * n, 1000, 20000);
}

static bool
open_session (Solve *solve, GError **error)
{
  SeidelContextSettings settings = {
    .precision = solve->options->precision,
    .arithmetic = solve->options->arithmetic,
    .threads = solve->threads,
    .poll = seidel_monitor_poll,
    .poll_data = &solve->monitor,
  };
  SeidelStatus status = { .code = SEIDEL_STATUS_OK };
  SeidelSession *session = &solve->run.session;

  session->engine = solve->engine;
  session->context = solve->engine->context_new (&settings, &status);
  if (session->context != NULL)
    return true;
  g_set_error (error, SEIDEL_ERROR,
               status.code == SEIDEL_STATUS_OUT_OF_MEMORY ? SEIDEL_ERROR_MEMORY
                                                          : SEIDEL_ERROR_UNAVAILABLE,
               "the %s engine could not start: %s", solve->engine->name, status.message);
  return false;
}

/* Failures stick to the session and end the run with their reason at the first check. */
static void
transfer (Solve *solve)
{
  SeidelCsrView matrix = view_of_matrix (solve->problem->matrix->csr);
  SeidelMethodRun *run = &solve->run;
  const SeidelEngine *engine = solve->engine;
  SeidelContext *context = run->session.context;

  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_TRANSFER);
  run->method = solve->method;
  run->options = solve->options;
  run->matrix = solve->problem->matrix;
  run->csr = run->matrix->csr;
  run->threads = solve->threads;
  run->structure = solve->structure;
  run->n = matrix.rows;
  run->strategy = solve->strategy;
  run->A = engine->system_new (context, &matrix, solve->options->storage);
  run->b = engine->vector_new (context, matrix.rows);
  run->x = engine->vector_new (context, matrix.columns);
  if (run->b != NULL && run->x != NULL)
    {
      engine->vector_upload (context, run->b, solve->problem->b);
      engine->vector_upload (context, run->x, solve->problem->guess);
    }
  for (int direction = 0; direction < 2 && run->A != NULL; direction++)
    {
      const SeidelSchedule *schedule = solve->schedules[direction];
      SeidelLevelsView levels;

      run->schedules[direction] = schedule;
      if (!sweeps_matrix (solve, direction))
        continue;
      if (schedule != NULL)
        levels = view_of_levels (schedule);
      run->sweeps[direction] = engine->sweep_new (context, run->A, solve->strategy, direction,
                                                  schedule != NULL ? &levels : NULL);
      if (schedule != NULL && engine->strategies[solve->strategy].needs_levels)
        seidel_trace_set_levels (solve->trace, direction, schedule->count);
    }
  engine->synchronize (context);
}

static void
close_session (Solve *solve)
{
  SeidelMethodRun *run = &solve->run;
  const SeidelEngine *engine = run->session.engine;
  SeidelContext *context = run->session.context;

  if (context == NULL)
    return;
  if (solve->preconditioner.kind->clear != NULL)
    solve->preconditioner.kind->clear (run, &solve->preconditioner);
  for (int direction = 0; direction < 2; direction++)
    if (run->sweeps[direction] != NULL)
      engine->sweep_free (context, run->sweeps[direction]);
  seidel_session_vector_free (&run->session, run->x);
  seidel_session_vector_free (&run->session, run->b);
  if (run->A != NULL)
    engine->system_free (context, run->A);
  engine->context_free (context);
}

/* --- the end -------------------------------------------------------------------------------------
 */

static double
largest_difference (const double *x, const double *y, int64_t n)
{
  double largest = 0.0;

  for (int64_t i = 0; i < n; i++)
    {
      double difference = fabs (x[i] - y[i]);

      if (!(difference <= largest))
        largest = difference;
    }
  return largest;
}

static void
take_solution (Solve *solve, SeidelOutcome *outcome)
{
  SeidelMethodRun *run = &solve->run;

  outcome->n = solve->problem->matrix->csr->columns;
  outcome->x = seidel_vector_new (outcome->n, NULL);
  if (outcome->x == NULL)
    return;
  /* Without room on the engine nothing was computed: what there is, is the guess. */
  if (run->x != NULL && run->A != NULL)
    run->session.engine->vector_download (run->session.context, outcome->x, run->x);
  else
    memcpy (outcome->x, solve->problem->guess, (size_t) outcome->n * sizeof *outcome->x);
}

/* Methods sum squares, which vanish or overflow long before the numbers themselves do: what they
 * then believe of the residual is not so. */
static void
distrust_squares (SeidelOutcome *outcome, double tolerance)
{
  const double least =
    outcome->precision == SEIDEL_PRECISION_SINGLE ? (double) FLT_MIN : sqrt (DBL_MIN);
  bool vanished = outcome->reason == SEIDEL_REASON_CONVERGED_EXACT && outcome->true_2 > tolerance
                  && outcome->true_2 < least;
  bool overflowed = outcome->reason == SEIDEL_REASON_NOT_FINITE && outcome->iterations == 0
                    && isfinite (outcome->true_2) && outcome->true_2 > sqrt (DBL_MAX);

  if (!vanished && !overflowed)
    return;
  outcome->reason = SEIDEL_REASON_BREAKDOWN;
  outcome->converged = false;
  g_free (outcome->message);
  outcome->message =
    g_strdup_printf ("The residual of %.2g lies %s what the method can compute with: multiply the "
                     "matrix and the right-hand side by the same %s number.",
                     outcome->true_2, vanished ? "below" : "beyond", vanished ? "large" : "small");
}

static void
verify (Solve *solve, SeidelOutcome *outcome, GCancellable *skip_verification)
{
  SeidelNorms norms = { NAN, NAN };
  double tolerance =
    MAX (solve->options->tolerance * solve->monitor.reference, solve->options->absolute_tolerance);

  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_VERIFY);
  take_solution (solve, outcome);
  if (outcome->x != NULL)
    seidel_csr_true_residual (solve->problem->matrix->csr, solve->problem->b, outcome->x,
                              solve->threads, skip_verification, &norms);
  outcome->true_2 = norms.norm_2;
  outcome->true_inf = norms.norm_inf;
  outcome->error_inf = NAN;
  if (outcome->x != NULL && solve->problem->solution != NULL)
    outcome->error_inf = largest_difference (outcome->x, solve->problem->solution, outcome->n);
  distrust_squares (outcome, tolerance);
  if (outcome->message == NULL && outcome->converged && solve->monitor.reference > 0.0
      && outcome->true_2 > SUSPICIOUS_RATIO * tolerance)
    outcome->message = g_strdup_printf (
      "The true residual is %.2g relative to b, larger than the method believed: %s.",
      outcome->true_2 / solve->monitor.reference,
      solve->options->precision == SEIDEL_PRECISION_SINGLE
        ? "single precision can do no more; use double for a smaller one"
        : "rounding errors have built up");
}

static SeidelOutcome *
make_outcome (Solve *solve, SeidelReason reason)
{
  SeidelOutcome *outcome = g_new0 (SeidelOutcome, 1);
  const SeidelStatus *status = solve->engine->status (solve->run.session.context);
  const SeidelMonitor *monitor = &solve->monitor;

  outcome->reason = reason;
  outcome->converged = seidel_reason_converged (reason);
  outcome->method = solve->method->id;
  outcome->engine = solve->engine->id;
  outcome->strategy = solve->strategy >= 0 ? solve->engine->strategies[solve->strategy].id : NULL;
  outcome->strategy_why = g_steal_pointer (&solve->strategy_why);
  outcome->precision = solve->options->precision;
  outcome->threads = solve->engine->uses_threads ? solve->threads : 0;
  outcome->iterations = monitor->iterations;
  outcome->residual_initial = monitor->initial;
  outcome->residual_final = monitor->latest;
  outcome->residual_relative =
    monitor->reference > 0.0 ? monitor->latest / monitor->reference : monitor->latest;
  outcome->message = g_steal_pointer (&solve->run.message);
  if (outcome->message == NULL && status->message[0] != '\0')
    outcome->message = g_strdup (status->message);
  return outcome;
}

static void
take_times (Solve *solve, SeidelOutcome *outcome)
{
  outcome->load_seconds = solve->problem->matrix->origin.load_seconds;
  outcome->total_seconds = outcome->load_seconds;
  for (int phase = 0; phase < SEIDEL_N_PHASES; phase++)
    {
      outcome->seconds[phase] = seidel_trace_phase_seconds (solve->trace, phase);
      outcome->total_seconds += outcome->seconds[phase];
    }
}

/* Part of solving, in the account of time: what a preconditioner costs is to be seen there. */
static SeidelReason
prepare_preconditioner (Solve *solve)
{
  SeidelPreconditioner *preconditioner = &solve->preconditioner;
  SeidelMethodRun *run = &solve->run;

  run->preconditioner = preconditioner;
  if (preconditioner->kind->prepare == NULL || seidel_session_failed (&run->session))
    return SEIDEL_REASON_NONE;
  return preconditioner->kind->prepare (run, preconditioner);
}

static SeidelOutcome *
run_method (Solve *solve, GCancellable *skip_verification, GError **error)
{
  SeidelOutcome *outcome = NULL;
  SeidelReason reason;

  solve->run.monitor = &solve->monitor;
  seidel_monitor_init (&solve->monitor, solve->options, solve->trace, solve->cancellable,
                       seidel_vector_norm_2 (solve->problem->b, solve->problem->matrix->csr->rows),
                       stagnation_window (solve));
  if (!open_session (solve, error))
    return NULL;
  transfer (solve);
  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_SOLVE);
  reason = prepare_preconditioner (solve);
  if (reason == SEIDEL_REASON_NONE)
    reason = solve->method->solve (&solve->run);
  seidel_trace_set_state (solve->trace, SEIDEL_RUN_STOPPED);

  outcome = make_outcome (solve, reason);
  verify (solve, outcome, skip_verification);
  close_session (solve);
  return outcome;
}

/* The last step: what leaves goes back to the original numbering. */
static void
restore_numbering (const SeidelMatrix *matrix, SeidelOutcome *outcome, GError **error)
{
  char *message;

  if (matrix->permutation == NULL)
    return;
  if (outcome == NULL)
    {
      if (error == NULL || *error == NULL)
        return;
      message = seidel_matrix_explain_rows (matrix, (*error)->message);
      g_free ((*error)->message);
      (*error)->message = message;
      return;
    }
  message = seidel_matrix_explain_rows (matrix, outcome->message);
  g_free (outcome->message);
  outcome->message = message;
  /* Without a bit of memory for each number, a solution in the wrong order is none. */
  if (outcome->x != NULL
      && !seidel_permutation_undo (matrix->permutation, outcome->x, outcome->n, NULL))
    g_clear_pointer (&outcome->x, seidel_vector_free);
}

SeidelOutcome *
seidel_solve (SeidelProblem *problem,
              const SeidelOptions *options,
              SeidelTrace *trace,
              GCancellable *cancellable,
              GCancellable *skip_verification,
              GError **error)
{
  Solve solve = {
    .problem = problem,
    .options = options,
    .trace = trace,
    .cancellable = cancellable,
  };
  SeidelOutcome *outcome = NULL;

  seidel_trace_set_state (trace, SEIDEL_RUN_RUNNING);
  if (resolve_method (&solve, error) && resolve_preconditioner (&solve, error)
      && resolve_engine (&solve, error) && check_strategy (&solve, error)
      && analyse (&solve, error))
    outcome = run_method (&solve, skip_verification, error);
  restore_numbering (problem->matrix, outcome, error);
  seidel_trace_set_state (trace, SEIDEL_RUN_FINISHED);
  if (outcome != NULL)
    take_times (&solve, outcome);

  g_clear_pointer (&solve.structure, seidel_structure_unref);
  for (int direction = 0; direction < 2; direction++)
    g_clear_pointer (&solve.schedules[direction], seidel_schedule_unref);
  g_free (solve.strategy_why);
  g_free (solve.run.message);
  return outcome;
}
