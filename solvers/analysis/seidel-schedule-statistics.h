/* What there is to say of the levels of a sweep in a few numbers.
 *
 * Source of five of them: R. Fiorentini, "Implementation of Gauss-Seidel algorithm for sparse
 * matrices on Nvidia GPU device" (2022), section 3.1.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "analysis/seidel-schedule.h"

G_BEGIN_DECLS

#define SEIDEL_SCHEDULE_N_STATISTICS 9
typedef struct
{
  const char *id;     /* "max_lines_at_once", for scripts */
  const char *name;   /* "Rows in a level, widest", for users */
  const char *report; /* what the report calls it, or NULL where it has no such number */
  double value;       /* NaN without memory to find it */
  bool integral;
  bool share; /* a part of 1, to be shown in per cent */
} SeidelScheduleStatistic;

/* For a sweep by so many threads, at least 1: a level with fewer rows leaves some of them idle. Any
 * thread; takes a moment where there are millions of levels. */
SEIDEL_API void
seidel_schedule_statistics (const SeidelSchedule *schedule,
                            int threads,
                            SeidelScheduleStatistic statistics[SEIDEL_SCHEDULE_N_STATISTICS]);

G_END_DECLS
