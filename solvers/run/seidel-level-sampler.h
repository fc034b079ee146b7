/* The times of the levels of some sweeps: chosen and kept by the worker of a run, read by anybody.
 * Private to the trace.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdatomic.h>

#include "engine/seidel-engine.h"
#include "run/seidel-level-times.h"

G_BEGIN_DECLS

/* Sweeps that are kept: as many as fit, within these bounds. */
#define SEIDEL_LEVEL_SAMPLER_FEWEST 5
#define SEIDEL_LEVEL_SAMPLER_MOST   33
#define SEIDEL_LEVEL_SAMPLER_ITEMS  ((int64_t) 1 << 22)

/* What timing may cost, as a share of the time of the run. */
#define SEIDEL_LEVEL_SAMPLER_SHARE 0.01

/* The times of one sweep. It never moves; another sweep may be written over it while it is read,
 * which mixes the numbers of two sweeps and does no harm to quartiles. */
typedef struct SeidelLevelFrame SeidelLevelFrame;
typedef _Atomic (SeidelLevelFrame *) SeidelLevelPlace;

typedef struct
{
  SeidelLevelPlace frames[SEIDEL_LEVEL_SAMPLER_MOST];
  SeidelLevelFrame *outgrown; /* readers may still be there; freed with the sampler */
  _Atomic (int64_t) sweeps;   /* added since it began */
  _Atomic (int64_t) version;  /* incremented whenever there is something new */
  atomic_int timed;
  atomic_bool passes;
  /* The worker's own. */
  bool wanted;
  int64_t seen;      /* sweeps asked about */
  int64_t predicted; /* nanoseconds that timing the next one costs */
} SeidelLevelSampler;

/* All zero at first. */
void seidel_level_sampler_clear (SeidelLevelSampler *sampler);

/* Worker only. Forgets what was kept. seconds: what timing one sweep is expected to cost. */
void seidel_level_sampler_begin (SeidelLevelSampler *sampler, double seconds);
/* Whether the next sweep should be timed, after so many seconds of the run, of which timing has
 * taken spent. */
bool seidel_level_sampler_wants (SeidelLevelSampler *sampler, double elapsed, double spent);
/* Dropped without memory. */
void seidel_level_sampler_add (SeidelLevelSampler *sampler,
                               const SeidelSweepReport *report,
                               SeidelTimed timed);

/* Any thread. NULL when nothing was timed or there is no memory. */
SeidelLevelTimes *seidel_level_sampler_read (SeidelLevelSampler *sampler,
                                             SeidelDirection direction);

G_END_DECLS
