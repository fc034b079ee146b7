/* One run of a method: the session with an engine, what is brought there, and the solve phase.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-solve-private.h"

#include <limits.h>
#include <math.h>

#include "base/seidel-fail.h"
#include "method/seidel-null-space.h"
#include "run/seidel-projection.h"
#include "base/seidel-translatable.h"

/* Entries of a full table from which a team of threads is worth starting for each of its columns: a
 * thread goes through fewer in the time that a team takes to meet. */
#define LEAST_SHARED 65536.0

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

static bool
is_mixed (const SeidelSolve *solve)
{
  return solve->options->precision == SEIDEL_PRECISION_MIXED;
}

static bool
open_session (SeidelSolve *solve, GError **error)
{
  SeidelContextSettings settings = {
    .precision = is_mixed (solve) ? SEIDEL_PRECISION_SINGLE : solve->options->precision,
    .arithmetic = solve->options->arithmetic,
    .threads = solve->threads,
    .poll = seidel_monitor_poll,
    .poll_data = &solve->monitor,
    .shape = solve->options->shape,
    .profile = solve->options->profile,
    .device = solve->options->device,
  };
  SeidelStatus status = { .code = SEIDEL_STATUS_OK };
  SeidelSession *session = &solve->run.session;

  session->engine = solve->engine;
  session->context = solve->engine->contexts.create (&settings, &status);
  if (session->context != NULL)
    return true;
  return seidel_fail (error,
                      status.code == SEIDEL_STATUS_OUT_OF_MEMORY ? SEIDEL_ERROR_MEMORY
                                                                 : SEIDEL_ERROR_UNAVAILABLE,
                      seidel_text ("the %s engine could not start: %s"), solve->engine->name,
                      status.message);
}

/* Threads for a method on the host, whose table may have all entries: one where starting a team
 * would take longer than the work. */
static int
team_on_host (const SeidelCsr *csr, int threads)
{
  return (double) csr->rows * (double) csr->columns < LEAST_SHARED ? 1 : threads;
}

SeidelStorage
seidel_solve_storage (const SeidelSolve *solve)
{
  /* Methods on the host need the engine for their residuals only. */
  return solve->method->on_host ? SEIDEL_STORAGE_CSR : solve->options->storage;
}

/* What the method is to know of the system, before anything of it is on the engine. */
static void
describe_system (SeidelSolve *solve)
{
  SeidelMethodRun *run = &solve->run;

  run->method = solve->method;
  run->options = solve->options;
  run->matrix = solve->system.matrix;
  run->equilibration = solve->scaled.active ? solve->scaled.equilibration : NULL;
  run->matching = solve->matched.system.matching;
  run->csr = run->matrix->csr;
  run->threads = team_on_host (run->csr, solve->threads);
  run->structure = solve->structure;
  run->near_null = solve->system.near_null;
  run->n_near_null = solve->problem->n_near_null;
  run->n = run->csr->rows;
  if (run->kept == NULL)
    run->rank = -1;
  run->saved_iteration = -1;
  run->strategy = solve->strategy;
}

static void
transfer_vectors (SeidelSolve *solve, const SeidelCsrView *matrix)
{
  SeidelMethodRun *run = &solve->run;
  const SeidelEngine *engine = solve->engine;
  SeidelContext *context = run->session.context;

  if (run->b != NULL && run->x != NULL)
    {
      engine->vectors.upload (context, run->b, solve->system.b);
      engine->vectors.upload (context, run->x, solve->system.guess);
    }
  if (solve->options->track_error && solve->system.solution != NULL)
    {
      run->solution = engine->vectors.create (context, matrix->columns);
      run->difference = engine->vectors.create (context, matrix->columns);
      if (run->solution != NULL && run->difference != NULL)
        engine->vectors.upload (context, run->solution, solve->system.solution);
    }
  /* A refinement has the residual on the host. */
  if (seidel_options_follow_maximum (solve->options) && !is_mixed (solve))
    {
      run->residual = engine->vectors.create (context, matrix->rows);
      run->residual_here = seidel_vector_new (matrix->rows, NULL);
    }
}

static void
plan_sweeps (SeidelSolve *solve)
{
  SeidelMethodRun *run = &solve->run;
  const SeidelEngine *engine = solve->engine;

  for (int direction = 0; direction < 2 && run->A != NULL; direction++)
    {
      const SeidelSchedule *schedule = solve->schedules[direction];
      SeidelLevelsView levels;

      run->schedules[direction] = schedule;
      run->level_times[direction].schedule =
        schedule != NULL ? schedule : solve->problem->schedules[direction];
      if (!seidel_solve_sweeps_matrix (solve, direction) || run->sweeps[direction] != NULL
          || (solve->plan->by_colors && schedule == NULL))
        continue;
      if (schedule != NULL)
        levels = view_of_levels (schedule);
      run->sweeps[direction] = engine->sweeps.create (run->session.context, run->A, solve->strategy,
                                                      direction, schedule != NULL ? &levels : NULL);
    }
}

/* Failures stick to the session and end the run with their reason at the first check. */
static void
transfer (SeidelSolve *solve)
{
  const SeidelCsrView matrix = view_of_matrix (solve->system.matrix->csr);
  SeidelMethodRun *run = &solve->run;
  const SeidelEngine *engine = solve->engine;
  const SeidelPreconditionerKind *kind = solve->preconditioner.kind;
  SeidelContext *context = run->session.context;

  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_TRANSFER);
  describe_system (solve);
  if (run->A == NULL)
    {
      run->A = solve->lent != NULL
                 ? engine->lent.create_operator (context, &matrix, solve->lent)
                 : engine->operators.create (context, &matrix, seidel_solve_storage (solve));
    }
  if (run->b == NULL)
    {
      run->b = engine->vectors.create (context, matrix.rows);
      run->x = engine->vectors.create (context, matrix.columns);
    }
  if (kind->place != NULL && !solve->prepared && run->A != NULL)
    kind->place (run, &solve->preconditioner);
  transfer_vectors (solve, &matrix);
  plan_sweeps (solve);
  if (!is_mixed (solve))
    run->null_space = seidel_null_space_new (run, solve->system.b);
  solve->n_null = run->null_space != NULL ? seidel_null_space_dimension (run->null_space) : 0;
  engine->contexts.synchronize (context);
  seidel_method_run_measure (run);
}

void
seidel_solve_close (SeidelSolve *solve)
{
  SeidelMethodRun *run = &solve->run;
  const SeidelEngine *engine = run->session.engine;
  SeidelContext *context = run->session.context;

  if (context == NULL || seidel_solve_leave_session (solve))
    return;
  if (run->kept != NULL)
    run->kept_free (run->kept);
  if (solve->preconditioner.kind->clear != NULL)
    solve->preconditioner.kind->clear (run, &solve->preconditioner);
  for (int direction = 0; direction < 2; direction++)
    if (run->sweeps[direction] != NULL)
      engine->sweeps.free (context, run->sweeps[direction]);
  seidel_null_space_free (run);
  seidel_session_vector_free (&run->session, run->difference);
  seidel_session_vector_free (&run->session, run->solution);
  seidel_session_vector_free (&run->session, run->residual);
  seidel_vector_free (run->residual_here);
  seidel_session_vector_free (&run->session, run->x);
  seidel_session_vector_free (&run->session, run->b);
  if (run->A != NULL)
    engine->operators.free (context, run->A);
  engine->contexts.free (context);
  g_clear_pointer (&run->message, g_free);
  g_clear_pointer (&run->kept_message, g_free);
  g_clear_pointer (&solve->x, seidel_vector_free);
  g_clear_pointer (&solve->room, seidel_vector_free);
  *run = (SeidelMethodRun){ 0 };
}

static void
take_profile (SeidelSolve *solve, SeidelOutcome *outcome)
{
  SeidelKernelTimes kernels[SEIDEL_MOST_KERNELS];
  int n;

  if (!solve->options->profile || solve->engine->device.kernels == NULL)
    return;
  n = solve->engine->device.kernels (solve->run.session.context, kernels, SEIDEL_MOST_KERNELS);
  outcome->n_kernels = (size_t) n;
  outcome->kernels = g_memdup2 (kernels, outcome->n_kernels * sizeof *kernels);
}

bool
seidel_solve_interrupted (SeidelReason reason)
{
  return reason == SEIDEL_REASON_CANCELLED || reason == SEIDEL_REASON_TIME_LIMIT
         || reason == SEIDEL_REASON_OUT_OF_MEMORY || reason == SEIDEL_REASON_DEVICE_LOST
         || reason == SEIDEL_REASON_RANK_LOST || reason == SEIDEL_REASON_FAILED;
}

/* Part of solving, in the account of time: what a preconditioner costs is to be seen there. */
SeidelReason
seidel_solve_prepare_preconditioner (SeidelSolve *solve)
{
  SeidelPreconditioner *preconditioner = &solve->preconditioner;
  SeidelMethodRun *run = &solve->run;
  SeidelReason reason;
  SeidelReason of_guess;

  run->preconditioner = preconditioner;
  if (solve->idle.timed)
    seidel_method_run_time_levels_again (run, &solve->idle.run);
  if (preconditioner->kind->prepare == NULL || seidel_session_failed (&run->session)
      || solve->prepared)
    return SEIDEL_REASON_NONE;
  reason = preconditioner->kind->prepare (run, preconditioner);
  solve->prepared = reason == SEIDEL_REASON_NONE;
  if (solve->prepared)
    seidel_method_run_keep_message (run);
  if (reason != SEIDEL_REASON_BREAKDOWN)
    return reason;
  /* The first guess may be the solution, for which nobody needs a preconditioner. */
  of_guess = seidel_method_run_check_iterate (run, 0);
  if (!seidel_reason_converged (of_guess))
    return reason;
  g_clear_pointer (&run->message, g_free);
  return of_guess;
}

/* Once there is an iterate on the host, it stays there (see seidel-confirm.c). */
static SeidelReason
solve_and_confirm (SeidelSolve *solve)
{
  SeidelMethodRun *run = &solve->run;
  SeidelReason reason;

  if (solve->engine->device.memory != NULL)
    run->saved_x = solve->room;
  reason = seidel_method_run_solve (run);
  run->saved_x = NULL;
  if (run->null_space != NULL)
    reason = seidel_null_space_end (run, solve->system.b, reason);
  return seidel_solve_confirm (solve, reason);
}

bool
seidel_solve_begin (SeidelSolve *solve, int64_t first, GError **error)
{
  /* Before the run: a result without room for it would be lost. */
  solve->room = seidel_vector_new (solve->problem->matrix->csr->columns, error);
  if (solve->room == NULL || !seidel_solve_take_system (solve, error))
    {
      g_clear_pointer (&solve->room, seidel_vector_free);
      return false;
    }
  solve->run.monitor = &solve->monitor;
  solve->first_projection = seidel_trace_n_projections (solve->trace);
  solve->truth = SEIDEL_NORMS_UNKNOWN;
  solve->doubled = false;
  solve->normal = NAN;
  /* A refinement monitors its own progress. */
  seidel_monitor_init (&solve->monitor, solve->options, solve->trace, solve->cancellable,
                       seidel_vector_norm_2 (solve->system.b, solve->system.matrix->csr->rows),
                       is_mixed (solve) ? INT_MAX : seidel_solve_stagnation_window (solve));
  solve->monitor.damped = seidel_method_damping (solve->method, solve->options) > 0.0;
  if (solve->scaled.active)
    seidel_solve_set_units (solve);
  if (solve->options->backward_tolerance > 0.0)
    solve->monitor.norm_A = seidel_csr_norm_inf (solve->system.matrix->csr);
  /* Of a run in other processes it stays this one, as if x were 0. */
  seidel_trace_set_target (solve->trace,
                           seidel_monitor_target (&solve->monitor) * solve->monitor.scale);
  solve->monitor.patience = solve->patience;
  solve->monitor.first = first;
  solve->monitor.iterations = first;
  return true;
}

bool
seidel_solve_open (SeidelSolve *solve, int64_t first, GError **error)
{
  if (!seidel_solve_begin (solve, first, error))
    return false;
  if (!seidel_solve_take_over (solve) && !open_session (solve, error))
    {
      g_clear_pointer (&solve->room, seidel_vector_free);
      return false;
    }
  transfer (solve);
  return true;
}

SeidelOutcome *
seidel_solve_run (SeidelSolve *solve, int64_t first, GError **error)
{
  SeidelOutcome *outcome = NULL;
  SeidelReason reason;

  if (seidel_engine_is_distributed (solve->engine))
    return seidel_solve_run_distributed (solve, first, error);
  if (!seidel_solve_open (solve, first, error))
    return NULL;
  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_SOLVE);
  reason = seidel_solve_prepare_preconditioner (solve);
  if (reason == SEIDEL_REASON_NONE)
    reason = is_mixed (solve) ? seidel_solve_refine (solve) : solve_and_confirm (solve);
  seidel_solve_note_aggregates (solve);
  seidel_method_run_measure (&solve->run);
  /* Nobody asks how long the levels of an attempt took that another one follows. */
  if (!seidel_solve_interrupted (reason) && reason != SEIDEL_REASON_TOO_SLOW)
    seidel_method_run_end_levels (&solve->run);
  seidel_trace_set_state (solve->trace, SEIDEL_RUN_STOPPED);

  outcome = seidel_solve_make_outcome (solve, reason);
  /* Its message says what x is, and what system it solves. */
  outcome->advised = reason == SEIDEL_REASON_LEAST_SQUARES && solve->n_null > 0;
  seidel_solve_verify (solve, outcome);
  take_profile (solve, outcome);
  solve->singular = solve->run.singular;
  seidel_solve_close (solve);
  return outcome;
}
