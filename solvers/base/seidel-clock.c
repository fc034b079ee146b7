/* The clock, and what reading it takes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/seidel-clock.h"

#include <stdatomic.h>
#include <time.h>

/* Readings in a series, of which the quickest counts: the system may interrupt any of them, for
 * longer than all take. */
#define READINGS 16
#define SERIES   16

int64_t
seidel_clock_now (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (int64_t) now.tv_sec * 1000000000 + now.tv_nsec;
}

static int64_t
time_readings (void)
{
  const int64_t begin = seidel_clock_now ();
  int64_t end = begin;

  for (int i = 0; i < READINGS; i++)
    end = seidel_clock_now ();
  return end - begin;
}

double
seidel_clock_cost (void)
{
  /* Two threads at once find out the same. */
  static _Atomic (double) cost = 0.0;
  int64_t least = INT64_MAX;

  if (atomic_load_explicit (&cost, memory_order_relaxed) == 0.0)
    {
      for (int i = 0; i < SERIES; i++)
        least = MIN (least, time_readings ());
      atomic_store_explicit (&cost, (double) MAX (least, 1) / READINGS, memory_order_relaxed);
    }
  return atomic_load_explicit (&cost, memory_order_relaxed);
}
