/* What a machine needs for the parts of a sweep: the constants from which the time of a sweep is
 * predicted, measured on this machine or stored for others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gio/gio.h>

#include "base/seidel-api.h"
#include "base/seidel-progress.h"

G_BEGIN_DECLS

/* Rows of so many entries are measured, and others interpolated. */
#define SEIDEL_MACHINE_N_LENGTHS 4
extern SEIDEL_API const int seidel_machine_lengths[SEIDEL_MACHINE_N_LENGTHS];

/* Memory of so many bytes is measured, from within the first caches to beyond the last, and other
 * sizes interpolated. */
#define SEIDEL_MACHINE_N_SIZES 4
extern SEIDEL_API const double seidel_machine_sizes[SEIDEL_MACHINE_N_SIZES];

/* A plain value. Seconds, and bytes a second; double precision. */
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
  double step; /* of a processor: a row that waits for the row before it */
  /* More, for an entry whose element of x is anywhere in so many bytes. */
  double gather[SEIDEL_MACHINE_N_SIZES];
  /* Reading and writing so many bytes, by one thread and by all. */
  double bandwidth[2][SEIDEL_MACHINE_N_SIZES];
  double meeting; /* all threads wait for each other; of a device, starting a sweep */
  double remote;  /* more, for a line of x that another thread has just written */
} SeidelMachine;

/* This machine: measured in about two seconds by the first call, then kept in a file of the user's
 * cache until the processor or the number of threads changes; SEIDEL_CACHE=off keeps it for the
 * process only. False with an error when it was cancelled or there is no memory. Use a worker; any
 * thread. */
SEIDEL_API bool seidel_machine_here (SeidelMachine *machine,
                                     SeidelProgress *progress,
                                     GCancellable *cancellable,
                                     GError **error);

/* The same if it is known without measuring: by this process, or from the file. Main thread or any
 * other. */
SEIDEL_API bool seidel_machine_known (SeidelMachine *machine);

/* Drops what is kept of this machine, so that it is measured again: another program may have
 * disturbed it. */
SEIDEL_API void seidel_machine_forget (void);

/* Measures it now, whatever is kept. */
SEIDEL_API bool seidel_machine_measure (SeidelMachine *machine,
                                        SeidelProgress *progress,
                                        GCancellable *cancellable,
                                        GError **error);

/* Seconds until two threads have waited for each other, found within 0.3 s; 0 with one thread. */
SEIDEL_API double seidel_machine_meeting (void);

/* a ← b + 0.5 c, each of n of the numbers one after the other, on so many threads, as often as
 * repeats says: the seconds of one pass in the quickest of some batches. Their values count for
 * nothing, but they were written before. */
SEIDEL_API double
seidel_machine_triad (double *numbers, int64_t n, int threads, int batches, int repeats);

/* Devices whose constants were measured once, for machines without one: static. */
typedef struct
{
  const char *id; /* "h200", for scripts */
  SeidelMachine machine;
} SeidelMachineDevice;

SEIDEL_API const SeidelMachineDevice *seidel_machine_devices (size_t *n_devices);

/* The file of the cache; free with g_free (). */
char *seidel_machine_file (void);
/* Both directions of the file; false if it is missing, damaged or of another machine. */
bool seidel_machine_load (SeidelMachine *machine, const char *file);
bool seidel_machine_save (const SeidelMachine *machine, const char *file, GError **error);

/* Interpolates: seconds of a row with so many entries, of a random element of x within so many
 * bytes; bytes a second of that many bytes with so many threads. */
double seidel_machine_row (const SeidelMachine *machine, double length, bool sliced);
double seidel_machine_gather (const SeidelMachine *machine, double bytes);
SEIDEL_API double
seidel_machine_bandwidth (const SeidelMachine *machine, double bytes, int threads);

G_END_DECLS
