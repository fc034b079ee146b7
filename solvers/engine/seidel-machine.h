/* What the processors of this machine do at best, to compare measured times with.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#pragma once

#include <stdbool.h>

#include "base/seidel-api.h"

typedef struct
{
  int threads;
  double bytes_per_second; /* of memory, to and from all threads together: y ← x + α z */
  double barrier_seconds;  /* a meeting of all threads; 0 for one thread */
} SeidelMachine;

/* Measures with so many threads in about 0.2 s and 100 MB; the first call for a number of threads
 * does, later ones return the same. False, and all zero, without memory. Blocks; any thread. */
SEIDEL_API bool seidel_machine_measure (int threads, SeidelMachine *machine);
