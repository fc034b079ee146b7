/* seidel_solve (): resolves the choices, analyses, and has the run made.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-solve-private.h"

#include "analysis/seidel-coloring.h"
#include "base/seidel-available.h"
#include "base/seidel-error.h"
#include "matrix/seidel-permutation.h"
#include "matrix/seidel-storage.h"
#include "solve/seidel-memory-need.h"
#include "run/seidel-shape.h"

/* Memory that is taken without a question. */
#define HARMLESS_BYTES 64e6

/* --- the choices -------------------------------------------------------------------------------
 */

static bool
resolve_method (SeidelSolve *solve, GError **error)
{
  g_autofree char *why_not = NULL;

  solve->method = seidel_method_find (solve->options->method);
  if (solve->method == NULL)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, "there is no method “%s”",
                   solve->options->method);
      return false;
    }
  if (seidel_method_computes_in (solve->method, solve->options->precision, &why_not))
    return true;
  g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, why_not);
  return false;
}

static bool
resolve_preconditioner (SeidelSolve *solve, GError **error)
{
  g_autofree char *why_not = NULL;

  solve->preconditioner.kind = seidel_preconditioner_find (solve->options->preconditioner);
  if (solve->preconditioner.kind == NULL)
    {
      g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, "there is no preconditioner “%s”",
                   solve->options->preconditioner);
      return false;
    }
  if (seidel_preconditioner_suits (solve->preconditioner.kind, solve->method, &why_not))
    return true;
  g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, why_not);
  return false;
}

static bool
resolve_engine (SeidelSolve *solve, GError **error)
{
  const SeidelEngineEntryInfo *info = seidel_engines_find (solve->options->engine);
  char why_not[240] = "";

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
  /* A device may have been lost since the list was made. */
  if (!info->engine->available (why_not, sizeof why_not))
    {
      g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_UNAVAILABLE, why_not);
      return false;
    }
  solve->engine = info->engine;
  solve->threads =
    solve->options->threads > 0 ? solve->options->threads : (int) g_get_num_processors ();
  return true;
}

/* The directions that the method and the preconditioner sweep in. */
static SeidelSweeps
sweeps_of (const SeidelSolve *solve)
{
  return solve->method->sweeps | solve->preconditioner.kind->sweeps;
}

static bool
wants_auto (const SeidelSolve *solve)
{
  return g_strcmp0 (solve->options->strategy, "auto") == 0;
}

/* Whether the engine offers the storage. Methods on the host do not ask for it. */
static bool
check_storage (SeidelSolve *solve, GError **error)
{
  SeidelStorage storage = solve->options->storage;
  size_t n;

  if (solve->method->on_host || (solve->engine->storages & 1u << storage) != 0)
    return true;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
               "the %s engine does not hold matrices as “%s”", solve->engine->name,
               seidel_storages (&n)[storage].id);
  return false;
}

/* Whether the engine can compute so. Methods on the host have their own ways. */
static bool
check_arithmetic (SeidelSolve *solve, GError **error)
{
  int lacking = solve->options->arithmetic & ~(int) solve->engine->arithmetics;
  size_t n;
  const SeidelArithmeticInfo *arithmetics = seidel_arithmetics (&n);

  if (solve->method->on_host)
    return true;
  for (size_t i = 0; i < n; i++)
    if (lacking & (int) arithmetics[i].flag)
      {
        g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                     "the %s engine does not offer “%s” arithmetic", solve->engine->name,
                     arithmetics[i].id);
        return false;
      }
  return true;
}

/* Whether the threads of the engine can share dense products so. */
static bool
check_shape (SeidelSolve *solve, GError **error)
{
  return solve->method->on_host
         || seidel_shape_fits (solve->options->shape, solve->engine, solve->options->storage,
                               error);
}

/* Whether only the plain strategy can sweep the matrix as it is stored. */
static bool
needs_plain_strategy (const SeidelSolve *solve)
{
  return solve->options->storage != SEIDEL_STORAGE_CSR && !solve->method->on_host
         && sweeps_of (solve) != SEIDEL_SWEEPS_NONE;
}

static bool
check_plain_strategy (SeidelSolve *solve, GError **error)
{
  const SeidelEngine *engine = solve->engine;
  size_t n;
  const char *storage = seidel_storages (&n)[solve->options->storage].id;

  solve->strategy = 0;
  if (!solve->method->by_colors
      && (wants_auto (solve)
          || g_strcmp0 (solve->options->strategy, engine->strategies[0].id) == 0))
    {
      if (wants_auto (solve))
        solve->strategy_why =
          g_strdup_printf ("a matrix stored as “%s” is swept row after row", storage);
      return true;
    }
  if (solve->method->by_colors)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 "“%s” goes by colours, which a matrix stored as “%s” cannot be swept by: choose "
                 "“%s”",
                 solve->method->name, storage, seidel_storages (&n)[SEIDEL_STORAGE_CSR].id);
  else
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 "a matrix stored as “%s” can be swept by the strategy “%s” alone, not by “%s”",
                 storage, engine->strategies[0].id, solve->options->strategy);
  return false;
}

/* Colours are levels in another order than that of the rows, and not every strategy works by those.
 */
static bool
check_strategy_for_colors (SeidelSolve *solve, GError **error)
{
  const SeidelEngine *engine = solve->engine;
  int able = 0;

  while (able < engine->n_strategies && !engine->strategies[able].any_levels)
    able++;
  solve->strategy =
    wants_auto (solve) ? able : seidel_engine_find_strategy (engine, solve->options->strategy);
  if (solve->strategy >= 0 && solve->strategy < engine->n_strategies
      && engine->strategies[solve->strategy].any_levels)
    return true;
  if (able == engine->n_strategies)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 "“%s” goes by colours, and no sweep strategy of the %s engine does",
                 solve->method->name, engine->name);
  else
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 "“%s” goes by colours, which the sweep strategy “%s” does not: choose “%s”",
                 solve->method->name, solve->options->strategy, engine->strategies[able].id);
  return false;
}

/* A strategy that supports the arithmetic: the preferred one, or the first that is not a
 * demonstration; −1 where there is none. */
static int
find_able_strategy (const SeidelSolve *solve, int preferred)
{
  const SeidelEngine *engine = solve->engine;
  unsigned int wanted = (unsigned int) solve->options->arithmetic;

  if ((wanted & ~engine->strategies[preferred].arithmetics) == 0)
    return preferred;
  for (int i = 0; i < engine->n_strategies; i++)
    if (!engine->strategies[i].demonstration && (wanted & ~engine->strategies[i].arithmetics) == 0
        && (!solve->method->by_colors || engine->strategies[i].any_levels))
      return i;
  return -1;
}

/* Whether sweeps can compute as they are asked to. */
static bool
settle_arithmetic (SeidelSolve *solve, GError **error)
{
  const SeidelEngine *engine = solve->engine;
  int able = find_able_strategy (solve, solve->strategy);
  size_t n;
  const SeidelArithmeticInfo *arithmetics = seidel_arithmetics (&n);
  const char *lacking = NULL;

  if (able == solve->strategy)
    return true;
  for (size_t i = 0; i < n && lacking == NULL; i++)
    if (solve->options->arithmetic & ~(int) engine->strategies[solve->strategy].arithmetics
        & (int) arithmetics[i].flag)
      lacking = arithmetics[i].id;
  if (able >= 0 && wants_auto (solve))
    {
      g_free (solve->strategy_why);
      solve->strategy = able;
      solve->strategy_why = g_strdup_printf ("it offers “%s” arithmetic", lacking);
      return true;
    }
  if (able >= 0)
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 "the sweep strategy “%s” of the %s engine does not offer “%s” arithmetic: choose "
                 "“%s”",
                 engine->strategies[solve->strategy].id, engine->name, lacking,
                 engine->strategies[able].id);
  else
    g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
                 "no sweep strategy of the %s engine offers “%s” arithmetic", engine->name,
                 lacking);
  return false;
}

static bool
check_strategy (SeidelSolve *solve, GError **error)
{
  solve->strategy = -1;
  if (needs_plain_strategy (solve))
    return check_plain_strategy (solve, error) && settle_arithmetic (solve, error);
  if (solve->method->by_colors)
    return check_strategy_for_colors (solve, error) && settle_arithmetic (solve, error);
  if (sweeps_of (solve) == SEIDEL_SWEEPS_NONE || wants_auto (solve))
    return true;
  solve->strategy = seidel_engine_find_strategy (solve->engine, solve->options->strategy);
  if (solve->strategy >= 0)
    return settle_arithmetic (solve, error);
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
               "the %s engine has no sweep strategy “%s”", solve->engine->name,
               solve->options->strategy);
  return false;
}

/* --- analysis -----------------------------------------------------------------------------------
 */

/* Whether nobody in the run asks for more than one pass over the rows tells. */
static bool
asks_rows_only (const SeidelSolve *solve)
{
  const SeidelNeeds by_rows = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_DIAGONAL;

  return solve->method != NULL && (solve->method->needs & ~by_rows) == 0
         && solve->preconditioner.kind != NULL && solve->preconditioner.kind->prepare == NULL
         && (solve->preconditioner.kind->needs & ~by_rows) == 0 && !solve->method->on_host
         && !solve->options->track_error;
}

bool
seidel_solve_ensure_structure (SeidelSolve *solve, GError **error)
{
  if (solve->structure != NULL)
    return true;
  if (solve->problem->structure != NULL)
    solve->structure = seidel_structure_ref (solve->problem->structure);
  else if (asks_rows_only (solve))
    solve->structure =
      seidel_structure_new_by_rows (solve->problem->matrix, NULL, solve->cancellable, error);
  else
    solve->structure =
      seidel_structure_new (solve->problem->matrix, NULL, solve->cancellable, error);
  return solve->structure != NULL;
}

static bool
check_method (SeidelSolve *solve, GError **error)
{
  g_autofree char *why_not = NULL;

  if (seidel_method_applies (solve->method, solve->structure, &why_not)
      && seidel_preconditioner_applies (solve->preconditioner.kind, solve->method, solve->structure,
                                        &why_not))
    return true;
  g_set_error_literal (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID, why_not);
  return false;
}

/* What methods that compute by themselves cannot do. */
static bool
check_means (SeidelSolve *solve, GError **error)
{
  const SeidelMethod *method = solve->method;

  if (seidel_method_runs_on (method, solve->engine->id))
    return true;
  g_set_error (error, SEIDEL_ERROR, SEIDEL_ERROR_INVALID,
               "“%s” computes on the processor by itself, not through the %s engine: choose the "
               "%s engine for it.",
               method->name, solve->engine->name, seidel_cpu_engine ()->name);
  return false;
}

/* What a run takes of memory that is not there. */
static bool
check_memory (SeidelSolve *solve, GError **error)
{
  const SeidelMemoryChoices choices = { solve->engine, solve->method, solve->preconditioner.kind,
                                        solve->strategy };
  SeidelMemoryNeed need;
  SeidelMemoryRoom room;

  seidel_memory_need_init (&need, &choices, solve->structure, solve->options);
  /* To ask the system would take longer than a small solve. */
  if (need.host < HARMLESS_BYTES && need.device == 0.0
      && seidel_method_memory (solve->method, solve->structure, solve->options->precision) == 0.0)
    return true;
  /* To wake a device up is to go there. */
  if (solve->engine->device.memory != NULL)
    seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_TRANSFER);
  seidel_memory_room_init (&room, solve->engine);
  return seidel_memory_need_fits (&need, &room, solve->method->name, error);
}

/* Whether the engine's copy of the matrix fits, where it is not stored in rows as it came. On a
 * device it is counted among the rest. */
static bool
check_room (SeidelSolve *solve, GError **error)
{
  const SeidelStructure *structure = solve->structure;
  const SeidelStorageShape shape = { structure->rows, structure->columns, structure->nonzeros,
                                     structure->diagonals };

  return solve->method->on_host || solve->options->storage == SEIDEL_STORAGE_CSR
         || solve->engine->device.memory != NULL
         || seidel_storage_fits (solve->options->storage, &shape, solve->options->precision,
                                 seidel_memory_available (), error);
}

static SeidelSweeps
flag_of (SeidelDirection direction)
{
  return direction == SEIDEL_DIRECTION_FORWARD ? SEIDEL_SWEEPS_FORWARD : SEIDEL_SWEEPS_BACKWARD;
}

bool
seidel_solve_sweeps_in (const SeidelSolve *solve, SeidelDirection direction)
{
  return (sweeps_of (solve) & flag_of (direction)) != 0;
}

bool
seidel_solve_sweeps_matrix (const SeidelSolve *solve, SeidelDirection direction)
{
  SeidelSweeps sweeps = solve->method->sweeps;

  if (!solve->preconditioner.kind->sweeps_factors)
    sweeps |= solve->preconditioner.kind->sweeps;
  return (sweeps & flag_of (direction)) != 0;
}

/* The colours take the place of levels. */
static bool
color_rows (SeidelSolve *solve, GError **error)
{
  const SeidelCsr *csr = solve->problem->matrix->csr;
  g_autoptr (SeidelColoring) coloring = seidel_coloring_new (csr, NULL, solve->cancellable, error);

  if (coloring == NULL)
    return false;
  for (int direction = 0; direction < 2; direction++)
    if (solve->schedules[direction] == NULL && seidel_solve_sweeps_in (solve, direction))
      solve->schedules[direction] = seidel_coloring_schedule (coloring, csr, direction);
  solve->strategy_why =
    g_strdup_printf ("%d colours take the place of levels: the rows of one colour do not depend on "
                     "each other",
                     coloring->count);
  return true;
}

/* For the choice of a strategy, or for the one chosen. */
static bool
ensure_schedules (SeidelSolve *solve, GError **error)
{
  bool wanted = sweeps_of (solve) != SEIDEL_SWEEPS_NONE && !needs_plain_strategy (solve)
                && (solve->strategy < 0 || solve->engine->strategies[solve->strategy].needs_levels);

  if (solve->method->by_colors)
    return color_rows (solve, error);
  for (int direction = 0; direction < 2 && wanted; direction++)
    {
      SeidelSchedule *known = solve->problem->schedules[direction];

      if (!seidel_solve_sweeps_in (solve, direction) || solve->schedules[direction] != NULL)
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

/* The levels that are known of a direction, or NULL. */
static const SeidelSchedule *
known_schedule (const SeidelSolve *solve, SeidelDirection direction)
{
  if (!seidel_solve_sweeps_in (solve, direction))
    return NULL;
  return solve->schedules[direction] != NULL ? solve->schedules[direction]
                                             : solve->problem->schedules[direction];
}

/* Lets the engine choose; the direction with more levels is the one that decides. */
static bool
choose_strategy (SeidelSolve *solve, GError **error)
{
  SeidelCsrView matrix = seidel_solve_view_of_matrix (solve->problem->matrix->csr);
  const SeidelSchedule *decisive = known_schedule (solve, SEIDEL_DIRECTION_FORWARD);
  const SeidelSchedule *backward = known_schedule (solve, SEIDEL_DIRECTION_BACKWARD);
  SeidelLevelsView levels;
  char why[240] = "";

  if (decisive == NULL || (backward != NULL && backward->count > decisive->count))
    decisive = backward;
  if (decisive != NULL)
    levels = seidel_solve_view_of_levels (decisive);
  solve->strategy = solve->engine->choose_strategy (&matrix, decisive != NULL ? &levels : NULL,
                                                    solve->threads, why, sizeof why);
  solve->strategy_why = g_strdup (why);
  return settle_arithmetic (solve, error);
}

/* Levels are looked for where the choice goes by them, or the strategy does. */
static bool
settle_strategy (SeidelSolve *solve, GError **error)
{
  bool open = sweeps_of (solve) != SEIDEL_SWEEPS_NONE && solve->strategy < 0;
  bool by_levels = solve->engine->chooses_by_levels;

  return (!open || by_levels || choose_strategy (solve, error)) && ensure_schedules (solve, error)
         && (!open || !by_levels || choose_strategy (solve, error));
}

static bool
analyse (SeidelSolve *solve, GError **error)
{
  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_ANALYSIS);
  if (!seidel_solve_ensure_structure (solve, error) || !check_method (solve, error)
      || !check_means (solve, error) || !check_room (solve, error)
      || !settle_strategy (solve, error))
    return false;
  return check_memory (solve, error);
}

static bool
resolve_choices (SeidelSolve *solve, GError **error)
{
  return resolve_method (solve, error) && resolve_preconditioner (solve, error)
         && resolve_engine (solve, error);
}

bool
seidel_solve_check (const SeidelOptions *options, GError **error)
{
  SeidelSolve solve = { .options = options };

  /* The advisor's choices go together. */
  return g_strcmp0 (options->method, SEIDEL_METHOD_AUTO) == 0 ? resolve_engine (&solve, error)
                                                              : resolve_choices (&solve, error);
}

bool
seidel_solve_prepare (SeidelSolve *solve, GError **error)
{
  return resolve_choices (solve, error) && check_storage (solve, error)
         && check_arithmetic (solve, error) && check_shape (solve, error)
         && check_strategy (solve, error) && analyse (solve, error);
}

/* --- the whole -----------------------------------------------------------------------------------
 */

void
seidel_solve_clear (SeidelSolve *solve)
{
  g_clear_pointer (&solve->structure, seidel_structure_unref);
  for (int direction = 0; direction < 2; direction++)
    g_clear_pointer (&solve->schedules[direction], seidel_schedule_unref);
  g_clear_pointer (&solve->strategy_why, g_free);
}

static void
take_times (SeidelSolve *solve, SeidelOutcome *outcome)
{
  outcome->load_seconds = solve->problem->matrix->origin.load_seconds;
  outcome->order_seconds = solve->problem->matrix->order_seconds;
  outcome->total_seconds = outcome->load_seconds + outcome->order_seconds;
  for (int phase = 0; phase < SEIDEL_N_PHASES; phase++)
    {
      outcome->seconds[phase] = seidel_trace_phase_seconds (solve->trace, phase);
      outcome->total_seconds += outcome->seconds[phase];
    }
  outcome->has_device = seidel_trace_device (solve->trace, &outcome->device);
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

static bool
wants_reference (const SeidelSolve *solve)
{
  return solve->options->track_error && solve->solution == NULL;
}

static SeidelOutcome *
carry_out (SeidelSolve *solve, GError **error)
{
  bool automatic = g_strcmp0 (solve->options->method, SEIDEL_METHOD_AUTO) == 0;
  const char *reference_method = NULL;
  double *reference = NULL;
  SeidelOutcome *outcome = NULL;
  g_autofree char *why_not = NULL;

  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_ANALYSIS);
  if (automatic ? !seidel_solve_ensure_structure (solve, error)
                : !seidel_solve_prepare (solve, error))
    return NULL;
  if (wants_reference (solve))
    reference = seidel_solve_find_reference (solve, &reference_method, &why_not);
  if (reference != NULL)
    solve->solution = reference;
  outcome =
    automatic ? seidel_solve_automatically (solve, error) : seidel_solve_run (solve, 0, error);
  if (outcome != NULL)
    {
      outcome->reference_method = reference_method;
      if (outcome->message == NULL)
        outcome->message = g_steal_pointer (&why_not);
    }
  solve->solution = solve->problem->solution;
  seidel_vector_free (reference);
  return outcome;
}

SeidelOutcome *
seidel_solve (SeidelProblem *problem,
              const SeidelOptions *options,
              SeidelTrace *trace,
              GCancellable *cancellable,
              GCancellable *skip_verification,
              GError **error)
{
  SeidelSolve solve = {
    .problem = problem,
    .options = options,
    .trace = trace,
    .cancellable = cancellable,
    .skip_verification = skip_verification,
    .guess = problem->guess,
    .solution = problem->solution,
  };
  SeidelOutcome *outcome = NULL;

  seidel_trace_set_state (trace, SEIDEL_RUN_RUNNING);
  outcome = carry_out (&solve, error);
  restore_numbering (problem->matrix, outcome, error);
  seidel_trace_set_state (trace, SEIDEL_RUN_FINISHED);
  if (outcome != NULL)
    take_times (&solve, outcome);
  seidel_solve_clear (&solve);
  return outcome;
}
