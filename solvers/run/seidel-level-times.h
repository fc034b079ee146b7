/* How long each level, or each pass, of a sweep takes: quartiles over a sample of the sweeps of a
 * run, in one direction.
 *
 *   g_autoptr (SeidelLevelTimes) times = seidel_trace_level_times (trace,
 * SEIDEL_DIRECTION_FORWARD);
 *
 *   for (int32_t l = 0; times != NULL && l < times->count; l++)
 *     g_print ("level %d: %g s\n", l + 1, times->times[l].median);
 *
 * Quartiles, because the system interrupts a sweep now and then: one such sweep would spoil a mean.
 *
 * Plain data, a copy: it does not change while the run goes on, and may be used from any thread.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <glib.h>

#include "base/seidel-api.h"
#include "base/seidel-types.h"

G_BEGIN_DECLS

/* What was timed. */
typedef enum
{
  SEIDEL_TIMED_SWEEPS, /* sweeps of the run itself */
  /* Sweeps beside the run, whose own have no time for each level: they take the rows level by
   * level, one after the other on one thread, in double precision. */
  SEIDEL_TIMED_APART,
} SeidelTimed;

SEIDEL_API const char *seidel_timed_id (SeidelTimed timed); /* "sweeps", "apart" */

/* Seconds. A quarter of the sweeps took less than lower, half of them less than median, a quarter
 * more than upper. Where rows do not wait for whole levels, the time of a level is what passed from
 * when all rows of the levels before it were done until all of its own were, which may be 0. */
typedef struct
{
  double lower;
  double median;
  double upper;
} SeidelLevelTime;

typedef struct
{
  SeidelDirection direction;
  SeidelTimed timed;
  bool passes;            /* not levels */
  int64_t sweeps;         /* timed so far */
  int kept;               /* the latest of them, whose quartiles these are */
  int32_t fewest;         /* levels, or passes, of one of the kept sweeps: only passes vary */
  int32_t count;          /* of the kept sweep with most */
  SeidelLevelTime *times; /* count; of the sweeps that made so many passes */
  int64_t *rows;          /* count: the median of the rows that a pass updated; NULL for levels */
} SeidelLevelTimes;

/* NULL without memory. */
SEIDEL_API SeidelLevelTimes *seidel_level_times_copy (const SeidelLevelTimes *times);
SEIDEL_API void seidel_level_times_free (SeidelLevelTimes *times);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SeidelLevelTimes, seidel_level_times_free)

/* "33 sweeps of the run", "9 sweeps beside the run, level by level on one thread": those that are
 * kept; a new string. */
SEIDEL_API char *seidel_level_times_describe (const SeidelLevelTimes *times);

/* The sum of all medians: about the time of a sweep. */
SEIDEL_API double seidel_level_times_sum (const SeidelLevelTimes *times);

G_END_DECLS
