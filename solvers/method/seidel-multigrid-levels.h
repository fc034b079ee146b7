/* The levels of multigrid on an engine: what the set-up makes, and the cycles use. Private to the
 * method's files.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "method/seidel-multigrid.h"

G_BEGIN_DECLS

/* The first levels may be made on the engine, which alone has them; those that follow are a
 * hierarchy on the host, copied to the engine. */
typedef struct
{
  int n_levels;
  SeidelMultigridLevel *levels;
  int n_made;      /* levels that were made on the engine, the first one not counted */
  int n_left;      /* before: of how many there are the patterns, as coarsening.leave () has them */
  int n_updated;   /* levels whose aggregates are those of an earlier matrix */
  SeidelCsr *rest; /* the last of these on the host; NULL: there are none */
  SeidelHierarchy *hierarchy; /* from level n_made on */
  /* The orders of the sweeps over all levels, by SeidelDirection, as far as they are known; they
   * follow from the patterns, as the hierarchy's do. */
  SeidelSchedule *orders[2 * SEIDEL_HIERARCHY_MOST_LEVELS][2];
  SeidelOperator *inverse; /* of the last level, or NULL */
} SeidelMultigridLevels;

/* A run in single precision within one in double, which has the levels: the same but for its
 * session, its matrix and its sweeps. */
typedef struct
{
  SeidelMethodRun run;
  SeidelVector *b; /* in single */
  SeidelVector *x;
} SeidelNarrowRun;

struct SeidelMultigrid
{
  SeidelNarrowRun *narrow; /* NULL: the levels are in the precision of the run */
  SeidelMultigridLevels own;
  SeidelMultigridLevels transposed; /* of Aᵀ; without levels where it is the same */
  SeidelCoarsening asked;
  const SeidelSmoother *smoother;
  SeidelCycle cycle;
  int steps; /* of the smoother */
  bool symmetric;
};

/* Makes the first levels of run->csr on its engine, if that makes levels, and they are worth it;
 * *coarsening becomes the one that was chosen, where it is known then, and *strength what the rest
 * is to be made with. Why the run ends, or SEIDEL_REASON_NONE. */
SeidelReason seidel_multigrid_make_on_engine (SeidelMethodRun *run,
                                              SeidelMultigridLevels *levels,
                                              SeidelCoarsening *coarsening,
                                              double *strength);

/* Has the levels that were made on the engine leave their patterns in *left, whose levels are
 * there; the sweeps over them are gone before. */
void seidel_multigrid_leave_made (SeidelMethodRun *run,
                                  SeidelMultigridLevels *levels,
                                  SeidelMultigridLevels *left);

/* The spectral radius of D⁻¹ A of a level, for its smoother; csr is NULL where the engine alone has
 * the matrix. radii: what the host keeps of it for other values, or NULL. Why the run ends, or
 * SEIDEL_REASON_NONE. */
SeidelReason seidel_multigrid_find_radius (SeidelMethodRun *run,
                                           SeidelMultigridLevel *level,
                                           const SeidelCsr *csr,
                                           SeidelRadii *radii);

/* That of a run whose levels are to be in single precision; before: what one before left, or NULL.
 * It has no matrix until the levels are converted. NULL: they are not, or the engine or
 * the matrix cannot do it. */
SeidelNarrowRun *seidel_multigrid_narrow_new (SeidelMethodRun *run,
                                              const SeidelSmoother *smoother,
                                              SeidelNarrowRun *before);
/* Has it keep its context and its vectors for the next matrix. */
void seidel_multigrid_narrow_leave (SeidelNarrowRun *self);
void seidel_multigrid_narrow_free (SeidelNarrowRun *self);

/* The run that has the levels. */
static inline SeidelMethodRun *
seidel_multigrid_levels_run (SeidelMethodRun *run, const SeidelMultigrid *self)
{
  return self->narrow != NULL ? &self->narrow->run : run;
}

/* Turns the levels that the engine made in double into those of the run in single, with their
 * spectral radii, which are estimated in double. False: numbers do not fit, and the levels are of
 * no use. */
SeidelReason
seidel_multigrid_narrow_levels (SeidelMethodRun *run, SeidelMultigrid *self, bool *fit);

/* Once the levels are there: whether a first cycle is a step towards A⁻¹ b, by its length and by
 * what rounding adds to it. */
bool seidel_multigrid_narrow_serves (SeidelMethodRun *run, const SeidelMultigrid *self);

/* Who works on the host in the name of a run. */
SeidelWorkers seidel_multigrid_workers (SeidelMethodRun *run);

G_END_DECLS
