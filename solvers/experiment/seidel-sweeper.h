/* Gauss-Seidel sweeps by an engine without anything around them, to be timed. Private to
 * solvers/experiment.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "engine/seidel-engines.h"

G_BEGIN_DECLS

/* All zero at first. */
typedef struct
{
  const SeidelEngine *engine;
  SeidelContext *context;
  SeidelOperator *system;
  SeidelVector *b;
  SeidelVector *x;
  SeidelSweep *sweep;
} SeidelSweeper;

/* Forward sweeps in double precision over a square matrix, whose diagonal has no zero; strategy
 * NULL: the one that the engine chooses. The matrix is borrowed. False where there is no memory, no
 * such sweep, or it was cancelled. */
bool seidel_sweeper_init (SeidelSweeper *sweeper,
                          const SeidelEngine *engine,
                          const SeidelCsr *csr,
                          const SeidelSchedule *schedule,
                          const char *strategy,
                          int threads,
                          GCancellable *cancellable);
void seidel_sweeper_clear (SeidelSweeper *sweeper);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (SeidelSweeper, seidel_sweeper_clear)

/* Seconds of one sweep: the least of up to so many batches, each of which takes at least so many
 * seconds, or one sweep: other programs only ever add time. Where they add much, there are fewer
 * batches. NaN when it was cancelled or failed. */
double seidel_sweeper_time (SeidelSweeper *sweeper, int batches, double seconds);

G_END_DECLS
