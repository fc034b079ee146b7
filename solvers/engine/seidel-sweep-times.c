/* The time of a sweep by each strategy of the CPU engine, added up from what was counted.
 *
 * Row after row, a sweep is a chain in the pipeline of a processor that executes out of order: rows
 * begin one after the other as fast as their entries can be read, within a window of limited size;
 * the subtractions of a row wait for each other and for elements of x just computed; a mispredicted
 * branch delays the beginning of the next row. Constants without a measurement of their own
 * were fitted to the sweeps of 30 real and 27 generated matrices of 10³ to 10⁵ rows in seven
 * orderings each, and checked with those of 10⁶ and 10⁷ rows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <math.h>

#include "engine/seidel-cpu-sweep-private.h"
#include "engine/seidel-sweep-profile.h"

/* A processor has so many entries in work at once; a row counts as some more than it has. */
#define WINDOW    133
#define ROW_SLOTS 14

/* The first rows of a stretch fill it, one in so many. */
#define WARMING 5

/* Entries of a row that the sweep has updated are subtracted one after the other: the share of a
 * step (SeidelMachine.step) that one of them takes. */
#define SUBTRACTION 0.073

/* Branches that do not repeat, which a processor learns in repeated sweeps: all of so
 * many, and none of so many. */
#define LEARNED_BRANCHES  10000.0
#define TOO_MANY_BRANCHES 50000.0

/* By levels: what begins a sweep, seconds; a meeting, with what the other threads have just
 * written, in meetings (SeidelMachine.meeting); and the rows that one thread has more than its
 * part, because whole pieces are shared out. */
#define BEGINNING 0.5e-6
#define MEETING   1.6
#define UNEVEN    (SEIDEL_CPU_RUN_ROWS / 4.0)

/* Levels of fewer rows are chains. */
#define CHAIN_ROWS (2 * SEIDEL_CPU_SLICE)

/* What rows in slices with their own columns take, in rows of slices that share them, and as if
 * they had so many entries at least; and the mispredicted branches of a level, where one shape of
 * rows follows another. */
#define OWN_COLUMNS          2.2
#define LEAST_SLICED_ENTRIES 3.0
#define SHAPE_MISPREDICTIONS 40.0

/* Elements of x for rows with few entries are fetched ahead, which leaves so much of their time. */
#define LEFT_IN_ORDER 0.5
#define LEFT_BY_LEVEL 0.25

/* Bytes of an entry, with its index, and of a row: its offset and diagonal, b, and x in and out;
 * and the same without indices, and without offsets. */
#define ENTRY_BYTES        12.0
#define ROW_BYTES          36.0
#define SLICED_ENTRY_BYTES 8.0
#define SLICED_ROW_BYTES   24.0

/* What must be gained to leave serial, and more by threads, whose memory is less certain; what is
 * over sooner than this is best left alone, or to one thread, as the others may be asleep. */
#define LEAST_GAIN        1.05
#define LEAST_SHARED_GAIN 1.12
#define LEAST_TIME        20e-6
#define LEAST_SHARED_TIME 50e-6

/* Far entries from which on a row waits for others anywhere, those that are anywhere in at least
 * the second size of memory; and the share of the time that threads may take to meet after each
 * level. */
#define FIRST_FAR_SIZE    1
#define SCATTERED_ROW     0.5
#define SHARE_OF_MEETINGS 0.02

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

/* The rows of a stretch in the pipeline of a processor. */
typedef struct
{
  SeidelStretch stretch;
  double ready[SEIDEL_STRETCH_ROWS];   /* when x of the row is known */
  double retired[SEIDEL_STRETCH_ROWS]; /* when it has left the window, in order */
  int64_t slots[SEIDEL_STRETCH_ROWS];
  double begun; /* when the last row was begun */
  int64_t used; /* slots of the window */
  int oldest;   /* row in the window */
} Pipeline;

/* When the entries of a row that were updated are subtracted, beginning at some time: each waits
 * for the one before it, and for its element of x. */
static double
subtract (const Pipeline *pipeline,
          const SeidelCsrView *matrix,
          int64_t row,
          int64_t n,
          double seconds,
          double time)
{
  const int32_t *columns = matrix->column_indices + matrix->row_offsets[row];
  int64_t k = n;

  /* Columns ascend: those in the stretch are the last. */
  while (k > 0 && columns[k - 1] >= pipeline->stretch.begin)
    k--;
  time += (double) k * seconds;
  for (; k < n; k++)
    time = fmax (time, pipeline->ready[columns[k] - pipeline->stretch.begin]) + seconds;
  return time;
}

/* The i-th row enters the window, when the oldest rows have left enough room. */
static void
enter (Pipeline *pipeline,
       const SeidelCsrView *matrix,
       const SeidelMachine *machine,
       int i,
       double mispredicted)
{
  const int64_t row = pipeline->stretch.begin + i;
  const SeidelRowShape shape = seidel_row_shape (matrix, row);
  const double length = (double) (matrix->row_offsets[row + 1] - matrix->row_offsets[row]);
  const double entry =
    (machine->row[3] - machine->row[2]) / (seidel_machine_lengths[3] - seidel_machine_lengths[2]);
  const double subtraction = SUBTRACTION * machine->step;
  double time;

  pipeline->slots[i] = (int64_t) length + ROW_SLOTS;
  pipeline->used += pipeline->slots[i];
  for (; pipeline->used > WINDOW && pipeline->oldest < i; pipeline->oldest++)
    {
      pipeline->used -= pipeline->slots[pipeline->oldest];
      pipeline->begun = fmax (pipeline->begun, pipeline->retired[pipeline->oldest]);
    }
  pipeline->begun += seidel_machine_row (machine, length, false) + mispredicted;
  /* Its entries before the diagonal come last. */
  time = pipeline->begun - (double) shape.before * entry;
  time = subtract (pipeline, matrix, row, shape.before, subtraction, time);
  pipeline->ready[i] = time + machine->step - subtraction;
  pipeline->retired[i] = fmax (pipeline->ready[i], i > 0 ? pipeline->retired[i - 1] : 0.0);
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
      Pipeline pipeline = { .stretch = stretch };
      const int n = (int) (stretch.end - stretch.begin);
      const int warming = n / WARMING;

      for (int i = 0; i < n; i++)
        enter (&pipeline, matrix, machine, i, mispredicted);
      seconds += pipeline.retired[n - 1] - (warming > 0 ? pipeline.retired[warming - 1] : 0.0);
      rows += n - warming;
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
  const double bytes = ENTRY_BYTES * (double) profile->entries + ROW_BYTES * rows;

  return rows * row
         + (fetches_elements (profile) ? LEFT_IN_ORDER : 1.0)
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
  const double loose =
    profile->sorted
      ? OWN_COLUMNS * seidel_machine_row (machine, fmax (length, LEAST_SLICED_ENTRIES), true)
      : seidel_machine_row (machine, length, false)
          + (in_place ? SEIDEL_MACHINE_PLACED_ROW * machine->step : 0.0)
          + misprediction_seconds (machine, profile->level_mispredictions, rows);
  const double scattered = in_place ? profile->level_scattered : profile->level_scattered + 1.0;

  return sliced * seidel_machine_row (machine, length, true) + (1.0 - sliced) * loose
         + (in_place && fetches_elements (profile) ? LEFT_BY_LEVEL : 1.0) * scattered
             * seidel_machine_gather (machine, rows * sizeof (double));
}

/* Wide levels are shared, as far as their pieces go, but for the longest row; neighbouring thin
 * ones are left to one thread. *meetings receives the part that is meeting. */
static double
level_seconds (const SeidelSweepProfile *profile,
               const SeidelLevelsView *levels,
               const SeidelMachine *machine,
               int threads,
               double row_in_chain,
               double *meetings)
{
  const int64_t thin = (int64_t) SEIDEL_CPU_THIN_ROWS_PER_THREAD * threads;
  const double sliced = levels->in_place_safe ? profile->sliced : 0.0;
  const double row_bytes = profile->sorted ? SLICED_ROW_BYTES : ROW_BYTES;
  const double loose_bytes =
    (1.0 - sliced) * (ENTRY_BYTES * (double) profile->entries + row_bytes * (double) profile->rows);
  const double bytes = loose_bytes
                       + sliced
                           * (SLICED_ENTRY_BYTES * (double) profile->entries
                              + SLICED_ROW_BYTES * (double) profile->rows);
  const double row = row_by_level (profile, levels->in_place_safe, machine);
  const double level =
    machine->level
    + (profile->sorted ? SHAPE_MISPREDICTIONS * machine->misprediction / threads : 0.0);
  double seconds = BEGINNING + levels->count * level
                   + seidel_machine_row (machine, (double) profile->longest, false);
  double rows_in_chains = 0.0;
  double wide_rows = 0.0;
  double hidden;
  bool alone = false; /* the level before was one thread's */

  *meetings = 0.0;
  for (int32_t l = 0; l < levels->count; l++)
    {
      const double rows = (double) levels->level_rows[l];
      const bool wide = threads > 1 && levels->level_rows[l] >= thin;

      if (threads > 1 && (wide || !alone))
        *meetings += MEETING * machine->meeting;
      if (levels->level_rows[l] < CHAIN_ROWS)
        {
          seconds += fmax (row, row_in_chain) * rows;
          rows_in_chains += rows;
        }
      else
        seconds += row * (wide ? fmin (rows / threads + UNEVEN, rows) : rows);
      wide_rows += wide ? rows : 0.0;
      alone = !wide;
    }
  /* Loose rows that do not wait take long enough for half of their entries to be fetched meanwhile
   * by one thread; several wait for the same memory, and each has less to do meanwhile. */
  hidden = profile->sorted ? 0.0
                           : loose_bytes / bytes / (2.0 * threads)
                               * (1.0 - rows_in_chains / (double) profile->rows);
  wide_rows /= (double) profile->rows;
  return seconds + *meetings
         + (wide_rows * beyond_caches (machine, bytes, threads)
            + (1.0 - wide_rows) * beyond_caches (machine, bytes, 1))
             * (1.0 - hidden);
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
  double none;

  *times = (SeidelSweepTimes){ 0.0, INFINITY, INFINITY, 0.0 };
  if (profile->rows == 0)
    return;
  row = row_in_order (profile, matrix, machine);
  times->serial = serial_seconds (profile, machine, row);
  if (levels == NULL || levels->count == 0)
    return;
  times->alone = level_seconds (profile, levels, machine, 1, row, &none);
  if (threads > 1)
    times->together = level_seconds (profile, levels, machine, threads, row, &times->meetings);
}

SeidelSweepTeam
seidel_sweep_team (const SeidelSweepProfile *profile,
                   const SeidelCsrView *matrix,
                   const SeidelLevelsView *levels,
                   const SeidelMachine *machine,
                   int threads)
{
  SeidelSweepTimes times;
  double far = 0.0;
  bool shared;
  double best;

  seidel_sweep_times (profile, matrix, levels, machine, threads, &times);
  for (int size = FIRST_FAR_SIZE; size < SEIDEL_MACHINE_N_SIZES; size++)
    far += profile->far[size];
  shared = times.together < times.alone && times.serial >= LEAST_SHARED_TIME
           && times.serial >= LEAST_SHARED_GAIN * times.together;
  best = shared ? times.together : times.alone;
  if (times.serial < LEAST_TIME || times.serial < LEAST_GAIN * best)
    return (SeidelSweepTeam){ 0, times.serial / best, times.serial, false };
  return (SeidelSweepTeam){ shared ? threads : 1, times.serial / best, best,
                            shared && far >= SCATTERED_ROW * (double) profile->rows
                              && times.meetings <= SHARE_OF_MEETINGS * best };
}
