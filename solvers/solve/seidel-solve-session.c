/* Handing a session with an engine from run to run.
 *
 * What a session holds stays as long as the next run would make the same: the system in the engine
 * for the same matrix and settings, planned sweeps for the same strategy, the preconditioner for
 * the same parameters, factors for the same method. What does not serve it goes first.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <string.h>

#include "base/seidel-memory.h"
#include "base/seidel-translatable.h"
#include "method/seidel-direct.h"
#include "method/seidel-multigrid.h"
#include "method/seidel-null-space.h"
#include "run/seidel-cycle-record.h"
#include "solve/seidel-solve-private.h"

/* A session is kept while it takes no more than this part of the memory that is free beside it, so
 * that hardly any run that would fit without it is refused. */
#define SHARE_OF_FREE 0.25

/* What an attempt leaves to the next one is no news. */
static void
note_reused (SeidelSolve *solve, const char *what)
{
  if (!solve->idle.fresh)
    seidel_solve_note_reused (solve, what);
}

static bool
has_room (const SeidelSolve *solve)
{
  const SeidelMemoryNeed *need = &solve->plan->need;
  const bool on_device = solve->method->sparse_factors;
  const double host = need->host + (on_device ? 0.0 : solve->run.factor_bytes);
  const double device =
    need->device + (on_device ? solve->run.factor_bytes - need->guessed_on_device : 0.0);
  SeidelMemoryRoom room;

  if (host < SEIDEL_MEMORY_HARMLESS && device == 0.0)
    return true;
  seidel_memory_room_init (&room, solve->engine, solve->options->device);
  return host <= SHARE_OF_FREE * room.host
         && (device == 0.0 || device <= SHARE_OF_FREE * room.device);
}

static bool
may_leave (const SeidelSolve *solve)
{
  SeidelSession session = solve->run.session;

  return solve->keeps && !solve->options->profile && !seidel_session_failed (&session)
         && solve->run.A != NULL && seidel_trace_cycle_record (solve->trace) == NULL
         && has_room (solve);
}

static bool
is_multigrid (const SeidelSolve *solve)
{
  return solve->method->solve == seidel_method_multigrid;
}

/* What belongs to this run alone. */
static void
free_own (SeidelSolve *solve)
{
  SeidelMethodRun *run = &solve->run;
  SeidelPreconditioner *preconditioner = &solve->preconditioner;

  if (!solve->prepared && preconditioner->kind->clear != NULL)
    preconditioner->kind->clear (run, preconditioner);
  /* What a direct method had of another matrix, and did not come to use. */
  if (run->kept != NULL && run->direct == NULL && !is_multigrid (solve))
    run->kept_free (g_steal_pointer (&run->kept));
  seidel_null_space_free (run);
  run->null_space = NULL;
  seidel_session_vector_free (&run->session, g_steal_pointer (&run->difference));
  seidel_session_vector_free (&run->session, g_steal_pointer (&run->solution));
  seidel_session_vector_free (&run->session, g_steal_pointer (&run->residual));
  g_clear_pointer (&run->residual_here, seidel_vector_free);
  g_clear_pointer (&run->message, g_free);
  g_clear_pointer (&solve->x, seidel_vector_free);
  g_clear_pointer (&solve->room, seidel_vector_free);
}

bool
seidel_solve_leave_session (SeidelSolve *solve)
{
  SeidelIdleSession *idle = &solve->idle;

  if (!may_leave (solve))
    return false;
  free_own (solve);
  *idle = (SeidelIdleSession){
    .open = true,
    .fresh = true,
    .run = solve->run,
    .preconditioner = solve->preconditioner,
    .prepared = solve->prepared,
    .options = *solve->options,
    .method = solve->method,
    .strategy = solve->strategy,
    .threads = solve->threads,
    .by_colors = solve->plan->by_colors,
    .storage = seidel_solve_storage (solve),
    .matrix = seidel_matrix_ref (solve->system.matrix),
    .problem = seidel_problem_ref (solve->problem),
  };
  for (int direction = 0; direction < 2; direction++)
    if (solve->schedules[direction] != NULL)
      idle->schedules[direction] = seidel_schedule_ref (solve->schedules[direction]);
  solve->run = (SeidelMethodRun){ 0 };
  return true;
}

static void
release_idle (SeidelIdleSession *idle)
{
  g_clear_pointer (&idle->matrix, seidel_matrix_unref);
  g_clear_pointer (&idle->problem, seidel_problem_unref);
  for (int direction = 0; direction < 2; direction++)
    g_clear_pointer (&idle->schedules[direction], seidel_schedule_unref);
  idle->open = false;
}

/* As if its run ended now; what this run has by now stays. */
void
seidel_solve_close_idle (SeidelSolve *solve)
{
  SeidelIdleSession *idle = &solve->idle;
  const SeidelSolve before = *solve;
  g_autoptr (SeidelTrace) trace = NULL;
  SeidelMonitor monitor = { NULL };

  if (!idle->open)
    return;
  trace = seidel_trace_new ();
  monitor.trace = trace;
  solve->keeps = false;
  solve->run = idle->run;
  solve->run.monitor = &monitor;
  solve->preconditioner = idle->preconditioner;
  solve->x = NULL;
  solve->room = NULL;
  seidel_solve_close (solve);
  *solve = before;
  release_idle (idle);
}

static bool
has_parameters (const SeidelOptions *one, const SeidelOptions *two, unsigned int used)
{
  for (int p = 0; p < SEIDEL_N_PARAMETERS; p++)
    if ((used & 1u << p) != 0 && one->parameters[p] != two->parameters[p])
      return false;
  return true;
}

static bool
has_near_null (const SeidelProblem *one, const SeidelProblem *two)
{
  const int n = one->n_near_null;

  return n == two->n_near_null
         && (n == 0
             || memcmp (one->near_null, two->near_null,
                        (size_t) n * (size_t) one->matrix->csr->columns * sizeof (double))
                  == 0);
}

/* Whether the context is that of this run. */
static bool
has_context (const SeidelSolve *solve)
{
  const SeidelIdleSession *idle = &solve->idle;
  const SeidelOptions *options = solve->options;
  SeidelSession session = idle->run.session;

  return session.engine == solve->engine && !seidel_session_failed (&session)
         && idle->options.device == options->device && idle->options.precision == options->precision
         && idle->options.arithmetic == options->arithmetic && idle->threads == solve->threads
         && idle->storage == seidel_solve_storage (solve)
         && idle->options.skip_level_times == options->skip_level_times
         && memcmp (&idle->options.shape, &options->shape, sizeof options->shape) == 0
         && !options->profile && seidel_trace_cycle_record (solve->trace) == NULL;
}

static bool
sweeps_alike (const SeidelSolve *solve)
{
  const SeidelIdleSession *idle = &solve->idle;
  bool alike = idle->strategy == solve->strategy && idle->by_colors == solve->plan->by_colors;

  for (int direction = 0; direction < 2; direction++)
    alike = alike && (idle->schedules[direction] == NULL) == (solve->schedules[direction] == NULL);
  return alike;
}

/* The factors of a direct method do not sweep. */
static bool
keeps_factors (const SeidelSolve *solve, bool alike)
{
  const SeidelIdleSession *idle = &solve->idle;

  return idle->run.kept != NULL && idle->method == solve->method
         && (alike || idle->run.direct != NULL)
         && has_parameters (&idle->options, solve->options, solve->method->parameters)
         && has_near_null (idle->problem, solve->problem);
}

static bool
keeps_preconditioner (const SeidelSolve *solve, bool alike)
{
  const SeidelIdleSession *idle = &solve->idle;
  const SeidelPreconditionerKind *kind = solve->preconditioner.kind;

  return idle->prepared && alike && idle->preconditioner.kind == kind
         && (idle->method->preconditioning == SEIDEL_PRECONDITIONING_TRANSPOSED)
              == (solve->method->preconditioning == SEIDEL_PRECONDITIONING_TRANSPOSED)
         && has_parameters (&idle->options, solve->options, kind->parameters)
         && has_near_null (idle->problem, solve->problem);
}

static void
take_factors (SeidelSolve *solve)
{
  const SeidelMethodRun *old = &solve->idle.run;
  SeidelMethodRun *run = &solve->run;

  run->kept = old->kept;
  run->kept_free = old->kept_free;
  run->direct = old->direct;
  run->factor_seconds = old->factor_seconds;
  run->solve_seconds = old->solve_seconds;
  run->factor_bytes = old->factor_bytes;
  run->singular = old->singular;
  run->rank = old->rank;
  note_reused (solve, run->direct != NULL ? seidel_text (N_ ("factors"))
                                          : seidel_text (N_ ("multigrid levels")));
}

/* The factors or the preconditioner, with what there was to say of them. */
static void
take_prepared (SeidelSolve *solve, bool alike)
{
  SeidelIdleSession *idle = &solve->idle;
  SeidelMethodRun *old = &idle->run;
  SeidelMethodRun *run = &solve->run;
  const SeidelPreconditionerKind *kind = idle->preconditioner.kind;
  const bool factors = keeps_factors (solve, alike);
  const bool preconditioner = keeps_preconditioner (solve, alike);

  if (factors)
    take_factors (solve);
  else if (old->kept != NULL)
    old->kept_free (old->kept);
  if (preconditioner)
    {
      solve->preconditioner.state = idle->preconditioner.state;
      run->strategy = old->strategy;
      note_reused (solve, kind->coarsens ? seidel_text (N_ ("multigrid levels"))
                                         : seidel_text (N_ ("preconditioner")));
    }
  else if (kind->clear != NULL)
    kind->clear (old, &idle->preconditioner);
  solve->prepared = preconditioner;
  idle->timed = preconditioner || (factors && run->direct == NULL);
  if (factors || preconditioner)
    {
      run->message = g_strdup (old->kept_message);
      run->row = old->kept_row;
      run->column = -1;
      run->kept_message = g_steal_pointer (&old->kept_message);
      run->kept_row = old->kept_row;
    }
  g_clear_pointer (&old->kept_message, g_free);
}

static void
take_sweeps (SeidelSolve *solve, bool alike)
{
  SeidelIdleSession *idle = &solve->idle;
  SeidelMethodRun *old = &idle->run;

  for (int direction = 0; direction < 2; direction++)
    {
      SeidelSweep *sweep = g_steal_pointer (&old->sweeps[direction]);

      /* What was kept refers to those. */
      if (alike && idle->schedules[direction] != NULL)
        {
          g_clear_pointer (&solve->schedules[direction], seidel_schedule_unref);
          solve->schedules[direction] = seidel_schedule_ref (idle->schedules[direction]);
        }
      if (sweep == NULL)
        continue;
      if (alike && seidel_solve_sweeps_matrix (solve, direction))
        {
          solve->run.sweeps[direction] = sweep;
          note_reused (solve, seidel_text (N_ ("planned sweeps")));
        }
      else
        old->session.engine->sweeps.free (old->session.context, sweep);
    }
}

/* Has the preconditioner or the method leave what serves another matrix of the pattern. */
static bool
leave_pattern (SeidelSolve *solve)
{
  SeidelIdleSession *idle = &solve->idle;
  SeidelMethodRun *old = &idle->run;
  const bool alike = sweeps_alike (solve);
  const SeidelCsr *next = solve->system.matrix->csr;
  const bool factors = keeps_factors (solve, alike);
  const bool symbolic = factors && old->direct != NULL && old->direct->keeps_symbolic;
  const bool of_method = is_multigrid (solve) && factors;

  if (!symbolic && !of_method
      && (!idle->preconditioner.kind->coarsens || !keeps_preconditioner (solve, alike)))
    return false;
  if (!seidel_solve_has_pattern (solve->system.matrix, idle->matrix))
    return false;
  if (symbolic)
    return true;
  return of_method ? seidel_method_multigrid_leave (old, next)
                   : seidel_preconditioner_multigrid_leave (old, &idle->preconditioner, next);
}

/* What that left, and what the method has of the values goes. */
static void
take_left (SeidelSolve *solve)
{
  SeidelIdleSession *idle = &solve->idle;
  SeidelMethodRun *old = &idle->run;

  if (old->direct != NULL || is_multigrid (solve))
    {
      solve->run.kept = old->kept;
      solve->run.kept_free = old->kept_free;
      solve->run.rank = -1;
      if (old->direct != NULL)
        note_reused (solve, seidel_text (N_ ("symbolic factors")));
      return;
    }
  solve->preconditioner.state = g_steal_pointer (&idle->preconditioner.state);
  if (old->kept != NULL)
    old->kept_free (old->kept);
}

/* Of a matrix of the same pattern with other values: the context with its vectors, and what
 * multigrid or a sparse direct method has of the pattern. */
static bool
take_pattern (SeidelSolve *solve)
{
  SeidelIdleSession *idle = &solve->idle;
  SeidelMethodRun *old = &idle->run;
  const SeidelEngine *engine = old->session.engine;

  if (!leave_pattern (solve))
    return false;
  take_left (solve);
  for (int direction = 0; direction < 2; direction++)
    if (old->sweeps[direction] != NULL)
      engine->sweeps.free (old->session.context, old->sweeps[direction]);
  engine->operators.free (old->session.context, old->A);
  g_clear_pointer (&old->kept_message, g_free);
  solve->run.session = old->session;
  solve->run.b = old->b;
  solve->run.x = old->x;
  release_idle (idle);
  return true;
}

void
seidel_solve_note_aggregates (SeidelSolve *solve)
{
  if (is_multigrid (solve) ? seidel_method_multigrid_updated (&solve->run)
                           : solve->preconditioner.kind->coarsens
                               && seidel_preconditioner_multigrid_updated (&solve->preconditioner))
    seidel_solve_note_reused (solve, seidel_text (N_ ("aggregates")));
}

bool
seidel_solve_take_over (SeidelSolve *solve)
{
  SeidelIdleSession *idle = &solve->idle;
  SeidelMethodRun *run = &solve->run;
  bool alike;

  solve->prepared = false;
  idle->timed = false;
  if (!idle->open)
    return false;
  if (has_context (solve) && idle->matrix != solve->system.matrix && take_pattern (solve))
    return true;
  if (!has_context (solve) || idle->matrix != solve->system.matrix)
    {
      seidel_solve_close_idle (solve);
      return false;
    }
  alike = sweeps_alike (solve);
  idle->run.monitor = &solve->monitor;
  run->session = idle->run.session;
  run->A = idle->run.A;
  run->b = idle->run.b;
  run->x = idle->run.x;
  note_reused (solve, seidel_text (N_ ("engine set-up")));
  take_prepared (solve, alike);
  take_sweeps (solve, alike);
  release_idle (idle);
  return true;
}
