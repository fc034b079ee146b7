/* Before a run: its plan, and the analyses that the plan needs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "solve/seidel-solve-private.h"

#include "analysis/seidel-coloring.h"
#include "base/seidel-memory.h"

/* A K cycle iterates by another method where the matrix is symmetric. */
static bool
cycles_by_symmetry (const SeidelPlan *plan)
{
  return (plan->method->parameters & 1u << SEIDEL_PARAMETER_CYCLE) != 0
         && plan->options.parameters[SEIDEL_PARAMETER_CYCLE] == SEIDEL_CYCLE_K;
}

/* Whether one pass over the rows gives all the structure that the run needs. */
static bool
needs_rows_only (const SeidelSolve *solve)
{
  const SeidelNeeds by_rows = SEIDEL_NEEDS_SQUARE | SEIDEL_NEEDS_DIAGONAL;
  const SeidelPlan *plan = solve->plan;

  return plan != NULL && plan->method != NULL && plan->preconditioner != NULL
         && (plan->method->needs & ~by_rows) == 0 && plan->preconditioner->prepare == NULL
         && (plan->preconditioner->needs & ~by_rows) == 0 && !plan->method->on_host
         && !cycles_by_symmetry (plan) && !plan->options.track_error;
}

bool
seidel_solve_ensure_structure (SeidelSolve *solve, GError **error)
{
  if (solve->structure != NULL)
    return true;
  if (solve->problem->structure != NULL)
    solve->structure = seidel_structure_ref (solve->problem->structure);
  else if ((solve->structure = seidel_solve_recall_structure (solve)) != NULL)
    return true;
  else if (needs_rows_only (solve))
    {
      solve->by_rows = true;
      solve->structure =
        seidel_structure_new_by_rows (solve->problem->matrix, NULL, solve->cancellable, error);
    }
  else
    solve->structure =
      seidel_structure_new (solve->problem->matrix, NULL, solve->cancellable, error);
  return solve->structure != NULL;
}

/* Plans with what is known by now. */
static bool
update_plan (SeidelSolve *solve, const SeidelMemoryRoom *room, GError **error)
{
  SeidelPlanFacts facts = {
    .options = solve->options,
    .matrix = solve->structure == NULL ? NULL
              : solve->scaled.active   ? solve->scaled.matrix
                                       : solve->problem->matrix,
    .structure = solve->structure,
    .room = room,
    .machine = solve->problem->machine,
    .devices = solve->devices.known ? solve->devices : seidel_devices_found (),
    .before = solve->plan,
  };
  SeidelPlan *plan;

  for (int direction = 0; direction < 2; direction++)
    facts.schedules[direction] = solve->schedules[direction] != NULL
                                   ? solve->schedules[direction]
                                   : solve->problem->schedules[direction];
  plan = seidel_plan_new_with_devices (&facts);
  solve->devices = facts.devices;
  seidel_plan_free (solve->plan);
  solve->plan = plan;
  /* The plan of a scaled system no longer knows what it was scaled for. */
  if (solve->scaled.active && plan->verdicts[SEIDEL_PLAN_SCALING].sentence == NULL)
    plan->verdicts[SEIDEL_PLAN_SCALING].sentence = g_strdup (solve->scaled.why);
  return seidel_plan_check (plan, error);
}

static bool
sweeps_in (SeidelSweeps sweeps, SeidelDirection direction)
{
  return (sweeps & (1u << direction)) != 0;
}

/* The colours take the place of levels. Those that a smoother goes by are found where the engine
 * makes levels, which takes a symmetric pattern. */
static bool
color_rows (SeidelSolve *solve, GError **error)
{
  const SeidelCsr *csr = solve->problem->matrix->csr;
  const SeidelPlan *plan = solve->plan;
  g_autoptr (SeidelColoring) coloring = NULL;
  int count = 0;

  if (!plan->method->by_colors && plan->engine->coarsening != NULL
      && solve->structure->pattern_symmetric)
    {
      solve->strategy_why = g_strdup ("colours, found by the engine, take the place of levels");
      return true;
    }
  for (int direction = 0; direction < 2; direction++)
    {
      SeidelSchedule **schedule = &solve->schedules[direction];

      if (*schedule == NULL && sweeps_in (solve->plan->sweeps, direction))
        *schedule = seidel_solve_recall_schedule (solve, direction, true);
      if (*schedule == NULL && sweeps_in (solve->plan->sweeps, direction))
        {
          if (coloring == NULL
              && (coloring = seidel_coloring_new (csr, NULL, solve->cancellable, error)) == NULL)
            return false;
          *schedule = seidel_coloring_schedule (coloring, csr, direction, error);
          if (*schedule == NULL)
            return false;
        }
      if (*schedule != NULL)
        count = (*schedule)->count;
    }
  solve->strategy_why =
    g_strdup_printf ("%d colours take the place of levels: the rows of one colour do not depend on "
                     "each other",
                     count);
  return true;
}

/* The levels that the plan lacks. */
static bool
find_levels (SeidelSolve *solve, GError **error)
{
  for (int direction = 0; direction < 2; direction++)
    {
      if (!sweeps_in (solve->plan->missing_levels, direction))
        continue;
      solve->schedules[direction] = seidel_solve_recall_schedule (solve, direction, false);
      if (solve->schedules[direction] == NULL)
        solve->schedules[direction] = seidel_schedule_new (solve->problem->matrix->csr, direction,
                                                           NULL, solve->cancellable, error);
      if (solve->schedules[direction] == NULL)
        return false;
    }
  return true;
}

/* Those that were known beforehand and the chosen strategy needs. */
static void
take_levels (SeidelSolve *solve)
{
  const SeidelPlan *plan = solve->plan;
  bool chosen = g_strcmp0 (solve->options->strategy, SEIDEL_STRATEGY_AUTO) == 0
                && plan->engine->chooses_by_levels;

  if (plan->strategy < 0 || plan->by_colors
      || !(chosen || plan->engine->strategies[plan->strategy].needs_levels)
      || plan->options.storage != SEIDEL_STORAGE_CSR)
    return;
  for (int direction = 0; direction < 2; direction++)
    if (sweeps_in (plan->sweeps, direction) && solve->schedules[direction] == NULL
        && solve->problem->schedules[direction] != NULL)
      solve->schedules[direction] = seidel_schedule_ref (solve->problem->schedules[direction]);
}

static bool
check_memory (SeidelSolve *solve, GError **error)
{
  const SeidelPlan *plan = solve->plan;
  SeidelMemoryRoom room;

  /* Vectors alone are not refused in advance where they are small. */
  if (plan->need.device == 0.0
      && (seidel_memory_is_free (plan->need.host)
          || (plan->need.host < SEIDEL_MEMORY_HARMLESS
              && seidel_method_memory (plan->method, solve->structure, plan->options.precision)
                   == 0.0)))
    return true;
  /* To wake a device up is part of going there. */
  if (plan->engine->device.memory != NULL)
    seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_TRANSFER);
  seidel_memory_room_init (&room, plan->engine, plan->options.device);
  if (update_plan (solve, &room, solve->idle.open ? NULL : error))
    return true;
  if (!solve->idle.open)
    return false;
  /* What the run before left takes up room that this one may need. */
  seidel_solve_close_idle (solve);
  seidel_memory_room_init (&room, solve->plan->engine, solve->plan->options.device);
  return update_plan (solve, &room, error);
}

/* What the steps of a run need of the plan. */
static void
adopt_plan (SeidelSolve *solve)
{
  const SeidelPlan *plan = solve->plan;

  solve->options = &plan->options;
  solve->method = plan->method;
  solve->engine = plan->engine;
  solve->strategy = plan->strategy;
  solve->threads = plan->threads;
  solve->preconditioner = (SeidelPreconditioner){ .kind = plan->preconditioner };
  g_free (solve->engine_why);
  solve->engine_why =
    g_strdup (plan->engine_chosen ? plan->verdicts[SEIDEL_PLAN_ENGINE].sentence : NULL);
  if (solve->strategy_why == NULL)
    solve->strategy_why =
      g_strdup (plan->verdicts[SEIDEL_PLAN_STRATEGY].kind == SEIDEL_VERDICT_WORKS
                  ? plan->verdicts[SEIDEL_PLAN_STRATEGY].sentence
                  : NULL);
}

bool
seidel_solve_prepare (SeidelSolve *solve, GError **error)
{
  g_clear_pointer (&solve->plan, seidel_plan_free);
  seidel_solve_unscale (solve);
  if (!update_plan (solve, NULL, error))
    return false;
  seidel_trace_begin_phase (solve->trace, SEIDEL_PHASE_ANALYSIS);
  if (!seidel_solve_ensure_structure (solve, error) || !update_plan (solve, NULL, error)
      || !seidel_solve_scale (solve, error)
      || (solve->scaled.active && !update_plan (solve, NULL, error)))
    return false;
  /* Again where a run that does not fit on the device goes back to the CPU. */
  do
    {
      /* Once for the choice of a strategy, and once more where the one chosen needs levels. */
      while (solve->plan->missing_levels != SEIDEL_SWEEPS_NONE)
        if (!find_levels (solve, error) || !update_plan (solve, NULL, error))
          return false;
      take_levels (solve);
      if (!check_memory (solve, error))
        return false;
    }
  while (solve->plan->missing_levels != SEIDEL_SWEEPS_NONE);
  if (solve->plan->by_colors && !color_rows (solve, error))
    return false;
  adopt_plan (solve);
  return true;
}

bool
seidel_solve_sweeps_matrix (const SeidelSolve *solve, SeidelDirection direction)
{
  return sweeps_in (solve->plan->matrix_sweeps, direction);
}

void
seidel_solve_clear (SeidelSolve *solve)
{
  if (solve->keeps)
    seidel_solve_unscale (solve);
  else
    seidel_solve_clear_scaling (solve);
  seidel_solve_remember (solve);
  g_clear_pointer (&solve->structure, seidel_structure_unref);
  for (int direction = 0; direction < 2; direction++)
    g_clear_pointer (&solve->schedules[direction], seidel_schedule_unref);
  g_clear_pointer (&solve->strategy_why, g_free);
  g_clear_pointer (&solve->engine_why, g_free);
  g_clear_pointer (&solve->plan, seidel_plan_free);
}

int
seidel_solve_stagnation_window (const SeidelSolve *solve)
{
  int64_t n = solve->problem->matrix->csr->rows;

  if (solve->options->stagnation_window > 0)
    return solve->options->stagnation_window;
  /* A Krylov method may stay on a plateau for about as many iterations as there are unknowns. */
  return solve->method->monotone ? 500 : (int) CLAMP (2 * n, 1000, 20000);
}
