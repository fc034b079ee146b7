/* Levels of multigrid that an engine makes, where its matrix is: large ones, since the host is as
 * fast with small ones.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "engine/seidel-coarsening.h"
#include "method/seidel-multigrid-levels.h"
#include "method/seidel-triangles.h"
#include "multigrid/seidel-radius.h"
#include "multigrid/seidel-smoothed-aggregation.h"

/* Matrices with fewer rows are left to the host. Of larger ones the engine makes all levels but the
 * inverse of the last. */
#define LEAST_ROWS 2000

static bool
is_stopped (gconstpointer data)
{
  return seidel_method_run_stopped (data);
}

SeidelWorkers
seidel_multigrid_workers (SeidelMethodRun *run)
{
  return (SeidelWorkers){ run->threads, run->monitor->cancellable, is_stopped, run };
}

/* Whether the engine could make levels of this matrix. Who wants to see the hierarchy gets the
 * host's. */
static bool
makes_levels (const SeidelMethodRun *run)
{
  return run->session.engine->coarsening != NULL && run->csr->rows > LEAST_ROWS
         && run->structure->value_symmetric && run->near_null == NULL
         && run->structure->node_unknowns < 2
         && seidel_trace_cycle_record (run->monitor->trace) == NULL;
}

static SeidelAggregationSettings
settings_for (double strength)
{
  return (SeidelAggregationSettings){
    .strength = strength,
    .power_steps = SEIDEL_SMOOTHED_AGGREGATION_POWER_STEPS,
    .margin = SEIDEL_RADIUS_MARGIN,
    .damping = SEIDEL_SMOOTHED_AGGREGATION_DAMPING,
    .singular = SEIDEL_HIERARCHY_SINGULAR,
    .worthwhile = SEIDEL_HIERARCHY_WORTHWHILE,
    .room = SEIDEL_MULTIGRID_DOTS,
  };
}

/* The matrix of a level that was made on the engine, on the host; NULL after a failure of the
 * engine, which sticks, or with an error. */
static SeidelCsr *
fetch_level (SeidelMethodRun *run, const SeidelMultigridLevel *level, GError **error)
{
  SeidelSession *session = &run->session;
  const SeidelCoarseningOperations *coarsening = session->engine->coarsening;
  g_autoptr (SeidelCsr) csr = NULL;

  g_return_val_if_fail (coarsening != NULL, NULL);
  csr = seidel_csr_new (level->rows, level->rows, level->nonzeros, error);
  if (csr == NULL)
    return NULL;
  coarsening->fetch (session->context, level->A, csr->row_offsets, csr->column_indices,
                     csr->values);
  return seidel_session_failed (session) ? NULL : g_steal_pointer (&csr);
}

/* The last level that was made gets what those on the host have: its matrix there, and a copy of
 * that on the engine, whose plans may look at it. */
static SeidelReason
bring_last (SeidelMethodRun *run, SeidelMultigridLevels *levels)
{
  SeidelMultigridLevel *last = &levels->levels[levels->n_made];
  g_autoptr (GError) error = NULL;

  levels->rest = fetch_level (run, last, &error);
  if (levels->rest == NULL)
    return error != NULL ? seidel_triangles_fail (run, error) : SEIDEL_REASON_NONE;
  run->session.engine->operators.free (run->session.context, last->A);
  last->A = seidel_triangles_system_new (run, levels->rest);
  return SEIDEL_REASON_NONE;
}

/* What is left of the levels from this one on serves nobody. */
static void
drop_left (SeidelMethodRun *run, SeidelMultigridLevels *levels, int first)
{
  const SeidelEngine *engine = run->session.engine;
  SeidelContext *context = run->session.context;

  for (int l = first; l < levels->n_left; l++)
    {
      SeidelMultigridLevel *level = &levels->levels[l];
      SeidelOperator **gone[] = { &level->P, &level->R, &level[1].A };

      for (size_t i = 0; i < G_N_ELEMENTS (gone); i++)
        if (*gone[i] != NULL)
          engine->operators.free (context, g_steal_pointer (gone[i]));
    }
  levels->n_left = MIN (levels->n_left, first);
}

void
seidel_multigrid_leave_made (SeidelMethodRun *run,
                             SeidelMultigridLevels *levels,
                             SeidelMultigridLevels *left)
{
  const SeidelCoarseningOperations *coarsening = run->session.engine->coarsening;

  for (int l = 0; l < levels->n_made; l++)
    {
      SeidelMultigridLevel *from = &levels->levels[l];
      SeidelMultigridLevel *to = &left->levels[l];

      to->P = coarsening->leave (run->session.context, g_steal_pointer (&from->P));
      to->R = coarsening->leave (run->session.context, g_steal_pointer (&from->R));
      to[1].A = coarsening->leave (run->session.context, g_steal_pointer (&from[1].A));
    }
  left->n_left = levels->n_made;
}

/* Gives what is left of a level new values, or makes it. False: it stays the last one. */
static bool
make_level (SeidelMethodRun *run,
            SeidelMultigridLevels *levels,
            const SeidelAggregationSettings *how,
            SeidelCoarseLevel *made)
{
  SeidelSession *session = &run->session;
  const SeidelCoarseningOperations *coarsening = session->engine->coarsening;
  SeidelMultigridLevel *level = &levels->levels[levels->n_made];

  *made = (SeidelCoarseLevel){ level->P, level->R, level[1].A };
  if (levels->n_made < levels->n_left && made->P != NULL && made->R != NULL && made->A != NULL
      && coarsening->update (session->context, level->A, how, made))
    {
      levels->n_updated++;
      return true;
    }
  drop_left (run, levels, levels->n_made);
  return !seidel_session_failed (session)
         && coarsening->create (session->context, level->A, how, made);
}

/* One level after the other, until they are small enough. */
static void
make_levels (SeidelMethodRun *run, SeidelMultigridLevels *levels, double *strength)
{
  SeidelMultigridLevel *level = levels->levels;

  for (;
       level->rows > SEIDEL_HIERARCHY_COARSEST && levels->n_made + 1 < SEIDEL_HIERARCHY_MOST_LEVELS;
       level++)
    {
      const SeidelAggregationSettings how = settings_for (*strength);
      SeidelCoarseLevel made;

      if (!make_level (run, levels, &how, &made))
        return;
      level->P = made.P;
      level->R = made.R;
      level[1].A = made.A;
      level[1].rows = made.rows;
      level[1].nonzeros = made.nonzeros;
      levels->n_made++;
      *strength *= SEIDEL_HIERARCHY_NEXT_STRENGTH;
    }
}

/* Without being asked for another one it aggregates whatever the couplings are: what the host takes
 * for classical levels is more than the iterations that they save, by 3 to 20 times on grids with
 * anisotropy and jumps of 10³ to 10⁶ and on graphs, 200,000 to a million rows, on an H200. */
SeidelReason
seidel_multigrid_make_on_engine (SeidelMethodRun *run,
                                 SeidelMultigridLevels *levels,
                                 SeidelCoarsening *coarsening,
                                 double *strength)
{
  const bool makes =
    makes_levels (run)
    && (*coarsening == SEIDEL_COARSENING_AUTO || *coarsening == SEIDEL_COARSENING_AGGREGATION);

  if (makes)
    make_levels (run, levels, strength);
  drop_left (run, levels, levels->n_made);
  levels->n_left = 0;
  if (levels->n_made == 0 || seidel_session_failed (&run->session))
    return SEIDEL_REASON_NONE;
  *coarsening = SEIDEL_COARSENING_AGGREGATION;
  return bring_last (run, levels);
}

SeidelReason
seidel_multigrid_find_radius (SeidelMethodRun *run,
                              SeidelMultigridLevel *level,
                              const SeidelCsr *csr,
                              SeidelRadii *radii)
{
  const SeidelWorkers workers = seidel_multigrid_workers (run);
  SeidelSession *session = &run->session;
  SeidelAggregationSettings how = settings_for (0.0);
  g_autoptr (SeidelCsr) fetched = NULL;
  g_autoptr (GError) error = NULL;

  how.power_steps = SEIDEL_RADIUS_SMOOTHING_STEPS;
  if (seidel_session_failed (session)
      || (session->engine->coarsening != NULL
          && session->engine->coarsening->radius (session->context, level->A, &how, level->P,
                                                  &level->radius)))
    return SEIDEL_REASON_NONE;
  if (csr == NULL && !seidel_session_failed (session))
    csr = fetched = fetch_level (run, level, &error);
  if (csr != NULL)
    seidel_csr_smoothing_radius (csr, radii, &level->radius, &workers, &error);
  return error != NULL ? seidel_triangles_fail (run, error) : SEIDEL_REASON_NONE;
}
