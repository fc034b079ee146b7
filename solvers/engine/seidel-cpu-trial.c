/* How the threads of a sweep by levels keep to their order, found out by the first sweeps of a run.
 *
 * Whether threads gain, and whether to meet after each level or to wait for single tasks, depends
 * on the matrix, on the machine and on what else it does: nothing measures it better than the
 * sweeps themselves, and as all ways give the same bits, none of them is wasted. Each way is tried
 * for some sweeps, of which the quickest counts; the quickest way is kept for many, and then tried
 * against the others again, as the machine may have been disturbed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <glib.h>

#include "base/seidel-format.h"
#include "base/seidel-translatable.h"
#include "engine/seidel-cpu-sweep-private.h"

/* Sweeps by each way: of two, only the first may find nothing in the caches. Then the quickest way
 * is kept for so many that trying, six sweeps, remains a small part of them. */
#define TRIES 2
#define KEPT  2000

static bool
is_possible (const SeidelSweep *sweep, SeidelCpuWay way)
{
  return way != SEIDEL_CPU_WAITS || sweep->waits != NULL;
}

static SeidelCpuWay
quickest (const SeidelSweep *sweep)
{
  SeidelCpuWay best = SEIDEL_CPU_ALONE;

  for (int way = 0; way < SEIDEL_CPU_N_WAYS; way++)
    if (sweep->least[way] > 0 && sweep->least[way] < sweep->least[best])
      best = (SeidelCpuWay) way;
  return best;
}

void
seidel_cpu_trial_begin (SeidelSweep *sweep)
{
  sweep->tries = true;
  sweep->settled = false;
  sweep->mode = SEIDEL_CPU_N_MODES;
  sweep->count = 0;
  for (int way = 0; way < SEIDEL_CPU_N_WAYS; way++)
    sweep->least[way] = 0;
  sweep->way = is_possible (sweep, SEIDEL_CPU_WAITS) ? SEIDEL_CPU_WAITS : SEIDEL_CPU_MEETS;
}

void
seidel_cpu_trial_note (SeidelSweep *sweep, SeidelCpuSweepMode mode, int64_t nanoseconds)
{
  int64_t *least = &sweep->least[sweep->way];

  /* Sweeps that read other parts of the matrix do not compare: that of the first mode count, but
   * for the beginning of a chain, of which there is one. */
  if (!sweep->tries || mode == SEIDEL_CPU_FIRST)
    return;
  if (sweep->mode == SEIDEL_CPU_N_MODES)
    sweep->mode = (int) mode;
  if (sweep->mode != (int) mode)
    return;
  sweep->count++;
  if (sweep->settled)
    {
      if (sweep->count >= KEPT)
        seidel_cpu_trial_begin (sweep);
      return;
    }
  if (*least == 0 || nanoseconds < *least)
    *least = MAX (nanoseconds, 1);
  if (sweep->count < TRIES)
    return;
  sweep->count = 0;
  sweep->settled = sweep->way == SEIDEL_CPU_ALONE;
  sweep->way = sweep->settled ? quickest (sweep) : (SeidelCpuWay) (sweep->way + 1);
}

/* "0.12 ms", or "–" for a way that was not possible. */
static void
print_time (const SeidelSweep *sweep, SeidelCpuWay way, char *text, size_t size)
{
  g_autofree char *seconds = seidel_format_seconds ((double) sweep->least[way] * 1e-9, 2);

  g_strlcpy (text, sweep->least[way] > 0 ? seconds : "–", size);
}

bool
seidel_cpu_trial_found (const SeidelSweep *sweep, char *why, size_t size)
{
  char times[SEIDEL_CPU_N_WAYS][32];

  if (!sweep->tries || !sweep->settled)
    return false;
  for (int way = 0; way < SEIDEL_CPU_N_WAYS; way++)
    print_time (sweep, (SeidelCpuWay) way, times[way], sizeof times[way]);
  snprintf (why, size,
            seidel_text ("measured: a sweep takes %s where %d threads wait for each other's rows, "
                         "%s where they meet after each level, %s by one thread"),
            times[SEIDEL_CPU_WAITS], sweep->threads, times[SEIDEL_CPU_MEETS],
            times[SEIDEL_CPU_ALONE]);
  return true;
}
