/* The times of the levels of a sweep, printed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include "cli/seidel-cli-text.h"
#include "run/seidel-level-waste.h"
#include "run/seidel-trace.h"

G_BEGIN_DECLS

/* The object "level_times", with an object or null for each direction. threads: of the run; 0: it
 * has none. schedules, by direction: of the matrix, NULL where not known. */
void seidel_cli_level_times_build_run (SeidelTrace *trace,
                                       SeidelSchedule *const schedules[2],
                                       int threads,
                                       JsonBuilder *json);

/* A member with the times of one direction, null where there are none. */
void seidel_cli_level_times_build (const SeidelLevelTimes *times,
                                   const SeidelSchedule *schedule,
                                   int threads,
                                   const char *name,
                                   JsonBuilder *json);

/* What was timed, and the levels that waste most. */
void seidel_cli_level_times_describe (const SeidelLevelTimes *times,
                                      const SeidelSchedule *schedule,
                                      int threads,
                                      SeidelCliSheet *sheet);

G_END_DECLS
