/* Counts what the time of a sweep depends on, and adds it up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "predict/seidel-sweep-profile.h"

#include <math.h>

#include "predict/seidel-sweeper.h"

/* Rows that are looked at, at most; spread over a larger matrix in blocks. */
#define MOST_ROWS  ((int64_t) 1 << 20)
#define BLOCK_ROWS 1024

/* An element of x is at hand when it is no farther than this from the row, in elements, or in the
 * cache line of one that the row before had. */
#define NEARBY     4096
#define CACHE_LINE 8

/* Bytes of an entry, with its index, and of a row: its offset and diagonal, b, and x in and out. */
#define ENTRY_BYTES 12.0
#define ROW_BYTES   36.0

/* The same without indices and offsets. */
#define SLICED_ENTRY_BYTES 8.0
#define SLICED_ROW_BYTES   24.0

/* A device has x of so many rows in the memory of a multiprocessor, where waiting takes so many
 * times as long as where rows wait for the row before; wider levels than this are worth that. */
#define ONE_BLOCK_ROWS   20000
#define ONE_BLOCK_FACTOR 1.7
#define STRIP_ROWS       4

/* Narrower levels are left to one thread, and a level of fewer rows is a chain. */
#define THIN_ROWS_PER_THREAD 32
#define CHAIN_ROWS           4

/* Rows of the same pattern are taken side by side by so many. */
#define SLICE_ROWS 4

static int
length_class (int64_t length)
{
  int class = 0;

  while (length > 1 && class < SEIDEL_PROFILE_N_LENGTHS - 1)
    {
      length /= 2;
      class ++;
    }
  return class;
}

/* Whether a row has the columns of the row before it, moved on by one. */
static bool
follows (const SeidelCsr *csr, int64_t row)
{
  const int64_t begin = csr->row_offsets[row];
  const int64_t length = csr->row_offsets[row + 1] - begin;
  const int64_t before = row > 0 ? csr->row_offsets[row - 1] : begin;
  int64_t k = 0;

  if (row == 0 || begin - before != length)
    return false;
  while (k < length && csr->column_indices[begin + k] == csr->column_indices[before + k] + 1)
    k++;
  return k == length;
}

/* Counts the entries of a row that are not near one of the row before, and those of them that are
 * not near the row either. */
static void
count_far (SeidelSweepProfile *profile, const SeidelCsr *csr, int64_t row)
{
  const int32_t *columns = csr->column_indices;
  int64_t before = row > 0 ? csr->row_offsets[row - 1] : 0;
  const int64_t before_end = row > 0 ? csr->row_offsets[row] : 0;
  int32_t line = -1; /* of the entry before */

  for (int64_t k = csr->row_offsets[row]; k < csr->row_offsets[row + 1]; k++)
    {
      const int64_t distance = ABS ((int64_t) columns[k] - row);
      bool line_is_new;
      int size = 0;

      while (before < before_end && columns[before] < columns[k] - CACHE_LINE)
        before++;
      line_is_new = columns[k] / CACHE_LINE != line
                    && (before == before_end || columns[before] > columns[k] + CACHE_LINE);
      profile->scattered += line_is_new;
      if (line_is_new && distance > NEARBY)
        {
          while (size < SEIDEL_MACHINE_N_SIZES - 1
                 && 2.0 * (double) distance * sizeof (double) > seidel_machine_sizes[size])
            size++;
          profile->far[size]++;
        }
      line = columns[k] / CACHE_LINE;
    }
}

static void
count_row (SeidelSweepProfile *profile, const SeidelCsr *csr, int64_t row)
{
  const int64_t begin = csr->row_offsets[row];
  const int64_t length = csr->row_offsets[row + 1] - begin;
  const int64_t diagonal = seidel_csr_lower_bound (csr, row, row);
  const int class = length_class (length);
  const int64_t wait = diagonal > begin ? row - csr->column_indices[diagonal - 1] : INT64_MAX;
  const int wait_class = (int) MIN (wait, SEIDEL_PROFILE_N_WAITS) - 1;

  profile->class_rows[class][wait_class]++;
  profile->class_entries[class][wait_class] += (double) length;
  profile->sliced += follows (csr, row);
  count_far (profile, csr, row);
}

/* From the rows that were looked at to all. */
static void
scale (SeidelSweepProfile *profile, double factor, int64_t counted)
{
  for (int l = 0; l < SEIDEL_PROFILE_N_LENGTHS; l++)
    for (int w = 0; w < SEIDEL_PROFILE_N_WAITS; w++)
      {
        profile->class_rows[l][w] *= factor;
        profile->class_entries[l][w] *= factor;
      }
  for (int s = 0; s < SEIDEL_MACHINE_N_SIZES; s++)
    profile->far[s] *= factor;
  profile->scattered *= factor;
  profile->sliced /= (double) MAX (counted, 1);
}

bool
seidel_sweep_profile_init (SeidelSweepProfile *profile,
                           const SeidelCsr *csr,
                           GCancellable *cancellable,
                           GError **error)
{
  const int64_t stride = MAX ((csr->rows + MOST_ROWS - 1) / MOST_ROWS, 1) * BLOCK_ROWS;
  int64_t counted = 0;

  *profile = (SeidelSweepProfile){ .rows = csr->rows, .entries = seidel_csr_nonzeros (csr) };
  profile->bytes = ENTRY_BYTES * (double) profile->entries + ROW_BYTES * (double) profile->rows;
  profile->sliced_bytes =
    SLICED_ENTRY_BYTES * (double) profile->entries + SLICED_ROW_BYTES * (double) profile->rows;
  for (int64_t block = 0; block < csr->rows; block += stride)
    {
      const int64_t end = MIN (block + BLOCK_ROWS, csr->rows);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return false;
      for (int64_t row = block; row < end; row++)
        count_row (profile, csr, row);
      counted += end - block;
    }
  scale (profile, (double) csr->rows / (double) MAX (counted, 1), counted);
  return true;
}

static double
gather_seconds (const SeidelSweepProfile *profile, const SeidelMachine *machine)
{
  double seconds = 0.0;

  for (int s = 0; s < SEIDEL_MACHINE_N_SIZES; s++)
    seconds += profile->far[s]
               * seidel_machine_gather (machine, MIN (seidel_machine_sizes[s],
                                                      (double) profile->rows * sizeof (double)));
  return seconds;
}

/* One row after the other, in their order. */
static double
predict_serial (const SeidelSweepProfile *profile, const SeidelMachine *machine)
{
  double seconds = 0.0;

  for (int l = 0; l < SEIDEL_PROFILE_N_LENGTHS; l++)
    for (int w = 0; w < SEIDEL_PROFILE_N_WAITS; w++)
      {
        const double rows = profile->class_rows[l][w];
        const double row =
          rows > 0.0 ? seidel_machine_row (machine, profile->class_entries[l][w] / rows, false)
                     : 0.0;
        const double wait = w < SEIDEL_PROFILE_N_WAITS - 1 ? machine->step / (w + 1) : 0.0;

        seconds += rows * MAX (row, wait);
      }
  seconds += gather_seconds (profile, machine);
  return MAX (seconds, profile->bytes / seidel_machine_bandwidth (machine, profile->bytes, 1));
}

/* Level by level; sliced: rows of the same pattern are taken side by side. */
static double
predict_levels (const SeidelSweepProfile *profile,
                const SeidelSchedule *schedule,
                const SeidelMachine *machine,
                int threads,
                bool sliced)
{
  const double bytes = sliced ? profile->sliced_bytes : profile->bytes;
  const int64_t thin = threads > 1 ? (int64_t) THIN_ROWS_PER_THREAD * threads : CHAIN_ROWS;
  double seconds = 0.0;

  for (int32_t l = 0; l < schedule->count; l++)
    {
      const int64_t rows = schedule->level_rows[l];
      const double length = (double) schedule->level_nonzeros[l] / (double) rows;
      const bool wide = rows >= thin;
      const int64_t side_by_side = sliced && wide ? rows / SLICE_ROWS * SLICE_ROWS : 0;
      const double work =
        (double) side_by_side * seidel_machine_row (machine, length, true)
        + (double) (rows - side_by_side) * seidel_machine_row (machine, length, false);

      if (wide && threads > 1)
        seconds += work / threads + machine->meeting;
      else
        seconds += wide ? work + machine->step : MAX (work, machine->step);
    }
  /* Of the elements of x, all but those of its own share were written by other threads. */
  seconds += (gather_seconds (profile, machine)
              + profile->scattered * machine->remote * (threads - 1) / threads)
             / threads;
  return MAX (seconds, bytes / seidel_machine_bandwidth (machine, bytes, threads));
}

/* A sweep in which each level waits for the one before. */
static double
predict_device (const SeidelSweepProfile *profile,
                const SeidelSchedule *schedule,
                const SeidelMachine *machine)
{
  const double length = (double) profile->entries / (double) profile->rows;
  double level = seidel_machine_row (machine, length, false);
  double chained = 0.0;

  for (int l = 0; l < SEIDEL_PROFILE_N_LENGTHS; l++)
    chained += profile->class_rows[l][0];
  if (2.0 * chained > (double) profile->rows
      && profile->rows > STRIP_ROWS * (int64_t) schedule->count)
    level = seidel_machine_row (machine, length, true);
  else if (profile->rows <= ONE_BLOCK_ROWS)
    level = MIN (level, ONE_BLOCK_FACTOR * seidel_machine_row (machine, length, true));
  return machine->meeting + (double) schedule->count * level + gather_seconds (profile, machine)
         + profile->bytes / seidel_machine_bandwidth (machine, profile->bytes, 1);
}

/* Whether the CPU engine would sweep by levels. */
static bool
is_by_levels (const SeidelCsr *csr, const SeidelSchedule *schedule, int threads)
{
  const int chosen = seidel_sweeper_choose (csr, schedule, threads);

  return seidel_cpu_engine ()->strategies[chosen].needs_levels;
}

double
seidel_sweep_predict (const SeidelSweepProfile *profile,
                      const SeidelCsr *csr,
                      const SeidelSchedule *schedule,
                      const SeidelMachine *machine,
                      int threads)
{
  const bool sliced = profile->sliced > 0.5 && schedule->in_place_safe;
  double seconds;

  if (profile->rows == 0)
    return 0.0;
  if (machine->device)
    return predict_device (profile, schedule, machine);
  if (!is_by_levels (csr, schedule, threads))
    return predict_serial (profile, machine);
  seconds = predict_levels (profile, schedule, machine, 1, sliced);
  return threads > 1 ? MIN (seconds, predict_levels (profile, schedule, machine, threads, sliced))
                     : seconds;
}
