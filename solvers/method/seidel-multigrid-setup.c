/* Multigrid on an engine: the set-up.
 *
 * A level has a strategy for its sweeps of its own: levels of the hierarchy shrink, while their
 * rows get longer. The hierarchy is that of multigrid/seidel-hierarchy.h, whoever makes it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-coloring.h"
#include "base/seidel-memory.h"
#include "engine/seidel-coarsening.h"
#include "method/seidel-multigrid-levels.h"
#include "method/seidel-triangles.h"

/* Entries of the coarser matrices, prolongations and restrictions over those of the matrix: 1.5 to
 * 1.8 on grids, 2 or less on 45 of 48 matrices, up to 4 on the others, whose neighbours are random.
 */
#define ENTRIES_KEPT 3.0

/* The order of the sweeps over a coarse level, if it has to be known beforehand and is not: by
 * colours, or the dependency levels by which the engine chooses a strategy. */
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

  if (*schedule != NULL)
    return true;
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
             const SeidelCsr *csr,
             SeidelSchedule **orders)
{
  const SeidelEngine *engine = run->session.engine;
  const SeidelCsrView view = { csr->rows, csr->columns, csr->row_offsets, csr->column_indices,
                               csr->values };
  g_autoptr (GError) error = NULL;
  SeidelReason reason = SEIDEL_REASON_NONE;

  for (int direction = 0; direction < 2 && reason == SEIDEL_REASON_NONE; direction++)
    {
      const SeidelSchedule *schedule;
      SeidelLevelsView levels = { 0 };
      char why[240];
      int strategy = run->strategy;

      if (!find_schedule (run, smoother, csr, direction, &orders[direction], &error))
        return seidel_triangles_fail (run, error);
      schedule = orders[direction];
      if (schedule != NULL)
        levels = (SeidelLevelsView){ schedule->count, schedule->level_of_row, schedule->level_rows,
                                     schedule->in_place_safe };
      if (!smoother->by_colors)
        strategy = engine->choose_strategy (&view, schedule != NULL ? &levels : NULL, run->threads,
                                            why, sizeof why, NULL);
      reason = seidel_triangles_plan_sweep (run, level->A, csr, strategy, direction, schedule,
                                            &level->sweeps[direction]);
    }
  return reason;
}

/* Whether the engine finds the colours of the first level. */
static bool
colors_there (const SeidelMethodRun *run,
              const SeidelSmoother *smoother,
              const SeidelMultigridLevel *level)
{
  return smoother->by_colors && level->borrowed && run->session.engine->coarsening != NULL
         && run->structure->pattern_symmetric;
}

/* The sweeps of a level that the engine alone has, or colours: by colours. The rows of coarse
 * levels are in an order of ours, in which a sweep would take as many steps as it has wavefronts.
 */
static SeidelReason
plan_sweeps_of_made (SeidelMethodRun *run, SeidelMultigridLevel *level)
{
  SeidelSession *session = &run->session;

  level->by_colors = true;
  if (!seidel_session_failed (session))
    session->engine->coarsening->color (session->context, level->A, level->sweeps);
  return SEIDEL_REASON_NONE;
}

/* What the smoother of a level needs; csr is NULL where the engine alone has the matrix, source
 * where the host makes no level of it. */
static SeidelReason
prepare_smoother (SeidelMethodRun *run,
                  const SeidelSmoother *smoother,
                  SeidelMultigridLevel *level,
                  const SeidelHierarchyLevel *source,
                  const SeidelCsr *csr,
                  SeidelSchedule **orders)
{
  SeidelAggregates *aggregates = source != NULL ? source->aggregates : NULL;
  SeidelReason reason = SEIDEL_REASON_NONE;

  if (smoother->uses_direction)
    level->d = seidel_session_vector_new (&run->session, level->rows);
  if (smoother->uses_radius && level->radius == 0.0)
    reason = seidel_multigrid_find_radius (run, level, csr,
                                           aggregates != NULL ? &aggregates->radii : NULL);
  if (reason != SEIDEL_REASON_NONE || smoother->sweeps == SEIDEL_SWEEPS_NONE
      || level->sweeps[0] != NULL)
    return reason;
  level->own_sweeps = true;
  return csr == NULL || colors_there (run, smoother, level)
           ? plan_sweeps_of_made (run, level)
           : plan_sweeps (run, smoother, level, csr, orders);
}

/* Copies a level of the host's hierarchy to the engine, as far as it is not there. */
static void
copy_level (SeidelMethodRun *run, const SeidelHierarchyLevel *source, SeidelMultigridLevel *level)
{
  level->rows = source->A->rows;
  if (level->A == NULL)
    level->A = seidel_triangles_system_new (run, source->A);
  if (source->P == NULL)
    return;
  level->P = seidel_triangles_system_new (run, source->P);
  level->R = seidel_triangles_system_new (run, source->R);
}

/* The first level of A is that of the run itself. */
static void
borrow_level (const SeidelMethodRun *run, SeidelMultigridLevel *level)
{
  level->borrowed = true;
  level->A = run->A;
  level->rows = run->csr->rows;
  level->nonzeros = seidel_csr_nonzeros (run->csr);
  level->sweeps[0] = run->sweeps[0];
  level->sweeps[1] = run->sweeps[1];
}

static SeidelReason
prepare_level (SeidelMethodRun *run,
               const SeidelMultigrid *self,
               SeidelMultigridLevels *levels,
               int l)
{
  const SeidelHierarchyLevel *source =
    l >= levels->n_made ? &levels->hierarchy->levels[l - levels->n_made] : NULL;
  SeidelMultigridLevel *level = &levels->levels[l];
  SeidelSession *session = &run->session;
  bool last = l == levels->n_levels - 1;

  level->smoother = self->smoother;
  level->by_colors = self->smoother->by_colors;
  if (source != NULL)
    copy_level (run, source, level);
  if (l > 0)
    {
      level->b = seidel_session_vector_new (session, level->rows);
      level->x = seidel_session_vector_new (session, level->rows);
    }
  for (int i = 0; l > 0 && !last && self->cycle == SEIDEL_CYCLE_K && i < 3; i++)
    level->krylov[i] = seidel_session_vector_new (session, level->rows);
  level->t = seidel_session_vector_new (session, level->rows);
  if (seidel_session_failed (session) || (last && levels->hierarchy->inverse != NULL))
    return SEIDEL_REASON_NONE;
  return prepare_smoother (run, self->smoother, level, source,
                           source != NULL    ? source->A
                           : level->borrowed ? run->csr
                                             : NULL,
                           levels->orders[l]);
}

/* Once there is a hierarchy. */
static SeidelReason
prepare_levels (SeidelMethodRun *run, const SeidelMultigrid *self, SeidelMultigridLevels *levels)
{
  SeidelReason reason = SEIDEL_REASON_NONE;

  levels->n_levels = levels->n_made + levels->hierarchy->n_levels;
  for (int l = 0; l < levels->n_levels && reason == SEIDEL_REASON_NONE; l++)
    reason = prepare_level (run, self, levels, l);
  if (levels->hierarchy->inverse != NULL && reason == SEIDEL_REASON_NONE)
    levels->inverse = seidel_triangles_system_new (run, levels->hierarchy->inverse);
  return reason;
}

/* The levels of the first matrix are timed, where the host knows them. Where there is one step of
 * sweeps, all that go forward start from zero. */
static void
time_levels (SeidelMethodRun *run, const SeidelMultigrid *self)
{
  SeidelMultigridLevel *level = &self->own.levels[0];

  level->timed = level->borrowed && level->P != NULL && !colors_there (run, self->smoother, level);
  level->times_triangle[SEIDEL_DIRECTION_FORWARD] =
    self->smoother->one_way && !self->smoother->by_colors && self->steps == 1;
  for (int direction = 0; direction < 2 && level->timed; direction++)
    seidel_method_run_time_levels (run, level->sweeps[direction], direction,
                                   level->times_triangle[direction]);
}

static SeidelMultigridLevel *
levels_new (void)
{
  return g_new0 (SeidelMultigridLevel, 2 * SEIDEL_HIERARCHY_MOST_LEVELS);
}

static void
clear_hierarchy (SeidelMultigridLevels *levels)
{
  for (size_t l = 0; l < G_N_ELEMENTS (levels->orders); l++)
    for (int direction = 0; direction < 2; direction++)
      g_clear_pointer (&levels->orders[l][direction], seidel_schedule_unref);
  g_clear_pointer (&levels->hierarchy, seidel_hierarchy_free);
}

/* Has another one take over the hierarchy. */
static void
move_hierarchy (SeidelMultigridLevels *from, SeidelMultigridLevels *to)
{
  to->hierarchy = g_steal_pointer (&from->hierarchy);
  memcpy (to->orders, from->orders, sizeof to->orders);
  memset (from->orders, 0, sizeof from->orders);
}

/* What the host has of an earlier matrix goes, unless it is of the same pattern, with the same
 * strong couplings. Where there are no levels of an engine, that was known before. */
static void
drop_hierarchy (SeidelMultigridLevels *levels, int n_left, const SeidelWorkers *workers)
{
  bool serves = levels->n_made == n_left && levels->n_updated == n_left;

  if (serves && n_left > 0)
    serves = levels->rest != NULL
             && seidel_hierarchy_can_update (levels->hierarchy, levels->rest,
                                             SEIDEL_COARSENING_AGGREGATION, workers);
  if (!serves)
    clear_hierarchy (levels);
}

/* Makes the hierarchy, as much of it as pays on the engine. */
static SeidelReason
make_hierarchy (SeidelMethodRun *run, SeidelMultigridLevels *levels)
{
  const SeidelWorkers workers = seidel_multigrid_workers (run);
  const int n_left = levels->n_left;
  const SeidelCsr *csr;
  SeidelCoarsening coarsening =
    (SeidelCoarsening) seidel_method_run_parameter (run, SEIDEL_PARAMETER_COARSENING);
  double strength = seidel_method_run_parameter (run, SEIDEL_PARAMETER_STRENGTH);
  g_autoptr (SeidelNearNull) near_null = NULL;
  g_autoptr (GError) error = NULL;
  SeidelReason reason;

  if (levels->levels == NULL)
    levels->levels = levels_new ();
  borrow_level (run, &levels->levels[0]);
  reason = seidel_multigrid_make_on_engine (run, levels, &coarsening, &strength);
  drop_hierarchy (levels, n_left, &workers);
  if (reason != SEIDEL_REASON_NONE || seidel_session_failed (&run->session))
    return reason;
  if (levels->rest == NULL)
    near_null = seidel_near_null_choose (run->near_null, run->n_near_null, run->csr,
                                         run->structure->node_unknowns, coarsening, &error);
  csr = levels->rest != NULL ? levels->rest : run->csr;
  levels->n_updated += levels->hierarchy != NULL ? levels->hierarchy->n_levels : 0;
  if (error == NULL && levels->hierarchy != NULL)
    seidel_hierarchy_update (levels->hierarchy, csr, &workers, &error);
  else if (error == NULL)
    levels->hierarchy =
      seidel_hierarchy_new (csr, coarsening, strength, near_null, &workers, &error);
  return error != NULL ? seidel_triangles_fail (run, error) : SEIDEL_REASON_NONE;
}

/* That of Aᵀ, of what the host has. */
static SeidelReason
transpose_hierarchy (SeidelMethodRun *run, SeidelMultigrid *self)
{
  g_autoptr (GError) error = NULL;

  self->transposed.levels = levels_new ();
  self->transposed.hierarchy =
    seidel_hierarchy_transpose (self->own.hierarchy, run->monitor->cancellable, &error);
  return error != NULL ? seidel_triangles_fail (run, error) : SEIDEL_REASON_NONE;
}

static void
clear_sweeps (SeidelMethodRun *run, SeidelMultigridLevel *level)
{
  for (int direction = 0; direction < 2 && level->own_sweeps; direction++)
    if (level->sweeps[direction] != NULL)
      run->session.engine->sweeps.free (run->session.context,
                                        g_steal_pointer (&level->sweeps[direction]));
}

static void
clear_level (SeidelMethodRun *run, SeidelMultigridLevel *level)
{
  const SeidelEngine *engine = run->session.engine;
  SeidelSession *session = &run->session;

  clear_sweeps (run, level);
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
clear_levels (SeidelMethodRun *run, SeidelMultigridLevels *levels)
{
  /* A set-up may have ended before the levels were counted. */
  const int last = MAX (MAX (levels->n_made, levels->n_left), levels->n_levels - 1);

  for (int l = 0; levels->levels != NULL && l <= last; l++)
    clear_level (run, &levels->levels[l]);
  if (levels->inverse != NULL)
    run->session.engine->operators.free (run->session.context, levels->inverse);
  g_free (levels->levels);
  g_clear_pointer (&levels->rest, seidel_csr_free);
}

/* All levels but their hierarchy, and what the run in single precision has of them. */
static void
clear_engine (SeidelMethodRun *run, SeidelMultigrid *self)
{
  SeidelMethodRun *own = seidel_multigrid_levels_run (run, self);
  SeidelMultigridLevels kept = { 0 };

  /* The levels of Aᵀ borrow what is in the other ones. */
  clear_levels (own, &self->transposed);
  clear_levels (own, &self->own);
  clear_hierarchy (&self->transposed);
  self->transposed = (SeidelMultigridLevels){ 0 };
  move_hierarchy (&self->own, &kept);
  self->own = kept;
  if (self->narrow != NULL)
    seidel_multigrid_narrow_leave (self->narrow);
}

static void
clear (SeidelMethodRun *run, SeidelMultigrid *self)
{
  clear_engine (run, self);
  g_clear_pointer (&self->narrow, seidel_multigrid_narrow_free);
  clear_hierarchy (&self->own);
}

/* Those that the engine made: whether they serve is seen when it has the next values. */
static bool
leave_made (SeidelMethodRun *run, SeidelMultigrid *self)
{
  SeidelMethodRun *own = seidel_multigrid_levels_run (run, self);
  SeidelMultigridLevels left = { .levels = levels_new () };

  for (int l = 0; l < self->own.n_levels; l++)
    clear_sweeps (own, &self->own.levels[l]);
  for (int l = 0; l < self->transposed.n_levels; l++)
    clear_sweeps (own, &self->transposed.levels[l]);
  seidel_multigrid_leave_made (run, &self->own, &left);
  move_hierarchy (&self->own, &left);
  clear_engine (run, self);
  self->own = left;
  return !seidel_session_failed (&run->session);
}

bool
seidel_multigrid_leave_pattern (SeidelMethodRun *run, SeidelMultigrid *self, const SeidelCsr *next)
{
  const SeidelWorkers workers = { .threads = run->threads };
  bool can_update;

  if (self->own.n_made > 0 && self->own.hierarchy != NULL)
    return leave_made (run, self);
  can_update = self->own.hierarchy != NULL
               && seidel_hierarchy_can_update (self->own.hierarchy, next, self->asked, &workers);
  if (can_update)
    clear_engine (run, self);
  return can_update;
}

/* Once there is a hierarchy: all else; run is the one that has the levels. */
static SeidelReason
complete (SeidelMethodRun *run, SeidelMultigrid *self, bool transposed)
{
  SeidelReason reason;

  seidel_session_set (&run->session, SEIDEL_MULTIGRID_ONE, 1.0);
  reason = prepare_levels (run, self, &self->own);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  time_levels (run, self);
  if (!transposed || self->symmetric)
    return reason;
  reason = transpose_hierarchy (run, self);
  return reason == SEIDEL_REASON_NONE ? prepare_levels (run, self, &self->transposed) : reason;
}

/* The rest of a set-up whose hierarchy is made in double; *serves: whether it can be used. */
static SeidelReason
complete_narrow (SeidelMethodRun *run, SeidelMultigrid *self, bool transposed, bool *serves)
{
  SeidelMethodRun *narrow = &self->narrow->run;
  SeidelReason reason = seidel_multigrid_narrow_levels (run, self, serves);

  if (reason != SEIDEL_REASON_NONE || !*serves)
    return reason;
  reason = complete (narrow, self, transposed);
  if (reason != SEIDEL_REASON_NONE)
    {
      g_free (run->message);
      run->message = g_steal_pointer (&narrow->message);
      return reason;
    }
  /* Whoever makes the sweeps beside the run asks that. */
  memcpy (run->level_times, narrow->level_times, sizeof run->level_times);
  *serves = !seidel_session_failed (&narrow->session) && seidel_multigrid_narrow_serves (run, self);
  return SEIDEL_REASON_NONE;
}

static SeidelReason
build (SeidelMethodRun *run, SeidelMultigrid *self, bool transposed)
{
  SeidelReason reason = make_hierarchy (run, &self->own);
  bool serves = true;

  if (reason != SEIDEL_REASON_NONE || self->own.hierarchy == NULL)
    return reason;
  if (self->narrow == NULL)
    return complete (run, self, transposed);
  reason = complete_narrow (run, self, transposed, &serves);
  if (reason != SEIDEL_REASON_NONE || serves)
    return reason;
  clear (run, self);
  run->single_levels = false;
  return build (run, self, transposed);
}

bool
seidel_multigrid_updated (const SeidelMultigrid *self)
{
  return self->own.n_updated > 0;
}

SeidelReason
seidel_multigrid_new (SeidelMethodRun *run, bool transposed, SeidelMultigrid **multigrid)
{
  SeidelMultigrid *self = *multigrid;

  if (self == NULL)
    self = *multigrid = g_new0 (SeidelMultigrid, 1);
  self->asked = (SeidelCoarsening) seidel_method_run_parameter (run, SEIDEL_PARAMETER_COARSENING);
  self->smoother = seidel_smoother_get (run->options);
  self->cycle = (SeidelCycle) seidel_method_run_parameter (run, SEIDEL_PARAMETER_CYCLE);
  self->steps = (int) seidel_method_run_parameter (run, SEIDEL_PARAMETER_SMOOTHING);
  self->symmetric = run->structure->value_symmetric;
  self->narrow = seidel_multigrid_narrow_new (run, self->smoother, self->narrow);
  return build (run, self, transposed);
}

void
seidel_multigrid_free (SeidelMethodRun *run, SeidelMultigrid *self)
{
  SeidelCycleRecord *record;

  if (self == NULL)
    return;
  record = seidel_trace_cycle_record (run->monitor->trace);
  if (record != NULL && record->hierarchy == NULL)
    record->hierarchy = g_steal_pointer (&self->own.hierarchy);
  clear (run, self);
  g_free (self);
}

double
seidel_multigrid_memory (const SeidelStructure *structure, SeidelPrecision precision)
{
  return ENTRIES_KEPT
         * seidel_memory_of_matrix ((double) structure->rows, (double) structure->nonzeros);
}
