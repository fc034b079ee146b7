/* What a machine needs for the parts of a sweep: a plain value, from which the CPU engine chooses
 * how to sweep, and from which times are predicted. How it is measured:
 * experiment/seidel-machine.h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <glib.h>

#include "base/seidel-api.h"

G_BEGIN_DECLS

/* Rows of so many entries are measured, and others interpolated. */
#define SEIDEL_MACHINE_N_LENGTHS 4
extern SEIDEL_API const int seidel_machine_lengths[SEIDEL_MACHINE_N_LENGTHS];

/* Memory of so many bytes is measured, from within the first caches to beyond the last, and other
 * sizes interpolated. */
#define SEIDEL_MACHINE_N_SIZES 4
extern SEIDEL_API const double seidel_machine_sizes[SEIDEL_MACHINE_N_SIZES];

/* What a row takes more that is stored by level, in steps (see below). */
#define SEIDEL_MACHINE_PLACED_ROW 0.26

/* Seconds, and bytes a second; double precision. */
typedef struct
{
  char name[96]; /* of the processor or the device */
  bool device;
  int threads; /* of a processor; 0 for a device */
  /* One row in a cache, its neighbours ready, on one thread: by its length, one after the other or
   * side by side with rows of the same pattern. Of a device, a level of such rows that waits for
   * the level before it, whatever its width; the second where rows wait for the row before. */
  double row[SEIDEL_MACHINE_N_LENGTHS];
  double sliced_row[SEIDEL_MACHINE_N_LENGTHS];
  /* Of a processor: a row that waits for the row before it; a mispredicted branch; the
   * beginning of a level. */
  double step;
  double misprediction;
  double level;
  /* More, for an entry whose element of x is anywhere in so many bytes. */
  double gather[SEIDEL_MACHINE_N_SIZES];
  /* Reading and writing so many bytes, by one thread and by all. */
  double bandwidth[2][SEIDEL_MACHINE_N_SIZES];
  double meeting; /* all threads wait for each other; of a device, starting a sweep */
} SeidelMachine;

/* A processor of these years, for where nothing was measured; static. */
SEIDEL_API const SeidelMachine *seidel_machine_usual (void);

/* Devices whose constants were measured once, for machines without one: static. */
typedef struct
{
  const char *id; /* "h200", for scripts */
  SeidelMachine machine;
} SeidelMachineDevice;

SEIDEL_API const SeidelMachineDevice *seidel_machine_devices (size_t *n_devices);

/* Interpolates: seconds of a row with so many entries, of a random element of x within so many
 * bytes; bytes a second of that many bytes with so many threads. */
SEIDEL_API double seidel_machine_row (const SeidelMachine *machine, double length, bool sliced);
SEIDEL_API double seidel_machine_gather (const SeidelMachine *machine, double bytes);
SEIDEL_API double
seidel_machine_bandwidth (const SeidelMachine *machine, double bytes, int threads);

G_END_DECLS
