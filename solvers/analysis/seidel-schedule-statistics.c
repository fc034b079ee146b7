/* What there is to say of the levels of a sweep in a few numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "analysis/seidel-schedule-statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/seidel-translatable.h"

static int
compare_counts (const void *a, const void *b)
{
  int64_t x = *(const int64_t *) a;
  int64_t y = *(const int64_t *) b;

  return (x > y) - (x < y);
}

/* NaN without memory. */
static double
find_median (const SeidelSchedule *schedule)
{
  size_t n = (size_t) schedule->count;
  size_t upper = n / 2;
  size_t lower = n % 2 == 0 ? upper - 1 : upper;
  g_autofree int64_t *rows = g_try_new (int64_t, n);

  if (n == 0)
    return 0.0;
  if (rows == NULL)
    return NAN;
  memcpy (rows, schedule->level_rows, n * sizeof *rows);
  qsort (rows, n, sizeof *rows, compare_counts);
  return ((double) rows[lower] + (double) rows[upper]) / 2.0;
}

/* The share of the rows in levels with fewer than so many. */
static double
share_in_narrow_levels (const SeidelSchedule *schedule, int threads)
{
  int64_t rows = 0;

  for (int32_t l = 0; l < schedule->count; l++)
    if (schedule->level_rows[l] < threads)
      rows += schedule->level_rows[l];
  return schedule->rows > 0 ? (double) rows / (double) schedule->rows : 0.0;
}

void
seidel_schedule_statistics (const SeidelSchedule *schedule,
                            int threads,
                            SeidelScheduleStatistic statistics[SEIDEL_SCHEDULE_N_STATISTICS])
{
  double mean = schedule->count > 0 ? (double) schedule->rows / schedule->count : 0.0;
  const SeidelScheduleStatistic all[SEIDEL_SCHEDULE_N_STATISTICS] = {
    { "max_kernel_iterations", N_ ("Levels"), "Maximum number of kernel iteration", schedule->count,
      true, false },
    { "max_speedup", N_ ("Speed-up at most (rows over levels)"), NULL, mean, false, false },
    { "mean_rows", N_ ("Rows in a level, mean"), NULL, mean, false, false },
    { "median_rows", N_ ("Rows in a level, median"), NULL, find_median (schedule), false, false },
    { "max_lines_at_once", N_ ("Rows in a level, widest"),
      "Maximum number of lines solved at once (in the worst case)", (double) schedule->widest, true,
      false },
    { "min_lines_at_once", N_ ("Rows in a level, narrowest"),
      "Minimum number of lines solved at once (in the worst case)", (double) schedule->narrowest,
      true, false },
    { "narrow_share", N_ ("Rows in levels narrower than the threads"), NULL,
      share_in_narrow_levels (schedule, threads), false, true },
    { "average_dependencies", N_ ("Dependencies of a row, mean"), "Average dependencies per row",
      seidel_schedule_mean_dependencies (schedule), false, false },
    { "max_dependencies", N_ ("Dependencies of a row, most"), "Maximum number of dependencies",
      (double) schedule->max_dependencies, true, false },
  };

  memcpy (statistics, all, sizeof all);
}
