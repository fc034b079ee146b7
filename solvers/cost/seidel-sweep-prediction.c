/* The time of a sweep by a processor or a device.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "cost/seidel-sweep-prediction.h"

#include "cost/seidel-sweep-profile.h"

/* Where rows wait for the row before, and read what was updated lately, levels of more rows than
 * this are swept in strips. */
#define STRIP_ROWS 4

/* A device has x of so many rows, or what narrow levels read of it, in the memory of a
 * multiprocessor, where waiting takes so many times as long as in strips. */
#define ONE_BLOCK_ROWS   20000
#define NARROW_ROWS      256
#define FEW_FAR_ROWS     20.0
#define ONE_BLOCK_FACTOR 1.7

/* The time of a level in which rows wait through the memory of the device. */
static double
predict_waiting_level (const SeidelSweepProfile *profile,
                       int32_t levels,
                       const SeidelMachine *machine)
{
  const double length = (double) profile->entries / (double) profile->rows;
  const double needs = (length - 1.0) / 2.0;
  const bool wide = profile->rows >= SEIDEL_WIDE_LEVEL * (int64_t) levels;

  return seidel_machine_row (machine,
                             !wide && needs > SEIDEL_FEW_NEEDS && needs <= SEIDEL_MANY_NEEDS
                               ? (double) seidel_machine_lengths[0]
                               : length,
                             false);
}

/* Whether what the rows of a level read of x was updated in the last few levels, but for one row in
 * so many. */
static bool
reads_nearby (const SeidelSweepProfile *profile)
{
  double far = 0.0;

  for (int size = 0; size < SEIDEL_MACHINE_N_SIZES; size++)
    far += profile->far[size];
  return FEW_FAR_ROWS * far < (double) profile->rows;
}

/* A sweep in which each level waits for the one before. */
static double
predict_device (const SeidelSweepProfile *profile, int32_t levels, const SeidelMachine *machine)
{
  const double rows = (double) profile->rows;
  const double length = (double) profile->entries / rows;
  const double bytes =
    SEIDEL_SWEEP_ENTRY_BYTES * (double) profile->entries + SEIDEL_SWEEP_ROW_BYTES * rows;
  const bool nearby = reads_nearby (profile);
  double level = predict_waiting_level (profile, levels, machine);

  if (nearby && 2.0 * profile->chained > 1.0 && profile->rows > STRIP_ROWS * (int64_t) levels)
    level = seidel_machine_row (machine, length, true);
  else if (profile->rows <= ONE_BLOCK_ROWS
           || (nearby && profile->rows <= NARROW_ROWS * (int64_t) levels))
    level = MIN (level, ONE_BLOCK_FACTOR * seidel_machine_row (machine, length, true));
  return machine->meeting + levels * level + seidel_sweep_profile_gather (profile, machine)
         + bytes / seidel_machine_bandwidth (machine, bytes, 1);
}

double
seidel_sweep_predict (const SeidelCsrView *matrix,
                      const SeidelLevelsView *levels,
                      const SeidelMachine *machine,
                      int threads)
{
  SeidelSweepProfile profile;

  if (matrix->rows == 0)
    return 0.0;
  seidel_sweep_profile_init (&profile, matrix, levels);
  if (machine->device)
    return predict_device (&profile, levels->count, machine);
  return seidel_sweep_team (&profile, matrix, levels, machine, threads).seconds;
}
