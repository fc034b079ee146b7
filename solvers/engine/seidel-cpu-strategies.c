/* The sweep strategies of the CPU engine, and the choice between them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>

#include "engine/seidel-cpu-private.h"

const SeidelStrategy seidel_cpu_strategies[SEIDEL_CPU_N_STRATEGIES] = {
  [SEIDEL_CPU_SERIAL] = {
    .id = "serial",
    .name = "Serial",
    .sentence = "One row after the other on one thread. Nothing to prepare; best for thin levels "
                "and small matrices.",
  },
  [SEIDEL_CPU_LEVELS] = {
    .id = "levels",
    .name = "Level sets",
    .sentence = "The rows of one level at once on all threads, a barrier after each level; thin "
                "neighbouring levels are run by one thread. The same bits as serial.",
    .needs_levels = 1,
    .measures = SEIDEL_MEASURES_LEVELS,
    .any_levels = 1,
  },
  [SEIDEL_CPU_POINT_TO_POINT] = {
    .id = "point-to-point",
    .name = "Point to point",
    .sentence = "Like level sets, but instead of meeting all others after each level a thread "
                "waits only for those whose rows its own depend on. The same bits as serial.",
    .needs_levels = 1,
  },
  [SEIDEL_CPU_PASSES] = {
    .id = "passes",
    .name = "Repeated passes",
    .sentence = "Goes over all rows again and again, and each time renews those whose "
                "dependencies were ready before: as simple graphics programs do it, to be looked "
                "at. The same bits as serial.",
    .measures = SEIDEL_MEASURES_PASSES,
    .for_show = 1,
  },
};

/* What choose_strategy () reckons with, rounded from measurements: nanoseconds. */
#define COST_PER_NONZERO 0.3
#define COST_PER_ROW     5.0
#define COST_PER_BARRIER 400.0

int
seidel_cpu_choose_strategy (const SeidelCsrView *matrix,
                            const SeidelLevelsView *levels,
                            int threads,
                            char *why,
                            size_t size)
{
  double work = COST_PER_NONZERO * (double) matrix->row_offsets[matrix->rows]
                + COST_PER_ROW * (double) matrix->rows;
  double serial_rows = 0.0;
  double barriers = 0.0;
  double by_levels;

  if (threads < 2 || levels == NULL || levels->count == 0)
    {
      snprintf (why, size, "%s",
                threads < 2      ? "there is one thread to work with"
                : levels == NULL ? "its levels are not known"
                                 : "it has no rows");
      return SEIDEL_CPU_SERIAL;
    }
  for (int32_t level = 0; level < levels->count; level++)
    if (levels->level_rows[level] < (int64_t) SEIDEL_CPU_THIN_ROWS_PER_THREAD * threads)
      serial_rows += (double) levels->level_rows[level];
    else
      barriers += 1.0;
  /* Amdahl: the thin levels on one thread, the others on all, and the barriers on top. */
  serial_rows /= (double) (matrix->rows > 0 ? matrix->rows : 1);
  by_levels = work * (serial_rows + (1.0 - serial_rows) / threads) + barriers * COST_PER_BARRIER;
  if (by_levels > 0.85 * work)
    {
      snprintf (why, size,
                "its %d levels hold %.0f rows on average: too thin for %d threads to gain",
                levels->count, (double) matrix->rows / levels->count, threads);
      return SEIDEL_CPU_SERIAL;
    }
  snprintf (why, size, "its %d levels hold %.0f rows on average: %d threads should gain %.1f ×",
            levels->count, (double) matrix->rows / levels->count, threads, work / by_levels);
  return SEIDEL_CPU_LEVELS;
}
