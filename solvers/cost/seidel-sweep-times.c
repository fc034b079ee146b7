/* The time of a sweep by each strategy of the CPU engine, added up from what was counted.
 *
 * Row after row, a sweep is a chain in the pipeline of a processor: rows begin one after the other
 * as fast as their entries can be read, within a window of limited size, and wait for elements of x
 * just computed; a mispredicted branch delays the beginning of the next row. Constants without a
 * measurement of their own were fitted to the sweeps of 30 real and 27 generated matrices of 10³ to
 * 10⁵ rows in seven orderings each (tests/bench/seidel-bench-choice.c, seidel-bench-predict.c), and
 * checked with those of 10⁶ and 10⁷ rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "cost/seidel-sweep-limits.h"
#include "cost/seidel-sweep-profile.h"

/* A processor has so many entries in work at once; a row counts as some more than it has. */
#define WINDOW    133
#define ROW_SLOTS 14

/* Entries of a row that the sweep has updated are subtracted one after the other: the share of a
 * step (SeidelMachine.step) that one of them takes. */
#define SUBTRACTION 0.073

/* Branches that do not repeat, which a processor learns in repeated sweeps: all of so
 * many, and none of so many. */
#define LEARNED_BRANCHES  10000.0
#define TOO_MANY_BRANCHES 50000.0

/* Levels of fewer rows are chains. */
#define CHAIN_ROWS (2 * SEIDEL_CPU_SLICE)

/* What rows in slices with their own columns take, in rows of slices that share them. */
#define OWN_COLUMNS 2.2

/* Elements of x for rows with few entries are fetched ahead, which leaves so much of their time. */
#define LEFT_OF_FETCHED 0.4

/* What must be gained to leave serial, and more by threads, whose memory is less certain; what is
 * over sooner than this is best left alone, or to one thread, as the others may be asleep. */
#define LEAST_GAIN        1.05
#define LEAST_SHARED_GAIN 1.15
#define LEAST_TIME        20e-6
#define LEAST_SHARED_TIME 50e-6

/* Bytes that are in some cache. */
#define CACHES 16777216.0

/* Seconds of the branches of a row that are mispredicted. */
static double
misprediction_seconds (const SeidelMachine *machine, double mispredictions, double rows)
{
  const double unlearned = log (fmax (mispredictions * rows, 1.0) / LEARNED_BRANCHES)
                           / log (TOO_MANY_BRANCHES / LEARNED_BRANCHES);

  return mispredictions * machine->misprediction * CLAMP (unlearned, 0.0, 1.0);
}

/* Seconds of the rows of a stretch: each begins once those that fill the window with it are done.
 * What it has of updated elements comes last, and is subtracted one after the other. */
static double
stretch_seconds (const SeidelCsrView *matrix,
                 const SeidelStretch *stretch,
                 const SeidelMachine *machine,
                 double mispredicted)
{
  const double entry =
    (machine->row[3] - machine->row[2]) / (seidel_machine_lengths[3] - seidel_machine_lengths[2]);
  double ready[SEIDEL_STRETCH_ROWS];
  double done[SEIDEL_STRETCH_ROWS]; /* in order */
  double begun = 0.0;
  double last = 0.0;

  for (int i = 0; i < stretch->end - stretch->begin; i++)
    {
      const int64_t row = stretch->begin + i;
      const int32_t *columns = matrix->column_indices + matrix->row_offsets[row];
      const int64_t length = matrix->row_offsets[row + 1] - matrix->row_offsets[row];
      const int64_t before = seidel_row_shape (matrix, row).before;
      const int64_t window = MAX (WINDOW / (length + ROW_SLOTS), 1);

      if (i >= window)
        begun = fmax (begun, done[i - window]);
      begun += seidel_machine_row (machine, (double) length, false) + mispredicted;
      ready[i] = begun + (double) before * (SUBTRACTION * machine->step - entry) + machine->step;
      /* Columns ascend: those in the stretch are the last. */
      for (int64_t k = before - 1; k >= 0 && columns[k] >= stretch->begin; k--)
        ready[i] = fmax (ready[i], ready[columns[k] - stretch->begin] + machine->step);
      last = fmax (last, ready[i]);
      done[i] = last;
    }
  return last;
}

/* Seconds of a row, one after the other: the mean over some stretches of them. */
static double
row_in_order (const SeidelSweepProfile *profile,
              const SeidelCsrView *matrix,
              const SeidelMachine *machine)
{
  const double mispredicted =
    misprediction_seconds (machine, profile->mispredictions, (double) profile->rows);
  double seconds = 0.0;
  double rows = 0.0;
  SeidelStretch stretch;

  for (int s = 0; seidel_sweep_stretch (matrix, s, &stretch); s++)
    {
      seconds += stretch_seconds (matrix, &stretch, machine, mispredicted);
      rows += (double) (stretch.end - stretch.begin);
    }
  return seconds / fmax (rows, 1.0);
}

static bool
fetches_elements (const SeidelSweepProfile *profile)
{
  return seidel_cpu_has_short_rows (profile->rows, profile->entries);
}

double
seidel_sweep_profile_gather (const SeidelSweepProfile *profile, const SeidelMachine *machine)
{
  const double most = (double) profile->rows * sizeof (double);
  double seconds = 0.0;

  for (int s = 0; s < SEIDEL_MACHINE_N_SIZES; s++)
    seconds +=
      profile->far[s] * seidel_machine_gather (machine, fmin (seidel_machine_sizes[s], most));
  return seconds;
}

/* What memory takes longer than the caches, for so many bytes. */
static double
beyond_caches (const SeidelMachine *machine, double bytes, int threads)
{
  return bytes / seidel_machine_bandwidth (machine, bytes, threads)
         - bytes / seidel_machine_bandwidth (machine, fmin (bytes, CACHES), threads);
}

static double
serial_seconds (const SeidelSweepProfile *profile, const SeidelMachine *machine, double row)
{
  const double rows = (double) profile->rows;
  const double bytes =
    SEIDEL_SWEEP_ENTRY_BYTES * (double) profile->entries + SEIDEL_SWEEP_ROW_BYTES * rows;

  return rows * row
         + (fetches_elements (profile) ? LEFT_OF_FETCHED : 1.0)
             * seidel_sweep_profile_gather (profile, machine)
         + beyond_caches (machine, bytes, 1);
}

/* Seconds of a row among others of its level. Where levels do not work in place, rows are looked up
 * without being fetched, and read and write b and x where they are. */
static double
row_by_level (const SeidelSweepProfile *profile, bool in_place, const SeidelMachine *machine)
{
  const double rows = (double) profile->rows;
  const double length = (double) (profile->entries - profile->longest) / fmax (rows - 1.0, 1.0);
  const double sliced = in_place ? profile->sliced : 0.0;
  const double loose = profile->sorted
                         ? OWN_COLUMNS * seidel_machine_row (machine, length, true)
                         : seidel_machine_row (machine, length, false)
                             + (in_place ? SEIDEL_MACHINE_PLACED_ROW * machine->step : 0.0)
                             + misprediction_seconds (machine, profile->level_mispredictions, rows);
  const double scattered = in_place ? profile->level_scattered : profile->level_scattered + 1.0;

  return sliced * seidel_machine_row (machine, length, true) + (1.0 - sliced) * loose
         + (in_place && fetches_elements (profile) ? LEFT_OF_FETCHED : 1.0) * scattered
             * seidel_machine_gather (machine, rows * sizeof (double));
}

/* Wide levels are shared, but for the longest row; neighbouring thin ones are left to one thread.
 * Rows in slices have no indices. */
static double
level_seconds (const SeidelSweepProfile *profile,
               const SeidelLevelsView *levels,
               const SeidelMachine *machine,
               int threads,
               double row_in_chain)
{
  const int64_t thin = (int64_t) SEIDEL_CPU_THIN_ROWS_PER_THREAD * threads;
  const double indices = levels->in_place_safe ? 1.0 - profile->sliced : 1.0;
  const double bytes = (sizeof (double) + indices * sizeof (int32_t)) * (double) profile->entries
                       + SEIDEL_SWEEP_ROW_BYTES * (double) profile->rows;
  const double row = row_by_level (profile, levels->in_place_safe, machine);
  double seconds =
    levels->count * machine->level + seidel_machine_row (machine, (double) profile->longest, false);
  double wide_rows = 0.0;
  double fetched;
  bool alone = false; /* the level before was one thread's */

  for (int32_t l = 0; l < levels->count; l++)
    {
      const double rows = (double) levels->level_rows[l];
      const bool wide = threads > 1 && levels->level_rows[l] >= thin;

      seconds += threads > 1 && (wide || !alone) ? machine->meeting : 0.0;
      seconds += (levels->level_rows[l] < CHAIN_ROWS ? fmax (row, row_in_chain) : row) * rows
                 / (wide ? threads : 1);
      wide_rows += wide ? rows : 0.0;
      alone = !wide;
    }
  wide_rows /= (double) profile->rows;
  /* Rows with indices take long enough for half of their entries to be fetched meanwhile by one
   * thread; several wait for the same memory. */
  fetched = profile->sorted ? 0.0 : indices / (2.0 * threads);
  return seconds
         + (wide_rows * beyond_caches (machine, bytes, threads)
            + (1.0 - wide_rows) * beyond_caches (machine, bytes, 1))
             * (1.0 - fetched);
}

void
seidel_sweep_times (const SeidelSweepProfile *profile,
                    const SeidelCsrView *matrix,
                    const SeidelLevelsView *levels,
                    const SeidelMachine *machine,
                    int threads,
                    SeidelSweepTimes *times)
{
  double row;

  *times = (SeidelSweepTimes){ 0.0, INFINITY, INFINITY };
  if (profile->rows == 0)
    return;
  row = row_in_order (profile, matrix, machine);
  times->serial = serial_seconds (profile, machine, row);
  if (levels == NULL || levels->count == 0)
    return;
  times->alone = level_seconds (profile, levels, machine, 1, row);
  if (threads > 1)
    times->together = level_seconds (profile, levels, machine, threads, row);
}

SeidelSweepTeam
seidel_sweep_team (const SeidelSweepProfile *profile,
                   const SeidelCsrView *matrix,
                   const SeidelLevelsView *levels,
                   const SeidelMachine *machine,
                   int threads)
{
  SeidelSweepTimes times;
  bool shared;
  double best;

  seidel_sweep_times (profile, matrix, levels, machine, threads, &times);
  shared = times.together < times.alone && times.serial >= LEAST_SHARED_TIME
           && times.serial >= LEAST_SHARED_GAIN * times.together;
  best = shared ? times.together : times.alone;
  if (times.serial < LEAST_TIME || times.serial < LEAST_GAIN * best)
    return (SeidelSweepTeam){ 0, times.serial / best, times.serial };
  return (SeidelSweepTeam){ shared ? threads : 1, times.serial / best, best };
}
