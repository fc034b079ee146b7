/* Runs on one problem at the same time, to see which ends first and whether they agree.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "solve/seidel-solve.h"

G_BEGIN_DECLS

typedef struct
{
  SeidelOptions options;
  SeidelTrace *trace; /* borrowed */

  /* Set by seidel_race (): the outcome is the caller's, or NULL with an error. */
  SeidelOutcome *outcome;
  GError *error;
} SeidelRacer;

/* Divides the processors between two runs that are about to compute at the same time: of those
 * whose options ask for no number of threads and whose engine uses host threads, each gets half of
 * the processors, at least one. A run on a device leaves them to the other. */
SEIDEL_API void seidel_race_share_threads (SeidelOptions *one, SeidelOptions *other);

/* Solves the problem twice, for two racers, each time on a thread of its own, with options as they
 * are; returns when both have ended. stop and skip_verification are those of seidel_solve (), for
 * both. Returns whether both have an outcome. */
SEIDEL_API bool seidel_race (SeidelProblem *problem,
                             SeidelRacer *racers,
                             GCancellable *stop,
                             GCancellable *skip_verification);

G_END_DECLS
