/* Multigrid on an engine.
 *
 * Source: Briggs, Henson and McCormick, "A Multigrid Tutorial" (2000), chapter 3; the K cycle:
 * Notay and Vassilevski, "Recursive Krylov-based multigrid cycles" (2008); the hierarchy:
 * multigrid/seidel-hierarchy.h. A level has a strategy for its sweeps of its own: levels of the
 * hierarchy shrink, while their rows get longer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-multigrid.h"

#include <math.h>

#include "analysis/seidel-coloring.h"
#include "base/seidel-memory.h"
#include "method/seidel-triangles.h"
#include "multigrid/seidel-radius.h"

/* Steps of the smoother before and after where the coarsest level is too large to be solved. */
#define COARSEST_STEPS 8

/* A Krylov step of the K cycle is followed by another one unless it left less than this fraction of
 * the residual. */
#define KRYLOV_ENOUGH 0.25

/* Entries of the coarser matrices, prolongations and restrictions over those of the matrix: 1.5 to
 * 1.8 on grids, 2 or less on 45 of 48 matrices, up to 4 on the others, whose neighbours are random.
 */
#define ENTRIES_KEPT 3.0

/* The levels of a hierarchy on the engine. */
typedef struct
{
  SeidelHierarchy *hierarchy;
  SeidelMultigridLevel *levels;
  SeidelOperator *inverse; /* of the last level, or NULL */
} Levels;

struct SeidelMultigrid
{
  Levels own;
  Levels transposed; /* of Aᵀ; without levels where it is the same */
  const SeidelSmoother *smoother;
  SeidelCycle cycle;
  int steps; /* of the smoother */
  bool symmetric;
};

static bool
is_stopped (gconstpointer data)
{
  return seidel_method_run_stopped (data);
}

static SeidelWorkers
workers_of (SeidelMethodRun *run)
{
  return (SeidelWorkers){ run->threads, run->monitor->cancellable, is_stopped, run };
}

/* The order of the sweeps over a coarse level, if it has to be known beforehand: by colours, or
 * the dependency levels by which the engine chooses a strategy. */
static bool
find_schedule (SeidelMethodRun *run,
               const SeidelSmoother *smoother,
               const SeidelCsr *csr,
               SeidelDirection direction,
               SeidelSchedule **schedule,
               GError **error)
{
  GCancellable *cancellable = run->monitor->cancellable;
  g_autoptr (SeidelColoring) coloring = NULL;

  *schedule = NULL;
  if (smoother->by_colors)
    {
      coloring = seidel_coloring_new (csr, NULL, cancellable, error);
      if (coloring != NULL)
        *schedule = seidel_coloring_schedule (coloring, csr, direction, error);
      return *schedule != NULL;
    }
  if (!run->session.engine->chooses_by_levels)
    return true;
  *schedule = seidel_schedule_new (csr, direction, NULL, cancellable, error);
  return *schedule != NULL;
}

/* The sweeps of a coarse level. Where they go by levels, the engine chooses a strategy for each
 * level of the hierarchy. */
static SeidelReason
plan_sweeps (SeidelMethodRun *run,
             const SeidelSmoother *smoother,
             SeidelMultigridLevel *level,
             const SeidelCsr *csr)
{
  const SeidelEngine *engine = run->session.engine;
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               csr->values };
  g_autoptr (GError) error = NULL;
  SeidelReason reason = SEIDEL_REASON_NONE;

  for (int direction = 0; direction < 2 && reason == SEIDEL_REASON_NONE; direction++)
    {
      g_autoptr (SeidelSchedule) schedule = NULL;
      SeidelLevelsView levels = { 0 };
      char why[240];
      int strategy = run->strategy;

      if (!find_schedule (run, smoother, csr, direction, &schedule, &error))
        return seidel_triangles_fail (run, error);
      if (schedule != NULL)
        levels = (SeidelLevelsView){ schedule->count, schedule->level_of_row, schedule->level_rows,
                                     schedule->in_place_safe };
      if (!smoother->by_colors)
        strategy = engine->choose_strategy (&view, schedule != NULL ? &levels : NULL, run->threads,
                                            why, sizeof why);
      reason = seidel_triangles_plan_sweep (run, level->A, csr, strategy, direction, schedule,
                                            &level->sweeps[direction]);
    }
  return reason;
}

/* What the smoother of a level needs. */
static SeidelReason
prepare_smoother (SeidelMethodRun *run,
                  const SeidelSmoother *smoother,
                  SeidelMultigridLevel *level,
                  const SeidelCsr *csr)
{
  const SeidelWorkers workers = workers_of (run);
  g_autoptr (GError) error = NULL;

  if (smoother->uses_radius)
    {
      level->d = seidel_session_vector_new (&run->session, csr->rows);
      if (!seidel_csr_smoothing_radius (csr, &level->radius, &workers, &error))
        return seidel_triangles_fail (run, error);
    }
  return smoother->sweeps == SEIDEL_SWEEPS_NONE || level->borrowed
           ? SEIDEL_REASON_NONE
           : plan_sweeps (run, smoother, level, csr);
}

/* The first level may be that of the run itself. */
static SeidelReason
prepare_level (SeidelMethodRun *run, const SeidelMultigrid *self, Levels *levels, int l)
{
  const SeidelHierarchyLevel *source = &levels->hierarchy->levels[l];
  SeidelMultigridLevel *level = &levels->levels[l];
  SeidelSession *session = &run->session;
  bool last = l == levels->hierarchy->n_levels - 1;

  level->borrowed = source->A == run->csr;
  level->smoother = self->smoother;
  if (level->borrowed)
    {
      level->A = run->A;
      level->sweeps[0] = run->sweeps[0];
      level->sweeps[1] = run->sweeps[1];
    }
  else
    level->A = seidel_triangles_system_new (run, source->A);
  if (l > 0)
    {
      level->b = seidel_session_vector_new (session, source->A->rows);
      level->x = seidel_session_vector_new (session, source->A->rows);
    }
  for (int i = 0; l > 0 && !last && self->cycle == SEIDEL_CYCLE_K && i < 3; i++)
    level->krylov[i] = seidel_session_vector_new (session, source->A->rows);
  level->t = seidel_session_vector_new (session, source->A->rows);
  if (!last)
    {
      level->P = seidel_triangles_system_new (run, source->P);
      level->R = seidel_triangles_system_new (run, source->R);
    }
  if (seidel_session_failed (session) || (last && levels->hierarchy->inverse != NULL))
    return SEIDEL_REASON_NONE;
  return prepare_smoother (run, self->smoother, level, source->A);
}

static SeidelReason
prepare_levels (SeidelMethodRun *run, const SeidelMultigrid *self, Levels *levels)
{
  SeidelHierarchy *hierarchy = levels->hierarchy;
  SeidelReason reason = SEIDEL_REASON_NONE;

  levels->levels = g_new0 (SeidelMultigridLevel, hierarchy->n_levels);
  for (int l = 0; l < hierarchy->n_levels && reason == SEIDEL_REASON_NONE; l++)
    reason = prepare_level (run, self, levels, l);
  if (hierarchy->inverse != NULL && reason == SEIDEL_REASON_NONE)
    levels->inverse = seidel_triangles_system_new (run, hierarchy->inverse);
  return reason;
}

/* The levels of the first matrix are timed. Where there is one step of sweeps, all that go forward
 * start from zero. */
static void
time_levels (SeidelMethodRun *run, const SeidelMultigrid *self)
{
  SeidelMultigridLevel *level = &self->own.levels[0];

  level->timed = level->borrowed && level->P != NULL;
  level->times_triangle[SEIDEL_DIRECTION_FORWARD] =
    self->smoother->one_way && !self->smoother->by_colors && self->steps == 1;
  for (int direction = 0; direction < 2 && level->timed; direction++)
    seidel_method_run_time_levels (run, level->sweeps[direction], direction,
                                   level->times_triangle[direction]);
}

static SeidelHierarchy *
make_hierarchy (SeidelMethodRun *run, GError **error)
{
  const SeidelWorkers workers = workers_of (run);
  g_autoptr (SeidelNearNull) near_null = NULL;

  if (run->near_null != NULL)
    {
      near_null = seidel_near_null_new (run->near_null, run->n, run->n_near_null, error);
      if (near_null == NULL)
        return NULL;
    }
  return seidel_hierarchy_new (
    run->csr, (SeidelCoarsening) seidel_method_run_parameter (run, SEIDEL_PARAMETER_COARSENING),
    seidel_method_run_parameter (run, SEIDEL_PARAMETER_STRENGTH), near_null, &workers, error);
}

SeidelReason
seidel_multigrid_new (SeidelMethodRun *run, bool transposed, SeidelMultigrid **multigrid)
{
  SeidelMultigrid *self = *multigrid = g_new0 (SeidelMultigrid, 1);
  g_autoptr (GError) error = NULL;
  SeidelReason reason;

  self->smoother = seidel_smoother_get (run->options);
  self->cycle = (SeidelCycle) seidel_method_run_parameter (run, SEIDEL_PARAMETER_CYCLE);
  self->steps = (int) seidel_method_run_parameter (run, SEIDEL_PARAMETER_SMOOTHING);
  self->symmetric = run->structure->value_symmetric;
  seidel_session_set (&run->session, SEIDEL_MULTIGRID_ONE, 1.0);
  self->own.hierarchy = make_hierarchy (run, &error);
  if (self->own.hierarchy == NULL)
    return seidel_triangles_fail (run, error);
  reason = prepare_levels (run, self, &self->own);
  if (reason == SEIDEL_REASON_NONE)
    time_levels (run, self);
  if (reason != SEIDEL_REASON_NONE || !transposed || self->symmetric)
    return reason;
  self->transposed.hierarchy =
    seidel_hierarchy_transpose (self->own.hierarchy, run->monitor->cancellable, &error);
  if (self->transposed.hierarchy == NULL)
    return seidel_triangles_fail (run, error);
  return prepare_levels (run, self, &self->transposed);
}

static void run_cycle (SeidelMethodRun *run,
                       const SeidelMultigrid *self,
                       const Levels *levels,
                       int l,
                       SeidelLevelEquation equation);

static void
smooth (SeidelMethodRun *run,
        const SeidelMultigrid *self,
        const SeidelMultigridLevel *level,
        SeidelSmoothing phase,
        SeidelLevelEquation equation)
{
  self->smoother->smooth (run, level, phase, self->steps, equation);
}

static void
solve_coarsest (SeidelMethodRun *run,
                const SeidelMultigrid *self,
                const Levels *levels,
                const SeidelMultigridLevel *level,
                SeidelLevelEquation equation)
{
  if (levels->inverse != NULL)
    {
      seidel_session_multiply (&run->session, levels->inverse, equation.b, equation.x);
      return;
    }
  for (int i = 0; i < COARSEST_STEPS; i++)
    {
      smooth (run, self, level, SEIDEL_SMOOTHING_BEFORE, equation);
      equation.from_zero = false;
      smooth (run, self, level, SEIDEL_SMOOTHING_AFTER, equation);
    }
}

/* The second step of the Krylov iteration, and the best combination of both corrections. dots: of
 * the first step, left · v and left · b. */
static void
take_second_step (SeidelMethodRun *run,
                  const SeidelMultigrid *self,
                  const Levels *levels,
                  int l,
                  const double *dots)
{
  SeidelMultigridLevel *level = &levels->levels[l];
  SeidelSession *session = &run->session;
  SeidelVector *c = level->krylov[0];
  SeidelVector *first = level->krylov[1];
  SeidelVector *v = level->krylov[2];
  const SeidelVector *left = self->symmetric ? c : v;
  double second[3]; /* left · first, left · v, left · r */
  double rho;
  double factors[2];

  run_cycle (run, self, levels, l, (SeidelLevelEquation){ level->b, c, true });
  seidel_session_multiply (session, level->A, c, v);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS, left, first);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS + 1, left, v);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS + 2, left, level->b);
  seidel_session_get (session, SEIDEL_MULTIGRID_DOTS, 3, second);
  rho = second[1] - second[0] * second[0] / dots[0];
  factors[0] = dots[1] / dots[0];
  factors[1] = second[2] / rho;
  if (!(rho > 0.0) || !isfinite (factors[1]))
    factors[1] = 0.0;
  factors[0] -= second[0] / dots[0] * factors[1];
  seidel_session_set (session, SEIDEL_MULTIGRID_FACTORS, factors[0]);
  seidel_session_set (session, SEIDEL_MULTIGRID_FACTORS + 1, factors[1]);
  seidel_session_scale (session, level->x, SEIDEL_MULTIGRID_FACTORS);
  seidel_session_axpy (session, level->x, 1, SEIDEL_MULTIGRID_FACTORS + 1, c);
}

/* level->x ≈ A⁻¹ level->b by up to two steps of flexible CG, or of GCR where the matrix is not
 * symmetric, preconditioned by the cycle; changes level->b. */
static void
solve_by_krylov (SeidelMethodRun *run, const SeidelMultigrid *self, const Levels *levels, int l)
{
  SeidelMultigridLevel *level = &levels->levels[l];
  SeidelSession *session = &run->session;
  SeidelVector *v = level->krylov[1];
  const SeidelVector *left = self->symmetric ? level->x : v;
  double dots[3] = { 0.0 }; /* left · v, left · b, b · b */
  double rest = 0.0;

  run_cycle (run, self, levels, l, (SeidelLevelEquation){ level->b, level->x, true });
  seidel_session_multiply (session, level->A, level->x, v);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS, left, v);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS + 1, left, level->b);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS + 2, level->b, level->b);
  seidel_session_get (session, SEIDEL_MULTIGRID_DOTS, 3, dots);
  /* A zero residual, or a matrix that is not definite: the cycle alone must do. */
  if (!(dots[0] > 0.0))
    return;
  seidel_session_set (session, SEIDEL_MULTIGRID_FACTORS, dots[1] / dots[0]);
  seidel_session_axpy (session, level->b, -1, SEIDEL_MULTIGRID_FACTORS, v);
  seidel_session_dot (session, SEIDEL_MULTIGRID_DOTS, level->b, level->b);
  seidel_session_get (session, SEIDEL_MULTIGRID_DOTS, 1, &rest);
  if (rest > KRYLOV_ENOUGH * KRYLOV_ENOUGH * dots[2])
    take_second_step (run, self, levels, l, dots);
  else
    seidel_session_scale (session, level->x, SEIDEL_MULTIGRID_FACTORS);
}

/* The correction of the next level, from its right-hand side b. */
static void
correct (SeidelMethodRun *run, const SeidelMultigrid *self, const Levels *levels, int l)
{
  const SeidelMultigridLevel *level = &levels->levels[l];
  SeidelLevelEquation equation = { level->b, level->x, true };
  bool last = level->P == NULL;

  if (self->cycle == SEIDEL_CYCLE_K && !last)
    {
      solve_by_krylov (run, self, levels, l);
      return;
    }
  run_cycle (run, self, levels, l, equation);
  equation.from_zero = false;
  if (self->cycle == SEIDEL_CYCLE_W && !last)
    run_cycle (run, self, levels, l, equation);
}

/* For whoever asked to see the first cycle. */
static void
note_stage (SeidelMethodRun *run, SeidelCycleStage stage, const SeidelVector *x)
{
  SeidelCycleRecord *record = seidel_trace_cycle_record (run->monitor->trace);

  if (record == NULL || record->stages != (int) stage || seidel_session_failed (&run->session))
    return;
  run->session.engine->vectors.download (run->session.context, record->corrections[stage], x);
  record->stages++;
}

/* Improves x. */
static void
run_cycle (SeidelMethodRun *run,
           const SeidelMultigrid *self,
           const Levels *levels,
           int l,
           SeidelLevelEquation equation)
{
  const SeidelMultigridLevel *level = &levels->levels[l];
  const SeidelMultigridLevel *next = level + 1;
  SeidelSession *session = &run->session;

  if (seidel_session_failed (session))
    return;
  if (level->P == NULL)
    {
      solve_coarsest (run, self, levels, level, equation);
      return;
    }
  smooth (run, self, level, SEIDEL_SMOOTHING_BEFORE, equation);
  if (l == 0)
    note_stage (run, SEIDEL_CYCLE_SMOOTHED, equation.x);
  seidel_session_residual (session, level->A, equation.b, equation.x, level->t,
                           SEIDEL_MULTIGRID_SQUARE);
  seidel_session_multiply (session, level->R, level->t, next->b);
  correct (run, self, levels, l + 1);
  seidel_session_multiply (session, level->P, next->x, level->t);
  seidel_session_axpy (session, equation.x, 1, SEIDEL_MULTIGRID_ONE, level->t);
  if (l == 0)
    note_stage (run, SEIDEL_CYCLE_CORRECTED, equation.x);
  equation.from_zero = false;
  smooth (run, self, level, SEIDEL_SMOOTHING_AFTER, equation);
  if (l == 0)
    note_stage (run, SEIDEL_CYCLE_DONE, equation.x);
}

void
seidel_multigrid_cycle (SeidelMethodRun *run,
                        const SeidelMultigrid *self,
                        bool transposed,
                        const SeidelVector *b,
                        SeidelVector *x)
{
  const Levels *levels =
    transposed && self->transposed.levels != NULL ? &self->transposed : &self->own;

  run_cycle (run, self, levels, 0, (SeidelLevelEquation){ b, x, true });
}

static void
clear_level (SeidelMethodRun *run, SeidelMultigridLevel *level)
{
  const SeidelEngine *engine = run->session.engine;
  SeidelSession *session = &run->session;

  for (int direction = 0; direction < 2 && !level->borrowed; direction++)
    if (level->sweeps[direction] != NULL)
      engine->sweeps.free (session->context, level->sweeps[direction]);
  if (level->P != NULL)
    engine->operators.free (session->context, level->P);
  if (level->R != NULL)
    engine->operators.free (session->context, level->R);
  if (level->A != NULL && !level->borrowed)
    engine->operators.free (session->context, level->A);
  seidel_session_vector_free (session, level->b);
  seidel_session_vector_free (session, level->x);
  seidel_session_vector_free (session, level->t);
  seidel_session_vector_free (session, level->d);
  for (int i = 0; i < 3; i++)
    seidel_session_vector_free (session, level->krylov[i]);
}

static void
clear_levels (SeidelMethodRun *run, Levels *levels)
{
  for (int l = 0; levels->levels != NULL && l < levels->hierarchy->n_levels; l++)
    clear_level (run, &levels->levels[l]);
  if (levels->inverse != NULL)
    run->session.engine->operators.free (run->session.context, levels->inverse);
  g_free (levels->levels);
}

void
seidel_multigrid_free (SeidelMethodRun *run, SeidelMultigrid *self)
{
  SeidelCycleRecord *record;

  if (self == NULL)
    return;
  /* The levels of Aᵀ borrow what is in the other ones. */
  clear_levels (run, &self->transposed);
  clear_levels (run, &self->own);
  record = seidel_trace_cycle_record (run->monitor->trace);
  if (record != NULL && record->hierarchy == NULL)
    record->hierarchy = g_steal_pointer (&self->own.hierarchy);
  seidel_hierarchy_free (self->transposed.hierarchy);
  seidel_hierarchy_free (self->own.hierarchy);
  g_free (self);
}

double
seidel_multigrid_memory (const SeidelStructure *structure, SeidelPrecision precision)
{
  return ENTRIES_KEPT
         * seidel_memory_of_matrix ((double) structure->rows, (double) structure->nonzeros);
}
