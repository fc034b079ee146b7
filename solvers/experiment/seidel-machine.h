/* The constants from which the time of a sweep is predicted: measured on this machine, or stored
 * for others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <gio/gio.h>

#include "base/seidel-api.h"
#include "base/seidel-progress.h"
#include "cost/seidel-machine-constants.h"

G_BEGIN_DECLS

/* This machine: measured in about two seconds by the first call, then kept in a file of the user's
 * cache until the processor or the number of threads changes; SEIDEL_CACHE=off keeps it for the
 * process only. False with an error when it was cancelled or there is no memory. Use a worker; any
 * thread. */
SEIDEL_API bool seidel_machine_here (SeidelMachine *machine,
                                     SeidelProgress *progress,
                                     GCancellable *cancellable,
                                     GError **error);

/* The same if it is known without measuring, by this process or from the file, or NULL: for the
 * facts of a plan (SeidelPlanFacts.machine). It stays valid. Main thread or any other. */
SEIDEL_API const SeidelMachine *seidel_machine_known (void);

/* At the beginning of a program: what its runs find out about sweeps (engine/seidel-sweep-trials.h)
 * is kept beside that file for later runs, unless the cache is off. */
SEIDEL_API void seidel_machine_keep_trials (void);

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

/* The file of the cache; free with g_free (). */
SEIDEL_API char *seidel_machine_file (void);
/* Both directions of the file; false if it is missing, damaged or of another machine. */
SEIDEL_API bool seidel_machine_load (SeidelMachine *machine, const char *file);
SEIDEL_API bool
seidel_machine_save (const SeidelMachine *machine, const char *file, GError **error);

G_END_DECLS
