/* Which levels of a sweep waste the machine, and how much.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run/seidel-level-waste.h"

#include <math.h>
#include <string.h>

#include "base/seidel-format.h"
#include "base/seidel-translatable.h"

#define ROW_WEIGHT 4

/* The share of the work whose levels have the best rate. */
#define BEST_SHARE 0.1

/* Bins of time per unit of work, on a logarithmic scale: sixteen for each factor of two, from
 * 2^-44 s on. */
#define BINS       1024
#define BINS_PER_2 16
#define LEAST_2    44

static double
work_of (const SeidelSchedule *schedule, int32_t level)
{
  return (double) schedule->level_nonzeros[level]
         + ROW_WEIGHT * (double) schedule->level_rows[level];
}

static int
bin_of (double seconds)
{
  double place = seconds > 0.0 ? (log2 (seconds) + LEAST_2) * BINS_PER_2 : 0.0;

  return (int) CLAMP (place, 0.0, BINS - 1.0);
}

/* The time of a unit of work at the rate that the fastest part of the work has, or better. */
static double
find_best (const SeidelSchedule *schedule, const SeidelLevelTimes *times)
{
  double work[BINS] = { 0.0 };
  double seconds[BINS] = { 0.0 };
  double all = 0.0;
  double best_work = 0.0;
  double best_seconds = 0.0;

  for (int32_t l = 0; l < schedule->count; l++)
    {
      double of_level = work_of (schedule, l);
      int bin = bin_of (times->times[l].median / of_level);

      work[bin] += of_level;
      seconds[bin] += times->times[l].median;
      all += of_level;
    }
  for (int bin = 0; bin < BINS && best_work < BEST_SHARE * all; bin++)
    {
      best_work += work[bin];
      best_seconds += seconds[bin];
    }
  return best_work > 0.0 ? best_seconds / best_work : 0.0;
}

double
seidel_level_waste_of (const SeidelLevelWaste *waste,
                       const SeidelSchedule *schedule,
                       const SeidelLevelTimes *times,
                       int32_t level)
{
  if (!waste->judged)
    return 0.0;
  return fmax (times->times[level].median - waste->best * work_of (schedule, level), 0.0);
}

/* Puts a level among the worst if it belongs there. */
static void
insert (SeidelLevelWaste *waste, int32_t level, double wasted)
{
  int place;

  if (wasted <= 0.0
      || (waste->n_worst == SEIDEL_LEVEL_WASTE_WORST
          && wasted <= waste->worst[SEIDEL_LEVEL_WASTE_WORST - 1].wasted))
    return;
  if (waste->n_worst < SEIDEL_LEVEL_WASTE_WORST)
    waste->n_worst++;
  for (place = waste->n_worst - 1; place > 0 && waste->worst[place - 1].wasted < wasted; place--)
    waste->worst[place] = waste->worst[place - 1];
  waste->worst[place].level = level;
  waste->worst[place].wasted = wasted;
}

bool
seidel_level_waste_init (SeidelLevelWaste *waste,
                         const SeidelSchedule *schedule,
                         const SeidelLevelTimes *times,
                         int threads)
{
  memset (waste, 0, sizeof *waste);
  if (times->passes || times->count != schedule->count)
    return false;
  waste->threads = threads;
  waste->judged = times->kept >= SEIDEL_LEVEL_WASTE_FEWEST;
  waste->best = find_best (schedule, times);
  for (int32_t l = 0; l < schedule->count; l++)
    {
      double wasted = seidel_level_waste_of (waste, schedule, times, l);

      waste->seconds += times->times[l].median;
      waste->wasted += wasted;
      insert (waste, l, wasted);
      if (schedule->level_rows[l] >= threads)
        continue;
      waste->narrow++;
      waste->narrow_seconds += times->times[l].median;
    }
  return true;
}

char *
seidel_level_waste_describe (const SeidelLevelWaste *waste)
{
  double whole = waste->seconds > 0.0 ? waste->seconds : 1.0;
  g_autofree char *wasted = seidel_format_value (100.0 * waste->wasted / whole, 2);
  g_autofree char *share = seidel_format_value (100.0 * waste->narrow_seconds / whole, 2);
  g_autofree char *narrow = seidel_format_count (waste->narrow);

  if (!waste->judged)
    return g_strdup_printf (seidel_text (
                              "too few sweeps to say what of it is wasted: %d are needed"),
                            SEIDEL_LEVEL_WASTE_FEWEST);
  if (waste->threads < 2)
    return g_strdup_printf (seidel_text ("%s %% of it beyond the best rate"), wasted);
  return g_strdup_printf (
    seidel_plural (
      "%s %% of it beyond the best rate, %s %% of it in %s level narrower than the %d "
      "threads",
      "%s %% of it beyond the best rate, %s %% of it in %s levels narrower than the %d "
      "threads",
      (unsigned long) waste->narrow),
    wasted, share, narrow, waste->threads);
}
