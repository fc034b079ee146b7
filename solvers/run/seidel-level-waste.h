/* Which levels of a sweep waste the machine, and how much.
 *
 * The work of a level are its entries, and four more for each row. At the best rate of the sweep,
 * that of the levels that hold the fastest tenth of the work, a level would need so much of its
 * time; what it takes beyond that is wasted: threads without rows, waiting for the others,
 * scattered memory. The rate is of this sweep on this machine, so that nothing needs to be known of
 * either.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"
#include "run/seidel-level-times.h"

G_BEGIN_DECLS

#define SEIDEL_LEVEL_WASTE_WORST 100

/* Sweeps from which there is a verdict: of fewer a single interruption is taken for waste. */
#define SEIDEL_LEVEL_WASTE_FEWEST 5

/* Plain data; seconds, by the medians of the times. */
typedef struct
{
  int threads;           /* that sweep */
  bool judged;           /* there were enough sweeps; if not, nothing is wasted below */
  double seconds;        /* of the sweep: the sum of its levels */
  double wasted;         /* of them */
  double best;           /* for a unit of work, at the best rate */
  int32_t narrow;        /* levels with fewer rows than threads */
  double narrow_seconds; /* in them */
  int n_worst;           /* of the next: the levels that waste most, worst first */
  struct
  {
    int32_t level; /* from 0 */
    double wasted; /* more than 0 */
  } worst[SEIDEL_LEVEL_WASTE_WORST];
} SeidelLevelWaste;

/* times are those of the schedule's levels; false, and all zero, when they are not: passes, or
 * another number of levels. Any thread; takes about 30 ns a level. */
SEIDEL_API bool seidel_level_waste_init (SeidelLevelWaste *waste,
                                         const SeidelSchedule *schedule,
                                         const SeidelLevelTimes *times,
                                         int threads);

/* The seconds that one level wastes, from 0; at least 0. */
SEIDEL_API double seidel_level_waste_of (const SeidelLevelWaste *waste,
                                         const SeidelSchedule *schedule,
                                         const SeidelLevelTimes *times,
                                         int32_t level);

/* "12 % of it beyond the best rate, 41 % of it in 12 levels narrower than the 2 threads": a clause
 * on the time of the sweep; a new string. */
SEIDEL_API char *seidel_level_waste_describe (const SeidelLevelWaste *waste);

G_END_DECLS
