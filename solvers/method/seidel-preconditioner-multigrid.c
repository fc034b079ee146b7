/* Multigrid as a preconditioner: one cycle from zero, smoothed by Gauss-Seidel sweeps forward on
 * the way down and backward on the way up, so that it is symmetric where the matrix is.
 *
 * Source: Briggs, Henson and McCormick, "A Multigrid Tutorial" (2000), chapter 3; the hierarchy:
 * multigrid/seidel-hierarchy.h. A level has a strategy for its sweeps of its own: levels of the
 * hierarchy shrink, while their rows get longer.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "method/seidel-preconditioner-private.h"

#include "base/seidel-memory.h"
#include "method/seidel-triangles.h"
#include "multigrid/seidel-hierarchy.h"

/* The last slots there are: methods number theirs from the first. */
#define ONE    (SEIDEL_METHOD_RUN_SCALARS - 1)
#define SQUARE (SEIDEL_METHOD_RUN_SCALARS - 2)

/* Sweeps in each direction where the coarsest level is too large to be solved. */
#define COARSEST_SWEEPS 8

/* Entries of the coarser matrices, prolongations and restrictions over those of the matrix: 1.5 to
 * 1.8 on grids, 2 or less on 45 of 48 matrices, up to 4 on the others, whose neighbours are random.
 */
#define ENTRIES_KEPT 3.0

/* A level on the engine. Vectors have as many elements as the level has rows; those of the first
 * are borrowed but for t. */
typedef struct
{
  SeidelOperator *A;
  SeidelOperator *P;
  SeidelOperator *R;
  SeidelSweep *sweeps[2];
  SeidelVector *b;
  SeidelVector *x;
  SeidelVector *t;
} Level;

typedef struct
{
  SeidelHierarchy *hierarchy;
  Level *levels;
  SeidelOperator *inverse;
  int cycle;
  int smoothing;
} Multigrid;

static bool
is_stopped (gconstpointer data)
{
  return seidel_method_run_stopped (data);
}

static SeidelReason
make_hierarchy (SeidelMethodRun *run, Multigrid *self)
{
  const SeidelWorkers workers = { run->threads, run->monitor->cancellable, is_stopped, run };
  g_autoptr (GError) error = NULL;

  self->hierarchy =
    seidel_hierarchy_new (run->csr, seidel_method_run_parameter (run, SEIDEL_PARAMETER_STRENGTH),
                          &workers, &error);
  return self->hierarchy != NULL ? SEIDEL_REASON_NONE : seidel_triangles_fail (run, error);
}

/* The sweeps of a coarse level, by the strategy that the engine chooses for it. */
static SeidelReason
plan_sweeps (SeidelMethodRun *run, Level *level, const SeidelCsr *csr)
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
      int strategy;

      if (engine->chooses_by_levels)
        {
          schedule = seidel_schedule_new (csr, direction, NULL, run->monitor->cancellable, &error);
          if (schedule == NULL)
            return seidel_triangles_fail (run, error);
          levels = (SeidelLevelsView){ schedule->count, schedule->level_of_row,
                                       schedule->level_rows, schedule->in_place_safe };
        }
      strategy = engine->choose_strategy (&view, schedule != NULL ? &levels : NULL, run->threads,
                                          why, sizeof why);
      reason = seidel_triangles_plan_sweep (run, level->A, csr, strategy, direction, schedule,
                                            &level->sweeps[direction]);
    }
  return reason;
}

static SeidelReason
prepare_level (SeidelMethodRun *run, Multigrid *self, int l)
{
  const SeidelHierarchyLevel *source = &self->hierarchy->levels[l];
  bool last = l == self->hierarchy->n_levels - 1;
  Level *level = &self->levels[l];

  if (l == 0)
    {
      level->A = run->A;
      level->sweeps[0] = run->sweeps[0];
      level->sweeps[1] = run->sweeps[1];
    }
  else
    {
      level->A = seidel_triangles_system_new (run, source->A);
      level->b = seidel_session_vector_new (&run->session, source->A->rows);
      level->x = seidel_session_vector_new (&run->session, source->A->rows);
    }
  level->t = seidel_session_vector_new (&run->session, source->A->rows);
  if (!last)
    {
      level->P = seidel_triangles_system_new (run, source->P);
      level->R = seidel_triangles_system_new (run, source->R);
    }
  if (seidel_session_failed (&run->session) || l == 0 || (last && self->hierarchy->inverse != NULL))
    return SEIDEL_REASON_NONE;
  return plan_sweeps (run, level, source->A);
}

SeidelReason
seidel_preconditioner_multigrid_prepare (SeidelMethodRun *run, SeidelPreconditioner *state)
{
  Multigrid *self = g_new0 (Multigrid, 1);
  SeidelReason reason;

  state->state = self;
  self->cycle = (int) seidel_method_run_parameter (run, SEIDEL_PARAMETER_CYCLE);
  self->smoothing = (int) seidel_method_run_parameter (run, SEIDEL_PARAMETER_SMOOTHING);
  seidel_session_set (&run->session, ONE, 1.0);
  reason = make_hierarchy (run, self);
  if (reason != SEIDEL_REASON_NONE)
    return reason;
  self->levels = g_new0 (Level, self->hierarchy->n_levels);
  for (int l = 0; l < self->hierarchy->n_levels && reason == SEIDEL_REASON_NONE; l++)
    reason = prepare_level (run, self, l);
  if (self->hierarchy->inverse != NULL && reason == SEIDEL_REASON_NONE)
    self->inverse = seidel_triangles_system_new (run, self->hierarchy->inverse);
  return reason;
}

static void
sweep (SeidelMethodRun *run,
       const Level *level,
       SeidelDirection direction,
       const SeidelVector *b,
       SeidelVector *x)
{
  run->session.engine->sweeps.run (run->session.context, level->sweeps[direction], b, x, 1.0, NULL,
                                   NULL);
}

/* Smooths on the way down. The first sweep from zero reads half the matrix. */
static void
smooth_forward (SeidelMethodRun *run,
                const Multigrid *self,
                const Level *level,
                const SeidelVector *b,
                SeidelVector *x,
                bool from_zero)
{
  if (from_zero)
    seidel_session_solve_triangle (&run->session, level->sweeps[SEIDEL_DIRECTION_FORWARD], b, x,
                                   1.0, NULL, NULL);
  for (int i = from_zero ? 1 : 0; i < self->smoothing; i++)
    sweep (run, level, SEIDEL_DIRECTION_FORWARD, b, x);
}

static void
solve_coarsest (SeidelMethodRun *run,
                const Multigrid *self,
                const Level *level,
                const SeidelVector *b,
                SeidelVector *x)
{
  if (self->inverse != NULL)
    {
      seidel_session_multiply (&run->session, self->inverse, b, x);
      return;
    }
  smooth_forward (run, self, level, b, x, true);
  sweep (run, level, SEIDEL_DIRECTION_BACKWARD, b, x);
  for (int i = 1; i < COARSEST_SWEEPS; i++)
    for (int direction = 0; direction < 2; direction++)
      sweep (run, level, direction, b, x);
}

/* Improves x, which is zero whatever it contains if from_zero. */
static void
run_cycle (SeidelMethodRun *run,
           const Multigrid *self,
           int l,
           const SeidelVector *b,
           SeidelVector *x,
           bool from_zero)
{
  const Level *level = &self->levels[l];
  const Level *next = level + 1;
  SeidelSession *session = &run->session;

  if (seidel_session_failed (session))
    return;
  if (l == self->hierarchy->n_levels - 1)
    {
      solve_coarsest (run, self, level, b, x);
      return;
    }
  smooth_forward (run, self, level, b, x, from_zero);
  seidel_session_residual (session, level->A, b, x, level->t, SQUARE);
  seidel_session_multiply (session, level->R, level->t, next->b);
  for (int i = 0; i < (next->P != NULL ? self->cycle : 1); i++)
    run_cycle (run, self, l + 1, next->b, next->x, i == 0);
  seidel_session_multiply (session, level->P, next->x, level->t);
  seidel_session_axpy (session, x, 1, ONE, level->t);
  for (int i = 0; i < self->smoothing; i++)
    sweep (run, level, SEIDEL_DIRECTION_BACKWARD, b, x);
}

void
seidel_preconditioner_multigrid_apply (SeidelMethodRun *run,
                                       SeidelPreconditioner *state,
                                       const SeidelVector *r,
                                       SeidelVector *z)
{
  run_cycle (run, state->state, 0, r, z, true);
}

static void
clear_level (SeidelMethodRun *run, Level *level, bool first)
{
  const SeidelEngine *engine = run->session.engine;
  SeidelContext *context = run->session.context;

  for (int direction = 0; direction < 2 && !first; direction++)
    if (level->sweeps[direction] != NULL)
      engine->sweeps.free (context, level->sweeps[direction]);
  if (level->P != NULL)
    engine->operators.free (context, level->P);
  if (level->R != NULL)
    engine->operators.free (context, level->R);
  if (level->A != NULL && !first)
    engine->operators.free (context, level->A);
  seidel_session_vector_free (&run->session, level->b);
  seidel_session_vector_free (&run->session, level->x);
  seidel_session_vector_free (&run->session, level->t);
}

void
seidel_preconditioner_multigrid_clear (SeidelMethodRun *run, SeidelPreconditioner *state)
{
  Multigrid *self = state->state;

  if (self == NULL)
    return;
  for (int l = 0; self->levels != NULL && l < self->hierarchy->n_levels; l++)
    clear_level (run, &self->levels[l], l == 0);
  if (self->inverse != NULL)
    run->session.engine->operators.free (run->session.context, self->inverse);
  g_clear_pointer (&self->hierarchy, seidel_hierarchy_free);
  g_free (self->levels);
  g_clear_pointer (&state->state, g_free);
}

double
seidel_preconditioner_multigrid_memory (const SeidelStructure *structure, SeidelPrecision precision)
{
  return ENTRIES_KEPT
         * seidel_memory_of_matrix ((double) structure->rows, (double) structure->nonzeros);
}
